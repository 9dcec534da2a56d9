/* read_dump.c -- reads the dumps of TVM's debug executor, and of tunip. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "dump.h"

typedef struct dump_reader {
    dbg_dump *dump;
    const char *path;
    tunip_json json;
    tunip_json_token token;
    char *text; /* the next free byte of dump->texts */
    size_t room, input_count;
    tunip_error *error;
} dump_reader;

static bool fail(dump_reader *r, const char *message)
{
    size_t line, column;
    tunip_source_locate(r->dump->graph, (size_t)(r->json.at - r->json.begin), &line, &column);
    tunip_error_set(r->error, TUNIP_ERROR_FORMAT, "%s:%zu:%zu: %s", r->path, line, column, message);
    return false;
}

static void next(dump_reader *r)
{
    r->token = tunip_json_next(&r->json);
}

static bool take(dump_reader *r, tunip_json_token token, const char *message)
{
    if (r->token != token) return fail(r, message);
    next(r);
    return true;
}

/* The texts are together at most as long as the file. */
static bool take_text(dump_reader *r, tunip_str *out)
{
    tunip_json_flaw flaw;
    if (!tunip_json_is_string(r->token)) return fail(r, "expected a string");
    size_t size = tunip_json_decode(tunip_json_text(&r->json), r->text, &flaw);
    if (size == SIZE_MAX) return fail(r, flaw.message);
    *out = (tunip_str){r->text, size};
    r->text[size] = '\0';
    r->text += size + 1;
    next(r);
    return true;
}

static bool skip_value(dump_reader *r)
{
    const char *what = tunip_json_skip(&r->json, &r->token);
    char message[64];
    if (what) snprintf(message, sizeof message, "expected %s", what);
    return what ? fail(r, message) : true;
}

/* The node of this name that comes last so far. SIZE_MAX: none. */
static size_t find_node(const dbg_dump *dump, tunip_str name)
{
    size_t i = dump->node_count;
    while (i-- > 0 && !tunip_str_equal(dump->nodes[i].name, name)) continue;
    return i;
}

typedef bool take_fn(dump_reader *r, void *user);
typedef bool take_member_fn(dump_reader *r, tunip_str key, void *user);

/* The items of a list, each of which `item` reads. */
static bool take_list(dump_reader *r, take_fn *item, void *user)
{
    if (!take(r, TUNIP_JSON_OPEN_ARRAY, "expected a list")) return false;
    while (r->token != TUNIP_JSON_CLOSE_ARRAY) {
        if (!item(r, user)) return false;
        if (r->token == TUNIP_JSON_COMMA)
            next(r);
        else if (r->token != TUNIP_JSON_CLOSE_ARRAY)
            return fail(r, "expected `,` or `]`");
    }
    next(r);
    return true;
}

/* The members of an object: `member` reads the value. */
static bool take_object(dump_reader *r, const char *what, take_member_fn *member, void *user)
{
    tunip_str key;
    if (!take(r, TUNIP_JSON_OPEN_OBJECT, what)) return false;
    while (r->token != TUNIP_JSON_CLOSE_OBJECT) {
        if (!take_text(r, &key) || !take(r, TUNIP_JSON_COLON, "expected `:`")) return false;
        if (!member(r, key, user)) return false;
        if (r->token == TUNIP_JSON_COMMA)
            next(r);
        else if (r->token != TUNIP_JSON_CLOSE_OBJECT)
            return fail(r, "expected `,` or `}`");
    }
    next(r);
    return true;
}

static bool take_input(dump_reader *r, void *user)
{
    tunip_str name;
    (void)user;
    if (!take_text(r, &name)) return false;
    size_t input = find_node(r->dump, name);
    if (input != SIZE_MAX) r->dump->inputs[r->input_count++] = input;
    return true;
}

/* A node, and the place of the attribute that gave its layout. */
typedef struct node_reader {
    dbg_dumped_node node;
    size_t layout;
} node_reader;

/* A layout has several attributes. The row that comes last counts: a convolution says how its
 * output lies, and a change of the layout that follows it says how that lies. */
static bool take_attr(dump_reader *r, tunip_str key, void *user)
{
    static const char *const layouts[] = {"layout", "data_layout", "out_layout", "dst_layout"};
    node_reader *n = user;
    tunip_str value;
    if (!tunip_json_is_string(r->token)) return skip_value(r);
    if (!take_text(r, &value)) return false;
    for (size_t i = n->layout; value.size && i < TUNIP_LEN(layouts); i++)
        if (tunip_str_is(key, layouts[i])) n->layout = i, n->node.layout = value;
    if (tunip_str_is(key, "kernel_layout") || tunip_str_is(key, "weight_layout"))
        n->node.weight_layout = value;
    return true;
}

static bool take_node_member(dump_reader *r, tunip_str key, void *user)
{
    node_reader *n = user;
    if (tunip_str_is(key, "name")) return take_text(r, &n->node.name);
    if (tunip_str_is(key, "op")) return take_text(r, &n->node.op);
    if (tunip_str_is(key, "attrs")) {
        n->layout = 0;
        return take_object(r, "expected an object", take_attr, n);
    }
    if (!tunip_str_is(key, "inputs")) return skip_value(r);
    n->node.first_input = r->input_count;
    if (!take_list(r, take_input, NULL)) return false;
    n->node.input_count = r->input_count - n->node.first_input;
    return true;
}

static bool take_node(dump_reader *r, void *user)
{
    static const tunip_str none = {"", 0};
    node_reader n = {{.name = none, .op = none, .layout = none, .weight_layout = none}, 0};
    (void)user;
    if (!take_object(r, "expected a node", take_node_member, &n)) return false;
    r->dump->nodes[r->dump->node_count++] = n.node;
    return true;
}

/* [node, output, version], of which the number of the node counts. */
static bool take_head_part(dump_reader *r, void *user)
{
    size_t *part = user;
    int64_t node;
    if ((*part)++) return skip_value(r);
    if (r->token != TUNIP_JSON_INT || !tunip_json_int(tunip_json_text(&r->json), &node))
        return fail(r, "expected the number of a node");
    r->dump->heads[r->dump->head_count++] = node < 0 ? SIZE_MAX : (size_t)node;
    next(r);
    return true;
}

static bool take_head(dump_reader *r, void *user)
{
    size_t parts = 0;
    (void)user;
    return take_list(r, take_head_part, &parts) &&
           (parts || fail(r, "expected the number of a node"));
}

static bool take_graph_member(dump_reader *r, tunip_str key, void *user)
{
    (void)user;
    if (tunip_str_is(key, "nodes") && !r->dump->node_count) return take_list(r, take_node, NULL);
    if (tunip_str_is(key, "heads") && !r->dump->head_count) return take_list(r, take_head, NULL);
    return skip_value(r);
}

static bool take_nodes(dump_reader *r)
{
    next(r);
    return take_object(r, "expected an object", take_graph_member, NULL);
}

/* Splits "<name>____topo-index:<node>____output-num:<output>". */
static bool split_key(tunip_str key, dbg_dumped *out)
{
    static const char first[] = "____topo-index:", second[] = "____output-num:";
    char digits[64];
    for (size_t i = key.size; i-- > 0;) {
        size_t rest = key.size - i;
        if (rest < sizeof first || rest >= sizeof digits + sizeof first ||
            memcmp(key.data + i, first, sizeof first - 1) != 0)
            continue;
        size_t size = rest - (sizeof first - 1);
        memcpy(digits, key.data + i + sizeof first - 1, size);
        digits[size] = '\0';
        char *end;
        if (!tunip_is_digit(*digits)) return false;
        out->node = (size_t)strtoull(digits, &end, 10);
        if (strncmp(end, second, sizeof second - 1) != 0) return false;
        end += sizeof second - 1;
        if (!tunip_is_digit(*end)) return false;
        out->output = (size_t)strtoull(end, &end, 10);
        out->name = (tunip_str){key.data, i};
        return end == digits + size;
    }
    return false;
}

static int by_place(const void *a, const void *b)
{
    const dbg_dumped *left = a, *right = b;
    if (left->node != right->node) return left->node < right->node ? -1 : 1;
    return (left->output > right->output) - (left->output < right->output);
}

static bool take_items(dump_reader *r)
{
    dbg_dump *dump = r->dump;
    dump->items = calloc(dump->params.count + 1, sizeof *dump->items);
    if (!dump->items) return fail(r, "out of memory");
    for (size_t i = 0; i < dump->params.count; i++) {
        dbg_dumped *item = &dump->items[dump->count];
        item->tensor = &dump->params.items[i].tensor;
        if (!split_key(dump->params.items[i].name, item) || item->node >= dump->node_count) {
            tunip_str name = dump->params.items[i].name;
            tunip_error_set(r->error, TUNIP_ERROR_FORMAT,
                            "%.120s: output_tensors.params has a tensor of no node: %.*s", r->path,
                            (int)(name.size < 100 ? name.size : 100), name.data);
            return false;
        }
        dump->count++;
    }
    qsort(dump->items, dump->count, sizeof *dump->items, by_place);
    return true;
}

/* The times of the nodes: two marks for each, in their order. A dump without a usable trace has no
 * times. */
static void read_times(const tunip_context *context, const char *folder, dbg_dump *dump)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/_tvmdbg_execution_trace.json", folder);
    tunip_source *source = tunip_source_open(context, path, NULL);
    double *times = source ? calloc(dump->node_count + 1, sizeof *times) : NULL;
    double mark, begin = 0;
    size_t marks = 0;
    tunip_json json;
    if (times) tunip_json_init(&json, tunip_source_text(source));
    for (tunip_json_token t; times && (t = tunip_json_next(&json)) != TUNIP_JSON_END;) {
        if (t > TUNIP_JSON_MINUS_INFINITY) break;
        if (t != TUNIP_JSON_STRING || !tunip_str_is(tunip_json_text(&json), "\"ts\"")) continue;
        t = tunip_json_next(&json) == TUNIP_JSON_COLON ? tunip_json_next(&json) : TUNIP_JSON_BAD;
        if (tunip_json_float(&json, t, &mark) != TUNIP_OK || marks / 2 >= dump->node_count) break;
        if (marks % 2) times[marks / 2] = mark - begin;
        begin = mark;
        marks++;
    }
    tunip_source_free(source);
    if (marks == dump->node_count * 2)
        dump->times = times;
    else
        free(times);
}

bool dbg_is_dump(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/_tvmdbg_device_CPU_0", folder);
    if (access(path, R_OK) == 0) return true;
    snprintf(path, sizeof path, "%s/_tvmdbg_graph_dump.json", folder);
    return access(path, R_OK) == 0;
}

bool dbg_dump_read(const tunip_context *context, const char *folder, dbg_dump *dump,
                   tunip_error *error)
{
    char inside[3000], path[4096], params[4096];
    tunip_error why = TUNIP_ERROR_INIT;
    *dump = (dbg_dump){.graph = NULL};
    snprintf(inside, sizeof inside, "%s/_tvmdbg_device_CPU_0", folder);
    if (access(inside, R_OK) == 0) folder = inside;
    snprintf(path, sizeof path, "%s/_tvmdbg_graph_dump.json", folder);
    dump->graph = tunip_source_open(context, path, &why);
    if (!dump->graph) {
        tunip_error_set(error, why.code, "%s: %s", path, why.message);
        return false;
    }
    dump_reader r = {.dump = dump, .path = path, .error = error};
    size_t size = tunip_source_text(dump->graph).size;
    tunip_json_init(&r.json, tunip_source_text(dump->graph));
    /* a node takes at least two bytes of the file, an input three, a string its quotes */
    dump->texts = r.text = malloc(size + 1);
    dump->nodes = calloc(size / 2 + 1, sizeof *dump->nodes);
    dump->inputs = calloc(size / 2 + 1, sizeof *dump->inputs);
    dump->heads = calloc(size / 2 + 1, sizeof *dump->heads);
    bool fine = dump->texts && dump->nodes && dump->inputs && dump->heads;
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    fine = fine && take_nodes(&r);
    snprintf(params, sizeof params, "%s/output_tensors.params", folder);
    fine = fine && dbg_params_load(context, params, &dump->params, error) && take_items(&r);
    if (fine) read_times(context, folder, dump);
    if (!fine) dbg_dump_free(dump);
    return fine;
}

void dbg_dump_free(dbg_dump *dump)
{
    dbg_params_free(&dump->params);
    tunip_source_free(dump->graph);
    free(dump->items);
    free(dump->nodes);
    free(dump->inputs);
    free(dump->heads);
    free(dump->texts);
    free(dump->times);
    *dump = (dbg_dump){.graph = NULL};
}
