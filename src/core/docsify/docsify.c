/* docsify.c -- node -> Doc: the step every rule comes back to, and how a print begins. */
#include "job.h"

/* ---- guards ----
 *
 * A cycle is found once a print is deeper than any sane IR, and its node is remembered; from then
 * on that node is not entered while it is open. So even a node that contains itself twice costs no
 * more than the depth at which it is found. */

enum { WATCHED_DEPTH = 256, MOST_REENTRIES = 3 };

typedef const tunip_doc *(*apply_fn)(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path);

static const tunip_doc *guarded(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                                apply_fn apply);

typedef struct resumed {
    tunip_docsifier *d;
    const tunip_node *node;
    const tunip_path *path;
    apply_fn apply;
    const tunip_doc *result;
} resumed;

static void resume(void *opaque)
{
    resumed *r = opaque;
    r->result = guarded(r->d, r->node, r->path, r->apply);
}

static const tunip_doc *on_fresh_stack(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path, apply_fn apply)
{
    resumed r = {d, node, path, apply, &tn_doc_failed.base};
    if (!tn_stack_run(&d->stack, resume, &r))
        tn_job_fail(d, TUNIP_ERROR_LIMIT, "no memory for a deeper stack");
    return r.result;
}

static const tunip_doc *too_deep(tunip_docsifier *d, const tunip_path *path)
{
    tn_job_fail(d, TUNIP_ERROR_LIMIT, "the IR is nested deeper than %zu nodes",
                d->options.max_depth);
    if (path) tunip_path_text(path, d->error.path, sizeof d->error.path);
    return &tn_doc_failed.base;
}

/* Children that are shared are made into Docs wherever they are used. */
static const tunip_doc *too_large(tunip_docsifier *d, const tunip_path *path)
{
    tn_job_fail(d, TUNIP_ERROR_LIMIT,
                "what the text is made from takes more than %zu bytes of memory, the most for "
                "%zu bytes of text (max_bytes)",
                d->max_memory, d->options.max_bytes);
    if (path) tunip_path_text(path, d->error.path, sizeof d->error.path);
    return &tn_doc_failed.base;
}

static const tunip_doc *cycle(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    if (!tn_map_put(&d->cyclic, node, NULL)) tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
    tunip_report(d, TUNIP_ISSUE_CYCLE, path, "a %s contains itself", node->type->key);
    return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("<cycle>"), path);
}

static bool is_open(const tunip_docsifier *d, const tunip_node *node)
{
    const tn_open *open = d->innermost;
    while (open && open->node != node) open = open->outer;
    return open != NULL;
}

/* Applies at great depth, noting that the node is open. A rule may meet its own node again (a
 * buffer whose data pointer prints as `A.data`), but not again and again. */
static const tunip_doc *watched(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                                apply_fn apply)
{
    uint64_t *times = tn_map_put(&d->open, node, NULL);
    if (!times) {
        tn_job_fail(d, TUNIP_ERROR_MEMORY, "out of memory");
        return &tn_doc_failed.base;
    }
    if (*times > MOST_REENTRIES) return cycle(d, node, path);
    ++*times;
    const tunip_doc *doc = apply(d, node, path);
    times = tn_map_get(&d->open, node);
    if (times && --*times == 0) tn_map_remove(&d->open, node);
    return doc;
}

/* What a rule that gives up, or returns what is not its to return, leaves behind. */
static const tunip_doc *broken(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                               const char *what)
{
    const tunip_dialect *dialect = tn_dispatch_rule(d->dispatch, d->row, node->type)->dialect;
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "the rule of %s for %s made %s",
                 dialect ? dialect->name : "tunip", node->type->key, what);
    return tunip_doc_id_new(d, tunip_doc_format(d, "<%s>", node->type->key), path);
}

static const tunip_doc *accept(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                               const tunip_doc *doc)
{
    if (!doc) return broken(d, node, path, "no Doc");
    /* Docs of another print, or of none, may be gone before this one is rendered, or are gone
     * already: the address tells, before anything is read there. Where this print has memory of its
     * own by now, the mark does. */
    bool held = tn_arena_holds(&d->arena, doc) || tn_arena_holds(&d->kept, doc);
    if ((held && tn_doc_is_own(d, doc)) || doc == &tn_doc_failed.base) return doc;
    return broken(d, node, path, "a Doc that is not of this print");
}

static const tunip_doc *close_frames(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path, tunip_frame *top)
{
    const tunip_frame *open = d->top;
    while (open && open != top) open = open->outer;
    if (!open) tn_job_misuse(d, "leaves a frame that is not its own");
    tn_frames_cut(d, top);
    return broken(d, node, path, "a frame and did not leave it");
}

/* Memory that never became a node. */
static const tunip_doc *untyped(tunip_docsifier *d, const tunip_path *path)
{
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "a node has no type");
    return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("<no type>"), path);
}

static const tunip_doc *guarded(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                                apply_fn apply)
{
    if (!node->type) return untyped(d, path);
    if (tn_stack_low(&d->stack)) return on_fresh_stack(d, node, path, apply);
    if (d->options.max_depth && d->depth >= d->options.max_depth) return too_deep(d, path);
    if (d->arena.total + d->kept.total > d->max_memory) return too_large(d, path);
    if (d->cyclic.count && tn_map_get(&d->cyclic, node) && is_open(d, node))
        return cycle(d, node, path);
    tn_open open = {.node = node, .outer = d->innermost};
    tunip_frame *top = d->top;
    d->innermost = &open;
    d->depth++;
    const tunip_doc *doc =
        d->depth < WATCHED_DEPTH ? apply(d, node, path) : watched(d, node, path, apply);
    doc = d->top == top ? accept(d, node, path, doc) : close_frames(d, node, path, top);
    d->depth--;
    d->innermost = open.outer;
    doc = tunip_doc_at(d, doc, path);
    return d->marks.notes ? tunip_doc_annotate(d, doc, path) : doc;
}

/* ---- rules ---- */

static const tunip_doc *apply_rule(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tn_rule *rule = tn_row_rule(d->row, node->type);
    if (!rule) return tn_rule_find_and_apply(d, node, path);
    uint8_t outer = d->dialect;
    d->dialect = rule->number;
    const tunip_doc *doc = rule->form == TUNIP_RULE_CUSTOM ? rule->fn(d, node, path)
                                                           : tn_rule_apply(d, rule, node, path);
    d->dialect = outer;
    return doc;
}

const tunip_doc *tunip_docsify(tunip_docsifier *d, const void *node, const tunip_path *path)
{
    if (tn_job_failed(d)) return &tn_doc_failed.base;
    return node ? guarded(d, node, path, apply_rule) : tunip_doc_none(d, path);
}

const tunip_doc *tunip_docsify_plain(tunip_docsifier *d, const void *node, const tunip_path *path)
{
    if (tn_job_failed(d)) return &tn_doc_failed.base;
    if (node) return guarded(d, node, path, tn_plain_doc);
    return tunip_doc_id_new(d, (tunip_str)TUNIP_STR("(nullptr)"), path);
}

tunip_docs tunip_docsify_items(tunip_docsifier *d, const tunip_array *array, const tunip_path *path)
{
    size_t count = tunip_array_count(array);
    const tunip_doc **docs = tunip_docs_new(d, count);
    if (!docs) return tunip_docs_none();
    for (size_t i = 0; i < count; i++)
        docs[i] = tunip_docsify(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_docs_view(docs, count);
}

/* ---- how a print begins and ends ---- */

static const char metadata_note[] =
    "Metadata omitted. Use show_meta=True in script() method to show it.";

static void report_undefined(tunip_docsifier *d, const tunip_doc *variable)
{
    if (!variable || variable->kind != TUNIP_DOC_ID) return;
    tunip_str name = ((const tunip_doc_id *)variable)->name;
    tunip_report(d, TUNIP_ISSUE_UNDEFINED, NULL, "variable %.*s is not defined", (int)name.size,
                 name.size ? name.data : "");
}

/* Leaves out the definitions of what an expression uses. */
static void drop_definitions(tunip_docsifier *d, tunip_frame *frame)
{
    for (size_t i = 0; i < frame->stmt_count; i++) {
        const tunip_doc_assign *assign = (const tunip_doc_assign *)frame->stmts[i];
        const tunip_doc *lhs = assign->stmt.base.kind == TUNIP_DOC_ASSIGN ? assign->lhs : NULL;
        bool is_tuple = lhs && lhs->kind == TUNIP_DOC_TUPLE;
        tunip_docs all = is_tuple ? ((const tunip_doc_tuple *)lhs)->elements : tunip_docs_none();
        for (size_t k = 0; k < all.count; k++) report_undefined(d, all.items[k]);
        if (!is_tuple) report_undefined(d, lhs);
    }
    frame->stmt_count = 0;
}

/* The statements of a finished root, as one block. An expression stands alone: the definitions of
 * its free variables show only when asked for. */
static const tunip_doc *finish(tunip_docsifier *d, tunip_frame *frame, const tunip_doc *doc)
{
    const tunip_doc *block_path = NULL;
    switch (tunip_doc_classify(doc)) {
    case TUNIP_CLASS_EXPR:
        if (!d->declares) drop_definitions(d, frame);
        tunip_frame_add(d, frame, tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc));
        break;
    case TUNIP_CLASS_STMT:
        tunip_frame_add(d, frame, doc);
        break;
    case TUNIP_CLASS_BLOCK:
        block_path = doc;
        for (size_t i = 0; i < ((const tunip_doc_block *)doc)->body.count; i++)
            tunip_frame_add(d, frame, ((const tunip_doc_block *)doc)->body.items[i]);
        break;
    }
    if (d->metadata.count && !d->shows_metadata)
        tunip_frame_add(d, frame, tunip_doc_comment_new(d, tunip_str_from(metadata_note)));
    const tunip_doc *block = tunip_doc_block_new(d, tunip_frame_body(d, frame, NULL));
    return block_path ? tunip_doc_at(d, block, block_path->path) : block;
}

const tunip_doc *tn_docsify_root(tunip_docsifier *d, const tunip_node *root)
{
    const tunip_dialect *dialect = NULL;
    const tunip_root *row =
        root && root->type ? tn_dispatch_root(d->dispatch, root->type, &dialect) : NULL;
    const tunip_path *path = tunip_path_root(d);
    tunip_frame frame;
    tunip_frame_enter(d, &frame, dialect, NULL);
    if (row) tunip_frame_token(d, &frame, row->token);
    if (row && row->free_variables) tunip_uses_root(d, root);
    d->is_plain = !row;
    if (!row) d->marks.underlined_count = 0; /* as in TVM: what is no script is not marked */
    const tunip_doc *doc = row ? tunip_docsify(d, root, path) : tunip_docsify_plain(d, root, path);
    const tunip_doc *block = finish(d, &frame, doc);
    tunip_frame_leave(d, &frame);
    return block;
}

/* ---- the header ---- */

static const tunip_doc *header_line(tunip_docsifier *d, tunip_str text)
{
    return tn_doc_comment_new(d, TUNIP_ROLE_HEADER, text);
}

/* A module asks once for each of its functions. */
static const tunip_doc *import_line(tunip_docsifier *d, tn_dialect_job *job)
{
    if (job->import_doc) return job->import_doc;
    const char *import = job->shared->dialect->import;
    const char *hole = strstr(import, "%s");
    size_t before = hole ? (size_t)(hole - import) : strlen(import);
    tunip_str prefix = hole ? job->prefix : (tunip_str){NULL, 0};
    tunip_str text = tunip_doc_format(d, "%.*s%.*s%s", (int)before, import, (int)prefix.size,
                                      prefix.size ? prefix.data : "", hole ? hole + 2 : "");
    job->import_doc = tn_doc_keep(d, header_line(d, tn_job_kept_text(d, text)));
    return job->import_doc;
}

const tunip_doc *tunip_with_header(tunip_docsifier *d, const tunip_doc *doc)
{
    if (d->no_header) return doc;
    tunip_frame lines; /* a frame only for its list of statements */
    tunip_frame_enter(d, &lines, NULL, NULL);
    for (size_t i = 0; i < d->used.count; i++)
        if (d->used.items[i]->shared->dialect->import)
            tunip_frame_add(d, &lines, import_line(d, d->used.items[i]));
    if (lines.stmt_count) {
        tunip_frame_add(d, &lines, header_line(d, (tunip_str){"", 0}));
        tunip_frame_add(d, &lines, doc);
        doc = tunip_doc_block_new(d, tunip_frame_body(d, &lines, NULL));
    }
    tunip_frame_leave(d, &lines);
    return doc;
}
