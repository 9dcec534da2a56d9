/* test_ir_rules.c -- decisions of the ir dialect: orders, names, targets, devices; and prints of
 * ill-formed IR. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tunip/ext/tir_rules.h>

typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
} world;

/* ---- a dialect that asks for device numbers: X.index(device) ---- */

typedef struct probe {
    tunip_node base;
    tunip_array *devices;     /* printed first */
    tunip_ir_vdevice *device; /* the device whose number is printed */
} probe;

static const tunip_field probe_fields[] = {
    TUNIP_FIELD_ARRAY(probe, devices, tunip_ir_vdevice, 0),
    TUNIP_FIELD_NODE(probe, device, tunip_ir_vdevice, 0),
};
static TUNIP_TYPE(probe, "probe", NULL, TREE, 0, NULL);

static const tunip_doc *docsify_probe(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const probe *p = (const probe *)node;
    TUNIP_SUB(d, p, devices, path);
    return tunip_doc_int(d, tunip_ir_vdevice_index(d, p->device), path);
}

static tunip_type *const probe_types[] = {&probe_type};
static const tunip_rule probe_rules[] = {
    {.type = &probe_type, .token = "", .form = TUNIP_RULE_CUSTOM, .fn = docsify_probe}};
static const tunip_root probe_roots[] = {{.type = &probe_type, .token = "ir"}};
static const tunip_dialect probe_dialect = {
    TUNIP_DIALECT_HEAD,   .name = "probe",
    .types = probe_types, .type_count = TUNIP_LEN(probe_types),
    .rules = probe_rules, .rule_count = TUNIP_LEN(probe_rules),
    .roots = probe_roots, .root_count = TUNIP_LEN(probe_roots),
};

static int open_world(void **state)
{
    world *w = test_calloc(1, sizeof *w);
    tunip_error error = TUNIP_ERROR_INIT;
    w->context = tunip_context_new(NULL, &error);
    assert_non_null(w->context);
    assert_int_equal(tunip_context_add_dialect(w->context, &probe_dialect, &error), TUNIP_OK);
    w->graph = tunip_graph_new(w->context, &error);
    *state = w;
    return w->graph ? 0 : -1;
}

static int close_world(void **state)
{
    world *w = *state;
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
    test_free(w);
    return 0;
}

static void assert_prints(const world *w, const void *root, const char *expected)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_status status = tunip_print(w->context, root, NULL, &printed, &error);
    assert_string_equal(error.message, "");
    assert_int_equal(status, TUNIP_OK);
    assert_string_equal(tunip_printed_text(printed).data, expected);
    tunip_printed_free(printed);
}

static void *text(const world *w, const char *value)
{
    return tunip_string_new(w->graph, value);
}

static void *number(const world *w, int64_t value)
{
    return tunip_int_new(w->graph, value);
}

static tunip_tir_prim_func *function(const world *w)
{
    void *zero = tunip_ir_int(w->graph, tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1), 0);
    return tunip_tir_prim_func_new(w->graph, NULL, 0, NULL, NULL,
                                   tunip_tir_evaluate_new(w->graph, zero));
}

/* ---- maps ---- */

static void string_keys_are_sorted_as_signed_bytes(void **state)
{
    const world *w = *state;
    void *entries[] = {text(w, "b"), number(w, 1), text(w, "10"), number(w, 2),
                       text(w, "é"), number(w, 3), text(w, "ab"), number(w, 4),
                       text(w, ""),  number(w, 5), text(w, "a"),  number(w, 6)};
    assert_prints(w, tunip_ir_dict_attrs_new(w->graph, 6, entries),
                  "{\"\": 5, \"\\xC3\\xA9\": 3, \"10\": 2, \"a\": 6, \"ab\": 4, \"b\": 1}");
}

static void other_keys_keep_their_order(void **state)
{
    const world *w = *state;
    void *entries[] = {text(w, "b"), number(w, 1), number(w, 7), NULL,
                       text(w, "a"), number(w, 2), NULL,         number(w, 3)};
    assert_prints(w, tunip_ir_dict_attrs_new(w->graph, 4, entries),
                  "{\"b\": 1, \"<int>\": None, \"a\": 2, None: 3}");
}

/* ---- modules ---- */

static void functions_come_by_name_and_main_is_last(void **state)
{
    const world *w = *state;
    const char *const names[] = {"main", "zed", "é", "abc"};
    void *functions[] = {function(w), function(w), function(w), function(w)};
    assert_prints(w, tunip_ir_module_new(w->graph, 4, names, functions),
                  "# from tvm.script import ir as I\n"
                  "# from tvm.script import tir as T\n\n"
                  "@I.ir_module\n"
                  "class Module:\n"
                  "    @T.prim_func(private=True)\n    def é():\n        T.evaluate(0)\n\n"
                  "    @T.prim_func(private=True)\n    def abc():\n        T.evaluate(0)\n\n"
                  "    @T.prim_func(private=True)\n    def zed():\n        T.evaluate(0)\n\n"
                  "    @T.prim_func(private=True)\n    def main():\n        T.evaluate(0)");
}

static void what_is_no_function_is_assigned(void **state)
{
    const world *w = *state;
    const char *const names[] = {"main", "none", "size"};
    void *functions[] = {function(w), NULL, number(w, 3)};
    assert_prints(w, tunip_ir_module_new(w->graph, 3, names, functions),
                  "# from tvm.script import ir as I\n"
                  "# from tvm.script import tir as T\n\n"
                  "@I.ir_module\n"
                  "class Module:\n"
                  "    none = None\n"
                  "    size = <int>\n"
                  "    @T.prim_func(private=True)\n    def main():\n        T.evaluate(0)");
}

static void an_empty_module_prints(void **state)
{
    const world *w = *state;
    assert_prints(w, tunip_node_new(w->graph, &tunip_ir_module_type),
                  "# from tvm.script import ir as I\n\n@I.ir_module\nclass Module:\n    pass");
}

static void names_may_be_missing(void **state)
{
    const world *w = *state;
    void *nameless = tunip_node_new(w->graph, &tunip_ir_global_var_type);
    void *entries[] = {nameless, number(w, 1), NULL, number(w, 2), number(w, 5), number(w, 3)};
    tunip_ir_module *module = tunip_ir_module_new(w->graph, 0, NULL, NULL);
    module->functions = tunip_map_new(w->graph, 3, entries);
    assert_prints(w, module,
                  "# from tvm.script import ir as I\n\n@I.ir_module\nclass Module:\n"
                  "     = <int>\n     = <int>\n     = <int>");
}

/* ---- targets and devices ---- */

static tunip_ir_target *target(const world *w, const char *kind)
{
    tunip_ir_target *made = tunip_node_new(w->graph, &tunip_ir_target_type);
    made->kind = tunip_node_new(w->graph, &tunip_ir_target_kind_type);
    made->kind->name = text(w, kind);
    made->tag = text(w, "");
    made->keys = tunip_array_new(w->graph, 0, NULL);
    return made;
}

static tunip_ir_vdevice *device(const world *w, tunip_ir_target *of)
{
    tunip_ir_vdevice *made = tunip_node_new(w->graph, &tunip_ir_vdevice_type);
    made->target = of;
    made->memory_scope = text(w, "global");
    return made;
}

static tunip_ir_dict_attrs *attribute(const world *w, void *value)
{
    void *entry[] = {text(w, "d"), value};
    return tunip_ir_dict_attrs_new(w->graph, 1, entry);
}

static void a_device_prints_its_target(void **state)
{
    const world *w = *state;
    tunip_ir_target *cuda = target(w, "cuda");
    void *attrs[] = {text(w, "arch"), text(w, "sm_80")};
    cuda->attrs = tunip_map_new(w->graph, 1, attrs);
    cuda->host = (tunip_node *)target(w, "llvm");
    assert_prints(w, attribute(w, device(w, cuda)),
                  "{\"d\": I.vdevice({\"arch\": \"sm_80\", "
                  "\"host\": {\"keys\": [], \"kind\": \"llvm\", \"tag\": \"\"}, "
                  "\"keys\": [], \"kind\": \"cuda\", \"tag\": \"\"}, 0, \"global\")}");
}

static void devices_without_parts_print(void **state)
{
    const world *w = *state;
    assert_prints(w, attribute(w, tunip_node_new(w->graph, &tunip_ir_vdevice_type)),
                  "{\"d\": I.vdevice(None, 0, \"\")}");
    assert_prints(w, attribute(w, device(w, tunip_node_new(w->graph, &tunip_ir_target_type))),
                  "{\"d\": I.vdevice({\"keys\": None, \"kind\": None, \"tag\": None}, 0, "
                  "\"global\")}");
}

static void a_target_that_hosts_itself_ends(void **state)
{
    const world *w = *state;
    tunip_printed *printed = NULL;
    tunip_ir_target *self = target(w, "llvm");
    self->host = (tunip_node *)self;
    assert_int_equal(
        tunip_print(w->context, (void *)attribute(w, device(w, self)), NULL, &printed, NULL),
        TUNIP_OK);
    tunip_printed_free(printed);
}

static void assert_device_index(const world *w, tunip_array *printed, tunip_ir_vdevice *asked,
                                const char *index)
{
    probe *p = tunip_node_new(w->graph, &probe_type);
    p->devices = printed;
    p->device = asked;
    assert_prints(w, p, index);
}

static void devices_are_counted_by_kind_as_they_are_printed(void **state)
{
    const world *w = *state;
    tunip_ir_target *cuda = target(w, "cuda"), *llvm = target(w, "llvm");
    tunip_ir_vdevice *a = device(w, cuda), *b = device(w, llvm), *c = device(w, cuda);
    tunip_array *printed = TUNIP_LIST(w->graph, a, b, c);
    assert_device_index(w, printed, a, "0");
    assert_device_index(w, printed, b, "0");
    assert_device_index(w, printed, c, "1");
    assert_device_index(w, printed, device(w, cuda), "-1");
    assert_device_index(w, NULL, a, "-1");
}

/* ---- access paths ---- */

static void a_path_that_is_its_own_parent_ends(void **state)
{
    const world *w = *state;
    tunip_ir_access_step *step = tunip_node_new(w->graph, &tunip_ir_access_step_type);
    step->key = text(w, "body");
    tunip_ir_access_path *path = tunip_node_new(w->graph, &tunip_ir_access_path_type);
    path->step = step;
    path->parent = (tunip_node *)path;
    assert_prints(w, path, "<root>.body");
}

/* ---- names of the tensor IR ---- */

static void types_of_iterators_have_names(void **state)
{
    (void)state;
    assert_string_equal(tunip_tir_iter_type_name(TUNIP_TIR_ITER_DATA_PAR), "DataPar");
    assert_string_equal(tunip_tir_iter_type_name(TUNIP_TIR_ITER_TENSORIZED), "Tensorized");
    assert_string_equal(tunip_tir_iter_type_name(TUNIP_TIR_ITER_TENSORIZED + 1), "Unknown");
    assert_string_equal(tunip_tir_iter_type_name(-1), "Unknown");
}

static void a_buffer_has_the_scope_of_its_pointer(void **state)
{
    const world *w = *state;
    tunip_tir_buffer *buffer = tunip_tir_buffer_new(w->graph, "A", TUNIP_FLOAT(32), NULL);
    assert_true(tunip_str_is(tunip_tir_buffer_scope(buffer), "global"));
    buffer->data = tunip_tir_pointer_new(w->graph, "A", TUNIP_FLOAT(32), "shared");
    assert_true(tunip_str_is(tunip_tir_buffer_scope(buffer), "shared"));
    buffer->data = NULL;
    assert_true(tunip_str_is(tunip_tir_buffer_scope(buffer), "global"));
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, open_world, close_world)
    const struct CMUnitTest tests[] = {
        TEST(string_keys_are_sorted_as_signed_bytes),
        TEST(other_keys_keep_their_order),
        TEST(functions_come_by_name_and_main_is_last),
        TEST(what_is_no_function_is_assigned),
        TEST(an_empty_module_prints),
        TEST(names_may_be_missing),
        TEST(a_device_prints_its_target),
        TEST(devices_without_parts_print),
        TEST(a_target_that_hosts_itself_ends),
        TEST(devices_are_counted_by_kind_as_they_are_printed),
        TEST(a_path_that_is_its_own_parent_ends),
        TEST(types_of_iterators_have_names),
        TEST(a_buffer_has_the_scope_of_its_pointer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
