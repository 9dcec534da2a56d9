/* parse.c -- the syntax of graph.json (TVM v0.19 GraphExecutor::Load): which members there are, and
 * of what kind. Members of the file that the executor does not use are kept as JSON. It refuses
 * unknown members of nodes, and so does this reader. */
#include "parse.h"

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
