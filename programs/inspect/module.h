/* module.h -- the modules that TVM embeds in a library, and the blob that holds them. */
#ifndef INSPECT_MODULE_H
#define INSPECT_MODULE_H

#include "tree.h"

/* ======== module ======== */

/* The modules that TVM embeds in a library. */

/* Adds the parts of a module: its sources, parameters, functions. */
void in_expand_module(in_tree *tree, in_node *node);

/* The code generator that made a module of this loader, if only one does; or empty. */
tunip_str in_codegen_of(tunip_str loader);

/* A function of a device: what its module says about it. */
typedef struct in_kernel {
    tunip_str name;
    tunip_str types; /* as many DLDataTypes as the number in front of them says */
    tunip_str tags;  /* strings */
} in_kernel;

/* The functions of a device that the part functions.json of a module lists; NULL: none. */
typedef struct in_kernels {
    in_kernel *items;
    size_t count;
} in_kernels;
const in_kernels *in_module_kernels(const in_node *node);

/* ======== blob ======== */

/* The blob in which a library of TVM embeds its modules. */

/* Whether bytes look like a blob. */
bool in_is_blob(tunip_str data);
/* The first blob that begins with a known loader; without data if there is none. */
tunip_str in_search_blob(tunip_str data);
/* Adds a module for each record, as children of `home`, and links their imports. `library` is the
 * file in which the blob is, or empty. */
void in_expand_blob(in_tree *tree, in_node *node, in_node *home, tunip_str library);

#endif
