/* A file that grows by whole lines: whatever ends the program, the file is whole up to the last line that reached it. */
#ifndef RG_TRAJECTORY_LINES_H
#define RG_TRAJECTORY_LINES_H

#include <rigor/base.h>

#include <stddef.h>
#include <sys/types.h>

typedef struct rg_lines {
  char *path; /* for errors */
  int fd;
  int standard;  /* 1: standard output, which stays open */
  int regular;   /* 1: a file that can be cut back to its last whole line */
  off_t written; /* bytes of whole lines in the file */
  char *buffer;
  size_t capacity, used;
  int first;        /* the next field is the first of its line */
  double flushed;   /* wall time of the last write */
  rg_error failure; /* the first one stays; nothing is written after it */
} rg_lines;

/* Opens `path` ("-": standard output) with `header` as its first line; an older file is emptied. No line will be
   longer than `longest` bytes, the header may be. */
rg_status rg_lines_open(rg_lines *lines, const char *path, const char *header, size_t longest,
                        rg_error *error);
/* Goes on with a file that has this header: lines whose first number is at most `last` stay, those behind them and
   half a line at the end are cut off. *kept tells how many stayed, the header not counted. Opens a new file where there
   is none, or an empty one. */
rg_status rg_lines_continue(rg_lines *lines, const char *path, const char *header, size_t longest,
                            double last, long *kept, rg_error *error);

/* Fields of a line, commas between them. */
void rg_lines_real(rg_lines *lines, double value);
void rg_lines_reals(rg_lines *lines, const double *value, int count);
void rg_lines_whole(rg_lines *lines, long value);
void rg_lines_text(rg_lines *lines, const char *text); /* in quotes where it needs them */
/* Ends the line; writes where the buffer is nearly full or a second has passed since the last write. */
rg_status rg_lines_end(rg_lines *lines, rg_error *error);
/* Writes what is complete. */
rg_status rg_lines_flush(rg_lines *lines, rg_error *error);
/* Writes, closes and frees. Returns the first failure of all. */
rg_status rg_lines_close(rg_lines *lines, rg_error *error);

/* Bytes that a number, and a text in quotes, take at most with the comma. */
enum { RG_LINES_NUMBER = 32 };
size_t rg_lines_text_size(const char *text);

#endif
