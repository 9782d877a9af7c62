/* Expanding polytope (van den Bergen 2001): a convex polytope with corners on the boundary of A
   - B grows at the face nearest to the origin. Face distances carry a sign, so that the first
   tetrahedron need not contain the origin: a face that looks away from it is simply the nearest
   one. On curved cores the upper bound is refined first (refine.h); then the polytope only has
   to show that no other direction is better. */
#include "collide/epa.h"

#include "collide/refine.h"
#include "math/vector.h"

enum { MOST_CORNERS = 160, MOST_FACES = 7 * MOST_CORNERS, MOST_STARTS = 12 };

typedef struct face {
  int corner[3], across[3]; /* across[i]: the face beyond the edge from corner i to i + 1 */
  double normal[3];         /* outward */
  double distance;          /* of its plane from the origin, with sign */
  int alive, closed;        /* closed: its plane supports A - B */
} face;

typedef struct polytope {
  rg_difference corner[MOST_CORNERS];
  face faces[MOST_FACES];
  int corners, used; /* faces made so far, dead ones included */
  int heap[MOST_FACES],
      nheap; /* open faces, nearest first; dead ones are dropped when they come up */
  double extent;
} polytope;

/* --- faces ------------------------------------------------------------------------------------ */

static int nearer(const polytope *P, int f, int g) {
  return P->faces[f].distance < P->faces[g].distance;
}

static void push(polytope *P, int f) {
  int at = P->nheap++;
  for (; at > 0 && nearer(P, f, P->heap[(at - 1) / 2]); at = (at - 1) / 2)
    P->heap[at] = P->heap[(at - 1) / 2];
  P->heap[at] = f;
}

static void drop_first(polytope *P) {
  int f = P->heap[--P->nheap], at = 0;
  for (int child = 1; child < P->nheap; child = 2 * at + 1) {
    if (child + 1 < P->nheap && nearer(P, P->heap[child + 1], P->heap[child])) child++;
    if (!nearer(P, P->heap[child], f)) break;
    P->heap[at] = P->heap[child];
    at = child;
  }
  P->heap[at] = f;
}

/* the open face nearest to the origin, -1 where there is none */
static int nearest_face(polytope *P) {
  while (P->nheap > 0) {
    const face *F = &P->faces[P->heap[0]];
    if (F->alive && !F->closed) return P->heap[0];
    drop_first(P);
  }
  return -1;
}

static int new_face(polytope *P, int i, int j, int k) {
  if (P->used == MOST_FACES) return -1;
  int f = P->used++;
  face *F = &P->faces[f];
  double e1[3], e2[3];
  F->corner[0] = i, F->corner[1] = j, F->corner[2] = k;
  F->alive = 1, F->closed = 0;
  rg_v3_sub(e1, P->corner[j].w, P->corner[i].w);
  rg_v3_sub(e2, P->corner[k].w, P->corner[i].w);
  rg_v3_cross(F->normal, e1, e2);
  double area = rg_v3_norm(F->normal);
  F->closed = area <= 1e-13 * rg_v3_norm(e1) * rg_v3_norm(e2) || area < 1e-200;
  if (F->closed) return f;
  rg_v3_scale(F->normal, 1 / area, F->normal);
  F->distance = rg_v3_dot(F->normal, P->corner[i].w);
  push(P, f);
  return f;
}

/* a face without area lies in the plane of its neighbour */
static void borrow_plane(polytope *P, int f, int neighbour) {
  rg_v3_copy(P->faces[f].normal, P->faces[neighbour].normal);
  P->faces[f].distance = P->faces[neighbour].distance;
}

static int edge_of(const face *F, int neighbour) {
  return F->across[0] == neighbour ? 0 : F->across[1] == neighbour ? 1 : 2;
}

static double height_over(const polytope *P, int f, const double w[3]) {
  return rg_v3_dot(P->faces[f].normal, w) - P->faces[f].distance;
}

/* --- the first tetrahedron -------------------------------------------------------------------- */

/* note the direction n as a candidate; support points of A - B along -n and n */
static void probe(rg_core_pair *pair, const double n[3], rg_difference two[2],
                  rg_separation *best) {
  double back[3];
  rg_v3_negate(back, n);
  for (int i = 0; i < 2; i++) {
    const double *d = i ? back : n;
    double gap = rg_pair_support(pair, d, &two[i]);
    if (gap <= best->gap) continue;
    best->gap = gap;
    rg_v3_copy(best->normal, d);
    rg_v3_copy(best->a, two[i].a);
    rg_v3_copy(best->b, two[i].b);
  }
}

/* the furthest of the points from corner 0, from the line 0-1, or from the plane 0-1-2; returns
   that distance */
static double furthest(const polytope *P, const rg_difference *points, int n, rg_difference *far) {
  double most = 0, d[3], e[3], line[3] = {0, 0, 0}, plane[3] = {0, 0, 0};
  if (P->corners >= 2) rg_v3_sub(line, P->corner[1].w, P->corner[0].w), rg_v3_normalize(line);
  if (P->corners == 3) {
    rg_v3_sub(e, P->corner[2].w, P->corner[0].w);
    rg_v3_cross(plane, line, e);
    rg_v3_normalize(plane);
  }
  for (int i = 0; i < n; i++) {
    rg_v3_sub(d, points[i].w, P->corner[0].w);
    if (P->corners == 2) rg_v3_add_scaled(d, -rg_v3_dot(d, line), line);
    double distance = P->corners == 3 ? fabs(rg_v3_dot(d, plane)) : rg_v3_norm(d);
    if (distance > most) most = distance, *far = points[i];
  }
  return most;
}

/* 1 where a tetrahedron with volume was found; A - B that is flat has been probed across its
   plane by then */
static int first_corners(polytope *P, rg_core_pair *pair, rg_separation *best) {
  rg_difference points[12];
  double axis[3], u[3], t1[3], t2[3], flat = 1e-13 * P->extent;
  for (int i = 0; i < 6; i++) {
    rg_shape_axis(i < 3 ? pair->a.shape : pair->b.shape, i % 3, axis);
    probe(pair, axis, points + 2 * i, best);
  }
  P->corner[0] = points[0];
  P->corners = 1;
  if (furthest(P, points, 12, &P->corner[1]) <= flat) return 0;
  P->corners = 2;
  rg_v3_sub(u, P->corner[1].w, P->corner[0].w);
  rg_v3_normalize(u);
  rg_v3_tangents(u, t1, t2);
  probe(pair, t1, points, best);
  probe(pair, t2, points + 2, best);
  if (furthest(P, points, 4, &P->corner[2]) <= flat) return 0;
  P->corners = 3;
  rg_v3_sub(axis, P->corner[2].w, P->corner[0].w);
  rg_v3_cross(axis, u, axis);
  rg_v3_normalize(axis);
  probe(pair, axis, points, best);
  if (furthest(P, points, 2, &P->corner[3]) <= flat) return 0;
  P->corners = 4;
  return 1;
}

static void first_faces(polytope *P) {
  const int outward[4][3] = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  double e1[3], e2[3], e3[3], n[3];
  rg_v3_sub(e1, P->corner[1].w, P->corner[0].w);
  rg_v3_sub(e2, P->corner[2].w, P->corner[0].w);
  rg_v3_sub(e3, P->corner[3].w, P->corner[0].w);
  rg_v3_cross(n, e1, e2);
  if (rg_v3_dot(n, e3) > 0) { /* corner 3 must be below 0-1-2 */
    rg_difference t = P->corner[1];
    P->corner[1] = P->corner[2];
    P->corner[2] = t;
  }
  for (int f = 0; f < 4; f++) new_face(P, outward[f][0], outward[f][1], outward[f][2]);
  for (int f = 0; f < 4; f++)
    for (int i = 0; i < 3; i++) {
      int from = P->faces[f].corner[i], to = P->faces[f].corner[(i + 1) % 3];
      for (int g = 0; g < 4; g++)
        for (int j = 0; j < 3; j++)
          if (P->faces[g].corner[j] == to && P->faces[g].corner[(j + 1) % 3] == from)
            P->faces[f].across[i] = g;
    }
}

/* --- growing ---------------------------------------------------------------------------------- */

/* Removes the faces that see the new corner, starting at `seed`, and lists the edges of the
   hole: the face beyond and its edge. Returns their number. */
static int dig(polytope *P, int seed, const double w[3], int hole_face[], int hole_edge[]) {
  int stack[MOST_FACES], depth = 0, edges = 0, seen_faces[MOST_FACES], seen = 0;
  double above = 1e-14 * P->extent;
  stack[depth++] = seed;
  P->faces[seed].alive = 0;
  while (depth > 0) {
    int f = stack[--depth];
    seen_faces[seen++] = f;
    for (int i = 0; i < 3; i++) {
      int g = P->faces[f].across[i];
      if (!P->faces[g].alive || height_over(P, g, w) <= above) continue;
      P->faces[g].alive = 0;
      stack[depth++] = g;
    }
  }
  for (int s = 0; s < seen; s++) {
    const face *F = &P->faces[seen_faces[s]];
    for (int i = 0; i < 3; i++) {
      int g = F->across[i];
      if (!P->faces[g].alive) continue;
      if (edges == MOST_FACES) return 0;
      hole_face[edges] = g;
      hole_edge[edges++] = edge_of(&P->faces[g], seen_faces[s]);
    }
  }
  return edges;
}

/* Closes the hole with a cone of faces to the new corner. 0 where the hole is not one loop
   (rounding): then growing ends. */
static int close_hole(polytope *P, int tip, const int *hole_face, const int *hole_edge, int edges) {
  int at[MOST_CORNERS]; /* new face whose hole edge starts at a corner */
  for (int i = 0; i < P->corners; i++) at[i] = -1;
  for (int i = 0; i < edges; i++) {
    face *G = &P->faces[hole_face[i]];
    int to = G->corner[hole_edge[i]], from = G->corner[(hole_edge[i] + 1) % 3];
    int f = new_face(P, from, to, tip);
    if (f < 0 || at[from] >= 0) return 0;
    at[from] = f;
    P->faces[f].across[0] = hole_face[i];
    G->across[hole_edge[i]] = f;
    if (P->faces[f].closed) borrow_plane(P, f, hole_face[i]);
  }
  for (int i = 0; i < P->corners; i++) {
    if (at[i] < 0) continue;
    int next = at[P->faces[at[i]].corner[1]];
    if (next < 0) return 0;
    P->faces[at[i]].across[1] = next;
    P->faces[next].across[2] = at[i];
  }
  return 1;
}

static int add_corner(polytope *P, int seed, const rg_difference *point) {
  int hole_face[MOST_FACES], hole_edge[MOST_FACES];
  if (P->corners == MOST_CORNERS) return 0;
  int edges = dig(P, seed, point->w, hole_face, hole_edge);
  if (edges < 3) return 0;
  P->corner[P->corners++] = *point;
  return close_hole(P, P->corners - 1, hole_face, hole_edge, edges);
}

/* the points of A and B over the foot of the origin on a face */
static void face_witness(const polytope *P, const face *F, rg_separation *s) {
  rg_difference simplex[3];
  double weight[4], v[3];
  for (int i = 0; i < 3; i++) simplex[i] = P->corner[F->corner[i]];
  int n = rg_simplex_nearest(simplex, 3, weight, v);
  rg_v3_zero(s->a);
  rg_v3_zero(s->b);
  for (int i = 0; i < n; i++) {
    rg_v3_add_scaled(s->a, weight[i], simplex[i].a);
    rg_v3_add_scaled(s->b, weight[i], simplex[i].b);
  }
}

/* g at the normal of a face: the next corner, and perhaps a better bound */
static double face_support(polytope *P, rg_core_pair *pair, int f, rg_difference *point,
                           rg_separation *best) {
  double n[3];
  rg_v3_negate(n, P->faces[f].normal);
  double gap = rg_pair_support(pair, n, point);
  if (gap > best->gap) {
    best->gap = gap;
    rg_v3_copy(best->normal, n);
    face_witness(P, &P->faces[f], best);
  }
  return gap;
}

/* Where the polytope is full before the bounds have met, its nearest faces that point elsewhere
   are refined too. */
static void other_starts(polytope *P, rg_core_pair *pair, rg_separation *best) {
  double start[MOST_STARTS][3];
  int n = 0;
  for (int f = 0; n < MOST_STARTS && (f = nearest_face(P)) >= 0; drop_first(P)) {
    rg_separation trial = *best;
    int known = 0;
    for (int i = 0; i < n && !known; i++) known = rg_v3_dot(start[i], P->faces[f].normal) > 0.95;
    if (known) continue;
    rg_v3_copy(start[n++], P->faces[f].normal);
    rg_v3_negate(trial.normal, P->faces[f].normal);
    trial.gap = rg_pair_separation(pair, trial.normal);
    face_witness(P, &P->faces[f], &trial);
    rg_refine(pair, &trial);
    if (trial.gap > best->gap) *best = trial;
  }
}

void rg_epa(rg_core_pair *pair, rg_separation *best) {
  polytope P;
  P.corners = P.used = P.nheap = 0;
  P.extent = pair->a.extent + pair->b.extent;
  double coarse = 1e-3 * pair->scale, fine = fmax(1e-10 * pair->scale, 1e-14 * P.extent);
  double refined = -HUGE_VAL; /* g after the last refinement */
  int solid = first_corners(&P, pair, best), full = 0;
  if (solid) first_faces(&P);
  for (int f = 0; solid && !full && (f = nearest_face(&P)) >= 0;) {

    /* bounds: distance of the nearest face <= depth <= -best->gap */
    double distance = P.faces[f].distance;
    if (pair->curved && distance >= -best->gap - coarse && best->gap > refined + 1e-3 * coarse) {
      rg_refine(pair, best);
      refined = best->gap;
    }
    if (distance >= -best->gap - fine) break;

    /* grow there, or note that the face is one of A - B */
    rg_difference point;
    double gap = face_support(&P, pair, f, &point, best);
    if (-gap - distance <= 1e-14 * P.extent) P.faces[f].closed = 1;
    else full = !add_corner(&P, f, &point);
  }
  if (best->gap > refined) rg_refine(pair, best);
  if (full) other_starts(&P, pair, best);
}
