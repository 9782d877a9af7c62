/* The summary of `rigor run` in words: one screen. */
#include "run.h"

#include "labels.h"

#include <stdio.h>
#include <string.h>

static const int MOST_UNSOLVED_SHOWN = 5;

static const char *plural(long count) { return count == 1 ? "" : "s"; }

/* what a notice is about: "geom solref" of "FILE:LINE: geom solref: passed over: ..." */
static void notice_subject(const char *notice, char *subject, size_t size) {
  const char *from = notice, *colon = strstr(notice, ": ");
  // the place in the file comes first, where there is one
  if (colon && colon > notice && colon[-1] >= '0' && colon[-1] <= '9') from = colon + 2;
  const char *end = strstr(from, ": ");
  snprintf(subject, size, "%.*s", end ? (int)(end - from) : (int)strcspn(from, "\n"), from);
}

/* everything that the reader passed over in one line, as far as it goes */
static void print_passed_over(FILE *f, const rg_model *model) {
  enum { WIDTH = 100, SUBJECT = 60 };
  char shown[WIDTH + SUBJECT + 8] = "";
  int count = 0;
  if (model->nnotice == 0) return;
  for (; count < model->nnotice && strlen(shown) < WIDTH; count++) {
    char subject[SUBJECT];
    notice_subject(model->notice[count], subject, sizeof subject);
    snprintf(shown + strlen(shown), sizeof shown - strlen(shown), "%s%s", count ? ", " : "",
             subject);
  }
  fprintf(f, "passed    over: %s", shown);
  if (count < model->nnotice) fprintf(f, " and %d more", model->nnotice - count);
  fputs("; 'rigor info' says why\n", f);
}

static void print_subject(FILE *f, const run_request *request, const run_answer *answer) {
  const rg_model *model = answer->model;
  const simulation_request *s = &request->simulation;
  fprintf(f, "model     %s\n", s->path);
  fprintf(f, "          %d bod%s, %d degree%s of freedom, %d geom%s", model->nbody - 1,
          model->nbody == 2 ? "y" : "ies", model->nv, plural(model->nv), model->ngeom,
          plural(model->ngeom));
  if (request->resume) fprintf(f, "; from the checkpoint %s", request->resume);
  else if (s->key) fprintf(f, "; from the keyframe %s", s->key);
  fputc('\n', f);
  if (model->nv == 0) fputs("still     nothing in it can move: there is no joint\n", f);
  print_passed_over(f, model);
}

static void print_method(FILE *f, const rg_sim_options *o) {
  char law[64];
  rg_law_options used = used_law(o);
  fprintf(f, "method    %s, %s coordinates, dt %g s\n", rg_integrator_name(o->integrator),
          rg_coordinates_name(o->coordinates), o->dt);
  fprintf(f, "          solver %s, law %s, split %s, tolerance %g\n", used_solver(o),
          law_text(&used, law, sizeof law), split_text(o->solve.split), o->solve.tol);
}

static void print_speed(FILE *f, const run_answer *answer) {
  const tally *t = &answer->tally;
  double simulated = t->time_last - t->time_first;
  fprintf(f, "steps     %ld", t->steps);
  if (t->steps < answer->steps_wanted) fprintf(f, " of %ld", answer->steps_wanted);
  fprintf(f, ", %.6g s simulated", simulated);
  if (t->time_first != 0) fprintf(f, ", from %.6g to %.6g s", t->time_first, t->time_last);
  fprintf(f, "\nwall      %.3g s", t->step_seconds);
  if (t->steps > 0 && t->step_seconds > 0)
    fprintf(f, ", %.3g steps/s, %.3g times real time", (double)t->steps / t->step_seconds,
            simulated / t->step_seconds);
  fputc('\n', f);
}

static void print_contacts(FILE *f, const tally *t) {
  fprintf(f, "contacts  %.3g on average, %d at most; %.3g iterations a step\n",
          tally_mean(t, t->contacts_sum), t->contacts_most, tally_mean(t, t->iterations_sum));
  if (t->halved > 0) fprintf(f, "          %ld step%s halved\n", t->halved, plural(t->halved));
  if (t->overflow) fputs("          WARNING: there was not room for all contacts\n", f);
}

/* how it went over the time, where the terminal can show it */
static void print_bars(FILE *f, const tally *t) {
  if (t->steps < 2 || !sparkline_possible(f)) return;
  fputs("over time energy     ", f);
  sparkline_print(f, &t->energy_bars);
  fputs("\n          contacts   ", f);
  sparkline_print(f, &t->contacts_bars);
  fputs("\n          iterations ", f);
  sparkline_print(f, &t->iterations_bars);
  fputc('\n', f);
}

static void print_measure(FILE *f, const char *name, double value, const char *unit) {
  char number[NUMBER_TEXT];
  fprintf(f, "  %-28s %10s %s\n", name, number_label(value, 'e', 3, number), unit);
}

static void print_certificate(FILE *f, const tally *t) {
  const rg_certificate *c = &t->worst;
  fputs("certificate                         worst\n", f);
  char number[NUMBER_TEXT];
  fprintf(f, "  %-28s %10s      at %.6g s\n", "residual, in any units",
          number_label(c->residual, 'e', 3, number), t->worst_time);
  print_measure(f, "natural map", c->natural_map, "");
  print_measure(f, "  relative to |c|", c->natural_map_relative, "");
  print_measure(f, "penetration velocity", c->penetration, "m/s");
  print_measure(f, "outside the friction cone", c->cone, "N s");
  print_measure(f, "complementarity", c->complementarity, "J");
  print_measure(f, "friction against slip", c->slip_angle, "rad");
  print_measure(f, "joints, limits, motors", c->bilateral, "");
  print_measure(f, "problem against motion", c->dynamics, "");
}

/* only where it is more than rounding: most models start within their ranges */
static void print_limits(FILE *f, const rg_model *model, const tally *t) {
  const double worth_telling = 1e-6;
  if (t->limit_joint < 0 || t->limit.value < worth_telling) return;
  const char *name = rg_model_name(model, RG_OBJECT_JOINT, t->limit_joint);
  char number[32];
  snprintf(number, sizeof number, "#%d", t->limit_joint);
  fprintf(f, "limits    joint %s is %.4g %s beyond its range, at %.6g s\n",
          name && name[0] ? name : number, t->limit.value,
          model->joint_type[t->limit_joint] == RG_JOINT_SLIDE ? "m" : "rad", t->limit.time);
}

/* overlaps of the start stay: once, by name, and what helps */
static void print_start(FILE *f, const run_answer *answer) {
  const rg_misplaced *m = &answer->start;
  const rg_model *model = answer->model;
  char first[LABEL], second[LABEL];
  if (!(m->overlap > rg_motion_bounds_of(model, 0, 0).overlap) || m->geom[0] < 0) return;
  fprintf(f,
          "start     %s and %s overlap by %.3g m: what overlaps does not part by itself, see "
          "--settle\n",
          geom_label(model, m->geom[0], first), geom_label(model, m->geom[1], second), m->overlap);
}

static void print_state(FILE *f, const rg_model *model, const tally *t) {
  char number[3][NUMBER_TEXT];
  fprintf(f, "overlap   %s m at most", number_label(t->penetration.value, 'e', 3, number[0]));
  if (t->penetration.value > 0) fprintf(f, ", at %.6g s", t->penetration.time);
  if (model->nequality > 0)
    fprintf(f, "; loops open by %.3e at most, at %.6g s", t->closure.value, t->closure.time);
  fputc('\n', f);
  char first[LABEL], second[LABEL];
  if (t->filtered.value > 0)
    fprintf(f,
            "filtered  %s and %s, which may not touch, overlap by %.3e m at %.6g s; such "
            "pairs overlap in %ld of %ld steps that were looked at\n",
            geom_label(model, t->filtered_pair[0], first),
            geom_label(model, t->filtered_pair[1], second), t->filtered.value, t->filtered.time,
            t->filtered_steps, t->filtered_looks);
  if (t->steps_within > 0)
    fprintf(f, "within    gaps contradict each other in %ld step%s, by %.3e m at most, at %.6g s\n",
            t->steps_within, plural(t->steps_within), t->within.value, t->within.time);
  print_limits(f, model, t);
  fprintf(f, "energy    %s J at the start, %s J at the end; largest rise in a step %s J",
          number_label(t->energy_first, 'g', 9, number[0]),
          number_label(t->energy_last, 'g', 9, number[1]),
          number_label(t->energy_rise.value, 'e', 3, number[2]));
  if (t->energy_rise.value > 0)
    fprintf(f, ", at %.6g s,\n          where contacts did %s J and drives %s J",
            t->energy_rise.time, number_label(t->rise_contacts, 'e', 3, number[0]),
            number_label(t->rise_drives, 'e', 3, number[1]));
  fputc('\n', f);
}

static void print_work(FILE *f, const char *name, double work, int *count) {
  if (work == 0) return;
  char number[NUMBER_TEXT];
  fprintf(f, "%s%s %s J", *count ? ", " : "", name, number_label(work, 'g', 4, number));
  ++*count;
}

/* where the energy went, and what nobody explains */
static void print_balance(FILE *f, const tally *t) {
  const rg_step_balance *b = &t->balance;
  char number[3][NUMBER_TEXT];
  int count = 0;
  fputs("balance   ", f);
  print_work(f, "gravity", b->gravity, &count);
  print_work(f, "springs", b->springs, &count);
  print_work(f, "dampers", b->dampers, &count);
  print_work(f, "actuators", b->actuators, &count);
  print_work(f, "applied", b->applied, &count);
  print_work(f, "drives", b->drives, &count);
  if (count > 4) fputs("\n          ", f), count = 0;
  print_work(f, "contacts", b->contacts, &count);
  print_work(f, "friction", b->friction, &count);
  print_work(f, "limits", b->limits, &count);
  print_work(f, "dry friction", b->dry_friction, &count);
  if (count) fputs("\n          ", f);
  fprintf(f, "left over %s J, of which %s J taken out again; in one step %s J at most",
          number_label(b->residual, 'e', 3, number[0]),
          number_label(b->corrected, 'e', 3, number[1]),
          number_label(t->residual.value, 'e', 3, number[2]));
  if (t->residual.value > 0) fprintf(f, ", at %.6g s", t->residual.time);
  fputc('\n', f);
}

static void print_notices(FILE *f, const run_request *request, const tally *t) {
  if (request->notice[0]) fprintf(f, "notice    %s\n", request->notice);
  for (int k = 0; k < NOTICE_KINDS; k++) {
    const tally_notice *n = &t->kind[k];
    if (n->steps > 0)
      fprintf(f, "notice    in %ld step%s, first at %.6g s: %s\n", n->steps, plural(n->steps),
              n->time, n->text);
  }
}

static void print_files(FILE *f, const run_request *request) {
  const char *const names[] = {request->csv,  request->contacts, request->sensors, request->save,
                               request->dump, request->html,     request->svg,     request->png};
  const char *separator = "written   ";
  for (int k = 0; k < 8; k++) {
    if (!names[k] || strcmp(names[k], "-") == 0) continue;
    fprintf(f, "%s%s", separator, names[k]);
    separator = ", ";
  }
  if (separator[0] == ',') fputc('\n', f);
}

static void print_unsolved(FILE *f, const tally *t) {
  for (int k = 0; k < t->unsolved && k < MOST_UNSOLVED_SHOWN; k++) {
    const unsolved_step *u = &t->first_unsolved[k];
    fprintf(f, "  step %ld, at %.6g s: %s%s%s\n", u->step, u->time, rg_status_text(u->status),
            u->reason[0] ? ": " : "", u->reason);
  }
  if (t->unsolved > MOST_UNSOLVED_SHOWN)
    fprintf(f, "  and %ld more\n", t->unsolved - MOST_UNSOLVED_SHOWN);
}

static void print_verdict(FILE *f, const run_answer *answer) {
  const tally *t = &answer->tally;
  const rg_sim_options *o = rg_sim_used_options(answer->sim);
  if (answer->interrupted) fputs("interrupted: ", f);
  if (t->unsolved > 0) {
    fprintf(f, "NOT solved: %ld step%s%s\n", t->unsolved, plural(t->unsolved),
            can_go_on(answer->sim, answer->last_status) ? "" : "; the run stopped there");
    print_unsolved(f, t);
  } else if (used_law(o).law == RG_LAW_CONE && t->steps_within > 0)
    fprintf(f,
            "all %ld step%s solved, %ld within %.1e m: there the impulses obey the laws to %.1e of "
            "|c| with gaps "
            "that differ by so much\n",
            t->steps, plural(t->steps), t->steps_within, t->within.value, t->worst.law_residual);
  else if (used_law(o).law == RG_LAW_CONE)
    fprintf(f, "all %ld step%s solved: the impulses obey the laws to %.1e of |c|\n", t->steps,
            plural(t->steps), t->worst.residual);
  else
    fprintf(f,
            "all %ld step%s solved: the impulses obey this law to %.1e, and exact Coulomb friction "
            "to %.1e of |c|\n",
            t->steps, plural(t->steps), t->worst.law_residual, t->worst.residual);
}

/* every step is proved; the motion that they make? */
static void print_motion(FILE *f, const run_answer *answer) {
  const tally *t = &answer->tally;
  char text[256];
  if (t->unsolved > 0 || t->steps == 0) return;
  rg_motion_bounds bounds = rg_motion_bounds_of(answer->model, t->balance.explained, t->energy_first);
  int proved = rg_motion_proved(&bounds, t->penetration.value, t->closure.value,
                                t->unexplained_most, text, sizeof text);
  fprintf(f, "motion %s: %s\n", proved ? "proved" : "NOT proved", text);
}

void print_run(FILE *f, const run_request *request, const run_answer *answer) {
  print_subject(f, request, answer);
  print_method(f, rg_sim_used_options(answer->sim));
  print_start(f, answer);
  print_speed(f, answer);
  print_contacts(f, &answer->tally);
  print_certificate(f, &answer->tally);
  print_state(f, answer->model, &answer->tally);
  print_balance(f, &answer->tally);
  print_bars(f, &answer->tally);
  print_notices(f, request, &answer->tally);
  if (request->simulation.error.status == RG_OK) print_files(f, request);
  print_verdict(f, answer);
  print_motion(f, answer);
}
