/* read.c -- the class Graph, which owns nodes, and the functions that read and save. */
#include <stdlib.h>

#include "binding.h"

PyObject *graph_new(binding *b, tunip_graph *graph, tunip_source *source, PyObject *shared)
{
    graph_object *self = (graph_object *)PyType_GenericAlloc(b->graph_type, 0);
    if (!self) {
        tunip_graph_free(graph);
        tunip_source_free(source);
        return NULL;
    }
    self->owner = (context_object *)Py_NewRef((PyObject *)b->context);
    self->graph = graph;
    self->source = source;
    self->shared = shared ? Py_NewRef(shared) : NULL;
    return (PyObject *)self;
}

/* Freeing a large graph takes a while, and other threads may hold the lock of its memory. */
static void graph_free(PyObject *object)
{
    graph_object *self = (graph_object *)object;
    Py_BEGIN_ALLOW_THREADS;
    tunip_graph_free(self->graph);
    tunip_source_free(self->source);
    place_table_free(self->places);
    Py_END_ALLOW_THREADS;
    Py_XDECREF(self->shared);
    Py_XDECREF(self->owner);
    object_free(object);
}

static PyType_Slot slots[] = {
    {Py_tp_doc, "The owner of nodes."},
    {Py_tp_dealloc, graph_free},
    {0, NULL},
};

PyType_Spec graph_spec = {"tunip._tunip.Graph", sizeof(graph_object), 0,
                          Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};

/* ---- reading ---- */

/* The arguments and the results of a read. */
typedef struct reading {
    context_object *owner;
    const char *path; /* of a file; NULL: `text` */
    tunip_str text, name;
    tunip_read_options options;
    tunip_source *source;
    tunip_graph *graph;
    tunip_error error;
} reading;

/* Without the GIL. */
static void perform(reading *r)
{
    const tunip_context *context = r->owner->context;
    r->source = r->path ? tunip_source_open_lazily(context, r->path, &r->error)
                        : tunip_source_new(&work_allocator, r->name, r->text, &r->error);
    if (r->source) r->graph = tunip_read_source(context, r->source, &r->options, &r->error);
}

bool take_defines(PyObject *defines, tunip_constant **array, size_t *count)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    *array = calloc((size_t)PyDict_Size(defines) + 1, sizeof **array);
    if (!*array) return PyErr_NoMemory() != NULL;
    while (PyDict_Next(defines, &at, &name, &value)) {
        tunip_constant *constant = &(*array)[*count];
        constant->name = PyUnicode_AsUTF8AndSize(name, NULL);
        constant->value = constant->name ? PyUnicode_AsUTF8AndSize(value, NULL) : NULL;
        if (!constant->value) return false;
        ++*count;
    }
    return true;
}

/* (node, warnings): takes the graph and the source. */
static PyObject *take_result(binding *b, reading *r, PyTypeObject *cls)
{
    PyObject *warnings = list_diagnostics(r->options.diagnostics, r->source);
    tunip_source *source = r->options.origins ? r->source : NULL;
    PyObject *graph = warnings ? graph_new(b, r->graph, source, NULL) : NULL;
    if (warnings) r->graph = NULL;
    if (warnings && source) r->source = NULL;
    const tunip_node *root = graph ? tunip_graph_root(((graph_object *)graph)->graph) : NULL;
    PyObject *node = NULL;
    if (root)
        node = node_new(cls, (graph_object *)graph, root);
    else if (graph)
        node = Py_NewRef(Py_None);
    Py_XDECREF(graph);
    if (node) return Py_BuildValue("(NN)", node, warnings);
    Py_XDECREF(warnings);
    return NULL;
}

/* read(cls, path, text, name, format, fold, origins, placeholders, keep_unknown, defines) */
PyObject *binding_read(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    reading r = {.options = TUNIP_READ_OPTIONS_INIT, .error = TUNIP_ERROR_INIT};
    PyObject *cls, *text, *defines, *name, *result = NULL;
    int fold, origins, placeholders, keep_unknown;
    tunip_constant *constants = NULL;
    work w;
    if (!PyArg_ParseTuple(args, "OzOUzppppO!", &cls, &r.path, &text, &name, &r.options.format,
                          &fold, &origins, &placeholders, &keep_unknown, &PyDict_Type, &defines) ||
        !is_class_of(cls, b->node_type) || (!r.path && !text_view(text, &r.text)) ||
        !text_view(name, &r.name))
        return NULL;
    r.options.fold = fold;
    r.options.origins = origins;
    r.options.placeholders = placeholders;
    r.options.keep_unknown = keep_unknown;
    r.options.diagnostics = tunip_diagnostics_new(NULL, NULL);
    r.owner = (context_object *)Py_NewRef((PyObject *)b->context);
    if (!r.options.diagnostics) PyErr_NoMemory();
    if (r.options.diagnostics && take_defines(defines, &constants, &r.options.define_count)) {
        r.options.defines = constants;
        work_begin(&w);
        perform(&r);
        if (work_end(&w))
            result = r.graph ? take_result(b, &r, (PyTypeObject *)cls)
                             : raise_error(b, &r.error, r.source, r.options.diagnostics);
    }
    tunip_graph_free(r.graph);
    tunip_source_free(r.source);
    tunip_diagnostics_free(r.options.diagnostics);
    free(constants);
    Py_DECREF(r.owner);
    return result;
}

/* ---- logs ---- */

/* A log that is open. */
typedef struct open_log {
    context_object *owner;
    tunip_source *source;
    tunip_log *log;
} open_log;

static const char log_name[] = "tunip._tunip.Log";

static void log_free(open_log *self)
{
    tunip_log_free(self->log);
    tunip_source_free(self->source);
    Py_DECREF((PyObject *)self->owner);
    free(self);
}

static void free_capsule(PyObject *capsule)
{
    log_free(PyCapsule_GetPointer(capsule, log_name));
}

/* open_log(path) -> a capsule, for count_logged() and read_logged() */
PyObject *binding_open_log(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    const char *path;
    tunip_error error = TUNIP_ERROR_INIT;
    work w;
    if (!PyArg_ParseTuple(args, "s", &path)) return NULL;
    open_log *self = calloc(1, sizeof *self);
    if (!self) return PyErr_NoMemory();
    self->owner = (context_object *)Py_NewRef((PyObject *)b->context);
    work_begin(&w);
    self->source = tunip_source_open_lazily(self->owner->context, path, &error);
    if (self->source) self->log = tunip_log_new_any(self->owner->context, self->source, &error);
    bool fine = work_end(&w);
    PyObject *result = NULL;
    if (fine && self->log) result = PyCapsule_New(self, log_name, free_capsule);
    if (fine && !self->log) raise_error(b, &error, NULL, NULL);
    if (!result) log_free(self);
    return result;
}

/* count_logged(log) -> the number of its modules */
PyObject *binding_count_logged(PyObject *module, PyObject *capsule)
{
    (void)module;
    const open_log *self = PyCapsule_GetPointer(capsule, log_name);
    return self ? PyLong_FromSize_t(tunip_log_count(self->log)) : NULL;
}

/* read_logged(cls, log, number) -> the module with this number, from 1 */
PyObject *binding_read_logged(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    PyObject *cls, *capsule;
    Py_ssize_t number;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    work w;
    if (!PyArg_ParseTuple(args, "OOn", &cls, &capsule, &number) || !is_class_of(cls, b->node_type))
        return NULL;
    open_log *self = PyCapsule_GetPointer(capsule, log_name);
    if (!self) return NULL;
    options.placeholders = true;
    work_begin(&w);
    tunip_graph *graph = tunip_log_read(self->log, (size_t)number - 1, &options, &error);
    if (!work_end(&w)) {
        tunip_graph_free(graph);
        return NULL;
    }
    if (!graph) return raise_error(b, &error, self->source, NULL);
    const tunip_node *root = tunip_graph_root(graph);
    PyObject *owner = graph_new(b, graph, NULL, NULL);
    if (!owner) return NULL;
    PyObject *node = node_new((PyTypeObject *)cls, (graph_object *)owner, root);
    Py_DECREF(owner);
    return node;
}

/* ---- saving ---- */

/* save(node, format) -> str */
PyObject *binding_save(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    node_object *node;
    const char *format;
    tunip_error error = TUNIP_ERROR_INIT;
    text_buffer text = {0};
    work w;
    if (!PyArg_ParseTuple(args, "O!s", b->node_type, &node, &format)) return NULL;
    context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
    work_begin(&w);
    tunip_status status =
        tunip_save_as(owner->context, format, node->node, text_write, &text, &error);
    PyObject *result = text_end(&text, &w, b, status, &error);
    Py_DECREF(owner);
    return result;
}
