/* source_file.c -- loads files into sources, within the limits of a context. */
#include <errno.h>
#include <stdio.h>

#include "../util/options.h"
#include "../util/source.h"
#include "source_file.h"

tunip_status tn_input_check(const tunip_context *context, size_t size, tunip_error *error)
{
    size_t most = tunip_context_limits(context)->max_input;
    if (!most || size <= most) return TUNIP_OK;
    char text[TN_BYTES_SIZE];
    return tunip_error_set(error, TUNIP_ERROR_LIMIT, "the input is longer than max_input %s",
                           tn_bytes_text(most, text));
}

tunip_status tn_input_needs(const tunip_context *context, tunip_error *error)
{
    if (context) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "reading needs a context");
}

/* ---- files ---- */

enum { LEAST_READ = 1 << 16 };

/* Reads the file into source->bytes, and adds a NUL. A device or a pipe may have no end, and a file
 * may grow while it is read. */
static tunip_status read_all(int file, const tunip_context *context, tunip_source *source,
                             tunip_error *error)
{
    tn_file noted;
    size_t known = tn_file_note(&noted, file) ? noted.size : 0, count = 0;
    size_t room = known ? known + 1 : LEAST_READ; /* one more: to see the end */
    tunip_status status = tn_input_check(context, known, error);
    if (status != TUNIP_OK) return status;
    for (;;) {
        source->bytes.count = count;
        if (!tn_array_reserve(&source->bytes, &source->allocator, room + 1))
            return tn_no_memory(error);
        ptrdiff_t got = tn_os_read(file, source->bytes.items + count, room);
        if (got < 0) return tn_file_fail(error, "read", errno);
        if (got == 0) break;
        count += (size_t)got;
        status = tn_input_check(context, count, error);
        if (status != TUNIP_OK) return status;
        room = source->bytes.room - count - 1;
        if (room == 0) room = LEAST_READ;
    }
    source->bytes.items[count] = '\0';
    source->text = (tunip_str){source->bytes.items, count};
    return TUNIP_OK;
}

static tunip_source *open_file(const tunip_context *context, int file, const char *name,
                               tunip_error *error)
{
    tunip_source *source = tunip_source_new(tn_context_allocator(context), tunip_str_from(name),
                                            tunip_str_from(""), error);
    if (source && read_all(file, context, source, error) == TUNIP_OK) return source;
    tunip_source_free(source);
    return NULL;
}

tunip_source *tunip_source_open(const tunip_context *context, const char *path, tunip_error *error)
{
    if (tn_input_needs(context, error) != TUNIP_OK) return NULL;
    if (!path) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "no file is named");
        return NULL;
    }
    if (strcmp(path, "-") == 0) return open_file(context, 0, "<stdin>", error);
    int file = tn_os_open(path, TN_READ);
    if (file < 0) {
        tn_file_fail(error, "open", errno);
        return NULL;
    }
    tunip_source *source = open_file(context, file, path, error);
    tn_os_close(file);
    return source;
}

/* ---- files whose text is read later ---- */

/* Whether the file seems to be saved JSON, the only text that a reader can take in parts. */
static bool is_object(int file)
{
    char head[512];
    size_t count = tn_file_read(file, 0, head, sizeof head - 1, NULL);
    head[count == SIZE_MAX ? 0 : count] = '\0';
    return head[strspn(head, " \t\r\n")] == '{';
}

/* Opens no pipe, because a second reader would find it empty. */
static bool is_large(const char *path, size_t window)
{
    tn_about found;
    return path && strcmp(path, "-") != 0 && tn_look(path, &found) && found.kind == TN_IS_FILE &&
           found.size > window;
}

static tunip_source *open_late(const tunip_context *context, int file, const char *path,
                               size_t window, tunip_error *error)
{
    tn_file noted;
    if (!tn_file_note(&noted, file) || !is_object(file))
        return open_file(context, file, path, error);
    if (tn_input_check(context, noted.size, error) != TUNIP_OK) return NULL;
    tunip_source *source = tunip_source_new(tn_context_allocator(context), tunip_str_from(path),
                                            tunip_str_from(""), error);
    if (source && tn_source_delay(source, file, &noted, window, error) == TUNIP_OK) return source;
    tunip_source_free(source);
    return NULL;
}

tunip_source *tn_source_open_window(const tunip_context *context, const char *path, size_t window,
                                    tunip_error *error)
{
    if (!context || !is_large(path, window)) return tunip_source_open(context, path, error);
    int file = tn_os_open(path, TN_READ);
    if (file < 0) {
        tn_file_fail(error, "open", errno);
        return NULL;
    }
    tunip_source *source = open_late(context, file, path, window, error);
    tn_os_close(file);
    return source;
}

tunip_source *tunip_source_open_lazily(const tunip_context *context, const char *path,
                                       tunip_error *error)
{
    enum { WINDOW = 1 << 18 }; /* stays in the processor's cache while it is read */
    return tn_source_open_window(context, path, WINDOW, error);
}

/* ---- files of the user's program ---- */

enum { LONGEST_PATH = 4096 };

/* A file for reading; negative if there is no regular file. Opening a pipe does not wait. */
static int open_regular(const char *path)
{
    tn_about found;
    int file = tn_os_open(path, TN_NO_WAIT);
    if (file < 0) return file;
    if (tn_look_open(file, &found) && found.kind == TN_IS_FILE) return file;
    tn_os_close(file);
    return -1;
}

static int open_in(const char *folder, const char *name)
{
    char path[LONGEST_PATH];
    int size = snprintf(path, sizeof path, "%s/%s", folder, name);
    return size > 0 && (size_t)size < sizeof path ? open_regular(path) : -1;
}

tunip_source *tunip_source_find(const tunip_context *context, tunip_str name, size_t count,
                                const char *const *folders, tunip_error *error)
{
    char text[LONGEST_PATH];
    if (tn_input_needs(context, error) != TUNIP_OK ||
        tn_options_check_table("folders", count, (const void *)folders, error) != TUNIP_OK)
        return NULL;
    bool is_name = name.size && name.size < sizeof text && !memchr(name.data, '\0', name.size);
    snprintf(text, sizeof text, "%.*s", is_name ? (int)name.size : 0, is_name ? name.data : "");
    int file = is_name ? open_regular(text) : -1;
    for (size_t i = 0; is_name && i < count && file < 0; i++) file = open_in(folders[i], text);
    if (file < 0) {
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no such file");
        return NULL;
    }
    tunip_source *source = open_file(context, file, text, error);
    tn_os_close(file);
    return source;
}
