/* type_rules.c -- rules for nodes of other dialects inside tensor IR: immediates, types, targets,
 * ranges, and references to functions and their module. */
#include "fold.h"
#include "rules.h"

/* ---- immediates ---- */

static const tunip_doc *typed(tunip_docsifier *d, tunip_dtype dtype, const tunip_doc *value)
{
    return TIR_CALL(d, tir_dtype_name(d, dtype), value);
}

TIR_RULE(int_imm)
{
    const tunip_ir_int_imm *imm = (const tunip_ir_int_imm *)node;
    const tunip_path *at = tunip_path_attr(d, path, "value");
    tunip_dtype dtype = imm->base.dtype;
    if (tunip_dtype_equal(dtype, tir_job_settings(d)->int_dtype))
        return tunip_doc_number_new(d, &(tunip_number){.literal = TUNIP_LITERAL_INT,
                                                       .value.integer = imm->value,
                                                       .dtype = dtype,
                                                       .dialect = &tunip_dialect_tir,
                                                       .path = at});
    if (tunip_dtype_equal(dtype, tunip_dtype_make(TUNIP_DTYPE_BOOL, 8, 1)))
        return typed(d, dtype, tunip_doc_bool(d, imm->value != 0, at));
    return typed(d, dtype, tunip_doc_int(d, imm->value, at));
}

TIR_RULE(float_imm)
{
    const tunip_ir_float_imm *imm = (const tunip_ir_float_imm *)node;
    const tunip_path *at = tunip_path_attr(d, path, "value");
    tunip_dtype dtype = imm->base.dtype;
    if (!tunip_dtype_equal(dtype, tir_job_settings(d)->float_dtype))
        return typed(d, dtype, tunip_doc_float(d, imm->value, at));
    return tunip_doc_number_new(d, &(tunip_number){.literal = TUNIP_LITERAL_FLOAT,
                                                   .value.real = imm->value,
                                                   .dtype = dtype,
                                                   .dialect = &tunip_dialect_tir,
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

static bool is_told_by_ends(const tunip_ir_range *range)
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
    const tunip_node *end = tunip_tir_add_folded(d, range->extent, range->min);
    const tunip_doc *min = TIR_SUB(d, range, min, path);
    const tunip_doc *max =
        tunip_docsify_made(d, end, range->extent, tunip_path_attr(d, path, "extent"));
    const tunip_doc *doc = tunip_prefixed_call(d, dialect, "Range", TUNIP_DOCS(d, min, max));
    if (is_told_by_ends(range)) return doc;
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
