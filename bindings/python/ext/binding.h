/* binding.h -- the objects of the Python extension `tunip._tunip`, and the functions that its files
 * share.
 *
 * The extension uses the public C API and Python's limited API. Its classes hold the C objects; the
 * package `tunip` derives its public classes from them, so a function that makes an object gets its
 * class as the first argument.
 *
 * Lifetimes follow Python's references: Node -> Graph -> Context, Printed -> Node, Diff -> two
 * Nodes, Lineage -> History -> Context. No object refers back, so none of them takes part in
 * garbage collection. */
#ifndef TUNIP_BINDING_H
#define TUNIP_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <time.h>

#include <tunip.h>

typedef struct context_object {
    PyObject_HEAD tunip_context *context;
} context_object;

typedef struct place_table place_table; /* place.c */

typedef struct graph_object {
    PyObject_HEAD context_object *owner;
    tunip_graph *graph;
    tunip_source *source; /* of the origins; NULL without them */
    PyObject *log;        /* that owns the source, or NULL */
    PyObject *shared;     /* the objects whose nodes this graph refers to, or NULL */
    place_table *places;  /* made by the first question for a parent or a path */
} graph_object;

typedef struct node_object {
    PyObject_HEAD graph_object *graph;
    const tunip_node *node;
} node_object;

typedef struct printed_object {
    PyObject_HEAD node_object *root;
    context_object *owner;
    tunip_printed *printed;
    PyObject *text;        /* made when first asked for */
    tunip_source_map *map; /* made by the first query */
    size_t *marks;         /* text.c: characters before each block; NULL if all are ASCII */
    bool marked;
} printed_object;

typedef struct diff_object {
    PyObject_HEAD node_object *sides[2];
    context_object *owner;
    tunip_script *script;
} diff_object;

typedef struct history_object {
    PyObject_HEAD context_object *owner;
    tunip_history *history;
    PyTypeObject *node_class; /* of the modules of the steps */
    size_t lineages;          /* that exist: the history must not grow */
    bool is_busy;             /* a thread adds a step without the GIL */
} history_object;

typedef struct lineage_object {
    PyObject_HEAD history_object *history;
    tunip_lineage *lineage;
} lineage_object;

/* A field that an attribute named before. */
typedef struct known_field {
    const tunip_type *type;
    PyObject *name;
    const tunip_field *field;
} known_field;

/* The state of the module. */
typedef struct binding {
    PyTypeObject *context_type;
    PyTypeObject *graph_type;
    PyTypeObject *node_type;
    PyTypeObject *walk_type;
    PyTypeObject *printed_type;
    PyTypeObject *diff_type;
    PyTypeObject *history_type;
    PyTypeObject *lineage_type;
    PyObject *error;           /* tunip.Error */
    PyObject *functions_class; /* tunip._functions.Functions */
    context_object *context;   /* the newest one */
    PyObject *plugins;         /* the file names of its plugins, in order */
    known_field fields[512];   /* a cache; see node.c */
} binding;

/* ---- module.c ---- */

binding *binding_of(PyObject *module);
/* The same from any node, which may be of a class that Python code derived. */
binding *binding_of_node(const node_object *node);

/* Whether an object is a class derived from `base`. If not, raises TypeError: the objects of
 * another class have no room for the members of `base`. */
bool is_class_of(PyObject *object, PyTypeObject *base);

/* ---- work.c: calls of the library without the GIL ---- */

/* A call of the library that may take long. */
typedef struct work {
    PyThreadState *thread;
    struct timespec checked;
    bool interrupted;
} work;

/* Releases the GIL. Until work_end() the allocator looks for signals from time to time: after a
 * KeyboardInterrupt it returns NULL, so the library stops with TUNIP_ERROR_MEMORY. */
void work_begin(work *w);
/* Takes the GIL again. False with the exception set if a signal interrupted the call; the caller
 * then frees the result, if there is one. */
bool work_end(work *w);
/* The allocator of every context. */
extern const tunip_allocator work_allocator;

/* ---- text.c: texts ---- */

/* A growing text that a tunip_write_fn fills without the GIL. */
typedef struct text_buffer {
    char *data;
    size_t size, room;
    bool no_memory;
} text_buffer;

int text_write(const char *data, size_t size, void *user);
/* The text as a str; frees the buffer. */
PyObject *text_take(text_buffer *buffer);
/* Ends the work that wrote the text, and had this status. The text as a str, or NULL with the
 * exception of the signal or of the error; frees the buffer. */
PyObject *text_end(text_buffer *buffer, work *w, binding *b, tunip_status status,
                   const tunip_error *error);
PyObject *text_from(tunip_str text);
PyObject *text_path(const tunip_path *path);
/* A borrowed view of a str (its UTF-8, which Python keeps) or of bytes. False with an exception. */
bool text_view(PyObject *object, tunip_str *out);
/* Byte offsets of the printed text as offsets of characters, and back. */
size_t text_character(printed_object *p, size_t byte);
size_t text_byte(printed_object *p, size_t character);

/* ---- errors.c ---- */

/* Raises the exception for an error of the library, with an excerpt of `source` unless that is
 * NULL. `found` may have all errors of a read, or be NULL. Returns NULL. */
PyObject *raise_error(binding *b, const tunip_error *error, const tunip_source *source,
                      const tunip_diagnostics *found);
/* The diagnostics of a read as a list of tuples; see errors.c. */
PyObject *list_diagnostics(const tunip_diagnostics *found, const tunip_source *source);

/* ---- node.c ---- */

PyObject *node_new(PyTypeObject *cls, graph_object *graph, const tunip_node *node);
/* A Python value for a value of the IR: None, a number, a str, a tuple, a dict or a node. */
PyObject *node_value(const node_object *like, const tunip_node *node);
/* The node at the end of a path, or NULL. */
const tunip_node *node_at_path(const tunip_node *root, const tunip_path *path);
extern PyType_Spec node_spec;

/* ---- walk.c ---- */

/* Whether a node of the graph is a str, a number or the like in Python. */
bool node_is_value(const tunip_node *node);
/* Whether a type or one of its ancestors has a key. */
bool type_has_key(const tunip_type *type, const char *key);
PyObject *node_walk(PyObject *object, PyObject *args, PyObject *keywords);
PyObject *node_children(PyObject *object, void *unused);
extern PyType_Spec walk_spec;

/* ---- place.c ---- */

PyObject *node_parent(PyObject *object, void *unused);
PyObject *node_path(PyObject *object, void *unused);
PyObject *node_at_text(PyObject *object, PyObject *path);
void place_table_free(place_table *table);
/* Whether the context or the graph of a node knows a type with this key; otherwise raises an
 * exception. */
bool type_key_check(const node_object *node, PyObject *key);
PyObject *binding_type_keys(PyObject *module, PyObject *unused);

/* ---- read.c ---- */

PyObject *graph_new(binding *b, tunip_graph *graph, PyObject *shared);
PyObject *binding_read(PyObject *module, PyObject *args);
PyObject *binding_open_log(PyObject *module, PyObject *args);
PyObject *binding_count_logged(PyObject *module, PyObject *capsule);
PyObject *binding_read_logged(PyObject *module, PyObject *args);
/* The constants of a dict of texts; the caller frees the array, which is NULL at first. False with
 * an exception. */
bool take_defines(PyObject *defines, tunip_constant **array, size_t *count);
PyObject *binding_check(PyObject *module, PyObject *args);
PyObject *binding_format(PyObject *module, PyObject *args);
PyObject *binding_save(PyObject *module, PyObject *args);
extern PyType_Spec graph_spec;

/* ---- edit.c: new nodes ---- */

/* A graph that grows, and the Python objects whose nodes it refers to. */
typedef struct edit {
    tunip_graph *graph;
    PyObject *shared; /* a list */
    binding *b;
} edit;

/* Makes the graph. False with an exception; then there is nothing to free. */
bool edit_begin(edit *e, binding *b);
/* Keeps the graph of a node alive as long as the new graph. False with an exception. */
bool edit_keep(edit *e, const node_object *node);
/* Whether functions of the library may use the node: otherwise raises the first flaw. */
bool edit_is_sound(edit *e, const tunip_node *root);
/* The new object of class `cls` for a root, or None for NULL; NULL if there is an exception, or if
 * the graph has an error, which is then raised. Frees what the object does not take. */
PyObject *edit_finish(edit *e, PyTypeObject *cls, const tunip_node *root);

PyObject *binding_make(PyObject *module, PyObject *args);
PyObject *binding_type_fields(PyObject *module, PyObject *args);
PyObject *binding_rewrite(PyObject *module, PyObject *args);
PyObject *node_replace(PyObject *object, PyObject *fields);
PyObject *node_convert(PyObject *object, PyObject *args);
PyObject *node_vintage(PyObject *self, void *unused);
PyObject *node_check(PyObject *object, PyObject *args);

/* ---- spans.c ---- */

PyObject *binding_infer(PyObject *module, PyObject *args);
PyObject *binding_fill_span(PyObject *module, PyObject *args);
PyObject *binding_collect_span(PyObject *module, PyObject *args);
PyObject *binding_set_span(PyObject *module, PyObject *args);
PyObject *binding_span_list(PyObject *module, PyObject *args);
PyObject *binding_sites(PyObject *module, PyObject *node);

/* ---- live.c ---- */

PyObject *binding_live(PyObject *module, PyObject *args);
PyObject *binding_live_script(PyObject *module, PyObject *args);

/* ---- options.c ---- */

/* Print options with the memory that they refer to. */
typedef struct print_config {
    tunip_print_options options;
    tunip_setting *settings;
    size_t room; /* of `settings` */
    const char **underline;
    tunip_annotation *annotate;
    PyObject *kept; /* a list of the strings */
} print_config;

/* Fills `config` from a dict with the names of TVM's PrinterConfig. False with an exception. In
 * both cases free it with print_config_free(). */
bool print_config_read(print_config *config, PyObject *settings);
void print_config_free(print_config *config);

/* ---- printed.c, diff.c, diagnostics.c ---- */

PyObject *binding_print(PyObject *module, PyObject *args);
PyObject *binding_script(PyObject *module, PyObject *args);
extern PyType_Spec printed_spec;

PyObject *binding_diff(PyObject *module, PyObject *args);
PyObject *binding_equal(PyObject *module, PyObject *args);
PyObject *binding_hash(PyObject *module, PyObject *args);
extern PyType_Spec diff_spec;

PyObject *binding_render(PyObject *module, PyObject *args);

/* ---- history.c ---- */

/* The method _lines() of Diff. */
PyObject *binding_diff_lines(PyObject *object, PyObject *settings);

/* A place in the user's program as (source, line, column, end line, end column). */
PyObject *site_tuple(const tunip_site *site);

PyObject *binding_history(PyObject *module, PyObject *args);
PyObject *binding_lineage(PyObject *module, PyObject *args);
extern PyType_Spec history_spec, lineage_spec;

/* Frees an object of a type that PyType_FromSpec made. */
void object_free(PyObject *self);

#endif
