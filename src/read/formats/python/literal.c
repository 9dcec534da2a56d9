/* literal.c -- names and literals of scripts. */
#include <math.h>

#include "../../../util/json.h"
#include "../../../util/unicode.h"
#include "parse.h"

/* ======== names ======== */

/* Adding to the table of names. */

enum { FIRST_BITS = 8, FIRST_SLOTS = 1 << FIRST_BITS };

/* The slots of an empty table: its hashes have one bit. */
static const tn_py_name no_slots[2];

void tn_py_names_init(tn_py_names *names, const tunip_allocator *allocator)
{
    *names = (tn_py_names){.slots = (tn_py_name *)(uintptr_t)no_slots, .shift = 63};
    names->allocator = allocator;
}

/* There is a free slot. */
static void put(tn_py_names *names, const tn_py_name *name)
{
    size_t at = tn_py_slot(names, name->word, name->data, name->size);
    while (names->slots[at].size) at = (at + 1) & names->mask;
    names->slots[at] = *name;
}

static bool grow(tn_py_names *names)
{
    const tunip_allocator *a = names->allocator;
    size_t before = names->mask ? names->mask + 1 : 0;
    size_t count = before ? before * 2 : FIRST_SLOTS;
    tn_py_name *slots = a->alloc(a->ctx, count * sizeof *slots);
    if (!slots) return false;
    memset(slots, 0, count * sizeof *slots);
    tn_py_name *olds = names->slots;
    names->slots = slots;
    names->mask = count - 1;
    names->shift = before ? names->shift - 1 : 64 - FIRST_BITS;
    for (size_t i = 0; i < before; i++)
        if (olds[i].size) put(names, &olds[i]);
    if (before) a->free(a->ctx, olds, before * sizeof *olds);
    return true;
}

tunip_str tn_py_names_add(tn_py_names *names, const tn_py_name *name)
{
    if (names->count * 2 >= names->mask && !grow(names)) return (tunip_str){NULL, 0};
    put(names, name);
    names->count++;
    return (tunip_str){name->data, name->size};
}

void tn_py_names_free(tn_py_names *names)
{
    const tunip_allocator *a = names->allocator;
    if (names->mask) a->free(a->ctx, names->slots, (names->mask + 1) * sizeof *names->slots);
    tn_py_names_init(names, a);
}

/* ======== literal ======== */

/* Numbers, strings, None, True and False. */

/* ---- integers ---- */

static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9') return (unsigned)(c - '0');
    return (unsigned)((c | 0x20) - 'a') + 10;
}

static unsigned base_of(tunip_str text)
{
    if (text.size < 2 || text.data[0] != '0') return 10;
    char letter = (char)(text.data[1] | 0x20);
    return letter == 'x' ? 16 : letter == 'o' ? 8 : letter == 'b' ? 2 : 10;
}

/* A number of a few decimal digits; false for others. */
static bool read_few(tunip_str text, uint64_t *out)
{
    enum { MOST = 9 };
    uint64_t value = 0;
    if (text.size > MOST || (text.data[0] == '0' && text.size > 1)) return false;
    for (size_t at = 0; at < text.size; at++) {
        unsigned digit = (unsigned)(text.data[at] - '0');
        if (digit > 9) return false;
        value = value * 10 + digit;
    }
    *out = value;
    return true;
}

/* False when it has more than 64 bits. */
static bool read_digits(tunip_str text, uint64_t *out)
{
    unsigned base = base_of(text);
    uint64_t value = 0;
    for (size_t at = base == 10 ? 0 : 2; at < text.size; at++) {
        if (text.data[at] == '_') continue;
        unsigned digit = digit_of(text.data[at]);
        if (value > (UINT64_MAX - digit) / base) return false;
        value = value * base + digit;
    }
    *out = value;
    return true;
}

void tn_py_report_size(tn_py *p, uint32_t begin)
{
    tn_py_error(p, begin, p->previous_end, "the number does not fit into 64 bits");
    tn_py_break(p);
}

const tunip_doc *tn_py_parse_int(tn_py *p, uint32_t begin, bool is_negative)
{
    uint64_t digits = 0;
    bool fits = read_few(tn_py_token(p), &digits) || read_digits(tn_py_token(p), &digits);
    tn_py_advance(p);
    if (!fits || digits > (uint64_t)INT64_MAX + is_negative) {
        tn_py_report_size(p, begin);
        return tn_py_no_doc;
    }
    TN_PY_NEW(p, literal, LITERAL, TUNIP_LITERAL_INT, begin);
    memset(&doc->value, 0, sizeof doc->value);
    doc->value.integer = (int64_t)digits;
    return &doc->base;
}

/* ---- floats ---- */

/* Writes a number of Python in the syntax of JSON: `1_0.` as 10.0, `.5` as 0.5. Returns its
 * length. */
static size_t copy_float(tunip_str text, char *out)
{
    char *at = out;
    for (size_t i = 0; i < text.size; i++) {
        char c = text.data[i];
        bool has_digit = at > out && tunip_is_digit(at[-1]);
        if (c == '_') continue;
        if (c == '.' && !has_digit) *at++ = '0';
        if ((c | 0x20) == 'e' && !has_digit) *at++ = '0';
        *at++ = c;
    }
    if (at[-1] == '.') *at++ = '0';
    *at = '\0';
    return (size_t)(at - out);
}

static bool is_json(tunip_str text)
{
    const char *point = memchr(text.data, '.', text.size);
    if (memchr(text.data, '_', text.size)) return false;
    if (!point) return true;
    return point > text.data && point + 1 < text.data + text.size && tunip_is_digit(point[1]);
}

static tunip_status read_float(tn_py *p, double *out)
{
    enum { EXTRA = 4 };
    tunip_str text = tn_py_token(p);
    if (is_json(text)) return tn_double_parse(text, out);
    p->text.count = 0;
    if (!tn_array_reserve(&p->text, &p->arena->allocator, text.size + EXTRA))
        return TUNIP_ERROR_MEMORY;
    size_t size = copy_float(text, p->text.items);
    return tn_double_parse((tunip_str){p->text.items, size}, out);
}

/* A number beyond all doubles is infinite, as in Python. */
const tunip_doc *tn_py_parse_float(tn_py *p, uint32_t begin)
{
    double value = 0;
    tunip_status status = read_float(p, &value);
    if (status == TUNIP_ERROR_LIMIT)
        value = HUGE_VAL;
    else if (status != TUNIP_OK)
        return tn_py_fail_memory(p);
    tn_py_advance(p);
    TN_PY_NEW(p, literal, LITERAL, TUNIP_LITERAL_FLOAT, begin);
    memset(&doc->value, 0, sizeof doc->value);
    doc->value.real = value;
    return &doc->base;
}

/* ---- strings ---- */

/* The parts of a string's token. */
typedef struct string {
    tunip_str body;
    bool is_raw, is_bytes, is_format;
} string;

static string split(tunip_str token)
{
    string s = {.body = token};
    for (; *s.body.data != '\'' && *s.body.data != '"'; s.body.data++, s.body.size--) {
        s.is_raw |= (*s.body.data | 0x20) == 'r';
        s.is_bytes |= (*s.body.data | 0x20) == 'b';
        s.is_format |= (*s.body.data | 0x20) == 'f';
    }
    const char *at = s.body.data;
    size_t quotes = s.body.size >= 6 && at[1] == *at && at[2] == *at ? 3 : 1;
    s.body.data += quotes;
    s.body.size -= 2 * quotes;
    return s;
}

static void put_byte(tn_py *p, uint32_t code)
{
    char byte = (char)code;
    tn_py_put(p, &byte, 1);
}

static void put_code(tn_py *p, uint32_t code)
{
    char out[4];
    tn_py_put(p, out, tn_utf8_encode(code, out));
}

static void escape_error(tn_py *p, const char *at, size_t size, const char *message)
{
    uint32_t begin = tn_py_locate(p, at);
    tn_py_error(p, begin, begin + (uint32_t)size, "%s", message);
    tn_py_break(p);
}

static bool is_hex(char c)
{
    return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f');
}

/* "\xE9", "\u00E9", "\U000000E9": `at` is at the backslash. Returns the end. */
static const char *put_hex(tn_py *p, const char *at, const char *end, size_t digits)
{
    const char *digit = at + 2;
    uint32_t code = 0;
    for (; digit < end && is_hex(*digit) && digit < at + 2 + digits; digit++)
        code = code * 16 + digit_of(*digit);
    bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (digit != at + 2 + digits)
        escape_error(p, at, (size_t)(digit - at), "the escape has too few digits");
    else if (digits > 2 && (code > 0x10FFFF || is_surrogate))
        escape_error(p, at, (size_t)(digit - at), "the escape is no character of Unicode");
    else if (digits == 2 && !p->options.is_strict)
        put_byte(p, code);
    else
        put_code(p, code);
    return digit;
}

/* "\0", "\101": up to three digits. */
static const char *put_octal(tn_py *p, const char *at, const char *end)
{
    enum { MOST = 3 };
    const char *digit = at + 1;
    uint32_t code = 0;
    for (; digit < end && *digit >= '0' && *digit <= '7' && digit <= at + MOST; digit++)
        code = code * 8 + digit_of(*digit);
    if (p->options.is_strict || code > 255)
        put_code(p, code);
    else
        put_byte(p, code);
    return digit;
}

/* The escape at `at`, in a string that ends at `end`; returns where it ends. An unknown one stands
 * for itself, as in Python. */
static const char *put_escape(tn_py *p, const char *at, const char *end)
{
    static const char letters[128] = {
        ['\\'] = '\\', ['\''] = '\'', ['"'] = '"',  ['a'] = '\a', ['b'] = '\b',
        ['f'] = '\f',  ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t', ['v'] = '\v'};
    unsigned char letter = (unsigned char)at[1];
    if (letter == '\n') return at + 2;
    if (letter == '\r') return at + 2 + (at + 2 < end && at[2] == '\n');
    if (letter == 'x') return put_hex(p, at, end, 2);
    if (letter == 'u') return put_hex(p, at, end, 4);
    if (letter == 'U') return put_hex(p, at, end, 8);
    if (letter >= '0' && letter <= '7') return put_octal(p, at, end);
    if (letter == 'N') {
        bool has_name = at + 2 < end && at[2] == '{';
        escape_error(p, at, 2,
                     has_name ? "names of characters are not supported here"
                              : "`{` and the name of a character must follow \\N");
        return end;
    }
    if (letter < sizeof letters && letters[letter]) {
        put_byte(p, (uint32_t)letters[letter]);
        return at + 2;
    }
    tn_py_put(p, at, 1);
    return at + 1;
}

/* Ends of lines in a string are newlines, however the file marks them. */
static const char *put_line_end(tn_py *p, const char *at, const char *end)
{
    put_byte(p, '\n');
    return at + 1 + (at + 1 < end && at[1] == '\n');
}

static bool is_brace(char c)
{
    return c == '{' || c == '}';
}

/* A brace in an f-string, `{{` or a field; in another string of the same literal, it is doubled. */
static const char *put_brace(tn_py *p, string s, const char *at, const char *end)
{
    bool is_double = s.is_format && at + 1 < end && at[1] == *at;
    if (!s.is_format || is_double) {
        tn_py_put(p, at, 1);
        tn_py_put(p, at, 1);
        return at + 1 + is_double;
    }
    if (*at == '{') return tn_py_put_field(p, at, end);
    escape_error(p, at, 1, "a single `}` in an f-string");
    return at + 1;
}

/* A literal has other strings before its first f-string: their braces are doubled. */
static void begin_template(tn_py *p)
{
    size_t count = p->text.count, extra = 0;
    for (size_t i = 0; i < count; i++) extra += is_brace(p->text.items[i]);
    for (size_t i = 0; i < extra; i++) tn_py_put(p, "{", 1);
    if (p->failed) return;
    for (size_t i = count; i-- > 0;) {
        char c = p->text.items[i];
        p->text.items[i + extra] = c;
        if (is_brace(c)) p->text.items[i + --extra] = c;
    }
}

/* Strings with escapes, f-strings, or several strings. */
static tunip_str join_strings(tn_py *p, bool *is_template)
{
    tunip_str text = {"", 0};
    p->text.count = 0;
    while (p->kind == PY_STRING) {
        string s = split(tn_py_token(p));
        if (s.is_bytes) tn_py_unsupported(p, tn_py_at(p), "bytes literals");
        if (s.is_format && !*is_template) begin_template(p);
        *is_template |= s.is_format;
        const char *at = s.body.data, *end = at + s.body.size;
        while (at < end && !p->is_broken) {
            const char *run = at;
            while (run < end && *run != '\r' && (*run != '\\' || s.is_raw) &&
                   !(*is_template && is_brace(*run)))
                run++;
            tn_py_put(p, at, (size_t)(run - at));
            at = run;
            if (at == end) break;
            if (*is_template && is_brace(*at))
                at = put_brace(p, s, at, end);
            else
                at = *at == '\r' ? put_line_end(p, at, end) : put_escape(p, at, end);
        }
        if (!p->is_broken) tn_py_advance(p);
    }
    if (p->failed || !p->text.count) return text;
    text = tn_arena_str(p->arena, (tunip_str){p->text.items, p->text.count});
    if (!text.data) tn_py_fail_memory(p);
    return text;
}

/* TEMPLATE.format(fields) */
static const tunip_doc *new_format(tn_py *p, uint32_t begin, const tunip_doc *template, size_t base)
{
    static const char name[] = "format";
    tunip_docs fields = tn_py_take(p, base);
    tunip_doc_attr *callee =
        tn_script_doc(p->arena, sizeof *callee, TUNIP_DOC_ATTR, 0, tn_py_place(p, begin));
    if (!callee) return tn_py_fail_memory(p);
    callee->value = template;
    callee->name = tunip_str_from(name);
    TN_PY_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = &callee->base;
    doc->args = fields;
    doc->keys = NULL;
    doc->values = tunip_docs_none();
    return &doc->base;
}

const tunip_doc *tn_py_parse_string(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count;
    tunip_str token = tn_py_token(p), text = {token.data + 1, token.size - 2};
    bool is_plain = p->lexer.is_plain, is_template = false;
    if (is_plain) {
        const char *at = p->lexer.at, *cursor = p->lexer.cursor;
        size_t comments = p->lexer.comments.count;
        tn_py_advance(p);
        is_plain = p->kind != PY_STRING;
        if (!is_plain) { /* rare: begin again */
            p->lexer.at = at;
            p->lexer.cursor = cursor;
            p->lexer.comments.count = comments;
        }
    }
    if (!is_plain) text = join_strings(p, &is_template);
    TN_PY_NEW(p, literal, LITERAL, TUNIP_LITERAL_STR, begin);
    memset(&doc->value, 0, sizeof doc->value);
    doc->value.text = text;
    return is_template ? new_format(p, begin, &doc->base, base) : &doc->base;
}

/* ---- constants ---- */

const tunip_doc *tn_py_parse_constant(tn_py *p, tunip_literal sub, bool value)
{
    uint32_t begin = tn_py_at(p);
    tn_py_advance(p);
    TN_PY_NEW(p, literal, LITERAL, sub, begin);
    memset(&doc->value, 0, sizeof doc->value);
    doc->value.boolean = value;
    return &doc->base;
}
