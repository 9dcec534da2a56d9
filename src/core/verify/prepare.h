/* prepare.h -- makes a graph safe for rules, which cast nodes without a check. */
#ifndef TN_PREPARE_H
#define TN_PREPARE_H

#include <tunip/check.h>

#include "../base/scratch.h"

/* Receives each grave flaw, and at the end the number of further flaws. */
typedef struct tn_flaw_sink {
    void (*flaw)(void *user, const tunip_flaw *flaw);
    void (*more)(void *user, size_t count);
    void *user;
} tn_flaw_sink;

/* The root to print: `root` itself if it has no grave flaw; else a repaired copy in `kept`, whose
 * flaws went to `sink`. NULL for NULL, and on failure, with the error of `kept` set. */
const tunip_node *tn_prepare_root(const tunip_context *context, const tunip_node *root,
                                  tunip_scratch *kept, const tn_flaw_sink *sink);

#endif
