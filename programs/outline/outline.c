/* outline.c -- collects the entries of an outline. */
#include "outline.h"

#include <stdlib.h>
#include <string.h>

/* A type whose nodes have a line: what it is called, and the fields that lead to its name. Versions
 * differ: fields that a node lacks are skipped. Without fields, the name is that of the entry of
 * the module, a global variable. */
typedef struct kind {
    const char *key;
    const char *word;
    const char *name[4];
} kind;

static const kind kinds[] = {
    {"tir.PrimFunc", "function", {NULL}},
    {"relax.expr.Function", "function", {NULL}},
    {"relax.expr.ExternFunc", "function", {NULL}},
    {"relay.Function", "function", {NULL}},
    {"tir.For", "loop", {"loop_var", "name"}},
    {"tir.While", "loop", {NULL}},
    {"tir.Block", "block", {"name_hint"}},
    {"relax.expr.VarBinding", "binding", {"var", "vid", "name_hint", "name"}},
    {"relax.expr.MatchCast", "binding", {"var", "vid", "name_hint", "name"}},
    {"relay.Let", "binding", {"var", "vid", "name_hint", "name"}},
    {"mlir.Operation", "operation", {"name"}},
};

static const kind *find_kind(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        if (strcmp(type->key, kinds[i].key) == 0 ||
            (type->kin && strcmp(type->kin->key, kinds[i].key) == 0))
            return &kinds[i];
    return NULL;
}

bool outline_has(const tunip_node *node)
{
    return find_kind(node->type) != NULL;
}

const tunip_node *outline_child(const tunip_node *node, const char *name)
{
    const tunip_field *field = node ? tunip_type_field(node->type, name) : NULL;
    return field && field->kind == TUNIP_KIND_NODE ? tunip_field_node(node, field) : NULL;
}

tunip_str outline_own_symbol(const tunip_node *function)
{
    const tunip_node *dict = outline_child(outline_child(function, "attrs"), "__dict__");
    const tunip_map *entries = TUNIP_AS(tunip_map, dict);
    return tunip_string_value(entries ? tunip_map_get(entries, "global_symbol") : NULL);
}

static tunip_str name_of(const kind *k, const tunip_node *node, tunip_str global)
{
    if (strcmp(k->word, "function") == 0) return global.size ? global : outline_own_symbol(node);
    for (size_t i = 0; i < TUNIP_LEN(k->name) && k->name[i]; i++)
        if (tunip_type_field(node->type, k->name[i])) node = outline_child(node, k->name[i]);
    return k->name[0] ? tunip_string_value(node) : (tunip_str){NULL, 0};
}

static void add(outline *o, const outline_entry *e)
{
    if (o->count == o->room) {
        size_t room = o->room ? o->room * 2 : 64;
        outline_entry *items = realloc(o->items, room * sizeof *items);
        o->has_failed |= !items;
        if (!items) return;
        o->items = items;
        o->room = room;
    }
    o->items[o->count++] = *e;
}

/* The kinds of the types seen so far: a graph has few types and many nodes. */
typedef struct known_type {
    const tunip_type *type;
    const kind *kind;
    bool is_global;
} known_type;

typedef struct walk {
    outline *o;
    known_type types[64];
} walk;

static const known_type *type_of(walk *w, const tunip_node *node)
{
    const tunip_type *type = node->type;
    known_type *known = &w->types[((uintptr_t)type >> 4) % TUNIP_LEN(w->types)];
    if (known->type == type) return known;
    bool is_global = strcmp(type->key, "ir.GlobalVar") == 0 || strcmp(type->key, "GlobalVar") == 0;
    *known = (known_type){type, find_kind(type), is_global};
    return known;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    walk *w = user;
    outline *o = w->o;
    const known_type *type = type_of(w, node);
    const kind *k = type->kind;
    if (type->is_global) o->global = tunip_string_value(outline_child(node, "name_hint"));
    if (!k) return TUNIP_WALK_ON;
    add(o, &(outline_entry){k->word, name_of(k, node, o->global), node, o->depth, o->open, 0});
    o->depth++;
    o->open = o->count;
    return o->has_failed ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    walk *w = user;
    outline *o = w->o;
    if (!type_of(w, node)->kind || !o->open) return;
    o->depth--;
    o->open = o->items[o->open - 1].parent;
}

bool outline_collect(outline *o, const tunip_node *root)
{
    walk w = {.o = o};
    const tunip_walker walker = {
        .enter = enter, .leave = leave, .user = &w, .skip = TUNIP_FLAG_IGNORE};
    tunip_walk_end end = tunip_walk(root, &walker);
    o->has_failed |= end == TUNIP_WALK_NO_MEMORY;
    return !o->has_failed;
}

void outline_free(outline *o)
{
    free(o->items);
    *o = (outline){.items = NULL};
}
