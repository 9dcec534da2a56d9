/* map.c -- files in memory without reading them. */
#define _DEFAULT_SOURCE /* madvise() */
#include "map.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool in_map_open(int file, const char *path, tunip_str *out, tunip_error *error)
{
    struct stat about;
    *out = (tunip_str){"", 0};
    if (fstat(file, &about) != 0) {
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: %s", path, strerror(errno));
        return false;
    }
    if (!S_ISREG(about.st_mode)) {
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: not a regular file", path);
        return false;
    }
    if (!about.st_size) return true;
    void *map = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    if (map == MAP_FAILED) {
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: %s", path, strerror(errno));
        return false;
    }
    *out = (tunip_str){map, (size_t)about.st_size};
    return true;
}

bool in_map(const char *path, tunip_str *out, tunip_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) {
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: %s", path, strerror(errno));
        return false;
    }
    bool fine = in_map_open(file, path, out, error);
    close(file);
    return fine;
}

void in_unmap(tunip_str map)
{
    if (map.size) munmap((void *)(uintptr_t)map.data, map.size);
}

void in_map_drop(tunip_str bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)bytes.data + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)bytes.data + bytes.size) / page * page;
    if (begin < end) madvise((void *)begin, end - begin, MADV_DONTNEED);
}
