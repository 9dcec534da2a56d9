/* inspect.c -- `tunip inspect`: shows the files that a compiler wrote. */
#include "../../programs/inspect/tunip_inspect.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

typedef struct inspect_settings {
    const char *show;
    const char *extract;
    const char *pack;
    const char *source_map; /* the file to write, or NULL */
    bool functions;
    bool plan;
    bool inspectors;
    int format; /* ORDER text, json, graph, html */
    tunip_show_options how;
    cli_loads loads;
} inspect_settings;

#define AT(member) offsetof(inspect_settings, member)

static bool store_timeout(void *settings, const cli_option *option, const char *text)
{
    enum { MOST = 3600 };
    size_t seconds;
    bool fine = cli_parse_count(option, text, 1, MOST, " (seconds)", &seconds);
    ((inspect_settings *)settings)->how.timeout = (unsigned)seconds;
    return fine;
}

static const cli_option options[] = {
    {"--show", 0, "NAME", "write a part: name its path in the tree, or the end of this path",
     cli_store_text, AT(show)},
    {"--raw", 0, NULL, "with --show: write the bytes as they are", cli_store_flag, AT(how.raw)},
    {"--inspector", 0, "NAME[/OUTPUT]", "with --show: let this inspector show the part",
     cli_store_text, AT(how.inspector)},
    {"--inspectors", 0, NULL, "list all inspectors, and what each one is for", cli_store_flag,
     AT(inspectors)},
    {"--extract", 0, "DIR", "write all parts to a new or empty folder", cli_store_text,
     AT(extract)},
    {"--pack", 0, "FILE",
     "write the artifacts to a new file: an archive if its name ends in .tar, a library if in .so",
     cli_store_text, AT(pack)},
    {"--functions", 0, NULL, "list all functions and what they call", cli_store_flag,
     AT(functions)},
    {"--source-map", 0, "FILE", "write the source map of the text to FILE, as JSON", cli_store_text,
     AT(source_map)},
    {"--plan", 0, NULL, "list the artifacts that each loader would load, in order", cli_store_flag,
     AT(plan)},
    {"--format", 0, "text|json|graph|html", "a tree, JSON, the artifacts as IR, a page (text)",
     cli_store_choice, AT(format)},
    CLI_HEADING("other programs, and input"),
    {"--no-tools", 0, NULL, "do not run other programs, such as llvm-dis", cli_store_flag,
     AT(how.no_tools)},
    {"--timeout", 0, "SECONDS", "stop other programs after this time (10)", store_timeout, 0},
    {"--color", 0, "auto|always|never", "colours in sources (auto)", cli_store_choice,
     AT(loads.colour)},
    CLI_RATIO_OPTION(inspect_settings),
    CLI_LOAD_OPTION(inspect_settings),
};

void cli_inspect_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* Text of files cannot control a terminal; elsewhere it is written as it is. */
static int write_safely(const char *data, size_t size, void *out)
{
    if (!tn_is_terminal(out)) return cli_write(data, size, out);
    return tunip_escape((tunip_str){data, size}, TUNIP_ESCAPE_TEXT, cli_write, out);
}

/* The same for a text with colours. */
static int write_coloured(const char *data, size_t size, void *out)
{
    if (!tn_is_terminal(out)) return cli_write(data, size, out);
    return cli_put_coloured((tunip_str){data, size}, cli_write, out);
}

static tunip_status pack(const tunip_inspection *found, const char *path, tunip_error *error)
{
    size_t left_out = 0;
    const char *end = strrchr(path, '.');
    bool is_tar = end && strcmp(end, ".tar") == 0;
    bool is_library = end && (strcmp(end, ".so") == 0 || strcmp(end, ".dylib") == 0);
    tunip_artifact_set *set = tunip_inspection_artifacts(found, error);
    if (!set) return error->code;
    tunip_artifact_form form = is_tar ? TUNIP_ARTIFACT_TAR : TUNIP_ARTIFACT_BLOB;
    tunip_status status = is_library ? tunip_artifact_set_link(set, path, NULL, &left_out, error)
                                     : tunip_artifact_set_export(set, path, form, &left_out, error);
    if (left_out) cli_note("%s: without the content of %zu artifacts in memory", path, left_out);
    tunip_artifact_set_free(set);
    return status;
}

static tunip_status plan(const tunip_inspection *found, tunip_error *error)
{
    tunip_load_options how = TUNIP_LOAD_OPTIONS_INIT;
    how.dry_run = how.link = true;
    how.write = write_safely;
    how.write_user = stdout;
    tunip_artifact_set *set = tunip_inspection_artifacts(found, error);
    if (!set) return error->code;
    tunip_status status = tunip_artifact_set_open(set, &how, NULL, error);
    tunip_artifact_set_free(set);
    return status;
}

static int write_and_note(const char *data, size_t size, void *some)
{
    *(bool *)some |= size > 0;
    return write_safely(data, size, stdout);
}

static tunip_status list_functions(const tunip_inspection *found, tunip_error *error)
{
    bool some = false;
    tunip_status status = tunip_inspection_write_functions(found, write_and_note, &some, error);
    if (status == TUNIP_OK && !some) cli_note("no part of this file has functions");
    return status;
}

static tunip_status save(const tunip_context *context, const tunip_inspection *found,
                         tunip_error *error)
{
    tunip_artifact_set *set = tunip_inspection_artifacts(found, error);
    tunip_graph *graph = set ? tunip_artifact_set_graph(context, set, error) : NULL;
    if (graph) tunip_save(context, tunip_graph_root(graph), cli_write, stdout, error);
    tunip_graph_free(graph);
    tunip_artifact_set_free(set);
    return error->code;
}

static tunip_status write_map(const tunip_inspection *found, const inspect_settings *s,
                              tunip_error *error)
{
    tunip_inspect_text what = s->show        ? TUNIP_INSPECT_PART
                              : s->functions ? TUNIP_INSPECT_FUNCTIONS
                                             : TUNIP_INSPECT_TREE;
    cli_output out;
    if (cli_output_open(&out, s->source_map, 0, error))
        tunip_inspection_write_map(found, what, s->show, &s->how, cli_write, out.file, error);
    cli_output_close(&out, error);
    return error->code;
}

static tunip_status run(const tunip_context *context, const tunip_inspection *found,
                        const inspect_settings *s, tunip_error *error)
{
    tunip_write_fn write = s->how.colour ? write_coloured : write_safely;
    tunip_status status = s->source_map ? write_map(found, s, error) : TUNIP_OK;
    if (status != TUNIP_OK || (s->source_map && cli_is_stream(s->source_map))) return status;
    if (s->extract) return tunip_inspection_extract(found, s->extract, error);
    if (s->pack) return pack(found, s->pack, error);
    if (s->show) return tunip_inspection_show(found, s->show, &s->how, write, stdout, error);
    if (s->plan) return plan(found, error);
    if (s->functions) return list_functions(found, error);
    if (s->format == 3) return tunip_inspection_write_page(found, cli_write, stdout, error);
    if (s->format == 2) return save(context, found, error);
    if (s->format == 1) return tunip_inspection_write_json(found, cli_write, stdout, error);
    return tunip_inspection_write_tree(found, &s->how, write_safely, stdout, error);
}

/* A file is mapped, and *source then NULL. `error` has no error that a message has told already. */
static tunip_inspection *open_input(const tunip_context *context, const cli_loads *loads,
                                    const char *path, tunip_source **source, tunip_error *error)
{
    *source = NULL;
    if (!cli_is_packed(path)) return tunip_inspect_open(path, error);
    *source = tunip_source_open(context, path, error);
    if (*source) *source = cli_unpack(context, loads, *source, path);
    if (!*source) return NULL;
    return tunip_inspect_bytes(path, tunip_source_text(*source), error);
}

static int inspect_file(const tunip_context *context, const char *path, inspect_settings *s)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source;
    tunip_inspection *found = open_input(context, &s->loads, path, &source, &error);
    if (!found) {
        tunip_source_free(source);
        return error.code == TUNIP_OK ? CLI_TROUBLE : cli_fail("%s", error.message);
    }
    cli_page(NULL);
    s->how.colour = cli_wants_colour(s->loads.colour, stdout);
    tunip_status status = run(context, found, s, &error);
    int result = CLI_OK;
    if (status == TUNIP_ERROR_CANCELLED || !cli_flush())
        result = cli_fail("cannot write: %s", strerror(errno));
    else if (status != TUNIP_OK)
        result = cli_fail_error(path, &error);
    const char *problem;
    for (size_t i = 0; (problem = tunip_inspection_problem(found, i)); i++)
        result = cli_fail("%s: %s", path, problem);
    tunip_inspection_free(found);
    tunip_source_free(source);
    return result;
}

/* Rejects contradictory options before the file is read: each of these asks for another output. */
static bool check(const inspect_settings *s, int count)
{
    const struct {
        const char *name;
        bool is_given;
    } outputs[] = {{"--show", s->show != NULL},   {"--extract", s->extract != NULL},
                   {"--pack", s->pack != NULL},   {"--plan", s->plan},
                   {"--functions", s->functions}, {"--format", s->format != 0}};
    const char *given = NULL;
    if (count != 1) return cli_fail("inspect: expected one file") == CLI_OK;
    for (size_t i = 0; i < TUNIP_LEN(outputs); i++) {
        if (!outputs[i].is_given) continue;
        if (given)
            return cli_fail("inspect: %s and %s do not go together", given, outputs[i].name) ==
                   CLI_OK;
        given = outputs[i].name;
    }
    if (s->source_map && (s->extract || s->pack || s->plan || s->format))
        return cli_fail("inspect: --source-map needs a text: the tree, --show or --functions") ==
               CLI_OK;
    if (s->how.inspector && !s->show)
        return cli_fail("inspect: --inspector needs --show NAME") == CLI_OK;
    if (s->pack && cli_is_stream(s->pack))
        return cli_fail("inspect: --pack needs a file that is not standard output") == CLI_OK;
    return true;
}

/* One inspector a line, with the artifacts that it is for. */
static int list_inspectors(void)
{
    const tunip_inspector *row;
    for (size_t i = 0; (row = tunip_inspector_at(i)); i++) {
        const struct {
            const char *key, *value;
        } facts[] = {
            {"loader", row->loader}, {"codegen", row->codegen}, {"extension", row->extension}};
        printf("%s%s%s", row->name, row->output ? "/" : "", row->output ? row->output : "");
        for (size_t k = 0; k < TUNIP_LEN(facts); k++)
            if (facts[k].value) printf("  %s=%s", facts[k].key, facts[k].value);
        putchar('\n');
    }
    return cli_flush() ? CLI_OK : cli_fail("cannot write: %s", strerror(errno));
}

int cli_inspect(int argc, char **argv)
{
    inspect_settings s = {.how = TUNIP_SHOW_OPTIONS_INIT};
    int status = CLI_TROUBLE;
    bool fine = cli_parse(options, TUNIP_LEN(options), &s, &argc, argv) &&
                (s.inspectors || check(&s, argc - 1));
    const cli_limits limits = CLI_PRINT_LIMITS;
    tunip_context *context = fine ? cli_context_new(&s.loads, &limits) : NULL;
    if (context) status = s.inspectors ? list_inspectors() : inspect_file(context, argv[1], &s);
    tunip_context_free(context);
    cli_loads_free(&s.loads);
    return status;
}
