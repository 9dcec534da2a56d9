/* forms.c -- forms that many languages share: lists, operators and their parentheses, lines of
 * statements, comments. It uses the public API of backends, and asks the writer for the line. */
#include <tunip/ext/backend.h>

#include "../base/compiler.h"
#include "writer.h"

/* ---- lists ---- */

static void emit_argument(tunip_writer *w, bool first, tunip_str key, const tunip_doc *value,
                          void (*write_key)(tunip_writer *w, tunip_str key))
{
    if (!first) tunip_write_text(w, ", ");
    if (tunip_str_is(key, "**")) { /* of a script: **options */
        tunip_write_text(w, "**");
    } else {
        write_key(w, key);
        tunip_write_char(w, '=');
    }
    tunip_emit(w, value);
}

TN_APART static void emit_with_keywords(tunip_writer *w, const tunip_doc_call *call, bool whole,
                                        void (*write_key)(tunip_writer *w, tunip_str key))
{
    const tunip_doc_partial_call *partial = (const tunip_doc_partial_call *)call;
    bool first = !call->args.count;
    tn_emit_commas(w, call->args);
    for (size_t i = 0; i < call->values.count; i++, first = false)
        emit_argument(w, first, call->keys[i], call->values.items[i], write_key);
    if (whole && call->base.sub == TUNIP_CALL_PARTIAL)
        emit_argument(w, first, partial->key, partial->value, write_key);
}

void tunip_emit_arguments(tunip_writer *w, const tunip_doc_call *call, bool whole,
                          void (*write_key)(tunip_writer *w, tunip_str key))
{
    if (call->values.count || whole)
        emit_with_keywords(w, call, whole, write_key);
    else
        tn_emit_commas(w, call->args);
}

static void emit_listed(tunip_writer *w, tunip_docs elements)
{
    if (elements.count == 1)
        tunip_emit_within(w, "(", elements, ",)");
    else
        tunip_emit_within(w, "(", elements, ")");
}

void tunip_emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs elements = ((const tunip_doc_tuple *)doc)->elements;
    if (doc->sub == TUNIP_TUPLE_JOINED)
        tunip_emit_joined(w, elements, "");
    else if (doc->sub == TUNIP_TUPLE_NOTED)
        tunip_emit(w, elements.count ? elements.items[0] : NULL);
    else
        emit_listed(w, elements);
}

void tunip_emit_list(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_within(w, "[", ((const tunip_doc_list *)doc)->elements, "]");
}

void tunip_emit_dict(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    tunip_write_char(w, '{');
    for (size_t i = 0; i < dict->keys.count && i < dict->values.count; i++) {
        if (i) tunip_write_text(w, ", ");
        tunip_emit(w, dict->keys.items[i]);
        tunip_write_text(w, ": ");
        tunip_emit(w, dict->values.items[i]);
    }
    tunip_write_char(w, '}');
}

/* ---- tuples without parentheses ---- */

static bool is_listed(const tunip_doc *doc)
{
    return doc && doc->kind == TUNIP_DOC_TUPLE && doc->sub == TUNIP_TUPLE_LISTED;
}

size_t tunip_tuple_size(const tunip_doc *doc)
{
    return is_listed(doc) ? ((const tunip_doc_tuple *)doc)->elements.count : 1;
}

static void emit_elements(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_joined(w, ((const tunip_doc_tuple *)doc)->elements, ", ");
}

void tunip_emit_bare(tunip_writer *w, const tunip_doc *doc, size_t least)
{
    if (is_listed(doc) && tunip_tuple_size(doc) >= least)
        tunip_emit_as(w, doc, emit_elements);
    else
        tunip_emit(w, doc);
}

/* ---- operators ---- */

enum {
    BIND_IF_ELSE = TUNIP_BIND_LAMBDA + 1,
    BIND_OR,
    BIND_AND,
    BIND_NOT,
    BIND_COMPARE,
    BIND_BIT_OR,
    BIND_BIT_XOR,
    BIND_BIT_AND,
    BIND_SHIFT,
    BIND_ADD,
    BIND_MUL,
    BIND_UNARY,
    BIND_POW,
};

const tunip_operator_form tunip_usual_operators[TUNIP_OP__COUNT] = {
    /*                     arity, bind, text */
    [TUNIP_OP_NEGATE] = {1, BIND_UNARY, TUNIP_STR("-")},
    [TUNIP_OP_INVERT] = {1, BIND_UNARY, TUNIP_STR("~")},
    [TUNIP_OP_NOT] = {1, BIND_NOT, TUNIP_STR("not ")},
    [TUNIP_OP_ADD] = {2, BIND_ADD, TUNIP_STR(" + ")},
    [TUNIP_OP_SUB] = {2, BIND_ADD, TUNIP_STR(" - ")},
    [TUNIP_OP_MUL] = {2, BIND_MUL, TUNIP_STR(" * ")},
    [TUNIP_OP_DIV] = {2, BIND_MUL, TUNIP_STR(" / ")},
    [TUNIP_OP_FLOOR_DIV] = {2, BIND_MUL, TUNIP_STR(" // ")},
    [TUNIP_OP_MOD] = {2, BIND_MUL, TUNIP_STR(" % ")},
    [TUNIP_OP_POW] = {2, BIND_POW, TUNIP_STR(" ** ")},
    [TUNIP_OP_SHIFT_LEFT] = {2, BIND_SHIFT, TUNIP_STR(" << ")},
    [TUNIP_OP_SHIFT_RIGHT] = {2, BIND_SHIFT, TUNIP_STR(" >> ")},
    [TUNIP_OP_BIT_AND] = {2, BIND_BIT_AND, TUNIP_STR(" & ")},
    [TUNIP_OP_BIT_OR] = {2, BIND_BIT_OR, TUNIP_STR(" | ")},
    [TUNIP_OP_BIT_XOR] = {2, BIND_BIT_XOR, TUNIP_STR(" ^ ")},
    [TUNIP_OP_LT] = {2, BIND_COMPARE, TUNIP_STR(" < ")},
    [TUNIP_OP_LE] = {2, BIND_COMPARE, TUNIP_STR(" <= ")},
    [TUNIP_OP_EQ] = {2, BIND_COMPARE, TUNIP_STR(" == ")},
    [TUNIP_OP_NE] = {2, BIND_COMPARE, TUNIP_STR(" != ")},
    [TUNIP_OP_GT] = {2, BIND_COMPARE, TUNIP_STR(" > ")},
    [TUNIP_OP_GE] = {2, BIND_COMPARE, TUNIP_STR(" >= ")},
    [TUNIP_OP_AND] = {2, BIND_AND, TUNIP_STR(" and ")},
    [TUNIP_OP_OR] = {2, BIND_OR, TUNIP_STR(" or ")},
    [TUNIP_OP_IF_ELSE] = {3, BIND_IF_ELSE, TUNIP_STR("")},
    [TUNIP_OP_POSITIVE] = {1, BIND_UNARY, TUNIP_STR("+")},
    [TUNIP_OP_MATRIX_MUL] = {2, BIND_MUL, TUNIP_STR(" @ ")},
    [TUNIP_OP_IS] = {2, BIND_COMPARE, TUNIP_STR(" is ")},
    [TUNIP_OP_IS_NOT] = {2, BIND_COMPARE, TUNIP_STR(" is not ")},
    [TUNIP_OP_IN] = {2, BIND_COMPARE, TUNIP_STR(" in ")},
    [TUNIP_OP_NOT_IN] = {2, BIND_COMPARE, TUNIP_STR(" not in ")},
};

/* A slice or a statement as an operand always needs parentheses. */
static const uint8_t kind_binds[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_LITERAL] = TUNIP_BIND_ATOM, [TUNIP_DOC_ID] = TUNIP_BIND_ATOM,
    [TUNIP_DOC_ATTR] = TUNIP_BIND_ATOM,    [TUNIP_DOC_INDEX] = TUNIP_BIND_ATOM,
    [TUNIP_DOC_CALL] = TUNIP_BIND_ATOM,    [TUNIP_DOC_LAMBDA] = TUNIP_BIND_LAMBDA,
    [TUNIP_DOC_TUPLE] = TUNIP_BIND_ATOM,   [TUNIP_DOC_LIST] = TUNIP_BIND_ATOM,
    [TUNIP_DOC_DICT] = TUNIP_BIND_ATOM,
};

static int bind_of(const tunip_operator_form *forms, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_OPERATION)
        return doc->sub < TUNIP_OP__COUNT ? forms[doc->sub].bind : 0;
    return doc->kind < TUNIP_DOC__COUNT ? kind_binds[doc->kind] : 0;
}

void tunip_emit_operand_slow(tunip_writer *w, const tunip_operator_form *forms,
                             const tunip_doc *doc, int least)
{
    bool parentheses = bind_of(forms, doc) < least;
    if (parentheses) tunip_write_char(w, '(');
    tunip_emit(w, doc);
    if (parentheses) tunip_write_char(w, ')');
}

void tunip_emit_operation(tunip_writer *w, const tunip_operator_form *forms, const tunip_doc *doc)
{
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    const tunip_operator_form *form = &forms[doc->sub < TUNIP_OP__COUNT ? doc->sub : 0];
    if (TN_RARELY(doc->sub >= TUNIP_OP__COUNT || form->arity != operands.count ||
                  operands.count - 1 > 1)) {
        tunip_writer_fail(w, "no operator number %u with %zu operands", (unsigned)doc->sub,
                          operands.count);
        return;
    }
    const tunip_doc *const *at = operands.items;
    int least = form->bind;
    if (form->arity == 2) tunip_emit_operand(w, forms, *at++, least++);
    tunip_write_str(w, form->text);
    tunip_emit_operand(w, forms, *at, least);
}

/* ---- statements ---- */

void tunip_emit_lines(tunip_writer *w, tunip_docs stmts)
{
    for (size_t i = 0; i < stmts.count; i++) {
        if (i) tunip_write_newline(w);
        tunip_emit(w, stmts.items[i]);
    }
}

void tunip_emit_body(tunip_writer *w, const char *open, tunip_docs body, const char *close)
{
    tunip_write_text(w, open);
    tunip_write_indent(w);
    if (body.count) tunip_write_newline(w);
    tunip_emit_lines(w, body);
    tunip_write_dedent(w);
    if (!close) return;
    tunip_write_newline(w);
    tunip_write_text(w, close);
}

void tunip_emit_block(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_lines(w, ((const tunip_doc_block *)doc)->body);
}

void tunip_write_comment(tunip_writer *w, const char *before, tunip_str text)
{
    tunip_write_aside_begin(w);
    tunip_write_lines(w, before, text);
    tunip_write_aside_end(w);
}

void tunip_write_remark(tunip_writer *w, const char *before, const tunip_doc *stmt)
{
    tunip_str comment = ((const tunip_doc_stmt *)stmt)->comment;
    if (!comment.size || !tn_writer_at_line_start(tn_writer_of(w))) return;
    tunip_write_comment(w, before, comment);
    tunip_write_newline(w);
}
