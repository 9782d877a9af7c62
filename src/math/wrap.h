/* The shortest way of a string between two points around a sphere or an endless cylinder. */
#ifndef RG_WRAP_H
#define RG_WRAP_H

typedef struct rg_wrap_shape {
  int cylinder; /* 0: sphere; 1: about the z axis of `mat` */
  double radius;
  const double *pos, *mat; /* centre, axes (row-major) */
} rg_wrap_shape;

/* Where the string from a to b comes to the shape and leaves it, and the length of the way on it (0
   where it passes inside); -1 where it goes straight. `side` is a point on whose side the string must
   pass, inside the shape for a string that passes within; NULL: the shorter way. */
double rg_wrap(const rg_wrap_shape *shape, const double a[3], const double b[3], const double *side,
               double touch[2][3]);

#endif
