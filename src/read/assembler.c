/* assembler.c -- the assembler for readers of other formats: ir/assemble.h with places that
 * have an end, several errors, origins, and references by name. */
#include <tunip/ext/assemble.h>

#include <stdarg.h>
#include <stdio.h>

#include "../ir/assemble.h"
#include "../ir/check.h"
#include "../ir/graph.h"
#include "../util/tables.h"

typedef struct place {
    size_t begin, end;
} place;

/* A node that has begun. */
typedef struct draft {
    tn_object object; /* without a node if it is opaque or was refused */
    tunip_str key;    /* of an opaque node; else empty */
    size_t fields;    /* the first of its fields in `opaque_fields` */
    place at;
} draft;

typedef struct named {
    tunip_node *node;
    bool is_defined;
    size_t at; /* the number of the place where it was mentioned first */
} named;

struct tunip_assembler {
    const tunip_input *input;
    tn_assembler core;      /* its places are numbers of `places` */
    tunip_error refusal;    /* of the core */
    TN_ARRAY(place) places; /* the last one is the current one */
    bool is_place_kept;     /* a reference to a later node stands there */
    TN_ARRAY(draft) drafts; /* inner ones last */
    TN_ARRAY(tunip_opaque_field) opaque_fields;
    tn_set lists; /* the arrays and maps made here */
    tn_arena arena;
    tn_intern name_texts;
    TN_ARRAY(named) names; /* by their number in `name_texts` */
    size_t node_count;
    tunip_status status;
};

/* ---- errors ---- */

static place here(const tunip_assembler *a)
{
    return a->places.items[a->places.count - 1];
}

/* The number of the current place. */
static size_t at(const tunip_assembler *a)
{
    return a->places.count - 1;
}

/* The same for a reference that may be resolved later: the place keeps its number. */
static size_t keep_place(tunip_assembler *a)
{
    a->is_place_kept = true;
    return at(a);
}

static tunip_status assembler_fail(tunip_assembler *a, tunip_status code, place at,
                                   const char *message)
{
    if (code == TUNIP_ERROR_MEMORY)
        tunip_error_set(a->input->error, code, "out of memory");
    else
        tunip_input_fail(a->input, code, at.begin, at.end, "%s", message);
    if (a->status == TUNIP_OK) a->status = code;
    return code;
}

static bool fail_memory(tunip_assembler *a)
{
    assembler_fail(a, TUNIP_ERROR_MEMORY, here(a), "");
    return false;
}

tunip_status tunip_assembler_fail(tunip_assembler *a, tunip_status code, const char *format, ...)
{
    char message[sizeof a->refusal.message];
    if (!a) return code;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    return assembler_fail(a, code, here(a), message);
}

/* Returns `done`, the result of a call of the core. If the core refused, reports its error and
 * makes the core ready for the next call. */
static bool passed(tunip_assembler *a, bool done)
{
    if (done) return true;
    assembler_fail(a, a->core.status,
                   a->core.has_place ? a->places.items[a->refusal.offset] : here(a),
                   a->refusal.message);
    a->core.status = TUNIP_OK;
    a->core.has_place = false;
    a->refusal = (tunip_error)TUNIP_ERROR_INIT;
    return false;
}

tunip_status tunip_assembler_status(const tunip_assembler *a)
{
    return a ? a->status : TUNIP_ERROR_MEMORY;
}

void tunip_assembler_at(tunip_assembler *a, size_t begin, size_t end)
{
    if (!a) return;
    if (!a->is_place_kept) a->places.count--;
    a->is_place_kept = false;
    if (!tn_array_push(&a->places, a->core.allocator, (place){begin, end})) {
        a->is_place_kept = true; /* the old place stays */
        fail_memory(a);
    }
}

/* ---- the whole ---- */

tunip_assembler *tunip_assembler_new(const tunip_input *input)
{
    const tunip_allocator *allocator = &input->graph->arena.allocator;
    tunip_assembler *a = allocator->alloc(allocator->ctx, sizeof *a);
    if (a) {
        *a = (tunip_assembler){.input = input, .refusal = TUNIP_ERROR_INIT};
        tn_assembler_init(&a->core, input->graph, NULL, NULL, &a->refusal);
        a->core.vintage = input->options ? input->options->vintage : 0;
        tn_set_init(&a->lists, allocator);
        tn_arena_init(&a->arena, allocator);
        tn_intern_init(&a->name_texts, &a->arena, allocator);
        if (tn_array_push(&a->places, allocator, (place){0, 0})) return a;
        tunip_assembler_free(a);
    }
    tn_no_memory(input->error);
    return NULL;
}

void tunip_assembler_free(tunip_assembler *a)
{
    if (!a) return;
    const tunip_allocator *allocator = a->core.allocator;
    tn_array_free(&a->places, allocator);
    tn_array_free(&a->drafts, allocator);
    tn_array_free(&a->opaque_fields, allocator);
    tn_array_free(&a->names, allocator);
    tn_intern_free(&a->name_texts);
    tn_arena_free(&a->arena);
    tn_set_free(&a->lists);
    tn_assembler_free(&a->core);
    allocator->free(allocator->ctx, a, sizeof *a);
}

/* Reports each name that nothing defines, where it was mentioned first. */
static void check_names(tunip_assembler *a)
{
    for (size_t i = 0; i < a->names.count; i++) {
        char message[160];
        const named *n = &a->names.items[i];
        if (n->is_defined) continue;
        tunip_str text = tn_intern_text(&a->name_texts, (uint32_t)i);
        snprintf(message, sizeof message, "`%.*s` is not defined",
                 (int)(text.size < 100 ? text.size : 100), text.data);
        assembler_fail(a, TUNIP_ERROR_FORMAT, a->places.items[n->at], message);
    }
}

/* Turns the number of a name into a reference of the core. Names have the numbers from 1 on; the
 * own numbers of the core are not used here. */
static void resolve(const tunip_assembler *a, tn_ref *ref)
{
    if (ref->number == TN_NO_NUMBER) return;
    ref->node = a->names.items[ref->number - 1].node;
    ref->number = TN_NO_NUMBER;
}

/* The reader may have made nodes without the assembler, so all are checked once. */
static void end(tunip_assembler *a, tunip_node *root)
{
    tunip_graph *graph = a->input->graph;
    for (size_t i = 0; i < a->core.late_fields.count; i++)
        resolve(a, &a->core.late_fields.items[i].ref);
    for (size_t i = 0; i < a->core.late_refs.count; i++) resolve(a, &a->core.late_refs.items[i]);
    if (!passed(a, tn_assemble_end(&a->core, root))) return;
    graph->node_count = a->node_count;
    tn_graph_clear_verified(graph);
    a->status = tn_require_sound(graph->context, root, TN_FLAWS_UNREADABLE, a->input->error);
    if (a->status == TUNIP_OK) tn_graph_set_verified(graph);
}

tunip_status tunip_assembler_finish(tunip_assembler *a, void *root)
{
    if (!a) return TUNIP_ERROR_MEMORY;
    if (a->drafts.count)
        assembler_fail(a, TUNIP_ERROR_ARGUMENT, a->drafts.items[a->drafts.count - 1].at,
                       "the reader has begun this node and not ended it");
    check_names(a);
    if (a->status == TUNIP_OK) end(a, root);
    tunip_status status = a->status;
    tunip_assembler_free(a);
    return status;
}

/* ---- nodes ---- */

/* Counts a new node, and records its origin. */
static tunip_node *add_node(tunip_assembler *a, void *node, size_t begin)
{
    const tunip_origin origin = {a->input->source, begin, here(a).end};
    if (!node) return NULL;
    a->node_count++;
    if (a->input->origins && tunip_graph_set_origin(a->input->graph, node, &origin) != TUNIP_OK)
        fail_memory(a);
    return node;
}

static bool begin_object(tunip_assembler *a, const tn_type_info *info, draft *d)
{
    if (info->type->codec || tn_assembler_is_value(&a->core, info)) {
        tunip_assembler_fail(a, TUNIP_ERROR_FORMAT, "a %s has no fields", info->type->key);
        return false;
    }
    return passed(a, tn_assemble_object(&a->core, info, at(a), &d->object));
}

/* Even if the node is refused, a draft begins, because the reader will end it. */
void tunip_assembler_begin(tunip_assembler *a, tunip_str key)
{
    if (!a) return;
    draft d = {.fields = a->opaque_fields.count, .at = here(a)};
    const tn_type_info *info = tn_registry_find(a->core.registry, key, a->core.vintage);
    if (info && info->type != &tunip_opaque_type) {
        if (!begin_object(a, info, &d)) d.object.node = NULL;
    } else {
        d.key = tn_arena_str(&a->arena, key);
        if (!d.key.data) fail_memory(a);
    }
    if (!tn_array_push(&a->drafts, a->core.allocator, d)) fail_memory(a);
}

static tunip_node *end_opaque(tunip_assembler *a, const draft *d)
{
    tn_assembler *core = &a->core;
    tunip_opaque *node;
    if (!passed(a, tn_assemble_opaque(core, d->key, at(a), &node))) return NULL;
    for (size_t i = d->fields; i < a->opaque_fields.count; i++) {
        const tunip_opaque_field *field = &a->opaque_fields.items[i];
        if (!passed(a, tn_assemble_opaque_field(core, field->name, at(a)))) return NULL;
        tn_assemble_opaque_value(core, field->value);
        core->opaque_fields.items[core->opaque_fields.count - 1].is_reference = true;
    }
    return passed(a, tn_assemble_opaque_end(core, node)) ? &node->base : NULL;
}

tunip_node *tunip_assembler_end(tunip_assembler *a)
{
    tunip_node *node = NULL;
    if (!a) return NULL;
    if (!a->drafts.count) {
        tunip_assembler_fail(a, TUNIP_ERROR_ARGUMENT, "the reader ends a node that has not begun");
        return NULL;
    }
    draft *d = &a->drafts.items[--a->drafts.count];
    if (d->object.node)
        node =
            passed(a, tn_assemble_object_end(&a->core, &d->object, at(a))) ? d->object.node : NULL;
    else if (d->key.data)
        node = end_opaque(a, d);
    a->opaque_fields.count = d->fields;
    return add_node(a, node, d->at.begin);
}

tunip_node *tunip_assembler_coded(tunip_assembler *a, tunip_str key, tunip_str text)
{
    tunip_node *node = NULL;
    if (!a) return NULL;
    const tn_type_info *info = tn_registry_find(a->core.registry, key, a->core.vintage);
    if (!info || !info->type->codec)
        tunip_assembler_fail(a, TUNIP_ERROR_FORMAT, "no type `%.*s` is saved as a text",
                             (int)(key.size < 100 ? key.size : 100), key.data);
    else if (passed(a, tn_assemble_coded(&a->core, info->type, text, at(a), &node)))
        return add_node(a, node, here(a).begin);
    return NULL;
}

tunip_node *tunip_assembler_string(tunip_assembler *a, tunip_str text)
{
    if (!a) return NULL;
    tunip_string *node = tn_assemble_value(&a->core, &tunip_string_type);
    if (!passed(a, node && tn_assemble_string(&a->core, &text, false))) return NULL;
    node->value = text;
    return add_node(a, node, here(a).begin);
}

/* ---- fields ---- */

static draft *top(tunip_assembler *a)
{
    return a && a->drafts.count ? &a->drafts.items[a->drafts.count - 1] : NULL;
}

static bool has_field(const tn_type_info *info, const char *name)
{
    size_t i = 0;
    while (i < info->field_count && strcmp(info->fields[i]->name, name) != 0) i++;
    return i < info->field_count;
}

/* The field of the node begun last; NULL after an error, or if the node takes none. */
static const tunip_field *find(tunip_assembler *a, const char *name)
{
    draft *d = top(a);
    if (!d || !d->object.node) return NULL;
    const tn_type_info *info = d->object.info;
    size_t next = d->object.next;
    if (!name && next < info->field_count) name = info->fields[next]->name;
    if (name && has_field(info, name)) {
        const tunip_field *field =
            tn_assemble_field(&a->core, &d->object, tunip_str_from(name), at(a));
        passed(a, field != NULL);
        return field;
    }
    if (name)
        tunip_assembler_fail(a, TUNIP_ERROR_FORMAT, "%s has no field `%s`", info->type->key, name);
    else
        tunip_assembler_fail(a, TUNIP_ERROR_FORMAT, "%s has no more than %zu fields",
                             info->type->key, info->field_count);
    return NULL;
}

/* Whether the node begun last is of an unregistered type; then the field is set here. */
static bool set_opaque(tunip_assembler *a, const char *name, tunip_node *node)
{
    draft *d = top(a);
    if (!d || !d->key.data) return false;
    tunip_opaque_field field = {.value = node};
    field.name = tunip_graph_copy(a->input->graph, tunip_str_from(name ? name : ""));
    if (!field.name.data || !tn_array_push(&a->opaque_fields, a->core.allocator, field))
        fail_memory(a);
    return true;
}

static void set_ref(tunip_assembler *a, const tunip_field *field, tn_ref ref)
{
    size_t late = a->core.late_fields.count;
    bool is_list = tunip_is(ref.node, &tunip_array_type) || tunip_is(ref.node, &tunip_map_type);
    if (is_list && !tn_set_has(&a->lists, ref.node))
        tunip_assembler_fail(a, TUNIP_ERROR_ARGUMENT,
                             "field `%s` got a list that was not made by this assembler",
                             field->name);
    else
        passed(a, tn_assemble_set_node(&a->core, top(a)->object.node, field, ref));
    if (a->core.late_fields.count > late) keep_place(a);
}

void tunip_assembler_set(tunip_assembler *a, const char *name, void *node)
{
    if (set_opaque(a, name, node)) return;
    const tunip_field *field = find(a, name);
    if (field) set_ref(a, field, tn_assemble_pointer(node, at(a)));
}

/* Each makes a boxed value, for fields that hold a node. */
#define BOX(word, struct_, type_, value_)                                                          \
    static tunip_node *box_##word(tunip_assembler *a, value_ value)                                \
    {                                                                                              \
        struct_ *node = tn_assemble_value(&a->core, &type_);                                       \
        if (!passed(a, node != NULL)) return NULL;                                                 \
        node->value = value;                                                                       \
        return add_node(a, node, here(a).begin);                                                   \
    }

#define SET(word, value_)                                                                          \
    void tunip_assembler_set_##word(tunip_assembler *a, const char *name, value_ value)            \
    {                                                                                              \
        draft *d = top(a);                                                                         \
        if (!d) return;                                                                            \
        if (d->key.data) {                                                                         \
            set_opaque(a, name, box_##word(a, value));                                             \
            return;                                                                                \
        }                                                                                          \
        const tunip_field *field = find(a, name);                                                  \
        if (!field) return;                                                                        \
        if (field->kind == TUNIP_KIND_NODE)                                                        \
            set_ref(a, field, tn_assemble_pointer(box_##word(a, value), at(a)));                   \
        else                                                                                       \
            passed(a, tn_assemble_set_##word(&a->core, d->object.node, field, value, at(a)));      \
    }

BOX(int, tunip_int, tunip_int_type, int64_t)
BOX(float, tunip_float, tunip_float_type, double)
BOX(bool, tunip_bool, tunip_bool_type, bool)
BOX(dtype, tunip_dtype_value, tunip_dtype_type, tunip_dtype)
SET(int, int64_t)
SET(float, double)
SET(bool, bool)
SET(dtype, tunip_dtype)

void tunip_assembler_set_string(tunip_assembler *a, const char *name, tunip_str text)
{
    if (top(a)) tunip_assembler_set(a, name, tunip_assembler_string(a, text));
}

/* ---- names ---- */

/* The entry of a name, which may be new; NULL when out of memory. */
static named *find_name(tunip_assembler *a, tunip_str name)
{
    uint32_t id = tn_intern_put(&a->name_texts, name);
    if (id < a->names.count) return &a->names.items[id];
    named entry = {.at = keep_place(a)};
    if (id != TN_NOT_INTERNED && tn_array_push(&a->names, a->core.allocator, entry))
        return &a->names.items[id];
    if (id != TN_NOT_INTERNED) tn_intern_truncate(&a->name_texts, id);
    fail_memory(a);
    return NULL;
}

void tunip_assembler_name(tunip_assembler *a, tunip_str name, void *node)
{
    named *n = a ? find_name(a, name) : NULL;
    if (!n) return;
    if (n->is_defined)
        tunip_assembler_fail(a, TUNIP_ERROR_FORMAT, "`%.*s` is defined twice",
                             (int)(name.size < 100 ? name.size : 100), name.data);
    n->node = node;
    n->is_defined = true;
}

static bool refer(tunip_assembler *a, tunip_str name, tn_ref *out)
{
    const named *n = find_name(a, name);
    if (!n) return false;
    *out = tn_assemble_pointer(n->node, keep_place(a));
    if (!n->is_defined) out->number = (size_t)(n - a->names.items) + 1;
    return true;
}

void tunip_assembler_set_named(tunip_assembler *a, const char *field_name, tunip_str name)
{
    tn_ref ref;
    if (!top(a) || !refer(a, name, &ref)) return;
    if (top(a)->key.data && ref.number != TN_NO_NUMBER)
        tunip_assembler_fail(a, TUNIP_ERROR_FORMAT,
                             "`%.*s` must be defined before a node of an unregistered type",
                             (int)(name.size < 100 ? name.size : 100), name.data);
    if (set_opaque(a, field_name, ref.node)) return;
    const tunip_field *field = find(a, field_name);
    if (field) set_ref(a, field, ref);
}

/* ---- arrays and maps ---- */

size_t tunip_assembler_list(tunip_assembler *a)
{
    return a ? tn_assemble_list(&a->core) : 0;
}

void tunip_assembler_item(tunip_assembler *a, void *node)
{
    if (a) passed(a, tn_assemble_item(&a->core, tn_assemble_pointer(node, keep_place(a))));
}

void tunip_assembler_item_named(tunip_assembler *a, tunip_str name)
{
    tn_ref ref;
    if (a && refer(a, name, &ref)) passed(a, tn_assemble_item(&a->core, ref));
}

/* A node for the list that begins at `mark`. */
static void *list_node(tunip_assembler *a, const tunip_type *type, size_t mark)
{
    bool added;
    if (!a) return NULL;
    if (mark > a->core.list.count) {
        tunip_assembler_fail(a, TUNIP_ERROR_ARGUMENT, "the reader ends a list that has not begun");
        return NULL;
    }
    tunip_node *node = tn_assemble_value(&a->core, type);
    if (!passed(a, node != NULL)) return NULL;
    return tn_set_add(&a->lists, node, &added) || fail_memory(a) ? node : NULL;
}

tunip_node *tunip_assembler_array(tunip_assembler *a, size_t mark)
{
    tn_made_array *node = list_node(a, &tunip_array_type, mark);
    if (!node || !passed(a, tn_assemble_array(&a->core, node, mark, keep_place(a)))) return NULL;
    return add_node(a, node, here(a).begin);
}

tunip_node *tunip_assembler_map(tunip_assembler *a, size_t mark)
{
    tn_made_map *node = list_node(a, &tunip_map_type, mark);
    if (!node || !passed(a, tn_assemble_map(&a->core, node, mark, keep_place(a)))) return NULL;
    return add_node(a, node, here(a).begin);
}
