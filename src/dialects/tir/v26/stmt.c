/* stmt.c -- statements of TVM v0.26, most of which hold for the rest of their sequence. */
#include "../analysis.h"
#include "buffer.h"
#include "rules.h"

/* ---- plain statements ---- */

TIR_RULE(v26_evaluate)
{
    const tunip_tirx_evaluate *eval = (const tunip_tirx_evaluate *)node;
    const tunip_doc *value = TIR_SUB(d, eval, value, path);
    bool is_call = tunip_is(eval->value, &tunip_ir_call_type);
    if (!is_call || tirx_calls(eval->value, "tirx.buffer_data"))
        value = TIR_CALL(d, "evaluate", value);
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, value);
}

TIR_RULE(v26_return)
{
    return tunip_doc_return_new(d, TIR_SUB(d, (const tunip_tirx_return *)node, value, path));
}

static const tunip_doc *write_word(tunip_docsifier *d, const char *word)
{
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT,
                                   tunip_doc_raw_new(d, tunip_str_from(word), NULL));
}

TIR_RULE(v26_break)
{
    (void)node, (void)path;
    return write_word(d, "break");
}

TIR_RULE(v26_continue)
{
    (void)node, (void)path;
    return write_word(d, "continue");
}

/* assert condition, ("RuntimeError", ["message", "parts"]) */
TIR_RULE(v26_assert)
{
    const tunip_tirx_assert_stmt *stmt = (const tunip_tirx_assert_stmt *)node;
    const tunip_doc *condition = TIR_SUB(d, stmt, condition, path);
    tunip_docs parts =
        tunip_docsify_items(d, stmt->message_parts, tunip_path_attr(d, path, "message_parts"));
    const tunip_doc *list = tunip_doc_list_new(d, parts);
    const tunip_doc *kind = TIR_SUB(d, stmt, error_kind, path);
    return tunip_doc_assert_new(d, condition, tunip_doc_tuple_new(d, TUNIP_DOCS(d, kind, list)));
}

/* x: T.let[T.int32] = value; a variable that is defined already is assigned to. */
TIR_RULE(v26_bind)
{
    const tunip_tirx_bind *stmt = (const tunip_tirx_bind *)node;
    const tunip_node *type = tirx_type_of(stmt->var);
    const tunip_path *var_path = tunip_path_attr(d, path, "var");
    const tunip_ir_tuple_type_v26 *tuple = TUNIP_AS(tunip_ir_tuple_type_v26, type);
    const tunip_doc *type_doc = tir_docsify(d, type, tunip_path_attr(d, var_path, "ty"));
    const tunip_doc *rhs = TIR_SUB(d, stmt, value, path);
    if (tunip_is_defined(d, stmt->var))
        return tir_assign(d, TUNIP_ROLE_LET, tir_docsify(d, stmt->var, var_path), rhs);
    const tunip_doc *lhs = tir_define_var(d, tunip_frame_top(d), stmt->var);
    const tunip_doc *let = tir_name(d, "let");
    if (!tuple || tunip_array_count(tuple->fields))
        let = tunip_doc_index_new(d, let, TUNIP_DOCS(d, type_doc));
    return tunip_doc_assign_new(d, TUNIP_ROLE_LET, lhs, rhs, let);
}

/* ---- buffers ---- */

static const tunip_doc *declare(tunip_docsifier *d, const tirx_declaration *declared,
                                tunip_role role, const tunip_doc *extra)
{
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *rhs = tirx_buffer_decl(d, frame, declared);
    const tunip_doc_call *call = (const tunip_doc_call *)rhs;
    if (extra && rhs->kind == TUNIP_DOC_CALL) {
        tir_args args;
        tir_args_begin(&args);
        for (size_t i = 0; i < call->args.count; i++) tir_args_add(&args, call->args.items[i]);
        for (size_t i = 0; i < call->values.count; i++) {
            args.keys[args.key_count] = call->keys[i];
            args.values[args.key_count++] = call->values.items[i];
        }
        tir_args_key(&args, "annotations", extra);
        rhs = tir_args_call(d, call->callee, &args);
    }
    return tir_assign(d, role, tirx_define_buffer(d, frame, declared->buffer), rhs);
}

TIR_RULE(v26_decl_buffer)
{
    const tunip_tirx_decl_buffer *stmt = (const tunip_tirx_decl_buffer *)node;
    const tunip_doc *view = tir_has_sugar(d) ? tirx_view(d, stmt, path) : NULL;
    if (view)
        return tir_assign(d, TUNIP_ROLE_DEFINE,
                          tirx_define_buffer(d, tunip_frame_top(d), stmt->buffer), view);
    tirx_declaration declared = {.method = "decl_buffer",
                                 .buffer = stmt->buffer,
                                 .path = tunip_path_attr(d, path, "buffer"),
                                 .data = stmt->data};
    return declare(d, &declared, TUNIP_ROLE_DEFINE, NULL);
}

/* A: T.float32; or A = T.alloc_buffer(...) */
TIR_RULE(v26_alloc_buffer)
{
    const tunip_tirx_alloc_buffer *stmt = (const tunip_tirx_alloc_buffer *)node;
    const tunip_tirx_buffer_type *type = tirx_buffer_type_of(stmt->buffer);
    if (type && tir_has_sugar(d) && tirx_is_scalar(type, true)) {
        const tunip_doc *lhs = tirx_define_buffer(d, tunip_frame_top(d), stmt->buffer);
        const tunip_doc *word =
            tir_name(d, tir_dtype_name(d, type->dtype ? type->dtype->dtype : TUNIP_VOID));
        return tunip_doc_assign_new(d, TUNIP_ROLE_ALLOC, lhs, NULL, word);
    }
    tirx_declaration declared = {.method = "alloc_buffer",
                                 .buffer = stmt->buffer,
                                 .path = tunip_path_attr(d, path, "buffer")};
    const tunip_doc *annotations = NULL;
    if (tunip_map_count(stmt->annotations)) annotations = TIR_SUB(d, stmt, annotations, path);
    return declare(d, &declared, TUNIP_ROLE_ALLOC, annotations);
}

TIR_RULE(v26_match_buffer)
{
    const tunip_tirx_match_buffer_region *match = (const tunip_tirx_match_buffer_region *)node;
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *lhs = tirx_define_buffer(d, frame, match->buffer);
    tirx_declaration declared = {.method = "match_buffer",
                                 .first = TIR_SUB(d, match, source, path),
                                 .buffer = match->buffer,
                                 .path = tunip_path_attr(d, path, "buffer")};
    return tir_assign(d, TUNIP_ROLE_MATCH, lhs, tirx_buffer_decl(d, frame, &declared));
}

/* ---- attributes ---- */

/* The parts of `with rhs as lhs: body`. */
typedef struct scope_parts {
    const tunip_doc *rhs;
    const tunip_ir_var *defined; /* by the scope; or NULL */
    const tunip_node *body;
    const tunip_path *body_path;
} scope_parts;

static const tunip_doc *write_tag(tunip_docsifier *d, const tunip_tirx_iter_var *iter,
                                  const tunip_path *path)
{
    return tunip_doc_str(d, tunip_string_value(iter->thread_tag),
                         tunip_path_attr(d, path, "thread_tag"));
}

/* tx = T.env_thread("threadIdx.x"), in the innermost frame around all uses of the variable. */
static void add_env_thread(tunip_docsifier *d, tunip_frame *frame, const tunip_tirx_iter_var *iter,
                           const tunip_path *path)
{
    tir_define_var(d, frame, iter->var);
    const tunip_doc *tag = write_tag(d, iter, path);
    const tunip_doc *rhs = TIR_CALL(d, "env_thread", tag);
    const tunip_doc *lhs = TIR_SUB(d, iter, var, path);
    tunip_frame_add(d, frame, tir_assign(d, TUNIP_ROLE_DEFINE, lhs, rhs));
}

static scope_parts write_launch(tunip_docsifier *d, const tunip_tirx_attr_stmt *stmt,
                                scope_parts parts, const tunip_path *path)
{
    const tunip_tirx_iter_var *iter = (const tunip_tirx_iter_var *)stmt->node;
    const tunip_path *at = tunip_path_attr(d, path, "node");
    const tunip_doc *thread;
    bool is_defined = tunip_is_defined(d, iter->var);
    tunip_frame *frame = is_defined || tunip_uses_within(d, iter->var, stmt)
                             ? NULL
                             : tunip_uses_frame(d, iter->var);
    if (frame) add_env_thread(d, frame, iter, at);
    if (frame || is_defined) {
        thread = TIR_SUB(d, iter, var, at);
    } else {
        parts.defined = iter->var;
        thread = write_tag(d, iter, at);
    }
    const tunip_doc *extent = TIR_SUB(d, stmt, value, path);
    parts.rhs = TIR_CALL(d, "launch_thread", thread, extent);
    return parts;
}

/* T.hint("message", key=value), from a map in no particular order. TVM's printer leaves out the key
 * in the path of a value. */
static const tunip_doc *write_hint(tunip_docsifier *d, const tunip_map *hints,
                                   const tunip_path *path)
{
    size_t count = tunip_map_count(hints), at = 0;
    tunip_str *keys = count ? tunip_job_alloc(d, count * sizeof *keys) : NULL;
    const tunip_doc **values = tunip_docs_new(d, count);
    const tunip_doc *message = NULL;
    for (size_t i = 0; keys && values && i < count; i++) {
        tunip_str key = tunip_string_value(hints->entries[i].key);
        const tunip_node *value = hints->entries[i].value;
        const tunip_path *own =
            tunip_path_as(d, tunip_path_key(d, path, hints->entries[i].key), path);
        if (tunip_str_is(key, "message")) {
            message = tunip_doc_str(d, tunip_string_value(value), own);
        } else {
            keys[at] = key;
            values[at++] = tir_docsify(d, value, own);
        }
    }
    tunip_docs args = message ? TUNIP_DOCS(d, message) : tunip_docs_none();
    return tunip_doc_call_new(d, tir_name(d, "hint"), args, keys, tunip_docs_view(values, at));
}

/* Attributes of nothing: their node is the integer 0. */
static bool is_of_nothing(const tunip_tirx_attr_stmt *stmt)
{
    const tunip_int *node = TUNIP_AS(tunip_int, stmt->node);
    return node && node->value == 0;
}

/* T.attr({"key": value, ...}) for nested attributes of nothing. */
static scope_parts write_dict(tunip_docsifier *d, const tunip_tirx_attr_stmt *stmt,
                              const tunip_path *path)
{
    size_t count = 0;
    const tunip_tirx_attr_stmt *at = stmt;
    for (; at && is_of_nothing(at); at = TUNIP_AS(tunip_tirx_attr_stmt, at->body)) count++;
    const tunip_doc **keys = tunip_docs_new(d, count), **values = tunip_docs_new(d, count);
    scope_parts parts = {.body = stmt->body, .body_path = tunip_path_attr(d, path, "body")};
    for (size_t i = 0; keys && values && i < count; i++) {
        keys[i] = tunip_doc_str(d, tunip_string_value(stmt->attr_key),
                                tunip_path_attr(d, path, "attr_key"));
        values[i] = TIR_SUB(d, stmt, value, path);
        parts.body = stmt->body;
        path = parts.body_path = tunip_path_attr(d, path, "body");
        stmt = TUNIP_AS(tunip_tirx_attr_stmt, stmt->body);
    }
    const tunip_doc *dict =
        tunip_doc_dict_new(d, tunip_docs_view(keys, count), tunip_docs_view(values, count));
    parts.rhs = TIR_CALL(d, "attr", dict);
    return parts;
}

static scope_parts write_attr(tunip_docsifier *d, const tunip_tirx_attr_stmt *stmt,
                              const tunip_path *path)
{
    scope_parts parts = {.body = stmt->body, .body_path = tunip_path_attr(d, path, "body")};
    tunip_str key = tunip_string_value(stmt->attr_key);
    bool is_thread = tunip_str_is(key, "thread_extent") || tunip_str_is(key, "virtual_thread");
    if (is_thread && tunip_is(stmt->node, &tunip_tirx_iter_var_type))
        return write_launch(d, stmt, parts, path);
    const tunip_map *hints = TUNIP_AS(tunip_map, stmt->node);
    if (hints && tunip_str_is(key, "tirx_hint")) {
        parts.rhs = write_hint(d, hints, tunip_path_attr(d, path, "node"));
        return parts;
    }
    if (is_of_nothing(stmt)) return write_dict(d, stmt, path);
    const tunip_doc *node = TUNIP_SUB(d, stmt, node, path);
    const tunip_doc *name = tunip_doc_str(d, key, tunip_path_attr(d, path, "attr_key"));
    const tunip_doc *value = TIR_SUB(d, stmt, value, path);
    parts.rhs = TIR_CALL(d, "attr", node, name, value);
    return parts;
}

TIR_RULE(v26_attr)
{
    const tunip_tirx_attr_stmt *stmt = (const tunip_tirx_attr_stmt *)node;
    bool is_concise = tir_is_concise(d);
    scope_parts parts = write_attr(d, stmt, path);
    tir_frame frame;
    tir_frame_enter(d, &frame, stmt);
    const tunip_doc *lhs = parts.defined ? tir_define_var(d, &frame.base, parts.defined) : NULL;
    tir_body(d, &frame, parts.body, parts.body_path);
    const tunip_doc *doc = tir_scope(d, &frame, lhs, parts.rhs, is_concise);
    tir_frame_leave(d, &frame);
    return doc;
}
