/* The parts of a step of one simulation by the rule `euler`, as they follow each other (docs/batch.md):

     rk_begin    motion, contacts, rows: into the record
     rk_meet     impulses that meet the laws (solve.h)
     rk_end      velocities, certificate, positions

   A group of lanes does each. */
#ifndef RK_STEP_H
#define RK_STEP_H

#include "kernels/certify.h"
#include "kernels/motion.h"
#include "kernels/solve.h"

/* counters that several simulations share */
#ifdef __CUDA_ARCH__
#define RK_COUNT(counter) atomicAdd(counter, 1ull)
#else
#define RK_COUNT(counter) (++*(counter))
#endif

/* --- begin ------------------------------------------------------------------------------------------------ */

RK_FUNCTION int rk_load(const rk_model *m, const rk_arrays *all, rk_room *w, int lane) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  int bad = 0;
  RK_EACH(k, m->nq) bad |= !isfinite(w->q[k] = all->qpos[(size_t)k * count + at]);
  RK_EACH(k, m->nv) bad |= !isfinite(w->v[k] = all->qvel[(size_t)k * count + at]);
  RK_EACH(k, m->nactuator) bad |= !isfinite(w->ctrl[k] = all->ctrl[(size_t)k * count + at]);
  RK_EACH(k, m->nact) bad |= !isfinite(all->act[(size_t)k * count + at]);
  return rk_who(bad) ? RK_BAD : RK_RUNS;
}

/* controls that are drawn anew for this step */
RK_FUNCTION void rk_draw_controls(const rk_model *m, const rk_arrays *all, rk_room *w, int lane) {
  int step = all->steps[lane];
  if (!all->hold || step % all->hold) return;
  RK_EACH(a, m->nactuator) {
    int limited = m->actuator_ctrllimited[a];
    double low = limited ? m->actuator_ctrlrange[2 * a] : -1;
    double high = limited ? m->actuator_ctrlrange[2 * a + 1] : 1;
    w->ctrl[a] = low + (high - low) * rk_draw(all->seed, (uint64_t)lane,
                                              (uint64_t)(step / all->hold), (uint64_t)a);
    all->ctrl[(size_t)a * (size_t)all->count + (size_t)lane] = w->ctrl[a];
  }
}

/* impulses of the last step, by what they belong to */
RK_FUNCTION void rk_recall(const rk_arrays *all, const rk_record *r, const rk_room *w, int lane,
                           int slot) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  int kept = all->kept_count[lane], rows = w->rows, units = rows + w->contacts;
  RK_EACH(k, kept) w->list[k] = all->kept_id[(size_t)k * count + at];
  RK_MEET();
  RK_EACH(k, units) {
    int first = k < rows ? k : rows + 3 * (k - rows), width = k < rows ? 1 : 3, from = 0;
    int id = RK_INT_AT(r, id, k, slot);
    while (from < kept && w->list[from] != id) from++;
    RK_LOOP
    for (int e = 0; e < width; e++)
      RK_REAL_AT(r, start, first + e, slot) =
          from < kept ? all->kept[(size_t)(3 * from + e) * count + at] : 0;
  }
  RK_MEET();
}

/* RK_RUNS where the record is made, else what stands in the way; nothing of the simulation has changed. `room`:
   rk_begin_room(m) numbers */
RK_WITHIN int rk_begin(const rk_model *m, const rk_arrays *all, const rk_record *r, double *room,
                       int lane, int slot) {
  rk_room w;
  rk_carve_begin(m, r, &w, room, slot);
  int state = rk_load(m, all, &w, lane);
  if (RK_LANE == 0)
    RK_INT_AT(r, rows, 0, slot) = RK_INT_AT(r, contacts, 0, slot) =
        RK_INT_AT(r, iterations, 0, slot) = RK_INT_AT(r, slow, 0, slot) = 0;
  RK_MEET();
  if (state == RK_RUNS) {
    rk_draw_controls(m, all, &w, lane);
    RK_MEET();
    rk_smooth_motion(m, all, &w, lane);
    state = rk_collect(m, r, &w, lane, slot);
    if (state == RK_RUNS) {
      rk_recall(all, r, &w, lane, slot);
      rk_choose_works(r, w.rows, w.rows + w.contacts, slot);
    }
  }
  if (RK_LANE == 0) RK_INT_AT(r, state, 0, slot) = state;
  RK_MEET();
  return state;
}

/* --- the laws ------------------------------------------------------------------------------------------------- */

/* 1 where the impulses are in the record */
RK_FUNCTION int rk_meet(const rk_model *m, const rk_record *r, double *room, size_t size,
                        int budget, int slot) {
  rk_solver w;
  w.budget = budget;
  return rk_meet_laws(m, r, &w, room, size, slot);
}

/* --- end: positions ------------------------------------------------------------------------------------- */

/* offset of the centre from the origin of a free joint's body, world axes; and w x that */
RK_FUNCTION void rk_centre_of(const rk_model *m, int j, int lane, const double *quat,
                              const double w[3], double arm[3], double turn[3]) {
  double R[9], q[4], local[3], across[3];
  for (int k = 0; k < 3; k++) local[k] = rk_value(m->centre, 3 * j + k, lane);
  rg_quat_copy(q, quat);
  rg_quat_normalize(q);
  rg_quat_to_mat3(R, q);
  rg_mat3_apply(arm, R, local);
  rg_v3_cross(across, w, local);
  rg_mat3_apply(turn, R, across);
}

/* positions moved by dt v, a free joint about its centre; v then is that of the new place */
RK_FUNCTION void rk_move(const rk_model *m, double *qpos, double *qvel, int lane) {
  RK_EACH(j, m->njoint) {
    double *q = qpos + m->joint_qpos[j], *v = qvel + m->joint_dof[j];
    double arm[3], before[3], after[3];
    switch (m->joint_type[j]) {
    case RG_JOINT_FREE:
      rk_centre_of(m, j, lane, q + 3, v + 3, arm, before);
      for (int k = 0; k < 3; k++) q[k] += arm[k] + m->dt * before[k];
      rg_v3_add_scaled(q, m->dt, v);
      rg_quat_integrate(q + 3, v + 3, m->dt);
      rk_centre_of(m, j, lane, q + 3, v + 3, arm, after);
      rg_v3_sub(q, q, arm);
      for (int k = 0; k < 3; k++) v[k] += before[k] - after[k];
      break;
    case RG_JOINT_BALL: rg_quat_integrate(q, v, m->dt); break;
    default: q[0] += m->dt * v[0]; break;
    }
  }
}

/* what the host needs to certify this step again; before the state moves on */
RK_FUNCTION void rk_take_sample(const rk_model *m, const rk_arrays *all, const rk_record *r,
                                int lane, int slot) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  int rows = RK_INT_AT(r, rows, 0, slot), contacts = RK_INT_AT(r, contacts, 0, slot);
  int kept = rows + contacts < RK_KEPT ? rows + contacts : RK_KEPT;
  RK_EACH(k, m->nq) all->sample_qpos[(size_t)k * count + at] = all->qpos[(size_t)k * count + at];
  RK_EACH(k, m->nv) all->sample_qvel[(size_t)k * count + at] = all->qvel[(size_t)k * count + at];
  RK_EACH(k, m->nact) all->sample_act[(size_t)k * count + at] = all->act[(size_t)k * count + at];
  RK_EACH(k, m->nactuator)
  all->sample_ctrl[(size_t)k * count + at] = all->ctrl[(size_t)k * count + at];
  RK_EACH(k, kept) {
    all->sample_id[(size_t)k * count + at] = RK_INT_AT(r, id, k, slot);
    all->sample_target[(size_t)k * count + at] =
        k < rows ? 0 : RK_REAL_AT(r, target, k - rows, slot);
    for (int e = 0; e < (k < rows ? 1 : 3); e++)
      all->impulse[(size_t)(3 * k + e) * count + at] =
          RK_REAL_AT(r, impulse, (k < rows ? k : rows + 3 * (k - rows)) + e, slot);
  }
  if (RK_LANE > 0) return;
  all->sample_rows[lane] = rows;
  all->sample_contacts[lane] = contacts;
  all->sample_step[lane] = all->steps[lane] + 1;
}

/* what the next step starts from: impulses that are not 0 */
RK_FUNCTION void rk_remember(const rk_arrays *all, const rk_record *r, int lane, int slot) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  int rows = RK_INT_AT(r, rows, 0, slot), units = rows + RK_INT_AT(r, contacts, 0, slot), kept = 0;
  RK_LOOP
  for (int base = 0; base < units; base += RK_WIDTH) {
    int k = base + RK_LANE, width = k < rows ? 1 : 3, any = 0;
    int first = k < rows ? k : rows + 3 * (k - rows);
    RK_LOOP
    for (int e = 0; k < units && RK_INT_AT(r, works, k, slot) && e < width; e++)
      any |= RK_REAL_AT(r, start, first + e, slot) != 0;
    unsigned who = rk_who(any);
    int to = kept + rk_before(who);
    kept += rk_how_many(who);
    if (!any || to >= RK_KEPT) continue;
    all->kept_id[(size_t)to * count + at] = RK_INT_AT(r, id, k, slot);
    RK_LOOP
    for (int e = 0; e < width; e++)
      all->kept[(size_t)(3 * to + e) * count + at] = RK_REAL_AT(r, start, first + e, slot);
  }
  if (RK_LANE == 0) all->kept_count[lane] = kept < RK_KEPT ? kept : RK_KEPT;
}

/* states of actuators at the end of the step */
RK_FUNCTION void rk_advance_states(const rk_model *m, const rk_arrays *all, int lane) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  RK_EACH(a, m->nactuator) {
    int i = m->actuator_act[a];
    if (i < 0) continue;
    double *act = all->act + (size_t)i * count + at;
    all->act_before[(size_t)i * count + at] = *act;
    *act = rk_state_after(m, a, rk_clamped_ctrl(m, a, all->ctrl[(size_t)a * count + at]), *act);
  }
}

/* counters, by one lane */
RK_FUNCTION void rk_count_step(const rk_model *m, const rk_arrays *all, const rk_record *r,
                               int lane, int slot, double residual) {
  int iterations = RK_INT_AT(r, iterations, 0, slot), contacts = RK_INT_AT(r, contacts, 0, slot);
  rk_tick(m, all, lane);
  RK_INT_AT(r, outruns, 0, slot) = 0;
  all->steps[lane]++;
  all->slow[lane] += RK_INT_AT(r, slow, 0, slot) != 0;
  all->contacts[lane] = contacts;
  all->rows[lane] = RK_INT_AT(r, rows, 0, slot);
  all->iterations[lane] = iterations;
  all->contact_sum[lane] += contacts;
  all->iteration_sum[lane] += iterations;
  all->residual[lane] = residual;
  all->worst[lane] = fmax(all->worst[lane], residual);
  all->penetration[lane] = fmax(all->penetration[lane], RK_REAL_AT(r, penetration, 0, slot));
  RK_COUNT(all->histogram + (iterations < all->bins ? iterations : all->bins - 1));
}

RK_FUNCTION void rk_store(const rk_model *m, const rk_arrays *all, const rk_record *r,
                          const rk_outcome *w, int lane, int slot, double residual) {
  size_t count = (size_t)all->count, at = (size_t)lane;
  if (rk_is_chosen(all->certify, lane, all->steps[lane])) rk_take_sample(m, all, r, lane, slot);
  RK_MEET();
  RK_EACH(k, m->nq) {
    all->qpos_before[(size_t)k * count + at] = all->qpos[(size_t)k * count + at];
    all->qpos[(size_t)k * count + at] = w->q[k];
  }
  RK_EACH(k, m->nv) {
    all->qvel_before[(size_t)k * count + at] = all->qvel[(size_t)k * count + at];
    all->qvel[(size_t)k * count + at] = w->next[k];
  }
  rk_advance_states(m, all, lane);
  rk_remember(all, r, lane, slot);
  if (RK_LANE == 0) rk_count_step(m, all, r, lane, slot, residual);
  RK_MEET();
}

/* RK_RUNS where the step was done, RK_AGAIN where it is to be begun again; otherwise nothing has changed. `room`: rk_end_room(m) numbers */
RK_WITHIN int rk_end(const rk_model *m, const rk_arrays *all, const rk_record *r, double *room,
                     int lane, int slot) {
  double residual = 0;
  int state = RK_INT_AT(r, state, 0, slot), bad = 0;
  rk_outcome w;
  if (state != RK_RUNS) return state;
  rk_carve_end(m, &w, room);
  RK_EACH(k, m->nv) w.next[k] = w.free[k] = RK_REAL_AT(r, free, k, slot);
  RK_EACH(k, m->nq) w.q[k] = all->qpos[(size_t)k * (size_t)all->count + (size_t)lane];
  RK_MEET();
  if (RK_INT_AT(r, rows, 0, slot) + RK_INT_AT(r, contacts, 0, slot) > 0) {
    rk_apply_impulses(m, r, &w, slot);
    residual = rk_certify(m, r, &w, slot);
    if (!(residual <= m->tol)) return RK_UNSOLVED;
    if (rk_outruns(m, r, &w, lane, slot)) return RK_AGAIN;
  }
  RK_MEET();
  rk_move(m, w.q, w.next, lane);
  RK_MEET();
  RK_EACH(k, m->nv) bad |= !isfinite(w.next[k]);
  RK_EACH(k, m->nq) bad |= !isfinite(w.q[k]);
  if (rk_who(bad)) return RK_UNSOLVED;
  rk_store(m, all, r, &w, lane, slot, residual);
  return RK_RUNS;
}

#endif
