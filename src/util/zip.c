/* zip.c -- reads zip archives (APPNOTE.TXT of PKWARE), also those above 4 GB. */
#include "zip.h"

#include <string.h>

#include "inflate.h"
#include "le.h"

enum { LOCAL = 30, CENTRAL = 46, END = 22, STORED = 0, DEFLATED = 8 };

bool tn_is_zip(tunip_str file)
{
    return file.size >= END &&
           (tunip_str_begins(file, "PK\x03\x04") || tunip_str_begins(file, "PK\x05\x06"));
}

static void fail(tn_zip *zip, size_t at, const char *trouble)
{
    if (zip->trouble) return;
    zip->trouble = trouble;
    zip->trouble_at = at;
}

/* The next bytes of `from`; fails if there are fewer. */
static tunip_str take(tn_zip *zip, tunip_str *from, uint64_t size, const char *trouble)
{
    if (zip->trouble || size > from->size) {
        fail(zip, (size_t)(from->data - zip->file.data), trouble);
        return (tunip_str){"", 0};
    }
    tunip_str taken = {from->data, (size_t)size};
    *from = (tunip_str){from->data + size, from->size - (size_t)size};
    return taken;
}

static bool begins(tunip_str bytes, const char *magic)
{
    return bytes.size >= 4 && memcmp(bytes.data, magic, 4) == 0;
}

/* ---- the directory ---- */

/* The record at the end of the archive; NULL: none. A comment may follow it. */
static const char *find_end(tunip_str file)
{
    enum { LONGEST = 65535 };
    for (size_t back = END; back <= file.size && back <= END + LONGEST; back++) {
        const char *at = file.data + file.size - back;
        if (memcmp(at, "PK\x05\x06", 4) == 0) return at;
    }
    return NULL;
}

/* Large archives say in a record of their own where the directory is. Only its size and its place
 * count. */
tn_zip tn_zip_open(tunip_str file)
{
    enum { LOCATOR = 20, LARGE = 56 };
    tn_zip zip = {.file = file, .left = file.size};
    const char *end = find_end(file);
    if (!end) {
        fail(&zip, 0, "the directory at the end of the archive is missing");
        return zip;
    }
    uint64_t at = tn_le(end + 16, 4), size = tn_le(end + 12, 4);
    size_t before = (size_t)(end - file.data);
    if (before >= LOCATOR && memcmp(end - LOCATOR, "PK\x06\x07", 4) == 0) {
        uint64_t record = tn_le(end - LOCATOR + 8, 8);
        if (record <= before && before - record >= LARGE) {
            size = tn_le(file.data + record + 40, 8);
            at = tn_le(file.data + record + 48, 8);
        }
    }
    if (at > before) {
        fail(&zip, 0, "expected the directory of the archive");
        return zip;
    }
    zip.at = (size_t)at;
    zip.end = size > before - at ? before : (size_t)(at + size);
    return zip;
}

/* The numbers of 64 bits of a member stand in a field of their own, if they do not fit. */
static void read_large(tn_zip_member *m, tunip_str extra)
{
    enum { KIND = 1 };
    uint64_t *const numbers[] = {&m->size, &m->packed, &m->at};
    while (extra.size >= 4) {
        size_t kind = (size_t)tn_le(extra.data, 2), size = (size_t)tn_le(extra.data + 2, 2);
        if (size > extra.size - 4) return;
        tunip_str field = {extra.data + 4, size};
        extra = (tunip_str){field.data + size, extra.size - 4 - size};
        for (size_t i = 0; kind == KIND && i < TUNIP_LEN(numbers); i++) {
            if (*numbers[i] != UINT32_MAX || field.size < 8) continue;
            *numbers[i] = tn_le(field.data, 8);
            field = (tunip_str){field.data + 8, field.size - 8};
        }
    }
}

bool tn_zip_next(tn_zip *zip, tn_zip_member *m)
{
    if (zip->trouble || zip->at >= zip->end) return false;
    tunip_str rest = {zip->file.data + zip->at, zip->end - zip->at};
    tunip_str head = take(zip, &rest, CENTRAL, "expected a member of the directory");
    if (!zip->trouble && !begins(head, "PK\x01\x02"))
        fail(zip, zip->at, "expected a member of the directory");
    if (zip->trouble) return false;
    *m = (tn_zip_member){.flags = (unsigned)tn_le(head.data + 8, 2),
                         .method = (unsigned)tn_le(head.data + 10, 2),
                         .crc = (uint32_t)tn_le(head.data + 16, 4),
                         .packed = tn_le(head.data + 20, 4),
                         .size = tn_le(head.data + 24, 4),
                         .at = tn_le(head.data + 42, 4)};
    m->name = take(zip, &rest, tn_le(head.data + 28, 2), "expected the name of a member");
    read_large(m, take(zip, &rest, tn_le(head.data + 30, 2), "expected the fields of a member"));
    take(zip, &rest, tn_le(head.data + 32, 2), "expected the comment of a member");
    zip->at = zip->end - rest.size;
    return !zip->trouble;
}

/* ---- members ---- */

tunip_str tn_zip_stored(tn_zip *zip, const tn_zip_member *m)
{
    tunip_str rest = zip->file;
    take(zip, &rest, m->at, "expected a member");
    size_t at = zip->file.size - rest.size;
    tunip_str head = take(zip, &rest, LOCAL, "expected the header of a member");
    if (!zip->trouble && !begins(head, "PK\x03\x04"))
        fail(zip, at, "expected the header of a member");
    if (!zip->trouble)
        take(zip, &rest, tn_le(head.data + 26, 2) + tn_le(head.data + 28, 2), "expected its name");
    if (zip->trouble) return (tunip_str){"", 0};
    tunip_str bytes = take(zip, &rest, m->packed, "expected the content of a member");
    if (zip->trouble) bytes = rest;
    if (bytes.size > zip->left) {
        zip->is_shared = true;
        fail(zip, (size_t)m->at, "members of the archive overlap");
        return (tunip_str){"", 0};
    }
    zip->left -= bytes.size;
    return bytes;
}

const char *tn_zip_refusal(const tn_zip_member *m)
{
    enum { ENCRYPTED = 1 };
    static const struct {
        unsigned method;
        const char *words;
    } rows[] = {{1, "packed with shrink"}, {6, "packed with implode"}, {9, "packed with deflate64"},
                {12, "packed with bzip2"}, {14, "packed with lzma"},   {93, "packed with zstd"},
                {95, "packed with xz"},    {98, "packed with PPMd"},   {20, "packed with zstd"}};
    if (m->flags & ENCRYPTED) return "encrypted";
    if (m->method == STORED || m->method == DEFLATED) return NULL;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].method == m->method) return rows[i].words;
    return "packed by an unknown method";
}

/* deflate makes at most 1032 bytes of one. */
bool tn_zip_fits(const tn_zip_member *m, tunip_str stored)
{
    enum { MOST_RATIO = 1032 };
    return m->size < SIZE_MAX && (m->method == STORED || m->size / MOST_RATIO <= stored.size);
}

const char *tn_zip_unpack(const tn_zip_member *m, tunip_str stored, char *room, tunip_str *out)
{
    const char *trouble = NULL;
    size_t used;
    *out = stored;
    if (m->method == DEFLATED)
        *out = (tunip_str){room, tn_inflate(stored, &used, room, (size_t)m->size, &trouble)};
    if (!trouble && out->size != m->size) trouble = "its size is not what the archive says";
    if (!trouble && tn_crc32(*out) != m->crc) trouble = "the checksum is wrong";
    return trouble;
}
