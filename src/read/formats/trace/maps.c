/* maps.c -- the functions in the text of a trace, such as the index map
 *
 *     lambda i, j: (i // T.int64(16), j % T.int64(16),)
 *
 * A text shows the dtype of constants that are no int32, and the indices have the dtype of the
 * constants that are operands. Without these, they are int64, as in TVM's IndexMap.from_func(). */
#include "maps.h"

#include "../../../util/unicode.h"

/* The indices of a function, and what was read of its text. */
typedef struct map_reader {
    tn_trace_nodes *n;
    const char *at, *end;
    bool is_wide; /* int64, not int32 */
    tn_intern names;
    TN_ARRAY(size_t) indices; /* the node of each name */
} map_reader;

/* Notes a mistake at a place before the current one. */
static void expected_at(map_reader *m, const char *at, const char *what)
{
    if (!m->n->fault) m->at = at;
    tn_trace_expected(m->n, what);
}

static void skip_blanks(map_reader *m)
{
    m->at = tn_trace_skip_blanks(m->at, m->end);
}

static bool take(map_reader *m, const char *word)
{
    size_t size = strlen(word);
    skip_blanks(m);
    bool is_here = (size_t)(m->end - m->at) >= size && memcmp(m->at, word, size) == 0;
    if (is_here) m->at += size;
    return is_here;
}

static tunip_str take_name(map_reader *m)
{
    skip_blanks(m);
    const char *begin = m->at;
    while (m->at < m->end && tunip_is_name_part(*m->at)) m->at++;
    return (tunip_str){begin, (size_t)(m->at - begin)};
}

static size_t put_int(map_reader *m, int64_t value, bool is_wide)
{
    return tn_trace_put_expr(m->n, "ir.IntImm", is_wide, "\"value\": %lld", (long long)value);
}

/* Takes the digits of a constant, whose sign was read. */
static size_t take_int(map_reader *m, bool is_negative, bool is_wide)
{
    int64_t value = 0;
    tunip_str digits = take_name(m);
    bool fits = digits.size > 0;
    for (size_t i = 0; fits && i < digits.size; i++) {
        int digit = digits.data[i] - '0';
        fits = tunip_is_digit(digits.data[i]) && !__builtin_mul_overflow(value, 10, &value) &&
               !__builtin_add_overflow(value, is_negative ? -digit : digit, &value);
    }
    fits = fits && (is_wide || (value >= INT32_MIN && value <= INT32_MAX));
    if (!fits) expected_at(m, digits.data, "an index, or a whole number of its dtype");
    return put_int(m, value, is_wide);
}

static size_t take_sum(map_reader *m);

/* (i + 1), i, 4, T.int64(4), -i. A number without a dtype has that of the indices. */
static size_t take_operand(map_reader *m)
{
    size_t node = 0;
    bool is_negative = take(m, "-");
    if (take(m, "T.int64(")) {
        node = take_int(m, is_negative != take(m, "-"), true);
        if (!take(m, ")")) tn_trace_expected(m->n, "`)`");
        return node;
    }
    const char *begin = (skip_blanks(m), m->at);
    if (take(m, "(")) {
        if (m->n->depth == TN_TRACE_DEPTH) tn_trace_expected(m->n, "fewer brackets");
        m->n->depth++;
        if (!m->n->fault) node = take_sum(m);
        m->n->depth--;
        if (!take(m, ")")) tn_trace_expected(m->n, "`)`");
    } else {
        tunip_str name = take_name(m);
        uint32_t number = tn_intern_find(&m->names, name);
        if (number >= m->indices.count) {
            m->at = begin;
            return take_int(m, is_negative, m->is_wide);
        }
        node = m->indices.items[number];
    }
    if (!is_negative) return node;
    size_t minus = put_int(m, -1, m->is_wide);
    return tn_trace_put_expr(m->n, "Mul", m->is_wide, "\"a\": %zu, \"b\": %zu", node, minus);
}

/* Takes the sign of an operation, weak ones (+) or strong ones (*); NULL if none is here. */
static const char *take_sign(map_reader *m, bool is_strong)
{
    static const struct {
        const char *sign, *type;
        bool is_strong;
    } rows[] = {{"+", "Add", false},
                {"-", "Sub", false},
                {"*", "Mul", true},
                {"//", "FloorDiv", true},
                {"%", "FloorMod", true}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].is_strong == is_strong && take(m, rows[i].sign)) return rows[i].type;
    return NULL;
}

static size_t take_operations(map_reader *m, bool is_strong)
{
    size_t node = is_strong ? take_operand(m) : take_operations(m, true);
    for (const char *type; !m->n->fault && (type = take_sign(m, is_strong));) {
        size_t right = is_strong ? take_operand(m) : take_operations(m, true);
        node = tn_trace_put_expr(m->n, type, m->is_wide, "\"a\": %zu, \"b\": %zu", node, right);
    }
    return node;
}

static size_t take_sum(map_reader *m)
{
    return take_operations(m, false);
}

/* A whole result or bound. A number that stands alone is an int32, as its text says. */
static size_t take_result(map_reader *m)
{
    const char *begin = m->at;
    bool is_negative = take(m, "-");
    skip_blanks(m);
    tunip_str digits = {m->at, 0};
    while (m->at < m->end && tunip_is_digit(*m->at)) m->at++;
    digits.size = (size_t)(m->at - digits.data);
    skip_blanks(m);
    bool is_alone = digits.size && m->at < m->end && memchr(",)]", *m->at, 3);
    m->at = is_alone ? digits.data : begin;
    return is_alone ? take_int(m, is_negative, false) : take_sum(m);
}

/* The items of (i, j,) or [i, j]. Those of the ranges [i, (j, j + 1)] are a lower and an upper
 * bound. */
static void take_items(map_reader *m, bool are_ranges)
{
    bool has_brackets = take(m, "[");
    if (!has_brackets && (are_ranges || !take(m, "(")))
        tn_trace_expected(m->n, are_ranges ? "`[`" : "`(`");
    while (!m->n->fault && !take(m, has_brackets ? "]" : ")")) {
        const char *begin = m->at;
        bool is_pair = are_ranges && take(m, "(");
        size_t low = take_result(m), high = low;
        if (is_pair && take(m, ",")) {
            high = take_result(m);
            if (!take(m, ")")) tn_trace_expected(m->n, "`)`");
        } else if (is_pair) { /* ((i + 1) * 2) */
            m->at = begin;
            low = high = take_sum(m);
        }
        tn_trace_push(m->n, low);
        if (are_ranges) tn_trace_push(m->n, high);
        bool goes_on = take(m, ",") || (m->at < m->end && *m->at == (has_brackets ? ']' : ')'));
        if (!goes_on) tn_trace_expected(m->n, "`,` or the end of the indices");
    }
}

/* The text up to the bracket that closes the items, or the call with the function. */
static tunip_str text_of(const map_reader *m)
{
    const char *at = m->at;
    for (size_t depth = 0; at < m->end; at++) {
        depth += *at == '(' || *at == '[';
        if ((*at == ')' || *at == ']') && (!depth || !--depth)) break;
    }
    return (tunip_str){m->at, (size_t)(at - m->at)};
}

enum { NARROW, WIDE, UNKNOWN };

/* Whether the constant in [begin, end) is a whole result or bound. In (4) * i it is none. */
static bool is_alone(tunip_str text, size_t begin, size_t end)
{
    while (begin && memchr(" \t-", text.data[begin - 1], 3)) begin--;
    while (end < text.size && memchr(" \t", text.data[end], 2)) end++;
    char before = begin ? text.data[begin - 1] : ':',
         after = end < text.size ? text.data[end] : ')';
    return memchr("([,", before, 3) && memchr(",)]", after, 3) && (before != '(' || after == ',');
}

/* The dtype that the constants in a text show. Those that stand alone may have another one. */
static int width_of(tunip_str text)
{
    static const char wide[] = "T.int64(";
    int width = UNKNOWN;
    for (size_t i = 1; i < text.size; i++) {
        bool is_wide = tunip_str_begins((tunip_str){text.data + i, text.size - i}, wide);
        bool is_digit = tunip_is_digit(text.data[i]) && !tunip_is_name_part(text.data[i - 1]);
        size_t end = i + (is_wide ? sizeof wide - 1 : 0);
        if (!is_wide && !is_digit) continue;
        while (end < text.size && (tunip_is_digit(text.data[end]) || text.data[end] == '-')) end++;
        end += is_wide && end < text.size && text.data[end] == ')';
        bool is_operand = !is_alone(text, i, end);
        if (is_operand && is_wide) return WIDE;
        if (is_operand) width = NARROW;
        i = end - 1;
    }
    return width;
}

/* TVM calls the indices of its own maps i0, i1, ...: they are int32. */
static bool is_own(const map_reader *m)
{
    map_reader ahead = {.at = m->at, .end = m->end};
    return tunip_str_is(take_name(&ahead), "i0");
}

/* i, j: (j, i,) -> the lists of both sides */
static void take_function(map_reader *m, bool are_ranges, size_t lists[2])
{
    tn_trace_nodes *n = m->n;
    size_t base = n->open.count;
    tn_intern_init(&m->names, n->arena, n->allocator);
    m->indices.count = 0;
    for (bool goes_on = true; goes_on && !n->fault && !n->failed; goes_on = take(m, ",")) {
        tunip_str name = take_name(m);
        uint32_t number = tn_intern_borrow(&m->names, name);
        if (number < m->indices.count) expected_at(m, name.data, "a name that no other index has");
        size_t index = name.size ? tn_trace_put_index(n, name, m->is_wide) : 0;
        if (!name.size) tn_trace_expected(n, "the name of an index");
        n->failed |= number == TN_NOT_INTERNED || !tn_array_push(&m->indices, n->allocator, index);
        tn_trace_push(n, index);
    }
    if (!take(m, ":")) tn_trace_expected(n, "`:`");
    lists[0] = tn_trace_put_list(n, "ffi.Array", base);
    if (!n->failed) take_items(m, are_ranges);
    lists[1] = tn_trace_put_list(n, "ffi.Array", base);
    tn_intern_free(&m->names);
}

size_t tn_trace_take_map(tn_trace_nodes *n, bool are_ranges, const char **at, const char *end)
{
    map_reader m = {.n = n, .at = *at, .end = end};
    size_t lists[2], inverse[2];
    int width = width_of(text_of(&m));
    bool is_call = !are_ranges && (take(&m, "tvm.tir.IndexMap.from_func(") ||
                                   take(&m, "tvm.tirx.IndexMap.from_func("));
    if (!take(&m, "lambda")) tn_trace_expected(n, "a function such as `lambda i: (i,)`");
    m.is_wide = width == WIDE || (width == UNKNOWN && !is_own(&m));
    take_function(&m, are_ranges, lists);
    bool has_inverse = is_call && take(&m, ",") && take(&m, "inverse_index_map=lambda");
    if (has_inverse) take_function(&m, false, inverse);
    size_t none = tn_trace_put_none(n);
    size_t other = has_inverse ? tn_trace_put_map(n, inverse, none) : none;
    if (is_call && !take(&m, ")")) tn_trace_expected(n, "`)`");
    tn_array_free(&m.indices, n->allocator);
    *at = m.at;
    return tn_trace_put_map(n, lists, other);
}
