/* fuzz_script.c -- any bytes, read as a script. A refusal has a reason and a place. Docs that are
 * read render, and reading their text gives the same text again. The bytes are read as a log, too,
 * and as IR: the IR is valid and prints, and its text is refused or read as IR that prints. */
#include <stdlib.h>

#include "backends/backends.h"
#include "doc_layout.h"
#include "fuzz.h"
#include "library/context.h"
#include "print/docsifier.h"
#include "print/render.h"
#include "print/settings.h"
#include "read/formats/log/log.h"
#include "read/formats/python/python.h"

typedef struct script {
    tn_arena arena;
    tunip_diagnostics *found;
    const tunip_doc *block;
} script;

/* ---- Docs ---- */

typedef struct seen {
    size_t size;     /* of the text */
    bool is_odd;     /* (a < b) < c and (1).a are printed without parentheses, as TVM does; sets and
                        comprehensions have no form in the backend */
    bool has_broken; /* a statement with an error */
} seen;

static bool is_comparison(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_OPERATION &&
           ((doc->sub >= TUNIP_OP_LT && doc->sub <= TUNIP_OP_GE) || doc->sub >= TUNIP_OP_IS);
}

/* A call of a raw name, but `*x`. */
static bool is_form(const tunip_doc *doc)
{
    const tunip_doc *callee =
        doc->kind == TUNIP_DOC_CALL ? ((const tunip_doc_call *)doc)->callee : NULL;
    return callee && callee->kind == TUNIP_DOC_ID && callee->sub == TUNIP_ID_RAW &&
           !tn_doc_star(doc);
}

static void check_place(const tunip_doc *doc, const tunip_doc *around, const seen *s)
{
    tn_script_place place = tn_doc_place(doc);
    FUZZ_CHECK(place.begin <= place.end && place.end <= s->size);
    if (!around || tunip_doc_classify(around) != TUNIP_CLASS_EXPR) return;
    tn_script_place outer = tn_doc_place(around);
    FUZZ_CHECK(outer.begin <= place.begin && place.end <= outer.end);
}

static void look(const tunip_doc *doc, const tunip_doc *around, seen *s)
{
    const doc_layout *layout = &doc_layouts[doc->kind];
    check_place(doc, around, s);
    s->has_broken |= tn_doc_is_broken(doc);
    if (doc->kind == TUNIP_DOC_ATTR)
        s->is_odd |= ((const tunip_doc_attr *)doc)->value->kind == TUNIP_DOC_LITERAL;
    s->is_odd |= is_form(doc);
    if (is_comparison(doc))
        s->is_odd |= is_comparison(((const tunip_doc_operation *)doc)->operands.items[0]);
    for (size_t i = 0; i < DOC_MOST_FIELDS; i++) {
        const tunip_doc *one = layout->one[i] ? doc_one(doc, layout->one[i]) : NULL;
        if (one) look(one, doc, s);
        tunip_docs many = layout->many[i] ? doc_many(doc, layout->many[i]) : tunip_docs_none();
        for (size_t k = 0; k < many.count; k++) look(many.items[k], doc, s);
    }
}

/* ---- texts ---- */

static bool is_python(const uint8_t *data, size_t size)
{
    enum { DEEPEST = 500 }; /* look() is recursive, and operators nest as well as brackets */
    size_t depth = 0;
    for (size_t i = 0; i < size; i++)
        depth += data[i] == '(' || data[i] == '[' || data[i] == '{' || data[i] == '-';
    return depth < DEEPEST;
}

static void read(script *s, tunip_str text)
{
    tn_arena_init(&s->arena, NULL);
    s->found = tunip_diagnostics_new(NULL, NULL);
    s->block = tn_python_parse(&s->arena, text, NULL, s->found);
    fuzz_check_errors(s->found, text.size);
    FUZZ_CHECK(s->block || tunip_diagnostics_count(s->found));
}

static void drop(script *s)
{
    tunip_diagnostics_free(s->found);
    tn_arena_free(&s->arena);
}

static void render(const tunip_doc *block, tn_render *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    *out = (tn_render){.backend = &tunip_backend_python,
                       .allocator = &tn_malloc,
                       .indent_spaces = 4,
                       .is_root = true};
    FUZZ_CHECK(tn_render_doc(out, block, &error) == TUNIP_OK);
}

static void check_again(const script *first)
{
    tn_render text, again;
    script second;
    render(first->block, &text);
    read(&second, (tunip_str){text.text, text.size});
    FUZZ_CHECK(second.block && !tunip_diagnostics_count(second.found));
    render(second.block, &again);
    FUZZ_CHECK(
        tunip_str_equal((tunip_str){text.text, text.size}, (tunip_str){again.text, again.size}));
    tn_render_free(&again);
    tn_render_free(&text);
    drop(&second);
}

/* Read as a log: each byte of a module is one of the log, and the modules follow each other. */
static void check_log(tunip_str text)
{
    tn_arena arena;
    tn_log log;
    size_t behind = 0;
    tn_arena_init(&arena, NULL);
    FUZZ_CHECK(tn_log_modules(&arena, text, NULL, &log));
    for (size_t i = 0; i < log.count; i++) {
        const tn_log_module *m = &log.modules[i];
        FUZZ_CHECK(behind <= m->begin && m->begin <= m->end && m->end <= text.size);
        for (size_t at = 0; at < m->text.size; at++)
            FUZZ_CHECK(m->text.data[at] == '\n' ||
                       m->text.data[at] == text.data[tn_log_source(m, at)]);
        behind = m->end;
    }
    tn_arena_free(&arena);
}

/* ---- IR ---- */

static void check_ir(tunip_str text, bool fold)
{
    enum { MOST_BYTES = 1 << 20 };
    tunip_graph *graph = fuzz_read_script("python", text, fold);
    if (graph && fuzz_is_small(tunip_graph_root(graph))) {
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_printed *printed = NULL;
        tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
        tunip_status status =
            tunip_print(fuzz_context(), tunip_graph_root(graph), &options, &printed, &error);
        FUZZ_CHECK(status == TUNIP_OK || status == TUNIP_ERROR_LIMIT);
        if (printed && tunip_printed_text(printed).size < MOST_BYTES)
            tunip_graph_free(fuzz_read_script("python", tunip_printed_text(printed), fold));
        tunip_printed_free(printed);
    }
    tunip_graph_free(graph);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!is_python(data, size)) return 0;
    char *copy = malloc(size + 1);
    memcpy(copy, data, size);
    copy[size] = '\0';
    script s;
    seen all = {.size = size};
    read(&s, (tunip_str){copy, size});
    check_log((tunip_str){copy, size});
    if (s.block) look(s.block, NULL, &all);
    bool is_fine = s.block && !tunip_diagnostics_count(s.found);
    FUZZ_CHECK(!is_fine || !all.has_broken);
    if (is_fine && !all.is_odd) check_again(&s);
    drop(&s);
    check_ir((tunip_str){copy, size}, false);
    check_ir((tunip_str){copy, size}, true);
    tunip_graph_free(fuzz_read_script("log", (tunip_str){copy, size}, false));
    free(copy);
    return 0;
}
