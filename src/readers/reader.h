/* reader.h -- the inside of the saved-graph reader. */
#ifndef TN_READER_H
#define TN_READER_H

#include "../core/base/array.h"
#include "../core/ir/graph.h"
#include "../core/ir/registry.h"
#include "json.h"

/* A node already read. `items` and `keys` are the types its elements were last checked against, so
 * that a large array used by many nodes is checked once. */
typedef struct tn_read_node {
    tunip_node *node; /* NULL for None */
    const tunip_type *items;
    const tunip_type *keys;
} tn_read_node;

typedef struct tn_reader {
    tn_json json;
    tn_token token; /* the one at json.at, not yet used */
    tunip_graph *graph;
    const tn_registry *registry;
    const tunip_allocator *allocator;
    TN_ARRAY(tn_read_node) nodes;
    TN_ARRAY(tunip_type *) unknown_types;
    tunip_str last_dtype_text; /* dtypes repeat */
    tunip_dtype last_dtype;
    tunip_error *error;
    tunip_status status; /* of the first failure: everything stops */
} tn_reader;

/* ---- tokens (reader.c) ---- */

/* Fails at `at`; always returns false. */
bool tn_read_fail(tn_reader *r, tunip_status code, const char *at, const char *format, ...)
    TUNIP_PRINTF(4, 5);
bool tn_read_fail_memory(tn_reader *r);
/* "expected <what>, got <the token>". */
bool tn_read_unexpected(tn_reader *r, const char *expected);

static inline void tn_read_advance(tn_reader *r)
{
    r->token = tn_json_next(&r->json);
}
bool tn_read_expect(tn_reader *r, tn_token token);
/* Between the elements of an array or object: whether another one follows. `first` is true before
 * the first one; `close` ends the list and is consumed. */
bool tn_read_more(tn_reader *r, bool first, tn_token close);

/* ---- scalars (scalar.c): each reads one token ---- */

bool tn_read_int(tn_reader *r, const char *what, int64_t *out);
bool tn_read_float(tn_reader *r, const char *what, double *out);
bool tn_read_bool(tn_reader *r, const char *what, bool *out);
bool tn_read_string(tn_reader *r, const char *what, tunip_str *out);
bool tn_read_dtype(tn_reader *r, const char *what, tunip_dtype *out);
/* The index of a node read before. */
bool tn_read_index(tn_reader *r, const char *what, size_t *out);

/* ---- nodes ---- */

/* A built-in value of the type (values.c), an object of a registered type (object.c), or of an
 * unregistered one: reads the data and makes the node. */
bool tn_read_value(tn_reader *r, const tunip_type *type, tunip_node **out);
bool tn_read_object(tn_reader *r, const tn_type_info *info, tunip_node **out);
bool tn_read_opaque(tn_reader *r, tunip_str key, tunip_node **out);

/* Whether the node at `index` may stand where `field` is; fails at `at` if not. */
bool tn_read_check(tn_reader *r, size_t index, const tunip_field *field, const tunip_type *owner,
                   const char *at);

/* The bytes of TVM's saved tensor (tensor.c). */
bool tn_read_tensor(tn_reader *r, tunip_str bytes, const char *at, tunip_tensor *out);

#endif
