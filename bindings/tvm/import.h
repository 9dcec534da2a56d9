/* import.h -- the internals of an import. The walk makes a node when it first meets an object,
 * before the nodes below it. A frame remembers the slots of the node that are still empty. */
#ifndef TUNIP_IMPORT_H
#define TUNIP_IMPORT_H

#include "ffi.h"
#include "tunip_tvm.h"

#include <tunip/ext/assemble.h>
#include <tunip/vintage.h>

typedef struct import import;
typedef struct plan plan;

/* ---- memory that an import needs for itself (store.c) ---- */

/* A growing array; `room` is in elements. */
typedef struct store {
    void *items;
    size_t count, room;
} store;

/* Makes room for another element of `size` bytes, and counts it. NULL when out of memory. */
void *store_grow(store *s, size_t size);

/* The node of an object, by the address of the object. */
typedef struct memo_entry {
    const ffi_object *object;
    tunip_node *node;
} memo_entry;

typedef struct memo {
    memo_entry *entries;
    size_t count, room; /* a power of two, or 0 */
} memo;

/* The entry of an object, which has no node if it is new. NULL when out of memory. It is valid
 * until the next call. */
memo_entry *memo_find(memo *m, const ffi_object *object);

/* ---- types (plan.c) ---- */

/* The form of the value of a field in the object. Calling the getter takes several times as long as
 * a load. So the first object that a getter returns decides the form of the field: see learn() in
 * import.c. */
typedef enum form {
    FORM_UNKNOWN, /* ask the getter; it may show more */
    FORM_GETTER,  /* ask the getter */
    FORM_POINTER, /* a pointer to an object, or NULL */
    FORM_ANY,     /* an ffi_any */
    FORM_SCALAR   /* the bytes of the scalar */
} form;

/* A field of a type: where its value is in the object, and where it goes in the node. */
typedef struct row {
    ffi_getter getter;
    uint32_t from;
    uint32_t to;
    uint8_t kind; /* tunip_field_kind */
    uint8_t form;
    uint8_t size;          /* of the value in the object; 0 if it is large */
    const ffi_bytes *name; /* for messages */
    const plan *owner;
} row;

/* How to make nodes of the objects of one type. `make` makes the node, and puts a frame on the
 * stack if the object has parts. NULL with an error. */
struct plan {
    const ffi_type_info *info;
    tunip_node *(*make)(import *im, const plan *p, const ffi_object *object);
    const tunip_type *type; /* NULL: not registered */
    row *rows;
    size_t row_count;
};

/* The plan of the type with this index; NULL with an error. */
const plan *plan_find(import *im, int32_t index);
void plan_free_all(import *im);

/* ---- the walk (import.c) ---- */

/* The parts of an object that are not imported yet. */
typedef struct frame {
    const char *from; /* the object, or the next item */
    char *to;         /* the node, or the slot of the next item */
    row *rows;        /* the next one; NULL: these are items */
    size_t left;
} frame;

struct import {
    ffi f;
    tunip_graph *graph;
    tunip_assembler *assembler;
    tunip_error *error; /* never NULL */
    const tunip_context *context;
    unsigned vintage; /* of the TVM in the process: 26 is v0.26 */
    bool borrow_tensors;
    store frames;
    store owned; /* ffi_object *: references to give back */
    store plans; /* plan *, by the index of the type */
    memo nodes;  /* of objects with several references */
};

/* For each tunip_field_kind of a scalar: the index of its type in tvm-ffi, and the number of its
 * bytes. */
typedef struct import_scalar {
    int32_t index;
    size_t size;
} import_scalar;
extern const import_scalar import_scalars[];

/* False with an error when out of memory. */
bool import_push(import *im, frame f);
/* Keeps a result of tvm-ffi until the import ends. False with an error when out of memory. */
bool import_keep(import *im, const ffi_any *value);
bool import_fail(import *im, const char *format, ...) TUNIP_PRINTF(2, 3);
bool import_fail_memory(import *im);

/* ---- values (value.c) ---- */

/* Stores the node of a value in place. False with an error. */
bool value_node(import *im, const ffi_any *value, tunip_node **out);

tunip_node *value_string(import *im, const plan *p, const ffi_object *object);
tunip_node *value_bytes(import *im, const plan *p, const ffi_object *object);
tunip_node *value_shape(import *im, const plan *p, const ffi_object *object);
tunip_node *value_tensor(import *im, const plan *p, const ffi_object *object);

#endif
