/* script.c -- complaints of elaborate as diagnostics, and the metadata section of scripts. */
#include "script.h"

#include <stdio.h>
#include <tunip/diagnostic.h>
#include <tunip/vintage.h>

#include "../core/base/diagnostic.h"
#include "../core/context.h"
#include "../core/script/script.h"
#include "../core/verify/check.h"
#include "refusals.h"

/* ---- complaints ---- */

/* The place of a Doc; of a statement with a block, the first line of its head. */
static tn_script_place place_of(const tn_script_reader *r, const tunip_doc *doc)
{
    static const bool has_block[TUNIP_DOC__COUNT] = {[TUNIP_DOC_IF] = true,
                                                     [TUNIP_DOC_FOR] = true,
                                                     [TUNIP_DOC_WHILE] = true,
                                                     [TUNIP_DOC_SCOPE] = true};
    tn_script_place place = tn_doc_place(doc);
    const char *text = tunip_source_text(r->input->source).data;
    if (!has_block[doc->kind]) return place;
    uint32_t end = place.begin;
    while (end < place.end && text[end] != '\n' && text[end] != '\r') end++;
    while (end > place.begin && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
    return (tn_script_place){place.begin, end};
}

/* The label of a complaint. A note says where TVM's parser reports the mistake, if that is another
 * line: `around` begins there. */
static void label(tn_script_reader *r, const tunip_doc *doc, const tunip_doc *around)
{
    tn_script_place place = doc ? place_of(r, doc) : (tn_script_place){0, 0};
    tunip_diagnostic_at_span(r->last, TUNIP_LABEL_PRIMARY, place.begin, place.end, NULL);
    if (!doc || !around) return;
    size_t begin = tn_doc_place(tn_definition_name(around)).begin;
    tn_diagnostic_note_tvm(r->last, r->input->source, begin);
}

/* Whether this place already has the same complaint: signatures and lambdas may be read more than
 * once. */
static bool is_known(const tn_script_reader *r, const tunip_doc *doc, tunip_str text)
{
    enum { MOST_COMPARED = 4096 };
    size_t count = tunip_diagnostics_count(r->diagnostics);
    for (size_t i = 0; doc && i < count && i < MOST_COMPARED; i++) {
        const tunip_diagnostic *d = tunip_diagnostics_get(r->diagnostics, count - 1 - i);
        if (!tunip_str_equal(tunip_diagnostic_message(d), text)) continue;
        for (size_t k = 0; k < 2 && tunip_diagnostic_label(d, k); k++)
            if (tunip_diagnostic_label(d, k)->begin == tn_doc_place(doc).begin) return true;
    }
    return false;
}

void tn_script_complain(void *user, const tunip_doc *doc, const tunip_doc *around,
                        tn_complaint kind, tunip_str text)
{
    tn_script_reader *r = user;
    const char *message = text.data ? text.data : "";
    if (kind != TN_DETAIL) {
        tunip_severity severity =
            kind == TN_WARNING ? TUNIP_SEVERITY_WARNING : TUNIP_SEVERITY_ERROR;
        r->last = NULL; /* takes no details */
        if (is_known(r, doc, text)) return;
        const char *code = kind == TN_ELSEWHERE ? "define" : "script";
        r->last = tunip_diagnostics_add(r->diagnostics, severity, code, message);
        if (kind != TN_ELSEWHERE) label(r, doc, around);
        return;
    }
    if (doc) {
        tn_script_place place = tn_doc_place(doc);
        tunip_diagnostic_at_span(r->last, TUNIP_LABEL_SECONDARY, place.begin, place.end, message);
    } else {
        tunip_diagnostic_note(r->last, TUNIP_SEVERITY_HELP, message);
    }
}

tunip_status tn_script_first_error(const tn_script_reader *r)
{
    size_t count = tunip_diagnostics_count(r->diagnostics);
    for (size_t i = 0; i < count; i++) {
        const tunip_diagnostic *d = tunip_diagnostics_get(r->diagnostics, i);
        if (tunip_diagnostic_severity(d) != TUNIP_SEVERITY_ERROR) continue;
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        tunip_str message = tunip_diagnostic_message(d);
        tunip_error *error = r->input->error;
        tunip_status status =
            tunip_error_set(error, TUNIP_ERROR_SYNTAX, "%.*s", (int)message.size, message.data);
        if (!label) return status;
        error->offset = label->begin;
        error->end = label->end;
        tunip_source_locate(r->input->source, error->offset, &error->line, &error->column);
        return status;
    }
    return TUNIP_OK;
}

/* The words of all scripts make nodes of the oldest version of TVM. If a newer version wrote the
 * script, the result is converted after reading. */
enum { OLDEST_VINTAGE = 23 };

/* The conversion is lenient: it may put a variable into a field for a buffer. Words trust the types
 * of fields, so such a result is refused. */
static const tunip_node *as_older(tn_script_reader *r, const tunip_node *root, tunip_error *error)
{
    unsigned vintage = tunip_vintage(root);
    if (vintage <= OLDEST_VINTAGE) return root;
    if (!r->vintage) r->vintage = vintage;
    const tunip_context *context = r->input->context;
    root = tunip_convert_graph(context, r->input->graph, root, OLDEST_VINTAGE, error);
    return root && tn_require_valid(context, root, error) == TUNIP_OK ? root : NULL;
}

tunip_status tn_script_as_newer(tn_script_reader *r)
{
    const tunip_input *input = r->input;
    const tunip_node *root = tunip_graph_root(input->graph);
    if (!root || r->vintage <= OLDEST_VINTAGE) return TUNIP_OK;
    tunip_converter c = {.context = input->context,
                         .graph = input->graph,
                         .vintage = r->vintage,
                         .goes_on = true,
                         .is_lenient = true};
    tn_converter_open(&c);
    tunip_node *made = tn_converter_run(&c, root);
    if (c.error.code != TUNIP_OK) *input->error = c.error;
    r->is_refused = c.error.code == TUNIP_OK && c.refusals.count;
    tunip_status status = made ? TUNIP_OK : TUNIP_ERROR_ARGUMENT;
    if (r->is_refused && input->origins) status = tn_refusals_report(input, &c, root);
    tn_converter_close(&c);
    tunip_graph_set_root(input->graph, made);
    return status;
}

/* The metadata section is a text of another format, whose nodes belong to the same graph. */
const tunip_node *tn_script_load(void *user, tunip_str text, const tunip_doc *doc)
{
    tn_script_reader *r = user;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_new(tn_context_allocator(r->input->context),
                                            tunip_str_from("metadata"), text, &error);
    const tunip_format *format = tn_context_find_format(r->input->context, r->metadata);
    tunip_input input = *r->input;
    input.source = source;
    input.diagnostics = NULL;
    input.origins = false;
    input.error = &error;
    bool fine = source && format && format->read(&input) == TUNIP_OK;
    tunip_source_free(source);
    const tunip_node *root = fine ? tunip_graph_root(r->input->graph) : NULL;
    root = root ? as_older(r, root, &error) : NULL;
    if (root) return root;
    char message[sizeof error.message + 64];
    snprintf(message, sizeof message, "the metadata cannot be read: %s", error.message);
    tn_script_complain(r, doc, NULL, TN_COMPLAINT, tunip_str_from(message));
    if (error.code == TUNIP_ERROR_MEMORY) r->arena->failed = true;
    return NULL;
}

/* ---- reading ---- */

tunip_status tn_script_elaborate(tn_script_reader *r, const tunip_doc *block,
                                 const tn_elaborate_options *options)
{
    const tunip_input *input = r->input;
    size_t complaints = 0;
    tunip_status status =
        tn_context_read_words((tunip_context *)(uintptr_t)input->context, input->error);
    if (status != TUNIP_OK) return status;
    return tn_elaborate_script(input->context, input->graph, ((const tunip_doc_block *)block)->body,
                               options, &complaints, input->error);
}

tunip_status tn_script_end(tn_script_reader *r, tunip_status status)
{
    const tunip_input *input = r->input;
    bool is_cut = r->arena->failed || tunip_graph_status(input->graph) == TUNIP_ERROR_MEMORY ||
                  tunip_diagnostics_status(r->diagnostics) == TUNIP_ERROR_MEMORY;
    if (!is_cut) return status;
    if (input->error) *input->error = (tunip_error)TUNIP_ERROR_INIT;
    return tunip_error_set(input->error, TUNIP_ERROR_MEMORY, "out of memory");
}
