/* read.c -- a read and a save from end to end: finds the format, calls it, and makes sure that the
 * caller gets an error if it fails.
 *
 *     text --format--> node graph --format--> text
 */
#include <stdarg.h>
#include <stdio.h>

#include <tunip/vintage.h>

#include "../core/base/source.h"
#include "../core/base/unicode.h"
#include "../core/context.h"
#include "../core/ir/graph.h"
#include "../core/ir/vintage.h"
#include "../core/source_file.h"
#include "../core/verify/check.h"
#include "read_options.h"
#include "readers.h"

/* ---- finding the format ---- */

static const tunip_format *find_named(const tunip_context *context, const char *name, bool writes,
                                      tunip_error *error)
{
    const tunip_format *format = tn_context_find_format(context, name);
    if (!format)
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no format is called %s", name);
    else if (writes ? !format->write : !format->read)
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the format %s cannot be %s", name,
                        writes ? "written" : "read");
    else
        return format;
    return NULL;
}

/* The text after a byte order mark and white space. */
static tunip_str skip_blanks(tunip_str text)
{
    size_t mark = tn_mark_size(text), blanks = mark + strspn(text.data + mark, " \t\r\n");
    return (tunip_str){text.data + blanks, text.size - blanks};
}

/* How well each format fits; the best fit, and how many formats share it. */
typedef struct fit {
    const tunip_format *best;
    tunip_sniff sniff;
    size_t count;
} fit;

/* A plugin may return any number. */
static tunip_sniff sniff_one(const tunip_format *format, tunip_str head)
{
    tunip_sniff found = format->sniff ? format->sniff(head) : TUNIP_SNIFF_NO;
    return (unsigned)found > TUNIP_SNIFF_SURE ? TUNIP_SNIFF_SURE : found;
}

static fit sniff(const tunip_context *context, tunip_str head)
{
    fit found = {.sniff = TUNIP_SNIFF_NO};
    const tunip_format *format;
    for (size_t i = 0; (format = tunip_context_format(context, i)); i++) {
        tunip_sniff one = sniff_one(format, head);
        if (one == TUNIP_SNIFF_NO || one < found.sniff) continue;
        found.count = one == found.sniff ? found.count + 1 : 1;
        if (one > found.sniff) found.best = format;
        found.sniff = one;
    }
    return found;
}

/* Calls `sniff` of all formats. If none fits, calls them again with the whole text, because a text
 * may begin with anything; then only good fits count. */
static fit sniff_all(const tunip_context *context, tunip_str text)
{
    fit found = sniff(context, skip_blanks(text));
    return found.sniff < TUNIP_SNIFF_LIKELY ? (fit){.sniff = TUNIP_SNIFF_NO} : found;
}

/* The names of the formats that can be read, or of those that fit as well as `only`, separated by
 * commas and cut to `size`. */
static void list(const tunip_context *context, tunip_str head, tunip_sniff only, char *out,
                 size_t size)
{
    const tunip_format *format;
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; (format = tunip_context_format(context, i)) && used < size; i++) {
        if (!format->read) continue;
        if (only != TUNIP_SNIFF_NO && sniff_one(format, head) != only) continue;
        used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", format->name);
    }
}

static tunip_str head_of(tunip_str text)
{
    tunip_str rest = skip_blanks(text);
    return (tunip_str){rest.data, rest.size < TUNIP_SNIFF_SIZE ? rest.size : TUNIP_SNIFF_SIZE};
}

static bool ends_with(tunip_str name, const char *suffix)
{
    size_t size = strlen(suffix);
    return name.size > size && memcmp(name.data + name.size - size, suffix, size) == 0;
}

/* The format whose suffix the name of a file has, or NULL. */
static const tunip_format *find_suffix(const tunip_context *context, tunip_str name)
{
    const tunip_format *format;
    for (size_t i = 0; (format = tunip_context_format(context, i)); i++)
        if (format->read && format->suffix && ends_with(name, format->suffix)) return format;
    return NULL;
}

/* Inputs in no format, by the bytes at a place of theirs. A tar archive has its mark far behind its
 * beginning. */
static const struct {
    size_t at;
    const char *bytes, *what;
} foreign[] = {
    {0, "\x1F\x8B", "it is compressed with gzip: unpack it first"},
    {0, "\3757zXZ", "it is compressed with xz: unpack it first"},
    {0, "\x28\xB5\x2F\xFD", "it is compressed with zstd: unpack it first"},
    {0, "BZh", "it is compressed with bzip2: unpack it first"},
    {0, "PK\x03\x04", "it is a ZIP archive: unpack it first"},
    {257, "ustar", "it is a tar archive: unpack it first, or see tunip inspect"},
    {0, "\177ELF", "it is a compiled library (ELF): see tunip inspect"},
    {0, "\xCF\xFA\xED\xFE", "it is a compiled library (Mach-O): see tunip inspect"},
    {0, "\xCA\xFE\xBA\xBE", "it is a compiled library (Mach-O): see tunip inspect"},
    {0, "\xFF\xFE", "it looks like text in UTF-16: save it as UTF-8"},
    {0, "\xFE\xFF", "it looks like text in UTF-16: save it as UTF-8"},
    {0, "{", "it looks like JSON, but not like a saved graph"},
    {0, "[", "it looks like JSON, but not like a saved graph"},
};

/* Says what the input looks like, and the formats that there are. */
static void fail_foreign(tunip_str head, const char *names, tunip_error *error)
{
    const char *what = memchr(head.data, '\0', head.size) ? "it looks like binary data" : NULL;
    for (size_t i = TUNIP_LEN(foreign); i-- > 0;) {
        size_t at = foreign[i].at, size = strlen(foreign[i].bytes);
        if (at + size <= head.size && memcmp(head.data + at, foreign[i].bytes, size) == 0)
            what = foreign[i].what;
    }
    tunip_error_set(error, TUNIP_ERROR_FORMAT, "in no known format (%s)%s%s", names,
                    what ? ": " : "", what ? what : "");
}

static const tunip_format *find_fitting(const tunip_context *context, const tunip_source *source,
                                        tunip_error *error)
{
    char names[200];
    tunip_str text, head = head_of(tn_source_head(source));
    if (head.size < TUNIP_SNIFF_SIZE) { /* perhaps the rest of the head is still in the file */
        if (tn_source_load(source, &text, error) != TUNIP_OK) return NULL;
        head = head_of(text);
    }
    if (!head.size) {
        tunip_error_set(error, TUNIP_ERROR_SYNTAX, "the input is empty");
        return NULL;
    }
    fit found = sniff(context, head);
    if (!found.count && tn_source_load(source, &text, error) != TUNIP_OK) return NULL;
    if (!found.count) found = sniff_all(context, text);
    const tunip_format *named =
        found.sniff < TUNIP_SNIFF_LIKELY ? find_suffix(context, source->name) : NULL;
    if (named || found.count == 1) return named ? named : found.best;
    list(context, head, found.sniff, names, sizeof names);
    if (found.count)
        tunip_error_set(error, TUNIP_ERROR_CONFLICT, "the formats %s fit equally well: name one",
                        names);
    else
        fail_foreign(head, names, error);
    return NULL;
}

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

const char *tunip_find_format(const tunip_context *context, const tunip_source *source,
                              tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    const tunip_format *format = find_fitting(context, source, &own);
    if (!format && error && error->code == TUNIP_OK) *error = own;
    return format ? format->name : NULL;
}

/* Only one format can read a text that is still in its file. */
static tunip_status load(const tunip_format *format, const tunip_source *source, tunip_error *error)
{
    return format == &tunip_format_tvm_json ? TUNIP_OK : tn_source_load(source, NULL, error);
}

static tunip_graph *read_source(const tunip_context *context, const tunip_source *source,
                                const tunip_read_options *options, tunip_error *error)
{
    const tunip_format *format = options->format
                                     ? find_named(context, options->format, false, error)
                                     : find_fitting(context, source, error);
    tunip_graph *graph = format ? tunip_graph_new(context, error) : NULL;
    if (!graph) return NULL;
    graph->text_size = tn_source_size(source);
    tn_arena_expect(&graph->arena, graph->text_size / 4); /* any format takes that much */
    const tunip_input input = {.size = sizeof input,
                               .context = context,
                               .source = source,
                               .graph = graph,
                               .origins = options->origins,
                               .diagnostics = options->diagnostics,
                               .error = error,
                               .options = options};
    if (load(format, source, error) == TUNIP_OK &&
        check_result(format, format->read(&input), error) == TUNIP_OK)
        return graph;
    tunip_graph_free(graph);
    return NULL;
}

tunip_graph *tunip_read_source(const tunip_context *context, const tunip_source *source,
                               const tunip_read_options *options, tunip_error *error)
{
    tunip_read_options taken;
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_graph *graph = NULL;
    size_t errors = 0;
    if (tn_read_options_take(&taken, options, &own) == TUNIP_OK &&
        tn_input_needs(context, &own) == TUNIP_OK) {
        errors = count_errors(taken.diagnostics);
        graph = read_source(context, source, &taken, &own);
    }
    if (graph) return graph;
    diagnose(taken.diagnostics, errors, &own);
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
        format = find_named(context, name, true, &own);
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
