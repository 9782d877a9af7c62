/* Random contact problems of rigid bodies, each from its seed and number alone. */
#ifndef CAMPAIGN_SCENE_H
#define CAMPAIGN_SCENE_H

#include <stdint.h>

/* A = G M^-1 G^T, c = G v_free + shift; dense, row-major, owned. */
typedef struct scene {
  int dim, rows, contacts, n;
  int bodies, freedoms; /* 6 (3 in the plane) to a body */
  double *position;     /* bodies x dim */
  double *mass;         /* freedoms: the diagonal of M */
  double *G;            /* n x freedoms */
  double *A, *c, *mu, *target, *lower, *upper;
} scene;

/* Returns 0 where memory ran out. A solution exists by construction, see scene.c. */
int scene_make(scene *s, uint64_t seed, uint64_t number);
void scene_free(scene *s);

#endif
