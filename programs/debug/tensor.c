/* tensor.c -- tensors in memory, in text and in files: dtypes, elements, layouts, statistics. */
#include "tensor.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/html.h"
#include "../../src/util/le.h"
#include "../../src/util/npy.h"
#include "../../src/util/os.h"

/* ======== tensor ======== */

/* Dtypes, shapes and elements of tensors. */

size_t dbg_dtype_bytes(tunip_dtype dtype)
{
    size_t bits = dtype.lanes > 0 ? (size_t)dtype.bits * (size_t)dtype.lanes : 0;
    bool whole = bits % 8 == 0 || bits == 1 || bits == 4;
    return dtype.code == TUNIP_DTYPE_HANDLE || !whole ? 0 : (bits + 7) / 8;
}

bool dbg_tensor_measure(dbg_tensor *tensor)
{
    size_t count = 1, each = dbg_dtype_bytes(tensor->dtype);
    bool empty = false;
    for (size_t i = 0; i < tensor->rank; i++) {
        uint64_t dim = (uint64_t)tensor->dims[i];
        if (tensor->dims[i] < 0) return false;
        if (!dim) empty = true;
        if (dim && count > PTRDIFF_MAX / 32 / dim) return false;
        if (dim) count *= (size_t)dim;
    }
    tensor->count = empty ? 0 : count;
    tensor->bytes = tensor->count * each;
    return each && count <= PTRDIFF_MAX / 32 / each;
}

/* The dtypes that DLPack of TVM v0.19 numbers differently. */
static const struct {
    tunip_dtype dtype, of_tvm;
} numbered[] = {{{TUNIP_DTYPE_BOOL, 8, 1}, {TUNIP_DTYPE_UINT, 1, 1}},
                {{TUNIP_DTYPE_FLOAT8_E4M3FN, 8, 1}, {6, 8, 1}},
                {{TUNIP_DTYPE_FLOAT8_E5M2, 8, 1}, {7, 8, 1}}};

static bool is_numbered(tunip_dtype dtype, tunip_dtype as)
{
    return dtype.code == as.code && dtype.bits == as.bits &&
           (dtype.lanes == 1 || as.code != TUNIP_DTYPE_UINT);
}

static tunip_dtype dtype_of_tvm(tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(numbered); i++)
        if (is_numbered(dtype, numbered[i].of_tvm))
            return tunip_dtype_make(numbered[i].dtype.code, 8, dtype.lanes);
    return dtype;
}

tunip_dtype dbg_dtype_for_tvm(tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(numbered); i++)
        if (is_numbered(dtype, numbered[i].dtype))
            return tunip_dtype_make(numbered[i].of_tvm.code, numbered[i].of_tvm.bits, dtype.lanes);
    return dtype;
}

tunip_dtype dbg_dtype_plain(tunip_dtype dtype)
{
    bool is_bool = dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1 && dtype.lanes == 1;
    return is_bool ? TUNIP_BOOL : dtype;
}

bool dbg_tensor_fits(const dbg_tensor *a, const dbg_tensor *b)
{
    if (!tunip_dtype_equal(dbg_dtype_plain(a->dtype), dbg_dtype_plain(b->dtype))) return false;
    if (a->rank != b->rank) return false;
    return !a->rank || memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0;
}

void dbg_tensor_type(const dbg_tensor *tensor, char out[DBG_TYPE_SIZE])
{
    size_t size = tunip_dtype_legacy_name(dbg_dtype_plain(tensor->dtype), out);
    out[size++] = '[';
    for (size_t i = 0; i < tensor->rank && size + 32 < DBG_TYPE_SIZE; i++)
        size += (size_t)snprintf(out + size, DBG_TYPE_SIZE - size, "%s%lld", i ? ", " : "",
                                 (long long)tensor->dims[i]);
    snprintf(out + size, DBG_TYPE_SIZE - size, size + 32 < DBG_TYPE_SIZE ? "]" : ", ...]");
}

/* The struct, the shape and the data are one block; the data begin at a multiple of 64. */
dbg_tensor *dbg_tensor_new(const dbg_tensor *like)
{
    size_t head = (sizeof *like + like->rank * sizeof *like->dims + 63) / 64 * 64;
    size_t bytes = (like->bytes + 63) / 64 * 64;
    dbg_tensor *copy = tn_alloc_aligned(64, head + bytes);
    if (!copy) return NULL;
    memset(copy, 0, head + bytes);
    *copy = *like;
    int64_t *dims = (int64_t *)(copy + 1);
    if (like->rank) memcpy(dims, like->dims, like->rank * sizeof *dims);
    copy->dims = dims;
    copy->data = (char *)copy + head;
    return copy;
}

dbg_tensor *dbg_tensor_copy(const dbg_tensor *tensor)
{
    dbg_tensor *copy = dbg_tensor_new(tensor);
    if (copy && tensor->bytes) memcpy(copy->data, tensor->data, tensor->bytes);
    return copy;
}

/* ---- elements ---- */

/* A number with this many bits of exponent and mantissa, and a sign. */
static double decode(uint32_t bits, int exponent_bits, int mantissa_bits)
{
    uint32_t mantissa = bits & ((1u << mantissa_bits) - 1);
    uint32_t exponent = bits >> mantissa_bits & ((1u << exponent_bits) - 1);
    uint32_t top = (1u << exponent_bits) - 1;
    int bias = (int)(top >> 1);
    double sign = bits >> (mantissa_bits + exponent_bits) & 1 ? -1 : 1;
    if (exponent == top) return mantissa ? (double)NAN : sign * (double)INFINITY;
    double fraction = ldexp((double)mantissa, -mantissa_bits);
    if (!exponent) return sign * ldexp(fraction, 1 - bias);
    return sign * ldexp(1 + fraction, (int)exponent - bias);
}

/* The elements of a file may be at any address. */
#define ELEMENT(type, tensor, index)                                                               \
    static double type##_of(const dbg_tensor *tensor, size_t index)                                \
    {                                                                                              \
        type value;                                                                                \
        memcpy(&value, (const char *)tensor->data + index * sizeof value, sizeof value);           \
        return (double)value;                                                                      \
    }
ELEMENT(float, tensor, index)
ELEMENT(double, tensor, index)
ELEMENT(int8_t, tensor, index)
ELEMENT(int16_t, tensor, index)
ELEMENT(int32_t, tensor, index)
ELEMENT(int64_t, tensor, index)
ELEMENT(uint8_t, tensor, index)
ELEMENT(uint16_t, tensor, index)
ELEMENT(uint32_t, tensor, index)
ELEMENT(uint64_t, tensor, index)

static double float16_of(const dbg_tensor *tensor, size_t index)
{
    return decode((uint32_t)uint16_t_of(tensor, index), 5, 10);
}

static double bfloat16_of(const dbg_tensor *tensor, size_t index)
{
    return decode((uint32_t)uint16_t_of(tensor, index), 8, 7);
}

/* Without infinities: only one pattern of bits, with either sign, is NaN. */
static double e4m3fn_of(const dbg_tensor *tensor, size_t index)
{
    uint32_t bits = (uint32_t)uint8_t_of(tensor, index), rest = bits & 0x7F;
    double sign = bits & 0x80 ? -1 : 1;
    if (rest == 0x7F) return (double)NAN;
    if (rest >= 0x78) return sign * ldexp(8 + (rest & 7), 5);
    return decode(bits, 4, 3);
}

static double e5m2_of(const dbg_tensor *tensor, size_t index)
{
    return decode((uint32_t)uint8_t_of(tensor, index), 5, 2);
}

dbg_element_fn dbg_dtype_reader(tunip_dtype dtype)
{
    static const dbg_element_fn ints[] = {int8_t_of, int16_t_of, int32_t_of, int64_t_of};
    static const dbg_element_fn uints[] = {uint8_t_of, uint16_t_of, uint32_t_of, uint64_t_of};
    static const dbg_element_fn floats[] = {NULL, float16_of, float_of, double_of};
    size_t bytes = dbg_dtype_bytes(dtype), size = 0;
    while (size < 4 && (size_t)1 << size != bytes) size++;
    if (size == 4 || dtype.lanes != 1) return NULL;
    switch (dtype.code) {
    case TUNIP_DTYPE_INT:
        return ints[size];
    case TUNIP_DTYPE_UINT:
    case TUNIP_DTYPE_BOOL:
        return uints[size];
    case TUNIP_DTYPE_FLOAT:
        return floats[size];
    case TUNIP_DTYPE_FLOAT8_E4M3FN:
        return e4m3fn_of;
    case TUNIP_DTYPE_FLOAT8_E5M2:
        return e5m2_of;
    default:
        return dtype.code == TUNIP_DTYPE_BFLOAT && bytes == 2 ? bfloat16_of : NULL;
    }
}

bool dbg_dtype_is_float(tunip_dtype dtype)
{
    static const uint8_t codes[] = {TUNIP_DTYPE_FLOAT, TUNIP_DTYPE_BFLOAT,
                                    TUNIP_DTYPE_FLOAT8_E4M3FN, TUNIP_DTYPE_FLOAT8_E5M2};
    return memchr(codes, dtype.code, sizeof codes) && dbg_dtype_reader(dtype);
}

/* The inverse of decode(): the nearest number; of two equally near ones, the even one. Larger
 * numbers become an infinity. */
static uint32_t encode(double value, int exponent_bits, int mantissa_bits)
{
    uint32_t top = (1u << exponent_bits) - 1;
    uint32_t sign = signbit(value) ? 1u << (mantissa_bits + exponent_bits) : 0;
    int bias = (int)(top >> 1), exponent;
    if (isnan(value)) return sign | top << mantissa_bits | 1u << (mantissa_bits - 1);
    if (fabs(value) >= ldexp(2, bias)) return sign | top << mantissa_bits;
    if (value == 0) return sign;
    frexp(value, &exponent);
    int scale = exponent > 2 - bias ? exponent - 1 : 1 - bias; /* small numbers share the least */
    double steps = nearbyint(ldexp(fabs(value), mantissa_bits - scale));
    return sign | (((uint32_t)(scale + bias - 1) << mantissa_bits) + (uint32_t)steps);
}

/* Stores an element of the size of an integer. */
static void put_bits(dbg_tensor *tensor, size_t index, uint64_t bits)
{
    size_t bytes = dbg_dtype_bytes(tensor->dtype);
    char *at = (char *)tensor->data + index * bytes;
    const uint16_t one = 1;
    for (size_t i = 0; i < bytes; i++)
        at[*(const char *)&one ? i : bytes - 1 - i] = (char)(bits >> 8 * i & 255);
}

bool dbg_put_number(dbg_tensor *tensor, size_t index, double value)
{
    size_t bytes = dbg_dtype_bytes(tensor->dtype);
    char *at = (char *)tensor->data + index * bytes;
    bool is_float = tensor->dtype.code == TUNIP_DTYPE_FLOAT;
    dbg_element_fn read = dbg_dtype_reader(tensor->dtype);
    if (read == float16_of || read == bfloat16_of) {
        bool is_half = read == float16_of;
        put_bits(tensor, index, encode(value, is_half ? 5 : 8, is_half ? 10 : 7));
        return isinf(value) || !isinf(read(tensor, index));
    }
    if (is_float && bytes == 4) {
        if (isfinite(value) && fabs(value) > (double)FLT_MAX) return false;
        float single = (float)value;
        return memcpy(at, &single, bytes), true;
    }
    if (is_float && bytes == 8) return memcpy(at, &value, bytes), true;
    if (!read || dbg_dtype_is_float(tensor->dtype)) return false;
    if (!(value >= -0x1p63 && value < 0x1p64)) return false;
    put_bits(tensor, index, value < 0 ? (uint64_t)(int64_t)value : (uint64_t)value);
    return read(tensor, index) == value;
}

/* ======== text ======== */

void dbg_put_markup(tn_text *t, tunip_str name)
{
    tn_html_put(name, TUNIP_ESCAPE_LINE, tn_text_put_chunk, t);
}

void dbg_put_element(tn_text *t, const dbg_tensor *tensor, size_t index, int digits)
{
    dbg_element_fn read = dbg_dtype_reader(tensor->dtype);
    size_t bytes = dbg_dtype_bytes(tensor->dtype);
    const unsigned char *at = (const unsigned char *)tensor->data + index * bytes;
    int64_t wide = 0; /* no double has all integers of 64 bits */
    if (read && bytes == sizeof wide) memcpy(&wide, at, sizeof wide);
    if (read && dbg_dtype_is_float(tensor->dtype))
        tn_text_say(t, "%.*g", digits, read(tensor, index));
    else if (read && bytes == sizeof wide && tensor->dtype.code == TUNIP_DTYPE_INT)
        tn_text_say(t, "%lld", (long long)wide);
    else if (read && bytes == sizeof wide)
        tn_text_say(t, "%llu", (unsigned long long)wide);
    else if (read)
        tn_text_say(t, "%.0f", read(tensor, index));
    else
        tn_text_say(t, "0x");
    for (size_t i = read ? 0 : bytes; i-- > 0;) tn_text_say(t, "%02x", at[i]);
}

/* ======== layout ======== */

/* Moves the elements of a tensor to another layout.
 *
 * In "NCHW4c", the axis C is split: element c of C is at c / 4 in the second dimension and at c % 4
 * in the last one. Shapes alone give such layouts, too, with A, B, C ... as the names of axes:
 * [1, 8, 28, 28] is "ABCD", and then [1, 2, 28, 28, 4] can only be "ABCD4b". */

enum { MOST_DIMS = 16, AXES = 26 };

/* The axis of each dimension, and the block of each axis: 1 if it is not split. */
typedef struct layout {
    size_t rank;
    unsigned char axes[MOST_DIMS];
    bool inner[MOST_DIMS];
    int64_t blocks[AXES], extents[AXES];
} layout;

/* Computes the extents of the axes. False if an axis does not occur once, or its block is not the
 * extent of a dimension. */
static bool complete(layout *l, const dbg_tensor *tensor)
{
    bool outer[AXES] = {false}, inner[AXES] = {false};
    for (size_t i = 0; i < AXES; i++) l->extents[i] = 0;
    for (size_t i = 0; i < l->rank; i++) {
        bool *seen = l->inner[i] ? &inner[l->axes[i]] : &outer[l->axes[i]];
        if (*seen) return false;
        *seen = true;
        if (l->inner[i] && tensor->dims[i] != l->blocks[l->axes[i]]) return false;
        if (!l->inner[i]) l->extents[l->axes[i]] = tensor->dims[i];
    }
    for (size_t i = 0; i < AXES; i++) {
        if (inner[i] && !outer[i]) return false;
        l->extents[i] *= l->blocks[i];
    }
    return true;
}

/* Reads "NCHW4c". False if it is not the layout of the tensor. */
static bool parse(tunip_str name, const dbg_tensor *tensor, layout *out)
{
    int64_t block = 0;
    out->rank = 0;
    for (size_t i = 0; i < AXES; i++) out->blocks[i] = 1;
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        if (tunip_is_digit(c) && block < 1 << 20) {
            block = block * 10 + (c - '0');
            continue;
        }
        bool is_inner = c >= 'a' && c <= 'z', is_outer = c >= 'A' && c <= 'Z';
        if (is_inner != (block > 0) || (!is_inner && !is_outer) || out->rank == MOST_DIMS)
            return false;
        size_t axis = (size_t)(c - (is_inner ? 'a' : 'A'));
        if (is_inner) out->blocks[axis] = block;
        out->inner[out->rank] = is_inner;
        out->axes[out->rank++] = (unsigned char)axis;
        block = 0;
    }
    return name.size && !block && out->rank == tensor->rank && complete(out, tensor);
}

static bool same_axes(const layout *a, const layout *b)
{
    return memcmp(a->extents, b->extents, sizeof a->extents) == 0;
}

/* ---- from shapes ---- */

static void name_in_order(const dbg_tensor *tensor, layout *out)
{
    *out = (layout){.rank = tensor->rank};
    for (size_t i = 0; i < AXES; i++) out->blocks[i] = 1;
    for (size_t i = 0; i < tensor->rank; i++) out->axes[i] = (unsigned char)i;
    complete(out, tensor);
}

/* Whether two layouts put elements at the same places: a block of one element may be any axis. */
static bool same_places(const layout *a, const layout *b)
{
    for (size_t i = 0; i < a->rank; i++)
        if (a->axes[i] != b->axes[i] && (a->blocks[a->axes[i]] != 1 || b->blocks[b->axes[i]] != 1))
            return false;
    return true;
}

/* Whether the last dimensions of `big` can be blocks of the axes of `small`, in one way only. */
static bool find_blocks(const dbg_tensor *small, const layout *plain, const dbg_tensor *big,
                        layout *out)
{
    size_t rank = small->rank, more = big->rank - rank, found = 0;
    if (!rank || more > 2) return false;
    for (size_t first = 0; first < rank; first++)
        for (size_t second = 0; second < (more == 2 ? rank : 1); second++) {
            layout l = *plain;
            if (more == 2 && first == second) continue;
            for (size_t i = 0; i < more; i++) {
                size_t axis = i ? second : first;
                l.axes[rank + i] = (unsigned char)axis;
                l.inner[rank + i] = true;
                l.blocks[axis] = big->dims[rank + i];
            }
            l.rank = big->rank;
            if (!complete(&l, big) || !same_axes(&l, plain)) continue;
            found += !found || !same_places(&l, out);
            *out = l;
        }
    return found == 1;
}

/* Whether the axes of `a`, of different extents, are those of `b` in another order. */
static bool find_order(const dbg_tensor *a, const dbg_tensor *b, layout *out)
{
    size_t ones = 0;
    *out = (layout){.rank = b->rank};
    for (size_t i = 0; i < AXES; i++) out->blocks[i] = 1;
    for (size_t i = 0; i < b->rank; i++) {
        size_t found = 0, seen = 0;
        for (size_t k = 0; k < a->rank; k++) {
            if (a->dims[k] != b->dims[i]) continue;
            if (b->dims[i] != 1 || seen++ == ones) out->axes[i] = (unsigned char)k, found++;
        }
        if (found != 1) return false;
        ones += b->dims[i] == 1;
    }
    return complete(out, b);
}

/* Whether at most one extent is not 1: then the elements have only one order. */
static bool is_vector(const dbg_tensor *tensor)
{
    size_t many = 0;
    for (size_t i = 0; i < tensor->rank; i++) many += tensor->dims[i] != 1;
    return many < 2;
}

/* Whether the shapes are the same but for extents of 1. */
static bool same_order(const dbg_tensor *a, const dbg_tensor *b)
{
    for (size_t i = 0, k = 0;; i++, k++) {
        while (i < a->rank && a->dims[i] == 1) i++;
        while (k < b->rank && b->dims[k] == 1) k++;
        if (i == a->rank || k == b->rank) return i == a->rank && k == b->rank;
        if (a->dims[i] != b->dims[k]) return false;
    }
}

/* ---- copies ---- */

static void move(const dbg_tensor *from, const layout *source, const layout *target, dbg_tensor *to)
{
    size_t bytes = dbg_dtype_bytes(from->dtype);
    for (size_t index = 0; index < to->count; index++) {
        int64_t place[AXES] = {0};
        size_t rest = index, at = 0;
        for (size_t i = target->rank; i-- > 0; rest /= (size_t)to->dims[i])
            place[target->axes[i]] += (int64_t)(rest % (size_t)to->dims[i]) *
                                      (target->inner[i] ? 1 : target->blocks[target->axes[i]]);
        for (size_t i = 0; i < source->rank; i++) {
            int64_t block = source->blocks[source->axes[i]], in_axis = place[source->axes[i]];
            at = at * (size_t)from->dims[i] +
                 (size_t)(source->inner[i] ? in_axis % block : in_axis / block);
        }
        memcpy((char *)to->data + index * bytes, (const char *)from->data + at * bytes, bytes);
    }
}

/* The layouts that the shapes tell. */
static bool find_layouts(const dbg_tensor *from, layout *source, const dbg_tensor *like,
                         layout *target)
{
    name_in_order(from, source);
    name_in_order(like, target);
    return from->rank > like->rank   ? find_blocks(like, target, from, source)
           : from->rank < like->rank ? find_blocks(from, source, like, target)
                                     : find_order(from, like, target);
}

static bool has_blocks(const layout *l)
{
    for (size_t i = 0; i < AXES; i++)
        if (l->blocks[i] > 1) return true;
    return false;
}

bool dbg_layout_convert(const dbg_tensor *from, tunip_str from_layout, const dbg_tensor *like,
                        tunip_str like_layout, dbg_tensor **copy)
{
    layout source, target;
    *copy = NULL;
    if (!tunip_dtype_equal(dbg_dtype_plain(from->dtype), dbg_dtype_plain(like->dtype)) ||
        from->count != like->count || from->rank > MOST_DIMS || like->rank > MOST_DIMS)
        return true;
    bool known = parse(from_layout, from, &source) && parse(like_layout, like, &target) &&
                 same_axes(&source, &target);
    bool flat = !known && (is_vector(from) || is_vector(like));
    if (!known && !flat) {
        known = find_layouts(from, &source, like, &target);
        flat = same_order(from, like);
        if (known && flat && (has_blocks(&source) || has_blocks(&target))) return true;
    }
    if (!known && !flat) return true;
    *copy = dbg_tensor_new(like);
    if (*copy && flat && from->bytes) memcpy((*copy)->data, from->data, from->bytes);
    if (*copy && !flat) move(from, &source, &target, *copy);
    return *copy != NULL;
}

/* ======== stats ======== */

/* Statistics of a tensor, in two passes: the range first, then the histogram. */

static void measure(const dbg_tensor *tensor, dbg_element_fn read, dbg_stats *s)
{
    double sum = 0, squares = 0;
    size_t finite = 0;
    for (size_t i = 0; i < tensor->count; i++) {
        double value = read(tensor, i);
        s->nans += isnan(value) != 0;
        s->infs += isinf(value) != 0;
        s->zeros += value == 0;
        if (!isfinite(value)) continue;
        if (!finite++ || value < s->min) s->min = value;
        if (finite == 1 || value > s->max) s->max = value;
        double step = value - sum; /* Welford: the mean so far */
        sum += step / (double)finite;
        squares += step * (value - sum);
    }
    if (!finite) return;
    s->mean = sum;
    s->deviation = sqrt(squares / (double)finite);
}

void dbg_stats_compute(const dbg_tensor *tensor, dbg_stats *out)
{
    dbg_element_fn read = dbg_dtype_reader(tensor->dtype);
    double none = (double)NAN;
    *out = (dbg_stats){.is_number = read,
                       .count = tensor->count,
                       .min = none,
                       .max = none,
                       .mean = none,
                       .deviation = none};
    if (!read) return;
    measure(tensor, read, out);
    double width = out->max / 2 - out->min / 2; /* halves: the difference may overflow */
    for (size_t i = 0; i < tensor->count; i++) {
        double value = read(tensor, i);
        if (!isfinite(value)) continue;
        double place = width > 0 ? (value / 2 - out->min / 2) / width * DBG_BINS : 0;
        size_t bin = place >= DBG_BINS ? DBG_BINS - 1 : (size_t)place;
        out->bins[bin]++;
    }
}

bool dbg_stats_get(const dbg_stats *s, tunip_str name, double *out)
{
    const struct {
        const char *name;
        double value;
    } rows[] = {{"min", s->min},
                {"max", s->max},
                {"mean", s->mean},
                {"std", s->deviation},
                {"nan", (double)s->nans},
                {"inf", (double)s->infs},
                {"zero", (double)s->zeros},
                {"count", (double)s->count},
                {"absmax", fmax(fabs(s->min), fabs(s->max))}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(name, rows[i].name)) return *out = rows[i].value, true;
    return false;
}

/* ======== npy ======== */

/* Files of numpy (numpy.lib.format): a magic, a header in Python's syntax, elements. */

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

/* Copies the elements in row-major order, with the bytes of each in the order of this machine. */
static void copy_elements(const tn_npy *n, const char *from, dbg_tensor *to)
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

/* Reads a file in memory; `name` is for messages. free() frees the tensor. */
dbg_tensor *dbg_npy_read(tunip_str file, const char *name, tunip_error *error)
{
    tn_npy n;
    const char *flaw = tn_npy_read(file, &n);
    dbg_tensor head = {
        .rank = n.rank, .dims = n.dims, .dtype = tunip_dtype_make(n.code, n.bits, 1)};
    if (!flaw &&
        (!dbg_tensor_measure(&head) || head.bytes / (head.count ? head.count : 1) > n.bytes))
        flaw = "a tensor cannot have this dtype and shape";
    if (!flaw && n.data.size != head.bytes)
        flaw = n.data.size < head.bytes ? "the file is too short" : "the file is too long";
    if (flaw) tunip_error_set(error, TUNIP_ERROR_FORMAT, "%s: %s", name, flaw);
    if (flaw) return NULL;
    dbg_tensor *tensor = dbg_tensor_new(&head);
    if (!tensor) tunip_error_set(error, TUNIP_ERROR_MEMORY, "%s: out of memory", name);
    bool is_plain = n.order != '>' && (!n.fortran || n.rank < 2);
    if (tensor && is_plain && n.data.size) memcpy(tensor->data, n.data.data, n.data.size);
    if (tensor && !is_plain) copy_elements(&n, n.data.data, tensor);
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
    tn_new_file file;
    if (!tn_new_file_open(&file, path, error)) return TUNIP_ERROR_IO;
    bool fine = fwrite(prefix, 1, sizeof prefix, file.out) == sizeof prefix &&
                fwrite(header, 1, size, file.out) == size &&
                fwrite(tensor->data, 1, tensor->bytes, file.out) == tensor->bytes;
    return tn_new_file_close(&file, fine, error);
}

/* ======== params ======== */

/* TVM's file of tensors with names: a list of names, then as many tensors
 * (TVM v0.19 src/runtime/file_utils.cc, include/tvm/runtime/ndarray.h). All numbers are
 * little-endian. */

#define LIST_MAGIC   UINT64_C(0xF7E58D4F05049CB7)
#define TENSOR_MAGIC UINT64_C(0xDD5E40F096B4A13F)

enum { MOST_PARAM_DIMS = 64, CPU = 1 };

/* ---- reading ---- */

typedef struct stream {
    const char *path;
    const char *at, *limit;
    tunip_error *error;
} stream;

static bool fail_params(stream *s, const char *what)
{
    tunip_error_set(s->error, TUNIP_ERROR_FORMAT, "%s: %s", s->path, what);
    return false;
}

/* A number of `size` bytes. At the end of the file, fails. */
static bool take(stream *s, size_t size, uint64_t *out)
{
    if ((size_t)(s->limit - s->at) < size) return fail_params(s, "the file is too short");
    *out = tn_le(s->at, size);
    s->at += size;
    return true;
}

/* A number of things of which each takes at least `each` bytes of the rest of the file. */
static bool take_count(stream *s, size_t each, size_t *out)
{
    uint64_t count;
    if (!take(s, 8, &count)) return false;
    if (count > (size_t)(s->limit - s->at) / each) return fail_params(s, "the file is too short");
    *out = (size_t)count;
    return true;
}

static bool take_name(stream *s, tunip_str *out)
{
    size_t size;
    if (!take_count(s, 1, &size)) return false;
    *out = (tunip_str){s->at, size};
    s->at += size;
    return true;
}

static bool take_dtype(stream *s, tunip_dtype *out)
{
    uint64_t code, bits, lanes;
    if (!take(s, 1, &code) || !take(s, 1, &bits) || !take(s, 2, &lanes)) return false;
    *out = dtype_of_tvm(tunip_dtype_make((int)code, (int)bits, (int)lanes));
    return dbg_dtype_bytes(*out) || fail_params(s, "a tensor has an unknown dtype");
}

/* The shape goes to `dims`; data are not copied. */
static bool take_tensor(stream *s, dbg_tensor *out, int64_t *dims)
{
    uint64_t magic, reserved, type, id, rank, bytes;
    if (!take(s, 8, &magic) || !take(s, 8, &reserved)) return false;
    if (magic != TENSOR_MAGIC)
        return fail_params(s, "a tensor does not begin with its magic number");
    if (!take(s, 4, &type) || !take(s, 4, &id) || !take(s, 4, &rank)) return false;
    if (type != CPU) return fail_params(s, "a tensor is not on the CPU");
    if (rank > MOST_PARAM_DIMS) return fail_params(s, "a tensor has too many dimensions");
    if (!take_dtype(s, &out->dtype)) return false;
    for (uint64_t i = 0, dim; i < rank; i++) {
        if (!take(s, 8, &dim)) return false;
        dims[i] = (int64_t)dim;
    }
    out->rank = (size_t)rank;
    out->dims = dims;
    if (!take(s, 8, &bytes)) return false;
    if (!dbg_tensor_measure(out) || out->bytes != bytes)
        return fail_params(s, "the shape and the size of a tensor do not agree");
    if (bytes > (size_t)(s->limit - s->at)) return fail_params(s, "the file is too short");
    out->data = (void *)(uintptr_t)s->at;
    s->at += bytes;
    return true;
}

static bool take_all(stream *s, dbg_params *params)
{
    uint64_t magic, reserved;
    size_t names, tensors;
    if (!take(s, 8, &magic)) return false;
    if (magic != LIST_MAGIC) return fail_params(s, "this is not a file of parameters");
    if (!take(s, 8, &reserved) || !take_count(s, 8, &names)) return false;
    params->items = calloc(names + 1, sizeof *params->items);
    if (!params->items) return fail_params(s, "out of memory");
    for (size_t i = 0; i < names; i++)
        if (!take_name(s, &params->items[i].name)) return false;
    if (!take_count(s, 32, &tensors)) return false;
    if (tensors != names) return fail_params(s, "there are not as many tensors as names");
    /* a shape takes as much room here as in the file */
    params->dims =
        calloc((size_t)(s->limit - s->at) / 8 + MOST_PARAM_DIMS + 1, sizeof *params->dims);
    if (!params->dims) return fail_params(s, "out of memory");
    int64_t *dims = params->dims;
    for (; params->count < tensors; params->count++) {
        dbg_tensor *tensor = &params->items[params->count].tensor;
        if (!take_tensor(s, tensor, dims)) return false;
        dims += tensor->rank;
    }
    return s->at == s->limit || fail_params(s, "there are bytes after the last tensor");
}

bool dbg_params_load(const tunip_context *context, const char *path, dbg_params *params,
                     tunip_error *error)
{
    tunip_error why = TUNIP_ERROR_INIT;
    *params = (dbg_params){.source = tunip_source_open(context, path, &why)};
    if (!params->source) {
        tunip_error_set(error, why.code, "%s: %s", path, why.message);
        return false;
    }
    tunip_str text = tunip_source_text(params->source);
    stream s = {path, text.data, text.data + text.size, error};
    if (take_all(&s, params)) return true;
    dbg_params_free(params);
    return false;
}

void dbg_params_free(dbg_params *params)
{
    free(params->items);
    free(params->dims);
    tunip_source_free(params->source);
    *params = (dbg_params){.source = NULL};
}

/* ---- writing ---- */

static void put(FILE *out, uint64_t value, size_t size)
{
    char bytes[8];
    tn_put_le(bytes, value, size);
    fwrite(bytes, 1, size, out);
}

static void put_tensor(FILE *out, const dbg_tensor *tensor)
{
    tunip_dtype dtype = dbg_dtype_for_tvm(tensor->dtype);
    put(out, TENSOR_MAGIC, 8);
    put(out, 0, 8);
    put(out, CPU, 4);
    put(out, 0, 4);
    put(out, tensor->rank, 4);
    put(out, dtype.code, 1);
    put(out, dtype.bits, 1);
    put(out, (uint64_t)dtype.lanes, 2);
    for (size_t i = 0; i < tensor->rank; i++) put(out, (uint64_t)tensor->dims[i], 8);
    put(out, tensor->bytes, 8);
    fwrite(tensor->data, 1, tensor->bytes, out);
}

tunip_status dbg_params_save(const dbg_named *items, size_t count, const char *path,
                             tunip_error *error)
{
    tn_new_file file;
    if (!tn_new_file_open(&file, path, error)) return TUNIP_ERROR_IO;
    FILE *out = file.out;
    put(out, LIST_MAGIC, 8);
    put(out, 0, 8);
    put(out, count, 8);
    for (size_t i = 0; i < count; i++) {
        put(out, items[i].name.size, 8);
        fwrite(items[i].name.data, 1, items[i].name.size, out);
    }
    put(out, count, 8);
    for (size_t i = 0; i < count; i++) put_tensor(out, &items[i].tensor);
    return tn_new_file_close(&file, !ferror(out), error);
}
