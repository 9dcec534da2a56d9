/* call.h -- calls of operators that have a form of their own. */
#ifndef RELAX_CALL_H
#define RELAX_CALL_H

#include "docs.h"

/* An argument of a call; a function that is not of the module shows as its symbol. */
const tunip_doc *relax_callee(tunip_docsifier *d, const tunip_relax_call *call, size_t index,
                              const tunip_path *path);

/* Any other argument. `path` is the call's in both. */
const tunip_doc *relax_argument(tunip_docsifier *d, const tunip_relax_call *call, size_t index,
                                const tunip_path *path);

/* The same call `doc` of an operator, where a script's function of that name, if there is one,
 * makes another call, or none: exactly it is R.Call("relax.name", args, attrs=attributes,
 * sinfo_args=infos) with R.make_node("type", key=value) for attributes. Those are the first of
 * `keywords`; `attrs` and `infos` may be NULL. */
const tunip_doc *relax_inexact_call(tunip_docsifier *d, const tunip_doc *doc, tunip_str op,
                                    const tunip_node *attrs, const relax_args *keywords,
                                    const tunip_doc *infos);

/* Whether calls of an operator are written in a form of their own. */
bool relax_has_special_form(tunip_str op);

/* The call of an operator that is written in a form of its own; NULL when there is none, or when
 * the call is not such as the operator takes. */
const tunip_doc *relax_special_call(tunip_docsifier *d, const tunip_relax_call *call,
                                    const tunip_path *path);

#endif
