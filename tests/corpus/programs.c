/* programs.c -- every change of the IR changes its builder program. Reads names of saved objects
 * from standard input. For each object it changes every field of every node in several ways, one at
 * a time: another number, another dtype, NULL, a value where there was none, another node of a type
 * that the field may hold, one item fewer or twice. If the changed object is not equal to the saved
 * one, the builder backend must write another program or refuse. The same program means that a rule
 * omits something without saying so. The complaint names the type and the field.
 *
 *     programs [--most N] [--save FOLDER] < NAMES
 *
 * At most N changes of each file are tried, spread over the file. --save keeps the changed objects
 * that have programs, so that a real TVM may run them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>

enum { MOST_NODES = 1 << 15, MOST_KINDS = 512 };

/* ---- the nodes of a graph, each once ---- */

typedef struct nodes {
    tunip_node *all[MOST_NODES];
    size_t count;
    const tunip_node *seen[2 * MOST_NODES]; /* by address */
} nodes;

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    nodes *n = user;
    size_t at = ((uintptr_t)node >> 4) % (2 * MOST_NODES);
    while (n->seen[at] && n->seen[at] != node) at = (at + 1) % (2 * MOST_NODES);
    if (n->seen[at] || n->count == MOST_NODES) return TUNIP_WALK_SKIP;
    n->seen[at] = node;
    n->all[n->count++] = (tunip_node *)(uintptr_t)node;
    return TUNIP_WALK_ON;
}

/* ---- one object ---- */

/* A field of a type, and the number of its changes that did not change the program. */
typedef struct kind {
    const char *type, *field, *what, *file;
    size_t count;
} kind;

static kind kinds[MOST_KINDS];
static size_t kind_count, changes, programs, refusals;

typedef struct object {
    tunip_context *context;
    const char *file, *folder;
    const tunip_node *saved;
    tunip_graph *graph; /* the same, for the changes */
    tunip_node *root;
    nodes *nodes;
    tunip_printed *program; /* of `saved` */
    bool counts;            /* the first pass, which only counts the changes */
    size_t count, at, most;
} object;

/* No text identifies a variable that is defined twice. TVM computes the features of a target from
 * its other fields. */
static bool is_excused(const tunip_node *where, const char *field)
{
    static const char *const excused[][2] = {
        {"relax.expr.Var", "vid"},        {"relax.expr.DataflowVar", "vid"},
        {"relax.expr.VarBinding", "var"}, {"tir.For", "thread_binding"},
        {"tir.IterVar", "var"},           {"target.Target", "features"}};
    for (size_t i = 0; i < TUNIP_LEN(excused); i++)
        if (strcmp(where->type->key, excused[i][0]) == 0 && strcmp(field, excused[i][1]) == 0)
            return true;
    return false;
}

static void note(const object *o, const tunip_node *where, const char *field, const char *what)
{
    size_t i = 0;
    while (i < kind_count &&
           (strcmp(kinds[i].type, where->type->key) != 0 || strcmp(kinds[i].field, field) != 0 ||
            strcmp(kinds[i].what, what) != 0))
        i++;
    if (i == MOST_KINDS) return;
    if (i == kind_count) kinds[kind_count++] = (kind){where->type->key, field, what, o->file, 0};
    kinds[i].count++;
}

/* The program; NULL if builder refuses. */
static tunip_printed *write_program(const object *o, const tunip_node *root)
{
    tunip_printed *printed = NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "builder";
    options.no_source_map = true;
    return tunip_print(o->context, root, &options, &printed, NULL) == TUNIP_OK ? printed : NULL;
}

/* Whether two objects are known to mean something else. */
static bool differs(const object *o)
{
    tunip_comparison *comparison;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    if (tunip_equal(o->context, o->saved, o->root, &options, &comparison, NULL) != TUNIP_OK)
        return false;
    bool is_other =
        !tunip_comparison_equal(comparison) && !tunip_comparison_unsupported(comparison);
    tunip_comparison_free(comparison);
    return is_other;
}

static int write_bytes(const char *data, size_t size, void *user)
{
    return fwrite(data, 1, size, user) != size;
}

static void save(const object *o, const tunip_node *where, const char *field)
{
    char path[1024];
    const char *name = strrchr(o->file, '/');
    snprintf(path, sizeof path, "%s/%06zu.%s.%s.%s", o->folder, programs, where->type->key, field,
             name ? name + 1 : o->file);
    FILE *file = fopen(path, "wb");
    if (!file || tunip_save(o->context, o->root, write_bytes, file, NULL) != TUNIP_OK)
        printf("%s: cannot be saved\n", path);
    if (file) fclose(file);
}

static void compare(const object *o, const tunip_node *where, const char *field, const char *what)
{
    if (!differs(o)) return;
    tunip_printed *program = write_program(o, o->root);
    changes++;
    programs += program != NULL;
    refusals += !program;
    if (!program) return;
    if (tunip_str_equal(tunip_printed_text(program), tunip_printed_text(o->program)) &&
        !is_excused(where, field))
        note(o, where, field, what);
    if (o->folder) save(o, where, field);
    tunip_printed_free(program);
}

/* ---- one change after the other ---- */

/* Whether the `at`th of `count` possible changes is among the `most` that are tried. */
static bool is_tried(size_t at, size_t count, size_t most)
{
    return count <= most || at * most / count != (at + 1) * most / count;
}

/* Compares with `size` bytes of the graph changed. */
static void try_bytes(object *o, void *value, const void *changed, size_t size,
                      const tunip_node *where, const char *field, const char *what)
{
    unsigned char kept[sizeof(tunip_str)];
    if (o->counts) {
        o->count++;
        return;
    }
    if (!is_tried(o->at++, o->count, o->most)) return;
    memcpy(kept, value, size);
    memcpy(value, changed, size);
    compare(o, where, field, what);
    memcpy(value, kept, size);
}

typedef struct place {
    object *object;
    const tunip_node *where;
    const char *field;
} place;

static void try_node(const place *p, tunip_node **value, tunip_node *changed, const char *what)
{
    if (*value != changed)
        try_bytes(p->object, value, &changed, sizeof changed, p->where, p->field, what);
}

/* ---- other nodes ---- */

/* Other values for a field that holds any value. */
enum { SAMPLES = 20 };

static tunip_node *samples[SAMPLES];
static const char *const sample_names[SAMPLES] = {
    "int32 1",       "int64 1",        "a bool",       "float32 1",       "a StringImm",
    "a string",      "an int",         "a bool value", "a float",         "no items",
    "a string list", "no entries",     "an entry",     "a global key",    "a void type",
    "a prim type",   "a pointer type", "a variable",   "a size variable", "a range",
};

static tunip_ir_int_imm *make_int(tunip_graph *graph, tunip_dtype dtype, int64_t value)
{
    tunip_ir_int_imm *imm = tunip_node_new(graph, &tunip_ir_int_imm_type);
    imm->base.dtype = dtype;
    imm->value = value;
    return imm;
}

static tunip_tir_var *make_var(tunip_graph *graph, const tunip_type *type)
{
    tunip_ir_prim_type *prim = tunip_node_new(graph, &tunip_ir_prim_type_type);
    tunip_tir_var *var = tunip_node_new(graph, type);
    prim->dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
    var->base.dtype = prim->dtype;
    var->name = tunip_string_new(graph, "fresh");
    var->type_annotation = (tunip_node *)prim;
    return var;
}

static void make_samples(tunip_graph *graph)
{
    tunip_dtype int32 = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
    tunip_dtype int64 = tunip_dtype_make(TUNIP_DTYPE_INT, 64, 1);
    tunip_dtype boolean = tunip_dtype_make(TUNIP_DTYPE_BOOL, 8, 1);
    tunip_dtype float32 = tunip_dtype_make(TUNIP_DTYPE_FLOAT, 32, 1);
    tunip_ir_float_imm *real = tunip_node_new(graph, &tunip_ir_float_imm_type);
    tunip_tir_string_imm *text = tunip_node_new(graph, &tunip_tir_string_imm_type);
    tunip_string *name = tunip_string_new(graph, "fresh");
    tunip_int *one = tunip_int_new(graph, 1);
    tunip_ir_global_var *global = tunip_node_new(graph, &tunip_ir_global_var_type);
    tunip_ir_tuple_type *nothing = tunip_node_new(graph, &tunip_ir_tuple_type_type);
    tunip_ir_prim_type *prim = tunip_node_new(graph, &tunip_ir_prim_type_type);
    tunip_ir_pointer_type *pointer = tunip_node_new(graph, &tunip_ir_pointer_type_type);
    tunip_ir_range *range = tunip_node_new(graph, &tunip_ir_range_type);
    real->base.dtype = float32;
    real->value = 1;
    text->base.dtype = tunip_dtype_make(TUNIP_DTYPE_HANDLE, 64, 1);
    text->value = name;
    global->name_hint = name;
    nothing->fields = tunip_array_new(graph, 0, NULL);
    prim->dtype = int64;
    pointer->element_type = (tunip_node *)prim;
    pointer->storage_scope = tunip_string_new(graph, "local");
    range->min = (tunip_node *)make_int(graph, int32, 0);
    range->extent = (tunip_node *)make_int(graph, int32, 5);
    void *const made[SAMPLES] = {
        make_int(graph, int32, 1),
        make_int(graph, int64, 1),
        make_int(graph, boolean, 1),
        real,
        text,
        name,
        one,
        tunip_bool_new(graph, true),
        tunip_float_new(graph, 0.5),
        tunip_array_new(graph, 0, NULL),
        tunip_array_new(graph, 1, (void *[]){name}),
        tunip_map_new(graph, 0, NULL),
        tunip_map_new(graph, 1, (void *[]){name, one}),
        tunip_map_new(graph, 1, (void *[]){global, one}),
        nothing,
        prim,
        pointer,
        make_var(graph, &tunip_tir_var_type),
        make_var(graph, &tunip_tir_size_var_type),
        range,
    };
    for (size_t i = 0; i < SAMPLES; i++) samples[i] = made[i];
}

static bool may_be(const tunip_node *node, const tunip_type *expects)
{
    return !expects || expects == &tunip_any_type || tunip_is_a(node, expects);
}

static tunip_walk_action stop_at(const tunip_node *node, void *user)
{
    return node == user ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static bool holds(const tunip_node *node, const tunip_node *where)
{
    tunip_walker walker = {.enter = stop_at, .user = (void *)(uintptr_t)where};
    return tunip_walk(node, &walker) != TUNIP_WALK_DONE;
}

static size_t index_of(const nodes *n, const tunip_node *node)
{
    size_t at = 0;
    while (at < n->count && n->all[at] != node) at++;
    return at;
}

/* The nearest node before or after `from` that would do and does not hold `where`. */
static tunip_node *find_other(const place *p, size_t from, const tunip_type *expects, bool before)
{
    const nodes *n = p->object->nodes;
    for (size_t step = 1; step < n->count; step++) {
        size_t at = (from + (before ? n->count - step : step)) % n->count;
        if (may_be(n->all[at], expects) && !holds(n->all[at], p->where)) return n->all[at];
    }
    return NULL;
}

static void try_samples(const place *p, tunip_node **value, const tunip_type *expects)
{
    for (size_t i = 0; i < SAMPLES; i++)
        if (may_be(samples[i], expects)) try_node(p, value, samples[i], sample_names[i]);
}

static bool is_filled(const tunip_node *node)
{
    return tunip_array_count(TUNIP_AS(tunip_array, node)) ||
           tunip_map_count(TUNIP_AS(tunip_map, node));
}

/* The same for a field that holds only some items or entries. */
static void try_containers(const place *p, tunip_node **value, const tunip_field *field)
{
    bool is_any = field->item == &tunip_any_type;
    for (size_t i = 0; i < SAMPLES; i++)
        if (may_be(samples[i], field->expects) && (is_any || !is_filled(samples[i])))
            try_node(p, value, samples[i], sample_names[i]);
}

static void try_others(const place *p, tunip_node **value, const tunip_type *expects)
{
    size_t from = *value ? index_of(p->object->nodes, *value) : 0;
    tunip_node *before = find_other(p, from, expects, true);
    tunip_node *after = find_other(p, from, expects, false);
    if (before) try_node(p, value, before, "a node before");
    if (after) try_node(p, value, after, "a node after");
    try_samples(p, value, expects);
}

/* ---- fields ---- */

static void try_array(const place *p, tunip_array *array, const tunip_type *item)
{
    size_t fewer = array->count - 1;
    if (!array->count) return;
    try_bytes(p->object, &array->count, &fewer, sizeof fewer, p->where, p->field, "one item less");
    for (size_t i = 0; i < array->count; i++) try_others(p, &array->items[i], item);
}

static void try_map(const place *p, tunip_map *map, const tunip_field *field)
{
    size_t fewer = map->count - 1;
    if (!map->count) return;
    try_bytes(p->object, &map->count, &fewer, sizeof fewer, p->where, p->field, "one entry less");
    for (size_t i = 0; i < map->count; i++) {
        try_samples(p, &map->entries[i].key, field->key);
        try_others(p, &map->entries[i].value, field->item);
    }
}

/* The item types of another container are not known here. */
static void try_child(const place *p, tunip_node **value, const tunip_field *field)
{
    tunip_node *child = *value;
    if (child && field->flags & TUNIP_FLAG_OPTIONAL) try_node(p, value, NULL, "NULL");
    if (field->item)
        try_containers(p, value, field);
    else
        try_others(p, value, field->expects);
    if (tunip_is(child, &tunip_array_type)) try_array(p, (tunip_array *)child, field->item);
    if (tunip_is(child, &tunip_map_type)) try_map(p, (tunip_map *)child, field);
}

static void try_dtypes(const place *p, tunip_dtype *value)
{
    static const tunip_dtype others[] = {
        {TUNIP_DTYPE_INT, 32, 1},   {TUNIP_DTYPE_INT, 64, 1},    {TUNIP_DTYPE_BOOL, 8, 1},
        {TUNIP_DTYPE_FLOAT, 32, 1}, {TUNIP_DTYPE_FLOAT, 16, 1},  {TUNIP_DTYPE_INT, 32, 4},
        {TUNIP_DTYPE_UINT, 8, 1},   {TUNIP_DTYPE_HANDLE, 64, 1}, {TUNIP_DTYPE_HANDLE, 0, 0}};
    for (size_t i = 0; i < TUNIP_LEN(others); i++)
        if (!tunip_dtype_equal(*value, others[i]))
            try_bytes(p->object, value, &others[i], sizeof *value, p->where, p->field,
                      "another dtype");
}

static void try_ints(const place *p, int64_t *value)
{
    const int64_t others[] = {0, 1, 2, *value + 1};
    for (size_t i = 0; i < TUNIP_LEN(others); i++)
        if (*value != others[i])
            try_bytes(p->object, value, &others[i], sizeof *value, p->where, p->field,
                      "another number");
}

static void try_field(object *o, tunip_node *node, const tunip_field *field)
{
    void *value = (char *)node + field->offset;
    place p = {o, node, field->name};
    if (field->flags & TUNIP_FLAG_IGNORE) return;
    if (field->kind == TUNIP_KIND_NODE) try_child(&p, value, field);
    if (field->kind == TUNIP_KIND_INT) try_ints(&p, value);
    if (field->kind == TUNIP_KIND_DTYPE) try_dtypes(&p, value);
    if (field->kind == TUNIP_KIND_BOOL) {
        bool other = !*(bool *)value;
        try_bytes(o, value, &other, sizeof other, node, field->name, "not");
    }
    if (field->kind == TUNIP_KIND_FLOAT) {
        double other = *(double *)value + 1;
        try_bytes(o, value, &other, sizeof other, node, field->name, "another number");
    }
}

static void try_string(object *o, tunip_string *string)
{
    static const tunip_str others[] = {TUNIP_STR(""), TUNIP_STR("other")};
    for (size_t i = 0; i < TUNIP_LEN(others); i++)
        try_bytes(o, &string->value, &others[i], sizeof others[i], &string->base, "value",
                  "another text");
}

static void try_all(object *o)
{
    for (size_t i = 0; i < o->nodes->count; i++) {
        tunip_node *node = o->nodes->all[i];
        if (tunip_is(node, &tunip_string_type)) try_string(o, (tunip_string *)node);
        for (const tunip_type *type = node->type; type; type = type->base)
            for (size_t j = 0; j < type->field_count; j++) try_field(o, node, &type->fields[j]);
    }
}

/* ---- files ---- */

static void try_object(object *o)
{
    static nodes all;
    memset(&all, 0, sizeof all);
    o->nodes = &all;
    o->root = (tunip_node *)(uintptr_t)tunip_graph_root(o->graph);
    tunip_walk(o->root, &(tunip_walker){.enter = enter, .user = &all});
    make_samples(o->graph);
    o->counts = true;
    try_all(o);
    o->counts = false;
    try_all(o);
}

static void try_file(tunip_context *context, char *file, const char *folder, size_t most)
{
    tunip_graph *saved = tunip_read_file(context, file, NULL);
    object o = {.context = context, .file = file, .folder = folder, .most = most};
    if (!saved) return;
    o.saved = tunip_graph_root(saved);
    o.program = write_program(&o, o.saved);
    if (o.program) o.graph = tunip_read_file(context, file, NULL);
    if (o.graph) try_object(&o);
    tunip_printed_free(o.program);
    tunip_graph_free(o.graph);
    tunip_graph_free(saved);
}

/* The name of a file. Kinds point to these names, which therefore live until the end. */
typedef struct file_name {
    struct file_name *before;
    char text[];
} file_name;

static file_name *keep_name(file_name *before, const char *text)
{
    file_name *name = malloc(sizeof *name + strlen(text) + 1);
    if (!name) return before;
    name->before = before;
    strcpy(name->text, text);
    return name;
}

int main(int argc, char **argv)
{
    char name[1024];
    file_name *names = NULL;
    const char *folder = NULL;
    size_t most = 1000;
    tunip_context *context = tunip_context_new(NULL, NULL);
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--most") == 0) most = strtoul(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--save") == 0) folder = argv[i + 1];
    }
    while (context && scanf("%1023s", name) == 1) {
        file_name *kept = keep_name(names, name);
        if (kept != names) try_file(context, kept->text, folder, most);
        names = kept;
    }
    for (size_t i = 0; i < kind_count; i++)
        printf("%s.%s, %s: %zu changes leave the program as it is, in %s and others\n",
               kinds[i].type, kinds[i].field, kinds[i].what, kinds[i].count, kinds[i].file);
    printf("%zu changes, %zu programs, %zu refusals, %zu kinds of changes told by none\n", changes,
           programs, refusals, kind_count);
    tunip_context_free(context);
    while (names) {
        file_name *before = names->before;
        free(names);
        names = before;
    }
    return kind_count || !changes;
}
