/* steps.c -- findings of a check, and walks over a graph in an order of their own. */
#include <stdarg.h>
#include <stdio.h>

#include "../util/diagnostic.h"
#include "check.h"

/* ======== findings ======== */

const tunip_node *tn_check_place(const tn_check *c, const tunip_node *node,
                                 const tunip_node *around)
{
    tunip_origin origin;
    return tunip_graph_origin(c->graph, node, &origin) || !around ? node : around;
}

/* Of a statement with a body, only the first line is marked. */
static size_t first_line_end(const tunip_origin *origin)
{
    const char *text = tunip_source_text(origin->source).data;
    size_t end = origin->begin;
    while (end < origin->end && text[end] != '\n' && text[end] != '\r') end++;
    return end;
}

static void label(tn_check *c, tunip_label_kind kind, const tunip_node *at, const char *text)
{
    tunip_origin origin;
    if (tunip_graph_origin(c->graph, at, &origin))
        tunip_diagnostic_at_span(c->last, kind, origin.begin, first_line_end(&origin), text);
    else
        tunip_diagnostic_at_node(c->last, kind, at, text);
}

void tn_check_report(tn_check *c, int rule, const tunip_node *at, const char *format, ...)
{
    char message[512];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    const tunip_check_rule *row = tunip_rules_get((size_t)rule);
    tunip_severity severity =
        row->level == TUNIP_RULES_WARN ? TUNIP_SEVERITY_WARNING : TUNIP_SEVERITY_ERROR;
    c->last = tunip_diagnostics_add(c->out, severity, row->name, message);
    if (at) label(c, TUNIP_LABEL_PRIMARY, at, NULL);
}

void tn_check_stop(tn_check *c, const tunip_node *at)
{
    if (c->has_stopped) return;
    c->has_stopped = true;
    tn_check_report(c, TN_RULE_INCOMPLETE, at,
                    "the check ended after %d visits of nodes, and may miss mistakes",
                    TN_CHECK_MOST_VISITS);
}

void tn_check_also(tn_check *c, const tunip_node *at, const char *text)
{
    tunip_origin here, there;
    const tunip_label *first = c->last ? tunip_diagnostic_label(c->last, 0) : NULL;
    if (!first || !tunip_graph_origin(c->graph, at, &there)) return;
    here.begin = first->begin;
    if (here.begin != there.begin) label(c, TUNIP_LABEL_SECONDARY, at, text);
}

void tn_check_help(tn_check *c, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tunip_diagnostic_note(c->last, TUNIP_SEVERITY_HELP, text);
}

tunip_str tn_check_name(const tunip_node *var)
{
    if (tunip_relax_is_var(var)) return tunip_relax_var_name(var);
    return tunip_string_value(((const tunip_tir_var *)var)->name);
}

/* ======== steps ======== */

void tn_steps_push(tn_steps *s, tn_step_fn run, const void *node, const tunip_node *place,
                   uint64_t data)
{
    tn_step step = {run, node, place, data};
    if (!node) return;
    if (!tn_array_push(&s->items, s->check->allocator, step)) s->check->failed = true;
}

void tn_steps_push_all(tn_steps *s, tn_step_fn run, const tunip_array *nodes,
                       const tunip_node *place, uint64_t data)
{
    for (size_t i = 0; i < tunip_array_count(nodes); i++)
        tn_steps_push(s, run, nodes->items[i], place, data);
}

/* Steps are pushed in the order in which they run, and taken from the end. */
static void turn(tn_steps *s, size_t from)
{
    tn_step *items = s->items.items;
    for (size_t a = from, b = s->items.count; a + 1 < b; a++) {
        tn_step kept = items[--b];
        items[b] = items[a];
        items[a] = kept;
    }
}

void tn_steps_run(tn_steps *s)
{
    turn(s, 0);
    while (s->items.count && !s->check->failed && s->visits < TN_CHECK_MOST_VISITS) {
        tn_step step = s->items.items[--s->items.count];
        size_t from = s->items.count;
        s->visits++;
        step.run(s, &step);
        turn(s, from);
    }
    if (s->items.count && !s->check->failed) tn_check_stop(s->check, s->check->root);
    tn_array_free(&s->items, s->check->allocator);
}
