/* printed.c -- the class Printed: a text with its report and source map; and plain texts. */
#include <stdlib.h>

#include "binding.h"

/* ---- printing ---- */

/* Takes the options of a print from (node, dict). */
static bool take_arguments(binding *b, PyObject *args, PyObject **cls, node_object **node,
                           print_config *config)
{
    PyObject *settings;
    *config = (print_config){0};
    return PyArg_ParseTuple(args, "OO!O!", cls, b->node_type, node, &PyDict_Type, &settings) &&
           print_config_read(config, settings);
}

static PyObject *printed_new(PyTypeObject *cls, node_object *root, context_object *owner,
                             tunip_printed *printed)
{
    printed_object *self = (printed_object *)PyType_GenericAlloc(cls, 0);
    if (!self) {
        tunip_printed_free(printed);
        return NULL;
    }
    self->root = (node_object *)Py_NewRef((PyObject *)root);
    self->owner = (context_object *)Py_NewRef((PyObject *)owner);
    self->printed = printed;
    return (PyObject *)self;
}

/* print(cls, node, settings) -> Printed */
PyObject *binding_print(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    PyObject *cls, *result = NULL;
    node_object *node;
    print_config config;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    work w;
    if (take_arguments(b, args, &cls, &node, &config) && is_class_of(cls, b->printed_type)) {
        context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
        work_begin(&w);
        tunip_status status =
            tunip_print(owner->context, node->node, &config.options, &printed, &error);
        if (!work_end(&w))
            tunip_printed_free(printed);
        else if (status == TUNIP_OK)
            result = printed_new((PyTypeObject *)cls, node, owner, printed);
        else
            raise_error(b, &error, NULL, NULL);
        Py_DECREF(owner);
    }
    print_config_free(&config);
    return result;
}

/* script(None, node, settings) -> str, faster, because no source map is made. */
PyObject *binding_script(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    PyObject *cls, *result = NULL;
    node_object *node;
    print_config config;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    work w;
    if (take_arguments(b, args, &cls, &node, &config)) {
        context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
        config.options.no_source_map = true;
        work_begin(&w);
        tunip_print(owner->context, node->node, &config.options, &printed, &error);
        if (work_end(&w))
            result = printed ? text_from(tunip_printed_text(printed))
                             : raise_error(b, &error, NULL, NULL);
        tunip_printed_free(printed);
        Py_DECREF(owner);
    }
    print_config_free(&config);
    return result;
}

static void printed_free(PyObject *object)
{
    printed_object *self = (printed_object *)object;
    Py_BEGIN_ALLOW_THREADS;
    tunip_source_map_free(self->map);
    tunip_printed_free(self->printed);
    Py_END_ALLOW_THREADS;
    free(self->marks);
    Py_XDECREF(self->text);
    Py_XDECREF(self->root);
    Py_XDECREF(self->owner);
    object_free(object);
}

/* ---- the report ---- */

static PyObject *get_text(PyObject *self, void *unused)
{
    printed_object *p = (printed_object *)self;
    (void)unused;
    if (!p->text) p->text = text_from(tunip_printed_text(p->printed));
    return p->text ? Py_NewRef(p->text) : NULL;
}

static PyObject *get_metadata(PyObject *self, void *unused)
{
    (void)unused;
    return text_from(tunip_printed_metadata(((printed_object *)self)->printed));
}

static PyObject *get_root(PyObject *self, void *unused)
{
    (void)unused;
    return Py_NewRef((PyObject *)((printed_object *)self)->root);
}

static PyObject *get_parsable(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(tunip_printed_parsable(((printed_object *)self)->printed));
}

static PyObject *get_lossless(PyObject *self, void *unused)
{
    (void)unused;
    return PyBool_FromLong(tunip_printed_lossless(((printed_object *)self)->printed));
}

/* ORDER as tunip_issue_kind. */
static const char *const issue_kinds[] = {"undefined", "cycle",    "unregistered", "null",
                                          "malformed", "metadata", "lost"};

static PyObject *get_issues(PyObject *self, void *unused)
{
    tunip_printed *printed = ((printed_object *)self)->printed;
    PyObject *list = PyList_New(0);
    (void)unused;
    for (size_t i = 0; list && i < tunip_printed_issue_count(printed); i++) {
        const tunip_issue *issue = tunip_printed_issue(printed, i);
        PyObject *one = Py_BuildValue("(sNN)", issue_kinds[issue->kind], text_from(issue->message),
                                      text_path(issue->path));
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

/* ---- the source map ---- */

static const tunip_source_map *map_of(printed_object *self)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (!self->map) self->map = tunip_source_map_new(self->printed, &error);
    if (!self->map) raise_error(binding_of_node(self->root), &error, NULL, NULL);
    return self->map;
}

/* (path, node) of the innermost node printed at an offset in characters. */
static PyObject *printed_at(PyObject *object, PyObject *args)
{
    printed_object *self = (printed_object *)object;
    Py_ssize_t offset;
    if (!PyArg_ParseTuple(args, "n", &offset)) return NULL;
    const tunip_source_map *map = map_of(self);
    if (!map) return NULL;
    const tunip_path *path =
        offset < 0 ? NULL : tunip_source_map_path_at(map, text_byte(self, (size_t)offset));
    const tunip_node *node = node_at_path(self->root->node, path);
    PyObject *found = node ? node_new(Py_TYPE((PyObject *)self->root), self->root->graph, node)
                           : Py_NewRef(Py_None);
    return Py_BuildValue("(NN)", text_path(path), found);
}

/* (begin, end, kind) of each span of a path, and whether they are those of the path itself. */
static PyObject *printed_find(PyObject *object, PyObject *args)
{
    printed_object *self = (printed_object *)object;
    PyObject *text;
    tunip_str path;
    tunip_found found;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!PyArg_ParseTuple(args, "U", &text) || !text_view(text, &path)) return NULL;
    const tunip_source_map *map = map_of(self);
    if (!map) return NULL;
    if (tunip_source_map_find(map, path, &found, &error) != TUNIP_OK)
        return raise_error(binding_of_node(self->root), &error, NULL, NULL);
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < found.count; i++) {
        const tunip_span *span = &tunip_printed_spans(self->printed)[found.spans[i]];
        PyObject *one =
            Py_BuildValue("(nns)", (Py_ssize_t)text_character(self, span->begin),
                          (Py_ssize_t)text_character(self, span->end), tunip_span_kind(span));
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list ? Py_BuildValue("(NN)", list, PyBool_FromLong(found.exact)) : NULL;
}

/* The text in colours, as ANSI escape sequences. */
static PyObject *printed_highlight(PyObject *object, PyObject *unused)
{
    printed_object *self = (printed_object *)object;
    tunip_error error = TUNIP_ERROR_INIT;
    text_buffer text = {0};
    work w;
    (void)unused;
    work_begin(&w);
    tunip_status status = tunip_highlight(self->printed, text_write, &text, &error);
    return text_end(&text, &w, binding_of_node(self->root), status, &error);
}

static PyMethodDef methods[] = {
    {"_at", printed_at, METH_VARARGS, NULL},
    {"_find", printed_find, METH_VARARGS, NULL},
    {"_highlight", printed_highlight, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"text", get_text, NULL, "The text, without a newline at its end.", NULL},
    {"metadata", get_metadata, NULL,
     "The content of the file of the option metadata_file; empty if the text needs none.", NULL},
    {"root", get_root, NULL, "The node that was printed.", NULL},
    {"parsable", get_parsable, NULL, "Whether the text can be read.", NULL},
    {"lossless", get_lossless, NULL,
     "Whether reading the text gives the same IR. False unless printed with find_losses=True.",
     NULL},
    {"_issues", get_issues, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A printed text with its report and its source map."},
    {Py_tp_dealloc, printed_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

PyType_Spec printed_spec = {
    "tunip._tunip.Printed", sizeof(printed_object), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
