/* sha256.c -- the hash SHA-256 (FIPS 180-4). */
#include "sha256.h"

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotate(uint32_t x, unsigned by)
{
    return x >> by | x << (32 - by);
}

void in_sha256_begin(in_sha256 *hash)
{
    *hash = (in_sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                                  0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

static void expand(const unsigned char *block, uint32_t w[64])
{
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
               (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

/* The eight working variables stay where they are: their names move by one in each step. */
#define STEP(a, b, c, d, e, f, g, h, i)                                                            \
    do {                                                                                           \
        uint32_t x = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g)) +   \
                     constants[i] + w[i];                                                          \
        d += x;                                                                                    \
        h = x + (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));    \
    } while (0)

static void mix(in_sha256 *hash, const unsigned char *block)
{
    uint32_t w[64], *s = hash->state;
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
    expand(block, w);
    for (int i = 0; i < 64; i += 8) {
        STEP(a, b, c, d, e, f, g, h, i);
        STEP(h, a, b, c, d, e, f, g, i + 1);
        STEP(g, h, a, b, c, d, e, f, i + 2);
        STEP(f, g, h, a, b, c, d, e, i + 3);
        STEP(e, f, g, h, a, b, c, d, i + 4);
        STEP(d, e, f, g, h, a, b, c, i + 5);
        STEP(c, d, e, f, g, h, a, b, i + 6);
        STEP(b, c, d, e, f, g, h, a, i + 7);
    }
    const uint32_t sums[8] = {a, b, c, d, e, f, g, h};
    for (int i = 0; i < 8; i++) s[i] += sums[i];
}

void in_sha256_add(in_sha256 *hash, tunip_str bytes)
{
    const unsigned char *data = (const unsigned char *)bytes.data;
    size_t left = bytes.size;
    while (left) {
        size_t at = (size_t)(hash->size % 64), take = 64 - at < left ? 64 - at : left;
        if (take == 64) {
            mix(hash, data);
        } else {
            memcpy(hash->block + at, data, take);
            if (at + take == 64) mix(hash, hash->block);
        }
        hash->size += take;
        data += take;
        left -= take;
    }
}

void in_sha256_end(in_sha256 *hash, char out[65])
{
    static const char zeros[64] = "\x80";
    uint64_t bits = hash->size * 8;
    size_t at = (size_t)(hash->size % 64), pad = at < 56 ? 56 - at : 120 - at;
    char length[8];
    in_sha256_add(hash, (tunip_str){zeros, pad});
    for (int i = 0; i < 8; i++) length[i] = (char)(bits >> (56 - 8 * i));
    in_sha256_add(hash, (tunip_str){length, sizeof length});
    for (int i = 0; i < 64; i++)
        out[i] = "0123456789abcdef"[hash->state[i / 8] >> (28 - 4 * (i % 8)) & 15];
    out[64] = 0;
}
