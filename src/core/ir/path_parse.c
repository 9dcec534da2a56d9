/* path_parse.c -- access paths read from their text form, TVM's:
 *
 *     path  = "<root>" step...
 *     step  = "." NAME | ".<missing attr " NAME "`>" | "[" key "]" | "[<missing item at " key ">]"
 *     key   = INTEGER | FLOAT | STRING | "True" | "False" | "None"
 *           | NAME | NAME... "(" [STRING] ")"
 */
#include "path.h"

typedef struct reader {
    const char *begin;
    const char *at;
    const char *end;
    tn_arena *arena;
    tunip_error *error;
} reader;

static bool out_of_memory(reader *r)
{
    tunip_error_set(r->error, TUNIP_ERROR_MEMORY, "out of memory");
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

static int hex_digit(char c)
{
    if (tunip_is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The byte that two hexadecimal digits are. */
static bool read_byte(reader *r, char *out)
{
    int high = r->end - r->at >= 2 ? hex_digit(r->at[0]) : -1;
    int low = high >= 0 ? hex_digit(r->at[1]) : -1;
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

static bool read_string_key(reader *r, step_name *name)
{
    tunip_string *key = tn_arena_zalloc(r->arena, sizeof *key);
    if (!key) return out_of_memory(r);
    key->base.type = &tunip_string_type;
    name->key = &key->base;
    return read_string(r, &key->value);
}

/* NAME, or NAME("..."): a node with its name. */
static bool read_named_key(reader *r, step_name *name)
{
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
    if (accept(r, "\"")) return read_string_key(r, name);
    if (accept(r, "None") && r->at < r->end && (*r->at == ']' || *r->at == '>')) return true;
    r->at = begin;
    return read_named_key(r, name);
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
