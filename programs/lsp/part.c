/* part.c -- reads the modules of a document: finds them, takes over those that are the same as
 * before, and reads the others. */
#include "part.h"

#include <stdlib.h>
#include <string.h>
#include <tunip/ext/format.h>

#include "../../src/util/tables.h"

/* ---- findings ---- */

/* Counts the places and the advice of a diagnostic that are not its main place. */
static size_t count_related(const tunip_diagnostic *from)
{
    size_t count = 0;
    while (tunip_diagnostic_label(from, count)) count++;
    size_t labels = count;
    while (tunip_diagnostic_remark(from, count - labels)) count++;
    return count;
}

static void copy_related(lsp_part *part, lsp_finding *to, const tunip_diagnostic *from,
                         const tunip_label *primary)
{
    const tunip_label *label;
    const tunip_remark *remark;
    to->related = tn_arena_array(&part->arena, count_related(from), sizeof *to->related);
    for (size_t i = 0; to->related && (label = tunip_diagnostic_label(from, i)); i++) {
        if (label == primary || !label->text.size) continue;
        tunip_str text = tn_arena_str(&part->arena, label->text);
        to->related[to->related_count++] = (lsp_related){label->begin, label->end, text};
    }
    for (size_t i = 0; to->related && (remark = tunip_diagnostic_remark(from, i)); i++) {
        tunip_str text = tn_arena_str(&part->arena, remark->text);
        to->related[to->related_count++] = (lsp_related){to->begin, to->end, text};
    }
}

static bool copy_finding(lsp_part *part, lsp_finding *to, const tunip_diagnostic *from,
                         const tunip_label *primary)
{
    const tunip_fix *fix;
    size_t fixes = 0;
    *to = (lsp_finding){.severity = tunip_diagnostic_severity(from),
                        .code = tn_arena_str(&part->arena, tunip_diagnostic_code(from)),
                        .message = tn_arena_str(&part->arena, tunip_diagnostic_message(from)),
                        .begin = primary ? primary->begin : 0,
                        .end = primary ? primary->end : 0};
    copy_related(part, to, from, primary);
    while (tunip_diagnostic_fix(from, fixes)) fixes++;
    to->fixes = tn_arena_array(&part->arena, fixes, sizeof *to->fixes);
    for (size_t i = 0; to->fixes && (fix = tunip_diagnostic_fix(from, i)); i++)
        to->fixes[to->fix_count++] =
            (lsp_fix){fix->begin, fix->end, tn_arena_str(&part->arena, fix->text),
                      tn_arena_str(&part->arena, fix->message)};
    return to->message.data && to->related && to->fixes;
}

static const tunip_label *primary_of(const tunip_diagnostic *d)
{
    const tunip_label *label;
    for (size_t i = 0; (label = tunip_diagnostic_label(d, i)); i++)
        if (label->kind == TUNIP_LABEL_PRIMARY && label->at == TUNIP_AT_SPAN) return label;
    return NULL;
}

/* Copies the findings in a part; those without a place belong to a part that is the whole text. */
static bool copy_findings(lsp_part *part, const tunip_diagnostics *found, bool is_whole)
{
    const tunip_diagnostic *d;
    part->findings =
        tn_arena_array(&part->arena, tunip_diagnostics_count(found), sizeof *part->findings);
    if (!part->findings) return false;
    for (size_t i = 0; (d = tunip_diagnostics_get(found, i)); i++) {
        const tunip_label *primary = primary_of(d);
        bool is_here = primary && primary->begin >= part->begin && primary->begin <= part->end;
        if (!is_whole && !is_here) continue;
        if (!copy_finding(part, &part->findings[part->finding_count++], d, primary)) return false;
    }
    return true;
}

/* ---- names ---- */

static int by_place(const void *a, const void *b)
{
    const tunip_use *x = *(const tunip_use *const *)a, *y = *(const tunip_use *const *)b;
    if (x->begin != y->begin) return x->begin < y->begin ? -1 : 1;
    if (x->end != y->end) return x->end > y->end ? -1 : 1;
    return (x > y) - (x < y); /* in the order in which they were read */
}

static bool sort_names(lsp_part *part)
{
    size_t count = tunip_uses_count(part->uses), kept = 0;
    part->names = tn_arena_array(&part->arena, count, sizeof(*part->names));
    if (!part->names) return false;
    for (size_t i = 0; i < count; i++) part->names[i] = tunip_uses_get(part->uses, i);
    if (count) qsort((void *)part->names, count, sizeof(*part->names), by_place);
    for (size_t i = 0; i < count; i++) {
        const tunip_use *next = i + 1 < count ? part->names[i + 1] : NULL;
        bool is_replaced =
            next && next->begin == part->names[i]->begin && next->end == part->names[i]->end;
        if (!is_replaced) part->names[kept++] = part->names[i];
    }
    part->name_count = kept;
    return tunip_uses_status(part->uses) == TUNIP_OK;
}

/* ---- reading ---- */

/* A reading of the parts of a document that are new. */
typedef struct reading {
    const lsp_options *options;
    const lsp_document *d;
    const tunip_source *source;
    const tunip_log *log; /* NULL: the whole text is one part */
    const char *format;
    const tunip_diagnostics *found;
} reading;

static bool finish_part(const reading *r, lsp_part *part, size_t index)
{
    tunip_str text = lsp_document_text(r->d);
    if (r->log) part->name = tn_arena_str(&part->arena, tunip_log_get(r->log, index)->name);
    text = (tunip_str){text.data + part->begin, part->end - part->begin};
    part->text = tn_arena_str(&part->arena, text);
    if (!part->text.data) return false;
    if (part->graph && !outline_collect(&part->entries, tunip_graph_root(part->graph)))
        return false;
    return sort_names(part) && copy_findings(part, r->found, !r->log);
}

static void free_part(lsp_part *part)
{
    tunip_uses_free(part->uses);
    tunip_graph_free(part->graph);
    outline_free(&part->entries);
    tn_arena_free(&part->arena);
}

static void free_parts(lsp_part *parts, size_t count)
{
    for (size_t i = 0; parts && i < count; i++) free_part(&parts[i]);
    free(parts);
}

void lsp_parts_free(lsp_document *d)
{
    free_parts(d->parts, d->part_count);
    d->parts = NULL;
    d->part_count = 0;
}

/* Checks a source, and keeps what was read of its parts: `fresh` are their numbers in `parts`. */
static bool read_fresh(reading *r, lsp_part *parts, const size_t *fresh, size_t count)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diagnostics *found = tunip_diagnostics_new(NULL, &error);
    tunip_uses **uses = calloc(count, sizeof(*uses));
    tunip_graph **graphs = calloc(count, sizeof(*graphs));
    tunip_rules_options rules = TUNIP_RULES_OPTIONS_INIT;
    rules.rules = r->options->rules;
    rules.rule_count = r->options->rule_count;
    rules.vintage = r->options->vintage;
    rules.format = r->log ? "log" : r->format;
    rules.uses = uses;
    rules.graphs = graphs;
    rules.kept = count;
    bool fine = found && uses && graphs;
    for (size_t i = 0; i < count && fine; i++)
        fine = (uses[i] = parts[fresh[i]].uses = tunip_uses_new(NULL, &error)) != NULL;
    if (fine &&
        tunip_rules_check_source(r->options->context, r->source, &rules, found, &error) != TUNIP_OK)
        tunip_diagnostics_add(found, TUNIP_SEVERITY_ERROR, "input", error.message);
    fine = fine && error.code != TUNIP_ERROR_MEMORY && tunip_diagnostics_status(found) == TUNIP_OK;
    r->found = found;
    for (size_t i = 0; i < count && graphs; i++) parts[fresh[i]].graph = graphs[i];
    for (size_t i = 0; i < count && fine; i++) fine = finish_part(r, &parts[fresh[i]], i);
    tunip_diagnostics_free(found);
    free((void *)uses);
    free((void *)graphs);
    return fine;
}

/* ---- parts that stay ---- */

static bool take_over(lsp_document *d, lsp_part *part, tunip_str text)
{
    for (size_t i = 0; i < d->part_count; i++) {
        lsp_part *old = &d->parts[i];
        if (!old->uses || !tunip_str_equal(old->text, text)) continue;
        size_t begin = part->begin, end = part->end;
        *part = *old;
        *old = (lsp_part){.uses = NULL};
        tn_arena_init(&old->arena, NULL);
        part->shift += begin - part->begin;
        part->begin = begin;
        part->end = end;
        return true;
    }
    return false;
}

static void blank(char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (text[i] != '\n' && text[i] != '\r') text[i] = ' ';
}

/* A hash of the text between the parts: imports and constants have effects on all of them. */
static uint64_t hash_outside(const tunip_log *log, const char *text, size_t size)
{
    uint64_t hash = 0;
    size_t at = 0;
    for (size_t i = 0; i <= tunip_log_count(log); i++) {
        const tunip_logged *logged = tunip_log_get(log, i);
        size_t end = logged ? logged->begin : size;
        if (end > at) hash = hash * 31 + tn_hash_bytes(text + at, end - at);
        if (logged && logged->end > at) at = logged->end;
    }
    return hash;
}

/* Takes over the parts of `log` that were there before, and makes them blank in `text`. Returns the
 * number of the others, and stores their numbers. */
static size_t take_known(lsp_document *d, const tunip_log *log, char *text, lsp_part *parts,
                         size_t *fresh)
{
    uint64_t outside = hash_outside(log, text, lsp_document_text(d).size);
    bool is_known = d->parts && outside == d->outside;
    size_t count = 0;
    for (size_t i = 0; i < tunip_log_count(log); i++) {
        const tunip_logged *logged = tunip_log_get(log, i);
        tn_arena_init(&parts[i].arena, NULL);
        parts[i].begin = logged->begin;
        parts[i].end = logged->end;
        tunip_str own = {lsp_document_text(d).data + logged->begin, logged->end - logged->begin};
        if (is_known && take_over(d, &parts[i], own))
            blank(text, parts[i].begin, parts[i].end);
        else
            fresh[count++] = i;
    }
    d->outside = outside;
    return count;
}

/* Whether the modules of a text are these parts, at these places. */
static bool is_same_cut(const tunip_log *log, const lsp_part *parts, const size_t *fresh,
                        size_t count)
{
    bool fits = tunip_log_count(log) == count;
    for (size_t i = 0; i < count && fits; i++) {
        const tunip_logged *logged = tunip_log_get(log, i);
        fits = logged->begin == parts[fresh[i]].begin && logged->end == parts[fresh[i]].end;
    }
    return fits;
}

/* Reads the modules of a text, as far as they are `fresh`. Sets *fits to false if the text has
 * other modules. */
static bool read_text(const lsp_options *options, const lsp_document *d, tunip_str text,
                      lsp_part *parts, const size_t *fresh, size_t count, bool *fits)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_new(NULL, d->uri, text, &error);
    tunip_log *log = source ? tunip_log_new(options->context, source, &error) : NULL;
    reading r = {.options = options, .d = d, .source = source, .log = log};
    *fits = is_same_cut(log, parts, fresh, count);
    bool fine = log && (!*fits || read_fresh(&r, parts, fresh, count));
    tunip_log_free(log);
    tunip_source_free(source);
    return fine;
}

/* Finds the modules in the text, and reads those that are new: in a copy of the text in which all
 * others are blank, so that all places stay. A wrong text may fall into other modules then, so it
 * is read as a whole. */
static bool read_modules(const lsp_options *options, lsp_document *d, lsp_part **parts,
                         size_t *count)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str content = lsp_document_text(d);
    tunip_source *source = tunip_source_new(NULL, d->uri, content, &error);
    tunip_log *log = source ? tunip_log_new(options->context, source, &error) : NULL;
    char *text = malloc(content.size + 1);
    size_t *fresh = calloc(tunip_log_count(log) + 1, sizeof *fresh);
    *count = tunip_log_count(log);
    *parts = calloc(*count + 1, sizeof **parts);
    bool fine = log && text && fresh && *parts, fits = true;
    if (fine) {
        memcpy(text, content.data, content.size + 1);
        size_t news = take_known(d, log, text, *parts, fresh);
        tunip_str rest = {text, content.size};
        if (news) fine = read_text(options, d, rest, *parts, fresh, news, &fits);
    }
    tunip_log_free(log);
    tunip_source_free(source);
    free(text);
    free(fresh);
    if (!fine || fits) return fine;
    free_parts(*parts, *count);
    lsp_parts_free(d);
    return read_modules(options, d, parts, count);
}

/* Reads the text as one part. */
static bool read_whole(const lsp_options *options, const lsp_document *d, const char *format,
                       lsp_part **parts, size_t *count)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_new(NULL, d->uri, lsp_document_text(d), &error);
    reading r = {.options = options, .d = d, .source = source, .format = format};
    size_t first = 0;
    *count = 1;
    *parts = calloc(1, sizeof **parts);
    if (*parts) {
        tn_arena_init(&(*parts)->arena, NULL);
        (*parts)->end = lsp_document_text(d).size;
    }
    bool fine = source && *parts && read_fresh(&r, *parts, &first, 1);
    tunip_source_free(source);
    return fine;
}

/* Whether JSON in this format is a saved graph. Editors send all files of JSON, most of which are
 * something else, so a guess is not enough. */
static bool is_saved_graph(const lsp_document *d, const tunip_format *format)
{
    tunip_str text = lsp_document_text(d);
    size_t blanks = strspn(text.data, " \t\r\n");
    size_t size = text.size - blanks < TUNIP_SNIFF_SIZE ? text.size - blanks : TUNIP_SNIFF_SIZE;
    if (!format->sniff || format->sniff((tunip_str){text.data + blanks, size}) < TUNIP_SNIFF_LIKELY)
        return false;
    return strcmp(format->name, "tvm-json") != 0 || strstr(text.data, "\"root_index\"");
}

/* The format in which the whole text is read, by the name that the editor gives the language, or by
 * the text; NULL if none fits. */
static const char *format_of(const lsp_options *options, const lsp_document *d)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_format *format;
    if (tunip_str_is(d->language, "python")) return "log";
    for (size_t i = 0; (format = tunip_context_format(options->context, i)); i++)
        if (tunip_str_is(d->language, format->name)) return format->name;
    tunip_source *source = tunip_source_new(NULL, d->uri, lsp_document_text(d), &error);
    const char *name = source ? tunip_find_format(options->context, source, &error) : NULL;
    tunip_source_free(source);
    bool is_json = name && tunip_str_is(d->language, "json");
    for (size_t i = 0; is_json && (format = tunip_context_format(options->context, i)); i++)
        if (strcmp(name, format->name) == 0) return is_saved_graph(d, format) ? name : NULL;
    return name;
}

/* Whether modules stand between other text. */
static bool has_modules(const char *format)
{
    return strcmp(format, "log") == 0 || strcmp(format, "python") == 0;
}

bool lsp_parts_read(const lsp_options *options, lsp_document *d)
{
    tunip_str content = lsp_document_text(d);
    bool is_blank = strspn(content.data, " \t\r\n") == content.size;
    const char *format = is_blank ? NULL : format_of(options, d);
    lsp_part *parts = NULL;
    size_t count = 0;
    bool fine = true;
    if (format && has_modules(format)) {
        fine = read_modules(options, d, &parts, &count);
    } else if (format) {
        fine = read_whole(options, d, format, &parts, &count);
    }
    lsp_parts_free(d);
    d->parts = parts;
    d->part_count = parts ? count : 0;
    return fine;
}

/* ---- questions ---- */

const lsp_part *lsp_part_at(const lsp_document *d, size_t offset)
{
    for (size_t i = 0; i < d->part_count; i++)
        if (d->parts[i].uses && offset >= d->parts[i].begin && offset <= d->parts[i].end)
            return &d->parts[i];
    return NULL;
}

size_t lsp_first_name(const lsp_part *part, size_t offset)
{
    size_t low = 0, high = part->name_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (part->names[middle]->begin + part->shift < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const tunip_use *lsp_name_at(const lsp_part *part, size_t offset)
{
    enum { MOST_NESTED = 8 };
    size_t low = lsp_first_name(part, offset + 1);
    const tunip_use *found = NULL;
    offset -= part->shift;
    for (size_t i = 0; i < MOST_NESTED && i < low; i++) {
        const tunip_use *use = part->names[low - 1 - i];
        bool is_here = offset >= use->begin && offset <= use->end;
        bool is_better = !found || use->end - use->begin < found->end - found->begin;
        if (is_here && is_better && (offset < use->end || !found)) found = use;
    }
    return found;
}

tunip_str lsp_name_text(const lsp_document *d, const lsp_part *part, const tunip_use *use)
{
    return (tunip_str){lsp_document_text(d).data + use->begin + part->shift, use->end - use->begin};
}

bool lsp_is_same(const lsp_document *d, const lsp_part *part, const tunip_use *a,
                 const tunip_use *b)
{
    if (a == b) return true;
    if (a->kind == TUNIP_USE_WORD || b->kind == TUNIP_USE_WORD) return false;
    bool is_one = a->node ? a->node == b->node : !b->node && a->definition == b->definition;
    return is_one && (a->node || a->definition) &&
           tunip_str_equal(lsp_name_text(d, part, a), lsp_name_text(d, part, b));
}

const tunip_use *lsp_definition(const lsp_document *d, const lsp_part *part, const tunip_use *use)
{
    for (size_t i = 0; i < part->name_count; i++)
        if (part->names[i]->kind == TUNIP_USE_DEFINITION &&
            lsp_is_same(d, part, part->names[i], use))
            return part->names[i];
    return NULL;
}

bool lsp_node_place(const lsp_part *part, const tunip_node *node, size_t *begin, size_t *end)
{
    tunip_origin origin;
    const tunip_graph *graph = part->graph ? part->graph : tunip_uses_graph(part->uses);
    if (!graph || !node || !tunip_graph_origin(graph, node, &origin)) return false;
    *begin = origin.begin + part->shift;
    *end = origin.end + part->shift;
    return true;
}
