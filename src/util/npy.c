/* npy.c -- the header of an array of NumPy (numpy.lib.format): a magic, a dictionary in the syntax
 * of Python, elements. */
#include "npy.h"

#include <string.h>

#include "le.h"
#include "text.h"

typedef struct header {
    const char *at, *limit;
    tn_npy *out;
} header;

static bool skip(header *h, const char *word)
{
    size_t size = strlen(word);
    while (h->at < h->limit && (*h->at == ' ' || *h->at == '\n')) h->at++;
    if ((size_t)(h->limit - h->at) < size || memcmp(h->at, word, size) != 0) return false;
    h->at += size;
    return true;
}

static bool take_number(header *h, int64_t *out)
{
    int64_t value = 0;
    const char *begin = h->at;
    for (; h->at < h->limit && tunip_is_digit(*h->at); h->at++) {
        if (value > (INT64_MAX - 9) / 10) return false;
        value = value * 10 + (*h->at - '0');
    }
    *out = value;
    return h->at > begin;
}

/* A quote of Python, of either kind. */
static bool skip_quote(header *h)
{
    return skip(h, "'") || skip(h, "\"");
}

/* 'descr': */
static bool skip_key(header *h, const char *key)
{
    const char *begin = h->at;
    if (skip_quote(h) && skip(h, key) && skip_quote(h) && skip(h, ":")) return true;
    h->at = begin;
    return false;
}

static bool is_one_of(char c, const char *letters)
{
    return memchr(letters, c, strlen(letters)) != NULL;
}

/* '<f4' */
static bool take_descr(header *h)
{
    int64_t bytes;
    if (!skip_quote(h) || h->limit - h->at < 3) return false;
    h->out->order = *h->at++;
    h->out->letter = *h->at++;
    if (!is_one_of(h->out->order, "<>|=") || !is_one_of(h->out->letter, "iufcbV") ||
        !take_number(h, &bytes))
        return false;
    h->out->bytes = bytes <= 64 ? (unsigned)bytes : 0;
    return skip_quote(h) && h->out->bytes;
}

/* (2, 4) */
static bool take_shape(header *h)
{
    if (!skip(h, "(")) return false;
    while (!skip(h, ")")) {
        skip(h, "");
        if (h->out->rank == TUNIP_LEN(h->out->dims) ||
            !take_number(h, &h->out->dims[h->out->rank++]))
            return false;
        if (!skip(h, ",")) return skip(h, ")");
    }
    return true;
}

static bool take_header(header *h)
{
    unsigned seen = 0;
    if (!skip(h, "{")) return false;
    while (!skip(h, "}")) {
        unsigned bit = 0;
        if (skip_key(h, "descr"))
            bit = take_descr(h) ? 1 : 0;
        else if (skip_key(h, "shape"))
            bit = take_shape(h) ? 2 : 0;
        else if (skip_key(h, "fortran_order")) {
            h->out->fortran = skip(h, "True");
            bit = h->out->fortran || skip(h, "False") ? 4 : 0;
        }
        if (!bit || seen & bit) return false;
        seen |= bit;
        if (!skip(h, ",")) return skip(h, "}") && seen == 7;
    }
    return seen == 7;
}

bool tn_is_npy(tunip_str file)
{
    return file.size >= 10 && tunip_str_begins(file, "\x93NUMPY");
}

/* Elements without a letter of a number are so many bytes. */
static int code_of(char letter)
{
    static const struct {
        char letter;
        unsigned char code;
    } rows[] = {{'i', 0}, {'u', 1}, {'f', 2}, {'c', 5}, {'b', 6}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].letter == letter) return rows[i].code;
    return 1;
}

const char *tn_npy_read(tunip_str file, tn_npy *out)
{
    enum { BEGIN = 8 };
    *out = (tn_npy){.rank = 0};
    if (!tn_is_npy(file)) return "this is not a file of numpy (.npy)";
    if (file.data[6] < 1 || file.data[6] > 3) return "the version of the file is unknown";
    size_t width = file.data[6] == 1 ? 2 : 4;
    if (file.size < BEGIN + width) return "the file is too short";
    size_t length = (size_t)tn_le(file.data + BEGIN, width), rest = file.size - BEGIN - width;
    if (length > rest) return "the file is too short";
    header h = {.at = file.data + BEGIN + width, .out = out};
    h.limit = h.at + length;
    out->data = (tunip_str){h.limit, rest - length};
    while (length && is_one_of(h.at[length - 1], " \n")) length--;
    out->header = (tunip_str){h.at, length};
    if (!take_header(&h)) return "the header is malformed, or its dtype is unknown";
    out->code = code_of(out->letter);
    out->bits = out->bytes * 8 > 255 ? 0 : (int)out->bytes * 8;
    return NULL;
}
