/* visit.h -- the children of a node, whatever its type, and the places in the node that refer
 * to them. */
#ifndef TN_VISIT_H
#define TN_VISIT_H

#include <tunip/node.h>

/* ======== visit ======== */

/* The children of a node, whatever its type. */

/* tunip_type.fills of a registered type: bits. */
enum { TN_FILLS_NOTHING = 1, TN_FILLS = 2, TN_NAMELESS = 4 };

/* Reads the field table once: walks skip fields without children, and constructors skip types
 * without fields to fill. */
void tn_visit_prepare(tunip_type *type);

/* tunip_type_field() for a registered type. */
const tunip_field *tn_type_field(const tunip_type *type, tunip_str name);

typedef bool (*tn_child_fn)(const tunip_node *child, void *user);

/* In `skip`: call `fn` for NULL children, too. */
#define TN_WITH_NULLS (1u << 31)
/* Without leaves that refer to no node, such as numbers without spans. */
#define TN_WITHOUT_BARE (1u << 30)

/* Calls `fn` for each child that is not NULL: fields in order (ancestors' first, none with a flag
 * in `skip`), items, keys and values. Stops and returns false when `fn` does. */
bool tn_each_child(const tunip_node *node, unsigned skip, tn_child_fn fn, void *user);

typedef bool (*tn_field_fn)(const tunip_field *field, void *user);

/* Calls `fn` for each field of a struct type without a flag in `skip`, ancestors' first. Stops and
 * returns false when `fn` does. */
bool tn_each_field(const tunip_type *type, unsigned skip, tn_field_fn fn, void *user);

/* Calls `fn` for each field that equality compares, ancestors' first: those without
 * TUNIP_FLAG_IGNORE, and those with a flag in `compare` (tunip_equal_options). */
bool tn_each_compared(const tunip_type *type, unsigned compare, tn_field_fn fn, void *user);
/* Only the latter. */
bool tn_each_chosen(const tunip_type *type, unsigned compare, tn_field_fn fn, void *user);

/* The array of a struct whose only field is an array, with that field in *field; or NULL. */
const tunip_array *tn_visit_elements(const tunip_node *node, const tunip_field **field);

/* Whether a field may hold a name that equality ignores. */
static inline bool tn_visit_is_name(const tunip_field *field)
{
    enum {
        OTHERS = TUNIP_FLAG_LOCATION | TUNIP_FLAG_ALIAS | TUNIP_FLAG_LAYOUT | TUNIP_FLAG_COMMENT
    };
    bool is_ignored = field->flags & TUNIP_FLAG_IGNORE && !(field->flags & OTHERS);
    return is_ignored && field->kind == TUNIP_KIND_NODE;
}

/* Whether nodes of a type may have a name that equality ignores. */
static inline bool tn_visit_may_have_name(const tunip_type *type)
{
    return !(type->fills & TN_NAMELESS);
}

/* Whether nodes of a registered type have only children in TUNIP_FLAG_ASIDE fields. */
bool tn_visit_is_leaf(const tunip_type *type);

/* ======== slots ======== */

/* The places in a node that refer to its children, for code that replaces children. */

typedef bool (*tn_slot_fn)(tunip_node **slot, void *user);

/* Calls `fn` for each place of a child, also where that is NULL, until it returns false. */
bool tn_each_slot(tunip_node *node, tn_slot_fn fn, void *user);

#endif
