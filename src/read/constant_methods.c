/* constant_methods.c -- methods of constants of Python, and their formatting. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "constant.h"
#include "script.h"

/* ======== constant methods ======== */

/* Methods of constants, such as "ab".upper() and [1, 2].index(2). Each
 * returns an absent value for a constant that has no such method, and for arguments that Python
 * refuses. */

/* ---- strings ---- */

/* The character in the other case. Python changes all letters; tunip those of ASCII. */
static char change_case(char c, intptr_t way, bool is_first)
{
    bool is_upper = c >= 'A' && c <= 'Z', is_lower = c >= 'a' && c <= 'z';
    bool wants_upper =
        way == 'u' || (way == 's' && is_lower) || ((way == 'c' || way == 't') && is_first);
    if (wants_upper) return is_lower ? (char)(c - 'a' + 'A') : c;
    return is_upper ? (char)(c - 'A' + 'a') : c;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/* upper(), lower(), swapcase(), capitalize(), title(): `data` is the first letter. */
static tunip_value read_case(tunip_elaborator *e, const tunip_word_call *call)
{
    intptr_t way = call->word->data;
    tunip_str text = call->self.text;
    if (call->self.kind != TUNIP_VALUE_STR) return tn_absent();
    char *copy = tn_new_text(e, text.size, call->doc);
    if (!copy) return tunip_value_wrong(call->doc);
    for (size_t i = 0; i < text.size; i++) {
        bool is_first = way == 't' ? !i || !is_letter(text.data[i - 1]) : !i;
        copy[i] = change_case(text.data[i], way, is_first);
    }
    copy[text.size] = '\0';
    return tn_new_str((tunip_str){copy, text.size});
}

static bool has_byte(tunip_str set, char c)
{
    return set.size && memchr(set.data, c, set.size) != NULL;
}

/* strip(), lstrip(), rstrip(): `data` has a bit for each end. */
static tunip_value read_strip(tunip_elaborator *e, const tunip_word_call *call)
{
    enum { LEFT = 1, RIGHT = 2 };
    const tunip_value *chars = &call->args[0];
    tunip_str text = call->self.text, set = {" \t\n\r\v\f", 6};
    if (call->self.kind != TUNIP_VALUE_STR) return tn_absent();
    if (chars->kind == TUNIP_VALUE_STR)
        set = chars->text;
    else if (chars->kind > TUNIP_VALUE_NONE)
        return tn_absent();
    size_t begin = 0, end = text.size;
    while (call->word->data & LEFT && begin < end && has_byte(set, text.data[begin])) begin++;
    while (call->word->data & RIGHT && begin < end && has_byte(set, text.data[end - 1])) end--;
    return tn_copy_text(e, (tunip_str){text.data + begin, end - begin}, call->doc);
}

static bool begins_with(tunip_str text, tunip_str part)
{
    return part.size <= text.size && (!part.size || memcmp(text.data, part.data, part.size) == 0);
}

static bool ends_with(tunip_str text, tunip_str part)
{
    return part.size <= text.size &&
           begins_with((tunip_str){text.data + text.size - part.size, part.size}, part);
}

/* startswith(), endswith(): `data` is true for the end. A tuple gives several texts. */
static tunip_value read_with(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *part = &call->args[0];
    tunip_values parts = {part, 1};
    (void)e;
    if (call->self.kind != TUNIP_VALUE_STR) return tn_absent();
    if (part->kind == TUNIP_VALUE_LIST) parts = part->items;
    for (size_t i = 0; i < parts.count; i++) {
        if (parts.items[i].kind != TUNIP_VALUE_STR) return tn_absent();
        bool fits = call->word->data ? ends_with(call->self.text, parts.items[i].text)
                                     : begins_with(call->self.text, parts.items[i].text);
        if (fits) return tn_new_bool(true);
    }
    return tn_new_bool(false);
}

/* removeprefix(), removesuffix(): `data` is true for the end. */
static tunip_value read_remove(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_str text = call->self.text, part = call->args[0].text;
    if (call->self.kind != TUNIP_VALUE_STR || call->args[0].kind != TUNIP_VALUE_STR)
        return tn_absent();
    if (call->word->data && ends_with(text, part)) text.size -= part.size;
    if (!call->word->data && begins_with(text, part))
        text = (tunip_str){text.data + part.size, text.size - part.size};
    return tn_copy_text(e, text, call->doc);
}

/* The place of `part` in `text` from `at` on; text.size + 1 if there is none. */
static size_t find_text(tunip_str text, tunip_str part, size_t at)
{
    for (; at + part.size <= text.size; at++)
        if (begins_with((tunip_str){text.data + at, text.size - at}, part)) return at;
    return text.size + 1;
}

/* replace(old, new) with an old text that is not empty. */
static tunip_value read_replace(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_str text = call->self.text, old = call->args[0].text, by = call->args[1].text;
    const tunip_value *most = &call->args[2];
    bool fits = call->self.kind == TUNIP_VALUE_STR && call->args[0].kind == TUNIP_VALUE_STR &&
                call->args[1].kind == TUNIP_VALUE_STR && old.size &&
                (most->kind == TUNIP_VALUE_ABSENT || tn_is_whole(most));
    if (!fits) return tn_absent();
    int64_t left = most->kind == TUNIP_VALUE_ABSENT ? -1 : tn_int_of(most);
    tunip_value result = tn_new_str((tunip_str){"", 0});
    size_t from = 0;
    for (; left; left--) {
        size_t at = find_text(text, old, from);
        if (at > text.size) break;
        const tunip_value parts[] = {tn_new_str((tunip_str){text.data + from, at - from}),
                                     tn_new_str(by)};
        for (size_t i = 0; i < 2 && result.kind == TUNIP_VALUE_STR; i++)
            result = tn_constant_pair(e, TUNIP_OP_ADD, &result, &parts[i]);
        if (result.kind != TUNIP_VALUE_STR) return result;
        from = at + old.size;
    }
    tunip_value rest = tn_new_str((tunip_str){text.data + from, text.size - from});
    return tn_constant_pair(e, TUNIP_OP_ADD, &result, &rest);
}

/* The place of the last `part` in `text`; text.size + 1 if there is none. */
static size_t find_last(tunip_str text, tunip_str part)
{
    size_t found = text.size + 1;
    for (size_t at = 0; (at = find_text(text, part, at)) <= text.size; at++) found = at;
    return found;
}

/* rfind() and rindex(), as below. */
static tunip_value read_rfind(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *part = &call->args[0];
    tunip_str text = call->self.text;
    (void)e;
    if (call->self.kind != TUNIP_VALUE_STR || part->kind != TUNIP_VALUE_STR) return tn_absent();
    size_t at = find_last(text, part->text);
    if (at > text.size) return call->word->data ? tn_absent() : tn_new_int(-1);
    return tn_new_int((int64_t)tn_count_characters((tunip_str){text.data, at}));
}

/* find() and index(): `data` is true for index(), which refuses a text that is not there. Also of a
 * list. */
static tunip_value read_find(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *part = &call->args[0];
    bool must_find = call->word->data;
    (void)e;
    if (call->self.kind == TUNIP_VALUE_STR && part->kind == TUNIP_VALUE_STR) {
        tunip_str text = call->self.text;
        size_t at = find_text(text, part->text, 0);
        if (at > text.size) return must_find ? tn_absent() : tn_new_int(-1);
        return tn_new_int((int64_t)tn_count_characters((tunip_str){text.data, at}));
    }
    if (call->self.kind != TUNIP_VALUE_LIST || !must_find) return tn_absent();
    for (size_t i = 0; i < call->self.items.count; i++)
        if (tn_is_same(&call->self.items.items[i], part)) return tn_new_int((int64_t)i);
    return tn_absent();
}

static tunip_value read_count(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *part = &call->args[0];
    int64_t count = 0;
    (void)e;
    if (call->self.kind == TUNIP_VALUE_LIST) {
        for (size_t i = 0; i < call->self.items.count; i++)
            count += tn_is_same(&call->self.items.items[i], part);
        return tn_new_int(count);
    }
    bool are_texts = call->self.kind == TUNIP_VALUE_STR && part->kind == TUNIP_VALUE_STR;
    if (!are_texts || !part->text.size) return tn_absent();
    tunip_str text = call->self.text;
    for (size_t at = 0; (at = find_text(text, part->text, at)) <= text.size; count++)
        at += part->text.size;
    return tn_new_int(count);
}

/* The next piece of a text that split() cuts, and where the next one begins. */
static tunip_str next_piece(tunip_str text, const tunip_value *separator, size_t *at)
{
    static const tunip_str space = {" \t\n\r\v\f", 6};
    size_t begin = *at, end = begin;
    if (separator->kind == TUNIP_VALUE_STR) {
        end = find_text(text, separator->text, begin);
        if (end > text.size) end = text.size;
        *at = end + separator->text.size;
        return (tunip_str){text.data + begin, end - begin};
    }
    while (begin < text.size && has_byte(space, text.data[begin])) begin++;
    for (end = begin; end < text.size && !has_byte(space, text.data[end]);) end++;
    *at = end < text.size ? end : text.size + 1;
    return (tunip_str){text.data + begin, end - begin};
}

static tunip_value read_split(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_value *separator = &call->args[0];
    bool has_separator = separator->kind == TUNIP_VALUE_STR;
    tunip_str text = call->self.text;
    if (call->self.kind != TUNIP_VALUE_STR || (has_separator && !separator->text.size))
        return tn_absent();
    if (!has_separator && separator->kind > TUNIP_VALUE_NONE) return tn_absent();
    size_t first = e->values.count, count = 0;
    for (size_t at = 0; at <= text.size;) {
        tunip_str piece = next_piece(text, separator, &at);
        if (!has_separator && !piece.size) continue;
        tn_push_value(e, tn_copy_text(e, piece, call->doc));
        count++;
    }
    return tn_with_items(e, TUNIP_VALUE_LIST, tn_take_values(e, first, count), call->doc);
}

/* partition(sep), rpartition(sep): the text before the first or last separator, the separator and
 * the rest. `data` is true for the last one. */
static tunip_value read_partition(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_str text = call->self.text, separator = call->args[0].text;
    bool is_last = call->word->data;
    bool fits = call->self.kind == TUNIP_VALUE_STR && call->args[0].kind == TUNIP_VALUE_STR;
    if (!fits || !separator.size) return tn_absent();
    size_t at = is_last ? find_last(text, separator) : find_text(text, separator, 0);
    tunip_str before = text, after = {"", 0};
    if (at > text.size) {
        separator.size = 0;
        if (is_last) before = after, after = text;
    } else {
        before.size = at;
        after = (tunip_str){text.data + at + separator.size, text.size - at - separator.size};
    }
    const tunip_str parts[] = {before, separator, after};
    size_t first = e->values.count;
    for (size_t i = 0; i < 3; i++) tn_push_value(e, tn_copy_text(e, parts[i], call->doc));
    return tn_with_items(e, TUNIP_VALUE_LIST, tn_take_values(e, first, 3), call->doc);
}

/* rsplit(sep, maxsplit), with a separator: the pieces from the right, in reverse. */
static tunip_value read_rsplit(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_str text = call->self.text, separator = call->args[0].text;
    const tunip_value *most = &call->args[1];
    bool fits = call->self.kind == TUNIP_VALUE_STR && call->args[0].kind == TUNIP_VALUE_STR &&
                (most->kind == TUNIP_VALUE_ABSENT || tn_is_whole(most));
    if (!fits || !separator.size) return tn_absent();
    int64_t left = most->kind == TUNIP_VALUE_ABSENT ? -1 : tn_int_of(most);
    size_t first = e->values.count, count = 1;
    for (size_t at; left && (at = find_last(text, separator)) <= text.size; left--, count++) {
        size_t from = at + separator.size;
        tunip_str piece = {text.data + from, text.size - from};
        tn_push_value(e, tn_copy_text(e, piece, call->doc));
        text.size = at;
    }
    tn_push_value(e, tn_copy_text(e, text, call->doc));
    tunip_values pieces = tn_take_values(e, first, count);
    tunip_value *items = (tunip_value *)(uintptr_t)pieces.items;
    for (size_t i = 0; items && i < count / 2; i++) {
        tunip_value item = items[i];
        items[i] = items[count - 1 - i];
        items[count - 1 - i] = item;
    }
    return tn_with_items(e, TUNIP_VALUE_LIST, pieces, call->doc);
}

static tunip_value read_join(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items;
    tunip_value result = tn_new_str((tunip_str){"", 0});
    if (call->self.kind != TUNIP_VALUE_STR || !tn_iterate(e, &call->args[0], &items))
        return tn_absent();
    for (size_t i = 0; i < items.count && result.kind == TUNIP_VALUE_STR; i++) {
        if (items.items[i].kind != TUNIP_VALUE_STR) return tn_absent();
        if (i) result = tn_constant_pair(e, TUNIP_OP_ADD, &result, &call->self);
        if (result.kind != TUNIP_VALUE_STR) return result;
        result = tn_constant_pair(e, TUNIP_OP_ADD, &result, &items.items[i]);
    }
    return result;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* isdigit(), isalpha(), isalnum(): `data` has a bit for digits and one for letters. */
static tunip_value read_is(tunip_elaborator *e, const tunip_word_call *call)
{
    enum { DIGITS = 1, LETTERS = 2 };
    tunip_str text = call->self.text;
    (void)e;
    if (call->self.kind != TUNIP_VALUE_STR) return tn_absent();
    bool fits = text.size != 0;
    for (size_t i = 0; i < text.size; i++)
        fits = fits && ((call->word->data & DIGITS && is_digit(text.data[i])) ||
                        (call->word->data & LETTERS && is_letter(text.data[i])));
    return tn_new_bool(fits);
}

/* ljust(), rjust(), zfill(): `data` is '<', '>' or '0'. */
static tunip_value read_justify(tunip_elaborator *e, const tunip_word_call *call)
{
    enum { MOST = 10000 };
    const tunip_value *width = &call->args[0], *fill = &call->args[1];
    tunip_value pad = tn_new_str((tunip_str){call->word->data == '0' ? "0" : " ", 1});
    if (call->self.kind != TUNIP_VALUE_STR || !tn_is_whole(width)) return tn_absent();
    if (fill->kind == TUNIP_VALUE_STR) pad = *fill;
    int64_t room = tn_int_of(width) - (int64_t)tn_count_characters(call->self.text);
    if (room > MOST || tn_count_characters(pad.text) != 1) return tn_absent();
    tunip_value count = tn_new_int(room);
    pad.doc = call->doc;
    pad = tn_constant_pair(e, TUNIP_OP_MUL, &pad, &count);
    if (pad.kind != TUNIP_VALUE_STR) return pad;
    bool is_left = call->word->data == '<';
    bool has_sign = call->word->data == '0' && call->self.text.size &&
                    has_byte((tunip_str){"+-", 2}, call->self.text.data[0]);
    if (has_sign) return tn_absent();
    return is_left ? tn_constant_pair(e, TUNIP_OP_ADD, &call->self, &pad)
                   : tn_constant_pair(e, TUNIP_OP_ADD, &pad, &call->self);
}

static tunip_value read_text_format(tunip_elaborator *e, const tunip_word_call *call)
{
    return call->self.kind == TUNIP_VALUE_STR ? tn_format(e, call) : tn_absent();
}

/* ---- dicts ---- */

/* keys(), values(), items(): `data` is 0, 1 or 2. */
static tunip_value read_parts(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_values items = call->self.items;
    size_t first = e->values.count, count = items.count / 2;
    if (call->self.kind != TUNIP_VALUE_DICT) return tn_absent();
    for (size_t i = 0; i < items.count; i += 2) {
        tunip_value part = items.items[i + (call->word->data == 1)];
        if (call->word->data == 2)
            part =
                tn_with_items(e, TUNIP_VALUE_LIST, (tunip_values){items.items + i, 2}, call->doc);
        tn_push_value(e, part);
    }
    return tn_with_items(e, TUNIP_VALUE_ITERATOR, tn_take_values(e, first, count), call->doc);
}

/* A copy of a list or a dict, which no statement changes: itself. A tuple has no such method. */
static tunip_value read_copy(tunip_elaborator *e, const tunip_word_call *call)
{
    bool is_tuple = call->self.doc && call->self.doc->kind == TUNIP_DOC_TUPLE;
    bool has_items = call->self.kind == TUNIP_VALUE_LIST || call->self.kind == TUNIP_VALUE_DICT ||
                     call->self.kind == TUNIP_VALUE_SET;
    has_items = has_items && !is_tuple;
    (void)e;
    return has_items ? call->self : tn_absent();
}

/* pop() of a set that has no name, so that nothing uses it afterwards. */
static tunip_value read_pop(tunip_elaborator *e, const tunip_word_call *call)
{
    bool is_named = call->self.doc && call->self.doc->kind == TUNIP_DOC_ID;
    (void)e;
    if (call->self.kind != TUNIP_VALUE_SET || is_named || !call->self.items.count)
        return tn_absent();
    return call->self.items.items[0];
}

static tunip_value read_get(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value none = {.kind = TUNIP_VALUE_NONE, .doc = call->doc};
    (void)e;
    if (call->self.kind != TUNIP_VALUE_DICT) return tn_absent();
    size_t at = tn_dict_find(call->self.items, &call->args[0]);
    if (at < call->self.items.count) return call->self.items.items[at + 1];
    return call->args[1].kind == TUNIP_VALUE_ABSENT ? none : call->args[1];
}

/* ---- numbers ---- */

static tunip_value read_bit_length(tunip_elaborator *e, const tunip_word_call *call)
{
    (void)e;
    if (!tn_is_whole(&call->self)) return tn_absent();
    int64_t value = tn_int_of(&call->self), bits = 0;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    for (; rest; rest >>= 1) bits++;
    return tn_new_int(bits);
}

static tunip_value read_is_integer(tunip_elaborator *e, const tunip_word_call *call)
{
    double real = call->self.real;
    (void)e;
    if (call->self.kind != TUNIP_VALUE_FLOAT) return tn_absent();
    return tn_new_bool(real - real == 0 && (fabs(real) > 9e15 || real == (double)(int64_t)real));
}

/* real and numerator, which are the integer itself, and denominator. */
static tunip_value read_ratio(tunip_elaborator *e, const tunip_word_call *call)
{
    (void)e;
    if (!tn_is_whole(&call->self)) return tn_absent();
    return tn_new_int(call->word->data ? 1 : tn_int_of(&call->self));
}

const tunip_word tn_constant_methods[] = {
    {.name = ".bit_length", .params = "", .read = read_bit_length},
    {.name = ".capitalize", .params = "", .read = read_case, .data = 'c'},
    {.name = ".copy", .params = "", .read = read_copy},
    {.name = ".count", .params = "value", .read = read_count},
    {.name = ".denominator", .read = read_ratio, .data = true},
    {.name = ".difference", .params = "*others", .read = tn_read_set_join, .data = TUNIP_OP_SUB},
    {.name = ".endswith", .params = "suffix", .read = read_with, .data = true},
    {.name = ".find", .params = "sub", .read = read_find, .data = false},
    {.name = ".format", .params = "*args **", .read = read_text_format},
    {.name = ".get", .params = "key default=", .read = read_get},
    {.name = ".index", .params = "value", .read = read_find, .data = true},
    {.name = ".intersection",
     .params = "*others",
     .read = tn_read_set_join,
     .data = TUNIP_OP_BIT_AND},
    {.name = ".is_integer", .params = "", .read = read_is_integer},
    {.name = ".isalnum", .params = "", .read = read_is, .data = 3},
    {.name = ".isalpha", .params = "", .read = read_is, .data = 2},
    {.name = ".isdisjoint", .params = "other", .read = tn_read_set_test, .data = 0},
    {.name = ".isdigit", .params = "", .read = read_is, .data = 1},
    {.name = ".issubset", .params = "other", .read = tn_read_set_test, .data = TUNIP_OP_LE},
    {.name = ".issuperset", .params = "other", .read = tn_read_set_test, .data = TUNIP_OP_GE},
    {.name = ".items", .params = "", .read = read_parts, .data = 2},
    {.name = ".join", .params = "iterable", .read = read_join},
    {.name = ".keys", .params = "", .read = read_parts, .data = 0},
    {.name = ".ljust", .params = "width fillchar=", .read = read_justify, .data = '<'},
    {.name = ".lower", .params = "", .read = read_case, .data = 'l'},
    {.name = ".lstrip", .params = "chars=", .read = read_strip, .data = 1},
    {.name = ".numerator", .read = read_ratio, .data = false},
    {.name = ".partition", .params = "sep", .read = read_partition, .data = false},
    {.name = ".pop", .params = "", .read = read_pop},
    {.name = ".real", .read = read_ratio, .data = false},
    {.name = ".removeprefix", .params = "prefix", .read = read_remove, .data = false},
    {.name = ".removesuffix", .params = "suffix", .read = read_remove, .data = true},
    {.name = ".replace", .params = "old new count=", .read = read_replace},
    {.name = ".rfind", .params = "sub", .read = read_rfind, .data = false},
    {.name = ".rindex", .params = "sub", .read = read_rfind, .data = true},
    {.name = ".rjust", .params = "width fillchar=", .read = read_justify, .data = '>'},
    {.name = ".rpartition", .params = "sep", .read = read_partition, .data = true},
    {.name = ".rsplit", .params = "sep maxsplit=", .read = read_rsplit},
    {.name = ".rstrip", .params = "chars=", .read = read_strip, .data = 2},
    {.name = ".split", .params = "sep=", .read = read_split},
    {.name = ".startswith", .params = "prefix", .read = read_with, .data = false},
    {.name = ".strip", .params = "chars=", .read = read_strip, .data = 3},
    {.name = ".swapcase", .params = "", .read = read_case, .data = 's'},
    {.name = ".symmetric_difference",
     .params = "*others",
     .read = tn_read_set_join,
     .data = TUNIP_OP_BIT_XOR},
    {.name = ".title", .params = "", .read = read_case, .data = 't'},
    {.name = ".union", .params = "*others", .read = tn_read_set_join, .data = TUNIP_OP_BIT_OR},
    {.name = ".upper", .params = "", .read = read_case, .data = 'u'},
    {.name = ".values", .params = "", .read = read_parts, .data = 1},
    {.name = ".zfill", .params = "width fillchar=", .read = read_justify, .data = '0'},
};
const size_t tn_constant_method_count = TUNIP_LEN(tn_constant_methods);

/* ======== format ======== */

/* Texts with constants in them: "a{:>4}".format(x), "%d" % x, str(x). The reader turns
 * f-strings into calls of format(). */

/* A text that is being written. */
typedef struct formatter {
    tunip_elaborator *e;
    const tunip_word_call *call; /* of format(); or NULL */
    tunip_values fields;
    size_t next; /* field */
    TN_ARRAY(char) text;
    bool failed; /* out of memory, too long, or the format is not supported */
} formatter;

static void put(formatter *f, const char *data, size_t size)
{
    bool may_grow = tn_elaborator_spend(f->e, size, NULL);
    if (may_grow && !tn_array_reserve(&f->text, f->e->allocator, size)) {
        tn_elaborator_fail_memory(f->e);
        may_grow = false;
    }
    f->failed |= !may_grow;
    if (!may_grow) return;
    if (size) memcpy(f->text.items + f->text.count, data, size);
    f->text.count += size;
}

static void put_times(formatter *f, tunip_str text, size_t count)
{
    for (; count && !f->failed; count--) put(f, text.data, text.size);
}

/* ---- formats ---- */

/* [[fill]align][sign][#][0][width][.precision][type] */
typedef struct format {
    tunip_str fill; /* a character */
    char align;
    char sign;      /* '+' or ' ' for numbers of at least 0, or '\0' */
    bool is_marked; /* '#': 0x before a number */
    bool is_padded; /* with zeros, after the sign of a number */
    size_t width;
    int precision; /* or -1 */
    char type;     /* or '\0' */
} format;

enum { MOST_WIDTH = 10000 };

static size_t read_number(const char **at, const char *end)
{
    size_t number = 0;
    for (; *at < end && tunip_is_digit(**at); ++*at)
        if (number <= MOST_WIDTH) number = number * 10 + (size_t)(**at - '0');
    return number;
}

static bool is_align(char c)
{
    return c == '<' || c == '>' || c == '^' || c == '=';
}

static bool read_format(tunip_str text, format *out)
{
    const char *at = text.data, *end = at + text.size;
    size_t first = tn_size_of_characters(text, 1);
    *out = (format){.fill = {" ", 1}, .precision = -1};
    bool has_fill = first < text.size && is_align(at[first]);
    if (has_fill) {
        out->fill = (tunip_str){at, first};
        at += first;
    }
    if (at < end && is_align(*at)) out->align = *at++;
    if (at < end && (*at == '+' || *at == '-' || *at == ' ')) out->sign = *at++;
    if (out->sign == '-') out->sign = '\0';
    if (at < end && *at == '#') out->is_marked = *at++;
    if (at < end && *at == '0') {
        out->is_padded = !out->align;
        if (!has_fill) out->fill = (tunip_str){at, 1};
    }
    out->width = read_number(&at, end);
    if (at < end && *at == '.') {
        at++;
        out->precision = (int)read_number(&at, end);
    }
    if (at < end) out->type = *at++;
    return at == end && out->width <= MOST_WIDTH;
}

/* Writes `text`, whose sign is a separate argument, in the width of the format. */
static void put_aligned(formatter *f, const format *spec, const char *sign, tunip_str text,
                        char align)
{
    size_t count = strlen(sign) + tn_count_characters(text);
    size_t room = spec->width > count ? spec->width - count : 0;
    if (spec->align) align = spec->align;
    size_t before = align == '>' ? room : align == '^' ? room / 2 : 0;
    put_times(f, spec->fill, before);
    put(f, sign, strlen(sign));
    if (align == '=') put_times(f, spec->fill, room);
    put(f, text.data, text.size);
    if (align != '=') put_times(f, spec->fill, room - before);
}

/* ---- values ---- */

/* Writes the digits of an integer in the base of the format's type. Returns 0 for another type. */
static size_t write_int(uint64_t value, char type, char *out, size_t size)
{
    switch (type) {
    case '\0':
    case 'd':
        return (size_t)snprintf(out, size, "%llu", (unsigned long long)value);
    case 'x':
        return (size_t)snprintf(out, size, "%llx", (unsigned long long)value);
    case 'X':
        return (size_t)snprintf(out, size, "%llX", (unsigned long long)value);
    case 'o':
        return (size_t)snprintf(out, size, "%llo", (unsigned long long)value);
    case 'b': {
        size_t count = 1;
        while (count < 64 && value >> count) count++;
        for (size_t i = 0; i < count; i++) out[i] = value >> (count - 1 - i) & 1 ? '1' : '0';
        return count;
    }
    default:
        return 0;
    }
}

/* Writes the digits of a number that is negative or not. */
static void put_number(formatter *f, const format *spec, bool is_negative, const char *mark,
                       tunip_str digits)
{
    char before[8];
    const char plus[] = {spec->sign, '\0'};
    snprintf(before, sizeof before, "%s%s", is_negative ? "-" : plus, mark);
    f->failed |= !digits.size;
    put_aligned(f, spec, before, digits, spec->is_padded ? '=' : '>');
}

static void put_int(formatter *f, const format *spec, int64_t value)
{
    char digits[72], mark[] = {'0', spec->type, '\0'};
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    size_t count = spec->precision < 0 ? write_int(size, spec->type, digits, sizeof digits) : 0;
    bool is_marked = spec->is_marked && spec->type && spec->type != 'd';
    put_number(f, spec, value < 0, is_marked ? mark : "", (tunip_str){digits, count});
}

void tn_write_real(double value, char *out)
{
    char digits[TN_FLOAT_SIZE];
    int precision = 0, exponent = 0;
    if (!isfinite(value)) {
        snprintf(out, TN_FLOAT_SIZE, "%s", isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
        return;
    }
    do snprintf(digits, sizeof digits, "%.*e", precision, value);
    while (strtod(digits, NULL) != value && ++precision < 17);
    char *mark = strchr(digits, 'e');
    exponent = atoi(mark + 1);
    if (exponent < -4 || exponent >= 16)
        memcpy(out, digits, sizeof digits);
    else
        snprintf(out, TN_FLOAT_SIZE, "%.*f", precision > exponent ? precision - exponent : 1,
                 value);
}

/* The digits of the size of a float, without its sign. Empty for a type that floats do not have. */
static size_t write_float(const format *spec, double value, char *out, size_t size)
{
    char shape[] = {'%', '.', '*', spec->type, '\0'};
    int precision = spec->precision < 0 ? 6 : spec->precision;
    if (spec->type == '\0' && spec->precision < 0) {
        tn_write_real(value, out);
        return strlen(out);
    }
    if (spec->type == '%') return (size_t)snprintf(out, size, "%.*f%%", precision, value * 100);
    if (!spec->type || !strchr("eEfFgG", spec->type)) return 0;
    return (size_t)snprintf(out, size, shape, precision, value);
}

static void put_float(formatter *f, const format *spec, double value)
{
    char digits[512];
    size_t count =
        spec->precision > 100 ? 0 : write_float(spec, fabs(value), digits, sizeof digits);
    put_number(f, spec, signbit(value) && !isnan(value), "", (tunip_str){digits, count});
}

static void put_text(formatter *f, const format *spec, tunip_str text)
{
    f->failed |= (spec->type != '\0' && spec->type != 's') || spec->align == '=';
    if (spec->precision >= 0) text.size = tn_size_of_characters(text, (size_t)spec->precision);
    put_aligned(f, spec, "", text, '<');
}

/* ---- str() and repr() ---- */

/* 'a', with the other quotation marks if it has such ones. */
static void put_quoted(formatter *f, tunip_str text)
{
    bool has_single = text.size && memchr(text.data, '\'', text.size);
    bool has_double = text.size && memchr(text.data, '"', text.size);
    const char *quote = has_single && !has_double ? "\"" : "'";
    put(f, quote, 1);
    for (size_t i = 0; i < text.size; i++) {
        unsigned char c = (unsigned char)text.data[i];
        f->failed |= c < ' ' || c == '\\' || c >= 127 || c == (unsigned char)*quote;
        put(f, &text.data[i], 1);
    }
    put(f, quote, 1);
}

static void put_repr(formatter *f, const tunip_value *value);

/* A list whose brackets are known. */
static void put_items(formatter *f, const tunip_value *value)
{
    tunip_doc_kind kind = value->doc ? (tunip_doc_kind)value->doc->kind : TUNIP_DOC_ID;
    bool is_tuple = kind == TUNIP_DOC_TUPLE;
    f->failed |= !is_tuple && kind != TUNIP_DOC_LIST;
    put(f, is_tuple ? "(" : "[", 1);
    for (size_t i = 0; i < value->items.count && !f->failed; i++) {
        if (i) put(f, ", ", 2);
        put_repr(f, &value->items.items[i]);
    }
    if (is_tuple && value->items.count == 1) put(f, ",", 1);
    put(f, is_tuple ? ")" : "]", 1);
}

static void put_str(formatter *f, const tunip_value *value)
{
    char digits[TN_FLOAT_SIZE];
    switch (value->kind) {
    case TUNIP_VALUE_NONE:
        put(f, "None", 4);
        return;
    case TUNIP_VALUE_BOOL:
        put(f, value->boolean ? "True" : "False", value->boolean ? 4 : 5);
        return;
    case TUNIP_VALUE_INT:
        snprintf(digits, sizeof digits, "%lld", (long long)value->integer);
        put(f, digits, strlen(digits));
        return;
    case TUNIP_VALUE_FLOAT:
        tn_write_real(value->real, digits);
        put(f, digits, strlen(digits));
        return;
    case TUNIP_VALUE_STR:
        put(f, value->text.data, value->text.size);
        return;
    case TUNIP_VALUE_LIST:
        put_items(f, value);
        return;
    default:
        f->failed = true;
    }
}

static void put_repr(formatter *f, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_STR)
        put_quoted(f, value->text);
    else
        put_str(f, value);
}

/* The text that was written, as a value; wrong after a complaint. */
static tunip_value finish(formatter *f, const tunip_doc *doc)
{
    tunip_elaborator *e = f->e;
    tunip_str text = {f->text.items, f->text.count};
    tunip_value value = f->failed ? tn_absent() : tn_copy_text(e, text, doc);
    tn_array_free(&f->text, e->allocator);
    if (!e->effort || e->error.code != TUNIP_OK) return tunip_value_wrong(doc);
    value.doc = doc;
    if (!f->failed) return value;
    return tunip_complain(e, doc,
                          "this string cannot be computed: its fields must be numbers, booleans "
                          "and strings");
}

/* A value as str() or repr() writes it. */
static tunip_value text_of(tunip_elaborator *e, const tunip_value *value, bool is_repr,
                           const tunip_doc *doc)
{
    formatter f = {.e = e};
    if (is_repr)
        put_repr(&f, value);
    else
        put_str(&f, value);
    return finish(&f, doc);
}

tunip_value tn_constant_text(tunip_elaborator *e, const tunip_value *value, const tunip_doc *doc)
{
    return value->kind == TUNIP_VALUE_STR ? *value : text_of(e, value, false, doc);
}

/* Writes a value in a format. `conversion` is 's' or 'r', as in "{!r}", or '\0'. */
static void put_value(formatter *f, const tunip_value *value, const format *spec, char conversion)
{
    bool is_int_type = !spec->type || strchr("dxXob", spec->type);
    bool is_plain_bool = value->kind == TUNIP_VALUE_BOOL && !spec->type && !spec->width;
    if (!conversion && tn_is_whole(value) && !is_plain_bool && is_int_type) {
        put_int(f, spec, tn_int_of(value));
    } else if (!conversion && tn_is_number(value) && !is_plain_bool) {
        put_float(f, spec, tn_real_of(value));
    } else {
        tunip_value text = text_of(f->e, value, conversion == 'r', NULL);
        f->failed |= text.kind != TUNIP_VALUE_STR;
        if (!f->failed) put_text(f, spec, text.text);
    }
}

/* ---- the template ---- */

/* The value that a field names: its number, its keyword, or the next one if the name is empty. */
static const tunip_value *find_field(formatter *f, tunip_str name)
{
    const tunip_doc_call *doc = (const tunip_doc_call *)f->call->doc;
    size_t at = 0;
    if (!name.size) return f->next < f->fields.count ? &f->fields.items[f->next++] : NULL;
    for (size_t i = 0; i < f->call->named.count; i++)
        if (tunip_str_equal(doc->keys[i], name)) return &f->call->named.items[i];
    for (size_t i = 0; i < name.size; i++) {
        if (!tunip_is_digit(name.data[i]) || at > f->fields.count) return NULL;
        at = at * 10 + (size_t)(name.data[i] - '0');
    }
    return at < f->fields.count ? &f->fields.items[at] : NULL;
}

/* Writes the field after the `{` at `at`, NAME!r:FORMAT, and returns the end of the field. */
static const char *put_field(formatter *f, const char *at, const char *end)
{
    const char *close = memchr(at, '}', (size_t)(end - at)), *name = at;
    char conversion = '\0';
    format spec;
    while (close && at < close && *at != '!' && *at != ':') at++;
    const tunip_value *value = close ? find_field(f, (tunip_str){name, (size_t)(at - name)}) : NULL;
    if (close && at + 1 < close && *at == '!') {
        conversion = at[1];
        at += 2;
    }
    bool has_format = close && at < close && *at == ':';
    tunip_str text = {has_format ? at + 1 : "", has_format ? (size_t)(close - at - 1) : 0};
    bool is_known = !conversion || conversion == 's' || conversion == 'r';
    if (!value || !is_known || (at != close && !has_format) || !read_format(text, &spec)) {
        f->failed = true;
        return end;
    }
    put_value(f, value, &spec, conversion);
    return close + 1;
}

tunip_value tn_format(tunip_elaborator *e, const tunip_word_call *call)
{
    formatter f = {.e = e, .call = call, .fields = call->rest};
    const char *at = call->self.text.data, *end = at + call->self.text.size;
    while (at < end && !f.failed) {
        bool is_double = at + 1 < end && at[1] == *at;
        if (*at == '{' && !is_double) {
            at = put_field(&f, at + 1, end);
            continue;
        }
        put(&f, at, 1);
        at += (*at == '{' || *at == '}') && is_double ? 2 : 1;
    }
    return finish(&f, call->doc);
}

/* ---- template % values ---- */

/* Reads [-+ 0#][width][.precision]type of "%5d". */
static const char *read_percent(const char *at, const char *end, format *out)
{
    *out = (format){.fill = {" ", 1}, .align = '>', .precision = -1};
    for (; at < end && strchr("-+ 0#", *at); at++) {
        if (*at == '-') out->align = '<';
        if (*at == '0') out->is_padded = true;
        if (*at == '+' || *at == ' ') out->sign = *at;
        if (*at == '#') out->is_marked = true;
    }
    out->width = read_number(&at, end);
    if (at < end && *at == '.') {
        at++;
        out->precision = (int)read_number(&at, end);
    }
    if (at < end) out->type = *at++;
    if (out->is_padded && out->align == '>') {
        out->align = '=';
        out->fill = (tunip_str){"0", 1};
    }
    return at;
}

static void put_percent(formatter *f, format *spec)
{
    static const char types[] = "sdiuxXofFeEgGr";
    bool has_value = f->next < f->fields.count && spec->type && strchr(types, spec->type);
    f->failed |= !has_value || spec->width > MOST_WIDTH;
    if (f->failed) return;
    const tunip_value *value = &f->fields.items[f->next++];
    bool is_text = spec->type == 's' || spec->type == 'r', is_repr = spec->type == 'r';
    if (strchr("iu", spec->type)) spec->type = 'd';
    if (is_text && spec->align == '=') spec->align = '>';
    if (is_text) spec->type = 's';
    f->failed |= !is_text && !tn_is_number(value);
    tunip_value whole = tn_new_int(0);
    bool cuts = spec->type == 'd' && value->kind == TUNIP_VALUE_FLOAT;
    f->failed |= cuts && !(fabs(value->real) < 9e18);
    if (f->failed) return;
    if (cuts) whole = tn_new_int((int64_t)value->real);
    put_value(f, cuts ? &whole : value, spec, is_text ? is_repr ? 'r' : 's' : '\0');
}

tunip_value tn_format_percent(tunip_elaborator *e, tunip_str template, const tunip_value *value,
                              const tunip_doc *doc)
{
    formatter f = {.e = e, .fields = {value, 1}};
    const char *at = template.data, *end = at + template.size;
    format spec;
    if (value->kind == TUNIP_VALUE_LIST) f.fields = value->items;
    while (at < end && !f.failed) {
        bool is_double = at + 1 < end && at[0] == '%' && at[1] == '%';
        if (*at == '%' && !is_double) {
            at = read_percent(at + 1, end, &spec);
            put_percent(&f, &spec);
            continue;
        }
        put(&f, at, 1);
        at += is_double ? 2 : 1;
    }
    f.failed |= f.next != f.fields.count;
    return finish(&f, doc);
}
