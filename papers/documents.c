/* The documents whose experiments are here, in the order of their reports. */
#include "papers.h"

const paper_document paper_documents[] = {
    {"mylapilli", "Mylapilli & Jain 2017",
     "Complementarity Techniques for Minimal Coordinate Contact Dynamics", paper_mylapilli},
    {"peiret", "Peiret, Kövecses & Font-Llagunes 2017",
     "A Friction Model for Non-Singular Complementarity Formulations for Multibody Systems with "
     "Contacts",
     paper_peiret},
    {"todorov", "Todorov 2010",
     "Implicit Nonlinear Complementarity: A New Approach to Contact Dynamics", paper_todorov},
    {"andreani", "Andreani, Friedlander, Mello & Santos 2002",
     "Complementarity and Equivalent Formulations via Nonlinear Programming: Numerical Results on "
     "Multi-Rigid-Body Contact Problems with Coulomb Friction",
     paper_andreani},
    {"trinkle", "Trinkle 2003-2004", "Lecture notes on complementarity and rigid bodies in contact",
     paper_trinkle},
    {NULL, NULL, NULL, NULL}};
