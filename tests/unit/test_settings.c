/* test_settings.c -- settings of dialects: defaults, keys, values, prefixes, refusals. */
#include "toy_world.h"

enum { MOST_SETTINGS = 3 };

typedef struct setting_case {
    tunip_setting settings[MOST_SETTINGS]; /* up to the first without a key */
    const char *text;                      /* the text of Y.config, or the message of the error */
    tunip_status status;
} setting_case;

static tunip_print_options with(const setting_case *c)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.settings = c->settings;
    while (options.setting_count < MOST_SETTINGS && c->settings[options.setting_count].key)
        options.setting_count++;
    return options;
}

static const toy_config config = {{&toy_config_type}};

static void settings_have_defaults_keys_and_values(void **state)
{
    const toy_world *world = *state;
    static const setting_case cases[] = {
        {{{NULL, NULL}}, "Y.config(False, \"int32\", \"metre\")", TUNIP_OK},
        {{{"toy.shout", "true"}}, "Y.config(True, \"int32\", \"metre\")", TUNIP_OK},
        {{{"toy.shout", "1"}}, "Y.config(True, \"int32\", \"metre\")", TUNIP_OK},
        {{{"toy.shout", "false"}}, "Y.config(False, \"int32\", \"metre\")", TUNIP_OK},
        {{{"toy.shout", "0"}}, "Y.config(False, \"int32\", \"metre\")", TUNIP_OK},
        {{{"shouting", "true"}}, "Y.config(True, \"int32\", \"metre\")", TUNIP_OK},
        {{{"toy.dtype", "float16x4"}}, "Y.config(False, \"float16x4\", \"metre\")", TUNIP_OK},
        {{{"toy.dtype", "void"}}, "Y.config(False, \"void\", \"metre\")", TUNIP_OK},
        {{{"toy.unit", "_f00t"}}, "Y.config(False, \"int32\", \"_f00t\")", TUNIP_OK},
        {{{"unit_of_all", "mile"}}, "Y.config(False, \"int32\", \"mile\")", TUNIP_OK},
        {{{"toy.unit", "a"}, {"shouting", "1"}, {"toy.dtype", "bool"}},
         "Y.config(True, \"bool\", \"a\")",
         TUNIP_OK},
        {{{"toy.unit", "a"}, {"unit_of_all", "b"}}, "Y.config(False, \"int32\", \"b\")", TUNIP_OK},
        {{{"toy.prefix", "toys"}}, "toys.config(False, \"int32\", \"metre\")", TUNIP_OK},
        {{{"toy_prefix", "_"}}, "_.config(False, \"int32\", \"metre\")", TUNIP_OK},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_print_options options = with(&cases[i]);
        assert_prints_with(world, &config, &options, cases[i].text);
    }
}

static void bad_settings_are_refused(void **state)
{
    const toy_world *world = *state;
    static const setting_case cases[] = {
        {{{"nope", "1"}}, "no dialect has a setting called nope", TUNIP_ERROR_NOT_FOUND},
        {{{"", "1"}}, "no dialect has a setting called ", TUNIP_ERROR_NOT_FOUND},
        {{{"toy.nope", "1"}}, "no dialect has a setting called toy.nope", TUNIP_ERROR_NOT_FOUND},
        {{{"shout", "1"}}, "no dialect has a setting called shout", TUNIP_ERROR_NOT_FOUND},
        {{{"toy_shout", "1"}}, "no dialect has a setting called toy_shout", TUNIP_ERROR_NOT_FOUND},
        {{{"toy.shouting", "1"}},
         "no dialect has a setting called toy.shouting",
         TUNIP_ERROR_NOT_FOUND},
        {{{"toys.shout", "1"}},
         "no dialect has a setting called toys.shout",
         TUNIP_ERROR_NOT_FOUND},
        {{{"toy.shout ", "1"}},
         "no dialect has a setting called toy.shout ",
         TUNIP_ERROR_NOT_FOUND},
        {{{"TOY.shout", "1"}}, "no dialect has a setting called TOY.shout", TUNIP_ERROR_NOT_FOUND},
        {{{"values.prefix", "x"}},
         "no dialect has a setting called values.prefix",
         TUNIP_ERROR_NOT_FOUND},
        {{{"toy.shout", NULL}}, "a setting has no value", TUNIP_ERROR_ARGUMENT},
        {{{"toy.shout", "yes"}},
         "setting toy.shout: expected true or false, got yes",
         TUNIP_ERROR_ARGUMENT},
        {{{"shouting", ""}},
         "setting shouting: expected true or false, got ",
         TUNIP_ERROR_ARGUMENT},
        {{{"toy.shout", "True"}},
         "setting toy.shout: expected true or false, got True",
         TUNIP_ERROR_ARGUMENT},
        {{{"toy.dtype", "int33x"}},
         "setting toy.dtype: unknown dtype `int33x`",
         TUNIP_ERROR_ARGUMENT},
        {{{"toy.unit", ""}}, "Invalid `toy.unit`: ", TUNIP_ERROR_ARGUMENT},
        {{{"toy.unit", "0a"}}, "Invalid `toy.unit`: 0a", TUNIP_ERROR_ARGUMENT},
        {{{"toy.unit", "9"}}, "Invalid `toy.unit`: 9", TUNIP_ERROR_ARGUMENT},
        {{{"unit_of_all", "a-b"}}, "Invalid `unit_of_all`: a-b", TUNIP_ERROR_ARGUMENT},
        {{{"toy.prefix", "a.b"}}, "Invalid `toy.prefix`: a.b", TUNIP_ERROR_ARGUMENT},
        {{{"toy_prefix", "\xC3\xA9"}}, "Invalid `toy_prefix`: \xC3\xA9", TUNIP_ERROR_ARGUMENT},
        {{{"toy.unit", "fine"}, {"nope", "1"}, {"toy.shout", "bad"}},
         "no dialect has a setting called nope",
         TUNIP_ERROR_NOT_FOUND},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_print_options options = with(&cases[i]);
        assert_print_fails(world, &config, &options, cases[i].status, cases[i].text);
    }
}

static void a_setting_needs_a_key(void **state)
{
    const toy_world *world = *state;
    static const tunip_setting keyless = {NULL, "1"};
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.settings = &keyless;
    options.setting_count = 1;
    assert_print_fails(world, &config, &options, TUNIP_ERROR_ARGUMENT, "a setting has no key");
}

/* The settings of a print do not affect the next print. */
static void settings_last_for_one_print(void **state)
{
    const toy_world *world = *state;
    static const setting_case loud = {{{"toy.shout", "1"}}, NULL, TUNIP_OK};
    static const setting_case bad = {{{"toy.unit", "ell"}, {"toy.dtype", "?"}}, NULL, TUNIP_OK};
    const tunip_print_options options = with(&loud), failing = with(&bad);
    assert_prints_with(world, &config, &options, "Y.config(True, \"int32\", \"metre\")");
    assert_print_fails(world, &config, &failing, TUNIP_ERROR_ARGUMENT,
                       "setting toy.dtype: unknown dtype `?`");
    assert_prints(world, &config, "Y.config(False, \"int32\", \"metre\")");
}

/* ---- prefixes and the alias as names ---- */

static void chosen_prefixes_are_taken_names(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    static const setting_case c = {{{"toy.prefix", "x"}}, NULL, TUNIP_OK};
    tunip_print_options options = with(&c);
    toy_seq *seq = toy_seq_new(g, TUNIP_LIST(g, toy_var_new(g, "x"), toy_var_new(g, "Y"),
                                             toy_var_new(g, "self"), toy_var_new(g, "cls")));
    options.module_alias = "self";
    assert_prints_with(world, seq, &options,
                       "x_1 = x.var()\nY = x.var()\nself_1 = x.var()\ncls = x.var()\n"
                       "x_1\nY\nself_1\ncls");
    options.module_alias = "";
    options.setting_count = 0;
    assert_prints_with(world, toy_seq_new(g, TUNIP_LIST(g, toy_var_new(g, "cls"))), &options,
                       "cls = Y.var()\ncls");
}

/* A setting may give two dialects the same prefix. Without it, each has its own. */
static void a_shared_prefix_stays_taken(void **state)
{
    const toy_world *world = *state;
    static const tunip_dialect rival = {TUNIP_DIALECT_HEAD, .name = "rival", .prefix = "Y"};
    static const tunip_dialect twin = {TUNIP_DIALECT_HEAD, .name = "twin", .prefix = "Z"};
    static const setting_case c = {{{"toy.prefix", "Z"}}, NULL, TUNIP_OK};
    tunip_print_options options = with(&c);
    assert_int_equal(tunip_context_add_dialect(world->context, &rival, NULL),
                     TUNIP_ERROR_CONFLICT);
    assert_int_equal(tunip_context_add_dialect(world->context, &twin, NULL), TUNIP_OK);
    toy_seq *seq =
        toy_seq_new(world->graph, TUNIP_LIST(world->graph, toy_var_new(world->graph, "Z"),
                                             toy_var_new(world->graph, "Y")));
    assert_prints_with(world, seq, &options, "Z_1 = Z.var()\nY = Z.var()\nZ_1\nY");
    assert_prints(world, seq, "Z_1 = Y.var()\nY_1 = Y.var()\nZ_1\nY_1");
}

static void one_name_may_be_reserved_twice(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.module_alias = "Y"; /* the same as the prefix */
    assert_prints_with(world, toy_seq_new(g, TUNIP_LIST(g, toy_var_new(g, "Y"))), &options,
                       "Y_1 = Y.var()\nY_1");
}

static void the_alias_is_an_identifier(void **state)
{
    const toy_world *world = *state;
    static const struct {
        const char *alias, *message;
    } cases[] = {
        {"0a", "Invalid `module_alias`: 0a"},
        {"9", "Invalid `module_alias`: 9"},
        {"a b", "Invalid `module_alias`: a b"},
        {".", "Invalid `module_alias`: ."},
    };
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        options.module_alias = cases[i].alias;
        assert_print_fails(world, &config, &options, TUNIP_ERROR_ARGUMENT, cases[i].message);
    }
}

/* ---- what a rule sees ---- */

static void settings_and_state_are_those_of_the_dialect(void **state)
{
    const toy_world *world = *state;
    static const tunip_dialect unknown = {.name = "unknown"};
    tunip_docsifier d;
    toy_job_open(world, &d, NULL);
    const toy_settings *settings = tunip_job_settings(&d, &toy_dialect);
    assert_string_equal(settings->unit, "metre");
    assert_true(tunip_dtype_equal(settings->dtype, tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1)));
    int64_t *count = tunip_job_state(&d, &toy_dialect);
    assert_int_equal(*count, 0);
    *count = 5;
    assert_ptr_equal(tunip_job_state(&d, &toy_dialect), count);
    assert_null(tunip_job_settings(&d, &unknown));
    assert_null(tunip_job_state(&d, &unknown));
    tn_job_close(&d);
}

static void state_is_new_for_each_print(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *count = tunip_node_new(g, &toy_count_type);
    for (size_t i = 0; i < 3; i++)
        assert_prints(world, toy_sum_new(g, count, count), "Y.count(1) + Y.count(2)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(settings_have_defaults_keys_and_values),
        TOY_TEST(bad_settings_are_refused),
        TOY_TEST(a_setting_needs_a_key),
        TOY_TEST(settings_last_for_one_print),
        TOY_TEST(chosen_prefixes_are_taken_names),
        TOY_TEST(a_shared_prefix_stays_taken),
        TOY_TEST(one_name_may_be_reserved_twice),
        TOY_TEST(the_alias_is_an_identifier),
        TOY_TEST(settings_and_state_are_those_of_the_dialect),
        TOY_TEST(state_is_new_for_each_print),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
