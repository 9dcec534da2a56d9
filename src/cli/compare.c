/* compare.c -- tunip diff and tunip equal. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../../programs/inspect/tunip_inspect.h"
#include "cli.h"

/* ======== what counts ======== */

/* `--compare-names` and so on, for both commands: what equality ignores by default. */
typedef struct compared {
    bool names, locations, aliases, layout, comments;
} compared;

#define COMPARE_OPTION(settings, what, help)                                                       \
    {                                                                                              \
        "--compare-" #what, 0, NULL, help, cli_store_flag, offsetof(settings, compared.what)       \
    }
#define COMPARE_OPTIONS(settings)                                                                  \
    COMPARE_OPTION(settings, names, "names of variables, values and blocks count, too"),           \
        COMPARE_OPTION(settings, locations, "places in the source (spans, locations) count, too"), \
        COMPARE_OPTION(settings, aliases, "aliases count, too (MLIR)"),                            \
        COMPARE_OPTION(settings, layout, "blanks and line breaks count, too (MLIR)"),              \
        COMPARE_OPTION(settings, comments, "comments count, too (MLIR)")

typedef struct compared_row {
    size_t offset; /* in `compared` */
    unsigned flag;
    const char *name;
} compared_row;

static const compared_row compared_rows[] = {
    {offsetof(compared, names), TUNIP_FLAG_NAME, "names"},
    {offsetof(compared, locations), TUNIP_FLAG_LOCATION, "locations"},
    {offsetof(compared, aliases), TUNIP_FLAG_ALIAS, "aliases"},
    {offsetof(compared, layout), TUNIP_FLAG_LAYOUT, "layout"},
    {offsetof(compared, comments), TUNIP_FLAG_COMMENT, "comments"},
};

static bool add_flags(const tunip_field *field, void *user)
{
    *(unsigned *)user |= field->flags;
    return true;
}

static tunip_walk_action add_flags_of(const tunip_node *node, void *user)
{
    tunip_each_field(node->type, 0, add_flags, user);
    return TUNIP_WALK_ON;
}

/* The flags of what counts. A note names options for what this IR does not have. */
static unsigned choose_compared(const cli_pair *pair, const compared *chosen, bool quiet)
{
    unsigned flags = 0, present = 0;
    for (size_t i = 0; i < TUNIP_LEN(compared_rows); i++)
        if (*((const bool *)chosen + compared_rows[i].offset)) flags |= compared_rows[i].flag;
    if (!flags || quiet) return flags;
    tunip_walker walker = {.enter = add_flags_of, .user = &present};
    for (int side = 0; side < CLI_SIDES; side++)
        tunip_walk_once(tunip_graph_root(pair->graphs[side]), &walker);
    for (size_t i = 0; i < TUNIP_LEN(compared_rows); i++)
        if (flags & ~present & compared_rows[i].flag)
            cli_note("--compare-%s: this IR keeps no %s", compared_rows[i].name,
                     compared_rows[i].name);
    return flags;
}

/* ======== diff ======== */

/* `tunip diff`: all differences between two files. */

typedef struct diff_settings {
    tunip_diff_options options;
    bool strict;
    bool html;
    bool quiet;
    bool exit_zero;
    bool no_tools;
    compared compared;
    const char **labels; /* in place of the names of the files; at most two */
    size_t label_count;
    cli_backend backend;
    tunip_print_options print; /* with the options of the backend */
    cli_loads loads;
    cli_limits limits;
} diff_settings;

/* ---- options ---- */

enum { MOST_LINES = 1000000 }; /* also the maximum of columns */

static bool store_context(void *settings, const cli_option *option, const char *text)
{
    tunip_diff_options *options = &((diff_settings *)settings)->options;
    bool fine = cli_parse_count(option, text, 0, MOST_LINES, " (lines)", &options->context);
    options->no_context = fine && !options->context;
    return fine;
}

static bool store_width(void *settings, const cli_option *option, const char *text)
{
    tunip_diff_options *options = &((diff_settings *)settings)->options;
    return cli_parse_count(option, text, 0, MOST_LINES, " (columns)", &options->width);
}

static bool store_side_by_side(void *settings, const cli_option *option, const char *text)
{
    (void)option;
    (void)text;
    ((diff_settings *)settings)->options.form = TUNIP_DIFF_SIDE_BY_SIDE;
    return true;
}

static bool store_names(void *settings, const cli_option *option, const char *text)
{
    (void)option;
    (void)text;
    ((diff_settings *)settings)->options.form = TUNIP_DIFF_NAMES;
    return true;
}

static bool store_format(void *settings, const cli_option *option, const char *text)
{
    int which = cli_choose(option, text);
    if (which < 0) return false;
    static const tunip_diff_form forms[] = {TUNIP_DIFF_UNIFIED, TUNIP_DIFF_JSON, TUNIP_DIFF_PATCH};
    ((diff_settings *)settings)->html = which == TUNIP_LEN(forms);
    if (which < (int)TUNIP_LEN(forms)) ((diff_settings *)settings)->options.form = forms[which];
    return true;
}

static bool store_label(void *settings, const cli_option *option, const char *text)
{
    diff_settings *s = settings;
    if (s->label_count < CLI_SIDES) return cli_push(&s->labels, &s->label_count, text);
    cli_fail("%s: both sides have a label already", option->name);
    return false;
}

#define AT(member) offsetof(diff_settings, member)

static const cli_option options[] = {
    {"--side-by-side", 'y', NULL, "show both sides side by side", store_side_by_side, 0},
    {"--format", 0, "text|json|patch|html", "text, the edit script, a patch, or a page",
     store_format, 0},
    {"--only-names", 0, NULL, "list the functions that differ", store_names, 0},
    {"--context", 'U', "N", "unchanged lines around changed ones (3)", store_context, 0},
    {"--width", 'W', "N", "the total number of columns (those of the terminal)", store_width, 0},
    {"--quiet", 'q', NULL, "write nothing", cli_store_flag, AT(quiet)},
    {"--exit-zero", 0, NULL, "exit with 0 even if there are differences, as git expects",
     cli_store_flag, AT(exit_zero)},
    {"--label", 0, "NAME", "the name of a side; the first one is for the left", store_label, 0},
    CLI_COLOUR_OPTION(diff_settings),
    CLI_PAGER_OPTION(diff_settings),
    CLI_HEADING("what counts, and the language"),
    CLI_FREE_VARS_OPTIONS(diff_settings),
    COMPARE_OPTIONS(diff_settings),
    CLI_BACKEND_OPTIONS(diff_settings),
    CLI_READ_OPTIONS(diff_settings),
    CLI_VINTAGE_OPTION(diff_settings),
    CLI_LOAD_OPTION(diff_settings),
    {"--no-tools", 0, NULL, "do not run objdump to compare functions of libraries", cli_store_flag,
     AT(no_tools)},
    CLI_LIMIT_OPTIONS(diff_settings, "64M"),
    CLI_THREADS_OPTION(diff_settings),
};

void cli_diff_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* ---- artifacts ---- */

/* The two files. Only the first bytes of a file show whether it is an artifact. The bytes of a
 * stream can be read only once, and those of a compressed file are unpacked only once. */
typedef struct sides {
    char **files;
    tunip_context *context;           /* NULL without sources */
    tunip_source *sources[CLI_SIDES]; /* NULL: the file can be opened again */
} sides;

/* Whether a file is what `tunip inspect` shows: a library, a blob, an archive, a saved set. */
static bool is_artifact(const char *path)
{
    enum { LOOK = 1 << 13 };
    tn_kind kind = tn_kind_of(path);
    if (kind == TN_IS_FOLDER) {
        char list[LOOK];
        int size = snprintf(list, sizeof list, "%s/artifacts.json", path);
        return size < LOOK && tn_kind_of(list) != TN_IS_MISSING;
    }
    FILE *file = kind == TN_IS_FILE ? tn_fopen(path, "rb") : NULL;
    char *head = file ? malloc(LOOK) : NULL;
    size_t size = head ? fread(head, 1, LOOK, file) : 0;
    bool is = size && tunip_inspect_recognises((tunip_str){head, size});
    free(head);
    if (file) fclose(file);
    return is;
}

static bool open_source(sides *both, const diff_settings *settings, int side)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const cli_loads none = {.format = NULL};
    const char *path = both->files[side];
    if (side == CLI_RIGHT && cli_is_stream(path) && cli_is_stream(both->files[CLI_LEFT]))
        both->sources[side] = both->sources[CLI_LEFT];
    if (!both->context) both->context = cli_context_new(&none, &settings->limits);
    if (!both->context || both->sources[side]) return both->context != NULL;
    tunip_source *source = tunip_source_open(both->context, path, &error);
    if (!source) return cli_fail_error(cli_shown(path), &error) == CLI_OK;
    both->sources[side] = cli_unpack(both->context, &settings->loads, source, cli_shown(path));
    return both->sources[side] != NULL;
}

/* Finds out whether both sides are artifacts. Opens streams and compressed files only if the other
 * side may be an artifact. False after a message. */
static bool look(sides *both, const diff_settings *settings, bool *are_artifacts)
{
    bool packed[CLI_SIDES], possible = true;
    for (int i = 0; i < CLI_SIDES; i++) {
        packed[i] = cli_is_packed(both->files[i]);
        possible &= packed[i] || is_artifact(both->files[i]);
    }
    *are_artifacts = possible;
    for (int i = 0; possible && i < CLI_SIDES; i++) {
        if (!packed[i]) continue;
        if (!open_source(both, settings, i)) return false;
        *are_artifacts &= tunip_inspect_recognises(tunip_source_text(both->sources[i]));
    }
    return true;
}

static void close_sides(sides *both)
{
    if (both->sources[CLI_RIGHT] != both->sources[CLI_LEFT])
        tunip_source_free(both->sources[CLI_RIGHT]);
    tunip_source_free(both->sources[CLI_LEFT]);
    tunip_context_free(both->context);
}

static tunip_inspection *inspect(const sides *both, int side, tunip_error *error)
{
    const char *path = both->files[side];
    const tunip_source *source = both->sources[side];
    if (!source) return tunip_inspect_open(path, error);
    return tunip_inspect_bytes(cli_shown(path), tunip_source_text(source), error);
}

static void note_problems(const char *path, const tunip_inspection *found)
{
    for (size_t i = 0; tunip_inspection_problem(found, i); i++)
        cli_note("%s: %s", path, tunip_inspection_problem(found, i));
}

static int drop(const char *data, size_t size, void *user)
{
    (void)data;
    (void)size;
    (void)user;
    return 0;
}

static const char *name_of(const char *file, const diff_settings *settings, size_t side)
{
    return side < settings->label_count ? settings->labels[side] : file;
}

/* Texts of artifacts may have any bytes. */
static int write_safely(const char *data, size_t size, void *user)
{
    cli_output *out = user;
    if (!cli_is_terminal(out->file)) return cli_output_write(data, size, out);
    return cli_put_coloured((tunip_str){data, size}, cli_output_write, out);
}

static int compare_artifacts(const diff_settings *settings, const sides *both)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (settings->options.form != TUNIP_DIFF_UNIFIED)
        return cli_fail("diff: the differences of compiled artifacts are text in one form, or a "
                        "page (--format html)");
    tunip_show_options how = TUNIP_SHOW_OPTIONS_INIT;
    cli_output out;
    bool differ = false;
    cli_output_open(&out, NULL, settings->limits.max_bytes, &error);
    cli_output_for_people(&out, &settings->loads);
    how.colour = out.colour;
    how.no_tools = settings->no_tools || settings->quiet;
    tunip_inspection *left = inspect(both, CLI_LEFT, &error);
    tunip_inspection *right = left ? inspect(both, CLI_RIGHT, &error) : NULL;
    tunip_write_fn write = settings->quiet ? drop : write_safely;
    if (right && settings->html)
        tunip_inspection_diff_page(
            left, right, &how, name_of(both->files[CLI_LEFT], settings, CLI_LEFT),
            name_of(both->files[CLI_RIGHT], settings, CLI_RIGHT), &differ, write, &out, &error);
    else if (right)
        tunip_inspection_diff(left, right, &how, &differ, write, &out, &error);
    cli_output_close(&out, &error);
    if (left) note_problems(cli_shown(both->files[CLI_LEFT]), left);
    if (right) note_problems(cli_shown(both->files[CLI_RIGHT]), right);
    tunip_inspection_free(left);
    tunip_inspection_free(right);
    if (error.code == TUNIP_ERROR_IO) return cli_fail("%s", error.message);
    if (error.code != TUNIP_OK) return cli_fail_error("diff", &error);
    return differ ? CLI_DIFFERENT : CLI_OK;
}

/* ---- the run ---- */

static int write_script(const cli_pair *pair, const diff_settings *settings,
                        const tunip_script *script)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diff_options how = settings->options;
    how.print = &settings->print;
    how.lhs_name = name_of(pair->files[CLI_LEFT], settings, CLI_LEFT);
    how.rhs_name = name_of(pair->files[CLI_RIGHT], settings, CLI_RIGHT);
    how.threads = cli_threads(&settings->limits);
    cli_page(&settings->loads);
    how.colour = cli_wants_colour(settings->loads.colour, stdout);
    if (!how.width) how.width = cli_terminal_width();
    tunip_status status = (settings->html ? tunip_html_diff : tunip_diff_write)(
        pair->context, script, &how, cli_write, stdout, &error);
    bool broken = status == TUNIP_ERROR_CANCELLED || !cli_flush();
    if (broken) return cli_fail("cannot write: %s", strerror(errno));
    if (status != TUNIP_OK) return cli_fail_error("diff", &error);
    return tunip_script_edit_count(script) ? CLI_DIFFERENT : CLI_OK;
}

static int compare(const cli_pair *pair, const void *user)
{
    const diff_settings *settings = user;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_script *script;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = !settings->strict; /* two files share no variables */
    how.threads = cli_threads(&settings->limits);
    how.compare = choose_compared(pair, &settings->compared, settings->quiet);
    if (!settings->quiet) cli_note_conversion(pair);
    if (tunip_diff(pair->context, tunip_graph_root(pair->graphs[CLI_LEFT]),
                   tunip_graph_root(pair->graphs[CLI_RIGHT]), &how, &script, &error) != TUNIP_OK)
        return cli_fail_error("diff", &error);
    int status = tunip_script_edit_count(script) ? CLI_DIFFERENT : CLI_OK;
    if (!settings->quiet) status = write_script(pair, settings, script);
    tunip_script_free(script);
    return status;
}

static int compare_files(const diff_settings *settings, int argc, char **argv)
{
    bool are_artifacts = false;
    sides both = {.files = argv + 1};
    int status = CLI_TROUBLE;
    if (argc != 1 + CLI_SIDES || look(&both, settings, &are_artifacts))
        status = are_artifacts
                     ? compare_artifacts(settings, &both)
                     : cli_pair_compare(argc, argv, &settings->loads, &settings->limits,
                                        &settings->print, both.sources, compare, settings);
    close_sides(&both);
    return status;
}

int cli_diff(int argc, char **argv)
{
    diff_settings settings = {.options = TUNIP_DIFF_OPTIONS_INIT,
                              .print = TUNIP_PRINT_OPTIONS_INIT,
                              .limits = CLI_PAIR_LIMITS};
    int status = CLI_TROUBLE;
    tunip_setting *chosen = NULL;
    settings.loads.placeholders = true;
    if (cli_parse(options, TUNIP_LEN(options), &settings, &argc, argv) &&
        cli_backend_settings(&settings.backend, &chosen)) {
        settings.print.backend = settings.backend.name;
        settings.print.settings = chosen;
        settings.print.setting_count = settings.backend.count;
        status = compare_files(&settings, argc, argv);
    }
    if (status == CLI_DIFFERENT && settings.exit_zero) status = CLI_OK;
    free(chosen);
    free(settings.labels);
    free(settings.backend.options);
    cli_loads_free(&settings.loads);
    return status;
}

/* ======== equal ======== */

/* `tunip equal`: writes nothing if two files are equal, otherwise the message of
 * tvm.ir.assert_structural_equal. Notes name an unregistered type, and say whether the files differ
 * only because two files share no variables. */

typedef struct equal_settings {
    bool strict;
    bool quiet;
    compared compared;
    cli_loads loads;
    cli_limits limits;
} equal_settings;

static const cli_option equal_options[] = {
    {"--quiet", 'q', NULL, "write nothing: the exit status shows whether they are equal",
     cli_store_flag, offsetof(equal_settings, quiet)},
    CLI_COLOUR_OPTION(equal_settings),
    CLI_FREE_VARS_OPTIONS(equal_settings),
    COMPARE_OPTIONS(equal_settings),
    CLI_READ_OPTIONS(equal_settings),
    CLI_VINTAGE_OPTION(equal_settings),
    CLI_LOAD_OPTION(equal_settings),
    CLI_LIMIT_OPTIONS(equal_settings, "64M"),
    CLI_THREADS_OPTION(equal_settings),
};

void cli_equal_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, equal_options, TUNIP_LEN(equal_options));
}

/* The style of a line of the message; NULL: plain. The carets of both sides have the colours of
 * tunip diff. */
static const char *style_of(tunip_str line, bool is_left)
{
    static const char left[] = "StructuralEqual check failed", right[] = "and rhs at ";
    size_t carets = 0;
    while (carets < line.size && strchr(" ^", line.data[carets])) carets++;
    if (line.size && carets == line.size) return is_left ? CLI_RED : CLI_GREEN;
    return cli_text_behind(line, left).data || cli_text_behind(line, right).data ? CLI_BOLD : NULL;
}

static void put_message(const char *message, cli_output *out)
{
    bool is_left = true;
    for (const char *end; *message; message = end) {
        tunip_str line = {message, strcspn(message, "\n")};
        end = message + line.size;
        end += *end == '\n';
        const char *style = style_of(line, is_left);
        if (style && strcmp(style, CLI_RED) == 0) is_left = false;
        if (style) cli_output_style(out, style);
        if (style && strcmp(style, CLI_BOLD) == 0) cli_output_hang(out);
        cli_output_write(line.data, line.size, out);
        if (style) cli_output_style(out, NULL);
        cli_output_write("\n", (size_t)(end - message) - line.size, out);
    }
}

static int write_message(const cli_pair *pair, const tunip_node *lhs, const tunip_node *rhs,
                         const tunip_comparison *comparison, const cli_loads *loads)
{
    cli_output out;
    tunip_error error = TUNIP_ERROR_INIT;
    char *message = tunip_equal_message(pair->context, lhs, rhs, comparison, &error);
    if (!message) return cli_fail_error("equal", &error);
    cli_output_open(&out, NULL, 0, &error);
    cli_output_for_people(&out, loads);
    out.loads = NULL; /* no pager */
    put_message(message, &out);
    tunip_text_free(pair->context, message);
    return cli_output_close(&out, &error) ? CLI_DIFFERENT : cli_fail_output("equal", &error);
}

/* Writes a note if the files differ only because two files share no variables. */
static void note_free_vars(const cli_pair *pair, const tunip_node *lhs, const tunip_node *rhs,
                           tunip_equal_options how)
{
    tunip_comparison *comparison = NULL;
    how.map_free_vars = true;
    if (tunip_equal(pair->context, lhs, rhs, &how, &comparison, NULL) == TUNIP_OK &&
        tunip_comparison_equal(comparison))
        cli_note("only the identity of free variables differs: without --strict-free-vars the "
                 "files are equal");
    tunip_comparison_free(comparison);
}

static int equal_compare(const cli_pair *pair, const void *user)
{
    const equal_settings *settings = user;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_comparison *comparison;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    const tunip_node *lhs = tunip_graph_root(pair->graphs[CLI_LEFT]);
    const tunip_node *rhs = tunip_graph_root(pair->graphs[CLI_RIGHT]);
    how.map_free_vars = !settings->strict; /* two files share no variables */
    how.threads = cli_threads(&settings->limits);
    how.compare = choose_compared(pair, &settings->compared, settings->quiet);
    if (!settings->quiet) cli_note_conversion(pair);
    if (tunip_equal(pair->context, lhs, rhs, &how, &comparison, &error) != TUNIP_OK)
        return cli_fail_error("equal", &error);
    const tunip_type *unregistered = tunip_comparison_unregistered(comparison);
    if (unregistered && !settings->quiet)
        cli_note("the type `%s` is not registered; its nodes are compared by their saved fields "
                 "(see --load)",
                 unregistered->key);
    int status = tunip_comparison_equal(comparison) ? CLI_OK : CLI_DIFFERENT;
    if (status != CLI_OK && !settings->quiet)
        status = write_message(pair, lhs, rhs, comparison, &settings->loads);
    if (status == CLI_DIFFERENT && !settings->quiet && !how.map_free_vars)
        note_free_vars(pair, lhs, rhs, how);
    tunip_comparison_free(comparison);
    return status;
}

int cli_equal(int argc, char **argv)
{
    equal_settings settings = {.limits = CLI_PAIR_LIMITS};
    int status = CLI_TROUBLE;
    if (cli_parse(equal_options, TUNIP_LEN(equal_options), &settings, &argc, argv))
        status = cli_pair_compare(argc, argv, &settings.loads, &settings.limits, NULL, NULL,
                                  equal_compare, &settings);
    cli_loads_free(&settings.loads);
    return status;
}
