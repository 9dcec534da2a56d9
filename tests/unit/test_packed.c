/* test_packed.c -- source maps of finished functions, packed and unpacked. That unpacked spans are
 * the same as others is checked for all objects by corpus/spans.c. */
#include "render_helper.h"

#include <tunip.h>

#include "backends/backends.h"
#include "print/print.h"

enum { PLENTY = 1000000, MOST_MEMBERS = 8 };

#define MODULE TUNIP_DATA_DIR "/golden/rnd_mod.1003.json"

static tunip_printed *print(tunip_context *context, const tunip_graph *graph)
{
    tunip_printed *printed = NULL;
    assert_int_equal(tunip_print(context, tunip_graph_root(graph), NULL, &printed, NULL), TUNIP_OK);
    return printed;
}

/* Spans that cannot be unpacked can be unpacked later. */
static void unpacking_may_fail_at_every_allocation(void **state)
{
    (void)state;
    budget_memory memory;
    budget_memory_init(&memory, PLENTY);
    tunip_context *context = tunip_context_new(&memory.allocator, NULL);
    tunip_graph *graph = tunip_read_file(context, MODULE, NULL);
    assert_non_null(graph);
    size_t failures = 0;
    for (bool done = false; !done; failures += !done) {
        tunip_printed *printed = print(context, graph);
        assert_true(printed->packed.unit_count > 1);
        memory.budget = failures;
        size_t count = tunip_printed_span_count(printed);
        done = count != 0;
        if (!done) assert_null(tunip_source_map_new(printed, NULL));
        memory.budget = PLENTY;
        assert_true(tunip_printed_span_count(printed) > 100);
        assert_int_equal(printed->packed.unit_count, 0);
        tunip_printed_free(printed);
    }
    assert_true(failures >= 2);
    tunip_graph_free(graph);
    tunip_context_free(context);
    assert_int_equal(memory.held, 0);
}

/* A span and its Doc would take more than 60 bytes, and its paths as much again. */
static void packed_spans_are_small(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph = tunip_read_file(context, MODULE, NULL);
    tunip_printed *printed = print(context, graph);
    size_t size = printed->packed.units.total;
    assert_in_range(size, 1, 40 * tunip_printed_span_count(printed));
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

typedef struct member {
    enum { NO_MEMBER, ONE, MANY, KEYED, PAIRED, BEHIND } shape;
    size_t at;
} member;

static const member members[TUNIP_DOC__COUNT][MOST_MEMBERS] = {
#define M(shape, ident, name)                                                                      \
    {                                                                                              \
        shape, offsetof(tunip_doc_##ident, name)                                                   \
    }
#define X(KIND, ...) [TUNIP_DOC_##KIND] = {__VA_ARGS__},
#include <tunip/ext/doc_members.def>
#undef X
#undef M
};

/* The number of Docs that a Doc reaches. */
static size_t walk(const tunip_doc *doc)
{
    size_t count = 1;
    if (!doc) return 0;
    assert_true(doc->kind < TUNIP_DOC__COUNT);
    for (const member *m = members[doc->kind]; m->shape; m++) {
        const void *at = (const char *)doc + m->at;
        if (m->shape == ONE) count += walk(*(const tunip_doc *const *)at);
        const tunip_docs docs = m->shape == ONE ? (tunip_docs){NULL, 0} : *(const tunip_docs *)at;
        for (size_t i = 0; i < docs.count; i++) count += walk(docs.items[i]);
    }
    return count;
}

static bool has_span(const tunip_printed *printed, const tunip_doc *doc)
{
    const tunip_span *spans = tunip_printed_spans(printed);
    for (size_t i = 0; i < tunip_printed_span_count(printed); i++)
        if (spans[i].doc == doc) return true;
    return false;
}

/* The Doc of the module, after a walk over all Docs. */
static const tunip_doc_class *walk_all(const tunip_printed *printed)
{
    const tunip_doc *found = NULL;
    size_t count = tunip_printed_span_count(printed);
    const tunip_span *spans = tunip_printed_spans(printed);
    for (size_t i = 0; i < count; i++) {
        assert_true(walk(spans[i].doc) > 0);
        if (spans[i].doc->kind == TUNIP_DOC_CLASS) found = spans[i].doc;
    }
    assert_non_null(found);
    return (const tunip_doc_class *)found;
}

static void the_docs_of_spans_are_those_of_the_public_kinds(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_graph *graph = tunip_read_file(context, MODULE, NULL);
    tunip_printed *printed = print(context, graph);
    size_t units = printed->packed.unit_count, functions = 0;
    const tunip_doc_class *module = walk_all(printed);
    for (size_t i = 0; i < module->body.count; i++) {
        const tunip_doc *doc = module->body.items[i];
        if (doc->kind != TUNIP_DOC_FUNCTION) continue;
        assert_true(has_span(printed, doc));
        assert_int_equal(((const tunip_doc_function *)doc)->name->kind, TUNIP_DOC_ID);
        functions++;
    }
    assert_true(units > 1);
    assert_int_equal(functions, units);
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

/* Emits the last member three times, and no other. */
static void emit_last(tunip_writer *w, const tunip_doc *doc)
{
    const tunip_docs body = ((const tunip_doc_class *)doc)->body;
    for (int i = 0; i < 3; i++) {
        tunip_emit(w, body.items[body.count - 1]);
        tunip_write_newline(w);
    }
}

static void units_may_be_left_out_and_repeated(void **state)
{
    (void)state;
    tunip_emit_fn emit[TUNIP_DOC__COUNT];
    memcpy(emit, tunip_backend_python.emit, sizeof emit);
    emit[TUNIP_DOC_CLASS] = emit_last;
    tunip_backend odd = tunip_backend_python;
    odd.name = "odd";
    odd.emit = emit;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(tunip_context_add_backend(context, &odd, NULL), TUNIP_OK);
    tunip_graph *graph = tunip_read_file(context, MODULE, NULL);
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "odd";
    tunip_printed *printed = NULL;
    assert_int_equal(tunip_print(context, tunip_graph_root(graph), &options, &printed, NULL),
                     TUNIP_OK);
    size_t units = printed->packed.unit_count, blocks = 0;
    const tunip_docs body = walk_all(printed)->body;
    for (size_t i = 0; i < body.count; i++) blocks += body.items[i]->kind == TUNIP_DOC_BLOCK;
    assert_true(units > 1);
    assert_int_equal(blocks, units - 1);
    const tunip_doc *last = body.items[body.count - 1];
    assert_int_equal(last->kind, TUNIP_DOC_FUNCTION);
    assert_true(has_span(printed, last));
    tunip_printed_free(printed);
    tunip_graph_free(graph);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unpacking_may_fail_at_every_allocation),
        cmocka_unit_test(packed_spans_are_small),
        cmocka_unit_test(the_docs_of_spans_are_those_of_the_public_kinds),
        cmocka_unit_test(units_may_be_left_out_and_repeated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
