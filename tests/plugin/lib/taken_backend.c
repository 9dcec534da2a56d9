/* taken_backend.c -- a plugin with a dialect, and a backend with the name of another one. */
#include "acme.h"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);

static void emit_nothing(tunip_writer *w, const tunip_doc *doc)
{
    (void)w;
    (void)doc;
}

static const tunip_emit_fn emit[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_nothing,
#include <tunip/ext/doc_kinds.def>
#undef X
};

static const tunip_backend mine = {.abi = TUNIP_BACKEND_ABI,
                                   .size = sizeof(tunip_backend),
                                   .name = "acme",
                                   .emit = emit,
                                   .kind_count = TUNIP_LEN(emit)};
static const tunip_backend python = {.abi = TUNIP_BACKEND_ABI,
                                     .size = sizeof(tunip_backend),
                                     .name = "python",
                                     .emit = emit,
                                     .kind_count = TUNIP_LEN(emit)};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    if (status == TUNIP_OK) status = tunip_context_add_backend(context, &mine, error);
    return status == TUNIP_OK ? tunip_context_add_backend(context, &python, error) : status;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
