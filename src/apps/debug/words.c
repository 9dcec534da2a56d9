/* words.c -- takes the names of fused functions apart, as TVM makes them of the names of operators:
 * "tvmgen_default_fused_nn_conv2d_add_nn_relu_1". */
#include "words.h"

/* Operators that are the same to a reader of the numbers, in the order in which they are looked
 * for: a longer name comes before a shorter one that begins it. */
static const struct {
    const char *name, *words;
} same[] = {
    {"nn_contrib_depthwise_conv2d_NCHWc", "nn_conv2d"},
    {"nn_contrib_conv2d_NCHWc_int8", "nn_conv2d"},
    {"nn_contrib_conv2d_NCHWc", "nn_conv2d"},
    {"nn_contrib_conv2d_winograd_without_weight_transform", "nn_conv2d"},
    {"nn_contrib_conv2d_gemm_without_weight_transform", "nn_conv2d"},
    {"nn_contrib_dense_pack", "nn_dense"},
    {"nn_bias_add", "add"},
    {"nn_batch_flatten", "reshape"},
    {"contrib_reverse_reshape", "reshape"},
    {"__nop", "reshape"},
    {"zeros_like", "zeros_like"},
    {"ones_like", "ones_like"},
    {"zeros", ""}, /* a constant, as those that are arguments */
    {"ones", ""},
    {"nn_dropout", ""},
    {"__copy", ""},
    {"device_copy", ""},
    {"layout_transform", ""},
    {"copy", ""},
};

/* What TVM moves into weights and biases. */
static const char *const weak[] = {"add", "subtract", "multiply", "divide"};

bool dbg_is_constant_name(tunip_str name)
{
    size_t i = 1;
    while (i < name.size && tunip_is_digit(name.data[i])) i++;
    return name.size > 1 && name.data[0] == 'p' && i == name.size;
}

tunip_str dbg_function_core(tunip_str name)
{
    static const char fused[] = "fused_";
    for (size_t i = 0; i + sizeof fused - 1 <= name.size; i++)
        if (memcmp(name.data + i, fused, sizeof fused - 1) == 0) {
            name = (tunip_str){name.data + i + sizeof fused - 1, name.size - i - sizeof fused + 1};
            break;
        }
    size_t end = name.size;
    while (end && tunip_is_digit(name.data[end - 1])) end--;
    if (end > 1 && end < name.size && name.data[end - 1] == '_') name.size = end - 1;
    return name;
}

/* Whether a text begins with whole words. */
static bool begins(tunip_str text, const char *words, size_t size)
{
    return text.size >= size && memcmp(text.data, words, size) == 0 &&
           (text.size == size || text.data[size] == '_');
}

static void add_word(tunip_str word, dbg_words *out)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    bool is_weak = false;
    for (size_t i = 0; i < TUNIP_LEN(weak); i++) is_weak = is_weak || tunip_str_is(word, weak[i]);
    for (size_t i = 0; i < word.size; i++)
        hash = (hash ^ (unsigned char)word.data[i]) * UINT64_C(0x100000001B3);
    hash = (hash ^ hash >> 31) * UINT64_C(0xD6E8FEB86659FD93);
    out->all += hash;
    if (!is_weak) out->strong += hash;
    out->is_layout = false;
}

static void add_words(tunip_str text, dbg_words *out)
{
    for (size_t begin = 0, i = 0; i <= text.size; i++)
        if (i == text.size || text.data[i] == '_') {
            if (i > begin) add_word((tunip_str){text.data + begin, i - begin}, out);
            begin = i + 1;
        }
}

void dbg_words_count(tunip_str function, dbg_words *out)
{
    tunip_str rest = dbg_function_core(function);
    *out = (dbg_words){0, 0, true};
    while (rest.size) {
        size_t size = 0, row = 0;
        for (; row < TUNIP_LEN(same); row++)
            if (begins(rest, same[row].name, size = strlen(same[row].name))) break;
        if (row < TUNIP_LEN(same)) {
            add_words(tunip_str_from(same[row].words), out);
        } else {
            for (size = 0; size < rest.size && rest.data[size] != '_';) size++;
            add_words((tunip_str){rest.data, size}, out);
        }
        if (size < rest.size) size++;
        rest = (tunip_str){rest.data + size, rest.size - size};
    }
}
