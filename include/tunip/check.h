/* check.h -- whether IR in memory is what its field tables say: for programs that make or change
 * nodes, before they print, save or hand them on.
 *
 *     tunip_check_report report;
 *     if (tunip_check(context, root, NULL, &report, &error) == TUNIP_OK)
 *         for (size_t i = 0; i < report.flaw_count; i++) puts(report.flaws[i].message.data);
 *     tunip_check_report_free(&report);
 *
 * Readers let nothing through that is of a wrong kind, and prints look for themselves: they put
 * something visible in place of what would make a rule read the wrong struct, and report it. */
#ifndef TUNIP_CHECK_H
#define TUNIP_CHECK_H

#include <tunip/context.h>
#include <tunip/path.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is wrong. Of the first four no rule may look at the node: a print puts something else
 * there. */
typedef enum tunip_flaw_kind {
    TUNIP_FLAW_KIND,         /* a node of another type than its field or container says */
    TUNIP_FLAW_UNTYPED,      /* a node whose type is NULL */
    TUNIP_FLAW_TYPE,         /* a node whose type is described in a way that none may be */
    TUNIP_FLAW_VALUE,        /* a count of items, or a size of text, and nothing that it counts */
    TUNIP_FLAW_MISSING,      /* NULL in a field that must hold something */
    TUNIP_FLAW_SCALAR,       /* a dtype of no known code; a bool that is neither true nor false */
    TUNIP_FLAW_KEY,          /* a key that a map has twice */
    TUNIP_FLAW_CYCLE,        /* a node inside of itself */
    TUNIP_FLAW_UNREGISTERED, /* a node of a type that the context does not know */
    TUNIP_FLAW__COUNT
} tunip_flaw_kind;

/* "kind", "untyped", ... Static storage. */
TUNIP_API const char *tunip_flaw_kind_name(tunip_flaw_kind kind);

/* One finding. */
typedef struct tunip_flaw {
    tunip_flaw_kind kind;
    tunip_str message;        /* "expected tir.Stmt for field `body` of tir.For, got ir.IntImm" */
    const tunip_path *path;   /* the first way to it, in the order of a walk */
    const tunip_node *node;   /* what is wrong; NULL for what is missing */
    const tunip_node *holder; /* the node that holds it; NULL for the root */
    const tunip_field *field; /* of the holder; NULL when that is a container or none */
} tunip_flaw;

/* How to check. Zero means the default everywhere but in `size`. */
typedef struct tunip_check_options {
    size_t size; /* sizeof(tunip_check_options): without it an error */
    size_t most; /* flaws that are kept. 0: 100 */
} tunip_check_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_CHECK_OPTIONS_INIT {sizeof(tunip_check_options), 0}
/* clang-format on */

/* What was found, in the order of a walk. */
typedef struct tunip_check_report {
    size_t flaw_count; /* that were kept */
    const tunip_flaw *flaws;
    size_t total; /* that there are: more than were kept when there are many */
    struct tunip_check_memory *memory;
} tunip_check_report;

/* Checks all that `root`, which may be NULL, leads to; a shared node once. Time is linear in the
 * graph, depth is bounded by memory. `options` may be NULL. Fills *out, to be freed with
 * tunip_check_report_free(); it names nodes of the graph, which must still be there while it is
 * used. Flaws are no failure: a failure is TUNIP_ERROR_MEMORY, TUNIP_ERROR_LIMIT when there is no
 * memory for a further stack, or TUNIP_ERROR_ARGUMENT for bad options, and *out holds nothing then.
 * A pointer that leads nowhere cannot be told. Any number of threads may check with one context. */
TUNIP_API tunip_status tunip_check(const tunip_context *context, const tunip_node *root,
                                   const tunip_check_options *options, tunip_check_report *out,
                                   tunip_error *error);

/* Frees what *report holds. NULL is fine. */
TUNIP_API void tunip_check_report_free(tunip_check_report *report);

#ifdef __cplusplus
}
#endif
#endif
