/* A chain of links with hinges, floating, that stands on a few feet: the number of contacts does
   not depend on the number of links. */
#ifndef PAPERS_MYLAPILLI_CHAIN_H
#define PAPERS_MYLAPILLI_CHAIN_H

#include "papers.h"

/* Links of 10 cm and 1 kg, hinges about y and z in turn, `feet` spheres of 5 cm spread over it on a
   floor of mu 0.5. Only feet and floor collide. */
rg_status chain_model(rg_model **model, int links, int feet, rg_error *error);

#endif
