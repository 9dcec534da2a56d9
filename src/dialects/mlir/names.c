/* names.c -- the names of values and blocks in a print (MLIR mlir/lib/IR/AsmPrinter.cpp,
 * SSANameState). A value without a name, or whose name is a number, gets the next number of its
 * region. A region begins with the number after the last one of the region around it. In the
 * generic form, all numbers differ: of several regions, the last one gets the first numbers. So
 * numbers are as in a print of MLIR, although the file may have others. All other names stay. A
 * block gets its index in the region, unless it has a name that is not of the form `bb1`.
 *
 * A large module has many functions, and a table of all their values would not fit into the cache.
 * So each unit of the pretty form has a table of its own, made when the unit is made. */

#include "mlir.h"

#include "../../util/mix.h"

enum { LEAST_ROOM = 256 };

static mlir_state *state_of(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_mlir);
}

/* ---- tables ---- */

static mlir_name *find_slot(const mlir_table *table, const void *node)
{
    size_t mask = table->room - 1, at = (size_t)(tn_mix_address(node) >> 32) & mask;
    while (table->names[at].node && table->names[at].node != node) at = (at + 1) & mask;
    return &table->names[at];
}

/* The table of a unit grows in the memory of the unit. */
static bool grow(tunip_docsifier *d, mlir_table *table)
{
    mlir_table more = {NULL, table->count, table->room * 4};
    size_t size = more.room * sizeof *more.names;
    more.names = state_of(d)->in_unit ? tunip_job_alloc(d, size) : tunip_job_keep(d, size);
    if (!more.names) return false;
    for (size_t i = 0; i < table->room; i++)
        if (table->names[i].node) *find_slot(&more, table->names[i].node) = table->names[i];
    *table = more;
    return true;
}

/* NULL when out of memory. */
static mlir_name *slot_of(tunip_docsifier *d, const void *node)
{
    const mlir_state *s = state_of(d);
    mlir_table *table = s->in_unit ? s->unit : s->outer;
    if (table->count * 2 >= table->room && !grow(d, table)) return NULL;
    mlir_name *slot = find_slot(table, node);
    table->count += !slot->node;
    slot->node = node;
    return slot;
}

static const mlir_name *find(tunip_docsifier *d, const void *node)
{
    const mlir_state *s = state_of(d);
    const mlir_name *slot = s->in_unit ? find_slot(s->unit, node) : NULL;
    if ((!slot || !slot->node) && s->outer) slot = find_slot(s->outer, node);
    return slot;
}

tunip_str mlir_name_of(tunip_docsifier *d, const void *node)
{
    const mlir_name *name = find(d, node);
    return name ? name->text : (tunip_str){NULL, 0};
}

static void set_name(tunip_docsifier *d, const void *node, tunip_str name)
{
    mlir_name *slot = slot_of(d, node);
    if (slot) slot->text = name;
}

static mlir_table *new_table(tunip_docsifier *d)
{
    mlir_table *table = tunip_job_keep(d, sizeof *table);
    mlir_name *names = tunip_job_keep(d, LEAST_ROOM * sizeof *names);
    if (!table || !names) return NULL;
    *table = (mlir_table){names, 0, LEAST_ROOM};
    return table;
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
    char *copy =
        state_of(d)->in_unit ? tunip_job_alloc(d, whole.size) : tunip_job_keep(d, whole.size);
    if (copy) memcpy(copy, whole.data, whole.size);
    return (tunip_str){copy, copy ? whole.size : 0};
}

static bool is_number(tunip_str text)
{
    for (size_t i = 0; i < text.size; i++)
        if (text.data[i] < '0' || text.data[i] > '9') return false;
    return true;
}

/* ---- units ---- */

static const tunip_mlir_region *region_of(const tunip_mlir_operation *op)
{
    for (size_t i = tunip_array_count(op->pieces); i--;)
        if (tunip_is(op->pieces->items[i], &tunip_mlir_region_type))
            return (const tunip_mlir_region *)(const void *)op->pieces->items[i];
    return NULL;
}

/* Whether the operation has a symbol: `@f` in the pretty form, an entry `sym_name` in the other. */
static bool has_symbol(const tunip_mlir_operation *op)
{
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++) {
        const tunip_mlir_dictionary *dict = TUNIP_AS(tunip_mlir_dictionary, op->pieces->items[i]);
        tunip_str text = tunip_string_value(op->pieces->items[i]);
        if (text.size && *text.data == '@') return true;
        for (size_t k = 0; dict && k < tunip_map_count(dict->entries); k++)
            if (tunip_str_is(tunip_string_value(dict->entries->entries[k].key), "sym_name"))
                return true;
    }
    return false;
}

static bool is_definition(const tunip_node *node)
{
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, node);
    return op && region_of(op) && has_symbol(op);
}

bool mlir_is_unit(const tunip_node *node)
{
    if (!is_definition(node)) return false;
    const tunip_mlir_region *region = region_of((const tunip_mlir_operation *)node);
    for (size_t i = 0; i < tunip_array_count(region->blocks); i++) {
        const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[i]);
        for (size_t k = 0; block && k < tunip_array_count(block->operations); k++)
            if (is_definition(block->operations->items[k])) return false;
    }
    return true;
}

/* ---- the walk: regions wait in a list, each with the first number that is free in it. So do
 * dictionaries: in damaged text they may have regions, too. ---- */

typedef struct waiting {
    const tunip_node *node;
    size_t next;
    size_t taken; /* numbers of values that the operation defines for all of its regions */
} waiting;

typedef struct walk {
    tunip_docsifier *d;
    waiting *items; /* a stack */
    size_t count, room;
    size_t next;      /* number of the region in hand */
    bool is_distinct; /* no two values of the print have the same number */
    bool skips_units; /* a unit names the values in it when it is made */
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

static void push(walk *w, const tunip_node *node, size_t taken)
{
    if (w->count == w->room) {
        size_t room = w->room ? w->room * 2 : 64;
        waiting *items = tunip_job_alloc(w->d, room * sizeof *items);
        if (!items) return;
        if (w->count) memcpy(items, w->items, w->count * sizeof *items);
        w->items = items;
        w->room = room;
    }
    w->items[w->count++] = (waiting){node, 0, taken};
}

static size_t count_numbers(const tunip_array *values)
{
    size_t count = 0;
    for (size_t i = 0; i < tunip_array_count(values); i++) {
        const tunip_mlir_value *value = TUNIP_AS(tunip_mlir_value, values->items[i]);
        count += value && is_number(tunip_string_value(value->name));
    }
    return count;
}

/* The arguments that an operation defines before its first region get their names there. They are
 * visible in its other regions as well, so these begin with higher numbers. */
static void push_regions(walk *w, const tunip_array *pieces)
{
    size_t taken = 0;
    for (size_t i = 0; i < tunip_array_count(pieces); i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, pieces->items[i]);
        taken += count_numbers(region ? region->arguments : NULL);
    }
    for (size_t i = 0; i < tunip_array_count(pieces); i++) {
        const tunip_node *piece = pieces->items[i];
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, piece);
        if (region || tunip_is(piece, &tunip_mlir_dictionary_type))
            push(w, piece, region && region->arguments ? 0 : taken);
    }
}

static void name_entries(walk *w, const tunip_mlir_dictionary *dict)
{
    for (size_t i = 0; i < tunip_map_count(dict->entries); i++)
        push_regions(w, TUNIP_AS(tunip_array, dict->entries->entries[i].value));
}

static void name_operations(walk *w, const tunip_array *operations, bool skips_units)
{
    for (size_t i = 0; i < tunip_array_count(operations); i++) {
        const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, operations->items[i]);
        if (!op) continue;
        name_values(w, op->results);
        if (!skips_units || !mlir_is_unit(&op->base)) push_regions(w, op->pieces);
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
        name_operations(w, block->operations, w->skips_units && !block->label);
    }
}

/* Notes the first number in the units of a file or a region. */
static void set_next(walk *w, const void *around)
{
    mlir_name *slot = w->skips_units && w->next ? slot_of(w->d, around) : NULL;
    if (slot) slot->next = w->next;
}

/* The regions that wait from `first` on begin with the number in hand. */
static void finish(walk *w, size_t first)
{
    for (size_t i = first; i < w->count; i++) w->items[i].next = w->next;
    while (w->count) {
        waiting now = w->items[--w->count];
        size_t from = w->count;
        const tunip_mlir_dictionary *dict = TUNIP_AS(tunip_mlir_dictionary, now.node);
        if (!w->is_distinct) w->next = now.next + now.taken;
        if (dict) name_entries(w, dict);
        if (!dict) name_region(w, (const tunip_mlir_region *)now.node);
        if (!dict) set_next(w, now.node);
        for (size_t i = from; i < w->count; i++) w->items[i].next = w->next;
    }
}

static bool is_generic(const tunip_array *operations)
{
    const tunip_mlir_operation *first =
        tunip_array_count(operations) ? TUNIP_AS(tunip_mlir_operation, operations->items[0]) : NULL;
    return first && mlir_is_generic(first);
}

static void choose_in_file(walk *w, const tunip_mlir_file *file)
{
    w->next = 0;
    w->is_distinct = is_generic(file->operations);
    w->skips_units = !w->is_distinct;
    name_operations(w, file->operations, w->skips_units);
    set_next(w, file);
    finish(w, 0);
}

static void choose_in_operation(walk *w, const tunip_mlir_operation *op)
{
    w->is_distinct = mlir_is_generic(op);
    w->skips_units = !w->is_distinct;
    name_values(w, op->results);
    push_regions(w, op->pieces);
    finish(w, 0);
}

void mlir_names_choose(tunip_docsifier *d, const tunip_node *root)
{
    walk w = {.d = d};
    mlir_state *s = state_of(d);
    s->outer = new_table(d);
    s->unit = new_table(d);
    s->unit_names = s->unit ? s->unit->names : NULL;
    const tunip_mlir_parts *parts = TUNIP_AS(tunip_mlir_parts, root);
    const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, root);
    if (!s->outer || !s->unit) return;
    if (tunip_is(root, &tunip_mlir_file_type)) choose_in_file(&w, (const tunip_mlir_file *)root);
    if (tunip_is(root, &tunip_mlir_operation_type))
        choose_in_operation(&w, (const tunip_mlir_operation *)root);
    if (region) push(&w, root, 0);
    if (region) finish(&w, 0);
    for (size_t i = 0; i < tunip_array_count(parts ? parts->parts : NULL); i++) {
        const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, parts->parts->items[i]);
        if (file) choose_in_file(&w, file);
    }
}

/* Values in a generic form have their names already, because their numbers depend on all others. */
void mlir_names_choose_unit(tunip_docsifier *d, const tunip_mlir_operation *op, const void *around)
{
    const mlir_state *s = state_of(d);
    const mlir_name *outer = s->outer ? find_slot(s->outer, around) : NULL;
    walk w = {.d = d, .next = outer ? outer->next : 0};
    if (!s->unit) return;
    *s->unit = (mlir_table){s->unit_names, 0, LEAST_ROOM};
    memset(s->unit_names, 0, LEAST_ROOM * sizeof *s->unit_names);
    push_regions(&w, op->pieces);
    finish(&w, 0);
}
