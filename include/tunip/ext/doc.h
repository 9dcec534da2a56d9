/* doc.h -- the Doc tree: the structure of a text, independent of its language.
 *
 * Dialects make Docs with the constructors below; backends read the structs. A Doc is immutable
 * once its constructor has returned and may be used in several places. It lives as long as the
 * print, or, inside a unit (tunip_frame_add_unit() of dialect.h), as long as the unit. Constructors
 * never return NULL: on failure the job keeps the first error and they return a placeholder, so
 * calls nest without checks.
 *
 * Strings in Docs are borrowed: they must live as long as the Doc. Strings of nodes and string
 * literals do; copy others with tunip_doc_text() or tunip_doc_format(). */
#ifndef TUNIP_DOC_H
#define TUNIP_DOC_H

#include <tunip/path.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The job of making Docs for one print: see dialect.h. */
typedef struct tunip_docsifier tunip_docsifier;
struct tunip_dialect;

/* The kinds of Docs, TUNIP_DOC_LITERAL, ...: one for each row of doc_kinds.def. */
typedef enum tunip_doc_kind {
#define X(KIND, ident, class_) TUNIP_DOC_##KIND,
#include <tunip/ext/doc_kinds.def>
#undef X
    TUNIP_DOC__COUNT
} tunip_doc_kind;

/* The role of a statement. Python writes many statements as assignments; a backend that writes some
 * of them in another way needs the role. */
typedef enum tunip_role {
    TUNIP_ROLE_NONE,
    TUNIP_ROLE_LET,    /* binds a value for the statements that follow: a scope of its own */
    TUNIP_ROLE_STORE,  /* writes memory */
    TUNIP_ROLE_DEFINE, /* declares an existing thing: a free variable, a buffer view */
    TUNIP_ROLE_ALLOC,  /* allocates memory for the scope */
    TUNIP_ROLE_MATCH,  /* binds a view of a parameter or a region */
    TUNIP_ROLE_AXIS,   /* binds iteration variables of a block */
    TUNIP_ROLE_PARAM,  /* a parameter */
    TUNIP_ROLE_META,   /* describes its scope: attributes, reads, writes */
    TUNIP_ROLE_EFFECT, /* evaluates for effect */
    /* evaluates a value, and names the value if there is an assignment; the last BIND statement of
     * a branch gives the value of the branch */
    TUNIP_ROLE_BIND,
    TUNIP_ROLE_ENTER,   /* opens a scope that lasts for the statements that follow: a SCOPE whose
                          body is not indented */
    TUNIP_ROLE_OUTPUT,  /* a call whose arguments are the variables that stay visible after the
                           scope: R.output(y) */
    TUNIP_ROLE_GROUP,   /* a block of statements that is one node in the IR but has no syntax of its
                           own; a parser would merge its statements with their neighbours or infer
                           more about them */
    TUNIP_ROLE_HEADER,  /* a comment of the header */
    TUNIP_ROLE_IMPLIED, /* a comment in place of a scope that contains the following statements: the
                           text does not write the scope, because a parser adds it */
    TUNIP_ROLE__COUNT
} tunip_role;

/* The first member of every Doc: its kind and the path of its node. */
typedef struct tunip_doc {
    uint8_t kind; /* tunip_doc_kind */
    union {
        uint8_t sub;  /* literal, ID, slice, call, tuple: tunip_literal, _id, _slice, _call, _tuple;
                        operation: tunip_operator */
        uint8_t role; /* statements: tunip_role */
    };
    uint8_t dialect;     /* the dialect whose rule made it, see tunip_writer_namespace(); 0: none */
    uint8_t mark;        /* private: the print that made it */
    uint32_t more_paths; /* 0, or a reference to further paths: a Doc may represent several
                               nodes, such as a string immediate and its value */
    const tunip_path *path; /* of the node that the Doc represents, or NULL */
} tunip_doc;

/* A list of Docs, borrowed. */
typedef struct tunip_docs {
    const tunip_doc *const *items;
    size_t count;
} tunip_docs;

/* The kinds of literals: tunip_doc.sub. */
typedef enum tunip_literal {
    TUNIP_LITERAL_NONE,
    TUNIP_LITERAL_BOOL,
    TUNIP_LITERAL_INT,
    TUNIP_LITERAL_FLOAT,
    TUNIP_LITERAL_STR,
    TUNIP_LITERAL_QUOTED /* tunip_doc_quoted: an expression as a string */
} tunip_literal;

/* The kinds of slices: tunip_doc.sub. */
typedef enum tunip_slice {
    TUNIP_SLICE_RANGE, /* the elements from start to stop */
    TUNIP_SLICE_VECTOR /* the elements as one vector */
} tunip_slice;

/* ORDER OPERATOR: unary, binary, the conditional. The operators after IF_ELSE occur only in scripts
 * that people wrote, never in printed text. */
typedef enum tunip_operator {
    TUNIP_OP_NEGATE,
    TUNIP_OP_INVERT,
    TUNIP_OP_NOT,
    TUNIP_OP_ADD,
    TUNIP_OP_SUB,
    TUNIP_OP_MUL,
    TUNIP_OP_DIV,
    TUNIP_OP_FLOOR_DIV,
    TUNIP_OP_MOD,
    TUNIP_OP_POW,
    TUNIP_OP_SHIFT_LEFT,
    TUNIP_OP_SHIFT_RIGHT,
    TUNIP_OP_BIT_AND,
    TUNIP_OP_BIT_OR,
    TUNIP_OP_BIT_XOR,
    TUNIP_OP_LT,
    TUNIP_OP_LE,
    TUNIP_OP_EQ,
    TUNIP_OP_NE,
    TUNIP_OP_GT,
    TUNIP_OP_GE,
    TUNIP_OP_AND,
    TUNIP_OP_OR,
    TUNIP_OP_IF_ELSE, /* operands: condition, then, else */
    TUNIP_OP_POSITIVE,
    TUNIP_OP_MATRIX_MUL,
    TUNIP_OP_IS,
    TUNIP_OP_IS_NOT,
    TUNIP_OP_IN,
    TUNIP_OP_NOT_IN,
    TUNIP_OP__COUNT
} tunip_operator;

/* A constant. `sub` selects the member of `value`; for TUNIP_LITERAL_NONE none is set. */
typedef struct tunip_doc_literal {
    tunip_doc base;
    union {
        bool boolean;
        int64_t integer;
        double real;
        tunip_str text;
        struct {
            uint64_t number;   /* the bytes of the boolean, integer or float */
            tunip_dtype dtype; /* its dtype in the IR: see tunip_number; none if its `bits` is 0 */
        } typed;
    } value;
} tunip_doc_literal;

/* An expression that uses names before their definition. In Python, its text must be in quotes. */
typedef struct tunip_doc_quoted {
    tunip_doc_literal literal; /* the text between the quotes, where that differs from the text of
                                  `expr` (see tunip_doc_quoted_new()); usually {NULL, 0} */
    const tunip_doc *expr;
} tunip_doc_quoted;

/* The kinds of IDs: tunip_doc.sub. */
typedef enum tunip_id {
    TUNIP_ID_NAME,   /* a variable, a function */
    TUNIP_ID_OPEN,   /* a function without a definition in the text */
    TUNIP_ID_PREFIX, /* the prefix of a dialect (T) */
    TUNIP_ID_AGAIN,  /* a variable defined for the second time (ill-formed IR); only for backends
                        with TUNIP_BACKEND_AGAIN */
    TUNIP_ID_TYPED,  /* tunip_doc_typed_id: a variable with its type */
    TUNIP_ID_RAW     /* not a name but text, to be written unchanged */
} tunip_id;

/* A dialect as backends see it. */
typedef struct tunip_namespace {
    const char *dialect; /* its name: "tir" */
    const char *import;  /* as in tunip_dialect; or NULL */
    tunip_str prefix;    /* written before its names: "T"; empty if it has none */
    bool used;           /* whether the prefix occurs in the Docs made so far */
} tunip_namespace;

/* A name: `x`. */
typedef struct tunip_doc_id {
    tunip_doc base;
    tunip_str name;
} tunip_doc_id;

/* A variable at its definition, with a type that differs from the type that a reader would infer:
 * for example the int64 variable of a loop over int32. Python has no syntax for the type and omits
 * it, as TVM does. A backend that must not lose the type writes it, or fails. */
typedef struct tunip_doc_typed_id {
    tunip_doc_id id;
    const tunip_doc *type;
} tunip_doc_typed_id;

/* A member of something: `value.name`. */
typedef struct tunip_doc_attr {
    tunip_doc base;
    const tunip_doc *value;
    tunip_str name;
} tunip_doc_attr;

/* A subscript: `value[indices]`. */
typedef struct tunip_doc_index {
    tunip_doc base;
    const tunip_doc *value;
    tunip_docs indices;
} tunip_doc_index;

/* A range in a subscript: `start:stop:step`. */
typedef struct tunip_doc_slice {
    tunip_doc base;
    const tunip_doc *start, *stop, *step; /* each may be NULL */
    const tunip_doc *lanes; /* the number of elements, of a vector or of a range whose start and
                               stop do not give the exact extent; else NULL */
} tunip_doc_slice;

/* A call: `callee(args, key=value)`. */
typedef struct tunip_doc_call {
    tunip_doc base;
    const tunip_doc *callee;
    tunip_docs args;
    tunip_docs values;     /* of the keyword arguments */
    const tunip_str *keys; /* as many */
} tunip_doc_call;

/* The kinds of calls: tunip_doc.sub. All except the first are tunip_doc_partial_call. */
typedef enum tunip_call {
    TUNIP_CALL_WHOLE,
    TUNIP_CALL_PARTIAL,  /* the arguments omit a property */
    TUNIP_CALL_REPLACED, /* another expression represents the node exactly */
    TUNIP_CALL_CONTINUED /* another call represents the node exactly, with the arguments of this
                            call appended */
} tunip_call;

/* A call that does not represent its node completely: it has no argument for a property whose value
 * a reader would not infer, or it is read back as another node. Python's text omits this
 * information, as TVM's does. A backend that must not lose it writes the property as a keyword
 * argument, or the exact expression, or fails. */
typedef struct tunip_doc_partial_call {
    tunip_doc_call call;
    tunip_str key;          /* the property; empty if there is none */
    const tunip_doc *value; /* the value of the property; or the exact expression; or the call (a
                               CALL) to which the arguments of this call are appended */
} tunip_doc_partial_call;

/* An operator, in `sub`, and its operands. */
typedef struct tunip_doc_operation {
    tunip_doc base;
    tunip_docs operands;
} tunip_doc_operation;

/* A function without a name: `lambda args: body`. */
typedef struct tunip_doc_lambda {
    tunip_doc base;
    tunip_docs args;
    const tunip_doc *body;
    const tunip_doc *arg_type; /* the type of all arguments, for which Python has no syntax; NULL:
                                  unknown */
} tunip_doc_lambda;

/* The kinds of tuples: tunip_doc.sub. */
typedef enum tunip_tuple {
    TUNIP_TUPLE_LISTED, /* (a, b) */
    TUNIP_TUPLE_JOINED, /* plain text: the elements without separators */
    TUNIP_TUPLE_NOTED   /* the first element, an expression; the others are remarks about it that a
                           text may omit, such as its type: ASSIGNs of the role META */
} tunip_tuple;

/* The struct of TUPLE and LIST Docs. */
typedef struct tunip_doc_tuple {
    tunip_doc base;
    tunip_docs elements;
} tunip_doc_tuple;
typedef tunip_doc_tuple tunip_doc_list;

/* A table written in place: `{key: value}`. */
typedef struct tunip_doc_dict {
    tunip_doc base;
    tunip_docs keys;
    tunip_docs values; /* as many */
} tunip_doc_dict;

/* The first member of every statement. `comment` is "" or the text of an annotation. */
typedef struct tunip_doc_stmt {
    tunip_doc base;
    tunip_str comment;
} tunip_doc_stmt;

/* An assignment or a declaration: `lhs: annotation = rhs`. */
typedef struct tunip_doc_assign {
    tunip_doc_stmt stmt;
    const tunip_doc *lhs;
    const tunip_doc *rhs;        /* or NULL: a declaration */
    const tunip_doc *annotation; /* or NULL */
} tunip_doc_assign;

/* A condition with two bodies; `else_branch` may be empty. */
typedef struct tunip_doc_if {
    tunip_doc_stmt stmt;
    const tunip_doc *predicate;
    tunip_docs then_branch;
    tunip_docs else_branch;
} tunip_doc_if;

/* A loop while `predicate` holds. */
typedef struct tunip_doc_while {
    tunip_doc_stmt stmt;
    const tunip_doc *predicate;
    tunip_docs body;
} tunip_doc_while;

/* A loop of `lhs` over the values of `rhs`. */
typedef struct tunip_doc_for {
    tunip_doc_stmt stmt;
    const tunip_doc *lhs;
    const tunip_doc *rhs;
    tunip_docs body;
} tunip_doc_for;

/* A scope that `rhs` opens: `with rhs as lhs`. */
typedef struct tunip_doc_scope {
    tunip_doc_stmt stmt;
    const tunip_doc *lhs; /* or NULL */
    const tunip_doc *rhs;
    tunip_docs body;
} tunip_doc_scope;

/* An expression used as a statement. */
typedef struct tunip_doc_expr_stmt {
    tunip_doc_stmt stmt;
    const tunip_doc *expr;
} tunip_doc_expr_stmt;

/* A condition that must hold. */
typedef struct tunip_doc_assert {
    tunip_doc_stmt stmt;
    const tunip_doc *test;
    const tunip_doc *message; /* or NULL */
} tunip_doc_assert;

/* The end of a function, with its value. */
typedef struct tunip_doc_return {
    tunip_doc_stmt stmt;
    const tunip_doc *value;
} tunip_doc_return;

/* The definition of a function. */
typedef struct tunip_doc_function {
    tunip_doc_stmt stmt;
    const tunip_doc *name;        /* an ID */
    tunip_docs args;              /* ASSIGNs without rhs */
    tunip_docs decorators;        /* outermost first */
    const tunip_doc *return_type; /* or NULL */
    tunip_docs body;
    tunip_docs type_params; /* those of `def f[n, m: int]`: ASSIGNs without rhs. Most functions
                               have none */
} tunip_doc_function;

/* The definition of a class: a module. */
typedef struct tunip_doc_class {
    tunip_doc_stmt stmt;
    const tunip_doc *name;
    tunip_docs decorators;
    tunip_docs body;
} tunip_doc_class;

/* A comment, or a DOC_STRING. The text is stmt.comment; if it has several lines, each becomes a
 * comment line. */
typedef struct tunip_doc_comment {
    tunip_doc_stmt stmt;
} tunip_doc_comment;
typedef tunip_doc_comment tunip_doc_doc_string;

/* A sequence of statements without a scope. */
typedef struct tunip_doc_block {
    tunip_doc_stmt stmt;
    tunip_docs body;
} tunip_doc_block;

/* ---- classes ---- */

/* The classes of Docs. */
typedef enum tunip_doc_class_kind {
    TUNIP_CLASS_EXPR,
    TUNIP_CLASS_STMT,
    TUNIP_CLASS_BLOCK
} tunip_doc_class_kind;

/* Whether a Doc is an expression, a statement, or a block of statements. */
TUNIP_API tunip_doc_class_kind tunip_doc_classify(const tunip_doc *doc);

/* ---- expressions. `path` may be NULL. ---- */

/* Literals; a string is borrowed. */
TUNIP_API const tunip_doc *tunip_doc_none(tunip_docsifier *d, const tunip_path *path);
TUNIP_API const tunip_doc *tunip_doc_bool(tunip_docsifier *d, bool value, const tunip_path *path);
TUNIP_API const tunip_doc *tunip_doc_int(tunip_docsifier *d, int64_t value, const tunip_path *path);
TUNIP_API const tunip_doc *tunip_doc_float(tunip_docsifier *d, double value,
                                           const tunip_path *path);
TUNIP_API const tunip_doc *tunip_doc_str(tunip_docsifier *d, tunip_str value,
                                         const tunip_path *path);
/* A copy of the Doc, which belongs to `dialect`. Other Docs belong to the dialect of the rule that
 * made them. A backend looks for the words of a Doc in the namespace of its dialect. */
TUNIP_API const tunip_doc *tunip_doc_in(tunip_docsifier *d, const tunip_doc *doc,
                                        const struct tunip_dialect *dialect);
/* The parameters of tunip_doc_number_new(). Members that do not apply are zero. */
typedef struct tunip_number {
    tunip_literal literal; /* TUNIP_LITERAL_BOOL, _INT or _FLOAT: which member of `value` is set */
    union {
        bool boolean;
        int64_t integer;
        double real;
    } value;
    tunip_dtype dtype; /* the dtype of the node in the IR, although the text shows only the number.
                          A backend that needs it writes PREFIX.dtype(number). If its `bits` is 0:
                          none, the number is a plain value */
    const struct tunip_dialect *dialect; /* NULL: the dialect of the current rule */
    const tunip_path *path;
} tunip_number;
/* A boolean, integer or float with its dtype. */
TUNIP_API const tunip_doc *tunip_doc_number_new(tunip_docsifier *d, const tunip_number *number);
/* The expression `expr` in quotes. In IR of TVM before v0.26, the text between the quotes has the
 * line numbers and underlines of the whole text once more, as in TVM. */
TUNIP_API const tunip_doc *tunip_doc_quoted_new(tunip_docsifier *d, const tunip_doc *expr,
                                                const tunip_path *path);
/* The dtype's name as a string literal; void is "void". */
TUNIP_API const tunip_doc *tunip_doc_dtype(tunip_docsifier *d, tunip_dtype value,
                                           const tunip_path *path);
TUNIP_API const tunip_doc *tunip_doc_id_new(tunip_docsifier *d, tunip_str name,
                                            const tunip_path *path);
/* Text that backends write unchanged: a TUNIP_ID_RAW. */
TUNIP_API const tunip_doc *tunip_doc_raw_new(tunip_docsifier *d, tunip_str text,
                                             const tunip_path *path);
/* A new ID with the same name and paths, and with its type. Returns `id` itself if `type` is NULL
 * or `id` is not a plain name. */
TUNIP_API const tunip_doc *tunip_doc_typed_id_new(tunip_docsifier *d, const tunip_doc *id,
                                                  const tunip_doc *type);
TUNIP_API const tunip_doc *tunip_doc_attr_new(tunip_docsifier *d, const tunip_doc *value,
                                              tunip_str name);
TUNIP_API const tunip_doc *tunip_doc_index_new(tunip_docsifier *d, const tunip_doc *value,
                                               tunip_docs indices);
TUNIP_API const tunip_doc *tunip_doc_slice_new(tunip_docsifier *d, const tunip_doc *start,
                                               const tunip_doc *stop, const tunip_doc *step);
/* Like tunip_doc_slice_new(), with the exact number of elements, `lanes`. Use it if `stop - start`
 * would be another expression than the extent in the IR. */
TUNIP_API const tunip_doc *tunip_doc_range_new(tunip_docsifier *d, const tunip_doc *start,
                                               const tunip_doc *stop, const tunip_doc *lanes);
/* The same for elements that form one vector with `lanes` lanes. */
TUNIP_API const tunip_doc *tunip_doc_vector_new(tunip_docsifier *d, const tunip_doc *start,
                                                const tunip_doc *stop, const tunip_doc *step,
                                                const tunip_doc *lanes);
/* A whole call without a path. */
TUNIP_API const tunip_doc *tunip_doc_call_new(tunip_docsifier *d, const tunip_doc *callee,
                                              tunip_docs args, const tunip_str *keys,
                                              tunip_docs values);
/* A new call of the kind `as`, with the arguments and paths of `call`. `rest` is, for
 * TUNIP_CALL_PARTIAL, the value of the omitted property `key`; for TUNIP_CALL_REPLACED the exact
 * expression; for TUNIP_CALL_CONTINUED the call to which the arguments of this one are appended.
 * Returns `call` itself if it is not a call, or if `rest` does not fit. A backend that shows both a
 * call and its exact expression writes the Docs that they share twice. So do not nest calls with
 * exact expressions as arguments: the text would double at each level. */
TUNIP_API const tunip_doc *tunip_doc_call_as(tunip_docsifier *d, const tunip_doc *call,
                                             tunip_call as, const char *key, const tunip_doc *rest);
/* Short forms of tunip_doc_call_as(). tunip_doc_partial_new() adds a property that the arguments
 * omit. tunip_doc_replaced_new() adds the exact expression. tunip_doc_continued_new() adds the call
 * that `call` continues. */
static inline const tunip_doc *tunip_doc_partial_new(tunip_docsifier *d, const tunip_doc *call,
                                                     const char *key, const tunip_doc *value)
{
    return tunip_doc_call_as(d, call, TUNIP_CALL_PARTIAL, key, value);
}
static inline const tunip_doc *tunip_doc_replaced_new(tunip_docsifier *d, const tunip_doc *call,
                                                      const tunip_doc *exact)
{
    return tunip_doc_call_as(d, call, TUNIP_CALL_REPLACED, "", exact);
}
static inline const tunip_doc *tunip_doc_continued_new(tunip_docsifier *d, const tunip_doc *call,
                                                       const tunip_doc *beginning)
{
    return tunip_doc_call_as(d, call, TUNIP_CALL_CONTINUED, "", beginning);
}
TUNIP_API const tunip_doc *tunip_doc_operation_new(tunip_docsifier *d, tunip_operator op,
                                                   tunip_docs operands);
/* `arg_type` may be NULL. */
TUNIP_API const tunip_doc *tunip_doc_lambda_new(tunip_docsifier *d, tunip_docs args,
                                                const tunip_doc *body, const tunip_doc *arg_type);
TUNIP_API const tunip_doc *tunip_doc_tuple_new(tunip_docsifier *d, tunip_docs elements);
/* The concatenation of `parts`: a TUNIP_TUPLE_JOINED. */
TUNIP_API const tunip_doc *tunip_doc_joined_new(tunip_docsifier *d, tunip_docs parts);
/* An expression and remarks about it: a TUNIP_TUPLE_NOTED. */
TUNIP_API const tunip_doc *tunip_doc_noted_new(tunip_docsifier *d, tunip_docs parts);
TUNIP_API const tunip_doc *tunip_doc_list_new(tunip_docsifier *d, tunip_docs elements);
TUNIP_API const tunip_doc *tunip_doc_dict_new(tunip_docsifier *d, tunip_docs keys,
                                              tunip_docs values);

/* ---- statements ---- */

/* At least one of `rhs` and `annotation` is not NULL; `annotation` needs an ID on the left. */
TUNIP_API const tunip_doc *tunip_doc_assign_new(tunip_docsifier *d, tunip_role role,
                                                const tunip_doc *lhs, const tunip_doc *rhs,
                                                const tunip_doc *annotation);
TUNIP_API const tunip_doc *tunip_doc_if_new(tunip_docsifier *d, const tunip_doc *predicate,
                                            tunip_docs then_branch, tunip_docs else_branch);
TUNIP_API const tunip_doc *tunip_doc_while_new(tunip_docsifier *d, const tunip_doc *predicate,
                                               tunip_docs body);
TUNIP_API const tunip_doc *tunip_doc_for_new(tunip_docsifier *d, const tunip_doc *lhs,
                                             const tunip_doc *rhs, tunip_docs body);
TUNIP_API const tunip_doc *tunip_doc_scope_new(tunip_docsifier *d, const tunip_doc *lhs,
                                               const tunip_doc *rhs, tunip_docs body);
TUNIP_API const tunip_doc *tunip_doc_expr_stmt_new(tunip_docsifier *d, tunip_role role,
                                                   const tunip_doc *expr);
TUNIP_API const tunip_doc *tunip_doc_assert_new(tunip_docsifier *d, const tunip_doc *test,
                                                const tunip_doc *message);
TUNIP_API const tunip_doc *tunip_doc_return_new(tunip_docsifier *d, const tunip_doc *value);
TUNIP_API const tunip_doc *tunip_doc_function_new(tunip_docsifier *d, const tunip_doc *name,
                                                  tunip_docs args, tunip_docs decorators,
                                                  const tunip_doc *return_type, tunip_docs body);
TUNIP_API const tunip_doc *tunip_doc_class_new(tunip_docsifier *d, const tunip_doc *name,
                                               tunip_docs decorators, tunip_docs body);
TUNIP_API const tunip_doc *tunip_doc_comment_new(tunip_docsifier *d, tunip_str text);
/* The same with the role IMPLIED. */
TUNIP_API const tunip_doc *tunip_doc_implied_new(tunip_docsifier *d, tunip_str text);
TUNIP_API const tunip_doc *tunip_doc_doc_string_new(tunip_docsifier *d, tunip_str text);
TUNIP_API const tunip_doc *tunip_doc_block_new(tunip_docsifier *d, tunip_docs body);
/* The same with the role GROUP. */
TUNIP_API const tunip_doc *tunip_doc_group_new(tunip_docsifier *d, tunip_docs body);
/* A copy of a statement with the comment `text`, which is borrowed. If the statement has a comment
 * already, `text` follows it. Returns `stmt` itself if it is not a statement or the text is
 * empty. */
TUNIP_API const tunip_doc *tunip_doc_remark(tunip_docsifier *d, const tunip_doc *stmt,
                                            tunip_str text);

/* ---- lists and text ---- */

/* Allocates a list of `count` Docs, which the caller fills before it passes the list on. Returns
 * NULL when out of memory (the job then keeps the error) and when count is 0. */
TUNIP_API const tunip_doc **tunip_docs_new(tunip_docsifier *d, size_t count);
/* Copies `items`, which may be on the stack; an empty list when out of memory. */
TUNIP_API tunip_docs tunip_docs_copy(tunip_docsifier *d, size_t count,
                                     const tunip_doc *const *items);
/* Makes a list of its arguments, one or more: TUNIP_DOCS(d, lhs, rhs). */
#ifdef __cplusplus
#define TUNIP_DOCS(d, ...) tunip_docs_of((d), {__VA_ARGS__})
#else
#define TUNIP_DOCS(d, ...)                                                                         \
    tunip_docs_copy((d), TUNIP_LEN(((const tunip_doc *[]){__VA_ARGS__})),                          \
                    (const tunip_doc *[]){__VA_ARGS__})
#endif
static inline tunip_docs tunip_docs_none(void)
{
    tunip_docs none = {NULL, 0};
    return none;
}
static inline tunip_docs tunip_docs_view(const tunip_doc *const *items, size_t count)
{
    tunip_docs docs = {items, items ? count : 0};
    return docs;
}

/* A copy of a text, or a formatted text, that lives as long as a Doc made now. Empty when out of
 * memory. */
TUNIP_API tunip_str tunip_doc_text(tunip_docsifier *d, tunip_str text);
TUNIP_API tunip_str tunip_doc_format(tunip_docsifier *d, const char *format, ...)
    TUNIP_PRINTF(2, 3);

#ifdef __cplusplus
}

extern "C++" {
#include <initializer_list>

/* The function of TUNIP_DOCS in C++, which has no compound literals. */
static inline tunip_docs tunip_docs_of(tunip_docsifier *d,
                                       std::initializer_list<const tunip_doc *> docs)
{
    return tunip_docs_copy(d, docs.size(), docs.begin());
}
}
#endif
#endif
