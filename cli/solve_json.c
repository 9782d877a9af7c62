/* The answer of `rigor solve` as one JSON object. */
#include "json.h"
#include "solve.h"

void json_problem(json_writer *w, const rg_problem *problem) {
  static const char *const kinds[] = {"contact", "lcp", "mlcp"};
  json_open(w, "problem", '{');
  json_text(w, "kind", kinds[problem->kind]);
  json_int(w, "contacts", problem->contacts);
  json_int(w, "size", rg_problem_size(problem));
  json_int(w, "dim", problem->dim);
  json_int(w, "rows", problem->rows);
  json_text(w, "form", form_text(problem));
  json_close(w, '}');
}

void put_measures(json_writer *w, const rg_certificate *c) {
  json_real(w, "residual", c->residual);
  json_real(w, "energy", c->energy);
  json_real(w, "natural_map", c->natural_map);
  json_real(w, "natural_map_relative", c->natural_map_relative);
  json_real(w, "reference", c->reference);
  json_real(w, "cone", c->cone);
  json_real(w, "complementarity", c->complementarity);
  json_real(w, "penetration", c->penetration);
  json_real(w, "slip_angle", c->slip_angle);
  json_real(w, "bilateral", c->bilateral);
  json_real(w, "dynamics", c->dynamics);
  json_real(w, "law_residual", c->law_residual);
  json_real(w, "moved", c->moved);
}

/* residual and natural_map count rows first, then contacts; the others count contacts, bilateral counts rows */
void json_certificate(json_writer *w, const rg_certificate *c) {
  json_open(w, "certificate", '{');
  put_measures(w, c);
  json_open(w, "at", '{');
  json_int(w, "residual", c->residual_at);
  json_int(w, "natural_map", c->natural_map_at);
  json_int(w, "cone", c->cone_at);
  json_int(w, "complementarity", c->complementarity_at);
  json_int(w, "penetration", c->penetration_at);
  json_int(w, "slip_angle", c->slip_angle_at);
  json_int(w, "bilateral", c->bilateral_at);
  json_int(w, "moved", c->moved_at);
  json_close(w, '}');
  json_close(w, '}');
}

void print_answer_json(const solve_request *request, const solve_answer *answer) {
  const rg_report *report = answer->report;
  const rg_problem *problem = answer->problem;
  int n = rg_problem_size(problem), contact = problem->kind == RG_KIND_CONTACT;
  char law[64];
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_problem(&w, problem);
  json_text(&w, "solver", report->solver);
  json_text(&w, "law", law_text(&report->law, law, sizeof law));
  json_text(&w, "status", rg_status_text(report->status));
  json_int(&w, "iterations", report->iterations);
  json_real(&w, "seconds", report->seconds);
  json_certificate(&w, &report->certificate);
  json_text(&w, "reason", report->reason);
  json_text(&w, "path", report->path);
  if (request->trace) json_reals(&w, "trace", report->trace, report->trace_length);
  if (request->impulses) {
    json_reals(&w, contact ? "impulse" : "z", answer->impulse, n);
    json_reals(&w, contact ? "velocity" : "w", answer->velocity, n);
    if (answer->motion) json_reals(&w, "motion", answer->motion, problem->M.rows);
  }
  json_close(&w, '}');
}
