/* Actuators with a state of their own, and the forces of muscles (MuJoCo's documentation, chapter
   Computation, "Actuation model", and chapter Modeling, "Muscles").

       integrator   act' = ctrl
       filter       act' = (ctrl - act) / tau
       muscle       act' = (ctrl - act) / tau(ctrl, act), both within [0, 1]
                    tau = t_1 (0.5 + 1.5 act) while it rises, t_2 / (0.5 + 1.5 act) while it falls

   The control is constant within a step, so that the first two have their exact solutions; the third takes
   the rule of the midpoint.

       force = gain act + bias,     gain -F FL(L) FV(V),   bias -F FP(L) */
#include "dynamics/work.h"

#include <assert.h>

static double clamp(double x, double low, double high) {
  return x < low ? low : x > high ? high : x;
}

/* from 0 to 1 with flat ends: 6 x^5 - 15 x^4 + 10 x^3 */
static double smooth(double x) {
  x = clamp(x, 0, 1);
  return x * x * x * (x * (6 * x - 15) + 10);
}

static double muscle_rate(const double prm[3], double ctrl, double act) {
  double change = clamp(ctrl, 0, 1) - act, level = 0.5 + 1.5 * clamp(act, 0, 1);
  double rise = prm[0] * level, fall = prm[1] / level;
  double tau = prm[2] < RG_TINY ? (change > 0 ? rise : fall)
                                : fall + (rise - fall) * smooth(change / prm[2] + 0.5);
  return change / fmax(tau, RG_TINY);
}

double rg_act_rate(const rg_model *model, int a, double ctrl, double act) {
  const double *prm = model->actuator_dynprm + 3 * a;
  switch (model->actuator_dyntype[a]) {
  case RG_ACT_INTEGRATOR: return ctrl;
  case RG_ACT_FILTER: return (ctrl - act) / fmax(prm[0], RG_TINY);
  case RG_ACT_MUSCLE: return muscle_rate(prm, ctrl, act);
  default: return 0;
  }
}

double rg_act_after(const rg_model *model, int a, double ctrl, double act, double h) {
  assert(h >= 0);
  const double *prm = model->actuator_dynprm + 3 * a;
  switch (model->actuator_dyntype[a]) {
  case RG_ACT_INTEGRATOR: act += h * ctrl; break;
  case RG_ACT_FILTER: act = ctrl + (act - ctrl) * exp(-h / fmax(prm[0], RG_TINY)); break;
  case RG_ACT_MUSCLE: {
    double middle = act + 0.5 * h * muscle_rate(prm, ctrl, act);
    act += h * muscle_rate(prm, ctrl, middle);
    break;
  }
  default: break;
  }
  const double *range = model->actuator_actrange + 2 * a;
  return model->actuator_actlimited[a] ? clamp(act, range[0], range[1]) : act;
}

double rg_clamped_ctrl(const rg_model *model, const rg_data *data, int a) {
  const double *range = model->actuator_ctrlrange + 2 * a;
  return model->actuator_ctrllimited[a] ? clamp(data->ctrl[a], range[0], range[1]) : data->ctrl[a];
}

void rg_advance_activations(const rg_model *model, rg_data *data, double h) {
  for (int a = 0; a < model->nactuator; a++) {
    int i = model->actuator_act[a];
    if (i >= 0)
      data->act[i] = rg_act_after(model, a, rg_clamped_ctrl(model, data, a), data->act[i], h);
  }
}

/* --- muscles: prm = range (2), force, scale, lmin, lmax, vmax, fpmax, fvmax ------------------------ */

/* length in units of the optimum, which is returned */
static double muscle_length(const rg_model *model, int a, const double *prm, double *length) {
  const double *range = model->actuator_lengthrange + 2 * a;
  double optimum = fmax((range[1] - range[0]) / fmax(prm[1] - prm[0], RG_TINY), RG_TINY);
  *length = prm[0] + (*length - range[0]) / optimum;
  return optimum;
}

/* active force over length: parabolas from 0 at lmin over 1 at the optimum to 0 at lmax */
static double over_length(double L, double lmin, double lmax) {
  if (L < lmin || L > lmax) return 0;
  double end = L <= 1 ? lmin : lmax, middle = 0.5 * (1 + end);
  int outer = L <= 1 ? L <= middle : L > middle;
  double x = outer ? (L - end) / (middle - end) : (1 - L) / (1 - middle);
  if (!isfinite(x)) return outer ? 0 : 1;
  return outer ? 0.5 * x * x : 1 - 0.5 * x * x;
}

/* active force over velocity, lengthening counts as positive */
static double over_velocity(double V, double fvmax) {
  double y = fvmax - 1;
  if (V <= -1) return 0;
  if (V <= 0) return (V + 1) * (V + 1);
  if (V <= y) return fvmax - (y - V) * (y - V) / fmax(y, RG_TINY);
  return fvmax;
}

static double over_velocity_rate(double V, double fvmax) {
  double y = fvmax - 1;
  if (V <= -1) return 0;
  if (V <= 0) return 2 * (V + 1);
  return V <= y ? 2 * (y - V) / fmax(y, RG_TINY) : 0;
}

double rg_muscle_gain(const rg_model *model, int a, double length, double velocity) {
  const double *prm = model->actuator_gainprm + 9 * a;
  double optimum = muscle_length(model, a, prm, &length);
  double V = velocity / fmax(optimum * prm[6], RG_TINY);
  return -prm[2] * over_length(length, prm[4], prm[5]) * over_velocity(V, prm[8]);
}

double rg_muscle_gain_rate(const rg_model *model, int a, double length, double velocity) {
  const double *prm = model->actuator_gainprm + 9 * a;
  double optimum = muscle_length(model, a, prm, &length);
  double unit = fmax(optimum * prm[6], RG_TINY);
  return -prm[2] * over_length(length, prm[4], prm[5]) *
         over_velocity_rate(velocity / unit, prm[8]) / unit;
}

/* passive force: a parabola above the optimum, a line beyond half of what is left to lmax */
double rg_muscle_bias(const rg_model *model, int a, double length) {
  const double *prm = model->actuator_biasprm + 9 * a;
  double middle = 0.5 * (1 + prm[5]);
  muscle_length(model, a, prm, &length);
  if (length <= 1) return 0;
  double width = fmax(middle - 1, RG_TINY);
  if (length > middle) return -prm[2] * prm[7] * (0.5 + (length - middle) / width);
  double x = (length - 1) / width;
  return -prm[2] * prm[7] * 0.5 * x * x;
}
