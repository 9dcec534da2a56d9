/* call.c -- names of the API, and calls of its functions. Refuses names that the API does not have,
 * and arguments that a function does not accept. */
#include "builder.h"

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
