/* run.c -- a run from options to chosen partitions. */
#include "run.h"

#include <stdlib.h>

#include "../../src/util/distance.h"
#include "page.h"
#include "pattern.h"

/* ======== names ======== */

/* The names that a misspelt one may mean. */
typedef struct names {
    const cg_engine *engine;
    const cg_spec *spec; /* only the labels of its candidates; or NULL */
    bool has_labels;
    bool is_single; /* no labels of several calls */
} names;

static const char *label_at(const names *n, size_t i)
{
    const cg_engine *e = n->engine;
    for (size_t k = 0; k < e->partition_count; k++) {
        const cg_candidates *all = &e->partitions[k].index.all;
        if (i >= all->count) {
            i -= all->count;
            continue;
        }
        const char *label = all->items[i]->sub_graph->label.data;
        bool is_left_out =
            (n->spec && n->spec != all->items[i]->spec) || (n->is_single && strchr(label, '+'));
        return is_left_out ? "" : label;
    }
    return NULL;
}

/* The names of backends and the kinds of their targets, then the labels of candidates. */
static const char *name_at(const void *user, size_t i)
{
    const names *n = user;
    size_t count = n->spec ? 0 : n->engine->spec_count;
    if (i < count) return n->engine->specs[i]->name.data;
    if (i < 2 * count) {
        const char *kind = n->engine->specs[i - count]->target.data;
        return kind ? kind : "";
    }
    return n->has_labels ? label_at(n, i - 2 * count) : NULL;
}

/* `npu:nn.relu` and `npu.nn.relu` name candidates of one backend. Returns the size of the name of
 * the backend; 0: there is none. */
static size_t backend_size(const char *name, const cg_spec *spec)
{
    const tunip_str words[] = {spec->name, spec->target};
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (words[i].size && strncmp(name, words[i].data, words[i].size) == 0 &&
            (name[words[i].size] == ':' || name[words[i].size] == '.'))
            return words[i].size + 1;
    return 0;
}

/* The label of one call is more likely meant than a longer one that begins with it. */
static bool find_nearest(names *n, const char *name, char *room, size_t size)
{
    bool found = false;
    for (int k = 1; k >= 0 && !found; k--) {
        n->is_single = k == 1;
        found = tn_nearest(room, size, tunip_str_from(name), name_at, n);
    }
    return found;
}

static bool fail_name(const cg_engine *e, const char *message, const char *name, bool has_labels,
                      const char *hint)
{
    char nearest[80];
    names all = {.engine = e, .has_labels = has_labels};
    size_t prefix = 0;
    bool found = find_nearest(&all, name, nearest, sizeof nearest);
    for (size_t k = 0; k < e->spec_count && has_labels && !found; k++) {
        all.spec = e->specs[k];
        prefix = backend_size(name, all.spec);
        found = prefix && find_nearest(&all, name + prefix, nearest, sizeof nearest);
    }
    tunip_error_set(e->error, TUNIP_ERROR_NOT_FOUND, "%s `%.60s` (%s%.*s%s%s)", message, name,
                    found ? "did you mean " : "", found ? (int)prefix : 0, name,
                    found ? nearest : hint, found ? "?" : "");
    return false;
}

static bool is_backend(const cg_engine *e, const char *name)
{
    bool is_known = false;
    for (size_t k = 0; k < e->spec_count; k++)
        is_known |=
            tunip_str_is(e->specs[k]->name, name) || tunip_str_is(e->specs[k]->target, name);
    return is_known;
}

bool cg_check_targets(const cg_engine *e)
{
    for (size_t i = 0; i < e->options.only_count; i++)
        if (!is_backend(e, e->options.only[i]))
            return fail_name(e, "no backend is called", e->options.only[i], false,
                             "see the targets and rules");
    return true;
}

bool cg_check_candidates(const cg_engine *e)
{
    for (size_t i = 0; i < e->options.override_count; i++)
        if (!e->options.overrides[i].count && !is_backend(e, e->options.overrides[i].name))
            return fail_name(e, "no candidate is called", e->options.overrides[i].name, true,
                             "the report lists them");
    return true;
}

/* ======== run ======== */

bool cg_options_of(cg_options *how, tn_arena *memory, const tunip_collage_options *o)
{
    *how =
        (cg_options){.as_tvm = o->as_tvm,
                     .lazy = o->lazy,
                     .prune = o->prune,
                     .max_candidates = o->max_candidates,
                     .only = o->only,
                     .only_count = o->only_count,
                     .overrides = CG_NEW(memory, cg_override, o->question_count + 1),
                     .override_count = o->question_count,
                     .search = {.transition = o->transition, .beam = o->beam, .budget = o->budget}};
    for (size_t i = 0; how->overrides && i < o->question_count; i++)
        how->overrides[i] = (cg_override){o->questions[i].name, o->questions[i].seconds, 0};
    return how->overrides != NULL;
}

static bool run(tunip_collage *c, tunip_context *context, tunip_graph *graph,
                const tunip_collage_options *o, tunip_error *error)
{
    if (!tunip_context_type(context, tunip_str_from(cg_pattern_type.key)))
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                        "the context is not prepared: see tunip_collage_prepare()");
    if (error->code != TUNIP_OK) return false;
    bool fine = cg_setup_open(&c->setup, context, o->targets, o->rules, o->costs, error);
    c->setup.command = (cg_command){
        .context = context, .command = o->estimator, .cache = o->cache, .timeout = o->timeout};
    c->engine = (cg_engine){.specs = c->setup.specs,
                            .spec_count = c->setup.spec_count,
                            .estimator = cg_setup_estimator(&c->setup),
                            .error = error};
    return fine && cg_options_of(&c->engine.options, &c->setup.memory, o) &&
           cg_check_targets(&c->engine) &&
           cg_partition_all(&c->engine, context, graph, &c->setup.memory) &&
           cg_check_candidates(&c->engine);
}

tunip_status tunip_collage_prepare(tunip_context *context, tunip_error *error)
{
    return cg_patterns_add(context, error);
}

tunip_status tunip_collage_run(tunip_context *context, tunip_graph *graph,
                               const tunip_collage_options *options, tunip_collage **out,
                               tunip_error *error)
{
    static const tunip_collage_options defaults = TUNIP_COLLAGE_OPTIONS_INIT;
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    if (!options) options = &defaults;
    *out = NULL;
    if (options->size != sizeof *options)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "the options are of another version of tunip_collage.h");
    tunip_collage *c = calloc(1, sizeof *c);
    *out = c;
    if (!c) return tn_no_memory(error);
    if (run(c, context, graph, options, error)) return TUNIP_OK;
    tn_no_memory(error); /* unless there is another error */
    return error->code;
}

const char *tunip_collage_file(const tunip_collage *c)
{
    return c->setup.file ? c->setup.file->path : NULL;
}

double tunip_collage_cost(const tunip_collage *c)
{
    double cost = 0;
    for (size_t i = 0; i < c->engine.partition_count; i++) cost += c->engine.partitions[i].cost;
    return cost;
}

bool tunip_collage_is_optimal(const tunip_collage *c)
{
    bool is_optimal = true;
    for (size_t i = 0; i < c->engine.partition_count; i++)
        is_optimal = is_optimal && c->engine.partitions[i].cover.is_optimal &&
                     !c->engine.partitions[i].is_cut;
    return is_optimal;
}

const tunip_node *tunip_collage_module(tunip_collage *c, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    c->engine.error = error ? error : &own;
    return cg_rewrite(&c->engine);
}

tunip_status tunip_collage_write_report(tunip_collage *c, size_t losers, tunip_write_fn write,
                                        void *user, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    c->engine.error = error ? error : &own;
    return cg_report_write(&c->engine, losers, write, user, c->engine.error);
}

tunip_status tunip_collage_explain(tunip_collage *c, size_t losers, tunip_write_fn write,
                                   void *user, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    tn_text text = {.failed = false};
    c->engine.error = error ? error : &own;
    bool fine = cg_explain_text(&c->engine, losers, &text);
    tunip_str shown = cg_taken(&text, &c->setup.memory);
    if (!fine || !shown.data) {
        tn_no_memory(c->engine.error);
        return c->engine.error->code;
    }
    return tunip_escape(shown, TUNIP_ESCAPE_TEXT, write, user) == 0
               ? TUNIP_OK
               : tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the output was refused");
}

void tunip_collage_free(tunip_collage *c)
{
    if (!c) return;
    cg_setup_free(&c->setup);
    free(c);
}
