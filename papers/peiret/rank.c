/* The rank statements of Peiret et al. 2017: the pyramid of Anitescu & Potra gives a singular lead
   matrix, phantom inertia (Eq. 10-11) a regular one "if the contact forces are not redundant",
   relaxation (Eq. 39-40) where they are; and how small rho may be. */
#include "../claims.h"
#include "numbers.h"
#include "peiret.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct rank_case {
  const char *name;
  peiret_form form;
  int contacts, axes;
  double rho, dt;
  int reduced;
  int independent; /* rank of an independent computation, 0: none */
} rank_case;

static const rank_case cases[] = {
    {"Anitescu-Potra, one contact", PEIRET_FORM_PYRAMID, 1, 2, 0, 0, 0, 0},
    {"Anitescu-Potra, one contact, 4 axes", PEIRET_FORM_PYRAMID, 1, 4, 0, 0, 0, 0},
    {"Anitescu-Potra, four contacts", PEIRET_FORM_PYRAMID, 4, 2, 0, 0, 0, 0},
    {"Anitescu-Potra, four contacts, relaxed", PEIRET_FORM_PYRAMID, 4, 2, 0, 1e-3, 0, 0},
    {"box, one contact", PEIRET_FORM_BOX, 1, 2, 0, 0, 0, 0},
    {"box, four contacts", PEIRET_FORM_BOX, 4, 2, 0, 0, 0, 0},
    {"box, four contacts, relaxed", PEIRET_FORM_BOX, 4, 2, 0, 1e-3, 0, 0},
    {"new model, one contact, rho = 0", PEIRET_FORM_NEW, 1, 2, 0, 0, 0, 11},
    {"new model, one contact", PEIRET_FORM_NEW, 1, 2, 1, 0, 0, 13},
    {"new model, one contact, 4 axes", PEIRET_FORM_NEW, 1, 4, 1, 0, 0, 0},
    {"new model, four contacts, rho = 0", PEIRET_FORM_NEW, 4, 2, 0, 0, 0, 26},
    {"new model, four contacts", PEIRET_FORM_NEW, 4, 2, 1, 0, 0, 33},
    {"new model, four contacts, relaxed", PEIRET_FORM_NEW, 4, 2, 1, 1e-3, 0, 34},
    {"new model, four contacts, relaxed, 4 axes", PEIRET_FORM_NEW, 4, 4, 1, 1e-3, 0, 0},
    {"the same, 2 axes, LCP, rho = 0", PEIRET_FORM_NEW, 4, 2, 0, 1e-3, 1, 12},
    {"the same, 2 axes, LCP", PEIRET_FORM_NEW, 4, 2, 1, 1e-3, 1, 20}};

static int rank_of(const rank_case *c, int *size) {
  peiret_matrix m;
  peiret_lead_matrix(c->form, c->contacts, c->axes, c->rho, c->dt, c->reduced, &m);
  *size = m.n;
  return peiret_rank(&m, NULL);
}

static void add_ranks(rg_page *page) {
  rg_page_table(page,
                "Rank of the lead matrix (2 axes where nothing is said, rho = 1 kg, relaxation of "
                "Table 1 at 1 ms)",
                "formulation|size|rank|missing|independent");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    int size, rank = rank_of(&cases[k], &size);
    char independent[16] = "";
    if (cases[k].independent) snprintf(independent, sizeof independent, "%d", cases[k].independent);
    rg_page_row(page, "%s|%d|%d|%d|%s", cases[k].name, size, rank, size - rank, independent);
  }
}

static int missing(peiret_form form, int contacts, double rho, double dt) {
  rank_case c = {"", form, contacts, 2, rho, dt, 0, 0};
  int size, rank = rank_of(&c, &size);
  return size - rank;
}

static void judge_ranks(const paper_options *options, rg_page *page) {
  int pyramid = missing(PEIRET_FORM_PYRAMID, 1, 0, 0), without = missing(PEIRET_FORM_NEW, 1, 0, 0);
  int with = missing(PEIRET_FORM_NEW, 1, 1, 0), four = missing(PEIRET_FORM_NEW, 4, 1, 0);
  int relaxed = missing(PEIRET_FORM_NEW, 4, 1, 1e-3);
  int sizes[2], box = missing(PEIRET_FORM_BOX, 1, 0, 0);
  const rank_case one[2] = {{"", PEIRET_FORM_PYRAMID, 1, 2, 0, 0, 0, 0},
                            {"", PEIRET_FORM_NEW, 1, 2, 1, 0, 0, 0}};
  for (int k = 0; k < 2; k++) rank_of(&one[k], &sizes[k]);
  paper_find(options, page, "peiret", "page 1, rank",
             pyramid && without && !box ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Pyramids make the matrix rank-deficient where nothing is redundant: one contact "
             "lacks %d with forces along the directions, %d with velocities (rho = 0); the box, "
             "which has no more directions than the plane, lacks %d.",
             pyramid, without, box);
  paper_figure(options, "one contact lacks %d and %d; box %d", pyramid, without, box);
  paper_find(options, page, "peiret", "page 1, size",
             abs(sizes[0] - sizes[1]) <= 1 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The problem is of a very similar size in both cases: %d rows for one contact with "
             "discrete forces (Anitescu-Potra), %d with discrete accelerations.",
             sizes[0], sizes[1]);
  paper_figure(options, "%d and %d rows, one contact", sizes[0], sizes[1]);
  paper_find(options, page, "peiret", "Eq. 35",
             pyramid && without && !with ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Phantom inertia makes the matrix of a contact regular: %d missing without it "
             "(Anitescu-Potra: %d), %d with it.",
             without, pyramid, with);
  paper_figure(options, "%d missing without it, %d with it", without, with);
  paper_find(options, page, "peiret", "Eq. 39",
             four && !relaxed ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Redundant forces need relaxation: the four vertices of the paper's own cube "
             "leave %d of 34 missing, with the springs of Table 1 %d.",
             four, relaxed);
  paper_figure(options, "%d missing, with springs %d", four, relaxed);
}

/* smallest over largest singular value, over rho */
static void add_plot(rg_page *page, int quick) {
  static const double dts[] = {1e-3, 1e-2};
  rg_plot *plot = rg_plot_new("Condition of the lead matrix of the relaxed cube", "rho [kg]",
                              "smallest / largest singular value");
  rg_plot_log(plot, 1, 1);
  for (int k = 0; k < 4; k++) {
    double rho[57], ratio[57];
    char name[64];
    int count = 0;
    for (int i = 0; i <= 56; i += quick ? 8 : 2, count++) {
      peiret_matrix m;
      rho[count] = pow(10, 2 - i / 4.0);
      peiret_lead_matrix(PEIRET_FORM_NEW, 4, 2, rho[count], dts[k / 2], k % 2, &m);
      peiret_rank(&m, &ratio[count]);
    }
    snprintf(name, sizeof name, "%s, %g ms", k % 2 ? "LCP" : "full", dts[k / 2] * 1e3);
    rg_plot_series(plot, name, RG_SERIES_LINE, count, rho, ratio);
  }
  rg_plot_mark_y(plot, 34 * DBL_EPSILON, "34 eps");
  rg_plot_mark_x(plot, peiret_smallest_phantom, "the paper's limit");
  rg_page_plot(page, plot);
}

static void judge_smallest(const paper_options *options, rg_page *page) {
  static const double dts[] = {1e-3, 1e-2};
  static const double independent[2][2] = {{1e-8, 3e-7}, {1e-7, 5e-4}};
  double rho[2][2];
  rg_page_table(
      page,
      "Smallest rho with full numerical rank [kg] (singular values above n eps of the largest)",
      "dt [ms]|full matrix|independent|LCP|independent");
  for (int k = 0; k < 2; k++) {
    for (int r = 0; r < 2; r++) rho[k][r] = peiret_smallest_rho(dts[k], r);
    rg_page_row(page, "%g|%.1e|%.0e|%.1e|%.0e", dts[k] * 1e3, rho[k][0], independent[k][0],
                rho[k][1], independent[k][1]);
  }
  double off = fabs(log10(rho[0][0] / peiret_smallest_phantom));
  paper_find(options, page, "peiret", "page 7, 1e-8",
             off < 0.5 ? RG_VERDICT_IN_PART : RG_VERDICT_NOT_CONFIRMED,
             "The LCP becomes rank-deficient for rho < 1e-8 kg: that is the figure of the "
             "full matrix at 1 ms (%.1e); the LCP itself needs %.1e, "
             "and %.1e at 10 ms.",
             rho[0][0], rho[0][1], rho[1][1]);
  paper_figure(options, "%.1e kg; the LCP %.1e, at 10 ms %.1e", rho[0][0], rho[0][1], rho[1][1]);
}

rg_status peiret_ranks(const paper_options *options, rg_page *page, rg_error *error) {
  (void)error;
  rg_page_text(page, "The matrices are written down from the equations, with the velocities kept "
                     "(Eq. 35) or eliminated (LCP), and "
                     "their singular values counted.");
  add_ranks(page);
  judge_ranks(options, page);
  add_plot(page, options->quick);
  judge_smallest(options, page);
  return RG_OK;
}
