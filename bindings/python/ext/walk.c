/* walk.c -- the class Walk: an iterator over the nodes below a node, and Node.children. */
#include <stdlib.h>

#include "binding.h"

/* A node that the walk will visit. A list or a map stays on the stack, opened, until all its items
 * were visited. */
typedef struct visit {
    const tunip_node *node;
    size_t next; /* item; of a map, keys and values count */
    bool is_open;
    tunip_path step; /* to the node; its parent is set when a path is asked for */
} visit;

/* The fields of a type that lead to nodes. */
typedef struct known_type {
    const tunip_type *type;
    bool fits; /* the key */
    size_t count;
    const tunip_field **fields; /* those with nodes */
} known_type;

typedef struct walk_object {
    PyObject_HEAD node_object *root;
    PyObject *key; /* the type that is looked for, or NULL: all nodes */
    bool has_paths;
    bool skips_values; /* strings and numbers: `key` is no type of values */
    visit *stack;
    size_t count, room;
    visit *trail; /* the current node and its ancestors */
    size_t trail_room;
    known_type seen[128]; /* the types that came last */
} walk_object;

static bool is_container(const tunip_node *node)
{
    return node->type == &tunip_array_type || node->type == &tunip_map_type;
}

bool node_is_value(const tunip_node *node)
{
    const tunip_type *type = node->type;
    return type == &tunip_string_type || type == &tunip_int_type || type == &tunip_float_type ||
           type == &tunip_bool_type || type == &tunip_shape_type || type == &tunip_bytes_type;
}

bool type_has_key(const tunip_type *type, const char *key)
{
    while (type && strcmp(type->key, key) != 0) type = type->base;
    return type != NULL;
}

/* ---- the stack ---- */

static bool grow(visit **array, size_t *room, size_t needed)
{
    if (needed <= *room) return true;
    size_t wanted = *room * 2 + 64 > needed ? *room * 2 + 64 : needed;
    visit *grown = realloc(*array, wanted * sizeof *grown);
    if (!grown) return PyErr_NoMemory() != NULL;
    *array = grown;
    *room = wanted;
    return true;
}

static bool push(walk_object *w, const tunip_node *node, tunip_path step)
{
    if (!node) return true;
    if (!grow(&w->stack, &w->room, w->count + 1)) return false;
    w->stack[w->count++] = (visit){node, 0, false, step};
    return true;
}

static tunip_path step_to(uint32_t depth, tunip_step kind)
{
    return (tunip_path){.depth = depth, .step = (uint8_t)kind};
}

static bool push_opaque(walk_object *w, const tunip_opaque *opaque, uint32_t depth)
{
    for (size_t i = opaque->count; i > 0; i--) {
        const tunip_opaque_field *field = &opaque->fields[i - 1];
        tunip_path step = step_to(depth, TUNIP_STEP_ATTR);
        step.at.attr = field->name.data;
        if (field->is_reference && !push(w, field->value, step)) return false;
    }
    return true;
}

/* The children come off the stack in the order of the fields. */
static bool push_fields(walk_object *w, const tunip_node *node, const known_type *known,
                        uint32_t depth)
{
    if (!grow(&w->stack, &w->room, w->count + known->count)) return false;
    for (size_t i = known->count; i > 0; i--) {
        const tunip_field *field = known->fields[i - 1];
        const tunip_node *child = tunip_field_node(node, field);
        if (!child || (w->skips_values && node_is_value(child))) continue;
        visit *to = &w->stack[w->count++];
        to->node = child;
        to->next = 0;
        to->is_open = false;
        to->step = step_to(depth, TUNIP_STEP_ATTR);
        to->step.at.attr = field->name;
    }
    return true;
}

/* The next item of a list, or the next key or value of a map, which stays on the stack. */
static bool push_item(walk_object *w)
{
    visit *top = &w->stack[w->count - 1];
    size_t i = top->next++;
    uint32_t depth = top->step.depth + 1;
    if (top->node->type == &tunip_array_type) {
        tunip_path step = step_to(depth, TUNIP_STEP_ITEM);
        step.at.index = (int64_t)i;
        return push(w, ((const tunip_array *)top->node)->items[i], step);
    }
    const tunip_map_entry *entry = &((const tunip_map *)top->node)->entries[i / 2];
    tunip_path step = step_to(depth, i % 2 ? TUNIP_STEP_KEY : TUNIP_STEP_KEY_MISSING);
    step.at.key = entry->key;
    return push(w, i % 2 ? entry->value : entry->key, step);
}

static size_t item_count(const tunip_node *node)
{
    if (node->type == &tunip_array_type) return ((const tunip_array *)node)->count;
    return 2 * ((const tunip_map *)node)->count;
}

/* Whether a node is one of its own ancestors: near ones are all looked at, and of the others those
 * at a power of two, so that a walk of a cycle ends. */
static bool is_ancestor(const walk_object *w, const tunip_node *node, uint32_t depth)
{
    enum { NEAR = 64 };
    uint32_t end = depth > NEAR ? depth - NEAR : 0, mark = 1;
    for (uint32_t i = depth; i > end; i--)
        if (w->trail[i - 1].node == node) return true;
    while (mark <= end / 2) mark *= 2;
    return end && w->trail[mark].node == node;
}

/* ---- types ---- */

/* The number of fields with nodes; puts them into `out` unless it is NULL. */
static size_t list_fields(const tunip_type *type, const tunip_field **out)
{
    size_t count = type->base ? list_fields(type->base, out) : 0;
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (field->kind != TUNIP_KIND_NODE || field->flags & TUNIP_FLAG_AGAIN) continue;
        if (out) out[count] = field;
        count++;
    }
    return count;
}

/* NULL with an exception. */
static const known_type *known_of(walk_object *w, const tunip_type *type)
{
    /* Types are in arrays: neighbours must not share a place. */
    uint32_t place = (uint32_t)((uintptr_t)type >> 3) * UINT32_C(2654435769) >> 25;
    known_type *known = &w->seen[place];
    if (known->type == type) return known;
    const char *key = w->key ? PyUnicode_AsUTF8AndSize(w->key, NULL) : NULL;
    free(known->fields);
    known->count = list_fields(type, NULL);
    known->fields = malloc((known->count + 1) * sizeof *known->fields);
    known->type = known->fields ? type : NULL;
    if (!known->fields) return (void *)PyErr_NoMemory();
    list_fields(type, known->fields);
    known->fits = key && type_has_key(type, key);
    return known;
}

/* ---- steps ---- */

/* Takes the top of the stack as the current node, and puts its children there. */
static bool enter(walk_object *w)
{
    visit at = w->stack[--w->count];
    uint32_t depth = at.step.depth;
    if (!grow(&w->trail, &w->trail_room, (size_t)depth + 1)) return false;
    w->trail[depth] = at;
    const known_type *known = is_container(at.node) ? NULL : known_of(w, at.node->type);
    if (known && known->type->base == &tunip_opaque_type)
        return push_opaque(w, (const tunip_opaque *)at.node, depth + 1);
    if (known || !is_container(at.node)) return known && push_fields(w, at.node, known, depth + 1);
    at.is_open = true;
    w->stack[w->count++] = at;
    return true;
}

/* The next node, list, map or value, which is at the end of the trail. NULL at the end, and with an
 * exception. */
static const visit *advance(walk_object *w)
{
    while (w->count) {
        const visit *top = &w->stack[w->count - 1];
        uint32_t depth = top->step.depth;
        if (top->is_open && top->next == item_count(top->node))
            w->count--;
        else if (top->is_open) {
            if (!push_item(w)) return NULL;
        } else if (is_ancestor(w, top->node, depth))
            w->count--;
        else
            return enter(w) ? &w->trail[depth] : NULL;
    }
    return NULL;
}

/* ---- the iterator ---- */

static PyObject *path_of_trail(walk_object *w, uint32_t depth)
{
    tunip_path *steps = calloc((size_t)depth + 1, sizeof *steps);
    if (!steps) return PyErr_NoMemory();
    for (uint32_t i = 0; i <= depth; i++) {
        steps[i] = w->trail[i].step;
        steps[i].parent = i ? &steps[i - 1] : NULL;
    }
    PyObject *text = text_path(&steps[depth]);
    free(steps);
    return text;
}

/* Without a key, the values of fields are left out, as are lists and maps below the root. */
static PyObject *walk_next(PyObject *object)
{
    walk_object *w = (walk_object *)object;
    const visit *at;
    while ((at = advance(w))) {
        const tunip_node *node = at->node;
        const known_type *known = w->key ? known_of(w, node->type) : NULL;
        bool wanted = w->key ? known && known->fits
                             : !at->step.depth || (!is_container(node) && !node_is_value(node));
        if (w->key && !known) return NULL;
        if (!wanted) continue;
        uint32_t depth = at->step.depth;
        PyObject *found = node_new(Py_TYPE((PyObject *)w->root), w->root->graph, node);
        return w->has_paths && found ? Py_BuildValue("(NN)", path_of_trail(w, depth), found)
                                     : found;
    }
    return NULL;
}

/* Whether nodes of a type can be values: of "ffi.String", and of its ancestors. */
static bool is_value_key(PyObject *key)
{
    static const tunip_type *const types[] = {&tunip_string_type, &tunip_int_type,
                                              &tunip_float_type,  &tunip_bool_type,
                                              &tunip_shape_type,  &tunip_bytes_type};
    const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
    for (size_t i = 0; name && i < TUNIP_LEN(types); i++)
        if (type_has_key(types[i], name)) return true;
    return !name;
}

static PyObject *walk_new(node_object *root, PyObject *key, bool has_paths)
{
    binding *b = binding_of_node(root);
    if (key == Py_None) key = NULL;
    if (key && !type_key_check(root, key)) return NULL;
    walk_object *w = (walk_object *)PyType_GenericAlloc(b->walk_type, 0);
    if (!w) return NULL;
    w->root = (node_object *)Py_NewRef((PyObject *)root);
    w->key = key ? Py_NewRef(key) : NULL;
    w->has_paths = has_paths;
    w->skips_values = !key || !is_value_key(key);
    if (push(w, root->node, step_to(0, TUNIP_STEP_ATTR))) return (PyObject *)w;
    Py_DECREF((PyObject *)w);
    return NULL;
}

PyObject *node_walk(PyObject *object, PyObject *args, PyObject *keywords)
{
    static char *names[] = {"type_key", "paths", NULL};
    PyObject *key = Py_None;
    int paths = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "|O$p:walk", names, &key, &paths)) return NULL;
    return walk_new((node_object *)object, key, paths);
}

static PyObject *walk_iter(PyObject *self)
{
    return Py_NewRef(self);
}

static void walk_free(PyObject *object)
{
    walk_object *w = (walk_object *)object;
    for (size_t i = 0; i < TUNIP_LEN(w->seen); i++) free(w->seen[i].fields);
    free(w->stack);
    free(w->trail);
    Py_XDECREF(w->key);
    Py_XDECREF(w->root);
    object_free(object);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "The nodes below a node, one after the other."},
    {Py_tp_dealloc, walk_free},
    {Py_tp_iter, walk_iter},
    {Py_tp_iternext, walk_next},
    {0, NULL},
};

PyType_Spec walk_spec = {"tunip._tunip.Walk", sizeof(walk_object), 0,
                         Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/* ---- children ---- */

typedef struct child_list {
    const node_object *node;
    PyObject *list;
} child_list;

/* The items of lists and maps count as children of the node that has the list. */
static bool add_child(const tunip_node *child, void *user)
{
    child_list *c = user;
    if (node_is_value(child)) return true;
    if (is_container(child)) {
        if (Py_EnterRecursiveCall(" in a list or map of the IR")) return false;
        bool fine = tunip_each_child(child, 0, add_child, user);
        Py_LeaveRecursiveCall();
        return fine;
    }
    PyObject *made = node_new(Py_TYPE((PyObject *)c->node), c->node->graph, child);
    bool fine = made && PyList_Append(c->list, made) == 0;
    Py_XDECREF(made);
    return fine;
}

PyObject *node_children(PyObject *self, void *unused)
{
    child_list c = {(node_object *)self, PyList_New(0)};
    (void)unused;
    if (c.list && !tunip_each_child(c.node->node, 0, add_child, &c)) Py_CLEAR(c.list);
    PyObject *tuple = c.list ? PyList_AsTuple(c.list) : NULL;
    Py_XDECREF(c.list);
    return tuple;
}
