/* disk.c -- a folder to which files are written, and nothing outside of it. Every component of a
 * path is opened below the one before it, and no symbolic link is followed. */
#include "disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = 200 }; /* bytes of a component */

static bool fail(tunip_error *error, const char *folder, tunip_str path, int number)
{
    tunip_error_set(error, TUNIP_ERROR_IO, "%s/%.*s: %s", folder,
                    path.size < LONGEST ? (int)path.size : LONGEST, path.data, strerror(number));
    return false;
}

bool in_folder_take(in_folder *folder, const char *path, tunip_error *error)
{
    *folder = (in_folder){open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), path};
    if (folder->file >= 0) return true;
    tunip_error_set(error, TUNIP_ERROR_IO, "%s: %s", path, strerror(errno));
    return false;
}

static bool is_empty(int folder)
{
    int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = copy < 0 ? NULL : fdopendir(copy);
    size_t count = 0;
    for (const struct dirent *entry; list && (entry = readdir(list));)
        count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    if (list) closedir(list);
    return list && count == 0;
}

bool in_folder_make(in_folder *folder, const char *path, tunip_error *error)
{
    *folder = (in_folder){-1, path};
    if (mkdir(path, 0777) != 0 && errno != EEXIST) {
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: %s", path, strerror(errno));
        return false;
    }
    if (!in_folder_take(folder, path, error)) return false;
    if (is_empty(folder->file)) return true;
    in_folder_close(folder);
    tunip_error_set(error, TUNIP_ERROR_IO, "%s: the folder is not empty", path);
    return false;
}

void in_folder_close(in_folder *folder)
{
    if (folder->file >= 0) close(folder->file);
    folder->file = -1;
}

/* The next component of a path as the name of a file. */
static void take_component(tunip_str *path, char out[LONGEST + 16])
{
    size_t size = 0;
    while (size < path->size && path->data[size] != '/') size++;
    size_t kept = size < LONGEST ? size : LONGEST;
    for (size_t i = 0; i < kept; i++) {
        char c = path->data[i];
        out[i] = (unsigned char)c < ' ' || c == 0x7F || c == '\\' || c == ':' ? '_' : c;
    }
    out[kept] = 0;
    bool dots = strcmp(out, ".") == 0 || strcmp(out, "..") == 0;
    if (!kept || dots) memcpy(out, "_", 2);
    size_t skip = size < path->size ? size + 1 : size;
    path->data += skip;
    path->size -= skip;
}

static int enter(int folder, const char *name, bool make)
{
    if (make && mkdirat(folder, name, 0777) != 0 && errno != EEXIST) return -1;
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Creates a file that does not exist yet. */
static int create(int folder, char name[LONGEST + 16])
{
    enum { MOST = 10000 };
    size_t size = strlen(name);
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int file = openat(folder, name, flags, 0666);
    for (int i = 2; file < 0 && errno == EEXIST && i < MOST; i++) {
        snprintf(name + size, 16, "~%d", i);
        file = openat(folder, name, flags, 0666);
    }
    return file;
}

int in_folder_create(const in_folder *folder, tunip_str path, in_text *taken, tunip_error *error)
{
    char name[LONGEST + 16];
    int at = folder->file;
    tunip_str rest = path;
    for (take_component(&rest, name); rest.size; take_component(&rest, name)) {
        int next = enter(at, name, true), number = errno;
        if (at != folder->file) close(at);
        if (next < 0) return fail(error, folder->path, path, number) - 1;
        at = next;
        if (taken) in_puts(taken, name);
        if (taken) in_puts(taken, "/");
    }
    int file = create(at, name), number = errno;
    if (at != folder->file) close(at);
    if (file < 0) return fail(error, folder->path, path, number) - 1;
    if (taken) in_puts(taken, name);
    return file;
}

int in_folder_open(const in_folder *folder, tunip_str path, tunip_error *error)
{
    char name[LONGEST + 16];
    int at = folder->file;
    tunip_str rest = path;
    for (take_component(&rest, name); rest.size; take_component(&rest, name)) {
        int next = enter(at, name, false), number = errno;
        if (at != folder->file) close(at);
        if (next < 0) return fail(error, folder->path, path, number) - 1;
        at = next;
    }
    int file = openat(at, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC), number = errno;
    if (at != folder->file) close(at);
    return file < 0 ? fail(error, folder->path, path, number) - 1 : file;
}

int in_write_file(const char *data, size_t size, void *user)
{
    const int *file = user;
    while (size) {
        ssize_t done = write(*file, data, size);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return -1;
        data += done;
        size -= (size_t)done;
    }
    return 0;
}
