/* The answer of `rigor info` in words: totals, the tree, lists, notices. Columns of the tree: what it
   is (indented by depth), its type, its numbers. */
#include "info.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { DEEPEST_INDENT = 10, WIDEST_LABEL = 34, LABEL = 256, WIDTH = 80, MARGIN = 10 };

static const char *shown(const char *name) { return name[0] ? name : "-"; }

/* --- totals ------------------------------------------------------------------------------------ */

/* "3 sites" behind what is on the line, or on a new one; *column is where the line ends */
static void print_count(int *column, int count, const char *one, const char *many) {
  if (count == 0) return;
  char text[64];
  int length = snprintf(text, sizeof text, "%d %s", count, count == 1 ? one : many);
  if (*column == MARGIN) fputs(text, stdout);
  else if (*column + length + 3 <= WIDTH) printf(", %s", text), length += 2;
  else {
    printf(",\n%*s%s", MARGIN, "", text);
    *column = MARGIN;
  }
  *column += length;
}

static void print_geom_totals(const rg_model *model) {
  int count[GEOM_TYPES], printed = 0;
  count_geoms(model, count);
  printf("geoms     %d", model->ngeom);
  for (int type = 0; type < GEOM_TYPES; type++) {
    if (count[type] == 0) continue;
    printf("%s%d %s", printed ? ", " : ": ", count[type], geom_type_text(type));
    printed = 1;
  }
  fputc('\n', stdout);
}

static void print_other_totals(const rg_model *model) {
  int column = MARGIN;
  printf("also      ");
  print_count(&column, model->nsite, "site", "sites");
  print_count(&column, model->nmesh, "mesh", "meshes");
  print_count(&column, model->ntendon, "tendon", "tendons");
  print_count(&column, model->nactuator, "actuator", "actuators");
  print_count(&column, model->nequality, "equality constraint", "equality constraints");
  print_count(&column, model->npair, "contact pair", "contact pairs");
  print_count(&column, model->nexclude, "contact exclude", "contact excludes");
  print_count(&column, model->nsensor, "sensor", "sensors");
  print_count(&column, model->nkey, "keyframe", "keyframes");
  print_count(&column, model->nsetting, "setting", "settings");
  puts(column > MARGIN ? "" : "nothing");
}

static void print_totals(const char *path, const rg_model *model) {
  const rg_model_option *o = &model->option;
  printf("model     %s\n", model->name[0] ? model->name : "(no name)");
  printf("file      %s\n", path);
  printf("bodies    %d with the world, mass %.6g kg\n", model->nbody, total_mass(model));
  printf("joints    %d, degrees of freedom %d (nq %d, nv %d)\n", model->njoint, model->nv,
         model->nq, model->nv);
  print_geom_totals(model);
  print_other_totals(model);
  printf("option    timestep %g s, gravity %g %g %g m/s^2\n", o->timestep, o->gravity[0],
         o->gravity[1], o->gravity[2]);
  if (o->density > 0 || o->viscosity > 0)
    printf("          medium: density %g kg/m^3, viscosity %g Pa s, wind %g %g %g m/s\n",
           o->density, o->viscosity, o->wind[0], o->wind[1], o->wind[2]);
}

/* --- the tree ---------------------------------------------------------------------------------- */

/* a row: label in its column, type, numbers */
typedef struct row {
  int indent;
  char label[LABEL];
} row;

static row make_row(int depth, const char *kind, const char *name) {
  row r = {.indent = 2 * depth};
  if (kind[0]) snprintf(r.label, sizeof r.label, "%s %s", kind, shown(name));
  else snprintf(r.label, sizeof r.label, "%s", shown(name));
  return r;
}

static int row_width(const row *r) { return r->indent + (int)strlen(r->label); }

static void print_row(const row *r, int width, const char *type, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static void print_row(const row *r, int width, const char *type, const char *format, ...) {
  char numbers[512];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(numbers, sizeof numbers, format, arguments);
  va_end(arguments);
  int room = width - r->indent;
  printf("%*s%-*s", r->indent, "", room > 0 ? room : 0, r->label);
  if (numbers[0]) printf("  %-9s  %s\n", type, numbers);
  else printf("  %s\n", type);
}

/* the deepest are all shown at the same depth, with their parent's name */
static int body_depth(const rg_model *model, int body) {
  int depth = 0;
  for (; body > 0 && depth < DEEPEST_INDENT; body = model->body_parent[body]) depth++;
  return depth;
}

/* the first column: as wide as its widest label, within reason */
static int tree_width(const rg_model *model) {
  int width = 0;
  for (int b = 0; b < model->nbody; b++) {
    int depth = body_depth(model, b);
    row rows = make_row(depth, "", model->body_name[b]);
    if (row_width(&rows) > width) width = row_width(&rows);
    for (int k = 0; k < model->body_njoint[b]; k++) {
      rows = make_row(depth + 1, "joint", model->joint_name[model->body_joint[b] + k]);
      if (row_width(&rows) > width) width = row_width(&rows);
    }
    for (int k = 0; k < model->body_ngeom[b]; k++) {
      rows = make_row(depth + 1, "geom", model->geom_name[model->body_geom[b] + k]);
      if (row_width(&rows) > width) width = row_width(&rows);
    }
  }
  return width < WIDEST_LABEL ? width : WIDEST_LABEL;
}

static void print_joint(const rg_model *model, int j, int depth, int width) {
  int type = model->joint_type[j], first = model->joint_dof[j], dofs = joint_dofs(type);
  const double *axis = model->joint_axis + 3 * j, *range = model->joint_range + 2 * j;
  const char *unit = type == RG_JOINT_SLIDE ? "m" : "rad";
  char text[256];
  int used =
      snprintf(text, sizeof text, dofs > 1 ? "dof %d-%d" : "dof %d", first, first + dofs - 1);
  if (type == RG_JOINT_SLIDE || type == RG_JOINT_HINGE)
    used += snprintf(text + used, sizeof text - (size_t)used, ", axis %.4g %.4g %.4g", axis[0],
                     axis[1], axis[2]);
  if (model->joint_limited[j])
    snprintf(text + used, sizeof text - (size_t)used, ", range %.4g to %.4g %s", range[0], range[1],
             unit);
  row r = make_row(depth, "joint", model->joint_name[j]);
  print_row(&r, width, joint_type_text(type), "%s", text);
}

static void geom_size_text(const rg_model *model, int g, char *text, size_t size) {
  const double *s = model->geom_size + 3 * g;
  int mesh = model->geom_mesh[g];
  switch (model->geom_type[g]) {
  case RG_GEOM_PLANE:
    if (s[0] > 0 && s[1] > 0) snprintf(text, size, "half sizes %.4g %.4g m", s[0], s[1]);
    else snprintf(text, size, "infinite");
    break;
  case RG_GEOM_SPHERE: snprintf(text, size, "radius %.4g m", s[0]); break;
  case RG_GEOM_CAPSULE:
  case RG_GEOM_CYLINDER: snprintf(text, size, "radius %.4g, half length %.4g m", s[0], s[1]); break;
  case RG_GEOM_ELLIPSOID: snprintf(text, size, "radii %.4g %.4g %.4g m", s[0], s[1], s[2]); break;
  case RG_GEOM_MESH:
    snprintf(text, size, "'%.40s', hull of %d vertices", model->mesh_name[mesh],
             model->mesh_nvertex[mesh]);
    break;
  case RG_GEOM_HFIELD:
    snprintf(text, size, "'%.40s', half sizes %.4g %.4g m, %d x %d points",
             model->hfield_name[model->geom_hfield[g]], s[0], s[1],
             model->hfield_nrow[model->geom_hfield[g]], model->hfield_ncol[model->geom_hfield[g]]);
    break;
  default: snprintf(text, size, "half sizes %.4g %.4g %.4g m", s[0], s[1], s[2]);
  }
}

static int is_in_a_pair(const rg_model *model, int g) {
  for (int i = 0; i < model->npair; i++)
    if (model->pair_geom1[i] == g || model->pair_geom2[i] == g) return 1;
  return 0;
}

static void print_geom(const rg_model *model, int g, int depth, int width) {
  char text[128];
  int touches = model->geom_contype[g] || model->geom_conaffinity[g];
  geom_size_text(model, g, text, sizeof text);
  row r = make_row(depth, "geom", model->geom_name[g]);
  if (touches)
    print_row(&r, width, geom_type_text(model->geom_type[g]), "%s, mu %.4g", text,
              model->geom_friction[3 * g]);
  else
    print_row(&r, width, geom_type_text(model->geom_type[g]), "%s, %s", text,
              is_in_a_pair(model, g) ? "only in contact pairs" : "touches nothing");
}

static void print_body(const rg_model *model, int b, int width) {
  int depth = body_depth(model, b);
  const double *pos = model->body_pos + 3 * b;
  row r = make_row(depth, "", model->body_name[b]);
  const char *type = model->body_njoint[b] ? "body" : model->body_mocap[b] >= 0 ? "mocap" : "fixed";
  if (b == 0) puts(r.label);
  else if (depth < DEEPEST_INDENT)
    print_row(&r, width, type, "%.6g kg, at %.4g %.4g %.4g", model->body_mass[b], pos[0], pos[1],
              pos[2]);
  else
    print_row(&r, width, type, "%.6g kg, in %.40s", model->body_mass[b],
              shown(model->body_name[model->body_parent[b]]));
  for (int k = 0; k < model->body_njoint[b]; k++)
    print_joint(model, model->body_joint[b] + k, depth + 1, width);
  for (int k = 0; k < model->body_ngeom[b]; k++)
    print_geom(model, model->body_geom[b] + k, depth + 1, width);
}

/* --- lists ------------------------------------------------------------------------------------- */

/* sites, geoms and pulleys of a spatial tendon */
static void print_path(const rg_model *model, int i) {
  for (int k = model->tendon_path[i]; k < model->tendon_path[i] + model->tendon_npath[i]; k++)
    if (model->path_type[k] == RG_PATH_PULLEY) printf(" | 1/%.4g", model->path_divisor[k]);
    else if (model->path_type[k] == RG_PATH_SITE)
      printf(" %s", shown(model->site_name[model->path_object[k]]));
    else printf(" (%s)", shown(model->geom_name[model->path_object[k]]));
}

static void print_tendons(const rg_model *model) {
  if (model->ntendon) puts("\ntendons");
  for (int i = 0; i < model->ntendon; i++) {
    const double *range = model->tendon_range + 2 * i;
    printf("  %-24s", shown(model->tendon_name[i]));
    for (int k = model->tendon_start[i]; k < model->tendon_start[i] + model->tendon_count[i]; k++)
      printf(" %+.4g %s", model->tendon_coef[k], shown(model->joint_name[model->tendon_joint[k]]));
    print_path(model, i);
    if (model->tendon_limited[i]) printf(", range %.4g to %.4g", range[0], range[1]);
    fputc('\n', stdout);
  }
}

static void print_driven(const rg_model *model, int i) {
  int site = model->actuator_site[i], other = model->actuator_refsite[i];
  switch (model->actuator_transmission[i]) {
  case RG_DRIVE_TENDON:
    printf("tendon %s", shown(model->tendon_name[model->actuator_tendon[i]]));
    break;
  case RG_DRIVE_SITE:
    printf("site %s", shown(model->site_name[site]));
    if (other >= 0) printf(" against %s", shown(model->site_name[other]));
    break;
  case RG_DRIVE_BODY: printf("body %s", shown(model->body_name[model->actuator_body[i]])); break;
  case RG_DRIVE_SLIDER_CRANK:
    printf("crank %s on slider %s", shown(model->site_name[site]), shown(model->site_name[other]));
    break;
  default: printf("joint %s", shown(model->joint_name[model->actuator_joint[i]])); break;
  }
}

static void print_actuators(const rg_model *model) {
  if (model->nactuator) puts("\nactuators");
  for (int i = 0; i < model->nactuator; i++) {
    const double *range = model->actuator_ctrlrange + 2 * i;
    printf("  %-24s ", shown(model->actuator_name[i]));
    print_driven(model, i);
    printf(", gear %.4g, gain %.4g", model->actuator_gear[6 * i], model->actuator_gain[i]);
    if (model->actuator_ctrllimited[i]) printf(", control %.4g to %.4g", range[0], range[1]);
    fputc('\n', stdout);
  }
}

static void print_equalities(const rg_model *model) {
  if (model->nequality) puts("\nequality constraints");
  for (int i = 0; i < model->nequality; i++) {
    static const rg_object objects[] = {RG_OBJECT_BODY, RG_OBJECT_BODY, RG_OBJECT_JOINT,
                                        RG_OBJECT_TENDON};
    int second = model->equality_object2[i];
    rg_object type = objects[model->equality_type[i]];
    printf("  %-24s %-9s %s", shown(model->equality_name[i]),
           equality_type_text(model->equality_type[i]),
           shown(rg_model_name(model, type, model->equality_object1[i])));
    if (second >= 0) printf(", %s", shown(rg_model_name(model, type, second)));
    puts(model->equality_active[i] ? "" : " (off)");
  }
}

static void print_contact_filters(const rg_model *model) {
  if (model->npair) puts("\ncontact pairs");
  for (int i = 0; i < model->npair; i++)
    printf("  %s, %s: mu %.4g\n", shown(model->geom_name[model->pair_geom1[i]]),
           shown(model->geom_name[model->pair_geom2[i]]), model->pair_friction[5 * i]);
  if (model->nexclude) puts("\ncontact excludes");
  for (int i = 0; i < model->nexclude; i++)
    printf("  %s, %s\n", shown(model->body_name[model->exclude_body1[i]]),
           shown(model->body_name[model->exclude_body2[i]]));
}

static void print_sensors(const rg_model *model) {
  if (model->nsensor) puts("\nsensors");
  for (int i = 0; i < model->nsensor; i++) {
    int type = model->sensor_object_type[i], object = model->sensor_object[i];
    printf("  %-24s %s", shown(model->sensor_name[i]), sensor_type_text(model->sensor_type[i]));
    if (object >= 0)
      printf(" of %s %s", object_type_text(type),
             shown(rg_model_name(model, (rg_object)type, object)));
    fputc('\n', stdout);
  }
}

static void print_settings(const rg_model *model) {
  if (model->nkey) puts("\nkeyframes");
  for (int i = 0; i < model->nkey; i++)
    printf("  %-24s time %g s\n", shown(model->key_name[i]), model->key_time[i]);
  if (model->nsetting) puts("\nsettings");
  for (int i = 0; i < model->nsetting; i++) {
    const rg_setting *setting = &model->setting[i];
    printf("  %-24s", setting->name);
    if (setting->text) printf(" %s", setting->text);
    for (int k = 0; k < setting->size; k++) printf(" %g", setting->data[k]);
    fputc('\n', stdout);
  }
}

void print_model(const char *path, const rg_model *model) {
  int width = tree_width(model);
  print_totals(path, model);
  fputc('\n', stdout);
  for (int b = 0; b < model->nbody; b++) print_body(model, b, width);
  print_tendons(model);
  print_actuators(model);
  print_equalities(model);
  print_contact_filters(model);
  print_sensors(model);
  print_settings(model);
  if (model->nnotice) puts("\npassed over");
  for (int i = 0; i < model->nnotice; i++) printf("  %s\n", model->notice[i]);
}
