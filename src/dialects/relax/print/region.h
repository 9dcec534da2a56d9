/* region.h -- the statements of a sequence of binding blocks. */
#ifndef RELAX_REGION_H
#define RELAX_REGION_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* The use of the value of a sequence. */
typedef struct relax_sink {
    bool returns;                /* the value is returned */
    const tunip_doc *lhs;        /* otherwise it is assigned to this, unless NULL */
    const tunip_doc *annotation; /* with this annotation, or NULL */
} relax_sink;

/* The statements of `seq`, printed in a frame of their own; NULL prints as None. */
tunip_docs relax_seq_body(tunip_docsifier *d, const tunip_relax_seq_expr *seq,
                          const tunip_path *path, const relax_sink *sink);

/* Whether `seq` has a block without bindings, which a parser drops. */
bool relax_has_empty_block(const tunip_relax_seq_expr *seq);

#endif
