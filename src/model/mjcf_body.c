/* The tree of bodies: <body>, <inertial>, <frame>, <replicate>, <attach>.

   A frame gives its pose to everything inside. Copy i of a replicate has the pose (p_i, euler * i),
   p_0 = 0, p_{i+1} = p_i + R_i offset, and its names end in the separator and i, written with as
   many digits as the count has. */
#include "math/vector.h"
#include "model/mjcf.h"

#include <stdio.h>
#include <string.h>

enum { MOST_COPIES = 1000000, SUFFIX = 256 };

/* where the children of an element go */
typedef struct place {
  rg_spec_body *body;
  rg_pose frame;
  const rg_mjcf_class *class;
} place;

static void read_children(rg_mjcf *m, const rg_xml *element, const place *at);

static void read_inertial(rg_mjcf *m, const rg_xml *element, const place *at) {
  rg_mjcf_check(m, element, "inertial");
  if (at->body == m->spec->world) rg_mjcf_fail(m, element, NULL, "the world cannot have inertia");
  if (at->body->has_inertial) rg_mjcf_fail(m, element, NULL, "the body has inertia already");
  rg_inertial_spec inertial = rg_inertial_spec_default();
  rg_mjcf_pose(m, element, &inertial.pose);
  inertial.pose = rg_mjcf_compose(&at->frame, &inertial.pose);
  rg_mjcf_required(m, element, "mass");
  rg_mjcf_real(m, element, "mass", &inertial.mass);
  int diagonal = rg_mjcf_reals(m, element, "diaginertia", 3, 3, inertial.diagonal);
  int full = rg_mjcf_reals(m, element, "fullinertia", 6, 6, inertial.full);
  if (full && diagonal)
    rg_mjcf_fail(m, element, "fullinertia", "the inertia is already given by 'diaginertia'");
  if (m->status != RG_OK) return;
  rg_mjcf_at(m, element);
  rg_spec_set_inertial(m->spec, at->body, &inertial);
}

static void read_body(rg_mjcf *m, const rg_xml *element, const place *at) {
  rg_mjcf_check_attributes(m, element, "body");
  rg_pose pose = rg_mjcf_identity;
  rg_mjcf_pose(m, element, &pose);
  pose = rg_mjcf_compose(&at->frame, &pose);
  double gravcomp = 0;
  int mocap = 0;
  rg_mjcf_real(m, element, "gravcomp", &gravcomp);
  rg_mjcf_word(m, element, "mocap", "false true", &mocap);
  place inside = {.frame = rg_mjcf_identity};
  inside.class = rg_mjcf_class_of(m, element, "childclass", at->class);
  const char *name = rg_mjcf_name(m, element);
  if (!rg_mjcf_accept(m, element)) return;
  inside.body = rg_spec_add_body(m->spec, at->body, name, &pose);
  if (!inside.body) return;
  inside.body->gravcomp = gravcomp;
  inside.body->mocap = mocap;
  read_children(m, element, &inside);
}

static void read_frame(rg_mjcf *m, const rg_xml *element, const place *at) {
  rg_mjcf_check_attributes(m, element, "frame");
  rg_pose pose = rg_mjcf_identity;
  rg_mjcf_pose(m, element, &pose);
  place inside = *at;
  inside.frame = rg_mjcf_compose(&at->frame, &pose);
  inside.class = rg_mjcf_class_of(m, element, "childclass", at->class);
  read_children(m, element, &inside);
}

static int digits(int count) { return snprintf(NULL, 0, "%d", count); }

static void read_replicate(rg_mjcf *m, const rg_xml *element, const place *at) {
  rg_mjcf_check_attributes(m, element, "replicate");
  int count = 0;
  double offset[3] = {0}, euler[3] = {0};
  const char *separator = "", *outer = m->suffix;
  rg_mjcf_required(m, element, "count");
  rg_mjcf_int(m, element, "count", &count);
  rg_mjcf_reals(m, element, "offset", 3, 3, offset);
  rg_mjcf_reals(m, element, "euler", 3, 3, euler);
  rg_mjcf_text(m, element, "sep", &separator);
  if (count < 0 || count > MOST_COPIES)
    rg_mjcf_fail(m, element, "count", "must be from 0 to %d", MOST_COPIES);
  if (strlen(separator) + strlen(outer) > SUFFIX / 2)
    rg_mjcf_fail(m, element, "sep", "the suffix of the names gets too long");
  place inside = *at;
  inside.class = rg_mjcf_class_of(m, element, "childclass", at->class);
  rg_pose copy = rg_mjcf_identity;
  for (int i = 0; i < count && m->status == RG_OK; i++) {
    double turned[3], step[3];
    rg_v3_scale(turned, i, euler);
    rg_mjcf_euler(m, turned, copy.quat);
    inside.frame = rg_mjcf_compose(&at->frame, &copy);
    // the innermost suffix comes first
    char suffix[SUFFIX];
    snprintf(suffix, sizeof suffix, "%s%0*d%s", separator, digits(count), i, outer);
    m->suffix = suffix;
    read_children(m, element, &inside);
    m->suffix = outer;
    rg_quat_rotate(step, copy.quat, offset);
    rg_v3_add(copy.pos, copy.pos, step);
  }
}

typedef struct camera_draft {
  rg_pose pose;
  double fovy;
} camera_draft;

static void apply_camera(rg_mjcf *m, const rg_xml *element, void *draft) {
  camera_draft *camera = draft;
  rg_mjcf_pose(m, element, &camera->pose);
  rg_mjcf_real(m, element, "fovy", &camera->fovy);
}

/* from where a page may be looked at; what turns by itself towards something stands still here */
static void read_camera(rg_mjcf *m, const rg_xml *element, const place *at) {
  camera_draft draft = {.pose = rg_mjcf_identity, .fovy = 45};
  const rg_mjcf_class *class = rg_mjcf_class_of(m, element, "class", at->class);
  rg_mjcf_fill(m, element, class, "camera", apply_camera, &draft);
  if (!rg_mjcf_accept(m, element)) return;
  if (!(draft.fovy > 0 && draft.fovy < 180)) {
    rg_mjcf_fail(m, element, "fovy", "must be above 0 and below 180 degrees");
    return;
  }
  rg_spec_camera *item = RG_NEW(&m->spec->arena, rg_spec_camera, 1);
  if (!item) return;
  rg_pose pose = rg_mjcf_compose(&at->frame, &draft.pose);
  item->value.name = rg_spec_text(m->spec, rg_xml_get(element, "name"));
  item->value.fovy = draft.fovy;
  rg_v3_copy(item->value.pos, pose.pos);
  rg_quat_copy(item->value.quat, pose.quat);
  item->body = at->body;
  if (m->spec->last_camera) m->spec->last_camera->next = item;
  else m->spec->cameras = item;
  m->spec->last_camera = item;
}

static void read_child(rg_mjcf *m, const rg_xml *child, const char *parent, const place *at) {
  const char *name = child->name;
  if (strcmp(name, "body") == 0) read_body(m, child, at);
  else if (strcmp(name, "frame") == 0) read_frame(m, child, at);
  else if (strcmp(name, "replicate") == 0) read_replicate(m, child, at);
  else if (strcmp(name, "attach") == 0) rg_mjcf_read_attach(m, child, at->body, &at->frame);
  else if (strcmp(name, "inertial") == 0) read_inertial(m, child, at);
  else if (strcmp(name, "freejoint") == 0) rg_mjcf_read_freejoint(m, child, at->body);
  else if (rg_mjcf_listed("joint geom site", name)) {
    const rg_mjcf_class *class = rg_mjcf_class_of(m, child, "class", at->class);
    if (name[0] == 'j') rg_mjcf_read_joint(m, child, at->body, &at->frame, class);
    else if (name[0] == 'g') rg_mjcf_read_geom(m, child, at->body, &at->frame, class);
    else rg_mjcf_read_site(m, child, at->body, &at->frame, class);
  } else if (rg_mjcf_listed("composite flexcomp plugin", name))
    rg_mjcf_refuse(
        m, child, NULL,
        "this element is not supported: all bodies are rigid; write its bodies and joints one by "
        "one, or pass over it with --lenient");
  else if (strcmp(name, "camera") == 0) read_camera(m, child, at);
  else if (strcmp(name, "light") == 0)
    rg_mjcf_read_light(m, child, at->body, &at->frame,
                       rg_mjcf_class_of(m, child, "class", at->class));
  else rg_mjcf_unknown(m, child, parent);
}

static void read_children(rg_mjcf *m, const rg_xml *element, const place *at) {
  for (const rg_xml *child = element->first; child && m->status == RG_OK; child = child->next)
    read_child(m, child, element->name, at);
}

void rg_mjcf_read_world(rg_mjcf *m, const rg_xml *section) {
  place world = {.body = rg_spec_world(m->spec), .frame = rg_mjcf_identity};
  for (int k = 0; k < section->attributes; k++)
    rg_mjcf_refuse(m, section, section->attribute[k].name, "the world has no attributes");
  read_children(m, section, &world);
}
