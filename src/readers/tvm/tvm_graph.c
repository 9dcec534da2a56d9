/* tvm_graph.c -- the saved graph of TVM v0.23.0 (tvm-ffi src/ffi/extra/serialization.cc): a list of
 * nodes in which children come before their parents, so one pass over the tokens builds them. */
#include "../../core/ir/trust.h"
#include "../../core/ir/values.h"

#include "reader.h"

/* ---- skipping what is not the graph ---- */

enum { MOST_NESTING = 1000 };

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
    tunip_str text;
    if (depth > MOST_NESTING)
        return tn_read_fail(r, TUNIP_ERROR_LIMIT, r->json.at, "expected at most %d nested values",
                            MOST_NESTING);
    if (r->token == TN_TOKEN_OPEN_OBJECT) return skip_list(r, TN_TOKEN_CLOSE_OBJECT, depth + 1);
    if (r->token == TN_TOKEN_OPEN_ARRAY) return skip_list(r, TN_TOKEN_CLOSE_ARRAY, depth + 1);
    if (tn_token_is_string(r->token)) return tn_read_string(r, "a value", &text);
    if (!tn_token_is_scalar(r->token)) return tn_read_unexpected(r, "a value");
    tn_read_advance(r);
    return true;
}

/* ---- nodes ---- */

/* The name of a member, `quoted` as the file has it, and the colon behind it. */
static bool expect_name(tn_reader *r, tunip_str quoted)
{
    tunip_str found = {r->json.at, (size_t)(r->json.cursor - r->json.at)};
    if (!tunip_str_equal(found, quoted)) return tn_read_unexpected(r, quoted.data);
    tn_read_advance(r);
    return tn_read_expect(r, TN_TOKEN_COLON);
}

/* The built-in values are the first types that any context registers. */
static bool is_value(const tn_reader *r, const tn_type_info *info)
{
    return (size_t)(info - r->registry->infos.items) < tn_value_type_count;
}

static bool read_data(tn_reader *r, tunip_str key, const char *at, tunip_node **out)
{
    const tn_type_info *info = tn_registry_find(r->registry, key);
    if (!info || info->type == &tunip_opaque_type) return tn_read_opaque(r, key, at, out);
    return is_value(r, info) ? tn_read_value(r, info->type, out) : tn_read_object(r, info, out);
}

static bool read_node(tn_reader *r)
{
    static const tunip_str type = TUNIP_STR("\"type\""), data = TUNIP_STR("\"data\"");
    tunip_node *node = NULL;
    tunip_str key;
    if (!tn_read_expect(r, TN_TOKEN_OPEN_OBJECT) || !expect_name(r, type)) return false;
    const char *at = r->json.at;
    if (!tn_read_string(r, "the key of a type", &key)) return false;
    bool is_none = tunip_str_is(key, "None");
    if (!is_none && (!tn_read_expect(r, TN_TOKEN_COMMA) || !expect_name(r, data) ||
                     !read_data(r, key, at, &node)))
        return false;
    if (!tn_read_expect(r, TN_TOKEN_CLOSE_OBJECT)) return false;
    return tn_array_push(&r->nodes, r->allocator, node) || tn_read_fail_memory(r);
}

static bool read_nodes(tn_reader *r)
{
    if (!tn_read_expect(r, TN_TOKEN_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_ARRAY); first = false)
        if (!read_node(r)) return false;
    return r->status == TUNIP_OK;
}

/* ---- the whole ---- */

typedef enum member { ROOT_INDEX, NODES, METADATA, MEMBERS } member;

/* ORDER member */
static const char *const member_names[MEMBERS] = {"root_index", "nodes", "metadata"};

typedef struct top {
    const char *seen[MEMBERS]; /* where the value is; NULL: not seen */
    int64_t root;
} top;

static bool read_member(tn_reader *r, top *t)
{
    const char *at = r->json.at;
    const char *expected = "\"root_index\", \"nodes\" or \"metadata\"";
    tunip_str name;
    if (!tn_read_string(r, expected, &name)) return false;
    size_t found = 0;
    while (found < MEMBERS && !tunip_str_is(name, member_names[found])) found++;
    if (found == MEMBERS) return tn_read_reject(r, at, "%s", expected);
    if (t->seen[found])
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "\"%s\" is given twice",
                            member_names[found]);
    if (!tn_read_expect(r, TN_TOKEN_COLON)) return false;
    t->seen[found] = r->json.at;
    if (found == ROOT_INDEX) return tn_read_int(r, "the index of the root", &t->root);
    return found == NODES ? read_nodes(r) : skip_value(r, 0);
}

/* The graph was closed at `at`. */
static bool set_root(tn_reader *r, const top *t, const char *at)
{
    for (size_t i = ROOT_INDEX; i <= NODES; i++)
        if (!t->seen[i]) return tn_read_reject(r, at, "\"%s\"", member_names[i]);
    if (t->root < 0 || (uint64_t)t->root >= r->nodes.count)
        return tn_read_reject(r, t->seen[ROOT_INDEX], "the index of one of %zu nodes",
                              r->nodes.count);
    if (!tn_read_deferred(r, r->nodes.items[t->root])) return false;
    r->graph->root = r->nodes.items[t->root];
    r->graph->node_count = r->nodes.count;
    return true;
}

static bool read_graph(tn_reader *r)
{
    top t = {.root = 0};
    tn_read_advance(r);
    if (!tn_read_expect(r, TN_TOKEN_OPEN_OBJECT)) return false;
    const char *close = r->json.at;
    for (bool first = true; tn_read_more(r, first, TN_TOKEN_CLOSE_OBJECT); first = false) {
        if (!read_member(r, &t)) return false;
        close = r->json.at;
    }
    if (r->status != TUNIP_OK) return false;
    if (r->token != TN_TOKEN_END) return tn_read_unexpected(r, "the end of the file");
    return set_root(r, &t, close);
}

tunip_status tn_read_text(tunip_graph *graph, tunip_str text, tunip_error *error)
{
    const tunip_allocator *allocator = &graph->arena.allocator;
    tn_reader r = {.graph = graph,
                   .registry = tn_context_registry(graph->context),
                   .allocator = allocator,
                   .error = error};
    graph->text_size = text.size;
    tn_json_init(&r.json, text);
    tn_intern_init(&r.strings, &graph->arena, allocator);
    tn_intern_init(&r.unknown_keys, &graph->arena, allocator);
    read_graph(&r);
    tn_array_free(&r.nodes, allocator);
    tn_array_free(&r.list, allocator);
    tn_array_free(&r.deferred, allocator);
    tn_array_free(&r.late, allocator);
    tn_array_free(&r.unknown_types, allocator);
    tn_intern_free(&r.strings);
    tn_intern_free(&r.unknown_keys);
    if (r.status == TUNIP_OK) tn_graph_trust(graph);
    return r.status;
}
