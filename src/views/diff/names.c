/* names.c -- the variables in the text of one side, and names that the edit script says were
 * changed. */
#include "../../core/compare/diff.h"
#include "../../core/ir/same.h"
#include "view.h"

#include <stdlib.h>

/* ---- variables in functions with source maps ---- */

static void note_lines(tn_diff_side *side, const tunip_span *span, bool mapped)
{
    if (span->end <= span->begin) return;
    size_t last = tn_diff_line_of(side, span->end - 1);
    for (size_t i = tn_diff_line_of(side, span->begin); i <= last; i++)
        side->mapped_lines[i] = mapped;
}

/* A name of a node that is a variable, or that corresponds to a node of the other side as variables
 * do: a call of Relay that is used twice has a name, too. */
static bool is_variable(const tn_diff_view *v, size_t which, const tunip_node *node)
{
    const struct tunip_script_memory *memory = v->script->memory;
    if (!node) return false;
    if (node->type->flags & TUNIP_TYPE_VARIABLE) return true;
    return tn_diff_recorded(which == TN_LHS ? &memory->to_rhs : &memory->to_lhs, node) != NULL;
}

/* Whether the name of a span is one that is defined there: `A = ...`, `def f(A: ...)`, `for i
 * in`. */
static bool is_defined(const tn_diff_side *side, const tunip_span *span)
{
    size_t at = span->end;
    while (at < side->text.size && side->text.data[at] == ' ') at++;
    return at == side->text.size || !strchr(".([", side->text.data[at]);
}

/* Adds the name of a span. A name that is defined has no path. It stands for the variable that the
 * next use of the same name in this function stands for; `later` has these uses. */
static void add_name(tn_diff_view *v, size_t which, size_t i, tn_map *later)
{
    tn_diff_side *side = &v->sides[which];
    const tunip_span *span = &tunip_printed_spans(side->printed)[i];
    const tunip_path *path = tunip_printed_span_path(side->printed, i, 0);
    uint64_t hash = tn_hash_bytes(side->text.data + span->begin, span->end - span->begin);
    const void *key = (const void *)(uintptr_t)(hash | 1);
    tn_diff_name name = {{span->begin, span->end}, path ? tn_follow(&side->follower, path) : NULL};
    if (path) {
        uint64_t *use = is_variable(v, which, name.node) ? tn_map_put(later, key, NULL) : NULL;
        if (!is_variable(v, which, name.node)) return;
        if (use) *use = (uint64_t)(uintptr_t)name.node;
        if (!use) tn_diff_view_fail(v);
    } else {
        const uint64_t *use = tn_map_get(later, key);
        if (!is_defined(side, span)) return;
        if (use) name.node = (const tunip_node *)(uintptr_t)*use;
    }
    if (!tn_array_push(&side->names, v->allocator, name)) tn_diff_view_fail(v);
}

static void reverse(tn_diff_side *side)
{
    tn_diff_name *names = side->names.items;
    for (size_t i = 0, k = side->names.count; i + 1 < k; i++) {
        tn_diff_name name = names[i];
        names[i] = names[--k];
        names[k] = name;
    }
}

void tn_diff_find_names(tn_diff_view *v, size_t which)
{
    tn_diff_side *side = &v->sides[which];
    const tunip_span *spans = tunip_printed_spans(side->printed);
    tn_map later;
    tn_map_init(&later, v->allocator);
    memset(side->mapped_lines, true, side->line_count);
    for (size_t i = tunip_printed_span_count(side->printed); i-- > 0 && !tn_diff_view_failed(v);) {
        unsigned kind = spans[i].doc->kind;
        bool is_head =
            kind == TUNIP_DOC_FUNCTION || kind == TUNIP_DOC_CLASS || kind == TN_DOC_PRERENDERED;
        if (is_head) side->heads[tn_diff_head_line(side, spans[i].begin)] = true;
        if (spans[i].doc->kind == TN_DOC_PRERENDERED) note_lines(side, &spans[i], false);
        if (spans[i].doc->kind == TUNIP_DOC_FUNCTION) tn_map_clear(&later);
        if (spans[i].doc->kind == TUNIP_DOC_ID) add_name(v, which, i, &later);
    }
    tn_map_free(&later);
    reverse(side);
    if (side->follower.failed) tn_diff_view_fail(v);
}

bool tn_diff_is_mapped(const tn_diff_side *side, size_t line)
{
    return side->mapped_lines[line];
}

/* ---- renamed variables, by name ---- */

static int by_name(const void *a, const void *b)
{
    const tunip_str *x = a, *y = b; /* the first member of tn_diff_renaming */
    size_t size = x->size < y->size ? x->size : y->size;
    int order = size ? memcmp(x->data, y->data, size) : 0;
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

static void add_renaming(tn_diff_view *v, tunip_str from, tunip_str to)
{
    bool fine = !from.size || !to.size ||
                tn_array_push(&v->renamings, v->allocator, (tn_diff_renaming){from, to});
    if (!fine) tn_diff_view_fail(v);
}

void tn_diff_sort_renamings(tn_diff_view *v)
{
    for (size_t i = 0; i < v->script->edit_count; i++) {
        const tunip_edit *edit = &v->script->edits[i];
        bool is_function =
            edit->kind == TUNIP_EDIT_RENAME && tn_diff_function_of(v, edit->lhs_path);
        if (is_function)
            add_renaming(v, tn_diff_key_name(edit->lhs_path), tn_diff_key_name(edit->rhs_path));
    }
    for (size_t i = 0; i < v->script->rename_count && !tn_diff_view_failed(v); i++) {
        const tunip_edit *edit = &v->script->renames[i];
        add_renaming(v, tunip_string_value(tunip_field_node(edit->lhs, edit->field)),
                     tunip_string_value(tunip_field_node(edit->rhs, edit->field)));
    }
    if (v->renamings.count)
        qsort(v->renamings.items, v->renamings.count, sizeof *v->renamings.items, by_name);
}

static size_t word_end(tunip_str line, size_t at)
{
    size_t end = at + 1;
    bool is_word = tunip_is_name_part(line.data[at]);
    while (is_word && end < line.size && tunip_is_name_part(line.data[end])) end++;
    return end;
}

uint64_t tn_diff_renamed_hash(const tn_diff_view *v, size_t which, size_t number)
{
    tunip_str line = tn_diff_trimmed(tn_diff_line_text(&v->sides[which], number));
    size_t count = which == TN_LHS ? v->renamings.count : 0;
    uint64_t hash = 1;
    for (size_t i = 0, end; i < line.size; i = end) {
        end = word_end(line, i);
        tunip_str word = {line.data + i, end - i};
        const tn_diff_renaming *found =
            count ? bsearch(&word, v->renamings.items, count, sizeof *found, by_name) : NULL;
        if (found) word = found->to;
        hash = tn_hash_mix(hash, tn_hash_bytes(word.data, word.size));
    }
    return hash | 1;
}
