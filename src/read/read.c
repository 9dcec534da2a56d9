/* read.c -- a read and a save from end to end: resolves the request and calls the format. */
#include "read.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <tunip/diagnostic.h>
#include <tunip/source.h>
#include <tunip/vintage.h>

#include "../ir/check.h"
#include "../ir/describe.h"
#include "../ir/graph.h"
#include "../ir/vintage.h"
#include "../library/context.h"
#include "../util/diagnostic.h"
#include "../util/source.h"
#include "complaints.h"
#include "request.h"
#include "script.h"
#include "source_file.h"
#include "uses.h"

/* ======== read ======== */

/* A read and a save from end to end: resolves the request (request.c), calls the format, and makes
 * sure that the caller gets an error if it fails.
 *
 *     text --format--> node graph --format--> text */

/* ---- failing ---- */

tunip_status tunip_input_fail(const tunip_input *input, tunip_status code, size_t begin, size_t end,
                              const char *format, ...)
{
    tunip_error *error = input->error;
    char message[sizeof error->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    if (error->code == TUNIP_OK) {
        tunip_error_set(error, code, "%s", message);
        error->offset = begin;
        error->end = end;
        tunip_source_locate(input->source, begin, &error->line, &error->column);
    }
    tunip_diagnostic *d =
        tunip_diagnostics_add(input->diagnostics, TUNIP_SEVERITY_ERROR, NULL, message);
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, begin, end, NULL);
    return code;
}

/* Checks that a function of a format returned a status. */
static tunip_status check_result(const tunip_format *format, tunip_status status,
                                 tunip_error *error)
{
    if (status == TUNIP_OK && error->code == TUNIP_OK) return TUNIP_OK;
    if (status == TUNIP_OK) return error->code; /* it reported an error and went on to the end */
    if ((unsigned)status > TUNIP_ERROR_RULE)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "the format %s returned %d, which is not a status", format->name,
                               (int)status);
    tunip_error_set(error, status, "the format %s failed without a message", format->name);
    return error->code;
}

static size_t count_errors(const tunip_diagnostics *diagnostics)
{
    size_t count = 0;
    const tunip_diagnostic *d;
    for (size_t i = 0; (d = tunip_diagnostics_get(diagnostics, i)); i++)
        count += tunip_diagnostic_severity(d) == TUNIP_SEVERITY_ERROR;
    return count;
}

/* Adds the error of a failed read, unless the reader added errors itself. */
static void diagnose(tunip_diagnostics *diagnostics, size_t errors, const tunip_error *error)
{
    if (!diagnostics || count_errors(diagnostics) > errors) return;
    tunip_diagnostic *d =
        tunip_diagnostics_add(diagnostics, TUNIP_SEVERITY_ERROR, NULL, error->message);
    if (error->line)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, error->offset, error->end, NULL);
}

/* ---- reading ---- */

tunip_graph *tunip_read_source(const tunip_context *context, const tunip_source *source,
                               const tunip_read_options *options, tunip_error *error)
{
    tn_read_request r = {.context = context, .source = source};
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_status status = tn_read_request_resolve(&r, options, &own);
    size_t errors = count_errors(r.options.diagnostics);
    size_t first = tunip_diagnostics_count(r.options.diagnostics);
    tunip_graph *graph = status == TUNIP_OK ? tunip_graph_new(context, &own) : NULL;
    if (graph) {
        const tunip_input input = {.size = sizeof input,
                                   .context = context,
                                   .source = source,
                                   .graph = graph,
                                   .origins = r.options.origins,
                                   .diagnostics = r.options.diagnostics,
                                   .error = &own,
                                   .options = &r.options};
        graph->text_size = tn_source_size(source);
        tn_arena_expect(&graph->arena, graph->text_size / 4); /* any format takes that much */
        if (r.format != &tunip_format_tvm_json) /* it can read a text that is still in its file */
            status = tn_source_load(source, NULL, &own);
        if (status == TUNIP_OK) status = check_result(r.format, r.format->read(&input), &own);
        tn_diagnostics_add_fixes(r.options.diagnostics, first, source);
        if (status == TUNIP_OK) return graph;
        if (r.options.uses)
            tn_uses_keep(r.options.uses, graph);
        else
            tunip_graph_free(graph);
    }
    diagnose(r.options.diagnostics, errors, &own);
    if (error && error->code == TUNIP_OK) *error = own;
    return NULL;
}

/* Frees the source, which may be NULL. */
static tunip_graph *read_once(const tunip_context *context, tunip_source *source,
                              tunip_error *error)
{
    tunip_graph *graph = source ? tunip_read_source(context, source, NULL, error) : NULL;
    tunip_source_free(source);
    return graph;
}

tunip_graph *tunip_read(const tunip_context *context, tunip_str text, tunip_error *error)
{
    if (tn_input_needs(context, error) != TUNIP_OK ||
        tn_input_check(context, text.size, error) != TUNIP_OK)
        return NULL;
    const tunip_allocator *allocator = tn_context_allocator(context);
    return read_once(context, tunip_source_new(allocator, tunip_str_from("<memory>"), text, error),
                     error);
}

tunip_graph *tunip_read_file(const tunip_context *context, const char *path, tunip_error *error)
{
    return read_once(context, tunip_source_open_lazily(context, path, error), error);
}

/* ---- saving ---- */

const char *tunip_vintage_format(unsigned vintage)
{
    return vintage && vintage <= TN_VINTAGE_LAST_LEGACY ? tunip_format_tvm_legacy.name
                                                        : tunip_format_tvm_json.name;
}

/* No version of TVM reads both of its formats. If the caller names no version, both are fine. */
static tunip_status check_version(const tunip_format *format, const tunip_node *root,
                                  unsigned vintage, tunip_error *error)
{
    bool is_tvm = format == &tunip_format_tvm_legacy || format == &tunip_format_tvm_json;
    if (!is_tvm || !vintage) return TUNIP_OK;
    unsigned nodes = tunip_vintage(root);
    if (nodes && nodes != TUNIP_VINTAGE_USUAL)
        vintage = nodes; /* the types of the usual one are of older ones, too */
    const char *own = tunip_vintage_format(vintage);
    if (strcmp(own, format->name) == 0) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "%s is not the format of TVM v0.%u, of which the IR is: that is %s",
                           format->name, vintage, own);
}

static tunip_status save(const tunip_context *context, const char *name, unsigned vintage,
                         const tunip_node *root, tunip_write_fn write, void *user,
                         tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    const tunip_output output = {.size = sizeof output,
                                 .context = context,
                                 .root = root,
                                 .write = write,
                                 .user = user,
                                 .error = &own,
                                 .vintage = vintage};
    tunip_status status = TUNIP_ERROR_ARGUMENT;
    const tunip_format *format = NULL;
    if (!context || !name)
        tunip_error_set(&own, status, "saving needs a %s", context ? "format" : "context");
    else
        format = tn_format_named(context, name, true, &own);
    if (format) status = tn_require_sound(context, root, TN_FLAWS_UNREADABLE, &own);
    if (format && status == TUNIP_OK) status = check_version(format, root, vintage, &own);
    if (format && status == TUNIP_OK) status = check_result(format, format->write(&output), &own);
    if (own.code == TUNIP_OK) return TUNIP_OK;
    if (error && error->code == TUNIP_OK) *error = own;
    return own.code;
}

tunip_status tunip_save_as(const tunip_context *context, const char *name, const tunip_node *root,
                           tunip_write_fn write, void *user, tunip_error *error)
{
    return save(context, name, 0, root, write, user, error);
}

tunip_status tunip_save_for(const tunip_context *context, const char *name, unsigned vintage,
                            const tunip_node *root, tunip_write_fn write, void *user,
                            tunip_error *error)
{
    tunip_status status = tn_vintage_check_file(vintage, error);
    if (status != TUNIP_OK) return status;
    if (!name) name = tunip_vintage_format(vintage ? vintage : tunip_vintage(root));
    return save(context, name, vintage, root, write, user, error);
}

tunip_status tunip_save(const tunip_context *context, const tunip_node *root, tunip_write_fn write,
                        void *user, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    bool is_sound = context && tn_require_valid(context, root, &own) == TUNIP_OK;
    const char *format = tunip_vintage_format(is_sound ? tunip_vintage(root) : 0);
    return tunip_save_as(context, format, root, write, user, error);
}

/* ======== refusals ======== */

/* Reports the nodes of a script that its version cannot express. */

/* A refusal and its place in the script. */
typedef struct refused {
    const tn_refusal *refusal;
    tunip_origin place;
} refused;

/* A search for the places. Nodes of the metadata section have no place in the script, so theirs is
 * that of the nearest node around them that has one. */
typedef struct search {
    refused *all;
    tn_map numbers; /* node -> its number in `all`, + 1 */
} search;

static bool note_place(const tunip_node *node, const tunip_origin *nearest, void *user)
{
    search *s = user;
    const uint64_t *number = tn_map_get(&s->numbers, node);
    if (number) s->all[*number - 1].place = *nearest;
    return true;
}

static bool find_places(const tunip_converter *c, const tunip_node *root, refused *all)
{
    search s = {.all = all};
    bool fine = true;
    tn_map_init(&s.numbers, c->allocator);
    for (size_t i = 0; fine && i < c->refusals.count; i++) {
        uint64_t *number = tn_map_put(&s.numbers, all[i].refusal->node, NULL);
        fine = number;
        if (number) *number = i + 1;
    }
    fine = fine && tn_origins_walk(c->graph, root, note_place, &s);
    tn_map_free(&s.numbers);
    return fine;
}

static int by_place(const void *a, const void *b)
{
    const refused *x = a, *y = b;
    if (x->place.begin != y->place.begin) return x->place.begin < y->place.begin ? -1 : 1;
    return x->refusal < y->refusal ? -1 : x->refusal > y->refusal;
}

tunip_status tn_refusals_report(const tunip_input *input, const tunip_converter *c,
                                const tunip_node *root)
{
    size_t count = c->refusals.count, size = count * sizeof(refused);
    refused *all = c->allocator->alloc(c->allocator->ctx, size);
    if (!all) return tn_no_memory(input->error);
    for (size_t i = 0; i < count; i++) all[i] = (refused){.refusal = &c->refusals.items[i]};
    tunip_status status = TUNIP_ERROR_ARGUMENT;
    if (!find_places(c, root, all)) status = tn_no_memory(input->error);
    qsort(all, count, sizeof *all, by_place);
    for (size_t i = 0; i < count && status == TUNIP_ERROR_ARGUMENT; i++) {
        const tn_refusal *refusal = all[i].refusal;
        const tunip_origin *place = &all[i].place;
        status = tunip_input_fail(input, TUNIP_ERROR_ARGUMENT, place->begin, place->end, "%.*s",
                                  (int)refusal->message.size, refusal->message.data);
    }
    c->allocator->free(c->allocator->ctx, all, size);
    return status;
}

/* ======== script ======== */

/* Complaints of elaborate as diagnostics, and the metadata section of scripts. */

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

void tn_script_complain(tn_script_reader *r, const tunip_doc *doc, const tunip_doc *around,
                        tn_complaint kind, const char *rule, tunip_str text)
{
    const char *message = text.data ? text.data : "";
    if (kind != TN_DETAIL) {
        tunip_severity severity =
            kind == TN_WARNING ? TUNIP_SEVERITY_WARNING : TUNIP_SEVERITY_ERROR;
        r->last = NULL; /* takes no details */
        if (is_known(r, doc, text)) return;
        if (kind == TN_ELSEWHERE) rule = "define";
        r->last = tunip_diagnostics_add(r->diagnostics, severity, rule, message);
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
    for (size_t i = r->first; i < count; i++) {
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
const tunip_node *tn_script_as_older(tn_script_reader *r, const tunip_node *root,
                                     tunip_error *error)
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
    if (made && !tn_converter_keep_origins(&c)) status = tn_no_memory(input->error);
    if (r->is_refused && input->origins) status = tn_refusals_report(input, &c, root);
    tn_converter_close(&c);
    tunip_graph_set_root(input->graph, made);
    input->graph->vintage = r->vintage; /* all its nodes may be of other versions, too */
    return status;
}

/* The metadata section is a text of another format, whose nodes belong to the same graph. */
const tunip_node *tn_script_load(tn_script_reader *r, tunip_str text, const tunip_doc *doc)
{
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
    if (root && !r->is_node) root = tn_script_as_older(r, root, &error);
    if (root) return root;
    char message[sizeof error.message + 64];
    snprintf(message, sizeof message, "the metadata cannot be read: %s", error.message);
    tn_script_complain(r, doc, NULL, TN_COMPLAINT, "script", tunip_str_from(message));
    if (error.code == TUNIP_ERROR_MEMORY) r->arena->failed = true;
    return NULL;
}

/* The path of a file in the folder of the source; NULL when out of memory. */
static const char *path_beside(tn_script_reader *r, tunip_str name)
{
    tunip_str source = tunip_source_name(r->input->source);
    size_t folder = source.size;
    while (folder && source.data[folder - 1] != '/') folder--;
    if (!folder) source = (tunip_str){"./", folder = 2};
    char *path = tn_arena_alloc(r->arena, folder + name.size + 1);
    if (!path) return NULL;
    memcpy(path, source.data, folder);
    memcpy(path + folder, name.data, name.size);
    path[folder + name.size] = '\0';
    return path;
}

const tunip_node *tn_script_load_file(tn_script_reader *r, tunip_str name, const tunip_doc *doc)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (r->input->options->metadata.size)
        return tn_script_load(r, r->input->options->metadata, doc);
    bool is_plain = name.size && !memchr(name.data, 0, name.size) &&
                    !memchr(name.data, '/', name.size) && !memchr(name.data, '\\', name.size);
    if (!is_plain) {
        tn_script_complain(
            r, doc, NULL, TN_COMPLAINT, "script",
            tunip_str_from("the metadata file stands beside the script: expected the "
                           "name of a file without its folder"));
        return NULL;
    }
    const char *path = path_beside(r, name);
    tunip_source *source =
        path ? tunip_source_find(r->input->context, tunip_str_from(path), 0, NULL, &error) : NULL;
    const tunip_node *root = source ? tn_script_load(r, tunip_source_text(source), doc) : NULL;
    char message[sizeof error.message + 64];
    snprintf(message, sizeof message, "the metadata file cannot be read: %s", error.message);
    if (!source && error.code != TUNIP_OK)
        tn_script_complain(r, doc, NULL, TN_COMPLAINT, "script", tunip_str_from(message));
    tunip_source_free(source);
    return root;
}

/* ---- the end ---- */

tunip_status tn_script_end(tn_script_reader *r, tunip_status status)
{
    const tunip_input *input = r->input;
    bool is_cut = r->arena->failed || tunip_graph_status(input->graph) == TUNIP_ERROR_MEMORY ||
                  tunip_diagnostics_status(r->diagnostics) == TUNIP_ERROR_MEMORY;
    if (!is_cut) return status;
    if (input->error) *input->error = (tunip_error)TUNIP_ERROR_INIT;
    return tn_no_memory(input->error);
}

/* ======== format ======== */

/* The registry of formats. */

static tunip_status check(const tunip_context *context, const tunip_format *format,
                          tunip_error *error)
{
    if (!format || !format->name)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a format without a name");
    tunip_status status = tn_verify_name("format", format->name, error);
    if (status != TUNIP_OK) return status;
    if (atomic_load(&context->frozen))
        return tunip_error_set(error, TUNIP_ERROR_LIMIT,
                               "format %s cannot be added after the first print", format->name);
    status = tn_check_abi("format", format->name, format->abi, TUNIP_FORMAT_ABI,
                          format->size == sizeof *format, error);
    if (status == TUNIP_OK) status = tn_verify_format(format, error);
    if (status != TUNIP_OK) return status;
    if (tn_context_find_format(context, format->name))
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                               "a format called %s is registered already", format->name);
    return TUNIP_OK;
}

tunip_status tunip_context_add_format(tunip_context *context, const tunip_format *format,
                                      tunip_error *error)
{
    tn_mutex_lock(&context->freezing);
    tunip_status status = check(context, format, error);
    if (status == TUNIP_OK && !tn_array_push(&context->formats, &context->allocator, format))
        status = tn_no_memory(error);
    tn_mutex_unlock(&context->freezing);
    return status;
}

const tunip_format *tunip_context_format(const tunip_context *context, size_t index)
{
    return index < context->formats.count ? context->formats.items[index] : NULL;
}

const tunip_format *tn_context_find_format(const tunip_context *context, const char *name)
{
    for (size_t i = 0; i < context->formats.count; i++)
        if (strcmp(context->formats.items[i]->name, name) == 0) return context->formats.items[i];
    return NULL;
}
