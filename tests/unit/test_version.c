/* test_version.c -- the version of TVM is found in texts of which the byte behind the end cannot be
 * read, however they are cut. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "ir/registry.h"
#include "read/formats/tvm/tvm.h"

/* Two pages, of which the second one cannot be read. */
static char *page_end(void)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    char *pages = mmap(NULL, 2 * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    assert_int_equal(mprotect(pages + size, size, PROT_NONE), 0);
    return pages + size;
}

static void drop(char *end)
{
    size_t size = (size_t)sysconf(_SC_PAGESIZE);
    assert_int_equal(munmap(end - size, 2 * size), 0);
}

/* The first `size` bytes of a text, directly before `end`. */
static tunip_str put(char *end, const char *text, size_t size)
{
    memcpy(end - size, text, size);
    return (tunip_str){end - size, size};
}

static void the_metadata_may_end_anywhere(void **state)
{
    static const char text[] = "{\"metadata\": {\"tvm_version\": \"0.26.dev0\"}}";
    const size_t whole = (size_t)(strstr(text, "26") - text);
    char *end = page_end();
    (void)state;
    for (size_t size = 0; size <= strlen(text); size++) {
        unsigned expected = size > whole + 1 ? 26 : size > whole ? 2 : 0;
        assert_int_equal(tn_read_stated_vintage(put(end, text, size)), expected);
    }
    drop(end);
}

static void other_versions_tell_their_second_number(void **state)
{
    static const struct {
        const char *text;
        unsigned vintage;
    } cases[] = {{"\"tvm_version\": \"0.23.0\"", 23},
                 {"\"tvm_version\":\"0.9.1\"", 9},
                 {"\"tvm_version\": \"1.2\"", 0},
                 {"\"tvm_version\": 0.23", 23},
                 {"\"tvm_version\": \"\"", 0},
                 {"\"tvm_version\": \"0.\"", 0},
                 {"\"tvm_version\" \"0.26\"", 26},
                 {"\"tvm_version\": ", 0},
                 {"\"tvm_version\":", 0},
                 {"\"tvm_version\"", 0}};
    char *end = page_end();
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_str text = put(end, cases[i].text, strlen(cases[i].text));
        assert_int_equal(tn_read_stated_vintage(text), cases[i].vintage);
    }
    drop(end);
}

static void the_first_telling_type_may_end_anywhere(void **state)
{
    static const struct {
        const char *text;
        unsigned vintage;
    } cases[] = {{"[{\"type\": \"None\"}, {\"type\" : \"tirx.For\"", 26},
                 {"{\"type\": \"ir.IntImm\", \"data\": {}}, {\"type\":\"tir.For\"", 23},
                 {"\"\"type\":\"relax.Id\"", 23},
                 {"{\"type\": \"ir.IntImm\"", 0},
                 {"{\"type\": 7, \"type\": {\"type\"", 0},
                 {"{\"type\":\"my.Node\"", 0}};
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_non_null(context);
    const tn_registry *registry = tn_context_registry(context);
    char *end = page_end();
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        for (size_t size = 0; size <= strlen(cases[i].text); size++) {
            unsigned found = tn_read_guessed_vintage(registry, put(end, cases[i].text, size), 0);
            assert_true(found == 0 || found == cases[i].vintage);
            if (size == strlen(cases[i].text)) assert_int_equal(found, cases[i].vintage);
        }
    drop(end);
    tunip_context_free(context);
}

/* A version in development may have the types of the one before. */
static void types_may_contradict_the_metadata(void **state)
{
    static const struct {
        const char *text;
        unsigned stated, vintage;
    } cases[] = {{"{\"type\": \"tirx.For\"", 24, 24},
                 {"{\"type\": \"tirx.For\"", 25, 25},
                 {"{\"type\": \"tir.For\"", 24, 23},
                 {"{\"type\": \"ir.Var\"", 25, 26},
                 {"{\"type\": \"tirx.Layout\"", 24, 26},
                 {"{\"type\": \"ir.IntImm\"", 25, 25}};
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_non_null(context);
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_int_equal(tn_read_guessed_vintage(tn_context_registry(context),
                                                 tunip_str_from(cases[i].text), cases[i].stated),
                         cases[i].vintage);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_metadata_may_end_anywhere),
        cmocka_unit_test(other_versions_tell_their_second_number),
        cmocka_unit_test(the_first_telling_type_may_end_anywhere),
        cmocka_unit_test(types_may_contradict_the_metadata),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
