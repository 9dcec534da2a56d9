/* explorer.c -- `tunip explorer`: pass dumps, or dumps of a run, as a page for a browser. */
#include "../../programs/explorer/explorer.h"

#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "print_outputs.h"

typedef struct explorer_settings {
    const char *output;
    const char *source;
    const char *title;
    const char *diagnostics;
    bool no_nodes;
    tunip_print_options print;
    cli_loads loads;
    cli_limits limits;
} explorer_settings;

#define AT(member) offsetof(explorer_settings, member)

static const cli_option options[] = {
    {"--output", 'o', "FILE", "write the page to FILE (standard output)", cli_store_text,
     AT(output)},
    {"--source", 0, "FILE", "show a program beside the passes (the text of the first step)",
     cli_store_text, AT(source)},
    {"--title", 0, "TEXT", "the title of the page (the first argument)", cli_store_text, AT(title)},
    {"--diagnostics", 0, "FILE", "mark the diagnostics in FILE, in the format of tunip print",
     cli_store_text, AT(diagnostics)},
    {"--no-nodes", 0, NULL, "leave out the nodes, so that the page is smaller", cli_store_flag,
     AT(no_nodes)},
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

/* The operations by dialect, as `tunip history --dialects` writes them. The caller frees *text; NULL
 * if the steps are not MLIR. */
static bool count_dialects(const cli_steps *steps, char **text, size_t *size)
{
    if (!cli_steps_are_mlir(steps)) return true;
    cli_output out = {.file = open_memstream(text, size), .path = "dialects"};
    if (!out.file) return cli_fail("out of memory") == CLI_OK;
    bool fine = cli_write_dialects(steps, true, true, &out);
    if (fclose(out.file) != 0 && fine) fine = cli_fail("out of memory") == CLI_OK;
    return fine;
}

static bool write_page(const cli_steps *steps, explorer_input *input, const explorer_settings *s)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output out;
    if (cli_output_open(&out, s->output, s->limits.max_bytes, &error))
        explorer_write(steps->context, input, cli_output_write, &out, &error);
    cli_output_close(&out, &error);
    if (error.code == TUNIP_OK) return true;
    return cli_fail("%s%s", error.code == TUNIP_ERROR_IO ? "" : "explorer: ", cli_said(&error)) ==
           0;
}

/* Collects the data of the page: the steps, the source and the findings. */
static bool make_page(const cli_steps *steps, const explorer_settings *s, explorer_input *input)
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
    fine = fine && write_page(steps, input, s);
    for (size_t i = 0; findings && i < steps->count; i++) cli_reported_drop(&findings[i]);
    free(dialects);
    free(findings);
    free(found);
    cli_reported_free(reported);
    tunip_source_free(source);
    return fine;
}

int cli_explorer(int argc, char **argv)
{
    explorer_settings s = {.print = TUNIP_PRINT_OPTIONS_INIT, .limits = CLI_PAIR_LIMITS};
    cli_steps steps = {.context = NULL};
    bool fine = cli_parse(options, TUNIP_LEN(options), &s, &argc, argv);
    s.loads.placeholders = true;
    if (fine && argc < 2) fine = cli_fail("explorer: no folder or file is given") == CLI_OK;
    if (fine && cli_are_dumps(argc - 1, argv + 1)) {
        cli_loads_free(&s.loads);
        return cli_debug_page(argc - 1, argv + 1, s.title, s.output, s.limits.max_bytes);
    }
    if (fine) fine = cli_steps_open(&steps, &s.loads, &s.limits);
    for (int i = 1; fine && i < argc; i++) cli_steps_add(&steps, argv[i]);
    if (fine) cli_steps_note(&steps);
    if (fine && !steps.count && !steps.failed)
        fine = cli_fail("explorer: there is no module to show") == CLI_OK;
    explorer_input input = {.history = steps.history,
                            .title = s.title || argc < 2 ? s.title : argv[1],
                            .files = (const char *const *)steps.files,
                            .print = &s.print,
                            .no_nodes = s.no_nodes};
    fine = fine && steps.count && make_page(&steps, &s, &input) && !steps.failed;
    cli_steps_close(&steps);
    cli_loads_free(&s.loads);
    return fine ? CLI_OK : CLI_TROUBLE;
}
