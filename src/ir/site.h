/* site.h -- the fields of spans, found by their names. The public part is <tunip/site.h>. */
#ifndef TN_SITE_H
#define TN_SITE_H

#include <tunip/node.h>

/* Whether nodes of the type are spans: they have the fields of one. */
bool tn_is_span_type(const tunip_type *type);

/* The field for the span of a node; NULL if its type has none. */
const tunip_field *tn_span_field(const tunip_type *type);

/* The list of spans in a span such as an ir.SequentialSpan; NULL for other spans. */
const tunip_array *tn_span_list(const tunip_node *span);

#endif
