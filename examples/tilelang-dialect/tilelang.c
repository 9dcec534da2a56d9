/* tilelang.c -- the dialect of TileLang, as a plugin for tunip. TileLang adds operators and objects
 * to TVM's tensor IR, and prints them with TVM's prefix: T.copy(...), T.gemm(...). So this dialect
 * extends tunip's dialect `tir`. Its facts are the tables operators.tsv and types.tsv, of which
 * make_rows.py writes rows.h. */
#include <tunip/ext/convert.h>
#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>
#include <tunip/ext/plugin.h>
#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/tir.h>
#include <tunip/tvm/tirx_types_v25.h>

static const tunip_dialect tl_dialect;

/* ---- calls with annotations ---- */

/* A call of an operator on tiles that has annotations. In TVM, a call has no place for them. */
typedef struct tl_call {
    tunip_tir_call base;
    tunip_map *annotations;
} tl_call;

/* The same in v0.24 and v0.25. The TVM of TileLang is of these versions, and its tirx.Call has the
 * annotations itself. So these types add the field to it: TUNIP_TYPE_ADDED. */
typedef tl_call tl_call_v24;
typedef struct tl_call_v25 {
    tunip_tirx_call_v25 base;
    tunip_map *annotations;
} tl_call_v25;

/* The same in TVM v0.26, where the calls of all dialects are one type. */
typedef struct tl_call_v26 {
    tunip_ir_call base;
    tunip_map *annotations;
} tl_call_v26;

/* clang-format off */
static const tunip_field tl_call_fields[] = {
    TUNIP_FIELD_MAP(tl_call, annotations, tunip_string, tunip_any, 0),
};
static TUNIP__VINTAGE_TYPE(tl_call, "tl.Call", &tunip_tir_call_type, tl_call_fields, 1, TREE, 0,
                           NULL, NULL, NULL, NULL, 0, 24);

static const tunip_field tl_call_v24_fields[] = {
    TUNIP_FIELD_MAP(tl_call_v24, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_ADDED_TYPE(tl_call_v24, "tl.Call", &tunip_tirx_call_v24_type, TREE, &tl_call_type,
                        24, 25);

static const tunip_field tl_call_v25_fields[] = {
    TUNIP_FIELD_MAP(tl_call_v25, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_ADDED_TYPE(tl_call_v25, "tl.Call", &tunip_tirx_call_v25_type, TREE, NULL, 25, 26);

static const tunip_field tl_call_v26_fields[] = {
    TUNIP_FIELD_MAP(tl_call_v26, annotations, tunip_string, tunip_any, 0),
};
static TUNIP_TYPE(tl_call_v26, "tl.IRCall", &tunip_ir_call_type, TREE, 0, NULL);
/* clang-format on */

/* T.copy(A, B, eviction_policy=1). A key may have dots: tl.pipeline_stage=0. */
static const tunip_doc *write_call(tunip_docsifier *d, const tunip_node *callee,
                                   const tunip_array *args, const tunip_map *annotations,
                                   const tunip_path *path)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, callee);
    tunip_str name = op ? tunip_string_value(op->name) : tunip_str_from("?");
    const tunip_op_row *row = tunip_job_op(d, name);
    if (row) name = tunip_str_from(row->word);
    size_t count = tunip_map_count(annotations);
    const tunip_path *at = tunip_path_attr(d, path, "annotations");
    const tunip_doc *word = tunip_prefixed_str(d, &tl_dialect, name);
    const tunip_doc **values = tunip_docs_new(d, count);
    tunip_str *keys = tunip_job_alloc(d, count * sizeof *keys);
    for (size_t i = 0; values && keys && i < count; i++) {
        const tunip_map_entry *entry = &annotations->entries[i];
        keys[i] = tunip_string_value(entry->key);
        values[i] = tunip_docsify(d, entry->value, tunip_path_key(d, at, entry->key));
    }
    if (!values || !keys) return word;
    return tunip_doc_call_new(d, word,
                              tunip_docsify_items(d, args, tunip_path_attr(d, path, "args")), keys,
                              tunip_docs_view(values, count));
}

static const tunip_doc *docsify_call(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    const tl_call *call = (const tl_call *)node;
    return write_call(d, call->base.op, call->base.args, call->annotations, path);
}

static const tunip_doc *docsify_call_v25(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    const tl_call_v25 *call = (const tl_call_v25 *)node;
    return write_call(d, call->base.kin.op, call->base.kin.args, call->annotations, path);
}

static const tunip_doc *docsify_call_v26(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    const tl_call_v26 *call = (const tl_call_v26 *)node;
    return write_call(d, call->base.op, call->base.args, call->annotations, path);
}

static tunip_value read_annotated(tunip_elaborator *e, const tunip_word_call *call)
{
    static const tunip_dtype handle = {TUNIP_DTYPE_HANDLE, 64, 1};
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_op_row *row = (const tunip_op_row *)call->word->data;
    tl_call *made = tunip_node_new(graph, &tl_call_type);
    if (!made) return tunip_value_wrong(call->doc);
    made->base.base.dtype = handle;
    made->base.op = (tunip_node *)tunip_ir_op_new(graph, row->name);
    made->base.args = tunip_values_to_array(e, call->rest, &tunip_ir_prim_expr_type);
    made->annotations = tunip_map_new(graph, 0, NULL);
    for (size_t i = 0; i < call->named.count; i++) {
        tunip_node *value = tunip_value_to_data(e, &call->named.items[i]);
        tunip_ir_put(e, made->annotations, tunip_string_new_view(graph, call->names[i]), value);
    }
    return tunip_value_node(made, call->doc);
}

/* The call without its annotations, converted, and then the same with them. */
static tunip_node *convert_call(tunip_converter *c, const tunip_node *node)
{
    tunip_graph *graph = tunip_converter_graph(c);
    const tl_call *call = (const tl_call *)node;
    tunip_tir_call *plain = tunip_node_new(graph, &tunip_tir_call_type);
    tl_call_v26 *made = tunip_node_new(graph, &tl_call_v26_type);
    if (!plain || !made) return NULL;
    plain->base.dtype = call->base.base.dtype;
    plain->op = call->base.op;
    plain->args = call->base.args;
    const tunip_ir_call *converted = TUNIP_AS(tunip_ir_call, tunip_convert(c, plain));
    if (!converted) return NULL;
    tunip_node header = *(tunip_node *)made;
    made->base = *converted;
    *(tunip_node *)made = header;
    made->annotations = (tunip_map *)(void *)tunip_convert(c, call->annotations);
    return (tunip_node *)made;
}

static tunip_node *convert_back(tunip_converter *c, const tunip_node *node)
{
    const tl_call_v26 *call = (const tl_call_v26 *)node;
    static const tunip_dtype handle = {TUNIP_DTYPE_HANDLE, 64, 1};
    tl_call *made = tunip_node_new(tunip_converter_graph(c), &tl_call_type);
    if (!made) return NULL;
    made->base.base.dtype = handle;
    made->base.op = tunip_convert(c, call->base.op);
    made->base.args = (tunip_array *)(void *)tunip_convert(c, call->base.args);
    made->annotations = (tunip_map *)(void *)tunip_convert(c, call->annotations);
    return (tunip_node *)made;
}

static const tunip_conversion conversions[] = {
    {.from = &tl_call_type, .make = convert_call, .since = 26},
    {.from = &tl_call_v26_type, .make = convert_back, .until = 26},
};

/* ---- the dialect ---- */

#include "rows.h"

static tunip_type *const types[] = {&tl_call_type, &tl_call_v24_type, &tl_call_v25_type,
                                    &tl_call_v26_type, TL_TYPES};

/* clang-format off */
static const tunip_rule rules[] = {
    {&tl_call_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_call},
    {&tl_call_v24_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_call},
    {&tl_call_v25_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_call_v25},
    {&tl_call_v26_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_call_v26},
    TL_RULES
};
/* clang-format on */

static const tunip_account accounts[] = {
    {&tl_call_type, "op args annotations", "dtype", NULL},
    {&tl_call_v24_type, "op args annotations", "dtype", NULL},
    {&tl_call_v25_type, "op args annotations", "dtype", NULL},
    {&tl_call_v26_type, "op args annotations", "ty", NULL},
};

static const tunip_dialect tl_dialect = {
    TUNIP_DIALECT_HEAD,
    .name = "tl",
    .extends = "tir",
    /* TVM has operators of these names, with other arguments */
    .overrides = "ptx_ldmatrix ptx_cp_async cooperative_tensor_fill cooperative_tensor_load "
                 "cooperative_tensor_store cooperative_tensor_multiply_accumulate infinity reduce",
    TUNIP_ROWS(type, types),
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(account, accounts),
    TUNIP_ROWS(op, ops),
    TUNIP_ROWS(conversion, conversions),
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &tl_dialect, error);
}

TUNIP_PLUGIN(.name = "tilelang", .version = "0.1", .add = add);
