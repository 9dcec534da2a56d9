/* render.c -- renders diagnostics: headline, place, excerpt, notes.
 *
 *     error[bounds]: index out of bounds
 *       --> module:4:16
 *        |
 *      4 |         B[i] = A[i + 1]
 *        |                ^^^^^^^^ reads A[16]
 *        |
 *        = help: guard it with T.if_then_else */
#include "../../print/print.h"
#include "../../util/options.h"
#include "../../util/text.h"
#include "../../util/unicode.h"
#include "labels.h"
#include "trace.h"

typedef struct painter {
    const tunip_source *source;
    const tn_lines *lines; /* of the source */
    const tunip_trace *trace;
    const tunip_allocator *allocator;
    tunip_diagnostics_options options;
    size_t number_width;
    TN_ARRAY(tn_label) labels; /* of the current diagnostic */
    tn_user_sites *sites;      /* NULL: the user's program is not shown */
    tn_text out;
    bool failed;
} painter;

/* ---- the headline ---- */

static void put_styled(painter *p, tn_style style, const char *text)
{
    tn_style_put(&p->out, style, p->options.colour);
    tn_text_put_word(&p->out, text);
    tn_style_put(&p->out, TN_STYLE_NONE, p->options.colour);
}

/* Writes a text of one or more lines; the lines after the first are indented. */
static void put_lines(painter *p, tunip_str text, size_t indent, tn_style style)
{
    for (size_t at = 0; at <= text.size;) {
        const char *feed = at < text.size ? memchr(text.data + at, '\n', text.size - at) : NULL;
        size_t end = feed ? (size_t)(feed - text.data) : text.size;
        if (at && end > at) tn_text_fill(&p->out, ' ', indent);
        tn_style_put(&p->out, style, p->options.colour && style != TN_STYLE_NONE);
        if (end > at) tn_text_put_visible(&p->out, (tunip_str){text.data + at, end - at});
        tn_style_put(&p->out, TN_STYLE_NONE, p->options.colour && style != TN_STYLE_NONE);
        tn_text_put_word(&p->out, "\n");
        at = end + 1;
    }
}

static size_t put_code(painter *p, tunip_str code)
{
    if (!code.size) return 0;
    tn_text_put_word(&p->out, "[");
    size_t before = p->out.bytes.count;
    tn_text_put_visible(&p->out, code);
    tunip_str shown = tn_text_behind(&p->out, before);
    tn_text_put_word(&p->out, "]");
    return tn_utf8_width(shown) + 2;
}

/* ---- the excerpt ---- */

/* Whether a label has a place in the excerpt. An unresolved label marks its nearest existing
 * ancestor, unless that is the whole module. */
static bool is_drawn(const tunip_label *label, const tunip_traced *traced)
{
    if (traced->kind != TUNIP_TRACED_UNRESOLVED || label->at == TUNIP_AT_SPAN) return true;
    return traced->path && traced->path->parent;
}

static tn_label label_of(const tunip_diagnostic *d, const tunip_label *label,
                         const tunip_traced *traced)
{
    bool primary = label->kind == TUNIP_LABEL_PRIMARY;
    return (tn_label){.begin = traced->begin,
                      .end = traced->end,
                      .primary = primary,
                      .style = primary ? (tn_style)d->severity : TN_STYLE_SECONDARY,
                      .text = label->text};
}

/* Writes the places in the user's program from which the labelled nodes come. */
static void put_sites(painter *p)
{
    tn_user_sites_begin(p->sites);
    for (size_t i = 0; i < p->labels.count; i++) tn_user_sites_add(p->sites, &p->labels.items[i]);
    if (!tn_user_sites_put(p->sites, &p->out, p->number_width)) p->failed = true;
}

/* Writes the place of the first primary label; of the first label if none is primary. */
static void put_place(painter *p)
{
    size_t first = 0, line, column;
    while (first < p->labels.count && !p->labels.items[first].primary) first++;
    if (first == p->labels.count) first = 0;
    tunip_source_locate(p->source, p->labels.items[first].begin, &line, &column);
    tn_text_fill(&p->out, ' ', p->number_width);
    put_styled(p, TN_STYLE_GUTTER, "--> ");
    tn_text_put_visible(&p->out, tunip_str_from(p->options.name));
    tn_text_put_word(&p->out, ":");
    tn_text_put_number(&p->out, line, 0);
    tn_text_put_word(&p->out, ":");
    tn_text_put_number(&p->out, column, 0);
    tn_text_put_word(&p->out, "\n");
}

static void put_bar(painter *p)
{
    tn_text_fill(&p->out, ' ', p->number_width + 1);
    put_styled(p, TN_STYLE_GUTTER, "|");
    tn_text_put_word(&p->out, "\n");
}

static void put_marked_text(painter *p)
{
    tn_labelling how = {.text = tunip_source_text(p->source),
                        .lines = p->lines,
                        .labels = p->labels.items,
                        .count = p->labels.count,
                        .context = p->options.context_lines,
                        .tab_width = p->options.tab_width,
                        .long_line = p->options.long_line,
                        .colour = p->options.colour,
                        .allocator = p->allocator};
    if (!tn_labels_put(&p->out, &how)) p->failed = true;
}

/* ---- remarks ---- */

static void put_remark(painter *p, tunip_severity severity, tunip_str text)
{
    const char *name = tunip_severity_name(severity);
    tn_text_fill(&p->out, ' ', p->number_width + 1);
    put_styled(p, TN_STYLE_GUTTER, "= ");
    put_styled(p, TN_STYLE_STRONG, name);
    tn_text_put_word(&p->out, ": ");
    put_lines(p, text, p->number_width + 1 + strlen("= : ") + strlen(name), TN_STYLE_NONE);
}

static void put_remarks(painter *p, const tunip_diagnostic *d)
{
    for (size_t i = 0; i < d->note_count; i++)
        put_remark(p, d->notes[i].severity, d->notes[i].text);
    for (size_t i = 0; i < d->label_count; i++) {
        /* Explains why a label is unresolved. */
        const tunip_label *label = &d->labels[i];
        const tunip_traced *traced = tunip_trace_get(p->trace, label->index);
        if (!traced->problem.size) continue;
        tn_text text;
        tn_text_init(&text, p->allocator);
        if (label->text.size) {
            tn_text_put_word(&text, "for \"");
            tn_text_put_visible(&text, label->text);
            tn_text_put_word(&text, "\": ");
        }
        tn_text_put_str(&text, traced->problem);
        if (text.failed) p->failed = true;
        put_remark(p, TUNIP_SEVERITY_NOTE, tn_text_behind(&text, 0));
        tn_text_free(&text);
    }
}

static bool has_remarks(const painter *p, const tunip_diagnostic *d)
{
    if (d->note_count) return true;
    for (size_t i = 0; i < d->label_count; i++)
        if (tunip_trace_get(p->trace, d->labels[i].index)->problem.size) return true;
    return false;
}

/* ---- all diagnostics ---- */

static void put_diagnostic(painter *p, const tunip_diagnostic *d)
{
    if (!p->options.no_headline) {
        const char *name = tunip_severity_name(d->severity);
        tn_style_put(&p->out, (tn_style)d->severity, p->options.colour);
        tn_text_put_word(&p->out, name);
        size_t width = strlen(name) + put_code(p, d->code);
        tn_style_put(&p->out, TN_STYLE_NONE, p->options.colour);
        bool blank = !d->message.size || d->message.data[0] == '\n';
        tn_text_put_word(&p->out, blank ? ":" : ": ");
        put_lines(p, d->message, width + 2, TN_STYLE_STRONG);
    }
    p->labels.count = 0;
    for (size_t i = 0; i < d->label_count && !p->failed; i++) {
        const tunip_label *label = &d->labels[i];
        const tunip_traced *traced = tunip_trace_get(p->trace, label->index);
        if (is_drawn(label, traced) &&
            !tn_array_push(&p->labels, p->allocator, label_of(d, label, traced)))
            p->failed = true;
    }
    if (p->labels.count && !p->failed) {
        if (!p->options.no_headline) put_place(p);
        put_bar(p);
        put_marked_text(p);
        if (p->sites) put_sites(p);
    }
    if (!has_remarks(p, d)) return;
    if (p->labels.count) put_bar(p);
    put_remarks(p, d);
}

static tunip_status put_all(painter *p, const tunip_diagnostics *diagnostics, tunip_write_fn write,
                            void *user, tunip_error *error)
{
    for (size_t i = 0; i < diagnostics->items.count; i++) {
        p->out.bytes.count = 0;
        if (i) tn_text_put_word(&p->out, "\n");
        put_diagnostic(p, diagnostics->items.items[i]);
        if (p->failed || p->out.failed) return tn_text_error(&p->out, error);
        if (write(p->out.bytes.items, p->out.bytes.count, user) != 0)
            return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
    }
    return TUNIP_OK;
}

static tunip_status take_options(tunip_diagnostics_options *out,
                                 const tunip_diagnostics_options *options, tunip_str name,
                                 tunip_error *error)
{
    tunip_status status = tn_options_take(out, sizeof *out, options, error);
    if (!out->context_lines) out->context_lines = 1;
    if (out->no_context) out->context_lines = 0;
    if (!out->tab_width) out->tab_width = 4;
    if (!out->name) out->name = name.data;
    if (status == TUNIP_OK)
        status = tn_options_check_table("folders", out->source_folder_count,
                                        (const void *)out->source_folders, error);
    if (out->tab_width <= TUNIP_WIDEST_TAB) return status;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "tab_width is %zu; at most %d columns are allowed", out->tab_width,
                           TUNIP_WIDEST_TAB);
}

/* Frees the trace. */
static tunip_status draw(painter *p, const tunip_diagnostics *diagnostics, tunip_trace *trace,
                         size_t max_bytes, tunip_write_fn write, void *user, tunip_error *error)
{
    p->trace = trace;
    p->lines = tn_source_lines(p->source);
    p->allocator = &diagnostics->arena.allocator;
    tunip_status status = TUNIP_ERROR_MEMORY;
    tn_text_init(&p->out, p->allocator);
    p->out.max_bytes = max_bytes;
    if (p->lines) {
        p->number_width = tn_labels_number_width(p->lines);
        status = put_all(p, diagnostics, write, user, error);
    }
    tn_text_free(&p->out);
    tn_array_free(&p->labels, p->allocator);
    tunip_trace_free(trace);
    return status == TUNIP_OK ? status : tunip_error_set(error, status, "out of memory");
}

static tunip_status begin(painter *p, const tunip_diagnostics *diagnostics,
                          const tunip_diagnostics_options *options, tunip_error *error)
{
    tunip_status status = take_options(&p->options, options, p->source->name, error);
    if (status != TUNIP_OK) return status;
    if (tunip_diagnostics_status(diagnostics) != TUNIP_OK)
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while collecting");
    return TUNIP_OK;
}

tunip_status tunip_diagnostics_render(const tunip_diagnostics *diagnostics,
                                      const tunip_printed *printed,
                                      const tunip_diagnostics_options *options,
                                      tunip_write_fn write, void *user, tunip_error *error)
{
    painter p = {.source = &printed->source};
    tunip_status status = begin(&p, diagnostics, options, error);
    if (status != TUNIP_OK) return status;
    tunip_trace *trace = tunip_diagnostics_trace(diagnostics, printed, error);
    if (!trace) return printed->render.keep_spans ? TUNIP_ERROR_MEMORY : TUNIP_ERROR_ARGUMENT;
    tn_user_sites sites = {.context = printed->docsifier.context,
                           .options = &p.options,
                           .allocator = &diagnostics->arena.allocator};
    if (p.options.spans) {
        sites.map = tunip_site_map_new(printed, error);
        p.sites = &sites;
    }
    if (p.sites && !sites.map) {
        tunip_trace_free(trace);
        return TUNIP_ERROR_MEMORY;
    }
    status =
        draw(&p, diagnostics, trace, printed->docsifier.options->max_bytes, write, user, error);
    tn_user_sites_free(&sites);
    return status;
}

tunip_status tunip_diagnostics_render_source(const tunip_diagnostics *diagnostics,
                                             const tunip_source *source,
                                             const tunip_diagnostics_options *options,
                                             tunip_write_fn write, void *user, tunip_error *error)
{
    painter p = {.source = source};
    tunip_status status = begin(&p, diagnostics, options, error);
    if (status != TUNIP_OK) return status;
    tunip_trace *trace = tn_trace_text(diagnostics, tunip_source_text(source).size, error);
    return trace ? draw(&p, diagnostics, trace, 0, write, user, error) : TUNIP_ERROR_MEMORY;
}

tunip_status tunip_diagnostics_render_origins(const tunip_diagnostics *diagnostics,
                                              const tunip_graph *graph, const tunip_source *source,
                                              const tunip_diagnostics_options *options,
                                              tunip_write_fn write, void *user, tunip_error *error)
{
    painter p = {.source = source};
    tunip_error own = TUNIP_ERROR_INIT;
    tunip_status status = begin(&p, diagnostics, options, error);
    if (status != TUNIP_OK) return status;
    tunip_trace *trace = tunip_diagnostics_trace_source(diagnostics, graph, source, &own);
    if (trace) return draw(&p, diagnostics, trace, 0, write, user, error);
    if (error && error->code == TUNIP_OK) *error = own;
    return own.code;
}

static int append(const char *data, size_t size, void *user)
{
    tn_text_put(user, data, size);
    return ((tn_text *)user)->failed;
}

char *tunip_diagnostics_text(const tunip_diagnostics *diagnostics, const tunip_printed *printed,
                             const tunip_diagnostics_options *options, tunip_error *error)
{
    tn_text text;
    tunip_error failure = TUNIP_ERROR_INIT;
    const tunip_allocator *allocator = diagnostics ? &diagnostics->arena.allocator : &tn_malloc;
    tn_text_init(&text, allocator);
    if (printed) text.max_bytes = printed->docsifier.options->max_bytes;
    tunip_status status =
        tunip_diagnostics_render(diagnostics, printed, options, append, &text, &failure);
    char *string = NULL;
    if (status == TUNIP_OK)
        string = tn_string_new(allocator, (tunip_str){text.bytes.items, text.bytes.count});
    if (!string && (status == TUNIP_OK || text.failed))
        tn_text_error(&text, error);
    else if (!string)
        tunip_error_set(error, status, "%s", failure.message);
    tn_text_free(&text);
    return string;
}

void tunip_diagnostics_text_free(const tunip_diagnostics *diagnostics, char *text)
{
    if (text) tn_string_free(&diagnostics->arena.allocator, text);
}
