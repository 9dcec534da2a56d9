/* constants.h -- the Docs of constants, which equal nodes share. */
#ifndef TN_CONSTANTS_H
#define TN_CONSTANTS_H

#include <tunip/ext/mix.h>

#include "dispatch.h"
#include "docsifier.h"

/* The Doc of nodes with these fields. */
typedef struct tn_constant {
    const tn_rule *rule; /* NULL: none yet */
    const tunip_doc *doc;
    uint64_t value; /* the bytes of the number */
    uint32_t dtype; /* its bytes */
} tn_constant;

_Static_assert(sizeof(tunip_dtype) == sizeof(uint32_t), "a word has the bytes of a dtype");

enum { TN_CONSTANT_BITS = 8, TN_CONSTANTS = 1 << TN_CONSTANT_BITS, TN_MOST_CONSTANTS = 1 << 14 };

typedef struct tn_constants {
    tn_constant *items; /* TN_CONSTANTS, each at the place of its hash; NULL until the first */
    size_t made; /* at most TN_MOST_CONSTANTS, because a replaced Doc lives until the print ends */
} tn_constants;

/* The number and the dtype of a node. */
static inline tn_constant tn_constant_of(const tunip_node *node, const tn_rule *rule)
{
    tn_constant constant = {.rule = rule};
    memcpy(&constant.value, (const char *)node + rule->value_at, sizeof constant.value);
    if (rule->dtype_at)
        memcpy(&constant.dtype, (const char *)node + rule->dtype_at, sizeof constant.dtype);
    return constant;
}

static inline size_t tn_constant_home(const tn_constant *constant)
{
    return tunip_mix(constant->value ^ constant->dtype) >> (64 - TN_CONSTANT_BITS);
}

/* The Doc of an equal node; NULL: there is none yet. */
static inline const tunip_doc *tn_constant_find(const tunip_docsifier *d, const tunip_node *node,
                                                const tn_rule *rule)
{
    const tn_constant *items = d->constants->items, constant = tn_constant_of(node, rule);
    if (TN_RARELY(!items)) return NULL;
    const tn_constant *found = &items[tn_constant_home(&constant)];
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
