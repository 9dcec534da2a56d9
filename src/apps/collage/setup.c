/* setup.c -- reads targets, rules and costs. */
#include "setup.h"

#include <math.h>

#include "added.h"
#include "rule_file.h"

enum { DEPTH = 4 };

/* ---- shapes ---- */

static const cg_shape speed = {
    .expected = "a number of 1 or more", .kinds = CG_JSON_NUMBER, .least = 1, .most = INFINITY};
static const cg_field target_fields[] = {
    {"kind", &cg_any_text, true},        {"rules", &cg_any_text, false},
    {"max_depth", &cg_any_count, false}, {"flops", &speed, false},
    {"bandwidth", &speed, false},        {"launch", &cg_any_seconds, false}};
static const cg_shape target_row = {.expected = "a target: a kind, or an object with `kind`",
                                    .kinds = CG_JSON_TEXT | CG_JSON_OBJECT,
                                    .least = 1,
                                    CG_FIELDS(target_fields)};
static const cg_shape target_list = {.expected = "a list of targets, at least one",
                                     .kinds = CG_JSON_LIST,
                                     .least = 1,
                                     .each = &target_row};
static const cg_field targets_fields[] = {{"targets", &target_list, true}};
static const cg_shape targets_shape = {
    .expected = "an object with `targets`", .kinds = CG_JSON_OBJECT, CG_FIELDS(targets_fields)};

/* The search needs costs that are not negative. */
static const cg_shape seconds_by_name = {
    .expected = "an object with seconds by name", .kinds = CG_JSON_OBJECT, .each = &cg_any_seconds};
static const cg_shape seconds_by_target = {.expected = "an object with the costs of targets",
                                           .kinds = CG_JSON_OBJECT,
                                           .each = &seconds_by_name};
static const cg_shape factor = {
    .expected = "a number from 0 to 1", .kinds = CG_JSON_NUMBER, .most = 1};
static const cg_field costs_fields[] = {{"costs", &seconds_by_target, false},
                                        {"per_operator", &seconds_by_name, false},
                                        {"benefit", &factor, false}};
static const cg_shape costs_shape = {.expected = "an object with `costs` or `per_operator`",
                                     .kinds = CG_JSON_OBJECT,
                                     CG_FIELDS(costs_fields)};

/* ---- targets ---- */

static const cg_spec *read_set(cg_setup *s, const cg_value *set, tunip_str target, size_t max_depth)
{
    const cg_file *before = s->file;
    cg_rule_reader reader = {.memory = &s->memory, .patterns = s->patterns, .file = &s->rules};
    if (set) s->file = &s->rules;
    const cg_spec *spec = cg_rule_set_read(&reader, set, target, max_depth);
    if (spec) s->file = before;
    return spec;
}

/* The rules of a target are those with the name in its row, or those with its own name. */
static bool add_target(cg_setup *s, tunip_str kind, const cg_value *row)
{
    const cg_value *name = cg_json_get(row, "rules");
    tunip_str key = cg_text(&s->memory, name ? name->text : kind);
    const cg_value *set = key.data ? cg_json_get(s->rules.root, key.data) : NULL;
    cg_machine machine = cg_machine_default(kind);
    cg_target target = {kind,
                        {.flops = cg_json_number(row, "flops", machine.flops),
                         .bandwidth = cg_json_number(row, "bandwidth", machine.bandwidth),
                         .launch = cg_json_number(row, "launch", machine.launch)}};
    if (!key.data || !CG_PUSH(&s->memory, s->targets, s->target_count, target)) return false;
    if (name && !set && !tunip_str_is(key, "tvm"))
        return cg_file_fail(s->file, name, "no rules are called `%.60s`", key.data);
    const cg_spec *spec = read_set(s, set, kind, cg_json_count(row, "max_depth", DEPTH));
    return spec && CG_PUSH(&s->memory, s->specs, s->spec_count, spec);
}

/* Sets that no target uses must be right, too. */
static bool check_sets(cg_setup *s)
{
    const cg_value *sets = s->rules.root;
    for (size_t i = 0; sets && i < sets->count; i++)
        if (!read_set(s, sets->members[i].value, sets->members[i].key, DEPTH)) return false;
    return true;
}

static bool add_targets(cg_setup *s)
{
    const cg_value *list = cg_json_get(s->targets_file.root, "targets"), *sets = s->rules.root;
    const cg_spec *host = cg_spec_host(&s->memory);
    bool fine = list ? check_sets(s) : add_target(s, tunip_str_from("llvm"), NULL);
    if (list) s->file = &s->targets_file;
    for (size_t i = 0; fine && list && i < list->count; i++) {
        const cg_value *row = list->members[i].value;
        fine = add_target(s, row->text.size ? row->text : cg_json_get(row, "kind")->text, row);
    }
    for (size_t i = 0; fine && !list && sets && i < sets->count; i++)
        fine = add_target(s, sets->members[i].key, NULL);
    return fine && host && CG_PUSH(&s->memory, s->specs, s->spec_count, host);
}

/* ---- files ---- */

static bool read_file(cg_setup *s, const char *path, cg_file *file, const cg_shape *shape)
{
    if (!path) return true;
    s->file = file;
    return cg_file_open(file, &s->memory, s->context, path, s->error) &&
           cg_file_check(file, file->root, shape);
}

bool cg_setup_open(cg_setup *s, tunip_context *context, const char *targets, const char *rules,
                   const char *costs, tunip_error *error)
{
    *s = (cg_setup){.context = context, .error = error};
    s->patterns = tunip_graph_new(context, error);
    bool fine = s->patterns && read_file(s, targets, &s->targets_file, &targets_shape) &&
                read_file(s, rules, &s->rules, &cg_rule_sets) &&
                read_file(s, costs, &s->costs, &costs_shape) && add_targets(s);
    if (fine) s->file = NULL;
    return fine || tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory") == TUNIP_OK;
}

void cg_setup_free(cg_setup *s)
{
    cg_file_close(&s->targets_file);
    cg_file_close(&s->rules);
    cg_file_close(&s->costs);
    tunip_graph_free(s->patterns);
    cg_memory_free(&s->memory);
}

/* ---- costs ---- */

static const cg_value *of_target(const cg_value *table, const cg_spec *spec)
{
    for (size_t i = 0; table && i < table->count; i++)
        if (tunip_str_equal(table->members[i].key, spec->target) ||
            tunip_str_equal(table->members[i].key, spec->name))
            return table->members[i].value;
    return NULL;
}

bool cg_setup_table_cost(cg_setup *s, const cg_function *function, const cg_spec *spec, double *out)
{
    const cg_value *row = of_target(cg_json_get(s->costs.root, "costs"), spec);
    const cg_value *each = of_target(cg_json_get(s->costs.root, "per_operator"), spec);
    double benefit = cg_json_number(s->costs.root, "benefit", 0.9);
    size_t count;
    for (size_t i = 0; row && i < row->count; i++)
        if (tunip_str_equal(row->members[i].key, function->label)) {
            *out = row->members[i].value->number;
            return true;
        }
    if (!each || !cg_count_operators(function->function, &count)) return false;
    *out = 0;
    for (size_t i = 0; i < count; i++) *out += each->number * pow(benefit, (double)i);
    return true;
}

static bool model(cg_setup *s, const cg_function *function, const cg_spec *spec, double *out)
{
    cg_work work;
    for (size_t i = 0; i < s->target_count; i++)
        if (tunip_str_equal(s->targets[i].kind, spec->target)) {
            s->model_count++;
            if (!cg_work_of(function->function, &work)) return false;
            *out = cg_roofline(&s->targets[i].machine, &work);
        }
    return true;
}

static bool estimate(void *user, const cg_function *function, const cg_spec *spec, double *out,
                     tunip_error *error)
{
    cg_setup *s = user;
    *out = NAN;
    if (cg_setup_table_cost(s, function, spec, out)) {
        s->table_count++;
        return true;
    }
    if (!cg_added_cost(s->context, function, spec->target, out, error)) return false;
    if (!isnan(*out)) return true;
    if (s->command.command && !cg_command_cost(&s->command, function, spec->target, out, error))
        return false;
    return !isnan(*out) || model(s, function, spec, out);
}

cg_estimator cg_setup_estimator(cg_setup *setup)
{
    return (cg_estimator){estimate, setup};
}
