/* values.c -- numbers, strings and paths, for backends without their own forms. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../base/chain.h"
#include "../base/compiler.h"
#include "../base/glyph.h"
#include "../base/unicode.h"
#include "writer.h"

/* ---- numbers ---- */

static size_t digit_count(uint64_t value)
{
    enum { MOST = 20 };
    size_t count = 1;
    for (uint64_t limit = 10; value >= limit && count < MOST; limit *= 10) count++;
    return count;
}

TN_APART static void write_long_int(tunip_writer *w, int64_t value)
{
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    size_t size = digit_count(rest);
    if (value < 0) tunip_write_char(w, '-');
    if (!tn_writer_reserve(tn_writer_of(w), size)) return;
    char *at = w->cursor += size;
    for (; rest >= 10; rest /= 10) *--at = (char)('0' + rest % 10);
    *--at = (char)('0' + rest);
}

/* Half of the integers have one digit. */
void tunip_write_int(tunip_writer *w, int64_t value)
{
    if ((uint64_t)value < 10)
        tunip_write_char(w, (char)('0' + value));
    else
        write_long_int(w, value);
}

/* Copies the output of the C library and replaces its decimal point, which may be any text in the
 * locale. */
static void write_digits(tunip_writer *w, const char *text)
{
    static const char other[] = "0123456789+-e";
    size_t whole = strspn(text, other), point = strcspn(text + whole, other);
    tunip_write(w, text, whole);
    if (point || !strchr(text, 'e')) tunip_write_char(w, '.');
    tunip_write_text(w, point ? text + whole + point : strchr(text, 'e') ? "" : "0");
}

/* 15 digits never show rounding errors, and 17 digits always suffice. */
static void write_shortest(tunip_writer *w, double value)
{
    enum { FEWEST = 15, MOST = 17 };
    char text[40];
    for (int digits = FEWEST; digits <= MOST; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    write_digits(w, text);
}

void tunip_write_float(tunip_writer *w, double value)
{
    enum { SMALL = 1 << 30 };
    double size = fabs(value);
    if (signbit(value)) tunip_write_char(w, '-');
    if (!isfinite(value)) {
        tunip_write_text(w, isnan(value) ? "nan" : "inf");
    } else if (size < SMALL && size == (double)(int64_t)size) {
        tunip_write_int(w, (int64_t)size);
        tunip_write_text(w, ".0");
    } else {
        write_shortest(w, size);
    }
}

/* ---- strings ---- */

static inline bool is_plain(char c, char quote)
{
    return (unsigned char)(c - ' ') <= '~' - ' ' && c != quote && c != '\\';
}

/* The length of the leading plain part. Its last character may combine with a following mark. */
static size_t plain_run(tunip_str text, size_t at, char quote)
{
    size_t end = at;
    while (end < text.size && is_plain(text.data[end], quote)) end++;
    bool marked = end > at && end < text.size && (unsigned char)text.data[end] >= 0x80;
    return end - marked;
}

/* Writes one user-perceived character; returns its length in bytes. */
static size_t write_glyph(tunip_writer *w, tunip_str text, size_t at, char quote)
{
    char escape[TN_ESCAPE_ROOM];
    char c = text.data[at];
    if (c == quote || c == '\\') {
        tunip_write(w, (const char[]){'\\', c}, 2);
        return 1;
    }
    tn_glyph glyph = tn_glyph_at(text, at);
    if (glyph.escaped) tn_glyph_escape(text, at, escape);
    if (glyph.escaped)
        tunip_write_text(w, escape);
    else
        tunip_write(w, text.data + at, glyph.size);
    return glyph.size;
}

void tunip_write_quoted(tunip_writer *w, tunip_str text, char quote)
{
    tunip_write_char(w, quote);
    for (size_t at = 0; at < text.size;) {
        size_t run = plain_run(text, at, quote);
        tunip_write(w, text.data + at, run - at);
        at = run;
        if (at < text.size) at += write_glyph(w, text, at, quote);
    }
    tunip_write_char(w, quote);
}

void tunip_write_lines(tunip_writer *w, const char *before, tunip_str text)
{
    for (size_t at = 0; at < text.size;) {
        const char *newline = memchr(text.data + at, '\n', text.size - at);
        size_t end = newline ? (size_t)(newline - text.data) : text.size;
        if (at) tunip_write_newline(w);
        tunip_write_text(w, before);
        tunip_write(w, text.data + at, end - at);
        at = end + 1;
    }
}

/* ---- names ---- */

static bool is_dotted_name(tunip_str text)
{
    const char *dot;
    while (!tn_is_identifier(text)) {
        dot = text.size ? memchr(text.data, '.', text.size) : NULL;
        if (!dot) return false;
        size_t size = (size_t)(dot - text.data);
        if (!tn_is_identifier((tunip_str){text.data, size})) return false;
        text = (tunip_str){dot + 1, text.size - size - 1};
    }
    return true;
}

void tunip_write_name(tunip_writer *w, tunip_str name)
{
    if (is_dotted_name(name))
        tunip_write_str(w, name);
    else
        tunip_write_quoted(w, name, '`');
}

static bool is_text(tunip_str name)
{
    char c = name.size ? *name.data : '_';
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c & 0x80;
    return !letter || (name.size && memchr(name.data, '\n', name.size));
}

void tunip_emit_id(tunip_writer *w, const tunip_doc *doc)
{
    tunip_str name = ((const tunip_doc_id *)doc)->name;
    if (doc->sub == TUNIP_ID_PREFIX || doc->sub == TUNIP_ID_RAW || is_text(name))
        tunip_write_lines(w, "", name);
    else
        tunip_write_name(w, name);
}

/* ---- literals ---- */

bool tunip_is_literal(tunip_str name)
{
    static const tunip_str words[] = {TUNIP_STR("none"), TUNIP_STR("true"), TUNIP_STR("false"),
                                      TUNIP_STR("nan"), TUNIP_STR("inf")};
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (tunip_str_equal(name, words[i])) return true;
    return false;
}

void tunip_emit_literal(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)doc;
    if (doc->sub == TUNIP_LITERAL_NONE) tunip_write_text(w, "none");
    if (doc->sub == TUNIP_LITERAL_BOOL)
        tunip_write_text(w, literal->value.boolean ? "true" : "false");
    if (doc->sub == TUNIP_LITERAL_INT) tunip_write_int(w, literal->value.integer);
    if (doc->sub == TUNIP_LITERAL_FLOAT) tunip_write_float(w, literal->value.real);
    if (doc->sub == TUNIP_LITERAL_STR) tunip_write_quoted(w, literal->value.text, '"');
    if (doc->sub == TUNIP_LITERAL_QUOTED) tunip_emit(w, ((const tunip_doc_quoted *)doc)->expr);
    if (doc->sub > TUNIP_LITERAL_QUOTED) tunip_writer_fail(w, "no literal %u", (unsigned)doc->sub);
}

/* ---- paths ---- */

const tunip_path *tunip_writer_next_path(const tunip_writer *w, uint32_t *more)
{
    const tn_render *render = ((const tn_writer *)w)->render;
    return *more && render->next_path ? render->next_path(render->job, more) : NULL;
}

/* Replaces control characters by escapes such as "\x0a", and returns the new size of the text. The
 * text must have room for the escapes. Names of fields may contain any characters. */
static size_t show_controls(char *text, size_t size)
{
    enum { EXTRA = 3 };
    static const char hex[] = "0123456789abcdef";
    size_t controls = 0;
    for (size_t i = 0; i < size; i++) controls += (unsigned char)text[i] < ' ';
    size_t to = size + EXTRA * controls, shown = to;
    for (size_t i = size; i < to;) {
        unsigned char c = (unsigned char)text[--i];
        text[--to] = c < ' ' ? hex[c & 15] : (char)c;
        if (c >= ' ') continue;
        text[--to] = hex[c >> 4];
        text[--to] = 'x';
        text[--to] = '\\';
    }
    return shown;
}

/* A key, or a missing element. */
static void write_odd_step(tunip_writer *w, const tunip_path *step)
{
    enum { LONGEST = 4 }; /* of an escape */
    size_t room = (size_t)(w->end - w->cursor);
    size_t size = tunip_path_steps_text(step, step->depth - 1, w->cursor, room + 1);
    if (LONGEST * size > room) {
        if (!tn_writer_reserve(tn_writer_of(w), LONGEST * size)) return;
        tunip_path_steps_text(step, step->depth - 1, w->cursor, size + 1);
    }
    w->cursor += show_controls(w->cursor, size);
}

/* The name of a field is short and rarely needs an escape. */
static void write_field(tunip_writer *w, const tunip_path *step)
{
    const char *name = step->at.attr;
    size_t size = 0;
    while ((unsigned char)name[size] >= ' ') size++;
    if (name[size]) {
        write_odd_step(w, step);
        return;
    }
    tunip_write_char(w, '.');
    tunip_write(w, name, size);
}

static void write_step(const void *link, void *user)
{
    tunip_writer *w = user;
    const tunip_path *step = link;
    if (step->step == TUNIP_STEP_ATTR) {
        write_field(w, step);
    } else if (step->step == TUNIP_STEP_ITEM) {
        tunip_write_char(w, '[');
        tunip_write_int(w, step->at.index);
        tunip_write_char(w, ']');
    } else {
        write_odd_step(w, step);
    }
}

void tunip_write_path(tunip_writer *w, const tunip_path *path, const tunip_path *above)
{
    if (!above) tunip_write_text(w, "<root>");
    tn_chain_each(path, path->depth - (above ? above->depth : 0), write_step, w);
}
