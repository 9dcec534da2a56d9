/* test_save.c -- saves graphs as TVM does. */
#include "ir/graph.h"
#include "zoo.h"

#include <math.h>

#include "render_helper.h"
#include "small_thread.h"

/* ---- what was written ---- */

typedef struct output {
    char *text;
    size_t size, room;
    size_t calls;
    size_t refuse_at; /* the number of the call to refuse, from 1; 0: none */
} output;

static int collect(const char *data, size_t size, void *user)
{
    output *out = user;
    if (++out->calls == out->refuse_at) return 1;
    if (out->size + size + 1 > out->room) {
        out->room = 2 * (out->size + size + 1);
        out->text = realloc(out->text, out->room);
        assert_non_null(out->text);
    }
    memcpy(out->text + out->size, data, size);
    out->size += size;
    out->text[out->size] = '\0';
    return 0;
}

static char *saved(const zoo_world *world, const void *root)
{
    output out = {.text = NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_save(world->context, root, collect, &out, &error), TUNIP_OK);
    assert_string_equal(error.message, "");
    return out.text;
}

static const char frame_end[] =
    "\n  ],\n  \"metadata\": {\n    \"tvm_version\": \"0.23.0\"\n  }\n}";

/* `nodes` is the text between the brackets, without the first newline; ' stands for ". */
static void assert_saves(const zoo_world *world, const void *root, size_t root_index,
                         const char *nodes)
{
    char *json = zoo_json(nodes), *text = saved(world, root);
    size_t room = strlen(json) + sizeof frame_end + 64;
    char *expected = malloc(room);
    assert_non_null(expected);
    snprintf(expected, room, "{\n  \"root_index\": %zu,\n  \"nodes\": [\n%s%s", root_index, json,
             frame_end);
    assert_string_equal(text, expected);
    free(expected);
    free(json);
    free(text);
}

static int world_open(void **state)
{
    if (zoo_open(state) != 0) return -1;
    zoo_world *world = *state;
    world->graph = tunip_graph_new(world->context, NULL);
    return world->graph ? 0 : -1;
}

#define SAVE_TEST(test) cmocka_unit_test_setup_teardown(test, world_open, zoo_close)

/* ---- values ---- */

static void none_is_a_node(void **state)
{
    assert_saves(*state, NULL, 0, "    {\n      'type': 'None'\n    }");
}

static void assert_data(const zoo_world *world, const void *node, const char *type,
                        const char *data)
{
    char expected[512];
    snprintf(expected, sizeof expected, "    {\n      'type': '%s',\n      'data': %s\n    }", type,
             data);
    assert_saves(world, node, 0, expected);
}

static void scalars(void **state)
{
    const zoo_world *world = *state;
    tunip_graph *g = world->graph;
    assert_data(world, tunip_int_new(g, 0), "int", "0");
    assert_data(world, tunip_int_new(g, INT64_MIN), "int", "-9223372036854775808");
    assert_data(world, tunip_int_new(g, INT64_MAX), "int", "9223372036854775807");
    assert_data(world, tunip_bool_new(g, true), "bool", "true");
    assert_data(world, tunip_bool_new(g, false), "bool", "false");
    assert_data(world, tunip_float_new(g, 2), "float", "2.0");
    assert_data(world, tunip_float_new(g, 0.1), "float", "0.10000000000000001");
    assert_data(world, tunip_float_new(g, (double)NAN), "float", "NaN");
    assert_data(world, tunip_float_new(g, (double)INFINITY), "float", "Infinity");
    assert_data(world, tunip_float_new(g, -(double)INFINITY), "float", "-Infinity");
    tunip_dtype_value *d = tunip_node_new(g, &tunip_dtype_type);
    d->value = tunip_dtype_make(TUNIP_DTYPE_BFLOAT, 16, 1);
    assert_data(world, d, "DataType", "'bfloat16'");
    tunip_device *v = tunip_node_new(g, &tunip_device_type);
    v->device_type = 2;
    assert_data(world, v, "Device", "[\n        2,\n        0\n      ]");
}

/* TVM saves each handle as "handle" and reads that as handle64. It reads longer names, too. */
static void dtypes_are_read_back_as_they_were(void **state)
{
    static const struct {
        int code, bits, lanes;
        const char *saved;
    } cases[] = {
        {TUNIP_DTYPE_HANDLE, 64, 1, "'handle'"},
        {TUNIP_DTYPE_HANDLE, 0, 0, "''"},
        {TUNIP_DTYPE_HANDLE, 2, 1, "'handle2x1'"},
        {TUNIP_DTYPE_HANDLE, 64, 4, "'handle64x4'"},
        {TUNIP_DTYPE_HANDLE, 32, -4, "'handle32xvscalex4'"},
        {TUNIP_DTYPE_INT, 8, -1, "'int8xvscalex1'"},
        {TUNIP_DTYPE_INT, 8, -2, "'int8xvscalex2'"},
        {TUNIP_DTYPE_BOOL, 1, 1, "'bool1'"},
        {TUNIP_DTYPE_INT, 8, 0, "'int8'"}, /* no text is read as this one */
    };
    const zoo_world *world = *state;
    tunip_dtype_value *d = tunip_node_new(world->graph, &tunip_dtype_type);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        d->value = tunip_dtype_make(cases[i].code, cases[i].bits, cases[i].lanes);
        assert_data(world, d, "DataType", cases[i].saved);
    }
}

static void strings_are_escaped_as_tvm_does(void **state)
{
    const zoo_world *world = *state;
    tunip_string *text = tunip_string_new_view(
        world->graph, (tunip_str)TUNIP_STR("\"\\/\b\f\n\r\t\x01\x1f\x7f\0\xC3\xA9"));
    char *json = saved(world, text);
    assert_non_null(strstr(json,
                           "\"data\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u001f\\u007f\\u0000"
                           "\xC3\xA9\"\n"));
    free(json);
}

static void bytes_and_tensors_are_base64_with_escaped_slashes(void **state)
{
    const zoo_world *world = *state;
    static const int64_t shape[] = {2};
    tunip_bytes *bytes = tunip_node_new(world->graph, &tunip_bytes_type);
    bytes->value = (tunip_str)TUNIP_STR("\xff\xff\xff?");
    assert_data(world, bytes, "ffi.Bytes", "'\\/\\/\\/\\/Pw=='");
    tunip_tensor *tensor = tunip_node_new(world->graph, &tunip_tensor_type);
    *tensor = (tunip_tensor){.base = tensor->base,
                             .device_type = 2, /* becomes the CPU */
                             .dtype = {TUNIP_DTYPE_FLOAT, 32, 1},
                             .ndim = 1,
                             .shape = shape,
                             .data = TUNIP_STR("\0\0\x80?\0\0\0@")};
    assert_data(world, tensor, "ffi.Tensor",
                "'P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA='");
}

static void long_bytes_come_back(void **state)
{
    zoo_world *world = *state;
    char data[5000];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (char)(i * 131 >> 3);
    tunip_bytes *bytes = tunip_node_new(world->graph, &tunip_bytes_type);
    bytes->value = (tunip_str){data, sizeof data};
    char *json = saved(world, bytes);
    tunip_graph *again = tunip_read(world->context, tunip_str_from(json), NULL);
    assert_true(
        tunip_str_equal(((const tunip_bytes *)tunip_graph_root(again))->value, bytes->value));
    tunip_graph_free(again);
    free(json);
}

/* ---- containers and objects ---- */

static void containers_come_behind_their_items(void **state)
{
    const zoo_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_map *map = tunip_map_new(
        g, 1, (void *[]){tunip_string_new(g, "k"), TUNIP_LIST(g, tunip_int_new(g, 1), NULL)});
    assert_saves(world, map, 4,
                 "    {\n      'type': 'ffi.String',\n      'data': 'k'\n    },\n"
                 "    {\n      'type': 'int',\n      'data': 1\n    },\n"
                 "    {\n      'type': 'None'\n    },\n"
                 "    {\n      'type': 'ffi.Array',\n"
                 "      'data': [\n        1,\n        2\n      ]\n    },\n"
                 "    {\n      'type': 'ffi.Map',\n"
                 "      'data': [\n        0,\n        3\n      ]\n    }");
}

static void empty_containers_have_a_line_break_inside(void **state)
{
    const zoo_world *world = *state;
    tunip_shape *shape = tunip_node_new(world->graph, &tunip_shape_type);
    assert_data(world, tunip_array_new(world->graph, 0, NULL), "ffi.Array", "[\n      ]");
    assert_data(world, tunip_map_new(world->graph, 0, NULL), "ffi.Map", "[\n      ]");
    assert_data(world, shape, "ffi.Shape", "[\n      ]");
}

static void objects_have_inherited_fields_first(void **state)
{
    const zoo_world *world = *state;
    zoo_bird *bird = tunip_node_new(world->graph, &zoo_bird_type);
    *bird = (zoo_bird){.base = {bird->base.base, tunip_string_new(world->graph, "Kiwi")},
                       .age = 3,
                       .speed = 1.5,
                       .dtype = {TUNIP_DTYPE_INT, 8, 1}};
    assert_saves(world, bird, 1,
                 "    {\n      'type': 'ffi.String',\n      'data': 'Kiwi'\n    },\n"
                 "    {\n      'type': 'zoo.Bird',\n      'data': {\n        'name': 0,\n"
                 "        'age': 3,\n        'speed': 1.5,\n        'flies': false,\n"
                 "        'dtype': 'int8'\n      }\n    }");
}

static void codecs_make_the_text(void **state)
{
    const zoo_world *world = *state;
    zoo_tag *tag = tunip_node_new(world->graph, &zoo_tag_type);
    tag->text = tunip_string_new(world->graph, "a\"b");
    assert_data(world, tag, "zoo.Tag", "'#a\\'b'");
}

/* ---- what is one node and what are two ---- */

static size_t node_count(const zoo_world *world, void *a, void *b)
{
    char *json = saved(world, TUNIP_LIST(world->graph, a, b));
    size_t count = 0;
    for (const char *at = json; (at = strstr(at, "\"type\"")); at++) count++;
    free(json);
    return count - 1; /* without the list */
}

static void equal_values_are_one_node(void **state)
{
    const zoo_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_bytes *b = tunip_node_new(g, &tunip_bytes_type),
                *c = tunip_node_new(g, &tunip_bytes_type);
    tunip_device *v = tunip_node_new(g, &tunip_device_type),
                 *w = tunip_node_new(g, &tunip_device_type);
    assert_int_equal(node_count(world, tunip_string_new(g, "x"), tunip_string_new(g, "x")), 1);
    assert_int_equal(node_count(world, tunip_string_new(g, ""), tunip_string_new(g, "")), 1);
    assert_int_equal(node_count(world, tunip_int_new(g, 1), tunip_int_new(g, 1)), 1);
    assert_int_equal(node_count(world, tunip_float_new(g, 1), tunip_float_new(g, 1)), 1);
    assert_int_equal(node_count(world, b, c), 1);
    assert_int_equal(node_count(world, v, w), 1);
    assert_int_equal(node_count(world, NULL, NULL), 1);
}

static void unlike_values_are_two(void **state)
{
    const zoo_world *world = *state;
    tunip_graph *g = world->graph;
    tunip_bytes *empty = tunip_node_new(g, &tunip_bytes_type);
    assert_int_equal(node_count(world, tunip_string_new(g, "x"), tunip_string_new(g, "y")), 2);
    assert_int_equal(node_count(world, tunip_string_new(g, ""), NULL), 2);
    assert_int_equal(node_count(world, tunip_string_new(g, ""), empty), 2);
    assert_int_equal(node_count(world, tunip_int_new(g, 1), tunip_bool_new(g, true)), 2);
    assert_int_equal(node_count(world, tunip_int_new(g, 0), tunip_float_new(g, 0)), 2);
    assert_int_equal(node_count(world, tunip_float_new(g, 0), tunip_float_new(g, -0.0)), 2);
    assert_int_equal(node_count(world, tunip_array_new(g, 0, NULL), tunip_array_new(g, 0, NULL)),
                     2);
}

/* ---- there and back ---- */

/* Integers of an unregistered type that may be references count as references in reading and in
 * saving. */
static void saved_text_is_saved_the_same_again(void **state)
{
    zoo_world *world = *state;
    const void *root = zoo_read(
        world,
        "{'type': 'ffi.String', 'data': 'n'}, {'type': 'zoo.Fish', 'data': {'name': 0}},"
        "{'type': 'farm.Cow', 'data': {'fish': 1, 'count': 99, 'speed': 1.0, 'nothing': null,"
        "'kind': 'x', 'fast': true}}, {'type': 'farm.Pig', 'data': 'Oink'},"
        "{'type': 'farm.Hen', 'data': {}}, {'type': 'ffi.Array', 'data': [1, 2, 3, 4]}");
    char *first = saved(world, root);
    tunip_graph *graph = tunip_read(world->context, tunip_str_from(first), NULL);
    assert_non_null(graph);
    char *second = saved(world, tunip_graph_root(graph));
    assert_string_equal(first, second);
    assert_non_null(
        strstr(first, "\"count\": 99,\n        \"speed\": 1.0,\n        \"nothing\": null"));
    tunip_graph_free(graph);
    free(first);
    free(second);
}

/* ---- trouble ---- */

static void cycles_are_an_error(void **state)
{
    const zoo_world *world = *state;
    output out = {.text = NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_array *list = TUNIP_LIST(world->graph, NULL);
    list->items[0] = (tunip_node *)TUNIP_LIST(world->graph, list);
    assert_int_equal(tunip_save(world->context, &list->base, collect, &out, &error),
                     TUNIP_ERROR_FORMAT);
    assert_string_equal(error.message, "the graph has a cycle");
    assert_int_equal(out.calls, 0);
}

static void the_callback_may_refuse(void **state)
{
    const zoo_world *world = *state;
    tunip_array *list = TUNIP_LIST(world->graph, NULL);
    for (int i = 0; i < 2000; i++)
        list = TUNIP_LIST(world->graph, list, tunip_int_new(world->graph, i));
    for (size_t at = 1; at < 4; at++) {
        output out = {.refuse_at = at};
        tunip_error error = TUNIP_ERROR_INIT;
        assert_int_equal(tunip_save(world->context, &list->base, collect, &out, &error),
                         TUNIP_ERROR_CANCELLED);
        assert_int_equal(out.calls, at); /* there is no further call */
        free(out.text);
    }
}

/* Saves with memory for `budget` allocations. */
static tunip_status save_within(size_t budget, const void *root)
{
    budget_memory memory;
    output out = {.text = NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    budget_memory_init(&memory, SIZE_MAX);
    tunip_context *context = zoo_context_new(&memory.allocator, NULL);
    assert_non_null(context);
    memory.budget = budget;
    tunip_status status = tunip_save(context, root, collect, &out, &error);
    assert_int_equal(error.code, status);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
    free(out.text);
    return status;
}

static void memory_may_run_out_anywhere(void **state)
{
    zoo_world *world = *state;
    const void *root = zoo_read(
        world, "{'type': 'ffi.String', 'data': 'n'}, {'type': 'zoo.Tag', 'data': '#t'},"
               "{'type': 'int', 'data': 1}, {'type': 'ffi.Bytes', 'data': 'AAAA'},"
               "{'type': 'ffi.Tensor', 'data':"
               "'P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA='},"
               "{'type': 'ffi.Array', 'data': [0, 1, 2, 3, 4]}");
    size_t budget = 0;
    tunip_status status;
    while ((status = save_within(budget, root)) == TUNIP_ERROR_MEMORY) budget++;
    assert_int_equal(status, TUNIP_OK);
    assert_in_range(budget, 5, 100);
}

/* ---- depth ---- */

enum { DEEP = 1000000 };

static void *save_deep(void *arg)
{
    zoo_world *world = arg;
    tunip_array *list = TUNIP_LIST(world->graph, NULL);
    for (int i = 1; i < DEEP; i++) list = TUNIP_LIST(world->graph, list);
    char *json = saved(world, list);
    tunip_graph *graph = tunip_read(world->context, tunip_str_from(json), NULL);
    assert_non_null(graph);
    assert_int_equal(tn_graph_node_count(graph), DEEP + 1);
    tunip_graph_free(graph);
    free(json);
    return NULL;
}

static void a_million_nested_nodes_are_saved(void **state)
{
    run_on_small_stack(save_deep, *state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SAVE_TEST(none_is_a_node),
        SAVE_TEST(scalars),
        SAVE_TEST(dtypes_are_read_back_as_they_were),
        SAVE_TEST(strings_are_escaped_as_tvm_does),
        SAVE_TEST(bytes_and_tensors_are_base64_with_escaped_slashes),
        SAVE_TEST(long_bytes_come_back),
        SAVE_TEST(containers_come_behind_their_items),
        SAVE_TEST(empty_containers_have_a_line_break_inside),
        SAVE_TEST(objects_have_inherited_fields_first),
        SAVE_TEST(codecs_make_the_text),
        SAVE_TEST(equal_values_are_one_node),
        SAVE_TEST(unlike_values_are_two),
        SAVE_TEST(saved_text_is_saved_the_same_again),
        SAVE_TEST(cycles_are_an_error),
        SAVE_TEST(the_callback_may_refuse),
        SAVE_TEST(memory_may_run_out_anywhere),
        SAVE_TEST(a_million_nested_nodes_are_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
