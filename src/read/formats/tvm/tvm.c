/* tvm.c -- reads a saved graph of TVM in one pass over its tokens: the format, the tables,
 * objects, messages, versions. */
#include "tvm.h"

#include <stdarg.h>
#include <stdio.h>

#include "../../../ir/vintage.h"
#include "../../../util/source.h"
#include "../../read.h"

/* ======== format ======== */

/* Saved graphs of TVM v0.23 as a format, recognised by their first member. */

static bool skip(tunip_str *text, const char *with)
{
    size_t size = strlen(with);
    if (text->size < size || memcmp(text->data, with, size) != 0) return false;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static tunip_sniff sniff(tunip_str head)
{
    static const char *const members[] = {"\"root_index\"", "\"nodes\"", "\"metadata\""};
    if (!skip(&head, "{")) return TUNIP_SNIFF_NO;
    while (head.size && is_blank(*head.data)) head = (tunip_str){head.data + 1, head.size - 1};
    for (size_t i = 0; i < TUNIP_LEN(members); i++)
        if (skip(&head, members[i])) return TUNIP_SNIFF_LIKELY;
    return TUNIP_SNIFF_MAYBE;
}

const tunip_format tunip_format_tvm_json = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "tvm-json",
    .summary = "graphs as tvm.ir.save_json of TVM v0.23 and v0.26 saves them",
    .sniff = sniff,
    .read = tn_read_tvm_json,
    .write = tn_write_tvm_json,
};

/* ======== tvm graph ======== */

/* The saved graph of TVM v0.23.0 (tvm-ffi src/ffi/extra/serialization.cc): a list of
 * nodes in which children come before their parents, so one pass over the tokens builds them. */

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

/* The type that has replaced others in this version. Files that its first development versions
 * saved have the older keys (TVM v0.26 python/tvm/ir/json_compact.py, upgrade_json). */
static const tn_type_info *find_renamed(const tn_reader *r, tunip_str key)
{
    static const struct {
        tunip_str before, now;
        unsigned vintage;
    } keys[] = {{TUNIP_STR("relax.expr.Var"), TUNIP_STR("ir.Var"), 26},
                {TUNIP_STR("tirx.Var"), TUNIP_STR("ir.Var"), 26}};
    for (size_t i = 0; i < TUNIP_LEN(keys); i++)
        if (r->to.vintage == keys[i].vintage && tunip_str_equal(key, keys[i].before))
            return tn_registry_find(r->to.registry, keys[i].now, r->to.vintage);
    return NULL;
}

/* The name of a field in this version. Variables in files of its development versions have the
 * older one. */
static tunip_str renamed_field(const tn_reader *r, const tunip_type *type, tunip_str name)
{
    static const struct {
        tunip_str before, now;
        unsigned vintage;
        uint8_t flag; /* of the types that have the field */
    } fields[] = {{TUNIP_STR("name_hint"), TUNIP_STR("name"), 26, TUNIP_TYPE_VARIABLE}};
    for (size_t i = 0; i < TUNIP_LEN(fields); i++)
        if (type->flags & fields[i].flag && r->to.vintage == fields[i].vintage &&
            tunip_str_equal(name, fields[i].before))
            return fields[i].now;
    return name;
}

/* Looks up the type of a key; none for a key that is not registered. */
static bool find_type(tn_reader *r, tunip_str key, size_t at, tn_recent_type *out)
{
    const tn_type_info *info = tn_registry_find(r->to.registry, key, r->to.vintage);
    if (!info || info->type == &tunip_opaque_type) {
        const tn_type_info *renamed = find_renamed(r, key);
        info = renamed ? renamed : info ? info : find_unchanging(r, key);
    }
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

/* A file without metadata has the version of its types. Versions in development have the number of
 * the next release and may still have the types of the one before: v0.24.dev0 has tir.For. */
static unsigned find_vintage(const tn_registry *registry, tunip_str text, unsigned given)
{
    if (given) return given;
    given = tn_read_stated_vintage(text);
    bool is_main = given && (given <= TN_VINTAGE_USUAL || given >= tn_vintage_newest());
    return is_main ? given : tn_read_guessed_vintage(registry, text, given);
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
    if (tunip_str_is(name, "cells") || tunip_str_is(name, "nbformat"))
        return tn_assemble_fail(&r->to, TUNIP_ERROR_FORMAT, at,
                                "this is a Jupyter notebook: `jupyter nbconvert --to script` "
                                "converts it to a script");
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
    if (given) return given;
    given = tn_read_late_vintage(input->source);
    return given <= TN_VINTAGE_USUAL || given >= tn_vintage_newest() ? given : 0;
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

/* ======== object ======== */

/* Objects of registered types: their fields as a JSON object, or a codec's text. */

/* ---- values of fields ---- */

static inline bool set_node(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    size_t number;
    return tn_read_index(r, "the index of a node", &number) &&
           tn_assemble_set_node(&r->to, node, field, tn_assemble_ref(&r->to, number, at));
}

static bool set_int(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    int64_t value;
    return tn_read_int(r, "an integer", &value) &&
           tn_assemble_set_int(&r->to, node, field, value, at);
}

static bool set_float(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    double value;
    return tn_read_float(r, "a number", &value) &&
           tn_assemble_set_float(&r->to, node, field, value, at);
}

static bool set_bool(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    bool value;
    return tn_read_bool(r, "true or false", &value) &&
           tn_assemble_set_bool(&r->to, node, field, value, at);
}

static bool set_dtype(tn_reader *r, tunip_node *node, const tunip_field *field, size_t at)
{
    tunip_dtype value;
    return tn_read_dtype(r, "the name of a dtype", &value) &&
           tn_assemble_set_dtype(&r->to, node, field, value, at);
}

/* ORDER tunip_field_kind */
static bool (*const setters[])(tn_reader *r, tunip_node *node, const tunip_field *field,
                               size_t at) = {set_node, set_int, set_float, set_bool, set_dtype};

static bool read_field(tn_reader *r, tunip_node *node, const tunip_field *field)
{
    r->field = field;
    r->owner = node->type;
    bool read;
    if (field->kind == TUNIP_KIND_NODE) /* in line, because most are */
        read = set_node(r, node, field, tn_read_at(r));
    else if (field->kind < TUNIP_LEN(setters))
        read = setters[field->kind](r, node, field, tn_read_at(r));
    else
        read = tn_read_unexpected(r, "a field of a known kind");
    r->field = NULL;
    return read;
}

/* ---- objects ---- */

/* Reads the name of a field as TVM writes it: `"NAME": ` or `"NAME":`, at the cursor. Compares it
 * as a whole, because nearly always the name is that of the next field. Then the cursor is at the
 * value. Returns false, with nothing read, if something else follows. */
static inline bool read_usual_name(tn_reader *r, tunip_str name)
{
    enum { AROUND = sizeof "\"\":1" - 1 }; /* with a byte of the value */
    const char *at = r->json.cursor;
    if ((size_t)(r->json.limit - at) < name.size + AROUND) return false;
    const char *end = at + 1 + name.size;
    if (*at != '"' || !tn_same_bytes(at + 1, name.data, name.size) || end[0] != '"' ||
        end[1] != ':')
        return false;
    r->json.cursor = end + 2 + (end[2] == ' ');
    return true;
}

/* The value at the cursor of a field that was found. */
static inline bool read_usual_value(tn_reader *r, tunip_node *node, const tunip_field *field)
{
    size_t at = (size_t)(r->json.cursor - r->json.begin), number;
    if (field->kind == TUNIP_KIND_NODE && tn_read_usual_index(r, &number))
        return tn_assemble_set_node(&r->to, node, field, tn_assemble_ref(&r->to, number, at));
    if (field->kind == TUNIP_KIND_INT && tn_read_usual_index(r, &number))
        return tn_assemble_set_int(&r->to, node, field, (int64_t)number, at);
    tn_read_advance(r);
    return read_field(r, node, field);
}

/* Reads the fields that come first and in order, after the current bracket. */
static inline bool read_usual_fields(tn_reader *r, tn_object *object)
{
    const tn_type_info *info = object->info;
    size_t i = 0;
    for (; i < info->field_count && (!i || r->token == TUNIP_JSON_COMMA); i++) {
        if (!read_usual_name(r, info->names[i])) break;
        if (!read_usual_value(r, object->node, info->fields[i])) return false;
    }
    tn_assemble_take_first(object, i);
    return true;
}

static bool object_read_member(tn_reader *r, tn_object *object)
{
    size_t at = tn_read_at(r);
    tunip_str name;
    if (!tn_read_string(r, "the name of a field", &name)) return false;
    name = renamed_field(r, object->info->type, name);
    const tunip_field *field = tn_assemble_field(&r->to, object, name, at);
    return field && tn_read_expect(r, TUNIP_JSON_COLON) && read_field(r, object->node, field);
}

static bool read_fields(tn_reader *r, const tn_type_info *info, tunip_node **out)
{
    tn_object object;
    if (!tn_assemble_object(&r->to, info, tn_read_at(r), &object)) return false;
    *out = object.node;
    if (r->token != TUNIP_JSON_OPEN_OBJECT) return tn_read_expect(r, TUNIP_JSON_OPEN_OBJECT);
    if (!read_usual_fields(r, &object)) return false;
    if (!object.count) tn_read_advance(r); /* the bracket */
    size_t close = tn_read_at(r);
    while (tn_read_more(r, object.count == 0, TUNIP_JSON_CLOSE_OBJECT)) {
        if (!object_read_member(r, &object)) return false;
        close = tn_read_at(r);
    }
    return !tn_read_failed(r) && tn_assemble_object_end(&r->to, &object, close);
}

static bool read_text(tn_reader *r, const tunip_type *type, tunip_node **out)
{
    size_t at = tn_read_at(r);
    tunip_str text;
    return tn_read_string(r, "a string", &text) && tn_assemble_coded(&r->to, type, text, at, out);
}

bool tn_read_object(tn_reader *r, const tn_type_info *info, tunip_node **out)
{
    return info->type->codec ? read_text(r, info->type, out) : read_fields(r, info, out);
}

/* ======== opaque ======== */

/* Objects of unregistered types: an object of scalars, or a string. */

/* The built-in type whose data the token is; NULL for null. */
static const tunip_type *type_of(tunip_json_token token)
{
    if (tunip_json_is_string(token)) return &tunip_string_type;
    if (token == TUNIP_JSON_NULL) return NULL;
    bool is_bool = token == TUNIP_JSON_TRUE || token == TUNIP_JSON_FALSE;
    return is_bool ? &tunip_bool_type : &tunip_float_type;
}

static bool read_scalar(tn_reader *r)
{
    tunip_node *value = NULL;
    int64_t number;
    if (!tunip_json_is_scalar(r->token)) return tn_read_unexpected(r, "a scalar");
    if (r->token == TUNIP_JSON_INT)
        return tn_read_int(r, "an integer", &number) && tn_assemble_opaque_int(&r->to, number);
    const tunip_type *type = type_of(r->token);
    if (!type)
        tn_read_advance(r);
    else if (!tn_read_value(r, type, &value))
        return false;
    tn_assemble_opaque_value(&r->to, value);
    return true;
}

static bool opaque_read_fields(tn_reader *r, tunip_opaque *node)
{
    tn_read_advance(r);
    for (bool first = true; tn_read_more(r, first, TUNIP_JSON_CLOSE_OBJECT); first = false) {
        size_t at = tn_read_at(r);
        tunip_str name;
        if (!tn_read_own_string(r, "the name of a field", &name) ||
            !tn_assemble_opaque_field(&r->to, name, at) || !tn_read_expect(r, TUNIP_JSON_COLON) ||
            !read_scalar(r))
            return false;
    }
    return !tn_read_failed(r) && tn_assemble_opaque_end(&r->to, node);
}

bool tn_read_opaque(tn_reader *r, tunip_str key, size_t at, tunip_node **out)
{
    tunip_opaque *node;
    if (!tn_assemble_opaque(&r->to, key, at, &node)) return false;
    *out = &node->base;
    if (r->token == TUNIP_JSON_OPEN_OBJECT) return opaque_read_fields(r, node);
    if (tunip_json_is_string(r->token)) return tn_read_value(r, &tunip_string_type, &node->data);
    return tn_read_unexpected(r, "an object or a string");
}

/* ======== fail ======== */

/* Messages of the reader: the place, the expected input and the actual input. */

enum { EXPECTATION_SIZE = 240 };

/* ---- the actual input ---- */

/* Scans the token at `at` once more. A place before the window may seem to be behind it. */
static tunip_json_token token_at(const tn_reader *r, size_t at, tunip_json *json)
{
    size_t size = (size_t)(r->json.limit - r->json.begin);
    *json = r->json;
    json->cursor = r->json.begin + (at < size ? at : size);
    return tn_json_next(json);
}

void tn_read_describe(const void *reader, size_t at, char *out, size_t size)
{
    tunip_json json;
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_json_token token = token_at(reader, at, &json);
    tunip_json_describe(&json, token, got);
    snprintf(out, size, "%s", got);
}

/* ---- the expected input ---- */

static bool reject(tn_reader *r, const tunip_json *json, tunip_json_token token,
                   const char *expected)
{
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    bool lexical = token == TUNIP_JSON_END || token >= TUNIP_JSON_OPEN_STRING;
    tunip_status code = lexical ? TUNIP_ERROR_SYNTAX : TUNIP_ERROR_FORMAT;
    size_t at = (size_t)(json->at - json->begin);
    if (token == TUNIP_JSON_CONTROL)
        return tn_assemble_fail(&r->to, code, (size_t)(json->cursor - json->begin),
                                "expected a string, got the control character 0x%02X in it",
                                (unsigned)(unsigned char)*json->cursor);
    tunip_json_describe(json, token, got);
    if (!r->field) return tn_assemble_fail(&r->to, code, at, "expected %s, got %s", expected, got);
    return tn_assemble_fail(&r->to, code, at, "expected %s for field `%s` of %s, got %s", expected,
                            r->field->name, r->owner->key, got);
}

bool tn_read_reject(tn_reader *r, size_t at, const char *format, ...)
{
    char expected[EXPECTATION_SIZE];
    va_list args;
    va_start(args, format);
    vsnprintf(expected, sizeof expected, format, args);
    va_end(args);
    tunip_json json;
    tunip_json_token token = token_at(r, at, &json);
    return reject(r, &json, token, expected);
}

bool tn_read_unexpected(tn_reader *r, const char *what)
{
    return reject(r, &r->json, r->token, what);
}

/* ---- tokens ---- */

bool tn_read_unexpected_token(tn_reader *r, tunip_json_token expected)
{
    return tn_read_unexpected(r, tn_json_name(expected));
}

bool tn_read_no_comma(tn_reader *r, tunip_json_token close)
{
    return tn_read_unexpected(r, close == TUNIP_JSON_CLOSE_ARRAY ? "`,` or `]`" : "`,` or `}`");
}

/* ======== version ======== */

/* The version of TVM that wrote a file, from its metadata, or else from the types that
 * it has. A file of another version may have other types and fields, so errors of reading say
 * so. */

/* The versions whose graphs are read. The first two numbers count. */
static const char *const versions[] = {
#define APART(minor)
#define X(minor) "0." #minor ".0",
#include <tunip/vintages.def>
#undef APART
#undef X
};

static size_t count_release(tunip_str version)
{
    size_t i = 0;
    for (int dots = 0; i < version.size && (dots += version.data[i] == '.') < 2;) i++;
    return i;
}

static bool is_read(tunip_str version)
{
    size_t size = count_release(version);
    for (size_t i = 0; i < TUNIP_LEN(versions); i++)
        if (size == count_release(tunip_str_from(versions[i])) &&
            memcmp(version.data, versions[i], size) == 0)
            return true;
    return false;
}

/* ---- the version in the metadata ---- */

static const char *version_skip(const char *at, const char *end, const char *chars)
{
    while (at < end && *at && strchr(chars, *at)) at++;
    return at;
}

static const char *find_one_of(const char *at, const char *end, const char *chars)
{
    while (at < end && (!*at || !strchr(chars, *at))) at++;
    return at;
}

/* The value of the last member "tvm_version", which is near the end of a file. The file may be no
 * JSON. */
static tunip_str find_version(tunip_str text)
{
    static const tunip_str key = TUNIP_STR("\"tvm_version\"");
    enum { LONGEST = 40 };
    const char *end = text.data + text.size;
    for (size_t at = text.size; at-- > key.size;) {
        if (text.data[at] != ':' && text.data[at] != ' ') continue;
        if (memcmp(text.data + at - key.size, key.data, key.size) != 0) continue;
        const char *begin = version_skip(text.data + at, end, ": \"");
        size_t size = (size_t)(find_one_of(begin, end, "\"\\\n") - begin);
        return (tunip_str){begin, size < LONGEST ? size : 0};
    }
    return (tunip_str){NULL, 0};
}

unsigned tn_read_stated_vintage(tunip_str text)
{
    static const tunip_str major = TUNIP_STR("0.");
    enum { MOST = 1000 };
    tunip_str version = find_version(text);
    unsigned minor = 0;
    if (version.size <= major.size || memcmp(version.data, major.data, major.size) != 0) return 0;
    for (size_t i = major.size; i < version.size && tunip_is_digit(version.data[i]); i++)
        if (minor < MOST) minor = minor * 10 + (unsigned)(version.data[i] - '0');
    return minor;
}

unsigned tn_read_late_vintage(const tunip_source *source)
{
    enum { TAIL = 4096 };
    char tail[TAIL + 1];
    const tn_file *file = &source->late.file;
    size_t begin = file->size > TAIL ? file->size - TAIL : 0;
    int opened = tn_file_open(file, source->name.data, NULL);
    if (opened < 0) return 0;
    size_t size = tn_file_read(opened, begin, tail, TAIL, NULL);
    tn_os_close(opened);
    if (size == SIZE_MAX) return 0;
    tail[size] = '\0';
    return tn_read_stated_vintage((tunip_str){tail, size});
}

/* ---- the version of the first type that only some versions have ---- */

tunip_str tn_read_next_key(tunip_str mark, const char **at, const char *end)
{
    while ((size_t)(end - *at) >= mark.size) {
        const char *found = memchr(*at, '"', (size_t)(end - *at) - mark.size + 1);
        if (!found) break;
        *at = found + 1;
        if (memcmp(found, mark.data, mark.size) != 0) continue;
        const char *begin = version_skip(found + mark.size, end, " :\n\r\t");
        if (begin == end || *begin++ != '"') continue;
        *at = find_one_of(begin, end, "\"");
        return (tunip_str){begin, (size_t)(*at - begin)};
    }
    return (tunip_str){NULL, 0};
}

/* The known versions that have a type of this key, a bit for each; 0: none. */
static unsigned versions_of_key(const tn_registry *registry, tunip_str key)
{
    unsigned having = 0;
    for (size_t i = 0; tn_vintage_at(i); i++)
        if (tn_registry_find(registry, key, tn_vintage_at(i))) having |= 1u << i;
    return having;
}

unsigned tn_read_guessed_vintage(const tn_registry *registry, tunip_str text, unsigned stated)
{
    enum { MOST_KEYS = 1 << 12 };
    static const tunip_str mark = TUNIP_STR("\"type\"");
    const char *at = text.data, *end = text.data + text.size;
    unsigned all = 0, usual = 0, having, guessed = 0;
    tunip_str key;
    for (size_t i = 0; tn_vintage_at(i); i++) {
        all |= 1u << i;
        if (tn_vintage_at(i) == TN_VINTAGE_USUAL) usual = 1u << i;
    }
    having = all;
    for (size_t i = 0; i < MOST_KEYS && (key = tn_read_next_key(mark, &at, end)).data; i++) {
        unsigned own = versions_of_key(registry, key);
        if (having & own) having &= own;
        bool is_sure = !(having & (having - 1)) || having == (having & (2 * usual - 1));
        if (is_sure) break;
    }
    if (having == all) return stated;
    for (size_t i = 0; tn_vintage_at(i); i++) {
        if (!(having & 1u << i)) continue;
        if (tn_vintage_at(i) == stated) return stated;
        if (guessed != TN_VINTAGE_USUAL) guessed = tn_vintage_at(i);
    }
    return guessed;
}

/* ---- messages ---- */

static void list_versions(char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < TUNIP_LEN(versions) && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : "", versions[i]);
}

void tn_read_note_version(const tunip_input *input, tunip_status status)
{
    tunip_error *error = input->error;
    char note[160], known[80];
    if (status != TUNIP_ERROR_SYNTAX && status != TUNIP_ERROR_FORMAT) return;
    tunip_str text = tunip_source_text(input->source), version = find_version(text);
    unsigned given = input->options ? input->options->vintage : 0;
    bool is_forced = given && given != tn_read_stated_vintage(text);
    if (!version.size || (is_read(version) && !is_forced)) return;
    list_versions(known, sizeof known);
    if (is_forced)
        snprintf(note, sizeof note, "written by TVM %.*s, read as 0.%u", (int)version.size,
                 version.data, given);
    else
        snprintf(note, sizeof note, "written by TVM %.*s; tunip reads %s", (int)version.size,
                 version.data, known);
    tunip_diagnostic *d =
        tunip_diagnostics_add(input->diagnostics, TUNIP_SEVERITY_ERROR, NULL, error->message);
    if (error->line)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, error->offset, error->end, NULL);
    tunip_diagnostic_note(d, TUNIP_SEVERITY_NOTE, note);
    size_t at = strlen(error->message), most = sizeof error->message - sizeof note - 4;
    if (at > most) at = most;
    snprintf(error->message + at, sizeof error->message - at, " (%s)", note);
}
