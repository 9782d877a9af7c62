/* The table of `rigor compare`: for people, as JSON, as comma-separated lines. */
#include "compare.h"
#include "json.h"
#include "labels.h"
#include "solve.h"

#include <errno.h>
#include <math.h>
#include <string.h>

const char *variant_status(const variant *v) {
  if (!v->sim) return "not possible";
  if (v->tally.unsolved > 0) return rg_status_text(v->tally.first_unsolved[0].status);
  return v->tally.steps < v->steps_wanted ? "interrupted" : rg_status_text(RG_SOLVED);
}

/* why it is not possible or not solved */
static const char *variant_reason(const variant *v) {
  if (!v->sim) return v->error.reason;
  return v->tally.unsolved > 0 ? v->tally.first_unsolved[0].reason : "";
}

static double speed(const variant *v) {
  return v->tally.step_seconds > 0 ? (double)v->tally.steps / v->tally.step_seconds : 0;
}

/* --- for people --------------------------------------------------------------------------------- */

static int widest_name(const comparison *c) {
  size_t width = strlen("variant");
  for (int k = 0; k < c->count; k++) {
    size_t length = strlen(c->variants[k].name);
    if (length > width) width = length;
  }
  return (int)width;
}

static void print_time(FILE *f, double time) {
  if (isnan(time)) fprintf(f, " %8s", "-");
  else fprintf(f, " %8.4g", time);
}

static void print_row(FILE *f, const comparison *c, const variant *v, int width) {
  char number[NUMBER_TEXT];
  const tally *t = &v->tally;
  fprintf(f, "%-*s ", width, v->name);
  if (!v->sim) {
    fprintf(f, "not possible: %s\n", v->error.reason);
    return;
  }
  fprintf(f, "%8.3g %8.3g %7.3g %8ld %9.1e", t->step_seconds, speed(v),
          tally_mean(t, t->iterations_sum), t->unsolved, t->worst.residual);
  if (v == c->variants) fprintf(f, " %9s %8s %8s", "first", "", "");
  else if (v->compared == 0) fprintf(f, " %9s %8s %8s", "-", "-", "-");
  else {
    fprintf(f, " %9s", number_label(v->difference_most, 'e', 1, number));
    for (int k = 0; k < THRESHOLDS; k++) print_time(f, v->exceeds[k]);
  }
  fprintf(f, " %12s %9.1e %9.4g %9.4g\n", number_label(t->energy_last, 'g', 6, number),
          t->penetration.value, t->slip, t->force.value);
}

static void print_notes(FILE *f, const comparison *c) {
  for (int k = 0; k < c->count; k++) {
    const variant *v = &c->variants[k];
    if (!v->sim || v->tally.unsolved == 0) continue;
    const unsolved_step *u = &v->tally.first_unsolved[0];
    fprintf(f, "%s: %s at step %ld, %.6g s%s%s%s\n", v->name, rg_status_text(u->status), u->step,
            u->time, v->stopped ? ", and stopped there" : "", u->reason[0] ? ": " : "", u->reason);
  }
  if (c->interrupted) fputs("interrupted\n", f);
}

void print_comparison(FILE *f, const compare_request *request, const comparison *c) {
  const variant *first = &c->variants[0];
  int width = widest_name(c);
  fprintf(f, "model     %s, %d ways, %ld steps of %g s in the first\n", request->simulation.path,
          c->count, first->steps_wanted, first->options.dt);
  fprintf(f, "%-*s %8s %8s %7s %8s %9s %9s %8s %8s %12s %9s %9s %9s\n", width, "", "time", "",
          "iter", "", "worst", "largest", "from time", "", "energy", "worst", "slip", "most");
  fprintf(f, "%-*s %8s %8s %7s %8s %9s %9s %8s %8s %12s %9s %9s %9s\n", width, "variant", "s",
          "steps/s", "/step", "unsolved", "certif.", "diff. m", "> 1e-6", "> 1e-3", "last J",
          "overlap m", "m", "force N");
  for (int k = 0; k < c->count; k++) print_row(f, c, &c->variants[k], width);
  print_notes(f, c);
}

/* --- JSON --------------------------------------------------------------------------------------- */

static void put_settings(json_writer *w, const simulation_request *s, const variant *v) {
  json_open(w, "settings", '{');
  for (int k = 0; k < s->count; k++)
    if (s->settings[k].values > 1)
      json_text(w, setting_name(s->settings[k].key), s->settings[k].value[v->choice[k]]);
  json_close(w, '}');
}

static void put_results(json_writer *w, const variant *v) {
  const tally *t = &v->tally;
  json_long(w, "steps", t->steps);
  json_real(w, "time", t->time_last);
  json_real(w, "dt", v->options.dt);
  json_real(w, "step_seconds", t->step_seconds);
  json_real(w, "steps_per_second", speed(v));
  json_real(w, "iterations_mean", tally_mean(t, t->iterations_sum));
  json_real(w, "contacts_mean", tally_mean(t, t->contacts_sum));
  json_long(w, "unsolved_steps", t->unsolved);
  json_open(w, "worst_certificate", '{');
  put_measures(w, &t->worst);
  json_real(w, "time", t->worst_time);
  json_close(w, '}');
  json_long(w, "compared_times", v->compared);
  json_real(w, "difference_max", v->difference_most);
  json_real(w, "difference_last", v->difference_last);
  json_real(w, "exceeds_1e-6", v->exceeds[0]);
  json_real(w, "exceeds_1e-3", v->exceeds[1]);
  json_real(w, "energy_first", t->energy_first);
  json_real(w, "energy_last", t->energy_last);
  json_real(w, "energy_rise_max", t->energy_rise.value);
  json_real(w, "penetration_max", t->penetration.value);
  json_real(w, "slip", t->slip);
  json_real(w, "normal_force_max", t->force.value);
}

void print_comparison_json(const compare_request *request, const comparison *c) {
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_text(&w, "model", request->simulation.path);
  json_text(&w, "status", c->interrupted ? "interrupted" : "done");
  json_text(&w, "first", c->variants[0].name);
  json_open(&w, "variants", '[');
  for (int k = 0; k < c->count; k++) {
    const variant *v = &c->variants[k];
    json_open(&w, NULL, '{');
    json_text(&w, "name", v->name);
    put_settings(&w, &request->simulation, v);
    json_text(&w, "status", variant_status(v));
    json_text(&w, "reason", variant_reason(v));
    if (v->sim) put_results(&w, v);
    json_close(&w, '}');
  }
  json_close(&w, ']');
  json_close(&w, '}');
}

/* --- comma-separated lines ------------------------------------------------------------------------ */

/* what does not exist is an empty field */
static void put_field(FILE *f, double value) {
  if (isfinite(value)) fprintf(f, ",%.17g", value);
  else fputc(',', f);
}

static void put_line(FILE *f, const variant *v) {
  const tally *t = &v->tally;
  fprintf(f, "%s,%s", v->name, variant_status(v));
  double values[] = {(double)t->steps,
                     v->options.dt,
                     t->step_seconds,
                     speed(v),
                     tally_mean(t, t->iterations_sum),
                     (double)t->unsolved,
                     t->worst.natural_map_relative,
                     v->difference_most,
                     v->exceeds[0],
                     v->exceeds[1],
                     t->energy_last,
                     t->penetration.value,
                     t->slip,
                     t->force.value};
  for (size_t k = 0; k < sizeof values / sizeof *values; k++)
    put_field(f, v->sim ? values[k] : (double)NAN);
  fputc('\n', f);
}

rg_status write_comparison(compare_request *request, const comparison *c) {
  rg_error *e = &request->simulation.error;
  int standard = strcmp(request->csv, "-") == 0;
  FILE *f = standard ? stdout : fopen(request->csv, "w");
  int failed = !f;
  if (f) {
    fputs("variant,status,steps,dt,step_seconds,steps_per_second,iterations_mean,unsolved_steps,"
          "natural_map_relative,difference_max,exceeds_1e-6,exceeds_1e-3,energy_last,"
          "penetration_max,slip,normal_force_max\n",
          f);
    for (int k = 0; k < c->count; k++) put_line(f, &c->variants[k]);
    failed = ferror(f) || fflush(f) != 0;
  }
  if (failed) {
    refuse_option(e, "", "%s", strerror(errno));
    snprintf(e->file, sizeof e->file, "%s", standard ? "standard output" : request->csv);
    e->status = RG_IO;
  }
  if (f && !standard) fclose(f);
  return e->status;
}
