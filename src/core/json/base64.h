/* base64.h -- RFC 4648 base 64. */
#ifndef TN_BASE64_H
#define TN_BASE64_H

#include <tunip/base.h>

/* The maximum number of bytes that a text of `size` characters decodes to. */
static inline size_t tn_base64_decoded_size(size_t size)
{
    return size / 4 * 3;
}

/* Decodes into `out`, of that size. Returns the number of bytes, or SIZE_MAX when `text` is not
 * padded base 64. */
size_t tn_base64_decode(tunip_str text, unsigned char *out);

/* The number of characters that `size` bytes encode to. */
static inline size_t tn_base64_encoded_size(size_t size)
{
    return (size + 2) / 3 * 4;
}

/* Encodes into `out`, of that size. */
void tn_base64_encode(tunip_str bytes, char *out);

#endif
