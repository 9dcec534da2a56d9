/* vintage.h -- the version of TVM that a graph belongs to. */
#ifndef TN_VINTAGE_H
#define TN_VINTAGE_H

#include <tunip/node.h>

/* The version of IR whose nodes all versions have: TUNIP_VINTAGE_USUAL. */
enum { TN_VINTAGE_USUAL = 23 };

/* Each known version from the usual one on has a shelf of types that exist since then, from 0. A
 * type that exists since any other version stands on the shelf of the last one before it. */
/* clang-format off */
enum {
    TN_VINTAGE_SHELVES = 0
#define APART(minor)
#define X(minor) + 1
#include <tunip/vintages.def>
#undef APART
#undef X
};
/* clang-format on */
size_t tn_vintage_shelf(unsigned since);

/* The known versions, oldest first; 0 past the end. */
unsigned tn_vintage_at(size_t index);
unsigned tn_vintage_newest(void);
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

/* The first known version that has the type: 24 is v0.24. For a type that is older than the usual
 * version, the last one up to that. 0 if all have it. */
unsigned tn_vintage_of_type(const tunip_type *type);

/* How much floats may differ in the equality of the version that tn_vintage_of_type() returns. */
double tn_tolerance_of_type(const tunip_type *type);

/* The version that has the types of all nodes, as far as a walk has to go to know it: 26 is v0.26.
 * If several have them, it is the usual version, or else the newest one, or else the first of them.
 * 0 if all versions have them. */
unsigned tn_vintage_of(const tunip_node *root, const tunip_allocator *allocator);

/* The wanted version if it has the types of all nodes; else the same as tn_vintage_of(). False,
 * with version 0, when out of memory. */
bool tn_vintage_or(const tunip_node *root, unsigned wanted, const tunip_allocator *allocator,
                   unsigned *out);

#endif
