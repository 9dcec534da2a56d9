/* rules.c -- the rules of Relay: the state of a print, leaves, types and constants. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../util/le.h"
#include "../../util/mix.h"
#include "generated/tables.h"
#include "primfn.h"
#include "read.h"
#include "relay.h"

/* ======== rules ======== */

/* The relay dialect, with the table of its rules. */

/* clang-format off */
#define UNDER(type, ident) \
    {&tunip_##type##_type, "relay", TUNIP_RULE_CUSTOM, NULL, NULL, relay_docsify_##ident}

static const tunip_rule rules[] = {
    UNDER(ir_base_expr, expr),
    UNDER(relay_expr, expr),
    UNDER(ir_op, expr),
    UNDER(ir_type, type),
    UNDER(ir_tuple_type, type),
    UNDER(ir_prim_type, type),
    UNDER(ir_pointer_type, type),
    UNDER(relay_pattern, pattern),
    UNDER(relay_module, module),
    UNDER(ir_module, module), /* without Relay, of an older file */

    /* schedules of tensor expressions, which are no Relay */
#define PLAIN(type, text, fields) \
    {&tunip_relay_##type##_type, "plain", TUNIP_RULE_TEXT, (text), (fields), NULL}
    PLAIN(schedule,
          "schedule(\n\toutputs={}\n\tstages={}\n\tgroups={}\n\tprimitive_record={}\n)",
          "outputs stages groups primitive_record"),
    PLAIN(stage,
          "\n\tstage(\n\t\t{}\n\t\tleaf_iter_vars={}\n\t\trelations={}\n\t\titer_var_attrs={}\n"
          "\t\tattach_type={}, attach_ivar={}, attach_stage={}, scope={}, is_output={}\n\t)",
          "op leaf_iter_vars relations iter_var_attrs attach_type attach_ivar attach_stage scope "
          "is_output"),
    PLAIN(tensor_compute_op,
          "tensor_compute({}, intrin={}, axis={}, reduce_axis={}, schedulable_ndim={}, inputs={}, "
          "input_regions={}, scalar_inputs={}, tag={})",
          "name intrin axis reduce_axis schedulable_ndim inputs input_regions scalar_inputs tag"),
    PLAIN(hybrid_op, "hybrid({}, axis={}, inputs={}, outputs={}, tag={}, attrs={})",
          "name axis inputs outputs tag attrs"),
    PLAIN(tensor_intrin, "tensor_intrin({}, inputs={}, buffers={})", "name inputs buffers"),
    PLAIN(split, "split({}, outer={}, inner={}, factor={}, nparts={})",
          "parent outer inner factor nparts"),
    PLAIN(fuse, "fuse({}, {}, fused={})", "outer inner fused"),
    PLAIN(rebase, "rebase({}, {})", "parent rebased"),
    PLAIN(singleton, "singleton({})", "iter"),
#undef PLAIN

#define TEXT(type, text, fields) \
    {&tunip_##type##_type, "relay", TUNIP_RULE_TEXT, (text), (fields), NULL},
#define CUSTOM(type, ident) \
    {&tunip_##type##_type, "relay", TUNIP_RULE_CUSTOM, NULL, NULL, primfn_##ident},
#define PART(type, ident) CUSTOM(type, ident)
#include "primfn.def"
#undef TEXT
#undef CUSTOM
#undef PART
};

static tunip_walk_action find_own_type(const tunip_node *node, void *user)
{
    (void)user;
    if (node->type->until == 23) return TUNIP_WALK_STOP;
    bool is_list = node->type == &tunip_array_type || tunip_is(node, &tunip_ir_tuple_type_type);
    return is_list ? TUNIP_WALK_ON : TUNIP_WALK_SKIP;
}

/* Whether a type belongs to Relay. A tuple type does if a type in it does. */
static bool has_own_type(const tunip_node *node)
{
    const tunip_walker walker = {.enter = find_own_type};
    return tunip_walk_once(node, &walker) == TUNIP_WALK_STOPPED;
}

/* An operator and the tensor IR belong to other dialects, too, so they print as Relay only if the
 * user or the file asks for Relay. */
static bool is_never_own(const tunip_node *node)
{
    (void)node;
    return false;
}

#define ROOT(type) {&tunip_relay_##type##_type, "relay", false, NULL}

static const tunip_root roots[] = {
    ROOT(module), ROOT(call), ROOT(function), ROOT(tuple), ROOT(tuple_get_item), ROOT(constant),
    ROOT(var), ROOT(let), ROOT(if), ROOT(match), ROOT(ref_create), ROOT(ref_read),
    ROOT(ref_write), ROOT(global_var), ROOT(constructor),

    ROOT(tensor_type), ROOT(func_type), ROOT(type_call), ROOT(ref_type), ROOT(type_var),
    ROOT(global_type_var), ROOT(type_data), ROOT(incomplete_type), ROOT(type_relation),

    {&tunip_ir_tuple_type_type, "relay", false, has_own_type},
    {&tunip_ir_op_type, "relay", false, is_never_own},
    {&tunip_ir_module_type, "relay", false, is_never_own},
#define TEXT(type, text, fields) CUSTOM(type, fields)
#define CUSTOM(type, ident)      {&tunip_##type##_type, "relay", false, is_never_own},
#define PART(type, ident)
#include "primfn.def"
#undef TEXT
#undef CUSTOM
#undef PART
    ROOT(pattern_wildcard), ROOT(pattern_var), ROOT(pattern_constructor), ROOT(pattern_tuple),
};
/* clang-format on */

static const tunip_setting_row settings[] = {
    TUNIP_SETTING_ROW(relay_settings, show_types, BOOL, "true",
                      "write the types and spans of expressions after them"),
};

/* clang-format off */
static const tunip_noun nouns[] = {
#include "read_nouns.def"
};
/* clang-format on */

static const tunip_vocabulary vocabulary = {
    .size = sizeof(tunip_vocabulary),
    .state_size = sizeof(relay_reading),
    .language = "relay",
    .script = relay_read_script,
    .express = relay_express,
    .placeholder = relay_placeholder,
    .nouns = nouns,
    .noun_count = TUNIP_LEN(nouns),
};

const tunip_dialect tunip_dialect_relay = {
    TUNIP_DIALECT_HEAD,
    .name = "relay",
    TUNIP_ROWS(type, relay_types),
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(root, roots),
    TUNIP_ROWS(setting, settings),
    .settings_size = sizeof(relay_settings),
    .state_size = sizeof(relay_state),
    .vocabulary = &vocabulary,
};

/* ======== state ======== */

/* The state of a print: expressions by address, names by text. */

relay_state *relay_state_of(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_relay);
}

/* Room is a power of two, or 0. */
static relay_entry **find_slot(relay_entry **entries, size_t room, const void *node)
{
    size_t at = (size_t)(tn_mix_address(node) >> 32) & (room - 1);
    while (entries[at] && entries[at]->node != node) at = (at + 1) & (room - 1);
    return &entries[at];
}

static bool grow(tunip_docsifier *d, relay_state *s)
{
    size_t room = s->entry_room ? s->entry_room * 4 : 64;
    relay_entry **entries = tunip_job_alloc(d, room * sizeof(*entries));
    if (!entries) return false;
    for (size_t i = 0; i < s->entry_room; i++)
        if (s->entries[i]) *find_slot(entries, room, s->entries[i]->node) = s->entries[i];
    s->entries = entries;
    s->entry_room = room;
    return true;
}

relay_entry *relay_entry_of(tunip_docsifier *d, const void *node)
{
    relay_state *s = relay_state_of(d);
    if (s->entry_count * 2 >= s->entry_room && !grow(d, s)) return NULL;
    relay_entry **slot = find_slot(s->entries, s->entry_room, node);
    if (*slot) return *slot;
    relay_entry *entry = tunip_job_alloc(d, sizeof *entry);
    if (!entry) return NULL;
    entry->node = node;
    *slot = entry;
    s->entry_count++;
    return entry;
}

/* ---- texts: tunip_doc_format() would take ten times as long ---- */

tunip_str relay_joined(tunip_docsifier *d, const char *head, tunip_str tail)
{
    size_t size = strlen(head);
    char *text = tunip_job_alloc(d, size + tail.size + 1);
    if (!text) return (tunip_str){"", 0};
    memcpy(text, head, size);
    if (tail.size) memcpy(text + size, tail.data, tail.size);
    return (tunip_str){text, size + tail.size};
}

tunip_str relay_numbered(tunip_docsifier *d, tunip_str head, size_t number)
{
    char digits[24], *at = digits + sizeof digits;
    do *--at = (char)('0' + number % 10);
    while (number /= 10);
    size_t size = (size_t)(digits + sizeof digits - at);
    char *text = tunip_job_alloc(d, head.size + size);
    if (!text) return (tunip_str){"", 0};
    if (head.size) memcpy(text, head.data, head.size);
    memcpy(text + head.size, at, size);
    return (tunip_str){text, head.size + size};
}

/* Most types of a module have the same dtype. The name of void is empty. */
tunip_str relay_dtype_text(tunip_docsifier *d, tunip_dtype dtype)
{
    relay_state *s = relay_state_of(d);
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (s->dtype_text.size && tunip_dtype_equal(s->dtype, dtype)) return s->dtype_text;
    tunip_dtype_legacy_name(dtype, name);
    s->dtype = dtype;
    s->dtype_text = relay_joined(d, name, (tunip_str){"", 0});
    return s->dtype_text;
}

/* ---- names ---- */

size_t relay_hash_text(tunip_str text)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < text.size; i++)
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(0x100000001B3);
    return (size_t)(hash ^ hash >> 32);
}

static relay_name *find_name(relay_name *names, size_t room, tunip_str text)
{
    size_t at = relay_hash_text(text) & (room - 1);
    while (names[at].text.data && !tunip_str_equal(names[at].text, text))
        at = (at + 1) & (room - 1);
    return &names[at];
}

static bool grow_names(tunip_docsifier *d, relay_state *s)
{
    size_t room = s->name_room ? s->name_room * 4 : 64;
    relay_name *names = tunip_job_alloc(d, room * sizeof *names);
    if (!names) return false;
    for (size_t i = 0; i < s->name_room; i++)
        if (s->names[i].text.data) *find_name(names, room, s->names[i].text) = s->names[i];
    s->names = names;
    s->name_room = room;
    return true;
}

/* Each name in use has a counter of its own, as in TVM: x, x1, x2; and x11 for another x1. */
tunip_str relay_name_new(tunip_docsifier *d, tunip_str hint, const char *before)
{
    relay_state *s = relay_state_of(d);
    if (s->name_count * 2 + 2 >= s->name_room && !grow_names(d, s)) return (tunip_str){"", 0};
    relay_name *taken = find_name(s->names, s->name_room, hint);
    relay_name *slot = taken;
    tunip_str text = hint, stem = hint;
    if (*before) stem = tunip_doc_format(d, "%.*s%s", (int)hint.size, hint.data, before);
    while (slot->text.data) {
        text = relay_numbered(d, stem, ++taken->next);
        if (!text.size) return text;
        slot = find_name(s->names, s->name_room, text);
    }
    *slot = (relay_name){text, 0};
    s->name_count++;
    return text;
}

/* ======== uses ======== */

/* Counts the uses of each expression: the parents of its node in TVM's dependency graph
 * (src/relay/analysis/dependency_graph.cc). The walk has a stack of its own, because chains of
 * expressions may be long. */

typedef struct walk {
    tunip_docsifier *d;
    relay_state *state;
    const tunip_node **stack;
    size_t count, room;
} walk;

static void use(walk *w, const void *node)
{
    if (!node) return;
    relay_entry *entry = relay_entry_of(w->d, node);
    if (!entry) return;
    if (entry->function != w->state->function) {
        entry->function = w->state->function;
        entry->uses = 0;
        entry->is_counted = false;
    }
    entry->uses++;
    if (entry->is_counted) return;
    entry->is_counted = true;
    const tunip_node **stack =
        tunip_scratch_grow(tunip_job_scratch(w->d), w->stack, w->count, sizeof *w->stack, &w->room);
    if (!stack) return;
    w->stack = stack;
    w->stack[w->count++] = node;
}

/* Counts a use of a child. Looks into lists and clauses, which are not expressions themselves.
 * Skips attributes, which are not evaluated. */
static bool use_child(const tunip_node *child, void *user)
{
    if (child->type == &tunip_array_type || tunip_is(child, &tunip_relay_clause_type))
        return tunip_each_child(child, TUNIP_FLAG_ASIDE, use_child, user);
    if (tunip_is_a(child, &tunip_ir_base_expr_type)) use(user, child);
    return true;
}

void relay_count_uses(tunip_docsifier *d, const tunip_node *root)
{
    walk w = {.d = d, .state = relay_state_of(d)};
    w.state->function++;
    use(&w, root);
    relay_entry *entry = relay_entry_of(d, root);
    if (entry) entry->uses = 0;
    while (w.count) tunip_each_child(w.stack[--w.count], TUNIP_FLAG_ASIDE, use_child, &w);
}

/* ======== parts ======== */

/* The parts of modules and calls that equality compares.
 *
 * In modules (TVM v0.19 src/ir/module.cc, SEqualReduce), functions and types with the same name
 * correspond, in any order. Types are compared first, because constructors in functions refer to
 * their type variables. */

typedef bool (*each_part)(const tunip_part *part, void *user);

static tunip_str name_of(const tunip_node *var)
{
    const tunip_relay_global_var *global = TUNIP_AS(tunip_relay_global_var, var);
    const tunip_relay_global_type_var *type = TUNIP_AS(tunip_relay_global_type_var, var);
    if (global) return tunip_string_value(global->name_hint);
    return tunip_string_value(type ? type->name_hint : NULL);
}

static int compare(const void *left, const void *right)
{
    tunip_str a = name_of((*(const tunip_map_entry *const *)left)->key);
    tunip_str b = name_of((*(const tunip_map_entry *const *)right)->key);
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static const tunip_map_entry **sort(tunip_graph *scratch, const tunip_map *map)
{
    size_t count = tunip_map_count(map);
    const tunip_map_entry **entries = tunip_graph_alloc(scratch, (count + 1) * sizeof(*entries));
    for (size_t i = 0; entries && i < count; i++) entries[i] = &map->entries[i];
    if (entries && count) qsort(entries, count, sizeof(*entries), compare);
    return entries;
}

/* Defines the variables of both maps: those with the same name correspond. */
static bool define(tunip_graph *scratch, const tunip_map *lhs, const tunip_map *rhs,
                   const char *name, each_part each, void *user)
{
    const tunip_map_entry **ours = sort(scratch, lhs), **theirs = sort(scratch, rhs);
    for (size_t i = 0, k = 0; ours && theirs && i < tunip_map_count(lhs);) {
        int order = !rhs ? 0 : k < rhs->count ? compare(&ours[i], &theirs[k]) : -1;
        tunip_part part = {name, ours[i]->key, NULL, true};
        if (rhs && order == 0) part.rhs = theirs[k]->key;
        if (order == 0 && !each(&part, user)) return false;
        i += order <= 0;
        k += order >= 0;
    }
    return true;
}

/* Compares the entries of two maps. In a hash, the entries are in the order of their names. */
static bool compare_maps(tunip_graph *scratch, const tunip_map *lhs, const tunip_map *rhs,
                         bool is_hash, const char *name, each_part each, void *user)
{
    tunip_part part = {name, lhs ? &lhs->base : NULL, rhs ? &rhs->base : NULL, false};
    if (!is_hash) return each(&part, user);
    const tunip_map_entry **entries = sort(scratch, lhs);
    for (size_t i = 0; entries && i < tunip_map_count(lhs); i++)
        if (!each(&(tunip_part){name, entries[i]->value, NULL, false}, user)) return false;
    return true;
}

bool relay_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                        bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relay_module none;
    const tunip_relay_module *a = (const tunip_relay_module *)lhs;
    const tunip_relay_module *b = rhs ? (const tunip_relay_module *)rhs : &none;
    tunip_part attrs = {"attrs", (const tunip_node *)a->attrs, (const tunip_node *)b->attrs, false};
    return each(&attrs, user) &&
           define(scratch, a->functions, b->functions, "functions", each, user) &&
           define(scratch, a->type_definitions, b->type_definitions, "type_definitions", each,
                  user) &&
           compare_maps(scratch, a->type_definitions, b->type_definitions, !rhs, "type_definitions",
                        each, user) &&
           compare_maps(scratch, a->functions, b->functions, !rhs, "functions", each, user);
}

/* The type arguments of operators are not compared: inference adds them, from the arguments
 * (include/tvm/relay/expr.h, CallNode::SEqualReduce). */
bool relay_call_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                      bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_relay_call none;
    const tunip_relay_call *a = (const tunip_relay_call *)lhs;
    const tunip_relay_call *b = rhs ? (const tunip_relay_call *)rhs : &none;
    (void)scratch;
    bool has_types = !tunip_is(a->op, &tunip_ir_op_type);
    const tunip_part parts[] = {
        {"op", a->op, b->op, false},
        {"args", (const tunip_node *)a->args, (const tunip_node *)b->args, false},
        {"attrs", a->attrs, b->attrs, false},
        {"type_args", (const tunip_node *)a->type_args, (const tunip_node *)b->type_args, false}};
    for (size_t i = 0; i < TUNIP_LEN(parts) - !has_types; i++)
        if (!each(&parts[i], user)) return false;
    return true;
}

/* ======== leaf ======== */

/* The Doc of one expression; the Doc refers to the parts. Also the rule of all
 * expressions, which the walk of expr.c calls for each expression. */

#define SUB(ident, member) relay_print(d, ident->member, tunip_path_attr(d, path, #member), false)

/* Makes the arguments, then the attributes, then the function, because TVM prints them in this
 * order. */
static const tunip_doc *make_call(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_call *call = (const tunip_relay_call *)node;
    size_t count = tunip_array_count(call->args);
    const tunip_path *at = tunip_path_attr(d, path, "args");
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call->op);
    const tunip_doc **args = tunip_docs_new(d, count + 1);
    if (!args) return tunip_doc_none(d, path);
    for (size_t i = 0; i < count; i++)
        args[i] = relay_print(d, call->args->items[i], tunip_path_item(d, at, i), false);
    relay_keywords keywords = {.count = 0};
    bool is_other = call->attrs && op && tunip_job_options(d)->show_meta &&
                    relay_op_attrs(tunip_string_value(op->name)) != call->attrs->type;
    const tunip_path *attrs_at = tunip_path_attr(d, path, "attrs");
    if (is_other || relay_is_unknown(call->attrs))
        args[count++] = relay_meta(d, call->attrs, attrs_at);
    else
        keywords = relay_attributes(d, call->attrs, attrs_at, !op);
    const tunip_relay_constructor *made = TUNIP_AS(tunip_relay_constructor, call->op);
    const tunip_path *op_at = tunip_path_attr(d, path, "op");
    const tunip_doc *callee = made
                                  ? tunip_doc_raw_new(d, tunip_string_value(made->name_hint), op_at)
                                  : relay_print(d, call->op, op_at, false);
    if (made && !tunip_array_count(made->inputs)) return callee;
    return tunip_doc_call_new(d, callee, tunip_docs_view(args, count), keywords.keys,
                              tunip_docs_view(keywords.values, keywords.count));
}

static const tunip_doc *make_tuple(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_relay_tuple *tuple = (const tunip_relay_tuple *)node;
    size_t count = tunip_array_count(tuple->fields);
    const tunip_path *at = tunip_path_attr(d, path, "fields");
    const tunip_doc **fields = tunip_docs_new(d, count);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = relay_print(d, tuple->fields->items[i], tunip_path_item(d, at, i), false);
    return tunip_doc_tuple_new(d, tunip_docs_view(fields, count));
}

static const tunip_doc *make_item(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_tuple_get_item *item = (const tunip_relay_tuple_get_item *)node;
    const tunip_doc *tuple = SUB(item, tuple_value);
    bool is_small = item->index >= 0;
    return tunip_doc_attr_new(d, tuple,
                              is_small ? relay_numbered(d, tunip_str_from(""), (size_t)item->index)
                                       : tunip_doc_format(d, "%lld", (long long)item->index));
}

static const tunip_doc *make_constant(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_relay_constant *constant = (const tunip_relay_constant *)node;
    const tunip_doc *scalar = constant->data ? relay_scalar(d, constant->data, path) : NULL;
    return scalar ? scalar : relay_meta(d, node, path);
}

/* A variable that has no definition when the walk visits it is free. */
static const tunip_doc *make_var(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_relay_var *var = (const tunip_relay_var *)node;
    relay_entry *entry = relay_entry_of(d, node);
    if (entry && entry->doc) return entry->doc;
    const tunip_doc *declared = relay_define(d, var, TUNIP_ROLE_DEFINE, NULL, path);
    if (!entry || !entry->doc) return tunip_doc_none(d, path);
    entry->declared = tunip_doc_annotate(d, declared, path);
    return entry->doc;
}

static const tunip_doc *make_if(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_relay_if *branch = (const tunip_relay_if *)node;
    const tunip_doc *cond = SUB(branch, cond);
    tunip_docs yes = relay_scope(d, branch->true_branch, tunip_path_attr(d, path, "true_branch"));
    tunip_docs no = relay_scope(d, branch->false_branch, tunip_path_attr(d, path, "false_branch"));
    return tunip_doc_if_new(d, cond, yes, no);
}

/* A chain of lets becomes one list of statements. The numbered bindings that the first value needs
 * come before the list, in the enclosing scope. */
static const tunip_doc *make_let(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    tunip_frame frame;
    bool is_open = false;
    const tunip_relay_let *let = (const tunip_relay_let *)node;
    const void *value = node;
    for (; let; let = TUNIP_AS(tunip_relay_let, value)) {
        const tunip_doc *type, *name;
        name = relay_alloc(d, let->var, tunip_path_attr(d, path, "var"), &type);
        const tunip_doc *bound =
            relay_print(d, let->value, tunip_path_attr(d, path, "value"), true);
        if (!is_open) tunip_frame_enter(d, &frame, &tunip_dialect_relay, NULL);
        is_open = true;
        const tunip_doc *stmt = tunip_doc_assign_new(d, TUNIP_ROLE_LET, name, bound, type);
        stmt = relay_spanned(d, tunip_doc_at(d, stmt, path), &let->base);
        tunip_frame_add(d, &frame, tunip_doc_annotate(d, stmt, path));
        value = let->body;
        path = tunip_path_attr(d, path, "body");
    }
    relay_end_scope(d, &frame, value, path);
    tunip_docs body = tunip_frame_body(d, &frame, NULL);
    tunip_frame_leave(d, &frame);
    return tunip_doc_block_new(d, body);
}

static const tunip_doc *make_function(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return relay_function(d, (const tunip_relay_function *)node, tunip_str_from("fn"), path);
}

static const tunip_doc *make_match(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    return relay_match(d, (const tunip_relay_match *)node, path);
}

static const tunip_doc *make_global_var(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    tunip_str name = tunip_string_value(((const tunip_relay_global_var *)node)->name_hint);
    return tunip_doc_raw_new(d, relay_joined(d, "@", name), path);
}

static const tunip_doc *make_op(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return tunip_doc_raw_new(d, tunip_string_value(((const tunip_ir_op *)node)->name), path);
}

static const tunip_doc *make_constructor(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    const tunip_relay_constructor *constructor = (const tunip_relay_constructor *)node;
    return tunip_doc_raw_new(d, tunip_string_value(constructor->name_hint), path);
}

static const tunip_doc *make_ref(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_relay_ref_create *ref = (const tunip_relay_ref_create *)node;
    const tunip_doc *value = SUB(ref, value);
    return tunip_doc_call_new(d, relay_word(d, "ref", NULL), TUNIP_DOCS(d, value), NULL,
                              tunip_docs_none());
}

static const tunip_doc *make_read(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_ref_read *read = (const tunip_relay_ref_read *)node;
    const tunip_doc *ref = SUB(read, ref);
    return tunip_doc_call_new(d, relay_word(d, "ref_read", NULL), TUNIP_DOCS(d, ref), NULL,
                              tunip_docs_none());
}

static const tunip_doc *make_write(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_relay_ref_write *write = (const tunip_relay_ref_write *)node;
    const tunip_doc *ref = SUB(write, ref);
    const tunip_doc *value = SUB(write, value);
    return tunip_doc_call_new(d, relay_word(d, "ref_write", NULL), TUNIP_DOCS(d, ref, value), NULL,
                              tunip_docs_none());
}

/* The most frequent types come first. */
static const struct {
    const tunip_type *type;
    tunip_rule_fn make;
} makers[] = {
    {&tunip_relay_call_type, make_call},
    {&tunip_ir_op_type, make_op},
    {&tunip_relay_var_type, make_var},
    {&tunip_relay_constant_type, make_constant},
    {&tunip_relay_tuple_type, make_tuple},
    {&tunip_relay_tuple_get_item_type, make_item},
    {&tunip_relay_function_type, make_function},
    {&tunip_relay_let_type, make_let},
    {&tunip_relay_if_type, make_if},
    {&tunip_relay_match_type, make_match},
    {&tunip_relay_global_var_type, make_global_var},
    {&tunip_relay_constructor_type, make_constructor},
    {&tunip_relay_ref_create_type, make_ref},
    {&tunip_relay_ref_read_type, make_read},
    {&tunip_relay_ref_write_type, make_write},
};

static const tunip_doc *make(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    for (size_t i = 0; i < TUNIP_LEN(makers); i++)
        if (tunip_is(node, makers[i].type)) return makers[i].make(d, node, path);
    return relay_meta(d, node, path);
}

/* ---- the rule ---- */

static const tunip_doc *print_root(tunip_docsifier *d, relay_state *s, const tunip_node *node,
                                   const tunip_path *path)
{
    s->is_begun = true;
    relay_count_uses(d, node);
    return tunip_doc_block_new(d, relay_scope(d, node, path));
}

const tunip_doc *relay_docsify_expr(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    relay_state *s = relay_state_of(d);
    if (s->visiting == node) {
        s->visiting = NULL;
        return make(d, node, path);
    }
    if (!s->is_begun) return print_root(d, s, node, path);
    return relay_print(d, node, path, false);
}

/* ======== type ======== */

/* Types, and definitions of algebraic data types. */

/* ---- lists of types ---- */

static tunip_docs type_docs(tunip_docsifier *d, const tunip_array *types, const tunip_path *path)
{
    size_t count = tunip_array_count(types);
    const tunip_doc **docs = tunip_docs_new(d, count);
    for (size_t i = 0; docs && i < count; i++)
        docs[i] = relay_type(d, types->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

/* (a, b), and (a) for one type: these parentheses do not make a tuple. */
static const tunip_doc *in_parentheses(tunip_docsifier *d, tunip_docs docs)
{
    if (docs.count != 1) return tunip_doc_tuple_new(d, docs);
    return tunip_doc_joined_new(
        d, TUNIP_DOCS(d, relay_word(d, "(", NULL), docs.items[0], relay_word(d, ")", NULL)));
}

static const tunip_doc *named(tunip_docsifier *d, const tunip_string *name, const tunip_path *path)
{
    return tunip_doc_raw_new(d, tunip_string_value(name), path);
}

/* ---- types ---- */

static const tunip_doc *tensor_type(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_relay_tensor_type *type = (const tunip_relay_tensor_type *)node;
    size_t count = tunip_array_count(type->shape);
    const tunip_path *dtype_at = tunip_path_attr(d, path, "dtype");
    const tunip_doc *dtype = tunip_doc_raw_new(d, relay_dtype_text(d, type->dtype), dtype_at);
    if (!count) return dtype;
    const tunip_path *at = tunip_path_attr(d, path, "shape");
    const tunip_doc **dims = tunip_docs_new(d, count);
    for (size_t i = 0; dims && i < count; i++)
        dims[i] = relay_value(d, type->shape->items[i], tunip_path_item(d, at, i));
    const tunip_doc *shape = in_parentheses(d, tunip_docs_view(dims, count));
    return tunip_doc_index_new(d, relay_word(d, "Tensor", NULL), TUNIP_DOCS(d, shape, dtype));
}

static const tunip_doc *tuple_type(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_ir_tuple_type *type = (const tunip_ir_tuple_type *)node;
    return tunip_doc_tuple_new(d, type_docs(d, type->fields, tunip_path_attr(d, path, "fields")));
}

/* fn (a, b) -> c, or fn [t](t) -> t */
static const tunip_doc *func_type(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_func_type *type = (const tunip_relay_func_type *)node;
    tunip_docs params = type_docs(d, type->type_params, tunip_path_attr(d, path, "type_params"));
    tunip_docs args = type_docs(d, type->arg_types, tunip_path_attr(d, path, "arg_types"));
    const tunip_doc *result = relay_type(d, type->ret_type, tunip_path_attr(d, path, "ret_type"));
    const tunip_doc *parts[5] = {relay_word(d, "fn ", NULL)};
    size_t count = 1;
    if (params.count) parts[count++] = tunip_doc_list_new(d, params);
    parts[count++] = in_parentheses(d, args);
    parts[count++] = relay_word(d, " -> ", NULL);
    parts[count++] = result;
    return tunip_doc_joined_new(d, tunip_docs_copy(d, count, parts));
}

static const tunip_doc *type_call(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_type_call *call = (const tunip_relay_type_call *)node;
    const tunip_doc *func = relay_type(d, call->func, tunip_path_attr(d, path, "func"));
    return tunip_doc_index_new(d, func, type_docs(d, call->args, tunip_path_attr(d, path, "args")));
}

static const tunip_doc *ref_type(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_relay_ref_type *type = (const tunip_relay_ref_type *)node;
    const tunip_doc *value = relay_type(d, type->value, tunip_path_attr(d, path, "value"));
    return tunip_doc_call_new(d, relay_word(d, "ref", NULL), TUNIP_DOCS(d, value), NULL,
                              tunip_docs_none());
}

static const tunip_doc *type_var(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return named(d, ((const tunip_relay_type_var *)node)->name_hint, path);
}

static const tunip_doc *global_type_var(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    return named(d, ((const tunip_relay_global_type_var *)node)->name_hint, path);
}

/* Name(inputs), or Name without any. */
static const tunip_doc *constructor(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_relay_constructor *made = TUNIP_AS(tunip_relay_constructor, node);
    if (!made) return tunip_doc_none(d, path);
    const tunip_doc *doc = named(d, made->name_hint, path);
    if (tunip_array_count(made->inputs))
        doc = tunip_doc_call_new(d, doc,
                                 type_docs(d, made->inputs, tunip_path_attr(d, path, "inputs")),
                                 NULL, tunip_docs_none());
    relay_entry *entry = relay_entry_of(d, node);
    if (entry && !entry->doc) entry->doc = doc;
    return doc;
}

static const tunip_doc *type_data(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    const tunip_relay_type_data *data = (const tunip_relay_type_data *)node;
    const tunip_doc *name = relay_type(d, data->header, tunip_path_attr(d, path, "header"));
    tunip_docs vars = type_docs(d, data->type_vars, tunip_path_attr(d, path, "type_vars"));
    if (vars.count) name = tunip_doc_index_new(d, name, vars);
    size_t count = tunip_array_count(data->constructors);
    const tunip_path *at = tunip_path_attr(d, path, "constructors");
    const tunip_doc **body = tunip_docs_new(d, count);
    for (size_t i = 0; body && i < count; i++)
        body[i] = tunip_doc_expr_stmt_new(
            d, TUNIP_ROLE_NONE,
            constructor(d, data->constructors->items[i], tunip_path_item(d, at, i)));
    return tunip_doc_class_new(d, name, tunip_docs_none(), tunip_docs_view(body, count));
}

static const struct {
    const tunip_type *type;
    tunip_rule_fn make;
} type_makers[] = {
    {&tunip_relay_tensor_type_type, tensor_type},
    {&tunip_ir_tuple_type_type, tuple_type},
    {&tunip_relay_func_type_type, func_type},
    {&tunip_relay_type_call_type, type_call},
    {&tunip_relay_ref_type_type, ref_type},
    {&tunip_relay_type_var_type, type_var},
    {&tunip_relay_global_type_var_type, global_type_var},
    {&tunip_relay_type_data_type, type_data},
};

/* Types without a form of their own are printed as metadata. */
const tunip_doc *relay_docsify_type(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    relay_state_of(d)->is_begun = true;
    for (size_t i = 0; i < TUNIP_LEN(type_makers); i++)
        if (tunip_is(node, type_makers[i].type)) return type_makers[i].make(d, node, path);
    return relay_meta(d, node, path);
}

const tunip_doc *relay_type(tunip_docsifier *d, const void *type, const tunip_path *path)
{
    if (!type) return tunip_docsify_child(d, type, path);
    relay_entry *entry = relay_entry_of(d, type);
    if (!entry) return tunip_doc_none(d, path);
    if (!entry->doc) entry->doc = tunip_docsify(d, type, path);
    return entry->doc;
}

/* ======== constant ======== */

/* scalars: the text shows their dtypes by suffixes. */

/* The dtypes that have literals: int16 to int64, float16 to float64, bool. */
static bool is_simple(tunip_dtype dtype)
{
    bool is_number = dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_FLOAT;
    if (dtype.lanes != 1) return false;
    if (is_number) return dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    return (dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1) ||
           (dtype.code == TUNIP_DTYPE_BOOL && dtype.bits == 8);
}

static bool is_bool(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_UINT || dtype.code == TUNIP_DTYPE_BOOL;
}

static const tunip_doc *int_doc(tunip_docsifier *d, int64_t value, tunip_dtype dtype,
                                const tunip_path *path)
{
    if (is_bool(dtype)) return tunip_doc_bool(d, value != 0, path);
    tunip_number number = {.literal = TUNIP_LITERAL_INT, .dtype = dtype, .path = path};
    number.value.integer = value;
    return tunip_doc_number_new(d, &number);
}

static const tunip_doc *float_doc(tunip_docsifier *d, double value, tunip_dtype dtype,
                                  const tunip_path *path)
{
    tunip_number number = {.literal = TUNIP_LITERAL_FLOAT, .dtype = dtype, .path = path};
    number.value.real = value;
    return tunip_doc_number_new(d, &number);
}

const tunip_doc *relay_scalar(tunip_docsifier *d, const tunip_tensor *tensor,
                              const tunip_path *path)
{
    tunip_dtype dtype = tensor->dtype;
    size_t size = is_bool(dtype) ? 1 : dtype.bits / 8u;
    if (tensor->ndim || !is_simple(dtype) || tensor->data.size < size) return NULL;
    if (is_bool(dtype)) return tunip_doc_bool(d, *tensor->data.data != 0, path);
    if (dtype.code == TUNIP_DTYPE_FLOAT)
        return float_doc(d, tn_le_real(tensor->data.data, dtype.bits / 8u), dtype, path);
    return int_doc(d, tn_le_int(tensor->data.data, dtype.bits / 8u), dtype, path);
}

const tunip_doc *relay_int(tunip_docsifier *d, const tunip_ir_int_imm *imm, const tunip_path *path)
{
    tunip_dtype dtype = imm->base.dtype;
    return is_simple(dtype) ? int_doc(d, imm->value, dtype, path)
                            : tunip_doc_int(d, imm->value, path);
}

/* Numbers of other dtypes print with six decimals and without a suffix. */
const tunip_doc *relay_float(tunip_docsifier *d, const tunip_ir_float_imm *imm,
                             const tunip_path *path)
{
    tunip_dtype dtype = imm->base.dtype;
    if (is_simple(dtype)) return float_doc(d, imm->value, dtype, path);
    tunip_str text = tunip_doc_format(d, "%f", imm->value);
    return tunip_doc_raw_new(d, text, path);
}
