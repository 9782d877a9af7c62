/* rigor itself on a scene: timed, then the same steps again with the laws and the rooms. */
#include "bench.h"
#include "interrupt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double cpu_seconds(void) {
  struct timespec now = {0};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* the clock is looked at after every step where steps take longer than a millisecond, else after
   1, 2, 4, ... 16 and then after every 16 */
static int looks_at_clock(long done, double used) {
  return used > 1e-3 * (double)done || done % 16 == 0 || (done & (done - 1)) == 0;
}

static void begin_again(rg_sim *sim, const bench_start *start) {
  (void)rg_sim_reset(sim, start->key, NULL);
  if (start->ctrl)
    memcpy(rg_sim_data(sim)->ctrl, start->ctrl,
           (size_t)rg_sim_model(sim)->nactuator * sizeof(double));
}

long bench_time_ours(rg_sim *sim, const bench_start *start, long steps, double seconds,
                     double *used, bench_row *row) {
  const rg_step_report *report = rg_sim_report(sim);
  long done = 0, iterations = 0;
  row->unsolved = 0;
  row->certificate = 0;
  begin_again(sim, start);
  double begin = cpu_seconds(), now = 0;
  while (done < steps && now < seconds) {
    row->unsolved += rg_step(sim) != RG_SOLVED;
    iterations += report->iterations;
    row->certificate = fmax(row->certificate, report->certificate.residual);
    if (!looks_at_clock(++done, now)) continue;
    now = cpu_seconds() - begin;
    if (interrupted()) break;
  }
  *used = cpu_seconds() - begin;
  row->iterations = done ? (double)iterations / (double)done : 0;
  return done;
}

/* what was asked of the normal velocity, by a bounce or an overlap that parts, is no lift */
static void read_contact(const rg_step_contact *from, bench_contact *to) {
  to->mu = from->mu;
  to->gap = from->contact.gap;
  memcpy(to->force, from->impulse, sizeof to->force);
  memcpy(to->velocity, from->velocity, sizeof to->velocity);
  to->velocity[0] -= fmax(0, from->target);
}

static bench_contact *make_room(bench_contact *contacts, int count, int *room) {
  if (count <= *room) return contacts;
  *room = 2 * count;
  free(contacts);
  return malloc((size_t)*room * sizeof *contacts);
}

static void add_step(rg_sim *sim, bench_row *row, bench_contact **contacts, int *room) {
  const rg_step_contact *list;
  int count = rg_sim_contacts(sim, &list), touching = 0;
  *contacts = make_room(*contacts, count, room);
  if (!*contacts && count) return;
  // contacts that are only near and carry nothing are no contacts to others
  for (int i = 0; i < count; i++)
    if (list[i].contact.gap <= 0 || list[i].impulse[0] > 0)
      read_contact(&list[i], &(*contacts)[touching++]);
  bench_laws_step(&row->laws, *contacts, touching);
}

void bench_measure_ours(rg_sim *sim, const bench_start *start, long steps, bench_row *row) {
  bench_contact *contacts = NULL;
  int room = 0, nv = rg_sim_model(sim)->nv;
  const double *seconds = rg_sim_room_seconds(sim), *qvel = rg_sim_data(sim)->qvel;
  double sum = 0;
  begin_again(sim, start);
  rg_sim_time_rooms(sim, 1);
  for (long k = 0; k < steps && !interrupted(); k++) {
    (void)rg_step(sim);
    add_step(sim, row, &contacts, &room);
  }
  for (int r = 0; r < RG_ROOM_COUNT; r++) sum += row->rooms[r] = seconds[r];
  for (int r = 0; r < RG_ROOM_COUNT && sum > 0; r++) row->rooms[r] /= sum;
  rg_sim_time_rooms(sim, 0);
  for (int i = 0; i < nv; i++) row->laws.rest = fmax(row->laws.rest, fabs(qvel[i]));
  free(contacts);
}
