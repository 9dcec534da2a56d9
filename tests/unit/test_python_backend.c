/* test_python_backend.c -- each kind of Doc as Python, compared with TVM v0.23.0. */
#include "render_helper.h"

#include <float.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>

#include "backends/backends.h"
#include "doc_literals.h"

typedef struct doc_case {
    const tunip_doc *doc;
    const char *text;
} doc_case;

static void check_cases(const doc_case *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tn_render render = render_with(&tunip_backend_python, &tn_malloc);
        assert_renders(&render, cases[i].doc, cases[i].text);
        tn_render_free(&render);
    }
}

#define CHECK(cases) check_cases((cases), TUNIP_LEN(cases))

#define X ID("x")
#define Y ID("y")
#define Z ID("z")

/* ---- literals ---- */

static void literals(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {NIL, "None"},
        {BOOL(true), "True"},
        {BOOL(false), "False"},
        {INT(0), "0"},
        {INT(7), "7"},
        {INT(-10), "-10"},
        {INT(1234567890), "1234567890"},
        {INT(INT64_MAX), "9223372036854775807"},
        {INT(INT64_MIN), "-9223372036854775808"},
    };
    CHECK(cases);
}

static void floats(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {REAL(0.0), "0.0"},
        {REAL(-0.0), "-0.0"},
        {REAL(1.0), "1.0"},
        {REAL(-16.0), "-16.0"},
        {REAL(0.5), "0.5"},
        {REAL(3.25), "3.25"},
        {REAL(-0.0009765625), "-0.0009765625"},
        {REAL(0.1), "0.10000000000000001"},
        {REAL(1e-5), "1.0000000000000001e-05"},
        {REAL(0.0001), "0.0001"},
        {REAL(0.00048828125), "0.00048828125"},
        {REAL(3.0517578125e-05), "3.0517578125e-05"},
        {REAL(1e-14), "1e-14"}, /* the double is 9.99999999999999998...e-15 */
        {REAL(2.98023223876953125e-08), "2.9802322387695312e-08"}, /* a tie: to the even digit */
        {REAL(8.94069671630859375e-08), "8.9406967163085938e-08"},
        {REAL(123456.789), "123456.789"},
        {REAL(4503599627370495.5), "4503599627370495.5"},
        {REAL(1e15), "1000000000000000.0"},
        {REAL(9007199254740993e3), "9007199254740993024.0"},
        {REAL(1e22), "10000000000000000000000.0"},
        {REAL(5e-324), "4.9406564584124654e-324"},
    };
    CHECK(cases);
}

/* Values without a literal in Python are strings. */
static void floats_beyond_numbers(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {REAL((double)INFINITY), "\"inf\""},
        {REAL(-(double)INFINITY), "\"-inf\""},
        {REAL(copysign((double)NAN, 1)), "\"nan\""},
        {REAL(copysign((double)NAN, -1)), "\"-nan\""},
    };
    CHECK(cases);
}

static double random_double(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    uint64_t bits = *seed ^ (*seed >> 29);
    double value;
    memcpy(&value, &bits, sizeof value);
    double dividend = (double)(int32_t)(bits >> 32);
    if (*seed & 1u << 20) return isfinite(value) ? value : 0;
    return dividend / (*seed & 1u << 21 ? 1 << (bits & 15) : 1 + (int)(bits & 0xffff));
}

static void assert_prints_as_libc(double value)
{
    char expected[400];
    snprintf(expected, sizeof expected, value == nearbyint(value) ? "%.1f" : "%.17g", value);
    tn_render render = render_with(&tunip_backend_python, &tn_malloc);
    assert_renders(&render, REAL(value), expected);
    tn_render_free(&render);
}

static void floats_as_the_c_library(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 20000; i++) assert_prints_as_libc(random_double(&seed));
    assert_prints_as_libc(DBL_MAX);
    assert_prints_as_libc(DBL_MIN);
    assert_prints_as_libc(nextafter(DBL_MIN, 0));
    assert_prints_as_libc(DBL_TRUE_MIN);
    assert_prints_as_libc(-DBL_MAX);
}

static void floats_in_another_locale(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {REAL(0.5), "0.5"},
        {REAL(0.1), "0.10000000000000001"},
        {REAL(1e22), "10000000000000000000000.0"},
        {REAL(1e-7), "9.9999999999999995e-08"},
    };
    if (!setlocale(LC_ALL, "de_DE.UTF-8") && !setlocale(LC_ALL, "fr_FR.UTF-8")) skip();
    CHECK(cases);
    setlocale(LC_ALL, "C");
}

static void strings(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {STR(""), "\"\""},
        {STR("plain text"), "\"plain text\""},
        {STR("\"\""), "\"\\\"\\\"\""},
        {STR("'"), "\"'\""},
        {STR("\n\t\\test\r"), "\"\\n\\t\\\\test\\r\""},
        {STR("a\0b"), "\"a\\x00b\""},
        {STR("\x1B\x7F\v"), "\"\\x1B\\x7F\\x0B\""},
        {STR("\xC3\xA9\xFF"), "\"\\xC3\\xA9\\xFF\""},
    };
    CHECK(cases);
}

/* ---- operators ---- */

static void operators(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {OP(NEGATE, X), "-x"},
        {OP(INVERT, X), "~x"},
        {OP(NOT, X), "not x"},
        {OP(ADD, X, Y), "x + y"},
        {OP(SUB, X, Y), "x - y"},
        {OP(MUL, X, Y), "x * y"},
        {OP(DIV, X, Y), "x / y"},
        {OP(FLOOR_DIV, X, Y), "x // y"},
        {OP(MOD, X, Y), "x % y"},
        {OP(POW, X, Y), "x ** y"},
        {OP(SHIFT_LEFT, X, Y), "x << y"},
        {OP(SHIFT_RIGHT, X, Y), "x >> y"},
        {OP(BIT_AND, X, Y), "x & y"},
        {OP(BIT_OR, X, Y), "x | y"},
        {OP(BIT_XOR, X, Y), "x ^ y"},
        {OP(LT, X, Y), "x < y"},
        {OP(LE, X, Y), "x <= y"},
        {OP(EQ, X, Y), "x == y"},
        {OP(NE, X, Y), "x != y"},
        {OP(GT, X, Y), "x > y"},
        {OP(GE, X, Y), "x >= y"},
        {OP(AND, X, Y), "x and y"},
        {OP(OR, X, Y), "x or y"},
        {OP(IF_ELSE, X, Y, Z), "y if x else z"},
        {OP(POSITIVE, X), "+x"},
        {OP(MATRIX_MUL, X, Y), "x @ y"},
        {OP(IS, X, Y), "x is y"},
        {OP(IS_NOT, X, Y), "x is not y"},
        {OP(IN, X, Y), "x in y"},
        {OP(NOT_IN, X, Y), "x not in y"},
    };
    assert_int_equal(TUNIP_LEN(cases), TUNIP_OP__COUNT);
    CHECK(cases);
}

static void parentheses_of_binary_operators(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {OP(ADD, OP(ADD, X, Y), Z), "x + y + z"},
        {OP(ADD, X, OP(ADD, Y, Z)), "x + (y + z)"},
        {OP(SUB, X, OP(MUL, Y, Z)), "x - y * z"},
        {OP(MUL, OP(SUB, X, Y), Z), "(x - y) * z"},
        {OP(MUL, X, OP(FLOOR_DIV, Y, Z)), "x * (y // z)"},
        {OP(MOD, OP(MUL, X, Y), Z), "x * y % z"},
        {OP(SHIFT_LEFT, X, OP(ADD, Y, Z)), "x << y + z"},
        {OP(ADD, OP(SHIFT_RIGHT, X, Y), Z), "(x >> y) + z"},
        {OP(BIT_AND, OP(SHIFT_LEFT, X, Y), Z), "x << y & z"},
        {OP(BIT_XOR, OP(BIT_OR, X, Y), Z), "(x | y) ^ z"},
        {OP(BIT_OR, OP(BIT_XOR, X, Y), OP(BIT_AND, Y, Z)), "x ^ y | y & z"},
        {OP(LT, OP(BIT_OR, X, Y), Z), "x | y < z"},
        {OP(EQ, OP(LT, X, Y), Z), "x < y == z"},
        {OP(EQ, X, OP(LT, Y, Z)), "x == (y < z)"},
        {OP(AND, OP(OR, X, Y), OP(AND, Y, Z)), "(x or y) and (y and z)"},
        {OP(OR, OP(AND, X, Y), OP(LE, Y, Z)), "x and y or y <= z"},
    };
    CHECK(cases);
}

static void parentheses_of_other_operators(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {OP(NEGATE, OP(INVERT, X)), "-~x"},
        {OP(NEGATE, OP(MUL, X, Y)), "-(x * y)"},
        {OP(MUL, OP(NEGATE, X), OP(NEGATE, Y)), "-x * -y"},
        {OP(NOT, OP(NOT, X)), "not not x"},
        {OP(NOT, OP(EQ, X, Y)), "not x == y"},
        {OP(EQ, OP(NOT, X), Y), "(not x) == y"},
        {OP(POW, OP(POW, X, Y), Z), "(x ** y) ** z"},
        {OP(POW, X, OP(POW, Y, Z)), "x ** y ** z"},
        {OP(POW, OP(NEGATE, X), OP(NEGATE, Y)), "(-x) ** -y"},
        {OP(POW, X, OP(MUL, Y, Z)), "x ** (y * z)"},
        {OP(NEGATE, OP(POW, X, Y)), "-x ** y"},
        {OP(IF_ELSE, X, OP(IF_ELSE, X, Y, Z), Z), "(y if x else z) if x else z"},
        {OP(IF_ELSE, OP(IF_ELSE, X, Y, Z), X, OP(IF_ELSE, X, Y, Z)),
         "x if (y if x else z) else (y if x else z)"},
        {OP(ADD, OP(IF_ELSE, X, Y, Z), OP(OR, X, Y)), "(y if x else z) + (x or y)"},
        {OP(IF_ELSE, LAMBDA(X, NONE), X, Y), "x if (lambda : x) else y"},
    };
    CHECK(cases);
}

/* ---- atoms ---- */

static void calls(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {CALL(X, NONE), "x()"},
        {CALL(X, ARGS(Y)), "x(y)"},
        {CALL(X, ARGS(Y, OP(ADD, Y, Z))), "x(y, y + z)"},
        {CALL(X, NONE, .keys = KEYS(TUNIP_STR("k")), .values = ARGS(Y)), "x(k=y)"},
        {CALL(X, ARGS(Y), .keys = KEYS(TUNIP_STR("k"), TUNIP_STR("m")), .values = ARGS(INT(1), Z)),
         "x(y, k=1, m=z)"},
        {CALL(CALL(X, ARGS(Y)), ARGS(Z)), "x(y)(z)"},
        {CALL(ATTR(ID("T"), "grid"), ARGS(INT(4), INT(8))), "T.grid(4, 8)"},
        {CALL(LAMBDA(X, ARGS(X)), ARGS(Y)), "(lambda x: x)(y)"},
        {ATTR(OP(ADD, X, Y), "z"), "(x + y).z"},
        {ATTR(INT(1), "real"), "1.real"},
        {ATTR(NULL, "z"), ".z"},
    };
    CHECK(cases);
}

static void indices_and_slices(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {INDEX(X, NONE), "x[()]"},
        {INDEX(X, ARGS(Y)), "x[y]"},
        {INDEX(X, ARGS(Y, INT(0))), "x[y, 0]"},
        {INDEX(INDEX(OP(NEGATE, X), ARGS(Y)), ARGS(OP(ADD, Y, Z))), "(-x)[y][y + z]"},
        {INDEX(X, ARGS(SLICE(NULL, NULL, NULL))), "x[:]"},
        {INDEX(X, ARGS(SLICE(Y, NULL, NULL), SLICE(NULL, Y, NULL))), "x[y:, :y]"},
        {INDEX(X, ARGS(SLICE(INT(0), INT(8), INT(2)))), "x[0:8:2]"},
        {INDEX(X, ARGS(SLICE(NULL, NULL, INT(2)))), "x[::2]"},
    };
    CHECK(cases);
}

static void collections(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {TUPLE(NONE), "()"},
        {TUPLE(ARGS(X)), "(x,)"},
        {TUPLE(ARGS(X, TUPLE(ARGS(Y, Z)))), "(x, (y, z))"},
        {LIST(NONE), "[]"},
        {LIST(ARGS(X)), "[x]"},
        {LIST(ARGS(X, Y)), "[x, y]"},
        {DICT(NONE, NONE), "{}"},
        {DICT(ARGS(STR("a")), ARGS(INT(1))), "{\"a\": 1}"},
        {DICT(ARGS(STR("a"), X), ARGS(INT(1), NIL)), "{\"a\": 1, x: None}"},
        {LAMBDA(OP(ADD, X, Y), ARGS(X, Y)), "lambda x, y: x + y"},
        {LAMBDA(LAMBDA(Z, ARGS(Y)), ARGS(X)), "lambda x: lambda y: z"},
        {OP(ADD, LAMBDA(X, ARGS(X)), Y), "(lambda x: x) + y"},
    };
    CHECK(cases);
}

/* ---- statements ---- */

static void simple_statements(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {ASSIGN("", X, Y, NULL), "x = y"},
        {ASSIGN("", X, NULL, ID("int")), "x: int"},
        {ASSIGN("", X, Y, ID("int")), "x: int = y"},
        {ASSIGN("", TUPLE(ARGS(X, Y)), Z, NULL), "x, y = z"},
        {ASSIGN("", TUPLE(ARGS(X)), Z, NULL), "x = z"},
        {ASSIGN("", X, TUPLE(ARGS(Y, Z)), NULL), "x = y, z"},
        {ASSIGN("", X, TUPLE(ARGS(Y)), NULL), "x = (y,)"},
        {ASSIGN("", X, TUPLE(NONE), NULL), "x = ()"},
        {EXPR("", CALL(X, NONE)), "x()"},
        {ASSERT("", X, NULL), "assert x"},
        {ASSERT("", X, STR("why")), "assert x, \"why\""},
        {RETURN("", TUPLE(ARGS(X, Y))), "return (x, y)"},
        {BLOCK(NONE), ""},
        {BLOCK(ARGS(EXPR("", X), RETURN("", Y))), "x\nreturn y"},
    };
    CHECK(cases);
}

static void compound_statements(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {IF("", X, ARGS(EXPR("", Y))), "if x:\n    y"},
        {IF("", X, NONE, .else_branch = ARGS(EXPR("", Y), EXPR("", Z))),
         "if x:\n    pass\nelse:\n    y\n    z"},
        {WHILE("", X, ARGS(COMMENT("a"))), "while x:\n    # a\n    pass"},
        {WHILE("", BOOL(true), NONE), "while True:\n    pass"},
        {FOR("", X, Y, ARGS(FOR("", Y, Z, ARGS(EXPR("", X))), EXPR("", Y))),
         "for x in y:\n    for y in z:\n        x\n    y"},
        {FOR("", TUPLE(ARGS(X, Y)), Z, NONE), "for x, y in z:\n    pass"},
        {FOR("", TUPLE(ARGS(X)), TUPLE(ARGS(Y, Z)), NONE), "for x, in (y, z):\n    pass"},
        {SCOPE("", X, CALL(Y, NONE), ARGS(EXPR("", Z))), "with y() as x:\n    z"},
        {SCOPE("", NULL, Y, NONE), "with y:\n    pass"},
        {SCOPE("", TUPLE(ARGS(X, Z)), Y, NONE), "with y as (x, z):\n    pass"},
    };
    CHECK(cases);
}

#define PARAM(name) ASSIGN("", ID(name), NULL, ID("int"))

static void definitions(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {FUNCTION("", "f", NONE), "def f():\n    pass"},
        {FUNCTION("", "f", ARGS(RETURN("", X)), .args = ARGS(PARAM("x"), PARAM("y")),
                  .return_type = NIL),
         "def f(x: int, y: int) -> None:\n    return x"},
        {FUNCTION("", "f", NONE, .decorators = ARGS(ATTR(ID("T"), "prim_func"), CALL(X, NONE))),
         "@T.prim_func\n@x()\ndef f():\n    pass"},
        {CLASS("", "M", NONE, .decorators = ARGS(X)), "@x\nclass M:\n    pass"},
        {CLASS("", "M", ARGS(FUNCTION("", "f", NONE), FUNCTION("", "g", NONE))),
         "class M:\n    def f():\n        pass\n\n    def g():\n        pass"},
        {BLOCK(ARGS(COMMENT("one"), COMMENT(""), FUNCTION("", "f", NONE), EXPR("", X))),
         "# one\n\ndef f():\n    pass\n\nx"},
    };
    CHECK(cases);
}

/* ---- comments ---- */

static void comment_statements(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {COMMENT(""), ""},
        {COMMENT("one"), "# one"},
        {COMMENT("one\ntwo"), "# one\n# two"},
        {COMMENT("one\n\nthree\n"), "# one\n# \n# three"},
        {DOC_STRING(""), ""},
        {DOC_STRING("one"), "\"\"\"\none\n\"\"\""},
        {DOC_STRING("one\n\nthree"), "\"\"\"\none\n\nthree\n\"\"\""},
        {WHILE("", X, ARGS(DOC_STRING("one\n\ntwo"))),
         "while x:\n    \"\"\"\n    one\n\n    two\n    \"\"\""},
    };
    CHECK(cases);
}

static void comments_of_statements(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {ASSIGN("why", X, Y, NULL), "x = y  # why"},
        {EXPR("why", X), "x  # why"},
        {ASSERT("why", X, Y), "assert x, y  # why"},
        {RETURN("why", X), "return x  # why"},
        {IF("why", X, ARGS(EXPR("", Y))), "# why\nif x:\n    y"},
        {WHILE("one\ntwo", X, NONE), "# one\n# two\nwhile x:\n    pass"},
        {FOR("why", X, Y, NONE), "# why\nfor x in y:\n    pass"},
        {SCOPE("", NULL, X, ARGS(SCOPE("why", NULL, Y, NONE))),
         "with x:\n    # why\n    with y:\n        pass"},
        {FUNCTION("one\n\nthree", "f", NONE),
         "def f():\n    \"\"\"\n    one\n\n    three\n    \"\"\"\n    pass"},
        {CLASS("why", "C", NONE), "class C:\n    \"\"\"\n    why\n    \"\"\"\n    pass"},
    };
    CHECK(cases);
}

/* TVM refuses these. */
static void comments_of_several_lines(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {RETURN("one\ntwo", X), "# one\n# two\nreturn x"},
        {WHILE("", X, ARGS(EXPR("one\ntwo", Y))), "while x:\n    # one\n    # two\n    y"},
    };
    CHECK(cases);
}

/* ---- the metadata section ---- */

static void metadata_section(void **state)
{
    (void)state;
    tn_render render = render_with(&tunip_backend_python, &tn_malloc);
    assert_renders(&render, X, "x");
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str saved = TUNIP_STR("{\n\t\"a\": \"\\n\x01\"\n}");
    assert_int_equal(tn_render_metadata(&render, saved, NULL, &error), TUNIP_OK);
    assert_string_equal(render.text, "metadata = tvm.ir.load_json(\"\"\"{\n"
                                     "\t\\\"a\\\": \\\"\\\\n\\x01\\\"\n"
                                     "}\"\"\")\n"
                                     "x");
    tn_render_free(&render);
}

/* ---- what a dialect may get wrong ---- */

static void malformed_docs(void **state)
{
    (void)state;
    const tunip_doc *const docs[] = {
        OP(ADD, X),
        OP(NEGATE, X, Y),
        OP(IF_ELSE, X, Y),
        DOC(operation, OPERATION, TUNIP_OP__COUNT, .operands = ARGS(X, Y)),
        DOC(literal, LITERAL, 77, .value = {.integer = 0}),
        FUNCTION("", "f", NONE, .args = ARGS(ASSIGN("why", X, NULL, Y))),
    };
    for (size_t i = 0; i < TUNIP_LEN(docs); i++) {
        tn_render render = render_with(&tunip_backend_python, &tn_malloc);
        tunip_error error = TUNIP_ERROR_INIT;
        assert_int_equal(tn_render_doc(&render, CALL(Z, ARGS(docs[i])), &error), TUNIP_ERROR_RULE);
        assert_null(render.text);
        assert_string_not_equal(error.message, "");
    }
}

static void missing_children(void **state)
{
    (void)state;
    const doc_case cases[] = {
        {OP(ADD, NULL, X), " + x"},
        {CALL(NULL, ARGS(NULL, X)), "(, x)"},
        {ASSIGN("", NULL, X, NULL), " = x"},
        {FOR("", NULL, NULL, ARGS(NULL, EXPR("", X))), "for  in :\n    \n    x"},
        {RETURN("", NULL), "return"},
        {NULL, ""},
    };
    CHECK(cases);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(literals),
        cmocka_unit_test(floats),
        cmocka_unit_test(floats_beyond_numbers),
        cmocka_unit_test(floats_as_the_c_library),
        cmocka_unit_test(floats_in_another_locale),
        cmocka_unit_test(strings),
        cmocka_unit_test(operators),
        cmocka_unit_test(parentheses_of_binary_operators),
        cmocka_unit_test(parentheses_of_other_operators),
        cmocka_unit_test(calls),
        cmocka_unit_test(indices_and_slices),
        cmocka_unit_test(collections),
        cmocka_unit_test(simple_statements),
        cmocka_unit_test(compound_statements),
        cmocka_unit_test(definitions),
        cmocka_unit_test(comment_statements),
        cmocka_unit_test(comments_of_statements),
        cmocka_unit_test(comments_of_several_lines),
        cmocka_unit_test(metadata_section),
        cmocka_unit_test(malformed_docs),
        cmocka_unit_test(missing_children),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
