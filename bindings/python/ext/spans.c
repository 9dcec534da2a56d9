/* spans.c -- spans of the user's program, and the struct info of values of Relax: what a pass that
 * makes nodes gives them. */
#include <stdlib.h>

#include <tunip/site.h>
#include <tunip/span_builder.h>
#include <tunip/tvm/relax.h>

#include "binding.h"

/* Takes a node that the library may use, or None for NULL. False with an exception. */
static bool take(edit *e, PyObject *value, const tunip_node **out)
{
    *out = NULL;
    if (value == Py_None) return true;
    if (!PyObject_TypeCheck(value, e->b->node_type)) {
        PyErr_Format(PyExc_TypeError, "expected a node, got %R", value);
        return false;
    }
    const node_object *node = (node_object *)value;
    *out = node->node;
    return edit_keep(e, node) && edit_is_sound(e, node->node);
}

/* The nodes of a sequence, which free() frees; NULL with an exception. */
static void **take_all(edit *e, PyObject *values, size_t *count)
{
    PyObject *list = PySequence_List(values);
    *count = list ? (size_t)PyList_Size(list) : 0;
    void **nodes = list ? calloc(*count + 1, sizeof *nodes) : NULL;
    if (list && !nodes) PyErr_NoMemory();
    for (size_t i = 0; nodes && i < *count; i++) {
        const tunip_node *node;
        if (!take(e, PyList_GetItem(list, (Py_ssize_t)i), &node)) {
            free(nodes);
            nodes = NULL;
            break;
        }
        nodes[i] = (void *)(uintptr_t)node;
    }
    Py_XDECREF(list);
    return nodes;
}

/* The arguments of the functions below: a node, a second one, and a sequence of nodes. */
typedef struct request {
    edit e;
    PyTypeObject *cls;
    const tunip_node *node, *other;
    void **nodes;
    size_t count;
} request;

/* False with an exception. If true, the caller calls request_end(). */
static bool request_begin(request *r, PyObject *module, PyObject *cls, PyObject *node,
                          PyObject *other, PyObject *nodes)
{
    binding *b = binding_of(module);
    *r = (request){.cls = (PyTypeObject *)cls};
    if (!is_class_of(cls, b->node_type) || !edit_begin(&r->e, b)) return false;
    bool fine = take(&r->e, node, &r->node) && take(&r->e, other, &r->other);
    if (fine) r->nodes = take_all(&r->e, nodes, &r->count);
    if (r->nodes) return true;
    Py_XDECREF(edit_finish(&r->e, r->cls, NULL));
    return false;
}

static PyObject *request_end(request *r, const void *made)
{
    free(r->nodes);
    return edit_finish(&r->e, r->cls, made);
}

/* infer(cls, value) -> struct info or None */
PyObject *binding_infer(PyObject *module, PyObject *args)
{
    PyObject *cls, *value;
    request r;
    PyObject *none = PyTuple_New(0);
    bool fine = none && PyArg_ParseTuple(args, "OO", &cls, &value) &&
                request_begin(&r, module, cls, value, Py_None, none);
    Py_XDECREF(none);
    return fine ? request_end(&r, tunip_relax_infer(r.e.graph, r.node)) : NULL;
}

/* fill_span(cls, entry, span, inputs) -> a copy of the entry, or the entry */
PyObject *binding_fill_span(PyObject *module, PyObject *args)
{
    PyObject *cls, *entry, *span, *inputs;
    request r;
    if (!PyArg_ParseTuple(args, "OOOO", &cls, &entry, &span, &inputs) ||
        !request_begin(&r, module, cls, entry, span, inputs))
        return NULL;
    tunip_span_builder *spans = tunip_span_builder_new(r.e.graph, r.other);
    const tunip_node *made = tunip_span_builder_filled(spans, r.node, r.count, r.nodes);
    tunip_span_builder_free(spans);
    return request_end(&r, made);
}

/* collect_span(cls, entry, inputs) -> span or None */
PyObject *binding_collect_span(PyObject *module, PyObject *args)
{
    PyObject *cls, *entry, *inputs;
    request r;
    if (!PyArg_ParseTuple(args, "OOO", &cls, &entry, &inputs) ||
        !request_begin(&r, module, cls, entry, Py_None, inputs))
        return NULL;
    tunip_span_builder *spans = tunip_span_builder_collect(r.e.graph, r.node, r.count, r.nodes);
    const tunip_node *made = tunip_span_builder_span(spans);
    tunip_span_builder_free(spans);
    return request_end(&r, made);
}

/* set_span(cls, node, span) -> a copy of the node, or the node */
PyObject *binding_set_span(PyObject *module, PyObject *args)
{
    PyObject *cls, *node, *span;
    request r;
    PyObject *none = PyTuple_New(0);
    bool fine = none && PyArg_ParseTuple(args, "OOO", &cls, &node, &span) &&
                request_begin(&r, module, cls, node, span, none);
    Py_XDECREF(none);
    return fine ? request_end(&r, tunip_set_span(r.e.graph, r.node, r.other)) : NULL;
}

/* span_list(cls, spans) -> span or None */
PyObject *binding_span_list(PyObject *module, PyObject *args)
{
    PyObject *cls, *spans;
    request r;
    if (!PyArg_ParseTuple(args, "OO", &cls, &spans) ||
        !request_begin(&r, module, cls, Py_None, Py_None, spans))
        return NULL;
    return request_end(&r, tunip_span_list(r.e.graph, r.count, r.nodes));
}

static bool append_site(void *user, const tunip_site *site)
{
    PyObject *row = site_tuple(site);
    bool fine = row && PyList_Append(user, row) == 0;
    Py_XDECREF(row);
    return fine;
}

/* sites(node) -> the sites of its span, or of a span, as a list of tuples */
PyObject *binding_sites(PyObject *module, PyObject *object)
{
    binding *b = binding_of(module);
    if (!PyObject_TypeCheck(object, b->node_type))
        return PyErr_Format(PyExc_TypeError, "expected a node, got %R", object);
    const tunip_node *node = ((node_object *)object)->node;
    const tunip_node *span = tunip_node_span(node);
    PyObject *list = PyList_New(0);
    if (list) tunip_each_site(span ? span : node, append_site, list);
    if (PyErr_Occurred()) Py_CLEAR(list);
    return list;
}
