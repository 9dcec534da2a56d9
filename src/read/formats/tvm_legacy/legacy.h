/* legacy.h -- the saved graphs of TVM up to v0.20: their types and the layout of their fields. */
#ifndef TN_LEGACY_H
#define TN_LEGACY_H

#include <tunip/base.h>

#include "../../../util/tables.h"
#include "../tvm/tvm.h"

/* ======== legacy ======== */

/* The inside of the reader of the JSON that TVM up to v0.20 saves (TVM
 * src/node/serialization.cc). A graph is a list of nodes, in which most parents come before their
 * children:
 *
 *     {"root": 1,
 *      "nodes": [{"type_key": ""},
 *                {"type_key": "relay.Tuple", "attrs": {"fields": "2", "span": "0", ...}},
 *                {"type_key": "Array", "data": [3, 3]}, ...],
 *      "b64ndarrays": ["P6G0lvBA..."],
 *      "attrs": {"tvm_version": "0.19.0"}}
 *
 * Node 0 is None. The value of each field is a string: a number, a name, or the number of a node.
 * Only the type of the field decides which of these it is. */

/* The version whose types the reader uses: the last version that saves this format, as far as tunip
 * knows its types. */
enum { TN_LEGACY_VINTAGE = 19 };

/* A row of types.def. */
typedef struct tn_legacy_type {
    const char *key;    /* in the file */
    const char *modern; /* of the type */
    const char *fields; /* in the order of TVM's visitor; separated by blanks */
} tn_legacy_type;

/* A field that holds a tensor. The tensor itself comes at the end of the file. */
typedef struct tn_legacy_tensor {
    tunip_node *node;
    const tunip_field *field;
    size_t index, at;
} tn_legacy_tensor;

/* A type of the file. */
typedef struct tn_legacy_known {
    const tn_type_info *info;
    const tn_legacy_type *row; /* or NULL */
} tn_legacy_known;

typedef struct tn_legacy {
    tn_reader in;   /* its assembler makes the nodes */
    tn_intern keys; /* the keys of types met so far; entry i belongs to types.items[i] */
    TN_ARRAY(tn_legacy_known) types;
    TN_ARRAY(tn_legacy_tensor) tensors;
    TN_ARRAY(tunip_node *) arrays; /* of "b64ndarrays" */
    unsigned version;              /* the version of TVM from the file: 8 is v0.8; 0: unknown */
    bool is_plain;                 /* the file has no Relay: it has modules of v0.23 */
    tunip_dtype dtype;             /* the last one of the file, and its name */
    char dtype_name[16];
    size_t dtype_size;
} tn_legacy;

/* The functions of the format. */
tunip_status tn_read_legacy(const tunip_input *input);
tunip_status tn_write_legacy(const tunip_output *output);

/* ---- types (types.c) ---- */

/* The type with this key; `at` is the offset of the key. Reports an error and returns NULL if there
 * is none. */
const tn_legacy_known *tn_legacy_find(tn_legacy *l, tunip_str key, size_t at);
/* Whether the reader ignores the field `name` of a type. */
bool tn_legacy_drops(const tn_legacy_type *row, tunip_str name);

/* The key of a type in a file. */
const char *tn_legacy_key(const tunip_type *type);

/* A field by its name in a file. */
typedef struct tn_legacy_field {
    tunip_str name;
    const tunip_field *field; /* NULL: it is dropped */
    bool is_empty;            /* it is dropped, and saved as an empty map */
} tn_legacy_field;

/* Fills `out`, of TN_MOST_FIELDS elements, with the fields of a type in the order of TVM's visitor.
 * Returns how many there are. */
size_t tn_legacy_fields(const tunip_type *type, tn_legacy_field *out);

/* The node in a field; NULL if the field does not hold a node. */
static inline const tunip_node *tn_legacy_child(const tunip_node *node, const tunip_field *field)
{
    return field && field->kind == TUNIP_KIND_NODE ? tunip_field_node(node, field) : NULL;
}

/* ---- values (legacy.c) ---- */

/* Reads the value of a field, a string. */
bool tn_legacy_read_field(tn_legacy *l, tunip_node *node, const tunip_field *field);
/* Makes a node from its text, "repr_str" or "repr_b64"; `at` is the offset of the text. */
bool tn_legacy_repr(tn_legacy *l, const tn_type_info *info, tunip_str text, size_t at,
                    tunip_node **out);
/* Reads a string in base 64. */
bool tn_legacy_base64(tn_legacy *l, tunip_str *out);
/* Reads "b64ndarrays". */
bool tn_legacy_tensors(tn_legacy *l);
/* Stores the tensors in the fields that hold them. */
bool tn_legacy_store_tensors(tn_legacy *l);

/* ======== layout ======== */

/* Writes JSON in the layout of dmlc's JSONWriter: an indentation of two blanks for each
 * level, a comma and a blank after an element, lists on one line or with one line for each
 * element. */

enum { TN_LAYOUT_DEPTH = 16, TN_LAYOUT_BUFFER = 1 << 14 };

typedef struct tn_layout {
    tunip_write_fn write;
    void *user;
    tunip_status status;
    size_t depth;
    struct {
        bool has_lines, has_items;
    } levels[TN_LAYOUT_DEPTH];
    size_t used;
    char buffer[TN_LAYOUT_BUFFER];
} tn_layout;

void tn_layout_init(tn_layout *out, tunip_write_fn write, void *user);
static inline tunip_status tn_layout_status(const tn_layout *out)
{
    return out->status;
}
/* Writes the buffered rest. */
tunip_status tn_layout_end(tn_layout *out);

void tn_layout_open(tn_layout *out, char bracket, bool has_lines);
void tn_layout_close(tn_layout *out, char bracket);
/* Begins an element of an array, and a member of an object. */
void tn_layout_item(tn_layout *out);
void tn_layout_key(tn_layout *out, const char *key);
void tn_layout_key_view(tn_layout *out, tunip_str key);
void tn_layout_string(tn_layout *out, tunip_str text);
void tn_layout_raw(tn_layout *out, tunip_str text);

#endif
