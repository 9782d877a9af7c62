/* rigor run --html, --svg, --png, --plot; solve and compare --html: what is written, what is refused, and before the run where that can be known. */
#include "cli/program.h"

#include <rigor/report.h>
#include <rigor/rigor.h>

static const char ball[] =
    "<mujoco model='ball'><option timestep='0.01' gravity='0 0 -10'/><worldbody>"
    "<geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 1'><freejoint/><geom size='0.1' mass='1'/></body></worldbody></mujoco>\n";

/* two links with an explicit rule gain energy */
static const char links[] =
    "<mujoco><option timestep='0.002'/><worldbody><body><joint type='ball'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.3' size='.02' mass='1'/>"
    "<body pos='0 0 -.3'><joint type='ball'/>"
    "<geom type='capsule' fromto='0 0 0 0 0 -.3' size='.02' mass='1'/></body></body></worldbody>"
    "<keyframe><key qvel='9 10 11 12 13 14'/></keyframe></mujoco>\n";

static int write_models(void **state) {
  if (scratch_make(state) != 0) return -1;
  scratch_text("ball.xml", ball);
  scratch_text("links.xml", links);
  return 0;
}

static int exists(const char *name) { return access(scratch_path(name), R_OK) == 0; }

static int contains(const char *name, const char *text) {
  size_t size;
  char *bytes = scratch_load(scratch_path(name), &size);
  int found = bytes && strstr(bytes, text) != NULL;
  free(bytes);
  return found;
}

static void a_page_is_one_file(void **state) {
  (void)state;
  if (!rg_has_scene_page()) {
    assert_refused("run ball.xml --html page.html", "nodejs");
    return;
  }
  assert_int_equal(run("run ball.xml --html page.html"), 0);
  assert_true(contains("page.html", "<!doctype html>"));
  assert_true(contains("page.html", "\"title\":\"ball\""));
  // nothing is fetched: no address but those of name spaces and licences
  assert_false(contains("page.html", "src=\"http"));
  assert_false(contains("page.html", "@import"));
  assert_int_equal(run("compare ball.xml --solver auto,nsgs --html both.html"), 0);
  assert_true(contains("both.html", "\"name\":\"nsgs\""));
}

/* whether the motion is proved is the last line of the summary, and in the page word for word */
static void assert_told(const char *command, const char *page, const char *words, const char *key) {
  char text[512];
  assert_int_equal(run(command), 0);
  const char *line = strstr(last.out, words);
  assert_non_null(line);
  line += strlen(words);
  snprintf(text, sizeof text, "\"motion\":{\"proved\":%s,\"text\":\"%.*s\"}", key,
           (int)strcspn(line, "\n"), line);
  assert_true(contains(page, text));
}

static void the_page_says_whether_the_motion_is_proved(void **state) {
  (void)state;
  if (!rg_has_scene_page()) return;
  assert_told("run ball.xml --html proved.html", "proved.html", "\nmotion proved: ", "true");
  assert_told("run links.xml --key 0 --integrator euler --html not.html", "not.html",
              "\nmotion NOT proved: ", "false");
  // an overlap that is too deep at the very end only
  char command[512];
  snprintf(
      command, sizeof command,
      "run '%s/models/egg.xml' --key 0 --integrator euler --dt 0.05 --steps 2 --html deep.html",
      RIGOR_SOURCE_DIR);
  assert_told(command, "deep.html", "\nmotion NOT proved: ", "false");
  assert_true(contains("deep.html", "\"text\":\"overlap 1.84e-03 m over 2.0e-04, unexplained"));
}

static void a_solved_problem_has_a_page(void **state) {
  (void)state;
  char command[512];
  snprintf(command, sizeof command,
           "solve '%s/models/problems/crate.json' --solver nsgs --html solve.html",
           RIGOR_SOURCE_DIR);
  assert_int_equal(run(command), 0);
  assert_true(contains("solve.html", "Residual after each iteration"));
  assert_true(contains("solve.html", "<ellipse"));
  // the residuals are on the page, not on the terminal
  assert_null(strstr(last.out, "iteration residual"));
}

static void pictures_are_drawn(void **state) {
  (void)state;
  assert_int_equal(run("run ball.xml --svg side.svg"), 0);
  assert_true(contains("side.svg", "<polygon"));
  assert_int_equal(run("run ball.xml --plot energy --svg one.svg"), 0);
  assert_true(contains("one.svg", "energy [J]"));
  assert_int_equal(run("run ball.xml --plot energy,qpos2 --svg two.svg"), 0);
  assert_true(exists("two-energy.svg") && exists("two-qpos2.svg") && !exists("two.svg"));
  assert_int_equal(
      run("run ball.xml --plot balance,unexplained,put-in,taken-out,momentum --svg b.svg"), 0);
  static const char *const lines[] = {">kinetic<", ">potential<", ">total<", ">put in<",
                                      ">taken out<"};
  for (int k = 0; k < 5; k++) assert_true(contains("b-balance.svg", lines[k]));
  assert_true(contains("b-unexplained.svg", ">bound<"));
  // nothing but the impact takes energy; the first line is there in any case
  assert_true(contains("b-taken-out.svg", ">contacts<"));
  assert_false(contains("b-taken-out.svg", ">dampers<"));
  assert_true(exists("b-put-in.svg") && exists("b-momentum.svg"));
}

/* width and height of a PNG file, 0 where it is none */
static int width_of(const char *name, int *height) {
  size_t size;
  uint8_t *b = (uint8_t *)scratch_load(scratch_path(name), &size);
  int width = 0;
  if (b && size > 24 && memcmp(b, "\x89PNG\r\n\x1a\n", 8) == 0 && memcmp(b + 12, "IHDR", 4) == 0) {
    width = b[18] << 8 | b[19];
    *height = b[22] << 8 | b[23];
  }
  free(b);
  return width;
}

static void pixels_are_painted(void **state) {
  (void)state;
  int height;
  assert_int_equal(run("run ball.xml --png side.png --svg both.svg"), 0);
  assert_int_equal(width_of("side.png", &height), 1280);
  assert_int_equal(height, 800);
  assert_true(exists("both.svg"));
  assert_int_equal(run("run ball.xml --plot energy,qpos2 --png p.png --png-scale 1.5"), 0);
  assert_int_equal(width_of("p-energy.png", &height), 960);
  assert_int_equal(width_of("p-qpos2.png", &height), 960);
  assert_false(exists("p.png"));
}

/* told before the run where that can be known, exit 2, and no half of a file */
static void pixels_that_cannot_be(void **state) {
  (void)state;
  assert_refused("run ball.xml --png-scale 2", "--png");
  assert_refused("run ball.xml --png x.png --png-scale 0", "--png-scale");
  assert_refused("run ball.xml --png x.png --png-scale 17", "--png-scale");
  assert_refused("run ball.xml --png x.png --svg x.png", "same file");
  assert_refused("run ball.xml --png no/such/folder/x.png", "no/such/folder");
  assert_refused("run ball.xml --plot energi --png x.png", "energi");
  if (access("/dev/full", W_OK) == 0) {
    assert_int_equal(run("run ball.xml --png /dev/full"), 2);
    assert_non_null(strstr(last.err, "/dev/full"));
  }
  assert_false(exists("x.png"));
}

static void what_cannot_be_is_refused(void **state) {
  (void)state;
  assert_refused("run ball.xml --plot energy", "--svg");
  assert_refused("run ball.xml --plot energi --svg x.svg", "energi");
  assert_refused("run ball.xml --plot energy,,contacts --svg x.svg", "--plot");
  assert_refused("run ball.xml --plot qpos7 --svg x.svg", "qpos0 to qpos6");
  assert_refused("run ball.xml --svg same.out --csv same.out", "same file");
  assert_refused("run ball.xml --svg no/such/folder/x.svg", "no/such/folder");
  assert_false(exists("x.svg"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_page_is_one_file),
      cmocka_unit_test(the_page_says_whether_the_motion_is_proved),
      cmocka_unit_test(a_solved_problem_has_a_page),
      cmocka_unit_test(pictures_are_drawn),
      cmocka_unit_test(pixels_are_painted),
      cmocka_unit_test(pixels_that_cannot_be),
      cmocka_unit_test(what_cannot_be_is_refused),
  };
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}
