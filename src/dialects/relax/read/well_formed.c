/* well_formed.c -- functions that TVM's parser refuses after it has read them (TVM
 * src/relax/analysis/well_formed.cc): calls with effects in pure functions, symbols that nothing
 * defines, calls that are not in the form that their operator wants. */
#include "../infer/infer.h"
#include "../ops.h"
#include "read.h"

#include <stdlib.h>

/* ---- effects ---- */

/* Whether a call does more than to compute its result. The body of a function of tensor IR decides
 * about a call of it, and that may not have been read yet. */
static bool is_impure(tunip_elaborator *e, const tunip_relax_call *call)
{
    const tunip_relax_func_struct_info *func =
        TUNIP_AS(tunip_relax_func_struct_info, tunip_relax_struct_info_of(call->op));
    if (!tunip_is(call->op, &tunip_ir_op_type))
        return func && !func->purity &&
               !tunip_is(tunip_ir_declaration(e, call->op), &tunip_tir_prim_func_type);
    const relax_op *row = relax_op_of(call);
    return row && row->is_impure;
}

/* The first one of a function is remembered: whether the function is pure may be said later. */
static void note_effect(tunip_elaborator *e, relax_function_reader *r, const tunip_relax_call *call,
                        const tunip_doc *doc)
{
    if (!is_impure(e, call)) return;
    if (relax_in_dataflow(e)) {
        tunip_complain(e, doc, "a dataflow block contains only pure calls, and this has effects");
        tunip_complain_also(e, NULL, "call it outside of R.dataflow(), or R.call_pure_packed");
    } else if (!r->impure) {
        r->impure = doc;
    }
}

static void check_purity(tunip_elaborator *e, const relax_function_reader *r, const tunip_doc *name)
{
    const tunip_int *forced = TUNIP_AS(tunip_int, tunip_map_get(r->attrs, "relax.force_pure"));
    const tunip_bool *said = TUNIP_AS(tunip_bool, tunip_map_get(r->attrs, "relax.force_pure"));
    bool is_forced = (forced && forced->value) || (said && said->value);
    if (is_forced && !r->func->is_pure) {
        tunip_complain(e, name, "a function with relax.force_pure cannot have pure=False");
    } else if (!is_forced && r->func->is_pure && r->impure) {
        tunip_complain(e, r->impure, "this call has effects, and the function is pure");
        tunip_complain_also(e, NULL, "write @R.function(pure=False)");
    }
}

/* ---- calls of tensor IR ---- */

/* The results of R.call_tir_inplace overwrite arguments that are like them. */
static void check_places(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc)
{
    relax_places at = relax_check_places(tunip_elaborator_scratch(e), call);
    long long place = at.place;
    switch (at.fault) {
    case RELAX_PLACES_FIT:
        break;
    case RELAX_PLACES_MISSING:
        tunip_complain(e, doc, "there are %zu outputs, and `inplace_indices` has %zu numbers",
                       at.results, at.places);
        break;
    case RELAX_PLACES_UNUSED:
        tunip_complain(e, doc, "`inplace_indices` names no argument");
        tunip_complain_also(e, NULL, "write R.call_tir");
        break;
    case RELAX_PLACE_UNKNOWN:
        tunip_complain(e, doc, "argument %lld, which an output overwrites, does not exist", place);
        break;
    case RELAX_PLACE_TWICE:
        tunip_complain(e, doc, "two outputs overwrite argument %lld", place);
        break;
    case RELAX_PLACE_UNLIKE:
        tunip_complain(e, doc, "output %zu is %s and cannot overwrite argument %lld, which is %s",
                       at.result, relax_info_text(e, at.output), place,
                       relax_info_text(e, at.input));
        break;
    }
}

/* The name of the outermost function being read. Its Doc lives until the function's module was
 * read, and those of local functions do not. */
static const tunip_doc *outermost_name(const relax_function_reader *r)
{
    const tunip_scope *outermost = &r->scope;
    for (const tunip_scope *s = outermost; s; s = s->outer)
        if (s->kind == &relax_function_scope) outermost = s;
    return ((const tunip_doc_function *)outermost->doc)->name;
}

static void check_tir_call(tunip_elaborator *e, const relax_function_reader *r,
                           const tunip_relax_call *call, const tunip_doc *doc)
{
    if (tunip_array_count(call->args) < 2) return;
    const tunip_node *args = call->args->items[1];
    if (!tunip_is(args, &tunip_relax_tuple_type)) {
        tunip_complain(e, doc, "the arguments must be a tuple that is written here");
        return;
    }
    check_places(e, call, doc);
    if (tunip_elaborator_is_wrong(e)) return;
    relax_check_tir_call(e, call, outermost_name(r), doc);
}

/* ---- calls ---- */

void relax_check_formed(tunip_elaborator *e, const tunip_relax_call *call, const tunip_doc *doc)
{
    relax_function_reader *r = (relax_function_reader *)tunip_scope_of(e, &relax_function_scope);
    if (!r || !r->is_checked || tunip_elaborator_is_wrong(e)) return;
    note_effect(e, r, call, doc);
    if (relax_is_tir_call(call)) check_tir_call(e, r, call, doc);
    const tunip_node *number = relax_inspected(call);
    if (!number) return;
    tunip_complain(e, doc, "the struct info of the tensor says this number");
    tunip_complain_also(e, NULL, "write the number, or the symbol");
}

/* ---- symbols ---- */

/* Sorted by address when all definitions are found. */
typedef struct symbol_set {
    tunip_scratch *scratch;
    const tunip_node **items;
    size_t count, room, visits;
    const tunip_node *undefined;
    relax_seen seen;
} symbol_set;

enum { MOST_VISITS = 1 << 23 };

static int by_address(const void *a, const void *b)
{
    const tunip_node *x = *(const tunip_node *const *)a, *y = *(const tunip_node *const *)b;
    return (x > y) - (x < y);
}

static void define(symbol_set *set, const void *node)
{
    if (!tunip_is_a(node, &tunip_tir_var_type)) return;
    const tunip_node **items =
        tunip_scratch_grow(set->scratch, set->items, set->count, sizeof *items, &set->room);
    if (!items) return;
    set->items = items;
    set->items[set->count++] = node;
}

static void define_all(symbol_set *set, const tunip_array *dims)
{
    for (size_t i = 0; i < tunip_array_count(dims); i++) define(set, dims->items[i]);
}

/* A struct info that defines symbols: of a parameter, or of R.match_cast. */
static void define_info(symbol_set *set, const tunip_node *info, int depth)
{
    enum { MOST_DEPTH = 100 };
    const tunip_relax_tensor_struct_info *tensor = TUNIP_AS(tunip_relax_tensor_struct_info, info);
    const tunip_relax_shape_struct_info *shape = TUNIP_AS(tunip_relax_shape_struct_info, info);
    const tunip_relax_prim_struct_info *prim = TUNIP_AS(tunip_relax_prim_struct_info, info);
    const tunip_relax_tuple_struct_info *tuple = TUNIP_AS(tunip_relax_tuple_struct_info, info);
    const tunip_relax_dtensor_struct_info *spread = TUNIP_AS(tunip_relax_dtensor_struct_info, info);
    if (spread) tensor = spread->tensor_sinfo;
    if (tensor) define_all(set, relax_known_dims(tensor));
    if (shape) define_all(set, shape->values);
    if (prim) define(set, prim->value);
    for (size_t i = 0; tuple && depth < MOST_DEPTH && i < tunip_array_count(tuple->fields); i++)
        define_info(set, tuple->fields->items[i], depth + 1);
}

static tunip_walk_action find_symbols(const tunip_node *node, void *user)
{
    symbol_set *set = user;
    const tunip_relax_function *func = TUNIP_AS(tunip_relax_function, node);
    const tunip_relax_match_cast *cast = TUNIP_AS(tunip_relax_match_cast, node);
    const tunip_relax_func_struct_info *type = TUNIP_AS(tunip_relax_func_struct_info, node);
    if (relax_is_seen(&set->seen, node)) return TUNIP_WALK_SKIP;
    if (++set->visits > MOST_VISITS) return TUNIP_WALK_STOP;
    for (size_t i = 0; func && i < tunip_array_count(func->params); i++)
        define_info(set, relax_info(func->params->items[i]), 0);
    for (size_t i = 0; type && i < tunip_array_count(type->params); i++)
        define_info(set, type->params->items[i], 0);
    if (cast) define_info(set, cast->struct_info, 0);
    return TUNIP_WALK_ON;
}

/* The maps of attributes have variables of their own. */
static tunip_walk_action find_unknown(const tunip_node *node, void *user)
{
    symbol_set *set = user;
    bool is_passed = node->type == &tunip_tir_index_map_type || node->type == &tunip_map_type ||
                     node->type == &tunip_ir_global_var_type || relax_is_seen(&set->seen, node);
    if (is_passed) return TUNIP_WALK_SKIP;
    if (!tunip_is_a(node, &tunip_tir_var_type)) return TUNIP_WALK_ON;
    if (set->count && bsearch(&node, set->items, set->count, sizeof node, by_address))
        return TUNIP_WALK_ON;
    set->undefined = node;
    return TUNIP_WALK_STOP;
}

static void check_symbols(tunip_elaborator *e, const tunip_relax_function *func,
                          const tunip_doc *name)
{
    symbol_set set = {.scratch = tunip_elaborator_scratch(e)};
    tunip_walker walker = {.enter = find_symbols, .user = &set};
    if (tunip_walk((const tunip_node *)func, &walker) != TUNIP_WALK_DONE) return;
    if (set.count) qsort(set.items, set.count, sizeof *set.items, by_address);
    set.seen = (relax_seen){{NULL}};
    walker.enter = find_unknown;
    tunip_walk((const tunip_node *)func, &walker);
    if (!set.undefined) return;
    tunip_str symbol = tunip_string_value(((const tunip_tir_var *)set.undefined)->name);
    tunip_complain(e, name, "the function uses `%.*s`, a symbol that nothing defines",
                   (int)symbol.size, symbol.data);
    tunip_complain_also(e, NULL, "a dimension of a parameter or of R.match_cast defines a symbol");
}

/* ---- functions ---- */

void relax_check_function(tunip_elaborator *e, const relax_function_reader *r)
{
    const tunip_doc *name = ((const tunip_doc_function *)r->scope.doc)->name;
    tunip_str symbol = tunip_string_value(tunip_map_get(r->attrs, "global_symbol"));
    if (!r->is_checked || tunip_elaborator_is_wrong(e)) return;
    check_purity(e, r, name);
    if (symbol.data && tunip_ir_read_module(e) && !tunip_str_equal(symbol, r->name))
        tunip_complain(e, name, "the function `%.*s` of a module has the global_symbol `%.*s`",
                       (int)r->name.size, r->name.data, (int)symbol.size, symbol.data);
    if (!tunip_elaborator_is_wrong(e)) check_symbols(e, r->func, name);
}
