/* rules.h -- the rules of the ir dialect that are in separate files. */
#ifndef IR_RULES_H
#define IR_RULES_H

#include <tunip/ext/ir_rules.h>

typedef struct ir_printed_device {
    const tunip_ir_vdevice *device;
    struct ir_printed_device *next;
} ir_printed_device;

/* The state of the dialect during a print; initially zero. */
typedef struct ir_state {
    const tunip_ir_module *module;  /* the innermost module that is being printed, or NULL */
    ir_printed_device *devices;     /* in the order of printing */
    ir_printed_device *last_device; /* the last item of that list */
} ir_state;

/* module.c */
const tunip_doc *ir_docsify_module(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path);

/* device.c */
const tunip_doc *ir_docsify_vdevice(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

/* plain.c: the text of TVM's ReprPrinter for roots without a script form */
const tunip_doc *ir_plain_access_path(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path);

/* target_text.c */
const tunip_doc *ir_plain_target(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path);

#endif
