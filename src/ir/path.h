/* path.h -- access paths: parsing, sets of paths, and the nodes at their ends. The public part
 * is <tunip/path.h>. */
#ifndef TN_PATH_H
#define TN_PATH_H

#include <tunip/json.h>
#include <tunip/path.h>

#include "../util/memory.h"
#include "../util/tables.h"

/* ======== path ======== */

/* Access paths inside the library: parsing, and sets of paths. The public part is
 * <tunip/path.h>. */

/* A key parsed from text, without a node: `I.GlobalVar("main")` has a callee and a name, a variable
 * only a name. It equals every node with the same text. */
typedef struct tn_path_key {
    tunip_node base;
    tunip_str callee; /* "" for a variable */
    tunip_str name;
    bool is_literal; /* `callee` is the text of a value */
} tn_path_key;

extern const tunip_type tn_path_key_type;

/* The text of a key that is neither a string nor an integer: `I.GlobalVar("main")`, `x`, `0.5`. */
enum { TN_KEY_NUMBER = 32 };
typedef struct tn_key_form {
    bool in_ir;                 /* whether "I." precedes the callee */
    tunip_str callee;           /* "" for a variable */
    char number[TN_KEY_NUMBER]; /* the text of a float node, which stands for `callee`; else "" */
    tunip_str name;
    bool named;      /* whether there is a name */
    bool is_literal; /* a float or a truth value, whose text `callee` is */
} tn_key_form;

tn_key_form tn_path_key_form(const tunip_node *key);

/* The name of a key, such as that of a function; the text of a string; otherwise empty. */
static inline tunip_str tn_path_key_name(const tunip_node *key)
{
    const tn_key_form form = tn_path_key_form(key);
    return form.named ? form.name : tunip_string_value(key);
}

/* Whether only the other side of a comparison has what the path leads to. */
static inline bool tn_path_is_missing(const tunip_path *path)
{
    return path->parent && path->step >= TUNIP_STEP_ATTR_MISSING;
}

/* Whether two steps are of the same kind and have the same name, index or key. */
bool tn_path_same_step(const tunip_path *a, const tunip_path *b);
/* The hash of a step; equal steps have the same hash. */
uint64_t tn_path_step_hash(const tunip_path *path);

/* The step that the parser would make from the text of this step: a number in brackets becomes an
 * item, although the key of a map may have the same text. */
tunip_path tn_path_as_written(const tunip_path *path);

/* Parses the text form of a path; the path is in memory of `arena`. A number in brackets becomes an
 * item, because the text does not show whether it was the key of a map. On failure returns NULL,
 * and `error` names the byte (from 0). */
const tunip_path *tn_path_parse(tn_arena *arena, tunip_str text, tunip_error *error);

/* `base` extended by all steps of `path`, in memory of `arena`; NULL when out of memory. */
const tunip_path *tn_path_append(tn_arena *arena, const tunip_path *base, const tunip_path *path);

/* ---- sets of paths ---- */

#define TN_NO_PLACE UINT32_MAX

typedef struct tn_path_place {
    const tunip_path *path;
    uint32_t parent; /* TN_NO_PLACE above the root */
    uint32_t next;   /* another one of the same hash, or TN_NO_PLACE */
} tn_path_place;

/* A set of paths with all their prefixes, each a numbered place; the root is place 0. Looking up a
 * path costs time only for the steps that it does not share with the previous lookup, for any
 * number of paths. */
typedef struct tn_path_set {
    TN_ARRAY(tn_path_place) places;
    tn_map children; /* hash of parent and step -> first place of that hash + 1 */
    tn_map known;    /* path -> its place + 1, or 0 for none */
    TN_ARRAY(const tunip_path *) pending;
    uint32_t deepest;
    const tunip_allocator *allocator;
    bool failed; /* out of memory */
} tn_path_set;

void tn_path_set_init(tn_path_set *set, const tunip_allocator *allocator);
void tn_path_set_free(tn_path_set *set);
/* The place of `path`, which must outlive the set; TN_NO_PLACE when out of memory. */
uint32_t tn_path_set_add(tn_path_set *set, const tunip_path *path);
/* The place of `path` if it is an added path or a prefix of one; else TN_NO_PLACE. Looked-up paths
 * must outlive the set. When out of memory, sets `failed`. */
uint32_t tn_path_set_find(tn_path_set *set, const tunip_path *path);
/* tn_path_set_add() for very many paths with shared prefixes. All of them must outlive the set, and
 * there may be no lookups in between. */
uint32_t tn_path_set_intern(tn_path_set *set, const tunip_path *path);
/* The place of a path that was interned, in constant time. Does not change the set. */
uint32_t tn_path_set_known(const tn_path_set *set, const tunip_path *path);
/* The longest prefix of a path within a set. */
typedef struct tn_trace {
    uint32_t place;
    bool whole; /* whether it is the whole path */
} tn_trace;

/* Traces many paths through one set without changing it, so each thread may have a tracer. It
 * caches the result of a path for its extensions. */
typedef struct tn_tracer {
    const tn_path_set *set;
    tn_map known; /* path -> place, and whether it is the whole path */
    TN_ARRAY(const tunip_path *) pending;
} tn_tracer;

void tn_tracer_init(tn_tracer *tracer, const tn_path_set *set);
void tn_tracer_free(tn_tracer *tracer);
/* False when out of memory. Cached paths must outlive the tracer. */
bool tn_tracer_follow(tn_tracer *tracer, const tunip_path *path, bool remember, tn_trace *trace);

/* ======== follow ======== */

/* From paths to nodes. */

typedef enum tn_step_end {
    TN_STEP_NODE,   /* the step leads to a node, */
    TN_STEP_VALUE,  /* to something that is not a node: a NULL child, a number, a missing element */
    TN_STEP_NOWHERE /* or to nothing */
} tn_step_end;

typedef struct tn_entry {
    const tunip_map *map;
    size_t index;
    uint32_t next; /* another one of the same hash, or TN_NO_PLACE */
} tn_entry;

/* Follows many paths from one root. Each step is followed once, and keys of maps are hashed. */
typedef struct tn_follower {
    const tunip_node *root;
    const tunip_allocator *allocator;
    tn_map known;   /* path -> node */
    tn_map indexed; /* the maps whose entries are in `entries` */
    tn_map first;   /* hash of map and key -> the first of its entries + 1 */
    TN_ARRAY(tn_entry) entries;
    TN_ARRAY(const tunip_path *) pending;
    bool failed; /* out of memory */
} tn_follower;

void tn_follower_init(tn_follower *f, const tunip_node *root, const tunip_allocator *allocator);
void tn_follower_free(tn_follower *f);

/* The last step of `path`, from `node`. *to is NULL unless it leads to a node. */
tn_step_end tn_follow_step(tn_follower *f, const tunip_node *node, const tunip_path *path,
                           const tunip_node **to);

/* The node at `path`, or NULL. Paths must outlive the follower. */
const tunip_node *tn_follow(tn_follower *f, const tunip_path *path);

/* The place in the parent's node that refers to the node at `path`; NULL if there is none, and for
 * the root. A node that is put there is not seen by this follower if it followed the path before.
 */
tunip_node **tn_follow_slot(tn_follower *f, const tunip_path *path);

/* Writes a string: the text form of a path (tunip_path_text()). */
void tn_json_put_path(tunip_json_writer *w, const tunip_path *path);

#endif
