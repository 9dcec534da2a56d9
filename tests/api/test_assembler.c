/* test_assembler.c -- the public assembler. Each test is the reader of a format; the text only
 * gives places to point to. tests/cli/formats.cases has the messages that a real format shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/assemble.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>

static const char text[] = "abcdefghijklmnopqrstuvwxyz";

typedef void *(*build_fn)(tunip_assembler *a);

static build_fn build; /* the reader of the test */
static bool leaves_open;

static tunip_status read_by_test(const tunip_input *input)
{
    tunip_assembler *a = tunip_assembler_new(input);
    void *root = build(a);
    if (leaves_open) tunip_assembler_begin(a, tunip_str_from("tir.Add"));
    return tunip_assembler_finish(a, root);
}

static const tunip_format format = {
    .abi = TUNIP_FORMAT_ABI, .size = sizeof(tunip_format), .name = "test", .read = read_by_test};

typedef struct world {
    tunip_context *context;
    tunip_source *source;
    tunip_diagnostics *found;
    tunip_graph *graph;
    tunip_error error;
} world;

static int open_world(void **state)
{
    world *w = calloc(1, sizeof *w);
    w->context = tunip_context_new(NULL, NULL);
    w->source = tunip_source_new(NULL, tunip_str_from("letters"), tunip_str_from(text), NULL);
    w->found = tunip_diagnostics_new(NULL, NULL);
    *state = w;
    return tunip_context_add_format(w->context, &format, NULL) != TUNIP_OK;
}

static int close_world(void **state)
{
    world *w = *state;
    tunip_graph_free(w->graph);
    tunip_diagnostics_free(w->found);
    tunip_source_free(w->source);
    tunip_context_free(w->context);
    free(w);
    return 0;
}

static const tunip_node *run(world *w, build_fn with)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = "test";
    options.origins = true;
    options.diagnostics = w->found;
    build = with;
    tunip_graph_free(w->graph);
    w->error = (tunip_error)TUNIP_ERROR_INIT;
    w->graph = tunip_read_source(w->context, w->source, &options, &w->error);
    return w->graph ? tunip_graph_root(w->graph) : NULL;
}

static tunip_str str(const char *word)
{
    return tunip_str_from(word);
}

static tunip_node *make_int(tunip_assembler *a, int64_t value)
{
    tunip_assembler_begin(a, str("ir.IntImm"));
    tunip_assembler_set_dtype(a, "dtype", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    tunip_assembler_set_int(a, "value", value);
    return tunip_assembler_end(a);
}

/* ---- what works ---- */

/* Fields in order (`span`, `dtype`, `value`), a child between the fields of its parent. */
static void *nested(tunip_assembler *a)
{
    tunip_assembler_at(a, 0, 3);
    tunip_assembler_begin(a, str("tir.Evaluate"));
    tunip_assembler_set(a, NULL, NULL);
    tunip_assembler_at(a, 1, 2);
    tunip_assembler_begin(a, str("ir.FloatImm"));
    tunip_assembler_set(a, NULL, NULL);
    tunip_assembler_set_dtype(a, NULL, tunip_dtype_make(TUNIP_DTYPE_FLOAT, 32, 1));
    tunip_assembler_set_float(a, NULL, 1.5);
    tunip_assembler_set(a, NULL, tunip_assembler_end(a));
    tunip_assembler_at(a, 3, 5);
    return tunip_assembler_end(a);
}

static void assert_origin(const world *w, const void *node, size_t begin, size_t end)
{
    tunip_origin origin;
    assert_true(tunip_graph_origin(w->graph, node, &origin));
    assert_ptr_equal(origin.source, w->source);
    assert_int_equal(origin.begin, begin);
    assert_int_equal(origin.end, end);
}

static void nodes_nest_and_have_origins(void **state)
{
    world *w = *state;
    const tunip_tir_evaluate *root = (const tunip_tir_evaluate *)run(w, nested);
    assert_string_equal(w->error.message, "");
    assert_true(((const tunip_ir_float_imm *)root->value)->value == 1.5);
    assert_origin(w, root, 0, 5);
    assert_origin(w, root->value, 1, 2);
}

/* Any value where a field holds a node, in a map of attributes. */
static void *boxes(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("my.Type"));
    tunip_assembler_set_int(a, "i", 1);
    tunip_assembler_set_float(a, "f", 2.5);
    tunip_assembler_set_bool(a, "b", true);
    tunip_assembler_set_dtype(a, "d", tunip_dtype_make(TUNIP_DTYPE_INT, 8, 1));
    tunip_assembler_set_string(a, "s", str("text"));
    return tunip_assembler_end(a);
}

static void unregistered_types_take_any_field(void **state)
{
    world *w = *state;
    const tunip_opaque *root = (const tunip_opaque *)run(w, boxes);
    assert_string_equal(w->error.message, "");
    static const tunip_type *const types[] = {&tunip_int_type, &tunip_float_type, &tunip_bool_type,
                                              &tunip_dtype_type, &tunip_string_type};
    assert_string_equal(root->base.type->key, "my.Type");
    assert_int_equal(root->count, TUNIP_LEN(types));
    for (size_t i = 0; i < TUNIP_LEN(types); i++)
        assert_ptr_equal(root->fields[i].value->type, types[i]);
}

/* A list inside of a list, with items that come later. */
static void *late_lists(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("tir.SeqStmt"));
    size_t outer = tunip_assembler_list(a);
    tunip_assembler_item_named(a, str("later"));
    tunip_assembler_item_named(a, str("later"));
    tunip_assembler_set(a, "seq", tunip_assembler_array(a, outer));
    tunip_node *root = tunip_assembler_end(a);
    tunip_assembler_begin(a, str("tir.Evaluate"));
    tunip_assembler_set_named(a, "value", str("one"));
    tunip_assembler_name(a, str("later"), tunip_assembler_end(a));
    tunip_assembler_name(a, str("one"), make_int(a, 1));
    return root;
}

static void names_may_come_later(void **state)
{
    world *w = *state;
    const tunip_tir_seq_stmt *root = (const tunip_tir_seq_stmt *)run(w, late_lists);
    assert_string_equal(w->error.message, "");
    assert_int_equal(root->seq->count, 2);
    assert_ptr_equal(root->seq->items[0], root->seq->items[1]);
    const tunip_tir_evaluate *one = (const tunip_tir_evaluate *)root->seq->items[0];
    assert_int_equal(((const tunip_ir_int_imm *)one->value)->value, 1);
}

static void *maps(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("ir.DictAttrs"));
    size_t entries = tunip_assembler_list(a);
    tunip_assembler_item(a, tunip_assembler_string(a, str("key")));
    tunip_assembler_item(a, make_int(a, 1));
    tunip_assembler_set(a, NULL, tunip_assembler_map(a, entries));
    return tunip_assembler_end(a);
}

static void maps_have_keys_and_values_in_turn(void **state)
{
    world *w = *state;
    const tunip_node *root = run(w, maps);
    assert_string_equal(w->error.message, "");
    const tunip_field *field = tunip_type_field(root->type, "__dict__");
    const tunip_map *map = (const tunip_map *)tunip_field_node(root, field);
    assert_non_null(tunip_map_get(map, "key"));
}

/* ---- refusals: each is one error at [4, 6) ---- */

static void *no_field(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("ir.IntImm"));
    tunip_assembler_set(a, "span", NULL);
    tunip_assembler_set_dtype(a, "dtype", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    tunip_assembler_set_int(a, NULL, 1);
    tunip_assembler_set_int(a, NULL, 2);
    return tunip_assembler_end(a);
}

static void *unknown_field(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("ir.IntImm"));
    tunip_assembler_set_int(a, "worth", 1);
    tunip_assembler_set_dtype(a, "dtype", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    tunip_assembler_set_int(a, "value", 1);
    return tunip_assembler_end(a);
}

static void *missing_field(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("ir.IntImm"));
    tunip_assembler_set_int(a, "value", 1);
    return tunip_assembler_end(a);
}

static void *wrong_value(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("tir.Evaluate"));
    tunip_assembler_set_int(a, "value", 1);
    return tunip_assembler_end(a);
}

static void *foreign_list(tunip_assembler *a)
{
    static tunip_array array = {{&tunip_array_type}, 0, NULL};
    tunip_assembler_begin(a, str("tir.SeqStmt"));
    tunip_assembler_set(a, "seq", &array);
    return tunip_assembler_end(a);
}

static void *value_type(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("ffi.String"));
    return tunip_assembler_end(a);
}

static void *odd_map(tunip_assembler *a)
{
    size_t mark = tunip_assembler_list(a);
    tunip_assembler_item(a, NULL);
    return tunip_assembler_map(a, mark);
}

static void *equal_keys(tunip_assembler *a)
{
    size_t mark = tunip_assembler_list(a);
    for (int i = 0; i < 4; i++) tunip_assembler_item(a, tunip_assembler_string(a, str("k")));
    return tunip_assembler_map(a, mark);
}

static void *undefined(tunip_assembler *a)
{
    size_t mark = tunip_assembler_list(a);
    tunip_assembler_item_named(a, str("x"));
    void *array = tunip_assembler_array(a, mark);
    tunip_assembler_at(a, 9, 10);
    return array;
}

static void *defined_twice(tunip_assembler *a)
{
    tunip_assembler_name(a, str("x"), NULL);
    tunip_assembler_name(a, str("x"), NULL);
    return NULL;
}

static void *late_in_opaque(tunip_assembler *a)
{
    tunip_assembler_begin(a, str("my.Type"));
    tunip_assembler_set_named(a, "x", str("x"));
    tunip_assembler_name(a, str("x"), NULL);
    return tunip_assembler_end(a);
}

static void *end_only(tunip_assembler *a)
{
    return tunip_assembler_end(a);
}

static void *list_end_only(tunip_assembler *a)
{
    return tunip_assembler_array(a, 3);
}

static void *no_codec(tunip_assembler *a)
{
    return tunip_assembler_coded(a, str("tir.Add"), str("1 + 1"));
}

static void *own_words(tunip_assembler *a)
{
    tunip_assembler_fail(a, TUNIP_ERROR_SYNTAX, "expected %d letters", 3);
    return NULL;
}

static const struct {
    build_fn build;
    const char *message;
} refusals[] = {
    {no_field, "ir.IntImm has no more than 3 fields"},
    {unknown_field, "ir.IntImm has no field `worth`"},
    {missing_field, "expected field `dtype` of ir.IntImm"},
    {wrong_value, "expected ir.PrimExpr for field `value` of tir.Evaluate, got int"},
    {foreign_list, "field `seq` got a list that was not made by this assembler"},
    {value_type, "a ffi.String has no fields"},
    {odd_map, "expected keys and values in turn, got 1 elements"},
    {equal_keys, "expected keys that differ, got the key of entry 1 again"},
    {undefined, "`x` is not defined"},
    {defined_twice, "`x` is defined twice"},
    {late_in_opaque, "`x` must be defined before a node of an unregistered type"},
    {end_only, "the reader ends a node that has not begun"},
    {list_end_only, "the reader ends a list that has not begun"},
    {no_codec, "no type `tir.Add` is saved as a text"},
    {own_words, "expected 3 letters"},
};

static build_fn refused;

static void *at_4(tunip_assembler *a)
{
    tunip_assembler_at(a, 4, 6);
    return refused(a);
}

static void each_refusal_has_a_message_and_a_place(void **state)
{
    world *w = *state;
    for (size_t i = 0; i < TUNIP_LEN(refusals); i++) {
        refused = refusals[i].build;
        assert_null(run(w, at_4));
        assert_null(w->graph);
        assert_string_equal(w->error.message, refusals[i].message);
        assert_int_equal(w->error.line, 1);
        assert_int_equal(w->error.offset, 4);
        assert_int_equal(w->error.end, 6);
        assert_int_equal(tunip_diagnostics_count(w->found), i + 1);
    }
}

static void *nothing(tunip_assembler *a)
{
    tunip_assembler_at(a, 4, 6);
    return NULL;
}

static void a_node_must_end(void **state)
{
    world *w = *state;
    leaves_open = true;
    run(w, nothing);
    leaves_open = false;
    assert_string_equal(w->error.message, "the reader has begun this node and not ended it");
}

static void *several(tunip_assembler *a)
{
    tunip_assembler_at(a, 1, 2);
    wrong_value(a);
    tunip_assembler_at(a, 7, 8);
    assert_int_equal(tunip_assembler_status(a), TUNIP_ERROR_FORMAT);
    return missing_field(a);
}

static void work_goes_on_after_an_error(void **state)
{
    world *w = *state;
    assert_null(run(w, several));
    assert_int_equal(w->error.offset, 1);
    assert_int_equal(tunip_diagnostics_count(w->found), 2);
    assert_int_equal(tunip_diagnostic_label(tunip_diagnostics_get(w->found, 1), 0)->begin, 7);
}

/* A node that the reader made by hand is checked, and its graph refused. */
static tunip_tir_evaluate flawed;
static tunip_graph *hand; /* of other such nodes */

static void *by_hand(tunip_assembler *a)
{
    static tunip_string wrong = {{&tunip_string_type}, {"x", 1}};
    (void)a;
    ((tunip_node *)&flawed)->type = &tunip_tir_evaluate_type;
    flawed.value = (void *)&wrong;
    return &flawed;
}

static void nodes_made_by_hand_are_checked(void **state)
{
    world *w = *state;
    assert_null(run(w, by_hand));
    assert_int_equal(w->error.code, TUNIP_ERROR_ARGUMENT);
    assert_non_null(strstr(w->error.message, "not valid: "));
}

static void *key_twice(tunip_assembler *a)
{
    (void)a;
    void *key = tunip_string_new(hand, "k");
    return tunip_map_new(hand, 2, (void *[]){key, NULL, key, NULL});
}

static void *odd_dtype(tunip_assembler *a)
{
    (void)a;
    tunip_ir_int_imm *number = tunip_ir_int(hand, TUNIP_INT(32), 1);
    number->base.dtype.code = 99;
    return number;
}

static void *inside_itself(tunip_assembler *a)
{
    (void)a;
    tunip_array *list = TUNIP_LIST(hand, NULL);
    return list->items[0] = &list->base;
}

static void *with_none(tunip_assembler *a)
{
    (void)a;
    return tunip_tir_evaluate_new(hand, NULL);
}

static void smaller_flaws_are_refused_too(void **state)
{
    world *w = *state;
    static const struct {
        build_fn build;
        const char *message; /* NULL: it is accepted */
    } cases[] = {
        {key_twice, "not valid: a map has a key twice"},
        {odd_dtype, "not valid: a dtype has the unknown code 99"},
        {inside_itself, NULL},
        {with_none, NULL},
    };
    hand = tunip_graph_new(w->context, NULL);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        assert_int_equal(run(w, cases[i].build) != NULL, !cases[i].message);
        assert_string_equal(w->error.message, cases[i].message ? cases[i].message : "");
    }
    tunip_graph_free(hand);
}

static void nothing_is_done_without_an_assembler(void **state)
{
    (void)state;
    tunip_assembler_at(NULL, 0, 1);
    assert_null(tunip_assembler_end(NULL));
    tunip_assembler_begin(NULL, str("tir.Add"));
    tunip_assembler_set(NULL, "a", NULL);
    tunip_assembler_set_int(NULL, "a", 1);
    tunip_assembler_set_string(NULL, "a", str("x"));
    tunip_assembler_set_named(NULL, "a", str("x"));
    tunip_assembler_item(NULL, NULL);
    tunip_assembler_item_named(NULL, str("x"));
    tunip_assembler_name(NULL, str("x"), NULL);
    assert_null(tunip_assembler_string(NULL, str("x")));
    assert_null(tunip_assembler_coded(NULL, str("x"), str("x")));
    assert_null(tunip_assembler_array(NULL, tunip_assembler_list(NULL)));
    assert_null(tunip_assembler_map(NULL, 0));
    assert_int_equal(tunip_assembler_fail(NULL, TUNIP_ERROR_SYNTAX, "x"), TUNIP_ERROR_SYNTAX);
    assert_int_equal(tunip_assembler_status(NULL), TUNIP_ERROR_MEMORY);
    assert_int_equal(tunip_assembler_finish(NULL, NULL), TUNIP_ERROR_MEMORY);
    tunip_assembler_free(NULL);
}

#define ASSEMBLER_TEST(name) cmocka_unit_test_setup_teardown(name, open_world, close_world)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ASSEMBLER_TEST(nodes_nest_and_have_origins),
        ASSEMBLER_TEST(unregistered_types_take_any_field),
        ASSEMBLER_TEST(names_may_come_later),
        ASSEMBLER_TEST(maps_have_keys_and_values_in_turn),
        ASSEMBLER_TEST(each_refusal_has_a_message_and_a_place),
        ASSEMBLER_TEST(a_node_must_end),
        ASSEMBLER_TEST(work_goes_on_after_an_error),
        ASSEMBLER_TEST(nodes_made_by_hand_are_checked),
        ASSEMBLER_TEST(smaller_flaws_are_refused_too),
        cmocka_unit_test(nothing_is_done_without_an_assembler),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
