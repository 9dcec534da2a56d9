/* chain.c -- comparisons: `a < b < c` is `a < b and b < c`, and both uses of b are one Doc. */
#include "parse.h"

static const tunip_doc *new_binary(tn_py *p, tunip_operator op, uint32_t begin,
                                   const tunip_doc *left, const tunip_doc *right)
{
    const tunip_doc *const operands[] = {left, right};
    return tn_py_new_operation(p, op, begin, TUNIP_LEN(operands), operands);
}

/* The operator of a comparison, which may be two tokens. */
static tunip_operator parse_comparison_operator(tn_py *p)
{
    tunip_operator op = tn_py_operator(p->kind);
    tn_py_advance(p);
    if (op == TUNIP_OP_IS && tn_py_accept(p, PY_NOT)) return TUNIP_OP_IS_NOT;
    if (op == TUNIP_OP_NOT_IN) tn_py_expect(p, PY_IN, "'in' after 'not'");
    return op;
}

/* Counts the use of the operand from `middle` on in a second comparison of a chain; `before` is the
 * count before the operand. Chains inside of it are repeated, too: 0 < (0 < (0 < a < 1) < 1) < 1
 * uses `a` eight times, and a few lines of such text would be read for hours. */
static void repeat_operand(tn_py *p, uint32_t begin, uint32_t middle, size_t before)
{
    enum { MOST = 1 << 10, MOST_TIMES = 16 };
    size_t size = p->previous_end - middle + (p->repeated - before);
    p->repeated += size;
    if (size <= MOST + MOST_TIMES * (size_t)(p->previous_end - middle)) return;
    tn_py_unsupported(p, begin, "chains of comparisons that are nested so deeply");
}

const tunip_doc *tn_py_parse_comparison(tn_py *p, uint32_t begin, const tunip_doc *left)
{
    const tunip_doc *all = NULL;
    for (uint32_t from = begin; tn_py_is_comparison(p->kind);) {
        tunip_operator op = parse_comparison_operator(p);
        uint32_t middle = tn_py_at(p);
        size_t before = p->repeated;
        const tunip_doc *right = tn_py_parse_expr(p, BIND_COMPARE + 1);
        const tunip_doc *one = new_binary(p, op, from, left, right);
        if (tn_py_is_comparison(p->kind)) repeat_operand(p, begin, middle, before);
        all = all ? new_binary(p, TUNIP_OP_AND, begin, all, one) : one;
        left = right;
        from = middle;
    }
    return all;
}
