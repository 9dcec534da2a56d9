/* fuzz_doc.c -- any bytes, read as the text of the doc backend: a tree of Docs that no dialect
 * would make. Every backend writes it or refuses it, and the text of the doc backend parses back to
 * the same tree. */
#include "backends/backends.h"
#include "doc_layout.h"
#include "doc_same.h"
#include "fuzz.h"
#include "library/context.h"
#include "print/docsifier.h"
#include "print/render.h"
#include "print/settings.h"

/* ---- trees that constructors may be asked for ---- */

/* The required members of each kind of Doc, as bits by their place in doc_layout.h. */
static const uint8_t required[TUNIP_DOC__COUNT] = {
    [TUNIP_DOC_ATTR] = 1,      [TUNIP_DOC_INDEX] = 1,  [TUNIP_DOC_CALL] = 1,
    [TUNIP_DOC_LAMBDA] = 1,    [TUNIP_DOC_ASSIGN] = 1, [TUNIP_DOC_IF] = 1,
    [TUNIP_DOC_WHILE] = 1,     [TUNIP_DOC_FOR] = 3,    [TUNIP_DOC_SCOPE] = 2,
    [TUNIP_DOC_EXPR_STMT] = 1, [TUNIP_DOC_ASSERT] = 1, [TUNIP_DOC_FUNCTION] = 1,
    [TUNIP_DOC_CLASS] = 1,     [TUNIP_DOC_RETURN] = 1,
};

static bool is_whole(const tunip_doc *doc);

static bool are_whole(tunip_docs docs)
{
    bool whole = true;
    for (size_t i = 0; i < docs.count && whole; i++)
        whole = docs.items[i] && is_whole(docs.items[i]);
    return whole;
}

/* Whether the Doc has a part that doc_layout.h does not list. */
static bool has_unwritten(const tunip_doc *doc)
{
    const tunip_doc *more = doc_unwritten(doc);
    bool continued = doc->kind == TUNIP_DOC_CALL && doc->sub == TUNIP_CALL_CONTINUED;
    bool quoted = doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_QUOTED;
    bool wanted = quoted || (doc->kind == TUNIP_DOC_CALL && doc->sub != TUNIP_CALL_WHOLE) ||
                  (doc->kind == TUNIP_DOC_ID && doc->sub == TUNIP_ID_TYPED);
    if (continued && more && more->kind != TUNIP_DOC_CALL) return false;
    return more ? is_whole(more) : !wanted;
}

/* Whether the name of a definition is an ID. */
static bool has_name(const tunip_doc *doc)
{
    const tunip_doc *name = NULL;
    if (doc->kind == TUNIP_DOC_FUNCTION) name = ((const tunip_doc_function *)doc)->name;
    if (doc->kind == TUNIP_DOC_CLASS) name = ((const tunip_doc_class *)doc)->name;
    return !name || name->kind == TUNIP_DOC_ID;
}

static bool is_whole(const tunip_doc *doc)
{
    const doc_layout *layout = &doc_layouts[doc->kind];
    bool whole = has_unwritten(doc) && has_name(doc);
    for (size_t i = 0; i < DOC_MOST_FIELDS && whole; i++) {
        const tunip_doc *one = layout->one[i] ? doc_one(doc, layout->one[i]) : NULL;
        whole = one ? tunip_doc_classify(one) == TUNIP_CLASS_EXPR && is_whole(one)
                    : !(required[doc->kind] >> i & 1);
        if (whole && layout->many[i]) whole = are_whole(doc_many(doc, layout->many[i]));
    }
    return whole;
}

/* ---- rendering ---- */

static const tunip_namespace *find_namespaces(void *docsifier, size_t *count)
{
    return tn_job_namespaces(docsifier, count);
}

static const tunip_path *next_path(const void *tree, uint32_t *more)
{
    return tunip_doc_tree_next_path(tree, more);
}

/* False if the backend refuses. */
static bool render(tunip_docsifier *d, const tunip_backend *backend, const tunip_doc_tree *tree,
                   tn_render *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    if (backend->state_size) memset(d->backend->state, 0, backend->state_size);
    *out = (tn_render){.backend = backend,
                       .settings = d->backend->settings,
                       .state = d->backend->state,
                       .find_namespaces = find_namespaces,
                       .owner = d,
                       .allocator = &tn_malloc,
                       .indent_spaces = 2,
                       .next_path = next_path,
                       .job = tree,
                       .keep_spans = true,
                       .is_root = true};
    tunip_status status = tn_render_doc(out, tunip_doc_tree_root(tree), &error);
    FUZZ_CHECK(status == TUNIP_OK || (status == TUNIP_ERROR_RULE && error.message[0]));
    return status == TUNIP_OK;
}

static void check_read_back(tunip_docsifier *d, const tunip_doc_tree *tree, tunip_str text)
{
    tn_render second;
    tunip_doc_tree *again;
    const tunip_doc *differs = tunip_doc_tree_root(tree);
    FUZZ_CHECK(tunip_doc_parse(NULL, text, &again, NULL) == TUNIP_OK);
    FUZZ_CHECK(doc_same(doc_of_tree(tree), doc_of_tree(again), &differs));
    FUZZ_CHECK(render(d, &tunip_backend_doc, again, &second));
    FUZZ_CHECK(tunip_str_equal(text, (tunip_str){second.text, second.size}));
    tn_render_free(&second);
    tunip_doc_tree_free(again);
}

static void check(const tunip_backend *backend, const tunip_doc_tree *tree)
{
    tunip_docsifier d;
    tn_render first;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = backend->name;
    tn_request request = {.context = fuzz_context(), .without_root = true};
    FUZZ_CHECK(tn_request_resolve(&request, &options, &error) == TUNIP_OK);
    FUZZ_CHECK(tn_job_open(&d, &request, &error) == TUNIP_OK);
    if (render(&d, backend, tree, &first)) {
        tunip_str written = {first.text, first.size};
        if (backend == &tunip_backend_doc) check_read_back(&d, tree, written);
        tn_render_free(&first);
    }
    tn_job_close(&d);
}

/* Checks that a refusal names a place. */
static tunip_doc_tree *read(const uint8_t *data, size_t size)
{
    tunip_doc_tree *tree;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status =
        tunip_doc_parse(NULL, (tunip_str){(const char *)data, size}, &tree, &error);
    FUZZ_CHECK((status == TUNIP_OK) == (tree != NULL) && status == error.code);
    FUZZ_CHECK(tree || (error.message[0] && error.line && error.column && error.offset <= size));
    return tree;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const tunip_backend *const backends[] = {&tunip_backend_doc, &tunip_backend_python,
                                                    &tunip_backend_text, &tunip_backend_builder};
    size_t which = size ? data[size - 1] % 4 : 0;
    tunip_doc_tree *tree = read(data, size);
    if (tree && is_whole(tunip_doc_tree_root(tree))) {
        check(&tunip_backend_doc, tree);
        if (which) check(backends[which], tree);
    }
    tunip_doc_tree_free(tree);
    return 0;
}
