/* taken_root.c -- a plugin with a root of a type that another dialect has as a root. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(inner, "acme", ACME_TILE_ROW);

static const tunip_root roots[] = {{&acme_tile_type, "acme", true, NULL},
                                   {&tunip_tir_prim_func_type, "", true, NULL}};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    static tunip_dialect acme;
    acme = inner;
    acme.roots = roots;
    acme.root_count = TUNIP_LEN(roots);
    return tunip_context_add_dialect(context, &acme, error);
}

TUNIP_PLUGIN(.name = "acme", .add = add);
