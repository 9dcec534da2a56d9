/* call.h -- calls of operators with a special form. */
#ifndef RELAX_CALL_H
#define RELAX_CALL_H

#include "../ops.h"
#include "docs.h"

/* Whether a call of TVM v0.26, where one kind of node serves both, is one of Relax and not one of
 * the tensor IR. */
bool relax_is_own_call(const tunip_node *node);

/* Words of calls, which depend on the version of TVM. */
typedef struct relax_call_words {
    const char *infos;   /* the struct infos of a call; also the field */
    const char *outputs; /* of R.call_tir() and similar operators */
} relax_call_words;

const relax_call_words *relax_call_words_of(const tunip_relax_call *call);

/* An argument that is a function. A function outside of the module prints as its symbol. */
const tunip_doc *relax_callee(tunip_docsifier *d, const tunip_relax_call *call, size_t index,
                              const tunip_path *path);

/* Any other argument. `path` is the call's in both. */
const tunip_doc *relax_argument(tunip_docsifier *d, const tunip_relax_call *call, size_t index,
                                const tunip_path *path);

/* Marks `doc`, the call of an operator, as inexact (TUNIP_CALL_CONTINUED), because a script has no
 * function that makes this call. The exact call is R.Call("relax.name", args, attrs=attributes,
 * sinfo_args=infos), where attributes are R.make_node("type", key=value). The first of `keywords`
 * are the attributes; `attrs` and `infos` may be NULL. */
const tunip_doc *relax_inexact_call(tunip_docsifier *d, const tunip_doc *doc, tunip_str op,
                                    const tunip_node *attrs, const relax_args *keywords,
                                    const tunip_doc *infos);

/* The call of an operator with a special form. NULL if `op` is NULL or has none, or if the call
 * does not have the arguments that the operator takes. */
const tunip_doc *relax_special_call(tunip_docsifier *d, const tunip_relax_call *call,
                                    const relax_op *op, const tunip_path *path);

/* The special forms, which the rows of ops.def name. `name` is R.name. */
#define RELAX_WRITE(ident)                                                                         \
    const tunip_doc *relax_write_##ident(tunip_docsifier *d, const tunip_relax_call *call,         \
                                         const tunip_path *path, const char *name)
RELAX_WRITE(assert);
RELAX_WRITE(hint);
RELAX_WRITE(inplace);
RELAX_WRITE(local);
RELAX_WRITE(packed);
RELAX_WRITE(print);
RELAX_WRITE(tir);
RELAX_WRITE(to_device);

#endif
