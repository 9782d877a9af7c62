/* rigor info MODEL: what is in a model file, and what the reader passed over. */
#include "info.h"
#include "packages.h"

#include <stdio.h>
#include <string.h>

enum { KEY_JSON = 256, KEY_LENIENT, KEY_PACKAGES, KEY_MEMORY };

typedef struct state {
  const char *path;
  int json;
  rg_load_options load;
  package_folders packages;
  rg_error error;
} state;

static const struct argp_option options[] = {
    {.name = "lenient",
     .key = KEY_LENIENT,
     .doc = "Leave out what cannot be honoured and say so, instead of refusing the file"},
    {.name = "package-path",
     .key = KEY_PACKAGES,
     .arg = "DIR[:DIR...]",
     .doc = "Where package:// and model:// are looked for first; may be given several times"},
    {.name = "memory",
     .key = KEY_MEMORY,
     .arg = "BYTES",
     .doc =
         "Most memory that is taken, k, M, G allowed: what needs more is refused (default: three "
         "quarters of the machine's)"},
    {.name = "json", .key = KEY_JSON, .doc = "Print one JSON object and nothing else"},
    {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  state *s = parser->input;
  switch (key) {
  case KEY_JSON: s->json = 1; return 0;
  case KEY_MEMORY: take_memory(&s->error, text); return 0;
  case KEY_LENIENT: s->load.lenient = 1; return 0;
  case KEY_PACKAGES: take_packages(&s->packages, text, &s->error); return 0;
  case ARGP_KEY_ARG:
    if (s->path) refuse_option(&s->error, text, "is one argument too many");
    s->path = text;
    return 0;
  case ARGP_KEY_NO_ARGS:
    refuse_option(&s->error, "MODEL", "is missing: which file shall be shown?");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

const struct argp info_argp = {
    .options = options,
    .parser = take,
    .args_doc = "MODEL",
    .doc = "Show what is in a model file, MJCF, URDF or SDFormat: totals, the tree of bodies with "
           "joints and "
           "shapes, what acts on it, and what the reader passed over.\vExamples:\n"
           "  rigor info robot.urdf\n"
           "  rigor info scene.xml --lenient\n"
           "  rigor info scene.xml --json | jq .totals\n\n"
           "Exit status: 0 the model was read, 2 bad usage or bad input."};

int run_info(int argc, char **argv) {
  state s = {.load = rg_load_options_default()};
  argp_parse(&info_argp, argc, argv, 0, NULL, &s);
  if (s.error.status != RG_OK) return report_error(argv[0], &s.error, s.json, 1);
  rg_model *model = NULL;
  if (load_with_packages(&model, s.path, s.load, &s.packages, &s.error) != RG_OK)
    return report_error(argv[0], &s.error, s.json, 0);
  if (s.json) print_model_json(s.path, model);
  else print_model(s.path, model);
  rg_model_free(model);
  return EXIT_SOLVED;
}

/* --- words and sums ---------------------------------------------------------------------------- */

#define WORD(words, index)                                                                         \
  ((index) >= 0 && (size_t)(index) < sizeof(words) / sizeof *(words) ? (words)[index] : "?")

const char *joint_type_text(int type) {
  static const char *const words[] = {"free", "ball", "slide", "hinge"};
  return WORD(words, type);
}

const char *geom_type_text(int type) {
  static const char *const words[] = {"plane",    "sphere", "capsule", "ellipsoid",
                                      "cylinder", "box",    "mesh",    "hfield"};
  return WORD(words, type);
}

const char *equality_type_text(int type) {
  static const char *const words[] = {"connect", "weld", "joint", "tendon"};
  return WORD(words, type);
}

const char *sensor_type_text(int type) {
  static const char *const words[] = {
      [RG_SENSOR_JOINTPOS] = "jointpos",
      [RG_SENSOR_JOINTVEL] = "jointvel",
      [RG_SENSOR_BALLQUAT] = "ballquat",
      [RG_SENSOR_BALLANGVEL] = "ballangvel",
      [RG_SENSOR_JOINTACTUATORFRC] = "jointactuatorfrc",
      [RG_SENSOR_ACTUATORPOS] = "actuatorpos",
      [RG_SENSOR_ACTUATORVEL] = "actuatorvel",
      [RG_SENSOR_ACTUATORFRC] = "actuatorfrc",
      [RG_SENSOR_RANGEFINDER] = "rangefinder",
      [RG_SENSOR_MAGNETOMETER] = "magnetometer",
      [RG_SENSOR_TENDONACTUATORFRC] = "tendonactuatorfrc",
      [RG_SENSOR_JOINTLIMITPOS] = "jointlimitpos",
      [RG_SENSOR_JOINTLIMITVEL] = "jointlimitvel",
      [RG_SENSOR_TENDONLIMITPOS] = "tendonlimitpos",
      [RG_SENSOR_TENDONLIMITVEL] = "tendonlimitvel",
      [RG_SENSOR_E_POTENTIAL] = "e_potential",
      [RG_SENSOR_E_KINETIC] = "e_kinetic",
      [RG_SENSOR_JOINTLIMITFRC] = "jointlimitfrc",
      [RG_SENSOR_TENDONLIMITFRC] = "tendonlimitfrc",
      [RG_SENSOR_DISTANCE] = "distance",
      [RG_SENSOR_NORMAL] = "normal",
      [RG_SENSOR_FROMTO] = "fromto",
      [RG_SENSOR_INSIDESITE] = "insidesite",
      [RG_SENSOR_TENDONPOS] = "tendonpos",
      [RG_SENSOR_TENDONVEL] = "tendonvel",
      [RG_SENSOR_FRAMEPOS] = "framepos",
      [RG_SENSOR_FRAMEQUAT] = "framequat",
      [RG_SENSOR_FRAMEXAXIS] = "framexaxis",
      [RG_SENSOR_FRAMEYAXIS] = "frameyaxis",
      [RG_SENSOR_FRAMEZAXIS] = "framezaxis",
      [RG_SENSOR_FRAMELINVEL] = "framelinvel",
      [RG_SENSOR_FRAMEANGVEL] = "frameangvel",
      [RG_SENSOR_VELOCIMETER] = "velocimeter",
      [RG_SENSOR_GYRO] = "gyro",
      [RG_SENSOR_SUBTREECOM] = "subtreecom",
      [RG_SENSOR_SUBTREELINVEL] = "subtreelinvel",
      [RG_SENSOR_SUBTREEANGMOM] = "subtreeangmom",
      [RG_SENSOR_CLOCK] = "clock",
      [RG_SENSOR_ACCELEROMETER] = "accelerometer",
      [RG_SENSOR_FRAMELINACC] = "framelinacc",
      [RG_SENSOR_FRAMEANGACC] = "frameangacc",
      [RG_SENSOR_FORCE] = "force",
      [RG_SENSOR_TORQUE] = "torque",
      [RG_SENSOR_TOUCH] = "touch",
  };
  return WORD(words, type);
}

const char *object_type_text(int type) {
  static const char *const words[] = {
      [RG_OBJECT_BODY] = "body",         [RG_OBJECT_JOINT] = "joint",
      [RG_OBJECT_GEOM] = "geom",         [RG_OBJECT_SITE] = "site",
      [RG_OBJECT_MESH] = "mesh",         [RG_OBJECT_ACTUATOR] = "actuator",
      [RG_OBJECT_EQUALITY] = "equality", [RG_OBJECT_KEY] = "key",
      [RG_OBJECT_SENSOR] = "sensor",     [RG_OBJECT_TENDON] = "tendon",
      [RG_OBJECT_INERTIAL] = "inertial",
  };
  return WORD(words, type);
}

double total_mass(const rg_model *model) {
  double sum = 0;
  for (int i = 0; i < model->nbody; i++) sum += model->body_mass[i];
  return sum;
}

void count_geoms(const rg_model *model, int count[GEOM_TYPES]) {
  memset(count, 0, GEOM_TYPES * sizeof *count);
  for (int i = 0; i < model->ngeom; i++) count[model->geom_type[i]]++;
}

int joint_positions(int type) { return type == RG_JOINT_FREE ? 7 : type == RG_JOINT_BALL ? 4 : 1; }

int joint_dofs(int type) { return type == RG_JOINT_FREE ? 6 : type == RG_JOINT_BALL ? 3 : 1; }
