/* json_config.c -- the small part of JSON that a configuration file needs: one object whose members
 * are scalars, arrays of strings or objects of strings. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

typedef struct scan {
    const char *path;
    char *text; /* NUL-terminated; strings are decoded in place */
    char *at;
    bool failed;
} scan;

static bool trouble(scan *s, const char *expected)
{
    size_t line = 1, column = 1;
    for (const char *c = s->text; c < s->at; c++) {
        column = *c == '\n' ? 1 : column + 1;
        line += *c == '\n';
    }
    if (!s->failed) cli_fail("%s:%zu:%zu: expected %s", s->path, line, column, expected);
    s->failed = true;
    return false;
}

static void skip_space(scan *s) { s->at += strspn(s->at, " \t\r\n"); }

static bool accept(scan *s, char c)
{
    skip_space(s);
    if (*s->at != c) return false;
    s->at++;
    return true;
}

static bool expect(scan *s, char c)
{
    char what[] = "`?`";
    what[1] = c;
    return accept(s, c) || trouble(s, what);
}

/* ---- strings ---- */

static char *put_utf8(char *out, unsigned long code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 63));
    } else {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    }
    return out;
}

static bool decode_escape(scan *s, char **out)
{
    static const char letters[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    char c = *s->at++;
    const char *known = c ? strchr(letters, c) : NULL;
    if (known) {
        *(*out)++ = meaning[known - letters];
        return true;
    }
    char digits[5] = "";
    if (c == 'u') strncpy(digits, s->at, 4);
    if (strspn(digits, "0123456789abcdefABCDEF") != 4) return trouble(s, "an escape of JSON");
    *out = put_utf8(*out, strtoul(digits, NULL, 16));
    s->at += 4;
    return true;
}

static char *read_string(scan *s)
{
    if (!accept(s, '"')) return trouble(s, "a string"), NULL;
    char *begin = s->at, *out = s->at;
    while (*s->at != '"') {
        if ((unsigned char)*s->at < 0x20) return trouble(s, "the end of the string"), NULL;
        if (*s->at != '\\') {
            *out++ = *s->at++;
            continue;
        }
        s->at++;
        if (!decode_escape(s, &out)) return NULL;
    }
    s->at++;
    *out = '\0';
    return begin;
}

/* ---- values ---- */

typedef bool (*each_fn)(void *user, const cli_member *member);

/* true, false, null, a number: the word itself, copied so that it ends in a NUL. */
static bool read_word(scan *s, const char *key, each_fn each, void *user)
{
    char word[64];
    size_t size = strspn(s->at, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    if (!size || size >= sizeof word) return trouble(s, "a value");
    memcpy(word, s->at, size);
    word[size] = '\0';
    bool boolean = strcmp(word, "true") == 0 || strcmp(word, "false") == 0;
    bool null = strcmp(word, "null") == 0;
    char *end = word;
    if (!boolean && !null) strtod(word, &end);
    if (!boolean && !null && (*end || word[0] == '+')) return trouble(s, "a value");
    s->at += size;
    cli_member member = {.key = key, .text = word, .kind = boolean ? 'b' : null ? '0' : 'n'};
    return each(user, &member) || (s->failed = true, false);
}

static bool read_element(scan *s, const char *key, const char *name, each_fn each, void *user)
{
    cli_member member = {.key = key, .name = name, .kind = 's'};
    member.text = read_string(s);
    if (!member.text) return false;
    return each(user, &member) || (s->failed = true, false);
}

static bool read_array(scan *s, const char *key, each_fn each, void *user)
{
    if (accept(s, ']')) return true;
    do {
        if (!read_element(s, key, NULL, each, user)) return false;
    } while (accept(s, ','));
    return expect(s, ']');
}

static bool read_object(scan *s, const char *key, each_fn each, void *user)
{
    if (accept(s, '}')) return true;
    do {
        const char *name = read_string(s);
        if (!name || !expect(s, ':') || !read_element(s, key, name, each, user)) return false;
    } while (accept(s, ','));
    return expect(s, '}');
}

static bool read_value(scan *s, const char *key, each_fn each, void *user)
{
    skip_space(s);
    if (*s->at == '"') return read_element(s, key, NULL, each, user);
    if (accept(s, '[')) return read_array(s, key, each, user);
    if (accept(s, '{')) return read_object(s, key, each, user);
    return read_word(s, key, each, user);
}

static bool read_members(scan *s, each_fn each, void *user)
{
    if (!expect(s, '{')) return false;
    if (!accept(s, '}')) {
        do {
            const char *key = read_string(s);
            if (!key || !expect(s, ':') || !read_value(s, key, each, user)) return false;
        } while (accept(s, ','));
        if (!expect(s, '}')) return false;
    }
    skip_space(s);
    return *s->at == '\0' || trouble(s, "the end of the file");
}

/* ---- the file ---- */

enum { LARGEST = 1 << 24 };

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file) return cli_fail("%s: cannot open: %s", path, strerror(errno)), NULL;
    char *text = malloc(LARGEST + 1);
    size_t size = text ? fread(text, 1, LARGEST, file) : 0;
    bool failed = ferror(file) || size == LARGEST;
    fclose(file);
    if (text && !failed) {
        text[size] = '\0';
        return text;
    }
    free(text);
    cli_fail("%s: cannot read it, or larger than %d bytes", path, LARGEST);
    return NULL;
}

bool cli_read_config(const char *path, each_fn each, void *user)
{
    char *text = read_file(path);
    if (!text) return false;
    scan s = {.path = path, .text = text, .at = text};
    bool fine = read_members(&s, each, user);
    free(text);
    return fine;
}
