/* print.c -- tunip print, and whether its text reads back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <tunip/tvm/ir.h>

#include "cli.h"
#include "print_outputs.h"

/* ======== print ======== */

/* `tunip print`: reads each file, prints it into memory and then writes it. */

typedef struct print_run {
    const print_settings *settings;
    tunip_context *context;
    tunip_source *standard_input; /* once it was read */
    cli_reported *diagnostics;    /* to print instead of the text, or NULL */
    tunip_findings_writer *sarif; /* the log of several files, once it has begun */
    cli_output out;               /* not open until there is something to write */
    bool has_metadata;            /* the metadata file is written */
    bool has_folder;              /* each input has an output file of its own, in */
    cli_folder folder;
    const cli_inputs *in;         /* the input that is being printed */
    bool broken;                  /* writing has failed */
    bool different;               /* a text was not read back as the same IR */
    bool colour;                  /* in the text and the labels */
    bool has_labels;              /* a label stands above each text */
    bool labelled;                /* above an earlier one: separate the next one */
    double read, docsify, render; /* seconds */
    size_t bytes_in, bytes_out;
    unsigned vintage;     /* of the input that is being printed, if the options ask for it */
    unsigned vintages[2]; /* the lowest and the highest version of the inputs; 0: none */
} print_run;

/* ---- output ---- */

/* Of the names of files in a language. */
static const char *suffix_of(const print_settings *s)
{
    const char *backend = s->options.backend;
    if (s->html) return ".html";
    bool is_python = !backend || strcmp(backend, "python") == 0 || strcmp(backend, "builder") == 0;
    return is_python ? ".py" : ".txt";
}

/* Opens the output file when the first text is ready, so that a run that fails earlier does not
 * change the file. A printed text has kept to its limit before that. */
static bool open_output(print_run *run)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const char *path = run->settings->output;
    if (run->out.file) return true;
    if (run->has_folder)
        path = cli_folder_add(&run->folder, path, run->in->file_name, run->in->name,
                              suffix_of(run->settings));
    if (run->has_folder && !path) return false;
    if (cli_is_stream(path)) cli_page(&run->settings->loads);
    size_t limit = run->diagnostics ? run->settings->limits.max_bytes : 0;
    return cli_output_open(&run->out, path, limit, &error) ||
           cli_fail("%s", error.message) == CLI_OK;
}

static bool write_fails(const print_run *run)
{
    return cli_fail("%s: cannot write: %s", run->out.path, strerror(errno)) == CLI_OK;
}

/* Says that browsers need time for a page, before it is written. */
static void note_size(const print_run *run, tunip_str text)
{
    enum { LARGE = 50, MB = 1000000 };
    if (text.size / MB >= LARGE)
        cli_note("%s: the page of %zu MB of text will be larger, and slow in a browser; a pass or "
                 "a function alone makes a smaller one",
                 run->in->name, text.size / MB);
}

static bool write_text(print_run *run, const tunip_printed *printed)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = tunip_printed_text(printed);
    if (!open_output(run)) return false;
    if (run->settings->html) note_size(run, text);
    if (run->settings->html)
        tunip_html_print(printed, run->in->name, cli_write, run->out.file, &error);
    else if (run->colour)
        tunip_highlight(printed, cli_write, run->out.file, &error);
    else
        fwrite(text.data, 1, text.size, run->out.file);
    bool failed = error.code != TUNIP_OK && error.code != TUNIP_ERROR_CANCELLED;
    if (failed) return cli_fail_error(run->in->name, &error) == CLI_OK;
    if (!run->settings->html) fputc('\n', run->out.file);
    bool fine = !ferror(run->out.file) && fflush(run->out.file) == 0;
    return fine || write_fails(run);
}

static bool is_one_of_many(const print_run *run, const cli_inputs *in)
{
    return run->has_labels || cli_inputs_are_many(in);
}

static tunip_status write_excerpts(print_run *run, const tunip_findings *f, tunip_error *error)
{
    const print_settings *s = run->settings;
    cli_output *out = &run->out;
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    options.colour = cli_wants_colour(s->loads.colour, out->file);
    options.name = f->name;
    options.context_lines = s->options.num_context_lines;
    options.no_context = s->options.no_context;
    options.spans = s->options.spans;
    options.source_folders = s->source_folders;
    options.source_folder_count = s->source_folder_count;
    if (!f->printed)
        return tunip_diagnostics_render_origins(f->diagnostics, f->graph, f->source, &options,
                                                cli_output_write, out, error);
    char *text = tunip_diagnostics_text(f->diagnostics, f->printed, &options, error);
    if (!text) return error->code;
    cli_output_write(text, strlen(text), out);
    tunip_diagnostics_text_free(f->diagnostics, text);
    return TUNIP_OK;
}

/* Adds the findings of a file to the one SARIF log. */
static void add_to_sarif(print_run *run, const tunip_findings *findings, tunip_error *error)
{
    if (!run->sarif)
        run->sarif = tunip_findings_writer_new(NULL, TUNIP_FORM_SARIF, NULL, cli_output_put,
                                               &run->out, error);
    if (run->sarif) tunip_findings_writer_add(run->sarif, findings, error);
}

static void write_document(print_run *run, const tunip_findings *findings, tunip_error *error)
{
    tunip_findings_form form =
        run->settings->form == FORM_JSON ? TUNIP_FORM_JSON : TUNIP_FORM_SARIF;
    tunip_findings_writer *w =
        tunip_findings_writer_new(NULL, form, NULL, cli_output_put, &run->out, error);
    if (w) tunip_findings_writer_add(w, findings, error);
    if (w) tunip_findings_writer_end(w, error);
}

static bool write_findings(print_run *run, tunip_findings *findings)
{
    tunip_error error = TUNIP_ERROR_INIT;
    bool is_text = run->settings->form == FORM_TEXT, many = findings->is_one_of_many;
    bool in_log = many && run->settings->form == FORM_SARIF;
    if (is_text && many && !tunip_diagnostics_count(findings->diagnostics)) return true;
    if (!open_output(run)) return false;
    if (is_text && run->labelled) cli_output_write("\n", 1, &run->out);
    if (in_log)
        add_to_sarif(run, findings, &error);
    else if (is_text)
        write_excerpts(run, findings, &error);
    else
        write_document(run, findings, &error);
    run->labelled = true;
    if (!in_log) cli_output_end_text(&run->out, &error);
    if (ferror(run->out.file) || fflush(run->out.file) != 0) return write_fails(run);
    return error.code == TUNIP_OK || cli_fail_error(findings->name, &error) == CLI_OK;
}

static bool write_diagnostics(print_run *run, const cli_inputs *in, tunip_findings *findings)
{
    bool many = is_one_of_many(run, in);
    findings->is_one_of_many = many;
    bool fine =
        cli_reported_pick(run->diagnostics, in->name,
                          cli_inputs_are_many(in) ? NULL : in->file_name, !many, findings) &&
        write_findings(run, findings);
    cli_reported_drop(findings);
    return fine;
}

static bool end_sarif(print_run *run)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (!run->sarif) return true;
    tunip_findings_writer_end(run->sarif, &error);
    return cli_output_end_text(&run->out, &error) ||
           cli_fail_error(run->out.path, &error) == CLI_OK;
}

/* The file does not stay if it is not complete: if an input could not be printed. */
static bool close_output(print_run *run, bool complete)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (!complete) error.code = TUNIP_ERROR_CANCELLED;
    bool fine = cli_output_close(&run->out, &error);
    if (complete && !fine) cli_fail("%s", cli_said(&error));
    return fine;
}

/* ORDER tunip_issue_kind */
static const char *const issue_kinds[] = {"undefined", "cycle",    "unregistered", "missing",
                                          "malformed", "metadata", "lost"};

/* Only a text that some format reads was read back. */
static const char *verdict_of(const print_run *run, const tunip_printed *printed)
{
    bool is_whole = tunip_printed_lossless(printed);
    if (!cli_has_format(run->context, tunip_printed_backend(printed)))
        return is_whole ? "the text leaves nothing out" : "the text leaves details out";
    if (is_whole) return "the text can be parsed back into the same IR";
    return tunip_printed_parsable(printed) ? "the text can be parsed back, but into other IR"
                                           : "the text cannot be parsed back";
}

static void write_report(const print_run *run, const char *file, const tunip_printed *printed)
{
    cli_progress_end();
    for (size_t i = 0; i < tunip_printed_issue_count(printed); i++) {
        const tunip_issue *issue = tunip_printed_issue(printed, i);
        char path[1024] = ""; /* longer paths of many issues would make the report very long */
        size_t size = tunip_path_text(issue->path, path, sizeof path);
        cli_say(stderr, "%s: %s: %.*s%s%s%s", file, issue_kinds[issue->kind],
                (int)issue->message.size, issue->message.data, size ? " at " : "", path,
                size < sizeof path ? "" : "...");
        fputc('\n', stderr);
    }
    cli_say(stderr, "%s: %s", file, verdict_of(run, printed));
    fputc('\n', stderr);
    if (!run->vintage || run->vintage == TUNIP_VINTAGE_USUAL) return;
    cli_say(stderr, "%s: IR of TVM v0.%u", file, run->vintage);
    fputc('\n', stderr);
}

static void write_timing(const print_run *run)
{
    cli_progress_end();
    fprintf(stderr, "timing: read %.3f MB %.4f s", (double)run->bytes_in / 1e6, run->read);
    for (size_t i = 0; i < 2; i++)
        if (run->vintages[i] && (!i || run->vintages[0] != run->vintages[1]))
            fprintf(stderr, "%s v0.%u", i ? " and" : ", TVM", run->vintages[i]);
    fputc('\n', stderr);
    fprintf(stderr, "timing: docsify %.4f s\n", run->docsify);
    fprintf(stderr, "timing: render %.3f MB %.4f s\n", (double)run->bytes_out / 1e6, run->render);
}

/* ---- the phases ---- */

/* A script is itself the user's program. Saved IR has the places of its own program. */
static bool is_script(const print_run *run, const cli_inputs *in)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const char *format = run->settings->loads.format;
    if (in->log) return true;
    if (!format) format = tunip_find_format(run->context, in->source, &error);
    return format && strcmp(format, "python") == 0;
}

/* Writes "==> FILE <==" or "==> FILE#N: HEADING <==" above each of several texts, as head(1)
 * does. */
static bool write_label(print_run *run, const char *label)
{
    if (!open_output(run)) return false;
    if (run->labelled) fputc('\n', run->out.file);
    fputs(run->colour ? "\33[1m==> " : "==> ", run->out.file);
    cli_put(run->out.file, label);
    fputs(run->colour ? " <==\33[0m\n" : " <==\n", run->out.file);
    run->labelled = true;
    return !ferror(run->out.file) || write_fails(run);
}

/* Whether the source map takes the place of the text, because both would be standard output. */
static bool map_is_output(const print_settings *s)
{
    return s->source_map && cli_is_stream(s->source_map) && cli_is_stream(s->output);
}

/* The size of the part of a path up to its last slash. */
static size_t folder_size(const char *path)
{
    return cli_is_stream(path) ? 0 : (size_t)(tn_base_name(path) - path);
}

/* Writes the file with the metadata of a text, if the text has any. */
static bool write_metadata(print_run *run, const char *path, const tunip_printed *printed)
{
    cli_output out;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = tunip_printed_metadata(printed);
    if (!text.size) return true;
    if (run->has_metadata)
        return cli_fail("--metadata-file holds the metadata of one module, and %s is another one",
                        run->in->name) == CLI_OK;
    run->has_metadata = true;
    if (cli_output_open(&out, path, text.size, &error))
        cli_output_write(text.data, text.size, &out);
    return cli_output_close(&out, &error) || cli_fail_output(path, &error) == CLI_OK;
}

static bool write_printed(print_run *run, const char *file, const tunip_printed *printed)
{
    tunip_str text = tunip_printed_text(printed);
    run->docsify += tunip_printed_seconds(printed, TUNIP_STAGE_DOCSIFY);
    run->render += tunip_printed_seconds(printed, TUNIP_STAGE_RENDER);
    run->bytes_out += text.size;
    const char *map = run->settings->source_map;
    const char *metadata = run->settings->metadata_file;
    if (metadata && !write_metadata(run, metadata, printed)) return false;
    if (map && !cli_write_source_map(map, file, printed, run->settings->options.spans,
                                     run->settings->limits.max_bytes))
        return false;
    tunip_findings findings = {.name = file,
                               .source = tunip_printed_source(printed),
                               .printed = printed,
                               .spans = run->settings->options.spans};
    bool fine =
        map_is_output(run->settings) ||
        (run->diagnostics ? write_diagnostics(run, run->in, &findings) : write_text(run, printed));
    if (!fine) {
        run->broken = !run->has_folder;
        return false;
    }
    if (run->settings->report) write_report(run, file, printed);
    return true;
}

/* Whether the outputs need a source map. The report does, because it names the places of issues;
 * colours depend on the kinds of Docs. */
static bool needs_source_map(const print_run *run)
{
    const print_settings *s = run->settings;
    return run->colour || s->html || s->report || s->source_map || s->diagnostics;
}

static bool print_graph(print_run *run, const cli_inputs *in, const tunip_graph *graph)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_print_options options = run->settings->options;
    options.no_source_map = !needs_source_map(run);
    options.find_losses = run->settings->report;
    options.threads = run->settings->loads.threads;
    options.vintage = tunip_graph_vintage(graph);
    const char *metadata = run->settings->metadata_file;
    if (metadata) options.metadata_file = metadata + folder_size(metadata);
    if (!options.backend) options.backend = tunip_graph_language(graph);
    unsigned *all = run->vintages;
    if (run->settings->report || run->settings->timing) {
        bool is_newer = options.vintage > TUNIP_VINTAGE_USUAL;
        run->vintage = is_newer ? options.vintage : tunip_vintage(tunip_graph_root(graph));
        if (run->vintage && (!all[0] || run->vintage < all[0])) all[0] = run->vintage;
        if (run->vintage > all[1]) all[1] = run->vintage;
    }
    tunip_print(run->context, tunip_graph_root(graph), &options, &printed, &error);
    if (!printed) return cli_fail_error(in->name, &error) == CLI_OK;
    bool has_label = !run->has_folder && !run->diagnostics && is_one_of_many(run, in);
    bool fine = !has_label || write_label(run, in->label ? in->label : in->name);
    if (!fine) run->broken = true;
    fine = fine && write_printed(run, in->name, printed);
    if (fine && run->settings->verify) {
        int status = cli_verify(run->context, run->settings, in->name, graph, printed);
        run->different |= status == CLI_DIFFERENT;
        fine = status != CLI_TROUBLE;
    }
    tunip_printed_free(printed);
    return fine;
}

static bool mark_source(print_run *run, const cli_inputs *in, const tunip_graph *graph)
{
    tunip_findings findings = {.name = in->file_name, .source = in->source, .graph = graph};
    run->broken |= !write_diagnostics(run, in, &findings);
    return !run->broken;
}

/* Refuses several modules for an output that holds one. */
static bool check_count(print_run *run, const cli_inputs *in)
{
    const print_settings *s = run->settings;
    if (cli_inputs_are_many(in) && s->source_map) {
        cli_fail("print: --source-map needs exactly one module: choose one, as in FILE#1");
        run->broken = true;
    } else if (is_one_of_many(run, in) && s->html && !run->has_folder) {
        cli_fail("print: a page holds one module: choose one, as in FILE#1, or name a folder (-o)");
        run->broken = true;
    }
    return !run->broken;
}

static bool print_input(print_run *run, cli_inputs *in)
{
    const print_settings *s = run->settings;
    if (!check_count(run, in)) return false;
    run->in = in;
    double begin = tn_os_now();
    bool fills = run->settings->options.spans && is_script(run, in);
    tunip_graph *graph = cli_inputs_read(in, run->settings->in_source || fills);
    if (!check_count(run, in)) {
        tunip_graph_free(graph);
        return false;
    }
    if (graph && fills && !tunip_ir_set_spans(graph)) {
        cli_fail("%s: out of memory", in->name);
        tunip_graph_free(graph);
        graph = NULL;
    }
    run->read += tn_os_now() - begin;
    if (graph) run->bytes_in += tunip_graph_text_size(graph);

    bool fine = graph && (s->in_source ? mark_source : print_graph)(run, in, graph);
    tunip_graph_free(graph);
    if (!run->has_folder) return fine;
    return close_output(run, fine);
}

static bool list_input(print_run *run, cli_inputs *in)
{
    if (!open_output(run)) return false;
    cli_put(run->out.file, in->label ? in->label : in->name);
    return fputc('\n', run->out.file) != EOF || write_fails(run);
}

static bool print_file(print_run *run, const char *argument)
{
    cli_inputs in;
    bool fine =
        cli_inputs_open(&in, run->context, &run->settings->loads, &run->standard_input, argument);
    in.splits = run->settings->list;
    while (fine && !run->broken && cli_inputs_next(&in))
        in.failed |= !(run->settings->list ? list_input : print_input)(run, &in);
    fine = fine && !in.failed;
    cli_inputs_close(&in);
    return fine;
}

/* ---- a file for each input ---- */

/* A file of an argument. */
typedef struct piece {
    cli_inputs *in;
    size_t file;
} piece;

/* All arguments of a run with an output folder, and their files. */
typedef struct pieces {
    print_run *run;
    cli_inputs *inputs;
    size_t input_count;
    piece *all;
    const char **files;
    uint32_t *owners;
    size_t count;
} pieces;

static unsigned print_piece(void *user, size_t index)
{
    const pieces *p = user;
    cli_inputs *in = p->all[index].in;
    in->failed = p->run->different = false;
    cli_inputs_choose(in, p->all[index].file);
    while (cli_inputs_next(in)) in->failed |= !print_input(p->run, in);
    return (in->failed ? CLI_JOB_FAILED : 0) | (p->run->different ? CLI_JOB_DIFFERENT : 0);
}

/* Opens the arguments. False if one could not be opened. */
static bool open_pieces(pieces *p, int count, char **files)
{
    bool fine = true;
    p->inputs = calloc((size_t)count, sizeof *p->inputs);
    for (int i = 0; p->inputs && i < count; i++) {
        cli_inputs *in = &p->inputs[p->input_count];
        if (cli_inputs_open(in, p->run->context, &p->run->settings->loads, &p->run->standard_input,
                            files[i]))
            p->count += cli_inputs_file_count(&p->inputs[p->input_count++]);
        else
            fine = false;
    }
    size_t room = p->count ? p->count : 1;
    p->all = malloc(room * sizeof *p->all);
    p->files = malloc(room * sizeof *p->files);
    p->owners = malloc(room * sizeof *p->owners);
    if (!p->inputs || !p->all || !p->files || !p->owners) {
        p->count = 0;
        return cli_fail("out of memory") == CLI_OK;
    }
    for (size_t i = 0, at = 0; i < p->input_count; i++)
        for (size_t file = 0; file < cli_inputs_file_count(&p->inputs[i]); file++, at++) {
            p->all[at] = (piece){&p->inputs[i], file};
            p->files[at] = cli_inputs_file(&p->inputs[i], file);
        }
    return fine;
}

/* Few files are not worth a process. The times of the phases, and the file with the metadata of one
 * module, are known to one process. */
static size_t count_processes(const print_settings *s, size_t files)
{
    enum { MANY = 16 };
    size_t most = s->jobs;
    if (s->timing || s->metadata_file || (!most && files < MANY)) return 1;
    if (!most) most = cli_processors();
    return most < files ? most : files;
}

static bool print_pieces(print_run *run, int count, char **files)
{
    pieces p = {.run = run};
    const print_settings *given = run->settings;
    print_settings settings = *given; /* the inputs refer to it */
    run->settings = &settings;
    bool fine = open_pieces(&p, count, files);
    if (cli_folder_owners(p.files, p.count, p.owners)) {
        cli_jobs jobs = {.count = p.count,
                         .processes = count_processes(&settings, p.count),
                         .owners = p.owners,
                         .run = print_piece,
                         .user = &p};
        if (jobs.processes > 1) { /* standard error will be a pipe */
            bool colour = cli_wants_colour(settings.loads.colour, stderr);
            settings.loads.colour = colour ? CLI_COLOUR_ALWAYS : CLI_COLOUR_NEVER;
            if (!settings.limits.threads) settings.limits.threads = settings.loads.threads = 1;
        }
        unsigned result = cli_jobs_run(&jobs);
        run->different = (result & CLI_JOB_DIFFERENT) != 0;
        fine = fine && !(result & CLI_JOB_FAILED);
    } else {
        fine = false;
    }
    for (size_t i = 0; i < p.input_count; i++) cli_inputs_close(&p.inputs[i]);
    run->settings = given;
    free(p.inputs);
    free(p.all);
    free(p.files);
    free(p.owners);
    return fine;
}

static bool read_diagnostics(print_run *run)
{
    if (!run->settings->diagnostics) return true;
    run->diagnostics = cli_read_diagnostics(run->settings->diagnostics);
    return run->diagnostics != NULL;
}

/* An output file gets colours only with --color=always. */
static bool wants_colour(const print_settings *s)
{
    if (s->list || s->diagnostics || s->html) return false;
    return cli_is_stream(s->output) ? cli_wants_colour(s->loads.colour, stdout)
                                    : s->loads.colour == CLI_COLOUR_ALWAYS;
}

static int print_files(const print_settings *settings, int count, char **files)
{
    print_run run = {.settings = settings,
                     .has_labels = count > 1,
                     .has_folder = cli_names_folder(settings->output),
                     .colour = wants_colour(settings),
                     .context = cli_context_new(&settings->loads, &settings->limits)};
    if (!run.context) return CLI_TROUBLE;
    cli_folder_init(&run.folder);
    bool fine = cli_check_format(run.context, settings->loads.format) &&
                cli_check_settings(run.context, &settings->options) && read_diagnostics(&run);
    run.broken = !fine;
    if (run.has_folder && fine) fine = print_pieces(&run, count, files);
    for (int i = 0; !run.has_folder && i < count && !run.broken; i++)
        fine &= print_file(&run, files[i]);
    fine &= end_sarif(&run);
    fine = close_output(&run, fine);
    if (run.diagnostics && fine) cli_reported_note_unused(run.diagnostics);
    cli_reported_free(run.diagnostics);
    tunip_source_free(run.standard_input);
    cli_folder_free(&run.folder);
    tunip_context_free(run.context);
    if (settings->timing) write_timing(&run);
    return !fine ? CLI_TROUBLE : run.different ? CLI_DIFFERENT : CLI_OK;
}

/* Neither need exist. */
static bool is_one_file(const char *a, const char *b)
{
    if (cli_is_stream(a) || cli_is_stream(b)) return false;
    while (strncmp(a, "./", 2) == 0) a += 2;
    while (strncmp(b, "./", 2) == 0) b += 2;
    return strcmp(a, b) == 0 || cli_is_same_file(a, b);
}

/* Whether a file is in the folder of the output, or in the current one if that is a stream. */
static bool is_beside(const char *file, const char *output)
{
    size_t size = folder_size(file);
    return !cli_is_stream(file) && size == folder_size(output) &&
           (!size || memcmp(file, output, size) == 0);
}

/* Rejects contradictory options before the first file is read. */
static bool check(const print_settings *s, int count, char **files)
{
    const char *trouble = NULL;
    if (!count)
        trouble = "a file is needed (- is standard input)";
    else if (count > 1 && s->source_map)
        trouble = "--source-map needs exactly one file";
    else if (cli_names_folder(s->output) && (s->list || s->diagnostics))
        trouble = "the output is one text, but -o names a folder";
    else if (s->list && s->source_map)
        trouble = "a list has no source map";
    else if (is_one_file(s->output, s->source_map))
        trouble = "the text and the source map cannot be one file";
    else if (s->metadata_file && !is_beside(s->metadata_file, s->output))
        trouble = "the metadata file stands beside the text: name a file in the folder of -o";
    else if (s->metadata_file && (s->html || s->diagnostics || s->list))
        trouble = "--metadata-file goes with a text";
    else if (is_one_file(s->output, s->metadata_file))
        trouble = "the text and its metadata cannot be one file";
    else if (map_is_output(s) && s->diagnostics)
        trouble = "the source map and the diagnostics cannot both be standard output";
    else if (s->html && (s->list || s->diagnostics))
        trouble = "a page shows the text, not a list or diagnostics";
    else if (s->form_given && !s->diagnostics)
        trouble = "--diagnostics-format needs --diagnostics";
    else if (s->in_source && !s->diagnostics)
        trouble = "--in-source needs --diagnostics";
    else if (s->diagnostics && strcmp(s->diagnostics, "-") == 0 && strcmp(files[0], "-") == 0)
        trouble = "standard input cannot be both the file and its diagnostics";
    if (trouble) cli_fail("print: %s", trouble);
    return !trouble;
}

/* Whether the text shows only the index of a constant, and not its value. */
static bool hides_constants(const print_settings *s)
{
    const char *backend = s->options.backend;
    bool shows = s->options.show_meta || s->options.lossless || s->metadata_file;
    return !shows && (!backend || strcmp(backend, "builder") != 0);
}

int cli_print(int argc, char **argv)
{
    print_settings settings = PRINT_SETTINGS_INIT;
    int status = CLI_TROUBLE;
    if (print_settings_parse(&settings, &argc, argv) && check(&settings, argc - 1, argv + 1)) {
        settings.loads.placeholders = hides_constants(&settings);
        settings.loads.threads = cli_threads(&settings.limits);
        status = print_files(&settings, argc - 1, argv + 1);
    }
    print_settings_free(&settings);
    return status;
}

/* ======== verify ======== */

/* `tunip print --verify`: reads a text back, and shows the differences. */

static int show(tunip_context *context, const print_settings *settings, const char *names[2],
                const tunip_script *script)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options print = settings->options;
    tunip_diff_options how = TUNIP_DIFF_OPTIONS_INIT;
    cli_progress_end();
    print.underline_count = print.annotate_count = 0;
    print.print_line_numbers = false;
    how.print = &print;
    how.lhs_name = names[0];
    how.rhs_name = names[1];
    how.colour = cli_wants_colour(settings->loads.colour, stderr);
    cli_fail("%s: reading the text back gives other IR", names[0]);
    if (tunip_diff_write(context, script, &how, cli_write, stderr, &error) != TUNIP_OK)
        return cli_fail_error(names[0], &error);
    return CLI_DIFFERENT;
}

static int compare(tunip_context *context, const print_settings *settings, const char *names[2],
                   const tunip_graph *graph, const tunip_graph *again)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_script *script;
    tunip_equal_options how = TUNIP_EQUAL_OPTIONS_INIT;
    how.map_free_vars = true;
    how.threads = cli_threads(&settings->limits);
    if (tunip_diff(context, tunip_graph_root(graph), tunip_graph_root(again), &how, &script,
                   &error) != TUNIP_OK)
        return cli_fail_error(names[0], &error);
    int status = tunip_script_edit_count(script) ? show(context, settings, names, script) : CLI_OK;
    tunip_script_free(script);
    return status;
}

static tunip_graph *read_back(const tunip_printed *printed, const char *name, const cli_loads *how)
{
    cli_attempt attempt = {.error = TUNIP_ERROR_INIT};
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from(name), tunip_printed_text(printed), &attempt.error);
    if (source) attempt.diagnostics = tunip_diagnostics_new(NULL, &attempt.error);
    if (attempt.diagnostics)
        attempt.graph = tunip_printed_read(printed, attempt.diagnostics, &attempt.error);
    tunip_graph *graph = cli_attempt_take(&attempt, source, name, how);
    tunip_source_free(source);
    return graph;
}

int cli_verify(tunip_context *context, const print_settings *settings, const char *file,
               const tunip_graph *graph, const tunip_printed *printed)
{
    char name[512];
    const char *backend = tunip_printed_backend(printed);
    cli_loads how = {.format = backend,
                     .colour =
                         settings->loads.colour}; /* without `fold`: the text shows the exact IR */
    if (!cli_has_format(context, backend))
        return cli_fail("--verify: no format reads the text of the backend %s", backend);
    bool was_read = settings->report || settings->options.lossless;
    if (was_read && tunip_printed_lossless(printed)) return CLI_OK;
    snprintf(name, sizeof name, "%s (printed)", file);
    tunip_graph *again = read_back(printed, name, &how);
    unsigned vintage = tunip_vintage(tunip_graph_root(graph));
    if (!again) {
        cli_fail("%s: the text cannot be read back", file);
        return CLI_DIFFERENT;
    }
    /* A text that shows no version is read as the oldest one. */
    unsigned is = tunip_vintage(tunip_graph_root(again));
    bool is_same = !is || !vintage || is == vintage;
    int status = CLI_DIFFERENT;
    if (is_same || cli_convert(context, again, name, vintage, false))
        status = compare(context, settings, (const char *[]){file, name}, graph, again);
    tunip_graph_free(again);
    return status;
}
