/* options.c -- option structs of callers that were compiled with another version of tunip, and
 * messages about limits. */
#include "options.h"

/* ======== options ======== */

/* Reads option structs of any version. */

/* A larger value cannot be a size: the caller did not set it. */
enum { LARGEST = 4096 };

tunip_status tn_options_take(void *out, size_t size, const void *in, tunip_error *error)
{
    size_t given = 0;
    memset(out, 0, size);
    if (in) {
        memcpy(&given, in, sizeof given);
        if (given < sizeof given)
            return tunip_error_set(
                error, TUNIP_ERROR_ARGUMENT,
                "the options have no size: initialise them with the macro that ends in _INIT");
        if (given > LARGEST)
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                                   "the size of the options cannot be %zu bytes", given);
        size_t known = given < size ? given : size;
        const unsigned char *bytes = in;
        size_t set = known;
        while (set < given && !bytes[set]) set++;
        if (set < given)
            return tunip_error_set(
                error, TUNIP_ERROR_ARGUMENT,
                "the options are of a later version: the bytes from %zu on are unknown", known);
        memcpy(out, in, known);
    }
    memcpy(out, &size, sizeof size);
    return TUNIP_OK;
}

tunip_status tn_options_check_table(const char *what, size_t count, const void *table,
                                    tunip_error *error)
{
    if (!count || table) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "options have %zu %s and no table of them",
                           count, what);
}

/* ======== limit ======== */

/* Messages about limits. */

tunip_status tn_limit_bytes(size_t most, tunip_error *error)
{
    char text[TN_BYTES_SIZE];
    return tunip_error_set(error, TUNIP_ERROR_LIMIT, "the text would be longer than max_bytes %s",
                           tn_bytes_text(most, text));
}
