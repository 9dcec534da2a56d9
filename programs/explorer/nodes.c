/* nodes.c -- the description of a node in the page. It comes from the field table, so no type has
 * code of its own here. */
#include "nodes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 60 }; /* bytes of a string */

static void put_string(tn_text *out, tunip_str text)
{
    size_t size = text.size < LONGEST ? text.size : LONGEST;
    while (size && size < text.size && ((unsigned char)text.data[size] & 0xC0) == 0x80) size--;
    tn_text_put_word(out, "\"");
    tunip_escape((tunip_str){text.data, size}, TUNIP_ESCAPE_LINE, tn_text_put_chunk, out);
    tn_text_put_word(out, size < text.size ? "...\"" : "\"");
}

static void put_dtype(tn_text *out, tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(dtype, name);
    tn_text_put_word(out, *name ? name : "void");
}

static void put_value(tn_text *out, const tunip_node *node);

static void put_field(tn_text *out, const tunip_node *node, const tunip_field *field)
{
    const void *any = tunip_field_at(node, field);
    switch (field->kind) {
    case TUNIP_KIND_NODE:
        put_value(out, tunip_field_node(node, field));
        break;
    case TUNIP_KIND_INT:
        tn_text_say(out, "%" PRId64, *(const int64_t *)any);
        break;
    case TUNIP_KIND_FLOAT:
        tn_text_say(out, "%g", *(const double *)any);
        break;
    case TUNIP_KIND_BOOL:
        tn_text_put_word(out, *(const bool *)any ? "true" : "false");
        break;
    default:
        put_dtype(out, *(const tunip_dtype *)any);
    }
}

/* The field that identifies a node best, such as its name, if it holds a string or a scalar. */
static const tunip_field *telling_field(const tunip_node *node)
{
    static const char *const names[] = {"name_hint", "name", "value", "dtype"};
    for (size_t i = 0; i < TUNIP_LEN(names); i++) {
        const tunip_field *field = tunip_type_field(node->type, names[i]);
        if (!field) continue;
        if (field->kind != TUNIP_KIND_NODE ||
            tunip_is(tunip_field_node(node, field), &tunip_string_type))
            return field;
    }
    return NULL;
}

static bool put_builtin(tn_text *out, const tunip_node *node)
{
    const void *any = node;
    if (tunip_is(node, &tunip_string_type))
        put_string(out, tunip_string_value(node));
    else if (tunip_is(node, &tunip_int_type))
        tn_text_say(out, "%" PRId64, ((const tunip_int *)any)->value);
    else if (tunip_is(node, &tunip_float_type))
        tn_text_say(out, "%g", ((const tunip_float *)any)->value);
    else if (tunip_is(node, &tunip_bool_type))
        tn_text_put_word(out, ((const tunip_bool *)any)->value ? "true" : "false");
    else if (tunip_is(node, &tunip_dtype_type))
        put_dtype(out, ((const tunip_dtype_value *)any)->value);
    else if (tunip_is(node, &tunip_array_type))
        tn_text_say(out, "list of %zu", tunip_array_count(any));
    else if (tunip_is(node, &tunip_map_type))
        tn_text_say(out, "map of %zu", tunip_map_count(any));
    else
        return false;
    return true;
}

/* "ir.IntImm 16", "tir.Var \"i\"", "list of 3" */
static void put_value(tn_text *out, const tunip_node *node)
{
    if (!node) {
        tn_text_put_word(out, "none");
        return;
    }
    if (put_builtin(out, node)) return;
    const tunip_field *field = telling_field(node);
    tunip_escape(tunip_str_from(node->type->key), TUNIP_ESCAPE_LINE, tn_text_put_chunk, out);
    if (!field) return;
    tn_text_put_word(out, " ");
    put_field(out, node, field);
}

typedef struct description {
    tn_text *out;
    const tunip_node *node;
} description;

/* "src/net.py:8:1", and a comma between the places of a span. */
static bool put_site(void *user, const tunip_site *site)
{
    tn_text *out = user;
    char room[512];
    size_t count = out->bytes.count, size = tunip_site_text(site, room, sizeof room);
    if (size >= sizeof room) size = sizeof room - 1;
    if (count && out->bytes.items[count - 1] != '\t') tn_text_put_word(out, ", ");
    tunip_escape((tunip_str){room, size}, TUNIP_ESCAPE_LINE, tn_text_put_chunk, out);
    return true;
}

static bool describe_field(const tunip_field *field, void *user)
{
    const description *d = user;
    if (strcmp(field->name, "span") == 0 && field->kind == TUNIP_KIND_NODE) {
        const tunip_node *span = tunip_node_span(d->node);
        if (!span) return true; /* most nodes have none */
        tn_text_put_word(d->out, "\nspan\t");
        tunip_each_site(span, put_site, d->out);
        return true;
    }
    if (field->kind == TUNIP_KIND_NODE && (field->flags & TUNIP_FLAG_IGNORE) &&
        !tunip_field_node(d->node, field))
        return true;
    tn_text_say(d->out, "\n%s\t", field->name);
    put_field(d->out, d->node, field);
    return true;
}

void ex_describe(tn_text *out, const tunip_node *node)
{
    description d = {out, node};
    if (!node) return;
    tunip_escape(tunip_str_from(node->type->key), TUNIP_ESCAPE_LINE, tn_text_put_chunk, out);
    tunip_each_field(node->type, 0, describe_field, &d);
    if (tunip_is(node, &tunip_array_type) || tunip_is(node, &tunip_map_type) ||
        tunip_is(node, &tunip_string_type)) {
        tn_text_put_word(out, "\nvalue\t");
        put_builtin(out, node);
    }
}

/* ---- paths ---- */

static const tunip_node *item_at(const tunip_node *node, int64_t index)
{
    const void *any = node;
    const tunip_array *array = tunip_is(node, &tunip_array_type) ? any : NULL;
    return array && index >= 0 && (size_t)index < array->count ? array->items[index] : NULL;
}

static const tunip_node *value_at(const tunip_node *node, const tunip_node *key)
{
    const void *any = node;
    const tunip_map *map = tunip_is(node, &tunip_map_type) ? any : NULL;
    tunip_str name = tunip_string_value(key);
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        const tunip_node *at = map->entries[i].key;
        bool same_text = name.data && tunip_str_equal(tunip_string_value(at), name);
        if (at == key || same_text) return map->entries[i].value;
    }
    return NULL;
}

static const tunip_node *step_from(const tunip_node *node, const tunip_path *path)
{
    if (!node) return NULL;
    if (path->step == TUNIP_STEP_ITEM) return item_at(node, path->at.index);
    if (path->step == TUNIP_STEP_KEY) return value_at(node, path->at.key);
    if (path->step != TUNIP_STEP_ATTR) return NULL;
    const tunip_field *field = tunip_type_field(node->type, path->at.attr);
    if (field) return field->kind == TUNIP_KIND_NODE ? tunip_field_node(node, field) : NULL;
    return tunip_is(node, &tunip_array_type) ? node : NULL; /* `indices.indices[1]`, as in TVM */
}

static bool make_room(ex_follower *f, size_t depth)
{
    if (depth < f->room) return true;
    size_t room = depth * 2 + 16;
    struct ex_followed *grown = realloc(f->way, room * sizeof *grown);
    if (!grown) return false;
    f->way = grown;
    f->room = room;
    return true;
}

const tunip_node *ex_follow(ex_follower *f, const tunip_path *path)
{
    if (!path || !make_room(f, path->depth)) return NULL;
    size_t depth = path->depth;
    const tunip_path *at = path;
    while (at->parent && !(at->depth < f->count && f->way[at->depth].path == at)) {
        f->way[at->depth].path = at;
        at = at->parent;
    }
    if (!at->parent) f->way[0] = (struct ex_followed){at, f->root};
    for (size_t i = at->depth + 1; i <= depth; i++)
        f->way[i].node = step_from(f->way[i - 1].node, f->way[i].path);
    f->count = depth + 1;
    return f->way[depth].node;
}

void ex_follower_free(ex_follower *f)
{
    free(f->way);
    *f = (ex_follower){.root = NULL};
}
