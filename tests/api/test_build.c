/* test_build.c -- making IR in memory: dtypes follow from operands, operands that do not fit are
 * the graph's error, and calls need no checks in between. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/tir_builder.h>

static tunip_context *context;

static int open(void **state)
{
    context = tunip_context_new(NULL, NULL);
    *state = context ? tunip_graph_new(context, NULL) : NULL;
    return !*state;
}

static int close(void **state)
{
    tunip_graph_free(*state);
    tunip_context_free(context);
    return 0;
}

#define BUILD_TEST(test) cmocka_unit_test_setup_teardown(test, open, close)

static void dtype_is(const void *expr, const char *expected)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    assert_non_null(expr);
    tunip_dtype_name(tunip_ir_dtype_of(expr), name);
    assert_string_equal(name, expected);
}

static void prints(const void *root, const char *expected)
{
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = tunip_print_module(context, root, &error);
    assert_string_equal(error.message, "");
    assert_string_equal(text, expected);
    tunip_text_free(context, text);
}

/* ---- results ---- */

static void results_follow_from_operands(void **state)
{
    tunip_graph *g = *state;
    void *i = tunip_tir_var_new(g, "i", TUNIP_INT(64));
    void *x = tunip_tir_var_new(g, "x", TUNIP_FLOAT(16));
    void *v = tunip_tir_broadcast_new(g, x, tunip_ir_int(g, TUNIP_INT(64), 4));
    void *less = tunip_tir_lt_new(g, i, i), *all = tunip_tir_lt_new(g, v, v);
    dtype_is(tunip_tir_add_new(g, i, i), "int64");
    dtype_is(tunip_tir_min_new(g, x, x), "float16");
    dtype_is(v, "float16x4");
    dtype_is(less, "bool");
    dtype_is(all, "boolx4");
    dtype_is(tunip_tir_not_new(g, all), "boolx4");
    dtype_is(tunip_tir_or_new(g, less, less), "bool");
    dtype_is(tunip_tir_select_new(g, all, v, v), "float16x4");
    dtype_is(tunip_tir_cast_new(g, TUNIP_INT(8), i), "int8");
    dtype_is(tunip_tir_let_new(g, i, i, x), "float16");
    dtype_is(tunip_tir_string_imm_new(g, "text"), "handle");
    dtype_is(tunip_tir_ramp_new(g, i, tunip_ir_int(g, TUNIP_INT(64), 1),
                                tunip_ir_int(g, TUNIP_INT(32), 8)),
             "int64x8");
    dtype_is(tunip_tir_shuffle_new(g, TUNIP_LIST(g, v, v), TUNIP_TIR_INTS(g, 0, 2, 4, 6, 7)),
             "float16x5");
    dtype_is(tunip_tir_reduce_new(g, NULL, TUNIP_LIST(g, i, x), NULL, NULL, 1, NULL), "float16");
    assert_int_equal(tunip_graph_status(g), TUNIP_OK);
}

/* The dtype of a load has the lanes of its last index. */
static void loads_have_the_lanes_of_their_index(void **state)
{
    tunip_graph *g = *state;
    tunip_tir_buffer *a = tunip_tir_buffer_new(g, "A", TUNIP_FLOAT(32), TUNIP_TIR_INTS(g, 8, 8));
    void *i = tunip_tir_var_new(g, "i", TUNIP_INT(32));
    void *one = tunip_ir_int(g, TUNIP_INT(32), 1), *four = tunip_ir_int(g, TUNIP_INT(32), 4);
    void *lanes =
        tunip_tir_mul_new(g, tunip_tir_call_new(g, TUNIP_INT(32), "tir.vscale", NULL), four);
    dtype_is(TUNIP_TIR_LOAD(g, a, i, i), "float32");
    dtype_is(TUNIP_TIR_LOAD(g, a, i, tunip_tir_ramp_new(g, i, one, four)), "float32x4");
    dtype_is(TUNIP_TIR_LOAD(g, a, i, tunip_tir_ramp_new(g, i, one, lanes)), "float32xvscalex4");
    prints(TUNIP_TIR_POINT(g, a, i, tunip_tir_ramp_new(g, i, one, four)), "A[i, i:i + 4]");
    assert_int_equal(tunip_graph_status(g), TUNIP_OK);
}

/* What TVM's constructors add. */
static void defaults_are_filled_in(void **state)
{
    tunip_graph *g = *state;
    tunip_tir_buffer *mask = tunip_tir_buffer_new(g, "M", TUNIP_BOOL, NULL);
    const tunip_ir_pointer_type *pointer =
        TUNIP_AS(tunip_ir_pointer_type, mask->data->type_annotation);
    assert_true(tunip_dtype_equal(TUNIP_AS(tunip_ir_prim_type, pointer->element_type)->dtype,
                                  TUNIP_INT(8)));
    assert_int_equal(mask->data_alignment, 64);
    assert_int_equal(mask->strides->count, 0);
    dtype_is(mask->elem_offset, "int32");

    tunip_tir_var *i = tunip_tir_var_new(g, "i", TUNIP_INT(64));
    tunip_tir_for *loop = tunip_tir_for_new(g, i, tunip_ir_int(g, TUNIP_INT(32), 8),
                                            TUNIP_TIR_FOR_SERIAL, tunip_tir_evaluate_new(g, i));
    dtype_is(loop->extent, "int64");
    assert_int_equal(loop->annotations->count, 0);

    void *nothing = tunip_tir_evaluate_new(g, tunip_ir_int(g, TUNIP_INT(32), 0));
    tunip_tir_seq_stmt *inner = tunip_tir_seq_new(g, TUNIP_LIST(g, nothing, loop));
    tunip_tir_seq_stmt *outer = tunip_tir_seq_new(g, TUNIP_LIST(g, inner, nothing, loop));
    assert_int_equal(inner->seq->count, 2);
    assert_int_equal(outer->seq->count, 3);

    tunip_tir_prim_func *func = tunip_tir_prim_func_new(g, NULL, 0, NULL, NULL, loop);
    assert_true(tunip_is(func->ret_type, &tunip_ir_tuple_type_type));
    assert_int_equal(tunip_graph_status(g), TUNIP_OK);
}

static void relax_values_are_inferred(void **state)
{
    tunip_graph *g = *state;
    void *dims =
        TUNIP_LIST(g, tunip_ir_int(g, TUNIP_INT(64), 2), tunip_ir_int(g, TUNIP_INT(64), 3));
    void *info = tunip_relax_tensor_info_new(g, dims, 2, TUNIP_FLOAT(32));
    tunip_relax_var *x = tunip_relax_var_new(g, "x", info);
    tunip_relax_var *bare = tunip_relax_var_new(g, "bare", NULL);
    tunip_relax_call *sum = tunip_relax_call_op_new(g, "relax.add", TUNIP_LIST(g, x, x), NULL);
    const tunip_node *found = tunip_relax_infer(g, sum);
    assert_true(tunip_is(found, &tunip_relax_tensor_struct_info_type));
    assert_int_equal(((const tunip_relax_tensor_struct_info *)found)->ndim, 2);
    found = tunip_relax_infer(g, tunip_relax_tuple_new(g, TUNIP_LIST(g, x, x)));
    assert_true(tunip_is(found, &tunip_relax_tuple_struct_info_type));
    assert_ptr_equal(tunip_relax_infer(g, x), info);
    assert_null(tunip_relax_infer(g, bare));
    assert_null(tunip_relax_infer(g, tunip_relax_tuple_new(g, TUNIP_LIST(g, x, bare))));
    assert_null(tunip_relax_infer(
        g, tunip_relax_call_op_new(g, "relax.add", TUNIP_LIST(g, x, bare), NULL)));
    assert_null(tunip_relax_infer(g, tunip_relax_string_imm_new(g, "s")));
    assert_null(tunip_relax_infer(g, NULL));
    assert_int_equal(tunip_graph_status(g), TUNIP_OK);
}

static void relax_values_have_struct_info(void **state)
{
    tunip_graph *g = *state;
    static const struct {
        const char *name;
        const tunip_type *type;
    } cases[] = {{"prim", &tunip_relax_prim_struct_info_type},
                 {"string", &tunip_relax_object_struct_info_type},
                 {"dtype", &tunip_relax_object_struct_info_type},
                 {"shape", &tunip_relax_shape_struct_info_type},
                 {"extern", &tunip_relax_func_struct_info_type},
                 {"constant", &tunip_relax_tensor_struct_info_type}};
    static const int64_t shape[] = {2, 3};
    tunip_tensor *data = tunip_node_new(g, &tunip_tensor_type);
    data->dtype = TUNIP_FLOAT(32);
    data->ndim = 2;
    data->shape = shape;
    const void *values[] = {
        tunip_relax_prim_value_new(g, tunip_ir_int(g, TUNIP_INT(64), 1)),
        tunip_relax_string_imm_new(g, "x"),
        tunip_relax_data_type_imm_new(g, TUNIP_FLOAT(16)),
        tunip_relax_shape_new(g, TUNIP_LIST(g, tunip_ir_int(g, TUNIP_INT(64), 4))),
        tunip_relax_extern_func_new(g, "f"),
        tunip_relax_constant_new(g, data)};
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        const tunip_node *info = tunip_relax_struct_info_of(values[i]);
        if (!tunip_is(info, cases[i].type)) fail_msg("%s", cases[i].name);
    }
    const tunip_relax_tensor_struct_info *tensor =
        TUNIP_AS(tunip_relax_tensor_struct_info, tunip_relax_struct_info_of(values[5]));
    assert_int_equal(tensor->ndim, 2);
    assert_int_equal(tunip_graph_status(g), TUNIP_OK);
}

/* ---- errors ---- */

typedef struct operands {
    void *i, *k, *x, *v, *p; /* int32, int64, float32, boolx4, a pointer */
    tunip_tir_buffer *a;     /* float32, 8 x 8 */
    tunip_ir_global_var *f;
} operands;

#define REFUSAL(ident, expr)                                                                       \
    static void *ident(tunip_graph *g, const operands *o)                                          \
    {                                                                                              \
        (void)o;                                                                                   \
        return (expr);                                                                             \
    }

/* clang-format off */
REFUSAL(sum, tunip_tir_add_new(g, o->i, o->x))
REFUSAL(comparison, tunip_tir_lt_new(g, o->i, o->k))
REFUSAL(logic, tunip_tir_and_new(g, o->i, o->i))
REFUSAL(no_numbers, tunip_tir_ints_new(g, 3, NULL))
REFUSAL(no_entries, tunip_ir_dict_attrs_new(g, 2, NULL))
REFUSAL(no_parameters, tunip_tir_prim_func_new(g, "f", 2, NULL, NULL, NULL))
REFUSAL(no_names, tunip_ir_module_new(g, 1, NULL, (void *[]){o->i}))
REFUSAL(no_functions, tunip_ir_module_new(g, 1, (const char *[]){"f"}, NULL))
REFUSAL(no_vars, tunip_ir_module_with_vars_new(g, 1, NULL, NULL))
REFUSAL(no_spans, tunip_span_list(g, 2, NULL))
REFUSAL(no_inputs, tunip_span_builder_collect(g, o->i, 2, NULL))
REFUSAL(negation, tunip_tir_not_new(g, o->x))
REFUSAL(choice, tunip_tir_select_new(g, o->i, o->x, o->x))
REFUSAL(vector_choice, tunip_tir_select_new(g, o->v, o->x, o->x))
REFUSAL(wide_cast, tunip_tir_cast_new(g, TUNIP_INT(8), o->v))
REFUSAL(no_lanes, tunip_tir_broadcast_new(g, o->x, o->i))
REFUSAL(one_lane, tunip_tir_broadcast_new(g, o->x, tunip_ir_int(g, TUNIP_INT(32), 1)))
REFUSAL(twice, tunip_tir_broadcast_new(g, o->v, tunip_ir_int(g, TUNIP_INT(32), 2)))
REFUSAL(mixed, tunip_tir_shuffle_new(g, TUNIP_LIST(g, o->i, o->x), TUNIP_TIR_INTS(g, 0)))
REFUSAL(few_indices, TUNIP_TIR_LOAD(g, o->a, o->i))
REFUSAL(vector_index, TUNIP_TIR_LOAD(g, o->a, o->v, o->i))
REFUSAL(wrong_value, TUNIP_TIR_STORE(g, o->a, o->i, o->i, o->i))
REFUSAL(few_ranges, tunip_tir_buffer_region_new(g, o->a, NULL))
REFUSAL(let, tunip_tir_let_stmt_new(g, o->i, o->x, NULL))
REFUSAL(let_pointer, tunip_tir_let_stmt_new(g, o->p, o->x, NULL))
REFUSAL(assertion, tunip_tir_assert_stmt_new(g, o->i, NULL, NULL))
REFUSAL(message, tunip_tir_assert_stmt_new(g, NULL, o->x, NULL))
REFUSAL(loop, tunip_tir_for_new(g, o->x, NULL, TUNIP_TIR_FOR_SERIAL, NULL))
REFUSAL(extent, tunip_tir_for_new(g, o->i, o->k, TUNIP_TIR_FOR_SERIAL, NULL))
REFUSAL(domain, tunip_tir_iter_var_new(g, o->i, o->k, TUNIP_TIR_ITER_DATA_PAR))
REFUSAL(sequence, tunip_tir_seq_new(g, NULL))
REFUSAL(no_thread, tunip_tir_for_new(g, o->i, o->i, TUNIP_TIR_FOR_THREAD_BINDING, NULL))
REFUSAL(no_loop, tunip_tir_for_new(g, o->i, o->i, (tunip_tir_for_kind)9, NULL))
REFUSAL(no_iter, tunip_tir_iter_var_new(g, o->i, o->i, (tunip_tir_iter_type)99))
REFUSAL(no_axis, tunip_tir_block_new(g, "b", TUNIP_LIST(g, tunip_tir_iter_var_new(g, o->i, o->i,
    TUNIP_TIR_ITER_VECTORIZED)), TUNIP_LIST(g, o->i), NULL, NULL, NULL))
REFUSAL(no_op, tunip_tir_call_new(g, TUNIP_INT(32), "tir.nosuch", NULL))
REFUSAL(null_op, tunip_tir_call_new(g, TUNIP_INT(32), NULL, NULL))
REFUSAL(relax_in_tir, tunip_tir_call_new(g, TUNIP_INT(32), "relax.add", NULL))
REFUSAL(odd_call, tunip_tir_call_new(g, tunip_dtype_make(99, 32, 1), "tir.exp", NULL))
REFUSAL(odd_int, tunip_ir_int(g, tunip_dtype_make(99, 32, 1), 1))
REFUSAL(odd_float, tunip_ir_float(g, tunip_dtype_make(99, 32, 1), 1))
REFUSAL(odd_cast, tunip_tir_cast_new(g, tunip_dtype_make(99, 32, 1), o->i))
REFUSAL(odd_var, tunip_tir_var_new(g, "x", tunip_dtype_make(99, 32, 1)))
REFUSAL(odd_pointer, tunip_tir_pointer_new(g, "x", tunip_dtype_make(99, 32, 1), "global"))
REFUSAL(odd_tensor, tunip_relax_tensor_info_new(g, NULL, 1, tunip_dtype_make(99, 32, 1)))
REFUSAL(handle_int, tunip_ir_int(g, TUNIP_HANDLE, 1))
REFUSAL(same_names, tunip_ir_module_new(g, 2, (const char *[]){"f", "f"}, (void *[]){o->i, o->i}))
REFUSAL(same_vars, tunip_ir_module_with_vars_new(g, 2, (tunip_ir_global_var *[]){o->f, o->f},
    (void *[]){o->i, o->i}))
REFUSAL(same_keys, tunip_ir_dict_attrs_new(g, 2, (void *[]){tunip_string_new(g, "k"), o->i,
    tunip_string_new(g, "k"), o->i}))
REFUSAL(few_dims, tunip_relax_tensor_info_new(g, NULL, -2, TUNIP_FLOAT(32)))
REFUSAL(real_dim, tunip_relax_shape_new(g, TUNIP_LIST(g, o->x)))
REFUSAL(no_field, tunip_relax_tuple_item_new(g, tunip_relax_tuple_new(g, NULL), 0))
REFUSAL(below_fields, tunip_relax_tuple_item_new(g, NULL, -1))
REFUSAL(no_relax_op, tunip_relax_call_op_new(g, "relax.nosuch", NULL, NULL))
REFUSAL(few_args, tunip_relax_call_op_new(g, "relax.add", NULL, NULL))
REFUSAL(no_attrs, tunip_relax_call_op_new(g, "relax.astype", TUNIP_LIST(g, o->i), NULL))
REFUSAL(few_later_args, tunip_relax_call_op_new(g, "relax.atan2", TUNIP_LIST(g, o->i), NULL))
REFUSAL(no_later_attrs,
        tunip_relax_call_op_new(g, "relax.vision.roi_align", TUNIP_LIST(g, o->i, o->i), NULL))
REFUSAL(values, tunip_tir_block_new(g, "b", NULL, TUNIP_LIST(g, o->i), NULL, NULL, NULL))
/* clang-format on */

static const struct {
    void *(*make)(tunip_graph *g, const operands *o);
    const char *message;
} refusals[] = {
    {sum, "tir.Add: `a` is int32 and `b` is float32"},
    {comparison, "tir.LT: `a` is int32 and `b` is int64"},
    {logic, "tir.And: `a` is int32 and must be bool"},
    {negation, "tir.Not: `a` is float32 and must be bool"},
    {choice, "tir.Select: `condition` is int32 and must be bool"},
    {vector_choice, "tir.Select: the condition has other lanes than float32"},
    {wide_cast, "tir.Cast: a cast keeps the number of lanes; the value is boolx4"},
    {no_lanes, "tir.Broadcast: its lanes are neither a number above 1 nor a multiple of vscale"},
    {one_lane, "tir.Broadcast: its lanes are neither a number above 1 nor a multiple of vscale"},
    {twice, "tir.Broadcast: the element must be a scalar, not boolx4"},
    {mixed, "tir.Shuffle: a vector has other elements than the first one: float32"},
    {few_indices, "tir.BufferLoad: the number of indices is 1 and must be 2"},
    {vector_index, "tir.BufferLoad: only the last index may be a vector, and one is boolx4"},
    {wrong_value, "tir.BufferStore: the buffer takes float32 and `value` is int32"},
    {few_ranges, "tir.BufferRegion: the number of ranges is 0 and must be 2"},
    {let, "tir.LetStmt: the variable has another dtype than its value, which is float32"},
    {let_pointer, "tir.LetStmt: the variable has another dtype than its value, which is float32"},
    {assertion, "tir.AssertStmt: `condition` is int32 and must be bool"},
    {message, "tir.AssertStmt: the message must be a string or an int32, not float32"},
    {loop, "tir.For: the loop variable must be an integer, not float32"},
    {extent, "tir.For: a bound has another dtype than the loop variable: int64"},
    {domain, "tir.IterVar: the variable has another dtype than its extent, which is int64"},
    {sequence, "tir.SeqStmt: a sequence has at least 2 statements"},
    {values, "tir.BlockRealize: the number of values is 1 and must be 0"},
    {no_thread, "this loop lacks its thread: make a serial loop, then set kind and thread_binding"},
    {no_loop, "there are no loops of kind 9"},
    {no_iter, "there are no iterators of type 99"},
    {no_axis, "tir.BlockRealize: a block has no iterators of type 6"},
    {no_op, "there is no operator `tir.nosuch`"},
    {null_op, "there is no operator ``"},
    {relax_in_tir, "there is no operator `relax.add`"},
    {odd_call, "there is no dtype with the code 99"},
    {odd_int, "there is no dtype with the code 99"},
    {odd_float, "there is no dtype with the code 99"},
    {odd_cast, "there is no dtype with the code 99"},
    {odd_var, "there is no dtype with the code 99"},
    {odd_pointer, "there is no dtype with the code 99"},
    {odd_tensor, "there is no dtype with the code 99"},
    {handle_int, "an immediate cannot be a handle"},
    {same_names, "two functions are called `f`"},
    {same_vars, "two functions are called `f`"},
    {same_keys, "two attributes are called `k`"},
    {few_dims, "there cannot be -2 dimensions"},
    {real_dim, "a dimension is an int64, not float32"},
    {no_field, "the tuple has no field 0"},
    {below_fields, "the tuple has no field -1"},
    {no_relax_op, "there is no operator `relax.nosuch`"},
    {few_args, "relax.add does not take so many arguments"},
    {no_attrs, "relax.astype does not take such attributes"},
    {few_later_args, "relax.atan2 does not take so many arguments"},
    {no_later_attrs, "relax.vision.roi_align does not take such attributes"},
    {no_numbers, "3 numbers and no table of them"},
    {no_entries, "2 entries of a map and no table of them"},
    {no_parameters, "2 items of an array and no table of them"},
    {no_names, "1 functions and no table of their names"},
    {no_functions, "1 functions and no table of them"},
    {no_vars, "1 functions and no table of their variables"},
    {no_spans, "2 spans and no table of them"},
    {no_inputs, "2 inputs and no table of them"},
};

/* The first failure stays, and what comes after it is NULL. */
static void operands_that_do_not_fit_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(refusals); i++) {
        tunip_graph *g = tunip_graph_new(context, NULL);
        operands o = {
            .i = tunip_tir_var_new(g, "i", TUNIP_INT(32)),
            .k = tunip_tir_var_new(g, "k", TUNIP_INT(64)),
            .x = tunip_tir_var_new(g, "x", TUNIP_FLOAT(32)),
            .v = tunip_tir_var_new(g, "v", tunip_dtype_make(TUNIP_DTYPE_BOOL, 8, 4)),
            .p = tunip_tir_pointer_new(g, "p", TUNIP_INT(8), "global"),
            .a = tunip_tir_buffer_new(g, "A", TUNIP_FLOAT(32), TUNIP_TIR_INTS(g, 8, 8)),
            .f = tunip_ir_global_var_new(g, "f"),
        };
        assert_int_equal(tunip_graph_status(g), TUNIP_OK);
        assert_null(refusals[i].make(g, &o));
        assert_int_equal(tunip_graph_status(g), TUNIP_ERROR_ARGUMENT);
        assert_string_equal(tunip_graph_error(g)->message, refusals[i].message);
        assert_null(tunip_tir_add_new(g, o.i, o.i));
        assert_null(tunip_tir_not_new(g, o.i));
        assert_string_equal(tunip_graph_error(g)->message, refusals[i].message);
        tunip_graph_free(g);
    }
}

/* A missing child is no error of its own. */
static void null_flows_through(void **state)
{
    tunip_graph *g = *state;
    dtype_is(tunip_tir_lt_new(g, NULL, NULL), "bool");
    assert_non_null(tunip_tir_evaluate_new(g, tunip_tir_add_new(g, NULL, NULL)));
    assert_non_null(tunip_tir_buffer_load_new(g, NULL, NULL));
    assert_null(tunip_tir_for_new(g, NULL, NULL, TUNIP_TIR_FOR_SERIAL, NULL));
    assert_null(tunip_node_complete(g, NULL));
    assert_int_equal(tunip_graph_status(g), TUNIP_OK);
    assert_string_equal(tunip_graph_error(g)->message, "");
}

/* ---- the builder ---- */

static const char scopes_text[] =
    "# from tvm.script import ir as I\n"
    "# from tvm.script import tir as T\n"
    "\n"
    "@I.ir_module\n"
    "class Module:\n"
    "    @T.prim_func\n"
    "    def empty():\n"
    "        T.evaluate(0)\n"
    "\n"
    "    @T.prim_func\n"
    "    def main(A: T.Buffer((16,), \"int32\"), m: T.int32):\n"
    "        for i in range(16):\n"
    "            with T.block(\"work\"):\n"
    "                v = T.axis.spatial(16, i)\n"
    "                T.reads()\n"
    "                T.writes(A[v])\n"
    "                t = T.alloc_buffer((16,), \"int32\", scope=\"shared\")\n"
    "                with T.init():\n"
    "                    A[v] = 0\n"
    "                x: T.int32 = m + v\n"
    "                assert x < 16, \"small\"\n"
    "                if x < m:\n"
    "                    t[v] = x\n"
    "                    A[v] = x\n"
    "                else:\n"
    "                    while m < x:\n"
    "                        T.evaluate(0)\n"
    "            T.attr(16, \"pragma\", 0)\n"
    "            P = T.decl_buffer((16,), \"int32\")\n"
    "            T.evaluate(P.data)";

/* Every kind of scope, read back from the text. */
static void scopes_become_bodies(void **state)
{
    tunip_graph *g = *state;
    tunip_tir_builder *b = tunip_tir_builder_new(g);
    void *n = tunip_ir_int(g, TUNIP_INT(32), 16), *zero = tunip_ir_int(g, TUNIP_INT(32), 0);
    tunip_tir_begin_func(b, "main");
    tunip_tir_buffer *a = tunip_tir_add_buffer_param(b, "A", TUNIP_INT(32), TUNIP_LIST(g, n));
    tunip_tir_var *m = tunip_tir_add_param(b, "m", TUNIP_INT(32));
    tunip_tir_var *i = tunip_tir_begin_for(b, "i", TUNIP_TIR_FOR_SERIAL, n);
    tunip_tir_begin_block(b, "work");
    tunip_tir_var *v = tunip_tir_add_axis(b, "v", TUNIP_TIR_ITER_DATA_PAR, n, i);
    tunip_tir_set_writes(b, TUNIP_LIST(g, TUNIP_TIR_POINT(g, a, v)));
    tunip_tir_buffer *t =
        tunip_tir_add_alloc_buffer(b, "t", TUNIP_INT(32), TUNIP_LIST(g, n), "shared");
    tunip_tir_begin_init(b);
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, a, zero, v));
    tunip_tir_end(b);
    tunip_tir_var *x = tunip_tir_add_let(b, "x", tunip_tir_add_new(g, m, v));
    tunip_tir_add_assert(b, tunip_tir_lt_new(g, x, n), "small");
    tunip_tir_begin_if(b, tunip_tir_lt_new(g, x, m));
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, t, x, v));
    tunip_tir_add_stmt(b, TUNIP_TIR_STORE(g, a, x, v));
    tunip_tir_begin_else(b);
    tunip_tir_begin_while(b, tunip_tir_lt_new(g, m, x));
    tunip_tir_end(b);
    tunip_tir_end(b);
    tunip_tir_end(b); /* the block, and what lasts to its end */
    tunip_tir_add_attr(b, n, "pragma", zero);
    tunip_tir_var *p = tunip_tir_add_allocate(b, "p", TUNIP_INT(32), TUNIP_LIST(g, n), "global");
    tunip_tir_buffer *view = tunip_tir_buffer_new(g, "P", TUNIP_INT(32), TUNIP_LIST(g, n));
    view->data = p;
    tunip_tir_add_decl(b, view);
    tunip_tir_add_stmt(b, tunip_tir_evaluate_new(g, p));
    tunip_tir_end(b);
    tunip_tir_end(b);
    tunip_tir_begin_func(b, "empty");
    const tunip_ir_module *module = tunip_tir_builder_module(b);
    assert_string_equal(tunip_graph_error(g)->message, "");
    prints(module, scopes_text);
}

typedef struct misuse {
    void (*use)(tunip_tir_builder *b);
    const char *message;
} misuse;

static void end_nothing(tunip_tir_builder *b)
{
    tunip_tir_end(b);
}

static void add_outside(tunip_tir_builder *b)
{
    tunip_tir_add_stmt(b, NULL);
}

static void nest_functions(tunip_tir_builder *b)
{
    tunip_tir_begin_func(b, "f");
    tunip_tir_begin_func(b, "g");
}

static void late_parameter(tunip_tir_builder *b)
{
    tunip_tir_begin_func(b, "f");
    tunip_tir_begin_block(b, "block");
    tunip_tir_add_param(b, "n", TUNIP_INT(32));
}

static void axis_of_a_loop(tunip_tir_builder *b)
{
    tunip_tir_begin_func(b, "f");
    tunip_tir_begin_for(b, "i", TUNIP_TIR_FOR_SERIAL, NULL);
    tunip_tir_add_axis(b, "v", TUNIP_TIR_ITER_DATA_PAR, NULL, NULL);
}

static void else_of_nothing(tunip_tir_builder *b)
{
    tunip_tir_begin_func(b, "f");
    tunip_tir_begin_else(b);
}

static void nameless_function(tunip_tir_builder *b)
{
    tunip_tir_begin_func(b, NULL);
    tunip_tir_builder_module(b);
}

static void calls_in_the_wrong_scope_are_refused(void **state)
{
    (void)state;
    static const misuse misuses[] = {
        {end_nothing, "no scope is open"},
        {add_outside, "a statement outside of functions"},
        {nest_functions, "a function inside of another"},
        {late_parameter, "n: the innermost scope is not a function"},
        {axis_of_a_loop, "v: the innermost scope is not a block"},
        {else_of_nothing, "else: the innermost scope is not the first branch of an if"},
        {nameless_function, "function 0 of the module has no name"},
    };
    for (size_t i = 0; i < TUNIP_LEN(misuses); i++) {
        tunip_graph *g = tunip_graph_new(context, NULL);
        tunip_tir_builder *b = tunip_tir_builder_new(g);
        misuses[i].use(b);
        assert_string_equal(tunip_graph_error(g)->message, misuses[i].message);
        assert_null(tunip_tir_builder_module(b));
        tunip_graph_free(g);
    }
    assert_null(tunip_tir_begin_func(NULL, "f"));
    assert_null(tunip_tir_builder_module(NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BUILD_TEST(results_follow_from_operands),
        BUILD_TEST(loads_have_the_lanes_of_their_index),
        BUILD_TEST(defaults_are_filled_in),
        BUILD_TEST(relax_values_have_struct_info),
        BUILD_TEST(relax_values_are_inferred),
        BUILD_TEST(operands_that_do_not_fit_are_refused),
        BUILD_TEST(null_flows_through),
        BUILD_TEST(scopes_become_bodies),
        BUILD_TEST(calls_in_the_wrong_scope_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
