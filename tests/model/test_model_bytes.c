/* Compiled models as bytes: every model comes back with the same arrays and the same motion; bytes that were cut, changed
   or made up are refused, whatever they say. */
#define _GNU_SOURCE
#include <dirent.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <rigor/rigor.h>

#include "base/random.h"

enum { HEAD = 32, TAIL = 8 };

/* those of others where they are: tendons, sensors, meshes, height fields */
static const char *const folders[] = {"models",
                                      "fuzz/corpus/mjcf",
                                      "fuzz/corpus/urdf",
                                      "fuzz/corpus/sdf",
                                      "../shared/data/models/gymnasium",
                                      "../shared/data/models/mujoco/humanoid",
                                      "../shared/data/models/mujoco/slider_crank",
                                      "../shared/data/models/menagerie/robotiq_2f85",
                                      "../shared/data/models/menagerie/agility_cassie"};

typedef void (*model_use)(const rg_model *model, const char *path, void *context);

/* every model in them that the reader takes */
static int each_model(model_use use, void *context) {
  int count = 0;
  for (size_t k = 0; k < sizeof folders / sizeof *folders; k++) {
    char folder[512], path[1024];
    snprintf(folder, sizeof folder, "%s/%s", RIGOR_SOURCE_DIR, folders[k]);
    struct dirent **list;
    int entries = scandir(folder, &list, NULL, alphasort);
    for (int i = 0; i < entries; i++) {
      snprintf(path, sizeof path, "%s/%s", folder, list[i]->d_name);
      rg_model *model = NULL;
      if (list[i]->d_name[0] != '.' && rg_model_load(&model, path, NULL, NULL) == RG_OK) {
        use(model, path, context);
        count++;
      }
      rg_model_free(model);
      free(list[i]);
    }
    if (entries >= 0) free(list);
  }
  return count;
}

static rg_model *again(const rg_model *model, const char *path) {
  void *bytes;
  size_t size;
  rg_model *copy = NULL;
  rg_error error;
  char text[1024];
  assert_int_equal(rg_model_pack(model, &bytes, &size, &error), RG_OK);
  if (rg_model_unpack(&copy, bytes, size, &error) != RG_OK)
    fail_msg("%s: %s", path, rg_error_text(&error, text, sizeof text));
  free(bytes);
  return copy;
}

/* an array that was forgotten in the list would be NULL in the copy */
static void compare_slots(const rg_model *a, const rg_model *b, const char *path) {
  for (size_t at = 0; at + sizeof(void *) <= offsetof(rg_model, nnotice); at += sizeof(void *)) {
    uintptr_t one, two;
    memcpy(&one, (const char *)a + at, sizeof one);
    memcpy(&two, (const char *)b + at, sizeof two);
    if ((one == 0) != (two == 0) && one > UINT32_MAX)
      fail_msg("%s: the pointer at %zu of rg_model was not written", path, at);
  }
}

static void compare(const rg_model *model, const char *path, void *context) {
  (void)context;
  rg_model *copy = again(model, path);
  compare_slots(model, copy, path);
  void *one, *two;
  size_t size, same;
  assert_int_equal(rg_model_pack(model, &one, &size, NULL), RG_OK);
  assert_int_equal(rg_model_pack(copy, &two, &same, NULL), RG_OK);
  assert_int_equal(size, same);
  assert_memory_equal(one, two, size);
  free(one), free(two);
  rg_model_free(copy);
}

static void test_every_model_comes_back(void **state) {
  (void)state;
  assert_in_range(each_model(compare, NULL), 10, 10000);
}

static void move(const rg_model *model, const char *path, void *context) {
  (void)context;
  rg_model *copy = again(model, path);
  rg_sim *one = NULL, *two = NULL;
  if (model->nv > 0 && model->nv < 60 && rg_sim_new(&one, model, NULL, NULL) == RG_OK) {
    assert_int_equal(rg_sim_new(&two, copy, NULL, NULL), RG_OK);
    for (int k = 0; k < 20; k++) {
      assert_int_equal(rg_step(one), rg_step(two));
      assert_memory_equal(rg_sim_data(one)->qpos, rg_sim_data(two)->qpos,
                          (size_t)model->nq * sizeof(double));
    }
    rg_sim_free(one), rg_sim_free(two);
  }
  rg_model_free(copy);
}

static void test_the_same_motion(void **state) {
  (void)state;
  each_model(move, NULL);
}

/* --- bytes of somebody else --------------------------------------------------------------------------- */

static uint64_t checksum(const unsigned char *byte, size_t size) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t k = 0; k < size; k++) hash = (hash ^ byte[k]) * 0x100000001b3u;
  return hash;
}

static void sign(unsigned char *bytes, size_t size) {
  uint64_t sum = checksum(bytes, size - TAIL);
  for (int k = 0; k < TAIL; k++) bytes[size - TAIL + (size_t)k] = (unsigned char)(sum >> 8 * k);
}

static void refused(const void *bytes, size_t size, const char *why) {
  rg_model *model = (rg_model *)&size;
  rg_error error;
  assert_int_equal(rg_model_unpack(&model, bytes, size, &error), RG_BAD_INPUT);
  assert_null(model);
  if (!strstr(error.reason, why) && !strstr(error.element, why))
    fail_msg("'%s: %s' does not say '%s'", error.element, error.reason, why);
}

static void *quadruped(size_t *size) {
  rg_model *model;
  void *bytes;
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/quadruped.xml", NULL, NULL),
                   RG_OK);
  assert_int_equal(rg_model_pack(model, &bytes, size, NULL), RG_OK);
  rg_model_free(model);
  return bytes;
}

static void test_damage_is_refused(void **state) {
  (void)state;
  size_t size;
  unsigned char *bytes = quadruped(&size);
  refused(bytes, 0, "no compiled model");
  refused("<mujoco/>", 9, "no compiled model");
  for (size_t cut = 0; cut < size; cut += 1 + cut / 7) refused(bytes, cut, "");
  for (size_t at = HEAD; at < size; at += 97) {
    bytes[at] ^= 4;
    refused(bytes, size, at < size - TAIL ? "damaged" : "");
    bytes[at] ^= 4;
  }
  bytes[16] = 9;
  refused(bytes, size, "version");
  free(bytes);
}

/* signed lies: what is taken must go through a few steps without a fault */
static void test_lies_lead_nowhere(void **state) {
  (void)state;
  size_t size;
  unsigned char *bytes = quadruped(&size), *lie = malloc(size);
  uint64_t random = 1;
  int taken = 0, rounds = 1500;
  assert_non_null(lie);
  for (int k = 0; k < rounds; k++) {
    memcpy(lie, bytes, size);
    for (int n = 1 + (int)(rg_random(&random) * 3); n > 0; n--) {
      size_t at = HEAD + (size_t)(rg_random(&random) * (double)(size - HEAD - TAIL - 4));
      uint32_t word = (uint32_t)(rg_random(&random) * 4294967295.0);
      // small numbers look like indices; they are the dangerous ones
      if (k % 3 == 0) word %= 40;
      if (k % 3 == 1) lie[at] = (unsigned char)word;
      else memcpy(lie + at / 4 * 4, &word, 4);
    }
    sign(lie, size);
    rg_model *model = NULL;
    rg_sim *sim = NULL;
    rg_sim_options options;
    if (rg_model_unpack(&model, lie, size, NULL) != RG_OK) continue;
    taken++;
    if (rg_sim_options_from_model(model, &options, NULL) == RG_OK) {
      options.step_iterations = 200;
      if (rg_sim_new(&sim, model, &options, NULL) == RG_OK)
        for (int step = 0; step < 2; step++) rg_step(sim);
    }
    rg_sim_free(sim);
    rg_model_free(model);
  }
  assert_in_range(taken, 10, rounds - 10);
  free(lie), free(bytes);
}

static void test_files(void **state) {
  (void)state;
  char path[] = "/tmp/rigor-model-XXXXXX";
  int fd = mkstemp(path);
  rg_model *model, *copy;
  rg_error error;
  assert_true(fd >= 0);
  close(fd);
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/quadruped.xml", NULL, NULL),
                   RG_OK);
  assert_int_equal(rg_model_write(model, path, &error), RG_OK);
  assert_int_equal(rg_model_read(&copy, path, &error), RG_OK);
  assert_int_equal(copy->nv, model->nv);
  assert_string_equal(copy->body_name[1], model->body_name[1]);
  rg_model_free(copy), rg_model_free(model);
  assert_int_equal(truncate(path, 100), 0);
  assert_int_equal(rg_model_read(&copy, path, &error), RG_BAD_INPUT);
  assert_string_equal(error.file, path);
  remove(path);
  assert_int_equal(rg_model_read(&copy, path, &error), RG_IO);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_model_comes_back), cmocka_unit_test(test_the_same_motion),
      cmocka_unit_test(test_damage_is_refused), cmocka_unit_test(test_lies_lead_nowhere),
      cmocka_unit_test(test_files)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
