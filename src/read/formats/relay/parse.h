/* parse.h -- the text of Relay: its tokens and the state of its parser. */
#ifndef TN_PARSE_H
#define TN_PARSE_H

#include <tunip/base.h>
#include <tunip/diagnostic.h>

#include "../../../util/memory.h"
#include "../../../util/threads.h"
#include "../../script.h"

/* ======== lexer ======== */

/* The tokens of Relay. */

typedef enum tn_rl_kind {
#define X(TOKEN, spelling, binds, operator) RL_##TOKEN,
#include "tokens.def"
#undef X
    RL__COUNT
} tn_rl_kind;

typedef struct tn_rl_lexer {
    const char *at, *cursor; /* the current token */
    const char *limit;       /* the NUL after the text */
    const char *note;        /* a comment before the token that describes the preceding expression;
                                NULL if there is none */
    const char *fault;       /* what is wrong with a token of the kind RL_BAD */
    bool is_member;          /* the token before it is a period */
    bool is_tir;             /* the text is of the tensor IR: primfn.c */
} tn_rl_lexer;

/* Goes to the next token. */
tn_rl_kind tn_rl_next(tn_rl_lexer *lexer);

/* The end of the comment at `at`, which may contain nested comments; the end of the text if the
 * comment has no end. */
const char *tn_rl_skip_comment(const char *at, const char *limit);

/* Whether the next token is a single '='. */
bool tn_rl_before_equal(const tn_rl_lexer *lexer);

/* ======== text ======== */

/* The text of Relay, read as Docs.
 *
 * This is syntax only: it knows no dialect, operator, type or attribute. The result is Docs of
 * <tunip/ext/doc.h>, and each has a place (read/script.h). They are the Docs that the
 * backend "relay" prints, except that types are whole expressions:
 *
 *   #[metadata] ...         metadata = load_json("..."), the first statement
 *   def @f[t](...) -> t {}  a FUNCTION; the types are its decorators, attributes ASSIGNs of the
 *                           role META, parameters those of the role PARAM
 *   fn (...) {}             a FUNCTION called "fn", as an expression; without a body it is a type
 *   type T[t] { C(t), D }   a CLASS of EXPR_STMTs; an `extern` type has the decorator "extern"
 *   %0 = x; let %x: t = y;  ASSIGNs of the roles BIND and LET
 *   free_var %x: t;         an ASSIGN or an EXPR_STMT of the role DEFINE
 *   @f = primfn(...) ...    a FUNCTION with the decorator "primfn": see primfn.c
 *   if (c) {} else {}       an IF, as an expression
 *   match (x) { p => {} }   a SCOPE whose lhs is the ID "match" or "match?"; a SCOPE without a lhs
 *                           for each case
 * (a; b), { a; b } a BLOCK, as an expression %x: t in a pattern, an ASSIGN of the role DEFINE x.0
 * an ATTR Tensor[(2, ?), int8] an INDEX; parentheses in types are TUPLEs, also around one
 * Target(kind='llvm') a CALL with keywords, which may have the callee "VirtualDevice", too;
 * meta[T][0] metadata["T"][0] %x {k=v} a TUNIP_TUPLE_NOTED with an ASSIGN of the role META for each
 * pair; also for comments with the type and span of the preceding expression: ty=float32
 * span=a.py:3:4 */

/* Reads `text`, which a NUL must follow, as a BLOCK of statements. Docs refer to the text and live
 * in `arena`. Errors go to `diagnostics`, with labels at spans of the text; then reading continues
 * after the statement. NULL when out of memory, and for a text of 4 GB or more. */
const tunip_doc *tn_relay_parse(tn_arena *arena, tunip_str text, tunip_diagnostics *diagnostics);

/* ======== parse ======== */

/* The state of the parser, shared by its files. */

typedef struct tn_rl {
    tn_rl_lexer lexer;
    tn_rl_kind kind;        /* of the current token; RL_STOP after an error in the statement */
    tn_rl_kind broken_kind; /* of the token at which the statement broke off */
    const char *begin;      /* of the text */
    uint32_t previous_end;  /* where the token before the current one ends */
    const char *resumed;    /* the token at which reading continued after an error */
    bool is_broken;         /* the statement has an error */
    bool is_quiet;          /* a comment is being read, which may have any content: no error
                               messages */
    bool failed;            /* out of memory */
    size_t depth;           /* of the brackets that are open */
    size_t error_count;
    tn_arena *arena;
    tunip_diagnostics *diagnostics;
    tn_stack stack;
    TN_ARRAY(const tunip_doc *) list; /* the items of unfinished lists */
    TN_ARRAY(tunip_str) keys;         /* the same of attributes */
    /* tn_rl_parse_scope() and tn_rl_parse_compound(), for expressions that hold statements */
    tunip_docs (*scope)(struct tn_rl *p);
    const tunip_doc *(*compound)(struct tn_rl *p);
} tn_rl;

/* ---- tokens: parse.c ---- */

static inline uint32_t tn_rl_at(const tn_rl *p)
{
    return (uint32_t)(p->lexer.at - p->begin);
}

/* The text of the current token. */
static inline tunip_str tn_rl_token(const tn_rl *p)
{
    return (tunip_str){p->lexer.at, (size_t)(p->lexer.cursor - p->lexer.at)};
}

void tn_rl_advance(tn_rl *p);
bool tn_rl_accept(tn_rl *p, tn_rl_kind kind);
/* Takes a token of this kind, or reports that it is missing. */
bool tn_rl_expect(tn_rl *p, tn_rl_kind kind);

/* ---- errors: parse.c ---- */

const tunip_doc *tn_rl_fail_memory(tn_rl *p);
/* Adds an error at bytes of the text. Until the statement ends, there are only tokens RL_STOP. */
void tn_rl_error(tn_rl *p, uint32_t begin, uint32_t end, const char *format, ...)
    TUNIP_PRINTF(4, 5);
/* Reports the current token where `expected` should be, such as "a type". */
const tunip_doc *tn_rl_expected(tn_rl *p, const char *expected);
/* Goes to the end of a statement that broke off `depth` brackets deep, and drops its Docs. */
void tn_rl_recover(tn_rl *p, size_t depth, size_t base);

/* ---- Docs: parse.c ---- */

/* From `begin` to the end of the previous token. */
static inline tn_script_place tn_rl_place(const tn_rl *p, uint32_t begin)
{
    return (tn_script_place){begin, p->previous_end < begin ? begin : p->previous_end};
}

/* Makes a Doc that extends from `begin` to the end of the previous token. Only its `base` is
 * set. */
#define TN_RL_NEW(p, ident, KIND, sub, begin)                                                      \
    tunip_doc_##ident *doc =                                                                       \
        tn_script_doc((p)->arena, sizeof *doc, TUNIP_DOC_##KIND, sub, tn_rl_place((p), (begin)));  \
    if (!doc) return tn_rl_fail_memory(p);                                                         \
    memset((char *)doc + sizeof(tunip_doc), 0, sizeof *doc - sizeof(tunip_doc))

void tn_rl_push(tn_rl *p, const tunip_doc *doc);
/* The items of the list from index `base` on. */
tunip_docs tn_rl_take(tn_rl *p, size_t base);
/* The same for the values of a call, and their keys from index `first` of p->keys on. */
tunip_docs tn_rl_take_values(tn_rl *p, size_t base, size_t first, const tunip_str **keys);
/* An ID or a string from `begin` to the end of the previous token. */
const tunip_doc *tn_rl_new_id(tn_rl *p, uint32_t begin, tunip_str name);
const tunip_doc *tn_rl_new_string(tn_rl *p, uint32_t begin, tunip_str text);
const tunip_doc *tn_rl_new_tuple(tn_rl *p, unsigned kind, unsigned sub, uint32_t begin,
                                 tunip_docs elements);
const tunip_doc *tn_rl_new_assign(tn_rl *p, tunip_role role, uint32_t begin, const tunip_doc *lhs,
                                  const tunip_doc *type, const tunip_doc *rhs);
const tunip_doc *tn_rl_new_expr_stmt(tn_rl *p, tunip_role role, uint32_t begin,
                                     const tunip_doc *expr);
/* The current token as an ID. */
const tunip_doc *tn_rl_parse_id(tn_rl *p);
/* Items with commas between them, in brackets of these kinds. A comma may follow the last item. */
typedef const tunip_doc *(*tn_rl_item_fn)(tn_rl *p);
tunip_docs tn_rl_parse_items(tn_rl *p, tn_rl_kind open, tn_rl_kind close, tn_rl_item_fn item);
/* The same as a LIST. */
const tunip_doc *tn_rl_parse_list(tn_rl *p, tn_rl_kind open, tn_rl_kind close, tn_rl_item_fn item);

/* ---- the grammar: each file calls those before it ---- */

/* expr.c: an expression, which may be statements in parentheses or braces. */
const tunip_doc *tn_rl_parse_expr(tn_rl *p);
/* An atom, or an item of one: (%x, %y), %0.1. */
const tunip_doc *tn_rl_parse_atomic(tn_rl *p);
/* KEY=VALUE: an ASSIGN of the role META. */
const tunip_doc *tn_rl_parse_pair(tn_rl *p);
/* `doc` with the remarks that follow it, if there are any. */
const tunip_doc *tn_rl_parse_note(tn_rl *p, uint32_t begin, const tunip_doc *doc);

/* literal.c: numbers, strings, references into the metadata. */
const tunip_doc *tn_rl_parse_number(tn_rl *p, uint32_t begin, bool is_negative);
const tunip_doc *tn_rl_parse_string(tn_rl *p);
const tunip_doc *tn_rl_parse_meta(tn_rl *p);

/* target.c: whether the current token, which is a name, begins a device or a target; its Doc. */
bool tn_rl_is_device(const tn_rl *p);
const tunip_doc *tn_rl_parse_device(tn_rl *p);

/* parse.c */
const tunip_doc *tn_rl_parse_type(tn_rl *p);
/* Continues with a type that begins with the name `head`; the current token is '['. */
const tunip_doc *tn_rl_parse_index(tn_rl *p, uint32_t begin, const tunip_doc *head);
/* [t, u], or nothing: the variables of a polymorphic function. */
tunip_docs tn_rl_parse_type_params(tn_rl *p);

/* primfn.c: whether the current token, which may begin a statement of Relay, begins a function or a
 * statement of the tensor IR; and the rest of the function called `name`, or the statements. */
bool tn_rl_begins_primfn(const tn_rl *p);
const tunip_doc *tn_rl_parse_primfn(tn_rl *p, uint32_t begin, const tunip_doc *name);
bool tn_rl_begins_tir(const tn_rl *p);
/* Whether the first line of a text defines a name of the tensor IR. */
bool tn_rl_line_is_tir(tunip_str text);
const tunip_doc *tn_rl_parse_tir(tn_rl *p);

/* stmt.c: statements up to the end of the scope. */
tunip_docs tn_rl_parse_scope(tn_rl *p);
/* A function, an `if`, a `match`, a let that is a value. */
const tunip_doc *tn_rl_parse_compound(tn_rl *p);
/* The rest of a function called `name`. */
const tunip_doc *tn_rl_parse_function(tn_rl *p, uint32_t begin, const tunip_doc *name);

#endif
