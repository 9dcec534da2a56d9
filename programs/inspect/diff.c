/* diff.c -- which parts and functions of two files differ, and how. */
#include <stdlib.h>

#include "objects.h"
#include "open.h"
#include "show.h"

/* ======== lines ======== */

/* The differences of two texts, as unified hunks. The shortest edit script by E. Myers,
 * "An O(ND) Difference Algorithm and Its Variations" (1986), between the equal lines at the begin
 * and at the end. */

enum { CONTEXT = 3, MOST_EDITS = 1500 };

typedef struct lines {
    tunip_str *items;
    size_t count;
} lines;

typedef struct hunks {
    in_text *out;
    lines left, right;
    bool *removed, *added; /* of each line */
    bool colour;
} hunks;

static bool split(tunip_str text, lines *out)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size; i++) count += text.data[i] == '\n';
    out->items = calloc(count + 1, sizeof *out->items);
    if (!out->items) return false;
    while (text.size) {
        const char *newline = memchr(text.data, '\n', text.size);
        size_t size = newline ? (size_t)(newline - text.data) : text.size;
        size_t taken = newline ? size + 1 : size;
        out->items[out->count++] = (tunip_str){text.data, size};
        text.data += taken;
        text.size -= taken;
    }
    return true;
}

/* ---- the shortest edit script ---- */

/* The furthest points of all paths with `edits` edits, from those with one less. Returns the
 * diagonal on which a path reaches the end, or INT_MAX. */
static int advance(const hunks *h, size_t from, const size_t ends[2], int edits, int *reach)
{
    enum { NONE = 0x7FFFFFFF };
    const tunip_str *a = h->left.items + from, *b = h->right.items + from;
    int n = (int)(ends[0] - from), m = (int)(ends[1] - from);
    for (int k = -edits; k <= edits; k += 2) {
        bool down = k == -edits || (k != edits && reach[k - 1] < reach[k + 1]);
        int x = down ? reach[k + 1] : reach[k - 1] + 1;
        int y = x - k;
        while (x < n && y < m && y >= 0 && tunip_str_equal(a[x], b[y])) {
            x++;
            y++;
        }
        reach[k] = x;
        if (x >= n && y >= m) return k;
    }
    return NONE;
}

/* Walks back from the end and marks the lines. `trace` has the reach before each step. */
static void mark(hunks *h, size_t from, int edits, int diagonal, int *const *trace)
{
    int k = diagonal;
    for (int step = edits; step > 0; step--) {
        const int *reach = trace[step];
        bool down = k == -step || (k != step && reach[k - 1] < reach[k + 1]);
        int before = down ? k + 1 : k - 1;
        int x = reach[before];
        if (down)
            h->added[from + (size_t)(x - before)] = true;
        else
            h->removed[from + (size_t)x] = true;
        k = before;
    }
}

/* False if there are too many edits. */
static bool find_edits(hunks *h, size_t from, const size_t ends[2])
{
    enum { ROOM = MOST_EDITS + 2 };
    int *room = calloc(2 * ROOM + 1, sizeof *room);
    int **copies = calloc(ROOM, sizeof *copies), **trace = calloc(ROOM, sizeof *trace);
    bool found = false;
    for (int d = 0; room && copies && trace && d <= MOST_EDITS && !found; d++) {
        size_t width = 2 * (size_t)d + 3;
        copies[d] = malloc(width * sizeof(int));
        if (!copies[d]) break;
        memcpy(copies[d], room + ROOM - d - 1, width * sizeof(int));
        trace[d] = copies[d] + d + 1;
        int diagonal = advance(h, from, ends, d, room + ROOM);
        found = diagonal >= -d && diagonal <= d;
        if (found) mark(h, from, d, diagonal, trace);
    }
    for (int d = 0; copies && d < ROOM; d++) free(copies[d]);
    free(copies);
    free(trace);
    free(room);
    return found;
}

static void find_changes(hunks *h)
{
    size_t from = 0, ends[2] = {h->left.count, h->right.count};
    while (from < ends[0] && from < ends[1] &&
           tunip_str_equal(h->left.items[from], h->right.items[from]))
        from++;
    while (ends[0] > from && ends[1] > from &&
           tunip_str_equal(h->left.items[ends[0] - 1], h->right.items[ends[1] - 1])) {
        ends[0]--;
        ends[1]--;
    }
    if (find_edits(h, from, ends)) return;
    for (size_t i = from; i < ends[0]; i++) h->removed[i] = true;
    for (size_t i = from; i < ends[1]; i++) h->added[i] = true;
}

/* ---- hunks ---- */

/* One mark for each line of the merged texts: '-', '+' or ' '. */
static size_t merge(const hunks *h, char *marks)
{
    size_t l = 0, r = 0, count = 0;
    while (l < h->left.count || r < h->right.count) {
        bool removed = l < h->left.count && h->removed[l];
        bool added = !removed && r < h->right.count && h->added[r];
        marks[count++] = removed ? '-' : added ? '+' : ' ';
        l += !added;
        r += !removed;
    }
    return count;
}

/* Behind the last changed line of a hunk whose first one is at `at`, with the context. */
static size_t end_of_hunk(const char *marks, size_t count, size_t at)
{
    size_t last = at;
    for (size_t i = at; i < count && i - last <= 2 * CONTEXT + 1; i++)
        if (marks[i] != ' ') last = i;
    return count - last > CONTEXT ? last + CONTEXT + 1 : count;
}

static void put_hunk(const hunks *h, const char *marks, size_t begin, size_t end, size_t at[2])
{
    size_t counts[2] = {0, 0};
    for (size_t i = begin; i < end; i++) {
        counts[0] += marks[i] != '+';
        counts[1] += marks[i] != '-';
    }
    in_say(h->out, "@@ -%zu,%zu +%zu,%zu @@\n", at[0] + !!counts[0], counts[0], at[1] + !!counts[1],
           counts[1]);
    for (size_t i = begin; i < end; i++) {
        char mark = marks[i];
        tunip_str line = marks[i] == '+' ? h->right.items[at[1]] : h->left.items[at[0]];
        const char *colour = mark == '-' ? "\x1b[31m" : mark == '+' ? "\x1b[32m" : NULL;
        if (h->colour && colour) in_puts(h->out, colour);
        in_put(h->out, (tunip_str){&mark, 1});
        in_put(h->out, line);
        if (h->colour && colour) in_puts(h->out, "\x1b[0m");
        in_puts(h->out, "\n");
        at[0] += marks[i] != '+';
        at[1] += marks[i] != '-';
    }
}

/* Adds hunks with three unchanged lines around the changed ones: "-", "+" and " ". Equal texts add
 * nothing. Texts with very many differences are written as one hunk. */
static void put_hunks(in_text *out, tunip_str left, tunip_str right, bool colour)
{
    hunks h = {.out = out, .colour = colour};
    bool fine = split(left, &h.left) && split(right, &h.right);
    h.removed = calloc(h.left.count + 1, sizeof *h.removed);
    h.added = calloc(h.right.count + 1, sizeof *h.added);
    char *marks = calloc(h.left.count + h.right.count + 1, 1);
    if (fine && h.removed && h.added && marks) {
        find_changes(&h);
        size_t count = merge(&h, marks), printed = 0, at[2] = {0, 0};
        for (size_t i = 0; i < count;) {
            if (marks[i] == ' ') {
                i++;
                at[0]++;
                at[1]++;
                continue;
            }
            size_t back = i - printed < CONTEXT ? i - printed : CONTEXT;
            size_t end = end_of_hunk(marks, count, i);
            at[0] -= back;
            at[1] -= back;
            put_hunk(&h, marks, i - back, end, at);
            i = printed = end;
        }
    } else {
        out->raw.failed = true;
    }
    free(h.left.items);
    free(h.right.items);
    free(h.removed);
    free(h.added);
    free(marks);
}

/* ======== diff ======== */

/* Which parts and functions of two files differ, and how. */

typedef struct comparing {
    const in_tree *trees[2];
    const tunip_show_options *options;
    in_text out;
    bool differ;
} comparing;

/* ---- one part ---- */

static void put_path(comparing *c, const in_node *node)
{
    in_text path = {.spans = NULL};
    in_put_path(&path, node);
    in_put_name(&c->out, node->parent ? in_str(&path) : node->name);
    in_text_free(&path);
}

static void put_change(comparing *c, const char *what, const in_node *node)
{
    c->differ = true;
    in_puts(&c->out, what);
    in_puts(&c->out, " ");
    put_path(c, node);
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

static void compare_parts(comparing *c, const in_node *left, const in_node *right)
{
    in_text texts[2] = {{.spans = NULL}, {.spans = NULL}};
    bool readable = text_of(c->trees[0], left, &texts[0]) && text_of(c->trees[1], right, &texts[1]);
    bool same = left->role == IN_VIEW ? tunip_str_equal(in_str(&texts[0]), in_str(&texts[1]))
                                      : same_bytes(c, left, right);
    if (!same) {
        put_change(c, "changed", left);
        if (left->data.size != right->data.size)
            in_say(&c->out, "  %zu bytes, now %zu", left->data.size, right->data.size);
        in_puts(&c->out, "\n");
        if (readable) put_hunks(&c->out, in_str(&texts[0]), in_str(&texts[1]), c->options->colour);
    }
    in_text_free(&texts[0]);
    in_text_free(&texts[1]);
}

/* ---- what a set says of an artifact and of itself ---- */

static void compare_names(comparing *c, const char *what, tunip_str left, tunip_str right)
{
    if (tunip_str_equal(left, right)) return;
    in_say(&c->out, "  %s%s`", what, *what ? " " : "");
    in_put_name(&c->out, left);
    in_puts(&c->out, "`, now `");
    in_put_name(&c->out, right);
    in_puts(&c->out, "`");
}

/* Only sets say which loader and which code generator an artifact has. */
static void compare_artifacts(comparing *c, const in_node *left, const in_node *right)
{
    const tunip_artifact *a = left->artifact, *b = right->artifact;
    if (!a || !b) return;
    bool same_memory = a->in_memory == b->in_memory;
    if (same_memory && tunip_str_equal(a->loader, b->loader) &&
        tunip_str_equal(a->codegen_id, b->codegen_id))
        return;
    c->differ = true;
    in_puts(&c->out, "changed ");
    put_path(c, left);
    compare_names(c, "loader", a->loader, b->loader);
    compare_names(c, "codegen_id", a->codegen_id, b->codegen_id);
    const char *now = b->in_memory ? "  now only in memory" : "  now with content";
    if (!same_memory) in_puts(&c->out, now);
    in_puts(&c->out, "\n");
}

static void compare_targets(comparing *c, const tunip_artifact_set *left,
                            const tunip_artifact_set *right)
{
    if (!left || !right) return;
    tunip_str a = tunip_artifact_set_target_key(left), b = tunip_artifact_set_target_key(right);
    if (tunip_str_equal(a, b)) return;
    c->differ = true;
    in_puts(&c->out, "changed target_key");
    compare_names(c, "", a, b);
    in_puts(&c->out, "\n");
}

/* ---- functions ---- */

static void put_symbol(comparing *c, const char *what, const in_symbol *s, const in_node *node)
{
    c->differ = true;
    in_say(&c->out, "%s %s ", what, s->kind);
    in_put_name(&c->out, s->name);
    if (node->parent) in_puts(&c->out, " of ");
    if (node->parent) put_path(c, node);
    in_say(&c->out, "  %llu bytes\n", (unsigned long long)s->size);
}

static int order_of(const in_symbol *a, const in_symbol *b)
{
    size_t size = a->name.size < b->name.size ? a->name.size : b->name.size;
    int order = memcmp(a->name.data, b->name.data, size);
    return order ? order : (a->name.size > b->name.size) - (a->name.size < b->name.size);
}

/* The blob is compared as modules. */
static bool same_symbol(const in_symbol *a, const in_symbol *b)
{
    if (strcmp(a->kind, b->kind) != 0) return false;
    return strcmp(a->kind, "blob") == 0 ||
           (a->size == b->size && tunip_str_equal(a->content, b->content));
}

/* Both lists are in the order of names. */
static void compare_symbols(comparing *c, const in_node *left, const in_node *right)
{
    static const in_symbols none = {NULL, 0};
    const in_symbols *a = left->symbols ? left->symbols : &none;
    const in_symbols *b = right->symbols ? right->symbols : &none;
    for (size_t l = 0, r = 0; l < a->count || r < b->count;) {
        const in_symbol *old = l < a->count ? &a->items[l] : NULL;
        const in_symbol *new = r < b->count ? &b->items[r] : NULL;
        int order = !old ? 1 : !new ? -1 : order_of(old, new);
        if (order < 0) put_symbol(c, "removed", old, left);
        if (order > 0) put_symbol(c, "added", new, right);
        if (order == 0 && !same_symbol(old, new)) put_symbol(c, "changed", new, right);
        l += order <= 0;
        r += order >= 0;
    }
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

/* Whether bytes of a node may differ that none of its parts has: code without an exported name, for
 * example. The module of the library itself has the bytes of the whole file, outside of a saved
 * set. */
static bool has_rest(const in_node *node)
{
    if (node->role == IN_MODULE) return !node->module->is_exportable || node->artifact;
    return in_is_object_file(node->kind);
}

static void put_rest(comparing *c, const in_node *node)
{
    bool has_parts = node->first || node->symbols;
    put_change(c, "changed", node);
    in_puts(&c->out, has_parts ? "  outside of its parts and symbols\n" : "\n");
}

static void compare_nodes(comparing *c, const in_node *left, const in_node *right)
{
    compare_artifacts(c, left, right);
    size_t before = c->out.raw.bytes.count;
    for (const in_node *l = left->first; l; l = l->next) {
        const in_node *r = in_child_called(c->trees[1], right, l->name);
        if (!r)
            put_lone(c, "removed", l);
        else if (!is_known_otherwise(l))
            compare_nodes(c, l, r);
    }
    for (const in_node *r = right->first; r; r = r->next)
        if (!in_child_called(c->trees[0], left, r->name)) put_lone(c, "added", r);
    compare_symbols(c, left, right);
    if (has_own_data(left) && has_own_data(right))
        compare_parts(c, left, right);
    else if (before == c->out.raw.bytes.count && has_rest(left) && !same_bytes(c, left, right))
        put_rest(c, left);
}

tunip_status tunip_inspection_diff(const tunip_inspection *left, const tunip_inspection *right,
                                   const tunip_show_options *options, bool *differ,
                                   tunip_write_fn write, void *user, tunip_error *error)
{
    static const tunip_show_options defaults = TUNIP_SHOW_OPTIONS_INIT;
    comparing c = {.trees = {&left->tree, &right->tree}, .options = options ? options : &defaults};
    compare_targets(&c, left->set, right->set);
    compare_nodes(&c, left->tree.root, right->tree.root);
    *differ = c.differ;
    tunip_status status = in_text_write(&c.out, write, user, error);
    in_text_free(&c.out);
    return status;
}
