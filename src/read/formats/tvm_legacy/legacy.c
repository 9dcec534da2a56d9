/* legacy.c -- reads the saved graphs of TVM up to v0.20. */
#include "legacy.h"

#include <math.h>
#include <stdio.h>

#include "../../../ir/vintage.h"
#include "../../../util/json.h"
#include "../../read.h"
#include "../tvm/tvm.h"

/* ======== format ======== */

/* Graphs of TVM up to v0.20 as a format, recognised by their first member. */

static bool skip(tunip_str *text, const char *with)
{
    size_t size = strlen(with);
    if (text->size < size || memcmp(text->data, with, size) != 0) return false;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

static bool has(tunip_str text, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text.size; i++)
        if (memcmp(text.data + i, word, size) == 0) return true;
    return false;
}

/* TVM writes "root" as the first member. In a file that a person wrote, a node at the beginning has
 * a "type_key". */
static tunip_sniff sniff(tunip_str head)
{
    const tunip_str whole = head;
    if (!skip(&head, "{")) return TUNIP_SNIFF_NO;
    while (head.size && strchr(" \t\r\n", *head.data))
        head = (tunip_str){head.data + 1, head.size - 1};
    if (skip(&head, "\"root\"")) return TUNIP_SNIFF_SURE;
    return has(whole, "\"type_key\"") ? TUNIP_SNIFF_SURE : TUNIP_SNIFF_NO;
}

const tunip_format tunip_format_tvm_legacy = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "tvm-legacy",
    .summary = "graphs as tvm.ir.save_json of TVM up to v0.20 saves them",
    .sniff = sniff,
    .read = tn_read_legacy,
    .write = tn_write_legacy,
};

/* ======== graph ======== */

/* Reads the saved graph of TVM up to v0.20: its nodes in order, and the other members of
 * the file. */

/* ---- nodes ---- */

/* The members of a node. */
typedef struct raw_node {
    tunip_str key; /* of the type */
    size_t key_at;
    size_t mark;                  /* of the list that "data" makes */
    size_t data_at;               /* 0: no "data" */
    TN_ARRAY(tunip_node *) names; /* "keys" of a map */
    const tn_legacy_known *known;
    tunip_node *made;
} raw_node;

/* A key is a string of the file, not a node of its own. */
static bool read_names(tn_legacy *l, raw_node *n)
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

static bool read_data(tn_legacy *l, raw_node *n)
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

static bool read_field(tn_legacy *l, const raw_node *n, tn_object *object)
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

/* A module of some versions has no attributes and no global infos: in v0.23 they are empty. */
static bool fill_module(tn_legacy *l, tunip_node *module, size_t at)
{
    static const char *const names[] = {"attrs", "global_infos"};
    tn_assembler *to = &l->in.to;
    for (size_t i = 0; i < TUNIP_LEN(names); i++) {
        const tunip_field *field = tunip_type_field(module->type, names[i]);
        if (!field || tunip_field_node(module, field)) continue;
        tunip_node *value = tn_assemble_value(to, &tunip_map_type);
        tn_object object = {.node = value};
        if (field->expects != &tunip_map_type) {
            const tn_legacy_known *known = tn_legacy_find(l, tunip_str_from("DictAttrs"), at);
            if (!known || !tn_assemble_object(to, known->info, at, &object)) return false;
            const tunip_field *inner = tunip_type_field(known->info->type, "__dict__");
            if (!inner ||
                !tn_assemble_set_node(to, object.node, inner, tn_assemble_pointer(value, at)))
                return false;
        }
        if (!tn_assemble_set_node(to, module, field, tn_assemble_pointer(object.node, at)))
            return false;
    }
    return true;
}

static bool read_fields(tn_legacy *l, raw_node *n)
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
    bool is_module = l->is_plain && tunip_str_is(n->key, "IRModule");
    if (!tn_read_failed(r) && is_module && !fill_module(l, n->made, close)) return false;
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

static bool read_repr(tn_legacy *l, raw_node *n, bool is_coded)
{
    size_t at = tn_read_at(&l->in);
    tunip_str text;
    bool is_read = is_coded ? read_coded(l, &text) : tn_read_string(&l->in, "a string", &text);
    return is_read && tn_legacy_repr(l, n->known->info, text, at, &n->made);
}

static bool read_member(tn_legacy *l, raw_node *n)
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
static bool finish(tn_legacy *l, raw_node *n)
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

static bool read_parts(tn_legacy *l, raw_node *n)
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
    bool is_none = !n->key.size || tunip_str_is(n->key, "None");
    if (!is_none && !(n->known = tn_legacy_find(l, n->key, n->key_at))) return false;
    while (tn_read_more(r, false, TUNIP_JSON_CLOSE_OBJECT))
        if (!read_member(l, n)) return false;
    return !tn_read_failed(r) && finish(l, n);
}

/* Reads a node. In the files of some versions, `{}` is None. */
static bool read_node(tn_legacy *l)
{
    tn_reader *r = &l->in;
    raw_node n = {.mark = tn_assemble_list(&r->to)};
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

/* Whether a file has a module, and no node of Relay. Its module has types of v0.23. */
static bool is_plain(tunip_str text)
{
    static const tunip_str mark = TUNIP_STR("\"type_key\""), relay = TUNIP_STR("relay.");
    const char *at = text.data, *end = text.data + text.size;
    bool has_module = false;
    for (tunip_str key; (key = tn_read_next_key(mark, &at, end)).data;) {
        if (key.size > relay.size && memcmp(key.data, relay.data, relay.size) == 0) return false;
        has_module |= tunip_str_is(key, "IRModule");
    }
    return has_module;
}

/* The text of Relay leaves out functions of Relax: a module that has one prints as TVMScript. */
static bool has_relax(const tunip_node *root)
{
    const tunip_field *field = root ? tunip_type_field(root->type, "functions") : NULL;
    const tunip_map *functions = field ? TUNIP_AS(tunip_map, tunip_field_node(root, field)) : NULL;
    for (size_t i = 0; i < tunip_map_count(functions); i++) {
        const tunip_node *function = functions->entries[i].value;
        if (function && strcmp(function->type->key, "relax.expr.Function") == 0) return true;
    }
    return false;
}

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
    l.is_plain = is_plain(text);
    tn_intern_init(&l.keys, &input->graph->arena, l.in.to.allocator);
    bool may_be_relay = read_graph(&l) && l.version <= LAST_RELAY && !has_relax(input->graph->root);
    if (may_be_relay) input->graph->language = "relay";
    input->graph->vintage = may_be_relay ? TN_LEGACY_VINTAGE : LAST_RELAY + 1;
    if (l.in.to.has_place) tn_read_locate(&l.in, text, input->error);
    tunip_status status = l.in.to.status;
    tn_intern_free(&l.keys);
    tn_array_free(&l.types, l.in.to.allocator);
    tn_array_free(&l.tensors, l.in.to.allocator);
    tn_array_free(&l.arrays, l.in.to.allocator);
    tn_assembler_free(&l.in.to);
    return status;
}

/* ======== field ======== */

/* The values of fields in older JSON: strings, whose meaning depends on the type of the
 * field. */

/* ---- fields ---- */

/* v0.21 writes `null` for None; node 0 is None. */
static bool parse_index(tunip_str text, size_t *out)
{
    size_t value = 0;
    if (tunip_str_is(text, "null")) text = (tunip_str){"0", 1};
    if (!text.size || text.size > 18) return false;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] < '0' || text.data[i] > '9') return false;
        value = value * 10 + (size_t)(text.data[i] - '0');
    }
    *out = value;
    return true;
}

static bool parse_int(tunip_str text, int64_t *out)
{
    bool is_negative = text.size && *text.data == '-';
    uint64_t value = 0;
    if (text.size == (size_t)is_negative || text.size > 20) return false;
    for (size_t i = is_negative; i < text.size; i++) {
        unsigned digit = (unsigned)(text.data[i] - '0');
        if (digit > 9 || value > (UINT64_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    if (is_negative && value > (uint64_t)INT64_MAX + 1) return false;
    *out = (int64_t)(is_negative ? 0 - value : value);
    return true;
}

/* Skips the digits at `at`; NULL if there are none. */
static const char *skip_digits(const char *at, const char *end)
{
    const char *begin = at;
    while (at < end && tunip_is_digit(*at)) at++;
    return at > begin ? at : NULL;
}

/* Whether a text is a number: digits, a fraction, a power of ten. */
static bool is_number_text(const char *at, const char *end)
{
    at = skip_digits(at, end);
    if (at && at < end && *at == '.') at = at + 1 < end ? skip_digits(at + 1, end) : at + 1;
    if (at && at < end && (*at == 'e' || *at == 'E')) {
        at += at + 1 < end && (at[1] == '+' || at[1] == '-') ? 2 : 1;
        at = skip_digits(at, end);
    }
    return at == end;
}

/* Parses a float. C++ streams write `inf` and `nan`, with or without a sign. */
static bool parse_float(tunip_str text, double *out)
{
    bool is_negative = text.size && *text.data == '-';
    tunip_str rest = {text.data + is_negative, text.size - is_negative};
    double special = tunip_str_is(rest, "inf") ? HUGE_VAL : tunip_str_is(rest, "nan") ? NAN : 0;
    if (special != 0) {
        *out = is_negative ? -special : special;
        return true;
    }
    return is_number_text(rest.data, rest.data + rest.size) &&
           tn_double_parse(text, out) == TUNIP_OK;
}

static bool set_text(tn_legacy *l, tunip_node *node, const tunip_field *field, tunip_str text,
                     size_t at)
{
    tunip_string *string = tn_assemble_value(&l->in.to, &tunip_string_type);
    if (!string || !tn_assemble_string(&l->in.to, &text, false)) return false;
    string->value = text;
    return tn_assemble_set_node(&l->in.to, node, field, tn_assemble_pointer(&string->base, at));
}

/* The first version that has no such numbers. */
enum { OLDEST_PLAIN = 16 };

/* ---- numbers that were no nodes in older versions ---- */

static const struct {
    const char *type, *field;
    unsigned until; /* the last version with a number */
} numbers[] = {{"tir.Ramp", "lanes", 15}, {"tir.Broadcast", "lanes", 15}};

static bool is_number(const tn_legacy *l, const tunip_node *node, const tunip_field *field)
{
    for (size_t i = 0; i < TUNIP_LEN(numbers); i++)
        if (l->version && l->version <= numbers[i].until &&
            strcmp(field->name, numbers[i].field) == 0 &&
            strcmp(node->type->key, numbers[i].type) == 0)
            return true;
    return false;
}

/* The number as an immediate of int32. */
static bool set_number(tn_legacy *l, tunip_node *node, const tunip_field *field, tunip_str text,
                       size_t at)
{
    int64_t value;
    tn_object object;
    tn_assembler *to = &l->in.to;
    const tn_legacy_known *known = tn_legacy_find(l, tunip_str_from("IntImm"), at);
    if (!parse_int(text, &value)) return tn_read_reject(&l->in, at, "an integer in quotes");
    if (!known || !tn_assemble_object(to, known->info, at, &object)) return false;
    const tunip_type *type = known->info->type;
    return tn_assemble_set_int(to, object.node, tunip_type_field(type, "value"), value, at) &&
           tn_assemble_set_dtype(to, object.node, tunip_type_field(type, "dtype"), TUNIP_INT(32),
                                 at) &&
           tn_assemble_set_node(to, node, field, tn_assemble_pointer(object.node, at));
}

static bool set_node(tn_legacy *l, tunip_node *node, const tunip_field *field, tunip_str text,
                     size_t at)
{
    size_t index;
    if (field->flags & TUNIP_FLAG_TEXT) return set_text(l, node, field, text, at);
    if (l->version < OLDEST_PLAIN && is_number(l, node, field))
        return set_number(l, node, field, text, at);
    if (!parse_index(text, &index)) return tn_read_reject(&l->in, at, "the index of a node");
    if (field->expects == &tunip_tensor_type) {
        tn_legacy_tensor tensor = {node, field, index, at};
        return tn_array_push(&l->tensors, l->in.to.allocator, tensor) ||
               tn_read_fail_memory(&l->in);
    }
    return tn_assemble_set_node(&l->in.to, node, field, tn_assemble_ref(&l->in.to, index, at));
}

/* Remembers the last dtype, because most dtypes of a file are the same as the previous one. */
static bool parse_dtype(tn_legacy *l, tunip_str text, tunip_dtype *out)
{
    tunip_str known = {l->dtype_name, l->dtype_size};
    if (!known.size || !tunip_str_equal(known, text)) {
        if (!tunip_dtype_legacy_parse(text, &l->dtype)) return false;
        l->dtype_size = text.size <= sizeof l->dtype_name ? text.size : 0;
        if (l->dtype_size) memcpy(l->dtype_name, text.data, text.size);
    }
    *out = l->dtype;
    return true;
}

static bool set_scalar(tn_legacy *l, tunip_node *node, const tunip_field *field, tunip_str text,
                       size_t at)
{
    tn_assembler *to = &l->in.to;
    int64_t integer;
    double real;
    tunip_dtype dtype;
    if (tunip_str_is(text, "null")) return true; /* v0.21 writes so what is zero */
    bool is_bool = text.size == 1 && (*text.data == '0' || *text.data == '1');
    switch (field->kind) {
    case TUNIP_KIND_INT:
        if (!parse_int(text, &integer)) return tn_read_reject(&l->in, at, "an integer in quotes");
        return tn_assemble_set_int(to, node, field, integer, at);
    case TUNIP_KIND_FLOAT:
        if (!parse_float(text, &real)) return tn_read_reject(&l->in, at, "a number in quotes");
        return tn_assemble_set_float(to, node, field, real, at);
    case TUNIP_KIND_BOOL:
        if (!is_bool) return tn_read_reject(&l->in, at, "`0` or `1`");
        return tn_assemble_set_bool(to, node, field, *text.data == '1', at);
    default:
        if (!parse_dtype(l, text, &dtype)) return tn_read_reject(&l->in, at, "the name of a dtype");
        return tn_assemble_set_dtype(to, node, field, dtype, at);
    }
}

bool tn_legacy_read_field(tn_legacy *l, tunip_node *node, const tunip_field *field)
{
    size_t at = tn_read_at(&l->in);
    tunip_str text;
    l->in.field = field;
    l->in.owner = node->type;
    bool is_read = tn_read_string(&l->in, "a string", &text) &&
                   (field->kind == TUNIP_KIND_NODE ? set_node(l, node, field, text, at)
                                                   : set_scalar(l, node, field, text, at));
    l->in.field = NULL;
    return is_read;
}

/* ---- nodes that are saved as texts ---- */

static bool decode(tn_legacy *l, tunip_str text, size_t at, tunip_str *out)
{
    unsigned char *bytes =
        tn_arena_alloc(&l->in.to.graph->arena, tn_base64_decoded_size(text.size) + 1);
    if (!bytes) return tn_read_fail_memory(&l->in);
    size_t size = tn_base64_decode(text, bytes);
    if (size == SIZE_MAX) return tn_read_reject(&l->in, at, "a string in base 64");
    *out = (tunip_str){(const char *)bytes, size};
    return true;
}

/* The number of dimensions, then the dimensions. */
static bool make_shape(tunip_str bytes, tunip_shape *shape)
{
    uint64_t count;
    if (bytes.size < sizeof count) return false;
    memcpy(&count, bytes.data, sizeof count);
    if ((bytes.size - sizeof count) / sizeof(int64_t) != count) return false;
    shape->dims = (const int64_t *)(const void *)(bytes.data + sizeof count);
    shape->count = (size_t)count;
    return true;
}

static bool make_tensor(tn_legacy *l, tunip_str bytes, size_t at, tunip_node *out)
{
    const char *expected;
    tunip_status status =
        tn_tensor_decode(&l->in.to.graph->arena, bytes, (tunip_tensor *)out, &expected);
    if (status == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(&l->in);
    return status == TUNIP_OK ||
           tn_assemble_fail(&l->in.to, TUNIP_ERROR_FORMAT, at,
                            "expected %s in a saved tensor of %zu bytes", expected, bytes.size);
}

static bool unbox(tunip_str text, tunip_node *out)
{
    int64_t integer;
    if (out->type == &tunip_float_type) return parse_float(text, &((tunip_float *)out)->value);
    if (!parse_int(text, &integer)) return false;
    if (out->type == &tunip_bool_type)
        ((tunip_bool *)out)->value = integer != 0;
    else
        ((tunip_int *)out)->value = integer;
    return out->type == &tunip_bool_type || out->type == &tunip_int_type;
}

/* Makes a built-in value of its text; the text of tensors and shapes is base 64. */
static bool make_value(tn_legacy *l, tunip_str text, size_t at, tunip_node *out)
{
    bool is_coded = out->type == &tunip_tensor_type || out->type == &tunip_shape_type;
    if (is_coded && !decode(l, text, at, &text)) return false;
    if (out->type == &tunip_tensor_type) return make_tensor(l, text, at, out);
    if (out->type == &tunip_string_type) {
        if (!tn_assemble_string(&l->in.to, &text, false)) return false;
        ((tunip_string *)out)->value = text;
        return true;
    }
    bool is_made = is_coded ? make_shape(text, (tunip_shape *)out) : unbox(text, out);
    return is_made || tn_read_reject(&l->in, at, "the text of a %s", out->type->key);
}

bool tn_legacy_repr(tn_legacy *l, const tn_type_info *info, tunip_str text, size_t at,
                    tunip_node **out)
{
    tn_assembler *to = &l->in.to;
    if (info->type->codec) return tn_assemble_coded(to, info->type, text, at, out);
    if (!tn_assembler_is_value(to, info))
        return tn_read_reject(&l->in, at, "the fields of a %s", info->type->key);
    *out = tn_assemble_value(to, info->type);
    return *out && make_value(l, text, at, *out);
}

/* ---- tensors ---- */

bool tn_legacy_base64(tn_legacy *l, tunip_str *out)
{
    size_t at = tn_read_at(&l->in);
    tunip_str text;
    return tn_read_string(&l->in, "a string in base 64", &text) && decode(l, text, at, out);
}

bool tn_legacy_tensors(tn_legacy *l)
{
    tn_reader *r = &l->in;
    if (!tn_read_expect(r, TUNIP_JSON_OPEN_ARRAY)) return false;
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_ARRAY); first = false) {
        size_t at = tn_read_at(r);
        tunip_str bytes;
        tunip_node *tensor = tn_assemble_value(&r->to, &tunip_tensor_type);
        if (!tensor || !tn_legacy_base64(l, &bytes) || !make_tensor(l, bytes, at, tensor))
            return false;
        if (!tn_array_push(&l->arrays, r->to.allocator, tensor)) return tn_read_fail_memory(r);
    }
    return !tn_read_failed(r);
}

bool tn_legacy_store_tensors(tn_legacy *l)
{
    for (size_t i = 0; i < l->tensors.count; i++) {
        const tn_legacy_tensor *late = &l->tensors.items[i];
        if (late->index >= l->arrays.count)
            return tn_assemble_fail(&l->in.to, TUNIP_ERROR_FORMAT, late->at,
                                    "there is no tensor %zu: the file has %zu tensor%s",
                                    (size_t)late->index, l->arrays.count,
                                    l->arrays.count == 1 ? "" : "s");
        tn_ref ref = tn_assemble_pointer(l->arrays.items[late->index], late->at);
        if (!tn_assemble_set_node(&l->in.to, late->node, late->field, ref)) return false;
    }
    return true;
}

/* ======== layout ======== */

/* Writes JSON in the layout of dmlc. */

void tn_layout_init(tn_layout *out, tunip_write_fn write, void *user)
{
    out->write = write;
    out->user = user;
    out->status = TUNIP_OK;
    out->depth = out->used = 0;
}

static void flush(tn_layout *out)
{
    if (out->used && out->status == TUNIP_OK && out->write(out->buffer, out->used, out->user) != 0)
        out->status = TUNIP_ERROR_CANCELLED;
    out->used = 0;
}

tunip_status tn_layout_end(tn_layout *out)
{
    flush(out);
    return out->status;
}

void tn_layout_raw(tn_layout *out, tunip_str text)
{
    if (text.size > sizeof out->buffer - out->used) flush(out);
    if (text.size > sizeof out->buffer) {
        if (out->status == TUNIP_OK && out->write(text.data, text.size, out->user) != 0)
            out->status = TUNIP_ERROR_CANCELLED;
        return;
    }
    if (text.size) memcpy(out->buffer + out->used, text.data, text.size);
    out->used += text.size;
}

static void put(tn_layout *out, char c)
{
    tn_layout_raw(out, (tunip_str){&c, 1});
}

static void new_line(tn_layout *out)
{
    if (!out->depth || !out->levels[out->depth - 1].has_lines) return;
    put(out, '\n');
    for (size_t i = 0; i < 2 * out->depth; i++) put(out, ' ');
}

void tn_layout_open(tn_layout *out, char bracket, bool has_lines)
{
    put(out, bracket);
    out->levels[out->depth].has_lines = has_lines;
    out->levels[out->depth].has_items = false;
    out->depth++;
}

void tn_layout_close(tn_layout *out, char bracket)
{
    out->depth--;
    if (out->levels[out->depth].has_lines && out->levels[out->depth].has_items) {
        put(out, '\n');
        for (size_t i = 0; i < 2 * out->depth; i++) put(out, ' ');
    }
    put(out, bracket);
}

void tn_layout_item(tn_layout *out)
{
    if (out->levels[out->depth - 1].has_items) tn_layout_raw(out, (tunip_str){", ", 2});
    out->levels[out->depth - 1].has_items = true;
    new_line(out);
}

void tn_layout_key_view(tn_layout *out, tunip_str key)
{
    tn_layout_item(out);
    put(out, '"');
    tn_layout_raw(out, key);
    tn_layout_raw(out, (tunip_str){"\": ", 3});
}

void tn_layout_key(tn_layout *out, const char *key)
{
    tn_layout_key_view(out, tunip_str_from(key));
}

/* dmlc escapes only these. */
void tn_layout_string(tn_layout *out, tunip_str text)
{
    static const char from[] = "\r\n\\\t\"", to[] = "rn\\t\"";
    size_t begin = 0;
    if (!text.size) text.data = ""; /* instead of NULL */
    put(out, '"');
    for (size_t i = 0; i < text.size; i++) {
        const char *special = text.data[i] ? strchr(from, text.data[i]) : NULL;
        if (!special) continue;
        tn_layout_raw(out, (tunip_str){text.data + begin, i - begin});
        tn_layout_raw(out, (tunip_str){(const char[]){'\\', to[special - from]}, 2});
        begin = i + 1;
    }
    tn_layout_raw(out, (tunip_str){text.data + begin, text.size - begin});
    put(out, '"');
}

/* ======== types ======== */

/* The types of older JSON: types with the same key today, and the types of types.def. */

static const tn_legacy_type rows[] = {
#define X(key_, modern_, fields_) {(key_), (modern_), (fields_)},
#include "types.def"
#undef X
};

/* The types of a module without Relay, whose nodes all have types of v0.23. */
static const tn_legacy_type plain_rows[] = {
    {"GlobalVar", "ir.GlobalVar", "name_hint -virtual_device_ span -_checked_type_ struct_info_"},
    {"IRModule", "ir.IRModule",
     "functions +type_definitions global_var_map_ +global_type_var_map_ source_map attrs "
     "global_infos"},
};

/* Built-in values, which have no field table. */
static const struct {
    const char *key;
    const tunip_type *type;
} values[] = {
    {"Array", &tunip_array_type},
    {"Map", &tunip_map_type},
    {"runtime.String", &tunip_string_type},
    {"runtime.BoxInt", &tunip_int_type},
    {"runtime.BoxFloat", &tunip_float_type},
    {"runtime.BoxBool", &tunip_bool_type},
    {"runtime.ShapeTuple", &tunip_shape_type},
    {"runtime.NDArray", &tunip_tensor_type},
    {"StrMap", &tunip_map_type},
};

static const tn_legacy_type *find_row(const tn_legacy *l, tunip_str key)
{
    for (size_t i = 0; l->is_plain && i < TUNIP_LEN(plain_rows); i++)
        if (tunip_str_is(key, plain_rows[i].key)) return &plain_rows[i];
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(key, rows[i].key)) return &rows[i];
    return NULL;
}

static const tn_type_info *find_info(const tn_legacy *l, tunip_str key, const tn_legacy_type *row)
{
    const tn_registry *registry = l->in.to.registry;
    for (size_t i = 0; i < TUNIP_LEN(values); i++)
        if (tunip_str_is(key, values[i].key)) return tn_registry_info(registry, values[i].type);
    if (row) key = tunip_str_from(row->modern);
    return tn_registry_find(registry, key, TN_LEGACY_VINTAGE);
}

static const tn_legacy_known *add(tn_legacy *l, tunip_str key, size_t at)
{
    const tn_legacy_type *row = find_row(l, key);
    tn_legacy_known known = {find_info(l, key, row), row};
    if (!known.info || known.info->type == &tunip_opaque_type) {
        tn_assemble_fail(&l->in.to, TUNIP_ERROR_FORMAT, at,
                         "expected the key of a type of TVM v0.%d, got `%.*s`", TN_LEGACY_VINTAGE,
                         key.size < 80 ? (int)key.size : 80, key.data);
        return NULL;
    }
    if (tn_intern_put(&l->keys, key) == TN_NOT_INTERNED ||
        !tn_array_push(&l->types, l->in.to.allocator, known)) {
        tn_read_fail_memory(&l->in);
        return NULL;
    }
    return &l->types.items[l->types.count - 1];
}

const tn_legacy_known *tn_legacy_find(tn_legacy *l, tunip_str key, size_t at)
{
    uint32_t known = tn_intern_find(&l->keys, key);
    return known == TN_NOT_INTERNED ? add(l, key, at) : &l->types.items[known];
}

/* Fields of expressions that v0.23 no longer has are ignored if the type lacks them. */
bool tn_legacy_drops(const tn_legacy_type *row, tunip_str name)
{
    const char *at = row ? row->fields : "";
    for (; (at = strpbrk(at, "-+")); at++)
        if (strncmp(at + 1, name.data, name.size) == 0 && strchr(" ", at[1 + name.size]))
            return true;
    return false;
}

/* ---- saving ---- */

static const tn_legacy_type *row_of(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(plain_rows); i++)
        if (strcmp(plain_rows[i].modern, type->key) == 0) return &plain_rows[i];
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (strcmp(rows[i].modern, type->key) == 0) return &rows[i];
    return NULL;
}

const char *tn_legacy_key(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(values); i++)
        if (values[i].type == type) return values[i].key;
    const tn_legacy_type *row = row_of(type);
    return row ? row->key : type->key;
}

static size_t fields_of_row(const tunip_type *type, const char *at, tn_legacy_field *out)
{
    size_t count = 0;
    char name[80];
    for (size_t size; *at && count < TN_MOST_FIELDS; at += size + strspn(at + size, " ")) {
        bool is_empty = *at == '+', is_dropped = is_empty || *at == '-';
        at += is_dropped;
        size = strcspn(at, " ");
        if (size >= sizeof name) continue;
        memcpy(name, at, size);
        name[size] = '\0';
        out[count++] = (tn_legacy_field){
            {at, size}, is_dropped ? NULL : tunip_type_field(type, name), is_empty};
    }
    return count;
}

/* Own fields come before those of ancestors, up to an ancestor with a row. */
size_t tn_legacy_fields(const tunip_type *type, tn_legacy_field *out)
{
    size_t count = 0;
    for (const tunip_type *at = type; at; at = at->base) {
        const tn_legacy_type *row = row_of(at);
        if (row) return count + fields_of_row(type, row->fields, out + count);
        for (size_t i = 0; i < at->field_count && count < TN_MOST_FIELDS; i++)
            if (!(at->fields[i].flags & TUNIP_FLAG_AGAIN))
                out[count++] =
                    (tn_legacy_field){tunip_str_from(at->fields[i].name), &at->fields[i], false};
    }
    return count;
}
