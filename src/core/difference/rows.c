/* rows.c -- which line of one text stands for which of the other. Lines that no edit touches are
 * the same on both sides: they are aligned by what they say, and then by what they say but for
 * names, as variables may be called otherwise. */
#include "../ir/align.h"
#include "../ir/same.h"
#include "difference.h"

typedef struct aligning {
    tunip_difference *difference;
    uint64_t *hashes[TN_SIDES];
    size_t *to_rhs;    /* of left lines: the right one, or TN_UNALIGNED */
    size_t *edited_to; /* of left lines: where the edit that touches them stands on the right */
} aligning;

static bool in_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* Names of variables are those that nothing is called by and that are no part of another name. */
static uint64_t hash_shape(const char *text, size_t size)
{
    uint64_t hash = size != 0;
    for (size_t at = 0; at < size;) {
        size_t end = at;
        while (end < size && in_name(text[end])) end++;
        bool number = end > at && text[at] >= '0' && text[at] <= '9';
        bool bare = end > at && !number && (end == size || text[end] != '(') &&
                    (at == 0 || text[at - 1] != '.');
        if (bare)
            hash = tn_hash_mix(hash, 1);
        else if (end > at)
            hash = tn_hash_mix(hash, tn_hash_bytes(text + at, end - at));
        else
            hash = tn_hash_mix(hash, (unsigned char)text[end++]);
        at = end;
    }
    return hash;
}

/* Lines that edits touch are like no other. */
static bool align(aligning *a, bool names)
{
    enum { ODD = 0x5bd1e995 };
    tunip_difference *d = a->difference;
    for (int side = 0; side < TN_SIDES; side++) {
        const tn_text_side *s = &d->sides[side];
        for (size_t line = 0; line < tn_line_count(s); line++) {
            tn_range range = tn_line_range(s, line);
            const char *text = s->printed->render.text + range.begin;
            size_t size = range.end - range.begin;
            bool touched = s->kinds[line] != TN_LINE_SAME;
            a->hashes[side][line] = touched ? (2 * line + (size_t)side) * ODD
                                    : names ? tn_hash_bytes(text, size)
                                            : hash_shape(text, size);
        }
    }
    return tn_align(a->hashes[TN_LEFT], tn_line_count(&d->sides[TN_LEFT]), a->hashes[TN_RIGHT],
                    tn_line_count(&d->sides[TN_RIGHT]), a->to_rhs, d->allocator);
}

/* ---- lines that edits touch ---- */

static size_t edit_line(const tunip_difference *d, int side, size_t index)
{
    const tn_text_side *s = &d->sides[side];
    const tn_spot *spot = &s->spots[index];
    if (spot->span == TN_NOWHERE) return TN_NOWHERE;
    bool head = !spot->exact || tn_edit_at(d, index)->kind == TUNIP_EDIT_RENAME;
    return head ? tn_head_line(s, spot->span) : tn_line_of(s, tn_span_at(s, spot->span)->begin);
}

static void pair_edited(aligning *a)
{
    tunip_difference *d = a->difference;
    for (size_t i = 0; i < d->script.edit_count; i++) {
        size_t lhs = edit_line(d, TN_LEFT, i), rhs = edit_line(d, TN_RIGHT, i);
        if (d->script.edits[i].kind == TUNIP_EDIT_MOVE || lhs == TN_NOWHERE || rhs == TN_NOWHERE)
            continue;
        bool both = d->sides[TN_LEFT].kinds[lhs] == d->sides[TN_RIGHT].kinds[rhs] &&
                    d->sides[TN_LEFT].kinds[lhs] != TN_LINE_SAME;
        if (both && a->edited_to[lhs] == TN_UNALIGNED) a->edited_to[lhs] = rhs;
    }
}

/* ---- rows ---- */

static bool add_row(aligning *a, size_t lhs, size_t rhs, bool same)
{
    tunip_difference *d = a->difference;
    return tn_array_push(&d->rows, d->allocator, (tn_row){{lhs, rhs}, same});
}

static bool add_gap(aligning *a, size_t lhs, size_t lhs_end, size_t rhs, size_t rhs_end)
{
    bool fine = true;
    for (; lhs < lhs_end && fine; lhs++) {
        size_t to = a->edited_to[lhs];
        bool paired = to >= rhs && to < rhs_end;
        for (; paired && rhs < to && fine; rhs++) fine = add_row(a, TN_NOWHERE, rhs, false);
        fine = fine && add_row(a, lhs, paired ? rhs++ : TN_NOWHERE, false);
    }
    for (; rhs < rhs_end && fine; rhs++) fine = add_row(a, TN_NOWHERE, rhs, false);
    return fine;
}

static bool add_rows(aligning *a)
{
    size_t n = tn_line_count(&a->difference->sides[TN_LEFT]);
    size_t m = tn_line_count(&a->difference->sides[TN_RIGHT]), lhs = 0, rhs = 0;
    for (size_t i = 0; i < n; i++) {
        size_t k = a->to_rhs[i];
        if (k == TN_UNALIGNED) continue;
        if (!add_gap(a, lhs, i, rhs, k) || !add_row(a, i, k, true)) return false;
        lhs = i + 1;
        rhs = k + 1;
    }
    return add_gap(a, lhs, n, rhs, m);
}

bool tn_rows_make(tunip_difference *d)
{
    size_t n = tn_line_count(&d->sides[TN_LEFT]), m = tn_line_count(&d->sides[TN_RIGHT]);
    size_t size = (n + m) * sizeof(uint64_t) + 2 * n * sizeof(size_t) + 1;
    uint64_t *memory = d->allocator->alloc(d->allocator->ctx, size);
    if (!memory) return false;
    aligning a = {.difference = d, .hashes = {memory, memory + n}};
    a.to_rhs = (size_t *)(void *)(memory + n + m);
    a.edited_to = a.to_rhs + n;
    for (size_t i = 0; i < n; i++) a.to_rhs[i] = a.edited_to[i] = TN_UNALIGNED;
    bool fine = align(&a, true) && align(&a, false);
    if (fine) pair_edited(&a);
    fine = fine && add_rows(&a);
    d->allocator->free(d->allocator->ctx, memory, size);
    return fine;
}
