/* annotation.h -- the annotation of a variable where it is defined. */
#ifndef RELAX_ANNOTATION_H
#define RELAX_ANNOTATION_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* The struct info of `var`; NULL if the text omits it, because it is unknown or because it follows
 * from `value` (the bound expression, or NULL). */
const tunip_doc *relax_annotation(tunip_docsifier *d, const tunip_relax_var *var,
                                  const tunip_path *path, const tunip_node *value);

#endif
