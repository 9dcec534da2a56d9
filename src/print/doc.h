/* doc.h -- constructors of Docs that only the core uses, and the Docs of constants. */
#ifndef TN_DOC_H
#define TN_DOC_H

#include "../util/mix.h"
#include "dispatch.h"
#include "docsifier.h"

/* ======== docs ======== */

/* Names of dtypes, and constructors of Docs that only the core uses. */

enum { TN_RECENT_DTYPES = 16 };

typedef struct tn_recent_dtypes {
    struct {
        tunip_dtype dtype;
        tunip_str name;
    } items[TN_RECENT_DTYPES];
} tn_recent_dtypes;

/* Whether this print made the Doc. */
static inline bool tn_doc_is_own(const tunip_docsifier *d, const tunip_doc *doc)
{
    return doc->mark == d->mark;
}

/* The placeholder Doc after a failure. */
extern const tunip_doc_id tn_doc_failed;

/* The size of the struct of a Doc. */
size_t tn_doc_size(const tunip_doc *doc);

/* A shallow copy of the Doc in memory of the print. */
const tunip_doc *tn_doc_keep(tunip_docsifier *d, const tunip_doc *doc);

/* The text of `doc` as the job's backend writes it, in memory of the job; empty on failure. */
tunip_str tn_doc_render(tunip_docsifier *d, const tunip_doc *doc);

/* An ID of any kind but TUNIP_ID_TYPED, the prefix of a dialect, a comment. */
const tunip_doc *tn_doc_id_new(tunip_docsifier *d, tunip_id sub, tunip_str name,
                               const tunip_path *path);
const tunip_doc *tn_doc_prefix_new(tunip_docsifier *d, uint8_t dialect, tunip_str prefix);
const tunip_doc *tn_doc_comment_new(tunip_docsifier *d, tunip_role role, tunip_str text);

/* ======== doc new ======== */

/* Memory for new Docs, and the macros with which constructors begin. */

/* At least the size of any Doc. */
enum { TN_LARGEST_DOC = 128 };

/* Makes room for any Doc in the newest chunk. False, with the job's error set, when out of
 * memory. */
TN_COLD bool tn_doc_make_room(tunip_docsifier *d);

/* Memory for a Doc with its header; NULL if the newest chunk has no room. */
static inline void *tn_doc_take(tunip_docsifier *d, tunip_doc_kind kind, size_t size, int sub)
{
    tunip_doc *doc = tn_arena_take(&d->memory.arena, size);
    if (TN_RARELY(!doc)) return NULL;
    d->doc_count++;
    *doc = (tunip_doc){
        .kind = (uint8_t)kind, .sub = (uint8_t)sub, .dialect = d->dialect, .mark = d->mark};
    return doc;
}

/* The same with everything but the header left to the caller; NULL when out of memory. */
static inline void *tn_doc_new(tunip_docsifier *d, tunip_doc_kind kind, size_t size, int sub)
{
    void *doc = tn_doc_take(d, kind, size, sub);
    return TN_RARELY(!doc) && tn_doc_make_room(d) ? tn_doc_take(d, kind, size, sub) : doc;
}

#define TN_NEW(ident, KIND, sub)                                                                   \
    tunip_doc_##ident *doc = tn_doc_new(d, TUNIP_DOC_##KIND, sizeof *doc, (sub));                  \
    if (TN_RARELY(!doc)) return &tn_doc_failed.base

/* The same for constructors that run often. If there is no room, such a constructor returns
 * `again`: the call of the function that TN_AGAIN() defines. This function makes room and calls the
 * constructor again. Without a call in its middle, the constructor need not save registers. */
#define TN_NEW_OR(ident, KIND, sub, again)                                                         \
    tunip_doc_##ident *doc = tn_doc_take(d, TUNIP_DOC_##KIND, sizeof *doc, (sub));                 \
    if (TN_RARELY(!doc)) return again

#define TN_AGAIN(constructor, parameters, arguments)                                               \
    TN_COLD static const tunip_doc *constructor##_again parameters                                 \
    {                                                                                              \
        return tn_doc_make_room(d) ? constructor arguments : &tn_doc_failed.base;                  \
    }

#define TN_NEW_STMT(ident, KIND, role)                                                             \
    TN_NEW(ident, KIND, (int)(role));                                                              \
    doc->stmt.comment = (tunip_str)                                                                \
    {                                                                                              \
        NULL, 0                                                                                    \
    }

/* ======== constants ======== */

/* The Docs of constants, which equal nodes share. */

/* The Doc of nodes with these fields. */
typedef struct tn_kept_constant {
    const tn_rule *rule; /* NULL: none yet */
    const tunip_doc *doc;
    uint64_t value; /* the bytes of the number */
    uint32_t dtype; /* its bytes */
} tn_kept_constant;

_Static_assert(sizeof(tunip_dtype) == sizeof(uint32_t), "a word has the bytes of a dtype");

enum { TN_CONSTANT_BITS = 8, TN_CONSTANTS = 1 << TN_CONSTANT_BITS, TN_MOST_CONSTANTS = 1 << 14 };

typedef struct tn_constants {
    tn_kept_constant *items; /* TN_CONSTANTS, each at the place of its hash; NULL until the first */
    size_t made; /* at most TN_MOST_CONSTANTS, because a replaced Doc lives until the print ends */
} tn_constants;

/* The number and the dtype of a node. */
static inline tn_kept_constant tn_constant_of(const tunip_node *node, const tn_rule *rule)
{
    tn_kept_constant constant = {.rule = rule};
    memcpy(&constant.value, (const char *)node + rule->value_at, sizeof constant.value);
    if (rule->dtype_at)
        memcpy(&constant.dtype, (const char *)node + rule->dtype_at, sizeof constant.dtype);
    return constant;
}

static inline size_t tn_constant_home(const tn_kept_constant *constant)
{
    return (size_t)(tn_mix(constant->value ^ constant->dtype) >> (64 - TN_CONSTANT_BITS));
}

/* The Doc of an equal node; NULL: there is none yet. */
static inline const tunip_doc *tn_constant_find(const tunip_docsifier *d, const tunip_node *node,
                                                const tn_rule *rule)
{
    const tn_kept_constant *items = d->constants->items, constant = tn_constant_of(node, rule);
    if (TN_RARELY(!items)) return NULL;
    const tn_kept_constant *found = &items[tn_constant_home(&constant)];
    bool is_same =
        found->rule == rule && found->value == constant.value && found->dtype == constant.dtype;
    return is_same ? found->doc : NULL;
}

/* Keeps a copy of the Doc of a node, if it is a literal or a call with one. */
void tn_constant_keep(tunip_docsifier *d, const tunip_node *node, const tn_rule *rule,
                      const tunip_doc *doc);

/* Forgets all Docs. */
void tn_constants_clear(tunip_docsifier *d);

#endif
