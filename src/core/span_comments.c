/* span_comments.c -- finds the spans of statements by the source map, and writes them at the ends
 * of lines: `# model.py:12, 14` of two places in a file, `# conv1` of a layer.
 *
 * The span of a statement is the span of its nodes. Statements of TVM before v0.26 have no spans:
 * then it is the span of the outermost expressions in the head of the statement. If these have no
 * spans, it is the span of the variables that the statement defines. Other variables do not count,
 * because their spans are the places of their definitions. */
#include "span_comments.h"

#include <tunip/site.h>

#include "base/limit.h"
#include "base/text.h"
#include "docsify/paths.h"
#include "docsify/root.h"
#include "ir/follow.h"
#include "ir/site.h"

enum { MOST_SHOWN = 8 };

typedef struct commenter {
    const tunip_docsifier *d;
    const tn_render *render;
    tn_follower follower;
    tn_text text; /* of all comments */
    TN_ARRAY(tn_insertion) comments;
    const tunip_span *block;      /* the last block with a path: a function with its header */
    tunip_site sites[MOST_SHOWN]; /* of the current statement, without repetitions */
    size_t count;
    bool is_more; /* the statement has more sites than there is room for */
} commenter;

/* ---- the sites of a statement ---- */

/* A comment has no columns, so sites in one line are the same. */
static bool add_site(void *user, const tunip_site *site)
{
    commenter *c = user;
    if (!site->source.size && site->line <= 0) return true;
    for (size_t i = 0; i < c->count; i++)
        if (c->sites[i].line == site->line && tunip_str_equal(c->sites[i].source, site->source))
            return true;
    c->is_more = c->count == MOST_SHOWN;
    if (!c->is_more) c->sites[c->count++] = *site;
    return !c->is_more;
}

typedef enum choice { ANY, NO_VARIABLES } choice;

/* Adds the span of a Doc. Returns whether the Doc has a span of its own. */
static bool add_doc(commenter *c, const tunip_doc *doc, choice of)
{
    bool any = false;
    for (tn_path_cursor at = tn_first_path(doc); at.path; tn_next_path(c->d, &at)) {
        const tunip_node *node = tn_follow(&c->follower, at.path);
        if (!node || (of == NO_VARIABLES && (node->type->flags & TUNIP_TYPE_VARIABLE))) continue;
        const tunip_node *span = tunip_node_span(node);
        any |= span != NULL;
        tunip_each_site(span, add_site, c);
    }
    return any;
}

static bool is_stmt(const tunip_doc *doc)
{
    return tunip_doc_classify(doc) == TUNIP_CLASS_STMT && doc->role != TUNIP_ROLE_PARAM;
}

/* Adds the outermost Docs with spans among `count` spans of the print; not those in statements and
 * in `beside`, which may be NULL. */
static void add_inner(commenter *c, const tunip_span *spans, size_t count, choice of,
                      const tunip_doc *beside)
{
    for (size_t i = 0; i < count; i++) {
        const tunip_doc *doc = spans[i].doc;
        bool is_done = doc == beside || is_stmt(doc) || add_doc(c, doc, of);
        if (is_done) i += spans[i].inside;
    }
}

static const tunip_doc *defined_by(const tunip_doc *doc)
{
    switch (doc->kind) {
    case TUNIP_DOC_ASSIGN:
        return ((const tunip_doc_assign *)doc)->lhs;
    case TUNIP_DOC_FOR:
        return ((const tunip_doc_for *)doc)->lhs;
    case TUNIP_DOC_SCOPE:
        return ((const tunip_doc_scope *)doc)->lhs;
    default:
        return NULL;
    }
}

/* The type of a variable may be the same node as that of another one. */
static const tunip_doc *annotation_of(const tunip_doc *doc)
{
    return doc->kind == TUNIP_DOC_ASSIGN ? ((const tunip_doc_assign *)doc)->annotation : NULL;
}

static void find_sites(commenter *c, const tunip_span *stmt)
{
    tunip_doc_kind kind = stmt->doc->kind;
    bool is_definition = kind == TUNIP_DOC_FUNCTION || kind == TUNIP_DOC_CLASS;
    const tunip_doc *beside = annotation_of(stmt->doc);
    c->count = 0;
    c->is_more = false;
    if (add_doc(c, stmt->doc, ANY)) return;
    if (is_definition && c->block && stmt <= c->block + c->block->inside)
        add_doc(c, c->block->doc, ANY);
    if (is_definition) return;
    add_inner(c, stmt + 1, stmt->inside, NO_VARIABLES, beside);
    const tunip_doc *lhs = c->count ? NULL : defined_by(stmt->doc);
    for (size_t i = 1; lhs && i <= stmt->inside; i++) {
        if (stmt[i].doc != lhs) continue;
        add_inner(c, stmt + i, stmt[i].inside + 1, ANY, NULL);
        return;
    }
}

/* ---- their text ---- */

static void put_sites(commenter *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const tunip_site *site = &c->sites[i], *last = i ? site - 1 : NULL;
        bool is_same =
            last && last->line > 0 && site->line > 0 && tunip_str_equal(last->source, site->source);
        if (last) tn_text_put_word(&c->text, ", ");
        if (!is_same) tn_text_put_visible(&c->text, site->source);
        if (site->line <= 0) continue;
        if (!is_same) tn_text_put_word(&c->text, ":");
        tn_text_put_number(&c->text, (size_t)site->line, 0);
    }
    if (c->is_more) tn_text_put_word(&c->text, ", ...");
}

/* The end of the line that gets the comment: the line below the decorators for a function, the
 * first line for a statement with a body, and the last line for other statements. */
static size_t place_of(const commenter *c, const tunip_span *stmt)
{
    bool has_body = stmt->doc->kind == TUNIP_DOC_IF || stmt->doc->kind == TUNIP_DOC_FOR ||
                    stmt->doc->kind == TUNIP_DOC_WHILE || stmt->doc->kind == TUNIP_DOC_SCOPE;
    const tunip_doc *name = NULL;
    if (stmt->doc->kind == TUNIP_DOC_FUNCTION) name = ((const tunip_doc_function *)stmt->doc)->name;
    if (stmt->doc->kind == TUNIP_DOC_CLASS) name = ((const tunip_doc_class *)stmt->doc)->name;
    size_t at = has_body || name || stmt->end == stmt->begin ? stmt->begin : stmt->end - 1;
    for (size_t i = 1; name && i <= stmt->inside; i++) {
        if (stmt[i].doc != name) continue;
        at = stmt[i].begin;
        break;
    }
    const char *text = c->render->text;
    const char *newline = memchr(text + at, '\n', c->render->size - at);
    return newline ? (size_t)(newline - text) : c->render->size;
}

/* Adds the comment of a statement, unless its line has one already. */
static bool put_comment(commenter *c, const tunip_span *stmt)
{
    find_sites(c, stmt);
    if (!c->count) return !c->follower.failed;
    size_t at = place_of(c, stmt), begin = c->text.bytes.count;
    const size_t count = c->comments.count;
    if (count && at <= c->comments.items[count - 1].at) return true;
    tn_text_put_word(&c->text, c->render->backend->comment);
    put_sites(c);
    tn_insertion comment = {at, begin, c->text.bytes.count};
    if (!c->text.failed && !tn_array_push(&c->comments, c->text.allocator, comment))
        c->text.failed = true;
    return !c->text.failed && !c->follower.failed;
}

static bool put_comments(commenter *c)
{
    const tn_spans *spans = &c->render->spans;
    for (size_t i = 0; i < spans->count; i++) {
        uint8_t kind = spans->items[i].doc->kind;
        if (kind == TUNIP_DOC_BLOCK && spans->items[i].doc->path) c->block = &spans->items[i];
        bool is_remark = kind == TUNIP_DOC_COMMENT || kind == TUNIP_DOC_DOC_STRING;
        bool is_line = is_stmt(spans->items[i].doc) && kind != TUNIP_DOC_BLOCK && !is_remark;
        if (is_line && !put_comment(c, &spans->items[i])) return false;
    }
    return true;
}

tunip_status tn_span_comments_put(tunip_printed *p, const tunip_node *root, tunip_error *error)
{
    commenter c = {.d = &p->docsifier, .render = &p->render};
    if (!p->render.backend->comment || p->docsifier.header->is_plain) return TUNIP_OK;
    tn_follower_init(&c.follower, root, p->render.allocator);
    tn_text_init(&c.text, p->render.allocator);
    size_t most = p->render.max_bytes;
    if (most) c.text.max_bytes = most > p->render.size ? most - p->render.size : 1;
    tunip_status status = TUNIP_OK;
    if (!put_comments(&c) && c.text.is_over)
        status = tn_limit_bytes(most, error);
    else if (c.text.failed || c.follower.failed)
        status = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    else
        status = tn_render_insert(&p->render, (tunip_str){c.text.bytes.items, c.text.bytes.count},
                                  c.comments.items, c.comments.count, error);
    tn_array_free(&c.comments, p->render.allocator);
    tn_text_free(&c.text);
    tn_follower_free(&c.follower);
    return status;
}
