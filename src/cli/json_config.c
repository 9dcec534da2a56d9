/* json_config.c -- the part of JSON that a configuration file needs: one object whose members are
 * scalars, lists of strings or maps to strings. Strict, and small enough to have no tree. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

typedef bool (*each_fn)(void *user, const cli_member *member);

typedef struct scan {
    const char *path;
    char *at;  /* strings are decoded in place, so what lies before is not the file any more */
    char *end; /* a NUL stands here */
    const char *line_start;
    size_t line;
    each_fn each;
    void *user;
} scan;

static size_t column(const scan *s)
{
    return (size_t)(s->at - s->line_start) + 1;
}

static bool trouble(const scan *s, const char *expected)
{
    cli_fail_at(s->path, s->line, column(s), "expected %s", expected);
    return false;
}

/* Newlines stand between tokens only. */
static void skip_space(scan *s)
{
    for (; *s->at && strchr(" \t\r\n", *s->at); s->at++) {
        if (*s->at != '\n') continue;
        s->line++;
        s->line_start = s->at + 1;
    }
}

static bool accept(scan *s, char c)
{
    skip_space(s);
    if (*s->at != c) return false;
    s->at++;
    return true;
}

static bool expect(scan *s, char c)
{
    const char what[] = {'`', c, '`', '\0'};
    return accept(s, c) || trouble(s, what);
}

/* ---- strings ---- */

static char *put_continuation(char *out, unsigned long code, int shift)
{
    *out = (char)(0x80 | (code >> shift & 63));
    return out + 1;
}

static char *put_utf8(char *out, unsigned long code)
{
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        out = put_continuation(out, code, 0);
    } else if (code < 0x10000) {
        *out++ = (char)(0xE0 | code >> 12);
        out = put_continuation(put_continuation(out, code, 6), code, 0);
    } else {
        *out++ = (char)(0xF0 | code >> 18);
        out = put_continuation(out, code, 12);
        out = put_continuation(put_continuation(out, code, 6), code, 0);
    }
    return out;
}

/* The four digits of a \u escape, or 0: a NUL cannot be part of a setting. */
static unsigned long read_code(scan *s)
{
    char digits[5] = "";
    strncpy(digits, s->at, 4);
    if (strspn(digits, "0123456789abcdefABCDEF") != 4) return 0;
    s->at += 4;
    return strtoul(digits, NULL, 16);
}

/* A \u escape, or two that are a surrogate pair; 0 when it is neither. */
static unsigned long read_character(scan *s)
{
    unsigned long code = read_code(s);
    if (code < 0xD800 || code > 0xDFFF) return code;
    if (code > 0xDBFF || s->at[0] != '\\' || s->at[1] != 'u') return 0;
    s->at += 2;
    unsigned long low = read_code(s);
    if (low < 0xDC00 || low > 0xDFFF) return 0;
    return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
}

/* What follows a backslash; NULL after a message. */
static char *decode_escape(scan *s, char *out)
{
    static const char letters[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    char c = *s->at++;
    const char *known = c ? strchr(letters, c) : NULL;
    if (known) {
        *out = meaning[known - letters];
        return out + 1;
    }
    unsigned long code = c == 'u' ? read_character(s) : 0;
    if (code) return put_utf8(out, code);
    s->at--;
    trouble(s, "an escape of JSON");
    return NULL;
}

/* A string without its quotes; NULL after a message. */
static const char *read_string(scan *s)
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
        out = decode_escape(s, out);
        if (!out) return NULL;
    }
    s->at++;
    *out = '\0';
    return begin;
}

/* ---- values ---- */

static const char *skip_digits(const char *text)
{
    return text + strspn(text, "0123456789");
}

static bool is_number(const char *text)
{
    text += *text == '-';
    const char *after = skip_digits(text);
    if (after == text || (*text == '0' && after > text + 1)) return false;
    if (*after == '.') {
        text = after + 1;
        after = skip_digits(text);
        if (after == text) return false;
    }
    if (*after == 'e' || *after == 'E') {
        text = after + 1 + (after[1] == '+' || after[1] == '-');
        after = skip_digits(text);
        if (after == text) return false;
    }
    return *after == '\0';
}

static bool classify(const char *word, cli_kind *kind)
{
    if (strcmp(word, "null") == 0)
        *kind = CLI_NULL;
    else if (strcmp(word, "true") == 0 || strcmp(word, "false") == 0)
        *kind = CLI_BOOL;
    else if (is_number(word))
        *kind = CLI_NUMBER;
    else
        return false;
    return true;
}

/* true, false, null or a number. */
static bool read_word(scan *s, cli_member *member)
{
    char word[64];
    size_t size = strspn(s->at, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    if (size >= sizeof word) return trouble(s, "a value");
    memcpy(word, s->at, size);
    word[size] = '\0';
    if (!classify(word, &member->kind)) return trouble(s, "a value");
    s->at += size;
    member->text = word;
    return s->each(s->user, member);
}

static bool read_text(scan *s, cli_member *member)
{
    skip_space(s);
    member->line = s->line;
    member->column = column(s);
    member->kind = CLI_STRING;
    member->text = read_string(s);
    return member->text && s->each(s->user, member);
}

static bool read_list(scan *s, cli_member *member)
{
    member->kind = CLI_LIST;
    member->text = "a list";
    if (!s->each(s->user, member)) return false;
    member->inside = CLI_LIST;
    if (accept(s, ']')) return true;
    do {
        if (!read_text(s, member)) return false;
    } while (accept(s, ','));
    return expect(s, ']');
}

static bool read_map(scan *s, cli_member *member)
{
    member->kind = CLI_MAP;
    member->text = "an object";
    if (!s->each(s->user, member)) return false;
    member->inside = CLI_MAP;
    if (accept(s, '}')) return true;
    do {
        member->name = read_string(s);
        if (!member->name || !expect(s, ':') || !read_text(s, member)) return false;
    } while (accept(s, ','));
    return expect(s, '}');
}

static bool read_member(scan *s)
{
    const char *key = read_string(s);
    if (!key || !expect(s, ':')) return false;
    skip_space(s);
    cli_member member = {.file = s->path, .line = s->line, .column = column(s), .key = key};
    if (*s->at == '"') return read_text(s, &member);
    if (accept(s, '[')) return read_list(s, &member);
    if (accept(s, '{')) return read_map(s, &member);
    return read_word(s, &member);
}

static bool read_file_object(scan *s)
{
    if (!expect(s, '{')) return false;
    if (!accept(s, '}')) {
        do {
            if (!read_member(s)) return false;
        } while (accept(s, ','));
        if (!expect(s, '}')) return false;
    }
    skip_space(s);
    return s->at == s->end || trouble(s, "the end of the file");
}

/* ---- the file ---- */

enum { LARGEST_FILE = 1 << 24 };

/* The file's bytes and a NUL, to be freed; NULL after a message. */
static char *load(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    char *text = file ? malloc(LARGEST_FILE + 1) : NULL;
    *size = text ? fread(text, 1, LARGEST_FILE, file) : 0;
    bool failed = !text || ferror(file);
    if (failed)
        cli_fail("%s: cannot read: %s", path, strerror(errno));
    else if (*size == LARGEST_FILE)
        cli_fail("%s: too large for a configuration file", path);
    if (file) fclose(file);
    if (text && !failed && *size < LARGEST_FILE) {
        text[*size] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

bool cli_read_config(const char *path, each_fn each, void *user)
{
    size_t size;
    char *text = load(path, &size);
    if (!text) return false;
    scan s = {.path = path,
              .at = text,
              .end = text + size,
              .line_start = text,
              .line = 1,
              .each = each,
              .user = user};
    bool fine = read_file_object(&s);
    free(text);
    return fine;
}
