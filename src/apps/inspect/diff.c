/* diff.c -- which parts and functions of two files differ, and how. */
#include "lines.h"
#include "show.h"
#include "symbols.h"

typedef struct comparing {
    const in_tree *trees[2];
    const tunip_show_options *options;
    in_text out;
    bool differ;
} comparing;

/* ---- one part ---- */

static void put_change(comparing *c, const char *what, const in_node *node)
{
    c->differ = true;
    in_puts(&c->out, what);
    in_puts(&c->out, " ");
    in_text path = {.data = NULL};
    in_put_path(&path, node);
    in_put_name(&c->out, in_str(&path));
    in_text_free(&path);
    if (node->note.size) in_puts(&c->out, "  ");
    in_put_name(&c->out, node->note);
}

/* The text of a node; false if it has none that people read. */
static bool text_of(const in_tree *tree, const in_node *node, in_text *out)
{
    enum { MOST = 1 << 24 };
    static const tunip_show_options plain = {sizeof plain, .no_tools = true};
    static const char *const kinds[] = {"text", "json", "source", "tensor", "functions"};
    bool readable = false;
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        readable = readable || tunip_str_is(node->kind, kinds[i]);
    if (!readable || node->data.size > MOST) return false;
    return in_show_node(tree, node, &plain, in_put_chunk, out, NULL) == TUNIP_OK && !out->failed;
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

static void compare_parts(comparing *c, const in_node *left, const in_node *right)
{
    in_text texts[2] = {{.data = NULL}, {.data = NULL}};
    bool readable = text_of(c->trees[0], left, &texts[0]) && text_of(c->trees[1], right, &texts[1]);
    bool same = left->role == IN_VIEW ? tunip_str_equal(in_str(&texts[0]), in_str(&texts[1]))
                                      : same_bytes(c, left, right);
    if (!same) {
        put_change(c, "changed", left);
        if (left->data.size != right->data.size)
            in_say(&c->out, "  %zu bytes, now %zu", left->data.size, right->data.size);
        in_puts(&c->out, "\n");
        if (readable)
            in_put_hunks(&c->out, in_str(&texts[0]), in_str(&texts[1]), c->options->colour);
    }
    in_text_free(&texts[0]);
    in_text_free(&texts[1]);
}

/* ---- trees ---- */

static bool has_own_data(const in_node *node)
{
    bool is_lib = node->role == IN_MODULE && node->module->is_exportable;
    return !node->first && !is_lib && !tunip_str_is(node->kind, "blob") &&
           !in_is_object_file(node->kind);
}

static void put_lone(comparing *c, const char *what, const in_node *node)
{
    put_change(c, what, node);
    if (node->role != IN_VIEW) in_say(&c->out, "  %zu bytes", node->data.size);
    in_puts(&c->out, "\n");
}

/* The list of symbols is compared as functions, and the bytecode in one of its two forms. */
static bool is_known_otherwise(const in_node *node)
{
    return node->role == IN_VIEW &&
           (tunip_str_is(node->name, "symbols.txt") || tunip_str_is(node->name, "bytecode.py"));
}

static void compare_nodes(comparing *c, const in_node *left, const in_node *right)
{
    size_t before = c->out.size;
    for (const in_node *l = left->first; l; l = l->next) {
        const in_node *r = in_child_called(c->trees[1], right, l->name);
        if (!r)
            put_lone(c, "removed", l);
        else if (!is_known_otherwise(l))
            compare_nodes(c, l, r);
    }
    for (const in_node *r = right->first; r; r = r->next)
        if (!in_child_called(c->trees[0], left, r->name)) put_lone(c, "added", r);
    if (has_own_data(left) && has_own_data(right))
        compare_parts(c, left, right);
    else if (before == c->out.size && left->role == IN_MODULE && !left->module->is_exportable)
        compare_parts(c, left, right);
}

/* ---- functions ---- */

static void put_symbol(comparing *c, const char *what, const in_symbol *s)
{
    c->differ = true;
    in_say(&c->out, "%s %s ", what, s->kind);
    in_put_name(&c->out, s->name);
    in_say(&c->out, "  %llu bytes\n", (unsigned long long)s->size);
}

static int order_of(const in_symbol *a, const in_symbol *b)
{
    size_t size = a->name.size < b->name.size ? a->name.size : b->name.size;
    int order = memcmp(a->name.data, b->name.data, size);
    return order ? order : (a->name.size > b->name.size) - (a->name.size < b->name.size);
}

/* Both lists are in the order of names. The blob is compared as modules. */
static void compare_symbols(comparing *c)
{
    const in_tree *a = c->trees[0], *b = c->trees[1];
    for (size_t l = 0, r = 0; l < a->symbol_count || r < b->symbol_count;) {
        const in_symbol *left = l < a->symbol_count ? &a->symbols[l] : NULL;
        const in_symbol *right = r < b->symbol_count ? &b->symbols[r] : NULL;
        int order = !left ? 1 : !right ? -1 : order_of(left, right);
        if (order < 0) put_symbol(c, "removed", left);
        if (order > 0) put_symbol(c, "added", right);
        bool is_code = order == 0 && tunip_str_is(tunip_str_from(left->kind), "function");
        if (is_code && !tunip_str_equal(left->content, right->content))
            put_symbol(c, "changed", right);
        l += order <= 0;
        r += order >= 0;
    }
}

tunip_status tunip_inspection_diff(const tunip_inspection *left, const tunip_inspection *right,
                                   const tunip_show_options *options, bool *differ,
                                   tunip_write_fn write, void *user, tunip_error *error)
{
    static const tunip_show_options defaults = TUNIP_SHOW_OPTIONS_INIT;
    comparing c = {.trees = {&left->tree, &right->tree}, .options = options ? options : &defaults};
    tunip_status status = TUNIP_OK;
    compare_nodes(&c, left->tree.root, right->tree.root);
    compare_symbols(&c);
    *differ = c.differ;
    if (c.out.failed)
        status = tunip_error_set(error, TUNIP_ERROR_LIMIT, "too much text, or out of memory");
    else if (c.out.size && write(c.out.data, c.out.size, user) != 0)
        status = tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
    in_text_free(&c.out);
    return status;
}
