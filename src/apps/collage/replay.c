/* replay.c -- reads the folder of a recorded run, and runs it. */
#include "replay.h"

#include <stdlib.h>

#include "spec.h"

/* ---- files ---- */

static tunip_source *open_file(cg_replay *r, const char *folder, const char *name,
                               tunip_error *error)
{
    tunip_str path = cg_format(&r->memory, "%s/%s", folder, name);
    return path.data ? tunip_source_open(r->context, path.data, error) : NULL;
}

/* The text of a file, in the memory of the replay. Empty, without an error, if there is none. */
static tunip_str read_file(cg_replay *r, const char *folder, const char *name)
{
    tunip_error ignored = TUNIP_ERROR_INIT;
    tunip_source *source = open_file(r, folder, name, &ignored);
    tunip_str text = source ? cg_text(&r->memory, tunip_source_text(source)) : (tunip_str){NULL, 0};
    tunip_source_free(source);
    return text;
}

static void say_file(cg_replay *r, const char *name)
{
    tunip_error *error = r->error;
    char message[sizeof error->message];
    if (!error || error->code == TUNIP_OK) return;
    memcpy(message, error->message, sizeof message);
    error->code = TUNIP_OK;
    tunip_error_set(error, TUNIP_ERROR_FORMAT, "%s: %.280s", name, message);
}

static bool has_content(tunip_str text)
{
    return text.size > 0;
}

static bool read_graph(cg_replay *r, const char *folder, bool placeholders)
{
    static const char *const names[] = {"indexed.json", "input.json", "indexed.txt", "input.txt"};
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.placeholders = placeholders;
    for (size_t i = 0; i < TUNIP_LEN(names); i++) {
        tunip_error ignored = TUNIP_ERROR_INIT;
        tunip_source *source = open_file(r, folder, names[i], &ignored);
        if (!source) continue;
        r->graph = tunip_read_source(r->context, source, &options, r->error);
        tunip_source_free(source);
        if (!r->graph) say_file(r, names[i]);
        return r->graph != NULL;
    }
    tunip_error_set(r->error, TUNIP_ERROR_NOT_FOUND, "there is no indexed.json in %s", folder);
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

static bool read_answers(cg_replay *r, tunip_str text)
{
    for (bool is_first = true; text.size; is_first = false) {
        const char *end = memchr(text.data, '\n', text.size);
        size_t size = end ? (size_t)(end - text.data) : text.size;
        tunip_str line = {text.data, size - (size && text.data[size - 1] == '\r')};
        size_t skip = size + (end != NULL);
        text = (tunip_str){text.data + skip, text.size - skip};
        if (is_first || !line.size) continue;
        cg_answer answer = {.compiler = next_field(&line), .label = next_field(&line)};
        answer.index = strtoul(next_field(&line).data, NULL, 10);
        answer.holds = tunip_str_is(next_field(&line), "True");
        if (!CG_PUSH(&r->memory, r->answers, r->answer_count, answer)) return false;
    }
    return true;
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

static const tunip_node *read_pattern(cg_replay *r, tunip_str json)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = "tvm-legacy";
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("pattern"), json, r->error);
    tunip_graph *graph = source ? tunip_read_source(r->context, source, &options, r->error) : NULL;
    tunip_source_free(source);
    if (!graph) return NULL;
    if (!CG_PUSH(&r->memory, r->patterns, r->pattern_count, graph)) {
        tunip_graph_free(graph);
        return NULL;
    }
    return tunip_graph_root(graph);
}

static bool read_entry(cg_replay *r, tunip_str compiler, const cg_value *row, cg_entry *out)
{
    cg_predicate *predicate = CG_NEW(&r->memory, cg_predicate, 1);
    if (!predicate) return false;
    *out = (cg_entry){.label = cg_json_text(row, "label")};
    *predicate = (cg_predicate){find_answer, r, compiler, out->label};
    if (cg_json_true(row, "has_predicate")) out->predicate = predicate;
    out->pattern = read_pattern(r, cg_json_text(row, "pattern_json"));
    return out->pattern != NULL;
}

static const cg_spec *read_table(cg_replay *r, tunip_str compiler, const cg_value *table,
                                 const cg_value *config)
{
    size_t max_depth = (size_t)cg_json_number(config, "byoc_max_depth", 0);
    cg_style style = CG_STYLE_DEFAULT;
    cg_entry *entries = CG_NEW(&r->memory, cg_entry, table->count + 1);
    const cg_value *styles = cg_json_get(config, "byoc_fusion_style");
    for (size_t i = 0; styles && i < styles->count; i++) {
        tunip_str text = styles->members[i].value->text, rest = {NULL, 0};
        bool is_its = text.size > compiler.size && text.data[compiler.size] == '.' &&
                      memcmp(text.data, compiler.data, compiler.size) == 0;
        if (is_its)
            rest = (tunip_str){text.data + compiler.size + 1, text.size - compiler.size - 1};
        if (is_its && cg_style_parse(rest, &style)) break;
    }
    for (size_t i = 0; entries && i < table->count; i++)
        if (!read_entry(r, compiler, table->members[i].value, &entries[i])) return NULL;
    return entries ? cg_spec_patterns(&r->memory, compiler, entries, table->count, style, max_depth)
                   : NULL;
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

static bool read_targets(cg_replay *r, const cg_value *config, const cg_value *tables)
{
    const cg_value *targets = cg_json_get(config, "primitive_targets");
    size_t max_depth = (size_t)cg_json_number(config, "tvm_max_depth", 0);
    if (!targets) targets = cg_json_get(config, "targets");
    for (size_t i = 0; targets && i < targets->count; i++) {
        tunip_str kind = kind_of_target(targets->members[i].value->text);
        tunip_str key = cg_text(&r->memory, kind);
        const cg_value *table = key.data ? cg_json_get(tables, key.data) : NULL;
        const cg_spec *spec =
            table ? read_table(r, kind, table, config) : cg_spec_tvm(&r->memory, kind, max_depth);
        if (!add_spec(r, spec)) return false;
    }
    return add_spec(r, cg_spec_host(&r->memory));
}

static bool read_costs(cg_replay *r, const cg_value *config)
{
    const cg_value *costs = cg_json_get(config, "costs");
    r->mock.most = (size_t)cg_json_number(config, "max_estimates", 0);
    for (size_t i = 0; costs && i < costs->count; i++) {
        cg_price price = {costs->members[i].key, costs->members[i].value->number};
        if (costs->members[i].value->kind == TUNIP_JSON_STRING || !(price.cost >= 0)) {
            tunip_error_set(r->error, TUNIP_ERROR_FORMAT,
                            "config.json: the cost of `%.*s` must be seconds, 0 or more",
                            (int)price.target.size, price.target.data);
            return false;
        }
        if (!CG_PUSH(&r->memory, r->mock.prices, r->mock.count, price)) return false;
    }
    return true;
}

static const cg_value *read_json(cg_replay *r, const char *folder, const char *name)
{
    tunip_str text = read_file(r, folder, name);
    if (!has_content(text)) {
        tunip_error_set(r->error, TUNIP_ERROR_NOT_FOUND, "there is no %s in %s", name, folder);
        return NULL;
    }
    const cg_value *value = cg_json_read(&r->memory, text, r->error);
    if (!value) say_file(r, name);
    return value;
}

/* ---- marked nodes ---- */

/* A record of a sub-graph instead of a search: "nodes" has lists of nodes by label. Those with a
 * label also become a "Composite" function of that name. */
static cg_set marked_set(cg_replay *r, cg_graph *graph, const cg_value *list)
{
    for (size_t i = 0; list && i < list->count; i++) {
        double index = list->members[i].value->number;
        if (index >= 0 && index < graph->count) cg_bits_add(&graph->bits, (uint32_t)index);
    }
    return cg_bits_take(&graph->bits, &r->memory);
}

static const cg_sub_graph *marked_sub_graph(cg_replay *r, cg_graph *graph, const cg_value *nodes,
                                            tunip_str compiler)
{
    cg_memory *memory = &r->memory;
    cg_set all = {0, 0, NULL};
    cg_nested *nested = NULL;
    size_t count = 0;
    tunip_str label;
    for (size_t i = 0; i < nodes->count; i++) {
        cg_set inside = marked_set(r, graph, nodes->members[i].value);
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
    tunip_str compiler = cg_json_text(r->config, "compiler");
    cg_limits limits = {.max_exits = (size_t)cg_json_number(r->config, "max_outputs", 0),
                        .allow_taps = cg_json_true(r->config, "allow_taps")};
    cg_spec *spec = CG_NEW(&r->memory, cg_spec, 1);
    if (!spec || !cg_engine_open(&r->engine, r->context, r->graph, &r->memory)) return false;
    cg_partition *p = &r->engine.partitions[0];
    *spec = (cg_spec){.name = compiler, .target = compiler, .is_external = true};
    if (!cg_graph_init(&p->graph, &r->memory, &p->function->base.base.base.base)) return false;
    const cg_sub_graph *s =
        marked_sub_graph(r, &p->graph, cg_json_get(r->config, "nodes"), compiler);
    cg_candidate *candidate = s ? cg_candidate_new(&r->memory, s->label, s, spec, 0) : NULL;
    r->engine.options.keep_inline = true;
    return candidate && cg_partition_choose(&r->engine, p, candidate, &limits, &r->reason);
}

/* ---- the run ---- */

bool cg_replay_open(cg_replay *r, tunip_context *context, const char *folder, bool placeholders,
                    tunip_error *error)
{
    *r = (cg_replay){.context = context, .error = error};
    r->config = read_json(r, folder, "config.json");
    bool is_marked = cg_json_get(r->config, "nodes") != NULL;
    const cg_value *tables =
        r->config && !is_marked ? read_json(r, folder, "pattern_tables.json") : NULL;
    bool fine = r->config && (tables || is_marked) &&
                read_graph(r, folder, placeholders && !is_marked) &&
                read_answers(r, read_file(r, folder, "predicates.tsv")) &&
                read_costs(r, r->config) && read_targets(r, r->config, tables);
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return fine;
}

bool cg_replay_run(cg_replay *r, const cg_options *options)
{
    r->engine = (cg_engine){.specs = r->specs,
                            .spec_count = r->spec_count,
                            .estimator = cg_mock_estimator(&r->mock),
                            .options = *options,
                            .error = r->error};
    r->is_sub_graph = cg_json_get(r->config, "nodes") != NULL;
    bool fine = r->is_sub_graph
                    ? run_marked(r)
                    : cg_partition_all(&r->engine, r->context, r->graph, &r->memory);
    if (!fine) tunip_error_set(r->error, TUNIP_ERROR_MEMORY, "out of memory");
    return fine;
}

void cg_replay_free(cg_replay *r)
{
    for (size_t i = 0; i < r->pattern_count; i++) tunip_graph_free(r->patterns[i]);
    tunip_graph_free(r->graph);
    cg_memory_free(&r->memory);
}
