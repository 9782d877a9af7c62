/* Everything but reports: rigor/report.h. */
#ifndef RIGOR_H
#define RIGOR_H

#include <rigor/acceleration.h>
#include <rigor/base.h>
#include <rigor/collide.h>
#include <rigor/contact.h>
#include <rigor/dynamics.h>
#include <rigor/file.h>
#include <rigor/law.h>
#include <rigor/looks.h>
#include <rigor/model.h>
#include <rigor/ncp.h>
#include <rigor/problem.h>
#include <rigor/record.h>
#include <rigor/seating.h>
#include <rigor/solve.h>
#include <rigor/step.h>
#include <rigor/timing.h>

#endif
