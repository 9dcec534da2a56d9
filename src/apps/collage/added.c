/* added.c -- lists of the predicates and estimators of plugins. */
#include "added.h"

#include <math.h>

#include "condition.h"
#include "tunip_collage.h"

enum { MOST_ADDED = 200 };

/* Both structs begin with a size and a name. */
typedef struct head {
    size_t size;
    const char *name;
} head;

typedef struct list {
    const void *items[MOST_ADDED];
    size_t count;
} list;

static list predicates, estimators;

static const void *find(const list *of, tunip_str name)
{
    for (size_t i = 0; i < of->count; i++)
        if (tunip_str_is(name, ((const head *)of->items[i])->name)) return of->items[i];
    return NULL;
}

static tunip_status add(list *to, const void *item, size_t size, bool is_whole, tunip_error *error)
{
    const head *h = item;
    if (h->size != size || !h->name || !is_whole)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "needs its size, a name and a function");
    const void *known = find(to, tunip_str_from(h->name));
    if (known == item) return TUNIP_OK;
    if (known)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "there are two with the name %s",
                               h->name);
    if (to->count == MOST_ADDED)
        return tunip_error_set(error, TUNIP_ERROR_LIMIT, "there are more than %d", MOST_ADDED);
    to->items[to->count++] = item;
    return TUNIP_OK;
}

tunip_status tunip_collage_predicate_add(const tunip_collage_predicate *p, tunip_error *error)
{
    return add(&predicates, p, sizeof *p, p->ask != NULL, error);
}

tunip_status tunip_collage_estimator_add(const tunip_collage_estimator *e, tunip_error *error)
{
    return add(&estimators, e, sizeof *e, e->ask != NULL, error);
}

/* ---- answers ---- */

static bool fail(tunip_error *error, tunip_status status, const char *kind, const char *name)
{
    char message[sizeof error->message] = "it failed without a message";
    if (error->code != TUNIP_OK) memcpy(message, error->message, sizeof message);
    error->code = TUNIP_OK;
    tunip_error_set(error, (unsigned)status > TUNIP_ERROR_RULE ? TUNIP_ERROR_ARGUMENT : status,
                    "%s %.60s: %.200s", kind, name, message);
    return false;
}

static bool holds(void *user, const cg_predicate *p, cg_finder *finder, uint32_t index,
                  bool *answer)
{
    const tunip_collage_predicate *added = user;
    const tunip_relay_call *call = cg_condition_call(finder, index);
    tunip_collage_match match = {.context = finder->context,
                                 .target = p->compiler,
                                 .label = p->name,
                                 .expr = finder->graph->nodes[index].expr,
                                 .call = call ? &call->base.base.base.base.base : NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = added->ask(&match, answer, &error);
    if (status == TUNIP_OK) return true;
    fail(&error, status, "predicate", added->name);
    tunip_error_set(finder->error, error.code, "%s", error.message);
    return false;
}

cg_predicate *cg_added_predicate(cg_memory *memory, tunip_str name, tunip_str target,
                                 tunip_str label)
{
    const void *added = find(&predicates, name);
    cg_predicate *made = added ? CG_NEW(memory, cg_predicate, 1) : NULL;
    if (made) *made = (cg_predicate){.holds = holds, .compiler = target, .name = label};
    if (made) made->user = (void *)(uintptr_t)added;
    return made;
}

bool cg_added_cost(tunip_context *context, const cg_function *function, tunip_str target,
                   double *out, tunip_error *error)
{
    tunip_collage_candidate candidate = {.context = context,
                                         .function = &function->function->base.base.base.base.base,
                                         .target = target,
                                         .label = function->label,
                                         .name = function->name};
    *out = NAN;
    for (size_t i = 0; i < estimators.count && isnan(*out); i++) {
        const tunip_collage_estimator *e = estimators.items[i];
        tunip_error own = TUNIP_ERROR_INIT;
        tunip_status status = e->ask(&candidate, out, &own);
        if (status == TUNIP_OK && *out < 0)
            status = tunip_error_set(&own, TUNIP_ERROR_ARGUMENT,
                                     "%g cannot be a cost: it is less than 0", *out);
        if (status == TUNIP_OK) continue;
        fail(&own, status, "estimator", e->name);
        return tunip_error_set(error, own.code, "%s", own.message) == TUNIP_OK;
    }
    return true;
}
