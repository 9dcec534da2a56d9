/* test_metadata.c -- nodes in the metadata section: their numbers, and the section itself. */
#include "print/metadata.h"
#include "toy_world.h"

static void *blob(const toy_world *world)
{
    return toy_holder_new(world->graph, &toy_blob_type, NULL);
}
static void *string(const toy_world *world, const char *text)
{
    return tunip_string_new(world->graph, text);
}

#define NOTE "\n# Metadata omitted. Use show_meta=True in script() method to show it."

static void entries_are_numbered_by_type(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_tensor *tensor = tunip_node_new(g, &tunip_tensor_type);
    tunip_bytes *bytes = tunip_node_new(g, &tunip_bytes_type);
    void *items = TUNIP_LIST(g, blob(world), tensor, blob(world), bytes, string(world, "a\nb"),
                             string(world, "c\n"), blob(world));
    assert_prints(world, toy_seq_new(g, items),
                  "metadata[\"toy.Blob\"][0]\n"
                  "metadata[\"ffi.Tensor\"][0]\n"
                  "metadata[\"toy.Blob\"][1]\n"
                  "metadata[\"ffi.Bytes\"][0]\n"
                  "metadata[\"ffi.String\"][0]\n"
                  "metadata[\"ffi.String\"][1]\n"
                  "metadata[\"toy.Blob\"][2]" NOTE);
}

/* Nodes are shared by identity, strings by content. */
static void entries_are_shared(void **state)
{
    const toy_world *world = *state;
    tunip_graph *g = world->graph;
    void *a = blob(world), *b = blob(world);
    void *items = TUNIP_LIST(g, a, b, a, string(world, "x\ny"), string(world, "z\n"),
                             string(world, "x\ny"), b);
    assert_prints(world, toy_seq_new(g, items),
                  "metadata[\"toy.Blob\"][0]\n"
                  "metadata[\"toy.Blob\"][1]\n"
                  "metadata[\"toy.Blob\"][0]\n"
                  "metadata[\"ffi.String\"][0]\n"
                  "metadata[\"ffi.String\"][1]\n"
                  "metadata[\"ffi.String\"][0]\n"
                  "metadata[\"toy.Blob\"][1]" NOTE);
}

/* The text of an entry and the names of variables do not affect each other. */
static void strings_and_names_do_not_meet(void **state)
{
    const toy_world *world = *state;
    tunip_docsifier d;
    tunip_frame frame;
    tunip_node x = {&toy_var_type}, y = x;
    toy_job_open(world, &d, NULL);
    tunip_frame_enter(&d, &frame, &toy_dialect, NULL);
    assert_true(doc_id_is(tunip_define(&d, &frame, &x, tunip_str_from("before")), "before"));
    tunip_metadata(&d, string(world, "before"), NULL);
    const tunip_doc_index *index = (const void *)tunip_metadata(&d, string(world, "after"), NULL);
    const tunip_doc_literal *number = (const void *)index->indices.items[0];
    assert_int_equal(number->value.integer, 1);
    assert_true(doc_id_is(tunip_define(&d, &frame, &y, tunip_str_from("after")), "after"));
    tunip_frame_leave(&d, &frame);
    tn_job_close(&d);
}

static void what_is_left_out_is_reported(void **state)
{
    const toy_world *world = *state;
    tunip_printed *printed = toy_print(world, toy_sum_new(world->graph, NULL, blob(world)), NULL);
    assert_one_issue(printed, TUNIP_ISSUE_METADATA, "toy.Blob left to the metadata section",
                     "<root>.rhs");
    assert_false(tunip_printed_parsable(printed));
    tunip_printed_free(printed);
}

static void what_is_shown_is_no_issue(void **state)
{
    const toy_world *world = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.show_meta = true;
    tunip_printed *printed =
        toy_print(world, toy_sum_new(world->graph, blob(world), blob(world)), &options);
    assert_int_equal(tunip_printed_issue_count(printed), 0);
    assert_true(tunip_printed_parsable(printed));
    tunip_str text = tunip_printed_text(printed);
    assert_non_null(strstr(text.data, "metadata[\"toy.Blob\"][0] + metadata[\"toy.Blob\"][1]"));
    assert_null(strstr(text.data, "omitted"));
    tunip_printed_free(printed);
}

/* A section that cannot be saved is omitted, and the print succeeds. */
static void metadata_may_contain_itself(void **state)
{
    const toy_world *world = *state;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.show_meta = true;
    toy_holder *cycle = blob(world);
    cycle->inner = &cycle->base;
    tunip_printed *printed = toy_print(
        world, toy_sum_new(world->graph, cycle, tunip_int_new(world->graph, 1)), &options);
    assert_string_equal(tunip_printed_text(printed).data, "metadata[\"toy.Blob\"][0] + 1");
    assert_int_equal(tunip_printed_issue_count(printed), 1);
    assert_int_equal(tunip_printed_issue(printed, 0)->kind, TUNIP_ISSUE_METADATA);
    assert_false(tunip_printed_parsable(printed));
    tunip_printed_free(printed);
}

static void null_is_no_metadata(void **state)
{
    const toy_world *world = *state;
    tunip_docsifier d;
    toy_job_open(world, &d, NULL);
    assert_int_equal(tunip_metadata(&d, NULL, NULL)->kind, TUNIP_DOC_LITERAL);
    assert_int_equal(d.metadata->groups.count, 0);
    tn_job_close(&d);
}

static void each_print_counts_anew(void **state)
{
    const toy_world *world = *state;
    void *root = toy_seq_new(world->graph, TUNIP_LIST(world->graph, blob(world)));
    for (size_t i = 0; i < 3; i++) assert_prints(world, root, "metadata[\"toy.Blob\"][0]" NOTE);
}

/* ---- the section ---- */

/* The section maps type keys to arrays of nodes. As in TVM, the type that occurred last comes
 * first. */
static void the_section_is_a_map_of_arrays(void **state)
{
    const toy_world *world = *state;
    static const struct {
        const char *key;
        size_t count;
    } groups[] = {{"ffi.String", 1}, {"ffi.Tensor", 1}, {"toy.Blob", 2}};
    tunip_docsifier d;
    toy_job_open(world, &d, NULL);
    void *a = blob(world), *b = blob(world);
    tunip_metadata(&d, a, NULL);
    tunip_metadata(&d, tunip_node_new(world->graph, &tunip_tensor_type), NULL);
    tunip_metadata(&d, string(world, "s"), NULL);
    tunip_metadata(&d, b, NULL);
    const tunip_map *map = tn_metadata_map(&d);
    assert_int_equal(tunip_map_count(map), TUNIP_LEN(groups));
    for (size_t i = 0; i < TUNIP_LEN(groups); i++) {
        const tunip_array *nodes = TUNIP_AS(tunip_array, map->entries[i].value);
        assert_true(tunip_str_is(tunip_string_value(map->entries[i].key), groups[i].key));
        assert_int_equal(tunip_array_count(nodes), groups[i].count);
    }
    const tunip_array *blobs = (const void *)tunip_map_get(map, "toy.Blob");
    assert_ptr_equal(blobs->items[0], a);
    assert_ptr_equal(blobs->items[1], b);
    tn_job_close(&d);
}

static void an_empty_section_is_an_empty_map(void **state)
{
    const toy_world *world = *state;
    tunip_docsifier d;
    toy_job_open(world, &d, NULL);
    const tunip_map *map = tn_metadata_map(&d);
    assert_non_null(map);
    assert_int_equal(tunip_map_count(map), 0);
    assert_int_equal(d.memory.error.code, TUNIP_OK);
    tn_job_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(entries_are_numbered_by_type),
        TOY_TEST(entries_are_shared),
        TOY_TEST(strings_and_names_do_not_meet),
        TOY_TEST(what_is_left_out_is_reported),
        TOY_TEST(what_is_shown_is_no_issue),
        TOY_TEST(metadata_may_contain_itself),
        TOY_TEST(null_is_no_metadata),
        TOY_TEST(each_print_counts_anew),
        TOY_TEST(the_section_is_a_map_of_arrays),
        TOY_TEST(an_empty_section_is_an_empty_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
