/* log_constant.h -- lines such as "M = 128", "M: int = 128" and "M = N = 128" above modules in
 * logs. */
#ifndef TN_PY_LOG_CONSTANT_H
#define TN_PY_LOG_CONSTANT_H

#include "../../core/base/array.h"
#include "../../core/base/intern.h"

typedef struct tn_log_constant {
    tunip_str line; /* without its indentation; borrowed */
    size_t indent;
    uint32_t name;
    uint32_t hidden; /* the number + 1 of the last constant of the same name above; or 0 */
    size_t needs;    /* where the constants that it uses begin in `needs` */
    bool is_used;
} tn_log_constant;

/* The constants that hold at the current line, and those of them that a module uses. */
typedef struct tn_log_constants {
    const tunip_allocator *allocator;
    tn_intern names;
    TN_ARRAY(uint32_t) latest; /* by name: the number + 1 of the constant; or 0 */
    TN_ARRAY(tn_log_constant) items;
    TN_ARRAY(uint32_t) needs;
    TN_ARRAY(uint32_t) used;
    size_t spare; /* bytes that modules may still use: each of many may use many constants */
} tn_log_constants;

/* Copies of the names live in `arena`. */
void tn_log_constants_init(tn_log_constants *constants, tn_arena *arena, size_t spare);
void tn_log_constants_free(tn_log_constants *constants);

/* Notes a line, which is borrowed, if it assigns numbers, strings, and lists and formulas of them.
 * A constant holds until a line that is indented less. False when out of memory. */
bool tn_log_constants_note(tn_log_constants *constants, tunip_str line, size_t indent);

/* Marks the constants that a line of a module uses: M in "M * 2", but not in "M.x" and "x.M". False
 * when out of memory. */
bool tn_log_constants_use(tn_log_constants *constants, tunip_str line);

/* Also marks the constants that marked ones use, and sorts `used`. False when out of memory. */
bool tn_log_constants_sort(tn_log_constants *constants);

/* Removes the marks. */
void tn_log_constants_forget(tn_log_constants *constants);

#endif
