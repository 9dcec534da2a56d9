/* constant.c -- lines such as "M = 128" above the modules of a log. The scan is strict, because
 * most lines of a log are not Python. */
#include "log.h"

#include <stdlib.h>
#include <string.h>

#include "../../../util/memory.h"

static size_t word_size(const char *at, const char *end)
{
    const char *begin = at;
    while (at < end && (tunip_is_letter(*at) || tunip_is_digit(*at))) at++;
    return (size_t)(at - begin);
}

/* The end of words with dots, such as a number or typing.Final. */
static const char *skip_dotted(const char *at, const char *end)
{
    while (at < end && (tunip_is_letter(*at) || tunip_is_digit(*at) || *at == '.')) at++;
    return at;
}

/* The end of a string without escapes, of a number or of a name; `at` if there is none. */
static const char *skip_operand(const char *at, const char *end)
{
    if (*at == '"' || *at == '\'') {
        const char *close = memchr(at + 1, *at, (size_t)(end - at - 1));
        return close && !memchr(at, '\\', (size_t)(close - at)) ? close + 1 : at;
    }
    const char *behind = skip_dotted(at, end);
    bool is_member = tunip_is_letter(*at) && memchr(at, '.', (size_t)(behind - at));
    return is_member ? at : behind;
}

/* Whether operands and operators alternate, and brackets match. */
static bool is_formula(const char *at, const char *end)
{
    enum { MOST_BRACKETS = 32 };
    char closing[MOST_BRACKETS];
    size_t depth = 0;
    bool wants = true, after_comma = false;
    while (at < end) {
        if (*at == ' ') {
            at++;
            continue;
        }
        const char *behind = skip_operand(at, end);
        bool is_open = *at == '(' || *at == '[';
        if (behind > at) {
            if (!wants) return false;
            wants = false;
            at = behind;
        } else if (is_open && wants && depth < MOST_BRACKETS) {
            closing[depth++] = *at++ == '(' ? ')' : ']';
        } else if (depth && *at == closing[depth - 1] && (!wants || after_comma)) {
            depth--;
            wants = false;
            at++;
        } else if (memchr("+-*/%,", *at, 6) && (!wants || *at == '-')) {
            after_comma = *at == ',';
            at += at + 1 < end && at[1] == *at && (*at == '*' || *at == '/') ? 2 : 1;
            wants = true;
            continue;
        } else {
            return false;
        }
        after_comma = false;
    }
    return !depth && !wants;
}

/* The size of `NAME = ` or `NAME: TYPE = ` at the beginning; 0 if there is none. */
static size_t target_size(tunip_str text)
{
    const char *end = text.data + text.size, *at = text.data;
    if (!text.size || !tunip_is_letter(*at)) return 0;
    at += word_size(at, end);
    if (end - at > 2 && memcmp(at, ": ", 2) == 0) {
        at = skip_dotted(at + 2, end);
        const char *close = at < end && *at == '[' ? memchr(at, ']', (size_t)(end - at)) : NULL;
        if (close) at = close + 1;
    }
    return end - at > 3 && memcmp(at, " = ", 3) == 0 ? (size_t)(at + 3 - text.data) : 0;
}

/* The number + 1 of the constant that the next word from *at on names, or 0; moves *at behind the
 * word. */
static uint32_t find_next(const tn_log_constants *c, const char *begin, const char **at,
                          const char *end)
{
    tunip_str word = {*at, word_size(*at, end)};
    *at += word.size ? word.size : 1;
    bool is_member = word.data > begin && word.data[-1] == '.';
    bool has_member = word.data + word.size < end && word.data[word.size] == '.';
    if (!word.size || is_member || has_member) return 0;
    uint32_t name = tn_intern_find(&c->names, word);
    return name == TN_NOT_INTERNED ? 0 : c->latest.items[name];
}

void tn_log_constants_init(tn_log_constants *constants, tn_arena *arena, size_t spare)
{
    *constants = (tn_log_constants){.allocator = &arena->allocator, .spare = spare};
    tn_intern_init(&constants->names, arena, &arena->allocator);
}

void tn_log_constants_free(tn_log_constants *constants)
{
    tn_intern_free(&constants->names);
    tn_array_free(&constants->latest, constants->allocator);
    tn_array_free(&constants->items, constants->allocator);
    tn_array_free(&constants->needs, constants->allocator);
    tn_array_free(&constants->used, constants->allocator);
}

static void drop_inner(tn_log_constants *c, size_t indent)
{
    for (; c->items.count && c->items.items[c->items.count - 1].indent > indent; c->items.count--) {
        const tn_log_constant *last = &c->items.items[c->items.count - 1];
        c->latest.items[last->name] = last->hidden;
        c->needs.count = last->needs;
    }
}

/* Notes a constant. Its formula begins at `at`. */
static bool note(tn_log_constants *c, tunip_str line, tunip_str name, size_t indent, const char *at)
{
    tn_log_constant made = {.line = line, .indent = indent, .needs = c->needs.count};
    const char *end = line.data + line.size;
    while (at < end) {
        uint32_t found = find_next(c, line.data, &at, end);
        if (found && !tn_array_push(&c->needs, c->allocator, found - 1)) return false;
    }
    made.name = tn_intern_put(&c->names, name);
    if (made.name == TN_NOT_INTERNED) return false;
    if (made.name == c->latest.count && !tn_array_push(&c->latest, c->allocator, 0)) return false;
    made.hidden = c->latest.items[made.name];
    if (!tn_array_push(&c->items, c->allocator, made)) return false;
    c->latest.items[made.name] = (uint32_t)c->items.count;
    return true;
}

bool tn_log_constants_note(tn_log_constants *constants, tunip_str line, size_t indent)
{
    enum { MOST_NAMES = 8 }; /* of `a = b = 1` */
    tunip_str names[MOST_NAMES];
    size_t count = 0, size;
    const char *at = line.data, *end = at + line.size;
    drop_inner(constants, indent);
    while (count < MOST_NAMES && (size = target_size((tunip_str){at, (size_t)(end - at)}))) {
        names[count++] = (tunip_str){at, word_size(at, end)};
        at += size;
    }
    bool fine = true, is_constant = count && is_formula(at, end);
    for (size_t i = 0; fine && is_constant && i < count; i++)
        fine = note(constants, line, names[i], indent, at);
    return fine;
}

static bool mark(tn_log_constants *c, uint32_t number)
{
    tn_log_constant *constant = &c->items.items[number];
    if (constant->is_used || constant->line.size > c->spare) return true;
    constant->is_used = true;
    c->spare -= constant->line.size;
    return tn_array_push(&c->used, c->allocator, number);
}

bool tn_log_constants_use(tn_log_constants *constants, tunip_str line)
{
    const char *at = line.data, *end = line.data + line.size;
    while (constants->items.count && at < end) {
        uint32_t found = find_next(constants, line.data, &at, end);
        if (found && !mark(constants, found - 1)) return false;
    }
    return true;
}

static int by_number(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

bool tn_log_constants_sort(tn_log_constants *constants)
{
    tn_log_constants *c = constants;
    for (size_t i = 0; i < c->used.count; i++) {
        size_t number = c->used.items[i];
        size_t at = c->items.items[number].needs;
        size_t end =
            number + 1 < c->items.count ? c->items.items[number + 1].needs : c->needs.count;
        for (; at < end; at++)
            if (!mark(c, c->needs.items[at])) return false;
    }
    if (c->used.count) qsort(c->used.items, c->used.count, sizeof *c->used.items, by_number);
    return true;
}

void tn_log_constants_forget(tn_log_constants *constants)
{
    for (size_t i = 0; i < constants->used.count; i++)
        constants->items.items[constants->used.items[i]].is_used = false;
    constants->used.count = 0;
}
