/* URDF and SDFormat as they lie on the disks of people: what is unusual and valid loads, what is wrong is told with file, line,
   element and what to do about it, and what may be left out is with --lenient. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <rigor/looks.h>
#include <rigor/model.h>

#include "dynamics/random_xml.h"

static rg_status read(const char *text, int lenient, rg_model **m, rg_error *error) {
  rg_load_options options = {.lenient = lenient};
  return rg_model_parse(m, text, strlen(text), &options, error);
}

static int notices_with(const rg_model *model, const char *word) {
  int count = 0;
  for (int i = 0; i < model->nnotice; i++) count += strstr(model->notice[i], word) != NULL;
  return count;
}

/* one link in either format with the inertia of diag (a, b, c) */
static void write_link(xml_text *x, int urdf, const double I[3]) {
  if (urdf)
    xml_put(x,
            "<robot name='r'><link name='world'/><link name='l'><inertial><mass "
            "value='1'/><inertia ixx='%.17g' iyy='%.17g' "
            "izz='%.17g' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
            "type='floating'><parent link='world'/>"
            "<child link='l'/></joint></robot>",
            I[0], I[1], I[2]);
  else
    xml_put(x,
            "<sdf version='1.9'><model name='m'><link "
            "name='l'><inertial><mass>1</mass><inertia><ixx>%.17g</ixx>"
            "<iyy>%.17g</iyy><izz>%.17g</izz></inertia></inertial></link></model></sdf>",
            I[0], I[1], I[2]);
}

/* Moments that no body has are refused with what to do, and lenient with their mean; those that a body may have are as given. */
static void moments(void **state) {
  (void)state;
  int wrong = 0;
  for (uint64_t seed = 1; seed <= 200; seed++) {
    xml_text x = {.seed = seed};
    double I[3], sum = 0, most = 0;
    for (int k = 0; k < 3; k++)
      I[k] = exp(0.8 * xml_draw(&x)), sum += I[k], most = fmax(most, I[k]);
    write_link(&x, (int)(seed % 2), I);
    rg_model *m = NULL;
    rg_error error;
    rg_status status = read(x.text, 0, &m, &error);
    if (2 * most > sum) {
      wrong++;
      if (!status || !strstr(error.reason, "--lenient") || error.line != 1)
        fail_msg("%s", error.reason);
      assert_int_equal(read(x.text, 1, &m, &error), RG_OK);
      assert_int_equal(notices_with(m, "their mean counts"), 1);
      for (int k = 0; k < 3; k++) assert_true(fabs(m->body_inertia[3 + k] - sum / 3) < 1e-14);
    } else {
      assert_int_equal(status, RG_OK);
      assert_true(fabs(m->body_inertia[3] + m->body_inertia[4] + m->body_inertia[5] - sum) < 1e-13);
      assert_int_equal(m->nnotice, 0);
    }
    rg_model_free(m);
    free(x.text);
  }
  assert_true(wrong > 50 && wrong < 150);
}

/* Two coefficients that differ, as the ground of Gazebo has: the smaller one counts, and a notice says so. */
static void coefficients(void **state) {
  (void)state;
  static const char *const words[][2] = {{"mu", "mu2"}, {"friction", "friction2"}};
  for (uint64_t seed = 1; seed <= 40; seed++) {
    xml_text x = {.seed = seed};
    double mu[2] = {1 + xml_draw(&x), 1 + xml_draw(&x)};
    int engine = (int)(seed % 2);
    xml_put(&x,
            "<sdf version='1.6'><world name='w'><model name='ground_plane'><static>1</static><link "
            "name='link'>"
            "<collision name='c'><geometry><plane><normal>0 0 1</normal><size>100 "
            "100</size></plane></geometry><surface>"
            "<friction><%s><%s>%.17g</%s><%s>%.17g</%s></%s></friction></surface></collision></"
            "link></model></world></sdf>",
            engine ? "bullet" : "ode", words[engine][0], mu[0], words[engine][0], words[engine][1],
            mu[1], words[engine][1], engine ? "bullet" : "ode");
    rg_model *m = NULL;
    rg_error error;
    if (read(x.text, 0, &m, &error)) fail_msg("%s", error.reason);
    assert_true(m->geom_friction[0] == fmin(mu[0], mu[1]));
    assert_int_equal(notices_with(m, "the smaller one counts"), 1);
    rg_model_free(m);
    free(x.text);
  }
}

#define LINK(name)                                                                                 \
  "<link name='" name "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' "     \
  "ixz='0' iyz='0'/></inertial></link>"
#define PAIR(joint) "<robot name='r'>" LINK("a") LINK("b") "\n" joint "</robot>"
#define BETWEEN     "<parent link='a'/><child link='b'/>"
#define SDF(inside) "<sdf version='1.9'>\n" inside "</sdf>"

/* each refusal: the line, the element, what is wrong and what to do; taken: --lenient loads it */
static void refusals(void **state) {
  (void)state;
  static const struct {
    const char *text, *element, *what, *cure;
    int taken;
  } cases[] = {
      {PAIR("<joint name='j' type='Revolute'>" BETWEEN "</joint>"), "joint",
       "no type of joint 'Revolute'", "there are revolute", 0},
      {PAIR("<joint name='j' type='revolute'>" BETWEEN "</joint>"), "joint", "needs a <limit>",
       "--lenient", 1},
      {PAIR("<joint name='j' type='fixed'>" BETWEEN "</joint><tool x='1'/>"), "tool",
       "not part of URDF", "--lenient passes over", 1},
      {PAIR("<joint name='j' type='fixed' tool='1'>" BETWEEN "</joint>"), "joint",
       "not part of URDF", "--lenient passes over", 1},
      {"<robot name='r'>" LINK("a") "<link name='b'/>\n<joint name='j' type='continuous'>" BETWEEN
                                    "</joint></robot>",
       "body 'b'", "needs a mass", "give it an inertial, or a fixed joint", 0},
      {SDF("<model name='m'><link name='l'><kinematic>1</kinematic></link></model>"), "link",
       "kinematic", "make the model static", 1},
      {SDF("<model name='m'><link name='l'/><joint name='j' "
           "type='hinge'><parent>world</parent><child>l</child></joint></model>"),
       "joint", "no type of joint 'hinge'", "there are revolute", 0},
      {SDF("<model name='m'><link name='l'><tool/></link></model>"), "tool", "not part of SDFormat",
       "--lenient passes over", 1},
      {SDF("<world name='w'><include><uri>model://nowhere</uri></include></world>"), "include",
       "model://nowhere", "--package-path", 0},
      {SDF("<world name='w'><include><uri>https://a.b/c</uri></include></world>"), "include",
       "nothing is fetched", "download", 0},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    rg_model *m = NULL;
    rg_error error;
    if (!read(cases[k].text, 0, &m, &error)) fail_msg("%s loads", cases[k].text);
    if (error.line != 2 || strcmp(error.element, cases[k].element) != 0 ||
        !strstr(error.reason, cases[k].what) || !strstr(error.reason, cases[k].cure))
      fail_msg("%s\n%d: %s: %s", cases[k].text, error.line, error.element, error.reason);
    rg_status status = read(cases[k].text, 1, &m, &error);
    if ((status == RG_OK) != cases[k].taken)
      fail_msg("lenient: %s: %s", cases[k].text, error.reason);
    if (!status) rg_model_free(m);
  }
}

/* valid and unusual: frames that carry links and joints, a joint to a frame, a nested model, links without mass below one that
   moves, a mimic before its leader, blanks in names */
static void unusual(void **state) {
  (void)state;
#define BODY                                                                                       \
  "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
  static const struct {
    const char *text;
    int bodies, joints;
  } cases[] = {
      {SDF("<model name='m'><frame name='f'><pose>0 0 1 0 0 0</pose></frame><frame name='g' "
           "attached_to='l'><pose relative_to='f' "
           "degrees='true'>0 0 0 90 0 0</pose></frame><link name='l'><pose relative_to='f'/>" BODY
           "</link><link name='k'><pose "
           "relative_to='g'>1 0 0 0 0 0</pose>" BODY
           "</link><joint name='j' type='revolute'><pose relative_to='g'/><parent>l</parent>"
           "<child>k</child><axis><xyz expressed_in='__model__'>0 0 "
           "1</xyz></axis></joint></model>"),
       3, 2},
      {SDF("<model name='m'><link name='k'>" BODY
           "</link><frame name='tip' attached_to='k'><pose>1 0 0 0 0 0</pose></frame><joint "
           "name='j' type='revolute'><parent>world</parent><child>tip</child><axis><xyz>0 1 "
           "0</xyz></axis></joint></model>"),
       2, 1},
      {SDF("<model name='m'><model name='n'><pose>0 0 1 0 0 0</pose><link name='l'>" BODY
           "</link></model><link name='b'>" BODY "</link><joint name='j' "
           "type='fixed'><parent>b</parent><child>n::l</child></joint></model>"),
       3, 1},
      {"<robot name='r'>" LINK("a") "<link name='b'/>" LINK(
           "c") "<joint name='j' type='continuous'>" BETWEEN "</joint>"
                "<joint name='f' type='fixed'><parent link='b'/><child link='c'/></joint></robot>",
       4, 1},
      {"<robot name='r'>" LINK("a") LINK("b")
           LINK("c") "<joint name='k' type='continuous'><parent link='a'/><child link='c'/>"
                     "<mimic joint='j' multiplier='-1' offset='.2'/></joint><joint name='j' "
                     "type='continuous'>" BETWEEN "</joint></robot>",
       4, 2},
      {"<robot name='r'>" LINK("a link")
           LINK("b") "<joint name='j 1' type='continuous'><parent link='a link'/><child link='b'/>"
                     "</joint></robot>",
       3, 1},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    rg_model *m = NULL;
    rg_error error;
    if (read(cases[k].text, 0, &m, &error)) fail_msg("%s\n%s", cases[k].text, error.reason);
    if (m->nbody != cases[k].bodies || m->njoint != cases[k].joints)
      fail_msg("%s: %d bodies, %d joints", cases[k].text, m->nbody, m->njoint);
    rg_model_free(m);
  }
}

/* the sun of a world of Gazebo, a lamp on a link, the ambient light of the scene */
static void lights(void **state) {
  (void)state;
  rg_model *m = NULL;
  rg_error error;
  static const char text[] =
      "<sdf version='1.6'><world name='w'><scene><ambient>0.2 0.3 0.4 1</ambient></scene><light "
      "type='directional' name='sun'>"
      "<cast_shadows>true</cast_shadows><pose>0 0 10 0 0 0</pose><diffuse>0.8 0.8 0.6 "
      "1</diffuse><direction>-0.6 0 -0.8</direction>"
      "</light><model name='m'><link name='l'><light type='spot' name='lamp'><pose>1 2 3 0 "
      "1.5707963267948966 0</pose><spot>"
      "<inner_angle>0.1</inner_angle><outer_angle>1</outer_angle><falloff>2</falloff></"
      "spot><attenuation><range>9</range>"
      "<constant>0.5</constant><linear>0.1</linear><quadratic>0.01</quadratic></attenuation></"
      "light></link></model></world></sdf>";
  if (read(text, 0, &m, &error)) fail_msg("%s", error.reason);
  const rg_looks *looks = m->looks;
  assert_int_equal(looks->nlight, 2);
  for (int i = 0; i < 2; i++) {
    const rg_light *light = &looks->light[i];
    int sun = strcmp(light->name, "sun") == 0;
    assert_int_equal(light->directional, sun);
    assert_int_equal(light->shadow, sun);
    assert_int_equal(light->body, !sun);
    const double dir[3] = {sun ? -0.6 : -1, 0, sun ? -0.8 : 0}; /* down, a quarter about y */
    for (int k = 0; k < 3; k++) assert_true(fabs(light->dir[k] - dir[k]) < 1e-12);
    if (sun) assert_true(light->diffuse[2] == 0.6f);
    else
      assert_true(light->pos[2] == 3 && fabs((double)light->cutoff - 0.5 * 180 / acos(-1)) < 1e-5 &&
                  light->exponent == 2 && light->attenuation[0] == 0.5f &&
                  light->attenuation[2] == 0.01f);
  }
  assert_true(looks->head.ambient[1] == 0.3f && looks->head.diffuse[0] == 0);
  rg_model_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(moments), cmocka_unit_test(coefficients),
                                     cmocka_unit_test(refusals), cmocka_unit_test(unusual),
                                     cmocka_unit_test(lights)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
