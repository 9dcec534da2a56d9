/* rule.c -- finds the candidates of rules, except the unions of CG_RULE_COMBINE. */
#include "rule.h"

#include <math.h>

bool cg_finder_init(cg_finder *finder, tunip_context *context, cg_graph *graph, cg_memory *memory,
                    tunip_error *error)
{
    *finder = (cg_finder){.context = context, .graph = graph, .memory = memory, .error = error};
    return cg_matcher_init(&finder->matcher, context, graph);
}

void cg_finder_free(cg_finder *finder)
{
    cg_matcher_free(&finder->matcher);
}

/* ---- base rules ---- */

static bool find_matches(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (uint32_t i = 0; i < f->graph->count; i++) {
        bool answer = cg_match(&f->matcher, rule->pattern, i);
        if (f->matcher.failed) return false;
        if (!answer) continue;
        for (const cg_predicate *p = rule->predicate; p && answer; p = p->also)
            if (!p->holds(p->user, p, f, i, &answer)) return false;
        cg_set inside = answer ? cg_matched_set(&f->matcher, f->memory) : (cg_set){0, 0, NULL};
        if (cg_set_is_empty(inside)) continue;
        tunip_str label;
        cg_kind kind = cg_graph_describe(f->graph, f->memory, inside, &label);
        const cg_sub_graph *s = cg_sub_graph_new(f->graph, f->memory, inside, kind, label, 0, NULL);
        tunip_str name = rule->name.size ? rule->name : label;
        if (!cg_candidates_add(f->memory, out, cg_candidate_new(f->memory, name, s, spec, NAN)))
            return false;
    }
    return true;
}

static bool add_single(cg_finder *f, const cg_rule *rule, const cg_spec *spec, uint32_t index,
                       double cost, cg_candidates *out)
{
    const cg_node *node = &f->graph->nodes[index];
    const cg_sub_graph *s = cg_sub_graph_of(f->graph, f->memory, index, node->kind, node->label);
    tunip_str name = cg_nest_names(f->memory, rule->name, node->label);
    return cg_candidates_add(f->memory, out, cg_candidate_new(f->memory, name, s, spec, cost));
}

static bool find_calls(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (uint32_t i = 0; i < f->graph->count; i++) {
        const cg_node *node = &f->graph->nodes[i];
        if (tunip_is(node->expr, &tunip_relay_call_type) && node->kind <= rule->at_most &&
            !add_single(f, rule, spec, i, NAN, out))
            return false;
    }
    return true;
}

static bool find_left(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (uint32_t i = 0; i < f->graph->count; i++)
        if (!cg_must_be_lowered(f->graph->nodes[i].expr) && !add_single(f, rule, spec, i, 0, out))
            return false;
    return true;
}

/* ---- rules around others ---- */

static bool name_all(cg_finder *f, const cg_rule *rule, cg_candidates *list)
{
    for (size_t i = 0; i < list->count; i++)
        list->items[i]->rule_name = cg_nest_names(f->memory, rule->name, list->items[i]->rule_name);
    return !f->memory->failed;
}

static bool find_inner(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    for (size_t i = 0; i < rule->inner_count; i++)
        if (!cg_apply(f, rule->inner[i], spec, out)) return false;
    return rule->kind == CG_RULE_COMBINE || name_all(f, rule, out);
}

static bool wrap(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    bool is_composite = rule->kind == CG_RULE_COMPOSITE;
    cg_attrs attrs = {.primitive = !is_composite};
    if (is_composite) attrs.composite = rule->name;
    if (!is_composite && spec->is_external) attrs.compiler = spec->name;
    if (!find_inner(f, rule, spec, out)) return false;
    for (size_t i = 0; i < out->count; i++) {
        out->items[i]->sub_graph = cg_sub_graph_wrap(f->memory, out->items[i]->sub_graph, attrs);
        if (!out->items[i]->sub_graph) return false;
    }
    return true;
}

static bool keep_valid(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    size_t kept = 0;
    if (!find_inner(f, rule, spec, out)) return false;
    for (size_t i = 0; i < out->count; i++) {
        cg_rejected rejected = {out->items[i], NULL};
        rejected.reason =
            cg_sub_graph_check(f->graph, f->memory, out->items[i]->sub_graph, &rule->limits);
        if (!rejected.reason)
            out->items[kept++] = out->items[i];
        else if (!CG_PUSH(f->memory, f->rejected, f->rejected_count, rejected))
            return false;
    }
    out->count = kept;
    return true;
}

static bool combine(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    return find_inner(f, rule, spec, out) && cg_combine(f, rule, out) && name_all(f, rule, out);
}

/* ORDER: of cg_rule_kind. */
static bool (*const finders[])(cg_finder *f, const cg_rule *rule, const cg_spec *spec,
                               cg_candidates *out) = {
    find_matches, find_calls, find_left, wrap, wrap, find_inner, combine, keep_valid,
};

bool cg_apply(cg_finder *f, const cg_rule *rule, const cg_spec *spec, cg_candidates *out)
{
    cg_candidates found = {NULL, 0};
    if (!finders[rule->kind](f, rule, spec, &found)) return false;
    for (size_t i = 0; i < found.count; i++)
        if (!cg_candidates_add(f->memory, out, found.items[i])) return false;
    return true;
}

bool cg_find(cg_finder *finder, const cg_spec *spec, cg_candidates *out)
{
    size_t first = out->count;
    if (!cg_apply(finder, spec->rule, spec, out)) return false;
    for (size_t i = first; i < out->count; i++)
        out->items[i]->rule_name =
            cg_nest_names(finder->memory, spec->name, out->items[i]->rule_name);
    return !finder->memory->failed;
}
