/* test_path_parse.c -- access paths read from text, and many of them looked up at once. */
#include "toy_world.h"

#include "ir/path.h"

static const tunip_path *parse(tn_arena *arena, const char *text)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_path *path = tn_path_parse(arena, tunip_str_from(text), &error);
    assert_string_equal(error.message, "");
    assert_non_null(path);
    return path;
}

/* ---- reading ---- */

static void what_is_read_prints_as_it_was(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "<root>",
        "<root>.body",
        "<root>.__dict__[\"a\"].f0",
        "<root>[0][9223372036854775807][-9223372036854775808]",
        "<root>.functions[I.GlobalVar(\"main\")].body.seq[2]",
        "<root>[\"a\\\"b\\\\c\\nd]\"][\"\"]",
        "<root>.buffer_map[A_handle].shape[1]",
        "<root>[I.GlobalVar()][None][Nonesuch]",
        "<root>.<missing attr q`>",
        "<root>[<missing item at 1>][<missing item at \"k\">][<missing item at a>]",
        "<root>[True][False][1.5][-2.0][1e+30][<missing item at True>][Truth]",
        "<root>[\"\\x00\\xC3\\xA9\"]",
        "<root>[1234567890123456789012345678901234567890123456789012345678901234567890.5]",
        "<root>[I.ATypeWhoseNameIsLongerThanTheNamesOfAllTheTypesThatTVMHasEverHad(\"f\")]",
        "<root>[<missing item at None>][<missing item at I.GlobalVar(\"f>]\")>]",
    };
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) {
        char text[128];
        tunip_path_text(parse(&arena, texts[i]), text, sizeof text);
        assert_string_equal(text, texts[i]);
    }
    tn_arena_free(&arena);
}

static void escapes_stand_for_bytes(void **state)
{
    (void)state;
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    const tunip_path *path = parse(&arena, "<root>[\"\\x41\\xc3\\xA9\\t\\r\\'\"]");
    assert_true(tunip_str_is(tunip_string_value(path->at.key), "A\xC3\xA9\t\r'"));
    tn_arena_free(&arena);
}

static void malformed_texts_say_where(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "expected <root> at byte 0 of "},
        {"root.body", "expected <root> at byte 0 of root.body"},
        {"<root>body", "expected `.` or `[` at byte 6 of <root>body"},
        {"<root>.", "expected the name of a field at byte 7 of <root>."},
        {"<root>.a..b", "expected the name of a field at byte 9 of <root>.a..b"},
        {"<root>.1", "expected the name of a field at byte 7 of <root>.1"},
        {"<root>[", "expected a key at byte 7 of <root>["},
        {"<root>[]", "expected a key at byte 7 of <root>[]"},
        {"<root>[1", "expected ] at byte 8 of <root>[1"},
        {"<root>[-]", "expected a number at byte 8 of <root>[-]"},
        {"<root>[9223372036854775808]",
         "expected a number of 64 bits at byte 7 of <root>[9223372036854775808]"},
        {"<root>[\"a]", "expected a closing quotation mark at byte 10 of <root>[\"a]"},
        {"<root>[\"\\q\"]", "expected an escape at byte 9 of <root>[\"\\q\"]"},
        {"<root>[\"\\", "expected an escape at byte 9 of <root>[\"\\"},
        {"<root>[\"\\x4\"]", "expected two hexadecimal digits at byte 10 of <root>[\"\\x4\"]"},
        {"<root>[I.GlobalVar(f)]", "expected \" at byte 19 of <root>[I.GlobalVar(f)]"},
        {"<root>[I.GlobalVar(\"f\"]", "expected ) at byte 22 of <root>[I.GlobalVar(\"f\"]"},
        {"<root>.<missing attr q>", "expected `> at byte 22 of <root>.<missing attr q>"},
        {"<root>[<missing item at 1]", "expected >] at byte 25 of <root>[<missing item at 1]"},
    };
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        assert_null(tn_path_parse(&arena, tunip_str_from(cases[i].text), &error));
        assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
        assert_memory_equal(error.message, "not an access path: ", 20);
        assert_string_equal(error.message + 20, cases[i].message);
    }
    tn_arena_free(&arena);
}

static void reading_without_memory(void **state)
{
    (void)state;
    budget_memory memory;
    tunip_str text = TUNIP_STR("<root>.a[\"k\"][v][1]");
    size_t budget = 0;
    for (bool fine = false; !fine; budget++) {
        budget_memory_init(&memory, budget);
        tn_arena arena;
        tn_arena_init(&arena, &memory.allocator);
        tunip_error error = TUNIP_ERROR_INIT;
        fine = tn_path_parse(&arena, text, &error) != NULL;
        assert_int_equal(error.code, fine ? TUNIP_OK : TUNIP_ERROR_MEMORY);
        tn_arena_free(&arena);
        assert_int_equal(memory.held, 0);
    }
    assert_true(budget > 1);
}

/* ---- keys that were read ---- */

static tunip_path extend(const tunip_path *parent, tunip_step step)
{
    return (tunip_path){.parent = parent, .depth = parent->depth + 1, .step = (uint8_t)step};
}

static void a_read_key_is_that_of_every_node_that_prints_so(void **state)
{
    const toy_world *w = *state;
    static const tunip_path root = {.parent = NULL};
    const void *var = toy_var_new(w->graph, "a.b");
    const void *text = tunip_string_new(w->graph, "a_b");
    const void *yes = tunip_bool_new(w->graph, true), *number = tunip_float_new(w->graph, 1.5);
    const struct {
        const char *text;
        const void *key;
        bool same;
    } cases[] = {
        {"<root>[a_b]", var, true},         {"<root>[a_c]", var, false},
        {"<root>[a]", var, false},          {"<root>[a_b]", text, false},
        {"<root>[\"a_b\"]", text, true},    {"<root>[\"a_b\"]", var, false},
        {"<root>[V(\"a_b\")]", var, false}, {"<root>[True]", yes, true},
        {"<root>[False]", yes, false},      {"<root>[1.5]", number, true},
        {"<root>[1.25]", number, false},    {"<root>[None]", NULL, true},
        {"<root>[None]", text, false},
    };
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_path step = extend(&root, TUNIP_STEP_KEY);
        step.at.key = cases[i].key;
        const tunip_path *path = parse(&arena, cases[i].text);
        assert_int_equal(tunip_path_is_prefix(path, &step), cases[i].same);
        assert_int_equal(tunip_path_is_prefix(&step, path), cases[i].same);
        if (cases[i].same) assert_true(tn_path_step_hash(path) == tn_path_step_hash(&step));
    }
    tn_arena_free(&arena);
}

/* ---- sets ---- */

static void prefixes_are_found(void **state)
{
    const toy_world *w = *state;
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    tn_path_set set;
    tn_path_set_init(&set, &tn_malloc);
    assert_int_equal(tn_path_set_find(&set, parse(&arena, "<root>")), TN_NO_PLACE);
    uint32_t first = tn_path_set_add(&set, parse(&arena, "<root>.a.b[1]"));
    uint32_t second = tn_path_set_add(&set, parse(&arena, "<root>.a.c"));
    assert_int_equal(tn_path_set_add(&set, parse(&arena, "<root>.a.b[1]")), first);
    assert_int_equal(set.places.count, 5);
    assert_int_equal(tn_path_set_find(&set, parse(&arena, "<root>")), 0);
    assert_int_equal(tn_path_set_find(&set, parse(&arena, "<root>.a.b[1]")), first);
    assert_int_equal(tn_path_set_find(&set, parse(&arena, "<root>.a.c")), second);
    const tunip_path *b = parse(&arena, "<root>.a.b");
    assert_int_equal(tn_path_set_find(&set, b), set.places.items[first].parent);
    assert_int_equal(tn_path_set_find(&set, parse(&arena, "<root>.a.b[2]")), TN_NO_PLACE);
    assert_int_equal(tn_path_set_find(&set, parse(&arena, "<root>.c.b[1]")), TN_NO_PLACE);
    assert_int_equal(tn_path_set_find(&set, parse(&arena, "<root>.a.b[1].a")), TN_NO_PLACE);
    /* [3] may also be the key of a map. */
    tunip_path step = extend(b, TUNIP_STEP_KEY);
    step.at.key = &tunip_int_new(w->graph, 1)->base;
    assert_int_equal(tn_path_set_find(&set, &step), first);
    tn_path_set_free(&set);
    tn_arena_free(&arena);
}

static void paths_are_traced_as_far_as_they_lead(void **state)
{
    const toy_world *w = *state;
    tn_arena arena;
    tn_trace trace;
    tn_tracer tracer;
    tn_arena_init(&arena, NULL);
    tn_path_set set;
    tn_path_set_init(&set, &tn_malloc);
    tn_tracer_init(&tracer, &set);
    assert_true(tn_tracer_follow(&tracer, parse(&arena, "<root>.a"), false, &trace));
    assert_int_equal(trace.place, TN_NO_PLACE);
    assert_false(trace.whole);
    /* A key that is a number looks like an index. */
    const tunip_path *b = parse(&arena, "<root>.a.b");
    tunip_path key = extend(b, TUNIP_STEP_KEY);
    key.at.key = &tunip_int_new(w->graph, 1)->base;
    uint32_t first = tn_path_set_intern(&set, &key);
    uint32_t above = tn_path_set_intern(&set, b);
    assert_int_equal(tn_path_set_intern(&set, parse(&arena, "<root>.a.b[1]")), first);
    assert_int_equal(set.places.items[first].parent, above);
    assert_int_equal(set.places.count, 4);
    static const struct {
        const char *path;
        bool whole, reaches_key;
    } cases[] = {
        {"<root>.a.b[1]", true, true},
        {"<root>.a.b", true, false},
        {"<root>.a.b[1].x[2]", false, true},
        {"<root>.a.b[2]", false, false},
    };
    for (size_t i = 0; i < 2 * TUNIP_LEN(cases); i++) {
        size_t k = i / 2;
        const tunip_path *path = parse(&arena, cases[k].path);
        assert_true(tn_tracer_follow(&tracer, path, i % 2, &trace));
        assert_true(tn_tracer_follow(&tracer, path, i % 2, &trace)); /* found in the cache */
        assert_int_equal(trace.whole, cases[k].whole);
        assert_int_equal(trace.place, cases[k].reaches_key ? first : above);
    }
    tn_tracer_free(&tracer);
    tn_path_set_free(&set);
    tn_arena_free(&arena);
}

/* Each step is followed once, however many and however deep the paths are. */
static void many_deep_paths(void **state)
{
    (void)state;
    enum { DEEP = 100000, WIDE = 100000 };
    tn_path_set set;
    tn_path_set_init(&set, &tn_malloc);
    tunip_path *path = calloc(DEEP + WIDE + 1, sizeof *path);
    for (uint32_t i = 1; i <= DEEP; i++) {
        path[i] = extend(&path[i - 1], TUNIP_STEP_ATTR);
        path[i].at.attr = "body";
    }
    assert_int_equal(tn_path_set_add(&set, &path[DEEP]), DEEP);
    for (uint32_t i = 1; i <= DEEP; i++) assert_int_equal(tn_path_set_find(&set, &path[i]), i);
    for (uint32_t i = 0; i < WIDE; i++) {
        path[DEEP + 1 + i] = extend(&path[1], TUNIP_STEP_ITEM);
        path[DEEP + 1 + i].at.index = i;
        assert_int_equal(tn_path_set_add(&set, &path[DEEP + 1 + i]), DEEP + 1 + i);
    }
    assert_int_equal(tn_path_set_find(&set, &path[DEEP + WIDE]), DEEP + WIDE);
    tn_path_set_free(&set);
    free(path);
}

static void sets_without_memory(void **state)
{
    (void)state;
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    const tunip_path *path = parse(&arena, "<root>.a.b[1]");
    uint32_t place = TN_NO_PLACE;
    for (size_t budget = 0; place == TN_NO_PLACE; budget++) {
        budget_memory memory;
        budget_memory_init(&memory, budget);
        tn_path_set set;
        tn_path_set_init(&set, &memory.allocator);
        if (tn_path_set_add(&set, path) != TN_NO_PLACE) place = tn_path_set_find(&set, path);
        assert_int_equal(set.failed, place == TN_NO_PLACE);
        tn_path_set_free(&set);
        assert_int_equal(memory.held, 0);
    }
    tn_arena_free(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_prints_as_it_was),
        cmocka_unit_test(escapes_stand_for_bytes),
        cmocka_unit_test(malformed_texts_say_where),
        cmocka_unit_test(reading_without_memory),
        TOY_TEST(a_read_key_is_that_of_every_node_that_prints_so),
        TOY_TEST(prefixes_are_found),
        TOY_TEST(paths_are_traced_as_far_as_they_lead),
        cmocka_unit_test(many_deep_paths),
        cmocka_unit_test(sets_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
