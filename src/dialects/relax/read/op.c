/* op.c -- calls of operators: R.nn.conv2d(x, w, strides=[1, 1]). The rows of ops.def say which
 * parameters are arguments and which are attributes. */
#include "op.h"

typedef struct op_call {
    tunip_elaborator *e;
    relax_made_call made;
    bool is_wrong;
} op_call;

/* ---- arguments ---- */

static bool is_shape_name(tunip_str name)
{
    return tunip_str_is(name, "shape") || tunip_str_is(name, "size") ||
           tunip_str_is(name, "total_space");
}

/* The last two may be numbers in v0.26: a text does not say its version, so they are refused only
 * where the reader follows v0.23. */
static bool is_tensor_name(const tunip_elaborator *e, tunip_str name)
{
    static const char *const names[] = {"x", "x1", "x2", "x3", "data", "indices", "weight"};
    size_t count = TUNIP_LEN(names) - (tunip_elaborator_folds(e) ? 0 : 2);
    for (size_t i = 0; i < count; i++)
        if (tunip_str_is(name, names[i])) return true;
    return false;
}

static bool is_number(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_BOOL || value->kind == TUNIP_VALUE_INT ||
           value->kind == TUNIP_VALUE_FLOAT;
}

/* Whether an item of a list is an expression of Relax, so that it is no list of dimensions. */
static bool has_expr(const tunip_value *list)
{
    for (size_t i = 0; list->kind == TUNIP_VALUE_LIST && i < list->items.count; i++)
        if (list->items.items[i].kind == TUNIP_VALUE_NODE &&
            tunip_is_a(list->items.items[i].node, &tunip_ir_relax_expr_type))
            return true;
    return false;
}

static tunip_node *dtype_expr(tunip_elaborator *e, const tunip_value *value)
{
    tunip_word_call call = {.doc = value->doc, .args = value};
    tunip_value made = relax_read_dtype(e, &call);
    return made.kind == TUNIP_VALUE_NODE ? made.node : NULL;
}

tunip_node *relax_function_of(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_STR) return relax_new_extern(e, value->text);
    tunip_value known = *value;
    if (value->kind == TUNIP_VALUE_NODE) known.node = relax_outside_function(e, value->node);
    if (known.kind == TUNIP_VALUE_NODE && tunip_is(known.node, &tunip_ir_global_var_type))
        return known.node;
    return relax_expr_of(e, &known);
}

/* A number as an argument, which only newer versions write without R.prim_value(). */
static tunip_node *bare_number(tunip_elaborator *e, const tunip_value *value)
{
    bool is_bool = value->kind == TUNIP_VALUE_BOOL && !tunip_elaborator_folds(e);
    tunip_hint_vintage(e, 26);
    if (!is_bool) return relax_expr_of(e, value);
    return relax_new_prim_value(
        e, (tunip_node *)tunip_ir_int(tunip_elaborator_graph(e), TUNIP_BOOL, value->boolean));
}

/* An argument, as the function of the operator makes it of a value: lists become shapes or tuples,
 * names of functions foreign functions. */
static tunip_node *argument_of(tunip_elaborator *e, tunip_str name, const tunip_value *value)
{
    if (tunip_str_is(name, "func")) return relax_function_of(e, value);
    if (tunip_str_is(name, "dtype") && value->kind == TUNIP_VALUE_STR) return dtype_expr(e, value);
    if (is_shape_name(name) && relax_is_list(value) && !has_expr(value))
        return relax_new_shape(e, relax_dims_of(e, value));
    bool is_list = value->kind == TUNIP_VALUE_LIST && tunip_elaborator_folds(e) &&
                   !tunip_str_is(name, "indices"); /* R.index_tensor(x, (i, j)) */
    bool is_bare = is_number(value) || is_list;
    if (is_tensor_name(e, name) && is_bare && !tunip_elaborator_vintage(e)) {
        tunip_complain_instead(e, value, "an expression of Relax");
        tunip_complain_also(e, NULL, "write R.const(...)");
        return NULL;
    }
    if (is_number(value)) return bare_number(e, value);
    return relax_expr_of(e, value);
}

/* Since v0.26, this operator takes a tuple of numbers for one. */
static bool takes_tuple(const op_call *c)
{
    return tunip_elaborator_vintage(c->e) && c->made.op->takes_tuple;
}

/* Whether a name of a function stays a string: TVM's function of the operator is one of those that
 * do not make an ExternFunc of it (TVM python/tvm/relax/op/vm/vm.py, base.py). */
static bool keeps_name(const op_call *c)
{
    return tunip_elaborator_folds(c->e) && c->made.op->keeps_name;
}

static void add_argument(op_call *c, tunip_str name, const tunip_value *value)
{
    bool is_expr = (relax_is_list(value) && takes_tuple(c)) ||
                   (value->kind == TUNIP_VALUE_STR && tunip_str_is(name, "func") && keeps_name(c));
    tunip_node *arg = is_expr ? relax_expr_of(c->e, value) : argument_of(c->e, name, value);
    if (!arg) c->is_wrong = true;
    c->made.args[c->made.count++] = arg;
}

/* ---- parameters ---- */

/* Whether TVM takes None for this value. */
static bool stands_for_none(tunip_elaborator *e, const tunip_value *usual)
{
    return tunip_elaborator_folds(e) &&
           (usual->kind == TUNIP_VALUE_LIST || usual->kind == TUNIP_VALUE_BOOL);
}

/* Whether TVM refuses None, because the parameter is a number, a string or a dtype. */
static bool needs_value(tunip_elaborator *e, const tunip_value *usual)
{
    return tunip_elaborator_folds(e) && !tunip_elaborator_vintage(e) &&
           (usual->kind == TUNIP_VALUE_INT || usual->kind == TUNIP_VALUE_FLOAT ||
            usual->kind == TUNIP_VALUE_STR);
}

static void set_param(op_call *c, tunip_str name, const tunip_value *given,
                      const tunip_word_call *call)
{
    const tunip_field *field = c->made.attrs ? relax_attr_field(c->made.attrs->type, name) : NULL;
    tunip_value value = *given, usual;
    bool is_default = value.kind == TUNIP_VALUE_ABSENT || value.kind == TUNIP_VALUE_NONE;
    bool has_default = is_default && relax_default(c->e, call->word->params, name, &usual);
    if (value.kind == TUNIP_VALUE_ABSENT && !has_default) return;
    if (has_default && (value.kind == TUNIP_VALUE_ABSENT || stands_for_none(c->e, &usual)))
        value = usual;
    if (!value.doc) value.doc = call->doc;
    bool may_be_null = field && field->flags & TUNIP_FLAG_OPTIONAL;
    bool is_missing = value.kind == TUNIP_VALUE_NONE && field && !may_be_null;
    bool is_older = tunip_elaborator_folds(c->e) && !tunip_elaborator_vintage(c->e);
    if (is_missing && (has_default ? needs_value(c->e, &usual) : is_older)) {
        tunip_complain(c->e, value.doc, "the argument `%.*s` must not be None", (int)name.size,
                       name.data);
        c->is_wrong = true;
        return;
    }
    bool is_dtype = field && field->kind == TUNIP_KIND_DTYPE;
    if (given->kind == TUNIP_VALUE_NONE && is_dtype) tunip_hint_vintage(c->e, 26); /* not "void" */
    bool is_empty = is_default && value.kind == TUNIP_VALUE_LIST && !value.items.count;
    if (is_empty && !field)
        c->made.args[c->made.count++] = relax_expr_of(c->e, &value); /* R.tuple(), not a shape */
    else if (field)
        relax_set_attr(c->e, c->made.name, c->made.attrs, field, &value);
    else if (value.kind != TUNIP_VALUE_NONE)
        add_argument(c, name, &value);
}

static void add_rest(op_call *c, tunip_values rest)
{
    for (size_t i = 0; i < rest.count; i++) add_argument(c, tunip_str_from("*"), &rest.items[i]);
}

/* The struct infos of a call. */
static tunip_array *sinfo_args_of(op_call *c, const tunip_value *value)
{
    return relax_infos_of(c->e, value);
}

/* Goes through the parameters in their order; returns the struct infos. */
static tunip_array *read_params(op_call *c, const tunip_word_call *call)
{
    const char *params = call->word->params;
    tunip_array *infos = NULL;
    for (size_t i = 0; *params;) {
        size_t size = strcspn(params, " ");
        tunip_str name = {params, strcspn(params, " =")};
        params += size;
        params += strspn(params, " ");
        if (name.data[0] == '*') {
            add_rest(c, call->rest);
            continue;
        }
        const tunip_value *value = &call->args[i++];
        if (tunip_str_is(name, "out_sinfo")) continue; /* special.c reads it */
        if (tunip_str_is(name, "sinfo_args"))
            infos = sinfo_args_of(c, value);
        else
            set_param(c, name, value, call);
    }
    return infos;
}

/* ---- the word ---- */

static size_t count_params(const char *params)
{
    size_t count = 1;
    for (; *params; params++) count += *params == ' ';
    return count;
}

RELAX_READ(op)
{
    const relax_op *op = relax_word_op(call->word);
    tunip_graph *graph = tunip_elaborator_graph(e);
    op_call c = {.e = e, .made = {.op = op, .name = op->name}};
    size_t room = count_params(call->word->params) + call->rest.count + 1;
    c.made.args = tunip_elaborator_alloc(e, room * sizeof *c.made.args);
    if (op->attrs) c.made.attrs = tunip_node_new(graph, op->attrs);
    if (!c.made.args || (op->attrs && !c.made.attrs)) return tunip_value_wrong(call->doc);
    tunip_array *infos = read_params(&c, call);
    if (c.is_wrong) return tunip_value_wrong(call->doc);
    relax_complete_call(e, &c.made);
    tunip_relax_call *made =
        relax_new_op_call(e, c.made.name, tunip_array_new(graph, c.made.count, c.made.args));
    if (!made) return tunip_value_wrong(call->doc);
    made->attrs = c.made.attrs;
    if (infos) made->sinfo_args = infos;
    return tunip_value_node(made, call->doc);
}

/* relax.Call(tvm.ir.Op.get("relax.add"), [x, y]), R.emit_with_sinfo("relax.add", [x, y], sinfos):
 * just this call. */
RELAX_READ(exact_call)
{
    const tunip_value *infos = &call->args[call->word->data ? 2 : 3];
    tunip_node *callee = call->args[0].kind == TUNIP_VALUE_NODE ? call->args[0].node : NULL;
    tunip_node *args = relax_expr_of(e, &call->args[1]);
    const tunip_relax_tuple *tuple = TUNIP_AS(tunip_relax_tuple, args);
    if (!tuple) return tunip_value_wrong(call->doc);
    tunip_relax_call *made;
    if (call->args[0].kind == TUNIP_VALUE_STR) {
        tunip_str name = tunip_graph_copy(tunip_elaborator_graph(e), call->args[0].text);
        made = relax_new_op_call(e, name.data, tuple->fields);
    } else {
        if (!tunip_is_a(callee, &tunip_ir_relax_expr_type)) callee = NULL;
        if (!callee) return tunip_complain(e, call->args[0].doc, "expected an operator");
        made = relax_new_call(e, callee, tuple->fields);
    }
    if (made && !call->word->data && call->args[2].kind > TUNIP_VALUE_NONE)
        made->attrs = tunip_value_to_data(e, &call->args[2]);
    if (made && infos->kind > TUNIP_VALUE_NONE) made->sinfo_args = relax_infos_of(e, infos);
    return tunip_value_node(made, call->doc);
}
