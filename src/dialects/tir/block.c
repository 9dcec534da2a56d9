/* block.c -- blocks: iteration variables, reads and writes, buffers, body. */
#include "analysis.h"
#include "buffer.h"
#include "fold.h"
#include "refuse.h"
#include "rules.h"
#include "script.h"

/* The block that is being printed. */
typedef struct printed {
    tunip_docsifier *d;
    tir_frame *frame;
    const tunip_tir_block *block;
    const tunip_path *path;                 /* of the block */
    const tunip_tir_block_realize *realize; /* NULL for a block without a BlockRealize */
    const tunip_path *realize_path;
} printed;

static void add(const printed *p, tunip_role role, const tunip_doc *expr)
{
    tunip_frame_add(p->d, &p->frame->base, tunip_doc_expr_stmt_new(p->d, role, expr));
}

static const tunip_tir_iter_var *get_iter(const printed *p, size_t index)
{
    return TUNIP_AS(tunip_tir_iter_var, p->block->iter_vars->items[index]);
}

/* The value of an iteration variable; NULL if there is none. */
static const tunip_node *get_value(const printed *p, size_t index)
{
    const tunip_array *values = p->realize ? p->realize->iter_values : NULL;
    return index < tunip_array_count(values) ? values->items[index] : NULL;
}

static const tunip_doc *write_value(const printed *p, size_t index)
{
    const tunip_path *path = tunip_path_attr(p->d, p->realize_path, "iter_values");
    return tir_docsify(p->d, get_value(p, index), tunip_path_item(p->d, path, index));
}

/* ---- one iteration variable ---- */

/* ORDER tunip_tir_iter_type. Blocks have only these types. */
static const char *const axis_names[] = {[TUNIP_TIR_ITER_DATA_PAR] = "spatial",
                                         [TUNIP_TIR_ITER_COMM_REDUCE] = "reduce",
                                         [TUNIP_TIR_ITER_ORDERED] = "scan",
                                         [TUNIP_TIR_ITER_OPAQUE] = "opaque"};

static const char *axis_name(const printed *p, const tunip_tir_iter_var *iter,
                             const tunip_path *path)
{
    size_t type = (size_t)iter->iter_type;
    const char *name = type < TUNIP_LEN(axis_names) ? axis_names[type] : NULL;
    if (name) return name;
    tunip_report(p->d, TUNIP_ISSUE_MALFORMED, path,
                 "a block has an iteration variable of kind %lld", (long long)iter->iter_type);
    return "unknown";
}

/* extent; or (min, min + extent) if min is not 0 */
static const tunip_doc *write_domain(const printed *p, const tunip_ir_range *dom,
                                     const tunip_path *path)
{
    tunip_docsifier *d = p->d;
    if (!dom) return tunip_doc_none(d, path);
    if (tunip_ir_is_int(dom->min, 0)) return TIR_SUB(d, dom, extent, path);
    const tunip_node *end = tunip_tir_add_folded(tunip_job_scratch(d), dom->min, dom->extent);
    const tunip_doc *min = TIR_SUB(d, dom, min, path);
    const tunip_doc *max =
        tunip_docsify_made(d, end, dom->extent, tunip_path_attr(d, path, "extent"));
    return tunip_doc_tuple_new(d, TUNIP_DOCS(d, min, max));
}

/* The width of the variable that a reader makes for an axis: that of its domain, but at least 32
 * bits. */
static unsigned axis_bits(const tunip_ir_range *dom)
{
    unsigned min = tunip_ir_dtype_of(dom ? dom->min : NULL).bits;
    unsigned extent = tunip_ir_dtype_of(dom ? dom->extent : NULL).bits;
    unsigned most = min > extent ? min : extent;
    return most > 32 ? most : 32;
}

/* `call`, marked with the property of its domain that a reader would not infer. For a domain that
 * prints as its extent, a reader makes a 0 of the extent's dtype. For a domain that prints as two
 * ends, a reader computes the extent, which is the same expression only for constants. */
static const tunip_doc *add_left_out(tunip_docsifier *d, const tunip_ir_range *dom,
                                     const tunip_doc *call, const tunip_path *path)
{
    if (!dom || !dom->min || !dom->extent) return call;
    if (!tunip_ir_is_int(dom->min, 0))
        return tunip_is(dom->extent, &tunip_ir_int_imm_type)
                   ? call
                   : tunip_doc_partial_new(d, call, "extent", TIR_OMITTED(d, dom, extent, path));
    if (tunip_dtype_equal(tunip_ir_dtype_of(dom->min), tunip_ir_dtype_of(dom->extent))) return call;
    return tunip_doc_partial_new(d, call, "min", TIR_SUB(d, dom, min, path));
}

/* Defines the variable of an axis, with its type unless that is an integer of `bits` bits. */
static const tunip_doc *define_axis(const printed *p, const tunip_tir_iter_var *iter, unsigned bits,
                                    const tunip_path *path)
{
    return tir_define_typed(p->d, &p->frame->base, iter ? iter->var : NULL,
                            tunip_dtype_make(TUNIP_DTYPE_INT, (int)bits, 1),
                            tunip_path_attr(p->d, path, "var"));
}

/* vi = T.axis.spatial(domain, value) */
static void add_axis(const printed *p, size_t index)
{
    tunip_docsifier *d = p->d;
    const tunip_tir_iter_var *iter = get_iter(p, index);
    const tunip_path *path = tunip_path_attr(d, p->path, "iter_vars");
    path = tunip_path_as(d, path, tunip_path_attr(d, p->path, "iter_var")); /* as TVM spells it */
    path = tunip_path_item(d, path, index);
    const char *name = iter ? axis_name(p, iter, path) : "unknown";
    const tunip_doc *callee = tunip_doc_attr_new(d, tir_name(d, "axis"), tunip_str_from(name));
    const tunip_ir_range *dom = iter ? iter->dom : NULL;
    const tunip_path *dom_path = tunip_path_attr(d, path, "dom");
    const tunip_doc *args[2] = {write_domain(p, dom, dom_path), NULL};
    if (p->realize) args[1] = write_value(p, index);
    const tunip_doc *call = tunip_doc_call_new(
        d, callee, tunip_docs_copy(d, p->realize ? 2 : 1, args), NULL, tunip_docs_none());
    const tunip_doc *rhs = add_left_out(d, dom, call, dom_path);
    const tunip_doc *lhs = define_axis(p, iter, axis_bits(dom), path);
    tunip_frame_add(d, &p->frame->base, tir_assign(d, TUNIP_ROLE_AXIS, lhs, rhs));
}

/* ---- several axes at once ---- */

/* Finds the open loop of `var`; the outermost one if ill-formed IR has two. The frame of a T.grid()
 * belongs to its outermost loop, so the search descends from the loop of each frame through the
 * nested loops, as far as the loop of the next frame. */
static const tunip_tir_for *find_loop(tunip_docsifier *d, const tunip_node *var)
{
    const tunip_tir_for *found = NULL, *next = NULL;
    for (const tunip_frame *frame = tunip_frame_top(d); frame; frame = frame->outer) {
        const tunip_tir_for *first = TUNIP_AS(tunip_tir_for, frame->node);
        if (frame->dialect != &tunip_dialect_tir || !first) continue;
        const tunip_tir_for *match = NULL;
        for (const tunip_tir_for *loop = first; loop && loop != next;
             loop = TUNIP_AS(tunip_tir_for, loop->body))
            if (!match && (const tunip_node *)loop->loop_var == var) match = loop;
        if (match) found = match;
        next = first;
    }
    return found;
}

/* Whether the variable of an axis has the same range as a loop variable and is bound to it. */
static bool is_remapped(const printed *p, size_t index)
{
    const tunip_tir_iter_var *iter = get_iter(p, index);
    const tunip_node *value = get_value(p, index);
    if (!p->realize || !tir_has_sugar(p->d) || !iter || !iter->dom) return false;
    if (iter->iter_type != TUNIP_TIR_ITER_DATA_PAR && iter->iter_type != TUNIP_TIR_ITER_COMM_REDUCE)
        return false;
    const tunip_tir_for *loop =
        tunip_is_a(value, &tunip_tir_var_type) ? find_loop(p->d, value) : NULL;
    return loop && tir_same_expr(loop->min, iter->dom->min) &&
           tir_same_expr(loop->extent, iter->dom->extent);
}

/* "SSR": a letter for the type of each variable from `begin` on. The Doc represents all these
 * types. */
static const tunip_doc *write_kinds(const printed *p, size_t begin, size_t count)
{
    tunip_docsifier *d = p->d;
    const tunip_path *path = tunip_path_attr(d, p->path, "iter_vars");
    char *letters = tunip_job_alloc(d, count);
    if (!letters) return tunip_doc_none(d, path);
    for (size_t i = 0; i < count; i++)
        letters[i] = get_iter(p, begin + i)->iter_type == TUNIP_TIR_ITER_DATA_PAR ? 'S' : 'R';
    const tunip_doc *doc = tunip_doc_str(d, (tunip_str){letters, count}, NULL);
    for (size_t i = 0; path && i < count; i++) {
        const tunip_path *at = tunip_path_item(d, path, begin + i);
        doc = tunip_doc_at(d, doc, tunip_path_attr(d, at, "iter_type"));
    }
    return doc;
}

/* vi, vj = T.axis.remap("SR", [i, j]) */
static void add_remap(const printed *p, size_t begin, size_t count)
{
    tunip_docsifier *d = p->d;
    const tunip_doc **vars = tunip_docs_new(d, count), **values = tunip_docs_new(d, count);
    const tunip_path *path = tunip_path_attr(d, p->path, "iter_vars");
    for (size_t i = 0; vars && values && i < count; i++) {
        unsigned bits = tunip_ir_dtype_of(get_value(p, begin + i)).bits;
        vars[i] = define_axis(p, get_iter(p, begin + i), bits, tunip_path_item(d, path, begin + i));
        values[i] = write_value(p, begin + i);
    }
    const tunip_doc *kinds = write_kinds(p, begin, count);
    const tunip_doc *list = tunip_doc_list_new(d, tunip_docs_view(values, count));
    const tunip_doc *lhs = tunip_doc_tuple_new(d, tunip_docs_view(vars, count));
    const tunip_doc *callee = tunip_doc_attr_new(d, tir_name(d, "axis"), tunip_str_from("remap"));
    const tunip_doc *rhs =
        tunip_doc_call_new(d, callee, TUNIP_DOCS(d, kinds, list), NULL, tunip_docs_none());
    tunip_frame_add(d, &p->frame->base, tir_assign(d, TUNIP_ROLE_AXIS, lhs, rhs));
}

/* ---- the rest of the signature ---- */

static void add_predicate(const printed *p)
{
    if (!p->realize || tunip_ir_is_int(p->realize->predicate, 1)) return;
    const tunip_doc *doc = TIR_SUB(p->d, p->realize, predicate, p->realize_path);
    add(p, TUNIP_ROLE_META, TIR_CALL(p->d, "where", doc));
}

/* T.reads(regions...), or T.writes(...): `name` is also the name of the field. */
static void add_regions(const printed *p, tunip_str name, const tunip_array *regions)
{
    tunip_docs docs = tunip_docsify_items(p->d, regions, tunip_path_attr(p->d, p->path, name.data));
    const tunip_doc *call = tunip_prefixed_call_str(p->d, &tunip_dialect_tir, name, docs);
    if (!tir_are_usual_ones(regions))
        call = tunip_doc_partial_new(p->d, call, "extent_dtype", tunip_doc_none(p->d, NULL));
    add(p, TUNIP_ROLE_META, call);
}

static void add_annotations(const printed *p)
{
    if (!tunip_map_count(p->block->annotations)) return;
    const tunip_doc *doc = TIR_SUB(p->d, p->block, annotations, p->path);
    const tunip_doc *call = TIR_CALL(p->d, "block_attr", doc);
    add(p, TUNIP_ROLE_META, tir_mark_strings(p->d, call, p->block->annotations));
}

static void add_matches(const printed *p)
{
    const tunip_path *path = tunip_path_attr(p->d, p->path, "match_buffers");
    const tunip_array *matches = p->block->match_buffers;
    for (size_t i = 0; i < tunip_array_count(matches); i++)
        tir_add_stmt(p->d, p->frame,
                     tir_docsify(p->d, matches->items[i], tunip_path_item(p->d, path, i)));
}

static void add_init(const printed *p)
{
    const tunip_node *init = p->block->init;
    if (!init) return;
    tir_frame frame;
    tir_frame_enter(p->d, &frame, init);
    tir_body(p->d, &frame, init, tunip_path_attr(p->d, p->path, "init"));
    tunip_docs body = tir_stmts(p->d, &frame);
    tir_frame_leave(p->d, &frame);
    const tunip_doc *call =
        tunip_prefixed_call(p->d, &tunip_dialect_tir, "init", tunip_docs_none());
    tunip_frame_add(p->d, &p->frame->base, tunip_doc_scope_new(p->d, NULL, call, body));
}

/* ---- blocks ---- */

/* T.block("name"), or T.block("name", no_realize=True) */
static const tunip_doc *write_head(const printed *p)
{
    const tunip_doc *name = tunip_doc_str(p->d, tunip_string_value(p->block->name_hint),
                                          tunip_path_attr(p->d, p->path, "name_hint"));
    if (p->realize) return TIR_CALL(p->d, "block", name);
    tir_args args;
    tir_args_begin(&args);
    tir_args_add(&args, name);
    tir_args_key(&args, "no_realize", tunip_doc_bool(p->d, true, NULL));
    return tir_args_call(p->d, tir_name(p->d, "block"), &args);
}

static const tunip_doc *write_block(printed *p)
{
    tunip_docsifier *d = p->d;
    tir_frame frame;
    tir_frame_enter(d, &frame, p->block);
    p->frame = &frame;
    /* Adds the axes. Two or more consecutive remapped variables become one T.axis.remap(). */
    size_t count = tunip_array_count(p->block->iter_vars);
    for (size_t begin = 0; begin < count;) {
        size_t end = begin;
        while (end < count && is_remapped(p, end)) end++;
        if (end - begin > 1) {
            add_remap(p, begin, end - begin);
            begin = end;
        } else {
            add_axis(p, begin++);
        }
    }
    add_predicate(p);
    add_regions(p, tunip_str_from("reads"), p->block->reads);
    add_regions(p, tunip_str_from("writes"), p->block->writes);
    add_annotations(p);
    tir_alloc_buffers(d, &frame, p->block, p->path);
    add_matches(p);
    add_init(p);
    tir_body(d, &frame, p->block->body, tunip_path_attr(d, p->path, "body"));
    const tunip_doc *doc = tunip_doc_scope_new(d, NULL, write_head(p), tir_stmts(d, &frame));
    tir_frame_leave(d, &frame);
    return doc;
}

TIR_RULE(block)
{
    printed p = {.d = d, .block = (const tunip_tir_block *)node, .path = path};
    return write_block(&p);
}

/* The Doc represents the BlockRealize and the block. */
TIR_RULE(block_realize)
{
    const tunip_tir_block_realize *realize = (const tunip_tir_block_realize *)node;
    const tunip_path *block_path = tunip_path_attr(d, path, "block");
    if (!realize->block) {
        tunip_report(d, TUNIP_ISSUE_NULL, block_path, "a realized block is missing");
        const tunip_doc *none = tunip_doc_none(d, block_path);
        return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, TIR_CALL(d, "block", none));
    }
    printed p = {.d = d,
                 .block = realize->block,
                 .path = block_path,
                 .realize = realize,
                 .realize_path = path};
    const tunip_doc *doc = tunip_doc_at(d, write_block(&p), block_path);
    return tunip_doc_annotate(d, doc, block_path);
}

/* ---- reading ---- */

static void *leave_block(tunip_elaborator *e, tunip_scope *scope)
{
    tir_block_reader *r = (tir_block_reader *)scope;
    tir_script_state *state = tir_state_of(e);
    r->block->body = tir_body_read(e);
    bool reads = !r->says_regions[0], writes = !r->says_regions[1];
    if (tunip_elaborator_folds(e) && (reads || writes)) tir_detect_regions(e, r, reads, writes);
    if (!state) return NULL;
    state->block = r->outer;
    state->last = r;
    if (!r->realize) return r->block;
    if (r->predicate_doc)
        tir_takes_condition(e, r->realize->predicate, "the predicate of a block", r->predicate_doc);
    state->block_count++;
    r->realize->block = r->block;
    return r->realize;
}

static void enter_block(tunip_elaborator *e, tunip_scope *scope)
{
    tir_script_state *state = tir_state_of(e);
    tir_block_reader *r = (tir_block_reader *)scope;
    if (!state) return;
    r->outer = state->block;
    state->block = r;
}

static const tunip_scope_kind block_scope = {
    .name = "a block", .dialect = &tunip_dialect_tir, .enter = enter_block, .leave = leave_block};

tir_block_reader *tir_block_new(tunip_elaborator *e, tunip_str name, bool is_realized,
                                const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tir_block_reader *r = tunip_scope_new(e, &block_scope, sizeof *r, doc);
    tunip_tir_block *block = tunip_node_new(graph, &tunip_tir_block_type);
    if (!r || !block) return NULL;
    r->block = block;
    r->iter_vars = block->iter_vars = tunip_array_new(graph, 0, NULL);
    r->alloc_buffers = block->alloc_buffers = tunip_array_new(graph, 0, NULL);
    r->match_buffers = block->match_buffers = tunip_array_new(graph, 0, NULL);
    block->reads = tunip_array_new(graph, 0, NULL);
    block->writes = tunip_array_new(graph, 0, NULL);
    block->annotations = tunip_map_new(graph, 0, NULL);
    block->name_hint = tunip_string_new_view(graph, name);
    r->values = tunip_array_new(graph, 0, NULL);
    if (!is_realized) return r;
    r->realize = tunip_node_new(graph, &tunip_tir_block_realize_type);
    if (!r->realize) return NULL;
    r->realize->iter_values = r->values;
    r->realize->predicate = (tunip_node *)tunip_ir_int(graph, tir_bool, 1);
    return r;
}

static tir_block_reader *block_around(tunip_elaborator *e)
{
    tir_script_state *state = tir_state_of(e);
    return state ? state->block : NULL;
}

/* The block to which a word such as T.reads belongs; NULL after a complaint. */
static tir_block_reader *block_of(tunip_elaborator *e, const tunip_word_call *call)
{
    tir_block_reader *r = block_around(e);
    if (!r)
        tunip_complain_missing(e, call->doc, TUNIP_BREAKS_BLOCK "T.%s needs a block around it",
                               call->word->name);
    return r;
}

static const tunip_value nothing = {.kind = TUNIP_VALUE_ABSENT};

/* Reads n, (min, stop) or T.Range(min, stop). As in TVM, None means 0, and a literal has a begin of
 * dtype int32. */
static tunip_ir_range *read_domain(tunip_elaborator *e, const tunip_value *value)
{
    static const tunip_value zero = {.kind = TUNIP_VALUE_INT};
    bool folds = tunip_elaborator_folds(e);
    if (folds && value->kind == TUNIP_VALUE_NONE) value = &zero;
    if (value->kind == TUNIP_VALUE_NODE && tunip_is(value->node, &tunip_ir_range_type))
        return (tunip_ir_range *)value->node;
    if (value->kind == TUNIP_VALUE_LIST && value->items.count == 2) {
        tunip_ir_prim_expr *min = tir_expr(e, &value->items.items[0]);
        const tunip_value *stop = &value->items.items[1];
        tunip_ir_prim_expr *max = folds ? tir_expr(e, stop)
                                  : min ? tir_expr_of(e, stop, min->dtype)
                                        : NULL;
        return min && max ? tir_range(e, min, tir_axis_extent(e, min, max)) : NULL;
    }
    tunip_ir_prim_expr *extent = tir_expr(e, value);
    if (!extent) return NULL;
    if (extent->dtype.code == TUNIP_DTYPE_HANDLE) {
        tunip_complain(e, value->doc,
                       TUNIP_BREAKS_DTYPE "the extent of an axis must be an integer");
        return NULL;
    }
    tunip_dtype dtype = folds && value->kind == TUNIP_VALUE_INT ? tir_int32 : extent->dtype;
    return tir_range(e, tunip_ir_int(tunip_elaborator_graph(e), dtype, 0), extent);
}

static tunip_value add_iter(tunip_elaborator *e, tir_block_reader *r, tunip_ir_range *dom,
                            tunip_dtype dtype, int64_t type, void *value, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tir_iter_var *iter = tunip_node_new(graph, &tunip_tir_iter_var_type);
    if (!iter || !dom) return tunip_value_wrong(doc);
    if (!tir_takes_domain(e, dom, dtype, doc)) return tunip_value_wrong(doc);
    bool is_later = tunip_array_count(r->values) < tunip_array_count(r->iter_vars);
    if (value && is_later && !tunip_elaborator_is_wrong(e))
        return tunip_complain(e, doc,
                              TUNIP_BREAKS_BLOCK "an earlier axis of the block has no value");
    iter->dom = dom;
    iter->var = tir_new_var(e, dtype, NULL, false);
    iter->iter_type = type;
    iter->thread_tag = tir_empty_text(e);
    tunip_ir_append(e, r->iter_vars, iter);
    if (value) tunip_ir_append(e, r->values, value);
    return tunip_value_node(iter->var, doc);
}

/* The block of an axis. In TVM it must be the innermost scope. */
static tir_block_reader *block_of_axis(tunip_elaborator *e, const tunip_word_call *call)
{
    tir_block_reader *r = block_of(e, call);
    const tunip_scope *top = tunip_scope_top(e);
    if (!r || !tunip_elaborator_folds(e) || top == &r->scope) return r;
    tunip_complain_missing(e, call->doc,
                           TUNIP_BREAKS_BLOCK
                           "an axis stands directly in its block, not in %s within it",
                           top->kind->name);
    tunip_complain_also(e, top->doc, "%s", top->kind->name);
    return NULL;
}

/* If the value of an axis is not an integer, TVM complains at the beginning of the function. */
static void check_value(tunip_elaborator *e, const tunip_value *value, const tunip_node *node)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    const tir_script_state *state = tir_state_of(e);
    tunip_dtype dtype = tunip_ir_dtype_of(node);
    if (!tunip_elaborator_folds(e) || !node || dtype.code == TUNIP_DTYPE_INT || !state->function)
        return;
    bool is_other = dtype.code != TUNIP_DTYPE_UINT;
    if (is_other && tir_loop_of(e, node)) return; /* the extent of the loop is wrong */
    tunip_dtype_name(dtype, name);
    tunip_complain(e, tir_function_name(state->function),
                   TUNIP_BREAKS_DTYPE "the value of an axis must be an integer, and is of dtype %s",
                   name);
    tunip_complain_also(e, value->doc, "the value");
}

/* vi = T.axis.spatial(domain, value) */
TIR_READ(axis)
{
    tir_block_reader *r = block_of_axis(e, call);
    if (r && tunip_elaborator_folds(e) && call->args[1].kind == TUNIP_VALUE_ABSENT) {
        tunip_complain(e, call->doc, TUNIP_BREAKS_ARGUMENTS "the argument `binding` is missing");
        tunip_complain_also(e, NULL, "its parameters are (%s)", call->word->params);
        return tunip_value_wrong(call->doc);
    }
    tunip_ir_range *dom = r ? read_domain(e, &call->args[0]) : NULL;
    if (!dom) return tunip_value_wrong(call->doc);
    tunip_dtype dtype = tunip_value_to_dtype(e, &call->args[2], tir_int32);
    unsigned bits = axis_bits(dom);
    if (bits > dtype.bits) dtype.bits = (uint8_t)bits;
    void *value = NULL;
    if (call->args[1].kind > TUNIP_VALUE_NONE) {
        bool folds = tunip_elaborator_folds(e);
        value = folds ? tir_expr(e, &call->args[1]) : tir_expr_of(e, &call->args[1], dtype);
        check_value(e, &call->args[1], value);
    }
    return add_iter(e, r, dom, dtype, call->word->data, value, call->doc);
}

/* vi, vj = T.axis.remap("SR", [i, j]) */
TIR_READ(remap)
{
    tir_block_reader *r = block_of_axis(e, call);
    tunip_str kinds = tunip_value_to_str(e, &call->args[0], "");
    const tunip_value *list = &call->args[1];
    if (!r) return tunip_value_wrong(call->doc);
    if (list->kind != TUNIP_VALUE_LIST)
        return tunip_complain_instead(e, list, "a list of loop variables");
    if (list->items.count != kinds.size)
        return tunip_complain(
            e, call->doc, TUNIP_BREAKS_LOOP "expected a list of %zu loop variables", kinds.size);
    if (call->args[2].kind > TUNIP_VALUE_NONE) tunip_value_to_dtype(e, &call->args[2], tir_int32);
    tunip_value *vars = tunip_elaborator_alloc(e, (kinds.size + 1) * sizeof *vars);
    for (size_t i = 0; vars && i < kinds.size; i++) {
        const tunip_value *value = &list->items.items[i];
        tunip_node *var = tir_expr(e, value);
        const tunip_tir_for *loop = var ? tir_loop_of(e, var) : NULL;
        if (!loop)
            return var ? tunip_complain(
                             e, value->doc,
                             TUNIP_BREAKS_BLOCK
                             "the binding is not the variable of a loop around the block")
                       : tunip_value_wrong(call->doc);
        if (kinds.data[i] != 'S' && kinds.data[i] != 'R')
            return tunip_complain(e, call->args[0].doc,
                                  TUNIP_BREAKS_BLOCK "the kind of an axis is `S` or `R`, not `%c`",
                                  kinds.data[i]);
        int64_t type = kinds.data[i] == 'S' ? TUNIP_TIR_ITER_DATA_PAR : TUNIP_TIR_ITER_COMM_REDUCE;
        vars[i] = add_iter(e, r, tir_range(e, loop->min, loop->extent), tunip_ir_dtype_of(var),
                           type, var, call->doc);
    }
    if (!vars) return tunip_value_wrong(call->doc);
    if (kinds.size == 1) return vars[0];
    return (tunip_value){.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = {vars, kinds.size}};
}

/* ---- blocks of TVM up to v0.8 ----
 *
 *     with T.block([128, T.reduce_axis(0, 64)], "B") as [vi, vk]:
 *         T.bind(vi, i)
 *         T.bind(vk, k) */

/* T.reduce_axis(0, 64): an axis without a variable yet. */
TIR_READ(old_axis)
{
    tunip_tir_iter_var *axis = tunip_node_new(tunip_elaborator_graph(e), &tunip_tir_iter_var_type);
    tunip_value bounds = {.kind = TUNIP_VALUE_LIST, .doc = call->doc, .items = {call->args, 2}};
    tunip_ir_range *dom = axis ? read_domain(e, &bounds) : NULL;
    if (!dom) return tunip_value_wrong(call->doc);
    axis->dom = dom;
    axis->iter_type = call->word->data;
    return tunip_value_node(axis, call->doc);
}

static tunip_value read_old_block(tunip_elaborator *e, const tunip_word_call *call)
{
    enum { NEWER = 24 };
    const tunip_values axes = call->args[0].items;
    tunip_str name = tunip_value_to_str(e, &call->args[1], "");
    tir_block_reader *r = tir_block_new(e, name, true, call->doc);
    tunip_value *vars = tunip_elaborator_alloc(e, (axes.count + 1) * sizeof *vars);
    if (!r || !vars) return tunip_value_wrong(call->doc);
    tunip_note_older(e, NEWER, call->doc);
    for (size_t i = 0; i < axes.count; i++) {
        const tunip_value *axis = &axes.items[i];
        tunip_node *node = axis->kind == TUNIP_VALUE_NODE ? axis->node : NULL;
        const tunip_tir_iter_var *old = TUNIP_AS(tunip_tir_iter_var, node);
        tunip_ir_range *dom = old ? old->dom : read_domain(e, axis);
        if (!dom) return tunip_value_wrong(call->doc);
        unsigned bits = axis_bits(dom);
        tunip_dtype dtype = tir_int32;
        if (bits > dtype.bits) dtype.bits = (uint8_t)bits;
        int64_t type = old ? old->iter_type : TUNIP_TIR_ITER_DATA_PAR;
        vars[i] = add_iter(e, r, dom, dtype, type, NULL, axis->doc);
    }
    r->scope.as = axes.count == 1 ? vars[0]
                                  : (tunip_value){.kind = TUNIP_VALUE_LIST,
                                                  .doc = call->doc,
                                                  .items = {vars, axes.count}};
    return tunip_value_scope(r, call->doc);
}

TIR_READ(block)
{
    if (call->args[0].kind == TUNIP_VALUE_LIST) return read_old_block(e, call);
    bool is_realized = !tunip_value_to_bool(e, &call->args[1], false);
    tunip_str name = tunip_value_to_str(e, &call->args[0], "");
    return tunip_value_scope(tir_block_new(e, name, is_realized, call->doc), call->doc);
}

/* T.bind(vi, i): the value of an axis. */
TIR_READ(old_bind)
{
    tir_block_reader *r = block_of(e, call);
    tunip_node *var = tunip_value_to_node(e, &call->args[0], &tunip_tir_var_type);
    size_t at = r ? tunip_array_count(r->values) : 0;
    if (!r || !var) return tunip_value_wrong(call->doc);
    const tunip_tir_iter_var *iter =
        at < tunip_array_count(r->iter_vars) ? (void *)r->iter_vars->items[at] : NULL;
    if (!iter || (tunip_node *)iter->var != var)
        return tunip_complain(e, call->doc, "the axes of a block are bound in their order");
    void *value = tir_expr_of(e, &call->args[1], iter->var->base.dtype);
    if (!value) return tunip_value_wrong(call->doc);
    tunip_ir_append(e, r->values, value);
    return nothing;
}

TIR_READ(where)
{
    tir_block_reader *r = block_of(e, call);
    void *predicate = r ? tir_expr_of(e, &call->args[0], tir_bool) : NULL;
    if (r && !r->realize)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_BLOCK "a block that is not realized has no predicate");
    if (r && r->says_predicate)
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_REPEATED "the block already has `T.where`");
    if (predicate) {
        r->realize->predicate = predicate;
        r->predicate_doc = call->args[0].doc;
    }
    if (r) r->says_predicate = true;
    return nothing;
}

/* T.reads(A[i], ...) and T.writes(...); also with one list. */
TIR_READ(regions)
{
    tir_block_reader *r = block_of(e, call);
    tunip_values values = call->rest;
    if (values.count == 1 && values.items[0].kind == TUNIP_VALUE_LIST)
        values = values.items[0].items;
    tunip_array *regions = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (size_t i = 0; i < values.count; i++) {
        tunip_node *region = tir_region(e, &values.items[i]);
        if (region) tunip_ir_append(e, regions, region);
    }
    if (!r) return nothing;
    if (r->says_regions[call->word->data])
        return tunip_complain(e, call->doc, TUNIP_BREAKS_REPEATED "the block already has `T.%s`",
                              call->word->name);
    *(call->word->data ? &r->block->writes : &r->block->reads) = regions;
    r->says_regions[call->word->data] = true;
    return nothing;
}

/* Whether two attributes certainly have different values. */
static bool is_other_value(const tunip_node *a, const tunip_node *b)
{
    if (!a || !b || a->type != b->type) return a != b;
    if (a->type == &tunip_int_type)
        return ((const tunip_int *)a)->value != ((const tunip_int *)b)->value;
    return a->type == &tunip_string_type &&
           !tunip_str_equal(tunip_string_value(a), tunip_string_value(b));
}

TIR_READ(block_attr)
{
    tir_block_reader *r = block_of(e, call);
    tunip_map *attrs = tir_data(e, &call->args[0]);
    for (size_t i = 0; r && i < tunip_map_count(attrs); i++) {
        tunip_str key = tunip_string_value(attrs->entries[i].key);
        const tunip_node *older = tunip_map_get(r->block->annotations, key.data);
        if (tunip_elaborator_folds(e) && older && is_other_value(older, attrs->entries[i].value))
            return tunip_complain(e, call->doc,
                                  TUNIP_BREAKS_REPEATED
                                  "the block has another attribute `%.*s` already",
                                  (int)key.size, key.data);
        tunip_ir_put(e, r->block->annotations, attrs->entries[i].key, attrs->entries[i].value);
    }
    return nothing;
}

/* with T.init(): the statements that initialise the block. */
static void *leave_init(tunip_elaborator *e, tunip_scope *scope)
{
    tir_block_reader *r = block_around(e);
    (void)scope;
    if (r) r->block->init = tir_body_read(e);
    return NULL;
}

static const tunip_scope_kind init_scope = {
    .name = "an init", .dialect = &tunip_dialect_tir, .leave = leave_init};

TIR_READ(init)
{
    const tir_block_reader *r = block_of(e, call);
    if (!r) return tunip_value_wrong(call->doc);
    if (r->block->init)
        return tunip_complain(e, call->doc, TUNIP_BREAKS_REPEATED "the block already has `T.init`");
    return tunip_value_scope(tunip_scope_new(e, &init_scope, sizeof(tunip_scope), call->doc),
                             call->doc);
}
