/* field.c -- the replacement fields of f-strings. f"a{x:>4}" becomes "a{:>4}".format(x): the text
 * of the expression is parsed like that of a file of its own. */
#include "parse.h"

void tn_py_put(tn_py *p, const char *data, size_t size)
{
    if (!tn_array_reserve(&p->text, &p->arena->allocator, size)) {
        tn_py_fail_memory(p);
        return;
    }
    if (size) memcpy(p->text.items + p->text.count, data, size);
    p->text.count += size;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

/* The end of a string in an expression: its closing quote, or `end`. */
static const char *skip_string(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote) at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at;
}

/* The end of the expression at `at`: a '}', ':' or '!' outside of brackets, or `end`. */
static const char *expression_end(const char *at, const char *end)
{
    size_t depth = 0;
    for (; at < end; at++) {
        bool is_unequal = *at == '!' && at + 1 < end && at[1] == '=';
        if (*at == '\'' || *at == '"') {
            at = skip_string(at, end);
            if (at == end) break;
        } else if (strchr("([{", *at)) {
            depth++;
        } else if (!depth && strchr("}:!", *at) && !is_unequal) {
            break;
        } else if (depth && strchr(")]}", *at)) {
            depth--;
        }
    }
    return at;
}

/* Parses an expression and pushes it. Its names refer to a copy of its text, which lives as long as
 * other names. */
static void push_expression(tn_py *p, const char *at, const char *end)
{
    while (at < end && is_blank(*at)) at++;
    while (end > at && is_blank(end[-1])) end--;
    uint32_t begin = tn_py_locate(p, at);
    tunip_str text = tn_arena_str(p->names_arena, (tunip_str){at, (size_t)(end - at)});
    tn_python_options options = {
        .origin = begin, .place = p->options.place, .is_strict = p->options.is_strict};
    size_t before = tunip_diagnostics_count(p->diagnostics);
    const tunip_doc_block *block =
        text.data
            ? (const tunip_doc_block *)p->parse(p->names_arena, text, &options, p->diagnostics)
            : NULL;
    bool is_one = block && block->body.count == 1 &&
                  block->body.items[0]->kind == TUNIP_DOC_EXPR_STMT &&
                  !tn_doc_is_broken(block->body.items[0]);
    if (is_one) {
        tn_py_push(p, ((const tunip_doc_expr_stmt *)block->body.items[0])->expr);
        return;
    }
    if (!block && p->names_arena->failed) tn_py_fail_memory(p);
    if (tunip_diagnostics_count(p->diagnostics) == before)
        tn_py_error(p, begin, begin + (uint32_t)(end - at), "expected an expression");
    p->error_count++;
    tn_py_break(p);
}

static void fail(tn_py *p, const char *at, const char *message)
{
    uint32_t begin = tn_py_locate(p, at);
    tn_py_error(p, begin, begin + 1, "%s", message);
    tn_py_break(p);
}

/* The last `=` of f"{x = }", after which the field has its own text before its value; or NULL. */
static const char *find_equals(const char *at, const char *end)
{
    while (end > at && is_blank(end[-1])) end--;
    bool is_equals = end - at > 1 && end[-1] == '=' && !strchr("=!<>", end[-2]);
    return is_equals ? end - 1 : NULL;
}

static void put_literal(tn_py *p, const char *at, const char *end)
{
    for (; at < end; at++) {
        if (*at == '{' || *at == '}') tn_py_put(p, at, 1);
        tn_py_put(p, at, 1);
    }
}

/* Appends a field. `is_inner`: a field in the format of another field. As in Python, its own format
 * has no fields. */
static const char *put_field(tn_py *p, const char *at, const char *end, bool is_inner)
{
    const char *open = at, *stop = expression_end(at + 1, end);
    const char *equals = find_equals(at + 1, stop);
    if (equals) put_literal(p, at + 1, stop);
    push_expression(p, at + 1, equals ? equals : stop);
    tn_py_put(p, "{", 1);
    at = stop;
    if (equals && at < end && *at == '}') tn_py_put(p, "!r", 2);
    if (at < end && *at == '!') {
        at += 2;
        bool is_known = at < end && strchr("rsa", at[-1]) && (*at == ':' || *at == '}');
        if (!is_known) fail(p, stop, "expected !r, !s or !a");
        tn_py_put(p, stop, 2);
    }
    while (at < end && *at != '}' && !p->is_broken) {
        if (*at == '{' && !is_inner)
            at = put_field(p, at, end, true);
        else
            tn_py_put(p, at++, 1);
    }
    if (at >= end && !p->is_broken) fail(p, open, "the `{` is not closed");
    tn_py_put(p, "}", 1);
    return at < end ? at + 1 : end;
}

const char *tn_py_put_field(tn_py *p, const char *at, const char *end)
{
    return put_field(p, at, end, false);
}
