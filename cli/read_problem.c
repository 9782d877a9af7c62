/* Problem files, with a word for those who give a model. What HDF5 reads a child reads: it does not survive every shortage of
   memory. */
#include "apart.h"
#include "commands.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BEGINNING = 65536 };

/* the name of the root element where the text begins like XML: comments and declarations are stepped over */
static void root_name(const char *text, char *name, size_t size) {
  name[0] = 0;
  if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
  for (text += strspn(text, " \t\r\n"); *text == '<'; text += strspn(text, " \t\r\n")) {
    const char *end = NULL;
    if (strncmp(text, "<!--", 4) == 0) end = strstr(text, "-->");
    else if (text[1] == '?' || text[1] == '!') end = strchr(text, '>');
    else {
      snprintf(name, size, "%.*s", (int)strcspn(text + 1, " \t\r\n/>"), text + 1);
      return;
    }
    if (!end) return;
    text = strchr(end, '>') + 1;
  }
}

/* NULL where it is none */
static const char *kind_of_model(const char *path) {
  static const char *const kinds[][2] = {
      {"mujoco", "MJCF"}, {"robot", "URDF"}, {"sdf", "SDFormat"}};
  static char text[BEGINNING];
  char name[64];
  FILE *stream = fopen(path, "rb");
  if (!stream) return NULL;
  text[fread(text, 1, sizeof text - 1, stream)] = 0;
  fclose(stream);
  root_name(text, name, sizeof name);
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (strcmp(name, kinds[k][0]) == 0) return kinds[k][1];
  return NULL;
}

/* --- by a child ------------------------------------------------------------------------------------ */

/* What HDF5 reads comes as bytes: the problem as it is, then what its pointers point to, in the order of `parts`. The bytes are
   kept as long as the program runs: the problem points into them. */
typedef struct kept {
  struct kept *next;
  void *bytes;
} kept;

enum { MATRIX_PARTS = 3, MOST_PARTS = 3 * MATRIX_PARTS + 11 };

typedef struct part {
  const void **where; /* NULL in *where: not there */
  size_t bytes;
} part;

static int add(part *list, int count, const void **where, size_t number, size_t size) {
  list[count] = (part){where, number * size};
  return count + 1;
}

static int add_matrix(part *list, int count, rg_matrix *A) {
  int sparse = A->storage == RG_SPARSE;
  size_t rows = (size_t)A->rows, entries = rows * (size_t)A->columns;
  /* the length of a sparse one is the last entry of row_start, which comes first */
  count = add(list, count, (const void **)&A->row_start, sparse ? rows + 1 : 0, sizeof(int));
  if (sparse) entries = A->row_start ? (size_t)A->row_start[rows] : 0;
  count = add(list, count, (const void **)&A->column, sparse ? entries : 0, sizeof(int));
  return add(list, count, (const void **)&A->values, A->storage ? entries : 0, sizeof(double));
}

/* parts of the vectors of a problem */
static int vectors_of(rg_problem *p, part *list) {
  size_t n = (size_t)rg_problem_size(p), rows = (size_t)p->rows, contacts = (size_t)p->contacts;
  const struct {
    const double **vector;
    size_t size;
  } vector[] = {{&p->f, (size_t)p->M.rows}, {&p->c, n},
                {&p->mu, contacts},         {&p->spin, contacts},
                {&p->roll, contacts},       {&p->target, contacts},
                {&p->leeway, 2 * contacts}, {&p->lower, rows},
                {&p->upper, rows},          {&p->guess, n},
                {&p->solution, n}};
  int count = 0;
  for (size_t k = 0; k < sizeof vector / sizeof *vector; k++)
    count = add(list, count, (const void **)vector[k].vector, vector[k].size, sizeof(double));
  return count;
}

typedef struct asked {
  const char *path;
  rg_format format;
} asked;

static rg_status read_it(void *context, int out, rg_error *error) {
  const asked *a = context;
  rg_problem problem;
  rg_status status = rg_problem_read(&problem, a->path, a->format, error);
  if (status != RG_OK) return status;
  part list[MOST_PARTS];
  rg_matrix *const matrix[] = {&problem.A, &problem.M, &problem.G};
  put_apart(out, &problem, sizeof problem);
  for (int k = 0; k < 4; k++) {
    int count = k < 3 ? add_matrix(list, 0, matrix[k]) : vectors_of(&problem, list);
    for (int i = 0; i < count; i++)
      if (*list[i].where) put_apart(out, *list[i].where, list[i].bytes);
  }
  return RG_OK;
}

static const char *take_part(part *p, const char *at) {
  if (!*p->where) return at;
  *p->where = at;
  return at + (p->bytes + 7) / 8 * 8;
}

/* the problem that such bytes hold, with pointers into them */
static void point_into(const char *bytes, rg_problem *problem) {
  memcpy(problem, bytes, sizeof *problem);
  problem->owner = NULL;
  rg_matrix *const matrix[] = {&problem->A, &problem->M, &problem->G};
  const char *at = bytes + (sizeof *problem + 7) / 8 * 8;
  part list[MOST_PARTS];
  for (int k = 0; k < 3; k++) {
    /* row_start first: what follows is as long as its last entry says */
    part first = {(const void **)&matrix[k]->row_start,
                  matrix[k]->row_start ? ((size_t)matrix[k]->rows + 1) * sizeof(int) : 0};
    at = take_part(&first, at);
    add_matrix(list, 0, matrix[k]);
    for (int i = 1; i < MATRIX_PARTS; i++) at = take_part(&list[i], at);
  }
  int count = vectors_of(problem, list);
  for (int i = 0; i < count; i++) at = take_part(&list[i], at);
}

static rg_status read_apart(rg_problem *problem, const char *path, rg_format format,
                            rg_error *error) {
  static kept *all;
  asked a = {path, format};
  void *bytes = NULL;
  size_t size = 0;
  *problem = rg_problem_default();
  kept *mine = malloc(sizeof *mine);
  if (!mine) return rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "", "does not fit into the memory");
  rg_status status = do_apart(path, "HDF5", read_it, &a, &bytes, &size, error);
  if (status != RG_OK || !bytes) {
    free(mine);
    return status;
  }
  *mine = (kept){all, bytes};
  all = mine;
  point_into(bytes, problem);
  return RG_OK;
}

/* 1 where HDF5 would read it; HDF5 puts its signature at 0 or at 512 times a power of 2. What is no plain file is not looked
   at, since it can be read once only. */
static int is_hdf5(const char *path, rg_format format) {
  static const char signature[] = "\x89HDF\r\n\x1a\n";
  char bytes[8];
  struct stat facts;
  int found = 0;
  if (!rg_has_fclib() || stat(path, &facts) != 0 || !S_ISREG(facts.st_mode)) return 0;
  if (format != RG_FORMAT_AUTO) return format == RG_FORMAT_FCLIB;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  for (off_t at = 0; file >= 0 && !found && at + 8 <= facts.st_size; at = at ? 2 * at : 512)
    found = pread(file, bytes, sizeof bytes, at) == 8 && memcmp(bytes, signature, 8) == 0;
  if (file >= 0) close(file);
  return found;
}

rg_status read_problem(rg_problem *problem, const char *path, rg_format format, rg_error *error) {
  rg_status status = is_hdf5(path, format) ? read_apart(problem, path, format, error)
                                           : rg_problem_read(problem, path, format, error);
  const char *kind = status == RG_OK ? NULL : kind_of_model(path);
  if (!kind) return status;
  *error = (rg_error){0};
  refuse_option(error, "",
                "this is a model (%s), not a contact problem: 'rigor run' simulates it, and writes "
                "the problem of a step with --dump-problem",
                kind);
  snprintf(error->file, sizeof error->file, "%s", path);
  return error->status;
}
