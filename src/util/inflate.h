/* inflate.h -- unpacks data in the form "deflate" (RFC 1951), as in zip and gzip. */
#ifndef TN_INFLATE_H
#define TN_INFLATE_H

#include <tunip/base.h>

/* Unpacks into `room` bytes at `out`. Returns the number of bytes, which is less than `room` if the
 * data end earlier. *used becomes the number of packed bytes that it read. NULL in *trouble, or
 * what is wrong; the bytes in front of the damage are there. */
size_t tn_inflate(tunip_str packed, size_t *used, char *out, size_t room, const char **trouble);
/* The checksum of zip and gzip. */
uint32_t tn_crc32(tunip_str bytes);

#endif
