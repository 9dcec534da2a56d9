/* spec.c -- the rules that src/relay/collage/gather_partition_specs.cc of TVM v0.19 makes. */
#include "spec.h"

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

const cg_combiner *cg_style_combiners(cg_style style, size_t *count)
{
    *count = styles[style].count;
    return styles[style].combiners;
}

/* ---- rules ---- */

cg_rule *cg_rule_new(cg_memory *memory, cg_rule_kind kind, tunip_str name, size_t inner_count,
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
static cg_rule *combined(cg_memory *memory, cg_rule *inner, const cg_combiner *combiners,
                         size_t count, size_t max_depth)
{
    const tunip_str none = {NULL, 0};
    cg_rule *combine = count ? cg_rule_new(memory, CG_RULE_COMBINE, none, 1, &inner) : inner;
    if (combine && count) {
        combine->combiners = combiners;
        combine->combiner_count = count;
        combine->max_depth = max_depth;
    }
    cg_rule *valid = combine ? cg_rule_new(memory, CG_RULE_VALID, none, 1, &combine) : NULL;
    if (valid) valid->limits = (cg_limits){.max_depth = max_depth, .max_exits = 1};
    return valid;
}

static cg_spec *new_spec(cg_memory *memory, tunip_str name, tunip_str target, const cg_rule *rule)
{
    cg_spec *spec = rule ? CG_NEW(memory, cg_spec, 1) : NULL;
    if (spec) *spec = (cg_spec){.name = name, .target = target, .rule = rule};
    return spec;
}

cg_spec *cg_spec_tvm(cg_memory *memory, tunip_str kind, size_t max_depth)
{
    const tunip_str none = {NULL, 0};
    cg_rule *calls = cg_rule_new(memory, CG_RULE_BY_KIND, none, 0, NULL);
    cg_rule *rule =
        calls ? combined(memory, calls, tvm_combiners, TUNIP_LEN(tvm_combiners), max_depth) : NULL;
    return new_spec(memory, cg_join(memory, tunip_str_from("tvm_"), "", kind), kind, rule);
}

static cg_rule *entry_rule(cg_memory *memory, const cg_entry *entry)
{
    const tunip_str none = {NULL, 0};
    cg_rule *pattern = cg_rule_new(memory, CG_RULE_PATTERN, none, 0, NULL);
    if (!pattern) return NULL;
    pattern->pattern = entry->pattern;
    pattern->predicate = entry->predicate;
    return cg_rule_new(memory, CG_RULE_COMPOSITE, entry->label, 1, &pattern);
}

cg_spec *cg_spec_patterns(cg_memory *memory, tunip_str compiler, const cg_entry *entries,
                          size_t count, cg_style style, size_t max_depth)
{
    const tunip_str none = {NULL, 0};
    cg_rule **rules = CG_NEW(memory, cg_rule *, count + 1);
    size_t combiner_count;
    const cg_combiner *combiners = cg_style_combiners(style_of(compiler, style), &combiner_count);
    if (!rules) return NULL;
    for (size_t i = 0; i < count; i++) rules[i] = entry_rule(memory, &entries[i]);
    cg_rule *all = cg_rule_new(memory, CG_RULE_UNION, none, count, rules);
    cg_rule *valid = all ? combined(memory, all, combiners, combiner_count, max_depth) : NULL;
    cg_rule *rule = valid ? cg_rule_new(memory, CG_RULE_PRIMITIVE, none, 1, &valid) : NULL;
    cg_spec *spec = new_spec(memory, compiler, compiler, rule);
    if (spec) spec->is_external = true;
    return spec;
}

cg_spec *cg_spec_host(cg_memory *memory)
{
    const tunip_str none = {NULL, 0};
    cg_spec *spec = new_spec(memory, tunip_str_from("host"), none,
                             cg_rule_new(memory, CG_RULE_HOST, none, 0, NULL));
    if (spec) spec->is_host = true;
    return spec;
}
