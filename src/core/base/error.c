/* error.c -- the first error, with a message of bounded length. */
#include <stdarg.h>
#include <stdio.h>

#include <tunip/base.h>

static const char *const status_names[] = {
    [TUNIP_OK] = "ok",
    [TUNIP_ERROR_MEMORY] = "out of memory",
    [TUNIP_ERROR_ARGUMENT] = "bad argument",
    [TUNIP_ERROR_IO] = "input or output failed",
    [TUNIP_ERROR_SYNTAX] = "malformed text",
    [TUNIP_ERROR_FORMAT] = "not a graph",
    [TUNIP_ERROR_LIMIT] = "limit reached",
    [TUNIP_ERROR_CONFLICT] = "conflicting registration",
    [TUNIP_ERROR_NOT_FOUND] = "not found",
    [TUNIP_ERROR_CANCELLED] = "cancelled by the write callback",
    [TUNIP_ERROR_RULE] = "a rule or a backend failed",
};

const char *tunip_status_name(tunip_status status)
{
    bool known = (size_t)status < TUNIP_LEN(status_names);
    return known ? status_names[status] : "unknown status";
}

tunip_status tunip_error_set(tunip_error *error, tunip_status code, const char *format, ...)
{
    if (!error || error->code != TUNIP_OK) return code;
    error->code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    return code;
}
