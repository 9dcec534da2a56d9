/* errors.c -- errors of the library as exceptions, with the place and an excerpt. */
#include "binding.h"

/* ---- the diagnostics of a read ---- */

/* Copies a diagnostic of a source into an empty collection, to render it alone. */
static void copy_into(tunip_diagnostics *to, const tunip_diagnostic *from)
{
    tunip_diagnostic *copy = tunip_diagnostics_add(to, tunip_diagnostic_severity(from), NULL,
                                                   tunip_diagnostic_message(from).data);
    const tunip_label *label;
    const tunip_remark *remark;
    for (size_t i = 0; (label = tunip_diagnostic_label(from, i)); i++)
        if (label->at == TUNIP_AT_SPAN)
            tunip_diagnostic_at_span(copy, label->kind, label->begin, label->end, label->text.data);
    for (size_t i = 0; (remark = tunip_diagnostic_remark(from, i)); i++)
        tunip_diagnostic_note(copy, remark->severity, remark->text.data);
}

/* The marked lines and the notes of one diagnostic, without its headline. */
static PyObject *excerpt(const tunip_diagnostic *diagnostic, const tunip_source *source)
{
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    text_buffer text = {0};
    tunip_diagnostics *alone = tunip_diagnostics_new(NULL, NULL);
    options.no_headline = options.no_context = true;
    if (alone) {
        copy_into(alone, diagnostic);
        tunip_diagnostics_render_source(alone, source, &options, text_write, &text, &error);
    }
    tunip_diagnostics_free(alone);
    return text_take(&text);
}

/* (severity, message, line, column, begin, end, excerpt); the place is in bytes, and the column is
 * in characters. */
static PyObject *one_diagnostic(const tunip_diagnostic *d, const tunip_source *source)
{
    const tunip_label *label = tunip_diagnostic_label(d, 0);
    tunip_str text = tunip_source_text(source);
    size_t begin = label ? label->begin : 0, end = label ? label->end : 0, line = 0, column = 0;
    if (label) {
        tunip_source_locate(source, begin, &line, &column);
        for (size_t i = begin - (column - 1); i < begin; i++)
            column -= ((unsigned char)text.data[i] & 0xC0) == 0x80;
    }
    return Py_BuildValue("(sNnnnnN)", tunip_severity_name(tunip_diagnostic_severity(d)),
                         text_from(tunip_diagnostic_message(d)), (Py_ssize_t)line,
                         (Py_ssize_t)column, (Py_ssize_t)begin, (Py_ssize_t)end,
                         excerpt(d, source));
}

PyObject *list_diagnostics(const tunip_diagnostics *found, const tunip_source *source)
{
    PyObject *list = PyList_New(0);
    for (size_t i = 0; list && i < tunip_diagnostics_count(found); i++) {
        PyObject *one = one_diagnostic(tunip_diagnostics_get(found, i), source);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
    }
    return list;
}

/* ---- exceptions ---- */

/* The diagnostics of a read, or one that the error itself makes. */
static PyObject *diagnostics_of(const tunip_error *error, const tunip_source *source,
                                const tunip_diagnostics *found)
{
    if (!source) return PyList_New(0);
    if (tunip_diagnostics_count(found)) return list_diagnostics(found, source);
    tunip_diagnostics *one = tunip_diagnostics_new(NULL, NULL);
    if (!one) return PyErr_NoMemory();
    tunip_diagnostic *d = tunip_diagnostics_add(one, TUNIP_SEVERITY_ERROR, NULL, error->message);
    if (error->line)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, error->offset, error->end, NULL);
    PyObject *list = list_diagnostics(one, source);
    tunip_diagnostics_free(one);
    return list;
}

PyObject *raise_error(binding *b, const tunip_error *error, const tunip_source *source,
                      const tunip_diagnostics *found)
{
    if (error->code == TUNIP_ERROR_MEMORY) return PyErr_NoMemory();
    PyObject *diagnostics = diagnostics_of(error, source, found);
    if (!diagnostics) return NULL;
    PyObject *name = source ? text_from(tunip_source_name(source)) : Py_NewRef(Py_None);
    PyObject *args = Py_BuildValue("(NsNNN)", text_from(tunip_str_from(error->message)),
                                   tunip_status_name(error->code), name,
                                   text_from(tunip_str_from(error->path)), diagnostics);
    if (!args) return NULL;
    PyErr_SetObject(b->error, args);
    Py_DECREF(args);
    return NULL;
}
