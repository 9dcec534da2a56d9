/* file.c -- opens a file again and reads parts of it. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#ifdef __APPLE__
#define MODIFIED st_mtimespec
#else
#define MODIFIED st_mtim
#endif

tunip_status tn_file_fail(tunip_error *error, const char *what, int reason)
{
    char text[128];
    if (strerror_r(reason, text, sizeof text) != 0) text[0] = '\0';
    return tunip_error_set(error, TUNIP_ERROR_IO, "cannot %s: %s", what, text);
}

bool tn_file_note(tn_file *file, int open_file)
{
    if (fstat(open_file, &file->noted) != 0 || !S_ISREG(file->noted.st_mode)) return false;
    file->size = file->noted.st_size > 0 ? (size_t)file->noted.st_size : 0;
    return true;
}

tunip_status tn_file_fail_changed(tunip_error *error)
{
    return tunip_error_set(error, TUNIP_ERROR_IO, "the file changed while it was read");
}

bool tn_file_is_unchanged(const tn_file *file, int open_file)
{
    const struct stat *a = &file->noted;
    struct stat b;
    return fstat(open_file, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino &&
           a->st_size == b.st_size && a->MODIFIED.tv_sec == b.MODIFIED.tv_sec &&
           a->MODIFIED.tv_nsec == b.MODIFIED.tv_nsec;
}

/* A program may append to the file. */
static bool has_noted_part(const tn_file *file, int open_file)
{
    const struct stat *a = &file->noted;
    struct stat b;
    return fstat(open_file, &b) == 0 && a->st_dev == b.st_dev && a->st_ino == b.st_ino &&
           a->st_size <= b.st_size;
}

int tn_file_open(const tn_file *file, const char *path, tunip_error *error)
{
    int opened = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (opened < 0) {
        tn_file_fail(error, "open", errno);
        return -1;
    }
    if (has_noted_part(file, opened)) return opened;
    close(opened);
    tn_file_fail_changed(error);
    return -1;
}

size_t tn_file_read(int open_file, size_t offset, char *out, size_t size, tunip_error *error)
{
    size_t count = 0;
    while (count < size) {
        ssize_t got = pread(open_file, out + count, size - count, (off_t)(offset + count));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) tn_file_fail(error, "read", errno);
        if (got < 0) return SIZE_MAX;
        if (got == 0) break;
        count += (size_t)got;
    }
    return count;
}
