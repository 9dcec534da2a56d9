/* names.c -- names: unique ones in amortised constant time, those of variables, of functions
 * and modules, and of a dialect's words. */
#include "names.h"

#include <stdio.h>

#include <tunip/ext/dialect.h>

#include "../util/mix.h"
#include "../util/tables.h"
#include "../util/unicode.h"
#include "doc.h"
#include "frame.h"
#include "settings.h"

/* ======== names ======== */

/* Unique names in amortised constant time. */

bool tn_is_name(tunip_str text)
{
    return tn_is_identifier(text) && !tunip_is_keyword(text);
}

void tn_names_init(tn_names *names, tn_arena *arena, const tunip_allocator *allocator)
{
    *names = (tn_names){.allocator = allocator};
    tn_intern_init(&names->texts, arena, allocator);
}

void tn_names_free(tn_names *names)
{
    tn_array_free(&names->flags, names->allocator);
    tn_array_free(&names->hints, names->allocator);
    tn_array_free(&names->states, names->allocator);
    tn_intern_free(&names->texts);
}

static bool is_plain(char c)
{
    return tunip_is_letter(c) || tunip_is_digit(c);
}

/* An earlier call may have added the text but failed to allocate its flags or its state. */
uint32_t tn_names_enter(tn_names *names, tunip_str text)
{
    uint32_t id = tn_intern_put(&names->texts, text);
    if (id == TN_NOT_INTERNED) return id;
    if (id == names->states.count &&
        !tn_array_push(&names->states, names->allocator, (tn_name){.next = 0}))
        return TN_NOT_INTERNED;
    if (id != names->flags.count) return id < names->flags.count ? id : TN_NOT_INTERNED;
    bool is_taken = names->reserved && tn_intern_find(names->reserved, text) != TN_NOT_INTERNED;
    is_taken |= names->is_reserved && names->is_reserved(text);
    size_t plain = 0;
    while (plain < text.size && is_plain(text.data[plain])) plain++;
    uint8_t flags =
        (uint8_t)((is_taken ? TN_NAME_TAKEN : 0) | (plain == text.size ? TN_NAME_PLAIN : 0) |
                  (tn_is_name(text) ? 0 : TN_NAME_ODD));
    return tn_array_push(&names->flags, names->allocator, flags) ? id : TN_NOT_INTERNED;
}

static tunip_str legalize(tn_names *names, tunip_str hint)
{
    char *text = tn_arena_alloc(names->texts.arena, hint.size);
    if (!text) return (tunip_str){NULL, 0};
    for (size_t i = 0; i < hint.size; i++) text[i] = is_plain(hint.data[i]) ? hint.data[i] : '_';
    return (tunip_str){text, hint.size};
}

/* False when out of memory. */
static bool push(tn_names *names, tn_name_list *list, uint32_t item)
{
    if (list->count == list->room) {
        uint32_t room = list->room ? list->room * 2 : 4;
        uint32_t *grown = tn_arena_alloc(names->texts.arena, room * sizeof *grown);
        if (!grown) return false;
        if (list->count) memcpy(grown, list->items, list->count * sizeof *grown);
        list->items = grown;
        list->room = room;
    }
    list->items[list->count++] = item;
    return true;
}

static uint32_t make_numbered(tn_names *names, uint32_t base, uint32_t number)
{
    char stack[128];
    tunip_str text = tn_names_text(names, base);
    size_t room = text.size + 12;
    char *buffer = room <= sizeof stack ? stack : tn_arena_alloc(names->texts.arena, room);
    if (!buffer) return TN_NOT_INTERNED;
    if (text.size) memcpy(buffer, text.data, text.size);
    int digits = snprintf(buffer + text.size, 12, "_%u", number);
    return tn_names_enter(names, (tunip_str){buffer, text.size + (size_t)digits});
}

/* The ID of the name `<base>_<number>`. */
static uint32_t candidate(tn_names *names, uint32_t base, uint32_t number)
{
    tn_name_list *made = &names->states.items[base].made;
    if (number <= made->count) return made->items[number - 1];
    uint32_t id = make_numbered(names, base, number);
    if (id == TN_NOT_INTERNED) return id;
    names->flags.items[id] |= TN_NAME_NUMBERED;
    names->states.items[id].base = base;
    names->states.items[id].number = number;
    made = &names->states.items[base].made; /* the states may have moved */
    if (number == made->count + 1) push(names, made, id);
    return id;
}

/* ---- numbers that are free again ---- */

static bool push_freed(tn_names *names, tn_name_list *freed, uint32_t number)
{
    if (!push(names, freed, number)) return false;
    uint32_t at = freed->count - 1;
    for (; at && freed->items[(at - 1) / 2] > number; at = (at - 1) / 2)
        freed->items[at] = freed->items[(at - 1) / 2];
    freed->items[at] = number;
    return true;
}

static uint32_t pop_freed(tn_name_list *freed)
{
    uint32_t *items = freed->items, lowest = items[0], last = items[--freed->count], at = 0;
    for (uint32_t child; (child = 2 * at + 1) < freed->count; at = child) {
        if (child + 1 < freed->count && items[child + 1] < items[child]) child++;
        if (items[child] >= last) break;
        items[at] = items[child];
    }
    items[at] = last;
    return lowest;
}

/* The lowest number that may be free. */
static uint32_t next_number(tn_name *base)
{
    if (base->freed.count) return pop_freed(&base->freed);
    if (!base->next) base->next = 1;
    return base->next++;
}

static uint32_t take_numbered(tn_names *names, uint32_t base)
{
    uint32_t id;
    do id = candidate(names, base, next_number(&names->states.items[base]));
    while (id != TN_NOT_INTERNED && tn_names_is_taken(names, id));
    return id;
}

/* ---- names that can be restored ---- */

/* A name from which others are made: with legal characters only, and not empty. */
static uint32_t legal_base(tn_names *names, tunip_str hint)
{
    char *text = tn_arena_alloc(names->texts.arena, hint.size + 1), *at = text;
    if (!text) return TN_NOT_INTERNED;
    if (!hint.size || tunip_is_digit(hint.data[0])) *at++ = 'v';
    for (size_t i = 0; i < hint.size; i++) *at++ = is_plain(hint.data[i]) ? hint.data[i] : '_';
    return tn_names_enter(names, (tunip_str){text, (size_t)(at - text)});
}

bool tn_names_hint(const tn_names *names, uint32_t name, tunip_str *hint)
{
    uint32_t known = name < names->hints.count ? names->hints.items[name] : 0;
    if (known) *hint = tn_names_text(names, known - 1);
    return known != 0;
}

/* Whether the free name may stand for the hint. */
static bool may_stand(const tn_names *names, uint32_t name, tunip_str hint)
{
    tunip_str text = tn_names_text(names, name), known = hint;
    if (tn_names_is_taken(names, name) || tn_names_is_odd(names, name)) return false;
    bool has_hint = tn_names_hint(names, name, &known);
    if (tn_name_equal(text, hint)) return !has_hint;
    if (has_hint) return tn_name_equal(known, hint);
    return tn_intern_find(names->texts_of_ir, text) == TN_NOT_INTERNED;
}

static bool note_hint(tn_names *names, uint32_t name, tunip_str hint)
{
    uint32_t number = tn_names_enter(names, hint);
    if (number == name) return true;
    while (number != TN_NOT_INTERNED && names->hints.count <= name)
        if (!tn_array_push(&names->hints, names->allocator, 0)) return false;
    if (number != TN_NOT_INTERNED) names->hints.items[name] = number + 1;
    return number != TN_NOT_INTERNED;
}

/* A name that is free, and has none of the flags `without`. */
static uint32_t take_restorable(tn_names *names, tunip_str hint, unsigned without)
{
    uint32_t base = legal_base(names, hint), id = base;
    while (id != TN_NOT_INTERNED &&
           (!may_stand(names, id, hint) || names->flags.items[id] & without))
        id = candidate(names, base, next_number(&names->states.items[base]));
    if (id == TN_NOT_INTERNED || !note_hint(names, id, hint)) return TN_NOT_INTERNED;
    tn_names_set_taken(names, id, true);
    names->flags.items[id] |= TN_NAME_USED;
    return id;
}

uint32_t tn_names_take_unused(tn_names *names, tunip_str hint)
{
    return take_restorable(names, hint, TN_NAME_USED);
}

uint32_t tn_names_alias(tn_names *names, tunip_str text)
{
    uint32_t number = tn_names_enter(names, text);
    for (uint32_t i = 0; i < names->hints.count; i++)
        if (names->hints.items[i] == number + 1 && names->flags.items[i] & TN_NAME_ALIAS) return i;
    uint32_t name = take_restorable(names, text, 0);
    if (name != TN_NOT_INTERNED) names->flags.items[name] |= TN_NAME_ALIAS;
    return name;
}

/* Takes a name if its hint is not recent (`found` is false) or is taken. */
TN_APART static uint32_t take_slow(tn_names *names, tunip_str hint, tn_recent_hint *recent,
                                   bool found)
{
    uint32_t id = found ? recent->name : tn_names_enter(names, hint);
    if (id == TN_NOT_INTERNED) return id;
    if (!(names->flags.items[id] & TN_NAME_PLAIN)) { /* of the legal form */
        tunip_str text = legalize(names, hint);
        id = text.data ? tn_names_enter(names, text) : TN_NOT_INTERNED;
        if (id == TN_NOT_INTERNED) return id;
    }
    if (!found && tn_name_equal(tn_names_text(names, id), hint))
        *recent = (tn_recent_hint){.key = hint.data, .name = id};
    if (tn_names_is_taken(names, id)) id = take_numbered(names, id);
    if (id != TN_NOT_INTERNED) tn_names_set_taken(names, id, true);
    return id;
}

/* Many variables share one text of the IR, at one address. */
uint32_t tn_names_take(tn_names *names, tunip_str hint)
{
    if (TN_RARELY(names->texts_of_ir)) return take_restorable(names, hint, 0);
    tn_recent_hint *recent = &names->recent[tn_mix_address(hint.data) >> (64 - TN_HINT_BITS)];
    bool found = hint.data && recent->key == hint.data &&
                 tn_name_equal(tn_names_text(names, recent->name), hint);
    if (!found || tn_names_is_taken(names, recent->name))
        return take_slow(names, hint, recent, found);
    tn_names_set_taken(names, recent->name, true);
    return recent->name;
}

/* When out of memory the number is not reused: a later name has a higher number. */
void tn_names_release_numbered(tn_names *names, uint32_t name)
{
    const tn_name *state = &names->states.items[name];
    tn_name *base = &names->states.items[state->base];
    if (state->number < base->next) push_freed(names, &base->freed, state->number);
}

/* ======== variables ======== */

/* The variables that frames define. */

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

static void swap_tables(tn_variables *variables)
{
    tn_map index = variables->index;
    variables->index = variables->around;
    variables->around = index;
}

bool tn_variables_open_unit(tunip_docsifier *d)
{
    tn_variables *variables = d->variables;
    if (variables->in_unit) return false;
    if (!variables->filter) {
        variables->filter = tunip_job_keep(d, TN_FILTER_WORDS * sizeof *variables->filter);
        if (!variables->filter) return false;
        const tn_map *index = &variables->index;
        for (size_t i = 0; index->slots && i <= index->mask; i++)
            if (index->slots[i].key) add_to_filter(variables, index->slots[i].key);
    }
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

/* A reader of a lossless text takes a loop variable for one of the same name that is defined before
 * the function. So what stands before all functions gets a name that none of them has used. */
static uint32_t take_ahead(tunip_docsifier *d, const tunip_frame *frame, tunip_str hint)
{
    bool is_outermost = d->names->texts_of_ir && !frame->outer && frame != d->top;
    return is_outermost ? tn_names_take_unused(d->names, hint) : tn_names_take(d->names, hint);
}

/* Takes a name; TN_NOT_INTERNED, with the job's error set, when out of memory. */
static inline uint32_t take_name(tunip_docsifier *d, const tunip_frame *frame, bool is_ahead,
                                 const void *node, tunip_str hint)
{
    if (TN_RARELY(d->options->show_object_address)) hint = hint_with_address(d, hint, node);
    bool is_kept = is_ahead && d->variables->keeps_released;
    uint32_t name = is_kept    ? take_unreleased(d, hint)
                    : is_ahead ? take_ahead(d, frame, hint)
                               : tn_names_take(d->names, hint);
    if (TN_RARELY(name == TN_NOT_INTERNED))
        tn_job_no_memory(d);
    else if (TN_RARELY(tn_names_is_odd(d->names, name)))
        report_odd(d, name);
    return name;
}

/* Reserves a name that no node has. */
TN_APART static const tunip_doc *define_name(tunip_docsifier *d, tunip_frame *frame, tunip_str hint)
{
    uint32_t name = take_name(d, frame, frame != d->top, NULL, hint);
    if (name == TN_NOT_INTERNED) return &tn_doc_failed.base;
    tn_frame_on_leave(d, frame, release, (void *)(uintptr_t)name);
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
    uint32_t name = take_name(d, frame, is_ahead, node, hint);
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

/* ======== bindings ======== */

/* Names of functions and modules. */

tunip_str tunip_binding_name(const tunip_docsifier *d)
{
    tunip_str none = {NULL, 0};
    return d->bindings->names.count ? d->bindings->names.items[d->bindings->names.count - 1] : none;
}

void tunip_binding_push(tunip_docsifier *d, tunip_str name)
{
    if (!tn_array_push(&d->bindings->names, tn_job_allocator(d), name)) tn_job_no_memory(d);
}

void tunip_binding_pop(tunip_docsifier *d)
{
    if (d->bindings->names.count) d->bindings->names.count--;
}

/* ======== identifier ======== */

/* Names of functions and operators, which are written unchanged. Unlike names of
 * variables they are not made legal, as in TVM. But invalid identifiers are reported, and hidden
 * characters are escaped. */

/* `text` with its hidden characters escaped. */
static tunip_str make_visible(tunip_docsifier *d, tunip_str text)
{
    char *out = tunip_job_alloc(d, TN_ESCAPE_ROOM * text.size + 1), *to = out;
    if (!out) return (tunip_str){"", 0};
    for (size_t at = 0; at < text.size;) {
        tn_glyph glyph = tn_glyph_at(text, at);
        if (glyph.escaped)
            to += tn_glyph_escape(text, at, to);
        else
            to = (char *)memcpy(to, text.data + at, glyph.size) + glyph.size;
        at += glyph.size;
    }
    return (tunip_str){out, (size_t)(to - out)};
}

tunip_str tunip_name_text(tunip_docsifier *d, tunip_str text, const tunip_path *path)
{
    if (tn_is_name(text)) return text;
    if (d->names->texts_of_ir) {
        uint32_t alias = tn_names_alias(d->names, text);
        if (alias != TN_NOT_INTERNED) return tn_names_text(d->names, alias);
        tn_job_no_memory(d);
    }
    text = make_visible(d, text);
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "\"%.*s\" is not a name that a parser takes",
                 (int)text.size, text.data ? text.data : "");
    return text;
}

const tunip_doc *tunip_doc_name(tunip_docsifier *d, tunip_str text, const tunip_path *path)
{
    return tn_doc_id_new(d, TUNIP_ID_OPEN, tunip_name_text(d, text, path), path);
}

/* ======== prefix ======== */

/* Names of a dialect, PREFIX.name, and calls of them. */

static const tunip_doc *prefix_of(tunip_docsifier *d, tn_dialect_job *job)
{
    if (job->prefix_doc) return job->prefix_doc;
    job->prefix_doc = tn_doc_keep(d, tn_doc_prefix_new(d, tn_job_number(d, job), job->prefix));
    tn_job_use(d, job);
    return job->prefix_doc;
}

void tn_prefix_set_used(tunip_docsifier *d, const tn_uses_of_dialects *used)
{
    tn_dialect_jobs *dialects = d->dialects;
    for (size_t i = 0; i < dialects->used.count; i++) dialects->used.items[i]->prefix_doc = NULL;
    dialects->used.count = 0;
    if (dialects->names) memset(dialects->names, 0, TN_RECENT_NAMES * sizeof *dialects->names);
    tn_constants_clear(d); /* their Docs have prefixes */
    tn_prefix_add_used(d, used);
}

void tn_prefix_add_used(tunip_docsifier *d, const tn_uses_of_dialects *used)
{
    for (size_t i = 0; i < used->count; i++) {
        tn_dialect_job *job = tn_job_find_dialect(d, used->items[i]);
        if (job) prefix_of(d, job);
    }
}

const tn_uses_of_dialects *tn_prefix_used(tunip_docsifier *d, const tn_uses_of_dialects *before)
{
    size_t count = d->dialects->used.count;
    if (before && before->count == count) return before; /* it only grows */
    tn_uses_of_dialects *used = tn_job_kept_memory(d, sizeof *used + count * sizeof *used->items);
    for (size_t i = 0; used && i < count; i++)
        used->items[i] = d->dialects->used.items[i]->shared->dialect;
    if (used) used->count = count;
    return used;
}

const char *tn_name_now(const tunip_docsifier *d, const tn_dialect_job *job, const char *name)
{
    const tunip_dialect *dialect = job->shared->whole;
    for (size_t i = 0; d->vintage && i < dialect->renaming_count; i++) {
        const tunip_renaming *row = &dialect->renamings[i];
        if (d->vintage >= row->since && strcmp(row->name, name) == 0) return row->written;
    }
    return name;
}

/* The place of a name of a dialect in the table, for the rules of the running dialect. Names are
 * next to each other in memory, so the hash depends on all bits of the address. */
static inline size_t home_of(const tunip_docsifier *d, const tunip_dialect *dialect, tunip_str name)
{
    uint64_t key = (uint64_t)(uintptr_t)name.data ^ (uint64_t)(uintptr_t)dialect << 20 ^
                   (uint64_t)d->dialect << 56;
    return (size_t)(tn_mix(key) >> (64 - TN_NAME_BITS));
}

TN_APART static const tunip_doc *make_prefixed(tunip_docsifier *d, const tunip_dialect *dialect,
                                               tunip_str name)
{
    tn_dialect_job *job = tn_job_dialect(d, dialect);
    if (job && job->shared->host) job = tn_job_dialect(d, job->shared->host);
    tn_recent_name **names = &d->dialects->names;
    if (!job) return tunip_doc_id_new(d, name, NULL);
    if (!*names) *names = tunip_job_keep(d, TN_RECENT_NAMES * sizeof **names);
    if (!*names) return &tn_doc_failed.base;
    tunip_str kept = tn_job_kept_text(d, name);
    tunip_str written = kept.data ? tunip_str_from(tn_name_now(d, job, kept.data)) : kept;
    const tunip_doc *doc = tn_doc_keep(d, tunip_doc_attr_new(d, prefix_of(d, job), written));
    (*names)[home_of(d, dialect, name)] =
        (tn_recent_name){.key = name.data, .dialect = dialect, .name = kept, .doc = doc};
    return doc;
}

/* A Doc knows the dialect whose rule made it, so rules of two dialects do not share one. */
const tunip_doc *tunip_prefixed_str(tunip_docsifier *d, const tunip_dialect *dialect,
                                    tunip_str name)
{
    const tn_recent_name *names = d->dialects->names,
                         *recent = names ? &names[home_of(d, dialect, name)] : NULL;
    bool found = recent && recent->key == name.data && recent->dialect == dialect &&
                 recent->doc->dialect == d->dialect && tn_name_equal(recent->name, name);
    return found ? recent->doc : make_prefixed(d, dialect, name);
}

const tunip_doc *tunip_prefixed_call_str(tunip_docsifier *d, const tunip_dialect *dialect,
                                         tunip_str name, tunip_docs args)
{
    const tunip_doc *callee = tunip_prefixed_str(d, dialect, name);
    return tunip_doc_call_new(d, callee, args, NULL, tunip_docs_none());
}
