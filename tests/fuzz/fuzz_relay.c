/* fuzz_relay.c -- any bytes, read as the text of Relay: see language.c. */
#include "language.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    return fuzz_language("relay", data, size);
}
