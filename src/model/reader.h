/* What the readers of URDF and SDFormat share: failures, refusals, notices, numbers, turns, files that
   are named by a URI, meshes. The first failure sticks: after it every function here does nothing. */
#ifndef RG_MODEL_READER_H
#define RG_MODEL_READER_H

#include "base/arena.h"
#include "model/spec.h"
#include "model/xml.h"

#include <rigor/model.h>

/* elements of others that would change the motion */
#define RG_READ_EXTENSIONS                                                                         \
  "drake:joint drake:linear_bushing_rpy drake:linear_spring_damper drake:prismatic_spring "        \
  "drake:ball_constraint drake:distance_constraint drake:fixed_constraint drake:tendon_constraint"

/* something that was already mentioned in a notice */
typedef struct rg_mention {
  const char *element, *why;
  struct rg_mention *next;
} rg_mention;

typedef struct rg_mesh_use {
  const char *path;
  double scale[3];
  rg_spec_mesh *asset;
  struct rg_mesh_use *next;
} rg_mesh_use;

typedef struct rg_reader {
  rg_arena *arena; /* for the time of reading */
  rg_spec *spec;
  rg_load_options options;
  rg_error *error;
  rg_status status;
  rg_mention *mentions;
  rg_mesh_use *meshes;
  int mesh_count;
  int unseen; /* meshes of visuals that are not there or cannot be read */
} rg_reader;

rg_reader rg_reader_new(rg_arena *arena, rg_spec *spec, const rg_load_options *options,
                        rg_error *error);
/* RG_NO_MEMORY where an allocation failed and nothing else did */
rg_status rg_reader_end(rg_reader *r, const char *root);

void rg_read_fail(rg_reader *r, const rg_xml *element, const char *attribute, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));
/* What would change the physics and cannot be honoured: a failure, or a notice where lenient. */
void rg_read_refuse(rg_reader *r, const rg_xml *element, const char *attribute, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));
/* A file that is written for the preprocessor of ROS. */
void rg_read_xacro(rg_reader *r, const rg_xml *element, const char *attribute);
/* What was passed over; each element and reason is mentioned once. */
void rg_read_notice(rg_reader *r, const rg_xml *element, const char *why);
/* Everything that is added to the spec from now on stands at this element. */
void rg_read_at(rg_reader *r, const rg_xml *element);
/* `count` numbers of an attribute; returns 0 where it is not there or wrong */
int rg_read_reals(rg_reader *r, const rg_xml *element, const char *attribute, int count,
                  double *out);
/* An attribute that must be there; NULL after a failure. */
const char *rg_read_required(rg_reader *r, const rg_xml *element, const char *attribute);

/* R = R_z(yaw) R_y(pitch) R_x(roll) */
void rg_read_turn(double quat[4], const double roll_pitch_yaw[3]);

/* --- shapes ----------------------------------------------------------------------------------- */

/* groups of shapes, as models for MuJoCo number them: what pages and viewers show, and what they hide */
enum { RG_READ_SEEN_GROUP = 2, RG_READ_HIDDEN_GROUP = 3 };

/* A geom that is only seen: it touches nothing and weighs nothing. */
rg_geom_spec rg_read_visual_geom(void);
/* Adds it, described by `element`; a shape without extent cannot be seen, which is a notice. */
void rg_read_add_visual(rg_reader *r, const rg_xml *element, rg_spec_body *body,
                        const rg_geom_spec *geom);
/* Among the geoms of a body behind `before` (NULL: all): where there are such geoms, the others are hidden. */
void rg_read_group_shapes(rg_spec_body *body, const rg_spec_geom *before);
/* Friction of two surfaces is the smaller one, as in Gazebo: the smaller it is, the higher the priority. What has 1, as
   surfaces have of which nothing is said, keeps priority 0. */
void rg_read_rank_friction(rg_reader *r);

/* --- resource.c ------------------------------------------------------------------------------- */

/* The file (or, where `folders`, also the folder) that `name` means in `file`: a plain name or file://
   lies beside it, package:// and model:// in the folders of the load options or around it. NULL
   where there is none. */
const char *rg_find_resource(rg_reader *r, const char *file, const char *name, int folders);
/* The name of the mesh asset of a file and scale, `attribute` (or NULL) of `element` named it. NULL
   after a failure or refusal; where it is only `seen`, all that is wrong with it is a notice. */
const char *rg_read_mesh(rg_reader *r, const rg_xml *element, const char *attribute,
                         const char *file, const double scale[3], int seen);

#endif
