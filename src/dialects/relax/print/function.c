/* function.c -- functions: signature, attributes, decorator, body (TVM
 * src/script/printer/relax/function.cc). */
#include "../infer/subsumes.h"
#include "annotation.h"
#include "frame.h"
#include "region.h"
#include "rules.h"

typedef struct function {
    tunip_docsifier *d;
    tunip_frame *frame;
    const tunip_relax_function *func;
    const tunip_path *path;
    tunip_str name;
    bool is_top; /* a function of the module or the root, not a local function */
} function;

/* ---- the signature ---- */

/* The declared result in the struct info of the function. */
static const tunip_doc *write_known_result(const function *f)
{
    const tunip_relax_func_struct_info *info =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(f->func));
    if (!info) return NULL;
    return TUNIP_CHILD(f->d, info, ret, tunip_path_attr(f->d, f->path, "struct_info_"));
}

/* The same in the function itself. */
static const tunip_doc *write_own_result(const function *f)
{
    const tunip_path *at =
        RELAX_PATH(f->d, tunip_relax_function, ret_struct_info, f->func, f->path);
    return tunip_docsify_child(f->d, f->func->ret_struct_info, at);
}

static const tunip_doc *write_param(const function *f, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_relax_var *var = tunip_relax_is_var(node) ? (const tunip_relax_var *)node : NULL;
    const tunip_doc *annotation = var ? relax_annotation(f->d, var, path, NULL) : NULL;
    if (!annotation) {
        tunip_report(f->d, TUNIP_ISSUE_NULL, path, "a parameter has no struct info");
        annotation = tunip_doc_none(f->d, path);
    }
    const tunip_doc *name = relax_define_var(f->d, f->frame, var);
    return tunip_doc_assign_new(f->d, TUNIP_ROLE_PARAM, name, NULL, annotation);
}

static tunip_docs write_params(const function *f)
{
    const tunip_array *params = f->func->params;
    const tunip_doc **docs = tunip_docs_new(f->d, tunip_array_count(params));
    const tunip_path *path = tunip_path_attr(f->d, f->path, "params");
    for (size_t i = 0; docs && i < params->count; i++)
        docs[i] = write_param(f, params->items[i], tunip_path_item(f->d, path, i));
    return tunip_docs_view(docs, tunip_array_count(params));
}

/* ---- attributes ---- */

/* R.func_attr({...}). A nested function shows its global symbol. */
static void add_attrs(const function *f)
{
    tunip_str said = f->is_top ? f->name : (tunip_str){NULL, 0};
    const tunip_node *shown = tunip_ir_shown_attrs(f->d, &f->func->base, said);
    if (!shown) return;
    const tunip_doc *dict = tunip_docsify(f->d, shown, tunip_path_attr(f->d, f->path, "attrs"));
    const tunip_doc *call = RELAX_CALL(f->d, "func_attr", dict);
    tunip_frame_add(f->d, f->frame, tunip_doc_expr_stmt_new(f->d, TUNIP_ROLE_META, call));
}

static const tunip_doc *write_decorator(const function *f)
{
    tunip_docsifier *d = f->d;
    const tunip_doc *callee = relax_name(d, "function");
    bool is_private = f->is_top && !tunip_ir_global_symbol(&f->func->base);
    if (f->func->is_pure && !is_private) return callee;
    relax_args args = relax_args_new(d, 0, 2);
    if (!f->func->is_pure) relax_args_key(&args, "pure", tunip_doc_bool(d, false, NULL));
    if (is_private) relax_args_key(&args, "private", tunip_doc_bool(d, true, NULL));
    const tunip_doc *decorator = relax_args_call(d, callee, &args);
    if (f->func->base.attrs) return decorator;
    return tunip_doc_partial_new(d, decorator, "attrs", tunip_doc_none(d, NULL));
}

static bool is_defined(const void *d, const tunip_node *variable)
{
    return tunip_is_defined(d, variable);
}

/* Whether a parser makes another function of the text: it refines a result type that is less
 * specific than the value, and drops blocks without bindings. */
static bool is_made_otherwise(const function *f)
{
    const tunip_relax_seq_expr *seq = TUNIP_AS(tunip_relax_seq_expr, f->func->body);
    if (relax_has_empty_block(seq)) return true;
    const tunip_node *value = seq ? tunip_relax_struct_info_of(seq->body) : NULL;
    return relax_result_subsumes(tunip_job_scratch(f->d), f->func->ret_struct_info, value,
                                 is_defined, f->d);
}

/* ---- the whole ---- */

/* Whether a frame is that of the root, or of a function of the module that is the root. */
static bool is_top_frame(const tunip_frame *frame)
{
    const tunip_frame *around = frame->outer, *root = around ? around->outer : NULL;
    if (!around) return false;
    if (!root) return around->dialect == &tunip_dialect_relax;
    return !root->outer && root->dialect != &tunip_dialect_relax;
}

static tunip_str find_name(const tunip_docsifier *d, const tunip_relax_function *func)
{
    tunip_str name = tunip_ir_function_name(d, &func->base);
    return name.data ? name : tunip_str_from("main");
}

typedef struct signature {
    tunip_docs params;
    const tunip_doc *result;
} signature;

/* In which order the symbols of a signature are found is the order of their declarations. */
static signature write_result_first(const function *f)
{
    const tunip_doc *result = write_known_result(f);
    return (signature){write_params(f), result};
}

static signature write_params_first(const function *f)
{
    tunip_docs params = write_params(f);
    return (signature){params, write_own_result(f)};
}

static const tunip_doc *write_function(function *f, relax_symbols *symbols,
                                       signature (*write_signature)(const function *f))
{
    tunip_docsifier *d = f->d;
    relax_state *state = relax_job_state(d);
    relax_sink sink = {.returns = true};
    state->signature = symbols;
    signature shown = write_signature(f);
    state->signature = NULL;
    add_attrs(f);
    const tunip_doc *decorator = write_decorator(f);
    bool is_group = is_made_otherwise(f);
    tunip_docs body = relax_seq_body(d, f->func->body, tunip_path_attr(d, f->path, "body"), &sink);
    tunip_frame_add(d, f->frame,
                    is_group ? tunip_doc_group_new(d, body) : tunip_doc_block_new(d, body));
    const tunip_doc *name = tunip_doc_id_new(d, tunip_name_text(d, f->name, f->path), NULL);
    return tunip_doc_function_new(d, name, shown.params, TUNIP_DOCS(d, decorator),
                                  shown.result, tunip_frame_body(d, f->frame, NULL));
}

static function open_function(tunip_docsifier *d, tunip_frame *frame, const tunip_node *node,
                              const tunip_path *path)
{
    function f = {.d = d, .frame = frame, .func = (const tunip_relax_function *)node, .path = path};
    relax_frame_enter(d, frame, node);
    f.name = find_name(d, f.func);
    f.is_top = is_top_frame(frame);
    tunip_frame_token(d, frame, "relax");
    return f;
}

/* Only an outermost function declares symbolic variables. In its signature they are strings,
 * because the declarations follow in the body. */
RELAX_RULE(function)
{
    relax_state *state = relax_job_state(d);
    bool is_outermost = !state->function;
    relax_symbols symbols = {.count = 0};
    tunip_frame frame;
    function f = open_function(d, &frame, node, path);
    if (is_outermost) *state = (relax_state){.outermost = state->outermost, .function = &frame};
    const tunip_doc *doc = write_function(&f, is_outermost ? &symbols : NULL, write_result_first);
    if (is_outermost) *state = (relax_state){.outermost = state->outermost};
    relax_frame_leave(d, &frame);
    return tunip_with_header(d, doc);
}

/* In TVM v0.26, each function declares its own. */
RELAX_RULE(typed_function)
{
    relax_state *state = relax_job_state(d);
    relax_state outer = *state;
    relax_symbols symbols = {.count = 0};
    tunip_frame frame;
    function f = open_function(d, &frame, node, path);
    state->function = &frame;
    state->has_alias = false;
    const tunip_doc *doc = write_function(&f, &symbols, write_params_first);
    state->function = outer.function;
    state->signature = outer.signature;
    state->has_alias = outer.has_alias;
    relax_frame_leave(d, &frame);
    return tunip_with_header(d, doc);
}

RELAX_RULE(extern_func)
{
    tunip_str symbol = tunip_string_value(((const tunip_relax_extern_func *)node)->global_symbol);
    const tunip_doc *name = tunip_doc_str(d, symbol, path);
    return RELAX_CALL(d, "ExternFunc", name);
}

/* The type of a foreign function of which nothing is known. */
static bool is_unknown_function(const tunip_node *type)
{
    const tunip_relax_func_struct_info *func = TUNIP_AS(tunip_relax_func_struct_info, type);
    return func && !func->params && !func->purity &&
           tunip_is(func->ret, &tunip_relax_object_struct_info_type);
}

RELAX_RULE(typed_extern_func)
{
    const tunip_relax_extern_func *func = (const tunip_relax_extern_func *)node;
    const tunip_node *type = tunip_relax_struct_info_of(node);
    const tunip_doc *name = tunip_doc_str(d, tunip_string_value(func->global_symbol),
                                          tunip_path_attr(d, path, "global_symbol"));
    if (is_unknown_function(type)) return RELAX_CALL(d, "ExternFunc", name);
    const tunip_doc *shown = tunip_docsify_child(d, type, relax_info_path(d, node, path));
    return RELAX_CALL(d, "ExternFunc", name, shown);
}
