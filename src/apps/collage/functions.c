/* functions.c -- a table of functions by their structure. */
#include "functions.h"

/* ---- names ---- */

typedef struct cg_name {
    tunip_str text;
    unsigned next;
} cg_name;

static bool is_letter(char c)
{
    return tunip_is_letter(c) && c != '_';
}

static void put_hint(cg_buffer *out, tunip_str hint)
{
    if (out->size) cg_put(out, tunip_str_from("_"));
    if (hint.size && !tunip_is_letter(*hint.data)) cg_put(out, tunip_str_from("_"));
    for (size_t i = 0; i < hint.size; i++) {
        char c = is_letter(hint.data[i]) || tunip_is_digit(hint.data[i]) ? hint.data[i] : '_';
        cg_put(out, (tunip_str){&c, 1});
    }
}

tunip_str cg_names_fresh(cg_names *names, cg_memory *memory, const char *prefix, tunip_str a,
                         tunip_str b)
{
    cg_buffer text = {.memory = memory};
    const tunip_str hints[] = {tunip_str_from(prefix), a, b};
    for (size_t i = 0; i < TUNIP_LEN(hints); i++)
        if (hints[i].size) put_hint(&text, hints[i]);
    cg_name name = {cg_taken(&text), 1};
    for (size_t i = 0; i < names->count; i++)
        if (tunip_str_equal(names->items[i].text, name.text))
            return cg_format(memory, "%s_%u", name.text.data, names->items[i].next++);
    if (!CG_PUSH(memory, names->items, names->count, name)) return (tunip_str){NULL, 0};
    return name.text;
}

/* ---- the table ---- */

static cg_function **slot_of(cg_functions *f, uint64_t hash, const tunip_node *function)
{
    size_t mask = f->slot_count - 1;
    for (size_t at = (size_t)(hash ^ (hash >> 32)) & mask;; at = (at + 1) & mask) {
        cg_function *known = f->slots[at];
        if (!known || (known->hash == hash &&
                       tunip_equal_nodes(f->context, &known->function->base.base.base.base.base,
                                         function, NULL, f->error)))
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
    cg_function **slot = slot_of(f, hash, node);
    if (f->error->code != TUNIP_OK || *slot) return f->error->code == TUNIP_OK ? *slot : NULL;
    cg_function *made = CG_NEW(f->memory, cg_function, 1);
    if (!made) return NULL;
    *made = (cg_function){.function = function, .label = label, .hash = hash};
    made->name = cg_names_fresh(&f->names, f->memory, "collage",
                                compiler.size ? compiler : tunip_str_from("tvm"), label);
    *slot = made;
    f->count++;
    return made;
}

cg_function *cg_functions_of(cg_functions *f, cg_graph *graph, cg_candidate *candidate)
{
    static const cg_attrs none = {.primitive = false};
    const cg_sub_graph *s = candidate->sub_graph;
    const cg_nested *nested = s->nested_count == 1 ? &s->nested[0] : NULL;
    bool is_primitive =
        nested && nested->attrs.primitive && cg_set_equal(nested->sub_graph->inside, s->inside);
    const cg_extracted *made =
        cg_extract(f->graph, f->memory, graph, is_primitive ? nested->sub_graph : s,
                   is_primitive ? &nested->attrs : &none, f->like);
    tunip_relay_function *function = made ? made->function : NULL;
    if (made && !is_primitive) function = cg_without_tuples(f->graph, function);
    return function ? cg_functions_get(f, s->label, function) : NULL;
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
