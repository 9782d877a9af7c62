/* The figures of `rigor bench` as JSON and as comma-separated lines. */
#include "bench.h"

#include "commands.h"
#include "json.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- JSON ----------------------------------------------------------------------------------- */

static void put_measure(json_writer *w, const char *key, const bench_measure *m) {
  json_open(w, key, '{');
  json_real(w, "mean", bench_mean(m));
  json_real(w, "worst", m->worst);
  json_close(w, '}');
}

static void put_laws(json_writer *w, const bench_laws *l) {
  json_real(w, "contacts_mean", bench_contacts_mean(l));
  json_int(w, "contacts_max", l->contacts_most);
  json_real(w, "penetration", l->penetration);
  json_real(w, "cone_violation", l->cone);
  put_measure(w, "creep", &l->creep);
  put_measure(w, "lift", &l->lift);
  put_measure(w, "slip_angle", &l->angle);
  json_real(w, "fastest_at_end", l->rest);
}

static void put_own(json_writer *w, const bench_row *row) {
  json_real(w, "tolerance", row->tol);
  json_real(w, "certificate", row->certificate);
  json_long(w, "unsolved", row->unsolved);
  json_real(w, "iterations_mean", row->iterations);
  json_open(w, "rooms", '{');
  for (int r = 0; r < RG_ROOM_COUNT; r++) json_real(w, rg_room_name((rg_room)r), row->rooms[r]);
  json_close(w, '}');
}

static void put_row(json_writer *w, const bench_result *r, int i) {
  const bench_row *row = &r->rows[i];
  double speed = bench_speed(row);
  json_open(w, NULL, '{');
  json_text(w, "engine", row->engine);
  json_text(w, "options", row->options);
  json_text(w, "trouble", row->trouble);
  json_long(w, "steps", row->steps);
  json_real(w, "cpu_seconds", row->seconds);
  json_real(w, "steps_per_second", speed);
  if (i && speed > 0) json_real(w, "ratio", bench_speed(&r->rows[0]) / speed);
  if (row->laws.steps) put_laws(w, &row->laws);
  if (i == 0) put_own(w, row);
  json_close(w, '}');
}

static void put_result(json_writer *w, const bench_result *r) {
  static const char *const scaled_by[] = {"none", "own", "others", "peer"};
  json_open(w, NULL, '{');
  json_text(w, "scene", r->scene->name);
  json_text(w, "title", r->scene->title);
  json_text(w, "skipped", r->skipped);
  json_int(w, "bodies", r->bodies);
  json_int(w, "velocities", r->velocities);
  json_real(w, "mark", r->scene->mark.wanted);
  json_real(w, "mark_scaled", r->mark);
  json_int(w, "whole", r->steps >= r->scene->steps);
  json_text(w, "mark_scaled_by", scaled_by[r->scaled]);
  json_open(w, "engines", '[');
  for (int i = 0; i < r->count; i++) put_row(w, r, i);
  json_close(w, ']');
  json_close(w, '}');
}

void bench_print_json(const bench_answer *answer) {
  json_writer w = json_begin(stdout);
  json_open(&w, NULL, '{');
  json_text(&w, "version", rg_version());
  json_text(&w, "machine", answer->machine);
  json_reals(&w, "load", answer->load, 2);
  json_text(&w, "missing_peers", answer->peers);
  json_int(&w, "interrupted", answer->interrupted);
  json_open(&w, "scenes", '[');
  for (int k = 0; k < answer->count; k++) put_result(&w, &answer->results[k]);
  json_close(&w, ']');
  json_close(&w, '}');
}

/* --- comma-separated lines ------------------------------------------------------------------ */

static void csv_row(FILE *f, const bench_result *r, int i) {
  const bench_row *row = &r->rows[i];
  const bench_laws *l = &row->laws;
  double speed = bench_speed(row), ours = bench_speed(&r->rows[0]);
  fprintf(f, "%s,%s,\"%s\",%ld,%.6g,%.6g,%.6g,%.6g,%d", r->scene->name, row->engine, row->options,
          row->steps, row->seconds, speed, speed > 0 ? ours / speed : 0, bench_contacts_mean(l),
          l->contacts_most);
  fprintf(f, ",%.4g,%.4g,%.4g,%.4g,%.4g,%.4g,%.4g,%.4g,%.4g", l->penetration, l->cone,
          bench_mean(&l->creep), l->creep.worst, bench_mean(&l->lift), l->lift.worst,
          bench_mean(&l->angle), l->angle.worst, l->rest);
  if (i == 0) fprintf(f, ",%.4g,%ld,%.4g", row->certificate, row->unsolved, row->iterations);
  else fputs(",,,", f);
  for (int room = 0; room < RG_ROOM_COUNT; room++) {
    if (i == 0) fprintf(f, ",%.4g", row->rooms[room]);
    else fputc(',', f);
  }
  fprintf(f, ",%.6g,%.6g,\"%s\"\n", i ? 0 : r->scene->mark.wanted, i ? 0 : r->mark, row->trouble);
}

static void csv_all(FILE *f, const bench_answer *answer) {
  fprintf(f, "# rigor %s; %s; load %.2f before, %.2f after\n", rg_version(), answer->machine,
          answer->load[0], answer->load[1]);
  fputs("scene,engine,options,steps,cpu_s,steps_per_s,ratio,contacts_mean,contacts_max,penetration_"
        "m,cone,"
        "creep_mean,creep_worst,lift_mean,lift_worst,angle_mean,angle_worst,fastest_at_end,"
        "certificate,unsolved,"
        "iterations,share_step,share_dynamics,share_collide,share_contact,share_solve,mark,mark_"
        "scaled,trouble\n",
        f);
  for (int k = 0; k < answer->count; k++)
    for (int i = 0; i < answer->results[k].count; i++) csv_row(f, &answer->results[k], i);
}

rg_status bench_write_csv(const bench_answer *answer, const char *path, rg_error *error) {
  FILE *f = fopen(path, "w");
  if (f) csv_all(f, answer);
  int failed = !f || ferror(f);
  if (f && fclose(f) != 0) failed = 1;
  if (!failed) return RG_OK;
  refuse_option(error, "--csv", "'%.150s' cannot be written: %s", path, strerror(errno));
  error->status = RG_IO;
  return RG_IO;
}
