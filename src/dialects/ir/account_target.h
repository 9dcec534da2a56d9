/* account_target.h -- whether a target is told by its text. */
#ifndef IR_ACCOUNT_TARGET_H
#define IR_ACCOUNT_TARGET_H

#include <tunip/ext/dialect.h>

/* The field of a target that a reader would give another value, or NULL. */
const char *ir_lost_of_target(tunip_docsifier *d, const tunip_node *node);

#endif
