/* Everything. */
#ifndef RIGOR_H
#define RIGOR_H

#include <rigor/base.h>
#include <rigor/collide.h>
#include <rigor/dynamics.h>
#include <rigor/law.h>
#include <rigor/model.h>
#include <rigor/page.h>
#include <rigor/problem.h>
#include <rigor/record.h>
#include <rigor/report.h>
#include <rigor/seating.h>
#include <rigor/solve.h>
#include <rigor/step.h>
#include <rigor/timing.h>

#endif
