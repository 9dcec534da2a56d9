/* builder.c -- functions in the order of their text. A scope knows the node that it will complete
 * and the field of that node that its statements go to. Scopes without an end of their own (a let,
 * an attribute) are closed together with the one around them. */
#include <tunip/tvm/tir_builder.h>

typedef enum scope_kind {
    SCOPE_FUNC,
    SCOPE_BLOCK,
    SCOPE_IF,
    SCOPE_BODY,
    SCOPE_INIT,
    SCOPE_REST
} scope_kind;

typedef struct scope {
    struct scope *outer;
    scope_kind kind;
    void *node;         /* the node that the end of the scope completes */
    tunip_node **body;  /* the field for the statements */
    tunip_array *stmts; /* NULL: none yet */
} scope;

struct tunip_tir_builder {
    tunip_graph *graph;
    scope *top;
    tunip_array *funcs;
    tunip_array *vars;     /* as many; an item is NULL for a function without a name */
    tunip_array *declared; /* the variables of functions that were called before they were opened */
};

tunip_tir_builder *tunip_tir_builder_new(tunip_graph *graph)
{
    tunip_tir_builder *b = tunip_graph_alloc(graph, sizeof *b);
    if (b) b->graph = graph;
    return b;
}

/* ---- scopes ---- */

static bool is_open(const tunip_tir_builder *b)
{
    return b && tunip_graph_status(b->graph) == TUNIP_OK;
}

/* Whether the innermost scope is one of `kind`. */
static bool is_in(const tunip_tir_builder *b, scope_kind kind, const char *what)
{
    static const char *const names[] = {[SCOPE_FUNC] = "a function",
                                        [SCOPE_BLOCK] = "a block",
                                        [SCOPE_IF] = "the first branch of an if"};
    if (!is_open(b)) return false;
    if (b->top && b->top->kind == kind) return true;
    tunip_graph_fail(b->graph, TUNIP_ERROR_ARGUMENT, "%s: the innermost scope is not %s", what,
                     names[kind]);
    return false;
}

/* An array grows to the next power of two. */
static void append(tunip_graph *graph, tunip_array **array, void *item)
{
    if (!*array) *array = tunip_array_new(graph, 0, NULL);
    if (!*array) return;
    size_t count = (*array)->count;
    if ((count & (count - 1)) == 0) {
        tunip_node **items = tunip_graph_alloc(graph, (count ? 2 * count : 1) * sizeof *items);
        if (!items) return;
        if (count) memcpy(items, (*array)->items, count * sizeof *items);
        (*array)->items = items;
    }
    (*array)->items[(*array)->count++] = item;
}

static void push(tunip_tir_builder *b, scope_kind kind, void *node, tunip_node **body)
{
    scope *inner = node ? tunip_graph_alloc(b->graph, sizeof *inner) : NULL;
    if (!inner) return;
    *inner = (scope){.outer = b->top, .kind = kind, .node = node, .body = body};
    b->top = inner;
}

void *tunip_tir_add_stmt(tunip_tir_builder *b, void *stmt)
{
    if (!is_open(b)) return NULL;
    if (!b->top) {
        tunip_graph_fail(b->graph, TUNIP_ERROR_ARGUMENT, "a statement outside of functions");
        return NULL;
    }
    append(b->graph, &b->top->stmts, stmt);
    return stmt;
}

static void *body_of(tunip_graph *graph, const tunip_array *stmts)
{
    size_t count = tunip_array_count(stmts);
    if (!count) return tunip_tir_evaluate_new(graph, tunip_ir_int(graph, TUNIP_INT(32), 0));
    return count == 1
               ? (void *)stmts->items[0]
               : tunip_tir_seq_new(
                     graph, tunip_array_new(graph, count, (void *const *)(void *)stmts->items));
}

static void pop(tunip_tir_builder *b)
{
    scope *inner = b->top;
    *inner->body = body_of(b->graph, inner->stmts);
    b->top = inner->outer;
    if (inner->kind == SCOPE_INIT) return; /* it is not a statement of the block */
    void *whole = tunip_node_complete(b->graph, inner->node);
    if (inner->kind != SCOPE_FUNC) tunip_tir_add_stmt(b, whole);
}

/* Closes the scopes that last to the end of the innermost scope. */
static void close_rest(tunip_tir_builder *b)
{
    while (is_open(b) && b->top && b->top->kind == SCOPE_REST) pop(b);
}

void tunip_tir_end(tunip_tir_builder *b)
{
    close_rest(b);
    if (!is_open(b)) return;
    if (b->top)
        pop(b);
    else
        tunip_graph_fail(b->graph, TUNIP_ERROR_ARGUMENT, "no scope is open");
}

/* A new node of a statement, or NULL. */
static void *stmt_new(const tunip_tir_builder *b, const tunip_type *type)
{
    return is_open(b) ? tunip_node_new(b->graph, type) : NULL;
}

/* ---- functions and modules ---- */

/* NULL if none has the name. */
static tunip_ir_global_var *find_var(const tunip_array *vars, const char *name)
{
    for (size_t i = tunip_array_count(vars); i-- > 0;) {
        tunip_ir_global_var *var = (tunip_ir_global_var *)(void *)vars->items[i];
        if (var && tunip_str_is(tunip_string_value(var->name_hint), name)) return var;
    }
    return NULL;
}

tunip_ir_global_var *tunip_tir_function_var(tunip_tir_builder *b, const char *name)
{
    if (!is_open(b)) return NULL;
    tunip_ir_global_var *var = find_var(b->vars, name);
    if (!var) var = find_var(b->declared, name);
    if (var) return var;
    var = tunip_ir_global_var_new(b->graph, name);
    append(b->graph, &b->declared, var);
    return var;
}

/* The variable of a function that is opened. */
static tunip_ir_global_var *take_var(tunip_tir_builder *b, const char *name)
{
    tunip_ir_global_var *var = find_var(b->declared, name);
    return var ? var : tunip_ir_global_var_new(b->graph, name);
}

tunip_tir_prim_func *tunip_tir_begin_func(tunip_tir_builder *b, const char *name)
{
    if (!is_open(b)) return NULL;
    if (b->top) {
        tunip_graph_fail(b->graph, TUNIP_ERROR_ARGUMENT, "a function inside of another");
        return NULL;
    }
    tunip_tir_prim_func *func = tunip_tir_prim_func_new(b->graph, name, 0, NULL, NULL, NULL);
    append(b->graph, &b->funcs, func);
    append(b->graph, &b->vars, name ? take_var(b, name) : NULL);
    push(b, SCOPE_FUNC, func, func ? &func->body : NULL);
    return func;
}

tunip_tir_var *tunip_tir_add_param(tunip_tir_builder *b, const char *name, tunip_dtype dtype)
{
    if (!is_in(b, SCOPE_FUNC, name)) return NULL;
    tunip_tir_prim_func *func = b->top->node;
    tunip_tir_var *var = tunip_tir_var_new(b->graph, name, dtype);
    append(b->graph, &func->params, var);
    return var;
}

/* Adds an entry to a map that the builder made. */
static void append_entry(tunip_graph *graph, tunip_map *map, void *key, void *value)
{
    tunip_map_entry *entries = tunip_graph_alloc(graph, (map->count + 1) * sizeof *entries);
    if (!entries) return;
    if (map->count) memcpy(entries, map->entries, map->count * sizeof *entries);
    entries[map->count++] = (tunip_map_entry){key, value};
    map->entries = entries;
}

tunip_tir_buffer *tunip_tir_add_buffer_param(tunip_tir_builder *b, const char *name,
                                             tunip_dtype dtype, tunip_array *shape)
{
    tunip_tir_var *handle = tunip_tir_add_param(b, name, TUNIP_HANDLE);
    tunip_tir_buffer *buffer = handle ? tunip_tir_buffer_new(b->graph, name, dtype, shape) : NULL;
    if (!buffer) return NULL;
    append_entry(b->graph, ((tunip_tir_prim_func *)b->top->node)->buffer_map, handle, buffer);
    return buffer;
}

tunip_ir_module *tunip_tir_builder_module(tunip_tir_builder *b)
{
    while (is_open(b) && b->top) tunip_tir_end(b);
    if (!is_open(b)) return NULL;
    size_t count = tunip_array_count(b->funcs);
    for (size_t i = 0; i < count; i++)
        if (!b->vars->items[i])
            tunip_graph_fail(b->graph, TUNIP_ERROR_ARGUMENT,
                             "function %zu of the module has no name", i);
    if (!is_open(b)) return NULL;
    return tunip_ir_module_with_vars_new(
        b->graph, count, count ? (tunip_ir_global_var *const *)(void *)b->vars->items : NULL,
        count ? (void *const *)(void *)b->funcs->items : NULL);
}

/* ---- statements with a body ---- */

tunip_tir_var *tunip_tir_begin_for(tunip_tir_builder *b, const char *name, tunip_tir_for_kind kind,
                                   void *extent)
{
    if (!is_open(b)) return NULL;
    tunip_dtype dtype = extent ? tunip_ir_dtype_of(extent) : TUNIP_INT(32);
    tunip_tir_var *var = tunip_tir_var_new(b->graph, name, dtype);
    tunip_tir_for *loop = tunip_tir_for_new(b->graph, var, extent, kind, NULL);
    push(b, SCOPE_BODY, loop, loop ? &loop->body : NULL);
    return loop ? var : NULL;
}

void tunip_tir_begin_while(tunip_tir_builder *b, void *condition)
{
    tunip_tir_while *loop = stmt_new(b, &tunip_tir_while_type);
    if (!loop) return;
    loop->condition = condition;
    push(b, SCOPE_BODY, loop, &loop->body);
}

void tunip_tir_begin_if(tunip_tir_builder *b, void *condition)
{
    tunip_tir_if_then_else *branch = stmt_new(b, &tunip_tir_if_then_else_type);
    if (!branch) return;
    branch->condition = condition;
    push(b, SCOPE_IF, branch, &branch->then_case);
}

void tunip_tir_begin_else(tunip_tir_builder *b)
{
    close_rest(b);
    if (!is_in(b, SCOPE_IF, "else")) return;
    tunip_tir_if_then_else *branch = b->top->node;
    *b->top->body = body_of(b->graph, b->top->stmts);
    b->top = b->top->outer;
    push(b, SCOPE_BODY, branch, &branch->else_case);
}

tunip_tir_var *tunip_tir_add_let(tunip_tir_builder *b, const char *name, void *value)
{
    tunip_tir_let_stmt *let = stmt_new(b, &tunip_tir_let_stmt_type);
    if (!let) return NULL;
    let->var = tunip_tir_var_new(b->graph, name, tunip_ir_dtype_of(value));
    let->value = value;
    push(b, SCOPE_REST, let, &let->body);
    return let->var;
}

void tunip_tir_add_attr(tunip_tir_builder *b, void *node, const char *key, void *value)
{
    tunip_tir_attr_stmt *attr = stmt_new(b, &tunip_tir_attr_stmt_type);
    if (!attr) return;
    attr->node = node;
    attr->attr_key = tunip_string_new(b->graph, key);
    attr->value = value;
    push(b, SCOPE_REST, attr, &attr->body);
}

void tunip_tir_add_assert(tunip_tir_builder *b, void *condition, const char *message)
{
    tunip_tir_assert_stmt *stmt = stmt_new(b, &tunip_tir_assert_stmt_type);
    if (!stmt) return;
    stmt->condition = condition;
    stmt->message = (tunip_node *)tunip_tir_string_imm_new(b->graph, message);
    push(b, SCOPE_REST, stmt, &stmt->body);
}

tunip_tir_var *tunip_tir_add_allocate(tunip_tir_builder *b, const char *name, tunip_dtype dtype,
                                      tunip_array *extents, const char *storage_scope)
{
    tunip_tir_allocate *allocate = stmt_new(b, &tunip_tir_allocate_type);
    if (!allocate) return NULL;
    allocate->buffer_var = tunip_tir_pointer_new(b->graph, name, dtype, storage_scope);
    allocate->dtype = dtype;
    allocate->extents = extents;
    push(b, SCOPE_REST, allocate, &allocate->body);
    return allocate->buffer_var;
}

void tunip_tir_add_decl(tunip_tir_builder *b, tunip_tir_buffer *buffer)
{
    tunip_tir_decl_buffer *declaration = stmt_new(b, &tunip_tir_decl_buffer_type);
    if (!declaration) return;
    declaration->buffer = buffer;
    push(b, SCOPE_REST, declaration, &declaration->body);
}

/* ---- blocks ---- */

tunip_tir_block *tunip_tir_begin_block(tunip_tir_builder *b, const char *name)
{
    if (!is_open(b)) return NULL;
    tunip_tir_block_realize *realize =
        tunip_tir_block_new(b->graph, name, NULL, NULL, NULL, NULL, NULL);
    push(b, SCOPE_BLOCK, realize, realize ? &realize->block->body : NULL);
    return realize ? realize->block : NULL;
}

static tunip_tir_block_realize *open_block(const tunip_tir_builder *b, const char *what)
{
    return is_in(b, SCOPE_BLOCK, what) ? b->top->node : NULL;
}

tunip_tir_var *tunip_tir_add_axis(tunip_tir_builder *b, const char *name, tunip_tir_iter_type type,
                                  void *extent, void *value)
{
    tunip_tir_block_realize *realize = open_block(b, name);
    if (!realize) return NULL;
    tunip_tir_var *var = tunip_tir_var_new(b->graph, name, tunip_ir_dtype_of(extent));
    append(b->graph, &realize->block->iter_vars,
           tunip_tir_iter_var_new(b->graph, var, extent, type));
    append(b->graph, &realize->iter_values, value);
    return var;
}

void tunip_tir_set_reads(tunip_tir_builder *b, tunip_array *regions)
{
    tunip_tir_block_realize *realize = open_block(b, "reads");
    if (realize) realize->block->reads = regions;
}

void tunip_tir_set_writes(tunip_tir_builder *b, tunip_array *regions)
{
    tunip_tir_block_realize *realize = open_block(b, "writes");
    if (realize) realize->block->writes = regions;
}

tunip_tir_buffer *tunip_tir_add_alloc_buffer(tunip_tir_builder *b, const char *name,
                                             tunip_dtype dtype, tunip_array *shape,
                                             const char *storage_scope)
{
    tunip_tir_block_realize *realize = open_block(b, name);
    tunip_tir_buffer *buffer = realize ? tunip_tir_buffer_new(b->graph, name, dtype, shape) : NULL;
    if (!buffer) return NULL;
    tunip_ir_pointer_type *type = (tunip_ir_pointer_type *)buffer->data->type_annotation;
    type->storage_scope = tunip_string_new(b->graph, storage_scope);
    append(b->graph, &realize->block->alloc_buffers, buffer);
    return buffer;
}

void tunip_tir_begin_init(tunip_tir_builder *b)
{
    tunip_tir_block_realize *realize = open_block(b, "init");
    if (realize) push(b, SCOPE_INIT, realize, &realize->block->init);
}
