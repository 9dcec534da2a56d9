/* diff.c -- the class Diff, and whether nodes are equal. */
#include <stdlib.h>

#include "binding.h"

/* ---- equality and hash ---- */

/* ORDER: as in `_COMPARED` of tunip/__init__.py, whose words become bits */
static const unsigned compared[] = {TUNIP_FLAG_NAME, TUNIP_FLAG_LOCATION, TUNIP_FLAG_ALIAS,
                                    TUNIP_FLAG_LAYOUT, TUNIP_FLAG_COMMENT};

static unsigned compare_flags(unsigned bits)
{
    unsigned flags = 0;
    for (size_t i = 0; i < TUNIP_LEN(compared); i++)
        if (bits & 1u << i) flags |= compared[i];
    return flags;
}

/* equal(a, b, map_free_vars, skip_tensor_content, compare) -> bool */
PyObject *binding_equal(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    node_object *lhs, *rhs;
    int map_free_vars, skip;
    unsigned compare;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    work w;
    if (!PyArg_ParseTuple(args, "O!O!ppI", b->node_type, &lhs, b->node_type, &rhs, &map_free_vars,
                          &skip, &compare))
        return NULL;
    how.compare = compare_flags(compare);
    how.map_free_vars = map_free_vars;
    how.skip_tensor_content = skip;
    context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
    work_begin(&w);
    bool equal = tunip_equal_nodes(owner->context, lhs->node, rhs->node, &how, &error);
    bool fine = work_end(&w);
    Py_DECREF(owner);
    if (!fine) return NULL;
    return error.code == TUNIP_OK ? PyBool_FromLong(equal) : raise_error(b, &error, NULL, NULL);
}

/* hash(node, map_free_vars, skip_tensor_content, compare) -> int */
PyObject *binding_hash(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    node_object *node;
    int map_free_vars, skip;
    unsigned compare;
    uint64_t hash = 0;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    work w;
    if (!PyArg_ParseTuple(args, "O!ppI", b->node_type, &node, &map_free_vars, &skip, &compare))
        return NULL;
    how.compare = compare_flags(compare);
    how.map_free_vars = map_free_vars;
    how.skip_tensor_content = skip;
    context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
    work_begin(&w);
    tunip_status status = tunip_hash(owner->context, node->node, &how, &hash, &error);
    bool fine = work_end(&w);
    Py_DECREF(owner);
    if (!fine) return NULL;
    return status == TUNIP_OK ? PyLong_FromUnsignedLongLong(hash)
                              : raise_error(b, &error, NULL, NULL);
}

/* ---- the class ---- */

static PyObject *diff_new(PyTypeObject *cls, node_object *lhs, node_object *rhs,
                          context_object *owner, tunip_script *script)
{
    diff_object *self = (diff_object *)PyType_GenericAlloc(cls, 0);
    if (!self) {
        tunip_script_free(script);
        return NULL;
    }
    self->sides[0] = (node_object *)Py_NewRef((PyObject *)lhs);
    self->sides[1] = (node_object *)Py_NewRef((PyObject *)rhs);
    self->owner = (context_object *)Py_NewRef((PyObject *)owner);
    self->script = script;
    return (PyObject *)self;
}

/* diff(cls, a, b, map_free_vars, compare) -> Diff */
PyObject *binding_diff(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    PyObject *cls, *result = NULL;
    node_object *lhs, *rhs;
    int map_free_vars;
    unsigned compare;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_script *script = NULL;
    work w;
    if (!PyArg_ParseTuple(args, "OO!O!pI", &cls, b->node_type, &lhs, b->node_type, &rhs,
                          &map_free_vars, &compare) ||
        !is_class_of(cls, b->diff_type))
        return NULL;
    how.map_free_vars = map_free_vars;
    how.compare = compare_flags(compare);
    context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
    work_begin(&w);
    tunip_status status = tunip_diff(owner->context, lhs->node, rhs->node, &how, &script, &error);
    if (!work_end(&w))
        tunip_script_free(script);
    else if (status == TUNIP_OK)
        result = diff_new((PyTypeObject *)cls, lhs, rhs, owner, script);
    else
        raise_error(b, &error, NULL, NULL);
    Py_DECREF(owner);
    return result;
}

static void diff_free(PyObject *object)
{
    diff_object *self = (diff_object *)object;
    Py_BEGIN_ALLOW_THREADS;
    tunip_script_free(self->script);
    Py_END_ALLOW_THREADS;
    Py_XDECREF(self->sides[0]);
    Py_XDECREF(self->sides[1]);
    Py_XDECREF(self->owner);
    object_free(object);
}

/* ---- edits ---- */

static PyObject *side_value(const node_object *side, const tunip_node *node)
{
    if (!node) Py_RETURN_NONE;
    return node_new(Py_TYPE((PyObject *)side), side->graph, node);
}

/* (kind, lhs_path, rhs_path, lhs, rhs, field, inner_path) */
static PyObject *edit_tuple(const diff_object *self, const tunip_edit *edit)
{
    return Py_BuildValue("(sNNNNzN)", tunip_edit_kind_name(edit->kind), text_path(edit->lhs_path),
                         text_path(edit->rhs_path), side_value(self->sides[0], edit->lhs),
                         side_value(self->sides[1], edit->rhs),
                         edit->field ? edit->field->name : NULL, text_path(edit->inner_path));
}

/* _edit(index, renames) -> tuple */
static PyObject *diff_edit(PyObject *object, PyObject *args)
{
    const diff_object *self = (const diff_object *)object;
    Py_ssize_t index;
    int renames;
    if (!PyArg_ParseTuple(args, "np", &index, &renames)) return NULL;
    const tunip_edit *edit = NULL;
    if (index >= 0)
        edit = renames ? tunip_script_rename(self->script, (size_t)index)
                       : tunip_script_edit(self->script, (size_t)index);
    if (edit) return edit_tuple(self, edit);
    PyErr_SetString(PyExc_IndexError, "there is no such edit");
    return NULL;
}

static PyObject *get_counts(PyObject *object, void *unused)
{
    const diff_object *self = (const diff_object *)object;
    (void)unused;
    return Py_BuildValue("(nn)", (Py_ssize_t)tunip_script_edit_count(self->script),
                         (Py_ssize_t)tunip_script_rename_count(self->script));
}

static PyObject *get_side(PyObject *object, void *side)
{
    return Py_NewRef((PyObject *)((diff_object *)object)->sides[side != NULL]);
}

/* ---- texts ---- */

/* _write(form, context, colour, width, lhs_name, rhs_name, settings) -> str; a negative context is
 * the default. */
static PyObject *diff_write(PyObject *object, PyObject *args)
{
    const diff_object *self = (const diff_object *)object;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    text_buffer text = {0};
    print_config config = {0};
    Py_ssize_t context, width;
    int form, colour;
    PyObject *settings, *result = NULL;
    work w;
    if (!PyArg_ParseTuple(args, "inpnzzO!", &form, &context, &colour, &width, &how.lhs_name,
                          &how.rhs_name, &PyDict_Type, &settings))
        return NULL;
    if (print_config_read(&config, settings)) {
        how.form = (tunip_diff_form)form;
        how.context = context > 0 ? (size_t)context : 0;
        how.no_context = context == 0;
        how.colour = colour;
        how.width = width > 0 ? (size_t)width : 0;
        how.print = &config.options;
        how.threads = config.options.threads;
        work_begin(&w);
        tunip_status status =
            tunip_diff_write(self->owner->context, self->script, &how, text_write, &text, &error);
        result = text_end(&text, &w, binding_of_node(self->sides[0]), status, &error);
    }
    print_config_free(&config);
    return result;
}

/* ---- applying ---- */

static PyObject *diff_apply(PyObject *object, PyObject *unused)
{
    const diff_object *self = (const diff_object *)object;
    node_object *lhs = self->sides[0];
    binding *b = binding_of_node(lhs);
    tunip_error error = TUNIP_ERROR_INIT;
    work w;
    (void)unused;
    work_begin(&w);
    tunip_graph *made = tunip_diff_apply(self->owner->context, self->script, &error);
    if (!work_end(&w)) {
        tunip_graph_free(made);
        return NULL;
    }
    if (!made) return raise_error(b, &error, NULL, NULL);
    PyObject *graph = graph_new(b, made, object);
    if (!graph) return NULL;
    const tunip_node *root = tunip_graph_root(made);
    PyObject *node =
        root ? node_new(Py_TYPE((PyObject *)lhs), (graph_object *)graph, root) : Py_NewRef(Py_None);
    Py_DECREF(graph);
    return node;
}

static PyMethodDef methods[] = {
    {"_edit", diff_edit, METH_VARARGS, NULL},
    {"_lines", binding_diff_lines, METH_O, NULL},
    {"_write", diff_write, METH_VARARGS, NULL},
    {"apply", diff_apply, METH_NOARGS,
     "apply()\n--\n\nThe left side with all edits applied: a new node that is equal to the right "
     "side."},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"lhs", get_side, NULL, "The left side.", NULL},
    {"rhs", get_side, NULL, "The right side.", "right"},
    {"_counts", get_counts, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "All differences between two nodes, as edits that turn the left into the right."},
    {Py_tp_dealloc, diff_free},
    {Py_tp_methods, methods},
    {Py_tp_getset, properties},
    {0, NULL},
};

PyType_Spec diff_spec = {
    "tunip._tunip.Diff", sizeof(diff_object), 0,
    Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
