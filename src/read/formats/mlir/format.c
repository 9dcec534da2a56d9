/* format.c -- MLIR text as a format. */
#include <tunip/diagnostic.h>

#include "../../../ir/graph.h"
#include "../../../library/context.h"
#include "parse.h"

/* ---- sniffing ---- */

static bool is_dotted(tunip_str word)
{
    return word.size && memchr(word.data, '.', word.size);
}

/* `%0 = memref.alloc() : ...`. Relay writes calls in the same way, without a type behind them. */
static tunip_sniff sniff_results(tunip_str text, mlir_token token)
{
    while (token.kind != MLIR_END && !mlir_is(text, &token, "=")) token = mlir_lex(text, token.end);
    token = mlir_lex(text, token.end);
    if (!is_dotted(mlir_text_of(text, &token))) return TUNIP_SNIFF_NO;
    if (token.kind == MLIR_STRING) return TUNIP_SNIFF_SURE;
    if (token.kind != MLIR_WORD) return TUNIP_SNIFF_NO;
    mlir_token next = mlir_lex(text, token.end);
    if (!mlir_is(text, &next, "(")) return TUNIP_SNIFF_SURE;
    size_t end = mlir_skip_brackets(text, next.begin, false);
    next = mlir_lex(text, end);
    return end && mlir_is(text, &next, ":") ? TUNIP_SNIFF_SURE : TUNIP_SNIFF_MAYBE;
}

static tunip_sniff sniff_word(tunip_str text, mlir_token token)
{
    tunip_str word = mlir_text_of(text, &token);
    mlir_token next = mlir_lex(text, token.end), third = mlir_lex(text, next.end);
    bool is_module = tunip_str_is(word, "module") || tunip_str_is(word, "builtin.module");
    bool has_symbol = next.kind == MLIR_SYMBOL || third.kind == MLIR_SYMBOL;
    bool fits = is_module && (mlir_is(text, &next, "{") || has_symbol ||
                              tunip_str_is(mlir_text_of(text, &next), "attributes"));
    if (fits) return TUNIP_SNIFF_SURE;
    bool is_operation = is_dotted(word) || tunip_str_is(word, "func");
    return is_operation && (has_symbol || next.kind == MLIR_VALUE) ? TUNIP_SNIFF_SURE
                                                                   : TUNIP_SNIFF_NO;
}

/* Whether the first token and those behind it can only be MLIR. */
static tunip_sniff sniff_tokens(tunip_str text, mlir_token token)
{
    mlir_token next = mlir_lex(text, token.end), third = mlir_lex(text, next.end);
    bool fits;
    switch (token.kind) {
    case MLIR_ATTR:
    case MLIR_TYPE:
        fits = mlir_is(text, &next, "=");
        break;
    case MLIR_STRING:
        fits =
            is_dotted(mlir_text_of(text, &token)) && mlir_is(text, &next, "(") &&
            (third.kind == MLIR_VALUE || mlir_is(text, &third, ")") || mlir_is(text, &third, "{"));
        break;
    case MLIR_WORD:
        return sniff_word(text, token);
    case MLIR_VALUE:
        return sniff_results(text, token);
    default:
        fits = mlir_is(text, &token, "{-#");
    }
    return fits ? TUNIP_SNIFF_SURE : TUNIP_SNIFF_NO;
}

/* Whether a line begins as the heading of a dump: the text is a log. */
static bool has_heading(tunip_str text)
{
    static const char mark[] = "// -----// IR Dump ";
    for (size_t at = 0; at < text.size;) {
        tunip_str rest = {text.data + at, text.size - at};
        const char *end = memchr(rest.data, '\n', rest.size);
        if (tunip_str_begins(rest, mark)) return true;
        if (!end) return false;
        at = (size_t)(end - text.data) + 1;
    }
    return false;
}

bool tn_mlir_begins_dump(tunip_str line)
{
    if (!line.size || *line.data == ' ' || *line.data == '\t') return false;
    mlir_token token = mlir_lex(line, 0);
    if (token.kind == MLIR_END || token.kind == MLIR_WRONG) return false;
    if (sniff_tokens(line, token) != TUNIP_SNIFF_NO) return true;
    mlir_token next = mlir_lex(line, token.end);
    bool is_name = token.kind == MLIR_WORD && is_dotted(mlir_text_of(line, &token));
    bool goes_on = next.kind == MLIR_WORD || next.kind == MLIR_STRING ||
                   mlir_is(line, &next, "{") || mlir_is(line, &next, "(") ||
                   mlir_is(line, &next, "<") || mlir_is(line, &next, "[");
    bool has_mark = memchr(line.data, '@', line.size) || memchr(line.data, '{', line.size) ||
                    memchr(line.data, '%', line.size);
    return is_name && goes_on && has_mark;
}

static tunip_sniff sniff(tunip_str head)
{
    if (has_heading(head)) return TUNIP_SNIFF_NO; /* a log */
    mlir_token token = mlir_lex(head, 0);
    if (token.kind == MLIR_END)
        return tunip_str_begins(head, "// ") ? TUNIP_SNIFF_MAYBE : TUNIP_SNIFF_NO;
    return sniff_tokens(head, token);
}

/* ---- reading ---- */

/* The first line `// -----` from `from` on, which separates two parts of a file; the size of the
 * text if there is none. */
static size_t find_split(tunip_str text, size_t from)
{
    static const char mark[] = "// -----";
    size_t size = sizeof mark - 1;
    for (size_t i = from; i < text.size;) {
        const char *end = memchr(text.data + i, '\n', text.size - i);
        size_t stop = end ? (size_t)(end - text.data) : text.size;
        bool is_mark = stop - i >= size && memcmp(text.data + i, mark, size) == 0;
        for (size_t k = i + size; is_mark && k < stop; k++)
            is_mark = text.data[k] == ' ' || text.data[k] == '-' || text.data[k] == '\r';
        if (is_mark) return i;
        i = stop + 1;
    }
    return text.size;
}

tunip_str tn_mlir_first_symbol(tunip_str text)
{
    for (mlir_token t = mlir_lex(text, 0); t.kind != MLIR_END; t = mlir_lex(text, t.end))
        if (t.kind == MLIR_SYMBOL) return (tunip_str){text.data + t.begin + 1, t.end - t.begin - 1};
    return (tunip_str){NULL, 0};
}

bool tn_mlir_next_part(tunip_str text, size_t *at, tunip_str *part, tunip_str *name)
{
    if (!*at && sniff(text) == TUNIP_SNIFF_NO) return false;
    while (*at < text.size) {
        size_t begin = *at, end = find_split(text, begin ? begin + 1 : 0);
        *at = end;
        *part = (tunip_str){text.data + begin, end - begin};
        *name = tn_mlir_first_symbol(*part);
        if (mlir_lex(*part, 0).kind != MLIR_END) return true;
    }
    return false;
}

static void begin_part(mlir_parser *p, size_t begin, size_t end)
{
    p->begin = begin;
    p->text.size = end;
    p->token = mlir_lex(p->text, begin);
    p->before = (mlir_token){.kind = MLIR_END};
    p->column = p->token.is_first ? p->token.column : 0;
    p->pending.count = p->jumps.count = 0; /* comments of empty parts stay */
    mlir_take_comments(p, begin, p->token.begin);
    mlir_leave(p, 0, 0);
    mlir_leave_blocks(p, 0);
    p->aliases.count = p->aliased.count = 0;
    p->open.count = p->definitions.count = 0;
    p->has_definitions = false;
    tn_intern_truncate(&p->attributes, 0); /* the parts may give aliases other meanings */
    p->attribute_nodes.count = 0;
    p->is_bare = false;
}

/* A print of nothing but comments is empty. */
static void warn_of_comments(const mlir_parser *p, const tunip_mlir_file *file)
{
    bool has_more = file->prologue || file->operations->count || file->resources;
    if (has_more || !file->comments) return;
    tunip_diagnostic *d =
        tunip_diagnostics_add(p->input->diagnostics, TUNIP_SEVERITY_WARNING, NULL,
                              "the text has only comments, which no print writes");
    size_t begin = 0;
    while (p->text.data[begin] != '/') begin++;
    const char *end = memchr(p->text.data + begin, '\n', p->text.size - begin);
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, begin,
                             end ? (size_t)(end - p->text.data) : p->text.size, NULL);
}

static tunip_node *read_parts(mlir_parser *p)
{
    tunip_str whole = p->text;
    tunip_mlir_file *only = NULL;
    size_t count = 0;
    TN_ARRAY(tunip_node *) parts = {NULL, 0, 0};
    bool is_first = true; /* any other part begins with the line that separates it */
    size_t begin = 0;
    do {
        size_t end = find_split(whole, is_first ? 0 : begin + 1);
        is_first = false;
        begin_part(p, begin, end);
        begin = end;
        if (p->token.kind == MLIR_END && end < whole.size) continue;
        tunip_mlir_file *file = mlir_parse_file(p);
        if (!file) continue;
        only = file;
        count++;
        if (!tn_array_push(&parts, p->allocator, &file->base)) mlir_no_memory(p);
    } while (begin < whole.size && !p->failed);
    tunip_node *root = count == 1 ? &only->base : NULL;
    if (root && !p->failed) warn_of_comments(p, only);
    if (count != 1 && !p->failed) {
        tunip_mlir_parts *all = tunip_node_new(p->graph, &tunip_mlir_parts_type);
        if (all) all->parts = tunip_array_new(p->graph, parts.count, (void *const *)parts.items);
        root = all ? &all->base : NULL;
    }
    tn_array_free(&parts, p->allocator);
    return root;
}

static void free_parser(mlir_parser *p)
{
    tn_array_free(&p->bindings, p->allocator);
    tn_array_free(&p->undo, p->allocator);
    tn_array_free(&p->label_undo, p->allocator);
    tn_array_free(&p->pending, p->allocator);
    tn_array_free(&p->jumps, p->allocator);
    tn_array_free(&p->definitions, p->allocator);
    tn_array_free(&p->open, p->allocator);
    tn_array_free(&p->nodes, p->allocator);
    tn_array_free(&p->blocks, p->allocator);
    tn_array_free(&p->locations, p->allocator);
    tn_array_free(&p->results, p->allocator);
    tn_array_free(&p->gaps, p->allocator);
    tn_array_free(&p->scratch, p->allocator);
    tn_array_free(&p->attribute_nodes, p->allocator);
    tn_array_free(&p->aliased, p->allocator);
    tn_array_free(&p->aliases, p->allocator);
    tn_array_free(&p->located, p->allocator);
    tn_array_free(&p->comments, p->allocator);
    tn_array_free(&p->spanned, p->allocator);
    tn_array_free(&p->sites, p->allocator);
    tn_intern_free(&p->names);
    tn_intern_free(&p->attributes);
}

static tunip_status read_text(const tunip_input *input)
{
    const tunip_allocator *allocator = tn_context_allocator(input->context);
    tn_arena arena;
    tn_arena_init(&arena, allocator);
    input->graph->arena.share = 64; /* what is free in a chunk is little beside the nodes */
    mlir_parser p = {.input = input,
                     .graph = input->graph,
                     .allocator = allocator,
                     .arena = &arena,
                     .text = tunip_source_text(input->source)};
    tn_stack_init(&p.stack);
    tn_intern_init(&p.names, &arena, allocator);
    tn_intern_init(&p.attributes, &arena, allocator);
    tunip_node *root = read_parts(&p);
    bool fine = root && !p.errors && tunip_graph_status(p.graph) == TUNIP_OK;
    if (fine) {
        tunip_graph_set_root(p.graph, root);
        tn_graph_set_verified(p.graph);
    }
    if (p.is_out_of_memory || (!fine && !p.errors))
        tunip_input_fail(input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    else
        mlir_report_errors(&p);
    free_parser(&p);
    tn_arena_free(&arena);
    return fine ? TUNIP_OK : input->error->code;
}

const tunip_format tunip_format_mlir = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "mlir",
    .summary = "MLIR text of any dialects",
    .suffix = ".mlir",
    .sniff = sniff,
    .read = read_text,
};
