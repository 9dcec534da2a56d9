/* place.c -- the place of a node in its graph: Node.parent, Node.path, and the node at a path. The
 * keys of types that a graph may have. */
#include <stdlib.h>

#include <tunip/ext/dialect.h>
#include <tunip/rewrite.h>

#include "binding.h"

/* ---- parents ---- */

typedef struct held {
    const tunip_node *node, *holder;
} held;

/* The holder of each node, at the node's first use: a hash table, made when first asked for. */
struct place_table {
    held *slots;
    size_t room, count; /* `room` is a power of two */
    const tunip_node **stack;
    size_t depth, stack_room;
};

static held *slot_of(const place_table *t, const tunip_node *node)
{
    size_t at = (size_t)(((uintptr_t)node >> 3) * 0x9E3779B97F4A7C15u >> 20);
    while (t->slots[at & (t->room - 1)].node && t->slots[at & (t->room - 1)].node != node) at++;
    return &t->slots[at & (t->room - 1)];
}

static bool make_room(place_table *t)
{
    if (2 * t->count < t->room) return true;
    place_table wide = {.room = t->room ? 2 * t->room : 256, .count = t->count};
    wide.slots = calloc(wide.room, sizeof *wide.slots);
    for (size_t i = 0; wide.slots && i < t->room; i++)
        if (t->slots[i].node) *slot_of(&wide, t->slots[i].node) = t->slots[i];
    if (!wide.slots) return false;
    free(t->slots);
    t->slots = wide.slots;
    t->room = wide.room;
    return true;
}

static tunip_walk_action note_holder(const tunip_node *node, void *user)
{
    place_table *t = user;
    if (!make_room(t)) return TUNIP_WALK_STOP;
    held *slot = slot_of(t, node);
    t->count += !slot->node;
    *slot = (held){node, t->depth ? t->stack[t->depth - 1] : NULL};
    if (t->depth == t->stack_room) {
        size_t room = 2 * t->stack_room + 64;
        void *grown = realloc(t->stack, room * sizeof *t->stack);
        if (!grown) return TUNIP_WALK_STOP;
        t->stack = grown;
        t->stack_room = room;
    }
    t->stack[t->depth++] = node;
    return TUNIP_WALK_ON;
}

static void leave_holder(const tunip_node *node, void *user)
{
    (void)node;
    ((place_table *)user)->depth--;
}

void place_table_free(place_table *table)
{
    if (table) {
        free(table->slots);
        free(table->stack);
    }
    free(table);
}

/* NULL with an exception. The GIL is held, so one thread makes the table. */
static const place_table *places_of(graph_object *graph)
{
    if (graph->places) return graph->places;
    place_table *made = calloc(1, sizeof *made);
    const tunip_walker walker = {.enter = note_holder, .leave = leave_holder, .user = made};
    if (made && make_room(made) &&
        tunip_walk_once(tunip_graph_root(graph->graph), &walker) == TUNIP_WALK_DONE) {
        free(made->stack);
        made->stack = NULL;
        return graph->places = made;
    }
    place_table_free(made);
    PyErr_NoMemory();
    return NULL;
}

static bool is_container(const tunip_node *node)
{
    return node->type == &tunip_array_type || node->type == &tunip_map_type;
}

/* Three types have a field of this name, which then counts. */
PyObject *node_parent(PyObject *object, void *unused)
{
    const node_object *self = (node_object *)object;
    const tunip_field *field = tunip_type_field(self->node->type, "parent");
    (void)unused;
    if (field) return node_value(self, tunip_field_node(self->node, field));
    const place_table *places = places_of(self->graph);
    if (!places) return NULL;
    const held *slot = slot_of(places, self->node);
    const tunip_node *holder = slot->node ? slot->holder : NULL;
    while (holder && is_container(holder) && slot_of(places, holder)->holder)
        holder = slot_of(places, holder)->holder;
    if (!holder) Py_RETURN_NONE;
    return node_new(Py_TYPE(object), self->graph, holder);
}

/* ---- paths ---- */

typedef struct step_search {
    const tunip_node *holder, *child;
    tunip_path *out;
} step_search;

static bool is_other_field(const tunip_field *field, void *user)
{
    step_search *s = user;
    if (field->kind != TUNIP_KIND_NODE || tunip_field_node(s->holder, field) != s->child)
        return true;
    s->out->step = TUNIP_STEP_ATTR;
    s->out->at.attr = field->name;
    return false;
}

/* Sets the step from a holder to its child. */
static void find_step(const tunip_node *holder, const tunip_node *child, tunip_path *out)
{
    const tunip_array *array = TUNIP_AS(tunip_array, holder);
    const tunip_map *map = TUNIP_AS(tunip_map, holder);
    const tunip_opaque *opaque = TUNIP_AS_A(tunip_opaque, holder);
    step_search search = {holder, child, out};
    for (size_t i = 0; i < tunip_array_count(array); i++) {
        if (array->items[i] != child) continue;
        out->step = TUNIP_STEP_ITEM;
        out->at.index = (int64_t)i;
        return;
    }
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        if (map->entries[i].key != child && map->entries[i].value != child) continue;
        out->step = map->entries[i].value == child ? TUNIP_STEP_KEY : TUNIP_STEP_KEY_MISSING;
        out->at.key = map->entries[i].key;
        return;
    }
    for (size_t i = 0; opaque && i < opaque->count; i++)
        if (opaque->fields[i].value == child) {
            out->step = TUNIP_STEP_ATTR;
            out->at.attr = opaque->fields[i].name.data;
            return;
        }
    if (!array && !map && !opaque) tunip_each_field(holder->type, 0, is_other_field, &search);
}

PyObject *node_path(PyObject *object, void *unused)
{
    const node_object *self = (node_object *)object;
    const place_table *places = places_of(self->graph);
    uint32_t depth = 0;
    (void)unused;
    if (!places) return NULL;
    const tunip_node *node = self->node;
    if (!slot_of(places, node)->node) Py_RETURN_NONE;
    while ((node = slot_of(places, node)->holder)) depth++;
    tunip_path *steps = calloc((size_t)depth + 1, sizeof *steps);
    if (!steps) return PyErr_NoMemory();
    node = self->node;
    for (uint32_t i = depth; i > 0; i--) {
        const tunip_node *holder = slot_of(places, node)->holder;
        steps[i].parent = &steps[i - 1];
        steps[i].depth = i;
        find_step(holder, node, &steps[i]);
        node = holder;
    }
    PyObject *text = text_path(&steps[depth]);
    free(steps);
    return text;
}

/* _at_path(path): (node or value, whether it is the value of a field that is not a node) */
PyObject *node_at_text(PyObject *object, PyObject *path)
{
    const node_object *self = (node_object *)object;
    tunip_error error = TUNIP_ERROR_INIT;
    const char *text = PyUnicode_AsUTF8AndSize(path, NULL);
    if (!text) return NULL;
    const tunip_node *found = tunip_node_at(self->node, text, &error);
    if (!found && error.code != TUNIP_OK)
        return raise_error(binding_of_node(self), &error, NULL, NULL);
    if (!found) Py_RETURN_NONE;
    return node_value(self, found);
}

/* ---- keys of types ---- */

/* The built-in types, which no dialect registers. */
static tunip_type *const builtin[] = {&tunip_string_type, &tunip_int_type,    &tunip_float_type,
                                      &tunip_bool_type,   &tunip_dtype_type,  &tunip_bytes_type,
                                      &tunip_shape_type,  &tunip_array_type,  &tunip_map_type,
                                      &tunip_tensor_type, &tunip_device_type, &tunip_opaque_type};

static bool append_key(PyObject *list, const tunip_type *type)
{
    PyObject *key = text_from(tunip_str_from(type->key));
    bool fine = key && PyList_Append(list, key) == 0;
    Py_XDECREF(key);
    return fine;
}

/* type_keys() -> list of str */
PyObject *binding_type_keys(PyObject *module, PyObject *unused)
{
    const tunip_context *context = binding_of(module)->context->context;
    PyObject *list = PyList_New(0);
    const tunip_dialect *dialect;
    bool fine = list != NULL;
    (void)unused;
    for (size_t i = 0; fine && i < TUNIP_LEN(builtin); i++) fine = append_key(list, builtin[i]);
    for (size_t i = 0; fine && (dialect = tunip_context_dialect(context, i)); i++)
        for (size_t j = 0; fine && j < dialect->type_count; j++)
            fine = append_key(list, dialect->types[j]);
    if (!fine) Py_CLEAR(list);
    return list;
}

static bool is_known(const tunip_context *context, const char *key)
{
    for (size_t i = 0; i < TUNIP_LEN(builtin); i++)
        if (!strcmp(builtin[i]->key, key)) return true;
    return tunip_context_type(context, tunip_str_from(key)) != NULL;
}

static tunip_walk_action find_key(const tunip_node *node, void *user)
{
    return type_has_key(node->type, user) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

/* The Python part raises the exception, with the key that was meant. */
static bool refuse_key(PyObject *key)
{
    PyObject *errors = PyImport_ImportModule("tunip._errors");
    PyObject *done = errors ? PyObject_CallMethod(errors, "unknown_type", "O", key) : NULL;
    Py_XDECREF(errors);
    Py_XDECREF(done);
    return false;
}

bool type_key_check(const node_object *node, PyObject *key)
{
    if (!PyUnicode_Check(key)) {
        PyErr_Format(PyExc_TypeError, "expected the key of a type, such as \"tir.For\", got %R",
                     key);
        return false;
    }
    const char *text = PyUnicode_AsUTF8AndSize(key, NULL);
    if (!text) return false;
    if (is_known(node->graph->owner->context, text)) return true;
    /* a type that only this graph has */
    const tunip_walker walker = {.enter = find_key, .user = (void *)(uintptr_t)text};
    return tunip_walk_once(tunip_graph_root(node->graph->graph), &walker) == TUNIP_WALK_STOPPED ||
           refuse_key(key);
}
