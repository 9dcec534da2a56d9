/* tile_read.c -- reads operations on tiles: T.cta.copy(A[0:4], B[0:4], dispatch="tma"). */
#include "rules.h"
#include "script.h"

/* The operators of v0.26 whose calls are statements of their own. */
#define TILE_PREFIX "tirx.tile."
enum { TILE_PREFIX_SIZE = sizeof TILE_PREFIX - 1 };

/* The word before the operation, and TVM's ScopeKind. */
static const struct {
    const char *space;
    int64_t kind;
} spaces[] = {{"cluster", 2}, {"cta", 3}, {"wg", 4}, {"warp", 5}, {"tile", 6}};

/* The number of arguments of an operation. The text leaves out empty arguments at the end.
 * Operations without a row have only the arguments that are written. */
static const struct {
    const char *op;
    size_t count;
} arities[] = {{"exp", 4}, {"exp2", 4}, {"log2", 4}, {"sqrt", 4}};

static bool is_composed(tunip_str op)
{
    return tunip_str_is(op, "compose_op");
}

bool tirx_find_tile(tunip_str name, tunip_word *out)
{
    for (size_t i = 0; i < TUNIP_LEN(spaces); i++) {
        size_t size = strlen(spaces[i].space);
        if (name.size <= size + 1 || name.data[size] != '.' ||
            memcmp(name.data, spaces[i].space, size) != 0)
            continue;
        tunip_str op = {name.data + size + 1, name.size - size - 1};
        *out = (tunip_word){.name = name.data,
                            .params = is_composed(op) ? "workspace= dispatch= **"
                                                      : "*args workspace= dispatch= **",
                            .read = is_composed(op) ? tir_read_compose_op : tir_read_tile_op,
                            .data = (intptr_t)i,
                            .since = 26};
        return true;
    }
    return false;
}

/* ---- parts ---- */

/* A lambda of integers: lambda i, j: i < j. */
static void *lambda_of(tunip_elaborator *e, const tunip_value *value)
{
    const tunip_doc_lambda *doc = (const tunip_doc_lambda *)value->lambda;
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tirx_lambda_expr *made = tunip_node_new(graph, &tunip_tirx_lambda_expr_type);
    size_t count = doc->args.count;
    tunip_value *vars = tunip_elaborator_alloc(e, (count + 1) * sizeof *vars);
    if (!made || !vars) return NULL;
    made->vars = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; i < count; i++) {
        vars[i] = tunip_value_node(tir_new_var(e, tir_int32, NULL, false), value->doc);
        if (doc->args.items[i]->kind == TUNIP_DOC_ID)
            tir_name_value(e, &vars[i], ((const tunip_doc_id *)doc->args.items[i])->name);
        tunip_ir_append(e, made->vars, vars[i].node);
    }
    tunip_value body = tunip_elaborate_lambda(e, value, vars, count);
    made->pred = tir_expr(e, &body);
    return made->pred ? made : NULL;
}

static void *argument_of(tunip_elaborator *e, const tunip_value *value, bool is_target)
{
    if (value->kind == TUNIP_VALUE_LAMBDA) return lambda_of(e, value);
    bool is_load =
        value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_tir_buffer_load_type);
    if (is_target && is_load) return tir_region(e, value);
    return tunip_value_to_data(e, value);
}

/* The other keywords of the call. */
static tunip_map *config_of(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_map *config = tunip_map_new(graph, 0, NULL);
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    for (size_t i = 0; config && i < call->named.count; i++) {
        if (tunip_str_is(doc->keys[i], "workspace") || tunip_str_is(doc->keys[i], "dispatch"))
            continue;
        tunip_ir_put(e, config, tunip_string_new_view(graph, doc->keys[i]),
                     tunip_value_to_data(e, &call->named.items[i]));
    }
    return config;
}

static tunip_tirx_tile_primitive_call *new_operation(tunip_elaborator *e,
                                                     const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const char *op_name = strchr(call->word->name, '.') + 1;
    size_t size = strlen(op_name);
    tunip_tirx_tile_primitive_call *made =
        tunip_node_new(graph, &tunip_tirx_tile_primitive_call_type);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    tunip_tirx_exec_scope *scope = tunip_node_new(graph, &tunip_tirx_exec_scope_type);
    char *name = tunip_graph_alloc(graph, TILE_PREFIX_SIZE + size + 1);
    if (!made || !op || !scope || !name) return NULL;
    memcpy(name, TILE_PREFIX, TILE_PREFIX_SIZE);
    memcpy(name + TILE_PREFIX_SIZE, op_name, size + 1);
    op->name = tunip_string_new(graph, name);
    scope->kind = spaces[call->word->data].kind;
    made->op = (void *)op; /* which becomes one of v0.26 with the others */
    made->scope = scope;
    made->args = tunip_array_new(graph, 0, NULL);
    made->workspace = tir_data(e, &call->args[0]);
    made->config = config_of(e, call);
    if (call->args[1].kind == TUNIP_VALUE_STR)
        made->dispatch = tunip_string_new_view(graph, call->args[1].text);
    return made;
}

/* ---- operations ---- */

static size_t arity_of(const char *op)
{
    for (size_t i = 0; i < TUNIP_LEN(arities); i++)
        if (strcmp(op, arities[i].op) == 0) return arities[i].count;
    return 0;
}

TIR_READ(tile_op)
{
    tunip_tirx_tile_primitive_call *made = new_operation(e, call);
    if (!made) return tunip_value_wrong(call->doc);
    for (size_t i = 0; i < call->rest.count; i++) {
        const tunip_value *value = &call->rest.items[i];
        void *arg = argument_of(e, value, i == 0);
        if (!arg && value->kind != TUNIP_VALUE_NONE) return tunip_value_wrong(call->doc);
        tunip_ir_append(e, made->args, arg);
    }
    bool is_in_place =
        made->args->count == 1 && tunip_is(made->args->items[0], &tunip_tir_buffer_region_type);
    if (is_in_place) tunip_ir_append(e, made->args, made->args->items[0]);
    size_t arity = arity_of(strchr(call->word->name, '.') + 1);
    while (made->args->count < arity) tunip_ir_append(e, made->args, NULL);
    tunip_scope_add(e, made);
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* with T.tile.compose_op(...): the operations are its arguments. */
typedef struct composed_reader {
    tunip_scope scope;
    tunip_tirx_tile_primitive_call *call;
} composed_reader;

static void *leave_composed(tunip_elaborator *e, tunip_scope *scope)
{
    composed_reader *r = (composed_reader *)scope;
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    r->call->args = tunip_array_new(tunip_elaborator_graph(e), count, (void *const *)nodes);
    return r->call;
}

static const tunip_scope_kind composed_scope = {
    .name = "a composed operation", .dialect = &tunip_dialect_tir, .leave = leave_composed};

TIR_READ(compose_op)
{
    composed_reader *r = tunip_scope_new(e, &composed_scope, sizeof *r, call->doc);
    if (r) r->call = new_operation(e, call);
    return tunip_value_scope(r && r->call ? r : NULL, call->doc);
}
