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

bool tir_is_plain(const tunip_docsifier *d, const tunip_node *value)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    const tunip_array *list = TUNIP_AS(tunip_array, value);
    for (size_t i = 0; i < tunip_array_count(list); i++)
        if (tir_is_plain(d, list->items[i])) return true;
    return tunip_account_of_text(d) && tunip_is(value, &tunip_ir_int_imm_type) &&
           tunip_dtype_equal(tunip_ir_dtype_of(value), int32);
}
