/* script.c -- the words of the dialect: modules and what is in them (TVM
 * python/tvm/script/parser/ir). */
#include "ir.h"

#include <stdio.h>

#include <tunip/ext/ir_rules.h>

/* ---- modules ---- */

/* A module being read. */
typedef struct module_reader {
    tunip_scope scope;
    tunip_ir_module *module;
    struct member *members;
    size_t count;
    uint32_t *slots; /* a hash table of their names: the number of a member, + 1; or 0 */
    size_t mask;
    bool is_checked; /* whether ill-formed functions are refused */
} module_reader;

/* A function of the module: declared before any function is read, because they call each other. */
typedef struct member {
    tunip_str name;
    const tunip_doc *doc; /* FUNCTION, or ASSIGN of a value */
    tunip_ir_global_var *var;
    const tunip_node *declared; /* by its dialect; or NULL */
} member;

static void *leave_module(tunip_elaborator *e, tunip_scope *scope)
{
    (void)e;
    return ((module_reader *)scope)->module;
}

static const tunip_scope_kind module_scope = {
    .name = "a module", .dialect = &tunip_dialect_ir, .leave = leave_module};

static tunip_ir_module *new_module(tunip_elaborator *e)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_module *module = tunip_node_new(graph, &tunip_ir_module_type);
    if (!module) return NULL;
    module->functions = tunip_map_new(graph, 0, NULL);
    module->global_var_map = tunip_map_new(graph, 0, NULL);
    module->global_infos = tunip_map_new(graph, 0, NULL);
    module->attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    tunip_ir_source_map *sources = tunip_node_new(graph, &tunip_ir_source_map_type);
    if (sources) sources->source_map = tunip_map_new(graph, 0, NULL);
    module->source_map = sources;
    return module;
}

/* ---- members ---- */

static const tunip_doc *name_doc(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_FUNCTION ? ((const tunip_doc_function *)doc)->name
                                           : ((const tunip_doc_assign *)doc)->lhs;
}

static tunip_str name_of(const tunip_doc *doc)
{
    const tunip_doc *name = name_doc(doc);
    return name->kind == TUNIP_DOC_ID ? ((const tunip_doc_id *)name)->name : (tunip_str){NULL, 0};
}

/* Where the name stands in the table, or belongs. */
static uint32_t *slot_of(const module_reader *r, tunip_str name)
{
    uint64_t hash = 0xCBF29CE484222325u; /* FNV-1a, and mixed: many names differ by a number only */
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * 0x100000001B3u;
    size_t at = (size_t)(hash ^ hash >> 29);
    for (at &= r->mask; r->slots[at]; at = (at + 1) & r->mask)
        if (tunip_str_equal(r->members[r->slots[at] - 1].name, name)) break;
    return &r->slots[at];
}

static const member *find_member(const module_reader *r, tunip_str name)
{
    uint32_t number = *slot_of(r, name);
    return number ? &r->members[number - 1] : NULL;
}

static void declare(tunip_elaborator *e, module_reader *r, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_str name = name_of(doc);
    const member *there = find_member(r, name);
    if (there) {
        tunip_complain(e, name_doc(doc),
                       TUNIP_BREAKS_REPEATED "the module has two functions `%.*s`", (int)name.size,
                       name.data);
        tunip_complain_also(e, name_doc(there->doc), "the first one");
        return;
    }
    member *m = &r->members[r->count++];
    *slot_of(r, name) = (uint32_t)r->count;
    *m = (member){.name = name, .doc = doc};
    m->var = tunip_node_new(graph, &tunip_ir_global_var_type);
    if (m->var) m->var->name_hint = tunip_string_new_view(graph, name);
    tunip_elaborator_note(e, TUNIP_USE_DEFINITION, name, name_doc(doc), m->var);
}

static void read_signature(tunip_elaborator *e, member *m)
{
    if (m->doc->kind != TUNIP_DOC_FUNCTION) return;
    tunip_value declared = tunip_elaborate_definition(e, m->doc, true);
    if (declared.kind != TUNIP_VALUE_NODE || !m->var) return;
    m->declared = declared.node;
    tunip_elaborate_link(e, (tunip_node *)m->var, m->declared);
}

static void read_member(tunip_elaborator *e, module_reader *r, member *m)
{
    tunip_value value;
    if (m->doc->kind == TUNIP_DOC_FUNCTION)
        value = tunip_elaborate_definition(e, m->doc, false);
    else
        value = tunip_elaborate(e, ((const tunip_doc_assign *)m->doc)->rhs);
    if (value.kind == TUNIP_VALUE_WRONG || !m->var) return;
    if (value.kind != TUNIP_VALUE_NODE) {
        tunip_complain_instead(e, &value, "a function");
        return;
    }
    tunip_elaborate_link(e, (tunip_node *)m->var, value.node);
    tunip_ir_put(e, r->module->functions, m->var, value.node);
    tunip_ir_put(e, r->module->global_var_map, m->var->name_hint, m->var);
}

const tunip_node *tunip_ir_declaration(tunip_elaborator *e, const tunip_node *var)
{
    const module_reader *r = (const module_reader *)tunip_scope_of(e, &module_scope);
    const tunip_ir_global_var *global = TUNIP_AS(tunip_ir_global_var, var);
    const member *m = r && global ? find_member(r, tunip_string_value(global->name_hint)) : NULL;
    return m && m->var == global ? m->declared : NULL;
}

const tunip_ir_module *tunip_ir_read_module(tunip_elaborator *e)
{
    const module_reader *r = (const module_reader *)tunip_scope_of(e, &module_scope);
    return r ? r->module : NULL;
}

bool tunip_ir_checks(tunip_elaborator *e, const tunip_value *given)
{
    const module_reader *r = (const module_reader *)tunip_scope_of(e, &module_scope);
    if (!tunip_elaborator_folds(e)) return false;
    return r ? r->is_checked : given->kind != TUNIP_VALUE_BOOL || given->boolean;
}

bool tunip_ir_takes_decorator(tunip_elaborator *e, const tunip_word_call *call)
{
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    const tunip_doc_function *function = (const tunip_doc_function *)call->target;
    if (!tunip_elaborator_folds(e) || doc->base.kind != TUNIP_DOC_CALL) return true;
    for (size_t i = 0; i < doc->values.count; i++) {
        bool is_read = tunip_str_is(doc->keys[i], "private") || tunip_str_is(doc->keys[i], "pure");
        if (!is_read || doc->values.items[i]->kind == TUNIP_DOC_LITERAL) continue;
        tunip_complain(e, function->name,
                       TUNIP_BREAKS_ARGUMENTS
                       "the argument `%.*s` of the decorator must be True or False",
                       (int)doc->keys[i].size, doc->keys[i].data);
        tunip_complain_also(e, doc->values.items[i], "this is not looked up");
        return false;
    }
    return true;
}

/* ---- words ---- */

/* `__tvm_meta__ = None`, which TVM wrote at the end of a module up to v0.10. */
static bool is_old_metadata(const tunip_doc *doc)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    return doc->kind == TUNIP_DOC_ASSIGN && tunip_str_is(name_of(doc), "__tvm_meta__") &&
           stmt->rhs && stmt->rhs->kind == TUNIP_DOC_LITERAL &&
           stmt->rhs->sub == TUNIP_LITERAL_NONE;
}

static tunip_value read_module(tunip_elaborator *e, const tunip_word_call *call)
{
    if (!call->target || call->target->kind != TUNIP_DOC_CLASS)
        return tunip_complain(e, call->doc, "the decorator is for classes");
    const tunip_doc_class *doc = (const tunip_doc_class *)call->target;
    module_reader *r = tunip_scope_new(e, &module_scope, sizeof *r, call->target);
    tunip_ir_module *module = new_module(e);
    if (!r || !module) return tunip_value_wrong(call->doc);
    r->module = module;
    r->is_checked = call->args[0].kind != TUNIP_VALUE_BOOL || call->args[0].boolean;
    size_t slots = 4;
    while (slots < doc->body.count * 2) slots *= 2;
    r->members = tunip_elaborator_alloc(e, (doc->body.count + 1) * sizeof *r->members);
    r->slots = tunip_elaborator_alloc(e, slots * sizeof *r->slots);
    r->mask = slots - 1;
    if (!r->members || !r->slots) return tunip_value_wrong(call->doc);
    tunip_scope_enter(e, &r->scope);
    tunip_value self = tunip_value_node(module, call->target);
    self.kind = TUNIP_VALUE_OPEN;
    tunip_name_set(e, ((const tunip_doc_id *)doc->name)->name, self);
    tunip_name_set(e, tunip_str_from("cls"), self);
    for (size_t i = 0; i < doc->body.count; i++) {
        const tunip_doc *stmt = doc->body.items[i];
        if (is_old_metadata(stmt)) continue;
        if (stmt->kind == TUNIP_DOC_FUNCTION || stmt->kind == TUNIP_DOC_ASSIGN)
            declare(e, r, stmt);
        else
            tunip_elaborate_body(e, (tunip_docs){&stmt, 1});
    }
    for (size_t i = 0; i < r->count; i++) read_signature(e, &r->members[i]);
    for (size_t i = 0; i < r->count; i++) read_member(e, r, &r->members[i]);
    return tunip_scope_result(e, &r->scope, call->target);
}

/* The attributes that TVM gives a function of Python (python/tvm/script/parser/ir/parser.py). */
static tunip_ir_dict_attrs *text_attrs(tunip_elaborator *e, tunip_str name, tunip_str text)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const struct {
        const char *key;
        void *value;
    } rows[] = {{"is_pyfunc", tunip_bool_new(graph, true)},
                {"function_type", tunip_string_new(graph, "python")},
                {"python_function_name", tunip_string_new_view(graph, name)},
                {IR_PYTHON_SOURCE, tunip_string_new_view(graph, text)},
                {"python_packed_func", NULL}};
    tunip_ir_dict_attrs *attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    for (size_t i = 0; attrs && i < TUNIP_LEN(rows); i++)
        tunip_ir_put(e, attrs->dict, tunip_string_new(graph, rows[i].key), rows[i].value);
    return attrs;
}

/* A foreign function. */
static tunip_ir_base_func *new_extern(tunip_elaborator *e, tunip_str name)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_type *type = tunip_elaborator_type(e, "relax.expr.ExternFunc");
    const tunip_field *symbol = type ? tunip_type_field(type, "global_symbol") : NULL;
    char *func = symbol ? tunip_node_new(graph, type) : NULL;
    tunip_string *text = func ? tunip_string_new_view(graph, name) : NULL;
    if (!text) return NULL;
    memcpy(func + symbol->offset, &text, sizeof text);
    return tunip_node_complete(graph, func);
}

/* `@I.pyfunc`: a foreign function, with its text. Its module is one of Python and TVM. */
static tunip_value read_text_function(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const module_reader *r = (const module_reader *)tunip_scope_of(e, &module_scope);
    tunip_str name = tunip_graph_copy(graph, tunip_value_to_str(e, &call->args[0], ""));
    tunip_str text = tunip_graph_copy(graph, tunip_value_to_str(e, &call->args[1], ""));
    tunip_ir_base_func *func = new_extern(e, name);
    if (!func) return tunip_complain(e, call->doc, "there are no foreign functions here");
    func->attrs = text_attrs(e, name, text);
    tunip_ir_dict_attrs *attrs = r ? r->module->attrs : NULL;
    if (attrs && !tunip_map_get(attrs->dict, IR_PYTHON_MODULE))
        tunip_ir_put(e, attrs->dict, tunip_string_new(graph, IR_PYTHON_MODULE),
                     tunip_bool_new(graph, true));
    return tunip_value_node(func, call->doc);
}

/* I.meta_var(x): the value itself; an assignment gives it a name, and makes no statement. */
static tunip_value read_meta_var(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_value value = call->args[0];
    (void)e;
    value.is_meta = true;
    return value;
}

static tunip_map *dict_of(tunip_elaborator *e, const tunip_value *value)
{
    if (!tunip_value_has_names(e, value)) return NULL;
    tunip_node *data = tunip_value_to_data(e, value);
    if (data && data->type == &tunip_map_type) return (tunip_map *)data;
    if (value->kind > TUNIP_VALUE_WRONG) tunip_complain_instead(e, value, "a dict");
    return NULL;
}

/* I.module_attrs({...}), I.module_global_infos({...}); each once, as in TVM. */
static tunip_value read_property(tunip_elaborator *e, const tunip_word_call *call)
{
    module_reader *r = (module_reader *)tunip_scope_of(e, &module_scope);
    const tunip_scope *top = tunip_scope_top(e);
    tunip_map *map = dict_of(e, &call->args[0]);
    if (!r)
        return tunip_complain_missing(e, call->doc, "I.%s stands outside of any module",
                                      call->word->name);
    if (top != &r->scope)
        return tunip_complain(e, call->doc, "I.%s must stand directly in the module, not in %s",
                              call->word->name, top->kind->name);
    if (!r->module->attrs) return tunip_value_wrong(call->doc);
    tunip_map **property = call->word->data ? &r->module->global_infos : &r->module->attrs->dict;
    if (tunip_map_count(*property))
        return tunip_complain(e, call->doc, TUNIP_BREAKS_REPEATED "the module already has `I.%s`",
                              call->word->name);
    if (map) *property = map;
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* `value` of a constant, as A.shape[0].value. int() uses it, too. */
static tunip_value read_number(const tunip_value *imm, const tunip_doc *doc)
{
    const tunip_ir_int_imm *whole = TUNIP_AS(tunip_ir_int_imm, imm->node);
    const tunip_ir_float_imm *real = TUNIP_AS(tunip_ir_float_imm, imm->node);
    if (whole) return (tunip_value){.kind = TUNIP_VALUE_INT, .doc = doc, .integer = whole->value};
    if (real) return (tunip_value){.kind = TUNIP_VALUE_FLOAT, .doc = doc, .real = real->value};
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

/* The module that a function was cut from. It is no part of the graph: it holds the functions that
 * were named so far. */
static tunip_value outer_module(tunip_elaborator *e, tunip_str name, const tunip_doc *doc)
{
    tunip_ir_module *module = new_module(e);
    if (!module) return tunip_value_wrong(doc);
    tunip_warn(e, doc, "the script does not have the module `%.*s`: its functions are unknown",
               (int)name.size, name.data);
    tunip_value value = tunip_value_node(module, doc);
    value.kind = TUNIP_VALUE_OPEN;
    return value;
}

static tunip_value outer_function(tunip_elaborator *e, const tunip_ir_module *module,
                                  tunip_str name, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    for (size_t i = 0; i < tunip_map_count(module->global_var_map); i++) {
        const tunip_map_entry *entry = &module->global_var_map->entries[i];
        if (tunip_str_equal(tunip_string_value(entry->key), name))
            return tunip_value_node(entry->value, doc);
    }
    tunip_ir_global_var *var = tunip_node_new(graph, &tunip_ir_global_var_type);
    if (!var) return tunip_value_wrong(doc);
    var->name_hint = tunip_string_new_view(graph, name);
    tunip_ir_put(e, module->global_var_map, var->name_hint, var);
    return tunip_value_node(var, doc);
}

/* Module.f, cls.f */
static tunip_value read_attr(tunip_elaborator *e, const tunip_value *value, tunip_str name,
                             const tunip_doc *doc)
{
    if (tunip_str_is(name, "value") && value->node->type != &tunip_ir_module_type)
        return read_number(value, doc);
    const module_reader *r = (const module_reader *)tunip_scope_of(e, &module_scope);
    const member *m =
        r && value->node == (const tunip_node *)r->module ? find_member(r, name) : NULL;
    if (m) tunip_elaborator_note(e, TUNIP_USE_REFERENCE, name, doc, m->var);
    if (m) return tunip_value_node(m->var, doc);
    const tunip_ir_module *outer = r ? NULL : TUNIP_AS(tunip_ir_module, value->node);
    if (outer) return outer_function(e, outer, name, doc);
    if (!r || value->node != (const tunip_node *)r->module)
        return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    return tunip_complain_missing(
        e, doc, TUNIP_BREAKS_UNDEFINED_FUNCTION "the module has no function `%.*s`", (int)name.size,
        name.data);
}

/* ---- devices and ranges ---- */

/* I.vdevice({"kind": "llvm"}, 0, "global"), I.vdevice("llvm") */
static tunip_value read_vdevice(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_vdevice *device = tunip_node_new(graph, &tunip_ir_vdevice_type);
    const tunip_value *target = &call->args[0];
    if (!device) return tunip_value_wrong(call->doc);
    if (target->kind > TUNIP_VALUE_NONE) {
        tunip_node *config = tunip_value_to_data(e, target);
        device->target = tunip_is(config, &tunip_ir_target_type)
                             ? (tunip_ir_target *)config
                             : tunip_ir_target_import(e, config, target->doc);
        if (!device->target) return tunip_value_wrong(call->doc);
    }
    device->vdevice_id = tunip_value_to_int(e, &call->args[1], 0);
    device->memory_scope =
        tunip_string_new_view(graph, tunip_value_to_str(e, &call->args[2], "global"));
    return tunip_value_node(device, call->doc);
}

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

/* A number alone has 32 bits. */
static tunip_node *end_of_range(tunip_elaborator *e, const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_INT)
        return (tunip_node *)tunip_ir_int(tunip_elaborator_graph(e), int32, value->integer);
    return tunip_value_to_node(e, value, &tunip_ir_prim_expr_type);
}

tunip_value tunip_ir_read_range(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    bool has_begin = call->args[1].kind > TUNIP_VALUE_NONE;
    tunip_node *stop = end_of_range(e, &call->args[has_begin]);
    tunip_node *min =
        has_begin ? end_of_range(e, &call->args[0]) : (tunip_node *)tunip_ir_int(graph, int32, 0);
    const tunip_ir_int_imm *low = TUNIP_AS(tunip_ir_int_imm, min);
    const tunip_ir_int_imm *high = TUNIP_AS(tunip_ir_int_imm, stop);
    int64_t extent;
    if (!min || !stop) return tunip_value_wrong(call->doc);
    if (low && high && __builtin_sub_overflow(high->value, low->value, &extent))
        return tunip_complain(e, call->doc, TUNIP_BREAKS_LOOP "the range is too long");
    if (low && high)
        stop = (tunip_node *)tunip_ir_int(graph, high->base.dtype, extent);
    else if (!tunip_ir_is_int(min, 0))
        return tunip_complain(e, call->doc,
                              TUNIP_BREAKS_LOOP "expected numbers as the ends of a range");
    return tunip_value_node(tunip_ir_range_new(graph, min, stop), call->doc);
}

/* A doc string, or `...`. */
static void read_remark(tunip_elaborator *e, tunip_value value)
{
    if (value.kind != TUNIP_VALUE_STR && value.kind != TUNIP_VALUE_NONE)
        tunip_complain(e, value.doc, "an expression cannot stand here");
}

/* `...` */
static tunip_value read_nothing(tunip_elaborator *e, const tunip_word_call *call)
{
    (void)e;
    return (tunip_value){.kind = TUNIP_VALUE_NONE, .doc = call->doc};
}

/* tvm.ir.Op.get("tir.exp") */
static tunip_value read_op(tunip_elaborator *e, const tunip_word_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_op *op = tunip_node_new(graph, &tunip_ir_op_type);
    if (op) op->name = tunip_string_new_view(graph, tunip_value_to_str(e, &call->args[0], ""));
    return tunip_value_node(op, call->doc);
}

static const tunip_word words[] = {
    {.name = "=...", .read = read_nothing},
    {.name = "vdevice", .params = "target= vdevice_id= memory_scope=", .read = read_vdevice},
    {.name = "VDevice", .params = "target= vdevice_id= memory_scope=", .read = read_vdevice},
    {.name = "Op.get", .params = "op_name", .read = read_op},
    {.name = "Range", .params = "begin end=", .read = tunip_ir_read_range},
    {.name = "ir_module", .params = "check_well_formed=", .read = read_module},
    /* `s_tir` chooses among TVM's checks; the functions in the module have a mark of their own */
    {.name = "ir_module", .params = "check_well_formed= s_tir=", .read = read_module, .since = 25},
    {.name = "meta_var", .params = "value", .read = read_meta_var},
    {.name = "pyfunc", .params = "name source", .read = read_text_function},
    {.name = "module_attrs", .params = "attrs", .read = read_property, .data = 0},
    {.name = "module_global_infos", .params = "global_infos", .read = read_property, .data = 1},
};

/* A string of several lines, because only those are in the metadata section. */
static tunip_node *placeholder(tunip_elaborator *e, tunip_str key, int64_t index)
{
    char text[64];
    if (!tunip_str_is(key, "ffi.String")) return NULL;
    snprintf(text, sizeof text, "placeholder %lld\n", (long long)index);
    return (tunip_node *)tunip_string_new(tunip_elaborator_graph(e), text);
}

/* clang-format off */
static const tunip_noun nouns[] = {
#include "nouns.def"
};
/* clang-format on */

/* clang-format off */
static const tunip_word_note notes[] = {
#include "notes.def"
};
/* clang-format on */

const tunip_vocabulary ir_vocabulary = {
    .size = sizeof(tunip_vocabulary),
    .words = words,
    .word_count = TUNIP_LEN(words),
    .aliases = "ir tvm.ir tvm.script tvm.script.ir tvm.script.parser.ir",
    .evaluate = read_remark,
    .member = read_attr,
    .class_word = "ir_module",
    .text_word = "pyfunc",
    .placeholder = placeholder,
    .outer_module = outer_module,
    .nouns = nouns,
    .noun_count = TUNIP_LEN(nouns),
    .notes = notes,
    .note_count = TUNIP_LEN(notes),
};
