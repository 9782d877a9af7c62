/* Everything that allocates does it at load: each allocation of loading a model, its data, collider
   and operational-space inertia fails once; the outcome is RG_NO_MEMORY or NULL, and nothing stays
   behind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "counted_malloc.h"

#include <rigor/rigor.h>

static const char *const MODELS[] = {"stewart_platform.xml", "pend12_ball.xml", "acc_cube.xml",
                                     "../fuzz/corpus/sdf/world.sdf",
                                     "../fuzz/corpus/urdf/arm.urdf"};

/* 1 where all of it could be made; frees what it made */
static int load_and_free(const char *path) {
  rg_model *model = NULL;
  rg_error error;
  rg_status status = rg_model_load(&model, path, NULL, &error);
  if (status != RG_OK) {
    assert_null(model);
    assert_int_equal(status, RG_NO_MEMORY);
    return 0;
  }
  rg_data *data = rg_data_new(model);
  rg_collider *collider = rg_collider_new(model, 0);
  rg_osi *osi = rg_osi_new(model, 4);
  int whole = data && collider && osi;
  if (whole) {
    const rg_contact *contacts;
    int before = allocations;
    rg_forward(model, data);
    rg_collide(collider, model, data, &contacts, NULL);
    assert_int_equal(allocations, before); /* nothing is allocated after set-up */
  }
  rg_osi_free(osi);
  rg_collider_free(collider);
  rg_data_free(data);
  rg_model_free(model);
  return whole;
}

static void each_allocation_fails_once(void **state) {
  (void)state;
  if (!COUNTED) {
    printf("skipped: a sanitizer has its own malloc\n");
    skip();
  }
  for (size_t k = 0; k < sizeof MODELS / sizeof MODELS[0]; k++) {
    char path[512];
    snprintf(path, sizeof path, "%s/models/%s", RIGOR_SOURCE_DIR, MODELS[k]);
    assert_true(load_and_free(path)); /* libraries settle down */
    int total = 1;
    for (int n = 0; n <= total; n++) {
      count_from_here(n);
      int whole = load_and_free(path);
      counting = 0;
      if (n == 0) total = allocations;
      if (whole != (n == 0))
        fail_msg("%s: allocation %d of %d is not noticed", MODELS[k], n, total);
      if (live != 0) fail_msg("%s: allocation %d of %d leaks %d blocks", MODELS[k], n, total, live);
    }
    printf("%s: %d allocations, each failed once\n", MODELS[k], total);
    assert_true(total > 10);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_allocation_fails_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
