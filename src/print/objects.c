/* objects.c -- which nodes of a graph are one object, for texts that keep it. A text that reads
 * back as an equal graph may still have two nodes where the original has one, for example the
 * types of two variables; or one node where the original has two. Comments above the text say
 * where:
 *
 *     # tunip: own object <root>.body.seq[1].value
 *     # tunip: one object <root>.params[0].dtype, <root>.params[1].dtype
 *
 * The first kind makes a copy of the node there. These lines come first, from the root down, so
 * that the paths of the lines after them lead into the copies. */
#include <string.h>

#include <tunip/rewrite.h>

#include "../ir/path.h"
#include "../ir/same.h"
#include "lossless.h"

/* A place of the original, and the node that the read graph has there. */
typedef struct place {
    const tunip_node *was;
    tunip_node *is;
    tunip_node **slot; /* what refers to `is`; NULL: a key, or the root */
    const tunip_path *path;
    bool is_leaf; /* its children have another turn */
} place;

/* The places of one object that are other nodes in the read graph. */
typedef struct group {
    const tunip_path *first;
    TN_ARRAY(const tunip_path *) others;
} group;

typedef struct finder {
    tn_arena arena;
    const tunip_allocator *allocator;
    tunip_graph *graph;   /* of `is` */
    tn_map mates;         /* a node of the original -> that of the read graph */
    tn_map firsts;        /* a node of the original -> the first path to it */
    tn_map taken;         /* the nodes of the read graph that are mates */
    tn_map numbers;       /* a node of the original -> its group + 1 */
    TN_ARRAY(place) open; /* still to visit, the next one last */
    TN_ARRAY(group) groups;
    TN_ARRAY(const tunip_path *) owns; /* the places that need a copy */
    const char *comment;
    tn_text *out;
    bool failed; /* out of memory */
} finder;

/* ---- children ---- */

static const tunip_path *extend(finder *f, const tunip_path *parent, unsigned step)
{
    tunip_path *path = tn_arena_alloc(&f->arena, sizeof *path);
    if (!path) {
        f->failed = true;
        return parent;
    }
    *path = (tunip_path){.parent = parent, .depth = parent->depth + 1, .step = (uint8_t)step};
    return path;
}

/* Each graph has its own types for keys that nobody registered. */
static bool same_type(const tunip_type *a, const tunip_type *b)
{
    bool is_opaque = a->base == &tunip_opaque_type && b->base == &tunip_opaque_type;
    return a == b || (is_opaque && strcmp(a->key, b->key) == 0);
}

/* Values and nodes that TVM has once, such as operators, are no objects. */
static void open_place(finder *f, place p)
{
    if (!p.was || !p.is || !same_type(p.was->type, p.is->type) || f->failed) return;
    if (tn_is_value(p.was->type) || p.was->type->codec) return;
    f->failed |= !tn_array_push(&f->open, f->allocator, p);
}

typedef struct field_place {
    finder *finder;
    const place *parent;
} field_place;

static bool open_field(const tunip_field *field, void *user)
{
    const unsigned span = TUNIP_FLAG_LOCATION | TUNIP_FLAG_IGNORE;
    field_place *p = user;
    finder *f = p->finder;
    if (field->kind != TUNIP_KIND_NODE || (field->flags & span) == span) return true;
    const tunip_path *path = extend(f, p->parent->path, TUNIP_STEP_ATTR);
    if (f->failed) return false;
    ((tunip_path *)(uintptr_t)path)->at.attr = field->name;
    tunip_node **slot = (tunip_node **)(void *)((char *)p->parent->is + field->offset);
    open_place(f, (place){tunip_field_node(p->parent->was, field), *slot, slot, path, false});
    return true;
}

static void open_opaque(finder *f, const place *p)
{
    const tunip_opaque *was = (const tunip_opaque *)p->was, *is = (const tunip_opaque *)p->is;
    for (size_t i = 0; i < was->count && i < is->count && !f->failed; i++) {
        const tunip_path *path = extend(f, p->path, TUNIP_STEP_ATTR);
        const char *name = tn_arena_str(&f->arena, was->fields[i].name).data;
        f->failed |= !name;
        if (f->failed || !tunip_str_equal(was->fields[i].name, is->fields[i].name)) return;
        ((tunip_path *)(uintptr_t)path)->at.attr = name;
        tunip_node **slot = &is->fields[i].value;
        open_place(f, (place){was->fields[i].value, *slot, slot, path, false});
    }
}

static void open_items(finder *f, const place *p)
{
    const tunip_array *was = (const tunip_array *)p->was, *is = (const tunip_array *)p->is;
    for (size_t i = 0; i < was->count && i < is->count && !f->failed; i++) {
        const tunip_path *path = extend(f, p->path, TUNIP_STEP_ITEM);
        if (f->failed) return;
        ((tunip_path *)(uintptr_t)path)->at.index = (int64_t)i;
        open_place(f, (place){was->items[i], is->items[i], &is->items[i], path, false});
    }
}

/* Whether the key of the read graph is that of the original: a variable that was met before is
 * known by its mate. */
static bool is_key(const finder *f, const tunip_path *was, const tunip_node *is)
{
    const uint64_t *mate = tn_map_get(&f->mates, was->at.key);
    tunip_path step = *was;
    step.at.key = is;
    return mate ? (const tunip_node *)(uintptr_t)*mate == is : tn_path_same_step(was, &step);
}

/* The entry of the read map with a key. Its entries usually have the order of the original, and
 * only the order tells variables apart that were not met before. */
static tunip_map_entry *entry_of(const finder *f, const tunip_map *is, const tunip_path *key,
                                 size_t index)
{
    if (index < is->count && is_key(f, key, is->entries[index].key)) return &is->entries[index];
    for (size_t i = 0; i < is->count; i++)
        if (is_key(f, key, is->entries[i].key)) return &is->entries[i];
    bool is_met = tn_map_get(&f->mates, key->at.key) || index >= is->count;
    return is_met ? NULL : &is->entries[index];
}

/* An entry's key, or its value. */
static void open_entry(finder *f, const place *p, size_t index, bool is_key, bool is_leaf)
{
    const tunip_map_entry *was = &((const tunip_map *)p->was)->entries[index];
    const tunip_path *path = extend(f, p->path, is_key ? TUNIP_STEP_KEY_MISSING : TUNIP_STEP_KEY);
    if (f->failed) return;
    ((tunip_path *)(uintptr_t)path)->at.key = was->key;
    tunip_map_entry *entry = entry_of(f, (const tunip_map *)p->is, path, index);
    if (entry && is_key)
        open_place(f, (place){was->key, entry->key, NULL, path, is_leaf});
    else if (entry)
        open_place(f, (place){was->value, entry->value, &entry->value, path, is_leaf});
}

/* Keys come before values, because the functions of a module refer to them; what they contain comes
 * last, because the functions have shorter paths to it. */
static void open_entries(finder *f, const place *p)
{
    size_t count = ((const tunip_map *)p->was)->count;
    for (size_t i = 0; i < count && !f->failed; i++) open_entry(f, p, i, true, true);
    for (size_t i = 0; i < count && !f->failed; i++) open_entry(f, p, i, false, false);
    for (size_t i = 0; i < count && !f->failed; i++) open_entry(f, p, i, true, false);
}

static void open_children(finder *f, const place *p)
{
    const tunip_type *type = p->was->type;
    size_t before = f->open.count;
    field_place fields = {f, p};
    if (type == &tunip_array_type)
        open_items(f, p);
    else if (type == &tunip_map_type)
        open_entries(f, p);
    else if (type->base == &tunip_opaque_type)
        open_opaque(f, p);
    else
        tunip_each_field(type, TUNIP_FLAG_AGAIN, open_field, &fields);
    for (size_t i = before, k = f->open.count; i + 1 < k; i++) { /* the first one is next */
        place last = f->open.items[--k];
        f->open.items[k] = f->open.items[i];
        f->open.items[i] = last;
    }
}

/* ---- comments ---- */

static void put_path(finder *f, const tunip_path *path)
{
    size_t size = tunip_path_text(path, NULL, 0);
    char *text = tn_arena_alloc(&f->arena, size + 1);
    f->failed |= !text;
    if (!text) return;
    tunip_path_text(path, text, size + 1);
    tn_text_put_str(f->out, (tunip_str){text, size});
}

/* Appends a path to the current line, or begins the next one. `first` is the path that each line
 * begins with; or NULL. */
static void put_next(finder *f, size_t *line, const char *kind, const tunip_path *first,
                     const tunip_path *path)
{
    enum { WIDTH = 96 };
    size_t end = f->out->bytes.count, size = tunip_path_text(path, NULL, 0);
    bool is_new = *line == SIZE_MAX || end - *line + size > WIDTH;
    if (is_new && *line != SIZE_MAX) tn_text_put_word(f->out, "\n");
    if (is_new) *line = f->out->bytes.count;
    if (is_new) tn_text_say(f->out, "%stunip: %s object ", f->comment, kind);
    if (is_new && first) put_path(f, first);
    if (!is_new || first) tn_text_put_word(f->out, ", ");
    put_path(f, path);
}

static void put_paths(finder *f, const char *kind, const tunip_path *first,
                      const tunip_path *const *paths, size_t count)
{
    size_t line = SIZE_MAX;
    for (size_t i = 0; i < count && !f->failed; i++) put_next(f, &line, kind, first, paths[i]);
    if (count) tn_text_put_word(f->out, "\n");
}

/* ---- the walk ---- */

/* The original has one object where the read graph has another node than before. */
static void note_one(finder *f, const place *p)
{
    bool is_new;
    uint64_t *number = tn_map_put(&f->numbers, p->was, &is_new);
    const uint64_t *first = tn_map_get(&f->firsts, p->was);
    if (number && is_new) {
        group g = {.first = (const tunip_path *)(uintptr_t)*first};
        *number = f->groups.count + 1;
        f->failed |= !tn_array_push(&f->groups, f->allocator, g);
    }
    f->failed |= !number;
    if (f->failed) return;
    group *g = &f->groups.items[*number - 1];
    f->failed |= !tn_array_push(&g->others, f->allocator, p->path);
}

/* The original has an object of its own where the read graph has a node that it had elsewhere. */
static void note_own(finder *f, place *p)
{
    if (!p->slot) return; /* the key of a map stays */
    p->is = *p->slot = tunip_node_copy(f->graph, p->is);
    f->failed |= !p->is;
    if (f->failed) return;
    f->failed |= !tn_array_push(&f->owns, f->allocator, p->path);
}

/* A place of a node that was met before. A key with a turn of its own may open its children. */
static void visit_again(finder *f, const place *p, const tunip_node *mate)
{
    bool is_key = p->path->parent && p->path->step == TUNIP_STEP_KEY_MISSING;
    const uint64_t *first = tn_map_get(&f->firsts, p->was);
    if (mate != p->is) {
        if (p->slot) note_one(f, p); /* the key of a map stays */
    } else if (is_key && !p->is_leaf &&
               tn_path_same_step((const void *)(uintptr_t)*first, p->path)) {
        open_children(f, p);
    }
}

static void visit(finder *f, place *p)
{
    bool is_new = false;
    if (tn_map_get(&f->taken, p->is) && !tn_map_get(&f->mates, p->was)) note_own(f, p);
    uint64_t *mate = f->failed ? NULL : tn_map_put(&f->mates, p->was, &is_new);
    f->failed |= !mate;
    if (f->failed) return;
    if (!is_new) {
        visit_again(f, p, (const tunip_node *)(uintptr_t)*mate);
        return;
    }
    *mate = (uintptr_t)p->is;
    uint64_t *first = tn_map_put(&f->firsts, p->was, NULL);
    f->failed |= !first || !tn_map_put(&f->taken, p->is, NULL);
    if (f->failed) return;
    *first = (uintptr_t)p->path;
    if (!p->is_leaf) open_children(f, p);
}

static void init(finder *f)
{
    tn_arena_init(&f->arena, f->allocator);
    tn_map_init(&f->mates, f->allocator);
    tn_map_init(&f->firsts, f->allocator);
    tn_map_init(&f->taken, f->allocator);
    tn_map_init(&f->numbers, f->allocator);
}

static void drop(finder *f)
{
    for (size_t i = 0; i < f->groups.count; i++)
        tn_array_free(&f->groups.items[i].others, f->allocator);
    tn_array_free(&f->groups, f->allocator);
    tn_array_free(&f->owns, f->allocator);
    tn_array_free(&f->open, f->allocator);
    tn_map_free(&f->mates);
    tn_map_free(&f->firsts);
    tn_map_free(&f->taken);
    tn_map_free(&f->numbers);
    tn_arena_free(&f->arena);
}

bool tn_objects_compare(const tunip_node *was, tunip_graph *is, const char *comment, tn_text *out)
{
    static const tunip_path root;
    finder f = {.allocator = out->allocator, .graph = is, .comment = comment, .out = out};
    init(&f);
    open_place(&f, (place){was, (tunip_node *)(uintptr_t)tunip_graph_root(is), NULL, &root, false});
    while (f.open.count && !f.failed) {
        place next = f.open.items[--f.open.count];
        visit(&f, &next);
    }
    put_paths(&f, "own", NULL, f.owns.items, f.owns.count);
    for (size_t i = 0; i < f.groups.count; i++) {
        const group *g = &f.groups.items[i];
        put_paths(&f, "one", g->first, g->others.items, g->others.count);
    }
    bool fine = !f.failed;
    drop(&f);
    return fine;
}
