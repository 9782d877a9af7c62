/* The arena: alignment, zeroed memory, no overlap, sticky failure, release. */
#include "base/arena.h"
#include "base/buffer.h"
#include "base/fence.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { PIECES = 2000 };

/* sizes from one byte to beyond a chunk, small and large in turn */
static size_t piece_size(int k) {
  size_t small = (size_t)(1 + k * 37 % 300);
  return k % 97 == 13 ? 40000 + small : k % 500 == 99 ? (3u << 20) + small : small;
}

static int all_bytes(const unsigned char *memory, size_t size, unsigned char value) {
  for (size_t i = 0; i < size; i++)
    if (memory[i] != value) return 0;
  return 1;
}

static void pieces_are_aligned_zeroed_and_apart(void **state) {
  (void)state;
  static unsigned char *piece[PIECES];
  rg_arena arena = {0};
  for (int k = 0; k < PIECES; k++) {
    size_t size = piece_size(k);
    piece[k] = rg_arena_alloc(&arena, size, 1);
    assert_non_null(piece[k]);
    assert_int_equal((uintptr_t)piece[k] % 64, 0);
    assert_true(all_bytes(piece[k], size, 0));
    memset(piece[k], 1 + k % 255, size);
  }
  /* nothing wrote over anything else */
  size_t sum = 0;
  for (int k = 0; k < PIECES; k++) {
    assert_true(all_bytes(piece[k], piece_size(k), (unsigned char)(1 + k % 255)));
    sum += piece_size(k);
  }
  assert_true(arena.total >= sum);
  assert_int_equal(arena.failed, 0);
  rg_arena_free(&arena);
}

static void nothing_still_has_an_address(void **state) {
  (void)state;
  rg_arena arena = {0};
  char *a = rg_arena_alloc(&arena, 0, 8), *b = rg_arena_alloc(&arena, 8, 0),
       *c = rg_arena_alloc(&arena, 1, 1);
  assert_non_null(a);
  assert_non_null(b);
  assert_non_null(c);
  assert_ptr_not_equal(a, c);
  assert_ptr_not_equal(b, c);
  assert_int_equal(arena.failed, 0);
  rg_arena_free(&arena);
}

/* count * size wraps around to something small for each of these */
static void overflow_fails_and_stays_failed(void **state) {
  (void)state;
  const size_t pair[][2] = {{SIZE_MAX, 8},        {SIZE_MAX / 8 + 2, 8}, {8, SIZE_MAX / 8 + 2},
                            {SIZE_MAX, SIZE_MAX}, {SIZE_MAX, 1},         {SIZE_MAX - 63, 1},
                            {(size_t)-1, 4},      {SIZE_MAX / 2, 2}};
  for (size_t k = 0; k < sizeof pair / sizeof *pair; k++) {
    rg_arena arena = {0};
    assert_non_null(rg_arena_alloc(&arena, 10, 8));
    assert_null(rg_arena_alloc(&arena, pair[k][0], pair[k][1]));
    assert_int_equal(arena.failed, 1);
    assert_null(rg_arena_alloc(&arena, 1, 1)); /* sticky */
    assert_int_equal(arena.failed, 1);
    rg_arena_free(&arena);
  }
}

/* a negative int as a count, which is what a broken size computation makes */
static void negative_count_fails(void **state) {
  (void)state;
  rg_arena arena = {0};
  int count = -1;
  assert_null(RG_NEW(&arena, double, count));
  assert_int_equal(arena.failed, 1);
  rg_arena_free(&arena);
}

static void freed_arena_starts_again(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_arena_free(&arena); /* nothing taken: nothing to do */
  for (int round = 0; round < 3; round++) {
    double *x = RG_NEW(&arena, double, 5000);
    assert_non_null(x);
    assert_true(all_bytes((unsigned char *)x, 5000 * sizeof *x, 0));
    memset(x, 255, 5000 * sizeof *x);
    assert_null(rg_arena_alloc(&arena, SIZE_MAX, 2));
    rg_arena_free(&arena);
    assert_null(arena.chunks);
    assert_int_equal(arena.total, 0);
    assert_int_equal(arena.failed, 0);
  }
}

/* the same round again needs nothing of the system; a larger one grows, and then that fits too */
static void rewound_arena_keeps_its_memory(void **state) {
  (void)state;
  rg_arena arena = rg_arena_reserved(1000);
  assert_int_equal(arena.failed, 0);
  long grown = 0;
  for (int round = 0; round < 12; round++) {
    int pieces = round < 6 ? 100 : 700;
    rg_arena_rewind(&arena);
    assert_int_equal(arena.total, 0);
    for (int k = 0; k < pieces; k++) {
      unsigned char *piece = rg_arena_alloc(&arena, piece_size(k), 1);
      assert_non_null(piece);
      assert_int_equal((uintptr_t)piece % 64, 0);
      assert_true(all_bytes(piece, piece_size(k), 0));
      memset(piece, 255, piece_size(k));
    }
    if (round == 0 || round == 6) assert_true(arena.grown > grown && arena.grown < grown + 10);
    else assert_int_equal(arena.grown, grown);
    grown = arena.grown;
  }
  /* a failure is forgotten with the rest */
  assert_null(rg_arena_alloc(&arena, SIZE_MAX, 2));
  rg_arena_rewind(&arena);
  assert_non_null(rg_arena_alloc(&arena, 10, 8));
  rg_arena_free(&arena);
  /* nothing to rewind */
  rg_arena_rewind(&arena);
  assert_null(arena.chunks);
}

#ifdef RG_FENCED
/* under the address sanitizer nobody may touch what lies behind an array, nor anything after a rewind, though the memory
   from the system goes on there */
static void what_was_not_handed_out_is_fenced(void **state) {
  (void)state;
  rg_arena arena = rg_arena_reserved(1 << 16);
  rg_buffer buffer = {0};
  for (int round = 0; round < 3; round++) {
    char *piece[40], *lent;
    for (int k = 0; k < 40; k++) piece[k] = RG_RAW(&arena, char, 1 + 37 * k);
    for (int k = 0; k < 40; k++) {
      size_t bytes = 1 + 37 * (size_t)k;
      assert_null(__asan_region_is_poisoned(piece[k], bytes));
      assert_true(__asan_address_is_poisoned(piece[k] + bytes));
      assert_true(__asan_address_is_poisoned(piece[k] + bytes + RG_FENCE - 1));
    }
    lent = rg_buffer_need(&buffer, 1000 - 300 * (size_t)round, 1);
    assert_null(__asan_region_is_poisoned(lent, 1000 - 300 * (size_t)round));
    assert_true(__asan_address_is_poisoned(lent + 1000 - 300 * round));
    rg_arena_rewind(&arena);
    assert_true(__asan_address_is_poisoned(piece[0]) && __asan_address_is_poisoned(piece[39]));
  }
  rg_buffer_free(&buffer);
  rg_arena_free(&arena);
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_are_aligned_zeroed_and_apart),
      cmocka_unit_test(nothing_still_has_an_address),
      cmocka_unit_test(overflow_fails_and_stays_failed),
      cmocka_unit_test(negative_count_fails),
      cmocka_unit_test(freed_arena_starts_again),
      cmocka_unit_test(rewound_arena_keeps_its_memory),
#ifdef RG_FENCED
      cmocka_unit_test(what_was_not_handed_out_is_fenced),
#endif
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
