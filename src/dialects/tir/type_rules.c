/* type_rules.c -- rules for nodes of other dialects inside tensor IR, and the types of TVM
 * v0.26 with the expressions that state one. */
#include <tunip/tvm/relax_types_v26.h>

#include "buffer.h"
#include "fold.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* ======== type rules ======== */

/* Rules for nodes of other dialects inside tensor IR: immediates, types, targets,
 * ranges, and references to functions and their module. */

/* ---- immediates ---- */

static const tunip_doc *typed(tunip_docsifier *d, tunip_dtype dtype, const tunip_doc *value)
{
    return TIR_CALL(d, tir_dtype_name(d, dtype), value);
}

TIR_RULE(int_imm)
{
    const tunip_ir_int_imm *imm = (const tunip_ir_int_imm *)node;
    const tunip_path *at = tunip_path_attr(d, path, "value");
    tunip_dtype dtype = tunip_ir_dtype_of(imm);
    if (tunip_dtype_equal(dtype, tir_job_settings(d)->int_dtype))
        return tunip_doc_number_new(d, &(tunip_number){.literal = TUNIP_LITERAL_INT,
                                                       .value.integer = imm->value,
                                                       .dtype = dtype,
                                                       .path = at});
    if (tunip_dtype_equal(dtype, tunip_dtype_make(TUNIP_DTYPE_BOOL, 8, 1)))
        return typed(d, dtype, tunip_doc_bool(d, imm->value != 0, at));
    return typed(d, dtype, tunip_doc_int(d, imm->value, at));
}

TIR_RULE(float_imm)
{
    const tunip_ir_float_imm *imm = (const tunip_ir_float_imm *)node;
    const tunip_path *at = tunip_path_attr(d, path, "value");
    tunip_dtype dtype = tunip_ir_dtype_of(imm);
    if (!tunip_dtype_equal(dtype, tir_job_settings(d)->float_dtype))
        return typed(d, dtype, tunip_doc_float(d, imm->value, at));
    return tunip_doc_number_new(d, &(tunip_number){.literal = TUNIP_LITERAL_FLOAT,
                                                   .value.real = imm->value,
                                                   .dtype = dtype,
                                                   .path = at});
}

/* ---- types ---- */

TIR_RULE(prim_type)
{
    (void)path;
    return tir_name(d, tir_dtype_name(d, ((const tunip_ir_prim_type *)node)->dtype));
}

TIR_RULE(pointer_type)
{
    const tunip_ir_pointer_type *type = (const tunip_ir_pointer_type *)node;
    const tunip_path *at = tunip_path_attr(d, path, "element_type");
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type->element_type);
    const tunip_doc *element =
        prim ? tunip_doc_dtype(d, prim->dtype, tunip_path_attr(d, at, "dtype"))
             : tir_docsify(d, type->element_type, at);
    tunip_str scope = tunip_string_value(type->storage_scope);
    if (!scope.size) return TIR_CALL(d, "handle", element);
    const tunip_doc *where = tunip_doc_str(d, scope, tunip_path_attr(d, path, "storage_scope"));
    return TIR_CALL(d, "handle", element, where);
}

/* T.TensorMap() is the description of a tensor. */
TIR_RULE(v25_pointer_type)
{
    const tunip_node *element = ((const tunip_ir_pointer_type *)node)->element_type;
    if (tunip_is(element, &tunip_ir_tensor_map_type_type))
        return tunip_prefixed_call(d, &tunip_dialect_tir, "TensorMap", tunip_docs_none());
    return tir_docsify_pointer_type(d, node, path);
}

TIR_RULE(tuple_type)
{
    const tunip_ir_tuple_type *type = (const tunip_ir_tuple_type *)node;
    if (!tunip_array_count(type->fields)) return tunip_doc_none(d, path);
    tunip_docs fields = tunip_docsify_items(d, type->fields, tunip_path_attr(d, path, "fields"));
    return tunip_prefixed_call(d, &tunip_dialect_tir, "Tuple", fields);
}

/* ---- targets ---- */

TIR_RULE(target)
{
    const tunip_map *config = tunip_ir_target_export(d, (const tunip_ir_target *)node);
    const tunip_doc *doc = tunip_docsify_made(d, config, NULL, path);
    return TIR_CALL(d, "target", doc);
}

/* ---- ranges ---- */

static bool is_stated_by_ends(const tunip_ir_range *range)
{
    if (!tunip_dtype_equal(tunip_ir_dtype_of(range->min), tunip_ir_dtype_of(range->extent)))
        return false;
    bool are_numbers = tunip_is(range->min, &tunip_ir_int_imm_type) &&
                       tunip_is(range->extent, &tunip_ir_int_imm_type);
    return are_numbers || tunip_ir_is_int(range->min, 0);
}

const tunip_doc *tunip_tir_write_range(tunip_docsifier *d, const tunip_dialect *dialect,
                                       const tunip_ir_range *range, const tunip_path *path)
{
    const tunip_node *end = tunip_tir_add_folded(tunip_job_scratch(d), range->extent, range->min);
    const tunip_doc *min = TIR_SUB(d, range, min, path);
    const tunip_doc *max =
        tunip_docsify_made(d, end, range->extent, tunip_path_attr(d, path, "extent"));
    const tunip_doc *doc = tunip_prefixed_call(d, dialect, "Range", TUNIP_DOCS(d, min, max));
    if (is_stated_by_ends(range)) return doc;
    const tunip_doc *callee = tunip_doc_attr_new(d, tunip_prefixed(d, dialect, "Range"),
                                                 tunip_str_from("from_min_extent"));
    const tunip_doc *extent = TIR_SUB(d, range, extent, path);
    return tunip_doc_replaced_new(
        d, doc, tunip_doc_call_new(d, callee, TUNIP_DOCS(d, min, extent), NULL, tunip_docs_none()));
}

TIR_RULE(range)
{
    return tunip_tir_write_range(d, &tunip_dialect_tir, (const tunip_ir_range *)node, path);
}

/* Outside of tensor IR a range prints as I.Range. Its rule is here, because this dialect can fold
 * its end. */
TIR_RULE(tunip_ir_range)
{
    return tunip_tir_write_range(d, &tunip_dialect_ir, (const tunip_ir_range *)node, path);
}

/* ---- functions and modules ---- */

TIR_RULE(global_var)
{
    return tunip_ir_function_reference(d, (const tunip_ir_global_var *)node, path);
}

TIR_RULE(module)
{
    const tunip_doc *doc = tunip_variable(d, node);
    if (doc) return doc;
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "a module is used before it is defined");
    return tunip_doc_id_new(d, tunip_str_from("Module"), path);
}

/* ---- reading ---- */

/* Whether R.Tensor(...) is written as v0.23 writes the type of a tensor: R.Tensor(ndim=2,
 * dtype="float32"). */
static bool is_older_tensor(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    return doc && doc->kind == TUNIP_DOC_CALL && !call->args.count && call->values.count &&
           tunip_str_is(call->keys[0], "ndim");
}

/* Whether the word is a type of tensor IR. */
static bool is_own_type(const tunip_word *word)
{
    static const tunip_word_fn readers[] = {tir_read_dtype, tir_read_handle, tir_read_typed_handle,
                                            tir_read_tensor_map, tir_read_tuple_type};
    for (size_t i = 0; i < TUNIP_LEN(readers); i++)
        if (word->read == readers[i]) return true;
    return false;
}

/* In v0.26 a field may be any type of Relax, T.Tuple(R.Tensor((2, 3))), which is a struct info
 * until the script is converted. */
static tunip_node *field_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_value field = *value;
    bool is_foreign = value->kind == TUNIP_VALUE_WORD && !is_own_type(value->word);
    if (is_foreign)
        field =
            tunip_value_node(tunip_value_to_node(e, value, &tunip_ir_struct_info_type), value->doc);
    if (field.kind != TUNIP_VALUE_NODE) return tir_type(e, value);
    bool is_tensor = tunip_is(field.node, &tunip_relax_tensor_struct_info_type);
    if (is_tensor && !is_older_tensor(value->doc)) tunip_note_vintage(e, 26, value->doc);
    bool is_info = tunip_is_a(field.node, &tunip_ir_struct_info_type);
    bool is_typed = tir_does(e, TIR_DOES_TYPE_RESULTS);
    if (!is_typed) field = *value;
    return is_info && is_typed ? field.node : tir_type(e, &field);
}

TIR_READ(tuple_type)
{
    tunip_value tuple = tir_empty_tuple(e, call->doc);
    for (size_t i = 0; tuple.kind == TUNIP_VALUE_NODE && i < call->rest.count; i++)
        tunip_ir_append(e, ((tunip_ir_tuple_type *)tuple.node)->fields,
                        field_of(e, &call->rest.items[i]));
    return tuple;
}

TIR_READ(range)
{
    tunip_ir_prim_expr *min = tir_expr(e, &call->args[0]);
    tunip_ir_prim_expr *stop = min ? tir_expr_of(e, &call->args[1], min->dtype) : NULL;
    if (!stop) return tunip_value_wrong(call->doc);
    return tunip_value_node(tir_range(e, min, tir_difference(e, min, stop)), call->doc);
}

/* T.target({"kind": "llvm", ...}), T.target("llvm") */
TIR_READ(target)
{
    const tunip_value *config = &call->args[0];
    tunip_node *data = tunip_value_to_data(e, config);
    const tunip_value *host = &call->args[1];
    tunip_ir_target *target = tunip_ir_target_import(e, data, config->doc);
    if (target && host->kind > TUNIP_VALUE_NONE) {
        tunip_node *made = tunip_value_to_data(e, host);
        target->host = tunip_is(made, &tunip_ir_target_type)
                           ? made
                           : (tunip_node *)tunip_ir_target_import(e, made, host->doc);
        if (!target->host) return tunip_value_wrong(call->doc);
    }
    return tunip_value_node(target, call->doc);
}

/* T.cast(x, "int32"), x.astype("int32") */
TIR_READ(cast)
{
    bool is_method = call->self.kind != TUNIP_VALUE_ABSENT;
    const tunip_value *value = is_method ? &call->self : &call->args[0];
    tunip_ir_prim_expr *expr = tir_expr(e, value);
    if (!expr) return tunip_value_wrong(call->doc);
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[is_method ? 0 : 1], expr->dtype);
    if (!tir_takes_cast(e, (const tunip_node *)expr, dtype, call->doc))
        return tunip_value_wrong(call->doc);
    void *made = tir_cast(e, expr, dtype);
    return tunip_value_node(tir_takes_constant(e, made, call->doc) ? made : NULL, call->doc);
}

/* A number of the dtype, or an error. */
static tunip_value number_of(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype,
                             const tunip_doc *doc)
{
    if (value->kind < TUNIP_VALUE_BOOL || value->kind > TUNIP_VALUE_FLOAT)
        return tunip_complain(e, value->doc, "expected a number, got %s",
                              tunip_value_describe(e, value));
    return tunip_value_node(tir_number(e, value, dtype), doc);
}

/* T.const(3, "int64") */
TIR_READ(const)
{
    const tunip_value *value = &call->args[0];
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[1], tir_literal_dtype(e, value));
    return number_of(e, value, dtype, call->doc);
}

/* T.IntImm("int32", 3), T.FloatImm("float32", 1.5), T.StringImm("x") */
TIR_READ(imm)
{
    enum { INT_IMM, STRING_IMM, FLOAT_IMM };
    const tunip_value *value = &call->args[call->word->data != STRING_IMM];
    if (call->word->data == STRING_IMM) {
        if (value->kind != TUNIP_VALUE_STR)
            return tunip_complain(e, call->doc, "expected a string");
        return tunip_value_node(tir_expr(e, value), call->doc);
    }
    bool is_float = call->word->data == FLOAT_IMM;
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[0], tir_int32);
    bool has_ints = tir_is_integer(dtype) || dtype.code == TUNIP_DTYPE_BOOL;
    if (tunip_elaborator_folds(e) && has_ints == is_float)
        return tunip_complain(e, call->args[0].doc, TUNIP_BREAKS_DTYPE "`%s` takes a dtype of %s",
                              call->word->name, is_float ? "floats" : "integers");
    if (!is_float && value->kind == TUNIP_VALUE_FLOAT)
        return tunip_complain(e, value->doc, "expected an integer, got a float");
    return number_of(e, value, dtype, call->doc);
}

/* Whether `doc` is the right side of an assignment to names, or an item of it. */
static bool is_assigned(const tunip_doc *side, const tunip_doc *doc)
{
    bool is_list = side && (side->kind == TUNIP_DOC_TUPLE || side->kind == TUNIP_DOC_LIST);
    tunip_docs items = is_list ? ((const tunip_doc_tuple *)side)->elements : (tunip_docs){0};
    for (size_t i = 0; i < items.count; i++)
        if (items.items[i] == doc) return true;
    return side == doc;
}

/* T.meta_var(x): the value itself, without a let. TVM's parser knows it only in an assignment. */
TIR_READ(meta_var)
{
    const tir_script_state *state = tir_state_of(e);
    tunip_value value = call->args[0];
    bool is_inside = state && state->function;
    if (tunip_elaborator_folds(e) && is_inside && !is_assigned(state->assigned, call->doc))
        return tunip_complain(e, call->doc, "T.meta_var can only be assigned to a name");
    value.is_meta = true;
    return value;
}

/* break, continue */
TIR_READ(jump)
{
    static const tunip_dtype none = {TUNIP_DTYPE_HANDLE, 0, 0};
    void *op = tir_op_new(e, (const char *)call->word->data);
    tunip_array *args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    return tunip_value_node(tir_new_call(e, none, op, args), call->doc);
}

/* ======== types ======== */

/* Types of TVM v0.26, and the expressions that state one. */

static bool is_void(const tunip_ir_prim_type *type)
{
    return type && tunip_dtype_equal(type->dtype, TUNIP_VOID);
}

static const tunip_doc *write_scope(tunip_docsifier *d, const tunip_ir_pointer_type *type,
                                    const tunip_path *path)
{
    return tunip_doc_str(d, tunip_string_value(type->storage_scope),
                         tunip_path_attr(d, path, "storage_scope"));
}

/* T.handle("float32", "shared"). A pointer to void has no element: the caller writes `bare` for a
 * global one. */
static const tunip_doc *write_pointer(tunip_docsifier *d, const tunip_ir_pointer_type *type,
                                      const tunip_path *path, const tunip_doc *bare)
{
    const tunip_path *at = tunip_path_attr(d, path, "element_type");
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type->element_type);
    tunip_str scope = tunip_string_value(type->storage_scope);
    tir_args args;
    tir_args_begin(&args);
    if (tunip_is(type->element_type, &tunip_ir_tensor_map_type_type))
        return tunip_prefixed_call(d, &tunip_dialect_tir, "TensorMap", tunip_docs_none());
    if (is_void(prim)) {
        if (tunip_str_is(scope, "global")) return bare;
        tir_args_key(&args, "storage_scope", write_scope(d, type, path));
        return tir_args_call(d, tir_name(d, "handle"), &args);
    }
    tir_args_add(&args, prim ? tunip_doc_dtype(d, prim->dtype, tunip_path_attr(d, at, "dtype"))
                             : tir_docsify(d, type->element_type, at));
    if (scope.size) tir_args_add(&args, write_scope(d, type, path));
    return tir_args_call(d, tir_name(d, "handle"), &args);
}

TIR_RULE(v26_pointer_type)
{
    return write_pointer(d, (const tunip_ir_pointer_type *)node, path, tir_name(d, "handle"));
}

/* ---- making variables ---- */

/* T.int32(), T.handle("float32", "global") */
const tunip_doc *tirx_var_creation(tunip_docsifier *d, const tunip_ir_var *var,
                                   const tunip_path *path)
{
    const tunip_path *type_path = tunip_path_attr(d, path, "ty");
    const tunip_ir_pointer_type *pointer = TUNIP_AS(tunip_ir_pointer_type, tirx_type_of(var));
    const tunip_doc *doc;
    if (pointer) {
        const tunip_doc *bare =
            tunip_prefixed_call(d, &tunip_dialect_tir, "handle", tunip_docs_none());
        doc = write_pointer(d, pointer, type_path, bare);
    } else {
        const char *name = tir_dtype_name(d, tunip_ir_dtype_of(var));
        doc = tunip_prefixed_call(d, &tunip_dialect_tir, name, tunip_docs_none());
    }
    return tunip_doc_at(d, doc, type_path);
}

/* ---- expressions ---- */

TIR_RULE(v26_cast)
{
    const tunip_doc *dtype =
        tunip_doc_dtype(d, tunip_ir_dtype_of(node), tunip_path_attr(d, path, "ty"));
    const tunip_doc *value = TIR_SUB(d, (const tunip_tirx_cast *)node, value, path);
    return TIR_CALL(d, "Cast", dtype, value);
}

/* lambda i, j: predicate */
TIR_RULE(v26_lambda)
{
    const tunip_tirx_lambda_expr *lambda = (const tunip_tirx_lambda_expr *)node;
    size_t count = tunip_array_count(lambda->vars);
    const tunip_doc **vars = tunip_docs_new(d, count);
    tir_frame frame;
    tir_frame_enter(d, &frame, node);
    for (size_t i = 0; vars && i < count; i++)
        vars[i] = tir_define_var(d, &frame.base, TUNIP_AS_A(tunip_ir_var, lambda->vars->items[i]));
    const tunip_doc *body = TIR_SUB(d, lambda, pred, path);
    tir_frame_leave(d, &frame);
    return tunip_doc_lambda_new(d, tunip_docs_view(vars, count), body, NULL);
}
