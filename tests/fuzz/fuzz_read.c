/* fuzz_read.c -- any bytes, read as a saved graph. A graph that can be read is
 * saved and read again: it is equal, has the same hash and is saved as the same text. */
#include <stdlib.h>

#include "fuzz.h"

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
    FUZZ_CHECK(status == TUNIP_OK || (status == TUNIP_ERROR_FORMAT && !s->size));
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

static void check_saved(const tunip_node *root)
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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tunip_graph *graph = fuzz_read((tunip_str){(const char *)data, size});
    if (graph && fuzz_is_small(tunip_graph_root(graph))) check_saved(tunip_graph_root(graph));
    tunip_graph_free(graph);
    return 0;
}
