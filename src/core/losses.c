/* losses.c -- reports the parts of the IR that a reader of the text makes differently. Reading the
 * text back shows whether there are any. The reasons in the report are details of Docs that the
 * backend does not show, and fields that the accounts of dialects find (account.c). If there is no
 * such reason, the report has the first difference between the IR and the result of reading. */
#include "losses.h"

#include "base/set.h"
#include "docsify/account.h"
#include "docsify/dispatch.h"
#include "docsify/paths.h"
#include "docsify/report.h"
#include "read_back.h"

static bool is_group(const tunip_doc *doc)
{
    return tunip_doc_classify(doc) != TUNIP_CLASS_EXPR && doc->role == TUNIP_ROLE_GROUP;
}

/* The message for a Doc with a detail that the text does not show; NULL if it has none. *name is
 * the end of the message. */
static const char *find_loss(const tunip_doc *doc, tunip_str *name)
{
    if (is_group(doc))
        return "the statements are one node, but a parser makes several nodes of them";
    if (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_AGAIN) {
        *name = ((const tunip_doc_id *)doc)->name;
        return "reading the text makes a second variable of ";
    }
    if (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_TYPED) {
        *name = ((const tunip_doc_id *)doc)->name;
        return "the text does not show the type of ";
    }
    if (doc->kind == TUNIP_DOC_LAMBDA)
        return ((const tunip_doc_lambda *)doc)->arg_type
                   ? "the text does not show the type of the arguments"
                   : NULL;
    if (doc->kind == TUNIP_DOC_SLICE && doc->sub == TUNIP_SLICE_RANGE)
        return ((const tunip_doc_slice *)doc)->lanes
                   ? "a parser computes the extent in another form"
                   : NULL;
    if (doc->kind != TUNIP_DOC_CALL || doc->sub == TUNIP_CALL_WHOLE) return NULL;
    if (doc->sub != TUNIP_CALL_PARTIAL) return "the call is read back as another node";
    *name = ((const tunip_doc_partial_call *)doc)->key;
    return "the call leaves out ";
}

/* The path of the Doc; if it has none, that of the nearest enclosing Doc with a path. */
static const tunip_path *find_path(tunip_docsifier *d, const tn_spans *spans, size_t at)
{
    for (size_t i = at + 1; i--;) {
        if (spans->items[i].inside < at - i) continue;
        const tunip_path *path = tn_first_path(spans->items[i].doc).path;
        if (path && !tn_path_is_made(path)) return path;
    }
    return tunip_path_root(d);
}

/* Whether the Doc is a further use of a variable that is defined twice: one report is enough. */
static bool is_known(tunip_docsifier *d, tn_set *known, const tunip_doc *doc, tunip_str name)
{
    bool is_new = true;
    if (doc->kind != TUNIP_DOC_ID || doc->sub != TUNIP_ID_AGAIN || !name.data) return false;
    if (!tn_set_add(known, name.data, &is_new)) tn_job_no_memory(d);
    return !is_new;
}

static void look_at_docs(tunip_docsifier *d, const tn_spans *spans)
{
    tn_set known;
    tn_set_init(&known, tn_job_allocator(d));
    for (size_t i = 0; i < spans->count && !tn_job_failed(d); i++) {
        const tunip_doc *doc = spans->items[i].doc;
        tunip_str name = {"", 0};
        const char *loss = find_loss(doc, &name);
        if (!loss || is_known(d, &known, doc, name)) continue;
        tunip_report(d, TUNIP_ISSUE_LOST, find_path(d, spans, i), "%s%.*s", loss, (int)name.size,
                     name.data);
        if (doc->dialect && !tn_job_failed(d))
            d->report->issues.items[d->report->issues.count - 1].dialect =
                d->dispatch->dialects.items[doc->dialect - 1].dialect->name;
    }
    tn_set_free(&known);
}

/* Whether all issues so far are losses. Issues of other kinds already explain a difference. */
static bool has_only_losses(const tunip_docsifier *d)
{
    for (size_t i = 0; i < d->report->issues.count; i++)
        if (d->report->issues.items[i].kind != TUNIP_ISSUE_LOST) return false;
    return true;
}

bool tn_losses_find(tunip_printed *p)
{
    tunip_docsifier *d = &p->docsifier;
    tn_read_back back;
    if (!tn_read_back_text(p, &back)) return false;
    p->verdict = back.verdict;
    if (back.verdict == TN_VERDICT_SAME || !has_only_losses(d)) return true;
    look_at_docs(d, &p->render.spans);
    if (tn_job_failed(d) || !tn_accounts_report(d, p->root)) return false;
    if (back.verdict == TN_VERDICT_REFUSED || (back.message[0] && !d->report->issues.count))
        tunip_report(d, TUNIP_ISSUE_LOST, back.path ? back.path : tunip_path_root(d), "%s",
                     back.message);
    return !tn_job_failed(d);
}
