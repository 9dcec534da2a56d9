/* test_types.c -- the field tables of the dialects agree with TVM's reflection, as
 * tests/types/types.tsv states it for v0.23.0 and types_v26.tsv for v0.26, and TUNIP_FLAG_ASIDE
 * skips exactly the fields that TVM's visitors skip. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip/ext/tir_rules.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/relax_types_v26.h>
#include <tunip/tvm/te.h>

#ifndef TUNIP_TESTS_DIR
#define TUNIP_TESTS_DIR "tests"
#endif

static const tunip_dialect *const dialects[] = {&tunip_dialect_ir, &tunip_dialect_tir,
                                                &tunip_dialect_relax};

/* ---- the table of facts ---- */

enum { MOST_COLUMNS = 4, MOST_ROWS = 1024, LINE_SIZE = 256 };

typedef struct fact {
    char text[LINE_SIZE]; /* the columns, each with its NUL */
    const char *columns[MOST_COLUMNS];
} fact;

typedef struct facts {
    fact rows[MOST_ROWS];
    size_t count;
    unsigned vintage;
} facts;

enum { VINTAGES = 2 };

static void split(fact *row)
{
    char *at = row->text;
    at[strcspn(at, "\n")] = '\0';
    for (size_t i = 0; i < MOST_COLUMNS; i++) {
        row->columns[i] = at;
        at += strcspn(at, "\t");
        if (*at) *at++ = '\0';
    }
}

static void read_facts(facts *all, const char *name, unsigned vintage)
{
    FILE *file = fopen(name, "r");
    assert_non_null(file);
    all->count = 0;
    all->vintage = vintage;
    while (fgets(all->rows[all->count].text, LINE_SIZE, file)) {
        if (all->rows[all->count].text[0] == '#') continue;
        split(&all->rows[all->count++]);
        assert_true(all->count < MOST_ROWS);
    }
    fclose(file);
}

static bool is_type_row(const fact *row)
{
    return strcmp(row->columns[0], "type") == 0;
}

static bool is_described(const facts *all, const char *key)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_type_row(&all->rows[i]) && strcmp(all->rows[i].columns[1], key) == 0) return true;
    return false;
}

/* ---- what the dialects say ---- */

static bool is_of(const tunip_type *type, unsigned vintage)
{
    return type->since <= vintage && (!type->until || vintage < type->until);
}

static const tunip_type *registered(const char *key, unsigned vintage)
{
    for (size_t i = 0; i < TUNIP_LEN(dialects); i++)
        for (size_t j = 0; j < dialects[i]->type_count; j++) {
            const tunip_type *type = dialects[i]->types[j];
            if (is_of(type, vintage) && strcmp(type->key, key) == 0) return type;
        }
    return NULL;
}

static const char *const equality_names[] = {
    [TUNIP_EQ_UNSUPPORTED] = "unsupported", [TUNIP_EQ_TREE] = "tree",
    [TUNIP_EQ_FREE_VAR] = "free_var",       [TUNIP_EQ_DAG] = "dag",
    [TUNIP_EQ_CONST_TREE] = "const_tree",   [TUNIP_EQ_UNIQUE] = "unique_instance",
};

static const char *const value_names[] = {
    [TUNIP_KIND_INT] = "int",
    [TUNIP_KIND_FLOAT] = "float",
    [TUNIP_KIND_BOOL] = "bool",
    [TUNIP_KIND_DTYPE] = "DataType",
};

static const char *key_of(const tunip_type *type)
{
    return type && type != &tunip_any_type ? type->key : "Any";
}

/* The declared type of a field as the facts spell it: "ffi.Map[tir.Var, tir.Buffer]". */
static void spell(const tunip_field *field, char *out, size_t size)
{
    if (field->kind != TUNIP_KIND_NODE)
        snprintf(out, size, "%s", value_names[field->kind]);
    else if (field->key)
        snprintf(out, size, "%s[%s, %s]", key_of(field->expects), key_of(field->key),
                 key_of(field->item));
    else if (field->item)
        snprintf(out, size, "%s[%s]", key_of(field->expects), key_of(field->item));
    else
        snprintf(out, size, "%s", key_of(field->expects));
}

static bool says(const fact *row, const char *flag)
{
    return strstr(row->columns[3], flag) != NULL;
}

/* ---- comparing ---- */

/* The overlay may give a type an equality of its own where TVM has none. */
static bool has_own_equality(const tunip_type *type, const fact *row)
{
    return strcmp(row->columns[3], "unsupported") == 0 && type->equality != TUNIP_EQ_UNSUPPORTED;
}

static void check_field(const tunip_type *type, const tunip_field *field, const fact *row, bool own)
{
    char spelled[LINE_SIZE];
    spell(field, spelled, sizeof spelled);
    bool agrees = strcmp(field->name, row->columns[1]) == 0 &&
                  strcmp(spelled, row->columns[2]) == 0 &&
                  (own || (!(field->flags & TUNIP_FLAG_DEF) == !says(row, "def") &&
                           !(field->flags & TUNIP_FLAG_IGNORE) == !says(row, "ignore"))) &&
                  (field->flags & TUNIP_FLAG_OPTIONAL || !says(row, "optional"));
    if (!agrees)
        fail_msg("%s.%s is %s with flags %u, which should be %s, a %s, %s", type->key, field->name,
                 spelled, field->flags, row->columns[1], row->columns[2], row->columns[3]);
}

/* The rows of the type's fields follow its own. */
static void check_type(const facts *all, size_t at)
{
    const fact *row = &all->rows[at];
    const tunip_type *type = registered(row->columns[1], all->vintage);
    if (!type) fail_msg("%s of v0.%u is not registered", row->columns[1], all->vintage);
    assert_string_equal(type->base ? type->base->key : "-", row->columns[2]);
    bool own = has_own_equality(type, row);
    if (!own) assert_string_equal(equality_names[type->equality], row->columns[3]);
    size_t count = 0;
    for (at++; at < all->count && !is_type_row(&all->rows[at]); at++, count++) {
        if (count >= type->field_count)
            fail_msg("%s lacks %s", type->key, all->rows[at].columns[1]);
        check_field(type, &type->fields[count], &all->rows[at], own);
    }
    if (count != type->field_count) fail_msg("%s has too many fields", type->key);
}

static void described_types_are_registered_as_described(void **state)
{
    const facts *all = *state;
    for (const facts *of = all; of < all + VINTAGES; of++)
        for (size_t i = 0; i < of->count; i++)
            if (is_type_row(&of->rows[i])) check_type(of, i);
}

static void registered_types_are_described(void **state)
{
    for (size_t i = 0; i < TUNIP_LEN(dialects); i++)
        for (size_t j = 0; j < dialects[i]->type_count; j++) {
            const tunip_type *type = dialects[i]->types[j];
            const facts *all = *state;
            for (const facts *of = all; of < all + VINTAGES; of++)
                if (is_of(type, of->vintage) && !is_described(of, type->key))
                    fail_msg("%s is no type of TVM v0.%u", type->key, of->vintage);
        }
}

static const size_t field_sizes[] = {
    [TUNIP_KIND_NODE] = sizeof(tunip_node *), [TUNIP_KIND_INT] = sizeof(int64_t),
    [TUNIP_KIND_FLOAT] = sizeof(double),      [TUNIP_KIND_BOOL] = sizeof(bool),
    [TUNIP_KIND_DTYPE] = sizeof(tunip_dtype),
};

static void check_layout(const tunip_type *type)
{
    assert_true(!type->base || type->base->size <= type->size);
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        assert_in_range(field->offset, sizeof(tunip_node), type->size - field_sizes[field->kind]);
    }
}

static void fields_lie_inside_their_struct(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(dialects); i++)
        for (size_t j = 0; j < dialects[i]->type_count; j++) check_layout(dialects[i]->types[j]);
}

static void only_variables_and_buffers_are_defined_by_name(void **state)
{
    (void)state;
    size_t count = 0;
    for (size_t i = 0; i < TUNIP_LEN(dialects); i++)
        for (size_t j = 0; j < dialects[i]->type_count; j++)
            count += (dialects[i]->types[j]->flags & TUNIP_TYPE_VARIABLE) != 0;
    assert_int_equal(count, 11); /* those of v0.24 and v0.25, too */
    assert_true(tunip_tir_var_type.flags & tunip_tir_size_var_type.flags &
                tunip_tir_buffer_type.flags & TUNIP_TYPE_VARIABLE);
    assert_true(tunip_relax_var_type.flags & tunip_relax_dataflow_var_type.flags &
                TUNIP_TYPE_VARIABLE);
    assert_true(tunip_ir_var_type.flags & tunip_relax_dataflow_var_v26_type.flags &
                TUNIP_TYPE_VARIABLE);
}

/* ---- what is evaluated in place ---- */

/* Different values, so that the sum identifies the nodes that a walk visits. */
enum { VISITED = 1, ASIDE = 1000 };

typedef struct ir {
    tunip_context *context;
    tunip_graph *graph;
} ir;

static int open_graph(void **state)
{
    tunip_error error = TUNIP_ERROR_INIT;
    ir *it = test_calloc(1, sizeof *it);
    it->context = tunip_context_new_empty(NULL, &error);
    assert_non_null(it->context);
    for (size_t i = 0; i < TUNIP_LEN(dialects); i++)
        assert_int_equal(tunip_context_add_dialect(it->context, dialects[i], &error), TUNIP_OK);
    it->graph = tunip_graph_new(it->context, &error);
    *state = it;
    return it->graph ? 0 : -1;
}

static int close_graph(void **state)
{
    ir *it = *state;
    tunip_graph_free(it->graph);
    tunip_context_free(it->context);
    test_free(it);
    return 0;
}

static const tunip_dtype int32 = {TUNIP_DTYPE_INT, 32, 1};

static void *number(ir *it, int64_t value)
{
    return tunip_ir_int(it->graph, int32, value);
}

static tunip_walk_action add_number(const tunip_node *node, void *user)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    if (imm) *(int64_t *)user += imm->value;
    return TUNIP_WALK_ON;
}

static int64_t sum_in_place(const void *root)
{
    int64_t sum = 0;
    tunip_walker walker = {.enter = add_number, .user = &sum, .skip = TUNIP_FLAG_ASIDE};
    assert_int_equal(tunip_walk(root, &walker), TUNIP_WALK_DONE);
    return sum;
}

static tunip_tir_buffer *buffer_aside(ir *it)
{
    return tunip_tir_buffer_new(it->graph, "A", int32, TUNIP_LIST(it->graph, number(it, ASIDE)));
}

static tunip_map *annotations_aside(ir *it)
{
    void *entry[] = {tunip_string_new(it->graph, "unroll"), number(it, ASIDE)};
    return tunip_map_new(it->graph, 1, entry);
}

static tunip_tir_buffer_region *region(ir *it)
{
    tunip_ir_range *range = tunip_ir_range_new(it->graph, number(it, VISITED), number(it, VISITED));
    return tunip_tir_buffer_region_new(it->graph, buffer_aside(it), TUNIP_LIST(it->graph, range));
}

static tunip_tir_evaluate *statement(ir *it)
{
    return tunip_tir_evaluate_new(it->graph, number(it, VISITED));
}

static void a_load_visits_its_indices(void **state)
{
    ir *it = *state;
    tunip_array *indices = TUNIP_LIST(it->graph, number(it, VISITED));
    tunip_tir_buffer_load *load = tunip_tir_buffer_load_new(it->graph, buffer_aside(it), indices);
    load->predicate = number(it, ASIDE);
    assert_int_equal(sum_in_place(load), VISITED);
}

static void a_store_visits_value_and_indices(void **state)
{
    ir *it = *state;
    tunip_array *indices = TUNIP_LIST(it->graph, number(it, VISITED));
    tunip_tir_buffer_store *store =
        tunip_tir_buffer_store_new(it->graph, buffer_aside(it), indices, number(it, VISITED));
    store->predicate = number(it, ASIDE);
    assert_int_equal(sum_in_place(store), 2 * VISITED);
}

static void vectors_visit_all_but_their_lanes(void **state)
{
    ir *it = *state;
    tunip_tir_ramp *ramp = tunip_node_new(it->graph, &tunip_tir_ramp_type);
    ramp->start = number(it, VISITED);
    ramp->stride = number(it, VISITED);
    ramp->lanes = number(it, ASIDE);
    tunip_tir_broadcast *broadcast = tunip_node_new(it->graph, &tunip_tir_broadcast_type);
    broadcast->value = number(it, VISITED);
    broadcast->lanes = number(it, ASIDE);
    assert_int_equal(sum_in_place(ramp) + sum_in_place(broadcast), 3 * VISITED);
}

static void a_loop_visits_its_bounds_and_body(void **state)
{
    ir *it = *state;
    tunip_tir_var *var = tunip_tir_var_new(it->graph, "i", int32);
    tunip_tir_for *loop =
        tunip_tir_for_new(it->graph, var, number(it, VISITED), TUNIP_TIR_FOR_SERIAL, statement(it));
    loop->step = number(it, VISITED);
    loop->annotations = annotations_aside(it);
    loop->thread_binding =
        tunip_tir_iter_var_new(it->graph, var, number(it, ASIDE), TUNIP_TIR_ITER_DATA_PAR);
    assert_int_equal(sum_in_place(loop), 3 * VISITED);
}

static void an_attribute_visits_value_and_body(void **state)
{
    ir *it = *state;
    tunip_tir_attr_stmt *attr = tunip_node_new(it->graph, &tunip_tir_attr_stmt_type);
    attr->node = number(it, ASIDE);
    attr->value = number(it, VISITED);
    attr->body = (tunip_node *)statement(it);
    assert_int_equal(sum_in_place(attr), 2 * VISITED);
}

static void a_block_visits_domains_regions_and_body(void **state)
{
    ir *it = *state;
    tunip_tir_var *var = tunip_tir_var_new(it->graph, "v", int32);
    tunip_tir_iter_var *iter =
        tunip_tir_iter_var_new(it->graph, var, number(it, VISITED), TUNIP_TIR_ITER_DATA_PAR);
    tunip_tir_match_buffer_region *match =
        tunip_node_new(it->graph, &tunip_tir_match_buffer_region_type);
    match->buffer = buffer_aside(it);
    match->source = region(it);
    tunip_tir_block_realize *realize = tunip_tir_block_new(
        it->graph, "block", TUNIP_LIST(it->graph, iter), TUNIP_LIST(it->graph, number(it, VISITED)),
        TUNIP_LIST(it->graph, region(it)), NULL, statement(it));
    realize->block->match_buffers = TUNIP_LIST(it->graph, match);
    realize->block->alloc_buffers = TUNIP_LIST(it->graph, buffer_aside(it));
    realize->block->annotations = annotations_aside(it);
    realize->block->init = (tunip_node *)statement(it);
    assert_int_equal(sum_in_place(realize->block), 7 * VISITED);
    assert_int_equal(sum_in_place(realize), 9 * VISITED); /* the predicate is 1, too */
}

static void a_reduction_visits_all_but_its_combiner(void **state)
{
    ir *it = *state;
    tunip_tir_var *var = tunip_tir_var_new(it->graph, "k", int32);
    tunip_tir_comm_reducer *combiner = tunip_node_new(it->graph, &tunip_tir_comm_reducer_type);
    combiner->identity_element = TUNIP_LIST(it->graph, number(it, ASIDE));
    tunip_tir_reduce *reduce = tunip_node_new(it->graph, &tunip_tir_reduce_type);
    reduce->combiner = combiner;
    reduce->source = TUNIP_LIST(it->graph, number(it, VISITED));
    reduce->init = TUNIP_LIST(it->graph, number(it, VISITED));
    reduce->axis = TUNIP_LIST(it->graph, tunip_tir_iter_var_new(it->graph, var, number(it, VISITED),
                                                                TUNIP_TIR_ITER_COMM_REDUCE));
    reduce->condition = number(it, VISITED);
    assert_int_equal(sum_in_place(reduce), 4 * VISITED);
}

static void allocations_visit_extents_condition_and_body(void **state)
{
    ir *it = *state;
    tunip_tir_allocate *allocate = tunip_node_new(it->graph, &tunip_tir_allocate_type);
    allocate->buffer_var = tunip_tir_pointer_new(it->graph, "A", int32, "global");
    allocate->extents = TUNIP_LIST(it->graph, number(it, VISITED));
    allocate->condition = number(it, VISITED);
    allocate->body = (tunip_node *)statement(it);
    allocate->annotations = annotations_aside(it);
    tunip_tir_decl_buffer *decl = tunip_node_new(it->graph, &tunip_tir_decl_buffer_type);
    decl->buffer = buffer_aside(it);
    decl->body = (tunip_node *)statement(it);
    assert_int_equal(sum_in_place(allocate) + sum_in_place(decl), 4 * VISITED);
}

static void a_function_visits_its_body(void **state)
{
    ir *it = *state;
    tunip_tir_var *param = tunip_tir_handle_new(it->graph, "a");
    tunip_tir_buffer *buffer = buffer_aside(it);
    tunip_tir_prim_func *func =
        tunip_tir_prim_func_new(it->graph, "main", 1, &param, &buffer, statement(it));
    func->base.attrs->dict = annotations_aside(it);
    assert_int_equal(sum_in_place(func), VISITED);
}

/* ---- types saved as a string ---- */

static void names_are_read_and_written(void **state)
{
    ir *it = *state;
    const tunip_type *const named[] = {&tunip_ir_op_type, &tunip_ir_env_func_type,
                                       &tunip_ir_target_kind_type, &tunip_ir_source_name_type};
    const tunip_str text = TUNIP_STR("tir.exp");
    for (size_t i = 0; i < TUNIP_LEN(named); i++) {
        tunip_node *node = tunip_node_new(it->graph, named[i]);
        assert_int_equal(named[i]->codec->from_text(it->graph, text, node, NULL), TUNIP_OK);
        assert_true(tunip_str_equal(named[i]->codec->to_text(it->graph, node), text));
    }
}

int main(void)
{
    facts *all = test_malloc(VINTAGES * sizeof *all);
    read_facts(&all[0], TUNIP_TESTS_DIR "/types/types.tsv", 23);
    read_facts(&all[1], TUNIP_TESTS_DIR "/types/types_v26.tsv", 26);
#define FACTS(test) cmocka_unit_test_prestate(test, all)
#define GRAPH(test) cmocka_unit_test_setup_teardown(test, open_graph, close_graph)
    const struct CMUnitTest tests[] = {
        FACTS(described_types_are_registered_as_described),
        FACTS(registered_types_are_described),
        cmocka_unit_test(fields_lie_inside_their_struct),
        cmocka_unit_test(only_variables_and_buffers_are_defined_by_name),
        GRAPH(a_load_visits_its_indices),
        GRAPH(a_store_visits_value_and_indices),
        GRAPH(vectors_visit_all_but_their_lanes),
        GRAPH(a_loop_visits_its_bounds_and_body),
        GRAPH(an_attribute_visits_value_and_body),
        GRAPH(a_block_visits_domains_regions_and_body),
        GRAPH(a_reduction_visits_all_but_its_combiner),
        GRAPH(allocations_visit_extents_condition_and_body),
        GRAPH(a_function_visits_its_body),
        GRAPH(names_are_read_and_written),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    test_free(all);
    return failed;
}
