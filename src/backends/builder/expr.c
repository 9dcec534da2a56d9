/* expr.c -- expressions: Python's, but for what Python's own evaluation would get wrong.
 *
 * Comparisons and `and`, `or`, `not` are calls, as Python would evaluate them at once. What a
 * script's parser understands but the builder does not have is called by its name there, or made in
 * the dialect's own module. */
#include "builder.h"

/* ---- the vocabulary ---- */

typedef const tunip_doc_call *args_of; /* NULL: the word stands alone */

/* A word of scripts that the API has under another name. */
typedef struct word {
    const char *said;
    const char *written;
    bool is_home; /* found in the dialect's own module */
    /* Writes "(...)", also when the word stands alone, for what is a value then; NULL: as it is. */
    void (*write_args)(tunip_writer *w, args_of call);
} word;

static void write_made(tunip_writer *w, args_of call);
static void write_tensor(tunip_writer *w, args_of call);
static void write_fields(tunip_writer *w, args_of call);
static void write_callable(tunip_writer *w, args_of call);

static const word words[] = {
    {"Buffer", "buffer", false, NULL},
    {"bool", "boolean", false, NULL},
    {"match_cast", "emit_match_cast", false, NULL},
    {"Op", "Op.get", true, write_made},
    {"Object", "ObjectStructInfo", true, write_made},
    {"Prim", "PrimStructInfo", true, write_made},
    {"Shape", "ShapeStructInfo", true, write_made},
    {"Tensor", "TensorStructInfo", true, write_tensor},
    {"Tuple", "TupleStructInfo", true, write_fields},
    {"Callable", "FuncStructInfo", true, write_callable},
};

static bool is_prefix(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_PREFIX;
}

static const tunip_doc_attr *as_word(const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    return doc->kind == TUNIP_DOC_ATTR && is_prefix(attr->value) ? attr : NULL;
}

static const word *find_word(tunip_str said)
{
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (tunip_str_is(said, words[i].said)) return &words[i];
    return NULL;
}

tunip_str tn_builder_word(const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_CALL) doc = ((const tunip_doc_call *)doc)->callee;
    const tunip_doc_attr *attr = as_word(doc);
    return attr ? attr->name : (tunip_str){NULL, 0};
}

/* ---- names ---- */

void tn_builder_write_home(tunip_writer *w, const tunip_doc *doc, const char *name)
{
    const tunip_namespace *space = tunip_writer_namespace(w, doc);
    if (!space) tunip_writer_fail(w, "%s is nobody's", name);
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
    if (!tn_builder_has(tunip_str_from(name)))
        tunip_writer_fail(w, "%.*s.%s is not in the IRBuilder's API", (int)space->prefix.size,
                          space->prefix.data, name);
    tunip_write_str(w, space->prefix);
    tunip_write_char(w, '.');
    tunip_write_text(w, name);
}

/* Hints make names that begin with a digit. */
void tn_builder_emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (name.size && name.data[0] >= '0' && name.data[0] <= '9') tunip_write_text(w, "v_");
    tunip_write_str(w, name);
}

/* ---- attributes ---- */

/* The dotted name behind a prefix; 0: there is no prefix, or no room. */
static size_t dotted_name(const tunip_doc *doc, char *text, size_t room)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    if (doc->kind != TUNIP_DOC_ATTR) return 0;
    size_t size = 0;
    if (!is_prefix(attr->value)) {
        size = dotted_name(attr->value, text, room);
        if (!size || size == room) return 0;
        text[size++] = '.';
    }
    if (attr->name.size > room - size) return 0;
    memcpy(text + size, attr->name.data, attr->name.size);
    return size + attr->name.size;
}

static void check_api(tunip_writer *w, const tunip_doc *doc)
{
    char name[128];
    size_t size = dotted_name(doc, name, sizeof name);
    if (size && !tn_builder_has((tunip_str){name, size}))
        tunip_writer_fail(w, "%.*s is not in the IRBuilder's API", (int)size, name);
}

static void write_attr(tunip_writer *w, const tunip_doc_attr *attr)
{
    bool is_name = tn_builder_is_name(attr->name);
    check_api(w, &attr->base);
    if (!is_name) tunip_write_text(w, "getattr(");
    tn_python_emit_operand(w, attr->value);
    tunip_write_text(w, is_name ? "." : ", ");
    if (is_name)
        tunip_write_str(w, attr->name);
    else
        tn_builder_write_string(w, attr->name);
    if (!is_name) tunip_write_char(w, ')');
}

/* A word of the vocabulary, at the place of `doc`: the word, or a call of it. */
static void write_word(tunip_writer *w, const tunip_doc_attr *attr, const word *known)
{
    if (known->is_home) {
        tn_builder_write_home(w, attr->value, known->written);
    } else {
        tunip_emit(w, attr->value);
        tunip_write_char(w, '.');
        tunip_write_text(w, known->written);
    }
}

static void emit_callee(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    const word *known = as_word(doc) ? find_word(attr->name) : NULL;
    if (known)
        write_word(w, attr, known);
    else
        write_attr(w, attr);
}

void tn_builder_emit_attr(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_attr *attr = (const tunip_doc_attr *)doc;
    const word *known = as_word(doc) ? find_word(attr->name) : NULL;
    emit_callee(w, doc);
    if (known && known->write_args) known->write_args(w, NULL);
}

/* ---- calls ---- */

static void write_keywords(tunip_writer *w, args_of call, bool is_first)
{
    for (size_t i = 0; call && i < call->values.count; i++) {
        if (i || !is_first) tunip_write_text(w, ", ");
        tunip_write_str(w, call->keys[i]);
        tunip_write_char(w, '=');
        tunip_emit(w, call->values.items[i]);
    }
}

static const tunip_doc *keyword(args_of call, const char *key)
{
    for (size_t i = 0; call && i < call->values.count; i++)
        if (tunip_str_is(call->keys[i], key)) return call->values.items[i];
    return NULL;
}

static void write_made(tunip_writer *w, args_of call)
{
    tunip_write_char(w, '(');
    if (call) tn_python_emit_list_of(w, call->args);
    write_keywords(w, call, !call || !call->args.count);
    tunip_write_char(w, ')');
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
    tunip_write_str(w, module->prefix);
    tunip_write_text(w, ".lookup_vdevice(");
    tn_builder_write_string(w, (tunip_str){text.data, kind});
    tunip_write_text(w, ", ");
    tunip_write(w, text.data + kind + 1, end - kind - 1);
    tunip_write_char(w, ')');
}

/* In a script no dtype is an unknown one; here the default is another. */
static void write_tensor(tunip_writer *w, args_of call)
{
    static const char *const plain[] = {"dtype", "ndim"};
    tunip_write_char(w, '(');
    for (size_t i = 0; call && i < call->args.count; i++) {
        tunip_emit(w, call->args.items[i]);
        tunip_write_text(w, ", ");
    }
    for (size_t i = 0; i < TUNIP_LEN(plain); i++) {
        const tunip_doc *value = keyword(call, plain[i]);
        if (!value && i) continue;
        tunip_write_text(w, i ? ", ndim=" : "dtype=");
        if (value)
            tunip_emit(w, value);
        else
            tunip_write_text(w, "None");
    }
    const tunip_doc *device = keyword(call, "vdevice");
    if (device) tunip_write_text(w, ", vdevice=");
    if (device) tunip_emit_as(w, device, write_device);
    tunip_write_char(w, ')');
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

void tn_builder_emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tunip_str said = tn_builder_word(doc);
    const word *known = said.size ? find_word(said) : NULL;
    if (call->callee->kind == TUNIP_DOC_ATTR)
        tunip_emit_as(w, call->callee, emit_callee);
    else
        tn_python_emit_operand(w, call->callee);
    if (known && known->write_args)
        known->write_args(w, call);
    else
        write_made(w, call);
}

void tn_builder_write_made(tunip_writer *w, const tunip_doc *type)
{
    const tunip_doc_attr *attr = as_word(type);
    const word *known = attr ? find_word(attr->name) : NULL;
    tunip_emit(w, type);
    if (attr && !(known && known->write_args)) tunip_write_text(w, "()");
}

/* ---- what else Python would get wrong ---- */

/* By tunip_operator; NULL: Python's own operator makes the node. */
static const char *const operators[TUNIP_OP__COUNT] = {
    [TUNIP_OP_NOT] = "Not", [TUNIP_OP_LT] = "LT",   [TUNIP_OP_LE] = "LE",
    [TUNIP_OP_EQ] = "EQ",   [TUNIP_OP_NE] = "NE",   [TUNIP_OP_GT] = "GT",
    [TUNIP_OP_GE] = "GE",   [TUNIP_OP_AND] = "And", [TUNIP_OP_OR] = "Or",
};

void tn_builder_emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    const char *name = doc->sub < TUNIP_OP__COUNT ? operators[doc->sub] : NULL;
    if (doc->sub == TUNIP_OP_IF_ELSE)
        tunip_writer_fail(w, "a choice between values is not in the IRBuilder's API");
    if (!name) {
        tn_python_emit_operation(w, doc);
        return;
    }
    tn_builder_write_own(w, doc, name);
    tunip_write_char(w, '(');
    tn_python_emit_list_of(w, ((const tunip_doc_operation *)doc)->operands);
    tunip_write_char(w, ')');
}

/* Without a step it would be a region. */
void tn_builder_emit_slice(tunip_writer *w, const tunip_doc *doc)
{
    tn_python_emit_slice(w, doc);
    if (doc->sub == TUNIP_SLICE_VECTOR && !((const tunip_doc_slice *)doc)->step)
        tunip_write_text(w, ":1");
}

static void write_nodes(tunip_writer *w, const tunip_doc *doc, tunip_docs exprs)
{
    for (size_t i = 0; i < exprs.count; i++) {
        if (i) tunip_write_text(w, ", ");
        tn_builder_write_node(w, doc, exprs.items[i]);
    }
}

void tn_builder_write_node(tunip_writer *w, const tunip_doc *doc, const tunip_doc *expr)
{
    bool is_tuple = expr->kind == TUNIP_DOC_TUPLE;
    bool is_number = expr->kind == TUNIP_DOC_LITERAL &&
                     (expr->sub == TUNIP_LITERAL_INT || expr->sub == TUNIP_LITERAL_FLOAT ||
                      expr->sub == TUNIP_LITERAL_BOOL);
    if (is_tuple || is_number) tn_builder_write_own(w, doc, is_tuple ? "tuple" : "const");
    if (is_tuple || is_number) tunip_write_char(w, '(');
    if (is_tuple)
        write_nodes(w, doc, ((const tunip_doc_tuple *)expr)->elements);
    else
        tunip_emit(w, expr);
    if (is_tuple || is_number) tunip_write_char(w, ')');
}

/* ---- literals ---- */

static bool is_plain(char c)
{
    return (unsigned char)c >= ' ' && c != 0x7F && c != '"' && c != '\\';
}

static void write_escaped(tunip_writer *w, unsigned char c)
{
    static const char hex[] = "0123456789abcdef";
    if (c == '"' || c == '\\')
        tunip_write(w, (const char[]){'\\', (char)c}, 2);
    else
        tunip_write(w, (const char[]){'\\', 'x', hex[c >> 4], hex[c & 15]}, 4);
}

/* Characters beyond ASCII as they are: escapes of their bytes would be other characters. */
void tn_builder_write_string(tunip_writer *w, tunip_str text)
{
    if (tunip_utf8_valid(text) != text.size)
        tunip_writer_fail(w, "a string is not UTF-8, and Python has no other");
    tunip_write_char(w, '"');
    for (size_t at = 0; at < text.size;) {
        size_t run = at;
        while (run < text.size && is_plain(text.data[run])) run++;
        tunip_write(w, text.data + at, run - at);
        if (run < text.size) write_escaped(w, (unsigned char)text.data[run++]);
        at = run;
    }
    tunip_write_char(w, '"');
}

void tn_builder_emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub == TUNIP_LITERAL_QUOTED)
        tunip_emit(w, ((const tunip_doc_quoted *)doc)->expr);
    else if (doc->sub == TUNIP_LITERAL_STR)
        tn_builder_write_string(w, ((const tunip_doc_literal *)doc)->value.text);
    else
        tn_python_emit_literal(w, doc);
}
