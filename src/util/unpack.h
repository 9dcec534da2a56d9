/* unpack.h -- unpacks data that gzip, xz or zstd packed.
 *
 * Only programs contain this, so that the library needs no other one: see CMakeLists.txt. */
#ifndef TN_UNPACK_H
#define TN_UNPACK_H

#include <tunip/base.h>

typedef struct tn_unpacker tn_unpacker;

/* All kinds, in a fixed order; NULL behind the last one. */
const tn_unpacker *tn_unpacker_at(size_t index);
/* The one for data that begin so; NULL: they are not packed. */
const tn_unpacker *tn_unpacker_of(tunip_str head);
/* "gzip" */
const char *tn_unpacker_name(const tn_unpacker *u);
/* The library without which this was built, and cannot unpack; NULL: none. */
const char *tn_unpacker_lacks(const tn_unpacker *u);
/* The name of a file without the suffix of what is packed: "a.tar" of "a.tar.xz". */
tunip_str tn_unpacked_name(const tn_unpacker *u, tunip_str name);

/* The most bytes that data may become. A small file may unpack to bytes that no memory holds. A
 * text of some size may be as long as it likes, because dumps repeat themselves: xz packs a module
 * of 4,000 equal functions, 44 MB, into 30 kB. A longer one may only be `ratio` times as long as
 * the file. */
enum { TN_UNPACK_RATIO = 200, TN_UNPACK_ANYHOW = 64 << 20 };
size_t tn_unpack_most(size_t packed, size_t ratio);

typedef struct tn_unpacked {
    char *data; /* for free() */
    size_t size, room;
} tn_unpacked;

/* Unpacks all members, frames or streams into memory. Returns NULL, or why it cannot; "" if they
 * become more than `most` bytes (0: no limit). `to` has the bytes in front of the trouble. */
const char *tn_unpacker_run(const tn_unpacker *u, tunip_str packed, size_t most, tn_unpacked *to);

#endif
