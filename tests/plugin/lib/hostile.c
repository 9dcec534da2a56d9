/* hostile.c -- a plugin with texts that could control a terminal, in places where registration does
 * not check them: issues and the text of a backend. */
#include <tunip/ext/backend.h>

#include "acme.h"

/* ESC, C1 (U+009B), right-to-left override (U+202E), and a byte that is not UTF-8. */
#define EVIL "\x1b[31m\xc2\x9b\xe2\x80\xae\xff"

ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);

static const tunip_doc *report_evil(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    (void)node;
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "a tile\n%s", EVIL);
    return tunip_doc_id_new(d, tunip_str_from(EVIL), path);
}

static tunip_type *const types[] = {&acme_tile_type};
static const tunip_rule rules[] = {
    {&acme_tile_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, report_evil},
};
static const tunip_dialect acme = {
    TUNIP_DIALECT_HEAD, .name = "acme",
    .prefix = "A",      .import = "import acme as %s",
    .types = types,     .type_count = TUNIP_LEN(types),
    .rules = rules,     .rule_count = TUNIP_LEN(rules),
};

/* ---- the backend ---- */

static void emit_evil(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_text(w, EVIL);
}

static void emit_name(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_str(w, ((const tunip_doc_id *)doc)->name);
}

static void emit_text(tunip_writer *w, const tunip_doc *doc)
{
    if (doc->sub == TUNIP_LITERAL_STR)
        tunip_write_str(w, ((const tunip_doc_literal *)doc)->value.text);
}

static void emit_items(tunip_writer *w, const tunip_doc *doc)
{
    tunip_emit_joined(w, ((const tunip_doc_dict *)doc)->keys, "\r\x08\x7f");
    tunip_emit_joined(w, ((const tunip_doc_dict *)doc)->values, "\xcc\x81");
}

static void emit_stmt(tunip_writer *w, const tunip_doc *doc)
{
    tunip_write_str(w, ((const tunip_doc_stmt *)doc)->comment);
    tunip_emit(w, ((const tunip_doc_expr_stmt *)doc)->expr);
}

static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_text(w, EVIL);
    tunip_write_str(w, saved);
}

static tunip_emit_fn emit[TUNIP_DOC__COUNT];

static const tunip_backend raw = {.abi = TUNIP_BACKEND_ABI,
                                  .size = sizeof(tunip_backend),
                                  .name = "raw",
                                  .summary = "writes what it finds",
                                  .emit = emit,
                                  .kind_count = TUNIP_DOC__COUNT,
                                  .emit_metadata = emit_metadata,
                                  .flags = TUNIP_BACKEND_METADATA};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++) emit[i] = emit_evil;
    emit[TUNIP_DOC_ID] = emit_name;
    emit[TUNIP_DOC_LITERAL] = emit_text;
    emit[TUNIP_DOC_DICT] = emit_items;
    emit[TUNIP_DOC_EXPR_STMT] = emit_stmt;
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    return status == TUNIP_OK ? tunip_context_add_backend(context, &raw, error) : status;
}

TUNIP_PLUGIN(.name = "hostile", .version = "1", .add = add);
