/* inline.c -- functions inside of functions whose calls stand for their statements (TVM
 * python/tvm/tirx/script/parser/entry.py, TIRInline):
 *
 *     @T.inline
 *     def write(A, value):
 *         A[i] = value      # i is the one at the place of the call
 *
 *     write(B, 1)
 *
 * A call reads the statements once more, with the arguments as the values of the parameters. */
#include "script.h"

/* The statements of one call. */
typedef struct inlined {
    tunip_scope scope;
    tunip_node **nodes;
    size_t count;
} inlined;

static void *leave_inlined(tunip_elaborator *e, tunip_scope *scope)
{
    inlined *self = (inlined *)scope;
    tunip_node **nodes = tunip_scope_nodes(e, &self->count);
    self->nodes = tunip_elaborator_alloc(e, (self->count + 1) * sizeof(tunip_node *));
    if (!self->nodes) self->count = 0;
    for (size_t i = 0; i < self->count; i++) self->nodes[i] = nodes[i];
    return NULL;
}

static const tunip_scope_kind inlined_scope = {
    .name = "an inline function", .dialect = &tunip_dialect_tir, .leave = leave_inlined};

static const tunip_doc_assign *param_of(const tunip_doc_function *function, size_t i)
{
    return (const tunip_doc_assign *)function->args.items[i];
}

static tunip_str name_of(const tunip_doc_assign *param)
{
    bool is_name = param->lhs && param->lhs->kind == TUNIP_DOC_ID;
    return is_name ? ((const tunip_doc_id *)param->lhs)->name : (tunip_str){"", 0};
}

/* The argument of a parameter: by its place, by its name, or its default. */
static tunip_value argument_of(tunip_elaborator *e, const tunip_word_call *call,
                               const tunip_doc_function *function, size_t i)
{
    const tunip_doc_assign *param = param_of(function, i);
    tunip_str name = name_of(param);
    if (i < call->rest.count) return call->rest.items[i];
    for (size_t k = 0; k < call->named.count; k++)
        if (tunip_str_equal(call->names[k], name)) return call->named.items[k];
    if (param->rhs) return tunip_elaborate(e, param->rhs);
    return tunip_complain(e, call->doc, TUNIP_BREAKS_ARGUMENTS "the argument `%.*s` is missing",
                          (int)name.size, name.data);
}

/* Whether a script has not too many calls: a function may call itself, and others twice. */
static bool may_call(tunip_elaborator *e, const tunip_word_call *call)
{
    enum { DEEPEST = 64, MOST = 10000 };
    tir_script_state *state = tir_state_of(e);
    if (!state) return false; /* out of memory */
    if (state->inline_depth >= DEEPEST)
        tunip_complain(e, call->doc, "calls of inline functions are nested more than %d deep",
                       DEEPEST);
    else if (state->inline_calls >= MOST)
        tunip_complain(e, call->doc, "the script has more than %d calls of inline functions", MOST);
    else
        return true;
    return false;
}

static tunip_value read_call(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_doc_function *function = (const tunip_doc_function *)call->self.doc;
    size_t count = function->args.count;
    if (call->rest.count > count)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_ARGUMENTS "the function takes %zu arguments, got %zu",
                              count, call->rest.count);
    if (!may_call(e, call)) return tunip_value_wrong(call->doc);
    tir_script_state *state = tir_state_of(e);
    tunip_value *values = tunip_elaborator_alloc(e, (count + 1) * sizeof *values);
    inlined *self = tunip_scope_new(e, &inlined_scope, sizeof *self, call->doc);
    if (!values || !self) return tunip_value_wrong(call->doc);
    for (size_t i = 0; i < count; i++) {
        values[i] = argument_of(e, call, function, i);
        if (values[i].kind == TUNIP_VALUE_WRONG) return values[i];
    }
    tunip_scope_enter(e, &self->scope);
    for (size_t i = 0; i < count; i++) tunip_name_set(e, name_of(param_of(function, i)), values[i]);
    state->inline_calls++;
    state->inline_depth++;
    tunip_elaborate_body(e, function->body);
    state->inline_depth--;
    tunip_scope_leave(e, &self->scope);
    for (size_t i = 0; i < self->count; i++) tunip_scope_add(e, self->nodes[i]);
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* The decorator: binds the name of the function to its calls, for which the word is a method. */
TIR_READ(inline)
{
    if (call->self.doc && !call->target) return read_call(e, call);
    if (!call->target || call->target->kind != TUNIP_DOC_FUNCTION)
        return tunip_complain(e, call->doc, "the decorator is for functions");
    const tunip_doc_function *function = (const tunip_doc_function *)call->target;
    tunip_method *method = tunip_elaborator_alloc(e, sizeof *method);
    inlined *self = tunip_scope_new(e, &inlined_scope, sizeof *self, call->target);
    bool is_call = call->doc->kind == TUNIP_DOC_CALL; /* @T.inline() */
    tunip_value word =
        tunip_elaborate(e, is_call ? ((const tunip_doc_call *)call->doc)->callee : call->doc);
    if (!method || !self || word.kind != TUNIP_VALUE_WORD) return tunip_value_wrong(call->doc);
    tunip_scope_enter(e, &self->scope);
    tunip_scope_leave(e, &self->scope);
    *method = (tunip_method){word.word, {.kind = TUNIP_VALUE_NONE, .doc = call->target}};
    tunip_name_set(
        e, ((const tunip_doc_id *)function->name)->name,
        (tunip_value){.kind = TUNIP_VALUE_METHOD, .doc = call->target, .method = method});
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}
