/* A number over the time of a run as one line of bars, for terminals. Memory is fixed: when all columns are used two become
   one. */
#ifndef RIGOR_SPARKLINE_H
#define RIGOR_SPARKLINE_H

#include <stdio.h>

enum { SPARKLINE_COLUMNS = 48 };

typedef struct sparkline {
  double value[SPARKLINE_COLUMNS]; /* the largest of each column */
  int count;
  long per, in_last; /* values a column; those in the last one */
} sparkline;

void sparkline_add(sparkline *s, double value);
/* Bars from the least to the largest value; nothing where there are less than two columns. */
void sparkline_print(FILE *stream, const sparkline *s);
/* 1: the stream is a terminal whose locale has the characters for it. */
int sparkline_possible(FILE *stream);

#endif
