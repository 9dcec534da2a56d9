/* backend.h -- for authors of backends. A backend turns Docs into text.
 *
 * This header is for extensions, and TUNIP_BACKEND_ABI guards its layout. A backend has one small
 * function for each kind of Doc, and never sees an IR node. Its functions write to a writer, which
 * handles indentation, newlines and spans.
 *
 * Errors: the first failure, of memory or by tunip_writer_fail(), makes the print fail. Later
 * output is discarded, so a backend need not check. No C++ exception and no longjmp() may leave a
 * function of a backend. Threads: a writer belongs to one print, and one thread at a time writes to
 * it; several prints may call the same functions at once. Ownership: Docs and their texts belong to
 * the print; a backend neither frees nor changes them. A Doc is valid until the function that
 * received it returns. After that, its memory may be reused (tunip_frame_add_unit() of dialect.h),
 * so a backend copies the data that it needs later. With TUNIP_BACKEND_WHOLE all Docs live until
 * the print ends. NULL: arguments must not be NULL unless the comment allows it. */
#ifndef TUNIP_BACKEND_H
#define TUNIP_BACKEND_H

#include <tunip/ext/doc.h>
#include <tunip/ext/setting.h>
#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the layouts in this header and doc.h. A backend has tables that are indexed by
 * operator, role or literal, and whose length was fixed when it was compiled. So a new operator,
 * role or literal needs a new version. */
#define TUNIP_BACKEND_ABI 1u

/* The first members are public so that short writes are inline, and so that a backend can write a
 * name without a call. The other members are private. */
typedef struct tunip_writer {
    char *cursor;
    char *end;
    bool has_spans; /* tunip_emit() records spans. If not, a backend may write a Doc of a bounded
                       depth, whose kind it has looked at, without tunip_emit() */
} tunip_writer;

/* The slow paths of tunip_write() and tunip_write_char(): the buffer is full. */
TUNIP_API void tunip_write_slow(tunip_writer *w, const char *data, size_t size);
TUNIP_API void tunip_write_char_slow(tunip_writer *w, char c);

/* Appends bytes without newlines; use tunip_write_newline() for those. Most writes are names of a
 * few letters, for which a call of memcpy() would cost more than the copy. */
static inline void tunip_write(tunip_writer *w, const char *data, size_t size)
{
    char *to = w->cursor;
    if ((size_t)(w->end - to) < size) {
        tunip_write_slow(w, data, size);
        return;
    }
    w->cursor = to + size;
    if (size < 4) {
        if (!size) return;
        to[0] = data[0]; /* without a loop, whose end is hard to predict */
        to[size / 2] = data[size / 2];
        to[size - 1] = data[size - 1];
    } else if (size <= 8) {
        memcpy(to, data, 4);
        memcpy(to + size - 4, data + size - 4, 4);
    } else if (size <= 16) {
        memcpy(to, data, 8);
        memcpy(to + size - 8, data + size - 8, 8);
    } else {
        memcpy(to, data, size);
    }
}

static inline void tunip_write_str(tunip_writer *w, tunip_str text)
{
    tunip_write(w, text.data, text.size);
}
static inline void tunip_write_text(tunip_writer *w, const char *text)
{
    tunip_write(w, text, strlen(text));
}
static inline void tunip_write_char(tunip_writer *w, char c)
{
    if (w->cursor == w->end)
        tunip_write_char_slow(w, c);
    else
        *w->cursor++ = c;
}

/* Starts a new line at the current indentation. */
TUNIP_API void tunip_write_newline(tunip_writer *w);
/* Ends the line and starts a new one without indentation. */
TUNIP_API void tunip_write_blank_line(tunip_writer *w);
/* Changes the indentation of the lines that follow by one step. */
TUNIP_API void tunip_write_indent(tunip_writer *w);
TUNIP_API void tunip_write_dedent(tunip_writer *w);

/* Call these functions before and after an aside: text that is not part of the program, such as a
 * comment. Underlines skip asides. Asides do not nest. */
TUNIP_API void tunip_write_aside_begin(tunip_writer *w);
TUNIP_API void tunip_write_aside_end(tunip_writer *w);

/* Writes a Doc of one kind. */
typedef void (*tunip_emit_fn)(tunip_writer *w, const tunip_doc *doc);

/* Emits `doc` through the backend's table and records its span. NULL emits nothing. An item of a
 * body may be a prerendered statement, whose kind is not in doc_kinds.def. Emit it with
 * tunip_emit(), like any other item. */
TUNIP_API void tunip_emit(tunip_writer *w, const tunip_doc *doc);
/* Emits `doc` with `emit` instead of the table's function, and records its span. Use this at places
 * where a Doc has another form than elsewhere. A NULL `doc` emits nothing. */
TUNIP_API void tunip_emit_as(tunip_writer *w, const tunip_doc *doc, tunip_emit_fn emit);
/* Writes `text` instead of `doc`, and records its range as the span of `doc`. Use this if the
 * backend's language has a fixed word for the Doc. If `doc` is NULL, records no span. */
TUNIP_API void tunip_write_as(tunip_writer *w, const tunip_doc *doc, const char *text);
/* Writes one character of a text. */
typedef void (*tunip_write_char_fn)(tunip_writer *w, char c);

/* Emits `doc` through the backend's table, for a place inside a string literal: `escape` writes
 * each byte of its text in the way that the string needs, a newline as well. The spans of the Docs
 * inside are the bytes that `escape` wrote. `doc` must not contain asides. */
TUNIP_API void tunip_emit_escaped(tunip_writer *w, const tunip_doc *doc,
                                  tunip_write_char_fn escape);
/* Emits `docs` with `separator` between them. */
TUNIP_API void tunip_emit_joined(tunip_writer *w, tunip_docs docs, const char *separator);

/* The parts of a member of a body, such as a function of a module. */
typedef enum tunip_member_part {
    TUNIP_MEMBER_AHEAD,  /* text that precedes all members, such as a forward declaration */
    TUNIP_MEMBER_ITSELF, /* the member */
    TUNIP_MEMBER__COUNT
} tunip_member_part;

/* Writes a part of `member`, which is in the body of `around`; neither is NULL. */
typedef void (*tunip_emit_member_fn)(tunip_writer *w, const tunip_doc *around,
                                     const tunip_doc *member, tunip_member_part part);

/* Emits a part of `member`, which is not NULL, through the backend's `emit_member`, or copies its
 * prerendered text. If `around` is NULL or the backend has no such function, AHEAD emits nothing
 * and ITSELF emits the member like any Doc. */
TUNIP_API void tunip_emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                                 tunip_member_part part);

/* ---- forms that many languages share ---- */

/* Writes `before` and emits `doc`; does nothing if `doc` is NULL. */
static inline void tunip_emit_behind(tunip_writer *w, const char *before, const tunip_doc *doc)
{
    if (!doc) return;
    tunip_write_text(w, before);
    tunip_emit(w, doc);
}
/* Emits `docs` separated by ", ", between `open` and `close`. */
static inline void tunip_emit_within(tunip_writer *w, const char *open, tunip_docs docs,
                                     const char *close)
{
    tunip_write_text(w, open);
    tunip_emit_joined(w, docs, ", ");
    tunip_write_text(w, close);
}
/* Emits the arguments of a call without parentheses: a, b, key=c. `write_key` writes a keyword; it
 * may be tunip_write_name(). With `whole`, the function also writes the property that a partial
 * call omits, as a keyword argument. It never writes the exact expression of a TUNIP_CALL_REPLACED
 * or _CONTINUED: a backend that needs this expression writes it. */
TUNIP_API void tunip_emit_arguments(tunip_writer *w, const tunip_doc_call *call, bool whole,
                                    void (*write_key)(tunip_writer *w, tunip_str key));
/* Tuples (a, b) and (a,), lists [a, b], dicts {a: b}: emit functions for languages with this
 * syntax. */
TUNIP_API void tunip_emit_tuple(tunip_writer *w, const tunip_doc *doc);
TUNIP_API void tunip_emit_list(tunip_writer *w, const tunip_doc *doc);
TUNIP_API void tunip_emit_dict(tunip_writer *w, const tunip_doc *doc);
/* Emits a tuple of at least `least` elements without parentheses, as in `a, b = f()`, and any other
 * Doc as usual. */
TUNIP_API void tunip_emit_bare(tunip_writer *w, const tunip_doc *doc, size_t least);
/* The number of elements of a tuple; 1 for any other Doc. */
TUNIP_API size_t tunip_tuple_size(const tunip_doc *doc);

/* The syntax of an operator: prefix (arity 1) or infix (arity 2). Operators of equal `bind` group
 * to the left. */
typedef struct tunip_operator_form {
    uint8_t arity;  /* 1 or 2; a backend writes other operators itself */
    uint8_t bind;   /* the precedence, at least 2: a higher number binds more tightly. A lambda has
                       TUNIP_BIND_LAMBDA, a Doc that is not an operation TUNIP_BIND_ATOM */
    tunip_str text; /* including the blanks around it */
} tunip_operator_form;

enum { TUNIP_BIND_LAMBDA = 1, TUNIP_BIND_ATOM = 255 };

/* The forms of all operators, as in Python, except that all group to the left. */
TUNIP_API extern const tunip_operator_form tunip_usual_operators[TUNIP_OP__COUNT];

/* The slow path of tunip_emit_operand(): `doc` is neither a literal nor a name. */
TUNIP_API void tunip_emit_operand_slow(tunip_writer *w, const tunip_operator_form *forms,
                                       const tunip_doc *doc, int least);
/* Emits `doc`, which may be NULL, in parentheses unless its `bind` is at least `least`. Here and
 * below `forms` is a table like tunip_usual_operators. */
static inline void tunip_emit_operand(tunip_writer *w, const tunip_operator_form *forms,
                                      const tunip_doc *doc, int least)
{
    if (!doc || doc->kind < TUNIP_DOC_SLICE)
        tunip_emit(w, doc);
    else
        tunip_emit_operand_slow(w, forms, doc, least);
}
/* Emits an operation and puts operands in parentheses where needed. Fails if the number of operands
 * is not the arity in `forms`. */
TUNIP_API void tunip_emit_operation(tunip_writer *w, const tunip_operator_form *forms,
                                    const tunip_doc *doc);

/* Statements, each on a line of its own. */
TUNIP_API void tunip_emit_lines(tunip_writer *w, tunip_docs stmts);
/* Writes `open`, the indented statements, and `close` on a line of its own: " {" and "}". If
 * `close` is NULL, there is no such line. */
TUNIP_API void tunip_emit_body(tunip_writer *w, const char *open, tunip_docs body,
                               const char *close);
/* The statements of a block. */
TUNIP_API void tunip_emit_block(tunip_writer *w, const tunip_doc *doc);
/* Writes each line of `text` after `before` (for example "# "), as an aside. */
TUNIP_API void tunip_write_comment(tunip_writer *w, const char *before, tunip_str text);
/* Writes the comment of `stmt`, if it has one, on lines above it. Writes nothing for a statement
 * that does not begin a line, such as the `if` of `%0 = if ...`. `stmt` is not NULL. */
TUNIP_API void tunip_write_remark(tunip_writer *w, const char *before, const tunip_doc *stmt);

/* ---- values, for languages that have no form of their own for them ---- */

/* In decimal. */
TUNIP_API void tunip_write_int(tunip_writer *w, int64_t value);
/* Writes a float with 15, 16 or 17 digits: with the smallest number of digits that reads back as
 * the same value. Writes no trailing zeros, and always a point or an exponent. NaN and infinity are
 * "nan" and "inf", with a sign. */
TUNIP_API void tunip_write_float(tunip_writer *w, double value);
/* Writes `text` on one line between two `quote` characters (ASCII). Visible characters are written
 * unchanged. The others are escaped: \n, \r, \t, \\, a backslash before `quote`, \xNN for other
 * ASCII bytes and bytes that are not UTF-8, and \uNNNN or \UNNNNNNNN for other characters. */
TUNIP_API void tunip_write_quoted(tunip_writer *w, tunip_str text, char quote);
/* Writes an identifier, or several separated by dots, unchanged; any other name between
 * backquotes. */
TUNIP_API void tunip_write_name(tunip_writer *w, tunip_str name);
/* Emits a literal: none, true, false, a number as tunip_write_int() and tunip_write_float() write
 * it, or a string as tunip_write_quoted() writes it. A TUNIP_LITERAL_QUOTED is an expression: it is
 * written without quotes. */
TUNIP_API void tunip_emit_literal(tunip_writer *w, const tunip_doc *doc);
/* Whether `name` is one of the words none, true, false, nan and inf, which tunip_emit_literal()
 * writes. Use it in tunip_backend.is_reserved. */
TUNIP_API bool tunip_is_literal(tunip_str name);
/* Emits the name of an ID with tunip_write_name(), without its type (TUNIP_ID_TYPED). IDs that are
 * not names (several lines, a number, "<cycle>") are written unchanged. */
TUNIP_API void tunip_emit_id(tunip_writer *w, const tunip_doc *doc);

/* ---- paths, for backends that show them: see TUNIP_BACKEND_PATHS ---- */

/* Writes the text form of a path. `above` is NULL or an ancestor of the path; then writes only the
 * steps after it. Control characters in names of fields become \xNN. */
TUNIP_API void tunip_write_path(tunip_writer *w, const tunip_path *path, const tunip_path *above);
/* The next path of a Doc after doc->path, which is the first one; NULL after the last. `more` is
 * the iterator: initialise it with doc->more_paths. */
TUNIP_API const tunip_path *tunip_writer_next_path(const tunip_writer *w, uint32_t *more);

/* The backend's settings for this print: the struct its rows describe; NULL when it has none. */
TUNIP_API const void *tunip_writer_settings(const tunip_writer *w);

/* The backend's memory for this print, initially zero. If `state_size` is 0, the print fails with
 * TUNIP_ERROR_RULE. */
TUNIP_API void *tunip_writer_state(tunip_writer *w);

/* The namespaces of all dialects, in order of registration. */
TUNIP_API const tunip_namespace *tunip_writer_namespaces(const tunip_writer *w, size_t *count);
/* The namespace of the dialect whose rule made `doc`; NULL if there is none. */
TUNIP_API const tunip_namespace *tunip_writer_namespace(const tunip_writer *w,
                                                        const tunip_doc *doc);

/* Reports a failure: the print ends with TUNIP_ERROR_RULE and this message. */
TUNIP_API void tunip_writer_fail(tunip_writer *w, const char *format, ...) TUNIP_PRINTF(2, 3);

/* The requirements of a backend. */
typedef enum tunip_backend_flag {
    /* Bodies hold all statements as Docs, none of them prerendered (see tunip_emit()). */
    TUNIP_BACKEND_WHOLE = 1 << 0,
    /* The text always includes the metadata section, unless that is empty. */
    TUNIP_BACKEND_METADATA = 1 << 1,
    /* Omit the header lines, which import dialects into Python. */
    TUNIP_BACKEND_NO_HEADER = 1 << 2,
    /* Docs have paths even without a source map. */
    TUNIP_BACKEND_PATHS = 1 << 3,
    /* All settings of dialects except their prefixes have their defaults, because the language and
     * not the user decides what the text omits. */
    TUNIP_BACKEND_DEFAULTS = 1 << 4,
    /* The ID of a second definition of a variable is TUNIP_ID_AGAIN. */
    TUNIP_BACKEND_AGAIN = 1 << 5,
    /* Declare the free variables of an expression even without tunip_print_options.verbose_expr,
     * because the text shows their types nowhere else. */
    TUNIP_BACKEND_DECLARES = 1 << 6,
    /* The print fails if the IR cannot be rebuilt from the text: see tunip_account in
     * <tunip/ext/dialect.h>. A node in the metadata section does not make the print fail, because
     * the section has all of its fields. */
    TUNIP_BACKEND_EXACT = 1 << 7,
    /* The metadata section follows the text. */
    TUNIP_BACKEND_METADATA_LAST = 1 << 8,
    /* White space at the end of the text stays. */
    TUNIP_BACKEND_KEEPS_END = 1 << 9,
    /* This language has no form for IR of a dialect that has a language of its own, that is, a
     * backend with the name of the dialect ("relay"). A print of such IR with this backend
     * fails. */
    TUNIP_BACKEND_SHARED = 1 << 10,
    /* The language belongs to the dialect of the same name, and has no forms for other dialects. A
     * print fails if this dialect has no tunip_root for the root. */
    TUNIP_BACKEND_OWN = 1 << 11,
    TUNIP_BACKEND__KNOWN = (1 << 12) - 1 /* all of them */
} tunip_backend_flag;

/* A backend, for tunip_context_add_backend(). It must outlive the contexts it is registered with,
 * and must not change meanwhile. */
typedef struct tunip_backend {
    uint32_t abi;  /* TUNIP_BACKEND_ABI, always first */
    uint32_t size; /* sizeof(tunip_backend) */
    const char *name;
    const char *summary;       /* one line for `tunip dialects`; or NULL */
    const tunip_emit_fn *emit; /* indexed by tunip_doc_kind; no entry is NULL */
    size_t kind_count;         /* TUNIP_DOC__COUNT at the time of its compilation */
    /* Writes the metadata section and a newline after it. The section stands above the text, or
     * below it with TUNIP_BACKEND_METADATA_LAST. `saved` is the saved graph (JSON) of a map from
     * type keys to arrays. This function may pass newlines to tunip_write(); all other functions
     * must use tunip_write_newline(). NULL: the backend has no such section. */
    void (*emit_metadata)(tunip_writer *w, tunip_str saved);
    /* Settings for users: "<name>.<row's name>". (If a backend was compiled before this member
     * existed, its struct ends here, and its `size` is smaller.) */
    const tunip_setting_row *settings;
    size_t setting_count;
    size_t settings_size;
    /* Emits the root Doc, with any text before and after it. NULL: emit it like any other Doc. (As
     * above, an older `size` ends here.) */
    tunip_emit_fn emit_root;
    size_t state_size; /* the size of tunip_writer_state(), in bytes */
    /* Whether `name` is unavailable for variables, because it is a keyword of the language or used
     * by the backend. For each reserved name, some name with the suffix "_1", "_2", ... must be
     * available. NULL: all names are available. */
    bool (*is_reserved)(tunip_str name);
    uint32_t flags; /* of tunip_backend_flag */
    /* Emits a part of a member of a body (see tunip_emit_member()) without reading the other
     * members. NULL: members are emitted like any Doc, and nothing precedes them. If a print needs
     * only text, the library calls this function as soon as a rule has made the member, before it
     * emits the body. Then `around` has no body. The library emits both parts of a member before
     * the parts of the next member, and the state is as the previous member left it. If a member is
     * the first to use a namespace, the library discards the text of the member, restores the
     * state, and emits the member again at the end. (As above, an older `size` ends here.) */
    tunip_emit_member_fn emit_member;
    int indent_spaces; /* spaces per indentation step, unless the options set them. 0: 4 */
    unsigned vintage;  /* the last version of TVM whose IR can be written: 23 is v0.23. 0: all */
    /* The format of the graph in emit_metadata(), by name. NULL: the usual one. (As above, an older
     * `size` ends here.) */
    const char *metadata_format;
    /* The text that begins a comment at the end of a line: " # ". The library writes such comments
     * for tunip_print_options.spans. NULL: none. (As above, an older `size` ends here.) */
    const char *comment;
    /* Writes what stands in place of the metadata section, and a newline, if that is in a file of
     * this name. NULL: the language has no form for it. (As above, an older `size` ends here.) */
    void (*emit_metadata_file)(tunip_writer *w, tunip_str name);
} tunip_backend;

#ifdef __cplusplus
}
#endif
#endif
