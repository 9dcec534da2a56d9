/* test_reader.c -- reads saved graphs. tests/bad has the files that are not graphs. */
#include "ir/graph.h"
#include "zoo.h"

#include <math.h>

/* ---- values ---- */

static void scalars_become_values(void **state)
{
    zoo_world *world = *state;
    assert_null(zoo_read(world, "{'type': 'None'}"));
    const tunip_int *i = zoo_read(world, "{'type': 'int', 'data': -9223372036854775808}");
    assert_ptr_equal(i->base.type, &tunip_int_type);
    assert_true(i->value == INT64_MIN);
    const tunip_bool *b = zoo_read(world, "{'type': 'bool', 'data': true}");
    assert_ptr_equal(b->base.type, &tunip_bool_type);
    assert_true(b->value);
    const tunip_dtype_value *d = zoo_read(world, "{'type': 'DataType', 'data': 'float16x4'}");
    assert_ptr_equal(d->base.type, &tunip_dtype_type);
    assert_true(tunip_dtype_equal(d->value, tunip_dtype_make(TUNIP_DTYPE_FLOAT, 16, 4)));
    const tunip_device *v = zoo_read(world, "{'type': 'Device', 'data': [2, -1]}");
    assert_ptr_equal(v->base.type, &tunip_device_type);
    assert_int_equal(v->device_type, 2);
    assert_int_equal(v->device_id, -1);
}

static double read_double(zoo_world *world, const char *data)
{
    char node[96];
    snprintf(node, sizeof node, "{'type': 'float', 'data': %s}", data);
    const tunip_float *f = zoo_read(world, node);
    assert_ptr_equal(f->base.type, &tunip_float_type);
    return f->value;
}

static void floats_may_be_whole_or_no_numbers(void **state)
{
    zoo_world *world = *state;
    assert_true(read_double(world, "2.5") == 2.5);
    assert_true(read_double(world, "7") == 7);
    assert_true(signbit(read_double(world, "-0")));
    assert_true(isnan(read_double(world, "NaN")));
    assert_true(read_double(world, "Infinity") == (double)INFINITY);
    assert_true(read_double(world, "-Infinity") == -(double)INFINITY);
    assert_true(read_double(world, "0.10000000000000001") == 0.1);
}

static void containers_hold_earlier_nodes(void **state)
{
    zoo_world *world = *state;
    const tunip_array *a = zoo_read(
        world,
        "{'type': 'None'}, {'type': 'int', 'data': 1}, {'type': 'ffi.Array', 'data': [1, 0, 1]}");
    assert_ptr_equal(a->base.type, &tunip_array_type);
    assert_int_equal(a->count, 3);
    assert_null(a->items[1]);
    assert_ptr_equal(a->items[0], a->items[2]);
    const tunip_map *m =
        zoo_read(world, "{'type': 'ffi.String', 'data': 'k'}, {'type': 'int', 'data': 1},"
                        "{'type': 'ffi.Map', 'data': [0, 1, 1, 0]}");
    assert_ptr_equal(m->base.type, &tunip_map_type);
    assert_int_equal(m->count, 2);
    assert_ptr_equal(m->entries[0].key, m->entries[1].value);
    assert_ptr_equal(tunip_map_get(m, "k"), m->entries[1].key);
    const tunip_array *empty = zoo_read(world, "{'type': 'ffi.Array', 'data': [ ]}");
    assert_int_equal(empty->count, 0);
    assert_int_equal(((const tunip_map *)zoo_read(world, "{'type': 'ffi.Map', 'data': []}"))->count,
                     0);
}

/* Keys that look the same and differ. */
static void keys_differ_by_type_and_identity(void **state)
{
    zoo_world *world = *state;
    const tunip_map *m = zoo_read(
        world, "{'type': 'int', 'data': 1}, {'type': 'bool', 'data': true},"
               "{'type': 'float', 'data': 1.0}, {'type': 'ffi.String', 'data': '1'},"
               "{'type': 'ffi.String', 'data': ''}, {'type': 'None'},"
               "{'type': 'ffi.Array', 'data': []}, {'type': 'ffi.Array', 'data': []},"
               "{'type': 'ffi.Map', 'data': [0, 5, 1, 5, 2, 5, 3, 5, 4, 5, 5, 5, 6, 5, 7, 5]}");
    assert_int_equal(m->count, 8);
}

static void shapes_and_bytes(void **state)
{
    zoo_world *world = *state;
    const tunip_shape *s = zoo_read(world, "{'type': 'ffi.Shape', 'data': [4, -1, 5000000000]}");
    assert_ptr_equal(s->base.type, &tunip_shape_type);
    assert_int_equal(s->count, 3);
    assert_true(s->dims[1] == -1 && s->dims[2] == 5000000000);
    assert_int_equal(
        ((const tunip_shape *)zoo_read(world, "{'type': 'ffi.Shape', 'data': []}"))->count, 0);
    const tunip_bytes *b = zoo_read(world, "{'type': 'ffi.Bytes', 'data': 'AP/+QQ=='}");
    assert_ptr_equal(b->base.type, &tunip_bytes_type);
    assert_true(tunip_str_equal(b->value, (tunip_str)TUNIP_STR("\0\xff\xfe"
                                                               "A")));
}

static void tensors(void **state)
{
    zoo_world *world = *state;
    const tunip_tensor *t = zoo_read(
        world,
        "{'type': 'ffi.Tensor', 'data': 'P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAA"
        "AAgAAAAAAAAAAACAPwAAAEA='}");
    static const float elements[] = {1, 2};
    assert_ptr_equal(t->base.type, &tunip_tensor_type);
    assert_int_equal(t->device_type, 1);
    assert_int_equal(t->ndim, 1);
    assert_true(t->shape[0] == 2);
    assert_true(tunip_dtype_equal(t->dtype, tunip_dtype_make(TUNIP_DTYPE_FLOAT, 32, 1)));
    assert_int_equal(t->data.size, sizeof elements);
    assert_memory_equal(t->data.data, elements, sizeof elements);
}

/* ---- strings ---- */

static void assert_string(zoo_world *world, const char *data, tunip_str expected)
{
    char node[128];
    snprintf(node, sizeof node, "{'type': 'ffi.String', 'data': '%s'}", data);
    tunip_str text = tunip_string_value(zoo_read(world, node));
    assert_int_equal(text.size, expected.size);
    if (text.size) assert_memory_equal(text.data, expected.data, text.size);
}

static void strings_are_decoded(void **state)
{
    zoo_world *world = *state;
    assert_string(world, "", (tunip_str)TUNIP_STR(""));
    assert_string(world, "a b/\x7f", (tunip_str)TUNIP_STR("a b/\x7f"));
    assert_string(world, "\\\"\\\\\\/\\b\\f\\n\\r\\t", (tunip_str)TUNIP_STR("\"\\/\b\f\n\r\t"));
    assert_string(world, "\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80",
                  (tunip_str)TUNIP_STR("\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"));
    assert_string(world, "\\u0041\\u00e9\\u4E2d\\uD83D\\uDE00",
                  (tunip_str)TUNIP_STR("A\xC3\xA9\xE4\xB8\xAD\xF0\x9F\x98\x80"));
    assert_string(world, "\\u0000|\\u007f|\\u0080|\\u07ff|\\u0800|\\uffff",
                  (tunip_str)TUNIP_STR("\0|\x7f|\xC2\x80|\xDF\xBF|\xE0\xA0\x80|\xEF\xBF\xBF"));
    assert_string(world, "\\ud800\\udc00\\udbff\\udfff",
                  (tunip_str)TUNIP_STR("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"));
}

/* ---- objects ---- */

static const char bird[] = "{'type': 'ffi.String', 'data': 'Kiwi'},"
                           "{'type': 'zoo.Bird', 'data': {'name': 0, 'age': 3, 'speed': 1.5,"
                           "'flies': true, 'dtype': 'int8'}}";

static void assert_is_kiwi(const zoo_bird *b)
{
    assert_ptr_equal(b->base.base.type, &zoo_bird_type);
    assert_true(tunip_str_is(tunip_string_value(b->base.name), "Kiwi"));
    assert_true(b->age == 3 && b->speed == 1.5 && b->flies);
    assert_true(tunip_dtype_equal(b->dtype, tunip_dtype_make(TUNIP_DTYPE_INT, 8, 1)));
}

static void fields_go_into_the_struct(void **state)
{
    assert_is_kiwi(zoo_read(*state, bird));
}

/* Space between tokens changes nothing, although the reader takes TVM's spacing as a whole. */
static void the_spacing_may_be_any(void **state)
{
    static const char *const birds[] = {
        "{'type': 'ffi.String','data': 'Kiwi'},{'type': 'zoo.Bird','data': {'name': 0,'age': 3,"
        "'speed': 1.5,'flies': true,'dtype': 'int8'}}",
        "{'type': 'ffi.String','data': 'Kiwi'},{'type': 'zoo.Bird','data': {'name': 0,'age': 3 ,"
        "'speed':1.5,'flies' : true,'dtype': 'int8'}}",
        "{'type': 'ffi.String','data': 'Kiwi'},{'type': 'zoo.Bird','data': {'name': 0\n,'age':\t3,"
        "'flies': true,'dtype': 'int8','speed': 1.5}}",
    };
    for (size_t i = 0; i < TUNIP_LEN(birds); i++) assert_is_kiwi(zoo_read(*state, birds[i]));
    static const char *const lists[] = {"[0,1,0]", "[0,1 ,0]", "[ 0,1,0]", "[0,1,0 ]", "[0,1,\n0]"};
    for (size_t i = 0; i < TUNIP_LEN(lists); i++) {
        char nodes[160];
        snprintf(nodes, sizeof nodes,
                 "{'type': 'None'},{'type': 'int','data': 1},{'type': 'ffi.Array','data': %s}",
                 lists[i]);
        const tunip_array *array = zoo_read(*state, nodes);
        assert_int_equal(array->count, 3);
        assert_non_null(array->items[1]);
        assert_null(array->items[2]);
    }
}

static void fields_come_in_any_order(void **state)
{
    assert_is_kiwi(zoo_read(*state, "{'type': 'ffi.String', 'data': 'Kiwi'},"
                                    "{'type': 'zoo.Bird', 'data': {'dtype': 'int8', 'flies': true,"
                                    "'age': 3, 'name': 0, '\\u0073peed': 1.5}}"));
}

static void fields_with_a_default_may_be_missing(void **state)
{
    const zoo_cage *cage = zoo_read(
        *state,
        "{'type': 'None'}, {'type': 'ffi.Array', 'data': []}, {'type': 'ffi.Map', 'data': []},"
        "{'type': 'zoo.Cage', 'data': {'labels': 2, 'animals': 1, 'inside': 0}}");
    assert_null(cage->keeper);
    assert_null(cage->inside);
    assert_true(cage->note == 0);
    assert_non_null(cage->animals);
}

static void any_field_may_be_none(void **state)
{
    const zoo_cage *cage = zoo_read(
        *state, "{'type': 'None'}, {'type': 'zoo.Cage', 'data': {'animals': 0, 'labels': 0,"
                "'inside': 0, 'keeper': 0, 'note': 5}}");
    assert_null(cage->animals);
    assert_null(cage->labels);
    assert_true(cage->note == 5);
}

static void text_goes_to_the_codec(void **state)
{
    const zoo_tag *tag = zoo_read(*state, "{'type': 'zoo.Tag', 'data': '#x\\u0041'}");
    assert_ptr_equal(tag->base.type, &zoo_tag_type);
    assert_true(tunip_str_is(tunip_string_value(tag->text), "xA"));
}

static void nodes_are_shared_as_in_the_file(void **state)
{
    const tunip_array *a =
        zoo_read(*state, "{'type': 'ffi.String', 'data': 'x'}, {'type': 'ffi.String', 'data': 'x'},"
                         "{'type': 'ffi.Array', 'data': [0, 1, 0]}");
    assert_ptr_equal(a->items[0], a->items[2]);
    assert_ptr_not_equal(a->items[0], a->items[1]);
}

/* ---- unregistered types ---- */

static const tunip_opaque_field *field_of(const tunip_opaque *node, const char *name)
{
    for (size_t i = 0; i < node->count; i++)
        if (tunip_str_is(node->fields[i].name, name)) return &node->fields[i];
    fail_msg("no field %s", name);
    return NULL;
}

static void unregistered_types_keep_what_was_saved(void **state)
{
    const tunip_opaque *cow = zoo_read(
        *state, "{'type': 'None'}, {'type': 'ffi.String', 'data': 'Moo'},"
                "{'type': 'farm.Cow', 'data': {'none': 0, 'says': 1, 'count': 77, 'minus': -1,"
                "'speed': 1.5, 'big': Infinity, 'fast': false, 'kind': 'int8', 'nothing': null}}");
    assert_ptr_equal(cow->base.type->base, &tunip_opaque_type);
    assert_string_equal(cow->base.type->key, "farm.Cow");
    assert_int_equal(cow->count, 9);
    assert_true(field_of(cow, "none")->is_reference && !field_of(cow, "none")->value);
    assert_true(field_of(cow, "says")->is_reference);
    assert_true(tunip_str_is(tunip_string_value(field_of(cow, "says")->value), "Moo"));
    static const struct {
        const char *name;
        const tunip_type *type;
    } scalars[] = {{"count", &tunip_int_type},   {"minus", &tunip_int_type},
                   {"speed", &tunip_float_type}, {"big", &tunip_float_type},
                   {"fast", &tunip_bool_type},   {"kind", &tunip_string_type}};
    for (size_t i = 0; i < TUNIP_LEN(scalars); i++) {
        assert_false(field_of(cow, scalars[i].name)->is_reference);
        assert_ptr_equal(field_of(cow, scalars[i].name)->value->type, scalars[i].type);
    }
    assert_null(field_of(cow, "nothing")->value);
    assert_false(field_of(cow, "nothing")->is_reference);
}

static void unregistered_types_may_save_text(void **state)
{
    const tunip_opaque *cow = zoo_read(*state, "{'type': 'farm.Cow', 'data': 'Moo'}");
    assert_int_equal(cow->count, 0);
    assert_true(tunip_str_is(tunip_string_value(cow->data), "Moo"));
}

static void each_unregistered_key_is_one_type(void **state)
{
    const tunip_array *a = zoo_read(
        *state, "{'type': 'farm.Cow', 'data': {}}, {'type': 'farm.Pig', 'data': {}},"
                "{'type': 'farm.Cow', 'data': {}}, {'type': 'ffi.Array', 'data': [0, 1, 2]}");
    assert_ptr_equal(a->items[0]->type, a->items[2]->type);
    assert_ptr_not_equal(a->items[0]->type, a->items[1]->type);
}

static void unregistered_nodes_stand_for_abstract_types(void **state)
{
    const zoo_cage *cage = zoo_read(
        *state,
        "{'type': 'None'}, {'type': 'farm.Cow', 'data': {}},"
        "{'type': 'zoo.Fish', 'data': {'name': 0}}, {'type': 'ffi.Array', 'data': [1, 2, 0]},"
        "{'type': 'ffi.String', 'data': 'k'}, {'type': 'ffi.Map', 'data': [4, 1]},"
        "{'type': 'zoo.Cage', 'data': {'animals': 3, 'labels': 5, 'inside': 1}}");
    assert_string_equal(cage->animals->items[0]->type->key, "farm.Cow");
}

/* ---- which nodes may stand where ---- */

/* Node 0 is None, 1 "k", 2 a fish, 3 a bird, 4 a cow. `rest` has the nodes that refer to them. */
static void assert_refused(zoo_world *world, const char *rest, const char *message)
{
    char nodes[1024];
    snprintf(nodes, sizeof nodes,
             "{'type': 'None'}, {'type': 'ffi.String', 'data': 'k'},"
             "{'type': 'zoo.Fish', 'data': {'name': 1}},"
             "{'type': 'zoo.Bird', 'data': {'name': 1, 'age': 3, 'speed': 1.5, 'flies': true,"
             "'dtype': 'int8'}}, {'type': 'farm.Cow', 'data': {}}, %s",
             rest);
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = zoo_graph_text(nodes);
    assert_null(tunip_read(world->context, tunip_str_from(text), &error));
    assert_int_equal(error.code, TUNIP_ERROR_FORMAT);
    assert_string_equal(error.message, message);
    assert_int_equal(error.line, 1);
    assert_int_equal(error.column, error.offset + 1);
    free(text);
}

static void fields_take_only_what_they_expect(void **state)
{
    assert_refused(*state, "{'type': 'zoo.Fish', 'data': {'name': 2}}",
                   "expected ffi.String for field `name` of zoo.Fish, got zoo.Fish (node 2)");
    assert_refused(*state,
                   "{'type': 'zoo.Cage', 'data': {'animals': 0, 'labels': 0, 'inside': 0,"
                   "'keeper': 2}}",
                   "expected zoo.Bird for field `keeper` of zoo.Cage, got zoo.Fish (node 2)");
    assert_refused(*state,
                   "{'type': 'zoo.Cage', 'data': {'animals': 0, 'labels': 0, 'inside': 0,"
                   "'keeper': 4}}",
                   "expected zoo.Bird for field `keeper` of zoo.Cage, got farm.Cow (node 4)");
}

static void numbers_are_whole(void **state)
{
    zoo_world *world = *state;
    const zoo_bird *b =
        zoo_read(world, "{'type': 'None'},{'type': 'zoo.Bird','data': {'name': 0,'age': "
                        "9223372036854775807,'speed': 1,'flies': true,'dtype': 'int8'}}");
    assert_true(b->age == INT64_MAX);
    assert_refused(world, "{'type': 'ffi.Array','data': [1234567890123456789012]}",
                   "expected the index of an item, got `1234567890123456789012`");
    assert_refused(world, "{'type': 'zoo.Fish','data': {'name': 1234567890123456789012}}",
                   "expected the index of a node for field `name` of zoo.Fish, got "
                   "`1234567890123456789012`");
    assert_refused(world, "{'type': 'zoo.Fish','data': {'name': 1]}",
                   "expected `,` or `}`, got `]`");
}

static void containers_are_checked_to_the_last_item(void **state)
{
    static const char cage[] =
        "{'type': 'zoo.Cage', 'data': {'animals': %s, 'labels': %s, 'inside': 0}}";
    char rest[512], last[256];
    snprintf(last, sizeof last, cage, "5", "0");
    snprintf(rest, sizeof rest, "{'type': 'ffi.Array', 'data': [2, 3, 4, 0, 1]}, %s", last);
    assert_refused(*state, rest,
                   "expected zoo.Animal for item 4 of field `animals` of zoo.Cage, got ffi.String");
    snprintf(last, sizeof last, cage, "0", "5");
    snprintf(rest, sizeof rest, "{'type': 'ffi.Map', 'data': [1, 3, 2, 3]}, %s", last);
    assert_refused(*state, rest,
                   "expected ffi.String for key 1 of field `labels` of zoo.Cage, got zoo.Fish");
    snprintf(rest, sizeof rest, "{'type': 'ffi.Map', 'data': [1, 3, 0, 1]}, %s", last);
    assert_refused(*state, rest,
                   "expected zoo.Animal for value 1 of field `labels` of zoo.Cage, got ffi.String");
}

/* A cage accepts all animals, a flock only birds, whichever refers to the array first. */
static void a_container_is_checked_for_each_use(void **state)
{
    static const char cage[] =
        "{'type': 'zoo.Cage', 'data': {'animals': 5, 'labels': 0, 'inside': 0}}";
    static const char flock[] = "{'type': 'zoo.Flock', 'data': {'birds': 5}}";
    static const struct {
        const char *items, *message;
    } cases[] = {
        {"3, 0, 2", "expected zoo.Bird for item 2 of field `birds` of zoo.Flock, got zoo.Fish"},
        {"3, 4", "expected zoo.Bird for item 1 of field `birds` of zoo.Flock, got farm.Cow"},
        {"4", "expected zoo.Bird for item 0 of field `birds` of zoo.Flock, got farm.Cow"},
    };
    char rest[512];
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        snprintf(rest, sizeof rest, "{'type': 'ffi.Array', 'data': [%s]}, %s, %s", cases[i].items,
                 cage, flock);
        assert_refused(*state, rest, cases[i].message);
        snprintf(rest, sizeof rest, "{'type': 'ffi.Array', 'data': [%s]}, %s, %s", cases[i].items,
                 flock, cage);
        assert_refused(*state, rest, cases[i].message);
    }
}

static char *append(char *at, const char *text)
{
    size_t size = strlen(text);
    memcpy(at, text, size + 1);
    return at + size;
}

/* Many cages and flocks share one large array. If each use checked each item, this would take
 * minutes. */
static void many_uses_of_a_large_container_are_cheap(void **state)
{
    enum { MANY = 40000 };
    static const char uses[] =
        ",{'type': 'zoo.Cage', 'data': {'animals': 3, 'labels': 0, 'inside': 0}}"
        ",{'type': 'zoo.Flock', 'data': {'birds': 3}}";
    char *nodes = malloc(MANY * (sizeof uses + 4) + 1024), *at = nodes;
    assert_non_null(nodes);
    at = append(at, "{'type': 'None'},");
    at = append(at, bird); /* 1 and 2: its name is None here */
    at = append(at, ",{'type': 'ffi.Array', 'data': [2");
    for (int i = 1; i < MANY; i++) at = append(at, ",2");
    at = append(at, "]}");
    for (int i = 0; i < MANY / 2; i++) at = append(at, uses);
    const zoo_flock *flock = zoo_read(*state, nodes);
    assert_int_equal(flock->birds->count, MANY);
    free(nodes);
}

/* ---- references to later nodes ---- */

static void fields_may_refer_to_later_nodes(void **state)
{
    zoo_world *world = *state;
    char *text = zoo_json("{'root_index': 1, 'nodes': [{'type': 'None'},"
                          "{'type': 'zoo.Fish', 'data': {'name': 3}}, {'type': 'int', 'data': 1},"
                          "{'type': 'ffi.String', 'data': 'Ray'}]}");
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read(world->context, tunip_str_from(text), &error);
    assert_string_equal(error.message, "");
    const zoo_fish *ray = (const zoo_fish *)tunip_graph_root(graph);
    assert_true(tunip_str_is(tunip_string_value(ray->base.name), "Ray"));
    tunip_graph_free(graph);
    free(text);
}

static void cycles_are_refused(void **state)
{
    zoo_world *world = *state;
    char *text =
        zoo_json("{'root_index': 1, 'nodes': [{'type': 'None'},"
                 "{'type': 'zoo.Cage', 'data': {'animals': 0, 'labels': 0, 'inside': 2}},"
                 "{'type': 'zoo.Cage', 'data': {'animals': 0, 'labels': 0, 'inside': 1}}]}");
    tunip_error error = TUNIP_ERROR_INIT;
    assert_null(tunip_read(world->context, tunip_str_from(text), &error));
    assert_int_equal(error.code, TUNIP_ERROR_FORMAT);
    assert_string_equal(error.message, "expected a graph without cycles");
    free(text);
}

/* ---- the whole ---- */

static void members_come_in_any_order(void **state)
{
    zoo_world *world = *state;
    static const char *const texts[] = {
        "{'root_index': 0, 'nodes': [{'type': 'int', 'data': 7}]}",
        "{'nodes': [{'type': 'int', 'data': 7}], 'root_index': 0}",
        "{'metadata': null, 'nodes': [{'type': 'int', 'data': 7}], 'root_index': 0}",
        " {\n'nodes'\t:\r\n[ {'type' : 'int' , 'data' : 7 } ] ,'root_index':0 } \n ",
        "{'root_index': 0, 'nodes': [{'type': 'int', 'data': 7}], 'metadata': 'TVM\\n'}",
        "{'metadata': [NaN, {'b': [[]]}], 'nodes': [{'type': 'int', 'data': 7}], 'root_index': 0}",
    };
    for (size_t i = 0; i < TUNIP_LEN(texts); i++) {
        char *text = zoo_json(texts[i]);
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_graph *graph = tunip_read(world->context, tunip_str_from(text), &error);
        assert_string_equal(error.message, "");
        assert_true(((const tunip_int *)tunip_graph_root(graph))->value == 7);
        assert_int_equal(tn_graph_node_count(graph), 1);
        assert_int_equal(tunip_graph_text_size(graph), strlen(text));
        tunip_graph_free(graph);
        free(text);
    }
}

static void the_root_may_be_any_node(void **state)
{
    zoo_world *world = *state;
    char *text = zoo_json("{'root_index': 1, 'nodes': [{'type': 'int', 'data': 1},"
                          "{'type': 'int', 'data': 2}, {'type': 'int', 'data': 3}]}");
    tunip_graph *graph = tunip_read(world->context, tunip_str_from(text), NULL);
    assert_true(((const tunip_int *)tunip_graph_root(graph))->value == 2);
    assert_int_equal(tn_graph_node_count(graph), 3);
    tunip_graph_free(graph);
    free(text);
}

/* The caller may free the text at once, and it needs no NUL behind it. */
static void the_text_is_copied(void **state)
{
    zoo_world *world = *state;
    char *json = zoo_json("{'root_index': 0, 'nodes': [{'type': 'ffi.String', 'data': 'abc'}]}");
    size_t size = strlen(json);
    char *text = malloc(size);
    assert_non_null(text);
    memcpy(text, json, size);
    free(json);
    tunip_graph *graph = tunip_read(world->context, (tunip_str){text, size}, NULL);
    assert_non_null(graph);
    memset(text, '!', size);
    free(text);
    assert_true(tunip_str_is(tunip_string_value(tunip_graph_root(graph)), "abc"));
    tunip_graph_free(graph);
}

/* ---- what is not a graph ---- */

/* A graph with something of everything. */
static const char everything[] =
    "{'type': 'None'}, {'type': 'ffi.String', 'data': 'n\\u00e9\xC3\xA9'}, {'type': 'zoo.Fish', "
    "'data':"
    "{'name': 1}}, {'type': 'zoo.Bird', 'data': {'name': 1, 'age': -3, 'speed': 1.5e0, 'flies':"
    "true, 'dtype': 'int8'}}, {'type': 'farm.Cow', 'data': {'a': 1, 'b': NaN}}, {'type':"
    "'ffi.Array', 'data': [2, 3, 4, 0]}, {'type': 'ffi.Map', 'data': [1, 3]}, {'type': 'zoo.Tag',"
    "'data': '#t'}, {'type': 'ffi.Shape', 'data': [1, 2]}, {'type': 'Device', 'data': [1, 0]},"
    "{'type': 'ffi.Bytes', 'data': 'AP8='}, {'type': 'ffi.Tensor', 'data':"
    "'P6G0lvBAXt0AAAAAAAAAAAEAAAAAAAAAAQAAAAIgAQACAAAAAAAAAAgAAAAAAAAAAACAPwAAAEA='}, {'type':"
    "'ffi.Array', 'data': [7, 8, 9, 10, 11]}, {'type': 'zoo.Cage', 'data': {'animals': 5, 'labels':"
    "6, 'inside': 12, 'keeper': 3, 'note': 1}}";

static void every_beginning_of_a_graph_is_refused(void **state)
{
    zoo_world *world = *state;
    char *text = zoo_graph_text(everything);
    size_t size = strlen(text);
    for (size_t cut = 0; cut < size; cut++) {
        char *part = malloc(cut + 1);
        assert_non_null(part);
        memcpy(part, text, cut);
        tunip_error error = TUNIP_ERROR_INIT;
        assert_null(tunip_read(world->context, (tunip_str){part, cut}, &error));
        assert_int_equal(error.code, TUNIP_ERROR_SYNTAX);
        assert_in_range(error.offset, 0, cut);
        assert_true(error.message[0] != '\0');
        free(part);
    }
    free(text);
}

/* Replaces each byte by some others. The result is read, or refused with a place inside the
 * text. */
static void damaged_graphs_are_read_or_refused(void **state)
{
    zoo_world *world = *state;
    static const char others[] = "\"\\{}[],:-09eE.\x01\xff\xc3 tn";
    char *text = zoo_graph_text(everything);
    size_t size = strlen(text);
    for (size_t at = 0; at < size; at++) {
        char before = text[at];
        for (size_t i = 0; i < sizeof others; i++) {
            tunip_error error = TUNIP_ERROR_INIT;
            text[at] = others[i];
            tunip_graph *graph = tunip_read(world->context, (tunip_str){text, size}, &error);
            assert_true(!graph == (error.code != TUNIP_OK));
            assert_true(!error.code == !error.message[0]);
            assert_in_range(error.offset, 0, size);
            tunip_graph_free(graph);
        }
        text[at] = before;
    }
    free(text);
}

static void the_first_error_stays(void **state)
{
    zoo_world *world = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_error_set(&error, TUNIP_ERROR_RULE, "earlier");
    assert_null(tunip_read(world->context, (tunip_str)TUNIP_STR("x"), &error));
    assert_string_equal(error.message, "earlier");
    assert_null(tunip_read(world->context, (tunip_str)TUNIP_STR("x"), NULL));
}

static void reading_needs_a_context(void **state)
{
    (void)state;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_null(tunip_read(NULL, (tunip_str)TUNIP_STR("{}"), &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ZOO_TEST(scalars_become_values),
        ZOO_TEST(floats_may_be_whole_or_no_numbers),
        ZOO_TEST(containers_hold_earlier_nodes),
        ZOO_TEST(keys_differ_by_type_and_identity),
        ZOO_TEST(shapes_and_bytes),
        ZOO_TEST(tensors),
        ZOO_TEST(strings_are_decoded),
        ZOO_TEST(fields_go_into_the_struct),
        ZOO_TEST(the_spacing_may_be_any),
        ZOO_TEST(fields_come_in_any_order),
        ZOO_TEST(fields_with_a_default_may_be_missing),
        ZOO_TEST(any_field_may_be_none),
        ZOO_TEST(text_goes_to_the_codec),
        ZOO_TEST(nodes_are_shared_as_in_the_file),
        ZOO_TEST(unregistered_types_keep_what_was_saved),
        ZOO_TEST(unregistered_types_may_save_text),
        ZOO_TEST(each_unregistered_key_is_one_type),
        ZOO_TEST(unregistered_nodes_stand_for_abstract_types),
        ZOO_TEST(fields_take_only_what_they_expect),
        ZOO_TEST(numbers_are_whole),
        ZOO_TEST(containers_are_checked_to_the_last_item),
        ZOO_TEST(a_container_is_checked_for_each_use),
        ZOO_TEST(many_uses_of_a_large_container_are_cheap),
        ZOO_TEST(fields_may_refer_to_later_nodes),
        ZOO_TEST(cycles_are_refused),
        ZOO_TEST(members_come_in_any_order),
        ZOO_TEST(the_root_may_be_any_node),
        ZOO_TEST(the_text_is_copied),
        ZOO_TEST(every_beginning_of_a_graph_is_refused),
        ZOO_TEST(damaged_graphs_are_read_or_refused),
        ZOO_TEST(the_first_error_stays),
        ZOO_TEST(reading_needs_a_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
