/* read.c -- the class Graph, which owns nodes, and the functions that read and save. */
#include <stdlib.h>

#include "binding.h"

PyObject *graph_new(binding *b, tunip_graph *graph, PyObject *shared)
{
    graph_object *self = (graph_object *)PyType_GenericAlloc(b->graph_type, 0);
    if (!self) {
        tunip_graph_free(graph);
        return NULL;
    }
    self->owner = (context_object *)Py_NewRef((PyObject *)b->context);
    self->graph = graph;
    self->shared = shared ? Py_NewRef(shared) : NULL;
    return (PyObject *)self;
}

/* Freeing a large graph takes a while, and other threads may hold the lock of its memory. */
static void graph_free(PyObject *object)
{
    graph_object *self = (graph_object *)object;
    Py_BEGIN_ALLOW_THREADS;
    tunip_graph_free(self->graph);
    if (!self->log) tunip_source_free(self->source);
    place_table_free(self->places);
    Py_END_ALLOW_THREADS;
    Py_XDECREF(self->log);
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
    PyObject *log; /* that has the source, or NULL; borrowed */
    tunip_read_options options;
    tunip_constant *constants;
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

/* Begins a read. The tuple (format, fold, origins, placeholders, keep_unknown, defines) must live
 * until its end. False with an exception. In both cases end() frees what the read has. */
static bool begin(reading *r, binding *b, PyObject *options)
{
    PyObject *defines;
    int fold, origins, placeholders, keep_unknown;
    *r = (reading){.options = TUNIP_READ_OPTIONS_INIT, .error = TUNIP_ERROR_INIT};
    r->owner = (context_object *)Py_NewRef((PyObject *)b->context);
    if (!PyArg_ParseTuple(options, "zppppO!", &r->options.format, &fold, &origins, &placeholders,
                          &keep_unknown, &PyDict_Type, &defines) ||
        !take_defines(defines, &r->constants, &r->options.define_count))
        return false;
    r->options.fold = fold;
    r->options.origins = origins;
    r->options.placeholders = placeholders;
    r->options.keep_unknown = keep_unknown;
    r->options.defines = r->constants;
    r->options.diagnostics = tunip_diagnostics_new(NULL, NULL);
    if (!r->options.diagnostics) PyErr_NoMemory();
    return r->options.diagnostics != NULL;
}

static void end(reading *r)
{
    tunip_graph_free(r->graph);
    if (!r->log) tunip_source_free(r->source);
    tunip_diagnostics_free(r->options.diagnostics);
    free(r->constants);
    Py_DECREF(r->owner);
}

/* (node, warnings): takes the graph and the source. NULL with the exception of the read. */
static PyObject *take_result(binding *b, reading *r, PyTypeObject *cls)
{
    if (!r->graph) return raise_error(b, &r->error, r->source, r->options.diagnostics);
    PyObject *warnings = list_diagnostics(r->options.diagnostics, r->source);
    graph_object *graph = warnings ? (graph_object *)graph_new(b, r->graph, NULL) : NULL;
    PyObject *node = NULL;
    if (warnings) r->graph = NULL;
    if (graph && r->options.origins) {
        graph->source = r->source;
        graph->log = r->log ? Py_NewRef(r->log) : NULL;
        r->source = NULL;
    }
    const tunip_node *root = graph ? tunip_graph_root(graph->graph) : NULL;
    if (root)
        node = node_new(cls, graph, root);
    else if (graph)
        node = Py_NewRef(Py_None);
    Py_XDECREF((PyObject *)graph);
    if (node) return Py_BuildValue("(NN)", node, warnings);
    Py_XDECREF(warnings);
    return NULL;
}

/* read(cls, path, text, name, options) -> (node, warnings); begin() has the options */
PyObject *binding_read(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    reading r;
    const char *path;
    PyObject *cls, *text, *name, *options, *result = NULL;
    work w;
    if (!PyArg_ParseTuple(args, "OzOUO!", &cls, &path, &text, &name, &PyTuple_Type, &options) ||
        !is_class_of(cls, b->node_type))
        return NULL;
    if (begin(&r, b, options) && (path || text_view(text, &r.text)) && text_view(name, &r.name)) {
        r.path = path;
        work_begin(&w);
        perform(&r);
        if (work_end(&w)) result = take_result(b, &r, (PyTypeObject *)cls);
    }
    end(&r);
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

/* read_logged(cls, log, number, options) -> (node, warnings); numbers are from 1 */
PyObject *binding_read_logged(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    reading r;
    PyObject *cls, *capsule, *options, *result = NULL;
    Py_ssize_t number;
    work w;
    if (!PyArg_ParseTuple(args, "OOnO!", &cls, &capsule, &number, &PyTuple_Type, &options) ||
        !is_class_of(cls, b->node_type))
        return NULL;
    const open_log *self = PyCapsule_GetPointer(capsule, log_name);
    if (!self) return NULL;
    if (begin(&r, b, options)) {
        r.log = capsule;
        r.source = self->source;
        work_begin(&w);
        r.graph = tunip_log_read(self->log, (size_t)number - 1, &r.options, &r.error);
        if (work_end(&w)) result = take_result(b, &r, (PyTypeObject *)cls);
    }
    end(&r);
    return result;
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
