/* The robots of `rigor bench robots`: what lies in a folder of models, one scene for each way to start. */
#include "bench.h"

#include "controls.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "models/menagerie"

typedef struct list {
  const char *data;
  bench_scene *scenes;
  int room, count;
} list;

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* files that show a robot in a scene; the robot alone is part of these */
static int is_scene(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return strncmp(entry->d_name, "scene", 5) == 0 && length > 4 &&
         strcmp(entry->d_name + length - 4, ".xml") == 0;
}

/* text that lives until the program ends: names of scenes are constants elsewhere */
static const char *keep(const char *a, const char *b, const char *c, const char *d) {
  size_t size = strlen(a) + strlen(b) + strlen(c) + strlen(d) + 1;
  char *text = malloc(size);
  if (text) snprintf(text, size, "%s%s%s%s", a, b, c, d);
  return text ? text : "";
}

static void add_start(list *l, const char *name, const char *file, const char *key, int held) {
  if (l->count == l->room) return;
  l->scenes[l->count++] = (bench_scene){
      .name = keep(name, key ? ":" : "", key ? key : "", held ? " held" : ""),
      .title = "a robot as it is published",
      .file = file,
      .from_data = 1,
      .key = key ? keep(key, "", "", "") : NULL,
      .held = held,
      .steps = 2000,
      .quick_steps = 100,
      .beside_peers = 1,
      .peers = {"mujoco:newton-elliptic", "mujoco:newton-pyramidal"},
  };
}

/* 1 where holding the keyframe tells the actuators something else than the keyframe does */
static int holding_differs(const rg_model *model, int key) {
  const double *told = model->key_ctrl + (size_t)key * (size_t)model->nactuator;
  double *held = held_controls(model, key);
  int differs = 0;
  for (int i = 0; held && i < model->nactuator; i++)
    differs |= fabs(held[i] - told[i]) > 1e-6 * (1 + fabs(told[i]));
  free(held);
  return differs;
}

static void add_file(list *l, const char *folder, const char *name) {
  char path[BENCH_PATH];
  rg_model *model = NULL;
  snprintf(path, sizeof path, "%s/" FOLDER "/%s/%s", l->data, folder, name);
  size_t suffix = strlen(name + 5) - 4; /* "_mjx" of scene_mjx.xml */
  char which[256];
  snprintf(which, sizeof which, "%.*s", (int)(suffix < 200 ? suffix : 200), name + 5);
  const char *scene = keep(folder, which, "", ""), *file = keep(FOLDER "/", folder, "/", name);
  add_start(l, scene, file, NULL, 0);
  if (rg_model_load(&model, path, NULL, NULL) != RG_OK) return; /* the run will tell why */
  for (int k = 0; k < model->nkey; k++) {
    const char *key = rg_model_name(model, RG_OBJECT_KEY, k);
    char number[16];
    snprintf(number, sizeof number, "#%d", k);
    if (!key || !key[0]) key = number;
    add_start(l, scene, file, key, 0);
    if (holding_differs(model, k)) add_start(l, scene, file, key, 1);
  }
  rg_model_free(model);
}

static void add_folder(list *l, const char *folder) {
  char path[BENCH_PATH];
  struct dirent **files = NULL;
  snprintf(path, sizeof path, "%s/" FOLDER "/%s", l->data, folder);
  int count = scandir(path, &files, is_scene, alphasort);
  for (int i = 0; i < count; i++) {
    add_file(l, folder, files[i]->d_name);
    free(files[i]);
  }
  free(files);
}

int bench_list_robots(const char *data, bench_scene *scenes, int room) {
  list l = {data, scenes, room, 0};
  char path[BENCH_PATH];
  struct dirent **folders = NULL;
  if (!data) return 0;
  snprintf(path, sizeof path, "%s/" FOLDER, data);
  int count = scandir(path, &folders, is_shown, alphasort);
  for (int i = 0; i < count; i++) {
    add_folder(&l, folders[i]->d_name);
    free(folders[i]);
  }
  free(folders);
  return l.count;
}
