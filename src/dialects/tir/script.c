/* script.c -- the words of the dialect, and statements and expressions that are not words (TVM
 * python/tvm/script/parser/tir, src/script/ir_builder/tir). */
#include "script.h"

#include <limits.h>
#include <stdio.h>

#include "analysis.h"
#include "numbers.h"
#include "ops.h"
#include "refuse.h"
#include "rules.h"

/* ---- values as nodes ---- */

static void *string_imm(tunip_elaborator *e, tunip_str text)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_string_imm *imm = tunip_node_new(graph, &tunip_tir_string_imm_type);
    if (!imm) return NULL;
    imm->base.dtype = tir_handle;
    imm->value = tunip_string_new_view(graph, text);
    return imm;
}

/* Converts a node that is not an expression to the expression that it means. */
static void *node_as_expr(tunip_elaborator *e, const tunip_value *value)
{
    if (tunip_is(value->node, &tunip_tir_buffer_region_type)) return tir_region_as_load(e, value);
    if (tunip_is(value->node, &tunip_tir_buffer_type)) {
        tunip_value element = tirx_as_element(e, *value);
        return element.node == value->node ? NULL : element.node;
    }
    const tunip_tir_iter_var *iter = TUNIP_AS(tunip_tir_iter_var, value->node);
    return iter ? iter->var : NULL;
}

/* A whole buffer is no expression; false without a complaint. */
static bool refuses_buffer(tunip_elaborator *e, const tunip_value *value)
{
    const char *spelling = tunip_doc_spelling(e, value->doc);
    if (!tunip_is(value->node, &tunip_tir_buffer_type) || !spelling) return false;
    tunip_complain(e, value->doc, "`%s` is a buffer; read an element, as in %s[i]", spelling,
                   spelling);
    return true;
}

static tunip_node *convert(tunip_elaborator *e, const tunip_value *value, const tunip_type *type)
{
    bool wants_expr = !type || type == &tunip_ir_prim_expr_type || type == &tunip_ir_int_imm_type;
    switch (value->kind) {
    case TUNIP_VALUE_BOOL:
    case TUNIP_VALUE_INT:
    case TUNIP_VALUE_FLOAT:
        return wants_expr ? tir_number(e, value, tir_literal_dtype(e, value)) : NULL;
    case TUNIP_VALUE_STR:
        return wants_expr && type != &tunip_ir_int_imm_type ? string_imm(e, value->text) : NULL;
    case TUNIP_VALUE_NODE:
        if (type == &tunip_tir_buffer_type)
            return (tunip_node *)tirx_buffer_of_element(value->node);
        if (wants_expr && type && refuses_buffer(e, value)) return NULL;
        return node_as_expr(e, value);
    case TUNIP_VALUE_NONE: /* as a type, the empty tuple */
        return type == &tunip_ir_type_type ? tir_empty_tuple(e, value->doc).node : NULL;
    case TUNIP_VALUE_LAMBDA:
        return type == &tunip_tir_index_map_type ? tir_map_of(e, value) : NULL;
    case TUNIP_VALUE_WORD:
        return type == &tunip_ir_type_type || !type ? tir_type(e, value) : NULL;
    default:
        return NULL;
    }
}

/* ---- members ---- */

static tunip_value name_dtype(tunip_elaborator *e, tunip_dtype dtype, const tunip_doc *doc)
{
    char *text = tunip_elaborator_alloc(e, TUNIP_DTYPE_NAME_SIZE);
    if (!text) return tunip_value_wrong(doc);
    size_t size = tunip_dtype_name(dtype, text);
    return (tunip_value){.kind = TUNIP_VALUE_STR, .doc = doc, .text = {text, size}};
}

static tunip_value read_member(tunip_elaborator *e, const tunip_value *value, tunip_str name,
                               const tunip_doc *doc)
{
    tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, value->node);
    const tunip_tir_buffer *element = buffer ? NULL : tirx_buffer_of_element(value->node);
    if (element && tunip_str_is(name, "buffer")) return tunip_value_node(element, doc);
    if (element) buffer = element;
    if (buffer && tunip_str_is(name, "ty") && tir_does(e, TIR_DOES_KNOW_TYPES)) return *value;
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, value->node);
    if (var && tunip_str_is(name, "ty") && tir_does(e, TIR_DOES_KNOW_TYPES))
        return tunip_value_node(var->type_annotation, doc);
    if (tunip_str_is(name, "dtype") && buffer) return name_dtype(e, buffer->dtype, doc);
    if (tunip_str_is(name, "dtype") && tunip_is_a(value->node, &tunip_ir_prim_expr_type))
        return name_dtype(e, tunip_ir_dtype_of(value->node), doc);
    if (var && !buffer && tunip_str_is(name, "data") && tir_allocated_buffer(e, value->node, doc))
        return *value;
    if (!buffer) return absent;
    if (tunip_str_is(name, "name")) {
        tunip_str text = tunip_string_value(buffer->name);
        return (tunip_value){.kind = TUNIP_VALUE_STR, .doc = doc, .text = text};
    }
    if (tunip_str_is(name, "data")) return tunip_value_node(buffer->data, doc);
    if (tunip_str_is(name, "elem_offset")) return tunip_value_node(buffer->elem_offset, doc);
    if (tunip_str_is(name, "layout") && tir_does(e, TIR_DOES_HAVE_LAYOUTS)) {
        enum { SINCE = 25 };
        tunip_note_vintage(e, SINCE, doc);
        return tirx_layout_value(e, buffer, doc);
    }
    bool is_shape = tunip_str_is(name, "shape");
    if (!is_shape && !tunip_str_is(name, "strides")) return absent;
    const tunip_array *array = is_shape ? buffer->shape : buffer->strides;
    size_t count = tunip_array_count(array);
    tunip_value *items = tunip_elaborator_alloc(e, (count + 1) * sizeof *items);
    if (!items) return tunip_value_wrong(doc);
    for (size_t i = 0; i < count; i++) items[i] = tunip_value_node(array->items[i], doc);
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = doc};
    list.items = (tunip_values){items, count};
    return list;
}

/* ---- fragments ---- */

static tunip_value guess(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    return tunip_value_node(tir_guess_new(e, name, tir_script_settings(e)->int_dtype, doc), doc);
}

tunip_tir_var *tunip_tir_guess(tunip_elaborator *e, tunip_str name, tunip_dtype dtype)
{
    return tir_guess_new(e, name, dtype, NULL);
}

/* A script that is only an expression. A variable prints as its name, so T.handle("int8") is a
 * type. Lists and dicts, as which several types print, become arrays and maps. */
static tunip_node *read_value(tunip_elaborator *e, const tunip_value *last)
{
    if (last->kind == TUNIP_VALUE_LIST || last->kind == TUNIP_VALUE_DICT)
        return tunip_value_to_data(e, last);
    if (last->kind == TUNIP_VALUE_NONE) return tir_empty_tuple(e, last->doc).node;
    tunip_node *node = tunip_value_to_node(e, last, NULL);
    const tunip_tir_var *var = TUNIP_AS_A(tunip_tir_var, node);
    return var && !tunip_string_value(var->name).size ? var->type_annotation : node;
}

static tunip_node *read_root(tunip_elaborator *e, tunip_node **nodes, size_t count,
                             const tunip_value *last)
{
    if (!count) return read_value(e, last);
    if (last->kind > TUNIP_VALUE_WRONG) {
        tunip_node *expr = tir_expr(e, last);
        tunip_scope_add(e, tunip_tir_evaluate_new(tunip_elaborator_graph(e), expr));
    }
    (void)nodes;
    return tir_body_read(e);
}

/* ---- words ---- */

/* T.ramp is T.Ramp: false if `name` is no such synonym of a row of the rules. */
static bool find_synonym(tunip_str name, tunip_word *out)
{
    static const char *const synonyms[][2] = {{"broadcast", "Broadcast"}, {"ramp", "Ramp"}};
    for (size_t i = 0; i < TUNIP_LEN(synonyms); i++) {
        if (!tunip_str_is(name, synonyms[i][0])) continue;
        for (size_t k = 0; k < tunip_dialect_tir.rule_count; k++) {
            const tunip_rule *rule = &tunip_dialect_tir.rules[k];
            if (rule->form != TUNIP_RULE_CALL || strcmp(rule->name, synonyms[i][1]) != 0) continue;
            *out = (tunip_word){.name = rule->name, .params = rule->fields, .rule = rule};
            return true;
        }
    }
    return false;
}

/* The dtype of a word such as int32 or float16x4, or e4m3_float8 of older versions. "int" and
 * "float" are no words, but dtypes. */
static bool find_dtype(tunip_str name, tunip_dtype *out)
{
    char usual[TUNIP_DTYPE_NAME_SIZE], legacy[TUNIP_DTYPE_NAME_SIZE];
    if (!tunip_dtype_legacy_parse(name, out)) return false;
    bool is_void = !tunip_dtype_name(*out, usual);
    tunip_dtype_legacy_name(*out, legacy);
    return is_void || tunip_str_is(name, usual) || tunip_str_is(name, legacy);
}

/* Other names of dtypes, some only in newer versions. */
static tunip_str usual_name(tunip_str name, bool is_later)
{
    static const struct {
        const char *name, *usual;
        bool is_later;
    } rows[] = {{"boolean", "bool", false},
                {"f16", "float16", true},
                {"f32", "float32", true},
                {"f64", "float64", true},
                {"bf16", "bfloat16", true},
                {"i8", "int8", true},
                {"i16", "int16", true},
                {"i32", "int32", true},
                {"i64", "int64", true},
                {"u8", "uint8", true},
                {"u16", "uint16", true},
                {"u32", "uint32", true},
                {"u64", "uint64", true}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(name, rows[i].name) && (is_later || !rows[i].is_later))
            return tunip_str_from(rows[i].usual);
    return name;
}

bool tir_does(const tunip_elaborator *e, tir_habit habit)
{
    static const struct {
        unsigned since, until;
    } habits[] = {
#define X(name, since, until) {since, until},
#include "versions.def"
#undef X
    };
    unsigned vintage = tunip_elaborator_vintage(e);
    return habits[habit].since <= vintage &&
           (!habits[habit].until || vintage < habits[habit].until);
}

unsigned tirx_version(const tunip_elaborator *e)
{
    enum { FIRST = 25 };
    unsigned version = tunip_elaborator_vintage(e), until = tunip_elaborator_until(e);
    if (version >= FIRST) return version;
    return until > FIRST ? until - 1 : UINT_MAX;
}

/* T.int32, T.float16x4: a dtype. T.exp, T.tir.anything: an operator. */
static bool find_word(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    bool folds = tunip_elaborator_folds(e);
    tunip_dtype dtype;
    bool is_later = tir_does(e, TIR_DOES_SHORTEN_DTYPES);
    if (find_synonym(name, out) || tir_find_builder_word(e, name, out)) return true;
    name = usual_name(name, is_later);
    const tir_op *op = tir_find_op_word(name);
    if (op && op->makes == TIR_MAKES_NOTHING) {
        if (is_later && tirx_find_later(e, name, out)) return true;
        if (folds) return false; /* TVM v0.23 has no function */
    }
    *out = (tunip_word){.params = "*args dtype="};
    if (op) {
        out->name = tir_op_word_of(op);
        out->read = tir_read_op;
        out->data = (intptr_t)op;
        return true;
    }
    if (find_dtype(name, &dtype) && (!folds || is_later || tir_is_dtype_word(dtype))) {
        uint32_t packed;
        memcpy(&packed, &dtype, sizeof packed);
        *out = (tunip_word){.name = name.data,
                            .params = "expr= *more is_size_var=",
                            .read = tir_read_dtype,
                            .data = (intptr_t)packed};
        return true;
    }
    if ((!folds || is_later) && tirx_find_later(e, name, out)) return true;
    *out = (tunip_word){.name = name.data, .params = "*args dtype=", .read = tir_read_op};
    return name.size > 4 && memcmp(name.data, "tir.", 4) == 0;
}

/* Whether a version of TVM has such a word that no row lists: an operator or a synonym. */
static bool has_word(tunip_str name)
{
    tunip_word row;
    return tir_find_op_word(name) || tirx_find_op_word(name, false, 0) ||
           tirx_find_tile(name, &row) || find_synonym(name, &row);
}

/* T.anything(...): a call of the operator `anything`, which prints so. Its dtype is open. */
static bool describe_unknown(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    tir_script_state *state = tir_state_of(e);
    if (!state) return false;
    state->has_unknown = true;
    *out = (tunip_word){.name = name.data, .params = "*args dtype=", .read = tir_read_op};
    return true;
}

/* clang-format off */
static const tunip_word words[] = {
    /* functions */
    {.name = "prim_func", .params = "private= check_well_formed= s_tir= persistent=",
     .read = tir_read_prim_func,
     .declare = tir_read_declared_func,
     .declares_result = true},
    {.name = "func_attr", .params = "attrs", .read = tir_read_func_attr},

    /* loops */
    {.name = "=range", .params = "start stop= step= annotations=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_SERIAL},
    {.name = "serial", .params = "start stop= * annotations= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_SERIAL},
    {.name = "parallel", .params = "start stop= * annotations= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_PARALLEL},
    {.name = "vectorized", .params = "start stop= * annotations= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_VECTORIZED},
    {.name = "unroll", .params = "start stop= * annotations= step=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_UNROLLED},
    {.name = "thread_binding", .params = "start stop= thread= * annotations= step=",
     .read = tir_read_loop, .data = TUNIP_TIR_FOR_THREAD_BINDING},
    {.name = "grid", .params = "*extents", .read = tir_read_grid},

    /* blocks */
    {.name = "block", .params = "name= no_realize=", .read = tir_read_block},
    /* of TVM up to v0.8 */
    {.name = "bind", .params = "iter_var value", .read = tir_read_old_bind},
    {.name = "reduce_axis", .params = "begin end", .read = tir_read_old_axis,
     .data = TUNIP_TIR_ITER_COMM_REDUCE},
    {.name = "scan_axis", .params = "begin end", .read = tir_read_old_axis,
     .data = TUNIP_TIR_ITER_ORDERED},
    {.name = "opaque_axis", .params = "begin end", .read = tir_read_old_axis,
     .data = TUNIP_TIR_ITER_OPAQUE},

    {.name = "init", .params = "", .read = tir_read_init},
    {.name = "where", .params = "predicate", .read = tir_read_where},
    {.name = "reads", .params = "*regions", .read = tir_read_regions, .data = 0},
    {.name = "writes", .params = "*regions", .read = tir_read_regions, .data = 1},
    {.name = "block_attr", .params = "attrs", .read = tir_read_block_attr},
    {.name = "axis.spatial", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_DATA_PAR},
    {.name = "axis.S", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_DATA_PAR},
    {.name = "axis.reduce", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_COMM_REDUCE},
    {.name = "axis.R", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_COMM_REDUCE},
    {.name = "axis.scan", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_ORDERED},
    {.name = "axis.opaque", .params = "dom binding= dtype=", .read = tir_read_axis,
     .data = TUNIP_TIR_ITER_OPAQUE},
    {.name = "axis.remap", .params = "kinds bindings dtype=", .read = tir_read_remap},

    /* buffers */
#define BUFFER_PARAMS "shape= dtype= data= strides= elem_offset= scope= align= offset_factor= " \
                      "buffer_type= axis_separators="
    {.name = "Buffer", .params = BUFFER_PARAMS, .read = tir_read_buffer},
    /* the shape of a parameter before TVM flattened buffers, up to v0.10 */
    {.name = "preflattened_buffer", .params = "postflattened " BUFFER_PARAMS,
     .read = tir_read_preflattened},
    {.name = "buffer", .params = BUFFER_PARAMS, .read = tir_read_buffer},
    {.name = "buffer_decl", .params = BUFFER_PARAMS, .read = tir_read_buffer},
    {.name = "match_buffer", .params = "param " BUFFER_PARAMS, .read = tir_read_match_buffer},
    {.name = "alloc_buffer", .params = BUFFER_PARAMS, .read = tir_read_alloc_buffer},
    /* with layouts, and statements without a body */
#define BUFFER_26 BUFFER_PARAMS " layout= allocated_addr="
    {.name = "Buffer", .params = BUFFER_26, .read = tir_read_buffer, .since = 25, .data = 1},
    {.name = "buffer_decl", .params = BUFFER_26, .read = tir_read_buffer, .since = 25, .data = 1},
    {.name = "match_buffer", .params = "param " BUFFER_26, .read = tir_read_match_buffer,
     .since = 25, .data = 1},
    {.name = "decl_buffer", .params = BUFFER_26, .read = tir_read_decl_here, .since = 24,
     .data = 1},
    {.name = "alloc_scalar", .params = "dtype scope=", .read = tir_read_scalar, .since = 25,
     .data = (intptr_t)""},
    {.name = "local_scalar", .params = "dtype", .read = tir_read_scalar, .since = 25,
     .data = (intptr_t)"local"},
    {.name = "shared_scalar", .params = "dtype", .read = tir_read_scalar, .since = 25,
     .data = (intptr_t)"shared"},
    {.name = "decl_scalar", .params = "dtype data= scope= elem_offset=",
     .read = tir_read_decl_scalar, .since = 25},
    {.name = "TileLayout", .params = "spec", .read = tir_read_layout, .since = 25},
    {.name = "TileLayout.from_iters", .params = "offset=", .read = tir_read_layout_part,
     .since = 25},
    {.name = "S", .params = "*slice", .read = tir_read_iters, .since = 25},
    {.name = "R", .params = "*slice", .read = tir_read_iters, .since = 25, .data = 1},
    {.name = "Iter", .params = "extent stride axis", .read = tir_read_layout_iter, .since = 25},
    {.name = "ComposeLayout",
     .params = "per_element swizzle_len atom_len= tile_layout= swizzle_inner=",
     .read = tir_read_composed_layout, .since = 25},
    {.name = "SwizzleLayout", .params = "per_element swizzle_len atom_len swizzle_inner=",
     .read = tir_read_swizzled_layout, .since = 25},
    {.name = "hint", .params = "message= **", .read = tir_read_hint, .since = 25},
    {.name = "tvm_storage_sync", .params = "*args", .read = tir_read_storage_sync, .since = 24},
    {.name = "Call", .params = "op args items= attrs= ret_ty=", .read = tir_read_typed_call,
     .since = 25},
    {.name = "cuda.func_call", .params = "*args source_code= return_type= func_name=",
     .read = tir_read_cuda_call, .since = 25},
    {.name = "TensorMap", .params = "", .read = tir_read_tensor_map, .since = 25},
    {.name = "handle", .params = "dtype= storage_scope= * is_size_var=",
     .read = tir_read_typed_handle, .since = 26},
    {.name = "serial", .params = "start stop= * annotations= step= unroll=", .read = tir_read_loop,
     .data = TUNIP_TIR_FOR_SERIAL, .since = 25},
    {.name = "sblock_alloc_buffer", .params = BUFFER_26, .read = tir_read_alloc_buffer,
     .since = 24, .data = 1},
    {.name = "alloc_buffer", .params = BUFFER_26 " annotations=", .read = tir_read_alloc_here,
     .since = 24, .data = (intptr_t)""},
    {.name = "alloc_shared", .params = BUFFER_26 " annotations=", .read = tir_read_alloc_here,
     .since = 25, .data = (intptr_t)"shared"},
    {.name = "alloc_local", .params = BUFFER_26 " annotations=", .read = tir_read_alloc_here,
     .since = 25, .data = (intptr_t)"local"},
    {.name = "let", .params = "type=", .read = tir_read_let_type, .since = 25},
#define SCOPE_ID(name_, scope) {.name = name_, .params = "extents= preferred=", \
     .read = tir_read_scope_id, .since = 25, .data = scope},
    SCOPE_ID("cluster_id", 0)
    SCOPE_ID("cta_id", 1)
    SCOPE_ID("cta_id_in_cluster", 2)
    SCOPE_ID("warpgroup_id", 3)
    SCOPE_ID("warp_id", 4)
    SCOPE_ID("warp_id_in_wg", 5)
    SCOPE_ID("lane_id", 6)
    SCOPE_ID("thread_id", 7)
    SCOPE_ID("thread_id_in_wg", 8)
    SCOPE_ID("cta_id_in_pair", 9)
#undef SCOPE_ID
    {.name = "decl_buffer", .params = BUFFER_PARAMS, .read = tir_read_decl_buffer},
    {.name = "allocate", .params = "extents dtype scope= condition= annotations=",
     .read = tir_read_allocate},
    {.name = "allocate_const", .params = "data dtype extents annotations=",
     .read = tir_read_allocate_const},
    {.name = "BufferLoad", .params = "buffer indices predicate=", .read = tir_read_buffer_load},
    {.name = ".view", .params = "*shape layout=", .read = tir_read_view},
    {.name = ".local", .params = "*shape layout=", .read = tir_read_storage_view},
    {.name = ".local", .params = "*shape layout=", .read = tir_read_local, .since = 26},
    {.name = ".permute", .params = "*dims", .read = tir_read_permute},
    {.name = ".rearrange", .params = "*pattern **", .read = tir_read_rearrange, .since = 26},
    {.name = ".sub", .params = "", .read = tir_read_sub, .since = 26},
    {.name = ".sub[]", .params = "*indices", .read = tir_read_sub, .since = 26},
    {.name = ".tile", .params = "*specs outer= outer_shape= inner_shape=", .read = tir_read_tile},
    {.name = ".tile[]", .params = "*picks", .read = tir_read_tile_picks},
    {.name = ".chunk", .params = "spec", .read = tir_read_chunk, .since = 26},
    {.name = ".chunk[]", .params = "*picks", .read = tir_read_chunk_picks, .since = 26},
    {.name = ".pack", .params = "num", .read = tir_read_layout_method},
    {.name = ".unpack", .params = "num", .read = tir_read_layout_method, .data = 1},
    {.name = ".permute_dims", .params = "perm", .read = tir_read_layout_method, .data = 2},
    {.name = ".canonicalize", .params = "", .read = tir_read_layout_method, .data = 3},
    {.name = ".storage", .params = "", .read = tir_read_layout_method, .data = 4},
    {.name = ".ptr_to", .params = "indices", .read = tir_read_ptr_to},
    {.name = ".elem_offset_of", .params = "indices inner=", .read = tir_read_offset_of},
    {.name = ".byte_offset_of", .params = "indices inner=", .read = tir_read_offset_of, .data = 1},
    {.name = ".vload", .params = "begin dtype= predicate=", .read = tir_read_vload},
    {.name = ".vstore", .params = "begin value predicate=", .read = tir_read_vstore},

    /* attributes */
    {.name = "attr", .params = "node attr_key value", .read = tir_read_attr},
    {.name = "attr", .params = "node attr_key= value=", .read = tir_read_attr, .since = 24},
    {.name = "launch_thread", .params = "thread extent", .read = tir_read_launch_thread},
    {.name = "env_thread", .params = "thread_tag dtype=", .read = tir_read_env_thread},
    {.name = "realize", .params = "buffer_slice storage_scope= condition=",
     .read = tir_read_realize},

    /* other statements */
    {.name = "evaluate", .params = "value", .read = tir_read_evaluate},
    {.name = "LetStmt", .params = "value type_annotation= * var=", .read = tir_read_let_stmt},
    {.name = "Assert", .params = "condition message", .read = tir_read_assert},

    /* expressions */
    {.name = "Let", .params = "expr where", .read = tir_read_let},
    {.name = "comm_reducer", .params = "combiner identity", .read = tir_read_comm_reducer},
    {.name = "index_map", .params = "mapping * inverse_index_map= index_dtype=",
     .read = tir_read_index_map},
    {.name = "iter_var", .params = "v dom iter_type thread_tag", .read = tir_read_iter_var},
    {.name = "min", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_min_type},
    {.name = "max", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_max_type},
    {.name = "truncmod", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_mod_type},
    {.name = "truncdiv", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_div_type},
    {.name = "floordiv", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_floor_div_type},
    {.name = "floormod", .params = "a b", .read = tir_read_matched,
     .data = (intptr_t)&tunip_tir_floor_mod_type},
    {.name = "call_intrin", .params = "dtype func_name *args", .read = tir_read_call_op},
    {.name = "call_tir", .params = "global_var *args", .read = tir_read_call_tir},
    {.name = "Call", .params = "dtype op args", .read = tir_read_exact_call},
    {.name = "if_then_else", .params = "cond t f dtype=", .read = tir_read_if_then_else},
    {.name = "address_of", .params = "obj dtype=", .read = tir_read_address_of},
    {.name = "abs", .params = "x", .read = tir_read_abs},
    {.name = "ceildiv", .params = "lhs rhs", .read = tir_read_ceildiv},
#define X(ident, name_, op) {.name = name_, .params = "a b", .read = tir_read_binary, \
                             .data = (intptr_t)&tunip_tir_##ident##_type},
#include "binary.def"
#undef X
    {.name = "Div", .params = "a b", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_div_type},
    {.name = "Mod", .params = "a b", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_mod_type},
    {.name = "Min", .params = "a b", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_min_type},
    {.name = "Max", .params = "a b", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_max_type},
    {.name = "IntImm", .params = "dtype value", .read = tir_read_imm},
    {.name = "FloatImm", .params = "dtype value", .read = tir_read_imm, .data = 2},
    {.name = "StringImm", .params = "value", .read = tir_read_imm, .data = 1},
    {.name = "const", .params = "value dtype=", .read = tir_read_const},
    {.name = "min_value", .params = "dtype", .read = tir_read_limit, .data = 0},
    {.name = "max_value", .params = "dtype", .read = tir_read_limit, .data = 1},
    {.name = "infinity", .params = "dtype", .read = tir_read_limit, .data = 2},
    {.name = "cast", .params = "src dtype", .read = tir_read_cast},
    {.name = ".astype", .params = "dtype", .read = tir_read_cast},
    {.name = "meta_var", .params = "value", .read = tir_read_meta_var},
    {.name = "inline", .params = "*args **", .read = tir_read_inline, .since = 25},
    /* functions of TVM's IRBuilder */
    {.name = "If", .params = "condition", .read = tir_read_if_frame},
    {.name = "Then", .params = "", .read = tir_read_branch_frame},
    {.name = "Else", .params = "", .read = tir_read_branch_frame, .data = 1},
    {.name = "While", .params = "condition", .read = tir_read_while_frame},
    {.name = "buffer_store", .params = "buffer value indices predicate=",
     .read = tir_read_buffer_store},
    {.name = "bind", .params = "value type_annotation= * var=", .read = tir_read_bind, .since = 24},
    {.name = "Bind", .params = "value type_annotation= * var=", .read = tir_read_bind, .since = 24},
    {.name = "Return", .params = "value", .read = tir_read_return_word, .since = 26},
    {.name = "Break", .params = "", .read = tir_read_leaf_stmt,
     .data = (intptr_t)&tunip_tirx_break_type, .since = 25},
    {.name = "Continue", .params = "", .read = tir_read_leaf_stmt,
     .data = (intptr_t)&tunip_tirx_continue_type, .since = 25},
    {.name = "device_entry", .params = "", .read = tir_read_device_entry, .since = 25},
    {.name = "CommReducer", .params = "lhs rhs result identity_element",
     .read = tir_read_reducer_class},
    {.name = "Reduce", .params = "combiner src rdom condition value_index init=",
     .read = tir_read_reduce_class},
    {.name = "IterVar", .params = "dom var iter_type thread_tag=",
     .read = tir_read_iter_var_class},
    {.name = "isinf", .params = "x", .read = tir_read_finiteness},
    {.name = "isfinite", .params = "x", .read = tir_read_finiteness, .data = 1},

    /* jumps and values */
    {.name = "=break", .read = tir_read_jump, .data = (intptr_t) "tir.break_loop"},
    {.name = "=continue", .read = tir_read_jump, .data = (intptr_t) "tir.continue_loop"},
    {.name = ".access_ptr", .params = "access_mask ptr_type= content_lanes= offset= extent=",
     .read = tir_read_access_ptr},
    {.name = "Not", .params = "a", .read = tir_read_binary,
     .data = (intptr_t)&tunip_tir_not_type},

    /* types */
    {.name = "handle", .params = "dtype= storage_scope= * is_size_var=", .read = tir_read_handle},
    {.name = "ptr", .params = "dtype storage_scope= is_size_var=", .read = tir_read_handle},
    {.name = "Ptr", .params = "dtype storage_scope= is_size_var=", .read = tir_read_handle},
    {.name = "buffer_var", .params = "dtype storage_scope= is_size_var=", .read = tir_read_handle},
    {.name = "Var", .params = "name dtype= ty=", .read = tir_read_var},
    {.name = "var", .params = "dtype name=", .read = tir_read_var, .data = 2},
    {.name = "SizeVar", .params = "name dtype=", .read = tir_read_var, .data = 1},
    {.name = "Tuple", .params = "*fields", .read = tir_read_tuple_type},
    {.name = "target", .params = "target host=", .read = tir_read_target},
    {.name = "=tvm.target.Target", .params = "target host=", .read = tir_read_target},
    {.name = "Range", .params = "begin end", .read = tir_read_range},
};
/* clang-format on */

/* clang-format off */
static const tunip_noun nouns[] = {
#include "nouns.def"
};
/* clang-format on */

/* clang-format off */
static const tunip_meaning meanings[] = {
#include "meanings.def"
};
/* clang-format on */

/* clang-format off */
static const tunip_word_note notes[] = {
#include "notes.def"
};
/* clang-format on */

const tunip_vocabulary tir_vocabulary = {
    .size = sizeof(tunip_vocabulary),
    .state_size = sizeof(tir_script_state),
    .words = words,
    .word_count = TUNIP_LEN(words),
    .aliases = "tir tvm.tir tvm.script.tir tvm.script.parser.tir tirx tvm.tirx tvm.script.tirx "
               "tvm.script.parser.tirx tvm.tirx.layout",
    .find_word = find_word,
    .assign = tir_read_assign,
    .evaluate = tir_read_effect,
    .branch = tir_read_if,
    .repeat = tir_read_while,
    .require = tir_read_assert_stmt,
    .give_back = tir_read_return,
    .note = tir_read_note,
    .name = tir_name_value,
    .operate = tir_read_operation,
    .member = read_member,
    .subscript = tir_read_subscript,
    .call = tir_read_call,
    .convert = convert,
    .complete = tir_complete,
    .guess = guess,
    .fragment = read_root,
    .finish = tir_decide_all,
    .newer = &(const tunip_newer_statements){.since = 25, .assign = tirx_read_assign},
    .nouns = nouns,
    .noun_count = TUNIP_LEN(nouns),
    .meanings = meanings,
    .meaning_count = TUNIP_LEN(meanings),
    .notes = notes,
    .note_count = TUNIP_LEN(notes),
    .unknown = describe_unknown,
    .read_op = tir_read_added_op,
    .has_word = has_word,
};
