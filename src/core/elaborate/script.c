/* script.c -- a whole script: its imports, its definition or fragment, the root of the graph. */
#include "../script/script.h"
#include "../context.h"
#include "../ir/graph.h"
#include "../ir/verified.h"
#include "../ir/vintage.h"
#include "elaborate.h"

/* ---- imports ---- */

/* Reads the prefix from a line such as "from tvm.script import tir as T". */
static bool takes_prefix(tn_script_dialect *dialect, const char *import, tunip_str line)
{
    const char *hole = import ? strstr(import, "%s") : NULL;
    size_t head = hole ? (size_t)(hole - import) : 0;
    if (!head || line.size <= head || memcmp(line.data, import, head) != 0) return false;
    tunip_str prefix = {line.data + head, line.size - head};
    size_t size = strcspn(prefix.data, " \t\r\n#");
    dialect->prefix.data = prefix.data;
    dialect->prefix.size = size < prefix.size ? size : prefix.size;
    return true;
}

static bool is_import(tunip_elaborator *e, tn_script_dialect *dialect, tunip_str line,
                      const tunip_doc *doc)
{
    const tunip_dialect *own = dialect->lexicon->dialect;
    unsigned since = 0;
    const char *newer = tn_newer_import(own, &since);
    bool is_newer = newer && takes_prefix(dialect, newer, line);
    if (!is_newer && !takes_prefix(dialect, own->import, line)) return false;
    tn_note_import(e, own, is_newer, doc);
    return true;
}

/* Reads an import line. The last imported dialect reads fragments. */
static void read_comment(tunip_elaborator *e, tunip_str text, const tunip_doc *doc)
{
    while (text.size) {
        const char *newline = memchr(text.data, '\n', text.size);
        tunip_str line = {text.data, newline ? (size_t)(newline - text.data) : text.size};
        for (size_t k = 0; k < e->dialect_count; k++) {
            tn_script_dialect *dialect = &e->dialects[k];
            const tunip_vocabulary *words = dialect->lexicon->dialect->vocabulary;
            if (is_import(e, dialect, line, doc) && dialect > e->outside && words &&
                words->fragment)
                e->outside = dialect;
        }
        size_t used = line.size + (newline != NULL);
        text = (tunip_str){text.data + used, text.size - used};
    }
}

/* ---- metadata ---- */

/* The text in `metadata = tvm.ir.load_json("...")`; NULL for another statement. */
static const tunip_doc_literal *metadata_text(const tunip_doc *doc)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    if (doc->kind != TUNIP_DOC_ASSIGN || stmt->lhs->kind != TUNIP_DOC_ID || !stmt->rhs ||
        stmt->rhs->kind != TUNIP_DOC_CALL)
        return NULL;
    const tunip_doc_call *call = (const tunip_doc_call *)stmt->rhs;
    const tunip_doc_attr *callee = (const tunip_doc_attr *)call->callee;
    if (!tunip_str_is(((const tunip_doc_id *)stmt->lhs)->name, "metadata") ||
        callee->base.kind != TUNIP_DOC_ATTR || !tunip_str_is(callee->name, "load_json") ||
        call->args.count != 1)
        return NULL;
    const tunip_doc *text = call->args.items[0];
    bool is_text = text->kind == TUNIP_DOC_LITERAL && text->sub == TUNIP_LITERAL_STR;
    return is_text ? (const tunip_doc_literal *)text : NULL;
}

static void read_metadata(tunip_elaborator *e, const tunip_doc *doc, const tunip_doc_literal *text)
{
    const tunip_node *root =
        e->options->load ? e->options->load(e->options->user, text->value.text, &text->base) : NULL;
    tunip_name_set(e, tunip_str_from("metadata"), tunip_value_node(root, doc));
}

/* Reads comments, imports and the metadata section. Returns the statements after them. */
static tunip_docs read_preamble(tunip_elaborator *e, tunip_docs script)
{
    for (; script.count; script.items++, script.count--) {
        const tunip_doc *doc = script.items[0];
        const tunip_doc_literal *text = metadata_text(doc);
        if (doc->kind == TUNIP_DOC_COMMENT)
            read_comment(e, ((const tunip_doc_comment *)doc)->stmt.comment, doc);
        else if (text)
            read_metadata(e, doc, text);
        else if (doc->kind != TUNIP_DOC_DOC_STRING)
            break;
    }
    return script;
}

/* ---- the root ---- */

static bool is_definition(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_CLASS || doc->kind == TUNIP_DOC_FUNCTION;
}

static bool is_remark(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_COMMENT || doc->kind == TUNIP_DOC_DOC_STRING;
}

static bool is_header(tunip_docs body)
{
    for (size_t i = 0; i < body.count; i++)
        if (!is_remark(body.items[i])) return false;
    return true;
}

/* Calls `finish` of all dialects, because each may have guessed values. */
static void finish(tunip_elaborator *e)
{
    for (size_t i = 0; i < e->dialect_count; i++) {
        const tunip_vocabulary *script = e->dialects[i].lexicon->dialect->vocabulary;
        if (script && script->size > offsetof(tunip_vocabulary, finish) && script->finish)
            script->finish(e);
    }
}

/* Reads statements that are in no scope. The last one may be an expression; then its value is the
 * value of the script. */
static const tunip_node *read_fragment(tunip_elaborator *e, tunip_docs script)
{
    tunip_value last = {.kind = TUNIP_VALUE_ABSENT};
    while (script.count && is_remark(script.items[script.count - 1])) script.count--;
    const tunip_doc *end = script.count ? script.items[script.count - 1] : NULL;
    bool is_value = end && end->kind == TUNIP_DOC_EXPR_STMT;
    size_t before = e->complaint_count;
    tunip_scope *outer = e->top;
    tunip_docs body = {script.items, script.count - is_value};
    tn_elaborate_open(e, body);
    e->guesses = is_header(body);
    if (is_value) last = tn_elaborate_effect(e, ((const tunip_doc_expr_stmt *)end)->expr);
    if (e->guesses) finish(e);
    const tunip_vocabulary *reading = e->reading ? e->reading->lexicon->dialect->vocabulary : NULL;
    bool is_effect = !is_header(body) && reading && !(e->top == outer && reading->ends_in_value);
    if (is_effect && last.kind > TUNIP_VALUE_WRONG && reading->evaluate) {
        reading->evaluate(e, last);
        last.kind = TUNIP_VALUE_ABSENT;
    }
    while (e->top != outer) tunip_scope_leave(e, e->top);
    if (e->complaint_count != before || e->error.code != TUNIP_OK) return NULL;
    if (last.kind == TUNIP_VALUE_WORD && last.word->rule && !last.word->params)
        last =
            tn_call_word(e, last.word, (tunip_value){.kind = TUNIP_VALUE_ABSENT}, last.doc, NULL);
    const tunip_vocabulary *outside = e->outside ? e->outside->lexicon->dialect->vocabulary : NULL;
    if (outside && outside->fragment)
        return outside->fragment(e, e->stmts.items, e->stmts.count, &last);
    return last.kind == TUNIP_VALUE_NODE && !e->stmts.count ? last.node : NULL;
}

static void complain_of_second(tunip_elaborator *e, const tunip_doc *first, const tunip_doc *second)
{
    tunip_complain(e, tn_definition_name(second),
                   "a script has one module or one function, and a second one begins here");
    tunip_complain_also(e, tn_definition_name(first), "the first one");
    tunip_complain_also(e, NULL, "the format `log` reads each of them");
}

/* Whether an annotation is a type of Python, such as `int` or `typing.Final[int]`, and not one of a
 * dialect. */
static bool is_python_type(const tunip_elaborator *e, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_INDEX) doc = ((const tunip_doc_index *)doc)->value;
    while (doc->kind == TUNIP_DOC_ATTR) doc = ((const tunip_doc_attr *)doc)->value;
    return doc->kind == TUNIP_DOC_ID && !tn_elaborator_prefix(e, ((const tunip_doc_id *)doc)->name);
}

/* Whether a statement is NAME = VALUE or NAME: TYPE = VALUE between definitions. */
static bool is_setting(const tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
    return doc->kind == TUNIP_DOC_ASSIGN && stmt->rhs &&
           (!stmt->annotation || is_python_type(e, stmt->annotation));
}

static bool has_definition(tunip_docs script)
{
    for (size_t i = 0; i < script.count; i++)
        if (is_definition(script.items[i])) return true;
    return false;
}

/* Handles a definition after the definition `first`. As in TVM, a function after a class is
 * ignored, and all other definitions are refused. */
static void read_further(tunip_elaborator *e, const tunip_doc *first, const tunip_doc *doc)
{
    if (!e->folds || first->kind != TUNIP_DOC_CLASS || doc->kind != TUNIP_DOC_FUNCTION) {
        complain_of_second(e, first, doc);
        return;
    }
    tunip_warn(e, doc, "the script has a class, and this function stands outside of it");
    tunip_elaborate_definition(e, doc, false);
}

/* Whether a definition has a decorator: then definitions without one belong to the surrounding
 * Python code. */
static bool has_decorators(tunip_docs script)
{
    for (size_t i = 0; i < script.count; i++)
        if (is_definition(script.items[i]) && tn_decorators(script.items[i]).count) return true;
    return false;
}

/* Complains about the first statement beside a definition that is no assignment, as TVM's
 * parser does. The names that such statements define are unknown below. */
static void refuse_strays(tunip_elaborator *e, tunip_docs script)
{
    const tunip_doc *stray = NULL;
    for (size_t i = 0; i < script.count && !stray; i++) {
        const tunip_doc *doc = script.items[i];
        bool is_expected = is_definition(doc) || is_remark(doc) || is_setting(e, doc);
        e->is_broken |= tn_doc_is_broken(doc);
        if (!is_expected && !tn_doc_is_broken(doc)) stray = doc;
    }
    if (!stray) return;
    tunip_complain(e, stray, "beside a definition, a script may have only assignments");
    tunip_complain_also(e, NULL, "the format `log` ignores such statements");
    e->is_broken = true;
}

/* Reads a script of definitions and the values that they use. */
static const tunip_node *read_definitions(tunip_elaborator *e, tunip_docs script)
{
    bool skips_bare = !e->folds && has_decorators(script);
    const tunip_doc *first = NULL;
    const tunip_node *root = NULL;
    refuse_strays(e, script);
    for (size_t i = 0; i < script.count; i++) {
        const tunip_doc *doc = script.items[i];
        const tunip_doc_assign *stmt = (const tunip_doc_assign *)doc;
        if (is_setting(e, doc)) tunip_elaborate_target(e, stmt->lhs, tunip_elaborate(e, stmt->rhs));
        if (!is_definition(doc) || (skips_bare && !tn_decorators(doc).count)) continue;
        if (first) {
            read_further(e, first, doc);
            continue;
        }
        first = doc;
        tunip_value value = tunip_elaborate_definition(e, doc, false);
        if (value.kind == TUNIP_VALUE_NODE) root = value.node;
    }
    if (root) tunip_elaborate_link(e, NULL, root);
    return root;
}

static const tunip_node *read_root(tunip_elaborator *e, tunip_docs script)
{
    if (e->options->language)
        return e->outside ? e->outside->lexicon->dialect->vocabulary->script(e, script) : NULL;
    return has_definition(script) ? read_definitions(e, script) : read_fragment(e, script);
}

/* ---- origins ---- */

/* Some nodes are not made at a place of the script: results of folding, and nodes of the metadata.
 * The origin of such a node is the first expression whose value it is. */
static tunip_value value_at(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_origin known;
    const tunip_doc *before = tunip_elaborator_stand(e, doc);
    tunip_value value = e->express(e, doc);
    tunip_elaborator_stand(e, before);
    if (value.kind == TUNIP_VALUE_NODE && !tunip_graph_origin(e->graph, value.node, &known))
        tunip_elaborator_move(e, value.node, doc);
    return value;
}

static void read_stmt_at(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc *before = tunip_elaborator_stand(e, doc);
    tn_read_stmt(e, doc);
    tunip_elaborator_stand(e, before);
}

/* ---- opening and closing ---- */

/* Whether the dialect reads scripts of this language; NULL is the common one. */
static bool reads_language(const tunip_vocabulary *script, const char *language)
{
    const char *own = script->size > offsetof(tunip_vocabulary, express) ? script->language : NULL;
    return own && language ? strcmp(own, language) == 0 : own == language;
}

static const void *settings_of(const tunip_context *context, const tunip_dialect *dialect)
{
    const uint64_t *number = tn_map_get(&context->dispatch.number_of, dialect);
    return number ? context->dispatch.dialects.items[*number].settings : NULL;
}

static bool open(tunip_elaborator *e, const tunip_context *context, tunip_graph *graph,
                 const tn_elaborate_options *options)
{
    *e = (tunip_elaborator){.context = context,
                            .graph = graph,
                            .allocator = tn_context_allocator(context),
                            .folds = options->folds,
                            .value_of = tn_value_of,
                            .express = tn_value_of,
                            .operate = tn_operate,
                            .read_stmt = options->source ? read_stmt_at : tn_read_stmt,
                            .options = options};
    if (options->vintage && *options->vintage) {
        e->since = *options->vintage > TN_VINTAGE_USUAL ? *options->vintage : 0;
        e->until = *options->vintage + 1;
    }
    tn_arena_init(&e->arena, e->allocator);
    tn_arena_init(&e->kept, e->allocator);
    tn_intern_init(&e->names, &e->kept, e->allocator);
    tn_checks_open(e);
    tn_stack_init(&e->stack);
    e->dialect_count = context->lexicons.count;
    e->dialects = tunip_elaborator_alloc(e, e->dialect_count * sizeof *e->dialects);
    for (size_t i = 0; e->dialects && i < e->dialect_count; i++) {
        const tn_lexicon *lexicon = &context->lexicons.items[i];
        e->dialects[i] = (tn_script_dialect){.dialect = lexicon->dialect,
                                             .lexicon = lexicon,
                                             .settings = settings_of(context, lexicon->dialect),
                                             .prefix = tunip_str_from(lexicon->dialect->prefix)};
        const tunip_vocabulary *script = lexicon->dialect->vocabulary;
        bool is_own = script && reads_language(script, options->language);
        if (!e->outside && is_own && (script->fragment || options->language))
            e->outside = &e->dialects[i];
    }
    e->has_leaves = !options->language && !options->source;
    if (options->language && e->outside)
        e->value_of = e->express = e->outside->lexicon->dialect->vocabulary->express;
    e->reading = e->outside;
    return e->dialects != NULL;
}

static void set_constants(tunip_elaborator *e)
{
    for (size_t i = 0; i < e->options->constant_count; i++) {
        const tn_constant *constant = e->constant = &e->options->constants[i];
        tunip_name_set(e, constant->name, tunip_elaborate(e, constant->value));
    }
    e->constant = NULL;
    if (e->options->source) e->value_of = value_at;
}

static void close(tunip_elaborator *e)
{
    tn_array_free(&e->newest, e->allocator);
    tn_array_free(&e->failed, e->allocator);
    tn_array_free(&e->bound, e->allocator);
    tn_array_free(&e->stmts, e->allocator);
    tn_array_free(&e->values, e->allocator);
    tn_array_free(&e->placeholders, e->allocator);
    tn_array_free(&e->early, e->allocator);
    tn_checks_close(e);
    tn_intern_free(&e->names);
    tn_arena_free(&e->kept);
    tn_arena_free(&e->arena);
}

/* Sets the limits of the script. Usual scripts need less than one step for each byte. */
static void set_limits(tunip_elaborator *e, tunip_docs script)
{
    enum { LEAST = 1 << 20, FOR_BYTE = 32 };
    e->script_size = script.count ? tn_doc_place(script.items[script.count - 1]).end : 0;
    e->effort = LEAST + FOR_BYTE * e->script_size;
}

tunip_status tn_elaborate_script(const tunip_context *context, tunip_graph *graph,
                                 tunip_docs script, const tn_elaborate_options *options,
                                 size_t *complaints, tunip_error *error)
{
    tunip_elaborator e;
    const tunip_node *root = NULL;
    if (open(&e, context, graph, options)) {
        set_limits(&e, script);
        tunip_docs rest = read_preamble(&e, script);
        if (!options->language) tn_survey(&e, rest);
        e.reading = e.outside;
        set_constants(&e);
        root = read_root(&e, rest);
        tn_check_graph(&e, script.count ? script.items[script.count - 1] : NULL);
        if (!root && !e.complaint_count && !e.is_broken && !e.broken_function &&
            e.error.code == TUNIP_OK)
            tunip_complain(&e, script.count ? script.items[script.count - 1] : NULL,
                           "there is nothing to read in this script");
    }
    unsigned vintage = tn_script_vintage(&e);
    bool is_final = !options->vintage || !vintage; /* otherwise it is checked after the
                                                      conversion */
    if (is_final && e.unreported && !e.complaint_count && !e.is_broken && !e.broken_function &&
        e.error.code == TUNIP_OK)
        tunip_complain(&e, e.unreported, "this call does not take these arguments");
    if (is_final && !e.complaint_count && e.error.code == TUNIP_OK)
        tn_check_rest(&e, root, script.count ? script.items[0] : NULL);
    if (options->vintage && vintage > *options->vintage) *options->vintage = vintage;
    *complaints = e.complaint_count;
    if (tunip_graph_status(graph) == TUNIP_ERROR_MEMORY || e.arena.failed || e.kept.failed)
        tn_elaborator_fail_memory(&e);
    tunip_status status = e.error.code;
    if (status != TUNIP_OK && error) *error = e.error;
    tunip_graph_set_root(graph, (void *)(uintptr_t)root);
    if (status == TUNIP_OK && !*complaints) tn_graph_set_verified(graph);
    close(&e);
    return status;
}
