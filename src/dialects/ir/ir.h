/* ir.h -- the functions that the files of this dialect share. */
#ifndef TN_IR_H
#define TN_IR_H

#include <tunip/base.h>
#include <tunip/ext/convert.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>
#include <tunip/tvm/ir.h>

/* ======== types ======== */

/* Functions of the descriptors of the ir dialect: a codec, parts to compare. */

/* Saves a node as its field `name`, a string. */
extern const tunip_codec ir_name_codec;
extern const tunip_codec ir_op_codec;

/* The compared parts of a module (rules.c): a tunip_parts_fn. */
bool ir_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user);
/* Those of a global variable of TVM v0.26. */
bool ir_global_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                         bool (*each)(const tunip_part *part, void *user), void *user);

/* ======== rules ======== */

/* The rules of the ir dialect that are in separate files. */

typedef struct ir_printed_device {
    const tunip_ir_vdevice *device;
    struct ir_printed_device *next;
} ir_printed_device;

/* The attribute that holds the text of a function of Python, in functions of `@I.pyfunc`. */
#define IR_PYTHON_SOURCE "python_source"
/* The attribute of a module that has such functions. */
#define IR_PYTHON_MODULE "base_py_module"

/* The state of the dialect during a print; initially zero. */
typedef struct ir_state {
    const tunip_ir_module *module;  /* the innermost module that is being printed, or NULL */
    ir_printed_device *devices;     /* in the order of printing */
    ir_printed_device *last_device; /* the last item of that list */
} ir_state;

/* module.c */
const tunip_doc *ir_docsify_module(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path);

/* target.c */
const tunip_doc *ir_docsify_vdevice(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path);

/* rules.c: the text of TVM's ReprPrinter for roots without a script form */
const tunip_doc *ir_plain_access_path(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path);

/* target.c */
const tunip_doc *ir_plain_target(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path);

/* ======== order ======== */

/* The order in which TVM prints the entries of hash maps. */

/* Compares as operator< of ffi::String does, which compares plain (signed) chars: bytes from 0x80
 * on come first. Returns a negative number, zero or a positive number. */
int ir_compare_text(tunip_str a, tunip_str b);

typedef bool (*ir_before_fn)(const void *a, const void *b);

/* Sorts pointers. The sort is stable: items that `before` does not order keep their order. `spare`
 * has room for half of the items. */
void ir_sort(const void **items, size_t count, const void **spare, ir_before_fn before);

/* ======== account target ======== */

/* Whether the text of a target determines the target. */

/* The field of a target that a reader would give another value, or NULL. */
const char *ir_lost_of_target(tunip_docsifier *d, const tunip_node *node);

/* ======== convert ======== */

/* The rows of conversions to other versions of TVM. */

enum { IR_CONVERSION_COUNT = 14 };

extern const tunip_conversion ir_conversions[IR_CONVERSION_COUNT];

/* ======== script ======== */

/* Reading modules back. */

extern const tunip_vocabulary ir_vocabulary;

#endif
