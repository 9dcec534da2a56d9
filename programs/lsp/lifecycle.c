/* lifecycle.c -- the beginning and the end of a session, and documents that open, change and
 * close. */
#include <stdlib.h>
#include <string.h>

#include "server.h"

/* ---- sessions ---- */

static bool is_utf8(lsp_value item, void *user)
{
    bool *found = user;
    *found |= lsp_value_is(item, TUNIP_JSON_STRING) && tunip_str_is(item.text, "\"utf-8\"");
    return !*found;
}

void lsp_initialize(lsp_request *r)
{
    lsp_server *s = r->server;
    tn_text members;
    lsp_value encodings = lsp_value_get(r->params, "capabilities.general.positionEncodings");
    lsp_value_each(encodings, is_utf8, &s->is_utf8);
    s->is_initialized = true;
    tn_text_init(&members, NULL);
    tn_text_say(&members, "{\"positionEncoding\":\"%s\"", s->is_utf8 ? "utf-8" : "utf-16");
    lsp_put_capabilities(&members);
    tn_text_put_word(&members, "}");
    tn_text_put(&members, "", 1);
    tunip_json_open(r->out, '{');
    tunip_json_key(r->out, "capabilities");
    if (members.failed)
        lsp_refuse(r, LSP_REQUEST_FAILED, "out of memory");
    else
        lsp_put_json(r->out, (tunip_str){members.bytes.items, members.bytes.count - 1});
    tunip_json_key(r->out, "serverInfo");
    tunip_json_open(r->out, '{');
    lsp_put_word(r->out, "name", "tunip");
    lsp_put_word(r->out, "version", tunip_version());
    tunip_json_close(r->out, '}');
    tunip_json_close(r->out, '}');
    tn_text_free(&members);
}

void lsp_initialized(lsp_request *r)
{
    (void)r;
}

void lsp_shutdown(lsp_request *r)
{
    r->server->is_shut_down = true;
    tunip_json_put_null(r->out);
}

void lsp_exit(lsp_request *r)
{
    r->server->has_exited = true;
}

/* Each request is answered before the next message is read, so there is none to cancel. */
void lsp_cancel(lsp_request *r)
{
    (void)r;
}

/* ---- documents ---- */

static void forget(lsp_server *s, lsp_document *d)
{
    size_t kept = 0;
    for (size_t i = 0; i < s->documents.count; i++)
        if (s->documents.items[i] != d) s->documents.items[kept++] = s->documents.items[i];
    s->documents.count = kept;
    lsp_parts_free(d);
    lsp_document_free(d);
    free(d);
}

static lsp_document *open_document(lsp_server *s, tunip_str uri, tunip_str language)
{
    lsp_document *d = calloc(1, sizeof *d + uri.size + language.size);
    if (!d) return NULL;
    char *texts = (char *)(d + 1);
    memcpy(texts, uri.data, uri.size);
    if (language.size) memcpy(texts + uri.size, language.data, language.size);
    d->uri = (tunip_str){texts, uri.size};
    d->language = (tunip_str){texts + uri.size, language.size};
    d->is_utf8 = s->is_utf8;
    if (tn_array_push(&s->documents, &tn_malloc, d)) return d;
    free(d);
    return NULL;
}

static void set_version(lsp_document *d, lsp_value document)
{
    lsp_value version = lsp_value_get(document, "version");
    if (lsp_value_is(version, TUNIP_JSON_INT)) tunip_json_int(version.text, &d->version);
}

/* A notification has no answer: a wrong one is ignored. */
void lsp_did_open(lsp_request *r)
{
    lsp_server *s = r->server;
    lsp_value document = lsp_value_get(r->params, "textDocument");
    tunip_str uri = lsp_value_string(lsp_value_get(document, "uri"), &s->arena);
    tunip_str language = lsp_value_string(lsp_value_get(document, "languageId"), &s->arena);
    tunip_str text = lsp_value_string(lsp_value_get(document, "text"), &s->arena);
    if (!uri.data || !text.data) return;
    lsp_document *d = lsp_find_document(s, uri);
    if (d) forget(s, d);
    d = open_document(s, uri, language);
    if (!d || !lsp_document_edit(d, 0, 0, text)) {
        s->has_failed = true;
        tunip_error_set(s->problem, TUNIP_ERROR_MEMORY, "out of memory");
        return;
    }
    set_version(d, document);
    lsp_server_check(s, d);
}

/* A change that does not fit makes the text unknown: rather than show findings of another text, the
 * server has none until the whole text comes again. */
static bool change(lsp_value item, void *user)
{
    lsp_request *r = user;
    lsp_document *d = r->document;
    lsp_value range = lsp_value_get(item, "range");
    bool is_whole = !range.limit || range.token == TUNIP_JSON_NULL;
    size_t begin = 0, end = lsp_document_text(d).size;
    tunip_str text = lsp_value_string(lsp_value_get(item, "text"), &r->server->arena);
    if (d->is_lost && !is_whole) return true;
    if (!text.data || !(is_whole || lsp_read_range(d, range, &begin, &end))) {
        d->is_lost = true;
        lsp_server_log(r->server, "%.*s: a change has no %s: open the file again", (int)d->uri.size,
                       d->uri.data, text.data ? "valid range" : "text");
        return true;
    }
    d->is_lost = false;
    if (lsp_document_edit(d, begin, end, text)) return true;
    r->server->has_failed = true;
    tunip_error_set(r->server->problem, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

void lsp_did_change(lsp_request *r)
{
    set_version(r->document, lsp_value_get(r->params, "textDocument"));
    lsp_value_each(lsp_value_get(r->params, "contentChanges"), change, r);
    if (!r->server->has_failed) lsp_server_check(r->server, r->document);
}

/* The text is known already. */
void lsp_did_save(lsp_request *r)
{
    (void)r;
}

void lsp_did_close(lsp_request *r)
{
    lsp_parts_free(r->document);
    r->document->is_lost = false;
    if (lsp_document_edit(r->document, 0, lsp_document_text(r->document).size, (tunip_str){"", 0}))
        lsp_server_check(r->server, r->document); /* no findings stay on the screen */
    forget(r->server, r->document);
}
