/* layout.c -- moves the elements of a tensor to another layout.
 *
 * In "NCHW4c", the axis C is split: element c of C is at c / 4 in the second dimension and at c % 4
 * in the last one. Shapes alone give such layouts, too, with A, B, C ... as the names of axes:
 * [1, 8, 28, 28] is "ABCD", and then [1, 2, 28, 28, 4] can only be "ABCD4b". */
#include "layout.h"

#include <stdlib.h>

enum { MOST_DIMS = 16, AXES = 26 };

/* The axis of each dimension, and the block of each axis: 1 if it is not split. */
typedef struct layout {
    size_t rank;
    unsigned char axes[MOST_DIMS];
    bool inner[MOST_DIMS];
    int64_t blocks[AXES], extents[AXES];
} layout;

/* Computes the extents of the axes. False if an axis does not occur once, or its block is not the
 * extent of a dimension. */
static bool complete(layout *l, const dbg_tensor *tensor)
{
    bool outer[AXES] = {false}, inner[AXES] = {false};
    for (size_t i = 0; i < AXES; i++) l->extents[i] = 0;
    for (size_t i = 0; i < l->rank; i++) {
        bool *seen = l->inner[i] ? &inner[l->axes[i]] : &outer[l->axes[i]];
        if (*seen) return false;
        *seen = true;
        if (l->inner[i] && tensor->dims[i] != l->blocks[l->axes[i]]) return false;
        if (!l->inner[i]) l->extents[l->axes[i]] = tensor->dims[i];
    }
    for (size_t i = 0; i < AXES; i++) {
        if (inner[i] && !outer[i]) return false;
        l->extents[i] *= l->blocks[i];
    }
    return true;
}

/* Reads "NCHW4c". False if it is not the layout of the tensor. */
static bool parse(tunip_str name, const dbg_tensor *tensor, layout *out)
{
    int64_t block = 0;
    out->rank = 0;
    for (size_t i = 0; i < AXES; i++) out->blocks[i] = 1;
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (tunip_is_digit(c) && block < 1 << 20) {
            block = block * 10 + (c - '0');
            continue;
        }
        bool is_inner = c >= 'a' && c <= 'z', is_outer = c >= 'A' && c <= 'Z';
        if (is_inner != (block > 0) || (!is_inner && !is_outer) || out->rank == MOST_DIMS)
            return false;
        size_t axis = (size_t)(c - (is_inner ? 'a' : 'A'));
        if (is_inner) out->blocks[axis] = block;
        out->inner[out->rank] = is_inner;
        out->axes[out->rank++] = (unsigned char)axis;
        block = 0;
    }
    return name.size && !block && out->rank == tensor->rank && complete(out, tensor);
}

static bool same_axes(const layout *a, const layout *b)
{
    return memcmp(a->extents, b->extents, sizeof a->extents) == 0;
}

/* ---- from shapes ---- */

static void name_in_order(const dbg_tensor *tensor, layout *out)
{
    *out = (layout){.rank = tensor->rank};
    for (size_t i = 0; i < AXES; i++) out->blocks[i] = 1;
    for (size_t i = 0; i < tensor->rank; i++) out->axes[i] = (unsigned char)i;
    complete(out, tensor);
}

/* Whether two layouts put elements at the same places: a block of one element may be any axis. */
static bool same_places(const layout *a, const layout *b)
{
    for (size_t i = 0; i < a->rank; i++)
        if (a->axes[i] != b->axes[i] && (a->blocks[a->axes[i]] != 1 || b->blocks[b->axes[i]] != 1))
            return false;
    return true;
}

/* Whether the last dimensions of `big` can be blocks of the axes of `small`, in one way only. */
static bool find_blocks(const dbg_tensor *small, const layout *plain, const dbg_tensor *big,
                        layout *out)
{
    size_t rank = small->rank, more = big->rank - rank, found = 0;
    if (!rank || more > 2) return false;
    for (size_t first = 0; first < rank; first++)
        for (size_t second = 0; second < (more == 2 ? rank : 1); second++) {
            layout l = *plain;
            if (more == 2 && first == second) continue;
            for (size_t i = 0; i < more; i++) {
                size_t axis = i ? second : first;
                l.axes[rank + i] = (unsigned char)axis;
                l.inner[rank + i] = true;
                l.blocks[axis] = big->dims[rank + i];
            }
            l.rank = big->rank;
            if (!complete(&l, big) || !same_axes(&l, plain)) continue;
            found += !found || !same_places(&l, out);
            *out = l;
        }
    return found == 1;
}

/* Whether the axes of `a`, of different extents, are those of `b` in another order. */
static bool find_order(const dbg_tensor *a, const dbg_tensor *b, layout *out)
{
    size_t ones = 0;
    *out = (layout){.rank = b->rank};
    for (size_t i = 0; i < AXES; i++) out->blocks[i] = 1;
    for (size_t i = 0; i < b->rank; i++) {
        size_t found = 0, seen = 0;
        for (size_t k = 0; k < a->rank; k++) {
            if (a->dims[k] != b->dims[i]) continue;
            if (b->dims[i] != 1 || seen++ == ones) out->axes[i] = (unsigned char)k, found++;
        }
        if (found != 1) return false;
        ones += b->dims[i] == 1;
    }
    return complete(out, b);
}

/* Whether at most one extent is not 1: then the elements have only one order. */
static bool is_vector(const dbg_tensor *tensor)
{
    size_t many = 0;
    for (size_t i = 0; i < tensor->rank; i++) many += tensor->dims[i] != 1;
    return many < 2;
}

/* Whether the shapes are the same but for extents of 1. */
static bool same_order(const dbg_tensor *a, const dbg_tensor *b)
{
    for (size_t i = 0, k = 0;; i++, k++) {
        while (i < a->rank && a->dims[i] == 1) i++;
        while (k < b->rank && b->dims[k] == 1) k++;
        if (i == a->rank || k == b->rank) return i == a->rank && k == b->rank;
        if (a->dims[i] != b->dims[k]) return false;
    }
}

/* ---- copies ---- */

static void move(const dbg_tensor *from, const layout *source, const layout *target, dbg_tensor *to)
{
    size_t bytes = dbg_dtype_bytes(from->dtype);
    for (size_t index = 0; index < to->count; index++) {
        int64_t place[AXES] = {0};
        size_t rest = index, at = 0;
        for (size_t i = target->rank; i-- > 0; rest /= (size_t)to->dims[i])
            place[target->axes[i]] += (int64_t)(rest % (size_t)to->dims[i]) *
                                      (target->inner[i] ? 1 : target->blocks[target->axes[i]]);
        for (size_t i = 0; i < source->rank; i++) {
            int64_t block = source->blocks[source->axes[i]], in_axis = place[source->axes[i]];
            at = at * (size_t)from->dims[i] +
                 (size_t)(source->inner[i] ? in_axis % block : in_axis / block);
        }
        memcpy((char *)to->data + index * bytes, (const char *)from->data + at * bytes, bytes);
    }
}

/* The layouts that the shapes tell. */
static bool find_layouts(const dbg_tensor *from, layout *source, const dbg_tensor *like,
                         layout *target)
{
    name_in_order(from, source);
    name_in_order(like, target);
    return from->rank > like->rank   ? find_blocks(like, target, from, source)
           : from->rank < like->rank ? find_blocks(from, source, like, target)
                                     : find_order(from, like, target);
}

static bool has_blocks(const layout *l)
{
    for (size_t i = 0; i < AXES; i++)
        if (l->blocks[i] > 1) return true;
    return false;
}

bool dbg_layout_convert(const dbg_tensor *from, tunip_str from_layout, const dbg_tensor *like,
                        tunip_str like_layout, dbg_tensor **copy)
{
    layout source, target;
    *copy = NULL;
    if (!tunip_dtype_equal(dbg_dtype_plain(from->dtype), dbg_dtype_plain(like->dtype)) ||
        from->count != like->count || from->rank > MOST_DIMS || like->rank > MOST_DIMS)
        return true;
    bool known = parse(from_layout, from, &source) && parse(like_layout, like, &target) &&
                 same_axes(&source, &target);
    bool flat = !known && (is_vector(from) || is_vector(like));
    if (!known && !flat) {
        known = find_layouts(from, &source, like, &target);
        flat = same_order(from, like);
        if (known && flat && (has_blocks(&source) || has_blocks(&target))) return true;
    }
    if (!known && !flat) return true;
    *copy = dbg_tensor_new(like);
    if (*copy && flat && from->bytes) memcpy((*copy)->data, from->data, from->bytes);
    if (*copy && !flat) move(from, &source, &target, *copy);
    return *copy != NULL;
}
