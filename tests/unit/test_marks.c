/* test_marks.c -- prints that underline and annotate nodes at paths. */
#include "toy_world.h"

#include <stdio.h>

/* x = Y.var() / with Y.scope(1) as s: s + x / x + x, the latter one node used twice. */
static void *make_program(tunip_graph *g)
{
    toy_var *x = toy_var_new(g, "x"), *s = toy_var_new(g, "s");
    void *scope = toy_scope_new(g, s, tunip_int_new(g, 1), toy_sum_new(g, s, x));
    return toy_seq_new(g, TUNIP_LIST(g, scope, toy_sum_new(g, x, x)));
}

static void assert_underlines(const toy_world *w, const char *const *paths, size_t count,
                              const char *expected)
{
    const tunip_print_options options = {.size = sizeof options,
                                         .underline = paths,
                                         .underline_count = count,
                                         .no_source_map = true}; /* has no effect */
    assert_prints_with(w, make_program(w->graph), &options, expected);
}

#define ASSERT_UNDERLINES(w, expected, ...)                                                        \
    assert_underlines(w, (const char *const[]){__VA_ARGS__},                                       \
                      TUNIP_LEN(((const char *const[]){__VA_ARGS__})), expected)

static void paths_are_underlined(void **state)
{
    const toy_world *w = *state;
    ASSERT_UNDERLINES(w,
                      "x = Y.var()\n"
                      "with Y.scope(1) as s:\n"
                      "             ^\n"
                      "    s + x\n"
                      "x + x\n"
                      "    ^",
                      "<root>.items[0].value", "<root>.items[1].rhs");
    /* Of an unprinted node, the longest printed prefix of its path is underlined. */
    ASSERT_UNDERLINES(w,
                      "x = Y.var()\n"
                      "with Y.scope(1) as s:\n"
                      "    s + x\n"
                      "        ^\n"
                      "x + x",
                      "<root>.items[0].body.rhs.name");
}

/* A path object that leads to no node underlines its longest existing prefix. */
static void path_objects_are_underlined(void **state)
{
    const toy_world *w = *state;
    static const tunip_path root = {.parent = NULL};
    static const tunip_path items = {
        .parent = &root, .at = {.attr = "items"}, .depth = 1, .step = TUNIP_STEP_ATTR};
    static const tunip_path item = {
        .parent = &items, .at = {.index = 1}, .depth = 2, .step = TUNIP_STEP_ITEM};
    static const tunip_path rhs = {
        .parent = &item, .at = {.attr = "rhs"}, .depth = 3, .step = TUNIP_STEP_ATTR};
    static const tunip_path nowhere = {
        .parent = &rhs, .at = {.attr = "third"}, .depth = 4, .step = TUNIP_STEP_ATTR};
    static const tunip_path *const paths[] = {&rhs, &nowhere};
    static const char *const text = "<root>.items[0].value";
    for (size_t i = 0; i < TUNIP_LEN(paths); i++) {
        const tunip_print_options options = {.size = sizeof options,
                                             .underline = &text,
                                             .underline_count = 1,
                                             .underline_paths = &paths[i],
                                             .underline_path_count = 1};
        assert_prints_with(w, make_program(w->graph), &options,
                           "x = Y.var()\n"
                           "with Y.scope(1) as s:\n"
                           "             ^\n"
                           "    s + x\n"
                           "x + x\n"
                           "    ^");
    }
}

static void paths_must_lead_somewhere(void **state)
{
    const toy_world *w = *state;
    static const char *const path = "<root>.items[0].body.third[2][v].name";
    tunip_print_options options = {
        .size = sizeof options, .underline = &path, .underline_count = 1};
    assert_print_fails(w, make_program(w->graph), &options, TUNIP_ERROR_ARGUMENT,
                       "<root>.items[0].body.third is not in the module: <root>.items[0].body is a "
                       "toy.Sum, which has no such field: it has lhs, rhs");
}

static void path_objects_must_be_there(void **state)
{
    const toy_world *w = *state;
    const tunip_path *none = NULL;
    tunip_print_options options = {.size = sizeof options, .underline_path_count = 1};
    void *root = make_program(w->graph);
    assert_print_fails(w, root, &options, TUNIP_ERROR_ARGUMENT,
                       "options have 1 path objects and no table of them");
    options.underline_paths = &none;
    assert_print_fails(w, root, &options, TUNIP_ERROR_ARGUMENT,
                       "path object 0 to underline is NULL");
}

static void context_lines(void **state)
{
    const toy_world *w = *state;
    static const char *const path = "<root>.items[1]";
    tunip_print_options options = {
        .size = sizeof options, .underline = &path, .underline_count = 1, .no_context = true};
    assert_prints_with(w, make_program(w->graph), &options,
                       "(... 3 lines skipped ...)\nx + x\n^^^^^");
    options.no_context = false;
    options.num_context_lines = 1;
    options.print_line_numbers = true;
    assert_prints_with(w, make_program(w->graph), &options,
                       "(... 2 lines skipped ...)\n3     s + x\n4 x + x\n  ^^^^^");
}

static void remarks_stand_at_statements(void **state)
{
    const toy_world *w = *state;
    const tunip_annotation notes[] = {{"<root>.items[0]", "one"},
                                      {"<root>.items[0]", "two"},
                                      {"<root>.items[0].value", "an expression"},
                                      {"<root>", NULL}};
    const tunip_print_options options = {
        .size = sizeof options, .annotate = notes, .annotate_count = TUNIP_LEN(notes)};
    assert_prints_with(w, make_program(w->graph), &options,
                       "x = Y.var()\n"
                       "# one\n"
                       "# two\n"
                       "with Y.scope(1) as s:\n"
                       "    s + x\n"
                       "x + x");
}

/* The options struct of callers that were built before marks existed. */
static void older_options_have_no_marks(void **state)
{
    const toy_world *w = *state;
    static const char *const path = "<root>";
    const tunip_print_options options = {
        .size = offsetof(tunip_print_options, underline), .underline = &path, .underline_count = 1};
    assert_prints_with(w, make_program(w->graph), &options,
                       "x = Y.var()\nwith Y.scope(1) as s:\n    s + x\nx + x");
}

static void texts_that_are_no_paths_fail(void **state)
{
    const toy_world *w = *state;
    static const char *const paths[] = {"<root>", "items"};
    static const tunip_annotation note = {NULL, "text"};
    tunip_print_options options = {
        .size = sizeof options, .underline = paths, .underline_count = TUNIP_LEN(paths)};
    assert_print_fails(w, make_program(w->graph), &options, TUNIP_ERROR_ARGUMENT,
                       "not an access path: expected <root> at byte 0 of items");
    options.underline_count = 0;
    options.annotate = &note;
    options.annotate_count = 1;
    assert_print_fails(w, make_program(w->graph), &options, TUNIP_ERROR_ARGUMENT,
                       "not an access path: expected <root> at byte 0 of ");
}

static int append(const char *data, size_t size, void *user)
{
    char *text = user;
    size_t used = strlen(text);
    assert_true(used + size < 256);
    memcpy(text + used, data, size);
    text[used + size] = '\0';
    return 0;
}

static void streams_are_marked_too(void **state)
{
    const toy_world *w = *state;
    static const char *const path = "<root>.items[1]";
    const tunip_annotation note = {"<root>.items[0]", "one"};
    const tunip_print_options options = {.size = sizeof options,
                                         .underline = &path,
                                         .underline_count = 1,
                                         .annotate = &note,
                                         .annotate_count = 1,
                                         .no_context = true};
    char text[256] = "";
    assert_int_equal(
        tunip_print_stream(w->context, make_program(w->graph), &options, append, text, NULL),
        TUNIP_OK);
    assert_string_equal(text, "(... 4 lines skipped ...)\nx + x\n^^^^^");
}

static void marks_without_memory(void **state)
{
    (void)state;
    static const char *const paths[] = {"<root>.items[1]", "<root>.items[0].body.rhs.name"};
    static const tunip_annotation notes[] = {{"<root>.items[0]", "a"}, {"<root>.items[0]", "b"}};
    const tunip_print_options options = {.size = sizeof options,
                                         .underline = paths,
                                         .underline_count = TUNIP_LEN(paths),
                                         .annotate = notes,
                                         .annotate_count = TUNIP_LEN(notes)};
    budget_memory memory;
    budget_memory_init(&memory, SIZE_MAX);
    tunip_context *context = toy_context_new(&memory.allocator, NULL);
    tunip_graph *graph = tunip_graph_new(context, NULL);
    void *root = make_program(graph);
    bool failed = true;
    for (size_t budget = 0; failed; budget++) {
        tunip_printed *printed;
        tunip_error error = TUNIP_ERROR_INIT;
        memory.budget = budget;
        failed = tunip_print(context, root, &options, &printed, &error) != TUNIP_OK;
        assert_int_equal(error.code, failed ? TUNIP_ERROR_MEMORY : TUNIP_OK);
        tunip_printed_free(printed);
    }
    memory.budget = SIZE_MAX;
    tunip_graph_free(graph);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
}

/* As many marks as there are statements. */
static void many_marks(void **state)
{
    const toy_world *w = *state;
    enum { MANY = 20000 };
    void **items = calloc(MANY, sizeof *items);
    char(*texts)[32] = calloc(MANY, sizeof *texts);
    const char **paths = calloc(MANY, sizeof *paths);
    for (size_t i = 0; i < MANY; i++) {
        items[i] = tunip_int_new(w->graph, 7);
        snprintf(texts[i], sizeof texts[i], "<root>.items[%zu]", i);
        paths[i] = texts[i];
    }
    const tunip_print_options options = {
        .size = sizeof options, .underline = paths, .underline_count = MANY};
    void *root = toy_seq_new(w->graph, tunip_array_new(w->graph, MANY, items));
    tunip_printed *printed = toy_print(w, root, &options);
    assert_int_equal(tunip_printed_text(printed).size, MANY * strlen("7\n^\n") - 1);
    tunip_printed_free(printed);
    free(items);
    free(texts);
    free(paths);
}

/* ---- a rule that passes no path ---- */

typedef struct pair {
    tunip_node base;
    tunip_node *child;
} pair;

static const tunip_field pair_fields[] = {TUNIP_FIELD_ANY(pair, child, 0)};
static tunip_type pair_type = {.key = "p.Pair",
                               .fields = pair_fields,
                               .field_count = TUNIP_LEN(pair_fields),
                               .equality = TUNIP_EQ_TREE,
                               .size = sizeof(pair)};
static tunip_type *const pair_types[] = {&pair_type};

/* (child, child) */
static const tunip_doc *docsify_pair(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    const pair *p = (const pair *)node;
    (void)path;
    const tunip_doc *a = tunip_docsify(d, p->child, NULL), *b = tunip_docsify(d, p->child, NULL);
    return tunip_doc_tuple_new(d, TUNIP_DOCS(d, a, b));
}

static const tunip_rule pair_rules[] = {
    {&pair_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_pair},
};
static const tunip_dialect pair_dialect = {
    TUNIP_DIALECT_HEAD,  .name = "p",
    .types = pair_types, .type_count = TUNIP_LEN(pair_types),
    .rules = pair_rules, .rule_count = TUNIP_LEN(pair_rules)};

/* Notes are looked up by path. The first node of a type takes another way than the following ones,
 * because it finds the rule. */
static void children_may_have_no_path(void **state)
{
    const toy_world *w = *state;
    const tunip_annotation note = {"<root>.items[1]", "here"};
    const tunip_print_options options = {
        .size = sizeof options, .annotate = &note, .annotate_count = 1};
    assert_int_equal(tunip_context_add_dialect(w->context, &pair_dialect, NULL), TUNIP_OK);
    toy_var *x = toy_var_new(w->graph, "x");
    pair *p = tunip_node_new(w->graph, &pair_type);
    assert_non_null(p);
    p->child = (tunip_node *)toy_sum_new(w->graph, x, x);
    assert_prints_with(w, toy_seq_new(w->graph, TUNIP_LIST(w->graph, x, p)), &options,
                       "x = Y.var()\n"
                       "x\n"
                       "(x + x, x + x)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(paths_are_underlined),
        TOY_TEST(path_objects_are_underlined),
        TOY_TEST(paths_must_lead_somewhere),
        TOY_TEST(path_objects_must_be_there),
        TOY_TEST(context_lines),
        TOY_TEST(remarks_stand_at_statements),
        TOY_TEST(older_options_have_no_marks),
        TOY_TEST(texts_that_are_no_paths_fail),
        TOY_TEST(streams_are_marked_too),
        cmocka_unit_test(marks_without_memory),
        TOY_TEST(many_marks),
        TOY_TEST(children_may_have_no_path),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
