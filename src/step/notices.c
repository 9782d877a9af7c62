/* What steps have to say though they were solved: a set, and the words of the most important one. */
#include "step/sim.h"

#include <stdarg.h>
#include <stdio.h>

const char *rg_notice_text(rg_notice notice) {
  switch (notice) {
  case RG_NOTICE_OVERLAPS:
    return "overlaps contradict each other: no impulses part them, they stay";
  case RG_NOTICE_BOUNCE: return "what should bounce is jammed and does not in this step";
  case RG_NOTICE_LIMITS: return "limits contradict the loops and give way in this step";
  case RG_NOTICE_RULE: return "the step went by euler";
  case RG_NOTICE_HALVED: return "halved";
  case RG_NOTICE_CORNERS: return "at corners no face is consistent";
  case RG_NOTICE_POSITIONS: return "positions are off after their projection";
  case RG_NOTICE_EXPLICIT:
    return "explicit Euler: positions moved with the old velocity, contacts come a step late";
  case RG_NOTICE_SPLIT:
    return "the solver left something out: the split, or rows that are rounding";
  default: return "";
  }
}

void rg_sim_note(rg_sim *sim, rg_notice notice, const char *format, ...) {
  rg_step_report *r = &sim->report;
  va_list arguments;
  r->notices |= (unsigned)notice;
  if (r->reason[0] && (r->notice == RG_NOTICE_NONE || r->notice <= notice)) return;
  r->notice = notice;
  va_start(arguments, format);
  vsnprintf(r->reason, sizeof r->reason, format, arguments);
  va_end(arguments);
}
