/* expr.c -- expressions of a builder program: calls, dtypes, nodes. */
#include <float.h>
#include <math.h>

#include "builder.h"

/* ======== expr ======== */

/* expressions: as in Python, except those that Python would evaluate.
 *
 * Comparisons and `and`, `or`, `not` are calls, because Python would evaluate the operators. */

/* ---- operators, dictionaries, vectors ---- */

/* By tunip_operator; NULL: Python's own operator makes the node. */
static const char *const operators[TUNIP_OP__COUNT] = {
    [TUNIP_OP_NOT] = "Not", [TUNIP_OP_LT] = "LT",   [TUNIP_OP_LE] = "LE",
    [TUNIP_OP_EQ] = "EQ",   [TUNIP_OP_NE] = "NE",   [TUNIP_OP_GT] = "GT",
    [TUNIP_OP_GE] = "GE",   [TUNIP_OP_AND] = "And", [TUNIP_OP_OR] = "Or",
};

/* The values of a dictionary may have any type. */
void tn_builder_emit_dict(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    bool boxes = state->boxes;
    state->boxes = true;
    tn_builder_enter(w);
    tn_python_emit_dict(w, doc);
    tn_builder_leave(w);
    state->boxes = boxes;
}

void tn_builder_emit_tuple(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_enter(w);
    tn_python_emit_tuple(w, doc);
    tn_builder_leave(w);
}

void tn_builder_emit_list(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_enter(w);
    tn_python_emit_list(w, doc);
    tn_builder_leave(w);
}

/* a + b + c needs no brackets. */
static bool is_chain(const tunip_doc *doc)
{
    tunip_docs operands = ((const tunip_doc_operation *)doc)->operands;
    return operands.count && operands.items[0]->kind == TUNIP_DOC_OPERATION &&
           operands.items[0]->sub == doc->sub;
}

void tn_builder_emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    const char *name = doc->sub < TUNIP_OP__COUNT ? operators[doc->sub] : NULL;
    if (doc->sub == TUNIP_OP_IF_ELSE)
        tunip_writer_fail(w, "a conditional expression is not in the IRBuilder's API");
    if (!name) {
        bool is_nested = !is_chain(doc);
        if (is_nested) tn_builder_enter(w);
        tn_python_emit_operation(w, doc);
        if (is_nested) tn_builder_leave(w);
        return;
    }
    tn_builder_write_operator(w, doc, name, ((const tunip_doc_operation *)doc)->operands);
}

/* To Python a:b is always a region. */
void tn_builder_emit_slice(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)doc;
    if (doc->sub != TUNIP_SLICE_VECTOR) {
        tn_python_emit_slice(w, doc);
        return;
    }
    tn_builder_write_own(w, doc, "Ramp");
    tunip_write_char(w, '(');
    tunip_emit(w, slice->start);
    tunip_write_text(w, ", ");
    if (slice->step)
        tunip_emit(w, slice->step);
    else
        tunip_write_char(w, '1');
    tunip_write_text(w, ", ");
    tunip_emit(w, slice->lanes);
    tunip_write_char(w, ')');
}

/* ---- regions ---- */

static bool is_exact(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_SLICE && doc->sub == TUNIP_SLICE_RANGE &&
           ((const tunip_doc_slice *)doc)->lanes;
}

static bool any_exact(tunip_docs indices)
{
    for (size_t i = 0; i < indices.count; i++)
        if (is_exact(indices.items[i])) return true;
    return false;
}

/* The extent of one element: a 1 with the dtype of the index. Bare numbers have one dtype. */
static void write_one(tunip_writer *w, const tunip_doc *region, const tunip_doc *index)
{
    if (index->kind == TUNIP_DOC_LITERAL) {
        tunip_write_char(w, '1');
        return;
    }
    tn_builder_write_home(w, region, "const");
    tunip_write_text(w, "(1, (");
    tunip_emit_bare(w, index, 0);
    tunip_write_text(w, ").dtype)");
}

static void write_bounds(tunip_writer *w, const tunip_doc *region, const tunip_doc *index)
{
    const tunip_doc_slice *slice = (const tunip_doc_slice *)index;
    tunip_emit(w, is_exact(index) ? slice->start : index);
    tunip_write_text(w, ", ");
    if (is_exact(index))
        tunip_emit(w, slice->lanes);
    else
        write_one(w, region, index);
}

/* A slice of the API computes the extents of its ranges, which may give other expressions. */
static void write_region(tunip_writer *w, const tunip_doc_index *index)
{
    const tunip_doc *doc = &index->base;
    tn_builder_write_home(w, doc, "BufferRegion");
    tunip_write_char(w, '(');
    tunip_emit(w, index->value);
    tunip_write_text(w, ", [");
    for (size_t i = 0; i < index->indices.count; i++) {
        if (i) tunip_write_text(w, ", ");
        tunip_write_text(w, "tvm.ir.Range.from_min_extent(");
        write_bounds(w, doc, index->indices.items[i]);
        tunip_write_char(w, ')');
    }
    tunip_write_text(w, "])");
}

void tn_builder_emit_index(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_index *index = (const tunip_doc_index *)doc;
    if (any_exact(index->indices))
        write_region(w, index);
    else
        tn_python_emit_index(w, doc);
}

/* ---- literals ---- */

/* As an argument of a function of its dialect, a bare number becomes one of 32 bits. */
static bool is_boxed(const tn_builder_state *state, const tunip_doc *doc)
{
    tunip_dtype dtype = tn_builder_node_dtype(doc);
    bool is_usual = dtype.code != TUNIP_DTYPE_INT || dtype.bits == 32;
    return dtype.bits && (state->boxes || (!is_usual && state->owner == doc->dialect));
}

void tn_builder_emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub == TUNIP_LITERAL_QUOTED)
        tunip_emit(w, ((const tunip_doc_quoted *)doc)->expr);
    else if (is_boxed(tn_builder_state_of(w), doc))
        tn_builder_write_boxed(w, doc);
    else if (doc->sub == TUNIP_LITERAL_STR)
        tn_builder_write_string(w, ((const tunip_doc_literal *)doc)->value.text);
    else
        tn_python_emit_literal(w, doc);
}

/* ======== call ======== */

/* Names of the API, and calls of its functions. Refuses names that the API does not have,
 * and arguments that a function does not accept. */

/* ---- finding words ---- */

enum { LONGEST_NAME = 128 };

/* Writes the dotted name after a prefix; 0: there is no prefix, or no room. */
static size_t dotted_name(const tunip_doc *doc, char *text, size_t room)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    if (doc->kind != TUNIP_DOC_ATTR) return 0;
    size_t size = 0;
    if (!tn_builder_is_prefix(attr->value)) {
        size = dotted_name(attr->value, text, room);
        if (!size || size == room) return 0;
        text[size++] = '.';
    }
    if (attr->name.size > room - size) return 0;
    memcpy(text + size, attr->name.data, attr->name.size);
    return size + attr->name.size;
}

static const tunip_doc *prefix_of(const tunip_doc *doc)
{
    while (doc->kind == TUNIP_DOC_ATTR) doc = ((const tunip_doc_attr *)doc)->value;
    return doc;
}

static const struct tn_builder_bad *find_bad(tunip_str name);

/* How PREFIX.name or PREFIX.name.name maps to the API. */
static tn_builder_found find(tunip_writer *w, const tunip_doc *doc)
{
    char dotted[LONGEST_NAME];
    size_t size = dotted_name(doc, dotted, sizeof dotted);
    tn_builder_found found = {.doc = doc, .is_prefixed = size != 0};
    const tunip_namespace *space = size ? tunip_writer_namespace(w, prefix_of(doc)) : NULL;
    if (!tn_builder_is_known(space)) return found;
    found.word = tn_builder_find_word((tunip_str){dotted, size});
    found.bad = find_bad((tunip_str){dotted, size});
    if (found.word && found.word->place == TN_BUILDER_IN_API)
        found.row = tn_builder_find(tunip_str_from(found.word->written));
    else if (!found.word)
        found.row = tn_builder_find((tunip_str){dotted, size});
    if (found.word)
        found.name = tunip_str_from(found.word->said);
    else if (found.row)
        found.name = tunip_str_from(found.row->name);
    found.prefix = prefix_of(doc);
    return found;
}

/* Whether a Doc is PREFIX.name, where the name may have dots. */
static bool is_named(const tunip_doc *doc, const tunip_doc *prefix, tunip_str name)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    size_t size = attr->name.size, before = name.size - size;
    if (doc->kind != TUNIP_DOC_ATTR || size > name.size ||
        memcmp(name.data + before, attr->name.data, size) != 0)
        return false;
    if (!before) return attr->value == prefix;
    return name.data[before - 1] == '.' &&
           is_named(attr->value, prefix, (tunip_str){name.data, before - 1});
}

/* Most names are one Doc that many calls share, so they are found by address. */
static tn_builder_found *look_up(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    tn_builder_found *found = &state->found[((uintptr_t)doc >> 5) % TUNIP_LEN(state->found)];
    bool is_there = found->doc == doc && found->name.size;
    if (!is_there || !is_named(doc, found->prefix, found->name)) *found = find(w, doc);
    return found;
}

/* Functions of the API that can be called only inside a function. */
static bool needs_function(tunip_str name)
{
    static const char *const names[] = {"dataflow", "emit_match_cast", "env_thread",
                                        "launch_thread"};
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        if (tunip_str_is(name, names[i])) return true;
    return false;
}

static void check_name(tunip_writer *w, const tn_builder_found *found)
{
    tunip_str name = ((const tunip_doc_attr *)found->doc)->name;
    bool is_other = found->word && found->word->place != TN_BUILDER_IN_API;
    if (!found->is_prefixed || is_other) return;
    if (!found->row)
        tunip_writer_fail(w, "%.*s is not in the IRBuilder's API", (int)name.size, name.data);
    else if (!tn_builder_state_of(w)->function && needs_function(tunip_str_from(found->row->name)))
        tunip_writer_fail(w, "%s outside of a function cannot be built", found->row->name);
}

/* ---- names ---- */

static void emit_callee(tunip_writer *w, const tunip_doc *doc);

static void write_attr(tunip_writer *w, const tunip_doc_attr *attr)
{
    bool is_name = tn_builder_is_prefix(attr->value) || tn_builder_is_name(attr->name);
    if (!is_name) tunip_write_text(w, "getattr(");
    if (attr->value->kind == TUNIP_DOC_ATTR)
        tunip_emit_as(w, attr->value, emit_callee);
    else
        tn_python_emit_operand(w, attr->value);
    tunip_write_text(w, is_name ? "." : ", ");
    if (is_name)
        tunip_write_str(w, attr->name);
    else
        tn_builder_write_string(w, attr->name);
    if (!is_name) tunip_write_char(w, ')');
}

static void emit_callee(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    const tn_builder_found *found = look_up(w, doc);
    check_name(w, found);
    if (!found->word) {
        write_attr(w, attr);
    } else if (found->word->place == TN_BUILDER_ELSEWHERE) {
        tunip_write_text(w, found->word->written);
    } else if (found->word->place == TN_BUILDER_AT_HOME) {
        tn_builder_write_home(w, attr->value, found->word->written);
    } else {
        tunip_emit(w, attr->value);
        tunip_write_char(w, '.');
        tunip_write_text(w, found->word->written);
    }
}

/* A name of a function of the API cannot be a value, because it would be the Python function. */
void tn_builder_emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_found found = *look_up(w, doc);
    bool is_made = found.word && found.word->write_args;
    tunip_str name = ((const tunip_doc_attr *)doc)->name;
    if (found.is_prefixed && !is_made)
        tunip_writer_fail(w, "the name %.*s in place of a value cannot be built", (int)name.size,
                          name.data);
    emit_callee(w, doc);
    if (is_made) found.word->write_args(w, NULL);
}

bool tn_builder_is_variable_type(tunip_writer *w, const tunip_doc *type)
{
    const tunip_doc *callee = type;
    if (type->kind == TUNIP_DOC_CALL) callee = ((const tunip_doc_call *)type)->callee;
    const tn_builder_found *found = callee->kind == TUNIP_DOC_ATTR ? look_up(w, callee) : NULL;
    return (found && found->row) || tn_builder_is_unnamed_dtype(w, type);
}

void tn_builder_write_made(tunip_writer *w, const tunip_doc *type)
{
    if (!type) {
        tunip_writer_fail(w, "a variable whose type the text does not show cannot be built");
        return;
    }
    const tn_builder_found *found = type->kind == TUNIP_DOC_ATTR ? look_up(w, type) : NULL;
    bool is_called = found && found->is_prefixed && !(found->word && found->word->write_args);
    if (is_called && tn_builder_write_unnamed_type(w, type)) return;
    if (!is_called) {
        tunip_emit(w, type);
        return;
    }
    tunip_emit_as(w, type, emit_callee);
    tunip_write_text(w, "()");
}

/* ---- calls ---- */

/* The arguments for a function of the module, or for a variable. */
static void write_plain_args(tunip_writer *w, const tunip_doc_call *call)
{
    tn_builder_write_open(w);
    tn_builder_write_nodes(w, &call->base, call->args);
    tn_builder_write_keywords(w, call, !call->args.count);
    tn_builder_write_close(w);
}

static void write_args(tunip_writer *w, const tunip_doc_call *call, const tn_builder_found *found)
{
    tn_builder_state *state = tn_builder_state_of(w);
    bool boxes = state->boxes;
    uint8_t owner = state->owner;
    state->boxes = false;
    state->owner = found && found->is_prefixed ? prefix_of(call->callee)->dialect : 0;
    if (found && found->word && found->word->write_args)
        found->word->write_args(w, call);
    else if (found && found->is_prefixed)
        tn_builder_write_args(w, call);
    else
        write_plain_args(w, call);
    state->boxes = boxes;
    state->owner = owner;
}

/* Functions that fold constants, and beside each the constructor of the node itself. */
static const char *node_of(const tunip_doc_call *call)
{
    static const char *const nodes[][2] = {{"max", "Max"}, {"min", "Min"}, {"truncmod", "Mod"}};
    tunip_str name = tn_builder_word_of(&call->base);
    if (call->args.count != 2 || call->values.count) return NULL;
    for (size_t i = 0; i < TUNIP_LEN(nodes); i++)
        if (tunip_str_is(name, nodes[i][0])) return nodes[i][1];
    return NULL;
}

/* ---- arguments that the API changes or refuses ---- */

static bool is_no_dtype(const tunip_doc *doc)
{
    return doc->kind != TUNIP_DOC_LITERAL;
}

static bool is_no_tuple(const tunip_doc *doc)
{
    return doc->kind != TUNIP_DOC_TUPLE && !tunip_str_is(tn_builder_word_of(doc), "tuple");
}

/* Scripts list the bits of such numbers as integers. */
static bool is_half(const tunip_doc *doc)
{
    return tunip_str_is(tn_builder_text_of(doc), "float16");
}

/* A buffer without dimensions: buffer[()] is an element to Python. */
static bool is_no_region(const tunip_doc *doc)
{
    return doc->kind != TUNIP_DOC_INDEX || !((const tunip_doc_index *)doc)->indices.count;
}

/* The API finds only the devices of the list "vdevice". */
static bool has_hidden_devices(const tunip_doc *doc)
{
    static const char list[] = "vdevice";
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    for (size_t i = 0; doc->kind == TUNIP_DOC_DICT && i < dict->keys.count; i++) {
        const tunip_doc_literal *key = (const tunip_doc_literal *)dict->keys.items[i];
        const tunip_doc_list *values = (const tunip_doc_list *)dict->values.items[i];
        if (key->base.kind == TUNIP_DOC_LITERAL && key->base.sub == TUNIP_LITERAL_STR &&
            !tunip_str_is(key->value.text, list) && values->base.kind == TUNIP_DOC_LIST &&
            values->elements.count &&
            tunip_str_is(tn_builder_word_of(values->elements.items[0]), list))
            return true;
    }
    return false;
}

typedef struct tn_builder_bad {
    const char *name;                     /* of the function that is called */
    size_t place;                         /* of the argument */
    bool (*is_bad)(const tunip_doc *doc); /* the argument */
    const char *what;                     /* the description of the argument, for the message */
} bad_argument;

static const bad_argument bad_arguments[] = {
    {"module_global_infos", 0, has_hidden_devices, "a device that is not in the list \"vdevice\""},
    {"allocate_const", 1, is_half, "an allocate_const of float16"},
    {"handle", 0, is_no_dtype, "a pointer to something without a dtype"},
    {"realize", 0, is_no_region, "a realize of a buffer without dimensions"},
    {"call_tir", 1, is_no_tuple, "a call_tir without a tuple of arguments"},
    {"call_tir_inplace", 1, is_no_tuple, "a call_tir_inplace without a tuple of arguments"},
    {"call_tir_with_grad", 1, is_no_tuple, "a call_tir_with_grad without a tuple of arguments"},
    {"call_dps_packed", 1, is_no_tuple, "a call_dps_packed without a tuple of arguments"},
    {"call_builtin_with_ctx", 1, is_no_tuple,
     "a call_builtin_with_ctx without a tuple of arguments"},
};

static const bad_argument *find_bad(tunip_str name)
{
    for (size_t i = 0; i < TUNIP_LEN(bad_arguments); i++)
        if (tunip_str_is(name, bad_arguments[i].name)) return &bad_arguments[i];
    return NULL;
}

/* Most calls of a function have the same number of arguments, so the answer is kept. */
static bool takes(tn_builder_found *found, const tunip_doc_call *call)
{
    bool is_plain = !call->values.count && !tn_builder_partial(call) && call->args.count < 32;
    uint32_t bit = is_plain ? UINT32_C(1) << call->args.count : 0;
    if (found->taken & bit) return true;
    bool is_taken = tn_builder_takes(found->row, call);
    if (is_taken) found->taken |= bit;
    return is_taken;
}

static void check_args(tunip_writer *w, const tunip_doc_call *call, tn_builder_found *found)
{
    const bad_argument *bad = found->bad;
    if (bad && bad->place < call->args.count && bad->is_bad(call->args.items[bad->place]))
        tunip_writer_fail(w, "%s cannot be built", bad->what);
    if (!found->row || takes(found, call)) return;
    const tunip_doc_partial_call *partial = tn_builder_partial(call);
    if (partial)
        tunip_writer_fail(w, "the %.*s of %s() is not in the IRBuilder's API",
                          (int)partial->key.size, partial->key.data, found->row->name);
    else
        tunip_writer_fail(w, "%s of the IRBuilder's API does not take these arguments",
                          found->row->name);
}

/* The arguments of `call`, appended to those of its exact call. */
static void write_continued(tunip_writer *w, const tunip_doc_call *call)
{
    const tunip_doc *exact = ((const tunip_doc_partial_call *)call)->value;
    const tunip_doc_call *beginning = (const tunip_doc_call *)exact;
    if (beginning->callee->kind != TUNIP_DOC_ATTR) {
        tunip_writer_fail(w, "a call for which the API has no exact function cannot be built");
        return;
    }
    const tn_builder_word *known = look_up(w, beginning->callee)->word;
    tunip_emit_as(w, beginning->callee, emit_callee);
    tn_builder_write_open(w);
    if (known && known->write_args)
        known->write_args(w, beginning);
    else
        tn_python_emit_list_of(w, beginning->args);
    tunip_write_text(w, known ? ", [" : call->args.count ? ", " : "");
    tn_builder_write_nodes(w, &call->base, call->args);
    if (known) tunip_write_char(w, ']');
    tn_builder_write_keywords(w, beginning, false);
    tn_builder_write_close(w);
}

void tn_builder_emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    const tunip_doc *callee = call->callee, *exact = tn_builder_exact(doc);
    const char *node = node_of(call);
    if (exact) {
        tunip_emit(w, exact);
        return;
    }
    if (doc->sub == TUNIP_CALL_CONTINUED) {
        write_continued(w, call);
        return;
    }
    if (node) {
        tn_builder_write_operator(w, doc, node, call->args);
        return;
    }
    if (callee->kind == TUNIP_DOC_ID && callee->sub == TUNIP_ID_OPEN)
        tunip_writer_fail(w, "a call of a function outside of the module cannot be built");
    if (callee->kind != TUNIP_DOC_ATTR) {
        tn_python_emit_operand(w, callee);
        write_args(w, call, NULL);
        return;
    }
    tn_builder_found *kept = look_up(w, callee);
    if (kept->is_prefixed && tn_builder_write_unnamed(w, call)) return;
    check_args(w, call, kept);
    tn_builder_found found = *kept; /* a copy, because a lookup inside of the call may overwrite the
                                       entry */
    tunip_emit_as(w, callee, emit_callee);
    write_args(w, call, &found);
}

/* ======== dtype ======== */

/* Variables and numbers that no function of the API named like a dtype makes: they are
 * made as the nodes they are. */

/* Whether a name is that of a dtype which the API has no function for. */
static bool is_unnamed(tunip_str name)
{
    tunip_dtype dtype;
    return name.size && !tn_builder_find(name) && !tunip_str_is(name, "bool") &&
           tunip_dtype_parse(name, &dtype);
}

bool tn_builder_is_unnamed_dtype(tunip_writer *w, const tunip_doc *doc)
{
    return is_unnamed(tn_builder_word_of(doc)) &&
           tn_builder_is_known(tunip_writer_namespace(w, doc));
}

/* PREFIX.node("name", */
static void write_node(tunip_writer *w, const tunip_doc *doc, const char *node, tunip_str name)
{
    tn_builder_write_own(w, doc, node);
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name);
    tunip_write_text(w, ", ");
}

/* IRBuilder.name() names it later. */
static void write_var(tunip_writer *w, const tunip_doc *doc, bool is_size)
{
    write_node(w, doc, is_size ? "SizeVar" : "Var", (tunip_str){"", 0});
    tn_builder_write_string(w, tn_builder_word_of(doc));
    tunip_write_char(w, ')');
}

bool tn_builder_write_unnamed_type(tunip_writer *w, const tunip_doc *type)
{
    if (!tn_builder_is_unnamed_dtype(w, type)) return false;
    write_var(w, type, false);
    return true;
}

/* The API's functions without a width make 32-bit floats. */
static bool is_too_large(const tunip_doc_literal *number)
{
    double value = fabs(number->value.real);
    return number->base.sub == TUNIP_LITERAL_FLOAT && isfinite(value) && value > (double)FLT_MAX;
}

/* The node of a number that PREFIX.dtype() does not make; or NULL. */
static const char *number_node(tunip_writer *w, const tunip_doc_call *call)
{
    const tunip_doc_literal *number = (const tunip_doc_literal *)call->args.items[0];
    tunip_dtype dtype;
    if (number->base.kind != TUNIP_DOC_LITERAL) return NULL;
    bool is_float = number->base.sub == TUNIP_LITERAL_FLOAT;
    if (is_too_large(number) && tunip_dtype_parse(tn_builder_word_of(&call->base), &dtype))
        return "FloatImm";
    if (!tn_builder_is_unnamed_dtype(w, &call->base)) return NULL;
    if (is_float) return "FloatImm";
    return number->base.sub == TUNIP_LITERAL_INT ? "IntImm" : NULL;
}

bool tn_builder_write_unnamed(tunip_writer *w, const tunip_doc_call *call)
{
    bool is_size = call->values.count == 1 && tunip_str_is(call->keys[0], "is_size_var");
    bool is_var = !call->args.count && (is_size || !call->values.count);
    if (is_var && tn_builder_is_unnamed_dtype(w, &call->base)) {
        write_var(w, &call->base, is_size);
        return true;
    }
    bool is_number = call->args.count == 1 && !call->values.count;
    const char *node = is_number ? number_node(w, call) : NULL;
    if (!node) return false;
    write_node(w, &call->base, node, tn_builder_word_of(&call->base));
    tunip_emit(w, call->args.items[0]);
    tunip_write_char(w, ')');
    return true;
}

/* ======== node ======== */

/* Names in their namespaces, and values in places that require a node. */

/* ---- names ---- */

tunip_str tn_builder_word_of(const tunip_doc *doc)
{
    if (!doc) return (tunip_str){NULL, 0}; /* the decorator of a function that has none */
    if (doc->kind == TUNIP_DOC_CALL) doc = ((const tunip_doc_call *)doc)->callee;
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    bool is_word = doc->kind == TUNIP_DOC_ATTR && tn_builder_is_prefix(attr->value);
    return is_word ? attr->name : (tunip_str){NULL, 0};
}

void tn_builder_write_home(tunip_writer *w, const tunip_doc *doc, const char *name)
{
    const tunip_namespace *space = tunip_writer_namespace(w, doc);
    if (!tn_builder_is_known(space)) tunip_writer_fail(w, "%s is not in the IRBuilder's API", name);
    tunip_write_text(w, "tvm.");
    tunip_write_text(w, space ? space->dialect : "");
    tunip_write_char(w, '.');
    tunip_write_text(w, name);
}

/* A dialect whose prefix occurs nowhere is not imported. */
void tn_builder_write_own(tunip_writer *w, const tunip_doc *doc, const char *name)
{
    const tunip_namespace *space = tunip_writer_namespace(w, doc);
    if (!space || !space->used) {
        tn_builder_write_home(w, doc, name);
        return;
    }
    tn_builder_state *state = tn_builder_state_of(w);
    if (space != state->known && !tn_builder_is_known(space))
        tunip_writer_fail(w, "%.*s.%s is not in the IRBuilder's API", (int)space->prefix.size,
                          space->prefix.data, name);
    state->known = space;
    tunip_write_str(w, space->prefix);
    tunip_write_char(w, '.');
    tunip_write_text(w, name);
}

/* A function outside of the module is a GlobalVar of its name, made at its first use. */
static void write_open(tunip_writer *w, const tunip_doc *doc)
{
    static const char variable[] = "global";
    tn_builder_state *state = tn_builder_state_of(w);
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (state->facts.flows)
        tunip_writer_fail(
            w, "a function outside of the module, used in a dataflow block, cannot be built");
    for (size_t i = 0; i < state->open_count; i++) {
        if (!tunip_str_equal(state->open[i], name)) continue;
        tn_builder_write_variable(w, variable, i + 1);
        return;
    }
    if (state->open_count == TN_BUILDER_MOST_OPEN) {
        tunip_writer_fail(w,
                          "calls of more than %d functions outside of the module cannot be built",
                          TN_BUILDER_MOST_OPEN);
        return;
    }
    state->open[state->open_count++] = name;
    tunip_write_char(w, '(');
    tn_builder_write_variable(w, variable, state->open_count);
    tunip_write_text(w, " := ");
    tn_builder_write_home(w, doc, "GlobalVar");
    tunip_write_char(w, '(');
    tn_builder_write_string(w, name);
    tunip_write_text(w, "))");
}

/* Faster than memchr(), because names are short. */
static bool has_dot(tunip_str name)
{
    size_t at = 0;
    while (at < name.size && name.data[at] != '.') at++;
    return at < name.size;
}

/* Hints make names that begin with a digit. */
void tn_builder_emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (doc->sub == TUNIP_ID_OPEN) {
        write_open(w, doc);
        return;
    }
    if (doc->sub == TUNIP_ID_AGAIN)
        tunip_writer_fail(
            w, "variable %.*s, which is defined nowhere or more than once, cannot be built",
            (int)name.size, name.size ? name.data : "");
    if (doc->sub == TUNIP_ID_TYPED && !tn_builder_state_of(w)->says_type)
        tunip_writer_fail(w, "the explicit type of variable %.*s cannot be built", (int)name.size,
                          name.size ? name.data : "");
    const tunip_doc_id *local = tn_builder_state_of(w)->local;
    if (local && tunip_str_equal(local->name, name))
        tunip_writer_fail(w, "a local function that calls itself cannot be built");
    if (tunip_is_keyword(name))
        tunip_writer_fail(w, "%.*s as a name cannot be built", (int)name.size, name.data);
    if (has_dot(name))
        tunip_writer_fail(w, "%.*s is not in the IRBuilder's API", (int)name.size, name.data);
    if (name.size && tunip_is_digit(name.data[0])) tunip_write_text(w, "v_");
    tunip_write_str(w, name);
}

void tn_builder_write_defined(tunip_writer *w, const tunip_doc *target)
{
    tn_builder_state *state = tn_builder_state_of(w);
    state->says_type = true;
    tunip_emit(w, target);
    state->says_type = false;
}

const tunip_doc *tn_builder_type_of(const tunip_doc_assign *assign)
{
    const tunip_doc *lhs = assign->lhs;
    bool is_typed = lhs->kind == TUNIP_DOC_ID && lhs->sub == TUNIP_ID_TYPED;
    return is_typed ? ((const tunip_doc_typed_id *)lhs)->type : assign->annotation;
}

const tunip_doc *tn_builder_exact(const tunip_doc *doc)
{
    bool is_replaced = doc->kind == TUNIP_DOC_CALL && doc->sub == TUNIP_CALL_REPLACED;
    return is_replaced ? ((const tunip_doc_partial_call *)doc)->value : NULL;
}

/* ---- values that must be nodes ---- */

void tn_builder_write_nodes(tunip_writer *w, const tunip_doc *doc, tunip_docs exprs)
{
    for (size_t i = 0; i < exprs.count; i++) {
        if (i) tunip_write_text(w, ", ");
        if (exprs.items[i]->kind == TUNIP_DOC_TUPLE)
            tn_builder_write_node(w, doc, exprs.items[i]);
        else
            tunip_emit(w, exprs.items[i]);
    }
}

static void write_tuple(tunip_writer *w, const tunip_doc *doc, const tunip_doc *tuple)
{
    tunip_docs elements = ((const tunip_doc_tuple *)tuple)->elements;
    tn_builder_write_own(w, doc, "tuple");
    bool fits = tn_builder_write_open(w);
    for (size_t i = 0; fits && i < elements.count; i++) {
        if (i) tunip_write_text(w, ", ");
        tn_builder_write_node(w, doc, elements.items[i]);
    }
    tn_builder_write_close(w);
}

/* Writes an element as a node, because Python would evaluate the subscript of a tuple or shape. */
static void write_element(tunip_writer *w, const tunip_doc *doc, const tunip_doc_index *index)
{
    tn_builder_write_own(w, doc, "TupleGetItem");
    tunip_write_char(w, '(');
    tn_builder_write_node(w, doc, index->value);
    tunip_write_text(w, ", ");
    tn_python_emit_list_of(w, index->indices);
    tunip_write_char(w, ')');
}

static void write_constant(tunip_writer *w, const tunip_doc *doc, const tunip_doc *number)
{
    tn_builder_write_own(w, doc, "const");
    tunip_write_char(w, '(');
    tunip_emit(w, number);
    tunip_write_char(w, ')');
}

void tn_builder_write_node(tunip_writer *w, const tunip_doc *doc, const tunip_doc *expr)
{
    const tunip_doc_index *index = (const tunip_doc_index *)expr;
    bool is_number = expr->kind == TUNIP_DOC_LITERAL && expr->sub != TUNIP_LITERAL_NONE &&
                     expr->sub != TUNIP_LITERAL_STR && expr->sub != TUNIP_LITERAL_QUOTED;
    if (expr->kind == TUNIP_DOC_TUPLE)
        write_tuple(w, doc, expr);
    else if (expr->kind == TUNIP_DOC_INDEX &&
             (index->value->kind == TUNIP_DOC_TUPLE || index->value->kind == TUNIP_DOC_CALL))
        write_element(w, doc, index);
    else if (is_number)
        write_constant(w, doc, expr);
    else
        tunip_emit(w, expr);
}

tunip_dtype tn_builder_node_dtype(const tunip_doc *doc)
{
    static const tunip_dtype none;
    bool is_number = doc->kind == TUNIP_DOC_LITERAL &&
                     (doc->sub == TUNIP_LITERAL_BOOL || doc->sub == TUNIP_LITERAL_INT ||
                      doc->sub == TUNIP_LITERAL_FLOAT);
    return is_number ? ((const tunip_doc_literal *)doc)->value.typed.dtype : none;
}

/* A dialect that is not imported has no PREFIX.int64(): HOME.IntImm("int64", number). */
void tn_builder_write_boxed(tunip_writer *w, const tunip_doc *doc)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype dtype = tn_builder_node_dtype(doc);
    const tunip_namespace *space = tunip_writer_namespace(w, doc);
    tunip_dtype_name(dtype, name);
    if (space && space->used)
        tn_builder_write_own(w, doc, dtype.code == TUNIP_DTYPE_BOOL ? "boolean" : name);
    else
        tn_builder_write_home(w, doc, doc->sub == TUNIP_LITERAL_FLOAT ? "FloatImm" : "IntImm");
    tunip_write_char(w, '(');
    if (!space || !space->used) {
        tn_builder_write_string(w, tunip_str_from(name));
        tunip_write_text(w, ", ");
    }
    tn_python_emit_literal(w, doc);
    tunip_write_char(w, ')');
}

void tn_builder_write_number(tunip_writer *w, const tunip_doc *doc, bool is_usual)
{
    if (tn_builder_node_dtype(doc).bits && !is_usual)
        tunip_emit_as(w, doc, tn_builder_write_boxed);
    else
        tunip_emit(w, doc);
}

/* An integer of Python becomes a node of 32 bits, unless its place requires another dtype. */
static void write_operand(tunip_writer *w, const tunip_doc *doc)
{
    tunip_dtype dtype = tn_builder_node_dtype(doc);
    tn_builder_write_number(w, doc, dtype.code == TUNIP_DTYPE_INT && dtype.bits == 32);
}

void tn_builder_write_operator(tunip_writer *w, const tunip_doc *doc, const char *name,
                               tunip_docs operands)
{
    tn_builder_write_own(w, doc, name);
    tn_builder_write_open(w);
    for (size_t i = 0; i < operands.count; i++) {
        if (i) tunip_write_text(w, ", ");
        write_operand(w, operands.items[i]);
    }
    tn_builder_write_close(w);
}

void tn_builder_write_message(tunip_writer *w, const tunip_doc *message)
{
    if (!message) {
        tunip_write_text(w, "\"\"");
        return;
    }
    tunip_emit(w, message);
    if (message->kind != TUNIP_DOC_LITERAL) tunip_write_text(w, ".value");
}
