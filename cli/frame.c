/* rigor frame MODEL: contact forces and accelerations at one instant. */
#include "json.h"
#include "labels.h"
#include "run_options.h"
#include "solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEY_THRESHOLD = 'T' };

typedef struct frame_request {
  simulation_request simulation;
  double threshold;
} frame_request;

typedef struct frame_answer {
  const rg_model *model;
  const rg_step_contact *contact; /* impulse holds the force, N */
  int contacts;
  double *qacc;
  rg_frame_report report;
} frame_answer;

static const struct argp_option options[] = {
    {"threshold", KEY_THRESHOLD, "V", 0,
     "Slower than V m/s is at rest: a contact rolls, a joint sticks, from 0 (default: 1e-6)", 1},
    {0}};

static error_t take(int key, char *text, struct argp_state *parser) {
  frame_request *r = parser->input;
  rg_error *e = &r->simulation.error;
  switch (key) {
  case ARGP_KEY_INIT: parser->child_inputs[0] = &r->simulation; return 0;
  case KEY_THRESHOLD: take_real(e, "--threshold", text, 0, 1, HUGE_VAL, 0, &r->threshold); return 0;
  case ARGP_KEY_END:
    if (r->simulation.steps >= 0 || !isnan(r->simulation.seconds))
      refuse_option(e, r->simulation.steps >= 0 ? "--steps" : "--time",
                    "has no meaning: a frame is one instant");
    return 0;
  default: return ARGP_ERR_UNKNOWN;
  }
}

static const struct argp_child children[] = {{&simulation_argp, 0, NULL, 0}, {0}};

const struct argp frame_argp = {
    .options = options,
    .parser = take,
    .children = children,
    .args_doc = "MODEL",
    .doc =
        "Compute the contact forces and accelerations of the MODEL at its start, without a step in "
        "time: contacts that roll obey the friction cone, contacts that slide push back along "
        "their slip. Where no forces exist, because something closes at a finite speed or in the "
        "paradox of Painleve, the status says so.\vExamples:\n"
        "  rigor frame grasp.xml\n"
        "  rigor frame rod.xml --key sliding\n"
        "  rigor frame hand.xml --solver mncpopt            the mixed problem of the paper\n"
        "  rigor frame hand.xml --solver lcpopt --law square  its linear one\n\n"
        "Exit status: 0 solved, 1 not solved or without solution, 3 above the tolerance by "
        "rounding alone, 2 bad usage or bad input."};

/* --- words ------------------------------------------------------------------------------------ */

static const char *name_of(const rg_model *model, rg_object type, int index, char *buffer,
                           size_t size) {
  const char *name = rg_model_name(model, type, index);
  if (name && name[0]) return name;
  snprintf(buffer, size, "#%d", index);
  return buffer;
}

static int slides(const rg_step_contact *contact, double threshold) {
  return contact->mu == 0 || hypot(contact->velocity[1], contact->velocity[2]) > threshold;
}

static const char *mode_text(const rg_step_contact *contact, double threshold) {
  return slides(contact, threshold) ? "sliding" : "rolling";
}

static const char *transition_text(const rg_step_contact *contact, double threshold) {
  if (contact->mode == RG_MODE_BREAK) return "breaks";
  int starts = contact->mode == RG_MODE_SLIP && !slides(contact, threshold);
  return starts ? "starts to slide" : "stays";
}

static int solved(const frame_answer *answer) { return answer->report.status == RG_SOLVED; }

/* whether there are forces to show */
static int has_forces(const frame_answer *answer) {
  rg_status status = answer->report.status;
  return status == RG_SOLVED || status == RG_STALLED || status == RG_LIMIT;
}

static void print_contacts(const frame_request *request, const frame_answer *answer) {
  char a[32], b[32], pair[80];
  if (answer->contacts == 0) return;
  printf("%-28s %-8s", "contacts", "mode");
  if (has_forces(answer))
    printf(" %-15s %13s %13s %13s", "next", "normal N", "tangent1 N", "tangent2 N");
  fputc('\n', stdout);
  for (int i = 0; i < answer->contacts; i++) {
    const rg_step_contact *c = &answer->contact[i];
    snprintf(pair, sizeof pair, "%.30s %.30s",
             name_of(answer->model, RG_OBJECT_GEOM, c->contact.geom1, a, sizeof a),
             name_of(answer->model, RG_OBJECT_GEOM, c->contact.geom2, b, sizeof b));
    printf("  %-26s %-8s", pair, mode_text(c, request->threshold));
    if (has_forces(answer))
      printf(" %-15s %13.6g %13.6g %13.6g", transition_text(c, request->threshold), c->impulse[0],
             c->impulse[1], c->impulse[2]);
    fputc('\n', stdout);
  }
}

static void print_accelerations(const frame_answer *answer) {
  char name[32], number[NUMBER_TEXT];
  puts("accelerations");
  for (int i = 0; i < answer->model->nv; i++)
    printf("  %4d %-24s %14s\n", i,
           name_of(answer->model, RG_OBJECT_JOINT, answer->model->dof_joint[i], name, sizeof name),
           number_label(answer->qacc[i], 'g', 8, number));
}

static void print_frame(const frame_request *request, const frame_answer *answer) {
  const rg_frame_report *r = &answer->report;
  printf("model     %s\n", request->simulation.path);
  printf("frame     %d contact%s: %d rolling, %d sliding\n", answer->contacts,
         answer->contacts == 1 ? "" : "s", r->rolling, r->sliding);
  printf("status    %s", rg_status_text(r->status));
  if (has_forces(answer))
    printf(", %d iteration%s, natural map %.2e of |c|", r->iterations,
           r->iterations == 1 ? "" : "s", r->certificate.residual);
  fputc('\n', stdout);
  if (!solved(answer) && r->reason[0]) printf("reason    %s\n", r->reason);
  print_contacts(request, answer);
  if (has_forces(answer)) print_accelerations(answer);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void put_contact(json_writer *w, const frame_request *request, const frame_answer *answer,
                        const rg_step_contact *c) {
  const rg_model *model = answer->model;
  json_open(w, NULL, '{');
  json_int(w, "geom1", c->contact.geom1);
  json_int(w, "geom2", c->contact.geom2);
  json_text(w, "name1", rg_model_name(model, RG_OBJECT_GEOM, c->contact.geom1));
  json_text(w, "name2", rg_model_name(model, RG_OBJECT_GEOM, c->contact.geom2));
  json_reals(w, "position", c->contact.position, 3);
  json_reals(w, "normal", c->contact.frame, 3);
  json_real(w, "gap", c->contact.gap);
  json_real(w, "mu", c->mu);
  json_reals(w, "velocity", c->velocity, 3);
  json_text(w, "mode", mode_text(c, request->threshold));
  if (has_forces(answer)) {
    json_reals(w, "force", c->impulse, 3);
    json_text(w, "transition", transition_text(c, request->threshold));
  }
  json_close(w, '}');
}

static void print_frame_json(const frame_request *request, const frame_answer *answer) {
  const rg_frame_report *r = &answer->report;
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_text(&w, "status", rg_status_text(r->status));
  json_int(&w, "rolling", r->rolling);
  json_int(&w, "sliding", r->sliding);
  json_int(&w, "iterations", r->iterations);
  json_open(&w, "certificate", '{');
  put_measures(&w, &r->certificate);
  json_close(&w, '}');
  json_text(&w, "reason", r->reason);
  json_open(&w, "contacts", '[');
  for (int i = 0; i < answer->contacts; i++) put_contact(&w, request, answer, &answer->contact[i]);
  json_close(&w, ']');
  if (has_forces(answer)) json_reals(&w, "qacc", answer->qacc, answer->model->nv);
  json_close(&w, '}');
}

/* --- the command ------------------------------------------------------------------------------ */

static int answer_frame(frame_request *request, const rg_model *model, rg_sim *sim) {
  frame_answer answer = {.model = model};
  answer.qacc = calloc((size_t)model->nv + 1, sizeof(double));
  if (!answer.qacc) {
    refuse_option(&request->simulation.error, "accelerations", "do not fit into the memory");
    return EXIT_BAD_INPUT;
  }
  rg_status status = rg_sim_frame(sim, request->threshold, answer.qacc, NULL, &answer.report);
  answer.contacts = rg_sim_contacts(sim, &answer.contact);
  if (status == RG_BAD_INPUT || status == RG_NO_MEMORY)
    refuse_option(&request->simulation.error, "frame", "%s", answer.report.reason);
  else if (request->simulation.json) print_frame_json(request, &answer);
  else if (!request->simulation.quiet) print_frame(request, &answer);
  free(answer.qacc);
  if (status == RG_SOLVED) return EXIT_SOLVED;
  if (status == RG_ROUNDED) return EXIT_ROUNDED;
  return request->simulation.error.status != RG_OK ? EXIT_BAD_INPUT : EXIT_NOT_SOLVED;
}

static int simulate_request(frame_request *request) {
  simulation_request *s = &request->simulation;
  rg_model *model = NULL;
  rg_sim *sim = NULL;
  rg_sim_options chosen;
  int result = EXIT_BAD_INPUT;
  if (read_model(s, &model) != RG_OK) return result;
  if (choose_options(s, model, NULL, &chosen) == RG_OK &&
      rg_sim_new(&sim, model, &chosen, &s->error) == RG_OK && set_start(s, sim) == RG_OK)
    result = answer_frame(request, model, sim);
  rg_sim_free(sim);
  forget_request(s);
  rg_model_free(model);
  return result;
}

int run_frame(int argc, char **argv) {
  frame_request request = {.simulation = simulation_request_default(), .threshold = 1e-6};
  rg_error *error = &request.simulation.error;
  argp_parse(&frame_argp, argc, argv, 0, NULL, &request);
  int json = request.simulation.json;
  if (error->status != RG_OK) return report_error(argv[0], error, json, 1);
  int result = simulate_request(&request);
  if (error->status != RG_OK) return report_error(argv[0], error, json, 0);
  return result;
}
