/* render.h -- Doc -> text: what print.c asks of this layer. */
#ifndef TN_RENDER_H
#define TN_RENDER_H

#include <tunip/ext/backend.h>

#include "../base/arena.h"
#include "../base/array.h"
#include "../base/source.h"
#include "../base/stack.h"

/* The source map: every Doc with the bytes it became, in pre-order. */
typedef TN_ARRAY(tunip_span) tn_spans;

/* Bytes of the text. */
typedef struct tn_range {
    size_t begin;
    size_t end;
} tn_range;
typedef TN_ARRAY(tn_range) tn_ranges;

typedef struct tn_render {
    /* in */
    const tunip_backend *backend;
    const void *settings; /* of the backend; or NULL */
    void *state;          /* of the backend; or NULL */
    /* Memory for a backend that asks for a state and has none; NULL when out of memory. */
    void *(*spare_state)(void *owner);
    /* Called once, when the backend first asks; NULL when out of memory. */
    const tunip_namespace *(*find_namespaces)(void *owner, size_t *count);
    void *owner;
    bool is_root; /* what is rendered is the whole text */
    const tunip_allocator *allocator;
    tn_stack *stack; /* NULL: one of its own */
    size_t indent_spaces;
    size_t doc_count;  /* about how many Docs there are, or 0: saves growing in steps */
    size_t max_bytes;  /* of the text, past which it is refused; 0: no limit */
    size_t spent;      /* those of it that lie elsewhere by now */
    size_t first_room; /* bytes to begin the text with, or 0: as doc_count has it */
    tunip_write_fn
        write; /* NULL: keep the whole text. Else it goes there in pieces, and `text` ends
                             up empty; not with keep_spans or keep_tail */
    void *user;
    /* Where the Docs' further paths are; or NULL. */
    const tunip_path *(*next_path)(const void *job, uint32_t *more);
    const void *job;
    bool keep_spans;  /* fill the source map: `spans`, `counted` and `asides` */
    bool keep_lines;  /* fill `counted` alone */
    bool keep_blanks; /* leave blanks there, too, but no newlines: a text in no language */
    bool keep_tail;   /* leave white space at the end of the text: it is yet to be decorated */
    const tunip_namespace *namespaces; /* found */
    size_t namespace_count;
    bool saw_unused; /* the backend was given a namespace that is not used yet */
    /* out, owned by the caller afterwards: see tn_render_free() */
    char *text;
    size_t size;
    size_t room; /* bytes allocated for `text` */
    tn_spans spans;
    tn_lines counted; /* where lines begin, except those that tunip_write_blank_line() began */
    tn_ranges asides; /* text about the program and not of it, in order: comments, doc strings */
} tn_render;

/* Renders `doc`. On failure fills `error`, frees what it allocated and leaves text NULL. The text
 * has one NUL behind it (not counted). White space at the end is cut off, and the source map with
 * it, unless `keep_tail`. */
tunip_status tn_render_doc(tn_render *render, const tunip_doc *doc, tunip_error *error);

/* Frees the text and the source map. */
void tn_render_free(tn_render *render);

/* ---- prerendered statements ----
 *
 * Statements that are rendered before the text they belong to, so that their Docs need not be kept
 * until then. A prerendered statement is a Doc of a kind that no backend sees: the writer puts its
 * text, indented as its place asks for, where the statement would have gone. Without source maps
 * only. */

typedef struct tn_prerender tn_prerender; /* many, one behind the other */

enum { TN_DOC_PRERENDERED = 255 };

typedef struct tn_prerendered_part {
    size_t begin, end;     /* of its text, in that of the pieces */
    size_t line, line_end; /* its lines, without the first, in those of the pieces */
} tn_prerendered_part;

typedef struct tn_prerendered {
    tunip_doc base;        /* of kind TN_DOC_PRERENDERED */
    const tn_render *from; /* whose text has the piece */
    tn_prerendered_part parts[TUNIP_MEMBER__COUNT];
    bool is_guess; /* the backend asked for what later Docs may change: it has no text */
} tn_prerendered;

/* Renders `doc`, which is in the body of `around`, as `how` says, which has a stack and whose
 * results are not touched, and fills `piece`. It may be used until *pieces, which is NULL at first,
 * is freed. */
tunip_status tn_prerender_add(tn_prerender **pieces, const tn_render *how, const tunip_doc *around,
                              const tunip_doc *doc, tn_prerendered *piece, tunip_error *error);
void tn_prerender_free(tn_prerender *pieces);

/* What is to be put around a text, as TVM does. */
typedef struct tn_decoration {
    bool numbers;               /* a number in front of each counted line */
    const tn_range *underlines; /* in any order; may overlap */
    size_t underline_count;
    size_t context; /* show so many lines around underlined ones, and "(... N lines skipped ...)" */
} tn_decoration;

/* Decorates a text rendered with `keep_spans` and `keep_tail`, cuts off the white space at its end
 * and moves the source map along. A line that is not counted shares the number of the one before
 * it; asides, ends of lines and indentation are never underlined. Without underlines every line is
 * shown. On failure the render is as it was. */
tunip_status tn_decorate(tn_render *render, const tn_decoration *how, tunip_error *error);

/* Puts the metadata section, if the backend has a form for it, in front of the finished text and
 * moves the source map along. `saved` is the saved graph of the metadata. */
tunip_status tn_render_metadata(tn_render *render, tunip_str saved, tunip_error *error);

#endif
