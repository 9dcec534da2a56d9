/* docsifier.c -- stage 1 of a print: its memory, its report, its beginning and its end. */
#include "docsifier.h"

#include <stdio.h>

#include <tunip/ext/dialect.h>

#include "../compare/convert.h"
#include "../ir/vintage.h"
#include "../library/context.h"
#include "../util/unicode.h"
#include "doc.h"
#include "docsify.h"
#include "frame.h"
#include "lossless.h"
#include "metadata.h"
#include "names.h"
#include "paths.h"
#include "settings.h"

/* ======== memory ======== */

/* The memory, the first error and the options of a print. */

void tn_job_fail(tunip_docsifier *d, tunip_status code, const char *format, ...)
{
    if (tn_job_failed(d)) return;
    d->memory.error.code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(d->memory.error.message, sizeof d->memory.error.message, format, args);
    va_end(args);
}

void tn_job_no_memory(tunip_docsifier *d)
{
    tn_no_memory(&d->memory.error);
}

void *tn_job_memory_slow(tunip_docsifier *d, size_t size)
{
    void *memory = tn_arena_alloc(&d->memory.arena, size);
    if (!memory) tn_job_no_memory(d);
    return memory;
}

void *tunip_job_alloc(tunip_docsifier *d, size_t size)
{
    void *memory = tn_arena_zalloc(&d->memory.arena, size);
    if (TN_RARELY(!memory)) tn_job_no_memory(d);
    return memory;
}

void *tunip_job_keep(tunip_docsifier *d, size_t size)
{
    void *memory = tn_job_kept_memory(d, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

tunip_scratch *tunip_job_scratch(tunip_docsifier *d)
{
    return &d->memory.scratch;
}

tunip_str tn_job_kept_text(tunip_docsifier *d, tunip_str text)
{
    tunip_str copy = tn_arena_str(&d->memory.kept, text);
    if (!copy.data) tn_job_no_memory(d);
    return copy;
}

const tunip_print_options *tunip_job_options(const tunip_docsifier *d)
{
    return d->options;
}

tunip_walk_end tunip_job_walk(tunip_docsifier *d, const tunip_node *root,
                              const tunip_walker *walker)
{
    tunip_walker own = *walker;
    own.allocator = tn_job_allocator(d);
    tunip_walk_end end = tunip_walk(root, &own);
    if (end == TUNIP_WALK_NO_MEMORY) tn_job_no_memory(d);
    return end;
}

/* ======== report ======== */

/* The report of a print, and the errors of its rules. */

/* The dialect whose rule is running. */
static const char *dialect_at_work(const tunip_docsifier *d)
{
    if (!d->guard->innermost) return NULL;
    const tn_rule *rule =
        tn_dispatch_rule(d->dispatch, d->tokens->row, d->guard->innermost->node->type);
    return rule->dialect ? rule->dialect->name : NULL;
}

void tn_job_misuse(tunip_docsifier *d, const char *format, ...)
{
    char what[sizeof d->memory.error.message / 2];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    const tunip_node *node = d->guard->innermost ? d->guard->innermost->node : NULL;
    const char *dialect = dialect_at_work(d);
    tn_job_fail(d, TUNIP_ERROR_RULE, "the rule of %s for %s %s", dialect ? dialect : "tunip",
                node ? node->type->key : "the root", what);
}

void tunip_report(tunip_docsifier *d, tunip_issue_kind kind, const tunip_path *path,
                  const char *format, ...)
{
    va_list args;
    va_start(args, format);
    tunip_issue issue = {
        .kind = kind,
        .message = tn_arena_format(&d->memory.kept, format, args),
        .path = d->options->no_source_map ? NULL : path,
        .dialect = dialect_at_work(d),
    };
    va_end(args);
    if (d->memory.kept.failed || !tn_array_push(&d->report->issues, tn_job_allocator(d), issue))
        tn_job_no_memory(d);
}

/* ======== usual ======== */

/* Converts nodes of a later version of TVM for rules that compute with nodes. For
 * example, the rules that infer the struct info of a value know only the types of v0.23: a tensor
 * of v0.26 has its dtype in another form. The nodes of one print share a converter, so a variable
 * that occurs in two nodes is one variable in both results. */

struct tn_usual {
    tunip_graph *graph; /* of the results */
    tunip_converter converter;
};

static struct tn_usual *usual_open(tunip_docsifier *d)
{
    struct tn_usual *usual = tn_job_kept_memory(d, sizeof *usual);
    tunip_graph *graph = usual ? tunip_graph_new(d->context, &d->memory.error) : NULL;
    if (!graph) return NULL;
    *usual = (struct tn_usual){graph,
                               {.context = d->context,
                                .graph = graph,
                                .vintage = TN_VINTAGE_USUAL,
                                .from = d->vintage,
                                .keeps_unknown = true}};
    tn_converter_open(&usual->converter);
    return d->usual = usual;
}

/* A node that cannot be converted stays marked as open in the converter, and so do the nodes that
 * contain it. So the answer for a node does not depend on earlier calls. */
const tunip_node *tunip_job_usual(tunip_docsifier *d, const tunip_node *node)
{
    if (!node || d->vintage <= TN_VINTAGE_USUAL) return node;
    if (!d->usual && !usual_open(d)) return NULL;
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_node *made = tn_converter_next(&d->usual->converter, node, &error);
    if (error.code == TUNIP_ERROR_MEMORY) tn_job_no_memory(d);
    return made;
}

/* ======== root ======== */

/* How a print begins and ends: the block of its statements, and the header above it. */

static const char metadata_note[] =
    "Metadata omitted. Use show_meta=True in script() method to show it.";

/* Reports the variables that a dropped definition defines. */
static void report_definition(tunip_docsifier *d, const tunip_doc *stmt)
{
    const tunip_doc *lhs =
        stmt->kind == TUNIP_DOC_ASSIGN ? ((const tunip_doc_assign *)stmt)->lhs : NULL;
    bool is_tuple = lhs && lhs->kind == TUNIP_DOC_TUPLE;
    tunip_docs all =
        is_tuple ? ((const tunip_doc_tuple *)lhs)->elements : tunip_docs_view(&lhs, lhs != NULL);
    for (size_t i = 0; i < all.count; i++) {
        if (all.items[i]->kind != TUNIP_DOC_ID) continue;
        tunip_str name = ((const tunip_doc_id *)all.items[i])->name;
        tunip_report(d, TUNIP_ISSUE_UNDEFINED, NULL, "variable %.*s is not defined", (int)name.size,
                     name.size ? name.data : "");
    }
}

/* Adds the statements of a block. In a lossless text, those that the frame has already stand below
 * the import lines of the block. */
static void add_block(tunip_docsifier *d, tunip_frame *frame, tunip_docs body)
{
    size_t header = 0;
    tunip_docs before = tunip_docs_view(frame->stmts, frame->stmt_count);
    while (d->lossless && before.count && header < body.count &&
           body.items[header]->kind == TUNIP_DOC_COMMENT &&
           body.items[header]->role == TUNIP_ROLE_HEADER)
        header++;
    if (header) {
        frame->stmts = NULL;
        frame->stmt_count = frame->stmt_room = 0;
        for (size_t i = 0; i < header; i++) tunip_frame_add(d, frame, body.items[i]);
        for (size_t i = 0; i < before.count; i++) tunip_frame_add(d, frame, before.items[i]);
        tunip_frame_add(d, frame, body.items[header - 1]); /* an empty line */
    }
    for (size_t i = header; i < body.count; i++) tunip_frame_add(d, frame, body.items[i]);
}

/* The statements of a finished root, as one block. For an expression, the definitions of its free
 * variables are included only with verbose_expr. */
static const tunip_doc *finish(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *doc)
{
    const tunip_doc *block_path = NULL;
    switch (tunip_doc_classify(doc)) {
    case TUNIP_CLASS_EXPR:
        d->header->is_value = true;
        if (!d->header->declares) {
            for (size_t i = 0; i < frame->stmt_count; i++) report_definition(d, frame->stmts[i]);
            frame->stmt_count = 0;
        }
        tunip_frame_add(d, frame, tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc));
        break;
    case TUNIP_CLASS_STMT:
        tunip_frame_add(d, frame, doc);
        break;
    case TUNIP_CLASS_BLOCK:
        block_path = doc;
        add_block(d, frame, ((const tunip_doc_block *)doc)->body);
        break;
    }
    if (d->metadata->groups.count && !d->metadata->shown)
        tunip_frame_add(d, frame,
                        tn_doc_comment_new(d, TUNIP_ROLE_META, tunip_str_from(metadata_note)));
    const tunip_doc *block = tunip_doc_block_new(d, tunip_frame_body(d, frame, NULL));
    return block_path ? tunip_doc_at(d, block, block_path->path) : block;
}

const tunip_doc *tn_docsify_root(tunip_docsifier *d, const tunip_node *root)
{
    const tunip_dialect *dialect = NULL;
    const tunip_root *row = tn_dispatch_root_in(d->dispatch, root, d->header->language, &dialect);
    const tunip_path *path = d->paths->recorded ? tunip_path_root(d) : NULL;
    tunip_frame frame;
    if (!tn_vintage_or(root, d->options->vintage, tn_job_allocator(d), &d->vintage))
        tn_job_no_memory(d);
    tunip_frame_enter(d, &frame, dialect, NULL);
    if (row) tunip_frame_token(d, &frame, row->token);
    if (row && row->free_variables) tunip_uses_root(d, root);
    d->header->is_plain = !row;
    if (d->lossless) tn_define_exact(d);
    bool is_script = row || (d->request->lossless && !root);
    const tunip_doc *doc =
        is_script ? tunip_docsify(d, root, path) : tunip_docsify_plain(d, root, path);
    const tunip_doc *block = finish(d, &frame, doc);
    tunip_frame_leave(d, &frame);
    return block;
}

/* ---- the header ---- */

/* A module calls this for each of its functions, so the lines are made once. */
const tunip_doc *tunip_with_header(tunip_docsifier *d, const tunip_doc *doc)
{
    if (d->header->left_out) return doc;
    tn_dialect_job *const *used = d->dialects->used.items;
    size_t count = d->dialects->used.count, line_count = 0;
    const tunip_doc **lines = tunip_docs_new(d, count + 2);
    if (!lines) return &tn_doc_failed.base;
    for (size_t i = 0; i < count; i++) {
        tn_dialect_job *job = used[i];
        if (!job->dialect->import) continue;
        if (!job->import_doc) {
            const char *import = tn_name_now(d, job, job->shared->dialect->import);
            const char *hole = strstr(import, "%s");
            size_t before = hole ? (size_t)(hole - import) : strlen(import);
            tunip_str prefix = hole ? job->prefix : (tunip_str){"", 0};
            tunip_str text =
                tunip_doc_format(d, "%.*s%.*s%s", (int)before, import, (int)prefix.size,
                                 prefix.size ? prefix.data : "", hole ? hole + 2 : "");
            job->import_doc =
                tn_doc_keep(d, tn_doc_comment_new(d, TUNIP_ROLE_HEADER, tn_job_kept_text(d, text)));
        }
        lines[line_count++] = job->import_doc;
    }
    if (!line_count) return doc;
    lines[line_count++] = tn_doc_comment_new(d, TUNIP_ROLE_HEADER, (tunip_str){"", 0});
    if (!tn_is_nothing(doc)) lines[line_count++] = doc;
    return tunip_doc_block_new(d, tunip_docs_view(lines, line_count));
}

/* ======== open ======== */

/* Opening and closing a print. */

/* All parts of a docsifier, in one piece of memory. */
typedef struct parts {
    tn_request request;
    tn_recent_dtypes dtypes;
    tn_paths paths;
    tn_marks marks;
    tn_guard guard;
    tn_tokens tokens;
    tn_variables variables;
    tn_constants constants;
    tn_names names;
    tn_uses uses;
    tn_bindings bindings;
    tn_dialect_jobs dialects;
    tn_backend_job backend;
    tn_metadata metadata;
    tn_report report;
    tn_header header;
    tn_units units;
} parts;

/* ---- memory ---- */

/* Docs need more memory than their text, with all paths about 20 times as much. But only the
 * Docs of one function are there at a time, and its text is rarely longer than some 10 MB. */
static size_t memory_for(size_t max_bytes)
{
    enum { FACTOR = 32, LEAST = 1 << 24, LARGE_FACTOR = 4 };
    const size_t usual = (size_t)1 << 28, most = (size_t)1 << 29;
    if (!max_bytes) return SIZE_MAX;
    if (max_bytes <= LEAST / FACTOR) return LEAST;
    if (max_bytes <= usual / FACTOR) return max_bytes * FACTOR;
    if (max_bytes <= usual / LARGE_FACTOR) return usual;
    if (max_bytes <= most / LARGE_FACTOR) return max_bytes * LARGE_FACTOR;
    return max_bytes > most ? max_bytes : most;
}

/* ---- the backend ---- */

static bool open_backend(tunip_docsifier *d)
{
    const tunip_backend *backend = d->request->backend;
    tn_schema schema = tn_backend_schema(backend);
    d->metadata->shown = d->options->show_meta || backend->flags & TUNIP_BACKEND_METADATA;
    d->backend->keeps_defaults = backend->flags & TUNIP_BACKEND_DEFAULTS;
    d->header->language = backend->flags & TUNIP_BACKEND_OWN ? backend->name : NULL;
    d->header->left_out = backend->flags & TUNIP_BACKEND_NO_HEADER;
    d->variables->keeps_released = backend->flags & TUNIP_BACKEND_AGAIN;
    d->variables->notes_again = d->options->find_losses || d->variables->keeps_released;
    d->header->declares = d->options->verbose_expr || backend->flags & TUNIP_BACKEND_DECLARES;
    d->paths->recorded = !d->options->no_source_map || backend->flags & TUNIP_BACKEND_PATHS;
    bool underlines = d->options->underline_count || d->options->underline_path_count;
    d->paths->printed_recorded = d->paths->recorded && underlines;
    d->names->is_reserved = backend->is_reserved;
    if (backend->state_size) d->backend->state = tunip_job_keep(d, backend->state_size);
    return !tn_job_failed(d) && tn_settings_apply(d, &schema);
}

/* ---- names ---- */

/* Whether `name` is reserved. */
static bool reserve(tunip_docsifier *d, tunip_str name, bool reserved)
{
    if (!name.size) return true;
    uint32_t id = tn_names_enter(d->names, name);
    if (id != TN_NOT_INTERNED) {
        tn_names_set_taken(d->names, id, reserved);
        return true;
    }
    tn_job_no_memory(d);
    return false;
}

/* Reserves the prefixes and the module's alias. */
static bool reserve_names(tunip_docsifier *d)
{
    const char *alias = d->options->module_alias;
    if (*alias && !tn_is_ascii_identifier(alias)) {
        tn_job_fail(d, TUNIP_ERROR_ARGUMENT, "Invalid `module_alias`: %s", alias);
        return false;
    }
    const tn_lossless *lossless = d->request->lossless;
    d->names->reserved = &d->dispatch->prefixes;
    if (lossless && lossless->has_fields &&
        (!reserve(d, tunip_str_from("tvm"), true) || !reserve(d, tunip_str_from("metadata"), true)))
        return false;
    size_t count = d->options->setting_count ? d->dispatch->dialects.count : 0;
    for (size_t i = 0; i < count; i++) {
        /* only a setting changes a prefix; the old one is free, unless another dialect has it */
        tunip_str initial = d->dispatch->dialects.items[i].prefix, prefix = tn_job_prefix(d, i);
        if (tunip_str_equal(initial, prefix)) continue;
        size_t owner = 0;
        while (owner < count && !tunip_str_equal(tn_job_prefix(d, owner), initial)) owner++;
        if (!reserve(d, initial, owner < count) || !reserve(d, prefix, true)) return false;
    }
    if (!reserve(d, tunip_str_from(alias), true)) return false;
    if (lossless && lossless->has_fields) d->names->texts_of_ir = &lossless->texts;
    return true;
}

/* ---- the whole ---- */

/* Makes the parts of a docsifier, with empty tables. False when out of memory. */
static bool make_parts(tunip_docsifier *d, const tn_request *r)
{
    const tunip_allocator *allocator = tn_job_allocator(d);
    parts *p = tunip_job_keep(d, sizeof *p);
    if (!p) return false;
    p->request = *r;
    d->request = &p->request;
    d->options = &p->request.options;
    d->dtypes = &p->dtypes;
    d->paths = &p->paths;
    d->marks = &p->marks;
    d->guard = &p->guard;
    d->tokens = &p->tokens;
    d->variables = &p->variables;
    d->constants = &p->constants;
    d->names = &p->names;
    d->uses = &p->uses;
    d->bindings = &p->bindings;
    d->dialects = &p->dialects;
    d->backend = &p->backend;
    d->metadata = &p->metadata;
    d->report = &p->report;
    d->header = &p->header;
    d->units = &p->units;
    tn_stack_init(&d->guard->stack);
    tn_names_init(d->names, &d->memory.kept, allocator);
    tn_uses_init(d->uses, allocator);
    tn_path_set_init(&d->marks->paths, allocator);
    tn_map_init(&d->variables->index, allocator);
    tn_map_init(&d->variables->around, allocator);
    d->variables->index.is_sparse = d->variables->around.is_sparse = true;
    tn_set_init(&d->variables->ever_defined, allocator);
    tn_map_init(&d->variables->released, allocator);
    tn_map_init(&d->metadata->index, allocator);
    tn_map_init(&d->paths->printed, allocator);
    tn_map_init(&d->guard->open, allocator);
    tn_map_init(&d->guard->cyclic, allocator);
    return true;
}

tunip_status tn_job_open(tunip_docsifier *d, const tn_request *r, tunip_error *error)
{
    tunip_context *context = r->context;
    *d = (tunip_docsifier){.context = context, .dispatch = &context->dispatch};
    d->mark = (uint8_t)(1 + (atomic_fetch_add(&context->print_count, 1) % UINT8_MAX));
    d->memory.scratch = (tunip_scratch){&d->memory.arena, &d->memory.error};
    d->memory.kept_scratch = (tunip_scratch){&d->memory.kept, &d->memory.error};
    d->memory.most = memory_for(r->options.max_bytes);
    tn_arena_init(&d->memory.arena, &context->allocator);
    tn_arena_init(&d->memory.kept, &context->allocator);
    bool is_made = make_parts(d, r);
    if (is_made) {
        size_t most = d->options->max_depth;
        d->guard->easy_depth = most && most < TN_WATCHED_DEPTH ? most : TN_WATCHED_DEPTH - 1;
        d->tokens->row = tn_dispatch_row(d->dispatch, 0);
        if (!tn_array_push(&d->tokens->ids, tn_job_allocator(d), 0)) tn_job_no_memory(d);
        size_t count = d->dispatch->dialects.count;
        d->dialects->jobs = tunip_job_alloc(d, count * sizeof *d->dialects->jobs);
        d->dialects->states = tunip_job_alloc(d, d->dispatch->state_size);
        d->lossless = r->lossless && r->lossless->exact.count;
    }
    if (!tn_job_failed(d) && open_backend(d) && reserve_names(d) && tn_marks_open(d) &&
        d->options->name)
        tunip_binding_push(d, tunip_str_from(d->options->name));
    if (!tn_job_failed(d)) return TUNIP_OK;
    tunip_status status =
        tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message);
    if (is_made) tn_job_close(d);
    return status;
}

void tn_job_close(tunip_docsifier *d)
{
    const tunip_allocator *allocator = tn_job_allocator(d);
    for (size_t i = 0; i < d->metadata->groups.count; i++)
        tn_array_free(&d->metadata->groups.items[i].nodes, allocator);
    tn_array_free(&d->metadata->groups, allocator);
    tn_array_free(&d->paths->more, allocator);
    tn_array_free(&d->report->issues, allocator);
    tn_array_free(&d->bindings->names, allocator);
    tn_array_free(&d->dialects->used, allocator);
    tn_array_free(&d->tokens->ids, allocator);
    tn_path_set_free(&d->marks->paths);
    tn_names_free(d->names);
    tn_map_free(&d->variables->index);
    tn_map_free(&d->variables->around);
    tn_set_free(&d->variables->ever_defined);
    tn_map_free(&d->variables->released);
    tn_map_free(&d->metadata->index);
    tn_map_free(&d->paths->printed);
    tn_map_free(&d->guard->open);
    tn_map_free(&d->guard->cyclic);
    tn_uses_free(d->uses);
    if (d->usual) {
        tn_converter_close(&d->usual->converter);
        tunip_graph_free(d->usual->graph);
    }
    tn_arena_free(&d->memory.arena);
    tn_arena_free(&d->memory.kept);
}
