/* frame.c -- the dialect's frames and their statements. */
#include "frame.h"

void relax_frame_enter(tunip_docsifier *d, tunip_frame *frame, const void *node)
{
    relax_state *state = relax_job_state(d);
    if (!state->outermost) {
        tunip_frame *root = tunip_frame_of(d, &tunip_dialect_relax);
        state->outermost = root ? root : frame;
    }
    tunip_frame_enter(d, frame, &tunip_dialect_relax, node);
}

void relax_frame_leave(tunip_docsifier *d, tunip_frame *frame)
{
    relax_state *state = relax_job_state(d);
    if (state->outermost == frame) state->outermost = NULL;
    tunip_frame_leave(d, frame);
}

tunip_frame *relax_home(tunip_docsifier *d)
{
    const relax_state *state = relax_job_state(d);
    if (state->function) return state->function;
    return state->outermost ? state->outermost : tunip_frame_of(d, &tunip_dialect_relax);
}

bool relax_is_in_module(tunip_docsifier *d)
{
    const tunip_frame *outermost = relax_job_state(d)->outermost;
    return tunip_ir_printed_module(d) && outermost && outermost->outer;
}

void relax_add_stmt(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *doc)
{
    if (tunip_doc_classify(doc) ==
        TUNIP_CLASS_EXPR) /* a node that is not a statement: print it as one */
        doc = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc);
    tunip_frame_add(d, frame, doc);
}

static tunip_str name_of(const tunip_relax_var *var)
{
    tunip_str name = tunip_relax_var_name(var);
    return name.size ? name : tunip_str_from("v");
}

const tunip_doc *relax_define_var(tunip_docsifier *d, tunip_frame *frame,
                                  const tunip_relax_var *var)
{
    return tunip_define(d, frame, var, name_of(var));
}

const tunip_doc *relax_define_free(tunip_docsifier *d, tunip_frame *frame,
                                   const tunip_relax_var *var)
{
    return tunip_define_ahead(d, frame, var, name_of(var));
}
