/* doc_literals.h -- Docs as literals, for tables in tests: CALL(ID("f"), ARGS(INT(1))). They need
 * no job, and live as long as the block they are written in. */
#ifndef DOC_LITERALS_H
#define DOC_LITERALS_H

#include <tunip/ext/doc.h>

#define DOC(ident, KIND, op, ...)                                                                  \
    ((const tunip_doc *)&(const tunip_doc_##ident){                                                \
        .base = {.kind = TUNIP_DOC_##KIND, .sub = (op)}, __VA_ARGS__})
#define STMT(ident, KIND, note, ...)                                                               \
    ((const tunip_doc *)&(const tunip_doc_##ident){                                                \
        .stmt = {.base = {.kind = TUNIP_DOC_##KIND}, .comment = TUNIP_STR(note)}, __VA_ARGS__})

/* clang-format off */
/* Lists of Docs; NONE is the empty one. */
#define ARGS(...) \
    {(const tunip_doc *const[]){__VA_ARGS__}, TUNIP_LEN(((const tunip_doc *const[]){__VA_ARGS__}))}
#define NONE      {NULL, 0}
#define KEYS(...) (const tunip_str[]){__VA_ARGS__}
/* clang-format on */

/* Expressions. */
#define NIL            DOC(literal, LITERAL, TUNIP_LITERAL_NONE, .value = {.integer = 0})
#define BOOL(b)        DOC(literal, LITERAL, TUNIP_LITERAL_BOOL, .value = {.boolean = (b)})
#define INT(i)         DOC(literal, LITERAL, TUNIP_LITERAL_INT, .value = {.integer = (i)})
#define REAL(r)        DOC(literal, LITERAL, TUNIP_LITERAL_FLOAT, .value = {.real = (r)})
#define STR(s)         DOC(literal, LITERAL, TUNIP_LITERAL_STR, .value = {.text = TUNIP_STR(s)})
#define ID(s)          DOC(id, ID, 0, .name = TUNIP_STR(s))
#define ATTR(x, s)     DOC(attr, ATTR, 0, .value = (x), .name = TUNIP_STR(s))
#define INDEX(x, ...)  DOC(index, INDEX, 0, .value = (x), .indices = __VA_ARGS__)
#define SLICE(a, b, c) DOC(slice, SLICE, 0, .start = (a), .stop = (b), .step = (c))
#define CALL(x, ...)   DOC(call, CALL, 0, .callee = (x), .args = __VA_ARGS__)
#define LAMBDA(x, ...) DOC(lambda, LAMBDA, 0, .body = (x), .args = __VA_ARGS__)
#define TUPLE(...)     DOC(tuple, TUPLE, 0, .elements = __VA_ARGS__)
#define LIST(...)      DOC(tuple, LIST, 0, .elements = __VA_ARGS__)
#define DICT(k, ...)   DOC(dict, DICT, 0, .keys = k, .values = __VA_ARGS__)
#define OP(op, ...)    DOC(operation, OPERATION, TUNIP_OP_##op, .operands = ARGS(__VA_ARGS__))

/* Statements with the comment `note`. */
#define ASSIGN(note, l, r, t) STMT(assign, ASSIGN, note, .lhs = (l), .rhs = (r), .annotation = (t))
#define EXPR(note, x)         STMT(expr_stmt, EXPR_STMT, note, .expr = (x))
#define ASSERT(note, x, m)    STMT(assert, ASSERT, note, .test = (x), .message = (m))
#define RETURN(note, x)       STMT(return, RETURN, note, .value = (x))
#define IF(note, x, ...)      STMT(if, IF, note, .predicate = (x), .then_branch = __VA_ARGS__)
#define WHILE(note, x, ...)   STMT(while, WHILE, note, .predicate = (x), .body = __VA_ARGS__)
#define FOR(note, l, r, ...)  STMT(for, FOR, note, .lhs = (l), .rhs = (r), .body = __VA_ARGS__)
#define SCOPE(note, l, r, ...) STMT(scope, SCOPE, note, .lhs = (l), .rhs = (r), .body = __VA_ARGS__)
#define CLASS(note, s, ...)    STMT(class, CLASS, note, .name = ID(s), .body = __VA_ARGS__)
#define FUNCTION(note, s, ...) STMT(function, FUNCTION, note, .name = ID(s), .body = __VA_ARGS__)
#define COMMENT(text)                                                                              \
    ((const tunip_doc *)&(const tunip_doc_comment){                                                \
        .stmt = {.base = {.kind = TUNIP_DOC_COMMENT}, .comment = TUNIP_STR(text)}})
#define DOC_STRING(text)                                                                           \
    ((const tunip_doc *)&(const tunip_doc_doc_string){                                             \
        .stmt = {.base = {.kind = TUNIP_DOC_DOC_STRING}, .comment = TUNIP_STR(text)}})
#define BLOCK(...) STMT(block, BLOCK, "", .body = __VA_ARGS__)

#endif
