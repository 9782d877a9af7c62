/* Answers to a problem that somebody else wrote down. */
#ifndef RIGOR_SOLUTION_H
#define RIGOR_SOLUTION_H

#include "commands.h"

/* Impulses (n of the problem) from the file, in any of the forms that 'rigor help certify' names; path NULL: those that the
   problem itself holds. */
rg_status read_solution(const char *path, const rg_problem *problem, double *impulse,
                        rg_error *error);

#endif
