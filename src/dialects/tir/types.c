/* types.c -- types of TVM v0.26, and the expressions that state one. */
#include "buffer.h"
#include "rules.h"

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
