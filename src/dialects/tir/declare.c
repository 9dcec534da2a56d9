/* declare.c -- the arguments and the new variables of the declaration of a buffer. */
#include "buffer.h"

#include "analysis.h"

const char *const tir_argument_names[TIR_ARGUMENT_COUNT] = {
    "shape", "dtype",         "data",        "strides",         "elem_offset", "scope",
    "align", "offset_factor", "buffer_type", "axis_separators", "layout",      "allocated_addr"};

/* ---- new variables ---- */

static size_t count_in(tunip_docsifier *d, const tunip_array *exprs, const tunip_node *var)
{
    size_t count = 0;
    for (size_t i = 0; i < tunip_array_count(exprs); i++)
        count += tir_uses_var(d, exprs->items[i], var);
    return count;
}

/* The number of the buffer's expressions that use the variable. */
static size_t count_uses(const tir_draft *draft, const tunip_node *var)
{
    return (size_t)tir_uses_var(draft->d, draft->elem_offset, var) +
           (size_t)(draft->data && tir_uses_var(draft->d, draft->data, var)) +
           count_in(draft->d, draft->strides, var) + count_in(draft->d, draft->shape, var);
}

static bool make_definitions(tir_draft *draft)
{
    if (draft->lhs && draft->rhs) return true;
    size_t most = tunip_array_count(draft->shape) + tunip_array_count(draft->strides);
    draft->lhs = tunip_docs_new(draft->d, most + 2);
    draft->rhs = tunip_docs_new(draft->d, most + 2);
    return draft->lhs && draft->rhs;
}

void tir_define_before(tir_draft *draft, const tunip_node *expr, const tunip_path *path)
{
    const tunip_tir_var *var = (const tunip_tir_var *)expr;
    if (!make_definitions(draft)) return;
    const tunip_doc *lhs = tir_define_var(draft->d, draft->frame, var);
    draft->lhs[draft->defined] = tunip_doc_at(draft->d, lhs, path);
    draft->rhs[draft->defined++] = draft->create(draft->d, var, path);
}

void tir_add_definitions(tir_draft *draft)
{
    if (!draft->defined) return;
    const tunip_doc *lhs = draft->lhs[0], *rhs = draft->rhs[0];
    if (draft->defined > 1) {
        lhs = tunip_doc_tuple_new(draft->d, tunip_docs_view(draft->lhs, draft->defined));
        rhs = tunip_doc_tuple_new(draft->d, tunip_docs_view(draft->rhs, draft->defined));
    }
    tunip_frame_add(draft->d, draft->frame, tir_assign(draft->d, TUNIP_ROLE_DEFINE, lhs, rhs));
}

/* The text of a variable that the declaration defines: A.data, A.strides[0]. */
typedef struct member {
    const void *buffer;
    const tunip_path *path;
    const char *name;
    int64_t index; /* -1: none */
} member;

static const tunip_doc *write_member(tunip_docsifier *d, const void *user)
{
    const member *m = user;
    const tunip_doc *buffer = tunip_docsify(d, m->buffer, m->path);
    const tunip_doc *doc = tunip_doc_attr_new(d, buffer, tunip_str_from(m->name));
    if (m->index < 0) return doc;
    return tunip_doc_index_new(d, doc, TUNIP_DOCS(d, tunip_doc_int(d, m->index, NULL)));
}

bool tir_define_within(tir_draft *draft, const tunip_node *var, const tunip_path *path,
                       const char *name, int64_t index)
{
    if (count_uses(draft, var) != 1) {
        tir_define_before(draft, var, path);
        return false;
    }
    member *m = tunip_job_alloc(draft->d, sizeof *m);
    if (!m) return true;
    *m = (member){.buffer = draft->buffer, .path = draft->path, .name = name, .index = index};
    tunip_define_as(draft->d, draft->frame, var, write_member, m);
    return true;
}

/* ---- the call ---- */

const tunip_doc *tir_write_declaration(const tir_draft *draft, const char *method,
                                       const tunip_doc *first)
{
    tir_args args;
    tir_args_begin(&args);
    if (first) tir_args_add(&args, first);
    for (size_t i = TIR_SHAPE; i <= TIR_DTYPE; i++)
        if (draft->docs[i]) tir_args_add(&args, draft->docs[i]);
    for (size_t i = TIR_DATA; i < TIR_ARGUMENT_COUNT; i++)
        tir_args_key(&args, tir_argument_names[i], draft->docs[i]);
    return tir_args_call(draft->d, tir_name(draft->d, method), &args);
}
