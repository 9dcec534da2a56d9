/* damage.h -- shared by the tests of damaged objects: the saved objects of golden/ and the print
 * options. The number of damages of each file is bounded; those that are tried are spread over the
 * file. */
#ifndef DAMAGE_H
#define DAMAGE_H

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>

#include "../whole.h"

/* Whether the `at`th of `count` possible damages is among the `most` that are tried. */
static inline bool damage_is_tried(size_t at, size_t count, size_t most)
{
    return count <= most || at * most / count != (at + 1) * most / count;
}

/* Options that make a print visit more of the graph. */
static const tunip_setting damage_settings[] = {{"show_all_struct_info", "false"}};
static const tunip_print_options damage_options[] = {
    TUNIP_PRINT_OPTIONS_INIT,
    {.size = sizeof(tunip_print_options),
     .show_meta = true,
     .verbose_expr = true,
     .no_syntax_sugar = true,
     .settings = damage_settings,
     .setting_count = 1},
    {.size = sizeof(tunip_print_options), .backend = "builder"},
    {.size = sizeof(tunip_print_options), .backend = "text"},
    {.size = sizeof(tunip_print_options), .backend = "text", .no_source_map = true},
    {.size = sizeof(tunip_print_options), .backend = "doc"},
};

/* Prints with options `index`. Returns whether the print behaved as it must; builder may refuse. */
static inline bool damage_prints(tunip_context *context, const tunip_node *root, size_t index,
                                 tunip_error *error)
{
    const tunip_print_options *options = &damage_options[index];
    tunip_printed *printed = NULL;
    *error = (tunip_error)TUNIP_ERROR_INIT;
    tunip_status status = tunip_print(context, root, options, &printed, error);
    tunip_printed_free(printed);
    bool may_refuse = options->backend && strcmp(options->backend, "builder") == 0;
    return status == TUNIP_OK || (may_refuse && status == TUNIP_ERROR_RULE);
}

/* Calls check(context, path) for each saved object of golden/. */
static inline void damage_each_golden(void (*check)(tunip_context *context, const char *path))
{
    static const char folder[] = TUNIP_DATA_DIR "/golden";
    tunip_context *context = tunip_context_new(NULL, NULL);
    struct dirent **entries;
    int count = scandir(folder, &entries, NULL, alphasort);
    assert_non_null(context);
    assert_true(count > 0);
    size_t checked = 0;
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name, *end = strstr(name, ".json");
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, name);
        if (end && end[5] == '\0' && !strstr(name, ".config.")) {
            check(context, path);
            checked++;
        }
        free(entries[i]);
    }
    free(entries);
    assert_true(checked > 0);
    tunip_context_free(context);
}

#endif
