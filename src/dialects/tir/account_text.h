/* account_text.h -- differences between a node and what a parser makes of its text, where a program
 * would make the node itself. Nothing differs unless tunip_account_of_text() holds. */
#ifndef TIR_ACCOUNT_TEXT_H
#define TIR_ACCOUNT_TEXT_H

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/tir.h>

/* Whether a parser folds an expression: T.min(1, 2), T.truncmod(5, 2). */
bool tir_is_evaluated(const tunip_docsifier *d, const tunip_node *node);
/* Whether the text shows a node, or a node in a list, as a plain number. A parser makes a value of
 * such a number, and not a node. For values of dictionaries. */
bool tir_is_plain(tunip_docsifier *d, const tunip_node *value);

/* Rows of accounts.def whose functions are in accounts.c. */
const char *tir_lost_of_attr_stmt(tunip_docsifier *d, const tunip_node *node);
const char *tir_lost_of_map(tunip_docsifier *d, const tunip_node *node);

/* Whether the elements of a constant are what its text lists. */
bool tir_is_list_of(const tunip_tensor *tensor, const tunip_tir_allocate_const *stmt);

/* Whether the extents of a region may be the shape of a view, after any number of ones. */
bool tir_may_be_shape(const tunip_array *region, const tunip_array *shape);
/* Whether the separators are places between dimensions, from left to right. */
bool tir_are_separators(const tunip_array *separators, size_t dims);

/* Whether the ends of ranges have the dtypes of their beginnings. */
bool tir_are_ranges(const tunip_array *ranges);
/* Whether the declaration that may print in place of an allocation uses the pointer for more than
 * its data. */
bool tir_is_in_declaration(tunip_docsifier *d, const tunip_tir_allocate *stmt);

#endif
