/* base64.c -- base 64, both ways. */
#include "base64.h"

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int value_of(unsigned char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* How many `=` the text ends in, at most two. */
static size_t padding(tunip_str text)
{
    size_t count = 0;
    while (count < 2 && count < text.size && text.data[text.size - 1 - count] == '=') count++;
    return count;
}

size_t tn_base64_decode(tunip_str text, unsigned char *out)
{
    if (text.size % 4) return SIZE_MAX;
    size_t pad = padding(text), size = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < text.size; i++) {
        bool padded = i >= text.size - pad;
        int value = padded ? 0 : value_of((unsigned char)text.data[i]);
        if (value < 0) return SIZE_MAX;
        bits = bits << 6 | (uint32_t)value;
        if (i % 4 != 3) continue;
        out[size++] = (unsigned char)(bits >> 16);
        out[size++] = (unsigned char)(bits >> 8);
        out[size++] = (unsigned char)bits;
    }
    return size - pad;
}

void tn_base64_encode(tunip_str bytes, char *out)
{
    for (size_t i = 0; i < bytes.size; i += 3) {
        size_t left = bytes.size - i;
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++)
            bits = bits << 8 | (k < left ? (unsigned char)bytes.data[i + k] : 0);
        *out++ = alphabet[bits >> 18];
        *out++ = alphabet[bits >> 12 & 63];
        *out++ = left > 1 ? alphabet[bits >> 6 & 63] : '=';
        *out++ = left > 2 ? alphabet[bits & 63] : '=';
    }
}
