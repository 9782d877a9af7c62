/* Reading URDF: from a flat list of links and joints to the tree of bodies. The link that is
   nobody's child is fixed to the world. */
#include "model/urdf.h"

#include "math/vector.h"

#include <assert.h>
#include <string.h>

/* --- values ----------------------------------------------------------------------------------- */

rg_pose rg_urdf_origin(rg_urdf *u, const rg_xml *element) {
  rg_pose pose = {{0, 0, 0}, {1, 0, 0, 0}};
  const rg_xml *origin = rg_xml_child(element, "origin");
  double rpy[3] = {0, 0, 0};
  if (!origin) return pose;
  rg_read_reals(&u->in, origin, "xyz", 3, pose.pos);
  rg_read_reals(&u->in, origin, "rpy", 3, rpy);
  rg_read_turn(pose.quat, rpy);
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
  if (count == 0) rg_read_fail(&u->in, u->root, NULL, "there is no link");
  tree->link = RG_NEW(u->in.arena, urdf_link, count);
  tree->queue = RG_NEW(u->in.arena, int, count);
  tree->names = rg_names_new(u->in.arena, count);
  if (u->in.arena->failed) {
    u->in.status = rg_fail(u->in.error, RG_NO_MEMORY, "robot", "out of memory");
    return;
  }
  for (const rg_xml *e = u->root->first; e && u->in.status == RG_OK; e = e->next) {
    if (strcmp(e->name, "link") != 0) continue;
    const char *name = rg_read_required(&u->in, e, "name");
    if (!name) return;
    if (rg_names_add(&tree->names, name, tree->links) >= 0)
      rg_read_fail(&u->in, e, "name", "a second link '%.100s'", name);
    tree->link[tree->links++] =
        (urdf_link){.name = name, .element = e, .parent = -1, .first = -1, .last = -1, .next = -1};
  }
}

/* the link that <parent link> or <child link> of a joint names, -1 */
static int joint_end(rg_urdf *u, const urdf_tree *tree, const rg_xml *joint, const char *end) {
  const rg_xml *element = rg_xml_child(joint, end);
  if (!element) {
    rg_read_fail(&u->in, joint, NULL, "needs an element <%s>", end);
    return -1;
  }
  const char *name = rg_read_required(&u->in, element, "link");
  int index = name ? find_link(tree, name) : -1;
  if (name && index < 0) rg_read_fail(&u->in, element, "link", "there is no link '%.100s'", name);
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
  u->joints = rg_names_new(u->in.arena, count);
  u->joint_element = RG_NEW(u->in.arena, const rg_xml *, count);
  for (const rg_xml *e = u->root->first; e && u->in.status == RG_OK && !u->in.arena->failed;
       e = e->next) {
    if (strcmp(e->name, "joint") != 0) continue;
    const char *name = rg_read_required(&u->in, e, "name");
    int parent = joint_end(u, tree, e, "parent"), child = joint_end(u, tree, e, "child");
    if (!name || parent < 0 || child < 0) return;
    if (rg_names_add(&u->joints, name, joints) >= 0)
      rg_read_fail(&u->in, e, "name", "a second joint '%.100s'", name);
    u->joint_element[joints++] = e;
    if (tree->link[child].joint)
      rg_read_fail(&u->in, e, NULL, "link '%.100s' is the child of two joints",
                   tree->link[child].name);
    else connect(tree, e, parent, child);
  }
}

/* --- bodies ----------------------------------------------------------------------------------- */

static void add_root(rg_urdf *u, urdf_tree *tree, int *queued) {
  for (int i = 0; i < tree->links; i++) {
    urdf_link *link = tree->link + i;
    if (link->joint) continue;
    if (*queued) {
      rg_read_fail(&u->in, link->element, NULL, "there are two roots, '%.80s' and '%.80s'",
                   tree->link[tree->queue[0]].name, link->name);
      return;
    }
    rg_quat_identity(link->pose.quat);
    link->grounded = 1;
    rg_read_at(&u->in, link->element);
    // a root of that name is the world itself
    if (strcmp(link->name, "world") == 0) link->body = rg_spec_world(u->in.spec);
    else
      link->body = rg_spec_add_body(u->in.spec, rg_spec_world(u->in.spec), link->name, &link->pose);
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
  // links with a joint between them do not touch; the filter knows it but for what is fixed to the world
  if (parent->grounded && !child->grounded && parent->body != rg_spec_world(u->in.spec))
    rg_spec_add_exclude(u->in.spec, parent->name, child->name);
}

/* a link that no root leads to: going up from it for long enough ends inside the loop */
static void fail_loop(rg_urdf *u, const urdf_tree *tree) {
  int at = 0;
  while (tree->link[at].body) at++;
  for (int steps = 0; at >= 0 && steps < tree->links; steps++) at = tree->link[at].parent;
  if (at < 0) return; // no loop: memory ran out, which is told at the end
  rg_read_fail(&u->in, tree->link[at].joint, NULL,
               "closes a loop: link '%.100s' is above and below itself", tree->link[at].name);
}

static void add_bodies(rg_urdf *u, urdf_tree *tree) {
  int queued = 0;
  add_root(u, tree, &queued);
  for (int done = 0; done < queued && u->in.status == RG_OK; done++) {
    const urdf_link *parent = tree->link + tree->queue[done];
    rg_urdf_read_link(u, parent->element, parent->body);
    for (int child = parent->first; child >= 0 && u->in.status == RG_OK;
         child = tree->link[child].next) {
      add_child(u, parent, tree->link + child);
      tree->queue[queued++] = child;
    }
  }
  if (u->in.status == RG_OK && queued < tree->links) fail_loop(u, tree);
}

static int count_collisions(const rg_xml *root) {
  int count = 0;
  for (const rg_xml *link = root->first; link; link = link->next)
    for (const rg_xml *e = link->first; e; e = e->next) count += strcmp(e->name, "collision") == 0;
  return count;
}

rg_status rg_urdf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                       rg_spec *spec, rg_error *error) {
  assert(arena && root && spec);
  rg_urdf u = {.in = rg_reader_new(arena, spec, options, error), .root = root};
  urdf_tree tree = {0};
  spec->name = rg_spec_text(spec, rg_xml_get(root, "name") ? rg_xml_get(root, "name") : "");
  spec->compiler.inertia_from_geom = RG_INERTIA_NEVER; /* a link without <inertial> has no mass */
  spec->compiler.balance_inertia = u.in.options.lenient;
  u.collisions = rg_names_new(arena, count_collisions(root));
  rg_urdf_check(&u, root);
  if (u.in.status == RG_OK) rg_urdf_read_extras(&u);
  if (u.in.status == RG_OK) rg_urdf_read_materials(&u);
  if (u.in.status == RG_OK) collect_links(&u, &tree);
  if (u.in.status == RG_OK) connect_links(&u, &tree);
  if (u.in.status == RG_OK) add_bodies(&u, &tree);
  for (const rg_xml *e = root->first; e && u.in.status == RG_OK; e = e->next)
    if (strcmp(e->name, "joint") == 0) rg_urdf_read_mimic(&u, e);
  if (u.in.status == RG_OK) rg_urdf_end_extras(&u);
  return rg_reader_end(&u.in, "robot");
}
