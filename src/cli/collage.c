/* collage.c -- `tunip collage`: chooses backends for parts of a module. */
#include <errno.h>
#include <string.h>

#include "../apps/collage/pattern.h"
#include "../apps/collage/replay.h"
#include "../apps/collage/report.h"
#include "cli.h"

typedef struct collage_settings {
    const char *output;
    const char *json;
    const char *replay;
    int format;
    cli_loads loads;
    cli_limits limits;
} collage_settings;

#define AT(member) offsetof(collage_settings, member)

/* ORDER: as in the placeholder of --format. */
enum { FORMAT_MODULE, FORMAT_JSON };

static bool store_format(void *settings, const cli_option *option, const char *text)
{
    int choice = cli_choose(option, text);
    ((collage_settings *)settings)->format = choice;
    return choice >= 0;
}

static const cli_option options[] = {
    {"--output", 'o', "FILE", "write the result to FILE (standard output)", cli_store_text,
     AT(output)},
    {"--format", 0, "module|json", "the rewritten module, or candidates and costs (module)",
     store_format, 0},
    {"--replay", 0, "FOLDER", "run a recorded run of TVM again", cli_store_text, AT(replay)},
    CLI_READ_OPTIONS(collage_settings),
    CLI_LOAD_OPTION(collage_settings),
    CLI_LIMIT_OPTIONS(collage_settings, "2G"),
};

void cli_collage_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

static bool write_result(cg_engine *engine, const collage_settings *s, FILE *out,
                         tunip_error *error)
{
    if (s->format == FORMAT_JSON) return cg_report_write(engine, cli_write, out, error) == TUNIP_OK;
    const tunip_node *module = cg_rewrite(engine);
    return module &&
           tunip_save_as(engine->context, "tvm-legacy", module, cli_write, out, error) == TUNIP_OK;
}

static bool write_file(cg_engine *engine, const collage_settings *s, tunip_error *error)
{
    FILE *out = cli_is_stream(s->output) ? stdout : fopen(s->output, "wb");
    if (!out) return cli_fail("%s: cannot open: %s", s->output, strerror(errno)) == CLI_OK;
    bool fine = write_result(engine, s, out, error);
    bool is_written = (out == stdout ? fflush(out) : fclose(out)) == 0;
    if (!is_written || error->code == TUNIP_ERROR_CANCELLED)
        return cli_fail("cannot write: %s", strerror(errno)) == CLI_OK;
    return fine;
}

static bool replay(tunip_context *context, const collage_settings *s, tunip_error *error)
{
    cg_replay run;
    cg_options how = {.as_tvm = true};
    bool fine = cg_replay_open(&run, context, s->replay, error) && cg_replay_run(&run, &how);
    if (fine && run.unrecorded)
        cli_note("%s: %zu answers of predicates are not recorded, and are taken to be yes",
                 s->replay, run.unrecorded);
    fine = fine && write_file(&run.engine, s, error);
    cg_replay_free(&run);
    return fine;
}

int cli_collage(int argc, char **argv)
{
    collage_settings s = {.limits = CLI_PRINT_LIMITS};
    tunip_error error = TUNIP_ERROR_INIT;
    bool fine = cli_parse(options, TUNIP_LEN(options), &s, &argc, argv);
    if (fine && !s.replay) fine = cli_fail("collage: no run is given") == CLI_OK;
    tunip_context *context = fine ? cli_context_new(&s.loads, &s.limits) : NULL;
    fine = context && cg_patterns_add(context, &error) == TUNIP_OK && replay(context, &s, &error);
    if (error.code != TUNIP_OK) cli_fail_error(s.replay, &error);
    tunip_context_free(context);
    cli_loads_free(&s.loads);
    return fine ? CLI_OK : CLI_TROUBLE;
}
