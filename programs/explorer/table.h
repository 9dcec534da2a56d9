/* table.h -- a table that stores each distinct text once, and lists of numbers. */
#ifndef EXPLORER_TABLE_H
#define EXPLORER_TABLE_H

#include <tunip/base.h>

/* A list of numbers. `failed` is sticky: out of memory. */
typedef struct ex_numbers {
    size_t *items;
    size_t count, room;
    bool failed;
} ex_numbers;

void ex_push(ex_numbers *list, size_t number);
void ex_numbers_free(ex_numbers *list);

/* A text under construction. */
typedef struct ex_text {
    char *data;
    size_t size, room;
    bool failed;
} ex_text;

void ex_put(ex_text *text, const char *data, size_t size);
void ex_say(ex_text *text, const char *format, ...) TUNIP_PRINTF(2, 3);
void ex_text_free(ex_text *text);
static inline tunip_str ex_str(const ex_text *text)
{
    return (tunip_str){text->data, text->size};
}

/* Distinct texts, numbered from 0. */
typedef struct ex_table {
    tunip_str *items;
    size_t count, room;
    size_t *slots; /* number + 1, by hash; a power of two of them */
    size_t slot_count;
    bool failed;
} ex_table;

/* The number of a text, which is copied when it is new. 0 when out of memory. */
size_t ex_intern(ex_table *table, tunip_str text);
void ex_table_free(ex_table *table);

#endif
