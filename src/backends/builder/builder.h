/* builder.h -- shared by the files of the builder backend. */
#ifndef TN_BUILDER_H
#define TN_BUILDER_H

#include <tunip/ext/backend.h>

#include "../python/python.h"

/* The kinds of Docs that do not look as in Python: one function each, tn_builder_emit_call() and so
 * on. */
/* clang-format off */
#define TN_BUILDER_EXPRS(X)                                                                        \
    X(LITERAL, literal)                                                                            \
    X(TUPLE, tuple)                                                                                \
    X(LIST, list)                                                                                  \
    X(ID, id)                                                                                      \
    X(ATTR, attr)                                                                                  \
    X(INDEX, index)                                                                                \
    X(SLICE, slice)                                                                                \
    X(CALL, call)                                                                                  \
    X(OPERATION, operation)                                                                        \
    X(DICT, dict)
#define TN_BUILDER_STMTS(X)                                                                        \
    X(ASSIGN, assign)                                                                              \
    X(IF, if)                                                                                      \
    X(WHILE, while)                                                                                \
    X(FOR, for)                                                                                    \
    X(SCOPE, scope)                                                                                \
    X(EXPR_STMT, expr_stmt)                                                                        \
    X(ASSERT, assert)                                                                              \
    X(RETURN, return)                                                                              \
    X(FUNCTION, function)                                                                          \
    X(CLASS, class)                                                                                \
    X(BLOCK, block)
/* clang-format on */

#define X(KIND, ident) void tn_builder_emit_##ident(tunip_writer *w, const tunip_doc *doc);
TN_BUILDER_EXPRS(X)
TN_BUILDER_STMTS(X)
#undef X

/* A function of a module, and ahead of all of them its declaration. */
void tn_builder_emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                            tunip_member_part part);

/* ---- the state of a print ---- */

/* How functions of a kind are built. */
typedef struct tn_builder_function {
    const char *decorator; /* the name in Docs, and the function that opens its frame */
    const char *signature; /* in the dialect's module: makes a function without a body */
    const char *result;    /* the function that sets the type of the result */
    const char *value;     /* the function that sets the result; NULL: the result is an effect */
} tn_builder_function;

/* One signature of a function of the API. A name that two dialects have has several rows. */
typedef struct tn_builder_row {
    const char *name;
    const char *parameters; /* as names.def has them */
} tn_builder_row;

/* How a Doc maps to the API. */
typedef struct tn_builder_found {
    const tunip_doc *doc;               /* another Doc may have got its address since */
    const tunip_doc *prefix;            /* the Doc of the prefix, such as T */
    tunip_str name;                     /* in the tables of the API; empty: look it up again */
    const struct tn_builder_word *word; /* a word that the API spells differently, or NULL */
    const tn_builder_row *row;          /* NULL: the API has no such function */
    const struct tn_builder_bad *bad;   /* the check of an argument, or NULL */
    uint32_t taken;                     /* bit N: the function takes N arguments by position */
    bool is_prefixed;                   /* the Doc is PREFIX.name */
} tn_builder_found;

enum { TN_BUILDER_MOST_OPEN = 64 };
/* Questions about an expression look no deeper: Python cannot parse brackets that are nested deeper
 * than 200. */
enum { TN_BUILDER_MOST_NESTED = 1000 };

/* The state of the function being written. */
typedef struct tn_builder_facts {
    bool flows;             /* inside a dataflow block */
    bool returns_functions; /* it returns a function, or a tuple with one */
    bool has_unnamed;       /* it has bindings without a name */
} tn_builder_facts;

typedef struct tn_builder_state {
    size_t calls;            /* around the current expression */
    size_t blocks;           /* Python's `with` blocks around the current statement */
    size_t numbers;          /* of numbered variables of the program, such as scope1 */
    size_t scope;            /* the number of the stack that takes opened scopes; 0: none */
    bool continues;          /* the next block continues the statements around it */
    bool expects_stmt;       /* a statement may stand here: no expression is around it */
    tunip_docs late;         /* definitions that are written after `opener` */
    const tunip_doc *opener; /* the statement that opens the scope they depend on; or NULL */
    bool boxes;              /* numbers are written as nodes, because any value may stand here */
    uint8_t owner;           /* the dialect of the word that is called; 0: none */
    bool says_type;          /* the next name belongs to a variable with an explicit type */
    tn_builder_facts facts;  /* of the function around it */
    const tunip_doc *around; /* the class around it, or NULL */
    const tunip_namespace *module;        /* of that class, or NULL */
    const tunip_namespace *known;         /* the last namespace that was found to be TVM's; or
                                             NULL */
    const tn_builder_function *function;  /* the one around it, or NULL */
    const tunip_doc_id *local;            /* the name of a function inside of that one, or NULL */
    tn_builder_found found[64];           /* recent lookups, by address */
    tunip_str open[TN_BUILDER_MOST_OPEN]; /* names of functions outside of the module */
    size_t open_count;
} tn_builder_state;

static inline tn_builder_state *tn_builder_state_of(tunip_writer *w)
{
    return tunip_writer_state(w);
}

/* ---- names ---- */

/* Whether Python accepts `text` as a name. */
bool tn_builder_is_name(tunip_str text);
/* Whether the program itself or Python uses the name. */
bool tn_builder_is_reserved(tunip_str name);
/* Whether a dialect is one of TVM's. */
bool tn_builder_is_known(const tunip_namespace *space);
/* The first row of a name of the API without its prefix, such as "axis.spatial"; or NULL. */
const tn_builder_row *tn_builder_find(tunip_str name);
/* The argument of a keyword, or NULL. */
const tunip_doc *tn_builder_keyword(const tunip_doc_call *call, tunip_str key);
/* Whether this row, or another row of the same name, accepts the arguments of `call`, by their
 * number and keywords. */
bool tn_builder_takes(const tn_builder_row *row, const tunip_doc_call *call);

/* The exact expression for `doc`, a call that would give another node; NULL if there is none. For a
 * scope that defines a variable it is a function of that variable. */
const tunip_doc *tn_builder_exact(const tunip_doc *doc);
/* The property that the arguments of a call omit; NULL if there is none. */
static inline const tunip_doc_partial_call *tn_builder_partial(const tunip_doc_call *call)
{
    bool is_partial = call->base.sub == TUNIP_CALL_PARTIAL;
    return is_partial ? (const tunip_doc_partial_call *)call : NULL;
}

/* ---- words ---- */

/* The module that has the written form of a word. */
typedef enum tn_builder_place {
    TN_BUILDER_IN_API,        /* in the IRBuilder's module of the dialect */
    TN_BUILDER_IN_API_ANYHOW, /* there, with arguments that names.def does not describe */
    TN_BUILDER_AT_HOME,       /* in the dialect's own module */
    TN_BUILDER_ELSEWHERE      /* it is a complete name */
} tn_builder_place;

/* A word of scripts that the API has under another name, or takes in another form. */
typedef struct tn_builder_word {
    const char *said;
    const char *written;
    uint8_t place; /* tn_builder_place */
    /* Writes the arguments in parentheses. `call` is NULL for a word that stands alone, such as
     * R.Object. Without this function, the arguments stay as they are. */
    void (*write_args)(tunip_writer *w, const tunip_doc_call *call);
} tn_builder_word;

/* NULL: the API has the word unchanged, or not at all. */
const tn_builder_word *tn_builder_find_word(tunip_str said);
/* The arguments of a call as they are, in parentheses; "()" if `call` is NULL. */
void tn_builder_write_args(tunip_writer *w, const tunip_doc_call *call);
/* The keyword arguments, after a comma unless `is_first`. */
void tn_builder_write_keywords(tunip_writer *w, const tunip_doc_call *call, bool is_first);

/* ---- expressions ---- */

/* PREFIX.name, with the prefix of the dialect that made `doc`. */
void tn_builder_write_own(tunip_writer *w, const tunip_doc *doc, const char *name);
/* The same in the dialect's own module, outside of the builder. */
void tn_builder_write_home(tunip_writer *w, const tunip_doc *doc, const char *name);

/* Whether `doc`, a name or a call of one, is a dtype that the API has no function for. */
bool tn_builder_is_unnamed_dtype(tunip_writer *w, const tunip_doc *doc);
/* Writes a variable of the dtype that `type` names. False if the API has a function for it. */
bool tn_builder_write_unnamed_type(tunip_writer *w, const tunip_doc *type);
/* Whether a call with a dtype makes a variable or a number that the API has no function for. */
bool tn_builder_write_unnamed(tunip_writer *w, const tunip_doc_call *call);
/* The name of a variable in its definition, with the type from its Doc. */
void tn_builder_write_defined(tunip_writer *w, const tunip_doc *target);
/* The type of an assigned variable: that of the name if it has one, otherwise the annotation. */
const tunip_doc *tn_builder_type_of(const tunip_doc_assign *assign);
/* A type as the call that makes a variable of it: T.int32 is T.int32(). */
void tn_builder_write_made(tunip_writer *w, const tunip_doc *type);
/* Whether the API makes variables of a type. */
bool tn_builder_is_variable_type(tunip_writer *w, const tunip_doc *type);
/* An expression in a place that requires a node: a tuple is PREFIX.tuple(...), of `doc`'s
 * dialect. */
void tn_builder_write_node(tunip_writer *w, const tunip_doc *doc, const tunip_doc *expr);
/* Several, with commas in between. */
void tn_builder_write_nodes(tunip_writer *w, const tunip_doc *doc, tunip_docs exprs);
/* The dtype of the node that a bare number represents; without bits: the number is not a node. */
tunip_dtype tn_builder_node_dtype(const tunip_doc *doc);
/* PREFIX.dtype(number) */
void tn_builder_write_boxed(tunip_writer *w, const tunip_doc *doc);
/* Brackets around the arguments of a call, counted because Python limits their depth. False: they
 * are too deep, and the writer has failed. */
bool tn_builder_write_open(tunip_writer *w);
void tn_builder_write_close(tunip_writer *w);
/* The same for other brackets. */
bool tn_builder_enter(tunip_writer *w);
void tn_builder_leave(tunip_writer *w);
/* An operator as a call of the constructor of its node: PREFIX.LT(a, b). */
void tn_builder_write_operator(tunip_writer *w, const tunip_doc *doc, const char *name,
                               tunip_docs operands);
/* The same, or a bare number if `is_usual`: TVM makes the right node of it. */
void tn_builder_write_number(tunip_writer *w, const tunip_doc *doc, bool is_usual);
void tn_builder_write_string(tunip_writer *w, tunip_str text);
/* The string of an assertion, or "" for NULL: not a node that holds one. */
void tn_builder_write_message(tunip_writer *w, const tunip_doc *message);

/* The text of a string literal; empty when `doc` is none. */
static inline tunip_str tn_builder_text_of(const tunip_doc *doc)
{
    bool is_text = doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR;
    return is_text ? ((const tunip_doc_literal *)doc)->value.text : (tunip_str){"", 0};
}
static inline bool tn_builder_is_prefix(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_PREFIX;
}
/* The name after a prefix, of `T.name` and of `T.name(...)`; empty when `doc` is neither. */
tunip_str tn_builder_word_of(const tunip_doc *doc);

/* ---- statements ---- */

/* Writes a statement. Without this, tunip_emit() refuses one: an expression cannot contain it. */
void tn_builder_emit_stmt(tunip_writer *w, const tunip_doc *stmt);
/* The statements of a body, each on a new line. */
void tn_builder_write_body(tunip_writer *w, tunip_docs body);
/* The expression that opens a scope that defines `lhs`. If it returns no variable, the variable is
 * made first, on a separate line, and *lhs becomes NULL. */
const tunip_doc *tn_builder_open_scope(tunip_writer *w, const tunip_doc **lhs,
                                       const tunip_doc *rhs);
/* The beginning of a call that opens a scope for the rest of the body. */
void tn_builder_write_enter(tunip_writer *w);
/* Writes the definitions that come before a body, each on a line: those that use no variable, and
 * those that `head`, which opens the body, uses. Returns the rest of the body. */
tunip_docs tn_builder_write_symbols(tunip_writer *w, tunip_docs body, const tunip_doc *head);
/* The Docs from an index on. An empty list may have no array, and NULL + 0 is undefined. */
static inline tunip_docs tn_builder_docs_from(tunip_docs docs, size_t from)
{
    bool any = from < docs.count;
    return any ? tunip_docs_view(docs.items + from, docs.count - from) : tunip_docs_view(NULL, 0);
}
/* The number of statements at the beginning of a body that only declare a variable. */
size_t tn_builder_count_symbols(tunip_docs body);
/* Whether the frame of a function adds a root block that the IR does not have. It does if the body
 * has blocks, but no block around everything. */
bool tn_builder_gets_root(tunip_docs body);
/* Whether a Doc is a function whose frame adds such a block. */
bool tn_builder_is_rootless(const tunip_doc *doc);
/* The class Rootless, a builder that removes such a block. */
void tn_builder_write_rootless(tunip_writer *w);
/* The number of statements that a body has in the IR. */
size_t tn_builder_count_results(tunip_docs body);
/* The last statement if it is a block, which continues the others; or NULL. */
const tunip_doc_block *tn_builder_last_block(tunip_docs body);
/* Refuses a binding outside of a function. */
void tn_builder_check_inside(tunip_writer *w);
/* Refuses a bound value with nested values that need variables of their own. */
void tn_builder_check_bound(tunip_writer *w, const tunip_doc *value);
/* The same for a value that is not bound, such as a result or a condition. */
void tn_builder_check_named(tunip_writer *w, const tunip_doc *value);
/* IRBuilder.name() for the value assigned to `target`, an ID or a tuple of IDs, on a new line. */
void tn_builder_write_naming(tunip_writer *w, const tunip_doc *target);

/* `with VALUE as TARGET:` around a body. Python nests no more than twenty such blocks; beyond that
 * a stack does the same without a block. Use: begin, write the value, body, statements, end. */
typedef struct tn_builder_with {
    const tunip_doc *target; /* or NULL */
    const char *variable;    /* instead: one of the program's own; or NULL */
    size_t number;           /* of that variable */
    size_t stack;            /* the number of the stack; 0: a block */
    size_t outer;
} tn_builder_with;

void tn_builder_with_begin(tunip_writer *w, tn_builder_with *with);
void tn_builder_with_body(tunip_writer *w, tn_builder_with *with);
void tn_builder_with_end(tunip_writer *w, tn_builder_with *with);
/* Body and statements in one. */
void tn_builder_write_with_body(tunip_writer *w, tn_builder_with *with, tunip_docs body);
/* The name of the program's variable. */
void tn_builder_write_variable(tunip_writer *w, const char *name, size_t number);

#endif
