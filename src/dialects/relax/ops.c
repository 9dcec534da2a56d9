/* ops.c -- the table of the operators, made of the rows of ops.def. It has no functions, so that
 * all that its rows name may use it. */
#include "ops.h"

#include "infer/infer.h"
#include "print/print.h"
#include "read/read.h"

/* clang-format off */
#define ARG(at, type) {(at), &tunip_##type##_type}
#define X(op, since_, word, params_, ...)                                                          \
    {.name = op, .since = since_, .read = #word, .params = params_, __VA_ARGS__},

const relax_op relax_ops[] = {
#include "ops.def"
};
/* clang-format on */

const size_t relax_op_count = TUNIP_LEN(relax_ops);
