/* roofline.h -- costs from the operations and the memory traffic of a function. */
#ifndef COLLAGE_ROOFLINE_H
#define COLLAGE_ROOFLINE_H

#include "functions.h"

typedef struct cg_machine {
    double flops;     /* floating point operations in a second */
    double bandwidth; /* bytes of memory in a second */
    double launch;    /* seconds to start a function */
} cg_machine;

/* Typical values for a kind of target: 0.1 TFLOP/s and 20 GB/s for a processor ("llvm", "c"), 10
 * TFLOP/s and 500 GB/s for the others. */
cg_machine cg_machine_default(tunip_str kind);

/* The work of a function: floating point operations, and the bytes of its parameters and results;
 * values inside of it stay in registers. */
typedef struct cg_work {
    double flops;
    double bytes;
} cg_work;

bool cg_work_of(const tunip_relay_function *function, cg_work *out);

/* The longer of computing and moving data, and the launch. */
double cg_roofline(const cg_machine *machine, const cg_work *work);

#endif
