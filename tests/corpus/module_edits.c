/* module_edits.c -- a diff finds edits that mutations.c does not make: functions of a module that
 * are renamed, inserted or deleted, and arguments of calls, among changed values.
 *
 * Reads names of saved modules from standard input. A copy of each gets 1 to 20 known random edits.
 * The script of the diff, applied to the module, must give the copy, and must have few more edits
 * than were made. No edit lies inside a part that another one inserted or deleted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>
#include <tunip/tvm/tir.h>

enum { MOST_EDITS = 20, MOST_EXTRA = 2, MOST_SPOTS = 1 << 16 };

typedef enum mutation {
    CHANGE_VALUE,
    INSERT_ARGUMENT,
    DELETE_ARGUMENT,
    RENAME_FUNCTION,
    INSERT_FUNCTION,
    DELETE_FUNCTION,
    MUTATIONS
} mutation;

static const char *const names[] = {"value changed",    "argument inserted", "argument deleted",
                                    "function renamed", "function inserted", "function deleted"};

typedef struct spots {
    tunip_node *items[MOST_SPOTS];
    size_t count;
} spots;

typedef struct bench {
    tunip_context *context;
    const char *file;
    tunip_graph *graph; /* the graph to edit */
    tunip_ir_module *module;
    spots found[MUTATIONS]; /* the places where each kind of edit is possible, each once */
    bool touched[MUTATIONS];
    uint64_t random;
    size_t made[MUTATIONS];
} bench;

static int complaints;
static size_t scripts, asked, got, worst;

static void complain(const bench *b, const char *what)
{
    complaints++;
    fprintf(stderr, "%s: %s\n", b->file, what);
}

static size_t pick(bench *b, size_t count)
{
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (size_t)((b->random >> 33) % count);
}

/* ---- what can be edited ---- */

static void add_spot(bench *b, mutation kind, const tunip_node *node)
{
    spots *s = &b->found[kind];
    if (s->count < MOST_SPOTS) s->items[s->count++] = (tunip_node *)(uintptr_t)node;
}

static bool is(const tunip_node *node, const char *key)
{
    return strcmp(node->type->key, key) == 0;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    bench *b = user;
    const void *at = node;
    if (is(node, "ir.IntImm")) add_spot(b, CHANGE_VALUE, node);
    if (is(node, "tir.Call")) {
        const tunip_tir_call *call = at;
        add_spot(b, INSERT_ARGUMENT, &call->args->base);
        if (tunip_array_count(call->args) > 1) add_spot(b, DELETE_ARGUMENT, &call->args->base);
    }
    return TUNIP_WALK_ON;
}

/* ---- a copy of its own: saved, and read again ---- */

typedef struct text {
    char *data;
    size_t size, room;
} text;

static int collect(const char *data, size_t size, void *user)
{
    text *t = user;
    if (t->room - t->size < size) {
        t->room = (t->size + size) * 2;
        char *grown = realloc(t->data, t->room);
        if (!grown) return 1;
        t->data = grown;
    }
    memcpy(t->data + t->size, data, size);
    t->size += size;
    return 0;
}

static tunip_graph *copy(bench *b, const tunip_node *root)
{
    text t = {NULL, 0, 0};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = NULL;
    if (tunip_save(b->context, root, collect, &t, &error) == TUNIP_OK)
        graph = tunip_read(b->context, (tunip_str){t.data, t.size}, &error);
    if (!graph) complain(b, error.message);
    free(t.data);
    return graph;
}

/* ---- edits ---- */

/* Takes a node that no edit has touched and that occurs once in the walk. */
static tunip_node *take(bench *b, mutation kind)
{
    spots *s = &b->found[kind];
    if (!s->count) return NULL;
    size_t i = pick(b, s->count);
    tunip_node *node = s->items[i];
    s->items[i] = s->items[--s->count];
    return node;
}

typedef struct seen {
    const tunip_node *node;
    size_t count;
} seen;

static tunip_walk_action count_node(const tunip_node *node, void *user)
{
    seen *s = user;
    s->count += s->node == node;
    return TUNIP_WALK_ON;
}

static size_t uses(const bench *b, const tunip_node *node)
{
    seen s = {.node = node};
    tunip_walk(&b->module->base.base, &(tunip_walker){.enter = count_node, .user = &s});
    return s.count;
}

/* Removes a node and everything below it from the spots. */
static tunip_walk_action forget(const tunip_node *node, void *user)
{
    bench *b = user;
    for (int kind = 0; kind < MUTATIONS; kind++) {
        spots *s = &b->found[kind];
        for (size_t i = 0; i < s->count; i++)
            if (s->items[i] == node) s->items[i--] = s->items[--s->count];
    }
    return TUNIP_WALK_ON;
}

static void forget_below(bench *b, const tunip_node *node)
{
    tunip_walk(node, &(tunip_walker){.enter = forget, .user = b});
}

static tunip_node *number(bench *b)
{
    return (tunip_node *)tunip_ir_int(b->graph, tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1),
                                      (int64_t)pick(b, 1000000) + 5000);
}

static void insert(bench *b, tunip_array *array, size_t at, tunip_node *item)
{
    tunip_node **items = tunip_graph_alloc(b->graph, (array->count + 1) * sizeof *items);
    if (at) memcpy(items, array->items, at * sizeof *items);
    size_t rest = array->count - at;
    if (rest) memcpy(items + at + 1, array->items + at, rest * sizeof *items);
    items[at] = item;
    array->items = items;
    array->count++;
}

static tunip_node *take_out(tunip_array *array, size_t at)
{
    tunip_node *item = array->items[at];
    array->count--;
    memmove(array->items + at, array->items + at + 1, (array->count - at) * sizeof item);
    return item;
}

static bool change_value(bench *b, tunip_node *node)
{
    void *at = node;
    ((tunip_ir_int_imm *)at)->value += 1000 + (int64_t)pick(b, 1000);
    return true;
}

static bool insert_argument(bench *b, tunip_node *node)
{
    tunip_array *array = (tunip_array *)(void *)node;
    insert(b, array, pick(b, array->count + 1), number(b));
    return true;
}

static bool delete_argument(bench *b, tunip_node *node)
{
    tunip_array *array = (tunip_array *)(void *)node;
    forget_below(b, node);
    take_out(array, pick(b, array->count));
    return true;
}

/* A function without calls: its name occurs only in the two maps of the module. */
static tunip_map_entry *uncalled(bench *b)
{
    tunip_map *map = b->module->functions;
    if (!map->count) return NULL;
    tunip_map_entry *entry = &map->entries[pick(b, map->count)];
    return uses(b, entry->key) <= 2 ? entry : NULL;
}

static bool rename_function(bench *b, tunip_node *node)
{
    tunip_map_entry *entry = uncalled(b);
    char name[32];
    (void)node;
    if (!entry) return false;
    snprintf(name, sizeof name, "renamed_%zu", pick(b, 1000000));
    ((tunip_ir_global_var *)(void *)entry->key)->name_hint = tunip_string_new(b->graph, name);
    return true;
}

static bool insert_function(bench *b, tunip_node *node)
{
    tunip_map *map = b->module->functions;
    char name[32];
    (void)node;
    snprintf(name, sizeof name, "inserted_%zu", pick(b, 1000000));
    tunip_map_entry *entries = tunip_graph_alloc(b->graph, (map->count + 1) * sizeof *entries);
    if (map->count) memcpy(entries, map->entries, map->count * sizeof *entries);
    tunip_ir_global_var *var = tunip_node_new(b->graph, &tunip_ir_global_var_type);
    var->name_hint = tunip_string_new(b->graph, name);
    void *body = tunip_tir_evaluate_new(b->graph, number(b));
    entries[map->count].key = (tunip_node *)var;
    entries[map->count].value =
        (tunip_node *)tunip_tir_prim_func_new(b->graph, name, 0, NULL, NULL, body);
    map->entries = entries;
    map->count++;
    return true;
}

static bool delete_function(bench *b, tunip_node *node)
{
    tunip_map *map = b->module->functions;
    tunip_map_entry *entry = map->count > 1 ? uncalled(b) : NULL;
    (void)node;
    if (!entry) return false;
    forget_below(b, entry->value);
    map->count--;
    memmove(entry, entry + 1, (size_t)(map->entries + map->count - entry) * sizeof *entry);
    return true;
}

/* ---- a round ---- */

static bool mutate(bench *b, mutation kind)
{
    /* ORDER mutation */
    static bool (*const edits[])(bench *, tunip_node *) = {change_value,    insert_argument,
                                                           delete_argument, rename_function,
                                                           insert_function, delete_function};
    bool of_module = kind >= RENAME_FUNCTION && kind <= DELETE_FUNCTION;
    if (of_module && b->touched[kind])
        return false; /* only one of each kind, because they could affect the same function */
    tunip_node *node = of_module ? NULL : take(b, kind);
    if (!of_module && (!node || uses(b, node) != 1)) return false;
    if (!edits[kind](b, node)) return false;
    if (of_module)
        memset(b->touched + RENAME_FUNCTION, true, DELETE_FUNCTION - RENAME_FUNCTION + 1);
    if (node) forget_below(b, node);
    b->made[kind]++;
    return true;
}

static void check(bench *b, const tunip_node *original, size_t edits)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_script *script;
    tunip_equal_options how = {.size = sizeof how, .map_free_vars = true};
    if (tunip_diff(b->context, original, &b->module->base.base, &how, &script, &error) !=
        TUNIP_OK) {
        complain(b, error.message);
        return;
    }
    tunip_graph *applied = tunip_diff_apply(b->context, script, &error);
    if (!applied || !tunip_equal_nodes(b->context, tunip_graph_root(applied), &b->module->base.base,
                                       &how, &error))
        complain(b, "the script does not give the edited module");
    if (tunip_script_edit_count(script) > edits + MOST_EXTRA)
        complain(b, "many more edits than were made");
    if (tunip_script_edit_count(script) > edits + worst)
        worst = tunip_script_edit_count(script) - edits;
    scripts++;
    asked += edits;
    got += tunip_script_edit_count(script);
    tunip_graph_free(applied);
    tunip_script_free(script);
}

static void round_of(bench *b, const tunip_node *original, size_t count)
{
    size_t made = 0;
    for (int kind = 0; kind < MUTATIONS; kind++) b->found[kind].count = 0;
    memset(b->touched, 0, sizeof b->touched);
    b->graph = copy(b, original);
    if (!b->graph) return;
    b->module = (tunip_ir_module *)(uintptr_t)tunip_graph_root(b->graph);
    tunip_walk(&b->module->base.base, &(tunip_walker){.enter = enter, .user = b});
    for (size_t tries = 0; made < count && tries < 10 * count; tries++) {
        mutation kind = (mutation)pick(b, MUTATIONS);
        made += mutate(b, kind);
    }
    check(b, original, made);
    tunip_graph_free(b->graph);
}

static void run_file(bench *b)
{
    static const size_t counts[] = {1, 2, 5, 10, MOST_EDITS};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read_file(b->context, b->file, &error);
    if (!graph) {
        complain(b, error.message);
        return;
    }
    if (is(tunip_graph_root(graph), "ir.IRModule"))
        for (size_t i = 0; i < TUNIP_LEN(counts); i++)
            round_of(b, tunip_graph_root(graph), counts[i]);
    tunip_graph_free(graph);
}

int main(void)
{
    static bench b = {.random = 1};
    static char line[8192];
    tunip_error error = TUNIP_ERROR_INIT;
    b.context = tunip_context_new(NULL, &error);
    while (b.context && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        b.file = line;
        run_file(&b);
    }
    tunip_context_free(b.context);
    for (int kind = 0; kind < MUTATIONS; kind++) printf("%6zu %s\n", b.made[kind], names[kind]);
    printf(
        "module edits: %zu scripts, %zu edits made, %zu found: %.3f more on average, %zu at most; "
        "%d complaints\n",
        scripts, asked, got, scripts ? ((double)got - (double)asked) / (double)scripts : 0, worst,
        complaints);
    return complaints || !scripts;
}
