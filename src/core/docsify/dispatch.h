/* dispatch.h -- (token, type) -> rule in constant time: dense ids and a table whose holes are
 * filled when it is frozen. */
#ifndef TN_DISPATCH_H
#define TN_DISPATCH_H

#include <tunip/dialect.h>

#include "../base/array.h"
#include "../base/intern.h"

/* An argument of a call row. */
typedef struct tn_rule_arg {
    const tunip_field *field;
    tunip_str key; /* empty: positional */
} tn_rule_arg;

/* A row, split once at registration. */
typedef struct tn_rule {
    const tunip_type *type;
    tunip_rule_form form;
    tunip_rule_fn fn;
    const tunip_dialect *dialect;
    uint8_t number; /* of the dialect, from 1; 0 for those beyond what a byte counts */
    tunip_str name;
    const tn_rule_arg *args;
    size_t arg_count; /* positional ones first */
    size_t positional_count;
    uint32_t token;
} tn_rule;

typedef struct tn_dispatch {
    tn_arena *arena;
    const tunip_allocator *allocator;
    tn_intern tokens; /* token 0 is "" */
    TN_ARRAY(const tn_rule *) rules;
    TN_ARRAY(const tunip_dialect *) dialects;
    /* after freezing */
    uint32_t type_count;            /* one past the largest id */
    const tn_rule *const **rows;    /* by token; each has type_count rules, never NULL */
    const tunip_root *const *roots; /* by type id; NULL where there is none */
    const tunip_dialect *const *root_dialects;
} tn_dispatch;

tunip_status tn_dispatch_init(tn_dispatch *dispatch, tn_arena *arena,
                              const tunip_allocator *allocator);
void tn_dispatch_free(tn_dispatch *dispatch);

/* Adds a dialect's tokens and rules. What a failure leaves behind is the caller's to take back. */
tunip_status tn_dispatch_add(tn_dispatch *dispatch, const tunip_dialect *dialect,
                             tunip_error *error);

/* Builds the tables: for a type and its ancestors in turn, the token's rule, then the rule of the
 * token "", and `fallback` where there is none. */
tunip_status tn_dispatch_freeze(tn_dispatch *dispatch, const tunip_type *const *types,
                                size_t type_count, tunip_rule_fn fallback, tunip_error *error);

/* The root row of exactly this type, or NULL. */
const tunip_root *tn_dispatch_root(const tn_dispatch *dispatch, const tunip_type *type,
                                   const tunip_dialect **dialect);

#endif
