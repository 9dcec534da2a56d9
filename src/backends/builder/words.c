/* words.c -- names that the parser of scripts knows but the builder lacks or spells differently:
 * the name in the builder or in the dialect's module, and its arguments. */
#include "builder.h"

#include <math.h>

/* ---- the vocabulary ---- */

typedef const tunip_doc_call *args_of; /* NULL: the word stands alone */

typedef tn_builder_word word;

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

static const word words[] = {
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
