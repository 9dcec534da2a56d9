/* var.h -- the call that makes a variable. */
#ifndef TIR_VAR_H
#define TIR_VAR_H

#include "docs.h"

/* T.int32(), T.handle("float32"), ...; `path` is the variable's, which may be NULL. */
const tunip_doc *tir_var_creation(tunip_docsifier *d, const tir_var *var, const tunip_path *path);

#endif
