/* script.h -- Docs with their places in a source: readers of text make them, and elaborate turns
 * them into nodes.
 *
 * Such a Doc is an ordinary Doc without a path. Its place is stored before it in memory, so places
 * cost nothing for Docs of prints. Only tn_script_doc() makes Docs with places. */
#ifndef TN_SCRIPT_H
#define TN_SCRIPT_H

#include <tunip/ext/doc.h>

#include "../util/memory.h"

/* Bytes of a source, 0-based, half-open. A source of 4 GB or more is refused. */
typedef struct tn_script_place {
    uint32_t begin;
    uint32_t end;
} tn_script_place;

/* The place of Docs of another text, such as a constant of the command line. */
#define TN_NOWHERE ((tn_script_place){UINT32_MAX, UINT32_MAX})

/* The place of a Doc that a reader made. */
static inline tn_script_place tn_doc_place(const tunip_doc *doc)
{
    return ((const tn_script_place *)(const void *)doc)[-1];
}

static inline bool tn_doc_is_nowhere(const tunip_doc *doc)
{
    return tn_doc_place(doc).begin == UINT32_MAX;
}

/* Memory for a Doc of `size` bytes at `place`. Only the base is set; NULL when out of memory. */
static inline void *tn_script_doc(tn_arena *arena, size_t size, unsigned kind, unsigned sub,
                                  tn_script_place place)
{
    tn_script_place *memory = tn_arena_alloc(arena, sizeof place + size);
    if (!memory) return NULL;
    memory[0] = place;
    tunip_doc *doc = (tunip_doc *)(void *)(memory + 1);
    memset(doc, 0, sizeof *doc);
    doc->kind = (uint8_t)kind;
    doc->sub = (uint8_t)sub;
    return doc;
}

/* Gives a Doc that tn_script_doc() has just made another place. */
static inline void tn_doc_move(const tunip_doc *doc, tn_script_place place)
{
    ((tn_script_place *)(void *)(uintptr_t)doc)[-1] = place;
}

/* The name of the ID that stands for a statement with a syntax error: an EXPR_STMT. No other Doc
 * has this name. */
extern const char tn_broken_name[];

/* Whether `stmt` stands for a statement with a syntax error, which has been reported. Code that
 * would complain about a missing statement is silent in a body that has one. */
bool tn_doc_is_broken(const tunip_doc *stmt);

/* The x of `*x`; NULL for another Doc. */
const tunip_doc *tn_doc_star(const tunip_doc *doc);

/* Whether one of them is `*x`. */
bool tn_has_star(tunip_docs docs);

/* The key of the argument `**x` of a call. */
extern const tunip_str tn_options_key;

/* Forms of Python without a Doc of their own are calls of raw IDs with these names. The arguments
 * of a comprehension are its element, or a key and a value, and then one tuple for each clause: the
 * names, the items, and the conditions. */
extern const char tn_set_items[];     /* {a, b} */
extern const char tn_list_for[];      /* [a for a in b] */
extern const char tn_set_for[];       /* {a for a in b} */
extern const char tn_dict_for[];      /* {a: b for a in c} */
extern const char tn_generator_for[]; /* (a for a in b) */

/* The expression of the EXPR_STMT that represents the body of a function until elaborate asks the
 * reader for the body. */
extern const tunip_doc_id tn_unread_body;

bool tn_doc_is_unread(const tunip_doc *stmt);

/* The parameters of a FUNCTION whose parameters and return type the reader skipped, until elaborate
 * asks for them. Until then, `return_type` is one of these Docs, or NULL if there is none. */
extern const tunip_doc *const tn_unread_args[1];

static inline bool tn_doc_has_unread_args(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_FUNCTION &&
           ((const tunip_doc_function *)doc)->args.items == tn_unread_args;
}

#endif
