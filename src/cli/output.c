/* output.c -- the outputs of a command: written whole or not at all. */
#define _XOPEN_SOURCE 700 /* realpath() */

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "../util/size.h"
#include "cli.h"
#include "print_outputs.h"

/* ======== output ======== */

/* Files that a command writes. A file gets its name when it is complete, and a file that was there
 * before keeps its content until then. So a command can write to the file that it reads. A file
 * that cannot be replaced is written in place: it stays, complete or not. A signal that ends the
 * process leaves the part that was written, under another name: FILE.XXXXXX.
 *
 * An output may have a limit. A new file is removed if the text has more bytes, but nothing takes
 * back bytes of a pipe, of a terminal or of a file that is written in place. There, a text with a
 * limit stays in memory until it is complete. */

/* Whether another file can take the place of this one without any visible change but its content.
 * Others are written in place: devices, pipes, files with several names or of another user. */
static bool can_be_replaced(const char *path, const struct stat *about)
{
    return S_ISREG(about->st_mode) && about->st_nlink == 1 && about->st_uid == geteuid() &&
           access(path, W_OK) == 0;
}

/* Gives a new file the group and the mode of the old one. A new group clears bits of the mode. */
static bool make_like(int file, const struct stat *old)
{
    struct stat about;
    return fstat(file, &about) == 0 &&
           (about.st_gid == old->st_gid || fchown(file, (uid_t)-1, old->st_gid) == 0) &&
           fchmod(file, old->st_mode & 07777) == 0;
}

/* Gives a new file the mode that open() would give it. */
static bool make_usual(int file)
{
    mode_t mask = umask(0);
    umask(mask);
    return fchmod(file, 0666 & ~mask) == 0;
}

/* Opens a new file in the folder of the old one, or of one that is not there (`old` is NULL); NULL
 * if this is not possible. A link stays, and its target is replaced. */
static FILE *open_beside(cli_output *out, const struct stat *old)
{
    static const char suffix[] = ".XXXXXX";
    out->replaced = old ? realpath(out->path, NULL) : strdup(out->path);
    size_t size = out->replaced ? strlen(out->replaced) : 0;
    out->made = size ? malloc(size + sizeof suffix) : NULL;
    if (out->made) {
        memcpy(out->made, out->replaced, size);
        memcpy(out->made + size, suffix, sizeof suffix);
        int file = mkstemp(out->made);
        FILE *opened = file >= 0 && (old ? make_like(file, old) : make_usual(file))
                           ? fdopen(file, "wb")
                           : NULL;
        if (opened) return opened;
        if (file >= 0) {
            close(file);
            remove(out->made);
        }
    }
    free(out->replaced);
    free(out->made);
    out->replaced = out->made = NULL;
    return NULL;
}

/* The descriptor of standard output or standard error if it is this file; else -1. */
static int standard_stream(const struct stat *about)
{
    struct stat own;
    for (int file = STDOUT_FILENO; file <= STDERR_FILENO; file++)
        if (fstat(file, &own) == 0 && own.st_dev == about->st_dev && own.st_ino == about->st_ino)
            return file;
    return -1;
}

/* Opens a file that exists; NULL if it must be written in place. A standard stream shares its place
 * in the file, so that nothing there is lost. */
static FILE *open_old(cli_output *out, const struct stat *old)
{
    int stream = standard_stream(old);
    if (stream < 0) return can_be_replaced(out->path, old) ? open_beside(out, old) : NULL;
    int file = dup(stream);
    FILE *opened = file < 0 ? NULL : fdopen(file, "wb");
    if (!opened && file >= 0) close(file);
    return opened;
}

/* NULL for a link, whose target is not there: it is made in place. */
static FILE *open_new(cli_output *out)
{
    struct stat link;
    return lstat(out->path, &link) == 0 ? NULL : open_beside(out, NULL);
}

bool cli_output_open(cli_output *out, const char *path, size_t max_bytes, tunip_error *error)
{
    struct stat old;
    bool is_stream = cli_is_stream(path), is_new = !is_stream && stat(path, &old) != 0;
    *out = (cli_output){.path = is_stream ? "standard output" : path, .max_bytes = max_bytes};
    if (is_stream)
        out->file = stdout;
    else
        out->file = is_new ? open_new(out) : open_old(out, &old);
    if (!out->file) out->file = fopen(path, "wb");
    if (!out->file)
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot open: %s", path, strerror(errno));
    else if (is_new && !out->made)
        out->made = realpath(path, NULL); /* the target, if the path is a link */
    out->is_held = max_bytes && !out->made;
    return out->file != NULL;
}

/* ---- texts ---- */

/* Makes room for `size` bytes, which are no more than the limit. */
static bool make_room(cli_output *out, size_t size)
{
    enum { FIRST_ROOM = 1 << 16 };
    size_t room = out->room ? out->room : FIRST_ROOM;
    if (size <= out->room) return true;
    while (room < size) room = room < SIZE_MAX / 2 ? 2 * room : size;
    char *grown = realloc(out->held, room);
    if (!grown) return false;
    out->held = grown;
    out->room = room;
    return true;
}

static int write_through(cli_output *out, const char *data, size_t size)
{
    return out->width ? cli_hang_write(data, size, out) : cli_write(data, size, out->file);
}

int cli_output_write(const char *data, size_t size, void *user)
{
    cli_output *out = user;
    if (!out->began && out->file == stdout) cli_page(out->loads);
    out->began = true;
    if (!out->max_bytes) return write_through(out, data, size);
    if (size > out->max_bytes - out->size)
        out->trouble = TUNIP_ERROR_LIMIT;
    else if (out->is_held && !make_room(out, out->size + size))
        out->trouble = TUNIP_ERROR_MEMORY;
    if (out->trouble != TUNIP_OK) return -1;
    if (out->is_held && size) memcpy(out->held + out->size, data, size);
    out->size += size;
    return out->is_held ? 0 : write_through(out, data, size);
}

int cli_output_put(const char *data, size_t size, void *out)
{
    cli_output_write(data, size, out);
    return 0;
}

void cli_output_print(cli_output *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_format(cli_output_write, out, format, args);
    va_end(args);
}

static int write_escaped(const char *data, size_t size, void *out)
{
    return tunip_escape((tunip_str){data, size}, TUNIP_ESCAPE_LINE, cli_output_write, out);
}

void cli_output_say(cli_output *out, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cli_format(write_escaped, out, format, args);
    va_end(args);
}

void cli_output_for_people(cli_output *out, const cli_loads *loads)
{
    out->loads = loads;
    out->colour = cli_wants_colour(loads->colour, out->file);
    out->width = cli_is_terminal(out->file) ? cli_terminal_width() : 0;
}

void cli_output_style(cli_output *out, const char *style)
{
    if (out->colour) cli_output_print(out, "\33[%sm", style ? style : "0");
}

bool cli_output_end_text(cli_output *out, tunip_error *error)
{
    char most[TN_BYTES_SIZE];
    tunip_status trouble = out->trouble;
    if (trouble != TUNIP_OK) error->code = TUNIP_OK; /* any other error follows from this one */
    if (trouble == TUNIP_ERROR_LIMIT)
        tunip_error_set(error, trouble, "the text would be longer than max_bytes %s",
                        tn_bytes_text(out->max_bytes, most));
    else if (trouble != TUNIP_OK)
        tunip_error_set(error, trouble, "out of memory");
    if (error->code == TUNIP_OK && out->held) write_through(out, out->held, out->size);
    out->trouble = TUNIP_OK;
    out->size = 0;
    return error->code == TUNIP_OK;
}

/* ---- the end ---- */

bool cli_output_close(cli_output *out, tunip_error *error)
{
    if (!out->file) return error->code == TUNIP_OK;
    cli_output_end_text(out, error);
    cli_hang_end(out);
    bool is_stream = out->file == stdout, failed = ferror(out->file) != 0;
    if ((is_stream ? fflush(out->file) : fclose(out->file)) != 0) failed = true;
    failed |= error->code == TUNIP_ERROR_CANCELLED;
    if (!failed && error->code == TUNIP_OK && out->replaced)
        failed = rename(out->made, out->replaced) != 0;
    if (failed) {
        error->code = TUNIP_OK;
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot write: %s", out->path, strerror(errno));
    }
    if (error->code != TUNIP_OK && out->made) remove(out->made);
    free(out->made);
    free(out->replaced);
    free(out->held);
    *out = (cli_output){.path = NULL};
    return error->code == TUNIP_OK;
}

int cli_fail_output(const char *input, const tunip_error *error)
{
    return error->code == TUNIP_ERROR_IO ? cli_fail("%s", error->message)
                                         : cli_fail_error(input, error);
}

/* ======== formatted ======== */

/* Formatted text, for messages and outputs. Without memory, a text of more than 4095
 * bytes is cut. */

void cli_format(tunip_write_fn write, void *user, const char *format, va_list args)
{
    enum { ROOM = 4096 };
    char text[ROOM], *whole = NULL;
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(text, sizeof text, format, args);
    if (size >= ROOM) whole = malloc((size_t)size + 1);
    if (whole) vsnprintf(whole, (size_t)size + 1, format, again);
    va_end(again);
    if (size < 0) return;
    const char *made = whole ? whole : text;
    write(made, strlen(made), user);
    free(whole);
}

/* ======== folder ======== */

/* `tunip print -o FOLDER`: a file for each input, named after it. */

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

void cli_folder_init(cli_folder *f)
{
    tn_arena_init(&f->arena, NULL);
    tn_intern_init(&f->paths, &f->arena, &tn_malloc);
}

static bool is_free(const cli_folder *f, const char *path, const char *file, const char *input)
{
    if (tn_intern_find(&f->paths, tunip_str_from(path)) != TN_NOT_INTERNED)
        return cli_fail("%s: %s was written for another input", input, path) == CLI_OK;
    if (cli_is_same_file(path, file))
        return cli_fail("%s: %s is the file itself", input, path) == CLI_OK;
    return true;
}

const char *cli_folder_add(cli_folder *f, const char *folder, const char *file, const char *input,
                           const char *suffix)
{
    char *path = make_path(folder, input, suffix);
    uint32_t number = TN_NOT_INTERNED;
    if (path && is_free(f, path, file, input)) {
        number = tn_intern_put(&f->paths, tunip_str_from(path));
        if (number == TN_NOT_INTERNED) cli_fail("out of memory");
    }
    free(path);
    if (number == TN_NOT_INTERNED) return NULL;
    mkdir(folder, S_IRWXU | S_IRWXG | S_IRWXO); /* if it is missing */
    return tn_intern_text(&f->paths, number).data;
}

void cli_folder_free(cli_folder *f)
{
    tn_intern_free(&f->paths);
    tn_arena_free(&f->arena);
}

/* The number of the shortest name that this one begins with, up to a dot: "build.log" writes
 * build.1.py, and so does "build.1.json". */
static uint32_t owner_of(const tn_intern *names, uint32_t number)
{
    tunip_str name = tn_intern_text(names, number);
    for (size_t i = 1; i < name.size; i++) {
        if (name.data[i] != '.') continue;
        uint32_t shorter = tn_intern_find(names, (tunip_str){name.data, i});
        if (shorter != TN_NOT_INTERNED) return shorter;
    }
    return number;
}

bool cli_folder_owners(const char *const *files, size_t count, uint32_t *owners)
{
    tn_arena arena;
    tn_intern names;
    bool fine = true;
    tn_arena_init(&arena, NULL);
    tn_intern_init(&names, &arena, &tn_malloc);
    for (size_t i = 0; fine && i < count; i++) {
        char *name = make_path("/", cli_shown(files[i]), "");
        owners[i] = name ? tn_intern_put(&names, tunip_str_from(name)) : TN_NOT_INTERNED;
        fine = owners[i] != TN_NOT_INTERNED;
        if (name && !fine) cli_fail("out of memory");
        free(name);
    }
    for (size_t i = 0; fine && i < count; i++) owners[i] = owner_of(&names, owners[i]);
    tn_intern_free(&names);
    tn_arena_free(&arena);
    return fine;
}
