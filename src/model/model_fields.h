/* Every array of a compiled model that does not follow from others: where it is, how long, what its numbers may be. One
   list, from which models are written as bytes, read and checked (model_bytes.c). */
#ifndef RG_MODEL_FIELDS_H
#define RG_MODEL_FIELDS_H

#include <rigor/model.h>

#include <stddef.h>

/* A model with the lengths of arrays that it does not name itself. */
typedef struct rg_model_extent {
  rg_model model;
  int vertices, starts;                                 /* of all meshes; with one more */
  int triangles, neighbours;                            /* of all meshes */
  int heights;                                          /* of all height fields */
  int key_qpos, key_qvel, key_act, key_ctrl, key_mocap; /* keys times what a state has */
} rg_model_extent;

typedef enum rg_field_type {
  RG_FIELD_NAME,  /* const char * */
  RG_FIELD_INT,   /* from `low` to `most` + `high` - 1 */
  RG_FIELD_REAL,  /* finite */
  RG_FIELD_RANGE, /* may be infinite */
  RG_FIELD_FLOAT
} rg_field_type;

typedef struct rg_model_field {
  const char *name;
  rg_field_type type;
  size_t at;    /* of the pointer */
  size_t count; /* of the int that says how many */
  int width;    /* numbers each */
  int low, high;
  size_t most; /* of an int that is added to `high`; 0: none */
} rg_model_field;

/* ends with a name of NULL */
extern const rg_model_field rg_model_fields[];
/* Offsets of all sizes; ends with 0. */
extern const size_t rg_model_sizes[];

#endif
