/* array.h -- typed growing arrays: TN_ARRAY(int) numbers; tn_array_push(&numbers, &allocator, 3).
 */
#ifndef TN_ARRAY_H
#define TN_ARRAY_H

#include <tunip/base.h>

#define TN_ARRAY(type)                                                                             \
    struct {                                                                                       \
        type *items;                                                                               \
        size_t count;                                                                              \
        size_t room;                                                                               \
    }

/* Room for `extra` more items. False, with the array as it was, when out of memory. */
#define tn_array_reserve(self, allocator, extra)                                                   \
    ((self)->room - (self)->count >= (size_t)(extra) ||                                            \
     tn_array_grow((void **)&(self)->items, &(self)->room, (self)->count + (size_t)(extra),        \
                   sizeof *(self)->items, (allocator)))

/* Appends; false when out of memory. */
#define tn_array_push(self, allocator, ...)                                                        \
    (tn_array_reserve(self, allocator, 1) ? ((self)->items[(self)->count++] = (__VA_ARGS__), true) \
                                          : false)

#define tn_array_free(self, allocator)                                                             \
    do {                                                                                           \
        if ((self)->items)                                                                         \
            (allocator)->free((allocator)->ctx, (self)->items,                                     \
                              (self)->room * sizeof *(self)->items);                               \
        (self)->items = NULL;                                                                      \
        (self)->count = (self)->room = 0;                                                          \
    } while (0)

bool tn_array_grow(void **items, size_t *room, size_t need, size_t item_size,
                   const tunip_allocator *allocator);

#endif
