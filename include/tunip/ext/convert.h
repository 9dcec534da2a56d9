/* convert.h -- for authors of dialects: nodes of one version of TVM as nodes of another.
 *
 * This header is for extensions, as <tunip/ext/dialect.h> is. A graph of one version becomes one of
 * another node by node. The library itself converts nodes whose type is the same in both versions,
 * whose type has a kin there (tunip_type.kin), or a type with the same key: it converts the fields
 * that have the same member or, without kin, the same name. A dialect has rows for all others. A
 * converted value that does not fit its field is refused, unless a row makes another node of it.
 *
 * Errors: tunip_convert_refuse() says that the other version cannot express a node. The conversion
 * then goes on, to find the others: the functions return NULL for such a node, and fields and items
 * are NULL in its place, so rows must expect that. When memory runs out, the functions return NULL
 * and the conversion fails. Ownership: the nodes belong to the
 * graph of the result; nodes without anything to convert may be shared with the other graph, which
 * must live as long. Threads: one thread at a time uses a converter. */
#ifndef TUNIP_EXT_CONVERT_H
#define TUNIP_EXT_CONVERT_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The conversion of one graph. */
typedef struct tunip_converter tunip_converter;

/* A row: how nodes of `from`, and of descendants without a row, are converted. With `into`: how a
 * converted node of `from` or a descendant becomes one of `into`, for fields that need that. */
typedef struct tunip_conversion {
    const tunip_type *from;
    tunip_node *(*make)(tunip_converter *c, const tunip_node *node);
    const tunip_type *into;
} tunip_conversion;

/* The node of the other version; NULL for NULL. The same node is converted once. */
TUNIP_API tunip_node *tunip_convert(tunip_converter *c, const void *node);
/* The same for a field that expects nodes of a type: see tunip_conversion.into. */
TUNIP_API tunip_node *tunip_convert_into(tunip_converter *c, const void *node,
                                         const tunip_type *expects);
/* The same without looking at the rows: for a row that changes the result of the library. */
TUNIP_API tunip_node *tunip_convert_fields(tunip_converter *c, const tunip_node *node);
/* The same with nodes of `type`: converts the fields of the same names. */
TUNIP_API tunip_node *tunip_convert_to(tunip_converter *c, const tunip_node *node,
                                       const tunip_type *type);
/* Sets what a node is in the other version, for parts that a row converts itself. */
TUNIP_API void tunip_convert_set(tunip_converter *c, const void *node, void *made);
/* The node that it was set to or converted to; NULL if neither. */
TUNIP_API tunip_node *tunip_converted(tunip_converter *c, const void *node);
/* The graph of the result. */
TUNIP_API tunip_graph *tunip_converter_graph(tunip_converter *c);
/* The version of the result: 26 is v0.26. */
TUNIP_API unsigned tunip_converter_vintage(const tunip_converter *c);
/* Whether functions get what those of the version have: see tunip_convert_with(). */
TUNIP_API bool tunip_converter_completes(const tunip_converter *c);
/* Reports that a node cannot be expressed; returns NULL. */
TUNIP_API tunip_node *tunip_convert_refuse(tunip_converter *c, const tunip_node *node,
                                           const char *format, ...) TUNIP_PRINTF(3, 4);

#ifdef __cplusplus
}
#endif
#endif
