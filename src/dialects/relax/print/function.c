/* function.c -- functions, their blocks and bindings (TVM src/script/printer/relax/function.cc). */
#include "../infer/infer.h"
#include "../types.h"
#include "print.h"

/* ==== The struct info that TVM gives to the result of a function (TVM src/relax/ir/expr.cc,
 * Function). If the declared struct info subsumes that of the body, TVM takes that of the body,
 * but without the sizes that the parameters do not define. Example: a body of R.Tensor((4,))
 * replaces a declared R.Tensor(ndim=1). */

/* Struct infos may contain themselves if they are ill-formed. */
enum { MOST_NESTED = 64 };

typedef struct comparison {
    tunip_docsifier *d;
    relax_symbols defined; /* variables that the parameters define_size */
} comparison;

/* The effect of a body on the declared struct info. */
typedef enum result_effect {
    KEPT,     /* the body replaces it by the same */
    REPLACED, /* the body replaces it by another one */
    UNRELATED /* it does not subsume that of the body, so it stays */
} result_effect;

static bool is_equal(comparison *c, const void *a, const void *b)
{
    return relax_equal(tunip_job_scratch(c->d), a, b);
}

/* ---- definitions ---- */

static void define_size(comparison *c, const tunip_node *expr)
{
    if (tunip_is_a(expr, &tunip_tir_var_type) && !relax_symbols_has(&c->defined, expr))
        relax_symbols_add(c->d, &c->defined, expr);
}

static const tunip_array *sizes_of(const tunip_node *info)
{
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_shape_expr *expr =
        TUNIP_AS(tunip_relax_shape_expr, tensor ? tensor->shape : NULL);
    return expr ? expr->values : shape ? shape->values : NULL;
}

static void define_sizes(comparison *c, const tunip_node *info, int most)
{
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    const tunip_array *sizes = sizes_of(info);
    if (prim) define_size(c, prim->value);
    for (size_t i = 0; i < tunip_array_count(sizes); i++) define_size(c, sizes->items[i]);
    for (size_t i = 0; tuple && most && i < tunip_array_count(tuple->fields); i++)
        define_sizes(c, tuple->fields->items[i], most - 1);
}

typedef struct search {
    const relax_symbols *defined;
    bool found;
} search;

static tunip_walk_action find_undefined(const tunip_node *node, void *user)
{
    search *s = user;
    if (!tunip_is_a(node, &tunip_tir_var_type)) return TUNIP_WALK_ON;
    s->found = s->found || !relax_symbols_has(s->defined, node);
    return s->found ? TUNIP_WALK_STOP : TUNIP_WALK_SKIP;
}

/* Whether an expression has only variables that the parameters define_size. */
static bool is_known(comparison *c, const void *expr)
{
    search s = {.defined = &c->defined};
    tunip_walker walker = {.enter = find_undefined, .user = &s, .skip = TUNIP_FLAG_IGNORE};
    if (expr) tunip_job_walk(c->d, expr, &walker);
    return expr && !s.found;
}

/* ---- effects ---- */

static result_effect either(result_effect a, result_effect b)
{
    return a > b ? a : b;
}

static result_effect on_sizes(comparison *c, const tunip_array *declared, int64_t declared_ndim,
                              const tunip_array *known, int64_t known_ndim)
{
    bool are_known = is_known(c, known);
    if (declared && !(known && is_equal(c, declared, known))) return UNRELATED;
    if (declared) return are_known ? KEPT : REPLACED;
    if (declared_ndim != TUNIP_RELAX_UNKNOWN_NDIM && declared_ndim != known_ndim) return UNRELATED;
    return are_known || declared_ndim != known_ndim ? REPLACED : KEPT;
}

/* The struct info of a shape is made again of its values. */
static result_effect on_shape(comparison *c, const tunip_relax_shape_struct_info *declared,
                              const tunip_relax_shape_expr *value,
                              const tunip_relax_shape_struct_info *known)
{
    int64_t ndim = value ? (int64_t)tunip_array_count(value->values) : known->ndim;
    return on_sizes(c, declared->values, declared->ndim, value ? value->values : known->values,
                    ndim);
}

static result_effect on_tensor(comparison *c, const tunip_node *declared, const tunip_node *known)
{
    const tunip_relax_tensor_struct_info *a = (const tunip_relax_tensor_struct_info *)declared;
    const tunip_relax_tensor_struct_info *b = (const tunip_relax_tensor_struct_info *)known;
    result_effect sizes = UNRELATED;
    if (a->dtype.bits && !tunip_dtype_equal(a->dtype, b->dtype)) return UNRELATED;
    if (a->vdevice && !is_equal(c, a->vdevice, b->vdevice)) return UNRELATED;
    if (!a->shape || sizes_of(declared))
        sizes = on_sizes(c, sizes_of(declared), a->ndim, sizes_of(known), b->ndim);
    else if (is_equal(c, a->shape, b->shape))
        sizes = REPLACED;
    bool is_less = (!a->dtype.bits && b->dtype.bits) || (!a->vdevice && b->vdevice);
    return either(sizes, is_less ? REPLACED : KEPT);
}

static result_effect on_number(comparison *c, const tunip_node *declared, const tunip_node *known)
{
    const tunip_relax_prim_struct_info *a = (const tunip_relax_prim_struct_info *)declared;
    const tunip_relax_prim_struct_info *b = (const tunip_relax_prim_struct_info *)known;
    if (!tunip_dtype_equal(a->dtype, b->dtype)) return UNRELATED;
    if (a->value && !(b->value && is_equal(c, a->value, b->value))) return UNRELATED;
    bool is_same = a->value ? is_known(c, b->value) : !is_known(c, b->value);
    return is_same ? KEPT : REPLACED;
}

static result_effect effect_on(comparison *c, const tunip_node *declared, const tunip_node *value,
                               const tunip_node *known, int most);

/* The struct info of a tuple is made again of those of its fields. */
static result_effect on_tuple(comparison *c, const tunip_node *declared, const tunip_node *value,
                              const tunip_node *known, int most)
{
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, value);
    const tunip_array *a = ((const tunip_relax_tuple_struct_info *)declared)->fields;
    const tunip_array *b = ((const tunip_relax_tuple_struct_info *)known)->fields;
    result_effect all = KEPT;
    if (tunip_array_count(a) != tunip_array_count(b)) return UNRELATED;
    bool has_fields = tuple && tunip_array_count(tuple->fields) == tunip_array_count(b);
    for (size_t i = 0; i < tunip_array_count(a); i++) {
        const tunip_node *field = has_fields ? tuple->fields->items[i] : NULL;
        const tunip_node *info = field ? tunip_relax_struct_info_of(field) : b->items[i];
        all = either(all, effect_on(c, a->items[i], field, info, most - 1));
    }
    return all;
}

static result_effect effect_on(comparison *c, const tunip_node *declared, const tunip_node *value,
                               const tunip_node *known, int most)
{
    if (!declared || !known || !most) return UNRELATED;
    if (tunip_is(declared, &tunip_relax_object_struct_info_type))
        return known->type == declared->type ? KEPT : REPLACED;
    if (known->type != declared->type) return UNRELATED;
    if (tunip_is(declared, &tunip_relax_tensor_struct_info_type))
        return on_tensor(c, declared, known);
    if (tunip_is(declared, &tunip_relax_shape_struct_info_type))
        return on_shape(c, (const tunip_relax_shape_struct_info *)declared,
                        TUNIP_AS(tunip_relax_shape_expr, value),
                        (const tunip_relax_shape_struct_info *)known);
    if (tunip_is(declared, &tunip_relax_prim_struct_info_type))
        return on_number(c, declared, known);
    if (tunip_is(declared, &tunip_relax_tuple_struct_info_type))
        return on_tuple(c, declared, value, known, most);
    return KEPT;
}

bool relax_keeps_result(tunip_docsifier *d, const tunip_relax_function *func)
{
    comparison c = {.d = d};
    const tunip_node *value = func->body ? func->body->body : NULL;
    for (size_t i = 0; i < tunip_array_count(func->params); i++)
        define_sizes(&c, tunip_relax_struct_info_of(func->params->items[i]), MOST_NESTED);
    return effect_on(&c, func->ret_struct_info, value, tunip_relax_struct_info_of(value),
                     MOST_NESTED) != REPLACED;
}

/* ==== Bindings of values to variables; also `if`, whose branches bind the variable (TVM
 * src/script/printer/relax/binding.cc). */

static const tunip_doc *define_var(tunip_docsifier *d, const tunip_relax_binding *binding,
                                   const tunip_path *path)
{
    if (!binding->var)
        tunip_report(d, TUNIP_ISSUE_NULL, tunip_path_attr(d, path, "var"),
                     "the bound variable is missing");
    return relax_define_var(d, tunip_frame_top(d), binding->var);
}

static const tunip_doc *annotate(tunip_docsifier *d, const tunip_relax_binding *binding,
                                 const tunip_path *path, const tunip_node *value)
{
    return relax_annotation(d, binding->var, tunip_path_attr(d, path, "var"), value);
}

/* ---- branches ---- */

static const tunip_doc *write_if(tunip_docsifier *d, const tunip_relax_if *node,
                                 const tunip_path *path, const relax_sink *sink)
{
    const tunip_doc *cond = TUNIP_CHILD(d, node, cond, path);
    tunip_docs yes =
        relax_seq_body(d, node->true_branch, tunip_path_attr(d, path, "true_branch"), sink);
    tunip_docs no =
        relax_seq_body(d, node->false_branch, tunip_path_attr(d, path, "false_branch"), sink);
    return tunip_doc_if_new(d, cond, yes, no);
}

RELAX_RULE(if)
{
    relax_sink sink = {.returns = false};
    return write_if(d, (const tunip_relax_if *)node, path, &sink);
}

/* ---- bindings ---- */

/* Each branch ends with an assignment to the variable. */
static const tunip_doc *bind_if(tunip_docsifier *d, const tunip_relax_var_binding *binding,
                                const tunip_path *path)
{
    relax_sink sink = {.annotation = annotate(d, &binding->base, path, binding->value)};
    sink.lhs = define_var(d, &binding->base, path);
    const tunip_path *at = tunip_path_attr(d, path, "value");
    return write_if(d, (const tunip_relax_if *)binding->value, at, &sink);
}

/* A local function prints as a definition with the variable's name. */
static const tunip_doc *bind_function(tunip_docsifier *d, const tunip_relax_var_binding *binding,
                                      const tunip_path *path)
{
    const tunip_doc *name = define_var(d, &binding->base, path);
    bool has_name = name->kind == TUNIP_DOC_ID;
    if (has_name) tunip_binding_push(d, ((const tunip_doc_id *)name)->name);
    const tunip_doc *doc = TUNIP_CHILD(d, binding, value, path);
    if (has_name) tunip_binding_pop(d);
    return doc;
}

static const tunip_doc *bind_value(tunip_docsifier *d, const tunip_relax_var_binding *binding,
                                   const tunip_path *path)
{
    const tunip_doc *rhs = TUNIP_CHILD(d, binding, value, path);
    const tunip_doc *annotation = annotate(d, &binding->base, path, binding->value);
    const tunip_doc *lhs = define_var(d, &binding->base, path);
    return tunip_doc_assign_new(d, TUNIP_ROLE_BIND, lhs, rhs, annotation);
}

/* Whether the value is known to be an empty tuple. */
static bool is_void(const void *expr)
{
    const tunip_relax_tuple_struct_info *info =
        TUNIP_AS(tunip_relax_tuple_struct_info, tunip_relax_struct_info_of(expr));
    return info && !tunip_array_count(info->fields);
}

static bool is_function(const tunip_node *value)
{
    return tunip_is_a(value, &tunip_ir_base_func_type) &&
           !tunip_is(value, &tunip_relax_extern_func_type);
}

static const tunip_doc *bind_any(tunip_docsifier *d, const tunip_relax_var_binding *binding,
                                 const tunip_path *path)
{
    const tunip_node *value = binding->value;
    if (tunip_is(value, &tunip_relax_if_type)) return bind_if(d, binding, path);
    if (is_function(value)) return bind_function(d, binding, path);
    bool is_effect = is_void(value) && is_void(binding->base.var);
    if (is_effect && !tunip_job_options(d)->no_syntax_sugar) {
        const tunip_doc *effect = TUNIP_CHILD(d, binding, value, path);
        return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_BIND, effect);
    }
    return bind_value(d, binding, path);
}

/* A parser keeps an annotation that is less specific than the inferred struct info only at a call.
 * Elsewhere it refines the annotation. A GROUP marks such a binding for backends. */
RELAX_RULE(var_binding)
{
    const tunip_relax_var_binding *binding = (const tunip_relax_var_binding *)node;
    const tunip_doc *doc = bind_any(d, binding, path);
    if (tunip_is(binding->value, &tunip_relax_call_type) ||
        !relax_subsumes(tunip_job_scratch(d), tunip_relax_struct_info_of(binding->base.var),
                        tunip_relax_struct_info_of(binding->value)))
        return doc;
    return tunip_doc_group_new(d, TUNIP_DOCS(d, tunip_doc_at(d, doc, path)));
}

/* var: info = R.match_cast(value, info) */
RELAX_RULE(match_cast)
{
    const tunip_relax_match_cast *cast = (const tunip_relax_match_cast *)node;
    const tunip_doc *annotation = NULL;
    if (relax_shows_all(d)) annotation = annotate(d, &cast->base, path, cast->value);
    const tunip_doc *value = TUNIP_CHILD(d, cast, value, path);
    const tunip_path *at = RELAX_PATH(d, tunip_relax_match_cast, struct_info, cast, path);
    at = tunip_path_as(d, at, relax_info_path(d, cast->base.var, path));
    const tunip_doc *info = tunip_docsify_child(d, cast->struct_info, at);
    const tunip_doc *rhs = RELAX_CALL(d, "match_cast", value, info);
    if (!relax_equal(tunip_job_scratch(d), tunip_relax_struct_info_of(cast->base.var),
                     cast->struct_info))
        rhs = tunip_doc_partial_new(d, rhs, "var_struct_info", tunip_doc_none(d, NULL));
    const tunip_doc *lhs = define_var(d, &cast->base, path);
    return tunip_doc_assign_new(d, TUNIP_ROLE_MATCH, lhs, rhs, annotation);
}

/* ==== Sequences of binding blocks, plain and dataflow (TVM src/script/printer/relax/region.cc). */

/* ---- sequences ---- */

static const tunip_doc *write_value(tunip_docsifier *d, const tunip_doc *value,
                                    const relax_sink *sink)
{
    if (sink->returns) return tunip_doc_return_new(d, value);
    if (!sink->lhs) return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, value);
    return tunip_doc_assign_new(d, TUNIP_ROLE_BIND, sink->lhs, value, sink->annotation);
}

static const tunip_array *bindings_of(const tunip_node *block)
{
    const tunip_relax_binding_block *b = TUNIP_AS_A(tunip_relax_binding_block, block);
    return b ? b->bindings : NULL;
}

static bool is_empty(const tunip_node *block)
{
    return !tunip_array_count(bindings_of(block));
}

bool relax_has_empty_block(const tunip_relax_seq_expr *seq)
{
    for (size_t i = 0; seq && i < tunip_array_count(seq->blocks); i++)
        if (is_empty(seq->blocks->items[i])) return true;
    return false;
}

/* Whether a parser would join a block with the one before it. */
static bool would_join(const tunip_array *blocks, size_t index)
{
    const tunip_node *block = blocks->items[index];
    const tunip_node *before = index ? blocks->items[index - 1] : NULL;
    return before && block && before->type == block->type && !is_empty(before) && !is_empty(block);
}

static void add_blocks(tunip_docsifier *d, tunip_frame *frame, const tunip_array *blocks,
                       const tunip_path *path)
{
    for (size_t i = 0; i < tunip_array_count(blocks); i++) {
        const tunip_path *at = tunip_path_item(d, path, i);
        const tunip_doc *doc = tunip_docsify_child(d, blocks->items[i], at);
        if (would_join(blocks, i)) doc = tunip_doc_group_new(d, TUNIP_DOCS(d, doc));
        relax_add_stmt(d, frame, doc);
    }
}

tunip_docs relax_seq_body(tunip_docsifier *d, const tunip_relax_seq_expr *seq,
                          const tunip_path *path, const relax_sink *sink)
{
    tunip_frame frame;
    relax_frame_enter(d, &frame, seq);
    if (seq) add_blocks(d, &frame, seq->blocks, tunip_path_attr(d, path, "blocks"));
    const tunip_doc *value =
        tunip_docsify_child(d, seq ? seq->body : NULL, tunip_path_attr(d, path, "body"));
    tunip_frame_add(d, &frame, write_value(d, value, sink));
    tunip_docs body = tunip_frame_body(d, &frame, NULL);
    relax_frame_leave(d, &frame);
    return body;
}

RELAX_RULE(seq_expr)
{
    relax_sink sink = {.returns = false};
    return tunip_doc_block_new(d,
                               relax_seq_body(d, (const tunip_relax_seq_expr *)node, path, &sink));
}

/* ---- blocks ---- */

static const tunip_relax_var *bound_var(const tunip_node *binding)
{
    const tunip_relax_binding *b = TUNIP_AS_A(tunip_relax_binding, binding);
    return b ? b->var : NULL;
}

/* Appends the variable of a binding to the arguments of R.output(), if it is visible outside of the
 * dataflow block. */
static void add_output(tunip_docsifier *d, relax_args *outputs, const tunip_node *binding,
                       const tunip_path *path)
{
    const tunip_relax_var *var = bound_var(binding);
    if (var && !tunip_relax_is_dataflow_var(var))
        relax_args_add(outputs, tunip_docsify_child(d, var, tunip_path_attr(d, path, "var")));
}

/* Prints a binding. In ill-formed IR it may be any node; an expression becomes a statement. */
static const tunip_doc *write_binding(tunip_docsifier *d, const tunip_node *binding,
                                      const tunip_path *path)
{
    const tunip_doc *doc = tunip_docsify_child(d, binding, path);
    bool is_expr = tunip_doc_classify(doc) == TUNIP_CLASS_EXPR;
    return is_expr ? tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc) : doc;
}

RELAX_RULE(binding_block)
{
    const tunip_array *bindings = ((const tunip_relax_binding_block *)node)->bindings;
    size_t count = tunip_array_count(bindings);
    const tunip_doc **stmts = tunip_docs_new(d, count);
    const tunip_path *at = tunip_path_attr(d, path, "bindings");
    for (size_t i = 0; stmts && i < count; i++)
        stmts[i] = write_binding(d, bindings->items[i], tunip_path_item(d, at, i));
    return tunip_doc_block_new(d, tunip_docs_view(stmts, count));
}

/* with R.dataflow(): ... R.output(a, b) */
RELAX_RULE(dataflow_block)
{
    const tunip_array *bindings = ((const tunip_relax_binding_block *)node)->bindings;
    size_t count = tunip_array_count(bindings);
    const tunip_doc **stmts = tunip_docs_new(d, count + 1);
    relax_args outputs = relax_args_new(d, count, 0);
    const tunip_path *at = tunip_path_attr(d, path, "bindings");
    for (size_t i = 0; stmts && i < count; i++) {
        const tunip_path *item = tunip_path_item(d, at, i);
        stmts[i] = write_binding(d, bindings->items[i], item);
        add_output(d, &outputs, bindings->items[i], item);
    }
    const tunip_doc *output = relax_args_call(d, relax_name(d, "output"), &outputs);
    if (stmts) stmts[count] = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_OUTPUT, output);
    const tunip_doc *scope =
        tunip_prefixed_call(d, &tunip_dialect_relax, "dataflow", tunip_docs_none());
    return tunip_doc_scope_new(d, NULL, scope, tunip_docs_view(stmts, count + 1));
}

/* ==== Functions: signature, attributes, decorator, body (TVM
 * src/script/printer/relax/function.cc). */

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
    return tunip_doc_function_new(d, name, shown.params, TUNIP_DOCS(d, decorator), shown.result,
                                  tunip_frame_body(d, f->frame, NULL));
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
