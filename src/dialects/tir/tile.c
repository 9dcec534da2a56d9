/* tile.c -- operations on tiles, T.cta.copy(A[0:4], B[0:4], dispatch="tma"), and the names of
 * threads in their scopes. */
#include "analysis.h"
#include "buffer.h"
#include "rules.h"
#include "script.h"

/* ======== tile ======== */

/* Operations on tiles, and the names of threads in their scopes. */

/* ---- scopes ---- */

/* ORDER: TVM's ScopeBinding: the outer scope, the inner one, and the word. */
static const struct {
    const char *outer, *inner, *word;
} bindings[] = {
    {"kernel", "cluster", "cluster_id"},
    {"kernel", "cta", "cta_id"},
    {"cluster", "cta", "cta_id_in_cluster"},
    {"cta", "warpgroup", "warpgroup_id"},
    {"cta", "warp", "warp_id"},
    {"warpgroup", "warp", "warp_id_in_wg"},
    {"warp", "thread", "lane_id"},
    {"cta", "thread", "thread_id"},
    {"warpgroup", "thread", "thread_id_in_wg"},
    {"cluster", "cta_pair", "cta_id_in_pair"},
};

enum { CLUSTER_CTA_PAIR = 9 };

/* TVM's ScopeKind begins at 2. */
static const struct {
    const char *name, *space;
} scopes[] = {[2] = {"cluster", "cluster"},
              [3] = {"cta", "cta"},
              [4] = {"warpgroup", "wg"},
              [5] = {"warp", "warp"},
              [6] = {"thread", "tile"}};

static const char *scope_name(const tunip_tirx_exec_scope *scope)
{
    size_t kind = scope ? (size_t)scope->kind : 0;
    return kind < TUNIP_LEN(scopes) && scopes[kind].name ? scopes[kind].name : "unknown";
}

TIR_RULE(v26_exec_scope)
{
    tunip_str name = tunip_str_from(scope_name((const tunip_tirx_exec_scope *)node));
    const tunip_doc *doc = tunip_doc_str(d, name, tunip_path_attr(d, path, "kind"));
    return TIR_CALL(d, "ExecScope", doc);
}

static const char *binding_word(const tunip_tirx_scope_id_def *def, int column)
{
    size_t scope = (size_t)def->scope;
    if (scope >= TUNIP_LEN(bindings)) return "unknown";
    return column == 0   ? bindings[scope].outer
           : column == 1 ? bindings[scope].inner
                         : bindings[scope].word;
}

TIR_RULE(v26_scope_id_def)
{
    const tunip_tirx_scope_id_def *def = (const tunip_tirx_scope_id_def *)node;
    const tunip_path *at = tunip_path_attr(d, path, "scope");
    const tunip_path *extents_path = tunip_path_attr(d, path, "extents");
    const tunip_doc *extents =
        def->extents ? tir_docsify(d, def->extents, extents_path) : tunip_doc_none(d, extents_path);
    const tunip_doc *ids = TIR_SUB(d, def, def_ids, path);
    const tunip_doc *outer = tunip_doc_str(d, tunip_str_from(binding_word(def, 0)), at);
    const tunip_doc *inner = tunip_doc_str(d, tunip_str_from(binding_word(def, 1)), at);
    return TIR_CALL(d, "ScopeIdDef", ids, extents, outer, inner);
}

/* A variable of any version. */
static const tunip_tir_var *as_variable(const tunip_node *node)
{
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, node);
    return var ? var : TUNIP_AS_A(tunip_ir_var, node);
}

/* bx, by = T.cta_id([4, 4]) */
TIR_RULE(v26_scope_id_def_stmt)
{
    const tunip_tirx_scope_id_def *def = ((const tunip_tirx_scope_id_def_stmt *)node)->def;
    const tunip_path *at = tunip_path_attr(d, path, "def");
    if (!def) return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, tir_docsify(d, NULL, at));
    size_t count = tunip_array_count(def->def_ids);
    const tunip_doc **ids = tunip_docs_new(d, count);
    for (size_t i = 0; ids && i < count; i++)
        ids[i] = tir_define_var(d, tunip_frame_top(d), as_variable(def->def_ids->items[i]));
    tir_args args;
    tir_args_begin(&args);
    if (def->extents && def->scope != CLUSTER_CTA_PAIR)
        tir_args_add(&args, TIR_SUB(d, def, extents, at));
    if (def->preferred_extents)
        tir_args_key(&args, "preferred", TIR_SUB(d, def, preferred_extents, at));
    const tunip_doc *rhs = tir_args_call(d, tir_name(d, binding_word(def, 2)), &args);
    const tunip_doc *lhs = tunip_doc_tuple_new(d, tunip_docs_view(ids, count));
    return tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs);
}

/* ---- operations ---- */

/* The keywords of an operation. */
typedef struct keywords {
    tunip_docsifier *d;
    tunip_str *keys;
    const tunip_doc **values;
    size_t count;
} keywords;

static void add_key(keywords *k, tunip_str key, const tunip_doc *value)
{
    k->keys[k->count] = key;
    k->values[k->count++] = value;
}

static bool have_names(const tunip_map *map)
{
    for (size_t i = 0; i < tunip_map_count(map); i++)
        if (!tunip_is(map->entries[i].key, &tunip_string_type)) return false;
    return true;
}

/* Each option is a keyword, in the order of the names. */
static void add_config(keywords *k, const tunip_tirx_tile_primitive_call *call,
                       const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(k->d, path, "config");
    if (!tunip_map_count(call->config)) return;
    const tunip_doc *doc = tir_docsify(k->d, call->config, at);
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    if (!have_names(call->config) || doc->kind != TUNIP_DOC_DICT) {
        add_key(k, tunip_str_from("config"), doc);
        return;
    }
    for (size_t i = 0; i < dict->keys.count; i++) {
        const tunip_doc_literal *name = (const tunip_doc_literal *)dict->keys.items[i];
        add_key(k, name->value.text, dict->values.items[i]);
    }
}

static bool open_keywords(keywords *k, const tunip_tirx_tile_primitive_call *call,
                          const tunip_path *path)
{
    size_t most = tunip_map_count(call->config) + 3;
    tunip_docsifier *d = k->d;
    k->keys = tunip_job_alloc(d, most * sizeof *k->keys);
    k->values = tunip_docs_new(d, most);
    if (!k->keys || !k->values) return false;
    if (tunip_map_count(call->workspace))
        add_key(k, tunip_str_from("workspace"), TIR_SUB(d, call, workspace, path));
    if (call->dispatch)
        add_key(k, tunip_str_from("dispatch"),
                tunip_doc_str(d, tunip_string_value(call->dispatch),
                              tunip_path_attr(d, path, "dispatch")));
    add_config(k, call, path);
    return true;
}

/* A region of a buffer in any version. */
typedef struct region {
    const void *buffer;
    const tunip_array *ranges;
} region;

static region region_of(const tunip_node *node)
{
    const tunip_tirx_buffer_region *typed = TUNIP_AS(tunip_tirx_buffer_region, node);
    const tunip_tir_buffer_region *own = TUNIP_AS(tunip_tir_buffer_region, node);
    if (typed) return (region){typed->buffer, typed->region};
    return own ? (region){own->buffer, own->region} : (region){NULL, NULL};
}

/* Whether the operation writes the region that it reads. */
static bool is_in_place(const tunip_array *args, size_t count)
{
    if (count != 2) return false;
    region to = region_of(args->items[0]), from = region_of(args->items[1]);
    return to.buffer && to.buffer == from.buffer &&
           tir_same_expr((const tunip_node *)to.ranges, (const tunip_node *)from.ranges);
}

static const tunip_doc *write_callee(tunip_docsifier *d, const tunip_tirx_tile_primitive_call *call)
{
    size_t kind = call->scope ? (size_t)call->scope->kind : 6;
    bool is_known = kind < TUNIP_LEN(scopes) && scopes[kind].space;
    const char *space = is_known ? scopes[kind].space : "tile";
    tunip_str name = tunip_string_value(call->op ? call->op->name : NULL);
    return tirx_op_word(d, name, tir_name(d, space));
}

/* with T.tile.compose_op(...): the operations it consists of */
static const tunip_doc *write_composed(tunip_docsifier *d,
                                       const tunip_tirx_tile_primitive_call *call,
                                       const tunip_path *path)
{
    const tunip_path *items = tunip_path_attr(d, path, "args");
    keywords k = {.d = d};
    tir_frame frame;
    tir_frame_enter(d, &frame, call);
    tirx_sequence(d, &frame, call->args, items, items);
    if (!open_keywords(&k, call, path)) k.count = 0;
    const tunip_doc *rhs = tunip_doc_call_new(d, write_callee(d, call), tunip_docs_none(), k.keys,
                                              tunip_docs_view(k.values, k.count));
    const tunip_doc *doc = tunip_doc_scope_new(d, NULL, rhs, tir_stmts(d, &frame));
    tir_frame_leave(d, &frame);
    return doc;
}

/* T.warp.copy(A[0:4], B[0:4], workspace={...}, dispatch="tma", option=1) */
TIR_RULE(v26_tile_call)
{
    const tunip_tirx_tile_primitive_call *call = (const tunip_tirx_tile_primitive_call *)node;
    tunip_str op = tunip_string_value(call->op ? call->op->name : NULL);
    if (tunip_str_is(op, "tirx.tile.compose_op")) return write_composed(d, call, path);
    size_t count = tunip_array_count(call->args), at = 0;
    const tunip_path *args_path = tunip_path_attr(d, path, "args");
    while (count && !call->args->items[count - 1]) count--;
    const tunip_doc **docs = tunip_docs_new(d, count);
    bool in_place = is_in_place(call->args, count);
    for (size_t i = 0; docs && i < count - in_place; i++)
        docs[at++] = tunip_docsify(d, call->args->items[i], tunip_path_item(d, args_path, i));
    keywords k = {.d = d};
    if (!open_keywords(&k, call, path)) k.count = 0;
    const tunip_doc *doc = tunip_doc_call_new(d, write_callee(d, call), tunip_docs_view(docs, at),
                                              k.keys, tunip_docs_view(k.values, k.count));
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, doc);
}

/* ======== tile read ======== */

/* Reads operations on tiles: T.cta.copy(A[0:4], B[0:4], dispatch="tma"). */

/* The operators of v0.26 whose calls are statements of their own. */
#define TILE_PREFIX "tirx.tile."
enum { TILE_PREFIX_SIZE = sizeof TILE_PREFIX - 1 };

/* The word before the operation, and TVM's ScopeKind. */
static const struct {
    const char *space;
    int64_t kind;
} spaces[] = {{"cluster", 2}, {"cta", 3}, {"wg", 4}, {"warp", 5}, {"tile", 6}};

static bool is_composed(tunip_str op)
{
    return tunip_str_is(op, "compose_op");
}

bool tirx_find_tile(tunip_str name, tunip_word *out)
{
    static const char module[] = "tile."; /* tile.warp.copy is T.warp.copy */
    tunip_str inner = {name.data + sizeof module - 1, name.size - sizeof module + 1};
    bool is_inner = name.size > sizeof module && memchr(inner.data, '.', inner.size) &&
                    memcmp(name.data, module, sizeof module - 1) == 0;
    if (is_inner && tirx_find_tile(inner, out)) return true;
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
                            .since = 25};
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
    for (size_t i = 0; config && i < call->named.count; i++) {
        if (tunip_str_is(call->names[i], "workspace") || tunip_str_is(call->names[i], "dispatch"))
            continue;
        tunip_ir_put(e, config, tunip_string_new_view(graph, call->names[i]),
                     tunip_value_to_data(e, &call->named.items[i]));
    }
    return config;
}

static tunip_tirx_tile_primitive_call *new_operation(tunip_elaborator *e,
                                                     const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const char *op_name = strrchr(call->word->name, '.') + 1; /* of tile.warp.copy, too */
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
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, made->op);
    const tir_op *row = op ? tirx_find_op(tunip_string_value(op->name)) : NULL;
    while (row && made->args->count < row->least) tunip_ir_append(e, made->args, NULL);
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
