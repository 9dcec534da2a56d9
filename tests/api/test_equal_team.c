/* test_equal_team.c -- several threads compare the functions of two modules: with any number of
 * threads, the verdict, the paths and the unregistered type are the same, and so are the edits and
 * renames of a diff, also where functions share variables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>

/* So many functions that the first thread has not compared all when the others begin. */
enum { FUNCTIONS = 160, VARS = 60, TRIALS = 150, TERMS = 24 };

/* The same numbers in each run. */
static size_t pick(uint64_t *seed, size_t below)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(*seed >> 33) % below;
}

/* Which variables a function uses, in order, and a number that it has. */
typedef struct plan {
    size_t params, uses[3];
    int64_t number;
    bool has_key; /* an attribute has a map with a variable as its key */
} plan;

static void *make_function(tunip_graph *g, const plan *p, void *const *vars)
{
    void *sum = tunip_ir_int(g, TUNIP_INT(32), p->number);
    for (size_t i = 0; i < TERMS; i++)
        sum = tunip_tir_add_new(g, sum, vars[p->uses[i % TUNIP_LEN(p->uses)]]);
    tunip_tir_var *param = vars[p->uses[0]];
    void *body = tunip_tir_evaluate_new(g, sum);
    tunip_tir_prim_func *function = tunip_tir_prim_func_new(g, "f", p->params, &param, NULL, body);
    void *entry[] = {vars[p->uses[1]], tunip_int_new(g, 1)};
    void *attrs[] = {tunip_string_new(g, "keys"), tunip_map_new(g, 1, entry)};
    if (function && p->has_key) function->base.attrs = tunip_ir_dict_attrs_new(g, 1, attrs);
    return function;
}

/* A module whose variable number k is vars[map[k]]. */
static tunip_node *make_module(tunip_graph *g, const plan *plans, void *const *vars,
                               const size_t *map)
{
    static char texts[FUNCTIONS][8];
    const char *names[FUNCTIONS];
    void *functions[FUNCTIONS], *mapped[VARS];
    for (size_t i = 0; i < VARS; i++) mapped[i] = vars[map[i]];
    for (size_t i = 0; i < FUNCTIONS; i++) {
        snprintf(texts[i], sizeof texts[i], "f%zu", i);
        names[i] = texts[i];
        functions[i] = make_function(g, &plans[i], mapped);
    }
    return (tunip_node *)tunip_ir_module_new(g, FUNCTIONS, names, functions);
}

/* Only the first `renamed` names depend on `letter`. */
static void make_vars(tunip_graph *g, void **vars, char letter, size_t renamed)
{
    char name[16];
    for (size_t i = 0; i < VARS; i++) {
        snprintf(name, sizeof name, "%c%zu", i < renamed ? letter : 'x', i);
        vars[i] = tunip_tir_var_new(g, name, TUNIP_INT(32));
    }
}

static void assert_same_path(const tunip_path *a, const tunip_path *b)
{
    char text[512] = "", other[512] = "";
    assert_true((a == NULL) == (b == NULL));
    if (a) tunip_path_text(a, text, sizeof text);
    if (b) tunip_path_text(b, other, sizeof other);
    assert_string_equal(text, other);
}

static void assert_same_edit(const tunip_edit *a, const tunip_edit *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_ptr_equal(a->lhs, b->lhs);
    assert_ptr_equal(a->rhs, b->rhs);
    assert_ptr_equal(a->field, b->field);
    assert_same_path(a->lhs_path, b->lhs_path);
    assert_same_path(a->rhs_path, b->rhs_path);
    assert_same_path(a->inner_path, b->inner_path);
}

/* Compares the edit scripts of one and of several threads. */
static void assert_same_script(tunip_context *context, const tunip_node *lhs, const tunip_node *rhs,
                               bool map_free_vars)
{
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_script *alone, *shared;
    options.map_free_vars = map_free_vars;
    assert_int_equal(tunip_diff(context, lhs, rhs, &options, &alone, NULL), TUNIP_OK);
    for (options.threads = 2; options.threads <= 4; options.threads += 2) {
        assert_int_equal(tunip_diff(context, lhs, rhs, &options, &shared, NULL), TUNIP_OK);
        assert_int_equal(tunip_script_edit_count(shared), tunip_script_edit_count(alone));
        assert_int_equal(tunip_script_rename_count(shared), tunip_script_rename_count(alone));
        for (size_t i = 0; i < tunip_script_edit_count(alone); i++)
            assert_same_edit(tunip_script_edit(shared, i), tunip_script_edit(alone, i));
        for (size_t i = 0; i < tunip_script_rename_count(alone); i++)
            assert_same_edit(tunip_script_rename(shared, i), tunip_script_rename(alone, i));
        tunip_script_free(shared);
    }
    tunip_script_free(alone);
}

/* Returns the verdict. */
static bool assert_same(tunip_context *context, const tunip_node *lhs, const tunip_node *rhs,
                        bool map_free_vars)
{
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_comparison *alone, *shared;
    options.map_free_vars = map_free_vars;
    assert_int_equal(tunip_equal(context, lhs, rhs, &options, &alone, NULL), TUNIP_OK);
    for (options.threads = 2; options.threads <= 4; options.threads++) {
        assert_int_equal(tunip_equal(context, lhs, rhs, &options, &shared, NULL), TUNIP_OK);
        assert_int_equal(tunip_comparison_equal(shared), tunip_comparison_equal(alone));
        assert_ptr_equal(tunip_comparison_unsupported(shared), tunip_comparison_unsupported(alone));
        assert_ptr_equal(tunip_comparison_unregistered(shared),
                         tunip_comparison_unregistered(alone));
        assert_same_path(tunip_comparison_lhs_path(shared), tunip_comparison_lhs_path(alone));
        assert_same_path(tunip_comparison_rhs_path(shared), tunip_comparison_rhs_path(alone));
        tunip_comparison_free(shared);
    }
    bool equal = tunip_comparison_equal(alone);
    tunip_comparison_free(alone);
    assert_same_script(context, lhs, rhs, map_free_vars);
    return equal;
}

/* Functions that use `vars` variables of the module, some as parameters or keys. */
static void make_plans(uint64_t *seed, plan *plans, size_t vars, bool has_params)
{
    bool has_keys = !pick(seed, 3);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        plans[i] = (plan){.number = (int64_t)pick(seed, 3)};
        plans[i].params = has_params ? pick(seed, 2) : 0;
        plans[i].has_key = has_keys && !pick(seed, 4);
        for (size_t k = 0; k < TUNIP_LEN(plans[i].uses); k++) plans[i].uses[k] = pick(seed, vars);
    }
}

/* Changes several functions: their variables, their numbers, and which parameters they have. */
static void change_plans(uint64_t *seed, plan *plans)
{
    for (size_t i = 1 + pick(seed, 8); i-- > 0;) {
        plan *changed = &plans[pick(seed, FUNCTIONS)];
        changed->uses[pick(seed, TUNIP_LEN(changed->uses))] = pick(seed, VARS);
        if (!pick(seed, 2)) changed->number++;
        if (!pick(seed, 4)) changed->params = !changed->params;
    }
}

static void swap(size_t *map, size_t a, size_t b)
{
    size_t swapped = map[a];
    map[a] = map[b];
    map[b] = swapped;
}

/* Two modules whose variables correspond in some order, and then differ in one place. The right
 * side has variables of its own, or those of the left side, or the same with two exchanged. */
static size_t run_trial(tunip_context *context, uint64_t seed)
{
    enum { OWN, SAME, EXCHANGED };
    plan plans[FUNCTIONS];
    void *vars[VARS], *others[VARS];
    size_t map[VARS], same[VARS], equal = 0, sharing = pick(&seed, 3);
    tunip_graph *g = tunip_graph_new(context, NULL);
    make_vars(g, vars, 'x', 0);
    make_vars(g, others, 'y', pick(&seed, 4));
    make_plans(&seed, plans, 2 + pick(&seed, VARS - 2), pick(&seed, 2));
    for (size_t i = 0; i < VARS; i++) map[i] = same[i] = i;
    for (size_t i = VARS; sharing == OWN && i-- > 1;) swap(map, i, pick(&seed, i + 1));
    if (sharing == EXCHANGED) swap(map, plans[0].uses[0], pick(&seed, VARS));
    void *const *right = sharing == OWN ? others : vars;
    tunip_node *lhs = make_module(g, plans, vars, same);
    tunip_node *rhs = make_module(g, plans, right, map);
    for (int i = 0; i < 2; i++) equal += assert_same(context, lhs, rhs, i);
    plan *changed = &plans[pick(&seed, FUNCTIONS)];
    changed->uses[pick(&seed, 3)] = pick(&seed, VARS);
    if (!pick(&seed, 3)) changed->number++;
    rhs = make_module(g, plans, right, map);
    for (int i = 0; i < 2; i++) equal += assert_same(context, lhs, rhs, i);
    change_plans(&seed, plans);
    rhs = make_module(g, plans, right, map);
    for (int i = 0; i < 2; i++) assert_same_script(context, lhs, rhs, i);
    assert_int_equal(tunip_graph_status(g), TUNIP_OK);
    tunip_graph_free(g);
    return equal;
}

static void shared_variables_correspond_in_order(void **state)
{
    tunip_context *context = tunip_context_new(NULL, NULL);
    size_t equal = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= TRIALS; seed++) equal += run_trial(context, seed);
    assert_in_range(equal, TRIALS / 2, 4 * TRIALS - TRIALS / 2); /* both verdicts occur */
    tunip_context_free(context);
}

/* Nodes of two unregistered types. */
static tunip_graph *read_strangers(tunip_context *context, void **out)
{
    static const char text[] =
        "{\"root_index\": 2, \"nodes\": [{\"type\": \"test.A\", \"data\": {\"kept\": 7.5}}, "
        "{\"type\": \"test.B\", \"data\": {\"kept\": 7.5}}, "
        "{\"type\": \"ffi.Array\", \"data\": [0, 1]}]}";
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read(context, tunip_str_from(text), &error);
    if (!graph) fail_msg("%s", error.message);
    const tunip_array *both = TUNIP_AS(tunip_array, tunip_graph_root(graph));
    for (size_t i = 0; i < 2; i++) out[i] = both->items[i];
    return graph;
}

/* Functions with attributes of unregistered types, from two functions on. */
static void unregistered_types_are_found_in_order(void **state)
{
    tunip_context *context = tunip_context_new(NULL, NULL);
    void *strangers[2], *vars[VARS];
    size_t map[VARS];
    plan plans[FUNCTIONS];
    uint64_t seed = 1;
    (void)state;
    tunip_graph *read = read_strangers(context, strangers);
    for (size_t i = 0; i < VARS; i++) map[i] = i;
    for (size_t from = 0; from < FUNCTIONS; from += 5) {
        tunip_graph *g = tunip_graph_new(context, NULL);
        make_vars(g, vars, 'x', 0);
        make_plans(&seed, plans, 1, false);
        tunip_ir_module *module = (tunip_ir_module *)make_module(g, plans, vars, map);
        for (size_t i = from; i < FUNCTIONS; i++) {
            tunip_tir_prim_func *function =
                (tunip_tir_prim_func *)module->functions->entries[i].value;
            void *attrs[] = {tunip_string_new(g, "kept"), strangers[i % 3 == 0]};
            function->base.attrs = tunip_ir_dict_attrs_new(g, 1, attrs);
        }
        assert_int_equal(tunip_graph_status(g), TUNIP_OK);
        assert_true(assert_same(context, &module->base.base, &module->base.base, false));
        tunip_graph_free(g);
    }
    tunip_graph_free(read);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shared_variables_correspond_in_order),
        cmocka_unit_test(unregistered_types_are_found_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
