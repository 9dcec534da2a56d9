/* zip.c -- reads zip archives (APPNOTE.TXT of PKWARE). */
#include "zip.h"

#include <stdlib.h>

#include "../../src/util/inflate.h"

enum { END = 22, ENTRY = 46, LOCAL = 30, STORED = 0, DEFLATED = 8 };

static uint32_t number_at(tunip_str file, size_t at, size_t bytes)
{
    uint32_t value = 0;
    for (size_t i = 0; i < bytes; i++) value |= (uint32_t)(unsigned char)file.data[at + i] << 8 * i;
    return value;
}

static bool has(tunip_str file, size_t at, size_t size)
{
    return at <= file.size && size <= file.size - at;
}

static bool fail_zip(tunip_error *error, const char *path, const char *message)
{
    tunip_error_set(error, TUNIP_ERROR_FORMAT, "%.200s: %s", path, message);
    return false;
}

/* The record at the end of the archive; SIZE_MAX: none. A comment may follow it. */
static size_t find_end(tunip_str file)
{
    for (size_t back = END; back <= file.size && back <= END + 65535; back++)
        if (memcmp(file.data + file.size - back, "PK\5\6", 4) == 0) return file.size - back;
    return SIZE_MAX;
}

/* Unpacks the member whose entry of the directory is at `at`. */
static bool take_member(tunip_str file, size_t at, const char *path, dbg_member_fn take, void *user,
                        tunip_error *error)
{
    uint32_t flags = number_at(file, at + 8, 2), method = number_at(file, at + 10, 2);
    size_t packed = number_at(file, at + 20, 4), size = number_at(file, at + 24, 4);
    size_t local = number_at(file, at + 42, 4);
    if (packed == UINT32_MAX || size == UINT32_MAX || local == UINT32_MAX)
        return fail_zip(error, path, "archives above 4 GB are not supported");
    if (flags & 1) return fail_zip(error, path, "a member is encrypted");
    if (method != STORED && method != DEFLATED)
        return fail_zip(error, path, "a member is packed with another method than deflate");
    if (!has(file, local, LOCAL)) return fail_zip(error, path, "the archive is cut off");
    size_t data = local + LOCAL + number_at(file, local + 26, 2) + number_at(file, local + 28, 2);
    if (!has(file, data, packed)) return fail_zip(error, path, "the archive is cut off");
    /* deflate makes at most 1032 bytes of one */
    bool fits = method == STORED ? size == packed : size / 1032 <= packed;
    char *room = fits && method == DEFLATED ? malloc(size + 1) : NULL;
    dbg_member member = {{file.data + at + ENTRY, number_at(file, at + 28, 2)},
                         {file.data + data, packed}};
    if (fits && method == DEFLATED) {
        if (!room) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory") == TUNIP_OK;
        const char *trouble;
        size_t used;
        fits = tn_inflate(member.data, &used, room, size, &trouble) == size && !trouble;
        member.data = (tunip_str){room, size};
    }
    fits = fits && tn_crc32(member.data) == number_at(file, at + 16, 4);
    bool fine = fits ? take(user, &member, error) : fail_zip(error, path, "a member is damaged");
    free(room);
    return fine;
}

bool dbg_zip_each(tunip_str file, const char *path, dbg_member_fn take, void *user,
                  tunip_error *error)
{
    size_t end = find_end(file);
    if (end == SIZE_MAX) return fail_zip(error, path, "this is no zip archive, or it is cut off");
    size_t count = number_at(file, end + 10, 2), at = number_at(file, end + 16, 4);
    size_t left = file.size; /* bytes for members: many that share theirs would fill the memory */
    for (size_t i = 0; i < count; i++) {
        size_t size = has(file, at, ENTRY) && memcmp(file.data + at, "PK\1\2", 4) == 0
                          ? (size_t)ENTRY + number_at(file, at + 28, 2) +
                                number_at(file, at + 30, 2) + number_at(file, at + 32, 2)
                          : SIZE_MAX;
        if (!has(file, at, size)) return fail_zip(error, path, "the archive is damaged");
        size_t packed = number_at(file, at + 20, 4);
        if (packed <= file.size && packed > left)
            return fail_zip(error, path, "members of the archive overlap");
        if (!take_member(file, at, path, take, user, error)) return false;
        left -= packed;
        at += size;
    }
    return true;
}
