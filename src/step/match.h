/* Impulses of the last step, found again by what they belong to: contacts by the features that touch, and
   where those are new, by the nearest place between the same two shapes. Boxes that rest on an edge or a
   corner show one feature in this step and its neighbour in the next. */
#ifndef RG_MATCH_H
#define RG_MATCH_H

#include "base/arena.h"
#include "contact/constraints.h"

typedef struct rg_memory {
  int most_contacts, most_rows;
  int contacts, rows, extra; /* remembered */
  double dt;                 /* of the step that they belong to */
  int *key;                  /* contacts x 3: geom1, geom2, feature */
  double *world;             /* contacts x 6: impulse on body 1, position; world axes */
  int has_moments;           /* 1: contacts have */
  double *moment;            /* contacts x 3: then, on body 1; world axes */
  int *row_key;              /* rows x 3: kind, object, part */
  double *row;               /* rows */
  double *extra_row;         /* extra rows of the coordinates, by index */
  int *table;                /* hash table of pairs: the first contact of each; -1: none */
  int table_size;            /* a power of two, as large as the contacts that are kept ask for */
  int *found;                /* most_contacts: who of the last step a new contact is; -1: nobody */
  int *found_row;            /* most_rows: the same of rows */
  int unchanged; /* 1: the last recall found the same contacts and rows in the same order */
  unsigned char *claimed; /* most_contacts: somebody of the new step is it */
} rg_memory;

/* 0 where memory ran out */
int rg_memory_new(rg_memory *memory, rg_arena *arena, int most_rows, int most_contacts, int extra);
void rg_memory_clear(rg_memory *memory);
/* Keeps impulses in the order: extra rows, rows (row_map: index in the constraints, NULL: as they are), contacts. */
void rg_memory_store(rg_memory *memory, const rg_constraints *constraints, int extra, int rows,
                     const int *row_map, double dt, const double *impulse);
/* The start for the next solve, scaled by dt; 0 for what is new. */
void rg_memory_recall(rg_memory *memory, const rg_constraints *constraints, int extra, int rows,
                      const int *row_map, double dt, double *impulse);
/* Rebuilds the table after keys were read from a checkpoint. */
void rg_memory_index(rg_memory *memory);

#endif
