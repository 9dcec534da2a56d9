/* check.h -- checks IR in memory against its field tables. For programs that make or change nodes,
 * before they print, save or pass them on.
 *
 *     tunip_check_report *report;
 *     if (tunip_check(context, root, NULL, &report, &error) == TUNIP_OK)
 *         for (size_t i = 0; i < tunip_check_report_count(report); i++)
 *             puts(tunip_check_report_flaw(report, i)->message.data);
 *     tunip_check_report_free(report);
 *
 * Graphs from readers never hold a node of a wrong type. A print checks its input itself. If a rule
 * would read a node as the wrong struct, the print shows a placeholder instead of the node, and
 * reports an issue. */
#ifndef TUNIP_CHECK_H
#define TUNIP_CHECK_H

#include <tunip/context.h>
#include <tunip/path.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The kinds of flaws. Rules never see nodes with one of the first four, the grave flaws: a print
 * shows a placeholder. Functions that compare, hash or save IR refuse it. Saving also refuses
 * TUNIP_FLAW_SCALAR and TUNIP_FLAW_KEY, because nothing reads such a file back, and
 * TUNIP_FLAW_CYCLE. */
typedef enum tunip_flaw_kind {
    TUNIP_FLAW_KIND,         /* a node of a type that its field or container does not allow */
    TUNIP_FLAW_UNTYPED,      /* a node whose type is NULL */
    TUNIP_FLAW_TYPE,         /* a node whose type has an invalid description */
    TUNIP_FLAW_VALUE,        /* a nonzero count or size with a NULL pointer */
    TUNIP_FLAW_MISSING,      /* NULL in a required field */
    TUNIP_FLAW_SCALAR,       /* a dtype with an unknown code; a bool that is neither true nor
                                false */
    TUNIP_FLAW_KEY,          /* a key that occurs twice in a map */
    TUNIP_FLAW_CYCLE,        /* a node inside itself */
    TUNIP_FLAW_UNREGISTERED, /* a node of a type that the context does not know */
    TUNIP_FLAW__COUNT
} tunip_flaw_kind;

/* "kind", "untyped", ... Static storage. */
TUNIP_API const char *tunip_flaw_kind_name(tunip_flaw_kind kind);

/* One finding. Lives as long as its report. */
typedef struct tunip_flaw {
    tunip_flaw_kind kind;
    tunip_str message;        /* "expected tir.Stmt for field `body` of tir.For, got ir.IntImm"; a
                                 NUL follows it */
    const tunip_path *path;   /* the first path to the flaw, in the order of a walk */
    const tunip_node *node;   /* the flawed node; NULL for a missing node */
    const tunip_node *holder; /* the node that holds it; NULL for the root */
    const tunip_field *field; /* of the holder; NULL when the holder is NULL or a container */
} tunip_flaw;

/* How to check. Zero is the default of every member except `size`. */
typedef struct tunip_check_options {
    size_t size; /* required: sizeof(tunip_check_options) */
    size_t most; /* the maximum number of flaws to keep. 0: 100 */
} tunip_check_options;

/* The defaults. */
/* clang-format off */
#define TUNIP_CHECK_OPTIONS_INIT {sizeof(tunip_check_options), 0}
/* clang-format on */

/* The flaws found. Opaque: the functions below read it. They accept NULL, which has no flaws. */
typedef struct tunip_check_report tunip_check_report;

/* Checks all nodes reachable from `root`, which may be NULL. Checks a shared node only once. Time
 * is linear in the graph, and only memory limits the depth. `options` may be NULL. On success the
 * caller frees *out with tunip_check_report_free(). The report refers to nodes of the graph, which
 * must outlive it. Flaws are not a failure. Failures are TUNIP_ERROR_MEMORY, TUNIP_ERROR_LIMIT (no
 * memory for another stack) and TUNIP_ERROR_ARGUMENT (bad options); *out is then NULL. The function
 * cannot detect dangling pointers. Any number of threads may check with one context. */
TUNIP_API tunip_status tunip_check(const tunip_context *context, const tunip_node *root,
                                   const tunip_check_options *options, tunip_check_report **out,
                                   tunip_error *error);

/* The flaws that were kept, in the order of a walk; NULL past the end. */
TUNIP_API size_t tunip_check_report_count(const tunip_check_report *report);
TUNIP_API const tunip_flaw *tunip_check_report_flaw(const tunip_check_report *report, size_t index);

/* The number of flaws found, which may be larger than the number kept. */
TUNIP_API size_t tunip_check_report_total(const tunip_check_report *report);

/* NULL is fine. */
TUNIP_API void tunip_check_report_free(tunip_check_report *report);

#ifdef __cplusplus
}
#endif
#endif
