/* fuzz.c -- the parts that the fuzz targets share. */
#include "fuzz.h"

#include <tunip/tvm/ir.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "ir/visit.h"

static char note[1024];

void fuzz_note(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(note, sizeof note, format, args);
    va_end(args);
}

void fuzz_fail(const char *condition, const char *file, int line)
{
    fprintf(stderr, "%s%s%s:%d: does not hold: %s\n", note, note[0] ? "\n" : "", file, line,
            condition);
    abort();
}

uint8_t fuzz_byte(fuzz_input *in)
{
    return in->at < in->end ? *in->at++ : 0;
}

size_t fuzz_choice(fuzz_input *in, size_t count)
{
    return fuzz_byte(in) % count;
}

tunip_str fuzz_text(fuzz_input *in)
{
    size_t rest = (size_t)(in->end - in->at);
    const uint8_t *nul = rest ? memchr(in->at, 0, rest) : NULL;
    tunip_str text = {(const char *)in->at, nul ? (size_t)(nul - in->at) : rest};
    in->at += text.size + (nul != NULL);
    return text;
}

const char *fuzz_word(fuzz_input *in, char *out, size_t size)
{
    tunip_str text = fuzz_text(in);
    size_t kept = text.size < size ? text.size : size - 1;
    if (kept) memcpy(out, text.data, kept);
    out[kept] = '\0';
    return out;
}

tunip_context *fuzz_context(void)
{
    static tunip_context *context;
    if (!context) context = tunip_context_new(NULL, NULL);
    FUZZ_CHECK(context);
    return context;
}

tunip_graph *fuzz_read(tunip_str text)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read(fuzz_context(), text, &error);
    FUZZ_CHECK(graph || (error.message[0] && error.offset <= text.size));
    return graph;
}

static void check_error(const tunip_diagnostic *d, size_t size)
{
    const tunip_label *label = tunip_diagnostic_label(d, 0);
    FUZZ_CHECK(tunip_diagnostic_message(d).size > 0 && label);
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++)
        FUZZ_CHECK(label->begin <= label->end && label->end <= size);
}

void fuzz_check_errors(const tunip_diagnostics *errors, size_t size)
{
    size_t count = tunip_diagnostics_count(errors);
    for (size_t i = 0; i < count; i++) check_error(tunip_diagnostics_get(errors, i), size);
}

tunip_graph *fuzz_read_script(const char *format, tunip_str text, bool fold)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = format;
    options.fold = fold;
    options.diagnostics = tunip_diagnostics_new(NULL, NULL);
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("input"), text, NULL);
    tunip_graph *graph = tunip_read_source(fuzz_context(), source, &options, &error);
    fuzz_check_errors(options.diagnostics, text.size);
    FUZZ_CHECK(graph || (tunip_diagnostics_count(options.diagnostics) && error.message[0]));
    tunip_diagnostics_free(options.diagnostics);
    tunip_source_free(source);
    return graph;
}

/* ---- sizes ---- */

typedef struct count {
    size_t nodes;
} count;

enum { MOST_NODES = 20000 };

static tunip_walk_action count_node(const tunip_node *node, void *user)
{
    count *c = user;
    (void)node;
    return ++c->nodes > MOST_NODES ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

bool fuzz_is_small(const tunip_node *root)
{
    count c = {0};
    const tunip_walker walker = {.enter = count_node, .user = &c};
    return tunip_walk(root, &walker) == TUNIP_WALK_DONE;
}

/* ---- comparisons ---- */

bool fuzz_is_key_of_its_own(const tunip_comparison *comparison)
{
    static const tunip_type *const values[] = {&tunip_string_type, &tunip_int_type,
                                               &tunip_float_type, &tunip_bool_type};
    const tunip_path *path = tunip_comparison_lhs_path(comparison);
    bool is_key = path && path->parent &&
                  (path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING);
    const tunip_node *key = is_key ? path->at.key : NULL;
    for (size_t i = 0; key && i < TUNIP_LEN(values); i++)
        if (key->type == values[i]) return false;
    return key != NULL;
}

/* Whether a module keeps a global variable under another name than its own, or one without a
 * function. A key or a name that is absent is no name, although tunip_string_value() says "" of
 * it. */
static bool has_odd_names(const tunip_ir_module *module)
{
    const tunip_map *names = module->global_var_map;
    if (tunip_map_count(names) != tunip_map_count(module->functions)) return true;
    for (size_t i = 0; i < tunip_map_count(names); i++) {
        const tunip_map_entry *entry = &names->entries[i];
        const tunip_ir_global_var *var = TUNIP_AS(tunip_ir_global_var, entry->value);
        const tunip_string *name = TUNIP_AS(tunip_string, entry->key);
        tunip_str hint = tunip_string_value(var ? var->name_hint : NULL);
        if (!name || !var || !tunip_str_equal(tunip_string_value(name), hint)) return true;
    }
    return false;
}

/* The variables of one map: where each is defined, and where else it stands. */
typedef struct sighting {
    const tunip_node *variable;
    size_t entry;
    bool defines;
} sighting;

typedef struct sightings {
    sighting *items;
    size_t count, room, entry;
    bool defines; /* here */
} sightings;

static void see(sightings *s, const tunip_node *variable)
{
    if (s->count == s->room) {
        s->room = 2 * s->room + 64;
        s->items = realloc(s->items, s->room * sizeof *s->items);
        FUZZ_CHECK(s->items);
    }
    s->items[s->count++] = (sighting){variable, s->entry, s->defines};
}

static bool see_all(const tunip_node *node, void *user);

typedef struct below {
    sightings *seen;
    const tunip_node *node;
} below;

static bool see_field(const tunip_field *field, void *user)
{
    const below *b = user;
    bool outside = b->seen->defines;
    if (field->kind != TUNIP_KIND_NODE) return true;
    b->seen->defines |= (field->flags & TUNIP_FLAG_DEF) != 0;
    see_all(tunip_field_node(b->node, field), b->seen);
    b->seen->defines = outside;
    return true;
}

static bool see_all(const tunip_node *node, void *user)
{
    sightings *s = user;
    if (!node || !node->type) return true;
    if (node->type->equality == TUNIP_EQ_FREE_VAR) see(s, node);
    bool has_fields = node->type->fields || node->type->base;
    if (!has_fields || node->type->base == &tunip_opaque_type)
        return tn_each_child(node, 0, see_all, s);
    return tn_each_field(node->type, TUNIP_FLAG_IGNORE, see_field, &(below){s, node});
}

static bool has_crossing(const sightings *s)
{
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; s->items[i].defines && k < s->count; k++)
            if (!s->items[k].defines && s->items[k].variable == s->items[i].variable &&
                s->items[k].entry != s->items[i].entry)
                return true;
    return false;
}

/* Whether an entry of a map defines a variable that another entry uses. */
static bool has_order(const tunip_map *map)
{
    sightings seen = {.items = NULL};
    for (; seen.entry < map->count; seen.entry++) {
        see_all(map->entries[seen.entry].key, &seen);
        see_all(map->entries[seen.entry].value, &seen);
    }
    bool found = has_crossing(&seen);
    free(seen.items);
    return found;
}

static tunip_walk_action find_odd(const tunip_node *node, void *user)
{
    const tunip_ir_module *module = TUNIP_AS(tunip_ir_module, node);
    if (module && has_odd_names(module)) *(bool *)user = true;
    if (tunip_is(node, &tunip_map_type) && has_order((const tunip_map *)(const void *)node))
        *(bool *)user = true;
    return *(bool *)user ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

bool fuzz_is_odd(const tunip_node *root)
{
    bool found = false;
    tunip_walk(root, &(tunip_walker){.enter = find_odd, .user = &found});
    return found;
}

/* ---- output ---- */

static volatile unsigned char seen; /* reads all bytes, so that sanitizers check them */

int fuzz_drop(const char *data, size_t size, void *user)
{
    (void)user;
    for (size_t i = 0; i < size; i++) seen ^= (unsigned char)data[i];
    return 0;
}
