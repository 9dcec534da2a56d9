/* test_import.c -- live objects of the stand-in become graphs; reference counts stay. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>
#include <tunip_tvm.h>

#include "standin.h"

static tunip_context *context;

static int open_context(void **state)
{
    (void)state;
    context = tunip_context_new(NULL, NULL);
    return context == NULL;
}

static int close_context(void **state)
{
    (void)state;
    tunip_context_free(context);
    return 0;
}

/* ---- objects ---- */

static standin_any int32_imm(int64_t value)
{
    return OBJECT("ir.IntImm", none(), dtype(0, 32), integer(value));
}

static standin_any variable(const char *name)
{
    return OBJECT("tir.Var", none(), dtype(0, 32), text(name),
                  OBJECT("ir.PrimType", none(), dtype(0, 32)));
}

static standin_any sum(standin_any a, standin_any b)
{
    return OBJECT("tir.Add", none(), dtype(0, 32), a, b);
}

static standin_any evaluate(standin_any value)
{
    return OBJECT("tir.Evaluate", none(), value);
}

static standin_any loop(standin_any var, standin_any body, standin_any annotations)
{
    return OBJECT("tir.For", none(), var, int32_imm(0), int32_imm(8), integer(0), body, none(),
                  annotations, none());
}

/* ---- imports ---- */

/* The graph of an object, which it releases. Nothing else may be alive afterwards. */
static tunip_graph *take(standin_any value)
{
    tunip_error error = TUNIP_ERROR_INIT;
    size_t before = standin_alive;
    tunip_graph *graph = tunip_tvm_import(context, value.v_obj, NULL, &error);
    assert_string_equal(error.message, "");
    assert_non_null(graph);
    assert_int_equal(standin_alive, before);
    release(value);
    assert_int_equal(standin_alive, 0);
    return graph;
}

static void assert_prints(standin_any value, const char *expected)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_graph *graph = take(value);
    assert_int_equal(tunip_print(context, tunip_graph_root(graph), NULL, &printed, &error), 0);
    tunip_str found = tunip_printed_text(printed);
    if (!tunip_str_is(found, expected)) print_error("%.*s\n", (int)found.size, found.data);
    assert_true(tunip_str_is(found, expected));
    tunip_printed_free(printed);
    tunip_graph_free(graph);
}

static void assert_fails(standin_any value, tunip_status code, const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    size_t before = standin_alive;
    assert_null(tunip_tvm_import(context, value.v_obj, NULL, &error));
    assert_string_equal(error.message, message);
    assert_int_equal(error.code, code);
    assert_int_equal(standin_alive, before);
    release(value);
    assert_int_equal(standin_alive, 0);
}

static void test_prints(void **state)
{
    (void)state;
    assert_prints(sum(int32_imm(1), int32_imm(-2)), "T.Add(1, -2)");
    standin_any i = variable("i");
    standin_any body = evaluate(sum(again(i), int32_imm(1)));
    assert_prints(loop(i, body, MAP(text("unroll"), integer(1), text("a long key"), truth(true))),
                  "for i in T.serial(8, annotations={\"a long key\": True, \"unroll\": 1}):\n"
                  "    T.evaluate(i + 1)");
}

/* An object with more references than one becomes one node. */
static void test_sharing(void **state)
{
    (void)state;
    standin_any x = variable("x");
    tunip_graph *graph = take(sum(sum(again(x), again(x)), x));
    const tunip_tir_add *outer = TUNIP_AS(tunip_tir_add, tunip_graph_root(graph));
    const tunip_tir_add *inner = TUNIP_AS(tunip_tir_add, outer->a);
    assert_non_null(inner);
    assert_ptr_equal(inner->a, inner->b);
    assert_ptr_equal(inner->a, outer->b);
    tunip_graph_free(graph);
    standin_any one = sum(int32_imm(1), int32_imm(1));
    graph = take(sum(again(one), one));
    outer = TUNIP_AS(tunip_tir_add, tunip_graph_root(graph));
    assert_ptr_equal(outer->a, outer->b);
    assert_ptr_not_equal(((const tunip_tir_add *)outer->a)->a,
                         ((const tunip_tir_add *)outer->a)->b);
    tunip_graph_free(graph);
}

/* Values of every kind, as a list of any. */
static void test_values(void **state)
{
    static const int64_t dims[] = {3, 0, 7};
    (void)state;
    tunip_graph *graph =
        take(ARRAY(none(), integer(INT64_MIN), truth(true), truth(false), number(0.5), dtype(2, 16),
                   text("7 bytes"), text("eight b."), text(""), bytes("a\0b", 3),
                   bytes("longer\0than seven", 17), shape(3, dims), shape(0, NULL),
                   ARRAY(integer(1)), array(0, NULL), map(0, NULL), MAP(text("k"), none())));
    const tunip_array *all = TUNIP_AS(tunip_array, tunip_graph_root(graph));
    assert_int_equal(all->count, 17);
    tunip_node **item = all->items;
    assert_null(item[0]);
    assert_int_equal(TUNIP_AS(tunip_int, item[1])->value, INT64_MIN);
    assert_true(TUNIP_AS(tunip_bool, item[2])->value);
    assert_false(TUNIP_AS(tunip_bool, item[3])->value);
    assert_true(TUNIP_AS(tunip_float, item[4])->value == 0.5);
    assert_true(tunip_is(item[5], &tunip_dtype_type));
    assert_true(tunip_dtype_equal(((tunip_dtype_value *)item[5])->value, TUNIP_FLOAT(16)));
    assert_true(tunip_str_is(tunip_string_value(item[6]), "7 bytes"));
    assert_true(tunip_str_is(tunip_string_value(item[7]), "eight b."));
    assert_true(tunip_is(item[8], &tunip_string_type));
    assert_int_equal(tunip_string_value(item[8]).size, 0);
    assert_int_equal(TUNIP_AS(tunip_bytes, item[9])->value.size, 3);
    assert_memory_equal(TUNIP_AS(tunip_bytes, item[10])->value.data, "longer\0than seven", 17);
    assert_int_equal(TUNIP_AS(tunip_shape, item[11])->count, 3);
    assert_memory_equal(TUNIP_AS(tunip_shape, item[11])->dims, dims, sizeof dims);
    assert_int_equal(TUNIP_AS(tunip_shape, item[12])->count, 0);
    assert_int_equal(TUNIP_AS(tunip_array, item[13])->count, 1);
    assert_int_equal(TUNIP_AS(tunip_array, item[14])->count, 0);
    assert_int_equal(TUNIP_AS(tunip_map, item[15])->count, 0);
    assert_null(TUNIP_AS(tunip_map, item[16])->entries[0].value);
    tunip_graph_free(graph);
}

/* Few entries lie in an array, more in a hash table, which is walked by functions. */
static void test_maps(void **state)
{
    standin_any entries[18] = {0};
    (void)state;
    for (size_t count = 0; count <= 9; count++) {
        for (size_t i = 0; i < count; i++) {
            entries[2 * i] = integer((int64_t)i);
            entries[2 * i + 1] = i % 2 ? variable("odd") : text("a text of some length");
        }
        tunip_graph *graph = take(map(count, entries));
        const tunip_map *map = TUNIP_AS(tunip_map, tunip_graph_root(graph));
        assert_int_equal(map->count, count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(TUNIP_AS(tunip_int, map->entries[i].key)->value, i);
            assert_true(
                tunip_is(map->entries[i].value, i % 2 ? &tunip_tir_var_type : &tunip_string_type));
        }
        tunip_graph_free(graph);
    }
}

static void test_fields(void **state)
{
    (void)state;
    standin_any op = OBJECT("ir.Op", none(), none(), text("tir.likely"));
    assert_prints(OBJECT("tir.Call", none(), dtype(0, 32), op, ARRAY(int32_imm(7))), "T.likely(7)");
    assert_prints(OBJECT("ir.FloatImm", none(), dtype(2, 32), number(0.5)), "T.float32(0.5)");
    assert_prints(OBJECT("tir.StringImm", none(), dtype(3, 64), text("a longer text")),
                  "\"a longer text\"");
}

/* A node of an unregistered type keeps its fields, inherited ones first. */
static void test_opaque(void **state)
{
    static const char *const names[] = {"first", "second", "count", "flag", "third"};
    (void)state;
    tunip_graph *graph = take(OBJECT("test.Derived", text("a long first"), int32_imm(2),
                                     integer(-3), truth(true), ARRAY(integer(4))));
    const tunip_node *root = tunip_graph_root(graph);
    assert_string_equal(root->type->key, "test.Derived");
    assert_true(tunip_is_a(root, &tunip_opaque_type));
    const tunip_opaque *node = (const tunip_opaque *)root;
    assert_int_equal(node->count, 5);
    for (size_t i = 0; i < node->count; i++)
        assert_true(tunip_str_is(node->fields[i].name, names[i]));
    assert_true(tunip_str_is(tunip_string_value(node->fields[0].value), "a long first"));
    assert_true(tunip_is(node->fields[1].value, &tunip_ir_int_imm_type));
    assert_int_equal(TUNIP_AS(tunip_int, node->fields[2].value)->value, -3);
    assert_true(TUNIP_AS(tunip_bool, node->fields[3].value)->value);
    assert_int_equal(TUNIP_AS(tunip_array, node->fields[4].value)->count, 1);
    tunip_graph_free(graph);
}

/* ---- TVM v0.26 ---- */

static standin_any prim_type(void)
{
    return OBJECT("ir.PrimType", none(), dtype(0, 32));
}

static standin_any newer_imm(int64_t value)
{
    return OBJECT("ir.IntImm", none(), prim_type(), integer(value));
}

/* The types of v0.26, some of which have the keys of others of v0.23. */
static void test_newer(void **state)
{
    (void)state;
    standin_use(26);
    standin_any i = OBJECT("ir.Var", none(), prim_type(), text("i"));
    standin_any sum = OBJECT("tirx.Add", none(), prim_type(), again(i), newer_imm(1));
    standin_any body = OBJECT("tirx.Evaluate", none(), sum);
    standin_any loop = OBJECT("tirx.For", none(), i, newer_imm(0), newer_imm(8), integer(0), body,
                              none(), map(0, NULL), none());
    tunip_graph *graph = tunip_tvm_import(context, loop.v_obj, NULL, NULL);
    assert_int_equal(tunip_vintage(tunip_graph_root(graph)), 26);
    tunip_graph_free(graph);
    assert_prints(loop, "for i in range(8):\n    T.evaluate(i + 1)");
    standin_any op = OBJECT("ir.Op", none(), none(), text("tirx.likely"), text("of v0.26"),
                            array(0, NULL), text(""), integer(-1), integer(10));
    standin_any call =
        OBJECT("ir.Call", none(), prim_type(), op, ARRAY(newer_imm(7)), none(), array(0, NULL));
    assert_prints(call, "T.likely(7)");
    assert_prints(OBJECT("ir.IntImm", none(), prim_type(), integer(3)), "3");
    standin_use(23);
    assert_prints(int32_imm(3), "3");
}

/* Lists and dicts of tvm-ffi 0.1.14. */
static void test_changing(void **state)
{
    standin_any entries[18] = {0};
    (void)state;
    standin_use(26);
    for (size_t count = 0; count <= 9; count += 3) {
        for (size_t i = 0; i < 2 * count; i++) entries[i] = integer((int64_t)i);
        tunip_graph *graph = take(ARRAY(list(2 * count, entries), dict(count, entries)));
        const tunip_array *both = TUNIP_AS(tunip_array, tunip_graph_root(graph));
        const tunip_array *items = TUNIP_AS(tunip_array, both->items[0]);
        const tunip_map *map = TUNIP_AS(tunip_map, both->items[1]);
        assert_int_equal(items->count, 2 * count);
        assert_int_equal(map->count, count);
        for (size_t i = 0; i < count; i++)
            assert_int_equal(TUNIP_AS(tunip_int, map->entries[i].value)->value, 2 * i + 1);
        tunip_graph_free(graph);
    }
    standin_use(23);
}

/* ---- tensors ---- */

static const tunip_tensor *tensor_of(const tunip_graph *graph)
{
    const tunip_tensor *node = TUNIP_AS(tunip_tensor, tunip_graph_root(graph));
    assert_non_null(node);
    return node;
}

static void test_tensors(void **state)
{
    static float data[] = {0, 1, 2, 3, 4, 5};
    static const float transposed[] = {0, 3, 1, 4, 2, 5};
    int64_t dims[] = {3, 2}, strides[] = {1, 3}, nothing[] = {3, 0};
    (void)state;
    tunip_graph *graph = take(tensor(1, data, 2, dims, NULL));
    assert_int_equal(tensor_of(graph)->data.size, sizeof data);
    assert_ptr_not_equal(tensor_of(graph)->data.data, data);
    assert_memory_equal(tensor_of(graph)->data.data, data, sizeof data);
    assert_memory_equal(tensor_of(graph)->shape, dims, sizeof dims);
    tunip_graph_free(graph);
    graph = take(tensor(3, data, 2, dims, strides)); /* in pinned memory of the host */
    assert_memory_equal(tensor_of(graph)->data.data, transposed, sizeof transposed);
    assert_int_equal(tensor_of(graph)->device_type, 1);
    tunip_graph_free(graph);
    graph = take(tensor(1, data, 2, nothing, NULL));
    assert_int_equal(tensor_of(graph)->data.size, 0);
    tunip_graph_free(graph);
    graph = take(tensor(1, data, 0, NULL, NULL));
    assert_int_equal(tensor_of(graph)->data.size, sizeof *data);
    tunip_graph_free(graph);
}

static void test_borrowed_tensor(void **state)
{
    static float data[] = {0, 1, 2, 3, 4, 5};
    int64_t dims[] = {6};
    tunip_tvm_options options = TUNIP_TVM_OPTIONS_INIT;
    (void)state;
    options.borrow_tensors = true;
    standin_any one = tensor(1, data, 1, dims, NULL);
    tunip_graph *graph = tunip_tvm_import(context, one.v_obj, &options, NULL);
    assert_ptr_equal(tensor_of(graph)->data.data, data);
    tunip_graph_free(graph);
    release(one);
}

static void test_bad_tensors(void **state)
{
    static float data[1];
    int64_t dims[] = {1, 1}, negative[] = {-1}, large[] = {INT64_MAX, INT64_MAX};
    (void)state;
    assert_fails(tensor(2, data, 1, dims, NULL), TUNIP_ERROR_FORMAT,
                 "a tensor is on the device (2, 0): copy it to the CPU");
    assert_fails(tensor(1, data, 1, negative, NULL), TUNIP_ERROR_FORMAT, "a tensor is malformed");
    assert_fails(tensor(1, data, 2, large, NULL), TUNIP_ERROR_FORMAT, "a tensor is malformed");
    assert_fails(tensor(1, data, -1, dims, NULL), TUNIP_ERROR_FORMAT, "a tensor is malformed");
    assert_fails(tensor(1, data, 1, NULL, NULL), TUNIP_ERROR_FORMAT, "a tensor is malformed");
}

/* ---- several objects ---- */

static void test_all(void **state)
{
    (void)state;
    standin_any x = variable("x");
    standin_any objects[] = {sum(again(x), int32_imm(1)), sum(x, int32_imm(1))};
    void *handles[] = {objects[0].v_obj, objects[1].v_obj, objects[0].v_obj};
    tunip_graph *graph = tunip_tvm_import_all(context, handles, 3, NULL, NULL);
    const tunip_array *all = TUNIP_AS(tunip_array, tunip_graph_root(graph));
    assert_int_equal(all->count, 3);
    assert_ptr_equal(all->items[0], all->items[2]);
    assert_ptr_equal(((const tunip_tir_add *)all->items[0])->a,
                     ((const tunip_tir_add *)all->items[1])->a);
    assert_true(tunip_equal_nodes(context, all->items[0], all->items[1], NULL, NULL));
    tunip_graph_free(graph);
    graph = tunip_tvm_import_all(context, NULL, 0, NULL, NULL);
    assert_int_equal(TUNIP_AS(tunip_array, tunip_graph_root(graph))->count, 0);
    tunip_graph_free(graph);
    release(objects[0]);
    release(objects[1]);
    assert_int_equal(standin_alive, 0);
}

/* Depth is limited by memory, not by the C stack. */
static void test_depth(void **state)
{
    enum { DEPTH = 300000 };
    (void)state;
    standin_any deep = int32_imm(0), list = array(0, NULL);
    for (int i = 0; i < DEPTH; i++) {
        deep = sum(deep, int32_imm(i));
        list = ARRAY(list);
    }
    tunip_graph *graph = take(ARRAY(deep, list));
    const tunip_array *all = TUNIP_AS(tunip_array, tunip_graph_root(graph));
    const tunip_node *at = all->items[0];
    int depth = 0;
    for (; tunip_is(at, &tunip_tir_add_type); at = ((const tunip_tir_add *)at)->a) depth++;
    assert_int_equal(depth, DEPTH);
    tunip_graph_free(graph);
}

/* ---- errors ---- */

static void test_arguments(void **state)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_tvm_options options = {0};
    void *none_at_all = NULL;
    (void)state;
    assert_null(tunip_tvm_import(context, NULL, NULL, &error));
    assert_string_equal(error.message, "the object is NULL");
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
    assert_null(tunip_tvm_import(context, NULL, NULL, NULL));
    error = (tunip_error)TUNIP_ERROR_INIT;
    assert_null(tunip_tvm_import_all(context, &none_at_all, 1, NULL, &error));
    assert_string_equal(error.message, "the object is NULL");
    error = (tunip_error)TUNIP_ERROR_INIT;
    assert_null(tunip_tvm_import_all(context, NULL, 1, NULL, &error));
    assert_string_equal(error.message, "there are no objects");
    standin_any one = int32_imm(1);
    error = (tunip_error)TUNIP_ERROR_INIT;
    assert_null(tunip_tvm_import(context, one.v_obj, &options, &error));
    assert_string_equal(error.message, "the options have a wrong size");
    release(one);
    assert_int_equal(standin_alive, 0);
}

static void test_bad_values(void **state)
{
    standin_any pointer = {.type_index = 4, .v_ptr = &pointer}, view = {.type_index = 8};
    standin_any nothing = {.type_index = 64}, null_pointer = {.type_index = 4};
    standin_any stranger = {.type_index = 11, .small_len = 9}, lost = {.type_index = -5};
    (void)state;
    assert_fails(ARRAY(int32_imm(1), pointer), TUNIP_ERROR_FORMAT,
                 "a value of tvm-ffi's kind 4 has no node");
    assert_fails(ARRAY(view), TUNIP_ERROR_FORMAT, "a value of tvm-ffi's kind 8 has no node");
    assert_fails(ARRAY(lost), TUNIP_ERROR_FORMAT, "a value of tvm-ffi's kind -5 has no node");
    assert_fails(ARRAY(stranger), TUNIP_ERROR_FORMAT, "a short string is malformed");
    standin_any list = ARRAY(nothing);
    tunip_error error = TUNIP_ERROR_INIT;
    assert_null(tunip_tvm_import(context, list.v_obj, NULL, &error));
    assert_string_equal(error.message, "a value is said to be an object, and is NULL");
    ((struct {
         standin_object base;
         standin_any *data;
     } *)list.v_obj)
        ->data[0] = null_pointer;
    tunip_graph_free(take(list));
    assert_fails(sum(int32_imm(1), text("not an expression")), TUNIP_ERROR_ARGUMENT,
                 "not valid: expected ir.PrimExpr for field `b` of tir.Add, got ffi.String");
}

static void test_bad_types(void **state)
{
    static const struct {
        standin_flaw flaw;
        const char *key, *message;
    } cases[] = {
        {NO_INFO, "tir.Add", "tvm-ffi describes the type with index 140 by malformed data"},
        {NULL_FIELDS, "tir.Add", "tvm-ffi describes the type with index 140 by malformed data"},
        {NEGATIVE_COUNT, "tir.Add", "tvm-ffi describes the type with index 140 by malformed data"},
        {NO_ANCESTORS, "tir.Add", "tvm-ffi describes the type with index 140 by malformed data"},
        {NO_GETTER, "tir.Add", "tvm-ffi describes a field of tir.Add by malformed data"},
        {UNNAMED, "tir.Add", "tvm-ffi describes a field of tir.Add by malformed data"},
        {OFFSET_IN_HEADER, "tir.Add", "tvm-ffi describes a field of tir.Add by malformed data"},
        {FAILING, "tir.Add",
         "field `a` of tir.Add: TVM raised ValueError: the field has no value today"},
        {ANOTHER, "tir.Add", "tunip's tir.Add has no field `novelty`"},
        {ONE_LESS, "tir.Add", "TVM's tir.Add has no field `b`"},
        {OTHER_MAPS, NULL, "this tvm-ffi has other structs than those of TVM v0.23: ffi.Map"},
    };
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        standin_any value = sum(int32_imm(1), int32_imm(2));
        flaw = cases[i].flaw;
        flawed_key = cases[i].key;
        assert_fails(value, TUNIP_ERROR_FORMAT, cases[i].message);
        flaw = SOUND;
    }
}

/* An object that TVM lets change may hold itself. The graph then has the same cycle, which a print
 * reports. */
static void test_cycle(void **state)
{
    (void)state;
    standin_any inner = OBJECT("test.Pair", none(), none(), integer(0), truth(false));
    standin_any list = ARRAY(inner);
    set_field(inner, "first", again(list));
    tunip_graph *graph = tunip_tvm_import(context, list.v_obj, NULL, NULL);
    const tunip_array *array = TUNIP_AS(tunip_array, tunip_graph_root(graph));
    assert_non_null(array);
    assert_ptr_equal(((tunip_opaque *)array->items[0])->fields[0].value, array);
    tunip_graph_free(graph);
    set_field(inner, "first", none());
    release(list);
    release(list);
    assert_int_equal(standin_alive, 0);
}

/* ---- threads and memory ---- */

/* An allocator of which one call fails. */
typedef struct failing {
    size_t calls, fatal;
} failing;

static void *fail_alloc(void *ctx, size_t size)
{
    failing *f = ctx;
    return ++f->calls == f->fatal ? NULL : malloc(size);
}

static void *fail_realloc(void *ctx, void *memory, size_t old_size, size_t size)
{
    failing *f = ctx;
    (void)old_size;
    return ++f->calls == f->fatal ? NULL : realloc(memory, size);
}

static void fail_free(void *ctx, void *memory, size_t size)
{
    (void)ctx;
    (void)size;
    free(memory);
}

/* Whichever allocation of the graph fails, the import says so and gives all references back. */
static void test_out_of_memory(void **state)
{
    failing f = {0};
    const tunip_allocator allocator = {fail_alloc, fail_realloc, fail_free, &f};
    float data[] = {1, 2};
    int64_t dims[] = {2};
    (void)state;
    tunip_context *frail = tunip_context_new(&allocator, NULL);
    assert_non_null(frail);
    standin_any op = OBJECT("ir.Op", none(), none(), text("tir.likely"));
    standin_any call = OBJECT("tir.Call", none(), dtype(0, 32), op, ARRAY(int32_imm(7)));
    standin_any all = ARRAY(loop(variable("i"), evaluate(call), MAP(text("k"), integer(1))),
                            tensor(1, data, 1, dims, NULL), bytes("some bytes", 10),
                            OBJECT("test.Pair", text("a"), none(), integer(0), truth(true)));
    size_t alive = standin_alive, failures = 0;
    for (bool done = false; !done; f.fatal++) {
        tunip_error error = TUNIP_ERROR_INIT;
        f.calls = 0;
        tunip_graph *graph = tunip_tvm_import(frail, all.v_obj, NULL, &error);
        done = f.calls < f.fatal;
        assert_int_equal(standin_alive, alive);
        assert_int_equal(graph == NULL, error.code == TUNIP_ERROR_MEMORY);
        failures += graph == NULL;
        tunip_graph_free(graph);
    }
    assert_true(failures > 3);
    f.fatal = 0;
    tunip_context_free(frail);
    release(all);
    assert_int_equal(standin_alive, 0);
}

static void *import_often(void *object)
{
    size_t failures = 0;
    for (int i = 0; i < 500; i++) {
        tunip_graph *graph = tunip_tvm_import(context, object, NULL, NULL);
        tunip_printed *printed = NULL;
        failures += tunip_print(context, tunip_graph_root(graph), NULL, &printed, NULL) != TUNIP_OK;
        tunip_printed_free(printed);
        tunip_graph_free(graph);
    }
    return failures ? object : NULL;
}

static void test_threads(void **state)
{
    pthread_t threads[2];
    (void)state;
    standin_any i = variable("i"), body = evaluate(sum(again(i), int32_imm(1)));
    standin_any one = loop(i, body, MAP(text("key"), text("a longer value")));
    for (int t = 0; t < 2; t++)
        assert_int_equal(pthread_create(&threads[t], NULL, import_often, one.v_obj), 0);
    for (int t = 0; t < 2; t++) {
        void *failed;
        pthread_join(threads[t], &failed);
        assert_null(failed);
    }
    release(one);
    assert_int_equal(standin_alive, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_prints),        cmocka_unit_test(test_sharing),
        cmocka_unit_test(test_values),        cmocka_unit_test(test_maps),
        cmocka_unit_test(test_fields),        cmocka_unit_test(test_opaque),
        cmocka_unit_test(test_tensors),       cmocka_unit_test(test_borrowed_tensor),
        cmocka_unit_test(test_bad_tensors),   cmocka_unit_test(test_all),
        cmocka_unit_test(test_depth),         cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_bad_values),    cmocka_unit_test(test_bad_types),
        cmocka_unit_test(test_out_of_memory), cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_threads),       cmocka_unit_test(test_newer),
        cmocka_unit_test(test_changing),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
