/* ops.c -- looking up how an operator prints. */
#include "ops.h"

#include <tunip/ir.h>

/* Sorted by name. */
static const tir_op_style styles[] = {
#define X(name, script_name, place) {name, script_name, TIR_DTYPE_##place},
#include "ops.def"
#undef X
};

const tir_op_style *tir_op_find(tunip_str name)
{
    return IR_FIND_ROW(name, styles);
}
