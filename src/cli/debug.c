/* debug.c -- tunip debug. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../programs/child/child.h"
#include "../../programs/debug/memory.h"
#include "../../programs/debug/page.h"
#include "../../programs/debug/plan.h"
#include "../../programs/debug/reference.h"
#include "cli.h"

/* ======== debug ======== */

/* `tunip debug`: graphs of TVM's graph executor and their runs.
 *
 * Code of the user is loaded and run by programs of their own, which this command starts, as git
 * starts its subcommands: a crash does not take the command with it, the command needs no
 * dlopen(), and the debugger costs nothing where it is not used. */

enum { FORM_TEXT, FORM_JSON, FORM_HTML }; /* ORDER: as in the placeholder of --format */

typedef struct debug_settings {
    bool summary;
    int form; /* of the summary */
    bool dot;
    bool json;
    const char *output;
} debug_settings;

#define AT(member) offsetof(debug_settings, member)

static const cli_option options[] = {
    {"--summary", 0, NULL, "show operators, shapes, the plan of memory, parameters", cli_store_flag,
     AT(summary)},
    {"--format", 0, "text|json|html", "the form of the summary: html is a picture of the memory",
     cli_store_choice, AT(form)},
    {"--json", 0, NULL, "the same as --summary --format json", cli_store_flag, AT(json)},
    {"--dot", 0, NULL, "write the graph for Graphviz", cli_store_flag, AT(dot)},
    {"--output", 'o', "FILE", "write to FILE (standard output)", cli_store_text, AT(output)},
};

/* ---- programs ---- */

/* The options of the programs, which parse them. Those of the debugger alone come first. */
#define OPTION(name, letter, placeholder, help, store, member)                                     \
    {name, letter, placeholder, help, NULL, 0},
static const cli_option run_options[] = {
#include "../../programs/debug/debugger_options.def"
#include "../../programs/debug/run_options.def"
};
#undef OPTION
#define OPTION(name, letter, placeholder, help, store, member) 1 +
enum {
    DEBUGGER_ONLY =
#include "../../programs/debug/debugger_options.def"
        0
};
#undef OPTION

/* Whether one of the first `count` options is given. */
static bool has_option(int argc, char **argv, size_t count)
{
    for (int i = 1; i < argc; i++)
        for (size_t k = 0; k < count; k++) {
            size_t size = strlen(run_options[k].name);
            if (strncmp(argv[i], run_options[k].name, size) == 0 &&
                (!argv[i][size] || argv[i][size] == '='))
                return true;
        }
    return false;
}

/* Replaces this process by a program that is beside this one, or where it is installed. */
static int start(const char *program, char **argv)
{
    static const char *const places[] = {"", "../libexec/tunip/"};
    char folder[2048], path[4096], why[TN_OS_REASON];
    if (!child_can_start()) return cli_fail("debug: %s: %s", program, tn_os_reason(ENOSYS, why));
    if (!tn_os_own_folder(folder, sizeof folder)) *folder = '\0';
    for (size_t i = 0; i < TUNIP_LEN(places); i++) {
        snprintf(path, sizeof path, "%s%s%s", folder, places[i], program);
        if (!tn_can_run(path)) continue;
        child_replace(path, argv);
        return cli_fail("debug: cannot start %s: %s", path, tn_os_reason(errno, why));
    }
    return cli_fail("debug: the program %s is not installed beside tunip", program);
}

/* ---- looking at a graph ---- */

static tunip_graph *read_graph(const tunip_context *context, const char *path)
{
    const cli_loads loads = {.format = NULL};
    tunip_source *standard_input = NULL;
    cli_inputs in;
    bool is_open = cli_inputs_open(&in, context, &loads, &standard_input, path);
    tunip_graph *graph = is_open ? cli_inputs_read_one(&in, false) : NULL;
    cli_inputs_close(&in);
    tunip_source_free(standard_input);
    return graph;
}

static bool write_plan(const debug_settings *s, tunip_context *context, const dbg_plan *plan,
                       const tunip_graph *graph, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    bool is_open = cli_output_open(&out, s->output, 0, &error);
    if (is_open && s->dot)
        dbg_write_dot(plan, cli_write, out.file, &error);
    else if (is_open && s->form == FORM_HTML)
        dbg_write_memory_page(plan, path, cli_write, out.file, &error);
    else if (is_open && (s->json || s->form == FORM_JSON))
        dbg_write_summary_json(plan, cli_write, out.file, &error);
    else if (is_open && s->summary)
        dbg_write_summary(plan, cli_write, out.file, &error);
    else if (is_open)
        dbg_write_graph(context, tunip_graph_root(graph), cli_write, out.file, &error);
    return cli_output_close(&out, &error) || cli_fail("%s", cli_said(&error)) == CLI_OK;
}

static bool show(const debug_settings *s, const char *path)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const cli_loads loads = {.format = NULL};
    const cli_limits limits = CLI_PRINT_LIMITS;
    tunip_context *context = cli_context_new(&loads, &limits);
    tunip_graph *graph = context ? read_graph(context, path) : NULL;
    dbg_plan *plan = graph ? dbg_plan_new(tunip_graph_root(graph), &error) : NULL;
    bool fine = plan && write_plan(s, context, plan, graph, cli_shown(path));
    if (graph && !plan) cli_fail_error(path, &error);
    dbg_plan_free(plan);
    tunip_graph_free(graph);
    tunip_context_free(context);
    return fine;
}

void cli_debug_help(FILE *out)
{
    fputs("\nwithout options, prints the graph\n\n", out);
    cli_list_options(out, options, TUNIP_LEN(options));
    fputs("\ntunip debug run [options] GRAPH: runs the graph\n"
          "tunip debug --lib=LIB.so [options] GRAPH: the debugger\n\n",
          out);
    cli_list_options(out, run_options + DEBUGGER_ONLY, TUNIP_LEN(run_options) - DEBUGGER_ONLY);
    fputs("\nrecords and the debugger:\n", out);
    cli_list_options(out, run_options, DEBUGGER_ONLY);
    fputs("\ntunip debug compare [options] DUMP [DUMP | REFERENCE]: compares the outputs of nodes, "
          "shows where "
          "NaN begin\n\n",
          out);
    cli_debug_compare_help(out);
}

int cli_debug(int argc, char **argv)
{
    debug_settings s = {.output = NULL};
    if (argc > 1 && strcmp(argv[1], "run") == 0)
        return start(has_option(argc, argv, DEBUGGER_ONLY) ? "tunip-debug" : "tunip-run", argv + 1);
    if (argc > 1 && strcmp(argv[1], "compare") == 0) return cli_debug_compare(argc - 1, argv + 1);
    if (has_option(argc, argv, DEBUGGER_ONLY + 1)) return start("tunip-debug", argv);
    if (!cli_parse(options, TUNIP_LEN(options), &s, &argc, argv)) return CLI_TROUBLE;
    if (s.form != FORM_TEXT && !s.summary)
        return cli_fail("debug: --format is the form of --summary");
    if (argc != 2) return cli_fail("debug: expected one graph, got %d", argc - 1);
    return show(&s, argv[1]) ? CLI_OK : CLI_TROUBLE;
}

/* ======== debug compare ======== */

/* `tunip debug compare`: two dumps of runs, or one for its NaN. */

typedef struct compare_settings {
    dbg_tolerance tolerance;
    bool all, json;
    const char *page, *map;
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

#define COMPARE_AT(member) offsetof(compare_settings, member)

static const cli_option compare_options[] = {
    {"--abs", 0, "X", "allow differences up to X", store_tolerance, COMPARE_AT(tolerance.absolute)},
    {"--rel", 0, "X", "allow differences up to X times the right number", store_tolerance,
     COMPARE_AT(tolerance.relative)},
    {"--ulp", 0, "N", "allow differences up to N units in the last place", store_ulp, 0},
    {"--all", 0, NULL, "list the tensors that are equal, too", cli_store_flag, COMPARE_AT(all)},
    {"--json", 0, NULL, "write the pairs of two dumps as JSON", cli_store_flag, COMPARE_AT(json)},
    {"--page", 0, "FILE", "write a page for a browser, too", cli_store_text, COMPARE_AT(page)},
    {"--map", 0, "FILE", "the nodes of names in a reference: lines NAME NODE", cli_store_text,
     COMPARE_AT(map)},
};

void cli_debug_compare_help(FILE *out)
{
    cli_list_options(out, compare_options, TUNIP_LEN(compare_options));
}

static int write_origins(const dbg_dump *dump, const char *name, tunip_error *error)
{
    bool clean = true;
    if (dbg_origins_write(dump, name, cli_write, stdout, &clean, error) != TUNIP_OK)
        return CLI_TROUBLE;
    return clean ? CLI_OK : CLI_DIFFERENT;
}

/* The page of `count` dumps, or of a dump and values to compare with. */
static bool write_page(const dbg_dump *left, const dbg_dump *right, int count, char **paths,
                       const char *title, const dbg_tolerance *tolerance, const char *output,
                       size_t max_bytes, tunip_error *error)
{
    tn_text both;
    tn_text_init(&both, NULL);
    for (int i = 0; i < count; i++) {
        if (i) tn_text_put_word(&both, " and ");
        tn_text_put_word(&both, paths[i]);
    }
    cli_output out;
    if (cli_output_open(&out, output, max_bytes, error))
        dbg_page_write(left, count == 2 ? right : NULL, tolerance,
                       title ? tunip_str_from(title) : tn_text_str(&both), cli_output_write, &out,
                       error);
    tn_text_free(&both);
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
                write_page(&left, &right, count, paths, title, &exact, output, max_bytes, &error);
    dbg_dump_free(&left);
    dbg_dump_free(&right);
    tunip_context_free(context);
    if (error.code == TUNIP_ERROR_LIMIT) return cli_fail_error(paths[0], &error);
    return fine ? CLI_OK : cli_fail("%s", cli_said(&error));
}

static tunip_status write_pairs(const dbg_dump *left, const dbg_dump *right,
                                const compare_settings *s, bool *same, tunip_error *error)
{
    if (s->json)
        return dbg_compare_write_json(left, right, &s->tolerance, cli_write, stdout, same, error);
    return dbg_compare_write(left, right, &s->tolerance, s->all, cli_write, stdout, same, error);
}

static int compare(const tunip_context *context, int argc, char **argv, const compare_settings *s,
                   tunip_error *error)
{
    dbg_dump left = {.graph = NULL}, right = {.graph = NULL};
    int status = CLI_TROUBLE;
    bool same = false;
    if (dbg_dump_read(context, argv[1], &left, error) &&
        (argc == 2 || dbg_reference_or_dump(context, argv[2], s->map, &left, &right, error))) {
        if (argc == 3 && write_pairs(&left, &right, s, &same, error) == TUNIP_OK)
            status = same ? CLI_OK : CLI_DIFFERENT;
        int made = !s->json && (argc == 2 || status != CLI_TROUBLE)
                       ? write_origins(&left, argv[1], error)
                       : CLI_TROUBLE;
        if (argc == 2) status = made;
        bool has_graph = argc == 3 && !right.belongs; /* values alone make nothing */
        if (has_graph && made != CLI_TROUBLE) write_origins(&right, argv[2], error);
        if (s->page)
            write_page(&left, &right, argc - 1, argv + 1, NULL, &s->tolerance, s->page, 0, error);
    }
    dbg_dump_free(&left);
    dbg_dump_free(&right);
    return error->code == TUNIP_OK ? status : cli_fail("%s", error->message);
}

int cli_debug_compare(int argc, char **argv)
{
    compare_settings s = {.all = false};
    tunip_error error = TUNIP_ERROR_INIT;
    if (!cli_parse(compare_options, TUNIP_LEN(compare_options), &s, &argc, argv))
        return CLI_TROUBLE;
    if (argc < 2 || argc > 3)
        return cli_fail("debug compare: expected two dumps, or one, got %d", argc - 1);
    if (s.map && argc != 3) return cli_fail("debug compare: --map needs a reference");
    if (s.json && argc != 3)
        return cli_fail("debug compare: --json needs two dumps, or a dump and a reference");
    tunip_context *context = tunip_context_new(NULL, &error);
    int status = context ? compare(context, argc, argv, &s, &error) : cli_fail("%s", error.message);
    tunip_context_free(context);
    return status;
}
