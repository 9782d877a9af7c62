/* Which model a checkpoint belongs to. */
#ifndef RG_FINGERPRINT_H
#define RG_FINGERPRINT_H

#include <rigor/model.h>

/* 16 hexadecimal digits over sizes, tree, masses, shapes, links and actuators; names, colours and
   settings do not count. */
void rg_fingerprint(const rg_model *model, char text[17]);

#endif
