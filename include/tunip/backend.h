/* backend.h -- for authors of backends: Docs in, bytes out.
 *
 * The extension tier, guarded by TUNIP_BACKEND_ABI. A backend is one small function per Doc kind;
 * it writes to a writer that owns indentation, newlines and spans, and never sees an IR node.
 *
 * Errors: the first failure, of memory or of tunip_writer_fail(), ends the print; what is written
 * after it is dropped, so nobody looks. Threads: a writer belongs to one print, and one thread at a
 * time writes to it; several prints may call the same functions at once. Docs and their texts live
 * until the print is over and are not the backend's to free or change. */
#ifndef TUNIP_BACKEND_H
#define TUNIP_BACKEND_H

#include <tunip/doc.h>
#include <tunip/print.h>
#include <tunip/setting.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of what this header lays out. */
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
 * records its span. */
TUNIP_API void tunip_emit_as(tunip_writer *w, const tunip_doc *doc, tunip_emit_fn emit);
/* Emits `docs` with `separator` between them. */
TUNIP_API void tunip_emit_joined(tunip_writer *w, tunip_docs docs, const char *separator);

/* A member of a body may have something to say before any of the members does: a declaration. */
typedef enum tunip_member_part {
    TUNIP_MEMBER_AHEAD,
    TUNIP_MEMBER_ITSELF,
    TUNIP_MEMBER__COUNT
} tunip_member_part;

/* Writes a part of `member`, which is in the body of `around`. */
typedef void (*tunip_emit_member_fn)(tunip_writer *w, const tunip_doc *around,
                                     const tunip_doc *member, tunip_member_part part);

/* Emits a part of a member through the backend's `emit_member`, or what text there is of it. */
TUNIP_API void tunip_emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                                 tunip_member_part part);

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

/* ---- paths, for backends that show them: see TUNIP_BACKEND_PATHS ---- */

/* The text form of a path; of `above`, which is one of its ancestors or NULL, only what it has
 * more. Control characters, which names of fields may have, become \xNN. */
TUNIP_API void tunip_write_path(tunip_writer *w, const tunip_path *path, const tunip_path *above);
/* The paths of a Doc beside doc->path, one at a time; NULL behind the last. `more` points to a copy
 * of doc->more_paths, which goes along. */
TUNIP_API const tunip_path *tunip_writer_next_path(const tunip_writer *w, uint32_t *more);

/* The backend's settings for this print: the struct its rows describe; NULL when it has none. */
TUNIP_API const void *tunip_writer_settings(const tunip_writer *w);

/* The backend's memory for this print, zeroed at its beginning; NULL when it has none. */
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
    TUNIP_BACKEND_AGAIN = 1 << 5
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
     * before the body is emitted, by tunip_emit_member(): `around` has no body then, the state is
     * as at the beginning of the print or as the members before left it. NULL: members have
     * nothing to say ahead, and are emitted as any Doc. A backend that was compiled before there
     * was this member has a `size` that ends here. */
    tunip_emit_member_fn emit_member;
    int indent_spaces; /* of a step, unless the options say; 0: 4 */
} tunip_backend;

#ifdef __cplusplus
}
#endif
#endif
