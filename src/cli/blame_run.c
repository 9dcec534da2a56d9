/* blame_run.c -- the parts that `tunip blame` and `tunip trace` share: the history that they read,
 * and the frame of their output. */
#include "blame_run.h"

#include <stdlib.h>

bool cli_store_history(void *settings, const cli_option *option, const char *text)
{
    cli_blame_settings *s = settings;
    (void)option;
    return cli_push(&s->folders, &s->folder_count, text);
}

bool cli_store_root(void *settings, const cli_option *option, const char *text)
{
    cli_blame_settings *s = settings;
    (void)option;
    return cli_push(&s->roots.items, &s->roots.count, text);
}

/* ---- the history ---- */

bool cli_blame_open(cli_blame_run *run)
{
    const cli_blame_settings *s = run->settings;
    if (!s->folder_count)
        return cli_fail("%s: name the pass dumps with --history DIR", run->command) == CLI_OK;
    if (!cli_steps_open(&run->steps, &s->loads, &s->limits)) return false;
    for (size_t i = 0; i < s->folder_count; i++) cli_steps_add(&run->steps, s->folders[i]);
    return true;
}

bool cli_blame_choose_step(cli_blame_run *run, const char *file)
{
    if (file)
        run->step = cli_steps_find_or_add(&run->steps, file);
    else
        run->step = run->steps.count ? run->steps.count - 1 : SIZE_MAX;
    return run->step != SIZE_MAX;
}

static void forget(cli_blame_run *run)
{
    cli_programs_close(&run->programs);
    tunip_lineage_free(run->lineage);
}

bool cli_blame_follow(cli_blame_run *run)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const cli_blame_settings *s = run->settings;
    forget(run);
    run->programs = (cli_programs){.items = NULL};
    run->lineage = tunip_lineage_new(run->steps.history, &s->print, &error);
    if (!run->lineage) return cli_fail_error(run->command, &error) == CLI_OK;
    return cli_programs_open(&run->programs, &run->steps, run->lineage, &s->roots);
}

void cli_blame_close(cli_blame_run *run)
{
    forget(run);
    cli_steps_close(&run->steps);
}

void cli_blame_free_settings(cli_blame_settings *s)
{
    free(s->folders);
    free(s->roots.items);
    cli_loads_free(&s->loads);
}

/* ---- the output ---- */

void cli_blame_put_number(tunip_json_writer *json, const char *name, size_t value)
{
    tunip_json_key(json, name);
    tunip_json_put_size(json, value);
}

void cli_blame_put_text(tunip_json_writer *json, const char *name, tunip_str text)
{
    tunip_json_key(json, name);
    tunip_json_put_string(json, text);
}

void cli_blame_put_bool(tunip_json_writer *json, const char *name, bool value)
{
    tunip_json_key(json, name);
    tunip_json_put_bool(json, value);
}

void cli_blame_put_line(cli_output *out, tunip_str text)
{
    cli_output_write(text.data, text.size, out);
    cli_output_write("\n", 1, out);
}

int cli_blame_width(size_t number)
{
    return snprintf(NULL, 0, "%zu", number);
}

static bool write_json(cli_blame_run *run, size_t version, const char *file, cli_blame_put_fn put,
                       void *user)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 2;
    run->json = tunip_json_writer_new(NULL, &style, cli_output_write, &run->out, &error);
    tunip_json_open(run->json, '{');
    cli_blame_put_number(run->json, "version", version);
    cli_blame_put_text(run->json, "file", tunip_str_from(file));
    bool fine = put(run, user);
    tunip_json_close(run->json, '}');
    tunip_json_end_line(run->json);
    tunip_json_writer_end(run->json, &error);
    if (error.code == TUNIP_ERROR_MEMORY) fine = cli_fail("%s", error.message) == CLI_OK;
    return fine;
}

bool cli_blame_write(cli_blame_run *run, size_t version, const char *file, cli_blame_put_fn put,
                     void *user)
{
    tunip_error error = TUNIP_ERROR_INIT;
    cli_output_open(&run->out, NULL, run->settings->limits.max_bytes, &error);
    bool fine = run->settings->json ? write_json(run, version, file, put, user) : put(run, user);
    if (!fine) error.code = TUNIP_ERROR_CANCELLED; /* after a message */
    if (cli_output_close(&run->out, &error) || !fine) return fine && !run->steps.failed;
    return cli_fail_output(file, &error) == CLI_OK;
}
