/* check_saved.c -- a graph that is saved or converted to another version of TVM. */
#include "settings.h"

#include <stdlib.h>

typedef struct saved {
    char *text;
    size_t size, room;
} saved;

static int keep(const char *data, size_t size, void *user)
{
    saved *s = user;
    if (size > s->room - s->size) {
        s->room = 2 * s->room + size + 4096;
        s->text = realloc(s->text, s->room);
        FUZZ_CHECK(s->text);
    }
    memcpy(s->text + s->size, data, size);
    s->size += size;
    return 0;
}

/* An empty text if a string is not UTF-8: JSON cannot hold it, and nothing is written. */
static tunip_str save(saved *s, const tunip_node *root)
{
    tunip_error error = TUNIP_ERROR_INIT;
    s->size = 0;
    tunip_status status = tunip_save(fuzz_context(), root, keep, s, &error);
    bool is_text = status == TUNIP_ERROR_FORMAT && !s->size;
    if (status != TUNIP_OK && !is_text) fuzz_note("not saved: %s %s", error.message, error.path);
    FUZZ_CHECK(status == TUNIP_OK || is_text);
    return (tunip_str){s->text, s->size};
}

/* The hash; 0 for a type without equality. */
static uint64_t hash(const tunip_node *root, const tunip_equal_options *options)
{
    uint64_t value = 0;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = tunip_hash(fuzz_context(), root, options, &value, &error);
    FUZZ_CHECK(status == TUNIP_OK || status == TUNIP_ERROR_ARGUMENT);
    return status == TUNIP_OK ? value : 0;
}

static void check_equal(const tunip_node *a, const tunip_node *b)
{
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    tunip_comparison *comparison;
    FUZZ_CHECK(tunip_equal(fuzz_context(), a, b, &options, &comparison, NULL) == TUNIP_OK);
    FUZZ_CHECK(tunip_comparison_equal(comparison) || tunip_comparison_unsupported(comparison) ||
               fuzz_is_key_of_its_own(comparison) || fuzz_is_odd(a));
    if (tunip_comparison_equal(comparison))
        FUZZ_CHECK(hash(a, &options) == hash(b, &options) || fuzz_is_odd(a));
    tunip_comparison_free(comparison);
}

void fuzz_check_same(const tunip_node *a, const tunip_node *b)
{
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    tunip_script *script = NULL;
    options.map_free_vars = true;
    check_equal(a, b);
    check_equal(b, a);
    tunip_status status = tunip_diff(fuzz_context(), a, b, &options, &script, NULL);
    FUZZ_CHECK(status == TUNIP_OK);
    FUZZ_CHECK(!tunip_script_edit_count(script) || fuzz_is_odd(a));
    tunip_script_free(script);
}

void fuzz_check_saved(const tunip_node *root)
{
    static saved first, second;
    tunip_str text = save(&first, root);
    if (!text.size) return;
    tunip_graph *again = fuzz_read(text);
    FUZZ_CHECK(again);
    check_equal(root, tunip_graph_root(again));
    FUZZ_CHECK(tunip_str_equal(text, save(&second, tunip_graph_root(again))));
    tunip_graph_free(again);
}

/* ---- conversions ---- */

static void check_back(const tunip_node *root, const tunip_node *made, unsigned vintage)
{
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    tunip_graph *graph = tunip_graph_new(fuzz_context(), NULL);
    options.vintage = vintage;
    const tunip_node *back = tunip_convert_with(fuzz_context(), graph, made, &options, NULL);
    FUZZ_CHECK(back);
    check_equal(root, back);
    tunip_graph_free(graph);
}

void fuzz_check_conversion(const tunip_node *root)
{
    fuzz_settings plain;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_convert_options options = TUNIP_CONVERT_OPTIONS_INIT;
    unsigned vintage = tunip_vintage(root);
    if (!vintage) return;
    tunip_graph *graph = tunip_graph_new(fuzz_context(), NULL);
    options.vintage = vintage == 23 ? 26 : 23;
    options.exact = true;
    const tunip_node *made = tunip_convert_with(fuzz_context(), graph, root, &options, &error);
    FUZZ_CHECK(made || error.message[0]);
    if (made) {
        fuzz_settings_begin(&plain);
        FUZZ_CHECK(tunip_vintage(made) == options.vintage);
        fuzz_check_print(&plain, made, true);
        fuzz_check_saved(made);
        check_back(root, made, vintage);
    }
    tunip_graph_free(graph);
}
