/* live.c -- live objects of TVM, by their handles: as nodes, and as texts. The caller holds a
 * reference to each object. */
#include <stdlib.h>

#include "binding.h"

#include <tunip_tvm.h>

/* ---- nodes ---- */

/* An import without the GIL. */
typedef struct importing {
    context_object *owner;
    void **handles;
    size_t count;
    tunip_tvm_options options;
    tunip_graph *graph;
    tunip_error error;
} importing;

/* The handles of a tuple of numbers; the caller frees the array. False with an exception. */
static bool take_handles(importing *im, PyObject *tuple)
{
    im->count = (size_t)PyTuple_Size(tuple);
    im->handles = calloc(im->count + 1, sizeof *im->handles);
    if (!im->handles) return PyErr_NoMemory() != NULL;
    for (size_t i = 0; i < im->count; i++) {
        im->handles[i] = PyLong_AsVoidPtr(PyTuple_GetItem(tuple, (Py_ssize_t)i));
        if (PyErr_Occurred()) return false;
    }
    return true;
}

/* A root of its own is known to be valid, and prints need not check it again. */
static void perform(importing *im)
{
    const tunip_context *context = im->owner->context;
    im->graph = im->count == 1 ? tunip_tvm_import(context, im->handles[0], &im->options, &im->error)
                               : tunip_tvm_import_all(context, im->handles, im->count, &im->options,
                                                      &im->error);
}

static PyObject *take_nodes(const importing *im, PyTypeObject *cls, graph_object *graph)
{
    const tunip_node *root = tunip_graph_root(graph->graph);
    PyObject *tuple = PyTuple_New((Py_ssize_t)im->count);
    for (size_t i = 0; tuple && i < im->count; i++) {
        const tunip_node *node = im->count == 1 ? root : ((const tunip_array *)root)->items[i];
        PyObject *one = node_new(cls, graph, node);
        if (!one || PyTuple_SetItem(tuple, (Py_ssize_t)i, one)) Py_CLEAR(tuple);
    }
    return tuple;
}

/* live(cls, handles, kept) -> nodes of one graph, which share what the objects share. `kept` is
 * None, or the objects: then the graph keeps them, and borrows the elements of their tensors. */
PyObject *binding_live(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    importing im = {.options = TUNIP_TVM_OPTIONS_INIT, .error = TUNIP_ERROR_INIT};
    PyObject *cls, *handles, *kept, *result = NULL;
    work w;
    if (!PyArg_ParseTuple(args, "OO!O", &cls, &PyTuple_Type, &handles, &kept) ||
        !is_class_of(cls, b->node_type))
        return NULL;
    if (take_handles(&im, handles)) {
        im.options.borrow_tensors = kept != Py_None;
        im.owner = (context_object *)Py_NewRef((PyObject *)b->context);
        work_begin(&w);
        perform(&im);
        if (!work_end(&w))
            tunip_graph_free(im.graph);
        else if (!im.graph)
            raise_error(b, &im.error, NULL, NULL);
        else
            result = graph_new(b, im.graph, kept != Py_None ? kept : NULL);
        Py_DECREF(im.owner);
    }
    free(im.handles);
    if (!result) return NULL;
    PyObject *nodes = take_nodes(&im, (PyTypeObject *)cls, (graph_object *)result);
    Py_DECREF(result);
    return nodes;
}

/* ---- texts ---- */

/* Whether TVM prints the address of an object, or does not end, where the text has another form. */
static bool is_strange(const tunip_printed *printed)
{
    for (size_t i = 0; i < tunip_printed_issue_count(printed); i++) {
        tunip_issue_kind kind = tunip_printed_issue(printed, i)->kind;
        if (kind == TUNIP_ISSUE_CYCLE || kind == TUNIP_ISSUE_UNREGISTERED) return true;
    }
    return false;
}

/* live_script(handle, settings) -> str; None if TVM's text differs. */
PyObject *binding_live_script(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    importing im = {.count = 1, .options = TUNIP_TVM_OPTIONS_INIT, .error = TUNIP_ERROR_INIT};
    PyObject *handle, *settings, *result = NULL;
    tunip_printed *printed = NULL;
    print_config config = {0};
    work w;
    if (!PyArg_ParseTuple(args, "O!O!", &PyLong_Type, &handle, &PyDict_Type, &settings))
        return NULL;
    void *object = PyLong_AsVoidPtr(handle);
    if (!PyErr_Occurred() && print_config_read(&config, settings)) {
        im.handles = &object;
        im.options.borrow_tensors = config.options.no_source_map = true;
        im.owner = (context_object *)Py_NewRef((PyObject *)b->context);
        work_begin(&w);
        perform(&im);
        if (im.graph)
            tunip_print(im.owner->context, tunip_graph_root(im.graph), &config.options, &printed,
                        &im.error);
        if (work_end(&w) && !printed)
            raise_error(b, &im.error, NULL, NULL);
        else if (printed && !PyErr_Occurred())
            result =
                is_strange(printed) ? Py_NewRef(Py_None) : text_from(tunip_printed_text(printed));
        Py_BEGIN_ALLOW_THREADS;
        tunip_printed_free(printed);
        tunip_graph_free(im.graph);
        Py_END_ALLOW_THREADS;
        Py_DECREF(im.owner);
    }
    print_config_free(&config);
    return result;
}
