/* typed_var.c -- variables of TVM v0.26: scalars, pointers and buffers are one kind of node. */
#include "buffer.h"
#include "rules.h"

/* ---- variables ---- */

/* Names an undefined variable until the current frame is left. TVM fails here. */
static const tunip_doc *undefined(tunip_docsifier *d, const tunip_ir_var *var,
                                  const tunip_path *path)
{
    tunip_str name = tunip_string_value(var->name);
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "variable %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    tir_define_var(d, tunip_frame_top(d), var);
    return tir_define_var(d, tunip_frame_top(d), var);
}

static const tunip_doc *write_buffer(tunip_docsifier *d, const tunip_ir_var *var,
                                     const tunip_tirx_buffer_type *type, const tunip_path *path)
{
    const tunip_doc *doc = tunip_variable(d, var);
    tunip_frame *frame = doc ? NULL : tunip_uses_frame(d, var);
    if (!doc && !frame) return undefined(d, var, path);
    if (frame) {
        const tunip_doc *lhs = tirx_define_buffer(d, frame, var);
        tirx_declaration declared = {.method = "Buffer", .buffer = var, .path = path};
        const tunip_doc *rhs = tirx_buffer_decl(d, frame, &declared);
        tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
        doc = tunip_variable(d, var);
    }
    return tirx_is_scalar(type, true) ? tunip_doc_attr_new(d, doc, tunip_str_from("buffer")) : doc;
}

/* A variable of a type that tensor IR does not know is declared where it is used. */
static const tunip_doc *write_other(tunip_docsifier *d, const tunip_ir_var *var,
                                    const tunip_path *path)
{
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *type = tir_docsify(d, tirx_type_of(var), tunip_path_attr(d, path, "ty"));
    const tunip_doc *lhs = tir_define_var(d, frame, var);
    tunip_frame_add(d, frame, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, lhs, NULL, type));
    return tunip_variable(d, var);
}

TIR_RULE(v26_var)
{
    const tunip_ir_var *var = (const tunip_ir_var *)node;
    const tunip_tirx_buffer_type *buffer = tirx_buffer_type_of(var);
    if (buffer) return write_buffer(d, var, buffer, path);
    const tunip_doc *doc = tunip_variable(d, node);
    if (doc) return doc;
    const tunip_node *type = tirx_type_of(var);
    if (!tunip_is(type, &tunip_ir_prim_type_type) && !tunip_is(type, &tunip_ir_pointer_type_type))
        return write_other(d, var, path);
    tunip_frame *frame = tunip_uses_frame(d, var);
    if (!frame) return undefined(d, var, path);
    const tunip_doc *lhs = tir_define_var(d, frame, var);
    const tunip_doc *rhs = tirx_var_creation(d, var, path);
    tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
    return tunip_variable(d, node);
}
