/* format.c -- formats the scripts of a Python file: lays each out anew, and makes sure that the new
 * text means the same. */
#include <tunip/equal.h>
#include <tunip/format_script.h>

#include "../library/context.h"
#include "../read/formats/python/scripts.h"
#include "../util/options.h"
#include "layout.h"
#include "same.h"

enum { USUAL_WIDTH = 120, STEP = 4, MOST_ERRORS = 1 << 20, MOST_ROUNDS = 8 };

/* A text as Docs. */
typedef struct parsed {
    tn_arena arena;
    tunip_diagnostics *errors;
    const tunip_doc *block;
    tn_scripts found;
} parsed;

typedef struct job {
    const tunip_context *context;
    const tunip_source *source;
    tunip_format_script_options options;
    const tunip_allocator *allocator;
    tunip_error *error;
    bool failed; /* out of memory */
} job;

/* ======== reading ======== */

static bool parse(job *j, tunip_str text, parsed *p)
{
    const tn_python_options options = {.max_errors = MOST_ERRORS};
    memset(p, 0, sizeof *p);
    tn_arena_init(&p->arena, j->allocator);
    p->errors = tunip_diagnostics_new(j->allocator, NULL);
    if (p->errors) p->block = tn_python_parse(&p->arena, text, &options, p->errors);
    if (p->block)
        j->failed |= !tn_scripts_find(j->context, text, NULL, p->block, j->allocator, &p->found);
    else if (p->errors && !tunip_diagnostics_count(p->errors))
        j->failed = true;
    return p->block && !j->failed;
}

static void drop(job *j, parsed *p)
{
    tn_scripts_free(&p->found, j->allocator);
    tunip_diagnostics_free(p->errors);
    tn_arena_free(&p->arena);
}

static tunip_status refuse(const job *j, const char *what)
{
    return tunip_error_set(j->error, TUNIP_ERROR_RULE,
                           "not formatted: the new text would have other %s, which is a defect of "
                           "tunip",
                           what);
}

/* Fails with the first error in a part, or, if there are no Docs, the first one of all. */
static tunip_status check_errors(const job *j, tunip_str text, const parsed *p)
{
    const tunip_diagnostic *d;
    for (size_t i = 0; (d = tunip_diagnostics_get(p->errors, i)); i++) {
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        if (tunip_diagnostic_severity(d) != TUNIP_SEVERITY_ERROR) continue;
        bool is_inside = !p->block;
        for (size_t k = 0; label && k < p->found.items.count; k++) {
            tn_script_place place = p->found.items.items[k];
            is_inside |= label->begin >= place.begin &&
                         label->begin <= tn_block_end(text, place.begin, place.end);
        }
        if (!is_inside) continue;
        bool is_made = text.data != tunip_source_text(j->source).data;
        if (is_made) return refuse(j, "tokens");
        tunip_error_set(j->error, TUNIP_ERROR_SYNTAX, "%s", tunip_diagnostic_message(d).data);
        if (label) {
            j->error->offset = label->begin;
            j->error->end = label->end;
            tunip_source_locate(j->source, label->begin, &j->error->line, &j->error->column);
        }
        return TUNIP_ERROR_SYNTAX;
    }
    return TUNIP_OK;
}

/* ---- # fmt: off ---- */

static bool is_remark(tunip_str text, const tn_py_comment *comment, const char *const *words)
{
    bool is_tight;
    tunip_str own = tn_comment_text(text, comment, &is_tight);
    for (; *words; words++)
        if (tunip_str_is(own, *words)) return true;
    return false;
}

/* Drops the parts that a comment excludes. */
static bool exclude(job *j, tunip_str text, parsed *p)
{
    static const char *const off[] = {"# fmt: off", "# fmt:off", "# yapf: disable", NULL};
    static const char *const on[] = {"# fmt: on", "# fmt:on", "# yapf: enable", NULL};
    tn_py_lexer lexer;
    bool fine = tn_py_lexer_init(&lexer, text, j->allocator);
    while (fine && !lexer.failed && tn_py_next(&lexer) != PY_END) continue;
    fine = fine && !lexer.failed;
    size_t kept = 0;
    for (size_t i = 0; fine && i < p->found.items.count; i++) {
        tn_script_place one = p->found.items.items[i];
        bool is_off = false, is_excluded = false;
        for (size_t k = 0; k < lexer.comments.count; k++) {
            const tn_py_comment *comment = &lexer.comments.items[k];
            if (comment->hash >= one.end) break;
            if (is_remark(text, comment, on)) is_off = false;
            if (is_remark(text, comment, off)) is_off = true;
            is_excluded |= is_off && comment->hash >= one.begin;
        }
        if (!is_off && !is_excluded) p->found.items.items[kept++] = one;
    }
    p->found.items.count = kept;
    tn_py_lexer_free(&lexer);
    return fine;
}

/* ======== one round ======== */

/* The line of the text that `at` is in. */
static size_t line_of(tunip_str text, size_t at)
{
    while (at && text.data[at - 1] != '\n' && text.data[at - 1] != '\r') at--;
    return at;
}

/* Whether all lines of the text end with a carriage return and a line feed. */
static bool has_crlf(tunip_str text)
{
    size_t lines = 0;
    for (size_t i = 0; i < text.size; i++) {
        if (text.data[i] != '\n') continue;
        if (!i || text.data[i - 1] != '\r') return false;
        lines++;
    }
    return lines > 0;
}

/* Puts a carriage return in front of each line feed that has none. */
static void add_returns(tn_text *out)
{
    size_t from = out->bytes.count, missing = 0;
    for (size_t i = 0; i < from; i++)
        missing += out->bytes.items[i] == '\n' && (!i || out->bytes.items[i - 1] != '\r');
    tn_text_fill(out, '\r', missing);
    for (size_t to = out->bytes.count; !out->failed && to > from;) {
        char c = out->bytes.items[--from];
        out->bytes.items[--to] = c;
        bool is_bare = c == '\n' && (!from || out->bytes.items[from - 1] != '\r');
        if (is_bare) out->bytes.items[--to] = '\r';
    }
}

static tunip_status lay_out(job *j, tunip_str text, const parsed *p, tn_text *out)
{
    const tn_layout_options how = {.width = j->options.width, .step = STEP};
    size_t at = 0;
    for (size_t i = 0; i < p->found.items.count; i++) {
        tn_script_place place = p->found.items.items[i];
        size_t begin = line_of(text, place.begin), used;
        if (begin < at) continue;
        tn_text_put(out, text.data + at, begin - at);
        if (!tn_layout_text(text, begin, place.end, &how, out, NULL, &used))
            return out->failed ? TUNIP_ERROR_MEMORY : refuse(j, "tokens");
        at = used;
    }
    tn_text_put(out, text.data + at, text.size - at);
    if (has_crlf(text)) add_returns(out);
    tn_text_put(out, "", 1); /* the NUL that the reader needs */
    if (out->failed) return TUNIP_ERROR_MEMORY;
    out->bytes.count--;
    return TUNIP_OK;
}

/* Formats `text`, and compares the result with it. */
static tunip_status format_once(job *j, tunip_str text, tn_text *out)
{
    parsed old, new;
    bool fine = parse(j, text, &old) && exclude(j, text, &old);
    tunip_status status = j->failed ? TUNIP_ERROR_MEMORY : check_errors(j, text, &old);
    if (status == TUNIP_OK && !fine) status = TUNIP_ERROR_MEMORY;
    if (status == TUNIP_OK) status = lay_out(j, text, &old, out);
    if (status == TUNIP_OK) {
        tunip_str made = tn_text_str(out);
        bool is_parsed = parse(j, made, &new);
        if (!is_parsed || !tn_docs_same(old.block, new.block, j->allocator, &j->failed))
            status = refuse(j, "tokens");
        else if (!tn_comments_same(text, made, j->allocator, &j->failed))
            status = refuse(j, "comments");
        drop(j, &new);
    }
    if (j->failed) status = TUNIP_ERROR_MEMORY;
    drop(j, &old);
    return status;
}

/* Formats until the text stays as it is. */
static tunip_status format_all(job *j, tn_text *out)
{
    tn_text other;
    tn_text_init(&other, j->allocator);
    tunip_status status = format_once(j, tunip_source_text(j->source), out);
    for (int i = 0; status == TUNIP_OK && i < MOST_ROUNDS; i++) {
        other.bytes.count = 0;
        status = format_once(j, tn_text_str(out), &other);
        bool same = status == TUNIP_OK && tunip_str_equal(tn_text_str(out), tn_text_str(&other));
        tn_text swap = *out;
        *out = other;
        other = swap;
        if (same) break;
    }
    tn_text_free(&other);
    return status;
}

/* ======== the IR ======== */

static tunip_graph *read(const job *j, const tunip_source *source, tunip_error *error)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = "python";
    options.defines = j->options.defines;
    options.define_count = j->options.define_count;
    options.vintage = j->options.vintage;
    return tunip_read_source(j->context, source, &options, error);
}

/* Compares the IR. A file of which parts depend on the Python around them cannot be read. */
static tunip_status check_ir(const job *j, tunip_str text)
{
    tunip_error quiet = TUNIP_ERROR_INIT;
    tunip_equal_options options = TUNIP_EQUAL_OPTIONS_INIT;
    options.map_free_vars = true;
    tunip_graph *old = read(j, j->source, &quiet);
    if (!old) return quiet.code == TUNIP_ERROR_MEMORY ? quiet.code : TUNIP_OK;
    tunip_source *source =
        tunip_source_new(j->allocator, tunip_source_name(j->source), text, &quiet);
    tunip_graph *new = source ? read(j, source, &quiet) : NULL;
    bool same = new &&tunip_equal_nodes(j->context, tunip_graph_root(old), tunip_graph_root(new),
                                        &options, &quiet);
    tunip_graph_free(new);
    tunip_source_free(source);
    tunip_graph_free(old);
    if (!same && quiet.code == TUNIP_ERROR_MEMORY) return quiet.code;
    return same ? TUNIP_OK : refuse(j, "IR");
}

tunip_status tunip_format_script(const tunip_context *context, const tunip_source *source,
                                 const tunip_format_script_options *options, tunip_write_fn write,
                                 void *user, tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    job j = {.context = context, .source = source, .error = &own};
    j.allocator = &context->allocator;
    tunip_status status = tn_options_take(&j.options, sizeof j.options, options, &own);
    if (!j.options.width) j.options.width = USUAL_WIDTH;
    tn_text out;
    tn_text_init(&out, j.allocator);
    if (status == TUNIP_OK) status = format_all(&j, &out);
    tunip_str text = tn_text_str(&out);
    if (status == TUNIP_OK && !tunip_str_equal(text, tunip_source_text(source)))
        status = check_ir(&j, text);
    if (status == TUNIP_ERROR_MEMORY) tunip_error_set(&own, status, "out of memory");
    if (status == TUNIP_OK) status = tn_text_write(&out, write, user, &own);
    tn_text_free(&out);
    if (status != TUNIP_OK && error && error->code == TUNIP_OK) *error = own;
    return status;
}
