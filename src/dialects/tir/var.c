/* var.c -- variables: their names, and how free ones are declared. */
#include "frame.h"
#include "rules.h"

bool tir_is_size_var(const tir_var *var)
{
    return tunip_is((const tunip_node *)var, &tir_size_var_type);
}

const tunip_doc *tir_mark_size(tunip_docsifier *d, const tunip_doc *doc, const tir_var *var)
{
    if (!tir_is_size_var(var)) return doc;
    return tunip_doc_partial_new(d, doc, "is_size_var", tunip_doc_bool(d, true, NULL));
}

/* T.handle("tensormap"), as the type has no name of its own. */
static const tunip_doc *create_tensormap(tunip_docsifier *d, const tunip_path *type_path)
{
    const tunip_path *at = tunip_path_attr(d, type_path, "element_type");
    const tunip_doc *name =
        tunip_doc_str(d, tunip_str_from("tensormap"), tunip_path_attr(d, at, "dtype"));
    return TIR_CALL(d, "handle", name);
}

static const tunip_doc *create_unknown(tunip_docsifier *d, const ir_pointer_type *type,
                                       const tunip_path *type_path)
{
    tunip_report(d, TUNIP_ISSUE_MALFORMED, type_path,
                 "a pointer to neither numbers nor tensormaps");
    const tunip_doc *element = TIR_SUB(d, type, element_type, type_path);
    return TIR_CALL(d, "handle", element);
}

static const tunip_doc *create_pointer(tunip_docsifier *d, const ir_pointer_type *type,
                                       const tunip_path *path, tir_args *args)
{
    const tunip_path *type_path = tunip_path_attr(d, path, "type_annotation");
    const ir_prim_type *prim = TUNIP_AS(ir_prim_type, type->element_type);
    if (tunip_is(type->element_type, &ir_tensor_map_type_type))
        return create_tensormap(d, type_path);
    if (!prim) return create_unknown(d, type, type_path);
    const tunip_path *at = tunip_path_attr(d, type_path, "element_type");
    tunip_str scope = tunip_string_value(type->storage_scope);
    tir_args_add(args, tunip_doc_dtype(d, prim->dtype, tunip_path_attr(d, at, "dtype")));
    if (scope.size)
        tir_args_add(args, tunip_doc_str(d, scope, tunip_path_attr(d, type_path, "storage_scope")));
    const tunip_doc *callee = tir_name(d, "handle");
    return tir_args_call(d, tunip_doc_at(d, callee, tunip_path_attr(d, path, "dtype")), args);
}

const tunip_doc *tir_var_creation(tunip_docsifier *d, const tir_var *var, const tunip_path *path)
{
    tir_args args = {.count = 0};
    if (tir_is_size_var(var)) tir_args_key(&args, "is_size_var", tunip_doc_bool(d, true, NULL));
    const ir_pointer_type *pointer = TUNIP_AS(ir_pointer_type, var ? var->type_annotation : NULL);
    const tunip_doc *doc;
    if (pointer) {
        doc = create_pointer(d, pointer, path, &args);
    } else {
        const tunip_doc *callee = tir_name(d, tir_dtype_name(d, ir_dtype_of(var)));
        doc = tir_args_call(d, tunip_doc_at(d, callee, tunip_path_attr(d, path, "dtype")), &args);
    }
    return tunip_doc_at(d, doc, tunip_path_attr(d, path, "type_annotation"));
}

const tunip_doc *tir_type_of_var(tunip_docsifier *d, const tir_var *var, const tunip_path *path)
{
    const tunip_doc *type = tir_docsify(d, var ? var->type_annotation : NULL,
                                        tunip_path_attr(d, path, "type_annotation"));
    return tir_mark_size(d, type, var);
}

/* A variable nobody defines, where TVM gives up: it has a name for as long as the frame is open. */
static const tunip_doc *undefined(tunip_docsifier *d, const tir_var *var, const tunip_path *path)
{
    tunip_str name = tunip_string_value(var->name);
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "variable %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    return tir_define_var(d, tunip_frame_top(d), var);
}

TIR_RULE(var)
{
    const tunip_doc *doc = tunip_variable(d, node);
    if (doc) return doc;
    const tir_var *var = (const tir_var *)node;
    tunip_frame *frame = tunip_uses_frame(d, var);
    if (!frame) return undefined(d, var, path);
    const tunip_doc *lhs = tir_define_var(d, frame, var);
    const tunip_doc *rhs = tir_var_creation(d, var, path);
    tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
    return tunip_variable(d, node);
}

/* ORDER tir_iter_type */
static const char *const iter_types[] = {"DataPar",    "ThreadIndex",  "CommReduce",
                                         "Ordered",    "Opaque",       "Unrolled",
                                         "Vectorized", "Parallelized", "Tensorized"};

TIR_RULE(iter_var)
{
    const tir_iter_var *iter = (const tir_iter_var *)node;
    size_t type = (size_t)iter->iter_type;
    const char *name = type < TUNIP_LEN(iter_types) ? iter_types[type] : "Unknown";
    const tunip_doc *var = TIR_SUB(d, iter, var, path);
    const tunip_doc *dom = TUNIP_SUB(d, iter, dom, path);
    const tunip_doc *kind =
        tunip_doc_str(d, tunip_str_from(name), tunip_path_attr(d, path, "iter_type"));
    const tunip_doc *tag = tunip_doc_str(d, tunip_string_value(iter->thread_tag),
                                         tunip_path_attr(d, path, "thread_tag"));
    return TIR_CALL(d, "iter_var", var, dom, kind, tag);
}
