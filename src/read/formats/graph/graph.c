/* graph.c -- graph.json of TVM's graph executor. */
#include "graph.h"

#include "../../../ir/vintage.h"
#include "../../read.h"

/* ======== parse ======== */

/* The syntax of graph.json (TVM v0.19 GraphExecutor::Load): which members there are, and
 * of what kind. Members of the file that the executor does not use are kept as JSON. It refuses
 * unknown members of nodes, and so does this reader. */

static size_t token_begin(const gj_file *f)
{
    return (size_t)(f->json.at - f->json.begin);
}

static size_t token_end(const gj_file *f)
{
    return (size_t)(f->json.cursor - f->json.begin);
}

static void next(gj_file *f)
{
    f->token = tunip_json_next(&f->json);
}

static bool expected(gj_file *f, const char *what)
{
    char got[TUNIP_JSON_DESCRIPTION_SIZE];
    tunip_json_describe(&f->json, f->token, got);
    tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, token_begin(f), token_end(f),
                     "expected %s, got %s", what, got);
    return false;
}

static bool take(gj_file *f, tunip_json_token token, const char *what)
{
    if (f->token != token) return expected(f, what);
    next(f);
    return true;
}

/* Makes room for one more item; false when out of memory. */
#define PUSH(f, list)                                                                              \
    (((list).items =                                                                               \
          grown((f), (list).items, (list).count, sizeof *(list).items, &(list).room)) != NULL)

static void *grown(gj_file *f, void *items, size_t count, size_t size, size_t *room)
{
    void *bigger = tunip_scratch_grow(f->scratch, items, count, size, room);
    if (!bigger) tunip_input_fail(f->input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    return bigger;
}

/* ---- values ---- */

static bool take_int(gj_file *f, gj_int *out)
{
    if (f->token != TUNIP_JSON_INT) return expected(f, "an integer");
    *out = (gj_int){0, token_begin(f), token_end(f)};
    if (!tunip_json_int(tunip_json_text(&f->json), &out->value))
        return expected(f, "an integer of 64 bits");
    next(f);
    return true;
}

/* A decoded copy of a string token. */
static bool take_text(gj_file *f, gj_text *out)
{
    if (!tunip_json_is_string(f->token)) return expected(f, "a string");
    tunip_str token = tunip_json_text(&f->json);
    tunip_json_flaw flaw;
    *out = (gj_text){{NULL, 0}, token_begin(f), token_end(f)};
    char *text = tunip_scratch_alloc(f->scratch, token.size);
    if (!text) return tunip_input_fail(f->input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory") == 0;
    size_t size = tunip_json_decode(token, text, &flaw);
    if (size == SIZE_MAX)
        return tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, out->begin + flaw.begin,
                                out->begin + flaw.end, "%s", flaw.message) == 0;
    out->value = (tunip_str){text, size};
    if (tunip_utf8_valid(out->value) != size)
        return tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, out->begin, out->end,
                                "the string is not UTF-8") == 0;
    next(f);
    return true;
}

static bool take_list(gj_file *f, bool (*item)(gj_file *f))
{
    if (!take(f, TUNIP_JSON_OPEN_ARRAY, "a list")) return false;
    if (f->token == TUNIP_JSON_CLOSE_ARRAY) return next(f), true;
    while (item(f)) {
        if (f->token != TUNIP_JSON_COMMA) return take(f, TUNIP_JSON_CLOSE_ARRAY, "`,` or `]`");
        next(f);
    }
    return false;
}

/* Members of an object: `member` gets the key, and the current token is its value. */
static bool take_object(gj_file *f, bool (*member)(gj_file *f, const gj_text *key, void *user),
                        void *user)
{
    if (!take(f, TUNIP_JSON_OPEN_OBJECT, "an object")) return false;
    if (f->token == TUNIP_JSON_CLOSE_OBJECT) return next(f), true;
    for (gj_text key; take_text(f, &key) && take(f, TUNIP_JSON_COLON, "`:`");) {
        if (!member(f, &key, user)) return false;
        if (f->token != TUNIP_JSON_COMMA) return take(f, TUNIP_JSON_CLOSE_OBJECT, "`,` or `}`");
        next(f);
    }
    return false;
}

/* Copies a value of any kind, without the white space between its tokens. */
static bool take_json(gj_file *f, gj_text *out)
{
    *out = (gj_text){{NULL, 0}, token_begin(f), 0};
    tunip_json copy = f->json;
    const char *what = tunip_json_skip(&f->json, &f->token);
    if (what) return expected(f, what);
    out->end = token_begin(f);
    size_t room = out->end - out->begin + 1;
    char *text = tunip_scratch_alloc(f->scratch, room);
    char *decoded = tunip_scratch_alloc(f->scratch, room);
    if (!text || !decoded)
        return tunip_input_fail(f->input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory") == 0;
    out->value.data = text;
    for (; copy.at < f->json.at; tunip_json_next(&copy)) {
        tunip_str token = tunip_json_text(&copy);
        tunip_json_flaw flaw;
        size_t at = (size_t)(copy.at - copy.begin);
        if (*token.data == '"' && tunip_json_decode(token, decoded, &flaw) == SIZE_MAX)
            return tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, at + flaw.begin, at + flaw.end,
                                    "%s", flaw.message) == 0;
        memcpy(text + out->value.size, token.data, token.size);
        out->value.size += token.size;
    }
    if (tunip_utf8_valid(out->value) == out->value.size) return true;
    return tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, out->begin, out->end,
                            "the string is not UTF-8") == 0;
}

/* ---- tables of members ---- */

typedef struct gj_member {
    const char *name;
    unsigned bit;
    const char *kind; /* the word before a list in attrs; NULL: the list alone */
    bool (*item)(gj_file *f);
} gj_member;

static bool take_known(gj_file *f, const gj_text *key, const gj_member *members, size_t count,
                       gj_json *other)
{
    for (size_t i = 0; i < count; i++) {
        const gj_member *member = &members[i];
        if (!tunip_str_is(key->value, member->name)) continue;
        if (f->seen & member->bit)
            return tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, key->begin, key->end,
                                    "`%s` occurs twice", member->name) == 0;
        f->seen |= member->bit;
        if (!member->kind) return take_list(f, member->item);
        gj_text kind;
        if (!take(f, TUNIP_JSON_OPEN_ARRAY, "a list") || !take_text(f, &kind)) return false;
        if (!tunip_str_is(kind.value, member->kind))
            return tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, kind.begin, kind.end,
                                    "expected `%s`", member->kind) == 0;
        return take(f, TUNIP_JSON_COMMA, "`,`") && take_list(f, member->item) &&
               take(f, TUNIP_JSON_CLOSE_ARRAY, "`]`");
    }
    other->key = *key;
    return take_json(f, &other->value);
}

/* ---- nodes ---- */

/* [node, index] or [node, index, version]; the executor does not use the version. */
static bool take_entry(gj_file *f, gj_entry *out)
{
    gj_int parts[3] = {{0, 0, 0}};
    size_t count = 0;
    if (!take(f, TUNIP_JSON_OPEN_ARRAY, "an entry, [node, index, version]")) return false;
    while (count < TUNIP_LEN(parts)) {
        if (!take_int(f, &parts[count++])) return false;
        if (f->token != TUNIP_JSON_COMMA) break;
        next(f);
    }
    if (count < 2) return expected(f, "`,` and the index of the output");
    *out = (gj_entry){parts[0], parts[1]};
    return take(f, TUNIP_JSON_CLOSE_ARRAY, "`]`");
}

static bool take_input(gj_file *f)
{
    return PUSH(f, f->inputs) && take_entry(f, &f->inputs.items[f->inputs.count++]);
}

static bool take_head(gj_file *f)
{
    return PUSH(f, f->heads) && take_entry(f, &f->heads.items[f->heads.count++]);
}

/* A count in the attributes of a node, which are texts. */
static bool count_of(gj_file *f, const gj_text *text, gj_int *out)
{
    *out = (gj_int){0, text->begin, text->end};
    size_t digits = 0;
    while (digits < text->value.size && tunip_is_digit(text->value.data[digits])) digits++;
    if (digits && digits < 10 && digits == text->value.size)
        return tunip_json_int(text->value, &out->value);
    return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, text->begin, text->end,
                            "num_outputs is not a number of outputs") == 0;
}

static bool take_attr(gj_file *f, const gj_text *key, void *user)
{
    gj_node *node = user;
    gj_text value;
    if (!take_text(f, &value)) return false;
    tunip_assembler_at(f->assembler, key->begin, value.end);
    tunip_assembler_item(f->assembler, tunip_assembler_string(f->assembler, key->value));
    tunip_assembler_item(f->assembler, tunip_assembler_string(f->assembler, value.value));
    bool counts = tunip_str_is(key->value, "num_outputs");
    return !counts || count_of(f, &value, &node->output_count);
}

static bool take_attrs(gj_file *f, gj_node *node)
{
    size_t mark = tunip_assembler_list(f->assembler);
    if (!take_object(f, take_attr, node)) return false;
    node->attrs = tunip_assembler_map(f->assembler, mark);
    return node->attrs != NULL;
}

static bool take_dep(gj_file *f)
{
    return PUSH(f, f->deps) && take_int(f, &f->deps.items[f->deps.count++]);
}

static bool take_deps(gj_file *f, gj_node *node)
{
    node->has_deps = true;
    node->first_dep = f->deps.count;
    if (!take_list(f, take_dep)) return false;
    node->dep_count = f->deps.count - node->first_dep;
    return true;
}

/* The bits of the members that a node was given. */
typedef struct gj_members {
    gj_node *node;
    unsigned seen;
} gj_members;

static bool take_node_member(gj_file *f, const gj_text *key, void *user)
{
    static const char *const names[] = {"op", "name", "inputs", "attrs", "attr", "control_deps"};
    gj_members *members = user;
    gj_node *node = members->node;
    size_t i = 0;
    while (i < TUNIP_LEN(names) && !tunip_str_is(key->value, names[i])) i++;
    if (i == TUNIP_LEN(names))
        return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, key->begin, key->end,
                                "a node has no such member") == 0;
    if (members->seen & 1u << i)
        return tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, key->begin, key->end,
                                "`%s` occurs twice", names[i]) == 0;
    members->seen |= 1u << i;
    if (i == 0) return take_text(f, &node->op);
    if (i == 1) return take_text(f, &node->name);
    if (i == 5) return take_deps(f, node);
    if (i > 2) return take_attrs(f, node);
    node->first_input = f->inputs.count;
    if (!take_list(f, take_input)) return false;
    node->input_count = f->inputs.count - node->first_input;
    return true;
}

static bool take_node(gj_file *f)
{
    gj_node node = {.output_count = {1, 0, 0}, .begin = token_begin(f)};
    gj_members members = {&node, 0};
    if (!take_object(f, take_node_member, &members)) return false;
    node.end = token_begin(f);
    if ((members.seen & 7) != 7)
        return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, node.begin, node.begin + 1,
                                "the node has no `%s`",
                                !(members.seen & 1)   ? "op"
                                : !(members.seen & 2) ? "name"
                                                      : "inputs") == 0;
    if (!PUSH(f, f->nodes)) return false;
    f->nodes.items[f->nodes.count++] = node;
    return true;
}

/* ---- the lists of the file ---- */

#define INT_ITEM(name, list)                                                                       \
    static bool name(gj_file *f)                                                                   \
    {                                                                                              \
        return PUSH(f, f->list) && take_int(f, &f->list.items[f->list.count++]);                   \
    }
#define TEXT_ITEM(name, list)                                                                      \
    static bool name(gj_file *f)                                                                   \
    {                                                                                              \
        return PUSH(f, f->list) && take_text(f, &f->list.items[f->list.count++]);                  \
    }
INT_ITEM(take_argument, arguments)
INT_ITEM(take_row, rows)
INT_ITEM(take_storage, storages)
INT_ITEM(take_device, devices)
INT_ITEM(take_dim, dims)
TEXT_ITEM(take_dtype, dtypes)
TEXT_ITEM(take_scope, scopes)

static bool take_shape(gj_file *f)
{
    gj_shape shape = {f->dims.count, 0, token_begin(f), token_end(f)};
    if (!take_list(f, take_dim) || !PUSH(f, f->shapes)) return false;
    shape.count = f->dims.count - shape.first;
    f->shapes.items[f->shapes.count++] = shape;
    return true;
}

static bool take_plan(gj_file *f, const gj_text *key, void *user)
{
    static const gj_member members[] = {{"dltype", GJ_DTYPES, "list_str", take_dtype},
                                        {"shape", GJ_SHAPES, "list_shape", take_shape},
                                        {"storage_id", GJ_STORAGES, "list_int", take_storage},
                                        {"device_index", GJ_DEVICES, "list_int", take_device},
                                        {"storage_scope", GJ_SCOPES, "list_str", take_scope}};
    gj_json other = {.key = {{NULL, 0}, 0, 0}};
    (void)user;
    if (!take_known(f, key, members, TUNIP_LEN(members), &other)) return false;
    if (other.key.value.data && !PUSH(f, f->attrs)) return false;
    if (other.key.value.data) f->attrs.items[f->attrs.count++] = other;
    return true;
}

static bool take_member(gj_file *f, const gj_text *key, void *user)
{
    static const gj_member members[] = {{"nodes", GJ_NODES, NULL, take_node},
                                        {"arg_nodes", GJ_ARG_NODES, NULL, take_argument},
                                        {"heads", GJ_HEADS, NULL, take_head},
                                        {"node_row_ptr", GJ_ROWS, NULL, take_row}};
    gj_json other = {.key = {{NULL, 0}, 0, 0}};
    if (tunip_str_is(key->value, "attrs")) {
        if (f->seen & GJ_ATTRS)
            return tunip_input_fail(f->input, TUNIP_ERROR_SYNTAX, key->begin, key->end,
                                    "`attrs` occurs twice") == 0;
        f->seen |= GJ_ATTRS;
        return take_object(f, take_plan, user);
    }
    if (!take_known(f, key, members, TUNIP_LEN(members), &other)) return false;
    if (other.key.value.data && !PUSH(f, f->members)) return false;
    if (other.key.value.data) f->members.items[f->members.count++] = other;
    return true;
}

bool gj_parse(gj_file *f)
{
    static const struct {
        unsigned bit;
        const char *name;
    } required[] = {{GJ_NODES, "nodes"},        {GJ_ARG_NODES, "arg_nodes"},
                    {GJ_HEADS, "heads"},        {GJ_ROWS, "node_row_ptr"},
                    {GJ_ATTRS, "attrs"},        {GJ_DTYPES, "attrs.dltype"},
                    {GJ_SHAPES, "attrs.shape"}, {GJ_STORAGES, "attrs.storage_id"}};
    next(f);
    if (!take_object(f, take_member, NULL)) return false;
    if (f->token != TUNIP_JSON_END) return expected(f, "the end of the file");
    for (size_t i = 0; i < TUNIP_LEN(required); i++)
        if (!(f->seen & required[i].bit))
            return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, 0, 1, "the graph has no `%s`",
                                    required[i].name) == 0;
    return true;
}

/* ======== format ======== */

/* Graph.json of TVM's graph executor as a format: its members become nodes. Each number
 * of a node, an output or a row is checked, so that code that runs the graph need not. */

static bool fail_at(gj_file *f, size_t begin, size_t end, const char *message)
{
    return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, begin, end, "%s", message) == TUNIP_OK;
}

/* ---- the number of each entry ---- */

/* The first entry of each node, and the number of entries behind the last one. NULL after an
 * error. */
static size_t *number_entries(gj_file *f)
{
    size_t count = f->nodes.count, entries = 0;
    size_t *first = tunip_scratch_alloc(f->scratch, (count + 1) * sizeof *first);
    if (!first) tunip_input_fail(f->input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    for (size_t i = 0; first && i < count; i++) {
        first[i] = entries;
        entries += (size_t)f->nodes.items[i].output_count.value;
    }
    if (first) first[count] = entries;
    return first;
}

static bool check_rows(gj_file *f, const size_t *first)
{
    if (f->rows.count != f->nodes.count + 1)
        return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, 0, 1,
                                "node_row_ptr has %zu numbers for %zu nodes, and not one more",
                                f->rows.count, f->nodes.count) == TUNIP_OK;
    for (size_t i = 0; i < f->rows.count; i++) {
        const gj_int *row = &f->rows.items[i];
        if (row->value < 0 || (uint64_t)row->value != first[i])
            return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, row->begin, row->end,
                                    "the nodes before have %zu outputs", first[i]) == TUNIP_OK;
    }
    return true;
}

static bool check_counts(gj_file *f, size_t entries)
{
    const struct {
        const char *name;
        size_t count;
        bool given;
    } lists[] = {{"dltype", f->dtypes.count, true},
                 {"shape", f->shapes.count, true},
                 {"storage_id", f->storages.count, true},
                 {"device_index", f->devices.count, f->devices.count != 0},
                 {"storage_scope", f->scopes.count, f->scopes.count != 0}};
    for (size_t i = 0; i < TUNIP_LEN(lists); i++)
        if (lists[i].given && lists[i].count != entries)
            return tunip_input_fail(f->input, TUNIP_ERROR_FORMAT, 0, 1,
                                    "attrs.%s has %zu elements, and the nodes have %zu outputs",
                                    lists[i].name, lists[i].count, entries) == TUNIP_OK;
    return true;
}

/* ---- nodes ---- */

static tunip_node *make_shape(gj_file *f, const gj_shape *shape)
{
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < shape->count; i++) {
        const gj_int *dim = &f->dims.items[shape->first + i];
        if (dim->value < 0) {
            fail_at(f, dim->begin, dim->end, "an extent is negative");
            return NULL;
        }
        tunip_assembler_at(f->assembler, dim->begin, dim->end);
        tunip_assembler_item(f->assembler, tunip_int_new(f->input->graph, dim->value));
    }
    tunip_assembler_at(f->assembler, shape->begin, shape->end);
    return tunip_assembler_array(f->assembler, mark);
}

static tunip_node *make_tensor(gj_file *f, size_t entry)
{
    tunip_assembler *a = f->assembler;
    const gj_text *name = &f->dtypes.items[entry];
    const gj_int *storage = &f->storages.items[entry];
    const gj_int *device = f->devices.count ? &f->devices.items[entry] : NULL;
    tunip_dtype dtype;
    bool known = tunip_dtype_legacy_parse(name->value, &dtype) && dtype.bits && dtype.lanes > 0;
    if (!known && !fail_at(f, name->begin, name->end, "a tensor cannot have this dtype"))
        return NULL;
    if (storage->value < 0 && !fail_at(f, storage->begin, storage->end, "the number is negative"))
        return NULL;
    tunip_node *shape = make_shape(f, &f->shapes.items[entry]);
    if (!shape) return NULL;
    tunip_assembler_begin(a, (tunip_str)TUNIP_STR("graph_executor.Tensor"));
    tunip_assembler_set_dtype(a, "dtype", dtype);
    tunip_assembler_set(a, "shape", shape);
    tunip_assembler_set_int(a, "storage", storage->value);
    tunip_assembler_set_int(a, "device", device ? device->value : 1);
    if (f->scopes.count && f->scopes.items[entry].value.size)
        tunip_assembler_set_string(a, "scope", f->scopes.items[entry].value);
    return tunip_assembler_end(a);
}

/* The tensor to which an entry of the file refers, of a node before number `limit`. */
static tunip_node *tensor_at(gj_file *f, const gj_entry *entry, size_t limit, const size_t *first,
                             tunip_node *const *tensors)
{
    const gj_int *node = &entry->node, *index = &entry->index, *wrong = node;
    const char *problem = NULL;
    if (node->value < 0 || (uint64_t)node->value >= f->nodes.count)
        problem = "there is no node of this number";
    else if ((uint64_t)node->value >= limit)
        problem = "the node comes later";
    else if (index->value < 0 || index->value >= f->nodes.items[node->value].output_count.value)
        wrong = index, problem = "the node has no output of this number";
    if (problem) fail_at(f, wrong->begin, wrong->end, problem);
    return problem ? NULL : tensors[first[node->value] + (size_t)index->value];
}

static tunip_node *make_inputs(gj_file *f, size_t index, const size_t *first,
                               tunip_node *const *tensors)
{
    const gj_node *node = &f->nodes.items[index];
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < node->input_count; i++) {
        const gj_entry *entry = &f->inputs.items[node->first_input + i];
        tunip_node *tensor = tensor_at(f, entry, index, first, tensors);
        if (!tensor) return NULL;
        tunip_assembler_item(f->assembler, tensor);
    }
    return tunip_assembler_array(f->assembler, mark);
}

/* The executor does not use the order of these nodes, so they may come later. */
static tunip_node *make_deps(gj_file *f, const gj_node *node)
{
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < node->dep_count; i++) {
        const gj_int *dep = &f->deps.items[node->first_dep + i];
        if (dep->value < 0 || (uint64_t)dep->value >= f->nodes.count) {
            fail_at(f, dep->begin, dep->end, "there is no node of this number");
            return NULL;
        }
        tunip_assembler_at(f->assembler, dep->begin, dep->end);
        tunip_assembler_item(f->assembler, tunip_int_new(f->input->graph, dep->value));
    }
    return tunip_assembler_array(f->assembler, mark);
}

static tunip_node *make_node(gj_file *f, size_t index, const size_t *first, tunip_node **tensors)
{
    tunip_assembler *a = f->assembler;
    const gj_node *node = &f->nodes.items[index];
    size_t mark = tunip_assembler_list(a);
    for (size_t entry = first[index]; entry < first[index + 1]; entry++) {
        tensors[entry] = make_tensor(f, entry);
        if (!tensors[entry]) return NULL;
        tunip_assembler_item(a, tensors[entry]);
    }
    tunip_node *outputs = tunip_assembler_array(a, mark);
    tunip_node *inputs = make_inputs(f, index, first, tensors);
    tunip_node *deps = node->has_deps ? make_deps(f, node) : NULL;
    if (!outputs || !inputs || (node->has_deps && !deps)) return NULL;
    tunip_assembler_at(a, node->begin, node->end);
    tunip_assembler_begin(a, (tunip_str)TUNIP_STR("graph_executor.Node"));
    tunip_assembler_set_string(a, "op", node->op.value);
    tunip_assembler_set_string(a, "name", node->name.value);
    if (node->attrs) tunip_assembler_set(a, "attrs", node->attrs);
    tunip_assembler_set(a, "inputs", inputs);
    tunip_assembler_set(a, "outputs", outputs);
    if (deps) tunip_assembler_set(a, "control_deps", deps);
    return tunip_assembler_end(a);
}

/* ---- the graph ---- */

static tunip_node *make_nodes(gj_file *f, const size_t *first, tunip_node **tensors)
{
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < f->nodes.count; i++) {
        const gj_node *node = &f->nodes.items[i];
        bool is_call = tunip_str_is(node->op.value, "tvm_op");
        if (!is_call && !tunip_str_is(node->op.value, "null") &&
            !fail_at(f, node->op.begin, node->op.end, "expected `null` or `tvm_op`"))
            return NULL;
        if (!is_call && node->output_count.value != 1 &&
            !fail_at(f, node->output_count.begin, node->output_count.end,
                     "an input has one output"))
            return NULL;
        tunip_node *made = make_node(f, i, first, tensors);
        if (!made) return NULL;
        tunip_assembler_item(f->assembler, made);
    }
    return tunip_assembler_array(f->assembler, mark);
}

static tunip_node *make_arguments(gj_file *f, const size_t *first, tunip_node *const *tensors)
{
    size_t mark = tunip_assembler_list(f->assembler);
    for (size_t i = 0; i < f->arguments.count; i++) {
        const gj_int *number = &f->arguments.items[i];
        bool exists = number->value >= 0 && (uint64_t)number->value < f->nodes.count;
        if (!exists || !tunip_str_is(f->nodes.items[number->value].op.value, "null")) {
            fail_at(f, number->begin, number->end, "no input is the node of this number");
            return NULL;
        }
        tunip_assembler_item(f->assembler, tensors[first[number->value]]);
    }
    return tunip_assembler_array(f->assembler, mark);
}

/* Sets a field to members that are kept as JSON. */
static bool set_others(gj_file *f, const char *field, const gj_json *items, size_t count)
{
    tunip_assembler *a = f->assembler;
    size_t mark = tunip_assembler_list(a);
    for (size_t i = 0; i < count; i++) {
        tunip_assembler_at(a, items[i].key.begin, items[i].value.end);
        tunip_assembler_item(a, tunip_assembler_string(a, items[i].key.value));
        tunip_assembler_item(a, tunip_assembler_string(a, items[i].value.value));
    }
    tunip_node *map = tunip_assembler_map(a, mark);
    if (map && count) tunip_assembler_set(a, field, map);
    return map != NULL;
}

static tunip_node *make_graph(gj_file *f, const size_t *first)
{
    size_t entries = first[f->nodes.count];
    tunip_assembler *a = f->assembler;
    tunip_node **tensors = tunip_scratch_alloc(f->scratch, (entries + 1) * sizeof *tensors);
    if (!tensors) tunip_input_fail(f->input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    tunip_node *nodes = tensors ? make_nodes(f, first, tensors) : NULL;
    tunip_node *args = nodes ? make_arguments(f, first, tensors) : NULL;
    if (!args) return NULL;
    size_t mark = tunip_assembler_list(a);
    for (size_t i = 0; i < f->heads.count; i++) {
        tunip_node *tensor = tensor_at(f, &f->heads.items[i], f->nodes.count, first, tensors);
        if (!tensor) return NULL;
        tunip_assembler_item(a, tensor);
    }
    tunip_node *heads = tunip_assembler_array(a, mark);
    tunip_assembler_at(a, 0, tunip_source_text(f->input->source).size);
    tunip_assembler_begin(a, (tunip_str)TUNIP_STR("graph_executor.Graph"));
    tunip_assembler_set(a, "nodes", nodes);
    tunip_assembler_set(a, "args", args);
    tunip_assembler_set(a, "heads", heads);
    bool fine = set_others(f, "members", f->members.items, f->members.count) &&
                set_others(f, "attrs", f->attrs.items, f->attrs.count);
    return fine ? tunip_assembler_end(a) : NULL;
}

/* ---- the format ---- */

static tunip_status read_graph(const tunip_input *input)
{
    gj_file file = {.input = input, .scratch = tunip_graph_scratch(input->graph)};
    file.assembler = tunip_assembler_new(input);
    if (!file.assembler) return TUNIP_ERROR_MEMORY;
    tunip_json_init(&file.json, tunip_source_text(input->source));
    size_t *first = gj_parse(&file) ? number_entries(&file) : NULL;
    bool fine = first && check_counts(&file, first[file.nodes.count]) && check_rows(&file, first);
    tunip_node *root = fine ? make_graph(&file, first) : NULL;
    if (root && input->error->code == TUNIP_OK) return tunip_assembler_finish(file.assembler, root);
    tunip_assembler_free(file.assembler);
    if (input->error->code == TUNIP_OK)
        tunip_input_fail(input, TUNIP_ERROR_MEMORY, 0, 0, "out of memory");
    return input->error->code;
}

/* Finds `word` in *text and moves *text behind it. */
static bool find(tunip_str *text, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text->size; i++)
        if (memcmp(text->data + i, word, size) == 0) {
            *text = (tunip_str){text->data + i + size, text->size - i - size};
            return true;
        }
    return false;
}

static bool skip(tunip_str *text, const char *word)
{
    size_t size = strlen(word);
    while (text->size && strchr(" \t\r\n", *text->data))
        *text = (tunip_str){text->data + 1, text->size - 1};
    if (text->size < size || memcmp(text->data, word, size) != 0) return false;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

/* No other format begins with these members. Else the first node says which op it is: in saved
 * graphs `op` is a number. */
static tunip_sniff sniff(tunip_str head)
{
    static const char *const own[] = {"\"arg_nodes\"", "\"heads\"", "\"node_row_ptr\""};
    if (!skip(&head, "{")) return TUNIP_SNIFF_NO;
    for (size_t i = 0; i < TUNIP_LEN(own); i++) {
        tunip_str rest = head;
        if (skip(&rest, own[i])) return TUNIP_SNIFF_SURE;
    }
    for (int i = 0; i < 4 && find(&head, "\"op\""); i++) {
        tunip_str rest = head;
        if (skip(&rest, ":") && (skip(&rest, "\"null\"") || skip(&rest, "\"tvm_op\"")))
            return TUNIP_SNIFF_SURE;
    }
    return TUNIP_SNIFF_NO;
}

const tunip_format tunip_format_graph = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "graph-json",
    .summary = "graph.json of TVM's graph executor",
    .sniff = sniff,
    .read = read_graph,
};
