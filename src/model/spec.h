/* The description of a model before it is compiled: what the builder in <rigor/model.h> and the
   readers of MJCF, URDF and SDFormat fill, and what src/model/compile.c turns into an rg_model.

   How a reader fills it:
     spec = rg_spec_new(name);  spec->compiler...;  *rg_spec_option(spec) = ...;
     rg_spec_at(spec, path, line, column);            whatever is added from now on stands at that
   place of the file body = rg_spec_add_body(spec, parent, name, &pose);   and the other public
   rg_spec_add_* functions rg_spec_add_key / _pair / _sensor / _mesh_file ...     what only files
   can say: below rg_spec_compile(spec, &model, error);  rg_spec_free(spec); All text and numbers
   given to it are copied. A failed allocation is sticky (spec->arena.failed): a reader may ignore
   the status of single additions as long as it does not follow a NULL; rg_spec_compile returns
   RG_NO_MEMORY then.

   Values are plain: radians, defaults and classes already resolved, frames composed. A quaternion
   of zeros is the identity. */
#ifndef RG_MODEL_SPEC_H
#define RG_MODEL_SPEC_H

#include <rigor/looks.h>
#include <rigor/model.h>

#include "base/arena.h"

/* where something stands in a file; file "" for what was built in C */
typedef struct rg_place {
  const char *file;
  int line, column;
} rg_place;

typedef enum rg_inertia_from_geom {
  RG_INERTIA_NEVER,  /* bodies without <inertial> have none */
  RG_INERTIA_ALWAYS, /* <inertial> is ignored */
  RG_INERTIA_AUTO    /* from geoms where there is no <inertial> */
} rg_inertia_from_geom;

/* how the volume of a mesh is counted */
typedef enum rg_mesh_inertia {
  RG_MESH_LEGACY, /* absolute tetrahedra about the area centre (MuJoCo's default); equals exact for
                     convex meshes */
  RG_MESH_EXACT,  /* signed tetrahedra: closed, consistently oriented meshes */
  RG_MESH_CONVEX, /* of the convex hull */
  RG_MESH_SHELL   /* on the triangles themselves; "volume" is their area */
} rg_mesh_inertia;

/* the switches of <compiler> that act on values */
typedef struct rg_compiler {
  int autolimits; /* 1 (default): `limited` -1 follows the range; 0: such a range is an error */
  rg_inertia_from_geom inertia_from_geom; /* default auto */
  int inertia_group[2];                   /* geoms of these groups count; default 0 5 */
  int balance_inertia;   /* 1: moments that violate the triangle inequality become their mean */
  int discard_visual;    /* 1: geoms that cannot touch are dropped after they gave their inertia */
  double bound_mass;     /* least mass of every body but the world; default 0 */
  double bound_inertia;  /* least principal moment; default 0 */
  double set_total_mass; /* > 0: masses and inertias are scaled to this sum; default -1 */
} rg_compiler;

typedef struct rg_spec_joint {
  rg_joint_spec value;
  int force_limited; /* of value.actuator_force_range; -1 (default): where the range is not empty */
  rg_place source;
  struct rg_spec_joint *next;
} rg_spec_joint;

typedef struct rg_spec_geom {
  rg_geom_spec value;
  rg_place source;
  struct rg_spec_geom *next;
} rg_spec_geom;

typedef struct rg_spec_site {
  const char *name;
  rg_pose pose;
  rg_geom_type type; /* of its volume */
  double size[3];
  rg_place source;
  struct rg_spec_site *next;
} rg_spec_site;

#define RG_SITE_SIZE 0.005 /* m: radius of a site of which nothing is said, as in MuJoCo */

/* what a file says of textures and materials; lives as long as the reader's memory */
typedef struct rg_spec_texture {
  rg_texture value;
  const char *file; /* a PNG; NULL: a rule */
  rg_place source;
} rg_spec_texture;

typedef struct rg_spec_look {
  rg_look value; /* texture as below */
  const rg_spec_texture *texture;
} rg_spec_look;

typedef struct rg_spec_camera {
  rg_camera value; /* body as below */
  const struct rg_spec_body *body;
  struct rg_spec_camera *next;
} rg_spec_camera;

typedef struct rg_spec_light {
  rg_light value; /* body as below */
  const struct rg_spec_body *body;
  struct rg_spec_light *next;
} rg_spec_light;

struct rg_spec_body {
  const char *name;
  rg_pose pose;
  double gravcomp;
  int mocap;                   /* 1: placed from outside; on the world, without joints */
  const rg_compiler *compiler; /* of the file that it was attached from; NULL: the spec's */
  int has_inertial;
  rg_inertial_spec inertial;
  rg_spec_joint *joints, *last_joint;
  rg_spec_geom *geoms, *last_geom;
  rg_spec_site *sites, *last_site;
  rg_spec_body *parent, *children, *last_child, *next; /* next: sibling */
  rg_place source, inertial_source;
};

typedef struct rg_spec_mesh {
  const char *name;
  const char *file;        /* .stl or .obj, resolved path; NULL: given inline */
  double scale[3];         /* default 1 1 1 */
  double ref_pos[3];       /* subtracted from the vertices ... */
  double ref_quat[4];      /* ... which are then turned back by this; before scale */
  rg_mesh_inertia inertia; /* default: convex for inline vertices without faces, else legacy */
  int keep_frame; /* 1: the vertices are about the mesh's own frame already; it stays identity */
  int only_seen;  /* 1: what is wrong with it is a notice, and geoms of it are left out */
  int nvertex, nface;
  const double *vertex; /* 3 each */
  const int *face;      /* 3 each, may be NULL: the hull */
  rg_place source;
  struct rg_spec_mesh *next;
} rg_spec_mesh;

typedef struct rg_spec_hfield {
  const char *name;
  const char *file; /* .png, else binary, resolved path; NULL: as below */
  int nrow, ncol, nelevation;
  const double *elevation; /* first row at the largest y; none: flat */
  double size[4];
  rg_place source;
  struct rg_spec_hfield *next;
} rg_spec_hfield;

typedef struct rg_spec_tendon {
  rg_tendon_spec value;
  rg_place source;
  struct rg_spec_tendon *next;
} rg_spec_tendon;

typedef struct rg_spec_actuator {
  rg_actuator_spec value;
  rg_place source;
  struct rg_spec_actuator *next;
} rg_spec_actuator;

typedef struct rg_spec_equality {
  rg_equality_spec value;
  rg_place source;
  struct rg_spec_equality *next;
} rg_spec_equality;

/* <contact><pair>: NaN or -1 where the value follows from the two geoms */
typedef struct rg_spec_pair {
  const char *name, *geom1, *geom2;
  int condim;         /* -1 */
  double friction[5]; /* NaN: sliding 1, 2, torsional, rolling 1, 2 */
  double margin, gap, adhesion; /* NaN */
  rg_place source;
  struct rg_spec_pair *next;
} rg_spec_pair;

typedef struct rg_spec_exclude {
  const char *body1, *body2;
  rg_place source;
  struct rg_spec_exclude *next;
} rg_spec_exclude;

/* rows of a keyframe, and whose numbers they have */
typedef enum rg_key_row {
  RG_KEY_QPOS,  /* joints */
  RG_KEY_QVEL,  /* joints */
  RG_KEY_CTRL,  /* actuators */
  RG_KEY_ACT,   /* actuators with a state */
  RG_KEY_MPOS,  /* mocap bodies */
  RG_KEY_MQUAT, /* mocap bodies */
  RG_KEY_ROWS
} rg_key_row;

/* what a keyframe of an attached model says of one of its objects; in the order of the model */
typedef struct rg_spec_key_part {
  const void *object; /* rg_spec_joint, rg_spec_actuator, rg_spec_body */
  const double *numbers;
  struct rg_spec_key_part *next;
} rg_spec_key_part;

/* sizes -1: not given (qpos0, zero) */
typedef struct rg_spec_key {
  const char *name;
  double time;
  int nqpos, nqvel, nctrl, nact, nmpos, nmquat;
  const double *qpos, *qvel, *ctrl, *act, *mpos, *mquat;
  rg_spec_key_part *part[RG_KEY_ROWS], *last_part[RG_KEY_ROWS];
  rg_place source;
  struct rg_spec_key *next;
} rg_spec_key;

typedef struct rg_spec_sensor {
  const char *name;
  rg_sensor_type type;
  rg_object object_type;
  const char *object; /* NULL: none (clock) */
  rg_object reference_type;
  const char *reference; /* NULL: the world */
  double cutoff;
  rg_place source;
  struct rg_spec_sensor *next;
} rg_spec_sensor;

typedef struct rg_spec_setting {
  rg_setting value;
  rg_place source;
  struct rg_spec_setting *next;
} rg_spec_setting;

typedef struct rg_spec_notice {
  const char *text;
  struct rg_spec_notice *next;
} rg_spec_notice;

struct rg_spec {
  rg_arena arena;
  const char *name;
  rg_model_option option;
  rg_compiler compiler;
  rg_place at; /* given to everything that is added */
  rg_spec_body *world;
  rg_spec_mesh *meshes, *last_mesh;
  rg_spec_hfield *hfields, *last_hfield;
  rg_spec_tendon *tendons, *last_tendon;
  rg_spec_actuator *actuators, *last_actuator;
  rg_spec_equality *equalities, *last_equality;
  rg_spec_pair *pairs, *last_pair;
  rg_spec_exclude *excludes, *last_exclude;
  rg_spec_key *keys, *last_key;
  rg_spec_key *attached_keys, *last_attached_key; /* behind the others when all is read */
  rg_spec_sensor *sensors, *last_sensor;
  rg_spec_setting *settings, *last_setting;
  rg_spec_notice *notices, *last_notice;
  rg_spec_camera *cameras, *last_camera;
  rg_spec_light *lights, *last_light;
  rg_light head_light;
  const rg_spec_texture *sky; /* NULL: none */
};

/* --- what only the readers use -------------------------------------------------------------- */

/* the place of what is added from now on; `file` is copied when it differs from the one before;
 * NULL: none */
void rg_spec_at(rg_spec *spec, const char *file, int line, int column);
/* a copy that lives as long as the spec; NULL stays NULL (also where memory ran out) */
const char *rg_spec_text(rg_spec *spec, const char *text);

rg_spec_mesh rg_spec_mesh_default(void);
rg_spec_pair rg_spec_pair_default(void);
rg_spec_key rg_spec_key_default(void);
rg_spec_sensor rg_spec_sensor_default(void);
/* copies; source and next of the argument are ignored */
rg_status rg_spec_add_mesh_asset(rg_spec *spec, const rg_spec_mesh *mesh);
rg_status rg_spec_add_hfield(rg_spec *spec, const rg_spec_hfield *hfield);
rg_status rg_spec_add_pair(rg_spec *spec, const rg_spec_pair *pair);
rg_status rg_spec_add_key(rg_spec *spec, const rg_spec_key *key);
/* numbers that a joint, an actuator or a mocap body has in a row of keyframes */
int rg_spec_joint_width(rg_key_row row, const rg_spec_joint *joint);
int rg_spec_actuator_width(rg_key_row row, const rg_spec_actuator *actuator);
int rg_spec_body_width(rg_key_row row, const rg_spec_body *body);
/* of the keyframe that is the last one of spec->attached_keys */
rg_status rg_spec_add_attached_key(rg_spec *spec, const char *name, double time);
rg_status rg_spec_add_key_part(rg_spec *spec, rg_key_row row, const void *object,
                               const double *numbers, int count);
/* it says nothing: away with it */
void rg_spec_drop_attached_key(rg_spec *spec);
/* keyframes of attached models behind all others */
void rg_spec_append_attached_keys(rg_spec *spec);
rg_status rg_spec_add_sensor(rg_spec *spec, const rg_spec_sensor *sensor);
/* for `rigor info`: what was passed over, and why; printf style, the place is put before it */
rg_status rg_spec_add_notice(rg_spec *spec, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* depth first, from spec->world; NULL at the end */
rg_spec_body *rg_spec_next_body(const rg_spec_body *body);
/* first of that name, depth first; NULL where there is none */
rg_spec_body *rg_spec_find_body(const rg_spec *spec, const char *name);

/* fills error with `source`, the element ("geom 'foot'"; name may be "" or NULL) and the reason;
 * returns RG_BAD_INPUT */
rg_status rg_spec_error(rg_error *error, const rg_place *source, const char *kind, const char *name,
                        const char *format, ...) __attribute__((format(printf, 5, 6)));

/* the frame of a segment as MJCF's fromto: midway, z from the second point to the first; returns
 * half its length */
double rg_pose_from_segment(rg_pose *pose, const double fromto[6]);

#endif
