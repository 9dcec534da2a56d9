/* history.c -- the classes History and Lineage, and the lines of a Diff. */
#include <stdlib.h>

#include <tunip/mlir.h>

#include "binding.h"

/* Appends the new reference `one` to a list, which may be NULL. False with an exception; the list
 * is then gone. */
static bool append(PyObject **list, PyObject *one)
{
    if (*list && (!one || PyList_Append(*list, one) != 0)) Py_CLEAR(*list);
    Py_XDECREF(one);
    return *list != NULL;
}

/* Lines and steps from 1; 0 and "none" become None. */
static PyObject *number_or_none(size_t number)
{
    return number && number != SIZE_MAX ? PyLong_FromSize_t(number) : Py_NewRef(Py_None);
}

/* (lhs, rhs, kind, reason, sure, changed, row) */
static PyObject *link_tuple(const tunip_link *link)
{
    return Py_BuildValue("(nnssNNs)", (Py_ssize_t)link->lhs, (Py_ssize_t)link->rhs,
                         tunip_link_kind_name(link->kind), tunip_link_reason_name(link->reason),
                         PyBool_FromLong(link->sure), PyBool_FromLong(link->changed),
                         tunip_link_row_name(link->row));
}

static PyObject *counts_tuple(tunip_line_counts counts)
{
    return Py_BuildValue("(nnnn)", (Py_ssize_t)counts.added, (Py_ssize_t)counts.removed,
                         (Py_ssize_t)counts.changed, (Py_ssize_t)counts.renamed);
}

/* ---- the lines of a diff ---- */

static PyObject *lines_tuple(const tunip_diff_lines *lines)
{
    PyObject *rows = PyList_New(0), *links = PyList_New(0);
    for (size_t i = 0; rows && i < tunip_diff_lines_count(lines); i++) {
        const tunip_line_pair pair = tunip_diff_lines_get(lines, i);
        append(&rows, Py_BuildValue("(NNNNN)", number_or_none(pair.lhs), number_or_none(pair.rhs),
                                    number_or_none(pair.origin), PyBool_FromLong(pair.changed),
                                    PyBool_FromLong(pair.renamed)));
    }
    for (size_t i = 0; links && i < tunip_diff_lines_link_count(lines); i++) {
        const tunip_link link = tunip_diff_lines_link(lines, i);
        append(&links, link_tuple(&link));
    }
    if (!rows || !links) {
        Py_XDECREF(rows);
        Py_XDECREF(links);
        return NULL;
    }
    return Py_BuildValue("(NNNNN)", text_from(tunip_printed_text(tunip_diff_lines_lhs(lines))),
                         text_from(tunip_printed_text(tunip_diff_lines_rhs(lines))), rows, links,
                         counts_tuple(tunip_diff_lines_counts(lines)));
}

/* _lines(settings) -> (text, text, rows, links, counts) */
PyObject *binding_diff_lines(PyObject *object, PyObject *settings)
{
    const diff_object *self = (const diff_object *)object;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    print_config config = {0};
    PyObject *result = NULL;
    work w;
    if (print_config_read(&config, settings)) {
        how.print = &config.options;
        how.threads = config.options.threads;
        work_begin(&w);
        tunip_diff_lines *lines =
            tunip_diff_lines_new(self->owner->context, self->script, &how, &error);
        if (work_end(&w))
            result = lines ? lines_tuple(lines)
                           : raise_error(binding_of_node(self->sides[0]), &error, NULL, NULL);
        tunip_diff_lines_free(lines);
    }
    print_config_free(&config);
    return result;
}

/* ---- histories ---- */

/* history(cls, node class) -> History */
PyObject *binding_history(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    PyObject *cls, *node_cls;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!PyArg_ParseTuple(args, "OO", &cls, &node_cls) || !is_class_of(cls, b->history_type) ||
        !is_class_of(node_cls, b->node_type))
        return NULL;
    history_object *self = (history_object *)PyType_GenericAlloc((PyTypeObject *)cls, 0);
    if (!self) return NULL;
    self->owner = (context_object *)Py_NewRef((PyObject *)b->context);
    self->node_class = (PyTypeObject *)Py_NewRef(node_cls);
    self->history = tunip_history_new(self->owner->context, &error);
    if (self->history) return (PyObject *)self;
    Py_DECREF((PyObject *)self);
    return raise_error(b, &error, NULL, NULL);
}

static void history_free(PyObject *object)
{
    history_object *self = (history_object *)object;
    Py_BEGIN_ALLOW_THREADS;
    tunip_history_free(self->history);
    Py_END_ALLOW_THREADS;
    Py_XDECREF((PyObject *)self->node_class);
    Py_XDECREF((PyObject *)self->owner);
    object_free(object);
}

static binding *binding_of_history(const history_object *self)
{
    return PyType_GetModuleState(Py_TYPE((PyObject *)self->owner));
}

/* Another thread may add a step while the GIL is released. */
static bool is_free(const history_object *self)
{
    if (!self->is_busy) return true;
    PyErr_SetString(PyExc_RuntimeError, "another thread is adding to the history");
    return false;
}

/* Adds a step, without the GIL; `path` is that of a part, or its data is NULL. */
static PyObject *add_step(history_object *self, const char *name, const tunip_node *root,
                          tunip_str path)
{
    binding *b = binding_of_history(self);
    tunip_error error = TUNIP_ERROR_INIT;
    work w;
    if (!is_free(self)) return NULL;
    if (self->lineages) {
        PyErr_SetString(PyExc_ValueError, "a history cannot grow while a lineage of it exists");
        return NULL;
    }
    self->is_busy = true;
    work_begin(&w);
    tunip_status status = path.data
                              ? tunip_history_add_part(self->history, name, root, path, &error)
                              : tunip_history_add(self->history, name, root, &error);
    bool fine = work_end(&w);
    self->is_busy = false;
    if (!fine) return NULL;
    return status == TUNIP_OK ? Py_NewRef(Py_None) : raise_error(b, &error, NULL, NULL);
}

/* _add(name, node) */
static PyObject *history_add(PyObject *object, PyObject *args)
{
    history_object *self = (history_object *)object;
    const char *name;
    node_object *node;
    if (!PyArg_ParseTuple(args, "sO!", &name, binding_of_history(self)->node_type, &node))
        return NULL;
    return add_step(self, name, node->node, (tunip_str){NULL, 0});
}

/* _add_part(name, node, path): the operation that the path means, if the node is a module with
 * it. */
static PyObject *history_add_part(PyObject *object, PyObject *args)
{
    history_object *self = (history_object *)object;
    binding *b = binding_of_history(self);
    const char *name;
    node_object *node;
    PyObject *text;
    tunip_str path;
    const tunip_mlir_operation *op = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!PyArg_ParseTuple(args, "sO!U", &name, b->node_type, &node, &text) ||
        !text_view(text, &path))
        return NULL;
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, node->node);
    size_t count = tunip_mlir_find(node->node, path, &op, 1);
    if (count == SIZE_MAX) return PyErr_NoMemory();
    if (!file || !count || file->operations->items[0] == (const void *)op)
        return add_step(self, name, node->node, path);
    tunip_graph *graph = tunip_graph_new(self->owner->context, &error);
    tunip_mlir_file *part = graph ? tunip_node_new(graph, &tunip_mlir_file_type) : NULL;
    void *items[] = {(void *)(uintptr_t)op};
    if (part) part->operations = tunip_array_new(graph, 1, items);
    PyObject *result =
        part && part->operations ? add_step(self, name, &part->base, path) : PyErr_NoMemory();
    tunip_graph_free(graph);
    return result;
}

/* _describe(symbol, failed, output, unseen, uncertain): of the last step */
static PyObject *history_describe(PyObject *object, PyObject *args)
{
    history_object *self = (history_object *)object;
    PyObject *symbol, *output;
    int failed, unseen, uncertain;
    tunip_step_notes notes = {.failed = false};
    tunip_error error = TUNIP_ERROR_INIT;
    if (!PyArg_ParseTuple(args, "UpUpp", &symbol, &failed, &output, &unseen, &uncertain) ||
        !text_view(symbol, &notes.symbol) || !text_view(output, &notes.output) || !is_free(self))
        return NULL;
    notes.failed = failed;
    notes.unseen = unseen;
    notes.uncertain = uncertain;
    if (tunip_history_describe(self->history, &notes, &error) == TUNIP_OK) Py_RETURN_NONE;
    return raise_error(binding_of_history(self), &error, NULL, NULL);
}

/* _set_trace(text, first, end) */
static PyObject *history_set_trace(PyObject *object, PyObject *args)
{
    history_object *self = (history_object *)object;
    PyObject *text;
    tunip_str trace;
    Py_ssize_t first, end;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!PyArg_ParseTuple(args, "Unn", &text, &first, &end) || !text_view(text, &trace) ||
        !is_free(self))
        return NULL;
    if (tunip_history_set_trace(self->history, (size_t)first, (size_t)end, trace, &error) ==
        TUNIP_OK)
        Py_RETURN_NONE;
    return raise_error(binding_of_history(self), &error, NULL, NULL);
}

/* The arguments [(name or None, value)], or the results [value]. */
static PyObject *value_list(tunip_str rest, bool has_names)
{
    PyObject *list = PyList_New(0);
    tunip_str name, value;
    while (list && tunip_primitive_next(&rest, &name, &value))
        append(&list, !has_names
                          ? text_from(value)
                          : Py_BuildValue("(NN)", name.size ? text_from(name) : Py_NewRef(Py_None),
                                          text_from(value)));
    return list;
}

/* (name, arguments, results, text), or None */
static PyObject *primitive_tuple(const tunip_primitive *primitive)
{
    if (!primitive->text.size) Py_RETURN_NONE;
    return Py_BuildValue("(NNNN)", text_from(primitive->name),
                         value_list(primitive->arguments, true),
                         value_list(primitive->results, false), text_from(primitive->text));
}

/* The root of a step as a node that keeps the history alive; None for a step without a module. */
static PyObject *step_node(history_object *self, const tunip_node *root)
{
    if (!root) Py_RETURN_NONE;
    PyObject *graph = graph_new(binding_of_history(self), NULL, (PyObject *)self);
    if (!graph) return NULL;
    PyObject *node = node_new(self->node_class, (graph_object *)graph, root);
    Py_DECREF(graph);
    return node;
}

/* _step(index) -> (name, module, before, is_part, changed, primitive, symbol, failed, output,
 * unseen, uncertain) */
static PyObject *history_step(PyObject *object, PyObject *index)
{
    history_object *self = (history_object *)object;
    size_t at = PyLong_AsSize_t(index);
    if (PyErr_Occurred() || !is_free(self)) return NULL;
    const tunip_history_step *step = tunip_history_step_at(self->history, at);
    if (!step) return PyErr_Format(PyExc_IndexError, "there is no step %zu", at);
    return Py_BuildValue(
        "(NNNNNNNNNNN)", text_from(step->name), step_node(self, step->root),
        step->before == TUNIP_BEFORE_HISTORY ? Py_NewRef(Py_None) : PyLong_FromSize_t(step->before),
        PyBool_FromLong(step->is_part), PyBool_FromLong(step->changed),
        primitive_tuple(&step->primitive), text_from(step->symbol), PyBool_FromLong(step->failed),
        text_from(step->output), PyBool_FromLong(step->unseen), PyBool_FromLong(step->uncertain));
}

static PyObject *get_count(PyObject *object, void *unused)
{
    const history_object *self = (const history_object *)object;
    (void)unused;
    return is_free(self) ? PyLong_FromSize_t(tunip_history_count(self->history)) : NULL;
}

static PyMethodDef history_methods[] = {
    {"_add", history_add, METH_VARARGS, NULL},
    {"_add_part", history_add_part, METH_VARARGS, NULL},
    {"_describe", history_describe, METH_VARARGS, NULL},
    {"_set_trace", history_set_trace, METH_VARARGS, NULL},
    {"_step", history_step, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef history_properties[] = {
    {"_count", get_count, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot history_slots[] = {
    {Py_tp_doc, "A module after each step."},
    {Py_tp_dealloc, history_free},
    {Py_tp_methods, history_methods},
    {Py_tp_getset, history_properties},
    {0, NULL},
};

PyType_Spec history_spec = {
    "tunip._tunip.History", sizeof(history_object), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, history_slots};

/* ---- lineages ---- */

static PyObject *lineage_new(PyTypeObject *cls, history_object *history, tunip_lineage *lineage)
{
    lineage_object *self = (lineage_object *)PyType_GenericAlloc(cls, 0);
    if (!self) {
        tunip_lineage_free(lineage);
        return NULL;
    }
    self->history = (history_object *)Py_NewRef((PyObject *)history);
    self->lineage = lineage;
    history->lineages++;
    return (PyObject *)self;
}

/* lineage(cls, history, settings) -> Lineage */
PyObject *binding_lineage(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    PyObject *cls, *settings, *result = NULL;
    history_object *history;
    print_config config = {0};
    tunip_error error = TUNIP_ERROR_INIT;
    work w;
    if (!PyArg_ParseTuple(args, "OO!O!", &cls, b->history_type, &history, &PyDict_Type,
                          &settings) ||
        !is_class_of(cls, b->lineage_type) || !is_free(history))
        return NULL;
    if (print_config_read(&config, settings)) {
        history->lineages++; /* so that it does not grow meanwhile */
        work_begin(&w);
        tunip_lineage *lineage = tunip_lineage_new(history->history, &config.options, &error);
        bool fine = work_end(&w);
        history->lineages--;
        if (!fine)
            tunip_lineage_free(lineage);
        else if (lineage)
            result = lineage_new((PyTypeObject *)cls, history, lineage);
        else
            raise_error(b, &error, NULL, NULL);
    }
    print_config_free(&config);
    return result;
}

static void lineage_free(PyObject *object)
{
    lineage_object *self = (lineage_object *)object;
    Py_BEGIN_ALLOW_THREADS;
    tunip_lineage_free(self->lineage);
    Py_END_ALLOW_THREADS;
    if (self->history) self->history->lineages--;
    Py_XDECREF((PyObject *)self->history);
    object_free(object);
}

/* _text(step) -> str */
static PyObject *lineage_text(PyObject *object, PyObject *step)
{
    const lineage_object *self = (const lineage_object *)object;
    size_t at = PyLong_AsSize_t(step);
    if (PyErr_Occurred()) return NULL;
    const tunip_source *source = tunip_lineage_source(self->lineage, at);
    return text_from(source ? tunip_source_text(source) : tunip_str_from(""));
}

/* _summary(step) -> (number of lines, counts, functions) */
static PyObject *lineage_summary(PyObject *object, PyObject *step)
{
    const lineage_object *self = (const lineage_object *)object;
    size_t at = PyLong_AsSize_t(step);
    if (PyErr_Occurred()) return NULL;
    return Py_BuildValue("(nNN)", (Py_ssize_t)tunip_lineage_line_count(self->lineage, at),
                         counts_tuple(tunip_lineage_counts(self->lineage, at)),
                         text_from(tunip_lineage_functions(self->lineage, at)));
}

/* _blame(step) -> [step of each line] */
static PyObject *lineage_blame(PyObject *object, PyObject *step)
{
    const lineage_object *self = (const lineage_object *)object;
    size_t at = PyLong_AsSize_t(step);
    PyObject *list = PyErr_Occurred() ? NULL : PyList_New(0);
    size_t count = list ? tunip_lineage_line_count(self->lineage, at) : 0;
    for (size_t line = 1; list && line <= count; line++)
        append(&list, PyLong_FromSize_t(tunip_lineage_blame(self->lineage, at, line)));
    return list;
}

static PyObject *step_link_tuple(const tunip_step_link *link)
{
    return Py_BuildValue("(nnnnssNNs)", (Py_ssize_t)link->from_step, (Py_ssize_t)link->link.lhs,
                         (Py_ssize_t)link->to_step, (Py_ssize_t)link->link.rhs,
                         tunip_link_kind_name(link->link.kind),
                         tunip_link_reason_name(link->link.reason),
                         PyBool_FromLong(link->link.sure), PyBool_FromLong(link->link.changed),
                         tunip_link_row_name(link->link.row));
}

/* Both are asked for twice: for the number, and for the items. */
typedef struct asked {
    const lineage_object *self;
    size_t step, line, count;
    void *items;
} asked;

static bool ask(asked *a, PyObject *object, PyObject *args)
{
    Py_ssize_t step, line;
    if (!PyArg_ParseTuple(args, "nn", &step, &line)) return false;
    *a = (asked){.self = (const lineage_object *)object, (size_t)step, (size_t)line, 0, NULL};
    return true;
}

/* _links(step, line) */
static PyObject *lineage_links(PyObject *object, PyObject *args)
{
    asked a;
    if (!ask(&a, object, args)) return NULL;
    a.count = tunip_lineage_links(a.self->lineage, a.step, a.line, NULL, 0);
    tunip_step_link *links = calloc(a.count + 1, sizeof *links);
    PyObject *list = links ? PyList_New(0) : PyErr_NoMemory();
    if (list) tunip_lineage_links(a.self->lineage, a.step, a.line, links, a.count);
    for (size_t i = 0; list && i < a.count; i++) append(&list, step_link_tuple(&links[i]));
    free(links);
    return list;
}

PyObject *site_tuple(const tunip_site *site)
{
    return Py_BuildValue("(NLLLL)", text_from(site->source), (long long)site->line,
                         (long long)site->column, (long long)site->end_line,
                         (long long)site->end_column);
}

/* _sites(step, line) */
static PyObject *lineage_sites(PyObject *object, PyObject *args)
{
    asked a;
    if (!ask(&a, object, args)) return NULL;
    a.count = tunip_lineage_sites(a.self->lineage, a.step, a.line, NULL, 0);
    tunip_site *sites = calloc(a.count + 1, sizeof *sites);
    PyObject *list = sites ? PyList_New(0) : PyErr_NoMemory();
    if (list) tunip_lineage_sites(a.self->lineage, a.step, a.line, sites, a.count);
    for (size_t i = 0; list && i < a.count; i++) append(&list, site_tuple(&sites[i]));
    free(sites);
    return list;
}

/* (step, line, from_step, from_line, kind, reason, changed, sure); the four about the line before
 * are None if there is none. */
static bool add_followed(void *user, const tunip_followed *at)
{
    PyObject **list = user, *none = Py_None;
    const size_t step = at->step, line = at->line;
    PyObject *changed = PyBool_FromLong(at->changed), *sure = PyBool_FromLong(at->sure);
    if (!at->from_line)
        return append(list, Py_BuildValue("(nnOOOONN)", (Py_ssize_t)step, (Py_ssize_t)line, none,
                                          none, none, none, changed, sure));
    return append(list, Py_BuildValue("(nnnnssNN)", (Py_ssize_t)step, (Py_ssize_t)line,
                                      (Py_ssize_t)at->from_step, (Py_ssize_t)at->from_line,
                                      tunip_link_kind_name(at->kind),
                                      tunip_link_reason_name(at->reason), changed, sure));
}

/* _trace(step, line) */
static PyObject *lineage_trace(PyObject *object, PyObject *args)
{
    asked a;
    if (!ask(&a, object, args)) return NULL;
    PyObject *list = PyList_New(0);
    if (list && !tunip_lineage_follow(a.self->lineage, a.step, a.line, add_followed, &list) && list)
        Py_CLEAR(list);
    return list || PyErr_Occurred() ? list : PyErr_NoMemory();
}

/* _trace_site(source, line) */
static PyObject *lineage_trace_site(PyObject *object, PyObject *args)
{
    const lineage_object *self = (const lineage_object *)object;
    PyObject *text, *list = NULL;
    long long line;
    tunip_str source;
    if (PyArg_ParseTuple(args, "UL", &text, &line) && text_view(text, &source))
        list = PyList_New(0);
    if (list && !tunip_lineage_follow_site(self->lineage, source, line, add_followed, &list) &&
        list)
        Py_CLEAR(list);
    return list || PyErr_Occurred() ? list : PyErr_NoMemory();
}

/* (line or None, site or None, sure) */
static PyObject *origin_tuple(const tunip_line_origin *origin)
{
    return Py_BuildValue("(NNN)", number_or_none(origin->line),
                         origin->line ? Py_NewRef(Py_None) : site_tuple(&origin->site),
                         PyBool_FromLong(origin->sure));
}

/* _origins(step, line) */
static PyObject *lineage_origins(PyObject *object, PyObject *args)
{
    asked a;
    if (!ask(&a, object, args)) return NULL;
    a.count = tunip_lineage_origins(a.self->lineage, a.step, a.line, NULL, 0);
    tunip_line_origin *origins = calloc(a.count + 1, sizeof *origins);
    PyObject *list = origins ? PyList_New(0) : PyErr_NoMemory();
    if (list) a.count = tunip_lineage_origins(a.self->lineage, a.step, a.line, origins, a.count);
    for (size_t i = 0; list && i < a.count; i++) append(&list, origin_tuple(&origins[i]));
    free(origins);
    return list;
}

static PyMethodDef lineage_methods[] = {
    {"_text", lineage_text, METH_O, NULL},
    {"_summary", lineage_summary, METH_O, NULL},
    {"_blame", lineage_blame, METH_O, NULL},
    {"_links", lineage_links, METH_VARARGS, NULL},
    {"_sites", lineage_sites, METH_VARARGS, NULL},
    {"_trace", lineage_trace, METH_VARARGS, NULL},
    {"_origins", lineage_origins, METH_VARARGS, NULL},
    {"_trace_site", lineage_trace_site, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyObject *get_history(PyObject *object, void *unused)
{
    (void)unused;
    return Py_NewRef((PyObject *)((lineage_object *)object)->history);
}

static PyGetSetDef lineage_properties[] = {
    {"history", get_history, NULL, "The history.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot lineage_slots[] = {
    {Py_tp_doc, "The lines of all steps of a history, and their links."},
    {Py_tp_dealloc, lineage_free},
    {Py_tp_methods, lineage_methods},
    {Py_tp_getset, lineage_properties},
    {0, NULL},
};

PyType_Spec lineage_spec = {
    "tunip._tunip.Lineage", sizeof(lineage_object), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, lineage_slots};
