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

static bool is_inferred(tunip_docsifier *d, const tunip_relax_var *var, const tunip_node *value)
{
    if (!value || !(relax_infers_always(value) || !relax_shows_all(d))) return false;
    const tunip_node *info = tunip_relax_struct_info_of(var);
    const tunip_node *inferred = relax_infer(tunip_job_scratch(d), value);
    /* The type of a number is always shown. */
    return inferred && !tunip_is(info, &tunip_ir_prim_type_type) &&
           relax_equal(tunip_job_scratch(d), inferred, info);
}

const tunip_doc *relax_annotation(tunip_docsifier *d, const tunip_relax_var *var,
                                  const tunip_path *path, const tunip_node *value)
{
    const tunip_node *info = tunip_relax_struct_info_of(var);
    if (!info || is_missing(info) || is_inferred(d, var, value)) return NULL;
    return tunip_docsify(d, info, relax_info_path(d, var, path));
}
