/* annotation.c -- decides whether a definition shows the variable's struct info (StructInfoAsAnn of
 * TVM src/script/printer/relax/utils.h). */
#include "annotation.h"

#include "../equal.h"
#include "../infer/infer.h"
#include "docs.h"

/* Whether a variable of TVM v0.26 has no type yet: it is then a plain ir.Type. */
static bool is_missing(const tunip_node *info)
{
    return info->type == &tunip_ir_type_type;
}

/* Whether TVM infers `info` for the value. The rules of inference know only v0.23, so a value of
 * v0.26 is converted. In v0.26 the type of a number does not have the number. */
static bool infers(tunip_docsifier *d, const tunip_node *value, const tunip_node *info)
{
    const tunip_node *usual = tunip_job_usual(d, value), *wanted = tunip_job_usual(d, info);
    if (!usual || !wanted) return false;
    const tunip_node *inferred = relax_infer(tunip_job_scratch(d), usual);
    const tunip_relax_prim_struct_info *number = TUNIP_AS(tunip_relax_prim_struct_info, inferred);
    const tunip_ir_prim_type *type = TUNIP_AS(tunip_ir_prim_type, wanted);
    if (number && type) return tunip_dtype_equal(number->dtype, type->dtype);
    return inferred && relax_equal(tunip_job_scratch(d), inferred, wanted);
}

static bool is_inferred(tunip_docsifier *d, const tunip_relax_var *var, const tunip_node *value)
{
    const tunip_node *info = tunip_relax_struct_info_of(var);
    if (!value) return false;
    if (tunip_relax_is_var(value))
        return !relax_shows_all(d) &&
               relax_equal(tunip_job_scratch(d), tunip_relax_struct_info_of(value), info);
    if (relax_infers_always(value)) /* the text of the value has the struct info */
        return relax_equal(tunip_job_scratch(d), relax_infer(tunip_job_scratch(d), value), info);
    return !relax_shows_all(d) && infers(d, value, info);
}

const tunip_doc *relax_annotation(tunip_docsifier *d, const tunip_relax_var *var,
                                  const tunip_path *path, const tunip_node *value)
{
    const tunip_node *info = tunip_relax_struct_info_of(var);
    if (!info || is_missing(info) || is_inferred(d, var, value)) return NULL;
    return tunip_docsify(d, info, relax_info_path(d, var, path));
}
