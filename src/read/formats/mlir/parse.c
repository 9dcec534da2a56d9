/* parse.c -- operations, blocks and regions. */
#include "parse.h"

/* ---- pieces: each with the blanks before it ---- */

static char gap_of(const mlir_token *token, size_t column)
{
    enum { MOST_COLUMNS = 25, MOST_BLANKS = 9 };
    if (token->is_first) {
        size_t more = token->column > column ? token->column - column : 0;
        return (char)((token->blanks == 1 ? 'A' : 'a') +
                      (more < MOST_COLUMNS ? more : MOST_COLUMNS));
    }
    if (token->blanks < 2) return token->blanks ? '_' : '.';
    return (char)('0' + (token->blanks < MOST_BLANKS ? token->blanks : MOST_BLANKS));
}

static void add_gap(mlir_parser *p, char gap)
{
    if (!tn_array_push(&p->gaps, p->allocator, gap)) mlir_no_memory(p);
}

static void add(mlir_parser *p, void *node, char gap)
{
    if (!node) {
        if (!p->failed && tunip_graph_status(p->graph) != TUNIP_OK) mlir_no_memory(p);
        return;
    }
    add_gap(p, gap);
    if (!tn_array_push(&p->nodes, p->allocator, node)) mlir_no_memory(p);
}

static void add_word(mlir_parser *p, size_t column)
{
    add(p, mlir_word(p, mlir_text_of(p->text, &p->token)), gap_of(&p->token, column));
    mlir_next(p);
}

/* loc(...); `loc([%a])` is a part of an operation, because locations have no values */
static bool take_location(mlir_parser *p, size_t column)
{
    mlir_token token = p->token;
    bool is_location = token.end < p->text.size && p->text.data[token.end] == '(' &&
                       tunip_str_is(mlir_text_of(p->text, &token), "loc");
    size_t end = is_location ? mlir_skip_brackets(p->text, token.end, true) : 0;
    if (!end) return false;
    tunip_mlir_location *location = mlir_location(p, token.begin, end);
    add_gap(p, '@');
    add_gap(p, gap_of(&token, column));
    if (!location || !tn_array_push(&p->locations, p->allocator, &location->base))
        mlir_no_memory(p);
    p->location_end = end;
    mlir_go_to(p, end);
    if (mlir_at(p, ",") || mlir_at(p, ")")) mlir_note_argument(p, location);
    return true;
}

static tunip_array *take_nodes(mlir_parser *p, size_t mark)
{
    size_t count = p->nodes.count - mark;
    void *const *nodes = count ? (void *const *)(p->nodes.items + mark) : NULL;
    tunip_array *array = tunip_array_new(p->graph, count, nodes);
    if (!array) mlir_no_memory(p);
    p->nodes.count = mark;
    return array;
}

static tunip_array *take_locations(mlir_parser *p, size_t mark)
{
    size_t count = p->locations.count - mark;
    tunip_array *array = NULL;
    if (count) array = tunip_array_new(p->graph, count, (void *const *)(p->locations.items + mark));
    if (count && !array) mlir_no_memory(p);
    p->locations.count = mark;
    return array;
}

/* Blanks at the end of a line, which some operations of MLIR print. */
static void add_end(mlir_parser *p)
{
    size_t end = p->end;
    while (end < p->text.size && p->text.data[end] == ' ') end++;
    bool ends_line = end == p->text.size || p->text.data[end] == '\n';
    mlir_token blanks = {.blanks = end - p->end};
    if (ends_line && blanks.blanks) add_gap(p, gap_of(&blanks, 0));
}

/* The layout of the pieces, or NULL if it is the usual one. */
static tunip_string *take_layout(mlir_parser *p, size_t mark, const tunip_array *pieces)
{
    size_t count = p->gaps.count - mark;
    const char *gaps = count ? p->gaps.items + mark : "";
    bool is_usual = pieces && count == pieces->count;
    for (size_t i = 0; is_usual && i < count; i++) {
        const tunip_node *before = i ? pieces->items[i - 1] : NULL;
        is_usual = gaps[i] == (tunip_mlir_is_apart(before, pieces->items[i]) ? '_' : '.');
    }
    p->gaps.count = mark;
    return is_usual ? NULL : mlir_word(p, (tunip_str){gaps, count});
}

/* The form of an operation or a label; NULL if it is the usual one. */
static tunip_mlir_form *take_form(mlir_parser *p, tunip_string *layout, bool is_generic)
{
    if (!layout && !is_generic) return NULL;
    uint32_t id = mlir_id(p, tunip_string_value(layout));
    if (p->failed) return NULL;
    tunip_mlir_form **shared = &p->bindings.items[id].forms[is_generic];
    if (*shared) return *shared;
    tunip_mlir_form *form = tunip_node_new(p->graph, &tunip_mlir_form_type);
    if (!form) {
        mlir_no_memory(p);
        return NULL;
    }
    form->layout = layout;
    form->is_generic = is_generic;
    return *shared = form;
}

/* ---- dictionaries ---- */

/* The pieces of a value, up to a comma or the closing brace. False if a bracket is not closed. */
static bool parse_entry_value(mlir_parser *p, size_t column)
{
    int depth = 0;
    while (!p->failed) {
        if (p->token.kind == MLIR_END) return false;
        if (!depth && (mlir_at(p, ",") || mlir_at(p, "}"))) return true;
        if (mlir_at(p, "(") || mlir_at(p, "[")) depth++;
        if ((mlir_at(p, ")") || mlir_at(p, "]")) && depth-- == 0) return false;
        if (mlir_at(p, "}")) return false;
        mlir_piece(p, column);
    }
    return false;
}

/* The entries: the nodes of keys and values alternate on the stack. */
static bool parse_entries(mlir_parser *p, size_t column)
{
    uint32_t stamp = ++p->dictionary_count;
    while (!p->failed && !mlir_at(p, "}")) {
        bool is_key = p->token.kind == MLIR_WORD || p->token.kind == MLIR_STRING;
        tunip_str key = mlir_text_of(p->text, &p->token);
        uint32_t id = is_key ? mlir_id(p, key) : 0;
        if (!is_key || p->failed || p->bindings.items[id].stamp == stamp) return false;
        p->bindings.items[id].stamp = stamp;
        add_word(p, column);
        size_t mark = p->nodes.count;
        if (mlir_at(p, "=")) {
            add_gap(p, gap_of(&p->token, column));
            mlir_next(p);
            if (!parse_entry_value(p, column) || p->nodes.count == mark) return false;
        }
        tunip_array *value = take_nodes(p, mark);
        if (!value || !tn_array_push(&p->nodes, p->allocator, &value->base)) return false;
        if (mlir_at(p, "}")) break;
        if (!mlir_at(p, ",")) return false;
        add_gap(p, gap_of(&p->token, column));
        mlir_next(p);
        if (mlir_at(p, "}")) return false;
    }
    return mlir_at(p, "}");
}

/* Whether the gaps of a dictionary are the usual ones: `{a = 1, b}`. */
static bool is_usual_dictionary(const mlir_parser *p, size_t mark, const tunip_map *entries)
{
    const char *gap = p->gaps.items + mark, *end = p->gaps.items + p->gaps.count;
    static const tunip_string equals = {{&tunip_string_type}, TUNIP_STR("=")};
    for (size_t i = 0; i < entries->count; i++) {
        if (i && (gap == end || *gap++ != '.')) return false;
        if (gap == end || *gap++ != (i ? '_' : '.')) return false;
        const tunip_array *value = (const tunip_array *)(const void *)entries->entries[i].value;
        if (!value->count) continue;
        if (gap == end || *gap++ != '_') return false;
        for (size_t k = 0; k < value->count; k++) {
            const tunip_node *before = k ? value->items[k - 1] : &equals.base;
            char usual = tunip_mlir_is_apart(before, value->items[k]) ? '_' : '.';
            if (gap == end || *gap++ != usual) return false;
        }
    }
    return gap + 1 == end && *gap == '.';
}

/* NULL, at the brace, if it opens no dictionary. */
static TN_APART tunip_mlir_dictionary *parse_dictionary(mlir_parser *p, size_t column)
{
    mlir_token open = p->token, before = p->before;
    size_t nodes = p->nodes.count, gaps = p->gaps.count, locations = p->locations.count;
    mlir_next(p);
    bool fine = parse_entries(p, column);
    if (!fine || p->failed) {
        p->nodes.count = nodes;
        p->gaps.count = gaps;
        p->locations.count = locations;
        p->token = open;
        p->before = before;
        return NULL;
    }
    add_gap(p, gap_of(&p->token, column));
    tunip_mlir_dictionary *dict = tunip_node_new(p->graph, &tunip_mlir_dictionary_type);
    size_t count = p->nodes.count - nodes;
    void *const *items = count ? (void *const *)(p->nodes.items + nodes) : NULL;
    tunip_map *entries = tunip_map_new(p->graph, count / 2, items);
    p->nodes.count = nodes;
    if (!dict || !entries) {
        mlir_no_memory(p);
        return NULL;
    }
    dict->entries = entries;
    if (!is_usual_dictionary(p, gaps, entries))
        dict->layout = mlir_word(p, (tunip_str){p->gaps.items + gaps, p->gaps.count - gaps});
    p->gaps.count = gaps;
    p->locations.count = locations;
    mlir_next(p);
    return dict;
}

/* ---- braces among the pieces ---- */

/* Braces that enclose neither operations nor entries: their tokens are pieces. */
static TN_APART void parse_words(mlir_parser *p, size_t column)
{
    mlir_token open = p->token;
    size_t depth = 0;
    do {
        if (p->token.kind == MLIR_END) {
            mlir_fail(p, open.begin, open.end, "the brace is never closed");
            return;
        }
        bool opens = mlir_at(p, "{"), closes = mlir_at(p, "}");
        depth += opens;
        depth -= closes;
        if (opens || closes)
            add_word(p, column);
        else
            mlir_piece(p, column);
    } while (depth && !p->failed);
}

static tunip_mlir_region *parse_region(mlir_parser *p);

static void parse_brace(mlir_parser *p, size_t column)
{
    char gap = gap_of(&p->token, column);
    mlir_brace brace = mlir_classify_brace(p);
    void *node = NULL;
    if (brace == MLIR_REGION) node = parse_region(p);
    if (brace == MLIR_DICTIONARY) node = parse_dictionary(p, column);
    if (node)
        add(p, node, gap);
    else if (brace != MLIR_REGION && !p->failed)
        parse_words(p, column);
}

typedef struct brace_call {
    mlir_parser *p;
    size_t column;
} brace_call;

static void resume_brace(void *user)
{
    const brace_call *call = user;
    parse_brace(call->p, call->column);
}

/* Braces nest: deep ones continue on another stack. */
static TN_APART void parse_brace_anywhere(mlir_parser *p, size_t column)
{
    if (!tn_stack_low(&p->stack))
        parse_brace(p, column);
    else if (!tn_stack_run(&p->stack, resume_brace, &(brace_call){p, column}))
        mlir_no_memory(p);
}

/* ---- pieces ---- */

static void parse_value(mlir_parser *p, size_t column)
{
    mlir_token token = p->token, next = mlir_lex(p->text, token.end);
    /* `@f(%a: i32)`; `@f(port: %a: i32)` is a use */
    bool has_type = mlir_is(p->text, &next, ":") && !mlir_is(p->text, &p->before, ":");
    mlir_unknown unknown = MLIR_MISTAKE;
    if (p->head.declares || (p->head.has_symbol && has_type))
        unknown = MLIR_ARGUMENT;
    else if (p->head.name && !p->head.is_list)
        unknown = MLIR_PERHAPS_DEFINED;
    add(p, mlir_use(p, &token, unknown), gap_of(&token, column));
    mlir_next(p);
}

/* Whether the word before the token says that the operation defines the symbol behind it. */
static bool is_visibility(const mlir_parser *p)
{
    tunip_str word = mlir_text_of(p->text, &p->before);
    return p->before.kind == MLIR_WORD &&
           (tunip_str_is(word, "private") || tunip_str_is(word, "public") ||
            tunip_str_is(word, "nested"));
}

/* Records a symbol for an editor: the node of its text is the same at all places. The first one of
 * an operation may be its name. */
static void note_symbol(mlir_parser *p, const mlir_token *token)
{
    tunip_string *text = mlir_word(p, mlir_text_of(p->text, token));
    const tunip_use use = {.kind = TUNIP_USE_REFERENCE,
                           .begin = token->begin,
                           .end = token->end,
                           .node = text ? &text->base : NULL};
    size_t number = text ? tn_uses_add(p->input->options->uses, use) : 0;
    if (!p->head.has_symbol) p->head.symbol_use = number;
}

/* Whether an operation defines the symbol that it names: it has a region, or declares a function or
 * a global. A call only uses it. */
static bool defines_symbol(const tunip_mlir_operation *op)
{
    static const char *const declarations[] = {"func", "global"};
    tunip_str name = tunip_string_value(op->name);
    while (memchr(name.data ? name.data : "", '.', name.size))
        name = (tunip_str){name.data + 1, name.size - 1};
    for (size_t i = 0; i < TUNIP_LEN(declarations); i++)
        if (tunip_str_is(name, declarations[i])) return true;
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++)
        if (tunip_is(op->pieces->items[i], &tunip_mlir_region_type)) return true;
    return false;
}

/* A piece that is no brace. */
static TN_APART void plain_piece(mlir_parser *p, size_t column)
{
    mlir_token token = p->token;
    char gap = gap_of(&token, column);
    if (token.kind != MLIR_VALUE && !mlir_at(p, ",")) p->head.is_list = false;
    switch (token.kind) {
    case MLIR_VALUE:
        parse_value(p, column);
        return;
    case MLIR_LABEL:
        add(p, mlir_jump_to(p, &token), gap);
        mlir_next(p);
        return;
    case MLIR_TYPE:
    case MLIR_ATTR:
    case MLIR_WORD: {
        if (token.kind == MLIR_WORD && take_location(p, column)) return;
        tunip_mlir_attribute *attribute = mlir_attribute(p, column);
        if (attribute) {
            add(p, attribute, gap);
            return;
        }
        /* no attribute, because there are values in the brackets */
        if (token.end < p->text.size && p->text.data[token.end] == '<') {
            p->head.angles++;
            p->head.angle = token.end;
        }
        add_word(p, column);
        return;
    }
    case MLIR_STRING: {
        tunip_mlir_attribute *attribute = mlir_escaped_string(p, column);
        if (attribute)
            add(p, attribute, gap);
        else if (!p->failed)
            add_word(p, column);
        return;
    }
    case MLIR_SYMBOL:
        if (p->input->options->uses) note_symbol(p, &token);
        p->head.declares |= !p->head.has_symbol && is_visibility(p);
        p->head.has_symbol = true;
        add_word(p, column);
        return;
    case MLIR_WRONG:
        mlir_fail_token(p);
        mlir_next(p);
        return;
    default:
        break;
    }
    if (mlir_at(p, "^") || mlir_at(p, "%"))
        mlir_fail(p, token.begin, token.end, "expected a name behind `%c`",
                  p->text.data[token.begin]);
    if (mlir_at(p, ">") && p->head.angles) p->head.angles--;
    add_word(p, column);
}

/* Without a frame of its own, because regions nest deep. */
void mlir_piece(mlir_parser *p, size_t column)
{
    if (!mlir_at(p, "{")) {
        plain_piece(p, column);
        return;
    }
    p->head.is_list = false;
    parse_brace_anywhere(p, column);
}

/* ---- operations ---- */

/* Whether the operation in hand ends before the token, outside of brackets. */
static bool ends_before(const mlir_parser *p)
{
    if (p->token.kind == MLIR_END || mlir_at(p, "}")) return true;
    if (!p->token.is_first) return false;
    bool is_listed = mlir_is(p->text, &p->before, ",");
    if (p->token.kind == MLIR_VALUE) return !is_listed && mlir_starts_operation(p, &p->token);
    if (mlir_goes_on(p->text, &p->before)) return false;
    mlir_token next = mlir_lex(p->text, p->token.end);
    if (p->token.kind == MLIR_LABEL)
        return mlir_is(p->text, &next, ":") || mlir_is(p->text, &next, "(");
    bool is_alias = p->token.kind == MLIR_ATTR || p->token.kind == MLIR_TYPE;
    if (is_alias) return mlir_is(p->text, &next, "=");
    return mlir_at(p, "{-#") || mlir_starts_operation(p, &p->token);
}

/* Otherwise the next line of a print, such as a definition of an alias, would belong to it. */
static void check_end(mlir_parser *p)
{
    if (p->head.angles)
        mlir_fail(p, p->head.angle, p->head.angle + 1, "the bracket is never closed");
    if (p->token.kind != MLIR_END || !mlir_goes_on(p->text, &p->before)) return;
    tunip_str last = mlir_text_of(p->text, &p->before);
    mlir_fail(p, p->before.begin, p->before.end, "expected more behind `%.*s`", (int)last.size,
              last.data);
}

static void parse_pieces(mlir_parser *p, size_t column)
{
    mlir_token open = p->token;
    size_t depth = 0;
    while (!p->failed) {
        if (!depth && ends_before(p)) {
            check_end(p);
            return;
        }
        if (p->token.kind == MLIR_END || mlir_at(p, "}")) {
            mlir_fail(p, open.begin, open.end, "the bracket is never closed");
            return;
        }
        if (mlir_at(p, "(") || mlir_at(p, "[")) {
            if (!depth) open = p->token;
            depth++;
        } else if (mlir_at(p, ")") || mlir_at(p, "]")) {
            if (!depth) mlir_fail(p, p->token.begin, p->token.end, "no bracket is open here");
            depth -= depth > 0;
        }
        mlir_piece(p, column);
    }
}

/* `%a, %b:2 = `: the results wait on a stack until the operation ends. */
static void parse_results(mlir_parser *p)
{
    while (p->token.kind == MLIR_VALUE && !p->failed) {
        tunip_str name = mlir_text_of(p->text, &p->token);
        mlir_named named = {{name.data + 1, name.size - 1}, p->token.begin, 1};
        mlir_next(p);
        if (mlir_at(p, ":")) {
            mlir_next(p);
            named.count = 0;
            if (p->token.kind != MLIR_NUMBER)
                mlir_fail(p, p->token.begin, p->token.end, "expected the number of results");
            for (size_t i = p->token.begin; i < p->token.end && named.count < INT32_MAX; i++) {
                char digit = p->text.data[i];
                if (digit < '0' || digit > '9') break;
                named.count = named.count * 10 + (digit - '0');
            }
            mlir_next(p);
        }
        if (!tn_array_push(&p->results, p->allocator, named)) mlir_no_memory(p);
        if (mlir_at(p, ",")) mlir_next(p);
    }
    if (p->token.kind == MLIR_WRONG) mlir_fail_token(p);
    mlir_next(p);
}

static tunip_array *define_results(mlir_parser *p, size_t mark)
{
    size_t nodes = p->nodes.count;
    if (p->results.count == mark) return NULL;
    for (size_t i = mark; i < p->results.count && !p->failed; i++) {
        const mlir_named *named = &p->results.items[i];
        tunip_mlir_value *value = mlir_define(p, named->name, named->begin, named->count);
        if (value && !tn_array_push(&p->nodes, p->allocator, &value->base)) mlir_no_memory(p);
    }
    p->results.count = mark;
    return take_nodes(p, nodes);
}

/* Whether the value is in a list before an equals sign, as in `scf.parallel (%i, %j) = `. The list
 * is short, so that long lists of operands take linear time. */
static bool is_bound(const mlir_parser *p, const mlir_pending *item)
{
    enum { MOST_TOKENS = 64 };
    mlir_token next = mlir_lex(p->text, item->end);
    for (int i = 0; i < MOST_TOKENS && (next.kind == MLIR_VALUE || mlir_is(p->text, &next, ",") ||
                                        mlir_is(p->text, &next, ")"));
         i++)
        next = mlir_lex(p->text, next.end);
    return mlir_is(p->text, &next, "=");
}

/* Whether the syntax of the operation defines the value, so that it is an argument of its region,
 * as `%i` in `scf.for %i = ...`. The generic form writes these arguments in the region. A value may
 * also be of a later line: of a block that runs before, or of a region such as that of `hw.module`,
 * whose operations have no order. */
static bool is_own_argument(mlir_parser *p, const mlir_pending *item, bool is_generic)
{
    if (item->is_defined || is_bound(p, item)) return true;
    return !is_generic && !item->is_result && !mlir_is_defined(p, item->id);
}

/* Values that the operation's own syntax defines become arguments of its first region. */
static void claim_heads(mlir_parser *p, size_t pending, const tunip_array *pieces, bool is_generic)
{
    tunip_mlir_region *region = NULL;
    for (size_t i = 0; !region && i < tunip_array_count(pieces); i++)
        if (tunip_is(pieces->items[i], &tunip_mlir_region_type))
            region = (tunip_mlir_region *)(void *)pieces->items[i];
    if (!region) return;
    size_t mark = p->nodes.count;
    for (size_t i = pending; i < p->pending.count; i++) {
        mlir_pending *item = &p->pending.items[i];
        if (!item->is_head || !is_own_argument(p, item, is_generic)) continue;
        if (!item->is_defined)
            mlir_note(p, TUNIP_USE_DEFINITION, item->begin, item->end - item->begin, item->value);
        item->is_defined = true;
        mlir_check_uses(p, item);
        if (!tn_array_push(&p->nodes, p->allocator, &item->value->base)) mlir_no_memory(p);
    }
    bool has_some = p->nodes.count > mark;
    tunip_array *arguments = take_nodes(p, mark);
    if (has_some) region->arguments = arguments;
}

static bool parse_name(mlir_parser *p, tunip_mlir_operation *op, bool is_string)
{
    tunip_str name = mlir_text_of(p->text, &p->token);
    if (!is_string && p->token.kind != MLIR_WORD) {
        mlir_fail(p, p->token.begin, p->token.end, "expected an operation");
        return false;
    }
    if (is_string) name = (tunip_str){name.data + 1, name.size - 2};
    if (!is_string && !mlir_has_usual_name(name)) p->is_bare = true;
    op->name = mlir_word(p, name);
    mlir_next(p);
    return true;
}

/* After an error: to the next line that begins an operation. */
static void recover(mlir_parser *p)
{
    do {
        mlir_next(p);
    } while (p->token.kind != MLIR_END && !mlir_at(p, "}") && !mlir_at(p, "{") &&
             !(p->token.is_first && mlir_starts_operation(p, &p->token)));
}

static void parse_operation(mlir_parser *p)
{
    size_t begin = p->token.begin, column = p->column, undo = p->undo.count;
    size_t pending = p->pending.count, results = p->results.count, nodes = p->nodes.count;
    size_t gaps = p->gaps.count, locations = p->locations.count;
    mlir_head outer = p->head;
    tunip_mlir_operation *op = tunip_node_new(p->graph, &tunip_mlir_operation_type);
    if (!op) {
        mlir_no_memory(p);
        return;
    }
    if (p->token.kind == MLIR_VALUE) parse_results(p);
    bool is_generic = p->token.kind == MLIR_STRING;
    p->location_end = 0;
    if (!parse_name(p, op, is_generic)) {
        p->results.count = results;
        recover(p);
        return;
    }
    p->head =
        (mlir_head){.name = is_generic ? NULL : op->name, .pending = pending, .is_list = true};
    parse_pieces(p, column);
    op->pieces = take_nodes(p, nodes);
    if (p->head.symbol_use && defines_symbol(op))
        p->input->options->uses->items.items[p->head.symbol_use - 1].kind = TUNIP_USE_DEFINITION;
    p->head = outer;
    if (p->location_end == p->end && p->locations.count > locations)
        mlir_note_location(p, &op->span, p->locations.items[p->locations.count - 1]);
    add_end(p);
    op->form = take_form(p, take_layout(p, gaps, op->pieces), is_generic);
    op->locations = take_locations(p, locations);
    claim_heads(p, pending, op->pieces, is_generic);
    mlir_leave(p, undo, pending);
    op->results = define_results(p, results);
    tunip_origin origin = {p->input->source, begin, p->end};
    if (p->input->origins) tunip_graph_set_origin(p->graph, op, &origin);
    if (!tn_array_push(&p->nodes, p->allocator, &op->base)) mlir_no_memory(p);
}

/* ---- blocks and regions ---- */

static void parse_arguments(mlir_parser *p, size_t column)
{
    size_t depth = 0;
    while (!p->failed && p->token.kind != MLIR_END) {
        mlir_token token = p->token;
        if (!depth && mlir_at(p, ":")) break;
        depth += mlir_at(p, "(");
        depth -= depth && mlir_at(p, ")");
        if (mlir_at(p, "{")) mlir_fail(p, token.begin, token.end, "a block has no region here");
        if (token.kind != MLIR_VALUE) {
            mlir_piece(p, column);
            continue;
        }
        tunip_str name = mlir_text_of(p->text, &token);
        name = (tunip_str){name.data + 1, name.size - 1};
        add(p, mlir_define(p, name, token.begin, 1), gap_of(&token, column));
        mlir_next(p);
    }
    mlir_next(p);
}

static void parse_block(mlir_parser *p)
{
    tunip_mlir_block *block = tunip_node_new(p->graph, &tunip_mlir_block_type);
    if (!block || !tn_array_push(&p->blocks, p->allocator, &block->base)) {
        mlir_no_memory(p);
        return;
    }
    if (p->token.kind == MLIR_LABEL) {
        /* ^bb0(%a: i32): */
        size_t nodes = p->nodes.count, gaps = p->gaps.count, locations = p->locations.count;
        size_t column = p->column;
        block->label = mlir_label(p, &p->token);
        mlir_next(p);
        parse_arguments(p, column);
        if (p->nodes.count > nodes) block->pieces = take_nodes(p, nodes);
        tunip_string *layout = block->pieces ? take_layout(p, gaps, block->pieces) : NULL;
        block->form = take_form(p, layout, false);
        block->locations = take_locations(p, locations);
        p->gaps.count = gaps;
    }
    size_t mark = p->nodes.count;
    while (!p->failed && p->token.kind != MLIR_END && p->token.kind != MLIR_LABEL &&
           !mlir_at(p, "}"))
        parse_operation(p);
    block->operations = take_nodes(p, mark);
}

static tunip_mlir_region *parse_region(mlir_parser *p)
{
    mlir_token open = p->token;
    tunip_mlir_region *region = tunip_node_new(p->graph, &tunip_mlir_region_type);
    size_t blocks = p->blocks.count, undo = p->undo.count, pending = p->pending.count;
    size_t jumps = p->jumps.count, labels = p->label_undo.count;
    uint32_t outer = p->region;
    bool is_bare = p->is_bare;
    if (!region) mlir_no_memory(p);
    if (!region) return NULL;
    if (!tn_array_push(&p->open, p->allocator, open.begin + 1)) {
        mlir_no_memory(p);
        return NULL;
    }
    p->region = ++p->region_count;
    mlir_next(p);
    while (!p->failed && p->token.kind != MLIR_END && !mlir_at(p, "}")) parse_block(p);
    p->open.count--;
    if (mlir_at(p, "}"))
        mlir_next(p);
    else
        mlir_fail(p, open.begin, open.end, "the brace is never closed");
    mlir_report_jumps(p, jumps);
    mlir_leave_blocks(p, labels);
    p->region = outer;
    p->is_bare = is_bare;
    mlir_leave(p, undo, pending);
    size_t count = p->blocks.count - blocks;
    region->blocks =
        tunip_array_new(p->graph, count, count ? (void *const *)(p->blocks.items + blocks) : NULL);
    if (!region->blocks) mlir_no_memory(p);
    p->blocks.count = blocks;
    return region;
}

/* ---- files ---- */

/* {-# ... #-} */
static void parse_resources(mlir_parser *p, tunip_mlir_file *file)
{
    mlir_token open = p->token;
    while (p->token.kind != MLIR_END && !mlir_at(p, "#-}")) {
        if (p->token.kind == MLIR_WRONG) mlir_fail_token(p);
        mlir_next(p);
    }
    if (p->token.kind == MLIR_END) {
        mlir_fail(p, open.begin, open.end, "the section is never closed");
        return;
    }
    file->resources = mlir_lines(p, open.begin, p->token.end);
    mlir_next(p);
}

static void take_file_comments(mlir_parser *p, tunip_mlir_file *file)
{
    if (!p->comments.count) return;
    file->comments = tunip_array_new(p->graph, p->comments.count, (void *const *)p->comments.items);
    p->comments.count = 0;
}

tunip_mlir_file *mlir_parse_file(mlir_parser *p)
{
    tunip_mlir_file *file = tunip_node_new(p->graph, &tunip_mlir_file_type);
    size_t head = 0;
    if (!file) mlir_no_memory(p);
    p->region = ++p->region_count;
    while (!p->failed && p->token.kind != MLIR_END) {
        tunip_string *alias = mlir_alias_definition(p);
        if (alias && !tn_array_push(&p->blocks, p->allocator, &alias->base)) mlir_no_memory(p);
        if (alias) continue;
        if (mlir_at(p, "{-#")) {
            parse_resources(p, file);
            continue;
        }
        if (mlir_at(p, "}")) {
            mlir_fail(p, p->token.begin, p->token.end, "no brace is open here");
            mlir_next(p);
            continue;
        }
        if (!p->nodes.count) head = p->blocks.count;
        /* behind an alias, any other word would belong to the operation before it in a print */
        if (p->nodes.count && !mlir_starts_operation(p, &p->token)) {
            mlir_fail(p, p->token.begin, p->token.end, "expected an operation");
            recover(p);
            continue;
        }
        parse_operation(p);
    }
    if (p->failed) return NULL;
    if (!p->nodes.count) head = p->blocks.count;
    mlir_report_pending(p, 0);
    mlir_report_jumps(p, 0);
    mlir_leave_blocks(p, 0);
    mlir_expand_aliases(p);
    mlir_make_spans(p);
    mlir_resolve_locations(p);
    take_file_comments(p, file);
    file->operations = take_nodes(p, 0);
    void *const *lines = (void *const *)p->blocks.items;
    if (head) file->prologue = tunip_array_new(p->graph, head, lines);
    if (p->blocks.count > head)
        file->epilogue = tunip_array_new(p->graph, p->blocks.count - head, lines + head);
    p->blocks.count = 0;
    return file;
}
