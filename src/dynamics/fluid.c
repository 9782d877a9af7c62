/* Forces of the medium on a geom that counts as an ellipsoid (MuJoCo's documentation, chapter Computation,
   "Ellipsoidal fluid model"). With semi-axes a, velocity v against the wind and spin w in the frame of the
   geom, p = density V mass_i v_i and h = density inertia_i w_i of the fluid that moves along:

       added mass   f = p x w,   n = p x v + h x w
       Magnus       f = c_M density V w x v
       Kutta        f = c_K density cos(alpha) A (m x v) x v,    m_i = (a_j a_k)^2 v_i
       drag         f = -(3 pi D viscosity + density |v| (c_b A + c_s (A_max - A))) v
                    n = -(pi D^3 viscosity + density |k|) w,     k_i = (c_a I_i + c_s (I_max - I_i)) w_i

   A is the area of the shadow along v, D the mean diameter, I_i = 8/15 pi a_i max(a_j, a_k)^4. */
#include "dynamics/fluid.h"

#include "math/spatial.h"
#include "math/vector.h"

#include <assert.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static double square(double x) { return x * x; }

void rg_geom_semiaxes(const rg_model *model, int geom, double a[3]) {
  assert(geom >= 0 && geom < model->ngeom);
  const double *s = model->geom_size + 3 * geom;
  rg_v3_copy(a, s);
  switch (model->geom_type[geom]) {
  case RG_GEOM_SPHERE: rg_v3_set(a, s[0], s[0], s[0]); break;
  case RG_GEOM_CAPSULE: rg_v3_set(a, s[0], s[0], s[0] + s[1]); break;
  case RG_GEOM_CYLINDER: rg_v3_set(a, s[0], s[0], s[1]); break;
  default: break;
  }
}

/* block (row, column) of a 6x6 += s [x]x */
static void add_cross(double S[36], int row, int column, double s, const double x[3]) {
  double C[9];
  rg_mat3_cross(C, x);
  for (int i = 0; i < 9; i++) S[6 * (3 * row + i / 3) + 3 * column + i % 3] += s * C[i];
}

/* the fluid that moves along: p x w; p x v + h x w */
static void add_added_mass(const double *fluid, double density, const double w[3],
                           const double v[3], double S[36]) {
  double p[3], h[3];
  for (int k = 0; k < 3; k++) {
    p[k] = density * fluid[6 + k] * v[k];
    h[k] = density * fluid[9 + k] * w[k];
  }
  add_cross(S, 1, 0, 1, p);
  add_cross(S, 0, 1, 1, p);
  add_cross(S, 0, 0, 1, h);
}

/* lift by spin and by circulation; returns the area of the shadow */
static double add_lift(const double *fluid, double density, const double a[3], const double w[3],
                       const double v[3], double S[36]) {
  double m[3], c[3], numerator = 0, denominator = 0;
  for (int k = 0; k < 3; k++) {
    double area = a[(k + 1) % 3] * a[(k + 2) % 3];
    m[k] = square(area) * v[k];
    numerator += square(area * v[k]);
    denominator += square(m[k]);
  }
  double size = rg_v3_norm(v) * denominator, shadow = 0, cosine = 0;
  if (numerator > 0) shadow = PI * sqrt(denominator / numerator); /* whatever the units */
  if (size > 0) cosine = numerator / size;
  add_cross(S, 1, 1, fluid[5] * density * 4 / 3 * PI * a[0] * a[1] * a[2], w);
  rg_v3_cross(c, m, v);
  add_cross(S, 1, 1, fluid[4] * density * cosine * shadow, c);
  return shadow;
}

/* force -(slow + fast |k|) x, and how it grows with x along itself: (slow + fast |k|) E + fast |k| x x' / x'x */
static void set_drag(double slow, double fast, const double x[3], double force[3],
                     double grows[9]) {
  double square = rg_v3_dot(x, x), along = square > 0 ? fast / square : 0;
  rg_v3_scale(force, -(slow + fast), x);
  for (int i = 0; i < 9; i++) grows[i] = (i % 4 ? 0 : slow + fast) + along * x[i / 3] * x[i % 3];
}

static void add_drag(const double *fluid, const rg_model_option *option, const double a[3],
                     double shadow, const double w[3], const double v[3], rg_fluid_parts *parts) {
  double most = fmax(a[0], fmax(a[1], a[2])), least = fmin(a[0], fmin(a[1], a[2]));
  double middle = a[0] + a[1] + a[2] - most - least, diameter = 2.0 / 3 * (a[0] + a[1] + a[2]);
  double largest = 8.0 / 15 * PI * middle * square(square(most)), k[3];
  for (int i = 0; i < 3; i++) {
    double across = fmax(a[(i + 1) % 3], a[(i + 2) % 3]);
    double own = 8.0 / 15 * PI * a[i] * square(square(across));
    k[i] = w[i] * (fluid[3] * own + fluid[2] * (largest - own));
  }
  double slow = 3 * PI * diameter * option->viscosity, turning = PI * diameter * square(diameter);
  double fast = fluid[1] * shadow + fluid[2] * (PI * most * middle - shadow);
  set_drag(slow, option->density * rg_v3_norm(v) * fast, v, parts->f, parts->moving);
  set_drag(turning * option->viscosity, option->density * rg_v3_norm(k), w, parts->n,
           parts->turning);
}

static void scale(int n, double s, double *x) {
  for (int i = 0; i < n; i++) x[i] *= s;
}

void rg_fluid_split(const rg_model *model, int geom, const double w[3], const double v[3],
                    rg_fluid_parts *parts) {
  const double *fluid = model->geom_fluid + 12 * geom;
  double a[3];
  rg_geom_semiaxes(model, geom, a);
  memset(parts, 0, sizeof *parts);
  add_added_mass(fluid, model->option.density, w, v, parts->lift);
  double shadow = add_lift(fluid, model->option.density, a, w, v, parts->lift);
  add_drag(fluid, &model->option, a, shadow, w, v, parts);
  scale(36, fluid[0], parts->lift);
  scale(3, fluid[0], parts->n), scale(3, fluid[0], parts->f);
  scale(9, fluid[0], parts->turning), scale(9, fluid[0], parts->moving);
}
