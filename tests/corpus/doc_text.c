/* doc_text.c -- the output of the doc backend can be read back. Reads file names from standard
 * input and prints each file with and without a source map and as a stream. Complains if the texts
 * differ, if the text parsed back gives another tree, or if that tree renders as another text. */
#include <stdio.h>

#include "backends/backends.h"
#include "doc_same.h"
#include "print/print.h"
#include "print/settings.h"

#include <tunip.h>

static int complaints;
static size_t texts, bytes;

static void complain(const char *name, const char *what, size_t line)
{
    complaints++;
    printf("%s: %s (line %zu)\n", name, what, line);
}

static const tunip_path *next_path(const void *tree, uint32_t *more)
{
    return tunip_doc_tree_next_path(tree, more);
}

static void check_text(const char *name, const tunip_docsifier *d, const tunip_doc_tree *tree,
                       tunip_str text)
{
    tn_render render = {.backend = &tunip_backend_doc,
                        .settings = d->backend->settings,
                        .state = d->backend->state,
                        .allocator = &tn_malloc,
                        .indent_spaces = (size_t)tunip_backend_doc.indent_spaces,
                        .next_path = next_path,
                        .job = tree};
    if (tn_render_doc(&render, tunip_doc_tree_root(tree), NULL) != TUNIP_OK)
        complain(name, "does not render again", 0);
    else if (!tunip_str_equal(text, (tunip_str){render.text, render.size}))
        complain(name, "read back it is another text", 0);
    tn_render_free(&render);
}

static void check_parsed(const char *name, const tunip_printed *printed)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_docsifier *d = &printed->docsifier;
    const tunip_doc *root = tunip_printed_spans(printed)[0].doc, *differs = root;
    tunip_str text = tunip_printed_text(printed);
    tunip_doc_tree *tree;
    if (tunip_doc_parse(NULL, text, &tree, &error) != TUNIP_OK)
        complain(name, error.message, error.line);
    else if (!doc_same(doc_of_job(d, root), doc_of_tree(tree), &differs))
        complain(name, "read back it is another tree", differs->kind);
    else
        check_text(name, d, tree, text);
    tunip_doc_tree_free(tree);
}

static tunip_printed *print(const char *name, tunip_context *context, const tunip_node *root,
                            const tunip_print_options *options)
{
    tunip_printed *printed = NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    if (tn_print_mapped(context, root, options, NULL, false, &printed, &error) != TUNIP_OK)
        complain(name, error.message, 0);
    return printed;
}

/* A text, and how much of it a stream has repeated so far. */
typedef struct repeated {
    tunip_str text;
    size_t at;
} repeated;

static int repeat(const char *data, size_t size, void *user)
{
    repeated *r = user;
    if (size > r->text.size - r->at || memcmp(r->text.data + r->at, data, size) != 0) return 1;
    r->at += size;
    return 0;
}

static void check_stream(const char *name, tunip_context *context, const tunip_node *root,
                         const tunip_print_options *options, tunip_str text)
{
    repeated r = {text, 0};
    tunip_error error = TUNIP_ERROR_INIT;
    if (tunip_print_stream(context, root, options, repeat, &r, &error) != TUNIP_OK)
        complain(name, error.message, 0);
    if (r.at != text.size) complain(name, "another text as a stream", 0);
}

static void check(const char *name, tunip_context *context, const tunip_node *root)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "doc";
    tunip_printed *mapped = print(name, context, root, &options);
    options.no_source_map = true;
    tunip_printed *plain = print(name, context, root, &options);
    options.no_source_map = false;
    if (mapped && plain) {
        if (!tunip_str_equal(tunip_printed_text(mapped), tunip_printed_text(plain)))
            complain(name, "another text without a source map", 0);
        check_parsed(name, mapped);
        check_stream(name, context, root, &options, tunip_printed_text(mapped));
        texts++;
        bytes += tunip_printed_text(mapped).size;
    }
    tunip_printed_free(mapped);
    tunip_printed_free(plain);
}

int main(void)
{
    char line[4096];
    tunip_context *context = tunip_context_new(NULL, NULL);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        tunip_graph *graph = tunip_read_file(context, line, NULL);
        if (!graph) continue; /* of another version */
        check(line, context, tunip_graph_root(graph));
        tunip_graph_free(graph);
    }
    tunip_context_free(context);
    printf("%zu texts, %zu bytes, %d complaints\n", texts, bytes, complaints);
    return complaints || !texts;
}
