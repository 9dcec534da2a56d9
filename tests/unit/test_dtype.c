/* test_dtype.c -- names of data types, by the grammar of tvm-ffi's StringToDLDataType. */
#include "ir/vintage.h"
#include "render_helper.h"

#include <tunip/node.h>

/* `made` is the name as tunip writes it; NULL: the same as `name`. */
typedef struct name_case {
    const char *name;
    int code, bits, lanes;
    const char *made;
} name_case;

static void check_names(const name_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const name_case *c = &cases[i];
        char made[TUNIP_DTYPE_NAME_SIZE];
        tunip_dtype dtype = {0xEE, 0xEE, 0xEE};
        assert_true(tunip_dtype_parse(tunip_str_from(c->name), &dtype));
        assert_int_equal(dtype.code, c->code);
        assert_int_equal(dtype.bits, c->bits);
        assert_int_equal(dtype.lanes, c->lanes);
        size_t size = tunip_dtype_name(dtype, made);
        assert_int_equal(size, strlen(made));
        assert_string_equal(made, c->made ? c->made : c->name);
    }
}

static void names(void **state)
{
    (void)state;
    static const name_case cases[] = {
        {"int8", TUNIP_DTYPE_INT, 8, 1, NULL},
        {"int32", TUNIP_DTYPE_INT, 32, 1, NULL},
        {"int", TUNIP_DTYPE_INT, 32, 1, "int32"},
        {"int0", TUNIP_DTYPE_INT, 32, 1, "int32"},
        {"int032", TUNIP_DTYPE_INT, 32, 1, "int32"},
        {"int255", TUNIP_DTYPE_INT, 255, 1, NULL},
        {"uint1", TUNIP_DTYPE_UINT, 1, 1, NULL},
        {"uint", TUNIP_DTYPE_UINT, 32, 1, "uint32"},
        {"float16", TUNIP_DTYPE_FLOAT, 16, 1, NULL},
        {"float", TUNIP_DTYPE_FLOAT, 32, 1, "float32"},
        {"float8", TUNIP_DTYPE_FLOAT, 8, 1, NULL},
        {"bfloat16", TUNIP_DTYPE_BFLOAT, 16, 1, NULL},
        {"bfloat", TUNIP_DTYPE_BFLOAT, 16, 1, "bfloat16"},
        {"bool", TUNIP_DTYPE_BOOL, 8, 1, NULL},
        {"bool8", TUNIP_DTYPE_BOOL, 8, 1, "bool"},
        {"bool16", TUNIP_DTYPE_BOOL, 16, 1, NULL},
        {"boolx4", TUNIP_DTYPE_BOOL, 8, 4, NULL},
        {"bool1x4", TUNIP_DTYPE_BOOL, 1, 4, NULL},
        {"boolxvscalex4", TUNIP_DTYPE_BOOL, 8, -4, NULL},
        {"handle", TUNIP_DTYPE_HANDLE, 64, 1, NULL},
        {"handle64", TUNIP_DTYPE_HANDLE, 64, 1, "handle"},
        {"handle32", TUNIP_DTYPE_HANDLE, 32, 1, "handle"},
        {"handlex2", TUNIP_DTYPE_HANDLE, 64, 2, "handle"},
        {"", TUNIP_DTYPE_HANDLE, 0, 0, NULL},
        {"void", TUNIP_DTYPE_HANDLE, 0, 0, ""},
        {"float8_e3m4", TUNIP_DTYPE_FLOAT8_E3M4, 8, 1, NULL},
        {"float8_e4m3", TUNIP_DTYPE_FLOAT8_E4M3, 8, 1, NULL},
        {"float8_e4m3b11fnuz", TUNIP_DTYPE_FLOAT8_E4M3B11FNUZ, 8, 1, NULL},
        {"float8_e4m3fn", TUNIP_DTYPE_FLOAT8_E4M3FN, 8, 1, NULL},
        {"float8_e4m3fnuz", TUNIP_DTYPE_FLOAT8_E4M3FNUZ, 8, 1, NULL},
        {"float8_e5m2", TUNIP_DTYPE_FLOAT8_E5M2, 8, 1, NULL},
        {"float8_e5m2fnuz", TUNIP_DTYPE_FLOAT8_E5M2FNUZ, 8, 1, NULL},
        {"float8_e8m0fnu", TUNIP_DTYPE_FLOAT8_E8M0FNU, 8, 1, NULL},
        {"float6_e2m3fn", TUNIP_DTYPE_FLOAT6_E2M3FN, 6, 1, NULL},
        {"float6_e3m2fn", TUNIP_DTYPE_FLOAT6_E3M2FN, 6, 1, NULL},
        {"float4_e2m1fn", TUNIP_DTYPE_FLOAT4_E2M1FN, 4, 1, NULL},
        {"float4_e2m1fnx8", TUNIP_DTYPE_FLOAT4_E2M1FN, 4, 8, NULL},
        {"float8_e4m3fnuzx2", TUNIP_DTYPE_FLOAT8_E4M3FNUZ, 8, 2, NULL},
        {"float8_e5m2x16", TUNIP_DTYPE_FLOAT8_E5M2, 8, 16, NULL},
        {"int32x4", TUNIP_DTYPE_INT, 32, 4, NULL},
        {"int32x1", TUNIP_DTYPE_INT, 32, 1, "int32"},
        {"int32x04", TUNIP_DTYPE_INT, 32, 4, "int32x4"},
        {"intx4", TUNIP_DTYPE_INT, 32, 4, "int32x4"},
        {"int8x32767", TUNIP_DTYPE_INT, 8, 32767, NULL},
        {"float32xvscalex4", TUNIP_DTYPE_FLOAT, 32, -4, NULL},
        {"float32xvscalex1", TUNIP_DTYPE_FLOAT, 32, -1, "float32"},
        {"bfloat16xvscalex8", TUNIP_DTYPE_BFLOAT, 16, -8, NULL},
    };
    check_names(cases, TUNIP_LEN(cases));
}

/* Names that StringToDLDataType rejects. */
static const tunip_str no_names[] = {
    TUNIP_STR("in"),
    TUNIP_STR("Int32"),
    TUNIP_STR(" int32"),
    TUNIP_STR("int32 "),
    TUNIP_STR("int 32"),
    TUNIP_STR("int-8"),
    TUNIP_STR("int+8"),
    TUNIP_STR("int256"),
    TUNIP_STR("int99999999999999999999"),
    TUNIP_STR("int32x"),
    TUNIP_STR("int32x0"),
    TUNIP_STR("int32x-4"),
    TUNIP_STR("int32x65536"),
    TUNIP_STR("int32x99999999999999999999"),
    TUNIP_STR("int32x4x4"),
    TUNIP_STR("int32x4 "),
    TUNIP_STR("int32*4"),
    TUNIP_STR("int32xvscale4"),
    TUNIP_STR("int32xvscalex"),
    TUNIP_STR("int32xvscalex0"),
    TUNIP_STR("int32xvscalexvscalex4"),
    TUNIP_STR("int32\0"),
    TUNIP_STR("int32\0x4"),
    TUNIP_STR("\0"),
    TUNIP_STR("uin8"),
    TUNIP_STR("void0"),
    TUNIP_STR("voidx2"),
    TUNIP_STR("boolean"),
    TUNIP_STR("handles"),
    TUNIP_STR("double"),
    TUNIP_STR("complex"),
    TUNIP_STR("complex64"),
    TUNIP_STR("complex128x2"),
    TUNIP_STR("custom"),
    TUNIP_STR("custom[myfloat]32"),
    TUNIP_STR("float8_"),
    TUNIP_STR("float8_e4"),
    TUNIP_STR("float8_e4m3f"),
    TUNIP_STR("float8_e4m3fnu"),
    TUNIP_STR("float8_e4m3b11"),
    TUNIP_STR("float8_e4m38"),
    TUNIP_STR("float8_e5m2fn"),
    TUNIP_STR("float8_e8m0"),
    TUNIP_STR("float6_e3m2"),
    TUNIP_STR("float6_e4m1fn"),
    TUNIP_STR("float4_e2m1"),
    TUNIP_STR("float4_e2m1fnx"),
    TUNIP_STR("float4_e2m1fnx0"),
    /* Scalable vectors are of the plain codes only. */
    TUNIP_STR("float8_e4m3fnxvscalex4"),
    TUNIP_STR("float4_e2m1fnxvscalex2"),
};

static void rejections(void **state)
{
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(no_names); i++) {
        tunip_dtype dtype = tunip_dtype_make(TUNIP_DTYPE_BFLOAT, 99, 77);
        bool parsed = tunip_dtype_parse(no_names[i], &dtype);
        if (parsed) print_error("accepted %.*s\n", (int)no_names[i].size, no_names[i].data);
        assert_false(parsed);
        assert_true(tunip_dtype_equal(dtype, tunip_dtype_make(TUNIP_DTYPE_BFLOAT, 99, 77)));
    }
}

static void a_view_ends_where_it_says(void **state)
{
    (void)state;
    tunip_dtype dtype;
    assert_true(tunip_dtype_parse((tunip_str){"int32x4", 4}, &dtype));
    assert_true(tunip_dtype_equal(dtype, tunip_dtype_make(TUNIP_DTYPE_INT, 3, 1)));
    assert_false(tunip_dtype_parse((tunip_str){"int32x4", 6}, &dtype));
}

/* ---- there and back ---- */

static void check_round_trip(tunip_dtype dtype)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_dtype back = {0, 0, 0};
    size_t size = tunip_dtype_name(dtype, name);
    assert_in_range(size, 4, TUNIP_DTYPE_NAME_SIZE - 1);
    assert_int_equal(strlen(name), size);
    assert_true(tunip_dtype_parse((tunip_str){name, size}, &back));
    assert_true(tunip_dtype_equal(back, dtype));
}

/* The names of codes up to bool include the bits. Those from the eight-bit floats on imply them. */
static void codes_with_bits_round_trip(void **state)
{
    (void)state;
    static const int codes[] = {TUNIP_DTYPE_INT, TUNIP_DTYPE_UINT, TUNIP_DTYPE_FLOAT,
                                TUNIP_DTYPE_BFLOAT, TUNIP_DTYPE_BOOL};
    static const int lanes[] = {1, 2, 4, 64, 32767, -2, -4, -32767};
    for (size_t c = 0; c < TUNIP_LEN(codes); c++)
        for (int bits = 1; bits <= 255; bits++)
            for (size_t l = 0; l < TUNIP_LEN(lanes); l++)
                check_round_trip(tunip_dtype_make(codes[c], bits, lanes[l]));
}

static void codes_without_bits_round_trip(void **state)
{
    (void)state;
    static const int lanes[] = {1, 2, 16, 32767};
    for (int code = TUNIP_DTYPE_FLOAT8_E3M4; code <= TUNIP_DTYPE_FLOAT4_E2M1FN; code++) {
        int bits = code < TUNIP_DTYPE_FLOAT6_E2M3FN ? 8 : code < TUNIP_DTYPE_FLOAT4_E2M1FN ? 6 : 4;
        for (size_t l = 0; l < TUNIP_LEN(lanes); l++)
            check_round_trip(tunip_dtype_make(code, bits, lanes[l]));
    }
    check_round_trip(tunip_dtype_make(TUNIP_DTYPE_HANDLE, 64, 1));
}

/* Every value of the struct has a name that fits the buffer. */
/* The names of TVM up to v0.20. */
static void float8_had_other_names(void **state)
{
    static const struct {
        const char *old, *name;
    } rows[] = {{"e4m3_float8", "float8_e4m3fn"},
                {"e5m2_float8", "float8_e5m2"},
                {"e4m3_float8x4", "float8_e4m3fnx4"},
                {"float8_e4m3fnuz", "float8_e4m3fnuz"},
                {"int32x4", "int32x4"},
                {"bool", "bool"},
                {"", ""}};
    (void)state;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        char old[TUNIP_DTYPE_NAME_SIZE], name[TUNIP_DTYPE_NAME_SIZE];
        tunip_dtype dtype;
        assert_true(tunip_dtype_legacy_parse(tunip_str_from(rows[i].old), &dtype));
        tunip_dtype_name(dtype, name);
        assert_string_equal(name, rows[i].name);
        assert_int_equal(tunip_dtype_legacy_name(dtype, old), strlen(rows[i].old));
        assert_string_equal(old, rows[i].old);
    }
    tunip_dtype dtype;
    assert_false(tunip_dtype_legacy_parse(tunip_str_from("e4m3_float8y"), &dtype));
    assert_false(tunip_dtype_legacy_parse(tunip_str_from("e4m3_float8x99999999999999999"), &dtype));
}

static void every_dtype_has_a_name_that_fits(void **state)
{
    (void)state;
    static const int lanes[] = {INT16_MIN, -1, 0, 1, INT16_MAX};
    for (int code = 0; code <= 255; code++)
        for (int bits = 0; bits <= 255; bits++)
            for (size_t l = 0; l < TUNIP_LEN(lanes); l++) {
                char name[TUNIP_DTYPE_NAME_SIZE + 1];
                memset(name, '#', sizeof name);
                size_t size = tunip_dtype_name(tunip_dtype_make(code, bits, lanes[l]), name);
                assert_in_range(size, 0, TUNIP_DTYPE_NAME_SIZE - 1);
                assert_int_equal(strlen(name), size);
                assert_int_equal(name[TUNIP_DTYPE_NAME_SIZE], '#');
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(rejections),
        cmocka_unit_test(a_view_ends_where_it_says),
        cmocka_unit_test(codes_with_bits_round_trip),
        cmocka_unit_test(codes_without_bits_round_trip),
        cmocka_unit_test(float8_had_other_names),
        cmocka_unit_test(every_dtype_has_a_name_that_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
