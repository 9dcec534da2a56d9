/* rules.h -- the callbacks of the ir dialect that have a file of their own. */
#ifndef IR_RULES_H
#define IR_RULES_H

#include <tunip/ir.h>

/* What the dialect keeps during a print; zeroed at its start. */
typedef struct ir_state {
    const ir_module *module; /* the innermost module that is being printed, or NULL */
} ir_state;

/* module.c */
const tunip_doc *ir_docsify_module(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path);

/* plain.c: what TVM's ReprPrinter says of a root without a script form */
const tunip_doc *ir_plain_op(tunip_docsifier *d, const tunip_node *node, const tunip_path *path);
const tunip_doc *ir_plain_env_func(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path);
const tunip_doc *ir_plain_target_kind(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path);
const tunip_doc *ir_plain_access_path(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path);

#endif
