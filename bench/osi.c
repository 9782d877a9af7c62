/* Operational-space inertia of four nodes on chains and binary trees of 10 to 3000 links:
   microseconds by recursion, through the factor of M (with and without the time of M itself), and
   by the choice of RG_OSI_AUTO. */
#include <math.h>
#include <rigor/dynamics.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { NODES = 4, MOST = 3000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* links of 0.1 m; chain: each on the one before; binary: two on each */
static rg_model *build(int links, int binary) {
  static rg_spec_body *body[MOST];
  rg_spec *spec = rg_spec_new("bench");
  rg_model *model = NULL;
  for (int i = 0; i < links; i++) {
    rg_pose pose = {{0, binary && i % 2 ? 0.05 : 0, -0.1}, {1, 0, 0, 0}};
    rg_inertial_spec inertial = rg_inertial_spec_default();
    rg_joint_spec joint = rg_joint_spec_default();
    rg_spec_body *parent = i == 0 ? rg_spec_world(spec) : body[binary ? (i - 1) / 2 : i - 1];
    body[i] = rg_spec_add_body(spec, parent, NULL, &pose);
    inertial.pose.pos[2] = -0.05;
    inertial.mass = 0.5;
    inertial.diagonal[0] = inertial.diagonal[1] = 4e-4;
    inertial.diagonal[2] = 1e-4;
    rg_spec_set_inertial(spec, body[i], &inertial);
    joint.axis[0] = i % 2, joint.axis[1] = 1 - i % 2, joint.axis[2] = 0;
    rg_spec_add_joint(spec, body[i], &joint);
  }
  if (rg_spec_compile(spec, &model, NULL) != RG_OK) model = NULL;
  rg_spec_free(spec);
  return model;
}

typedef struct scene {
  rg_model *model;
  rg_data *data;
  rg_osi *osi;
  rg_node node[NODES];
} scene;

/* best of several rounds, microseconds; method -1: rg_mass */
static double measure(scene *s, int method) {
  static double lambda[36 * NODES * NODES];
  double best = HUGE_VAL, first = now();
  for (int round = 0; round < 7 && now() - first < 0.5; round++) {
    int count = 0;
    double start = now(), end;
    do {
      if (method < 0) rg_mass(s->model, s->data);
      else rg_osi_compute(s->osi, s->model, s->data, NODES, s->node, (rg_osi_method)method, lambda);
      count++;
      end = now();
    } while (end - start < 0.01);
    best = fmin(best, 1e6 * (end - start) / count);
  }
  return best;
}

static int run(int links, int binary) {
  scene s = {.model = build(links, binary)};
  if (!s.model) return 1;
  s.data = rg_data_new(s.model);
  s.osi = rg_osi_new(s.model, NODES);
  if (!s.data || !s.osi) return 1;
  for (int i = 0; i < s.model->nq; i++) s.data->qpos[i] = 0.3 * sin(i);
  rg_kinematics(s.model, s.data);
  rg_mass(s.model, s.data);
  for (int k = 0; k < NODES; k++) { /* spread from the middle to the tip */
    s.node[k].body = 1 + (links - 1) * (k + NODES) / (2 * NODES - 1);
    for (int a = 0; a < 3; a++) s.node[k].point[a] = s.data->xpos[3 * s.node[k].body + a] + 0.01;
  }
  double mass = measure(&s, -1), factor = measure(&s, RG_OSI_FACTOR);
  printf("%-7s %6d %12.2f %12.2f %12.2f %12.2f\n", binary ? "binary" : "chain", links,
         measure(&s, RG_OSI_RECURSION), factor, factor + mass, measure(&s, RG_OSI_AUTO));
  rg_osi_free(s.osi);
  rg_data_free(s.data);
  rg_model_free(s.model);
  return 0;
}

int main(void) {
  static const int links[] = {3, 10, 30, 100, 300, 1000, 3000};
  printf("%-7s %6s %12s %12s %12s %12s\n", "tree", "links", "recursion", "factor", "factor+mass",
         "auto");
  for (int binary = 0; binary < 2; binary++)
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
      if (run(links[i], binary)) return 1;
  return 0;
}
