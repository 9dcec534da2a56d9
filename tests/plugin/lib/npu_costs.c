/* npu_costs.c -- a plugin that knows what a processor can compute, and how fast it is. */
#include <math.h>
#include <tunip/ext/plugin.h>
#include <tunip/tvm/relay.h>

#include "collage/tunip_collage.h"

/* The rank of the result is 2, as the processor needs it. */
static tunip_status is_matrix(const tunip_collage_match *match, bool *holds, tunip_error *error)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, match->call);
    const tunip_relay_tensor_type *type =
        call ? TUNIP_AS(tunip_relay_tensor_type, call->base.checked_type) : NULL;
    if (!type)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%.*s has no type",
                               (int)match->label.size, match->label.data);
    *holds = tunip_array_count(type->shape) == 2;
    return TUNIP_OK;
}

static const tunip_collage_predicate matrix = {sizeof matrix, "npu.is_matrix", is_matrix};

static tunip_status never(const tunip_collage_match *match, bool *holds, tunip_error *error)
{
    (void)error;
    *holds = match->label.size == 0;
    return TUNIP_OK;
}

static const tunip_collage_predicate none = {sizeof none, "npu.never", never};

/* 1 us, and 1 us for each operator. Other targets are not known. */
static tunip_status cost(const tunip_collage_candidate *candidate, double *seconds,
                         tunip_error *error)
{
    (void)error;
    *seconds = tunip_str_is(candidate->target, "npu") ? 2e-6 : NAN;
    for (size_t i = 0; i < candidate->label.size; i++)
        if (candidate->label.data[i] == '+') *seconds += 1e-6;
    return TUNIP_OK;
}

static const tunip_collage_estimator estimator = {sizeof estimator, "npu", cost};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    tunip_status status = tunip_collage_predicate_add(&matrix, error);
    if (status == TUNIP_OK) status = tunip_collage_predicate_add(&none, error);
    return status == TUNIP_OK ? tunip_collage_estimator_add(&estimator, error) : status;
}

TUNIP_PLUGIN(.name = "npu_costs", .add = add);
