/* taken_setting.c -- a plugin with a setting that another dialect has. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(inner, "acme", ACME_TILE_ROW);

static const tunip_setting_row rows[] = {
    {"loud", NULL, TUNIP_SETTING_BOOL, 0, "false", "shout"},
    {"dtype", "buffer_dtype", TUNIP_SETTING_DTYPE, 4, "int8", "of buffers"},
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    static tunip_dialect acme;
    acme = inner;
    acme.settings = rows;
    acme.setting_count = TUNIP_LEN(rows);
    acme.settings_size = 8;
    return tunip_context_add_dialect(context, &acme, error);
}

TUNIP_PLUGIN(.name = "acme", .add = add);
