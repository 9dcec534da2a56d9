/* format.c -- the registry of formats. */
#include "context.h"
#include "verify/description.h"

static tunip_status check(const tunip_context *context, const tunip_format *format,
                          tunip_error *error)
{
    if (!format || !format->name)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a format without a name");
    tunip_status status = tn_verify_name("format", format->name, error);
    if (status != TUNIP_OK) return status;
    if (atomic_load(&context->frozen))
        return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                               "format %s cannot be added after the first print",
                               format->name);
    status = tn_check_abi("format", format->name, format->abi, TUNIP_FORMAT_ABI,
                          format->size == sizeof *format, error);
    if (status == TUNIP_OK) status = tn_verify_format(format, error);
    if (status != TUNIP_OK) return status;
    if (tn_context_find_format(context, format->name))
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                               "a format called %s is registered already", format->name);
    return TUNIP_OK;
}

tunip_status tunip_context_add_format(tunip_context *context, const tunip_format *format,
                                      tunip_error *error)
{
    tn_mutex_lock(&context->freezing);
    tunip_status status = check(context, format, error);
    if (status == TUNIP_OK && !tn_array_push(&context->formats, &context->allocator, format))
        status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    tn_mutex_unlock(&context->freezing);
    return status;
}

const tunip_format *tunip_context_format(const tunip_context *context, size_t index)
{
    return index < context->formats.count ? context->formats.items[index] : NULL;
}

const tunip_format *tn_context_find_format(const tunip_context *context, const char *name)
{
    for (size_t i = 0; i < context->formats.count; i++)
        if (strcmp(context->formats.items[i]->name, name) == 0) return context->formats.items[i];
    return NULL;
}
