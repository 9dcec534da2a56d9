/* rest.c -- checks of the functions of a script in which other functions have errors: those are
 * left out, and the rest is read once more. */
#include "../read/formats/python/python.h"
#include "../util/diagnostic.h"
#include "../util/text.h"
#include "check.h"

/* A function that is left out may be called by others, which are left out in the next round. */
enum { MOST_ROUNDS = 8 };

/* The text without some of its functions. All places stay the same. */
typedef struct rest {
    tn_text text;
    tn_arena arena;
    TN_ARRAY(const tunip_doc *) functions; /* of the text, and of its classes */
    bool failed;
} rest;

static void add_functions(rest *r, tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++) {
        const tunip_doc *doc = body.items[i];
        if (doc->kind == TUNIP_DOC_CLASS)
            for (size_t k = 0; k < ((const tunip_doc_class *)doc)->body.count; k++) {
                const tunip_doc *inner = ((const tunip_doc_class *)doc)->body.items[k];
                if (inner->kind == TUNIP_DOC_FUNCTION &&
                    !tn_array_push(&r->functions, r->text.allocator, inner))
                    r->failed = true;
            }
        else if (doc->kind == TUNIP_DOC_FUNCTION &&
                 !tn_array_push(&r->functions, r->text.allocator, doc))
            r->failed = true;
    }
}

static bool has_error(const tunip_diagnostics *found, size_t first, size_t begin, size_t end)
{
    const tunip_diagnostic *d;
    for (size_t i = first; (d = tunip_diagnostics_get(found, i)); i++) {
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        bool is_error = tunip_diagnostic_severity(d) == TUNIP_SEVERITY_ERROR;
        if (is_error && label && label->at == TUNIP_AT_SPAN && label->begin >= begin &&
            label->begin < end)
            return true;
    }
    return false;
}

/* Leaves out each function with an error. Returns how many functions are left, or 0 if none has an
 * error. */
static size_t leave_out(rest *r, const tunip_diagnostics *found, size_t first)
{
    size_t left = 0, out = 0;
    for (size_t i = 0; i < r->functions.count; i++) {
        tunip_str text = tn_text_str(&r->text);
        tn_script_place place = tn_doc_place(r->functions.items[i]);
        bool is_out = text.data[place.begin] == ' ';
        size_t end = tn_block_end(text, place.begin, place.end);
        if (is_out) continue;
        if (!has_error(found, first, place.begin, end)) {
            left++;
            continue;
        }
        out++;
        for (size_t at = place.begin; at < end && at < text.size; at++)
            if (!strchr("\r\n", r->text.bytes.items[at])) r->text.bytes.items[at] = ' ';
    }
    return out ? left : 0;
}

tunip_status tn_rules_check_rest(const tunip_context *context, const tunip_source *source,
                                 const tunip_read_options *options, tunip_diagnostics *out,
                                 size_t first, tunip_error *error)
{
    rest r = {.failed = false};
    tunip_read_options again = *options;
    tunip_diagnostics *errors = out;
    tunip_graph *graph = NULL;
    tunip_source *part = NULL;
    tn_text_init(&r.text, &out->arena.allocator);
    tn_arena_init(&r.arena, r.text.allocator);
    tn_text_put_str(&r.text, tunip_source_text(source));
    tn_text_put(&r.text, "", 1);
    if (!r.text.failed) r.text.bytes.count--;
    const tunip_doc *block =
        r.text.failed ? NULL : tn_python_parse(&r.arena, tunip_source_text(source), NULL, NULL);
    if (block) add_functions(&r, ((const tunip_doc_block *)block)->body);
    for (int i = 0; block && i < MOST_ROUNDS && !graph && !r.failed; i++) {
        if (!leave_out(&r, errors, first)) break;
        if (errors != out) tunip_diagnostics_free(errors);
        first = 0;
        tunip_source_free(part);
        errors = again.diagnostics = tunip_diagnostics_new(r.text.allocator, NULL);
        part = tunip_source_new(r.text.allocator, tunip_source_name(source), tn_text_str(&r.text),
                                NULL);
        r.failed = !errors || !part;
        if (!r.failed) graph = tunip_read_source(context, part, &again, NULL);
    }
    tunip_status status = r.failed || r.text.failed ? tn_no_memory(error) : TUNIP_OK;
    if (graph && status == TUNIP_OK) status = tn_rules_check_graph(context, graph, out, error);
    tunip_graph_free(graph);
    tunip_source_free(part);
    if (errors != out) tunip_diagnostics_free(errors);
    tn_array_free(&r.functions, r.text.allocator);
    tn_arena_free(&r.arena);
    tn_text_free(&r.text);
    return status;
}
