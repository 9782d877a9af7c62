/* Sums of products as if in twice the working precision (Dekker 1971; Ogita, Rump & Oishi 2005,
   Dot2). Needs arithmetic that is neither contracted nor reordered. */
#ifndef RG_COMPENSATED_H
#define RG_COMPENSATED_H

typedef struct rg_sum {
  double high, low;
} rg_sum;

/* s += a, the rounding error kept apart */
static inline void rg_sum_add(rg_sum *s, double a) {
  double t = s->high + a, b = t - s->high;
  s->low += (s->high - (t - b)) + (a - b);
  s->high = t;
}

/* the half of the digits that makes products exact */
static inline double rg_upper_half(double a) {
  double c = 134217729.0 * a; /* 2^27 + 1 */
  return c - (c - a);
}

/* s += a b, both rounding errors kept apart. |a|, |b| below 1e150. */
static inline void rg_sum_add_product(rg_sum *s, double a, double b) {
  double p = a * b, ah = rg_upper_half(a), al = a - ah, bh = rg_upper_half(b), bl = b - bh;
  rg_sum_add(s, p);
  s->low += ((ah * bh - p) + ah * bl + al * bh) + al * bl;
}

static inline double rg_sum_value(const rg_sum *s) { return s->high + s->low; }

#endif
