/* ir_rules.h -- for dialects whose functions are in TVM modules: names, attributes, targets.
 *
 * The conventions of <tunip/ext/dialect.h> hold for the functions that take a docsifier, those of
 * <tunip/ext/elaborate.h> for the functions that take an elaborator. */
#ifndef TUNIP_IR_RULES_H
#define TUNIP_IR_RULES_H

#include <tunip/ext/dialect.h>
#include <tunip/tvm/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The module whose functions are being printed; NULL when the root is a function or a fragment. A
 * reference to a global variable or global info that the module does not hold is unresolved. */
TUNIP_API const tunip_ir_module *tunip_ir_printed_module(tunip_docsifier *d);

/* The Doc of a reference to a function. A function outside the printed module keeps its own name,
 * and is reported as an issue. */
TUNIP_API const tunip_doc *tunip_ir_function_reference(tunip_docsifier *d,
                                                       const tunip_ir_global_var *var,
                                                       const tunip_path *path);

/* The printed name of a function: the name from its module or the options, else its global_symbol,
 * else {NULL, 0}. `data` is NULL only if there is no name; for an empty name it is not NULL. */
TUNIP_API tunip_str tunip_ir_function_name(const tunip_docsifier *d,
                                           const tunip_ir_base_func *func);

/* The `global_symbol` entry of a function's attributes, which is its name outside its module. NULL
 * for a private function. */
TUNIP_API const tunip_map_entry *tunip_ir_global_symbol(const tunip_ir_base_func *func);

/* The attributes to print in a function: all except a global symbol that equals `name`, the printed
 * name ({NULL, 0}: none). NULL if none remain. */
TUNIP_API const tunip_node *tunip_ir_shown_attrs(tunip_docsifier *d, const tunip_ir_base_func *func,
                                                 tunip_str name);

/* A zeroed node in `scratch`; NULL when out of memory. */
TUNIP_API void *tunip_ir_temporary(tunip_scratch *scratch, const tunip_type *type);

/* The row for `name` in a table sorted by name; NULL if there is none. Each row is a struct whose
 * first member is its name, a const char *. */
TUNIP_API const void *tunip_ir_find_row(tunip_str name, const void *rows, size_t count,
                                        size_t row_size);
/* The same for an array whose length the compiler knows. */
#define TUNIP_IR_FIND_ROW(name, rows)                                                              \
    tunip_ir_find_row((name), (rows), TUNIP_LEN(rows), sizeof(rows)[0])

/* Whether `dtype` has a code that scripts and files can name. If not, the graph gets an error. For
 * constructors of dialects. */
TUNIP_API bool tunip_ir_takes_dtype(tunip_graph *graph, tunip_dtype dtype);

/* The index of `device` among the printed virtual devices with the same kind of target; a module
 * prints its own devices first. -1 if it was not printed. */
TUNIP_API int64_t tunip_ir_vdevice_index(tunip_docsifier *d, const tunip_ir_vdevice *device);

/* A target's configuration as a map with string keys (TVM's Target::Export), which lives as long as
 * the current Doc. Returns NULL if `target` is NULL, and when out of memory. */
TUNIP_API tunip_map *tunip_ir_target_export(tunip_docsifier *d, const tunip_ir_target *target);

/* ---- conversion to other versions of TVM ---- */

struct tunip_converter;

/* The type that an expression of `dtype` has in TVM v0.26. */
TUNIP_API tunip_node *tunip_ir_convert_dtype(struct tunip_converter *c, tunip_dtype dtype);
/* An expression of v0.26 as one of an older version, by tunip_convert_fields(). Its type becomes
 * the dtype of an expression of numbers, and the struct info of one of Relax. */
TUNIP_API tunip_node *tunip_ir_convert_typed(struct tunip_converter *c, const tunip_node *node);

/* ---- reading scripts ---- */

struct tunip_elaborator;
struct tunip_word_call;
struct tunip_value;

/* The declaration of the function to which the global variable `var` of the module refers: a node
 * with its signature, which tunip_word.declare of its dialect made. NULL outside of modules, and if
 * the dialect declares nothing. */
TUNIP_API const tunip_node *tunip_ir_declaration(struct tunip_elaborator *e, const tunip_node *var);

/* Checks the keywords `private=` and `pure=` of a decorator. TVM's parser accepts only literals
 * there, so with tunip_elaborator_folds() any other value is an error, and the result is false.
 * Otherwise the result is true. */
TUNIP_API bool tunip_ir_takes_decorator(struct tunip_elaborator *e,
                                        const struct tunip_word_call *call);

/* Whether the reader must refuse an ill-formed function, as TVM does: the script is read as TVM
 * reads it (tunip_elaborator_folds()), and the decorator of the outermost definition does not say
 * check_well_formed=False. `given` is the argument check_well_formed of the function's own
 * decorator. */
TUNIP_API bool tunip_ir_checks(struct tunip_elaborator *e, const struct tunip_value *given);

/* The module that is being read, with its attributes and global infos, but without its functions;
 * NULL outside of modules. */
TUNIP_API const tunip_ir_module *tunip_ir_read_module(struct tunip_elaborator *e);

/* Reads a call with the parameters "begin end=" as an ir.Range. A single argument is the end, as in
 * Python's range(). Integer literals become int32. */
TUNIP_API struct tunip_value tunip_ir_read_range(struct tunip_elaborator *e,
                                                 const struct tunip_word_call *call);

/* Appends to an array or a map that belongs to the graph. Its memory doubles when it is full, so n
 * calls take linear time. The key must not be in the map yet. Does nothing for a NULL container. */
TUNIP_API void tunip_ir_append(struct tunip_elaborator *e, tunip_array *array, void *item);
TUNIP_API void tunip_ir_put(struct tunip_elaborator *e, tunip_map *map, void *key, void *value);

/* A tensor on the CPU, from a number or nested lists of numbers; lists of one level must have the
 * same length. Numbers are rounded to `dtype` as numpy and ml_dtypes round them. On failure returns
 * NULL and reports an error: at `doc` if tensors cannot have this dtype, otherwise at the value. */
TUNIP_API tunip_tensor *tunip_ir_read_tensor(struct tunip_elaborator *e,
                                             const struct tunip_value *value, tunip_dtype dtype,
                                             const tunip_doc *doc);

/* The target that a configuration describes (TVM's Target.Import): a map as
 * tunip_ir_target_export() makes it, or a string such as "llvm". For an invalid configuration
 * reports an error at `doc` and returns NULL. */
TUNIP_API tunip_ir_target *tunip_ir_target_import(struct tunip_elaborator *e,
                                                  const tunip_node *config, const tunip_doc *doc);

#ifdef __cplusplus
}
#endif
#endif
