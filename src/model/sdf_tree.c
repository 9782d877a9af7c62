/* From links and joints to bodies. A link that no joint carries floats, or is fixed where its model is
   static; a second joint to the same link closes a loop. */
#include "model/sdf.h"

#include "math/vector.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_EXCLUDES = 2000000 };

/* --- who carries whom -------------------------------------------------------------------------- */

static void find_ends(rg_sdf *s, rg_sdf_joint *joint) {
  const char *name = rg_sdf_text(joint->element, "parent");
  const rg_xml *element = joint->element;
  if (!name) {
    rg_read_fail(&s->in, element, NULL, "needs an element <parent>");
    return;
  }
  int parent = rg_sdf_find(s, joint->scope, name, rg_xml_child(element, "parent"));
  int child =
      rg_sdf_find(s, joint->scope, rg_sdf_text(element, "child"), rg_xml_child(element, "child"));
  if (parent < 0 || child < 0) return;
  joint->parent = rg_sdf_attached(s, parent, element);
  joint->child = rg_sdf_attached(s, child, element);
  if (s->in.status != RG_OK) return;
  if (child == 0)
    rg_read_fail(&s->in, rg_xml_child(element, "child"), NULL,
                 "the world is no child: change places with the parent and turn the axis round");
  else if (joint->parent == joint->child && joint->child >= 0)
    rg_read_fail(&s->in, element, NULL, "joins '%.100s' to itself",
                 s->frame[s->link[joint->child].frame].name);
}

/* hangs the child under the parent, behind the children it has already */
static void hang(rg_sdf *s, int joint) {
  int parent = s->joint[joint].parent, child = s->joint[joint].child;
  s->link[child].joint = joint;
  s->link[child].parent = parent;
  if (parent < 0) return;
  rg_sdf_link *above = s->link + parent;
  if (above->last >= 0) s->link[above->last].next = child;
  else above->first = child;
  above->last = child;
}

/* what is static stays where it is, whatever joints say */
static void connect_links(rg_sdf *s) {
  for (int j = 0; j < s->joints && s->in.status == RG_OK; j++) {
    rg_sdf_joint *joint = s->joint + j;
    find_ends(s, joint);
    if (s->in.status != RG_OK) return;
    if (joint->child < 0 || s->scope[s->link[joint->child].scope].fixed)
      rg_read_notice(&s->in, joint->element, "joints to what is static are passed over");
    else if (s->link[joint->child].joint < 0) hang(s, j);
  }
}

/* --- bodies ------------------------------------------------------------------------------------ */

static const char *name_of(const rg_sdf *s, int link) { return s->frame[s->link[link].frame].name; }

static void add_body(rg_sdf *s, int index) {
  rg_sdf_link *link = s->link + index;
  const rg_pose *pose = &s->frame[link->frame].pose;
  rg_spec_body *parent = rg_spec_world(s->in.spec);
  rg_pose relative = *pose;
  if (link->parent >= 0) {
    rg_pose back;
    rg_sdf_inverse(&back, &s->frame[s->link[link->parent].frame].pose);
    rg_sdf_multiply(&relative, &back, pose);
    parent = s->link[link->parent].body;
  }
  rg_read_at(&s->in, link->element);
  if (parent) link->body = rg_spec_add_body(s->in.spec, parent, name_of(s, index), &relative);
  if (!link->body) return;
  if (link->joint >= 0) rg_sdf_read_joint(s, s->joint + link->joint);
  else if (!s->scope[link->scope].fixed) {
    rg_joint_spec loose = rg_joint_spec_default();
    loose.type = RG_JOINT_FREE;
    rg_spec_add_joint(s->in.spec, link->body, &loose);
  }
  // fixed to the world: static, or through joints that are
  const char *type = link->joint >= 0 ? rg_xml_get(s->joint[link->joint].element, "type") : "";
  int above = link->parent < 0 || s->link[link->parent].fixed;
  link->fixed =
      link->joint < 0 ? s->scope[link->scope].fixed : above && type && strcmp(type, "fixed") == 0;
  rg_sdf_read_link(s, link);
}

/* a link that no root leads to: going up from it for long enough ends inside the loop */
static void fail_loop(rg_sdf *s) {
  int at = 0;
  while (at < s->links && s->link[at].body) at++;
  for (int steps = 0; at >= 0 && at < s->links && steps < s->links; steps++)
    at = s->link[at].parent;
  if (at < 0 || at >= s->links) return; // no loop: memory ran out, which is told at the end
  rg_read_fail(&s->in, s->joint[s->link[at].joint].element, NULL,
               "link '%.100s' is above and below itself: turn one joint of the loop round",
               name_of(s, at));
}

static void add_bodies(rg_sdf *s) {
  int *queue = RG_NEW(s->in.arena, int, s->links + 1), queued = 0;
  if (!queue) return;
  for (int i = 0; i < s->links; i++)
    if (s->link[i].parent < 0) queue[queued++] = i;
  for (int done = 0; done < queued && s->in.status == RG_OK; done++) {
    add_body(s, queue[done]);
    for (int c = s->link[queue[done]].first; c >= 0; c = s->link[c].next) queue[queued++] = c;
  }
  if (s->in.status == RG_OK && queued < s->links) fail_loop(s);
}

/* --- who may touch whom ------------------------------------------------------------------------ */

/* links with a joint between them never do */
static void exclude_neighbours(rg_sdf *s) {
  for (int j = 0; j < s->joints; j++) {
    const rg_sdf_joint *joint = s->joint + j;
    if (joint->parent < 0 || joint->child < 0 || joint->parent == joint->child) continue;
    if (!s->link[joint->parent].touches || !s->link[joint->child].touches) continue;
    rg_read_at(&s->in, joint->element);
    rg_spec_add_exclude(s->in.spec, name_of(s, joint->parent), name_of(s, joint->child));
  }
}

/* strings the links of each model together, in their order */
static void gather_models(rg_sdf *s) {
  int *last = RG_RAW(s->in.arena, int, s->scopes + 1);
  if (!last) return;
  for (int i = 0; i < s->scopes; i++) last[i] = -1;
  for (int i = 0; i < s->links; i++) {
    int model = s->scope[s->link[i].scope].model;
    if (last[model] >= 0) s->link[last[model]].next_of_model = i;
    last[model] = i;
  }
}

/* nor do links of one model, unless one of the two may touch its like */
static void exclude_within_models(rg_sdf *s) {
  long long count = 0;
  gather_models(s);
  for (int i = 0; i < s->links; i++) {
    const rg_sdf_link *a = s->link + i;
    if (!a->touches || a->self_collide) continue;
    rg_read_at(&s->in, a->element);
    for (int j = a->next_of_model; j >= 0; j = s->link[j].next_of_model) {
      const rg_sdf_link *b = s->link + j;
      if (!b->touches || b->self_collide || (a->fixed && b->fixed)) continue;
      if (++count > MOST_EXCLUDES) {
        rg_read_fail(&s->in, a->element, NULL, "too many links of one model that may not touch");
        return;
      }
      rg_spec_add_exclude(s->in.spec, name_of(s, i), name_of(s, j));
    }
  }
}

void rg_sdf_build(rg_sdf *s) {
  connect_links(s);
  if (s->in.status == RG_OK) add_bodies(s);
  for (int j = 0; j < s->joints && s->in.status == RG_OK; j++) {
    const rg_sdf_joint *joint = s->joint + j;
    if (joint->child < 0 || s->scope[s->link[joint->child].scope].fixed) continue;
    if (s->link[joint->child].joint != j) rg_sdf_close_loop(s, joint);
    else rg_sdf_read_mimic(s, joint);
  }
  if (s->in.status == RG_OK) rg_read_rank_friction(&s->in);
  if (s->in.status == RG_OK) exclude_neighbours(s);
  if (s->in.status == RG_OK) exclude_within_models(s);
}
