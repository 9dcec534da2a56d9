/* tir_call.c -- whether a call of tensor IR fits the signature of its function (TVM
 * src/relax/op/op.cc, ValidateCallTIR). Sizes that need a proof count as fitting. */
#include "../infer/infer.h"
#include "read.h"

/* A call and the parameters of its function: inputs, outputs, numbers. */
typedef struct tir_call {
    tunip_elaborator *e;
    const tunip_relax_call *call;
    const tunip_array *params;
    const tunip_array *args;
    const tunip_relax_shape_struct_info *numbers; /* or NULL */
    size_t number_count;
} tir_call;

/* False if something is not known, or distributed. */
static bool find_parts(tir_call *c)
{
    const tunip_array *args = c->call->args;
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, relax_info(args->items[0]));
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, args->items[1]);
    bool has_numbers = args->count > 2;
    c->params = func && !func->derive_func ? func->params : NULL;
    c->args = tuple ? tuple->fields : NULL;
    if (has_numbers)
        c->numbers = TUNIP_AS(tunip_relax_shape_struct_info, relax_info(args->items[2]));
    if (!c->params || !c->args || (has_numbers && (!c->numbers || c->numbers->ndim < 0)))
        return false;
    c->number_count = has_numbers ? (size_t)c->numbers->ndim : 0;
    for (size_t i = 0; i < c->args->count; i++) {
        const tunip_node *info = relax_info(c->args->items[i]);
        bool is_plain = info && !tunip_is(info, &tunip_relax_dtensor_struct_info_type) &&
                        !tunip_is(info, &tunip_relax_tuple_struct_info_type);
        if (!is_plain) return false;
    }
    return true;
}

/* The struct info of the number `index`, an int64 if its value is not known. */
static tunip_node *number_info(const tir_call *c, size_t index)
{
    const tunip_array *values = c->numbers->values;
    tunip_node *value = values && index < values->count ? values->items[index] : NULL;
    return relax_new_prim_info(c->e, value, relax_int64_dtype);
}

/* Compares the arguments with the parameters, and notes what they give for its symbols. False after
 * a complaint. */
static bool check_inputs(const tir_call *c, relax_symbol_map *map, const tunip_doc *doc)
{
    size_t first = c->params->count - c->number_count;
    for (size_t i = 0; i < c->args->count + c->number_count; i++) {
        bool is_input = i < c->args->count;
        tunip_node *param = c->params->items[is_input ? i : first + i - c->args->count];
        tunip_node *arg =
            is_input ? relax_info(c->args->items[i]) : number_info(c, i - c->args->count);
        relax_define_symbols(c->e, map, param, arg);
        if (!relax_infos_differ(param, arg)) continue;
        tunip_complain(c->e, doc, "argument %zu of the function must be %s, and is %s", i + 1,
                       relax_info_text(c->e, param), relax_info_text(c->e, arg));
        return false;
    }
    return true;
}

/* The outputs of the function; of R.call_tir_inplace also the inputs that it overwrites. */
static tunip_array *outputs_of(const tir_call *c)
{
    const tunip_relax_call_tir_inplace_attrs *attrs =
        TUNIP_AS(tunip_relax_call_tir_inplace_attrs, c->call->attrs);
    const tunip_array *places = attrs ? attrs->inplace_indices : NULL;
    size_t next = c->args->count, end = c->params->count - c->number_count;
    tunip_array *out = tunip_array_new(tunip_elaborator_graph(c->e), 0, NULL);
    for (size_t i = 0; out && (i < tunip_array_count(places) || next < end); i++) {
        const tunip_ir_int_imm *place =
            i < tunip_array_count(places) ? TUNIP_AS(tunip_ir_int_imm, places->items[i]) : NULL;
        bool is_input = place && place->value >= 0 && place->value < (int64_t)c->args->count;
        if (!is_input && next == end) break;
        tunip_ir_append(c->e, out, c->params->items[is_input ? (size_t)place->value : next++]);
    }
    return out;
}

static void check_outputs(const tir_call *c, relax_symbol_map *map, const tunip_doc *doc)
{
    const tunip_array *outputs = outputs_of(c);
    const tunip_node *said = c->call->sinfo_args->items[0];
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, said);
    size_t count = tuple ? tunip_array_count(tuple->fields) : 1;
    if (count != tunip_array_count(outputs)) {
        tunip_complain(c->e, doc, "the function has %zu outputs for these arguments, got %zu",
                       tunip_array_count(outputs), count);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        const tunip_node *info = relax_replace_symbols(c->e, map, outputs->items[i]);
        const tunip_node *own = tuple ? tuple->fields->items[i] : said;
        if (!relax_infos_differ(info, own)) continue;
        tunip_complain(c->e, doc, "output %zu of the function is %s, not %s", i + 1,
                       relax_info_text(c->e, info), relax_info_text(c->e, own));
        return;
    }
}

static void check_call(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc)
{
    tir_call c = {.e = e, .call = call};
    relax_symbol_map map = {.count = 0};
    if (!find_parts(&c)) return;
    size_t given = c.args->count + c.number_count;
    if (given > c.params->count)
        tunip_complain_missing(e, doc,
                               "the function takes %zu arguments and outputs, got %zu arguments",
                               c.params->count, given);
    else if (check_inputs(&c, &map, doc))
        check_outputs(&c, &map, doc);
}

/* ---- functions that are read after their calls ---- */

static relax_pending_call **pending_of(relax_script_state *state, const tunip_node *callee)
{
    return &state->pending[relax_slot_of(callee, RELAX_PENDING_BITS)];
}

static void add_pending(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *caller)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    relax_pending_call *added = tunip_graph_alloc(tunip_elaborator_graph(e), sizeof *added);
    if (!state || !added) return;
    relax_pending_call **first = pending_of(state, call->args->items[0]);
    *added = (relax_pending_call){call, caller, *first};
    *first = added;
}

void relax_check_pending(tunip_elaborator *e, const tunip_node *callee)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (!state) return;
    for (relax_pending_call **at = pending_of(state, callee); *at;) {
        const relax_pending_call *pending = *at;
        if (pending->call->args->items[0] != callee) {
            at = &(*at)->next;
            continue;
        }
        *at = pending->next;
        if (tunip_elaborator_is_wrong(e)) continue;
        tunip_str name =
            tunip_string_value(((const tunip_ir_global_var *)(const void *)callee)->name_hint);
        check_call(e, pending->call, pending->caller);
        if (tunip_elaborator_is_wrong(e))
            tunip_complain_also(e, NULL, "this is about a call of `%.*s`", (int)name.size,
                                name.data);
    }
}

void relax_check_tir_call(tunip_elaborator *e, const tunip_relax_call *call,
                          const tunip_doc *caller, const tunip_doc *doc)
{
    bool is_whole = tunip_array_count(call->args) > 1 && tunip_array_count(call->sinfo_args);
    const tunip_node *callee = is_whole ? call->args->items[0] : NULL;
    if (!tunip_is(callee, &tunip_ir_global_var_type)) return;
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, relax_info(callee));
    if (func && func->params)
        check_call(e, call, doc);
    else
        add_pending(e, call, caller);
}
