/* account_text.c -- expressions that a parser of the text evaluates instead of making their node.
 * Programs of a backend call the constructor of the node. */
#include "account_text.h"
#include "fold.h"

/* T.min(a, b) and T.max(a, b) of one variable are this variable. */
static bool is_one_variable(const tunip_node *a, const tunip_node *b)
{
    return a == b && a && a->type->flags & TUNIP_TYPE_VARIABLE;
}

bool tir_is_evaluated(const tunip_docsifier *d, const tunip_node *node)
{
    bool is_choice = node->type == &tunip_tir_min_type || node->type == &tunip_tir_max_type;
    bool is_mod = node->type == &tunip_tir_mod_type;
    if (!tunip_account_of_text(d) || (!is_choice && !is_mod)) return false;
    const tunip_tir_binary *expr = (const tunip_tir_binary *)node;
    if (is_mod) return !tir_is_kept(TUNIP_OP_MOD, expr->a, expr->b);
    return is_one_variable(expr->a, expr->b) || tir_are_numbers(expr->a, expr->b);
}

static tunip_walk_action find_plain(const tunip_node *value, void *found)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    if (tunip_is(value, &tunip_array_type)) return TUNIP_WALK_ON;
    if (!tunip_is(value, &tunip_ir_int_imm_type) ||
        !tunip_dtype_equal(tunip_ir_dtype_of(value), int32))
        return TUNIP_WALK_SKIP;
    *(bool *)found = true;
    return TUNIP_WALK_STOP;
}

bool tir_is_plain(tunip_docsifier *d, const tunip_node *value)
{
    bool found = false;
    tunip_walker walker = {.enter = find_plain, .user = &found};
    if (tunip_account_of_text(d)) tunip_job_walk(d, value, &walker);
    return found;
}
