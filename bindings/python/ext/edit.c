/* edit.c -- new nodes from values of Python: make, replace, rewrite. */
#include <stdlib.h>

#include <tunip/check.h>
#include <tunip/rewrite.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/ir_types_v26.h>
#include <tunip/vintage.h>

#include "binding.h"

/* ---- values of Python as nodes ---- */

static tunip_node *node_from(edit *e, PyObject *value, const tunip_type *expects,
                             const tunip_field *field);

bool edit_keep(edit *e, const node_object *node)
{
    PyObject *graph = (PyObject *)node->graph;
    Py_ssize_t count = PyList_Size(e->shared);
    for (Py_ssize_t i = 0; i < count; i++)
        if (PyList_GetItem(e->shared, i) == graph) return true;
    return PyList_Append(e->shared, graph) == 0;
}

static tunip_node *array_from(edit *e, PyObject *value, const tunip_field *field)
{
    PyObject *list = PySequence_List(value);
    Py_ssize_t count = list ? PyList_Size(list) : 0;
    void **items = list ? calloc((size_t)count + 1, sizeof *items) : NULL;
    bool fine = items != NULL;
    if (list && !items) PyErr_NoMemory();
    for (Py_ssize_t i = 0; fine && i < count; i++) {
        PyObject *item = PyList_GetItem(list, i);
        items[i] = node_from(e, item, field ? field->item : NULL, NULL);
        fine = items[i] || (item == Py_None && !PyErr_Occurred());
    }
    tunip_array *made = fine ? tunip_array_new(e->graph, (size_t)count, items) : NULL;
    free(items);
    Py_XDECREF(list);
    return (tunip_node *)made;
}

static tunip_node *map_from(edit *e, PyObject *value, const tunip_field *field)
{
    PyObject *key, *one;
    Py_ssize_t at = 0;
    size_t count = 0;
    void **entries = calloc(2 * (size_t)PyDict_Size(value) + 1, sizeof *entries);
    bool fine = entries || PyErr_NoMemory();
    while (fine && PyDict_Next(value, &at, &key, &one)) {
        entries[2 * count] = node_from(e, key, field ? field->key : NULL, NULL);
        fine = entries[2 * count] != NULL;
        if (fine) entries[2 * count + 1] = node_from(e, one, field ? field->item : NULL, NULL);
        fine = fine && (entries[2 * count + 1] || (one == Py_None && !PyErr_Occurred()));
        count++;
    }
    tunip_map *made = fine ? tunip_map_new(e->graph, count, entries) : NULL;
    free(entries);
    return (tunip_node *)made;
}

/* An immediate of v0.26, whose dtype is its type. */
static tunip_node *typed_number(edit *e, long long number)
{
    tunip_node *made = tunip_node_new(e->graph, &tunip_ir_int_imm_v26_type);
    if (!made) return NULL;
    ((tunip_ir_int_imm_v26 *)made)->value = number;
    *(tunip_node **)tunip_field_at(made, tunip_type_field(made->type, "ty")) =
        (tunip_node *)tunip_ir_prim_type_new(e->graph, TUNIP_INT(32));
    return made;
}

static bool is_or_derives(const tunip_type *type, const tunip_type *from)
{
    while (type && type != from) type = type->base;
    return type && from;
}

/* A number becomes an immediate where the IR expects an expression; elsewhere, a boxed number. */
static tunip_node *number_from(edit *e, PyObject *value, const tunip_type *expects)
{
    long long number = PyLong_AsLongLong(value);
    if (number == -1 && PyErr_Occurred()) return NULL;
    if (is_or_derives(&tunip_ir_int_imm_type, expects))
        return (tunip_node *)tunip_ir_int(e->graph, TUNIP_INT(32), number);
    if (is_or_derives(&tunip_ir_int_imm_v26_type, expects)) return typed_number(e, number);
    return (tunip_node *)tunip_int_new(e->graph, number);
}

static tunip_node *node_from(edit *e, PyObject *value, const tunip_type *expects,
                             const tunip_field *field)
{
    tunip_node *made = NULL;
    tunip_str text;
    if (value == Py_None) return NULL;
    if (PyObject_TypeCheck(value, e->b->node_type)) {
        if (!edit_keep(e, (node_object *)value)) return NULL;
        made = (tunip_node *)(uintptr_t)((node_object *)value)->node;
    } else if (PyUnicode_Check(value)) {
        if (!text_view(value, &text)) return NULL;
        made = (tunip_node *)tunip_string_new_view(e->graph, text);
    } else if (PyBool_Check(value))
        made = (tunip_node *)tunip_bool_new(e->graph, value == Py_True);
    else if (PyLong_Check(value))
        made = number_from(e, value, expects);
    else if (PyFloat_Check(value))
        made = (tunip_node *)tunip_float_new(e->graph, PyFloat_AsDouble(value));
    else if (PyDict_Check(value))
        made = map_from(e, value, field);
    else if (PyList_Check(value) || PyTuple_Check(value))
        made = array_from(e, value, field);
    else
        PyErr_Format(PyExc_TypeError, "the IR has no value for %R", value);
    if (!made && !PyErr_Occurred()) PyErr_NoMemory();
    if (!made || !expects || expects == &tunip_any_type || tunip_is_a(made, expects)) return made;
    PyErr_Format(PyExc_TypeError, "expected %s, got %R", expects->key, value);
    return NULL;
}

/* ---- fields ---- */

static bool set_scalar(tunip_node *node, const tunip_field *field, PyObject *value)
{
    void *at = (char *)node + field->offset;
    if (field->kind == TUNIP_KIND_INT)
        *(int64_t *)at = PyLong_AsLongLong(value);
    else if (field->kind == TUNIP_KIND_FLOAT)
        *(double *)at = PyFloat_AsDouble(value);
    else if (field->kind == TUNIP_KIND_BOOL) {
        if (PyBool_Check(value))
            *(bool *)at = value == Py_True;
        else
            PyErr_Format(PyExc_TypeError, "expected True or False, got %R", value);
    } else {
        tunip_str name;
        if (!PyUnicode_Check(value))
            PyErr_Format(PyExc_TypeError, "expected a dtype such as \"int32\", got %R", value);
        else if (text_view(value, &name) && !tunip_dtype_parse(name, at))
            PyErr_Format(PyExc_ValueError, "%R is not a dtype such as \"int32\"", value);
    }
    return !PyErr_Occurred();
}

static PyObject *unknown_field(const tunip_type *type, PyObject *name)
{
    PyObject *errors = PyImport_ImportModule("tunip._errors");
    PyObject *done =
        errors ? PyObject_CallMethod(errors, "unknown_field", "sO", type->key, name) : NULL;
    Py_XDECREF(errors);
    Py_XDECREF(done);
    return NULL;
}

/* Puts "tir.For.body: " before the message of the exception. */
static bool blame_field(const tunip_type *type, const char *field)
{
    PyObject *kind, *value, *trace;
    PyErr_Fetch(&kind, &value, &trace);
    PyErr_NormalizeException(&kind, &value, &trace);
    PyErr_Format(kind, "%s.%s: %S", type->key, field, value);
    Py_XDECREF(kind);
    Py_XDECREF(value);
    Py_XDECREF(trace);
    return false;
}

static bool set_field(edit *e, tunip_node *node, PyObject *name, PyObject *value)
{
    const char *key = PyUnicode_AsUTF8AndSize(name, NULL);
    const tunip_field *field = key ? tunip_type_field(node->type, key) : NULL;
    if (!key) return false;
    if (!field) return unknown_field(node->type, name) != NULL;
    if (field->kind != TUNIP_KIND_NODE)
        return set_scalar(node, field, value) || blame_field(node->type, key);
    tunip_node *made = node_from(e, value, field->expects, field);
    if (!made && PyErr_Occurred()) return blame_field(node->type, key);
    *(tunip_node **)(void *)((char *)node + field->offset) = made;
    return true;
}

/* ---- results ---- */

bool edit_begin(edit *e, binding *b)
{
    tunip_error error = TUNIP_ERROR_INIT;
    *e = (edit){.b = b, .shared = PyList_New(0)};
    if (!e->shared) return false;
    e->graph = tunip_graph_new(b->context->context, &error);
    if (e->graph) return true;
    raise_error(b, &error, NULL, NULL);
    Py_CLEAR(e->shared);
    return false;
}

/* Raises the first flaw that the other functions would stumble over. */
bool edit_is_sound(edit *e, const tunip_node *root)
{
    tunip_check_options options = TUNIP_CHECK_OPTIONS_INIT;
    tunip_check_report *report = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    options.most = 1000;
    if (tunip_check(e->b->context->context, root, &options, &report, &error) != TUNIP_OK)
        return raise_error(e->b, &error, NULL, NULL) != NULL;
    const tunip_flaw *flaw;
    for (size_t i = 0; (flaw = tunip_check_report_flaw(report, i)); i++) {
        if (flaw->kind == TUNIP_FLAW_UNREGISTERED) continue;
        PyObject *path = text_path(flaw->path), *message = text_from(flaw->message);
        if (path && message) PyErr_Format(PyExc_TypeError, "%S (at %S)", message, path);
        Py_XDECREF(path);
        Py_XDECREF(message);
        break;
    }
    tunip_check_report_free(report);
    return !PyErr_Occurred();
}

/* The node of class `cls` for a root; takes the graph. */
PyObject *edit_finish(edit *e, PyTypeObject *cls, const tunip_node *root)
{
    PyObject *made = NULL;
    if (!PyErr_Occurred() && tunip_graph_status(e->graph) != TUNIP_OK)
        raise_error(e->b, tunip_graph_error(e->graph), NULL, NULL);
    if (root && !PyErr_Occurred()) {
        tunip_graph_set_root(e->graph, (void *)(uintptr_t)root);
        PyObject *graph = graph_new(e->b, e->graph, e->shared);
        e->graph = NULL;
        if (graph) made = node_new(cls, (graph_object *)graph, root);
        Py_XDECREF(graph);
    }
    tunip_graph_free(e->graph);
    Py_XDECREF(e->shared);
    if (!made && !PyErr_Occurred()) Py_RETURN_NONE;
    return made;
}

/* Sets the fields of a new node, and computes those that follow from them. */
static tunip_node *fill(edit *e, tunip_node *node, PyObject *fields)
{
    PyObject *name, *value;
    Py_ssize_t at = 0;
    if (!node && !PyErr_Occurred()) PyErr_NoMemory();
    if (!node) return NULL;
    while (PyDict_Next(fields, &at, &name, &value))
        if (!set_field(e, node, name, value)) return NULL;
    return tunip_node_complete(e->graph, node);
}

static bool append_missing(const tunip_field *field, void *user)
{
    const tunip_node *node = *(const tunip_node **)user;
    if (field->kind != TUNIP_KIND_NODE || tunip_field_node(node, field)) return true;
    PyErr_Format(PyExc_TypeError, "%s needs the field `%s`", node->type->key, field->name);
    return false;
}

/* make(cls, key, vintage, fields) */
PyObject *binding_make(PyObject *module, PyObject *args)
{
    binding *b = binding_of(module);
    PyObject *cls, *fields;
    const char *key;
    unsigned vintage;
    edit e;
    if (!PyArg_ParseTuple(args, "OsIO!", &cls, &key, &vintage, &PyDict_Type, &fields) ||
        !is_class_of(cls, b->node_type))
        return NULL;
    const tunip_type *type =
        tunip_context_type_in(b->context->context, tunip_str_from(key), vintage);
    if (!type || type->flags & TUNIP_TYPE_ABSTRACT)
        return PyErr_Format(PyExc_TypeError, "no node has the type %s itself", key);
    if (!edit_begin(&e, b)) return NULL;
    tunip_node *node = fill(&e, tunip_node_new(e.graph, type), fields);
    if (node)
        tunip_each_field(type, TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_DEFAULT | TUNIP_FLAG_IGNORE,
                         append_missing, &node);
    return edit_finish(&e, (PyTypeObject *)cls, node);
}

/* Node._replace(fields) */
PyObject *node_replace(PyObject *object, PyObject *fields)
{
    node_object *self = (node_object *)object;
    edit e;
    if (!PyDict_Check(fields)) return PyErr_Format(PyExc_TypeError, "expected a dict");
    if (!edit_begin(&e, binding_of_node(self))) return NULL;
    tunip_node *node = NULL;
    if (edit_keep(&e, self)) node = fill(&e, tunip_node_copy(e.graph, self->node), fields);
    return edit_finish(&e, Py_TYPE(object), node);
}

/* type_fields(key, vintage) -> list of (name, kind of the field, whether it may be left out); the
 * type's own fields come before inherited ones. None: there is no such type */
static bool append_row(const tunip_field *field, PyObject *list)
{
    static const char *const kinds[] = {"node", "int", "float", "bool", "dtype"};
    const char *kind =
        field->kind == TUNIP_KIND_NODE && field->expects ? field->expects->key : kinds[field->kind];
    bool optional = field->flags & (TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_DEFAULT | TUNIP_FLAG_IGNORE);
    PyObject *row = Py_BuildValue("(ssN)", field->name, kind, PyBool_FromLong(optional));
    bool fine = row && PyList_Append(list, row) == 0;
    Py_XDECREF(row);
    return fine;
}

PyObject *binding_type_fields(PyObject *module, PyObject *args)
{
    const char *key;
    unsigned vintage;
    if (!PyArg_ParseTuple(args, "sI", &key, &vintage)) return NULL;
    const tunip_type *type =
        tunip_context_type_in(binding_of(module)->context->context, tunip_str_from(key), vintage);
    if (!type) Py_RETURN_NONE;
    PyObject *list = PyList_New(0);
    for (const tunip_type *at = type; list && at; at = at->base)
        for (size_t i = 0; list && i < at->field_count; i++)
            if (!(at->fields[i].flags & TUNIP_FLAG_AGAIN) && !append_row(&at->fields[i], list))
                Py_CLEAR(list);
    return list;
}

/* ---- versions of TVM ---- */

/* Node._convert(vintage, exact) */
PyObject *node_convert(PyObject *object, PyObject *args)
{
    node_object *self = (node_object *)object;
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_node *made = NULL;
    int exact;
    edit e;
    work w;
    if (!PyArg_ParseTuple(args, "Ip", &options.vintage, &exact)) return NULL;
    options.exact = exact;
    if (!edit_begin(&e, binding_of_node(self))) return NULL;
    context_object *owner = (context_object *)Py_NewRef((PyObject *)e.b->context);
    if (edit_keep(&e, self)) {
        work_begin(&w);
        made = tunip_convert_with(owner->context, e.graph, self->node, &options, &error);
        if (work_end(&w) && !made) raise_error(e.b, &error, NULL, NULL);
    }
    Py_DECREF(owner);
    return edit_finish(&e, Py_TYPE(object), PyErr_Occurred() ? NULL : made);
}

PyObject *node_vintage(PyObject *self, void *unused)
{
    const node_object *node = (node_object *)self;
    (void)unused;
    return PyLong_FromLong((long)tunip_vintage(node->node));
}

/* ---- flaws ---- */

/* Node._check(most) -> list of (kind, message, path) */
PyObject *node_check(PyObject *object, PyObject *args)
{
    node_object *self = (node_object *)object;
    binding *b = binding_of_node(self);
    tunip_check_options options = TUNIP_CHECK_OPTIONS_INIT;
    tunip_check_report *report = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_flaw *flaw;
    Py_ssize_t most;
    work w;
    if (!PyArg_ParseTuple(args, "n", &most)) return NULL;
    options.most = most > 0 ? (size_t)most : 0;
    context_object *owner = (context_object *)Py_NewRef((PyObject *)b->context);
    work_begin(&w);
    tunip_status status = tunip_check(owner->context, self->node, &options, &report, &error);
    PyObject *list = work_end(&w) && status == TUNIP_OK ? PyList_New(0) : NULL;
    if (!list && !PyErr_Occurred()) raise_error(b, &error, NULL, NULL);
    for (size_t i = 0; list && (flaw = tunip_check_report_flaw(report, i)); i++) {
        PyObject *row = Py_BuildValue("(sNN)", tunip_flaw_kind_name(flaw->kind),
                                      text_from(flaw->message), text_path(flaw->path));
        if (!row || PyList_Append(list, row)) Py_CLEAR(list);
        Py_XDECREF(row);
    }
    tunip_check_report_free(report);
    Py_DECREF(owner);
    return list;
}

/* ---- rewriting ---- */

typedef struct rewriting {
    edit *e;
    PyTypeObject *cls;
    PyObject *rules; /* a list of (key, function) */
    PyObject *owner; /* a Graph for the nodes that functions see; its `graph` is borrowed */
    const char **keys;
    size_t count;
    PyObject *error[3];
    PyThreadState *thread; /* of the call, which holds no GIL meanwhile */
} rewriting;

/* The thread of the rewrite that this thread made; NULL in the threads that the library starts. */
static _Thread_local PyThreadState *own_thread;

/* A number in the place of an expression: an immediate of its dtype. */
static tunip_node *number_for(edit *e, const tunip_node *node, PyObject *value)
{
    const tunip_field *field = tunip_type_field(node->type, "dtype");
    bool is_expression = field && field->kind == TUNIP_KIND_DTYPE;
    if (!is_expression) return node_from(e, value, NULL, NULL);
    tunip_dtype dtype = *(const tunip_dtype *)tunip_field_at(node, field);
    long long number = PyLong_AsLongLong(value);
    if (number == -1 && PyErr_Occurred()) return NULL;
    if (dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT)
        return (tunip_node *)tunip_ir_int(e->graph, dtype, number);
    PyErr_Format(PyExc_TypeError, "%s is not an integer, so %R cannot take its place",
                 node->type->key, value);
    return NULL;
}

/* With the GIL: the result of one function, or NULL. */
static tunip_node *call_rule(rewriting *r, tunip_node *node, size_t rule)
{
    PyObject *pair = PyList_GetItem(r->rules, (Py_ssize_t)rule);
    PyObject *seen = node_new(r->cls, (graph_object *)r->owner, node);
    PyObject *result =
        seen ? PyObject_CallFunctionObjArgs(PyTuple_GetItem(pair, 1), seen, NULL) : NULL;
    tunip_node *made = NULL;
    if (result == Py_None)
        made = node; /* a function without a result changes nothing */
    else if (result && PyObject_TypeCheck(result, r->e->b->node_type) &&
             ((node_object *)result)->graph == (graph_object *)r->owner)
        made = (tunip_node *)(uintptr_t)((node_object *)result)->node;
    else if (result && PyLong_Check(result) && !PyBool_Check(result))
        made = number_for(r->e, node, result);
    else if (result)
        made = node_from(r->e, result, NULL, NULL);
    Py_XDECREF(seen);
    Py_XDECREF(result);
    return made;
}

/* Called without the GIL, for deep IR on another thread. */
static tunip_node *rewrite_one(tunip_graph *graph, tunip_node *node, void *user)
{
    rewriting *r = user;
    for (size_t i = 0; i < r->count; i++) {
        if (!type_has_key(node->type, r->keys[i])) continue;
        PyThreadState *own = own_thread, *thread = own;
        if (!thread) thread = PyThreadState_New(PyThreadState_GetInterpreter(r->thread));
        if (!thread) return NULL;
        PyEval_RestoreThread(thread);
        tunip_node *made = call_rule(r, node, i);
        if (!made) PyErr_Fetch(&r->error[0], &r->error[1], &r->error[2]);
        if (!own) PyThreadState_Clear(thread);
        own_thread = own; /* the function may itself have called rewrite() */
        PyEval_SaveThread();
        if (!own) PyThreadState_Delete(thread);
        if (!made) tunip_graph_fail(graph, TUNIP_ERROR_CANCELLED, "a function raised");
        return made;
    }
    return node;
}

/* The result is in a graph of its own, which keeps the graphs of all parts. So no graph keeps
 * itself. */
static PyObject *rewritten(rewriting *r, const tunip_node *made)
{
    edit result;
    if (!edit_is_sound(r->e, made) || !edit_begin(&result, r->e->b)) return NULL;
    Py_DECREF(result.shared);
    result.shared = PySequence_List(r->e->shared);
    if (result.shared && PyList_Append(result.shared, r->owner)) Py_CLEAR(result.shared);
    return edit_finish(&result, r->cls, result.shared ? made : NULL);
}

static bool take_rules(rewriting *r)
{
    r->count = (size_t)PyList_Size(r->rules);
    r->keys = calloc(r->count + 1, sizeof *r->keys);
    if (!r->keys) return PyErr_NoMemory() != NULL;
    for (size_t i = 0; i < r->count; i++) {
        PyObject *pair = PyList_GetItem(r->rules, (Py_ssize_t)i);
        if (!PyTuple_Check(pair) || PyTuple_Size(pair) != 2 ||
            !PyUnicode_Check(PyTuple_GetItem(pair, 0)))
            return PyErr_Format(PyExc_TypeError, "expected (key, function)") != NULL;
        r->keys[i] = PyUnicode_AsUTF8AndSize(PyTuple_GetItem(pair, 0), NULL);
    }
    return true;
}

/* rewrite(node, [(key, function)]) */
PyObject *binding_rewrite(PyObject *module, PyObject *args)
{
    node_object *self;
    edit e;
    rewriting r = {0};
    if (!PyArg_ParseTuple(args, "O!O!", binding_of(module)->node_type, &self, &PyList_Type,
                          &r.rules) ||
        !edit_begin(&e, binding_of(module)))
        return NULL;
    tunip_graph *graph = e.graph;
    tunip_node *made = NULL;
    PyObject *result = NULL;
    r.e = &e;
    r.cls = Py_TYPE((PyObject *)self);
    r.owner = graph_new(e.b, graph, (PyObject *)self->graph); /* frees it */
    if (r.owner && take_rules(&r) && edit_keep(&e, self)) {
        own_thread = r.thread = PyEval_SaveThread();
        made = tunip_rewrite(graph, self->node, rewrite_one, &r);
        PyEval_RestoreThread(r.thread);
        own_thread = NULL;
        if (r.error[0]) PyErr_Restore(r.error[0], r.error[1], r.error[2]);
        if (!PyErr_Occurred() && tunip_graph_status(graph) != TUNIP_OK)
            raise_error(e.b, tunip_graph_error(graph), NULL, NULL);
        else if (!PyErr_Occurred() && made == self->node)
            result = Py_NewRef((PyObject *)self);
        else if (!PyErr_Occurred() && made)
            result = rewritten(&r, made);
    }
    free(r.keys);
    Py_XDECREF(r.owner);
    Py_XDECREF(e.shared);
    return result;
}
