/* rules.c -- the rules of modules, functions, attributes and containers. */
#include <tunip/tvm/ir.h>
#include <tunip/tvm/ir_types_v26.h>

#include "generated/tables.h"
#include "ir.h"

/* ======== rules ======== */

/* The ir dialect: containers and attributes, and the table of rules (TVM
 * src/script/printer/ir). */

static const tunip_doc *docsify_array(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return tunip_doc_list_new(d, tunip_docsify_items(d, (const tunip_array *)node, path));
}

static const tunip_doc *docsify_shape(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_shape *shape = (const tunip_shape *)node;
    const tunip_doc **dims = tunip_docs_new(d, shape->count);
    for (size_t i = 0; dims && i < shape->count; i++) {
        const tunip_path *at = tunip_path_item(d, path, i);
        tunip_ir_int_imm *dim = tunip_job_alloc(d, sizeof *dim);
        if (!dim) break;
        dim->base.base.base.base.type = &tunip_ir_int_imm_type;
        dim->base.dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1);
        dim->value = shape->dims[i];
        dims[i] = tunip_docsify_made(d, dim, NULL, at);
    }
    return tunip_doc_tuple_new(d, tunip_docs_view(dims, shape->count));
}

/* ---- maps ---- */

static bool entry_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(tunip_string_value(x->key), tunip_string_value(y->key)) < 0;
}

static const tunip_doc *docsify_map(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_map *map = (const tunip_map *)node;
    if (!map->count) return tunip_doc_dict_new(d, tunip_docs_none(), tunip_docs_none());
    const void **entries = tunip_job_alloc(d, 2 * map->count * sizeof *entries);
    bool is_sorted = entries != NULL; /* all keys are strings */
    for (size_t i = 0; entries && i < map->count; i++) {
        entries[i] = &map->entries[i];
        is_sorted &= tunip_is(map->entries[i].key, &tunip_string_type);
    }
    if (is_sorted) ir_sort(entries, map->count, entries + map->count, entry_before);
    const tunip_doc **keys = tunip_docs_new(d, map->count);
    const tunip_doc **values = tunip_docs_new(d, map->count);
    for (size_t i = 0; entries && keys && values && i < map->count; i++) {
        const tunip_map_entry *entry = entries[i];
        keys[i] = tunip_docsify(d, entry->key, tunip_path_key_missing(d, path, entry->key));
        values[i] = tunip_docsify(d, entry->value, tunip_path_key(d, path, entry->key));
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, map->count),
                              tunip_docs_view(values, map->count));
}

/* ---- attributes ---- */

/* The field is saved as `__dict__`, but TVM's printer names it `dict` in paths. */
static const tunip_doc *docsify_dict_attrs(tunip_docsifier *d, const tunip_node *node,
                                           const tunip_path *path)
{
    const tunip_ir_dict_attrs *attrs = (const tunip_ir_dict_attrs *)node;
    return TUNIP_SUB(d, attrs, dict, path);
}

#define CUSTOM(t, token_, fn_)                                                                     \
    {                                                                                              \
        .type = &tunip_##t##_type, .token = (token_), .form = TUNIP_RULE_CUSTOM, .fn = (fn_)       \
    }
#define CALL(t, name_, fields_)                                                                    \
    {                                                                                              \
        .type = &tunip_##t##_type, .token = "", .form = TUNIP_RULE_CALL, .name = (name_),          \
        .fields = (fields_)                                                                        \
    }

#define TEXT(t, text_, fields_)                                                                    \
    {                                                                                              \
        .type = &tunip_##t##_type, .token = "plain", .form = TUNIP_RULE_TEXT, .name = (text_),     \
        .fields = (fields_)                                                                        \
    }

static const tunip_rule rules[] = {
    CUSTOM(array, "", docsify_array),
    CUSTOM(map, "", docsify_map),
    CUSTOM(shape, "", docsify_shape),
    CUSTOM(ir_module, "", ir_docsify_module),
    CUSTOM(ir_dict_attrs, "", docsify_dict_attrs),
    CUSTOM(ir_vdevice, "", ir_docsify_vdevice),
    CALL(ir_global_var, "GlobalVar", "name_hint"),
    CALL(ir_dummy_global_info, "dummy_global_info", ""),
    CALL(ir_op, "Op", "name"),
    CALL(ir_func_type, "FuncType", "arg_types ret_type"),
    {.type = &tunip_ir_object_type, .token = "", .form = TUNIP_RULE_METADATA},
    TEXT(ir_op, "Op({})", "name"),
    TEXT(ir_env_func, "EnvFunc({})", "name"),
    TEXT(ir_target_kind, "{}", "name"),
    CUSTOM(ir_target, "plain", ir_plain_target),
    CUSTOM(ir_access_path, "plain", ir_plain_access_path),
};

static const tunip_root roots[] = {
    {.type = &tunip_ir_module_type, .token = "ir"},
    {.type = &tunip_ir_global_var_type, .token = "ir"},
    {.type = &tunip_ir_dict_attrs_type, .token = "ir"},
    {.type = &tunip_ir_func_type_type, .token = "ir"},
    {.type = &tunip_ir_range_type,
     .token = "ir"}, /* the tir dialect has the rule, because it folds constants */
};

const tunip_dialect tunip_dialect_ir = {
    TUNIP_DIALECT_HEAD,
    .name = "ir",
    .prefix = "I",
    .import = "from tvm.script import ir as %s",
    TUNIP_ROWS(type, ir_types),
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(root, roots),
    .state_size = sizeof(ir_state),
    TUNIP_ROWS(account, ir_accounts),
    .vocabulary = &ir_vocabulary,
    TUNIP_ROWS(conversion, ir_conversions),
};

/* ======== module ======== */

/* A module prints as a class whose methods are its functions (TVM
 * src/script/printer/ir/ir.cc). */

/* ---- queries of other dialects ---- */

const tunip_ir_module *tunip_ir_printed_module(tunip_docsifier *d)
{
    const ir_state *state = tunip_job_state(d, &tunip_dialect_ir);
    return state ? state->module : NULL;
}

/* ---- the order of functions ---- */

typedef struct member {
    const tunip_ir_module *module;
    const tunip_node *var;       /* the name of the function: a tunip_ir_global_var */
    const tunip_node *func;      /* or NULL */
    const tunip_node *next;      /* the function after it, or NULL */
    const tunip_path *path;      /* the path of the map of names */
    const tunip_path *functions; /* the path of the map of functions */
    tunip_str name;
    int rank;
} member;

/* Kinds that the table below does not list come after those that it lists, and before main. */
enum { OTHER_RANK = 900, MAIN_RANK = 1000 };

/* Ranks of the kinds of functions. They are listed by key because this dialect does not know the
 * types of other dialects. */
static const struct {
    const char *key;
    int rank;
} ranks[] = {
    {"tir.PrimFunc", 1},
    {"tirx.PrimFunc", 1},
    {"relax.expr.ExternFunc", 2},
    {"relax.expr.Function", 3},
};

static bool member_before(const void *a, const void *b)
{
    const member *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank;
    return ir_compare_text(x->name, y->name) < 0;
}

/* The functions in the order of the text, as pointers to members. NULL when out of memory. */
static const void **sorted_members(tunip_docsifier *d, const tunip_ir_module *module,
                                   const tunip_path *path)
{
    size_t count = tunip_map_count(module->functions);
    member *members = tunip_job_alloc(d, (count + 1) * sizeof *members);
    const void **order = tunip_job_alloc(d, (2 * count + 1) * sizeof *order);
    if (!members || !order) return NULL;
    const tunip_path *names = tunip_path_attr(d, path, "global_var_map_");
    names = tunip_path_as(d, names, tunip_path_attr(d, path, "global_vars"));
    names = tunip_path_made(d, names);
    const tunip_path *functions = tunip_path_attr(d, path, "functions");
    for (size_t i = 0; i < count; i++) {
        const tunip_map_entry *entry = &module->functions->entries[i];
        const tunip_ir_global_var *var = TUNIP_AS(tunip_ir_global_var, entry->key);
        member *m = &members[i];
        *m = (member){.module = module,
                      .var = entry->key,
                      .func = entry->value,
                      .path = names,
                      .functions = functions,
                      .name = tunip_string_value(var ? var->name_hint : NULL),
                      .rank = OTHER_RANK};
        for (size_t k = 0; m->func && k < TUNIP_LEN(ranks); k++)
            if (strcmp(m->func->type->key, ranks[k].key) == 0) m->rank = ranks[k].rank;
        if (tunip_str_is(m->name, "main")) m->rank = MAIN_RANK;
        order[i] = m;
    }
    ir_sort(order, count, order + count, member_before);
    for (size_t i = 0; i + 1 < count; i++)
        ((member *)(uintptr_t)order[i])->next = ((const member *)order[i + 1])->func;
    return order;
}

/* ---- the class ---- */

/* `Module.f` or `cls.f`: the name of the module depends on the current dispatch token. */
static const tunip_doc *docsify_reference(tunip_docsifier *d, const void *user)
{
    const member *m = user;
    return tunip_doc_attr_new(d, tunip_docsify(d, m->module, m->path),
                              tunip_name_text(d, m->name, m->path));
}

static void add_call(tunip_docsifier *d, tunip_frame *frame, const char *name, const void *node,
                     const tunip_path *path)
{
    const tunip_doc *arg = tunip_docsify(d, node, path);
    const tunip_doc *call = tunip_prefixed_call(d, &tunip_dialect_ir, name, TUNIP_DOCS(d, arg));
    tunip_frame_add(d, frame, tunip_doc_expr_stmt_new(d, TUNIP_ROLE_META, call));
}

/* The text of a function of Python, with its decorator: "@I.pyfunc\ndef f(self): ...". Its data is
 * NULL for another function, and if TVM did not keep the text. */
static tunip_str python_text(const tunip_node *func)
{
    const tunip_ir_base_func *base = TUNIP_AS_A(tunip_ir_base_func, func);
    const tunip_map *dict = base && base->attrs ? base->attrs->dict : NULL;
    tunip_str text = tunip_string_value(tunip_map_get(dict, IR_PYTHON_SOURCE));
    return text.size && text.data[0] == '@' ? text : (tunip_str){NULL, 0};
}

/* The text as a statement of several lines, the last one empty if another function follows. */
static const tunip_doc *docsify_text(tunip_docsifier *d, tunip_str text, bool is_last,
                                     const tunip_path *path)
{
    char *lines = tunip_job_alloc(d, text.size + 1);
    if (lines) memcpy(lines, text.data, text.size);
    if (lines && !is_last) lines[text.size++] = '\n';
    const tunip_doc *raw =
        tunip_doc_raw_new(d, (tunip_str){lines ? lines : "", lines ? text.size : 0}, path);
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, raw);
}

/* The Doc of a function is a statement, or a block of header comments that ends in this statement;
 * the module prints the header itself. Any other Doc is an expression and becomes `name = doc`. */
static const tunip_doc *docsify_member(tunip_docsifier *d, const void *user)
{
    const member *m = user;
    tunip_job_expect(d, m->next); /* probably the same thread prints it */
    tunip_binding_push(d, m->name);
    const tunip_path *at = tunip_path_key(d, m->functions, m->var);
    if (!m->func) tunip_report(d, TUNIP_ISSUE_NULL, at, "the module lacks this function");
    tunip_str text = python_text(m->func);
    if (text.data) {
        tunip_binding_pop(d);
        return docsify_text(d, text, !m->next, at);
    }
    const tunip_doc *doc = tunip_docsify(d, m->func, at);
    tunip_binding_pop(d);
    tunip_doc_class_kind kind = tunip_doc_classify(doc);
    if (kind == TUNIP_CLASS_EXPR)
        return tunip_doc_assign_new(
            d, TUNIP_ROLE_NONE, tunip_doc_id_new(d, tunip_name_text(d, m->name, doc->path), NULL),
            doc, NULL);
    tunip_docs body =
        kind == TUNIP_CLASS_BLOCK ? ((const tunip_doc_block *)doc)->body : tunip_docs_none();
    return body.count ? tunip_doc_at(d, body.items[body.count - 1], doc->path) : doc;
}

static bool has_python(const tunip_ir_module *module)
{
    for (size_t i = 0; i < tunip_map_count(module->functions); i++)
        if (python_text(module->functions->entries[i].value).data) return true;
    return false;
}

/* Whether the only attribute says what the base of the class says. */
static bool says_only_python(const tunip_map *attrs)
{
    const tunip_bool *is_python = TUNIP_AS(tunip_bool, tunip_map_get(attrs, IR_PYTHON_MODULE));
    return tunip_map_count(attrs) == 1 && is_python && is_python->value;
}

/* `Module(BasePyModule)`: the base that TVM demands of a class with functions of Python. */
static const tunip_doc *name_with_base(tunip_docsifier *d, const tunip_doc *id)
{
    static const char base[] = "(BasePyModule)";
    tunip_str name = ((const tunip_doc_id *)id)->name;
    char *text = tunip_job_alloc(d, name.size + sizeof base);
    if (!text) return id;
    memcpy(text, name.data, name.size);
    memcpy(text + name.size, base, sizeof base);
    return tunip_doc_raw_new(d, (tunip_str){text, name.size + sizeof base - 1}, id->path);
}

const tunip_doc *ir_docsify_module(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    static const tunip_str usual_name = TUNIP_STR("Module");
    const tunip_ir_module *module = (const tunip_ir_module *)node;
    ir_state *state = tunip_job_state(d, &tunip_dialect_ir);
    const tunip_ir_module *outer = state->module;
    state->module = module;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &tunip_dialect_ir, NULL);
    tunip_frame_token(d, &frame, "ir");
    tunip_str name = tunip_binding_name(d);
    const tunip_doc *id = tunip_define(d, &frame, module, name.data ? name : usual_name);
    tunip_docs none = tunip_docs_none();
    tunip_frame_announce(d, &frame, tunip_doc_class_new(d, id, none, none));
    bool is_python = has_python(module);
    const tunip_map *attrs = module->attrs ? module->attrs->dict : NULL;
    if (tunip_map_count(attrs) && !(is_python && says_only_python(attrs)))
        add_call(d, &frame, "module_attrs", module->attrs, tunip_path_attr(d, path, "attrs"));
    if (tunip_map_count(module->global_infos))
        add_call(d, &frame, "module_global_infos", module->global_infos,
                 tunip_path_attr(d, path, "global_infos"));
    const void **members = sorted_members(d, module, path);
    size_t count = members ? tunip_map_count(module->functions) : 0;
    /* all names come first, because functions may call each other */
    for (size_t i = 0; i < count; i++) {
        const member *m = members[i];
        if (m->var) tunip_define_as(d, &frame, m->var, docsify_reference, m);
    }
    for (size_t i = 0; i < count; i++) {
        const member *m = members[i];
        tunip_frame_add_unit(d, &frame, m->func, docsify_member, m);
    }
    const tunip_doc *decorator = tunip_prefixed(d, &tunip_dialect_ir, "ir_module");
    const tunip_doc *name_doc = is_python ? name_with_base(d, id) : id;
    const tunip_doc *class = tunip_doc_class_new(d, name_doc, TUNIP_DOCS(d, decorator),
                                                 tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    state->module = outer;
    return tunip_with_header(d, class);
}

/* ======== function ======== */

/* Helpers for all kinds of functions and calls: names, attributes, and lookups in
 * tables of operators. */

void *tunip_ir_temporary(tunip_scratch *scratch, const tunip_type *type)
{
    tunip_node *node = tunip_scratch_alloc(scratch, type->size);
    if (node) node->type = type;
    return node;
}

/* ---- functions ---- */

const tunip_doc *tunip_ir_function_reference(tunip_docsifier *d, const tunip_ir_global_var *var,
                                             const tunip_path *path)
{
    const tunip_doc *doc = tunip_variable(d, var);
    if (doc) return doc;
    tunip_str name = tunip_string_value(var->name_hint);
    doc = tunip_doc_in(d, tunip_doc_name(d, name, path), &tunip_dialect_ir);
    name = ((const tunip_doc_id *)doc)->name;
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "function %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
    return doc;
}

static const tunip_map *attrs_of(const tunip_ir_base_func *func)
{
    return func->attrs ? func->attrs->dict : NULL;
}

tunip_str tunip_ir_function_name(const tunip_docsifier *d, const tunip_ir_base_func *func)
{
    tunip_str name = tunip_binding_name(d);
    if (name.data || !func->attrs) return name;
    return tunip_string_value(tunip_map_get(func->attrs->dict, "global_symbol"));
}

const tunip_map_entry *tunip_ir_global_symbol(const tunip_ir_base_func *func)
{
    const tunip_map *attrs = attrs_of(func);
    for (size_t i = 0; i < tunip_map_count(attrs); i++)
        if (tunip_str_is(tunip_string_value(attrs->entries[i].key), "global_symbol"))
            return &attrs->entries[i];
    return NULL;
}

static const tunip_node *without(tunip_docsifier *d, const tunip_map *attrs,
                                 const tunip_map_entry *left_out)
{
    tunip_ir_dict_attrs *copy = tunip_ir_temporary(tunip_job_scratch(d), &tunip_ir_dict_attrs_type);
    tunip_map *map = tunip_ir_temporary(tunip_job_scratch(d), &tunip_map_type);
    if (!copy || !map) return NULL;
    map->entries = tunip_job_alloc(d, attrs->count * sizeof *map->entries);
    if (!map->entries) return NULL;
    for (size_t i = 0; i < attrs->count; i++)
        if (&attrs->entries[i] != left_out) map->entries[map->count++] = attrs->entries[i];
    copy->dict = map;
    return (const tunip_node *)copy;
}

const tunip_node *tunip_ir_shown_attrs(tunip_docsifier *d, const tunip_ir_base_func *func,
                                       tunip_str name)
{
    const tunip_map *attrs = attrs_of(func);
    if (!tunip_map_count(attrs)) return NULL;
    const tunip_map_entry *symbol = tunip_ir_global_symbol(func);
    const tunip_node *value = symbol ? symbol->value : NULL;
    bool said = name.data && tunip_is(value, &tunip_string_type) &&
                tunip_str_equal(tunip_string_value(value), name);
    if (!said) return (const tunip_node *)func->attrs;
    return attrs->count > 1 ? without(d, attrs, symbol) : NULL;
}

/* ---- operators ---- */

/* The number of leading bytes that a name and a row share, which is at least `at`. */
static size_t count_shared(tunip_str name, const char *row, size_t at)
{
    while (at < name.size && row[at] == name.data[at] && row[at]) at++;
    return at;
}

static const char *name_of(const void *rows, size_t index, size_t row_size)
{
    const char *const *row = (const void *)((const char *)rows + index * row_size);
    return *row;
}

/* A binary search. All rows between two rows share the leading bytes that these share with the
 * name, so a step compares only the bytes after them. */
const void *tunip_ir_find_row(tunip_str name, const void *rows, size_t count, size_t row_size)
{
    if (!name.size || !count) return NULL;
    size_t low = 0, high = count, before = count_shared(name, name_of(rows, 0, row_size), 0);
    size_t behind = count_shared(name, name_of(rows, count - 1, row_size), 0);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const char *row = name_of(rows, middle, row_size);
        size_t at = count_shared(name, row, before < behind ? before : behind);
        if (at == name.size && !row[at]) return (const char *)rows + middle * row_size;
        if (at == name.size || (unsigned char)name.data[at] < (unsigned char)row[at]) {
            high = middle;
            behind = at;
        } else {
            low = middle + 1;
            before = at;
        }
    }
    return NULL;
}

/* ======== parts ======== */

/* The compared parts of a module, in order (TVM src/ir/module.cc, SEqual and SHash):
 * global variables of the same name correspond, in any order; then the functions are compared. */

/* Entries of a map by the names of their global variables. */
typedef struct members {
    const void **entries; /* of tunip_map_entry */
    size_t count;
} members;

static tunip_str parts_name_of(const tunip_node *var)
{
    const tunip_ir_global_var *global = TUNIP_AS(tunip_ir_global_var, var);
    return tunip_string_value(global ? global->name_hint : NULL);
}

/* Orders entries of the map from names to global variables by the names of the variables. */
static bool value_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(parts_name_of(x->value), parts_name_of(y->value)) < 0;
}

/* Orders entries of the same map by their keys. */
static bool name_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(tunip_string_value(x->key), tunip_string_value(y->key)) < 0;
}

/* Orders entries of the map from global variables to functions. */
static bool key_before(const void *a, const void *b)
{
    const tunip_map_entry *x = a, *y = b;
    return ir_compare_text(parts_name_of(x->key), parts_name_of(y->key)) < 0;
}

static members sort(tunip_graph *scratch, const tunip_map *map, ir_before_fn before)
{
    members sorted = {.count = tunip_map_count(map)};
    if (!sorted.count) return sorted;
    sorted.entries = tunip_graph_alloc(scratch, 2 * sorted.count * sizeof *sorted.entries);
    if (!sorted.entries) return (members){.count = 0};
    for (size_t i = 0; i < sorted.count; i++) sorted.entries[i] = &map->entries[i];
    ir_sort(sorted.entries, sorted.count, sorted.entries + sorted.count, before);
    return sorted;
}

typedef bool (*each_part)(const tunip_part *part, void *user);

/* Compares each global variable of the left side with the one that the right side has under the
 * same name. In a file that was edited by hand, the right one may have another name_hint. This is
 * then the first difference, and TVM reports it below `functions`. */
static bool each_common_var(const members *lhs, const members *rhs, each_part each, void *user)
{
    for (size_t i = 0, k = 0; i < lhs->count && k < rhs->count;) {
        const tunip_map_entry *a = lhs->entries[i], *b = rhs->entries[k];
        int order = ir_compare_text(parts_name_of(a->value), tunip_string_value(b->key));
        tunip_part part = {.name = "functions", .lhs = a->value, .rhs = b->value, .defines = true};
        if (order == 0 && !each(&part, user)) return false;
        i += order <= 0;
        k += order > 0;
    }
    return true;
}

static bool compare_functions(tunip_graph *scratch, const tunip_ir_module *lhs,
                              const tunip_ir_module *rhs, each_part each, void *user)
{
    members ours = sort(scratch, lhs->global_var_map, value_before);
    members theirs = sort(scratch, rhs->global_var_map, name_before);
    if (!each_common_var(&ours, &theirs, each, user)) return false;
    tunip_part part = {.name = "functions"};
    part.lhs = lhs->functions ? &lhs->functions->base : NULL;
    part.rhs = rhs->functions ? &rhs->functions->base : NULL;
    return each(&part, user);
}

/* Hashes the variables first, because functions refer to each other. */
static bool hash_functions(tunip_graph *scratch, const tunip_ir_module *module, each_part each,
                           void *user)
{
    members sorted = sort(scratch, module->functions, key_before);
    for (size_t i = 0; i < sorted.count; i++) {
        const tunip_map_entry *entry = sorted.entries[i];
        if (!each(&(tunip_part){.name = "functions", .lhs = entry->key, .defines = true}, user))
            return false;
    }
    for (size_t i = 0; i < sorted.count; i++) {
        const tunip_map_entry *entry = sorted.entries[i];
        if (!each(&(tunip_part){.name = "functions", .lhs = entry->value}, user)) return false;
    }
    return true;
}

bool ir_module_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_ir_module none;
    const tunip_ir_module *a = (const tunip_ir_module *)lhs,
                          *b = rhs ? (const tunip_ir_module *)rhs : &none;
    tunip_part attrs = {"attrs", (const tunip_node *)a->attrs, (const tunip_node *)b->attrs, false};
    tunip_part infos = {"global_infos", (const tunip_node *)a->global_infos,
                        (const tunip_node *)b->global_infos, false};
    if (!each(&attrs, user) || !each(&infos, user)) return false;
    return rhs ? compare_functions(scratch, a, b, each, user)
               : hash_functions(scratch, a, each, user);
}

/* In TVM v0.26, the type of a global variable follows from its function, and is not compared. */
bool ir_global_var_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                         bool (*each)(const tunip_part *part, void *user), void *user)
{
    static const tunip_ir_global_var none;
    const tunip_ir_global_var *a = (const tunip_ir_global_var *)lhs;
    const tunip_ir_global_var *b = rhs ? (const tunip_ir_global_var *)rhs : &none;
    tunip_part name = {"name_hint", (const tunip_node *)a->name_hint,
                       (const tunip_node *)b->name_hint, false};
    (void)scratch;
    return each(&name, user);
}

/* ======== order ======== */

/* Compares text as TVM does, and sorts by merging in memory of the caller. */

int ir_compare_text(tunip_str a, tunip_str b)
{
    size_t common = a.size < b.size ? a.size : b.size;
    for (size_t i = 0; i < common; i++) {
        signed char x = (signed char)a.data[i], y = (signed char)b.data[i];
        if (x != y) return x < y ? -1 : 1;
    }
    return (a.size > b.size) - (a.size < b.size);
}

void ir_sort(const void **items, size_t count, const void **spare, ir_before_fn before)
{
    if (count < 2) return;
    size_t middle = count / 2, left = 0, right = middle;
    ir_sort(items, middle, spare, before);
    ir_sort(items + middle, count - middle, spare, before);
    if (!before(items[middle], items[middle - 1])) return; /* functions are often sorted already */
    memcpy(spare, items, middle * sizeof *spare);
    for (size_t at = 0; left < middle; at++) {
        bool take_right = right < count && before(items[right], spare[left]);
        items[at] = take_right ? items[right++] : spare[left++];
    }
}

/* ======== plain ======== */

/* The text of roots without a script form, under the token "plain" (TVM's
 * ReprPrinter). */

/* Extends `parent` by the saved step. */
static const tunip_path *extend(tunip_docsifier *d, const tunip_path *parent,
                                const tunip_ir_access_step *step)
{
    tunip_path *path = tunip_job_alloc(d, sizeof *path);
    if (!path) return parent;
    *path = (tunip_path){.parent = parent, .depth = parent->depth + 1, .step = (uint8_t)step->kind};
    const tunip_int *index = TUNIP_AS(tunip_int, step->key);
    switch (step->kind) {
    case TUNIP_STEP_ATTR:
    case TUNIP_STEP_ATTR_MISSING:
        path->at.attr = tunip_doc_text(d, tunip_string_value(step->key)).data;
        if (!path->at.attr) path->at.attr = "";
        break;
    case TUNIP_STEP_ITEM:
    case TUNIP_STEP_ITEM_MISSING:
        path->at.index = index ? index->value : 0;
        break;
    default:
        path->step = step->kind == TUNIP_STEP_KEY ? TUNIP_STEP_KEY : TUNIP_STEP_KEY_MISSING;
        path->at.key = step->key;
        break;
    }
    return path;
}

/* A parent must have a smaller depth than its child. Malformed data that violates this ends the
 * path, so that the loop ends. */
static size_t count_steps(const tunip_ir_access_path *saved)
{
    size_t count = 0;
    for (const tunip_ir_access_path *at = saved; at && at->step; count++) {
        const tunip_ir_access_path *parent = TUNIP_AS(tunip_ir_access_path, at->parent);
        at = parent && parent->depth < at->depth ? parent : NULL;
    }
    return count;
}

/* Converts a saved ffi.reflection.AccessPath, whose links lead from the last step to the root, to a
 * path. */
static const tunip_path *path_of(tunip_docsifier *d, const tunip_ir_access_path *saved)
{
    size_t count = count_steps(saved);
    const tunip_ir_access_step **steps = tunip_job_alloc(d, (count + 1) * sizeof *steps);
    const tunip_path *path = tunip_path_root(d);
    if (!steps) return path;
    for (size_t i = count; i-- > 0; saved = TUNIP_AS(tunip_ir_access_path, saved->parent))
        steps[i] = saved->step;
    for (size_t i = 0; i < count; i++) path = extend(d, path, steps[i]);
    return path;
}

const tunip_doc *ir_plain_access_path(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_path *shown = path_of(d, (const tunip_ir_access_path *)node);
    size_t size = tunip_path_text(shown, NULL, 0);
    char *text = tunip_job_alloc(d, size + 1);
    if (!text) return tunip_doc_none(d, path);
    tunip_path_text(shown, text, size + 1);
    return tunip_doc_raw_new(d, (tunip_str){text, size}, path);
}

/* ======== name codec ======== */

/* A codec for types that are saved as their name: operators, kinds of targets,
 * sources. */

static tunip_status from_name(tunip_graph *graph, tunip_str text, tunip_node *out,
                              tunip_error *error)
{
    tunip_string *name = tunip_string_new_view(graph, text);
    if (!name) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    const tunip_field *field = tunip_type_field(out->type, "name");
    *(tunip_string **)(void *)((char *)out + field->offset) = name;
    return TUNIP_OK;
}

static tunip_str to_name(tunip_graph *graph, const tunip_node *node)
{
    (void)graph;
    return tunip_string_value(tunip_field_node(node, tunip_type_field(node->type, "name")));
}

const tunip_codec ir_name_codec = {.from_text = from_name, .to_text = to_name};
const tunip_codec ir_op_codec = {
    .from_text = from_name, .to_text = to_name, .python = "tvm.ir.Op.get"};

/* ======== typed ======== */

/* Dtypes of expressions. Those of TVM v0.26 have types where older ones have dtypes. */

tunip_dtype tunip_ir_typed_dtype(const void *expr)
{
    const tunip_ir_expr *typed = TUNIP_AS_A(tunip_ir_expr, expr);
    const tunip_node *type = typed ? typed->ty : NULL;
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type);
    if (prim) return prim->dtype;
    return tunip_is(type, &tunip_ir_pointer_type_type) ? TUNIP_HANDLE : TUNIP_VOID;
}

/* A node of v0.26 whose kin has a dtype has none itself, so this does not look at kin. */
tunip_dtype tunip_ir_any_dtype(const void *expr)
{
    const tunip_type *at = expr ? ((const tunip_node *)expr)->type : NULL;
    while (at && at != &tunip_ir_prim_expr_type) at = at->base;
    return at ? ((const tunip_ir_prim_expr *)expr)->dtype : tunip_ir_typed_dtype(expr);
}
