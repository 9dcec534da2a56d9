/* test_uses.c -- the names in a text and their places: scripts, Relay, MLIR, texts with mistakes,
 * modules in a log; the words of dialects. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/elaborate.h>

typedef struct world {
    tunip_context *context;
    tunip_source *source;
    tunip_uses *uses;
    tunip_graph *graph;
} world;

static void read_text(world *w, const char *format, const char *text)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    w->context = tunip_context_new(NULL, &error);
    w->source = tunip_source_new(NULL, tunip_str_from("text"), tunip_str_from(text), &error);
    w->uses = tunip_uses_new(NULL, &error);
    assert_non_null(w->uses);
    options.format = format;
    options.fold = true;
    options.uses = w->uses;
    w->graph = tunip_read_source(w->context, w->source, &options, &error);
    assert_int_equal(tunip_uses_status(w->uses), TUNIP_OK);
}

static void end(world *w)
{
    tunip_uses_free(w->uses);
    tunip_graph_free(w->graph);
    tunip_source_free(w->source);
    tunip_context_free(w->context);
}

static tunip_str text_of(const world *w, const tunip_use *use)
{
    return (tunip_str){tunip_source_text(w->source).data + use->begin, use->end - use->begin};
}

/* Counts the uses of a kind with this text. All of them must mean one node. */
static size_t count(const world *w, tunip_use_kind kind, const char *text)
{
    size_t found = 0;
    const tunip_use *use;
    const tunip_node *node = NULL;
    for (size_t i = 0; (use = tunip_uses_get(w->uses, i)); i++) {
        if (use->kind != kind || !tunip_str_is(text_of(w, use), text)) continue;
        if (found) assert_ptr_equal(use->node, node);
        node = use->node;
        found++;
    }
    return found;
}

static const char script[] = "@T.prim_func\n"
                             "def f(a: T.handle):\n"
                             "    A = T.match_buffer(a, (16,))\n"
                             "    for i in T.serial(16):\n"
                             "        A[i] = A[i] + A[0]\n";

static void test_script(void **state)
{
    world w;
    (void)state;
    read_text(&w, "python", script);
    assert_non_null(w.graph);
    assert_null(tunip_uses_graph(w.uses));
    assert_int_equal(count(&w, TUNIP_USE_DEFINITION, "A"), 1);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "A"), 3);
    assert_int_equal(count(&w, TUNIP_USE_DEFINITION, "i"), 1);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "i"), 2);
    assert_int_equal(count(&w, TUNIP_USE_WORD, "T.match_buffer"), 1);
    end(&w);
}

/* The names that could be read stay, with their nodes. */
static void test_mistake(void **state)
{
    world w;
    char text[400];
    (void)state;
    snprintf(text, sizeof text, "%s        A[j] = 0.0\n", script);
    read_text(&w, "python", text);
    assert_null(w.graph);
    assert_non_null(tunip_uses_graph(w.uses));
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "A"), 4);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "j"), 0);
    end(&w);
}

static void test_relay(void **state)
{
    world w;
    (void)state;
    read_text(&w, "relay",
              "#[version = \"0.0.5\"]\n"
              "def @f(%x: int32) -> int32 {\n  %x\n}\n"
              "def @main(%y: int32) {\n  %0 = @f(%y);\n  @f(%0)\n}\n");
    assert_non_null(w.graph);
    assert_int_equal(count(&w, TUNIP_USE_DEFINITION, "@f"), 1);
    assert_int_equal(count(&w, TUNIP_USE_DEFINITION, "%0"), 1);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "%0"), 1);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "%y"), 1);
    end(&w);
}

static void test_mlir(void **state)
{
    world w;
    (void)state;
    read_text(&w, "mlir",
              "func.func @f(%a: i32) -> i32 {\n"
              "  cf.br ^end(%a : i32)\n"
              "^end(%b: i32):\n"
              "  %c = func.call @f(%b) : (i32) -> i32\n"
              "  return %c : i32\n}\n");
    assert_non_null(w.graph);
    assert_int_equal(count(&w, TUNIP_USE_DEFINITION, "@f"), 1);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "@f"), 1);
    assert_int_equal(count(&w, TUNIP_USE_DEFINITION, "^end"), 1);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "^end"), 1);
    assert_int_equal(count(&w, TUNIP_USE_DEFINITION, "%a"), 1);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "%c"), 1);
    end(&w);
}

/* Places in a log are those of the log, not of the module. */
static void test_log(void **state)
{
    world w;
    char text[400];
    (void)state;
    snprintf(text, sizeof text, "a line of a program\n\n%s", script);
    read_text(&w, "log", text);
    assert_non_null(w.graph);
    assert_int_equal(count(&w, TUNIP_USE_REFERENCE, "A"), 3);
    end(&w);
}

/* A use of a word leads to its row; a dialect lists all its rows. */
static void test_words(void **state)
{
    world w;
    tunip_word_info word, listed;
    const tunip_use *use = NULL;
    size_t found = 0;
    (void)state;
    read_text(&w, "python", script);
    for (size_t i = 0; (use = tunip_uses_get(w.uses, i)); i++)
        if (use->word && tunip_str_is(text_of(&w, use), "T.match_buffer")) break;
    assert_non_null(use);
    tunip_word_describe(use->word, &word);
    assert_true(tunip_str_is(word.name, "match_buffer"));
    assert_non_null(strstr(word.params, "dtype="));
    for (size_t i = 0; tunip_word_get(w.context, use->dialect, i, &listed); i++)
        found += listed.since == word.since && tunip_str_equal(listed.name, word.name);
    assert_int_equal(found, 1);
    assert_false(tunip_word_get(w.context, NULL, 0, &listed));
    assert_int_equal(tunip_uses_count(NULL), 0);
    end(&w);
}

/* Whether the dialect has the word: a row has, or a text is read with it. */
static bool has_word(const tunip_context *context, const tunip_dialect *dialect, const char *name)
{
    tunip_word_info word;
    char text[64];
    bool found = false;
    for (size_t i = 0; tunip_word_get(context, dialect, i, &word); i++)
        if (tunip_str_is(word.name, name)) return true;
    snprintf(text, sizeof text, "%s.%s(1)", dialect->prefix, name);
    world w;
    read_text(&w, "python", text);
    const tunip_use *use = tunip_uses_get(w.uses, 0);
    found = use && use->kind == TUNIP_USE_WORD && use->end == strlen(text) - 3;
    end(&w);
    return found;
}

/* Each note is about one word that there is, and is one line. */
static void test_summaries(void **state)
{
    (void)state;
    const tunip_dialect *dialect;
    size_t count = 0;
    tunip_context *context = tunip_context_new(NULL, NULL);
    for (size_t d = 0; (dialect = tunip_context_dialect(context, d)); d++) {
        const tunip_vocabulary *words = dialect->vocabulary;
        for (size_t i = 0; words && i < words->note_count; i++, count++) {
            const tunip_word_note *note = &words->notes[i];
            const char *got = tunip_word_summary(dialect, tunip_str_from(note->name));
            if (!has_word(context, dialect, note->name) || got != note->summary)
                fail_msg("%s has no word %s, or two notes about it", dialect->name, note->name);
            assert_null(strchr(note->summary, '\n'));
            assert_true(note->summary[0] && note->summary[strlen(note->summary) - 1] != '.');
        }
        assert_null(tunip_word_summary(dialect, tunip_str_from("no such word")));
    }
    assert_true(count > 300);
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_summaries), cmocka_unit_test(test_script),
        cmocka_unit_test(test_mistake),   cmocka_unit_test(test_relay),
        cmocka_unit_test(test_mlir),      cmocka_unit_test(test_log),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
