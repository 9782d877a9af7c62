/* A test program of which something was skipped says so by its exit status, so that CTest's summary does: linked into each of
   them, before cmocka's functions of the same names (ld --wrap). What failed, failed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { SKIPPED = 77 }; /* SKIP_RETURN_CODE in tests/CMakeLists.txt */

static int skipped;

void __real__skip(const char *file, int line);
void __wrap__skip(const char *file, int line);
int __real__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);
int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown);

void __wrap__skip(const char *file, int line) {
  skipped = 1;
  __real__skip(file, line);
}

int __wrap__cmocka_run_group_tests(const char *name, const struct CMUnitTest *tests, size_t count,
                                   CMFixtureFunction setup, CMFixtureFunction teardown) {
  int failed = __real__cmocka_run_group_tests(name, tests, count, setup, teardown);
  return failed == 0 && skipped ? SKIPPED : failed;
}
