/* account_target.h -- whether the text of a target determines the target. */
#ifndef IR_ACCOUNT_TARGET_H
#define IR_ACCOUNT_TARGET_H

#include <tunip/ext/dialect.h>

/* The field of a target that a reader would give another value, or NULL. */
const char *ir_lost_of_target(tunip_docsifier *d, const tunip_node *node);

#endif
