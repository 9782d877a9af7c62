/* How the place of a contact travels over two surfaces that roll and slide on each other. */
#ifndef RG_ROLLING_H
#define RG_ROLLING_H

#include <rigor/collide.h>

/* Velocity of the place against the material of shape 1 and 2, and rate of the normal against
   shape 2; all in the world's axes, at right angles to the normal. */
typedef struct rg_rolling {
  double place1[3], place2[3], normal[3];
} rg_rolling;

/* `slip`: velocity of the material of shape 1 against that of shape 2 at the place; `spin`: angular
   velocity of shape 1 against shape 2. Shapes as rg_collide left them. */
void rg_contact_rolling(const rg_collider *collider, const rg_contact *contact,
                        const double slip[3], const double spin[3], rg_rolling *rolling);

#endif
