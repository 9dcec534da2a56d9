/* reader.h -- the inside of the saved-graph reader. */
#ifndef TN_READER_H
#define TN_READER_H

#include "../../core/base/array.h"
#include "../../core/base/intern.h"
#include "../../core/ir/graph.h"
#include "../../core/ir/kinds.h"
#include "../../core/ir/registry.h"
#include "../json/json.h"

/* Arrays and maps as the reader makes them. */
typedef struct tn_read_array {
    tunip_array array;
    tn_common items;
} tn_read_array;

typedef struct tn_read_map {
    tunip_map map;
    tn_common keys;
    tn_common values;
} tn_read_map;

struct tn_reader;

/* An array or a map that refers to nodes further down: it is empty until they are read. */
typedef struct tn_late_list {
    tunip_node *node;
    bool (*read)(struct tn_reader *r, tunip_node *out);
    const char *at;
} tn_late_list;

/* A field that refers to a node further down, or to such a list. */
typedef struct tn_deferred {
    const tunip_field *field;
    const tunip_type *owner;
    tunip_node **out;
    size_t index;
    const char *at;
} tn_deferred;

typedef struct tn_reader {
    tn_json json;
    tn_token token; /* the one at json.at, not yet used */
    tunip_graph *graph;
    const tn_registry *registry;
    const tunip_allocator *allocator;
    TN_ARRAY(tunip_node *) nodes; /* by index; NULL is None */
    TN_ARRAY(tunip_node *) list;  /* the one being read */
    TN_ARRAY(tn_deferred) deferred;
    TN_ARRAY(tn_late_list) late;
    bool list_is_late;      /* what is in `list` is not all of it */
    bool is_whole;          /* all nodes are read */
    tn_intern strings;      /* that the graph holds */
    tn_intern unknown_keys; /* entry i belongs to unknown_types.items[i] */
    TN_ARRAY(tunip_type *) unknown_types;
    tunip_str dtype_text; /* the last one: dtypes repeat */
    tunip_dtype dtype;
    const tunip_field *field; /* the one being read, for messages; or NULL */
    const tunip_type *owner;  /* of `field` */
    tunip_error *error;
    tunip_status status; /* of the first failure: everything stops */
} tn_reader;

/* Reads `text`, which has a NUL behind it, into `graph`, which is unfit for use after a failure. */
tunip_status tn_read_text(tunip_graph *graph, tunip_str text, tunip_error *error);

/* ---- failing (fail.c): all of these return false ---- */

bool tn_read_fail(tn_reader *r, tunip_status code, const char *at, const char *format, ...)
    TUNIP_PRINTF(4, 5);
bool tn_read_fail_memory(tn_reader *r);
/* "expected <what>, got <the token at `at`>". */
bool tn_read_reject(tn_reader *r, const char *at, const char *format, ...) TUNIP_PRINTF(3, 4);
/* The same of the token not yet used. */
bool tn_read_unexpected(tn_reader *r, const char *what);

/* ---- tokens ---- */

static inline void tn_read_advance(tn_reader *r)
{
    r->token = tn_json_next(&r->json);
}
bool tn_read_expect(tn_reader *r, tn_token token);
/* Between the elements of an array or object: whether another one follows. `first` is true before
 * the first one; `close` ends the list and is consumed. */
bool tn_read_more(tn_reader *r, bool first, tn_token close);

/* ---- scalars (scalar.c, string.c): each reads one token ---- */

bool tn_read_int(tn_reader *r, const char *what, int64_t *out);
bool tn_read_float(tn_reader *r, const char *what, double *out);
bool tn_read_bool(tn_reader *r, const char *what, bool *out);
bool tn_read_dtype(tn_reader *r, const char *what, tunip_dtype *out);
/* The index of a node, read before or not. */
bool tn_read_index(tn_reader *r, const char *what, size_t *out);
/* A view of the file, or of decoded text in the graph. */
bool tn_read_string(tn_reader *r, const char *what, tunip_str *out);
/* The same for what is to stay: in memory of the graph. */
bool tn_read_own_string(tn_reader *r, const char *what, tunip_str *out);

/* ---- nodes: each reads the data and makes the node ---- */

/* A built-in value (values.c). */
bool tn_read_value(tn_reader *r, const tunip_type *type, tunip_node **out);
/* No object has more fields than this. */
enum { TN_MOST_FIELDS = 256 };
/* An object of a registered type (object.c). */
bool tn_read_object(tn_reader *r, const tn_type_info *info, tunip_node **out);
/* An object of a type that is not (opaque.c); `key` stands at `at`. */
bool tn_read_opaque(tn_reader *r, tunip_str key, const char *at, tunip_node **out);
/* The entries of a map from a list of keys and values that began at `at` (map.c). */
bool tn_read_entries(tn_reader *r, const char *at, tn_read_map *out);

/* ---- what may stand where (check.c) ---- */

/* Whether node number `index` may stand in `field`; fails at `at` if not. */
bool tn_read_check(tn_reader *r, size_t index, const tunip_field *field, const char *at);

/* ---- references to later nodes (later.c) ---- */

/* Notes that r->field, whose value is to be stored at `out`, refers to node number `index`. */
bool tn_read_defer(tn_reader *r, size_t index, const char *at, void *out);
/* Notes that `node`, whose list begins at `at`, is to be read again when all nodes are there. */
bool tn_read_put_off(tn_reader *r, tunip_node *node, const char *at,
                     bool (*read)(tn_reader *r, tunip_node *out));
/* Whether that is so of `node`, which may be NULL. */
bool tn_read_is_put_off(const tunip_node *node);
/* Stores all of them, after the last node was read. What `root` leads to must be without cycles. */
bool tn_read_deferred(tn_reader *r, const tunip_node *root);

#endif
