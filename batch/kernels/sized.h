/* The parts of a step, for one size of room. */
#include "kernels/room.h"

#include "kernels/motion.h"

#include "kernels/rows.h"

#include "kernels/solve.h"

#include "kernels/certify.h"
#include "kernels/step.h"
