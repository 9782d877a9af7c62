/* Chooses the reader by the first bytes of a file, and gives vectors their defaults. */
#include "verify.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void problem_size(problem *p, const char *kind, int dim, int rows, int contacts) {
  if (rows < 0 || contacts < 0 || (contacts > 0 && dim != 2 && dim != 3))
    unreadable("%d rows, %d contacts in %d dimensions", rows, contacts, dim);
  strncpy(p->kind, kind, sizeof p->kind - 1);
  p->dim = dim;
  p->rows = rows;
  p->contacts = contacts;
  p->n = rows + dim * contacts;
  p->c = checked_calloc((size_t)p->n, sizeof *p->c);
  p->mu = checked_calloc((size_t)contacts, sizeof *p->mu);
  p->target = checked_calloc((size_t)contacts, sizeof *p->target);
  p->lower = checked_calloc((size_t)rows, sizeof *p->lower);
  p->upper = checked_calloc((size_t)rows, sizeof *p->upper);
  for (int i = 0; i < rows; i++) {
    p->lower[i] = strcmp(kind, "contact") ? 0 : (double)-INFINITY;
    p->upper[i] = (double)INFINITY;
  }
}

void read_problem(problem *p, const char *path) {
  char first[4] = {0};
  FILE *file = fopen(path, "rb");
  if (!file) unreadable("%s cannot be opened", path);
  size_t count = 0;
  for (int byte = fgetc(file); byte != EOF && count < 4; byte = fgetc(file))
    if (count > 0 || !strchr(" \t\r\n", byte)) first[count++] = (char)byte;
  fclose(file);
  if (first[0] == '{') read_json(p, path);
  else if (!memcmp(first + 1, "HDF", 3)) read_fclib(p, path);
  else read_siconos(p, path);
}
