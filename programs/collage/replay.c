/* replay.c -- reads the folder of a recorded run, and runs it. */
#include "replay.h"

#include <stdlib.h>

#include "setup.h"

/* ---- shapes: a record has other members, too, and null for what it does not have ---- */

static const cg_shape any_text = {.expected = "a text", .kinds = CG_JSON_TEXT | CG_JSON_NULL};
static const cg_shape any_flag = {.expected = "true or false",
                                  .kinds = CG_JSON_FLAG | CG_JSON_NULL};
static const cg_shape any_count = {.expected = "a whole number from 0 to 1000000000",
                                   .kinds = CG_JSON_COUNT | CG_JSON_NULL,
                                   .most = 1e9};
static const cg_shape any_texts = {
    .expected = "a list of texts", .kinds = CG_JSON_LIST | CG_JSON_NULL, .each = &cg_any_text};
static const cg_shape any_counts = {
    .expected = "a list of numbers", .kinds = CG_JSON_LIST, .each = &cg_any_count};
static const cg_shape any_seconds = {.expected = "an object with seconds by target",
                                     .kinds = CG_JSON_OBJECT | CG_JSON_NULL,
                                     .each = &cg_any_seconds};
static const cg_shape any_nodes = {.expected = "an object with lists of numbers by label",
                                   .kinds = CG_JSON_OBJECT | CG_JSON_NULL,
                                   .each = &any_counts};

static const cg_field config_fields[] = {{"targets", &any_texts, false},
                                         {"primitive_targets", &any_texts, false},
                                         {"costs", &any_seconds, false},
                                         {"max_estimates", &any_count, false},
                                         {"tvm_max_depth", &any_count, false},
                                         {"byoc_max_depth", &any_count, false},
                                         {"byoc_fusion_style", &any_texts, false},
                                         {"nodes", &any_nodes, false},
                                         {"max_outputs", &any_count, false},
                                         {"allow_taps", &any_flag, false},
                                         {"compiler", &any_text, false}};
static const cg_shape config_shape = {
    .expected = "an object", .kinds = CG_JSON_OBJECT, CG_FIELDS(config_fields), .is_open = true};

static const cg_field row_fields[] = {{"label", &cg_any_text, true},
                                      {"pattern_json", &cg_any_text, true},
                                      {"has_predicate", &any_flag, false}};
static const cg_shape row_shape = {.expected = "an object with `label` and `pattern_json`",
                                   .kinds = CG_JSON_OBJECT,
                                   CG_FIELDS(row_fields),
                                   .is_open = true};
static const cg_shape table_shape = {
    .expected = "a list of patterns", .kinds = CG_JSON_LIST, .each = &row_shape};
static const cg_shape tables_shape = {
    .expected = "an object with tables of patterns", .kinds = CG_JSON_OBJECT, .each = &table_shape};

/* ---- files ---- */

/* Opens a file of the folder. It is the one that a later error is about. */
static bool open_file(cg_replay *r, cg_file *file, const char *name, tunip_error *error)
{
    tunip_str path = tn_arena_say(&r->memory, "%s/%s", r->folder, name);
    *file = (cg_file){.path = path.data, .error = r->error};
    r->path = path.data;
    file->source = path.data ? tunip_source_open(r->context, path.data, error) : NULL;
    return file->source != NULL;
}

static bool read_json(cg_replay *r, cg_file *file, const char *name, const cg_shape *shape)
{
    return open_file(r, file, name, r->error) && cg_file_parse(file, &r->memory) &&
           cg_file_check(file, file->root, shape);
}

static bool read_graph(cg_replay *r, bool placeholders)
{
    static const char *const names[] = {"indexed.json", "input.json", "indexed.txt", "input.txt"};
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.placeholders = placeholders;
    for (size_t i = 0; i < TUNIP_LEN(names); i++) {
        tunip_error ignored = TUNIP_ERROR_INIT;
        cg_file file;
        if (!open_file(r, &file, names[i], &ignored)) continue;
        r->graph = tunip_read_source(r->context, file.source, &options, r->error);
        cg_file_close(&file);
        return r->graph != NULL;
    }
    r->path = r->folder;
    tunip_error_set(r->error, TUNIP_ERROR_NOT_FOUND, "there is no indexed.json in it");
    return false;
}

/* ---- predicates ---- */

typedef struct cg_answer {
    tunip_str compiler, label;
    unsigned long index;
    bool holds;
    bool is_used;
} cg_answer;

static tunip_str next_field(tunip_str *line)
{
    size_t size = 0;
    while (size < line->size && line->data[size] != '\t') size++;
    tunip_str field = {line->data, size};
    size_t skip = size + (size < line->size);
    *line = (tunip_str){line->data + skip, line->size - skip};
    return field;
}

/* "npu\tnpu.add\t9\tTrue" */
static bool read_answer(cg_replay *r, tunip_str line, size_t number)
{
    cg_answer answer = {.compiler = next_field(&line), .label = next_field(&line)};
    tunip_str index = next_field(&line), holds = next_field(&line);
    tunip_str digits = tn_arena_str(&r->memory, index);
    char *end = NULL;
    answer.index = digits.data ? strtoul(digits.data, &end, 10) : 0;
    answer.holds = tunip_str_is(holds, "True");
    bool is_number = index.size && index.size < 10 && tunip_is_digit(*index.data) && end && !*end;
    if (is_number && !line.size && (answer.holds || tunip_str_is(holds, "False")))
        return CG_PUSH(&r->memory, r->answers, r->answer_count, answer);
    tunip_error_set(r->error, digits.data ? TUNIP_ERROR_FORMAT : TUNIP_ERROR_MEMORY,
                    "expected a backend, a label, the index of a node, and True or False, with "
                    "tabs between them");
    if (r->error) r->error->line = number;
    if (r->error) r->error->column = 1;
    return false;
}

/* A folder may have no answers. The first line has the names of the columns. */
static bool read_answers(cg_replay *r)
{
    tunip_error ignored = TUNIP_ERROR_INIT;
    cg_file file;
    if (!open_file(r, &file, "predicates.tsv", &ignored)) return !r->memory.failed;
    tunip_str text = tn_arena_str(&r->memory, tunip_source_text(file.source));
    cg_file_close(&file);
    for (size_t number = 1; text.size; number++) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end ? (size_t)(end - text.data) : text.size;
        tunip_str line = {text.data, size - (size && text.data[size - 1] == '\r')};
        size_t skip = size + (end != NULL);
        text = (tunip_str){text.data + skip, text.size - skip};
        if (number > 1 && line.size && !read_answer(r, line, number)) return false;
    }
    return !r->memory.failed;
}

/* A table may have a label twice; then the answers are in the order of its rows. A run that TVM
 * broke off lacks answers, which are taken to be yes. */
static bool find_answer(void *user, const cg_predicate *predicate, cg_finder *finder,
                        uint32_t index, bool *out)
{
    cg_replay *r = user;
    cg_answer *last = NULL;
    (void)finder;
    for (size_t i = 0; i < r->answer_count; i++) {
        cg_answer *answer = &r->answers[i];
        if (answer->index != index || !tunip_str_equal(answer->label, predicate->name) ||
            !tunip_str_equal(answer->compiler, predicate->compiler))
            continue;
        last = answer;
        if (!answer->is_used) break;
    }
    if (last) last->is_used = true;
    if (!last) r->unrecorded++;
    *out = !last || last->holds;
    return true;
}

/* ---- tables of patterns ---- */

static const tunip_node *read_pattern(cg_replay *r, const cg_value *value)
{
    tunip_str json = value->text;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = "tvm-legacy";
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("pattern"), json, r->error);
    tunip_graph *graph = source ? tunip_read_source(r->context, source, &options, r->error) : NULL;
    tunip_source_free(source);
    if (!graph) cg_file_fail_inside(&r->tables, value);
    if (!graph) return NULL;
    bool fine = tunip_is_a(tunip_graph_root(graph), &cg_pattern_type) ||
                cg_file_fail(&r->tables, value, "expected a saved pattern");
    if (!fine || !CG_PUSH(&r->memory, r->patterns, r->pattern_count, graph)) {
        tunip_graph_free(graph);
        return NULL;
    }
    return tunip_graph_root(graph);
}

/* "tensorrt.NoFusion": the style of one backend. */
static bool read_style(cg_replay *r, tunip_str compiler, cg_style *out)
{
    const cg_value *styles = cg_json_get(r->config.root, "byoc_fusion_style");
    for (size_t i = 0; styles && i < styles->count; i++) {
        const cg_value *value = styles->members[i].value;
        tunip_str name = value->text;
        const char *point = memchr(name.data, '.', name.size);
        size_t size = point ? (size_t)(point - name.data) : name.size,
               skip = size + (point != NULL);
        if (!tunip_str_equal((tunip_str){name.data, size}, compiler)) continue;
        name = (tunip_str){name.data + skip, name.size - skip};
        return cg_style_read(&r->config, value, name, out);
    }
    return true;
}

static const cg_spec *read_table(cg_replay *r, tunip_str compiler, const cg_value *table)
{
    size_t max_depth = cg_json_count(r->config.root, "byoc_max_depth", 0);
    cg_style style = CG_STYLE_DEFAULT;
    cg_entry *entries = CG_NEW(&r->memory, cg_entry, table->count + 1);
    r->path = r->config.path;
    if (!entries || !read_style(r, compiler, &style)) return NULL;
    r->path = r->tables.path;
    for (size_t i = 0; i < table->count; i++) {
        const cg_value *row = table->members[i].value;
        cg_entry *out = &entries[i];
        cg_predicate *predicate = CG_NEW(&r->memory, cg_predicate, 1);
        if (!predicate) return NULL;
        *out = (cg_entry){.label = cg_json_text(row, "label")};
        *predicate = (cg_predicate){find_answer, r, compiler, out->label, NULL};
        if (cg_json_true(row, "has_predicate")) out->predicate = predicate;
        out->pattern = read_pattern(r, cg_json_get(row, "pattern_json"));
        if (!out->pattern) return NULL;
    }
    return cg_spec_patterns(&r->memory, compiler, entries, table->count, style, max_depth);
}

/* ---- targets ---- */

/* The kind of "cuda -keys=cuda,gpu". */
static tunip_str kind_of_target(tunip_str target)
{
    size_t size = 0;
    while (size < target.size && target.data[size] != ' ') size++;
    return (tunip_str){target.data, size};
}

static bool add_spec(cg_replay *r, const cg_spec *spec)
{
    return spec && CG_PUSH(&r->memory, r->specs, r->spec_count, spec);
}

static bool read_targets(cg_replay *r)
{
    const cg_value *config = r->config.root;
    const cg_value *targets = cg_json_get(config, "primitive_targets");
    size_t max_depth = cg_json_count(config, "tvm_max_depth", 0);
    if (!targets) targets = cg_json_get(config, "targets");
    if (!targets && !r->is_sub_graph) {
        r->path = r->config.path;
        return cg_file_fail(&r->config, config, "the member `targets` is missing");
    }
    for (size_t i = 0; targets && i < targets->count; i++) {
        tunip_str kind = kind_of_target(targets->members[i].value->text);
        tunip_str key = tn_arena_str(&r->memory, kind);
        const cg_value *table = key.data ? cg_json_get(r->tables.root, key.data) : NULL;
        const cg_spec *spec =
            table ? read_table(r, kind, table) : cg_spec_tvm(&r->memory, kind, max_depth);
        if (!add_spec(r, spec)) return false;
    }
    return add_spec(r, cg_spec_host(&r->memory));
}

static bool read_costs(cg_replay *r)
{
    const cg_value *costs = cg_json_get(r->config.root, "costs");
    r->mock.most = cg_json_count(r->config.root, "max_estimates", 0);
    for (size_t i = 0; costs && i < costs->count; i++) {
        cg_price price = {costs->members[i].key, costs->members[i].value->number, NULL};
        if (!CG_PUSH(&r->memory, r->mock.prices, r->mock.count, price)) return false;
    }
    return true;
}

/* ---- marked nodes ---- */

/* A record of a sub-graph instead of a search: "nodes" has lists of nodes by label. Those with a
 * label also become a "Composite" function of that name. */
static bool mark(cg_replay *r, cg_graph *graph, const cg_value *list, cg_set *out)
{
    for (size_t i = 0; i < list->count; i++) {
        const cg_value *index = list->members[i].value;
        if (index->number >= graph->count)
            return cg_file_fail(&r->config, index,
                                "there is no expression %.0f: the function has %u", index->number,
                                (unsigned)graph->count);
        cg_bits_add(&graph->bits, (uint32_t)index->number);
    }
    *out = cg_bits_take(&graph->bits, &r->memory);
    return true;
}

static const cg_sub_graph *marked_sub_graph(cg_replay *r, cg_graph *graph, const cg_value *nodes,
                                            tunip_str compiler)
{
    tn_arena *memory = &r->memory;
    cg_set all = {0, 0, NULL};
    cg_nested *nested = NULL;
    size_t count = 0;
    tunip_str label;
    for (size_t i = 0; i < nodes->count; i++) {
        cg_set inside;
        if (!mark(r, graph, nodes->members[i].value, &inside)) return NULL;
        tunip_str name = nodes->members[i].key;
        cg_nested one = {.attrs = {.composite = name}};
        all = cg_set_union(memory, all, inside);
        if (!name.size) continue;
        one.sub_graph = cg_sub_graph_new(graph, memory, inside, CG_O, name, 0, NULL);
        if (!one.sub_graph || !CG_PUSH(memory, nested, count, one)) return NULL;
    }
    cg_kind kind = cg_graph_describe(graph, memory, all, &label);
    const cg_sub_graph *s = cg_sub_graph_new(graph, memory, all, kind, label, count, nested);
    return s ? cg_sub_graph_wrap(memory, s, (cg_attrs){.compiler = compiler}) : NULL;
}

static bool run_marked(cg_replay *r)
{
    tunip_str compiler = cg_json_text(r->config.root, "compiler");
    cg_limits limits = {.max_exits = cg_json_count(r->config.root, "max_outputs", 0),
                        .allow_taps = cg_json_true(r->config.root, "allow_taps")};
    cg_spec *spec = CG_NEW(&r->memory, cg_spec, 1);
    if (!spec || !cg_engine_open(&r->engine, r->context, r->graph, &r->memory)) return false;
    cg_partition *p = &r->engine.partitions[0];
    *spec = (cg_spec){.name = compiler, .target = compiler, .is_external = true};
    if (!cg_graph_init(&p->graph, &r->memory, &p->function->base.base.base.base.base)) return false;
    r->path = r->config.path;
    const cg_sub_graph *s =
        marked_sub_graph(r, &p->graph, cg_json_get(r->config.root, "nodes"), compiler);
    cg_candidate *candidate = s ? cg_candidate_new(&r->memory, s->label, s, spec, 0) : NULL;
    r->engine.options.keep_inline = true;
    return candidate && cg_partition_choose(&r->engine, p, candidate, &limits, &r->reason);
}

/* ---- the run ---- */

bool cg_replay_open(cg_replay *r, tunip_context *context, const char *folder, bool placeholders,
                    tunip_error *error)
{
    *r = (cg_replay){.context = context, .folder = folder, .error = error};
    bool fine = read_json(r, &r->config, "config.json", &config_shape);
    r->is_sub_graph = cg_json_get(r->config.root, "nodes") != NULL;
    fine = fine &&
           (r->is_sub_graph || read_json(r, &r->tables, "pattern_tables.json", &tables_shape)) &&
           read_graph(r, placeholders && !r->is_sub_graph) && read_answers(r) && read_costs(r) &&
           read_targets(r);
    if (fine) r->path = folder;
    return fine || tn_no_memory(error) == TUNIP_OK;
}

bool cg_replay_run(cg_replay *r, const cg_options *options)
{
    r->engine = (cg_engine){.specs = r->specs,
                            .spec_count = r->spec_count,
                            .estimator = cg_mock_estimator(&r->mock),
                            .options = *options,
                            .error = r->error};
    bool fine = r->is_sub_graph ? run_marked(r)
                                : cg_partition_all(&r->engine, r->context, r->graph, &r->memory);
    if (!fine) tn_no_memory(r->error);
    return fine;
}

void cg_replay_free(cg_replay *r)
{
    for (size_t i = 0; i < r->pattern_count; i++) tunip_graph_free(r->patterns[i]);
    tunip_graph_free(r->graph);
    cg_file_close(&r->config);
    cg_file_close(&r->tables);
    tn_arena_free(&r->memory);
}
