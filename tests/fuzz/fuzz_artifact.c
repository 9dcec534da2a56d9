/* fuzz_artifact.c -- any bytes, inspected as a file that a compiler left: everything that can be
 * read is shown. The memory behind the bytes is not theirs. */
#include <stdlib.h>

#include "fuzz.h"
#include "inspect/bytes.h"
#include "inspect/show.h"

static void check_status(tunip_status status, const tunip_error *error)
{
    FUZZ_CHECK(status == error->code && (status == TUNIP_OK || error->message[0]));
}

/* The size of the input chooses one of three ways, because each takes long. */
static void show_all(const tunip_inspection *found, size_t size)
{
    enum { MOST = 100 };
    static const tunip_show_options how[] = {
        {sizeof(tunip_show_options), .no_tools = true},
        {sizeof(tunip_show_options), .no_tools = true, .raw = true},
        {sizeof(tunip_show_options), .no_tools = true, .colour = true}};
    size_t shown = 0;
    for (const in_node *node = NULL; (node = in_walk(&found->tree, node)) && shown < MOST;
         shown++) {
        tunip_error error = TUNIP_ERROR_INIT;
        check_status(in_show_node(&found->tree, node, &how[size % 3], fuzz_drop, NULL, &error),
                     &error);
    }
}

/* Spans lie in their text, in the order of their beginnings, and each one holds those in it. */
static void check_spans(in_text *out)
{
    struct in_spans *spans = out->spans;
    for (size_t i = 0; i < spans->count && !out->raw.failed; i++) {
        const in_span *span = &spans->items[i], *next = span + 1;
        FUZZ_CHECK(span->begin <= span->end && span->end <= out->raw.bytes.count);
        FUZZ_CHECK(span->inside < spans->count - i);
        FUZZ_CHECK(span->path + span->length <= spans->paths.raw.bytes.count);
        if (i + 1 < spans->count) FUZZ_CHECK(next->begin >= span->begin);
        if (span->inside) FUZZ_CHECK(next->end <= span->end);
    }
    in_text_free(out);
    in_spans_free(spans);
}

static void map_part(const tunip_inspection *found, const in_node *node, size_t size)
{
    const tunip_show_options how = {sizeof how, .no_tools = true, .raw = size % 2};
    struct in_spans spans = {.count = 0};
    in_text out = {.spans = &spans}, path = {.spans = NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    in_put_path(&path, node);
    in_put(&path, (tunip_str){"", 1});
    FUZZ_CHECK(!path.raw.failed);
    check_status(in_put_part(&out, &found->tree, path.raw.bytes.items, &how, &error), &error);
    check_spans(&out);
    error = (tunip_error)TUNIP_ERROR_INIT;
    check_status(tunip_inspection_write_map(found, TUNIP_INSPECT_PART, path.raw.bytes.items, &how,
                                            fuzz_drop, NULL, &error),
                 &error);
    in_text_free(&path);
}

/* The source maps of some parts, which the size of the input chooses, and of a list. */
static void write_maps(const tunip_inspection *found, size_t size)
{
    enum { MOST = 5 };
    struct in_spans spans = {.count = 0};
    in_text out = {.spans = &spans};
    tunip_inspect_text what = size % 2 ? TUNIP_INSPECT_TREE : TUNIP_INSPECT_FUNCTIONS;
    tunip_error error = TUNIP_ERROR_INIT;
    (size % 2 ? in_put_tree : in_put_functions)(&out, &found->tree);
    check_spans(&out);
    check_status(tunip_inspection_write_map(found, what, NULL, NULL, fuzz_drop, NULL, &error),
                 &error);
    size_t at = size % 8, end = at + MOST, i = 0;
    for (const in_node *node = NULL; (node = in_walk(&found->tree, node)) && i < end; i++)
        if (i >= at && node->parent) map_part(found, node, size);
}

/* Compares with the first half of the file. */
static void compare_half(const tunip_inspection *found, tunip_str bytes)
{
    bool differ = false;
    tunip_error error = TUNIP_ERROR_INIT;
    bytes.size /= 2;
    tunip_inspection *half = tunip_inspect_bytes("input", bytes, &error);
    FUZZ_CHECK(half);
    check_status(tunip_inspection_diff(found, half, NULL, &differ, fuzz_drop, NULL, &error),
                 &error);
    if (bytes.size % 5 == 0)
        check_status(tunip_inspection_diff_page(found, half, NULL, "whole", "half", &differ,
                                                fuzz_drop, NULL, &error),
                     &error);
    tunip_inspection_free(half);
}

static void write_all(const tunip_inspection *found, size_t size)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (size % 2)
        check_status(tunip_inspection_write_tree(found, NULL, fuzz_drop, NULL, &error), &error);
    else
        check_status(tunip_inspection_write_json(found, fuzz_drop, NULL, &error), &error);
    if (size % 5 == 0)
        check_status(tunip_inspection_write_page(found, fuzz_drop, NULL, &error), &error);
    bool differ = true;
    check_status(tunip_inspection_diff(found, found, NULL, &differ, fuzz_drop, NULL, &error),
                 &error);
    FUZZ_CHECK(!differ);
    check_status(tunip_inspection_write_functions(found, fuzz_drop, NULL, &error), &error);
    tunip_artifact_set *set = tunip_inspection_artifacts(found, &error);
    FUZZ_CHECK(set);
    tunip_artifact_set_free(set);
    for (size_t i = 0; tunip_inspection_problem(found, i); i++)
        FUZZ_CHECK(tunip_inspection_problem(found, i)[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tunip_error error = TUNIP_ERROR_INIT;
    char *copy = malloc(size + !size);
    FUZZ_CHECK(copy);
    memcpy(copy, data, size);
    tunip_inspection *found = tunip_inspect_bytes("input", (tunip_str){copy, size}, &error);
    FUZZ_CHECK(found && !error.code);
    if (size % 3 == 0) compare_half(found, (tunip_str){copy, size});
    write_all(found, size);
    if (size % 4) show_all(found, size);
    if (size % 4 == 0) write_maps(found, size / 4);
    tunip_inspection_free(found);
    free(copy);
    return 0;
}
