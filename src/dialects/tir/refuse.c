/* refuse.c -- refuses arguments that TVM's functions refuse when TVM reads a script (TVM
 * src/tir/op/op.cc, src/tir/ir/expr.cc, python/tvm/script/ir_builder/tir/ir.py). */
#include "refuse.h"

#include "buffer.h"
#include "fold.h"
#include "script.h"

static bool refuse(tunip_elaborator *e, const tunip_doc *doc, const char *text)
{
    tunip_complain(e, doc, "%s", text);
    return false;
}

/* Complains of two dtypes; `format` has a place for each. */
static bool refuse_dtypes(tunip_elaborator *e, const tunip_doc *doc, const char *text,
                          tunip_dtype a, tunip_dtype b)
{
    char x[TUNIP_DTYPE_NAME_SIZE], y[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(a, x);
    tunip_dtype_name(b, y);
    tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "%s: %s and %s", text, x, y);
    return false;
}

static tunip_dtype dtype_of(const tunip_node *node)
{
    return tunip_ir_dtype_of(node);
}

static bool is_handle(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_HANDLE;
}

static bool is_integer(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT;
}

/* ---- casts ---- */

/* A scalar becomes a vector of copies of it; otherwise the number of lanes stays. */
bool tir_takes_cast(tunip_elaborator *e, const tunip_node *value, tunip_dtype dtype,
                    const tunip_doc *doc)
{
    tunip_dtype from = dtype_of(value);
    if (!value || !tunip_elaborator_folds(e) || tunip_dtype_equal(from, dtype)) return true;
    if (tunip_is(value, &tunip_tir_string_imm_type))
        return refuse(e, doc, TUNIP_BREAKS_DTYPE "a string cannot be cast to another dtype");
    if (is_handle(from) && from.bits && dtype.lanes == 1)
        return refuse(e, doc, TUNIP_BREAKS_DTYPE "a handle cannot be cast to another dtype");
    bool spreads = from.lanes == 1 && (dtype.lanes > 1 || dtype.lanes < 0);
    if (from.lanes == dtype.lanes || spreads) return true;
    return refuse_dtypes(e, doc, "a cast keeps the number of lanes", from, dtype);
}

/* ---- conditions and elements ---- */

bool tir_takes_condition(tunip_elaborator *e, const tunip_node *value, const char *what,
                         const tunip_doc *doc)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tir_decide(e, value, tir_bool);
    tunip_dtype dtype = dtype_of(value);
    bool is_bit = dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1; /* the elements of a mask */
    if (!value || !tunip_elaborator_folds(e) || dtype.code == TUNIP_DTYPE_BOOL) return true;
    if (is_bit && dtype.lanes != 1) return true;
    tunip_dtype_name(dtype, name);
    tunip_complain(e, doc, "%s is %s, not a bool", what, name);
    return false;
}

bool tir_takes_elements(tunip_elaborator *e, const tunip_tir_buffer *buffer, tunip_dtype dtype,
                        const tunip_doc *doc)
{
    tunip_dtype own = buffer->dtype;
    if (!tunip_elaborator_folds(e)) return true;
    bool fits = dtype.code == own.code && dtype.bits == own.bits && own.lanes &&
                dtype.lanes % own.lanes == 0;
    if (fits) return true;
    return refuse_dtypes(e, doc, "the dtype is not that of the buffer's elements", dtype, own);
}

bool tir_takes_let(tunip_elaborator *e, const tunip_tir_var *var, const tunip_node *value,
                   const tunip_doc *doc)
{
    char own[TUNIP_DTYPE_NAME_SIZE], given[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype a = var->base.dtype, b = dtype_of(value);
    bool fits = tunip_dtype_equal(a, b) || (is_handle(a) && is_handle(b));
    if (fits || !tunip_elaborator_folds(e)) return true;
    tunip_dtype_name(a, own);
    tunip_dtype_name(b, given);
    tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "the variable is of dtype %s and its value of %s",
                   own, given);
    return false;
}

bool tir_takes_domain(tunip_elaborator *e, const tunip_ir_range *domain, tunip_dtype dtype,
                      const tunip_doc *doc)
{
    tunip_dtype own = dtype_of(domain->extent);
    if (!tunip_elaborator_folds(e)) return true;
    if (own.code != TUNIP_DTYPE_INT)
        return refuse(e, doc, TUNIP_BREAKS_DTYPE "the extent of an axis must be an integer");
    if (tunip_dtype_equal(own, dtype)) return true;
    return refuse_dtypes(e, doc, "the dtypes of the axis and of its extent differ", dtype, own);
}

void tir_check_dims(tunip_elaborator *e, const tunip_map *buffers, const tunip_doc *doc)
{
    for (size_t i = 0; tunip_elaborator_folds(e) && i < tunip_map_count(buffers); i++) {
        const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)buffers->entries[i].value;
        for (size_t k = 0; k < tunip_array_count(buffer->shape); k++)
            if (is_handle(dtype_of(buffer->shape->items[k]))) {
                tunip_str name = tunip_string_value(buffer->name);
                tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "dimension %zu of `%.*s` is not a number",
                               k + 1, (int)name.size, name.data);
                return;
            }
    }
}

bool tir_takes_step(tunip_elaborator *e, const tunip_node *step, const tunip_doc *doc)
{
    bool fits = !step || (is_integer(dtype_of(step)) && dtype_of(step).lanes == 1);
    return fits || !tunip_elaborator_folds(e) ||
           refuse(e, doc, TUNIP_BREAKS_DTYPE "the step of a loop must be an integer");
}

bool tir_takes_data(tunip_elaborator *e, const tunip_tir_var *data, const tunip_doc *doc)
{
    bool fits = !data || tunip_is(data->type_annotation, &tunip_ir_pointer_type_type);
    if (fits || !tunip_elaborator_folds(e)) return true;
    tunip_str name = tunip_string_value(data->name);
    tunip_complain(e, doc, "`%.*s` is not a pointer, which the data of a buffer is", (int)name.size,
                   name.data);
    return false;
}

bool tir_has_numbers(tunip_elaborator *e, const tunip_array *shape, const tunip_doc *doc)
{
    bool is_first = tunip_elaborator_folds(e) && tir_does(e, TIR_DOES_CHECK_FIRST_SIZE);
    for (size_t i = 0; i < tunip_array_count(shape); i++) {
        const tunip_node *size = shape->items[i];
        bool matters = !is_first || !i || !size; /* TVM v0.23 needs the dtype of the first one */
        if (matters && tunip_ir_dtype_of(size).code == TUNIP_DTYPE_HANDLE) {
            tunip_complain(e, doc, TUNIP_BREAKS_SHAPE "dimension %zu of the shape is not a number",
                           i + 1);
            return false;
        }
    }
    return true;
}

/* A constant that is neither an integer nor a list. */
static bool is_no_shape(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_FLOAT || value->kind == TUNIP_VALUE_STR;
}

static bool is_no_list(const tunip_value *value)
{
    return value->kind > TUNIP_VALUE_NONE && value->kind < TUNIP_VALUE_NODE;
}

bool tir_takes_buffer(tunip_elaborator *e, const tunip_value *args, const tunip_doc *doc)
{
    static const char *const types[] = {"", "auto", "default"};
    const tunip_value *shape = &args[TIR_SHAPE], *type = &args[TIR_BUFFER_TYPE];
    const char *text = NULL;
    bool is_known = type->kind != TUNIP_VALUE_STR;
    for (size_t i = 0; i < TUNIP_LEN(types); i++)
        is_known = is_known || tunip_str_is(type->text, types[i]);
    if (!is_known)
        text = TUNIP_BREAKS_ARGUMENTS "the argument `buffer_type` is `auto` or `default`";
    if (shape->kind == TUNIP_VALUE_ABSENT)
        text = TUNIP_BREAKS_ARGUMENTS "the argument `shape` is missing";
    if (is_no_shape(shape))
        text = TUNIP_BREAKS_ARGUMENTS "the argument `shape` must be a list or an integer";
    if (is_no_list(&args[TIR_STRIDES]))
        text = TUNIP_BREAKS_ARGUMENTS "the argument `strides` must be a list";
    if (is_no_list(&args[TIR_AXIS_SEPARATORS]))
        text = TUNIP_BREAKS_ARGUMENTS "the argument `axis_separators` must be a list";
    return !text || !tunip_elaborator_folds(e) || refuse(e, doc, text);
}

/* ---- nodes ---- */

static bool takes_select(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    const tunip_tir_select *select = (const tunip_tir_select *)node;
    tunip_dtype yes = dtype_of(select->true_value), no = dtype_of(select->false_value);
    tunip_dtype condition = dtype_of(select->condition);
    if (!tir_takes_condition(e, select->condition, "the condition", doc)) return false;
    if (!tunip_dtype_equal(yes, no))
        return refuse_dtypes(e, doc, "the two values differ in dtype", yes, no);
    if (condition.lanes == 1 || condition.lanes == yes.lanes) return true;
    return refuse_dtypes(e, doc, "the condition and the values differ in lanes", condition, yes);
}

static bool takes_ramp(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    const tunip_tir_ramp *ramp = (const tunip_tir_ramp *)node;
    if (dtype_of(ramp->start).lanes != 1 || dtype_of(ramp->stride).lanes != 1)
        return refuse(e, doc, TUNIP_BREAKS_DTYPE "the base and the stride of a ramp are scalars");
    if (tunip_ir_is_int(ramp->lanes, 1))
        return refuse(e, doc, TUNIP_BREAKS_DTYPE "a ramp has more than one lane");
    return tir_takes_cast(e, ramp->stride, dtype_of(ramp->start), doc);
}

static bool takes_broadcast(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    const tunip_tir_broadcast *broadcast = (const tunip_tir_broadcast *)node;
    if (tunip_ir_is_int(broadcast->lanes, 1))
        return refuse(e, doc, TUNIP_BREAKS_DTYPE "a broadcast has more than one lane");
    if (dtype_of(broadcast->value).lanes == 1) return true;
    return refuse(e, doc, TUNIP_BREAKS_DTYPE "only a scalar can be repeated");
}

static bool takes_cast(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    const tunip_tir_cast *cast = (const tunip_tir_cast *)node;
    tunip_dtype from = dtype_of(cast->value), to = cast->base.dtype;
    if (from.lanes == to.lanes) return true;
    return refuse_dtypes(e, doc, "a cast keeps the number of lanes", from, to);
}

static bool takes_shuffle(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    const tunip_array *vectors = ((const tunip_tir_shuffle *)node)->vectors;
    for (size_t i = 1; i < tunip_array_count(vectors); i++) {
        tunip_dtype first = dtype_of(vectors->items[0]), other = dtype_of(vectors->items[i]);
        if (first.code != other.code || first.bits != other.bits)
            return refuse_dtypes(e, doc, "the vectors differ in dtype", first, other);
    }
    return true;
}

static const struct {
    const tunip_type *type;
    bool (*takes)(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc);
} parts[] = {
    {&tunip_tir_shuffle_type, takes_shuffle}, {&tunip_tir_select_type, takes_select},
    {&tunip_tir_ramp_type, takes_ramp},       {&tunip_tir_broadcast_type, takes_broadcast},
    {&tunip_tir_cast_type, takes_cast},
};

bool tir_takes_parts(tunip_elaborator *e, const tunip_node *node, const tunip_doc *doc)
{
    if (!tunip_elaborator_folds(e)) return true;
    for (size_t i = 0; i < TUNIP_LEN(parts); i++)
        if (node->type == parts[i].type) return parts[i].takes(e, node, doc);
    return true;
}

/* ---- operators ---- */

bool tir_takes_shift(tunip_elaborator *e, const tunip_node *value, const tunip_node *by,
                     const tunip_doc *doc)
{
    const tunip_ir_int_imm *count = TUNIP_AS(tunip_ir_int_imm, by);
    tunip_dtype dtype = dtype_of(value);
    if (!count || !tunip_elaborator_folds(e)) return true;
    if (count->value >= 0 && count->value < dtype.bits) return true;
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, name);
    tunip_complain(e, doc, "%s cannot be shifted by %lld bits", name, (long long)count->value);
    return false;
}

bool tir_takes_float(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc)
{
    tunip_dtype dtype = dtype_of(call->args->items[0]);
    if (dtype.code == TUNIP_DTYPE_FLOAT) return true;
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, name);
    tunip_complain(e, doc,
                   TUNIP_BREAKS_ARGUMENTS "the first argument must be a float, and is of dtype %s",
                   name);
    return false;
}

bool tir_takes_bits(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc)
{
    tunip_dtype dtype = dtype_of(call->args->items[0]);
    if (is_integer(dtype) || dtype.code == TUNIP_DTYPE_BOOL) return true;
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, name);
    tunip_complain(e, doc, "an operator on bits takes integers and bools, not %s", name);
    return false;
}

bool tir_takes_same_size(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc)
{
    tunip_dtype from = dtype_of(call->args->items[0]), to = call->base.dtype;
    if (from.bits * from.lanes == to.bits * to.lanes) return true;
    return refuse_dtypes(e, doc, "the dtypes differ in size", from, to);
}

bool tir_takes_choice(tunip_elaborator *e, const tunip_tir_call *call, const tunip_doc *doc)
{
    return tir_takes_condition(e, call->args->items[0], "the condition", doc);
}

bool tir_takes_args(tunip_elaborator *e, const tir_op *op, const tunip_tir_call *call,
                    const tunip_doc *doc)
{
    bool is_checked = op && op->takes && tunip_elaborator_folds(e);
    return !is_checked || !tunip_array_count(call->args) || op->takes(e, call, doc);
}

/* ---- words ---- */

/* TVM's functions ignore a keyword `dtype`, which is not one of their parameters. */
bool tir_takes_count(tunip_elaborator *e, const tunip_word_call *call, size_t most)
{
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    if (doc->base.kind != TUNIP_DOC_CALL || doc->args.count <= most) return true;
    tunip_complain(e, call->doc,
                   TUNIP_BREAKS_ARGUMENTS "`%s` takes %zu argument%s and is given %zu",
                   call->word->name, most, most == 1 ? "" : "s", doc->args.count);
    int size = (int)(strlen(call->word->params) - strlen(" dtype="));
    tunip_complain_also(e, NULL, "its parameters are (%.*s)", size, call->word->params);
    return false;
}

static bool is_among(int value, const int *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (values[i] == value) return true;
    return false;
}

bool tir_is_dtype_word(tunip_dtype dtype)
{
    static const int bits[] = {8, 16, 32, 64}, lanes[] = {1, 4, 8, 16, 32, 64};
    if (is_integer(dtype))
        return is_among(dtype.bits, bits, 4) && is_among(dtype.lanes, lanes, TUNIP_LEN(lanes));
    if (is_handle(dtype)) return true;
    if (dtype.code == TUNIP_DTYPE_BOOL || dtype.code == TUNIP_DTYPE_BFLOAT) return dtype.lanes == 1;
    bool has_bits = dtype.code != TUNIP_DTYPE_FLOAT || is_among(dtype.bits, bits + 1, 3);
    return has_bits && (dtype.lanes == 2 || is_among(dtype.lanes, lanes, TUNIP_LEN(lanes)));
}

/* ---- T.match_buffer of a region ---- */

/* Finds roundings and choices, about which TVM's prover knows more than tunip. */
static tunip_walk_action find_rounding(const tunip_node *node, void *user)
{
    static const tunip_type *const types[] = {&tunip_tir_floor_div_type, &tunip_tir_floor_mod_type,
                                              &tunip_tir_div_type,       &tunip_tir_mod_type,
                                              &tunip_tir_min_type,       &tunip_tir_max_type,
                                              &tunip_tir_select_type};
    for (size_t i = 0; i < TUNIP_LEN(types); i++)
        if (node->type == types[i]) *(bool *)user = true;
    return TUNIP_WALK_ON;
}

/* Whether the extent of a range is certainly not `size`. */
static bool is_other_size(tunip_elaborator *e, const tunip_node *extent, const tunip_node *size)
{
    tunip_scratch *scratch = tunip_graph_scratch(tunip_elaborator_graph(e));
    bool rounds = false;
    tunip_walker walker = {.enter = find_rounding, .user = &rounds};
    if (!extent || !size || tir_are_equal(scratch, extent, size)) return false;
    tunip_walk_once(extent, &walker);
    tunip_walk_once(size, &walker);
    return !rounds;
}

static bool refuse_extent(tunip_elaborator *e, const tunip_doc *doc, size_t dimension,
                          const tunip_node *extent, const char *must)
{
    const tunip_ir_int_imm *number = TUNIP_AS(tunip_ir_int_imm, extent);
    if (number)
        tunip_complain(e, doc,
                       TUNIP_BREAKS_BLOCK "dimension %zu of the region has the extent %lld, not %s",
                       dimension, (long long)number->value, must);
    else
        tunip_complain(e, doc,
                       TUNIP_BREAKS_BLOCK
                       "the extent of dimension %zu of the region cannot be proved to be %s",
                       dimension, must);
    return false;
}

static bool takes_extents(tunip_elaborator *e, const tunip_tir_buffer *buffer,
                          const tunip_tir_buffer_region *region, const tunip_doc *doc)
{
    size_t count = tunip_array_count(buffer->shape), all = tunip_array_count(region->region);
    const void *one = tunip_ir_int(tunip_elaborator_graph(e), tir_int32, 1);
    for (size_t i = 0; i < all; i++) {
        const tunip_node *extent = ((const tunip_ir_range *)region->region->items[i])->extent;
        const tunip_node *size = i + count < all ? one : buffer->shape->items[i + count - all];
        bool is_named = tunip_is(size, &tunip_tir_var_type);
        if (is_named || !is_other_size(e, extent, size)) continue;
        bool is_left_out = i + count < all;
        return refuse_extent(e, doc, i + 1, extent, is_left_out ? "1" : "that of the buffer");
    }
    return true;
}

bool tir_takes_region(tunip_elaborator *e, const tunip_tir_buffer *buffer, const tunip_node *source,
                      const tunip_doc *doc)
{
    const tunip_tir_buffer_region *region = (const tunip_tir_buffer_region *)source;
    const tunip_tir_buffer *from = region->buffer;
    if (!tunip_elaborator_folds(e)) return true;
    tunip_str ours = tunip_tir_buffer_scope(buffer), theirs = tunip_tir_buffer_scope(from);
    if (!tunip_str_equal(ours, theirs)) {
        tunip_complain(
            e, doc, TUNIP_BREAKS_BLOCK "the buffer is in the scope `%.*s` and its region in `%.*s`",
            (int)ours.size, ours.data, (int)theirs.size, theirs.data);
        return false;
    }
    if (!tunip_dtype_equal(buffer->dtype, from->dtype))
        return refuse_dtypes(e, doc, "the buffer and its region differ in dtype", buffer->dtype,
                             from->dtype);
    if (tunip_array_count(buffer->shape) > tunip_array_count(region->region))
        return refuse(e, doc, TUNIP_BREAKS_SHAPE "the buffer has more dimensions than its region");
    return takes_extents(e, buffer, region, doc);
}

/* ---- places ---- */

bool tir_takes_place(tunip_elaborator *e, const tir_function_reader *f, const tunip_word_call *call)
{
    const tunip_scope *top = tunip_scope_top(e);
    bool may_be_block = strcmp(call->word->name, "alloc_buffer") == 0;
    if (!tunip_elaborator_folds(e) || top == &f->scope) return true;
    tunip_complain(e, call->doc, "T.%s must stand directly in the function%s, not in %s",
                   call->word->name, may_be_block ? " or in a block" : "", top->kind->name);
    tunip_complain_also(e, top->doc, "%s", top->kind->name);
    return false;
}
