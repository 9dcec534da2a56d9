/* attribute.c -- attributes and types: their usual text, and aliases. A type of any dialect is a
 * text in balanced brackets. Two texts that differ only in blanks are the same type, so each is
 * kept in a usual form; the spelling of the file is kept beside it where it differs. */
#include <stdio.h>

#include "parse.h"

/* ---- brackets ---- */

static char closing_of(char open)
{
    return open == '(' ? ')' : open == '[' ? ']' : open == '{' ? '}' : open == '<' ? '>' : '\0';
}

size_t mlir_skip_brackets(tunip_str text, size_t from, bool plain)
{
    char open[64]; /* the brackets that close the open ones */
    size_t depth = 0;
    for (mlir_token t = mlir_lex(text, from);; t = mlir_lex(text, t.end)) {
        if (t.kind == MLIR_END || t.kind == MLIR_WRONG) return 0;
        if (plain && (t.kind == MLIR_VALUE || t.kind == MLIR_LABEL)) return 0;
        if (t.kind != MLIR_PUNCT || t.end != t.begin + 1) continue;
        char c = text.data[t.begin], close = closing_of(c);
        if (close) {
            if (depth == sizeof open) return 0;
            open[depth++] = close;
        } else if (depth && c == open[depth - 1]) {
            if (!--depth) return t.end;
        } else if (c == ')' || c == ']' || c == '}') {
            return 0;
        }
    }
}

/* ---- the usual text ---- */

static bool is_mark(tunip_str text, const mlir_token *token, const char *set)
{
    char c = token->kind == MLIR_PUNCT && token->end == token->begin + 1 ? text.data[token->begin]
                                                                         : '\0';
    return c && strchr(set, c);
}

/* Whether a blank stands between two tokens. */
static bool is_apart(tunip_str text, const mlir_token *before, const mlir_token *after)
{
    if (is_mark(text, after, ",)]>}") || is_mark(text, before, "([<{")) return false;
    if (is_mark(text, before, ",=") || is_mark(text, after, "=")) return true;
    if (mlir_is(text, before, "->") || mlir_is(text, after, "->")) return true;
    if (is_mark(text, before, ":")) return true;
    if (is_mark(text, after, ":") && before->kind != MLIR_WORD) return true;
    return after->blanks || after->is_first;
}

static bool append(mlir_parser *p, const char *data, size_t size)
{
    if (!tn_array_reserve(&p->scratch, p->allocator, size)) {
        mlir_no_memory(p);
        return false;
    }
    if (size) memcpy(p->scratch.items + p->scratch.count, data, size);
    p->scratch.count += size;
    return true;
}

static bool is_plain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/* Appends a string as MLIR prints it (llvm::printEscapedString): `\t` and `\09` are one byte. */
static void append_string(mlir_parser *p, tunip_str text)
{
    append(p, "\"", 1);
    for (size_t i = 1; i + 1 < text.size;) {
        char c = mlir_decode(text, &i), digits[4];
        if (c == '\\')
            append(p, "\\\\", 2);
        else if (is_plain(c))
            append(p, &c, 1);
        else if (snprintf(digits, sizeof digits, "\\%02X", (unsigned char)c) == 3)
            append(p, digits, 3);
    }
    append(p, "\"", 1);
}

/* Names of dialects have dots. */
bool mlir_is_alias(tunip_str text, const mlir_token *token)
{
    bool is_named = token->kind == MLIR_TYPE || token->kind == MLIR_ATTR;
    tunip_str name = mlir_text_of(text, token);
    return is_named && !memchr(name.data, '.', name.size) &&
           !(token->end < text.size && text.data[token->end] == '<');
}

/* Whether the token, without the blank before it, would become one with the end of `scratch`:
 * `< =` is not `<=`. */
static bool would_join(const mlir_parser *p, tunip_str text, const mlir_token *token)
{
    enum { LONGEST = 3 };
    char both[2 * LONGEST];
    size_t kept = p->scratch.count < LONGEST - 1 ? p->scratch.count : LONGEST - 1, size = kept;
    if (token->kind != MLIR_PUNCT || !kept) return false;
    memcpy(both, p->scratch.items + p->scratch.count - kept, kept);
    for (size_t i = token->begin; i < text.size && size < sizeof both; i++)
        both[size++] = text.data[i];
    for (size_t i = 0; i < kept; i++)
        if (mlir_skip_punct((tunip_str){both, size}, i) > kept) return true;
    return false;
}

/* The usual form of [begin, end) in `scratch`, which it replaces. Returns whether it mentions an
 * alias. */
static bool normalize(mlir_parser *p, size_t begin, size_t end)
{
    tunip_str text = {p->text.data, end};
    mlir_token before = mlir_lex(text, begin);
    bool has_alias = false;
    p->scratch.count = 0;
    for (mlir_token t = before; t.kind != MLIR_END && !p->failed; t = mlir_lex(text, t.end)) {
        bool was_apart = t.blanks || t.is_first;
        if (t.begin != before.begin &&
            (is_apart(text, &before, &t) || (was_apart && would_join(p, text, &t))))
            append(p, " ", 1);
        if (t.kind == MLIR_STRING)
            append_string(p, mlir_text_of(text, &t));
        else
            append(p, text.data + t.begin, t.end - t.begin);
        has_alias |= mlir_is_alias(text, &t);
        before = t;
    }
    return has_alias;
}

tunip_string *mlir_one_line(mlir_parser *p, size_t begin, size_t end)
{
    tunip_str raw = {p->text.data + begin, end - begin};
    if (!memchr(raw.data, '\n', raw.size)) return mlir_word(p, raw);
    normalize(p, begin, end);
    return mlir_word(p, (tunip_str){p->scratch.items, p->scratch.count});
}

/* The text of [begin, end) without the carriage returns of its lines. */
tunip_string *mlir_lines(mlir_parser *p, size_t begin, size_t end)
{
    tunip_str raw = {p->text.data + begin, end - begin};
    if (!memchr(raw.data, '\r', raw.size)) return mlir_word(p, raw);
    p->scratch.count = 0;
    for (size_t i = 0; i < raw.size && !p->failed; i++)
        if (raw.data[i] != '\r' || i + 1 == raw.size || raw.data[i + 1] != '\n')
            append(p, raw.data + i, 1);
    return mlir_word(p, (tunip_str){p->scratch.items, p->scratch.count});
}

/* Comments in a text of several lines, which a print writes without them. */
static void take_comments(mlir_parser *p, size_t begin, size_t end)
{
    if (!memchr(p->text.data + begin, '\n', end - begin)) return;
    tunip_str text = {p->text.data, end};
    for (mlir_token t = mlir_lex(text, begin), next; t.kind != MLIR_END; t = next) {
        next = mlir_lex(text, t.end);
        if (next.is_first) mlir_take_comments(p, t.end, next.begin);
    }
}

/* Whether a text cannot be written as it is: it has comments, or lines that end in `\r\n`. */
static bool has_comment(tunip_str raw)
{
    if (memchr(raw.data, '\r', raw.size)) return true;
    for (size_t i = 0; i + 1 < raw.size; i++)
        if (raw.data[i] == '/' && raw.data[i + 1] == '/') return true;
    return false;
}

/* A spelling of several lines, in `scratch`: they are indented from the column of the operation. */
static tunip_str indent_spelling(mlir_parser *p, tunip_str raw, size_t column)
{
    p->scratch.count = 0;
    for (size_t i = 0; i < raw.size && !p->failed;) {
        const char *end = memchr(raw.data + i, '\n', raw.size - i);
        size_t stop = end ? (size_t)(end - raw.data) + 1 : raw.size;
        append(p, raw.data + i, stop - i);
        for (i = stop; i < raw.size && i < stop + column && raw.data[i] == ' ';) i++;
    }
    return (tunip_str){p->scratch.items, p->scratch.count};
}

static tunip_mlir_attribute *make(mlir_parser *p, size_t begin, size_t end, size_t column)
{
    tunip_str raw = {p->text.data + begin, end - begin};
    size_t known = p->attributes.count;
    uint32_t id = tn_intern_put(&p->attributes, raw);
    if (id < known) return p->attribute_nodes.items[id];
    tunip_mlir_attribute *attr = tunip_node_new(p->graph, &tunip_mlir_attribute_type);
    if (id == TN_NOT_INTERNED || !attr || !tn_array_push(&p->attribute_nodes, p->allocator, attr)) {
        mlir_no_memory(p);
        return NULL;
    }
    bool has_alias = normalize(p, begin, end);
    tunip_str usual = {p->scratch.items, p->scratch.count};
    attr->text = mlir_word(p, usual);
    if (!tunip_str_equal(usual, raw) && !has_comment(raw)) {
        bool has_lines = memchr(raw.data, '\n', raw.size);
        attr->spelling = mlir_word(p, has_lines ? indent_spelling(p, raw, column) : raw);
    }
    if (has_alias && !tn_array_push(&p->aliased, p->allocator, attr)) mlir_no_memory(p);
    return attr;
}

tunip_mlir_attribute *mlir_escaped_string(mlir_parser *p, size_t column)
{
    mlir_token token = p->token;
    size_t i = token.begin + 1;
    while (i + 1 < token.end && is_plain(p->text.data[i])) i++;
    if (i + 1 == token.end) return NULL;
    tunip_mlir_attribute *attr = make(p, token.begin, token.end, column);
    mlir_next(p);
    return attr;
}

tunip_mlir_attribute *mlir_attribute(mlir_parser *p, size_t column)
{
    mlir_token token = p->token;
    bool is_marked = token.kind == MLIR_TYPE || token.kind == MLIR_ATTR;
    size_t end = token.end;
    if (end < p->text.size && p->text.data[end] == '<')
        end = mlir_skip_brackets(p->text, end, true);
    else if (!is_marked)
        return NULL;
    if (!end && !is_marked) return NULL;
    if (!end) end = token.end;
    tunip_mlir_attribute *attr = make(p, token.begin, end, column);
    take_comments(p, token.begin, end);
    mlir_go_to(p, end);
    return attr;
}

/* ---- aliases ---- */

bool mlir_goes_on(tunip_str text, const mlir_token *last)
{
    return is_mark(text, last, ",:=([<") || mlir_is(text, last, "->") || mlir_is(text, last, "::");
}

/* The definition in [begin, end): in its usual form, or what stands in the brackets of loc(...). */
static void define_alias(mlir_parser *p, tunip_str name, size_t begin, size_t end)
{
    static const char mark[] = "loc(";
    size_t size = sizeof mark - 1;
    mlir_alias alias = {.id = mlir_id(p, name)};
    alias.is_location = end - begin > size && memcmp(p->text.data + begin, mark, size) == 0;
    if (alias.is_location) {
        alias.text = (tunip_str){p->text.data + begin + size, end - begin - size - 1};
    } else {
        normalize(p, begin, end);
        alias.text =
            tunip_string_value(mlir_word(p, (tunip_str){p->scratch.items, p->scratch.count}));
    }
    if (p->failed) return;
    if (!tn_array_push(&p->aliases, p->allocator, alias)) mlir_no_memory(p);
    p->bindings.items[alias.id].alias = (uint32_t)p->aliases.count;
}

static tunip_string *definition(mlir_parser *p, size_t begin, size_t end)
{
    tunip_str raw = {p->text.data + begin, end - begin};
    if (!has_comment(raw)) return mlir_word(p, raw);
    normalize(p, begin, end);
    return mlir_word(p, (tunip_str){p->scratch.items, p->scratch.count});
}

tunip_string *mlir_alias_definition(mlir_parser *p)
{
    mlir_token name = p->token, t = mlir_lex(p->text, name.end);
    if ((name.kind != MLIR_TYPE && name.kind != MLIR_ATTR) || !mlir_is(p->text, &t, "="))
        return NULL;
    mlir_token before = t;
    size_t begin = mlir_lex(p->text, t.end).begin, end = t.end;
    for (t = mlir_lex(p->text, t.end); t.kind != MLIR_END; t = mlir_lex(p->text, end)) {
        if (t.is_first && !mlir_goes_on(p->text, &before)) break;
        if (t.kind == MLIR_WRONG) break;
        if (is_mark(p->text, &t, ")]}>")) mlir_fail(p, t.begin, t.end, "no bracket is open here");
        bool opens = is_mark(p->text, &t, "([{<");
        size_t close = opens ? mlir_skip_brackets(p->text, t.begin, false) : t.end;
        if (!close) {
            mlir_fail(p, t.begin, t.end, "the bracket is never closed");
            close = t.end;
        }
        end = close;
        before = opens ? (mlir_token){.kind = MLIR_PUNCT, .begin = close - 1, .end = close} : t;
    }
    if (t.kind != MLIR_WRONG && mlir_goes_on(p->text, &before))
        mlir_fail(p, before.begin, before.end, "expected more behind `%.*s`",
                  (int)(before.end - before.begin), p->text.data + before.begin);
    take_comments(p, name.begin, end);
    mlir_go_to(p, end);
    tunip_string *whole = definition(p, name.begin, end);
    if (begin < end) define_alias(p, mlir_text_of(p->text, &name), begin, end);
    return whole;
}

mlir_alias *mlir_find_alias(const mlir_parser *p, tunip_str name)
{
    uint32_t id = tn_intern_find(&p->names, name);
    uint32_t number = id != TN_NOT_INTERNED ? p->bindings.items[id].alias : 0;
    bool is_known = number && number <= p->aliases.count && p->aliases.items[number - 1].id == id;
    return is_known ? &p->aliases.items[number - 1] : NULL;
}

static void expand(mlir_parser *p, tunip_str text, int depth);

/* Appends what an alias stands for. An alias that contains itself stands for its name, and one with
 * too large a text for a hash of it, `#{0123456789abcdef}`. */
static void append_alias(mlir_parser *p, mlir_alias *alias, tunip_str name, int depth)
{
    enum { DEEPEST = 200, LARGEST = 1 << 16, SPARE = 1 << 24 };
    if (alias->expanded.data) {
        append(p, alias->expanded.data, alias->expanded.size);
        return;
    }
    size_t begin = p->scratch.count;
    bool fits = !alias->is_open && depth < DEEPEST;
    alias->is_open |= fits;
    if (fits) expand(p, alias->text, depth + 1);
    if (!fits) append(p, name.data, name.size);
    if (!fits || p->failed) return;
    alias->is_open = false;
    size_t size = p->scratch.count - begin;
    p->expanded += size;
    if (size > LARGEST || p->expanded > SPARE + 4 * p->text.size) {
        mlir_sum sum = {0, 1};
        char hash[24];
        mlir_sum_alias(p, alias, 0, &sum);
        size = (size_t)snprintf(hash, sizeof hash, "#{%016llx}", (unsigned long long)sum.hash);
        p->scratch.count = begin;
        append(p, hash, size);
    }
    char *copy = tn_arena_alloc(p->arena, size + 1);
    if (!copy) mlir_no_memory(p);
    if (copy && !p->failed) memcpy(copy, p->scratch.items + begin, size);
    if (copy) alias->expanded = (tunip_str){copy, size};
}

/* Appends `text` with its aliases expanded. */
static void expand(mlir_parser *p, tunip_str text, int depth)
{
    size_t done = 0;
    for (mlir_token t = mlir_lex(text, 0); t.kind != MLIR_END && !p->failed;
         t = mlir_lex(text, t.end)) {
        if (!mlir_is_alias(text, &t)) continue;
        mlir_alias *alias = mlir_find_alias(p, mlir_text_of(text, &t));
        if (!alias || alias->is_location) continue;
        append(p, text.data + done, t.begin - done);
        append_alias(p, alias, mlir_text_of(text, &t), depth);
        done = t.end;
    }
    append(p, text.data + done, text.size - done);
}

void mlir_expand_aliases(mlir_parser *p)
{
    for (size_t i = 0; i < p->aliased.count && !p->failed; i++) {
        tunip_mlir_attribute *attr = p->aliased.items[i];
        p->scratch.count = 0;
        expand(p, tunip_string_value(attr->text), 0);
        tunip_str text = {p->scratch.items, p->scratch.count};
        if (p->failed || tunip_str_equal(text, tunip_string_value(attr->text))) continue;
        if (!attr->spelling) attr->spelling = attr->text;
        attr->text = mlir_word(p, text);
    }
}
