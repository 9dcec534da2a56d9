/* function.c -- functions of TVM v0.26: @T.prim_func(s_tir=True), parameters that are buffers. */
#include "../analysis.h"
#include "../buffer.h"
#include "buffer.h"
#include "rules.h"

typedef struct function {
    tunip_docsifier *d;
    tir_frame *frame;
    const tunip_tirx_prim_func *func;
    const tunip_path *path;
} function;

/* ---- the signature ---- */

static const tunip_ir_var *get_param(const function *f, size_t index)
{
    return TUNIP_AS_A(tunip_ir_var, f->func->params->items[index]);
}

/* The name that write_params() gave it; a parameter of the list twice is defined again. */
static const tunip_doc *name_scalar(const function *f, const tunip_ir_var *var, tir_marks *bound)
{
    enum { LISTED = 2 };
    uint32_t *mark = var ? tir_marks_put(f->d, bound, var) : NULL;
    bool is_first = mark && *mark != LISTED;
    if (mark) *mark = LISTED;
    return is_first ? tunip_variable(f->d, var) : tir_define_var(f->d, &f->frame->base, var);
}

static const tunip_doc *write_param(const function *f, const tunip_ir_var *var,
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
static tunip_docs write_params(const function *f)
{
    size_t count = tunip_array_count(f->func->params);
    const tunip_doc **docs = tunip_docs_new(f->d, count);
    const tunip_path *path = tunip_path_attr(f->d, f->path, "params");
    tir_marks bound = {.count = 0};
    for (size_t i = 0; i < count; i++)
        if (!tirx_buffer_type_of(get_param(f, i)))
            tir_define_var(f->d, &f->frame->base, get_param(f, i));
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = write_param(f, get_param(f, i), tunip_path_item(f->d, path, i), &bound);
    return tunip_docs_view(docs, count);
}

/* ---- attributes ---- */

/* The attributes that are keywords of the decorator. */
static const struct {
    const char *attr, *keyword;
} flags[] = {{"s_tir", "s_tir"}, {"tirx.persistent_kernel", "persistent"}};

static const tunip_map *attrs_of(const function *f)
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
static void add_attrs(const function *f, tunip_str name)
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

static const tunip_doc *write_decorator(const function *f)
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
static const tunip_doc *write_return_type(const function *f)
{
    const tunip_node *type = f->func->ret_type;
    const tunip_ir_tuple_type_v26 *tuple = TUNIP_AS(tunip_ir_tuple_type_v26, type);
    if (!type || tunip_is(type, &tunip_ir_type_type)) return NULL;
    if (tuple && !tunip_array_count(tuple->fields)) return NULL;
    return TIR_SUB(f->d, f->func, ret_type, f->path);
}

static const tunip_doc *write_function(const function *f)
{
    tunip_docsifier *d = f->d;
    tunip_str name = tunip_ir_function_name(d, &f->func->base);
    if (!name.data) name = tunip_str_from("main");
    tunip_docs params = write_params(f);
    const tunip_doc *return_type = write_return_type(f);
    add_attrs(f, name);
    tir_function_body(d, f->frame, f->func, f->path, "with T.sblock(\"root\"):");
    const tunip_doc *decorator = write_decorator(f);
    const tunip_doc *written = tunip_doc_id_new(d, tunip_name_text(d, name, f->path), NULL);
    return tunip_doc_function_new(d, written, params, TUNIP_DOCS(d, decorator), return_type,
                                  tir_stmts(d, f->frame));
}

TIR_RULE(v26_prim_func)
{
    tir_frame frame;
    const tunip_tirx_prim_func *func = (const tunip_tirx_prim_func *)node;
    function f = {.d = d, .frame = &frame, .func = func, .path = path};
    tir_frame_enter(d, &frame, node);
    tunip_frame_token(d, &frame.base, "tir");
    tunip_uses_root(d, node);
    const tunip_doc *doc = write_function(&f);
    tir_frame_leave(d, &frame);
    return tunip_with_header(d, doc);
}
