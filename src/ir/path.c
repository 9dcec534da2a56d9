/* path.c -- access paths: their text form, sets of many paths, and the nodes at their ends. */
#include "path.h"

#include <stdio.h>

#include <tunip/json.h>

#include "../util/json.h"
#include "../util/mix.h"
#include "../util/text.h"
#include "same.h"

/* ======== path ======== */

/* The text form of access paths, and comparing them. */

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
        return kind ^ tn_mix((uint64_t)path->at.index);
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

void tn_json_put_path(tunip_json_writer *w, const tunip_path *path)
{
    put_path(w, path, false);
}

void tunip_json_put_step(tunip_json_writer *w, const tunip_path *path)
{
    put_path(w, path, true);
}

/* ======== path parse ======== */

/* Access paths read from their text form, TVM's:
 *
 *     path  = "<root>" step...
 *     step  = "." NAME | ".<missing attr " NAME "`>" | "[" key "]" | "[<missing item at " key ">]"
 *     key   = INTEGER | FLOAT | STRING | "True" | "False" | "None"
 *           | NAME | NAME... "(" [STRING] ")" */

typedef struct reader {
    const char *begin;
    const char *at;
    const char *end;
    tn_arena *arena;
    tunip_error *error;
} reader;

static bool out_of_memory(reader *r)
{
    tn_no_memory(r->error);
    return false;
}

static bool expected(reader *r, const char *what)
{
    enum { SHOWN = 100 };
    size_t size = (size_t)(r->end - r->begin);
    tunip_error_set(r->error, TUNIP_ERROR_ARGUMENT,
                    "not an access path: expected %s at byte %zu of %.*s%s", what,
                    (size_t)(r->at - r->begin), (int)(size < SHOWN ? size : SHOWN), r->begin,
                    size < SHOWN ? "" : "...");
    return false;
}

static bool accept(reader *r, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0) return false;
    r->at += size;
    return true;
}

static bool expect(reader *r, const char *word)
{
    return accept(r, word) || expected(r, word);
}

/* ---- words ---- */

/* A name, with dots in it if `dotted`. Empty after a message. */
static tunip_str read_name(reader *r, bool dotted, const char *what)
{
    const char *begin = r->at;
    if (r->at < r->end && tunip_is_letter(*r->at))
        while (r->at < r->end &&
               (tunip_is_letter(*r->at) || tunip_is_digit(*r->at) || (dotted && *r->at == '.')))
            r->at++;
    else
        expected(r, what);
    return (tunip_str){begin, (size_t)(r->at - begin)};
}

static bool read_integer(reader *r, int64_t *value)
{
    const char *begin = r->at;
    bool negative = accept(r, "-");
    uint64_t most = (uint64_t)INT64_MAX + negative, sum = 0;
    if (r->at == r->end || !tunip_is_digit(*r->at)) return expected(r, "a number");
    for (; r->at < r->end && tunip_is_digit(*r->at); r->at++) {
        unsigned digit = (unsigned)(*r->at - '0');
        if (sum > (most - digit) / 10) {
            r->at = begin;
            return expected(r, "a number of 64 bits");
        }
        sum = sum * 10 + digit;
    }
    *value = negative ? (int64_t)(0 - sum) : (int64_t)sum;
    return true;
}

/* ---- strings ---- */

/* The byte that two hexadecimal digits are. */
static bool read_byte(reader *r, char *out)
{
    int high = r->end - r->at >= 2 ? tn_hex_digit(r->at[0]) : -1;
    int low = high >= 0 ? tn_hex_digit(r->at[1]) : -1;
    if (low < 0) return expected(r, "two hexadecimal digits");
    *out = (char)(high * 16 + low);
    r->at += 2;
    return true;
}

/* The rest of an escape after its backslash. */
static bool read_escape(reader *r, char *out)
{
    static const char letters[] = "\"'\\nrt", meaning[] = "\"'\\\n\r\t";
    if (accept(r, "x")) return read_byte(r, out);
    const char *known = r->at < r->end && *r->at ? strchr(letters, *r->at) : NULL;
    if (!known) return expected(r, "an escape");
    *out = meaning[known - letters];
    r->at++;
    return true;
}

/* The rest of a string after its opening quotation mark. The result is never longer than the
 * text. */
static bool read_string(reader *r, tunip_str *string)
{
    char *out = tn_arena_alloc(r->arena, (size_t)(r->end - r->at) + 1);
    if (!out) return out_of_memory(r);
    size_t size = 0;
    while (!accept(r, "\"")) {
        if (r->at == r->end) return expected(r, "a closing quotation mark");
        if (!accept(r, "\\"))
            out[size++] = *r->at++;
        else if (!read_escape(r, &out[size++]))
            return false;
    }
    out[size] = '\0';
    *string = (tunip_str){out, size};
    return true;
}

/* ---- keys ---- */

/* The key of a step. */
typedef struct step_name {
    const tunip_node *key;
    int64_t index;
    bool is_key;
} step_name;

/* The text of a value, which ends the key. */
static bool read_literal(reader *r, size_t size, step_name *name)
{
    tn_path_key *key = tn_arena_zalloc(r->arena, sizeof *key);
    if (!key) return out_of_memory(r);
    *key = (tn_path_key){.base.type = &tn_path_key_type, .is_literal = true};
    key->callee = (tunip_str){r->at, size};
    name->key = &key->base;
    r->at += size;
    return true;
}

static const char *skip_digits(const reader *r, const char *at)
{
    while (at < r->end && tunip_is_digit(*at)) at++;
    return at;
}

/* The length of a number; sets *is_float if it has a fraction or an exponent. */
static size_t scan_number(const reader *r, bool *is_float)
{
    const char *whole = skip_digits(r, r->at + (*r->at == '-')), *at = whole;
    if (at < r->end && *at == '.') at = skip_digits(r, at + 1);
    if (at < r->end && *at == 'e') {
        bool has_sign = r->end - at > 1 && (at[1] == '-' || at[1] == '+');
        at = skip_digits(r, at + 1 + has_sign);
    }
    *is_float = at > whole;
    return (size_t)(at - r->at);
}

static bool is_word(const reader *r, const char *word)
{
    size_t size = strlen(word);
    return (size_t)(r->end - r->at) > size && memcmp(r->at, word, size) == 0 &&
           (r->at[size] == ']' || r->at[size] == '>');
}

static bool read_key(reader *r, step_name *name)
{
    bool is_float;
    const char *begin = r->at;
    bool is_number = r->at < r->end && (tunip_is_digit(*r->at) || *r->at == '-');
    size_t size = is_number ? scan_number(r, &is_float) : 0;
    if (is_number && !is_float) return read_integer(r, &name->index);
    name->is_key = true;
    if (is_number) return read_literal(r, size, name);
    if (is_word(r, "True") || is_word(r, "False"))
        return read_literal(r, *r->at == 'T' ? sizeof "True" - 1 : sizeof "False" - 1, name);
    if (accept(r, "\"")) {
        tunip_string *key = tn_arena_zalloc(r->arena, sizeof *key);
        if (!key) return out_of_memory(r);
        key->base.type = &tunip_string_type;
        name->key = &key->base;
        return read_string(r, &key->value);
    }
    if (accept(r, "None") && r->at < r->end && (*r->at == ']' || *r->at == '>')) return true;
    r->at = begin;
    /* NAME, or NAME("..."): a node with its name. */
    tn_path_key *key = tn_arena_zalloc(r->arena, sizeof *key);
    if (!key) return out_of_memory(r);
    key->base.type = &tn_path_key_type;
    key->name = read_name(r, true, "a key");
    if (!key->name.size) return false;
    name->key = &key->base;
    if (!accept(r, "(")) return true;
    key->callee = key->name;
    key->name = (tunip_str){NULL, 0};
    if (accept(r, ")")) return true;
    return expect(r, "\"") && read_string(r, &key->name) && expect(r, ")");
}

/* ---- steps ---- */

static bool read_attr(reader *r, tunip_path *path)
{
    bool missing = accept(r, "<missing attr ");
    tunip_str name = read_name(r, false, "the name of a field");
    if (!name.size || (missing && !expect(r, "`>"))) return false;
    name = tn_arena_str(r->arena, name);
    if (!name.data) return out_of_memory(r);
    path->step = missing ? TUNIP_STEP_ATTR_MISSING : TUNIP_STEP_ATTR;
    path->at.attr = name.data;
    return true;
}

static bool read_item(reader *r, tunip_path *path)
{
    step_name name = {.key = NULL};
    bool missing = accept(r, "<missing item at ");
    if (!read_key(r, &name) || !expect(r, missing ? ">]" : "]")) return false;
    if (name.is_key) {
        path->step = missing ? TUNIP_STEP_KEY_MISSING : TUNIP_STEP_KEY;
        path->at.key = name.key;
    } else {
        path->step = missing ? TUNIP_STEP_ITEM_MISSING : TUNIP_STEP_ITEM;
        path->at.index = name.index;
    }
    return true;
}

static const tunip_path *read_step(reader *r, const tunip_path *parent)
{
    tunip_path *path = tn_arena_zalloc(r->arena, sizeof *path);
    if (!path) {
        out_of_memory(r);
        return NULL;
    }
    path->parent = parent;
    path->depth = parent->depth + 1;
    if (accept(r, ".")) return read_attr(r, path) ? path : NULL;
    if (accept(r, "[")) return read_item(r, path) ? path : NULL;
    expected(r, "`.` or `[`");
    return NULL;
}

const tunip_path *tn_path_parse(tn_arena *arena, tunip_str text, tunip_error *error)
{
    static const tunip_path root = {.parent = NULL};
    reader r = {text.data, text.data, text.data + text.size, arena, error};
    if (!expect(&r, "<root>")) return NULL;
    const tunip_path *path = &root;
    while (path && r.at < r.end) path = read_step(&r, path);
    return path;
}

/* ======== path set ======== */

/* Sets of many paths. One table holds each step once, and the result of a lookup is
 * cached for extensions of the path. */

void tn_path_set_init(tn_path_set *set, const tunip_allocator *allocator)
{
    *set = (tn_path_set){.allocator = allocator};
    tn_map_init(&set->children, allocator);
    tn_map_init(&set->known, allocator);
}

void tn_path_set_free(tn_path_set *set)
{
    tn_array_free(&set->places, set->allocator);
    tn_array_free(&set->pending, set->allocator);
    tn_map_free(&set->children);
    tn_map_free(&set->known);
}

/* The map wants pointers that are not NULL. */
static const void *child_key(uint32_t parent, const tunip_path *path)
{
    uint64_t hash = tn_path_step_hash(path) + tn_mix(parent + UINT64_C(1));
    return (const void *)(uintptr_t)(hash | 1);
}

tunip_path tn_path_as_written(const tunip_path *path)
{
    tunip_path step = *path;
    bool key = path->step == TUNIP_STEP_KEY || path->step == TUNIP_STEP_KEY_MISSING;
    if (!key || !tunip_is(path->at.key, &tunip_int_type)) return step;
    step.at.index = ((const tunip_int *)path->at.key)->value;
    step.step = path->step == TUNIP_STEP_KEY ? TUNIP_STEP_ITEM : TUNIP_STEP_ITEM_MISSING;
    return step;
}

static uint32_t find_child(const tn_path_set *set, uint32_t parent, const tunip_path *path)
{
    const tunip_path step = tn_path_as_written(path);
    const uint64_t *first = tn_map_get(&set->children, child_key(parent, &step));
    uint32_t at = first ? (uint32_t)*first - 1 : TN_NO_PLACE;
    while (at != TN_NO_PLACE) {
        const tn_path_place *place = &set->places.items[at];
        const tunip_path own = tn_path_as_written(place->path);
        if (place->parent == parent && tn_path_same_step(&own, &step)) break;
        at = place->next;
    }
    return at;
}

/* ---- adding ---- */

static uint32_t fail(tn_path_set *set)
{
    set->failed = true;
    return TN_NO_PLACE;
}

static uint32_t add_child(tn_path_set *set, uint32_t parent, const tunip_path *path)
{
    const tunip_path step = tn_path_as_written(path);
    uint64_t *first = tn_map_put(&set->children, child_key(parent, &step), NULL);
    if (!first) return fail(set);
    tn_path_place place = {path, parent, *first ? (uint32_t)*first - 1 : TN_NO_PLACE};
    if (!tn_array_push(&set->places, set->allocator, place)) return fail(set);
    *first = set->places.count;
    return (uint32_t)set->places.count - 1;
}

static uint32_t step_new(tn_path_set *set, uint32_t parent, const tunip_path *path)
{
    uint32_t child = find_child(set, parent, path);
    return child != TN_NO_PLACE ? child : add_child(set, parent, path);
}

static bool add_root(tn_path_set *set, const tunip_path *path)
{
    if (set->places.count) return true;
    while (path->parent) path = path->parent;
    tn_path_place place = {path, TN_NO_PLACE, TN_NO_PLACE};
    return tn_array_push(&set->places, set->allocator, place);
}

/* Pushes `path` and its ancestors on the pending list, the end first. */
static bool unroll(tn_path_set *set, const tunip_path *path)
{
    for (; path->parent; path = path->parent)
        if (!tn_array_push(&set->pending, set->allocator, path)) return false;
    return true;
}

uint32_t tn_path_set_add(tn_path_set *set, const tunip_path *path)
{
    set->pending.count = 0;
    tn_map_clear(&set->known);
    if (!add_root(set, path) || !unroll(set, path)) return fail(set);
    uint32_t at = 0;
    while (set->pending.count && at != TN_NO_PLACE)
        at = step_new(set, at, set->pending.items[--set->pending.count]);
    if (at != TN_NO_PLACE && path->depth > set->deepest) set->deepest = path->depth;
    return at;
}

/* ---- finding ---- */

/* Climbs to an ancestor whose place is known, and collects the paths on the way. */
static uint32_t climb(tn_path_set *set, const tunip_path *path)
{
    for (; path->parent; path = path->parent) {
        const uint64_t *known = tn_map_get(&set->known, path);
        if (known) return *known ? (uint32_t)*known - 1 : TN_NO_PLACE;
        if (!tn_array_push(&set->pending, set->allocator, path)) return fail(set);
    }
    return 0;
}

typedef uint32_t (*step_fn)(tn_path_set *set, uint32_t parent, const tunip_path *path);

/* Climbs to a known ancestor, then descends by `step` and caches the results. */
static uint32_t follow(tn_path_set *set, const tunip_path *path, step_fn step)
{
    set->pending.count = 0;
    uint32_t at = climb(set, path);
    while (set->pending.count) {
        const tunip_path *next = set->pending.items[--set->pending.count];
        if (at != TN_NO_PLACE) at = step(set, at, next);
        uint64_t *known = tn_map_put(&set->known, next, NULL);
        if (!known) return fail(set);
        *known = at == TN_NO_PLACE ? 0 : at + UINT64_C(1);
    }
    return at;
}

static uint32_t step_known(tn_path_set *set, uint32_t parent, const tunip_path *path)
{
    return find_child(set, parent, path);
}

uint32_t tn_path_set_find(tn_path_set *set, const tunip_path *path)
{
    if (!set->places.count || path->depth > set->deepest) return TN_NO_PLACE;
    return follow(set, path, step_known);
}

uint32_t tn_path_set_intern(tn_path_set *set, const tunip_path *path)
{
    if (!add_root(set, path)) return fail(set);
    if (path->depth > set->deepest) set->deepest = path->depth;
    return follow(set, path, step_new);
}

uint32_t tn_path_set_known(const tn_path_set *set, const tunip_path *path)
{
    if (!path->parent) return 0;
    const uint64_t *known = tn_map_get(&set->known, path);
    return known && *known ? (uint32_t)*known - 1 : TN_NO_PLACE;
}

/* ---- tracing ---- */

void tn_tracer_init(tn_tracer *tracer, const tn_path_set *set)
{
    *tracer = (tn_tracer){.set = set};
    tn_map_init(&tracer->known, set->allocator);
}

void tn_tracer_free(tn_tracer *tracer)
{
    if (!tracer->set) return;
    tn_array_free(&tracer->pending, tracer->set->allocator);
    tn_map_free(&tracer->known);
}

/* Climbs to a known ancestor, and collects the paths on the way. */
static bool climb_to_known(tn_tracer *tracer, const tunip_path *path, tn_trace *trace)
{
    tracer->pending.count = 0;
    *trace = (tn_trace){tracer->set->places.count ? 0 : TN_NO_PLACE, tracer->set->places.count};
    for (; path->parent; path = path->parent) {
        const uint64_t *known = tn_map_get(&tracer->known, path);
        if (known) {
            *trace = (tn_trace){(uint32_t)(*known >> 1), *known & 1};
            return true;
        }
        if (!tn_array_push(&tracer->pending, tracer->set->allocator, path)) return false;
    }
    return true;
}

bool tn_tracer_follow(tn_tracer *tracer, const tunip_path *path, bool remember, tn_trace *trace)
{
    if (!climb_to_known(tracer, path, trace)) return false;
    while (tracer->pending.count) {
        const tunip_path *step = tracer->pending.items[--tracer->pending.count];
        uint32_t child = trace->whole ? find_child(tracer->set, trace->place, step) : TN_NO_PLACE;
        trace->whole = child != TN_NO_PLACE;
        if (trace->whole) trace->place = child;
        uint64_t *known = remember ? tn_map_put(&tracer->known, step, NULL) : NULL;
        if (remember && !known) return false;
        if (known) *known = (uint64_t)trace->place << 1 | trace->whole;
    }
    return true;
}

/* ======== follow ======== */

/* From paths to nodes. */

void tn_follower_init(tn_follower *f, const tunip_node *root, const tunip_allocator *allocator)
{
    *f = (tn_follower){.root = root, .allocator = allocator};
    tn_map_init(&f->known, allocator);
    tn_map_init(&f->indexed, allocator);
    tn_map_init(&f->first, allocator);
}

void tn_follower_free(tn_follower *f)
{
    tn_map_free(&f->known);
    tn_map_free(&f->indexed);
    tn_map_free(&f->first);
    tn_array_free(&f->entries, f->allocator);
    tn_array_free(&f->pending, f->allocator);
}

/* ---- maps ---- */

static tunip_path key_step(const tunip_map *map, size_t index)
{
    tunip_path step = {.step = TUNIP_STEP_KEY};
    step.at.key = map->entries[index].key;
    return tn_path_as_written(&step);
}

/* tn_map wants pointers that are not NULL. */
static const void *entry_key(const tunip_map *map, const tunip_path *step)
{
    uint64_t hash = tn_path_step_hash(step) ^ tn_mix_address(map);
    return (const void *)(uintptr_t)(hash | 1);
}

static bool index_entry(tn_follower *f, const tunip_map *map, size_t index)
{
    const tunip_path step = key_step(map, index);
    uint64_t *first = tn_map_put(&f->first, entry_key(map, &step), NULL);
    if (!first) return false;
    tn_entry entry = {map, index, *first ? (uint32_t)*first - 1 : TN_NO_PLACE};
    if (!tn_array_push(&f->entries, f->allocator, entry)) return false;
    *first = f->entries.count;
    return true;
}

static bool index_map(tn_follower *f, const tunip_map *map)
{
    bool added;
    if (!tn_map_put(&f->indexed, map, &added)) return false;
    if (!added) return true;
    for (size_t i = 0; i < map->count; i++)
        if (!index_entry(f, map, i)) return false;
    return true;
}

static const tunip_map_entry *find_entry(tn_follower *f, const tunip_map *map,
                                         const tunip_path *step)
{
    if (!index_map(f, map)) {
        f->failed = true;
        return NULL;
    }
    const uint64_t *first = tn_map_get(&f->first, entry_key(map, step));
    uint32_t at = first ? (uint32_t)*first - 1 : TN_NO_PLACE;
    for (; at != TN_NO_PLACE; at = f->entries.items[at].next) {
        const tn_entry *entry = &f->entries.items[at];
        const tunip_path key = key_step(map, entry->index);
        if (entry->map == map && tn_path_same_step(&key, step)) return &map->entries[entry->index];
    }
    return NULL;
}

/* ---- one step ---- */

static tn_step_end ending(const tunip_node *to)
{
    return to ? TN_STEP_NODE : TN_STEP_VALUE;
}

static tn_step_end opaque_field(const tunip_opaque *node, const char *name, const tunip_node **to)
{
    for (size_t i = 0; i < node->count; i++) {
        if (!tunip_str_is(node->fields[i].name, name)) continue;
        *to = node->fields[i].value;
        return ending(*to);
    }
    return TN_STEP_NOWHERE;
}

/* In paths a field has its name in C, which may lack the underscores of the saved name: `dict` for
 * `__dict__`. */
static const tunip_field *find_field(const tunip_type *type, const char *name)
{
    enum { LONGEST = 60 };
    char reserved[LONGEST + 5];
    const tunip_field *field = tunip_type_field(type, name);
    if (field || strlen(name) > LONGEST) return field;
    snprintf(reserved, sizeof reserved, "__%s__", name);
    return tunip_type_field(type, reserved);
}

static tn_step_end into_field(const tunip_node *node, const char *name, const tunip_node **to)
{
    if (node->type->base == &tunip_opaque_type)
        return opaque_field((const tunip_opaque *)node, name, to);
    const tunip_field *field = find_field(node->type, name);
    /* only the codec knows the contents of a node that is saved as one text */
    if (!field) return node->type->codec ? TN_STEP_VALUE : TN_STEP_NOWHERE;
    if (field->kind == TUNIP_KIND_NODE) *to = tunip_field_node(node, field);
    return ending(*to);
}

static tn_step_end into_map(tn_follower *f, const tunip_map *map, const tunip_path *step,
                            const tunip_node **to)
{
    tunip_path wanted = *step;
    bool key = step->step >= TUNIP_STEP_ATTR_MISSING; /* the key itself, when it is there */
    if (key) wanted.step = (uint8_t)(step->step - TUNIP_STEP_ATTR_MISSING);
    const tunip_map_entry *entry = find_entry(f, map, &wanted);
    if (!entry) return key ? TN_STEP_VALUE : TN_STEP_NOWHERE;
    *to = key ? entry->key : entry->value;
    return ending(*to);
}

static tn_step_end into_item(const tunip_node *node, int64_t index, const tunip_node **to)
{
    bool array = tunip_is(node, &tunip_array_type), shape = tunip_is(node, &tunip_shape_type);
    size_t count = array   ? ((const tunip_array *)node)->count
                   : shape ? ((const tunip_shape *)node)->count
                           : 0;
    if (index < 0 || (uint64_t)index >= count) return TN_STEP_NOWHERE;
    if (array) *to = ((const tunip_array *)node)->items[index];
    return ending(*to);
}

tn_step_end tn_follow_step(tn_follower *f, const tunip_node *node, const tunip_path *path,
                           const tunip_node **to)
{
    *to = NULL;
    const tunip_path step = tn_path_as_written(path);
    if (tunip_is(node, &tunip_map_type) && step.step != TUNIP_STEP_ATTR)
        return into_map(f, (const tunip_map *)node, &step, to);
    switch ((tunip_step)step.step) {
    case TUNIP_STEP_ATTR:
        return into_field(node, step.at.attr, to);
    case TUNIP_STEP_ITEM:
        return into_item(node, step.at.index, to);
    case TUNIP_STEP_KEY:
        return TN_STEP_NOWHERE;
    default:
        return TN_STEP_VALUE;
    }
}

/* ---- paths ---- */

/* Climbs to an ancestor whose node is known, and collects the paths on the way. */
static const tunip_node *follow_climb(tn_follower *f, const tunip_path *path)
{
    f->pending.count = 0;
    for (; path->parent; path = path->parent) {
        const uint64_t *known = tn_map_get(&f->known, path);
        if (known) return (const tunip_node *)(uintptr_t)*known;
        if (!tn_array_push(&f->pending, f->allocator, path)) {
            f->failed = true;
            return NULL;
        }
    }
    return f->root;
}

const tunip_node *tn_follow(tn_follower *f, const tunip_path *path)
{
    const tunip_node *node = follow_climb(f, path);
    while (f->pending.count && !f->failed) {
        const tunip_path *step = f->pending.items[--f->pending.count];
        const tunip_node *to = NULL;
        if (node) tn_follow_step(f, node, step, &to);
        uint64_t *known = tn_map_put(&f->known, step, NULL);
        if (!known) {
            f->failed = true;
            break;
        }
        *known = (uintptr_t)(node = to);
    }
    return f->failed ? NULL : node;
}

/* ---- places ---- */

static tunip_node **opaque_slot(const tunip_opaque *node, const char *name)
{
    for (size_t i = 0; i < node->count; i++)
        if (tunip_str_is(node->fields[i].name, name)) return &node->fields[i].value;
    return NULL;
}

static tunip_node **field_slot(tunip_node *node, const char *name)
{
    if (node->type->base == &tunip_opaque_type)
        return opaque_slot((const tunip_opaque *)node, name);
    const tunip_field *field = find_field(node->type, name);
    bool is_node = field && field->kind == TUNIP_KIND_NODE;
    return is_node ? (tunip_node **)(void *)((char *)node + field->offset) : NULL;
}

static tunip_node **item_slot(const tunip_array *array, int64_t index)
{
    bool is_there = index >= 0 && (uint64_t)index < tunip_array_count(array);
    return is_there ? &array->items[index] : NULL;
}

static tunip_node **entry_slot(tn_follower *f, const tunip_map *map, const tunip_path *step)
{
    const tunip_map_entry *entry = map ? find_entry(f, map, step) : NULL;
    return entry ? (tunip_node **)(uintptr_t)&entry->value : NULL;
}

tunip_node **tn_follow_slot(tn_follower *f, const tunip_path *path)
{
    const tunip_node *node = path->parent ? tn_follow(f, path->parent) : NULL;
    const tunip_path step = tn_path_as_written(path);
    if (!node) return NULL;
    if (step.step == TUNIP_STEP_ATTR)
        return field_slot((tunip_node *)(uintptr_t)node, step.at.attr);
    if (tunip_is(node, &tunip_map_type)) return entry_slot(f, (const tunip_map *)node, &step);
    if (step.step != TUNIP_STEP_ITEM) return NULL;
    return item_slot(TUNIP_AS(tunip_array, node), step.at.index);
}
