/* folder.c -- `tunip print -o FOLDER`: a file for each input, named after it. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "print_outputs.h"

bool cli_names_folder(const char *path)
{
    struct stat status;
    size_t size = path ? strlen(path) : 0;
    if (size && path[size - 1] == '/') return true;
    return size && !cli_is_stream(path) && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

static bool cut_suffix(const char *name, size_t *size, const char *suffix)
{
    size_t length = strlen(suffix);
    if (*size <= length || memcmp(name + *size - length, suffix, length) != 0) return false;
    *size -= length;
    return true;
}

/* "dumps/build.log.gz#3" -> "build.3.py". NULL after a message. */
static char *make_path(const char *folder, const char *input, const char *suffix)
{
    const char *slash = strrchr(input, '/'), *base = slash ? slash + 1 : input;
    if (strncmp(base, "<stdin>", strlen("<stdin>")) == 0) base = "stdin.";
    const char *number = strrchr(input, '#');
    size_t size = number && number > base ? (size_t)(number - base) : strlen(base);
    if (!cut_suffix(base, &size, ".gz") && !cut_suffix(base, &size, ".xz"))
        cut_suffix(base, &size, ".zst");
    for (size_t i = size; i-- > 1;)
        if (base[i] == '.') {
            size = i;
            break;
        }
    size_t room = strlen(folder) + strlen(input) + sizeof "/stdin." + strlen(suffix);
    char *path = malloc(room);
    if (path)
        snprintf(path, room, "%s%s%.*s%s%s%s", folder, folder[strlen(folder) - 1] == '/' ? "" : "/",
                 (int)size, base, number ? "." : "", number ? number + 1 : "", suffix);
    else
        cli_fail("out of memory");
    return path;
}

bool cli_is_same_file(const char *left, const char *right)
{
    struct stat a, b;
    return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev &&
           a.st_ino == b.st_ino;
}

static bool is_free(const cli_folder *f, const char *path, const char *file, const char *input)
{
    for (size_t i = 0; i < f->count; i++)
        if (strcmp(f->paths[i], path) == 0)
            return cli_fail("%s: %s was written for another input", input, path) == CLI_OK;
    if (cli_is_same_file(path, file))
        return cli_fail("%s: %s is the file itself", input, path) == CLI_OK;
    return true;
}

const char *cli_folder_add(cli_folder *f, const char *folder, const char *file, const char *input,
                           const char *suffix)
{
    char *path = make_path(folder, input, suffix);
    char **grown = path ? realloc(f->paths, (f->count + 1) * sizeof *grown) : NULL;
    if (grown) f->paths = grown;
    if (path && !grown) cli_fail("out of memory");
    if (!grown || !is_free(f, path, file, input)) {
        free(path);
        return NULL;
    }
    grown[f->count++] = path;
    mkdir(folder, S_IRWXU | S_IRWXG | S_IRWXO); /* if it is missing */
    return path;
}

void cli_folder_free(cli_folder *f)
{
    for (size_t i = 0; i < f->count; i++) free(f->paths[i]);
    free(f->paths);
}
