/* annotation.c -- decides whether a definition shows the variable's struct info (StructInfoAsAnn of
 * TVM src/script/printer/relax/utils.h). */
#include "annotation.h"

#include "../equal.h"
#include "../infer/infer.h"
#include "docs.h"

static bool is_inferred(tunip_docsifier *d, const tunip_relax_var *var, const tunip_node *value)
{
    if (!value || !(relax_infers_always(value) || !relax_shows_all(d))) return false;
    const tunip_node *inferred = relax_infer(tunip_job_scratch(d), value);
    return inferred && relax_equal(tunip_job_scratch(d), inferred, var->base.base.struct_info);
}

const tunip_doc *relax_annotation(tunip_docsifier *d, const tunip_relax_var *var,
                                  const tunip_path *path, const tunip_node *value)
{
    const tunip_node *info = tunip_relax_struct_info_of(var);
    if (!info || is_inferred(d, var, value)) return NULL;
    return tunip_docsify(d, info, tunip_path_attr(d, path, "struct_info_"));
}
