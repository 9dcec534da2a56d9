/* names.c -- the names of values and blocks in a print (MLIR mlir/lib/IR/AsmPrinter.cpp,
 * SSANameState). A value without a name, or whose name is a number, gets the next number of its
 * region. A region begins with the number after the last one of the region around it. In the
 * generic form, all numbers differ: of several regions, the last one gets the first numbers. So
 * numbers are as in a print of MLIR, although the file may have others. All other names stay. A
 * block gets its index in the region, unless it has a name that is not of the form `bb1`. */
#include <tunip/ext/mix.h>

#include "mlir.h"

static mlir_state *state_of(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_mlir);
}

static mlir_name *find_slot(mlir_name *names, size_t room, const void *node)
{
    size_t at = (size_t)(tunip_mix_address(node) >> 32) & (room - 1);
    while (names[at].node && names[at].node != node) at = (at + 1) & (room - 1);
    return &names[at];
}

static bool grow(tunip_docsifier *d, mlir_state *s)
{
    size_t room = s->room ? s->room * 4 : 256;
    mlir_name *names = tunip_job_keep(d, room * sizeof *names);
    if (!names) return false;
    for (size_t i = 0; i < s->room; i++)
        if (s->names[i].node) *find_slot(names, room, s->names[i].node) = s->names[i];
    s->names = names;
    s->room = room;
    return true;
}

tunip_str mlir_name_of(tunip_docsifier *d, const void *node)
{
    const mlir_state *s = state_of(d);
    return s->room ? find_slot(s->names, s->room, node)->text : (tunip_str){NULL, 0};
}

static void set_name(tunip_docsifier *d, const void *node, tunip_str name)
{
    mlir_state *s = state_of(d);
    if (s->count * 2 >= s->room && !grow(d, s)) return;
    mlir_name *slot = find_slot(s->names, s->room, node);
    s->count += !slot->node;
    *slot = (mlir_name){node, name};
}

/* `prefix` and a number; or `name` if it is this text. */
static tunip_str numbered(tunip_docsifier *d, tunip_str prefix, size_t number, tunip_str name)
{
    char text[48], *at = text + sizeof text;
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    at -= prefix.size;
    if (prefix.size) memcpy(at, prefix.data, prefix.size);
    tunip_str whole = {at, (size_t)(text + sizeof text - at)};
    if (tunip_str_equal(whole, name)) return name;
    char *copy = tunip_job_keep(d, whole.size);
    if (copy) memcpy(copy, whole.data, whole.size);
    return (tunip_str){copy, copy ? whole.size : 0};
}

static bool is_number(tunip_str text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < '0' || text.data[i] > '9') return false;
    return true;
}

/* ---- the walk: regions wait in a list, each with the first number that is free in it ---- */

typedef struct waiting {
    const tunip_mlir_region *region;
    size_t next;
} waiting;

typedef struct walk {
    tunip_docsifier *d;
    waiting *items; /* a stack */
    size_t count, room;
    size_t next;      /* number of the region in hand */
    bool is_distinct; /* no two values of the print have the same number */
} walk;

static void name_value(walk *w, const tunip_node *node)
{
    const tunip_mlir_value *value = TUNIP_AS(tunip_mlir_value, node);
    if (!value || mlir_name_of(w->d, value).size) return;
    tunip_str name = tunip_string_value(value->name);
    bool is_named = !is_number(name);
    set_name(w->d, value, is_named ? name : numbered(w->d, (tunip_str){NULL, 0}, w->next++, name));
}

static void name_values(walk *w, const tunip_array *values)
{
    for (size_t i = 0; i < tunip_array_count(values); i++) name_value(w, values->items[i]);
}

static void push(walk *w, const tunip_mlir_region *region)
{
    if (w->count == w->room) {
        size_t room = w->room ? w->room * 2 : 64;
        waiting *items = tunip_job_alloc(w->d, room * sizeof *items);
        if (!items) return;
        if (w->count) memcpy(items, w->items, w->count * sizeof *items);
        w->items = items;
        w->room = room;
    }
    w->items[w->count++] = (waiting){region, 0};
}

static void name_operations(walk *w, const tunip_array *operations)
{
    for (size_t i = 0; i < tunip_array_count(operations); i++) {
        const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, operations->items[i]);
        if (!op) continue;
        name_values(w, op->results);
        for (size_t k = 0; k < tunip_array_count(op->pieces); k++) {
            const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, op->pieces->items[k]);
            if (region) push(w, region);
        }
    }
}

static void name_label(tunip_docsifier *d, const tunip_mlir_block *block, size_t index)
{
    tunip_str name = tunip_string_value(block->label->name);
    bool is_usual = !name.size || (name.size > 2 && memcmp(name.data, "bb", 2) == 0 &&
                                   is_number((tunip_str){name.data + 2, name.size - 2}));
    if (is_usual) name = numbered(d, (tunip_str)TUNIP_STR("bb"), index, name);
    set_name(d, block->label, name);
}

static void name_region(walk *w, const tunip_mlir_region *region)
{
    name_values(w, region->arguments);
    for (size_t i = 0; i < tunip_array_count(region->blocks); i++) {
        const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[i]);
        if (!block) continue;
        if (block->label) name_label(w->d, block, i);
        name_values(w, block->pieces);
        name_operations(w, block->operations);
    }
}

static void finish(walk *w, size_t first)
{
    for (size_t i = first; i < w->count; i++) w->items[i].next = w->next;
    while (w->count) {
        waiting now = w->items[--w->count];
        size_t from = w->count;
        if (!w->is_distinct) w->next = now.next;
        name_region(w, now.region);
        for (size_t i = from; i < w->count; i++) w->items[i].next = w->next;
    }
}

static void choose_in(walk *w, const tunip_node *node)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, node);
    const tunip_mlir_parts *parts = TUNIP_AS(tunip_mlir_parts, node);
    const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, node);
    tunip_node *only[] = {(void *)(uintptr_t)node};
    tunip_array alone = {{&tunip_array_type}, tunip_is(node, &tunip_mlir_operation_type), only};
    const tunip_array *operations = file ? file->operations : &alone;
    const tunip_mlir_operation *first =
        tunip_array_count(operations) ? TUNIP_AS(tunip_mlir_operation, operations->items[0]) : NULL;
    w->next = 0;
    w->is_distinct = first && first->is_generic;
    name_operations(w, operations);
    if (region) push(w, region);
    finish(w, 0);
    for (size_t i = 0; parts && i < tunip_array_count(parts->parts); i++)
        if (TUNIP_AS(tunip_mlir_file, parts->parts->items[i])) choose_in(w, parts->parts->items[i]);
}

void mlir_names_choose(tunip_docsifier *d, const tunip_node *root)
{
    walk w = {.d = d};
    choose_in(&w, root);
}
