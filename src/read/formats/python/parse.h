/* parse.h -- the grammar of scripts: the state of a parser, its names, statements, and parts
 * that are read later. */
#ifndef TN_PARSE_H
#define TN_PARSE_H

#include "../../../util/memory.h"
#include "../../../util/mix.h"
#include "../../../util/threads.h"
#include "lexer.h"
#include "python.h"

/* ======== names ======== */

/* A hash table that keeps each distinct name once. Most names have up to eight bytes,
 * which are compared and hashed as one number. */

typedef struct tn_py_name {
    uint64_t word; /* its first eight bytes */
    const char *data;
    size_t size; /* 0: a free slot */
} tn_py_name;

typedef struct tn_py_names {
    tn_py_name *slots;
    size_t count, mask; /* mask 0: nothing was added yet */
    unsigned shift; /* of a hash: its first bits are the slot, because all of a name decides them */
    const tunip_allocator *allocator;
} tn_py_names;

enum { TN_PY_WORD = 8 };

static inline uint64_t tn_py_load(const char *at, size_t size)
{
    uint64_t word = 0;
    memcpy(&word, at, size);
    return word;
}

/* The first eight bytes of a name. `limit` is the end of the memory after the name. If there are
 * enough bytes, the function also reads bytes after the name and masks them, because this needs no
 * call. */
static inline uint64_t tn_py_load_word(const char *at, size_t size, const char *limit)
{
    if (size >= TN_PY_WORD) return tn_py_load(at, TN_PY_WORD);
    if (limit - at < TN_PY_WORD) return tn_py_load(at, size);
    static const union {
        unsigned char bytes[TN_PY_WORD][TN_PY_WORD];
        uint64_t words[TN_PY_WORD];
    } masks = {{{0},
                {255},
                {255, 255},
                {255, 255, 255},
                {255, 255, 255, 255},
                {255, 255, 255, 255, 255},
                {255, 255, 255, 255, 255, 255},
                {255, 255, 255, 255, 255, 255, 255}}};
    return tn_py_load(at, TN_PY_WORD) & masks.words[size];
}

/* The slot at which the search for a name begins. All of the name decides it. */
static inline size_t tn_py_slot(const tn_py_names *names, uint64_t word, const char *data,
                                size_t size)
{
    uint64_t hash = tn_mix(word ^ size);
    for (size_t at = TN_PY_WORD; at < size; at += TN_PY_WORD) {
        size_t from = size - at < TN_PY_WORD ? size - TN_PY_WORD : at; /* may overlap */
        hash = tn_mix(hash ^ hash >> 32 ^ tn_py_load(data + from, TN_PY_WORD));
    }
    return (size_t)(hash >> names->shift);
}

void tn_py_names_init(tn_py_names *names, const tunip_allocator *allocator);

/* Adds a name that is not there yet; the result has no data when out of memory. */
tunip_str tn_py_names_add(tn_py_names *names, const tn_py_name *name);

/* The first name equal to `name`: borrowed from where it was. The result has no data when out of
 * memory. */
static inline tunip_str tn_py_names_put(tn_py_names *names, tunip_str name, const char *limit)
{
    uint64_t word = tn_py_load_word(name.data, name.size, limit);
    const tn_py_name *slots = names->slots, *slot;
    size_t at = tn_py_slot(names, word, name.data, name.size);
    for (; (slot = &slots[at])->size; at = (at + 1) & names->mask)
        if (slot->word == word && slot->size == name.size &&
            (name.size <= TN_PY_WORD || memcmp(slot->data, name.data, name.size) == 0))
            return (tunip_str){slot->data, slot->size};
    return tn_py_names_add(names, &(tn_py_name){word, name.data, name.size});
}

void tn_py_names_free(tn_py_names *names);

/* ======== parse ======== */

/* The state of the parser, shared by its files. */

enum { TN_PY_MESSAGE = 256 };

/* An error that is reported at the end of its statement. */
typedef struct tn_py_delayed {
    bool is_set;
    bool may_close;   /* a closing bracket would also fit */
    bool is_colon;    /* the unexpected token is ':' */
    const char *open; /* the innermost open bracket; NULL if there is none */
    uint32_t begin, end;
    const char *hint;    /* or NULL */
    const char *keyword; /* that may have been meant, or NULL */
    char message[TN_PY_MESSAGE];
} tn_py_delayed;

/* The end of a block that begins at `first`, its first token: the end of its last token, and the
 * beginning of the next line. */
typedef struct tn_py_block_end {
    const char *first, *token, *line;
} tn_py_block_end;

/* A token of the kind PY_BAD. */
typedef struct tn_py_malformed {
    tn_py_fault fault;
    uint32_t begin, end, opener;
} tn_py_malformed;

typedef struct tn_py {
    tn_py_lexer lexer;
    uintptr_t source;       /* the address that the first byte of the source would have */
    tn_py_kind kind;        /* of the current token, lexer.at to lexer.cursor */
    uint32_t statement;     /* where the simple statement begins, or the one with a block */
    uint32_t previous_end;  /* where the token before it ends */
    tn_py_kind broken_kind; /* of the token where a statement broke off; then `kind` is PY_STOP */
    bool is_broken;         /* the statement has an error */
    bool failed;            /* out of memory */
    bool is_full;           /* too many errors */
    const char *misplaced;  /* the token of the line whose indentation is known to be wrong */
    uint32_t item;          /* where the last element of a list, or its value, begins */
    size_t error_count;
    size_t function_depth;  /* of the functions around the current token */
    tn_script_place around; /* the head of the innermost block around it; its end is 0 outside */
    tn_py_delayed delayed;
    size_t comment_count;      /* of the comments that are Docs by now */
    size_t repeated;           /* bytes of operands of comparisons that are used twice */
    tn_arena *arena;           /* of the Docs */
    tn_arena *names_arena;     /* of names that are not in the text */
    bool defers;               /* the bodies of functions are skipped, to be read later */
    tn_py_block_end block_end; /* of the block after the last signature that was skipped */
    TN_ARRAY(struct tn_py_unread *) unread;
    TN_ARRAY(struct tn_py_function *) functions; /* whose signatures were skipped */
    tn_python_options options;
    tunip_diagnostics *diagnostics;
    tn_py_names names;
    tn_stack stack;
    TN_ARRAY(const tunip_doc *) list; /* the items of unfinished lists */
    TN_ARRAY(tunip_str) keys;         /* the same of keyword arguments */
    TN_ARRAY(char) text;              /* of a string with escapes */
    /* tn_python_parse(), for the expressions in f-strings */
    const tunip_doc *(*parse)(tn_arena *arena, tunip_str text, const tn_python_options *options,
                              tunip_diagnostics *diagnostics);
} tn_py;

/* ---- tokens ---- */

/* Reports the fault of the current token, which is PY_BAD: the statement breaks off, unless only
 * the indentation is wrong. */
void tn_py_report_fault(tn_py *p);

/* The place of a byte of the text in the source. */
static inline uint32_t tn_py_locate(const tn_py *p, const char *at)
{
    return (uint32_t)((uintptr_t)at - p->source);
}

static inline uint32_t tn_py_at(const tn_py *p)
{
    return tn_py_locate(p, p->lexer.at);
}

static inline uint32_t tn_py_end_of(const tn_py *p)
{
    return tn_py_locate(p, p->lexer.cursor);
}

/* Where in the text a place is. */
static inline const char *tn_py_pointer(const tn_py *p, uint32_t place)
{
    return p->lexer.begin + (place - p->options.origin);
}

/* Goes to the next token. */
static inline void tn_py_advance(tn_py *p)
{
    p->previous_end = tn_py_end_of(p);
    p->kind = tn_py_next(&p->lexer);
    if (p->kind == PY_BAD) tn_py_report_fault(p);
}

static inline bool tn_py_accept(tn_py *p, tn_py_kind kind)
{
    if (p->kind != kind) return false;
    tn_py_advance(p);
    return true;
}

/* The place of the innermost open bracket; there is one. */
static inline uint32_t tn_py_open_bracket(const tn_py *p)
{
    return p->options.origin + p->lexer.brackets.items[p->lexer.brackets.count - 1];
}

/* The text of the current token. */
static inline tunip_str tn_py_token(const tn_py *p)
{
    return (tunip_str){p->lexer.at, (size_t)(p->lexer.cursor - p->lexer.at)};
}

/* ---- errors ---- */

/* Adds an error at bytes of the text; the label has no text. NULL when it is one too many. */
tunip_diagnostic *tn_py_error(tn_py *p, uint32_t begin, uint32_t end, const char *format, ...)
    TUNIP_PRINTF(4, 5);
/* Adds a second label to an error. Does nothing if the text is no part of the source. */
void tn_py_label(const tn_py *p, tunip_diagnostic *d, uint32_t begin, uint32_t end,
                 const char *message);

/* Adds a warning: the statement is read all the same. */
void tn_py_warn(tn_py *p, uint32_t begin, uint32_t end, const char *message);

/* Gives up the statement: until its end, all tokens are PY_STOP. */
void tn_py_break(tn_py *p);

/* Reports the current token where `expected` should be, such as "a name"; the statement breaks
 * off. */
void tn_py_expected(tn_py *p, const char *expected);

/* The same after an item that begins at `begin`. If the token begins another item, the first one is
 * marked: something is missing behind it. */
void tn_py_expected_behind(tn_py *p, uint32_t begin, const char *expected);

/* Reports the error of tn_py_expected(), if there was one. `malformed`: the first token of this
 * kind in the rest of the statement; `open`: a bracket that was still open where the statement
 * ended. Both may be NULL. If one is given, it is the more likely reason and is reported instead.
 * But in `for i in range(16:` it is the colon that is unexpected, as in CPython. */
void tn_py_report_delayed(tn_py *p, const tn_py_malformed *malformed, const uint32_t *open);

static inline tn_py_malformed tn_py_malformed_token(const tn_py *p)
{
    return (tn_py_malformed){p->lexer.fault, tn_py_at(p), tn_py_end_of(p), p->lexer.opener};
}

/* Reports "WHAT are not supported here" from `begin` to the end of the current token; the statement
 * breaks off. */
void tn_py_unsupported(tn_py *p, uint32_t begin, const char *what);

/* The same for the statement that the current token begins. TVM's parser reports it at the head of
 * the enclosing statement: if the script is read as TVM reads it, a note says so. */
void tn_py_unsupported_statement(tn_py *p, const char *what);

/* Takes a token of this kind, or reports that it is missing. */
static inline bool tn_py_expect(tn_py *p, tn_py_kind kind, const char *expected)
{
    if (tn_py_accept(p, kind)) return true;
    tn_py_expected(p, expected);
    return false;
}

/* ---- Docs ---- */

/* The result of constructors when out of memory. */
extern const tunip_doc *const tn_py_no_doc;

/* From `begin` to the end of the previous token. After an error there may be none. */
static inline tn_script_place tn_py_place(const tn_py *p, uint32_t begin)
{
    if (p->options.place.end) return p->options.place;
    return (tn_script_place){begin, p->previous_end < begin ? begin : p->previous_end};
}

/* Makes a Doc from `begin` to the end of the previous token. */
#define TN_PY_NEW(p, ident, KIND, sub, begin)                                                      \
    tunip_doc_##ident *doc =                                                                       \
        tn_script_doc((p)->arena, sizeof *doc, TUNIP_DOC_##KIND, sub, tn_py_place((p), (begin)));  \
    if (!doc) return tn_py_fail_memory(p)

const tunip_doc *tn_py_fail_memory(tn_py *p);

/* Lists: push items, then take the items from index `base` on. */
void tn_py_push_slow(tn_py *p, const tunip_doc *doc);
static inline void tn_py_push(tn_py *p, const tunip_doc *doc)
{
    if (p->list.count < p->list.room)
        p->list.items[p->list.count++] = doc;
    else
        tn_py_push_slow(p, doc);
}
tunip_docs tn_py_take(tn_py *p, size_t base);
/* The same for p->keys; NULL for none. */
const tunip_str *tn_py_take_keys(tn_py *p, size_t base);

/* ---- the grammar ---- */

/* An expression whose operators bind at least as tightly as `least`. */
const tunip_doc *tn_py_parse_expr(tn_py *p, int least);

/* Continues an expression that began with `left` at `begin`. */
const tunip_doc *tn_py_parse_rest(tn_py *p, uint32_t begin, const tunip_doc *left, int least);

/* One expression, or a tuple without parentheses. */
const tunip_doc *tn_py_parse_exprs(tn_py *p, int least);

/* Makes a tuple of the list from `base` on, in parentheses from `begin` on; or returns its only
 * item. */
const tunip_doc *tn_py_group(tn_py *p, uint32_t begin, size_t base, bool is_tuple);

/* The operator of an infix token or an augmented assignment. */
tunip_operator tn_py_operator(tn_py_kind kind);

/* Reads a comparison operator, which may be two tokens. `first` is that of the current token. */
tunip_operator tn_py_parse_comparison_operator(tn_py *p, tunip_operator first);

/* Counts the use of the operand from `middle` on in a second comparison of the chain that begins at
 * `begin`; `before` is the count before the operand. Chains inside of it are repeated, too: in
 * 0 < (0 < (0 < a < 1) < 1) < 1 there are eight uses of `a`, and a few lines of such text would be
 * read for hours. Refuses a chain that repeats too much. */
void tn_py_repeat_operand(tn_py *p, uint32_t begin, uint32_t middle, size_t before);

const tunip_doc *tn_py_new_operation(tn_py *p, tunip_operator op, uint32_t begin, size_t count,
                                     const tunip_doc *const *operands);

/* A name: an ID. */
const tunip_doc *tn_py_parse_id(tn_py *p);

/* The current token as it is: a TUNIP_ID_RAW. */
const tunip_doc *tn_py_parse_raw(tn_py *p);

/* Whether one value can be assigned to the expression, and what it is if not. */
bool tn_py_is_target(const tunip_doc *doc);
const char *tn_py_target_name(const tunip_doc *doc);
/* Reports an expression that nothing can be assigned to. */
void tn_py_check_target(tn_py *p, const tunip_doc *target);

const tunip_doc *tn_py_new_assign(tn_py *p, tunip_role role, uint32_t begin, const tunip_doc *lhs,
                                  const tunip_doc *annotation, const tunip_doc *rhs);

/* The name in the current token. Equal names share their memory. The first function is for names
 * with other characters than those of ASCII. */
tunip_str tn_py_parse_other_name(tn_py *p);
static inline tunip_str tn_py_parse_name(tn_py *p)
{
    if (!p->lexer.is_plain) return tn_py_parse_other_name(p);
    tunip_str name = tn_py_names_put(&p->names, tn_py_token(p), p->lexer.limit);
    if (!name.data) {
        tn_py_fail_memory(p);
        return (tunip_str){"", 0};
    }
    tn_py_advance(p);
    return name;
}

/* A number. `is_negative`: -2^63 is allowed, which is the value for 2^63. */
const tunip_doc *tn_py_parse_int(tn_py *p, uint32_t begin, bool is_negative);
const tunip_doc *tn_py_parse_float(tn_py *p, uint32_t begin);
/* Reports that the number from `begin` is too large. */
void tn_py_report_size(tn_py *p, uint32_t begin);

/* Appends to p->text. */
void tn_py_put(tn_py *p, const char *data, size_t size);
/* The field of an f-string at `at`, a brace, in a string that ends at `end`: appends the field to
 * p->text, pushes its expression, and returns where it ends. */
const char *tn_py_put_field(tn_py *p, const char *at, const char *end);

/* None, True or False. */
const tunip_doc *tn_py_parse_constant(tn_py *p, tunip_literal sub, bool value);

/* Strings, one after the other. */
const tunip_doc *tn_py_parse_string(tn_py *p);

/* The Doc in place of a statement with an error. */
const tunip_doc *tn_py_new_broken(tn_py *p, uint32_t begin);

/* The next statement of the block in this column, and the comments before it, on top of p->list.
 * False at its end. */
bool tn_py_parse_next(tn_py *p, uint32_t column);

/* ======== stmt ======== */

/* Simple statements and comments, for the file with the blocks. */

/* The comments read since the last call, as one text. */
tunip_str tn_py_take_comments(tn_py *p);

/* Pushes a Doc for each comment that was read since then, up to a comment to the left of
 * `column`. */
void tn_py_push_comments(tn_py *p, uint32_t column);
void tn_py_push_comment(tn_py *p, tunip_role role, tn_script_place place, tunip_str text);

const tunip_doc *tn_py_new_expr_stmt(tn_py *p, uint32_t begin, const tunip_doc *expr);

/* A statement without a block; NULL if it is no Doc or has pushed its Docs. */
const tunip_doc *tn_py_parse_simple(tn_py *p);

/* "(a: A, b)", of a function. */
tunip_docs tn_py_parse_parameters(tn_py *p);
/* The same, and the return type, if there is one. */
tunip_docs tn_py_parse_signature(tn_py *p, const tunip_doc **return_type);

/* Replaces the Docs of a broken statement, which are those from `base` on, by one Doc that marks it
 * as broken, and reports the delayed error of the statement. */
void tn_py_recover(tn_py *p, size_t base, uint32_t begin);

/* Skips the lines that are indented more than `column`, from the current token on. */
void tn_py_skip_rest(tn_py *p, uint32_t column);

/* After an error in the head of a definition that begins at `begin`: skips its body, and returns a
 * body that is one broken statement. */
tunip_docs tn_py_recover_body(tn_py *p, uint32_t begin);

/* ======== defer ======== */

/* Bodies of functions that are skipped first, and read when elaborate asks for them. */

/* A body that was skipped. */
typedef struct tn_py_unread {
    tunip_doc_expr_stmt stmt;    /* stands for it */
    const char *line;            /* its first line, or a comment before it */
    const tn_py_indent *indents; /* of the blocks around it */
    size_t indent_count;
    tn_script_place around; /* the head of the function */
    size_t in_order;        /* its number among the items of later.c */
    bool is_read;
} tn_py_unread;

#define TN_PY_NOT_AHEAD SIZE_MAX

/* A function whose parameters and return type were skipped. */
typedef struct tn_py_function {
    tunip_doc_function doc; /* its args are tn_unread_args */
    const char *signature;  /* its opening parenthesis */
    const tn_py_indent *indents;
    size_t indent_count;
    tn_script_place around; /* the head of the class around it */
    uint32_t keyword;
    bool is_read;
    size_t to_declare; /* its number among the items of later.c as a function to declare, or
                          TN_PY_NOT_AHEAD */
    size_t in_order;   /* and as a function to read */
} tn_py_function;

/* Skips the parameters and the return type of a function, up to its colon, which becomes the
 * current token. The current token is its opening parenthesis. Stores in *returns whether there is
 * a return type. Returns false, with nothing skipped, if a usual block does not follow, or if they
 * have comments or characters that are rare in a script. */
bool tn_py_skip_signature(tn_py *p, bool *returns);
/* The indents around the current line, in memory that lives as long as the parser. */
const tn_py_indent *tn_py_keep_indents(tn_py *p, size_t count);

/* Skips a block. The current token is its INDENT; its first line, or a comment before it, begins at
 * `line`. Pushes a statement that represents the block, and continues after the block. Returns
 * false if the end of the block cannot be found without parsing it. */
bool tn_py_defer_block(tn_py *p, const char *line);

/* Skips the rest of a definition, from the opening parenthesis of its parameters, whatever Python
 * it has: to the line before the next one that is not indented more than `column`. Returns the end
 * of its last line. */
const char *tn_py_skip_definition(tn_py *p, size_t column);

/* The same as tn_python_read_body(), but does not record that the body was read. Only `p` and
 * `arena` change, so several parsers can read the bodies that one of them skipped. */
tunip_docs tn_py_read_body(tn_py *p, tn_arena *arena, const tn_py_unread *unread);
/* A copy of the function with its parameters and its return type, likewise. If they have an error,
 * the copy has no parameters, and its body is one broken statement. */
const tunip_doc *tn_py_read_function(tn_py *p, tn_arena *arena, const tn_py_function *function);

#endif
