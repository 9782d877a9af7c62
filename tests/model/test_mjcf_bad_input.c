/* Bad model files: each is an error with file, line, column, element and reason; none crashes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/scratch.h"

#include <rigor/model.h>

/* loads `path`, which must fail with a text that has `reason` in it, at that line (0: any) */
static void assert_bad_file(const char *path, int line, const char *reason) {
  rg_model *model = (rg_model *)&model;
  rg_error error;
  char message[1024];
  rg_status status = rg_model_load(&model, path, NULL, &error);
  assert_null(model);
  rg_error_text(&error, message, sizeof message);
  if (status == RG_OK || error.status != status || !strstr(message, reason) || !error.file[0] ||
      (line > 0 && (error.line != line || error.column < 1)))
    fail_msg("%s: expected line %d and '%s', got '%s'", path, line, reason, message);
}

static void assert_bad(const char *text, int line, const char *reason) {
  assert_bad_file(scratch_text("bad.xml", text), line, reason);
}

/* a body with these elements stands in line 2 */
static void assert_bad_body(const char *inside, const char *reason) {
  char text[2048];
  snprintf(text, sizeof text,
           "<mujoco><worldbody>\n<body name='b'>%s</body>\n</worldbody></mujoco>", inside);
  assert_bad(text, 2, reason);
}

/* sections after a body with joint 'j' and geom 'g' stand in line 2 */
static void assert_bad_section(const char *inside, const char *reason) {
  char text[2048];
  snprintf(text, sizeof text,
           "<mujoco><worldbody><body name='b'><joint name='j'/><geom name='g' size='1'/></body>"
           "</worldbody>\n%s</mujoco>",
           inside);
  assert_bad(text, 2, reason);
}

/* --- files ---------------------------------------------------------------------------------------- */

static void no_file(void **state) {
  (void)state;
  assert_bad_file("/nonexistent/model.xml", 0, "No such file");
  assert_bad_file(scratch_folder, 0, "directory");
  assert_bad("", 1, "empty");
  assert_bad(" \n ", 0, "no element found");
  assert_int_not_equal(rg_model_load(NULL, "x", NULL, NULL), RG_OK);
  rg_model *model;
  assert_int_not_equal(rg_model_load(&model, NULL, NULL, NULL), RG_OK);
  assert_int_not_equal(rg_model_parse(&model, NULL, 0, NULL, NULL), RG_OK);
  assert_int_not_equal(rg_model_parse(&model, "", 0, NULL, NULL), RG_OK);
  assert_int_not_equal(rg_model_save(NULL, "x", NULL), RG_OK);
}

static void no_xml(void **state) {
  (void)state;
  static const unsigned char binary[] = {0x7f, 'E', 'L', 'F', 0, 1, 2, 3, 0xff, 0xfe, '<', 'm'};
  assert_bad_file(scratch_bytes("binary.xml", binary, sizeof binary), 1, "not well-formed");
  assert_bad("<mujoco><worldbody></mujoco>", 1, "mismatched tag");
  assert_bad("<mujoco>\n<worldbody>", 2, "no element found");
  assert_bad("<html/>", 1, "root element");
  assert_bad("<mujoco/><mujoco/>", 1, "junk");
  assert_bad("<mujoco>&unknown;</mujoco>", 1, "undefined entity");
  assert_bad("<mujoco><option timestep='1' timestep='2'/></mujoco>", 1, "duplicate attribute");
}

/* a billion laughs, a quadratic blow-up, a file of the system */
static void entities(void **state) {
  (void)state;
  assert_bad("<!DOCTYPE m [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]><mujoco>&b;</mujoco>", 1,
             "refused");
  assert_bad("<!DOCTYPE m SYSTEM 'file:///etc/passwd'><mujoco/>", 1, "refused");
  assert_bad("<!DOCTYPE m [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><mujoco model='&x;'/>", 1,
             "refused");
  rg_model *model;
  const char plain[] = "<?xml version='1.0'?><!DOCTYPE mujoco><!-- c --><mujoco><![CDATA[<a>]]>x"
                       "</mujoco>";
  assert_int_equal(rg_model_parse(&model, plain, sizeof plain - 1, NULL, NULL), RG_OK);
  rg_model_free(model);
}

static char *repeat(const char *head, const char *part, int count, const char *tail) {
  size_t one = strlen(part), size = strlen(head) + one * (size_t)count + strlen(tail) + 1;
  char *text = malloc(size), *at = text;
  if (!text) abort();
  at += sprintf(at, "%s", head);
  for (int k = 0; k < count; k++, at += one) memcpy(at, part, one);
  strcpy(at, tail);
  return text;
}

static void too_deep(void **state) {
  (void)state;
  static const char *const parts[] = {"<body>", "<frame>", "<replicate count='1'>", "<x>"};
  for (int k = 0; k < 4; k++) {
    char *text = repeat("<mujoco><worldbody>", parts[k], 10000, "");
    assert_bad(text, 1, "500");
    free(text);
  }
  char *text = repeat("<mujoco>", "<default class='a'>", 10000, "");
  assert_bad(text, 1, "500");
  free(text);
  // 497 bodies fit
  char *fits = repeat("<mujoco><worldbody>", "<body><geom size='1'/>", 497, "");
  char *whole = repeat(fits, "</body>", 497, "</worldbody></mujoco>");
  rg_model *model;
  assert_int_equal(rg_model_parse(&model, whole, strlen(whole), NULL, NULL), RG_OK);
  assert_int_equal(model->nbody, 498);
  rg_model_free(model);
  free(fits);
  free(whole);
}

static void too_large(void **state) {
  (void)state;
  // an attribute of 64 MB
  char *text = repeat("<mujoco model='", "0123456789abcdef", 4 * 1024 * 1024, "'/>");
  rg_model *model;
  rg_error error;
  assert_int_equal(rg_model_parse(&model, text, strlen(text), NULL, &error), RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "32 MiB"));
  assert_int_equal(error.line, 1);
  free(text);
  // a file of 2 GB that is not even read
  const char *path = scratch_text("huge.xml", "<mujoco>");
  assert_int_equal(truncate(path, 2147483648), 0);
  assert_bad_file(path, 1, "512 MiB");
  // copies of copies of copies
  assert_bad("<mujoco><worldbody><replicate count='1000000'><replicate count='1000000'>"
             "<geom size='1'/></replicate></replicate></worldbody></mujoco>",
             1, "more than");
  assert_bad("<mujoco><worldbody><replicate count='1000000000'/></worldbody></mujoco>", 1, "count");
}

static void bad_includes(void **state) {
  (void)state;
  assert_bad("<mujoco>\n<include file='missing.xml'/></mujoco>", 2, "missing.xml");
  assert_bad("<mujoco>\n<include/></mujoco>", 2, "'file' is missing");
  assert_bad("<mujoco>\n<include file='bad.xml'/></mujoco>", 2, "cycle");
  scratch_text("one.xml", "<mujoco>\n<include file='two.xml'/></mujoco>");
  scratch_text("two.xml", "<mujoco>\n\n<include file='one.xml'/></mujoco>");
  assert_bad_file(scratch_path("one.xml"), 3, "cycle");
  scratch_text("leaf.xml", "<mujoco><size/></mujoco>");
  assert_bad("<mujoco><include file='leaf.xml'/>\n<include file='leaf.xml'/></mujoco>", 2,
             "before");
  // an error inside names the inner file
  scratch_text("wrong.xml", "<mujoco>\n<option timestep='x'/></mujoco>");
  const char *path = scratch_text("outer.xml", "<mujoco><include file='wrong.xml'/></mujoco>");
  rg_model *model;
  rg_error error;
  assert_int_equal(rg_model_load(&model, path, NULL, &error), RG_BAD_INPUT);
  assert_non_null(strstr(error.file, "wrong.xml"));
  assert_int_equal(error.line, 2);
  assert_int_equal(error.column, 9);
}

/* --- values ---------------------------------------------------------------------------------------- */

static void numbers(void **state) {
  (void)state;
  static const char *const words[] = {"abc", "1x", "1,2", "0x10", "--1", "1e", "+", "1..2"};
  char text[256];
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
    snprintf(text, sizeof text, "<geom size='%s'/>", words[k]);
    assert_bad_body(text, "expected a number");
  }
  static const char *const infinite[] = {"nan", "inf", "-INF", "NaN", "infinity", "1e999"};
  for (size_t k = 0; k < sizeof infinite / sizeof infinite[0]; k++) {
    snprintf(text, sizeof text, "<geom size='%s'/>", infinite[k]);
    assert_bad_body(text, "expected a finite number");
  }
  assert_bad_body("<geom size='1' pos='1 2'/>", "has 2 numbers, must have 3");
  assert_bad_body("<geom size='1' pos='1 2 3 4'/>", "has 4 numbers, must have 3");
  assert_bad_body("<geom size=''/>", "has 0 numbers");
  assert_bad_body("<geom size='1 2 3 4'/>", "has 4 numbers");
  assert_bad_body("<geom size='1' condim='1.5'/>", "integer");
  assert_bad_body("<geom size='1' condim='1e20'/>", "integer");
  assert_bad_body("<geom type='cube' size='1'/>", "must be one of");
  assert_bad_body("<joint limited='maybe'/>", "must be one of");
}

static void bodies(void **state) {
  (void)state;
  assert_bad_body("<joint/>", "mass");
  assert_bad_body("<joint/><geom size='1' mass='0'/>", "mass");
  assert_bad_body("<geom size='1' mass='-1'/>", "mass");
  assert_bad_body("<inertial mass='-1' diaginertia='1 1 1'/>", "mass");
  assert_bad_body("<joint/><inertial mass='0' diaginertia='1 1 1'/>", "mass");
  assert_bad_body("<inertial diaginertia='1 1 1'/>", "'mass' is missing");
  assert_bad_body("<inertial mass='1' diaginertia='1 1 3'/>", "sum of two");
  assert_bad_body("<inertial mass='1' fullinertia='1 1 1 2 0 0'/>", "positive definite");
  assert_bad_body("<inertial mass='1' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>", "already");
  assert_bad_body("<inertial mass='1'/><inertial mass='1'/>", "already");
  assert_bad_body("<joint axis='0 0 0'/><geom size='1'/>", "axis");
  assert_bad_body("<geom size='-1'/>", "size");
  assert_bad_body("<geom type='box' size='1'/>", "size");
  assert_bad_body("<geom type='mesh'/>", "mesh");
  assert_bad_body("<geom type='mesh' mesh='none'/>", "none");
  assert_bad_body("<geom type='hfield'/>", "hfield");
  assert_bad_body("<geom size='1' quat='0 0 0 0'/>", "length 0");
  assert_bad_body("<geom size='1' zaxis='0 0 0'/>", "length 0");
  assert_bad_body("<geom size='1' xyaxes='1 0 0 2 0 0'/>", "parallel");
  assert_bad_body("<geom size='1' quat='1 0 0 0' euler='1 2 3'/>", "already given");
  assert_bad_body("<geom size='1' class='none'/>", "no default class");
  assert_bad_body("<geom size='1' friction='-1'/>", "friction");
  assert_bad_body("<geom size='1' condim='2'/>", "condim");
  assert_bad_body("<geom type='capsule' size='1' fromto='1 1 1 1 1 1'/>", "same");
  assert_bad_body("<geom size='1' fromto='1 1 1 2 2 2'/>", "fromto");
  assert_bad_body("<geom name='x' size='1'/><geom name='x' size='1'/>", "name");
  assert_bad_body("<geom size='1'/><joint name='x'/><joint name='x'/>", "name");
  assert_bad_body("<geom size='1'/><body name='b'><geom size='1'/></body>", "name");
  assert_bad_body("<geom size='1'/><joint range='2 1'/>", "range");
  assert_bad_body("<geom size='1'/><joint/><freejoint/>", "free");
  assert_bad_body("<body><freejoint/><geom size='1'/></body>", "free");
  assert_bad("<mujoco><worldbody>\n<joint/></worldbody></mujoco>", 2, "world");
  assert_bad("<mujoco><worldbody>\n<inertial mass='1'/></worldbody></mujoco>", 2, "world");
}

static void sections(void **state) {
  (void)state;
  assert_bad_section("<option timestep='0'/>", "timestep");
  assert_bad_section("<option timestep='-1'/>", "timestep");
  assert_bad_section("<option density='-1'/>", "density");
  assert_bad_section("<compiler eulerseq='xyw'/>", "eulerseq");
  assert_bad_section("<compiler coordinate='global'/>", "coordinate");
  assert_bad_section("<compiler angle='grad'/>", "must be one of");
  assert_bad_section("<compiler inertiagrouprange='0 9'/>", "0 to 5");
  assert_bad_section("<default class='a'/><default class='b'/>", "called 'a' already");
  assert_bad_section("<default><default class='a'/></default><default class='a'/>", "two classes");
  assert_bad_section("<default><default/></default>", "'class' is missing");
  assert_bad_section("<default><default class='a'/><default class='a'/></default>", "two classes");
  assert_bad_section("<default><geom size='x'/></default>", "expected a number");
  assert_bad_section("<default><motor gear='x'/></default>", "expected a number");
  assert_bad_section("<default><nonsense/></default>", "no element");
  assert_bad_section("<asset><mesh file='missing.stl'/></asset>", "missing.stl");
  assert_bad_section("<asset><mesh name='m'/></asset>", "neither");
  assert_bad_section("<asset><mesh name='m' vertex='1 2 3'/></asset>", "vertex");
  assert_bad_section("<asset><mesh name='m' vertex='0 0 0 1 0 0 2 0 0 3 0 0'/></asset>", "line");
  assert_bad_section(
      "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1' face='0 1 9'/></asset>",
      "no vertex 9");
  assert_bad_section("<contact><pair geom1='g' geom2='h'/></contact>", "'h'");
  assert_bad_section("<contact><pair geom1='g'/></contact>", "'geom2' is missing");
  assert_bad_section("<contact><exclude body1='b' body2='c'/></contact>", "'c'");
  assert_bad_section("<equality><connect body1='b' body2='c' anchor='0 0 0'/></equality>", "'c'");
  assert_bad_section("<equality><connect body1='b'/></equality>", "'anchor' is missing");
  assert_bad_section("<equality><weld body1='b' body2='b'/></equality>", "itself");
  assert_bad_section("<equality><joint joint1='x'/></equality>", "'x'");
  assert_bad_section("<actuator><motor joint='x'/></actuator>", "'x'");
  assert_bad_section("<actuator><motor/></actuator>", "drives nothing");
  assert_bad_section("<actuator><motor joint='j' ctrlrange='2 1'/></actuator>", "ctrlrange");
  assert_bad_section("<keyframe><key qpos='1 2'/></keyframe>", "qpos has 2");
  assert_bad_section("<keyframe><key qvel=''/></keyframe>", "qvel has 0");
  assert_bad_section("<sensor><jointpos joint='x'/></sensor>", "'x'");
  assert_bad_section("<sensor><jointpos/></sensor>", "'joint' is missing");
  assert_bad_section("<sensor><framepos objtype='body'/></sensor>", "'objname' is missing");
  assert_bad_section("<custom><numeric name='n' data='1 2 3' size='2'/></custom>", "size");
  assert_bad_section("<custom><text name='n'/></custom>", "'data' is missing");
}

/* --- damage ---------------------------------------------------------------------------------------- */

static const char healthy[] =
    "<mujoco model=\"m\"><compiler angle=\"radian\"/><default><geom friction=\"0.4\"/>"
    "<default class=\"a\"><joint damping=\"1\"/></default></default>"
    "<asset><mesh name=\"t\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/></asset>"
    "<worldbody><geom type=\"plane\" size=\"1 1 1\"/><body name=\"b\" pos=\"0 0 1\">"
    "<joint name=\"j\" class=\"a\" range=\"-1 1\"/><geom type=\"mesh\" mesh=\"t\"/>"
    "</body><frame euler=\"1 2 3\"><body name=\"c\"><freejoint/><geom size=\"1\"/></body></frame>"
    "<replicate count=\"3\" offset=\"1 0 0\"><body name=\"d\"><freejoint/><geom name=\"g\" "
    "size=\"0.1\"/></body></replicate></worldbody><equality><connect body1=\"b\" body2=\"d0\" "
    "anchor=\"0 0 0\"/></equality><tendon><fixed name=\"r\" range=\"0 1\"><joint joint=\"j\" "
    "coef=\"2\"/></fixed></tendon><actuator><position joint=\"j\" kp=\"3\"/><motor "
    "tendon=\"r\"/></actuator>"
    "<sensor><jointpos joint=\"j\"/></sensor><keyframe><key ctrl=\"1 2\"/></keyframe>"
    "<custom><numeric name=\"n\" data=\"1 2\"/></custom></mujoco>";

/* loads or says why not */
static void load_damaged(const char *text, size_t size) {
  rg_model *model;
  rg_error error;
  rg_status status = rg_model_parse(&model, text, size, NULL, &error);
  assert_true((status == RG_OK) == (model != NULL));
  if (status != RG_OK) {
    assert_true(error.status == status && error.reason[0] && error.file[0]);
    assert_true(error.line >= 1 && error.column >= 1);
  }
  rg_model_free(model);
}

static void cut_off(void **state) {
  (void)state;
  rg_model *model;
  assert_int_equal(rg_model_parse(&model, healthy, sizeof healthy - 1, NULL, NULL), RG_OK);
  rg_model_free(model);
  for (size_t k = 0; k < sizeof healthy - 1; k++) {
    // a copy of that size, so that reading past its end shows
    char *text = malloc(k + 1);
    assert_non_null(text);
    memcpy(text, healthy, k);
    assert_int_not_equal(rg_model_parse(&model, text, k, NULL, NULL), RG_OK);
    load_damaged(text, k);
    free(text);
  }
}

static void bytes_flipped(void **state) {
  (void)state;
  uint64_t random = 88172645463325252u;
  size_t size = sizeof healthy - 1;
  char *text = malloc(size);
  assert_non_null(text);
  for (int round = 0; round < 20000; round++) {
    memcpy(text, healthy, size);
    // from one to four bytes; half of them stay printable
    for (int k = 0; k <= round % 4; k++) {
      random ^= random << 13;
      random ^= random >> 7;
      random ^= random << 17;
      size_t at = (size_t)(random >> 8) % size;
      text[at] = round & 8 ? (char)(random & 0xff) : (char)(' ' + (random & 0xff) % 95);
    }
    load_damaged(text, size);
  }
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_file),  cmocka_unit_test(no_xml),        cmocka_unit_test(entities),
      cmocka_unit_test(too_deep), cmocka_unit_test(too_large),     cmocka_unit_test(bad_includes),
      cmocka_unit_test(numbers),  cmocka_unit_test(bodies),        cmocka_unit_test(sections),
      cmocka_unit_test(cut_off),  cmocka_unit_test(bytes_flipped),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
