/* debug_compare.c -- `tunip debug compare`: two dumps of runs, or one for its NaN. */
#include <stdlib.h>
#include <string.h>

#include "../apps/debug/page.h"
#include "cli.h"

typedef struct compare_settings {
    dbg_tolerance tolerance;
    bool all;
    const char *page;
} compare_settings;

static bool store_tolerance(void *settings, const cli_option *option, const char *text)
{
    double *out = (double *)(void *)((char *)settings + option->offset);
    return cli_parse_amount(option, text, "", out);
}

static bool store_ulp(void *settings, const cli_option *option, const char *text)
{
    size_t ulp;
    bool fine = cli_parse_count(option, text, 0, CLI_MOST, "", &ulp);
    ((compare_settings *)settings)->tolerance.ulp = ulp;
    return fine;
}

#define AT(member) offsetof(compare_settings, member)

static const cli_option options[] = {
    {"--abs", 0, "X", "allow differences up to X", store_tolerance, AT(tolerance.absolute)},
    {"--rel", 0, "X", "allow differences up to X times the right number", store_tolerance,
     AT(tolerance.relative)},
    {"--ulp", 0, "N", "allow differences up to N units in the last place", store_ulp, 0},
    {"--all", 0, NULL, "list the tensors that are equal, too", cli_store_flag, AT(all)},
    {"--page", 0, "FILE", "write a page for a browser, too", cli_store_text, AT(page)},
};

void cli_debug_compare_help(FILE *out)
{
    cli_list_options(out, options, TUNIP_LEN(options));
}

static int write_origins(const dbg_dump *dump, const char *name, tunip_error *error)
{
    bool clean = true;
    if (dbg_origins_write(dump, name, cli_write, stdout, &clean, error) != TUNIP_OK)
        return CLI_TROUBLE;
    return clean ? CLI_OK : CLI_DIFFERENT;
}

static bool write_page(const dbg_dump *left, const dbg_dump *right, const dbg_tolerance *tolerance,
                       const char *title, const char *path, size_t max_bytes, tunip_error *error)
{
    cli_output out;
    if (cli_output_open(&out, path, max_bytes, error))
        dbg_page_write(left, right, tolerance, title, cli_output_write, &out, error);
    return cli_output_close(&out, error);
}

bool cli_are_dumps(int count, char **paths)
{
    bool fine = count == 1 || count == 2;
    for (int i = 0; fine && i < count; i++) fine = dbg_is_dump(paths[i]);
    return fine;
}

int cli_debug_page(int count, char **paths, const char *title, const char *output, size_t max_bytes)
{
    tunip_error error = TUNIP_ERROR_INIT;
    dbg_tolerance exact = {0, 0, 0};
    dbg_dump left = {.graph = NULL}, right = {.graph = NULL};
    tunip_context *context = tunip_context_new(NULL, &error);
    bool fine = context && dbg_dump_read(context, paths[0], &left, &error) &&
                (count == 1 || dbg_dump_read(context, paths[1], &right, &error)) &&
                write_page(&left, count == 2 ? &right : NULL, &exact, title ? title : paths[0],
                           output, max_bytes, &error);
    dbg_dump_free(&left);
    dbg_dump_free(&right);
    tunip_context_free(context);
    if (error.code == TUNIP_ERROR_LIMIT) return cli_fail_error(paths[0], &error);
    return fine ? CLI_OK : cli_fail("%s", cli_said(&error));
}

static int compare(const tunip_context *context, int argc, char **argv, const compare_settings *s,
                   tunip_error *error)
{
    dbg_dump left = {.graph = NULL}, right = {.graph = NULL};
    int status = CLI_TROUBLE;
    bool same = false;
    if (dbg_dump_read(context, argv[1], &left, error) &&
        (argc == 2 || dbg_dump_read(context, argv[2], &right, error))) {
        if (argc == 3 && dbg_compare_write(&left, &right, &s->tolerance, s->all, cli_write, stdout,
                                           &same, error) == TUNIP_OK)
            status = same ? CLI_OK : CLI_DIFFERENT;
        int made =
            argc == 2 || status != CLI_TROUBLE ? write_origins(&left, argv[1], error) : CLI_TROUBLE;
        if (argc == 2) status = made;
        if (argc == 3 && made != CLI_TROUBLE) write_origins(&right, argv[2], error);
        if (s->page)
            write_page(&left, argc == 3 ? &right : NULL, &s->tolerance, argv[1], s->page, 0, error);
    }
    dbg_dump_free(&left);
    dbg_dump_free(&right);
    return error->code == TUNIP_OK ? status : cli_fail("%s", error->message);
}

int cli_debug_compare(int argc, char **argv)
{
    compare_settings s = {.all = false};
    tunip_error error = TUNIP_ERROR_INIT;
    if (!cli_parse(options, TUNIP_LEN(options), &s, &argc, argv)) return CLI_TROUBLE;
    if (argc < 2 || argc > 3)
        return cli_fail("debug compare: expected two dumps, or one, got %d", argc - 1);
    tunip_context *context = tunip_context_new(NULL, &error);
    int status = context ? compare(context, argc, argv, &s, &error) : cli_fail("%s", error.message);
    tunip_context_free(context);
    return status;
}
