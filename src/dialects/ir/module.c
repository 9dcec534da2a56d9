/* module.c -- a module prints as a class whose methods are its functions (TVM
 * src/script/printer/ir/ir.cc). */
#include "order.h"
#include "rules.h"

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

static int rank_of(tunip_str name, const tunip_node *func)
{
    if (tunip_str_is(name, "main")) return MAIN_RANK;
    for (size_t i = 0; func && i < TUNIP_LEN(ranks); i++)
        if (strcmp(func->type->key, ranks[i].key) == 0) return ranks[i].rank;
    return OTHER_RANK;
}

static bool member_before(const void *a, const void *b)
{
    const member *x = a, *y = b;
    if (x->rank != y->rank) return x->rank < y->rank;
    return ir_compare_text(x->name, y->name) < 0;
}

static member make_member(const tunip_ir_module *module, const tunip_map_entry *entry)
{
    const tunip_ir_global_var *var = TUNIP_AS(tunip_ir_global_var, entry->key);
    tunip_str name = tunip_string_value(var ? var->name_hint : NULL);
    return (member){.module = module,
                    .var = entry->key,
                    .func = entry->value,
                    .name = name,
                    .rank = rank_of(name, entry->value)};
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
        members[i] = make_member(module, &module->functions->entries[i]);
        members[i].path = names;
        members[i].functions = functions;
        order[i] = &members[i];
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

static void add_attributes(tunip_docsifier *d, tunip_frame *frame, const tunip_ir_module *module,
                           const tunip_path *path)
{
    if (module->attrs && tunip_map_count(module->attrs->dict))
        add_call(d, frame, "module_attrs", module->attrs, tunip_path_attr(d, path, "attrs"));
    if (tunip_map_count(module->global_infos))
        add_call(d, frame, "module_global_infos", module->global_infos,
                 tunip_path_attr(d, path, "global_infos"));
}

/* The Doc of a function is a statement, or a block of header comments that ends in this statement;
 * the module prints the header itself. Any other Doc is an expression and becomes `name = doc`. */
static const tunip_doc *as_statement(tunip_docsifier *d, const tunip_doc *doc, tunip_str name)
{
    tunip_doc_class_kind kind = tunip_doc_classify(doc);
    if (kind == TUNIP_CLASS_EXPR)
        return tunip_doc_assign_new(d, TUNIP_ROLE_NONE,
                                    tunip_doc_id_new(d, tunip_name_text(d, name, doc->path), NULL),
                                    doc, NULL);
    tunip_docs body =
        kind == TUNIP_CLASS_BLOCK ? ((const tunip_doc_block *)doc)->body : tunip_docs_none();
    return body.count ? tunip_doc_at(d, body.items[body.count - 1], doc->path) : doc;
}

static const tunip_doc *docsify_member(tunip_docsifier *d, const void *user)
{
    const member *m = user;
    tunip_job_expect(d, m->next); /* probably the same thread prints it */
    tunip_binding_push(d, m->name);
    const tunip_path *at = tunip_path_key(d, m->functions, m->var);
    if (!m->func) tunip_report(d, TUNIP_ISSUE_NULL, at, "the module lacks this function");
    const tunip_doc *doc = tunip_docsify(d, m->func, at);
    tunip_binding_pop(d);
    return as_statement(d, doc, m->name);
}

/* Defines the names of all functions first, because functions may call each other. */
static void add_members(tunip_docsifier *d, tunip_frame *frame, const tunip_ir_module *module,
                        const tunip_path *path)
{
    size_t count = tunip_map_count(module->functions);
    const void **members = sorted_members(d, module, path);
    for (size_t i = 0; members && i < count; i++) {
        const member *m = members[i];
        if (m->var) tunip_define_as(d, frame, m->var, docsify_reference, m);
    }
    for (size_t i = 0; members && i < count; i++) {
        const member *m = members[i];
        tunip_frame_add_unit(d, frame, m->func, docsify_member, m);
    }
}

static const tunip_doc *docsify_class(tunip_docsifier *d, tunip_frame *frame,
                                      const tunip_ir_module *module, const tunip_path *path)
{
    static const tunip_str usual_name = TUNIP_STR("Module");
    tunip_str name = tunip_binding_name(d);
    const tunip_doc *id = tunip_define(d, frame, module, name.data ? name : usual_name);
    tunip_docs none = tunip_docs_none();
    tunip_frame_announce(d, frame, tunip_doc_class_new(d, id, none, none));
    add_attributes(d, frame, module, path);
    add_members(d, frame, module, path);
    const tunip_doc *decorator = tunip_prefixed(d, &tunip_dialect_ir, "ir_module");
    return tunip_doc_class_new(d, id, TUNIP_DOCS(d, decorator), tunip_frame_body(d, frame, NULL));
}

const tunip_doc *ir_docsify_module(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    ir_state *state = tunip_job_state(d, &tunip_dialect_ir);
    const tunip_ir_module *outer = state->module;
    state->module = (const tunip_ir_module *)node;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &tunip_dialect_ir, NULL);
    tunip_frame_token(d, &frame, "ir");
    const tunip_doc *class = docsify_class(d, &frame, state->module, path);
    tunip_frame_leave(d, &frame);
    state->module = outer;
    return tunip_with_header(d, class);
}
