/* relay.h -- Relay, the graph-level IR of TVM up to v0.20: expressions, types, attributes.
 *
 * The structs mirror the fields that TVM v0.19.0 visits, with the names of TVM where C allows them
 * (see ir.h). Any pointer may be NULL. Nodes that have the same meaning in Relay and in the other
 * dialects have one type for both: immediates, spans, targets, operators, and the whole tensor
 * IR. */
#ifndef TUNIP_RELAY_H
#define TUNIP_RELAY_H

#include <tunip/tvm/relay_attrs.h>

#ifdef __cplusplus
extern "C" {
#endif

TUNIP_API extern const struct tunip_dialect tunip_dialect_relay;

#ifdef __cplusplus
}
#endif
#endif
