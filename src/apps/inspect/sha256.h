/* sha256.h -- the hash SHA-256 (FIPS 180-4). */
#ifndef INSPECT_SHA256_H
#define INSPECT_SHA256_H

#include <tunip/base.h>

typedef struct in_sha256 {
    uint32_t state[8];
    uint64_t size;
    unsigned char block[64];
} in_sha256;

void in_sha256_begin(in_sha256 *hash);
void in_sha256_add(in_sha256 *hash, tunip_str bytes);
/* Writes 64 hexadecimal digits and a NUL. */
void in_sha256_end(in_sha256 *hash, char out[65]);

#endif
