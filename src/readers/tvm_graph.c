/* tvm_graph.c -- the saved graph of TVM v0.23.0 (tvm-ffi src/ffi/extra/serialization.cc): a list of
 * nodes in which children come before their parents, so one pass over the tokens builds them. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>

#include "reader.h"

/* ---- failing ---- */

static void locate(tn_reader *r, const char *at)
{
    r->error->offset = (size_t)(at - r->json.begin);
    r->error->line = 1;
    const char *line = r->json.begin;
    for (const char *c = r->json.begin; c < at; c++) {
        if (*c != '\n') continue;
        r->error->line++;
        line = c + 1;
    }
    r->error->column = (size_t)(at - line) + 1;
}

bool tn_read_fail(tn_reader *r, tunip_status code, const char *at, const char *format, ...)
{
    if (r->status != TUNIP_OK) return false;
    r->status = code;
    if (!r->error || r->error->code != TUNIP_OK) return false;
    r->error->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->message, sizeof r->error->message, format, args);
    va_end(args);
    locate(r, at);
    return false;
}

bool tn_read_fail_memory(tn_reader *r)
{
    if (r->status == TUNIP_OK) r->status = TUNIP_ERROR_MEMORY;
    tunip_error_set(r->error, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

/* A scalar is quoted as it stands. */
static bool is_quotable(tn_token token)
{
    return token >= TN_TOKEN_STRING && token <= TN_TOKEN_MINUS_INFINITY;
}

/* A character that begins no token shows itself. */
static bool unexpected_character(tn_reader *r, const char *expected)
{
    unsigned char c = (unsigned char)*r->json.at;
    bool visible = c > ' ' && c < 0x7f;
    if (r->json.limit - r->json.at >= 3 && memcmp(r->json.at, "\xEF\xBB\xBF", 3) == 0)
        return tn_read_fail(r, TUNIP_ERROR_SYNTAX, r->json.at,
                            "expected %s, got a byte order mark", expected);
    return tn_read_fail(r, TUNIP_ERROR_SYNTAX, r->json.at,
                        visible ? "expected %s, got `%c`" : "expected %s, got the byte 0x%02X",
                        expected, c);
}

bool tn_read_unexpected(tn_reader *r, const char *expected)
{
    if (r->token == TN_TOKEN_BAD) return unexpected_character(r, expected);
    bool lexical = r->token >= TN_TOKEN_BAD_STRING || r->token == TN_TOKEN_END;
    tunip_status code = lexical ? TUNIP_ERROR_SYNTAX : TUNIP_ERROR_FORMAT;
    size_t size = (size_t)(r->json.cursor - r->json.at);
    if (is_quotable(r->token))
        return tn_read_fail(r, code, r->json.at, "expected %s, got %.*s", expected,
                            (int)(size < 40 ? size : 40), r->json.at);
    return tn_read_fail(r, code, r->json.at, "expected %s, got %s", expected,
                        tn_token_name(r->token));
}

bool tn_read_expect(tn_reader *r, tn_token token)
{
    if (r->token != token) return tn_read_unexpected(r, tn_token_name(token));
    tn_read_advance(r);
    return true;
}

bool tn_read_more(tn_reader *r, bool first, tn_token close)
{
    if (r->status != TUNIP_OK) return false;
    if (r->token == close) {
        tn_read_advance(r);
        return false;
    }
    if (first) return true;
    if (r->token == TN_TOKEN_COMMA) {
        tn_read_advance(r);
        return true;
    }
    return tn_read_unexpected(r, close == TN_TOKEN_CLOSE_ARRAY ? "`,` or `]`" : "`,` or `}`");
}

/* ---- skipping what is not the graph ---- */

enum { MOST_NESTING = 1000 };

static bool is_scalar(tn_token token)
{
    return token >= TN_TOKEN_STRING && token <= TN_TOKEN_MINUS_INFINITY;
}

static bool skip_value(tn_reader *r, int depth);

static bool skip_list(tn_reader *r, tn_token close, int depth)
{
    tn_read_advance(r);
    for (bool first = true; tn_read_more(r, first, close); first = false) {
        tunip_str name;
        if (close == TN_TOKEN_CLOSE_OBJECT &&
            (!tn_read_string(r, "a name", &name) || !tn_read_expect(r, TN_TOKEN_COLON)))
            return false;
        if (!skip_value(r, depth)) return false;
    }
    return r->status == TUNIP_OK;
}

static bool skip_value(tn_reader *r, int depth)
{
    if (depth > MOST_NESTING)
        return tn_read_fail(r, TUNIP_ERROR_LIMIT, r->json.at, "expected at most %d nested values",
                            MOST_NESTING);
    if (r->token == TN_TOKEN_OPEN_OBJECT) return skip_list(r, TN_TOKEN_CLOSE_OBJECT, depth + 1);
    if (r->token == TN_TOKEN_OPEN_ARRAY) return skip_list(r, TN_TOKEN_CLOSE_ARRAY, depth + 1);
    if (!is_scalar(r->token)) return tn_read_unexpected(r, "a value");
    tn_read_advance(r);
    return true;
}

/* ---- nodes ---- */

/* The name of a member, `quoted` as the file has it, and the colon behind it. */
static bool expect_name(tn_reader *r, const char *quoted)
{
    size_t size = (size_t)(r->json.cursor - r->json.at);
    if (r->token != TN_TOKEN_STRING || size != strlen(quoted) ||
        memcmp(r->json.at, quoted, size) != 0)
        return tn_read_unexpected(r, quoted);
    tn_read_advance(r);
    return tn_read_expect(r, TN_TOKEN_COLON);
}

static bool is_value_type(const tunip_type *type)
{
    return !type->base && !type->field_count;
}

static bool read_data(tn_reader *r, tunip_str key, tunip_node **out)
{
    const tn_type_info *info = tn_registry_find(r->registry, key);
    if (!info || info->type == &tunip_opaque_type) return tn_read_opaque(r, key, out);
    if (is_value_type(info->type) && !info->type->codec && info->type->id <= tunip_opaque_type.id)
        return tn_read_value(r, info->type, out);
    return tn_read_object(r, info, out);
}

static bool read_node(tn_reader *r)
{
    tn_read_node read = {.node = NULL};
    tunip_str key;
    if (!tn_read_expect(r, TN_TOKEN_OPEN_OBJECT) || !expect_name(r, "\"type\"") ||
        !tn_read_string(r, "the key of a type", &key))
        return false;
    if (!tunip_str_is(key, "None")) {
        if (!tn_read_expect(r, TN_TOKEN_COMMA) || !expect_name(r, "\"data\"") ||
            !read_data(r, key, &read.node))
            return false;
    }
    if (!tn_read_expect(r, TN_TOKEN_CLOSE_OBJECT)) return false;
    return tn_array_push(&r->nodes, r->allocator, read) || tn_read_fail_memory(r);
}

static bool read_nodes(tn_reader *r)
{
    if (!tn_read_expect(r, TN_TOKEN_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_ARRAY); first = false)
        if (!read_node(r)) return false;
    return r->status == TUNIP_OK;
}

/* ---- the whole ---- */

typedef struct top {
    int64_t root;
    const char *root_at; /* NULL: not seen */
    bool nodes;
    bool metadata;
} top;

static bool once(tn_reader *r, bool seen, const char *at, const char *name)
{
    return !seen || tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "\"%s\" is given twice", name);
}

static bool read_member(tn_reader *r, top *t)
{
    const char *at = r->json.at;
    tunip_str name;
    if (!tn_read_string(r, "\"root_index\", \"nodes\" or \"metadata\"", &name)) return false;
    if (!tn_read_expect(r, TN_TOKEN_COLON)) return false;
    if (tunip_str_is(name, "root_index")) {
        bool first = once(r, t->root_at, at, "root_index");
        t->root_at = r->json.at;
        return first && tn_read_int(r, "the index of the root", &t->root);
    }
    if (tunip_str_is(name, "nodes")) {
        bool first = once(r, t->nodes, at, "nodes");
        t->nodes = true;
        return first && read_nodes(r);
    }
    if (tunip_str_is(name, "metadata")) {
        bool first = once(r, t->metadata, at, "metadata");
        t->metadata = true;
        return first && skip_value(r, 0);
    }
    return tn_read_fail(r, TUNIP_ERROR_FORMAT, at,
                        "expected \"root_index\", \"nodes\" or \"metadata\", got \"%.*s\"",
                        (int)(name.size < 80 ? name.size : 80), name.data);
}

static bool set_root(tn_reader *r, const top *t)
{
    if (!t->root_at || !t->nodes)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, r->json.begin, "the graph has no \"%s\"",
                            t->nodes ? "root_index" : "nodes");
    if (t->root < 0 || (uint64_t)t->root >= r->nodes.count)
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, t->root_at,
                            "expected the index of one of %zu nodes, got %lld", r->nodes.count,
                            (long long)t->root);
    r->graph->root = r->nodes.items[t->root].node;
    r->graph->node_count = r->nodes.count;
    return true;
}

static bool read_graph(tn_reader *r)
{
    top t = {.root_at = NULL};
    tn_read_advance(r);
    if (!tn_read_expect(r, TN_TOKEN_OPEN_OBJECT)) return false;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_OBJECT); first = false)
        if (!read_member(r, &t)) return false;
    if (r->status != TUNIP_OK) return false;
    if (r->token != TN_TOKEN_END) return tn_read_unexpected(r, "the end of the file");
    return set_root(r, &t);
}

/* Reads `text`, which has a NUL behind it and belongs to the graph already. */
static tunip_graph *read_owned(tunip_graph *graph, tunip_str text, tunip_error *error)
{
    tn_reader r = {.graph = graph,
                   .registry = tn_context_registry(graph->context),
                   .allocator = &graph->arena.allocator,
                   .error = error};
    graph->text_size = text.size;
    tn_json_init(&r.json, text);
    read_graph(&r);
    tn_array_free(&r.nodes, r.allocator);
    tn_array_free(&r.unknown_types, r.allocator);
    if (r.status == TUNIP_OK) return graph;
    tunip_graph_free(graph);
    return NULL;
}

tunip_graph *tunip_read(const tunip_context *context, tunip_str text, tunip_error *error)
{
    tunip_graph *graph = tunip_graph_new(context, error);
    if (!graph) return NULL;
    const tunip_allocator *a = &graph->arena.allocator;
    char *copy = text.size < SIZE_MAX ? a->alloc(a->ctx, text.size + 1) : NULL;
    if (!copy) {
        tunip_graph_free(graph);
        tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
        return NULL;
    }
    if (text.size) memcpy(copy, text.data, text.size);
    copy[text.size] = '\0';
    graph->owned_text = copy;
    graph->owned_size = text.size + 1;
    return read_owned(graph, (tunip_str){copy, text.size}, error);
}

/* ---- files ---- */

typedef TN_ARRAY(char) file_bytes;

/* How much to read at first: all of a regular file, with a byte to spare that shows its end. */
static size_t first_piece(FILE *file)
{
    struct stat about;
    bool regular = fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode);
    return regular && about.st_size > 0 ? (size_t)about.st_size + 1 : 1 << 16;
}

/* The bytes of the file with a NUL behind them. */
static tunip_status read_all(FILE *file, const tunip_allocator *allocator, file_bytes *bytes)
{
    size_t want = first_piece(file);
    for (;;) {
        if (!tn_array_reserve(bytes, allocator, want)) return TUNIP_ERROR_MEMORY;
        size_t room = bytes->room - bytes->count - 1;
        size_t got = fread(bytes->items + bytes->count, 1, room, file);
        bytes->count += got;
        if (got < room) break;
        want = bytes->count > (1 << 16) ? bytes->count : 1 << 16;
    }
    bytes->items[bytes->count] = '\0';
    return ferror(file) ? TUNIP_ERROR_IO : TUNIP_OK;
}

tunip_graph *tunip_read_file(const tunip_context *context, const char *path, tunip_error *error)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *file = is_stdin ? stdin : fopen(path, "rb");
    if (!file) {
        tunip_error_set(error, TUNIP_ERROR_IO, "cannot open: %s", strerror(errno));
        return NULL;
    }
    tunip_graph *graph = tunip_graph_new(context, error);
    file_bytes bytes = {0};
    tunip_status status =
        graph ? read_all(file, &graph->arena.allocator, &bytes) : TUNIP_ERROR_MEMORY;
    int saved = errno;
    if (!is_stdin) fclose(file);
    if (graph) {
        graph->owned_text = bytes.items;
        graph->owned_size = bytes.room;
    }
    if (status == TUNIP_OK) return read_owned(graph, (tunip_str){bytes.items, bytes.count}, error);
    tunip_graph_free(graph);
    tunip_error_set(error, status,
                    status == TUNIP_ERROR_IO ? "cannot read: %s" : "out of memory%.0s",
                    strerror(saved));
    return NULL;
}
