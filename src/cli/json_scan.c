/* json_scan.c -- the tokens of JSON. */
#include "json_scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

size_t cli_scan_column(const cli_scan *s)
{
    return (size_t)(s->at - s->line_start) + 1;
}

bool cli_scan_fail(const cli_scan *s, const char *expected)
{
    cli_fail_at(s->path, s->line, cli_scan_column(s), "expected %s", expected);
    return false;
}

/* Newlines stand between tokens only. */
void cli_scan_space(cli_scan *s)
{
    for (; *s->at && strchr(" \t\r\n", *s->at); s->at++) {
        if (*s->at != '\n') continue;
        s->line++;
        s->line_start = s->at + 1;
    }
}

bool cli_scan_accept(cli_scan *s, char c)
{
    cli_scan_space(s);
    if (*s->at != c) return false;
    s->at++;
    return true;
}

bool cli_scan_expect(cli_scan *s, char c)
{
    const char what[] = {'`', c, '`', '\0'};
    return cli_scan_accept(s, c) || cli_scan_fail(s, what);
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

/* The four digits of a \u escape, or 0: texts end with a NUL. */
static unsigned long read_code(cli_scan *s)
{
    char digits[5] = "";
    strncpy(digits, s->at, 4);
    if (strspn(digits, "0123456789abcdefABCDEF") != 4) return 0;
    s->at += 4;
    return strtoul(digits, NULL, 16);
}

/* A \u escape, or two that are a surrogate pair; 0 when it is neither. */
static unsigned long read_character(cli_scan *s)
{
    unsigned long code = read_code(s);
    if (code < 0xD800 || code > 0xDFFF) return code;
    if (code > 0xDBFF || s->at[0] != '\\' || s->at[1] != 'u') return 0;
    s->at += 2;
    unsigned long low = read_code(s);
    if (low < 0xDC00 || low > 0xDFFF) return 0;
    return 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
}

/* The rest of an escape after its backslash; NULL after a message. */
static char *decode_escape(cli_scan *s, char *out)
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
    cli_scan_fail(s, "an escape of JSON");
    return NULL;
}

const char *cli_scan_string(cli_scan *s)
{
    if (!cli_scan_accept(s, '"')) return cli_scan_fail(s, "a string"), NULL;
    char *begin = s->at, *out = s->at;
    while (*s->at != '"') {
        if ((unsigned char)*s->at < 0x20) return cli_scan_fail(s, "the end of the string"), NULL;
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

/* ---- words ---- */

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

bool cli_scan_word(cli_scan *s, cli_word *word)
{
    size_t size = strspn(s->at, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    if (size >= sizeof word->text) return cli_scan_fail(s, "a value");
    memcpy(word->text, s->at, size);
    word->text[size] = '\0';
    if (!classify(word->text, &word->kind)) return cli_scan_fail(s, "a value");
    s->at += size;
    return true;
}

bool cli_scan_ended(cli_scan *s)
{
    cli_scan_space(s);
    return s->at == s->end;
}

/* ---- the file ---- */

/* All of a file, or `largest` bytes of it. NULL when out of memory. */
static char *read_all(FILE *file, size_t largest, size_t *size)
{
    enum { FIRST_ROOM = 1 << 14 };
    size_t room = 0;
    char *text = NULL;
    for (*size = 0; *size == room && room < largest;) {
        room = room ? 2 * room : FIRST_ROOM;
        if (room > largest) room = largest;
        char *grown = realloc(text, room + 1);
        if (!grown) {
            free(text);
            return NULL;
        }
        text = grown;
        *size += fread(text + *size, 1, room - *size, file);
    }
    return text;
}

static FILE *open_file(cli_scan *s, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    s->path = standard ? "<stdin>" : path;
    return standard ? stdin : fopen(path, "rb");
}

bool cli_scan_open(cli_scan *s, const char *path, size_t largest, const char *what)
{
    size_t size = 0;
    *s = (cli_scan){.line = 1};
    FILE *file = open_file(s, path);
    s->text = file ? read_all(file, largest, &size) : NULL;
    bool failed = !s->text || ferror(file);
    if (failed)
        cli_fail("%s: cannot read: %s", s->path, strerror(errno));
    else if (size == largest)
        cli_fail("%s: too large for %s", s->path, what);
    if (file && file != stdin) fclose(file);
    if (failed || size == largest) {
        cli_scan_close(s);
        return false;
    }
    s->text[size] = '\0';
    s->at = s->text;
    s->end = s->text + size;
    s->line_start = s->text;
    return true;
}

void cli_scan_close(cli_scan *s)
{
    free(s->text);
    s->text = NULL;
}
