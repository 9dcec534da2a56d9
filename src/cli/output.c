/* output.c -- the outputs of a command: written whole or not at all. */
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "../util/size.h"
#include "cli.h"
#include "print_outputs.h"

/* ======== output ======== */

/* Files that a command writes, whole or not at all: util/os.h says how.
 *
 * An output may have a limit. A new file is removed if the text has more bytes, but nothing takes
 * back bytes of a pipe, of a terminal or of a file that is written in place. There, a text with a
 * limit stays in memory until it is complete. */

bool cli_output_open(cli_output *out, const char *path, size_t max_bytes, tunip_error *error)
{
    bool is_stream = cli_is_stream(path);
    *out = (cli_output){.path = is_stream ? "standard output" : path, .max_bytes = max_bytes};
    if (is_stream)
        out->file = stdout;
    else if (tn_new_file_open(&out->disk, path, error))
        out->file = out->disk.out;
    out->is_held = max_bytes && !out->disk.made;
    return out->file != NULL;
}

void cli_output_keep(cli_output *out, const char *name, size_t max_bytes)
{
    *out = (cli_output){.path = name,
                        .max_bytes = max_bytes ? max_bytes : CLI_MOST,
                        .began = true,
                        .is_held = true};
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
    if (size > out->max_bytes - out->before - out->size)
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

void cli_output_by_line(cli_output *out)
{
    if (!out->max_bytes) out->max_bytes = SIZE_MAX;
    out->is_held = true;
    if (!out->disk.made) setvbuf(out->file, NULL, _IONBF, 0); /* a buffer writes in pieces */
}

bool cli_output_end_line(cli_output *out, tunip_error *error)
{
    size_t size = out->size;
    bool fine = cli_output_end_text(out, error);
    if (fine) out->before += size;
    return fine;
}

/* ---- the end ---- */

/* Drops what is left, and closes the file. */
static void drop(cli_output *out, bool fine, tunip_error *error)
{
    if (out->disk.path) tn_new_file_close(&out->disk, fine, error);
    free(out->held);
    *out = (cli_output){.path = NULL};
}

bool cli_output_close(cli_output *out, tunip_error *error)
{
    if (!out->file) return error->code == TUNIP_OK;
    cli_output_end_text(out, error);
    cli_hang_end(out);
    bool is_stream = out->file == stdout, failed = ferror(out->file) != 0;
    failed |= error->code == TUNIP_ERROR_CANCELLED;
    failed |= is_stream && !cli_flush();
    if (failed) error->code = TUNIP_OK; /* any other error follows from this one */
    if (failed && is_stream) {
        char why[TN_OS_REASON];
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot write: %s", out->path,
                        tn_os_reason(errno, why));
    }
    drop(out, !failed && error->code == TUNIP_OK, error);
    return error->code == TUNIP_OK;
}

char *cli_output_take(cli_output *out, size_t *size, tunip_error *error)
{
    char *text = NULL;
    *size = out->size;
    if (out->trouble == TUNIP_OK && make_room(out, out->size + 1)) {
        text = out->held;
        text[out->size] = '\0';
        out->held = NULL;
    } else if (out->trouble == TUNIP_OK) {
        out->trouble = TUNIP_ERROR_MEMORY;
    }
    out->size = 0;
    if (!cli_output_end_text(out, error)) {
        free(text);
        text = NULL;
    }
    drop(out, true, error);
    return text;
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
    size_t size = path ? strlen(path) : 0;
    if (size && tn_is_slash(path[size - 1])) return true;
    return size && !cli_is_stream(path) && tn_kind_of(path) == TN_IS_FOLDER;
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
    const char *base = tn_base_name(input);
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
        snprintf(path, room, "%s%s%.*s%s%s%s", folder,
                 tn_is_slash(folder[strlen(folder) - 1]) ? "" : "/", (int)size, base,
                 number ? "." : "", number ? number + 1 : "", suffix);
    else
        cli_fail("out of memory");
    return path;
}

bool cli_is_same_file(const char *left, const char *right)
{
    tn_about a, b;
    return tn_look(left, &a) && tn_look(right, &b) && tn_is_same_file(&a, &b);
}

void cli_folder_init(cli_folder *f)
{
    f->is_made = false;
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
    if (!f->is_made) tn_make_folder(folder); /* if it is missing */
    f->is_made = true;
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
