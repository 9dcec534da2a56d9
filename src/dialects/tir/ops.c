/* ops.c -- looking up how an operator prints. */
#include "ops.h"

/* Sorted by name. */
static const tir_op_style styles[] = {
#define X(name, script_name, place) {name, script_name, TIR_DTYPE_##place},
#include "ops.def"
#undef X
};

static int compare(tunip_str a, const char *b)
{
    size_t size = strlen(b);
    int order = memcmp(a.data, b, a.size < size ? a.size : size);
    return order ? order : (a.size > size) - (a.size < size);
}

const tir_op_style *tir_op_find(tunip_str name)
{
    size_t low = 0, high = name.size ? TUNIP_LEN(styles) : 0;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = compare(name, styles[middle].name);
        if (order == 0) return &styles[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
