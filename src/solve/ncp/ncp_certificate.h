/* How far a point is from solving a mixed complementarity problem. Shares nothing with any solver. */
#ifndef RG_NCP_CERTIFICATE_H
#define RG_NCP_CERTIFICATE_H

#include <rigor/ncp.h>

/* mid(lower, 0, upper), where F measures what a residual is relative to */
void rg_ncp_nearest_to_zero(const rg_ncp *problem, double *z);
/* ||F||; 0 where it is not finite */
double rg_ncp_size(int n, const double *F);
/* of z and its F, all but NaN; `reference` > 0 */
rg_ncp_certificate rg_ncp_certificate_of(const rg_ncp *problem, const double *z, const double *F,
                                         double reference);

#endif
