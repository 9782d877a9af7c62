/* The comparison as a page: speed, accuracy, rooms, marks, plots. */
#include "bench.h"

#include <math.h>
#include <string.h>

/* --- words ---------------------------------------------------------------------------------- */

static const char *speed_text(double speed, char *text, size_t size) {
  if (speed <= 0) snprintf(text, size, "-");
  else if (speed >= 1000) snprintf(text, size, "%.0f", speed);
  else snprintf(text, size, "%.3g", speed);
  return text;
}

/* '|' ends a cell */
static const char *cell(const char *from, char *text, size_t size) {
  size_t k = 0;
  for (; *from && k + 1 < size; from++) text[k++] = *from == '|' ? '/' : *from;
  text[k] = 0;
  return text;
}

static int slowest_room(const bench_row *ours) {
  int room = 0;
  for (int r = 1; r < RG_ROOM_COUNT; r++)
    if (ours->rooms[r] > ours->rooms[room]) room = r;
  return room;
}

/* --- tables --------------------------------------------------------------------------------- */

static void add_speed(rg_page *page, const bench_answer *answer) {
  char a[32], ratio[32], options[300], engine[80];
  rg_page_heading(page, 2, "Speed");
  rg_page_table(page, "Steps per second of processor time; ratio: rigor to the peer",
                "scene|engine|steps|rounds|steps/s|ratio|contacts|most|options");
  for (int k = 0; k < answer->count; k++) {
    const bench_result *r = &answer->results[k];
    for (int i = 0; i < r->count; i++) {
      const bench_row *row = &r->rows[i];
      double speed = bench_speed(row), ours = bench_speed(&r->rows[0]);
      if (i && speed > 0) snprintf(ratio, sizeof ratio, "%.3g", ours / speed);
      else snprintf(ratio, sizeof ratio, "%s", i ? "-" : "");
      rg_page_row(page, "%s|%s|%ld|%d|%s|%s|%.1f|%d|%s", i ? "" : r->scene->name,
                  cell(row->engine, engine, sizeof engine), row->steps, r->rounds,
                  speed_text(speed, a, sizeof a), ratio, bench_contacts_mean(&row->laws),
                  row->laws.contacts_most, cell(row->options, options, sizeof options));
    }
  }
}

static void add_accuracy(rg_page *page, const bench_answer *answer) {
  rg_page_heading(page, 2, "Accuracy");
  rg_page_table(page, "What is left of the laws of contact on the steps that were timed",
                "scene|engine|penetration mm|cone %|creep mm/s|worst|lift mm/s|worst|slip angle "
                "deg|worst|fastest at the end|tolerance|certificate|unsolved");
  for (int k = 0; k < answer->count; k++) {
    const bench_result *r = &answer->results[k];
    for (int i = 0; i < r->count; i++) {
      const bench_row *row = &r->rows[i];
      const bench_laws *l = &row->laws;
      double degrees = 180 / acos(-1);
      char own[64] = "||";
      if (l->steps == 0) continue;
      if (i == 0)
        snprintf(own, sizeof own, "%.0e|%.1e|%ld", row->tol, row->certificate, row->unsolved);
      rg_page_row(page, "%s|%s%s|%.2g|%.2g|%.2g|%.2g|%.2g|%.2g|%.2g|%.2g|%.2g|%s",
                  i ? "" : r->scene->name, row->engine,
                  strstr(row->options, "pyramidal") ? " pyramidal" : "", 1e3 * l->penetration,
                  100 * l->cone, 1e3 * bench_mean(&l->creep), 1e3 * l->creep.worst,
                  1e3 * bench_mean(&l->lift), 1e3 * l->lift.worst, degrees * bench_mean(&l->angle),
                  degrees * l->angle.worst, l->rest, own);
    }
  }
  rg_page_text(page,
               "Measured the same way for all, from forces, velocities after the step and "
               "gaps that each engine "
               "publishes. Penetration: deepest overlap. Cone: how much more friction than "
               "mu times the normal force. "
               "Creep: slip of contacts whose friction is inside the cone, which must stick. "
               "Lift: contacts that push "
               "and part; what rigor asks for (bounces, overlaps that part slowly) is taken "
               "off its own, peers do not "
               "tell what they ask for. Slip angle: friction against the direction opposite "
               "to the slip. Means are "
               "weighted by the normal force. Unsolved: steps of rigor that miss the tolerance, "
               "those included whose solve was cut "
               "after the time of a round; they count in the speed and in the worst figures.");
}

static void add_rooms(rg_page *page, const bench_answer *answer) {
  rg_page_heading(page, 2, "Where our time goes");
  rg_page_table(page, "Share of the time of a step by room, %",
                "scene|us a step|iterations a step|dynamics|collide|contact|solve|step");
  for (int k = 0; k < answer->count; k++) {
    const bench_row *row = &answer->results[k].rows[0];
    const double *share = row->rooms;
    if (row->steps == 0) continue;
    rg_page_row(page, "%s|%.4g|%.1f|%.0f|%.0f|%.0f|%.0f|%.0f", answer->results[k].scene->name,
                1e6 * row->seconds / (double)row->steps, row->iterations,
                100 * share[RG_ROOM_DYNAMICS], 100 * share[RG_ROOM_COLLIDE],
                100 * share[RG_ROOM_CONTACT], 100 * share[RG_ROOM_SOLVE],
                100 * share[RG_ROOM_STEP]);
  }
}

/* --- marks ---------------------------------------------------------------------------------- */

/* what would close the gap to a mark of which we have `share` */
static void describe_gap(const bench_row *ours, double share, char *text, size_t size) {
  int room = slowest_room(ours);
  double part = ours->rooms[room], left = share - (1 - part);
  int used =
      snprintf(text, size, "%.0f %% of the time is in %s", 100 * part, rg_room_name((rg_room)room));
  if (used < 0 || (size_t)used >= size) return;
  text += used, size -= (size_t)used;
  if (room == RG_ROOM_SOLVE && left > 0)
    snprintf(text, size, ", at %.1f iterations a step: %.0f at their present cost would reach it.",
             ours->iterations, ours->iterations * left / part);
  else
    snprintf(text, size,
             ", at %.1f iterations a step; were that room free, it would be %.2f of the mark.",
             ours->iterations, share / fmax(1e-3, 1 - part));
}

static void add_mark(rg_page *page, const bench_result *r) {
  static const char *const how[] = {
      "not scaled: nothing of MuJoCo 2.2.2 in this run to scale it by",
      "scaled by MuJoCo 2.2.2 on this scene", "scaled by MuJoCo 2.2.2 on the other scenes"};
  const bench_row *ours = &r->rows[0];
  double speed = bench_speed(ours), share = speed / r->mark;
  char gap[200];
  if (speed <= 0 || r->mark <= 0) return;
  describe_gap(ours, share, gap, sizeof gap);
  if (r->scene->beside_peers) {
    rg_page_finding(page, share >= 1 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
                    "%s: %.3g steps/s, %.2f times the %.3g of MuJoCo. %s", r->scene->name, speed,
                    share, r->mark, share >= 1 ? "" : gap);
    return;
  }
  if (r->steps < r->scene->steps)
    rg_page_finding(
        page, RG_VERDICT_NOTE,
        "%s: %.3g steps/s on the first %ld of %d steps. The mark (%.3g: %s) is one of the "
        "whole scene and is not judged by a part of it: give more --seconds.",
        r->scene->name, speed, r->steps, r->scene->steps, r->scene->mark.wanted,
        r->scene->mark.origin);
  else if (share >= 1)
    rg_page_finding(page, RG_VERDICT_CONFIRMED,
                    "%s: %.3g steps/s, %.2f times the mark of %.3g (%.3g: %s; %s).", r->scene->name,
                    speed, share, r->mark, r->scene->mark.wanted, r->scene->mark.origin,
                    how[r->scaled]);
  else
    rg_page_finding(
        page, RG_VERDICT_NOT_CONFIRMED,
        "%s: %.3g steps/s, short of the mark of %.3g (%.3g: %s; %s) by a factor of %.2f. %s",
        r->scene->name, speed, r->mark, r->scene->mark.wanted, r->scene->mark.origin,
        how[r->scaled], 1 / share, gap);
}

static void add_notes(rg_page *page, const bench_result *r) {
  for (int i = 0; i < r->count; i++) {
    const bench_row *row = &r->rows[i];
    if (row->trouble[0])
      rg_page_finding(page, RG_VERDICT_NOTE, "%s, %s (%.60s): %s.", r->scene->name, row->engine,
                      row->options, row->trouble);
    if (i && row->steps > 0 && row->steps < r->steps)
      rg_page_finding(page, RG_VERDICT_NOTE, "%s, %s (%.60s): out of time after %ld of %ld steps.",
                      r->scene->name, row->engine, row->options, row->steps, r->steps);
  }
}

/* peers that are too old for a file get the model as rigor writes it */
static void add_unread(rg_page *page, const bench_answer *answer) {
  char list[256] = "";
  const bench_row *last = NULL;
  for (int k = 0; k < answer->count; k++)
    for (int i = 1; i < answer->results[k].count; i++) {
      if (!answer->results[k].rows[i].unread[0]) continue;
      size_t used = strlen(list);
      last = &answer->results[k].rows[i];
      snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "",
               answer->results[k].scene->name);
      break;
    }
  if (last)
    rg_page_finding(page, RG_VERDICT_NOTE,
                    "%s cannot read %s as they are and got the models as rigor writes them: %s",
                    last->engine, list, last->unread);
}

static void add_marks(rg_page *page, const bench_request *request, const bench_answer *answer) {
  rg_page_heading(page, 2, "Marks");
  if (request->quick)
    rg_page_text(page, "A quick look is the beginning of each scene, before there is much to "
                       "solve: marks are judged "
                       "without --quick only.");
  for (int k = 0; k < answer->count; k++) {
    const bench_result *r = &answer->results[k];
    if (r->skipped[0])
      rg_page_finding(page, RG_VERDICT_NOTE, "%s did not run: %s.", r->scene->name, r->skipped);
    else if (!request->quick) add_mark(page, r);
  }
  for (int k = 0; k < answer->count; k++) add_notes(page, &answer->results[k]);
  add_unread(page, answer);
}

/* --- plots ---------------------------------------------------------------------------------- */

/* speed of every engine over the number of contacts */
static void add_plot(rg_page *page, const bench_answer *answer) {
  static const char *const names[] = {"rigor", "MuJoCo elliptic", "MuJoCo pyramidal", "ODE"};
  rg_plot *plot =
      rg_plot_new("Speed over contacts", "contacts, mean", "steps per second of processor time");
  rg_plot_log(plot, 1, 1);
  for (int kind = 0; kind < 4; kind++) {
    double x[BENCH_SCENES_MOST], y[BENCH_SCENES_MOST];
    int n = 0;
    for (int k = 0; k < answer->count; k++)
      for (int i = 0; i < answer->results[k].count && n < BENCH_SCENES_MOST; i++) {
        const bench_row *row = &answer->results[k].rows[i];
        int is = i == 0                                ? 0
                 : strncmp(row->engine, "ODE", 3) == 0 ? 3
                 : strstr(row->options, "pyramidal")   ? 2
                                                       : 1;
        if (is != kind || bench_speed(row) <= 0) continue;
        x[n] = fmax(0.1, bench_contacts_mean(&row->laws));
        y[n++] = bench_speed(row);
      }
    if (n) rg_plot_series(plot, names[kind], RG_SERIES_POINTS, n, x, y);
  }
  rg_page_plot(page, plot);
}

static void add_room_plot(rg_page *page, const bench_answer *answer) {
  rg_plot *plot = rg_plot_new("Time of a step by room", "scene, in the order of the table", "us");
  rg_plot_log(plot, 0, 1);
  for (int room = 0; room < RG_ROOM_COUNT; room++) {
    double x[BENCH_SCENES_MOST], y[BENCH_SCENES_MOST];
    int n = 0;
    for (int k = 0; k < answer->count; k++) {
      const bench_row *row = &answer->results[k].rows[0];
      if (row->steps == 0 || row->rooms[room] <= 0) continue;
      x[n] = k + 1;
      y[n++] = 1e6 * row->rooms[room] * row->seconds / (double)row->steps;
    }
    if (n) rg_plot_series(plot, rg_room_name((rg_room)room), RG_SERIES_LINE_POINTS, n, x, y);
  }
  rg_page_plot(page, plot);
}

rg_page *bench_make_page(const bench_request *request, const bench_answer *answer) {
  rg_page *page = rg_page_new("rigor bench: speed and accuracy beside peers");
  rg_page_text(page, "%s. Load %.2f before, %.2f after. One thread.", answer->machine,
               answer->load[0], answer->load[1]);
  rg_page_text(
      page,
      "%s: least processor time of up to %d round%s, engines take turns; rigor's certificate is "
      "computed within the time.",
      request->quick ? "Quick look, no measurement" : "Measurement", request->repeats,
      request->repeats == 1 ? "" : "s");
  if (answer->peers[0]) rg_page_text(page, "%s", answer->peers);
  if (answer->interrupted) rg_page_text(page, "Interrupted: the figures are not complete.");
  add_speed(page, answer);
  add_accuracy(page, answer);
  add_rooms(page, answer);
  add_marks(page, request, answer);
  add_plot(page, answer);
  add_room_plot(page, answer);
  return page;
}
