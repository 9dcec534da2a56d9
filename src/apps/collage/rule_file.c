/* rule_file.c -- reads sets of rules. */
#include "rule_file.h"

#include "added.h"
#include "condition.h"
#include "pattern_text.h"

typedef cg_rule_reader reader;

static const tunip_str none = {NULL, 0};

/* ---- shapes ---- */

#define PREDICATE                                                                                  \
    {"when", &cg_any_text, false},                                                                 \
    {                                                                                              \
        "predicate", &cg_any_text, false                                                           \
    }

static const cg_field operator_fields[] = {{"op", &cg_any_text, true}, PREDICATE};
static const cg_shape operator_row = {.expected = "an operator: a name, or an object with `op`",
                                      .kinds = CG_JSON_TEXT | CG_JSON_OBJECT,
                                      .least = 1,
                                      CG_FIELDS(operator_fields)};
static const cg_shape operator_list = {
    .expected = "a list of operators", .kinds = CG_JSON_LIST, .least = 1, .each = &operator_row};

static const cg_field pattern_fields[] = {
    {"label", &cg_any_text, true}, {"pattern", &cg_any_text, true}, PREDICATE};
static const cg_shape pattern_row = {.expected = "an object with `label` and `pattern`",
                                     .kinds = CG_JSON_OBJECT,
                                     CG_FIELDS(pattern_fields)};
static const cg_shape pattern_list = {
    .expected = "a list of patterns", .kinds = CG_JSON_LIST, .each = &pattern_row};

static const cg_shape kind_name = {
    .expected = "a kind of operator (E, B, I, R, A, O)", .kinds = CG_JSON_TEXT, .least = 1};
static const cg_shape kind_pair = {.expected = "two kinds, such as [\"A\", \"B\"], or such pairs",
                                   .kinds = CG_JSON_LIST,
                                   .least = 1};
static const cg_field combiner_fields[] = {{"by_kind", &kind_pair, true}};
static const cg_shape combiner_row = {
    .expected = "a combiner: {\"by_kind\": ...}, tuple_arg, tuple_proj or constant",
    .kinds = CG_JSON_TEXT | CG_JSON_OBJECT,
    .least = 1,
    CG_FIELDS(combiner_fields)};
static const cg_shape combiner_list = {
    .expected = "a list of combiners", .kinds = CG_JSON_LIST, .each = &combiner_row};

static const cg_shape inner_rule = {
    .expected = "a rule, or a list of rules", .kinds = CG_JSON_OBJECT | CG_JSON_LIST, .least = 1};

#define OBJECT(table)                                                                              \
    {                                                                                              \
        .expected = "an object", .kinds = CG_JSON_OBJECT, CG_FIELDS(table)                         \
    }
/* The members that any rule may have. Only the outermost one may be "internal". */
#define RULE                                                                                       \
    {"rule", &cg_any_text, true}, {"name", &cg_any_text, false},                                   \
    {                                                                                              \
        "internal", &cg_any_flag, false                                                            \
    }
#define INNER                                                                                      \
    {                                                                                              \
        "inner", &inner_rule, true                                                                 \
    }

static const cg_field pattern_rule[] = {RULE, {"pattern", &cg_any_text, true}, PREDICATE};
static const cg_field kind_rule[] = {RULE, {"at_most", &kind_name, false}};
static const cg_field host_rule[] = {RULE};
static const cg_field wrapping_rule[] = {RULE, INNER};
static const cg_field combine_rule[] = {
    RULE, INNER, {"max_depth", &cg_any_count, false}, {"combiners", &combiner_list, true}};
static const cg_field valid_rule[] = {RULE,
                                      INNER,
                                      {"max_depth", &cg_any_count, false},
                                      {"max_exits", &cg_any_count, false},
                                      {"taps", &cg_any_flag, false}};
static const cg_field operators_rule[] = {RULE, {"operators", &operator_list, true}};

static const struct {
    const char *name;
    cg_rule_kind kind;
    cg_shape shape;
} rules[] = {{"pattern", CG_RULE_PATTERN, OBJECT(pattern_rule)},
             {"by_kind", CG_RULE_BY_KIND, OBJECT(kind_rule)},
             {"host", CG_RULE_HOST, OBJECT(host_rule)},
             {"composite", CG_RULE_COMPOSITE, OBJECT(wrapping_rule)},
             {"primitive", CG_RULE_PRIMITIVE, OBJECT(wrapping_rule)},
             {"union", CG_RULE_UNION, OBJECT(wrapping_rule)},
             {"combine", CG_RULE_COMBINE, OBJECT(combine_rule)},
             {"valid", CG_RULE_VALID, OBJECT(valid_rule)},
             {"operators", CG_RULE_UNION, OBJECT(operators_rule)}};

#define SET                                                                                        \
    {"style", &cg_any_text, false},                                                                \
    {                                                                                              \
        "max_depth", &cg_any_count, false                                                          \
    }
static const cg_field tvm_set[] = {{"flavour", &cg_any_text, true},
                                   {"max_depth", &cg_any_count, false}};
static const cg_field operator_set[] = {SET, {"operators", &operator_list, true}};
static const cg_field pattern_set[] = {
    SET, {"flavour", &cg_any_text, false}, {"patterns", &pattern_list, true}};

static const cg_shape tvm_shape = OBJECT(tvm_set), operator_shape = OBJECT(operator_set),
                      pattern_shape = OBJECT(pattern_set);

const cg_shape cg_rule_sets = {
    .expected = "an object with sets of rules", .kinds = CG_JSON_OBJECT, .each = &cg_any_object};

/* ---- parts of rules ---- */

static bool read_pattern(reader *r, const cg_value *row, const tunip_node **out)
{
    const cg_value *text = cg_json_get(row, "pattern");
    *out = cg_pattern_read(r->patterns, text->text, r->file->error);
    return *out || cg_file_fail_inside(r->file, text);
}

/* A condition, a predicate of a plugin, or both. */
static bool read_predicate(reader *r, const cg_value *row, const cg_predicate **out)
{
    const cg_value *when = cg_json_get(row, "when"), *name = cg_json_get(row, "predicate");
    cg_predicate *added = NULL, *condition = NULL;
    if (name)
        added = cg_added_predicate(r->memory, name->text, r->target, cg_json_text(row, "label"));
    if (name && !added && !r->memory->failed)
        return cg_file_fail(r->file, name, "no predicate of a plugin is called `%.60s` (--load)",
                            name->text.data);
    if (when) condition = cg_condition_new(r->memory, when->text, r->file->error);
    if (when && !condition) return cg_file_fail_inside(r->file, when);
    if (condition) condition->also = added;
    *out = condition ? condition : added;
    return !r->memory->failed;
}

static const tunip_node *operator_pattern(reader *r, const cg_value *row)
{
    const cg_value *name = row->text.size ? row : cg_json_get(row, "op");
    cg_call_pattern *call = tunip_node_new(r->patterns, &cg_call_pattern_type);
    tunip_str text = cg_format(r->memory, "Op(%.*s)", (int)name->text.size, name->text.data);
    if (!call || !text.data) return NULL;
    call->op = (tunip_node *)(uintptr_t)cg_pattern_read(r->patterns, text, NULL);
    if (!call->op) cg_file_fail(r->file, name, "expected the name of an operator");
    return call->op ? &call->base.base : NULL;
}

/* One rule for each operator: "nn.conv2d", or {"op": "nn.conv2d", "when": "..."}. */
static cg_rule *read_operators(reader *r, const cg_value *value, tunip_str name)
{
    const cg_value *list = cg_json_get(value, "operators");
    cg_rule **made = CG_NEW(r->memory, cg_rule *, list->count + 1);
    for (size_t i = 0; made && i < list->count; i++) {
        const cg_value *row = list->members[i].value;
        made[i] = cg_rule_new(r->memory, CG_RULE_PATTERN, none, 0, NULL);
        if (!made[i] || !read_predicate(r, row, &made[i]->predicate)) return NULL;
        made[i]->pattern = operator_pattern(r, row);
        if (!made[i]->pattern) return NULL;
    }
    return made ? cg_rule_new(r->memory, CG_RULE_UNION, name, list->count, made) : NULL;
}

static bool read_style(reader *r, const cg_value *set, cg_style *style)
{
    const cg_value *value = cg_json_get(set, "style");
    return !value || cg_style_read(r->file, value, value->text, style);
}

static bool read_kind(reader *r, const cg_value *value, cg_kind *out)
{
    tunip_str text = value->text;
    return (text.size == 1 && cg_kind_parse(*text.data, out)) ||
           cg_file_fail(r->file, value, "expected %s", kind_name.expected);
}

static bool read_pair(reader *r, const cg_value *pair, cg_kinds *out)
{
    if (pair->kind != TUNIP_JSON_OPEN_ARRAY || pair->count != 2)
        return cg_file_fail(r->file, pair, "expected %s", kind_pair.expected);
    return read_kind(r, pair->members[0].value, &out->upstream) &&
           read_kind(r, pair->members[1].value, &out->downstream);
}

/* One pair of kinds, or a list of pairs. */
static bool read_kinds(reader *r, const cg_value *value, cg_combiner *out)
{
    bool is_list = value->members[0].value->kind == TUNIP_JSON_OPEN_ARRAY;
    size_t count = is_list ? value->count : 1;
    cg_kinds *kinds = CG_NEW(r->memory, cg_kinds, count);
    for (size_t i = 0; kinds && i < count; i++)
        if (!read_pair(r, is_list ? value->members[i].value : value, &kinds[i])) return false;
    *out = (cg_combiner){CG_COMBINE_BY_KIND, kinds, count};
    return kinds != NULL;
}

static bool read_combiner(reader *r, const cg_value *value, cg_combiner *out)
{
    /* ORDER: of cg_combiner_kind. */
    static const char *const names[] = {"by_kind", "tuple_arg", "tuple_proj", "constant"};
    const cg_value *pair = cg_json_get(value, "by_kind");
    if (pair) return read_kinds(r, pair, out);
    for (size_t i = 1; i < TUNIP_LEN(names); i++)
        if (tunip_str_is(value->text, names[i])) {
            *out = (cg_combiner){(cg_combiner_kind)i, NULL, 0};
            return true;
        }
    return cg_file_fail(r->file, value, "expected %s", combiner_row.expected);
}

static bool read_combiners(reader *r, const cg_value *list, cg_rule *rule)
{
    cg_combiner *combiners = CG_NEW(r->memory, cg_combiner, list->count + 1);
    if (!combiners) return false;
    for (size_t i = 0; i < list->count; i++)
        if (!read_combiner(r, list->members[i].value, &combiners[i])) return false;
    rule->combiners = combiners;
    rule->combiner_count = list->count;
    return true;
}

/* ---- trees of rules ---- */

static bool read_settings(reader *r, const cg_value *value, cg_rule *rule)
{
    const cg_value *kind = cg_json_get(value, "at_most");
    const cg_value *combiners = cg_json_get(value, "combiners");
    rule->max_depth = cg_json_count(value, "max_depth", 0);
    rule->limits = (cg_limits){.max_depth = rule->max_depth,
                               .max_exits = cg_json_count(value, "max_exits", 0),
                               .allow_taps = cg_json_true(value, "taps")};
    if (kind && !read_kind(r, kind, &rule->at_most)) return false;
    if (rule->kind == CG_RULE_PATTERN && !read_pattern(r, value, &rule->pattern)) return false;
    return read_predicate(r, value, &rule->predicate) &&
           (!combiners || read_combiners(r, combiners, rule));
}

/* "inner" is a rule, or a list of rules. */
static bool read_inner(reader *r, const cg_value *inner, cg_rule ***made, size_t *count)
{
    bool is_list = inner && inner->kind == TUNIP_JSON_OPEN_ARRAY;
    *count = is_list ? inner->count : inner != NULL;
    *made = CG_NEW(r->memory, cg_rule *, *count + 1);
    for (size_t i = 0; *made && i < *count; i++) {
        (*made)[i] = cg_rule_read(r, is_list ? inner->members[i].value : inner);
        if (!(*made)[i]) return false;
    }
    return *made != NULL;
}

cg_rule *cg_rule_read(reader *r, const cg_value *value)
{
    tunip_str rule_name = cg_json_text(value, "rule"), name = cg_json_text(value, "name");
    cg_rule **inner;
    size_t count, row = 0;
    while (row < TUNIP_LEN(rules) && !tunip_str_is(rule_name, rules[row].name)) row++;
    if (row == TUNIP_LEN(rules)) {
        cg_file_fail(r->file, value,
                     "expected a `rule` (pattern, by_kind, host, composite, "
                     "primitive, union, combine, valid, operators), got `%.60s`",
                     rule_name.size ? rule_name.data : "");
        return NULL;
    }
    if (!cg_file_check(r->file, value, &rules[row].shape)) return NULL;
    if (value != r->set && cg_json_get(value, "internal")) {
        cg_file_fail(r->file, cg_json_get(value, "internal"),
                     "only the outermost rule of a set may be `internal`");
        return NULL;
    }
    if (cg_json_get(value, "operators")) return read_operators(r, value, name);
    if (!read_inner(r, cg_json_get(value, "inner"), &inner, &count)) return NULL;
    cg_rule *rule = cg_rule_new(r->memory, rules[row].kind, name, count, inner);
    return rule && read_settings(r, value, rule) ? rule : NULL;
}

/* ---- sets ---- */

static cg_spec *rule_spec(reader *r, tunip_str target, cg_rule *rule, bool is_external)
{
    cg_spec *spec = rule ? CG_NEW(r->memory, cg_spec, 1) : NULL;
    if (!spec) return NULL;
    *spec = (cg_spec){.name = target, .target = target, .is_external = is_external, .rule = rule};
    if (!is_external) spec->name = cg_join(r->memory, tunip_str_from("tvm_"), "", target);
    return spec;
}

/* Any touching calls of the operators become one function. */
static cg_spec *operator_spec(reader *r, const cg_value *set, tunip_str target, size_t max_depth)
{
    size_t count;
    cg_style style = CG_STYLE_ARBITRARY;
    if (!cg_file_check(r->file, set, &operator_shape) || !read_style(r, set, &style)) return NULL;
    cg_rule *rule = read_operators(r, set, none);
    const cg_combiner *combiners = cg_style_combiners(style, &count);
    cg_rule *combine = rule ? cg_rule_new(r->memory, CG_RULE_COMBINE, none, 1, &rule) : NULL;
    if (!combine) return NULL;
    combine->combiners = combiners;
    combine->combiner_count = count;
    combine->max_depth = max_depth;
    cg_rule *valid = cg_rule_new(r->memory, CG_RULE_VALID, none, 1, &combine);
    if (!valid) return NULL;
    valid->limits = (cg_limits){.max_depth = max_depth, .max_exits = 1};
    return rule_spec(r, target, cg_rule_new(r->memory, CG_RULE_PRIMITIVE, none, 1, &valid), true);
}

static cg_spec *pattern_spec(reader *r, const cg_value *set, tunip_str target, size_t max_depth)
{
    const cg_value *flavour = cg_json_get(set, "flavour");
    cg_style style = flavour ? CG_STYLE_NONE : CG_STYLE_DEFAULT;
    if (!cg_file_check(r->file, set, &pattern_shape) || !read_style(r, set, &style)) return NULL;
    if (flavour && !tunip_str_is(flavour->text, "library")) {
        cg_file_fail(r->file, flavour, "expected a flavour (library, tvm), got `%.60s`",
                     flavour->text.data);
        return NULL;
    }
    const cg_value *list = cg_json_get(set, "patterns");
    cg_entry *entries = CG_NEW(r->memory, cg_entry, list->count + 1);
    for (size_t i = 0; entries && i < list->count; i++) {
        const cg_value *row = list->members[i].value;
        entries[i].label = cg_json_text(row, "label");
        if (!read_pattern(r, row, &entries[i].pattern) ||
            !read_predicate(r, row, &entries[i].predicate))
            return NULL;
    }
    return entries ? cg_spec_patterns(r->memory, target, entries, list->count, style, max_depth)
                   : NULL;
}

cg_spec *cg_rule_set_read(reader *r, const cg_value *set, tunip_str target, size_t max_depth)
{
    r->set = set;
    r->target = target;
    max_depth = cg_json_count(set, "max_depth", max_depth);
    if (set && tunip_str_is(cg_json_text(set, "flavour"), "tvm") &&
        !cg_file_check(r->file, set, &tvm_shape))
        return NULL;
    if (!set || tunip_str_is(cg_json_text(set, "flavour"), "tvm"))
        return cg_spec_tvm(r->memory, target, max_depth);
    if (cg_json_get(set, "rule"))
        return rule_spec(r, target, cg_rule_read(r, set), !cg_json_true(set, "internal"));
    if (cg_json_get(set, "operators")) return operator_spec(r, set, target, max_depth);
    return pattern_spec(r, set, target, max_depth);
}
