/* function.c -- functions: parameters (some print as buffers), symbols of the signature,
 * attributes, body, decorator. */
#include "analysis.h"
#include "buffer.h"
#include "frame.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* ======== function ======== */

/* functions: parameters (some print as buffers), attributes, body, decorator. */

/* ---- parameters ---- */

typedef struct param {
    const tunip_tir_var *var;
    const tunip_tir_buffer *buffer; /* the buffer that the buffer map binds to it, or NULL */
    const struct param *first;      /* an earlier parameter that is the same variable, or NULL */
    const tunip_doc *doc;           /* the Doc of its name */
    bool is_simple;                 /* the buffer's shape and dtype determine it completely */
    bool is_used; /* used elsewhere than in the list of parameters and the keys of the buffer map */
    bool is_inlined; /* prints as its buffer */
} param;

typedef struct function {
    tunip_docsifier *d;
    tir_frame *frame;
    const tunip_tir_prim_func *func;
    const tunip_path *path;
    param *params;
    size_t count;
    tir_marks numbers; /* parameter -> its first index + 1 */
} function;

static const tunip_map_entry *map_entry(const function *f, size_t index)
{
    return &f->func->buffer_map->entries[index];
}

/* Numbers the parameters, and finds the buffer of each. */
static bool open_params(function *f)
{
    size_t count = tunip_array_count(f->func->params);
    f->params = count ? tunip_job_alloc(f->d, count * sizeof *f->params) : NULL;
    if (!f->params) return false;
    f->count = count;
    for (size_t i = 0; i < count; i++) {
        param *p = &f->params[i];
        p->var = TUNIP_AS_A(tunip_tir_var, f->func->params->items[i]);
        uint32_t *number = p->var ? tir_marks_put(f->d, &f->numbers, p->var) : NULL;
        if (!number) continue;
        if (!*number) {
            *number = (uint32_t)i + 1;
            continue;
        }
        param *first = &f->params[*number - 1];
        p->first = first;
        p->is_used = first->is_used = true;
    }
    for (size_t i = 0; i < tunip_map_count(f->func->buffer_map); i++) {
        uint32_t number = tir_marks_get(&f->numbers, map_entry(f, i)->key);
        if (number)
            f->params[number - 1].buffer = TUNIP_AS(tunip_tir_buffer, map_entry(f, i)->value);
    }
    for (size_t i = 0; i < count; i++)
        if (f->params[i].first) f->params[i].buffer = f->params[i].first->buffer;
    return true;
}

/* ---- parameters that print as buffers ---- */

/* Whether a buffer of v0.25 has the layout that its function implies; true for other buffers. */
static bool is_placed(tunip_docsifier *d, const tunip_tir_buffer *buffer)
{
    const tunip_tirx_buffer_v25 *own = TUNIP_AS(tunip_tirx_buffer_v25, buffer);
    if (!own) return true;
    if (tunip_array_count(own->allocated_addr)) return false;
    return own->layout ? tirx_is_default_layout(d, own->layout, buffer->shape) : tir_in_s_tir(d);
}

/* Whether a buffer is completely determined by its shape and its dtype. */
static bool is_simple(tunip_docsifier *d, const tunip_tir_buffer *buffer)
{
    const tunip_ir_int_imm *offset = TUNIP_AS(tunip_ir_int_imm, buffer->elem_offset);
    if (tunip_array_count(buffer->strides) || (offset && offset->value) || !is_placed(d, buffer) ||
        !tunip_str_is(tunip_tir_buffer_scope(buffer), "global") ||
        buffer->data_alignment != TIR_DEFAULT_ALIGNMENT || buffer->offset_factor != 1 ||
        buffer->buffer_type != TUNIP_TIR_BUFFER_DEFAULT ||
        tunip_array_count(buffer->axis_separators))
        return false;
    for (size_t i = 0; i < tunip_array_count(buffer->shape); i++)
        if (!tir_is_closed(d, buffer->shape->items[i])) return false;
    return tir_is_closed(d, buffer->elem_offset);
}

static void note_use(const tunip_node *var, void *user)
{
    function *f = user;
    uint32_t number = tir_marks_get(&f->numbers, var);
    if (number) f->params[number - 1].is_used = true;
}

/* The buffer of an entry of the map if it is simple: it uses only its data pointer. */
static const tunip_tir_buffer *simple_buffer(const function *f, const tunip_map_entry *entry)
{
    uint32_t number = tir_marks_get(&f->numbers, entry->key);
    const param *p = number ? &f->params[number - 1] : NULL;
    return p && p->is_simple && (const tunip_node *)p->buffer == entry->value ? p->buffer : NULL;
}

/* Records the uses in the buffers of the map that are not simple and, if `in_body`, in the body. */
static void search_uses(function *f, bool in_body)
{
    tir_use_walk walk = {.d = f->d, .note = note_use, .user = f};
    for (size_t i = 0; i < tunip_map_count(f->func->buffer_map); i++) {
        const tunip_tir_buffer *buffer = simple_buffer(f, map_entry(f, i));
        if (buffer)
            tir_note_seen(&walk, buffer);
        else
            tir_note_uses(&walk, map_entry(f, i)->value);
    }
    if (in_body) tir_note_uses(&walk, f->func->body);
}

/* Finds the parameters that a buffer of the map or the body uses. Guesses that the body does not
 * use those that print as buffers: a use is rare, and the print then looks for the definition of
 * the parameter. */
static void note_uses(function *f)
{
    size_t simple = 0;
    for (size_t i = 0; i < f->count; i++) {
        const param *p = &f->params[i];
        if (!p->is_simple || p->first) continue;
        if (p->buffer->data) note_use((const tunip_node *)p->buffer->data, f);
        simple++;
    }
    if (simple != tunip_map_count(f->func->buffer_map)) search_uses(f, false);
    bool guessed = true;
    for (size_t i = 0; i < f->count; i++) f->params[i].is_inlined &= !f->params[i].is_used;
    for (size_t i = 0; i < f->count && guessed; i++)
        if (f->params[i].is_inlined)
            guessed = tunip_guess_unused(f->d, &f->frame->base, f->params[i].var);
    if (!guessed) search_uses(f, true);
}

/* Chooses the parameters that print as buffers: their data pointer belongs to one buffer alone. */
static void choose_inlined(function *f)
{
    bool any = false;
    for (size_t i = 0; i < f->count; i++) {
        param *p = &f->params[i];
        p->is_simple = p->buffer && is_simple(f->d, p->buffer);
        p->is_inlined = p->is_simple && !p->is_used;
        any = any || p->is_inlined;
    }
    if (!any) return;
    tir_marks pointers;
    tir_marks_clear(&pointers);
    for (size_t i = 0; i < tunip_map_count(f->func->buffer_map); i++) {
        const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, map_entry(f, i)->value);
        uint32_t *count = NULL;
        if (buffer && buffer->data) count = tir_marks_put(f->d, &pointers, buffer->data);
        if (count) ++*count;
    }
    for (size_t i = 0; i < f->count; i++)
        if (f->params[i].is_inlined)
            f->params[i].is_inlined = tir_marks_get(&pointers, f->params[i].buffer->data) == 1;
    note_uses(f);
    for (size_t i = 0; i < f->count; i++) f->params[i].is_inlined &= !f->params[i].is_used;
}

/* ---- the signature ---- */

static const tunip_path *buffer_path(const function *f, const param *p)
{
    return tunip_path_key(f->d, tunip_path_attr(f->d, f->path, "buffer_map"), p->var);
}

/* Whether a parameter is the handle that a reader makes for a parameter that prints as a buffer. */
static bool is_handle(const tunip_tir_var *var)
{
    static const tunip_dtype handle = {TUNIP_DTYPE_HANDLE, 64, 1};
    const tunip_ir_prim_type *type = TUNIP_AS(tunip_ir_prim_type, var->type_annotation);
    return type && tunip_dtype_equal(type->dtype, handle) && !tir_is_size_var(var);
}

static const tunip_doc *write_param(function *f, param *p, const tunip_path *path)
{
    tunip_docsifier *d = f->d;
    tunip_frame *frame = &f->frame->base;
    const tunip_doc *type, *lhs;
    if (p->is_inlined) {
        p->doc = lhs = tir_define_buffer(d, frame, p->buffer);
        tunip_define_unnamed(d, p->var);
        type = tir_buffer_annotation(d, frame, p->buffer, buffer_path(f, p));
        if (!is_handle(p->var))
            type = tunip_doc_partial_new(d, type, "param_type", tunip_doc_none(d, NULL));
    } else {
        type = tir_docsify(d, p->var ? p->var->type_annotation : NULL,
                           tunip_path_attr(d, path, "type_annotation"));
        p->doc = tir_define_var(d, frame, p->var);
        lhs = tir_typed(d, p->doc, p->var, tunip_ir_dtype_of(p->var), path);
    }
    return tunip_doc_assign_new(d, TUNIP_ROLE_PARAM, lhs, NULL, type);
}

static tunip_docs write_params(function *f)
{
    if (!open_params(f)) return tunip_docs_none();
    if (tir_has_sugar(f->d)) choose_inlined(f);
    const tunip_doc **docs = tunip_docs_new(f->d, f->count);
    const tunip_path *path = tunip_path_attr(f->d, f->path, "params");
    for (size_t i = 0; docs && i < f->count; i++)
        docs[i] = write_param(f, &f->params[i], tunip_path_item(f->d, path, i));
    return tunip_docs_view(docs, f->count);
}

/* name = T.match_buffer(param, shape, ...) */
static void add_matches(const function *f)
{
    for (size_t i = 0; i < f->count; i++) {
        const param *p = &f->params[i];
        if (!p->buffer || p->is_inlined) continue;
        const tunip_doc *lhs = tir_define_buffer(f->d, &f->frame->base, p->buffer);
        tir_declaration declared = {.method = "match_buffer",
                                    .first = p->doc,
                                    .buffer = p->buffer,
                                    .path = buffer_path(f, p),
                                    .pointer = TIR_DATA_WITH};
        const tunip_doc *rhs = tir_buffer_decl(f->d, &f->frame->base, &declared);
        tunip_frame_add(f->d, &f->frame->base, tir_assign(f->d, TUNIP_ROLE_MATCH, lhs, rhs));
    }
}

/* ---- name and attributes ---- */

/* T.func_attr({...}) */
static void add_attrs(const function *f, tunip_str name)
{
    const tunip_node *shown = tunip_ir_shown_attrs(f->d, &f->func->base, name);
    if (!shown) return;
    const tunip_doc *dict = tunip_docsify(f->d, shown, tunip_path_attr(f->d, f->path, "attrs"));
    const tunip_doc *call = TIR_CALL(f->d, "func_attr", dict);
    const tunip_ir_dict_attrs *attrs = TUNIP_AS(tunip_ir_dict_attrs, shown);
    call = tir_mark_strings(f->d, call, attrs ? attrs->dict : TUNIP_AS(tunip_map, shown));
    tunip_frame_add(f->d, &f->frame->base, tunip_doc_expr_stmt_new(f->d, TUNIP_ROLE_META, call));
}

static const tunip_doc *write_decorator(const function *f)
{
    const tunip_doc *callee = tir_name(f->d, "prim_func");
    if (tunip_ir_global_symbol(&f->func->base)) return callee;
    tir_args args;
    tir_args_begin(&args);
    tir_args_key(&args, "private", tunip_doc_bool(f->d, true, NULL));
    return tir_args_call(f->d, callee, &args);
}

/* ---- the body ---- */

/* Whether a parser adds this root block if the text omits it. */
static bool can_be_implicit(tunip_docsifier *d, const tunip_tir_block *block)
{
    const tunip_tir_block_realize *inner = TUNIP_AS(tunip_tir_block_realize, block->body);
    if (tunip_map_count(block->annotations) || tunip_array_count(block->match_buffers) ||
        tunip_array_count(block->reads) || tunip_array_count(block->writes) || block->init)
        return false;
    if (tunip_array_count(block->alloc_buffers)) return true;
    if (!inner) return tir_has_block(d, block->body);
    return inner->block && tunip_array_count(inner->block->iter_vars);
}

/* The block around the whole body, if the text omits it; otherwise NULL. */
static const tunip_tir_block *find_implicit_root(tunip_docsifier *d, const tunip_node *body)
{
    const tunip_tir_block_realize *realize = TUNIP_AS(tunip_tir_block_realize, body);
    if (!tir_has_sugar(d) || !realize || !realize->block) return NULL;
    if (tunip_array_count(realize->iter_values) || !tunip_ir_is_int(realize->predicate, 1))
        return NULL;
    return can_be_implicit(d, realize->block) ? realize->block : NULL;
}

void tir_function_body(tunip_docsifier *d, tir_frame *frame, const tunip_tir_prim_func *func,
                       const tunip_path *path, const char *implied)
{
    const tunip_tir_block *root = find_implicit_root(d, func->body);
    path = tunip_path_attr(d, path, "body");
    if (!root) {
        tir_body(d, frame, func->body, path);
        return;
    }
    tunip_frame_add(d, &frame->base, tunip_doc_implied_new(d, tunip_str_from(implied)));
    path = tunip_path_attr(d, path, "block");
    tir_alloc_buffers(d, frame, root, path);
    tir_body(d, frame, root->body, tunip_path_attr(d, path, "body"));
}

/* A function begins without launched threads. Zeroes all bytes, also between members: functions are
 * printed ahead of time only if they leave the bytes of the state as they were. */
static void forget_launched(tir_state *state)
{
    if (state->launched.count) memset(&state->launched, 0, sizeof state->launched);
}

/* How a version prints what differs between v0.23 and v0.25. */
typedef struct variant {
    void (*add_attrs)(const function *f, tunip_str name);
    const tunip_doc *(*write_decorator)(const function *f);
    const char *implied; /* the root block that the text omits */
} variant;

static const tunip_doc *write_function(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path, const variant *v)
{
    tir_frame frame;
    function f = {.d = d, .frame = &frame, .func = (const tunip_tir_prim_func *)node, .path = path};
    tir_frame_enter(d, &frame, node);
    tunip_frame_token(d, &frame.base, "tir");
    tunip_uses_root(d, node);
    forget_launched(frame.state);
    tunip_str name = tunip_ir_function_name(d, &f.func->base);
    if (!name.data) name = tunip_str_from("main"); /* an empty name counts as a name */
    tunip_docs params = write_params(&f);
    v->add_attrs(&f, name);
    add_matches(&f);
    tir_function_body(d, &frame, f.func, path, v->implied);
    const tunip_node *type = f.func->ret_type;
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    bool is_void = !type || (tuple && !tunip_array_count(tuple->fields));
    const tunip_doc *return_type = is_void ? NULL : TIR_SUB(d, f.func, ret_type, path);
    const tunip_doc *decorator = v->write_decorator(&f);
    const tunip_doc *written = tunip_doc_id_new(d, tunip_name_text(d, name, path), NULL);
    const tunip_doc *doc = tunip_doc_function_new(d, written, params, TUNIP_DOCS(d, decorator),
                                                  return_type, tir_stmts(d, &frame));
    forget_launched(frame.state);
    tir_frame_leave(d, &frame);
    return tunip_with_header(d, doc);
}

/* v0.24 prints functions as v0.23, with the newer name of a block. */
TIR_RULE(prim_func)
{
    static const variant v23 = {add_attrs, write_decorator, "with T.block(\"root\"):"},
                         v24 = {add_attrs, write_decorator, "with T.sblock(\"root\"):"};
    bool is_v23 = ((const tunip_node *)node)->type == &tunip_tir_prim_func_type;
    return write_function(d, node, path, is_v23 ? &v23 : &v24);
}

/* ---- reading ---- */

/* Wraps the body into the root block that is not written. */
static void add_root(tunip_elaborator *e, tir_function_reader *r)
{
    tir_block_reader *root = tir_block_new(e, tunip_str_from("root"), true, r->scope.doc);
    if (!root) return;
    root->block->alloc_buffers = r->alloc_buffers;
    root->block->body = r->func->body;
    root->realize->block = root->block;
    r->func->body = (tunip_node *)root->realize;
}

/* A function that is not private has its name as an attribute. */
static void add_symbol(tunip_elaborator *e, tir_function_reader *r)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (r->is_private || tunip_map_get(r->attrs, "global_symbol")) return;
    tunip_ir_put(e, r->attrs, tunip_string_new(graph, "global_symbol"),
                 tunip_string_new_view(graph, r->name));
}

/* TVM's parser infers no regions for a block that is the root. */
static void clear_regions(tunip_elaborator *e, const tunip_node *body, tir_block_reader *last)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!last || body != (const tunip_node *)last->realize) return;
    if (!last->says_regions[0]) last->block->reads = tunip_array_new(graph, 0, NULL);
    if (!last->says_regions[1]) last->block->writes = tunip_array_new(graph, 0, NULL);
}

/* Whether TVM's parser adds a root block: around allocated buffers, around a block with iterators,
 * and around blocks inside of other statements. */
static bool needs_root(tunip_elaborator *e, const tir_function_reader *r)
{
    const tir_script_state *state = tir_state_of(e);
    if (r->has_root || r->alloc_buffers->count) return true;
    if (!tunip_elaborator_folds(e)) return false;
    const tunip_tir_block_realize *realize = TUNIP_AS(tunip_tir_block_realize, r->func->body);
    if (!realize) return state && state->block_count > r->blocks_before;
    return realize->block && tunip_array_count(realize->block->iter_vars);
}

static void *leave_function(tunip_elaborator *e, tunip_scope *scope)
{
    tir_function_reader *r = (tir_function_reader *)scope;
    tir_script_state *state = tir_state_of(e);
    if (state) state->function = r->outer;
    r->func->body = tir_body_read(e);
    if (needs_root(e, r))
        add_root(e, r);
    else if (tunip_elaborator_folds(e) && state)
        clear_regions(e, r->func->body, state->last);
    add_symbol(e, r);
    if (!tunip_elaborator_is_wrong(e)) tir_check_dims(e, r->func->buffer_map, tir_function_name(r));
    if (r->is_checked && !tunip_elaborator_is_wrong(e))
        tir_check_well_formed(e, r->func, tir_function_name(r));
    return r->func;
}

static void enter_function(tunip_elaborator *e, tunip_scope *scope)
{
    tir_script_state *state = tir_state_of(e);
    tir_function_reader *r = (tir_function_reader *)scope;
    if (!state) return;
    r->outer = state->function;
    r->blocks_before = state->block_count;
    state->function = r;
    state->block = NULL;
    state->last = NULL;
}

static const tunip_scope_kind function_scope = {.name = "a function",
                                                .dialect = &tunip_dialect_tir,
                                                .enter = enter_function,
                                                .leave = leave_function};

/* NAME_handle: most handles are not printed. */
static tunip_string *handle_name(tunip_elaborator *e, tunip_str name)
{
    static const char suffix[] = "_handle";
    char *text = tunip_elaborator_alloc(e, name.size + sizeof suffix);
    if (!text) return NULL;
    memcpy(text, name.data, name.size);
    memcpy(text + name.size, suffix, sizeof suffix);
    tunip_str whole = {text, name.size + sizeof suffix - 1};
    return tunip_string_new_view(tunip_elaborator_graph(e), whole);
}

/* Of `name: annotation`: a variable, or a buffer that a handle is matched with. */
static void read_param(tunip_elaborator *e, tir_function_reader *r, const tunip_doc_assign *doc)
{
    if (doc->lhs->kind != TUNIP_DOC_ID || !doc->annotation) {
        tunip_complain(e, &doc->stmt.base,
                       TUNIP_BREAKS_ARGUMENTS "a parameter needs a name and a type");
        tunip_elaborate_target(e, doc->lhs, tunip_value_wrong(doc->lhs));
        return;
    }
    tunip_str name = ((const tunip_doc_id *)doc->lhs)->name;
    const tunip_doc *before = tunip_elaborator_stand(e, &doc->stmt.base);
    tunip_value type = tunip_elaborate(e, doc->annotation), value = type;
    if (type.kind == TUNIP_VALUE_NODE && tunip_is(type.node, &tunip_tir_buffer_type)) {
        tunip_tir_buffer *buffer = (tunip_tir_buffer *)type.node;
        tunip_tir_var *handle = tir_new_var(e, tir_handle, NULL, false);
        tir_name_value(e, &value, name);
        if (handle) {
            handle->name = handle_name(e, name);
            tunip_ir_append(e, r->params, handle);
            tunip_ir_put(e, r->func->buffer_map, handle, buffer);
        }
    } else {
        tunip_node *known = tir_symbol(e, name);
        value = tunip_value_node(known ? known : tir_var_of(e, &type), doc->lhs);
        if (!known) tir_name_value(e, &value, name);
        if (value.kind == TUNIP_VALUE_NODE) tunip_ir_append(e, r->params, value.node);
    }
    tunip_elaborator_stand(e, before);
    tunip_name_set(e, name, tirx_as_element(e, value));
}

/* A keyword of the decorator that means an attribute. */
static void add_mark(tunip_elaborator *e, const tir_function_reader *r, const char *key,
                     const tunip_value *value)
{
    enum { MARKED_FUNCTIONS = 25 };
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (value->kind != TUNIP_VALUE_ABSENT) tunip_note_vintage(e, MARKED_FUNCTIONS, value->doc);
    if (r->attrs && tunip_value_to_bool(e, value, false))
        tunip_ir_put(e, r->attrs, (tunip_node *)tunip_string_new(graph, key),
                     (tunip_node *)tunip_bool_new(graph, true));
}

static tir_function_reader *new_function(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (!tunip_ir_takes_decorator(e, call)) return NULL;
    tir_function_reader *r = tunip_scope_new(e, &function_scope, sizeof *r, call->target);
    tunip_tir_prim_func *func = tunip_node_new(graph, &tunip_tir_prim_func_type);
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    if (!r || !func || !attrs) return NULL;
    r->func = func;
    r->params = func->params = tunip_array_new(graph, 0, NULL);
    r->alloc_buffers = tunip_array_new(graph, 0, NULL);
    r->attrs = attrs->dict = tunip_map_new(graph, 0, NULL);
    func->buffer_map = tunip_map_new(graph, 0, NULL);
    func->base.attrs = attrs;
    r->is_private = tunip_value_to_bool(e, &call->args[0], false);
    add_mark(e, r, "s_tir", &call->args[2]);
    r->has_layouts = !tunip_value_to_bool(e, &call->args[2], false);
    add_mark(e, r, "tirx.persistent_kernel", &call->args[3]);
    const tunip_scope *top = tunip_scope_top(e);
    bool is_fragment = top && top->kind->dialect != &tunip_dialect_ir;
    r->is_checked = !is_fragment && tunip_ir_checks(e, &call->args[1]);
    bool whole = r->params && r->alloc_buffers && r->attrs && func->buffer_map;
    return whole ? r : NULL;
}

TIR_READ(prim_func)
{
    if (!call->target || call->target->kind != TUNIP_DOC_FUNCTION)
        return tunip_complain(e, call->doc, "the decorator is for functions");
    const tunip_doc_function *doc = (const tunip_doc_function *)call->target;
    const tir_script_state *state = tir_state_of(e);
    if (state && state->function) {
        tunip_value wrong = tunip_complain(e, doc->name, "a function stands inside of another one");
        const tunip_doc *outer = state->function->scope.doc;
        tunip_complain_also(e, ((const tunip_doc_function *)outer)->name, "the one around it");
        return wrong;
    }
    tir_function_reader *r = new_function(e, call);
    if (!r) return tunip_value_wrong(call->doc);
    r->name = ((const tunip_doc_id *)doc->name)->name;
    tunip_scope_enter(e, &r->scope);
    r->func->ret_type = tir_empty_tuple(e, call->doc).node;
    if (doc->return_type) {
        tunip_value type = tunip_elaborate(e, doc->return_type);
        if (type.kind != TUNIP_VALUE_NONE) r->func->ret_type = tir_type(e, &type);
    }
    tir_declare_symbols(e, r, doc);
    for (size_t i = 0; i < doc->args.count; i++)
        if (doc->args.items[i]->kind == TUNIP_DOC_ASSIGN)
            read_param(e, r, (const tunip_doc_assign *)doc->args.items[i]);
    tunip_elaborate_body(e, doc->body);
    return tunip_scope_result(e, &r->scope, call->target);
}

/* Declares a function: other functions call it by a tir.Call with the dtype of its result. */
TIR_READ(declared_func)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_doc_function *doc = (const tunip_doc_function *)call->target;
    tunip_tir_prim_func *func = tunip_node_new(graph, &tunip_tir_prim_func_type);
    if (!func) return tunip_value_wrong(call->doc);
    func->ret_type = tir_empty_tuple(e, call->doc).node;
    if (doc->return_type) {
        tunip_value type = tunip_elaborate(e, doc->return_type);
        if (type.kind != TUNIP_VALUE_NONE) func->ret_type = tir_type(e, &type);
    }
    return tunip_value_node(func, call->target);
}

/* Whether T.func_attr is allowed: TVM accepts each attribute once, and none in an inner scope. */
static bool takes_attrs(tunip_elaborator *e, const tir_function_reader *r, const tunip_map *attrs,
                        const tunip_word_call *call)
{
    if (!tunip_elaborator_folds(e)) return true;
    if (!tir_takes_place(e, r, call)) return false;
    for (size_t i = 0; i < tunip_map_count(attrs); i++) {
        tunip_str key = tunip_string_value(attrs->entries[i].key);
        bool is_symbol = r->is_private && tunip_str_is(key, "global_symbol");
        if (!is_symbol && !tunip_map_get(r->attrs, key.data)) continue;
        tunip_complain(e, call->doc,
                       is_symbol ? "a private function has no `%.*s`"
                                 : TUNIP_BREAKS_REPEATED
                           "the function has its attribute `%.*s` already",
                       (int)key.size, key.data);
        return false;
    }
    return true;
}

TIR_READ(func_attr)
{
    const tir_script_state *state = tir_state_of(e);
    tir_function_reader *r = state ? state->function : NULL;
    if (!r)
        return tunip_complain_missing(e, call->doc, "T.func_attr stands outside of any function");
    tunip_map *attrs = tir_data(e, &call->args[0]);
    if (!takes_attrs(e, r, attrs, call)) return tunip_value_wrong(call->doc);
    for (size_t i = 0; i < tunip_map_count(attrs); i++)
        tunip_ir_put(e, r->attrs, attrs->entries[i].key, attrs->entries[i].value);
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* The comment that the printer writes for a root block that it leaves out. A log or an editor may
 * have added blanks. */
void tir_read_note(tunip_elaborator *e, const tunip_doc_comment *stmt)
{
    tir_function_reader *r = (tir_function_reader *)tunip_scope_top(e);
    tunip_str note = stmt->stmt.comment;
    while (note.size && memchr(" \t", note.data[note.size - 1], 2)) note.size--;
    if (r && r->scope.kind == &function_scope &&
        (tunip_str_is(note, "with T.block(\"root\"):") ||
         tunip_str_is(note, "with T.sblock(\"root\"):")))
        r->has_root = true;
}

/* ==== Functions of TVM v0.26: @T.prim_func(s_tir=True), parameters that are buffers ==== */

typedef struct v26_function {
    tunip_docsifier *d;
    tir_frame *frame;
    const tunip_tirx_prim_func *func;
    const tunip_path *path;
} v26_function;

/* ---- the signature ---- */

static const tunip_ir_var *get_param(const v26_function *f, size_t index)
{
    return TUNIP_AS_A(tunip_ir_var, f->func->params->items[index]);
}

/* The name that write_params() gave it; a parameter of the list twice is defined again. */
static const tunip_doc *name_scalar(const v26_function *f, const tunip_ir_var *var,
                                    tir_marks *bound)
{
    enum { LISTED = 2 };
    uint32_t *mark = var ? tir_marks_put(f->d, bound, var) : NULL;
    bool is_first = mark && *mark != LISTED;
    if (mark) *mark = LISTED;
    return is_first ? tunip_variable(f->d, var) : tir_define_var(f->d, &f->frame->base, var);
}

static const tunip_doc *v26_write_param(const v26_function *f, const tunip_ir_var *var,
                                        const tunip_path *path, tir_marks *bound)
{
    tunip_docsifier *d = f->d;
    const tunip_path *type_path = tunip_path_attr(d, path, "ty");
    const tunip_doc *lhs, *type;
    if (tirx_buffer_type_of(var)) {
        lhs = tirx_define_buffer(d, &f->frame->base, var);
        type = tirx_buffer_annotation(d, &f->frame->base, var, type_path, bound);
    } else {
        type = tir_docsify(d, tirx_type_of(var), type_path);
        lhs = name_scalar(f, var, bound);
    }
    return tunip_doc_assign_new(d, TUNIP_ROLE_PARAM, lhs, NULL, type);
}

/* Scalars have their names first, because the shape of a buffer before them may use them. */
static tunip_docs v26_write_params(const v26_function *f)
{
    size_t count = tunip_array_count(f->func->params);
    const tunip_doc **docs = tunip_docs_new(f->d, count);
    const tunip_path *path = tunip_path_attr(f->d, f->path, "params");
    tir_marks bound = {.count = 0};
    for (size_t i = 0; i < count; i++)
        if (!tirx_buffer_type_of(get_param(f, i)))
            tir_define_var(f->d, &f->frame->base, get_param(f, i));
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = v26_write_param(f, get_param(f, i), tunip_path_item(f->d, path, i), &bound);
    return tunip_docs_view(docs, count);
}

/* ---- attributes ---- */

/* The attributes that are keywords of the decorator. */
static const struct {
    const char *attr, *keyword;
} flags[] = {{"s_tir", "s_tir"}, {"tirx.persistent_kernel", "persistent"}};

static const tunip_map *attrs_of(const v26_function *f)
{
    return f->func->base.attrs ? f->func->base.attrs->dict : NULL;
}

static bool is_shown(const tunip_map_entry *entry, tunip_str name)
{
    tunip_str key = tunip_string_value(entry->key);
    for (size_t i = 0; i < TUNIP_LEN(flags); i++)
        if (tunip_str_is(key, flags[i].attr)) return false;
    return !tunip_str_is(key, "global_symbol") ||
           !tunip_str_equal(tunip_string_value(entry->value), name);
}

/* T.func_attr({...}) */
static void v26_add_attrs(const v26_function *f, tunip_str name)
{
    const tunip_map *attrs = attrs_of(f);
    tunip_docsifier *d = f->d;
    tunip_map *shown = tunip_job_alloc(d, sizeof *shown);
    size_t room = tunip_map_count(attrs);
    if (!shown || !room) return;
    *shown = *attrs;
    shown->count = 0;
    shown->entries = tunip_job_alloc(d, room * sizeof *shown->entries);
    for (size_t i = 0; shown->entries && i < room; i++)
        if (is_shown(&attrs->entries[i], name)) shown->entries[shown->count++] = attrs->entries[i];
    if (!shown->count) return;
    const tunip_path *at = tunip_path_attr(d, f->path, "attrs");
    const tunip_doc *dict = tunip_docsify(d, shown, tunip_path_attr(d, at, "__dict__"));
    const tunip_doc *call = TIR_CALL(d, "func_attr", dict);
    tunip_frame_add(d, &f->frame->base, tunip_doc_expr_stmt_new(d, TUNIP_ROLE_META, call));
}

static const tunip_doc *v26_write_decorator(const v26_function *f)
{
    const tunip_doc *callee = tir_name(f->d, "prim_func");
    const tunip_map *attrs = attrs_of(f);
    tir_args args;
    tir_args_begin(&args);
    if (!tunip_ir_global_symbol(&f->func->base))
        tir_args_key(&args, "private", tunip_doc_bool(f->d, true, NULL));
    for (size_t i = 0; i < TUNIP_LEN(flags); i++)
        if (tunip_map_get(attrs, flags[i].attr))
            tir_args_key(&args, flags[i].keyword, tunip_doc_bool(f->d, true, NULL));
    return args.key_count ? tir_args_call(f->d, callee, &args) : callee;
}

/* ---- the whole ---- */

/* A type that is just an ir.Type is missing. */
static const tunip_doc *v26_write_return_type(const v26_function *f)
{
    const tunip_node *type = f->func->ret_type;
    const tunip_ir_tuple_type_v26 *tuple = TUNIP_AS(tunip_ir_tuple_type_v26, type);
    if (!type || tunip_is(type, &tunip_ir_type_type)) return NULL;
    if (tuple && !tunip_array_count(tuple->fields)) return NULL;
    return TIR_SUB(f->d, f->func, ret_type, f->path);
}

static const tunip_doc *v26_write_function(const v26_function *f)
{
    tunip_docsifier *d = f->d;
    tunip_str name = tunip_ir_function_name(d, &f->func->base);
    if (!name.data) name = tunip_str_from("main");
    tunip_docs params = v26_write_params(f);
    const tunip_doc *return_type = v26_write_return_type(f);
    v26_add_attrs(f, name);
    tir_function_body(d, f->frame, f->func, f->path, "with T.sblock(\"root\"):");
    const tunip_doc *decorator = v26_write_decorator(f);
    const tunip_doc *written = tunip_doc_id_new(d, tunip_name_text(d, name, f->path), NULL);
    return tunip_doc_function_new(d, written, params, TUNIP_DOCS(d, decorator), return_type,
                                  tir_stmts(d, f->frame));
}

TIR_RULE(v26_prim_func)
{
    tir_frame frame;
    const tunip_tirx_prim_func *func = (const tunip_tirx_prim_func *)node;
    v26_function f = {.d = d, .frame = &frame, .func = func, .path = path};
    tir_frame_enter(d, &frame, node);
    tunip_frame_token(d, &frame.base, "tir");
    tunip_uses_root(d, node);
    const tunip_doc *doc = v26_write_function(&f);
    tir_frame_leave(d, &frame);
    return tunip_with_header(d, doc);
}

/* ---- v0.25 ---- */

static v26_function as_newer(const function *f)
{
    return (v26_function){.d = f->d, .frame = f->frame, .func = f->func, .path = f->path};
}

static void v25_add_attrs(const function *f, tunip_str name)
{
    v26_function newer = as_newer(f);
    v26_add_attrs(&newer, name);
}

static const tunip_doc *v25_write_decorator(const function *f)
{
    v26_function newer = as_newer(f);
    return v26_write_decorator(&newer);
}

/* The attributes print as in v0.26, the parameters as in v0.23. */
TIR_RULE(v25_prim_func)
{
    static const variant v25 = {v25_add_attrs, v25_write_decorator, "with T.sblock(\"root\"):"};
    return write_function(d, node, path, &v25);
}

/* ======== signature ======== */

/* The symbols of signatures of TVM v0.26: a shape may have a string with variables
 * that a later parameter or the body declares (TVM python/tvm/tirx/script/parser). */

tunip_node *tir_symbol(tunip_elaborator *e, tunip_str name)
{
    const tir_script_state *state = tir_state_of(e);
    const tir_function_reader *r = state ? state->function : NULL;
    for (size_t k = 0; r && k < tunip_map_count(r->symbols); k++)
        if (tunip_str_equal(tunip_string_value(r->symbols->entries[k].key), name))
            return r->symbols->entries[k].value;
    return NULL;
}

static void keep_symbol(tunip_elaborator *e, tir_function_reader *r, tunip_str name,
                        tunip_value value)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (value.kind != TUNIP_VALUE_NODE || !tunip_is_a(value.node, &tunip_tir_var_type)) return;
    if (!r->symbols) r->symbols = tunip_map_new(graph, 0, NULL);
    tir_name_value(e, &value, name);
    tunip_name_set(e, name, value);
    tunip_string *key = tunip_string_new_view(graph, tunip_graph_copy(graph, name));
    if (r->symbols) tunip_ir_put(e, r->symbols, (tunip_node *)key, value.node);
}

/* Declares a parameter that is a number, because an earlier parameter may use it. */
static void declare_param(tunip_elaborator *e, tir_function_reader *r, const tunip_doc *param_doc)
{
    const tunip_doc_assign *doc = (const tunip_doc_assign *)param_doc;
    if (param_doc->kind != TUNIP_DOC_ASSIGN || doc->lhs->kind != TUNIP_DOC_ID || !doc->annotation ||
        doc->annotation->kind != TUNIP_DOC_ATTR)
        return;
    tunip_value type = tunip_elaborate(e, doc->annotation);
    tunip_value value = tunip_value_node(tir_var_of(e, &type), doc->lhs);
    keep_symbol(e, r, ((const tunip_doc_id *)doc->lhs)->name, value);
}

static void declare_symbol(tunip_elaborator *e, tir_function_reader *r, const tunip_doc *target,
                           const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    if (target->kind != TUNIP_DOC_ID || doc->kind != TUNIP_DOC_CALL || call->args.count ||
        call->values.count)
        return;
    keep_symbol(e, r, ((const tunip_doc_id *)target)->name, tunip_elaborate(e, doc));
}

/* n = T.int32(), or n, m = T.int32(), T.int32(): declarations at the beginning of a body. */
static bool declare_symbols(tunip_elaborator *e, const tunip_doc *stmt, void *user)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)stmt;
    if (stmt->kind != TUNIP_DOC_ASSIGN || assign->annotation || !assign->rhs)
        return stmt->kind != TUNIP_DOC_FOR && stmt->kind != TUNIP_DOC_SCOPE;
    const tunip_doc_tuple *names = (const tunip_doc_tuple *)assign->lhs;
    const tunip_doc_tuple *values = (const tunip_doc_tuple *)assign->rhs;
    if (assign->lhs->kind != TUNIP_DOC_TUPLE || assign->rhs->kind != TUNIP_DOC_TUPLE) {
        declare_symbol(e, user, assign->lhs, assign->rhs);
        return true;
    }
    for (size_t i = 0; i < names->elements.count && i < values->elements.count; i++)
        declare_symbol(e, user, names->elements.items[i], values->elements.items[i]);
    return true;
}

/* Whether the shape of a parameter has strings, which use variables that the body declares. */
static bool has_formula(const tunip_doc_function *doc)
{
    for (size_t i = 0; i < doc->args.count; i++) {
        const tunip_doc_assign *assign = (const tunip_doc_assign *)doc->args.items[i];
        const tunip_doc_call *call = (const tunip_doc_call *)assign->annotation;
        if (assign->stmt.base.kind != TUNIP_DOC_ASSIGN || !call ||
            call->base.kind != TUNIP_DOC_CALL || !call->args.count)
            continue;
        const tunip_doc_tuple *shape = (const tunip_doc_tuple *)call->args.items[0];
        if (shape->base.kind != TUNIP_DOC_TUPLE) continue;
        for (size_t k = 0; k < shape->elements.count; k++)
            if (shape->elements.items[k]->kind == TUNIP_DOC_LITERAL &&
                shape->elements.items[k]->sub == TUNIP_LITERAL_STR)
                return true;
    }
    return false;
}

static void declare_type_params(tunip_elaborator *e, tir_function_reader *r,
                                const tunip_doc_function *doc)
{
    const tunip_doc *id;
    for (size_t i = 0; (id = tunip_type_param(e, doc, i)); i++) {
        tunip_dtype dtype = tunip_type_param_dtype(e, doc, i);
        tunip_tir_var *var = tunip_tir_var_new(tunip_elaborator_graph(e), "", dtype);
        keep_symbol(e, r, ((const tunip_doc_id *)id)->name, tunip_value_node(var, id));
    }
}

void tir_declare_symbols(tunip_elaborator *e, tir_function_reader *r, const tunip_doc_function *doc)
{
    declare_type_params(e, r, doc);
    if (!has_formula(doc)) return;
    for (size_t i = 0; i < doc->args.count; i++) declare_param(e, r, doc->args.items[i]);
    tunip_elaborate_peek(e, doc->body, declare_symbols, r);
}

/* The sizes of a shape; strings are formulas. */
tunip_value tir_read_formulas(tunip_elaborator *e, const tunip_value *shape)
{
    bool any = false, folds = tunip_elaborator_folds(e) && tir_does(e, TIR_DOES_KEEP_STRINGS);
    tunip_value read = *shape;
    if (folds) return read; /* TVM v0.23 reads a string as a string */
    for (size_t i = 0; shape->kind == TUNIP_VALUE_LIST && i < shape->items.count; i++)
        any = any || shape->items.items[i].kind == TUNIP_VALUE_STR;
    tunip_value *items = any ? tunip_elaborator_alloc(e, shape->items.count * sizeof *items) : NULL;
    if (!items) return read;
    for (size_t i = 0; i < shape->items.count; i++) {
        const tunip_value *item = &shape->items.items[i];
        items[i] = item->kind == TUNIP_VALUE_STR ? tunip_elaborate_text(e, item) : *item;
    }
    read.items.items = items;
    return read;
}
