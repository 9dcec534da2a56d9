/* test_unpack.c -- gzip, xz and zstd, with their libraries and without. Gzip is the same in both
 * builds, with the same words about damage. test_unpack_bare.c includes this file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "util/inflate.h"
#include "util/le.h"
#include "util/unpack.h"

#define MAGIC       "\x1F\x8B\x08"
#define HEAD(flags) MAGIC flags "\0\0\0\0\0\3"
#define BODY        "\1\5\0\xFA\xFFhello"
#define CHECK       "\x86\xA6\x10\x36"
#define LENGTH      "\5\0\0\0"
#define HELLO       HEAD("\0") BODY CHECK LENGTH
#define BYTES(literal)                                                                             \
    {                                                                                              \
        literal, sizeof(literal) - 1                                                               \
    }

static const struct {
    tunip_str packed;
    const char *text, *trouble;
} cases[] = {
    {BYTES(HELLO), "hello", NULL},
    {BYTES(HEAD("\1") BODY CHECK LENGTH), "hello", NULL}, /* "this is text" */
    {BYTES(HEAD("\2") "\xA7\x77" BODY CHECK LENGTH), "hello", NULL},
    {BYTES(HEAD("\4") "\3\0abc" BODY CHECK LENGTH), "hello", NULL},
    {BYTES(HEAD("\10") "name\0" BODY CHECK LENGTH), "hello", NULL},
    {BYTES(HEAD("\20") "comment\0" BODY CHECK LENGTH), "hello", NULL},
    {BYTES(HEAD("\34") "\0\0n\0\0" BODY CHECK LENGTH), "hello", NULL},
    {BYTES(HEAD("\0") "\xCB\x48\xCD\xC9\xC9\7\0" CHECK LENGTH), "hello", NULL}, /* codes */
    {BYTES(HELLO HELLO), "hellohello", NULL},
    {BYTES(HELLO "\0\0\0"), "hello", NULL},
    {BYTES(HELLO "\0\0\0" HELLO), "hello", "trailing bytes"},
    {BYTES(HELLO "more"), "hello", "trailing bytes"},
    {BYTES(HELLO "\x1F\x8B"), "hello", "trailing bytes"},
    {BYTES(HELLO MAGIC), "hello", "the data ends too early"},
    {BYTES(HEAD("\x80") BODY CHECK LENGTH), "", "unknown header flags set"},
    {BYTES(HEAD("\0") BODY "\x86\xA6\x10\x37" LENGTH), "hello", "incorrect data check"},
    {BYTES(HEAD("\0") BODY CHECK "\6\0\0\0"), "hello", "incorrect length check"},
};

static const tn_unpacker *unpacker(tunip_str packed)
{
    const tn_unpacker *found = tn_unpacker_of(packed);
    assert_non_null(found);
    return found;
}

static void assert_unpacks(tunip_str packed, const char *text, const char *trouble)
{
    tn_unpacked to;
    const char *got = tn_unpacker_run(unpacker(packed), packed, 0, &to);
    if (trouble) assert_non_null(got);
    if (trouble)
        assert_string_equal(got, trouble);
    else
        assert_null(got);
    assert_int_equal(to.size, strlen(text));
    if (to.size) assert_memory_equal(to.data, text, to.size);
    free(to.data);
}

static void unpacks_members_of_gzip(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        assert_unpacks(cases[i].packed, cases[i].text, cases[i].trouble);
}

/* Of one member: behind two of them, a part of the second one is another case. */
static void names_data_that_is_cut_off(void **state)
{
    (void)state;
    enum { ONE_MEMBER = 8 };
    for (size_t i = 0; i < ONE_MEMBER; i++)
        for (size_t size = strlen(MAGIC); size < cases[i].packed.size; size++) {
            tn_unpacked to;
            tunip_str cut = {cases[i].packed.data, size};
            const char *trouble = tn_unpacker_run(unpacker(cut), cut, 0, &to);
            assert_non_null(trouble);
            assert_string_equal(trouble, "the data ends too early");
            assert_true(to.size <= strlen("hello"));
            if (to.size) assert_memory_equal(to.data, "hello", to.size);
            free(to.data);
        }
}

static void stops_at_the_limit(void **state)
{
    (void)state;
    tunip_str packed = BYTES(HELLO HELLO);
    for (size_t most = 1; most < 12; most++) {
        tn_unpacked to;
        const char *trouble = tn_unpacker_run(unpacker(packed), packed, most, &to);
        assert_true(most < 10 ? trouble && !*trouble : !trouble);
        free(to.data);
    }
}

/* Two blocks that have more bytes than the first room. */
static void makes_room_for_long_texts(void **state)
{
    (void)state;
    enum { BLOCK = 60000 };
    char *text = malloc(2 * BLOCK), *packed = malloc(2 * BLOCK + 100);
    assert_non_null(text);
    assert_non_null(packed);
    for (size_t i = 0; i < 2 * BLOCK; i++) text[i] = (char)(i % 251);
    char *at = packed + 10;
    memcpy(packed, HEAD("\0"), 10);
    for (int last = 0; last < 2; last++) {
        *at++ = (char)last;
        at = tn_put_le(at, BLOCK, 2);
        at = tn_put_le(at, 0xFFFF - BLOCK, 2);
        memcpy(at, text + last * BLOCK, BLOCK);
        at += BLOCK;
    }
    at = tn_put_le(at, tn_crc32((tunip_str){text, 2 * BLOCK}), 4);
    at = tn_put_le(at, 2 * BLOCK, 4);
    tn_unpacked to;
    tunip_str all = {packed, (size_t)(at - packed)};
    assert_null(tn_unpacker_run(unpacker(all), all, 0, &to));
    assert_int_equal(to.size, 2 * BLOCK);
    assert_memory_equal(to.data, text, 2 * BLOCK);
    free(to.data);
    free(text);
    free(packed);
}

static void knows_what_it_lacks(void **state)
{
    (void)state;
    static const tunip_str gzip = BYTES(HELLO),
                           xz = BYTES("\xFD"
                                      "7zXZ\0"),
                           zstd = BYTES("\x28\xB5\x2F\xFD");
    assert_string_equal(tn_unpacker_name(unpacker(gzip)), "gzip");
    assert_string_equal(tn_unpacker_name(unpacker(xz)), "xz");
    assert_string_equal(tn_unpacker_name(unpacker(zstd)), "zstd");
    assert_null(tn_unpacker_of((tunip_str)BYTES("hello")));
    assert_null(tn_unpacker_lacks(unpacker(gzip)));
#ifdef TUNIP_IS_BARE
    assert_string_equal(tn_unpacker_lacks(unpacker(xz)), "liblzma");
    assert_string_equal(tn_unpacker_lacks(unpacker(zstd)), "libzstd");
    assert_unpacks(xz, "", "this build lacks its library");
    assert_unpacks(zstd, "", "this build lacks its library");
#endif
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpacks_members_of_gzip), cmocka_unit_test(names_data_that_is_cut_off),
        cmocka_unit_test(stops_at_the_limit),      cmocka_unit_test(makes_room_for_long_texts),
        cmocka_unit_test(knows_what_it_lacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
