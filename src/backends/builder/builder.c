/* builder.c -- programs of the IRBuilder: the backend, its words and names. */
#include "builder.h"

#include <math.h>
#include <stdlib.h>

#include "../backends.h"

/* ======== builder ======== */

/* The builder backend: writes a Python program that rebuilds the IR with calls of
 * TVM's IRBuilder (v0.23.0, python/tvm/script/ir_builder). `ib.get()` returns the IR.
 *
 * The roles of statements give the information that a parser of the script would infer. So this
 * backend knows the API but no dialect. */

/* ---- the whole ---- */

/* Whether a prefix is a name that the program and the dialects before do not use. */
static bool is_free(const tunip_namespace *spaces, size_t index)
{
    tunip_str prefix = spaces[index].prefix;
    for (size_t i = 0; i < index; i++)
        if (spaces[i].used && tunip_str_equal(spaces[i].prefix, prefix)) return false;
    return tn_builder_is_name(prefix) && !tn_builder_is_reserved(prefix);
}

static void write_imports(tunip_writer *w)
{
    size_t count;
    const tunip_namespace *spaces = tunip_writer_namespaces(w, &count);
    tunip_write_text(w, "from contextlib import ExitStack");
    tunip_write_newline(w);
    tunip_write_newline(w);
    tunip_write_text(w, "import tvm");
    tunip_write_newline(w);
    tunip_write_text(w, "from tvm.script.ir_builder import IRBuilder");
    for (size_t i = 0; i < count; i++) {
        if (!spaces[i].used) continue;
        if (!is_free(spaces, i))
            tunip_writer_fail(w, "%.*s as the prefix of a dialect cannot be built",
                              (int)spaces[i].prefix.size, spaces[i].prefix.data);
        tunip_write_text(w, ", ");
        tunip_write_text(w, spaces[i].dialect);
        tunip_write_text(w, " as ");
        tunip_write_str(w, spaces[i].prefix);
    }
    tunip_write_newline(w);
    tunip_write_newline(w);
}

static void emit_root(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_with with = {.variable = "ib"};
    tunip_docs body = {&doc, 1};
    if (doc->kind == TUNIP_DOC_BLOCK) body = ((const tunip_doc_block *)doc)->body;
    if (tn_builder_count_results(body) > 1)
        tunip_writer_fail(w, "several statements outside of a function cannot be built");
    bool is_rootless = false;
    for (size_t i = 0; i < body.count; i++)
        is_rootless = is_rootless || tn_builder_is_rootless(body.items[i]);
    write_imports(w);
    if (is_rootless) tn_builder_write_rootless(w);
    tn_builder_with_begin(w, &with);
    tunip_write_text(w, is_rootless ? "Rootless()" : "IRBuilder()");
    tn_builder_with_body(w, &with);
    tn_builder_write_body(w, body);
    tn_builder_with_end(w, &with);
}

/* ---- the table ---- */

static const tunip_emit_fn stmt_emitters[] = {
#define X(KIND, ident) [TUNIP_DOC_##KIND] = tn_builder_emit_##ident,
    TN_BUILDER_STMTS(X)
#undef X
};

/* A dialect may use a statement as an argument, such as the node of an attribute. */
static void emit_stmt(tunip_writer *w, const tunip_doc *doc)
{
    tn_builder_state *state = tn_builder_state_of(w);
    if (!state->expects_stmt)
        tunip_writer_fail(w, "a statement inside an expression cannot be built");
    state->expects_stmt = false;
    stmt_emitters[doc->kind](w, doc);
}

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident) [TUNIP_DOC_##KIND] = tn_builder_emit_##ident,
    TN_BUILDER_EXPRS(X)
#undef X
#define X(KIND, ident) [TUNIP_DOC_##KIND] = emit_stmt,
        TN_BUILDER_STMTS(X)
#undef X
            [TUNIP_DOC_LAMBDA] = tn_python_emit_lambda,
    [TUNIP_DOC_COMMENT] = tn_python_emit_comment,
    [TUNIP_DOC_DOC_STRING] = tn_python_emit_doc_string,
};

/* The section goes before the imports. */
static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, "import tvm\n\n");
    tn_python_emit_metadata(w, saved);
    tunip_write_text(w, "\n");
}

static void emit_metadata_file(tunip_writer *w, tunip_str name)
{
    tunip_write_text(w, "import tvm\n\n");
    tn_python_emit_metadata_file(w, name);
    tunip_write_text(w, "\n");
}

const tunip_backend tunip_backend_builder = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "builder",
    .summary = "a Python program for TVM's IRBuilder that makes the IR again",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = emit_metadata,
    .emit_metadata_file = emit_metadata_file,
    .emit_root = emit_root,
    .state_size = sizeof(tn_builder_state),
    .is_reserved = tn_builder_is_reserved,
    .flags = TUNIP_BACKEND_METADATA | TUNIP_BACKEND_DEFAULTS | TUNIP_BACKEND_AGAIN |
             TUNIP_BACKEND_EXACT | TUNIP_BACKEND_SHARED,
    .emit_member = tn_builder_emit_member,
    .vintage = 23,
    .comment = "  # ",
};

/* ======== words ======== */

/* Names that the parser of scripts knows but the builder lacks or spells differently:
 * the name in the builder or in the dialect's module, and its arguments. */

/* ---- the vocabulary ---- */

typedef const tunip_doc_call *args_of; /* NULL: the word stands alone */

typedef tn_builder_word builder_word;

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
static void write_condition(tunip_writer *w, args_of call);
static void write_boxed(tunip_writer *w, args_of call);
static void write_attribute(tunip_writer *w, args_of call);
static void write_constant(tunip_writer *w, args_of call);

static const builder_word words[] = {
    {"Assert", "Assert", TN_BUILDER_IN_API, write_condition},
    {"Buffer", "buffer", TN_BUILDER_IN_API, NULL},
    {"Call", "Call", TN_BUILDER_AT_HOME, write_operator},
    {"DTensor", "distributed.DTensorStructInfo", TN_BUILDER_AT_HOME, write_sharded},
    {"assert_op", "assert_op", TN_BUILDER_IN_API_ANYHOW, write_assertion},
    {"Range", "tvm.ir.Range", TN_BUILDER_ELSEWHERE, NULL},
    {"Range.from_min_extent", "tvm.ir.Range.from_min_extent", TN_BUILDER_ELSEWHERE, NULL},
    {"attr", "attr", TN_BUILDER_IN_API, write_attribute},
    {"bool", "boolean", TN_BUILDER_IN_API, NULL},
    {"const", "const", TN_BUILDER_IN_API, write_constant},
    {"device_mesh", "distributed.DeviceMesh", TN_BUILDER_AT_HOME, tn_builder_write_args},
    {"dist.annotate_sharding", "distributed.annotate_sharding", TN_BUILDER_IN_API, NULL},
    {"dist.call_tir", "distributed.call_tir", TN_BUILDER_IN_API, NULL},
    {"dist.call_tir_local_view", "distributed.call_tir_local_view", TN_BUILDER_IN_API, NULL},
    {"dist.const", "distributed.const", TN_BUILDER_IN_API, NULL},
    {"dist.redistribute", "distributed.redistribute", TN_BUILDER_IN_API, NULL},
    {"dist.redistribute_replica_to_shard", "distributed.redistribute_replica_to_shard",
     TN_BUILDER_IN_API, NULL},
    {"call_builtin_with_ctx", "call_builtin_with_ctx", TN_BUILDER_IN_API, write_builtin},
    {"index_map", "index_map", TN_BUILDER_IN_API, write_map},
    {"make_node", "tvm.ir.make_node", TN_BUILDER_ELSEWHERE, write_boxed},
    {"match_cast", "emit_match_cast", TN_BUILDER_IN_API, NULL},
    {"prim_value", "prim_value", TN_BUILDER_IN_API, write_number},
    {"Op", "Op.get", TN_BUILDER_AT_HOME, tn_builder_write_args},
    {"Object", "ObjectStructInfo", TN_BUILDER_AT_HOME, tn_builder_write_args},
    {"Prim", "PrimStructInfo", TN_BUILDER_AT_HOME, write_prim},
    {"Shape", "ShapeStructInfo", TN_BUILDER_AT_HOME, tn_builder_write_args},
    {"Tensor", "TensorStructInfo", TN_BUILDER_AT_HOME, write_tensor},
    {"Tuple", "TupleStructInfo", TN_BUILDER_AT_HOME, write_fields},
    {"Callable", "FuncStructInfo", TN_BUILDER_AT_HOME, write_callable},
};

const tn_builder_word *tn_builder_find_word(tunip_str said)
{
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (tunip_str_is(said, words[i].said)) return &words[i];
    return NULL;
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

/* The name of an attribute may be no name in Python: **{"a.b": 1}. */
static void write_keyword_argument(tunip_writer *w, tunip_str key, const tunip_doc *value)
{
    bool is_name = tn_builder_is_name(key);
    if (is_name)
        tunip_write_str(w, key);
    else
        tunip_write_text(w, "**{");
    if (!is_name) tn_builder_write_string(w, key);
    tunip_write_text(w, is_name ? "=" : ": ");
    tunip_emit(w, value);
    if (!is_name) tunip_write_char(w, '}');
}

void tn_builder_write_keywords(tunip_writer *w, args_of call, bool is_first)
{
    for (size_t i = 0; call && i < call->values.count; i++) {
        if (i || !is_first) tunip_write_text(w, ", ");
        write_keyword_argument(w, call->keys[i], call->values.items[i]);
    }
    write_left_out(w, call, is_first && !(call && call->values.count));
}

static const tunip_doc *keyword(args_of call, const char *key)
{
    return call ? tn_builder_keyword(call, tunip_str_from(key)) : NULL;
}

void tn_builder_write_args(tunip_writer *w, args_of call)
{
    tn_builder_write_open(w);
    if (call) tn_python_emit_list_of(w, call->args);
    tn_builder_write_keywords(w, call, !call || !call->args.count);
    tn_builder_write_close(w);
}

/* "kind:index:scope"; only the kind and the index identify the device. */
static void write_device(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_namespace *module = tn_builder_state_of(w)->module;
    tunip_str text = tn_builder_text_of(doc);
    const char *colon = memchr(text.data, ':', text.size);
    size_t kind = colon ? (size_t)(colon - text.data) : text.size, end = kind + 1;
    while (end < text.size && text.data[end] != ':') end++;
    if (!module || !colon) tunip_writer_fail(w, "a device outside of a module cannot be built");
    if (!module || !colon) return;
    if (kind + 1 < text.size && text.data[kind + 1] == '-')
        tunip_writer_fail(w, "a device that the module does not list cannot be built");
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
        tn_builder_write_args(w, call);
        return;
    }
    tunip_write_text(w, "(value=");
    tn_builder_write_number(w, value, dtype.code == TUNIP_DTYPE_INT && dtype.bits == 64);
    tunip_write_char(w, ')');
}

/* NaN and infinity are strings in a script, which the builder would treat as data. */
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
    tn_builder_write_keywords(w, call, !args.count);
    tunip_write_char(w, ')');
}

/* In a script, a missing dtype is an unknown one; the API's default is another. */
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

/* "key[index]": an entry of the module's global infos. */
static void write_global(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str text = tn_builder_text_of(doc);
    const char *bracket = memchr(text.data, '[', text.size);
    if (!bracket || !tn_builder_state_of(w)->module) {
        tunip_writer_fail(w, "a device mesh outside of a module cannot be built");
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
    tn_builder_write_open(w);
    tn_builder_enter(w);
    tunip_write_char(w, '[');
    if (call) tn_python_emit_list_of(w, call->args);
    tunip_write_char(w, ']');
    tn_builder_leave(w);
    tn_builder_write_close(w);
}

static void write_callable(tunip_writer *w, args_of call)
{
    if (!call || !call->args.count) tunip_write_text(w, ".opaque_func");
    tn_builder_write_args(w, call);
}

/* All parts of the message are one argument. */
static void write_assertion(tunip_writer *w, args_of call)
{
    tunip_docs args = call ? call->args : tunip_docs_none();
    tunip_write_char(w, '(');
    if (args.count) tunip_emit(w, args.items[0]);
    if (args.count > 1) {
        tunip_write_text(w, ", [");
        tn_python_emit_list_of(w, tn_builder_docs_from(args, 1));
        tunip_write_char(w, ']');
    }
    tn_builder_write_keywords(w, call, !args.count);
    tunip_write_char(w, ')');
}

/* The items of a list attribute may have any type. */
static void write_attribute(tunip_writer *w, args_of call)
{
    tn_builder_state *state = tn_builder_state_of(w);
    tunip_docs args = call ? call->args : tunip_docs_none();
    tn_builder_write_open(w);
    for (size_t i = 0; i < args.count; i++) {
        state->boxes = !i && args.items[i]->kind == TUNIP_DOC_LIST;
        if (i) tunip_write_text(w, ", ");
        tunip_emit(w, args.items[i]);
    }
    state->boxes = false;
    tn_builder_write_close(w);
}

/* Any field may hold any value. */
static void write_boxed(tunip_writer *w, args_of call)
{
    tn_builder_state_of(w)->boxes = true;
    tn_builder_write_args(w, call);
}

/* The condition and the message. */
static void write_condition(tunip_writer *w, args_of call)
{
    tunip_docs args = call ? call->args : tunip_docs_none();
    tunip_write_char(w, '(');
    if (args.count) tunip_emit(w, args.items[0]);
    if (args.count > 1) tunip_write_text(w, ", ");
    if (args.count > 1) tn_builder_write_message(w, args.items[1]);
    tunip_write_char(w, ')');
}

/* The callee (the name of an operator, or a function, with the dtype before it), then the
 * arguments. */
static void write_operator(tunip_writer *w, args_of call)
{
    bool is_op = call && call->args.count == 1;
    if (is_op) tunip_write_text(w, "tvm.ir.Op.get(");
    if (call) tn_python_emit_list_of(w, call->args);
    if (is_op) tunip_write_char(w, ')');
}

/* A bare number would become an int64. */
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

/* Without types, the function of the API needs an empty list. */
static void write_builtin(tunip_writer *w, args_of call)
{
    tunip_write_char(w, '(');
    if (call) tn_python_emit_list_of(w, call->args);
    tn_builder_write_keywords(w, call, false);
    if (!keyword(call, "sinfo_args")) tunip_write_text(w, ", sinfo_args=[]");
    tunip_write_char(w, ')');
}

/* A script does not show the dtype of the lambda's parameters. Its results must be nodes. */
static void write_map(tunip_writer *w, args_of call)
{
    const tunip_doc_lambda *map = NULL;
    if (call && call->args.count) map = (const tunip_doc_lambda *)call->args.items[0];
    tn_builder_state_of(w)->boxes = true;
    tunip_write_char(w, '(');
    if (call) tn_python_emit_list_of(w, call->args);
    tn_builder_write_keywords(w, call, !map);
    if (map && map->base.kind == TUNIP_DOC_LAMBDA && map->arg_type) {
        tunip_write_text(w, ", index_dtype=");
        tunip_emit(w, map->arg_type);
    }
    tunip_write_char(w, ')');
}

/* ======== names ======== */

/* The reserved names: those of the generated program and of the API. */

/* The program uses these names, so variables may not have them. */
static const char *const own[] = {
    "ExitStack", "IRBuilder", "Rootless", "float", "getattr", "metadata", "setattr", "super", "tvm",
};

static int compare(const void *key, const void *item)
{
    const tunip_str *text = key;
    const char *name = *(const char *const *)item;
    int order = strncmp(text->data, name, text->size);
    return order ? order : -(name[text->size] != '\0');
}

static bool is_own(tunip_str name)
{
    return bsearch(&name, own, TUNIP_LEN(own), sizeof *own, compare);
}

bool tn_builder_is_name(tunip_str text)
{
    if (!text.size || !tunip_is_letter(text.data[0])) return false;
    for (size_t i = 1; i < text.size; i++)
        if (!tunip_is_letter(text.data[i]) && !tunip_is_digit(text.data[i])) return false;
    return !tunip_is_keyword(text);
}

/* ---- a program's ---- */

/* Whether `text` is `stem`, followed by any number of digits. */
static bool is_numbered(tunip_str text, const char *stem)
{
    size_t size = strlen(stem);
    if (text.size < size || memcmp(text.data, stem, size) != 0) return false;
    while (size < text.size && tunip_is_digit(text.data[size])) size++;
    return size == text.size;
}

bool tn_builder_is_reserved(tunip_str name)
{
    return !name.size || tunip_is_keyword(name) || is_own(name) || is_numbered(name, "scope") ||
           is_numbered(name, "frame") || is_numbered(name, "global") || is_numbered(name, "ib");
}

/* ---- the API's ---- */

static const tn_builder_row api[] = {
#define X(name, parameters) {name, parameters},
#include "names.def"
#undef X
};

bool tn_builder_is_known(const tunip_namespace *space)
{
    static const char import[] = "from tvm.script import ";
    return space && space->import && strncmp(space->import, import, sizeof import - 1) == 0;
}

const tn_builder_row *tn_builder_find(tunip_str name)
{
    const tn_builder_row *row = NULL;
    if (name.size) row = bsearch(&name, api, TUNIP_LEN(api), sizeof *api, compare);
    while (row && row > api && strcmp(row[-1].name, row->name) == 0) row--;
    return row;
}

const tunip_doc *tn_builder_keyword(const tunip_doc_call *call, tunip_str key)
{
    for (size_t i = 0; i < call->values.count; i++)
        if (tunip_str_equal(call->keys[i], key)) return call->values.items[i];
    return NULL;
}

static bool has_keyword(const tunip_doc_call *call, tunip_str key)
{
    const tunip_doc_partial_call *partial = tn_builder_partial(call);
    return tn_builder_keyword(call, key) || (partial && tunip_str_equal(partial->key, key));
}

/* Whether a call gives each required parameter once, by position or by keyword, and no other
 * argument. */
static bool takes(const char *parameters, const tunip_doc_call *call)
{
    size_t places = 0, given = 0;
    bool any_more = false, any_keywords = false, by_keyword = false;
    for (const char *at = parameters; *at; at += strspn(at, " ")) {
        tunip_str word = {at, strcspn(at, " ")};
        at += word.size;
        any_more |= tunip_str_is(word, "*");
        any_keywords |= tunip_str_is(word, "**");
        by_keyword |= tunip_str_is(word, "/");
        if (memchr("*/", *word.data, 2)) continue;
        bool is_optional = word.data[word.size - 1] == '=';
        word.size -= is_optional;
        bool is_span = tunip_str_is(word, "span"); /* no text has a span as an argument */
        bool is_placed = !by_keyword && !any_more && !is_span && places++ < call->args.count;
        bool is_given = has_keyword(call, word);
        if (is_given == is_placed && (is_given || !is_optional)) return false;
        given += is_given;
    }
    return (any_more || call->args.count <= places) &&
           (any_keywords || given == call->values.count + (tn_builder_partial(call) != NULL));
}

bool tn_builder_takes(const tn_builder_row *row, const tunip_doc_call *call)
{
    const tn_builder_row *end = api + TUNIP_LEN(api);
    for (const tn_builder_row *r = row; r < end && strcmp(r->name, row->name) == 0; r++)
        if (takes(r->parameters, call)) return true;
    return false;
}

/* ======== tokens ======== */

/* The smallest parts of a program: strings, numbered variables, brackets. */

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
        tunip_writer_fail(w, "a string that is not UTF-8 cannot be built");
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

void tn_builder_write_variable(tunip_writer *w, const char *name, size_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    for (; number; number /= 10) digits[--at] = (char)('0' + number % 10);
    tunip_write_text(w, name);
    tunip_write(w, digits + at, sizeof digits - at);
}

/* Half of what Python's tokenizer takes: an argument may have brackets of its own. */
enum { MOST_CALLS = 100 };

bool tn_builder_enter(tunip_writer *w)
{
    if (++tn_builder_state_of(w)->calls <= MOST_CALLS) return true;
    tunip_writer_fail(w, "an expression nested deeper than %d calls cannot be built", MOST_CALLS);
    return false;
}

void tn_builder_leave(tunip_writer *w)
{
    tn_builder_state_of(w)->calls--;
}

bool tn_builder_write_open(tunip_writer *w)
{
    tunip_write_char(w, '(');
    return tn_builder_enter(w);
}

void tn_builder_write_close(tunip_writer *w)
{
    tn_builder_leave(w);
    tunip_write_char(w, ')');
}
