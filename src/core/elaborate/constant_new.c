/* constant_new.c -- new constants: strings and lists. */
#include "constant.h"

const tunip_dialect tn_no_dialect = {.name = "Python"};

/* ---- strings ---- */

char *tn_new_text(tunip_elaborator *e, size_t size, const tunip_doc *doc)
{
    return tn_elaborator_spend(e, size, doc) ? tn_elaborator_memory(e, size + 1) : NULL;
}

tunip_value tn_copy_text(tunip_elaborator *e, tunip_str text, const tunip_doc *doc)
{
    char *copy = tn_new_text(e, text.size, doc);
    if (!copy) return tunip_value_wrong(doc);
    if (text.size) memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    return tn_new_str((tunip_str){copy, text.size});
}

/* ---- characters ---- */

static bool is_first_byte(char c)
{
    return ((unsigned char)c & 0xC0) != 0x80;
}

size_t tn_size_of_characters(tunip_str text, size_t count)
{
    size_t size = 0;
    for (; size < text.size; size++)
        if (is_first_byte(text.data[size]) && !count--) break;
    return size;
}

size_t tn_count_characters(tunip_str text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += is_first_byte(text.data[i]);
    return count;
}

/* ---- lists ---- */

tunip_value tn_new_dict(tunip_elaborator *e, tunip_values pairs, const tunip_doc *doc)
{
    tunip_value *kept = (tunip_value *)(uintptr_t)pairs.items;
    size_t count = 0;
    for (size_t i = 0; kept && i < pairs.count; i += 2) {
        if (!tn_elaborator_spend(e, count / 8, doc)) break;
        tn_dict_put(kept, &count, pairs.items[i], pairs.items[i + 1]);
    }
    pairs.count = count;
    return tn_with_items(e, TUNIP_VALUE_DICT, pairs, doc);
}

/* A list or dict. Names and lambdas share lists, so a short script can have a list of lists with
 * 2^40 items. Each walk through it would be endless, so it is refused. Walks call themselves for
 * each list in a list, so deep ones are refused, too. Python allows a depth of 200. */
tunip_value tn_with_items(tunip_elaborator *e, tunip_value_kind kind, tunip_values items,
                          const tunip_doc *doc)
{
    tunip_value value = {.kind = kind, .doc = doc, .items = items};
    size_t total = tn_total_of(items.items, items.count);
    unsigned depth = 0;
    if (!items.items || tn_has_wrong(items)) value.kind = TUNIP_VALUE_WRONG;
    if (value.kind == TUNIP_VALUE_WRONG) return value;
    for (size_t i = 0; i < items.count; i++)
        if (items.items[i].depth > depth) depth = items.items[i].depth;
    if (tn_shares_too_much(e, total, doc))
        return tunip_complain(e, doc, "the items of this list have too many items: %zu", total);
    if (depth == TN_MOST_NESTED)
        return tunip_complain(e, doc, "lists are nested deeper than %d here", TN_MOST_NESTED);
    total += items.count;
    value.total = (total < TN_MOST_COUNTED ? total : TN_MOST_COUNTED) & TN_MOST_COUNTED;
    value.depth = (depth + 1) & 2047;
    return value;
}
