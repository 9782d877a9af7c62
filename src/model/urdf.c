/* Reading URDF: from a flat list of links and joints to the tree of bodies. The link that is
   nobody's child is fixed to the world. */
#include "model/urdf.h"

#include "base/error.h"
#include "math/vector.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- failures, values ------------------------------------------------------------------------- */

void rg_urdf_fail(rg_urdf *u, const rg_xml *element, const char *attribute, const char *format,
                  ...) {
  char text[256];
  va_list list;
  if (u->status != RG_OK) return;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  u->status = rg_xml_fail(element, attribute, u->error, "%s", text);
}

void rg_urdf_at(rg_urdf *u, const rg_xml *element) {
  rg_spec_at(u->spec, element->file, element->line, element->column);
}

void rg_urdf_notice(rg_urdf *u, const rg_xml *element, const char *why) {
  if (u->status != RG_OK) return;
  for (const rg_urdf_mention *old = u->mentions; old; old = old->next)
    if (strcmp(old->element, element->name) == 0 && strcmp(old->why, why) == 0) return;
  rg_urdf_mention *mention = RG_NEW(u->arena, rg_urdf_mention, 1);
  const char *copy = rg_text_copy(u->arena, why, strlen(why));
  if (!mention || !copy) return;
  *mention = (rg_urdf_mention){element->name, copy, u->mentions};
  u->mentions = mention;
  rg_urdf_at(u, element);
  rg_spec_add_notice(u->spec, "<%s>: %s", element->name, why);
}

void rg_urdf_refuse(rg_urdf *u, const rg_xml *element, const char *attribute, const char *format,
                    ...) {
  char text[256], why[320];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  if (attribute) snprintf(why, sizeof why, "%.40s %s", attribute, text);
  else snprintf(why, sizeof why, "%s", text);
  if (u->options.lenient) rg_urdf_notice(u, element, why);
  else rg_urdf_fail(u, element, attribute, "%s", text);
}

int rg_urdf_reals(rg_urdf *u, const rg_xml *element, const char *attribute, int count,
                  double *out) {
  int found = 0;
  if (u->status != RG_OK || !element || !rg_xml_get(element, attribute)) return 0;
  u->status = rg_xml_reals(element, attribute, count, count, out, &found, u->error);
  return u->status == RG_OK ? found : 0;
}

const char *rg_urdf_required(rg_urdf *u, const rg_xml *element, const char *attribute) {
  const char *value = rg_xml_get(element, attribute);
  if (!value) rg_urdf_fail(u, element, NULL, "needs an attribute '%s'", attribute);
  return value;
}

rg_pose rg_urdf_origin(rg_urdf *u, const rg_xml *element) {
  static const double axis[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  rg_pose pose = {{0, 0, 0}, {1, 0, 0, 0}};
  const rg_xml *origin = rg_xml_child(element, "origin");
  double rpy[3] = {0, 0, 0};
  if (!origin) return pose;
  rg_urdf_reals(u, origin, "xyz", 3, pose.pos);
  rg_urdf_reals(u, origin, "rpy", 3, rpy);

  /* R = R_z(yaw) R_y(pitch) R_x(roll) */
  for (int i = 0; i < 3; i++) {
    double turn[4];
    rg_quat_from_axis_angle(turn, axis[i], rpy[i]);
    rg_quat_multiply(pose.quat, turn, pose.quat);
  }
  return pose;
}

/* --- links ------------------------------------------------------------------------------------ */

typedef struct urdf_link {
  const char *name;
  const rg_xml *element;
  const rg_xml *joint; /* that it is the child of; NULL: a root */
  int grounded;        /* fixed to the world */
  rg_pose pose;        /* in the world, where grounded */
  int parent;          /* links: -1 where there is none */
  int first, last;     /* children, in the order of their joints in the file */
  int next;            /* of the same parent */
  rg_spec_body *body;
} urdf_link;

typedef struct urdf_tree {
  urdf_link *link;
  int *queue;
  int links;
  rg_names names;
} urdf_tree;

static int find_link(const urdf_tree *tree, const char *name) {
  return rg_names_find(&tree->names, name);
}

static void collect_links(rg_urdf *u, urdf_tree *tree) {
  int count = 0;
  for (const rg_xml *e = u->root->first; e; e = e->next) count += strcmp(e->name, "link") == 0;
  if (count == 0) rg_urdf_fail(u, u->root, NULL, "there is no link");
  tree->link = RG_NEW(u->arena, urdf_link, count);
  tree->queue = RG_NEW(u->arena, int, count);
  tree->names = rg_names_new(u->arena, count);
  if (u->arena->failed) {
    u->status = rg_fail(u->error, RG_NO_MEMORY, "robot", "out of memory");
    return;
  }
  for (const rg_xml *e = u->root->first; e && u->status == RG_OK; e = e->next) {
    if (strcmp(e->name, "link") != 0) continue;
    const char *name = rg_urdf_required(u, e, "name");
    if (!name) return;
    if (rg_names_add(&tree->names, name, tree->links) >= 0)
      rg_urdf_fail(u, e, "name", "a second link '%.100s'", name);
    tree->link[tree->links++] =
        (urdf_link){.name = name, .element = e, .parent = -1, .first = -1, .last = -1, .next = -1};
  }
}

/* the link that <parent link> or <child link> of a joint names, -1 */
static int joint_end(rg_urdf *u, const urdf_tree *tree, const rg_xml *joint, const char *end) {
  const rg_xml *element = rg_xml_child(joint, end);
  if (!element) {
    rg_urdf_fail(u, joint, NULL, "needs an element <%s>", end);
    return -1;
  }
  const char *name = rg_urdf_required(u, element, "link");
  int index = name ? find_link(tree, name) : -1;
  if (name && index < 0) rg_urdf_fail(u, element, "link", "there is no link '%.100s'", name);
  return index;
}

/* hangs the child under the parent, behind the children it has already */
static void connect(urdf_tree *tree, const rg_xml *joint, int parent, int child) {
  urdf_link *above = tree->link + parent;
  tree->link[child].joint = joint;
  tree->link[child].parent = parent;
  if (above->last >= 0) tree->link[above->last].next = child;
  else above->first = child;
  above->last = child;
}

static void connect_links(rg_urdf *u, urdf_tree *tree) {
  int count = 0, joints = 0;
  for (const rg_xml *e = u->root->first; e; e = e->next) count += strcmp(e->name, "joint") == 0;
  u->joints = rg_names_new(u->arena, count);
  u->joint_element = RG_NEW(u->arena, const rg_xml *, count);
  for (const rg_xml *e = u->root->first; e && u->status == RG_OK && !u->arena->failed;
       e = e->next) {
    if (strcmp(e->name, "joint") != 0) continue;
    const char *name = rg_urdf_required(u, e, "name");
    int parent = joint_end(u, tree, e, "parent"), child = joint_end(u, tree, e, "child");
    if (!name || parent < 0 || child < 0) return;
    if (rg_names_add(&u->joints, name, joints) >= 0)
      rg_urdf_fail(u, e, "name", "a second joint '%.100s'", name);
    u->joint_element[joints++] = e;
    if (tree->link[child].joint)
      rg_urdf_fail(u, e, NULL, "link '%.100s' is the child of two joints", tree->link[child].name);
    else connect(tree, e, parent, child);
  }
}

/* --- bodies ----------------------------------------------------------------------------------- */

static void add_root(rg_urdf *u, urdf_tree *tree, int *queued) {
  for (int i = 0; i < tree->links; i++) {
    urdf_link *link = tree->link + i;
    if (link->joint) continue;
    if (*queued) {
      rg_urdf_fail(u, link->element, NULL, "there are two roots, '%.80s' and '%.80s'",
                   tree->link[tree->queue[0]].name, link->name);
      return;
    }
    rg_quat_identity(link->pose.quat);
    link->grounded = 1;
    rg_urdf_at(u, link->element);
    // a root of that name is the world itself
    if (strcmp(link->name, "world") == 0) link->body = rg_spec_world(u->spec);
    else link->body = rg_spec_add_body(u->spec, rg_spec_world(u->spec), link->name, &link->pose);
    tree->queue[(*queued)++] = i;
  }
}

/* one child: its body hangs on the parent's, and stays on the ground where its joint is fixed */
static void add_child(rg_urdf *u, const urdf_link *parent, urdf_link *child) {
  const char *type = rg_xml_get(child->joint, "type");
  rg_pose origin = rg_urdf_origin(u, child->joint);
  child->grounded = parent->grounded && type && strcmp(type, "fixed") == 0;
  rg_pose_multiply(child->pose.pos, child->pose.quat, parent->pose.pos, parent->pose.quat,
                   origin.pos, origin.quat);
  child->body = rg_urdf_read_joint(u, child->joint, child->name, parent->body, parent->grounded,
                                   &parent->pose);
}

/* a link that no root leads to: going up from it for long enough ends inside the loop */
static void fail_loop(rg_urdf *u, const urdf_tree *tree) {
  int at = 0;
  while (tree->link[at].body) at++;
  for (int steps = 0; at >= 0 && steps < tree->links; steps++) at = tree->link[at].parent;
  if (at < 0) return; // no loop: memory ran out, which is told at the end
  rg_urdf_fail(u, tree->link[at].joint, NULL,
               "closes a loop: link '%.100s' is above and below itself", tree->link[at].name);
}

static void add_bodies(rg_urdf *u, urdf_tree *tree) {
  int queued = 0;
  add_root(u, tree, &queued);
  for (int done = 0; done < queued && u->status == RG_OK; done++) {
    const urdf_link *parent = tree->link + tree->queue[done];
    rg_urdf_read_link(u, parent->element, parent->body);
    for (int child = parent->first; child >= 0 && u->status == RG_OK;
         child = tree->link[child].next) {
      add_child(u, parent, tree->link + child);
      tree->queue[queued++] = child;
    }
  }
  if (u->status == RG_OK && queued < tree->links) fail_loop(u, tree);
}

static int count_collisions(const rg_xml *root) {
  int count = 0;
  for (const rg_xml *link = root->first; link; link = link->next)
    for (const rg_xml *e = link->first; e; e = e->next) count += strcmp(e->name, "collision") == 0;
  return count;
}

rg_status rg_urdf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                       rg_spec *spec, rg_error *error) {
  rg_urdf u = {.arena = arena, .spec = spec, .root = root, .error = error};
  urdf_tree tree = {0};
  u.options = options ? *options : rg_load_options_default();
  spec->name = rg_spec_text(spec, rg_xml_get(root, "name") ? rg_xml_get(root, "name") : "");
  spec->compiler.inertia_from_geom = RG_INERTIA_NEVER; /* a link without <inertial> has no mass */
  u.collisions = rg_names_new(arena, count_collisions(root));
  rg_urdf_check(&u, root);
  if (u.status == RG_OK) collect_links(&u, &tree);
  if (u.status == RG_OK) connect_links(&u, &tree);
  if (u.status == RG_OK) add_bodies(&u, &tree);
  for (const rg_xml *e = root->first; e && u.status == RG_OK; e = e->next)
    if (strcmp(e->name, "joint") == 0) rg_urdf_read_mimic(&u, e);
  rg_spec_at(spec, NULL, 0, 0);
  if (u.status == RG_OK && (arena->failed || spec->arena.failed))
    u.status = rg_fail(error, RG_NO_MEMORY, "robot", "out of memory");
  return u.status;
}
