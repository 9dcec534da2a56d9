/* test_context.c -- registering dialects and backends, and contexts as a whole. */
#include "toy_world.h"

#include <stdio.h>

#include "ir/describe.h"
#include "ir/registry.h"
#include "library/context.h"
#include "print/docsify.h"

enum { PLENTY = 1000000 };

/* A dialect of one type, which tests modify. */
static tunip_type leaf_type = {.key = "leaf.Leaf", .size = sizeof(tunip_node)};
static tunip_type *const leaf_types[] = {&leaf_type};

#define LEAF TUNIP_DIALECT_HEAD, .name = "leaf", .prefix = "L", .types = leaf_types, .type_count = 1

static const tunip_dialect leaf = {LEAF};

static void assert_refused(const toy_world *world, const tunip_dialect *dialect,
                           tunip_status status, const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_context_add_dialect(world->context, dialect, &error), status);
    assert_int_equal(error.code, status);
    if (message) assert_string_equal(error.message, message);
    assert_true(error.message[0] != '\0');
    assert_int_equal(tunip_context_add_dialect(world->context, dialect, NULL), status);
}

/* ---- what is built in ---- */

/* tunip_context_new() takes these tables without the checks that a plugin's tables go through, so
 * the test applies the checks once. */

static void built_in_values_pass_the_checks(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new_empty(NULL, &error);
    tn_arena arena;
    tn_registry registry;
    tn_arena_init(&arena, NULL);
    tn_registry_init(&registry, &arena, &tn_malloc);
    for (size_t i = 0; i < tn_value_type_count; i++) {
        tn_verify_type(&registry, tn_value_types[i], "tunip", &error);
        assert_string_equal(error.message, "");
        assert_int_equal(tn_registry_add(&registry, tn_value_types[i], "tunip", NULL), TUNIP_OK);
    }
    tn_context_rewind(context, (tn_context_mark){.types = tn_registry_here(&context->registry),
                                                 .dispatch = {.tokens = 1}});
    tunip_context_add_dialect(context, &tn_values_dialect, &error);
    for (size_t i = 0; i < tn_builtin_format_count; i++)
        tunip_context_add_format(context, tn_builtin_formats[i], &error);
    assert_string_equal(error.message, "");
    tn_registry_free(&registry);
    tn_arena_free(&arena);
    tunip_context_free(context);
}

static void built_in_dialects_and_backends_pass_the_checks(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new_empty(NULL, &error);
    for (size_t i = 0; i < tn_builtin_dialect_count; i++) {
        tunip_context_add_dialect(context, tn_builtin_dialects[i], &error);
        assert_string_equal(error.message, "");
    }
    for (size_t i = 0; i < tn_builtin_backend_count; i++) {
        tunip_context_add_backend(context, tn_builtin_backends[i], &error);
        assert_string_equal(error.message, "");
    }
    tunip_context_free(context);
}

/* The fields of types are listed, and rules are split, at their first use. */
static void built_in_types_are_whole_once_found(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    const tunip_dialect *dialect;
    assert_int_equal(tn_context_freeze(context, NULL), TUNIP_OK);
    for (size_t d = 0; (dialect = tunip_context_dialect(context, d)); d++)
        for (size_t i = 0; i < dialect->type_count; i++) {
            const tunip_type *type = dialect->types[i];
            const tn_type_info *info = tn_registry_info(&context->registry, type);
            size_t count = 0;
            for (const tunip_type *at = type; at; at = at->base)
                for (size_t k = 0; k < at->field_count; k++)
                    count += !(at->fields[k].flags & TUNIP_FLAG_AGAIN);
            assert_ptr_equal(info->type, type);
            assert_int_equal(info->field_count, count);
            for (size_t k = 0; k < count; k++)
                assert_true(tunip_str_is(info->names[k], info->fields[k]->name));
        }
    tn_dispatch *dispatch = &context->dispatch;
    for (size_t i = 0; i < dispatch->rules.count; i++) {
        const tn_rule *rule = dispatch->rules.items[i];
        tn_row *row = tn_dispatch_row(dispatch, rule->token);
        assert_ptr_equal(tn_dispatch_own_rule(dispatch, row, rule->type), rule);
        assert_true(rule->is_split);
    }
    tunip_context_free(context);
}

/* ---- asking ---- */

static void what_is_registered_is_listed_in_order(void **state)
{
    const toy_world *world = *state;
    assert_ptr_equal(tunip_context_dialect(world->context, 0), &toy_dialect);
    assert_null(tunip_context_dialect(world->context, 1));
    assert_int_equal(tunip_context_add_dialect(world->context, &leaf, NULL), TUNIP_OK);
    assert_ptr_equal(tunip_context_dialect(world->context, 1), &leaf);
    assert_null(tunip_context_dialect(world->context, 2));
    assert_null(tunip_context_dialect(world->context, SIZE_MAX));
    assert_string_equal(tunip_context_backend(world->context, 0)->name, "python");
    assert_null(tunip_context_backend(world->context, 1));
}

static void types_are_found_by_key(void **state)
{
    const toy_world *world = *state;
    static const struct {
        const char *key;
        const tunip_type *type;
    } cases[] = {
        {"toy.Sum", &toy_sum_type}, {"ffi.String", &tunip_string_type},
        {"int", &tunip_int_type},   {"toy.Stranger", NULL},
        {"leaf.Leaf", NULL},        {"", NULL},
        {"toy.sum", NULL},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_ptr_equal(tunip_context_type(world->context, tunip_str_from(cases[i].key)),
                         cases[i].type);
}

static void a_full_context_has_the_built_in_backend(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    assert_non_null(context);
    assert_int_equal(error.code, TUNIP_OK);
    assert_string_equal(tunip_context_backend(context, 0)->name, "python");
    assert_int_equal(tunip_context_add_dialect(context, &toy_dialect, &error), TUNIP_OK);
    tunip_context_free(context);
    tunip_context_free(NULL);
    assert_non_null(strchr(tunip_version(), '.'));
}

/* ---- dialects that are refused ---- */

static void dialects_of_another_make_are_refused(void **state)
{
    const toy_world *world = *state;
    const tunip_dialect nameless = {TUNIP_DIALECT_HEAD};
    tunip_dialect old = leaf, short_one = leaf;
    char message[64];
    snprintf(message, sizeof message, "dialect leaf was built for ABI 99, this is ABI %u",
             TUNIP_DIALECT_ABI);
    old.abi = 99;
    short_one.size--;
    assert_refused(world, NULL, TUNIP_ERROR_ARGUMENT, "a dialect without a name");
    assert_refused(world, &nameless, TUNIP_ERROR_ARGUMENT, "a dialect without a name");
    assert_refused(world, &old, TUNIP_ERROR_ARGUMENT, message);
    assert_refused(world, &short_one, TUNIP_ERROR_ARGUMENT, NULL);
    assert_null(tunip_context_dialect(world->context, 1));
    assert_int_equal(tunip_context_add_dialect(world->context, &leaf, NULL), TUNIP_OK);
}

static void conflicts_name_both_parties(void **state)
{
    const toy_world *world = *state;
    static tunip_type namesake = {.key = "toy.Sum", .size = sizeof(tunip_node)};
    static tunip_type *const types[] = {&leaf_type, &namesake};
    static tunip_type *const twice[] = {&leaf_type, &leaf_type};
    tunip_dialect same_name = leaf, same_type = leaf, own_type = leaf;
    same_name.name = "toy";
    same_type.types = types;
    own_type.types = twice;
    same_type.type_count = own_type.type_count = 2;
    assert_refused(world, &same_name, TUNIP_ERROR_CONFLICT,
                   "a dialect called toy is registered already");
    assert_refused(world, &toy_dialect, TUNIP_ERROR_CONFLICT,
                   "a dialect called toy is registered already");
    assert_refused(world, &same_type, TUNIP_ERROR_CONFLICT,
                   "toy and leaf both register the type toy.Sum");
    assert_refused(world, &own_type, TUNIP_ERROR_CONFLICT,
                   "leaf and leaf both register the type leaf.Leaf");
    assert_ptr_equal(tunip_context_type(world->context, tunip_str_from("toy.Sum")), &toy_sum_type);
    assert_null(tunip_context_type(world->context, tunip_str_from("leaf.Leaf")));
    assert_int_equal(tunip_context_add_dialect(world->context, &leaf, NULL), TUNIP_OK);
}

static void malformed_tables_are_refused(void **state)
{
    const toy_world *world = *state;
    static tunip_type keyless = {.size = sizeof(tunip_node)};
    static tunip_type orphan = {.key = "leaf.Orphan", .base = &toy_stranger_type};
    static tunip_type *const types[][2] = {
        {&leaf_type, NULL}, {&leaf_type, &keyless}, {&leaf_type, &orphan}};
    for (size_t i = 0; i < TUNIP_LEN(types); i++) {
        tunip_dialect bad = leaf;
        bad.types = types[i];
        bad.type_count = 2;
        assert_refused(world, &bad, TUNIP_ERROR_ARGUMENT, NULL);
    }
    static const tunip_root roots[] = {{NULL, "", false, NULL}, {&leaf_type, NULL, false, NULL}};
    for (size_t i = 0; i < TUNIP_LEN(roots); i++) {
        tunip_dialect bad = leaf;
        bad.roots = &roots[i];
        bad.root_count = 1;
        assert_refused(world, &bad, TUNIP_ERROR_ARGUMENT, NULL);
    }
    assert_int_equal(tunip_context_add_dialect(world->context, &leaf, NULL), TUNIP_OK);
}

/* Prints trust the schema, so registration checks it. */
static void malformed_settings_are_refused(void **state)
{
    const toy_world *world = *state;
    static const tunip_setting_row rows[] = {
        {NULL, NULL, TUNIP_SETTING_BOOL, 0, "true", NULL},
        {"s", NULL, TUNIP_SETTING_BOOL, 0, NULL, NULL},
        {"s", NULL, TUNIP_SETTING_BOOL, 0, "maybe", NULL},
        {"s", NULL, TUNIP_SETTING_DTYPE, 0, "int3x2x1", NULL},
        {"s", NULL, TUNIP_SETTING_NAME, 0, "two words", NULL},
        {"s", NULL, (tunip_setting_kind)7, 0, "true", NULL},
        {"s", NULL, TUNIP_SETTING_NAME, 1, "unaligned", NULL},
        {"s", NULL, TUNIP_SETTING_NAME, sizeof(toy_settings), "outside", NULL},
    };
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tunip_dialect bad = leaf;
        bad.settings = &rows[i];
        bad.setting_count = 1;
        bad.settings_size = sizeof(toy_settings);
        tunip_status status = tunip_context_add_dialect(world->context, &bad, NULL);
        if (status == TUNIP_OK) print_error("row %zu was accepted\n", i);
        assert_int_equal(status, TUNIP_ERROR_ARGUMENT);
    }
    tunip_dialect bad = leaf;
    bad.prefix = "not a name";
    assert_refused(world, &bad, TUNIP_ERROR_ARGUMENT, NULL);
    assert_int_equal(tunip_context_add_dialect(world->context, &leaf, NULL), TUNIP_OK);
}

/* ---- backends ---- */

static void emit_nothing(tunip_writer *w, const tunip_doc *doc)
{
    (void)w, (void)doc;
}

static const tunip_emit_fn silence[TUNIP_DOC__COUNT] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_nothing,
#include <tunip/ext/doc_kinds.def>
#undef X
};

static const tunip_backend silent = {.abi = TUNIP_BACKEND_ABI,
                                     .size = sizeof(tunip_backend),
                                     .name = "silent",
                                     .emit = silence,
                                     .kind_count = TUNIP_DOC__COUNT};

static void assert_backend_refused(const toy_world *world, const tunip_backend *backend,
                                   tunip_status status, const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_context_add_backend(world->context, backend, &error), status);
    assert_string_equal(error.message, message);
    assert_null(tunip_context_backend(world->context, 1));
}

static void backends_without_holes_are_accepted(void **state)
{
    const toy_world *world = *state;
    assert_int_equal(tunip_context_add_backend(world->context, &silent, NULL), TUNIP_OK);
    assert_string_equal(tunip_context_backend(world->context, 1)->name, "silent");
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "silent";
    assert_prints_with(world, toy_sum_new(world->graph, NULL, NULL), &options, "");
    assert_prints(world, toy_sum_new(world->graph, NULL, NULL), "None + None");
}

static void backends_with_holes_are_refused(void **state)
{
    const toy_world *world = *state;
    tunip_emit_fn holed[TUNIP_DOC__COUNT];
    memcpy(holed, silence, sizeof holed);
    holed[TUNIP_DOC_LAMBDA] = NULL;
    tunip_backend hole = silent, few = silent, old = silent, nameless = silent, same = silent;
    hole.emit = holed;
    char message[64];
    snprintf(message, sizeof message, "backend silent was built for ABI 99, this is ABI %u",
             TUNIP_BACKEND_ABI);
    few.kind_count = TUNIP_DOC_BLOCK;
    old.abi = 99;
    nameless.name = NULL;
    same.name = "python";
    assert_backend_refused(world, &hole, TUNIP_ERROR_ARGUMENT, "backend silent cannot emit LAMBDA");
    assert_backend_refused(world, &few, TUNIP_ERROR_ARGUMENT, "backend silent cannot emit BLOCK");
    assert_backend_refused(world, &old, TUNIP_ERROR_ARGUMENT, message);
    assert_backend_refused(world, &nameless, TUNIP_ERROR_ARGUMENT,
                           "a backend without a name or a table");
    assert_backend_refused(world, NULL, TUNIP_ERROR_ARGUMENT,
                           "a backend without a name or a table");
    assert_backend_refused(world, &same, TUNIP_ERROR_CONFLICT,
                           "a backend called python is registered already");
}

/* ---- freezing ---- */

static void after_a_print_nothing_can_be_added(void **state)
{
    const toy_world *world = *state;
    assert_prints(world, NULL, "(nullptr)");
    assert_refused(world, &leaf, TUNIP_ERROR_LIMIT,
                   "dialect leaf cannot be added after the first print");
    assert_backend_refused(world, &silent, TUNIP_ERROR_LIMIT,
                           "backend silent cannot be added after the first print");
    assert_null(tunip_context_dialect(world->context, 1));
    assert_prints(world, toy_sum_new(world->graph, NULL, NULL), "None + None");
}

static void contexts_do_not_know_each_other(void **state)
{
    const toy_world *world = *state;
    toy_world other = {.context = tunip_context_new_empty(NULL, NULL)};
    other.graph = tunip_graph_new(other.context, NULL);
    assert_int_equal(tunip_context_add_backend(other.context, &tunip_backend_python, NULL),
                     TUNIP_OK);
    void *sum = toy_sum_new(other.graph, NULL, NULL);
    assert_prints(&other, sum, "toy.Sum()");
    assert_prints(world, sum, "None + None");
    assert_null(tunip_context_type(other.context, tunip_str_from("toy.Sum")));
    tunip_graph_free(other.graph);
    tunip_context_free(other.context);
}

/* ---- running out of memory ---- */

/* A failed registration leaves the context unchanged. */
static bool register_with(size_t budget)
{
    budget_memory memory;
    tunip_error error = TUNIP_ERROR_INIT;
    budget_memory_init(&memory, PLENTY);
    tunip_context *context = tunip_context_new_empty(&memory.allocator, &error);
    memory.budget = budget;
    tunip_status status = tunip_context_add_dialect(context, &toy_dialect, &error);
    bool done = status == TUNIP_OK;
    assert_int_equal(status, done ? TUNIP_OK : TUNIP_ERROR_MEMORY);
    assert_int_equal(error.code, status);
    assert_int_equal(tunip_context_dialect(context, 0) != NULL, done);
    assert_int_equal(tunip_context_type(context, tunip_str_from("toy.Var")) != NULL, done);
    memory.budget = PLENTY;
    if (!done) assert_int_equal(tunip_context_add_dialect(context, &toy_dialect, NULL), TUNIP_OK);
    assert_ptr_equal(tunip_context_type(context, tunip_str_from("toy.Quote")), &toy_quote_type);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
    return done;
}

static void registering_may_fail_at_every_allocation(void **state)
{
    (void)state;
    size_t budget = 0;
    while (!register_with(budget)) budget++;
    assert_true(budget >= 2);
}

static void making_a_context_may_fail_at_every_allocation(void **state)
{
    (void)state;
    tunip_context *context = NULL;
    size_t budget = 0;
    for (; !context; budget++) {
        budget_memory memory;
        tunip_error error = TUNIP_ERROR_INIT;
        budget_memory_init(&memory, budget);
        context = toy_context_new(&memory.allocator, &error);
        assert_int_equal(error.code, context ? TUNIP_OK : TUNIP_ERROR_MEMORY);
        tunip_context_free(context);
        assert_int_equal(memory.held, 0);
    }
    assert_true(budget >= 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(what_is_registered_is_listed_in_order),
        TOY_TEST(types_are_found_by_key),
        cmocka_unit_test(built_in_values_pass_the_checks),
        cmocka_unit_test(built_in_dialects_and_backends_pass_the_checks),
        cmocka_unit_test(built_in_types_are_whole_once_found),
        cmocka_unit_test(a_full_context_has_the_built_in_backend),
        TOY_TEST(dialects_of_another_make_are_refused),
        TOY_TEST(conflicts_name_both_parties),
        TOY_TEST(malformed_settings_are_refused),
        TOY_TEST(backends_without_holes_are_accepted),
        TOY_TEST(backends_with_holes_are_refused),
        TOY_TEST(after_a_print_nothing_can_be_added),
        TOY_TEST(contexts_do_not_know_each_other),
        cmocka_unit_test(registering_may_fail_at_every_allocation),
        cmocka_unit_test(making_a_context_may_fail_at_every_allocation),
        TOY_TEST(malformed_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
