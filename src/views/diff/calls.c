/* calls.c -- finds the lines of functions that were put into the functions that called them, or
 * taken from them, and the functions that were made for a statement:
 *
 *     y = cls.scale(x)               y = R.multiply(x, two)     when scale() is inlined
 *     y = R.multiply(x, two)         y = cls.scale(x)           when scale() is made
 *
 * On the side where a statement calls scale() and the corresponding statement does not, the lines
 * of scale() belong to the function around the call. */
#include <stdlib.h>

#include "../../core/compare/align.h"
#include "../../core/ir/path.h"
#include "../../core/ir/same.h"
#include "unlinked.h"

typedef struct function {
    size_t begin, end; /* the lines after the one that defines it */
    const tunip_node *key;
} function;

/* A call in a line. Indices of functions of the same side. */
typedef struct call {
    size_t line, in, callee;
} call;

typedef struct finding {
    const tn_diff_unlinked *of;
    tn_diff_view *view;
    struct functions {
        TN_ARRAY(function) items; /* in the order of the lines */
        TN_ARRAY(call) calls;     /* in the order of the lines */
        tn_map names;             /* hash of a name -> index + 1 */
    } sides[TN_SIDES];
    TN_ARRAY(size_t) inner; /* lines of the functions that are called */
    TN_ARRAY(size_t) outer; /* lines of the other side */
} finding;

/* ---- functions and calls ---- */

static void fail_unless(finding *f, bool fine)
{
    if (!fine) tn_diff_view_fail(f->view);
}

static const void *name_key(tunip_str name)
{
    return (const void *)(uintptr_t)(tn_hash_bytes(name.data, name.size) | 1);
}

/* Lines that belong to what follows: decorators, and blank lines before them. */
static bool is_before_head(const tn_diff_side *side, size_t line)
{
    tunip_str text = tn_diff_trimmed(tn_diff_line_text(side, line));
    return !text.size || *text.data == '@';
}

/* The key of the function that has the line in the module; NULL if there is none. */
static const tunip_node *key_of(finding *f, size_t which, size_t line, size_t end)
{
    const tn_diff_side *side = &f->view->sides[which];
    const tunip_span *spans = tunip_printed_spans(side->printed);
    size_t count = tunip_printed_span_count(side->printed);
    size_t from = tn_diff_line(side, line).begin, to = tn_diff_line(side, end - 1).end;
    for (size_t i = tn_first_from(spans, count, sizeof *spans, offsetof(tunip_span, begin), from);
         i < count && spans[i].begin < to; i++) {
        const tunip_path *path = tunip_printed_span_path(side->printed, i, 0);
        const tunip_path *entry = path ? tn_diff_function_of(f->view, path) : NULL;
        if (entry) return entry->at.key;
    }
    return NULL;
}

static void find_functions(finding *f, size_t which)
{
    const tn_diff_side *side = &f->view->sides[which];
    struct functions *to = &f->sides[which];
    for (size_t i = 0, end; i < side->line_count && !tn_diff_view_failed(f->view); i = end) {
        for (end = i + 1; end < side->line_count && !side->heads[end];) end++;
        function found = {.begin = i + 1, .end = end};
        while (found.end > found.begin && is_before_head(side, found.end - 1)) found.end--;
        if (!side->heads[i] || found.end == found.begin) continue;
        found.key = key_of(f, which, i, found.end);
        if (!found.key) continue;
        uint64_t *slot = tn_map_put(&to->names, name_key(tn_path_key_name(found.key)), NULL);
        fail_unless(f, slot && tn_array_push(&to->items, f->view->allocator, found));
        if (slot) *slot = to->items.count;
    }
}

/* The last part of a name such as `cls.relu` or `@relu`. */
static tunip_str last_part(tunip_str name)
{
    size_t at = name.size;
    while (at && name.data[at - 1] != '.' && name.data[at - 1] != '@') at--;
    return (tunip_str){name.data + at, name.size - at};
}

/* The index of the function to which a span refers, or `none`. */
static size_t callee_of(finding *f, size_t which, size_t i, size_t none)
{
    tn_diff_side *side = &f->view->sides[which];
    struct functions *all = &f->sides[which];
    const tunip_span *span = &tunip_printed_spans(side->printed)[i];
    if (span->doc->kind != TUNIP_DOC_ATTR && span->doc->kind != TUNIP_DOC_ID) return none;
    tunip_str text = {side->text.data + span->begin, span->end - span->begin};
    const uint64_t *slot = tn_map_get(&all->names, name_key(last_part(text)));
    const tunip_path *path = slot ? tunip_printed_span_path(side->printed, i, 0) : NULL;
    const tunip_node *node = path ? tn_follow(&side->follower, path) : NULL;
    size_t callee = slot ? (size_t)*slot - 1 : none;
    return node && node->type == all->items.items[callee].key->type ? callee : none;
}

static void find_calls(finding *f, size_t which)
{
    tn_diff_side *side = &f->view->sides[which];
    struct functions *all = &f->sides[which];
    const function *items = all->items.items;
    size_t count = tunip_printed_span_count(side->printed), in = 0, none = all->items.count;
    for (size_t i = 0; i < count && in < none && !tn_diff_view_failed(f->view); i++) {
        size_t callee = callee_of(f, which, i, none);
        if (callee == none) continue;
        size_t line = tn_diff_line_of(side, tunip_printed_spans(side->printed)[i].begin);
        while (in < none && items[in].end <= line) in++;
        bool is_inside = in < none && items[in].begin <= line && callee != in;
        call found = {line, in, callee};
        fail_unless(f, !is_inside || tn_array_push(&all->calls, f->view->allocator, found));
    }
    if (side->follower.failed) tn_diff_view_fail(f->view);
}

/* The function of the other side with the same name; NULL if there is none. */
static const function *namesake(finding *f, const function *of)
{
    const struct functions *other = &f->sides[1 - f->of->side];
    const uint64_t *slot = tn_map_get(&other->names, name_key(tn_path_key_name(of->key)));
    return slot ? &other->items.items[*slot - 1] : NULL;
}

/* Whether the partner of the line of a call has no such call. */
static bool is_one_sided(finding *f, const call *c)
{
    const struct functions *here = &f->sides[f->of->side], *there = &f->sides[1 - f->of->side];
    size_t line = f->view->sides[f->of->side].partner[c->line];
    const function *callee = namesake(f, &here->items.items[c->callee]);
    if (line == TN_NO_LINE || !callee) return true;
    size_t at = tn_first_from(there->calls.items, there->calls.count, sizeof(call),
                              offsetof(call, line), line);
    for (; at < there->calls.count && there->calls.items[at].line == line; at++)
        if (&there->items.items[there->calls.items[at].callee] == callee) return false;
    return true;
}

/* ---- lines of inlined functions ---- */

static uint64_t hash_of(finding *f, size_t side, size_t line, size_t index)
{
    bool significant;
    uint64_t hash = tn_line_words_shape(f->of->words, side, line, true, &significant);
    return significant ? hash : tn_hash_mix(tn_hash_mix(0, side + 1), index);
}

static void align_lines(finding *f)
{
    size_t side = f->of->side, n = f->inner.count, m = f->outer.count;
    const tunip_allocator *allocator = f->view->allocator;
    size_t size = (n + m) * sizeof(uint64_t) + n * sizeof(size_t);
    uint64_t *hashes = n && m ? allocator->alloc(allocator->ctx, size) : NULL;
    fail_unless(f, hashes || !n || !m);
    if (!hashes) return;
    size_t *to = (size_t *)(void *)(hashes + n + m);
    for (size_t i = 0; i < n; i++) hashes[i] = hash_of(f, side, f->inner.items[i], i);
    for (size_t i = 0; i < m; i++) hashes[n + i] = hash_of(f, 1 - side, f->outer.items[i], i);
    for (size_t i = 0; i < n; i++) to[i] = TN_UNALIGNED;
    fail_unless(f, tn_align(hashes, n, hashes + n, m, to, allocator));
    for (size_t i = 0; i < n && !tn_diff_view_failed(f->view); i++)
        if (to[i] != TN_UNALIGNED) tn_diff_report(f->of, f->inner.items[i], f->outer.items[to[i]]);
    allocator->free(allocator->ctx, hashes, size);
}

/* Aligns the lines of the functions that are called by calls[0..count) with the lines of the
 * corresponding function that have no link. */
static void align_calls(finding *f, const call *calls, size_t count)
{
    enum { MOST_LINES = 1 << 16 };
    const struct functions *here = &f->sides[f->of->side];
    const function *other = namesake(f, &here->items.items[calls->in]);
    f->inner.count = f->outer.count = 0;
    for (size_t i = 0; other && i < count && f->inner.count < MOST_LINES; i++) {
        const function *callee = &here->items.items[calls[i].callee];
        for (size_t line = callee->begin; line < callee->end && is_one_sided(f, &calls[i]); line++)
            fail_unless(f, tn_array_push(&f->inner, f->view->allocator, line));
    }
    for (size_t line = other ? other->begin : 0; f->inner.count && line < other->end; line++)
        if (f->of->origin[1 - f->of->side][line] == TN_NO_LINE)
            fail_unless(f, tn_array_push(&f->outer, f->view->allocator, line));
    if (!tn_diff_view_failed(f->view)) align_lines(f);
}

/* ---- functions made for a line ---- */

/* Links all lines of a function without a namesake that have no link with the line that corresponds
 * to that of the call. */
static void link_function(finding *f, const call *c)
{
    size_t side = f->of->side, other = f->of->origin[side][c->line];
    const function *callee = &f->sides[side].items.items[c->callee];
    for (size_t line = callee->begin - 1; line < callee->end; line++) {
        bool counts = f->of->origin[side][line] == TN_NO_LINE &&
                      tn_diff_says_something(&f->view->sides[side], line);
        if (counts) tn_diff_report(f->of, line, other);
    }
}

static void find(finding *f)
{
    enum { ROUNDS = 3 }; /* functions called by new functions */
    const struct functions *here = &f->sides[f->of->side];
    const call *calls = here->calls.items;
    for (size_t i = 0, end; i < here->calls.count && !tn_diff_view_failed(f->view); i = end) {
        for (end = i; end < here->calls.count && calls[end].in == calls[i].in;) end++;
        align_calls(f, &calls[i], end - i);
    }
    for (size_t i = 0; i < ROUNDS * here->calls.count && !tn_diff_view_failed(f->view); i++) {
        const call *c = &calls[i % here->calls.count];
        bool is_new = !namesake(f, &here->items.items[c->callee]);
        if (is_new && f->of->origin[f->of->side][c->line] != TN_NO_LINE) link_function(f, c);
    }
}

void tn_diff_find_calls(const tn_diff_unlinked *of)
{
    finding f = {.of = of, .view = of->words->view};
    for (size_t s = 0; s < TN_SIDES; s++) {
        tn_map_init(&f.sides[s].names, f.view->allocator);
        find_functions(&f, s);
        find_calls(&f, s);
    }
    if (!tn_diff_view_failed(f.view)) find(&f);
    for (size_t s = 0; s < TN_SIDES; s++) {
        tn_map_free(&f.sides[s].names);
        tn_array_free(&f.sides[s].items, f.view->allocator);
        tn_array_free(&f.sides[s].calls, f.view->allocator);
    }
    tn_array_free(&f.inner, f.view->allocator);
    tn_array_free(&f.outer, f.view->allocator);
}
