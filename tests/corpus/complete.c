/* complete.c -- what constructors compute is what TVM computed. Reads file names from standard
 * input. A copy of each node without its dtype, completed, must be the node again: with the same
 * dtype, nothing changed, and no operand refused. */
#include <stdio.h>
#include <string.h>

#include "util/memory.h"
#include "util/tables.h"

#include <tunip.h>
#include <tunip/tvm/tir.h>

enum { MOST_COMPLAINTS = 50 };

static int complaints;
static size_t nodes_seen, objects;

typedef struct search {
    const tunip_context *context;
    const char *file;
    tn_map seen;
} search;

static void complain(const search *s, const tunip_node *node, const char *what)
{
    if (complaints++ < MOST_COMPLAINTS) printf("%s: %s: %s\n", s->file, node->type->key, what);
}

/* Files with nodes that no constructor makes: a pass of TVM has changed an iterator's domain. */
static const char *const changed[] = {"0d4bca60eb0049b9.json"};

static bool is_changed(const char *file)
{
    const char *base = strrchr(file, '/');
    for (size_t i = 0; i < TUNIP_LEN(changed); i++)
        if (strcmp(base ? base + 1 : file, changed[i]) == 0) return true;
    return false;
}

/* Whether two dtypes have one name: TVM saves a vector of handles as a handle. */
static bool have_one_name(tunip_dtype a, tunip_dtype b)
{
    char names[2][TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype_name(a, names[0]);
    tunip_dtype_name(b, names[1]);
    return strcmp(names[0], names[1]) == 0;
}

/* The caller of a constructor chooses these dtypes. */
static bool is_chosen(const tunip_type *type)
{
    return type == &tunip_tir_cast_type || type == &tunip_tir_call_type;
}

/* A copy whose dtype is computed anew; NULL, after a complaint, when it is refused. */
static tunip_node *again(const search *s, tunip_graph *graph, const tunip_node *node)
{
    tunip_node *copy = tunip_node_new(graph, node->type);
    if (!copy) return NULL;
    memcpy(copy, node, node->type->size);
    if (tunip_is_a(copy, &tunip_ir_prim_expr_type) && !is_chosen(node->type))
        ((tunip_ir_prim_expr *)copy)->dtype = TUNIP_VOID;
    if (tunip_node_complete(graph, copy)) return copy;
    complain(s, node, tunip_graph_error(graph)->message);
    return NULL;
}

static void check(const search *s, const tunip_node *node)
{
    tunip_graph *graph = tunip_graph_new(s->context, NULL);
    tunip_node *copy = graph ? again(s, graph, node) : NULL;
    if (tunip_is_a(copy, &tunip_ir_prim_expr_type)) {
        tunip_dtype *computed = &((tunip_ir_prim_expr *)copy)->dtype;
        if (!have_one_name(*computed, tunip_ir_dtype_of(node)))
            complain(s, node, "another dtype is computed");
        *computed = tunip_ir_dtype_of(node);
    }
    if (copy && memcmp(copy, node, node->type->size) != 0) complain(s, node, "a field changes");
    tunip_graph_free(graph);
    nodes_seen++;
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    search *s = user;
    bool added = false;
    if (!tn_map_put(&s->seen, node, &added)) return TUNIP_WALK_STOP;
    if (!added) return TUNIP_WALK_SKIP;
    if (node->type->completion) check(s, node);
    return TUNIP_WALK_ON;
}

int main(void)
{
    char name[4096];
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    while (context && fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = '\0';
        tunip_graph *graph = tunip_read_file(context, name, NULL);
        if (!graph || is_changed(name)) {
            tunip_graph_free(graph);
            continue;
        }
        search s = {.context = context, .file = name};
        tn_map_init(&s.seen, &tn_malloc);
        tunip_walker walker = {.enter = enter, .user = &s};
        tunip_walk(tunip_graph_root(graph), &walker);
        tn_map_free(&s.seen);
        tunip_graph_free(graph);
        objects++;
    }
    tunip_context_free(context);
    printf("complete: %zu nodes of %zu objects, %d complaints\n", nodes_seen, objects, complaints);
    return complaints || !nodes_seen;
}
