/* convert.h -- for authors of dialects: converts nodes of one version of TVM to another version.
 *
 * This header is for extensions, as <tunip/ext/dialect.h> is. The library converts a graph to
 * another version node by node. If neither version is v0.23, it converts in two steps, over v0.23.
 * The library itself converts a node in three cases: its type is the same in both versions; its
 * type has a kin in the other version (tunip_type.kin); or the other version has a type with the
 * same key. It converts the fields with the same member. If the types are not kin, it converts the
 * fields with the same name. A dialect has rows for all other nodes. If a converted value does not
 * fit its field, the library looks for a row that makes a fitting node of it
 * (tunip_conversion.into). Without such a row, the value is refused.
 *
 * Errors: tunip_convert_refuse() says that the other version cannot express a node. The conversion
 * then continues, to find all nodes that cannot be converted. For a node that cannot be converted,
 * the functions return NULL, and the fields and items that should hold it become NULL. So rows must
 * accept NULL. When memory runs out, the functions return NULL and the conversion fails. Ownership:
 * the nodes belong to the graph of the result; the result may share nodes that need no conversion
 * with the original graph. So the original graph must live as long as the result. Threads: one
 * thread at a time uses a converter. */
#ifndef TUNIP_EXT_CONVERT_H
#define TUNIP_EXT_CONVERT_H

#include <tunip/graph.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The conversion of one graph. */
typedef struct tunip_converter tunip_converter;

/* A row: how nodes of `from`, and of descendants without a row, are converted. A row with `into` is
 * for fields that expect nodes of `into`: it makes such a node from a converted node whose original
 * type was `from` or a descendant. */
typedef struct tunip_conversion {
    const tunip_type *from;
    tunip_node *(*make)(tunip_converter *c, const tunip_node *node);
    const tunip_type *into;
    unsigned since; /* the row converts to versions of TVM from this one on: 24 is v0.24; 0: all */
    unsigned until; /* and to versions before this one; 0: all. Of several rows for one type and one
                       version, the last one counts */
} tunip_conversion;

/* Converts a node, and returns the node of the other version. Each node is converted only once.
 * Returns NULL if `node` is NULL, and refuses a node that is inside itself. */
TUNIP_API tunip_node *tunip_convert(tunip_converter *c, const void *node);
/* Like tunip_convert(), for a field that expects nodes of the type `expects`: see
 * tunip_conversion.into. */
TUNIP_API tunip_node *tunip_convert_into(tunip_converter *c, const void *node,
                                         const tunip_type *expects);
/* Like tunip_convert(), but ignores the rows: for a row that changes the result of the library. */
TUNIP_API tunip_node *tunip_convert_fields(tunip_converter *c, const tunip_node *node);
/* Like tunip_convert_fields(), but makes a node of `type`: converts the fields of the same
 * names. */
TUNIP_API tunip_node *tunip_convert_to(tunip_converter *c, const tunip_node *node,
                                       const tunip_type *type);
/* Records `made` as the converted form of `node`. Use this for parts of a node that a row converts
 * itself. */
TUNIP_API void tunip_convert_set(tunip_converter *c, const void *node, void *made);
/* The converted form of `node`; NULL if `node` was neither converted nor passed to
 * tunip_convert_set(). */
TUNIP_API tunip_node *tunip_converted(tunip_converter *c, const void *node);
/* The type of the other version for nodes of `type`: `type` itself if the other version has it, or
 * its kin, or the type with the same key. NULL if there is none. */
TUNIP_API const tunip_type *tunip_convert_type(tunip_converter *c, const tunip_type *type);
/* The graph of the result. */
TUNIP_API tunip_graph *tunip_converter_graph(tunip_converter *c);
/* The root of the graph that is converted. */
TUNIP_API const tunip_node *tunip_converter_root(const tunip_converter *c);
/* The version of the result: 26 is v0.26. */
TUNIP_API unsigned tunip_converter_vintage(const tunip_converter *c);
/* Whether functions also get the attributes that functions of the new version usually have. True in
 * tunip_convert_with(), false in tunip_convert_graph(). */
TUNIP_API bool tunip_converter_completes(const tunip_converter *c);
/* Whether the result is IR of v0.23 that will be converted to a third version, in the second of two
 * steps. Then it may hold what only newer versions have, in the form in which the reader of scripts
 * puts it into IR of v0.23. Nodes of types that v0.23 does not have keep their type. */
TUNIP_API bool tunip_converter_carries(const tunip_converter *c);
/* Whether nodes and operators that only one version has stay as they are, and layouts, addresses
 * and kinds of errors are left out, because nobody will read the result as a program of the other
 * version. */
TUNIP_API bool tunip_converter_keeps_unknown(const tunip_converter *c);
/* Reports that a node cannot be expressed; returns NULL. */
TUNIP_API tunip_node *tunip_convert_refuse(tunip_converter *c, const tunip_node *node,
                                           const char *format, ...) TUNIP_PRINTF(3, 4);

#ifdef __cplusplus
}
#endif
#endif
