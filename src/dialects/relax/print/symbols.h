/* symbols.h -- a set of symbolic variables, in memory of the print. */
#ifndef RELAX_SYMBOLS_H
#define RELAX_SYMBOLS_H

#include <tunip/ext/dialect.h>

/* Initially zero. */
typedef struct relax_symbols {
    const void **slots;
    size_t room; /* a power of two, or 0 */
    size_t count;
} relax_symbols;

/* Whether a variable was added. */
bool relax_symbols_has(const relax_symbols *symbols, const void *var);
/* Adds a variable that is not in the set. */
void relax_symbols_add(tunip_docsifier *d, relax_symbols *symbols, const void *var);

/* Whether one of the variables occurs in `expr`. */
bool relax_symbols_occur(tunip_docsifier *d, const relax_symbols *symbols, const tunip_node *expr);

#endif
