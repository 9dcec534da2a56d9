/* check.c -- applies the rules of `tunip check` to a file or a text, and formats one. */
#include <stdlib.h>

#include "binding.h"

/* The arguments and the results of a check. */
typedef struct checking {
    const tunip_context *context;
    const char *path; /* of a file; NULL: `text` */
    tunip_str text, name;
    tunip_rules_options options;
    tunip_rules_setting *rules;
    tunip_constant *defines;
    tunip_diagnostics *found;
    tunip_source *source;
    int form; /* a tunip_findings_form; -1: only the list */
    text_buffer written;
    tunip_error error;
} checking;

/* Without the GIL. */
static bool perform(checking *c)
{
    c->source = c->path ? tunip_source_open(c->context, c->path, &c->error)
                        : tunip_source_new(&work_allocator, c->name, c->text, &c->error);
    if (!c->source || tunip_rules_check_source(c->context, c->source, &c->options, c->found,
                                               &c->error) != TUNIP_OK)
        return false;
    return c->form < 0 ||
           tunip_diagnostics_write(c->found, c->source, (tunip_findings_form)c->form, NULL,
                                   text_write, &c->written, &c->error) == TUNIP_OK;
}

/* A list of (name or None, level). False with an exception. */
static bool take_rules(checking *c, PyObject *list)
{
    Py_ssize_t count = PyList_Size(list);
    c->rules = calloc((size_t)count + 1, sizeof *c->rules);
    if (!c->rules) return PyErr_NoMemory() != NULL;
    for (Py_ssize_t i = 0; i < count; i++) {
        int level;
        if (!PyArg_ParseTuple(PyList_GetItem(list, i), "zi", &c->rules[i].rule, &level))
            return false;
        c->rules[i].level = (tunip_rules_level)level;
    }
    c->options.rules = c->rules;
    c->options.rule_count = (size_t)count;
    return true;
}

/* The names of the rules of the findings, in their order. */
static PyObject *list_codes(const tunip_diagnostics *found)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tunip_diagnostics_count(found); i++) {
        PyObject *code = text_from(tunip_diagnostic_code(tunip_diagnostics_get(found, i)));
        if (!code || PyList_Append(list, code)) Py_CLEAR(list);
        Py_XDECREF(code);
    }
    return list;
}

/* check(path, text, name, format, rules, form, vintage, defines) -> str, or (codes, problems) if
 * the form is -1 */
PyObject *binding_check(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    checking c = {.options = TUNIP_RULES_OPTIONS_INIT, .error = TUNIP_ERROR_INIT};
    PyObject *text, *name, *rules, *defines, *result = NULL;
    work w;
    if (!PyArg_ParseTuple(args, "zOUzO!iIO!", &c.path, &text, &name, &c.options.format,
                          &PyList_Type, &rules, &c.form, &c.options.vintage, &PyDict_Type,
                          &defines) ||
        (!c.path && !text_view(text, &c.text)) || !text_view(name, &c.name))
        return NULL;
    context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
    c.context = owner->context;
    c.found = tunip_diagnostics_new(NULL, NULL);
    if (!c.found) PyErr_NoMemory();
    if (c.found && take_rules(&c, rules) &&
        take_defines(defines, &c.defines, &c.options.define_count)) {
        c.options.defines = c.defines;
        work_begin(&w);
        bool fine = perform(&c);
        if (work_end(&w) && fine && c.form < 0)
            result =
                Py_BuildValue("(NN)", list_codes(c.found), list_diagnostics(c.found, c.source));
        else if (!PyErr_Occurred() && fine)
            result = text_take(&c.written);
        else if (!PyErr_Occurred())
            raise_error(b, &c.error, NULL, NULL);
    }
    free(c.written.data);
    free(c.rules);
    free(c.defines);
    tunip_source_free(c.source);
    tunip_diagnostics_free(c.found);
    Py_DECREF(owner);
    return result;
}

/* format(path, text, name, width) -> str */
PyObject *binding_format(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_format_script_options options = TUNIP_FORMAT_SCRIPT_OPTIONS_INIT;
    const char *path;
    PyObject *object, *name_object;
    tunip_str text = {"", 0}, name;
    Py_ssize_t width;
    text_buffer written = {.data = NULL};
    work w;
    if (!PyArg_ParseTuple(args, "zOUn", &path, &object, &name_object, &width) ||
        (!path && !text_view(object, &text)) || !text_view(name_object, &name))
        return NULL;
    if (width < 1) {
        PyErr_Format(PyExc_ValueError, "width: expected at least 1, got %zd", width);
        return NULL;
    }
    context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
    options.width = (size_t)width;
    work_begin(&w);
    tunip_source *source = path ? tunip_source_open(owner->context, path, &error)
                                : tunip_source_new(&work_allocator, name, text, &error);
    tunip_status status =
        source ? tunip_format_script(owner->context, source, &options, text_write, &written, &error)
               : error.code;
    PyObject *result = text_end(&written, &w, b, status, &error);
    tunip_source_free(source);
    Py_DECREF(owner);
    return result;
}
