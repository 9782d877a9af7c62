/* Reading MJCF, the model files of MuJoCo: what the files mjcf_*.c share.

   The elements are those of MuJoCo's XML reference (version 3). docs/mjcf.md lists what is
   honoured, passed over and refused; src/model/mjcf_schema.c is that list. The first failure
   sticks: after it every function here does nothing, so that a section reader need not look after
   each line. */
#ifndef RG_MJCF_H
#define RG_MJCF_H

#include "base/arena.h"
#include "model/spec.h"
#include "model/xml.h"

#include <rigor/model.h>

/* A default class: the <default> elements of that name, and the class it is nested in. */
typedef struct rg_mjcf_class {
  const char *name;
  const struct rg_mjcf_class *parent; /* NULL: main */
  const rg_xml **element;             /* main may stand in several files */
  int elements;
  struct rg_mjcf_class *next;
} rg_mjcf_class;

typedef struct rg_mjcf_texture {
  rg_spec_texture value;
  struct rg_mjcf_texture *next;
} rg_mjcf_texture;

typedef struct rg_mjcf_material {
  const char *name, *texture; /* texture: its name, NULL: none */
  float rgba[4];
  rg_spec_look look;
  struct rg_mjcf_material *next;
} rg_mjcf_material;

/* <asset><model>: another file, read as a description of its own */
typedef struct rg_mjcf_model {
  const char *name;
  rg_spec *spec;
  int objects, skipped_actuators;
  struct rg_mjcf_model *next;
} rg_mjcf_model;

/* an object inside <replicate>: kind and name, kind and name with the suffix */
typedef struct rg_mjcf_replica {
  const char *name, *full, *suffix;
  struct rg_mjcf_replica *next, *same; /* same: next copy of the same object */
} rg_mjcf_replica;

/* something that was already mentioned in a notice */
typedef struct rg_mjcf_mention {
  const char *what;
  struct rg_mjcf_mention *next;
} rg_mjcf_mention;

/* the elements of <actuator> that are read, and the others */
#define RG_MJCF_ACTUATORS                                                                          \
  "general motor position velocity intvelocity damper cylinder muscle adhesion dcmotor"
#define RG_MJCF_OTHER_ACTUATORS "orientation pid plugin"

#define RG_MJCF_DEGREE 0.017453292519943295769 /* rad */

/* what <option collision> and <option><flag .../> switch off */
enum {
  RG_MJCF_NO_CONTACT = 1,
  RG_MJCF_NO_EQUALITY = 2,
  RG_MJCF_NO_FRICTIONLOSS = 4,
  RG_MJCF_NO_LIMIT = 8,
  RG_MJCF_NO_SPRING = 16,
  RG_MJCF_NO_DAMPER = 32,
  RG_MJCF_NO_GRAVITY = 64,
  RG_MJCF_NO_CLAMPCTRL = 128,
  RG_MJCF_NO_ACTUATION = 256,
  RG_MJCF_PAIRS_ONLY = 512,
  RG_MJCF_NO_PAIRS = 1024
};

typedef struct rg_mjcf {
  rg_arena *arena; /* for the time of reading */
  rg_spec *spec;
  const char *main_file;
  int lenient;
  rg_error *error;
  rg_status status;

  int radians;      /* <compiler angle> */
  char eulerseq[4]; /* <compiler eulerseq> */
  const char *meshdir, *texturedir;
  int strippath, exact_mesh_inertia, fit_boxes;
  int disabled;                /* RG_MJCF_NO_... */
  unsigned disabled_actuators; /* bits: groups of actuators without force */

  rg_mjcf_class *main_class, *classes;
  const char *main_name; /* of the outermost class, beside "main"; NULL: none */
  rg_mjcf_material *materials;
  rg_mjcf_texture *textures;
  rg_mjcf_mention *mentions;
  rg_mjcf_model *models;
  struct rg_mjcf *outer; /* the reader of the file that has this one as a model; NULL: main file */
  int models_read;       /* of the main file: all models of models */
  const char *suffix;    /* of names inside <replicate> */
  rg_mjcf_replica *replicas, *last_replica;
  int nreplicas;
  int objects;           /* made so far */
  int skipped_actuators; /* lenient only */
  int aligned_free;      /* free joints were to be aligned with the inertia */
  int keep_mesh_frames;  /* the file was written by rg_model_save */
} rg_mjcf;

/* Fills a spec from the tree of a file, includes already expanded. */
rg_status rg_mjcf_read(rg_arena *arena, const rg_xml *root, const rg_load_options *options,
                       rg_spec *spec, rg_error *error);

/* Reads the sections of a tree; of a model inside another only those that can be attached. */
void rg_mjcf_read_sections(rg_mjcf *m, const rg_xml *root);

/* --- mjcf_attributes.c: failures, notices, values ----------------------------------------------
 */

void rg_mjcf_fail(rg_mjcf *m, const rg_xml *element, const char *attribute, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* What would change the physics and cannot be honoured: a failure, or a notice where lenient. */
void rg_mjcf_refuse(rg_mjcf *m, const rg_xml *element, const char *attribute, const char *format,
                    ...) __attribute__((format(printf, 4, 5)));
/* What was passed over; each `what` is mentioned once a file. */
void rg_mjcf_notice(rg_mjcf *m, const rg_xml *element, const char *attribute, const char *what,
                    const char *why);
/* An element that nobody knows inside `parent`. */
void rg_mjcf_unknown(rg_mjcf *m, const rg_xml *element, const char *parent);
/* Everything that is added to the spec from now on stands at this element. */
void rg_mjcf_at(rg_mjcf *m, const rg_xml *element);

/* Each returns how many values it wrote; 0 where the attribute is not there or is wrong. */
int rg_mjcf_reals(rg_mjcf *m, const rg_xml *element, const char *name, int least, int most,
                  double *out);
int rg_mjcf_real(rg_mjcf *m, const rg_xml *element, const char *name, double *out);
/* of a force that may be a polynomial, the linear part; where there is more it is refused */
/* one to three numbers: of x, and of x^2 and x^3 */
void rg_mjcf_polynomial(rg_mjcf *m, const rg_xml *element, const char *name, double *first,
                        double more[2]);
void rg_mjcf_linear(rg_mjcf *m, const rg_xml *element, const char *name, double *out);
int rg_mjcf_int(rg_mjcf *m, const rg_xml *element, const char *name, int *out);
int rg_mjcf_text(rg_mjcf *m, const rg_xml *element, const char *name, const char **out);
/* One of `words` (blank-separated), as its index. */
int rg_mjcf_word(rg_mjcf *m, const rg_xml *element, const char *name, const char *words, int *out);
/* "false", "true" or "auto" as 0, 1 or -1. */
int rg_mjcf_limited(rg_mjcf *m, const rg_xml *element, const char *name, int *out);
/* All numbers of an attribute, in the arena; NULL and 0 where it is not there. */
const double *rg_mjcf_all_reals(rg_mjcf *m, const rg_xml *element, const char *name, int *count);
/* An attribute that must be there. */
const char *rg_mjcf_required(rg_mjcf *m, const rg_xml *element, const char *name);
/* The name with the suffixes of <replicate>; NULL where there is none. */
const char *rg_mjcf_name(rg_mjcf *m, const rg_xml *element);
/* Counts one more object; fails where there are too many. */
void rg_mjcf_count(rg_mjcf *m, const rg_xml *element);
/* The last thing before an object is added: counts it and stands at it; 0 where something failed so far. */
int rg_mjcf_accept(rg_mjcf *m, const rg_xml *element);

/* --- mjcf_schema.c -----------------------------------------------------------------------------
 */

/* Every attribute must be known: honoured, passed over (perhaps with a notice) or refused. `kind`
   is the element's name, or what it is an instance of. Elements inside are refused. */
void rg_mjcf_check(rg_mjcf *m, const rg_xml *element, const char *kind);
/* The same for an element that has elements inside. */
void rg_mjcf_check_attributes(rg_mjcf *m, const rg_xml *element, const char *kind);
/* Whether a blank-separated list has the word. */
int rg_mjcf_listed(const char *list, const char *word);

/* --- mjcf_default.c ----------------------------------------------------------------------------
 */

void rg_mjcf_read_default(rg_mjcf *m, const rg_xml *section);
/* The class of an element: its own, else `inherited`, else main. */
const rg_mjcf_class *rg_mjcf_class_of(rg_mjcf *m, const rg_xml *element, const char *attribute,
                                      const rg_mjcf_class *inherited);
/* Applies to `draft` what the class (NULL: that of its attribute "class") says about elements of these
   kinds (blank-separated names), from main downwards, and then the element itself. */
typedef void rg_mjcf_apply(rg_mjcf *m, const rg_xml *element, void *draft);
void rg_mjcf_fill(rg_mjcf *m, const rg_xml *element, const rg_mjcf_class *class, const char *kinds,
                  rg_mjcf_apply *apply, void *draft);

/* --- mjcf_pose.c -------------------------------------------------------------------------------
 */

/* Euler angles in the unit and the sequence of <compiler>. */
void rg_mjcf_euler(const rg_mjcf *m, const double euler[3], double quat[4]);
/* quat, axisangle, xyaxes, zaxis or euler, where there is one. */
void rg_mjcf_orientation(rg_mjcf *m, const rg_xml *element, double quat[4]);
/* pos and orientation, where there are any. */
void rg_mjcf_pose(rg_mjcf *m, const rg_xml *element, rg_pose *pose);
extern const rg_pose rg_mjcf_identity;
/* a * b */
rg_pose rg_mjcf_compose(const rg_pose *a, const rg_pose *b);

/* --- the sections, one file each -----------------------------------------------------------------
 */

void rg_mjcf_read_compiler(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_option(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_asset(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_world(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_contact(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_equality(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_tendon(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_actuator(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_sensor(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_keyframe(rg_mjcf *m, const rg_xml *section);
void rg_mjcf_read_custom(rg_mjcf *m, const rg_xml *section);

/* NULL where there is no tendon of that name. */
const rg_tendon_spec *rg_mjcf_find_tendon(const rg_mjcf *m, const char *name);
/* The element of a sensor type, and the attribute that names its object: NULL for a frame (objtype,
   objname) and for the clock. */
const char *rg_mjcf_sensor_name(rg_sensor_type type, const char **attribute);

/* a joint, geom or site of `body`; `frame` is the pose of the <frame>s around it */
void rg_mjcf_read_joint(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, const rg_pose *frame,
                        const rg_mjcf_class *class);
/* free joints keep the frames of their bodies, whatever `attribute` says */
void rg_mjcf_aligned(rg_mjcf *m, const rg_xml *element, const char *attribute);
void rg_mjcf_read_freejoint(rg_mjcf *m, const rg_xml *element, rg_spec_body *body);
void rg_mjcf_read_geom(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, const rg_pose *frame,
                       const rg_mjcf_class *class);
void rg_mjcf_read_site(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, const rg_pose *frame,
                       const rg_mjcf_class *class);
void rg_mjcf_read_light(rg_mjcf *m, const rg_xml *element, rg_spec_body *body, const rg_pose *frame,
                        const rg_mjcf_class *class);
void rg_mjcf_usual_head_light(rg_spec *spec);
void rg_mjcf_read_visual(rg_mjcf *m, const rg_xml *section);

/* --- mjcf_replica.c ------------------------------------------------------------------------------
 */

/* remembers a copy that <replicate> makes; kind: first letter of body, joint, geom, site, ... */
void rg_mjcf_note_replica(rg_mjcf *m, char kind, const char *name, const char *suffix);
/* The section with one copy of what refers to replicated objects for each of theirs. */
const rg_xml *rg_mjcf_replicate_section(rg_mjcf *m, const rg_xml *section);

/* --- mjcf_attach.c, mjcf_graft.c: models inside models -------------------------------------------
 */

void rg_mjcf_read_model(rg_mjcf *m, const rg_xml *element);
void rg_mjcf_free_models(rg_mjcf *m);
void rg_mjcf_read_attach(rg_mjcf *m, const rg_xml *element, rg_spec_body *parent,
                         const rg_pose *frame);

/* a subtree of a model and where it is to grow */
typedef struct rg_mjcf_graft {
  const rg_mjcf_model *model;
  const rg_spec_body *top; /* the model's world: everything in it */
  rg_spec_body *parent;
  rg_pose frame; /* in the parent */
  const char *prefix, *suffix;
} rg_mjcf_graft;
void rg_mjcf_add_graft(rg_mjcf *m, const rg_mjcf_graft *graft);

/* checks the values of one element of a default class by applying them to a draft of its kind */
void rg_mjcf_try_joint(rg_mjcf *m, const rg_xml *element);
void rg_mjcf_try_geom(rg_mjcf *m, const rg_xml *element);
void rg_mjcf_try_site(rg_mjcf *m, const rg_xml *element);
void rg_mjcf_try_mesh(rg_mjcf *m, const rg_xml *element);
void rg_mjcf_try_pair(rg_mjcf *m, const rg_xml *element);
void rg_mjcf_try_equality(rg_mjcf *m, const rg_xml *element);
void rg_mjcf_try_tendon(rg_mjcf *m, const rg_xml *element);
void rg_mjcf_try_actuator(rg_mjcf *m, const rg_xml *element);

#endif
