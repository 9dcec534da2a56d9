/* read.h -- reading the text of Relay: Docs to nodes.
 *
 * The reader uses the same tables of operators, attributes and defaults as the rules. Names have
 * the same meaning as in TVM's parser (v0.19 src/relay/parser/parser.cc). Functions, types,
 * constructors and numbers are known in all scopes after their definition. Variables and type
 * variables have scopes. */
#ifndef RELAY_READ_H
#define RELAY_READ_H

#include <tunip/ext/elaborate.h>
#include <tunip/tvm/tir.h>

#include "relay.h"

/* A global name: "%0", "@main", "Cons", "nn.relu". ":List" is a type; "=main" and "=List" are
 * definitions. */
typedef struct relay_known {
    tunip_str name;
    tunip_node *node;
} relay_known;

/* A pointer of the tensor IR: how many elements it has, or its buffer with one dimension. */
typedef struct relay_pointer {
    const tunip_tir_var *var;
    const tunip_array *extents;
    tunip_tir_buffer *view;
} relay_pointer;

/* The tensor IR of a text. */
typedef struct relay_tir {
    bool is_plain;           /* the text has nothing else, so its module has the types of v0.23 */
    unsigned notes;          /* which were given */
    relay_pointer *pointers; /* of the function */
    size_t count, room;
} relay_tir;

typedef struct relay_reading {
    relay_known *known; /* a hash table */
    size_t count, room;
    tunip_relay_call **calls; /* calls of callees that are not operators */
    size_t call_count, call_room;
    tunip_relay_virtual_device *device; /* the device of all expressions without a device of their
                                           own */
    relay_tir tir;
} relay_reading;

/* The node, if it is of this type; or NULL. */
static inline void *relay_if(tunip_node *node, const tunip_type *type)
{
    return node && tunip_is(node, type) ? node : NULL;
}

/* ---- names.c ---- */

/* The node of a global name; NULL if the name is unknown. */
tunip_node *relay_known_get(tunip_elaborator *e, tunip_str name);
/* Sets the node of a name, unless it already has a node: TVM keeps the first one, too. */
void relay_known_set(tunip_elaborator *e, tunip_str name, void *node);
/* The name with the character `mark` before it. */
tunip_str relay_marked(tunip_elaborator *e, char mark, tunip_str name);
/* The name of an ID; empty for another Doc. */
tunip_str relay_id_name(const tunip_doc *doc);
tunip_relay_virtual_device *relay_no_device(tunip_elaborator *e);
/* A new expression of `type` without a device, a type and a span. */
void *relay_new(tunip_elaborator *e, const tunip_type *type);

/* Reads an expression. Returns NULL after a complaint. */
tunip_node *relay_read_expr(tunip_elaborator *e, const tunip_doc *doc);
void relay_enter(tunip_elaborator *e, const tunip_doc *doc);
void relay_leave(tunip_elaborator *e);

/* ---- expr.c ---- */

/* The value of any expression. */
tunip_value relay_express(tunip_elaborator *e, const tunip_doc *doc);

/* ---- read.c ---- */

/* Sets the type and the span of a node from the remarks of `doc`. */
void relay_read_notes(tunip_elaborator *e, tunip_relay_expr *node, const tunip_doc *doc);

/* ---- scope.c ---- */

/* Reads the statements of a scope and returns its value. The caller enters and leaves the scope. */
tunip_node *relay_read_statements(tunip_elaborator *e, tunip_docs body, const tunip_doc *doc);
/* The same, but enters and leaves a new scope. */
tunip_node *relay_read_scope(tunip_elaborator *e, tunip_docs body, const tunip_doc *doc);
/* Reads the definition of a variable, and sets the value of its name. */
tunip_relay_var *relay_read_var(tunip_elaborator *e, const tunip_doc *name,
                                const tunip_doc *annotation);

/* ---- function.c ---- */

tunip_node *relay_read_function(tunip_elaborator *e, const tunip_doc_function *doc);
tunip_node *relay_read_match(tunip_elaborator *e, const tunip_doc_scope *doc);

/* ---- read_primfn.c ---- */

/* Whether a Doc is a function of the tensor IR; the function. */
bool relay_is_primfn(const tunip_doc *doc);
tunip_node *relay_read_primfn(tunip_elaborator *e, const tunip_doc_function *doc);
/* The statements of a BLOCK. */
tunip_node *relay_read_tir(tunip_elaborator *e, const tunip_doc *doc);
relay_tir *relay_tir_of(tunip_elaborator *e);

/* ---- call.c ---- */

/* The nodes of an operator, and of the function called `name`, which begins with `@`. */
tunip_node *relay_operator(tunip_elaborator *e, tunip_str name);
tunip_node *relay_global(tunip_elaborator *e, tunip_str name);

tunip_value relay_read_call(tunip_elaborator *e, const tunip_doc_call *doc);
tunip_value relay_read_operation(tunip_elaborator *e, const tunip_doc_operation *doc);
/* The callee that a name means: a constructor, a global function or an operator. Warns about an
 * operator that TVM does not have, if the text calls it. */
tunip_node *relay_read_callee(tunip_elaborator *e, const tunip_doc *doc, bool is_called);

/* ---- read_call.c ---- */

/* Whether a Doc is VirtualDevice(...) or Target(...); its node, or NULL after a complaint. */
bool relay_is_device(const tunip_doc *doc);
tunip_node *relay_read_device(tunip_elaborator *e, const tunip_doc *doc);

/* ---- attrs.c ---- */

/* The value of an attribute, as a node; NULL for None and after a complaint. */
tunip_node *relay_read_data(tunip_elaborator *e, const tunip_doc *doc);
/* Attributes of `type` from keyword arguments. Attributes that are not given have their
 * defaults. */
tunip_node *relay_read_attrs(tunip_elaborator *e, const tunip_type *type,
                             const tunip_doc_call *doc);
/* The node of meta[T][i]. */
/* Whether an expression is meta[TYPE][INDEX]. */
bool relay_is_meta(const tunip_doc *doc);
tunip_value relay_read_meta(tunip_elaborator *e, const tunip_doc *doc);

/* ---- types (read_call.c) ---- */

/* NULL after a complaint. */
tunip_node *relay_read_type(tunip_elaborator *e, const tunip_doc *doc);
/* The type variables that a list defines. */
tunip_array *relay_read_type_params(tunip_elaborator *e, tunip_docs docs);
/* The global type variable of an algebraic data type. */
tunip_relay_global_type_var *relay_type_name(tunip_elaborator *e, tunip_str name);
tunip_node *relay_read_type_data(tunip_elaborator *e, const tunip_doc_class *doc);
/* Whether a text that is a single expression is a type. */
bool relay_is_type(const tunip_doc *doc);

/* ---- constant.c ---- */

tunip_node *relay_read_constant(tunip_elaborator *e, const tunip_doc_literal *doc);
/* A constant of a metadata section that the text lacks. */
tunip_node *relay_placeholder(tunip_elaborator *e, tunip_str key, int64_t index);

/* ---- infer.c ---- */

/* Records a call whose type arguments may have to be inferred after all types are known. */
void relay_note_call(tunip_elaborator *e, tunip_relay_call *call);
void relay_infer_type_args(tunip_elaborator *e);

/* ---- script.c ---- */

tunip_node *relay_read_script(tunip_elaborator *e, tunip_docs script);

#endif
