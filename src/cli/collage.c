/* collage.c -- `tunip collage`: chooses backends for parts of a module. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../programs/collage/engine.h"
#include "../../programs/collage/page.h"
#include "../../programs/collage/replay.h"
#include "../../programs/collage/run.h"
#include "cli.h"

/* ORDER: as in the placeholder of --format. */
enum { FORMAT_MODULE, FORMAT_TEXT, FORMAT_JSON, FORMAT_HTML, FORMAT_DOT };

enum { FORMAT_USUAL = -1 }; /* none is given */

typedef struct collage_settings {
    const char *output;
    const char *replay;
    const char *title; /* of the page and of messages: the file */
    const char *targets, *rules, *costs, *estimator, *cache;
    const char **without, **only, **priced; /* priced: NAME=SECONDS */
    size_t without_count, only_count, priced_count;
    size_t beam, budget, max_candidates, losers;
    double transition, timeout;
    bool explain, prune, lazy, as_tvm;
    int format;
    cli_loads loads;
    cli_limits limits;
} collage_settings;

#define AT(member) offsetof(collage_settings, member)

/* The list and, behind the three lists, its count. */
static bool store_name(void *settings, const cli_option *option, const char *text)
{
    collage_settings *s = settings;
    const char ***list = (const char ***)(void *)((char *)settings + option->offset);
    size_t *count = list == &s->without ? &s->without_count
                    : list == &s->only  ? &s->only_count
                                        : &s->priced_count;
    if (list == &s->priced && !strchr(text, '='))
        return cli_fail("--cost: expected NAME=SECONDS, got `%s`", text) == CLI_OK;
    return cli_push(list, count, text);
}

static bool store_count(void *settings, const cli_option *option, const char *text)
{
    size_t *out = (size_t *)(void *)((char *)settings + option->offset);
    return cli_parse_count(option, text, 0, CLI_MOST, "", out);
}

static bool store_seconds(void *settings, const cli_option *option, const char *text)
{
    double *out = (double *)(void *)((char *)settings + option->offset);
    return cli_parse_amount(option, text, " (seconds)", out);
}

static const cli_option options[] = {
    {"--output", 'o', "FILE", "write the result to FILE (standard output)", cli_store_text,
     AT(output)},
    {"--format", 0, "module|text|json|html|dot",
     "the module, its text, candidates, a page, a graph", cli_store_choice, AT(format)},
    {"--targets", 0, "FILE", "the targets, as JSON (llvm, and one for each set of rules)",
     cli_store_text, AT(targets)},
    {"--rules", 0, "FILE", "the patterns and rules of external backends, as JSON", cli_store_text,
     AT(rules)},
    {"--costs", 0, "FILE", "the costs of candidates, as JSON (a model of the targets)",
     cli_store_text, AT(costs)},
    {"--estimator", 0, "COMMAND", "a command that reads a function and writes its cost in seconds",
     cli_store_text, AT(estimator)},
    {"--timeout", 0, "SECONDS", "end the command after this time (60)", store_seconds, AT(timeout)},
    {"--cache", 0, "FOLDER", "keep the answers of the command", cli_store_text, AT(cache)},
    {"--explain", 0, NULL, "write why the partition won; the module only with -o", cli_store_flag,
     AT(explain)},
    {"--losers", 0, "N", "explain N candidates that lost to each chosen one (5)", store_count,
     AT(losers)},
    CLI_HEADING("candidates and their costs"),
    {"--without", 0, "NAME", "leave out a backend or candidates; repeatable", store_name,
     AT(without)},
    {"--only", 0, "TARGET", "use only this target and the host; repeatable", store_name, AT(only)},
    {"--cost", 0, "NAME=SECONDS", "set the cost of candidates; repeatable", store_name, AT(priced)},
    {"--transition", 0, "SECONDS", "add this cost for each chosen candidate (0)", store_seconds,
     AT(transition)},
    {"--prune", 0, NULL, "leave out candidates that are parts of larger ones", cli_store_flag,
     AT(prune)},
    CLI_HEADING("the search"),
    {"--lazy", 0, NULL, "estimate only the costs that the search needs", cli_store_flag, AT(lazy)},
    {"--beam", 0, "N", "follow at most N states with the same next expression", store_count,
     AT(beam)},
    {"--budget", 0, "N", "after N states follow only the one that covers most", store_count,
     AT(budget)},
    {"--max-candidates", 0, "N", "stop a rule at N candidates (10000, or 10 for each expression)",
     store_count, AT(max_candidates)},
    {"--as-tvm", 0, NULL, "repeat what TVM does, even where it is wrong", cli_store_flag,
     AT(as_tvm)},
    {"--replay", 0, "FOLDER", "repeat a recorded run of TVM", cli_store_text, AT(replay)},
    CLI_COLOUR_OPTION(collage_settings),
    CLI_READ_OPTIONS(collage_settings),
    CLI_LOAD_OPTION(collage_settings),
    CLI_LIMIT_OPTIONS(collage_settings, "2G"),
};

void cli_collage_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

/* ---- output ---- */

static bool write_module(cg_engine *engine, const collage_settings *s, cli_output *out,
                         tunip_error *error)
{
    tunip_print_options print = TUNIP_PRINT_OPTIONS_INIT;
    const tunip_node *module = cg_rewrite(engine);
    print.backend = "relay";
    print.show_meta = true;
    if (!module) return false;
    if (s->format != FORMAT_TEXT)
        return tunip_save_as(engine->context, "tvm-legacy", module, cli_output_write, out, error) ==
               TUNIP_OK;
    bool fine = tunip_print_stream(engine->context, module, &print, cli_output_write, out, error) ==
                TUNIP_OK;
    return fine && cli_output_write("\n", 1, out) == 0;
}

typedef bool (*write_fn)(cg_engine *engine, const collage_settings *s, cli_output *out,
                         tunip_error *error);

static bool write_result(cg_engine *engine, const collage_settings *s, cli_output *out,
                         tunip_error *error)
{
    size_t losers = s->explain ? s->losers : 0;
    if (s->format == FORMAT_JSON)
        return cg_report_write(engine, losers, cli_output_write, out, error) == TUNIP_OK;
    if (s->format == FORMAT_HTML)
        return cg_page_write(engine, s->title, s->losers, cli_output_write, out);
    if (s->format == FORMAT_DOT) return cg_dot_write(engine, cli_output_write, out);
    return write_module(engine, s, out, error);
}

static bool write_reasons(cg_engine *engine, const collage_settings *s, cli_output *out,
                          tunip_error *error)
{
    (void)error;
    tn_text text = {.failed = false};
    bool fine = cg_explain_text(engine, s->losers, &text);
    tunip_str shown = cg_taken(&text, engine->memory);
    return fine && tunip_escape(shown, TUNIP_ESCAPE_TEXT, cli_output_write, out) == 0;
}

static bool write_file(cg_engine *engine, const collage_settings *s, const char *path,
                       write_fn write, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT; /* of the output; other errors are about the input */
    cli_output out;
    if (cli_output_open(&out, path, s->limits.max_bytes, &own) && !write(engine, s, &out, error))
        own.code = error->code == TUNIP_OK ? TUNIP_ERROR_CANCELLED : error->code;
    if (cli_output_close(&out, &own)) return true;
    if (!own.message[0]) return false; /* `error` has the message */
    error->code = TUNIP_OK;
    return cli_fail_output(s->title, &own) == CLI_OK;
}

/* A word for each limit that may have cost the optimum. */
static void note_limits(const cg_engine *engine)
{
    for (size_t i = 0; i < engine->partition_count; i++) {
        const cg_partition *p = &engine->partitions[i];
        if (p->is_cut)
            cli_note("@%s: a rule stopped at %zu candidates; the partition may not be optimal",
                     p->name.data, p->max_candidates);
        if (p->cover.is_cut)
            cli_note("@%s: the search was long and went on with a beam; the partition may not be "
                     "optimal",
                     p->name.data);
        else if (!p->cover.is_optimal)
            cli_note("@%s: the beam or the budget left out states; the partition may not be "
                     "optimal",
                     p->name.data);
        if (p->lacks_types)
            cli_note("@%s: not all calls have inferred types, so that conditions on types do not "
                     "hold for them",
                     p->name.data);
    }
}

static bool write_all(cg_engine *engine, const collage_settings *s, tunip_error *error)
{
    note_limits(engine);
    if (!s->explain || s->format == FORMAT_JSON)
        return write_file(engine, s, s->output, write_result, error);
    return write_file(engine, s, NULL, write_reasons, error) &&
           (!s->output || write_file(engine, s, s->output, write_result, error));
}

/* ---- runs ---- */

/* Questions of --without and --cost, in one list. False after a message. */
static bool read_questions(const collage_settings *s, tunip_collage_question *out)
{
    const cli_option cost = {.name = "--cost"};
    for (size_t i = 0; i < s->without_count; i++)
        out[i] = (tunip_collage_question){s->without[i], NAN};
    for (size_t i = 0; i < s->priced_count; i++) {
        /* The text is an argument of the program, which stays as long as it runs. */
        char *equals = (char *)(uintptr_t)strrchr(s->priced[i], '=');
        tunip_collage_question *question = &out[s->without_count + i];
        question->name = s->priced[i];
        if (!cli_parse_amount(&cost, equals + 1, " (seconds)", &question->seconds)) return false;
        *equals = '\0';
    }
    return true;
}

/* A module that is saved needs its constants. */
static bool allows_placeholders(const collage_settings *s, int wanted)
{
    return wanted != FORMAT_MODULE || (s->explain && !s->output);
}

/* A recorded run has its own targets, rules and costs. */
static bool check_replay(const collage_settings *s)
{
    bool fine = !s->targets && !s->rules && !s->costs && !s->estimator;
    return fine || cli_fail("--replay has no --targets, --rules, --costs or --estimator: they are "
                            "those of the folder") == CLI_OK;
}

/* Says which file an error is about, while its name exists. */
static void report(const char *path, tunip_error *error)
{
    if (error->code != TUNIP_OK) cli_fail_error(path, error);
    error->code = TUNIP_OK;
}

static bool replay(tunip_context *context, const collage_settings *s,
                   const tunip_collage_options *o, tunip_error *error)
{
    cg_replay run;
    cg_options how;
    bool placeholders = allows_placeholders(s, s->format == FORMAT_USUAL ? FORMAT_JSON : s->format);
    bool fine = cg_replay_open(&run, context, s->replay, placeholders, error) &&
                cg_options_of(&how, &run.memory, o);
    how.as_tvm = how.prune = true;
    fine = fine && cg_replay_run(&run, &how);
    fine = fine && cg_check_targets(&run.engine) && cg_check_candidates(&run.engine);
    if (fine && run.unrecorded)
        cli_note("%s: %zu answers of predicates are not recorded; tunip assumes that they are yes",
                 s->replay, run.unrecorded);
    collage_settings own = *s;
    if (own.format == FORMAT_USUAL)
        own.format = run.is_sub_graph || s->explain ? FORMAT_MODULE : FORMAT_JSON;
    fine = fine && write_all(&run.engine, &own, error);
    report(run.path, error);
    cg_replay_free(&run);
    return fine;
}

static bool partition(tunip_context *context, const collage_settings *s,
                      const tunip_collage_options *o, tunip_graph *graph, tunip_error *error)
{
    tunip_collage *chosen;
    bool fine = tunip_collage_run(context, graph, o, &chosen, error) == TUNIP_OK;
    const cg_command *command = chosen ? &chosen->setup.command : NULL;
    if (chosen && command->late_count)
        cli_note("the command took longer than %g seconds for %zu functions; they count as "
                 "functions that the target cannot compute",
                 s->timeout, command->late_count);
    if (chosen && command->lost_count)
        cli_note("%s: cannot keep the answers of the command here", s->cache);
    fine = fine && write_all(&chosen->engine, s, error);
    const char *file = chosen ? tunip_collage_file(chosen) : NULL;
    report(file ? file : s->title, error);
    tunip_collage_free(chosen);
    return fine;
}

static bool run_with(tunip_context *context, const collage_settings *s,
                     const tunip_collage_options *o, const char *file, tunip_error *error)
{
    if (s->replay) return check_replay(s) && replay(context, s, o, error);
    tunip_source *standard_input = NULL;
    tunip_graph *graph = NULL;
    cli_inputs in;
    if (cli_inputs_open(&in, context, &s->loads, &standard_input, file))
        graph = cli_inputs_read_one(&in, false);
    bool fine = graph && partition(context, s, o, graph, error);
    tunip_graph_free(graph);
    cli_inputs_close(&in);
    tunip_source_free(standard_input);
    return fine;
}

static bool run(tunip_context *context, const collage_settings *s, const char *file,
                tunip_error *error)
{
    size_t count = s->without_count + s->priced_count;
    tunip_collage_question *questions = calloc(count + 1, sizeof *questions);
    tunip_collage_options o = TUNIP_COLLAGE_OPTIONS_INIT;
    o.targets = s->targets;
    o.rules = s->rules;
    o.costs = s->costs;
    o.estimator = s->estimator;
    o.cache = s->cache;
    o.timeout = s->timeout;
    o.only = s->only;
    o.only_count = s->only_count;
    o.questions = questions;
    o.question_count = count;
    o.transition = s->transition;
    o.beam = s->beam;
    o.budget = s->budget;
    o.max_candidates = s->max_candidates;
    o.prune = s->prune;
    o.lazy = s->lazy;
    o.as_tvm = s->as_tvm;
    bool fine = questions || cli_fail("out of memory") == CLI_OK;
    fine = fine && read_questions(s, questions) && run_with(context, s, &o, file, error);
    free(questions);
    return fine;
}

int cli_collage(int argc, char **argv)
{
    collage_settings s = {.limits = CLI_PRINT_LIMITS,
                          .timeout = 60,
                          .losers = 5,
                          .max_candidates = TUNIP_COLLAGE_USUAL,
                          .format = FORMAT_USUAL};
    tunip_error error = TUNIP_ERROR_INIT;
    bool fine = cli_parse(options, TUNIP_LEN(options), &s, &argc, argv);
    if (fine && (s.replay ? argc > 1 : argc != 2))
        fine = cli_fail("collage: give one module, or --replay and a folder") == CLI_OK;
    if (!s.replay && s.format == FORMAT_USUAL) s.format = FORMAT_MODULE;
    s.loads.placeholders = allows_placeholders(&s, s.format);
    const char *file = s.replay ? s.replay : argc > 1 ? argv[1] : "";
    s.title = file;
    tunip_context *context = fine ? cli_context_new(&s.loads, &s.limits) : NULL;
    fine = context && tunip_collage_prepare(context, &error) == TUNIP_OK &&
           run(context, &s, file, &error);
    report(file, &error);
    tunip_context_free(context);
    cli_loads_free(&s.loads);
    free(s.without);
    free(s.only);
    free(s.priced);
    return fine ? CLI_OK : CLI_TROUBLE;
}
