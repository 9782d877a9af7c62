/* The model as rigor has compiled it, for a peer that is too old for its file: limits of the force at a joint are those of its
   actuators, heights of a field are a file of their own. */
#include "bench.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* |gear force| <= limit of the joint: the tighter one of that and of the actuator's own */
static void limit_actuator(rg_model *m, int i) {
  int joint = m->actuator_joint[i];
  double gear = m->actuator_gear[6 * i], *own = m->actuator_forcerange + 2 * i;
  if (joint < 0 || !m->joint_forcelimited[joint] || gear == 0) return;
  const double *range = m->joint_forcerange + 2 * joint;
  double a = range[0] / gear, b = range[1] / gear, low = fmin(a, b), high = fmax(a, b);
  int limited = m->actuator_forcelimited[i];
  own[0] = limited ? fmax(own[0], low) : low;
  own[1] = limited ? fmin(own[1], high) : high;
  m->actuator_forcelimited[i] = 1;
}

static void fold_limits(rg_model *m) {
  for (int i = 0; i < m->nactuator; i++) limit_actuator(m, i);
  for (int j = 0; j < m->njoint; j++) {
    m->joint_forcelimited[j] = 0;
    m->joint_forcerange[2 * j] = m->joint_forcerange[2 * j + 1] = 0;
  }
}

static void field_file(const char *path, int i, char *file, size_t size) {
  snprintf(file, size, "%s.%d.field", path, i);
}

/* MuJoCo's own format: rows, columns, heights, as int and float */
static int write_field(const rg_model *m, int i, const char *path) {
  char file[BENCH_PATH];
  field_file(path, i, file, sizeof file);
  FILE *out = fopen(file, "wb");
  if (!out) return 0;
  int32_t size[2] = {m->hfield_nrow[i], m->hfield_ncol[i]};
  const double *data = m->hfield_data + m->hfield_start[i];
  int good = fwrite(size, sizeof size, 1, out) == 1;
  for (int k = 0; k < size[0] * size[1] && good; k++) {
    float height = (float)data[k];
    good = fwrite(&height, sizeof height, 1, out) == 1;
  }
  return fclose(out) == 0 && good;
}

static char *read_all(const char *path) {
  FILE *in = fopen(path, "r");
  long size = in && fseek(in, 0, SEEK_END) == 0 ? ftell(in) : -1;
  char *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
  if (text) {
    rewind(in);
    text[fread(text, 1, (size_t)size, in)] = 0;
  }
  if (in) fclose(in);
  return text;
}

/* <hfield name nrow ncol size elevation/> becomes <hfield name size file/> */
static int write_fields(const rg_model *m, const char *path) {
  static const char tag[] = "<hfield", rows[] = " nrow=", heights[] = " elevation=\"",
                    size[] = " size=";
  char *text = read_all(path), *at = text;
  FILE *out = text ? fopen(path, "w") : NULL;
  int good = out != NULL;
  for (int i = 0; i < m->nhfield && good; i++) {
    char file[BENCH_PATH], *start = strstr(at, tag);
    char *row = start ? strstr(start, rows) : NULL, *scale = row ? strstr(row, size) : NULL;
    char *data = scale ? strstr(scale, heights) : NULL;
    char *end = data ? strchr(data + strlen(heights), '"') : NULL;
    field_file(path, i, file, sizeof file);
    good = end && write_field(m, i, path);
    if (!good) break;
    fprintf(out, "%.*s%.*s file=\"%s\"", (int)(row - at), at, (int)(data - scale), scale, file);
    at = end + 1;
  }
  if (good) good = fputs(at, out) >= 0;
  if (out && fclose(out) != 0) good = 0;
  free(text);
  return good;
}

int bench_write_for_peer(const char *model_path, const char *path) {
  rg_model *model = NULL;
  if (rg_model_load(&model, model_path, NULL, NULL) != RG_OK) return 0;
  fold_limits(model);
  int good =
      rg_model_save(model, path, NULL) == RG_OK && (!model->nhfield || write_fields(model, path));
  rg_model_free(model);
  return good;
}

void bench_remove_written(const rg_model *model, const char *path) {
  for (int i = 0; i < model->nhfield; i++) {
    char file[BENCH_PATH];
    field_file(path, i, file, sizeof file);
    unlink(file);
  }
  unlink(path);
}
