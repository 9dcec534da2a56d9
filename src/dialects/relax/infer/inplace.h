/* inplace.h -- calls of functions of tensor IR: which ones there are, and which of their results
 * may be written over arguments. */
#ifndef RELAX_INPLACE_H
#define RELAX_INPLACE_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

/* Whether this is a call of relax.call_tir or of a variant that computes the same. */
bool relax_is_tir_call(const tunip_relax_call *call);

/* What TVM demands of relax.call_tir_inplace: each result is a new tensor or overwrites an argument
 * of the same shape and dtype. */
typedef enum relax_place_fault {
    RELAX_PLACES_FIT,
    RELAX_PLACES_MISSING, /* there is not one place for each result */
    RELAX_PLACES_UNUSED,  /* no result overwrites an argument */
    RELAX_PLACE_UNKNOWN,  /* there is no such argument */
    RELAX_PLACE_TWICE,    /* another result overwrites the argument */
    RELAX_PLACE_UNLIKE,   /* the argument is no tensor like the result */
} relax_place_fault;

typedef struct relax_places {
    relax_place_fault fault;
    size_t results, places;           /* how many there are */
    size_t result;                    /* the one that has the fault */
    int64_t place;                    /* its argument */
    const tunip_node *output, *input; /* the struct infos of both, if the fault is UNLIKE */
} relax_places;

/* Returns RELAX_PLACES_FIT for calls of other operators, and for arguments that are not a tuple. */
relax_places relax_check_places(tunip_scratch *scratch, const tunip_relax_call *call);

#endif
