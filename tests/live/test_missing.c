/* test_missing.c -- a process without tvm-ffi: the error names the function that is missing. The
 * stand-in is in this program as well, but the program looks for it in a library that lacks it. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip_tvm.h>

#include "standin.h"

static void test_missing(void **state)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_tvm_options options = TUNIP_TVM_OPTIONS_INIT;
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    standin_any one = text("a longer text");
    options.library = dlopen("libm.so.6", RTLD_NOW);
    assert_non_null(options.library);
    assert_null(tunip_tvm_import(context, one.v_obj, &options, &error));
    assert_int_equal(error.code, TUNIP_ERROR_NOT_FOUND);
    assert_string_equal(error.message, "the library has no function `TVMFFIGetTypeInfo`: "
                                       "is TVM with tvm-ffi loaded?");
    options.library = dlopen(NULL, RTLD_NOW);
    tunip_graph *graph = tunip_tvm_import(context, one.v_obj, &options, NULL);
    assert_non_null(graph);
    tunip_graph_free(graph);
    release(one);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_missing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
