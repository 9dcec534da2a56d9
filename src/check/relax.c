/* relax.c -- whether Relax is well-formed (TVM src/relax/analysis/well_formed.cc): definitions,
 * dataflow, A-normal form, effects, symbols, struct info. */
#include <string.h>

#include <tunip/tvm/tir.h>

#include "../dialects/relax/infer/infer.h"
#include "../dialects/relax/ops.h"
#include "../dialects/relax/read/read.h"
#include "check.h"

/* ======== the walk ======== */

/* A definition that ends with its scope, and what the map held before. */
typedef struct change {
    const tunip_node *var;
    uint64_t before;
} change;

/* A function that is being read. */
typedef struct frame {
    const tunip_relax_function *func;
    bool is_dataflow; /* in a dataflow block of this function */
} frame;

typedef struct walk {
    tn_steps steps; /* the first member */
    const tunip_ir_module *module;
    tunip_graph *memory;    /* for what is inferred */
    tunip_scratch *scratch; /* its scratch */
    tn_map defined;         /* variables -> 1 ; symbols -> the number of their function */
    tn_map owners;          /* symbols and parameters -> the number of the outermost function */
    tn_map reported;        /* variables with a finding */
    tn_map visited;         /* struct infos -> the change after which they were visited, and 1 */
    TN_ARRAY(change) changes;
    TN_ARRAY(frame) frames;
    uint64_t change_count;
    uint64_t function, outermost; /* numbers, from 1 */
    uint64_t functions;
} walk;

static walk *walk_of(tn_steps *s)
{
    return (walk *)(void *)s;
}

static uint64_t *entry(walk *w, tn_map *map, const void *key)
{
    uint64_t *value = tn_map_put(map, key, NULL);
    if (!value) w->steps.check->failed = true;
    return value;
}

static uint64_t value_of(const tn_map *map, const void *key)
{
    const uint64_t *value = tn_map_get(map, key);
    return value ? *value : 0;
}

static void set(walk *w, const void *var, uint64_t number)
{
    uint64_t *value = entry(w, &w->defined, var);
    if (!value) return;
    change c = {var, *value};
    if (!tn_array_push(&w->changes, w->steps.check->allocator, c)) w->steps.check->failed = true;
    *value = number;
    w->change_count++;
}

/* Ends all definitions after the first step->data ones. */
static void restore(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    while (w->changes.count > step->data) {
        change c = w->changes.items[--w->changes.count];
        uint64_t *value = entry(w, &w->defined, c.var);
        if (value) *value = c.before;
    }
    w->change_count++;
}

/* Only the first finding about a variable is reported. */
static bool is_news(walk *w, const void *var)
{
    bool added;
    return tn_map_put(&w->reported, var, &added) && added;
}

static bool in_dataflow(const walk *w)
{
    return w->frames.count && w->frames.items[w->frames.count - 1].is_dataflow;
}

#define NAME(text) (int)(text).size, (text).data

/* ======== struct info ======== */

static void visit(tn_steps *s, const tn_step *step);
static void visit_info(tn_steps *s, const tn_step *step);
static void define_info(tn_steps *s, const tn_step *step);
static void visit_symbols(tn_steps *s, const tn_step *step);

static void use_symbol(walk *w, const tn_step *step)
{
    tn_check *c = w->steps.check;
    tunip_str name = tn_check_name(step->node);
    if (value_of(&w->defined, step->node) != w->function) {
        if (is_news(w, step->node))
            tn_check_report(c, TN_RULE_SYMBOL, step->place,
                            "the size `%.*s` is not defined in this function", NAME(name));
        return;
    }
    uint64_t *owner = w->outermost ? entry(w, &w->owners, step->node) : NULL;
    if (owner && *owner && *owner != w->outermost && is_news(w, step->node))
        tn_check_report(c, TN_RULE_SYMBOL, step->place, "the size `%.*s` belongs to two functions",
                        NAME(name));
    if (owner && !*owner) *owner = w->outermost;
}

static tunip_walk_action find_symbol(const tunip_node *node, void *user)
{
    tn_step *step = user;
    tn_steps *s = (tn_steps *)(uintptr_t)step->data;
    if (!tunip_is_a(node, &tunip_tir_var_type)) return TUNIP_WALK_ON;
    tn_step use = *step;
    use.node = node;
    use_symbol(walk_of(s), &use);
    return TUNIP_WALK_SKIP;
}

/* All symbols in an expression of tensor IR. */
static void visit_symbols(tn_steps *s, const tn_step *step)
{
    tn_step within = *step;
    within.data = (uint64_t)(uintptr_t)s;
    const tunip_walker walker = {
        .enter = find_symbol, .user = &within, .allocator = s->check->allocator};
    if (tunip_walk_once(step->node, &walker) == TUNIP_WALK_NO_MEMORY) s->check->failed = true;
}

/* The parts of a struct info. Sizes are visited by `sizes`, struct infos by `infos`. In either case
 * the parameters of a function define symbols, and its result uses them. */
static void go_info(tn_steps *s, const tn_step *step, tn_step_fn sizes, tn_step_fn infos)
{
    const tunip_node *node = step->node, *place = step->place;
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, node);
    const tunip_relax_dtensor_struct_info *spread = TUNIP_AS(tunip_relax_dtensor_struct_info, node);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, node);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, node);
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, node);
    const tunip_relax_func_struct_info *func = TUNIP_AS(tunip_relax_func_struct_info, node);
    const tunip_relax_shape_expr *dims =
        tensor ? TUNIP_AS(tunip_relax_shape_expr, tensor->shape) : NULL;
    if (spread) tn_steps_push(s, infos, spread->tensor_sinfo, place, 0);
    if (dims)
        tn_steps_push_all(s, sizes, dims->values, place, 0);
    else if (tensor && sizes == visit_symbols)
        tn_steps_push(s, visit, tensor->shape, place, 0);
    else if (tensor && tunip_relax_is_var(tensor->shape))
        set(walk_of(s), tensor->shape, 1);
    if (shape) tn_steps_push_all(s, sizes, shape->values, place, 0);
    if (prim) tn_steps_push(s, sizes, prim->value, place, 0);
    if (tuple) tn_steps_push_all(s, infos, tuple->fields, place, 0);
    if (func) tn_steps_push_all(s, define_info, func->params, place, 0);
    if (func) tn_steps_push(s, visit_info, func->ret, place, 0);
}

static void define_size(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    bool is_symbol = tunip_is_a(step->node, &tunip_tir_var_type);
    if (is_symbol && value_of(&w->defined, step->node) != w->function)
        set(w, step->node, w->function);
}

/* The symbols that a struct info defines: sizes that are variables. */
static void define_info(tn_steps *s, const tn_step *step)
{
    go_info(s, step, define_size, define_info);
}

static void check_sizes(tn_steps *s, const tn_step *step, const tunip_array *sizes)
{
    bool fine = true;
    for (size_t i = 0; i < tunip_array_count(sizes); i++)
        fine = fine && tunip_ir_dtype_of(sizes->items[i]).code == TUNIP_DTYPE_INT;
    if (!fine)
        tn_check_report(s->check, TN_RULE_SHAPE, tn_check_place(s->check, step->node, step->place),
                        "the sizes of a shape are integers");
}

static const tunip_array *sizes_of(const tunip_node *info)
{
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_shape_expr *dims =
        tensor ? TUNIP_AS(tunip_relax_shape_expr, tensor->shape) : NULL;
    return dims ? dims->values : shape ? shape->values : NULL;
}

static void visit_info(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    bool added;
    uint64_t *when = tn_map_put(&w->visited, step->node, &added);
    if (!when) {
        s->check->failed = true;
        return;
    }
    if (!added && *when == w->change_count + 1) return;
    *when = w->change_count + 1;
    if (added) check_sizes(s, step, sizes_of(step->node));
    go_info(s, step, visit_symbols, visit_info);
}

static void check_info(tn_steps *s, const tn_step *step)
{
    tn_steps_push(s, visit_info, tunip_relax_struct_info_of(step->node), step->place, 0);
}

/* ======== variables ======== */

static void use_variable(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    tunip_str name = tunip_relax_var_name(step->node);
    bool is_dataflow = tunip_relax_is_dataflow_var(step->node);
    if (!value_of(&w->defined, step->node)) {
        if (is_news(w, step->node))
            tn_check_report(s->check, TN_RULE_UNDEFINED_VARIABLE, step->place,
                            "`%.*s` is used where nothing defines it", NAME(name));
    } else if (is_dataflow && !in_dataflow(w) && is_news(w, step->node)) {
        tn_check_report(s->check, TN_RULE_DATAFLOW, step->place,
                        "`%.*s` is used outside of its dataflow block", NAME(name));
        tn_check_help(s->check, "R.output makes it visible outside of the block");
    }
    check_info(s, step);
}

static void define_variable(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    tunip_str name = tunip_relax_var_name(step->node);
    bool is_dataflow = tunip_relax_is_dataflow_var(step->node);
    if (is_dataflow && !in_dataflow(w))
        tn_check_report(s->check, TN_RULE_DATAFLOW, step->place,
                        "`%.*s` is a dataflow variable outside of a dataflow block", NAME(name));
    if (value_of(&w->defined, step->node)) {
        tn_check_report(s->check, TN_RULE_REDEFINED_VARIABLE, step->place,
                        "`%.*s` is defined a second time", NAME(name));
        tn_check_also(s->check, step->node, "its first definition");
    }
    set(w, step->node, 1);
    check_info(s, step);
}

/* ======== expressions ======== */

static bool is_leaf(const tunip_node *node)
{
    return tunip_is_a(node, &tunip_relax_leaf_expr_type) ||
           tunip_is(node, &tunip_ir_global_var_type) || tunip_is(node, &tunip_ir_op_type) ||
           tunip_is(node, &tunip_relax_extern_func_type) || tunip_is(node, &tunip_relax_tuple_type);
}

/* Visits a part that must be a leaf or a tuple; otherwise reports it. */
static void go_leaf(tn_steps *s, const tn_step *step, const tunip_node *part, const char *role)
{
    const tunip_node *place = tn_check_place(s->check, step->node, step->place);
    if (is_leaf(part)) {
        tn_steps_push(s, visit, part, place, 0);
    } else if (part) {
        tn_check_report(s->check, TN_RULE_NORMAL_FORM, tn_check_place(s->check, part, place),
                        "%s must be a variable, a constant or a tuple of them", role);
        tn_check_help(s->check, "bind it to a variable of its own first");
    }
}

static void visit_tuple(tn_steps *s, const tn_step *step)
{
    const tunip_array *fields = ((const tunip_relax_tuple *)step->node)->fields;
    for (size_t i = 0; i < tunip_array_count(fields); i++)
        go_leaf(s, step, fields->items[i], "a field of a tuple");
    check_info(s, step);
}

static void visit_item(tn_steps *s, const tn_step *step)
{
    go_leaf(s, step, ((const tunip_relax_tuple_get_item *)step->node)->tuple_value,
            "the tuple of an item");
    check_info(s, step);
}

/* ---- calls ---- */

static bool is_impure(const tunip_relax_call *call)
{
    const relax_op *row = relax_op_of(call);
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    if (tunip_is(call->op, &tunip_ir_op_type)) return row && row->is_impure;
    return func && !func->purity;
}

static bool is_forced(const tunip_relax_function *func)
{
    const tunip_map *attrs = func->base.attrs ? func->base.attrs->dict : NULL;
    const tunip_node *value = tunip_map_get(attrs, "relax.force_pure");
    const tunip_int *number = TUNIP_AS(tunip_int, value);
    const tunip_bool *truth = TUNIP_AS(tunip_bool, value);
    return (number && number->value) || (truth && truth->value) || tunip_ir_is_int(value, 1);
}

static void check_effects(walk *w, const tn_step *step, const tunip_relax_call *call)
{
    tn_check *c = w->steps.check;
    const tunip_node *place = tn_check_place(c, step->node, step->place);
    const frame *f = w->frames.count ? &w->frames.items[w->frames.count - 1] : NULL;
    if (!f || !is_impure(call)) return;
    if (f->is_dataflow) {
        tn_check_report(c, TN_RULE_PURITY, place,
                        "a dataflow block contains only pure calls, and this has effects");
        tn_check_help(c, "call it outside of R.dataflow(), or R.call_pure_packed");
    } else if (f->func->is_pure && !is_forced(f->func)) {
        tn_check_report(c, TN_RULE_PURITY, place,
                        "this call has effects, and the function is pure");
        tn_check_help(c, "write @R.function(pure=False)");
    }
}

/* Whether the struct info of the call contradicts what TVM infers. */
static void check_inferred(walk *w, const tn_step *step, const tunip_relax_call *call)
{
    tn_check *c = w->steps.check;
    const tunip_node *said = tunip_relax_struct_info_of((const tunip_node *)call);
    const tunip_node *inferred = said ? relax_infer(w->scratch, (const tunip_node *)call) : NULL;
    const tunip_node *place = tn_check_place(c, step->node, step->place);
    if (inferred && relax_infos_differ(said, inferred))
        tn_check_report(c, TN_RULE_STRUCT_INFO, place,
                        "the struct info of this call is not that of its result");
}

static void check_tir_call(walk *w, const tn_step *step, const tunip_relax_call *call)
{
    tn_check *c = w->steps.check;
    const tunip_node *place = tn_check_place(c, step->node, step->place);
    if (!relax_is_tir_call(call) || tunip_array_count(call->args) < 2) return;
    if (!tunip_is(call->args->items[1], &tunip_relax_tuple_type)) {
        tn_check_report(c, TN_RULE_NORMAL_FORM, place,
                        "the arguments must be a tuple that is written here");
        return;
    }
    if (relax_check_places(w->scratch, call).fault != RELAX_PLACES_FIT)
        tn_check_report(c, TN_RULE_ARGUMENTS, place,
                        "the outputs of this call do not fit the arguments that they overwrite");
}

/* The tensors and numbers that a call of tensor IR passes are those of the function's parameters:
 * arguments first, then outputs. */
static void check_tensors(walk *w, const tn_step *step, const tunip_relax_call *call)
{
    tn_check *c = w->steps.check;
    if (!relax_is_tir_call(call) || tunip_array_count(call->args) < 2 ||
        !tunip_array_count(call->sinfo_args))
        return;
    relax_tir_fit fit = relax_fit_tir_call(w->memory, call);
    const tunip_node *place = tn_check_place(c, step->node, step->place);
    if (fit.fault == RELAX_TIR_INPUT)
        tn_check_report(c, TN_RULE_STRUCT_INFO, place,
                        "argument %zu is not what the function takes", fit.index + 1);
    else if (fit.fault == RELAX_TIR_OUTPUT)
        tn_check_report(c, TN_RULE_STRUCT_INFO, place, "output %zu is not what the function writes",
                        fit.index + 1);
    else if (fit.fault != RELAX_TIR_FITS)
        tn_check_report(c, TN_RULE_ARGUMENTS, place,
                        fit.fault == RELAX_TIR_TOO_MANY
                            ? "the function takes %zu arguments and outputs, got %zu arguments"
                            : "the function has %zu outputs for these arguments, got %zu",
                        fit.wanted_count, fit.given_count);
}

/* Symbols in a callee belong to the callee. */
static void close_function(tn_steps *s, const tn_step *step)
{
    walk_of(s)->outermost = step->data;
}

static void visit_call(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    const tunip_relax_call *call = (const tunip_relax_call *)step->node;
    const tunip_node *place = tn_check_place(s->check, step->node, step->place);
    if (is_leaf(call->op)) {
        tn_steps_push(s, close_function, call, NULL, 0);
        tn_steps_push(s, visit, call->op, place, 0);
        tn_steps_push(s, close_function, call, NULL, w->outermost);
    } else {
        go_leaf(s, step, call->op, "the callee");
    }
    for (size_t i = 0; i < tunip_array_count(call->args); i++)
        go_leaf(s, step, call->args->items[i], "an argument");
    tn_steps_push_all(s, visit_info, call->sinfo_args, place, 0);
    check_info(s, step);
    check_effects(w, step, call);
    check_tir_call(w, step, call);
    check_tensors(w, step, call);
    check_inferred(w, step, call);
}

/* ---- other expressions ---- */

static void visit_sequence(tn_steps *s, const tn_step *step);

static void visit_if(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    const tunip_relax_if *branch = (const tunip_relax_if *)step->node;
    const tunip_node *place = tn_check_place(s->check, step->node, step->place);
    if (in_dataflow(w))
        tn_check_report(s->check, TN_RULE_DATAFLOW, place, "a dataflow block has no branches");
    go_leaf(s, step, branch->cond, "the condition");
    tn_steps_push(s, visit_sequence, branch->true_branch, place, 0);
    tn_steps_push(s, restore, branch, NULL, w->changes.count);
    tn_steps_push(s, visit_sequence, branch->false_branch, place, 0);
    tn_steps_push(s, restore, branch, NULL, w->changes.count);
    check_info(s, step);
}

static void visit_shape(tn_steps *s, const tn_step *step)
{
    const tunip_array *values = ((const tunip_relax_shape_expr *)step->node)->values;
    check_sizes(s, step, values);
    tn_steps_push_all(s, visit_symbols, values, step->place, 0);
    check_info(s, step);
}

static void visit_global(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    const tunip_ir_global_var *var = (const tunip_ir_global_var *)step->node;
    tunip_str name = tunip_string_value(var->name_hint);
    if (w->module && !tunip_map_at(w->module->functions, step->node) && is_news(w, step->node))
        tn_check_report(s->check, TN_RULE_UNDEFINED_FUNCTION, step->place,
                        "the module has no function `%.*s`", NAME(name));
    check_info(s, step);
}

static void visit_wrong_place(tn_steps *s, const tn_step *step)
{
    bool is_function = tunip_is(step->node, &tunip_tir_prim_func_type);
    tn_check_report(s->check, TN_RULE_NORMAL_FORM, step->place,
                    is_function ? "a function of tensor IR cannot stand inside of another function"
                                : "a sequence of bindings can only be the body of a function or "
                                  "branch");
}

static void visit_function(tn_steps *s, const tn_step *step);

static const struct {
    const tunip_type *type;
    tn_step_fn visit;
} rows[] = {
    {&tunip_relax_var_type, use_variable},
    {&tunip_relax_dataflow_var_type, use_variable},
    {&tunip_relax_call_type, visit_call},
    {&tunip_relax_tuple_type, visit_tuple},
    {&tunip_relax_tuple_get_item_type, visit_item},
    {&tunip_relax_shape_expr_type, visit_shape},
    {&tunip_relax_if_type, visit_if},
    {&tunip_ir_global_var_type, visit_global},
    {&tunip_relax_function_type, visit_function},
    {&tunip_relax_seq_expr_type, visit_wrong_place},
    {&tunip_tir_prim_func_type, visit_wrong_place},
};

/* Scripts may leave struct info out; saved IR has it. */
static void check_has_info(tn_check *c, const tn_step *step)
{
    tunip_origin origin;
    bool is_operation = tunip_is(step->node, &tunip_relax_call_type) ||
                        tunip_is(step->node, &tunip_relax_if_type) ||
                        tunip_is(step->node, &tunip_relax_tuple_get_item_type);
    if (!is_operation || tunip_relax_struct_info_of(step->node)) return;
    if (!tunip_graph_origin(c->graph, step->node, &origin)) return;
    if (tunip_source_text(origin.source).data[origin.begin] != '{') return;
    tn_check_report(c, TN_RULE_STRUCT_INFO, step->place, "this expression has no struct info");
}

static void visit(tn_steps *s, const tn_step *step)
{
    tn_step at = *step;
    at.place = tunip_is_a(step->node, &tunip_relax_var_type)
                   ? step->place
                   : tn_check_place(s->check, step->node, step->place);
    check_has_info(s->check, &at);
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_is(step->node, rows[i].type)) {
            rows[i].visit(s, &at);
            return;
        }
}

/* ======== bindings ======== */

static void visit_binding(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    const tunip_relax_binding *binding = (const tunip_relax_binding *)step->node;
    const tunip_relax_var_binding *plain = TUNIP_AS(tunip_relax_var_binding, step->node);
    const tunip_relax_match_cast *cast = TUNIP_AS(tunip_relax_match_cast, step->node);
    const tunip_node *place = tn_check_place(s->check, step->node, step->place);
    bool is_local = plain && tunip_is(plain->value, &tunip_relax_function_type);
    if (plain) {
        const tunip_node *said = tunip_relax_struct_info_of((const tunip_node *)binding->var);
        if (relax_infos_differ(said, tunip_relax_struct_info_of(plain->value)))
            tn_check_report(s->check, TN_RULE_STRUCT_INFO, place,
                            "the struct info of the variable is not that of its value");
        /* a local function may call itself */
        if (is_local && binding->var) set(w, binding->var, 1);
        tn_steps_push(s, visit, plain->value, place, 0);
    } else if (cast) {
        tn_steps_push(s, visit, cast->value, place, 0);
        tn_steps_push(s, define_info, cast->struct_info, place, 0);
        tn_steps_push(s, visit_info, cast->struct_info, place, 0);
    }
    const tunip_node *info = tunip_relax_struct_info_of((const tunip_node *)binding->var);
    /* since v0.26, a variable of a number is also the symbol in formulas */
    if (s->check->converter && tunip_is(info, &tunip_relax_prim_struct_info_type))
        tn_steps_push(s, define_info, info, place, 0);
    if (!is_local) tn_steps_push(s, define_variable, binding->var, place, 0);
}

static void enter_dataflow(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    if (w->frames.count) w->frames.items[w->frames.count - 1].is_dataflow = step->data;
}

static void visit_block(tn_steps *s, const tn_step *step)
{
    const tunip_array *bindings = ((const tunip_relax_binding_block *)step->node)->bindings;
    bool is_dataflow = tunip_is(step->node, &tunip_relax_dataflow_block_type);
    if (is_dataflow) tn_steps_push(s, enter_dataflow, step->node, NULL, 1);
    tn_steps_push_all(s, visit_binding, bindings, step->place, 0);
    if (is_dataflow) tn_steps_push(s, enter_dataflow, step->node, NULL, 0);
}

static void visit_sequence(tn_steps *s, const tn_step *step)
{
    const tunip_relax_seq_expr *seq = TUNIP_AS(tunip_relax_seq_expr, step->node);
    if (!seq) return;
    tn_steps_push_all(s, visit_block, seq->blocks, step->place, 0);
    if (is_leaf(seq->body))
        tn_steps_push(s, visit, seq->body, step->place, 0);
    else
        go_leaf(s, step, seq->body, "the result of a body");
}

/* ======== functions ======== */

static void leave_function(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    w->frames.count--;
    w->function = step->data;
    if (!w->frames.count) w->outermost = 0;
}

static void define_param(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    uint64_t *owner = entry(w, &w->owners, step->node);
    tunip_str name = tunip_relax_var_name(step->node);
    define_variable(s, step);
    if (owner && *owner)
        tn_check_report(s->check, TN_RULE_REDEFINED_VARIABLE, step->place,
                        "`%.*s` is a parameter of two functions", NAME(name));
    if (owner) *owner = w->outermost;
}

static void visit_function(tn_steps *s, const tn_step *step)
{
    walk *w = walk_of(s);
    const tunip_relax_function *func = (const tunip_relax_function *)step->node;
    const tunip_node *place = tn_check_place(s->check, step->node, step->place);
    uint64_t before = w->function, changes = w->changes.count;
    frame f = {func, false};
    if (!tn_array_push(&w->frames, s->check->allocator, f)) s->check->failed = true;
    w->function = ++w->functions + 1; /* 1 stands for a variable */
    if (!w->outermost) w->outermost = w->function;
    if (is_forced(func) && !func->is_pure)
        tn_check_report(s->check, TN_RULE_PURITY, place,
                        "a function with relax.force_pure cannot have pure=False");
    for (size_t i = 0; i < tunip_array_count(func->params); i++)
        tn_steps_push(s, define_info, tunip_relax_struct_info_of(func->params->items[i]), place, 0);
    tn_steps_push_all(s, define_param, func->params, place, 0);
    tn_steps_push(s, visit_info, func->ret_struct_info, place, 0);
    tn_steps_push(s, visit_sequence, func->body, place, 0);
    tn_steps_push(s, restore, func, NULL, changes);
    tn_steps_push(s, leave_function, func, NULL, before);
}

static void check_name(tn_check *c, const tunip_map_entry *entry)
{
    const tunip_ir_global_var *var = TUNIP_AS(tunip_ir_global_var, entry->key);
    const tunip_relax_function *func = TUNIP_AS(tunip_relax_function, entry->value);
    if (!var || !func || !func->base.attrs) return;
    tunip_str symbol = tunip_string_value(tunip_map_get(func->base.attrs->dict, "global_symbol"));
    tunip_str name = tunip_string_value(var->name_hint);
    if (symbol.size && !tunip_str_equal(symbol, name))
        tn_check_report(c, TN_RULE_GLOBAL_SYMBOL, entry->value,
                        "the function `%.*s` has the global_symbol `%.*s`", NAME(name),
                        NAME(symbol));
}

static void free_walk(walk *w)
{
    tn_map_free(&w->defined);
    tn_map_free(&w->owners);
    tn_map_free(&w->reported);
    tn_map_free(&w->visited);
    tn_array_free(&w->changes, w->steps.check->allocator);
    tn_array_free(&w->frames, w->steps.check->allocator);
}

void tn_check_relax(tn_check *c)
{
    walk w = {.steps = {.check = c}, .module = TUNIP_AS(tunip_ir_module, c->root)};
    tn_map *const maps[] = {&w.defined, &w.owners, &w.reported, &w.visited};
    for (size_t i = 0; i < TUNIP_LEN(maps); i++) tn_map_init(maps[i], c->allocator);
    w.memory = tunip_graph_new(c->context, NULL);
    w.scratch = w.memory ? tunip_graph_scratch(w.memory) : NULL;
    c->failed = c->failed || !w.memory;
    if (tunip_is(c->root, &tunip_relax_function_type))
        tn_steps_push(&w.steps, visit_function, c->root, c->root, 0);
    for (size_t i = 0; w.module && i < tunip_map_count(w.module->functions); i++) {
        const tunip_map_entry *entry = &w.module->functions->entries[i];
        check_name(c, entry);
        if (tunip_is(entry->value, &tunip_relax_function_type))
            tn_steps_push(&w.steps, visit_function, entry->value, entry->value, 0);
    }
    tn_steps_run(&w.steps);
    free_walk(&w);
    tunip_graph_free(w.memory);
}
