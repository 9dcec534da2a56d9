/* fuzz_mlir.c -- any bytes, read as MLIR text: see language.c. */
#include "language.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_language("mlir", data, size);
}
