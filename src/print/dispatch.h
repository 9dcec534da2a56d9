/* dispatch.h -- what dialects and backends register for prints: (token, type) -> rule in
 * constant time, and rows that describe settings. */
#ifndef TN_DISPATCH_H
#define TN_DISPATCH_H

#include <stdatomic.h>

#include <tunip/ext/dialect.h>

#include "../util/memory.h"
#include "../util/tables.h"
#include "../util/threads.h"

/* ======== schema ======== */

/* The rows that describe the settings of a dialect or a backend. */

/* The data of a dialect that all prints share. */
typedef struct tn_dialect {
    const tunip_dialect *dialect; /* as registered: its address names it */
    const tunip_dialect *whole;   /* the same with all members of this version */
    const tunip_dialect *host;    /* as registered: the dialect that it extends; or NULL */
    tunip_str prefix;             /* the default one; that of `host` if there is one */
    const void *settings;         /* the default ones */
    size_t state;                 /* the offset of its state in the memory of all states */
} tn_dialect;
typedef TN_ARRAY(tn_dialect) tn_dialects;

/* The settings of a dialect or a backend. */
typedef struct tn_schema {
    const char *owner;
    const tunip_setting_row *rows;
    size_t count;
    size_t size; /* of the struct the rows describe */
} tn_schema;

/* Takes, like the other functions, a dialect with all members of this version. */
tn_schema tn_schema_of(const tunip_dialect *dialect);

/* Whether a dialect's settings and prefix are valid and do not clash with those of other
 * dialects. */
tunip_status tn_schema_check(const tn_dialects *others, const tunip_dialect *dialect,
                             tunip_error *error);
/* The same of rows alone. */
tunip_status tn_schema_check_rows(const tn_schema *schema, tunip_error *error);

/* The functions below take schemas that were checked. */

/* Sets every setting to its default. */
void tn_schema_set_initial(const tn_schema *schema, void *settings);
/* The defaults of a dialect's settings. NULL when out of memory. */
const void *tn_schema_defaults(tn_arena *arena, const tunip_dialect *dialect);

/* The row that a key of an option names; NULL: none. */
const tunip_setting_row *tn_schema_find(const tn_schema *schema, const char *key);
/* Whether a key names the prefix of a dialect. */
bool tn_is_prefix_key(const tunip_dialect *dialect, const char *key);

/* The value of `text`, which a name borrows. False: it is no value of this kind. */
bool tn_setting_parse(tunip_setting_kind kind, const char *text, void *out);

/* ======== dispatch ======== */

/* (token, type) -> rule in constant time.
 *
 * Each pair is looked up once, at its first use: a thousand dialects have a hundred million pairs,
 * of which a print needs a few dozen. */

/* An argument of a call row. */
typedef struct tn_rule_arg {
    const tunip_field *field;
    tunip_str key; /* empty: positional */
} tn_rule_arg;

/* The place of a field in a text row. */
#define TN_HOLE "{}"

/* A row. Its list of fields is split at registration, but that of a built-in dialect when the rule
 * is first found: a print needs a few dozen of some 600 rows. */
typedef struct tn_rule {
    const tunip_rule *row;
    const tunip_type *type;
    tunip_rule_form form;
    tunip_rule_fn fn;
    const tunip_dialect *dialect;
    uint8_t number;    /* of the dialect, from 1; 0 for those beyond what a byte counts */
    uint16_t value_at; /* of a constant: the offset of its number, */
    uint16_t dtype_at; /* and of its dtype; 0: it has none */
    tunip_str name;
    tn_rule_arg *args;
    size_t arg_count; /* positional ones first */
    size_t positional_count;
    uint32_t token;
    bool has_prefix;       /* its dialect has one, or extends one that has */
    bool is_plain;         /* of the token "plain" */
    atomic_bool is_split;  /* whether the offsets, the name and the arguments are known */
    struct tn_rule *older; /* the rule of the same type that was added before */
} tn_rule;

typedef struct tn_root {
    const tunip_root *row;
    const tunip_dialect *dialect;
    size_t older; /* the place of the one before of the same type, + 1; or 0 */
} tn_root;

/* Rules for types of neighbouring ids; NULL if not looked up yet. Only the page without any rule is
 * shared. */
enum { TN_PAGE_BITS = 8, TN_PAGE_SIZE = 1 << TN_PAGE_BITS };
typedef struct tn_page {
    const tn_rule *_Atomic rules[TN_PAGE_SIZE];
} tn_page;
extern const tn_page tn_no_rules;

/* The rules under one token, by id of the type. */
typedef struct tn_row {
    uint32_t token;
    uint32_t type_count; /* as below */
    const tn_page *_Atomic pages[];
} tn_row;

typedef struct tn_dispatch {
    tn_arena *arena;
    const tunip_allocator *allocator;
    tn_intern tokens;   /* token 0 is "" */
    tn_intern prefixes; /* of the dialects, each once */
    TN_ARRAY(const tn_rule *) rules;
    TN_ARRAY(tn_root) roots;
    tn_dialects dialects;
    tn_intern op_names;                 /* of the operators that dialects add to others */
    TN_ARRAY(const tunip_op_row *) ops; /* by number of the name */
    size_t state_size;                  /* of all dialects */
    tn_map rules_of;                    /* type -> its newest rule, or 0 */
    tn_map root_of;                     /* type -> place of its newest root in `roots` + 1 */
    tn_map number_of;                   /* dialect -> place in `dialects` */
    /* after freezing */
    uint32_t type_count;   /* one past the largest id */
    tn_row *_Atomic *rows; /* by token; NULL until the token is first on top, but for "" */
    tn_rule fallback;      /* of types without a rule */
    tn_mutex adding;       /* held while a row or a page is added, or a rule is split */
} tn_dispatch;

tunip_status tn_dispatch_init(tn_dispatch *dispatch, tn_arena *arena,
                              const tunip_allocator *allocator);
void tn_dispatch_free(tn_dispatch *dispatch);

/* Checks and adds a dialect's tokens, rules, roots and (checked) settings; `whole` is the dialect
 * with all members of this version. After a failure the caller undoes partial additions. */
tunip_status tn_dispatch_add(tn_dispatch *dispatch, const tunip_dialect *dialect,
                             const tunip_dialect *whole, tunip_error *error);

/* The same for a built-in dialect, whose rows are known to be right. False when out of memory. */
bool tn_dispatch_add_builtin(tn_dispatch *dispatch, const tunip_dialect *dialect);

/* The row of an operator that a dialect adds to another one; NULL if there is none. */
static inline const tunip_op_row *tn_dispatch_op(const tn_dispatch *dispatch, tunip_str name)
{
    uint32_t number = tn_intern_find(&dispatch->op_names, name);
    return number == TN_NOT_INTERNED ? NULL : dispatch->ops.items[number];
}

/* The state of the additions, and the undo to such a state. */
typedef struct tn_dispatch_mark {
    size_t tokens, prefixes, rules, roots, dialects, ops, state_size;
} tn_dispatch_mark;

tn_dispatch_mark tn_dispatch_here(const tn_dispatch *dispatch);
void tn_dispatch_rewind(tn_dispatch *dispatch, tn_dispatch_mark mark);

/* Ends the additions; from now on rules may be looked up. `type_count` is one past the largest id
 * of the registered types. */
tunip_status tn_dispatch_freeze(tn_dispatch *dispatch, uint32_t type_count, tunip_rule_fn fallback,
                                tunip_error *error);

/* The rules under a token; NULL when out of memory, though never for token 0. */
tn_row *tn_dispatch_row(tn_dispatch *dispatch, uint32_t token);

/* Looks up the rule of a type: for the type and each ancestor in turn, first the rule of the token,
 * then that of the token ""; otherwise the fallback. Never NULL. */
const tn_rule *tn_dispatch_find(tn_dispatch *dispatch, tn_row *row, const tunip_type *type);

/* The cached rule of `type` under the row's token, else NULL. */
static inline const tn_rule *tn_row_rule(const tn_row *row, const tunip_type *type)
{
    size_t id = type->id;
    if (id >= row->type_count) return NULL;
    const tn_page *page =
        atomic_load_explicit(&row->pages[id >> TN_PAGE_BITS], memory_order_acquire);
    return atomic_load_explicit(&page->rules[id % TN_PAGE_SIZE], memory_order_acquire);
}

/* The same, but looks up a rule that is not cached. */
static inline const tn_rule *tn_dispatch_rule(tn_dispatch *dispatch, tn_row *row,
                                              const tunip_type *type)
{
    const tn_rule *rule = tn_row_rule(row, type);
    return rule ? rule : tn_dispatch_find(dispatch, row, type);
}

/* The rule of a type under the row's token, if a dialect has one for that token and not only for
 * the token ""; or NULL. `row` may be NULL. */
const tn_rule *tn_dispatch_own_rule(tn_dispatch *dispatch, tn_row *row, const tunip_type *type);
/* Whether a rule of a dialect, not the fallback, prints nodes of this type. */
bool tn_dispatch_has_rule(tn_dispatch *dispatch, const tunip_type *type);

/* Whether the row of a root of this type depends on the contents of the root. */
bool tn_dispatch_looks_inside(const tn_dispatch *dispatch, const tunip_type *type);
/* The root row for this node, of exactly its type or its type's kin, or NULL. */
const tunip_root *tn_dispatch_root(const tn_dispatch *dispatch, const tunip_node *node,
                                   const tunip_dialect **dialect);
/* The root row of the dialect `name` for nodes of this type, without regard to their contents; or
 * NULL. */
const tunip_root *tn_dispatch_own_root(const tn_dispatch *dispatch, const tunip_type *type,
                                       const char *name, const tunip_dialect **dialect);
/* tn_dispatch_root() if `language` is NULL, else tn_dispatch_own_root() of this language. NULL if
 * there is no node. */
const tunip_root *tn_dispatch_root_in(const tn_dispatch *dispatch, const tunip_node *node,
                                      const char *language, const tunip_dialect **dialect);

#endif
