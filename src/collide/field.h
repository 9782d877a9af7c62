/* Height fields against convex shapes: field.c. */
#ifndef RG_FIELD_H
#define RG_FIELD_H

#include <rigor/collide.h>

/* a height field with its pose */
typedef struct rg_field {
  int nrow, ncol;
  const double *size; /* half x, half y, largest elevation, base below 0 */
  const double *data; /* 0 .. 1, rows along y */
  const double *position, *rotation;
} rg_field;

/* box around the field, world frame */
void rg_field_bounds(const rg_field *field, double low[3], double high[3]);
/* Contacts with gap <= margin, normals from the field to the shape; returns their number, or most + 1 where there is
   no room for all. */
int rg_field_collide(const rg_field *field, const rg_shape *shape, double margin,
                     rg_contact *contact, int most);

#endif
