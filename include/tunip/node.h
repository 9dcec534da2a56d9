/* node.h -- IR nodes and their types. A node is a plain C struct whose first member is a
 * tunip_node. A tunip_type describes the struct with a table of its fields.
 *
 * Equality, hash, diff, readers, the generic print and the analyses know a type only by its field
 * table, so they work for every type that has one. The semantics of the flags and of the
 * equality kinds are those of tvm-ffi's reflection (tvm-ffi include/tvm/ffi/c_api.h,
 * TVMFFIFieldFlagBitMask and TVMFFISEqHashKind).
 *
 * The field and type macros work in C11 and in C++11. In C++ the structs must be composed as in C:
 * the base is the first member, without C++ inheritance. */
#ifndef TUNIP_NODE_H
#define TUNIP_NODE_H

#include <tunip/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The description of a struct: see below. */
typedef struct tunip_type tunip_type;
/* The owner of nodes: see graph.h. */
typedef struct tunip_graph tunip_graph;

/* The first member of every IR struct. Do not change a node while tunip reads its graph. Nodes may
 * be shared, and several threads may read one graph. */
typedef struct tunip_node {
    const tunip_type *type;
} tunip_node;

/* The element type of data, with the layout of DLPack's DLDataType. `lanes` is the number of vector
 * lanes; a negative number is a scalable vector (TVM: "float32xvscalex4" has lanes -4). {3, 0, 0}
 * is "void". */
typedef struct tunip_dtype {
    uint8_t code;
    uint8_t bits;
    int16_t lanes;
} tunip_dtype;

/* ORDER DTYPE: the codes of DLDataTypeCode, in order. */
enum {
    TUNIP_DTYPE_INT = 0,
    TUNIP_DTYPE_UINT = 1,
    TUNIP_DTYPE_FLOAT = 2,
    TUNIP_DTYPE_HANDLE = 3,
    TUNIP_DTYPE_BFLOAT = 4,
    TUNIP_DTYPE_COMPLEX = 5,
    TUNIP_DTYPE_BOOL = 6,
    TUNIP_DTYPE_FLOAT8_E3M4 = 7,
    TUNIP_DTYPE_FLOAT8_E4M3 = 8,
    TUNIP_DTYPE_FLOAT8_E4M3B11FNUZ = 9,
    TUNIP_DTYPE_FLOAT8_E4M3FN = 10,
    TUNIP_DTYPE_FLOAT8_E4M3FNUZ = 11,
    TUNIP_DTYPE_FLOAT8_E5M2 = 12,
    TUNIP_DTYPE_FLOAT8_E5M2FNUZ = 13,
    TUNIP_DTYPE_FLOAT8_E8M0FNU = 14,
    TUNIP_DTYPE_FLOAT6_E2M3FN = 15,
    TUNIP_DTYPE_FLOAT6_E3M2FN = 16,
    TUNIP_DTYPE_FLOAT4_E2M1FN = 17
};

static inline tunip_dtype tunip_dtype_make(int code, int bits, int lanes)
{
    tunip_dtype dtype = {(uint8_t)code, (uint8_t)bits, (int16_t)lanes};
    return dtype;
}

/* Scalars: TUNIP_INT(32) is "int32". */
#define TUNIP_INT(bits)   tunip_dtype_make(TUNIP_DTYPE_INT, (bits), 1)
#define TUNIP_UINT(bits)  tunip_dtype_make(TUNIP_DTYPE_UINT, (bits), 1)
#define TUNIP_FLOAT(bits) tunip_dtype_make(TUNIP_DTYPE_FLOAT, (bits), 1)
#define TUNIP_BOOL        tunip_dtype_make(TUNIP_DTYPE_BOOL, 8, 1)
#define TUNIP_HANDLE      tunip_dtype_make(TUNIP_DTYPE_HANDLE, 64, 1)
#define TUNIP_VOID        tunip_dtype_make(TUNIP_DTYPE_HANDLE, 0, 0)

static inline bool tunip_dtype_equal(tunip_dtype a, tunip_dtype b)
{
    uint32_t x, y; /* compilers compare numbers faster than three members */
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    return x == y;
}

/* A buffer of this size holds the name of any dtype and its NUL. */
#define TUNIP_DTYPE_NAME_SIZE 40

/* Writes TVM's spelling ("int32", "float16x4", "bool", "" for void) and a NUL into `out`, of at
 * least TUNIP_DTYPE_NAME_SIZE bytes; returns the length. */
TUNIP_API size_t tunip_dtype_name(tunip_dtype dtype, char *out);

/* Parses TVM's spelling; "" and "void" are void. Returns false and leaves *out unchanged for any
 * text that TVM's StringToDLDataType rejects. */
TUNIP_API bool tunip_dtype_parse(tunip_str name, tunip_dtype *out);

/* The name that TVM up to v0.20 gives: "e4m3_float8" for float8_e4m3fn, "e5m2_float8" for
 * float8_e5m2. Otherwise like tunip_dtype_name(). */
TUNIP_API size_t tunip_dtype_legacy_name(tunip_dtype dtype, char *out);

/* Parses a dtype as tunip_dtype_parse() does, but with the names of tunip_dtype_legacy_name(). */
TUNIP_API bool tunip_dtype_legacy_parse(tunip_str name, tunip_dtype *out);

/* ---- fields ---- */

/* The C type of a field. */
typedef enum tunip_field_kind {
    TUNIP_KIND_NODE,  /* a node pointer or NULL; strings, arrays, maps and boxed values are nodes,
                         too */
    TUNIP_KIND_INT,   /* int64_t */
    TUNIP_KIND_FLOAT, /* double */
    TUNIP_KIND_BOOL,  /* bool */
    TUNIP_KIND_DTYPE  /* tunip_dtype */
} tunip_field_kind;

enum {
    /* this field defines the variables in it (TVM: def region) */
    TUNIP_FLAG_DEF = 1,
    TUNIP_FLAG_IGNORE = 2,   /* not compared, not hashed, not reported by diff */
    TUNIP_FLAG_OPTIONAL = 4, /* NULL is a legal value */
    /* the field is not a part of what the node evaluates: it is a definition, a type or an
     * annotation. Walks that look for uses of variables skip such fields */
    TUNIP_FLAG_ASIDE = 8,
    TUNIP_FLAG_DEFAULT = 16, /* saved data may omit the field, which is then zero */
    TUNIP_FLAG_AGAIN = 32,   /* repeats an inherited field with other flags; saved only once */
    TUNIP_FLAG_TEXT = 64,    /* a string that is not a node in TVM: the JSON of versions up to v0.20
                                has its text in the field */
    /* These flags say what a field with TUNIP_FLAG_IGNORE holds. tunip_equal_options.compare
     * chooses some of them. A field may have several of these flags. */
    TUNIP_FLAG_NAME = 128,     /* the name of a variable or a block */
    TUNIP_FLAG_LOCATION = 256, /* places in the source: spans, locations */
    TUNIP_FLAG_ALIAS = 512,    /* aliases, and texts that mention them */
    TUNIP_FLAG_LAYOUT = 1024,  /* blanks and line breaks, and the form of an operation */
    TUNIP_FLAG_COMMENT = 2048  /* comments */
};

/* One row of a field table. A field of the kind TUNIP_KIND_NODE holds a node of the type `expects`
 * or a descendant. If it holds an array, `item` is the type of the elements. If it holds a map,
 * `key` and `item` are the types of the keys and the values. NULL means any type. Readers reject
 * data of another type, so rules may cast. */
typedef struct tunip_field {
    const char *name; /* as TVM's reflection spells it */
    uint16_t offset;  /* in bytes from the start of the struct */
    uint8_t kind;     /* tunip_field_kind */
    uint16_t flags;
    const tunip_type *expects;
    const tunip_type *key;
    const tunip_type *item;
} tunip_field;

/* ---- types ---- */

/* How structural equality treats a type (tvm-ffi TVMFFISEqHashKind). */
typedef enum tunip_equality {
    TUNIP_EQ_UNSUPPORTED = 0, /* no equality is defined: a comparison fails */
    TUNIP_EQ_TREE,            /* by content */
    TUNIP_EQ_FREE_VAR,        /* a variable: equal when bound at corresponding places */
    TUNIP_EQ_DAG,             /* by content, and sharing must correspond */
    TUNIP_EQ_CONST_TREE,      /* by content; holds no variables, so equal pointers are equal without
                                 a look inside */
    TUNIP_EQ_UNIQUE           /* by identity */
} tunip_equality;

enum {
    TUNIP_TYPE_VARIABLE = 1, /* a variable: a print defines its name before its first use */
    TUNIP_TYPE_ABSTRACT = 2, /* no node has this type itself, only descendants of it; an
                                unregistered type counts as a descendant */
    /* The type adds fields to its base. Some projects have a TVM of their own whose types
     * have more fields; the fields of this type are those. The base must be concrete (not
     * abstract, and no such type itself) and without a codec. The default of a field is
     * zero, NULL, or an empty array or map. If a saved graph (JSON of v0.21 on) has a node
     * of the base whose added fields have other values, the node gets this type; a node with
     * the defaults keeps the base as its type. Graphs are saved with the key of the base,
     * and with the added fields in each node of both types. Only a dialect that extends
     * another one (tunip_dialect.extends) may have such types, and a context accepts one for
     * each base. */
    TUNIP_TYPE_ADDED = 4
};

/* Converts between a node and its saved text, for types that are not saved field by field (the
 * attribute `__data_from_json__` of TVM's types). Both functions are required.
 *
 * `from_text` fills the zeroed struct `out`. Its header is already set and must not be changed.
 * Memory comes from `graph`. `text` is the saved string: a NUL follows it, it may contain other
 * NULs, and it lives as long as the graph. On failure `from_text` fills `error` and returns its
 * code; reading then stops with that message and its place in the input. `out` has no children: it
 * refers to no other node of the file.
 *
 * `to_text` returns memory of `graph` or of the node; {NULL, 0} is the empty text. Nodes of a
 * UNIQUE type that were read from different files are equal when their texts are. Nodes of other
 * types are compared by their fields.
 *
 * Several threads may call both functions at the same time, for different graphs. */
typedef struct tunip_codec {
    tunip_status (*from_text)(tunip_graph *graph, tunip_str text, tunip_node *out,
                              tunip_error *error);
    tunip_str (*to_text)(tunip_graph *graph, const tunip_node *node);
    /* The dotted name of a Python function that makes the node of its text, such as
     * "tvm.ir.Op.get", or NULL. Lossless text calls it if it is set, because TVM's
     * tvm.ir.make_node takes only fields. A word of the dialect must read the call. */
    const char *python;
} tunip_codec;

/* A part of a node for equality and hash, on both sides. */
typedef struct tunip_part {
    const char *name; /* of the field that holds it */
    const tunip_node *lhs;
    const tunip_node *rhs; /* NULL in a hash */
    bool defines;          /* as TUNIP_FLAG_DEF of a field */
} tunip_part;

/* Enumerates the parts of a type whose parts are not its fields in order (TVM's `__s_equal__` and
 * `__s_hash__`). Calls `each` for each part; when `each` returns false, returns false immediately.
 * In a hash `rhs` is NULL. May allocate from `scratch`. Descendants do not inherit this
 * function. */
typedef bool (*tunip_parts_fn)(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                               bool (*each)(const tunip_part *part, void *user), void *user);

/* The dtype of a new expression. */
typedef enum tunip_result {
    TUNIP_RESULT_NONE, /* has none, or the caller chooses it: a cast, a call */
    TUNIP_RESULT_LIKE, /* the dtype of an operand */
    TUNIP_RESULT_BOOL, /* bool, with the lanes of an operand */
    TUNIP_RESULT_FIXED /* always the same */
} tunip_result;

/* A description of the fields that TVM's constructor of a type computes and checks. Constructors
 * and readers of scripts share it (tunip_node_complete()). Operands are fields that hold a node,
 * given by their offset; 0 means no operand. The checks skip operands that are NULL. */
typedef struct tunip_completion {
    uint8_t result;         /* tunip_result */
    uint16_t of;            /* the operand of LIKE and BOOL */
    uint16_t same[2];       /* two operands that must have one dtype */
    uint16_t conditions[2]; /* operands that must be bool, of any number of lanes */
    tunip_dtype fixed;      /* of FIXED */
    const tunip_type *expr; /* the base type of all expressions: the one with the dtype */
    uint16_t dtype;         /* the offset of that dtype */
    /* Computes and checks all the rest, after all of the above; or NULL. Fills `error`
     * when TVM would refuse the node. Memory comes from `graph`. */
    tunip_status (*finish)(tunip_graph *graph, tunip_node *node, tunip_error *error);
} tunip_completion;

/* Describes a struct type. Has static storage and must live until the process ends. The library
 * writes only `id`, `nodes`, `followed` and `fills`, once, when the type is first registered with
 * any context. Registration rejects invalid tables: each field must be inside the struct, after its
 * base or header, must not overlap another field, must have a unique name, and may name only types
 * of the same dialect or types that are already registered. */
struct tunip_type {
    const char *key;           /* unique: "tir.For" */
    const tunip_type *base;    /* the ancestor whose struct is this one's first member, or NULL */
    const tunip_field *fields; /* without inherited fields */
    uint16_t field_count;
    uint8_t equality; /* tunip_equality */
    uint8_t flags;    /* TUNIP_TYPE_VARIABLE, TUNIP_TYPE_ABSTRACT, TUNIP_TYPE_ADDED */
    uint32_t size;    /* sizeof the struct */
    const tunip_codec *codec;
    tunip_parts_fn parts;               /* or NULL: the fields in order, inherited ones first */
    const tunip_completion *completion; /* or NULL: the constructor computes and checks nothing */
    uint32_t id; /* dense, process-wide, from 1; 0 before the first registration */
    /* A cache of the library for walks: the places of the node fields (src/ir/visit.c). */
    uint64_t nodes;
    uint64_t followed;
    uint8_t fills; /* a cache of the library: bits. 1: no field may need an empty container or
                      string when a node is completed. 2: one may. 4: no field with
                      TUNIP_FLAG_IGNORE may hold a string. 0: unknown */
    /* The type of an older version of TVM with the same meaning and the same struct, or NULL:
     * tirx.For is kin of tir.For. tunip_is() and tunip_is_a() treat a node as a node of the kin of
     * its type. A type without a rule prints by the rules of its kin. */
    const tunip_type *kin;
    /* `since`: the first version of TVM that has this type; 0: all older versions have it, too.
     * `until`: the first version that does not have this type, or uses its key for another type; 0:
     * all later versions have it. 26 is v0.26. */
    uint16_t since;
    uint16_t until;
};

/* offsetof, and a compile error when member `m` of struct `s` is not a `t`. */
#ifdef __cplusplus
#define TUNIP_OFFSET(s, m, t) (offsetof(s, m) + 0 * sizeof(static_cast<t s::*>(&s::m)))
#else
#define TUNIP_OFFSET(s, m, t) (offsetof(s, m) + 0 * sizeof(_Generic(((s *)0)->m, t : 1)))
#endif

/* One row: the saved name, the struct, the member, the C type of the member, the kind, the flags,
 * and `expects`, `key` and `item` of tunip_field (or NULL). */
#define TUNIP_FIELD_ROW(n, s, m, t, k, f, expects_, key_, item_)                                   \
    {                                                                                              \
        (n), (uint16_t)TUNIP_OFFSET(s, m, t), (k), (f), (expects_), (key_), (item_)                \
    }

/* Rows named after their member. `s` is the struct, `m` the member, `f` the flags (0 for none). In
 * TUNIP_FIELD_NODE `t` is the struct of the field, whose descriptor is `t##_type`. */
#define TUNIP_FIELD_INT(s, m, f)                                                                   \
    TUNIP_FIELD_ROW(#m, s, m, int64_t, TUNIP_KIND_INT, f, NULL, NULL, NULL)
#define TUNIP_FIELD_FLOAT(s, m, f)                                                                 \
    TUNIP_FIELD_ROW(#m, s, m, double, TUNIP_KIND_FLOAT, f, NULL, NULL, NULL)
#define TUNIP_FIELD_BOOL(s, m, f)                                                                  \
    TUNIP_FIELD_ROW(#m, s, m, bool, TUNIP_KIND_BOOL, f, NULL, NULL, NULL)
#define TUNIP_FIELD_DTYPE(s, m, f)                                                                 \
    TUNIP_FIELD_ROW(#m, s, m, tunip_dtype, TUNIP_KIND_DTYPE, f, NULL, NULL, NULL)
#define TUNIP_FIELD_ANY(s, m, f)                                                                   \
    TUNIP_FIELD_ROW(#m, s, m, tunip_node *, TUNIP_KIND_NODE, f, NULL, NULL, NULL)
#define TUNIP_FIELD_NODE(s, m, t, f)                                                               \
    TUNIP_FIELD_ROW(#m, s, m, t *, TUNIP_KIND_NODE, f, &t##_type, NULL, NULL)
/* A field for nodes of the type `t##_type`, whose member in the struct is a plain tunip_node
 * pointer. */
#define TUNIP_FIELD_ABSTRACT(s, m, t, f)                                                           \
    TUNIP_FIELD_ROW(#m, s, m, tunip_node *, TUNIP_KIND_NODE, f, &t##_type, NULL, NULL)
#define TUNIP_FIELD_ARRAY(s, m, t, f)                                                              \
    TUNIP_FIELD_ROW(#m, s, m, tunip_array *, TUNIP_KIND_NODE, f, &tunip_array_type, NULL, &t##_type)
#define TUNIP_FIELD_MAP(s, m, k, t, f)                                                             \
    TUNIP_FIELD_ROW(#m, s, m, tunip_map *, TUNIP_KIND_NODE, f, &tunip_map_type, &k##_type,         \
                    &t##_type)

/* Defines the descriptor `s##_type` of struct `s`, with its fields in the table `s##_fields`: the
 * key, the base's descriptor or NULL, the equality kind without TUNIP_EQ_, flags, the codec or
 * NULL. */
#define TUNIP_TYPE(s, k, b, eq, f, c)                                                              \
    TUNIP__TYPE(s, k, b, s##_fields, TUNIP_LEN(s##_fields), eq, f, c, NULL, NULL)

/* The same for a struct that is compared part by part (tunip_parts_fn), without a codec. */
#define TUNIP_PARTS_TYPE(s, k, b, eq, f, p)                                                        \
    TUNIP__TYPE(s, k, b, s##_fields, TUNIP_LEN(s##_fields), eq, f, NULL, p, NULL)

/* The same with a tunip_completion `m`: for expressions whose dtype follows from their operands. */
#define TUNIP_COMPLETED_TYPE(s, k, b, eq, f, m)                                                    \
    TUNIP__TYPE(s, k, b, s##_fields, TUNIP_LEN(s##_fields), eq, f, NULL, NULL, &(m))

/* The same for a struct without fields of its own. */
#define TUNIP_BARE_TYPE(s, k, b, eq, f) TUNIP__TYPE(s, k, b, NULL, 0, eq, f, NULL, NULL, NULL)

/* The common part of the macros above; private. */
#define TUNIP__TYPE(s, k, b, fields_, count_, eq, f, c, p, m)                                      \
    TUNIP__VINTAGE_TYPE(s, k, b, fields_, count_, eq, f, c, p, m, NULL, 0, 0)
/* The same for a type that only some versions of TVM have. */
#define TUNIP__VINTAGE_TYPE(s, k, b, fields_, count_, eq, f, c, p, m, kin_, since_, until_)        \
    tunip_type s##_type = {                                                                        \
        (k), (b), (fields_), (count_), TUNIP_EQ_##eq, (f),      sizeof(s), (c), (p), (m),          \
        0,   0,   0,         0,        (kin_),        (since_), (until_)}

/* A type with the flag TUNIP_TYPE_ADDED, which adds the fields of its table to the base `b`. The
 * versions of TVM from `since_` on and before `until_` have it (0: see tunip_type). `kin_` is the
 * type of an older version with the same struct, or NULL. */
#define TUNIP_ADDED_TYPE(s, k, b, eq, kin_, since_, until_)                                        \
    TUNIP__VINTAGE_TYPE(s, k, b, s##_fields, TUNIP_LEN(s##_fields), eq, TUNIP_TYPE_ADDED, NULL,    \
                        NULL, NULL, kin_, since_, until_)

/* Accepts any node: for the `item` or `key` of a row. No node has this type. */
TUNIP_API extern tunip_type tunip_any_type;

/* ---- built-in values: each is a node of a built-in type ---- */

/* A UTF-8 string. */
typedef struct tunip_string {
    tunip_node base;
    tunip_str value;
} tunip_string;

/* A boxed integer, for fields that hold any value. */
typedef struct tunip_int {
    tunip_node base;
    int64_t value;
} tunip_int;

/* A boxed floating point number. */
typedef struct tunip_float {
    tunip_node base;
    double value;
} tunip_float;

/* A boxed truth value. */
typedef struct tunip_bool {
    tunip_node base;
    bool value;
} tunip_bool;

/* A boxed dtype. */
typedef struct tunip_dtype_value {
    tunip_node base;
    tunip_dtype value;
} tunip_dtype_value;

/* DLPack's DLDevice: type 1 is cpu, 2 cuda, ... */
typedef struct tunip_device {
    tunip_node base;
    int32_t device_type;
    int32_t device_id;
} tunip_device;

/* Bytes without an encoding. */
typedef struct tunip_bytes {
    tunip_node base;
    tunip_str value;
} tunip_bytes;

/* A list of `count` integers. */
typedef struct tunip_shape {
    tunip_node base;
    size_t count;
    const int64_t *dims;
} tunip_shape;

/* A list of nodes. */
typedef struct tunip_array {
    tunip_node base;
    size_t count;
    tunip_node **items; /* items may be NULL */
} tunip_array;

/* A key of a map and its value; `value` may be NULL. */
typedef struct tunip_map_entry {
    tunip_node *key;
    tunip_node *value;
} tunip_map_entry;

/* Entries in insertion order, with unique keys. */
typedef struct tunip_map {
    tunip_node base;
    size_t count;
    tunip_map_entry *entries;
} tunip_map;

/* A dense tensor in row-major order, little-endian. */
typedef struct tunip_tensor {
    tunip_node base;
    int32_t device_type;
    int32_t device_id;
    tunip_dtype dtype;
    size_t ndim;
    const int64_t *shape;
    tunip_str data; /* the elements' bytes */
} tunip_tensor;

/* A member of the saved data of a tunip_opaque. */
typedef struct tunip_opaque_field {
    tunip_str name;    /* a NUL follows it */
    tunip_node *value; /* the node that the field refers to, or a boxed scalar */
    bool is_reference; /* the saved data was an integer that may be the index of a node */
    bool is_ambiguous; /* nothing in the file shows that this integer is an index; then the text
                          shows both: `op=1 or "f"` */
    int64_t index;     /* that integer, if is_reference */
} tunip_opaque_field;

/* A node of an unregistered type, as a reader found it. Its `type->key` is the key in the file. The
 * type lives as long as the graph. Types of two graphs are the same when their keys are equal.
 *
 * Such nodes are compared by their fields, in any order, and by their data. The file does not mark
 * which integers are indices of nodes. When both integers of a pair are valid indices, the nodes
 * they refer to are compared. When only one is valid, because the other graph is smaller, the
 * numbers are compared. */
typedef struct tunip_opaque {
    tunip_node base;
    size_t count;
    tunip_opaque_field *fields;
    tunip_node *data; /* the saved data when it was not an object of fields, else NULL */
} tunip_opaque;

TUNIP_API extern tunip_type tunip_string_type; /* "ffi.String" */
TUNIP_API extern tunip_type tunip_int_type;    /* "int" */
TUNIP_API extern tunip_type tunip_float_type;  /* "float" */
TUNIP_API extern tunip_type tunip_bool_type;   /* "bool" */
TUNIP_API extern tunip_type tunip_dtype_type;  /* "DataType" */
TUNIP_API extern tunip_type tunip_device_type; /* "Device" */
TUNIP_API extern tunip_type tunip_bytes_type;  /* "ffi.Bytes" */
TUNIP_API extern tunip_type tunip_shape_type;  /* "ffi.Shape" */
TUNIP_API extern tunip_type tunip_array_type;  /* "ffi.Array" */
TUNIP_API extern tunip_type tunip_map_type;    /* "ffi.Map" */
TUNIP_API extern tunip_type tunip_tensor_type; /* "ffi.Tensor" */
TUNIP_API extern tunip_type tunip_opaque_type; /* base of every unregistered type */

/* Whether the type of `node` is `type` or a descendant of it, or its kin is. False for NULL. */
static inline bool tunip_is_a(const tunip_node *node, const tunip_type *type)
{
    const tunip_type *at = node ? node->type : NULL;
    while (at && at != type) at = at->base;
    if (at || !node) return at != NULL;
    at = node->type->kin;
    while (at && at != type) at = at->base;
    return at != NULL;
}

/* Whether the type of `node` is exactly `type`, or has `type` as its kin. False for NULL. */
static inline bool tunip_is(const tunip_node *node, const tunip_type *type)
{
    /* `|`: one branch for both comparisons */
    return node && (node->type == type) | (node->type->kin == type);
}

/* `node` as a `t *` when it is exactly of type `t##_type`, else NULL. `node` may be a pointer to
 * any node struct. */
#define TUNIP_AS(t, node)                                                                          \
    ((const t *)(tunip_is((const tunip_node *)(node), &t##_type) ? (const void *)(node) : NULL))

/* The same for `t` and its descendants. */
#define TUNIP_AS_A(t, node)                                                                        \
    ((const t *)(tunip_is_a((const tunip_node *)(node), &t##_type) ? (const void *)(node) : NULL))

/* The number of items or entries; 0 for NULL. */
static inline size_t tunip_array_count(const tunip_array *array)
{
    return array ? array->count : 0;
}
static inline size_t tunip_map_count(const tunip_map *map)
{
    return map ? map->count : 0;
}

/* The text of a string node; empty for NULL or another type. */
static inline tunip_str tunip_string_value(const void *node)
{
    tunip_str none = {NULL, 0};
    return tunip_is((const tunip_node *)node, &tunip_string_type)
               ? ((const tunip_string *)node)->value
               : none;
}

/* The value of `key` in a map with string keys, or NULL. Linear in the map. */
TUNIP_API const tunip_node *tunip_map_get(const tunip_map *map, const char *key);

/* The value of the entry whose key is the node `key` (the same pointer), or NULL. Linear in the
 * map. */
TUNIP_API const tunip_node *tunip_map_at(const tunip_map *map, const tunip_node *key);

/* ---- nodes without knowledge of their structs ---- */

/* The type's own or inherited field with this name, or NULL. */
TUNIP_API const tunip_field *tunip_type_field(const tunip_type *type, const char *name);

/* A pointer to the field's storage inside the node. */
static inline const void *tunip_field_at(const tunip_node *node, const tunip_field *field)
{
    return (const char *)node + field->offset;
}

/* The node a NODE field points to (or NULL). */
static inline const tunip_node *tunip_field_node(const tunip_node *node, const tunip_field *field)
{
    return *(const tunip_node *const *)tunip_field_at(node, field);
}

/* Callbacks that receive a field of a type, or a child of a node. They return false to end the
 * iteration. */
typedef bool (*tunip_field_fn)(const tunip_field *field, void *user);
typedef bool (*tunip_child_fn)(const tunip_node *child, void *user);

/* Calls `fn` for each field of `type`, except fields with a flag in `skip`; fields of ancestors
 * come first. Returns false if `fn` did. Unregistered types, arrays and maps have no fields. */
TUNIP_API bool tunip_each_field(const tunip_type *type, unsigned skip, tunip_field_fn fn,
                                void *user);

/* Calls `fn` for each child of `node`, except children that are NULL. The children of a struct are
 * the nodes in its fields, except fields with a flag in `skip`. The children of an array are its
 * items, those of a map its keys and values, and those of a node of an unregistered type the nodes
 * to which its fields refer. Returns false if `fn` did. */
TUNIP_API bool tunip_each_child(const tunip_node *node, unsigned skip, tunip_child_fn fn,
                                void *user);

/* ---- walking ---- */

/* The next step of a walk. */
typedef enum tunip_walk_action {
    TUNIP_WALK_ON,   /* continue with the children */
    TUNIP_WALK_SKIP, /* do not visit the children, and do not call `leave` */
    TUNIP_WALK_STOP  /* end the walk */
} tunip_walk_action;

/* A flag for `skip` of a walk: do not visit nodes below the root that have no children to follow
 * and are not variables (TUNIP_TYPE_VARIABLE). */
enum { TUNIP_LEAVES = 1 << 16 };

/* A walk visits a node, then its children, then leaves the node. Children are in the order of the
 * fields of a struct, of the items of an array, and of the entries of a map (key, value). NULL
 * children are not visited. */
typedef struct tunip_walker {
    tunip_walk_action (*enter)(const tunip_node *node, void *user); /* required */
    void (*leave)(const tunip_node *node, void *user);              /* or NULL */
    void *user;
    unsigned skip; /* fields with any of these flags are not followed; may include TUNIP_LEAVES */
    const tunip_allocator *allocator; /* memory to find cycles with; NULL: malloc */
} tunip_walker;

/* How a walk ended. */
typedef enum tunip_walk_end {
    TUNIP_WALK_DONE,     /* everything was visited */
    TUNIP_WALK_STOPPED,  /* `enter` returned TUNIP_WALK_STOP */
    TUNIP_WALK_NO_MEMORY /* out of memory: some nodes were not visited */
} tunip_walk_end;

/* Walks everything reachable from `root`, as a tree: a shared node is visited at each use unless
 * `enter` skips it. Only memory limits the depth, not the C stack. For a NULL root returns
 * TUNIP_WALK_DONE. Rules have tunip_job_walk() in <tunip/ext/dialect.h>, which reports a lack of
 * memory. */
TUNIP_API tunip_walk_end tunip_walk(const tunip_node *root, const tunip_walker *walker);

/* Like tunip_walk(), but visits a shared node only once, at its first use. Use it for graphs that
 * may share many nodes: a tree walk of such a graph can take exponential time. Needs memory for the
 * set of visited nodes. */
TUNIP_API tunip_walk_end tunip_walk_once(const tunip_node *root, const tunip_walker *walker);

#ifdef __cplusplus
}
#endif
#endif
