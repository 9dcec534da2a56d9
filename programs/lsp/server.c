/* server.c -- the table of methods; receives messages and answers them in their order. */
#include "server.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transport.h"

/* ---- the table ---- */

/* The members of the parameters that a method needs. */
typedef enum needs {
    NEEDS_NOTHING,
    NEEDS_CHANGE, /* a document, of which the text may be lost */
    NEEDS_DOCUMENT,
    NEEDS_POSITION
} needs;

typedef struct method {
    const char *name;
    needs needs;
    bool is_notification;
    void (*run)(lsp_request *r);
    const char *capability; /* JSON; NULL: none, or that of another method */
} method;

static const method methods[] = {
    {"initialize", NEEDS_NOTHING, false, lsp_initialize, NULL},
    {"initialized", NEEDS_NOTHING, true, lsp_initialized, NULL},
    {"shutdown", NEEDS_NOTHING, false, lsp_shutdown, NULL},
    {"exit", NEEDS_NOTHING, true, lsp_exit, NULL},
    {"$/cancelRequest", NEEDS_NOTHING, true, lsp_cancel, NULL},
    {"textDocument/didOpen", NEEDS_NOTHING, true, lsp_did_open,
     "\"textDocumentSync\":{\"openClose\":true,\"change\":2,\"save\":true}"},
    {"textDocument/didChange", NEEDS_CHANGE, true, lsp_did_change, NULL},
    {"textDocument/didSave", NEEDS_CHANGE, true, lsp_did_save, NULL},
    {"textDocument/didClose", NEEDS_CHANGE, true, lsp_did_close, NULL},
    {"textDocument/hover", NEEDS_POSITION, false, lsp_hover, "\"hoverProvider\":true"},
    {"textDocument/definition", NEEDS_POSITION, false, lsp_go_to_definition,
     "\"definitionProvider\":true"},
    {"textDocument/references", NEEDS_POSITION, false, lsp_references,
     "\"referencesProvider\":true"},
    {"textDocument/documentHighlight", NEEDS_POSITION, false, lsp_highlight,
     "\"documentHighlightProvider\":true"},
    {"textDocument/prepareRename", NEEDS_POSITION, false, lsp_prepare_rename,
     "\"renameProvider\":{\"prepareProvider\":true}"},
    {"textDocument/rename", NEEDS_POSITION, false, lsp_rename, NULL},
    {"textDocument/documentSymbol", NEEDS_DOCUMENT, false, lsp_symbols,
     "\"documentSymbolProvider\":true"},
    {"textDocument/foldingRange", NEEDS_DOCUMENT, false, lsp_folding,
     "\"foldingRangeProvider\":true"},
    {"textDocument/semanticTokens/full", NEEDS_DOCUMENT, false, lsp_semantic_tokens,
     lsp_token_legend},
    {"textDocument/inlayHint", NEEDS_DOCUMENT, false, lsp_inlay_hints,
     "\"inlayHintProvider\":true"},
    {"textDocument/completion", NEEDS_POSITION, false, lsp_completion,
     "\"completionProvider\":{\"triggerCharacters\":[\".\"]}"},
    {"textDocument/signatureHelp", NEEDS_POSITION, false, lsp_signature,
     "\"signatureHelpProvider\":{\"triggerCharacters\":[\"(\",\",\"]}"},
    {"textDocument/codeAction", NEEDS_DOCUMENT, false, lsp_code_actions,
     "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\"]}"},
    {"textDocument/formatting", NEEDS_DOCUMENT, false, lsp_formatting,
     "\"documentFormattingProvider\":true"},
    {"workspace/executeCommand", NEEDS_NOTHING, false, lsp_execute,
     "\"executeCommandProvider\":{\"commands\":[\"tunip.diffSaved\"]}"},
};

void lsp_put_capabilities(tn_text *out)
{
    for (size_t i = 0; i < TUNIP_LEN(methods); i++)
        if (methods[i].capability) tn_text_say(out, ",%s", methods[i].capability);
}

static const method *find_method(tunip_str name)
{
    for (size_t i = 0; i < TUNIP_LEN(methods); i++)
        if (tunip_str_is(name, methods[i].name)) return &methods[i];
    return NULL;
}

/* ---- what functions of methods share ---- */

void lsp_refuse(lsp_request *r, int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->problem, sizeof r->problem, format, args);
    va_end(args);
    r->problem[tunip_utf8_valid(tunip_str_from(r->problem))] = '\0';
    r->error = code;
}

void lsp_put_text(tunip_json_writer *w, const char *key, tunip_str text)
{
    tunip_json_key(w, key);
    tunip_json_put_string(w, text);
}

void lsp_put_word(tunip_json_writer *w, const char *key, const char *word)
{
    lsp_put_text(w, key, tunip_str_from(word));
}

void lsp_put_size(tunip_json_writer *w, const char *key, size_t value)
{
    tunip_json_key(w, key);
    tunip_json_put_size(w, value);
}

lsp_document *lsp_find_document(const lsp_server *s, tunip_str uri)
{
    for (size_t i = 0; i < s->documents.count; i++)
        if (tunip_str_equal(s->documents.items[i]->uri, uri)) return s->documents.items[i];
    return NULL;
}

static void server_fail(lsp_server *s, tunip_status code, const char *message)
{
    if (!s->has_failed) tunip_error_set(s->problem, code, "%s", message);
    s->has_failed = true;
}

void lsp_server_send(lsp_server *s, tunip_str body)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (!s->has_failed && lsp_send(s->options, body, &error) != TUNIP_OK)
        server_fail(s, error.code, error.message);
}

/* ---- findings ---- */

static void put_related(tunip_json_writer *w, const lsp_document *d, const lsp_part *part,
                        const lsp_finding *finding)
{
    tunip_json_key(w, "relatedInformation");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < finding->related_count; i++) {
        const lsp_related *related = &finding->related[i];
        tunip_json_open(w, '{');
        tunip_json_key(w, "location");
        tunip_json_open(w, '{');
        lsp_put_text(w, "uri", d->uri);
        lsp_put_range(w, "range", d, related->begin + part->shift, related->end + part->shift);
        tunip_json_close(w, '}');
        lsp_put_text(w, "message", related->text);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
}

static void put_finding(tunip_json_writer *w, const lsp_document *d, const lsp_part *part,
                        const lsp_finding *finding)
{
    /* ORDER tunip_severity: the protocol's Error, Warning, Information, Hint */
    static const size_t severities[] = {1, 2, 3, 4};
    tunip_json_open(w, '{');
    lsp_put_range(w, "range", d, finding->begin + part->shift, finding->end + part->shift);
    lsp_put_size(w, "severity", severities[finding->severity]);
    if (finding->code.size) lsp_put_text(w, "code", finding->code);
    lsp_put_word(w, "source", "tunip");
    lsp_put_text(w, "message", finding->message);
    put_related(w, d, part, finding);
    tunip_json_close(w, '}');
}

/* Begins a notification, of which the caller writes the parameters into `body`. */
static tunip_json_writer *begin_message(tn_text *body, const char *title, tunip_error *error)
{
    tn_text_init(body, NULL);
    tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, tn_text_put_chunk, body, error);
    tunip_json_open(w, '{');
    lsp_put_word(w, "jsonrpc", "2.0");
    lsp_put_word(w, "method", title);
    tunip_json_key(w, "params");
    tunip_json_open(w, '{');
    return w;
}

static void end_message(lsp_server *s, tunip_json_writer *w, tn_text *body)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_close(w, '}');
    tunip_json_close(w, '}');
    if (tunip_json_writer_end(w, &error) == TUNIP_OK)
        lsp_server_send(s, tn_text_str(body));
    else
        server_fail(s, error.code, error.message);
    tn_text_free(body);
}

void lsp_server_log(lsp_server *s, const char *format, ...)
{
    enum { MESSAGE_ERROR = 1 }; /* MessageType of the protocol */
    tn_text body, text;
    va_list args;
    tunip_error error = TUNIP_ERROR_INIT;
    tn_text_init(&text, NULL);
    va_start(args, format);
    tn_text_say_list(&text, format, args);
    va_end(args);
    tunip_json_writer *w = begin_message(&body, "window/logMessage", &error);
    lsp_put_size(w, "type", MESSAGE_ERROR);
    lsp_put_text(w, "message", tn_text_str(&text));
    end_message(s, w, &body);
    tn_text_free(&text);
}

static void send_findings(lsp_server *s, const lsp_document *d)
{
    tn_text body;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_json_writer *w = begin_message(&body, "textDocument/publishDiagnostics", &error);
    lsp_put_text(w, "uri", d->uri);
    tunip_json_key(w, "version");
    tunip_json_put_int(w, d->version);
    tunip_json_key(w, "diagnostics");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < d->part_count; i++)
        for (size_t k = 0; k < d->parts[i].finding_count; k++)
            put_finding(w, d, &d->parts[i], &d->parts[i].findings[k]);
    tunip_json_close(w, ']');
    end_message(s, w, &body);
}

void lsp_server_check(lsp_server *s, lsp_document *d)
{
    if (d->is_lost) lsp_parts_free(d);
    if (d->is_lost || lsp_parts_read(s->options, d))
        send_findings(s, d);
    else
        server_fail(s, TUNIP_ERROR_MEMORY, "out of memory");
}

/* ---- answers ---- */

/* The id of a request as its text has it. Strings keep their escapes. */
static void put_id(tn_text *out, lsp_value id)
{
    bool is_id = id.limit && (tunip_json_is_string(id.token) || id.token == TUNIP_JSON_INT);
    if (is_id)
        tn_text_put_str(out, id.text);
    else
        tn_text_put_word(out, "null");
}

static void send_error(lsp_server *s, lsp_value id, int code, const char *message)
{
    tn_text body;
    tunip_error error = TUNIP_ERROR_INIT;
    tn_text_init(&body, NULL);
    tn_text_put_word(&body, "{\"jsonrpc\":\"2.0\",\"id\":");
    put_id(&body, id);
    tn_text_say(&body, ",\"error\":{\"code\":%d,\"message\":", code);
    tunip_json_writer *w = tunip_json_writer_new(NULL, NULL, tn_text_put_chunk, &body, &error);
    tunip_json_put_string(w, tunip_str_from(message));
    tunip_status status = tunip_json_writer_end(w, &error);
    tn_text_put_word(&body, "}}");
    if (status != TUNIP_OK || body.failed)
        server_fail(s, TUNIP_ERROR_MEMORY, "out of memory");
    else
        lsp_server_send(s, tn_text_str(&body));
    tn_text_free(&body);
}

/* Finds the document and the place that a method needs. False after a refusal. */
static bool resolve(lsp_request *r, needs what)
{
    lsp_position position;
    if (what == NEEDS_NOTHING) return true;
    tunip_str uri =
        lsp_value_string(lsp_value_get(r->params, "textDocument.uri"), &r->server->arena);
    r->document = lsp_find_document(r->server, uri);
    if (!r->document) {
        lsp_refuse(r, LSP_INVALID_PARAMS, "no open document has this uri");
        return false;
    }
    if (what == NEEDS_CHANGE) return true;
    if (r->document->is_lost) {
        lsp_refuse(r, LSP_REQUEST_FAILED, "a change of this file made no sense: open it again");
        return false;
    }
    if (what == NEEDS_DOCUMENT) return true;
    if (!lsp_read_position(lsp_value_get(r->params, "position"), &position)) {
        lsp_refuse(r, LSP_INVALID_PARAMS, "the position is missing");
        return false;
    }
    r->offset = lsp_document_offset(r->document, position);
    r->part = lsp_part_at(r->document, r->offset);
    r->name = r->part ? lsp_name_at(r->part, r->offset) : NULL;
    return true;
}

static void answer(lsp_server *s, const method *m, lsp_value params, lsp_value id)
{
    tn_text body;
    tunip_error error = TUNIP_ERROR_INIT;
    lsp_request r = {.server = s, .params = params};
    tn_text_init(&body, NULL);
    tn_text_put_word(&body, "{\"jsonrpc\":\"2.0\",\"id\":");
    put_id(&body, id);
    tn_text_put_word(&body, ",\"result\":");
    r.out = tunip_json_writer_new(NULL, NULL, tn_text_put_chunk, &body, &error);
    if (resolve(&r, m->needs)) m->run(&r);
    tunip_status status = tunip_json_writer_end(r.out, &error);
    tn_text_put_word(&body, "}");
    if (r.error)
        send_error(s, id, r.error, r.problem);
    else if (status != TUNIP_OK || body.failed)
        server_fail(s, TUNIP_ERROR_MEMORY, "out of memory");
    else
        lsp_server_send(s, tn_text_str(&body));
    tn_text_free(&body);
}

/* Why a request cannot be answered now; 0 if it can. */
static int refusal(const lsp_server *s, const method *m, const char **message)
{
    bool is_first = m && m->run == lsp_initialize;
    if (s->is_shut_down) {
        *message = "the server was shut down";
        return LSP_INVALID_REQUEST;
    }
    if (s->is_initialized == is_first) {
        *message = is_first ? "the server is initialized already" : "the server is not initialized";
        return is_first ? LSP_INVALID_REQUEST : LSP_NOT_INITIALIZED;
    }
    *message = "no such method";
    return m && !m->is_notification ? 0 : LSP_METHOD_NOT_FOUND;
}

static void take(lsp_server *s, tunip_str text)
{
    lsp_value message, none = {TUNIP_JSON_END, {NULL, 0}, NULL};
    const char *why;
    const char *expected =
        tunip_utf8_valid(text) == text.size ? lsp_value_parse(text, &message) : "UTF-8";
    if (expected) {
        send_error(s, none, LSP_PARSE_ERROR, "the message is not JSON");
        return;
    }
    lsp_value id = lsp_value_get(message, "id"), name = lsp_value_get(message, "method");
    tunip_str title = lsp_value_string(name, &s->arena);
    const method *m = title.data ? find_method(title) : NULL;
    lsp_value params = lsp_value_get(message, "params");
    if (!lsp_value_is(message, TUNIP_JSON_OPEN_OBJECT) || (!title.data && name.limit) ||
        (!title.data && !id.limit)) {
        send_error(s, id, LSP_INVALID_REQUEST, "the message is no request");
    } else if (!title.data) {
        return; /* the answer to a request: the server makes none */
    } else if (id.limit) {
        int code = refusal(s, m, &why);
        if (code)
            send_error(s, id, code, why);
        else
            answer(s, m, params, id);
    } else if (m && m->is_notification && (s->is_initialized || m->run == lsp_exit)) {
        lsp_request r = {.server = s, .params = params};
        if (resolve(&r, m->needs)) m->run(&r);
    }
}

/* ---- the session ---- */

lsp_end lsp_serve(const lsp_options *options, tunip_error *problem)
{
    lsp_value none = {TUNIP_JSON_END, {NULL, 0}, NULL};
    lsp_server s = {.options = options, .problem = problem};
    tn_text body;
    lsp_received got = LSP_RECEIVED_MESSAGE;
    tn_text_init(&body, NULL);
    tn_arena_init(&s.arena, NULL);
    tn_arena_mark start = tn_arena_here(&s.arena);
    while (!s.has_exited && !s.has_failed && got != LSP_RECEIVED_END) {
        got = lsp_receive(options, &body, problem);
        if (got == LSP_RECEIVED_FAILED) s.has_failed = true;
        if (got == LSP_RECEIVED_WRONG)
            send_error(&s, none, LSP_PARSE_ERROR, "the header has no Content-Length");
        if (got == LSP_RECEIVED_MESSAGE)
            take(&s, (tunip_str){body.bytes.items, body.bytes.count - 1});
        tn_arena_rewind(&s.arena, start);
    }
    for (size_t i = 0; i < s.documents.count; i++) {
        lsp_parts_free(s.documents.items[i]);
        lsp_document_free(s.documents.items[i]);
        free(s.documents.items[i]);
    }
    tn_array_free(&s.documents, &tn_malloc);
    tn_arena_free(&s.arena);
    tn_text_free(&body);
    if (s.has_failed) return LSP_END_FAILED;
    return s.has_exited && s.is_shut_down ? LSP_END_FINE : LSP_END_ABRUPT;
}
