/* pattern_text.h -- patterns as text. */
#ifndef COLLAGE_PATTERN_TEXT_H
#define COLLAGE_PATTERN_TEXT_H

#include "pattern.h"

/* Writes a pattern as TVM prints it: "(id 0): CallPatternNode(Op(nn.relu), [*])". The parts that
 * occur a second time refer to the first: "(invoke pattern id 3)". */
void cg_pattern_say(cg_buffer *out, tunip_context *context, const tunip_node *pattern);

/* Reads a pattern from the text that TVM prints, with or without the ids, or from the short form:
 * `nn.relu(nn.conv2d(*, const) | add(*, *))`. An operator with arguments is a call; `*` is any
 * expression, `const` a constant, `%x` a variable, `|` an alternative, `(a, b)` a tuple and `p.0`
 * an item of one. NULL after an error, whose offset is that in the text. */
const tunip_node *cg_pattern_read(tunip_graph *graph, tunip_str text, tunip_error *error);

#endif
