/* mutate_json.c -- JSON with one value or token changed. It knows only brackets, strings and
 * words. */
#include "mutate.h"

#include <stdio.h>

/* The range of a value; for a member of an object it includes the key. */
typedef struct range {
    size_t begin, end;
} range;

enum { MOST_VALUES = 4096 };

typedef struct values {
    range items[MOST_VALUES];
    size_t count;
} values;

static size_t end_of_string(tunip_str text, size_t at)
{
    for (at++; at < text.size && text.data[at] != '"'; at++) at += text.data[at] == '\\';
    return at < text.size ? at + 1 : text.size;
}

static bool is_word(char c)
{
    return c && strchr("+-.0123456789abcdefghijklmnopqrstuvwxyzE", c);
}

static void add(values *to, size_t begin, size_t end)
{
    if (to->count < MOST_VALUES) to->items[to->count++] = (range){begin, end};
}

/* All strings, words, objects and lists. Brackets that do not match are passed over. */
static void find_values(tunip_str text, values *to)
{
    size_t open[256], depth = 0, begin;
    for (size_t at = 0; at < text.size;) {
        char c = text.data[at];
        begin = at++;
        if (c == '"') {
            at = end_of_string(text, begin);
            add(to, begin, at);
        } else if (is_word(c)) {
            while (at < text.size && is_word(text.data[at])) at++;
            add(to, begin, at);
        } else if ((c == '{' || c == '[') && depth < TUNIP_LEN(open)) {
            open[depth++] = begin;
        } else if ((c == '}' || c == ']') && depth) {
            add(to, open[--depth], at);
        }
    }
}

/* ---- words to put in ---- */

static const char *const words[] = {
    "null",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "16",
    "31",
    "32",
    "63",
    "64",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "-2147483648",
    "2147483648",
    "4294967295",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "1e400",
    "0.1",
    "-0.0",
    "1e-320",
    "0.5",
    "1E+2",
    "[]",
    "{}",
    "[0]",
    "{\"type\":\"None\"}",
    "\"\"",
    "\"x\"",
    "\"int32\"",
    "\"float16x4\"",
    "\"bool\"",
    "\"handle\"",
    "\"void\"",
    "\"nan\"",
    "\"inf\"",
    "\"-inf\"",
    "\"\\u0000\"",
    "\"\\u001b[31m\"",
    "\"\\u202e\"",
    "\"\\ud83d\\ude00\"",
    "\"\\ud83d\"",
    "\"\xff\"",
    "\"a b\"",
    "\"a\\\"b\"",
    "\"a\\nb\"",
    "\"None\"",
    "\"True\"",
    "\"def\"",
    "\"T\"",
    "\"R\"",
    "\"cls\"",
    "\"main\"",
    "\"None\"",
    "\"node_index\"",
    "\"type\"",
    "\"data\"",
    "\"<root>\"",
    "\"<root>.body\"",
    "\"error\"",
    "\"span\"",
    "\"path\"",
};

/* The key of a type, or the name of one of its fields. */
static void put_key(fuzz_random *random, fuzz_buffer *to)
{
    const tunip_type *type = fuzz_any_type(random);
    size_t at = fuzz_below(random, type->field_count + 2u);
    const char *key = at < type->field_count ? type->fields[at].name : type->key;
    fuzz_put(to, "\"", 1);
    fuzz_put(to, key, strlen(key));
    fuzz_put(to, "\"", 1);
}

static void put_word(fuzz_random *random, fuzz_buffer *to)
{
    if (fuzz_below(random, 3) == 0) {
        put_key(random, to);
        return;
    }
    const char *word = words[fuzz_below(random, TUNIP_LEN(words))];
    fuzz_put(to, word, strlen(word));
}

/* A number near the present one, because most numbers are indices of nodes. */
static void put_number(fuzz_random *random, tunip_str there, fuzz_buffer *to)
{
    char text[32];
    long long value = 0;
    sscanf(there.data, "%20lld", &value);
    unsigned long long moved = (unsigned long long)value + fuzz_below(random, 9) - 4;
    fuzz_put(to, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)moved));
}

/* ---- changes ---- */

static tunip_str slice(tunip_str text, range r)
{
    return (tunip_str){text.data + r.begin, r.end - r.begin};
}

static void put(fuzz_buffer *to, tunip_str text)
{
    fuzz_put(to, text.data, text.size);
}

static void replace(fuzz_random *random, tunip_str text, const values *v, range at, fuzz_buffer *to)
{
    tunip_str there = slice(text, at), other = slice(text, v->items[fuzz_below(random, v->count)]);
    bool number = (there.data[0] >= '0' && there.data[0] <= '9') || there.data[0] == '-';
    char digits[32] = "";
    switch (fuzz_below(random, 8)) {
    case 0: /* repeat it as two elements */
        put(to, there);
        fuzz_put(to, ",", 1);
        put(to, there);
        break;
    case 1: /* remove it; the rest may not be JSON any more */
        break;
    case 2:
    case 3:
        put(to, other);
        break;
    case 4:
    case 5:
        put_word(random, to);
        break;
    default:
        if (number && there.size < sizeof digits) {
            memcpy(digits, there.data, there.size);
            put_number(random, tunip_str_from(digits), to);
        } else {
            put_word(random, to);
        }
    }
}

/* The range with the comma after or before it. */
static range with_comma(tunip_str text, range r)
{
    if (r.end < text.size && text.data[r.end] == ',') return (range){r.begin, r.end + 1};
    if (r.begin > 0 && text.data[r.begin - 1] == ',') return (range){r.begin - 1, r.end};
    return r;
}

/* The key before a value, with the value. */
static range with_key(tunip_str text, const values *v, size_t at)
{
    range r = v->items[at];
    for (size_t i = 0; i < v->count; i++) {
        size_t end = v->items[i].end;
        if (end >= r.begin || text.data[end] != ':') continue;
        size_t next = end + 1;
        while (next < r.begin && text.data[next] == ' ') next++;
        if (next == r.begin) return (range){v->items[i].begin, r.end};
    }
    return r;
}

void fuzz_mutate_json(fuzz_random *random, tunip_str text, fuzz_buffer *to)
{
    static values found;
    found.count = 0;
    find_values(text, &found);
    if (!found.count) {
        put_word(random, to);
        return;
    }
    size_t chosen = fuzz_below(random, found.count);
    bool drop = fuzz_below(random, 6) == 0;
    range at = drop ? with_comma(text, with_key(text, &found, chosen)) : found.items[chosen];
    put(to, (tunip_str){text.data, at.begin});
    if (!drop) replace(random, text, &found, at, to);
    put(to, (tunip_str){text.data + at.end, text.size - at.end});
}
