/* span.c -- locations as spans. Their aliases may be defined behind the operations that mention
 * them, so locations wait in a list until the file ends. */
#include "parse.h"

enum { DEEPEST = 500, MOST_SITES = 256 };

/* A location that is being read: its sites are added to a list. */
typedef struct reading {
    mlir_parser *p;
    tunip_str text;
    mlir_token token;
    int depth; /* of aliases and brackets */
} reading;

static void take(reading *r)
{
    r->token = mlir_lex(r->text, r->token.end);
}

static bool at(const reading *r, const char *punct)
{
    return mlir_is(r->text, &r->token, punct);
}

static bool at_word(const reading *r, const char *word)
{
    return r->token.kind == MLIR_WORD && tunip_str_is(mlir_text_of(r->text, &r->token), word);
}

static bool accept(reading *r, const char *punct)
{
    bool is_there = at(r, punct);
    if (is_there) take(r);
    return is_there;
}

/* ---- sites ---- */

static bool is_same(const tunip_mlir_span *a, const tunip_mlir_span *b)
{
    return a->source_name == b->source_name && a->line == b->line && a->column == b->column;
}

/* Adds a site, unless the list has it. */
static void add_site(reading *r, tunip_mlir_span site)
{
    mlir_parser *p = r->p;
    for (size_t i = 0; i < p->sites.count; i++)
        if (is_same(&p->sites.items[i], &site)) return;
    if (p->sites.count < MOST_SITES && !tn_array_push(&p->sites, p->allocator, site))
        mlir_no_memory(p);
}

static int64_t take_number(reading *r)
{
    int64_t number = 0;
    tunip_str digits = mlir_text_of(r->text, &r->token);
    for (size_t i = 0; i < digits.size && number < INT32_MAX; i++) {
        if (digits.data[i] < '0' || digits.data[i] > '9') break;
        number = number * 10 + (digits.data[i] - '0');
    }
    take(r);
    return number;
}

/* The range of a file behind its name: `:12:4`, `:12:4 to :9`, `:12:4 to 14:9`. */
static void read_range(reading *r, tunip_mlir_span *site)
{
    take(r);
    site->line = take_number(r);
    if (accept(r, ":")) site->column = take_number(r);
    if (!at_word(r, "to")) return;
    take(r);
    site->end_line = at(r, ":") ? site->line : take_number(r);
    if (accept(r, ":")) site->end_column = take_number(r);
}

/* A string without its quotes, with its escapes decoded. */
static tunip_string *take_name(reading *r)
{
    tunip_str raw = mlir_text_of(r->text, &r->token);
    mlir_parser *p = r->p;
    p->scratch.count = 0;
    for (size_t i = 1; i + 1 < raw.size;) {
        char c = mlir_decode(raw, &i);
        if (!tn_array_push(&p->scratch, p->allocator, c)) mlir_no_memory(p);
    }
    take(r);
    return mlir_word(p, (tunip_str){p->scratch.items, p->scratch.count});
}

static void read_location(reading *r);

/* "f.py":12:4, "x", "x"(...) */
static void read_string(reading *r)
{
    tunip_mlir_span site = {.source_name = take_name(r)};
    if (at(r, ":")) read_range(r, &site);
    if (accept(r, "(")) {
        read_location(r);
        accept(r, ")");
    }
    add_site(r, site);
}

/* Several locations in brackets, with commas or `at` between them. */
static void read_list(reading *r, const char *close)
{
    while (r->token.kind != MLIR_END && !r->p->failed && !at(r, close)) {
        read_location(r);
        if (!at_word(r, "at") && !at(r, ",")) break;
        take(r);
    }
    accept(r, close);
}

/* Each alias counts once in a location, however often it is mentioned. */
static void read_alias(reading *r)
{
    mlir_alias *alias = mlir_find_alias(r->p, mlir_text_of(r->text, &r->token));
    take(r);
    if (!alias || !alias->is_location || alias->span == r->p->span_count) return;
    alias->span = r->p->span_count;
    reading inner = {.p = r->p, .text = alias->text, .depth = r->depth};
    inner.token = mlir_lex(inner.text, 0);
    read_location(&inner);
}

/* Reads the inside of the brackets of `loc(...)`, or a whole `loc(...)`. */
static void read_location(reading *r)
{
    if (++r->depth > DEEPEST || r->p->failed) return;
    if (r->token.kind == MLIR_STRING) {
        read_string(r);
    } else if (r->token.kind == MLIR_ATTR) {
        read_alias(r);
    } else if (at_word(r, "callsite") || at_word(r, "loc")) {
        take(r);
        if (accept(r, "(")) read_list(r, ")");
    } else if (at_word(r, "fused")) {
        take(r);
        size_t end = at(r, "<") ? mlir_skip_brackets(r->text, r->token.begin, false) : 0;
        if (end) r->token = mlir_lex(r->text, end);
        if (accept(r, "[")) read_list(r, "]");
    } else if (r->token.kind == MLIR_WORD) {
        take(r); /* unknown */
    }
    r->depth--;
}

/* ---- spans ---- */

static tunip_mlir_span *make_span(mlir_parser *p, const tunip_mlir_span *site)
{
    tunip_mlir_span *span = tunip_node_new(p->graph, &tunip_mlir_span_type);
    if (!span) {
        mlir_no_memory(p);
        return NULL;
    }
    tunip_node base = span->base;
    *span = *site;
    span->base = base;
    return span;
}

/* NULL for a location that names no place. */
static tunip_mlir_span *read_span(mlir_parser *p, const tunip_string *location)
{
    reading r = {.p = p, .text = tunip_string_value(location)};
    r.token = mlir_lex(r.text, 0);
    p->sites.count = 0;
    p->span_count++;
    read_location(&r);
    if (!p->sites.count || p->failed) return NULL;
    if (p->sites.count == 1) return make_span(p, p->sites.items);
    size_t mark = p->nodes.count;
    for (size_t i = 0; i < p->sites.count && !p->failed; i++) {
        tunip_mlir_span *part = make_span(p, &p->sites.items[i]);
        if (part && !tn_array_push(&p->nodes, p->allocator, &part->base)) mlir_no_memory(p);
    }
    tunip_mlir_span *whole = make_span(p, &(tunip_mlir_span){.line = 0});
    tunip_array *parts =
        tunip_array_new(p->graph, p->nodes.count - mark, (void *const *)(p->nodes.items + mark));
    if (!parts) mlir_no_memory(p);
    if (whole) whole->spans = parts;
    p->nodes.count = mark;
    return whole;
}

void mlir_note_location(mlir_parser *p, tunip_mlir_span **to, const tunip_node *location)
{
    mlir_spanned spanned = {to, TUNIP_AS(tunip_mlir_location, location)};
    if (spanned.location && !tn_array_push(&p->spanned, p->allocator, spanned)) mlir_no_memory(p);
}

void mlir_note_argument(mlir_parser *p, const tunip_mlir_location *location)
{
    for (size_t i = p->nodes.count; location && i--;) {
        bool is_value = tunip_is(p->nodes.items[i], &tunip_mlir_value_type);
        tunip_mlir_value *value = is_value ? (void *)p->nodes.items[i] : NULL;
        tunip_str word = tunip_string_value(p->nodes.items[i]);
        if (value) mlir_note_location(p, &value->span, &location->base);
        if (value || tunip_str_is(word, ",") || tunip_str_is(word, "(")) return;
    }
}

/* Operations with the same location share a span. */
void mlir_make_spans(mlir_parser *p)
{
    tn_map spans;
    tn_map_init(&spans, p->allocator);
    for (size_t i = 0; i < p->spanned.count && !p->failed; i++) {
        const mlir_spanned *spanned = &p->spanned.items[i];
        bool added;
        uint64_t *slot = tn_map_put(&spans, spanned->location, &added);
        if (!slot) mlir_no_memory(p);
        if (slot && added) *slot = (uint64_t)(uintptr_t)read_span(p, spanned->location->text);
        if (slot) *spanned->to = (tunip_mlir_span *)(uintptr_t)*slot;
    }
    p->spanned.count = 0;
    tn_map_free(&spans);
}
