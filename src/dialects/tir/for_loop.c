/* for_loop.c -- loops: for i, j in T.grid(n, m), for i in range(n), for i in T.unroll(n). */
#include <math.h>

#include "analysis.h"
#include "fold.h"
#include "frame.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

static const tunip_tir_for *inner_loop(const tunip_tir_for *loop)
{
    return TUNIP_AS(tunip_tir_for, loop->body);
}

/* Whether the step of the loop is 1. */
static bool has_trivial_step(const tunip_tir_for *loop)
{
    return !loop->step || tunip_ir_is_int(loop->step, 1);
}

/* ---- grids ---- */

/* Finds the nested loops that print as one T.grid(). Their extents must not use variables of the
 * outer loops of the grid. These variables go into a table, but only when an extent is not
 * constant. */
typedef struct grid {
    tunip_docsifier *d;
    const tunip_tir_for *entered; /* the first loop whose variable is not in the table */
    tir_marks vars;
} grid;

static bool is_grid_var(const tunip_node *var, void *user)
{
    return tir_marks_get(&((const grid *)user)->vars, var) != 0;
}

static bool enter_vars(grid *g, const tunip_tir_for *end)
{
    for (; g->entered != end; g->entered = inner_loop(g->entered)) {
        uint32_t *mark = tir_marks_put(g->d, &g->vars, g->entered->loop_var);
        if (!mark) return false;
        *mark = 1;
    }
    return true;
}

static bool is_plain(const tunip_tir_for *loop)
{
    return loop->kind == TUNIP_TIR_FOR_SERIAL && tunip_ir_is_int(loop->min, 0) &&
           !tunip_map_count(loop->annotations) && has_trivial_step(loop) && loop->loop_var;
}

/* The number of loops, from this one inwards, that form a grid. `kept` ends the count if ill-formed
 * IR has a loop inside itself. */
static size_t count_grid(tunip_docsifier *d, const tunip_tir_for *loop)
{
    grid g;
    g.d = d;
    g.entered = loop;
    tir_marks_clear(&g.vars);
    const tunip_tir_for *kept = NULL;
    size_t count = 0;
    for (; loop && loop != kept && is_plain(loop); loop = inner_loop(loop)) {
        bool is_constant = tunip_is(loop->extent, &tunip_ir_int_imm_type);
        if (!is_constant && (!enter_vars(&g, loop) || tir_uses(d, loop->extent, is_grid_var, &g)))
            break;
        count++;
        if ((count & (count - 1)) == 0) kept = loop; /* a power of two */
    }
    return count;
}

/* Defines the variable of a loop, with its type unless that is the dtype of the extent, which a
 * reader infers. */
static const tunip_doc *define_loop_var(tunip_docsifier *d, tir_frame *frame,
                                        const tunip_tir_for *loop, const tunip_path *path)
{
    return tir_define_typed(d, &frame->base, loop->loop_var, tunip_ir_dtype_of(loop->extent),
                            tunip_path_attr(d, path, "loop_var"));
}

static const tunip_doc *write_grid(tunip_docsifier *d, tir_frame *frame, const tunip_tir_for *loop,
                                   size_t count, const tunip_path *path)
{
    const tunip_doc **vars = tunip_docs_new(d, count);
    const tunip_doc **extents = tunip_docs_new(d, count);
    const tunip_tir_for *last = loop;
    bool has_step = false;
    for (size_t i = 0; vars && extents && i < count; i++, loop = inner_loop(loop)) {
        has_step = has_step || loop->step;
        vars[i] = define_loop_var(d, frame, loop, path);
        extents[i] = TIR_SUB(d, loop, extent, path);
        path = tunip_path_attr(d, path, "body");
        last = loop;
    }
    const tunip_doc *lhs = tunip_doc_tuple_new(d, tunip_docs_view(vars, count));
    const tunip_doc *rhs =
        tunip_prefixed_call(d, &tunip_dialect_tir, "grid", tunip_docs_view(extents, count));
    rhs = tunip_doc_partial_new(d, rhs, "step", has_step ? tunip_doc_int(d, 1, NULL) : NULL);
    tir_body(d, frame, last->body, path);
    return tunip_doc_for_new(d, lhs, rhs, tir_stmts(d, frame));
}

/* ---- single loops ---- */

/* ORDER tunip_tir_for_kind */
static const char *const kind_names[] = {"serial", "parallel", "vectorized", "unroll",
                                         "thread_binding"};

static const tunip_doc *write_thread(tunip_docsifier *d, const tunip_tir_for *loop,
                                     const tunip_path *path)
{
    const tunip_tir_iter_var *thread = loop->thread_binding;
    path = tunip_path_attr(d, path, "thread_binding");
    if (!thread) return tunip_doc_none(d, path);
    return tunip_doc_str(d, tunip_string_value(thread->thread_tag), path);
}

static void add_bounds(tunip_docsifier *d, const tunip_tir_for *loop, const tunip_path *path,
                       tir_args *args)
{
    if (tunip_ir_is_int(loop->min, 0) && has_trivial_step(loop)) {
        tir_args_add(args, TIR_SUB(d, loop, extent, path));
        return;
    }
    const tunip_node *end = tunip_tir_add_folded(tunip_job_scratch(d), loop->min, loop->extent);
    tir_args_add(args, TIR_SUB(d, loop, min, path));
    const tunip_path *at = tunip_path_attr(d, path, "extent");
    tir_args_add(args, tunip_docsify_made(d, end, loop->extent, at));
}

/* The value of unroll=..., which stands for a single annotation; NULL for others. */
static const tunip_doc *write_unroll(tunip_docsifier *d, const tunip_tir_for *loop,
                                     const tunip_path *path)
{
    if (tunip_map_count(loop->annotations) != 1) return NULL;
    tunip_str name = tunip_string_value(loop->annotations->entries[0].key);
    bool unrolls = tunip_str_is(name, "pragma_unroll");
    if (!unrolls && !tunip_str_is(name, "disable_unroll")) return NULL;
    return tunip_doc_bool(d, unrolls, tunip_path_attr(d, path, "annotations"));
}

/* range(min, max, step) or T.kind(min, max, thread=..., annotations=..., step=...). From v0.26 on
 * the annotations may be unroll=... */
static const tunip_doc *write_iterator(tunip_docsifier *d, const tunip_tir_for *loop,
                                       const tunip_path *path, bool names_unroll)
{
    tir_args args;
    tir_args_begin(&args);
    const tunip_doc *annotations = NULL;
    bool is_range = loop->kind == TUNIP_TIR_FOR_SERIAL && !tunip_map_count(loop->annotations);
    add_bounds(d, loop, path, &args);
    if (tunip_map_count(loop->annotations)) annotations = TIR_SUB(d, loop, annotations, path);
    bool is_known = (size_t)loop->kind < TUNIP_LEN(kind_names);
    const tunip_doc *callee = is_range
                                  ? tunip_doc_id_new(d, tunip_str_from("range"), NULL)
                                  : tir_name(d, is_known ? kind_names[loop->kind] : "unknown_loop");
    if (!is_known)
        tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "a loop of unknown kind %lld",
                     (long long)loop->kind);
    if (loop->kind == TUNIP_TIR_FOR_THREAD_BINDING)
        tir_args_key(&args, "thread", write_thread(d, loop, path));
    const tunip_doc *unroll = names_unroll ? write_unroll(d, loop, path) : NULL;
    tir_args_key(&args, unroll ? "unroll" : "annotations", unroll ? unroll : annotations);
    if (!has_trivial_step(loop)) {
        const tunip_doc *step = TIR_SUB(d, loop, step, path);
        if (is_range)
            tir_args_add(&args, step);
        else
            tir_args_key(&args, "step", step);
    }
    return tir_args_call(d, callee, &args);
}

/* `call` with the omitted properties of the thread to which its loop is bound. A reader makes a
 * thread variable without a domain and with the usual type and dtype. */
static const tunip_doc *add_thread(tunip_docsifier *d, const tunip_tir_for *loop,
                                   const tunip_doc *call, const tunip_path *path)
{
    const tunip_tir_iter_var *thread = loop->thread_binding;
    const tunip_path *at = tunip_path_attr(d, path, "thread_binding");
    tunip_dtype dtype = tunip_ir_dtype_of(thread->var);
    if (loop->kind != TUNIP_TIR_FOR_THREAD_BINDING)
        return tunip_doc_partial_new(d, call, "thread", write_thread(d, loop, path));
    if (thread->dom) return tunip_doc_partial_new(d, call, "dom", TIR_OMITTED(d, thread, dom, at));
    if (thread->iter_type != TUNIP_TIR_ITER_THREAD_INDEX)
        return tunip_doc_partial_new(d, call, "iter_type", tir_iter_type_name(d, thread, at));
    if (tir_is_size_var(thread->var) || thread->var == loop->loop_var)
        return tunip_doc_partial_new(d, call, "thread_var",
                                     tunip_tir_var_creation(d, thread->var, NULL));
    if (tunip_dtype_equal(dtype, tunip_ir_dtype_of(loop->loop_var))) return NULL;
    return tunip_doc_partial_new(d, call, "thread_dtype", tunip_doc_dtype(d, dtype, NULL));
}

/* `call`, the loop's iterator, with its omitted properties. */
static const tunip_doc *add_left_out(tunip_docsifier *d, const tunip_tir_for *loop,
                                     const tunip_doc *call, const tunip_path *path)
{
    const tunip_doc *bound = loop->thread_binding ? add_thread(d, loop, call, path) : NULL;
    if (bound) return bound;
    /* the exact text can show the step if a reader simplifies nothing */
    if (loop->step && has_trivial_step(loop))
        return tunip_doc_partial_new(d, call, tir_is_simple(loop->extent) ? "step" : "exact_step",
                                     TIR_SUB(d, loop, step, path));
    /* TVM's parser simplifies the extent unless the loop is plain */
    if (is_plain(loop) || tir_is_simple(loop->extent))
        return tir_mark_strings(d, call, loop->annotations);
    return tunip_doc_partial_new(d, call, "simplify", tunip_doc_bool(d, false, NULL));
}

static const tunip_doc *write_loop(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path, bool names_unroll)
{
    const tunip_tir_for *loop = (const tunip_tir_for *)node;
    size_t count = tir_has_sugar(d) ? count_grid(d, loop) : 0;
    tir_frame frame;
    tir_frame_enter(d, &frame, loop);
    const tunip_doc *doc;
    if (count > 1) {
        doc = write_grid(d, &frame, loop, count, path);
    } else {
        const tunip_doc *lhs = define_loop_var(d, &frame, loop, path);
        const tunip_doc *rhs = write_iterator(d, loop, path, names_unroll);
        rhs = add_left_out(d, loop, rhs, path);
        tir_body(d, &frame, loop->body, tunip_path_attr(d, path, "body"));
        doc = tunip_doc_for_new(d, lhs, rhs, tir_stmts(d, &frame));
    }
    tir_frame_leave(d, &frame);
    return doc;
}

TIR_RULE(for)
{
    return write_loop(d, node, path, false);
}

/* The same from v0.26 on. */
TIR_RULE(for_v26)
{
    return write_loop(d, node, path, true);
}

/* ---- reading ---- */

/* Loops being read: one, or those of a grid. */
typedef struct loop_reader {
    tunip_scope scope;
    size_t count;
    tunip_tir_for **loops; /* outermost first */
} loop_reader;

static bool is_integer(tunip_dtype dtype)
{
    return dtype.lanes == 1 && (dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT);
}

/* TVM makes the loop after its body, so it reports mistakes in the body first: T.grid(1.5) fails at
 * T.axis.remap. */
static void check_extent(tunip_elaborator *e, const loop_reader *r, const tunip_tir_for *loop)
{
    if (!tunip_elaborator_folds(e) || tunip_elaborator_is_wrong(e)) return;
    if (!is_integer(tunip_ir_dtype_of(loop->extent)))
        tunip_complain(e, r->scope.doc,
                       TUNIP_BREAKS_DTYPE "the extent of a loop must be an integer");
}

static void *leave_loop(tunip_elaborator *e, tunip_scope *scope)
{
    loop_reader *r = (loop_reader *)scope;
    void *body = tir_body_read(e);
    for (size_t i = r->count; i-- > 0;) {
        check_extent(e, r, r->loops[i]);
        r->loops[i]->body = body;
        body = r->loops[i];
    }
    return body;
}

/* In printed text, a name means one variable, also if several loops use it. */
static void take_var(tunip_elaborator *e, tunip_scope *scope, const tunip_value *known,
                     tunip_value *value)
{
    const loop_reader *r = (const loop_reader *)scope;
    tunip_tir_var *var = known->kind == TUNIP_VALUE_NODE
                             ? (tunip_tir_var *)(uintptr_t)TUNIP_AS(tunip_tir_var, known->node)
                             : NULL;
    size_t i = 0;
    (void)e;
    while (i < r->count && (tunip_node *)r->loops[i]->loop_var != value->node) i++;
    if (!var || i == r->count || value->kind != TUNIP_VALUE_NODE ||
        !tunip_dtype_equal(var->base.dtype, r->loops[i]->loop_var->base.dtype))
        return;
    r->loops[i]->loop_var = var;
    *value = tunip_value_node(var, value->doc);
}

static const tunip_scope_kind loop_scope = {.name = "a loop",
                                            .dialect = &tunip_dialect_tir,
                                            .leave = leave_loop,
                                            .is_loop = true,
                                            .takes = take_var};

static loop_reader *new_loops(tunip_elaborator *e, size_t count, const tunip_doc *doc)
{
    loop_reader *r = tunip_scope_new(e, &loop_scope, sizeof *r, doc);
    tunip_tir_for **loops = tunip_elaborator_alloc(e, (count + 1) * sizeof *loops);
    if (!r || !loops) return NULL;
    r->loops = loops;
    r->count = count;
    return r;
}

/* A bound of a loop in the dtype of its variable; numbers get it. NULL after a complaint. */
static tunip_node *as_bound(tunip_elaborator *e, tunip_ir_prim_expr *bound, tunip_dtype dtype,
                            const tunip_doc *doc)
{
    tunip_node *node = (tunip_node *)bound;
    const tunip_ir_int_imm *number = TUNIP_AS(tunip_ir_int_imm, node);
    if (!tunip_elaborator_folds(e) || tunip_dtype_equal(bound->dtype, dtype)) return node;
    if (number) return (tunip_node *)tunip_ir_int(tunip_elaborator_graph(e), dtype, number->value);
    char own[TUNIP_DTYPE_NAME_SIZE], other[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(bound->dtype, own);
    tunip_dtype_name(dtype, other);
    tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "the bounds of the loop differ in dtype: %s and %s",
                   own, other);
    return NULL;
}

/* A loop from `min` over `extent`, whose variable gets its name from the target. */
static tunip_tir_for *new_loop(tunip_elaborator *e, tunip_tir_for_kind kind,
                               tunip_ir_prim_expr *min, tunip_ir_prim_expr *extent,
                               const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_for *loop = tunip_node_new(graph, &tunip_tir_for_type);
    if (!loop || !min || !extent) return NULL;
    tunip_dtype dtype = min->dtype;
    if (tunip_elaborator_folds(e) && extent->dtype.code == TUNIP_DTYPE_HANDLE) {
        tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "the extent of a loop must be an integer");
        return NULL;
    }
    if (extent->dtype.bits > dtype.bits) dtype.bits = extent->dtype.bits;
    loop->min = as_bound(e, min, dtype, doc);
    loop->extent = loop->min ? as_bound(e, extent, dtype, doc) : NULL;
    if (!loop->extent) return NULL;
    loop->loop_var = tir_new_var(e, dtype, NULL, false);
    loop->kind = kind;
    loop->annotations = tunip_map_new(graph, 0, NULL);
    return loop->loop_var ? loop : NULL;
}

/* The thread of T.thread_binding. */
static tunip_tir_iter_var *new_thread(tunip_elaborator *e, tunip_dtype dtype, tunip_str tag)
{
    tunip_tir_iter_var *iter = tir_new_thread(e, tag, dtype);
    if (iter && iter->var) iter->var->name = tunip_string_new(tunip_elaborator_graph(e), "iter");
    return iter;
}

static bool bind_thread(tunip_elaborator *e, tunip_tir_for *loop, const tunip_value *thread,
                        const tunip_doc *doc)
{
    if (tunip_elaborator_folds(e) && thread->kind <= TUNIP_VALUE_NONE) {
        tunip_complain(e, doc, TUNIP_BREAKS_ARGUMENTS "the argument `thread` is missing");
        return false;
    }
    loop->thread_binding =
        new_thread(e, loop->loop_var->base.dtype, tunip_value_to_str(e, thread, ""));
    return true;
}

/* Whether a value may be the step of `range`. TVM accepts a constant and removes its fraction.
 * False after a complaint. */
static bool is_step(tunip_elaborator *e, tunip_value *step)
{
    bool is_zero = step->kind == TUNIP_VALUE_INT && !step->integer;
    if ((!tunip_elaborator_folds(e) && !is_zero) || step->kind <= TUNIP_VALUE_NONE) return true;
    const tunip_ir_int_imm *imm =
        step->kind == TUNIP_VALUE_NODE ? TUNIP_AS(tunip_ir_int_imm, step->node) : NULL;
    if (imm) step->integer = imm->value;
    if (step->kind == TUNIP_VALUE_FLOAT && !(fabs(step->real) < 9e18)) {
        tunip_complain(e, step->doc,
                       TUNIP_BREAKS_DTYPE "the step of `range` does not fit into 64 bits");
        return false;
    }
    if (step->kind == TUNIP_VALUE_FLOAT) step->integer = (int64_t)step->real;
    if (step->kind == TUNIP_VALUE_BOOL) step->integer = step->boolean;
    if (!imm && step->kind > TUNIP_VALUE_FLOAT) {
        tunip_complain(e, step->doc,
                       TUNIP_BREAKS_LOOP "the step of `range` must be a constant, not %s",
                       tunip_value_describe(e, step));
        return false;
    }
    step->kind = TUNIP_VALUE_INT;
    if (step->integer > 0) return true;
    tunip_complain(e, step->doc, TUNIP_BREAKS_LOOP "the step of `range` must be positive, not %lld",
                   (long long)step->integer);
    return false;
}

/* T.serial(8, unroll=True) of v0.26: an annotation. */
static void note_unrolling(tunip_elaborator *e, const tunip_tir_for *loop,
                           const tunip_value *unroll)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    if (unroll->kind <= TUNIP_VALUE_NONE) return;
    bool is_wanted = tunip_value_to_bool(e, unroll, true);
    tunip_ir_put(e, loop->annotations,
                 tunip_string_new(graph, is_wanted ? "pragma_unroll" : "disable_unroll"),
                 tunip_bool_new(graph, true));
}

/* A bound of a loop. The call of an unknown operator is an int32. */
static tunip_ir_prim_expr *bound_of(tunip_elaborator *e, const tunip_value *value)
{
    tunip_ir_prim_expr *bound = tir_expr(e, value);
    tir_decide_unknown(e, bound, tir_int32);
    return bound;
}

/* The bounds of a loop. TVM makes an expression of each bound by itself, and computes
 * `stop - start` with its operator, which converts both to a common dtype. */
static void read_bounds(tunip_elaborator *e, const tunip_value *start, const tunip_value *stop,
                        tunip_ir_prim_expr **min, tunip_ir_prim_expr **max)
{
    bool folds = tunip_elaborator_folds(e);
    if (stop->kind <= TUNIP_VALUE_NONE) {
        bool is_truth = start->kind == TUNIP_VALUE_BOOL && folds;
        *max = is_truth ? tir_expr_of(e, start, tir_int32) : bound_of(e, start);
        *min = NULL;
        if (folds && *max && (*max)->dtype.code == TUNIP_DTYPE_HANDLE) {
            tunip_complain(e, start->doc,
                           TUNIP_BREAKS_DTYPE "the extent of a loop must be an integer");
            return;
        }
        tunip_ir_int_imm *zero =
            *max ? tunip_ir_int(tunip_elaborator_graph(e), (*max)->dtype, 0) : NULL;
        *min = zero ? &zero->base : NULL;
    } else if (!folds && start->kind == TUNIP_VALUE_INT && stop->kind == TUNIP_VALUE_NODE) {
        *max = bound_of(e, stop);
        *min = *max ? tir_expr_of(e, start, (*max)->dtype) : NULL;
    } else {
        *min = bound_of(e, start);
        *max = *min && !folds ? tir_expr_of(e, stop, (*min)->dtype) : tir_expr(e, stop);
    }
}

/* range(start, stop, step), T.serial(stop), T.thread_binding(stop, thread="threadIdx.x"). */
TIR_READ(loop)
{
    bool is_thread = call->word->data == TUNIP_TIR_FOR_THREAD_BINDING;
    bool is_range = call->word->name[0] == '=';
    const tunip_value *start = &call->args[0], *stop = &call->args[1];
    const tunip_value *annotations = &call->args[is_thread || is_range ? 3 : 2];
    const tunip_value *step = &call->args[is_range ? 2 : is_thread ? 4 : 3];
    const tunip_value *thread = &call->args[2];
    if (is_thread && stop->kind == TUNIP_VALUE_STR && thread->kind <= TUNIP_VALUE_NONE) {
        const tunip_value *none = thread;
        thread = stop; /* T.thread_binding(n, "threadIdx.x") */
        stop = none;
    }
    loop_reader *r = new_loops(e, 1, call->doc);
    tunip_ir_prim_expr *min, *max;
    read_bounds(e, start, stop, &min, &max);
    tunip_tir_for *loop = min && max && r ? new_loop(e, (tunip_tir_for_kind)call->word->data, min,
                                                     tir_extent(e, min, max), call->doc)
                                          : NULL;
    if (!loop) return tunip_value_wrong(call->doc);
    loop->annotations = tir_data(e, annotations);
    if (call->word->since) note_unrolling(e, loop, &call->args[4]);
    tunip_value whole = *step;
    if (is_range && !is_step(e, &whole)) return tunip_value_wrong(call->doc);
    if (step->kind > TUNIP_VALUE_NONE)
        loop->step = tir_expr_of(e, &whole, loop->loop_var->base.dtype);
    if (!tir_takes_step(e, loop->step, step->doc)) return tunip_value_wrong(call->doc);
    if (is_thread && !bind_thread(e, loop, thread, call->doc)) return tunip_value_wrong(call->doc);
    r->loops[0] = loop;
    r->scope.as = tunip_value_node(loop->loop_var, call->doc);
    return tunip_value_scope(r, call->doc);
}

/* T.grid(n, m): the loops of its variables. */
TIR_READ(grid)
{
    size_t count = call->rest.count;
    loop_reader *r = new_loops(e, count, call->doc);
    tunip_value *vars = tunip_elaborator_alloc(e, (count + 1) * sizeof *vars);
    if (!r || !vars) return tunip_value_wrong(call->doc);
    for (size_t i = 0; i < count; i++) {
        tunip_ir_prim_expr *extent = bound_of(e, &call->rest.items[i]);
        if (!extent) return tunip_value_wrong(call->doc);
        if (extent->dtype.code == TUNIP_DTYPE_HANDLE && tunip_elaborator_folds(e))
            return tunip_complain_instead(e, &call->rest.items[i], "the extent of a loop");
        tunip_ir_int_imm *zero = tunip_ir_int(tunip_elaborator_graph(e), extent->dtype, 0);
        r->loops[i] = new_loop(e, TUNIP_TIR_FOR_SERIAL, zero ? &zero->base : NULL, extent,
                               call->rest.items[i].doc);
        if (!r->loops[i]) return tunip_value_wrong(call->doc);
        vars[i] = tunip_value_node(r->loops[i]->loop_var, call->doc);
    }
    r->scope.as = vars[0];
    if (count == 1) return tunip_value_scope(r, call->doc);
    r->scope.as = (tunip_value){.kind = TUNIP_VALUE_LIST, .doc = call->doc};
    r->scope.as.items = (tunip_values){vars, count};
    return tunip_value_scope(r, call->doc);
}

/* The loop whose variable is `var`, among those open; the outermost if there are two. */
const tunip_tir_for *tir_loop_of(const tunip_elaborator *e, const void *var)
{
    const tunip_tir_for *found = NULL;
    for (const tunip_scope *s = tunip_scope_top(e); s; s = s->outer) {
        if (s->kind != &loop_scope) continue;
        const loop_reader *r = (const loop_reader *)s;
        for (size_t i = 0; i < r->count; i++)
            if (r->loops[i]->loop_var == var) found = r->loops[i];
    }
    return found;
}
