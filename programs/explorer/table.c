/* table.c -- a table that stores each distinct text once, and lists of numbers. */
#include "table.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Room for `need` items of a list that grows. */
static bool reserve(void **items, size_t *room, size_t need, size_t size, bool *failed)
{
    size_t more = *room < 32 ? 64 : *room * 2;
    if (need <= *room) return true;
    if (more < need) more = need;
    void *grown = *failed ? NULL : realloc(*items, more * size);
    *failed = !grown;
    if (!grown) return false;
    *items = grown;
    *room = more;
    return true;
}

void ex_push(ex_numbers *list, size_t number)
{
    if (reserve((void **)&list->items, &list->room, list->count + 1, sizeof number, &list->failed))
        list->items[list->count++] = number;
}

void ex_numbers_free(ex_numbers *list)
{
    free(list->items);
    *list = (ex_numbers){.items = NULL};
}

void ex_put(ex_text *text, const char *data, size_t size)
{
    if (!size || !reserve((void **)&text->data, &text->room, text->size + size, 1, &text->failed))
        return;
    memcpy(text->data + text->size, data, size);
    text->size += size;
}

void ex_say(ex_text *text, const char *format, ...)
{
    char room[256];
    va_list args;
    va_start(args, format);
    int size = vsnprintf(room, sizeof room, format, args);
    va_end(args);
    if (size < 0) return;
    ex_put(text, room, (size_t)size < sizeof room ? (size_t)size : sizeof room - 1);
}

void ex_text_free(ex_text *text)
{
    free(text->data);
    *text = (ex_text){.data = NULL};
}

static uint64_t hash_text(tunip_str text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325); /* FNV-1a */
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return hash ^ (hash >> 29);
}

static size_t *find_slot(const ex_table *table, tunip_str text)
{
    size_t mask = table->slot_count - 1;
    for (size_t at = (size_t)hash_text(text) & mask;; at = (at + 1) & mask) {
        size_t number = table->slots[at];
        if (!number || tunip_str_equal(table->items[number - 1], text)) return &table->slots[at];
    }
}

static bool grow_slots(ex_table *table)
{
    size_t count = table->slot_count ? table->slot_count * 2 : 256;
    size_t *slots = calloc(count, sizeof *slots);
    table->failed |= !slots;
    if (!slots) return false;
    free(table->slots);
    table->slots = slots;
    table->slot_count = count;
    for (size_t i = 0; i < table->count; i++) *find_slot(table, table->items[i]) = i + 1;
    return true;
}

size_t ex_intern(ex_table *table, tunip_str text)
{
    if (table->failed) return 0;
    if (table->count * 2 >= table->slot_count && !grow_slots(table)) return 0;
    size_t *slot = find_slot(table, text);
    if (*slot) return *slot - 1;
    if (!reserve((void **)&table->items, &table->room, table->count + 1, sizeof *table->items,
                 &table->failed))
        return 0;
    char *copy = malloc(text.size + 1);
    table->failed = !copy;
    if (!copy) return 0;
    if (text.size) memcpy(copy, text.data, text.size);
    table->items[table->count] = (tunip_str){copy, text.size};
    *slot = ++table->count;
    return table->count - 1;
}

void ex_table_free(ex_table *table)
{
    for (size_t i = 0; i < table->count; i++) free((char *)(uintptr_t)table->items[i].data);
    free(table->items);
    free(table->slots);
    *table = (ex_table){.items = NULL};
}
