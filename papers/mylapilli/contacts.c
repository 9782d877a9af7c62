/* Sec. 2.4.2 (Mylapilli & Jain 2017): O(n) + O(nc^2) for links and contacts. The floating chain with more links and more
   feet: what the rooms of a step take, whose rows are the operational-space recursion as a square root (docs/assembly.md),
   and that recursion (rg_osi) by itself on the same nodes. */
#include "chain.h"
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "scene.h"

#include <math.h>
#include <stdlib.h>

enum { SIZES = 3, FEET_KINDS = 4, MOST_FEET = 128, STEPS = 12, TRIES = 5 };
static const int LINKS[SIZES] = {300, 1000, 3000}, FEET[FEET_KINDS] = {4, 32, 64, MOST_FEET};

typedef struct cost {
  double step, contact, solve, recursion; /* s, least of several */
  int contacts, failed;
} cost;

/* the recursion for the feet, spread as chain.c spreads them */
static rg_status time_recursion(const rg_model *model, const rg_data *state, int links, int feet,
                                cost *c) {
  rg_node node[MOST_FEET];
  size_t side = 6 * (size_t)feet;
  rg_data *data = rg_data_new(model);
  rg_osi *osi = rg_osi_new(model, feet);
  double *lambda = malloc(side * side * sizeof *lambda);
  rg_status status = data && osi && lambda ? RG_OK : RG_NO_MEMORY;
  if (status == RG_OK) {
    for (int i = 0; i < model->nq; i++) data->qpos[i] = state->qpos[i];
    rg_kinematics(model, data);
    for (int k = 0; k < feet; k++) {
      int body = 1 + k * (links - 1) / (feet - 1);
      node[k] = (rg_node){.body = body};
      for (int e = 0; e < 3; e++) node[k].point[e] = data->xpos[3 * body + e];
    }
    c->recursion = HUGE_VAL;
    for (int k = 0; k < TRIES && status == RG_OK; k++) {
      double begin = paper_seconds();
      status = rg_osi_compute(osi, model, data, feet, node, RG_OSI_RECURSION, lambda);
      c->recursion = fmin(c->recursion, paper_seconds() - begin);
    }
  }
  free(lambda);
  rg_osi_free(osi);
  rg_data_free(data);
  return status;
}

static void choose(const void *context, rg_sim_options *options) {
  (void)context;
  options->on_failure = RG_ON_FAILURE_CONTINUE;
}

static rg_status measure(int links, int feet, cost *c, rg_error *error) {
  rg_model *model;
  scene s;
  rg_status status = chain_model(&model, links, feet, error);
  if (status == RG_OK) status = scene_from_model(&s, model, choose, NULL, error);
  if (status != RG_OK) return status;
  rg_sim_data(s.sim)->qvel[0] = 0.5;
  *c = (cost){.step = HUGE_VAL, .contact = HUGE_VAL, .solve = HUGE_VAL};
  for (int i = 0; i < STEPS; i++) {
    rg_sim_time_rooms(s.sim, 1);
    double begin = paper_seconds();
    c->failed += rg_step(s.sim) != RG_SOLVED;
    const double *room = rg_sim_room_seconds(s.sim);
    c->step = fmin(c->step, paper_seconds() - begin);
    c->contact = fmin(c->contact, room[RG_ROOM_CONTACT]);
    c->solve = fmin(c->solve, room[RG_ROOM_SOLVE]);
  }
  c->contacts = rg_sim_report(s.sim)->contacts;
  status = time_recursion(s.model, rg_sim_data(s.sim), links, feet, c);
  scene_close(&s);
  return status;
}

/* power of the cost between two sizes */
static double growth(double few, double many, int from, int to) {
  return log(many / few) / log((double)to / from);
}

/* what is judged: making Lambda, or its root */
typedef struct judged {
  double links, contacts, apart;
} judged;

/* `room`: of a cost, s */
static judged judge(double room[SIZES][FEET_KINDS], int last) {
  judged j;
  double few = room[last][2] - room[last][0], many = room[last][3] - room[last][0];
  j.links = growth(room[0][0], room[last][0], LINKS[0], LINKS[last]);
  j.contacts =
      few > 0 && many > 0 ? growth(few, many, FEET[2] - FEET[0], FEET[3] - FEET[0]) : (double)NAN;
  /* the first size has links between its feet that are too short for stretches */
  j.apart = many / (room[last - 1][3] - room[last - 1][0]);
  return j;
}

static rg_verdict verdict_of(judged j) {
  return paper_verdict((j.links < 1.3) + (j.contacts < 2.3) + (j.apart < 1.5), 3);
}

static void report(const paper_options *options, rg_page *page, cost all[SIZES][FEET_KINDS],
                   int last) {
  double contact[SIZES][FEET_KINDS], alone[SIZES][FEET_KINDS];
  for (int i = 0; i <= last; i++)
    for (int k = 0; k < FEET_KINDS; k++) {
      contact[i][k] = all[i][k].contact;
      alone[i][k] = all[i][k].recursion;
    }
  judged room = judge(contact, last), osi = judge(alone, last);
  rg_verdict verdict = verdict_of(room);
  rg_page_finding(
      page, verdict,
      "What a step does for its contacts but solve, the root of Lambda among it, grows as "
      "links^%.2f with %d contacts, and what more of them add as contacts^%.2f, %.2f times as much "
      "at %d links as at %d: O(n) + O(nc^2).",
      room.links, all[last][0].contacts, room.contacts, room.apart, LINKS[last], LINKS[last - 1]);
  paper_note(options, "mylapilli", "sec. 2.4.2", verdict, "",
             "links^%.2f, contacts^%.2f, at %d links %.2f times that at %d", room.links,
             room.contacts, LINKS[last], room.apart, LINKS[last - 1]);
  const cost *least = &all[last][0], *most = &all[last][3];
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "Lambda alone by the same recursion (rg_osi): links^%.2f, contacts^%.2f, %.2f. At %d links "
      "%d "
      "contacts more take %.2f ms there, and %.2f ms in the step, which has a factor then. Its "
      "solve is another matter: a factor of A grows as contacts^3, whatever the links, %.2f ms "
      "here.",
      osi.links, osi.contacts, osi.apart, LINKS[last], most->contacts - least->contacts,
      1e3 * (most->recursion - least->recursion), 1e3 * (most->contact - least->contact),
      1e3 * most->solve);
}

rg_status mylapilli_contacts(const paper_options *options, rg_page *page, rg_error *error) {
  static cost all[SIZES][FEET_KINDS];
  int sizes = options->quick ? 2 : SIZES, last = sizes - 1;
  rg_page_table(page, "A step of a chain over links and contacts, ms",
                "links|contacts|step|its rows and rest of contact|its solve|rg_osi recursion "
                "alone|failed");
  for (int i = 0; i < sizes && !paper_interrupted(options); i++)
    for (int k = 0; k < FEET_KINDS; k++) {
      rg_status status = measure(LINKS[i], FEET[k], &all[i][k], error);
      if (status != RG_OK) return status;
      const cost *c = &all[i][k];
      rg_page_row(page, "%d|%d|%.3f|%.3f|%.3f|%.3f|%d", LINKS[i], c->contacts, 1e3 * c->step,
                  1e3 * c->contact, 1e3 * c->solve, 1e3 * c->recursion, c->failed);
    }
  if (!paper_interrupted(options)) report(options, page, all, last);
  return RG_OK;
}
