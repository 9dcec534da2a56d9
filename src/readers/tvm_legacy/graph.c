/* graph.c -- reads the saved graph of TVM up to v0.20: its nodes in order, and the other members of
 * the file. */
#include "legacy.h"

/* ---- nodes ---- */

/* The members of a node. */
typedef struct node {
    tunip_str key; /* of the type */
    size_t key_at;
    size_t mark;                  /* of the list that "data" makes */
    size_t data_at;               /* 0: no "data" */
    TN_ARRAY(tunip_node *) names; /* "keys" of a map */
    const tn_legacy_known *known;
    tunip_node *made;
} node;

/* A key is a string of the file, not a node of its own. */
static bool read_names(tn_legacy *l, node *n)
{
    tn_reader *r = &l->in;
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_ARRAY); first = false) {
        tunip_string *name = tn_assemble_value(&r->to, &tunip_string_type);
        if (!name || !tn_read_own_string(r, "a key", &name->value)) return false;
        if (!tn_array_push(&n->names, r->to.allocator, &name->base)) return tn_read_fail_memory(r);
    }
    return !tn_read_failed(r);
}

static bool read_data(tn_legacy *l, node *n)
{
    tn_reader *r = &l->in;
    n->data_at = tn_read_at(r);
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY)) return false;
    size_t count = 0;
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_ARRAY); first = false) {
        size_t at = tn_read_at(r), number;
        if (!tn_read_index(r, "the index of a node", &number)) return false;
        if (count < n->names.count &&
            !tn_assemble_item(&r->to, tn_assemble_pointer(n->names.items[count], at)))
            return false;
        if (!tn_assemble_item(&r->to, tn_assemble_ref(&r->to, number, at))) return false;
        count++;
    }
    if (tn_read_failed(r)) return false;
    if (!n->names.count || count == n->names.count) return true;
    return tn_assemble_fail(&r->to, TUNIP_ERROR_FORMAT, n->data_at,
                            "expected as many values as keys, %zu, got %zu", n->names.count, count);
}

static bool read_field(tn_legacy *l, const node *n, tn_object *object)
{
    tn_reader *r = &l->in;
    size_t at = tn_read_at(r);
    tunip_str name;
    if (!tn_read_string(r, "the name of a field", &name)) return false;
    if (tn_legacy_drops(n->known->row, name))
        return tn_read_expect(r, TUNIP_JSON_COLON) && tn_read_skip(r, 0);
    const tunip_field *field = tn_assemble_field(&r->to, object, name, at);
    return field && tn_read_expect(r, TUNIP_JSON_COLON) &&
           tn_legacy_read_field(l, object->node, field);
}

static bool read_fields(tn_legacy *l, node *n)
{
    tn_reader *r = &l->in;
    tn_object object;
    const tn_type_info *info = n->known->info;
    size_t close = tn_read_at(r);
    if (tn_assembler_is_value(&r->to, info) || info->type->codec)
        return tn_read_reject(r, n->key_at, "the key of a type with fields");
    if (!tn_assemble_object(&r->to, info, close, &object)) return false;
    n->made = object.node;
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_OBJECT)) return false;
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_OBJECT); first = false) {
        if (!read_field(l, n, &object)) return false;
        close = tn_read_at(r);
    }
    return !tn_read_failed(r) && tn_assemble_object_end(&r->to, &object, close);
}

/* Reads a text with unprintable bytes: its length, then its bytes. */
static bool read_coded(tn_legacy *l, tunip_str *out)
{
    size_t at = tn_read_at(&l->in);
    uint64_t size;
    if (!tn_legacy_base64(l, out)) return false;
    if (out->size >= sizeof size) {
        memcpy(&size, out->data, sizeof size);
        *out = (tunip_str){out->data + sizeof size, out->size - sizeof size};
        if (size == out->size) return true;
    }
    return tn_read_reject(&l->in, at, "a length and as many bytes in base 64");
}

static bool read_repr(tn_legacy *l, node *n, bool is_coded)
{
    size_t at = tn_read_at(&l->in);
    tunip_str text;
    bool is_read = is_coded ? read_coded(l, &text) : tn_read_string(&l->in, "a string", &text);
    return is_read && tn_legacy_repr(l, n->known->info, text, at, &n->made);
}

static bool read_member(tn_legacy *l, node *n)
{
    tn_reader *r = &l->in;
    size_t at = tn_read_at(r);
    tunip_str name;
    if (!tn_read_string(r, "the name of a member", &name) || !tn_read_expect(r, TUNIP_JSON_COLON))
        return false;
    if (n->made || n->data_at || !n->known) return tn_read_reject(r, at, "the end of a node");
    if (tunip_str_is(name, "attrs")) return read_fields(l, n);
    if (tunip_str_is(name, "keys") && !n->names.count) return read_names(l, n);
    if (tunip_str_is(name, "data")) return read_data(l, n);
    if (tunip_str_is(name, "repr_str") || tunip_str_is(name, "global_key"))
        return read_repr(l, n, false);
    if (tunip_str_is(name, "repr_b64")) return read_repr(l, n, true);
    return tn_read_reject(r, at, "`attrs`, `keys`, `data`, `repr_str` or `repr_b64`");
}

/* Makes a node from its members: arrays, maps, empty texts, and nodes without fields. */
static bool finish(tn_legacy *l, node *n)
{
    tn_assembler *to = &l->in.to;
    const tn_type_info *info = n->known ? n->known->info : NULL;
    if (!info || n->made) return true;
    tn_object object;
    bool is_array = info->type == &tunip_array_type;
    if (is_array || info->type == &tunip_map_type) {
        n->made = tn_assemble_value(to, info->type);
        size_t at = n->data_at ? n->data_at : n->key_at;
        if (!n->made) return false;
        return is_array ? tn_assemble_array(to, (tn_made_array *)n->made, n->mark, at)
                        : tn_assemble_map(to, (tn_made_map *)n->made, n->mark, at);
    }
    if (n->data_at) return tn_read_reject(&l->in, n->key_at, "an Array or a Map for `data`");
    if (info->type->codec || tn_assembler_is_value(to, info))
        return tn_legacy_repr(l, info, (tunip_str){"", 0}, n->key_at, &n->made);
    if (!tn_assemble_object(to, info, n->key_at, &object)) return false;
    n->made = object.node;
    return tn_assemble_object_end(to, &object, n->key_at);
}

static bool read_parts(tn_legacy *l, node *n)
{
    static const char what[] = "\"type_key\"";
    tn_reader *r = &l->in;
    tunip_str name;
    size_t at = tn_read_at(r);
    if (!tn_read_string(r, what, &name)) return false;
    if (!tunip_str_is(name, "type_key")) return tn_read_reject(r, at, what);
    if (!tn_read_expect(r, TUNIP_JSON_COLON)) return false;
    n->key_at = tn_read_at(r);
    if (!tn_read_string(r, "the key of a type", &n->key)) return false;
    if (n->key.size && !(n->known = tn_legacy_find(l, n->key, n->key_at))) return false;
    while (tn_read_more(r, false, TUNIP_JSON_CLOSE_OBJECT))
        if (!read_member(l, n)) return false;
    return !tn_read_failed(r) && finish(l, n);
}

/* Reads a node. In the files of some versions, `{}` is None. */
static bool read_node(tn_legacy *l)
{
    tn_reader *r = &l->in;
    node n = {.mark = tn_assemble_list(&r->to)};
    size_t begin = tn_read_at(r);
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_OBJECT)) return false;
    bool is_read = true;
    if (r->token == TUNIP_JSON_CLOSE_OBJECT)
        tn_read_advance(r);
    else
        is_read = read_parts(l, &n);
    tn_array_free(&n.names, r->to.allocator);
    if (is_read && r->origins && n.made) {
        tunip_origin origin = {r->origins, begin, tn_read_at(r)};
        if (tunip_graph_set_origin(r->to.graph, n.made, &origin) != TUNIP_OK)
            return tn_read_fail_memory(r);
    }
    return is_read && tn_assemble_node(&r->to, n.made);
}

static bool read_nodes(tn_legacy *l)
{
    tn_reader *r = &l->in;
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_ARRAY); first = false)
        if (!read_node(l)) return false;
    return !tn_read_failed(r);
}

/* ---- the whole ---- */

typedef enum member { ROOT, NODES, TENSORS, ATTRS, MEMBERS } member;

/* ORDER member */
static const char *const member_names[MEMBERS] = {"root", "nodes", "b64ndarrays", "attrs"};

typedef struct top {
    size_t seen[MEMBERS]; /* the offset of the value; 0: not seen, because no value is at offset
                             0 */
    size_t root;
} top;

static bool read_top_member(tn_legacy *l, top *t)
{
    static const char expected[] = "`root`, `nodes`, `b64ndarrays` or `attrs`";
    tn_reader *r = &l->in;
    size_t at = tn_read_at(r), found = 0;
    tunip_str name;
    if (!tn_read_string(r, expected, &name)) return false;
    while (found < MEMBERS && !tunip_str_is(name, member_names[found])) found++;
    if (found == MEMBERS) return tn_read_reject(r, at, "%s", expected);
    if (t->seen[found])
        return tn_assemble_fail(&r->to, TUNIP_ERROR_FORMAT, at, "`%s` is given twice",
                                member_names[found]);
    if (!tn_read_expect(r, TUNIP_JSON_COLON)) return false;
    t->seen[found] = tn_read_at(r);
    if (found == ROOT) return tn_read_index(r, "the index of the root", &t->root);
    if (found == NODES) return read_nodes(l);
    return found == TENSORS ? tn_legacy_tensors(l) : tn_read_skip(r, 0);
}

/* Sets the root of the graph. The JSON object of the graph ends at `at`. */
static bool set_root(tn_legacy *l, const top *t, size_t at)
{
    tn_reader *r = &l->in;
    for (size_t i = ROOT; i <= NODES; i++)
        if (!t->seen[i]) return tn_read_reject(r, at, "`%s`", member_names[i]);
    if (t->root >= r->to.nodes.count)
        return tn_assemble_fail(
            &r->to, TUNIP_ERROR_FORMAT, t->seen[ROOT], "root is %llu, but the file has %zu node%s",
            (unsigned long long)t->root, r->to.nodes.count, r->to.nodes.count == 1 ? "" : "s");
    return tn_legacy_store_tensors(l) && tn_assemble_end(&r->to, r->to.nodes.items[t->root]);
}

/* Before v0.7, types had other names, and strings were not nodes. */
enum { OLDEST_VERSION = 7 };

/* The last version whose text is Relay, also that of the tensor IR; v0.20 prints TVMScript. */
enum { LAST_RELAY = 19 };

static bool read_graph(tn_legacy *l)
{
    tn_reader *r = &l->in;
    top t = {.root = 0};
    tn_read_advance(r);
    if (l->version && l->version < OLDEST_VERSION)
        return tn_assemble_fail(&r->to, TUNIP_ERROR_FORMAT, tn_read_at(r),
                                "TVM v0.%u saved this graph, and v0.7 is the oldest version that "
                                "is read: tvm.ir.json_compact of TVM v0.7 to v0.19 updates it",
                                l->version);
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_OBJECT)) return false;
    size_t close = tn_read_at(r);
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_OBJECT); first = false) {
        if (!read_top_member(l, &t)) return false;
        close = tn_read_at(r);
    }
    if (tn_read_failed(r)) return false;
    if (r->token != TUNIP_JSON_END) return tn_read_unexpected(r, "the end of the file");
    return set_root(l, &t, close);
}

tunip_status tn_read_legacy(const tunip_input *input)
{
    tn_legacy l = {.in = {.origins = input->origins ? input->source : NULL}};
    tunip_str text = tunip_source_text(input->source);
    tunip_json_init(&l.in.json, text);
    tn_assembler_init(&l.in.to, input->graph, tn_read_describe, &l.in, input->error);
    l.in.to.vintage = TN_LEGACY_VINTAGE;
    l.version = tn_read_stated_vintage(text);
    tn_intern_init(&l.keys, &input->graph->arena, l.in.to.allocator);
    bool may_be_relay = l.version <= LAST_RELAY;
    if (may_be_relay) input->graph->language = "relay";
    input->graph->vintage = may_be_relay ? TN_LEGACY_VINTAGE : LAST_RELAY + 1;
    read_graph(&l);
    if (l.in.to.has_place) tn_read_locate(&l.in, text, input->error);
    tunip_status status = l.in.to.status;
    tn_intern_free(&l.keys);
    tn_array_free(&l.types, l.in.to.allocator);
    tn_array_free(&l.tensors, l.in.to.allocator);
    tn_array_free(&l.arrays, l.in.to.allocator);
    tn_assembler_free(&l.in.to);
    return status;
}
