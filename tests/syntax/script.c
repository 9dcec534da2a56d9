/* script.c -- reads scripts as Docs and shows them.
 *
 * usage: script MODE [FILE...]
 *
 *   python, doc   the text of that backend, then the errors
 *   same          for files named on standard input: complains about each whose text in Python is
 *                 not the file; bodies are read behind all heads
 *   shape         for files named on standard input: a line "ok SHAPE", or "error MESSAGE"; strings
 *                 mean what they mean in Python
 *   prefixes      for files named on standard input: complains about each beginning of one that has
 *                 several errors, because one follows from another
 *   beginnings    the same for the scripts as IR, with and without folding: a beginning is read, or
 *                 refused with errors that have messages and places
 *   sample        the same for every 23rd beginning
 *   log           the modules in a log: heading, text, errors of the modules
 *   time          reads each file 20 times and shows how fast, and the memory of the Docs
 *   heads, bodies the same for the heads of functions alone, and with their bodies after that
 *
 * The exit status is 1 if a file has an error or differs. */
#include <stdio.h>
#include <time.h>

#include "backends/backends.h"
#include "library/context.h"
#include "print/docsifier.h"
#include "print/render.h"
#include "print/settings.h"
#include "read/formats/log/log.h"
#include "read/formats/python/python.h"
#include "shape.h"

#include <tunip.h>

static tunip_context *context;
static const char *mode;
static size_t file_count, byte_count, problem_count;
static size_t doc_bytes; /* of the last file */
static double seconds;

static int write_out(const char *data, size_t size, void *user)
{
    (void)user;
    fwrite(data, 1, size, stdout);
    return 0;
}

static bool is_mode(const char *name)
{
    return strcmp(mode, name) == 0;
}

/* ---- the text of Docs ---- */

static bool render(const tunip_doc *doc, tn_render *out)
{
    const tunip_backend *backend = is_mode("doc") ? &tunip_backend_doc : &tunip_backend_python;
    tunip_docsifier job; /* has the settings of the backend */
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = backend->name;
    tn_request request = {.context = context, .without_root = true};
    if (tn_request_resolve(&request, &options, &error) || tn_job_open(&job, &request, &error)) {
        printf("does not render: %s\n", error.message);
        return false;
    }
    *out = (tn_render){.backend = backend,
                       .settings = job.backend->settings,
                       .state = job.backend->state,
                       .allocator = &tn_malloc,
                       .indent_spaces = backend->indent_spaces ? (size_t)backend->indent_spaces : 4,
                       .is_root = true};
    tunip_status status = tn_render_doc(out, doc, &error);
    if (status != TUNIP_OK) printf("does not render: %s\n", error.message);
    tn_job_close(&job);
    return status == TUNIP_OK;
}

static void show(const tunip_source *source, const tunip_doc *doc)
{
    if (is_mode("shape")) return;
    tn_render text;
    if (!render(doc, &text)) {
        problem_count++;
        return;
    }
    tunip_str written = {text.text, text.size};
    if (is_mode("same")) {
        if (!tunip_str_equal(written, tunip_source_text(source))) {
            problem_count++;
            printf("%.*s: differs\n", (int)tunip_source_name(source).size,
                   tunip_source_name(source).data);
        }
    } else if (written.size) {
        printf("%.*s\n", (int)written.size, written.data);
    }
    tn_render_free(&text);
}

static const tunip_diagnostic *first_error(const tunip_diagnostics *found)
{
    for (size_t i = 0; i < tunip_diagnostics_count(found); i++) {
        const tunip_diagnostic *d = tunip_diagnostics_get(found, i);
        if (tunip_diagnostic_severity(d) == TUNIP_SEVERITY_ERROR) return d;
    }
    return NULL;
}

static void show_errors(const tunip_source *source, const tunip_diagnostics *found)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    if (!tunip_diagnostics_count(found)) return;
    problem_count += first_error(found) != NULL;
    if (is_mode("shape")) return;
    if (tunip_diagnostics_render_source(found, source, &options, write_out, NULL, &error))
        printf("the errors do not render: %s\n", error.message);
}

static bool is_timed(void)
{
    return is_mode("time") || is_mode("heads") || is_mode("bodies");
}

static void show_shape(const tunip_doc *doc, const tunip_diagnostics *found)
{
    const tunip_diagnostic *first = first_error(found);
    if (first)
        printf("error %.*s\n", (int)tunip_diagnostic_message(first).size,
               tunip_diagnostic_message(first).data);
    if (first || !doc) return;
    printf("ok ");
    put_shape(stdout, doc);
    printf("\n");
}

/* ---- files ---- */

/* A text that is cut off has one error, where it ends; a block may be missing above that. */
static void read_prefixes(const tunip_source *source)
{
    enum { MOST_ERRORS = 1 };
    tunip_str text = tunip_source_text(source);
    for (size_t size = 0; size <= text.size; size++) {
        tn_arena arena;
        tn_arena_init(&arena, NULL);
        tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
        tunip_str prefix = tn_arena_str(&arena, (tunip_str){text.data, size});
        tn_python_parse(&arena, prefix, NULL, found);
        size_t count = tunip_diagnostics_count(found);
        if (count > MOST_ERRORS && ++problem_count)
            printf("%.*s: %zu errors in the first %zu bytes\n", (int)tunip_source_name(source).size,
                   tunip_source_name(source).data, count, size);
        tunip_diagnostics_free(found);
        tn_arena_free(&arena);
    }
}

/* Whether every diagnostic has a message, and its place is in the text. */
static bool are_placed(const tunip_diagnostics *found, size_t size)
{
    for (size_t i = 0; i < tunip_diagnostics_count(found); i++) {
        const tunip_diagnostic *d = tunip_diagnostics_get(found, i);
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        if (!tunip_diagnostic_message(d).size || !label) return false;
        if (label->begin > label->end || label->end > size) return false;
    }
    return true;
}

/* The text ends behind `size` bytes. */
static void read_beginning(tunip_str text, size_t size, bool folds, tunip_str name)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str beginning = {text.data, size};
    tunip_source *source = tunip_source_new(NULL, name, beginning, &error);
    tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.format = "python";
    options.fold = folds;
    options.diagnostics = found;
    tunip_graph *graph = tunip_read_source(context, source, &options, &error);
    bool has_error = first_error(found);
    bool is_clean = graph ? !has_error : has_error && error.code == TUNIP_ERROR_SYNTAX;
    if ((!is_clean || !are_placed(found, size)) && ++problem_count)
        printf("%.*s: %s: the first %zu bytes: %s\n", (int)name.size, name.data,
               folds ? "folded" : "as written", size, error.message);
    tunip_graph_free(graph);
    tunip_diagnostics_free(found);
    tunip_source_free(source);
}

/* The bytes differ from file to file, so that a sample has all places of the usual texts. */
static void read_beginnings(const tunip_source *source)
{
    size_t step = is_mode("sample") ? 23 : 1;
    tunip_str text = tunip_source_text(source);
    for (size_t size = file_count % step; size <= text.size; size += step) {
        read_beginning(text, size, false, tunip_source_name(source));
        read_beginning(text, size, true, tunip_source_name(source));
    }
}

/* Reads the bodies that are unread, in their functions. */
static void read_bodies(tn_python *python, tn_arena *arena, tunip_docs docs)
{
    for (size_t i = 0; i < docs.count; i++) {
        const tunip_doc *doc = docs.items[i];
        tunip_doc_function *function = (tunip_doc_function *)(uintptr_t)doc;
        if (doc->kind == TUNIP_DOC_CLASS)
            read_bodies(python, arena, ((const tunip_doc_class *)doc)->body);
        if (tn_doc_has_unread_args(doc))
            *function = *(const tunip_doc_function *)tn_python_read_function(python, arena, doc);
        if (doc->kind == TUNIP_DOC_FUNCTION && function->body.count &&
            tn_doc_is_unread(function->body.items[0]))
            function->body = tn_python_read_body(python, arena, function->body.items[0]);
    }
}

static void read_once(const tunip_source *source, bool is_shown)
{
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
    clock_t begin = clock();
    tn_python_options options = {.is_strict = is_mode("shape")};
    tunip_str text = tunip_source_text(source);
    const tunip_doc *doc = NULL;
    tn_python *python = NULL;
    if (is_mode("heads") || is_mode("bodies") || is_mode("same"))
        python = tn_python_open(&arena, text, NULL, found, &doc);
    else
        doc = tn_python_parse(&arena, text, &options, found);
    if (python && !is_mode("heads"))
        read_bodies(python, &arena, ((const tunip_doc_block *)doc)->body);
    tn_python_close(python);
    seconds += (double)(clock() - begin) / CLOCKS_PER_SEC;
    doc_bytes = arena.total;
    if (is_mode("shape")) show_shape(doc, found);
    if (is_shown && doc) show(source, doc);
    if (is_shown) show_errors(source, found);
    tunip_diagnostics_free(found);
    tn_arena_free(&arena);
}

static void read_log(const tunip_source *source)
{
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    tn_log log;
    tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
    if (!tn_log_modules(&arena, tunip_source_text(source), NULL, &log)) printf("out of memory\n");
    for (size_t i = 0; i < log.count; i++) {
        const tn_log_module *m = &log.modules[i];
        size_t first = tunip_diagnostics_count(found);
        tn_python_parse(&arena, m->text, NULL, found);
        tn_log_move(m, found, first);
        tn_log_warn(m, found);
        printf("module %s at %u to %u, \"%.*s\"\n%s", m->name.data, (unsigned)m->begin,
               (unsigned)m->end, (int)m->heading.size, m->heading.data, m->text.data);
    }
    show_errors(source, found);
    tunip_diagnostics_free(found);
    tn_arena_free(&arena);
}

static void read_file(const char *name)
{
    enum { TIMES = 20 };
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_open(context, name, &error);
    if (!source) {
        printf("%s: %s\n", name, error.message);
        problem_count++;
        return;
    }
    size_t size = tunip_source_text(source).size;
    file_count++;
    byte_count += size;
    seconds = 0;
    if (is_mode("log"))
        read_log(source);
    else if (is_mode("prefixes"))
        read_prefixes(source);
    else if (is_mode("beginnings") || is_mode("sample"))
        read_beginnings(source);
    else
        read_once(source, !is_timed());
    for (int i = 1; i < TIMES && is_timed(); i++) read_once(source, false);
    if (is_timed())
        printf("%s: %.1f MB/s, %zu bytes of Docs for %zu bytes\n", name,
               (double)size * TIMES / seconds / 1e6, doc_bytes, size);
    tunip_source_free(source);
}

static void read_names(void)
{
    char name[4096];
    while (fgets(name, sizeof name, stdin)) {
        name[strcspn(name, "\n")] = '\0';
        read_file(name);
    }
    if (is_mode("shape")) return;
    printf("%zu files, %zu bytes, %zu problems\n", file_count, byte_count, problem_count);
}

int main(int argc, char **argv)
{
    if (argc < 2) return 2;
    mode = argv[1];
    context = tunip_context_new(NULL, NULL);
    for (int i = 2; i < argc; i++) read_file(argv[i]);
    if (argc == 2) read_names();
    tunip_context_free(context);
    return problem_count ? 1 : 0;
}
