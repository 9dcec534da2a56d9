/* equal.h -- whether two struct infos are equal. */
#ifndef RELAX_EQUAL_H
#define RELAX_EQUAL_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether two nodes have the same content. Variables are compared by address. Nodes with too many
 * children count as different. */
bool relax_equal(tunip_scratch *scratch, const tunip_node *a, const tunip_node *b);

#endif
