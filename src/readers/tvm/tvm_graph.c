/* tvm_graph.c -- the saved graph of TVM v0.23.0 (tvm-ffi src/ffi/extra/serialization.cc): a list of
 * nodes in which children come before their parents, so one pass over the tokens builds them. */
#include <stdio.h>

#include "../../core/base/source.h"
#include "../../core/ir/vintage.h"
#include "reader.h"

/* ---- skipping other members ---- */

enum { MOST_NESTING = 1000 };

static bool skip_list(tn_reader *r, tunip_json_token close, int depth)
{
    tn_read_advance(r);
    for (bool first = true; tn_read_more(r, first, close); first = false) {
        tunip_str name;
        if (close == TUNIP_JSON_CLOSE_OBJECT &&
            (!tn_read_string(r, "a name", &name) || !tn_read_expect(r, TUNIP_JSON_COLON)))
            return false;
        if (!tn_read_skip(r, depth)) return false;
    }
    return !tn_read_failed(r);
}

bool tn_read_skip(tn_reader *r, int depth)
{
    tunip_str text;
    if (depth > MOST_NESTING)
        return tn_assemble_fail(&r->to, TUNIP_ERROR_LIMIT, tn_read_at(r),
                                "expected at most %d nested values", MOST_NESTING);
    if (r->token == TUNIP_JSON_OPEN_OBJECT) return skip_list(r, TUNIP_JSON_CLOSE_OBJECT, depth + 1);
    if (r->token == TUNIP_JSON_OPEN_ARRAY) return skip_list(r, TUNIP_JSON_CLOSE_ARRAY, depth + 1);
    if (tunip_json_is_string(r->token)) return tn_read_string(r, "a value", &text);
    if (!tunip_json_is_scalar(r->token)) return tn_read_unexpected(r, "a value");
    tn_read_advance(r);
    return true;
}

/* ---- nodes ---- */

/* The name of a member, `quoted` as in the file, and the colon after it. */
static bool expect_name(tn_reader *r, tunip_str quoted)
{
    tunip_str found = {r->json.at, (size_t)(r->json.cursor - r->json.at)};
    char what[16];
    snprintf(what, sizeof what, "`%.*s`", (int)quoted.size - 2, quoted.data + 1);
    if (!tunip_str_equal(found, quoted)) return tn_read_unexpected(r, what);
    tn_read_advance(r);
    return tn_read_expect(r, TUNIP_JSON_COLON);
}

/* Lists and dicts are arrays and maps that may change. */
static const tn_type_info *find_unchanging(const tn_reader *r, tunip_str key)
{
    static const tunip_str keys[][2] = {{TUNIP_STR("ffi.List"), TUNIP_STR("ffi.Array")},
                                        {TUNIP_STR("ffi.Dict"), TUNIP_STR("ffi.Map")}};
    for (size_t i = 0; i < TUNIP_LEN(keys); i++)
        if (tunip_str_equal(key, keys[i][0]))
            return tn_registry_find(r->to.registry, keys[i][1], 0);
    return NULL;
}

/* Looks up the type of a key; none for a key that is not registered. */
static bool find_type(tn_reader *r, tunip_str key, size_t at, tn_recent_type *out)
{
    const tn_type_info *info = tn_registry_find(r->to.registry, key, r->to.vintage);
    if (!info) info = find_unchanging(r, key);
    if (!info && tn_registry_find(r->to.registry, key, 0))
        return tn_assemble_fail(&r->to, TUNIP_ERROR_FORMAT, at,
                                "`%.*s` is not a type of TVM v0.%u, whose types the file has",
                                (int)key.size, key.data, r->to.vintage);
    if (info && info->type == &tunip_opaque_type) info = NULL;
    *out = (tn_recent_type){key, info, info && tn_assembler_is_value(&r->to, info)};
    return true;
}

/* Whether the type of a key was met lately. */
static inline bool is_recent(const tn_recent_type *recent, tunip_str key)
{
    return recent->info && tn_name_equal(recent->key, key);
}

static bool read_data(tn_reader *r, tunip_str key, size_t at, tunip_node **out)
{
    size_t sum = key.size * 5;
    if (key.size) sum += (unsigned char)key.data[key.size - 1] * 3u;
    if (key.size) sum += (unsigned char)key.data[key.size / 2];
    tn_recent_type *recent = &r->types[sum % TN_RECENT_TYPES];
    if (!is_recent(recent, key) && !find_type(r, key, at, recent)) return false;
    if (!recent->info) return tn_read_opaque(r, key, at, out);
    return recent->is_value ? tn_read_value(r, recent->info->type, out)
                            : tn_read_object(r, recent->info, out);
}

/* Ends the node that begins at `begin`; the current token is its `}`. */
static bool add_node(tn_reader *r, tunip_node *node, size_t begin)
{
    size_t end = (size_t)(r->json.cursor - r->json.begin);
    if (!tn_read_expect(r, TUNIP_JSON_CLOSE_OBJECT)) return false;
    if (r->origins) {
        tunip_origin origin = {r->origins, begin, end};
        if (tunip_graph_set_origin(r->to.graph, node, &origin) != TUNIP_OK)
            return tn_read_fail_memory(r);
    }
    return tn_assemble_node(&r->to, node);
}

/* Reads `before`, a key, and `after`. The sizes are constants in both callers. */
static inline bool read_head(tn_reader *r, const char *before, size_t before_size,
                             const char *after, size_t after_size, tunip_str *key)
{
    const char *at = r->json.at, *limit = r->json.limit;
    if ((size_t)(limit - at) < before_size || !tn_same_bytes(at, before, before_size)) return false;
    const char *end = tn_json_plain_end(at + before_size, limit);
    *key = (tunip_str){at + before_size, (size_t)(end - at) - before_size};
    if ((size_t)(limit - end) < after_size || !tn_same_bytes(end, after, after_size) ||
        !key->size || tunip_str_is(*key, "None"))
        return false;
    r->json.cursor = end + after_size;
    tn_read_advance(r);
    return true;
}

/* Reads the beginning of a node as TVM writes it, `{"type": "KEY","data": `, or without the blanks,
 * as other programs do. Compares it as a whole instead of token by token. Returns false, with
 * nothing read, if it has another form. */
static bool read_usual_head(tn_reader *r, tunip_str *key)
{
#define READ(before, after) read_head(r, before, sizeof before - 1, after, sizeof after - 1, key)
    return READ("{\"type\": \"", "\",\"data\": ") || READ("{\"type\":\"", "\",\"data\":");
#undef READ
}

static bool read_node(tn_reader *r)
{
    static const tunip_str type = TUNIP_STR("\"type\""), data = TUNIP_STR("\"data\"");
    tunip_node *node = NULL;
    tunip_str key;
    size_t begin = tn_read_at(r), in_quotes = sizeof "{\"type\": " - 1;
    if (read_usual_head(r, &key))
        return read_data(r, key, begin + in_quotes, &node) && add_node(r, node, begin);
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_OBJECT) || !expect_name(r, type)) return false;
    size_t at = tn_read_at(r);
    if (!tn_read_string(r, "the key of a type", &key)) return false;
    bool is_none = tunip_str_is(key, "None");
    if (!is_none && (!tn_read_expect(r, TUNIP_JSON_COMMA) || !expect_name(r, data) ||
                     !read_data(r, key, at, &node)))
        return false;
    return add_node(r, node, begin);
}

static bool read_nodes(tn_reader *r)
{
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY)) return false;
    for (bool first = true; tn_window_pass(r) && tn_read_more(r, first, TUNIP_JSON_CLOSE_ARRAY);
         first = false) {
        size_t at = tn_read_at(r);
        while (!read_node(r))
            if (!tn_window_retry(r, &at)) return false;
    }
    return !tn_read_failed(r) && (tn_window_is_last(r) || tn_window_slide(r));
}

/* ---- the version of TVM ---- */

static unsigned find_vintage(const tn_registry *registry, tunip_str text, unsigned given)
{
    if (!given) given = tn_read_stated_vintage(text);
    if (!given) given = tn_read_guessed_vintage(registry, text);
    return given;
}

/* ---- the whole ---- */

typedef enum member { ROOT_INDEX, NODES, METADATA, MEMBERS } member;

/* ORDER member */
static const char *const member_names[MEMBERS] = {"root_index", "nodes", "metadata"};

typedef struct top {
    size_t seen[MEMBERS]; /* the offset of the value; 0: not seen, because no value is at offset
                             0 */
    int64_t root;
} top;

static bool read_member(tn_reader *r, top *t)
{
    size_t at = tn_read_at(r);
    const char *expected = "`root_index`, `nodes` or `metadata`";
    tunip_str name;
    if (!tn_read_string(r, expected, &name)) return false;
    size_t found = 0;
    while (found < MEMBERS && !tunip_str_is(name, member_names[found])) found++;
    if (found == MEMBERS) return tn_read_reject(r, at, "%s", expected);
    if (t->seen[found])
        return tn_assemble_fail(&r->to, TUNIP_ERROR_FORMAT, at, "`%s` is given twice",
                                member_names[found]);
    if (!tn_read_expect(r, TUNIP_JSON_COLON)) return false;
    t->seen[found] = tn_read_at(r);
    if (found == ROOT_INDEX) return tn_read_int(r, "the index of the root", &t->root);
    return found == NODES ? read_nodes(r) : tn_read_skip(r, 0);
}

/* Sets the root of the graph. The JSON object of the graph ends at `at`. */
static bool set_root(tn_reader *r, const top *t, size_t at)
{
    for (size_t i = ROOT_INDEX; i <= NODES; i++)
        if (!t->seen[i]) return tn_read_reject(r, at, "`%s`", member_names[i]);
    if (t->root < 0 || (uint64_t)t->root >= r->to.nodes.count)
        return tn_assemble_fail(&r->to, TUNIP_ERROR_FORMAT, t->seen[ROOT_INDEX],
                                "root_index is %lld, but the file has %zu node%s",
                                (long long)t->root, r->to.nodes.count,
                                r->to.nodes.count == 1 ? "" : "s");
    return tn_assemble_opaque_judge(&r->to, (size_t)t->root) &&
           tn_assemble_end(&r->to, r->to.nodes.items[t->root]);
}

/* Reads the text from its first token on, which is the current one. */
static bool read_graph(tn_reader *r)
{
    top t = {.root = 0};
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_OBJECT)) return false;
    size_t close = tn_read_at(r);
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_OBJECT); first = false) {
        if (!read_member(r, &t)) return false;
        close = tn_read_at(r);
    }
    if (tn_read_failed(r)) return false;
    if (r->token != TUNIP_JSON_END || !tn_window_is_last(r))
        return tn_read_unexpected(r, "the end of the file");
    return set_root(r, &t, close);
}

void tn_read_locate(const tn_reader *r, tunip_str text, tunip_error *error)
{
    tunip_json json = r->json;
    json.cursor = text.data + error->offset;
    tn_json_next(&json);
    size_t size = (size_t)(json.cursor - text.data) - error->offset;
    const char *feed = memchr(text.data + error->offset, '\n', size); /* tokens are in one line */
    error->end = feed ? (size_t)(feed - text.data) : error->offset + size;
    tn_text_locate(text, error->offset, &error->line, &error->column);
}

/* Nodes take at least about so many bytes of a file: 70 to 75. */
enum { NODE_SIZE = 64 };

static void begin(tn_reader *r, const tunip_input *input, tn_describe_fn describe,
                  tunip_error *error)
{
    tn_assembler_init(&r->to, input->graph, describe, r, error);
    if (!tn_array_reserve(&r->to.nodes, r->to.allocator,
                          tn_source_size(input->source) / NODE_SIZE + 1))
        tn_read_fail_memory(r);
}

/* Whether a second thread saves time. */
static bool is_long(const tunip_input *input)
{
    enum { MANY = 8 };
    const tn_late *late = &input->source->late;
    return input->options && input->options->threads > 1 && late->file.size / late->window >= MANY;
}

/* Reads a text that is still in its file. If this fails, the graph is empty again, unless memory is
 * missing. */
static bool read_windows(const tunip_input *input, unsigned vintage)
{
    tn_reader r = {.token = TUNIP_JSON_END};
    tunip_error error = TUNIP_ERROR_INIT;
    tn_arena_mark mark = tn_arena_here(&input->graph->arena);
    begin(&r, input, NULL, &error);
    r.to.vintage = vintage;
    tn_worker worker;
    bool has_worker = is_long(input) && tn_worker_start(&worker);
    bool fine = !tn_read_failed(&r) &&
                tn_window_open(&r, input->source, has_worker ? &worker : NULL) && read_graph(&r);
    if (has_worker) tn_worker_end(&worker);
    tn_window_close(&r);
    tn_assembler_free(&r.to);
    if (!fine) tn_arena_rewind(&input->graph->arena, mark);
    return fine;
}

/* The version of a text that can be read in windows; 0 if it has to be read as a whole. */
static unsigned late_vintage(const tunip_input *input)
{
    if (input->origins || !tn_source_is_late(input->source)) return 0;
    unsigned given = input->options ? input->options->vintage : 0;
    return given ? given : tn_read_late_vintage(input->source);
}

/* Notes the version that the file was read as, if it is one that tunip knows. */
static void note_vintage(tunip_graph *graph, unsigned vintage)
{
    for (size_t i = 0; tn_vintage_at(i); i++)
        if (tn_vintage_at(i) == vintage) graph->vintage = vintage;
}

tunip_status tn_read_tvm_json(const tunip_input *input)
{
    unsigned vintage = late_vintage(input);
    if (vintage && read_windows(input, vintage)) {
        note_vintage(input->graph, vintage);
        return TUNIP_OK;
    }
    tunip_str text;
    tunip_status status = tn_source_load(input->source, &text, input->error);
    if (status != TUNIP_OK) return status;
    tn_reader r = {.origins = input->origins ? input->source : NULL};
    tunip_json_init(&r.json, text);
    begin(&r, input, tn_read_describe, input->error);
    r.to.vintage = find_vintage(r.to.registry, text, input->options ? input->options->vintage : 0);
    tn_read_advance(&r);
    if (!tn_read_failed(&r)) read_graph(&r);
    if (r.to.has_place) tn_read_locate(&r, text, input->error);
    status = r.to.status;
    if (status != TUNIP_OK) tn_read_note_version(input, status);
    note_vintage(input->graph, (unsigned)r.to.vintage);
    tn_assembler_free(&r.to);
    return status;
}
