/* test_collage.c -- the data types of the collage: sets, the queue of states, names, graphs,
 * patterns, conditions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collage/functions.h"
#include "collage/pattern.h"
#include "collage/rule.h"
#include "collage/search.h"

/* ---- sets ---- */

enum { SIZE = 300 };

static cg_set random_set(tn_arena *memory, bool *members)
{
    cg_bits bits;
    assert_true(cg_bits_init(&bits, memory, SIZE));
    unsigned base = (unsigned)rand() % SIZE, span = 1 + (unsigned)rand() % 100;
    for (size_t i = 0; i < SIZE; i++) members[i] = false;
    for (int i = rand() % 12; i > 0; i--) {
        unsigned index = base + (unsigned)rand() % span;
        if (index >= SIZE) continue;
        cg_bits_add(&bits, index);
        members[index] = true;
    }
    return cg_bits_take(&bits, memory);
}

static void check_pair(tn_arena *memory, cg_set a, const bool *in_a, cg_set b, const bool *in_b)
{
    bool meets = false, within = true, equal = true;
    int order = 0;
    cg_set both = cg_set_union(memory, a, b);
    for (uint32_t i = 0; i < SIZE; i++) {
        meets |= in_a[i] && in_b[i];
        within &= !in_a[i] || in_b[i];
        equal &= in_a[i] == in_b[i];
        if (!order && in_a[i] != in_b[i]) order = in_a[i] ? -1 : 1;
        assert_int_equal(cg_set_has(a, i), in_a[i]);
        assert_int_equal(cg_set_has(both, i), in_a[i] || in_b[i]);
    }
    assert_int_equal(cg_set_meets(a, b), meets);
    assert_int_equal(cg_set_within(a, b), within);
    assert_int_equal(cg_set_equal(a, b), equal);
    assert_int_equal(cg_set_order(a, b), order);
    if (equal) assert_true(cg_set_hash(a) == cg_set_hash(b));
}

static void sets_are_as_lists_of_members(void **state)
{
    (void)state;
    tn_arena memory = {.chunks = NULL};
    bool in_a[SIZE], in_b[SIZE];
    for (int i = 0; i < 3000; i++) {
        cg_set a = random_set(&memory, in_a);
        size_t count = 0;
        CG_EACH(index, a) count += in_a[index];
        assert_int_equal(count, cg_set_size(a));
        uint32_t last = SIZE;
        while (last > 0 && !in_a[last - 1]) last--;
        assert_true(cg_set_last(a) == (last ? last - 1 : CG_NONE));
        cg_set b = i % 5 ? random_set(&memory, in_b) : a;
        check_pair(&memory, a, in_a, b, i % 5 ? in_b : in_a);
    }
    tn_arena_free(&memory);
}

static void sets_have_a_text(void **state)
{
    (void)state;
    static const struct {
        uint32_t members[8]; /* 0 ends them */
        const char *text;
    } rows[] = {{{0}, "{}"},
                {{7}, "{7}"},
                {{1, 2}, "{1,2}"},
                {{1, 2, 3}, "{1..3}"},
                {{1, 3, 4, 5, 70, 130, 131}, "{1,3..5,70,130,131}"}};
    tn_arena memory = {.chunks = NULL};
    cg_bits bits;
    assert_true(cg_bits_init(&bits, &memory, SIZE));
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tn_text text = {.failed = false};
        for (size_t k = 0; rows[i].members[k]; k++) cg_bits_add(&bits, rows[i].members[k]);
        cg_set_say(&text, cg_bits_take(&bits, &memory));
        assert_string_equal(cg_taken(&text, &memory).data, rows[i].text);
    }
    tn_arena_free(&memory);
}

/* ---- the queue of the search ---- */

static double known(double cost)
{
    return isnan(cost) ? INFINITY : cost;
}

static void assert_in_order(const cg_state *a, const cg_state *b)
{
    assert_true(known(a->cost) <= known(b->cost));
    if (known(a->cost) < known(b->cost)) return;
    assert_true(a->next >= b->next);
    if (a->next == b->next) assert_true(cg_set_order(a->ahead, b->ahead) <= 0);
}

/* Costs become lower while states wait, as in the search. */
static void the_cheapest_state_comes_first(void **state)
{
    (void)state;
    enum { STATES = 400 };
    static const double costs[] = {NAN, INFINITY, 3, 2, 1, 0};
    tn_arena memory = {.chunks = NULL};
    cg_queue queue = {NULL, 0};
    cg_state states[STATES] = {{.next = 0}};
    bool members[SIZE];
    for (size_t i = 0; i < STATES; i++) {
        states[i].cost = costs[rand() % 6];
        states[i].next = (uint32_t)rand() % 3;
        states[i].ahead = random_set(&memory, members);
        assert_true(cg_queue_put(&queue, &memory, &states[i]));
    }
    for (size_t i = 0; i < STATES; i += 2) {
        states[i].cost = known(states[i].cost) - 1;
        assert_true(cg_queue_put(&queue, &memory, &states[i]));
    }
    const cg_state *last = NULL;
    for (size_t i = 0; i < STATES; i++) {
        assert_int_equal(queue.count, STATES - i);
        const cg_state *next = cg_queue_take(&queue);
        assert_true(next->is_done && !next->place);
        if (last) assert_in_order(last, next);
        last = next;
    }
    assert_int_equal(queue.count, 0);
    for (size_t i = 0; i < STATES; i++) assert_true(states[i].is_done);
    tn_arena_free(&memory);
}

static void the_furthest_state_drops_the_others(void **state)
{
    (void)state;
    tn_arena memory = {.chunks = NULL};
    cg_queue queue = {NULL, 0};
    cg_state states[] = {{.next = 3, .cost = 1},
                         {.next = 5, .cost = INFINITY},
                         {.next = 5, .cost = 7},
                         {.next = 4, .cost = 0}};
    for (size_t i = 0; i < TUNIP_LEN(states); i++)
        assert_true(cg_queue_put(&queue, &memory, &states[i]));
    assert_ptr_equal(cg_queue_take_furthest(&queue), &states[2]);
    assert_int_equal(queue.count, 0);
    tn_arena_free(&memory);
}

/* ---- names ---- */

static void names_are_fresh_and_fit_for_c(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b, *name;
    } rows[] = {{"npu", "nn.conv2d+add", "collage_npu_nn_conv2d_add"},
                {"npu", "nn.conv2d+add", "collage_npu_nn_conv2d_add_1"},
                {"npu", "nn.conv2d.add", "collage_npu_nn_conv2d_add_2"},
                {"npu", "", "collage_npu"},
                {"npu", "", "collage_npu_1"},
                {"2d", "x", "collage__2d_x"}};
    tn_arena memory = {.chunks = NULL};
    cg_names names = {NULL, 0, 0};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tunip_str a = tunip_str_from(rows[i].a), b = tunip_str_from(rows[i].b);
        unsigned number;
        assert_true(cg_names_fresh(&names, &memory, a, b, &number));
        assert_string_equal(cg_name_text(&memory, a, b, number).data, rows[i].name);
    }
    tn_arena_free(&memory);
}

/* ---- graphs ---- */

typedef struct world {
    tunip_context *context;
    tunip_graph *module, *patterns;
    tn_arena memory;
    cg_graph graph;
} world;

static const char diamond[] =
    "#[version = \"0.0.5\"]\n"
    "def @main(%x: Tensor[(4, 6), float32] /* ty=Tensor[(4, 6), float32] */) {\n"
    "  %0 = nn.relu(%x) /* ty=Tensor[(4, 6), float32] */;\n"
    "  %1 = tanh(%0) /* ty=Tensor[(4, 6), float32] */;\n"
    "  %2 = sqrt(%0) /* ty=Tensor[(4, 6), float32] */;\n"
    "  %3 = add(%1, %2) /* ty=Tensor[(4, 6), float32] */;\n"
    "  sum(%3, axis=[1], keepdims=True) /* ty=Tensor[(4, 1), float32] */\n"
    "}\n";

static int open_world(void **state)
{
    world *w = calloc(1, sizeof *w);
    if (!w) return -1;
    *state = w;
    w->context = tunip_context_new(NULL, NULL);
    if (cg_patterns_add(w->context, NULL) != TUNIP_OK) return -1;
    w->patterns = tunip_graph_new(w->context, NULL);
    w->module = tunip_read(w->context, tunip_str_from(diamond), NULL);
    const tunip_relay_module *module =
        TUNIP_AS(tunip_relay_module, w->module ? tunip_graph_root(w->module) : NULL);
    if (!module) return -1;
    return cg_graph_init(&w->graph, &w->memory, module->functions->entries[0].value) ? 0 : -1;
}

static int close_world(void **state)
{
    world *w = *state;
    tn_arena_free(&w->memory);
    tunip_graph_free(w->module);
    tunip_graph_free(w->patterns);
    tunip_context_free(w->context);
    free(w);
    return 0;
}

static uint32_t find_label(const world *w, const char *label)
{
    for (uint32_t i = 0; i < w->graph.count; i++)
        if (tunip_str_is(w->graph.nodes[i].label, label)) return i;
    fail_msg("no node is called %s", label);
    return CG_NONE;
}

static void graphs_have_inputs_and_dominators(void **state)
{
    world *w = *state;
    uint32_t relu = find_label(w, "nn.relu"), tanh_node = find_label(w, "tanh");
    uint32_t add = find_label(w, "add"), sum = find_label(w, "sum");
    assert_int_equal(w->graph.nodes[relu].outputs.count, 2);
    assert_int_equal(w->graph.nodes[relu].dominator, add);
    assert_int_equal(w->graph.nodes[tanh_node].dominator, add);
    assert_int_equal(w->graph.nodes[add].dominator, sum);
    assert_int_equal(w->graph.nodes[sum].kind, CG_R);
    assert_true(w->graph.nodes[w->graph.count - 1].is_external);
    for (uint32_t i = 0; i < w->graph.count; i++)
        for (size_t k = 0; k < w->graph.nodes[i].inputs.count; k++)
            assert_true(w->graph.nodes[i].inputs.items[k] < i);
}

static const cg_sub_graph *sub_graph_of(world *w, size_t count, const char *const *labels)
{
    for (size_t i = 0; i < count; i++) cg_bits_add(&w->graph.bits, find_label(w, labels[i]));
    return cg_sub_graph_new(&w->graph, &w->memory, cg_bits_take(&w->graph.bits, &w->memory), CG_E,
                            tunip_str_from("x"), 0, NULL);
}

static void sub_graphs_say_why_they_are_not_valid(void **state)
{
    static const struct {
        const char *labels[4];
        cg_limits limits;
        const char *reason; /* NULL: valid */
    } rows[] = {{{"nn.relu", "tanh", "sqrt", "add"}, {0, 1, false}, NULL},
                {{"nn.relu", "tanh", "sqrt", "add"}, {2, 1, false}, "depth 3, more than 2"},
                {{"nn.relu", "tanh"}, {0, 1, false}, "2 exits, more than 1"},
                {{"nn.relu", "tanh"}, {0, 2, false}, "node 3 is used inside and outside"},
                {{"nn.relu", "tanh"}, {0, 2, true}, NULL},
                {{"nn.relu", "add"}, {0, 0, true}, "its output flows back into it"},
                {{"nn.relu", "tanh", "add"}, {0, 0, true}, "its output flows back into it"}};
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        size_t count = 0;
        while (count < 4 && rows[i].labels[count]) count++;
        const cg_sub_graph *s = sub_graph_of(w, count, rows[i].labels);
        const char *reason = cg_sub_graph_check(&w->graph, &w->memory, s, &rows[i].limits);
        if (!rows[i].reason) assert_null(reason);
        if (rows[i].reason && !strstr(rows[i].reason, "node"))
            assert_string_equal(reason, rows[i].reason);
        if (rows[i].reason) assert_non_null(reason);
    }
}

/* ---- patterns ---- */

/* A pattern, as TVM prints it, and the labels of the nodes that match. */
static const struct {
    const char *text, *printed, *matches;
} patterns[] = {
    {"nn.relu(*)", "(id 0): CallPatternNode(Op(nn.relu), [*])", "nn.relu"},
    {"add(tanh(*), *) | sum(*)",
     "(id 0): AltPattern((id 1): CallPatternNode(Op(add), [(id 3): CallPatternNode(Op(tanh), [*]), "
     "*]) | (id 7): CallPatternNode(Op(sum), [*]))",
     "add sum"},
    {"add(sqrt(*), tanh(*))", NULL, "add"}, /* commutes */
    {"(id 0): CallPatternNode((id 1): AltPattern(Op(tanh) | Op(sqrt)), [*])",
     "(id 0): CallPatternNode((id 1): AltPattern(Op(tanh) | Op(sqrt)), [*])", "tanh sqrt"},
    {"%x", "VarPattern(x)", "%x"},
    {"CallPatternNode(Op(add), [tanh(nn.relu(%x)), sqrt((invoke pattern id 3))])", NULL, "add"},
    {"AttrPattern(sum(*) has attributes {\"axis\": [1], \"keepdims\": true})", NULL, "sum"},
    {"AttrPattern(sum(*) has attributes {\"axis\": [0]})", NULL, ""},
    {"AttrPattern(add has attributes {\"TOpPattern\": 1})",
     "(id 0): AttrPattern(Op(add) has attributes {\"TOpPattern\": 1})", "`add"},
    {"ShapePattern(* has shape (4, 1))", "(id 0): ShapePattern(* has shape (4, 1))", "sum"},
    {"TypePattern(tanh(*) has type Tensor[(4, 6), float32])", NULL, "tanh"},
    {"DataTypePattern(sqrt(*) has dtype float32)", NULL, "sqrt"},
    {"DominatorPattern(nn.relu(*), tanh(*) | sqrt(*), add(*, *))", NULL, "add"},
    {"(*, const).1",
     "(id 0): TupleGetItemPatternNode((id 1): TuplePattern([*, "
     "ConstantPattern()]), 1)",
     ""},
    {"(tanh | sqrt)(*)", "(id 0): CallPatternNode((id 1): AltPattern(Op(tanh) | Op(sqrt)), [*])",
     "tanh sqrt"},
    {"(tanh(*))", "(id 0): CallPatternNode(Op(tanh), [*])", "tanh"},
    {"(tanh(*),)", "(id 0): TuplePattern([(id 1): CallPatternNode(Op(tanh), [*])])", ""},
    {"add?(sqrt(*), tanh(*))", NULL, "sqrt add"},
};

static void patterns_are_read_printed_and_matched(void **state)
{
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(patterns); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        cg_matcher matcher;
        tn_text printed = {.failed = false}, found = {.failed = false};
        const tunip_node *pattern =
            cg_pattern_read(w->patterns, tunip_str_from(patterns[i].text), &error);
        if (!pattern) fail_msg("%s: %s", patterns[i].text, error.message);
        cg_pattern_say(&printed, w->context, pattern);
        tunip_str text = cg_taken(&printed, &w->memory);
        if (patterns[i].printed) assert_string_equal(text.data, patterns[i].printed);
        assert_true(cg_matcher_init(&matcher, w->context, &w->graph));
        for (uint32_t n = 0; n < w->graph.count; n++)
            if (cg_match(&matcher, pattern, n))
                tn_text_say(&found, "%s%.*s", found.bytes.count ? " " : "",
                            (int)w->graph.nodes[n].label.size, w->graph.nodes[n].label.data);
        cg_matcher_free(&matcher);
        assert_string_equal(cg_taken(&found, &w->memory).data, patterns[i].matches);
        const tunip_node *again = cg_pattern_read(w->patterns, text, &error);
        if (!again) fail_msg("%s: %s", text.data, error.message);
        assert_true(tunip_equal_nodes(w->context, pattern, again, NULL, NULL));
    }
}

static void mistakes_in_patterns_are_named(void **state)
{
    static const char *const texts[] = {"",
                                        "add(",
                                        "add(*",
                                        "add(*) *",
                                        "(*",
                                        "(* *)",
                                        "(,)",
                                        "add?",
                                        "p.",
                                        "|",
                                        "VarPattern(x",
                                        "Op()",
                                        "(invoke pattern id 7)",
                                        "AttrPattern(* has attributes {)",
                                        "ShapePattern(* has type (1))"};
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        if (cg_pattern_read(w->patterns, tunip_str_from(texts[i]), &error))
            fail_msg("'%s' is read", texts[i]);
        assert_int_not_equal(error.code, TUNIP_OK);
    }
}

/* ---- conditions ---- */

static void conditions_hold_or_not(void **state)
{
    static const struct {
        const char *label, *condition;
        bool holds;
    } rows[] = {{"add", "args == 2 and op == 'add'", true},
                {"add", "rank(0) == 2 and dim(1, 1) % 4 == 2", true},
                {"add", "dim(result, 0) * 2 - 3 >= 5", true},
                {"add", "dtype(0) == dtype() and not is_const(1)", true},
                {"sum", "attr(\"keepdims\") and attr(\"axis\", 0) == 1", true},
                {"sum", "attr('nothing') == 1 or rank(7) == 2", false},
                {"sum", "attr('nothing') != 1", true},
                {"sum", "dim(result, 1) < 1 or (1 / 0 == 1)", false},
                {"tanh", "-1.5e1 < 0", true}};
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        cg_finder finder;
        bool holds = false;
        assert_true(cg_finder_init(&finder, w->context, &w->graph, &w->memory, &error));
        cg_predicate *p = cg_condition_new(&w->memory, tunip_str_from(rows[i].condition), &error);
        if (!p) fail_msg("%s: %s", rows[i].condition, error.message);
        assert_true(p->holds(p->user, p, &finder, find_label(w, rows[i].label), &holds));
        if (holds != rows[i].holds) fail_msg("%s", rows[i].condition);
        cg_finder_free(&finder);
    }
    assert_null(cg_condition_new(&w->memory, tunip_str_from("rank(0) =< 4"), NULL));
    assert_null(cg_condition_new(&w->memory, tunip_str_from("sizes(0)"), NULL));
}

#define WORLD_TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_as_lists_of_members),
        cmocka_unit_test(sets_have_a_text),
        cmocka_unit_test(the_cheapest_state_comes_first),
        cmocka_unit_test(the_furthest_state_drops_the_others),
        cmocka_unit_test(names_are_fresh_and_fit_for_c),
        WORLD_TEST(graphs_have_inputs_and_dominators),
        WORLD_TEST(sub_graphs_say_why_they_are_not_valid),
        WORLD_TEST(patterns_are_read_printed_and_matched),
        WORLD_TEST(mistakes_in_patterns_are_named),
        WORLD_TEST(conditions_hold_or_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
