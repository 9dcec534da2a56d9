/* npy.c -- files of numpy (numpy.lib.format): a magic, a header in Python's syntax, elements. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tensor.h"

/* Letters of numpy for the codes of dtypes; other dtypes are written as unsigned integers of the
 * same size. */
static char letter_of(tunip_dtype dtype)
{
    static const char letters[] = {[TUNIP_DTYPE_INT] = 'i',
                                   [TUNIP_DTYPE_UINT] = 'u',
                                   [TUNIP_DTYPE_FLOAT] = 'f',
                                   [TUNIP_DTYPE_COMPLEX] = 'c',
                                   [TUNIP_DTYPE_BOOL] = 'b'};
    if (dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1) return 'b';
    char letter = dtype.code < sizeof letters ? letters[dtype.code] : 0;
    return letter ? letter : 'u';
}

/* ---- reading ---- */

typedef struct npy {
    const char *name;
    const char *at, *limit; /* of the header */
    char order;             /* '<', '>' or '|' */
    char letter;
    unsigned bytes; /* of an element */
    bool fortran;
    int64_t dims[64];
    size_t rank;
    tunip_error *error;
} npy;

static bool fail(npy *n, const char *message)
{
    tunip_error_set(n->error, TUNIP_ERROR_FORMAT, "%s: %s", n->name, message);
    return false;
}

static bool skip(npy *n, const char *word)
{
    size_t size = strlen(word);
    while (n->at < n->limit && (*n->at == ' ' || *n->at == '\n')) n->at++;
    if ((size_t)(n->limit - n->at) < size || memcmp(n->at, word, size) != 0) return false;
    n->at += size;
    return true;
}

static bool take_number(npy *n, int64_t *out)
{
    int64_t value = 0;
    const char *begin = n->at;
    for (; n->at < n->limit && tunip_is_digit(*n->at); n->at++) {
        if (value > (INT64_MAX - 9) / 10) return false;
        value = value * 10 + (*n->at - '0');
    }
    *out = value;
    return n->at > begin;
}

/* A quote of Python, of either kind. */
static bool skip_quote(npy *n)
{
    return skip(n, "'") || skip(n, "\"");
}

/* 'descr': */
static bool skip_key(npy *n, const char *key)
{
    const char *begin = n->at;
    if (skip_quote(n) && skip(n, key) && skip_quote(n) && skip(n, ":")) return true;
    n->at = begin;
    return false;
}

/* '<f4' */
static bool take_descr(npy *n)
{
    int64_t bytes;
    if (!skip_quote(n) || n->limit - n->at < 3) return false;
    n->order = *n->at++;
    n->letter = *n->at++;
    if (!strchr("<>|=", n->order) || !strchr("iufcbV", n->letter) || !take_number(n, &bytes))
        return false;
    n->bytes = bytes <= 64 ? (unsigned)bytes : 0;
    return skip_quote(n) && n->bytes;
}

/* (2, 4) */
static bool take_shape(npy *n)
{
    if (!skip(n, "(")) return false;
    while (!skip(n, ")")) {
        skip(n, "");
        if (n->rank == TUNIP_LEN(n->dims) || !take_number(n, &n->dims[n->rank++])) return false;
        if (!skip(n, ",")) return skip(n, ")");
    }
    return true;
}

static bool take_header(npy *n)
{
    unsigned seen = 0;
    if (!skip(n, "{")) return false;
    while (!skip(n, "}")) {
        unsigned bit = 0;
        if (skip_key(n, "descr"))
            bit = take_descr(n) ? 1 : 0;
        else if (skip_key(n, "shape"))
            bit = take_shape(n) ? 2 : 0;
        else if (skip_key(n, "fortran_order")) {
            n->fortran = skip(n, "True");
            bit = n->fortran || skip(n, "False") ? 4 : 0;
        }
        if (!bit || seen & bit) return false;
        seen |= bit;
        if (!skip(n, ",")) return skip(n, "}") && seen == 7;
    }
    return seen == 7;
}

/* The elements behind the header. */
static bool take_prefix(npy *n, tunip_str file, tunip_str *data)
{
    const unsigned char *bytes = (const unsigned char *)file.data;
    if (file.size < 10 || memcmp(bytes, "\x93NUMPY", 6) != 0)
        return fail(n, "this is not a file of numpy (.npy)");
    size_t length = bytes[8] | (size_t)bytes[9] << 8, begin = 10;
    if (bytes[6] < 1 || bytes[6] > 3) return fail(n, "the version of the file is unknown");
    if (bytes[6] > 1) {
        if (file.size < 12) return fail(n, "the file is too short");
        length |= (size_t)bytes[10] << 16 | (size_t)bytes[11] << 24;
        begin = 12;
    }
    if (length > file.size - begin) return fail(n, "the file is too short");
    n->at = file.data + begin;
    n->limit = n->at + length;
    *data = (tunip_str){n->limit, file.size - begin - length};
    return take_header(n) || fail(n, "the header is malformed, or its dtype is unknown");
}

/* Copies the elements in row-major order, with the bytes of each in the order of this machine. */
static void copy_elements(const npy *n, const char *from, dbg_tensor *to)
{
    const uint16_t one = 1;
    bool is_little = *(const char *)&one;
    bool swaps = n->bytes > 1 && n->order == (is_little ? '>' : '<');
    size_t part = n->letter == 'c' ? n->bytes / 2 : n->bytes;
    size_t index[64] = {0};
    for (size_t i = 0; i < to->count; i++) {
        size_t source = 0, stride = 1;
        for (size_t k = 0; k < n->rank; k++) {
            size_t axis = n->fortran ? k : n->rank - 1 - k;
            source += index[axis] * stride;
            stride *= (size_t)n->dims[axis];
        }
        char *out = (char *)to->data + i * n->bytes;
        for (size_t b = 0; b < n->bytes; b++)
            out[b] = from[source * n->bytes + (swaps ? b / part * part + part - 1 - b % part : b)];
        for (size_t axis = n->rank; axis-- > 0 && ++index[axis] == (size_t)n->dims[axis];)
            index[axis] = 0;
    }
}

dbg_tensor *dbg_npy_read(tunip_str file, const char *name, tunip_error *error)
{
    static const char letters[] = "iufcb";
    static const uint8_t codes[] = {TUNIP_DTYPE_INT, TUNIP_DTYPE_UINT, TUNIP_DTYPE_FLOAT,
                                    TUNIP_DTYPE_COMPLEX, TUNIP_DTYPE_BOOL};
    npy n = {.name = name, .error = error};
    tunip_str data = {"", 0};
    if (!take_prefix(&n, file, &data)) return NULL;
    const char *letter = strchr(letters, n.letter);
    dbg_tensor head = {.rank = n.rank, .dims = n.dims};
    head.dtype = tunip_dtype_make(letter ? codes[letter - letters] : TUNIP_DTYPE_UINT,
                                  (int)(n.bytes * 8 > 255 ? 0 : n.bytes * 8), 1);
    if (!dbg_tensor_measure(&head) || head.bytes / (head.count ? head.count : 1) > n.bytes) {
        fail(&n, "a tensor cannot have this dtype and shape");
        return NULL;
    }
    if (data.size != head.bytes) {
        fail(&n, data.size < head.bytes ? "the file is too short" : "the file is too long");
        return NULL;
    }
    dbg_tensor *tensor = dbg_tensor_new(&head);
    if (!tensor) tunip_error_set(error, TUNIP_ERROR_MEMORY, "%s: out of memory", name);
    bool is_plain = n.order != '>' && (!n.fortran || n.rank < 2);
    if (tensor && is_plain && data.size) memcpy(tensor->data, data.data, data.size);
    if (tensor && !is_plain) copy_elements(&n, data.data, tensor);
    return tensor;
}

dbg_tensor *dbg_npy_load(const tunip_context *context, const char *path, const dbg_tensor *expected,
                         tunip_error *error)
{
    tunip_error why = TUNIP_ERROR_INIT;
    char is[DBG_TYPE_SIZE], should[DBG_TYPE_SIZE];
    tunip_source *source = tunip_source_open(context, path, &why);
    if (!source) tunip_error_set(error, why.code, "%s: %s", path, why.message);
    dbg_tensor *tensor = source ? dbg_npy_read(tunip_source_text(source), path, error) : NULL;
    tunip_source_free(source);
    if (!tensor || !expected) return tensor;
    /* numpy has no name for this dtype */
    if (letter_of(expected->dtype) == 'u' && tensor->dtype.code == TUNIP_DTYPE_UINT &&
        expected->dtype.lanes == 1 &&
        dbg_dtype_bytes(expected->dtype) == dbg_dtype_bytes(tensor->dtype))
        tensor->dtype = expected->dtype;
    if (letter_of(expected->dtype) == 'i' && expected->dtype.bits < 8 &&
        tensor->dtype.code == TUNIP_DTYPE_INT && tensor->dtype.bits == 8)
        tensor->dtype = expected->dtype;
    if (dbg_tensor_fits(tensor, expected)) return tensor;
    dbg_tensor_type(tensor, is);
    dbg_tensor_type(expected, should);
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%s: the tensor is %s, and the graph has %s", path,
                    is, should);
    free(tensor);
    return NULL;
}

/* ---- writing ---- */

/* The header, filled up so that the elements begin at a multiple of 64. A vector becomes one more
 * dimension. */
static size_t write_header(const dbg_tensor *tensor, char *out, size_t room)
{
    size_t lanes = (size_t)tensor->dtype.lanes, each = dbg_dtype_bytes(tensor->dtype) / lanes;
    const uint16_t one = 1;
    char order = each == 1 ? '|' : *(const char *)&one ? '<' : '>';
    size_t size = (size_t)snprintf(out, room, "{'descr': '%c%c%zu', 'fortran_order': False, ",
                                   order, letter_of(tensor->dtype), each);
    size += (size_t)snprintf(out + size, room - size, "'shape': (");
    for (size_t i = 0; i < tensor->rank && size + 64 < room; i++)
        size += (size_t)snprintf(out + size, room - size, i ? ", %lld" : "%lld",
                                 (long long)tensor->dims[i]);
    if (lanes > 1)
        size += (size_t)snprintf(out + size, room - size, tensor->rank ? ", %zu" : "%zu", lanes);
    bool is_single = tensor->rank + (lanes > 1) == 1;
    size += (size_t)snprintf(out + size, room - size, is_single ? ",), }" : "), }");
    while ((size + 11) % 64) out[size++] = ' ';
    out[size++] = '\n';
    return size;
}

tunip_status dbg_npy_save(const dbg_tensor *tensor, const char *path, tunip_error *error)
{
    char header[2048];
    size_t size = write_header(tensor, header, sizeof header - 64);
    unsigned char prefix[10] = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0};
    prefix[8] = (unsigned char)(size & 255);
    prefix[9] = (unsigned char)(size >> 8);
    FILE *out = fopen(path, "wb");
    if (!out)
        return tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot open: %s", path, strerror(errno));
    bool fine = fwrite(prefix, 1, sizeof prefix, out) == sizeof prefix &&
                fwrite(header, 1, size, out) == size &&
                fwrite(tensor->data, 1, tensor->bytes, out) == tensor->bytes;
    if (fclose(out) != 0 || !fine)
        return tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot write: %s", path,
                               strerror(errno));
    return TUNIP_OK;
}
