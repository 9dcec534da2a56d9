/* render.h -- Doc -> text: the interface of this layer for print.c. */
#ifndef TN_RENDER_H
#define TN_RENDER_H

#include <tunip/ext/backend.h>

#include "../util/memory.h"
#include "../util/source.h"
#include "../util/threads.h"

/* The source map: every Doc with its bytes, in pre-order. */
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
    /* The state of a backend without `state_size`, which is an error; NULL when out of memory. */
    void *(*spare_state)(void *owner);
    /* Called once, when the backend first asks; NULL when out of memory. */
    const tunip_namespace *(*find_namespaces)(void *owner, size_t *count);
    void *owner;
    bool is_root; /* this renders the whole text, not a part */
    const tunip_allocator *allocator;
    tn_stack *stack; /* NULL: one of its own */
    size_t indent_spaces;
    size_t doc_count;  /* the estimated number of Docs, or 0: sizes the first buffer */
    size_t span_count; /* the estimated number of spans, or 0: sizes their first array */
    size_t max_bytes;  /* the maximum size of the text; 0: no limit */
    size_t spent;      /* bytes of the text that were moved elsewhere */
    size_t first_room; /* the least initial size of the buffer, or 0: derived from doc_count */
    tunip_write_fn
        write; /* NULL: keep the whole text. Else write it in chunks, and leave `text` empty; not
                  with keep_spans or keep_tail */
    void *user;
    /* Where the Docs' further paths are; or NULL. */
    const tunip_path *(*next_path)(const void *job, uint32_t *more);
    const void *job;
    bool keep_spans;  /* fill the source map: `spans`, `counted` and `asides` */
    bool keep_lines;  /* fill `counted`; set by keep_spans */
    bool keep_blanks; /* with keep_tail: keep blanks, but not newlines (a text in no language) */
    bool keep_tail;   /* keep white space at the end of the text, because it will be decorated */
    const tunip_namespace *namespaces; /* found */
    size_t namespace_count;
    const tunip_doc *failed_at; /* when the backend refused: the innermost Doc with a path, and */
    const tunip_doc_function *failed_in; /* the function; NULL without a source map */
    bool saw_unused; /* the backend was given a namespace that is not used yet */
    size_t plain;    /* so many bytes of the text are known to be plain: see tn_plain_end() */
    /* out, owned by the caller afterwards: see tn_render_free() */
    char *text;
    size_t size;
    size_t room; /* bytes allocated for `text` */
    tn_spans spans;
    tn_lines counted; /* the starts of lines, except those that tunip_write_blank_line() began */
    tn_ranges asides; /* ranges of comments and doc strings, in order */
} tn_render;

/* Renders `doc`. On failure fills `error`, frees what it allocated and leaves text NULL. A NUL
 * follows the text (not counted). Trailing white space is removed, also from the source map, unless
 * `keep_tail`. */
tunip_status tn_render_doc(tn_render *render, const tunip_doc *doc, tunip_error *error);

/* Frees the text and the source map. */
void tn_render_free(tn_render *render);

/* ---- prerendered statements ----
 *
 * The text of a prerendered statement is made before the text around it, so that its Docs need not
 * be kept. It is represented by a Doc of a kind that backends never see; the writer inserts its
 * text in place of the statement, with the right indentation. A source map has one span for all of
 * it. */

typedef struct tn_prerender tn_prerender; /* the texts of many statements, one after the other */

enum { TN_DOC_PRERENDERED = 255 };

typedef struct tn_prerendered_part {
    size_t begin, end;       /* range of its text in `from` */
    size_t line, line_end;   /* its lines except the first, in the lines of `from` */
    size_t aside, aside_end; /* its asides, in those of `from`; in a print with a source map */
} tn_prerendered_part;

typedef struct tn_prerendered {
    union {
        tunip_doc base; /* of kind TN_DOC_PRERENDERED */
        /* Unpacking the source map puts one of these here, with the kind of it. */
        tunip_doc_function function;
        tunip_doc_expr_stmt expr_stmt;
        tunip_doc_block block;
    };
    const tn_render *from; /* has the text */
    tn_prerendered_part parts[TUNIP_MEMBER__COUNT];
    /* It has no text: the backend used information that later Docs may change, or lines with less
     * indentation than the statement. */
    bool is_guess;
    const void *node;   /* that the statement prints, if known; for the owner */
    size_t made_indent; /* of its lines except the first, in `from` */
    size_t indent;      /* and in the final text */
    /* The packed spans of a print with a source map; NULL: it has only one span. See
     * ../packed.h. */
    const uint8_t *packed;
    struct tn_prerendered *next; /* with packed spans */
    size_t span_count;
    uint32_t path_count; /* of the print, before the statement */
} tn_prerendered;

/* Renders `doc`, a member of the body of `around`, and fills `out`, which is valid until *texts
 * (initially NULL) is freed. `how` has the options and a stack; its results stay unchanged.
 * `spans`, if not NULL, is set to the spans of the statement, valid until the next call; then a
 * text that needs escapes counts as a guess, because escapes move spans. */
tunip_status tn_prerender_add(tn_prerender **texts, const tn_render *how, const tunip_doc *around,
                              const tunip_doc *doc, tn_prerendered *out, const tn_spans **spans,
                              tunip_error *error);
/* The number of bytes of all texts; 0 for NULL. */
size_t tn_prerender_size(const tn_prerender *texts);
/* Discards the text of the statement that was added last. */
void tn_prerender_take_back(tn_prerender *texts, const tn_prerendered *stmt);
/* The places that tn_render.failed_at and failed_in name, after a failure. */
void tn_prerender_place(const tn_prerender *texts, tn_render *render);
/* Frees the texts, but not their lines. */
void tn_prerender_drop_texts(tn_prerender *texts);
void tn_prerender_free(tn_prerender *texts);

/* The decorations of a text, as in TVM. */
typedef struct tn_decoration {
    tunip_str head;             /* before the text */
    bool numbers;               /* a number before each counted line */
    const tn_range *underlines; /* in any order; may overlap */
    size_t underline_count;
    size_t context; /* show so many lines around underlined ones, and "(... N lines skipped ...)" */
} tn_decoration;

/* Decorates a text rendered with `keep_spans` and `keep_tail`, cuts off the white space at its end
 * and moves the source map along. A line that is not counted shares the number of the previous
 * line. Asides, ends of lines and indentation are never underlined. Without underlines all lines
 * are shown. On failure the render is unchanged. */
tunip_status tn_decorate(tn_render *render, const tn_decoration *how, tunip_error *error);

/* A part of a text of insertions, [begin, end), and the offset in the text where it goes. */
typedef struct tn_insertion {
    size_t at;
    size_t begin, end;
} tn_insertion;

/* Inserts comments at ends of lines, in ascending order of their places, into a text rendered with
 * `keep_spans`, and moves the source map along. They are asides. On failure the render is
 * unchanged. */
tunip_status tn_render_insert(tn_render *render, tunip_str comments, const tn_insertion *items,
                              size_t count, tunip_error *error);

/* Puts the metadata section, if the backend has a form for it, before or after the finished text,
 * and moves the source map along. `saved` is the saved graph of the metadata; with a file, the
 * section has its name instead. */
tunip_status tn_render_metadata(tn_render *render, tunip_str saved, const char *file,
                                tunip_error *error);

#endif
