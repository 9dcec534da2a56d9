/* test_equal.c -- structural equality: verdicts, and the paths of the first difference. */
#include <math.h>
#include <stdio.h>

#include "equal_world.h"

/* ---- comparing ---- */

static tunip_comparison *compared(const toy_world *world, const void *lhs, const void *rhs,
                                  bool map_free_vars)
{
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_comparison *out;
    options.map_free_vars = map_free_vars;
    tunip_status status = tunip_equal(world->context, lhs, rhs, &options, &out, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, TUNIP_OK);
    return out;
}

static bool is_equal(const toy_world *world, const void *lhs, const void *rhs, bool map_free_vars)
{
    tunip_comparison *out = compared(world, lhs, rhs, map_free_vars);
    bool equal = tunip_comparison_equal(out);
    if (equal) assert_null(tunip_comparison_lhs_path(out));
    tunip_comparison_free(out);
    return equal;
}

/* The nodes are equal, in both directions. */
static void same(const toy_world *world, const void *lhs, const void *rhs)
{
    assert_true(is_equal(world, lhs, rhs, false));
    assert_true(is_equal(world, rhs, lhs, false));
}

static void path_is(const tunip_path *path, const char *expected)
{
    char text[256];
    assert_non_null(path);
    tunip_path_text(path, text, sizeof text);
    assert_string_equal(text, expected);
}

/* The nodes differ at these places, in both directions. */
static void differ(const toy_world *world, const void *lhs, const void *rhs, const char *lhs_path,
                   const char *rhs_path)
{
    for (int turn = 0; turn < 2; turn++) {
        tunip_comparison *out = compared(world, turn ? rhs : lhs, turn ? lhs : rhs, false);
        assert_false(tunip_comparison_equal(out));
        assert_null(tunip_comparison_unsupported(out));
        path_is(turn ? tunip_comparison_rhs_path(out) : tunip_comparison_lhs_path(out), lhs_path);
        path_is(turn ? tunip_comparison_lhs_path(out) : tunip_comparison_rhs_path(out), rhs_path);
        tunip_comparison_free(out);
    }
}

#define DIFFER_AT(world, lhs, rhs, path) differ((world), (lhs), (rhs), (path), (path))

/* ---- values ---- */

/* The message names the place. tunip_check() lists all such nodes. */
static void nodes_without_a_type_are_refused(void **state)
{
    const toy_world *world = *state;
    tunip_node a = {NULL};
    void *list = TUNIP_LIST(world->graph, &a);
    void *map = tunip_map_new(world->graph, 1, (void *[]){&a, &a});
    const tunip_node *nodes[] = {&a, list, map};
    const char *const paths[] = {"<root>", "<root>[0]", "<root>[0]"};
    for (size_t i = 0; i < TUNIP_LEN(nodes); i++) {
        uint64_t hash;
        tunip_comparison *result;
        tunip_error error = TUNIP_ERROR_INIT;
        assert_int_equal(tunip_equal(world->context, list, nodes[i], NULL, &result, &error),
                         TUNIP_ERROR_ARGUMENT);
        error = (tunip_error)TUNIP_ERROR_INIT;
        assert_int_equal(tunip_hash(world->context, nodes[i], NULL, &hash, &error),
                         TUNIP_ERROR_ARGUMENT);
        assert_string_equal(error.path, paths[i]);
        assert_non_null(strstr(error.message, "has no type"));
    }
}

static void values_compare_by_content(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    same(world, tunip_int_new(graph, 7), tunip_int_new(graph, 7));
    same(world, tunip_string_new(graph, "name"), tunip_string_new(graph, "name"));
    same(world, NULL, NULL);
    DIFFER_AT(world, tunip_int_new(graph, 7), tunip_int_new(graph, 8), "<root>");
    DIFFER_AT(world, tunip_string_new(graph, "a"), tunip_string_new(graph, "ab"), "<root>");
    DIFFER_AT(world, tunip_int_new(graph, 1), tunip_bool_new(graph, true), "<root>");
    DIFFER_AT(world, tunip_int_new(graph, 0), NULL, "<root>");
}

static void floats_compare_by_bits_but_for_nan(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    same(world, tunip_float_new(graph, NAN), tunip_float_new(graph, -(double)NAN));
    DIFFER_AT(world, tunip_float_new(graph, 0.0), tunip_float_new(graph, -0.0), "<root>");
    DIFFER_AT(world, tunip_float_new(graph, NAN), tunip_float_new(graph, 0.0), "<root>");
}

static tunip_tensor *tensor(const toy_world *world, const int64_t *shape, const char *data)
{
    tunip_tensor *node = tunip_node_new(world->graph, &tunip_tensor_type);
    node->dtype = tunip_dtype_make(TUNIP_DTYPE_INT, 8, 1);
    node->ndim = 2;
    node->shape = shape;
    node->data = tunip_str_from(data);
    return node;
}

static void tensors_compare_by_content(void **state)
{
    const toy_world *world = *state;
    static const int64_t flat[] = {1, 4}, square[] = {2, 2}, again[] = {2, 2};
    const tunip_equal_options shapes = {.size = sizeof shapes, .skip_tensor_content = true};
    tunip_comparison *out;
    same(world, tensor(world, square, "abcd"), tensor(world, again, "abcd"));
    DIFFER_AT(world, tensor(world, square, "abcd"), tensor(world, flat, "abcd"), "<root>");
    DIFFER_AT(world, tensor(world, square, "abcd"), tensor(world, square, "abce"), "<root>");
    assert_int_equal(tunip_equal(world->context, &tensor(world, square, "abcd")->base,
                                 &tensor(world, square, "abce")->base, &shapes, &out, NULL),
                     TUNIP_OK);
    assert_true(tunip_comparison_equal(out));
    tunip_comparison_free(out);
}

/* ---- fields ---- */

static toy_fields *fields(const toy_world *world)
{
    toy_fields *node = tunip_node_new(world->graph, &toy_fields_type);
    node->i = 1;
    node->f = NAN;
    node->b = true;
    node->d = tunip_dtype_make(TUNIP_DTYPE_FLOAT, 32, 4);
    node->node = (tunip_node *)tunip_int_new(world->graph, 5);
    return node;
}

static void fields_of_all_kinds_count(void **state)
{
    const toy_world *world = *state;
    toy_fields *node = fields(world), *other = fields(world);
    same(world, node, other);
    other->node = NULL;
    DIFFER_AT(world, node, other, "<root>.node");
    other->d.lanes = 8;
    DIFFER_AT(world, node, other, "<root>.d");
    other->b = false;
    DIFFER_AT(world, node, other, "<root>.b");
    other->f = 1.0;
    DIFFER_AT(world, node, other, "<root>.f");
    other->i = 2;
    DIFFER_AT(world, node, other, "<root>.i");
}

static void inherited_fields_come_first(void **state)
{
    const toy_world *world = *state;
    toy_twin *node = tunip_node_new(world->graph, &toy_twin_type);
    toy_twin *other = tunip_node_new(world->graph, &toy_twin_type);
    other->same = true;
    DIFFER_AT(world, node, other, "<root>.same");
    other->base.weight = 3;
    DIFFER_AT(world, node, other, "<root>.weight");
}

static void ignored_fields_do_not_count(void **state)
{
    const toy_world *world = *state;
    toy_bare *node = tunip_node_new(world->graph, &toy_bare_type);
    toy_bare *other = tunip_node_new(world->graph, &toy_bare_type);
    other->ignored = (tunip_node *)tunip_int_new(world->graph, 1);
    same(world, node, other);
}

/* ---- containers ---- */

static void arrays_compare_item_by_item(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    void *one = tunip_int_new(graph, 1), *two = tunip_int_new(graph, 2);
    tunip_array *node = TUNIP_LIST(graph, one, two);
    same(world, node, TUNIP_LIST(graph, tunip_int_new(graph, 1), two));
    DIFFER_AT(world, node, TUNIP_LIST(graph, one, one), "<root>[1]");
    differ(world, node, TUNIP_LIST(graph, one), "<root>[1]", "<root>[<missing item at 1>]");
    DIFFER_AT(world, node, TUNIP_LIST(graph, two), "<root>[0]");
}

/* A map from k<first>, k<first + step>, ... to numbers. */
static tunip_map *numbered(const toy_world *world, int first, int step, int count)
{
    void *entries[64];
    for (int i = 0; i < count; i++) {
        int number = first + i * step;
        char key[16];
        snprintf(key, sizeof key, "k%d", number);
        entries[2 * i] = tunip_string_new(world->graph, key);
        entries[2 * i + 1] = tunip_int_new(world->graph, number);
    }
    return tunip_map_new(world->graph, (size_t)count, entries);
}

static void maps_compare_by_key_in_any_order(void **state)
{
    const toy_world *world = *state;
    static const int sizes[] = {3, 30};
    for (size_t i = 0; i < TUNIP_LEN(sizes); i++) {
        int last = sizes[i] - 1;
        tunip_map *node = numbered(world, 0, 1, sizes[i]);
        tunip_map *backward = numbered(world, last, -1, sizes[i]);
        same(world, node, backward);
        ((tunip_int *)backward->entries[last - 2].value)->value = 99;
        DIFFER_AT(world, node, backward, "<root>[\"k2\"]");
    }
}

static void missing_keys_are_named(void **state)
{
    const toy_world *world = *state;
    tunip_map *three = numbered(world, 0, 1, 3), *two = numbered(world, 0, 1, 2);
    tunip_map *others = numbered(world, 5, 1, 3);
    differ(world, three, two, "<root>[\"k2\"]", "<root>[<missing item at \"k2\">]");
    tunip_comparison *out = compared(world, three, others, false);
    path_is(tunip_comparison_lhs_path(out), "<root>[\"k0\"]");
    path_is(tunip_comparison_rhs_path(out), "<root>[<missing item at \"k0\">]");
    tunip_comparison_free(out);
}

/* ---- variables ---- */

static void names_of_variables_do_not_count(void **state)
{
    const toy_world *world = *state;
    toy_var *x = toy_var_new(world->graph, "x"), *y = toy_var_new(world->graph, "y");
    same(world, fn1(world, x, x), fn1(world, y, y));
}

static void which_variable_stands_where_counts(void **state)
{
    const toy_world *world = *state;
    toy_var *x = toy_var_new(world->graph, "x"), *y = toy_var_new(world->graph, "y");
    toy_var *a = toy_var_new(world->graph, "a"), *b = toy_var_new(world->graph, "b");
    same(world, fn2(world, x, y, y), fn2(world, a, b, b));
    DIFFER_AT(world, fn2(world, x, y, x), fn2(world, a, b, b), "<root>.body");
    DIFFER_AT(world, fn2(world, x, y, x), fn2(world, a, a, a), "<root>.params[1]");
}

static void free_variables_are_equal_to_themselves(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    toy_var *x = toy_var_new(graph, "x"), *y = toy_var_new(graph, "x");
    same(world, toy_sum_new(graph, x, x), toy_sum_new(graph, x, x));
    DIFFER_AT(world, toy_sum_new(graph, x, x), toy_sum_new(graph, x, y), "<root>.rhs");
}

static void free_variables_are_mapped_when_asked(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    toy_var *x = toy_var_new(graph, "x"), *y = toy_var_new(graph, "y");
    void *twice = toy_sum_new(graph, x, x), *other = toy_sum_new(graph, y, y);
    assert_true(is_equal(world, twice, other, true));
    assert_false(is_equal(world, twice, other, false));
    assert_false(is_equal(world, twice, toy_sum_new(graph, x, y), true));
    assert_false(is_equal(world, toy_sum_new(graph, x, y), twice, true));
}

static void keys_are_mapped(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    toy_var *x = toy_var_new(graph, "x"), *y = toy_var_new(graph, "y");
    void *value = tunip_int_new(graph, 1), *two = tunip_int_new(graph, 2);
    void *ours = fn1(world, x, tunip_map_new(graph, 1, (void *[]){x, value}));
    void *theirs = fn1(world, y, tunip_map_new(graph, 1, (void *[]){y, value}));
    same(world, ours, theirs);
    theirs = fn1(world, y, tunip_map_new(graph, 1, (void *[]){y, two}));
    differ(world, ours, theirs, "<root>.body[x]", "<root>.body[y]");
}

/* ---- the other kinds ---- */

static void sharing_counts_for_dag_nodes_only(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    void *tree = held(world, &tree_type, NULL), *dag = held(world, &dag_type, NULL);
    void *copy = held(world, &dag_type, NULL), *third = held(world, &dag_type, NULL);
    same(world, toy_sum_new(graph, tree, tree),
         toy_sum_new(graph, tree, held(world, &tree_type, NULL)));
    same(world, toy_sum_new(graph, dag, dag), toy_sum_new(graph, copy, copy));
    same(world, toy_sum_new(graph, dag, copy), toy_sum_new(graph, copy, third));
    DIFFER_AT(world, toy_sum_new(graph, dag, dag), toy_sum_new(graph, copy, third), "<root>.rhs");
}

KIND(const_type, "test.Const", CONST_TREE, .flags = 0);

static void constants_compare_by_content(void **state)
{
    const toy_world *world = *state;
    void *one = held(world, &const_type, tunip_int_new(world->graph, 1));
    void *two = held(world, &const_type, tunip_int_new(world->graph, 2));
    same(world, one, one);
    same(world, one, held(world, &const_type, tunip_int_new(world->graph, 1)));
    DIFFER_AT(world, one, two, "<root>.inner");
}

static void unique_nodes_compare_by_identity_or_text(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    void *unique = held(world, &unique_type, NULL);
    same(world, unique, unique);
    DIFFER_AT(world, unique, held(world, &unique_type, NULL), "<root>");
    void *add = held(world, &op_type, tunip_string_new(graph, "add"));
    same(world, add, held(world, &op_type, tunip_string_new(graph, "add")));
    DIFFER_AT(world, add, held(world, &op_type, tunip_string_new(graph, "sub")), "<root>");
}

/* The short form tells "different" from "no answer" by the error. */
static void nodes_are_equal_or_not(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_node *one = &tunip_int_new(g, 1)->base, *two = &tunip_int_new(g, 2)->base;
    assert_true(tunip_equal_nodes(world->context, one, &tunip_int_new(g, 1)->base, NULL, &error));
    assert_true(tunip_equal_nodes(world->context, NULL, NULL, NULL, NULL));
    assert_false(tunip_equal_nodes(world->context, one, two, NULL, &error));
    assert_false(tunip_equal_nodes(world->context, one, NULL, NULL, &error));
    assert_int_equal(error.code, TUNIP_OK);

    const tunip_node *x = &toy_var_new(g, "x")->base, *y = &toy_var_new(g, "y")->base;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    assert_false(tunip_equal_nodes(world->context, x, y, &options, &error));
    options.map_free_vars = true;
    assert_true(tunip_equal_nodes(world->context, x, y, &options, &error));
    assert_int_equal(error.code, TUNIP_OK);

    const toy_holder *blob = held(world, &toy_blob_type, NULL);
    const toy_holder *other = held(world, &toy_blob_type, NULL);
    assert_false(tunip_equal_nodes(world->context, &blob->base, &other->base, NULL, &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
    assert_string_equal(error.message, "no equality is defined for the type `toy.Blob`");
}

static void types_without_equality_are_named(void **state)
{
    const toy_world *world = *state;
    toy_holder *blob = held(world, &toy_blob_type, NULL);
    tunip_comparison *out = compared(world, toy_sum_new(world->graph, NULL, blob),
                                     toy_sum_new(world->graph, NULL, blob), false);
    assert_false(tunip_comparison_equal(out));
    assert_ptr_equal(tunip_comparison_unsupported(out), &toy_blob_type);
    path_is(tunip_comparison_lhs_path(out), "<root>.rhs");
    tunip_comparison_free(out);
    tunip_comparison_free(NULL);
    assert_false(tunip_comparison_equal(NULL));
    assert_null(tunip_comparison_lhs_path(NULL));
}

/* ---- parts ---- */

/* Compares the second operand first, because it defines variables that the first one uses. */
static bool backward(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    const toy_sum *a = (const toy_sum *)lhs, *b = (const toy_sum *)rhs;
    tunip_part second = {"rhs", a->rhs, b ? b->rhs : NULL, true};
    tunip_part first = {"lhs", a->lhs, b ? b->lhs : NULL, false};
    assert_non_null(scratch);
    return each(&second, user) && each(&first, user);
}

static const tunip_field toy_sum_fields[] = {TUNIP_FIELD_ANY(toy_sum, lhs, 0),
                                             TUNIP_FIELD_ANY(toy_sum, rhs, 0)};
#define toy_sum_type binding_type
static TUNIP_PARTS_TYPE(toy_sum, "test.Binding", NULL, TREE, 0, backward);
#undef toy_sum_type

static void parts_have_an_order_of_their_own(void **state)
{
    const toy_world *world = *state;
    toy_var *x = toy_var_new(world->graph, "x"), *y = toy_var_new(world->graph, "y");
    toy_sum *node = toy_sum_new(world->graph, x, x), *other = toy_sum_new(world->graph, y, y);
    node->base.type = other->base.type = &binding_type;
    same(world, node, other);
    other->lhs = (tunip_node *)x;
    DIFFER_AT(world, node, other, "<root>.lhs");
    other->rhs = NULL;
    DIFFER_AT(world, node, other, "<root>.rhs");
}

/* ---- shape ---- */

static void shared_nodes_are_compared_once(void **state)
{
    const toy_world *world = *state;
    enum { DEPTH = 200 };
    void *one = tunip_int_new(world->graph, 1), *two = tunip_int_new(world->graph, 2);
    same(world, braid(world, one, DEPTH), braid(world, one, DEPTH));
    assert_false(is_equal(world, braid(world, one, DEPTH), braid(world, two, DEPTH), false));
}

/* Unfolded to trees, they have 2^60 leaves. */
static void shared_containers_are_compared_once(void **state)
{
    const toy_world *world = *state;
    enum { LEVELS = 60 };
    void *one = tunip_int_new(world->graph, 1), *two = tunip_int_new(world->graph, 2);
    same(world, array_braid(world, one, LEVELS), array_braid(world, one, LEVELS));
    same(world, map_braid(world, one, NULL, LEVELS), map_braid(world, one, NULL, LEVELS));
    assert_false(
        is_equal(world, array_braid(world, one, LEVELS), array_braid(world, two, LEVELS), false));
    assert_false(is_equal(world, map_braid(world, one, NULL, LEVELS),
                          map_braid(world, two, NULL, LEVELS), false));
}

/* A free variable that is a key corresponds to itself until it gets a counterpart. Maps that were
 * equal before then differ. */
static void maps_are_compared_again_when_their_keys_change(void **state)
{
    const toy_world *world = *state;
    tunip_graph *graph = world->graph;
    toy_var *x = toy_var_new(graph, "x"), *y = toy_var_new(graph, "y");
    void *one = tunip_int_new(graph, 1), *two = tunip_int_new(graph, 2);
    void *map = tunip_map_new(graph, 2, (void *[]){x, one, y, two});
    void *defined = fn1(world, x, NULL), *other = fn1(world, y, NULL);
    same(world, map, map);
    DIFFER_AT(world, TUNIP_LIST(graph, map, defined, NULL), TUNIP_LIST(graph, map, other, two),
              "<root>[2]");
    differ(world, TUNIP_LIST(graph, map, defined, map), TUNIP_LIST(graph, map, other, map),
           "<root>[2][x]", "<root>[2][y]");
    void *deep = map_braid(world, one, x, 60);
    same(world, deep, deep);
}

static void depth_is_no_limit(void **state)
{
    const toy_world *world = *state;
    enum { DEPTH = 300000 };
    void *deep = toy_deep_sum(world->graph, tunip_int_new(world->graph, 1), DEPTH);
    same(world, deep, toy_deep_sum(world->graph, tunip_int_new(world->graph, 1), DEPTH));
    void *other = toy_deep_sum(world->graph, tunip_int_new(world->graph, 2), DEPTH);
    tunip_comparison *out = compared(world, deep, other, false);
    assert_int_equal(tunip_comparison_lhs_path(out)->depth, DEPTH);
    assert_int_equal(tunip_comparison_rhs_path(out)->depth, DEPTH);
    tunip_comparison_free(out);
}

static void cycles_end(void **state)
{
    const toy_world *world = *state;
    toy_sum *node = toy_sum_new(world->graph, NULL, tunip_int_new(world->graph, 1));
    toy_sum *other = toy_sum_new(world->graph, NULL, tunip_int_new(world->graph, 1));
    node->lhs = &node->base;
    other->lhs = &toy_sum_new(world->graph, other, tunip_int_new(world->graph, 1))->base;
    same(world, node, other);
    ((tunip_int *)other->rhs)->value = 2;
    assert_false(is_equal(world, node, other, false));
}

/* Containers of one item, in which no other node ends the cycle. */
static void cycles_of_containers_end(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *entry[] = {tunip_string_new(g, "a"), NULL};
    tunip_map *map = tunip_map_new(g, 1, entry), *other = tunip_map_new(g, 1, entry);
    tunip_array *array = TUNIP_LIST(g, map), *longer = TUNIP_LIST(g, TUNIP_LIST(g, other));
    map->entries[0].value = &map->base;
    other->entries[0].value = &other->base;
    same(world, map, other);
    differ(world, array, longer, "<root>[0]", "<root>[0]");
    map->entries[0].value = &array->base;
    other->entries[0].value = &TUNIP_LIST(g, other)->base;
    same(world, map, other);
    array->items[0] = &array->base;
    same(world, array, TUNIP_LIST(g, array));
}

/* ---- memory ---- */

typedef struct scarce {
    tunip_allocator allocator;
    size_t left; /* allocations that succeed still */
} scarce;

static void *scarce_alloc(void *ctx, size_t size)
{
    scarce *s = ctx;
    if (!s->left) return NULL;
    s->left--;
    return tn_malloc.alloc(tn_malloc.ctx, size);
}

static void *scarce_realloc(void *ctx, void *at, size_t old_size, size_t size)
{
    scarce *s = ctx;
    if (!s->left) return NULL;
    s->left--;
    return tn_malloc.realloc(tn_malloc.ctx, at, old_size, size);
}

static void scarce_free(void *ctx, void *at, size_t size)
{
    (void)ctx;
    tn_malloc.free(tn_malloc.ctx, at, size);
}

/* Whichever allocation fails, the result is right or an error. */
static void without_memory_it_is_an_error(void **state)
{
    const toy_world *world = *state;
    scarce s = {{scarce_alloc, scarce_realloc, scarce_free, &s}, .left = SIZE_MAX};
    tunip_context *context = toy_context_new(&s.allocator, NULL);
    toy_var *x = toy_var_new(world->graph, "x"), *y = toy_var_new(world->graph, "y");
    const tunip_node *lhs = fn1(world, x, numbered(world, 0, 1, 30));
    const tunip_node *rhs = fn1(world, y, numbered(world, 30, -1, 30));
    tunip_status status = TUNIP_ERROR_MEMORY;
    size_t failures = 0;
    for (; status != TUNIP_OK; failures++) {
        tunip_comparison *out;
        tunip_error error = TUNIP_ERROR_INIT;
        s.left = failures;
        status = tunip_equal(context, lhs, rhs, NULL, &out, &error);
        assert_int_equal(error.code, status);
        assert_false(tunip_comparison_equal(out));
        if (status == TUNIP_OK) path_is(tunip_comparison_lhs_path(out), "<root>.body[\"k0\"]");
        tunip_comparison_free(out);
    }
    assert_in_range(failures, 4, 100);
    s.left = SIZE_MAX;
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(nodes_without_a_type_are_refused),
        TOY_TEST(values_compare_by_content),
        TOY_TEST(floats_compare_by_bits_but_for_nan),
        TOY_TEST(tensors_compare_by_content),
        TOY_TEST(fields_of_all_kinds_count),
        TOY_TEST(inherited_fields_come_first),
        TOY_TEST(ignored_fields_do_not_count),
        TOY_TEST(arrays_compare_item_by_item),
        TOY_TEST(maps_compare_by_key_in_any_order),
        TOY_TEST(missing_keys_are_named),
        TOY_TEST(names_of_variables_do_not_count),
        TOY_TEST(which_variable_stands_where_counts),
        TOY_TEST(free_variables_are_equal_to_themselves),
        TOY_TEST(free_variables_are_mapped_when_asked),
        TOY_TEST(keys_are_mapped),
        TOY_TEST(sharing_counts_for_dag_nodes_only),
        TOY_TEST(constants_compare_by_content),
        TOY_TEST(unique_nodes_compare_by_identity_or_text),
        TOY_TEST(nodes_are_equal_or_not),
        TOY_TEST(types_without_equality_are_named),
        TOY_TEST(parts_have_an_order_of_their_own),
        TOY_TEST(shared_nodes_are_compared_once),
        TOY_TEST(shared_containers_are_compared_once),
        TOY_TEST(maps_are_compared_again_when_their_keys_change),
        TOY_TEST(depth_is_no_limit),
        TOY_TEST(cycles_end),
        TOY_TEST(cycles_of_containers_end),
        TOY_TEST(without_memory_it_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
