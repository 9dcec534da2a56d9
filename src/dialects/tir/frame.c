/* frame.c -- the dialect's frames and their statements. */
#include "frame.h"
#include "buffer.h"

static tir_state *get_state(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_tir);
}

void tir_frame_enter(tunip_docsifier *d, tir_frame *frame, const void *node)
{
    tir_state *state = get_state(d);
    tunip_frame_enter(d, &frame->base, &tunip_dialect_tir, node);
    frame->at_last = false;
    frame->state = state;
    frame->outer = state->top;
    state->top = frame;
}

void tir_frame_leave(tunip_docsifier *d, tir_frame *frame)
{
    frame->state->top = frame->outer;
    tunip_frame_leave(d, &frame->base);
}

bool tir_is_concise(tunip_docsifier *d)
{
    const tir_frame *frame = get_state(d)->top;
    return frame && &frame->base == tunip_frame_top(d) && frame->at_last;
}

/* ---- statements ---- */

void tir_add_stmt(tunip_docsifier *d, tir_frame *frame, const tunip_doc *doc)
{
    if (tunip_doc_classify(doc) ==
        TUNIP_CLASS_EXPR) /* a node that is not a statement: print it as one */
        doc = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc);
    tunip_frame_add(d, &frame->base, doc);
}

static void sequence(tunip_docsifier *d, tir_frame *frame, const tunip_array *seq,
                     const tunip_path *path)
{
    const tunip_path *items = tunip_path_attr(d, path, "seq");
    size_t count = tunip_array_count(seq);
    for (size_t i = 0; i < count; i++) {
        frame->at_last = i + 1 == count;
        const tunip_doc *doc = tir_docsify(d, seq->items[i], tunip_path_item(d, items, i));
        tir_add_stmt(d, frame, tunip_doc_at(d, doc, path));
    }
}

void tirx_sequence(tunip_docsifier *d, tir_frame *frame, const tunip_array *seq,
                   const tunip_path *items, const tunip_path *path)
{
    frame->at_last = false;
    for (size_t i = 0; i < tunip_array_count(seq); i++) {
        const tunip_tirx_buffer_store *store = tirx_first_value(d, seq, i);
        const tunip_doc *doc = tir_docsify(d, seq->items[i], tunip_path_item(d, items, i));
        const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
        if (store && doc->kind == TUNIP_DOC_ASSIGN && assign->annotation && !assign->rhs) {
            const tunip_path *at = tunip_path_attr(d, tunip_path_item(d, items, ++i), "value");
            const tunip_doc *value = tir_docsify(d, store->value, at);
            doc = tunip_doc_assign_new(d, TUNIP_ROLE_ALLOC, assign->lhs, value, assign->annotation);
        }
        tir_add_stmt(d, frame, tunip_doc_at(d, doc, path));
    }
}

void tir_body(tunip_docsifier *d, tir_frame *frame, const tunip_node *stmt, const tunip_path *path)
{
    const tunip_tir_seq_stmt *seq = TUNIP_AS(tunip_tir_seq_stmt, stmt);
    if (seq && tunip_is(stmt, &tunip_tirx_seq_stmt_type)) {
        tirx_sequence(d, frame, seq->seq, tunip_path_attr(d, path, "seq"), path);
        return;
    }
    if (seq) {
        sequence(d, frame, seq->seq, path);
        return;
    }
    frame->at_last = true;
    tir_add_stmt(d, frame, tir_docsify(d, stmt, path));
}

const tunip_doc *tir_scope(tunip_docsifier *d, tir_frame *frame, const tunip_doc *lhs,
                           const tunip_doc *rhs, bool concise)
{
    if (!concise) return tunip_doc_scope_new(d, lhs, rhs, tir_stmts(d, frame));
    const tunip_doc *first = lhs ? tir_assign(d, TUNIP_ROLE_ENTER, lhs, rhs)
                                 : tunip_doc_expr_stmt_new(d, TUNIP_ROLE_ENTER, rhs);
    return tunip_doc_block_new(d, tunip_frame_body(d, &frame->base, first));
}

/* ---- definitions ---- */

static const tunip_doc *define(tunip_docsifier *d, tunip_frame *frame, const void *node,
                               tunip_str name, const char *unnamed)
{
    return tunip_define(d, frame, node, name.size ? name : tunip_str_from(unnamed));
}

const tunip_doc *tir_define_var(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_var *var)
{
    return define(d, frame, var, tunip_string_value(var ? var->name : NULL), "v");
}

const tunip_doc *tir_define_buffer(tunip_docsifier *d, tunip_frame *frame,
                                   const tunip_tir_buffer *buffer)
{
    return define(d, frame, buffer, tunip_string_value(buffer ? buffer->name : NULL), "buffer");
}
