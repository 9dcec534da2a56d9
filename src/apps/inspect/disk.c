/* disk.c -- a folder to which files are written, and nothing outside of it. Every component of a
 * path is opened below the one before it, and no symbolic link is followed. */
#include "disk.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LONGEST = IN_COMPONENT - 16 };

static bool fail(tunip_error *error, const char *folder, tunip_str path, int number)
{
    tunip_error_set(error, TUNIP_ERROR_IO, "%s/%.*s: %s", folder,
                    path.size < LONGEST ? (int)path.size : LONGEST, path.data, strerror(number));
    return false;
}

bool in_folder_take(in_folder *folder, const char *path, tunip_error *error)
{
    *folder = (in_folder){.file = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC), .path = path};
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
    *folder = (in_folder){.file = -1, .path = path};
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

void in_take_component(tunip_str *path, char out[IN_COMPONENT])
{
    size_t size = 0;
    while (size < path->size && path->data[size] != '/') size++;
    size_t kept = size < LONGEST ? size : tunip_utf8_valid((tunip_str){path->data, LONGEST});
    for (size_t i = 0; i < kept; i++) {
        char c = path->data[i];
        out[i] = (unsigned char)c < ' ' || c == 0x7F || c == '\\' ? '_' : c;
    }
    out[kept] = 0;
    bool dots = strcmp(out, ".") == 0 || strcmp(out, "..") == 0;
    if (!kept || dots) memcpy(out, "_", 2);
    size_t skip = size < path->size ? size + 1 : size;
    path->data += skip;
    path->size -= skip;
}

static int enter(int folder, const char *name)
{
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Creates a file that does not exist yet. */
static int create(int folder, char name[IN_COMPONENT])
{
    enum { MOST = 10000, SUFFIX = 8 };
    size_t size = strlen(name) < LONGEST - SUFFIX ? strlen(name) : LONGEST - SUFFIX;
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    int file = openat(folder, name, flags, 0666);
    for (int i = 2; file < 0 && errno == EEXIST && i < MOST; i++) {
        snprintf(name + size, 16, "~%d", i);
        file = openat(folder, name, flags, 0666);
    }
    return file;
}

/* Opens the folders on the way to a file, and leaves the name of the file in `name`. -1 on failure,
 * with errno. If `taken` is there, missing folders are made, and it receives the way. */
static int walk(const in_folder *folder, tunip_str path, char name[IN_COMPONENT], in_text *taken,
                in_text *made)
{
    int at = dup(folder->file);
    for (in_take_component(&path, name); path.size && at >= 0; in_take_component(&path, name)) {
        bool is_new = taken && mkdirat(at, name, 0777) == 0;
        int next = enter(at, name), number = errno;
        close(at);
        errno = number;
        at = next;
        if (taken) in_puts(taken, name);
        if (taken) in_puts(taken, "/");
        if (is_new) in_put(made, in_str(taken));
        if (is_new) in_put(made, (tunip_str){"", 1});
    }
    return at;
}

int in_folder_create(in_folder *folder, tunip_str path, in_text *taken, tunip_error *error)
{
    char name[IN_COMPONENT];
    in_text way = {.data = NULL};
    int at = walk(folder, path, name, &way, &folder->made);
    int file = at < 0 ? -1 : create(at, name), number = errno;
    if (at >= 0) close(at);
    in_puts(&way, name);
    if (file >= 0) in_put(&folder->made, in_str(&way));
    if (file >= 0) in_put(&folder->made, (tunip_str){"", 1});
    if (taken) in_put(taken, in_str(&way));
    in_text_free(&way);
    return file < 0 ? fail(error, folder->path, path, number) - 1 : file;
}

int in_folder_open(const in_folder *folder, tunip_str path, tunip_error *error)
{
    char name[IN_COMPONENT];
    int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int at = walk(folder, path, name, NULL, NULL);
    int file = at < 0 ? -1 : openat(at, name, flags), number = errno;
    if (at >= 0) close(at);
    return file < 0 ? fail(error, folder->path, path, number) - 1 : file;
}

/* ---- all or nothing ---- */

bool in_folder_begin(in_folder *folder, const char *path, tunip_error *error)
{
    struct stat about;
    bool was_there = lstat(path, &about) == 0;
    bool fine = in_folder_make(folder, path, error);
    folder->was_there = was_there;
    return fine;
}

static void remove_made(const in_folder *folder, tunip_str path)
{
    char name[IN_COMPONENT];
    bool is_folder = path.data[path.size - 1] == '/';
    path.size -= is_folder;
    int at = walk(folder, path, name, NULL, NULL);
    if (at >= 0) unlinkat(at, name, is_folder ? AT_REMOVEDIR : 0);
    if (at >= 0) close(at);
}

void in_folder_end(in_folder *folder, bool keep)
{
    for (size_t end = keep ? 0 : folder->made.size, begin; end; end = begin) {
        for (begin = end - 1; begin && folder->made.data[begin - 1];) begin--;
        remove_made(folder, (tunip_str){folder->made.data + begin, end - 1 - begin});
    }
    in_text_free(&folder->made);
    in_folder_close(folder);
    if (!keep && !folder->was_there) rmdir(folder->path);
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
