/* backends.c -- plugins whose backend or format is faulty, or older than the library. CMake builds
 * a library NAME.so of each part `#ifdef PLUGIN_NAME`. */
#include "acme.h"

#ifdef PLUGIN_holey_backend
/* A plugin with a dialect, and a backend that cannot emit every Doc. */
ACME_USUAL;

static const tunip_emit_fn emit[TUNIP_DOC__COUNT] = {NULL};
static const tunip_backend holey = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "holey",
    .summary = "nothing",
    .emit = emit,
    .kind_count = TUNIP_DOC__COUNT,
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    return status == TUNIP_OK ? tunip_context_add_backend(context, &holey, error) : status;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_short_backend
/* A plugin whose backend was compiled when there was one kind of Doc less. */
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
#endif

#ifdef PLUGIN_old_backend
/* A plugin compiled when a backend had no settings yet. */
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
#endif

#ifdef PLUGIN_taken_backend
/* A plugin with a dialect, and a backend with the name of another one. */
ACME_USUAL;

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
#endif

#ifdef PLUGIN_taken_format
/* A plugin with a dialect, and a format by the name of another. */
ACME_USUAL;

static tunip_status read_nothing(const tunip_input *input)
{
    return tunip_input_fail(input, TUNIP_ERROR_FORMAT, 0, 0, "nothing is read");
}

static const tunip_format mine = {.abi = TUNIP_FORMAT_ABI,
                                  .size = sizeof(tunip_format),
                                  .name = "acme",
                                  .read = read_nothing};
static const tunip_format json = {.abi = TUNIP_FORMAT_ABI,
                                  .size = sizeof(tunip_format),
                                  .name = "tvm-json",
                                  .read = read_nothing};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    if (status == TUNIP_OK) status = tunip_context_add_format(context, &mine, error);
    return status == TUNIP_OK ? tunip_context_add_format(context, &json, error) : status;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif
