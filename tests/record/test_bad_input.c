/* Problem files that are wrong: each is refused with file, position, element and reason; none
   crashes, leaks or leaves half a file. Valid files are cut at every byte and their bytes are
   flipped. */
#include "record/scratch.h"

#include <rigor/rigor.h>

#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cmocka.h>

#ifdef RIGOR_HAVE_FCLIB
#include <hdf5.h>

/* HDF5 1.10 itself loses some memory of a damaged file, and says so at exit. What is ours to close
   is counted below instead. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libhdf5"; }

static void assert_hdf5_closed(void) {
  assert_true(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
}
#else
static void assert_hdf5_closed(void) {}
#endif

static void assert_empty(const rg_problem *p) {
  assert_null(p->owner);
  assert_null(p->c);
  assert_int_equal(p->contacts + p->rows, 0);
}

/* refused, with the file named and `reason` part of the message */
static rg_error refuse(const char *path, rg_status expected, const char *reason) {
  rg_problem p;
  rg_error error;
  char text[1024];
  rg_status status = rg_problem_read(&p, path, RG_FORMAT_AUTO, &error);
  rg_error_text(&error, text, sizeof text);
  if (status != expected || !strstr(text, reason)) print_error("status %d, %s\n", status, text);
  assert_int_equal(status, expected);
  assert_int_equal(error.status, expected);
  assert_string_equal(error.file, path);
  assert_true(error.reason[0] != 0);
  assert_non_null(strstr(text, reason));
  assert_empty(&p);
  return error;
}

typedef struct bad_text {
  const char *text;
  int line, column; /* 0: any */
  const char *element, *reason;
} bad_text;

static void refuse_texts(const bad_text *cases, size_t count) {
  for (size_t k = 0; k < count; k++) {
    rg_error error = refuse(scratch_text("bad", cases[k].text), RG_BAD_INPUT, cases[k].reason);
    if (strcmp(error.element, cases[k].element) != 0 ||
        (cases[k].line && (error.line != cases[k].line || error.column != cases[k].column)))
      print_error("%s\n -> %d:%d %s: %s\n", cases[k].text, error.line, error.column, error.element,
                  error.reason);
    assert_string_equal(error.element, cases[k].element);
    if (!cases[k].line) continue;
    assert_int_equal(error.line, cases[k].line);
    assert_int_equal(error.column, cases[k].column);
  }
}

static void files_that_are_none(void **state) {
  (void)state;
  refuse(scratch_path("missing"), RG_IO, "No such file");
  refuse(scratch_folder, RG_IO, "directory");
  refuse(scratch_text("empty", ""), RG_BAD_INPUT, "empty");
  refuse("/dev/zero", RG_IO, "neither a file nor a pipe");
  rg_problem p;
  assert_int_equal(rg_problem_read(&p, NULL, RG_FORMAT_AUTO, NULL), RG_BAD_INPUT);
  assert_int_equal(rg_problem_read(NULL, "x", RG_FORMAT_AUTO, NULL), RG_BAD_INPUT);
  assert_int_equal(rg_problem_read(&p, scratch_path("missing"), RG_FORMAT_AUTO, NULL), RG_IO);
}

static void bad_siconos(void **state) {
  (void)state;
  static const bad_text cases[] = {
      {" \n\t\n", 3, 1, "header", "ends inside the header"},
      {"2\n1", 2, 2, "header", "ends inside the header"},
      {"hello world", 1, 1, "header", "expected an integer, found 'hello'"},
      {"2 1 0 x 2", 1, 7, "header", "found 'x'"},
      {"2 -1 0 2 2", 1, 3, "header", "is -1"},
      {"5 1 0 5 6 1", 1, 1, "header", "fit neither"},
      {"7 7 7 7 7", 1, 1, "header", "fit neither"},
      // text, nan and inf where numbers belong
      {"2 0 2 2\n2 2\n1 two 3 4\n5 6", 3, 3, "M[1]", "found 'two'"},
      {"2 0 2 2\n2 2\n1 nan 3 4\n5 6", 3, 3, "M[1]", "finite"},
      {"2 0 2 2\n2 2\n1 2 3 4\n5 -inf", 4, 3, "q[1]", "finite"},
      {"2 0 2 2\n2 2\n1 2 3 4\n5 1e999", 4, 3, "q[1]", "finite"},
      {"2 0 2 2\n2 2\n1 2 3 4\n5 6x", 4, 3, "q[1]", "found '6x'"},
      // cut off
      {"2 0 2 2\n2 2\n1 2 3 4\n5", 4, 2, "q[1]", "the file ends"},
      {"2 0 2 2\n2 2\n1 2 3", 3, 6, "M[3]", "the file ends"},
      {"2 1 0 2 2\n2 2\n1 2 3 4\n5 6\n", 5, 1, "mu[0]", "the file ends"},
      // sizes that do not fit, or not into the file
      {"2 0 2 2\n2 3\n1 2 3 4 5 6\n5 6", 2, 3, "M", "is 3, must be 2"},
      {"30000 0 30000 30000\n30000 30000\n1 2 3", 3, 6, "M", "bytes follow"},
      {"3 400000000 0 1200000000 1200000000 1", 0, 0, "W", "too large"},
      {"3 100000000 0 300000000 300000000\n300000000 300000000\n1", 3, 2, "W", "bytes follow"},
      {"2 99999999999999999999 0 2 2 2", 0, 0, "number of contacts", "must be from"},
      {"3 1 0 99999999999999999999 99999999999999999999", 0, 0, "W", "too large"},
      {"2 1 1 2 2\n1000000000 1 1 2 2 2 1000000000 0 1 0 0 1 2 3 4 1 1 1", 0, 0, "W index1",
       "must run from 0"},
      // the coefficient of friction
      {"2 1 0 2 2\n2 2\n1 2 3 4\n5 6\n-0.5", 5, 1, "mu[0]", "not negative"},
      // blocks
      {"2 1 1 2 2\n1 1 1\n3\n2\n2 1\n0 1\n0\n0\n1 2 3 4\n5 6\n0.5", 3, 1, "W block row ends",
       "must be from 0 to 2"},
      {"2 1 1 2 2\n1 1 1\n1\n2\n2 1\n0 1\n0\n0\n1 2 3 4\n5 6\n0.5", 0, 0, "W", "cover 1 x 2"},
      {"2 1 1 2 2\n1 1 1\n2\n2\n2 1\n0 1\n7\n0\n1 2 3 4\n5 6\n0.5", 7, 1, "W index2", "is 7"},
      {"2 1 1 2 2\n1 1 1\n2\n2\n2 1\n0 1\n0\n5\n1 2 3 4\n5 6\n0.5", 8, 1, "block number", "is 5"},
      {"2 1 1 2 2\n1 1 1\n2\n2\n2 2\n0 1\n0\n0\n1 2 3 4\n5 6\n0.5", 5, 3, "W length of index2",
       "is 2, must be 1"},
      // CSparse
      {"2 1 2 2 2 1\nbanner\ntriplet: 2-by-2, nzmax: 1 nnz: 1\n 0 2 : 1\n5 6\n0.5", 4, 4, "W",
       "is 2, must be from 0 to 1"},
      {"2 1 2 2 2 1\nbanner\ntriplet: 2-by-3, nzmax: 1 nnz: 1\n 0 1 : 1\n5 6\n0.5", 3, 15, "W",
       "is 3, must be 2"},
      {"2 1 2 2 2 1\nbanner\ntriplet: 2-by-2, nzmax: 1 nnz: 900000000\n 0 1 : 1\n5 6\n0.5", 0, 0,
       "W", "bytes follow"},
      {"2 1 2 2 2 1\nbanner\nquartet: 2-by-2", 3, 1, "W", "expected 'triplet:'"},
      {"2 1 2 2 2 2\nbanner\n2-by-2, nzmax: 2 nnz: 2\ncol 0 : locations 0 to 0\n0 : 1\ncol 1 : "
       "locations 1 to 0\n5 6 7 8 9 0.5",
       0, 0, "W", "columns hold 1 entries"},
      {"2 1 2 2 2 3\nbanner\n2-by-2", 0, 0, "W origin", "origin 3"},
      // MLCP
      {"1 1 1 1\n0 1 2\n0 0\n0 2 2 2 2\n1 2 3 4\n5 6\n1 4 3 2 5 6", 0, 0, "blocksIsComp",
       "2 rows are equalities"},
      {"1 0 1 1\n0 3\n0 1\n0 2 2 2 2\n1 2 3 4\n5 6\n", 2, 3, "blocksRows", "is 3"},
      {"1 1 1 1\n0 1 2\n0 1\n0 2 2 2 2\n1 2 3 4\n5 6\n1 4 2 3 5 6", 0, 0, "M",
       "but 2 in A, B, C or D"},
      {"1 1 1 1\n0 1 2\n0 1\n0 2 2 2 2\n1 2 3 4\n5 6\n1 4 3 2 5 7", 0, 0, "q", "but 7 in a or b"},
  };
  refuse_texts(cases, sizeof cases / sizeof *cases);
}

#define HEAD "{\"format\": \"rigor-problem\", \"version\": 1, "

static void bad_json(void **state) {
  (void)state;
  static const bad_text cases[] = {
      {"{", 1, 1, "", "end of file"},
      {"{\"format\":\n  nonsense}", 2, 10, "", "nonsense"},
      {"{} x", 0, 0, "", "end of file expected"},
      {"{\"a\": 1, \"a\": 2}", 0, 0, "", "duplicate"},
      {"{}", 0, 0, "format", "rigor-problem"},
      {"{\"format\": \"rigor-problem\"}", 0, 0, "version", "integer"},
      {"{\"format\": \"rigor-problem\", \"version\": 2}", 0, 0, "version", "is 2"},
      {HEAD "\"kind\": \"qp\"}", 0, 0, "kind", "contact"},
      {HEAD "\"Mu\": [1]}", 0, 0, "problem", "'Mu' is not known"},
      {HEAD "\"dim\": 5, \"contacts\": 1}", 0, 0, "dim", "is 5"},
      {HEAD "\"contacts\": 1}", 0, 0, "dim", "is 0"},
      {HEAD "\"dim\": 6, \"ellipsoid\": 1}", 0, 0, "ellipsoid", "true or false"},
      {HEAD
       "\"dim\": 6, \"contacts\": 1, \"c\": [0, 0, 0, 0, 0, 0], \"mu\": [1], \"spin\": [1, 2]}",
       0, 0, "spin", "1 numbers, has 2"},
      {HEAD "\"contacts\": -1}", 0, 0, "contacts", "is -1"},
      {HEAD "\"contacts\": 1.5}", 0, 0, "contacts", "integer"},
      {HEAD "\"contacts\": \"1\"}", 0, 0, "contacts", "integer"},
      {HEAD "\"contacts\": 1e12}", 0, 0, "contacts", "1e+12"},
      {HEAD "\"contacts\": 200000000, \"dim\": 3}", 0, 0, "contacts", "too many"},
      {HEAD "\"contacts\": 50000000, \"dim\": 3}", 0, 0, "c", "missing"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 2, \"c\": [1]}", 0, 0, "c", "has 1"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [\"x\"]}", 0, 0, "c", "entry 0"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [\"inf\"]}", 0, 0, "c", "entry 0"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1e999]}", 0, 0, "", "overflow"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1]}", 0, 0, "A", "missing"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1], \"A\": 3}", 0, 0, "A", "object"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1], \"A\": {\"dense\": [[1, 2]]}}", 0, 0, "A",
       "row 0 has 2"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1], \"A\": {\"dense\": [[1], [2]]}}", 0, 0,
       "A", "has 2"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1], \"A\": {\"dense\": [[null]]}}", 0, 0, "A",
       "entry 0"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1], \"A\": {\"rows\": 1, \"columns\": 1, "
            "\"row_start\": [0, 1], \"column\": [1], \"values\": [1]}}",
       0, 0, "A.column", "is 1"},
      {HEAD "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1], \"A\": {\"rows\": 1, \"columns\": 1, "
            "\"row_start\": [0, 2], \"column\": [0], \"values\": [1]}}",
       0, 0, "A", "row_start"},
      {HEAD
       "\"kind\": \"lcp\", \"rows\": 1, \"c\": [1], \"A\": {\"rows\": 100000000, \"columns\": 1, "
       "\"row_start\": [0, 1], \"column\": [0], \"values\": [1]}}",
       0, 0, "A", "100000000 x 1"},
      {HEAD "\"contacts\": 1, \"dim\": 2, \"c\": [1, 2], \"mu\": [-1], \"A\": {\"dense\": "
            "[[1,0],[0,1]]}}",
       0, 0, "mu", "negative"},
      {HEAD "\"rows\": 1, \"c\": [1], \"lower\": [2], \"upper\": [1], \"A\": {\"dense\": [[1]]}}",
       0, 0, "lower", "leave nothing"},
      {HEAD "\"rows\": 1, \"c\": [1], \"A\": {\"dense\": [[1]]}, \"f\": [1]}", 0, 0, "A", "beside"},
      {HEAD "\"rows\": 1, \"c\": [1], \"M\": {\"dense\": [[1]]}}", 0, 0, "f", "missing"},
      {HEAD
       "\"rows\": 1, \"c\": [1], \"A\": {\"dense\": [[1]]}, \"solution\": {\"impulse\": [1, 2]}}",
       0, 0, "impulse", "has 2"},
  };
  refuse_texts(cases, sizeof cases / sizeof *cases);
}

/* ---- small valid files of each kind ---- */

static rg_problem small_contact(void) {
  static const int start[] = {0, 2, 4, 6, 8}, column[] = {0, 1, 0, 1, 2, 3, 2, 3};
  static const double values[] = {2, 0.5, 0.25, 3, 1.5, 0.25, 0.125, 1.75};
  static const double c[] = {-1, 0.5, -2, 0.25}, mu[] = {0.5, 0.7}, guess[] = {1, 2, 3, 4};
  rg_problem p = rg_problem_default();
  p.dim = 2;
  p.contacts = 2;
  p.A = rg_matrix_sparse(4, 4, start, column, values);
  p.c = c;
  p.mu = mu;
  p.guess = guess;
  return p;
}

static rg_problem small_global(void) {
  static const double M[] = {2, 0, 0, 3}, G[] = {1, 0, 0, 1}, f[] = {1, 2}, c[] = {-1, 0.5},
                      mu[] = {0.5};
  rg_problem p = rg_problem_default();
  p.dim = 2;
  p.contacts = 1;
  p.M = rg_matrix_dense(2, 2, M);
  p.G = rg_matrix_dense(2, 2, G);
  p.f = f;
  p.c = c;
  p.mu = mu;
  return p;
}

static rg_problem small_mlcp(void) {
  static const double A[] = {1, 2, 3, 4}, c[] = {-1, 0.5}, lower[] = {-HUGE_VAL, 0};
  rg_problem p = rg_problem_default();
  p.kind = RG_KIND_MLCP;
  p.rows = 2;
  p.A = rg_matrix_dense(2, 2, A);
  p.c = c;
  p.lower = lower;
  return p;
}

static rg_problem small_lcp(void) {
  rg_problem p = small_mlcp();
  p.kind = RG_KIND_LCP;
  p.lower = NULL;
  return p;
}

/* either read, or refused with a reason; never anything else */
static int read_either(const char *path) {
  rg_problem p;
  rg_error error;
  rg_status status = rg_problem_read(&p, path, RG_FORMAT_AUTO, &error);
  assert_hdf5_closed();
  if (status == RG_OK) {
    assert_int_equal(rg_problem_check(&p, NULL), RG_OK);
    rg_problem_free(&p);
    return 1;
  }
  assert_true(error.reason[0] != 0);
  assert_string_equal(error.file, path);
  assert_empty(&p);
  return 0;
}

static unsigned random_next(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed >> 8;
}

/* cut everywhere; flip bytes; put other characters of the same alphabet in */
static void torture(const rg_problem *p, rg_format format, int flips) {
  if (format == RG_FORMAT_FCLIB && !rg_has_fclib()) return;
  const char *path = scratch_path("valid");
  assert_int_equal(rg_problem_write(p, path, format, NULL, NULL, NULL), RG_OK);
  assert_true(read_either(path));
  size_t size = 0;
  char *bytes = scratch_load(path, &size);
  assert_non_null(bytes);
  // HDF5 files are large: cut them in steps
  size_t step = format == RG_FORMAT_FCLIB ? 7 : 1;
  size_t read_well = 0;
  for (size_t cut = 0; cut < size; cut += step)
    read_well += (size_t)read_either(scratch_bytes("cut", bytes, cut));
  // only the last number can lose digits unseen, and blanks behind it can go
  assert_true(read_well <= 24);
  static const char alphabet[] = "0123456789 .-+eE\n:,[]{}\"naifN\t";
  unsigned seed = 12345;
  char *copy = malloc(size);
  for (int k = 0; copy && k < flips; k++) {
    memcpy(copy, bytes, size);
    int changes = 1 + (int)(random_next(&seed) % 3);
    for (int c = 0; c < changes; c++) {
      unsigned at = random_next(&seed) % (unsigned)size, what = random_next(&seed);
      if (what & 1) copy[at] = alphabet[(what >> 1) % (sizeof alphabet - 1)];
      else copy[at] = (char)(copy[at] ^ (1 << ((what >> 1) % 8)));
    }
    read_either(scratch_bytes("flipped", copy, size));
  }
  free(copy);
  free(bytes);
}

static void tortured_siconos(void **state) {
  (void)state;
  rg_problem contact = small_contact(), global = small_global(), mlcp = small_mlcp(),
             lcp = small_lcp();
  torture(&contact, RG_FORMAT_SICONOS, 800);
  torture(&global, RG_FORMAT_SICONOS, 800);
  torture(&mlcp, RG_FORMAT_SICONOS, 800);
  torture(&lcp, RG_FORMAT_SICONOS, 800);
  static const int start[] = {0, 1, 1, 2, 3}, column[] = {0, 1, 3};
  contact.A = rg_matrix_sparse(4, 4, start, column, contact.A.values);
  torture(&contact, RG_FORMAT_SICONOS, 800);
}

static void tortured_json(void **state) {
  (void)state;
  rg_problem contact = small_contact(), global = small_global(), mlcp = small_mlcp();
  torture(&contact, RG_FORMAT_JSON, 800);
  torture(&global, RG_FORMAT_JSON, 800);
  torture(&mlcp, RG_FORMAT_JSON, 800);
}

static void tortured_fclib(void **state) {
  (void)state;
  rg_problem contact = small_contact(), global = small_global();
  torture(&contact, RG_FORMAT_FCLIB, 800);
  torture(&global, RG_FORMAT_FCLIB, 800);
}

/* ---- HDF5 files that are whole, but wrong ---- */

#ifdef RIGOR_HAVE_FCLIB
static const char *valid_fclib(const char *name) {
  rg_problem p = small_contact();
  const char *path = scratch_path(name);
  unlink(path);
  assert_int_equal(rg_problem_write(&p, path, RG_FORMAT_FCLIB, NULL, NULL, NULL), RG_OK);
  return path;
}

static hid_t replace_how = H5P_DEFAULT;

/* replaces a dataset; NULL as data: it is made, never filled */
static const char *replace(const char *dataset, hid_t type, hsize_t count, const void *data) {
  const char *path = valid_fclib("wrong.hdf5");
  hid_t file = H5Fopen(path, H5F_ACC_RDWR, H5P_DEFAULT);
  assert_true(file >= 0 && H5Ldelete(file, dataset, H5P_DEFAULT) >= 0);
  if (count > 0) {
    hid_t space = H5Screate_simple(1, &count, NULL);
    hid_t set = H5Dcreate2(file, dataset, type, space, H5P_DEFAULT, replace_how, H5P_DEFAULT);
    assert_true(set >= 0);
    if (data) assert_true(H5Dwrite(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0);
    H5Dclose(set);
    H5Sclose(space);
  }
  H5Fclose(file);
  return path;
}

static void refuse_dataset(const char *dataset, hid_t type, hsize_t count, const void *data,
                           const char *element, const char *reason) {
  rg_error error = refuse(replace(dataset, type, count, data), RG_BAD_INPUT, reason);
  assert_string_equal(error.element, element);
  assert_hdf5_closed();
}

static void bad_fclib(void **state) {
  (void)state;
  const hid_t i32 = H5T_NATIVE_INT, f64 = H5T_NATIVE_DOUBLE, f32 = H5T_NATIVE_FLOAT;
  const char *q = "/fclib_local/vectors/q", *mu = "/fclib_local/vectors/mu";
  const char *dim = "/fclib_local/spacedim", *group = "/fclib_local/W";
  const char *m = "/fclib_local/W/m", *nz = "/fclib_local/W/nz", *p = "/fclib_local/W/p";
  const char *i = "/fclib_local/W/i", *x = "/fclib_local/W/x";
  refuse_dataset("/fclib_local", i32, 0, NULL, "/", "neither /fclib_local");
  refuse_dataset(q, i32, 0, NULL, q, "missing");
  refuse_dataset(q, f64, 3, (double[]){1, 2, 3}, q, "has 3 entries, must have 4");
  refuse_dataset(q, i32, 4, (int[]){1, 2, 3, 4}, q, "floating-point");
  refuse_dataset(q, f64, 4, (double[]){1, (double)NAN, 3, 4}, q, "entry 1");
  refuse_dataset(q, f64, 4, (double[]){1, 2, 3, -HUGE_VAL}, q, "entry 3");
  refuse_dataset(mu, f64, 2, (double[]){0.5, -0.5}, "vectors/mu", "not negative");
  refuse_dataset(dim, i32, 1, (int[]){4}, dim, "is 4");
  refuse_dataset(dim, f64, 1, (double[]){2}, dim, "integers");
  refuse_dataset(dim, i32, 2, (int[]){2, 2}, dim, "one integer");
  refuse_dataset(group, i32, 0, NULL, m, "missing");
  refuse_dataset(group, i32, 1, (int[]){2}, m, "missing");
  refuse_dataset(m, i32, 1, (int[]){1000000000}, m, "must be from 4 to 4");
  refuse_dataset(nz, i32, 1, (int[]){-3}, nz, "is -3");
  refuse_dataset(nz, i32, 1, (int[]){9}, p, "must be from 0 to 3");
  refuse_dataset(p, i32, 5, (int[]){0, 2, 1, 6, 8}, group, "decreases at 1");
  refuse_dataset(p, i32, 5, (int[]){0, 2, 4, 6, 9}, p, "is 9");
  refuse_dataset(p, i32, 4, (int[]){0, 2, 4, 6}, group, "must have 5 entries");
  refuse_dataset(i, i32, 8, (int[]){0, 1, 0, 1, 2, 4, 2, 3}, i, "entry 5 is 4");
  refuse_dataset(i, i32, 8, (int[]){0, -1, 0, 1, 2, 3, 2, 3}, i, "entry 1 is -1");
  refuse_dataset(i, i32, 7, (int[]){0, 1, 0, 1, 2, 3, 2}, group, "7 and 8 entries");
  // sizes that only the header knows of
  refuse_dataset(x, f64, 1250000000, NULL, x, "more than the file can hold");
  refuse_dataset(x, f64, (hsize_t)1 << 60, NULL, x, "more than the file can hold");
  // entries that were never stored, or in another file
  refuse_dataset(q, f64, 4, NULL, q, "not in the file");
  replace_how = H5Pcreate(H5P_DATASET_CREATE);
  assert_true(H5Pset_external(replace_how, scratch_path("other"), 0, H5F_UNLIMITED) >= 0);
  refuse_dataset(q, f64, 4, (double[]){1, 2, 3, 4}, q, "not in the file");
  H5Pclose(replace_how);
  // compressed chunks and single precision are no mistake
  replace_how = H5Pcreate(H5P_DATASET_CREATE);
  assert_true(H5Pset_chunk(replace_how, 1, (hsize_t[]){3}) >= 0 &&
              H5Pset_deflate(replace_how, 6) >= 0);
  assert_true(read_either(replace(q, f64, 4, (double[]){1, 2, 3, 4})));
  H5Pclose(replace_how);
  replace_how = H5P_DEFAULT;
  assert_true(read_either(replace(q, f32, 4, (float[]){1, 2, 3, 4})));
}

static void foreign_hdf5(void **state) {
  (void)state;
  hid_t file = H5Fcreate(scratch_path("f.hdf5"), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  H5Fclose(file);
  refuse(scratch_path("f.hdf5"), RG_BAD_INPUT, "neither /fclib_local");
  refuse(scratch_bytes("g.hdf5", "\x89HDF\r\n\x1a\n and nothing", 20), RG_BAD_INPUT,
         "no HDF5 file");
}

/* HDF5's own printing of errors is as it was */
static void printer_is_restored(void **state) {
  (void)state;
  H5E_auto2_t before = NULL, after = NULL;
  void *data = NULL;
  H5Eget_auto2(H5E_DEFAULT, &before, &data);
  assert_non_null((void *)(uintptr_t)before);
  refuse(scratch_bytes("g.hdf5", "\x89HDF\r\n\x1a\n and nothing", 20), RG_BAD_INPUT,
         "no HDF5 file");
  H5Eget_auto2(H5E_DEFAULT, &after, &data);
  assert_true(before == after);
}
#endif

/* ---- writing ---- */

/* nothing but what is named remains in the folder */
static int count_files(const char *folder) {
  char command[256], line[64];
  snprintf(command, sizeof command, "ls -A %s | wc -l", folder);
  FILE *pipe = popen(command, "r");
  int count = pipe && fgets(line, sizeof line, pipe) ? atoi(line) : -1;
  if (pipe) pclose(pipe);
  return count;
}

static void refuse_write(const char *path, const char *reason) {
  rg_problem p = small_contact();
  rg_error error;
  for (rg_format f = RG_FORMAT_SICONOS; f <= RG_FORMAT_JSON; f++) {
    if (f == RG_FORMAT_FCLIB && !rg_has_fclib()) continue;
    assert_int_equal(rg_problem_write(&p, path, f, NULL, NULL, &error), RG_IO);
    assert_string_equal(error.file, path);
    if (!strstr(error.reason, reason)) print_error("%s\n", error.reason);
    assert_non_null(strstr(error.reason, reason));
  }
}

static void writes_that_fail(void **state) {
  (void)state;
  char folder[128], path[256];
  snprintf(folder, sizeof folder, "%s/only", scratch_folder);
  assert_int_equal(mkdir(folder, 0777), 0);
  refuse_write("/no/such/folder/x.json", "No such file");
  refuse_write(folder, "directory");
  refuse_write("/dev/full", "No space");
  snprintf(path, sizeof path, "%s/limited", folder);
  // a disk that is full after 100 bytes: what was there stays, nothing else remains
  FILE *old = fopen(path, "w");
  fputs("old", old);
  fclose(old);
  struct rlimit before, small;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  small = before;
  small.rlim_cur = 100;
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  refuse_write(path, "File too large");
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  size_t size = 0;
  char *content = scratch_load(path, &size);
  assert_string_equal(content, "old");
  free(content);
  assert_int_equal(count_files(folder), 1);
}

static void read_only_stays(void **state) {
  (void)state;
  if (geteuid() == 0) {
    print_message("notice: root may write everywhere: skipped\n");
    skip();
  }
  const char *path = scratch_text("fixed", "old");
  assert_int_equal(chmod(path, 0444), 0);
  refuse_write(path, "Permission denied");
}

/* a link stays a link, and devices are written to */
static void links_and_devices(void **state) {
  (void)state;
  rg_problem p = small_contact();
  const char *real = scratch_text("real.json", ""), *link_path = scratch_path("link.json");
  assert_int_equal(symlink(real, link_path), 0);
  assert_int_equal(rg_problem_write(&p, link_path, RG_FORMAT_JSON, NULL, NULL, NULL), RG_OK);
  struct stat facts;
  assert_int_equal(lstat(link_path, &facts), 0);
  assert_true(S_ISLNK(facts.st_mode));
  assert_true(read_either(real));
  assert_int_equal(rg_problem_write(&p, "/dev/null", RG_FORMAT_JSON, NULL, NULL, NULL), RG_OK);
  assert_int_equal(stat("/dev/null", &facts), 0);
  assert_true(S_ISCHR(facts.st_mode));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(files_that_are_none),
                                     cmocka_unit_test(bad_siconos),
                                     cmocka_unit_test(bad_json),
                                     cmocka_unit_test(tortured_siconos),
                                     cmocka_unit_test(tortured_json),
                                     cmocka_unit_test(tortured_fclib),
#ifdef RIGOR_HAVE_FCLIB
                                     cmocka_unit_test(bad_fclib),
                                     cmocka_unit_test(foreign_hdf5),
                                     cmocka_unit_test(printer_is_restored),
#endif

                                     cmocka_unit_test(writes_that_fail),
                                     cmocka_unit_test(read_only_stays),
                                     cmocka_unit_test(links_and_devices)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
