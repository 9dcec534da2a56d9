/* inference.c -- compares the annotations of Relax bindings with what relax_infer_in_function()
 * infers for the bound value. Reads file names from standard input and writes, per file and kind of
 * value, how often both agree, how often nothing is inferred, and how often they differ. With a
 * kind of value as argument it prints each binding of that kind that does not agree. inference.py
 * passes the names. */
#include <stdio.h>
#include <string.h>

#include <tunip.h>
#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>

#include "dialects/relax/infer/infer.h"
#include "dialects/relax/types.h"
#include "print/doc.h"

/* ---- the table ---- */

typedef struct row {
    char kind[64];
    size_t agree, unknown, differ;
} row;

enum { MOST_ROWS = 256 };

typedef struct table {
    row rows[MOST_ROWS];
    size_t count;
    const char *file;
    const char *shown; /* the kind whose bindings are printed, or NULL */
} table;

static row *find_row(table *t, const char *kind)
{
    size_t at = 0;
    while (at < t->count && strcmp(t->rows[at].kind, kind) != 0) at++;
    if (at == MOST_ROWS) return &t->rows[at - 1];
    if (at == t->count) snprintf(t->rows[t->count++].kind, sizeof t->rows->kind, "%s", kind);
    return &t->rows[at];
}

static void write_table(const table *t)
{
    for (const row *r = t->rows; r < t->rows + t->count; r++)
        printf("%s\t%s\t%zu\t%zu\t%zu\n", t->file, r->kind, r->agree, r->unknown, r->differ);
}

/* ---- one binding ---- */

/* The operator that is called, the type of what else is called, or the type of another value. */
static void name_kind(const tunip_node *value, char *out, size_t size)
{
    const tunip_relax_call *call = TUNIP_AS(tunip_relax_call, value);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    tunip_str name = tunip_string_value(op ? op->name : NULL);
    if (op)
        snprintf(out, size, "%.*s", (int)name.size, name.data);
    else if (call)
        snprintf(out, size, "call of %s", call->op->type->key);
    else
        snprintf(out, size, "%s", value->type->key);
}

static void show(tunip_docsifier *d, const table *t, const tunip_relax_var_binding *binding,
                 const tunip_node *inferred)
{
    const tunip_path *path = tunip_path_root(d);
    tunip_str text = tn_doc_render(d, tunip_docsify(d, binding, path));
    printf("%s\n  %.*s\n", t->file, (int)text.size, text.data);
    if (!inferred) return;
    text = tn_doc_render(d, tunip_docsify(d, inferred, path));
    printf("  inferred: %.*s\n", (int)text.size, text.data);
}

static void count(tunip_docsifier *d, table *t, const tunip_relax_var_binding *binding)
{
    const tunip_node *info = tunip_relax_struct_info_of(binding->base.var);
    const tunip_node *value = binding->value;
    if (!info || !value || tunip_is(value, &tunip_relax_function_type)) return;
    char kind[sizeof t->rows->kind];
    name_kind(value, kind, sizeof kind);
    row *r = find_row(t, kind);
    const tunip_node *inferred = relax_infer_in_function(tunip_job_scratch(d), value);
    bool agree = inferred && relax_equal(tunip_job_scratch(d), inferred, info);
    if (agree)
        r->agree++;
    else if (inferred)
        r->differ++;
    else
        r->unknown++;
    if (!agree && t->shown && strcmp(kind, t->shown) == 0) show(d, t, binding, inferred);
}

/* ---- a node whose print looks at all bindings of another ---- */

typedef struct probe {
    tunip_node base;
    tunip_node *root;
    table *table;
} probe;

static const tunip_field probe_fields[] = {TUNIP_FIELD_ANY(probe, root, 0)};
static TUNIP_TYPE(probe, "probe.Probe", NULL, UNSUPPORTED, 0, NULL);

typedef struct visit {
    tunip_docsifier *d;
    table *table;
} visit;

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    visit *v = user;
    if (tunip_is(node, &tunip_relax_var_binding_type))
        count(v->d, v->table, (const tunip_relax_var_binding *)node);
    bool is_other =
        tunip_is(node, &tunip_tir_prim_func_type) || tunip_is_a(node, &tunip_ir_prim_expr_type);
    return is_other ? TUNIP_WALK_SKIP : TUNIP_WALK_ON;
}

static const tunip_doc *look(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const probe *p = (const probe *)node;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &tunip_dialect_relax, p->root);
    tunip_frame_token(d, &frame, "relax");
    visit v = {d, p->table};
    tunip_walk(p->root, &(tunip_walker){.enter = enter, .user = &v, .skip = TUNIP_FLAG_ASIDE});
    tunip_frame_leave(d, &frame);
    return tunip_doc_none(d, path);
}

static tunip_type *const types[] = {&probe_type};
static const tunip_rule rules[] = {{&probe_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, look}};
static const tunip_root roots[] = {{&probe_type, "relax", false, NULL}};

static const tunip_dialect dialect = {TUNIP_DIALECT_HEAD, .name = "probe",
                                      .types = types,     .type_count = TUNIP_LEN(types),
                                      .rules = rules,     .rule_count = TUNIP_LEN(rules),
                                      .roots = roots,     .root_count = TUNIP_LEN(roots)};

/* ---- files ---- */

static bool look_into(tunip_context *context, table *t, const char *file)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read_file(context, file, &error);
    tunip_printed *printed = NULL;
    if (graph) {
        probe node = {{&probe_type}, (tunip_node *)(uintptr_t)tunip_graph_root(graph), t};
        t->file = file;
        t->count = 0;
        memset(t->rows, 0, sizeof t->rows);
        tunip_print(context, &node.base, NULL, &printed, &error);
    }
    if (printed && !t->shown) write_table(t);
    if (!printed) fprintf(stderr, "%s: %s\n", file, error.message);
    bool fine = printed != NULL;
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    return fine;
}

int main(int argc, char **argv)
{
    static table t;
    t.shown = argc > 1 ? argv[1] : NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    if (!context || tunip_context_add_dialect(context, &dialect, &error) != TUNIP_OK) return 2;
    bool fine = true;
    char line[4096];
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        fine &= look_into(context, &t, line);
    }
    tunip_context_free(context);
    return fine ? 0 : 2;
}
