/* symbols.c -- lists of symbols, and the blob among them. */
#include "symbols.h"

#include <stdlib.h>

#include "blob.h"
#include "spans.h"

tunip_str in_range(tunip_str file, uint64_t offset, uint64_t size)
{
    if (offset > file.size || size > file.size - offset) return (tunip_str){NULL, 0};
    return (tunip_str){file.data + offset, (size_t)size};
}

tunip_str in_string_at(tunip_str table, uint64_t at)
{
    if (at >= table.size) return (tunip_str){NULL, 0};
    const char *end = memchr(table.data + at, 0, table.size - (size_t)at);
    if (!end) return (tunip_str){NULL, 0};
    return (tunip_str){table.data + at, (size_t)(end - (table.data + at))};
}

/* ---- kinds and sizes ---- */

static bool is_blob_name(tunip_str name)
{
    static const char *const ends[] = {"__tvm_dev_mblob", "__tvm_ffi__library_bin"};
    for (size_t i = 0; i < TUNIP_LEN(ends); i++) { /* a system library puts a prefix in front */
        size_t size = strlen(ends[i]);
        if (name.size >= size && memcmp(name.data + name.size - size, ends[i], size) == 0)
            return true;
    }
    return false;
}

const char *in_symbol_kind(tunip_str name, bool is_code)
{
    return is_blob_name(name) ? "blob" : is_code ? "function" : "data";
}

static bool is_blob(const in_symbol *symbol)
{
    return tunip_str_is(tunip_str_from(symbol->kind), "blob");
}

static int compare_values(const void *a, const void *b)
{
    const in_symbol *l = a, *r = b;
    return (l->value > r->value) - (l->value < r->value);
}

void in_measure_symbols(in_symbol *symbols, size_t count)
{
    if (count) qsort(symbols, count, sizeof *symbols, compare_values);
    uint64_t next = UINT64_MAX;
    for (size_t i = count; i-- > 0;) {
        in_symbol *s = &symbols[i];
        if (i + 1 < count && symbols[i + 1].value != s->value) next = symbols[i + 1].value;
        if (next - s->value < s->content.size) s->content.size = (size_t)(next - s->value);
        if (is_blob(s) && s->content.size >= 8) {
            uint64_t own = in_le(s->content.data, 8);
            if (own < s->content.size - 8) s->content.size = 8 + (size_t)own;
        }
        s->size = s->content.size;
    }
}

/* ---- nodes ---- */

static int compare_names(const void *a, const void *b)
{
    const in_symbol *l = a, *r = b;
    size_t size = l->name.size < r->name.size ? l->name.size : r->name.size;
    int order = memcmp(l->name.data, r->name.data, size);
    if (order) return order;
    return (l->name.size > r->name.size) - (l->name.size < r->name.size);
}

static void show_symbols(const in_tree *tree, const in_node *node, in_text *out)
{
    const in_symbols *list = node->model;
    (void)tree;
    for (size_t i = 0; i < list->count; i++) {
        const in_symbol *s = &list->items[i];
        size_t span = in_open_span(out, "symbol", s->content, "symbols[%zu]", i);
        in_put(out, s->name);
        in_say(out, " %s %llu", s->kind, (unsigned long long)s->size);
        in_close_span(out, span);
        in_puts(out, "\n");
    }
}

/* Blobs do not overlap: `left` is the size of what has none yet. */
static void add_blob(in_tree *tree, in_node *node, const in_symbol *symbol, size_t *left)
{
    tunip_str data = symbol->content;
    if (!data.data || data.size > *left) {
        in_complain(tree, node, 0, "the blob %.*s is not in the file", in_whole(symbol->name),
                    symbol->name.data);
        return;
    }
    *left -= data.size;
    in_node *blob = in_add(tree, node, IN_CONTAINER, symbol->name, "blob", data);
    if (blob) in_expand_blob(tree, blob, node, node->data);
}

void in_take_symbols(in_tree *tree, in_node *node, in_symbol *symbols, size_t count,
                     bool is_library)
{
    bool has_blob = false;
    size_t left = node->data.size;
    if (count) qsort(symbols, count, sizeof *symbols, compare_names);
    in_symbols *list = in_alloc(&tree->arena, 1, sizeof *list);
    if (!list) return;
    *list = (in_symbols){symbols, count};
    node->symbols = list;
    if (!tree->symbols.items) tree->symbols = *list;
    in_add_view(tree, node, "symbols.txt", show_symbols, list);
    for (size_t i = 0; i < count; i++) {
        if (!is_blob(&symbols[i])) continue;
        add_blob(tree, node, &symbols[i], &left);
        has_blob = true;
    }
    if (!has_blob && is_library)
        node->note = in_format(&tree->arena, "%s, without modules of TVM", node->note.data);
}

void in_find_lost_blob(in_tree *tree, in_node *node)
{
    tunip_str data = in_search_blob(node->data);
    in_node *blob =
        data.data ? in_add(tree, node, IN_CONTAINER, tunip_str_from("blob"), "blob", data) : NULL;
    if (!blob) return;
    in_complain(tree, node, (size_t)(data.data - node->data.data),
                "the blob was found without the symbol table");
    in_expand_blob(tree, blob, node, node->data);
}
