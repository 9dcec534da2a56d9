/* mutations.c -- a diff finds 1 to 20 known edits of a real object, with few additional ones. Reads
 * names of saved objects from standard input. Each is read twice and one side is edited: a number
 * or an operator changed; a statement or binding inserted, deleted or moved; a loop put around a
 * statement or removed; a variable renamed (which is no edit). The script must give the edited side
 * when it is applied. On average it may have MOST_AVERAGE more edits than were made, and never more
 * than MOST_EXTRA more; scripts with more than FEW are listed. Edits inside deleted parts cannot be
 * found. The figures are printed at the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tunip.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/tir.h>

enum { MOST_EDITS = 20, MOST_EXTRA = 8, FEW = 3, MOST_NODES = 20000 };

static uint64_t seed;

static size_t below(size_t count)
{
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(seed >> 33) % count;
}

/* Seeds the random numbers by file and number of edits, so that a script does not depend on earlier
 * ones. */
static void plant(const char *file, size_t wanted)
{
    const char *name = strrchr(file, '/');
    seed = wanted;
    for (name = name ? name + 1 : file; *name; name++) seed = seed * 31 + (unsigned char)*name;
}

/* ---- what can be edited ---- */

typedef struct nodes {
    tunip_node *items[MOST_NODES];
    size_t count;
} nodes;

typedef struct subject {
    tunip_graph *graph;
    nodes ints, sums, vars, loops, lists; /* lists are arrays of statements or bindings */
    int64_t fresh;
} subject;

static void add(nodes *list, const void *node)
{
    if (node && list->count < MOST_NODES)
        list->items[list->count++] = (tunip_node *)(uintptr_t)node;
}

static tunip_walk_action look_at(const tunip_node *node, void *user)
{
    subject *s = user;
    const tunip_tir_seq_stmt *seq = TUNIP_AS(tunip_tir_seq_stmt, node);
    const tunip_relax_binding_block *block = TUNIP_AS_A(tunip_relax_binding_block, node);
    if (tunip_is(node, &tunip_ir_int_imm_type)) add(&s->ints, node);
    if (tunip_is(node, &tunip_tir_add_type) || tunip_is(node, &tunip_tir_mul_type))
        add(&s->sums, node);
    if (tunip_is(node, &tunip_tir_var_type)) add(&s->vars, node);
    if (tunip_is(node, &tunip_tir_for_type)) add(&s->loops, node);
    if (seq) add(&s->lists, seq->seq);
    if (block) add(&s->lists, block->bindings);
    return s->ints.count < MOST_NODES ? TUNIP_WALK_ON : TUNIP_WALK_STOP;
}

typedef struct place {
    const char *node;
    size_t index;
} place;

static int by_address(const void *a, const void *b)
{
    const place *x = a, *y = b;
    if (x->node != y->node) return x->node < y->node ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

/* Removes repeated nodes, which are shared. Keeps the order of the walk, which is the same in every
 * run. */
static void keep_each_once(nodes *list)
{
    static place places[MOST_NODES];
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) places[i] = (place){(char *)list->items[i], i};
    qsort(places, list->count, sizeof *places, by_address);
    for (size_t i = 1; i < list->count; i++)
        if (places[i].node == places[i - 1].node) list->items[places[i].index] = NULL;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i]) list->items[kept++] = list->items[i];
    list->count = kept;
}

static void look_through(subject *s)
{
    const tunip_walker walker = {.enter = look_at, .user = s};
    s->ints.count = s->sums.count = s->vars.count = s->loops.count = s->lists.count = 0;
    tunip_walk(tunip_graph_root(s->graph), &walker);
    keep_each_once(&s->ints);
    keep_each_once(&s->sums);
    keep_each_once(&s->vars);
    keep_each_once(&s->loops);
    keep_each_once(&s->lists);
}

/* ---- edits: each returns how many it made ---- */

static size_t change_number(subject *s)
{
    if (!s->ints.count) return 0;
    enum { CHANGED = 100000 };
    tunip_ir_int_imm *number = (tunip_ir_int_imm *)(void *)s->ints.items[below(s->ints.count)];
    if (number->value >= CHANGED) return 0;
    number->value = CHANGED + s->fresh++;
    return 1;
}

static size_t change_operator(subject *s)
{
    if (!s->sums.count) return 0;
    s->sums.items[below(s->sums.count)]->type = &tunip_tir_max_type;
    return 1;
}

static size_t rename_variable(subject *s)
{
    char name[32];
    if (!s->vars.count) return 0;
    snprintf(name, sizeof name, "fresh%lld", (long long)s->fresh++);
    tunip_tir_var *var = (tunip_tir_var *)(void *)s->vars.items[below(s->vars.count)];
    var->name = tunip_string_new(s->graph, name);
    return 0;
}

static tunip_array *some_list(subject *s, size_t least)
{
    tunip_array *list =
        s->lists.count ? (tunip_array *)(void *)s->lists.items[below(s->lists.count)] : NULL;
    return list && list->count >= least ? list : NULL;
}

static size_t insert_statement(subject *s)
{
    tunip_array *list = some_list(s, 1);
    if (!list || !tunip_is_a(list->items[0], &tunip_tir_stmt_type)) return 0;
    size_t at = below(list->count + 1);
    tunip_node **items = tunip_graph_alloc(s->graph, (list->count + 1) * sizeof *items);
    tunip_ir_int_imm *value =
        tunip_ir_int(s->graph, tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1), ++s->fresh);
    if (at) memcpy(items, list->items, at * sizeof *items);
    items[at] = (tunip_node *)tunip_tir_evaluate_new(s->graph, value);
    size_t rest = list->count - at;
    if (rest) memcpy(items + at + 1, list->items + at, rest * sizeof *items);
    list->items = items;
    list->count++;
    return 1;
}

static size_t delete_element(subject *s)
{
    tunip_array *list = some_list(s, 3);
    if (!list) return 0;
    size_t at = below(list->count);
    memmove(list->items + at, list->items + at + 1, (--list->count - at) * sizeof *list->items);
    return 1;
}

static size_t move_element(subject *s)
{
    tunip_array *list = some_list(s, 3);
    if (!list) return 0;
    size_t from = below(list->count), to = below(list->count - 1);
    tunip_node *moved = list->items[from];
    memmove(list->items + from, list->items + from + 1,
            (list->count - 1 - from) * sizeof *list->items);
    memmove(list->items + to + 1, list->items + to, (list->count - 1 - to) * sizeof *list->items);
    list->items[to] = moved;
    return from != to;
}

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

static tunip_node *loop_around(subject *s, tunip_node *body)
{
    tunip_tir_var *var = tunip_tir_var_new(s->graph, "around", int32);
    return (tunip_node *)tunip_tir_for_new(s->graph, var, tunip_ir_int(s->graph, int32, ++s->fresh),
                                           TUNIP_TIR_FOR_SERIAL, body);
}

/* A loop around a statement of a list, or around the body of another loop. */
static size_t wrap_statement(subject *s)
{
    tunip_array *list = some_list(s, 1);
    size_t at = list ? below(list->count) : 0;
    tunip_tir_for *loop =
        s->loops.count ? (tunip_tir_for *)(void *)s->loops.items[below(s->loops.count)] : NULL;
    if (list && tunip_is_a(list->items[at], &tunip_tir_stmt_type))
        list->items[at] = loop_around(s, list->items[at]);
    else if (loop)
        loop->body = loop_around(s, loop->body);
    else
        return 0;
    return 1;
}

/* Replaces a loop inside another one by its body. */
static size_t unwrap_statement(subject *s)
{
    tunip_tir_for *outer =
        s->loops.count ? (tunip_tir_for *)(void *)s->loops.items[below(s->loops.count)] : NULL;
    const tunip_tir_for *inner = outer ? TUNIP_AS(tunip_tir_for, (tunip_node *)outer->body) : NULL;
    if (!inner) return 0;
    outer->body = inner->body;
    return 1;
}

static size_t edit(subject *s, size_t wanted)
{
    static size_t (*const kinds[])(subject *) = {change_number,    change_operator, rename_variable,
                                                 insert_statement, delete_element,  move_element,
                                                 wrap_statement,   unwrap_statement};
    enum { TRIES = 100 };
    size_t made = 0;
    for (size_t i = 0; i < TRIES && made < wanted; i++) {
        look_through(s);
        made += kinds[below(TUNIP_LEN(kinds))](s);
    }
    return made;
}

/* ---- what is found ---- */

static const double MOST_AVERAGE = 0.04;

static size_t scripts, all_made, all_found, all_extra, worst, beyond_few;
static int complaints;

static void complain(const char *file, size_t made, const char *what)
{
    complaints++;
    printf("%s, %zu edits: %s\n", file, made, what);
}

static void must_apply(tunip_context *context, const char *file, size_t made,
                       const tunip_script *script, const tunip_node *rhs)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_comparison *out;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    tunip_graph *applied = tunip_diff_apply(context, script, &error);
    if (!applied) {
        complain(file, made, error.message);
        return;
    }
    tunip_equal(context, tunip_graph_root(applied), rhs, &options, &out, &error);
    if (!tunip_comparison_equal(out) && !tunip_comparison_unsupported(out))
        complain(file, made, "applied they give something else");
    tunip_comparison_free(out);
    tunip_graph_free(applied);
}

static void count(const char *file, size_t made, size_t found)
{
    size_t extra = found > made ? found - made : 0;
    if (extra > MOST_EXTRA) complain(file, made, "many more were found");
    if (extra > worst) worst = extra;
    beyond_few += extra > FEW;
    if (extra > FEW) printf("%s, %zu edits: %zu were found\n", file, made, found);
    scripts++;
    all_made += made;
    all_found += found;
    all_extra += extra;
}

static void check(tunip_context *context, const char *file, const tunip_graph *lhs, subject *s,
                  size_t wanted)
{
    tunip_script *script;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    plant(file, wanted);
    size_t made = edit(s, wanted);
    const tunip_node *rhs = tunip_graph_root(s->graph);
    if (!made) return;
    if (tunip_diff(context, tunip_graph_root(lhs), rhs, &options, &script, &error) != TUNIP_OK) {
        complain(file, made, error.message);
        return;
    }
    count(file, made, tunip_script_edit_count(script));
    must_apply(context, file, made, script, rhs);
    tunip_script_free(script);
}

static void check_file(tunip_context *context, const char *file, subject *s)
{
    tunip_graph *lhs = tunip_read_file(context, file, NULL);
    for (size_t wanted = 1; lhs && wanted <= MOST_EDITS; wanted++) {
        s->graph = tunip_read_file(context, file, NULL);
        if (!s->graph) break;
        check(context, file, lhs, s, wanted);
        tunip_graph_free(s->graph);
    }
    tunip_graph_free(lhs);
}

int main(void)
{
    char file[1024];
    tunip_context *context = tunip_context_new(NULL, NULL);
    subject *s = calloc(1, sizeof *s);
    if (!context || !s) return 2;
    while (scanf("%1023s", file) == 1) check_file(context, file, s);
    free(s);
    tunip_context_free(context);
    double average = scripts ? (double)all_extra / (double)scripts : 1;
    printf(
        "mutations: %zu scripts of %zu edits, found as %zu; %.3f extra on average, more than %d in "
        "%zu, at most %zu; %d complaints\n",
        scripts, all_made, all_found, average, FEW, beyond_few, worst, complaints);
    return complaints || average > MOST_AVERAGE;
}
