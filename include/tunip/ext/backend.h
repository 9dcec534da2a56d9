/* backend.h -- for authors of backends: Docs in, bytes out.
 *
 * The extension tier, guarded by TUNIP_BACKEND_ABI. A backend is one small function per Doc kind;
 * it writes to a writer that owns indentation, newlines and spans, and never sees an IR node.
 *
 * Errors: the first failure, of memory or of tunip_writer_fail(), ends the print; what is written
 * after it is dropped, so nobody looks. No C++ exception and no longjmp() may leave a function of a
 * backend. Threads: a writer belongs to one print, and one thread at a
 * time writes to it; several prints may call the same functions at once. Docs and their texts live
 * until the print is over and are not the backend's to free or change. */
#ifndef TUNIP_BACKEND_H
#define TUNIP_BACKEND_H

#include <tunip/ext/doc.h>
#include <tunip/ext/setting.h>
#include <tunip/print.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of what this header and doc.h lay out: tables by operator, role or literal are as
 * long as the enum was when they were compiled, so one more operator is another version. */
#define TUNIP_BACKEND_ABI 1u

/* The first members are public so that short writes are inline; the rest is the writer's. */
typedef struct tunip_writer {
    char *cursor;
    char *end;
} tunip_writer;

/* What tunip_write() does when there is no room left. */
TUNIP_API void tunip_write_slow(tunip_writer *w, const char *data, size_t size);

/* Appends bytes, which hold no newline: newlines are tunip_write_newline()'s. Most are a name of a
 * few letters, for which a call of memcpy would cost more than the copy. */
static inline void tunip_write(tunip_writer *w, const char *data, size_t size)
{
    char *to = w->cursor;
    if ((size_t)(w->end - to) < size) {
        tunip_write_slow(w, data, size);
        return;
    }
    w->cursor += size;
    if (size > 16) {
        memcpy(to, data, size);
    } else if (size >= 8) {
        memcpy(to, data, 8);
        memcpy(to + size - 8, data + size - 8, 8);
    } else if (size >= 4) {
        memcpy(to, data, 4);
        memcpy(to + size - 4, data + size - 4, 4);
    } else {
        for (size_t i = 0; i < size; i++) to[i] = data[i];
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
        tunip_write_slow(w, &c, 1);
    else
        *w->cursor++ = c;
}

/* Starts a new line at the current indentation. */
TUNIP_API void tunip_write_newline(tunip_writer *w);
/* Ends the line and starts one with no indentation, whatever the current indentation is. */
TUNIP_API void tunip_write_blank_line(tunip_writer *w);
/* Changes the indentation of the lines that follow by one step. */
TUNIP_API void tunip_write_indent(tunip_writer *w);
TUNIP_API void tunip_write_dedent(tunip_writer *w);

/* Brackets text that is about the program and not of it: comments, doc strings. Underlines leave it
 * out. Asides do not nest. */
TUNIP_API void tunip_write_aside_begin(tunip_writer *w);
TUNIP_API void tunip_write_aside_end(tunip_writer *w);

/* Writes a Doc of one kind. */
typedef void (*tunip_emit_fn)(tunip_writer *w, const tunip_doc *doc);

/* Emits `doc` through the backend's table and records its span. NULL emits nothing. An item of a
 * body may be of no kind of doc_kinds.def: a statement whose text is there already, to be emitted
 * like the others. */
TUNIP_API void tunip_emit(tunip_writer *w, const tunip_doc *doc);
/* Emits `doc` by another function than the table's, where it looks different than elsewhere, and
 * records its span. NULL emits nothing. */
TUNIP_API void tunip_emit_as(tunip_writer *w, const tunip_doc *doc, tunip_emit_fn emit);
/* Writes `text` as what `doc` becomes, which may be NULL, and records its span: a word that another
 * language has for it. */
TUNIP_API void tunip_write_as(tunip_writer *w, const tunip_doc *doc, const char *text);
/* Emits `docs` with `separator` between them. */
TUNIP_API void tunip_emit_joined(tunip_writer *w, tunip_docs docs, const char *separator);

/* A member of a body may have something to say before any of the members does: a declaration. */
typedef enum tunip_member_part {
    TUNIP_MEMBER_AHEAD,
    TUNIP_MEMBER_ITSELF,
    TUNIP_MEMBER__COUNT
} tunip_member_part;

/* Writes a part of `member`, which is in the body of `around`; neither is NULL. */
typedef void (*tunip_emit_member_fn)(tunip_writer *w, const tunip_doc *around,
                                     const tunip_doc *member, tunip_member_part part);

/* Emits a part of a member, which is not NULL, through the backend's `emit_member`, or what text
 * there is of it. Where `around` is NULL, or the backend has no such function, there is nothing
 * ahead and the member itself is emitted as any Doc. */
TUNIP_API void tunip_emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                                 tunip_member_part part);

/* ---- forms that many languages share ---- */

/* `doc` behind `before`; for NULL neither. */
static inline void tunip_emit_behind(tunip_writer *w, const char *before, const tunip_doc *doc)
{
    if (!doc) return;
    tunip_write_text(w, before);
    tunip_emit(w, doc);
}
/* `docs` with ", " between them, and what is around them. */
static inline void tunip_emit_within(tunip_writer *w, const char *open, tunip_docs docs,
                                     const char *close)
{
    tunip_write_text(w, open);
    tunip_emit_joined(w, docs, ", ");
    tunip_write_text(w, close);
}
/* The arguments of a call, without parentheses: a, b, key=c. `write_key` writes the keywords, as
 * tunip_write_name() does. `whole`: with the property that a partial call leaves out, as one more;
 * an exact expression (TUNIP_CALL_REPLACED, _CONTINUED) is for the caller to write. */
TUNIP_API void tunip_emit_arguments(tunip_writer *w, const tunip_doc_call *call, bool whole,
                                    void (*write_key)(tunip_writer *w, tunip_str key));
/* Tuples (a, b) and (a,), lists [a, b], dicts {a: b}: for the table of a language like that. */
TUNIP_API void tunip_emit_tuple(tunip_writer *w, const tunip_doc *doc);
TUNIP_API void tunip_emit_list(tunip_writer *w, const tunip_doc *doc);
TUNIP_API void tunip_emit_dict(tunip_writer *w, const tunip_doc *doc);
/* Emits a tuple of at least `least` elements without parentheses, as several names are assigned,
 * and anything else as it is. */
TUNIP_API void tunip_emit_bare(tunip_writer *w, const tunip_doc *doc, size_t least);
/* How many elements a tuple has; of anything else there is one. */
TUNIP_API size_t tunip_tuple_size(const tunip_doc *doc);

/* How an operator is written: before its operand or between its two. The more tightly it binds, the
 * higher is `bind`, which is 2 at least: a lambda binds as 1, and what is no operation tighter than
 * every operator, as TUNIP_BIND_ATOM. Operators that bind alike group to the left. */
typedef struct tunip_operator_form {
    uint8_t arity; /* 1 or 2; a language has its own way with others */
    uint8_t bind;
    tunip_str text; /* with the blanks around it */
} tunip_operator_form;

enum { TUNIP_BIND_LAMBDA = 1, TUNIP_BIND_ATOM = 255 };

/* A form for each tunip_operator, as in Python, but for what groups to the right there. */
TUNIP_API extern const tunip_operator_form tunip_usual_operators[TUNIP_OP__COUNT];

/* What tunip_emit_operand() does when `doc` is not just a literal or a name. */
TUNIP_API void tunip_emit_operand_slow(tunip_writer *w, const tunip_operator_form *forms,
                                       const tunip_doc *doc, int least);
/* Emits `doc`, in parentheses unless it binds at least as tightly as `least`. `forms` are like
 * tunip_usual_operators, here and below. */
static inline void tunip_emit_operand(tunip_writer *w, const tunip_operator_form *forms,
                                      const tunip_doc *doc, int least)
{
    if (!doc || doc->kind < TUNIP_DOC_SLICE)
        tunip_emit(w, doc);
    else
        tunip_emit_operand_slow(w, forms, doc, least);
}
/* Emits an operation, whose operands get the parentheses they need. It is a failure if `forms` has
 * another arity. */
TUNIP_API void tunip_emit_operation(tunip_writer *w, const tunip_operator_form *forms,
                                    const tunip_doc *doc);

/* Statements, each on a line of its own. */
TUNIP_API void tunip_emit_lines(tunip_writer *w, tunip_docs stmts);
/* `open`, statements indented below it, and `close` below them: " {" and "}". NULL for `close`: no
 * such line. */
TUNIP_API void tunip_emit_body(tunip_writer *w, const char *open, tunip_docs body,
                               const char *close);
/* Those of a block, which is no more than that. */
TUNIP_API void tunip_emit_block(tunip_writer *w, const tunip_doc *doc);
/* Each line of `text` behind `before`, "# " or the like, as an aside. */
TUNIP_API void tunip_write_comment(tunip_writer *w, const char *before, tunip_str text);
/* The comment of a statement, which is not NULL, in lines above it if it has one. */
TUNIP_API void tunip_write_remark(tunip_writer *w, const char *before, const tunip_doc *stmt);

/* ---- values, for languages that have no form of their own for them ---- */

/* In decimal. */
TUNIP_API void tunip_write_int(tunip_writer *w, int64_t value);
/* With as many digits as it takes to read the same value back, of 15 to 17 but for zeros at the
 * end, and always with a point or an exponent. What is no number is "nan" or "inf", with a sign. */
TUNIP_API void tunip_write_float(tunip_writer *w, double value);
/* On one line between two of `quote`, an ASCII character. What a reader would see stands for
 * itself; else there are \n, \r, \t, \\, a backslash before `quote`, \xNN for other bytes of ASCII
 * and those that are no UTF-8, and \uNNNN or \UNNNNNNNN for other characters. */
TUNIP_API void tunip_write_quoted(tunip_writer *w, tunip_str text, char quote);
/* Each line of `text` behind `before`. A newline at the end begins no further line. */
TUNIP_API void tunip_write_lines(tunip_writer *w, const char *before, tunip_str text);
/* An identifier, or several with dots between them, as it is; any other name between two of `. */
TUNIP_API void tunip_write_name(tunip_writer *w, tunip_str name);
/* A literal: none, true, false, a number or a string as above, a quoted expression as it is. */
TUNIP_API void tunip_emit_literal(tunip_writer *w, const tunip_doc *doc);
/* Whether `name` is none, true, false, nan or inf: for tunip_backend.is_reserved. */
TUNIP_API bool tunip_is_literal(tunip_str name);
/* A name as above, without the type it may have (TUNIP_ID_TYPED). What was text before it became an
 * ID, lines, a number or "<cycle>", is written as it is. */
TUNIP_API void tunip_emit_id(tunip_writer *w, const tunip_doc *doc);

/* ---- paths, for backends that show them: see TUNIP_BACKEND_PATHS ---- */

/* The text form of a path; of `above`, which is one of its ancestors or NULL, only what it has
 * more. Control characters, which names of fields may have, become \xNN. */
TUNIP_API void tunip_write_path(tunip_writer *w, const tunip_path *path, const tunip_path *above);
/* The paths of a Doc beside doc->path, one at a time; NULL behind the last. `more` points to a copy
 * of doc->more_paths, which goes along. */
TUNIP_API const tunip_path *tunip_writer_next_path(const tunip_writer *w, uint32_t *more);

/* The backend's settings for this print: the struct its rows describe; NULL when it has none. */
TUNIP_API const void *tunip_writer_settings(const tunip_writer *w);

/* The backend's memory for this print, zeroed at its beginning. Without a `state_size` to ask is a
 * failure, with TUNIP_ERROR_RULE. */
TUNIP_API void *tunip_writer_state(tunip_writer *w);

/* The namespaces of all dialects, in order of registration. */
TUNIP_API const tunip_namespace *tunip_writer_namespaces(const tunip_writer *w, size_t *count);
/* That of the dialect whose rule made `doc`; NULL when there is none. */
TUNIP_API const tunip_namespace *tunip_writer_namespace(const tunip_writer *w,
                                                        const tunip_doc *doc);

/* Reports a failure: the print ends with TUNIP_ERROR_RULE and this message. */
TUNIP_API void tunip_writer_fail(tunip_writer *w, const char *format, ...) TUNIP_PRINTF(2, 3);

/* What a backend asks of a print, and what it does without. */
typedef enum tunip_backend_flag {
    /* A body has all its statements as Docs: none is text already (see tunip_emit()). */
    TUNIP_BACKEND_WHOLE = 1 << 0,
    /* The text is of no use without the metadata section, which is always there if there is any. */
    TUNIP_BACKEND_METADATA = 1 << 1,
    /* There are no header lines, which import dialects into Python. */
    TUNIP_BACKEND_NO_HEADER = 1 << 2,
    /* Docs have paths even without a source map. */
    TUNIP_BACKEND_PATHS = 1 << 3,
    /* What a text leaves out is told by the language, not by the user: all that dialects let one
     * choose is as by default, but for their prefixes. */
    TUNIP_BACKEND_DEFAULTS = 1 << 4,
    /* A variable that is defined a second time is told apart: TUNIP_ID_AGAIN. */
    TUNIP_BACKEND_AGAIN = 1 << 5,
    /* The free variables of an expression are declared in front of it, as they are elsewhere, even
     * without tunip_print_options.verbose_expr: nothing else says of which type they are. */
    TUNIP_BACKEND_DECLARES = 1 << 6,
    /* A text from which the IR cannot be built again is a failure: see tunip_account in
     * <tunip/ext/dialect.h>. Nodes that are left to the metadata section have all that is in
     * them. */
    TUNIP_BACKEND_EXACT = 1 << 7,
    TUNIP_BACKEND__KNOWN = (1 << 8) - 1 /* all of them */
} tunip_backend_flag;

/* A backend, as tunip_context_add_backend() takes it. All of it outlives the contexts it is
 * registered with, and is not changed meanwhile. */
typedef struct tunip_backend {
    uint32_t abi;  /* TUNIP_BACKEND_ABI, always first */
    uint32_t size; /* sizeof(tunip_backend) */
    const char *name;
    const char *summary;       /* one line for `tunip dialects`; or NULL */
    const tunip_emit_fn *emit; /* indexed by tunip_doc_kind: no holes */
    size_t kind_count;         /* TUNIP_DOC__COUNT when it was compiled */
    /* Writes the section that goes before a text whose metadata is to be shown, with a newline at
     * its end; `saved` is the saved graph (JSON) of a map from type keys to arrays. Here, and only
     * here, newlines may be written as bytes. NULL: the backend has no such section. */
    void (*emit_metadata)(tunip_writer *w, tunip_str saved);
    /* What the user may choose: "<name>.<row's name>". A backend that was compiled before there
     * were settings has a `size` that ends here. */
    const tunip_setting_row *settings;
    size_t setting_count;
    size_t settings_size;
    /* Emits the Doc of the whole text, with what goes before and behind it. NULL: as any other. A
     * backend that was compiled before there was this member has a `size` that ends here. */
    tunip_emit_fn emit_root;
    size_t state_size; /* of tunip_writer_state() */
    /* Whether variables may not be called so: keywords of the language, names that the backend
     * takes for itself. For a text that is, some text with "_1", "_2", ... behind is not. NULL: all
     * names may be used. */
    bool (*is_reserved)(tunip_str name);
    uint32_t flags; /* of tunip_backend_flag */
    /* Emits a part of a member of a body whose other members need not be known. That may be long
     * before the body is emitted, by tunip_emit_member(): `around` has no body then, and both parts
     * of a member are emitted before those of the next. The state is as the members before left
     * it. A member that asks for a namespace that is not used yet is a guess: its text is dropped,
     * the state put back, and it is emitted again when all is known. NULL: members have
     * nothing to say ahead, and are emitted as any Doc. A backend that was compiled before there
     * was this member has a `size` that ends here. */
    tunip_emit_member_fn emit_member;
    int indent_spaces; /* of a step, unless the options say; 0: 4 */
} tunip_backend;

#ifdef __cplusplus
}
#endif
#endif
