/* region.h -- the statements of a sequence of binding blocks. */
#ifndef RELAX_REGION_H
#define RELAX_REGION_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* How the value of a sequence is used. */
typedef struct relax_sink {
    bool returns;                /* it is returned */
    const tunip_doc *lhs;        /* or, unless NULL, assigned to this */
    const tunip_doc *annotation; /* with this annotation, or NULL */
} relax_sink;

/* The statements of `seq`, in a separate frame; NULL prints as None. */
tunip_docs relax_seq_body(tunip_docsifier *d, const tunip_relax_seq_expr *seq,
                          const tunip_path *path, const relax_sink *sink);

/* Whether there is a block without bindings, which a parser would not make again. */
bool relax_has_empty_block(const tunip_relax_seq_expr *seq);

#endif
