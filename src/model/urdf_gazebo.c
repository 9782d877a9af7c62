/* <gazebo reference="...">: what Gazebo adds to a link or a joint. Friction of its shapes, gravity and springs are
   honoured; everything else is mentioned by its name. */
#include "model/urdf.h"

#include "model/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* older files have <mu1 value="0.2"/> */
static double read_value(rg_urdf *u, const rg_xml *element) {
  double value = (double)NAN;
  int found = 0;
  if (rg_xml_get(element, "value")) {
    rg_read_reals(&u->in, element, "value", 1, &value);
    return value;
  }
  if (u->in.status == RG_OK)
    u->in.status = rg_xml_text_reals(element, 1, 1, &value, &found, u->in.error);
  return value;
}

static int read_truth(rg_urdf *u, const rg_xml *element) {
  const char *text = rg_xml_get(element, "value");
  if (!text) text = element->text;
  if (text && rg_mjcf_listed("true True TRUE 1", text)) return 1;
  if (!text || !rg_mjcf_listed("false False FALSE 0", text))
    rg_read_fail(&u->in, element, NULL, "expected true or false, found '%.40s'", text ? text : "");
  return 0;
}

static void read_friction(rg_urdf *u, const rg_xml *element, double *mu) {
  *mu = read_value(u, element);
  if (*mu < 0) rg_read_fail(&u->in, element, NULL, "must not be negative");
}

/* why what is inside <gazebo> does not count */
static const char *reason_of(const char *name) {
  if (rg_mjcf_listed(
          "kp kd minDepth min_depth maxVel max_vel maxContacts max_contacts softCfm softErp", name))
    return "of <gazebo>, passed over: contact is hard, no spring or depth softens it";
  if (rg_mjcf_listed("stopCfm stopErp stopKp stopKd cfmDamping implicitSpringDamper fudgeFactor",
                     name))
    return "of <gazebo>, passed over: limits are hard, springs and damping as the joint has them";
  if (rg_mjcf_listed("selfCollide self_collide", name))
    return "of <gazebo>, passed over: links without a joint between them touch each other";
  return "of <gazebo>, passed over";
}

/* one element inside; the last one of a name counts, as in Gazebo */
static void read_part(rg_urdf *u, const rg_xml *e, rg_urdf_extra *extra) {
  const char *name = e->name;
  if (extra && strcmp(name, "mu1") == 0) read_friction(u, e, extra->mu);
  else if (extra && strcmp(name, "mu2") == 0) read_friction(u, e, extra->mu + 1);
  else if (extra && strcmp(name, "turnGravityOff") == 0) extra->floats = read_truth(u, e);
  else if (extra && strcmp(name, "gravity") == 0) extra->floats = !read_truth(u, e);
  else if (extra && strcmp(name, "springStiffness") == 0) extra->stiffness = read_value(u, e);
  else if (extra && strcmp(name, "springReference") == 0) extra->rest = read_value(u, e);
  else rg_read_notice(&u->in, e, reason_of(name));
}

void rg_urdf_read_extras(rg_urdf *u) {
  int count = 0;
  for (const rg_xml *e = u->root->first; e; e = e->next) count += strcmp(e->name, "gazebo") == 0;
  u->extra = RG_NEW(u->in.arena, rg_urdf_extra, count);
  u->extra_names = rg_names_new(u->in.arena, count);
  if (u->in.arena->failed) return; // told at the end
  for (const rg_xml *e = u->root->first; e && u->in.status == RG_OK; e = e->next) {
    if (strcmp(e->name, "gazebo") != 0) continue;
    const char *name = rg_xml_get(e, "reference");
    rg_urdf_extra *extra = NULL;
    if (name && name[0]) {
      int known = rg_names_add(&u->extra_names, name, u->extras);
      extra = u->extra + (known < 0 ? u->extras++ : known);
      if (known < 0) *extra = (rg_urdf_extra){.element = e, .mu = {(double)NAN, (double)NAN}};
    }
    for (const rg_xml *part = e->first; part && u->in.status == RG_OK; part = part->next)
      read_part(u, part, extra);
  }
}

rg_urdf_extra *rg_urdf_extra_of(rg_urdf *u, const char *name) {
  int index = name ? rg_names_find(&u->extra_names, name) : -1;
  if (index < 0) return NULL;
  u->extra[index].used = 1;
  return u->extra + index;
}

/* friction is the same in all directions here: the smaller one, where two are given */
double rg_urdf_friction(rg_urdf *u, const rg_urdf_extra *extra) {
  double one = extra->mu[0], two = extra->mu[1];
  if (one != two && !isnan(one) && !isnan(two))
    rg_read_notice(
        &u->in, extra->element,
        "mu1 differs from mu2: friction is the same in all directions, the smaller counts");
  return fmin(one, two); // of a number and NaN the number
}

void rg_urdf_end_extras(rg_urdf *u) {
  int rubs = 0;
  for (int i = 0; i < u->extras; i++) {
    if (!u->extra[i].used) {
      char why[160];
      snprintf(why, sizeof why, "there is no link and no joint '%.80s': passed over",
               rg_xml_get(u->extra[i].element, "reference"));
      rg_read_notice(&u->in, u->extra[i].element, why);
    }
    rubs |= u->extra[i].used && (!isnan(u->extra[i].mu[0]) || !isnan(u->extra[i].mu[1]));
  }
  if (rubs) rg_read_rank_friction(&u->in);
}
