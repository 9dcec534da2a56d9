/* backend.h -- for authors of backends: Docs in, bytes out.
 *
 * The extension tier, guarded by TUNIP_BACKEND_ABI. A backend is one small function per Doc kind;
 * it writes to a writer that owns indentation, newlines and spans, and never sees an IR node. */
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

/* The backend's settings for this print: the struct its rows describe; NULL when it has none. */
TUNIP_API const void *tunip_writer_settings(const tunip_writer *w);

/* Reports a failure: the print ends with TUNIP_ERROR_RULE and this message. */
TUNIP_API void tunip_writer_fail(tunip_writer *w, const char *format, ...) TUNIP_PRINTF(2, 3);

/* A backend, as tunip_context_add_backend() takes it. Everything in it is borrowed. */
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
} tunip_backend;

#ifdef __cplusplus
}
#endif
#endif
