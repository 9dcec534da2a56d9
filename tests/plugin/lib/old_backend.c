/* old_backend.c -- a plugin compiled when a backend had no settings yet. */
#include <tunip/ext/plugin.h>

static void emit_mark(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_text(w, tunip_writer_settings(w) ? "settings" : "no settings");
}

static const tunip_emit_fn emit[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = emit_mark,
#include <tunip/ext/doc_kinds.def>
#undef X
};

static const tunip_backend old = {
    .abi = TUNIP_BACKEND_ABI,
    .size = offsetof(tunip_backend, settings),
    .name = "old",
    .emit = emit,
    .kind_count = TUNIP_LEN(emit),
    .settings = (const tunip_setting_row *)1, /* behind `size`: must not be read */
    .setting_count = 1,
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_backend(context, &old, error);
}

TUNIP_PLUGIN(.name = "old", .add = add);
