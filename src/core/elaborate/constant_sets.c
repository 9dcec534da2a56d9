/* constant_sets.c -- sets of constants: their items, operators and methods. */
#include <stdlib.h>

#include "constant.h"

/* Whether Python has hashes of such values. */
static bool is_hashable(const tunip_value *value)
{
    bool is_list = value->doc && value->doc->kind == TUNIP_DOC_LIST;
    return value->kind != TUNIP_VALUE_DICT && value->kind != TUNIP_VALUE_SET &&
           value->kind != TUNIP_VALUE_SLICE && !(value->kind == TUNIP_VALUE_LIST && is_list);
}

static int compare_numbers(const void *a, const void *b)
{
    double x = tn_real_of(a), y = tn_real_of(b);
    return (x > y) - (x < y);
}

/* Python walks through a set in the order of its hash table. That of small integers is their order;
 * that of strings is another one in each run, so tunip keeps the order of the script. */
tunip_value tn_new_set(tunip_elaborator *e, tunip_values items, const tunip_doc *doc)
{
    tunip_value *kept = tn_elaborator_memory(e, (items.count + 1) * sizeof *kept);
    tunip_values set = {kept, 0};
    bool are_numbers = true;
    if (!kept || tn_has_wrong(items)) return tunip_value_wrong(doc);
    for (size_t i = 0; i < items.count; i++) {
        const tunip_value *item = &items.items[i];
        if (!is_hashable(item))
            return tunip_complain(e, doc, "a set cannot contain %s", tunip_value_describe(e, item));
        if (!tn_elaborator_spend(e, 1 + set.count / 8, doc)) return tunip_value_wrong(doc);
        are_numbers = are_numbers && tn_is_whole(item);
        if (!tn_has_item(set, item)) kept[set.count++] = *item;
    }
    if (are_numbers) qsort(kept, set.count, sizeof *kept, compare_numbers);
    return tn_with_items(e, TUNIP_VALUE_SET, set, doc);
}

/* The items of `a` that `b` has, or those that it has not. */
static size_t select_items(tunip_values a, tunip_values b, bool wants, tunip_value *out)
{
    size_t count = 0;
    for (size_t i = 0; i < a.count; i++)
        if (tn_has_item(b, &a.items[i]) == wants) out[count++] = a.items[i];
    return count;
}

/* a | b, a & b, a - b, a ^ b; absent for another operator. */
static tunip_value join(tunip_elaborator *e, tunip_operator op, tunip_values a, tunip_values b,
                        const tunip_doc *doc)
{
    size_t count = 0;
    tunip_value *items = tn_elaborator_memory(e, (a.count + b.count + 1) * sizeof *items);
    if (!items || !tn_elaborator_spend(e, a.count * b.count / 8, doc))
        return tunip_value_wrong(doc);
    switch (op) {
    case TUNIP_OP_BIT_AND:
        count = select_items(a, b, true, items);
        break;
    case TUNIP_OP_SUB:
        count = select_items(a, b, false, items);
        break;
    case TUNIP_OP_BIT_XOR:
        count = select_items(a, b, false, items);
        count += select_items(b, a, false, items + count);
        break;
    case TUNIP_OP_BIT_OR:
        for (size_t i = 0; i < a.count; i++) items[count++] = a.items[i];
        count += select_items(b, a, false, items + count);
        break;
    default:
        return tn_absent();
    }
    return tn_new_set(e, (tunip_values){items, count}, doc);
}

tunip_value tn_set_pair(tunip_elaborator *e, tunip_operator op, const tunip_value *a,
                        const tunip_value *b)
{
    return join(e, op, a->items, b->items, a->doc);
}

/* set(items), frozenset(items) */
tunip_value tn_read_set(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items = {NULL, 0};
    bool has_items = call->args[0].kind != TUNIP_VALUE_ABSENT;
    if (has_items && !tn_iterate(e, &call->args[0], &items)) return tn_absent();
    return tn_new_set(e, items, call->doc);
}

/* union(), intersection() and such; `data` is the operator. */
tunip_value tn_read_set_join(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value result = call->self;
    for (size_t i = 0; i < call->rest.count && result.kind == TUNIP_VALUE_SET; i++) {
        tunip_values items;
        if (!tn_iterate(e, &call->rest.items[i], &items)) return tn_absent();
        result = join(e, (tunip_operator)call->word->data, result.items, items, call->doc);
    }
    return result.kind == TUNIP_VALUE_SET || result.kind == TUNIP_VALUE_WRONG ? result
                                                                             : tn_absent();
}

/* issubset() and issuperset(); `data` is the operator. Or isdisjoint(), with 0. */
tunip_value tn_read_set_test(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items, own = call->self.items;
    if (call->self.kind != TUNIP_VALUE_SET || !tn_iterate(e, &call->args[0], &items))
        return tn_absent();
    if (call->word->data) return tn_set_compare((tunip_operator)call->word->data, own, items);
    bool found = false;
    for (size_t i = 0; i < items.count; i++) found = found || tn_has_item(own, &items.items[i]);
    return tn_new_bool(!found);
}
