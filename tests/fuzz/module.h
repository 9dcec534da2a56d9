/* module.h -- a fixed module for targets that read paths. */
#ifndef FUZZ_MODULE_H
#define FUZZ_MODULE_H

#include "fuzz.h"

/* Made once. */
const tunip_node *fuzz_module(void);
/* The module printed by the python backend, with a source map. */
const tunip_printed *fuzz_module_printed(void);

#endif
