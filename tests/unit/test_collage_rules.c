/* test_collage_rules.c -- each rule finds the candidates that it finds in TVM's own test of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collage/setup.h"

#define CALLS "{\"rule\": \"by_kind\", \"name\": \"op_call_by_kind\"}"
#define COMBINE(name, combiners)                                                                   \
    "{\"rule\": \"combine\", \"name\": \"" name "\", \"max_depth\": 3, \"combiners\": [" combiners \
    "], \"inner\": " CALLS "}"
#define PATTERN(name, text)                                                                        \
    "{\"rule\": \"pattern\", \"name\": \"" name "\", \"pattern\": \"" text "\"}"
#define RELU PATTERN("relu_pattern", "nn.relu(*)")
#define PAIR "{\"by_kind\": [\"A\", \"B\"]}"

/* The rules of the tests of TVM: tests/cpp/relay/collage/partition_rule_test.cc of v0.19. */
static const struct {
    const char *test, *spec, *rule;
} rows[] = {
    {"DFPatternSingleOp", "test_spec", RELU},
    {"DFPatternOverlap", "test_spec",
     PATTERN("relu+abs_pattern", "nn.relu(nn.relu(*)) | nn.relu(abs(*))")},
    {"Composite", "test_spec",
     "{\"rule\": \"composite\", \"name\": \"composite\", \"inner\": " RELU "}"},
    {"PrimitiveTVM", "test_spec",
     "{\"rule\": \"primitive\", \"name\": \"primitive\", \"inner\": " RELU "}"},
    {"PrimitiveExternal", "test_ext_codegen",
     "{\"rule\": \"primitive\", \"name\": \"primitive\", \"inner\": " RELU "}"},
    {"Union", "test_spec",
     "{\"rule\": \"union\", \"name\": \"union\", \"inner\": [" PATTERN("abs_pattern",
                                                                       "abs(*)") ", " RELU "]}"},
    {"OpCallByKind", "test_spec", CALLS},
    {"Combine_ByKind", "test_spec", COMBINE("combine_by_kind_A_B", PAIR)},
    {"Combine_TupleArg", "test_spec", COMBINE("combine_tuple_arg", "\"tuple_arg\"")},
    {"Combine_TupleProj", "test_spec", COMBINE("combine_tuple_proj", "\"tuple_proj\"")},
    {"Combine_Constant", "test_spec", COMBINE("combine_constant", "\"constant\"")},
    {"Combine_Mixed", "test_spec",
     COMBINE("combine_mixed",
             "{\"by_kind\": [[\"A\", \"B\"], [\"B\", \"R\"], [\"I\", \"I\"]]}, \"constant\"")},
    {"OnlyValid", "test_spec",
     "{\"rule\": \"valid\", \"name\": \"only_valid\", \"max_depth\": 2, \"max_exits\": 1, "
     "\"inner\": " COMBINE("combine_by_kind_A_B", PAIR) "}"},
    {"Host", "test_spec", "{\"rule\": \"host\", \"name\": \"host\"}"},
};

typedef struct world {
    cg_setup setup;
    const cg_value *cases;
} world;

static void say_candidate(tn_text *out, cg_graph *graph, const cg_candidate *candidate)
{
    tunip_str name = candidate->rule_name, spec = candidate->spec->name;
    tn_text_say(out, "{rule_name=%.*s,sub_graph=", (int)name.size, name.data);
    cg_sub_graph_say(out, graph, candidate->sub_graph);
    tn_text_say(out, ",spec_name=%.*s", (int)spec.size, spec.data);
    if (!isnan(candidate->cost)) tn_text_say(out, ",cost=0");
    tn_text_say(out, "}");
}

static void check_candidates(world *w, cg_graph *graph, const cg_candidates *found,
                             const cg_value *expected)
{
    for (size_t i = 0; i < found->count && i < expected->count; i++) {
        tn_text text = {.failed = false};
        say_candidate(&text, graph, found->items[i]);
        assert_string_equal(cg_taken(&text, &w->setup.memory).data,
                            expected->members[i].value->text.data);
    }
    assert_int_equal(found->count, expected->count);
}

/* The texts lack their metadata and the dtype of a shape. Scalars stand for the constants, and get
 * a dimension when they are read. */
static const struct {
    const char *from, *to;
} changes[] = {{"meta[runtime.BoxInt][0]", "768"},
               {"meta[runtime.BoxInt][1]", "1536"},
               {"meta[relay.Constant][0]", "77f"},
               {"meta[relay.Constant][1]", "77f"},
               {"Tensor[(2), ]", "Tensor[(2), int32]"}};

static tunip_str change_text(tn_arena *memory, tunip_str text)
{
    tn_text out = {.failed = false};
    for (size_t at = 0; at < text.size;) {
        size_t row = 0, size = 0;
        for (; row < TUNIP_LEN(changes); row++) {
            size = strlen(changes[row].from);
            if (at + size <= text.size && memcmp(text.data + at, changes[row].from, size) == 0)
                break;
        }
        bool is_found = row < TUNIP_LEN(changes);
        tn_text_put_str(&out, is_found ? tunip_str_from(changes[row].to)
                                       : (tunip_str){text.data + at, 1});
        at += is_found ? size : 1;
    }
    return cg_taken(&out, memory);
}

static tunip_walk_action give_dimension(const tunip_node *node, void *user)
{
    static const int64_t shape[1] = {3072};
    const tunip_relay_constant *constant = TUNIP_AS(tunip_relay_constant, node);
    float value = 0;
    (void)user;
    if (!constant || constant->data->dtype.bits != 32) return TUNIP_WALK_ON;
    memcpy(&value, constant->data->data.data, sizeof value);
    if (value > 76 && value < 78) {
        constant->data->ndim = 1;
        constant->data->shape = shape;
    }
    return TUNIP_WALK_ON;
}

static tunip_graph *read_input(world *w, tunip_str text)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tn_arena *memory = &w->setup.memory;
    tunip_walker walker = {.enter = give_dimension};
    text = change_text(memory, text);
    tunip_str whole =
        tn_arena_say(memory, "#[version = \"0.0.5\"]\n%.*s", (int)text.size, text.data);
    tunip_graph *graph = tunip_read(w->setup.context, whole, &error);
    if (!graph) fail_msg("%s", error.message);
    tunip_walk_once(tunip_graph_root(graph), &walker);
    return graph;
}

static void check_case(world *w, const cg_value *test, const char *spec_name, const char *rule)
{
    tn_arena *memory = &w->setup.memory;
    cg_graph graph;
    cg_finder finder;
    cg_candidates found = {NULL, 0};
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("rule"), tunip_str_from(rule), NULL);
    cg_file file = {.path = "rule", .source = source, .error = w->setup.error};
    cg_rule_reader reader = {.memory = memory, .patterns = w->setup.patterns, .file = &file};
    cg_spec spec = {.name = tunip_str_from(spec_name),
                    .is_external = strcmp(spec_name, "test_spec") != 0,
                    .rule = cg_file_parse(&file, memory) ? cg_rule_read(&reader, file.root) : NULL};
    if (!spec.rule) fail_msg("%s: %s", rule, w->setup.error->message);
    tunip_graph *input = read_input(w, cg_json_text(test, "input"));
    assert_true(cg_graph_init(&graph, memory, tunip_graph_root(input)));
    assert_true(cg_finder_init(&finder, w->setup.context, &graph, memory, w->setup.error));
    finder.as_tvm = true;
    assert_true(cg_apply(&finder, spec.rule, &spec, &found));
    check_candidates(w, &graph, &found, cg_json_get(test, "candidates"));
    cg_finder_free(&finder);
    cg_file_close(&file);
    tunip_graph_free(input);
}

static void rules_find_the_candidates_of_tvm(void **state)
{
    (void)state;
    world w = {.cases = NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_source *source = tunip_source_open(
        context, TUNIP_TESTS_DIR "/../../shared/data/collage/cpp/cases.json", NULL);
    if (!source) {
        print_message("skipped: the rules of TVM's tests (no ../shared/data/collage)\n");
        tunip_context_free(context);
        return;
    }
    assert_true(cg_setup_open(&w.setup, context, NULL, NULL, NULL, &error));
    cg_file cases = {.path = "cases.json", .source = source, .error = &error};
    assert_true(cg_file_parse(&cases, &w.setup.memory));
    w.cases = cases.root;
    size_t checked = 0;
    for (size_t i = 0; i < w.cases->count; i++)
        for (size_t k = 0; k < TUNIP_LEN(rows); k++) {
            const cg_value *test = w.cases->members[i].value;
            tunip_str name = tn_arena_say(&w.setup.memory, "PartitionRule.%s", rows[k].test);
            if (!tunip_str_equal(name, cg_json_text(test, "test"))) continue;
            check_case(&w, test, rows[k].spec, rows[k].rule);
            checked++;
        }
    assert_int_equal(checked, TUNIP_LEN(rows));
    cg_setup_free(&w.setup);
    tunip_source_free(source);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_find_the_candidates_of_tvm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
