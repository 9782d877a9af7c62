/* Reading URDF, the robot descriptions of ROS: what the files urdf*.c share. docs/urdf.md lists
   what is honoured, passed over and refused. The first failure sticks: after it every function here
   does nothing.
 */
#ifndef RG_URDF_H
#define RG_URDF_H

#include "model/names.h"
#include "model/reader.h"

/* what <gazebo reference> says of a link or a joint */
typedef struct rg_urdf_extra {
  const rg_xml *element; /* the first one */
  double mu[2];          /* NaN: not given */
  int floats;            /* 1: gravity does not act on it */
  double stiffness, rest;
  int used; /* there is such a link or joint */
} rg_urdf_extra;

typedef float rg_urdf_colour[4];

typedef struct rg_urdf {
  rg_reader in;
  const rg_xml *root;
  rg_names joints;     /* index: of that joint's element in joint_element */
  rg_names collisions; /* names of shapes so far */
  const rg_xml **joint_element;
  rg_names extra_names; /* index: in extra */
  rg_urdf_extra *extra;
  int extras;
  rg_names material_names; /* index: in material */
  rg_urdf_colour *material;
  int materials;
} rg_urdf;

/* Fills a spec from the tree of a file whose root is <robot>. */
rg_status rg_urdf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                       rg_spec *spec, rg_error *error);

/* --- urdf.c --------------------------------------------------------------------------------- */

/* <origin xyz rpy> inside `element`; the identity where there is none */
rg_pose rg_urdf_origin(rg_urdf *u, const rg_xml *element);
/* --- urdf_schema.c ---------------------------------------------------------------------------- */

/* The element and what is inside: unknown elements and attributes are refused, extensions are
   mentioned, xacro and elements that stand twice are failures. */
void rg_urdf_check(rg_urdf *u, const rg_xml *element);

/* --- urdf_gazebo.c ---------------------------------------------------------------------------- */

/* all <gazebo> of the file, before links and joints are read */
void rg_urdf_read_extras(rg_urdf *u);
/* of the link or joint of that name; NULL: nothing is said */
rg_urdf_extra *rg_urdf_extra_of(rg_urdf *u, const char *name);
/* its coefficient of friction; NaN: not given */
double rg_urdf_friction(rg_urdf *u, const rg_urdf_extra *extra);
/* after all links and joints: what belongs to none; priorities where friction was given */
void rg_urdf_end_extras(rg_urdf *u);

/* --- urdf_material.c -------------------------------------------------------------------------- */

/* all colours that have a name */
void rg_urdf_read_materials(rg_urdf *u);
/* the colour of a <visual>; `rgba` stays where it has none */
void rg_urdf_colour_of(rg_urdf *u, const rg_xml *visual, float rgba[4]);

/* --- urdf_link.c, urdf_joint.c ---------------------------------------------------
 */

/* <inertial>, <collision> and <visual> of a <link> */
void rg_urdf_read_link(rg_urdf *u, const rg_xml *link, rg_spec_body *body);
/* the body of the child link of a <joint>, with its joints; `grounded`: the parent does not move,
 *and pose is the parent's in the world. Returns NULL after a failure. */
rg_spec_body *rg_urdf_read_joint(rg_urdf *u, const rg_xml *joint, const char *child,
                                 rg_spec_body *parent, int grounded, const rg_pose *pose);
/* <mimic>, after all joints are known */
void rg_urdf_read_mimic(rg_urdf *u, const rg_xml *joint);

#endif
