/* The list of experiments. */
#include "experiments.h"

const paper_experiment paper_mylapilli[] = {
    {"mylapilli", "sphere", "Figs. 11 and 12: sphere on a plane, aligned and turned directions",
     mylapilli_sphere},
    {"mylapilli", "pendulum", "Figs. 14-18, Table 1: 12-link pendulum, five solvers",
     mylapilli_pendulum},
    {"mylapilli", "impact", "Sec. 6.2: first impact by three laws of restitution, and 20 s of each",
     mylapilli_impact},
    {"mylapilli", "lambda", "Sec. 3.3.2: penalized against plain Fischer-Burmeister over lambda",
     mylapilli_lambda},
    {"mylapilli", "links", "Sec. 1, 2.4: cost over the number of links, minimal and redundant",
     mylapilli_links},
    {"mylapilli", "contacts",
     "Sec. 2.4.2: cost over links and contacts, and the recursion by itself", mylapilli_contacts},
    {"mylapilli", "flat", "Sec. 2.2.2: the guess 1e20 and the flat function", mylapilli_flat},
    {"mylapilli", "embedding", "Fig. 4: closed chains, closures as rows and embedded",
     mylapilli_embedding},
    {"mylapilli", "setup", "Sec. 7: where set-up is dearer than solve", mylapilli_setup},
    {0}};
