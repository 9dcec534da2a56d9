/* variables.c -- the variables that frames define. */
#include "variables.h"

#include "docs.h"
#include "frame.h"
#include "names.h"

/* In a program, an assignment in an inner scope holds for the rest of the function, so its name
 * stays unavailable for definitions before that scope. */
TN_APART static void note_released(tunip_docsifier *d, uint32_t name)
{
    const void *key = (const void *)((uintptr_t)name + 1);
    uint64_t *function = tn_map_put(&d->variables->released, key, NULL);
    if (function)
        *function = d->variables->function;
    else
        tn_job_no_memory(d);
}

static void release_name(tunip_docsifier *d, uint32_t name)
{
    tn_names_release(d->names, name);
    if (TN_RARELY(d->variables->keeps_released)) note_released(d, name);
}

static bool was_released(const tunip_docsifier *d, uint32_t name)
{
    const void *key = (const void *)((uintptr_t)name + 1);
    const uint64_t *function = tn_map_get(&d->variables->released, key);
    return function && *function == d->variables->function;
}

/* ---- units ---- */

/* Sets the bit of a variable that outlives the unit in which it is defined, or is defined in
 * none. */
static void add_to_filter(tn_variables *variables, const void *node)
{
    uint64_t bit = tn_filter_bit(node);
    if (variables->filter) variables->filter[bit / 64] |= (uint64_t)1 << bit % 64;
}

static bool make_filter(tunip_docsifier *d)
{
    tn_variables *variables = d->variables;
    variables->filter = tunip_job_keep(d, TN_FILTER_WORDS * sizeof *variables->filter);
    const tn_map *index = &variables->index;
    for (size_t i = 0; variables->filter && index->slots && i <= index->mask; i++)
        if (index->slots[i].key) add_to_filter(variables, index->slots[i].key);
    return variables->filter;
}

static void swap_tables(tn_variables *variables)
{
    tn_map index = variables->index;
    variables->index = variables->around;
    variables->around = index;
}

bool tn_variables_open_unit(tunip_docsifier *d)
{
    tn_variables *variables = d->variables;
    if (variables->in_unit || (!variables->filter && !make_filter(d))) return false;
    variables->in_unit = true;
    swap_tables(variables);
    return true;
}

/* A unit may have defined variables in the frames around it. */
void tn_variables_close_unit(tunip_docsifier *d)
{
    tn_variables *variables = d->variables;
    tn_map *unit = &variables->around, *all = &variables->index;
    swap_tables(variables);
    variables->in_unit = false;
    for (size_t i = 0; unit->count && i <= unit->mask; i++) {
        if (!unit->slots[i].key) continue;
        uint64_t *slot = tn_map_put(all, unit->slots[i].key, NULL);
        if (slot) *slot = unit->slots[i].value;
        if (!slot) tn_job_no_memory(d);
        add_to_filter(variables, unit->slots[i].key);
    }
    if (unit->mask >= TN_LARGEST_SPARSE) /* most units need only a small one */
        tn_map_free(unit);
    else
        tn_map_clear(unit);
}

void tn_variables_begin_function(tunip_docsifier *d)
{
    d->variables->function++;
}

static void forget(tunip_docsifier *d, void *user)
{
    const tn_variable *variable = user;
    if (!variable->creator && !variable->is_guess) release_name(d, variable->name);
    if (!tn_map_remove(&d->variables->index, variable->node))
        tn_map_remove(&d->variables->around, variable->node);
}

/* The same for a name that no node has. */
static void release(tunip_docsifier *d, void *user)
{
    release_name(d, (uint32_t)(uintptr_t)user);
}

/* The variable of a node. A new one has no frame yet. NULL, with the job's error set, when out of
 * memory. */
static tn_variable *enter(tunip_docsifier *d, const void *node)
{
    bool added;
    tn_variables *variables = d->variables;
    const uint64_t *known = tn_variable_around(variables, node);
    if (TN_RARELY(known)) return (tn_variable *)(uintptr_t)*known;
    uint64_t *slot = tn_map_put(&variables->index, node, &added);
    if (slot && !added) return (tn_variable *)(uintptr_t)*slot;
    if (!variables->in_unit) add_to_filter(variables, node);
    tn_variable *variable = slot ? tn_job_memory(d, sizeof *variable) : NULL;
    if (variable) {
        *variable = (tn_variable){.node = node};
        *slot = (uintptr_t)variable;
    } else if (slot) {
        tn_map_remove(&d->variables->index, node);
    } else {
        tn_job_no_memory(d);
    }
    return variable;
}

/* Lets a frame remove the variable. */
static void remember(tunip_docsifier *d, tunip_frame *frame, tn_variable *variable)
{
    variable->frame = frame;
    variable->action = (struct tunip_frame_action){.run = forget, .user = variable};
    if (!tn_frame_act(d, frame, &variable->action))
        tn_map_remove(&d->variables->index, variable->node);
}

/* ---- guesses ---- */

void tn_variables_refute(const tunip_docsifier *d)
{
    if (tn_job_failed(d)) return;
    d->variables->guessed_wrong = true;
    tn_job_fail((tunip_docsifier *)(uintptr_t)d, TUNIP_ERROR_RULE, "a node is used after all");
}

/* A backend that sees second definitions would see those of a unit that is made again. */
bool tunip_guess_unused(tunip_docsifier *d, tunip_frame *frame, const void *node)
{
    const tn_variables *variables = d->variables;
    if (!node || !variables->may_guess || variables->notes_again) return false;
    tn_variable *variable = enter(d, node);
    if (!variable || variable->frame) return variable && variable->is_guess;
    variable->is_guess = true;
    remember(d, frame, variable);
    return true;
}

/* ---- definitions ---- */

bool tunip_is_defined(const tunip_docsifier *d, const void *node)
{
    return node && tn_variable_find(d, node);
}

bool tunip_is_visible(const tunip_docsifier *d, const void *node, const tunip_frame *frame)
{
    const tn_variable *variable = node ? tn_variable_find(d, node) : NULL;
    if (variable && frame == d->top) return true; /* the others enclose it */
    while (frame && variable && frame != variable->frame) frame = frame->outer;
    return frame && variable;
}

static const tunip_doc *id_new(tunip_docsifier *d, const tn_variable *variable)
{
    tunip_id sub = variable->is_again ? TUNIP_ID_AGAIN : TUNIP_ID_NAME;
    return tn_doc_id_new(d, sub, tn_names_text(d->names, variable->name), NULL);
}

/* Docs do not change, so all uses by rules of one dialect share one. */
const tunip_doc *tunip_variable(tunip_docsifier *d, const void *node)
{
    const tn_variable *variable = node ? tn_variable_find(d, node) : NULL;
    if (!variable) return NULL;
    if (variable->id && variable->id->dialect == d->dialect) return variable->id;
    return variable->creator ? variable->creator(d, variable->user) : id_new(d, variable);
}

static tunip_str hint_with_address(tunip_docsifier *d, tunip_str hint, const void *node)
{
    return tunip_doc_format(d, "%.*s_%p", (int)hint.size, hint.data, node);
}

/* Whether a variable has been defined before. */
static bool is_again(tunip_docsifier *d, const void *node)
{
    bool is_new = true;
    if (!d->variables->notes_again) return false;
    if (!tn_set_add(&d->variables->ever_defined, node, &is_new)) tn_job_no_memory(d);
    return !is_new;
}

/* Records a variable that tunip_define_as() defined, and that is defined again. A program has no
 * name for such a variable. */
static void note_redefined(tunip_docsifier *d, const void *node)
{
    if (!d->variables->redefined) d->variables->redefined = node;
}

static const tunip_doc *define_again(tunip_docsifier *d, const void *node, tn_variable *variable)
{
    if (d->variables->notes_again) {
        if (variable->creator) note_redefined(d, node);
        variable->is_again = true;
        variable->id = NULL;
    }
    return tunip_variable(d, node);
}

/* A definition in an outer frame stands before inner scopes that are complete already. If one of
 * them had the name, a program takes the next one. */
TN_APART static uint32_t take_unreleased(tunip_docsifier *d, tunip_str hint)
{
    uint32_t name = tn_names_take(d->names, hint);
    TN_ARRAY(uint32_t) refused = {0};
    while (name != TN_NOT_INTERNED && was_released(d, name)) {
        bool is_kept = tn_array_push(&refused, tn_job_allocator(d), name);
        name = is_kept ? tn_names_take(d->names, hint) : TN_NOT_INTERNED;
    }
    for (size_t i = 0; i < refused.count; i++) tn_names_release(d->names, refused.items[i]);
    tn_array_free(&refused, tn_job_allocator(d));
    return name;
}

TN_COLD static void report_odd(tunip_docsifier *d, uint32_t name)
{
    tunip_report(d, TUNIP_ISSUE_MALFORMED, NULL, "\"%s\" is not a name that a parser takes",
                 tn_names_text(d->names, name).data);
}

/* Takes a name; TN_NOT_INTERNED, with the job's error set, when out of memory. */
static inline uint32_t take_name(tunip_docsifier *d, bool is_ahead, const void *node,
                                 tunip_str hint)
{
    if (TN_RARELY(d->options->show_object_address)) hint = hint_with_address(d, hint, node);
    bool is_kept = is_ahead && d->variables->keeps_released;
    uint32_t name = is_kept ? take_unreleased(d, hint) : tn_names_take(d->names, hint);
    if (TN_RARELY(name == TN_NOT_INTERNED))
        tn_job_no_memory(d);
    else if (TN_RARELY(tn_names_is_odd(d->names, name)))
        report_odd(d, name);
    return name;
}

/* Reserves a name that no node has. */
TN_APART static const tunip_doc *define_name(tunip_docsifier *d, tunip_frame *frame, tunip_str hint)
{
    uint32_t name = take_name(d, frame != d->top, NULL, hint);
    if (name == TN_NOT_INTERNED) return &tn_doc_failed.base;
    tunip_frame_on_leave(d, frame, release, (void *)(uintptr_t)name);
    return tunip_doc_id_new(d, tn_names_text(d->names, name), NULL);
}

TN_APART static const tunip_doc *define(tunip_docsifier *d, tunip_frame *frame, const void *node,
                                        bool is_ahead, tunip_str hint)
{
    if (TN_RARELY(!node)) return define_name(d, frame, hint);
    tn_variable *variable = enter(d, node);
    if (!variable) return &tn_doc_failed.base;
    if (variable->is_guess) {
        tn_variables_refute(d);
        return &tn_doc_failed.base;
    }
    if (variable->frame) return define_again(d, node, variable);
    uint32_t name = take_name(d, is_ahead, node, hint);
    if (name == TN_NOT_INTERNED) {
        tn_map_remove(&d->variables->index, node);
        return &tn_doc_failed.base;
    }
    variable->name = name;
    variable->is_again = is_again(d, node);
    remember(d, frame, variable);
    const tunip_doc *id = id_new(d, variable);
    if (!variable->is_again) variable->id = id;
    return id;
}

const tunip_doc *tunip_define(tunip_docsifier *d, tunip_frame *frame, const void *node,
                              tunip_str hint)
{
    return define(d, frame, node, frame != d->top, hint);
}

const tunip_doc *tunip_define_ahead(tunip_docsifier *d, tunip_frame *frame, const void *node,
                                    tunip_str hint)
{
    return define(d, frame, node, true, hint);
}

void tunip_define_unnamed(tunip_docsifier *d, const void *node)
{
    if (node && is_again(d, node)) note_redefined(d, node);
}

void tunip_define_as(tunip_docsifier *d, tunip_frame *frame, const void *node,
                     tunip_creator_fn creator, const void *user)
{
    tn_variable *variable = node ? enter(d, node) : NULL;
    if (variable && variable->is_guess) tn_variables_refute(d);
    if (!variable || variable->frame) return;
    if (is_again(d, node)) note_redefined(d, node);
    variable->creator = creator;
    variable->user = user;
    remember(d, frame, variable);
}
