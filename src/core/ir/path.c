/* path.c -- the text form of access paths, and comparing them. */
#include "path.h"

#include <stdio.h>

#include <tunip/ext/mix.h>
#include <tunip/json.h>

#include "../base/chain.h"
#include "../base/escape.h"
#include "../json/json.h"
#include "same.h"

/* ---- keys ---- */

const tunip_type tn_path_key_type = {.key = "tunip.PathKey", .size = sizeof(tn_path_key)};

/* The name_hint of a node that has one, such as a global variable. */
static const tunip_node *name_of(const tunip_node *node, const char *field)
{
    const tunip_field *row = tunip_type_field(node->type, field);
    const tunip_node *name =
        row && row->kind == TUNIP_KIND_NODE ? tunip_field_node(node, row) : NULL;
    return tunip_is(name, &tunip_string_type) ? name : NULL;
}

/* The part of a variable's name that is valid in a script. */
static char shown(char c)
{
    return tunip_is_letter(c) || tunip_is_digit(c) ? c : '_';
}

/* The prefix of the nodes of dialect `ir`. */
#define IR_PREFIX "I."

static tn_key_form form_of_text(const tn_path_key *key)
{
    const size_t prefix = sizeof IR_PREFIX - 1;
    tn_key_form form = {.callee = key->callee,
                        .name = key->name,
                        .named = key->name.data != NULL,
                        .is_literal = key->is_literal};
    form.in_ir = !key->is_literal && key->callee.size > prefix &&
                 memcmp(key->callee.data, IR_PREFIX, prefix) == 0;
    if (form.in_ir) form.callee = (tunip_str){key->callee.data + prefix, key->callee.size - prefix};
    return form;
}

/* A number keeps its point, so that it is not taken for an item. */
static void write_float(tn_key_form *form, double value)
{
    snprintf(form->number, sizeof form->number, "%g", value);
    size_t size = strlen(form->number);
    if (!strpbrk(form->number, ".en")) memcpy(form->number + size, ".0", sizeof ".0");
}

/* False for a key that is not a literal. */
static bool form_of_literal(const tunip_node *key, tn_key_form *form)
{
    *form = (tn_key_form){.is_literal = true};
    if (key->type == &tunip_float_type)
        write_float(form, ((const tunip_float *)(const void *)key)->value);
    else if (key->type == &tunip_bool_type)
        form->callee = ((const tunip_bool *)(const void *)key)->value
                           ? (tunip_str)TUNIP_STR("True")
                           : (tunip_str)TUNIP_STR("False");
    else
        return false;
    return true;
}

/* The callee, or the text of a literal. */
static tunip_str callee_of(const tn_key_form *form)
{
    return form->number[0] ? (tunip_str){form->number, strlen(form->number)} : form->callee;
}

/* A variable prints as its name, another node as a call with its name_hint, if it has one. */
static tn_key_form form_of_node(const tunip_node *key)
{
    const tunip_type *type = key->type;
    tn_key_form literal;
    if (form_of_literal(key, &literal)) return literal;
    const tunip_node *hint = name_of(key, "name_hint");
    const tunip_node *name = hint ? hint : name_of(key, "name");
    tn_key_form form = {.named = name != NULL};
    if (name) form.name = tunip_string_value(name);
    if (name && !hint && type->flags & TUNIP_TYPE_VARIABLE) {
        if (!form.name.size) form.name = (tunip_str)TUNIP_STR("v");
        return form;
    }
    const char *dot = strrchr(type->key, '.');
    const char *word = dot ? dot + 1 : type->key;
    form.in_ir = strncmp(type->key, "ir.", 3) == 0;
    form.callee = (tunip_str){word, strlen(word)};
    return form;
}

tn_key_form tn_path_key_form(const tunip_node *key)
{
    if (!key) return (tn_key_form){.name = TUNIP_STR("None"), .named = true};
    return key->type == &tn_path_key_type ? form_of_text((const tn_path_key *)key)
                                          : form_of_node(key);
}

static bool same_form(const tunip_node *a, const tunip_node *b)
{
    const tn_key_form x = tn_path_key_form(a), y = tn_path_key_form(b);
    const tunip_str callee = callee_of(&x);
    if (x.is_literal != y.is_literal || x.in_ir != y.in_ir || x.named != y.named) return false;
    if (!tunip_str_equal(callee, callee_of(&y))) return false;
    if (callee.size) return tunip_str_equal(x.name, y.name);
    if (x.name.size != y.name.size) return false;
    for (size_t i = 0; i < x.name.size; i++)
        if (shown(x.name.data[i]) != shown(y.name.data[i])) return false;
    return true;
}

/* A key whose text is parsed as the same key. */
static bool is_plain(const tunip_node *key)
{
    return key->type == &tunip_string_type || key->type == &tunip_int_type;
}

static bool same_key(const tunip_node *a, const tunip_node *b)
{
    if (a == b) return true;
    if (!a || !b || !a->type || !b->type) return false;
    if (a->type == &tn_path_key_type || b->type == &tn_path_key_type)
        return !is_plain(a) && !is_plain(b) && same_form(a, b);
    if (a->type != b->type) return false;
    if (tn_is_value(a->type)) return tn_same_value(a, b, false);
    const tunip_node *name = name_of(a, "name_hint"), *other = name_of(b, "name_hint");
    return name && other && tunip_str_equal(tunip_string_value(name), tunip_string_value(other));
}

static uint64_t hash_key(const tunip_node *key)
{
    if (!key || !key->type) return 0;
    if (key->type == &tunip_int_type) return (uint64_t)((const tunip_int *)key)->value;
    if (key->type == &tunip_string_type) {
        tunip_str text = tunip_string_value(key);
        return tn_hash_bytes(text.data, text.size);
    }
    const tn_key_form form = tn_path_key_form(key);
    const tunip_str callee = callee_of(&form);
    uint64_t hash = tn_hash_bytes(callee.data, callee.size);
    for (size_t i = 0; i < form.name.size; i++)
        hash = (hash ^ (unsigned char)shown(form.name.data[i])) * UINT64_C(0x100000001B3);
    return hash;
}

/* ---- steps ---- */

bool tn_path_same_step(const tunip_path *a, const tunip_path *b)
{
    if (a->step != b->step) return false;
    switch ((tunip_step)a->step) {
    case TUNIP_STEP_ATTR:
    case TUNIP_STEP_ATTR_MISSING:
        return a->at.attr == b->at.attr || strcmp(a->at.attr, b->at.attr) == 0;
    case TUNIP_STEP_ITEM:
    case TUNIP_STEP_ITEM_MISSING:
        return a->at.index == b->at.index;
    default:
        return same_key(a->at.key, b->at.key);
    }
}

uint64_t tn_path_step_hash(const tunip_path *path)
{
    uint64_t kind = (path->step + UINT64_C(1)) << 56;
    switch ((tunip_step)path->step) {
    case TUNIP_STEP_ATTR:
    case TUNIP_STEP_ATTR_MISSING:
        return kind ^ tn_hash_bytes(path->at.attr, strlen(path->at.attr));
    case TUNIP_STEP_ITEM:
    case TUNIP_STEP_ITEM_MISSING:
        return kind ^ tunip_mix((uint64_t)path->at.index);
    default:
        return kind ^ hash_key(path->at.key);
    }
}

bool tunip_path_is_prefix(const tunip_path *prefix, const tunip_path *path)
{
    if (!prefix || !path || prefix->depth > path->depth) return false;
    while (path->depth > prefix->depth) path = path->parent;
    for (; prefix != path; prefix = prefix->parent, path = path->parent)
        if (!prefix->parent || !tn_path_same_step(prefix, path))
            return !prefix->parent && !path->parent;
    return true;
}

const tunip_path *tunip_path_common(const tunip_path *a, const tunip_path *b)
{
    if (!a || !b) return NULL;
    while (a->depth > b->depth) a = a->parent;
    while (b->depth > a->depth) b = b->parent;
    const tunip_path *common = b;
    for (; a != b && b->parent; a = a->parent, b = b->parent)
        if (!tn_path_same_step(a, b)) common = b->parent;
    return common;
}

/* ---- text ---- */

/* A writer that truncates its text at a size but counts the full length. */
typedef struct sink {
    char *out;
    size_t size;
    size_t used;
} sink;

static void put(sink *s, const char *data, size_t size)
{
    size_t room = s->used + 1 < s->size ? s->size - 1 - s->used : 0;
    if (room && size) memcpy(s->out + s->used, data, size < room ? size : room);
    s->used += size;
}

static void put_text(sink *s, const char *text)
{
    put(s, text, strlen(text));
}

static void put_quoted(sink *s, tunip_str text)
{
    put_text(s, "\"");
    for (size_t i = 0; i < text.size; i++) {
        char code[TN_ESCAPED_BYTE];
        tn_escape_byte(text.data[i], code);
        put_text(s, code);
    }
    put_text(s, "\"");
}

/* As in TVM's messages: strings quoted, global variables as I.GlobalVar("name"), others bare. */
static void put_named_key(sink *s, const tunip_node *key)
{
    const tn_key_form form = tn_path_key_form(key);
    const tunip_str callee = callee_of(&form);
    if (form.in_ir) put_text(s, IR_PREFIX);
    put(s, callee.data, callee.size);
    if (form.is_literal) return;
    if (callee.size) {
        put_text(s, "(");
        if (form.named) put_quoted(s, form.name);
        put_text(s, ")");
        return;
    }
    for (size_t i = 0; i < form.name.size; i++) {
        char c = shown(form.name.data[i]);
        put(s, &c, 1);
    }
}

static void put_key(sink *s, const tunip_node *key)
{
    char number[32];
    if (tunip_is(key, &tunip_string_type)) {
        put_quoted(s, tunip_string_value(key));
    } else if (tunip_is(key, &tunip_int_type)) {
        snprintf(number, sizeof number, "%lld", (long long)((const tunip_int *)key)->value);
        put_text(s, number);
    } else if (key) {
        put_named_key(s, key);
    } else {
        put_text(s, "None");
    }
}

static void put_index(sink *s, int64_t index)
{
    char number[32];
    snprintf(number, sizeof number, "%lld", (long long)index);
    put_text(s, number);
}

static void put_step(sink *s, const tunip_path *path)
{
    switch ((tunip_step)path->step) {
    case TUNIP_STEP_ATTR:
        put_text(s, ".");
        put_text(s, path->at.attr);
        break;
    case TUNIP_STEP_ATTR_MISSING:
        put_text(s, ".<missing attr ");
        put_text(s, path->at.attr);
        put_text(s, "`>");
        break;
    case TUNIP_STEP_ITEM:
        put_text(s, "[");
        put_index(s, path->at.index);
        put_text(s, "]");
        break;
    case TUNIP_STEP_ITEM_MISSING:
        put_text(s, "[<missing item at ");
        put_index(s, path->at.index);
        put_text(s, ">]");
        break;
    case TUNIP_STEP_KEY:
        put_text(s, "[");
        put_key(s, path->at.key);
        put_text(s, "]");
        break;
    case TUNIP_STEP_KEY_MISSING:
        put_text(s, "[<missing item at ");
        put_key(s, path->at.key);
        put_text(s, ">]");
        break;
    }
}

static void put_next(const void *step, void *user)
{
    put_step(user, step);
}

/* `path` may be NULL, which has no steps. */
static size_t put_steps(sink *s, const tunip_path *path, uint32_t from)
{
    if (s->size) {
        if (path && path->depth > from) tn_chain_each(path, path->depth - from, put_next, s);
        s->out[s->used < s->size ? s->used : s->size - 1] = '\0';
    } else { /* only the length is needed, so the order of the steps does not count */
        for (; path && path->depth > from; path = path->parent) put_step(s, path);
    }
    return s->used;
}

size_t tunip_path_text(const tunip_path *path, char *out, size_t size)
{
    sink s = {.out = out, .size = size};
    if (path) put_text(&s, "<root>");
    return put_steps(&s, path, 0);
}

size_t tunip_path_steps_text(const tunip_path *path, uint32_t from, char *out, size_t size)
{
    sink s = {.out = out, .size = size};
    return put_steps(&s, path, from);
}

/* ---- moving to another root ---- */

const tunip_path *tn_path_append(tn_arena *arena, const tunip_path *base, const tunip_path *path)
{
    const tunip_path *first = NULL;
    tunip_path *last = NULL;
    for (; path->parent; path = path->parent) {
        tunip_path *copy = tn_arena_alloc(arena, sizeof *copy);
        if (!copy) return NULL;
        *copy = *path;
        copy->depth += base->depth;
        copy->mark = 0;
        if (path->step == TUNIP_STEP_ATTR) /* the name may go with the path */
            copy->at.attr = tn_arena_str(arena, tunip_str_from(path->at.attr)).data;
        if (path->step == TUNIP_STEP_ATTR && !copy->at.attr) return NULL;
        if (last) last->parent = copy;
        last = copy;
        if (!first) first = copy;
    }
    if (last) last->parent = base;
    return first ? first : base;
}

/* ---- in JSON ---- */

/* The text of a path, or of its last step. */
static size_t text_of(const tunip_path *path, bool is_step, char *out, size_t size)
{
    return is_step && path && path->depth ? tunip_path_steps_text(path, path->depth - 1, out, size)
                                          : tunip_path_text(path, out, size);
}

static void put_path(tunip_json_writer *w, const tunip_path *path, bool is_step)
{
    char small[512];
    if (!w) return;
    size_t size = text_of(path, is_step, small, sizeof small);
    char *text = size < sizeof small ? small : tn_json_room(w, size + 1);
    if (!text) return;
    if (text != small) text_of(path, is_step, text, size + 1);
    tunip_json_put_string(w, (tunip_str){text, size});
    if (text != small) tn_json_drop(w, text, size + 1);
}

void tunip_json_put_path(tunip_json_writer *w, const tunip_path *path)
{
    put_path(w, path, false);
}

void tunip_json_put_step(tunip_json_writer *w, const tunip_path *path)
{
    put_path(w, path, true);
}
