/* expr.c -- expressions, with the parentheses they need.
 *
 * The precedences are those of
 * https://docs.python.org/3/reference/expressions.html#operator-precedence. An operand gets
 * parentheses if it binds less tightly than its place requires. */
#include "python.h"

static const tunip_operator_form *const operators = tunip_usual_operators;

/* A minus sign binds less tightly than a power, an attribute, a subscript or a call. */
static bool is_negative(const tunip_doc *doc)
{
    return doc && doc->kind == TUNIP_DOC_LITERAL && tn_python_has_sign(doc);
}

static void emit_in_parentheses(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_char(w, '(');
    tunip_emit(w, doc);
    tunip_write_char(w, ')');
}

void tn_python_emit_operand(tunip_writer *w, const tunip_doc *doc)
{
    if (is_negative(doc))
        emit_in_parentheses(w, doc);
    else
        tunip_emit_operand(w, operators, doc, TUNIP_BIND_ATOM);
}

/* ** groups to the right, and a unary operator on its right needs no parentheses. */
static void emit_power(tunip_writer *w, const tunip_doc *const *operands)
{
    if (is_negative(operands[0]))
        emit_in_parentheses(w, operands[0]);
    else
        tunip_emit_operand(w, operators, operands[0], operators[TUNIP_OP_POW].bind + 1);
    tunip_write_text(w, " ** ");
    tunip_emit_operand(w, operators, operands[1], operators[TUNIP_OP_NEGATE].bind);
}

/* TVM omits the parentheses around a conditional expression in front of `if`, which then means
 * another expression; it has none in scripts. */
static void emit_if_else(tunip_writer *w, const tunip_doc *const *operands)
{
    int bind = operators[TUNIP_OP_IF_ELSE].bind;
    tunip_emit_operand(w, operators, operands[1], bind + 1);
    tunip_write_text(w, " if ");
    tunip_emit_operand(w, operators, operands[0], bind + 1);
    tunip_write_text(w, " else ");
    tunip_emit_operand(w, operators, operands[2], bind + 1);
}

static bool is_zero(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_INT &&
           !((const tunip_doc_literal *)doc)->value.integer;
}

/* -0 is the number. */
static void emit_negation(tunip_writer *w, const tunip_doc *const *operands)
{
    tunip_write_char(w, '-');
    if (is_zero(operands[0]))
        emit_in_parentheses(w, operands[0]);
    else
        tunip_emit_operand(w, operators, operands[0], operators[TUNIP_OP_NEGATE].bind);
}

void tn_python_emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    static const struct {
        size_t arity;
        void (*emit)(tunip_writer *w, const tunip_doc *const *operands);
    } own[TUNIP_OP__COUNT] = {[TUNIP_OP_NEGATE] = {1, emit_negation},
                              [TUNIP_OP_POW] = {2, emit_power},
                              [TUNIP_OP_IF_ELSE] = {3, emit_if_else}};
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    if (doc->sub < TUNIP_LEN(own) && own[doc->sub].emit && own[doc->sub].arity == operands.count)
        own[doc->sub].emit(w, operands.items);
    else
        tunip_emit_operation(w, operators, doc);
}

/* ---- atoms ---- */

void tn_python_emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_str(w, ((const tunip_doc_id *)doc)->name);
}

/* Most values are names, such as the prefix `T` of `T.grid`. Functions that the builder backend
 * shares must call tunip_emit() instead, because it checks names in a function of its own. */
static void emit_value(tunip_writer *w, const tunip_doc *doc)
{
    if (doc && doc->kind == TUNIP_DOC_ID && !w->has_spans)
        tn_python_emit_id(w, doc);
    else
        tn_python_emit_operand(w, doc);
}

void tn_python_emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    emit_value(w, attr->value);
    tunip_write_char(w, '.');
    tunip_write_str(w, attr->name);
}

/* a[b:c,] has a tuple with one slice, which cannot be written in parentheses. */
static bool is_slice_in_tuple(const tunip_doc *doc)
{
    const tunip_doc_tuple *tuple = (const tunip_doc_tuple *)doc;
    return doc->kind == TUNIP_DOC_TUPLE && tuple->elements.count == 1 &&
           tuple->elements.items[0]->kind == TUNIP_DOC_SLICE;
}

void tn_python_emit_index(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    tunip_docs indices = index->indices;
    tn_python_emit_operand(w, index->value);
    if (indices.count == 1 && is_slice_in_tuple(indices.items[0]))
        tunip_emit_within(w, "[", ((const tunip_doc_tuple *)indices.items[0])->elements, ",]");
    else if (!indices.count)
        tunip_write_text(w, "[()]");
    else
        tunip_emit_within(w, "[", indices, "]");
}

void tn_python_emit_slice(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)doc;
    tunip_emit(w, slice->start);
    tunip_write_char(w, ':');
    tunip_emit(w, slice->stop);
    if (slice->step) tunip_write_char(w, ':');
    tunip_emit(w, slice->step);
}

/* Most callees are names such as `T.grid`: see emit_value(). */
static void emit_callee(tunip_writer *w, const tunip_doc *doc)
{
    if (doc && doc->kind == TUNIP_DOC_ATTR && !w->has_spans)
        tn_python_emit_attr(w, doc);
    else
        tn_python_emit_operand(w, doc);
}

void tn_python_emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    emit_callee(w, call->callee);
    tunip_write_char(w, '(');
    tunip_emit_arguments(w, call, false, tunip_write_str);
    tunip_write_char(w, ')');
}

void tn_python_emit_lambda(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_lambda *lambda = (const tunip_doc_lambda *)doc;
    tunip_emit_within(w, "lambda ", lambda->args, ": ");
    tunip_emit_operand(w, operators, lambda->body, TUNIP_BIND_LAMBDA);
}
