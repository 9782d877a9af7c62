/* Problem files that are right: hand-written ones with known numbers, round trips through every
   format bit for bit, detection by content, and every real problem with the sizes its table states.
 */
#include "record/scratch.h"

#include <rigor/rigor.h>

#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#ifdef RIGOR_HAVE_FCLIB
#include <hdf5.h>
#endif

static void read_good(rg_problem *problem, const char *path) {
  rg_error error;
  char text[1024];
  rg_status status = rg_problem_read(problem, path, RG_FORMAT_AUTO, &error);
  if (status != RG_OK) print_error("%s\n", rg_error_text(&error, text, sizeof text));
  assert_int_equal(status, RG_OK);
}

static double entry(const rg_matrix *A, int i, int j) {
  if (A->storage == RG_DENSE) return A->values[i * A->columns + j];
  double sum = 0;
  for (int k = A->row_start[i]; k < A->row_start[i + 1]; k++)
    if (A->column[k] == j) sum += A->values[k];
  return sum;
}

static void assert_matrix(const rg_matrix *A, int rows, int columns, const double *expected) {
  assert_int_equal(A->rows, rows);
  assert_int_equal(A->columns, columns);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) assert_true(entry(A, i, j) == expected[i * columns + j]);
}

static void assert_vector(const double *x, int n, const double *expected) {
  for (int i = 0; i < n; i++) assert_true(x[i] == expected[i]);
}

/* ---- hand-written files ---- */

static void dense_is_column_major(void **state) {
  (void)state;
  rg_problem p;
  read_good(&p, scratch_text("a.dat", "2\n0\n2\n2\n2 2\n1 2\n3 4\n5 6\nwords after the end\n"));
  assert_int_equal(p.kind, RG_KIND_LCP);
  assert_int_equal(p.rows, 2);
  assert_matrix(&p.A, 2, 2, (double[]){1, 3, 2, 4});
  assert_vector(p.c, 2, (double[]){5, 6});
  rg_problem_free(&p);
  assert_null(p.owner);
}

static const char sparse_blocks[] = "2\n2\n1 4 4\n3\n2 2\n2 4\n2 4\n3 3\n0 2 3\n0 1 1\n"
                                    "0\n1\n2\n3\n4\n1\n5\n6\n7\n8\n2\n9\n10\n11\n12\n"
                                    "-1 -2 -3 -4\n0.5 0.25\n";

static void blocks_are_column_major(void **state) {
  (void)state;
  rg_problem p;
  read_good(&p, scratch_text("a.dat", sparse_blocks));
  assert_int_equal(p.kind, RG_KIND_CONTACT);
  assert_int_equal(p.dim, 2);
  assert_int_equal(p.contacts, 2);
  assert_int_equal(p.A.storage, RG_SPARSE);
  assert_matrix(&p.A, 4, 4, (double[]){1, 3, 5, 7, 2, 4, 6, 8, 0, 0, 9, 11, 0, 0, 10, 12});
  assert_vector(p.c, 4, (double[]){-1, -2, -3, -4});
  assert_vector(p.mu, 2, (double[]){0.5, 0.25});
  rg_problem_free(&p);
}

static const char csparse_global[] =
    "2\n1\n2\n3\n3\n4\nCSparse Version 3\ntriplet: 3-by-3, nzmax: 9 nnz: 4\n"
    "    0 0 : 2\n    1 0 : 0.5\n    1 1 : 3\n    2 2 : 4\n"
    "2\n3\n2\n2\nCSparse Version 3\n3-by-2, nzmax: 3 nnz: 3, 1-norm: 3\n"
    "    col 0 : locations 0 to 1\n      0 : 1\n      2 : -1\n"
    "    col 1 : locations 2 to 2\n      1 : 7\n"
    "10 20 30\n-1 -2\n0.3\n";

static void csparse_halves_and_columns(void **state) {
  (void)state;
  rg_problem p;
  read_good(&p, scratch_text("a.dat", csparse_global));
  assert_matrix(&p.M, 3, 3, (double[]){2, 0.5, 0, 0.5, 3, 0, 0, 0, 4});
  assert_matrix(&p.G, 2, 3, (double[]){1, 0, -1, 0, 7, 0});
  assert_vector(p.f, 3, (double[]){10, 20, 30});
  assert_vector(p.c, 2, (double[]){-1, -2});
  assert_vector(p.mu, 1, (double[]){0.3});
  rg_problem_free(&p);
}

/* M is as large as W would be: only the header of H tells */
static void small_global_is_not_local(void **state) {
  (void)state;
  rg_problem p;
  read_good(
      &p, scratch_text("a.dat", "2 1  0 2 2  2 2  2 0 0 4  0 2 2  2 2  1 0 3 1  5 6  7 8  0.5\n"));
  assert_matrix(&p.M, 2, 2, (double[]){2, 0, 0, 4});
  assert_matrix(&p.G, 2, 2, (double[]){1, 0, 3, 1});
  rg_problem_free(&p);
  // a local file whose q looks like such a header stays local
  // with one number more behind mu, as Siconos writes it, too
  static const char *const ends[] = {"0 2  2", "0 2  2  7"};
  for (int k = 0; k < 2; k++) {
    char text[80];
    snprintf(text, sizeof text, "2 1  0 2 2  2 2  2 0 0 4  %s\n", ends[k]);
    read_good(&p, scratch_text("a.dat", text));
    assert_int_equal(p.M.storage, RG_NONE);
    assert_vector(p.c, 2, (double[]){0, 2});
    assert_vector(p.mu, 1, (double[]){2});
    rg_problem_free(&p);
  }
}

/* one contact in the plane with CSparse storage begins like an LCP of two unknowns */
static void banner_tells_contact_from_lcp(void **state) {
  (void)state;
  rg_problem p;
  read_good(&p, scratch_text("a.dat",
                             "2\n1\n2\n2\n2\n1\nCSparse text\ntriplet: 2-by-2, nzmax: 2 nnz: 2\n"
                             "0 0 : 5\n1 1 : 6\n-1 0\n0.5\n"));
  assert_int_equal(p.kind, RG_KIND_CONTACT);
  assert_matrix(&p.A, 2, 2, (double[]){5, 0, 0, 6});
  rg_problem_free(&p);
  read_good(&p, scratch_text("a.dat", "2\n2\n2\n2\n2\nCSparse text\n2-by-2, nzmax: 2 nnz: 2\n"
                                      "col 0 : locations 0 to 0\n 0 : 5\ncol 1 : locations 1 to 1\n"
                                      " 1 : 6\n-1 0\n"));
  assert_int_equal(p.kind, RG_KIND_LCP);
  assert_matrix(&p.A, 2, 2, (double[]){5, 0, 0, 6});
  rg_problem_free(&p);
}

/* M = [A C; D B] with n = 1, m = 2, and the solution behind the end */
static const char mlcp_text[] =
    "1\n1\n1\n2\n0 1 3\n0 1\n0\n3\n3\n3 3\n1 4 7\n2 5 8\n3 6 9\n-1 -2 -3\n"
    "1\n5 6\n8 9\n2 3\n4\n7\n-1\n-2 -3\n0.5 0.5 0.5\n";

static void mlcp_parts(void **state) {
  (void)state;
  rg_problem p;
  const double expected[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  read_good(&p, scratch_text("a.dat", mlcp_text));
  assert_int_equal(p.kind, RG_KIND_MLCP);
  assert_matrix(&p.A, 3, 3, expected);
  assert_true(isinf(p.lower[0]) && p.lower[0] < 0);
  assert_vector(p.lower + 1, 2, (double[]){0, 0});
  rg_problem_free(&p);
  // the parts alone
  read_good(&p, scratch_text("a.dat", "0\n1\n1\n2\n1.0\n5 6\n8 9\n2 3\n4\n7\n-1\n-2 -3\n"));
  assert_matrix(&p.A, 3, 3, expected);
  assert_vector(p.c, 3, (double[]){-1, -2, -3});
  rg_problem_free(&p);
}

static const char json_text_full[] =
    "{\"format\": \"rigor-problem\", \"version\": 1, \"kind\": \"contact\", \"dim\": 2, \"rows\": "
    "2,\n"
    " \"contacts\": 1, \"title\": \"t\", \"description\": \"d\",\n"
    " \"A\": {\"dense\": [[2,0,0,1],[0,3,0,0],[0,0,4,0],[1,0,0,5]]},\n"
    " \"c\": [-1, -0, 1e-3, 4], \"mu\": [0.5], \"target\": [0.25], \"lower\": [\"-inf\", -1],\n"
    " \"upper\": [null, 2.5], \"guess\": [1,2,3,4],\n"
    " \"solution\": {\"impulse\": [0,0,0,0], \"velocity\": [0,0,0,0]}}";

static void json_by_hand(void **state) {
  (void)state;
  rg_problem p;
  read_good(&p, scratch_text("whatever.hdf5", json_text_full));
  assert_int_equal(rg_problem_size(&p), 4);
  assert_matrix(&p.A, 4, 4, (double[]){2, 0, 0, 1, 0, 3, 0, 0, 0, 0, 4, 0, 1, 0, 0, 5});
  assert_true(signbit(p.c[1]));
  assert_true(isinf(p.lower[0]) && isinf(p.upper[0]));
  assert_true(p.upper[1] == 2.5 && p.target[0] == 0.25 && p.guess[3] == 4);
  rg_problem_free(&p);
}

/* ---- round trips ---- */

static int same_bits(const double *a, const double *b, size_t count) {
  if (!a || !b) return a == b;
  return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

static void assert_same_matrix(const rg_matrix *a, const rg_matrix *b, int same_storage) {
  assert_int_equal(a->rows, b->rows);
  assert_int_equal(a->columns, b->columns);
  if (same_storage) assert_int_equal(a->storage, b->storage);
  if (same_storage && a->storage == RG_SPARSE)
    assert_int_equal(a->row_start[a->rows], b->row_start[b->rows]);
  for (int i = 0; i < a->rows; i++)
    for (int j = 0; j < a->columns; j++) {
      double x = entry(a, i, j), y = entry(b, i, j);
      assert_true(same_bits(&x, &y, 1) || (x == 0 && y == 0));
    }
}

/* target, bounds and guess only where the format has them */
static void assert_same(const rg_problem *a, const rg_problem *b, rg_format format) {
  int n = rg_problem_size(a), same_storage = format != RG_FORMAT_FCLIB;
  assert_int_equal(a->kind, b->kind);
  assert_int_equal(a->contacts, b->contacts);
  assert_int_equal(a->rows, b->rows);
  assert_int_equal(rg_problem_size(b), n);
  assert_same_matrix(&a->A, &b->A, same_storage && n > 0);
  assert_same_matrix(&a->M, &b->M, same_storage);
  assert_same_matrix(&a->G, &b->G, same_storage && n > 0);
  if (a->M.storage != RG_NONE) assert_true(same_bits(a->f, b->f, (size_t)a->M.rows));
  assert_true(same_bits(a->c, b->c, (size_t)n) || n == 0);
  assert_true(same_bits(a->mu, b->mu, (size_t)a->contacts) || a->contacts == 0);
  for (int i = 0; i < a->rows; i++) {
    double otherwise = a->kind == RG_KIND_CONTACT ? -HUGE_VAL : 0;
    assert_true((a->lower ? a->lower[i] : otherwise) == (b->lower ? b->lower[i] : otherwise));
    assert_true((a->upper ? a->upper[i] : HUGE_VAL) == (b->upper ? b->upper[i] : HUGE_VAL));
  }
  if (format == RG_FORMAT_JSON) assert_true(same_bits(a->target, b->target, (size_t)a->contacts));
  if (format != RG_FORMAT_SICONOS && n > 0) assert_true(same_bits(a->guess, b->guess, (size_t)n));
}

static void round_trip(const rg_problem *p, rg_format format) {
  if (format == RG_FORMAT_FCLIB && !rg_has_fclib()) return;
  rg_error error;
  char text[1024];
  const char *path = scratch_path("round");
  int n = rg_problem_size(p);
  double *point = calloc((size_t)n + 1, sizeof *point);
  for (int i = 0; i < n; i++) point[i] = 1.0 / (i + 3);
  // every write waits for the disk: large problems go there once
  for (int with_solution = n > 20; with_solution < 2; with_solution++) {
    const double *solution = with_solution ? point : NULL;
    rg_status status = rg_problem_write(p, path, format, solution, solution, &error);
    if (status != RG_OK) print_error("%s\n", rg_error_text(&error, text, sizeof text));
    assert_int_equal(status, RG_OK);
    rg_problem again;
    read_good(&again, path);
    assert_same(p, &again, format);
    rg_problem_free(&again);
  }
  free(point);
}

/* numbers that a careless writer loses */
static const double awkward[] = {0.1,
                                 1.0 / 3,
                                 -0.0,
                                 4.9e-324,
                                 1.7976931348623157e308,
                                 -2e-17,
                                 6.02e23,
                                 1e16 + 2,
                                 12345678901234567.0,
                                 -1,
                                 0.7,
                                 3.141592653589793,
                                 2.2250738585072014e-308,
                                 1e-5};

static void fill_awkward(double *x, int count) {
  for (int k = 0; k < count; k++) x[k] = awkward[k % (int)(sizeof awkward / sizeof *awkward)];
}

static void round_trips_of_contacts(void **state) {
  (void)state;
  double dense[36], c[6], guess[6], mu[] = {0.1, 0.7};
  fill_awkward(dense, 36);
  fill_awkward(c, 6);
  fill_awkward(guess, 6);
  rg_problem p = rg_problem_default();
  p.dim = 3;
  p.contacts = 2;
  p.A = rg_matrix_dense(6, 6, dense);
  p.c = c;
  p.mu = mu;
  for (rg_format f = RG_FORMAT_SICONOS; f <= RG_FORMAT_JSON; f++) round_trip(&p, f);
  p.guess = guess;
  for (rg_format f = RG_FORMAT_SICONOS; f <= RG_FORMAT_JSON; f++) round_trip(&p, f);
  // whole blocks, in the first block row only
  int start[] = {0, 6, 12, 18, 18, 18, 18};
  int column[] = {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
  p.A = rg_matrix_sparse(6, 6, start, column, dense);
  for (rg_format f = RG_FORMAT_SICONOS; f <= RG_FORMAT_JSON; f++) round_trip(&p, f);
  // no blocks
  int start2[] = {0, 1, 3, 3, 4, 5, 6}, column2[] = {0, 1, 4, 2, 4, 5};
  p.A = rg_matrix_sparse(6, 6, start2, column2, dense);
  for (rg_format f = RG_FORMAT_SICONOS; f <= RG_FORMAT_JSON; f++) round_trip(&p, f);
}

static void round_trips_of_global(void **state) {
  (void)state;
  double M[] = {2, 0.1, 0.1, 3}, G[6 * 2], f[] = {-0.1, 9.81}, c[6], mu[] = {0, 1.5};
  fill_awkward(G, 12);
  fill_awkward(c, 6);
  rg_problem p = rg_problem_default();
  p.dim = 3;
  p.contacts = 2;
  p.M = rg_matrix_dense(2, 2, M);
  p.G = rg_matrix_dense(6, 2, G);
  p.f = f;
  p.c = c;
  p.mu = mu;
  for (rg_format g = RG_FORMAT_SICONOS; g <= RG_FORMAT_JSON; g++) round_trip(&p, g);
  int m_start[] = {0, 1, 2}, m_column[] = {0, 1};
  int g_start[] = {0, 1, 2, 2, 4, 5, 6}, g_column[] = {0, 1, 0, 1, 1, 0};
  p.M = rg_matrix_sparse(2, 2, m_start, m_column, M);
  p.G = rg_matrix_sparse(6, 2, g_start, g_column, G);
  for (rg_format g = RG_FORMAT_SICONOS; g <= RG_FORMAT_JSON; g++) round_trip(&p, g);
  // two of the rows are scalar: only FCLIB and JSON have a place for them
  p.dim = 2;
  p.rows = 2;
  round_trip(&p, RG_FORMAT_FCLIB);
  round_trip(&p, RG_FORMAT_JSON);
  assert_int_equal(rg_problem_write(&p, scratch_path("x"), RG_FORMAT_SICONOS, NULL, NULL, NULL),
                   RG_BAD_INPUT);
}

static void round_trips_with_rows(void **state) {
  (void)state;
  double A[] = {2, 0, 0.1, 0.3, 0, 3, 0.2, 0.4, 0.1, 0.2, 5, 7, 0.3, 0.4, 6, 8};
  double c[] = {0.1, 0.2, 0.3, 0.4}, mu[] = {0.5}, guess[] = {1, 2, 3, 4};
  rg_problem p = rg_problem_default();
  p.dim = 2;
  p.contacts = 1;
  p.rows = 2;
  p.A = rg_matrix_dense(4, 4, A);
  p.c = c;
  p.mu = mu;
  p.guess = guess;
  round_trip(&p, RG_FORMAT_FCLIB);
  round_trip(&p, RG_FORMAT_JSON);
  // FCLIB has one place for V and V'
  rg_error error;
  A[2] = 0.11;
  assert_int_equal(rg_problem_write(&p, scratch_path("x"), RG_FORMAT_FCLIB, NULL, NULL, &error),
                   RG_BAD_INPUT);
  double target[] = {0.25}, lower[] = {-HUGE_VAL, -1}, upper[] = {3, HUGE_VAL};
  p.target = target;
  p.lower = lower;
  p.upper = upper;
  round_trip(&p, RG_FORMAT_JSON);
  assert_int_equal(rg_problem_write(&p, scratch_path("x"), RG_FORMAT_FCLIB, NULL, NULL, &error),
                   RG_BAD_INPUT);
  assert_int_not_equal(access(scratch_path("x"), F_OK), 0);
}

static void round_trips_of_lcp(void **state) {
  (void)state;
  double A[16], c[4], lower[] = {-HUGE_VAL, 0, -HUGE_VAL, 0};
  fill_awkward(A, 16);
  fill_awkward(c, 4);
  rg_problem p = rg_problem_default();
  p.kind = RG_KIND_LCP;
  p.rows = 4;
  p.A = rg_matrix_dense(4, 4, A);
  p.c = c;
  round_trip(&p, RG_FORMAT_SICONOS);
  round_trip(&p, RG_FORMAT_JSON);
  p.kind = RG_KIND_MLCP;
  p.lower = lower;
  round_trip(&p, RG_FORMAT_SICONOS);
  round_trip(&p, RG_FORMAT_JSON);
  int start[] = {0, 1, 3, 3, 4}, column[] = {0, 1, 2, 2};
  p.A = rg_matrix_sparse(4, 4, start, column, A);
  round_trip(&p, RG_FORMAT_SICONOS);
  round_trip(&p, RG_FORMAT_JSON);
  lower[1] = -1;
  assert_int_equal(rg_problem_write(&p, scratch_path("x"), RG_FORMAT_SICONOS, NULL, NULL, NULL),
                   RG_BAD_INPUT);
  assert_int_equal(rg_problem_write(&p, scratch_path("x"), RG_FORMAT_FCLIB, NULL, NULL, NULL),
                   RG_BAD_INPUT);
}

static void nothing_at_all(void **state) {
  (void)state;
  rg_problem p = rg_problem_default();
  p.dim = 3;
  for (rg_format f = RG_FORMAT_SICONOS; f <= RG_FORMAT_JSON; f++) round_trip(&p, f);
  p.kind = RG_KIND_LCP;
  p.dim = 0;
  round_trip(&p, RG_FORMAT_SICONOS);
  round_trip(&p, RG_FORMAT_JSON);
}

/* a comma in the program's locale must not reach the files */
static void locale_does_not_matter(void **state) {
  (void)state;
  static const char *const with_comma[] = {"de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8",
                                           "es_ES.UTF-8"};
  const char *chosen = NULL;
  for (int k = 0; k < 4 && !chosen; k++) chosen = setlocale(LC_ALL, with_comma[k]);
  if (!chosen) {
    print_message("notice: no locale with a decimal comma is installed: skipped\n");
    skip();
  }
  rg_problem p;
  read_good(&p, scratch_text("a.dat", sparse_blocks));
  assert_true(p.mu[0] == 0.5);
  for (rg_format f = RG_FORMAT_SICONOS; f <= RG_FORMAT_JSON; f++) round_trip(&p, f);
  rg_problem_free(&p);
  setlocale(LC_ALL, "C");
}

static void formats_by_name(void **state) {
  (void)state;
  assert_int_equal(rg_format_parse("auto"), RG_FORMAT_AUTO);
  assert_int_equal(rg_format_parse("siconos"), RG_FORMAT_SICONOS);
  assert_int_equal(rg_format_parse("fclib"), RG_FORMAT_FCLIB);
  assert_int_equal(rg_format_parse("json"), RG_FORMAT_JSON);
  assert_int_equal(rg_format_parse("xml"), -1);
  assert_int_equal(rg_format_parse(NULL), -1);
  rg_problem p;
  size_t size = 0;
  read_good(&p, scratch_text("a.dat", sparse_blocks));
  assert_int_equal(rg_problem_write(&p, scratch_path("b.json"), RG_FORMAT_AUTO, NULL, NULL, NULL),
                   RG_OK);
  char *bytes = scratch_load(scratch_path("b.json"), &size);
  assert_true(bytes && bytes[0] == '{');
  free(bytes);
  assert_int_equal(rg_problem_write(&p, scratch_path("b.abc"), RG_FORMAT_AUTO, NULL, NULL, NULL),
                   RG_BAD_INPUT);
  rg_problem_free(&p);
}

/* ---- FCLIB as Siconos writes it ---- */

#ifdef RIGOR_HAVE_FCLIB
static void put(hid_t at, const char *name, hid_t type, int count, const void *data) {
  hsize_t length = (hsize_t)count;
  hid_t space = H5Screate_simple(1, &length, NULL);
  hid_t set = H5Dcreate2(at, name, type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  assert_true(set >= 0 && H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
  H5Dclose(set);
  H5Sclose(space);
}

static void put_triplet(hid_t at, const char *name, int m, int n, int nz, const int *row,
                        const int *column, const double *x) {
  hid_t group = H5Gcreate2(at, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  put(group, "m", H5T_NATIVE_INT, 1, &m);
  put(group, "n", H5T_NATIVE_INT, 1, &n);
  put(group, "nz", H5T_NATIVE_INT, 1, &nz);
  put(group, "nzmax", H5T_NATIVE_INT, 1, &nz);
  put(group, "i", H5T_NATIVE_INT, nz, row);
  put(group, "p", H5T_NATIVE_INT, nz, column);
  put(group, "x", H5T_NATIVE_DOUBLE, nz, x);
  H5Gclose(group);
}

/* i is the row and p the column; the same place twice adds up; H and G turn into one transpose */
static void fclib_triplets(void **state) {
  (void)state;
  hid_t file = H5Fcreate(scratch_path("t.hdf5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  hid_t root = H5Gcreate2(file, "fclib_global", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  hid_t vectors = H5Gcreate2(root, "vectors", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  put(root, "spacedim", H5T_NATIVE_INT, 1, &(int){2});
  put_triplet(root, "M", 3, 3, 4, (int[]){0, 1, 2, 2}, (int[]){0, 1, 2, 2}, (double[]){1, 2, 3, 4});
  put_triplet(root, "H", 3, 2, 2, (int[]){2, 0}, (int[]){1, 0}, (double[]){5, 6});
  put_triplet(root, "G", 3, 1, 1, (int[]){1}, (int[]){0}, (double[]){9});
  put(vectors, "f", H5T_NATIVE_DOUBLE, 3, (double[]){1, 2, 3});
  put(vectors, "w", H5T_NATIVE_DOUBLE, 2, (double[]){4, 5});
  put(vectors, "b", H5T_NATIVE_DOUBLE, 1, (double[]){6});
  put(vectors, "mu", H5T_NATIVE_DOUBLE, 1, (double[]){0.5});
  H5Gclose(vectors);
  H5Gclose(root);
  H5Fclose(file);
  rg_problem p;
  read_good(&p, scratch_path("t.hdf5"));
  assert_int_equal(p.rows, 1);
  assert_matrix(&p.M, 3, 3, (double[]){1, 0, 0, 0, 2, 0, 0, 0, 7});
  assert_matrix(&p.G, 3, 3, (double[]){0, 9, 0, 6, 0, 0, 0, 0, 5});
  assert_vector(p.c, 3, (double[]){6, 4, 5});
  assert_null(p.guess);
  rg_problem_free(&p);
}

/* rows stand first with us, last with FCLIB */
static void fclib_solution_order(void **state) {
  (void)state;
  double A[] = {2, 0.1, 0.3, 0.1, 5, 7, 0.3, 6, 8}, c[] = {0.1, 0.2, 0.3}, mu[] = {0.5};
  rg_problem p = rg_problem_default();
  p.dim = 2;
  p.contacts = 1;
  p.rows = 1;
  p.A = rg_matrix_dense(3, 3, A);
  p.c = c;
  p.mu = mu;
  const char *path = scratch_path("s.hdf5");
  assert_int_equal(
      rg_problem_write(&p, path, RG_FORMAT_FCLIB, (double[]){1, 2, 3}, (double[]){4, 5, 6}, NULL),
      RG_OK);
  hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
  assert_true(file >= 0);
  const char *names[] = {"/solution/r", "/solution/u", "/solution/l", "/fclib_local/vectors/s"};
  const double expected[][2] = {{2, 3}, {5, 6}, {1, 0}, {0.1, 0}};
  for (int k = 0; k < 4; k++) {
    double x[2] = {0, 0};
    hid_t set = H5Dopen2(file, names[k], H5P_DEFAULT);
    assert_true(set >= 0 && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, x) >= 0);
    assert_vector(x, 2, expected[k]);
    H5Dclose(set);
  }
  H5Fclose(file);
}
#endif

/* ---- every real problem ---- */

/* the comma-separated field `index`; empty where there is none */
static const char *field(const char *line, int index, char *buffer, size_t size) {
  for (; index > 0 && line; index--) {
    line = strchr(line, ',');
    if (line) line++;
  }
  size_t length = line ? strcspn(line, ",\n") : 0;
  if (length >= size) length = size - 1;
  if (line) memcpy(buffer, line, length);
  buffer[length] = 0;
  return buffer;
}

static void check_contact_line(const rg_problem *p, const char *line) {
  char text[128], storage[64];
  assert_int_equal(p->kind, RG_KIND_CONTACT);
  assert_int_equal(p->dim, atoi(field(line, 2, text, sizeof text)));
  assert_int_equal(p->contacts, atoi(field(line, 3, text, sizeof text)));
  assert_int_equal(p->M.rows, atoi(field(line, 5, text, sizeof text)));
  for (int i = 0; i < p->contacts; i++) {
    assert_true(p->mu[i] >= atof(field(line, 6, text, sizeof text)) - 1e-12);
    assert_true(p->mu[i] <= atof(field(line, 7, text, sizeof text)) + 1e-12);
  }
  field(line, 9, storage, sizeof storage);
  if (p->M.storage != RG_NONE) return;
  // "W nnz/blocks 592": blocks where the storage has blocks
  const char *count = strstr(line, "W nnz/blocks ");
  assert_non_null(count);
  int entries = atoi(count + strlen("W nnz/blocks "));
  if (strcmp(storage, "sparse-block") == 0) entries *= p->dim * p->dim;
  if (strcmp(storage, "dense") == 0) assert_int_equal(entries, p->A.rows * p->A.columns);
  else assert_int_equal(entries, p->A.row_start[p->A.rows]);
}

static void check_line(const char *line) {
  char name[128], form[16], text[64], path[512];
  field(line, 0, name, sizeof name);
  field(line, 1, form, sizeof form);
  const char *folder = strcmp(form, "LCP") == 0    ? "lcp"
                       : strcmp(form, "MLCP") == 0 ? "mlcp"
                                                   : "contact";
  snprintf(path, sizeof path, "%s/problems/%s/%s", RIGOR_SHARED_DATA, folder, name);
  rg_problem p;
  read_good(&p, path);
  assert_int_equal(rg_problem_size(&p), atoi(field(line, 4, text, sizeof text)));
  if (strcmp(folder, "contact") == 0) check_contact_line(&p, line);
  else assert_int_equal(p.kind, folder[0] == 'l' ? RG_KIND_LCP : RG_KIND_MLCP);
  if (p.rows < 100) {
    round_trip(&p, RG_FORMAT_JSON);
    round_trip(&p, RG_FORMAT_SICONOS);
    if (p.kind == RG_KIND_CONTACT) round_trip(&p, RG_FORMAT_FCLIB);
  }
  rg_problem_free(&p);
}

static void real_problems(void **state) {
  (void)state;
  FILE *table = fopen(RIGOR_SHARED_DATA "/problems/problems.csv", "r");
  if (!table) {
    print_message("notice: no %s/problems: the real problems are skipped\n", RIGOR_SHARED_DATA);
    skip();
  }
  char line[1024];
  int lines = 0;
  assert_non_null(fgets(line, sizeof line, table));
  while (fgets(line, sizeof line, table)) {
    if (strstr(line, ".hdf5,") && !rg_has_fclib()) continue;
    check_line(line);
    lines++;
  }
  fclose(table);
  assert_true(lines >= 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(dense_is_column_major),
                                     cmocka_unit_test(blocks_are_column_major),
                                     cmocka_unit_test(csparse_halves_and_columns),
                                     cmocka_unit_test(small_global_is_not_local),
                                     cmocka_unit_test(banner_tells_contact_from_lcp),
                                     cmocka_unit_test(mlcp_parts),
                                     cmocka_unit_test(json_by_hand),
                                     cmocka_unit_test(round_trips_of_contacts),
                                     cmocka_unit_test(round_trips_of_global),
                                     cmocka_unit_test(round_trips_with_rows),
                                     cmocka_unit_test(round_trips_of_lcp),
                                     cmocka_unit_test(nothing_at_all),
                                     cmocka_unit_test(locale_does_not_matter),
                                     cmocka_unit_test(formats_by_name),
#ifdef RIGOR_HAVE_FCLIB
                                     cmocka_unit_test(fclib_triplets),
                                     cmocka_unit_test(fclib_solution_order),
#endif
                                     cmocka_unit_test(real_problems)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
