/* inplace.c -- which results of calls of tensor IR may be written over arguments (TVM
 * src/relax/op/op.cc, NormalizeCallTIRInPlace). */
#include "inplace.h"

#include "../equal.h"
#include "../ops.h"
#include "infer_rules.h"

bool relax_is_tir_call(const tunip_relax_call *call)
{
    const relax_op *op = relax_op_of(call);
    return op && op->calls_tir;
}

static bool are_same_dims(tunip_scratch *scratch, const tunip_array *a, const tunip_array *b)
{
    if (a->count != b->count) return false;
    for (size_t i = 0; i < a->count; i++) {
        const tunip_node *rest = relax_fold(scratch, &tunip_tir_sub_type, a->items[i], b->items[i]);
        if (!tunip_ir_is_int(relax_simple(scratch, rest), 0)) return false;
    }
    return true;
}

static bool is_like(tunip_scratch *scratch, const tunip_node *output, const tunip_node *input)
{
    const tunip_relax_tensor_struct_info *out = TUNIP_AS(tunip_relax_tensor_struct_info, output);
    const tunip_relax_tensor_struct_info *in = TUNIP_AS(tunip_relax_tensor_struct_info, input);
    if (!out || !in || !out->shape || !in->shape) return false;
    if (!out->dtype.bits || !tunip_dtype_equal(out->dtype, in->dtype)) return false;
    const tunip_array *a = relax_known_dims(out), *b = relax_known_dims(in);
    return a && b ? are_same_dims(scratch, a, b) : relax_equal(scratch, out->shape, in->shape);
}

/* The argument that a result overwrites; -1 for a new tensor. */
static int64_t place_of(const tunip_array *places, size_t index)
{
    const tunip_ir_int_imm *place = TUNIP_AS(tunip_ir_int_imm, places->items[index]);
    return place ? (int32_t)place->value : INT64_MIN;
}

static relax_place_fault fault_of(tunip_scratch *scratch, const tunip_array *args,
                                  const tunip_array *places, relax_places *at)
{
    at->place = place_of(places, at->result);
    if (at->place == -1) return RELAX_PLACES_FIT;
    if (at->place < 0 || at->place >= (int64_t)tunip_array_count(args)) return RELAX_PLACE_UNKNOWN;
    for (size_t i = 0; i < at->result; i++)
        if (place_of(places, i) == at->place) return RELAX_PLACE_TWICE;
    at->input = tunip_relax_struct_info_of(args->items[at->place]);
    return is_like(scratch, at->output, at->input) ? RELAX_PLACES_FIT : RELAX_PLACE_UNLIKE;
}

relax_places relax_check_places(tunip_scratch *scratch, const tunip_relax_call *call)
{
    relax_places at = {.fault = RELAX_PLACES_FIT};
    const tunip_relax_call_tir_inplace_attrs *attrs =
        TUNIP_AS(tunip_relax_call_tir_inplace_attrs, call->attrs);
    bool has_args = tunip_array_count(call->args) > 1 && tunip_array_count(call->sinfo_args);
    const tunip_relax_tuple *args =
        TUNIP_AS(tunip_relax_tuple, has_args ? call->args->items[1] : NULL);
    if (!attrs || !args) return at;
    const tunip_node *info = call->sinfo_args->items[0];
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    size_t fresh = 0;
    at.results = tuple ? tunip_array_count(tuple->fields) : 1;
    at.places = tunip_array_count(attrs->inplace_indices);
    if (at.places != at.results) at.fault = RELAX_PLACES_MISSING;
    for (; !at.fault && at.result < at.places; at.result++) {
        at.output = tuple ? tuple->fields->items[at.result] : info;
        at.fault = fault_of(scratch, args->fields, attrs->inplace_indices, &at);
        fresh += at.place == -1;
        if (at.fault) break;
    }
    if (!at.fault && fresh == at.places) at.fault = RELAX_PLACES_UNUSED;
    return at;
}
