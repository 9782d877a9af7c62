/* Scene pages: what is written is what happened, decoded here by a reader of its own; memory stays
   bounded; the worst of a long run survives; a hostile name cannot leave its place. */
#include "plot/plot.h"
#include "record/scratch.h"
#include "scene/scene.h"

#include <rigor/report.h>
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

/* the numbers of a step, by their place in the bytes */
enum { TIME, ENERGY, KINETIC, ACTUATORS, APPLIED, DRIVES, CONTACTS, FRICTION, DAMPERS, LIMITS };
enum { DRY_FRICTION = 10, LOOPS, UNEXPLAINED, STEP_BYTES = 128 };

typedef struct record {
  double is[13], put_in, taken_out;
  uint32_t last; /* contacts, flags, status */
} record;

/* step records of the only motion of a page without meshes */
static record *read_records(const reading *r, int *count) {
  json_t *run = run_of(r, 0);
  *count = (int)whole(run, "steps");
  record *all = calloc((size_t)*count, sizeof *all);
  const uint8_t *at = r->bytes + whole(run, "frame_bytes");
  for (int i = 0; i < *count; i++, at += STEP_BYTES) {
    double *is = all[i].is;
    for (int k = 0; k < 13; k++) is[k] = f64(at + 8 * k);
    all[i].put_in = is[ACTUATORS] + is[APPLIED] + is[DRIVES];
    all[i].taken_out = -(is[CONTACTS] + is[FRICTION] + is[DAMPERS] + is[LIMITS] + is[DRY_FRICTION]);
    all[i].last = u32(at + 124);
  }
  return all;
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
      rg_base64_put(&b, &"foobar"[cut], n - cut);
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
  const uint8_t *mark = end + 128 * (STEPS + 1);
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

static void near(const char *what, double value, double wanted, double room) {
  if (!(fabs(value - wanted) <= room))
    fail_msg("%s: %.17g, not %.17g within %.1g", what, value, wanted, room);
}

/* every record: what there is, and what was taken out less what was put in, is what there was */
static void assert_kept(const record *all, int count, double room) {
  for (int i = 1; i < count; i++)
    near("energy, taken out less put in", all[i].is[ENERGY] + all[i].taken_out - all[i].put_in,
         all[0].is[ENERGY], room);
}

static const rg_plot_item *find_line(const rg_plot *plot, const char *name) {
  for (const rg_plot_item *item = plot->first; item; item = item->next)
    if (item->kind == RG_PLOT_SERIES && (!name || (item->text && !strcmp(item->text, name))))
      return item;
  fail_msg("there is no line '%s'", name);
  return NULL;
}

/* a line of a plot ends where it should */
static void assert_ends(const rg_scene_page *page, const char *what, const char *name, int points,
                        double wanted, double room) {
  rg_error error;
  rg_plot *plot = rg_scene_page_plot(page, what, &error);
  assert_non_null(plot);
  const rg_plot_item *line = find_line(plot, name);
  assert_int_equal(line->n, points);
  near(what, line->y[line->n - 1], wanted, room);
  rg_plot_free(plot);
}

static const char slider[] =
    "<mujoco><option timestep=\"0.001\" gravity=\"0 0 -10\"/><worldbody>"
    "<geom type=\"plane\" size=\"9 9 1\" friction=\"%s 0 0\"/>"
    "<body pos=\"0 0 0.1\"><freejoint/><geom type=\"box\" size=\"0.3 0.2 0.1\" mass=\"2\" "
    "friction=\"0 0 0\"/></body></worldbody></mujoco>";

/* a block of 2 kg with 3 m/s brakes by mu g: friction takes mu m g (v t - mu g t^2 / 2) until it
   stands, and m v^2 / 2 = 9 J then. So in every record, also where many steps became one. */
static void friction_takes_what_it_should(void **state) {
  (void)state;
  need_page();
  static const struct {
    const char *mu;
    int steps;
    double stands, room;
  } cases[] = {{"0.5", 800, 0.6, 1e-11}, {"0.01", 40000, 30, 1e-9}};
  for (int c = 0; c < 2; c++) {
    char xml[1024];
    rg_model *model;
    snprintf(xml, sizeof xml, slider, cases[c].mu);
    double mu = atof(cases[c].mu), room = cases[c].room, m = 2, g = 10, v = 3;
    rg_sim *sim = start(xml, &model);
    rg_scene_page *page;
    rg_sim_data(sim)->qvel[0] = v;
    rg_scene_page_options options = rg_scene_page_options_default();
    options.bytes = 200000;
    assert_int_equal(rg_scene_page_new(&page, model, &options, NULL), RG_OK);
    assert_int_equal(rg_scene_page_begin(page, sim, NULL, NULL, NULL), RG_OK);
    for (int i = 0; i < cases[c].steps; i++) {
      assert_int_equal(rg_step(sim), RG_SOLVED);
      assert_int_equal(rg_scene_page_add(page, 0, sim, NULL), RG_OK);
    }
    assert_int_equal(rg_scene_page_end(page, 0, sim, NULL), RG_OK);
    assert_int_equal(rg_scene_page_write(page, scratch_path("slider.html"), NULL), RG_OK);
    reading r = read_page(scratch_path("slider.html"));
    int count;
    record *all = read_records(&r, &count);
    long long stride = whole(run_of(&r, 0), "step_stride");
    assert_int_equal(count, 1 + (cases[c].steps + stride - 1) / stride);
    assert_true(c == 0 ? stride == 1 : stride == 4);
    for (int i = 0; i < count; i++) {
      double t = fmin(all[i].is[TIME], cases[c].stands), slow = v - mu * g * t;
      near("friction", all[i].is[FRICTION], -mu * m * g * (v * t - mu * g * t * t / 2), room);
      near("taken out", all[i].taken_out, -all[i].is[FRICTION], room);
      near("kinetic", all[i].is[KINETIC], m * slow * slow / 2, room);
      near("potential", all[i].is[ENERGY] - all[i].is[KINETIC], m * g * 0.1, 1e-12);
      near("unexplained", all[i].is[UNEXPLAINED], 0, room);
      assert_true(all[i].put_in == 0);
    }
    near("time", all[count - 1].is[TIME], 0.001 * cases[c].steps, 1e-9);
    near("friction in all", all[count - 1].is[FRICTION], -9, room);
    assert_kept(all, count, room);
    // and in the pictures
    assert_ends(page, "balance", "taken out", count, 9, room);
    assert_ends(page, "balance", "kinetic", count, 0, room);
    assert_ends(page, "balance", "potential", count, 0, 1e-12);
    assert_ends(page, "balance", "total", count, 0, room);
    assert_ends(page, "balance", "put in", count, 0, 0);
    assert_ends(page, "taken-out", "friction", count, 9, room);
    assert_ends(page, "unexplained", NULL, count - 1, fabs(all[count - 1].is[UNEXPLAINED]), 1e-17);
    // 1e-3 of the most kinetic energy and 1e-9 of all of it: what the proof allows
    json_t *summary = json_object_get(run_of(&r, 0), "summary");
    near("bound", json_number_value(json_array_get(json_object_get(summary, "bounds"), 2)),
         1e-3 * 9 + 1e-9 * 11, 1e-10);
    json_t *motion = json_object_get(summary, "motion");
    assert_true(json_is_true(json_object_get(motion, "proved")));
    assert_string_equal(json_string_value(json_object_get(motion, "text")),
                        "overlap, loops and unexplained energy below 3.7e-04 m, 1e-06, 9.0e-03 J");
    free(all);
    free_reading(&r);
    rg_scene_page_free(page);
    rg_sim_free(sim);
    rg_model_free(model);
  }
}

/* a cart that is pushed by a motor, pulled by hand, braked by a damper and dry friction and stopped at
   its end; and a wheel with a prescribed speed */
static const char pushed[] =
    "<mujoco><compiler angle=\"radian\"/><option timestep=\"0.001\" gravity=\"0 0 0\"/><worldbody>"
    "<body><joint name=\"x\" type=\"slide\" axis=\"1 0 0\" damping=\"3\" frictionloss=\"0.5\" "
    "limited=\"true\" range=\"-1 0.4\"/><geom size=\"0.1\" mass=\"2\"/></body>"
    "<body pos=\"0 1 0\"><joint type=\"hinge\" axis=\"0 1 0\"/>"
    "<geom size=\"0.1\" mass=\"2\"/></body></worldbody>"
    "<actuator><motor joint=\"x\" gear=\"1\"/></actuator></mujoco>";

/* constant forces put in force times way; a wheel gets its energy from the drive alone */
static void what_is_put_in_is_force_times_way(void **state) {
  (void)state;
  need_page();
  enum { STEPS = 900 };
  rg_model *model;
  rg_sim *sim = start(pushed, &model);
  rg_scene_page *page;
  double way[STEPS + 1] = {0};
  int count;
  rg_sim_data(sim)->ctrl[0] = 4;
  rg_sim_data(sim)->qfrc_applied[0] = 1.5;
  rg_sim_drive_velocity(sim)[1] = 6;
  rg_sim_drive_limit(sim)[1] = 0.25;
  assert_int_equal(rg_scene_page_new(&page, model, NULL, NULL), RG_OK);
  assert_int_equal(rg_scene_page_begin(page, sim, NULL, NULL, NULL), RG_OK);
  for (int i = 1; i <= STEPS; i++) {
    assert_int_equal(rg_step(sim), RG_SOLVED);
    assert_int_equal(rg_scene_page_add(page, 0, sim, NULL), RG_OK);
    way[i] = rg_sim_data(sim)->qpos[0];
  }
  assert_int_equal(rg_scene_page_write(page, scratch_path("pushed.html"), NULL), RG_OK);
  reading r = read_page(scratch_path("pushed.html"));
  record *all = read_records(&r, &count);
  assert_int_equal(count, STEPS + 1);
  for (int i = 0; i < count; i++) {
    near("motor", all[i].is[ACTUATORS], 4 * way[i], 1e-12);
    near("hand", all[i].is[APPLIED], 1.5 * way[i], 1e-12);
    near("dry friction", all[i].is[DRY_FRICTION], -0.5 * way[i], 1e-12);
  }
  // I = 2/5 m r^2 = 0.008 kg m^2 is as fast as it shall be after 0.008 * 6 / 0.25 = 0.192 s
  near("drive", all[100].is[DRIVES], pow(0.25 * 0.1, 2) / 2 / 0.008, 1e-12);
  near("drive", all[STEPS].is[DRIVES], 0.008 * 36 / 2, 1e-12);
  assert_true(all[STEPS].is[LIMITS] < -0.1 && all[STEPS].is[DAMPERS] < -0.1);
  assert_kept(all, count, 1e-9);
  // what is left of the speed of the cart is 0
  near("kinetic", all[STEPS].is[KINETIC], 0.008 * 36 / 2, 1e-9);
  assert_ends(page, "put-in", "actuators", count, 4 * 0.4, 1e-6);
  assert_ends(page, "put-in", "drives", count, 0.144, 1e-9);
  assert_ends(page, "taken-out", "dry friction", count, 0.5 * 0.4, 1e-6);
  free(all);
  free_reading(&r);
  rg_scene_page_free(page);
  rg_sim_free(sim);
  rg_model_free(model);
}

static const char links[] =
    "<mujoco><option timestep=\"0.01\"/><worldbody><body><joint type=\"ball\"/>"
    "<geom type=\"capsule\" fromto=\"0 0 0 0 0 -.3\" size=\".02\" mass=\"1\"/>"
    "<body pos=\"0 0 -.3\"><joint type=\"ball\"/>"
    "<geom type=\"capsule\" fromto=\"0 0 0 0 0 -.3\" size=\".02\" mass=\"1\"/></body></body>"
    "</worldbody></mujoco>";

/* the error of the rule that it takes out again is none: energy stays */
static void what_is_taken_out_again_is_explained(void **state) {
  (void)state;
  rg_model *model;
  rg_sim *sim = start(links, &model);
  rg_scene_page *page;
  double corrected = 0;
  for (int i = 0; i < 6; i++) rg_sim_data(sim)->qvel[i] = 9 + i;
  assert_int_equal(rg_scene_page_new(&page, model, NULL, NULL), RG_OK);
  assert_int_equal(rg_scene_page_begin(page, sim, NULL, NULL, NULL), RG_OK);
  for (int i = 0; i < 300; i++) {
    assert_int_equal(rg_step(sim), RG_SOLVED);
    assert_int_equal(rg_scene_page_add(page, 0, sim, NULL), RG_OK);
    corrected += rg_sim_report(sim)->balance.corrected;
    const rg_page_step *s = &page->run[0].step[i + 1];
    near("unexplained", s->work.unexplained, s->energy - page->run[0].step[0].energy, 1e-9);
    near("unexplained", s->work.unexplained, 0, 1e-9);
  }
  assert_true(fabs(corrected) > 1e-3);
  rg_scene_page_free(page);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* two links that fly apart under an explicit rule: the step that is given up is taken back, and nothing of
   it is counted */
static void a_run_that_ends_shows_its_last_values(void **state) {
  (void)state;
  need_page();
  rg_model *model;
  rg_error error;
  rg_sim *sim = start(links, &model);
  rg_sim_options options = *rg_sim_used_options(sim);
  options.integrator = RG_EULER;
  assert_int_equal(rg_sim_change(sim, &options, &error), RG_OK);
  for (int i = 0; i < 6; i++) rg_sim_data(sim)->qvel[i] = 9 + i;
  rg_scene_page *page;
  assert_int_equal(rg_scene_page_new(&page, model, NULL, NULL), RG_OK);
  assert_int_equal(rg_scene_page_begin(page, sim, NULL, NULL, NULL), RG_OK);
  rg_status status = RG_SOLVED;
  int steps = 0, count;
  double unexplained = 0;
  while (status == RG_SOLVED && steps < 2000) {
    status = rg_step(sim);
    const rg_step_balance *b = &rg_sim_report(sim)->balance;
    if (status == RG_SOLVED) unexplained += b->residual - b->corrected;
    assert_int_equal(rg_scene_page_add(page, 0, sim, NULL), RG_OK);
    steps++;
  }
  assert_int_equal(status, RG_DIVERGED);
  assert_int_equal(rg_scene_page_end(page, 0, sim, NULL), RG_OK);
  assert_int_equal(rg_scene_page_write(page, scratch_path("ends.html"), NULL), RG_OK);
  reading r = read_page(scratch_path("ends.html"));
  record *all = read_records(&r, &count);
  assert_int_equal(count, steps + 1);
  const record *last = &all[count - 1], *before = last - 1;
  for (int k = 0; k < 13; k++) {
    assert_true(isfinite(last->is[k]));
    assert_true(last->is[k] == before->is[k]);
  }
  assert_int_equal(last->last >> 24, RG_DIVERGED);
  assert_int_equal(before->last >> 24, RG_SOLVED);
  near("unexplained", last->is[UNEXPLAINED], unexplained, 0);
  assert_true(last->is[UNEXPLAINED] > 1);
  // nothing outside acts: all that changed is unexplained
  near("energy", last->is[ENERGY] - all[0].is[ENERGY], unexplained, 1e-9 * unexplained);
  json_t *summary = json_object_get(run_of(&r, 0), "summary");
  assert_int_equal(whole(summary, "unsolved"), 1);
  assert_true(json_is_null(json_object_get(summary, "motion")));
  near("last energy", json_number_value(json_array_get(json_object_get(summary, "energy"), 1)),
       last->is[ENERGY], 1e-8 * last->is[ENERGY]);
  free(all);
  free_reading(&r);
  rg_scene_page_free(page);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* each bound for itself, and what is no number proves nothing */
static void a_motion_is_proved_or_not(void **state) {
  (void)state;
  rg_model *model;
  rg_sim *sim = start(ball, &model);
  char text[256];
  // a ball of 0.1 m, 2 J at most, -5 J at the start
  rg_motion_bounds b = rg_motion_bounds_of(model, 2, -5);
  near("overlap", b.overlap, 1e-4, 1e-18);
  near("loops", b.loops, 1e-6, 0);
  near("energy", b.energy, 2e-3 + 5e-9, 1e-15);
  assert_int_equal(rg_motion_proved(&b, 1e-4, 1e-6, -2e-3, text, sizeof text), 1);
  assert_string_equal(text,
                      "overlap, loops and unexplained energy below 1.0e-04 m, 1e-06, 2.0e-03 J");
  assert_int_equal(rg_motion_proved(&b, 2e-4, 0, 0, text, sizeof text), 0);
  assert_string_equal(text, "overlap 2.00e-04 m over 1.0e-04");
  assert_int_equal(rg_motion_proved(&b, 0, 3e-6, -3e-3, text, sizeof text), 0);
  assert_string_equal(text,
                      "loops 3.00e-06 over 1e-06, unexplained energy 3.00e-03 J over 2.0e-03");
  assert_int_equal(rg_motion_proved(&b, 0, 0, (double)NAN, text, sizeof text), 0);
  assert_non_null(strstr(text, "unexplained energy"));
  char little[12];
  assert_int_equal(rg_motion_proved(&b, 1, 1, 1, little, sizeof little), 0);
  assert_string_equal(little, "overlap 1.0");
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
                         .energy = 7 - 0.002 * i,
                         .kinetic = 3 - 0.001 * i,
                         .work = {.friction = -0.002 * i, .unexplained = i % 2 ? 1 : 0},
                         .momentum = i == BAD ? 5 : 0,
                         .certificate = i == BAD ? 1e-3 : 1e-12,
                         .iterations = i % 7,
                         .flags = i == UNSOLVED ? RG_PAGE_UNSOLVED : 0,
                         .status = i == UNSOLVED ? RG_STALLED : RG_SOLVED};
    assert_int_equal(rg_page_add_step(&run, &step), RG_OK);
  }
  assert_true(run.step_count <= 16385 && run.step_count > 8000);
  int bad = -1, unsolved = -1, bads = 0, unsolveds = 0;
  for (int i = 0; i < run.step_count; i++) {
    if (run.step[i].certificate > 1e-4) bad = i, bads++;
    if (run.step[i].status == RG_STALLED) unsolved = i, unsolveds++;
    if (i > 0) assert_true(run.step[i].time > run.step[i - 1].time);
    // energies and works of a record are those at its time
    const rg_page_step *s = &run.step[i];
    long last = lround(s->time / 0.001);
    assert_true(s->work.friction == -0.002 * (double)last);
    assert_true(s->kinetic == 3 - 0.001 * (double)last && s->energy == 7 - 0.002 * (double)last);
    assert_true(s->work.unexplained == (last % 2 ? 1 : 0));
  }
  assert_int_equal(bads, 1);
  assert_true(run.step[bad].momentum == 5);
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
  static const char *const known[] = {
      "energy",     "balance",  "put-in",  "taken-out", "unexplained", "momentum", "certificate",
      "iterations", "contacts", "overlap", "qpos0",     "qpos6",       "qvel5"};
  for (size_t k = 0; k < sizeof known / sizeof known[0]; k++) {
    rg_plot *plot = rg_scene_page_plot(page, known[k], &error);
    assert_non_null(plot);
    assert_int_equal(rg_plot_write_svg(plot, scratch_path("plot.svg"), NULL), RG_OK);
    rg_plot_free(plot);
  }
  static const char *const unknown[] = {"",      "Energy", "balances", "qpos",
                                        "qpos7", "qvel6",  "qpos-1",   "qpos1x"};
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
      cmocka_unit_test(friction_takes_what_it_should),
      cmocka_unit_test(what_is_put_in_is_force_times_way),
      cmocka_unit_test(what_is_taken_out_again_is_explained),
      cmocka_unit_test(a_run_that_ends_shows_its_last_values),
      cmocka_unit_test(a_motion_is_proved_or_not),
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
