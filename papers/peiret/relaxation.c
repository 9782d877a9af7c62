/* Redundancy and relaxation (Peiret et al. 2017, Eq. 39-42): three equations for four normal
   forces, so that the split of the load is a choice, and with friction the split decides where the
   cube goes. */
#include "../claims.h"
#include "peiret.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* --- which split ---------------------------------------------------------------------------------
 */

static const peiret_variant splits[] = {
    {.name = "exact cone, split compliant", .law = RG_LAW_CONE, .split = RG_SPLIT_COMPLIANT},
    {.name = "exact cone, split even", .law = RG_LAW_CONE, .split = RG_SPLIT_EVEN},
    {.name = "exact cone, any split, auto", .law = RG_LAW_CONE, .split = RG_SPLIT_ANY},
    {.name = "exact cone, any split, nsgs",
     .law = RG_LAW_CONE,
     .split = RG_SPLIT_ANY,
     .solver = "nsgs"},
    {.name = "new model, Table 1, Lemke", .law = RG_LAW_NONSINGULAR, .solver = "lemke"},
    {.name = "new model, Table 1, Judice-Pires",
     .law = RG_LAW_NONSINGULAR,
     .solver = "judice-pires"},
    {.name = "new model, rigid, Lemke", .law = RG_LAW_NONSINGULAR, .solver = "lemke", .rigid = 1},
    {.name = "new model, rigid, Judice-Pires",
     .law = RG_LAW_NONSINGULAR,
     .solver = "judice-pires",
     .rigid = 1},
    {.name = "new model, rigid, our Judice-Pires",
     .law = RG_LAW_NONSINGULAR,
     .solver = "judice-pires",
     .ours = 1,
     .rigid = 1},
    {.name = "rigor run, rho = 1 kg, Judice-Pires",
     .law = RG_LAW_NONSINGULAR,
     .solver = "judice-pires",
     .command = 1},
    {.name = "rigor run, rho = 0.1 kg, Judice-Pires",
     .law = RG_LAW_NONSINGULAR,
     .solver = "judice-pires",
     .command = 1,
     .phantom = 0.1},
    {.name = "the same with lateral regularization",
     .law = RG_LAW_NONSINGULAR,
     .solver = "judice-pires",
     .command = 1,
     .phantom = 0.1,
     .lateral = 1},
};
enum {
  COMPLIANT,
  EVEN,
  ANY,
  NSGS,
  TABLE_LEMKE,
  TABLE_BLOCK,
  RIGID_LEMKE,
  RIGID_BLOCK,
  RIGID_OURS,
  COMMAND,
  COMMAND_LIGHT,
  COMMAND_LATERAL,
  SPLITS
};

static rg_status add_splits(const paper_options *options, rg_page *page, peiret_run *run,
                            rg_error *error) {
  rg_page_table(page,
                "Where the cube stops by how the load is split (1 ms); another program with "
                "another admissible split: (0.4947, 1.5723)",
                "model|x [m]|y [m]|stops [s]|farthest from the first [m]|unsolved");
  for (int k = 0; k < SPLITS; k++) {
    rg_status status = peiret_slide(options, &splits[k], 1e-3, 0.8, &run[k], error);
    if (status) return status;
    rg_page_row(page, "%s|%.4f|%.4f|%.3f|%.4f|%d of %d", splits[k].name, run[k].x[run[k].steps],
                run[k].y[run[k].steps], run[k].stop, peiret_distance(&run[k], &run[0]),
                run[k].unsolved, run[k].steps);
  }
  return RG_OK;
}

static void judge_splits(const paper_options *options, rg_page *page, const peiret_run *run) {
  double any = fmax(peiret_distance(&run[ANY], &run[COMPLIANT]),
                    peiret_distance(&run[NSGS], &run[COMPLIANT]));
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "The split of the load decides where the cube goes, exact friction or not: other splits that "
      "obey every law part by up to %.0f mm; the models of the paper can be compared because "
      "all have the same springs.",
      any * 1e3);
  /* the springs do it; whether the steps are those of this experiment or of the simulator */
  rg_verdict verdict = run[RIGID_BLOCK].unsolved == 0 || run[TABLE_BLOCK].unsolved > 0
                           ? RG_VERDICT_NOT_CONFIRMED
                       : run[COMMAND].unsolved > 0 ? RG_VERDICT_IN_PART
                                                   : RG_VERDICT_CONFIRMED;
  rg_page_finding(
      page, verdict,
      "Redundant contacts require relaxation: without it Judice-Pires fails in %d of %d steps, "
      "with the springs of Table 1 in %d; with bristles that remember, as rigor run has them, in "
      "%d "
      "with rho = 1 kg and in %d with 0.1 kg, and with the lateral regularization of Eq. 43 in %d. "
      "Lemke needs none (%d unsolved) and ends %.0f mm away, for its split is another.",
      run[RIGID_BLOCK].unsolved, run[RIGID_BLOCK].steps, run[TABLE_BLOCK].unsolved,
      run[COMMAND].unsolved, run[COMMAND_LIGHT].unsolved, run[COMMAND_LATERAL].unsolved,
      run[RIGID_LEMKE].unsolved, peiret_distance(&run[RIGID_LEMKE], &run[TABLE_LEMKE]) * 1e3);
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "A block method ends where the matrix is a P-matrix. For one contact that sticks along one "
      "axis its two rows of friction are [k, rho - k; rho - k, k], k = 1 / (a + eps_t) with the "
      "response a: determinant rho (2 k - rho), so that rho must stay below 2 k. A vertex of the "
      "cube has a = 4 / kg: 0.5 kg.");
  char cell[64];
  snprintf(cell, sizeof cell, "%d rigid, %d with springs of %d steps fail",
           run[RIGID_BLOCK].unsolved, run[TABLE_BLOCK].unsolved, run[RIGID_BLOCK].steps);
  paper_note(options, "peiret", "Table 1", verdict, cell, "as rigor run: %d; rho = 0.1 kg: %d",
             run[COMMAND].unsolved, run[COMMAND_LIGHT].unsolved);
}

/* --- how soft
 * ------------------------------------------------------------------------------------- */

static rg_status add_softness(const paper_options *options, rg_page *page, peiret_run *run,
                              rg_error *error) {
  peiret_variant variant = {.law = RG_LAW_NONSINGULAR, .solver = "lemke"};
  peiret_run *base = &run[TABLE_LEMKE];
  double same[2] = {HUGE_VAL, 0};
  rg_page_table(
      page, "Compliance as a multiple of Table 1 (new model, Eq. 34, 1 ms)",
      "multiple|x [m]|y [m]|farthest from Table 1 [m]|unsolved, Lemke|unsolved, Judice-Pires");
  int most = options->quick ? 1 : 4;
  for (int power = -most; power <= most; power++) {
    int unsolved[2];
    static const char *const solver[2] = {"judice-pires", "lemke"};
    variant.softness = pow(10, power);
    for (int k = 0; k < 2; k++) {
      variant.solver = solver[k];
      rg_status status = peiret_slide(options, &variant, 1e-3, 0.8, run, error);
      if (status) return status;
      unsolved[k] = run->unsolved;
    }
    double off = peiret_distance(run, base);
    if (off < 1e-3)
      same[0] = fmin(same[0], variant.softness), same[1] = fmax(same[1], variant.softness);
    rg_page_row(page, "%g|%.4f|%.4f|%.4f|%d|%d", variant.softness, run->x[run->steps],
                run->y[run->steps], off, unsolved[1], unsolved[0]);
  }
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "How stiff the springs are hardly matters: from %g to %g times the compliance of "
                  "Table 1 the path stays within 1 mm.",
                  same[0], same[1]);
  return RG_OK;
}

rg_status peiret_relaxation(const paper_options *options, rg_page *page, rg_error *error) {
  peiret_run *run = malloc(SPLITS * sizeof *run);
  rg_status status = run ? RG_OK : RG_NO_MEMORY;
  if (!status) status = add_splits(options, page, run, error);
  if (!status) judge_splits(options, page, run);
  if (!status) status = add_softness(options, page, run, error);
  free(run);
  return status;
}
