/* Reading URDF, the robot descriptions of ROS: what the files urdf*.c share. docs/urdf.md lists
   what is honoured, passed over and refused. The first failure sticks: after it every function here
   does nothing.
 */
#ifndef RG_URDF_H
#define RG_URDF_H

#include "base/arena.h"
#include "model/names.h"
#include "model/spec.h"
#include "model/xml.h"

#include <rigor/model.h>

typedef struct rg_urdf_mesh {
  const char *name, *path;
  double scale[3];
  struct rg_urdf_mesh *next;
} rg_urdf_mesh;

/* something that was already mentioned in a notice */
typedef struct rg_urdf_mention {
  const char *element, *why;
  struct rg_urdf_mention *next;
} rg_urdf_mention;

typedef struct rg_urdf {
  rg_arena *arena; /* for the time of reading */
  rg_spec *spec;
  const rg_xml *root;
  rg_load_options options;
  rg_error *error;
  rg_status status;
  rg_urdf_mesh *meshes;
  int mesh_count;
  rg_urdf_mention *mentions;
  rg_names joints;     /* index: of that joint's element in joint_element */
  rg_names collisions; /* names of shapes so far */
  const rg_xml **joint_element;
} rg_urdf;

/* Fills a spec from the tree of a file whose root is <robot>. */
rg_status rg_urdf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                       rg_spec *spec, rg_error *error);

/* --- urdf.c: failures, values --------------------------------------------------------------- */

void rg_urdf_fail(rg_urdf *u, const rg_xml *element, const char *attribute, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* What would change the physics and cannot be honoured: a failure, or a notice where lenient. */
void rg_urdf_refuse(rg_urdf *u, const rg_xml *element, const char *attribute, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));
/* What was passed over; each element and reason is mentioned once a file. */
void rg_urdf_notice(rg_urdf *u, const rg_xml *element, const char *why);
/* `count` numbers of an attribute; returns 0 where it is not there or wrong */
int rg_urdf_reals(rg_urdf *u, const rg_xml *element, const char *attribute, int count, double *out);
/* An attribute that must be there. */
const char *rg_urdf_required(rg_urdf *u, const rg_xml *element, const char *attribute);
/* <origin xyz rpy> inside `element`; the identity where there is none */
rg_pose rg_urdf_origin(rg_urdf *u, const rg_xml *element);
/* Everything that is added to the spec from now on stands at this element. */
void rg_urdf_at(rg_urdf *u, const rg_xml *element);

/* --- urdf_schema.c ---------------------------------------------------------------------------- */

/* The element and what is inside: unknown elements and attributes are refused, extensions are
   mentioned, xacro and elements that stand twice are failures. */
void rg_urdf_check(rg_urdf *u, const rg_xml *element);

/* --- urdf_link.c, urdf_joint.c, urdf_mesh.c ----------------------------------------------------
 */

/* <inertial> and <collision> of a <link> */
void rg_urdf_read_link(rg_urdf *u, const rg_xml *link, rg_spec_body *body);
/* the body of the child link of a <joint>, with its joints; `grounded`: the parent does not move,
 *and pose is the parent's in the world. Returns NULL after a failure. */
rg_spec_body *rg_urdf_read_joint(rg_urdf *u, const rg_xml *joint, const char *child,
                                 rg_spec_body *parent, int grounded, const rg_pose *pose);
/* <mimic>, after all joints are known */
void rg_urdf_read_mimic(rg_urdf *u, const rg_xml *joint);
/* the name of the mesh asset of a <mesh filename scale>; NULL after a failure or refusal */
const char *rg_urdf_mesh_asset(rg_urdf *u, const rg_xml *mesh);

#endif
