/* source.h -- a named text with a table of its lines: a printed module or an input file. */
#ifndef TN_SOURCE_H
#define TN_SOURCE_H

#include "array.h"

/* The offsets at which lines begin, in order, and items[count], which is the size of the text. */
typedef TN_ARRAY(size_t) tn_lines;

/* Fills `lines`. False, with nothing to free, when out of memory. */
bool tn_lines_build(tn_lines *lines, tunip_str text, const tunip_allocator *allocator);

/* The number of lines that begin at or before `offset`. */
size_t tn_lines_upto(const tn_lines *lines, size_t offset);

/* Line and column, both 1-based, the column in bytes. An offset past the end counts as the end. */
void tn_lines_locate(const tn_lines *lines, size_t offset, size_t *line, size_t *column);

/* The same without a table, in time linear in the offset. */
void tn_text_locate(tunip_str text, size_t offset, size_t *line, size_t *column);

#endif
