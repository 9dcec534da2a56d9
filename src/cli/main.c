/* main.c -- the tunip command: selects a subcommand and reports errors. */
#include <errno.h>
#include <string.h>

#include "../../programs/child/child.h"
#include "cli.h"

static int help(int argc, char **argv);

static const cli_command commands[] = {
    {"print", "tunip print [options] FILE...", "print IR as text", cli_print, cli_print_help, true},
    {"check", "tunip check [options] FILE...", "report all mistakes in scripts and other IR",
     cli_check, cli_check_help, true},
    {"format", "tunip format [options] FILE...", "lay out the scripts in Python files",
     cli_format_files, cli_format_help, false},
    {"equal", "tunip equal [options] LEFT RIGHT", "compare the IR of two files by structure",
     cli_equal, cli_equal_help, true},
    {"diff", "tunip diff [options] LEFT RIGHT", "show all differences between two files", cli_diff,
     cli_diff_help, true},
    {"hash", "tunip hash [options] FILE...", "write a hash that is the same for equal IR", cli_hash,
     cli_hash_help, true},
    {"outline", "tunip outline [options] FILE", "list functions, loops, blocks and operations",
     cli_outline, cli_outline_help, true},
    {"save", "tunip save [options] FILE", "save the IR of a file as JSON for TVM", cli_save,
     cli_save_help, true},
    {"history", "tunip history [options] DIR|FILE...", "list what each pass changed", cli_history,
     cli_history_help, true},
    {"blame", "tunip blame [options] [FILE] --history DIR",
     "show for each line the pass that last changed it", cli_blame, cli_blame_help, true},
    {"trace", "tunip trace [options] FILE:LINE --history DIR", "follow a line through the passes",
     cli_trace, cli_trace_help, true},
    {"explorer", "tunip explorer [options] DIR|FILE... -o PAGE",
     "write a page that shows all passes", cli_explorer, cli_explorer_help, true},
    {"debug", "tunip debug [run | compare] [options] GRAPH",
     "show, run and debug graphs of TVM's graph executor", cli_debug, cli_debug_help, false},
    {"inspect", "tunip inspect [options] FILE", "show the files that a compiler wrote", cli_inspect,
     cli_inspect_help, true},
    {"collage", "tunip collage [options] MODULE", "choose backends for parts of a Relay module",
     cli_collage, cli_collage_help, true},
    {"lsp", "tunip lsp [options]", "serve an editor: the Language Server Protocol", cli_lsp,
     cli_lsp_help, false},
    {"dialects", "tunip dialects [--types | --settings]", "list the dialects, backends and formats",
     cli_dialects, cli_dialects_help, false},
    {"backends", "tunip backends", "list the output languages", cli_backends, cli_backends_help,
     false},
    {"help", "tunip help [COMMAND]", "show this text, or the options of a command", help, NULL,
     false},
};

static const cli_command *find_command(const char *name)
{
    for (size_t i = 0; i < TUNIP_LEN(commands); i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static const char *command_name(const void *user, size_t i)
{
    (void)user;
    return i < TUNIP_LEN(commands) ? commands[i].name : NULL;
}

static int unknown_command(const char *name)
{
    char message[256];
    snprintf(message, sizeof message, "no command is called `%s`", name);
    return cli_fail_unknown(message, name, command_name, NULL, "tunip help lists all commands");
}

static void overview(FILE *out)
{
    fprintf(out, "tunip %s -- compiler IR as text\n\nusage:\n", tunip_version());
    for (size_t i = 0; i < TUNIP_LEN(commands); i++)
        fprintf(out, "  %-40s %s\n", commands[i].synopsis, commands[i].summary);
    fputs("\nFILE is JSON that tvm.ir.save_json wrote, a script, the text of Relay, a log with\n"
          "scripts, or a file in the format of a plugin. The FILE - is standard input.\n"
          "Exit status: 0 success or equal, 1 different or mistakes found, 2 error.\n",
          out);
}

static int help(int argc, char **argv)
{
    if (argc < 2) {
        overview(stdout);
        return CLI_OK;
    }
    const cli_command *command = find_command(argv[1]);
    if (!command) return unknown_command(argv[1]);
    printf("usage: %s\n\n%s\n", command->synopsis, command->summary);
    if (command->help) command->help(stdout);
    return CLI_OK;
}

/* Whether the options of a command ask for its help. */
static bool wants_help(int argc, char **argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) return true;
    return false;
}

/* Whether the user types the input: a line of progress would be in the way. */
static bool reads_keys(int argc, char **argv)
{
    bool reads = false;
    for (int i = 1; i < argc; i++) reads |= strcmp(argv[i], "-") == 0;
    return reads && tn_is_terminal(stdin);
}

static int run_command(int argc, char **argv)
{
    if (argc < 1) {
        overview(stderr);
        return CLI_TROUBLE;
    }
    if (strcmp(argv[0], "--version") == 0 || strcmp(argv[0], "-V") == 0) {
        printf("tunip %s\n", tunip_version());
        cli_list_unpackers(stdout);
#ifdef TUNIP_NO_THREADS
        puts("without: threads");
#endif
        if (!child_can_start()) puts("without: programs");
        return CLI_OK;
    }
    if (strcmp(argv[0], "--help") == 0 || strcmp(argv[0], "-h") == 0) return help(1, argv);
    const cli_command *command = find_command(argv[0]);
    if (!command) return unknown_command(argv[0]);
    if (wants_help(argc, argv)) {
        char *topic[] = {argv[0], argv[0]};
        return help(2, topic);
    }
    if (command->has_progress && !reads_keys(argc, argv)) cli_progress_begin(command->name);
    int status = command->run(argc, argv);
    cli_progress_end();
    return status;
}

/* A closed pipe ends the command without a message, as it ends cat(1): "tunip print a.json | head"
 * needs no more. */
int main(int argc, char **argv)
{
    tn_os_begin(&argc, &argv);
    int status = run_command(argc - 1, argv + 1);
    if (status == CLI_OK && !cli_flush()) status = cli_fail("cannot write: %s", strerror(errno));
    return status;
}
