/* What the files urdf*.c share. Errors, notices and values of attributes are those of the MJCF
   reader (mjcf.h): the first failure sticks, and after it every function does nothing. */
#ifndef RG_URDF_READER_H
#define RG_URDF_READER_H

#include "model/mjcf.h"
#include "model/names.h"

typedef enum rg_urdf_type {
  RG_URDF_REVOLUTE,
  RG_URDF_CONTINUOUS,
  RG_URDF_PRISMATIC,
  RG_URDF_FIXED,
  RG_URDF_FLOATING,
  RG_URDF_PLANAR
} rg_urdf_type;

typedef struct rg_urdf_joint {
  const rg_xml *element;
  const char *name;
  rg_urdf_type type;
  int parent, child; /* links */
  int next;          /* joint of the same parent; -1: none */
} rg_urdf_joint;

typedef struct rg_urdf_link {
  const rg_xml *element;
  const char *name;
  int joint;       /* to the parent; -1: root */
  int first, last; /* joints to the children; -1: none */
  rg_spec_body *body;
  int fixed;     /* cannot move against the world ... */
  rg_pose world; /* ... and stands here */
} rg_urdf_link;

typedef struct rg_urdf {
  rg_mjcf reader;
  const rg_load_options *options; /* may be NULL */
  int links, joints;
  rg_urdf_link *link;
  rg_urdf_joint *joint;
  rg_names link_names, joint_names;
  rg_names collision_names;
  const char *folder; /* of the file, absolute; NULL: not known yet */
} rg_urdf;

/* --- urdf_schema.c ----------------------------------------------------------------------------- */

/* Looks at attributes and children of an element: what is not honoured and no known extension is
   refused, the known extensions are mentioned once, xacro is an error. */
void rg_urdf_check(rg_urdf *u, const rg_xml *element);
/* The child of that name, NULL where there is none; two are an error. */
const rg_xml *rg_urdf_child(rg_urdf *u, const rg_xml *element, const char *name);
/* The same for one that must be there. */
const rg_xml *rg_urdf_required_child(rg_urdf *u, const rg_xml *element, const char *name);
/* A number that must be there. */
double rg_urdf_number(rg_urdf *u, const rg_xml *element, const char *name);
/* <origin xyz rpy> of an element; the identity where there is none. */
rg_pose rg_urdf_origin(rg_urdf *u, const rg_xml *element);

/* --- the parts --------------------------------------------------------------------------------- */

/* urdf_link.c: inertial and collision shapes onto link->body */
void rg_urdf_read_link(rg_urdf *u, const rg_urdf_link *link);
/* urdf_joint.c: the joints of link->body; mimics, when every joint is there */
void rg_urdf_read_joint(rg_urdf *u, const rg_urdf_joint *joint, rg_spec_body *body, int free);
void rg_urdf_read_mimic(rg_urdf *u, const rg_urdf_joint *joint);
/* urdf_mesh.c: the asset of a <mesh>, made where it is not there yet; NULL where it is refused */
const char *rg_urdf_mesh(rg_urdf *u, const rg_xml *element);

#endif
