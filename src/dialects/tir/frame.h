/* frame.h -- what rules share: Docs, marks on nodes, frames. */
#ifndef TIR_FRAME_H
#define TIR_FRAME_H

#include <tunip/ext/dialect.h>
#include <tunip/ext/tir_rules.h>

/* ==== Helpers for the common forms of the dialect: T.name, T.name(args, key=value), lhs = rhs. */

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
enum { TIR_MOST_ARGS = 6, TIR_MOST_KEYS = 12 };

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

/* ==== A small table from nodes to numbers, in memory of the print. Most have few nodes, such as
 * the parameters of a function: these are in the struct. */

typedef struct tir_mark {
    const void *node;
    uint32_t value;
} tir_mark;

enum { TIR_FIRST_MARKS = 6 };

/* Initially zero, or cleared. */
typedef struct tir_marks {
    size_t count;
    size_t room;     /* a power of two, or 0 */
    tir_mark *slots; /* of all nodes, once there are more: a hash table */
    tir_mark first[TIR_FIRST_MARKS];
} tir_marks;

/* Makes the table empty. The members that an empty table does not use keep any values. */
static inline void tir_marks_clear(tir_marks *marks)
{
    marks->count = marks->room = 0;
}

/* A pointer to the number of `node`; adds a new node with the number 0. NULL when out of memory. */
uint32_t *tir_marks_put(tunip_docsifier *d, tir_marks *marks, const void *node);

/* The number of `node`; 0 if it is not in the table. */
uint32_t tir_marks_get(const tir_marks *marks, const void *node);

/* ==== The dialect's frames, their statements, and definitions of variables ==== */

/* A buffer of v0.25 that has a name: a later declaration may be a view of it. */
typedef struct tir_shared {
    const struct tunip_tirx_buffer_v25 *buffer;
    const struct tir_shared *next; /* an older one */
} tir_shared;

/* A frame that records whether the current statement is the last one. Only then may a scope print
 * without `with`, as a statement that holds for the rest of the frame. */
typedef struct tir_frame {
    tunip_frame base;
    struct tir_state *state;  /* of the print */
    struct tir_frame *outer;  /* the innermost frame of this kind around it */
    const tir_shared *shared; /* the newest one */
    bool at_last;
} tir_frame;

/* The state of the dialect during a print; initially zero. */
typedef struct tir_state {
    tir_frame *top;     /* the innermost tir_frame: the root frame of a print is not one */
    bool has_function;  /* an account has met a function */
    tir_marks launched; /* the thread variables of the function -> their extent, see attr.c */
} tir_state;

/* Opens a frame for the contents of `node`. */
void tir_frame_enter(tunip_docsifier *d, tir_frame *frame, const void *node);
void tir_frame_leave(tunip_docsifier *d, tir_frame *frame);

/* Whether a scope that prints now may omit the `with`. */
bool tir_is_concise(tunip_docsifier *d);

/* Prints the statements of `stmt`, a sequence or a single one, into the frame. */
void tir_body(tunip_docsifier *d, tir_frame *frame, const tunip_node *stmt, const tunip_path *path);

/* Prints the body of a function. If a parser adds the block around it, `implied` is a comment in
 * place of the block: "with T.block(\"root\"):". `path` is that of the function. */
void tir_function_body(tunip_docsifier *d, tir_frame *frame, const tunip_tir_prim_func *func,
                       const tunip_path *path, const char *implied);

/* Adds a statement. An expression becomes an expression statement. */
void tir_add_stmt(tunip_docsifier *d, tir_frame *frame, const tunip_doc *doc);

/* The statements of the frame. */
static inline tunip_docs tir_stmts(tunip_docsifier *d, tir_frame *frame)
{
    return tunip_frame_body(d, &frame->base, NULL);
}

/* A scope: `with rhs as lhs:` around the frame's statements or, when concise, `lhs = rhs` before
 * them. `lhs` may be NULL. */
const tunip_doc *tir_scope(tunip_docsifier *d, tir_frame *frame, const tunip_doc *lhs,
                           const tunip_doc *rhs, bool concise);

/* Whether a variable is a tir.SizeVar, which is never negative. */
bool tir_is_size_var(const tunip_tir_var *var);

/* The name of the type of an iteration variable at `path`, as a string. */
const tunip_doc *tir_iter_type_name(tunip_docsifier *d, const tunip_tir_iter_var *iter,
                                    const tunip_path *path);

/* Defines a variable under its own name; `var` may be NULL. */
const tunip_doc *tir_define_var(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_var *var);
/* The ID of a variable at its definition, with its type unless a reader infers it: `stated` is the
 * dtype that the definition states. `path` is the path of the variable. */
const tunip_doc *tir_typed(tunip_docsifier *d, const tunip_doc *name, const tunip_tir_var *var,
                           tunip_dtype stated, const tunip_path *path);
/* Defines the variable and returns this ID. */
const tunip_doc *tir_define_typed(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_var *var,
                                  tunip_dtype stated, const tunip_path *path);
const tunip_doc *tir_define_buffer(tunip_docsifier *d, tunip_frame *frame,
                                   const tunip_tir_buffer *buffer);

#endif
