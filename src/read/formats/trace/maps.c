/* maps.c -- the functions in the text of a trace, such as the index map
 *
 *     lambda i, j: (i // T.int64(16), j % T.int64(16),)
 *
 * A text shows the dtype of constants that are no int32, and the indices have the dtype of the
 * constants. Without constants, they are int64, as in TVM's IndexMap.from_func(). */
#include "maps.h"

#include "../../../util/unicode.h"

/* The indices of a function, and what was read of its text. */
typedef struct map_reader {
    tn_trace_nodes *n;
    const char *at, *end;
    bool is_wide; /* int64, not int32 */
    TN_ARRAY(tunip_str) names;
    TN_ARRAY(size_t) indices; /* their nodes */
} map_reader;

static bool take(map_reader *m, const char *word)
{
    size_t size = strlen(word);
    while (m->at < m->end && *m->at == ' ') m->at++;
    bool is_here = (size_t)(m->end - m->at) >= size && memcmp(m->at, word, size) == 0;
    if (is_here) m->at += size;
    return is_here;
}

static tunip_str take_name(map_reader *m)
{
    while (m->at < m->end && *m->at == ' ') m->at++;
    const char *begin = m->at;
    while (m->at < m->end && tunip_is_name_part(*m->at)) m->at++;
    return (tunip_str){begin, (size_t)(m->at - begin)};
}

static size_t put_int(map_reader *m, tunip_str digits, bool is_wide)
{
    int64_t value = 0;
    bool fits = digits.size > 0;
    for (size_t i = 0; fits && i < digits.size; i++)
        fits = tunip_is_digit(digits.data[i]) && !__builtin_mul_overflow(value, 10, &value) &&
               !__builtin_add_overflow(value, digits.data[i] - '0', &value);
    fits = fits && (is_wide || value <= INT32_MAX);
    if (!fits) tn_trace_expected(m->n, "an index, or a whole number of its dtype");
    return tn_trace_put_expr(m->n, "ir.IntImm", is_wide, "\"value\": %lld", (long long)value);
}

static size_t take_sum(map_reader *m);

/* (i + 1), i, 4, T.int64(4) */
static size_t take_operand(map_reader *m)
{
    size_t node = 0;
    if (take(m, "(")) {
        if (m->n->depth == TN_TRACE_DEPTH) tn_trace_expected(m->n, "fewer brackets");
        m->n->depth++;
        if (!m->n->fault) node = take_sum(m);
        m->n->depth--;
        if (!take(m, ")")) tn_trace_expected(m->n, "`)`");
        return node;
    }
    if (take(m, "T.int64(")) {
        node = put_int(m, take_name(m), true);
        if (!take(m, ")")) tn_trace_expected(m->n, "`)`");
        return node;
    }
    const char *begin = m->at;
    tunip_str name = take_name(m);
    for (size_t i = 0; name.size && i < m->names.count; i++)
        if (tunip_str_equal(m->names.items[i], name)) return m->indices.items[i];
    bool was_fine = !m->n->fault;
    node = put_int(m, name, false);
    if (m->n->fault && was_fine) m->at = begin;
    return node;
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
        size_t low = take_sum(m), high = low;
        if (is_pair && take(m, ",")) {
            high = take_sum(m);
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

/* The text of the items, up to the bracket that closes them. */
static tunip_str body_of(const map_reader *m)
{
    const char *colon = memchr(m->at, ':', (size_t)(m->end - m->at)), *at = colon ? colon : m->end;
    for (size_t depth = 0; at < m->end; at++) {
        depth += *at == '(' || *at == '[';
        if ((*at == ')' || *at == ']') && !--depth) break;
    }
    return (tunip_str){colon, colon ? (size_t)(at - colon) : 0};
}

/* Whether the indices are int64. TVM calls those of its own maps i0, i1, ...: they are int32. */
static bool is_wide(const map_reader *m)
{
    static const char wide[] = "T.int64(";
    tunip_str body = body_of(m);
    bool has_constant = false;
    for (size_t i = 1; i < body.size; i++) {
        tunip_str rest = {body.data + i, body.size - i};
        if (tunip_str_begins(rest, wide)) return true;
        has_constant |= tunip_is_digit(*rest.data) && !tunip_is_name_part(rest.data[-1]);
    }
    return !has_constant && !tunip_str_begins((tunip_str){m->at, (size_t)(m->end - m->at)}, " i0");
}

/* i, j: (j, i,) -> the lists of both sides */
static void take_function(map_reader *m, bool are_ranges, size_t lists[2])
{
    tn_trace_nodes *n = m->n;
    size_t base = n->open.count;
    m->is_wide = is_wide(m);
    m->names.count = m->indices.count = 0;
    for (bool goes_on = true; goes_on && !n->fault && !n->failed; goes_on = take(m, ",")) {
        tunip_str name = take_name(m);
        size_t index = name.size ? tn_trace_put_index(n, name, m->is_wide) : 0;
        if (!name.size) tn_trace_expected(n, "the name of an index");
        n->failed |= !tn_array_push(&m->names, n->allocator, name) ||
                     !tn_array_push(&m->indices, n->allocator, index);
        tn_trace_push(n, index);
    }
    if (!take(m, ":")) tn_trace_expected(n, "`:`");
    lists[0] = tn_trace_put_list(n, "ffi.Array", base);
    if (!n->failed) take_items(m, are_ranges);
    lists[1] = tn_trace_put_list(n, "ffi.Array", base);
}

size_t tn_trace_take_map(tn_trace_nodes *n, bool are_ranges, const char **at, const char *end)
{
    map_reader m = {.n = n, .at = *at, .end = end};
    size_t lists[2], inverse[2];
    bool is_call = !are_ranges && (take(&m, "tvm.tir.IndexMap.from_func(") ||
                                   take(&m, "tvm.tirx.IndexMap.from_func("));
    if (!take(&m, "lambda")) tn_trace_expected(n, "a function such as `lambda i: (i,)`");
    take_function(&m, are_ranges, lists);
    bool has_inverse = is_call && take(&m, ",") && take(&m, "inverse_index_map=lambda");
    if (has_inverse) take_function(&m, false, inverse);
    size_t none = tn_trace_put_none(n);
    size_t other = has_inverse ? tn_trace_put_map(n, inverse, none) : none;
    if (is_call && !take(&m, ")")) tn_trace_expected(n, "`)`");
    tn_array_free(&m.names, n->allocator);
    tn_array_free(&m.indices, n->allocator);
    *at = m.at;
    return tn_trace_put_map(n, lists, other);
}
