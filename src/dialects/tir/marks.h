/* marks.h -- a small table from nodes to numbers, in memory of the print. Most have few nodes, such
 * as the parameters of a function: these are in the struct. */
#ifndef TIR_MARKS_H
#define TIR_MARKS_H

#include <tunip/ext/dialect.h>

typedef struct tir_mark {
    const void *node;
    uint32_t value;
} tir_mark;

enum { TIR_FIRST_MARKS = 6 };

/* Initially zero, or cleared. */
typedef struct tir_marks {
    size_t count;
    size_t room;     /* a power of two, or 0 */
    tir_mark *slots; /* of all nodes, once there are more: a hash table */
    tir_mark first[TIR_FIRST_MARKS];
} tir_marks;

/* Makes the table empty. The members that an empty table does not use keep any values. */
static inline void tir_marks_clear(tir_marks *marks)
{
    marks->count = marks->room = 0;
}

/* A pointer to the number of `node`; adds a new node with the number 0. NULL when out of memory. */
uint32_t *tir_marks_put(tunip_docsifier *d, tir_marks *marks, const void *node);

/* The number of `node`; 0 if it is not in the table. */
uint32_t tir_marks_get(const tir_marks *marks, const void *node);

#endif
