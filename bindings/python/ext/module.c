/* module.c -- the module `tunip._tunip`: its state, its classes, contexts and plugins. */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>

#include "binding.h"

#include <tunip/ext/plugin.h>

void object_free(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    ((freefunc)PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

binding *binding_of(PyObject *module)
{
    return PyModule_GetState(module);
}

/* The class of graphs is never derived from. */
binding *binding_of_node(const node_object *node)
{
    return PyType_GetModuleState(Py_TYPE((PyObject *)node->graph));
}

/* ---- contexts ---- */

static void context_free(PyObject *self)
{
    tunip_context_free(((context_object *)self)->context);
    object_free(self);
}

static PyType_Slot context_slots[] = {
    {Py_tp_doc, "The registered dialects, backends and formats."},
    {Py_tp_dealloc, context_free},
    {0, NULL},
};

static PyType_Spec context_spec = {"tunip._tunip.Context", sizeof(context_object), 0,
                                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
                                   context_slots};

static context_object *context_new(binding *b)
{
    tunip_error error = TUNIP_ERROR_INIT;
    context_object *self = (context_object *)PyType_GenericAlloc(b->context_type, 0);
    if (!self) return NULL;
    self->context = tunip_context_new(&work_allocator, &error);
    if (self->context) return self;
    Py_DECREF((PyObject *)self);
    raise_error(b, &error, NULL, NULL);
    return NULL;
}

/* ---- plugins ---- */

/* Plugins call the functions of the library, which Python loaded without making them visible to
 * other libraries. Does nothing if dladdr() does not know this library. */
static void show_symbols(void)
{
    Dl_info info;
    if (dladdr(&work_allocator, &info))
        dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

static bool load(binding *b, context_object *into, PyObject *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const char *name = PyUnicode_AsUTF8AndSize(path, NULL);
    work w;
    if (!name) return false;
    work_begin(&w);
    tunip_status status = tunip_context_load_plugin(into->context, name, &error);
    if (!work_end(&w)) return false;
    if (status != TUNIP_OK) raise_error(b, &error, NULL, NULL);
    return status == TUNIP_OK;
}

/* A context cannot get a plugin once it was used. So each plugin makes a new context, with all
 * earlier plugins. Graphs keep the context with which they were read. */
static PyObject *load_plugin(PyObject *module, PyObject *path)
{
    binding *b = binding_of(module);
    PyObject *plugins = PySequence_List(b->plugins);
    context_object *made = plugins ? context_new(b) : NULL;
    show_symbols();
    bool fine = made && PyList_Append(plugins, path) == 0;
    for (Py_ssize_t i = 0; fine && i < PyList_Size(plugins); i++)
        fine = load(b, made, PyList_GetItem(plugins, i));
    if (!fine) {
        Py_XDECREF((PyObject *)made);
        Py_XDECREF(plugins);
        return NULL;
    }
    PyObject *old_context = (PyObject *)b->context, *old_plugins = b->plugins;
    b->context = made;
    b->plugins = plugins;
    Py_XDECREF(old_context);
    Py_XDECREF(old_plugins);
    Py_RETURN_NONE;
}

static PyObject *plugins(PyObject *module, PyObject *unused)
{
    (void)unused;
    return PySequence_List(binding_of(module)->plugins);
}

/* ---- the module ---- */

static PyMethodDef functions[] = {
    {"read", binding_read, METH_VARARGS, NULL},
    {"open_log", binding_open_log, METH_VARARGS, NULL},
    {"count_logged", binding_count_logged, METH_O, NULL},
    {"read_logged", binding_read_logged, METH_VARARGS, NULL},
    {"check", binding_check, METH_VARARGS, NULL},
    {"format", binding_format, METH_VARARGS, NULL},
    {"save", binding_save, METH_VARARGS, NULL},
    {"print", binding_print, METH_VARARGS, NULL},
    {"script", binding_script, METH_VARARGS, NULL},
    {"equal", binding_equal, METH_VARARGS, NULL},
    {"hash", binding_hash, METH_VARARGS, NULL},
    {"diff", binding_diff, METH_VARARGS, NULL},
    {"history", binding_history, METH_VARARGS, NULL},
    {"lineage", binding_lineage, METH_VARARGS, NULL},
    {"render", binding_render, METH_VARARGS, NULL},
    {"live", binding_live, METH_VARARGS, NULL},
    {"live_script", binding_live_script, METH_VARARGS, NULL},
    {"load_plugin", load_plugin, METH_O, NULL},
    {"make", binding_make, METH_VARARGS, NULL},
    {"rewrite", binding_rewrite, METH_VARARGS, NULL},
    {"type_fields", binding_type_fields, METH_VARARGS, NULL},
    {"type_keys", binding_type_keys, METH_NOARGS, NULL},
    {"infer", binding_infer, METH_VARARGS, NULL},
    {"fill_span", binding_fill_span, METH_VARARGS, NULL},
    {"collect_span", binding_collect_span, METH_VARARGS, NULL},
    {"set_span", binding_set_span, METH_VARARGS, NULL},
    {"span_list", binding_span_list, METH_VARARGS, NULL},
    {"sites", binding_sites, METH_O, NULL},
    {"plugins", plugins, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

bool is_class_of(PyObject *object, PyTypeObject *base)
{
    if (PyType_Check(object) && PyType_IsSubtype((PyTypeObject *)object, base)) return true;
    PyErr_Format(PyExc_TypeError, "expected a class derived from %R, got %R", base, object);
    return false;
}

static bool add_type(PyObject *module, PyType_Spec *spec, PyTypeObject **out)
{
    *out = (PyTypeObject *)PyType_FromModuleAndSpec(module, spec, NULL);
    return *out && PyModule_AddType(module, *out) == 0;
}

static PyObject *class_in(const char *module, const char *name)
{
    PyObject *found = PyImport_ImportModule(module);
    PyObject *class = found ? PyObject_GetAttrString(found, name) : NULL;
    Py_XDECREF(found);
    return class;
}

static int fill(PyObject *module)
{
    binding *b = binding_of(module);
    b->error = class_in("tunip._errors", "Error");
    b->functions_class = b->error ? class_in("tunip._functions", "Functions") : NULL;
    b->plugins = PyList_New(0);
    if (!b->functions_class || !b->plugins || !add_type(module, &context_spec, &b->context_type) ||
        !add_type(module, &graph_spec, &b->graph_type) ||
        !add_type(module, &node_spec, &b->node_type) ||
        !add_type(module, &walk_spec, &b->walk_type) ||
        !add_type(module, &printed_spec, &b->printed_type) ||
        !add_type(module, &diff_spec, &b->diff_type) ||
        !add_type(module, &history_spec, &b->history_type) ||
        !add_type(module, &lineage_spec, &b->lineage_type))
        return -1;
    b->context = context_new(b);
    return b->context ? PyModule_AddStringConstant(module, "version", tunip_version()) : -1;
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    binding *b = binding_of(module);
    Py_VISIT(b->context_type);
    Py_VISIT(b->graph_type);
    Py_VISIT(b->node_type);
    Py_VISIT(b->walk_type);
    Py_VISIT(b->printed_type);
    Py_VISIT(b->diff_type);
    Py_VISIT(b->history_type);
    Py_VISIT(b->lineage_type);
    Py_VISIT(b->error);
    Py_VISIT(b->functions_class);
    Py_VISIT(b->plugins);
    return 0;
}

static int clear(PyObject *module)
{
    binding *b = binding_of(module);
    for (size_t i = 0; i < TUNIP_LEN(b->fields); i++) Py_CLEAR(b->fields[i].name);
    Py_CLEAR(b->context);
    Py_CLEAR(b->plugins);
    Py_CLEAR(b->error);
    Py_CLEAR(b->functions_class);
    Py_CLEAR(b->context_type);
    Py_CLEAR(b->graph_type);
    Py_CLEAR(b->node_type);
    Py_CLEAR(b->walk_type);
    Py_CLEAR(b->printed_type);
    Py_CLEAR(b->diff_type);
    Py_CLEAR(b->history_type);
    Py_CLEAR(b->lineage_type);
    return 0;
}

static void free_module(void *module)
{
    clear(module);
}

static PyModuleDef_Slot module_slots[] = {{Py_mod_exec, fill}, {0, NULL}};

static PyModuleDef definition = {
    .m_base = PyModuleDef_HEAD_INIT,
    .m_name = "tunip._tunip",
    .m_doc = "The C part of the package tunip. Use the package instead.",
    .m_size = sizeof(binding),
    .m_methods = functions,
    .m_slots = module_slots,
    .m_traverse = traverse,
    .m_clear = clear,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__tunip(void);
PyMODINIT_FUNC PyInit__tunip(void)
{
    return PyModuleDef_Init(&definition);
}
