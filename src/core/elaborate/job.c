/* job.c -- the job of reading one script: its dialects, memory and complaints. */
#include <stdarg.h>
#include <stdio.h>

#include "../base/compiler.h"
#include "../context.h"
#include "../ir/graph.h"
#include "../script/script.h"
#include "elaborate.h"

/* ---- memory ---- */

void tn_elaborator_fail_memory(tunip_elaborator *e)
{
    if (e->error.code == TUNIP_OK) tunip_error_set(&e->error, TUNIP_ERROR_MEMORY, "out of memory");
}

bool tn_elaborator_refuse_effort(tunip_elaborator *e, const tunip_doc *doc)
{
    if (e->effort)
        tunip_complain(e, doc, "the lambdas, strings and lists of this script take too long");
    e->effort = 0;
    return false;
}

void *tunip_elaborator_alloc(tunip_elaborator *e, size_t size)
{
    void *memory = tn_arena_zalloc(&e->arena, size);
    if (!memory) tn_elaborator_fail_memory(e);
    return memory;
}

/* ---- functions for dialects ---- */

tunip_graph *tunip_elaborator_graph(const tunip_elaborator *e)
{
    return e->graph;
}

bool tunip_elaborator_folds(const tunip_elaborator *e)
{
    return e->folds;
}

bool tunip_elaborator_is_wrong(const tunip_elaborator *e)
{
    return e->complaint_count || e->error.code != TUNIP_OK ||
           tunip_graph_status(e->graph) != TUNIP_OK;
}

bool tunip_elaborator_in_lambda(const tunip_elaborator *e)
{
    return e->lambda_depth != 0;
}

TN_APART const tn_script_dialect *tn_elaborator_other(const tunip_elaborator *e,
                                                      const tunip_dialect *dialect)
{
    const tn_script_dialect *end = e->dialects + e->dialect_count;
    for (const tn_script_dialect *known = e->dialects; known < end; known++)
        if (known->dialect == dialect) return known;
    return NULL;
}

const tn_script_dialect *tn_elaborator_prefix(const tunip_elaborator *e, tunip_str name)
{
    for (size_t i = 0; i < e->dialect_count; i++)
        if (e->dialects[i].prefix.size && tunip_str_equal(e->dialects[i].prefix, name))
            return &e->dialects[i];
    return NULL;
}

static const tn_script_dialect *find_owner(const tunip_elaborator *e, const tunip_type *type)
{
    const tn_registry *registry = tn_context_registry(e->context);
    for (; type; type = type->base) {
        const tn_type_info *info = tn_registry_info(registry, type);
        for (size_t i = 0; info && i < e->dialect_count; i++)
            if (strcmp(e->dialects[i].lexicon->dialect->name, info->owner) == 0)
                return &e->dialects[i];
    }
    return NULL;
}

const tn_script_dialect *tn_elaborator_owner(tunip_elaborator *e, const tunip_node *node)
{
    if (!node) return NULL;
    size_t slot = node->type->id % TN_RECENT_OWNERS;
    if (e->owners[slot].type != node->type) {
        e->owners[slot].type = node->type;
        e->owners[slot].owner = find_owner(e, node->type);
    }
    return e->owners[slot].owner;
}

static TN_APART void *make_state(tunip_elaborator *e, const tunip_dialect *dialect)
{
    tn_script_dialect *known = (tn_script_dialect *)(uintptr_t)tn_elaborator_dialect(e, dialect);
    if (!known || !dialect->vocabulary) return NULL;
    known->state = tn_arena_zalloc(&e->kept, dialect->vocabulary->state_size);
    if (!known->state) tn_elaborator_fail_memory(e);
    return known->state;
}

void *tunip_elaborator_state(tunip_elaborator *e, const tunip_dialect *dialect)
{
    const tn_script_dialect *known = tn_elaborator_dialect(e, dialect);
    return known && known->state ? known->state : make_state(e, dialect);
}

const void *tunip_elaborator_settings(const tunip_elaborator *e, const tunip_dialect *dialect)
{
    const tn_script_dialect *known = tn_elaborator_dialect(e, dialect);
    return known ? known->settings : NULL;
}

/* ---- complaints ---- */

static tunip_str name_constant(tunip_elaborator *e, tunip_str text)
{
    static const char format[] = "%.*s: %.*s";
    tunip_str name = e->constant->name;
    size_t size = sizeof format + name.size + text.size;
    char *whole = tn_arena_alloc(&e->arena, size);
    if (!whole || !text.data) return text;
    snprintf(whole, size, format, (int)name.size, name.data, (int)text.size, text.data);
    return tunip_str_from(whole);
}

const tunip_doc *tn_known_place(const tunip_elaborator *e, const tunip_doc *doc)
{
    if (doc && !tn_doc_is_nowhere(doc)) return doc;
    return e->expr ? e->expr : e->stmt;
}

/* The expression or statement at which TVM's parser reports a mistake: it may be the call of a
 * lambda that has the mistake. NULL if it is not known. */
static const tunip_doc *reported_at(const tunip_elaborator *e, const tunip_doc *doc)
{
    if (!e->folds || e->constant || !e->expr) return NULL;
    tn_script_place inner = tn_doc_place(doc), outer = tn_doc_place(e->expr);
    bool is_inside = outer.begin <= inner.begin && inner.end <= outer.end;
    return is_inside || e->lambda_depth ? e->expr : NULL;
}

static void complain(tunip_elaborator *e, const tunip_doc *doc, tn_complaint kind,
                     const char *format, va_list args)
{
    if (kind == TN_DETAIL && (e->is_silent || (doc && tn_doc_is_nowhere(doc)))) return;
    e->is_silent = false;
    if (kind != TN_DETAIL && !e->constant) doc = tn_known_place(e, doc);
    tunip_str text = tn_arena_format(&e->arena, format, args);
    if (e->arena.failed) {
        tn_elaborator_fail_memory(e); /* rather than an error without a message */
        return;
    }
    const tunip_doc *around = kind == TN_COMPLAINT && doc ? reported_at(e, doc) : NULL;
    if (e->constant) doc = NULL; /* its Docs belong to another text */
    if (e->constant && kind != TN_DETAIL) text = name_constant(e, text);
    if (e->constant && kind == TN_COMPLAINT) kind = TN_ELSEWHERE;
    if (e->options->complain) e->options->complain(e->options->user, doc, around, kind, text);
}

tunip_value tunip_complain(tunip_elaborator *e, const tunip_doc *doc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    e->complaint_count++;
    complain(e, doc, TN_COMPLAINT, format, args);
    va_end(args);
    return tunip_value_wrong(doc);
}

tunip_value tunip_complain_missing(tunip_elaborator *e, const tunip_doc *doc, const char *format,
                                   ...)
{
    va_list args;
    e->is_silent = tn_is_broken(e) || e->wrong_scopes || (e->next && tn_doc_is_broken(e->next));
    if (e->is_silent) return tunip_value_wrong(doc);
    va_start(args, format);
    e->complaint_count++;
    complain(e, doc, TN_COMPLAINT, format, args);
    va_end(args);
    return tunip_value_wrong(doc);
}

void tunip_warn(tunip_elaborator *e, const tunip_doc *doc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(e, doc, TN_WARNING, format, args);
    va_end(args);
}

void tunip_complain_also(tunip_elaborator *e, const tunip_doc *doc, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    complain(e, doc, TN_DETAIL, format, args);
    va_end(args);
}
