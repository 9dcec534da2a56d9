/* region.c -- blocks of bindings, dataflow, branches (TVM src/script/ir_builder/relax/frame.cc). */
#include "../equal.h"
#include "read.h"

/* ---- sequences ---- */

static bool is_block(const tunip_node *node)
{
    return tunip_is_a(node, &tunip_relax_binding_block_type);
}

/* The struct info of a sequence: that of the body, without a shape in a variable, which TVM takes
 * for one of the sequence (TVM src/relax/analysis/struct_info_analysis.cc, EraseToWellDefined). */
static tunip_node *info_of_seq(tunip_elaborator *e, tunip_node *body)
{
    tunip_node *info = relax_worked_out(e, body);
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    if (!tensor || !tunip_is_a(tensor->shape, &tunip_relax_var_type)) return info;
    tunip_relax_tensor_struct_info *made =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_tensor_struct_info_type);
    if (!made) return info;
    made->dtype = tensor->dtype;
    made->ndim = tensor->ndim;
    made->vdevice = tensor->vdevice;
    return (tunip_node *)made;
}

/* The block of the dataflow blocks that `nodes` begin with; TVM makes one of those in a row (TVM
 * src/relax/ir/block_builder.cc, NormalizeBlocks). Sets `taken` to their number. */
static tunip_node *merged_dataflow(tunip_elaborator *e, tunip_node **nodes, size_t count,
                                   size_t *taken)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_relax_dataflow_block *block;
    size_t total = 0, copied = 0;
    for (*taken = 0; *taken < count; ++*taken) {
        block = TUNIP_AS(tunip_relax_dataflow_block, nodes[*taken]);
        if (!block) break;
        total += tunip_array_count(block->base.bindings);
    }
    void **bindings = tunip_elaborator_alloc(e, (total + 1) * sizeof *bindings);
    if (!bindings || !total) return NULL;
    for (size_t i = 0; i < *taken; i++) {
        block = TUNIP_AS(tunip_relax_dataflow_block, nodes[i]);
        size_t own = tunip_array_count(block->base.bindings);
        if (own) memcpy(bindings + copied, block->base.bindings->items, own * sizeof *bindings);
        copied += own;
    }
    return (tunip_node *)tunip_relax_dataflow_block_new(graph,
                                                        tunip_array_new(graph, total, bindings));
}

/* The block that `nodes` begin with. Sets `taken` to the number of those in it. */
static tunip_node *next_block(tunip_elaborator *e, tunip_node **nodes, size_t count, size_t *taken)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool is_merged = tunip_elaborator_folds(e);
    if (is_merged && tunip_is(nodes[0], &tunip_relax_dataflow_block_type))
        return merged_dataflow(e, nodes, count, taken);
    *taken = 1;
    if (is_block(nodes[0])) return nodes[0];
    while (*taken < count && !is_block(nodes[*taken])) ++*taken;
    tunip_array *bindings = tunip_array_new(graph, *taken, (void *const *)nodes);
    return (tunip_node *)tunip_relax_block_new(graph, bindings);
}

tunip_relax_seq_expr *relax_new_seq(tunip_elaborator *e, tunip_node **nodes, size_t count,
                                    tunip_node *body)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    void **blocks = tunip_elaborator_alloc(e, (count + 1) * sizeof *blocks);
    size_t block_count = 0;
    for (size_t i = 0, taken; blocks && i < count; i += taken) {
        blocks[block_count] = next_block(e, nodes + i, count - i, &taken);
        if (blocks[block_count]) block_count++;
    }
    tunip_array *list = blocks ? tunip_array_new(graph, block_count, blocks) : NULL;
    tunip_relax_seq_expr *seq = tunip_relax_seq_new(graph, list, body);
    relax_set_info(seq, info_of_seq(e, body));
    return seq;
}

/* ---- dataflow ---- */

typedef struct dataflow_reader {
    tunip_scope scope;
    tunip_array *outputs;
    const tunip_scope *around; /* the one that was open before, or NULL */
    bool has_output;
} dataflow_reader;

static void enter_dataflow(tunip_elaborator *e, tunip_scope *scope)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (!state) return;
    ((dataflow_reader *)scope)->around = state->dataflow;
    state->dataflow = scope;
}

static void *leave_dataflow(tunip_elaborator *e, tunip_scope *scope)
{
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state) state->dataflow = ((dataflow_reader *)scope)->around;
    if (state) state->ended = NULL; /* another scope may have its address */
    tunip_graph *graph = tunip_elaborator_graph(e);
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    if (!count && tunip_elaborator_folds(e)) return NULL; /* as in TVM */
    tunip_array *bindings = tunip_array_new(graph, count, (void *const *)nodes);
    return tunip_relax_dataflow_block_new(graph, bindings);
}

/* The outputs are visible outside. */
static void show_outputs(tunip_elaborator *e, tunip_scope *scope)
{
    const dataflow_reader *r = (const dataflow_reader *)scope;
    for (size_t i = 0; i < tunip_array_count(r->outputs); i++) {
        const tunip_relax_var *var = (const tunip_relax_var *)r->outputs->items[i];
        tunip_str name = tunip_relax_var_name(var);
        tunip_name_set(e, name, tunip_value_node(var, scope->doc));
    }
}

const tunip_scope_kind relax_dataflow_scope = {.name = "R.dataflow()",
                                               .dialect = &tunip_dialect_relax,
                                               .enter = enter_dataflow,
                                               .leave = leave_dataflow,
                                               .left = show_outputs};

RELAX_READ(dataflow)
{
    if (relax_in_dataflow(e))
        tunip_complain(e, call->doc, "a dataflow block cannot stand in another one");
    dataflow_reader *r = tunip_scope_new(e, &relax_dataflow_scope, sizeof *r, call->doc);
    if (r) r->outputs = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    return tunip_value_scope(r, call->doc);
}

/* Whether a binding of the block defines the variable. */
static bool is_bound_here(tunip_elaborator *e, const tunip_node *var)
{
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    while (count--) {
        const tunip_relax_binding *binding = TUNIP_AS_A(tunip_relax_binding, nodes[count]);
        if (binding && (const tunip_node *)binding->var == var) return true;
    }
    return false;
}

/* R.output(a, b): these variables are not dataflow variables. */
RELAX_READ(output)
{
    dataflow_reader *r = (dataflow_reader *)tunip_scope_top(e);
    if (!r || r->scope.kind != &relax_dataflow_scope)
        return tunip_complain_missing(e, call->doc, "R.output stands outside of R.dataflow()");
    if (r->has_output)
        return tunip_complain(e, call->doc, "a dataflow block can have only one R.output");
    r->has_output = true;
    relax_script_state *state = tunip_elaborator_state(e, &tunip_dialect_relax);
    if (state) state->ended = &r->scope;
    for (size_t i = 0; i < call->rest.count; i++) {
        const tunip_value *value = &call->rest.items[i];
        tunip_node *var = value->kind == TUNIP_VALUE_NODE ? value->node : NULL;
        if (!tunip_is_a(var, &tunip_relax_var_type) || !is_bound_here(e, var)) {
            tunip_complain_instead(e, value, "a variable of this dataflow block");
            continue;
        }
        var->type = &tunip_relax_var_type;
        tunip_ir_append(e, r->outputs, var);
    }
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* ---- branches ---- */

static void rename_var(tunip_elaborator *e, tunip_relax_var *var, const char *suffix)
{
    tunip_str name = tunip_relax_var_name(var);
    char *text = tunip_elaborator_alloc(e, name.size + strlen(suffix) + 1);
    if (!text) return;
    if (name.size) memcpy(text, name.data, name.size);
    memcpy(text + name.size, suffix, strlen(suffix) + 1);
    var->vid->name_hint = tunip_string_new(tunip_elaborator_graph(e), text);
}

/* The dataflow block that a branch ends in, or NULL. */
static tunip_relax_dataflow_block *last_dataflow(tunip_node **nodes, size_t count)
{
    bool is_dataflow = count && tunip_is(nodes[count - 1], &tunip_relax_dataflow_block_type);
    return is_dataflow ? (tunip_relax_dataflow_block *)nodes[count - 1] : NULL;
}

/* The last binding of a branch. It may stand in a dataflow block, as an output of it (TVM
 * src/script/ir_builder/relax/utils.h, GetSeqExprForBranch). */
static const tunip_relax_binding *last_binding(tunip_elaborator *e, tunip_node **nodes,
                                               size_t count, const tunip_doc *doc)
{
    const tunip_relax_dataflow_block *block = last_dataflow(nodes, count);
    size_t inner = block ? tunip_array_count(block->base.bindings) : 0;
    tunip_node *last = inner   ? block->base.bindings->items[inner - 1]
                       : count ? nodes[count - 1]
                               : NULL;
    const tunip_relax_binding *binding = TUNIP_AS_A(tunip_relax_binding, last);
    if (!binding)
        tunip_complain(e, doc, "a branch must end in a binding");
    else if (inner && tunip_is((const tunip_node *)binding->var, &tunip_relax_dataflow_var_type))
        tunip_complain(e, doc,
                       "the last binding of a branch must be an output of its R.dataflow()");
    else
        return binding;
    return NULL;
}

/* Whether the value of the last binding becomes that of the branch, and the binding is left out.
 * Without --fold, a dataflow block keeps all of its bindings. */
static bool is_left_out(tunip_elaborator *e, const tunip_node *value, bool in_dataflow)
{
    if (tunip_elaborator_folds(e)) return relax_is_leaf_or_tuple(value);
    return !in_dataflow && !tunip_is(value, &tunip_relax_if_type);
}

/* The last binding gives the branch its value, and the whole its name. */
static void *leave_branch(tunip_elaborator *e, tunip_scope *scope)
{
    relax_branch_reader *r = (relax_branch_reader *)scope;
    size_t count;
    tunip_node **nodes = tunip_scope_nodes(e, &count);
    tunip_node *body = r->result;
    tunip_relax_dataflow_block *block = last_dataflow(nodes, count);
    const tunip_relax_binding *last = body ? NULL : last_binding(e, nodes, count, scope->doc);
    const tunip_relax_var_binding *bound =
        TUNIP_AS(tunip_relax_var_binding, (const tunip_node *)last);
    if (last) {
        r->name = tunip_relax_var_name(last->var);
        r->info = relax_info(last->var);
        body = (tunip_node *)last->var;
        if (!bound || !is_left_out(e, bound->value, block)) {
            rename_var(e, last->var, r->is_else ? "_else" : "_then");
        } else {
            body = bound->value;
            if (block)
                block->base.bindings->count--;
            else
                count--;
        }
    }
    if (body) body = relax_argument_of(e, body, scope->doc);
    r->body = body ? relax_new_seq(e, nodes, count, body) : NULL;
    return NULL;
}

const tunip_scope_kind relax_branch_scope = {
    .name = "a branch", .dialect = &tunip_dialect_relax, .leave = leave_branch};

static relax_branch_reader *read_branch(tunip_elaborator *e, tunip_docs body, bool is_else,
                                        const tunip_doc *doc)
{
    relax_branch_reader *r = tunip_scope_new(e, &relax_branch_scope, sizeof *r, doc);
    if (!r) return NULL;
    r->is_else = is_else;
    tunip_scope_enter(e, &r->scope);
    tunip_elaborate_body(e, body);
    tunip_scope_leave(e, &r->scope);
    return r;
}

/* The struct info that both branches have; NULL if they differ. */
static tunip_node *common_info(tunip_elaborator *e, const relax_branch_reader *yes,
                               const relax_branch_reader *no)
{
    tunip_scratch *scratch = tunip_elaborator_scratch(e);
    tunip_node *a = relax_info(yes->body), *b = relax_info(no->body);
    return a && b && relax_equal(scratch, a, b) ? a : NULL;
}

static tunip_relax_if *new_if(tunip_elaborator *e, tunip_node *cond, const relax_branch_reader *yes,
                              const relax_branch_reader *no)
{
    tunip_relax_if *node = tunip_node_new(tunip_elaborator_graph(e), &tunip_relax_if_type);
    if (!node) return NULL;
    node->cond = cond;
    node->true_branch = yes->body;
    node->false_branch = no->body;
    if (tunip_elaborator_folds(e))
        relax_set_info(node, relax_common_info(e, relax_info(yes->body), relax_info(no->body)));
    else
        relax_set_info(node, common_info(e, yes, no) ? common_info(e, yes, no) : yes->info);
    return node;
}

/* A name that a wrong `if` would bind: its uses cause no second message. */
static void hide_name(tunip_elaborator *e, const relax_branch_reader *branch, const tunip_doc *doc)
{
    if (branch && branch->name.data) tunip_name_set(e, branch->name, tunip_value_wrong(doc));
}

void relax_read_if(tunip_elaborator *e, const tunip_doc_if *stmt)
{
    const tunip_doc *doc = &stmt->stmt.base;
    tunip_value test = tunip_elaborate(e, stmt->predicate);
    tunip_node *cond = relax_expr_of(e, &test);
    if (relax_in_dataflow(e)) tunip_complain(e, doc, "an `if` cannot stand in a dataflow block");
    relax_branch_reader *yes = read_branch(e, stmt->then_branch, false, doc);
    if (!stmt->else_branch.count) {
        tunip_complain_missing(e, doc, "an `if` of Relax needs an `else`");
        hide_name(e, yes, doc);
        return;
    }
    relax_branch_reader *no = read_branch(e, stmt->else_branch, true, doc);
    if (!cond || !yes || !no || !yes->body || !no->body) {
        hide_name(e, yes, doc);
        hide_name(e, no, doc);
        return;
    }
    tunip_relax_if *node = new_if(e, cond, yes, no);
    if (!yes->name.data && !no->name.data) { /* a fragment */
        tunip_scope_add(e, node);
        return;
    }
    if (!tunip_str_equal(yes->name, no->name)) {
        tunip_complain(e, doc,
                       "both branches must end in a binding of the same name: `%.*s`, `%.*s`",
                       (int)yes->name.size, yes->name.data, (int)no->name.size, no->name.data);
        hide_name(e, yes, doc);
        hide_name(e, no, doc);
        return;
    }
    tunip_node *info = tunip_elaborator_folds(e) ? NULL : yes->info;
    relax_bind(e, yes->name, (tunip_node *)node, info, doc, doc);
}

/* ---- fragments ---- */

static tunip_node *new_block(tunip_elaborator *e, tunip_node **nodes, size_t count)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_array *bindings = tunip_array_new(graph, count, (void *const *)nodes);
    return (tunip_node *)tunip_relax_block_new(graph, bindings);
}

/* R.Tensor(ndim=2, dtype="float32") is a type. The text of a struct info has the dtype first. */
static bool is_type_of_tensor(tunip_elaborator *e, const tunip_value *value)
{
    const tunip_doc_call *call = (const tunip_doc_call *)value->doc;
    return value->kind == TUNIP_VALUE_NODE && !tunip_elaborator_folds(e) &&
           tunip_is(value->node, &tunip_relax_tensor_struct_info_type) &&
           value->doc->kind == TUNIP_DOC_CALL && !call->args.count && call->values.count == 2 &&
           tunip_str_is(call->keys[0], "ndim") && tunip_str_is(call->keys[1], "dtype");
}

/* A binding, several, or bindings and a value. */
tunip_node *relax_read_fragment(tunip_elaborator *e, tunip_node **nodes, size_t count,
                                const tunip_value *last)
{
    if (!count) {
        if (is_type_of_tensor(e, last)) return relax_type_of(e, last);
        if (last->kind == TUNIP_VALUE_NODE) return last->node;
        bool is_word = last->kind == TUNIP_VALUE_WORD;
        return is_word ? relax_info_of(e, last) : relax_expr_of(e, last);
    }
    if (last->kind > TUNIP_VALUE_WRONG) {
        tunip_node *body = relax_expr_of(e, last);
        return body ? (tunip_node *)relax_new_seq(e, nodes, count, body) : NULL;
    }
    return count == 1 ? nodes[0] : new_block(e, nodes, count);
}
