/* tokens.c -- the properties of each kind of token. */
#include "lexer.h"

static const char *const spellings[PY__COUNT] = {
#define X(TOKEN, spelling, bind, operator) [PY_##TOKEN] = spelling,
#include "tokens.def"
#undef X
};

const char *tn_py_spelling(tn_py_kind kind)
{
    return spellings[kind];
}

bool tn_py_begins_expr(tn_py_kind kind)
{
    switch (kind) {
    case PY_NAME:
    case PY_INT:
    case PY_FLOAT:
    case PY_IMAGINARY:
    case PY_STRING:
    case PY_OPEN_ROUND:
    case PY_OPEN_SQUARE:
    case PY_OPEN_CURLY:
    case PY_ELLIPSIS:
    case PY_PLUS:
    case PY_MINUS:
    case PY_TILDE:
    case PY_STAR:
    case PY_POWER:
    case PY_FALSE:
    case PY_NONE:
    case PY_TRUE:
    case PY_AWAIT:
    case PY_LAMBDA:
    case PY_NOT:
    case PY_YIELD:
        return true;
    default:
        return false;
    }
}
