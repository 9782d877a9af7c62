/* What the parts of the compiler share. Each part returns RG_OK or fills the error. */
#ifndef RG_MODEL_COMPILE_H
#define RG_MODEL_COMPILE_H

#include "model/mesh.h"
#include "model/names.h"
#include "model/spec.h"

/* a geom with its frame, size and mass worked out */
typedef struct rg_solid_geom {
  const rg_spec_geom *spec;
  int mesh, hfield; /* -1: none */
  double pos[3], quat[4], size[3];
  double radius; /* bounding sphere */
  double mass, inertia[3];
  double mass_pos[3], mass_quat[4]; /* its inertial frame in the body frame */
  int dropped;                      /* not in the model: discard_visual, or broken */
  int broken;                       /* its mesh could not be read, and need not be */
} rg_solid_geom;

enum { RG_MESH_BROKEN = -2 }; /* in mesh_names: it could not be read, and need not be */

typedef struct rg_compilation {
  const rg_spec *spec;
  rg_model *model;
  rg_arena *memory; /* of the model */
  rg_arena scratch;
  rg_error *error;
  char *text; /* rest of the current block for names */
  size_t text_left;
  const rg_spec_body **body; /* by number */
  int nspecgeom;
  rg_solid_geom *geom; /* in the order of the bodies, dropped ones included */
  rg_mesh *mesh;
  const struct rg_spec_look **look; /* by geom of the model; NULL: none */
  rg_spec_notice *notices, *last_notice; /* of the compiler, after those of the reader */
  rg_names body_names, joint_names, geom_names, site_names, mesh_names, hfield_names,
      actuator_names, tendon_names;
} rg_compilation;

/* the switches that count for a body: those of the file that it comes from */
const rg_compiler *rg_compile_switches(const rg_compilation *c, const rg_spec_body *body);
/* a copy in the model; "" for NULL */
const char *rg_compile_text(rg_compilation *c, const char *text);
/* counts bodies and what they carry, allocates the tables of bodies, joints, dofs, geoms, sites */
rg_status rg_compile_allocate(rg_compilation *c);
rg_status rg_compile_bodies(rg_compilation *c);
rg_status rg_compile_joints(rg_compilation *c);
rg_status rg_compile_meshes(rg_compilation *c);
rg_status rg_compile_hfields(rg_compilation *c);
rg_status rg_compile_geoms(rg_compilation *c);
rg_status rg_compile_looks(rg_compilation *c); /* what is only seen */
rg_status rg_compile_sites(rg_compilation *c);
rg_status rg_compile_inertia(rg_compilation *c);
rg_status rg_compile_tendons(rg_compilation *c);
rg_status rg_compile_actuators(rg_compilation *c);
rg_status rg_compile_moments(rg_compilation *c); /* what tendons and actuators act on */
rg_status rg_compile_equalities(rg_compilation *c);
rg_status rg_compile_contacts(rg_compilation *c); /* pairs, excludes */
rg_status rg_compile_keys(rg_compilation *c);
rg_status rg_compile_sensors(rg_compilation *c);
rg_status rg_compile_settings(rg_compilation *c); /* settings, notices */
/* what follows from the motion at qpos0; all tables are there */
rg_status rg_compile_reference(rg_compilation *c);

/* for `rigor info`; the place is put before it */
void rg_compile_notice(rg_compilation *c, const rg_place *source, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* shared checks; `kind`, `name`, `source` name the culprit */
rg_status rg_compile_check_finite(rg_compilation *c, const rg_place *source, const char *kind,
                                  const char *name, const char *what, const double *numbers,
                                  int count);
rg_status rg_compile_check_name(rg_compilation *c, rg_names *names, const rg_place *source,
                                const char *kind, const char *name, int index);
/* `limited` -1 becomes 1 where the range is not 0 0; where autolimits is off that is an error */
rg_status rg_compile_limit(rg_compilation *c, const rg_place *source, const char *kind,
                           const char *name, const char *what, int limited, const double range[2],
                           int *result);
/* position and normalized quaternion of a pose; zeros: identity */
void rg_compile_pose(double pos[3], double quat[4], const rg_pose *pose);

#endif
