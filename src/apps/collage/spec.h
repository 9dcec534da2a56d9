/* spec.h -- the rules of targets, as TVM's collage gathers them. */
#ifndef COLLAGE_SPEC_H
#define COLLAGE_SPEC_H

#include "json.h"
#include "rule.h"

/* How a code generator fuses the matches of its patterns. */
typedef enum cg_style {
    CG_STYLE_DEFAULT,  /* cutlass, cublas and cudnn: none; tensorrt: as TVM; others: arbitrary */
    CG_STYLE_NONE,     /* not at all */
    CG_STYLE_TVM,      /* by the rules of TVM */
    CG_STYLE_ARBITRARY /* anything that is not opaque */
} cg_style;

/* "NoFusion", "TVMFusion", "ArbitraryFusion"; an error at `value` for another name. */
bool cg_style_read(const cg_file *file, const cg_value *value, tunip_str name, cg_style *style);

/* A row of the pattern table of a code generator. */
typedef struct cg_entry {
    tunip_str label;
    const tunip_node *pattern;
    const cg_predicate *predicate; /* or NULL */
} cg_entry;

/* A target that TVM compiles itself: "tvm_<kind>". NULL when out of memory, as below. */
cg_spec *cg_spec_tvm(cg_memory *memory, tunip_str kind, size_t max_depth);
/* An external code generator with a table of patterns. */
cg_spec *cg_spec_patterns(cg_memory *memory, tunip_str compiler, const cg_entry *entries,
                          size_t count, cg_style style, size_t max_depth);
/* The host, for expressions that no target must compile. */
cg_spec *cg_spec_host(cg_memory *memory);

/* A rule around others; `inner` is copied. */
cg_rule *cg_rule_new(cg_memory *memory, cg_rule_kind kind, tunip_str name, size_t inner_count,
                     cg_rule *const *inner);

/* The combiners of the styles; NULL and 0 for none. */
const cg_combiner *cg_style_combiners(cg_style style, size_t *count);

#endif
