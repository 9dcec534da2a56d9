/* opaque.c -- the fields of unregistered types, in pairs. */
#include "opaque.h"

#include <stdlib.h>

#include "same.h"

typedef const tunip_opaque_field *field_ref;

static int compare_names(tunip_str a, tunip_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b)
{
    return compare_names((*(const field_ref *)a)->name, (*(const field_ref *)b)->name);
}

static size_t sort(const tunip_opaque *node, field_ref *out)
{
    size_t count = node ? node->count : 0;
    for (size_t i = 0; i < count; i++) out[i] = &node->fields[i];
    if (count > 1) qsort(out, count, sizeof *out, by_name);
    return count;
}

static bool merge(const field_ref *lhs, size_t lhs_count, const field_ref *rhs, size_t rhs_count,
                  tn_opaque_fn fn, void *user)
{
    bool on = true;
    for (size_t i = 0, k = 0; on && (i < lhs_count || k < rhs_count);) {
        int order = i == lhs_count   ? 1
                    : k == rhs_count ? -1
                                     : compare_names(lhs[i]->name, rhs[k]->name);
        on = fn(order <= 0 ? lhs[i] : NULL, order >= 0 ? rhs[k] : NULL, user);
        i += order <= 0;
        k += order >= 0;
    }
    return on;
}

bool tn_opaque_each(const tunip_allocator *allocator, const tunip_opaque *lhs,
                    const tunip_opaque *rhs, tn_opaque_fn fn, void *user, bool *failed)
{
    enum { FEW = 16 };
    field_ref few[2 * FEW], *sorted = few;
    size_t room = lhs->count + (rhs ? rhs->count : 0), size = room * sizeof *sorted;
    if (room > TUNIP_LEN(few)) sorted = allocator->alloc(allocator->ctx, size);
    if (!sorted) {
        *failed = true;
        return false;
    }
    size_t lhs_count = sort(lhs, sorted), rhs_count = sort(rhs, sorted + lhs_count);
    bool on = merge(sorted, lhs_count, sorted + lhs_count, rhs_count, fn, user);
    if (sorted != few) allocator->free(allocator->ctx, sorted, size);
    return on;
}

static bool is_number(const tunip_opaque_field *field, int64_t number)
{
    return tunip_is(field->value, &tunip_int_type) &&
           ((const tunip_int *)(const void *)field->value)->value == number;
}

tn_opaque_match tn_opaque_compare(const tunip_opaque_field *lhs, const tunip_opaque_field *rhs)
{
    if (lhs->is_reference == rhs->is_reference) return TN_OPAQUE_BY_VALUE;
    const tunip_opaque_field *reference = lhs->is_reference ? lhs : rhs;
    const tunip_opaque_field *plain = lhs->is_reference ? rhs : lhs;
    return is_number(plain, reference->index) ? TN_OPAQUE_SAME : TN_OPAQUE_OTHER;
}

bool tn_opaque_same_data(const tunip_opaque *lhs, const tunip_opaque *rhs)
{
    const tunip_node *a = lhs->data, *b = rhs->data;
    if (!a || !b || !a->type || a->type != b->type) return a == b;
    return a == b || (tn_is_value(a->type) && tn_same_value(a, b, false));
}
