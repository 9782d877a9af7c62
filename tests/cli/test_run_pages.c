/* rigor run --html, --svg, --png, --plot; solve and compare --html: what is written, what is refused, and before the run where that can be known. */
#include "cli/program.h"

#include <rigor/rigor.h>

static const char ball[] =
    "<mujoco model='ball'><option timestep='0.01' gravity='0 0 -10'/><worldbody>"
    "<geom type='plane' size='1 1 1'/>"
    "<body pos='0 0 1'><freejoint/><geom size='0.1' mass='1'/></body></worldbody></mujoco>\n";

static int write_models(void **state) {
  if (scratch_make(state) != 0) return -1;
  scratch_text("ball.xml", ball);
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
      cmocka_unit_test(a_solved_problem_has_a_page),
      cmocka_unit_test(pictures_are_drawn),
      cmocka_unit_test(pixels_are_painted),
      cmocka_unit_test(pixels_that_cannot_be),
      cmocka_unit_test(what_cannot_be_is_refused),
  };
  return cmocka_run_group_tests(tests, write_models, scratch_remove);
}
