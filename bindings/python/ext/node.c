/* node.c -- the class Node: a node of a graph, whose fields are attributes. */
#include <stdlib.h>

#include <tunip/tvm/ir.h>

#include "binding.h"

PyObject *node_new(PyTypeObject *cls, graph_object *graph, const tunip_node *node)
{
    node_object *self = (node_object *)PyType_GenericAlloc(cls, 0);
    if (!self) return NULL;
    self->graph = (graph_object *)Py_NewRef((PyObject *)graph);
    self->node = node;
    return (PyObject *)self;
}

static void node_free(PyObject *self)
{
    Py_XDECREF(((node_object *)self)->graph);
    object_free(self);
}

/* ---- values ---- */

static PyObject *dtype_value(tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, name);
    return PyUnicode_FromString(name);
}

static PyObject *array_value(const node_object *like, const tunip_array *array)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)array->count);
    for (size_t i = 0; tuple && i < array->count; i++) {
        PyObject *item = node_value(like, array->items[i]);
        if (!item || PyTuple_SetItem(tuple, (Py_ssize_t)i, item)) Py_CLEAR(tuple);
    }
    return tuple;
}

/* A dict; for the functions of a module one that also finds them by their names. */
static PyObject *empty_dict(const node_object *like, const tunip_map *map)
{
    PyObject *class = binding_of_node(like)->functions_class;
    bool has_functions = map->count && tunip_is(map->entries[0].key, &tunip_ir_global_var_type);
    return has_functions ? PyObject_CallFunctionObjArgs(class, NULL) : PyDict_New();
}

static PyObject *map_value(const node_object *like, const tunip_map *map)
{
    PyObject *dict = empty_dict(like, map);
    for (size_t i = 0; dict && i < map->count; i++) {
        PyObject *key = node_value(like, map->entries[i].key);
        PyObject *value = key ? node_value(like, map->entries[i].value) : NULL;
        if (!value || PyDict_SetItem(dict, key, value)) Py_CLEAR(dict);
        Py_XDECREF(key);
        Py_XDECREF(value);
    }
    return dict;
}

/* Fails with RecursionError where containers are nested too deep for Python. */
static PyObject *container_value(const node_object *like, const tunip_node *node)
{
    if (Py_EnterRecursiveCall(" in a list or map of the IR")) return NULL;
    PyObject *value = tunip_is(node, &tunip_map_type)
                          ? map_value(like, (const tunip_map *)node)
                          : array_value(like, (const tunip_array *)node);
    Py_LeaveRecursiveCall();
    return value;
}

static PyObject *shape_value(const tunip_shape *shape)
{
    PyObject *tuple = PyTuple_New((Py_ssize_t)shape->count);
    for (size_t i = 0; tuple && i < shape->count; i++) {
        PyObject *dim = PyLong_FromLongLong(shape->dims[i]);
        if (!dim || PyTuple_SetItem(tuple, (Py_ssize_t)i, dim)) Py_CLEAR(tuple);
    }
    return tuple;
}

PyObject *node_value(const node_object *like, const tunip_node *node)
{
    const tunip_type *type = node ? node->type : NULL;
    if (!node) Py_RETURN_NONE;
    if (type == &tunip_string_type) return text_from(tunip_string_value(node));
    if (type == &tunip_int_type) return PyLong_FromLongLong(((const tunip_int *)node)->value);
    if (type == &tunip_float_type) return PyFloat_FromDouble(((const tunip_float *)node)->value);
    if (type == &tunip_bool_type) return PyBool_FromLong(((const tunip_bool *)node)->value);
    if (type == &tunip_shape_type) return shape_value((const tunip_shape *)node);
    if (type == &tunip_array_type || type == &tunip_map_type) return container_value(like, node);
    if (type == &tunip_bytes_type) {
        tunip_str value = ((const tunip_bytes *)node)->value;
        return PyBytes_FromStringAndSize(value.data, (Py_ssize_t)value.size);
    }
    return node_new(Py_TYPE((PyObject *)like), like->graph, node);
}

static PyObject *field_value(const node_object *self, const tunip_field *field)
{
    const void *at = tunip_field_at(self->node, field);
    switch (field->kind) {
    case TUNIP_KIND_INT:
        return PyLong_FromLongLong(*(const int64_t *)at);
    case TUNIP_KIND_FLOAT:
        return PyFloat_FromDouble(*(const double *)at);
    case TUNIP_KIND_BOOL:
        return PyBool_FromLong(*(const bool *)at);
    case TUNIP_KIND_DTYPE:
        return dtype_value(*(const tunip_dtype *)at);
    default:
        return node_value(self, tunip_field_node(self->node, field));
    }
}

/* A field of a node of an unregistered type. */
static const tunip_opaque_field *opaque_field(const tunip_node *node, const char *name)
{
    if (!tunip_is_a(node, &tunip_opaque_type)) return NULL;
    const tunip_opaque *opaque = (const tunip_opaque *)node;
    for (size_t i = 0; i < opaque->count; i++)
        if (tunip_str_is(opaque->fields[i].name, name)) return &opaque->fields[i];
    return NULL;
}

/* The place of a name in the cache of fields. Types of one graph (opaque ones) are never in it. */
static known_field *known_at(binding *b, const tunip_type *type, PyObject *name)
{
    uintptr_t mixed = ((uintptr_t)type >> 4) ^ ((uintptr_t)name >> 4) * 31;
    return &b->fields[mixed % TUNIP_LEN(b->fields)];
}

static void remember(binding *b, const tunip_type *type, PyObject *name, const tunip_field *field)
{
    known_field *known = known_at(b, type, name);
    PyObject *old = known->name;
    *known = (known_field){type, Py_NewRef(name), field};
    Py_XDECREF(old);
}

static PyObject *node_getattro(PyObject *object, PyObject *name)
{
    const node_object *self = (const node_object *)object;
    binding *b = binding_of_node(self);
    const known_field *known = known_at(b, self->node->type, name);
    if (known->name == name && known->type == self->node->type)
        return field_value(self, known->field);
    PyObject *found = PyObject_GenericGetAttr(object, name);
    if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
    PyObject *kind, *value, *trace;
    PyErr_Fetch(&kind, &value, &trace);
    const char *key = PyUnicode_AsUTF8AndSize(name, NULL);
    const tunip_field *field = key ? tunip_type_field(self->node->type, key) : NULL;
    const tunip_opaque_field *opaque = key ? opaque_field(self->node, key) : NULL;
    if (field) {
        remember(b, self->node->type, name, field);
        found = field_value(self, field);
    } else if (opaque)
        found = node_value(self, opaque->value);
    else if (key)
        PyErr_Format(PyExc_AttributeError, "%s has no field `%s`", self->node->type->key, key);
    Py_XDECREF(kind);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return found;
}

static int node_setattro(PyObject *object, PyObject *name, PyObject *value)
{
    const tunip_type *type = ((node_object *)object)->node->type;
    const char *key = PyUnicode_Check(name) ? PyUnicode_AsUTF8AndSize(name, NULL) : NULL;
    if (!key) return -1;
    if (!tunip_type_field(type, key))
        PyErr_Format(PyExc_AttributeError, "nodes cannot be changed, and %s has no field `%s`",
                     type->key, key);
    else if (!value)
        PyErr_Format(PyExc_AttributeError, "nodes cannot be changed: `%s` stays", key);
    else
        PyErr_Format(PyExc_AttributeError,
                     "nodes cannot be changed; node.replace(%s=...) makes a changed copy", key);
    return -1;
}

/* ---- properties and methods ---- */

static PyObject *get_type_key(PyObject *self, void *unused)
{
    (void)unused;
    return text_from(tunip_str_from(((node_object *)self)->node->type->key));
}

static bool append_name(const tunip_field *field, void *list)
{
    PyObject *name = PyUnicode_FromString(field->name);
    bool fine = name && PyList_Append(list, name) == 0;
    Py_XDECREF(name);
    return fine;
}

static PyObject *node_field_names(PyObject *object, PyObject *unused)
{
    const tunip_node *node = ((node_object *)object)->node;
    PyObject *list = PyList_New(0);
    (void)unused;
    if (list && !tunip_each_field(node->type, 0, append_name, list)) Py_CLEAR(list);
    if (!list || !tunip_is_a(node, &tunip_opaque_type)) return list;
    const tunip_opaque *opaque = (const tunip_opaque *)node;
    for (size_t i = 0; list && i < opaque->count; i++) {
        PyObject *name = text_from(opaque->fields[i].name);
        if (!name || PyList_Append(list, name)) Py_CLEAR(list);
        Py_XDECREF(name);
    }
    return list;
}

static PyObject *node_is_a(PyObject *self, PyObject *key)
{
    const char *name = PyUnicode_Check(key) ? PyUnicode_AsUTF8AndSize(key, NULL) : NULL;
    if (name && type_has_key(((node_object *)self)->node->type, name)) Py_RETURN_TRUE;
    return type_key_check((node_object *)self, key) ? Py_NewRef(Py_False) : NULL;
}

static PyObject *node_same_as(PyObject *self, PyObject *other)
{
    binding *b = binding_of_node((node_object *)self);
    return PyBool_FromLong(PyObject_TypeCheck(other, b->node_type) &&
                           ((node_object *)self)->node == ((node_object *)other)->node);
}

/* The whole value of a container or a boxed value; the node itself otherwise. */
static PyObject *node_unboxed(PyObject *self, PyObject *unused)
{
    (void)unused;
    return node_value((node_object *)self, ((node_object *)self)->node);
}

static PyObject *get_origin(PyObject *self, void *unused)
{
    const node_object *n = (const node_object *)self;
    tunip_origin origin;
    (void)unused;
    if (!n->graph->source || !tunip_graph_origin(n->graph->graph, n->node, &origin)) Py_RETURN_NONE;
    size_t line, column;
    tunip_source_locate(origin.source, origin.begin, &line, &column);
    return Py_BuildValue("(Nnnnn)", text_from(tunip_source_name(origin.source)), (Py_ssize_t)line,
                         (Py_ssize_t)column, (Py_ssize_t)origin.begin, (Py_ssize_t)origin.end);
}

/* ---- paths ---- */

static const tunip_node *follow(const tunip_node *node, const tunip_path *step)
{
    if (!node) return NULL;
    const tunip_array *array = TUNIP_AS(tunip_array, node);
    const tunip_map *map = TUNIP_AS(tunip_map, node);
    if (step->step == TUNIP_STEP_ITEM && array && step->at.index >= 0 &&
        (size_t)step->at.index < array->count)
        return array->items[step->at.index];
    if (step->step == TUNIP_STEP_KEY && map) return tunip_map_at(map, step->at.key);
    if (step->step != TUNIP_STEP_ATTR) return NULL;
    const tunip_field *field = tunip_type_field(node->type, step->at.attr);
    const tunip_opaque_field *opaque = opaque_field(node, step->at.attr);
    if (field && field->kind == TUNIP_KIND_NODE) return tunip_field_node(node, field);
    return opaque ? opaque->value : NULL;
}

const tunip_node *node_at_path(const tunip_node *root, const tunip_path *path)
{
    if (!path || !path->parent) return path ? root : NULL;
    const tunip_path **steps = malloc(path->depth * sizeof *steps);
    if (!steps) return NULL;
    for (const tunip_path *at = path; at->parent; at = at->parent) steps[at->depth - 1] = at;
    const tunip_node *node = root;
    for (uint32_t i = 0; i < path->depth; i++) node = follow(node, steps[i]);
    free(steps);
    return node;
}

static PyMethodDef methods[] = {
    {"field_names", node_field_names, METH_NOARGS,
     "field_names()\n--\n\nThe names of the fields, inherited ones first."},
    {"is_a", node_is_a, METH_O,
     "is_a(key, /)\n--\n\nWhether the type of the node is `key` or one of its descendants."},
    {"same_as", node_same_as, METH_O,
     "same_as(other, /)\n--\n\nWhether both are the same node of one graph."},
    {"unboxed", node_unboxed, METH_NOARGS,
     "unboxed()\n--\n\nThe value of a list, a map or a boxed value as a tuple, dict or scalar."},
    {"walk", (PyCFunction)(void (*)(void))node_walk, METH_VARARGS | METH_KEYWORDS,
     "walk(type_key=None, *, paths=False)\n--\n\nAn iterator over this node and all nodes below "
     "it; only those of a type and its descendants,\nif one is given. A node that is shared comes "
     "once for each use. With paths=True the items are\n(access path from this node, node)."},
    {"_convert", node_convert, METH_VARARGS, NULL},
    {"_check", node_check, METH_VARARGS, NULL},
    {"_replace", node_replace, METH_O, NULL},
    {"_at_path", node_at_text, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"type_key", get_type_key, NULL, "The key of the node's type: \"tir.For\".", NULL},
    {"origin", get_origin, NULL,
     "The place (name, line, column, begin, end) in the source, in bytes. None unless the graph "
     "was "
     "read with origins=True.",
     NULL},
    {"vintage", node_vintage, NULL,
     "The version of TVM of the IR: 26 is v0.26. 0 if it is the same in all versions.", NULL},
    {"children", node_children, NULL,
     "The nodes in the fields of this one, in order; a list or a map counts as its items.", NULL},
    {"parent", node_parent, NULL,
     "The node that holds this one; of a shared node, the first that holds it. None for the root. "
     "If the type has a field `parent`, the field.",
     NULL},
    {"path", node_path, NULL,
     "The access path from the root of the graph, of a shared node the first one. None if the root "
     "does not reach the node.",
     NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A node of the IR. Its fields are attributes; it cannot be changed."},
    {Py_tp_dealloc, node_free},
    {Py_tp_getattro, node_getattro},
    {Py_tp_setattro, node_setattro},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

PyType_Spec node_spec = {
    "tunip._tunip.Node", sizeof(node_object), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
