/* slice.c -- the number of elements of a slice (TVM include/tvm/topi/transform.h, GetLength). */
#include <tunip/ext/tir_rules.h>

#include "fold.h"

typedef struct slice {
    tunip_scratch *scratch;
    const tunip_node *step, *extent;
    tunip_node *op; /* T.if_then_else */
    const tunip_node *is_backward;
    const tunip_node *zero, *one;
} slice;

static const tunip_node *less(const slice *s, const tunip_node *a, const tunip_node *b)
{
    return tir_less(s->scratch, a, b);
}

static const tunip_node *fold(const slice *s, tir_fold op, const tunip_node *a, const tunip_node *b)
{
    return a && b ? tir_folded(s->scratch, op, a, b) : NULL;
}

static const tunip_node *choose(const slice *s, const tunip_node *condition, const tunip_node *yes,
                                const tunip_node *no)
{
    return tir_choice(s->scratch, s->op, condition, yes, no);
}

/* Whether both are variables of one name: then TVM takes the index as it is. */
static bool have_one_name(const tunip_node *index, const tunip_node *extent)
{
    const tunip_tir_var *a = TUNIP_AS_A(tunip_tir_var, index);
    const tunip_tir_var *b = TUNIP_AS_A(tunip_tir_var, extent);
    return a && b && tunip_str_equal(tunip_string_value(a->name), tunip_string_value(b->name));
}

/* An index as one that counts from the front, and is not beyond an end. A negative index counts
 * from the end. */
static const tunip_node *canonical(const slice *s, const tunip_node *index)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, index);
    if (have_one_name(index, s->extent)) return index;
    const tunip_node *low =
        choose(s, s->is_backward, fold(s, TIR_FOLD_SUB, s->zero, s->one), s->zero);
    const tunip_node *high =
        choose(s, s->is_backward, fold(s, TIR_FOLD_SUB, s->extent, s->one), s->extent);
    if (!imm || imm->value < 0)
        index = choose(s, less(s, index, s->zero), fold(s, TIR_FOLD_ADD, index, s->extent), index);
    return fold(s, TIR_FOLD_MIN, fold(s, TIR_FOLD_MAX, index, low), high);
}

/* (room + step - 1) // step */
static const tunip_node *steps(const slice *s, const tunip_node *room, const tunip_node *step)
{
    const tunip_node *above = fold(s, TIR_FOLD_SUB, fold(s, TIR_FOLD_ADD, room, step), s->one);
    return fold(s, TIR_FOLD_FLOOR_DIV, above, step);
}

const tunip_node *tunip_tir_slice_size(tunip_scratch *scratch, const tunip_node *begin,
                                       const tunip_node *end, const tunip_node *step,
                                       const tunip_node *extent, unsigned flags)
{
    tunip_dtype dtype = tunip_ir_dtype_of(extent);
    slice s = {.scratch = scratch,
               .step = step,
               .extent = extent,
               .op = tir_choice_op(scratch),
               .zero = tir_new_int(scratch, dtype, 0),
               .one = tir_new_int(scratch, dtype, 1)};
    const tunip_node *size = NULL;
    s.is_backward = s.zero && step ? less(&s, step, s.zero) : NULL;
    if (!s.op || !s.is_backward || !begin || !end || !extent) return NULL;
    if (flags & TUNIP_SLICE_IN_BOUNDS) {
        size = steps(&s, fold(&s, TIR_FOLD_SUB, end, begin), step);
    } else {
        begin = canonical(&s, begin);
        end = canonical(&s, end);
        size = choose(
            &s, s.is_backward,
            steps(&s, fold(&s, TIR_FOLD_SUB, begin, end), fold(&s, TIR_FOLD_SUB, s.zero, step)),
            steps(&s, fold(&s, TIR_FOLD_SUB, end, begin), step));
    }
    return size ? tir_simplify_size(scratch, size, flags & TUNIP_SLICE_OF_SIZES) : NULL;
}
