/* test_forms.c -- the forms that languages share, in a language that has only these forms. */
#include "render_helper.h"

#include "doc_literals.h"

#define A ID("a")
#define B ID("b")

/* ---- a language of nothing but shared forms ---- */

static void emit_nothing(tunip_writer *w, const tunip_doc *doc)
{
    (void)w;
    (void)doc;
}

static void emit_call(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)doc;
    tunip_emit_operand(w, tunip_usual_operators, call->callee, TUNIP_BIND_ATOM);
    tunip_write_char(w, '(');
    tunip_emit_arguments(w, call, true, tunip_write_name);
    tunip_write_char(w, ')');
}

static void emit_operation(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_operation(w, tunip_usual_operators, doc);
}

static void emit_lambda(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_behind(w, "=> ", ((const tunip_doc_lambda *)doc)->body);
}

static void emit_assign(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
    tunip_write_remark(w, "% ", doc);
    tunip_emit_bare(w, assign->lhs, 2);
    tunip_emit_behind(w, ": ", assign->annotation);
    tunip_emit_behind(w, " = ", assign->rhs);
}

static void emit_expr_stmt(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit(w, ((const tunip_doc_expr_stmt *)doc)->expr);
}

static void emit_while(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_as(w, ((const tunip_doc_while *)doc)->predicate, "?");
    tunip_emit_body(w, " {", ((const tunip_doc_while *)doc)->body, "}");
}

static void emit_return(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_as(w, NULL, "!");
    tunip_emit_body(w, ":", (tunip_docs)ARGS(EXPR("", A)), NULL);
}

static void emit_comment(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_comment(w, "% ", ((const tunip_doc_stmt *)doc)->comment);
}

static const tunip_emit_fn emitters[] = {
    [TUNIP_DOC_LITERAL] = tunip_emit_literal,
    [TUNIP_DOC_ID] = tunip_emit_id,
    [TUNIP_DOC_ATTR] = emit_nothing,
    [TUNIP_DOC_INDEX] = emit_nothing,
    [TUNIP_DOC_SLICE] = emit_nothing,
    [TUNIP_DOC_CALL] = emit_call,
    [TUNIP_DOC_OPERATION] = emit_operation,
    [TUNIP_DOC_LAMBDA] = emit_lambda,
    [TUNIP_DOC_TUPLE] = tunip_emit_tuple,
    [TUNIP_DOC_LIST] = tunip_emit_list,
    [TUNIP_DOC_DICT] = tunip_emit_dict,
    [TUNIP_DOC_ASSIGN] = emit_assign,
    [TUNIP_DOC_IF] = emit_nothing,
    [TUNIP_DOC_WHILE] = emit_while,
    [TUNIP_DOC_FOR] = emit_nothing,
    [TUNIP_DOC_SCOPE] = emit_nothing,
    [TUNIP_DOC_EXPR_STMT] = emit_expr_stmt,
    [TUNIP_DOC_ASSERT] = emit_nothing,
    [TUNIP_DOC_RETURN] = emit_return,
    [TUNIP_DOC_FUNCTION] = emit_nothing,
    [TUNIP_DOC_CLASS] = emit_nothing,
    [TUNIP_DOC_COMMENT] = emit_comment,
    [TUNIP_DOC_DOC_STRING] = emit_comment,
    [TUNIP_DOC_BLOCK] = tunip_emit_block,
};

static const tunip_backend language = {.abi = TUNIP_BACKEND_ABI,
                                       .size = sizeof language,
                                       .name = "language",
                                       .emit = emitters,
                                       .kind_count = TUNIP_LEN(emitters)};

static void check(const tunip_doc *doc, const char *expected)
{
    tn_render render = render_with(&language, &tn_malloc);
    assert_renders(&render, doc, expected);
    tn_render_free(&render);
}

/* ---- expressions ---- */

static void lists(void **state)
{
    (void)state;
    check(TUPLE(NONE), "()");
    check(TUPLE(ARGS(A)), "(a,)");
    check(TUPLE(ARGS(A, B)), "(a, b)");
    check(LIST(NONE), "[]");
    check(LIST(ARGS(A, NIL)), "[a, none]");
    check(DICT(NONE, NONE), "{}");
    check(DICT(ARGS(STR("x"), A), ARGS(INT(1), B)), "{\"x\": 1, a: b}");
}

static void literals_and_names(void **state)
{
    (void)state;
    const tunip_doc_quoted quoted = {
        .literal = {.base = {.kind = TUNIP_DOC_LITERAL, .sub = TUNIP_LITERAL_QUOTED}},
        .expr = OP(ADD, A, B)};
    check(LIST(ARGS(BOOL(true), BOOL(false), NIL, INT(-3), REAL(0.5), STR("a\"b"))),
          "[true, false, none, -3, 0.5, \"a\\\"b\"]");
    check(&quoted.literal.base, "a + b");
    check(LIST(ARGS(ID("x_1"), ID("a.b"), ID("a b"), ID(""))), "[x_1, a.b, `a b`, ``]");
    check(LIST(ARGS(ID("<cycle>"), ID("1.5"), ID("f(\nx"))), "[<cycle>, 1.5, f(\nx]");
    check(DOC(id, ID, TUNIP_ID_PREFIX, .name = TUNIP_STR("a b")), "a b");
}

static void arguments(void **state)
{
    (void)state;
    const tunip_doc_partial_call partial = {
        .call = {.base = {.kind = TUNIP_DOC_CALL, .sub = TUNIP_CALL_PARTIAL}, .callee = A},
        .key = TUNIP_STR("left out"),
        .value = B};
    check(CALL(A, NONE), "a()");
    check(CALL(A, ARGS(A, B)), "a(a, b)");
    check(CALL(A, NONE, .keys = KEYS(TUNIP_STR("k"), TUNIP_STR("l")), .values = ARGS(A, B)),
          "a(k=a, l=b)");
    check(CALL(A, ARGS(INT(1)), .keys = KEYS(TUNIP_STR("k")), .values = ARGS(B)), "a(1, k=b)");
    check(&partial.call.base, "a(`left out`=b)");
}

static void words_of_literals_are_no_names(void **state)
{
    (void)state;
    static const tunip_str words[] = {TUNIP_STR("none"), TUNIP_STR("true"), TUNIP_STR("false"),
                                      TUNIP_STR("nan"), TUNIP_STR("inf")};
    for (size_t i = 0; i < TUNIP_LEN(words); i++) assert_true(tunip_is_literal(words[i]));
    assert_false(tunip_is_literal((tunip_str)TUNIP_STR("None")));
    assert_false(tunip_is_literal((tunip_str){NULL, 0}));
}

/* ---- operators ---- */

static void operands_get_the_parentheses_they_need(void **state)
{
    (void)state;
    check(OP(ADD, A, OP(MUL, A, B)), "a + a * b");
    check(OP(MUL, OP(ADD, A, B), B), "(a + b) * b");
    check(OP(SUB, OP(SUB, A, B), B), "a - b - b");
    check(OP(SUB, A, OP(SUB, A, B)), "a - (a - b)");
    check(OP(NOT, OP(EQ, A, B)), "not a == b");
    check(OP(NEGATE, OP(NEGATE, A)), "--a");
    check(OP(INVERT, OP(ADD, A, B)), "~(a + b)");
    check(OP(OR, OP(AND, A, B), LAMBDA(A, NONE)), "a and b or (=> a)");
    check(CALL(OP(ADD, A, B), NONE), "(a + b)()");
    check(CALL(LAMBDA(A, NONE), NONE), "(=> a)()");
    check(CALL(TUPLE(NONE), NONE), "()()");
    check(CALL(NULL, NONE), "()");
}

static void every_operator_of_two_operands_has_blanks_around(void **state)
{
    (void)state;
    size_t count = 0;
    for (int i = 0; i < TUNIP_OP__COUNT; i++) {
        const tunip_operator_form *form = &tunip_usual_operators[i];
        assert_in_range(form->bind, TUNIP_BIND_LAMBDA + 1, TUNIP_BIND_ATOM - 1);
        if (form->arity != 2) continue;
        assert_int_equal(form->text.data[0], ' ');
        assert_int_equal(form->text.data[form->text.size - 1], ' ');
        count++;
    }
    assert_int_equal(count, 25);
}

static void assert_fails(const tunip_doc *doc, const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tn_render render = render_with(&language, &tn_malloc);
    assert_int_equal(tn_render_doc(&render, doc, &error), TUNIP_ERROR_RULE);
    assert_string_equal(error.message, message);
}

static void what_has_no_form_is_a_failure(void **state)
{
    (void)state;
    assert_fails(OP(ADD, A), "no operator number 3 with 1 operands");
    assert_fails(OP(NOT, A, B), "no operator number 2 with 2 operands");
    assert_fails(OP(IF_ELSE, A, A, B), "no operator number 23 with 3 operands");
    assert_fails(DOC(operation, OPERATION, TUNIP_OP__COUNT, .operands = ARGS(A)),
                 "no operator number 30 with 1 operands");
    assert_fails(DOC(literal, LITERAL, 77, .value = {.integer = 0}), "no literal 77");
}

/* ---- statements ---- */

static void several_names_go_without_parentheses(void **state)
{
    (void)state;
    check(ASSIGN("", TUPLE(ARGS(A, B)), A, NULL), "a, b = a");
    check(ASSIGN("", TUPLE(ARGS(A)), A, NULL), "(a,) = a");
    check(ASSIGN("", A, NULL, B), "a: b");
    assert_int_equal(tunip_tuple_size(A), 1);
    assert_int_equal(tunip_tuple_size(NULL), 1);
    assert_int_equal(tunip_tuple_size(TUPLE(NONE)), 0);
    assert_int_equal(tunip_tuple_size(LIST(ARGS(A, B))), 1);
}

static void bodies(void **state)
{
    (void)state;
    check(WHILE("", A, ARGS(EXPR("", A), EXPR("", B))), "? {\n    a\n    b\n}");
    check(WHILE("", A, NONE), "? {\n}");
    check(RETURN("", NULL), "!:\n    a");
    check(BLOCK(ARGS(EXPR("", A), BLOCK(ARGS(EXPR("", B))))), "a\nb");
    check(BLOCK(NONE), "");
}

static void comments(void **state)
{
    (void)state;
    check(COMMENT("one\ntwo"), "% one\n% two");
    check(ASSIGN("one\ntwo", A, B, NULL), "% one\n% two\na = b");
    check(ASSIGN("", A, B, NULL), "a = b");
}

static void a_word_written_for_a_doc_has_its_span(void **state)
{
    (void)state;
    const tunip_doc *predicate = A;
    tn_render render = render_with(&language, &tn_malloc);
    assert_renders(&render, WHILE("", predicate, NONE), "? {\n}");
    assert_int_equal(render.spans.count, 2);
    assert_ptr_equal(render.spans.items[1].doc, predicate);
    assert_int_equal(render.spans.items[1].begin, 0);
    assert_int_equal(render.spans.items[1].end, 1);
    tn_render_free(&render);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(literals_and_names),
        cmocka_unit_test(words_of_literals_are_no_names),
        cmocka_unit_test(arguments),
        cmocka_unit_test(operands_get_the_parentheses_they_need),
        cmocka_unit_test(every_operator_of_two_operands_has_blanks_around),
        cmocka_unit_test(what_has_no_form_is_a_failure),
        cmocka_unit_test(several_names_go_without_parentheses),
        cmocka_unit_test(bodies),
        cmocka_unit_test(comments),
        cmocka_unit_test(a_word_written_for_a_doc_has_its_span),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
