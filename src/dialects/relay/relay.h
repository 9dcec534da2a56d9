/* relay.h -- the functions that the files of this dialect share. */
#ifndef TN_RELAY_H
#define TN_RELAY_H

#include <tunip/ext/dialect.h>
#include <tunip/site.h>
#include <tunip/tvm/relay.h>

/* ======== types ======== */

/* Functions that the type tables of the relay dialect refer to. */

/* The memory scope of a device of which a text lacks the metadata begins so. */
extern const char relay_placeholder_scope[];

/* The compared parts of a module: a tunip_parts_fn. */
bool relay_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                        bool (*each)(const tunip_part *part, void *user), void *user);
/* The same of a call. */
bool relay_call_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                      bool (*each)(const tunip_part *part, void *user), void *user);

/* ======== relay ======== */

/* The inside of the relay dialect.
 *
 * Relay is a graph: an expression that is used twice is one node. Its text is a list of bindings. A
 * walk decides their order, and so the numbers %0, %1, ...; it must be exactly the walk of TVM:
 * VisitExpr, PrintExpr and ExpandDataflow (TVM v0.19 src/relay/printer/relay_text_printer.cc,
 * include/tvm/relay/expr_functor.h). The walk first visits an expression: it makes the Doc of the
 * expression, which refers to its parts. Later the first user of the expression prints it: binds
 * the Doc to the next number, or writes it in place. */

/* A node, and its state in the walk. */
typedef struct relay_entry {
    const void *node;
    const tunip_doc *doc;      /* the Doc of its uses; NULL: not visited yet */
    const tunip_doc *declared; /* of a variable that is free: its declaration; or NULL */
    uint32_t uses;             /* in the function that is printed */
    uint32_t function;         /* the function that `uses` is about */
    bool is_bound;             /* it has a number, or its declaration is written */
    bool is_open;              /* its parts are pending in a visit */
    bool is_noted;             /* its type is written */
    bool is_counted;           /* the uses of its parts are counted */
    bool is_meta;              /* of the tensor IR: it is in the metadata, and prints as such */
} relay_entry;

/* An expression that the walk has to visit. */
typedef struct relay_pending {
    const tunip_node *node;
    const tunip_path *path;
    bool is_expanded;
} relay_pending;

/* A name in use, and the number to try first for the next variable with the same hint. */
typedef struct relay_name {
    tunip_str text;
    uint32_t next;
} relay_name;

typedef struct relay_state {
    relay_entry **entries; /* a hash table */
    size_t entry_count, entry_room;
    relay_name *names; /* a hash table */
    size_t name_count, name_room;
    relay_pending *pending; /* a stack */
    size_t pending_count, pending_room;
    uint32_t function;          /* the number of the function that is printed, from 1 */
    size_t next_number;         /* of bindings */
    const tunip_node *visiting; /* the expression whose Doc the rule makes now */
    bool is_begun;              /* the root is being printed */
    tunip_dtype dtype;          /* the last one that was printed */
    tunip_str dtype_text;
} relay_state;

typedef struct relay_settings {
    bool show_types; /* behind expressions */
} relay_settings;

/* ---- rules.c ---- */

relay_state *relay_state_of(tunip_docsifier *d);
/* The entry of a node. Makes one for a new node. NULL when out of memory. */
relay_entry *relay_entry_of(tunip_docsifier *d, const void *node);
size_t relay_hash_text(tunip_str text);
/* Texts that live as long as the print; empty when out of memory. */
tunip_str relay_joined(tunip_docsifier *d, const char *head, tunip_str tail);
tunip_str relay_numbered(tunip_docsifier *d, tunip_str head, size_t number);
tunip_str relay_dtype_text(tunip_docsifier *d, tunip_dtype dtype);
/* Whether a name begins with a letter. Otherwise a print puts a letter before it. */
static inline bool relay_begins_with_letter(tunip_str name)
{
    return name.size && tunip_is_letter(*name.data) && *name.data != '_';
}
/* A name that is not in use: `hint`, or `hint`, `before` and a number. */
tunip_str relay_name_new(tunip_docsifier *d, tunip_str hint, const char *before);

/* ---- rules.c ---- */

/* Begins the function or expression `root`: counts how often its parts use each other. */
void relay_count_uses(tunip_docsifier *d, const tunip_node *root);

/* ---- expr.c ---- */

/* The Doc of an expression at a use. `in_place`: the use is the value of a scope, where an
 * expression without other uses needs no number. */
const tunip_doc *relay_print(tunip_docsifier *d, const void *node, const tunip_path *path,
                             bool in_place);
/* The statements of a scope whose value is `node`; the last one is the value. */
tunip_docs relay_scope(tunip_docsifier *d, const void *node, const tunip_path *path);
/* Prints `node` as the value of the innermost frame. */
void relay_end_scope(tunip_docsifier *d, tunip_frame *frame, const void *node,
                     const tunip_path *path);
/* Adds the type and the span to an expression, when it is printed for the first time. */
const tunip_doc *relay_noted(tunip_docsifier *d, const tunip_doc *doc, const tunip_node *node,
                             const tunip_path *path);

/* Adds the span of an expression to its statement, if the user asks for spans. */
const tunip_doc *relay_spanned(tunip_docsifier *d, const tunip_doc *stmt,
                               const tunip_relay_expr *expr);

/* ---- rules.c ---- */

/* The rule of all expressions. */
const tunip_doc *relay_docsify_expr(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

/* ---- function.c ---- */

/* The definition of a variable. `role` is PARAM, LET or DEFINE; `rhs` may be NULL. */
const tunip_doc *relay_define(tunip_docsifier *d, const tunip_relay_var *var, tunip_role role,
                              const tunip_doc *rhs, const tunip_path *path);
/* The parts of a definition: the name with its remarks, and in *type the type or NULL. */
const tunip_doc *relay_alloc(tunip_docsifier *d, const tunip_relay_var *var, const tunip_path *path,
                             const tunip_doc **type);
/* `name` is "fn" or the name of a global function. */
const tunip_doc *relay_function(tunip_docsifier *d, const tunip_relay_function *function,
                                tunip_str name, const tunip_path *path);
const tunip_doc *relay_docsify_pattern(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path);
const tunip_doc *relay_docsify_module(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path);
const tunip_doc *relay_match(tunip_docsifier *d, const tunip_relay_match *match,
                             const tunip_path *path);

/* ---- types (rules.c) ---- */

const tunip_doc *relay_type(tunip_docsifier *d, const void *type, const tunip_path *path);
/* The rule of all types. */
const tunip_doc *relay_docsify_type(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

/* ---- attrs.c ---- */

/* Arguments with names. */
typedef struct relay_keywords {
    tunip_str *keys;
    const tunip_doc **values;
    size_t count;
} relay_keywords;

/* The attributes that differ from their defaults. */
relay_keywords relay_attributes(tunip_docsifier *d, const tunip_node *attrs, const tunip_path *path,
                                bool with_key);
/* Whether TVM has this operator. */
bool relay_is_op(tunip_str name);
/* The type of the attributes of calls of an operator; NULL for an operator without attributes. */
const tunip_type *relay_op_attrs(tunip_str op);
/* The default of an attribute, as TVM prints it; NULL if it has none. */
const char *relay_default(const tunip_type *type, const char *field);
const tunip_doc *relay_value(tunip_docsifier *d, const void *value, const tunip_path *path);
/* meta[type][index] */
const tunip_doc *relay_meta(tunip_docsifier *d, const void *node, const tunip_path *path);
/* Puts an expression of the tensor IR and all its parts into the metadata. */
void relay_collect_meta(tunip_docsifier *d, const tunip_node *expr);
const tunip_doc *relay_target(tunip_docsifier *d, const tunip_ir_target *target,
                              const tunip_path *path);
/* Whether a node is of a type that nobody describes, or stands for one that the text lacks. Such a
 * node may be anything: an expression, a type, attributes. False for NULL. */
bool relay_is_unknown(const tunip_node *node);
bool relay_is_unconstrained(const tunip_relay_virtual_device *device);

/* ---- constant.c ---- */

/* The Doc of a constant as a number; NULL if it has dimensions, or an unusual dtype. */
const tunip_doc *relay_scalar(tunip_docsifier *d, const tunip_tensor *tensor,
                              const tunip_path *path);
const tunip_doc *relay_int(tunip_docsifier *d, const tunip_ir_int_imm *imm, const tunip_path *path);
const tunip_doc *relay_float(tunip_docsifier *d, const tunip_ir_float_imm *imm,
                             const tunip_path *path);

/* ---- primfn/function.c ---- */

/* A function of the tensor IR: [name = ]primfn(...) -> () { ... }. `name` may be NULL. */
const tunip_doc *relay_primfn(tunip_docsifier *d, const tunip_tir_prim_func *node,
                              const tunip_doc *name, const tunip_path *path);

/* ---- shorthands ---- */

static inline const tunip_doc *relay_word(tunip_docsifier *d, const char *text,
                                          const tunip_path *path)
{
    return tunip_doc_raw_new(d, tunip_str_from(text), path);
}

#endif
