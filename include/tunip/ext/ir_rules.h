/* ir_rules.h -- for rules that print inside a TVM module: names, attributes, targets. */
#ifndef TUNIP_IR_RULES_H
#define TUNIP_IR_RULES_H

#include <tunip/ext/dialect.h>
#include <tunip/tvm/ir.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The module whose functions are being printed: global variables and global infos that it does not
 * hold belong to nobody. NULL when a function or a fragment is the root. */
TUNIP_API const tunip_ir_module *tunip_ir_printed_module(tunip_docsifier *d);

/* The Doc of a reference to a function. A function outside of the printed module keeps its own
 * name, and becomes an entry of the report. */
TUNIP_API const tunip_doc *tunip_ir_function_reference(tunip_docsifier *d,
                                                       const tunip_ir_global_var *var,
                                                       const tunip_path *path);

/* The name a function is printed under: what its module or the options say, else its
 * global_symbol, else {NULL, 0}. A name may be empty and is then not NULL. */
TUNIP_API tunip_str tunip_ir_function_name(const tunip_docsifier *d,
                                           const tunip_ir_base_func *func);

/* The entry of a function's attributes that says what it is called outside of its module; NULL when
 * there is none: the function is private. */
TUNIP_API const tunip_map_entry *tunip_ir_global_symbol(const tunip_ir_base_func *func);

/* The attributes to be written in a function: all but a global symbol that says no more than
 * `name`, by which the function is printed ({NULL, 0}: by none). NULL when none are left. */
TUNIP_API const tunip_node *tunip_ir_shown_attrs(tunip_docsifier *d, const tunip_ir_base_func *func,
                                                 tunip_str name);

/* A zeroed node that lives as long as the Doc that is being made; NULL when out of memory. */
TUNIP_API void *tunip_ir_temporary(tunip_docsifier *d, const tunip_type *type);

/* The row for `name` in a table whose rows are structs that begin with their name, a const char *,
 * and are sorted by it; NULL when there is none. */
TUNIP_API const void *tunip_ir_find_row(tunip_str name, const void *rows, size_t count,
                                        size_t row_size);
/* The same of a table whose length the compiler knows. */
#define TUNIP_IR_FIND_ROW(name, rows)                                                              \
    tunip_ir_find_row((name), (rows), TUNIP_LEN(rows), sizeof(rows)[0])

/* Which one of the virtual devices of its target's kind `device` is, among those printed so far: a
 * module prints its own first. -1 when it was not printed. */
TUNIP_API int64_t tunip_ir_vdevice_index(tunip_docsifier *d, const tunip_ir_vdevice *device);

/* A target's configuration as a map with string keys (TVM's Target::Export), which lives as long as
 * the Doc that is being made. NULL for NULL and when out of memory. */
TUNIP_API tunip_map *tunip_ir_target_export(tunip_docsifier *d, const tunip_ir_target *target);

#ifdef __cplusplus
}
#endif
#endif
