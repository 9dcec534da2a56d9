/* refuse.h -- checks of calls, which the rows of ops.def name. A check complains of what TVM
 * refuses when it infers the struct info of the call. */
#ifndef RELAX_READ_REFUSE_H
#define RELAX_READ_REFUSE_H

#include "../infer/infer.h"
#include "../ops.h"
#include "read.h"

/* A call being checked. */
typedef struct relax_check {
    tunip_elaborator *e;
    const tunip_relax_call *call;
    const tunip_doc *doc;
    const char *op; /* without "relax." */
} relax_check;

/* A dimension that is a number; -1 for another one. */
static inline int64_t relax_size_at(const tunip_array *dims, size_t index)
{
    const tunip_ir_int_imm *imm =
        dims && index < dims->count ? TUNIP_AS(tunip_ir_int_imm, dims->items[index]) : NULL;
    return imm ? imm->value : -1;
}

/* ---- messages (refusal.c) ---- */

/* The place for a complaint. Notes that the call is refused, so that nothing else is said of it. */
const tunip_doc *relax_refuse(const relax_check *c);
/* "the text: a and b" */
void relax_refuse_sizes(const relax_check *c, const char *text, int64_t a, int64_t b);
void relax_refuse_dtypes(const relax_check *c, const char *text, tunip_dtype a, tunip_dtype b);

/* ---- shapes that do not broadcast, axes out of range (refuse_shape.c) ---- */

/* Whether arguments 1 and 2 broadcast. */
void relax_check_pair_shape(const relax_check *c);
/* The condition and both values of a choice. */
void relax_check_choice_shape(const relax_check *c);
/* The dimensions of two matrices before the last two. False unless they are known to broadcast. */
bool relax_check_batches(const relax_check *c);
/* The attribute `axis` or `axes` counts the dimensions of argument 1. */
void relax_check_axis(const relax_check *c);
void relax_check_expanded(const relax_check *c);
void relax_check_permuted(const relax_check *c);
void relax_check_split(const relax_check *c);
void relax_check_taken(const relax_check *c);
void relax_check_joined(const relax_check *c);
/* A tensor has as many dimensions as its layout, the attribute `attr`. False after a complaint. */
bool relax_check_layout(const relax_check *c, size_t index, const char *attr);

/* ---- what the rows of ops.def name (refuse.c) ---- */

void relax_check_arith(const relax_check *c);
void relax_check_broadcast(const relax_check *c);
void relax_check_choice(const relax_check *c);
void relax_check_conv(const relax_check *c);
void relax_check_float(const relax_check *c);
void relax_check_indices(const relax_check *c);
void relax_check_inplace(const relax_check *c);
void relax_check_matmul(const relax_check *c);
void relax_check_norm(const relax_check *c);
void relax_check_padding(const relax_check *c);
void relax_check_pool(const relax_check *c);
void relax_check_reduction(const relax_check *c);
void relax_check_reshape(const relax_check *c);
void relax_check_softmax(const relax_check *c);
void relax_check_topk(const relax_check *c);
void relax_check_view(const relax_check *c);

#endif
