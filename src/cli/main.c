/* main.c -- the tunip command: picks a subcommand and reports trouble. */
#include <stdarg.h>
#include <string.h>

#include "cli.h"

static int cli_help(int argc, char **argv);

static const cli_command commands[] = {
    {"print", "tunip print [options] FILE...", "print saved IR as text", cli_print, cli_print_help},
    {"dialects", "tunip dialects [--types | --settings]", "what is registered", cli_dialects,
     cli_dialects_help},
    {"help", "tunip help [COMMAND]", "this text, or that of a command", cli_help, NULL},
};

static const cli_command *find_command(const char *name)
{
    for (size_t i = 0; i < TUNIP_LEN(commands); i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static void overview(FILE *out)
{
    fprintf(out, "tunip %s -- compiler IR as text\n\nusage:\n", tunip_version());
    for (size_t i = 0; i < TUNIP_LEN(commands); i++)
        fprintf(out, "  %-40s %s\n", commands[i].synopsis, commands[i].summary);
    fprintf(out, "\nFILE is what tvm.ir.save_json wrote; - is standard input.\n"
                 "Exit status: 0 fine, 1 different, 2 trouble.\n");
}

static int cli_help(int argc, char **argv)
{
    if (argc < 2) {
        overview(stdout);
        return CLI_OK;
    }
    const cli_command *command = find_command(argv[1]);
    if (!command) return cli_fail("no command is called '%s'", argv[1]);
    printf("usage: %s\n\n%s\n", command->synopsis, command->summary);
    if (command->help) command->help(stdout);
    return CLI_OK;
}

int cli_fail(const char *format, ...)
{
    fputs("tunip: ", stderr);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    return CLI_TROUBLE;
}

int cli_fail_error(const char *file, const tunip_error *error)
{
    if (error->line)
        return cli_fail("%s:%zu:%zu: %s", file, error->line, error->column, error->message);
    return cli_fail("%s: %s%s%s", file, error->message, error->path[0] ? " at " : "", error->path);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        overview(stderr);
        return CLI_TROUBLE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("tunip %s\n", tunip_version());
        return CLI_OK;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) return cli_help(1, argv);
    const cli_command *command = find_command(argv[1]);
    if (!command) return cli_fail("no command is called '%s' (see tunip help)", argv[1]);
    if (argc > 2 && (strcmp(argv[2], "--help") == 0 || strcmp(argv[2], "-h") == 0)) {
        char *topic[] = {argv[0], argv[1]};
        return cli_help(2, topic);
    }
    return command->run(argc - 1, argv + 1);
}
