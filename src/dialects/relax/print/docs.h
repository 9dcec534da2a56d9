/* docs.h -- helpers for the common forms of the dialect: R.name, R.name(args, key=value), lhs:
 * annotation = rhs. */
#ifndef RELAX_DOCS_H
#define RELAX_DOCS_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* R.name. */
static inline const tunip_doc *relax_name(tunip_docsifier *d, const char *name)
{
    return tunip_prefixed(d, &tunip_dialect_relax, name);
}

/* R.name(Docs...). The arguments must be finished Docs and not calls that make Docs: the order in
 * which C evaluates the items of an initialiser is unspecified, and variables must be defined in
 * TVM's order. */
#define RELAX_CALL(d, name, ...)                                                                   \
    tunip_prefixed_call((d), &tunip_dialect_relax, (name), TUNIP_DOCS((d), __VA_ARGS__))

/* The arguments of a call, while they are collected. */
typedef struct relax_args {
    const tunip_doc **args;
    size_t count;
    tunip_str *keys;
    const tunip_doc **values;
    size_t key_count;
} relax_args;

/* An empty list with room for `room` positional arguments and `key_room` keywords. When out of
 * memory the list has no room and ignores additions. */
relax_args relax_args_new(tunip_docsifier *d, size_t room, size_t key_room);

static inline void relax_args_add(relax_args *args, const tunip_doc *doc)
{
    if (args->args) args->args[args->count++] = doc;
}

/* `key` must outlive the print. */
static inline void relax_args_text_key(relax_args *args, tunip_str key, const tunip_doc *doc)
{
    if (!args->values) return;
    args->keys[args->key_count] = key;
    args->values[args->key_count++] = doc;
}

static inline void relax_args_key(relax_args *args, const char *key, const tunip_doc *doc)
{
    relax_args_text_key(args, tunip_str_from(key), doc);
}

/* callee(args, key=value, ...) */
const tunip_doc *relax_args_call(tunip_docsifier *d, const tunip_doc *callee,
                                 const relax_args *args);

/* The path of a member of `node`. Its last step is the name of the field there, which depends on
 * the version of TVM: `struct_info_` or `ty`. */
const tunip_path *relax_member_path(tunip_docsifier *d, const void *node, size_t offset,
                                    const tunip_path *path);
#define RELAX_PATH(d, struct, member, node, path)                                                  \
    relax_member_path((d), (node), offsetof(struct, member), (path))

/* The path of the struct info of an expression. */
static inline const tunip_path *relax_info_path(tunip_docsifier *d, const void *expr,
                                                const tunip_path *path)
{
    return RELAX_PATH(d, tunip_ir_relax_expr, struct_info, expr, path);
}

/* The settings of the dialect (see rules.c). */
typedef struct relax_settings {
    bool show_all_struct_info; /* annotate bindings even if the struct info follows from the
                                  value */
} relax_settings;

static inline bool relax_shows_all(const tunip_docsifier *d)
{
    const relax_settings *settings = tunip_job_settings(d, &tunip_dialect_relax);
    return settings->show_all_struct_info;
}

#endif
