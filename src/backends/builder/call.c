/* call.c -- words of the API and calls of them. What a script's parser understands but the builder
 * does not have is called by its name there, or made in the dialect's own module. */
#include "builder.h"

#include <math.h>

/* ---- the vocabulary ---- */

typedef const tunip_doc_call *args_of; /* NULL: the word stands alone */

/* Where a word is written from. */
typedef enum word_place {
    IN_API,        /* as any other */
    IN_API_ANYHOW, /* with arguments in another form than in scripts */
    AT_HOME,       /* in the dialect's own module, outside of the builder */
    ELSEWHERE      /* from anywhere */
} word_place;

/* A word of scripts that the API has under another name. */
typedef struct tn_builder_word {
    const char *said;
    const char *written;
    uint8_t place; /* of what is written */
    /* Writes "(...)", also when the word stands alone, for what is a value then; NULL: as it is. */
    void (*write_args)(tunip_writer *w, args_of call);
} word;

static void write_made(tunip_writer *w, args_of call);
static void write_tensor(tunip_writer *w, args_of call);
static void write_fields(tunip_writer *w, args_of call);
static void write_callable(tunip_writer *w, args_of call);
static void write_map(tunip_writer *w, args_of call);
static void write_number(tunip_writer *w, args_of call);
static void write_builtin(tunip_writer *w, args_of call);
static void write_assertion(tunip_writer *w, args_of call);
static void write_operator(tunip_writer *w, args_of call);
static void write_sharded(tunip_writer *w, args_of call);
static void write_prim(tunip_writer *w, args_of call);
static void write_constant(tunip_writer *w, args_of call);

static const word words[] = {
    {"Buffer", "buffer", IN_API, NULL},
    {"Call", "Call", AT_HOME, write_operator},
    {"DTensor", "distributed.DTensorStructInfo", AT_HOME, write_sharded},
    {"assert_op", "assert_op", IN_API_ANYHOW, write_assertion},
    {"Range", "tvm.ir.Range", ELSEWHERE, NULL},
    {"bool", "boolean", IN_API, NULL},
    {"const", "const", IN_API, write_constant},
    {"device_mesh", "distributed.DeviceMesh", AT_HOME, write_made},
    {"dist.annotate_sharding", "distributed.annotate_sharding", IN_API, NULL},
    {"dist.call_tir", "distributed.call_tir", IN_API, NULL},
    {"dist.call_tir_local_view", "distributed.call_tir_local_view", IN_API, NULL},
    {"dist.const", "distributed.const", IN_API, NULL},
    {"dist.redistribute", "distributed.redistribute", IN_API, NULL},
    {"dist.redistribute_replica_to_shard", "distributed.redistribute_replica_to_shard", IN_API,
     NULL},
    {"call_builtin_with_ctx", "call_builtin_with_ctx", IN_API, write_builtin},
    {"index_map", "index_map", IN_API, write_map},
    {"match_cast", "emit_match_cast", IN_API, NULL},
    {"prim_value", "prim_value", IN_API, write_number},
    {"Op", "Op.get", AT_HOME, write_made},
    {"Object", "ObjectStructInfo", AT_HOME, write_made},
    {"Prim", "PrimStructInfo", AT_HOME, write_prim},
    {"Shape", "ShapeStructInfo", AT_HOME, write_made},
    {"Tensor", "TensorStructInfo", AT_HOME, write_tensor},
    {"Tuple", "TupleStructInfo", AT_HOME, write_fields},
    {"Callable", "FuncStructInfo", AT_HOME, write_callable},
};

/* ---- finding words ---- */

enum { LONGEST_NAME = 128 };

/* The dotted name behind a prefix; 0: there is no prefix, or no room. */
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

static const word *find_word(tunip_str said)
{
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (tunip_str_is(said, words[i].said)) return &words[i];
    return NULL;
}

static const tunip_doc *prefix_of(const tunip_doc *doc)
{
    while (doc->kind == TUNIP_DOC_ATTR) doc = ((const tunip_doc_attr *)doc)->value;
    return doc;
}

static const struct tn_builder_bad *find_bad(tunip_str name);

/* What PREFIX.name or PREFIX.name.name is to the API. */
static tn_builder_found find(tunip_writer *w, const tunip_doc *doc)
{
    char dotted[LONGEST_NAME];
    size_t size = dotted_name(doc, dotted, sizeof dotted);
    tn_builder_found found = {.doc = doc, .is_prefixed = size != 0};
    const tunip_namespace *space = size ? tunip_writer_namespace(w, prefix_of(doc)) : NULL;
    if (!tn_builder_is_known(space)) return found;
    found.word = find_word((tunip_str){dotted, size});
    found.bad = find_bad((tunip_str){dotted, size});
    if (found.word && found.word->place == IN_API)
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

/* Most names are one Doc that is used again and again; others are where others were before. */
static tn_builder_found *look_up(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    tn_builder_found *found = &state->found[((uintptr_t)doc >> 5) % TUNIP_LEN(state->found)];
    bool is_there = found->doc == doc && found->name.size;
    if (!is_there || !is_named(doc, found->prefix, found->name)) *found = find(w, doc);
    return found;
}

/* What can be called only with a function around it. */
static bool needs_function(tunip_str name)
{
    static const char *const names[] = {"dataflow", "emit_match_cast", "env_thread",
                                        "launch_thread"};
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        if (tunip_str_is(name, names[i])) return true;
    return false;
}

/* The frame of the function would put one around it. */
static bool is_loose_block(const tn_builder_state *state, const tn_builder_row *row)
{
    return state->function && !state->is_rooted && strcmp(row->name, "block") == 0;
}

static void check_name(tunip_writer *w, const tn_builder_found *found)
{
    tunip_str name = ((const tunip_doc_attr *)found->doc)->name;
    bool is_other = found->word && found->word->place != IN_API;
    if (!found->is_prefixed || is_other) return;
    if (!found->row)
        tunip_writer_fail(w, "%.*s is not in the IRBuilder's API", (int)name.size, name.data);
    else if (!tn_builder_state_of(w)->function && needs_function(tunip_str_from(found->row->name)))
        tunip_writer_fail(w, "%s outside of a function cannot be built", found->row->name);
    else if (is_loose_block(tn_builder_state_of(w), found->row))
        tunip_writer_fail(w, "a block without one around all of the function cannot be built");
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
    } else if (found->word->place == ELSEWHERE) {
        tunip_write_text(w, found->word->written);
    } else if (found->word->place == AT_HOME) {
        tn_builder_write_home(w, attr->value, found->word->written);
    } else {
        tunip_emit(w, attr->value);
        tunip_write_char(w, '.');
        tunip_write_text(w, found->word->written);
    }
}

/* The name of a function is no value but the function. */
void tn_builder_emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_found found = *look_up(w, doc);
    bool is_made = found.word && found.word->write_args;
    tunip_str name = ((const tunip_doc_attr *)doc)->name;
    if (found.is_prefixed && !is_made)
        tunip_writer_fail(w, "%.*s as a value cannot be built", (int)name.size, name.data);
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

static void write_partial_type(tunip_writer *w, const tunip_doc_partial_attr *type)
{
    tunip_write_str(w, type->key);
    tunip_write_char(w, '=');
    tunip_emit(w, type->value);
}

void tn_builder_write_made(tunip_writer *w, const tunip_doc *type)
{
    if (!type) {
        tunip_writer_fail(w, "a variable of which no type is said cannot be built");
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
    tunip_write_char(w, '(');
    if (type->sub == TUNIP_ATTR_PARTIAL)
        write_partial_type(w, (const tunip_doc_partial_attr *)type);
    tunip_write_char(w, ')');
}

/* ---- the arguments of words ---- */

static void write_left_out(tunip_writer *w, args_of call, bool is_first)
{
    const tunip_doc_partial_call *partial = call ? tn_builder_partial(call) : NULL;
    if (!partial) return;
    if (!is_first) tunip_write_text(w, ", ");
    tunip_write_str(w, partial->key);
    tunip_write_char(w, '=');
    tunip_emit(w, partial->value);
}

static void write_keywords(tunip_writer *w, args_of call, bool is_first)
{
    for (size_t i = 0; call && i < call->values.count; i++) {
        if (i || !is_first) tunip_write_text(w, ", ");
        tunip_write_str(w, call->keys[i]);
        tunip_write_char(w, '=');
        tunip_emit(w, call->values.items[i]);
    }
    write_left_out(w, call, is_first && !(call && call->values.count));
}

static const tunip_doc *keyword(args_of call, const char *key)
{
    return call ? tn_builder_keyword(call, tunip_str_from(key)) : NULL;
}

static void write_made(tunip_writer *w, args_of call)
{
    tn_builder_write_open(w);
    if (call) tn_python_emit_list_of(w, call->args);
    write_keywords(w, call, !call || !call->args.count);
    tn_builder_write_close(w);
}

/* "kind:index:scope", in which only kind and index say which device. */
static void write_device(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_namespace *module = tn_builder_state_of(w)->module;
    tunip_str text = ((const tunip_doc_literal *)doc)->value.text;
    const char *colon = memchr(text.data, ':', text.size);
    size_t kind = colon ? (size_t)(colon - text.data) : text.size, end = kind + 1;
    while (end < text.size && text.data[end] != ':') end++;
    if (!module || !colon) tunip_writer_fail(w, "a device is known only inside of a module");
    if (!module || !colon) return;
    if (kind + 1 < text.size && text.data[kind + 1] == '-')
        tunip_writer_fail(w, "a device that the module does not have cannot be built");
    tunip_write_str(w, module->prefix);
    tunip_write_text(w, ".lookup_vdevice(");
    tn_builder_write_string(w, (tunip_str){text.data, kind});
    tunip_write_text(w, ", ");
    tunip_write(w, text.data + kind + 1, end - kind - 1);
    tunip_write_char(w, ')');
}

static const tunip_doc *argument(args_of call, size_t place, const char *key)
{
    return call && place < call->args.count ? call->args.items[place] : keyword(call, key);
}

static void write_keyword(tunip_writer *w, const char *before, const tunip_doc *value)
{
    if (value) tunip_write_text(w, before);
    if (value) tunip_emit(w, value);
}

/* A number may be of another dtype than that of Python's. */
static void write_prim(tunip_writer *w, args_of call)
{
    const tunip_doc *value = keyword(call, "value");
    tunip_dtype dtype = value ? tn_builder_node_dtype(value) : (tunip_dtype){0};
    if (!value) {
        write_made(w, call);
        return;
    }
    tunip_write_text(w, "(value=");
    tn_builder_write_number(w, value, dtype.code == TUNIP_DTYPE_INT && dtype.bits == 64);
    tunip_write_char(w, ')');
}

/* What is no number to a script is a string there, which would be taken for data. */
static void write_value(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *number = (const tunip_doc_literal *)doc;
    bool is_odd = doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_FLOAT &&
                  !isfinite(number->value.real);
    if (is_odd) tunip_write_text(w, "float(");
    tunip_emit(w, doc);
    if (is_odd) tunip_write_char(w, ')');
}

static void write_constant(tunip_writer *w, args_of call)
{
    tunip_docs args = call ? call->args : tunip_docs_none();
    tunip_write_char(w, '(');
    for (size_t i = 0; i < args.count; i++) {
        if (i) tunip_write_text(w, ", ");
        write_value(w, args.items[i]);
    }
    write_keywords(w, call, !args.count);
    tunip_write_char(w, ')');
}

/* In a script no dtype is an unknown one; here the default is another. */
static void write_tensor_args(tunip_writer *w, args_of call, const tunip_doc *dtype)
{
    const tunip_doc *shape = argument(call, 0, "shape");
    tunip_write_char(w, '(');
    if (shape) tunip_emit(w, shape);
    if (shape) tunip_write_text(w, ", ");
    if (!dtype) tunip_write_text(w, "dtype=None");
    write_keyword(w, "dtype=", dtype);
    write_keyword(w, ", ndim=", keyword(call, "ndim"));
}

static void write_tensor(tunip_writer *w, args_of call)
{
    const tunip_doc *device = keyword(call, "vdevice");
    write_tensor_args(w, call, keyword(call, "dtype"));
    if (device) tunip_write_text(w, ", vdevice=");
    if (device) tunip_emit_as(w, device, write_device);
    tunip_write_char(w, ')');
}

/* "key[index]": one of what the module around everything has. */
static void write_global(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str text = {NULL, 0};
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR)
        text = ((const tunip_doc_literal *)doc)->value.text;
    const char *bracket = text.size ? memchr(text.data, '[', text.size) : NULL;
    if (!bracket || !tn_builder_state_of(w)->module) {
        tunip_writer_fail(w, "a device mesh is known only inside of a module");
        return;
    }
    size_t key = (size_t)(bracket - text.data);
    tunip_write_text(w, "ib.frames[0].global_infos[");
    tn_builder_write_string(w, (tunip_str){text.data, key});
    tunip_write_char(w, ']');
    tunip_write(w, bracket, text.size - key);
}

/* (HOME.TensorStructInfo(...), mesh, placement) */
static void write_sharded(tunip_writer *w, args_of call)
{
    const tunip_doc *mesh = argument(call, 2, "device_mesh");
    const tunip_doc *placement = argument(call, 3, "placement");
    if (!mesh || !placement) {
        tunip_writer_fail(w, "a DTensor without mesh or placement cannot be built");
        return;
    }
    tunip_write_char(w, '(');
    tn_builder_write_home(w, &call->base, "TensorStructInfo");
    write_tensor_args(w, call, argument(call, 1, "dtype"));
    tunip_write_text(w, "), ");
    if (mesh->kind == TUNIP_DOC_LITERAL)
        tunip_emit_as(w, mesh, write_global);
    else
        tunip_emit(w, mesh);
    tunip_write_text(w, ", ");
    tn_builder_write_home(w, &call->base, "distributed.Placement.from_text");
    tunip_write_char(w, '(');
    tunip_emit(w, placement);
    tunip_write_text(w, "))");
}

static void write_fields(tunip_writer *w, args_of call)
{
    tunip_write_text(w, "([");
    if (call) tn_python_emit_list_of(w, call->args);
    tunip_write_text(w, "])");
}

static void write_callable(tunip_writer *w, args_of call)
{
    if (!call || !call->args.count) tunip_write_text(w, ".opaque_func");
    write_made(w, call);
}

/* What the message is made of is one argument. */
static void write_assertion(tunip_writer *w, args_of call)
{
    tunip_docs args = call ? call->args : tunip_docs_none();
    tunip_write_char(w, '(');
    if (args.count) tunip_emit(w, args.items[0]);
    if (args.count > 1) {
        tunip_write_text(w, ", [");
        tn_python_emit_list_of(w, tunip_docs_view(args.items + 1, args.count - 1));
        tunip_write_char(w, ']');
    }
    write_keywords(w, call, !args.count);
    tunip_write_char(w, ')');
}

/* The operator of any call of one; its arguments follow. */
static void write_operator(tunip_writer *w, args_of call)
{
    tunip_write_text(w, "tvm.ir.Op.get(");
    if (call) tn_python_emit_list_of(w, call->args);
    tunip_write_char(w, ')');
}

/* A bare number would be one of 64 bits. */
static void write_number(tunip_writer *w, args_of call)
{
    tunip_write_char(w, '(');
    for (size_t i = 0; call && i < call->args.count; i++) {
        tunip_dtype dtype = tn_builder_node_dtype(call->args.items[i]);
        bool is_usual = dtype.code == TUNIP_DTYPE_INT && dtype.bits == 64;
        if (i) tunip_write_text(w, ", ");
        tn_builder_write_number(w, call->args.items[i], is_usual);
    }
    tunip_write_char(w, ')');
}

/* No types at all are a list of none. */
static void write_builtin(tunip_writer *w, args_of call)
{
    tunip_write_char(w, '(');
    if (call) tn_python_emit_list_of(w, call->args);
    write_keywords(w, call, false);
    if (!keyword(call, "sinfo_args")) tunip_write_text(w, ", sinfo_args=[]");
    tunip_write_char(w, ')');
}

/* Which dtype the arguments of the function are, no script says; what it returns must be nodes. */
static void write_map(tunip_writer *w, args_of call)
{
    const tunip_doc_lambda *map = NULL;
    if (call && call->args.count) map = (const tunip_doc_lambda *)call->args.items[0];
    tn_builder_state_of(w)->boxes = true;
    tunip_write_char(w, '(');
    if (call) tn_python_emit_list_of(w, call->args);
    write_keywords(w, call, !map);
    if (map && map->base.kind == TUNIP_DOC_LAMBDA && map->arg_type) {
        tunip_write_text(w, ", index_dtype=");
        tunip_emit(w, map->arg_type);
    }
    tunip_write_char(w, ')');
}

/* ---- calls ---- */

/* Of a function of the module, or of a variable. */
static void write_plain_args(tunip_writer *w, const tunip_doc_call *call)
{
    tn_builder_write_open(w);
    tn_builder_write_nodes(w, &call->base, call->args);
    write_keywords(w, call, !call->args.count);
    tn_builder_write_close(w);
}

static void write_args(tunip_writer *w, const tunip_doc_call *call, const tn_builder_found *found)
{
    tn_builder_state *state = tn_builder_state_of(w);
    bool boxes = state->boxes;
    state->boxes = false;
    if (found && found->word && found->word->write_args)
        found->word->write_args(w, call);
    else if (found && found->is_prefixed)
        write_made(w, call);
    else
        write_plain_args(w, call);
    state->boxes = boxes;
}

/* Functions that work out what they can: here what makes the node of two operands. */
static const char *node_of(const tunip_doc_call *call)
{
    static const char *const nodes[][2] = {{"max", "Max"}, {"min", "Min"}, {"truncmod", "Mod"}};
    tunip_str name = tn_builder_word(&call->base);
    if (call->args.count != 2 || call->values.count) return NULL;
    for (size_t i = 0; i < TUNIP_LEN(nodes); i++)
        if (tunip_str_is(name, nodes[i][0])) return nodes[i][1];
    return NULL;
}

/* ---- arguments that would come out as something else, or not at all ---- */

static bool is_no_dtype(const tunip_doc *doc)
{
    return doc->kind != TUNIP_DOC_LITERAL;
}

static bool is_variable(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_ID || doc->kind == TUNIP_DOC_INDEX;
}

/* Of which scripts write the bits as numbers. */
static bool is_half(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR &&
           tunip_str_is(((const tunip_doc_literal *)doc)->value.text, "float16");
}

/* Only those of one list are found again. */
static bool has_hidden_devices(const tunip_doc *doc)
{
    static const char list[] = "vdevice";
    const tunip_doc_dict *dict = (const tunip_doc_dict *)doc;
    for (size_t i = 0; doc->kind == TUNIP_DOC_DICT && i < dict->keys.count; i++) {
        const tunip_doc_literal *key = (const tunip_doc_literal *)dict->keys.items[i];
        const tunip_doc_list *values = (const tunip_doc_list *)dict->values.items[i];
        if (key->base.kind == TUNIP_DOC_LITERAL && !tunip_str_is(key->value.text, list) &&
            values->base.kind == TUNIP_DOC_LIST && values->elements.count &&
            tunip_str_is(tn_builder_word(values->elements.items[0]), list))
            return true;
    }
    return false;
}

typedef struct tn_builder_bad {
    const char *name;                     /* of what is called */
    size_t place;                         /* of the argument */
    bool (*is_bad)(const tunip_doc *doc); /* the argument */
    const char *what;                     /* that is, in the message */
} bad_argument;

static const bad_argument bad_arguments[] = {
    {"module_global_infos", 0, has_hidden_devices, "a device that is not listed as one"},
    {"allocate_const", 1, is_half, "a constant with data of float16"},
    {"handle", 0, is_no_dtype, "a pointer to what has no dtype"},
    {"call_tir", 1, is_variable, "a call_tir whose arguments are a variable"},
    {"call_tir_inplace", 1, is_variable, "a call_tir_inplace whose arguments are a variable"},
    {"call_tir_with_grad", 1, is_variable, "a call_tir_with_grad whose arguments are a variable"},
    {"call_dps_packed", 1, is_variable, "a call_dps_packed whose arguments are a variable"},
    {"call_builtin_with_ctx", 1, is_variable,
     "a call_builtin_with_ctx whose arguments are a variable"},
};

static const bad_argument *find_bad(tunip_str name)
{
    for (size_t i = 0; i < TUNIP_LEN(bad_arguments); i++)
        if (tunip_str_is(name, bad_arguments[i].name)) return &bad_arguments[i];
    return NULL;
}

/* Most calls of a name have as many arguments as the one before. */
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
    if (found->row && !takes(found, call))
        tunip_writer_fail(w, "%s of the IRBuilder's API does not take these arguments",
                          found->row->name);
}

const tunip_doc *tn_builder_exact(const tunip_doc *doc)
{
    bool is_replaced = doc->kind == TUNIP_DOC_CALL && doc->sub == TUNIP_CALL_REPLACED;
    return is_replaced ? ((const tunip_doc_partial_call *)doc)->value : NULL;
}

/* The arguments of `call` behind those of the call that says exactly what it is. */
static void write_continued(tunip_writer *w, const tunip_doc_call *call)
{
    const tunip_doc *exact = ((const tunip_doc_partial_call *)call)->value;
    const tunip_doc_call *beginning = (const tunip_doc_call *)exact;
    const word *known = look_up(w, beginning->callee)->word;
    tunip_emit_as(w, beginning->callee, emit_callee);
    tn_builder_write_open(w);
    if (known && known->write_args)
        known->write_args(w, beginning);
    else
        tn_python_emit_list_of(w, beginning->args);
    tunip_write_text(w, known ? ", [" : call->args.count ? ", " : "");
    tn_builder_write_nodes(w, &call->base, call->args);
    if (known) tunip_write_char(w, ']');
    write_keywords(w, beginning, false);
    tn_builder_write_close(w);
}

void tn_builder_emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    const tunip_doc *callee = call->callee, *exact = tn_builder_exact(doc);
    const char *node = node_of(call);
    if (node) {
        tn_builder_write_operator(w, doc, node, call->args);
        return;
    }
    if (exact) {
        tunip_emit(w, exact);
        return;
    }
    if (doc->sub == TUNIP_CALL_CONTINUED) {
        write_continued(w, call);
        return;
    }
    if (callee->kind == TUNIP_DOC_ID && callee->sub == TUNIP_ID_OPEN)
        tunip_writer_fail(w, "a call of a function that is not there cannot be built");
    if (callee->kind != TUNIP_DOC_ATTR) {
        tn_python_emit_operand(w, callee);
        write_args(w, call, NULL);
        return;
    }
    tn_builder_found *kept = look_up(w, callee);
    if (kept->is_prefixed && tn_builder_write_unnamed(w, call)) return;
    check_args(w, call, kept);
    tn_builder_found found = *kept; /* what is inside of the call may take its place */
    tunip_emit_as(w, callee, emit_callee);
    write_args(w, call, &found);
}
