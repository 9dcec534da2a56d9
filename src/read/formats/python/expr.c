/* expr.c -- expressions of the grammar. */
#include "../../../util/memory.h"
#include "../../../util/unicode.h"
#include "parse.h"

/* ======== parse ======== */

/* Lists, operations and names. */

TN_APART void tn_py_push_slow(tn_py *p, const tunip_doc *doc)
{
    if (!tn_array_push(&p->list, &p->arena->allocator, doc)) tn_py_fail_memory(p);
}

tunip_docs tn_py_take(tn_py *p, size_t base)
{
    size_t count = p->list.count - base;
    if (!count) return tunip_docs_none();
    const tunip_doc **items = tn_arena_alloc(p->arena, count * sizeof *items);
    if (!items)
        tn_py_fail_memory(p);
    else
        memcpy(items, p->list.items + base, count * sizeof *items);
    p->list.count = base;
    return tunip_docs_view(items, count);
}

const tunip_str *tn_py_take_keys(tn_py *p, size_t base)
{
    size_t count = p->keys.count - base;
    tunip_str *keys = count ? tn_arena_alloc(p->arena, count * sizeof *keys) : NULL;
    if (keys) memcpy(keys, p->keys.items + base, count * sizeof *keys);
    if (count && !keys) tn_py_fail_memory(p);
    p->keys.count = base;
    return keys;
}

const tunip_doc *tn_py_new_operation(tn_py *p, tunip_operator op, uint32_t begin, size_t count,
                                     const tunip_doc *const *operands)
{
    struct {
        tunip_doc_operation doc;
        const tunip_doc *operands[];
    } *made = tn_script_doc(p->arena, sizeof *made + count * sizeof *operands, TUNIP_DOC_OPERATION,
                            op, tn_py_place(p, begin));
    if (!made) return tn_py_fail_memory(p);
    memcpy(made->operands, operands, count * sizeof *operands);
    made->doc.operands = tunip_docs_view(made->operands, count);
    return &made->doc.base;
}

/* ---- names ---- */

/* The first character of a name that cannot be there. */
static void report_character(tn_py *p, tunip_str name)
{
    uint32_t code, at = 0, size = 1;
    for (; at < name.size; at += size) {
        size = (uint32_t)tn_utf8_decode(name, at, &code);
        if (code >= 0x80 && !tn_is_identifier((tunip_str){name.data, at + size})) break;
    }
    uint32_t begin = tn_py_at(p) + at;
    tn_py_error(p, begin, begin + size, "invalid character `%.*s` (U+%04X)", (int)size,
                name.data + at, (unsigned)code);
    tn_py_break(p);
}

/* Python compares names in their normal form: https://peps.python.org/pep-3131. */
static tunip_str normalise(tn_py *p, tunip_str name)
{
    tunip_str normal;
    if (!tn_is_identifier(name)) {
        report_character(p, name);
        return name;
    }
    if (!tn_utf8_normalise(p->names_arena, name, &normal)) tn_py_fail_memory(p);
    return normal;
}

static tunip_str normal_name(tn_py *p)
{
    tunip_str name = normalise(p, tn_py_token(p));
    if (p->is_broken) return (tunip_str){"", 0};
    return tn_py_names_put(&p->names, name, name.data + name.size);
}

tunip_str tn_py_parse_other_name(tn_py *p)
{
    tunip_str name = normal_name(p);
    if (!name.data) tn_py_fail_memory(p);
    if (p->is_broken) return (tunip_str){"", 0};
    tn_py_advance(p);
    return name;
}

static const tunip_doc *new_id(tn_py *p, tunip_id sub, uint32_t begin, tunip_str name)
{
    TN_PY_NEW(p, id, ID, sub, begin);
    doc->name = name;
    return &doc->base;
}

const tunip_doc *tn_py_parse_id(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    tunip_str name = tn_py_parse_name(p);
    return new_id(p, TUNIP_ID_NAME, begin, name);
}

const tunip_doc *tn_py_parse_raw(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    tunip_str text = tn_py_token(p);
    tn_py_advance(p);
    return new_id(p, TUNIP_ID_RAW, begin, text);
}

/* ======== expr ======== */

/* expressions: operator precedence by one table, which tokens.def fills.
 *
 * https://docs.python.org/3/reference/expressions.html */

static const uint8_t binds[PY__COUNT] = {
#define X(TOKEN, spelling, bind, operator) [PY_##TOKEN] = bind,
#include "tokens.def"
#undef X
};

enum { TUNIP_OP_NONE = TUNIP_OP__COUNT };

static const uint8_t operators[PY__COUNT] = {
#define X(TOKEN, spelling, bind, operator) [PY_##TOKEN] = TUNIP_OP_##operator,
#include "tokens.def"
#undef X
};

tunip_operator tn_py_operator(tn_py_kind kind)
{
    return operators[kind];
}

/* ---- Docs ---- */

static const tunip_doc *new_unary(tn_py *p, tunip_operator op, uint32_t begin,
                                  const tunip_doc *operand)
{
    return tn_py_new_operation(p, op, begin, 1, &operand);
}

static const tunip_doc *new_binary(tn_py *p, tunip_operator op, uint32_t begin,
                                   const tunip_doc *left, const tunip_doc *right)
{
    const tunip_doc *const operands[] = {left, right};
    return tn_py_new_operation(p, op, begin, 2, operands);
}

static const tunip_doc *new_tuple(tn_py *p, unsigned kind, uint32_t begin, size_t base)
{
    tunip_docs elements = tn_py_take(p, base);
    tunip_doc_tuple *doc = tn_script_doc(p->arena, sizeof *doc, kind, 0, tn_py_place(p, begin));
    if (!doc) return tn_py_fail_memory(p);
    doc->elements = elements;
    return &doc->base;
}

/* ---- lists ---- */

/* `*x`, as a call of the raw ID "*". Operators of `x` bind at least as tightly as `least`. */
static const tunip_doc *parse_star(tn_py *p, int least)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count;
    const tunip_doc *star = tn_py_parse_raw(p);
    p->item = tn_py_at(p);
    tn_py_push(p, tn_py_parse_expr(p, least));
    tunip_docs operand = tn_py_take(p, base);
    TN_PY_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = star;
    doc->args = operand;
    doc->keys = NULL;
    doc->values = tunip_docs_none();
    return &doc->base;
}

enum { NO_STAR = -1 };

/* An element of a list, an argument or an index. Operators after a star bind at least as tightly as
 * `starred`: any expression may follow the star of an argument or an index. NO_STAR: there may be
 * none. Reports the forms of Python for which there is no Doc. */
static const tunip_doc *parse_element(tn_py *p, int starred)
{
    uint32_t begin = tn_py_at(p);
    if (p->kind == PY_STAR && starred != NO_STAR) return parse_star(p, starred);
    if (p->kind == PY_POWER && starred != NO_STAR) {
        tn_py_unsupported(p, begin, "double star arguments");
        return tn_py_no_doc;
    }
    const tunip_doc *element = tn_py_parse_expr(p, BIND_LAMBDA);
    if (p->kind == PY_WALRUS) tn_py_unsupported(p, begin, "assignment expressions");
    p->item = begin;
    return element;
}

/* A call of a raw ID that no script can write, for a form of Python without a Doc of its own. It
 * begins at `begin` and ends at `end`. */
static const tunip_doc *new_form(tn_py *p, const char *name, uint32_t begin, uint32_t end,
                                 size_t base)
{
    tn_script_place place = {begin, end};
    tunip_docs args = tn_py_take(p, base);
    tunip_doc_id *id = tn_script_doc(p->arena, sizeof *id, TUNIP_DOC_ID, TUNIP_ID_RAW, place);
    tunip_doc_call *doc =
        tn_script_doc(p->arena, sizeof *doc, TUNIP_DOC_CALL, TUNIP_CALL_WHOLE, place);
    if (!id || !doc) return tn_py_fail_memory(p);
    id->name = tunip_str_from(name);
    doc->callee = &id->base;
    doc->args = args;
    doc->keys = NULL;
    doc->values = tunip_docs_none();
    return &doc->base;
}

/* ---- comprehensions ---- */

/* Whether clauses of a comprehension follow the element, and not a statement. */
static bool begins_clauses(tn_py *p, bool is_star)
{
    bool is_async = p->kind == PY_ASYNC;
    if ((p->kind != PY_FOR && !is_async) || tn_py_begins_statement(&p->lexer, p->kind))
        return false;
    if (is_async) tn_py_unsupported(p, tn_py_at(p), "asynchronous comprehensions");
    if (is_star) tn_py_unsupported(p, p->item, "starred elements of a comprehension");
    return !p->is_broken;
}

/* Pushes each `for target in items if condition ...` as a tuple of its parts. */
static void parse_clauses(tn_py *p)
{
    while (p->kind == PY_FOR && !p->is_broken) {
        uint32_t begin = tn_py_at(p);
        size_t base = p->list.count;
        tn_py_advance(p);
        const tunip_doc *target = tn_py_parse_exprs(p, BIND_BIT_OR);
        tn_py_check_target(p, target);
        tn_py_push(p, target);
        tn_py_expect(p, PY_IN, "`in`");
        tn_py_push(p, tn_py_parse_expr(p, BIND_OR));
        while (tn_py_accept(p, PY_IF)) tn_py_push(p, tn_py_parse_expr(p, BIND_OR));
        if (p->kind == PY_ASYNC) tn_py_unsupported(p, tn_py_at(p), "asynchronous comprehensions");
        tn_py_push(p, new_tuple(p, TUNIP_DOC_TUPLE, begin, base));
    }
}

/* The rest of a form after its clauses. */
static const tunip_doc *finish_form(tn_py *p, const char *name, uint32_t begin, size_t base,
                                    tn_py_kind close, const char *expected)
{
    tn_py_expect(p, close, expected);
    return new_form(p, name, begin, p->previous_end, base);
}

/* ---- brackets ---- */

/* Reads the comma after an element. Returns whether another element may follow. */
static bool parse_comma(tn_py *p, tn_py_kind close, const char *expected)
{
    if (p->kind == close) return false;
    if (p->kind != PY_COMMA) tn_py_expected_behind(p, p->item, expected);
    return tn_py_accept(p, PY_COMMA);
}

static const tunip_doc *parse_list(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count;
    tn_py_advance(p);
    bool is_star = p->kind == PY_STAR;
    while (p->kind != PY_CLOSE_SQUARE && !p->is_broken) {
        tn_py_push(p, parse_element(p, BIND_BIT_OR));
        if (p->list.count == base + 1 && begins_clauses(p, is_star)) {
            parse_clauses(p);
            return finish_form(p, tn_list_for, begin, base, PY_CLOSE_SQUARE, "`]`");
        }
        if (!parse_comma(p, PY_CLOSE_SQUARE, "`,` or `]`")) break;
    }
    tn_py_expect(p, PY_CLOSE_SQUARE, "`]`");
    return new_tuple(p, TUNIP_DOC_LIST, begin, base);
}

const tunip_doc *tn_py_group(tn_py *p, uint32_t begin, size_t base, bool is_tuple)
{
    if (is_tuple) return new_tuple(p, TUNIP_DOC_TUPLE, begin, base);
    const tunip_doc *inner = p->list.items[base];
    p->list.count = base;
    return inner;
}

/* `(a)`, `()`, `(a,)`, `(a, b)`. */
static const tunip_doc *parse_round(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count;
    bool is_tuple = false;
    tn_py_advance(p);
    bool is_star = p->kind == PY_STAR;
    while (p->kind != PY_CLOSE_ROUND && !p->is_broken) {
        tn_py_push(p, parse_element(p, BIND_BIT_OR));
        if (!is_tuple && begins_clauses(p, is_star)) {
            parse_clauses(p);
            return finish_form(p, tn_generator_for, begin, base, PY_CLOSE_ROUND, "`)`");
        }
        if (!parse_comma(p, PY_CLOSE_ROUND, "`,` or `)`")) break;
        is_tuple = true;
    }
    is_tuple |= p->list.count == base;
    tn_py_expect(p, PY_CLOSE_ROUND, "`)`");
    if (is_star && !is_tuple) tn_py_unsupported(p, begin, "starred expressions outside of tuples");
    return tn_py_group(p, begin, base, is_tuple);
}

/* The rest of a set or of its comprehension, after the first element. */
static const tunip_doc *parse_set(tn_py *p, uint32_t begin, size_t base, bool is_star)
{
    if (begins_clauses(p, is_star)) {
        parse_clauses(p);
        return finish_form(p, tn_set_for, begin, base, PY_CLOSE_CURLY, "`}`");
    }
    while (parse_comma(p, PY_CLOSE_CURLY, "`,` or `}`") && p->kind != PY_CLOSE_CURLY)
        tn_py_push(p, parse_element(p, BIND_BIT_OR));
    return finish_form(p, tn_set_items, begin, base, PY_CLOSE_CURLY, "`}`");
}

/* Makes a dict of the keys and values that alternate in the list. */
static const tunip_doc *new_dict(tn_py *p, uint32_t begin, size_t base)
{
    size_t count = (p->list.count - base) / 2;
    const tunip_doc **items = count ? tn_arena_alloc(p->arena, 2 * count * sizeof *items) : NULL;
    for (size_t i = 0; i < count && items; i++) {
        items[i] = p->list.items[base + 2 * i];
        items[count + i] = p->list.items[base + 2 * i + 1];
    }
    p->list.count = base;
    if (count && !items) return tn_py_fail_memory(p);
    TN_PY_NEW(p, dict, DICT, 0, begin);
    doc->keys = tunip_docs_view(items, count);
    doc->values = tunip_docs_view(items ? items + count : NULL, count);
    return &doc->base;
}

/* A dict, a set, or the comprehension of one. */
static const tunip_doc *parse_curly(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count;
    tn_py_advance(p);
    while (p->kind != PY_CLOSE_CURLY && !p->is_broken) {
        bool is_star = p->kind == PY_STAR; /* {*a, b} is a set */
        bool is_first = p->list.count == base;
        tn_py_push(p, parse_element(p, BIND_BIT_OR));
        if (is_first && (p->kind == PY_COMMA || p->kind == PY_CLOSE_CURLY ||
                         (p->kind == PY_FOR && !tn_py_begins_statement(&p->lexer, p->kind))))
            return parse_set(p, begin, base, is_star);
        if (is_star) tn_py_expect(p, PY_COMMA, "`,`");
        uint32_t end = p->previous_end;
        if (!tn_py_accept(p, PY_COLON) && !p->is_broken) {
            tn_py_expected(p, "`:` after a key of a dict");
            p->delayed.begin = p->item; /* the key is marked */
            p->delayed.end = end;
        }
        tn_py_push(p, p->kind == PY_STAR ? tn_py_parse_expr(p, BIND_LAMBDA)
                                         : parse_element(p, BIND_BIT_OR));
        if (is_first && begins_clauses(p, false)) {
            parse_clauses(p);
            return finish_form(p, tn_dict_for, begin, base, PY_CLOSE_CURLY, "`}`");
        }
        if (!parse_comma(p, PY_CLOSE_CURLY, "`,` or `}`")) break;
    }
    tn_py_expect(p, PY_CLOSE_CURLY, "`}`");
    return p->is_broken ? (p->list.count = base, tn_py_no_doc) : new_dict(p, begin, base);
}

/* ---- calls, attributes, subscripts ---- */

/* Whether '=' follows the current name, but not '=='. */
static bool is_keyword(const tn_py *p)
{
    const char *at = p->lexer.cursor;
    if (p->kind != PY_NAME) return false;
    while (*at == ' ') at++;
    return *at == '=' && at[1] != '=';
}

/* Reads the value of a keyword argument. The current token is '='; the key begins at `begin`. */
static void parse_value(tn_py *p, size_t base, uint32_t begin, tunip_str key)
{
    enum { MOST = 256 }; /* so that the time is linear */
    if (!tn_array_push(&p->keys, &p->arena->allocator, key)) tn_py_fail_memory(p);
    if (p->is_broken) return;
    const tunip_str *keys = p->keys.items;
    size_t last = p->keys.count - 1;
    for (size_t i = base; i < last && last - base < MOST && !p->is_broken; i++) {
        if (!tunip_str_equal(keys[i], key)) continue;
        tn_py_error(p, begin, begin + (uint32_t)key.size,
                    "the keyword argument `%.*s` is given twice", (int)key.size, key.data);
        tn_py_break(p);
    }
    if (p->is_broken) return;
    tn_py_advance(p);
    tn_py_push(p, parse_element(p, NO_STAR));
}

/* The only argument of a call, in which a generator needs no brackets of its own. It has the
 * place of those of the call, the first of which is at `open`. */
static const tunip_doc *parse_generator(tn_py *p, uint32_t open, const tunip_doc *element)
{
    size_t base = p->list.count;
    tn_py_push(p, element);
    parse_clauses(p);
    if (p->kind != PY_CLOSE_ROUND) tn_py_expected(p, "`)` after the only argument of the call");
    return new_form(p, tn_generator_for, open, tn_py_at(p) + 1, base);
}

/* The names of a.b.c with their dots, as the key of a keyword argument; {NULL, 0} for any other
 * Doc. It is not Python, but TileLang prints annotations of calls so: tl.stage=0. People who mean
 * another thing write `a.b = c`, with spaces. */
static tunip_str dotted_key(tn_py *p, const tunip_doc *doc, uint32_t begin)
{
    tunip_str text = {tn_py_pointer(p, begin), p->previous_end - begin};
    if (doc->kind != TUNIP_DOC_ATTR || tn_py_at(p) != p->previous_end || *p->lexer.cursor == ' ')
        return (tunip_str){NULL, 0};
    for (size_t i = 0; i < text.size; i++)
        if (!tunip_is_name_part(text.data[i]) && text.data[i] != '.') return (tunip_str){NULL, 0};
    return tn_arena_str(p->arena, text);
}

static void parse_argument(tn_py *p, size_t base, uint32_t open)
{
    uint32_t begin = tn_py_at(p);
    bool is_star = p->kind == PY_STAR;
    if (p->kind == PY_POWER) { /* `**x` has the key "**" */
        if (!tn_array_push(&p->keys, &p->arena->allocator, tn_options_key)) tn_py_fail_memory(p);
        tn_py_advance(p);
        tn_py_push(p, parse_element(p, NO_STAR));
        return;
    }
    if (is_keyword(p)) { /* saves an ID */
        parse_value(p, base, begin, tn_py_parse_name(p));
        return;
    }
    const tunip_doc *element = parse_element(p, BIND_LAMBDA);
    bool is_name = element->kind == TUNIP_DOC_ID && element->sub == TUNIP_ID_NAME;
    if (p->kind == PY_ASSIGN && is_name && *tn_py_pointer(p, begin) != '(') {
        parse_value(p, base, begin, ((const tunip_doc_id *)element)->name);
        return;
    }
    tunip_str dotted = p->kind == PY_ASSIGN ? dotted_key(p, element, begin) : (tunip_str){NULL, 0};
    if (dotted.size) {
        parse_value(p, base, begin, dotted);
        return;
    }
    if (open && begins_clauses(p, is_star)) element = parse_generator(p, open, element);
    if (p->keys.count > base && tn_doc_star(element))
        tn_py_unsupported(p, begin, "star arguments after a keyword argument");
    if (p->keys.count > base && !p->is_broken) {
        tn_py_error(p, begin, p->previous_end, "a positional argument follows a keyword argument");
        tn_py_break(p);
    }
    tn_py_push(p, element);
}

/* The arguments are on top of the list; those with keys are the last ones. */
static const tunip_doc *parse_call(tn_py *p, uint32_t begin, const tunip_doc *callee)
{
    size_t base = p->list.count, key_base = p->keys.count;
    uint32_t open = tn_py_at(p);
    tn_py_advance(p);
    while (p->kind != PY_CLOSE_ROUND && !p->is_broken) {
        bool is_first = p->list.count == base;
        parse_argument(p, key_base, is_first ? open : 0);
        if (!parse_comma(p, PY_CLOSE_ROUND, "`,` or `)`")) break;
    }
    tn_py_expect(p, PY_CLOSE_ROUND, "`)`");
    size_t args = p->list.count - base - (p->keys.count - key_base);
    const tunip_str *keys = tn_py_take_keys(p, key_base);
    tunip_docs all = tn_py_take(p, base);
    if (p->is_broken) return callee;
    TN_PY_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = callee;
    doc->args = tunip_docs_view(all.items, args);
    doc->values = tunip_docs_view(all.items ? all.items + args : NULL, all.count - args);
    doc->keys = keys;
    return &doc->base;
}

static const tunip_doc *parse_attr(tn_py *p, uint32_t begin, const tunip_doc *value)
{
    tn_py_advance(p);
    if (p->kind != PY_NAME) {
        tn_py_expected(p, "a name after `.`");
        return value;
    }
    tunip_str name = tn_py_parse_name(p);
    TN_PY_NEW(p, attr, ATTR, 0, begin);
    doc->value = value;
    doc->name = name;
    return &doc->base;
}

/* `a:b:c`, of which each may be missing. */
static const tunip_doc *parse_slice(tn_py *p, uint32_t begin, const tunip_doc *start)
{
    const tunip_doc *stop = NULL, *step = NULL;
    tn_py_advance(p);
    if (tn_py_begins_expr(p->kind)) stop = parse_element(p, NO_STAR);
    if (tn_py_accept(p, PY_COLON) && tn_py_begins_expr(p->kind)) step = parse_element(p, NO_STAR);
    TN_PY_NEW(p, slice, SLICE, TUNIP_SLICE_RANGE, begin);
    doc->start = start;
    doc->stop = stop;
    doc->step = step;
    doc->lanes = NULL;
    return &doc->base;
}

static const tunip_doc *parse_index(tn_py *p, uint32_t begin, const tunip_doc *value)
{
    size_t base = p->list.count;
    bool is_tuple = false;
    tn_py_advance(p);
    uint32_t first = tn_py_at(p);
    for (bool more = true; more; more = p->kind != PY_CLOSE_SQUARE && !p->is_broken) {
        uint32_t at = tn_py_at(p);
        const tunip_doc *item = p->kind == PY_COLON ? NULL : parse_element(p, BIND_LAMBDA);
        if (p->kind == PY_COLON && !(item && tn_doc_star(item))) item = parse_slice(p, at, item);
        tn_py_push(p, item ? item : tn_py_no_doc);
        if (!parse_comma(p, PY_CLOSE_SQUARE, "`,` or `]`")) break;
        is_tuple = true;
    }
    bool one_of_tuple = is_tuple && p->list.count == base + 1;
    const tunip_doc *single = one_of_tuple ? new_tuple(p, TUNIP_DOC_TUPLE, first, base) : NULL;
    if (single) tn_py_push(p, single);
    tn_py_expect(p, PY_CLOSE_SQUARE, "`]`");
    tunip_docs indices = tn_py_take(p, base);
    if (p->is_broken) return value;
    const tunip_doc *only = indices.count == 1 ? indices.items[0] : NULL;
    if (!is_tuple && only && only->kind == TUNIP_DOC_TUPLE &&
        ((const tunip_doc_tuple *)only)->elements.count != 1)
        indices = ((const tunip_doc_tuple *)only)->elements;
    TN_PY_NEW(p, index, INDEX, 0, begin);
    doc->value = value;
    doc->indices = indices;
    return &doc->base;
}

/* ---- operators ---- */

/* After '-': a number becomes negative, unless an operator after it binds more tightly, as in
 * -2**2. */
static const tunip_doc *parse_negative(tn_py *p, uint32_t begin)
{
    uint32_t number_begin = tn_py_at(p);
    bool is_int = p->kind == PY_INT;
    const tunip_doc *number =
        is_int ? tn_py_parse_int(p, number_begin, true) : tn_py_parse_float(p, number_begin);
    if (p->is_broken) return number;
    tunip_doc_literal *literal = (tunip_doc_literal *)(uintptr_t)number;
    if (binds[p->kind] >= BIND_POWER) {
        if (is_int && literal->value.integer == INT64_MIN) tn_py_report_size(p, number_begin);
        return new_unary(p, TUNIP_OP_NEGATE, begin,
                         tn_py_parse_rest(p, number_begin, number, BIND_UNARY));
    }
    if (is_int)
        literal->value.integer = (int64_t)(0 - (uint64_t)literal->value.integer);
    else
        literal->value.real = -literal->value.real;
    tn_doc_move(number, tn_py_place(p, begin));
    return number;
}

static const tunip_doc *parse_unary(tn_py *p, tunip_operator op, int least)
{
    uint32_t begin = tn_py_at(p);
    tn_py_advance(p);
    if (op == TUNIP_OP_NEGATE && (p->kind == PY_INT || p->kind == PY_FLOAT))
        return parse_negative(p, begin);
    return new_unary(p, op, begin, tn_py_parse_expr(p, least));
}

/* A parameter of a lambda; with a default value it is an ASSIGN, as in a function. */
static const tunip_doc *parse_parameter(tn_py *p, bool *has_default)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *name = tn_py_parse_id(p);
    if (*has_default && p->kind != PY_ASSIGN) tn_py_expected(p, "a default value");
    if (!tn_py_accept(p, PY_ASSIGN)) return name;
    *has_default = true;
    const tunip_doc *value = tn_py_parse_expr(p, BIND_LAMBDA);
    return tn_py_new_assign(p, TUNIP_ROLE_NONE, begin, name, NULL, value);
}

static const tunip_doc *parse_lambda(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count;
    bool has_default = false;
    tn_py_advance(p);
    while (p->kind != PY_COLON && !p->is_broken) {
        if (p->kind == PY_STAR || p->kind == PY_POWER || p->kind == PY_SLASH)
            tn_py_unsupported(p, tn_py_at(p), "star parameters");
        if (p->kind != PY_NAME) tn_py_expected(p, "a parameter");
        if (p->is_broken) break;
        tn_py_push(p, parse_parameter(p, &has_default));
        if (p->kind != PY_COMMA && p->kind != PY_COLON) tn_py_expected(p, "`,` or `:`");
        if (!tn_py_accept(p, PY_COMMA)) break;
    }
    tn_py_expect(p, PY_COLON, "`:`");
    tunip_docs args = tn_py_take(p, base);
    const tunip_doc *body = tn_py_parse_expr(p, BIND_LAMBDA);
    TN_PY_NEW(p, lambda, LAMBDA, 0, begin);
    doc->args = args;
    doc->body = body;
    doc->arg_type = NULL;
    return &doc->base;
}

/* An expression up to its first operator behind an operand. */
static const tunip_doc *parse_operand(tn_py *p, int least)
{
    const char *unsupported;
    switch (p->kind) {
    case PY_NAME:
        return tn_py_parse_id(p);
    case PY_INT:
        return tn_py_parse_int(p, tn_py_at(p), false);
    case PY_FLOAT:
        return tn_py_parse_float(p, tn_py_at(p));
    case PY_STRING:
        return tn_py_parse_string(p);
    case PY_OPEN_ROUND:
        return parse_round(p);
    case PY_OPEN_SQUARE:
        return parse_list(p);
    case PY_OPEN_CURLY:
        return parse_curly(p);
    case PY_NONE:
        return tn_py_parse_constant(p, TUNIP_LITERAL_NONE, false);
    case PY_TRUE:
    case PY_FALSE:
        return tn_py_parse_constant(p, TUNIP_LITERAL_BOOL, p->kind == PY_TRUE);
    case PY_ELLIPSIS:
        return tn_py_parse_raw(p);
    case PY_MINUS:
        return parse_unary(p, TUNIP_OP_NEGATE, BIND_UNARY);
    case PY_PLUS:
        return parse_unary(p, TUNIP_OP_POSITIVE, BIND_UNARY);
    case PY_TILDE:
        return parse_unary(p, TUNIP_OP_INVERT, BIND_UNARY);
    case PY_NOT:
        if (least <= BIND_NOT) return parse_unary(p, TUNIP_OP_NOT, BIND_NOT);
        break;
    case PY_LAMBDA:
        if (least <= BIND_LAMBDA) return parse_lambda(p);
        break;
    case PY_IMAGINARY:
    case PY_AWAIT:
    case PY_YIELD:
        unsupported = p->kind == PY_IMAGINARY ? "imaginary numbers"
                      : p->kind == PY_AWAIT   ? "await expressions"
                                              : "yield expressions";
        tn_py_unsupported(p, tn_py_at(p), unsupported);
        return tn_py_no_doc;
    default:
        break;
    }
    tn_py_expected(p, "an expression");
    return tn_py_no_doc;
}

/* `left if condition else right` */
static const tunip_doc *parse_if_else(tn_py *p, uint32_t begin, const tunip_doc *left)
{
    tn_py_advance(p);
    const tunip_doc *condition = tn_py_parse_expr(p, BIND_OR);
    uint32_t end = p->previous_end;
    bool lacks_else = p->kind != PY_ELSE && p->kind != PY_COLON && !p->is_broken;
    tn_py_expect(p, PY_ELSE, "`else` after the condition");
    if (lacks_else) p->delayed.begin = begin;
    if (lacks_else) p->delayed.end = end;
    const tunip_doc *right = tn_py_parse_expr(p, BIND_LAMBDA);
    const tunip_doc *const operands[] = {condition, left, right};
    return tn_py_new_operation(p, TUNIP_OP_IF_ELSE, begin, TUNIP_LEN(operands), operands);
}

/* `a < b < c` is `a < b and b < c`. */
static const tunip_doc *parse_comparison(tn_py *p, uint32_t begin, const tunip_doc *left)
{
    const tunip_doc *all = NULL;
    for (uint32_t from = begin; binds[p->kind] == BIND_COMPARE;) {
        tunip_operator op = tn_py_parse_comparison_operator(p, operators[p->kind]);
        uint32_t middle = tn_py_at(p);
        size_t before = p->repeated;
        const tunip_doc *right = tn_py_parse_expr(p, BIND_COMPARE + 1);
        const tunip_doc *one = new_binary(p, op, from, left, right);
        if (binds[p->kind] == BIND_COMPARE) tn_py_repeat_operand(p, begin, middle, before);
        all = all ? new_binary(p, TUNIP_OP_AND, begin, all, one) : one;
        left = right;
        from = middle;
    }
    return all;
}

const tunip_doc *tn_py_parse_rest(tn_py *p, uint32_t begin, const tunip_doc *left, int least)
{
    for (;;) {
        tn_py_kind kind = p->kind;
        int bind = binds[kind];
        if (bind < least || bind == BIND_NONE) return left;
        if (kind == PY_DOT) {
            left = parse_attr(p, begin, left);
        } else if (kind == PY_OPEN_ROUND) {
            left = parse_call(p, begin, left);
        } else if (kind == PY_OPEN_SQUARE) {
            left = parse_index(p, begin, left);
        } else if (bind == BIND_COMPARE) {
            left = parse_comparison(p, begin, left);
        } else if (bind == BIND_IF_ELSE) {
            left = parse_if_else(p, begin, left);
        } else {
            tn_py_advance(p);
            const tunip_doc *right = tn_py_parse_expr(p, kind == PY_POWER ? BIND_UNARY : bind + 1);
            left = new_binary(p, operators[kind], begin, left, right);
        }
    }
}

/* ---- recursion ---- */

/* An expression that goes on on a new stack. `left` is its beginning, or NULL. */
typedef struct deep {
    tn_py *parser;
    uint32_t begin;
    const tunip_doc *left;
    int least;
} deep;

static void resume(void *arg)
{
    deep *d = arg;
    if (!d->left) d->left = parse_operand(d->parser, d->least);
    d->left = tn_py_parse_rest(d->parser, d->begin, d->left, d->least);
}

/* Most expressions are single names and integers. */
const tunip_doc *tn_py_parse_expr(tn_py *p, int least)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *left = p->kind == PY_NAME  ? tn_py_parse_id(p)
                            : p->kind == PY_INT ? tn_py_parse_int(p, begin, false)
                                                : NULL;
    int bind = binds[p->kind];
    if (left && (bind < least || bind == BIND_NONE)) return left;
    if (tn_stack_low(&p->stack)) {
        deep d = {p, begin, left, least};
        if (!tn_stack_run(&p->stack, resume, &d)) tn_py_fail_memory(p);
        return d.left ? d.left : tn_py_no_doc;
    }
    if (!left) left = parse_operand(p, least);
    return tn_py_parse_rest(p, begin, left, least);
}

/* ---- without parentheses ---- */

const tunip_doc *tn_py_parse_exprs(tn_py *p, int least)
{
    uint32_t begin = tn_py_at(p);
    size_t base = p->list.count;
    bool is_starred = p->kind == PY_STAR;
    const tunip_doc *first = is_starred ? parse_star(p, BIND_BIT_OR) : tn_py_parse_expr(p, least);
    if (p->kind != PY_COMMA && is_starred)
        tn_py_unsupported(p, begin, "starred expressions outside of tuples");
    if (p->kind != PY_COMMA) return first;
    tn_py_push(p, first);
    while (tn_py_accept(p, PY_COMMA)) {
        if (!tn_py_begins_expr(p->kind)) break;
        tn_py_push(p, p->kind == PY_STAR ? parse_star(p, BIND_BIT_OR) : tn_py_parse_expr(p, least));
    }
    return new_tuple(p, TUNIP_DOC_TUPLE, begin, base);
}
