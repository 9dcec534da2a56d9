/* infer_world.h -- shared by the tests of Relax's inference: whether an annotation is omitted, and
 * shapes as text. */
#ifndef INFER_WORLD_H
#define INFER_WORLD_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <tunip/print.h>
#include <tunip/tvm/relax.h>

#include "dialects/relax/types.h"
#include "dialects/relax/infer/infer.h"

static const tunip_dtype float32 = {TUNIP_DTYPE_FLOAT, 32, 1};
static const tunip_dtype float16 = {TUNIP_DTYPE_FLOAT, 16, 1};
static const tunip_dtype boolean = {TUNIP_DTYPE_BOOL, 8, 1};
static const tunip_dtype int64 = {TUNIP_DTYPE_INT, 64, 1};
static const tunip_dtype unknown = {TUNIP_DTYPE_HANDLE, 0, 0};

typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
    tunip_tir_var *n;
    tunip_tir_var *m;
} world;

static inline int open_world(void **state)
{
    world *w = test_calloc(1, sizeof *w);
    tunip_error error = TUNIP_ERROR_INIT;
    w->context = tunip_context_new(NULL, &error);
    assert_non_null(w->context);
    w->graph = tunip_graph_new(w->context, &error);
    w->n = tunip_tir_var_new(w->graph, "n", int64);
    w->m = tunip_tir_var_new(w->graph, "m", int64);
    *state = w;
    return w->n && w->m ? 0 : -1;
}

static inline int close_world(void **state)
{
    world *w = *state;
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
    test_free(w);
    return 0;
}

/* Whether the binding of `y` to `value` has an annotation. */
static inline bool is_annotated(world *w, void *info, void *value, const char *shows_all)
{
    const tunip_setting setting = {"show_all_struct_info", shows_all};
    const tunip_print_options options = {
        .size = sizeof options, .settings = &setting, .setting_count = 1};
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    void *binding =
        tunip_relax_binding_new(w->graph, tunip_relax_var_new(w->graph, "y", info), value);
    assert_int_equal(tunip_print(w->context, binding, &options, &printed, &error), TUNIP_OK);
    const char *text = tunip_printed_text(printed).data;
    bool is_there = strstr(text, "y: ") != NULL;
    assert_true(is_there || strstr(text, "y = "));
    tunip_printed_free(printed);
    return is_there;
}

/* Readers infer without a docsifier: with the memory of a graph. They agree with the printer. */
static inline bool is_inferred(world *w, void *info, void *value)
{
    bool is_shown = is_annotated(w, info, value, "false");
    tunip_scratch *scratch = tunip_graph_scratch(w->graph);
    const tunip_node *inferred = relax_infer(scratch, value);
    assert_int_equal(inferred && relax_equal(scratch, inferred, info), !is_shown);
    return !is_shown;
}

/* ---- shapes as text: digits, and symbols by their letter ---- */

static inline void *dim(world *w, char letter)
{
    if (letter == 'n') return w->n;
    if (letter == 'm') return w->m;
    return tunip_ir_int(w->graph, int64, letter - '0');
}

static inline tunip_array *dims(world *w, const char *shape)
{
    void *items[8];
    size_t count = strlen(shape);
    for (size_t i = 0; i < count; i++) items[i] = dim(w, shape[i]);
    return tunip_array_new(w->graph, count, items);
}

/* "?" is a tensor of which only the dtype is known. */
static inline void *tensor(world *w, const char *shape, tunip_dtype dtype)
{
    if (strcmp(shape, "?") == 0)
        return tunip_relax_tensor_info_new(w->graph, NULL, TUNIP_RELAX_UNKNOWN_NDIM, dtype);
    return tunip_relax_tensor_info_new(w->graph, dims(w, shape), 0, dtype);
}

static inline void *argument(world *w, const char *shape)
{
    return tunip_relax_var_new(w->graph, "x", tensor(w, shape, float32));
}

/* A call that tunip_relax_call_op_new() may refuse. */
static inline void *call_of(world *w, const char *op, tunip_array *args, void *attrs)
{
    tunip_relax_call *call = tunip_relax_call_new(w->graph, tunip_ir_op_new(w->graph, op), args);
    call->attrs = attrs;
    return call;
}

static inline void *call1(world *w, const char *op, const char *shape, void *attrs)
{
    return call_of(w, op, TUNIP_LIST(w->graph, argument(w, shape)), attrs);
}

static inline void *call2(world *w, const char *op, const char *a, const char *b, void *attrs)
{
    tunip_array *args = TUNIP_LIST(w->graph, argument(w, a), argument(w, b));
    return call_of(w, op, args, attrs);
}

static inline void *axes(world *w, const char *digits)
{
    return dims(w, digits);
}

#define TEST(t) cmocka_unit_test_setup_teardown(t, open_world, close_world)

#endif
