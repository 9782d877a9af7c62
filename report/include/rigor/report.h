/* Everything of the library rigor_report: plots and pictures, pages, pages that show a motion. It
   stands on the public functions of rigor; a program that only simulates links none of it. */
#ifndef RIGOR_REPORT_H
#define RIGOR_REPORT_H

#include <rigor/page.h>
#include <rigor/plot.h>
#include <rigor/scene.h>

#endif
