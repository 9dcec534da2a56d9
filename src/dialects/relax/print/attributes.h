/* attributes.h -- the attributes of a call, as keyword arguments. */
#ifndef RELAX_ATTRIBUTES_H
#define RELAX_ATTRIBUTES_H

#include "docs.h"

/* The number of attributes; 0 for NULL. */
size_t relax_attributes_count(const tunip_node *attrs);

/* Adds them all to `args`, which has room, in TVM's order. */
void relax_attributes_add(tunip_docsifier *d, const tunip_node *attrs, const tunip_path *path,
                          relax_args *args);

#endif
