/* diagnostics.c -- renders the diagnostics of a Python program. */
#include <stdlib.h>

#include "binding.h"

static bool as_severity(const char *name, tunip_severity *out)
{
    for (int i = TUNIP_SEVERITY_ERROR; i <= TUNIP_SEVERITY_HELP; i++) {
        *out = (tunip_severity)i;
        if (!strcmp(name, tunip_severity_name(*out))) return true;
    }
    PyErr_Format(PyExc_ValueError, "%s is not a severity", name);
    return false;
}

/* A place is a node, the text of a path, or (begin, end) in characters of a print or in bytes of a
 * source. */
static bool add_label(binding *b, printed_object *printed, tunip_diagnostic *d, PyObject *label)
{
    PyObject *place;
    const char *text;
    int secondary;
    Py_ssize_t begin, end;
    if (!PyArg_ParseTuple(label, "Ozp", &place, &text, &secondary)) return false;
    tunip_label_kind kind = secondary ? TUNIP_LABEL_SECONDARY : TUNIP_LABEL_PRIMARY;
    if (PyObject_TypeCheck(place, b->node_type)) {
        tunip_diagnostic_at_node(d, kind, ((node_object *)place)->node, text);
        return true;
    }
    if (PyUnicode_Check(place)) {
        const char *path = PyUnicode_AsUTF8AndSize(place, NULL);
        if (path) tunip_diagnostic_at_path(d, kind, path, text);
        return path != NULL;
    }
    if (!PyTuple_Check(place) || !PyArg_ParseTuple(place, "nn", &begin, &end) || begin < 0 ||
        end < begin) {
        PyErr_Format(PyExc_TypeError, "expected a node, a path or (begin, end), got %R", place);
        return false;
    }
    size_t from = (size_t)begin, to = (size_t)end;
    tunip_diagnostic_at_span(d, kind, printed ? text_byte(printed, from) : from,
                             printed ? text_byte(printed, to) : to, text);
    return true;
}

/* One diagnostic: (severity, code, message, [(place, text, secondary)], [(severity, text)]). */
static bool add_one(binding *b, printed_object *printed, tunip_diagnostics *all, PyObject *one)
{
    const char *name, *code, *message, *text;
    PyObject *labels, *notes;
    tunip_severity severity;
    if (!PyArg_ParseTuple(one, "szsO!O!", &name, &code, &message, &PyList_Type, &labels,
                          &PyList_Type, &notes) ||
        !as_severity(name, &severity))
        return false;
    tunip_diagnostic *d = tunip_diagnostics_add(all, severity, code, message);
    for (Py_ssize_t i = 0; i < PyList_Size(labels); i++)
        if (!add_label(b, printed, d, PyList_GetItem(labels, i))) return false;
    for (Py_ssize_t i = 0; i < PyList_Size(notes); i++) {
        if (!PyArg_ParseTuple(PyList_GetItem(notes, i), "ss", &name, &text) ||
            !as_severity(name, &severity))
            return false;
        tunip_diagnostic_note(d, severity, text);
    }
    return true;
}

static tunip_diagnostics *collect(binding *b, printed_object *printed, PyObject *list)
{
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    bool fine = all != NULL;
    for (Py_ssize_t i = 0; fine && i < PyList_Size(list); i++)
        fine = add_one(b, printed, all, PyList_GetItem(list, i));
    if (fine && tunip_diagnostics_status(all) == TUNIP_OK) return all;
    if (fine || !all) PyErr_NoMemory();
    tunip_diagnostics_free(all);
    return NULL;
}

/* render(target, list, colour, context, name) -> str. `target` is a Printed, or a node of a graph
 * that was read with origins: then the excerpts are those of its source. */
PyObject *binding_render(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    PyObject *target, *list;
    tunip_diagnostics_options how = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    text_buffer text = {0};
    Py_ssize_t context;
    int colour;
    work w;
    if (!PyArg_ParseTuple(args, "OO!pnz", &target, &PyList_Type, &list, &colour, &context,
                          &how.name))
        return NULL;
    how.colour = colour;
    how.no_context = context == 0;
    how.context_lines = context > 0 ? (size_t)context : 0;
    bool printed = PyObject_TypeCheck(target, b->printed_type);
    if (!printed &&
        (!PyObject_TypeCheck(target, b->node_type) || !((node_object *)target)->graph->source)) {
        PyErr_SetString(PyExc_TypeError,
                        "expected a Printed, or a node that was read with origins");
        return NULL;
    }
    const graph_object *graph = printed ? NULL : ((node_object *)target)->graph;
    tunip_diagnostics *all = collect(b, printed ? (printed_object *)target : NULL, list);
    if (!all) return NULL;
    tunip_status status;
    work_begin(&w);
    if (printed)
        status = tunip_diagnostics_render(all, ((printed_object *)target)->printed, &how,
                                          text_write, &text, &error);
    else
        status = tunip_diagnostics_render_origins(all, graph->graph, graph->source, &how,
                                                  text_write, &text, &error);
    PyObject *result = text_end(&text, &w, b, status, &error);
    tunip_diagnostics_free(all);
    return result;
}
