/* The scenes of `rigor bench` and their marks. Marks: MuJoCo 3.12.1 (clang -O3 -march=native,
   elliptic cone) on the machine where they were set; references: MuJoCo 2.2.2 as Debian has it
   on the same machine. */
#include "bench.h"

#include <string.h>

#define NEWTON_ELLIPTIC  "mujoco:newton-elliptic"
#define NEWTON_PYRAMIDAL "mujoco:newton-pyramidal"

const bench_scene bench_scenes[] = {
    {.name = "pendulum-pin",
     .title = "pendulum of 12 links on hinges against floor and wall",
     .file = "pend12_pin.xml",
     .key = "init",
     .steps = 20000,
     .quick_steps = 2000,
     .mark = {125000, 113000, "MuJoCo 3.12.1"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL}},
    {.name = "pendulum-ball",
     .title = "pendulum of 12 links on ball joints",
     .file = "pend12_ball.xml",
     .key = "init",
     .steps = 20000,
     .quick_steps = 1000,
     .mark = {40800, 30000, "MuJoCo 3.12.1"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL}},
    {.name = "humanoid",
     .title = "humanoid that falls on the floor",
     .file = "models/mujoco/humanoid/humanoid.xml",
     .from_data = 1,
     .steps = 2000,
     .quick_steps = 300,
     .mark = {41400, 33000, "MuJoCo 3.12.1"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL}},
    {.name = "quadruped",
     .title = "quadruped of 18 velocities on four point feet",
     .file = "quadruped.xml",
     .key = "stand",
     .steps = 5000,
     .quick_steps = 500,
     .mark = {1e6 / 15, 0, "15 us a step; RaiSim reports under 20"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL}},
    {.name = "tower",
     .title = "ten towers of ten boxes",
     .file = "box_tower100.xml",
     .steps = 500,
     .quick_steps = 50,
     .mark = {3020, 0, "MuJoCo 3.12.1"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL, "ode:quick"}},
    {.name = "wall",
     .title = "brick wall of 100 boxes",
     .file = "box_wall100.xml",
     .steps = 300,
     .quick_steps = 20,
     .mark = {535, 0, "MuJoCo 3.12.1"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL, "ode:quick"}},
    {.name = "pile",
     .title = "random pile of 100 boxes, certificate 1e-6",
     .file = "box_pile100.xml",
     .tol = 1e-6,
     .steps = 2000,
     .quick_steps = 100,
     .seconds = 60,
     .mark = {600, 56, "beyond MuJoCo 3.12.1 (155, pyramidal 557)"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL, "ode:quick"}},
    {.name = "humanoids22",
     .title = "22 humanoids that fall on the floor",
     .file = "models/mujoco/humanoid/22_humanoids.xml",
     .from_data = 1,
     .steps = 400,
     .quick_steps = 40,
     .mark = {1510, 0, "MuJoCo 3.12.1"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL}},
    {.name = "humanoids100",
     .title = "100 humanoids that fall on each other",
     .file = "models/mujoco/humanoid/100_humanoids.xml",
     .from_data = 1,
     .steps = 300,
     .quick_steps = 20,
     .mark = {231, 0, "MuJoCo 3.12.1"},
     .peers = {NEWTON_ELLIPTIC, NEWTON_PYRAMIDAL}},
    {.name = "spheres1000",
     .title = "1,000 spheres in a box, certificate 1e-6",
     .file = "spheres1000.xml",
     .tol = 1e-6,
     .steps = 300,
     .quick_steps = 30,
     .seconds = 90,
     .mark = {66, 0, "MuJoCo 3.12.1 with CG; with Newton 0.07"},
     .peers = {"mujoco:cg-elliptic", "ode:quick"}},
    {0}};

int bench_scene_count(void) {
  int count = 0;
  while (bench_scenes[count].name) count++;
  return count;
}

const bench_scene *bench_find_scene(const char *name) {
  for (const bench_scene *s = bench_scenes; s->name; s++)
    if (strcmp(s->name, name) == 0) return s;
  return NULL;
}
