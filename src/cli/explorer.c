/* explorer.c -- `tunip explorer`: pass dumps, or dumps of a run, as a page for a browser. */
#include "../../programs/explorer/explorer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "../../programs/watch/server.h"
#include "cli.h"
#include "print_outputs.h"

/* ---- settings ---- */

typedef struct explorer_settings {
    const char *output;
    const char *source;
    const char *title;
    const char *diagnostics;
    bool no_nodes;
    bool watch;
    size_t port;
    tunip_print_options print;
    cli_loads loads;
    cli_limits limits;
} explorer_settings;

#define AT(member) offsetof(explorer_settings, member)

static bool store_port(void *settings, const cli_option *option, const char *text)
{
    size_t *out = (size_t *)(void *)((char *)settings + option->offset);
    return cli_parse_count(option, text, 0, 65535, "", out);
}

static const cli_option options[] = {
    {"--output", 'o', "FILE", "write the page to FILE (standard output)", cli_store_text,
     AT(output)},
    {"--source", 0, "FILE", "show a program beside the passes (the text of the first step)",
     cli_store_text, AT(source)},
    {"--title", 0, "TEXT", "the title (the first argument, or both runs)", cli_store_text,
     AT(title)},
    {"--diagnostics", 0, "FILE", "mark the diagnostics in FILE, in the format of tunip print",
     cli_store_text, AT(diagnostics)},
    {"--no-nodes", 0, NULL, "leave out the nodes, so that the page is smaller", cli_store_flag,
     AT(no_nodes)},
    {"--watch", 0, NULL, "serve the page on 127.0.0.1, and reload it when dumps arrive",
     cli_store_flag, AT(watch)},
    {"--port", 0, "N", "with --watch: the port (0, a free one)", store_port, AT(port)},
    CLI_COLOUR_OPTION(explorer_settings),
    CLI_READ_OPTIONS(explorer_settings),
    CLI_VINTAGE_OPTION(explorer_settings),
    CLI_LOAD_OPTION(explorer_settings),
    CLI_LIMIT_OPTIONS(explorer_settings, "64M"),
};

void cli_explorer_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* The findings of each step. */
static bool pick_findings(cli_reported *reported, const cli_steps *steps, tunip_findings *findings)
{
    for (size_t i = 0; i < steps->count; i++) {
        const char *file = steps->files[i];
        if (!cli_reported_pick(reported, file, file, steps->count == 1, &findings[i])) return false;
    }
    cli_reported_note_unused(reported);
    return true;
}

/* The operations by dialect, as `tunip history --dialects` writes them. The caller frees *text; it
 * is NULL if the steps are not MLIR. */
static bool count_dialects(const cli_steps *steps, char **text, size_t *size)
{
    if (!cli_steps_are_mlir(steps)) return true;
    cli_output out;
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output_keep(&out, "dialects", 0);
    bool fine = cli_write_dialects(steps, true, true, &out);
    *text = cli_output_take(&out, size, &error);
    return fine && (*text || cli_fail("%s", error.message) == CLI_OK);
}

/* Collects the data of the page: the steps, the source and the findings. Writes the page. */
static bool make_page(const cli_steps *steps, const explorer_settings *s, explorer_input *input,
                      cli_output *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = s->source ? tunip_source_open(steps->context, s->source, &error) : NULL;
    cli_reported *reported = s->diagnostics ? cli_read_diagnostics(s->diagnostics) : NULL;
    tunip_findings *findings = calloc(steps->count + 1, sizeof *findings);
    const tunip_diagnostics **found = calloc(steps->count + 1, sizeof *found);
    bool fine = findings && found;
    if (!fine) cli_fail("out of memory");
    if (s->source && !source) fine = cli_fail_error(s->source, &error) == CLI_OK;
    if (s->diagnostics) fine = fine && reported && pick_findings(reported, steps, findings);
    for (size_t i = 0; fine && i < steps->count; i++) found[i] = findings[i].diagnostics;
    char *dialects = NULL;
    size_t dialects_size = 0;
    fine = fine && count_dialects(steps, &dialects, &dialects_size);
    if (dialects) input->dialects = (tunip_str){dialects, dialects_size};
    input->source = source;
    input->diagnostics = found;
    if (fine && explorer_write(steps->context, input, cli_output_write, out, &error) != TUNIP_OK &&
        !out->trouble && !(out->file && ferror(out->file)))
        fine = cli_fail("explorer: %s", cli_said(&error)) == CLI_OK;
    for (size_t i = 0; findings && i < steps->count; i++) cli_reported_drop(&findings[i]);
    free(dialects);
    free(findings);
    free(found);
    cli_reported_free(reported);
    tunip_source_free(source);
    return fine;
}

/* Reads the steps and writes the page. False after a message; a page may be complete then, if some
 * inputs were skipped. *written says whether there is one. */
static bool explore(int argc, char **argv, explorer_settings *s, size_t live, cli_output *out,
                    bool *written)
{
    cli_steps steps = {.context = NULL};
    bool fine = cli_steps_open(&steps, &s->loads, &s->limits);
    for (int i = 1; fine && i < argc; i++) cli_steps_add(&steps, argv[i]);
    if (fine) cli_steps_note(&steps);
    if (fine && !steps.count && !steps.failed)
        fine = cli_fail("explorer: there is no module to show") == CLI_OK;
    explorer_input input = {.history = steps.history,
                            .title = s->title ? s->title : argv[1],
                            .files = (const char *const *)steps.files,
                            .print = &s->print,
                            .no_nodes = s->no_nodes,
                            .live = live};
    *written = fine && steps.count && make_page(&steps, s, &input, out);
    fine = *written && !steps.failed;
    cli_steps_close(&steps);
    return fine;
}

/* ---- watching ---- */

typedef struct watching {
    explorer_settings *settings;
    int argc;
    char **argv;
    uint64_t shown, seen; /* the state of the inputs that the last page has, and the last one */
    size_t waits;         /* looks since the inputs began to change */
} watching;

/* A number that changes with a file, or with any file in a folder and in the folders there. Below
 * the first path, links to folders are left out: they may lead back. */
static uint64_t state_below(const char *path, int depth)
{
    enum { DEEPEST = 16 };
    static const uint64_t prime = UINT64_C(1099511628211);
    tn_about about, own;
    tn_look(path, &about);
    const uint64_t facts[] = {about.kind, about.number, about.size, (uint64_t)about.seconds,
                              (uint64_t)about.nanoseconds};
    uint64_t hash = UINT64_C(14695981039346656037), below = 0;
    for (const char *c = path; *c; c++) hash = (hash ^ (unsigned char)*c) * prime;
    for (size_t i = 0; i < TUNIP_LEN(facts); i++) hash = (hash ^ facts[i]) * prime;
    bool is_open = about.kind == TN_IS_FOLDER && depth < DEEPEST;
    if (is_open && depth) is_open = tn_look_at_link(path, &own) && own.kind == TN_IS_FOLDER;
    tn_folder *folder = is_open ? tn_folder_open(path) : NULL;
    for (const char *name; folder && (name = tn_folder_next(folder));) {
        char inside[4096];
        int size = snprintf(inside, sizeof inside, "%s/%s", path, name);
        if (size < (int)sizeof inside) below += state_below(inside, depth + 1); /* in any order */
    }
    tn_folder_close(folder);
    return hash + below;
}

static uint64_t state_of(const watching *w)
{
    uint64_t state = 0;
    for (int i = 1; i < w->argc; i++) state += state_below(w->argv[i], 0);
    return state;
}

/* Waits until the inputs stay as they are, but for two seconds at most: a log may grow for long. */
static bool look(void *user)
{
    enum { MOST_WAITS = 8 };
    watching *w = user;
    uint64_t now = state_of(w);
    bool is_settled = now == w->seen;
    w->seen = now;
    if (now == w->shown) {
        w->waits = 0;
        return false;
    }
    if (!is_settled && ++w->waits < MOST_WAITS) return false;
    w->shown = now;
    w->waits = 0;
    return true;
}

static bool make_watched(void *user, size_t number, char **page, size_t *size)
{
    watching *w = user;
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    bool written = false;
    cli_output_keep(&out, "page", w->settings->limits.max_bytes);
    explore(w->argc, w->argv, w->settings, number, &out, &written);
    *page = cli_output_take(&out, size, &error);
    if (!*page) written = cli_fail("explorer: %s", error.message) == CLI_OK;
    if (written) return true;
    free(*page);
    *page = NULL;
    return false;
}

static void say_address(void *user, unsigned port)
{
    (void)user;
    cli_progress_end();
    printf("http://127.0.0.1:%u/\n", port);
    fflush(stdout);
}

static bool watch(int argc, char **argv, explorer_settings *s)
{
    tn_about about;
    watching w = {.settings = s, .argc = argc, .argv = argv};
    watch_input input = {(unsigned)s->port, say_address, look, make_watched, &w};
    if (s->output)
        return cli_fail("explorer: --watch writes no file, so --output does not fit") == CLI_OK;
    for (int i = 1; i < argc; i++)
        if (!tn_look(argv[i], &about))
            return cli_fail("%s: cannot watch: %s", argv[i], strerror(errno)) == CLI_OK;
    if (cli_are_dumps(argc - 1, argv + 1))
        return cli_fail("explorer: --watch is for passes, and these are runs") == CLI_OK;
    w.seen = state_of(&w);
    char why[TN_OS_REASON];
    return watch_serve(&input) || cli_fail("explorer: cannot serve on port %zu: %s", s->port,
                                           tn_os_reason(errno, why)) == CLI_OK;
}

/* ---- the command ---- */

static bool write_page(int argc, char **argv, explorer_settings *s)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    bool written = false, fine = false;
    if (cli_output_open(&out, s->output, s->limits.max_bytes, &error))
        fine = explore(argc, argv, s, 0, &out, &written);
    if (error.code == TUNIP_OK && !written && !out.trouble)
        error.code = TUNIP_ERROR_ARGUMENT; /* there was a message: the file does not stay */
    if (cli_output_close(&out, &error)) return fine;
    if (error.code == TUNIP_ERROR_ARGUMENT) return false;
    return cli_fail("%s%s", error.code == TUNIP_ERROR_IO ? "" : "explorer: ", cli_said(&error)) ==
           CLI_OK;
}

int cli_explorer(int argc, char **argv)
{
    explorer_settings s = {.print = TUNIP_PRINT_OPTIONS_INIT, .limits = CLI_PAIR_LIMITS};
    bool fine = cli_parse(options, TUNIP_LEN(options), &s, &argc, argv);
    s.loads.placeholders = true;
    if (fine && argc < 2) fine = cli_fail("explorer: no folder or file is given") == CLI_OK;
    if (fine && s.watch)
        fine = watch(argc, argv, &s);
    else if (fine && cli_are_dumps(argc - 1, argv + 1))
        fine = cli_debug_page(argc - 1, argv + 1, s.title, s.output, s.limits.max_bytes) == CLI_OK;
    else if (fine)
        fine = write_page(argc, argv, &s);
    cli_loads_free(&s.loads);
    return fine ? CLI_OK : CLI_TROUBLE;
}
