/* setup.c -- what the user chose: targets, files of rules, estimators. */
#include "setup.h"

#include <math.h>

#include "../../src/util/distance.h"
#include "collage_rules.h" /* made of rules.json */
#include "costs.h"
#include "pattern.h"
#include "rule.h"

/* ======== spec ======== */

/* The rules that src/relay/collage/gather_partition_specs.cc of TVM v0.19 makes. */

/* ---- styles ---- */

/* As TVM fuses operators: element-wise work to a product before it, a reduction to element-wise
 * work before it, injective operators to each other. */
static const cg_kinds tvm_kinds[] = {{CG_A, CG_B}, {CG_B, CG_R}, {CG_I, CG_I}};
static const cg_kinds any_kinds[] = {{CG_A, CG_A}};

static const cg_combiner tvm_combiners[] = {
    {CG_COMBINE_BY_KIND, tvm_kinds, TUNIP_LEN(tvm_kinds)},
    {CG_COMBINE_TUPLE_ARG, NULL, 0},
    {CG_COMBINE_TUPLE_PROJ, NULL, 0},
};
static const cg_combiner any_combiners[] = {{CG_COMBINE_BY_KIND, any_kinds, TUNIP_LEN(any_kinds)}};

/* ORDER: of cg_style. A code generator that fuses as TVM does not fuse tuples. */
static const struct {
    const char *name;
    const cg_combiner *combiners;
    size_t count;
} styles[] = {{"default", any_combiners, 1},
              {"NoFusion", NULL, 0},
              {"TVMFusion", tvm_combiners, 1},
              {"ArbitraryFusion", any_combiners, 1}};

static const struct {
    const char *compiler;
    cg_style style;
} defaults[] = {{"cutlass", CG_STYLE_NONE},
                {"cublas", CG_STYLE_NONE},
                {"cudnn", CG_STYLE_NONE},
                {"tensorrt", CG_STYLE_TVM}};

bool cg_style_read(const cg_file *file, const cg_value *value, tunip_str name, cg_style *style)
{
    for (size_t i = 0; i < TUNIP_LEN(styles); i++)
        if (tunip_str_is(name, styles[i].name)) {
            *style = (cg_style)i;
            return true;
        }
    return cg_file_fail(file, value,
                        "expected a style (NoFusion, TVMFusion, ArbitraryFusion), got `%.60s`",
                        value->text.data);
}

static cg_style style_of(tunip_str compiler, cg_style style)
{
    if (style != CG_STYLE_DEFAULT) return style;
    for (size_t i = 0; i < TUNIP_LEN(defaults); i++)
        if (tunip_str_is(compiler, defaults[i].compiler)) return defaults[i].style;
    return CG_STYLE_ARBITRARY;
}

/* The combiners of the styles; NULL and 0 for none. */
static const cg_combiner *style_combiners(cg_style style, size_t *count)
{
    *count = styles[style].count;
    return styles[style].combiners;
}

/* ---- rules ---- */

/* A rule around others; `inner` is copied. */
static cg_rule *rule_new(tn_arena *memory, cg_rule_kind kind, tunip_str name, size_t inner_count,
                         cg_rule *const *inner)
{
    cg_rule *rule = CG_NEW(memory, cg_rule, 1);
    if (!rule) return NULL;
    for (size_t i = 0; i < inner_count; i++)
        if (!inner[i]) return NULL;
    *rule = (cg_rule){.kind = kind, .name = name, .at_most = CG_A, .inner_count = inner_count};
    rule->inner = cg_copy(memory, inner, inner_count * sizeof *inner);
    return rule->inner ? rule : NULL;
}

/* The valid unions of what a rule finds. */
static cg_rule *combined(tn_arena *memory, cg_rule *inner, const cg_combiner *combiners,
                         size_t count, size_t max_depth)
{
    const tunip_str none = {NULL, 0};
    cg_rule *combine = count ? rule_new(memory, CG_RULE_COMBINE, none, 1, &inner) : inner;
    if (combine && count) {
        combine->combiners = combiners;
        combine->combiner_count = count;
        combine->max_depth = max_depth;
    }
    cg_rule *valid = combine ? rule_new(memory, CG_RULE_VALID, none, 1, &combine) : NULL;
    if (valid) valid->limits = (cg_limits){.max_depth = max_depth, .max_exits = 1};
    return valid;
}

static cg_spec *new_spec(tn_arena *memory, tunip_str name, tunip_str target, const cg_rule *rule)
{
    cg_spec *spec = rule ? CG_NEW(memory, cg_spec, 1) : NULL;
    if (spec) *spec = (cg_spec){.name = name, .target = target, .rule = rule};
    return spec;
}

cg_spec *cg_spec_tvm(tn_arena *memory, tunip_str kind, size_t max_depth)
{
    const tunip_str none = {NULL, 0};
    cg_rule *calls = rule_new(memory, CG_RULE_BY_KIND, none, 0, NULL);
    cg_rule *fused =
        calls ? combined(memory, calls, tvm_combiners, TUNIP_LEN(tvm_combiners), max_depth) : NULL;
    cg_rule *both[] = {fused, rule_new(memory, CG_RULE_OPAQUE, none, 0, NULL)};
    cg_rule *rule = rule_new(memory, CG_RULE_UNION, none, TUNIP_LEN(both), both);
    return new_spec(memory, cg_join(memory, tunip_str_from("tvm_"), "", kind), kind, rule);
}

static cg_rule *entry_rule(tn_arena *memory, const cg_entry *entry)
{
    const tunip_str none = {NULL, 0};
    cg_rule *pattern = rule_new(memory, CG_RULE_PATTERN, none, 0, NULL);
    if (!pattern) return NULL;
    pattern->pattern = entry->pattern;
    pattern->predicate = entry->predicate;
    return rule_new(memory, CG_RULE_COMPOSITE, entry->label, 1, &pattern);
}

cg_spec *cg_spec_patterns(tn_arena *memory, tunip_str compiler, const cg_entry *entries,
                          size_t count, cg_style style, size_t max_depth)
{
    const tunip_str none = {NULL, 0};
    cg_rule **rules = CG_NEW(memory, cg_rule *, count + 1);
    size_t combiner_count;
    const cg_combiner *combiners = style_combiners(style_of(compiler, style), &combiner_count);
    if (!rules) return NULL;
    for (size_t i = 0; i < count; i++) rules[i] = entry_rule(memory, &entries[i]);
    cg_rule *all = rule_new(memory, CG_RULE_UNION, none, count, rules);
    cg_rule *valid = all ? combined(memory, all, combiners, combiner_count, max_depth) : NULL;
    cg_rule *rule = valid ? rule_new(memory, CG_RULE_PRIMITIVE, none, 1, &valid) : NULL;
    cg_spec *spec = new_spec(memory, compiler, compiler, rule);
    if (spec) spec->is_external = true;
    if (spec) spec->joins = combiner_count > 0;
    return spec;
}

cg_spec *cg_spec_host(tn_arena *memory)
{
    const tunip_str none = {NULL, 0};
    cg_spec *spec = new_spec(memory, tunip_str_from("host"), none,
                             rule_new(memory, CG_RULE_HOST, none, 0, NULL));
    if (spec) spec->is_host = true;
    return spec;
}

/* ======== rule file ======== */

/* Reads sets of rules. */

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
/* The members that any rule may have. Only the outermost one may have the last three. */
#define RULE                                                                                       \
    {"rule", &cg_any_text, true}, {"name", &cg_any_text, false},                                   \
        {"internal", &cg_any_flag, false}, {"join", &cg_any_flag, false},                          \
    {                                                                                              \
        "join_depth", &cg_any_count, false                                                         \
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
} rule_rows[] = {{"pattern", CG_RULE_PATTERN, OBJECT(pattern_rule)},
                 {"by_kind", CG_RULE_BY_KIND, OBJECT(kind_rule)},
                 {"opaque", CG_RULE_OPAQUE, OBJECT(host_rule)},
                 {"host", CG_RULE_HOST, OBJECT(host_rule)},
                 {"composite", CG_RULE_COMPOSITE, OBJECT(wrapping_rule)},
                 {"primitive", CG_RULE_PRIMITIVE, OBJECT(wrapping_rule)},
                 {"union", CG_RULE_UNION, OBJECT(wrapping_rule)},
                 {"combine", CG_RULE_COMBINE, OBJECT(combine_rule)},
                 {"valid", CG_RULE_VALID, OBJECT(valid_rule)},
                 {"operators", CG_RULE_UNION, OBJECT(operators_rule)}};

#define SET                                                                                        \
    {"style", &cg_any_text, false}, {"join", &cg_any_flag, false},                                 \
        {"join_depth", &cg_any_count, false},                                                      \
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

static bool read_pattern(cg_rule_reader *r, const cg_value *row, const tunip_node **out)
{
    const cg_value *text = cg_json_get(row, "pattern");
    *out = cg_pattern_read(r->patterns, text->text, r->file->error);
    return *out || cg_file_fail_inside(r->file, text);
}

/* A condition, a predicate of a plugin, or both. */
static bool read_predicate(cg_rule_reader *r, const cg_value *row, const cg_predicate **out)
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

static const tunip_node *operator_pattern(cg_rule_reader *r, const cg_value *row)
{
    const cg_value *name = row->text.size ? row : cg_json_get(row, "op");
    cg_call_pattern *call = tunip_node_new(r->patterns, &cg_call_pattern_type);
    tunip_str text = tn_arena_say(r->memory, "Op(%.*s)", (int)name->text.size, name->text.data);
    if (!call || !text.data) return NULL;
    const char *like = cg_operator_like(name->text);
    if (like) {
        cg_file_fail(r->file, name, "there is no operator `%.60s`; did you mean `%s`?",
                     name->text.data, like);
        return NULL;
    }
    call->op = (tunip_node *)(uintptr_t)cg_pattern_read(r->patterns, text, NULL);
    if (!call->op) cg_file_fail(r->file, name, "expected the name of an operator");
    return call->op ? &call->base.base : NULL;
}

/* One rule for each operator: "nn.conv2d", or {"op": "nn.conv2d", "when": "..."}. */
static cg_rule *read_operators(cg_rule_reader *r, const cg_value *value, tunip_str name)
{
    const cg_value *list = cg_json_get(value, "operators");
    cg_rule **made = CG_NEW(r->memory, cg_rule *, list->count + 1);
    for (size_t i = 0; made && i < list->count; i++) {
        const cg_value *row = list->members[i].value;
        made[i] = rule_new(r->memory, CG_RULE_PATTERN, none, 0, NULL);
        if (!made[i] || !read_predicate(r, row, &made[i]->predicate)) return NULL;
        made[i]->pattern = operator_pattern(r, row);
        if (!made[i]->pattern) return NULL;
    }
    return made ? rule_new(r->memory, CG_RULE_UNION, name, list->count, made) : NULL;
}

static bool read_style(cg_rule_reader *r, const cg_value *set, cg_style *style)
{
    const cg_value *value = cg_json_get(set, "style");
    return !value || cg_style_read(r->file, value, value->text, style);
}

static bool read_kind(cg_rule_reader *r, const cg_value *value, cg_kind *out)
{
    tunip_str text = value->text;
    return (text.size == 1 && cg_kind_parse(*text.data, out)) ||
           cg_file_fail(r->file, value, "expected %s", kind_name.expected);
}

static bool read_pair(cg_rule_reader *r, const cg_value *pair, cg_kinds *out)
{
    if (pair->kind != TUNIP_JSON_OPEN_ARRAY || pair->count != 2)
        return cg_file_fail(r->file, pair, "expected %s", kind_pair.expected);
    return read_kind(r, pair->members[0].value, &out->upstream) &&
           read_kind(r, pair->members[1].value, &out->downstream);
}

/* One pair of kinds, or a list of pairs. */
static bool read_kinds(cg_rule_reader *r, const cg_value *value, cg_combiner *out)
{
    bool is_list = value->members[0].value->kind == TUNIP_JSON_OPEN_ARRAY;
    size_t count = is_list ? value->count : 1;
    cg_kinds *kinds = CG_NEW(r->memory, cg_kinds, count);
    for (size_t i = 0; kinds && i < count; i++)
        if (!read_pair(r, is_list ? value->members[i].value : value, &kinds[i])) return false;
    *out = (cg_combiner){CG_COMBINE_BY_KIND, kinds, count};
    return kinds != NULL;
}

static bool read_combiner(cg_rule_reader *r, const cg_value *value, cg_combiner *out)
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

static bool read_combiners(cg_rule_reader *r, const cg_value *list, cg_rule *rule)
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

static bool read_settings(cg_rule_reader *r, const cg_value *value, cg_rule *rule)
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
static bool read_inner(cg_rule_reader *r, const cg_value *inner, cg_rule ***made, size_t *count)
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

cg_rule *cg_rule_read(cg_rule_reader *r, const cg_value *value)
{
    tunip_str rule_name = cg_json_text(value, "rule"), name = cg_json_text(value, "name");
    cg_rule **inner;
    size_t count, row = 0;
    while (row < TUNIP_LEN(rule_rows) && !tunip_str_is(rule_name, rule_rows[row].name)) row++;
    if (row == TUNIP_LEN(rule_rows)) {
        cg_file_fail(r->file, value,
                     "expected a `rule` (pattern, by_kind, opaque, host, composite, "
                     "primitive, union, combine, valid, operators), got `%.60s`",
                     rule_name.size ? rule_name.data : "");
        return NULL;
    }
    if (!cg_file_check(r->file, value, &rule_rows[row].shape)) return NULL;
    const cg_value *flag = cg_json_get(value, "internal");
    if (!flag) flag = cg_json_get(value, "join");
    if (!flag) flag = cg_json_get(value, "join_depth");
    if (value != r->set && flag) {
        cg_file_fail(
            r->file, flag,
            "only the outermost rule of a set may have `internal`, `join` or `join_depth`");
        return NULL;
    }
    if (cg_json_get(value, "operators")) return read_operators(r, value, name);
    if (!read_inner(r, cg_json_get(value, "inner"), &inner, &count)) return NULL;
    cg_rule *rule = rule_new(r->memory, rule_rows[row].kind, name, count, inner);
    return rule && read_settings(r, value, rule) ? rule : NULL;
}

/* ---- sets ---- */

static cg_spec *rule_spec(cg_rule_reader *r, tunip_str target, cg_rule *rule, bool is_external)
{
    cg_spec *spec = rule ? CG_NEW(r->memory, cg_spec, 1) : NULL;
    if (!spec) return NULL;
    *spec = (cg_spec){.name = target, .target = target, .is_external = is_external, .rule = rule};
    if (!is_external) spec->name = cg_join(r->memory, tunip_str_from("tvm_"), "", target);
    return spec;
}

/* Any touching calls of the operators become one function. */
static cg_spec *operator_spec(cg_rule_reader *r, const cg_value *set, tunip_str target,
                              size_t max_depth)
{
    size_t count;
    cg_style style = CG_STYLE_ARBITRARY;
    if (!cg_file_check(r->file, set, &operator_shape) || !read_style(r, set, &style)) return NULL;
    cg_rule *rule = read_operators(r, set, none);
    const cg_combiner *combiners = style_combiners(style, &count);
    cg_rule *combine = rule ? rule_new(r->memory, CG_RULE_COMBINE, none, 1, &rule) : NULL;
    if (!combine) return NULL;
    combine->combiners = combiners;
    combine->combiner_count = count;
    combine->max_depth = max_depth;
    cg_rule *valid = rule_new(r->memory, CG_RULE_VALID, none, 1, &combine);
    if (!valid) return NULL;
    valid->limits = (cg_limits){.max_depth = max_depth, .max_exits = 1};
    cg_rule *rules = rule_new(r->memory, CG_RULE_PRIMITIVE, none, 1, &valid);
    cg_spec *spec = rule_spec(r, target, rules, true);
    if (spec) spec->joins = count > 0;
    return spec;
}

static cg_spec *pattern_spec(cg_rule_reader *r, const cg_value *set, tunip_str target,
                             size_t max_depth)
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

/* Of the longest path in a candidate, as in TVM (relay.collage.byoc_max_depth). */
enum { DEPTH = 4 };

static cg_spec *set_spec(cg_rule_reader *r, const cg_value *set, tunip_str target, size_t max_depth)
{
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

static size_t smaller_limit(size_t a, size_t b)
{
    return a && b ? (a < b ? a : b) : a + b;
}

/* Narrows limits to those that a rule sets for the unions that it makes. */
static void narrow(cg_limits *limits, const cg_rule *rule)
{
    limits->max_depth = smaller_limit(limits->max_depth, rule->max_depth);
    if (rule->kind == CG_RULE_COMBINE) return; /* the rules inside say nothing about unions */
    if (rule->kind == CG_RULE_VALID) {
        limits->max_depth = smaller_limit(limits->max_depth, rule->limits.max_depth);
        limits->max_exits = smaller_limit(limits->max_exits, rule->limits.max_exits);
        limits->allow_taps &= rule->limits.allow_taps;
    }
    for (size_t i = 0; i < rule->inner_count; i++) narrow(limits, rule->inner[i]);
}

/* Joined functions keep the limits of candidates. The default depth is none: it bounds the number
 * of candidates, and TVM joins them for this reason (MaxCoalesce in
 * src/relay/collage/candidate_partition.h). */
static cg_limits limits_of_joins(const cg_value *set, const cg_rule *rule, bool has_depth)
{
    cg_limits limits = {.allow_taps = true};
    const cg_value *depth = cg_json_get(set, "join_depth");
    narrow(&limits, rule);
    if (depth || !has_depth) limits.max_depth = cg_json_count(set, "join_depth", 0);
    return limits;
}

/* A set as the rule of a target; NULL is the fusion of TVM. The `max_depth` in the row of the
 * target counts if the set has none. A set that limits its candidates itself, by `max_depth` or a
 * tree of rules, joins them only if it says so. NULL after an error. */
static cg_spec *rule_set_read(cg_rule_reader *r, const cg_value *set, tunip_str target,
                              const cg_value *row)
{
    r->set = set;
    r->target = target;
    size_t max_depth = cg_json_count(set, "max_depth", cg_json_count(row, "max_depth", DEPTH));
    cg_spec *spec = set_spec(r, set, target, max_depth);
    if (!spec) return NULL;
    bool is_limited = cg_json_get(set, "max_depth") || cg_json_get(set, "rule");
    spec->joins = cg_json_get(set, "join") ? cg_json_true(set, "join") : spec->joins && !is_limited;
    spec->join_limits =
        limits_of_joins(set, spec->rule, is_limited || cg_json_get(row, "max_depth"));
    return spec;
}

/* ======== setup ======== */

/* Reads targets, rules and costs. */

/* ---- shapes ---- */

static const cg_shape speed = {
    .expected = "a number of 1 or more", .kinds = CG_JSON_NUMBER, .least = 1, .most = INFINITY};
static const cg_field target_fields[] = {
    {"kind", &cg_any_text, true},      {"rules", &cg_any_text, false},
    {"compiler", &cg_any_text, false}, {"max_depth", &cg_any_count, false},
    {"flops", &speed, false},          {"bandwidth", &speed, false},
    {"launch", &cg_any_seconds, false}};
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

static cg_spec *read_set(cg_setup *s, const cg_file *file, const cg_value *set, tunip_str target,
                         const cg_value *row)
{
    const cg_file *before = s->file;
    cg_rule_reader reader = {.memory = &s->memory, .patterns = s->patterns, .file = file};
    if (set) s->file = file;
    cg_spec *spec = rule_set_read(&reader, set, target, row);
    if (spec) s->file = before;
    return spec;
}

/* TVM's kinds of targets with a code generator (src/target/target_kind.cc of v0.19). */
static bool is_compiled_by_tvm(tunip_str kind)
{
    static const char *const kinds[] = {
        "aocl",  "aocl_sw_emu", "c",    "cuda",    "ext_dev", "hexagon", "hybrid", "llvm",  "metal",
        "nvptx", "opencl",      "rocm", "sdaccel", "stackvm", "vitis",   "vulkan", "webgpu"};
    for (size_t i = 0; i < TUNIP_LEN(kinds); i++)
        if (tunip_str_is(kind, kinds[i])) return true;
    return false;
}

/* The sets of a file of rules, then those that come with tunip. */
static const char *set_at(const void *user, size_t i)
{
    const cg_setup *s = user;
    const cg_value *own = s->rules.root, *all = s->tvm_rules.root;
    size_t own_count = own ? own->count : 0;
    if (i < own_count) return own->members[i].key.data;
    return i - own_count < all->count ? all->members[i - own_count].key.data : NULL;
}

static bool fail_set(const cg_setup *s, const cg_value *place, const char *message, tunip_str name)
{
    char nearest[80];
    if (tn_nearest(nearest, sizeof nearest, name, set_at, s))
        return cg_file_fail(s->file, place, "%s; did you mean `%s`?", message, nearest);
    return cg_file_fail(s->file, place, "%s", message);
}

/* Candidates, costs and the functions of the result know a target by its kind. */
static bool check_kind(cg_setup *s, tunip_str kind, const cg_value *place, bool has_rules,
                       bool has_compiler)
{
    for (size_t i = 0; i < s->target_count; i++)
        if (tunip_str_equal(s->targets[i].kind, kind))
            return cg_file_fail(s->file, place,
                                "two targets are of the kind `%.60s`: give one of them another "
                                "kind, and its `rules`",
                                kind.data);
    if (has_rules || (is_compiled_by_tvm(kind) && !has_compiler)) return true;
    return fail_set(s, place,
                    tn_arena_say(&s->memory,
                                 "there are no rules for `%.60s`, and TVM has no code generator of "
                                 "this name (--rules)",
                                 kind.data)
                        .data,
                    kind);
}

/* A target as TVM writes it: "cuda", "llvm -mcpu=core-avx2", "cuda -compiler=cutlass". */
typedef struct named_target {
    tunip_str kind;       /* "cuda" */
    tunip_str compiler;   /* "cutlass"; or empty */
    tunip_str rules;      /* "mine", of -partition_rule=mine; or empty */
    tunip_str attributes; /* "-compiler=cutlass" */
} named_target;

static tunip_str next_word(tunip_str *text)
{
    size_t first = 0, size = 0;
    while (first < text->size && text->data[first] == ' ') first++;
    while (first + size < text->size && text->data[first + size] != ' ') size++;
    tunip_str word = {text->data + first, size};
    *text = (tunip_str){word.data + size, text->size - first - size};
    return word;
}

/* Sets *out to the value of `word`, such as "-compiler=cutlass", if it is the attribute `name`. */
static void read_attribute(tunip_str word, const char *name, tunip_str *out)
{
    size_t size = strlen(name);
    while (word.size && *word.data == '-') word = (tunip_str){word.data + 1, word.size - 1};
    if (word.size > size + 1 && memcmp(word.data, name, size) == 0 && word.data[size] == '=')
        *out = (tunip_str){word.data + size + 1, word.size - size - 1};
}

static bool read_target_name(cg_setup *s, const cg_value *row, tunip_str text, named_target *out)
{
    tunip_str compiler = cg_json_text(row, "compiler"), rules = cg_json_text(row, "rules");
    if (!row) { /* the name of a set of rules */
        *out = (named_target){.kind = text};
        return true;
    }
    *out = (named_target){.kind = next_word(&text), .attributes = text};
    for (tunip_str word = next_word(&text); word.size; word = next_word(&text)) {
        if (*word.data != '-' || word.size == 1)
            return cg_file_fail(s->file, row,
                                "expected an attribute of a target, such as -compiler=cutlass, "
                                "got `%.*s`",
                                (int)word.size, word.data);
        read_attribute(word, "compiler", &out->compiler);
        read_attribute(word, "partition_rule", &out->rules);
    }
    out->kind = tn_arena_str(&s->memory, out->kind);
    out->compiler = tn_arena_str(&s->memory, compiler.size ? compiler : out->compiler);
    out->rules = tn_arena_str(&s->memory, rules.size ? rules : out->rules);
    return out->kind.data && out->compiler.data && out->rules.data;
}

/* The rules of a target are those with the name in its row, or those with its own name. A target
 * with a compiler has the name of the compiler. */
static bool add_target(cg_setup *s, tunip_str text, const cg_value *row)
{
    named_target named;
    if (!read_target_name(s, row, text, &named)) return false;
    bool has_compiler = named.compiler.size > 0;
    tunip_str kind = has_compiler ? named.compiler : named.kind;
    bool has_name = named.rules.size > 0;
    tunip_str key = tn_arena_str(&s->memory, has_name ? named.rules : kind);
    const cg_value *set = key.data ? cg_json_get(s->rules.root, key.data) : NULL;
    const cg_file *file = set ? &s->rules : &s->tvm_rules;
    if (!set && key.data) set = cg_json_get(s->tvm_rules.root, key.data);
    cg_machine machine = cg_machine_default(named.kind);
    cg_target target = {kind,
                        {.flops = cg_json_number(row, "flops", machine.flops),
                         .bandwidth = cg_json_number(row, "bandwidth", machine.bandwidth),
                         .launch = cg_json_number(row, "launch", machine.launch)}};
    if (!key.data) return false;
    if (has_name && !set && !tunip_str_is(key, "tvm")) {
        const cg_value *name = cg_json_get(row, "rules");
        tunip_str message = tn_arena_say(&s->memory, "no rules are called `%.60s`", key.data);
        return fail_set(s, name ? name : row, message.data, key);
    }
    if (!check_kind(s, kind, row, set || has_name, has_compiler) ||
        !CG_PUSH(&s->memory, s->targets, s->target_count, target))
        return false;
    cg_spec *spec = read_set(s, file, set, kind, row);
    if (spec && has_compiler) spec->device = named.kind;
    if (spec) spec->attributes = named.attributes;
    return spec && CG_PUSH(&s->memory, s->specs, s->spec_count, spec);
}

/* Sets that no target uses must be right, too. */
static bool check_sets(cg_setup *s)
{
    const cg_value *sets = s->rules.root;
    for (size_t i = 0; sets && i < sets->count; i++)
        if (!read_set(s, &s->rules, sets->members[i].value, sets->members[i].key, NULL))
            return false;
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

static bool is_near(tunip_str word, tunip_str name)
{
    return word.size > 2 && tn_edit_distance(word, name, 2) <= word.size / 4;
}

/* Whether `key` may be the target of a spec misspelt. In a short name one letter may make another
 * target, such as `cpu` for `npu`, if the file has both. */
static bool is_misspelt_target(const cg_value *table, tunip_str key, const cg_spec *spec)
{
    if (spec->is_host) return false;
    if (is_near(key, spec->target)) return true;
    return key.size > 2 && !cg_json_get(table, spec->target.data) &&
           tn_edit_distance(key, spec->target, 1) <= 1;
}

/* Costs of other targets may stand in a file, but not those of a misspelt one. */
static bool check_cost_targets(cg_setup *s, const cg_value *table)
{
    for (size_t i = 0; table && i < table->count; i++) {
        tunip_str key = table->members[i].key;
        const cg_spec *like = NULL;
        bool is_known = false;
        for (size_t k = 0; k < s->spec_count; k++) {
            const cg_spec *spec = s->specs[k];
            is_known |= tunip_str_equal(key, spec->target) || tunip_str_equal(key, spec->name);
            if (is_misspelt_target(table, key, spec)) like = spec;
        }
        if (is_known || is_compiled_by_tvm(key) || !like) continue;
        return cg_file_fail(&s->costs, table->members[i].value,
                            "there is no target `%.60s`; did you mean `%.60s`?", key.data,
                            like->target.data);
    }
    return true;
}

/* `npu.conv2d` is another name than `npu.conv3d`, and no mistake. */
static bool has_other_digits(tunip_str a, tunip_str b)
{
    size_t i = 0;
    while (i < a.size && i < b.size && a.data[i] == b.data[i]) i++;
    return (i < a.size && strchr("0123456789", a.data[i])) ||
           (i < b.size && strchr("0123456789", b.data[i]));
}

static size_t prefix_size(tunip_str name)
{
    size_t size = name.size;
    while (size && name.data[size - 1] != '.') size--;
    return size;
}

/* `nn.dens` is `nn.dense` misspelt; `npu.dense` is a name of another family. */
static bool is_misspelt(tunip_str word, tunip_str name)
{
    size_t prefix = prefix_size(word);
    return prefix == prefix_size(name) && is_near(word, name) &&
           memcmp(word.data, name.data, prefix) == 0 && !has_other_digits(word, name);
}

/* Whether rules give a function the name `word`. *like: such a name that is nearly `word`. */
static bool find_name(const cg_value *rules, tunip_str word, const char **like)
{
    bool is_found = false;
    for (size_t i = 0; rules && i < rules->count; i++) {
        tunip_str key = rules->members[i].key, name = rules->members[i].value->text;
        bool is_name = tunip_str_is(key, "label") || tunip_str_is(key, "name");
        if (is_name && is_misspelt(word, name)) *like = name.data;
        is_found |= is_name && tunip_str_equal(name, word);
        is_found |= find_name(rules->members[i].value, word, like);
    }
    return is_found;
}

/* Costs of other candidates may stand in a file, but not those of misspelt names: "nn.dens+add",
 * "npu{6,7}/npu.dens+add". */
static bool check_label(cg_setup *s, tunip_str label, const cg_value *place)
{
    for (size_t begin = 0, end = 0; end <= label.size; end++) {
        if (end < label.size && label.data[end] == '/') begin = end + 1;
        if (end < label.size && label.data[end] != '+') continue;
        tunip_str word = {label.data + begin, end - begin};
        begin = end + 1;
        const char *op = cg_operator_like(word), *like = NULL;
        if (find_name(s->rules.root, word, &like) || find_name(s->tvm_rules.root, word, &like))
            continue;
        if (op && is_misspelt(word, tunip_str_from(op))) like = op;
        if (like)
            return cg_file_fail(&s->costs, place,
                                "there is no operator or function `%.*s`; did you mean `%.60s`?",
                                (int)word.size, word.data, like);
    }
    return true;
}

static bool check_cost_labels(cg_setup *s, const cg_value *table)
{
    for (size_t i = 0; table && i < table->count; i++) {
        const cg_value *row = table->members[i].value;
        for (size_t k = 0; k < row->count; k++)
            if (!check_label(s, row->members[k].key, row->members[k].value)) return false;
    }
    return true;
}

/* ---- files ---- */

static bool read_file(cg_setup *s, const char *path, cg_file *file, const cg_shape *shape)
{
    if (!path) return true;
    s->file = file;
    return cg_file_open(file, &s->memory, s->context, path, s->error) &&
           cg_file_check(file, file->root, shape);
}

/* The sets of rules that come with tunip. */
static bool read_tvm_rules(cg_setup *s)
{
    tunip_str text = {rules_json, sizeof rules_json - 1};
    s->tvm_rules.error = s->error;
    s->tvm_rules.source = tunip_source_new(NULL, tunip_str_from("rules.json"), text, s->error);
    s->file = &s->tvm_rules;
    return s->tvm_rules.source && cg_file_parse(&s->tvm_rules, &s->memory);
}

bool cg_setup_open(cg_setup *s, tunip_context *context, const char *targets, const char *rules,
                   const char *costs, tunip_error *error)
{
    *s = (cg_setup){.context = context, .error = error};
    s->patterns = tunip_graph_new(context, error);
    bool fine = s->patterns && read_tvm_rules(s) &&
                read_file(s, targets, &s->targets_file, &targets_shape) &&
                read_file(s, rules, &s->rules, &cg_rule_sets) &&
                read_file(s, costs, &s->costs, &costs_shape) && add_targets(s);
    if (fine) s->file = &s->costs;
    fine = fine && check_cost_targets(s, cg_json_get(s->costs.root, "costs")) &&
           check_cost_targets(s, cg_json_get(s->costs.root, "per_operator")) &&
           check_cost_labels(s, cg_json_get(s->costs.root, "costs"));
    if (fine) s->file = NULL;
    return fine || tn_no_memory(error) == TUNIP_OK;
}

void cg_setup_free(cg_setup *s)
{
    cg_file_close(&s->targets_file);
    cg_file_close(&s->rules);
    cg_file_close(&s->tvm_rules);
    cg_file_close(&s->costs);
    tunip_graph_free(s->patterns);
    tn_arena_free(&s->memory);
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

/* Whether a file gives the cost of a function: by the label of the candidate, or by the number of
 * its operators. */
static bool setup_table_cost(cg_setup *s, const cg_function *function, const cg_spec *spec,
                             double *out)
{
    const cg_value *row = of_target(cg_json_get(s->costs.root, "costs"), spec);
    const cg_value *each = of_target(cg_json_get(s->costs.root, "per_operator"), spec);
    double benefit = cg_json_number(s->costs.root, "benefit", 0.9);
    size_t count;
    for (size_t i = 0; row && i < row->count; i++)
        if (tunip_str_equal(row->members[i].key, function->label) ||
            tunip_str_equal(row->members[i].key, function->inner)) {
            *out = row->members[i].value->number;
            return true;
        }
    if (!each || !cg_count_operators(function->function, &count)) return false;
    *out = 0;
    for (size_t i = 0; i < count; i++) *out += each->number * pow(benefit, (double)i);
    return true;
}

/* The work of a function, and the time that its target takes for it. Without types, the model would
 * see tensors of no elements. */
static bool model(cg_setup *s, const cg_function *function, const cg_spec *spec, double *out)
{
    cg_work work;
    for (size_t i = 0; cg_has_types(function->function) && i < s->target_count; i++)
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
    if (setup_table_cost(s, function, spec, out)) {
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
