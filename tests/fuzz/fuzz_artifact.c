/* fuzz_artifact.c -- any bytes, inspected as a file that a compiler left: everything that can be
 * read is shown. The memory behind the bytes is not theirs. */
#include <stdlib.h>

#include "apps/inspect/show.h"
#include "fuzz.h"

static void check_status(tunip_status status, const tunip_error *error)
{
    FUZZ_CHECK(status == error->code && (status == TUNIP_OK || error->message[0]));
}

/* The size of the input chooses one of three ways: each of them takes most of the time. */
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
    FUZZ_CHECK(found ? !error.code : error.code && error.message[0]); /* of a damaged set */
    if (found) write_all(found, size);
    if (found) show_all(found, size);
    tunip_inspection_free(found);
    free(copy);
    return 0;
}
