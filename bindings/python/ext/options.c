/* options.c -- print options from a dict with the names of TVM's PrinterConfig. */
#include <stdlib.h>

#include "binding.h"

typedef enum row_kind { TEXT, FLAG, OPPOSITE, SIZE } row_kind;

typedef struct row {
    const char *key;
    row_kind kind;
    size_t offset;
} row;

#define AT(member) offsetof(tunip_print_options, member)

/* The members of the options. Any other key is a setting of a dialect or a backend. */
static const row rows[] = {
    {"backend", TEXT, AT(backend)},
    {"name", TEXT, AT(name)},
    {"module_alias", TEXT, AT(module_alias)},
    {"show_meta", FLAG, AT(show_meta)},
    {"verbose_expr", FLAG, AT(verbose_expr)},
    {"syntax_sugar", OPPOSITE, AT(no_syntax_sugar)},
    {"show_object_address", FLAG, AT(show_object_address)},
    {"render_invisible_path_info", OPPOSITE, AT(no_path_info)},
    {"print_line_numbers", FLAG, AT(print_line_numbers)},
    {"spans", FLAG, AT(spans)},
    {"max_depth", SIZE, AT(max_depth)},
    {"line_width", SIZE, AT(width)},
    {"max_bytes", SIZE, AT(max_bytes)},
    {"threads", SIZE, AT(threads)},
    {"find_losses", FLAG, AT(find_losses)},
    {"lossless", FLAG, AT(lossless)},
    {"share", FLAG, AT(share)},
    {"metadata_file", TEXT, AT(metadata_file)},
};

/* A NUL-terminated text that lives as long as the config. */
static const char *keep(print_config *c, PyObject *object, const char *key)
{
    tunip_str view;
    if (!PyUnicode_Check(object)) {
        PyErr_Format(PyExc_TypeError, "%s: expected a str, got %R", key, object);
        return NULL;
    }
    if (!text_view(object, &view) || PyList_Append(c->kept, object)) return NULL;
    if (strlen(view.data) == view.size) return view.data;
    PyErr_Format(PyExc_ValueError, "%s: the text has a NUL", key);
    return NULL;
}

/* A number of at least `least`; on failure `least - 1` with an exception. */
static long as_number(PyObject *value, const char *key, long least)
{
    long number = PyLong_AsLong(value);
    if (!PyErr_Occurred() && number >= least) return number;
    if (!PyErr_Occurred() || !PyErr_ExceptionMatches(PyExc_OverflowError)) PyErr_Clear();
    if (!PyErr_Occurred())
        PyErr_Format(PyExc_ValueError, "%s: expected a number from %ld, got %R", key, least, value);
    return least - 1;
}

static bool apply_row(print_config *c, const row *r, PyObject *value)
{
    char *at = (char *)&c->options + r->offset;
    if (r->kind == TEXT) return (*(const char **)(void *)at = keep(c, value, r->key)) != NULL;
    if (r->kind == SIZE) {
        long number = as_number(value, r->key, 0);
        if (number >= 0) *(size_t *)(void *)at = (size_t)number;
        return number >= 0;
    }
    int truth = PyObject_IsTrue(value);
    *(bool *)at = (truth > 0) == (r->kind == FLAG);
    return truth >= 0;
}

static bool apply_indent(print_config *c, PyObject *value)
{
    long spaces = as_number(value, "indent_spaces", 0);
    if (spaces > 1000) PyErr_SetString(PyExc_ValueError, "indent_spaces: at most 1000");
    c->options.indent_spaces = (int)spaces;
    c->options.no_indent = spaces == 0;
    return spaces >= 0 && spaces <= 1000;
}

/* In TVM, -1 means all lines. */
static bool apply_context(print_config *c, PyObject *value)
{
    long lines = as_number(value, "num_context_lines", -1);
    c->options.num_context_lines = lines > 0 ? (size_t)lines : 0;
    c->options.no_context = lines == 0;
    return lines >= -1;
}

static bool apply_underline(print_config *c, PyObject *value)
{
    PyObject *list = PyUnicode_Check(value) ? NULL : PySequence_List(value);
    if (PyUnicode_Check(value))
        PyErr_SetString(PyExc_TypeError, "path_to_underline: expected a list of paths, got a str");
    Py_ssize_t count = list ? PyList_Size(list) : -1;
    if (count > 0) c->underline = calloc((size_t)count, sizeof *c->underline);
    bool fine = count == 0 || (count > 0 && (c->underline || PyErr_NoMemory()));
    for (Py_ssize_t i = 0; fine && i < count; i++)
        fine = (c->underline[i] = keep(c, PyList_GetItem(list, i), "path_to_underline")) != NULL;
    c->options.underline = c->underline;
    c->options.underline_count = fine ? (size_t)count : 0;
    Py_XDECREF(list);
    return fine;
}

static bool apply_annotate(print_config *c, PyObject *value)
{
    PyObject *path, *text;
    Py_ssize_t at = 0, count = 0;
    if (!PyDict_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "path_to_annotate: expected a dict of path and text");
        return false;
    }
    c->annotate = calloc((size_t)PyDict_Size(value) + 1, sizeof *c->annotate);
    if (!c->annotate) return PyErr_NoMemory() != NULL;
    while (PyDict_Next(value, &at, &path, &text)) {
        tunip_annotation *to = &c->annotate[count++];
        to->path = keep(c, path, "path_to_annotate");
        to->text = to->path ? keep(c, text, "path_to_annotate") : NULL;
        if (!to->text) return false;
    }
    c->options.annotate = c->annotate;
    c->options.annotate_count = (size_t)count;
    return true;
}

/* The names that v0.26 gives to settings. */
static const struct {
    const char *key, *name;
} renamed[] = {{"tirx.prefix", "tir.prefix"},
               {"relax.show_all_ty", "relax.show_all_struct_info"},
               {"show_all_ty", "show_all_struct_info"}};

/* A setting of a dialect is text for the library, which knows its type. */
static bool apply_setting(print_config *c, const char *key, PyObject *value)
{
    PyObject *text = PyBool_Check(value) ? PyUnicode_FromString(value == Py_True ? "true" : "false")
                                         : PyObject_Str(value);
    const char *kept = text ? keep(c, text, key) : NULL;
    Py_XDECREF(text);
    if (!kept) return false;
    for (size_t i = 0; i < TUNIP_LEN(renamed); i++)
        if (!strcmp(key, renamed[i].key)) key = renamed[i].name;
    c->settings[c->options.setting_count++] = (tunip_setting){key, kept};
    return true;
}

static bool apply(print_config *c, PyObject *name, PyObject *value);

/* Settings of v0.26, by name: they count like others. */
static bool apply_extra(print_config *c, PyObject *value)
{
    PyObject *name, *one;
    Py_ssize_t at = 0;
    if (!PyDict_Check(value)) {
        PyErr_SetString(PyExc_TypeError, "extra_config: expected a dict of settings");
        return false;
    }
    size_t room = c->room + (size_t)PyDict_Size(value);
    tunip_setting *grown = realloc(c->settings, room * sizeof *grown);
    if (!grown) return PyErr_NoMemory() != NULL;
    c->options.settings = c->settings = grown;
    c->room = room;
    while (PyDict_Next(value, &at, &name, &one))
        if (PyUnicode_CompareWithASCIIString(name, "extra_config") && !apply(c, name, one))
            return false;
    return true;
}

static const struct {
    const char *key;
    bool (*apply)(print_config *c, PyObject *value);
} special[] = {
    {"indent_spaces", apply_indent},        {"num_context_lines", apply_context},
    {"path_to_underline", apply_underline}, {"path_to_annotate", apply_annotate},
    {"extra_config", apply_extra},
};

/* None is the default of every setting, as in TVM's script(name=None). */
static bool apply(print_config *c, PyObject *name, PyObject *value)
{
    const char *key = keep(c, name, "the name of a setting");
    if (!key || value == Py_None) return key != NULL;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (!strcmp(key, rows[i].key)) return apply_row(c, &rows[i], value);
    for (size_t i = 0; i < TUNIP_LEN(special); i++)
        if (!strcmp(key, special[i].key)) return special[i].apply(c, value);
    return apply_setting(c, key, value);
}

bool print_config_read(print_config *c, PyObject *settings)
{
    PyObject *key, *value;
    Py_ssize_t at = 0;
    *c = (print_config){.options = TUNIP_PRINT_OPTIONS_INIT, .kept = PyList_New(0)};
    c->room = (size_t)PyDict_Size(settings) + 1;
    c->settings = calloc(c->room, sizeof *c->settings);
    if (!c->settings || !c->kept) return PyErr_NoMemory() != NULL;
    c->options.settings = c->settings;
    while (PyDict_Next(settings, &at, &key, &value))
        if (!apply(c, key, value)) return false;
    return true;
}

void print_config_free(print_config *c)
{
    free(c->settings);
    free(c->underline);
    free(c->annotate);
    Py_CLEAR(c->kept);
}
