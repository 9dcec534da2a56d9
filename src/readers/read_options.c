/* read_options.c -- the options of a read, checked. */
#include "read_options.h"

#include "../core/base/options.h"
#include "../core/ir/vintage.h"

static tunip_status check_constant(const tunip_constant *constant, tunip_error *error)
{
    if (!constant->name)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a constant has no name");
    if (constant->value) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the constant %s has no value",
                           constant->name);
}

tunip_status tn_read_options_take(tunip_read_options *out, const tunip_read_options *options,
                                  tunip_error *error)
{
    tunip_status status = tn_options_take(out, sizeof *out, options, error);
    if (status == TUNIP_OK) status = tn_vintage_check_file(out->vintage, error);
    if (status == TUNIP_OK)
        status = tn_options_check_table("constants", out->define_count, out->defines, error);
    for (size_t i = 0; status == TUNIP_OK && i < out->define_count; i++)
        status = check_constant(&out->defines[i], error);
    return status;
}
