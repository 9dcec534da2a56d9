/* docs.h -- helpers for the common forms of the dialect: T.name, T.name(args, key=value), lhs =
 * rhs. */
#ifndef TIR_DOCS_H
#define TIR_DOCS_H

#include <tunip/ext/dialect.h>
#include <tunip/ext/tir_rules.h>

/* Reports a missing child. */
#define TIR_SUB     TUNIP_CHILD
#define tir_docsify tunip_docsify_child

/* T.name. */
static inline const tunip_doc *tir_name(tunip_docsifier *d, const char *name)
{
    return tunip_prefixed(d, &tunip_dialect_tir, name);
}

/* T.name(Docs...). The arguments must be finished Docs and not calls that make Docs: the order in
 * which C evaluates the items of an initialiser is unspecified, and variables must be defined in
 * TVM's order. */
#define TIR_CALL(d, name, ...)                                                                     \
    tunip_prefixed_call((d), &tunip_dialect_tir, (name), TUNIP_DOCS((d), __VA_ARGS__))

static inline const tunip_doc *tir_assign(tunip_docsifier *d, tunip_role role, const tunip_doc *lhs,
                                          const tunip_doc *rhs)
{
    return tunip_doc_assign_new(d, role, lhs, rhs, NULL);
}

/* The arguments of a call with optional keywords. */
enum { TIR_MOST_ARGS = 6, TIR_MOST_KEYS = 9 };

typedef struct tir_args {
    size_t count, key_count;
    const tunip_doc *args[TIR_MOST_ARGS];
    const tunip_doc *values[TIR_MOST_KEYS];
    tunip_str keys[TIR_MOST_KEYS];
} tir_args;

/* Makes `args` empty. An initialiser would also zero the lists, which takes longer than a call with
 * one argument. */
static inline void tir_args_begin(tir_args *args)
{
    args->count = args->key_count = 0;
}

static inline void tir_args_add(tir_args *args, const tunip_doc *doc)
{
    args->args[args->count++] = doc;
}

/* Adds `key=doc`; nothing when `doc` is NULL. */
static inline void tir_args_key(tir_args *args, const char *key, const tunip_doc *doc)
{
    if (!doc) return;
    args->keys[args->key_count] = tunip_str_from(key);
    args->values[args->key_count++] = doc;
}

/* callee(args); copies what it needs. */
const tunip_doc *tir_args_call(tunip_docsifier *d, const tunip_doc *callee, const tir_args *args);

/* The name of a dtype in the T namespace: "int32", "void". Lives as long as the current Doc. */
const char *tir_dtype_name(tunip_docsifier *d, tunip_dtype dtype);

/* The settings and the state of the dialect in a print (see rules.c). */
typedef struct tir_settings {
    tunip_dtype buffer_dtype; /* the dtype of buffers that is left out */
    tunip_dtype int_dtype;    /* of integers that print without T.dtype(...) */
    tunip_dtype float_dtype;  /* the same for floats */
} tir_settings;

static inline const tir_settings *tir_job_settings(const tunip_docsifier *d)
{
    return tunip_job_settings(d, &tunip_dialect_tir);
}

static inline bool tir_has_sugar(const tunip_docsifier *d)
{
    return !tunip_job_options(d)->no_syntax_sugar;
}

/* The Doc of a node that the text omits, for backends that show it. It must not define variables,
 * so it is "..." if it uses a variable that the text does not define. */
const tunip_doc *tir_omitted(tunip_docsifier *d, const void *node, const tunip_path *path);
#define TIR_OMITTED(d, node, member, path)                                                         \
    tir_omitted((d), (node)->member, tunip_path_attr((d), (path), #member))

/* `call`, one of whose arguments is `map`, marked as inexact if `map` has a tir.StringImm, because
 * a reader makes a plain string of it. `map` may be NULL. */
const tunip_doc *tir_mark_strings(tunip_docsifier *d, const tunip_doc *call, const tunip_map *map);

#endif
