/* Scene pages: what is written is what happened, decoded here by a reader of its own; memory stays
   bounded; the worst of a long run survives; a hostile name cannot leave its place. */
#include "record/page_scene.h"
#include "scratch.h"

#include <rigor/rigor.h>

#include <jansson.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

/* --- a reader of pages ------------------------------------------------------------------------ */

typedef struct reading {
  json_t *header;
  uint8_t *bytes;
  size_t size;
} reading;

static int digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static size_t decode(const char *text, const char *end, uint8_t *bytes) {
  size_t size = 0;
  uint32_t group = 0;
  int bits = 0;
  for (; text < end && digit(*text) >= 0; text++) {
    group = group << 6 | (uint32_t)digit(*text);
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    bytes[size++] = (uint8_t)(group >> bits);
  }
  return size;
}

/* the text of a <script> with that id */
static const char *find_script(const char *page, const char *id, const char **end) {
  char opening[80];
  snprintf(opening, sizeof opening, "<script id=\"%s\"", id);
  const char *at = strstr(page, opening);
  assert_non_null(at);
  at = strchr(at, '>') + 1;
  *end = strstr(at, "</script>");
  assert_non_null(*end);
  return at;
}

static reading read_page(const char *path) {
  size_t size;
  char *page = scratch_load(path, &size);
  assert_non_null(page);
  const char *end, *text = find_script(page, "rigor-scene", &end);
  reading r = {.header = json_loadb(text, (size_t)(end - text), 0, NULL)};
  assert_non_null(r.header);
  text = find_script(page, "rigor-data", &end);
  r.bytes = malloc((size_t)(end - text) + 1);
  r.size = decode(text, end, r.bytes);
  free(page);
  return r;
}

static void free_reading(reading *r) {
  json_decref(r->header);
  free(r->bytes);
}

static json_t *run_of(const reading *r, size_t index) {
  return json_array_get(json_object_get(r->header, "runs"), index);
}

static long long whole(const json_t *object, const char *key) {
  return json_integer_value(json_object_get(object, key));
}

static uint32_t u32(const uint8_t *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static double f32(const uint8_t *at) {
  uint32_t bits = u32(at);
  float value;
  memcpy(&value, &bits, 4);
  return (double)value;
}

static double f64(const uint8_t *at) {
  uint64_t bits = (uint64_t)u32(at + 4) << 32 | u32(at);
  double value;
  memcpy(&value, &bits, 8);
  return value;
}

/* --- simulations ------------------------------------------------------------------------------ */

static const char ball[] =
    "<mujoco model=\"ball &lt;/script&gt;\"><option timestep=\"0.001\"/><worldbody>"
    "<geom name=\"floor\" type=\"plane\" size=\"1 1 1\"/>"
    "<body name=\"a&quot;b\" pos=\"0 0 0.2\"><freejoint/>"
    "<geom name=\"ball\" type=\"sphere\" size=\"0.1\" mass=\"1\"/></body></worldbody></mujoco>";

static rg_sim *start(const char *xml, rg_model **model) {
  rg_sim *sim;
  rg_error error;
  char text[256];
  if (rg_model_parse(model, xml, strlen(xml), NULL, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  rg_sim_options options = rg_sim_options_default();
  assert_int_equal(rg_sim_new(&sim, *model, &options, &error), RG_OK);
  return sim;
}

static void need_page(void) {
  if (rg_has_scene_page()) return;
  print_message("SKIPPED: this build has no page in it\n");
  skip();
}

/* --- tests ------------------------------------------------------------------------------------ */

/* the examples of RFC 4648, in pieces of every size */
static void base64_is_that_of_the_standard(void **state) {
  (void)state;
  static const char *const wanted[] = {"",         "Zg==",     "Zm8=",    "Zm9v",
                                       "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
  for (size_t n = 0; n <= 6; n++)
    for (size_t cut = 0; cut <= n; cut++) {
      char *text = NULL;
      size_t size;
      FILE *f = open_memstream(&text, &size);
      rg_base64 b = {.stream = f};
      rg_base64_put(&b, "foobar", cut);
      rg_base64_put(&b, "foobar" + cut, n - cut);
      rg_base64_end(&b);
      fclose(f);
      assert_string_equal(text, wanted[n]);
      free(text);
    }
}

/* every frame is the state that the simulation had, in single precision */
static void frames_are_the_motion(void **state) {
  (void)state;
  need_page();
  enum { STEPS = 300 };
  rg_model *model;
  rg_sim *sim = start(ball, &model);
  rg_scene_page *page;
  double height[STEPS + 1], speed[STEPS + 1];
  assert_int_equal(rg_scene_page_new(&page, model, NULL, NULL), RG_OK);
  assert_int_equal(rg_scene_page_begin(page, sim, "one", "a method", NULL), RG_OK);
  for (int i = 0; i <= STEPS; i++) {
    if (i > 0) {
      rg_step(sim);
      assert_int_equal(rg_scene_page_add(page, 0, sim, NULL), RG_OK);
    }
    height[i] = rg_sim_data(sim)->qpos[2];
    speed[i] = rg_sim_data(sim)->qvel[2];
  }
  assert_int_equal(rg_scene_page_write(page, scratch_path("motion.html"), NULL), RG_OK);
  reading r = read_page(scratch_path("motion.html"));
  json_t *run = run_of(&r, 0);
  const uint8_t *at = r.bytes, *end = r.bytes + whole(run, "frame_bytes");
  int i = 0;
  double weight = 0;
  for (; at < end; at += u32(at), i++) {
    assert_int_equal(u32(at + 4), i);
    assert_true(fabs(f64(at + 8) - 0.001 * i) < 1e-12);
    assert_true(f32(at + 24 + 8) == (double)(float)height[i]);
    assert_true(f32(at + 24 + 4 * (3 + 7 + 2)) == (double)(float)speed[i]);
    // at rest one contact carries the weight
    if (i == STEPS) {
      assert_int_equal(u32(at + 20), 1);
      weight = f32(at + 24 + 4 * (3 + 7 + 6) + 32) / 0.001;
    }
  }
  assert_int_equal(i, STEPS + 1);
  assert_true(fabs(weight - 9.81) < 1e-5);
  // free fall of 0.1 m ends after sqrt(2 h / g) = 0.1428 s: one contact begins there, none ends
  assert_int_equal(whole(run, "marks"), 1);
  const uint8_t *mark = end + 32 * (STEPS + 1);
  assert_true(fabs(f64(mark) - 0.1428) < 0.002);
  assert_int_equal(u32(mark + 12), RG_PAGE_BEGINS);
  assert_int_equal(r.size, (size_t)(mark + 16 - r.bytes));
  // the energy of the start is m g h
  assert_true(fabs(f64(end + 8) - 9.81 * 0.2) < 1e-9);
  free_reading(&r);
  rg_scene_page_free(page);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* names cannot end their <script>, and come back as they were */
static void hostile_names_stay_inside(void **state) {
  (void)state;
  need_page();
  rg_model *model;
  rg_sim *sim = start(ball, &model);
  rg_scene_page *page;
  rg_scene_page_options options = rg_scene_page_options_default();
  options.title = "</script><script>alert(1)</script> \"\\\n\x01\xff";
  assert_int_equal(rg_scene_page_new(&page, model, &options, NULL), RG_OK);
  assert_int_equal(rg_scene_page_begin(page, sim, "<!--", "</SCRIPT", NULL), RG_OK);
  assert_int_equal(rg_scene_page_write(page, scratch_path("hostile.html"), NULL), RG_OK);
  reading r = read_page(scratch_path("hostile.html"));
  const char *title = json_string_value(json_object_get(r.header, "title"));
  assert_int_equal(strncmp(title, "</script><script>alert(1)</script> \"\\\n", 38), 0);
  assert_string_equal(json_string_value(json_object_get(run_of(&r, 0), "method")), "</SCRIPT");
  free_reading(&r);
  rg_scene_page_free(page);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* little room: the stride doubles, memory is bounded, the first and the last frame are there */
static void little_room_drops_frames(void **state) {
  (void)state;
  need_page();
  rg_model *model;
  rg_sim *sim = start(ball, &model);
  rg_scene_page *page;
  rg_scene_page_options options = rg_scene_page_options_default();
  options.bytes = 65536;
  assert_int_equal(rg_scene_page_new(&page, model, &options, NULL), RG_OK);
  assert_int_equal(rg_scene_page_begin(page, sim, NULL, NULL, NULL), RG_OK);
  for (int i = 0; i < 5001; i++) {
    rg_step(sim);
    assert_int_equal(rg_scene_page_add(page, 0, sim, NULL), RG_OK);
    assert_true(page->run[0].frames.used <= 65536);
  }
  assert_int_equal(rg_scene_page_write(page, scratch_path("little.html"), NULL), RG_OK);
  reading r = read_page(scratch_path("little.html"));
  json_t *run = run_of(&r, 0);
  long long stride = whole(run, "frame_stride"), bytes = whole(run, "frame_bytes");
  assert_true(stride > 1 && (stride & (stride - 1)) == 0);
  assert_true(bytes <= 65536 + 256 && bytes > 65536 / 3);
  uint32_t last = 0;
  int landing = 0;
  for (const uint8_t *at = r.bytes; at < r.bytes + bytes; at += u32(at)) {
    uint32_t step = u32(at + 4), flags = u32(at + 16);
    assert_true(at == r.bytes ? step == 0 : step > last);
    assert_true(step % stride == 0 || flags || step == 5001);
    landing |= (flags & RG_PAGE_BEGINS) != 0;
    last = step;
  }
  assert_int_equal(last, 5001);
  assert_true(landing);
  free_reading(&r);
  rg_scene_page_free(page);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* a million steps: one bad certificate and one step that was not solved are still to be seen */
static void the_worst_survives(void **state) {
  (void)state;
  enum { STEPS = 1000000, BAD = 123457, UNSOLVED = 777778 };
  rg_page_run run = {.step_stride = 1, .frame_stride = 1};
  for (int i = 0; i <= STEPS; i++) {
    rg_page_step step = {.time = 0.001 * i,
                         .certificate = i == BAD ? 1e-3 : 1e-12,
                         .iterations = i % 7,
                         .flags = i == UNSOLVED ? RG_PAGE_UNSOLVED : 0,
                         .status = i == UNSOLVED ? RG_STALLED : RG_SOLVED};
    assert_int_equal(rg_page_add_step(&run, &step), RG_OK);
  }
  assert_true(run.step_count <= 32769 && run.step_count > 16000);
  int bad = -1, unsolved = -1, bads = 0, unsolveds = 0;
  for (int i = 0; i < run.step_count; i++) {
    if (run.step[i].certificate > 1e-4) bad = i, bads++;
    if (run.step[i].status == RG_STALLED) unsolved = i, unsolveds++;
    if (i > 0) assert_true(run.step[i].time > run.step[i - 1].time);
  }
  assert_int_equal(bads, 1);
  assert_int_equal(unsolveds, 1);
  double reach = 0.001 * (double)run.step_stride;
  assert_true(run.step[bad].time >= 0.001 * BAD - 1e-9 && run.step[bad].time < 0.001 * BAD + reach);
  assert_true(run.step[unsolved].time >= 0.001 * UNSOLVED - 1e-9);
  assert_true(run.step[unsolved].flags & RG_PAGE_UNSOLVED);
  assert_true(fabs(run.step[run.step_count - 1].time - 0.001 * STEPS) < 1e-6);
  free(run.step);
}

typedef struct heard {
  unsigned flag[8];
  uint32_t geoms[8];
  int count;
} heard;

static void hear(void *owner, unsigned flag, uint32_t geoms) {
  heard *h = owner;
  h->flag[h->count] = flag;
  h->geoms[h->count++] = geoms;
}

static rg_step_contact contact_of(int a, int b, double normal, double slip) {
  rg_step_contact c = {.contact = {.geom1 = a, .geom2 = b},
                       .impulse = {normal},
                       .velocity = {0, slip, 0},
                       .mode = slip > 0     ? RG_MODE_SLIP
                               : normal > 0 ? RG_MODE_STICK
                                            : RG_MODE_BREAK};
  return c;
}

static void marks_are_changes_of_pairs(void **state) {
  (void)state;
  rg_page_pairs pairs = {.slip = 1e-6};
  heard h = {.count = 0};
  // two points of one pair, and one that does not press: one beginning
  rg_step_contact first[] = {contact_of(3, 0, 1, 0), contact_of(3, 0, 2, 0),
                             contact_of(5, 0, 0, 0)};
  assert_int_equal(rg_page_pairs_update(&pairs, first, 3, hear, &h), RG_PAGE_BEGINS);
  assert_int_equal(h.count, 1);
  assert_int_equal(h.geoms[0], 3u << 16);
  // one point less is no change; the other begins to slip
  rg_step_contact second[] = {contact_of(3, 0, 1, 0.5)};
  assert_int_equal(rg_page_pairs_update(&pairs, second, 1, hear, &h), RG_PAGE_SLIPS);
  assert_int_equal(rg_page_pairs_update(&pairs, second, 1, hear, &h), 0);
  assert_int_equal(h.count, 2);
  // it ceases to slip and goes on pressing
  assert_int_equal(rg_page_pairs_update(&pairs, first, 1, hear, &h), RG_PAGE_STICKS);
  assert_int_equal(h.count, 3);
  assert_int_equal(h.geoms[2], 3u << 16);
  // it ends while another begins
  rg_step_contact third[] = {contact_of(1, 2, 1, 0)};
  assert_int_equal(rg_page_pairs_update(&pairs, third, 1, hear, &h), RG_PAGE_BEGINS | RG_PAGE_ENDS);
  assert_int_equal(h.count, 5);
  assert_int_equal(rg_page_pairs_update(&pairs, NULL, 0, hear, &h), RG_PAGE_ENDS);
  rg_page_pairs_free(&pairs);
}

/* the marks of a run: how many of a kind they stand for, and where the first and the last one is */
static long count_marks(const rg_page_run *run, unsigned kind, double *first, double *last) {
  long count = 0;
  *first = *last = -1;
  for (size_t at = 0; at < run->marks.used; at += RG_PAGE_MARK) {
    const uint8_t *mark = run->marks.data + at;
    if ((u32(mark + 12) & 255) != kind) continue;
    count += 1 + (long)(u32(mark + 12) >> 8);
    if (*first < 0) *first = f64(mark);
    assert_true(f64(mark) >= *last);
    *last = f64(mark);
  }
  return count;
}

/* a million marks: bounded, none is forgotten, they are there from the start to the end, and each
   of the few steps that were not solved is where it was */
static void marks_are_fair(void **state) {
  (void)state;
  enum { STEPS = 500000 };
  static const int unsolved[] = {3, 99999, 250000, 499999};
  rg_page_run run = {.dt = 0.001};
  for (int i = 0, k = 0; i < STEPS; i++) {
    rg_page_add_mark(&run, 0.001 * i, i % 2 ? RG_PAGE_ENDS : RG_PAGE_BEGINS, 1u << 16 | 2);
    rg_page_add_mark(&run, 0.001 * i, RG_PAGE_SLIPS, 5);
    if (k == 4 || i != unsolved[k]) continue;
    rg_page_add_mark(&run, 0.001 * i, RG_PAGE_UNSOLVED, 0);
    k++;
  }
  double first, last;
  assert_int_equal(run.mark_count, 2 * STEPS + 4);
  assert_true(run.marks.used <= 8192 * (size_t)RG_PAGE_MARK &&
              run.marks.used > 1000 * RG_PAGE_MARK);
  assert_int_equal(count_marks(&run, RG_PAGE_BEGINS, &first, &last), STEPS / 2);
  assert_true(first == 0 && last > 498);
  assert_int_equal(count_marks(&run, RG_PAGE_ENDS, &first, &last), STEPS / 2);
  assert_int_equal(count_marks(&run, RG_PAGE_SLIPS, &first, &last), STEPS);
  assert_true(first == 0 && last > 498);
  int found = 0;
  for (size_t at = 0; at < run.marks.used; at += RG_PAGE_MARK)
    if (u32(run.marks.data + at + 12) == RG_PAGE_UNSOLVED)
      assert_true(f64(run.marks.data + at) == 0.001 * unsolved[found++]);
  assert_int_equal(found, 4);
  // no stretch of the time is empty
  double before = 0;
  for (size_t at = 0; at < run.marks.used; at += RG_PAGE_MARK) {
    assert_true(f64(run.marks.data + at) - before < 3);
    before = f64(run.marks.data + at);
  }
  free(run.marks.data);
}

/* every step unsolved, and all marks at one moment: still bounded, still all counted */
static void marks_without_end(void **state) {
  (void)state;
  enum { MARKS = 100000 };
  double first, last;
  for (int still = 0; still < 2; still++) {
    rg_page_run run = {.dt = 0.001};
    for (int i = 0; i < MARKS; i++)
      rg_page_add_mark(&run, still ? 0 : 0.001 * i, RG_PAGE_UNSOLVED, 0);
    assert_true(run.marks.used <= 8192 * (size_t)RG_PAGE_MARK);
    assert_int_equal(count_marks(&run, RG_PAGE_UNSOLVED, &first, &last), MARKS);
    assert_true(first == 0 && (still ? last == 0 : last > 99));
    free(run.marks.data);
  }
}

static void pictures_without_a_browser(void **state) {
  (void)state;
  rg_model *model;
  rg_sim *sim = start(ball, &model);
  rg_scene_page *page;
  rg_error error;
  size_t size;
  assert_int_equal(rg_scene_page_new(&page, model, NULL, NULL), RG_OK);
  assert_int_equal(rg_scene_page_begin(page, sim, NULL, NULL, NULL), RG_OK);
  for (int i = 0; i < 300; i++) {
    rg_step(sim);
    rg_scene_page_add(page, 0, sim, NULL);
  }
  static const char *const known[] = {"energy",  "certificate", "iterations", "contacts",
                                      "overlap", "qpos0",       "qpos6",      "qvel5"};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    rg_plot *plot = rg_scene_page_plot(page, known[k], &error);
    assert_non_null(plot);
    assert_int_equal(rg_plot_write_svg(plot, scratch_path("plot.svg"), NULL), RG_OK);
    rg_plot_free(plot);
  }
  static const char *const unknown[] = {"", "Energy", "qpos", "qpos7", "qvel6", "qpos-1", "qpos1x"};
  for (size_t k = 0; k < sizeof unknown / sizeof unknown[0]; k++) {
    assert_null(rg_scene_page_plot(page, unknown[k], &error));
    assert_int_equal(error.status, RG_BAD_INPUT);
  }
  rg_plot *side = rg_scene_page_side(page, &error);
  assert_non_null(side);
  assert_int_equal(rg_plot_write_svg(side, scratch_path("side.svg"), NULL), RG_OK);
  char *text = scratch_load(scratch_path("side.svg"), &size);
  // ball at the start, ball at the end, floor
  int polygons = 0;
  for (const char *at = text; (at = strstr(at, "<polygon")); at++) polygons++;
  assert_int_equal(polygons, 3);
  free(text);
  rg_plot_free(side);
  rg_scene_page_free(page);
  rg_sim_free(sim);
  rg_model_free(model);
}

static void bad_options_are_refused(void **state) {
  (void)state;
  rg_model *model;
  rg_sim *sim = start(ball, &model);
  rg_scene_page *page;
  rg_error error;
  rg_scene_page_options options = rg_scene_page_options_default();
  options.bytes = 1000;
  assert_int_equal(rg_scene_page_new(&page, model, &options, &error), RG_BAD_INPUT);
  assert_null(page);
  options = rg_scene_page_options_default();
  options.runs = 17;
  assert_int_equal(rg_scene_page_new(&page, model, &options, &error), RG_BAD_INPUT);
  assert_int_equal(rg_scene_page_new(&page, model, NULL, &error), RG_OK);
  assert_int_equal(rg_scene_page_add(page, 0, sim, &error), RG_BAD_INPUT);
  assert_int_equal(rg_scene_page_begin(page, sim, NULL, NULL, &error), RG_OK);
  assert_int_equal(rg_scene_page_begin(page, sim, NULL, NULL, &error), RG_BAD_INPUT);
  assert_int_not_equal(rg_scene_page_write(page, "/nowhere/page.html", &error), RG_OK);
  rg_scene_page_free(page);
  rg_sim_free(sim);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(base64_is_that_of_the_standard),
      cmocka_unit_test(frames_are_the_motion),
      cmocka_unit_test(hostile_names_stay_inside),
      cmocka_unit_test(little_room_drops_frames),
      cmocka_unit_test(the_worst_survives),
      cmocka_unit_test(marks_are_changes_of_pairs),
      cmocka_unit_test(marks_are_fair),
      cmocka_unit_test(marks_without_end),
      cmocka_unit_test(pictures_without_a_browser),
      cmocka_unit_test(bad_options_are_refused),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
