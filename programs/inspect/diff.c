/* diff.c -- which parts and functions of two files differ, and how. */
#include "diff.h"

#include <stdlib.h>

#include "../../src/util/line_diff.h"
#include "files.h"
#include "objects.h"
#include "show.h"

/* ======== diff ======== */

/* Which parts and functions of two files differ, and how. */

typedef struct comparing {
    const in_tree *trees[2];
    const tunip_show_options *options;
    in_text *out;
    in_changes *changes;
    size_t disassembled; /* functions */
} comparing;

/* Notes a difference, whose line begins now. */
static void note_change(comparing *c, const in_change *change)
{
    in_changes *all = c->changes;
    if (all->count == all->room) {
        size_t room = 2 * all->room + 16;
        in_change *grown = realloc(all->items, room * sizeof *grown);
        if (!grown) {
            c->out->raw.failed = true;
            return;
        }
        all->items = grown;
        all->room = room;
    }
    all->items[all->count] = *change;
    all->items[all->count++].begin = c->out->raw.bytes.count;
}

/* ---- one part ---- */

static void put_path(comparing *c, const in_node *node)
{
    in_text path = {.spans = NULL};
    in_put_path(&path, node);
    in_put_name(c->out, node->parent ? in_str(&path) : node->name);
    in_text_free(&path);
}

/* One of the nodes is NULL if it was added or removed. */
static void put_change(comparing *c, const char *what, const in_node *left, const in_node *right)
{
    const in_node *node = left ? left : right;
    note_change(c, &(in_change){.what = what, .nodes = {left, right}});
    in_puts(c->out, what);
    in_puts(c->out, " ");
    put_path(c, node);
    bool has_note = node->note.size && !(in_is_link(node) && left && right);
    if (has_note) in_puts(c->out, "  ");
    if (has_note) in_put_name(c->out, node->note);
}

/* The text of a node; false if it has none that people read. */
static bool text_of(const in_tree *tree, const in_node *node, in_text *out)
{
    enum { MOST = 1 << 24 };
    static const tunip_show_options plain = {sizeof plain, .no_tools = true};
    static const char *const kinds[] = {"text", "json", "source", "tensor", "npy", "functions"};
    bool readable = false;
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        readable = readable || tunip_str_is(node->kind, kinds[i]);
    if (!readable || node->data.size > MOST) return false;
    return in_show_node(tree, node, &plain, in_put_chunk, out, NULL) == TUNIP_OK &&
           !out->raw.failed;
}

static bool same_bytes(const comparing *c, const in_node *left, const in_node *right)
{
    enum { STEP = 1 << 20 };
    tunip_str a = left->data, b = right->data;
    if (!tunip_str_equal(left->head, right->head) || a.size != b.size) return false;
    while (a.size) {
        size_t size = a.size < STEP ? a.size : STEP;
        if (memcmp(a.data, b.data, size) != 0) return false;
        in_drop(c->trees[0], (tunip_str){a.data, size});
        in_drop(c->trees[1], (tunip_str){b.data, size});
        a.data += size;
        b.data += size;
        a.size = b.size -= size;
    }
    return true;
}

static void put_hunks(comparing *c, tunip_str left, tunip_str right)
{
    tn_text hunks;
    tn_text_init(&hunks, NULL);
    const tn_line_diff_options how = {.colour = c->options->colour};
    tn_line_diff(&hunks, left, right, &how);
    if (hunks.failed) c->out->raw.failed = true;
    in_put(c->out, tn_text_str(&hunks));
    tn_text_free(&hunks);
}

static void compare_names(comparing *c, const char *what, tunip_str left, tunip_str right)
{
    if (tunip_str_equal(left, right)) return;
    in_say(c->out, "  %s%s`", what, *what ? " " : "");
    in_put_name(c->out, left);
    in_puts(c->out, "`, now `");
    in_put_name(c->out, right);
    in_puts(c->out, "`");
}

static void compare_parts(comparing *c, const in_node *left, const in_node *right)
{
    in_text texts[2] = {{.spans = NULL}, {.spans = NULL}};
    bool readable = text_of(c->trees[0], left, &texts[0]) && text_of(c->trees[1], right, &texts[1]);
    bool same = left->role == IN_VIEW ? tunip_str_equal(in_str(&texts[0]), in_str(&texts[1]))
                                      : same_bytes(c, left, right);
    if (!same) {
        put_change(c, "changed", left, right);
        if (in_is_link(left) || in_is_link(right))
            compare_names(c, "", left->data, right->data);
        else if (left->data.size != right->data.size)
            in_say(c->out, "  %zu bytes, now %zu", left->data.size, right->data.size);
        in_puts(c->out, "\n");
        if (readable) put_hunks(c, in_str(&texts[0]), in_str(&texts[1]));
    }
    in_text_free(&texts[0]);
    in_text_free(&texts[1]);
}

/* ---- what a set says of an artifact and of itself ---- */

/* Only sets say which loader and which code generator an artifact has. */
static void compare_artifacts(comparing *c, const in_node *left, const in_node *right)
{
    const tunip_artifact *a = left->artifact, *b = right->artifact;
    if (!a || !b) return;
    bool same_memory = a->in_memory == b->in_memory;
    if (same_memory && tunip_str_equal(a->loader, b->loader) &&
        tunip_str_equal(a->codegen_id, b->codegen_id))
        return;
    note_change(c, &(in_change){.what = "changed", .nodes = {left, right}});
    in_puts(c->out, "changed ");
    put_path(c, left);
    compare_names(c, "loader", a->loader, b->loader);
    compare_names(c, "codegen_id", a->codegen_id, b->codegen_id);
    const char *now = b->in_memory ? "  now only in memory" : "  now with content";
    if (!same_memory) in_puts(c->out, now);
    in_puts(c->out, "\n");
}

static void compare_targets(comparing *c, const tunip_artifact_set *left,
                            const tunip_artifact_set *right)
{
    if (!left || !right) return;
    tunip_str a = tunip_artifact_set_target_key(left), b = tunip_artifact_set_target_key(right);
    if (tunip_str_equal(a, b)) return;
    note_change(c, &(in_change){.what = "changed"});
    in_puts(c->out, "changed target_key");
    compare_names(c, "", a, b);
    in_puts(c->out, "\n");
}

/* ---- symbols and sections in pairs ---- */

/* A walk through two lists in the order of names. */
typedef struct pairs {
    struct side {
        const in_symbol **items;
        size_t count, at;
    } sides[2];
} pairs;

static int order_of(const in_symbol *a, const in_symbol *b)
{
    size_t size = a->name.size < b->name.size ? a->name.size : b->name.size;
    int order = memcmp(a->name.data, b->name.data, size);
    return order ? order : (a->name.size > b->name.size) - (a->name.size < b->name.size);
}

/* Those of one name as they stand in the list. */
static int by_name(const void *a, const void *b)
{
    const in_symbol *x = *(const in_symbol *const *)a, *y = *(const in_symbol *const *)b;
    int order = order_of(x, y);
    return order ? order : (x > y) - (x < y);
}

/* Each list may be NULL. */
static void open_pairs(comparing *c, pairs *walk, const in_symbols *left, const in_symbols *right)
{
    const in_symbols *const lists[] = {left, right};
    *walk = (pairs){.sides = {{NULL, 0, 0}}};
    for (size_t k = 0; k < TUNIP_LEN(lists); k++) {
        struct side *side = &walk->sides[k];
        size_t count = lists[k] ? lists[k]->count : 0;
        side->items = malloc((count + 1) * sizeof *side->items);
        c->out->raw.failed |= !side->items;
        for (size_t i = 0; side->items && i < count; i++)
            side->items[side->count++] = &lists[k]->items[i];
        if (side->count) qsort(side->items, side->count, sizeof *side->items, by_name);
    }
}

static void close_pairs(pairs *walk)
{
    free(walk->sides[0].items);
    free(walk->sides[1].items);
}

/* The next symbol of each side with the same name. One is NULL if only the other side has it. */
static bool next_pair(pairs *walk, const in_symbol **old, const in_symbol **new)
{
    struct side *a = &walk->sides[0], *b = &walk->sides[1];
    *old = a->at < a->count ? a->items[a->at] : NULL;
    *new = b->at < b->count ? b->items[b->at] : NULL;
    if (!*old && !*new) return false;
    int order = !*old ? 1 : !*new ? -1 : order_of(*old, *new);
    if (order > 0) *old = NULL;
    if (order < 0) *new = NULL;
    a->at += order <= 0;
    b->at += order >= 0;
    return true;
}

/* ---- functions ---- */

static void put_symbol(comparing *c, const char *what, const in_symbol *left,
                       const in_symbol *right, const in_node *node)
{
    const in_symbol *s = right ? right : left;
    note_change(c, &(in_change){.what = what, .symbols = {left, right}});
    in_say(c->out, "%s %s ", what, s->kind);
    in_put_name(c->out, s->name);
    if (node->parent) in_puts(c->out, " of ");
    if (node->parent) put_path(c, node);
    in_say(c->out, "  %llu bytes\n", (unsigned long long)s->size);
}

/* The blob is compared as modules. */
static bool same_symbol(const in_symbol *a, const in_symbol *b)
{
    if (strcmp(a->kind, b->kind) != 0) return false;
    return strcmp(a->kind, "blob") == 0 ||
           (a->size == b->size && tunip_str_equal(a->content, b->content));
}

/* The instructions of a function, by objdump. False without objdump, or if it cannot read the
 * file. */
static bool put_instructions(const comparing *c, const in_node *node, const in_symbol *symbol,
                             in_text *out)
{
    enum { SECONDS = 10 };
    in_text option = {.spans = NULL}, said = {.spans = NULL};
    in_puts(&option, "--disassemble=");
    in_put(&option, symbol->name);
    in_put(&option, (tunip_str){"", 1});
    const char *const argv[] = {"objdump", "--no-addresses",       "--no-show-raw-insn",
                                "-d",      option.raw.bytes.items, "/dev/stdin",
                                NULL};
    unsigned seconds = c->options->timeout ? c->options->timeout : SECONDS;
    bool fine =
        !option.raw.failed && in_objdump_run(argv, node->data, seconds, &said) == IN_TOOL_DONE;
    tunip_str text = in_str(&said);
    while (fine && text.size && *text.data != '<') { /* the lines about the file */
        const char *newline = memchr(text.data, '\n', text.size);
        size_t size = newline ? (size_t)(newline + 1 - text.data) : text.size;
        text = (tunip_str){text.data + size, text.size - size};
    }
    for (size_t i = 0; i + 1 < text.size; i++) /* behind the function come empty sections */
        if (text.data[i] == '\n' && text.data[i + 1] == '\n') text.size = i + 1;
    in_put(out, text);
    in_text_free(&option);
    in_text_free(&said);
    return fine && text.size;
}

/* Shows how the code of a function differs, of the first functions of which it does. */
static void compare_instructions(comparing *c, const in_node *left, const in_symbol *old,
                                 const in_node *right, const in_symbol *new)
{
    enum { MOST = 20 };
    if (c->options->no_tools || strcmp(old->kind, "function") != 0) return;
    if (strcmp(new->kind, "function") != 0 || c->disassembled == MOST) return;
    c->disassembled++;
    in_text texts[2] = {{.spans = NULL}, {.spans = NULL}};
    if (put_instructions(c, left, old, &texts[0]) && put_instructions(c, right, new, &texts[1]) &&
        !tunip_str_equal(in_str(&texts[0]), in_str(&texts[1])))
        put_hunks(c, in_str(&texts[0]), in_str(&texts[1]));
    in_text_free(&texts[0]);
    in_text_free(&texts[1]);
}

static void compare_symbols(comparing *c, const in_node *left, const in_node *right)
{
    pairs walk;
    open_pairs(c, &walk, left->symbols, right->symbols);
    for (const in_symbol *old, *new; next_pair(&walk, &old, &new);) {
        if (!new) {
            put_symbol(c, "removed", old, NULL, left);
        } else if (!old) {
            put_symbol(c, "added", NULL, new, right);
        } else if (!same_symbol(old, new)) {
            put_symbol(c, "changed", old, new, right);
            compare_instructions(c, left, old, right, new);
        }
    }
    close_pairs(&walk);
}

/* ---- trees ---- */

static bool has_own_data(const in_node *node)
{
    bool is_lib = node->role == IN_MODULE && node->module->is_exportable;
    return !node->first && !is_lib && !tunip_str_is(node->kind, "blob") &&
           !in_is_object_file(node->kind);
}

static void put_lone(comparing *c, const in_node *left, const in_node *right)
{
    const in_node *node = left ? left : right;
    put_change(c, left ? "removed" : "added", left, right);
    if (node->role != IN_VIEW && !node->is_missing) in_say(c->out, "  %zu bytes", node->data.size);
    in_puts(c->out, "\n");
}

/* The list of symbols is compared as functions, and the bytecode in one of its two forms. Places of
 * sections and relocations change with any code in front of them. */
static bool is_known_otherwise(const in_node *node)
{
    static const char *const names[] = {"symbols.txt", "bytecode.py", "sections.txt",
                                        "relocations.txt"};
    bool is_known = false;
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        is_known = is_known || tunip_str_is(node->name, names[i]);
    return node->role == IN_VIEW && is_known;
}

/* Whether bytes of a node may differ that none of its parts has: code without an exported name, for
 * example. The module of the library itself has the bytes of the whole file, outside of a saved
 * set. */
static bool has_rest(const in_node *node)
{
    if (node->role == IN_MODULE) return !node->module->is_exportable || node->artifact;
    static const char *const kinds[] = {"wasm", "executable", "params"};
    bool has_kind = in_is_object_file(node->kind);
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        has_kind = has_kind || tunip_str_is(node->kind, kinds[i]);
    return has_kind;
}

/* The names of the sections and headers of a file that differ, or that only one file has. */
static void put_regions(comparing *c, const in_symbols *left, const in_symbols *right)
{
    enum { MOST = 8 };
    size_t said = 0;
    pairs walk;
    if (!left || !right) return;
    open_pairs(c, &walk, left, right);
    for (const in_symbol *old, *new; next_pair(&walk, &old, &new);) {
        if (old && new &&tunip_str_equal(old->content, new->content)) continue;
        if (said++ >= MOST) continue;
        in_puts(c->out, said == 1 ? ": " : ", ");
        in_put_name(c->out, new ? new->name : old->name);
        if (!old || !new) in_puts(c->out, old ? " (removed)" : " (added)");
    }
    if (said > MOST) in_say(c->out, " and %zu more", said - MOST);
    close_pairs(&walk);
}

static void put_rest(comparing *c, const in_node *left, const in_node *right)
{
    bool has_parts = left->first || left->symbols;
    put_change(c, "changed", left, right);
    if (has_parts) in_puts(c->out, "  outside of its parts and symbols");
    put_regions(c, left->regions, right->regions);
    in_puts(c->out, "\n");
}

static void compare_nodes(comparing *c, const in_node *left, const in_node *right)
{
    compare_artifacts(c, left, right);
    size_t before = c->out->raw.bytes.count;
    for (const in_node *l = left->first; l; l = l->next) {
        const in_node *r = in_child_called(c->trees[1], right, l->name);
        if (!r)
            put_lone(c, l, NULL);
        else if (!is_known_otherwise(l))
            compare_nodes(c, l, r);
    }
    for (const in_node *r = right->first; r; r = r->next)
        if (!in_child_called(c->trees[0], left, r->name)) put_lone(c, NULL, r);
    compare_symbols(c, left, right);
    if (has_own_data(left) && has_own_data(right))
        compare_parts(c, left, right);
    else if (before == c->out->raw.bytes.count && has_rest(left) && !same_bytes(c, left, right))
        put_rest(c, left, right);
}

bool in_compare(const tunip_inspection *left, const tunip_inspection *right,
                const tunip_show_options *options, in_text *out, in_changes *changes)
{
    static const tunip_show_options defaults = TUNIP_SHOW_OPTIONS_INIT;
    comparing c = {.trees = {&left->tree, &right->tree},
                   .options = options ? options : &defaults,
                   .out = out,
                   .changes = changes};
    compare_targets(&c, left->set, right->set);
    compare_nodes(&c, left->tree.root, right->tree.root);
    return !out->raw.failed;
}

tunip_status tunip_inspection_diff(const tunip_inspection *left, const tunip_inspection *right,
                                   const tunip_show_options *options, bool *differ,
                                   tunip_write_fn write, void *user, tunip_error *error)
{
    in_text out = {.spans = NULL};
    in_changes changes = {.count = 0};
    in_compare(left, right, options, &out, &changes);
    *differ = changes.count;
    tunip_status status = in_text_write(&out, write, user, error);
    in_text_free(&out);
    free(changes.items);
    return status;
}
