/* debug.c -- tunip-debug: the debugger. `tunip debug` starts it, and `tunip debug run` with options
 * that only it has. */
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "../../../src/cli/cli.h"
#include "../session/session.h"

typedef struct debug_settings {
    const char *library, *params, *output, *dump, *trace, *board, *batch, *replies;
    const char **inputs, **sources;
    size_t input_count, source_count;
    double timeout;
    size_t repeat;
    bool isolate;
} debug_settings;

static bool store_input(void *settings, const cli_option *option, const char *text)
{
    debug_settings *s = settings;
    (void)option;
    return cli_push(&s->inputs, &s->input_count, text);
}

static bool store_source(void *settings, const cli_option *option, const char *text)
{
    debug_settings *s = settings;
    (void)option;
    return cli_push(&s->sources, &s->source_count, text);
}

static bool store_seconds(void *settings, const cli_option *option, const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value > 0 && value < 1e6))
        return cli_fail("%s: expected a number above 0 and below 1000000 (seconds), got `%s`",
                        option->name, text) == CLI_OK;
    ((debug_settings *)settings)->timeout = value;
    return true;
}

static bool store_count(void *settings, const cli_option *option, const char *text)
{
    size_t *out = &((debug_settings *)settings)->repeat;
    return cli_parse_count(option, text, 1, 1000000, "", out);
}

#define AT(member) offsetof(debug_settings, member)

#define OPTION(name, letter, placeholder, help, store, member)                                     \
    {name, letter, placeholder, help, store, AT(member)},
static const cli_option options[] = {
#include "../debugger_options.def"
#include "../run_options.def"
};

/* ---- tunip debug run ---- */

/* Runs everything; writes what the options ask for, also after a failure. */
static bool run(tunip_debugger *d, const debug_settings *s, tunip_error *error)
{
    dbg_session *session = &d->session;
    bool fine = s->repeat ? dbg_session_repeat(session, s->repeat, error)
                              : tunip_debug_run(d, SIZE_MAX, NULL, error) == TUNIP_OK;
    dbg_record record = dbg_record_of(d);
    tunip_error writing = TUNIP_ERROR_INIT;
    record.failure = fine ? NULL : error->message;
    if (s->dump) dbg_dump_write(&record, s->dump, &writing);
    if (s->trace) dbg_trace_write(&record, s->trace, &writing);
    if (s->board) dbg_tensorboard_write(&record, s->board, &writing);
    if (fine && writing.code != TUNIP_OK) *error = writing;
    fine = fine && writing.code == TUNIP_OK;
    for (size_t i = 0; fine && i < session->plan->head_count; i++)
        rt_set(session->rt, session->plan->heads[i], session->values[session->plan->heads[i]]);
    return fine && (!s->output || rt_save_results(session->rt, s->output, error));
}

/* ---- batch ---- */

/* Reads a line of commands without its end; false at the end of the file. */
static bool next_line(FILE *in, char **line, size_t *room)
{
    ssize_t size = getline(line, room, in);
    while (size > 0 && ((*line)[size - 1] == '\n' || (*line)[size - 1] == '\r'))
        (*line)[--size] = '\0';
    return size >= 0;
}

static bool run_lines(tunip_debugger *d, FILE *in, const char *name, tunip_error *error)
{
    char *line = NULL;
    size_t room = 0, number = 0;
    bool fine = true;
    while (fine && !d->quit && next_line(in, &line, &room)) {
        number++;
        tunip_error why = TUNIP_ERROR_INIT;
        fine = tunip_debug_execute(d, line, cli_write, stdout, &why) == TUNIP_OK;
        if (!fine) tunip_error_set(error, why.code, "%s:%zu: %s", name, number, why.message);
    }
    free(line);
    return fine;
}

static void put_number(tunip_json_writer *w, const char *key, size_t value, bool is_known)
{
    tunip_json_key(w, key);
    if (is_known)
        tunip_json_put_size(w, value);
    else
        tunip_json_put_null(w);
}

/* Writes what a command did as a line of JSON, which another program waits for. */
static bool reply(const tunip_debugger *d, const tn_text *text, const tunip_error *why,
                  tunip_error *error)
{
    size_t next = dbg_session_next(&d->session);
    tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, cli_write, stdout, error);
    tunip_json_open(w, '{');
    tunip_json_key(w, "text");
    tunip_json_put_string(w, tn_text_str(text));
    tunip_json_key(w, "error");
    if (why->code == TUNIP_OK)
        tunip_json_put_null(w);
    else
        tunip_json_put_string(w, tunip_str_from(why->message));
    put_number(w, "next", next, next < d->session.plan->node_count);
    put_number(w, "at", d->at, d->at != SIZE_MAX);
    put_number(w, "breakpoint", d->breakpoint, d->breakpoint != 0);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    if (tunip_json_writer_end(w, error) != TUNIP_OK) return false;
    return fflush(stdout) == 0 ||
           tunip_error_set(error, TUNIP_ERROR_IO, "cannot write: %s", strerror(errno)) == TUNIP_OK;
}

/* An error of a command is a reply, and the next command follows. */
static bool answer_lines(tunip_debugger *d, FILE *in, tunip_error *error)
{
    char *line = NULL;
    size_t room = 0;
    bool fine = true;
    while (fine && !d->quit && next_line(in, &line, &room)) {
        tn_text text = {.failed = false};
        tunip_error why = TUNIP_ERROR_INIT;
        dbg_execute(d, line, &text, &why);
        if (text.failed) tn_no_memory(&why);
        fine = reply(d, &text, &why, error);
        tn_text_free(&text);
    }
    free(line);
    return fine;
}

static bool run_batch(tunip_debugger *d, const char *path, bool is_json, tunip_error *error)
{
    FILE *in = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (!in)
        return tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot open: %s", path,
                               strerror(errno)) == TUNIP_OK;
    bool fine = is_json ? answer_lines(d, in, error) : run_lines(d, in, path, error);
    if (in != stdin) fclose(in);
    return fine;
}

/* ---- the program ---- */

static bool set_inputs(tunip_debugger *d, const debug_settings *s, tunip_error *error)
{
    dbg_session *session = &d->session;
    if (s->params && tunip_debug_load_params(d, s->params, error) != TUNIP_OK) return false;
    for (size_t i = 0; i < s->input_count; i++)
        if (!rt_read_input(d->plan, d->context, s->inputs[i], dbg_session_set, session, error))
            return false;
    for (size_t i = 0; i < s->source_count; i++)
        if (tunip_debug_add_source(d, s->sources[i], error) != TUNIP_OK) return false;
    return rt_check_given(d->plan, session->given, error);
}

static bool debug(const char *path, const debug_settings *s, bool runs, tunip_error *error)
{
    tunip_debug_options how = {s->isolate, s->timeout};
    tunip_debugger *d = tunip_debug_open(path, s->library, &how, error);
    bool fine = d && set_inputs(d, s, error);
    if (fine && !d->session.isolate) rt_report_crashes(d->rt, CLI_TROUBLE);
    if (fine && runs)
        fine = run(d, s, error);
    else if (fine && (s->batch || s->replies))
        fine = run_batch(d, s->batch ? s->batch : s->replies, !s->batch, error);
    else if (fine)
        fine = dbg_screen_run(d, cli_wants_colour(CLI_COLOUR_AUTO, stdout), error);
    tunip_debug_close(d);
    return fine;
}

int main(int argc, char **argv)
{
    debug_settings s = {.library = NULL};
    tunip_error error = TUNIP_ERROR_INIT;
    bool runs = strcmp(argv[0], "run") == 0;
    setlocale(LC_CTYPE, ""); /* names on the terminal */
    if (!cli_parse(options, TUNIP_LEN(options), &s, &argc, argv)) return CLI_TROUBLE;
    if (argc != 2) return cli_fail("debug: expected one graph, got %d", argc - 1);
    if (!s.library) return cli_fail("debug: --lib is missing");
    if (runs && (s.batch || s.replies))
        return cli_fail("debug run: --batch and --batch-json are options of the debugger");
    if (s.batch && s.replies) return cli_fail("debug: give either --batch or --batch-json");
    if (!runs && (s.output || s.dump || s.trace || s.board || s.repeat))
        return cli_fail("debug: --output, --dump, --trace, --tensorboard and --repeat are options "
                        "of debug run");
    bool fine = debug(argv[1], &s, runs, &error);
    free(s.inputs);
    free(s.sources);
    return fine ? CLI_OK : cli_fail("%s", error.message);
}
