/* zip.h -- reads zip archives (APPNOTE.TXT of PKWARE), also those above 4 GB. */
#ifndef TN_ZIP_H
#define TN_ZIP_H

#include <tunip/base.h>

/* An archive, and the place in its directory, which stands at the end of the file. */
typedef struct tn_zip {
    tunip_str file;
    size_t at, end;      /* of what is left of the directory */
    size_t left;         /* bytes for members: see tn_zip_stored() */
    bool is_shared;      /* members share bytes: none is taken any more */
    const char *trouble; /* "expected a member of the directory"; NULL: none */
    size_t trouble_at;
} tn_zip;

/* A member, as the directory describes it. */
typedef struct tn_zip_member {
    tunip_str name; /* points into the archive */
    unsigned flags, method;
    uint32_t crc;
    uint64_t packed, size, at;
} tn_zip_member;

bool tn_is_zip(tunip_str file);

/* Finds the directory. Without one, the trouble says so. */
tn_zip tn_zip_open(tunip_str file);
/* The next member. False behind the last one, or after a trouble. */
bool tn_zip_next(tn_zip *zip, tn_zip_member *member);

/* The bytes of a member in the file, as far as they are there. A trouble says that they are damaged
 * or cut off; the caller may set it to NULL, and go on. Members may not share bytes: an archive
 * that does this, and holds such archives, would become more than memory has. */
tunip_str tn_zip_stored(tn_zip *zip, const tn_zip_member *member);

/* Why tn_zip_unpack() cannot unpack a member: "encrypted", "packed with bzip2"; NULL: it
 * can. */
const char *tn_zip_refusal(const tn_zip_member *member);
/* Whether `stored` can become as many bytes as the directory says, and memory could hold one
 * more. */
bool tn_zip_fits(const tn_zip_member *member, tunip_str stored);
/* Unpacks into `room`, which has member->size bytes. `out` becomes the bytes: those that are
 * stored, or `room`, as many as there are. Returns NULL, or what is damaged. */
const char *tn_zip_unpack(const tn_zip_member *member, tunip_str stored, char *room,
                          tunip_str *out);
/* Whether a member has to be unpacked. */
static inline bool tn_zip_is_packed(const tn_zip_member *member)
{
    return member->method != 0;
}

#endif
