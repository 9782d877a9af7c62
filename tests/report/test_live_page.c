/* A page that is fed while its motion goes on: what is taken is what happened, however rarely one
   takes; nothing grows; foreign facts stay inside their place. */
#include "record/scratch.h"

#include <rigor/report.h>
#include <rigor/rigor.h>

#include <jansson.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static const char ball[] =
    "<mujoco model=\"ball\"><option timestep=\"0.001\" gravity=\"0 0 -10\"/><worldbody>"
    "<geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/>"
    "<body name=\"a\" pos=\"0 0 0.2\"><freejoint/>"
    "<geom name=\"ball\" type=\"sphere\" size=\"0.1\" mass=\"1\"/></body></worldbody></mujoco>";

enum { STEP = 128 }; /* bytes of a step */

typedef struct stage {
  rg_model *model;
  rg_sim *sim;
  rg_scene_live *live;
} stage;

static stage begin(const char *facts) {
  stage s = {0};
  rg_error error;
  assert_int_equal(rg_model_parse(&s.model, ball, strlen(ball), NULL, &error), RG_OK);
  assert_int_equal(rg_sim_new(&s.sim, s.model, NULL, &error), RG_OK);
  assert_int_equal(rg_scene_live_new(&s.live, s.model, "the ball", facts, &error), RG_OK);
  assert_int_equal(rg_scene_live_begin(s.live, s.sim, "by hand", &error), RG_OK);
  return s;
}

static void end(stage *s) {
  rg_scene_live_free(s->live);
  rg_sim_free(s->sim);
  rg_model_free(s->model);
}

static void steps(stage *s, int count) {
  rg_error error;
  for (int i = 0; i < count; i++) {
    rg_step(s->sim);
    assert_int_equal(rg_scene_live_add(s->live, s->sim, &error), RG_OK);
  }
}

static rg_scene_news take(stage *s) {
  rg_scene_news news;
  rg_error error;
  assert_int_equal(rg_scene_live_take(s->live, s->sim, &news, &error), RG_OK);
  return news;
}

static uint32_t u32(const void *bytes, size_t at) {
  const uint8_t *b = (const uint8_t *)bytes + at;
  return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static double f64(const void *bytes, size_t at) {
  uint64_t bits = (uint64_t)u32(bytes, at + 4) << 32 | u32(bytes, at);
  double value;
  memcpy(&value, &bits, 8);
  return value;
}

/* a ball that falls 0.1 m in 0.14 s, then lies */
static void news_are_the_motion(void **state) {
  (void)state;
  stage s = begin(NULL);
  rg_scene_news news = take(&s);
  assert_int_equal(u32(news.frame, 0), news.frame_bytes);
  assert_int_equal(u32(news.frame, 4), 0);
  assert_int_equal(news.step_bytes, STEP); // the start
  assert_int_equal(news.mark_bytes, 0);
  steps(&s, 5);
  news = take(&s);
  assert_int_equal(news.step_bytes, 5 * STEP);
  assert_true(fabs(f64(news.steps, 4 * STEP) - 0.005) < 1e-12);
  assert_true(fabs(f64(news.frame, 8) - 0.005) < 1e-12);
  // nothing happened since
  news = take(&s);
  assert_int_equal(news.step_bytes, 0);
  assert_int_equal(news.mark_bytes, 0);
  // the impact is one mark, also where many steps are taken at once, and the frame knows of it
  steps(&s, 195);
  news = take(&s);
  assert_int_equal(news.mark_bytes, 16);
  double impact = f64(news.marks, 0);
  assert_true(impact > 0.139 && impact < 0.144);
  assert_int_equal(u32(news.marks, 12), 2); // begins
  assert_int_equal(u32(news.frame, 16) & 2, 2);
  assert_int_equal(u32(news.frame, 20), 1); // contact
  assert_int_equal(u32(news.frame, 4), 200);
  end(&s);
}

/* steps that nobody took become one with the worst of them */
static void nothing_grows(void **state) {
  (void)state;
  stage s = begin(NULL);
  steps(&s, 20000);
  rg_scene_news news = take(&s);
  assert_true(news.step_bytes <= 8 * STEP);
  assert_true(news.frame_bytes < 1024);
  double last = f64(news.steps, news.step_bytes - STEP);
  assert_true(fabs(last - 20) < 1e-9);
  // energies and works of the joined record are those at its end: of 2 J the impact took 1
  const size_t end_of = news.step_bytes - STEP;
  assert_true(fabs(f64(news.steps, end_of + 8) - 1) < 1e-9);
  assert_true(fabs(f64(news.steps, end_of + 16)) < 1e-9);
  assert_true(fabs(f64(news.steps, end_of + 48) + 1) < 1e-9);
  // contacts of the joined record: the most there were
  assert_int_equal(u32(news.steps, news.step_bytes - 4) & 65535, 1);
  end(&s);
}

static json_t *summary_of(stage *s) {
  char *text;
  rg_error error;
  assert_int_equal(rg_scene_live_summary(s->live, &text, &error), RG_OK);
  json_t *summary = json_loads(text, 0, NULL);
  assert_non_null(summary);
  free(text);
  return summary;
}

static void begins_again(void **state) {
  (void)state;
  rg_error error;
  stage s = begin(NULL);
  steps(&s, 200);
  json_t *summary = summary_of(&s);
  assert_int_equal(json_integer_value(json_object_get(summary, "steps")), 200);
  assert_int_equal(json_integer_value(json_object_get(summary, "most_contacts")), 1);
  json_decref(summary);
  rg_sim_reset(s.sim, -1, &error);
  assert_int_equal(rg_scene_live_begin(s.live, s.sim, "again", &error), RG_OK);
  summary = summary_of(&s);
  assert_int_equal(json_integer_value(json_object_get(summary, "steps")), 0);
  assert_int_equal(json_integer_value(json_object_get(summary, "most_contacts")), 0);
  json_decref(summary);
  rg_scene_news news = take(&s);
  assert_int_equal(news.step_bytes, STEP);
  assert_true(f64(news.frame, 8) == 0);
  // contacts of before are forgotten: the impact is an event again
  assert_int_equal(news.mark_bytes, 0);
  steps(&s, 200);
  assert_int_equal(take(&s).mark_bytes, 16);
  end(&s);
}

static void the_page_may_connect_and_facts_stay_inside(void **state) {
  (void)state;
  rg_error error;
  char *text;
  size_t bytes;
  stage s = begin("{\"key\":\"</script><b>\"}");
  if (!rg_has_scene_page()) {
    assert_int_equal(rg_scene_live_page(s.live, "'self'", &text, &bytes, &error), RG_IO);
    assert_null(text);
    end(&s);
    return;
  }
  assert_int_equal(rg_scene_live_page(s.live, "'self' ws://127.0.0.1:1", &text, &bytes, &error),
                   RG_OK);
  assert_int_equal(strlen(text), bytes);
  assert_non_null(strstr(text, "default-src 'none'; connect-src 'self' ws://127.0.0.1:1;"));
  assert_null(strstr(text, "</script><b>"));
  const char *at = strstr(text, "<script id=\"rigor-scene\""), *stop;
  assert_non_null(at);
  at = strchr(at, '>') + 1;
  stop = strstr(at, "</script>");
  json_t *header = json_loadb(at, (size_t)(stop - at), 0, NULL);
  json_t *facts = json_object_get(header, "live");
  assert_string_equal(json_string_value(json_object_get(facts, "key")), "</script><b>");
  json_decref(header);
  free(text);
  end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(news_are_the_motion),
      cmocka_unit_test(nothing_grows),
      cmocka_unit_test(begins_again),
      cmocka_unit_test(the_page_may_connect_and_facts_stay_inside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
