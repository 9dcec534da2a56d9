/* test_path.c -- access paths: their text, and comparing them. */
#include "toy_world.h"

/* A substitute for the global variable of the ir dialect, whose name is the key in a path. */
typedef struct global_var {
    tunip_node base;
    tunip_string *name_hint;
} global_var;

static const tunip_field global_var_fields[] = {
    TUNIP_FIELD_NODE(global_var, name_hint, tunip_string, 0)};
static tunip_type global_var_type = {.key = "ir.GlobalVar",
                                     .fields = global_var_fields,
                                     .field_count = 1,
                                     .size = sizeof(global_var)};

static void *global_new(const toy_world *world, const char *name)
{
    global_var *var = tunip_node_new(world->graph, &global_var_type);
    var->name_hint = name ? tunip_string_new(world->graph, name) : NULL;
    return var;
}

static const tunip_path root = {.parent = NULL};

/* Extends `parent`, in memory of the graph. */
static tunip_path *extend(const toy_world *world, const tunip_path *parent, tunip_step step)
{
    tunip_path *path = tunip_graph_alloc(world->graph, sizeof *path);
    path->parent = parent;
    path->depth = parent->depth + 1;
    path->step = (uint8_t)step;
    return path;
}

static const tunip_path *attr(const toy_world *world, const tunip_path *parent, tunip_step step,
                              const char *name)
{
    tunip_path *path = extend(world, parent, step);
    path->at.attr = name;
    return path;
}

static const tunip_path *item(const toy_world *world, const tunip_path *parent, tunip_step step,
                              int64_t index)
{
    tunip_path *path = extend(world, parent, step);
    path->at.index = index;
    return path;
}

static const tunip_path *key(const toy_world *world, const tunip_path *parent, tunip_step step,
                             const void *node)
{
    tunip_path *path = extend(world, parent, step);
    path->at.key = node;
    return path;
}

/* ---- text ---- */

static void assert_text(const tunip_path *path, const char *expected)
{
    char text[256];
    assert_int_equal(tunip_path_text(path, text, sizeof text), strlen(expected));
    assert_string_equal(text, expected);
    assert_int_equal(tunip_path_text(path, NULL, 0), strlen(expected));
}

static void steps_have_texts(void **state)
{
    const toy_world *w = *state;
    const void *k = tunip_string_new(w->graph, "k");
    const void *five = tunip_int_new(w->graph, 5);
    const struct {
        const tunip_path *path;
        const char *text;
    } cases[] = {
        {&root, "<root>"},
        {attr(w, &root, TUNIP_STEP_ATTR, "body"), "<root>.body"},
        {item(w, &root, TUNIP_STEP_ITEM, 0), "<root>[0]"},
        {item(w, &root, TUNIP_STEP_ITEM, INT64_MAX), "<root>[9223372036854775807]"},
        {key(w, &root, TUNIP_STEP_KEY, k), "<root>[\"k\"]"},
        {key(w, &root, TUNIP_STEP_KEY, five), "<root>[5]"},
        {key(w, &root, TUNIP_STEP_KEY, global_new(w, "main")), "<root>[I.GlobalVar(\"main\")]"},
        {key(w, &root, TUNIP_STEP_KEY, global_new(w, NULL)), "<root>[I.GlobalVar()]"},
        {key(w, &root, TUNIP_STEP_KEY, toy_var_new(w->graph, "A_handle")), "<root>[A_handle]"},
        {key(w, &root, TUNIP_STEP_KEY, toy_var_new(w->graph, "a.b-1")), "<root>[a_b_1]"},
        {key(w, &root, TUNIP_STEP_KEY, toy_var_new(w->graph, "")), "<root>[v]"},
        {key(w, &root, TUNIP_STEP_KEY, NULL), "<root>[None]"},
        {key(w, &root, TUNIP_STEP_KEY, tunip_bool_new(w->graph, true)), "<root>[True]"},
        {key(w, &root, TUNIP_STEP_KEY, tunip_bool_new(w->graph, false)), "<root>[False]"},
        {key(w, &root, TUNIP_STEP_KEY, tunip_float_new(w->graph, -1.5)), "<root>[-1.5]"},
        {key(w, &root, TUNIP_STEP_KEY, tunip_float_new(w->graph, 2)), "<root>[2.0]"},
        {key(w, &root, TUNIP_STEP_KEY, tunip_float_new(w->graph, 1e30)), "<root>[1e+30]"},
        {attr(w, &root, TUNIP_STEP_ATTR_MISSING, "q"), "<root>.<missing attr q`>"},
        {item(w, &root, TUNIP_STEP_ITEM_MISSING, 1), "<root>[<missing item at 1>]"},
        {key(w, &root, TUNIP_STEP_KEY_MISSING, k), "<root>[<missing item at \"k\">]"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) assert_text(cases[i].path, cases[i].text);
}

static void steps_follow_each_other(void **state)
{
    const toy_world *w = *state;
    const tunip_path *path = attr(w, &root, TUNIP_STEP_ATTR, "functions");
    path = key(w, path, TUNIP_STEP_KEY, global_new(w, "main"));
    path = attr(w, path, TUNIP_STEP_ATTR, "body");
    path = item(w, attr(w, path, TUNIP_STEP_ATTR, "seq"), TUNIP_STEP_ITEM, 2);
    assert_text(path, "<root>.functions[I.GlobalVar(\"main\")].body.seq[2]");
}

static void string_keys_are_escaped(void **state)
{
    const toy_world *w = *state;
    const void *odd = tunip_string_new(w->graph, "a\"b\\c\nd");
    assert_text(key(w, &root, TUNIP_STEP_KEY, odd), "<root>[\"a\\\"b\\\\c\\nd\"]");
    const void *raw = tunip_string_new_view(w->graph, (tunip_str)TUNIP_STR("\0\r\t\x1b\xc3\xa9~"));
    assert_text(key(w, &root, TUNIP_STEP_KEY, raw), "<root>[\"\\x00\\r\\t\\x1B\\xC3\\xA9~\"]");
}

static void text_is_cut_off_to_fit(void **state)
{
    const toy_world *w = *state;
    static const char full[] = "<root>.ab[17]";
    const tunip_path *path = item(w, attr(w, &root, TUNIP_STEP_ATTR, "ab"), TUNIP_STEP_ITEM, 17);
    for (size_t size = 0; size <= sizeof full + 1; size++) {
        char text[sizeof full + 2];
        memset(text, '#', sizeof text);
        assert_int_equal(tunip_path_text(path, text, size), sizeof full - 1);
        size_t shown = size == 0 ? 0 : size < sizeof full ? size - 1 : sizeof full - 1;
        assert_memory_equal(text, full, shown);
        if (size) assert_int_equal(text[shown], '\0');
        assert_int_equal(text[size], '#');
    }
}

/* The returned length is that of the whole text, however deep the path. The buffer has the
 * beginning of it. */
static void deep_paths_have_all_their_steps(void **state)
{
    const toy_world *w = *state;
    enum { DEEP = 100000 };
    char text[32];
    const tunip_path *path = &root;
    for (size_t i = 0; i < DEEP; i++) path = attr(w, path, TUNIP_STEP_ATTR, i % 2 ? "a" : "lhs");
    assert_int_equal(tunip_path_text(path, text, sizeof text), 6 + DEEP / 2 * (2 + 4));
    assert_string_equal(text, "<root>.lhs.a.lhs.a.lhs.a.lhs.a.");
}

/* ---- comparing ---- */

static void paths_compare_by_steps(void **state)
{
    const toy_world *w = *state;
    const void *k = tunip_string_new(w->graph, "k"), *same_k = tunip_string_new(w->graph, "k");
    const void *other = tunip_string_new(w->graph, "o");
    const void *f = global_new(w, "f"), *same_f = global_new(w, "f"), *g = global_new(w, "g");
    const void *var = toy_var_new(w->graph, "v"), *same_var = toy_var_new(w->graph, "v");
    char body[] = "body"; /* another address than the literal */
    const tunip_path other_root = {.parent = NULL};
    const struct {
        const tunip_path *a, *b;
        bool equal;
    } cases[] = {
        {&root, &other_root, true},
        {attr(w, &root, TUNIP_STEP_ATTR, "body"), attr(w, &other_root, TUNIP_STEP_ATTR, body),
         true},
        {attr(w, &root, TUNIP_STEP_ATTR, "body"), attr(w, &root, TUNIP_STEP_ATTR, "bod"), false},
        {attr(w, &root, TUNIP_STEP_ATTR, "b"), attr(w, &root, TUNIP_STEP_ATTR_MISSING, "b"), false},
        {item(w, &root, TUNIP_STEP_ITEM, 3), item(w, &root, TUNIP_STEP_ITEM, 3), true},
        {item(w, &root, TUNIP_STEP_ITEM, 3), item(w, &root, TUNIP_STEP_ITEM, 4), false},
        {item(w, &root, TUNIP_STEP_ITEM, 3), item(w, &root, TUNIP_STEP_ITEM_MISSING, 3), false},
        {key(w, &root, TUNIP_STEP_KEY, k), key(w, &root, TUNIP_STEP_KEY, same_k), true},
        {key(w, &root, TUNIP_STEP_KEY, k), key(w, &root, TUNIP_STEP_KEY, other), false},
        {key(w, &root, TUNIP_STEP_KEY, k), key(w, &root, TUNIP_STEP_KEY_MISSING, k), false},
        {key(w, &root, TUNIP_STEP_KEY, tunip_float_new(w->graph, 1.5)),
         key(w, &root, TUNIP_STEP_KEY, tunip_float_new(w->graph, 1.5)), true},
        {key(w, &root, TUNIP_STEP_KEY, tunip_bool_new(w->graph, true)),
         key(w, &root, TUNIP_STEP_KEY, tunip_bool_new(w->graph, false)), false},
        {key(w, &root, TUNIP_STEP_KEY, f), key(w, &root, TUNIP_STEP_KEY, same_f), true},
        {key(w, &root, TUNIP_STEP_KEY, f), key(w, &root, TUNIP_STEP_KEY, g), false},
        {key(w, &root, TUNIP_STEP_KEY, var), key(w, &root, TUNIP_STEP_KEY, var), true},
        {key(w, &root, TUNIP_STEP_KEY, var), key(w, &root, TUNIP_STEP_KEY, same_var), false},
        {key(w, &root, TUNIP_STEP_KEY, var), key(w, &root, TUNIP_STEP_KEY, k), false},
        {key(w, &root, TUNIP_STEP_KEY, NULL), key(w, &root, TUNIP_STEP_KEY, k), false},
        {key(w, &root, TUNIP_STEP_KEY, NULL), key(w, &root, TUNIP_STEP_KEY, NULL), true},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        bool there = tunip_path_is_prefix(cases[i].a, cases[i].b);
        if (there != cases[i].equal) print_error("in row %zu\n", i);
        assert_int_equal(there, cases[i].equal);
        assert_int_equal(tunip_path_is_prefix(cases[i].b, cases[i].a), cases[i].equal);
    }
}

static void every_ancestor_is_a_prefix(void **state)
{
    const toy_world *w = *state;
    const tunip_path *paths[5] = {&root};
    const tunip_path *again = &root;
    for (size_t i = 1; i < 5; i++) {
        paths[i] = item(w, paths[i - 1], TUNIP_STEP_ITEM, (int64_t)i);
        again = item(w, again, TUNIP_STEP_ITEM, (int64_t)i);
        for (size_t k = 0; k <= i; k++) {
            assert_true(tunip_path_is_prefix(paths[k], paths[i]));
            assert_true(tunip_path_is_prefix(paths[k], again));
            assert_int_equal(tunip_path_is_prefix(again, paths[k]), k == i);
            assert_ptr_equal(tunip_path_common(again, paths[k]), paths[k]);
            assert_int_equal(tunip_path_common(paths[k], again)->depth, k);
        }
    }
}

/* The last steps are equal, but earlier ones differ. */
static void steps_above_count(void **state)
{
    const toy_world *w = *state;
    const tunip_path *a = attr(w, item(w, &root, TUNIP_STEP_ITEM, 1), TUNIP_STEP_ATTR, "x");
    const tunip_path *b = attr(w, item(w, &root, TUNIP_STEP_ITEM, 2), TUNIP_STEP_ATTR, "x");
    assert_false(tunip_path_is_prefix(a, b));
    assert_false(tunip_path_is_prefix(a, attr(w, b, TUNIP_STEP_ATTR, "y")));
    assert_ptr_equal(tunip_path_common(a, b), &root);
    assert_ptr_equal(tunip_path_common(attr(w, b, TUNIP_STEP_ATTR, "y"), a), &root);
}

/* Functions that return a path return NULL where there is none. */
static void no_path_is_empty(void **state)
{
    (void)state;
    char out[8] = "text";
    assert_int_equal(tunip_path_text(NULL, out, sizeof out), 0);
    assert_string_equal(out, "");
    out[0] = 't';
    assert_int_equal(tunip_path_steps_text(NULL, 0, out, sizeof out), 0);
    assert_string_equal(out, "");
    assert_int_equal(tunip_path_text(NULL, NULL, 0), 0);
    assert_int_equal(tunip_path_steps_text(NULL, 3, NULL, 0), 0);
    assert_int_equal(tunip_path_steps_text(&root, 3, out, sizeof out), 0);
    assert_false(tunip_path_is_prefix(NULL, &root));
    assert_false(tunip_path_is_prefix(&root, NULL));
    assert_false(tunip_path_is_prefix(NULL, NULL));
    assert_null(tunip_path_common(NULL, &root));
    assert_null(tunip_path_common(&root, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(steps_have_texts),
        TOY_TEST(steps_follow_each_other),
        TOY_TEST(string_keys_are_escaped),
        TOY_TEST(text_is_cut_off_to_fit),
        TOY_TEST(deep_paths_have_all_their_steps),
        TOY_TEST(paths_compare_by_steps),
        TOY_TEST(every_ancestor_is_a_prefix),
        TOY_TEST(steps_above_count),
        TOY_TEST(no_path_is_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
