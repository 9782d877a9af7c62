/* Islands at rest. The answer x of an earlier step goes on where

       the same contacts and rows hold the island, dt is the same,
       contacts and joints are where they were when x was found, up to 1e-9,
       | natural map of the present problem at x | <= least of  64 q |c|,  0.01 tol |c|,  10 aim |c|

   c being that of the island, q what the solver left when it found x, or rounding. The first line
   and the second keep the split: which of all impulses that solve the problem x is depends on
   nothing else. The third bounds the speeds, step by step: nothing adds up unseen, since c has the
   velocity at the start of the step in it.

   With x as it is an imbalance of rounding changes the velocity by the same amount in each step.
   Beyond the bound the island is solved, which stops it, and x is corrected by what one step had
   added. */
#include "step/sim.h"

#include "base/disjoint.h"
#include "dynamics/work.h"
#include "law/forms.h"
#include "math/vector.h"
#include "solve/certificate/rolling.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double SHARE = 0.01; /* of tol */
static const double SHARP = 10;   /* times aim: a speed at rest is a way that nobody goes back */
static const double ROUNDING = 16 * DBL_EPSILON;
static const double DRIFT = 64;   /* times q: what may gather */
static const double SMALL = 0.25; /* of that: what the first step may add */
static const double CLOSE =
    1e-9; /* rad; of the smallest shape for slides, of the smaller one for contacts */
static const double AWAY =
    1e3; /* times: what moves so far in a step is not looked for where it was: nobody keeps its answer */
static const double STILL =
    1e-15; /* rad, of the model's length: a step that positions hardly tell */
static const double RESTING = 1e-6; /* of g dt: what comes in faster may bounce, */
static const double PUSHED = 1e-9;  /* and what is asked to part faster is pushed */

/* --- set-up ----------------------------------------------------------------------------------- */

static void find_trees(rg_rest *rest, const rg_model *model) {
  for (int i = 0; i < model->nv; i++) {
    int above = model->dof_parent[i];
    rest->dof_tree[i] = above < 0 ? rest->trees++ : rest->dof_tree[above];
  }
  rest->body_tree[0] = -1;
  for (int b = 1; b < model->nbody; b++)
    rest->body_tree[b] = model->body_ndof[b] ? rest->dof_tree[model->body_dof[b]]
                                             : rest->body_tree[model->body_parent[b]];
}

int rg_rest_new(rg_rest *rest, rg_arena *arena, const rg_model *model, int most_rows,
                int most_contacts, int extra) {
  size_t units = (size_t)extra + (size_t)most_rows + (size_t)most_contacts;
  size_t unknowns = units + 5 * (size_t)most_contacts, trees = (size_t)model->nv;
  *rest = (rg_rest){.most_units = (int)units};
  rest->body_tree = RG_RAW(arena, int, model->nbody);
  rest->dof_tree = RG_RAW(arena, int, model->nv);
  rest->mark = RG_RAW(arena, int, units);
  rest->record = RG_RAW(arena, double, RG_REST_NUMBERS *units);
  rest->next_mark = RG_RAW(arena, int, units);
  rest->next_record = RG_RAW(arena, double, RG_REST_NUMBERS *units);
  rest->moment = RG_RAW(arena, double, RG_REST_MOMENTS *units);
  rest->next_moment = RG_RAW(arena, double, RG_REST_MOMENTS *units);
  rest->qpos = RG_NEW(arena, double, model->nq);
  rest->list = RG_RAW(arena, rg_rest_island, trees);
  rest->held = RG_NEW(arena, unsigned char, trees);
  rest->parent = RG_RAW(arena, int, trees);
  rest->number = RG_RAW(arena, int, trees);
  rest->island = RG_RAW(arena, int, units);
  rest->old = RG_RAW(arena, int, units);
  rest->answer = RG_RAW(arena, double, unknowns);
  rest->velocity = RG_RAW(arena, double, unknowns);
  /* of the trees or of all bodies, and one for each unit that is relaxed */
  rest->coordinates = RG_RAW(arena, double, (size_t)model->nv + 6 * (size_t)model->nbody + units);
  if (arena->failed) return 0;
  find_trees(rest, model);
  return 1;
}

void rg_rest_forget(rg_rest *rest) {
  if (rest->units) memset(rest->mark, 0, (size_t)rest->units * sizeof *rest->mark);
}

void rg_rest_clear_others(const rg_rest *rest) {
  for (int u = 0; u < rest->units; u++)
    if (rest->mark[u] == RG_REST_NONE)
      memset(rest->record + RG_REST_NUMBERS * u, 0, RG_REST_NUMBERS * sizeof *rest->record);
}

/* --- islands ---------------------------------------------------------------------------------- */

/* the two trees are of one island; -1: the world, which is of none */
static int unite(rg_rest *rest, int a, int b) {
  if (a < 0 || b < 0) return a < 0 ? b : a;
  a = rg_find_root(rest->parent, a), b = rg_find_root(rest->parent, b);
  return rest->parent[a > b ? a : b] = a < b ? a : b;
}

/* a tree of the row, all of them united; -1: it has none */
static int unite_row(rg_rest *rest, const rg_constraints *c, int row) {
  int tree = -1;
  for (int e = c->start[row]; e < c->start[row + 1]; e++)
    tree = unite(rest, tree, rest->dof_tree[c->dof[e]]);
  return tree;
}

static int number_of(rg_rest *rest, int tree) {
  int root = rg_find_root(rest->parent, tree);
  if (rest->number[root] < 0) rest->number[root] = rest->count++;
  return rest->number[root];
}

/* the island of each unit; 0 where one belongs to nobody. Extra rows couple the bodies of a
   tree, and nobody tells which: there all is one */
static int find_islands(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  const rg_constraints *c = sim->constraints;
  const int *map = rg_sim_row_map(sim);
  int extra = rg_sim_extra_rows(sim), rows = sim->problem.rows - extra;
  int *tree = rest->island;
  for (int t = 0; t < rest->trees; t++) rest->parent[t] = t, rest->number[t] = -1;
  for (int i = 0; i < extra; i++) tree[i] = 0;
  for (int t = 1; t < rest->trees && extra; t++) unite(rest, 0, t);
  for (int i = 0; i < c->rows; i++) unite_row(rest, c, i);
  for (int i = 0; i < rows; i++) tree[extra + i] = unite_row(rest, c, map ? map[i] : i);
  for (int i = 0; i < c->contacts; i++)
    tree[extra + rows + i] =
        unite(rest, rest->body_tree[c->contact[i].body1], rest->body_tree[c->contact[i].body2]);
  rest->count = 0;
  for (int u = 0; u < extra + rows + c->contacts; u++) {
    if (tree[u] < 0) return 0;
    tree[u] = number_of(rest, tree[u]);
  }
  for (int k = 0; k < rest->count; k++) {
    rest->list[k] = (rg_rest_island){.quality = ROUNDING, .share = 1};
    rest->held[k] = 0;
  }
  return 1;
}

/* --- who may go on --------------------------------------------------------------------------- */

/* speed that gravity adds in a step */
static double fall_of(const rg_sim *sim, double dt) {
  const double *g = sim->model->option.gravity;
  return dt * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

/* settings under which answers are kept, and nothing that bounces */
static int is_allowed(const rg_sim *sim, double dt) {
  const rg_constraints *c = sim->constraints;
  double resting = RESTING * fall_of(sim, dt);
  if (sim->options.solve.trace || !sim->options.warm_start || sim->memory.dt != dt) return 0;
  for (int i = 0; i < c->contacts; i++)
    if (c->restitution[i] > 0 && c->before[3 * i] < -resting) return 0;
  return 1;
}

/* the unit of the last step that unit u is; -1: it is new */
static int old_unit(const rg_memory *memory, int extra, int rows, int u) {
  if (u < extra) return memory->extra == extra ? u : -1;
  int row = u < extra + rows;
  int j = row ? memory->found_row[u - extra] : memory->found[u - extra - rows];
  return j < 0 ? -1 : memory->extra + (row ? 0 : memory->rows) + j;
}

/* 1 where the contact is not where it was, or is being pushed apart, faster than `pushed` */
static int has_moved(const rg_sim *sim, int i, double pushed, const double place[3]) {
  const rg_contact *contact = sim->constraints->contact + i;
  double close = CLOSE * rg_smaller_radius(sim->model, contact), sum = 0;
  for (int k = 0; k < 3; k++)
    sum += (contact->position[k] - place[k]) * (contact->position[k] - place[k]);
  return !(sum <= close * close) || sim->target[i] > pushed;
}

/* the answer of a contact in its present frame */
static void turn(const rg_contact *contact, const double *world, double *r) {
  for (int k = 0; k < 3; k++) {
    const double *axis = contact->frame + 3 * k;
    r[k] = axis[0] * world[0] + axis[1] * world[1] + axis[2] * world[2];
  }
}

/* the same of moments; 0 where none were kept */
static int recall_moments(rg_sim *sim, int contact, int old, double *x) {
  const rg_rest *rest = &sim->rest;
  const double *kept = rest->moment + RG_REST_MOMENTS * old;
  double own[3];
  if (rg_contact_width(sim->constraints, contact) == 3) return 1;
  if (!rest->has_moments) return 0;
  turn(sim->constraints->contact + contact, kept, own);
  for (int k = 3; k < rg_contact_width(sim->constraints, contact); k++) x[k] = own[k - 3];
  sim->moment_length[contact] = kept[3];
  return 1;
}

/* 1 where the last step has left an answer of that unit */
static int is_kept(const rg_rest *rest, int old) {
  return old >= 0 && old < rest->units && rest->mark[old] != RG_REST_NONE;
}

/* one unit: its answer into x; 0 where it has none that fits */
static int recall_answer(rg_sim *sim, int u, int contact, double pushed, double *x) {
  rg_rest *rest = &sim->rest;
  rg_rest_island *island = rest->list + rest->island[u];
  int j = rest->old[u];
  int dim = sim->problem.dim;
  memset(x, 0, (size_t)(contact < 0 ? 1 : dim) * sizeof *x);
  if (contact >= 0 && dim > 3) sim->moment_length[contact] = 1; /* not known yet */
  if (!is_kept(rest, j)) return 0;
  const double *record = rest->record + RG_REST_NUMBERS * j;
  if (contact >= 0 && has_moved(sim, contact, pushed, record + RG_REST_PLACE)) return 0;
  sim->response[u] = record[RG_REST_RESPONSE];
  island->fresh |= rest->mark[j] == RG_REST_SOLVED;
  if (record[RG_REST_QUALITY] > island->quality) island->quality = record[RG_REST_QUALITY];
  if (contact < 0) x[0] = record[RG_REST_ANSWER];
  else turn(sim->constraints->contact + contact, record + RG_REST_ANSWER, x);
  return contact < 0 || dim == 3 || recall_moments(sim, contact, j, x);
}

/* the units of the last step, and the islands all of whose units have an answer; how many these are */
static int find_kept(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  int extra = rg_sim_extra_rows(sim), rows = sim->problem.rows, count = 0;
  for (int k = 0; k < rest->count; k++) rest->list[k].fit = 1;
  for (int u = 0; u < rows + sim->constraints->contacts; u++) {
    rest->old[u] = old_unit(&sim->memory, extra, rows - extra, u);
    sim->response[u] = 1; /* not known yet */
    if (!is_kept(rest, rest->old[u])) rest->list[rest->island[u]].fit = 0;
  }
  for (int k = 0; k < rest->count; k++) count += rest->list[k].fit;
  return count;
}

/* the answers themselves, and the islands all of whose units have one that fits */
static void recall_answers(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  int rows = sim->problem.rows;
  double pushed = PUSHED * fall_of(sim, sim->memory.dt);
  for (int u = 0; u < rows + sim->constraints->contacts; u++) {
    int contact = u - rows;
    double *x = rest->answer + (contact < 0 ? u : rg_sim_first(sim, contact));
    if (!recall_answer(sim, u, contact, pushed, x)) rest->list[rest->island[u]].fit = 0;
  }
}

/* numbers of qpos that say how bodies lie to each other and to gravity; free bodies that only
   move along are told by their contacts */
static int joint_numbers(const rg_model *model, int j, int *first) {
  int type = model->joint_type[j];
  *first = model->joint_qpos[j] + (type == RG_JOINT_FREE ? 3 : 0);
  return type == RG_JOINT_FREE || type == RG_JOINT_BALL ? 4 : 1;
}

/* island of a joint; -1: nothing holds it */
static int joint_island(rg_rest *rest, const rg_model *model, int j) {
  return rest->number[rg_find_root(rest->parent, rest->dof_tree[model->joint_dof[j]])];
}

static void compare_joints(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  for (int j = 0; j < sim->model->njoint; j++) {
    int first, count = joint_numbers(sim->model, j, &first);
    int k = joint_island(rest, sim->model, j);
    int slides = sim->model->joint_type[j] == RG_JOINT_SLIDE;
    double close = CLOSE * (slides ? sim->constraints->smallest : 1);
    for (int i = first; i < first + count && k >= 0; i++)
      if (!(fabs(sim->data->qpos[i] - rest->qpos[i]) <= close)) rest->list[k].fit = 0;
  }
}

/* --- how well the answers do ----------------------------------------------------------------- */

/* u at the answers: through the rows where they are there, or by the motion itself, whose v+ stays in
   sim->v */
static void find_velocity(rg_sim *sim) {
  const rg_assembly_kind *kind = sim->assembly;
  const rg_row_factor *rows = sim->mechanics.rows;
  double *u = sim->rest.velocity;
  if (!sim->all_rows) {
    kind->velocity(sim->assembly_state, sim->model, sim->data, sim->rest.answer, sim->v);
    kind->contact_velocity(sim->assembly_state, sim->model, sim->data, sim->v, u);
    return;
  }
  rg_rows_velocity(rows, sim->rest.answer, sim->problem.c, sim->rest.coordinates, u);
}

/* mean response of the contacts of each island, which their velocities are measured by (solve/certificate/certificate.h) */
static void find_typical(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  int rows = sim->problem.rows, contacts = sim->problem.contacts;
  for (int k = 0; k < rest->count; k++) {
    rg_rest_island *island = rest->list + k;
    island->violation = island->size = island->typical = 0;
    island->contacts = 0;
  }
  for (int i = 0; i < contacts; i++) {
    rg_rest_island *island = rest->list + rest->island[rows + i];
    island->typical += (sim->response[rows + i] - island->typical) / ++island->contacts;
  }
}

static double natural_square_of_moments(const rg_sim *sim, int i, const double *x, const double *u,
                                        double response) {
  rg_rolling contact = rg_rolling_at(&sim->problem, i, sim->moment_length[i], x, u);
  double distance = rg_rolling_natural(&contact, response);
  return distance * distance;
}

/* squares of the natural map by island; penetration counts by itself, which the map hardly sees
   where mu is large */
static void add_violations(rg_sim *sim, const double *impulse, const double *velocity) {
  rg_rest *rest = &sim->rest;
  const rg_problem *p = &sim->problem;
  find_typical(sim);
  for (int i = 0; i < p->rows; i++) {
    rg_rest_island *island = rest->list + rest->island[i];
    double a = sim->response[i], u = velocity[i];
    double low = a * (impulse[i] - p->upper[i]), high = a * (impulse[i] - p->lower[i]);
    double e = u < low ? low : u > high ? high : u;
    island->violation += e * e / a;
    island->size += p->c[i] * p->c[i] / a;
  }
  for (int i = 0; i < p->contacts; i++) {
    int at = p->rows + p->dim * i;
    rg_rest_island *island = rest->list + rest->island[p->rows + i];
    const double *c = p->c + at, *v = velocity + at, *x = impulse + at;
    double a = sim->response[p->rows + i], r[3] = {a * x[0], a * x[1], a * x[2]};
    double u[3] = {v[0] - p->target[i], v[1], v[2]}, deep = u[0] < 0 ? u[0] : 0;
    int moments = rg_contact_width(sim->constraints, i) > 3;
    double square = moments ? natural_square_of_moments(sim, i, x, v, a)
                            : rg_contact_natural_square(3, p->mu[i], r, u);
    island->violation += (square + deep * deep) / island->typical;
    island->size += (c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) / island->typical;
    for (int k = 3; k < p->dim; k++) {
      double turn = sim->moment_length[i] * c[k];
      island->size += turn * turn / island->typical;
    }
  }
}

void rg_sim_find_failures(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  const rg_problem *p = &sim->problem;
  int count = 0;
  if (!rest->count) return;
  add_violations(sim, sim->impulse, sim->velocity);
  for (int i = 0; i < p->contacts; i++) { /* targets are part of what is asked for */
    rg_rest_island *island = rest->list + rest->island[p->rows + i];
    island->size += p->target[i] * p->target[i] / island->typical;
  }
  for (int k = 0; k < rest->count; k++) {
    rg_rest_island *island = rest->list + k;
    double bound = sim->options.solve.tol * sqrt(island->size);
    island->failed = !(sqrt(island->violation) <= bound);
    count += island->failed;
  }
  for (int k = 0; k < rest->count && !count; k++) rest->list[k].failed = 1;
}

/* what is small enough is held; returns how many islands that are */
static int decide(rg_rest *rest, const rg_options *options) {
  double aim = options->aim > 0 ? options->aim : options->tol;
  double most = fmin(SHARE * options->tol, SHARP * aim);
  int count = 0;
  for (int k = 0; k < rest->count; k++) {
    rg_rest_island *island = rest->list + k;
    double bound = fmin(most, DRIFT * island->quality) * (island->fresh ? SMALL : 1);
    rest->held[k] = island->fit && sqrt(island->violation) <= bound * sqrt(island->size);
    count += rest->held[k];
  }
  return count;
}

/* Where an island has drifted off, with u the velocity that has gathered and g the one that a
   step adds: a solve takes all of u out, the answer for the steps to come is to take g out. With
   g = s u that is s times the change of the impulses; s by least squares. */
static void find_shares(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  const rg_problem *p = &sim->problem;
  for (int i = 0; i < 3 * p->contacts; i++) {
    rg_rest_island *island = rest->list + rest->island[p->rows + i / 3];
    double u = rest->velocity[rg_sim_first(sim, i / 3) + i % 3];
    island->added += (u - sim->constraints->before[i]) * u;
    island->gathered += u * u;
  }
  for (int k = 0; k < rest->count; k++) {
    rg_rest_island *island = rest->list + k;
    int drifted = island->fit && !rest->held[k] && !island->fresh && island->added > 0;
    if (drifted && island->added < island->gathered)
      island->share = island->added / island->gathered;
  }
}

int rg_sim_rest(rg_sim *sim, double dt, int may_rest) {
  rg_rest *rest = &sim->rest;
  int any = 0;
  rest->all = 0;
  if (rest->off || !find_islands(sim)) return rest->count = 0;
  if (!may_rest || !is_allowed(sim, dt)) return 0;
  if (!find_kept(sim)) return 0;
  recall_answers(sim);
  compare_joints(sim);
  for (int k = 0; k < rest->count; k++) any |= rest->list[k].fit;
  if (!any) return 0;
  find_velocity(sim);
  add_violations(sim, rest->answer, rest->velocity);
  int held = decide(rest, &sim->options.solve);
  rest->all = held > 0 && held == rest->count;
  if (!rest->all) find_shares(sim);
  return held;
}

/* --- standing still --------------------------------------------------------------------------- */

/* island of a velocity that its answer holds; NULL: it is solved, or nothing holds it */
static rg_rest_island *holder(rg_rest *rest, int dof) {
  int k = rest->number[rg_find_root(rest->parent, rest->dof_tree[dof])];
  return k >= 0 && rest->held[k] ? rest->list + k : NULL;
}

/* The speeds that are left are those of the rounding of an answer. Poses that they would change in the last digit stay what
   they are, and what has been found for them holds. */
void rg_sim_stand_still(rg_sim *sim, double dt) {
  rg_rest *rest = &sim->rest;
  const rg_model *model = sim->model;
  int any = 0;
  for (int k = 0; k < rest->count; k++) any |= rest->list[k].still = rest->held[k];
  for (int j = 0; j < model->njoint && any; j++) {
    int first = model->joint_dof[j], type = model->joint_type[j], free = type == RG_JOINT_FREE;
    int count = free ? 6 : type == RG_JOINT_BALL ? 3 : 1;
    for (int i = 0; i < count; i++) {
      rg_rest_island *island = holder(rest, first + i);
      int along = type == RG_JOINT_SLIDE || (free && i < 3);
      double most = STILL * (along ? sim->length : 1);
      if (island && !(dt * fabs(sim->v[first + i]) <= most)) island->still = 0;
    }
  }
  for (int i = 0; i < model->nv && any; i++) {
    const rg_rest_island *island = holder(rest, i);
    if (island && island->still) sim->v[i] = 0;
  }
}

/* --- for the next step ----------------------------------------------------------------------- */

static void note_joints(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  for (int j = 0; j < sim->model->njoint; j++) {
    int first, count = joint_numbers(sim->model, j, &first);
    int k = joint_island(rest, sim->model, j);
    if (k < 0 || rest->held[k] || rest->list[k].share < 1) continue;
    memcpy(rest->qpos + first, sim->data->qpos + first, (size_t)count * sizeof(double));
  }
}

/* the answer of a unit as it was found now, or the share of it on top of the last one, which
   keeps its place */
static void note_answer(const rg_sim *sim, int u, double *record) {
  const rg_rest *rest = &sim->rest;
  const rg_rest_island *island = rest->list + rest->island[u];
  int rows = sim->problem.rows, i = u - rows, at = i < 0 ? u : rg_sim_first(sim, i);
  double x[3] = {0}, s = island->share;
  memset(record, 0, RG_REST_NUMBERS * sizeof *record);
  for (int a = 0; a < (i < 0 ? 1 : 3); a++)
    x[a] = s < 1 ? rest->answer[at + a] + s * (sim->impulse[at + a] - rest->answer[at + a])
                 : sim->impulse[at + a];
  record[RG_REST_ANSWER] = x[0];
  record[RG_REST_RESPONSE] = sim->response[u];
  record[RG_REST_QUALITY] = island->size > 0 ? sqrt(island->violation / island->size) : 0;
  if (i < 0) return;
  const rg_contact *contact = sim->constraints->contact + i;
  const double *place =
      s < 1 ? rest->record + RG_REST_NUMBERS * rest->old[u] + RG_REST_PLACE : contact->position;
  for (int a = 0; a < 3; a++) {
    const double *frame = contact->frame + a;
    record[RG_REST_ANSWER + a] = frame[0] * x[0] + frame[3] * x[1] + frame[6] * x[2];
    record[RG_REST_PLACE + a] = place[a];
  }
}

/* moments of the contact of unit u, as its answer */
static void note_moments(const rg_sim *sim, int u, double *kept) {
  const rg_rest *rest = &sim->rest;
  int i = u - sim->problem.rows, at = i < 0 ? u : rg_sim_first(sim, i);
  double s = rest->list[rest->island[u]].share;
  memset(kept, 0, RG_REST_MOMENTS * sizeof *kept);
  if (i < 0) return;
  const double *frame = sim->constraints->contact[i].frame;
  for (int k = 3; k < rg_contact_width(sim->constraints, i); k++) {
    double now = sim->impulse[at + k], last = s < 1 ? rest->answer[at + k] : now;
    rg_v3_add_scaled(kept, last + (s < 1 ? s * (now - last) : 0), frame + 3 * (k - 3));
  }
  kept[3] = sim->moment_length[i];
}

static void keep_moments(rg_sim *sim, int u) {
  rg_rest *rest = &sim->rest;
  double *kept = rest->next_moment + RG_REST_MOMENTS * u;
  if (!rest->held[rest->island[u]]) note_moments(sim, u, kept);
  else memcpy(kept, rest->moment + RG_REST_MOMENTS * rest->old[u], RG_REST_MOMENTS * sizeof *kept);
}

/* Islands that go their way at the end of the step: what is not kept takes no memory. */
static void find_moving(rg_sim *sim, double dt) {
  rg_rest *rest = &sim->rest;
  const rg_model *model = sim->model;
  for (int k = 0; k < rest->count; k++) rest->list[k].moves = 0;
  for (int j = 0; j < model->njoint; j++) {
    int type = model->joint_type[j], first = model->joint_dof[j], k = joint_island(rest, model, j);
    for (int i = 0; i < rg_joint_dofs(model, j) && k >= 0; i++) {
      int along = type == RG_JOINT_SLIDE || (type == RG_JOINT_FREE && i < 3);
      double far = AWAY * CLOSE * (along ? sim->constraints->smallest : 1);
      if (!(dt * fabs(sim->v[first + i]) <= far)) rest->list[k].moves = 1;
    }
  }
}

static void keep_answer(rg_sim *sim, int u, int good) {
  rg_rest *rest = &sim->rest;
  const rg_rest_island *island = &rest->list[rest->island[u]];
  int held = rest->held[rest->island[u]], none = !good || island->moves;
  double *record = rest->next_record + RG_REST_NUMBERS * u;
  rest->next_mark[u] = held ? RG_REST_HELD : none ? RG_REST_NONE : RG_REST_SOLVED;
  if (!held && none) return;
  if (!held) note_answer(sim, u, record);
  else
    memcpy(record, rest->record + RG_REST_NUMBERS * rest->old[u], RG_REST_NUMBERS * sizeof *record);
}

static void swap_records(rg_rest *rest) {
  int *mark = rest->mark;
  double *record = rest->record;
  double *moment = rest->moment;
  rest->mark = rest->next_mark;
  rest->record = rest->next_record;
  rest->moment = rest->next_moment;
  rest->next_moment = moment;
  rest->next_mark = mark;
  rest->next_record = record;
}

void rg_sim_keep_answers(rg_sim *sim, double dt, int good) {
  rg_rest *rest = &sim->rest;
  int units = sim->problem.rows + sim->constraints->contacts;
  rest->units = rest->count ? units : 0;
  if (!rest->count) return;
  add_violations(sim, sim->impulse, sim->velocity);
  find_moving(sim, dt);
  for (int u = 0; u < units; u++) keep_answer(sim, u, good);
  for (int u = 0; u < units && sim->problem.dim > 3; u++) keep_moments(sim, u);
  rest->has_moments = sim->problem.dim > 3;
  swap_records(rest);
  note_joints(sim);
}

void rg_sim_keep_resting(rg_sim *sim) {
  for (int u = 0; u < sim->rest.units; u++) sim->rest.mark[u] = RG_REST_HELD;
}
