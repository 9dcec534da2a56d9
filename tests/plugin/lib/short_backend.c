/* short_backend.c -- a plugin whose backend was compiled when there was one kind of Doc less. */
#include "acme.h"

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

static const tunip_backend brief = {.abi = TUNIP_BACKEND_ABI,
                                    .size = sizeof(tunip_backend),
                                    .name = "brief",
                                    .emit = emit,
                                    .kind_count = TUNIP_LEN(emit) - 1};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_backend(context, &brief, error);
}

TUNIP_PLUGIN(.name = "acme", .add = add);
