/* expr.c -- expressions: as in Python, except those that Python would evaluate.
 *
 * Comparisons and `and`, `or`, `not` are calls, because Python would evaluate the operators. */
#include "builder.h"

/* ---- operators, dictionaries, vectors ---- */

/* By tunip_operator; NULL: Python's own operator makes the node. */
static const char *const operators[TUNIP_OP__COUNT] = {
    [TUNIP_OP_NOT] = "Not", [TUNIP_OP_LT] = "LT",   [TUNIP_OP_LE] = "LE",
    [TUNIP_OP_EQ] = "EQ",   [TUNIP_OP_NE] = "NE",   [TUNIP_OP_GT] = "GT",
    [TUNIP_OP_GE] = "GE",   [TUNIP_OP_AND] = "And", [TUNIP_OP_OR] = "Or",
};

/* The values of a dictionary may have any type. */
void tn_builder_emit_dict(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    bool boxes = state->boxes;
    state->boxes = true;
    tn_builder_enter(w);
    tn_python_emit_dict(w, doc);
    tn_builder_leave(w);
    state->boxes = boxes;
}

void tn_builder_emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_enter(w);
    tn_python_emit_tuple(w, doc);
    tn_builder_leave(w);
}

void tn_builder_emit_list(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_enter(w);
    tn_python_emit_list(w, doc);
    tn_builder_leave(w);
}

/* a + b + c needs no brackets. */
static bool is_chain(const tunip_doc *doc)
{
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    return operands.count && operands.items[0]->kind == TUNIP_DOC_OPERATION &&
           operands.items[0]->sub == doc->sub;
}

void tn_builder_emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    const char *name = doc->sub < TUNIP_OP__COUNT ? operators[doc->sub] : NULL;
    if (doc->sub == TUNIP_OP_IF_ELSE)
        tunip_writer_fail(w, "a conditional expression is not in the IRBuilder's API");
    if (!name) {
        bool is_nested = !is_chain(doc);
        if (is_nested) tn_builder_enter(w);
        tn_python_emit_operation(w, doc);
        if (is_nested) tn_builder_leave(w);
        return;
    }
    tn_builder_write_operator(w, doc, name, ((const tunip_doc_operation *)doc)->operands);
}

/* To Python a:b is always a region. */
void tn_builder_emit_slice(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)doc;
    if (doc->sub != TUNIP_SLICE_VECTOR) {
        tn_python_emit_slice(w, doc);
        return;
    }
    tn_builder_write_own(w, doc, "Ramp");
    tunip_write_char(w, '(');
    tunip_emit(w, slice->start);
    tunip_write_text(w, ", ");
    if (slice->step)
        tunip_emit(w, slice->step);
    else
        tunip_write_char(w, '1');
    tunip_write_text(w, ", ");
    tunip_emit(w, slice->lanes);
    tunip_write_char(w, ')');
}

/* ---- regions ---- */

static bool is_exact(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_SLICE && doc->sub == TUNIP_SLICE_RANGE &&
           ((const tunip_doc_slice *)doc)->lanes;
}

static bool any_exact(tunip_docs indices)
{
    for (size_t i = 0; i < indices.count; i++)
        if (is_exact(indices.items[i])) return true;
    return false;
}

/* The extent of one element: a 1 with the dtype of the index. Bare numbers have one dtype. */
static void write_one(tunip_writer *w, const tunip_doc *region, const tunip_doc *index)
{
    if (index->kind == TUNIP_DOC_LITERAL) {
        tunip_write_char(w, '1');
        return;
    }
    tn_builder_write_home(w, region, "const");
    tunip_write_text(w, "(1, (");
    tunip_emit_bare(w, index, 0);
    tunip_write_text(w, ").dtype)");
}

static void write_bounds(tunip_writer *w, const tunip_doc *region, const tunip_doc *index)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)index;
    tunip_emit(w, is_exact(index) ? slice->start : index);
    tunip_write_text(w, ", ");
    if (is_exact(index))
        tunip_emit(w, slice->lanes);
    else
        write_one(w, region, index);
}

/* A slice of the API computes the extents of its ranges, which may give other expressions. */
static void write_region(tunip_writer *w, const tunip_doc_index *index)
{
    const tunip_doc *doc = &index->base;
    tn_builder_write_home(w, doc, "BufferRegion");
    tunip_write_char(w, '(');
    tunip_emit(w, index->value);
    tunip_write_text(w, ", [");
    for (size_t i = 0; i < index->indices.count; i++) {
        if (i) tunip_write_text(w, ", ");
        tunip_write_text(w, "tvm.ir.Range.from_min_extent(");
        write_bounds(w, doc, index->indices.items[i]);
        tunip_write_char(w, ')');
    }
    tunip_write_text(w, "])");
}

void tn_builder_emit_index(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    if (any_exact(index->indices))
        write_region(w, index);
    else
        tn_python_emit_index(w, doc);
}

/* ---- literals ---- */

/* As an argument of a function of its dialect, a bare number becomes one of 32 bits. */
static bool is_boxed(const tn_builder_state *state, const tunip_doc *doc)
{
    tunip_dtype dtype = tn_builder_node_dtype(doc);
    bool is_usual = dtype.code != TUNIP_DTYPE_INT || dtype.bits == 32;
    return dtype.bits && (state->boxes || (!is_usual && state->owner == doc->dialect));
}

void tn_builder_emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub == TUNIP_LITERAL_QUOTED)
        tunip_emit(w, ((const tunip_doc_quoted *)doc)->expr);
    else if (is_boxed(tn_builder_state_of(w), doc))
        tn_builder_write_boxed(w, doc);
    else if (doc->sub == TUNIP_LITERAL_STR)
        tn_builder_write_string(w, ((const tunip_doc_literal *)doc)->value.text);
    else
        tn_python_emit_literal(w, doc);
}
