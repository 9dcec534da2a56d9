/* chain.c -- chains of comparisons: `a < b < c` is `a < b and b < c`, and both uses of b are one
 * Doc. */
#include "parse.h"

tunip_operator tn_py_parse_comparison_operator(tn_py *p, tunip_operator first)
{
    tn_py_advance(p);
    if (first == TUNIP_OP_IS && tn_py_accept(p, PY_NOT)) return TUNIP_OP_IS_NOT;
    if (first == TUNIP_OP_NOT_IN) tn_py_expect(p, PY_IN, "`in` after `not`");
    return first;
}

void tn_py_repeat_operand(tn_py *p, uint32_t begin, uint32_t middle, size_t before)
{
    enum { MOST = 1 << 10, MOST_TIMES = 16 };
    size_t once = p->previous_end - middle, size = once + (p->repeated - before);
    p->repeated += size;
    if (size <= MOST + MOST_TIMES * once) return;
    tn_py_unsupported(p, begin, "chains of comparisons that are nested so deeply");
}
