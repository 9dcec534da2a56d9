/* setup.c -- reads targets, rules and costs. */
#include "setup.h"

#include <math.h>

#include "condition.h"
#include "pattern_text.h"

enum { DEPTH = 4 };

static bool fail(cg_setup *s, const char *format, tunip_str text)
{
    tunip_error_set(s->error, TUNIP_ERROR_FORMAT, format, (int)text.size,
                    text.data ? text.data : "");
    return false;
}

/* ---- rules ---- */

static const cg_value none_value;

static const cg_value *member(const cg_value *value, const char *key)
{
    const cg_value *found = cg_json_get(value, key);
    return found ? found : &none_value;
}

static bool read_when(cg_setup *s, const cg_value *row, const cg_predicate **out)
{
    tunip_str text = cg_json_text(row, "when");
    *out = text.size ? cg_condition_new(&s->memory, text, s->error) : NULL;
    return !text.size || *out;
}

static const tunip_node *operator_pattern(cg_setup *s, tunip_str name)
{
    cg_call_pattern *call = tunip_node_new(s->patterns, &cg_call_pattern_type);
    tunip_str text = cg_format(&s->memory, "Op(%.*s)", (int)name.size, name.data);
    if (!call) return NULL;
    call->op = (tunip_node *)(uintptr_t)cg_pattern_read(s->patterns, text, s->error);
    return call->op ? &call->base.base : NULL;
}

/* One rule for each operator: "nn.conv2d", or {"op": "nn.conv2d", "when": "..."}. */
static cg_rule *operators_rule(cg_setup *s, const cg_value *list)
{
    cg_rule **rules = CG_NEW(&s->memory, cg_rule *, list->count + 1);
    const tunip_str none = {NULL, 0};
    for (size_t i = 0; rules && i < list->count; i++) {
        const cg_value *row = list->members[i].value;
        tunip_str name = row->text.size ? row->text : cg_json_text(row, "op");
        rules[i] = cg_rule_new(&s->memory, CG_RULE_PATTERN, none, 0, NULL);
        if (!rules[i] || !read_when(s, row, &rules[i]->predicate)) return NULL;
        rules[i]->pattern = operator_pattern(s, name);
        if (!rules[i]->pattern) return NULL;
    }
    return rules ? cg_rule_new(&s->memory, CG_RULE_UNION, none, list->count, rules) : NULL;
}

static bool read_entry(cg_setup *s, const cg_value *row, cg_entry *out)
{
    tunip_str text = cg_json_text(row, "pattern");
    out->label = cg_json_text(row, "label");
    if (!out->label.size || !text.size)
        return fail(s, "a pattern needs a \"label\" and a \"pattern\"%.*s", (tunip_str){NULL, 0});
    out->pattern = cg_pattern_read(s->patterns, text, s->error);
    return out->pattern && read_when(s, row, &out->predicate);
}

static bool read_style(cg_setup *s, const cg_value *set, cg_style *style)
{
    tunip_str text = cg_json_text(set, "style");
    return !text.size || cg_style_parse(text, style) ||
           fail(s, "no style is called `%.*s` (NoFusion, TVMFusion, ArbitraryFusion)", text);
}

static cg_spec *pattern_spec(cg_setup *s, const cg_target *target, const cg_value *set,
                             cg_style style, size_t max_depth)
{
    const cg_value *list = member(set, "patterns");
    cg_entry *entries = CG_NEW(&s->memory, cg_entry, list->count + 1);
    if (!entries || !read_style(s, set, &style)) return NULL;
    for (size_t i = 0; i < list->count; i++)
        if (!read_entry(s, list->members[i].value, &entries[i])) return NULL;
    return cg_spec_patterns(&s->memory, target->kind, entries, list->count, style, max_depth);
}

/* ---- rules in full ---- */

static bool read_pair(cg_setup *s, const cg_value *pair, cg_kinds *out)
{
    const tunip_str none = {NULL, 0};
    tunip_str up = pair->count == 2 ? pair->members[0].value->text : none;
    tunip_str down = pair->count == 2 ? pair->members[1].value->text : none;
    bool fine = up.size == 1 && down.size == 1 && cg_kind_parse(*up.data, &out->upstream) &&
                cg_kind_parse(*down.data, &out->downstream);
    return fine || fail(s, "\"by_kind\" needs two kinds, such as [\"A\", \"B\"]%.*s", none);
}

/* One pair of kinds, or a list of pairs. */
static bool read_kinds(cg_setup *s, const cg_value *value, cg_combiner *out)
{
    bool is_list = value->count && value->members[0].value->kind == TUNIP_JSON_OPEN_ARRAY;
    size_t count = is_list ? value->count : 1;
    cg_kinds *kinds = CG_NEW(&s->memory, cg_kinds, count);
    for (size_t i = 0; kinds && i < count; i++)
        if (!read_pair(s, is_list ? value->members[i].value : value, &kinds[i])) return false;
    *out = (cg_combiner){CG_COMBINE_BY_KIND, kinds, count};
    return kinds != NULL;
}

static bool read_combiner(cg_setup *s, const cg_value *value, cg_combiner *out)
{
    /* ORDER: of cg_combiner_kind. */
    static const char *const names[] = {"by_kind", "tuple_arg", "tuple_proj", "constant"};
    const cg_value *pair = cg_json_get(value, "by_kind");
    if (pair) return read_kinds(s, pair, out);
    for (size_t i = 1; i < TUNIP_LEN(names); i++)
        if (tunip_str_is(value->text, names[i])) {
            *out = (cg_combiner){(cg_combiner_kind)i, NULL, 0};
            return true;
        }
    return fail(s, "no combiner is called `%.*s` (by_kind, tuple_arg, tuple_proj, constant)",
                value->text);
}

static bool read_combiners(cg_setup *s, const cg_value *value, cg_rule *rule)
{
    const cg_value *list = member(value, "combiners");
    cg_combiner *combiners = CG_NEW(&s->memory, cg_combiner, list->count + 1);
    if (!combiners) return false;
    for (size_t i = 0; i < list->count; i++)
        if (!read_combiner(s, list->members[i].value, &combiners[i])) return false;
    rule->combiners = combiners;
    rule->combiner_count = list->count;
    return true;
}

static bool read_settings(cg_setup *s, const cg_value *value, cg_rule *rule)
{
    tunip_str kind = cg_json_text(value, "at_most"), pattern = cg_json_text(value, "pattern");
    rule->max_depth = (size_t)cg_json_number(value, "max_depth", 0);
    rule->limits = (cg_limits){.max_depth = rule->max_depth,
                               .max_exits = (size_t)cg_json_number(value, "max_exits", 0),
                               .allow_taps = cg_json_true(value, "taps")};
    if (kind.size && (kind.size > 1 || !cg_kind_parse(*kind.data, &rule->at_most)))
        return fail(s, "no kind of operator is called `%.*s` (E, B, I, R, A, O)", kind);
    if (rule->kind == CG_RULE_PATTERN) {
        rule->pattern = cg_pattern_read(s->patterns, pattern, s->error);
        if (!rule->pattern) return false;
    }
    return read_when(s, value, &rule->predicate) && read_combiners(s, value, rule);
}

/* "inner" is a rule, or a list of rules. */
static bool read_inner(cg_setup *s, const cg_value *inner, cg_rule ***rules, size_t *count)
{
    bool is_list = inner->kind == TUNIP_JSON_OPEN_ARRAY;
    *count = is_list ? inner->count : inner->kind == TUNIP_JSON_OPEN_OBJECT;
    *rules = CG_NEW(&s->memory, cg_rule *, *count + 1);
    for (size_t i = 0; *rules && i < *count; i++) {
        (*rules)[i] = cg_setup_rule(s, is_list ? inner->members[i].value : inner);
        if (!(*rules)[i]) return false;
    }
    return *rules != NULL;
}

cg_rule *cg_setup_rule(cg_setup *s, const cg_value *value)
{
    /* ORDER: of cg_rule_kind. */
    static const struct {
        const char *name;
        bool has_inner;
    } kinds[] = {{"pattern", false},  {"by_kind", false}, {"host", false},   {"composite", true},
                 {"primitive", true}, {"union", true},    {"combine", true}, {"valid", true}};
    tunip_str name = cg_json_text(value, "rule");
    cg_rule **inner;
    size_t count, kind = 0;
    if (tunip_str_is(name, "operators")) return operators_rule(s, member(value, "operators"));
    while (kind < TUNIP_LEN(kinds) && !tunip_str_is(name, kinds[kind].name)) kind++;
    if (kind == TUNIP_LEN(kinds)) {
        fail(s, "no rule is called `%.*s`", name);
        return NULL;
    }
    if (!read_inner(s, member(value, "inner"), &inner, &count)) return NULL;
    if ((count > 0) != kinds[kind].has_inner) {
        fail(s, "the rule `%.*s` needs an \"inner\" rule, or may have none", name);
        return NULL;
    }
    cg_rule *rule =
        cg_rule_new(&s->memory, (cg_rule_kind)kind, cg_json_text(value, "name"), count, inner);
    return rule && read_settings(s, value, rule) ? rule : NULL;
}

/* ---- targets ---- */

static cg_spec *rule_spec(cg_setup *s, const cg_target *target, cg_rule *rule, bool is_external)
{
    cg_spec *spec = rule ? CG_NEW(&s->memory, cg_spec, 1) : NULL;
    if (!spec) return NULL;
    *spec = (cg_spec){
        .name = target->kind, .target = target->kind, .is_external = is_external, .rule = rule};
    if (!is_external) spec->name = cg_join(&s->memory, tunip_str_from("tvm_"), "", target->kind);
    return spec;
}

/* Any touching calls of the operators become one function. */
static cg_spec *operator_spec(cg_setup *s, const cg_target *target, const cg_value *set,
                              size_t max_depth)
{
    const tunip_str none = {NULL, 0};
    size_t count;
    cg_style style = CG_STYLE_ARBITRARY;
    cg_rule *rule = operators_rule(s, member(set, "operators"));
    if (!rule || !read_style(s, set, &style)) return NULL;
    const cg_combiner *combiners = cg_style_combiners(style, &count);
    cg_rule *combine = cg_rule_new(&s->memory, CG_RULE_COMBINE, none, 1, &rule);
    if (!combine) return NULL;
    combine->combiners = combiners;
    combine->combiner_count = count;
    combine->max_depth = max_depth;
    cg_rule *valid = cg_rule_new(&s->memory, CG_RULE_VALID, none, 1, &combine);
    if (!valid) return NULL;
    valid->limits = (cg_limits){.max_depth = max_depth, .max_exits = 1};
    cg_rule *primitive = cg_rule_new(&s->memory, CG_RULE_PRIMITIVE, none, 1, &valid);
    return rule_spec(s, target, primitive, true);
}

static cg_spec *make_spec(cg_setup *s, const cg_target *target)
{
    tunip_str name = cg_text(&s->memory, target->rules);
    const cg_value *set = name.size ? cg_json_get(s->rules, name.data) : NULL;
    tunip_str flavour = cg_json_text(set, "flavour");
    size_t max_depth = (size_t)cg_json_number(set, "max_depth", (double)target->max_depth);
    if (!name.size || tunip_str_is(name, "tvm") || tunip_str_is(flavour, "tvm"))
        return cg_spec_tvm(&s->memory, target->kind, max_depth);
    if (!set) {
        fail(s, "no rules are called `%.*s`", name);
        return NULL;
    }
    if (cg_json_get(set, "rule"))
        return rule_spec(s, target, cg_setup_rule(s, set), !cg_json_true(set, "internal"));
    if (cg_json_get(set, "operators")) return operator_spec(s, target, set, max_depth);
    bool is_library = tunip_str_is(flavour, "library");
    return pattern_spec(s, target, set, is_library ? CG_STYLE_NONE : CG_STYLE_DEFAULT, max_depth);
}

static bool add_target(cg_setup *s, tunip_str kind, const cg_value *row)
{
    cg_machine machine = cg_machine_default(kind);
    cg_target target = {
        .kind = kind,
        .rules = cg_json_text(row, "rules"),
        .max_depth = (size_t)cg_json_number(row, "max_depth", DEPTH),
        .machine = {.flops = cg_json_number(row, "flops", machine.flops),
                    .bandwidth = cg_json_number(row, "bandwidth", machine.bandwidth),
                    .launch = cg_json_number(row, "launch", machine.launch)}};
    if (!kind.size) return fail(s, "a target needs a \"kind\"%.*s", kind);
    if (!target.rules.size && cg_json_get(s->rules, cg_text(&s->memory, kind).data))
        target.rules = kind;
    return CG_PUSH(&s->memory, s->targets, s->target_count, target);
}

static bool add_targets(cg_setup *s, const cg_value *file)
{
    const cg_value *list = member(file, "targets");
    for (size_t i = 0; i < list->count; i++) {
        const cg_value *row = list->members[i].value;
        tunip_str kind = row->text.size ? row->text : cg_json_text(row, "kind");
        if (!add_target(s, kind, row)) return false;
    }
    if (file) return s->target_count || fail(s, "the file has no \"targets\"%.*s", file->text);
    if (!add_target(s, tunip_str_from("llvm"), NULL)) return false;
    for (size_t i = 0; s->rules && i < s->rules->count; i++)
        if (!add_target(s, s->rules->members[i].key, NULL)) return false;
    return true;
}

static bool make_specs(cg_setup *s)
{
    for (size_t i = 0; i < s->target_count; i++) {
        const cg_spec *spec = make_spec(s, &s->targets[i]);
        if (!spec || !CG_PUSH(&s->memory, s->specs, s->spec_count, spec)) return false;
    }
    const cg_spec *host = cg_spec_host(&s->memory);
    return host && CG_PUSH(&s->memory, s->specs, s->spec_count, host);
}

/* ---- files ---- */

/* The message of an error begins with the name of the file. */
static bool name_file(cg_setup *s, const char *path)
{
    tunip_error found = *s->error;
    s->error->code = TUNIP_OK;
    if (found.line)
        tunip_error_set(s->error, found.code, "%s:%zu:%zu: %.200s", path, found.line, found.column,
                        found.message);
    else
        tunip_error_set(s->error, found.code ? found.code : TUNIP_ERROR_MEMORY, "%s: %.250s", path,
                        found.code ? found.message : "out of memory");
    s->error->line = 0;
    return false;
}

static bool read_file(cg_setup *s, const char *path, const cg_value **out)
{
    *out = NULL;
    if (!path) return true;
    tunip_source *source = tunip_source_open(s->context, path, s->error);
    tunip_str text = source ? cg_text(&s->memory, tunip_source_text(source)) : (tunip_str){NULL, 0};
    tunip_source_free(source);
    if (text.data) *out = cg_json_read(&s->memory, text, s->error);
    return *out || name_file(s, path);
}

static bool check_seconds(cg_setup *s, const cg_member *m)
{
    tunip_json_token kind = m->value->kind;
    bool is_number =
        kind == TUNIP_JSON_INT || kind == TUNIP_JSON_FLOAT || kind == TUNIP_JSON_INFINITY;
    return (is_number && m->value->number >= 0) ||
           fail(s, "the cost of `%.*s` must be seconds, 0 or more", m->key);
}

/* The search needs costs that are not negative. */
static bool check_costs(cg_setup *s)
{
    const cg_value *all = member(s->costs, "costs"), *each = member(s->costs, "per_operator");
    bool fine = true;
    for (size_t i = 0; fine && i < each->count; i++) fine = check_seconds(s, &each->members[i]);
    for (size_t i = 0; fine && i < all->count; i++) {
        const cg_value *row = all->members[i].value;
        if (row->kind != TUNIP_JSON_OPEN_OBJECT)
            return fail(s, "the costs of `%.*s` must be an object", all->members[i].key);
        for (size_t k = 0; fine && k < row->count; k++) fine = check_seconds(s, &row->members[k]);
    }
    return fine;
}

bool cg_setup_open(cg_setup *s, tunip_context *context, const char *targets, const char *rules,
                   const char *costs, tunip_error *error)
{
    const cg_value *file;
    *s = (cg_setup){.context = context, .error = error};
    s->patterns = tunip_graph_new(context, error);
    if (!s->patterns || !read_file(s, targets, &file) || !read_file(s, rules, &s->rules) ||
        !read_file(s, costs, &s->costs))
        return false;
    if (!check_costs(s)) return name_file(s, costs);
    if (!add_targets(s, file)) return name_file(s, targets ? targets : "targets");
    return make_specs(s) || name_file(s, rules ? rules : "rules");
}

void cg_setup_free(cg_setup *s)
{
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
    const cg_value *row = of_target(cg_json_get(s->costs, "costs"), spec);
    const cg_value *each = of_target(cg_json_get(s->costs, "per_operator"), spec);
    double benefit = cg_json_number(s->costs, "benefit", 0.9);
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
    if (s->command.command && !cg_command_cost(&s->command, function, spec->target, out, error))
        return false;
    return !isnan(*out) || model(s, function, spec, out);
}

cg_estimator cg_setup_estimator(cg_setup *setup)
{
    return (cg_estimator){estimate, setup};
}
