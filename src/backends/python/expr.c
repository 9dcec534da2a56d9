/* expr.c -- expressions, with the parentheses they need.
 *
 * How tightly an expression binds is that of
 * https://docs.python.org/3/reference/expressions.html#operator-precedence. An operand is put in
 * parentheses when it binds less tightly than its place asks for. */
#include "python.h"

enum {
    BIND_NOTHING, /* not an expression of its own: always in parentheses */
    BIND_LAMBDA,
    BIND_IF_ELSE,
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
    BIND_ATOM
};

static const uint8_t kind_bind[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_LITERAL] = BIND_ATOM, [TUNIP_DOC_ID] = BIND_ATOM,   [TUNIP_DOC_ATTR] = BIND_ATOM,
    [TUNIP_DOC_INDEX] = BIND_ATOM,   [TUNIP_DOC_CALL] = BIND_ATOM, [TUNIP_DOC_LAMBDA] = BIND_LAMBDA,
    [TUNIP_DOC_TUPLE] = BIND_ATOM,   [TUNIP_DOC_LIST] = BIND_ATOM, [TUNIP_DOC_DICT] = BIND_ATOM,
};

/* ---- operators ---- */

typedef struct op_row {
    uint8_t arity;
    uint8_t bind;
    tunip_str text; /* as it is written: spaces included */
    void (*emit)(tunip_writer *w, const struct op_row *row, const tunip_doc *const *operands);
} op_row;

static void emit_unary(tunip_writer *w, const op_row *row, const tunip_doc *const *operands);
static void emit_binary(tunip_writer *w, const op_row *row, const tunip_doc *const *operands);
static void emit_power(tunip_writer *w, const op_row *row, const tunip_doc *const *operands);
static void emit_if_else(tunip_writer *w, const op_row *row, const tunip_doc *const *operands);

static const op_row op_rows[TUNIP_OP__COUNT] = {
    /*                     arity, bind, text, emit */
    [TUNIP_OP_NEGATE] = {1, BIND_UNARY, TUNIP_STR("-"), emit_unary},
    [TUNIP_OP_INVERT] = {1, BIND_UNARY, TUNIP_STR("~"), emit_unary},
    [TUNIP_OP_NOT] = {1, BIND_NOT, TUNIP_STR("not "), emit_unary},
    [TUNIP_OP_ADD] = {2, BIND_ADD, TUNIP_STR(" + "), emit_binary},
    [TUNIP_OP_SUB] = {2, BIND_ADD, TUNIP_STR(" - "), emit_binary},
    [TUNIP_OP_MUL] = {2, BIND_MUL, TUNIP_STR(" * "), emit_binary},
    [TUNIP_OP_DIV] = {2, BIND_MUL, TUNIP_STR(" / "), emit_binary},
    [TUNIP_OP_FLOOR_DIV] = {2, BIND_MUL, TUNIP_STR(" // "), emit_binary},
    [TUNIP_OP_MOD] = {2, BIND_MUL, TUNIP_STR(" % "), emit_binary},
    [TUNIP_OP_POW] = {2, BIND_POW, TUNIP_STR(" ** "), emit_power},
    [TUNIP_OP_SHIFT_LEFT] = {2, BIND_SHIFT, TUNIP_STR(" << "), emit_binary},
    [TUNIP_OP_SHIFT_RIGHT] = {2, BIND_SHIFT, TUNIP_STR(" >> "), emit_binary},
    [TUNIP_OP_BIT_AND] = {2, BIND_BIT_AND, TUNIP_STR(" & "), emit_binary},
    [TUNIP_OP_BIT_OR] = {2, BIND_BIT_OR, TUNIP_STR(" | "), emit_binary},
    [TUNIP_OP_BIT_XOR] = {2, BIND_BIT_XOR, TUNIP_STR(" ^ "), emit_binary},
    [TUNIP_OP_LT] = {2, BIND_COMPARE, TUNIP_STR(" < "), emit_binary},
    [TUNIP_OP_LE] = {2, BIND_COMPARE, TUNIP_STR(" <= "), emit_binary},
    [TUNIP_OP_EQ] = {2, BIND_COMPARE, TUNIP_STR(" == "), emit_binary},
    [TUNIP_OP_NE] = {2, BIND_COMPARE, TUNIP_STR(" != "), emit_binary},
    [TUNIP_OP_GT] = {2, BIND_COMPARE, TUNIP_STR(" > "), emit_binary},
    [TUNIP_OP_GE] = {2, BIND_COMPARE, TUNIP_STR(" >= "), emit_binary},
    [TUNIP_OP_AND] = {2, BIND_AND, TUNIP_STR(" and "), emit_binary},
    [TUNIP_OP_OR] = {2, BIND_OR, TUNIP_STR(" or "), emit_binary},
    [TUNIP_OP_IF_ELSE] = {3, BIND_IF_ELSE, TUNIP_STR(" if "), emit_if_else},
};

static int bind_of(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_OPERATION)
        return doc->sub < TUNIP_OP__COUNT ? op_rows[doc->sub].bind : BIND_NOTHING;
    return doc->kind < TUNIP_DOC__COUNT ? kind_bind[doc->kind] : BIND_NOTHING;
}

/* `doc` at a place for expressions that bind at least as tightly as `least`. */
static void emit_operand(tunip_writer *w, const tunip_doc *doc, int least)
{
    bool parentheses = doc && bind_of(doc) < least;
    if (parentheses) tunip_write_char(w, '(');
    tunip_emit(w, doc);
    if (parentheses) tunip_write_char(w, ')');
}

void tn_python_emit_operand(tunip_writer *w, const tunip_doc *doc)
{
    emit_operand(w, doc, BIND_ATOM);
}

static void emit_unary(tunip_writer *w, const op_row *row, const tunip_doc *const *operands)
{
    tunip_write_str(w, row->text);
    emit_operand(w, operands[0], row->bind);
}

static void emit_binary(tunip_writer *w, const op_row *row, const tunip_doc *const *operands)
{
    emit_operand(w, operands[0], row->bind);
    tunip_write_str(w, row->text);
    emit_operand(w, operands[1], row->bind + 1);
}

/* Groups to the right, and an unary operator on its right needs no parentheses. */
static void emit_power(tunip_writer *w, const op_row *row, const tunip_doc *const *operands)
{
    emit_operand(w, operands[0], row->bind + 1);
    tunip_write_str(w, row->text);
    emit_operand(w, operands[1], BIND_UNARY);
}

static void emit_if_else(tunip_writer *w, const op_row *row, const tunip_doc *const *operands)
{
    emit_operand(w, operands[1], row->bind);
    tunip_write_str(w, row->text);
    emit_operand(w, operands[0], row->bind + 1);
    tunip_write_text(w, " else ");
    emit_operand(w, operands[2], row->bind + 1);
}

void tn_python_emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_operation *operation = (const tunip_doc_operation *)doc;
    const op_row *row = doc->sub < TUNIP_OP__COUNT ? &op_rows[doc->sub] : NULL;
    if (row && row->arity == operation->operands.count)
        row->emit(w, row, operation->operands.items);
    else
        tunip_writer_fail(w, "no operator number %u with %zu operands", (unsigned)doc->sub,
                          operation->operands.count);
}

/* ---- atoms ---- */

void tn_python_emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_str(w, ((const tunip_doc_id *)doc)->name);
}

void tn_python_emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    tn_python_emit_operand(w, attr->value);
    tunip_write_char(w, '.');
    tunip_write_str(w, attr->name);
}

void tn_python_emit_index(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    tn_python_emit_operand(w, index->value);
    tunip_write_char(w, '[');
    tn_python_emit_list_of(w, index->indices);
    tunip_write_text(w, index->indices.count ? "]" : "()]");
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

void tn_python_emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tn_python_emit_operand(w, call->callee);
    tunip_write_char(w, '(');
    tn_python_emit_list_of(w, call->args);
    for (size_t i = 0; i < call->values.count; i++) {
        if (i || call->args.count) tunip_write_text(w, ", ");
        tunip_write_str(w, call->keys[i]);
        tunip_write_char(w, '=');
        tunip_emit(w, call->values.items[i]);
    }
    tunip_write_char(w, ')');
}

void tn_python_emit_lambda(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_lambda *lambda = (const tunip_doc_lambda *)doc;
    tunip_write_text(w, "lambda ");
    tn_python_emit_list_of(w, lambda->args);
    tunip_write_text(w, ": ");
    emit_operand(w, lambda->body, BIND_LAMBDA);
}

void tn_python_emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs elements = ((const tunip_doc_tuple *)doc)->elements;
    tunip_write_char(w, '(');
    tn_python_emit_list_of(w, elements);
    tunip_write_text(w, elements.count == 1 ? ",)" : ")");
}

void tn_python_emit_list(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_char(w, '[');
    tn_python_emit_list_of(w, ((const tunip_doc_list *)doc)->elements);
    tunip_write_char(w, ']');
}

void tn_python_emit_dict(tunip_writer *w, const tunip_doc *doc)
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
