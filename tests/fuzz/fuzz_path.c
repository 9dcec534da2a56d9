/* fuzz_path.c -- any bytes, read as an access path. One that is read is written, read and written
 * again; it is followed in a fixed module, looked for in its source map, underlined and annotated.
 */
#include <stdlib.h>

#include "ir/path.h"
#include "module.h"

/* The text form, of exactly its size, so that sanitizers see overruns; to be freed. */
static char *text_of(const tunip_path *path, size_t *size)
{
    *size = tunip_path_text(path, NULL, 0);
    char *text = malloc(*size + 1);
    FUZZ_CHECK(text);
    FUZZ_CHECK(tunip_path_text(path, text, *size + 1) == *size);
    FUZZ_CHECK(strlen(text) == *size);
    return text;
}

/* A truncated text of a path is the beginning of the whole text. */
static void check_cut(const tunip_path *path, const char *whole, size_t size)
{
    char cut[8];
    FUZZ_CHECK(tunip_path_text(path, cut, sizeof cut) == size);
    FUZZ_CHECK(strncmp(cut, whole, sizeof cut - 1) == 0);
}

static void check_written(tn_arena *arena, const tunip_path *path)
{
    size_t size, again_size;
    char *text = text_of(path, &size);
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_path *again = tn_path_parse(arena, (tunip_str){text, size}, &error);
    FUZZ_CHECK(again);
    FUZZ_CHECK(again->depth == path->depth);
    FUZZ_CHECK(tunip_path_is_prefix(path, again) && tunip_path_is_prefix(again, path));
    FUZZ_CHECK(tunip_path_common(path, again)->depth == path->depth);
    if (path->parent) FUZZ_CHECK(tn_path_step_hash(path) == tn_path_step_hash(again));
    char *second = text_of(again, &again_size);
    FUZZ_CHECK(strcmp(text, second) == 0);
    check_cut(path, text, size);
    free(second);
    free(text);
}

static void follow(const tunip_path *path)
{
    tn_follower follower;
    tn_follower_init(&follower, fuzz_module(), &tn_malloc);
    tn_follow(&follower, path);
    FUZZ_CHECK(!follower.failed);
    tn_follower_free(&follower);
}

/* ---- what takes paths as text ---- */

static void find(tunip_str text, bool is_path)
{
    static tunip_source_map *map;
    tunip_found found;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!map) map = tunip_source_map_new(fuzz_module_printed(), NULL);
    tunip_status status = tunip_source_map_find(map, text, &found, &error);
    FUZZ_CHECK(status == (is_path ? TUNIP_OK : TUNIP_ERROR_ARGUMENT));
    for (size_t i = 0; status == TUNIP_OK && i < found.count; i++)
        FUZZ_CHECK(found.spans[i] < tunip_printed_span_count(fuzz_module_printed()));
}

static void print(const char *text, bool underlined, bool is_path)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    const tunip_annotation remark = {text, "a remark"};
    tunip_printed *printed = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    if (underlined) {
        options.underline = &text;
        options.underline_count = 1;
    } else {
        options.annotate = &remark;
        options.annotate_count = 1;
    }
    tunip_status status = tunip_print(fuzz_context(), fuzz_module(), &options, &printed, &error);
    FUZZ_CHECK(status == TUNIP_OK || (status == TUNIP_ERROR_ARGUMENT && error.message[0]));
    FUZZ_CHECK(is_path || status == TUNIP_ERROR_ARGUMENT);
    tunip_printed_free(printed);
}

static void label(const char *text)
{
    tunip_diagnostics *all = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *one = tunip_diagnostics_add(all, TUNIP_SEVERITY_NOTE, "code", "message");
    tunip_diagnostic_at_path(one, TUNIP_LABEL_PRIMARY, text, "label");
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status =
        tunip_diagnostics_render(all, fuzz_module_printed(), NULL, fuzz_drop, NULL, &error);
    FUZZ_CHECK(status == TUNIP_OK);
    tunip_diagnostics_free(all);
}

/* Printing takes a hundred times as long as the rest, so only some inputs are printed. */
static void use(const char *text, bool is_path, unsigned which)
{
    find(tunip_str_from(text), is_path);
    if (which == 0) print(text, true, is_path);
    if (which == 1) print(text, false, is_path);
    if (which == 2) label(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tn_arena arena;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = {(const char *)data, size};
    tn_arena_init(&arena, NULL);
    const tunip_path *path = tn_path_parse(&arena, text, &error);
    FUZZ_CHECK(path || (error.code == TUNIP_ERROR_ARGUMENT && error.message[0]));
    if (path) {
        check_written(&arena, path);
        follow(path);
    }
    char *copy = malloc(size + 1);
    FUZZ_CHECK(copy);
    if (size) memcpy(copy, data, size);
    copy[size] = '\0';
    if (strlen(copy) == size) use(copy, path != NULL, size ? data[size / 2] % 32 : 0);
    free(copy);
    tn_arena_free(&arena);
    return 0;
}
