/* test_clean.c -- texts in which a backend left characters that must be escaped. */
#include "toy_world.h"

#include "print/writer.h"

/* A backend that writes names without escapes, in brackets on separate lines. */
static void emit_raw(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_ID) {
        tunip_write_str(w, ((const tunip_doc_id *)doc)->name);
    } else if (doc->kind == TUNIP_DOC_LIST) {
        tunip_write_text(w, "[");
        tunip_emit_lines(w, ((const tunip_doc_list *)doc)->elements);
        tunip_write_text(w, "]");
    }
}

static tunip_emit_fn emit[TUNIP_DOC__COUNT];
static const tunip_backend raw = {.abi = TUNIP_BACKEND_ABI,
                                  .size = sizeof raw,
                                  .name = "raw",
                                  .emit = emit,
                                  .kind_count = TUNIP_DOC__COUNT};

typedef struct list {
    tunip_doc_id ids[3];
    const tunip_doc *items[3];
    tunip_doc_list doc;
} list;

static const tunip_doc *list_of(list *l, const tunip_str *names)
{
    *l = (list){.doc = {.base = {.kind = TUNIP_DOC_LIST}, .elements = {l->items, 3}}};
    for (int i = 0; i < 3; i++) {
        l->ids[i] = (tunip_doc_id){.base = {.kind = TUNIP_DOC_ID}, .name = names[i]};
        l->items[i] = &l->ids[i].base;
    }
    for (int i = 0; i < TUNIP_DOC__COUNT; i++) emit[i] = emit_raw;
    return &l->doc.base;
}

static const tunip_str names[] = {TUNIP_STR("a\x1b"), TUNIP_STR("\xc2\x9b\xff"),
                                  TUNIP_STR("\xc3\xa9")};
static const char expected[] = "[a\\x1b\n\\u009b\\xff\n\xc3\xa9]";

static tunip_str span_text(const tn_render *render, size_t at)
{
    const tunip_span *span = &render->spans.items[at];
    return (tunip_str){render->text + span->begin, span->end - span->begin};
}

static void spans_and_lines_follow(void **state)
{
    (void)state;
    list l;
    tn_render render = render_with(&raw, &tn_malloc);
    render.is_root = true;
    assert_renders(&render, list_of(&l, names), expected);
    assert_int_equal(render.spans.count, 4);
    assert_true(tunip_str_is(span_text(&render, 0), expected));
    assert_true(tunip_str_is(span_text(&render, 1), "a\\x1b"));
    assert_true(tunip_str_is(span_text(&render, 2), "\\u009b\\xff"));
    assert_true(tunip_str_is(span_text(&render, 3), "\xc3\xa9"));
    assert_int_equal(render.counted.count, 3);
    assert_int_equal(render.counted.items[1], strlen("[a\\x1b\n"));
    assert_int_equal(render.counted.items[2], strlen("[a\\x1b\n\\u009b\\xff\n"));
    tn_render_free(&render);
}

/* A text that becomes a part of another text is escaped with that one. */
static void what_is_no_whole_text_stays(void **state)
{
    (void)state;
    list l;
    tn_render render = render_with(&raw, &tn_malloc);
    assert_renders(&render, list_of(&l, names), "[a\x1b\n\xc2\x9b\xff\n\xc3\xa9]");
    tn_render_free(&render);
}

static void memory_may_run_out(void **state)
{
    (void)state;
    list l;
    const tunip_doc *doc = list_of(&l, names);
    tunip_status status = TUNIP_ERROR_MEMORY;
    for (size_t budget = 0; status != TUNIP_OK; budget++) {
        budget_memory memory;
        tunip_error error = TUNIP_ERROR_INIT;
        budget_memory_init(&memory, budget);
        tn_render render = render_with(&raw, &memory.allocator);
        render.is_root = true;
        status = tn_render_doc(&render, doc, &error);
        assert_true(status == TUNIP_OK || status == TUNIP_ERROR_MEMORY);
        tn_render_free(&render);
        assert_int_equal(memory.held, 0);
    }
}

/* ---- in parts ---- */

typedef struct received {
    char text[1 << 20];
    size_t size, calls;
} received;

static int receive(const char *data, size_t size, void *user)
{
    received *r = user;
    memcpy(r->text + r->size, data, size);
    r->size += size;
    r->calls++;
    return 0;
}

/* A long text that is written in parts is the same as in one piece: no cut separates the bytes of a
 * character, a combining mark or an escape. */
static void parts_are_the_whole(void **state)
{
    (void)state;
    static const char unit[] = "e\xcc\x81\xcc\x81\x1b \xe2\x80\xae";
    enum { TIMES = 20000, UNIT = sizeof unit - 1 };
    static char name[TIMES * UNIT];
    static received whole, parts;
    list l;
    for (size_t i = 0; i < TIMES; i++) memcpy(name + i * UNIT, unit, UNIT);
    for (size_t cut = 0; cut < UNIT; cut++) {
        /* Each name is a write of its own. */
        tunip_str three[] = {{name, UNIT * 9000 + cut},
                             {name + UNIT * 9000 + cut, UNIT * 5000},
                             {name + UNIT * 14000 + cut, sizeof name - UNIT * 14000 - cut}};
        tn_render render = render_with(&raw, &tn_malloc);
        render.is_root = true;
        assert_int_equal(tn_render_doc(&render, list_of(&l, three), NULL), TUNIP_OK);
        memcpy(whole.text, render.text, render.size);
        whole.size = render.size;
        tn_render_free(&render);
        render = render_with(&raw, &tn_malloc);
        render.keep_spans = false;
        render.is_root = true;
        render.write = receive;
        render.user = &parts;
        parts.size = parts.calls = 0;
        assert_int_equal(tn_render_doc(&render, list_of(&l, three), NULL), TUNIP_OK);
        tn_render_free(&render);
        assert_true(parts.calls > 1);
        assert_int_equal(parts.size, whole.size);
        assert_memory_equal(parts.text, whole.text, whole.size);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_and_lines_follow),
        cmocka_unit_test(what_is_no_whole_text_stays),
        cmocka_unit_test(memory_may_run_out),
        cmocka_unit_test(parts_are_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
