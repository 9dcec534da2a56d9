/* build.c -- nodes of the tensor IR: their constructors, the fields that these compute, and the
 * parts that are compared. */
#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/te.h>
#include <tunip/tvm/tir.h>

#include "complete.h"
#include "ops.h"
#include "types.h"

/* ==== TVM's constructors (src/tir/ir/expr.cc, stmt.cc, buffer.cc, function.cc): results that are
 * more than the dtype of an operand, defaults, and checks. Most rows need none of these: see
 * "completions" in the schema's overlay. */

static tunip_status refuse(const tunip_node *node, tunip_error *error, const char *what,
                           tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    size_t size = tunip_dtype_name(dtype, name);
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: %s %s", node->type->key, what,
                           size ? name : "void");
}

static tunip_status refuse_count(const tunip_node *node, tunip_error *error, const char *what,
                                 int64_t is, int64_t must)
{
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: %s is %lld and must be %lld",
                           node->type->key, what, (long long)is, (long long)must);
}

static bool is_int(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT;
}

static bool is_scalar(tunip_dtype dtype)
{
    return dtype.lanes == 1;
}

static tunip_dtype with_lanes(tunip_dtype dtype, int lanes)
{
    return tunip_dtype_make(dtype.code, dtype.bits, lanes);
}

static const tunip_node *last(const tunip_array *array)
{
    return tunip_array_count(array) ? array->items[array->count - 1] : NULL;
}

/* The lanes of the last index; 1 without indices. */
static int index_lanes(const tunip_array *indices)
{
    const tunip_node *index = last(indices);
    return index ? tunip_ir_dtype_of(index).lanes : 1;
}

/* ---- variables ---- */

/* The annotation decides the dtype; without one, it follows from the dtype. */
tunip_status tir_complete_var(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_tir_var *var = (tunip_tir_var *)node;
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, var->type_annotation);
    if (!var->type_annotation)
        var->type_annotation = (tunip_node *)tunip_ir_prim_type_new(graph, var->base.dtype);
    else if (prim)
        var->base.dtype = prim->dtype;
    else if (tunip_is(var->type_annotation, &tunip_ir_pointer_type_type))
        var->base.dtype = TUNIP_HANDLE;
    else
        var->base.dtype = TUNIP_VOID;
    return TUNIP_OK;
}

tunip_status tir_complete_iter_var(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)node;
    if (!iter->dom || !iter->dom->extent || !iter->var) return TUNIP_OK;
    tunip_dtype extent = tunip_ir_dtype_of(iter->dom->extent);
    if (extent.code != TUNIP_DTYPE_INT)
        return refuse(node, error, "the extent must be an integer, not", extent);
    if (tunip_dtype_equal(extent, iter->var->base.dtype)) return TUNIP_OK;
    return refuse(node, error, "the variable has another dtype than its extent, which is", extent);
}

/* ---- expressions ---- */

tunip_status tir_complete_cast(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    const tunip_tir_cast *cast = (const tunip_tir_cast *)node;
    tunip_dtype from = tunip_ir_dtype_of(cast->value);
    if (!tunip_ir_takes_dtype(graph, cast->base.dtype)) return tunip_graph_status(graph);
    if (!cast->value || from.lanes == cast->base.dtype.lanes) return TUNIP_OK;
    return refuse(node, error, "a cast keeps the number of lanes; the value is", from);
}

/* The factor of vscale in a product of lanes: `T.vscale() * 4` or `4 * T.vscale()`; else 0. */
static int64_t vscale_factor(const tunip_node *lanes)
{
    const tunip_tir_mul *mul = TUNIP_AS(tunip_tir_mul, lanes);
    for (int turn = 0; mul && turn < 2; turn++) {
        const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, turn ? mul->b : mul->a);
        const tunip_tir_call *call = TUNIP_AS(tunip_tir_call, turn ? mul->a : mul->b);
        const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
        if (imm && op && tunip_str_is(tunip_string_value(op->name), "tir.vscale"))
            return imm->value;
    }
    return 0;
}

/* Sets *out to the dtype of a vector of `element`s. `lanes` becomes an int32. */
static tunip_status vector_of(tunip_graph *graph, tunip_node *node, tunip_dtype element,
                              tunip_node **lanes, tunip_dtype *out, tunip_error *error)
{
    const tunip_ir_int_imm *fixed = TUNIP_AS(tunip_ir_int_imm, *lanes);
    int64_t count = fixed ? fixed->value : vscale_factor(*lanes);
    if (!*lanes) return TUNIP_OK;
    if (!is_scalar(element))
        return refuse(node, error, "the element must be a scalar, not", element);
    if (count < (fixed ? 2 : 1) || count > INT16_MAX)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s: its lanes are neither a number above 1 nor a multiple of "
                               "vscale",
                               node->type->key);
    *out = with_lanes(element, fixed ? (int)count : -(int)count);
    if (fixed && !tunip_dtype_equal(fixed->base.dtype, TUNIP_INT(32)))
        *lanes = (tunip_node *)tunip_ir_int(graph, TUNIP_INT(32), count);
    return TUNIP_OK;
}

tunip_status tir_complete_ramp(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    tunip_tir_ramp *ramp = (tunip_tir_ramp *)node;
    tunip_dtype element = tunip_ir_dtype_of(ramp->start);
    return vector_of(graph, node, element, &ramp->lanes, &ramp->base.dtype, error);
}

tunip_status tir_complete_broadcast(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    tunip_tir_broadcast *broadcast = (tunip_tir_broadcast *)node;
    tunip_dtype element = tunip_ir_dtype_of(broadcast->value);
    return vector_of(graph, node, element, &broadcast->lanes, &broadcast->base.dtype, error);
}

tunip_status tir_complete_shuffle(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    tunip_tir_shuffle *shuffle = (tunip_tir_shuffle *)node;
    tunip_dtype first =
        tunip_ir_dtype_of(shuffle->vectors->count ? shuffle->vectors->items[0] : NULL);
    int64_t lanes = 0;
    for (size_t i = 0; i < shuffle->vectors->count; i++) {
        tunip_dtype dtype = tunip_ir_dtype_of(shuffle->vectors->items[i]);
        if (!tunip_dtype_equal(with_lanes(dtype, 1), with_lanes(first, 1)))
            return refuse(node, error, "a vector has other elements than the first one:", dtype);
        lanes += dtype.lanes;
    }
    int64_t count = (int64_t)shuffle->indices->count;
    if (!count || count > lanes)
        return refuse_count(node, error, "the number of indices", count, lanes);
    shuffle->base.dtype = with_lanes(first, (int)count);
    return TUNIP_OK;
}

tunip_status tir_complete_select(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    const tunip_tir_select *select = (const tunip_tir_select *)node;
    tunip_dtype condition = tunip_ir_dtype_of(select->condition);
    if (!select->condition || !select->true_value || is_scalar(condition) ||
        condition.lanes == select->base.dtype.lanes)
        return TUNIP_OK;
    return refuse(node, error, "the condition has other lanes than", select->base.dtype);
}

tunip_status tir_complete_reduce(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_tir_reduce *reduce = (tunip_tir_reduce *)node;
    if (!reduce->condition) reduce->condition = (tunip_node *)tunip_ir_int(graph, TUNIP_BOOL, 1);
    if (reduce->value_index >= 0 && (size_t)reduce->value_index < reduce->source->count)
        reduce->base.dtype = tunip_ir_dtype_of(reduce->source->items[reduce->value_index]);
    return TUNIP_OK;
}

/* ---- buffers ---- */

tunip_status tir_complete_buffer(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_tir_buffer *buffer = (tunip_tir_buffer *)node;
    const tunip_array *shape = buffer->shape;
    tunip_dtype index = shape->count ? tunip_ir_dtype_of(shape->items[0]) : TUNIP_INT(32);
    if (!buffer->elem_offset) buffer->elem_offset = (tunip_node *)tunip_ir_int(graph, index, 0);
    if (buffer->data_alignment <= 0) buffer->data_alignment = 64;
    if (!buffer->offset_factor) buffer->offset_factor = 1;
    if (!buffer->buffer_type) buffer->buffer_type = TUNIP_TIR_BUFFER_DEFAULT;
    return TUNIP_OK;
}

/* The dtype of the elements at indices of a buffer. A vector index gives a vector of as many
 * elements. */
static tunip_status access(const tunip_node *node, const tunip_tir_buffer *buffer,
                           const tunip_array *indices, tunip_dtype *out, tunip_error *error)
{
    for (size_t i = 0; i + 1 < indices->count; i++)
        if (indices->items[i] && !is_scalar(tunip_ir_dtype_of(indices->items[i])))
            return refuse(node, error, "only the last index may be a vector, and one is",
                          tunip_ir_dtype_of(indices->items[i]));
    if (indices->count != buffer->shape->count)
        return refuse_count(node, error, "the number of indices", (int64_t)indices->count,
                            (int64_t)buffer->shape->count);
    int lanes = index_lanes(indices);
    if (lanes < 0 && buffer->dtype.lanes < 0)
        return refuse(node, error, "both the index and the buffer are scalable:", buffer->dtype);
    *out = with_lanes(buffer->dtype, lanes * buffer->dtype.lanes);
    return TUNIP_OK;
}

tunip_status tir_complete_buffer_load(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    tunip_tir_buffer_load *load = (tunip_tir_buffer_load *)node;
    if (!load->buffer || !load->buffer->shape) return TUNIP_OK;
    return access(node, load->buffer, load->indices, &load->base.dtype, error);
}

tunip_status tir_complete_buffer_store(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    const tunip_tir_buffer_store *store = (const tunip_tir_buffer_store *)node;
    tunip_dtype place, value = tunip_ir_dtype_of(store->value);
    if (!store->buffer || !store->buffer->shape || !store->value) return TUNIP_OK;
    tunip_status status = access(node, store->buffer, store->indices, &place, error);
    if (status != TUNIP_OK || tunip_dtype_equal(place, value)) return status;
    char names[2][TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(place, names[0]);
    tunip_dtype_name(value, names[1]);
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: the buffer takes %s and `value` is %s",
                           node->type->key, names[0], names[1]);
}

tunip_status tir_complete_producer_load(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    (void)error;
    tunip_tir_producer_load *load = (tunip_tir_producer_load *)node;
    const tunip_te_tensor *tensor = TUNIP_AS(tunip_te_tensor, load->producer);
    if (tensor) load->base.dtype = tensor->dtype;
    return TUNIP_OK;
}

tunip_status tir_complete_buffer_region(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    const tunip_tir_buffer_region *region = (const tunip_tir_buffer_region *)node;
    if (!region->buffer || !region->buffer->shape) return TUNIP_OK;
    int64_t must = (int64_t)region->buffer->shape->count, is = (int64_t)region->region->count;
    return is == must ? TUNIP_OK : refuse_count(node, error, "the number of ranges", is, must);
}

/* ---- statements ---- */

/* A pointer may be bound to any handle. */
tunip_status tir_complete_let_stmt(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    const tunip_tir_let_stmt *let = (const tunip_tir_let_stmt *)node;
    if (!let->var || !let->value) return TUNIP_OK;
    tunip_dtype value = tunip_ir_dtype_of(let->value);
    bool is_pointer = tunip_is(let->var->type_annotation, &tunip_ir_pointer_type_type);
    if (is_pointer ? value.code == TUNIP_DTYPE_HANDLE && value.bits
                   : tunip_dtype_equal(let->var->base.dtype, value))
        return TUNIP_OK;
    return refuse(node, error, "the variable has another dtype than its value, which is", value);
}

tunip_status tir_complete_assert_stmt(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    const tunip_tir_assert_stmt *stmt = (const tunip_tir_assert_stmt *)node;
    tunip_dtype dtype = tunip_ir_dtype_of(stmt->message);
    if (!stmt->message || tunip_is(stmt->message, &tunip_tir_string_imm_type) ||
        tunip_dtype_equal(dtype, TUNIP_INT(32)))
        return TUNIP_OK;
    return refuse(node, error, "the message must be a string or an int32, not", dtype);
}

tunip_status tir_complete_allocate(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_tir_allocate *allocate = (tunip_tir_allocate *)node;
    if (!allocate->condition)
        allocate->condition = (tunip_node *)tunip_ir_int(graph, TUNIP_BOOL, 1);
    return TUNIP_OK;
}

/* A bound in the dtype of the loop variable. Narrower numbers are widened. */
static tunip_status fit_bound(tunip_graph *graph, const tunip_node *node, tunip_dtype loop,
                              tunip_node **bound, tunip_error *error)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, *bound);
    tunip_dtype dtype = tunip_ir_dtype_of(*bound);
    if (!*bound || tunip_dtype_equal(dtype, loop)) return TUNIP_OK;
    if (!imm || !is_int(dtype) || dtype.bits >= loop.bits)
        return refuse(node, error, "a bound has another dtype than the loop variable:", dtype);
    *bound = (tunip_node *)tunip_ir_int(graph, loop, imm->value);
    return TUNIP_OK;
}

tunip_status tir_complete_for(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    tunip_tir_for *loop = (tunip_tir_for *)node;
    if (!loop->loop_var) return TUNIP_OK;
    tunip_dtype dtype = loop->loop_var->base.dtype;
    if (!is_scalar(dtype) || !is_int(dtype))
        return refuse(node, error, "the loop variable must be an integer, not", dtype);
    tunip_status status = fit_bound(graph, node, dtype, &loop->min, error);
    if (status == TUNIP_OK) status = fit_bound(graph, node, dtype, &loop->extent, error);
    return status == TUNIP_OK ? fit_bound(graph, node, dtype, &loop->step, error) : status;
}

tunip_status tir_complete_while(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)graph;
    const tunip_tir_while *loop = (const tunip_tir_while *)node;
    tunip_dtype dtype = tunip_ir_dtype_of(loop->condition);
    if (!loop->condition || is_scalar(dtype)) return TUNIP_OK;
    return refuse(node, error, "the condition must be a scalar, not", dtype);
}

/* Appends the statements of `stmts` to `out`, with those of sequences in their place and without
 * T.evaluate(0), as SeqStmt::Flatten does; returns how many. `out` may be NULL. */
static size_t flatten(const tunip_array *stmts, tunip_node **out)
{
    size_t count = 0;
    for (size_t i = 0; i < tunip_array_count(stmts); i++) {
        const tunip_tir_seq_stmt *inner = TUNIP_AS(tunip_tir_seq_stmt, stmts->items[i]);
        const tunip_tir_evaluate *nothing = TUNIP_AS(tunip_tir_evaluate, stmts->items[i]);
        if (inner) {
            /* Its constructor has flattened it. */
            size_t all = tunip_array_count(inner->seq);
            if (out && all) memcpy(out + count, inner->seq->items, all * sizeof *out);
            count += all;
        } else if (!nothing || !tunip_ir_is_int(nothing->value, 0)) {
            if (out) out[count] = stmts->items[i];
            count++;
        }
    }
    return count;
}

static bool has_sequence(const tunip_array *stmts)
{
    for (size_t i = 0; i < stmts->count; i++)
        if (tunip_is(stmts->items[i], &tunip_tir_seq_stmt_type)) return true;
    return false;
}

tunip_status tir_complete_seq_stmt(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    tunip_tir_seq_stmt *seq = (tunip_tir_seq_stmt *)node;
    if (has_sequence(seq->seq)) {
        tunip_node **flat = tunip_graph_alloc(graph, (flatten(seq->seq, NULL) + 1) * sizeof *flat);
        if (!flat) return TUNIP_ERROR_MEMORY;
        size_t count = flatten(seq->seq, flat);
        seq->seq = tunip_array_new(graph, count, (void *const *)(void *)flat);
        if (!seq->seq) return TUNIP_ERROR_MEMORY;
    }
    if (seq->seq->count >= 2) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: a sequence has at least 2 statements",
                           node->type->key);
}

/* Whether a block can have such an iterator: T.axis has functions for four types. */
static bool is_axis(const tunip_node *iter)
{
    const tunip_tir_iter_var *axis = TUNIP_AS(tunip_tir_iter_var, iter);
    if (!axis) return true; /* found later, as each child of a wrong type */
    return axis->iter_type == TUNIP_TIR_ITER_DATA_PAR ||
           axis->iter_type == TUNIP_TIR_ITER_COMM_REDUCE ||
           axis->iter_type == TUNIP_TIR_ITER_ORDERED || axis->iter_type == TUNIP_TIR_ITER_OPAQUE;
}

tunip_status tir_complete_block_realize(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    tunip_tir_block_realize *realize = (tunip_tir_block_realize *)node;
    if (!realize->predicate) realize->predicate = (tunip_node *)tunip_ir_int(graph, TUNIP_BOOL, 1);
    if (!realize->block || !realize->block->iter_vars) return TUNIP_OK;
    const tunip_array *iters = realize->block->iter_vars;
    for (size_t i = 0; i < iters->count; i++)
        if (!is_axis(iters->items[i]))
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "%s: a block has no iterators of type %d", node->type->key,
                                   (int)((tunip_tir_iter_var *)iters->items[i])->iter_type);
    int64_t must = (int64_t)iters->count;
    int64_t is = (int64_t)realize->iter_values->count;
    return is == must ? TUNIP_OK : refuse_count(node, error, "the number of values", is, must);
}

tunip_status tir_complete_prim_func(tunip_graph *graph, tunip_node *node, tunip_error *error)
{
    (void)error;
    tunip_tir_prim_func *func = (tunip_tir_prim_func *)node;
    if (!func->ret_type)
        func->ret_type =
            tunip_node_complete(graph, tunip_node_new(graph, &tunip_ir_tuple_type_type));
    if (!func->base.attrs) func->base.attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    return TUNIP_OK;
}

/* ==== The compared parts of functions (TVM v0.26 include/tvm/tirx/function.h, SEqual and SHash):
 * the type of a function follows from the others, and may be out of date. */

bool tirx_func_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_tirx_prim_func none;
    const tunip_tirx_prim_func *a = (const tunip_tirx_prim_func *)lhs;
    const tunip_tirx_prim_func *b = rhs ? (const tunip_tirx_prim_func *)rhs : &none;
    const tunip_part parts[] = {
        {"attrs", (const tunip_node *)a->base.attrs, (const tunip_node *)b->base.attrs, false},
        {"params", (const tunip_node *)a->params, (const tunip_node *)b->params, true},
        {"ret_type", a->ret_type, b->ret_type, false},
        {"body", a->body, b->body, false},
    };
    (void)scratch;
    for (size_t i = 0; i < TUNIP_LEN(parts); i++)
        if (!each(&parts[i], user)) return false;
    return true;
}

/* ==== Constructors of nodes of the tensor IR ==== */

/* ---- variables ---- */

static void *var_of_type(tunip_graph *graph, const tunip_type *kind, const char *name, void *type)
{
    tunip_tir_var *var = type ? tunip_node_new(graph, kind) : NULL;
    if (!var) return NULL;
    var->name = tunip_string_new(graph, name);
    var->type_annotation = type;
    return tunip_node_complete(graph, var);
}

tunip_tir_var *tunip_tir_var_new(tunip_graph *graph, const char *name, tunip_dtype dtype)
{
    void *type = tunip_ir_prim_type_new(graph, dtype);
    return var_of_type(graph, &tunip_tir_var_type, name, type);
}

tunip_tir_var *tunip_tir_size_var_new(tunip_graph *graph, const char *name, tunip_dtype dtype)
{
    void *type = tunip_ir_prim_type_new(graph, dtype);
    return var_of_type(graph, &tunip_tir_size_var_type, name, type);
}

tunip_tir_var *tunip_tir_pointer_new(tunip_graph *graph, const char *name, tunip_dtype element,
                                     const char *storage_scope)
{
    void *type = tunip_ir_pointer_type_new(graph, element, storage_scope);
    return var_of_type(graph, &tunip_tir_var_type, name, type);
}

tunip_tir_var *tunip_tir_handle_new(tunip_graph *graph, const char *name)
{
    return tunip_tir_var_new(graph, name, TUNIP_HANDLE);
}

tunip_tir_iter_var *tunip_tir_iter_var_new(tunip_graph *graph, tunip_tir_var *var, void *extent,
                                           tunip_tir_iter_type type)
{
    bool is_type = (unsigned)type <= TUNIP_TIR_ITER_TENSORIZED;
    if (!is_type)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there are no iterators of type %d", type);
    tunip_tir_iter_var *iter =
        var && is_type ? tunip_node_new(graph, &tunip_tir_iter_var_type) : NULL;
    if (!iter) return NULL;
    iter->var = var;
    iter->dom = tunip_ir_range_new(graph, tunip_ir_int(graph, var->base.dtype, 0), extent);
    iter->iter_type = type;
    return tunip_node_complete(graph, iter);
}

/* ---- expressions ---- */

tunip_tir_binary *tunip_tir_binary_new(tunip_graph *graph, const tunip_type *type, void *a, void *b)
{
    tunip_tir_binary *op = tunip_node_new(graph, type);
    if (!op) return NULL;
    op->a = a;
    op->b = b;
    return tunip_node_complete(graph, op);
}

tunip_tir_call *tunip_tir_call_function_new(tunip_graph *graph, tunip_dtype dtype, void *callee,
                                            tunip_array *args)
{
    tunip_tir_call *call =
        tunip_ir_takes_dtype(graph, dtype) ? tunip_node_new(graph, &tunip_tir_call_type) : NULL;
    if (!call) return NULL;
    call->base.dtype = dtype;
    call->op = callee;
    call->args = args;
    return tunip_node_complete(graph, call);
}

tunip_tir_call *tunip_tir_call_new(tunip_graph *graph, tunip_dtype dtype, const char *op,
                                   tunip_array *args)
{
    if (!tir_op_is_known(tunip_str_from(op ? op : ""))) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there is no operator `%s`", op ? op : "");
        return NULL;
    }
    return tunip_tir_call_function_new(graph, dtype, tunip_ir_op_new(graph, op), args);
}

/* ---- buffers ---- */

tunip_array *tunip_tir_ints_new(tunip_graph *graph, size_t count, const int64_t *values)
{
    if (count && !values) {
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "%zu numbers and no table of them", count);
        return NULL;
    }
    tunip_array *array = tunip_array_new(graph, 0, NULL);
    if (!array || !count) return array;
    array->items = tunip_graph_alloc(graph, count * sizeof *array->items);
    for (; array->items && array->count < count; array->count++)
        array->items[array->count] =
            (tunip_node *)tunip_ir_int(graph, TUNIP_INT(32), values[array->count]);
    return array->items ? array : NULL;
}

/* As in TVM, memory has no bool elements. */
static tunip_dtype stored(tunip_dtype dtype)
{
    return tunip_dtype_equal(dtype, TUNIP_BOOL) ? TUNIP_INT(8) : dtype;
}

tunip_tir_buffer *tunip_tir_buffer_new(tunip_graph *graph, const char *name, tunip_dtype dtype,
                                       tunip_array *shape)
{
    tunip_tir_buffer *buffer = tunip_node_new(graph, &tunip_tir_buffer_type);
    if (!buffer) return NULL;
    buffer->data = tunip_tir_pointer_new(graph, name, stored(dtype), "global");
    buffer->dtype = dtype;
    buffer->shape = shape;
    buffer->name = tunip_string_new(graph, name);
    return tunip_node_complete(graph, buffer);
}

/* stride * lanes, folded as TVM does. */
static void *ramp_extent(tunip_graph *graph, const tunip_tir_ramp *ramp)
{
    const tunip_ir_int_imm *stride = TUNIP_AS(tunip_ir_int_imm, ramp->stride);
    const tunip_ir_int_imm *lanes = TUNIP_AS(tunip_ir_int_imm, ramp->lanes);
    if (!stride || !lanes) return tunip_tir_mul_new(graph, ramp->stride, ramp->lanes);
    return tunip_ir_int(graph, stride->base.dtype, stride->value * lanes->value);
}

/* The elements that an index reaches. */
static void *range_at(tunip_graph *graph, void *index)
{
    const tunip_tir_ramp *ramp = TUNIP_AS(tunip_tir_ramp, index);
    if (ramp) return tunip_ir_range_new(graph, ramp->start, ramp_extent(graph, ramp));
    return tunip_ir_range_new(graph, index, tunip_ir_int(graph, tunip_ir_dtype_of(index), 1));
}

tunip_tir_buffer_region *tunip_tir_point_new(tunip_graph *graph, tunip_tir_buffer *buffer,
                                             tunip_array *indices)
{
    size_t count = tunip_array_count(indices);
    tunip_array *ranges =
        tunip_array_new(graph, count, (void *const *)(count ? indices->items : NULL));
    for (size_t i = 0; ranges && i < count; i++)
        ranges->items[i] = range_at(graph, ranges->items[i]);
    return tunip_tir_buffer_region_new(graph, buffer, ranges);
}

/* ---- statements ---- */

tunip_tir_seq_stmt *tunip_tir_seq_new(tunip_graph *graph, tunip_array *stmts)
{
    tunip_tir_seq_stmt *seq = tunip_node_new(graph, &tunip_tir_seq_stmt_type);
    if (!seq) return NULL;
    seq->seq = stmts;
    return tunip_node_complete(graph, seq);
}

tunip_tir_for *tunip_tir_for_new(tunip_graph *graph, tunip_tir_var *loop_var, void *extent,
                                 tunip_tir_for_kind kind, void *body)
{
    bool is_bound = kind == TUNIP_TIR_FOR_THREAD_BINDING;
    bool is_kind = (unsigned)kind < TUNIP_TIR_FOR_THREAD_BINDING;
    if (is_bound)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT,
                         "this loop lacks its thread: make a "
                         "serial loop, then set kind and thread_binding");
    else if (!is_kind)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there are no loops of kind %d", kind);
    tunip_tir_for *loop = loop_var && is_kind ? tunip_node_new(graph, &tunip_tir_for_type) : NULL;
    if (!loop) return NULL;
    loop->loop_var = loop_var;
    loop->min = (tunip_node *)tunip_ir_int(graph, loop_var->base.dtype, 0);
    loop->extent = extent;
    loop->kind = kind;
    loop->body = body;
    return tunip_node_complete(graph, loop);
}

tunip_tir_block_realize *tunip_tir_block_new(tunip_graph *graph, const char *name,
                                             tunip_array *iter_vars, tunip_array *values,
                                             tunip_array *reads, tunip_array *writes, void *body)
{
    tunip_tir_block_realize *realize = tunip_node_new(graph, &tunip_tir_block_realize_type);
    tunip_tir_block *block = tunip_node_new(graph, &tunip_tir_block_type);
    if (!realize || !block) return NULL;
    block->name_hint = tunip_string_new(graph, name);
    block->iter_vars = iter_vars;
    block->reads = reads;
    block->writes = writes;
    block->body = body;
    realize->iter_values = values;
    realize->block = tunip_node_complete(graph, block);
    return tunip_node_complete(graph, realize);
}

/* ---- functions ---- */

static tunip_map *buffer_map(tunip_graph *graph, size_t count, tunip_tir_var *const *params,
                             tunip_tir_buffer *const *buffers)
{
    tunip_map *map = tunip_map_new(graph, 0, NULL);
    if (!map || !count) return map;
    map->entries = tunip_graph_alloc(graph, count * sizeof *map->entries);
    if (!map->entries) return NULL;
    for (size_t i = 0; i < count; i++)
        if (buffers && buffers[i])
            map->entries[map->count++] =
                (tunip_map_entry){(tunip_node *)params[i], (tunip_node *)buffers[i]};
    return map;
}

static tunip_ir_dict_attrs *function_attrs(tunip_graph *graph, const char *name)
{
    if (!name) return tunip_ir_dict_attrs_new(graph, 0, NULL);
    void *entry[] = {tunip_string_new(graph, "global_symbol"), tunip_string_new(graph, name)};
    return tunip_ir_dict_attrs_new(graph, 1, entry);
}

tunip_tir_prim_func *tunip_tir_prim_func_new(tunip_graph *graph, const char *name,
                                             size_t param_count, tunip_tir_var *const *params,
                                             tunip_tir_buffer *const *buffers, void *body)
{
    tunip_tir_prim_func *func = tunip_node_new(graph, &tunip_tir_prim_func_type);
    if (!func) return NULL;
    func->base.attrs = function_attrs(graph, name);
    func->params = tunip_array_new(graph, param_count, (void *const *)params);
    func->buffer_map = buffer_map(graph, param_count, params, buffers);
    func->body = body;
    return tunip_node_complete(graph, func);
}
