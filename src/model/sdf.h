/* Reading SDFormat, the worlds and robots of Gazebo and Drake: what the files sdf*.c share. docs/sdf.md
   lists what is honoured, passed over and refused.

       sdf_schema.c   which elements there are            the whole tree, before anything is read
       sdf_scope.c    worlds and models, includes         every frame, link and joint by its full name
       sdf_frame.c    poses                               raw poses in named frames to poses in the world
       sdf_tree.c     links and joints                    bodies, loops, who may touch whom
       sdf_link.c     mass, shapes, surfaces
       sdf_joint.c    axes, limits, dynamics

   Full names are paths through models: "arm::hand::finger", without the model where it is the file's
   only one. */
#ifndef RG_SDF_H
#define RG_SDF_H

#include "model/names.h"
#include "model/reader.h"

typedef enum rg_sdf_kind {
  RG_SDF_WORLD, /* frame 0 */
  RG_SDF_MODEL,
  RG_SDF_LINK,
  RG_SDF_JOINT,
  RG_SDF_FRAME
} rg_sdf_kind;

/* where names are looked up: the world (scope 0) or a model */
typedef struct rg_sdf_scope {
  const char *prefix; /* of the full names inside: "" or "outer::inner::" */
  int frame;          /* its own frame */
  int parent;         /* scope, -1 */
  int version;        /* of the file that it stands in: 107 is 1.7 */
  int depth;
  int model;        /* scope whose links these are: its own, where it is merged the one around it */
  int fixed;        /* 1: static */
  int self_collide; /* 1: its links may touch each other */
  const char *placement, *canonical;
  const rg_xml *element;     /* NULL: none, the world of a file with a model only */
  int first_link, first_sub; /* frames: of the first link and model inside; -1 */
} rg_sdf_scope;

typedef struct rg_sdf_frame {
  rg_sdf_kind kind;
  const char *name; /* full */
  const rg_xml *element;
  int scope; /* where the names that it uses are looked up */
  int own;   /* models: the scope that they are; links, joints: their index */
  rg_pose raw;
  const char *relative_to; /* as written, NULL: `base` */
  const char *base_name;   /* as written: child of a joint, attached_to of a frame; NULL: */
  int base;                /* frame */
  int state;               /* 0 unknown, 1 on the way, 2 known: */
  rg_pose pose;            /* in the world */
} rg_sdf_frame;

typedef struct rg_sdf_link {
  int frame, scope;
  const rg_xml *element;
  int joint;       /* that carries it; -1: none */
  int parent;      /* link, -1: the world */
  int first, next; /* children */
  int last;
  int fixed; /* to the world */
  int touches, self_collide;
  int next_of_model; /* the next link of the same model; -1 */
  rg_spec_body *body;
} rg_sdf_link;

typedef struct rg_sdf_joint {
  int frame, scope;
  const rg_xml *element;
  int parent, child; /* links, -1: the world */
} rg_sdf_joint;

typedef struct rg_sdf {
  rg_reader in;
  rg_compiler *weigh; /* of links whose mass follows from their shapes */
  rg_sdf_scope *scope;
  rg_sdf_frame *frame;
  rg_sdf_link *link;
  rg_sdf_joint *joint;
  int scopes, frames, links, joints;
  int scope_room, frame_room, link_room, joint_room;
  int includes;
  rg_names names; /* full name to frame */
  char *key;      /* room for a full name */
  size_t key_room;
} rg_sdf;

/* Fills a spec from the tree of a file whose root is <sdf>. */
rg_status rg_sdf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                      rg_spec *spec, rg_error *error);

/* --- sdf.c: values --------------------------------------------------------------------------- */

/* text of the element of that name inside; NULL: none. "" is none. */
const char *rg_sdf_text(const rg_xml *element, const char *name);
/* `count` numbers of the element of that name inside; 0 where there is none or it is wrong */
int rg_sdf_reals(rg_sdf *s, const rg_xml *element, const char *name, int count, double *out);
double rg_sdf_real(rg_sdf *s, const rg_xml *element, const char *name, double otherwise);
int rg_sdf_bool(rg_sdf *s, const rg_xml *element, const char *name, int otherwise);
/* "true" or "1", "false" or "0" of an attribute */
int rg_sdf_flag(rg_sdf *s, const rg_xml *element, const char *attribute);
/* <pose> inside; the identity where there is none. relative_to: as written, NULL where it is not. */
rg_pose rg_sdf_pose(rg_sdf *s, const rg_xml *element, const char **relative_to);
void rg_sdf_inverse(rg_pose *out, const rg_pose *pose);
void rg_sdf_multiply(rg_pose *out, const rg_pose *a, const rg_pose *b);

/* --- sdf_schema.c ---------------------------------------------------------------------------- */

/* The element and all inside: what is unknown or refused, what is passed over, what stands twice. */
void rg_sdf_check(rg_sdf *s, const rg_xml *element, const char *parent);

/* --- sdf_scope.c ----------------------------------------------------------------------------- */

/* All scopes, frames, links and joints of the file and of what it includes, and their names. */
void rg_sdf_collect(rg_sdf *s, const rg_xml *root);

/* --- sdf_frame.c ----------------------------------------------------------------------------- */

/* The frame of that name, seen from a scope; -1 after a failure, at `element`. */
int rg_sdf_find(rg_sdf *s, int scope, const char *name, const rg_xml *element);
/* The link that a frame moves with; -1: the world. */
int rg_sdf_attached(rg_sdf *s, int frame, const rg_xml *element);
/* Poses of all frames in the world. */
void rg_sdf_place(rg_sdf *s);
/* A pose that is given inside a link, in the frame of the link. */
rg_pose rg_sdf_pose_in_link(rg_sdf *s, const rg_xml *element, const rg_sdf_link *link);

/* --- sdf_tree.c, sdf_link.c, sdf_joint.c ------------------------------------------------------ */

void rg_sdf_build(rg_sdf *s);
/* <inertial>, <collision> and <visual> */
void rg_sdf_read_link(rg_sdf *s, rg_sdf_link *link);
/* sdf_light.c: 1 where the element is a light whose place is known; a light with its pose in a body; those of a world, and its ambient light */
int rg_sdf_shines(const rg_xml *element);
void rg_sdf_read_light(rg_sdf *s, const rg_xml *element, const rg_spec_body *body,
                       const rg_pose *pose);
void rg_sdf_read_world_lights(rg_sdf *s, const rg_xml *world);
/* joints of the body of its child */
void rg_sdf_read_joint(rg_sdf *s, const rg_sdf_joint *joint);
/* a joint to a link that another joint carries already: equalities */
void rg_sdf_close_loop(rg_sdf *s, const rg_sdf_joint *joint);
/* <mimic>, after all joints are known */
void rg_sdf_read_mimic(rg_sdf *s, const rg_sdf_joint *joint);

#endif
