/* functions.c -- a table of functions by their structure. */
#include "functions.h"

#include "../../src/util/tables.h"
#include "expr.h"

/* ---- names ---- */

typedef struct cg_name {
    tunip_str a, b;
    uint32_t hash; /* of the text */
    unsigned next; /* number */
} cg_name;

static bool is_letter(char c)
{
    return tunip_is_letter(c) && c != '_';
}

static void put_hint(tn_text *out, tunip_str hint)
{
    if (out->bytes.count) tn_text_put_str(out, tunip_str_from("_"));
    if (hint.size && !tunip_is_letter(*hint.data)) tn_text_put_str(out, tunip_str_from("_"));
    for (size_t i = 0; i < hint.size; i++) {
        char c = is_letter(hint.data[i]) || tunip_is_digit(hint.data[i]) ? hint.data[i] : '_';
        tn_text_put_str(out, (tunip_str){&c, 1});
    }
}

static void put_name(tn_text *out, tunip_str a, tunip_str b)
{
    const tunip_str hints[] = {tunip_str_from("collage"), a, b};
    for (size_t i = 0; i < TUNIP_LEN(hints); i++)
        if (hints[i].size) put_hint(out, hints[i]);
}

tunip_str cg_name_text(tn_arena *memory, tunip_str a, tunip_str b, unsigned number)
{
    tn_text text = {.failed = false};
    put_name(&text, a, b);
    if (number) tn_text_say(&text, "_%u", number);
    return cg_taken(&text, memory);
}

/* Whether a name that is known is the same text. */
static bool is_named(const cg_name *known, tunip_str text)
{
    tn_text other = {.failed = false};
    put_name(&other, known->a, known->b);
    bool is_same = !other.failed && tunip_str_equal(tn_text_str(&other), text);
    tn_text_free(&other);
    return is_same;
}

/* The slot of a name; an empty one if `text` is NULL. */
static cg_name **name_slot(const cg_names *names, uint32_t hash, tunip_str text)
{
    size_t mask = names->slot_count - 1;
    for (size_t at = hash & mask;; at = (at + 1) & mask) {
        const cg_name *known = names->slots[at];
        if (!known || (text.data && known->hash == hash && is_named(known, text)))
            return &names->slots[at];
    }
}

static bool grow_names(cg_names *names, tn_arena *memory)
{
    cg_names grown = {.slot_count = names->slot_count ? names->slot_count * 2 : 64,
                      .count = names->count};
    grown.slots = CG_NEW(memory, cg_name *, grown.slot_count);
    for (size_t i = 0; grown.slots && i < names->slot_count; i++)
        if (names->slots[i])
            *name_slot(&grown, names->slots[i]->hash, (tunip_str){NULL, 0}) = names->slots[i];
    if (grown.slots) *names = grown;
    return grown.slots != NULL;
}

/* The entry of a name, made if it is new. NULL when out of memory. */
static cg_name *name_of(cg_names *names, tn_arena *memory, tunip_str a, tunip_str b, tunip_str text)
{
    uint64_t mixed = tn_hash_bytes(text.data, text.size);
    uint32_t hash = (uint32_t)(mixed ^ (mixed >> 32));
    cg_name **slot = name_slot(names, hash, text);
    if (*slot) return *slot;
    *slot = CG_NEW(memory, cg_name, 1);
    if (!*slot) return NULL;
    **slot = (cg_name){a, b, hash, 0};
    names->count++;
    return *slot;
}

bool cg_names_fresh(cg_names *names, tn_arena *memory, tunip_str a, tunip_str b, unsigned *number)
{
    if (names->count * 2 >= names->slot_count && !grow_names(names, memory)) return false;
    tn_text text = {.failed = false};
    put_name(&text, a, b);
    cg_name *name = text.failed ? NULL : name_of(names, memory, a, b, tn_text_str(&text));
    memory->failed |= text.failed;
    tn_text_free(&text);
    if (name) *number = name->next++;
    return name != NULL;
}

/* ---- the table ---- */

static tunip_relay_function *function_of(const cg_functions *f, tunip_graph *owner,
                                         tn_arena *memory, cg_graph *graph, const cg_sub_graph *s)
{
    static const cg_attrs none = {.primitive = false};
    const cg_nested *nested = s->nested_count == 1 ? &s->nested[0] : NULL;
    bool is_primitive =
        nested && nested->attrs.primitive && cg_set_equal(nested->sub_graph->inside, s->inside);
    const cg_extracted *made =
        cg_extract(owner, memory, graph, is_primitive ? nested->sub_graph : s,
                   is_primitive ? &nested->attrs : &none, f->like);
    if (!made) return NULL;
    return is_primitive ? made->function : cg_without_tuples(owner, made->function);
}

/* Whether functions with the same hash are equal. One that was let go is made again. */
static bool same_function(cg_functions *f, const cg_function *known, const tunip_node *function)
{
    tn_arena scratch = {.chunks = NULL};
    tunip_graph *own = known->function ? NULL : tunip_graph_new(f->context, f->error);
    const tunip_relay_function *again =
        own ? function_of(f, own, &scratch, known->graph, known->sub_graph) : known->function;
    bool is_same = again && tunip_equal_nodes(f->context, &again->base.base.base.base.base,
                                              function, NULL, f->error);
    if (!again) tn_no_memory(f->error);
    tunip_graph_free(own);
    tn_arena_free(&scratch);
    return is_same;
}

static cg_function **function_slot(cg_functions *f, uint64_t hash, const tunip_node *function)
{
    size_t mask = f->slot_count - 1;
    for (size_t at = (size_t)(hash ^ (hash >> 32)) & mask;; at = (at + 1) & mask) {
        cg_function *known = f->slots[at];
        if (!known || (known->hash == hash && same_function(f, known, function)))
            return &f->slots[at];
    }
}

static bool grow(cg_functions *f)
{
    cg_function **old = f->slots;
    size_t count = f->slot_count;
    f->slot_count = count ? count * 2 : 64;
    f->slots = CG_NEW(f->memory, cg_function *, f->slot_count);
    for (size_t i = 0; f->slots && i < count; i++) {
        size_t mask = f->slot_count - 1;
        if (!old[i]) continue;
        size_t at = (size_t)(old[i]->hash ^ (old[i]->hash >> 32)) & mask;
        while (f->slots[at]) at = (at + 1) & mask;
        f->slots[at] = old[i];
    }
    return f->slots != NULL;
}

cg_function *cg_functions_get(cg_functions *f, tunip_str label, tunip_relay_function *function)
{
    const tunip_node *node = &function->base.base.base.base.base;
    tunip_str compiler = tunip_string_value(cg_function_attr(function, "Compiler"));
    uint64_t hash;
    if (tunip_hash(f->context, node, NULL, &hash, f->error) != TUNIP_OK) return NULL;
    if (f->count * 2 >= f->slot_count && !grow(f)) return NULL;
    cg_function **slot = function_slot(f, hash, node);
    if (f->error->code != TUNIP_OK || *slot) return f->error->code == TUNIP_OK ? *slot : NULL;
    cg_function *made = CG_NEW(f->memory, cg_function, 1);
    if (!made) return NULL;
    *made = (cg_function){
        .function = function, .has_types = cg_has_types(function), .label = label, .hash = hash};
    if (!compiler.size) compiler = tunip_str_from("tvm");
    if (!tunip_str_equal(compiler, f->compiler)) f->compiler = tn_arena_str(f->memory, compiler);
    made->compiler = f->compiler;
    if (!cg_names_fresh(&f->names, f->memory, made->compiler, label, &made->number)) return NULL;
    *slot = made;
    f->count++;
    return made;
}

tunip_str cg_function_name(tn_arena *memory, const cg_function *function)
{
    return cg_name_text(memory, function->compiler, function->label, function->number);
}

void cg_functions_let_go(cg_functions *f)
{
    if (f->last && !f->last->is_kept) f->last->function = NULL;
    if (f->last) f->last->inner = (tunip_str){NULL, 0};
    f->last = NULL;
}

void cg_functions_close(cg_functions *f)
{
    cg_functions_let_go(f);
    tunip_graph_free(f->trial);
    tn_arena_free(&f->scratch);
    f->trial = NULL;
    f->tried = 0;
}

/* The candidates of a wide graph are many, and few of their functions are needed for more than the
 * question what they cost: 100,000 of them would take half a gigabyte. */
cg_function *cg_functions_of(cg_functions *f, cg_graph *graph, cg_candidate *candidate)
{
    enum { MOST_TRIED = 256 }; /* in one graph, because a new graph takes time */
    const cg_sub_graph *s = candidate->sub_graph;
    cg_functions_let_go(f);
    if (++f->tried > MOST_TRIED) cg_functions_close(f);
    if (!f->trial) f->trial = tunip_graph_new(f->context, f->error);
    tunip_relay_function *function =
        f->trial ? function_of(f, f->trial, &f->scratch, graph, s) : NULL;
    cg_function *known = function ? cg_functions_get(f, s->label, function) : NULL;
    if (known && !known->graph && !known->is_kept) {
        known->graph = graph;
        known->sub_graph = s;
    }
    if (known && !known->is_kept) known->function = function;
    if (known) known->inner = cg_inner_label(graph, &f->scratch, s);
    return f->last = known;
}

/* ---- operators ---- */

static tunip_walk_action count_call(const tunip_node *node, void *user)
{
    const tunip_relay_call *call = TUNIP_AS(tunip_relay_call, node);
    *(size_t *)user += call && tunip_is(call->op, &tunip_ir_op_type);
    return tunip_is_a(node, &tunip_ir_type_type) ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

bool cg_count_operators(const tunip_relay_function *function, size_t *out)
{
    tunip_walker walker = {.enter = count_call, .user = out, .skip = TUNIP_FLAG_IGNORE};
    *out = 0;
    return tunip_walk_once(&function->base.base.base.base.base, &walker) != TUNIP_WALK_NO_MEMORY;
}

bool cg_has_types(const tunip_relay_function *function)
{
    bool has_all = function->ret_type != NULL;
    for (size_t i = 0; i < tunip_array_count(function->params); i++)
        has_all = has_all && cg_type_of(function->params->items[i]);
    return has_all;
}
