/* Reading URDF (wiki.ros.org/urdf/XML): the links and joints of the file become a tree, which is
   walked from the root; every link is a body whose frame is that of the joint above it. */
#include "model/urdf.h"

#include "base/error.h"
#include "model/urdf_reader.h"

#include <string.h>

static int count_children(const rg_xml *element, const char *name) {
  int count = 0;
  for (const rg_xml *child = element->first; child; child = child->next)
    count += strcmp(child->name, name) == 0;
  return count;
}

static int count_collisions(const rg_xml *root) {
  int count = 0;
  for (const rg_xml *child = root->first; child; child = child->next)
    if (strcmp(child->name, "link") == 0) count += count_children(child, "collision");
  return count;
}

/* --- lists ------------------------------------------------------------------------------------- */

static const char *unique_name(rg_urdf *u, const rg_xml *element, rg_names *names, int index) {
  const char *name = rg_mjcf_required(&u->reader, element, "name");
  if (name && rg_names_add(names, name, index) >= 0)
    rg_mjcf_fail(&u->reader, element, "name", "another %s is called '%.100s'", element->name, name);
  return name;
}

static void list_links(rg_urdf *u, const rg_xml *root) {
  int n = 0;
  for (const rg_xml *child = root->first; child && u->reader.status == RG_OK; child = child->next) {
    if (strcmp(child->name, "link") != 0) continue;
    rg_urdf_check(u, child);
    u->link[n] = (rg_urdf_link){
        .element = child, .joint = -1, .first = -1, .last = -1, .world = rg_mjcf_identity};
    u->link[n].name = unique_name(u, child, &u->link_names, n);
    n++;
  }
  if (u->links == 0) rg_mjcf_fail(&u->reader, root, NULL, "there is no link in it");
}

/* the link that <parent> or <child> names */
static int named_link(rg_urdf *u, const rg_xml *joint, const char *end) {
  const rg_xml *element = rg_urdf_required_child(u, joint, end);
  const char *name = element ? rg_mjcf_required(&u->reader, element, "link") : NULL;
  if (!name) return -1;
  int link = rg_names_find(&u->link_names, name);
  if (link < 0) rg_mjcf_fail(&u->reader, element, "link", "there is no link '%.100s'", name);
  return link;
}

/* hangs the child of joint j under its parent */
static void connect(rg_urdf *u, int j) {
  rg_urdf_joint *joint = &u->joint[j];
  rg_urdf_link *parent = &u->link[joint->parent], *child = &u->link[joint->child];
  if (child->joint >= 0) {
    rg_mjcf_fail(&u->reader, rg_xml_child(joint->element, "child"), "link",
                 "'%.60s' has two parents: joint '%.60s' leads to it, too", child->name,
                 u->joint[child->joint].name);
    return;
  }
  child->joint = j;
  if (parent->last >= 0) u->joint[parent->last].next = j;
  else parent->first = j;
  parent->last = j;
}

static void list_joints(rg_urdf *u, const rg_xml *root) {
  static const char types[] = "revolute continuous prismatic fixed floating planar";
  int n = 0;
  for (const rg_xml *child = root->first; child && u->reader.status == RG_OK; child = child->next) {
    if (strcmp(child->name, "joint") != 0) continue;
    rg_urdf_check(u, child);
    rg_urdf_joint *joint = &u->joint[n];
    int type = 0;
    *joint = (rg_urdf_joint){.element = child, .next = -1};
    joint->name = unique_name(u, child, &u->joint_names, n);
    if (rg_mjcf_required(&u->reader, child, "type"))
      rg_mjcf_word(&u->reader, child, "type", types, &type);
    joint->type = (rg_urdf_type)type;
    joint->parent = named_link(u, child, "parent");
    joint->child = named_link(u, child, "child");
    if (u->reader.status == RG_OK) connect(u, n);
    n++;
  }
}

/* --- the tree ---------------------------------------------------------------------------------- */

/* A root stands in the world; one called "world" is the world. */
static void place_root(rg_urdf *u, rg_urdf_link *link) {
  rg_spec *spec = u->reader.spec;
  link->fixed = 1;
  rg_mjcf_at(&u->reader, link->element);
  if (strcmp(link->name, "world") == 0) link->body = spec->world;
  else link->body = rg_spec_add_body(spec, spec->world, link->name, NULL);
}

/* A link under its joint. What floats off the world hangs in the world itself, by a free joint. */
static void place_child(rg_urdf *u, rg_urdf_link *link) {
  rg_spec *spec = u->reader.spec;
  const rg_urdf_joint *joint = &u->joint[link->joint];
  const rg_urdf_link *parent = &u->link[joint->parent];
  int free = joint->type == RG_URDF_FLOATING && parent->fixed;
  rg_pose pose = rg_urdf_origin(u, joint->element);
  link->world = rg_mjcf_compose(&parent->world, &pose);
  link->fixed = joint->type == RG_URDF_FIXED && parent->fixed;
  rg_mjcf_at(&u->reader, link->element);
  link->body = rg_spec_add_body(spec, free ? spec->world : parent->body, link->name,
                                free ? &link->world : &pose);
  if (link->body) rg_urdf_read_joint(u, joint, link->body, free);
}

/* the roots and then whatever hangs below, parents first; returns how many links were placed */
static int place_links(rg_urdf *u, int *queue) {
  int placed = 0, tail = 0;
  for (int k = 0; k < u->links; k++) {
    if (u->link[k].joint >= 0) continue;
    if (tail > 0)
      rg_mjcf_refuse(&u->reader, u->link[k].element, "name",
                     "'%.60s' is a second root: no joint leads to it nor to '%.60s'",
                     u->link[k].name, u->link[queue[0]].name);
    queue[tail++] = k;
  }
  while (placed < tail && u->reader.status == RG_OK) {
    rg_urdf_link *link = &u->link[queue[placed++]];
    if (link->joint < 0) place_root(u, link);
    else place_child(u, link);
    if (!link->body) break;
    rg_urdf_read_link(u, link);
    for (int j = link->first; j >= 0; j = u->joint[j].next) queue[tail++] = u->joint[j].child;
  }
  return placed;
}

/* a link that no root leads to: going up from it for long enough ends inside a cycle */
static void fail_cycle(rg_urdf *u) {
  for (int k = 0; k < u->links; k++) {
    int link = k, steps = 0;
    while (u->link[link].joint >= 0 && steps++ < u->links)
      link = u->joint[u->link[link].joint].parent;
    if (u->link[link].joint < 0) continue;
    const rg_urdf_joint *joint = &u->joint[u->link[link].joint];
    rg_mjcf_fail(&u->reader, joint->element, NULL,
                 "'%.60s' closes a cycle: link '%.60s' is above and below itself", joint->name,
                 u->link[link].name);
    return;
  }
}

/* --- the file ---------------------------------------------------------------------------------- */

/* <mujoco> inside <robot>: the settings that MuJoCo's own reader takes from there */
static void read_mujoco_settings(rg_urdf *u, const rg_xml *root) {
  const rg_xml *settings = rg_urdf_child(u, root, "mujoco");
  for (const rg_xml *child = settings ? settings->first : NULL; child; child = child->next)
    if (strcmp(child->name, "compiler") == 0) rg_mjcf_read_compiler(&u->reader, child);
    else if (strcmp(child->name, "option") == 0) rg_mjcf_read_option(&u->reader, child);
}

static void read_robot(rg_urdf *u, const rg_xml *root) {
  rg_arena *arena = u->reader.arena;
  rg_urdf_check(u, root);
  u->links = count_children(root, "link");
  u->joints = count_children(root, "joint");
  u->link = RG_NEW(arena, rg_urdf_link, u->links + 1);
  u->joint = RG_NEW(arena, rg_urdf_joint, u->joints + 1);
  u->link_names = rg_names_new(arena, u->links);
  u->joint_names = rg_names_new(arena, u->joints);
  u->collision_names = rg_names_new(arena, count_collisions(root));
  int *queue = RG_NEW(arena, int, u->links + 1);
  if (arena->failed) return;
  read_mujoco_settings(u, root);
  list_links(u, root);
  list_joints(u, root);
  if (u->reader.status != RG_OK) return;
  int placed = place_links(u, queue);
  if (u->reader.status == RG_OK && placed < u->links) fail_cycle(u);
  for (int j = 0; j < u->joints && u->reader.status == RG_OK; j++)
    rg_urdf_read_mimic(u, &u->joint[j]);
}

rg_status rg_urdf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                       rg_spec *spec, rg_error *error) {
  rg_urdf u = {.options = options,
               .reader = {.arena = arena,
                          .spec = spec,
                          .main_file = root->file,
                          .lenient = options && options->lenient,
                          .error = error,
                          .radians = 1,
                          .eulerseq = "xyz",
                          .meshdir = "",
                          .suffix = ""}};
  const char *name = rg_xml_get(root, "name");
  if (!name) rg_mjcf_refuse(&u.reader, root, NULL, "attribute 'name' is missing");
  spec->name = rg_spec_text(spec, name ? name : "");
  spec->compiler.inertia_from_geom = RG_INERTIA_NEVER;
  if (u.reader.status == RG_OK) read_robot(&u, root);
  rg_spec_at(spec, NULL, 0, 0);
  if (u.reader.status == RG_OK && (arena->failed || spec->arena.failed))
    return rg_fail_at(error, RG_NO_MEMORY, root->file, 0, 0, "robot", "too large for the memory");
  return u.reader.status;
}
