/* docs.c -- what the rules share: calls of any number of arguments and keywords, frames, sets of
 * symbols, attributes. */
#include <stdlib.h>

#include "../../../util/mix.h"
#include "print.h"

/* ==== Calls with any number of arguments and keywords ==== */

relax_args relax_args_new(tunip_docsifier *d, size_t room, size_t key_room)
{
    relax_args args = {.args = tunip_docs_new(d, room)};
    if (!key_room) return args;
    args.keys = tunip_job_alloc(d, key_room * sizeof *args.keys);
    if (args.keys) args.values = tunip_docs_new(d, key_room);
    return args;
}

const tunip_doc *relax_args_call(tunip_docsifier *d, const tunip_doc *callee,
                                 const relax_args *args)
{
    return tunip_doc_call_new(d, callee, tunip_docs_view(args->args, args->count), args->keys,
                              tunip_docs_view(args->values, args->key_count));
}

const tunip_path *relax_member_path(tunip_docsifier *d, const void *node, size_t offset,
                                    const tunip_path *path)
{
    const tunip_type *type = node ? ((const tunip_node *)node)->type : NULL;
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (type->fields[i].offset == offset)
                return tunip_path_attr(d, path, type->fields[i].name);
    return path;
}

/* ==== The dialect's frames and their statements ==== */

void relax_frame_enter(tunip_docsifier *d, tunip_frame *frame, const void *node)
{
    relax_state *state = relax_job_state(d);
    if (!state->outermost) {
        tunip_frame *root = tunip_frame_of(d, &tunip_dialect_relax);
        state->outermost = root ? root : frame;
    }
    tunip_frame_enter(d, frame, &tunip_dialect_relax, node);
}

void relax_frame_leave(tunip_docsifier *d, tunip_frame *frame)
{
    relax_state *state = relax_job_state(d);
    if (state->outermost == frame) state->outermost = NULL;
    tunip_frame_leave(d, frame);
}

tunip_frame *relax_home(tunip_docsifier *d)
{
    const relax_state *state = relax_job_state(d);
    if (state->function) return state->function;
    return state->outermost ? state->outermost : tunip_frame_of(d, &tunip_dialect_relax);
}

bool relax_is_in_module(tunip_docsifier *d)
{
    const tunip_frame *outermost = relax_job_state(d)->outermost;
    return tunip_ir_printed_module(d) && outermost && outermost->outer;
}

void relax_add_stmt(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *doc)
{
    if (tunip_doc_classify(doc) ==
        TUNIP_CLASS_EXPR) /* a node that is not a statement: print it as one */
        doc = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc);
    tunip_frame_add(d, frame, doc);
}

static tunip_str name_of(const tunip_relax_var *var)
{
    tunip_str name = tunip_relax_var_name(var);
    return name.size ? name : tunip_str_from("v");
}

const tunip_doc *relax_define_var(tunip_docsifier *d, tunip_frame *frame,
                                  const tunip_relax_var *var)
{
    return tunip_define(d, frame, var, name_of(var));
}

const tunip_doc *relax_define_free(tunip_docsifier *d, tunip_frame *frame,
                                   const tunip_relax_var *var)
{
    return tunip_define_ahead(d, frame, var, name_of(var));
}

/* ==== A hash set with open addressing and linear probing; entries are never removed ==== */

/* The slot of `var`, or the free slot for it. */
static const void **find_slot(const relax_symbols *symbols, const void *var)
{
    size_t at = (size_t)(tn_mix_address(var) >> 32) & (symbols->room - 1);
    while (symbols->slots[at] && symbols->slots[at] != var) at = (at + 1) & (symbols->room - 1);
    return &symbols->slots[at];
}

static bool grow(tunip_docsifier *d, relax_symbols *symbols)
{
    relax_symbols grown = {.room = symbols->room ? symbols->room * 2 : 16, .count = symbols->count};
    grown.slots = tunip_job_alloc(d, grown.room * sizeof *grown.slots);
    if (!grown.slots) return false;
    for (size_t i = 0; i < symbols->room; i++)
        if (symbols->slots[i]) *find_slot(&grown, symbols->slots[i]) = symbols->slots[i];
    *symbols = grown;
    return true;
}

void relax_symbols_add(tunip_docsifier *d, relax_symbols *symbols, const void *var)
{
    if (symbols->count * 2 >= symbols->room && !grow(d, symbols)) return;
    *find_slot(symbols, var) = var;
    symbols->count++;
}

bool relax_symbols_has(const relax_symbols *symbols, const void *var)
{
    return symbols->count && *find_slot(symbols, var);
}

static tunip_walk_action stop_at_symbol(const tunip_node *node, void *user)
{
    const relax_symbols *symbols = user;
    return *find_slot(symbols, node) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

bool relax_symbols_occur(tunip_docsifier *d, const relax_symbols *symbols, const tunip_node *expr)
{
    if (!expr || !symbols->count) return false;
    tunip_walker walker = {.enter = stop_at_symbol,
                           .user = (void *)(uintptr_t)symbols,
                           .skip = TUNIP_FLAG_ASIDE | TUNIP_LEAVES};
    return tunip_job_walk(d, expr, &walker) != TUNIP_WALK_DONE;
}

/* ==== Attributes in the order of their field tables (TVM's AttrPrinter), those of a dictionary in
 * the order of names, and those of an unregistered type in the saved order. */

/* ---- field tables ---- */

static void add_fields(tunip_docsifier *d, const tunip_node *attrs, const tunip_type *type,
                       const tunip_path *path, relax_args *args)
{
    if (type->base) add_fields(d, attrs, type->base, path, args);
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        if (field->flags & TUNIP_FLAG_AGAIN) continue;
        relax_args_key(args, field->name, tunip_docsify_field(d, attrs, field, path));
    }
}

static size_t count_fields(const tunip_type *type)
{
    size_t count = 0;
    for (; type; type = type->base) count += type->field_count;
    return count;
}

/* ---- dictionaries ---- */

/* Compares as operator< of ffi::String does, which compares plain (signed) chars: bytes from 0x80
 * on come first. */
static int compare_keys(const void *a, const void *b)
{
    tunip_str x = tunip_string_value((*(const tunip_map_entry *const *)a)->key);
    tunip_str y = tunip_string_value((*(const tunip_map_entry *const *)b)->key);
    size_t common = x.size < y.size ? x.size : y.size;
    for (size_t i = 0; i < common; i++) {
        signed char left = (signed char)x.data[i], right = (signed char)y.data[i];
        if (left != right) return left < right ? -1 : 1;
    }
    return (x.size > y.size) - (x.size < y.size);
}

static void add_entries(tunip_docsifier *d, const tunip_map *map, const tunip_path *path,
                        relax_args *args)
{
    size_t count = tunip_map_count(map);
    const tunip_map_entry **entries = tunip_job_alloc(d, (count + 1) * sizeof *entries);
    if (!entries) return;
    for (size_t i = 0; i < count; i++) entries[i] = &map->entries[i];
    qsort(entries, count, sizeof *entries, compare_keys);
    const tunip_path *dict = tunip_path_attr(d, path, "dict");
    for (size_t i = 0; i < count; i++) {
        tunip_str key = tunip_string_value(entries[i]->key);
        const char *name = tunip_doc_text(d, key).data;
        const tunip_path *at = tunip_path_key(d, dict, entries[i]->key);
        at = tunip_path_as(d, at, tunip_path_attr(d, path, name ? name : ""));
        relax_args_text_key(args, key, tunip_docsify(d, entries[i]->value, at));
    }
}

/* ---- unregistered types ---- */

static const tunip_opaque *as_opaque(const tunip_node *attrs)
{
    return attrs->type->base == &tunip_opaque_type ? (const tunip_opaque *)attrs : NULL;
}

static void add_opaque(tunip_docsifier *d, const tunip_opaque *attrs, const tunip_path *path,
                       relax_args *args)
{
    for (size_t i = 0; i < attrs->count; i++) {
        const tunip_opaque_field *field = &attrs->fields[i];
        const char *name = tunip_doc_text(d, field->name).data;
        const tunip_path *at = tunip_path_attr(d, path, name ? name : "");
        relax_args_text_key(args, field->name, tunip_docsify(d, field->value, at));
    }
}

/* ---- any ---- */

size_t relax_attributes_count(const tunip_node *attrs)
{
    if (!attrs) return 0;
    const tunip_ir_dict_attrs *dict = TUNIP_AS(tunip_ir_dict_attrs, attrs);
    const tunip_opaque *opaque = as_opaque(attrs);
    if (dict) return tunip_map_count(dict->dict);
    return opaque ? opaque->count : count_fields(attrs->type);
}

void relax_attributes_add(tunip_docsifier *d, const tunip_node *attrs, const tunip_path *path,
                          relax_args *args)
{
    if (!attrs) return;
    const tunip_ir_dict_attrs *dict = TUNIP_AS(tunip_ir_dict_attrs, attrs);
    const tunip_opaque *opaque = as_opaque(attrs);
    if (dict)
        add_entries(d, dict->dict, path, args);
    else if (opaque)
        add_opaque(d, opaque, path, args);
    else
        add_fields(d, attrs, attrs->type, path, args);
}
