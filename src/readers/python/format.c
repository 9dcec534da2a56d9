/* format.c -- scripts as a format: Python to Docs, and Docs to nodes. */
#include <stdio.h>
#include <tunip/vintage.h>

#include "../../core/context.h"
#include "../../core/elaborate/elaborate.h"
#include "../readers.h"
#include "python.h"

/* ---- sniffing ---- */

/* Whether a capital letter stands alone in front of a dot and a letter: "T.int32". */
static bool has_prefix(tunip_str head)
{
    for (size_t i = 0; i + 2 < head.size; i++) {
        const char *at = head.data + i;
        if (at[0] < 'A' || at[0] > 'Z' || at[1] != '.' || !tunip_is_letter(at[2])) continue;
        if (!i || !tunip_is_letter(at[-1])) return true;
    }
    return false;
}

/* Whether a statement computes something: "hello" and "[1, 2]" may be anything. */
static bool is_telling(const tunip_doc *stmt)
{
    static const uint8_t plain[] = {TUNIP_DOC_ID, TUNIP_DOC_LITERAL, TUNIP_DOC_LIST,
                                    TUNIP_DOC_TUPLE, TUNIP_DOC_DICT};
    if (stmt->kind != TUNIP_DOC_EXPR_STMT) return stmt->kind != TUNIP_DOC_COMMENT;
    const tunip_doc *expr = ((const tunip_doc_expr_stmt *)stmt)->expr;
    for (size_t i = 0; i < TUNIP_LEN(plain); i++)
        if (!expr || expr->kind == plain[i]) return false;
    return true;
}

/* Whether a text without any word of a dialect is Python: "x + 1". */
static bool is_fragment(tunip_str text)
{
    tn_arena arena;
    tn_arena_init(&arena, NULL);
    bool fits = false;
    tunip_diagnostics *errors = tunip_diagnostics_new(NULL, NULL);
    tunip_str copy = tn_arena_str(&arena, text);
    const tunip_doc_block *block =
        copy.data ? (const tunip_doc_block *)tn_python_parse(&arena, copy, NULL, errors) : NULL;
    for (size_t i = 0; block && errors && i < block->body.count; i++)
        fits = fits || is_telling(block->body.items[i]);
    if (tunip_diagnostics_count(errors)) fits = false;
    tunip_diagnostics_free(errors);
    tn_arena_free(&arena);
    return fits;
}

/* A script begins with a comment, a decorator or a word; a fragment may begin with anything, and is
 * recognised by its words or by its syntax. */
static tunip_sniff sniff(tunip_str head)
{
    static const char *const starts[] = {"# from ", "from ", "import ",    "class ",
                                         "def ",    "@",     "metadata = "};
    for (size_t i = 0; i < TUNIP_LEN(starts); i++) {
        size_t size = strlen(starts[i]);
        if (head.size >= size && memcmp(head.data, starts[i], size) == 0) return TUNIP_SNIFF_LIKELY;
    }
    if (*head.data == '{') return TUNIP_SNIFF_NO;
    return has_prefix(head) || is_fragment(head) ? TUNIP_SNIFF_MAYBE : TUNIP_SNIFF_NO;
}

/* ---- reading ---- */

typedef struct script_reader {
    const tunip_input *input;
    tunip_diagnostics *diagnostics;
    tn_arena *arena;        /* of the Docs */
    tn_python *python;      /* reads the bodies of functions when they are asked for */
    unsigned vintage;       /* the version of TVM: 26 is v0.26; 0: unknown */
    tunip_diagnostic *last; /* the complaint that may get details */
} script_reader;

static size_t line_of(const script_reader *r, size_t offset)
{
    size_t line = 0, column = 0;
    tunip_source_locate(r->input->source, offset, &line, &column);
    return line;
}

/* The first line of a Doc; of a definition its name. */
static tn_script_place first_line(const script_reader *r, const tunip_doc *doc)
{
    tn_script_place place = tn_doc_place(tn_definition_name(doc));
    const char *text = tunip_source_text(r->input->source).data;
    uint32_t end = place.begin;
    while (end < place.end && text[end] != '\n' && text[end] != '\r') end++;
    while (end > place.begin && (text[end - 1] == ' ' || text[end - 1] == '\t')) end--;
    return (tn_script_place){place.begin, end};
}

/* A complaint stands at the line at which TVM's parser reports it. If that is not the line of the
 * mistake, another label marks it. */
static void label(script_reader *r, const tunip_doc *doc, const tunip_doc *around)
{
    tn_script_place place = doc ? tn_doc_place(doc) : (tn_script_place){0, 0};
    tn_script_place outer = around ? tn_doc_place(around) : place;
    bool is_inside = doc && outer.begin <= place.begin && place.end <= outer.end;
    tn_script_place line = is_inside && around ? first_line(r, around) : place;
    if (line_of(r, line.begin) == line_of(r, place.begin)) {
        tunip_diagnostic_at_span(r->last, TUNIP_LABEL_PRIMARY, place.begin, place.end, NULL);
        return;
    }
    tunip_diagnostic_at_span(r->last, TUNIP_LABEL_PRIMARY, line.begin, line.end, NULL);
    tunip_diagnostic_at_span(r->last, TUNIP_LABEL_SECONDARY, place.begin, place.end, "here");
}

/* Whether the same was said of this place: signatures and lambdas may be read more than once. */
static bool is_known(const script_reader *r, const tunip_doc *doc, tunip_str text)
{
    enum { MOST_COMPARED = 64 };
    size_t count = tunip_diagnostics_count(r->diagnostics);
    for (size_t i = 0; doc && i < count && i < MOST_COMPARED; i++) {
        const tunip_diagnostic *d = tunip_diagnostics_get(r->diagnostics, count - 1 - i);
        if (!tunip_str_equal(tunip_diagnostic_message(d), text)) continue;
        for (size_t k = 0; k < 2 && tunip_diagnostic_label(d, k); k++)
            if (tunip_diagnostic_label(d, k)->begin == tn_doc_place(doc).begin) return true;
    }
    return false;
}

static void complain(void *user, const tunip_doc *doc, const tunip_doc *around, tn_complaint kind,
                     tunip_str text)
{
    script_reader *r = user;
    const char *message = text.data ? text.data : "";
    if (kind != TN_DETAIL) {
        tunip_severity severity =
            kind == TN_WARNING ? TUNIP_SEVERITY_WARNING : TUNIP_SEVERITY_ERROR;
        r->last = NULL; /* takes no details */
        if (is_known(r, doc, text)) return;
        r->last = tunip_diagnostics_add(r->diagnostics, severity, "script", message);
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

/* Fills the caller's error from the first diagnostic. */
static tunip_status first_error(const script_reader *r)
{
    size_t count = tunip_diagnostics_count(r->diagnostics);
    for (size_t i = 0; i < count; i++) {
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

/* The words of scripts make nodes of the oldest version of TVM, also of what a newer one wrote. The
 * result is converted when it has been read. */
enum { OLDEST_VINTAGE = 23 };

static const tunip_node *as_older(script_reader *r, const tunip_node *root, tunip_error *error)
{
    unsigned vintage = tunip_vintage(root);
    if (vintage <= OLDEST_VINTAGE) return root;
    if (!r->vintage) r->vintage = vintage;
    return tunip_convert_graph(r->input->context, r->input->graph, root, OLDEST_VINTAGE, error);
}

static tunip_status as_newer(script_reader *r)
{
    const tunip_node *root = tunip_graph_root(r->input->graph);
    if (!root || r->vintage <= OLDEST_VINTAGE) return TUNIP_OK;
    tunip_node *made =
        tunip_convert_graph(r->input->context, r->input->graph, root, r->vintage, r->input->error);
    tunip_graph_set_root(r->input->graph, made);
    return made ? TUNIP_OK : TUNIP_ERROR_ARGUMENT;
}

/* The metadata section is a text of another format, whose nodes belong to the same graph. */
static const tunip_node *load(void *user, tunip_str text, const tunip_doc *doc)
{
    script_reader *r = user;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_new(tn_context_allocator(r->input->context),
                                            tunip_str_from("metadata"), text, &error);
    const tunip_format *format = tn_context_find_format(r->input->context, "tvm-json");
    tunip_input input = *r->input;
    input.source = source;
    input.diagnostics = NULL;
    input.origins = false;
    input.error = &error;
    bool fine = source && format && format->read(&input) == TUNIP_OK;
    tunip_source_free(source);
    const tunip_node *root = fine ? tunip_graph_root(r->input->graph) : NULL;
    root = root ? as_older(r, root, &error) : NULL;
    if (root) return root;
    char message[sizeof error.message + 64];
    snprintf(message, sizeof message, "the metadata cannot be read: %s", error.message);
    complain(r, doc, NULL, TN_COMPLAINT, tunip_str_from(message));
    if (error.code == TUNIP_ERROR_MEMORY) r->arena->failed = true;
    return NULL;
}

/* Where the text of a string begins: behind its quotes, and behind "r". With escapes, the places in
 * the text are not exact, but in the string. */
static uint32_t find_text(const script_reader *r, tunip_str text, const tunip_doc *string)
{
    enum { MOST_QUOTES = 4 };
    tunip_str source = tunip_source_text(r->input->source);
    tn_script_place place = tn_doc_place(string);
    for (uint32_t at = place.begin + 1; at <= place.begin + MOST_QUOTES; at++)
        if (at + text.size < place.end && place.end <= source.size &&
            memcmp(source.data + at, text.data, text.size) == 0)
            return at;
    return place.begin + 1;
}

/* The expression in a string. */
static const tunip_doc *parse_text(void *user, tunip_str text, const tunip_doc *place)
{
    script_reader *r = user;
    tn_python_options options = {.origin = find_text(r, text, place)};
    const tunip_doc *block = tn_python_parse(r->arena, text, &options, r->diagnostics);
    tunip_docs body = block ? ((const tunip_doc_block *)block)->body : (tunip_docs){NULL, 0};
    bool is_one = body.count == 1 && body.items[0]->kind == TUNIP_DOC_EXPR_STMT;
    if (!is_one && block)
        complain(r, place, NULL, TN_COMPLAINT, tunip_str_from("expected an expression"));
    if (!is_one || tn_doc_is_broken(body.items[0])) return NULL;
    return ((const tunip_doc_expr_stmt *)body.items[0])->expr;
}

static tunip_docs read_body(void *user, tn_arena *arena, const tunip_doc *unread)
{
    return tn_python_read_body(((script_reader *)user)->python, arena, unread);
}

static void peek(void *user, tn_arena *arena, const tunip_doc *unread, tn_peek_fn each,
                 void *each_user)
{
    tn_python_peek(((script_reader *)user)->python, arena, unread, each, each_user);
}

static tunip_status read_docs(script_reader *r, const tunip_doc *block,
                              const tn_constant *constants)
{
    const tunip_input *input = r->input;
    size_t complaints = 0;
    r->vintage = input->options->vintage;
    tn_elaborate_options options = {.folds = input->options->fold,
                                    .vintage = &r->vintage,
                                    .placeholders = input->options->placeholders,
                                    .source = input->origins ? input->source : NULL,
                                    .constants = constants,
                                    .constant_count = input->options->define_count,
                                    .complain = complain,
                                    .load = load,
                                    .parse = parse_text,
                                    .body = read_body,
                                    .peek = peek,
                                    .user = r};
    tunip_status status =
        tn_context_read_words((tunip_context *)(uintptr_t)input->context, input->error);
    if (status == TUNIP_OK)
        status = tn_elaborate_script(input->context, input->graph,
                                     ((const tunip_doc_block *)block)->body, &options, &complaints,
                                     input->error);
    if (status == TUNIP_OK) tn_python_read_rest(r->python, r->arena);
    if (status == TUNIP_OK) status = first_error(r);
    if (status == TUNIP_OK) status = as_newer(r);
    return status;
}

/* The constants of the options: each value is an expression of its own. NULL with a diagnostic. */
static const tn_constant *read_defines(script_reader *r, tn_arena *arena)
{
    const tunip_read_options *options = r->input->options;
    tn_constant *constants =
        tn_arena_zalloc(arena, (options->define_count + 1) * sizeof *constants);
    for (size_t i = 0; constants && i < options->define_count; i++) {
        const tunip_constant *define = &options->defines[i];
        tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
        tunip_str text = tn_arena_str(arena, tunip_str_from(define->value));
        const tunip_doc_block *block =
            found && text.data ? (const tunip_doc_block *)tn_python_parse(arena, text, NULL, found)
                               : NULL;
        bool fine = block && !tunip_diagnostics_count(found) && block->body.count == 1 &&
                    block->body.items[0]->kind == TUNIP_DOC_EXPR_STMT;
        tunip_diagnostics_free(found);
        if (!fine) {
            char message[200];
            snprintf(message, sizeof message, "the value of %s is no expression: %s", define->name,
                     define->value);
            tunip_diagnostics_add(r->diagnostics, TUNIP_SEVERITY_ERROR, "script", message);
            return NULL;
        }
        constants[i].name = tunip_str_from(define->name);
        constants[i].value = ((const tunip_doc_expr_stmt *)block->body.items[0])->expr;
    }
    return constants;
}

static tunip_status read_script(const tunip_input *input)
{
    const tunip_allocator *allocator = tn_context_allocator(input->context);
    tn_arena arena;
    tn_arena_init(&arena, allocator);
    script_reader r = {.input = input, .diagnostics = input->diagnostics, .arena = &arena};
    if (!r.diagnostics) r.diagnostics = tunip_diagnostics_new(allocator, input->error);
    tunip_status status = TUNIP_ERROR_MEMORY;
    if (r.diagnostics) {
        const tunip_doc *block;
        r.python = tn_python_open(&arena, tunip_source_text(input->source), r.diagnostics, &block);
        const tn_constant *constants = block ? read_defines(&r, &arena) : NULL;
        status = constants ? read_docs(&r, block, constants) : first_error(&r);
        bool is_cut = arena.failed || tunip_graph_status(input->graph) == TUNIP_ERROR_MEMORY ||
                      tunip_diagnostics_status(r.diagnostics) == TUNIP_ERROR_MEMORY;
        if (is_cut && input->error) *input->error = (tunip_error)TUNIP_ERROR_INIT;
        if (is_cut || (!constants && status == TUNIP_OK))
            status = tunip_error_set(input->error, TUNIP_ERROR_MEMORY, "out of memory");
    }
    if (r.diagnostics != input->diagnostics) tunip_diagnostics_free(r.diagnostics);
    tn_python_close(r.python);
    tn_arena_free(&arena);
    return status;
}

const tunip_format tunip_format_python = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "python",
    .summary = "scripts in Python's syntax, as the backend of this name writes them (TVMScript)",
    .suffix = ".py",
    .sniff = sniff,
    .read = read_script,
};
