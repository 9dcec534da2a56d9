/* pair.c -- the two files of a comparison. */
#include <stdlib.h>
#include <sys/stat.h>

#include "inputs.h"

typedef struct reading {
    cli_pair *pair;
    const cli_loads *loads;
    char **files;
    bool fine; /* the left side was read */
} reading;

static bool read_side(const reading *r, int side)
{
    cli_pair *pair = r->pair;
    cli_inputs *in = &pair->inputs[side];
    if (!cli_inputs_open(in, pair->context, r->loads, &pair->standard_input, r->files[side]))
        return false;
    if (pair->given) in->given = pair->given[side];
    pair->graphs[side] = cli_inputs_read_one(in, false);
    pair->files[side] = in->name;
    return pair->graphs[side] != NULL;
}

/* Another thread may read the right side, without messages. If the right side has errors or
 * warnings, it is read again after the left side. So the messages and their order do not depend on
 * the number of threads. */
static void read_either(void *user, size_t side)
{
    reading *r = user;
    cli_pair *pair = r->pair;
    if (side == CLI_LEFT)
        r->fine = read_side(r, CLI_LEFT);
    else
        pair->graphs[side] =
            cli_read_quietly(pair->context, r->files[side], r->loads, &pair->ahead);
}

/* Small files are read faster than a thread is started. Pipes cannot be read twice. */
static bool is_worth_a_thread(const char *path)
{
    enum { LEAST = 1 << 16 };
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= LEAST;
}

static bool read_both(cli_pair *pair, const cli_limits *limits, char **files)
{
    reading r = {.pair = pair, .loads = &pair->loads, .files = files};
    size_t threads = cli_threads(limits);
    bool is_open = pair->given && pair->given[CLI_RIGHT];
    bool both = threads > 1 && !is_open && is_worth_a_thread(files[CLI_RIGHT]);
    pair->loads.threads = both ? threads / 2 : threads;
    tunip_parallel(threads, both ? CLI_SIDES : 1, read_either, &r);
    pair->files[CLI_RIGHT] = files[CLI_RIGHT];
    return r.fine && (pair->graphs[CLI_RIGHT] || read_side(&r, CLI_RIGHT));
}

static bool open_pair(cli_pair *pair, const cli_loads *loads, const cli_limits *limits,
                      const tunip_print_options *print, tunip_source *const *given, char **files)
{
    *pair = (cli_pair){.context = cli_context_new(loads, limits), .loads = *loads, .given = given};
    pair->inputs = calloc(CLI_SIDES, sizeof *pair->inputs);
    if (!pair->inputs) return cli_fail("out of memory") == CLI_OK;
    for (int i = 0; i < CLI_SIDES; i++) pair->inputs[i].standard_input = &pair->standard_input;
    return pair->context && cli_check_format(pair->context, loads->format) &&
           (!print || cli_check_settings(pair->context, print)) &&
           read_both(pair, limits, files);
}

static int older_side(const cli_pair *pair)
{
    return pair->vintages[CLI_LEFT] < pair->vintages[CLI_RIGHT] ? CLI_LEFT : CLI_RIGHT;
}

/* Sides of two versions of TVM are compared in the newer one. */
static bool convert_older(cli_pair *pair)
{
    unsigned *vintages = pair->vintages;
    for (int i = 0; i < CLI_SIDES; i++)
        vintages[i] = tunip_vintage(tunip_graph_root(pair->graphs[i]));
    for (int i = 0; i < CLI_SIDES; i++)
        if (!vintages[i]) vintages[i] = vintages[!i]; /* all versions have its nodes */
    if (vintages[CLI_LEFT] == vintages[CLI_RIGHT]) return true;
    int side = older_side(pair);
    return cli_convert(pair->context, pair->graphs[side], pair->files[side], vintages[!side],
                       false);
}

void cli_note_conversion(const cli_pair *pair)
{
    int side = older_side(pair);
    if (pair->vintages[CLI_LEFT] != pair->vintages[CLI_RIGHT])
        cli_note("%s was converted from TVM v0.%u to v0.%u, the version of %s", pair->files[side],
                 pair->vintages[side], pair->vintages[!side], pair->files[!side]);
}

static void close_pair(cli_pair *pair)
{
    for (int i = 0; i < CLI_SIDES; i++) {
        tunip_graph_free(pair->graphs[i]);
        if (pair->inputs) cli_inputs_close(&pair->inputs[i]);
    }
    tunip_source_free(pair->ahead);
    tunip_source_free(pair->standard_input);
    tunip_context_free(pair->context);
    free(pair->inputs);
}

int cli_pair_compare(int argc, char **argv, const cli_loads *loads, const cli_limits *limits,
                     const tunip_print_options *print, tunip_source *const *given,
                     cli_compare_fn compare, const void *settings)
{
    cli_pair pair;
    int status = CLI_TROUBLE;
    if (argc != 1 + CLI_SIDES)
        return cli_fail("%s: two files are needed, got %d", argv[0], argc - 1);
    bool is_open = open_pair(&pair, loads, limits, print, given, argv + 1);
    if (is_open && convert_older(&pair)) status = compare(&pair, settings);
    close_pair(&pair);
    return status;
}
