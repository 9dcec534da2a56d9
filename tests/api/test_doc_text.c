/* test_doc_text.c -- the doc format read back: values, paths, depth, messages, memory. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip/ext/doc_text.h>

static tunip_doc_tree *parse(const char *text)
{
    tunip_doc_tree *tree;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = tunip_doc_parse(NULL, tunip_str_from(text), &tree, &error);
    if (status != TUNIP_OK) print_message("%s\n", error.message);
    assert_int_equal(status, TUNIP_OK);
    assert_int_equal(error.code, TUNIP_OK);
    return tree;
}

static void members_and_keys(void **state)
{
    tunip_doc_tree *tree =
        parse("call (callee: id \"f\", args: literal int 1 int32, null, values \"k\": literal "
              "str \"a\\n\\x41\\u00e9\")");
    const tunip_doc_call *call = (const tunip_doc_call *)tunip_doc_tree_root(tree);
    assert_int_equal(call->base.kind, TUNIP_DOC_CALL);
    assert_string_equal(((const tunip_doc_id *)call->callee)->name.data, "f");
    assert_int_equal(call->args.count, 2);
    const tunip_doc_literal *one = (const tunip_doc_literal *)call->args.items[0];
    assert_int_equal(one->value.integer, 1);
    assert_int_equal(one->value.typed.dtype.bits, 32);
    assert_null(call->args.items[1]);
    assert_int_equal(call->values.count, 1);
    assert_string_equal(call->keys[0].data, "k");
    assert_string_equal(((const tunip_doc_literal *)call->values.items[0])->value.text.data,
                        "a\nA\xc3\xa9");
    tunip_doc_tree_free(tree);
    (void)state;
}

static void statements(void **state)
{
    tunip_doc_tree *tree = parse("if # \"why\"\n"
                                 "  predicate: operation lt (operands: id \"a\", id \"b\")\n"
                                 "  then_branch: assign let (lhs: id \"x\", rhs: literal none)\n"
                                 "  then_branch: return (value: literal bool true)");
    const tunip_doc_if *doc = (const tunip_doc_if *)tunip_doc_tree_root(tree);
    assert_string_equal(doc->stmt.comment.data, "why");
    assert_int_equal(doc->predicate->sub, TUNIP_OP_LT);
    assert_int_equal(doc->then_branch.count, 2);
    assert_int_equal(doc->then_branch.items[0]->role, TUNIP_ROLE_LET);
    assert_int_equal(doc->else_branch.count, 0);
    tunip_doc_tree_free(tree);
    (void)state;
}

static void paths_continue_each_other(void **state)
{
    char text[64];
    tunip_doc_tree *tree = parse("attr \"x\" @<root>.a.b @^.c @[0] (value: id \"y\" @^2.d)");
    const tunip_doc *doc = tunip_doc_tree_root(tree);
    uint32_t more = doc->more_paths;
    tunip_path_text(doc->path, text, sizeof text);
    assert_string_equal(text, "<root>.a.b");
    tunip_path_text(tunip_doc_tree_next_path(tree, &more), text, sizeof text);
    assert_string_equal(text, "<root>.a.c");
    tunip_path_text(tunip_doc_tree_next_path(tree, &more), text, sizeof text);
    assert_string_equal(text, "<root>.a.c[0]");
    assert_null(tunip_doc_tree_next_path(tree, &more));
    tunip_path_text(((const tunip_doc_attr *)doc)->value->path, text, sizeof text);
    assert_string_equal(text, "<root>.d");
    tunip_doc_tree_free(tree);
    (void)state;
}

/* The path before in the text; a function does not know those before it, and hides its own. */
static void paths_continue_the_one_before(void **state)
{
    char text[64];
    tunip_doc_tree *tree = parse("block @<root>.a\n"
                                 "  body: return @.b.c (value: id \"x\" @~.d @.e)\n"
                                 "  body: function @<root>.f (name: id \"f\" @~.g)\n"
                                 "  body: return @~^2.h");
    const tunip_doc_block *block = (const tunip_doc_block *)tunip_doc_tree_root(tree);
    const tunip_doc *const *body = block->body.items;
    const tunip_doc *value = ((const tunip_doc_return *)body[0])->value;
    tunip_path_text(value->path, text, sizeof text);
    assert_string_equal(text, "<root>.a.b.c.d");
    const tunip_doc_function *function = (const tunip_doc_function *)body[1];
    tunip_path_text(function->name->path, text, sizeof text);
    assert_string_equal(text, "<root>.f.g");
    tunip_path_text(body[2]->path, text, sizeof text);
    assert_string_equal(text, "<root>.a.b.c.h");
    tunip_doc_tree_free(tree);
    (void)state;
}

static void levels_without_indentation(void **state)
{
    tunip_doc_tree *tree = parse("block\n"
                                 "  body: block\n"
                                 "  +1 body: block\n"
                                 "  +2 body: return\n"
                                 "  +1 body: return\n"
                                 "  body: return");
    const tunip_doc_block *block = (const tunip_doc_block *)tunip_doc_tree_root(tree);
    assert_int_equal(block->body.count, 2);
    block = (const tunip_doc_block *)block->body.items[0];
    assert_int_equal(block->body.count, 2);
    assert_int_equal(block->body.items[1]->kind, TUNIP_DOC_RETURN);
    block = (const tunip_doc_block *)block->body.items[0];
    assert_int_equal(block->body.count, 1);
    assert_int_equal(block->body.items[0]->kind, TUNIP_DOC_RETURN);
    tunip_doc_tree_free(tree);
    (void)state;
}

static void floats(void **state)
{
    static const struct {
        const char *text;
        double value;
    } cases[] = {{"0.0", 0.0},
                 {"-1.5", -1.5},
                 {"1e+22", 1e22},
                 {"5e-324", 5e-324},
                 {"inf", (double)INFINITY},
                 {"-inf", (double)-INFINITY}};
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        char text[64];
        snprintf(text, sizeof text, "literal float %s", cases[i].text);
        tunip_doc_tree *tree = parse(text);
        const tunip_doc_literal *doc = (const tunip_doc_literal *)tunip_doc_tree_root(tree);
        assert_true(doc->value.real == cases[i].value);
        tunip_doc_tree_free(tree);
    }
    (void)state;
}

/* ---- depth ---- */

static void depth_is_not_bounded_by_the_stack(void **state)
{
    enum { DEPTH = 200000 };
    static const char head[] = "attr \"a\" (value: ";
    size_t size = DEPTH * sizeof head + 16, at = 0;
    char *text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < DEPTH; i++, at += sizeof head - 1) memcpy(text + at, head, sizeof head);
    memcpy(text + at, "null", 4);
    memset(text + at + 4, ')', DEPTH);
    tunip_doc_tree *tree;
    tunip_str whole = {text, at + 4 + DEPTH};
    assert_int_equal(tunip_doc_parse(NULL, whole, &tree, NULL), TUNIP_OK);
    size_t depth = 0;
    for (const tunip_doc *doc = tunip_doc_tree_root(tree); doc; depth++)
        doc = ((const tunip_doc_attr *)doc)->value;
    assert_int_equal(depth, DEPTH);
    tunip_doc_tree_free(tree);
    free(text);
    (void)state;
}

/* ---- messages ---- */

typedef struct bad_text {
    const char *text;
    size_t line, column;
    tunip_status status;
    const char *message;
} bad_text;

static const bad_text bad_texts[] = {
    {"", 1, 1, TUNIP_ERROR_SYNTAX, "expected a kind of Doc, got the end of the text"},
    {"\n", 1, 1, TUNIP_ERROR_FORMAT, "expected a kind of Doc, got the end of the line"},
    {"\x01", 1, 1, TUNIP_ERROR_FORMAT, "expected a kind of Doc, got the byte 0x01"},
    {"calls", 1, 1, TUNIP_ERROR_FORMAT, "no kind of Doc is called `calls`"},
    {"literal", 1, 8, TUNIP_ERROR_SYNTAX, "expected a blank, got the end of the text"},
    {"literal integer 1", 1, 9, TUNIP_ERROR_FORMAT, "expected a kind of literal, got `integer`"},
    {"literal int x", 1, 13, TUNIP_ERROR_FORMAT, "expected an integer, got `x`"},
    {"literal int 9223372036854775808", 1, 13, TUNIP_ERROR_LIMIT,
     "the integer does not fit 64 bits"},
    {"literal float 1.", 1, 15, TUNIP_ERROR_FORMAT, "expected a number, got `1`"},
    {"literal float 1e999", 1, 15, TUNIP_ERROR_LIMIT, "the number is beyond all doubles"},
    {"literal bool yes", 1, 14, TUNIP_ERROR_FORMAT, "expected `true` or `false`, got `yes`"},
    {"literal int 1 int33x", 1, 15, TUNIP_ERROR_FORMAT, "no dtype is called `int33x`"},
    {"literal str \"a", 1, 13, TUNIP_ERROR_SYNTAX, "a text without its closing quote"},
    {"id x", 1, 4, TUNIP_ERROR_FORMAT, "expected a word that this kind of Doc may have, got `x`"},
    {"id \"a\\q\"", 1, 7, TUNIP_ERROR_SYNTAX, "expected n, r, t, \\, \", x, u or U after `\\`"},
    {"id \"\\x1z\"", 1, 8, TUNIP_ERROR_FORMAT, "expected 2 hexadecimal digits, got `z`"},
    {"id \"\\U00110000\"", 1, 6, TUNIP_ERROR_SYNTAX, "there is no such character"},
    {"id \"a\" @.b", 1, 9, TUNIP_ERROR_FORMAT,
     "expected `<root>`, as no path stands before this one, got `.`"},
    {"id \"a\" @<root>.b @^3", 1, 19, TUNIP_ERROR_FORMAT,
     "the path before this one has not so many steps"},
    {"id \"a\" @~.b", 1, 10, TUNIP_ERROR_FORMAT,
     "expected `<root>`, as no path stands before this one, got `.`"},
    {"return\n  +1 value: id \"x\"", 1, 7, TUNIP_ERROR_FORMAT,
     "expected the end of the text, got the end of the line"},
    {"return\n+99999999999999999999 value: id \"x\"", 1, 7, TUNIP_ERROR_FORMAT,
     "expected the end of the text, got the end of the line"},
    {"assign leet", 1, 8, TUNIP_ERROR_FORMAT, "expected the role of a statement, got `leet`"},
    {"return (valu: id \"x\")", 1, 9, TUNIP_ERROR_FORMAT,
     "a Doc of the kind `return` has no member `valu`"},
    {"return (value: id \"x\"", 1, 22, TUNIP_ERROR_SYNTAX, "expected `)`, got the end of the text"},
    {"return\n  value: id \"x\"\n  value: id \"y\"", 3, 16, TUNIP_ERROR_FORMAT,
     "the Doc that ends here has the member `value` 2 times"},
    {"return\n  value: block\n", 2, 3, TUNIP_ERROR_FORMAT,
     "the member `value` of a Doc of the kind `return` cannot be a Doc of the kind `block`"},
    {"class (name: literal none)", 1, 8, TUNIP_ERROR_FORMAT,
     "the member `name` of a Doc of the kind `class` cannot be a Doc of the kind `literal`"},
    {"id typed \"x\"", 1, 13, TUNIP_ERROR_FORMAT, "the Doc that ends here lacks its member `type`"},
    {"dict (keys: id \"x\")", 1, 20, TUNIP_ERROR_FORMAT,
     "the dict that ends here has not as many values as keys"},
    {"return\n value: id \"x\"", 1, 7, TUNIP_ERROR_FORMAT,
     "expected the end of the text, got the end of the line"},
};

static void failures_say_where(void **state)
{
    for (size_t i = 0; i < TUNIP_LEN(bad_texts); i++) {
        const bad_text *bad = &bad_texts[i];
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_doc_tree *tree;
        tunip_status status = tunip_doc_parse(NULL, tunip_str_from(bad->text), &tree, &error);
        assert_null(tree);
        assert_string_equal(error.message, bad->message);
        assert_int_equal(status, bad->status);
        assert_int_equal(error.code, status);
        assert_int_equal(error.line, bad->line);
        assert_int_equal(error.column, bad->column);
    }
    (void)state;
}

/* ---- memory ---- */

/* An allocator that refuses all calls after some. */
typedef struct scarce {
    size_t calls, most;
} scarce;

static void *scarce_alloc(void *ctx, size_t size)
{
    scarce *s = ctx;
    return s->calls++ < s->most ? malloc(size) : NULL;
}

static void *scarce_realloc(void *ctx, void *ptr, size_t old_size, size_t size)
{
    scarce *s = ctx;
    (void)old_size;
    return s->calls++ < s->most ? realloc(ptr, size) : NULL;
}

static void scarce_free(void *ctx, void *ptr, size_t size)
{
    (void)ctx, (void)size;
    free(ptr);
}

static void no_memory_is_an_error(void **state)
{
    static const char text[] =
        "function @<root> @<root>.a @.b\n  name: id \"f\"\n  args: assign param (lhs: id \"x\" "
        "@<root>[\"k\"], annotation: id \"t\")\n  body: return\n    value: dict (keys: id \"a\", "
        "values: literal float 0.1)";
    scarce s = {0, 0};
    tunip_allocator allocator = {scarce_alloc, scarce_realloc, scarce_free, &s};
    tunip_status status = TUNIP_ERROR_MEMORY;
    for (; status == TUNIP_ERROR_MEMORY; s.most++) {
        tunip_doc_tree *tree;
        tunip_error error = TUNIP_ERROR_INIT;
        s.calls = 0;
        status = tunip_doc_parse(&allocator, tunip_str_from(text), &tree, &error);
        assert_int_equal(error.code, status);
        assert_true((status == TUNIP_OK) == (tree != NULL));
        tunip_doc_tree_free(tree);
    }
    assert_int_equal(status, TUNIP_OK);
    assert_true(s.most > 3);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_and_keys),
        cmocka_unit_test(statements),
        cmocka_unit_test(paths_continue_each_other),
        cmocka_unit_test(paths_continue_the_one_before),
        cmocka_unit_test(levels_without_indentation),
        cmocka_unit_test(floats),
        cmocka_unit_test(depth_is_not_bounded_by_the_stack),
        cmocka_unit_test(failures_say_where),
        cmocka_unit_test(no_memory_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
