/* path.h -- access paths for the other files of the library: read from text, and looked up in a
 * set. The public part is <tunip/path.h>. */
#ifndef TN_PATH_H
#define TN_PATH_H

#include <tunip/path.h>

#include "../base/arena.h"
#include "../base/array.h"
#include "../base/map.h"

/* A key that was read from text, so that its node is not at hand: `I.GlobalVar("main")` has a
 * callee and a name, a variable only the name. It equals every node that prints so. */
typedef struct tn_path_key {
    tunip_node base;
    tunip_str callee; /* "" for a variable */
    tunip_str name;
    bool is_literal; /* `callee` is the text of a value */
} tn_path_key;

extern const tunip_type tn_path_key_type;

/* What a key that is neither a string nor a number prints as. */
enum { TN_KEY_CALLEE = 64 };
typedef struct tn_key_form {
    char callee[TN_KEY_CALLEE]; /* cut off if need be; "" for a variable */
    tunip_str name;
    bool named;      /* whether there is a name */
    bool is_literal; /* a float or a truth value, whose text `callee` is */
} tn_key_form;

tn_key_form tn_path_key_form(const tunip_node *key);

/* Whether two steps are of the same kind and have the same name, index or key. */
bool tn_path_same_step(const tunip_path *a, const tunip_path *b);
/* Equal for steps that are the same. */
uint64_t tn_path_step_hash(const tunip_path *path);

/* The same step as it would be read from text: a number in brackets is an item then, but the key of
 * a map may print so, too. */
tunip_path tn_path_as_written(const tunip_path *path);

/* The path that `text` is the text form of, in memory of `arena`. A number in brackets becomes an
 * item: the text does not tell whether it was the key of a map. On failure NULL, and `error` says
 * at which byte (from 0) something else was expected. */
const tunip_path *tn_path_parse(tn_arena *arena, tunip_str text, tunip_error *error);

/* What `path` leads to from its root, as reached from `base`, in memory of `arena`; NULL when out
 * of memory. */
const tunip_path *tn_path_append(tn_arena *arena, const tunip_path *base, const tunip_path *path);

/* ---- sets of paths ---- */

#define TN_NO_PLACE UINT32_MAX

typedef struct tn_place {
    const tunip_path *path;
    uint32_t parent; /* TN_NO_PLACE above the root */
    uint32_t next;   /* another one of the same hash, or TN_NO_PLACE */
} tn_place;

/* A set of paths with all their prefixes, each a numbered place; the root is place 0. Looking a
 * path up costs no more than looking up the steps it has after the last path that was looked up
 * before, however many paths there are. */
typedef struct tn_path_set {
    TN_ARRAY(tn_place) places;
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
/* The place of `path` if it is, or leads to, one that was added; else TN_NO_PLACE. Paths that are
 * looked up must not go away before the set does. Out of memory it sets `failed`. */
uint32_t tn_path_set_find(tn_path_set *set, const tunip_path *path);
/* The same as tn_path_set_add() for very many paths, which share what leads to them: none of them
 * may go away before the set does, and nothing may be looked up in between. */
uint32_t tn_path_set_intern(tn_path_set *set, const tunip_path *path);
/* As far as a path leads within a set, which may be far from what it was to lead to. */
typedef struct tn_trace {
    uint32_t place;
    bool whole; /* whether it came to its end */
} tn_trace;

/* Traces many paths through one set, which it does not change: each thread may have one. What was
 * found out about a path is remembered for those that extend it. */
typedef struct tn_tracer {
    const tn_path_set *set;
    tn_map known; /* path -> place, and whether it is the whole path */
    TN_ARRAY(const tunip_path *) pending;
} tn_tracer;

void tn_tracer_init(tn_tracer *tracer, const tn_path_set *set);
void tn_tracer_free(tn_tracer *tracer);
/* False when out of memory. Paths that are to be remembered must not go away before the tracer. */
bool tn_tracer_follow(tn_tracer *tracer, const tunip_path *path, bool remember, tn_trace *trace);

#endif
