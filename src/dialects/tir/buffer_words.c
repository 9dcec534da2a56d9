/* buffer_words.c -- words of TVM v0.26 about buffers and threads. They make nodes of both
 * versions, and convert.c converts the nodes after the script has been read. */
#include "layout.h"

/* Since v0.25, integers of annotations are expressions; a bool that is one prints as
 * T.bool(True). */
static tunip_map *annotations_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (value->kind != TUNIP_VALUE_DICT || !tir_does(e, TIR_DOES_TYPE_ANNOTATIONS))
        return tir_data(e, value);
    tunip_map *made = tunip_map_new(graph, 0, NULL);
    for (size_t i = 0; made && i + 1 < value->items.count; i += 2) {
        const tunip_value *item = &value->items.items[i + 1];
        void *node = item->kind == TUNIP_VALUE_INT ? tir_number(e, item, tir_int32)
                                                   : tunip_value_to_data(e, item);
        tunip_str key = tunip_value_to_str(e, &value->items.items[i], "");
        tunip_ir_put(e, made, tunip_string_new_view(graph, key), node);
    }
    return made;
}

/* Each buffer of v0.26 is a variable of its own: it never shares its data pointer with another
 * buffer. */
static tunip_tir_buffer *read_own_buffer(tunip_elaborator *e, const tunip_word_call *call,
                                         const char *scope)
{
    tunip_value args[TIR_BUFFER_ARGS];
    memcpy(args, call->args, sizeof args);
    args[TIR_BUFFER_DATA] = (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    if (*scope)
        args[TIR_BUFFER_SCOPE] =
            (tunip_value){.kind = TUNIP_VALUE_STR, .doc = call->doc, .text = tunip_str_from(scope)};
    tunip_tir_buffer *buffer = tir_read_any_buffer(e, args, call->doc);
    tir_take_layout(e, buffer, call);
    return buffer;
}

/* A statement that allocates `buffer`. */
static tunip_value allocate(tunip_elaborator *e, tunip_tir_buffer *buffer, tunip_map *annotations,
                            const tunip_doc *doc)
{
    tunip_tirx_alloc_buffer *stmt =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tirx_alloc_buffer_type);
    if (!buffer || !stmt) return tunip_value_wrong(doc);
    stmt->buffer = (void *)buffer; /* which becomes a variable when the function is converted */
    stmt->annotations = annotations;
    tunip_scope_add(e, stmt);
    return tunip_value_node(buffer, doc);
}

static bool has_keyword(const tunip_word_call *call, const char *name)
{
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    for (size_t i = 0; i < doc->values.count; i++)
        if (tunip_str_is(doc->keys[i], name)) return true;
    return false;
}

/* The arguments of T.alloc_buffer((16,), "int32", "local", {"a": 1}): in v0.24, the scope and the
 * annotations follow the dtype, and there are no other parameters. False after a complaint. */
static bool take_scope_third(tunip_elaborator *e, const tunip_word_call *call, tunip_value *args)
{
    memcpy(args, call->args, (TIR_BUFFER_ANNOTATIONS + 1) * sizeof *args);
    const tunip_value absent = {.kind = TUNIP_VALUE_ABSENT}, *other = NULL;
    tunip_value *third = &args[TIR_BUFFER_DATA], *fourth = &args[TIR_BUFFER_STRIDES];
    tunip_value *scope = &args[TIR_BUFFER_SCOPE], *notes = &args[TIR_BUFFER_ANNOTATIONS];
    if (has_keyword(call, "data") || *(const char *)call->word->data) {
        tunip_complain_instead(e, third, "a pointer");
        return false;
    }
    for (const tunip_value *value = fourth; value < notes && !other; value++) {
        bool is_named = value != fourth || has_keyword(call, "strides");
        if (is_named && value != scope && value->kind != TUNIP_VALUE_ABSENT) other = value;
    }
    if (other) {
        tunip_complain(e, other->doc,
                       TUNIP_BREAKS_ARGUMENTS "after a scope as the third argument, as in v0.24, "
                                              "expected only annotations");
        return false;
    }
    bool has_fourth = fourth->kind != TUNIP_VALUE_ABSENT;
    const tunip_value *again = scope->kind != TUNIP_VALUE_ABSENT                 ? scope
                               : has_fourth && notes->kind != TUNIP_VALUE_ABSENT ? notes
                                                                                 : NULL;
    if (again) {
        tunip_complain(e, again->doc, TUNIP_BREAKS_REPEATED "the argument `%s` is given twice",
                       again == scope ? "scope" : "annotations");
        return false;
    }
    *scope = *third;
    if (has_fourth) *notes = *fourth;
    *fourth = absent;
    tunip_note_older(e, 25, call->doc);
    return true;
}

/* A = T.alloc_buffer((16,)) since TVM v0.24: a statement. */
TIR_READ(alloc_here)
{
    tunip_word_call own = *call;
    tunip_value args[TIR_BUFFER_ANNOTATIONS + 1];
    if (call->args[TIR_BUFFER_DATA].kind == TUNIP_VALUE_STR) {
        if (!take_scope_third(e, call, args)) return tunip_value_wrong(call->doc);
        own.args = args;
    }
    tunip_tir_buffer *buffer = read_own_buffer(e, &own, (const char *)call->word->data);
    return allocate(e, buffer, annotations_of(e, &own.args[TIR_BUFFER_ANNOTATIONS]), call->doc);
}

/* The pointer of a buffer in tensor memory: its address (TVM src/tirx/script/builder/ir.cc,
 * DeclBuffer). NULL for other buffers. */
static void *address_of(tunip_elaborator *e, const tunip_tir_buffer *buffer)
{
    const tunip_array *marks = buffer->axis_separators; /* see tir_take_layout() */
    if (!tirx_is_addressed(buffer)) return NULL;
    void *type = tir_pointer_type(e, buffer->dtype, tunip_tir_buffer_scope(buffer));
    void *op = tirx_carry(e, tir_op_new(e, "tir.reinterpret"), type, NULL);
    return tir_new_call(e, tir_handle, op, TUNIP_LIST(tunip_elaborator_graph(e), marks->items[1]));
}

tunip_value tirx_declare(tunip_elaborator *e, tunip_tir_buffer *buffer, void *data,
                         const tunip_doc *doc)
{
    tunip_tirx_decl_buffer *stmt =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_tirx_decl_buffer_type);
    if (!buffer || !stmt) return tunip_value_wrong(doc);
    stmt->buffer = (void *)buffer;
    stmt->data = data ? data : address_of(e, buffer);
    tunip_scope_add(e, stmt);
    return tunip_value_node(buffer, doc);
}

/* B = T.decl_buffer((16,), data=A.data) of TVM v0.26: a statement. Without data, it allocates the
 * buffer (TVM src/tirx/script/builder/frame.cc); the data of the scope "tmem" have an address. */
TIR_READ(decl_here)
{
    const tunip_value *data = &call->args[TIR_BUFFER_DATA];
    tunip_tir_buffer *buffer = read_own_buffer(e, call, "");
    void *pointer = data->kind > TUNIP_VALUE_NONE ? tir_expr(e, data) : NULL;
    bool is_addressed = buffer && tunip_str_is(tunip_tir_buffer_scope(buffer), "tmem");
    if (!pointer && !is_addressed && !tunip_elaborator_is_wrong(e))
        return allocate(e, buffer, tunip_map_new(tunip_elaborator_graph(e), 0, NULL), call->doc);
    return tirx_declare(e, buffer, pointer, call->doc);
}

/* x = T.decl_scalar("float32", data=A.data, elem_offset=4, scope="local") */
TIR_READ(decl_scalar)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_value args[TIR_BUFFER_ARGS] = {{.kind = TUNIP_VALUE_ABSENT}};
    args[0] = (tunip_value){.kind = TUNIP_VALUE_INT, .doc = call->doc, .integer = 1};
    args[TIR_BUFFER_SCOPE] = call->args[2];
    tunip_tir_buffer *buffer = tir_read_any_buffer(e, args, call->doc);
    if (!buffer) return tunip_value_wrong(call->doc);
    buffer->dtype = tirx_dtype_of(e, &call->args[0]);
    void *offset = tir_optional(e, &call->args[3]);
    if (offset) buffer->elem_offset = offset;
    buffer->axis_separators = TUNIP_LIST(graph, tunip_string_new(graph, "default"));
    void *data = call->args[1].kind > TUNIP_VALUE_NONE ? tir_expr(e, &call->args[1]) : NULL;
    return tirx_declare(e, buffer, data, call->doc);
}

/* ---- statements ---- */

/* T.tvm_storage_sync("shared"), which has a result if it has no other argument. */
TIR_READ(storage_sync)
{
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = call->rest};
    tunip_array *args = tir_exprs(e, &list);
    tunip_dtype dtype = call->rest.count > 1 ? TUNIP_VOID : tir_int32;
    return tunip_value_node(tir_new_call(e, dtype, tir_op_new(e, "tir.tvm_storage_sync"), args),
                            call->doc);
}

/* with T.hint("message", key=value): an attribute. */
TIR_READ(hint)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_map *hints = tunip_map_new(graph, 0, NULL);
    if (call->args[0].kind == TUNIP_VALUE_STR)
        tunip_ir_put(e, hints, tunip_string_new(graph, "message"),
                     tunip_string_new_view(graph, call->args[0].text));
    for (size_t i = 0; i < call->named.count; i++)
        if (!tunip_str_is(call->names[i], "message"))
            tunip_ir_put(e, hints, tunip_string_new_view(graph, call->names[i]),
                         tunip_value_to_data(e, &call->named.items[i]));
    return tir_attr_scope(e, hints, "tirx_hint", tunip_ir_int(graph, tir_int32, 1), call->doc);
}

/* v = T.cta_id([32]), x, y = T.thread_id([4, 8]) */
TIR_READ(scope_id)
{
    static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tirx_scope_id_def *def = tunip_node_new(graph, &tunip_tirx_scope_id_def_type);
    tunip_tirx_scope_id_def_stmt *stmt = tunip_node_new(graph, &tunip_tirx_scope_id_def_stmt_type);
    if (!def || !stmt) return tunip_value_wrong(call->doc);
    if (call->args[0].kind > TUNIP_VALUE_NONE) def->extents = tir_exprs(e, &call->args[0]);
    if (call->args[1].kind > TUNIP_VALUE_NONE)
        def->preferred_extents = tir_exprs(e, &call->args[1]);
    enum { CTA_ID_IN_PAIR = 9 };
    if (!def->extents && call->word->data == CTA_ID_IN_PAIR)
        def->extents = TUNIP_LIST(graph, tunip_ir_int(graph, int32, 2));
    size_t count = def->extents ? def->extents->count : 1;
    tunip_value *values = tunip_elaborator_alloc(e, (count + 1) * sizeof *values);
    if (!values) return tunip_value_wrong(call->doc);
    def->def_ids = tunip_array_new(graph, 0, NULL);
    for (size_t i = 0; i < count; i++) {
        values[i] = tunip_value_node(tir_new_var(e, int32, NULL, false), call->doc);
        tunip_ir_append(e, def->def_ids, values[i].node);
    }
    def->scope = (int64_t)call->word->data;
    stmt->def = def;
    tunip_scope_add(e, stmt);
    if (count == 1) return values[0];
    tunip_value list = {.kind = TUNIP_VALUE_LIST, .doc = call->doc};
    list.items = (tunip_values){values, count};
    return list;
}
