/* Worlds, models and what they include: a list of scopes, frames, links and joints with full names. */
#include "model/sdf.h"

#include "math/vector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { DEEPEST_MODEL = 100, MOST_INCLUDES = 1000, OLDEST = 104, NEWEST = 112 };

/* --- lists ------------------------------------------------------------------------------------ */

/* room for one more; returns 0 where memory ran out */
static int grow(rg_sdf *s, void **list, int count, int *room, size_t size) {
  if (count < *room) return 1;
  int more = *room ? 2 * *room : 16;
  void *copy = rg_arena_alloc(s->in.arena, (size_t)more, size);
  if (!copy) return 0;
  if (count > 0) memcpy(copy, *list, (size_t)count * size);
  *list = copy;
  *room = more;
  return 1;
}

static const char *join(rg_sdf *s, const char *a, const char *b, const char *c) {
  size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
  char *text = RG_RAW(s->in.arena, char, size);
  if (text) snprintf(text, size, "%s%s%s", a, b, c);
  return text ? text : "";
}

static int add_frame(rg_sdf *s, rg_sdf_frame frame) {
  if (!grow(s, (void **)&s->frame, s->frames, &s->frame_room, sizeof frame)) return 0;
  s->frame[s->frames] = frame;
  return s->frames++;
}

static int add_scope(rg_sdf *s, rg_sdf_scope scope) {
  if (!grow(s, (void **)&s->scope, s->scopes, &s->scope_room, sizeof scope)) return 0;
  scope.first_link = scope.first_sub = -1;
  s->scope[s->scopes] = scope;
  return s->scopes++;
}

/* a frame of this scope that an element makes; its pose is looked up here, too */
static int add_here(rg_sdf *s, int scope, rg_sdf_kind kind, const rg_xml *element, int own,
                    const char *base_name) {
  const char *name = rg_read_required(&s->in, element, "name"), *relative_to = NULL;
  if (!name || s->in.status != RG_OK) return 0;
  if (!name[0]) rg_read_fail(&s->in, element, "name", "is empty");
  rg_pose raw = rg_sdf_pose(s, element, &relative_to);
  return add_frame(s, (rg_sdf_frame){.kind = kind,
                                     .name = join(s, s->scope[scope].prefix, name, ""),
                                     .element = element,
                                     .scope = scope,
                                     .own = own,
                                     .raw = raw,
                                     .relative_to = relative_to,
                                     .base_name = base_name,
                                     .base = s->scope[scope].frame});
}

static void add_link(rg_sdf *s, int scope, const rg_xml *element) {
  int frame = add_here(s, scope, RG_SDF_LINK, element, s->links, NULL);
  if (!grow(s, (void **)&s->link, s->links, &s->link_room, sizeof *s->link)) return;
  s->link[s->links++] = (rg_sdf_link){.frame = frame,
                                      .scope = scope,
                                      .element = element,
                                      .joint = -1,
                                      .parent = -1,
                                      .first = -1,
                                      .last = -1,
                                      .next = -1,
                                      .next_of_model = -1};
  if (s->scope[scope].first_link < 0) s->scope[scope].first_link = frame;
}

static void add_joint(rg_sdf *s, int scope, const rg_xml *element) {
  const char *child = rg_sdf_text(element, "child");
  if (!child) {
    rg_read_fail(&s->in, element, NULL, "needs an element <child>");
    return;
  }
  int frame = add_here(s, scope, RG_SDF_JOINT, element, s->joints, child);
  if (!grow(s, (void **)&s->joint, s->joints, &s->joint_room, sizeof *s->joint)) return;
  s->joint[s->joints++] =
      (rg_sdf_joint){.frame = frame, .scope = scope, .element = element, .parent = -1, .child = -1};
}

/* --- models ----------------------------------------------------------------------------------- */

/* what an <include> says about the model that it brings; all NULL: nothing */
typedef struct overrides {
  const rg_xml *include;
  int merge;
  const struct trail *trail;
} overrides;

/* files that include each other, from the innermost out */
typedef struct trail {
  dev_t device;
  ino_t number;
  const struct trail *outer;
} trail;

static void collect_inside(rg_sdf *s, int scope, const rg_xml *element, const trail *from);

static const char *name_of_model(rg_sdf *s, const rg_xml *element, const rg_xml *include) {
  const char *name = include ? rg_sdf_text(include, "name") : NULL;
  if (!name) name = rg_read_required(&s->in, element, "name");
  if (name && !name[0]) rg_read_fail(&s->in, element, "name", "is empty");
  return s->in.status == RG_OK ? name : NULL;
}

/* the pose of a model is the include's where that has one, and is looked up in the scope around it */
static int add_model_frame(rg_sdf *s, int around, const rg_xml *element, const overrides *o,
                           const char *name) {
  const char *relative_to = NULL;
  const rg_xml *placed = o->include && rg_xml_child(o->include, "pose") ? o->include : element;
  rg_pose raw = rg_sdf_pose(s, placed, &relative_to);
  const char *full = o->merge ? join(s, s->scope[around].prefix, "_merged__", "")
                              : join(s, s->scope[around].prefix, name, "");
  if (o->merge) full = join(s, full, name, "__model__");
  return add_frame(s, (rg_sdf_frame){.kind = RG_SDF_MODEL,
                                     .name = full,
                                     .element = element,
                                     .scope = around,
                                     .own = s->scopes,
                                     .raw = raw,
                                     .relative_to = relative_to,
                                     .base = s->scope[around].frame});
}

static const char *placement_of(rg_sdf *s, const rg_xml *element, const rg_xml *include) {
  const char *given = include ? rg_sdf_text(include, "placement_frame") : NULL;
  if (given && !rg_xml_child(include, "pose"))
    rg_read_fail(&s->in, include, NULL, "a <placement_frame> needs a <pose>");
  // a pose of the include is that of the model's own frame unless it says otherwise
  if (include && rg_xml_child(include, "pose")) return given;
  given = rg_xml_get(element, "placement_frame");
  return given && given[0] ? given : NULL;
}

/* `alone`: the file's only model, whose name is not part of other names */
static void collect_model(rg_sdf *s, int around, const rg_xml *element, int version, int alone,
                          const overrides *o) {
  const char *name = name_of_model(s, element, o->include);
  rg_sdf_scope outer = s->scope[around];
  if (!name) return;
  if (outer.depth >= DEEPEST_MODEL) {
    rg_read_fail(&s->in, element, NULL, "more than %d models lie in each other", DEEPEST_MODEL);
    return;
  }
  if (rg_sdf_bool(s, element, "enable_wind", 0))
    rg_read_refuse(&s->in, element, NULL, "enable_wind: there is no wind on links");
  rg_sdf_scope scope = {.parent = around, .version = version, .depth = outer.depth + 1};
  const char *canonical = rg_xml_get(element, "canonical_link");
  scope.frame = add_model_frame(s, around, element, o, name);
  scope.prefix = alone ? "" : o->merge ? outer.prefix : join(s, outer.prefix, name, "::");
  scope.element = element;
  scope.fixed =
      outer.fixed || rg_sdf_bool(s, o->include, "static", rg_sdf_bool(s, element, "static", 0));
  scope.model = o->merge ? outer.model : s->scopes;
  scope.self_collide = rg_sdf_bool(s, element, "self_collide", 0);
  scope.placement = placement_of(s, element, o->include);
  scope.canonical = canonical && canonical[0] ? canonical : NULL;
  int frame = scope.frame, index = add_scope(s, scope);
  if (s->scope[around].first_sub < 0) s->scope[around].first_sub = frame;
  if (s->in.status == RG_OK && !s->in.arena->failed) collect_inside(s, index, element, o->trail);
}

/* --- includes --------------------------------------------------------------------------------- */

/* 1.7 is 107; 0 where it is no version */
static int version_number(const char *text) {
  char *end = NULL;
  if (!text || strncmp(text, "1.", 2) != 0) return 0;
  long minor = strtol(text + 2, &end, 10);
  return end != text + 2 && *end == '\0' && minor >= 0 && minor < 1000 ? 100 + (int)minor : 0;
}

static int read_version(rg_sdf *s, const rg_xml *root) {
  const char *text = rg_read_required(&s->in, root, "version");
  int version = version_number(text);
  if (text && (version < OLDEST || version > NEWEST))
    rg_read_fail(&s->in, root, "version", "'%.40s' is not from 1.%d to 1.%d", text, OLDEST - 100,
                 NEWEST - 100);
  return version;
}

/* model.config of a folder names files by version: the newest that is known, else model.sdf */
static const char *file_of_folder(rg_sdf *s, const char *folder) {
  struct stat facts;
  rg_xml *config = NULL;
  const char *best = "model.sdf", *path = join(s, folder, "/model.config", "");
  int newest = 0;
  if (stat(path, &facts) == 0) {
    s->in.status = rg_xml_read(s->in.arena, path, &config, s->in.error);
    if (s->in.status != RG_OK) return NULL;
    for (const rg_xml *e = config->first; e; e = e->next) {
      int version = strcmp(e->name, "sdf") == 0 ? version_number(rg_xml_get(e, "version")) : 0;
      if (strcmp(e->name, "sdf") == 0 && !rg_xml_get(e, "version")) version = OLDEST;
      if (e->text && version > newest && version <= NEWEST) best = e->text, newest = version;
    }
  }
  return join(s, folder, "/", best);
}

static const char *find_included(rg_sdf *s, const rg_xml *element, const char *uri) {
  struct stat facts;
  if (strncmp(uri, "http://", 7) == 0 || strncmp(uri, "https://", 8) == 0) {
    rg_read_fail(&s->in, element, NULL,
                 "nothing is fetched: download '%.120s' and include it as model://NAME", uri);
    return NULL;
  }
  const char *path = rg_find_resource(&s->in, element->file, uri, 1);
  if (!path)
    rg_read_fail(&s->in, element, NULL,
                 "there is no '%.120s': name the folder that has the model with --package-path",
                 uri);
  if (path && stat(path, &facts) == 0 && S_ISDIR(facts.st_mode)) path = file_of_folder(s, path);
  return path;
}

/* the one model of another file; NULL after a failure */
static const rg_xml *load_model(rg_sdf *s, const rg_xml *element, const char *path, int *version) {
  rg_xml *root = NULL;
  const rg_xml *model = NULL;
  s->in.status = rg_xml_read(s->in.arena, path, &root, s->in.error);
  if (s->in.status != RG_OK) return NULL;
  if (strcmp(root->name, "sdf") != 0) {
    rg_read_fail(&s->in, element, NULL, "'%.120s' is not SDFormat: its root is <%.40s>", path,
                 root->name);
    return NULL;
  }
  *version = read_version(s, root);
  rg_sdf_check(s, root, "");
  model = rg_xml_child(root, "model");
  if (!model && rg_xml_child(root, "light")) return NULL; /* nothing that could touch */
  if (!model || rg_xml_child(root, "world"))
    rg_read_fail(&s->in, element, NULL, "'%.120s' has no model of its own", path);
  return s->in.status == RG_OK ? model : NULL;
}

static void collect_include(rg_sdf *s, int around, const rg_xml *element, const trail *outer) {
  const char *uri = rg_sdf_text(element, "uri");
  if (!uri) {
    rg_read_fail(&s->in, element, NULL, "needs an element <uri>");
    return;
  }
  if (++s->includes > MOST_INCLUDES) {
    rg_read_fail(&s->in, element, NULL, "more than %d models are included", MOST_INCLUDES);
    return;
  }
  const char *path = find_included(s, element, uri);
  struct stat facts;
  if (!path || s->in.status != RG_OK) return;
  trail here = {.outer = outer};
  if (stat(path, &facts) == 0) here.device = facts.st_dev, here.number = facts.st_ino;
  for (const trail *t = outer; t; t = t->outer)
    if (t->device == here.device && t->number == here.number) {
      rg_read_fail(&s->in, element, NULL, "'%.120s' includes itself", path);
      return;
    }
  int version = NEWEST;
  const rg_xml *model = load_model(s, element, path, &version);
  int merge = rg_sdf_flag(s, element, "merge");
  if (merge && around == 0)
    rg_read_refuse(&s->in, element, "merge", "a model cannot be merged into the world");
  overrides o = {.include = element, .merge = merge && around > 0, .trail = &here};
  if (model && s->in.status == RG_OK) collect_model(s, around, model, version, 0, &o);
}

/* --- all -------------------------------------------------------------------------------------- */

static void collect_inside(rg_sdf *s, int scope, const rg_xml *element, const trail *from) {
  overrides none = {.trail = from};
  for (const rg_xml *e = element->first; e && s->in.status == RG_OK && !s->in.arena->failed;
       e = e->next) {
    if (strcmp(e->name, "link") == 0) add_link(s, scope, e);
    else if (strcmp(e->name, "joint") == 0) add_joint(s, scope, e);
    else if (strcmp(e->name, "model") == 0)
      collect_model(s, scope, e, s->scope[scope].version, 0, &none);
    else if (strcmp(e->name, "include") == 0) collect_include(s, scope, e, from);
    else if (strcmp(e->name, "frame") == 0) {
      const char *to = rg_xml_get(e, "attached_to");
      add_here(s, scope, RG_SDF_FRAME, e, 0, to && to[0] ? to : NULL);
    }
  }
}

/* before 1.7 only links of the same kind had to differ in name: the first keeps it */
static void collect_names(rg_sdf *s) {
  s->names = rg_names_new(s->in.arena, s->frames);
  for (int i = 1; i < s->frames && s->in.status == RG_OK && !s->in.arena->failed; i++) {
    const rg_sdf_frame *f = s->frame + i;
    int old = rg_names_add(&s->names, f->name, i);
    if (old < 0) continue;
    if (s->scope[f->scope].version >= 107 || s->frame[old].kind == f->kind)
      rg_read_fail(&s->in, f->element, "name", "a second '%.100s'", f->name);
  }
}

void rg_sdf_collect(rg_sdf *s, const rg_xml *root) {
  const rg_xml *world = rg_xml_child(root, "world"), *model = rg_xml_child(root, "model");
  int version = read_version(s, root);
  struct stat facts;
  trail here = {0};
  if (stat(root->file, &facts) == 0) here.device = facts.st_dev, here.number = facts.st_ino;
  add_frame(s, (rg_sdf_frame){.kind = RG_SDF_WORLD,
                              .name = "world",
                              .element = root,
                              .base = -1,
                              .state = 2,
                              .raw = {.quat = {1}},
                              .pose = {.quat = {1}}});
  add_scope(s, (rg_sdf_scope){.prefix = "", .parent = -1, .version = version, .element = world});
  if (s->in.status != RG_OK || s->in.arena->failed) return;
  for (const rg_xml *e = root->first; e; e = e->next)
    if ((strcmp(e->name, "world") == 0 || strcmp(e->name, "model") == 0) &&
        e != (world ? world : model))
      rg_read_fail(&s->in, e, NULL, "a file has one world, or else one model");
  if (!world && !model) rg_read_fail(&s->in, root, NULL, "there is neither a world nor a model");
  if (s->in.status != RG_OK) return;
  const char *name = rg_xml_get(world ? world : model, "name");
  s->in.spec->name = rg_spec_text(s->in.spec, name ? name : "");
  overrides none = {.trail = &here};
  if (world) collect_inside(s, 0, world, &here);
  else collect_model(s, 0, model, version, 1, &none);
  if (s->in.status == RG_OK) collect_names(s);
}
