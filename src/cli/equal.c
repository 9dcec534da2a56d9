/* equal.c -- `tunip equal`: silence when two files hold the same, else where they first differ, in
 * the words of tvm.ir.assert_structural_equal. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

typedef struct equal_settings {
    bool map_free_vars;
    cli_loads loads;
} equal_settings;

static const cli_option options[] = {
    {"--map-free-vars", 0, NULL, "variables that nobody defines may stand for each other",
     cli_store_flag, offsetof(equal_settings, map_free_vars)},
    CLI_LOAD_OPTION(equal_settings),
};

void cli_equal_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* LEFT or RIGHT. */
typedef struct side {
    const char *file;
    const char *name; /* in the message */
    tunip_graph *graph;
    char *path;             /* to the difference, as text */
    tunip_printed *printed; /* with the difference */
} side;

enum { LEFT, RIGHT, SIDES };

typedef struct equal_run {
    tunip_context *context;
    side sides[SIDES];
    tunip_comparison comparison;
} equal_run;

static bool read_side(equal_run *run, side *s, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    s->file = strcmp(path, "-") == 0 ? "<stdin>" : path;
    s->graph = tunip_read_file(run->context, path, &error);
    if (!s->graph) cli_fail_error(s->file, &error);
    return s->graph != NULL;
}

/* ---- the message ---- */

static bool copy_path(side *s, const tunip_path *path)
{
    size_t size = tunip_path_text(path, NULL, 0) + 1;
    s->path = malloc(size);
    if (!s->path) cli_fail("%s: out of memory", s->file);
    if (s->path) tunip_path_text(path, s->path, size);
    return s->path != NULL;
}

/* The whole of one side, with the place at `path` underlined. */
static bool print_side(equal_run *run, side *s, const tunip_path *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options print = TUNIP_PRINT_OPTIONS_INIT;
    print.no_syntax_sugar = true;
    if (!copy_path(s, path)) return false;
    const char *const place = s->path;
    print.underline = &place;
    print.underline_count = 1;
    tunip_print(run->context, tunip_graph_root(s->graph), &print, &s->printed, &error);
    if (!s->printed) cli_fail_error(s->file, &error);
    return s->printed != NULL;
}

static void write_side(const side *s)
{
    tunip_str text = tunip_printed_text(s->printed);
    printf("%s at %s:\n", s->name, s->path);
    fwrite(text.data, 1, text.size, stdout);
    putchar('\n');
}

static bool write_difference(equal_run *run)
{
    side *left = &run->sides[LEFT], *right = &run->sides[RIGHT];
    if (!print_side(run, left, run->comparison.lhs_path)) return false;
    if (!print_side(run, right, run->comparison.rhs_path)) return false;
    fputs("StructuralEqual check failed, caused by ", stdout);
    write_side(left);
    fputs("and ", stdout);
    write_side(right);
    return true;
}

static void write_unsupported(const tunip_type *type)
{
    printf("_type_s_eq_hash_kind is not set for type `%s`, so StructuralHash is not supported for "
           "this type\n",
           type->key);
}

/* ---- the run ---- */

static int compare(equal_run *run, const equal_settings *settings)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = settings->map_free_vars;
    tunip_status status =
        tunip_equal(run->context, tunip_graph_root(run->sides[LEFT].graph),
                    tunip_graph_root(run->sides[RIGHT].graph), &how, &run->comparison, &error);
    if (status != TUNIP_OK) return cli_fail("equal: %s", error.message);
    if (run->comparison.equal) return CLI_OK;
    if (run->comparison.unsupported)
        write_unsupported(run->comparison.unsupported);
    else if (!write_difference(run))
        return CLI_TROUBLE;
    if (fflush(stdout) != 0) return cli_fail("cannot write: %s", strerror(errno));
    return CLI_DIFFERENT;
}

static void close_run(equal_run *run)
{
    tunip_comparison_free(&run->comparison);
    for (int i = 0; i < SIDES; i++) {
        tunip_printed_free(run->sides[i].printed);
        tunip_graph_free(run->sides[i].graph);
        free(run->sides[i].path);
    }
    tunip_context_free(run->context);
}

static int compare_files(const equal_settings *settings, char **files)
{
    equal_run run = {.context = cli_context_new(&settings->loads),
                     .sides = {{.name = "lhs"}, {.name = "rhs"}}};
    if (!run.context) return CLI_TROUBLE;
    int status = CLI_TROUBLE;
    if (read_side(&run, &run.sides[LEFT], files[LEFT]) &&
        read_side(&run, &run.sides[RIGHT], files[RIGHT]))
        status = compare(&run, settings);
    close_run(&run);
    return status;
}

int cli_equal(int argc, char **argv)
{
    equal_settings settings = {.map_free_vars = false};
    int status = CLI_TROUBLE;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv))
        status = argc == 1 + SIDES ? compare_files(&settings, argv + 1)
                                   : cli_fail("equal: two files are needed, got %d", argc - 1);
    cli_loads_free(&settings.loads);
    return status;
}
