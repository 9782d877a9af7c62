/* The compiled model: constant, shareable between threads, built from a file or in C.

   Conventions as in MuJoCo, so that numbers can be compared line by line: SI units, quaternions (w x y z), body 0 is
   the world, bodies in depth-first order of the file (a parent comes before its children), qpos and qvel joint by
   joint in that order:

       free    qpos 7: position, quaternion           qvel 6: linear velocity (world), angular velocity (body)
       ball    qpos 4: quaternion                      qvel 3: angular velocity (child body)
       slide   qpos 1: distance                        qvel 1
       hinge   qpos 1: angle                           qvel 1

   Joints of one body act in order; the joint frame is the body frame at the reference configuration qpos0. */
#ifndef RIGOR_MODEL_H
#define RIGOR_MODEL_H

#include <rigor/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_joint_type {
  RG_JOINT_FREE,
  RG_JOINT_BALL,
  RG_JOINT_SLIDE,
  RG_JOINT_HINGE
} rg_joint_type;

typedef enum rg_geom_type {
  RG_GEOM_PLANE,     /* size: half x, half y (0: infinite), grid; normal is local z */
  RG_GEOM_SPHERE,    /* size: radius */
  RG_GEOM_CAPSULE,   /* size: radius, half length along local z */
  RG_GEOM_ELLIPSOID, /* size: three radii */
  RG_GEOM_CYLINDER,  /* size: radius, half length along local z */
  RG_GEOM_BOX,       /* size: three half lengths */
  RG_GEOM_MESH,      /* convex hull of a mesh */
  RG_GEOM_HFIELD /* height field, on a body that cannot move; touches all but planes and its like */
} rg_geom_type;

typedef enum rg_equality_type {
  RG_EQUALITY_CONNECT, /* a point of body 1 coincides with a point of body 2 */
  RG_EQUALITY_WELD,    /* fixed relative pose */
  RG_EQUALITY_JOINT,   /* q1 - q1_0 = polynomial of (q2 - q2_0) */
  RG_EQUALITY_TENDON   /* the same of the lengths of tendons */
} rg_equality_type;

/* what a spatial tendon runs along */
typedef enum rg_path_type {
  RG_PATH_SITE,     /* object: site, a point that it goes through */
  RG_PATH_SPHERE,   /* object: geom that it may wrap around */
  RG_PATH_CYLINDER, /* the same; the cylinder has no ends */
  RG_PATH_PULLEY    /* a new branch begins, whose length counts divided by `divisor` */
} rg_path_type;

/* what an actuator acts on */
typedef enum rg_transmission {
  RG_DRIVE_JOINT,
  RG_DRIVE_JOINT_IN_PARENT, /* ball and free: gear in the frame of the parent */
  RG_DRIVE_TENDON,
  RG_DRIVE_SITE,         /* force and torque at a site, in its axes or those of another site */
  RG_DRIVE_SLIDER_CRANK, /* a rod from the crank site drives a pin along z of the slider site */
  RG_DRIVE_BODY          /* adhesion: along the normals of what the body touches, in equal parts */
} rg_transmission;

/* how the state of an actuator follows its control */
typedef enum rg_activation {
  RG_ACT_NONE,       /* it has none */
  RG_ACT_INTEGRATOR, /* act' = ctrl */
  RG_ACT_FILTER,     /* act' = (ctrl - act) / dynprm[0] */
  RG_ACT_MUSCLE      /* dynprm: time constants of rise and fall, width of the change between them */
} rg_activation;

typedef enum rg_object {
  RG_OBJECT_BODY,
  RG_OBJECT_JOINT,
  RG_OBJECT_GEOM,
  RG_OBJECT_SITE,
  RG_OBJECT_MESH,
  RG_OBJECT_ACTUATOR,
  RG_OBJECT_EQUALITY,
  RG_OBJECT_KEY,
  RG_OBJECT_SENSOR,
  RG_OBJECT_TENDON,
  RG_OBJECT_INERTIAL /* of sensors: the inertial frame of a body (MuJoCo's "body"; RG_OBJECT_BODY is its "xbody") */
} rg_object;

/* What a sensor measures, and of what; numbers as MuJoCo's sensor of that name. */
typedef enum rg_sensor_type {
  RG_SENSOR_JOINTPOS,         /* 1, joint: hinge or slide */
  RG_SENSOR_JOINTVEL,         /* 1, joint: hinge or slide */
  RG_SENSOR_BALLQUAT,         /* 4, joint: ball */
  RG_SENSOR_BALLANGVEL,       /* 3, joint: ball */
  RG_SENSOR_JOINTACTUATORFRC, /* 1, joint: force of all actuators on it */
  RG_SENSOR_ACTUATORPOS,      /* 1, actuator: length */
  RG_SENSOR_ACTUATORVEL,      /* 1, actuator */
  RG_SENSOR_ACTUATORFRC,      /* 1, actuator */
  RG_SENSOR_TENDONPOS,        /* 1, tendon: length */
  RG_SENSOR_TENDONVEL,        /* 1, tendon */
  RG_SENSOR_FRAMEPOS, /* 3, frame (body, inertial, geom, site); in the reference frame where there is one */
  RG_SENSOR_FRAMEQUAT,     /* 4, frame */
  RG_SENSOR_FRAMEXAXIS,    /* 3, frame */
  RG_SENSOR_FRAMEYAXIS,    /* 3, frame */
  RG_SENSOR_FRAMEZAXIS,    /* 3, frame */
  RG_SENSOR_FRAMELINVEL,   /* 3, frame */
  RG_SENSOR_FRAMEANGVEL,   /* 3, frame */
  RG_SENSOR_VELOCIMETER,   /* 3, site: linear velocity in its frame */
  RG_SENSOR_GYRO,          /* 3, site: angular velocity in its frame */
  RG_SENSOR_SUBTREECOM,    /* 3, body */
  RG_SENSOR_SUBTREELINVEL, /* 3, body */
  RG_SENSOR_SUBTREEANGMOM, /* 3, body */
  RG_SENSOR_CLOCK,         /* 1 */
  RG_SENSOR_ACCELEROMETER, /* 3, site: needs the acceleration of the step */
  RG_SENSOR_FRAMELINACC,   /* 3, frame: the same */
  RG_SENSOR_FRAMEANGACC,   /* 3, frame: the same */
  RG_SENSOR_FORCE,         /* 3, site: between its body and the parent */
  RG_SENSOR_TORQUE,        /* 3, site: the same */
  RG_SENSOR_TOUCH, /* 1, site: sum of the normal forces on its body whose lines meet its volume */
  RG_SENSOR_RANGEFINDER,       /* 1, site: way along its z axis to what can be seen; -1: nothing */
  RG_SENSOR_MAGNETOMETER,      /* 3, site: the model's magnetic flux in its frame */
  RG_SENSOR_TENDONACTUATORFRC, /* 1, tendon: force of all actuators on it */
  RG_SENSOR_JOINTLIMITPOS, /* 1, joint: hinge or slide: way to a limit within its margin, less that; else 0 */
  RG_SENSOR_JOINTLIMITVEL,  /* 1, joint: the same, rate of that way */
  RG_SENSOR_TENDONLIMITPOS, /* 1, tendon: as of a joint */
  RG_SENSOR_TENDONLIMITVEL, /* 1, tendon */
  RG_SENSOR_E_POTENTIAL,    /* 1 */
  RG_SENSOR_E_KINETIC,      /* 1 */
  RG_SENSOR_JOINTLIMITFRC, /* 1, joint: hinge or slide: force of its limits, N or N m, of the step */
  RG_SENSOR_TENDONLIMITFRC, /* 1, tendon: the same */
  RG_SENSOR_DISTANCE, /* 1, two geoms, or all of two bodies: least distance, overlap negative; the cutoff where it is more */
  RG_SENSOR_NORMAL,   /* 3, the same: from the first to the second; 0 beyond the cutoff */
  RG_SENSOR_FROMTO,   /* 6, the same: the two points; 0 beyond the cutoff */
  RG_SENSOR_INSIDESITE /* 1, frame, reference: a site: 1 where its origin lies in the volume of the site, else 0 */
} rg_sensor_type;

typedef struct rg_model_option {
  double timestep;    /* s */
  double gravity[3];  /* m/s^2 */
  double wind[3];     /* m/s */
  double density;     /* kg/m^3 of the medium, 0: none */
  double viscosity;   /* Pa s of the medium, 0: none */
  double magnetic[3]; /* magnetic flux, for magnetometers */
  int parents_touch;  /* 1: contacts between parent and child count as others do */
} rg_model_option;

/* A rigor setting in the model file: <custom><numeric name="rigor.restitution" data="0.7"/>, <text name="rigor.solver" .../> */
typedef struct rg_setting {
  const char *name;
  const char *text;   /* NULL for a numeric */
  const double *data; /* numeric */
  int size;
} rg_setting;

typedef struct rg_model {
  const char *name;
  rg_model_option option;
  int nq, nv, nbody, njoint, ngeom, nsite, nmesh, nactuator, nequality, npair, nexclude, nkey,
      nsensor, nsetting;
  int ntendon, ntendonjoint; /* ntendonjoint: entries of tendon_joint and tendon_coef */
  int npath;                 /* entries of path_* */
  int nact;                  /* states of actuators */
  int nhfield;

  /* bodies; 3, 4, ... in a comment: numbers per body */
  const char **body_name; /* "" where there is none */
  int *body_parent;       /* world: 0 */
  int *body_root;         /* top body of its tree (child of the world); world: 0 */
  int *
      body_weld; /* nearest body up the tree that moves against its parent; itself where it has joints; 0:
                    fixed to the world */
  int *body_joint, *body_njoint; /* first joint, number */
  int *body_dof, *body_ndof;     /* first degree of freedom (-1: none), number */
  int *body_geom, *body_ngeom;   /* first geom, number */
  double *body_pos;              /* 3: frame in the parent's frame */
  double *body_quat;             /* 4 */
  double *body_ipos;             /* 3: centre of mass in the body frame */
  double *body_iquat;            /* 4: principal axes of inertia in the body frame */
  double *body_mass;             /* kg */
  double *body_inertia;          /* 3: principal moments */
  double *body_gravcomp;         /* fraction of gravity compensated */
  int nmocap;
  int *body_mocap; /* its number among the bodies that are placed from outside; -1: it is none */

  /* joints */
  const char **joint_name;
  int *joint_type, *joint_body, *joint_qpos, *joint_dof; /* first entry of qpos, qvel */
  double *joint_pos;                                     /* 3: anchor in the body frame */
  double *joint_axis;                                    /* 3: unit axis in the body frame */
  int *joint_limited;                                    /* 1: range is enforced */
  double *joint_range; /* 2: rad or m; ball: range[1] is the largest angle */
  double *joint_margin;
  double *joint_stiffness; /* spring towards qpos_spring */
  double *
      joint_stiffness_poly; /* 2, hinge and slide: the force is -(stiffness x + poly0 x^2 + poly1 x^3) */
  int *joint_gravcomp;      /* 1: gravity compensation counts as a force of actuators */
  int *joint_forcelimited;  /* 1: the sum of actuator forces on the joint is clamped */
  double *joint_forcerange; /* 2: N or N m */

  /* degrees of freedom */
  int *dof_body, *dof_joint;
  int *dof_parent; /* next degree of freedom up the tree, -1 at the root */
  double *dof_armature, *dof_damping, *dof_frictionloss;
  double *
      dof_damping_poly; /* 2, of hinge and slide: the force is -(damping v + poly0 v |v| + poly1 v^3) */
  double *qpos0;        /* nq: reference configuration */
  double *qpos_spring; /* nq: where springs rest */

  /* geoms */
  const char **geom_name;
  int *geom_type, *geom_body, *geom_mesh; /* -1: no mesh */
  int *geom_hfield;                       /* -1: no height field */
  int *geom_contype, *geom_conaffinity, *geom_condim, *geom_priority, *geom_group;
  double *geom_pos, *geom_quat; /* 3, 4 in the body frame */
  double *geom_size;            /* 3 */
  double *geom_friction;        /* 3: sliding, torsional, rolling */
  double *geom_margin, *geom_gap;
  double *geom_adhesion; /* N: with which each of its contacts pulls */
  double *geom_radius;   /* bounding sphere about the geom frame; 0: plane */
  double *
      geom_fluid; /* 12: 1 where the medium sees an ellipsoid, blunt and slender drag, angular drag, Kutta and
                          Magnus lift, mass (3) and inertia (3) of the fluid that moves along for density 1 */
  double *
      geom_surface; /* 6: velocity of its surface as seen by contacts, in its frame: linear, and angular about its origin */
  float *geom_rgba; /* 4, for pages */

  /* sites */
  const char **site_name;
  int *site_body;
  double *site_pos, *site_quat;
  int *site_type;    /* its volume: rg_geom_type, from sphere to box */
  double *site_size; /* 3 */

  /* meshes: convex hulls, vertices about the hull's own frame (centre of mass, principal axes) */
  const char **mesh_name;
  int *mesh_vertex, *mesh_nvertex; /* first, number */
  int *mesh_face, *mesh_nface;     /* first, number of triangles of the hull */
  double *vertex;                  /* 3 each */
  int *face; /* 3 each: vertex numbers within the mesh, counter-clockwise seen from outside */
  int *
      mesh_neighbour_start; /* per vertex of all meshes + 1: neighbours on the hull, for hill climbing */
  int *mesh_neighbour;      /* vertex numbers within the mesh */
  /* the triangles that the hulls were made of, in the same frames, to be looked at; 0 of them where there were none */
  int *mesh_seen_vertex, *mesh_seen_nvertex, *mesh_seen_face, *mesh_seen_nface; /* as above */
  float *seen_vertex;                                                           /* 3 each */
  int *seen_face;                                                               /* 3 each */

  /* height fields: elevations 0 .. 1 times size[2], rows along y, columns along x */
  const char **hfield_name;
  int *hfield_nrow, *hfield_ncol, *hfield_start; /* start: first entry of hfield_data */
  double *hfield_size; /* 4: half x, half y, largest elevation, thickness below 0 */
  double *hfield_data;

  /* equality constraints */
  const char **equality_name;
  int *equality_type, *equality_active;
  int *equality_object1,
      *equality_object2;                /* bodies, joints or tendons; joint, tendon 2: -1: none */
  int *equality_site1, *equality_site2; /* connect and weld between sites; -1: none */
  double *
      equality_data; /* 11: connect: anchor in body 1, anchor in body 2; weld: anchor in body 2, the point of body 1
                            that coincides with it (3), quat of body 2 in body 1 (4), torquescale; joint, tendon: polynomial (5) */

  /* tendons. Fixed: length = sum of coef * qpos over hinges and slides. Spatial: the shortest way along
     a path of sites, around the geoms between them; these have no joints, and fixed ones no path. */
  const char **tendon_name;
  int *tendon_start, *tendon_count; /* first entry of tendon_joint and tendon_coef, number */
  int *tendon_joint;
  double *tendon_coef;
  int *tendon_path, *tendon_npath;    /* first entry of path_*, number; 0: a fixed tendon */
  int *path_type, *path_object;       /* rg_path_type; pulley: -1 */
  int *path_side;                     /* site on whose side a geom is passed; -1: the shorter way */
  double *path_divisor;               /* of pulleys */
  int *tendon_dof_start, *tendon_dof; /* ntendon + 1; degrees of freedom that change its length */
  int *tendon_limited;                /* 1: range is to be enforced */
  double *tendon_range;               /* 2: least and largest length */
  double *tendon_margin;
  double *tendon_stiffness; /* spring towards tendon_springlength */
  double *tendon_damping;
  double *tendon_stiffness_poly, *tendon_damping_poly; /* 2 each, as of joints */
  double *
      tendon_frictionloss; /* limits and friction loss are constraints: no smooth force knows of them */
  double *tendon_armature;     /* kg: inertia against changes of its length */
  int *tendon_forcelimited;    /* 1: the sum of the forces of actuators on it is clamped */
  double *tendon_forcerange;   /* 2: N */
  double *tendon_springlength; /* 2: no spring force between these lengths */
  double *tendon_length0;      /* at qpos0 */

  /* actuators: force = gain * control + bias0 + bias1 * length + bias2 * velocity, times gear on a joint or tendon;
     with a state the control drives that, and the state takes its place */
  const char **actuator_name;
  int *actuator_transmission; /* rg_transmission */
  int *actuator_joint;        /* -1: not on a joint */
  int *actuator_tendon;       /* -1: not on a tendon */
  int *actuator_site;         /* site, or crank site; -1: none */
  int *actuator_refsite;      /* site in whose axes it acts, or slider site; -1: none */
  int *actuator_body;         /* adhesion; -1: none */
  double *actuator_cranklength;
  int *actuator_dof_start, *actuator_dof; /* nactuator + 1; degrees of freedom that it acts on */
  double *actuator_gear;                  /* 6 */
  double *actuator_gain;                  /* 1 */
  double *actuator_bias;                  /* 3 */
  double *actuator_gain_slope;            /* 2: what the gain gains with length and velocity */
  int *actuator_act;                      /* entry of act; -1: no state */
  int *actuator_dyntype;                  /* rg_activation */
  double *actuator_dynprm;                /* 3 */
  int *actuator_actearly; /* 1: the force is that of the state at the end of the step */
  int *actuator_actlimited;
  double *actuator_actrange; /* 2 */
  int *actuator_muscle;      /* 1: gain that of a muscle, 2: bias, 3: both */
  double *actuator_gainprm,
      *actuator_biasprm;        /* 9, of muscles: range (2), force, scale, lmin, lmax,
                                                  vmax, fpmax, fvmax */
  double *actuator_lengthrange; /* 2, of muscles: shortest and longest */
  int *actuator_ctrllimited, *actuator_forcelimited;
  double *actuator_ctrlrange, *actuator_forcerange; /* 2 */

  /* contact filters */
  int *pair_geom1, *pair_geom2, *pair_condim;
  double *pair_friction; /* 5 */
  double *pair_margin, *pair_gap, *pair_adhesion;
  int *exclude_body1, *exclude_body2;

  /* keyframes */
  const char **key_name;
  double *key_time, *key_qpos, *key_qvel, *key_ctrl; /* 1, nq, nv, nactuator */
  double *key_act;                                   /* nact */
  double *key_mpos, *key_mquat;                      /* nmocap x 3, 4 */

  /* sensors that rigor honours */
  const char **sensor_name;
  int *sensor_type, *sensor_object_type, *sensor_object, *sensor_start, *sensor_size;
  int *sensor_reference_type, *sensor_reference; /* frame to measure in; -1: the world */
  double *sensor_cutoff;                         /* clamp to +- this; 0: none */
  int nsensordata;

  rg_setting *setting;

  /* what the reader passed over, and why: for `rigor info` */
  int nnotice;
  const char **notice;

  struct rg_looks *looks; /* rigor/looks.h; NULL: there are only colours (a model from bytes) */
  void *owner;            /* all memory */
} rg_model;

typedef struct rg_load_options {
  int lenient; /* 1: what would change the physics and cannot be honoured is a notice, not an error */
  const char *const *
      package_path; /* folders that have packages and models (package://, model://), NULL-terminated; searched before
                       the folder of the file and those above it; NULL: none */
} rg_load_options;

RG_API rg_load_options rg_load_options_default(void);
/* Reads MJCF, URDF or SDFormat, by content. On failure *model is NULL. `options` and `error` may be NULL. */
RG_API rg_status rg_model_load(rg_model **model, const char *path, const rg_load_options *options,
                               rg_error *error);
RG_API rg_status rg_model_parse(rg_model **model, const char *xml, size_t size,
                                const rg_load_options *options, rg_error *error);
/* Writes MJCF that loads to the same model; beside the target first, then renamed. Meshes are written inline. */
RG_API rg_status rg_model_save(const rg_model *model, const char *path, rg_error *error);
/* The compiled model as bytes (docs/model.md): for a reader without any parser, or a program that is to start quickly.
   With a version and a checksum; what is read is checked as strictly as a model file. `bytes` is the caller's to free(). */
RG_API rg_status rg_model_pack(const rg_model *model, void **bytes, size_t *size, rg_error *error);
RG_API rg_status rg_model_unpack(rg_model **model, const void *bytes, size_t size, rg_error *error);
/* The same in a file. */
RG_API rg_status rg_model_write(const rg_model *model, const char *path, rg_error *error);
RG_API rg_status rg_model_read(rg_model **model, const char *path, rg_error *error);
RG_API void rg_model_free(rg_model *model);
/* Index of a named object, -1 where there is none. */
RG_API int rg_model_find(const rg_model *model, rg_object type, const char *name);
RG_API const char *rg_model_name(const rg_model *model, rg_object type, int index);
RG_API const rg_setting *rg_model_setting(const rg_model *model,
                                          const char *name); /* NULL where there is none */

/* --- building in C: describe, compile, free -------------------------------------------------------------- */

typedef struct rg_spec rg_spec;
typedef struct rg_spec_body rg_spec_body; /* handle */

typedef struct rg_pose {
  double pos[3];
  double quat[4]; /* need not be normalized */
} rg_pose;

typedef struct rg_joint_spec {
  const char *name;
  rg_joint_type type;     /* default hinge */
  double pos[3], axis[3]; /* axis default 0 0 1 */
  double range[2];        /* rad, m */
  int limited;            /* 0 no, 1 yes, -1: where range[0] < range[1] (default) */
  double margin, stiffness, damping, armature, frictionloss, ref, springref;
  double stiffness_poly[2], damping_poly[2]; /* of hinges and slides; default 0 */
  double springdamper[2]; /* time constant, damping ratio; both > 0: stiffness and damping follow */
  double actuator_force_range[2];
  int actuator_gravcomp; /* 1: gravity compensation counts as a force of actuators */
} rg_joint_spec;

typedef struct rg_geom_spec {
  const char *name;
  rg_geom_type type; /* default sphere */
  rg_pose pose;
  double fromto[6]; /* capsule, cylinder, box, ellipsoid; used where fromto[0] is not NaN */
  double size[3];
  double mass;        /* NaN: from density */
  double density;     /* kg/m^3, default 1000 */
  double friction[3]; /* default 1 0.005 0.0001 */
  double margin, gap;
  int condim, contype, conaffinity, priority, group; /* default 3 1 1 0 0 */
  const char *mesh;
  const char *hfield;
  double
      fitscale; /* of a primitive that names a mesh: it is fitted to it and scaled by this; default 1 */
  int fit_box;         /* 1: it is fitted to the box around the mesh instead of its inertia */
  int fluid;           /* 1: the medium sees an ellipsoid */
  double fluidcoef[5]; /* blunt drag, slender drag, angular drag, Kutta lift, Magnus lift */
  int shell;           /* 1: the mass is on the surface, density in kg/m^2 */
  double
      surface[6]; /* velocity of its surface, linear and angular; default 0: belts and turntables */
  double adhesion; /* N: with which each of its contacts pulls */
  float rgba[4];
  const struct rg_spec_look *look; /* of readers of files; NULL: none */
} rg_geom_spec;

typedef struct rg_inertial_spec {
  rg_pose pose;
  double mass;
  double diagonal[3];
  double full[6]; /* xx yy zz xy xz yz; used where full[0] is not NaN */
} rg_inertial_spec;

/* a piece of the path of a spatial tendon: the site, the geom, or else a pulley */
typedef struct rg_path_spec {
  const char *site, *geom; /* NULL or "": none */
  const char *side;        /* of a geom: site on whose side it is passed */
  double divisor;          /* of a pulley */
} rg_path_spec;

typedef struct rg_tendon_spec {
  const char *name;
  int joints;               /* of a fixed tendon */
  const char *const *joint; /* hinges and slides */
  const double *coef;
  int npath; /* of a spatial tendon */
  const struct rg_path_spec *path;
  double range[2];
  int limited; /* 0 no, 1 yes, -1: where the range is not empty (default) */
  double margin, stiffness, damping, frictionloss, armature;
  int actuator_force_limited; /* as `limited`, of the sum of the forces of actuators on it */
  double actuator_force_range[2];
  double stiffness_poly[2], damping_poly[2]; /* default 0 */
  double springlength[2];                    /* both -1 (default): the length at qpos_spring */
} rg_tendon_spec;

typedef struct rg_actuator_spec {
  const char *name, *joint;
  const char *tendon;         /* drives this instead of a joint where it is not NULL or "" */
  const char *site, *refsite; /* the same; site may be the crank site of a slider-crank, */
  const char *slidersite;     /* where this is given */
  const char *body;           /* adhesion of a body, in the place of joint, tendon and site */
  double cranklength;
  int in_parent; /* 1: gear of a ball or free joint is in the frame of the parent */
  double gear[6];
  double gain, bias[3];
  double gain_slope[2]; /* of length and velocity */
  rg_activation dyntype;
  double dynprm[3];
  int actearly, actlimited; /* actlimited -1: where actrange is not empty */
  double actrange[2];
  int muscle; /* 1: gainprm instead of gain, 2: biasprm instead of bias, 3: both */
  double gainprm[9],
      biasprm[9];        /* force < 0: scale over the acceleration by a force of 1 at qpos0 */
  double lengthrange[2]; /* 0 0: the limits of the joint or tendon */
  double dampratio;      /* > 0: bias[2] = -2 dampratio sqrt(gain m), m the inertia at qpos0 */
  int ctrllimited, forcelimited; /* -1: where the range is not empty */
  double ctrlrange[2], forcerange[2];
  double damping,
      armature; /* on its own side of the gear: hinges and slides get them times gear^2, tendons the damping */
} rg_actuator_spec;

typedef struct rg_equality_spec {
  const char *name;
  rg_equality_type type;
  const char *object1, *object2; /* bodies, joints or tendons; NULL: the world, or none */
  const char *site1, *site2;     /* connect and weld: these two coincide; in the place of bodies */
  int active;
  double anchor[3]; /* connect: in body 1; weld: in body 2 */
  rg_pose relative; /* weld: pose of body 2 in body 1; quat all 0: as at qpos0 */
  double torquescale;
  double polynomial[5]; /* joint, tendon; default 0 1 0 0 0 */
} rg_equality_spec;

RG_API rg_joint_spec rg_joint_spec_default(void);
RG_API rg_geom_spec rg_geom_spec_default(void);
RG_API rg_inertial_spec rg_inertial_spec_default(void);
RG_API rg_tendon_spec rg_tendon_spec_default(void);
RG_API rg_actuator_spec rg_actuator_spec_default(void);
RG_API rg_equality_spec rg_equality_spec_default(void);

RG_API rg_spec *rg_spec_new(const char *name); /* NULL where memory ran out */
RG_API void rg_spec_free(rg_spec *spec);
RG_API rg_model_option *rg_spec_option(rg_spec *spec);
RG_API rg_spec_body *rg_spec_world(rg_spec *spec);
/* Adding copies everything; NULL or RG_NO_MEMORY where memory ran out. */
RG_API rg_spec_body *rg_spec_add_body(rg_spec *spec, rg_spec_body *parent, const char *name,
                                      const rg_pose *pose);
RG_API rg_status rg_spec_set_inertial(rg_spec *spec, rg_spec_body *body,
                                      const rg_inertial_spec *inertial);
RG_API rg_status rg_spec_add_joint(rg_spec *spec, rg_spec_body *body, const rg_joint_spec *joint);
RG_API rg_status rg_spec_add_geom(rg_spec *spec, rg_spec_body *body, const rg_geom_spec *geom);
RG_API rg_status rg_spec_add_site(rg_spec *spec, rg_spec_body *body, const char *name,
                                  const rg_pose *pose);
/* the same with a volume, for sensors: sphere, capsule, ellipsoid, cylinder or box; without: a sphere of 5 mm */
RG_API rg_status rg_spec_add_site_shape(rg_spec *spec, rg_spec_body *body, const char *name,
                                        const rg_pose *pose, rg_geom_type type,
                                        const double size[3]);
RG_API rg_status rg_spec_add_mesh(rg_spec *spec, const char *name, int vertices,
                                  const double *vertex);
RG_API rg_status rg_spec_add_tendon(rg_spec *spec, const rg_tendon_spec *tendon);
RG_API rg_status rg_spec_add_actuator(rg_spec *spec, const rg_actuator_spec *actuator);
RG_API rg_status rg_spec_add_equality(rg_spec *spec, const rg_equality_spec *equality);
RG_API rg_status rg_spec_add_exclude(rg_spec *spec, const char *body1, const char *body2);
RG_API rg_status rg_spec_add_setting(rg_spec *spec, const char *name, const char *text, int size,
                                     const double *data);
RG_API rg_status rg_spec_compile(const rg_spec *spec, rg_model **model, rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
