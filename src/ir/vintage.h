/* vintage.h -- the version of TVM that a graph belongs to. */
#ifndef TN_VINTAGE_H
#define TN_VINTAGE_H

#include <tunip/node.h>

/* The version of IR whose nodes all versions have: TUNIP_VINTAGE_USUAL. */
enum { TN_VINTAGE_USUAL = 23 };

/* Parses a dtype as tunip_dtype_parse() does, but with the names of tunip_dtype_legacy_name(). */
bool tn_dtype_legacy_parse(tunip_str name, tunip_dtype *out);

/* The known versions, oldest first; 0 past the end. */
unsigned tn_vintage_at(size_t index);
/* The first known version from `since` on, in which IR of this version is read; `since` itself if
 * there is none. */
unsigned tn_vintage_from(unsigned since);
/* Whether nothing is converted to or from this version. */
bool tn_vintage_is_apart(unsigned vintage);

/* TUNIP_OK for a known version; else TUNIP_ERROR_ARGUMENT. The second function is for the version
 * of a file: it also accepts 0, which is any, and all versions up to TN_VINTAGE_LAST_LEGACY, which
 * save graphs in one format. */
enum { TN_VINTAGE_LAST_LEGACY = 20 };
tunip_status tn_vintage_check(unsigned vintage, tunip_error *error);
tunip_status tn_vintage_check_file(unsigned vintage, tunip_error *error);

/* The last known version that has the type, or the first one that does: 26 is v0.26. 0 if all have
 * it. */
unsigned tn_vintage_of_type(const tunip_type *type);

/* How much floats may differ in the equality of the version that tn_vintage_of_type() returns. */
double tn_tolerance_of_type(const tunip_type *type);

/* The version of the first node, in the order of a walk, whose type not all versions have: 26 is
 * v0.26. 0 if there is no such node. */
unsigned tn_vintage_of(const tunip_node *root, const tunip_allocator *allocator);

#endif
