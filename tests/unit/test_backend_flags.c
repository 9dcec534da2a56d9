/* test_backend_flags.c -- the flags of a backend: header lines, paths, variables of an expression.
 * A backend that was compiled before flags existed has none, whatever is in the memory behind
 * it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/backend.h>

static const char function[] = TUNIP_DATA_DIR "/golden/script.softmax.json";
static const char module[] = TUNIP_DATA_DIR "/golden/script.mixed.json";
static const char sum[] = TUNIP_DATA_DIR "/golden/tir_bin.Add_root.json";

/* ---- a backend that shows which lines are comments and which have a path ---- */

static void emit_body(tunip_writer *w, tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++) tunip_emit(w, body.items[i]);
}

/* Writes a part ahead of the members. */
static void emit_members(tunip_writer *w, const tunip_doc *doc)
{
    tunip_docs body = ((const tunip_doc_class *)doc)->body;
    for (int part = 0; part < TUNIP_MEMBER__COUNT; part++)
        for (size_t i = 0; i < body.count; i++)
            tunip_emit_member(w, doc, body.items[i], (tunip_member_part)part);
}

static void emit_anything(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_COMMENT) tunip_write_char(w, '#');
    if (doc->kind == TUNIP_DOC_ASSIGN) tunip_write_char(w, '=');
    if (doc->path) tunip_write_char(w, '@');
    if (doc->kind == TUNIP_DOC_CLASS) emit_members(w, doc);
    if (doc->kind == TUNIP_DOC_BLOCK) emit_body(w, ((const tunip_doc_block *)doc)->body);
    if (doc->kind == TUNIP_DOC_FUNCTION) emit_body(w, ((const tunip_doc_function *)doc)->body);
}

static void emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                        tunip_member_part part)
{
    (void)around;
    if (part == TUNIP_MEMBER_AHEAD)
        tunip_write_char(w, '!');
    else
        tunip_emit(w, member);
}

static const tunip_emit_fn emit[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_anything,
#include <tunip/ext/doc_kinds.def>
#undef X
};

typedef struct seen {
    size_t comments, paths, assigns, ahead;
} seen;

static seen look_at(const char *file, size_t size, uint32_t flags)
{
    tunip_backend watch = {.abi = TUNIP_BACKEND_ABI,
                           .size = (uint32_t)size,
                           .name = "watch",
                           .emit = emit,
                           .kind_count = TUNIP_LEN(emit),
                           .flags = flags,
                           .emit_member = emit_member};
    seen s = {0, 0, 0, 0};
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(tunip_context_add_backend(context, &watch, NULL), TUNIP_OK);
    tunip_graph *graph = tunip_read_file(context, file, NULL);
    assert_non_null(graph);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed = NULL;
    options.backend = "watch";
    options.no_source_map = true;
    assert_int_equal(tunip_print(context, tunip_graph_root(graph), &options, &printed, NULL),
                     TUNIP_OK);
    for (const char *at = tunip_printed_text(printed).data; *at; at++) {
        s.comments += *at == '#';
        s.paths += *at == '@';
        s.assigns += *at == '=';
        s.ahead += *at == '!';
    }
    assert_int_equal(tunip_printed_span_count(printed), 0);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return s;
}

static seen look(size_t size, uint32_t flags)
{
    return look_at(function, size, flags);
}

/* The function has one comment of its own. */
enum { OWN = 1 };

static void without_flags_there_is_a_header_and_no_path(void **state)
{
    (void)state;
    seen s = look(sizeof(tunip_backend), 0);
    assert_true(s.comments > OWN);
    assert_int_equal(s.paths, 0);
}

static void a_backend_may_want_no_header(void **state)
{
    (void)state;
    seen s = look(sizeof(tunip_backend), TUNIP_BACKEND_NO_HEADER);
    assert_int_equal(s.comments, OWN);
    assert_int_equal(s.paths, 0);
}

static void both_may_be(void **state)
{
    (void)state;
    seen s = look(sizeof(tunip_backend), TUNIP_BACKEND_NO_HEADER | TUNIP_BACKEND_PATHS);
    assert_int_equal(s.comments, OWN);
    assert_true(s.paths > 0);
}

static void a_backend_may_want_paths(void **state)
{
    (void)state;
    seen s = look(sizeof(tunip_backend), TUNIP_BACKEND_PATHS);
    assert_true(s.comments > OWN);
    assert_true(s.paths > 0);
}

static void a_backend_may_want_the_variables_of_an_expression(void **state)
{
    (void)state;
    seen without = look_at(sum, sizeof(tunip_backend), TUNIP_BACKEND_NO_HEADER);
    seen with = look_at(sum, sizeof(tunip_backend), TUNIP_BACKEND_DECLARES);
    assert_int_equal(without.assigns, 0);
    assert_true(with.assigns > 0);
}

static void one_that_is_older_wants_neither(void **state)
{
    (void)state;
    seen s = look(offsetof(tunip_backend, emit_root), UINT32_MAX);
    assert_true(s.comments > OWN);
    assert_int_equal(s.paths, 0);
}

static void one_that_is_older_has_nothing_to_say_ahead(void **state)
{
    (void)state;
    seen now = look_at(module, sizeof(tunip_backend), 0);
    seen then = look_at(module, offsetof(tunip_backend, emit_member), 0);
    assert_true(now.ahead > 0);
    assert_int_equal(then.ahead, 0);
    assert_int_equal(then.assigns, now.assigns);
    seen flagged = look_at(module, offsetof(tunip_backend, emit_member), TUNIP_BACKEND_NO_HEADER);
    assert_true(flagged.comments < then.comments);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_flags_there_is_a_header_and_no_path),
        cmocka_unit_test(a_backend_may_want_no_header),
        cmocka_unit_test(a_backend_may_want_paths),
        cmocka_unit_test(both_may_be),
        cmocka_unit_test(a_backend_may_want_the_variables_of_an_expression),
        cmocka_unit_test(one_that_is_older_wants_neither),
        cmocka_unit_test(one_that_is_older_has_nothing_to_say_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
