/* root.c -- how a print begins and ends: the block of its statements, and the header above it. */
#include "root.h"

#include <tunip/ext/dialect.h>

#include "dialects.h"
#include "docs.h"
#include "frame.h"
#include "metadata.h"
#include "paths.h"
#include "prefix.h"

#include "../ir/vintage.h"

static const char metadata_note[] =
    "Metadata omitted. Use show_meta=True in script() method to show it.";

static void report_undefined(tunip_docsifier *d, const tunip_doc *variable)
{
    if (!variable || variable->kind != TUNIP_DOC_ID) return;
    tunip_str name = ((const tunip_doc_id *)variable)->name;
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, NULL, "variable %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
}

/* Removes the definitions of the variables that an expression uses. */
static void drop_definitions(tunip_docsifier *d, tunip_frame *frame)
{
    for (size_t i = 0; i < frame->stmt_count; i++) {
        const tunip_doc_assign *assign = (const tunip_doc_assign *)frame->stmts[i];
        const tunip_doc *lhs = assign->stmt.base.kind == TUNIP_DOC_ASSIGN ? assign->lhs : NULL;
        bool is_tuple = lhs && lhs->kind == TUNIP_DOC_TUPLE;
        tunip_docs all = is_tuple ? ((const tunip_doc_tuple *)lhs)->elements : tunip_docs_none();
        for (size_t k = 0; k < all.count; k++) report_undefined(d, all.items[k]);
        if (!is_tuple) report_undefined(d, lhs);
    }
    frame->stmt_count = 0;
}

/* The statements of a finished root, as one block. For an expression, the definitions of its free
 * variables are included only with verbose_expr. */
static const tunip_doc *finish(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *doc)
{
    const tunip_doc *block_path = NULL;
    switch (tunip_doc_classify(doc)) {
    case TUNIP_CLASS_EXPR:
        if (!d->header->declares) drop_definitions(d, frame);
        tunip_frame_add(d, frame, tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc));
        break;
    case TUNIP_CLASS_STMT:
        tunip_frame_add(d, frame, doc);
        break;
    case TUNIP_CLASS_BLOCK:
        block_path = doc;
        for (size_t i = 0; i < ((const tunip_doc_block *)doc)->body.count; i++)
            tunip_frame_add(d, frame, ((const tunip_doc_block *)doc)->body.items[i]);
        break;
    }
    if (d->metadata->groups.count && !d->metadata->shown)
        tunip_frame_add(d, frame,
                        tn_doc_comment_new(d, TUNIP_ROLE_META, tunip_str_from(metadata_note)));
    const tunip_doc *block = tunip_doc_block_new(d, tunip_frame_body(d, frame, NULL));
    return block_path ? tunip_doc_at(d, block, block_path->path) : block;
}

const tunip_doc *tn_docsify_root(tunip_docsifier *d, const tunip_node *root)
{
    const tunip_dialect *dialect = NULL;
    const tunip_root *row = tn_dispatch_root_in(d->dispatch, root, d->header->language, &dialect);
    const tunip_path *path = d->paths->recorded ? tunip_path_root(d) : NULL;
    tunip_frame frame;
    d->vintage = tn_vintage_of(root, tn_job_allocator(d));
    tunip_frame_enter(d, &frame, dialect, NULL);
    if (row) tunip_frame_token(d, &frame, row->token);
    if (row && row->free_variables) tunip_uses_root(d, root);
    d->header->is_plain = !row;
    const tunip_doc *doc = row ? tunip_docsify(d, root, path) : tunip_docsify_plain(d, root, path);
    const tunip_doc *block = finish(d, &frame, doc);
    tunip_frame_leave(d, &frame);
    return block;
}

/* ---- the header ---- */

static const tunip_doc *header_line(tunip_docsifier *d, tunip_str text)
{
    return tn_doc_comment_new(d, TUNIP_ROLE_HEADER, text);
}

/* A module calls this for each of its functions. */
static const tunip_doc *import_line(tunip_docsifier *d, tn_dialect_job *job)
{
    if (job->import_doc) return job->import_doc;
    const char *import = tn_name_now(d, job, job->shared->dialect->import);
    const char *hole = strstr(import, "%s");
    size_t before = hole ? (size_t)(hole - import) : strlen(import);
    tunip_str prefix = hole ? job->prefix : (tunip_str){NULL, 0};
    tunip_str text = tunip_doc_format(d, "%.*s%.*s%s", (int)before, import, (int)prefix.size,
                                      prefix.size ? prefix.data : "", hole ? hole + 2 : "");
    job->import_doc = tn_doc_keep(d, header_line(d, tn_job_kept_text(d, text)));
    return job->import_doc;
}

const tunip_doc *tunip_with_header(tunip_docsifier *d, const tunip_doc *doc)
{
    if (d->header->left_out) return doc;
    tn_dialect_job *const *used = d->dialects->used.items;
    size_t count = d->dialects->used.count, line_count = 0;
    const tunip_doc **lines = tunip_docs_new(d, count + 2);
    if (!lines) return &tn_doc_failed.base;
    for (size_t i = 0; i < count; i++)
        if (used[i]->dialect->import) lines[line_count++] = import_line(d, used[i]);
    if (!line_count) return doc;
    lines[line_count++] = header_line(d, (tunip_str){"", 0});
    if (!tn_is_nothing(doc)) lines[line_count++] = doc;
    return tunip_doc_block_new(d, tunip_docs_view(lines, line_count));
}
