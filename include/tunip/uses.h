/* uses.h -- the names in a text: where each is defined and used, and the words of dialects.
 *
 *     tunip_uses *uses = tunip_uses_new(NULL, &error);
 *     tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
 *     options.uses = uses;
 *     tunip_graph *graph = tunip_read_source(context, source, &options, &error);
 *     for (size_t i = 0; i < tunip_uses_count(uses); i++) {
 *         const tunip_use *use = tunip_uses_get(uses, i);
 *         ... use->node is what the bytes [use->begin, use->end) of the source mean ...
 *     }
 *     tunip_uses_free(uses);
 *     tunip_graph_free(graph);
 *
 * Readers of scripts, of Relay and of MLIR record names; other readers record none. A text with
 * mistakes has the names that could be read. For editors: go to definition, find references,
 * rename, hover, completion. */
#ifndef TUNIP_USES_H
#define TUNIP_USES_H

#include <tunip/read.h>

#ifdef __cplusplus
extern "C" {
#endif

struct tunip_word;
struct tunip_dialect;

/* The kinds of uses. */
typedef enum tunip_use_kind {
    TUNIP_USE_DEFINITION, /* the name gets its value here */
    TUNIP_USE_REFERENCE,  /* the name stands for its value */
    TUNIP_USE_WORD        /* a word of a dialect, with its prefix: T.grid */
} tunip_use_kind;

/* One name at one place. Two uses mean the same if they have the same text and the same `node`, or
 * if `node` is NULL the same `definition`. A reader may read a part of a text twice: of two uses
 * with the same place the later one counts. */
typedef struct tunip_use {
    tunip_use_kind kind;
    size_t begin, end;      /* bytes of the source */
    const tunip_node *node; /* a variable, buffer, function, value; NULL for a word, and for a
                               constant of Python */
    size_t definition;      /* 1 + the index of the definition; 0 if there is none */
    const struct tunip_word *word;       /* of a WORD; else NULL. Lives as long as the context */
    const struct tunip_dialect *dialect; /* of the word: the one that has its prefix */
} tunip_use;

/* The names in one text. Opaque. */
typedef struct tunip_uses tunip_uses;

/* An empty collection for the option `uses` of one read, freed with tunip_uses_free() before the
 * context. `allocator` is copied; NULL means malloc. Returns NULL and fills `error` when out of
 * memory. */
TUNIP_API tunip_uses *tunip_uses_new(const tunip_allocator *allocator, tunip_error *error);

/* NULL is fine. Also frees the nodes of a read that failed, to which the uses refer. Nodes of a
 * read that succeeded belong to its graph. */
TUNIP_API void tunip_uses_free(tunip_uses *uses);

/* TUNIP_OK, or TUNIP_ERROR_MEMORY if some uses are missing. */
TUNIP_API tunip_status tunip_uses_status(const tunip_uses *uses);

/* The uses, in the order in which the text was read; NULL past the end, and 0 for NULL. A pointer
 * is valid until the next read. */
TUNIP_API size_t tunip_uses_count(const tunip_uses *uses);
TUNIP_API const tunip_use *tunip_uses_get(const tunip_uses *uses, size_t index);

/* The graph of a read that failed, for the origins of its nodes; NULL if there is none. It has no
 * root. */
TUNIP_API const tunip_graph *tunip_uses_graph(const tunip_uses *uses);

/* ---- words ---- */

/* A word of a dialect. Its strings live as long as the context. */
typedef struct tunip_word_info {
    tunip_str name;     /* without the prefix: "grid", "axis.spatial". A method begins with a dot */
    const char *params; /* as in tunip_word (<tunip/ext/elaborate.h>); NULL: it is not called */
    const char *type; /* the key of the type of the node that it makes, if a row says so; or NULL */
    unsigned since;   /* the first version of TVM that has it: 26 is v0.26; 0: all */
} tunip_word_info;

/* The words that scripts may use with the prefix of a dialect (such as that of a use): first those
 * of the dialects that extend it, the last registered one first, then its own. Returns false past
 * the end, for a dialect that the context does not have, and when out of memory. Any number of
 * threads may call it. */
TUNIP_API bool tunip_word_get(const tunip_context *context, const struct tunip_dialect *dialect,
                              size_t index, tunip_word_info *out);

/* The same for one word. */
TUNIP_API void tunip_word_describe(const struct tunip_word *word, tunip_word_info *out);

/* A word of a dialect in one line (tunip_vocabulary.notes): "nested serial loops from 0, one for
 * each extent" for "grid", without the prefix. NULL if the dialect says nothing about it. Static
 * storage of the dialect. Any number of threads may call it. */
TUNIP_API const char *tunip_word_summary(const struct tunip_dialect *dialect, tunip_str name);

#ifdef __cplusplus
}
#endif
#endif
