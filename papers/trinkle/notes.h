/* What the experiments on Trinkle's notes share: the mixed LCP of one time step (page 22) in the
   notes' own matrices, the same with v and p_b eliminated (page 24), linear programs written as
   complementarity problems, a scene from a string.

       [ 0     ]   [ M    -W_b -W_n -W_f  0 ] [ v   ]   [ -M v_l - p_ext      ]
       [ 0     ]   [ W_b'   0    0    0   0 ] [ p_b ]   [ Theta/h + dTheta/dt ]
       [ rho_n ] = [ W_n'   0    0    0   0 ] [ p_n ] + [ psi_n/h + dpsi_n/dt ]
       [ rho_f ]   [ W_f'   0    0    0   E ] [ p_f ]   [ dpsi_f/dt           ]
       [ sigma ]   [ 0      0    U   -E'  0 ] [ s   ]   [ 0                   ]

       0 <= (rho_n, rho_f, sigma)  _|_  (p_n, p_f, s) >= 0 */
#ifndef TRINKLE_NOTES_H
#define TRINKLE_NOTES_H

#include "papers.h"

typedef struct notes_step {
  int dofs, equalities, contacts;
  int directions; /* of friction at a contact; 0: no friction, and no s */
  double *M;      /* dofs x dofs */
  double *Wb;     /* dofs x equalities */
  double *Wn;     /* dofs x contacts */
  double *Wf;     /* dofs x (contacts directions) */
  double *mu;     /* contacts */
  double *v;      /* dofs: at the start of the step */
  double *p_ext;  /* dofs */
  double *theta;  /* equalities: Theta/h + dTheta/dt */
  double *psi;    /* contacts: psi_n/h + dpsi_n/dt */
  double *slide;  /* contacts directions: dpsi_f/dt */

  /* the answer */
  double *v_new, *p_b, *p_n, *p_f, *s;
  rg_status status;
  int iterations;
  double seconds;
  double residual; /* natural map relative to the constant vector */
  char reason[256];
} notes_step;

/* All zero but M, the identity. NULL where memory ran out. */
notes_step *notes_step_new(int dofs, int equalities, int contacts, int directions);
void notes_step_free(notes_step *step);

/* rows of the mixed LCP, and of the LCP that is left without v and p_b */
int notes_mixed_size(const notes_step *step);
int notes_reduced_size(const notes_step *step);
/* matrix (row-major) and constant vector */
void notes_mixed(const notes_step *step, double *A, double *c);
rg_status notes_reduced(const notes_step *step, double *A, double *c);

/* Fills the answer. `solver` NULL: lemke. The status is that of the solve, also kept in the
   step. */
rg_status notes_solve(notes_step *step, const char *solver);
/* The same through the reduced LCP. */
rg_status notes_solve_reduced(notes_step *step, const char *solver);

/* w = A z + c with free rows where `free_rows` (may be NULL) is 1; z and the report are copied
   out. */
rg_status notes_lcp(int n, const double *A, const double *c, const int *free_rows,
                    const char *solver, double *z, rg_report *report);

/* X = A \ B for a regular n x n A and n x m B, both overwritten (X in B). RG_STALLED: singular. */
rg_status notes_linear(int n, int m, double *A, double *B);

/* Of the 2^n choices of which side of each pair is zero, how many have a solution; n at most 12,
   else -1. */
int notes_enumerate(int n, const double *A, const double *c);

/* max g'x, x >= 0, the first `equalities` of the m rows A x = b, the others A x <= b: its
   optimality conditions are a mixed LCP. */
rg_status notes_program(int n, int m, int equalities, const double *A, const double *b,
                        const double *g, double *x);

/* A scene from MJCF text, ready to step. */
typedef struct notes_scene {
  rg_model *model;
  rg_sim *sim;
  rg_data *data;
} notes_scene;
rg_status notes_scene_open(notes_scene *scene, const char *xml, const rg_sim_options *options,
                           rg_error *error);
rg_status notes_scene_load(notes_scene *scene, const char *folder, const char *file,
                           const rg_sim_options *options, rg_error *error);
void notes_scene_close(notes_scene *scene);
/* normal impulses of all contacts of the last step, summed */
double notes_normal_impulse(const notes_scene *scene);

/* numbers in (-1, 1), the same on every machine */
double notes_random(unsigned long long *state);

/* x, or 0 where it is rounding: for tables */
double notes_clean(double x);

rg_status notes_fail(rg_error *error, rg_status status, const char *what);

/* e' = B(e) omega of a unit quaternion e; entries +-(k + 1) of the table are +-e_k / 2 of B. */
void notes_rates(const int table[4][3], const double *e, double B[4][3]);

#endif
