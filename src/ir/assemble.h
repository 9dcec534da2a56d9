/* assemble.h -- makes a graph for a reader: nodes of registered types, whose fields are checked
 * against their field tables; nodes of unregistered types; arrays, maps and shared strings; and
 * references to later nodes. It knows no syntax, so readers of all formats share it.
 *
 * A reader gives each node a number, from 0 in the order of tn_assemble_node(), when its format has
 * references by number; otherwise it refers to nodes by pointer.
 *
 * A place (`at`) is a byte offset into the text that the reader reads. It is only used for
 * messages.
 *
 * Functions that return bool return false on failure. The first failure is kept in `status` and in
 * the caller's error; after it the graph must not be used. An assembler belongs to one thread. */
#ifndef TN_ASSEMBLE_H
#define TN_ASSEMBLE_H

#include "../util/memory.h"
#include "../util/tables.h"
#include "graph.h"
#include "registry.h"

/* Arrays and maps that the assembler makes. They store the common properties of their items,
 * because a field is checked against these properties and not against every item. */
typedef struct tn_made_array {
    tunip_array array;
    tn_common items;
} tn_made_array;

typedef struct tn_made_map {
    tunip_map map;
    tn_common keys;
    tn_common values;
} tn_made_map;

/* A reference to a node; `at` is the place of the reference in the source. A later node has only a
 * number. */
typedef struct tn_ref {
    tunip_node *node;
    size_t number; /* TN_NO_NUMBER of a reference by pointer */
    size_t at;
} tn_ref;

#define TN_NO_NUMBER SIZE_MAX

/* An array or a map that refers to later nodes. It is empty until these nodes exist. */
typedef struct tn_late_list {
    tunip_node *node;
    size_t first, count; /* of its items in `late_refs` */
    size_t at;
} tn_late_list;

/* A field that refers to a later node, or to such a list. */
typedef struct tn_late_field {
    const tunip_field *field;
    tunip_node *node; /* whose field it is */
    tn_ref ref;
} tn_late_field;

/* Writes to `out`, of `size` bytes, a description of the text at `at`, for messages that end in ",
 * got ...". */
typedef void (*tn_describe_fn)(const void *reader, size_t at, char *out, size_t size);

typedef struct tn_assembler {
    tunip_graph *graph;
    const tn_registry *registry;
    unsigned vintage; /* the version of TVM whose types are read: 26 is v0.26; 0: any */
    const tunip_allocator *allocator;
    TN_ARRAY(tunip_node *) nodes; /* by number; NULL is None */
    TN_ARRAY(tn_ref) list;        /* the items of the lists being made, inner ones last */
    TN_ARRAY(tunip_opaque_field) opaque_fields;
    bool list_is_late; /* `list` has had a reference to a later node */
    TN_ARRAY(tn_late_field) late_fields;
    TN_ARRAY(tn_late_list) late_lists;
    TN_ARRAY(tn_ref) late_refs;
    tn_intern strings;      /* that the graph holds */
    tn_intern unknown_keys; /* entry i belongs to unknown_types.items[i] */
    TN_ARRAY(tunip_type *) unknown_types;
    tn_describe_fn describe;
    const void *reader;
    tunip_error *error; /* the caller's; may be NULL */
    tunip_status status;
    bool has_place; /* the assembler has set error->offset */
} tn_assembler;

/* `describe`, which may be NULL, is called with `reader`. Free it in any case; the graph stays. */
void tn_assembler_init(tn_assembler *a, tunip_graph *graph, tn_describe_fn describe,
                       const void *reader, tunip_error *error);
void tn_assembler_free(tn_assembler *a);

/* ---- failing: all of these return false ---- */

bool tn_assemble_fail(tn_assembler *a, tunip_status code, size_t at, const char *format, ...)
    TUNIP_PRINTF(4, 5);
bool tn_assemble_fail_memory(tn_assembler *a);
/* "expected <format>, got <what stands at `at`>": a TUNIP_ERROR_FORMAT. */
bool tn_assemble_reject(tn_assembler *a, size_t at, const char *format, ...) TUNIP_PRINTF(3, 4);

/* ---- nodes and values (assemble.c) ---- */

/* Gives `node` the next number. NULL is None. */
static inline bool tn_assemble_node(tn_assembler *a, tunip_node *node)
{
    return tn_array_push(&a->nodes, a->allocator, node) || tn_assemble_fail_memory(a);
}
/* A node of a built-in type, zeroed; NULL when out of memory. */
void *tn_assemble_value(tn_assembler *a, const tunip_type *type);
/* Whether nodes of the type are built-in values, which have no field table. */
bool tn_assembler_is_value(const tn_assembler *a, const tn_type_info *info);
/* Moves a text into the graph, where short texts are stored once. `is_kept`: the text is already in
 * the graph. */
bool tn_assemble_string(tn_assembler *a, tunip_str *text, bool is_kept);

/* A reference to node number `number`, which may be a later one. */
static inline tn_ref tn_assemble_ref(const tn_assembler *a, size_t number, size_t at)
{
    bool is_known = number < a->nodes.count;
    return (tn_ref){is_known ? a->nodes.items[number] : NULL, number, at};
}

/* A reference to a node or to NULL. An array or a map must be one that this assembler made. */
static inline tn_ref tn_assemble_pointer(tunip_node *node, size_t at)
{
    return (tn_ref){node, TN_NO_NUMBER, at};
}

static inline bool tn_ref_is_late(const tn_assembler *a, const tn_ref *ref)
{
    return ref->number >= a->nodes.count && ref->number != TN_NO_NUMBER;
}

/* ---- nodes of registered types (assemble.c) ---- */

/* No node has more fields than this. */
enum { TN_MOST_FIELDS = 256 };

/* A node being filled. */
typedef struct tn_object {
    const tn_type_info *info;
    const tn_type_info *plain; /* the base of `info` if that adds fields; or NULL */
    tunip_node *node;
    size_t count; /* of the fields that were found */
    size_t next;  /* the field that is expected next */
    uint64_t found[TN_MOST_FIELDS / 64];
} tn_object;

/* Begins a node of a type without codec. */
bool tn_assemble_object(tn_assembler *a, const tn_type_info *info, size_t at, tn_object *out);
const tunip_field *tn_assemble_any_field(tn_assembler *a, tn_object *object, tunip_str name,
                                         size_t at);

/* As tunip_str_is, in line: names are short and there are millions. */
static inline bool tn_spells(tunip_str text, const char *name)
{
    size_t i = 0;
    while (i < text.size && name[i] == text.data[i] && name[i]) i++;
    return i == text.size && !name[i];
}

/* The field after the last one that was found, in order; NULL if it was found already. */
static inline const tunip_field *tn_assemble_next(const tn_object *object)
{
    size_t i = object->next;
    bool is_new = i < object->info->field_count && !(object->found[i / 64] >> i % 64 & 1);
    return is_new ? object->info->fields[i] : NULL;
}

/* Marks this field as found. The caller sets it. */
static inline void tn_assemble_take_next(tn_object *object)
{
    object->found[object->next / 64] |= (uint64_t)1 << object->next % 64;
    object->next++;
    object->count++;
}

/* The same of the first `count` fields of a new node. */
static inline void tn_assemble_take_first(tn_object *object, size_t count)
{
    size_t i = 0;
    for (; i + 64 <= count; i += 64) object->found[i / 64] = ~(uint64_t)0;
    if (i < count) object->found[i / 64] = ((uint64_t)1 << (count - i)) - 1;
    object->next = object->count = count;
}

/* The field called `name`; `at` is the place of the name. Fails and returns NULL if the type has no
 * such field, or if the field was found before. The caller sets the field. Nearly always it is the
 * next field in order. */
static inline const tunip_field *tn_assemble_field(tn_assembler *a, tn_object *object,
                                                   tunip_str name, size_t at)
{
    const tunip_field *next = tn_assemble_next(object);
    if (!next || !tn_spells(name, next->name)) return tn_assemble_any_field(a, object, name, at);
    tn_assemble_take_next(object);
    return next;
}

bool tn_assemble_require_fields(tn_assembler *a, tn_object *object, size_t at);
/* Ends a node of a type to which another one adds fields. */
bool tn_assemble_added_end(tn_assembler *a, tn_object *object, size_t at);
/* Ends a node at `at`. Every field without a default must have been found. */
static inline bool tn_assemble_object_end(tn_assembler *a, tn_object *object, size_t at)
{
    if (object->plain) return tn_assemble_added_end(a, object, at);
    return object->count == object->info->field_count || tn_assemble_require_fields(a, object, at);
}
/* A node of a type with a codec, whose text stands at `at`. */
bool tn_assemble_coded(tn_assembler *a, const tunip_type *type, tunip_str text, size_t at,
                       tunip_node **out);

/* Whether the node may stand in a field of a node of type `owner` (registry.h). */
bool tn_assemble_check(tn_assembler *a, const tunip_type *owner, const tunip_field *field,
                       const tn_ref *ref);
bool tn_assemble_set_other(tn_assembler *a, tunip_node *node, const tunip_field *field, tn_ref ref);

/* These store a field if it takes such a value. A late reference is stored by tn_assemble_end(). */
static inline bool tn_assemble_set_node(tn_assembler *a, tunip_node *node, const tunip_field *field,
                                        tn_ref ref)
{
    if (field->kind != TUNIP_KIND_NODE || tn_ref_is_late(a, &ref) || a->late_lists.count)
        return tn_assemble_set_other(a, node, field, ref);
    bool is_exact = !ref.node || (ref.node->type == field->expects && !field->item && !field->key);
    if (!is_exact && !tn_assemble_check(a, node->type, field, &ref)) return false;
    *(tunip_node **)(void *)((char *)node + field->offset) = ref.node;
    return true;
}
bool tn_assemble_set_int(tn_assembler *a, tunip_node *node, const tunip_field *field, int64_t value,
                         size_t at);
bool tn_assemble_set_float(tn_assembler *a, tunip_node *node, const tunip_field *field,
                           double value, size_t at);
bool tn_assemble_set_bool(tn_assembler *a, tunip_node *node, const tunip_field *field, bool value,
                          size_t at);
bool tn_assemble_set_dtype(tn_assembler *a, tunip_node *node, const tunip_field *field,
                           tunip_dtype value, size_t at);

/* ---- nodes of unregistered types (assemble.c) ---- */

/* Begins a node with the type `key`, which is at `at`. Only one such node may be open at a time. */
bool tn_assemble_opaque(tn_assembler *a, tunip_str key, size_t at, tunip_opaque **out);
/* Adds a field, with a name of the graph's (tn_assemble_string()), or its value. */
bool tn_assemble_opaque_field(tn_assembler *a, tunip_str name, size_t at);
void tn_assemble_opaque_value(tn_assembler *a, tunip_node *value);
/* The same for an integer. The index of an earlier node counts as a reference, because a file does
 * not distinguish integers from references. */
bool tn_assemble_opaque_int(tn_assembler *a, int64_t value);
/* Stores the fields. */
bool tn_assemble_opaque_end(tn_assembler *a, tunip_opaque *node);
/* assemble.c: marks the integers that may be numbers as well as indices of nodes,
 * after all nodes are made. `root` is a number of a node. */
bool tn_assemble_opaque_judge(tn_assembler *a, size_t root);

/* ---- arrays and maps (assemble.c) ---- */

/* Begins a list, which may be inside of another one. tn_assemble_array() or tn_assemble_map() takes
 * the mark and ends it. */
static inline size_t tn_assemble_list(const tn_assembler *a)
{
    return a->list.count;
}

static inline bool tn_assemble_item(tn_assembler *a, tn_ref ref)
{
    if (tn_ref_is_late(a, &ref)) a->list_is_late = true;
    return tn_array_push(&a->list, a->allocator, ref) || tn_assemble_fail_memory(a);
}

/* Fill a node that tn_assemble_value() made. A map takes keys and values in turn; keys must differ
 * as TVM's do: strings by text, scalars by value, other nodes by identity. */
bool tn_assemble_array(tn_assembler *a, tn_made_array *array, size_t mark, size_t at);
bool tn_assemble_map(tn_assembler *a, tn_made_map *map, size_t mark, size_t at);

/* The record of the item types of an array or map made by an assembler; NULL for other nodes. */
tn_common *tn_made_common(tunip_node *node);
/* Fills a list some of whose items did not exist when it was made. */
bool tn_assemble_late_list(tn_assembler *a, const tn_late_list *late);

/* ---- the whole graph (assemble.c) ---- */

/* Resolves all late references and sets the root, from which no cycle may be reached. */
bool tn_assemble_end(tn_assembler *a, const tunip_node *root);

#endif
