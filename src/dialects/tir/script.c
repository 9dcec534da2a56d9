/* script.c -- the words of the dialect, and statements and expressions that are no words (TVM
 * python/tvm/script/parser/tir, src/script/ir_builder/tir). */
#include "script.h"

#include <stdio.h>

#include "analysis.h"
#include "fold.h"
#include "ops.h"
#include "rules.h"

const tunip_dtype tir_int32 = {TUNIP_DTYPE_INT, 32, 1};
const tunip_dtype tir_bool = {TUNIP_DTYPE_BOOL, 8, 1};
const tunip_dtype tir_float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
const tunip_dtype tir_handle = {TUNIP_DTYPE_HANDLE, 64, 1};

/* ---- numbers and other values as expressions ---- */

/* Floats of all formats. */
static bool is_real_dtype(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_FLOAT || dtype.code == TUNIP_DTYPE_BFLOAT ||
           dtype.code > TUNIP_DTYPE_BOOL;
}

void *tir_number(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_real = is_real_dtype(dtype);
    dtype.lanes = 1;
    switch (value->kind) {
    case TUNIP_VALUE_BOOL:
        if (is_real) return tunip_ir_float(graph, dtype, value->boolean);
        return tunip_ir_int(graph, dtype, value->boolean);
    case TUNIP_VALUE_INT:
        if (is_real) return tunip_ir_float(graph, dtype, (double)value->integer);
        return tunip_ir_int(graph, dtype, value->integer);
    case TUNIP_VALUE_FLOAT:
        return tunip_ir_float(graph, is_real ? dtype : tir_float32, value->real);
    default:
        return NULL;
    }
}

static const tir_settings *settings_of(const tunip_elaborator *e)
{
    return tunip_elaborator_settings(e, &tunip_dialect_tir);
}

/* The dtype of a bare literal. */
static tunip_dtype literal_dtype(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_BOOL) return tir_bool;
    tunip_dtype bare = settings_of(e)->float_dtype;
    if (value->kind == TUNIP_VALUE_FLOAT) return bare.bits ? bare : tir_float32;
    return settings_of(e)->int_dtype;
}

static void *string_imm(tunip_elaborator *e, tunip_str text)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_string_imm *imm = tunip_node_new(graph, &tunip_tir_string_imm_type);
    if (!imm) return NULL;
    imm->base.dtype = tir_handle;
    imm->value = tunip_string_new_view(graph, text);
    return imm;
}

/* Nodes that are no expressions but stand for one. */
static void *node_as_expr(tunip_elaborator *e, const tunip_value *value)
{
    if (tunip_is(value->node, &tunip_tir_buffer_region_type)) return tir_region_as_load(e, value);
    const tunip_tir_iter_var *iter = TUNIP_AS(tunip_tir_iter_var, value->node);
    return iter ? iter->var : NULL;
}

tunip_node *tir_convert(tunip_elaborator *e, const tunip_value *value, const tunip_type *type)
{
    bool wants_expr = !type || type == &tunip_ir_prim_expr_type || type == &tunip_tir_var_type ||
                      type == &tunip_ir_int_imm_type;
    switch (value->kind) {
    case TUNIP_VALUE_BOOL:
    case TUNIP_VALUE_INT:
    case TUNIP_VALUE_FLOAT:
        return wants_expr ? tir_number(e, value, literal_dtype(e, value)) : NULL;
    case TUNIP_VALUE_STR:
        return wants_expr ? string_imm(e, value->text) : NULL;
    case TUNIP_VALUE_NODE:
        return node_as_expr(e, value);
    case TUNIP_VALUE_WORD:
        return type == &tunip_ir_type_type || !type ? tir_type(e, value) : NULL;
    default:
        return NULL;
    }
}

void *tir_expr(tunip_elaborator *e, const tunip_value *value)
{
    return tunip_value_to_node(e, value, &tunip_ir_prim_expr_type);
}

void *tir_expr_of(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype)
{
    void *number = tir_number(e, value, dtype);
    return number ? number : tir_expr(e, value);
}

tunip_array *tir_exprs(tunip_elaborator *e, const tunip_value *value)
{
    bool is_list = value->kind == TUNIP_VALUE_LIST ||
                   (value->kind == TUNIP_VALUE_NODE && value->node->type == &tunip_array_type);
    if (is_list || value->kind <= TUNIP_VALUE_NONE)
        return tunip_value_to_array(e, value, &tunip_ir_prim_expr_type);
    tunip_values one = {value, 1};
    return tunip_values_to_array(e, one, &tunip_ir_prim_expr_type);
}

void *tir_optional(tunip_elaborator *e, const tunip_value *value)
{
    return value->kind <= TUNIP_VALUE_NONE ? NULL : tir_expr(e, value);
}

tunip_map *tir_data(tunip_elaborator *e, const tunip_value *value)
{
    tunip_node *data = value->kind <= TUNIP_VALUE_NONE ? NULL : tunip_value_to_data(e, value);
    if (data && data->type == &tunip_map_type) return (tunip_map *)data;
    if (data)
        tunip_complain(e, value->doc, "expected a dict, got %s", tunip_value_describe(e, value));
    return tunip_map_new(tunip_elaborator_graph(e), 0, NULL);
}

tunip_ir_range *tir_range(tunip_elaborator *e, void *min, void *extent)
{
    return tunip_ir_range_new(tunip_elaborator_graph(e), min, extent);
}

/* The printer writes min + extent, folded where both are numbers. */
void *tir_extent(tunip_elaborator *e, void *min, void *stop)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!min || !stop || tunip_ir_is_int(min, 0)) return stop;
    const tunip_ir_int_imm *low = TUNIP_AS(tunip_ir_int_imm, min);
    const tunip_ir_int_imm *high = TUNIP_AS(tunip_ir_int_imm, stop);
    if (low && high) return tunip_ir_int(graph, high->base.dtype, high->value - low->value);
    const tunip_tir_add *sum = TUNIP_AS(tunip_tir_add, stop);
    if (sum && tir_same_expr(sum->a, min)) return sum->b;
    if (sum && tir_same_expr(sum->b, min)) return sum->a;
    return tunip_tir_binary_new(graph, &tunip_tir_sub_type, stop, min);
}

/* ---- bodies ---- */

/* Appends a statement, or those of a sequence, without ones that do nothing (TVM's
 * SeqStmt::Flatten). */
static void flatten(tunip_elaborator *e, tunip_array *out, tunip_node *stmt)
{
    const tunip_tir_seq_stmt *seq = TUNIP_AS(tunip_tir_seq_stmt, stmt);
    const tunip_tir_evaluate *eval = TUNIP_AS(tunip_tir_evaluate, stmt);
    for (size_t i = 0; seq && i < tunip_array_count(seq->seq); i++)
        flatten(e, out, seq->seq->items[i]);
    if (!seq && !(eval && tunip_ir_is_int(eval->value, 0))) tunip_ir_append(e, out, stmt);
}

tunip_node *tir_body_read(tunip_elaborator *e)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count;
    tunip_node **stmts = tunip_scope_nodes(e, &count);
    if (count > 1 && tunip_elaborator_folds(e)) {
        tunip_array *flat = tunip_array_new(graph, 0, NULL);
        for (size_t i = 0; i < count; i++) flatten(e, flat, stmts[i]);
        if (tunip_array_count(flat) > 1) return (tunip_node *)tunip_tir_seq_new(graph, flat);
        stmts = flat ? flat->items : NULL;
        count = tunip_array_count(flat);
    }
    if (!count)
        return (tunip_node *)tunip_tir_evaluate_new(graph, tunip_ir_int(graph, tir_int32, 0));
    if (count == 1) return stmts[0];
    tunip_array *list = tunip_array_new(graph, count, (void *const *)stmts);
    return (tunip_node *)tunip_tir_seq_new(graph, list);
}

/* ---- assignments ---- */

void tir_name_value(tunip_elaborator *e, const tunip_value *value, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (value->kind != TUNIP_VALUE_NODE) return;
    tunip_node *node = value->node;
    if (tunip_is(node, &tunip_tir_iter_var_type))
        node = (tunip_node *)((tunip_tir_iter_var *)node)->var;
    if (tunip_is(node, &tunip_tir_buffer_type)) {
        tunip_tir_buffer *buffer = (tunip_tir_buffer *)node;
        if (tunip_string_value(buffer->name).size) return;
        buffer->name = tunip_string_new_view(graph, name);
        tunip_value data = tunip_value_node(buffer->data, value->doc);
        tir_name_value(e, &data, name);
    } else if (tunip_is_a(node, &tunip_tir_var_type)) {
        tunip_tir_var *var = (tunip_tir_var *)node;
        if (!tunip_string_value(var->name).size) var->name = tunip_string_new_view(graph, name);
    }
}

/* Whether an assignment just names the node. */
static bool is_nameable(const tunip_node *node)
{
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, node);
    if (var) return !tunip_string_value(var->name).size;
    return !tunip_is_a(node, &tunip_ir_prim_expr_type) &&
           !tunip_is(node, &tunip_tir_buffer_region_type);
}

typedef struct let_scope {
    tunip_scope scope;
    tunip_tir_let_stmt *stmt;
} let_scope;

static void *leave_let(tunip_elaborator *e, tunip_scope *scope)
{
    let_scope *let = (let_scope *)scope;
    let->stmt->body = tir_body_read(e);
    return let->stmt;
}

static const tunip_scope_kind tir_let_scope = {
    .name = "a let", .dialect = &tunip_dialect_tir, .leave = leave_let};

tunip_scope *tir_let_new(tunip_elaborator *e, tunip_tir_var *var, void *expr, const tunip_doc *doc)
{
    let_scope *let = tunip_scope_new(e, &tir_let_scope, sizeof *let, doc);
    tunip_tir_let_stmt *stmt = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_let_stmt_type);
    if (!let || !stmt || !var || !expr) return NULL;
    stmt->var = var;
    stmt->value = expr;
    let->stmt = stmt;
    let->scope.as = tunip_value_node(var, doc);
    return &let->scope;
}

static void bind_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value);

static void bind_list(tunip_elaborator *e, tunip_str name, tunip_value value)
{
    for (size_t i = 0; i < value.items.count; i++) {
        char number[24];
        int size = snprintf(number, sizeof number, "_%zu", i);
        char *text = tunip_elaborator_alloc(e, name.size + (size_t)size + 1);
        if (!text) return;
        memcpy(text, name.data, name.size);
        memcpy(text + name.size, number, (size_t)size);
        tir_name_value(e, &value.items.items[i], (tunip_str){text, name.size + (size_t)size});
    }
    tunip_name_set(e, name, value);
}

/* name = value: a let, unless the value only needs a name. */
static void bind_name(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    tunip_str name = ((const tunip_doc_id *)target)->name;
    if (value.kind == TUNIP_VALUE_LIST) {
        bind_list(e, name, value);
        return;
    }
    if (value.kind == TUNIP_VALUE_SCOPE) {
        tunip_scope *scope = value.scope;
        tir_name_value(e, &scope->as, name);
        tunip_scope_enter_rest(e, scope);
        tunip_name_set(e, name, scope->as);
        return;
    }
    if (value.is_meta || value.kind == TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_LAMBDA ||
        (value.kind == TUNIP_VALUE_NODE && is_nameable(value.node))) {
        tir_name_value(e, &value, name);
        tunip_name_set(e, name, value);
        return;
    }
    tunip_ir_prim_expr *expr = tir_expr(e, &value);
    tunip_tir_var *var = expr ? tir_new_var(e, expr->dtype, NULL, false) : NULL;
    tunip_value named = tunip_value_node(var, target);
    tir_name_value(e, &named, name);
    tunip_scope *let = tir_let_new(e, var, expr, target);
    if (let) tunip_scope_enter_rest(e, let);
    tunip_name_set(e, name, named);
}

static void bind_target(tunip_elaborator *e, const tunip_doc *target, tunip_value value)
{
    if (target->kind == TUNIP_DOC_ID) {
        bind_name(e, target, value);
        return;
    }
    if (target->kind != TUNIP_DOC_TUPLE && target->kind != TUNIP_DOC_LIST) {
        tunip_complain(e, target, "expected a name");
        return;
    }
    tunip_docs names = ((const tunip_doc_tuple *)target)->elements;
    bool fits = value.kind == TUNIP_VALUE_LIST && value.items.count == names.count;
    if (!fits && value.kind != TUNIP_VALUE_WRONG)
        tunip_complain(e, target, "expected %zu names, got %zu",
                       value.kind == TUNIP_VALUE_LIST ? value.items.count : 1, names.count);
    for (size_t i = 0; i < names.count; i++)
        bind_target(e, names.items[i],
                    fits ? value.items.items[i] : tunip_value_wrong(names.items[i]));
}

/* A[i] = value. */
static void store(tunip_elaborator *e, const tunip_doc_index *target, tunip_value value)
{
    tunip_value buffer = tunip_elaborate(e, target->value);
    tunip_values indices = {tunip_elaborate_all(e, target->indices), target->indices.count};
    if (buffer.kind == TUNIP_VALUE_WRONG || value.kind == TUNIP_VALUE_WRONG || !indices.items)
        return;
    if (buffer.kind != TUNIP_VALUE_NODE || !tunip_is(buffer.node, &tunip_tir_buffer_type)) {
        tunip_complain(e, target->value, "expected a buffer, got %s",
                       tunip_value_describe(e, &buffer));
        return;
    }
    tunip_scope_add(
        e, tir_store_read(e, (tunip_tir_buffer *)buffer.node, indices, &value, &target->base));
}

/* name: annotation = value. */
static void bind_annotated(tunip_elaborator *e, const tunip_doc_assign *stmt, tunip_value value)
{
    tunip_value type = tunip_elaborate(e, stmt->annotation);
    tunip_node *var = tir_var_of(e, &type);
    void *expr = var ? tir_expr_of(e, &value, ((tunip_tir_var *)var)->base.dtype) : NULL;
    tunip_value named = tunip_value_node(var, stmt->lhs);
    if (stmt->lhs->kind != TUNIP_DOC_ID) {
        tunip_complain(e, stmt->lhs, "expected a name");
        return;
    }
    tir_name_value(e, &named, ((const tunip_doc_id *)stmt->lhs)->name);
    tunip_scope *let = tir_let_new(e, (tunip_tir_var *)var, expr, stmt->lhs);
    if (let) tunip_scope_enter_rest(e, let);
    tunip_name_set(e, ((const tunip_doc_id *)stmt->lhs)->name, named);
}

static void read_assign(tunip_elaborator *e, const tunip_doc_assign *stmt)
{
    if (!stmt->rhs) {
        tunip_complain(e, &stmt->stmt.base, "a variable without a value");
        return;
    }
    tunip_value value = tunip_elaborate(e, stmt->rhs);
    if (stmt->lhs->kind == TUNIP_DOC_INDEX)
        store(e, (const tunip_doc_index *)stmt->lhs, value);
    else if (stmt->annotation)
        bind_annotated(e, stmt, value);
    else
        bind_target(e, stmt->lhs, value);
}

/* ---- members ---- */

static tunip_value read_member(tunip_elaborator *e, const tunip_value *value, tunip_str name,
                               const tunip_doc *doc)
{
    tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, value->node);
    if (tunip_is_a(value->node, &tunip_ir_prim_expr_type) && tunip_str_is(name, "dtype")) {
        char *text = tunip_elaborator_alloc(e, TUNIP_DTYPE_NAME_SIZE);
        if (!text) return tunip_value_wrong(doc);
        size_t size = tunip_dtype_name(tunip_ir_dtype_of(value->node), text);
        return (tunip_value){.kind = TUNIP_VALUE_STR, .doc = doc, .text = {text, size}};
    }
    if (!buffer) return absent;
    if (tunip_str_is(name, "data")) return tunip_value_node(buffer->data, doc);
    if (tunip_str_is(name, "elem_offset")) return tunip_value_node(buffer->elem_offset, doc);
    bool is_shape = tunip_str_is(name, "shape");
    if (!is_shape && !tunip_str_is(name, "strides")) return absent;
    const tunip_array *array = is_shape ? buffer->shape : buffer->strides;
    tunip_value *items = tunip_elaborator_alloc(e, (array->count + 1) * sizeof *items);
    if (!items) return tunip_value_wrong(doc);
    for (size_t i = 0; i < array->count; i++) items[i] = tunip_value_node(array->items[i], doc);
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = doc};
    list.items = (tunip_values){items, array->count};
    return list;
}

/* ---- fragments ---- */

static tunip_value guess(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    tunip_dtype dtype = settings_of(e)->int_dtype;
    char text[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, text);
    tunip_warn(e, doc, "the text does not say the dtype of `%.*s`: %s is assumed", (int)name.size,
               name.data, text);
    tunip_value var = tunip_value_node(tir_new_var(e, dtype, NULL, false), doc);
    tir_name_value(e, &var, name);
    return var;
}

static tunip_node *read_root(tunip_elaborator *e, tunip_node **nodes, size_t count,
                             const tunip_value *last)
{
    if (!count) return tunip_value_to_node(e, last, NULL);
    if (last->kind > TUNIP_VALUE_WRONG) {
        tunip_node *expr = tir_expr(e, last);
        tunip_scope_add(e, tunip_tir_evaluate_new(tunip_elaborator_graph(e), expr));
    }
    (void)nodes;
    return tir_body_read(e);
}

/* ---- words ---- */

/* T.int32, T.float16x4: a dtype. T.exp, T.tir.anything: an operator. */
static bool find_word(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    (void)e;
    tunip_dtype dtype;
    const tir_op_style *style = tir_op_find_script(name);
    *out = (tunip_word){.params = "*args dtype="};
    if (style) {
        out->name = style->script_name;
        out->read = tir_read_op;
        out->data = (intptr_t)style;
        return true;
    }
    if (name.size > 4 && memcmp(name.data, "tir.", 4) == 0) {
        out->name = name.data;
        out->read = tir_read_op;
        return true;
    }
    if (!tunip_dtype_parse(name, &dtype)) return false;
    uint32_t packed;
    memcpy(&packed, &dtype, sizeof packed);
    *out = (tunip_word){.name = name.data,
                        .params = "expr= is_size_var=",
                        .read = tir_read_dtype,
                        .data = (intptr_t)packed};
    return true;
}

/* clang-format off */
static const tunip_word words[] = {
    /* functions */
    {.name = "prim_func", .params = "private= check_well_formed=", .read = tir_read_prim_func,
     .declare = tir_read_declared_func},
    {.name = "func_attr", .params = "attrs", .read = tir_read_func_attr},

    /* loops */
    {.name = "=range", .params = "start stop= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_SERIAL},
    {.name = "serial", .params = "start stop= annotations= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_SERIAL},
    {.name = "parallel", .params = "start stop= annotations= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_PARALLEL},
    {.name = "vectorized", .params = "start stop= annotations= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_VECTORIZED},
    {.name = "unroll", .params = "start stop= annotations= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_UNROLLED},
    {.name = "thread_binding", .params = "start stop= thread= annotations= step=",
     .read = tir_read_loop, .data = TUNIP_TIR_FOR_THREAD_BINDING},
    {.name = "grid", .params = "*extents", .read = tir_read_grid},

    /* blocks */
    {.name = "block", .params = "name= no_realize=", .read = tir_read_block},
    {.name = "init", .params = "", .read = tir_read_init},
    {.name = "where", .params = "predicate", .read = tir_read_where},
    {.name = "reads", .params = "*regions", .read = tir_read_regions, .data = 0},
    {.name = "writes", .params = "*regions", .read = tir_read_regions, .data = 1},
    {.name = "block_attr", .params = "attrs", .read = tir_read_block_attr},
    {.name = "axis.spatial", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_DATA_PAR},
    {.name = "axis.S", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_DATA_PAR},
    {.name = "axis.reduce", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_COMM_REDUCE},
    {.name = "axis.R", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_COMM_REDUCE},
    {.name = "axis.scan", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_ORDERED},
    {.name = "axis.opaque", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_OPAQUE},
    {.name = "axis.remap", .params = "kinds bindings dtype=", .read = tir_read_remap},

    /* buffers */
#define BUFFER_PARAMS "shape= dtype= data= strides= elem_offset= scope= align= offset_factor= " \
                      "buffer_type= axis_separators="
    {.name = "Buffer", .params = BUFFER_PARAMS, .read = tir_read_buffer},
    {.name = "match_buffer", .params = "param " BUFFER_PARAMS, .read = tir_read_match_buffer},
    {.name = "alloc_buffer", .params = BUFFER_PARAMS, .read = tir_read_alloc_buffer},
    {.name = "decl_buffer", .params = BUFFER_PARAMS, .read = tir_read_decl_buffer},
    {.name = "allocate", .params = "extents dtype scope= condition= annotations=",
     .read = tir_read_allocate},
    {.name = "allocate_const", .params = "data dtype extents annotations=",
     .read = tir_read_allocate_const},
    {.name = ".vload", .params = "begin dtype= predicate=", .read = tir_read_vload},
    {.name = ".vstore", .params = "begin value predicate=", .read = tir_read_vstore},

    /* attributes */
    {.name = "attr", .params = "node attr_key value", .read = tir_read_attr},
    {.name = "launch_thread", .params = "thread extent", .read = tir_read_launch_thread},
    {.name = "env_thread", .params = "thread_tag dtype=", .read = tir_read_env_thread},
    {.name = "realize", .params = "buffer_slice storage_scope= condition=",
     .read = tir_read_realize},

    /* other statements */
    {.name = "evaluate", .params = "value", .read = tir_read_evaluate},
    {.name = "LetStmt", .params = "value type_annotation= var=", .read = tir_read_let_stmt},
    {.name = "Assert", .params = "condition message", .read = tir_read_assert},

    /* expressions */
    {.name = "Let", .params = "expr where", .read = tir_read_let},
    {.name = "comm_reducer", .params = "combiner identity", .read = tir_read_comm_reducer},
    {.name = "index_map", .params = "mapping inverse_index_map= index_dtype=",
     .read = tir_read_index_map},
    {.name = "iter_var", .params = "v dom iter_type thread_tag", .read = tir_read_iter_var},
    {.name = "min", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_min_type},
    {.name = "max", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_max_type},
    {.name = "truncmod", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_mod_type},
    {.name = "truncdiv", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_div_type},
    {.name = "floordiv", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_floor_div_type},
    {.name = "floormod", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_floor_mod_type},
    {.name = "call_intrin", .params = "dtype func_name *args", .read = tir_read_call_op},
    {.name = "ceildiv", .params = "lhs rhs", .read = tir_read_ceildiv},
#define X(ident, name_, op) {.name = name_, .params = "a b", .read = tir_read_binary, \
                             .data = (intptr_t)&tunip_tir_##ident##_type},
#include "binary.def"
#undef X
    {.name = "Div", .params = "a b", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_div_type},
    {.name = "Mod", .params = "a b", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_mod_type},
    {.name = "Min", .params = "a b", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_min_type},
    {.name = "Max", .params = "a b", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_max_type},
    {.name = "IntImm", .params = "dtype value", .read = tir_read_imm},
    {.name = "FloatImm", .params = "dtype value", .read = tir_read_imm},
    {.name = "StringImm", .params = "value", .read = tir_read_imm, .data = 1},
    {.name = "min_value", .params = "dtype", .read = tir_read_limit, .data = 0},
    {.name = "max_value", .params = "dtype", .read = tir_read_limit, .data = 1},
    {.name = "infinity", .params = "dtype", .read = tir_read_limit, .data = 2},
    {.name = "cast", .params = "value dtype", .read = tir_read_cast},
    {.name = ".astype", .params = "dtype", .read = tir_read_cast},
    {.name = "meta_var", .params = "value", .read = tir_read_meta_var},
    {.name = "=break", .read = tir_read_jump, .data = (intptr_t) "tir.break_loop"},
    {.name = "=continue", .read = tir_read_jump, .data = (intptr_t) "tir.continue_loop"},
    {.name = ".access_ptr", .params = "access_mask ptr_type= content_lanes= offset= extent=",
     .read = tir_read_access_ptr},
    {.name = "Not", .params = "a", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_not_type},

    /* types */
    {.name = "handle", .params = "dtype= storage_scope= is_size_var=", .read = tir_read_handle},
    {.name = "Tuple", .params = "*fields", .read = tir_read_tuple_type},
    {.name = "target", .params = "target host=", .read = tir_read_target},
    {.name = "Range", .params = "begin end", .read = tir_read_range},
};
/* clang-format on */

const tunip_vocabulary tir_vocabulary = {
    .size = sizeof(tunip_vocabulary),
    .state_size = sizeof(tir_script_state),
    .words = words,
    .word_count = TUNIP_LEN(words),
    .aliases = "tir tvm.tir tvm.script.tir tvm.script.parser.tir",
    .find_word = find_word,
    .assign = read_assign,
    .evaluate = tir_read_effect,
    .branch = tir_read_if,
    .repeat = tir_read_while,
    .require = tir_read_assert_stmt,
    .give_back = tir_read_return,
    .note = tir_read_note,
    .name = tir_name_value,
    .operate = tir_read_operation,
    .member = read_member,
    .subscript = tir_read_subscript,
    .call = tir_read_call,
    .convert = tir_convert,
    .complete = tir_complete,
    .guess = guess,
    .fragment = read_root,
};
