/* same.c -- whether two texts of a script mean the same: their Docs, and their comments. */
#include "same.h"

#include "../read/formats/python/lexer.h"

/* ======== Docs ======== */

enum { MOST_MEMBERS = 6 };

typedef enum shape { NOTHING, ONE, MANY, KEYED, PAIRED, BEHIND } shape;

typedef struct member {
    shape shape;
    uint16_t offset;
} member;

static const member members[TUNIP_DOC__COUNT][MOST_MEMBERS] = {
#define M(shape, ident, name)                                                                      \
    {                                                                                              \
        shape, offsetof(tunip_doc_##ident, name)                                                   \
    }
#define X(KIND, ...) [TUNIP_DOC_##KIND] = {__VA_ARGS__},
#include <tunip/ext/doc_members.def>
#undef X
#undef M
};

typedef struct pair {
    const tunip_doc *left, *right;
} pair;

typedef struct comparison {
    TN_ARRAY(pair) todo;
    const tunip_allocator *allocator;
    bool failed;
} comparison;

static bool add(comparison *c, const tunip_doc *left, const tunip_doc *right)
{
    if (left == right) return true;
    if (!left || !right || left->kind != right->kind || left->sub != right->sub) return false;
    if (!tn_array_push(&c->todo, c->allocator, (pair){left, right})) c->failed = true;
    return !c->failed;
}

static bool is_comment(const tunip_doc *doc)
{
    return doc && doc->kind == TUNIP_DOC_COMMENT;
}

/* Comments may move to other statements. */
static bool add_all(comparison *c, tunip_docs left, tunip_docs right)
{
    size_t i = 0, k = 0;
    for (;;) {
        while (i < left.count && is_comment(left.items[i])) i++;
        while (k < right.count && is_comment(right.items[k])) k++;
        if (i == left.count || k == right.count) return i == left.count && k == right.count;
        if (!add(c, left.items[i++], right.items[k++])) return false;
    }
}

static bool same_literal(const tunip_doc_literal *left, const tunip_doc_literal *right)
{
    switch (left->base.sub) {
    case TUNIP_LITERAL_NONE:
        return true;
    case TUNIP_LITERAL_BOOL:
        return left->value.boolean == right->value.boolean;
    case TUNIP_LITERAL_INT:
        return left->value.integer == right->value.integer;
    case TUNIP_LITERAL_FLOAT:
        return memcmp(&left->value.real, &right->value.real, sizeof left->value.real) == 0;
    default:
        return tunip_str_equal(left->value.text, right->value.text);
    }
}

/* Members that are no Docs. */
static bool same_words(const tunip_doc *left, const tunip_doc *right)
{
    const tunip_doc_call *l = (const tunip_doc_call *)left, *r = (const tunip_doc_call *)right;
    bool same = true;
    switch (left->kind) {
    case TUNIP_DOC_LITERAL:
        return same_literal((const tunip_doc_literal *)left, (const tunip_doc_literal *)right);
    case TUNIP_DOC_ID:
        return tunip_str_equal(((const tunip_doc_id *)left)->name,
                               ((const tunip_doc_id *)right)->name);
    case TUNIP_DOC_ATTR:
        return tunip_str_equal(((const tunip_doc_attr *)left)->name,
                               ((const tunip_doc_attr *)right)->name);
    case TUNIP_DOC_DOC_STRING:
        return tunip_str_equal(((const tunip_doc_stmt *)left)->comment,
                               ((const tunip_doc_stmt *)right)->comment);
    case TUNIP_DOC_CALL:
        same = l->values.count == r->values.count;
        for (size_t i = 0; same && i < l->values.count; i++)
            same = tunip_str_equal(l->keys[i], r->keys[i]);
        return same;
    default:
        return true;
    }
}

static bool same_members(comparison *c, const tunip_doc *left, const tunip_doc *right)
{
    bool same = same_words(left, right);
    for (size_t i = 0; i < MOST_MEMBERS && same; i++) {
        const member *m = &members[left->kind][i];
        const char *l = (const char *)left + m->offset, *r = (const char *)right + m->offset;
        if (m->shape == NOTHING) break;
        if (m->shape == ONE)
            same = add(c, *(const tunip_doc *const *)(const void *)l,
                       *(const tunip_doc *const *)(const void *)r);
        else
            same = add_all(c, *(const tunip_docs *)(const void *)l,
                           *(const tunip_docs *)(const void *)r);
    }
    return same;
}

bool tn_docs_same(const tunip_doc *left, const tunip_doc *right, const tunip_allocator *allocator,
                  bool *failed)
{
    comparison c = {.allocator = allocator};
    bool same = add(&c, left, right);
    while (same && c.todo.count) {
        pair p = c.todo.items[--c.todo.count];
        same = same_members(&c, p.left, p.right);
    }
    tn_array_free(&c.todo, allocator);
    *failed |= c.failed;
    return same && !c.failed;
}

/* ======== comments ======== */

/* A lexer that has read all of a text, and a place in its comments. */
typedef struct remarks {
    tn_py_lexer lexer;
    size_t comment;
    uint32_t at;
} remarks;

static bool read_all(remarks *r, tunip_str text, const tunip_allocator *allocator)
{
    bool fine = tn_py_lexer_init(&r->lexer, text, allocator);
    while (fine && !r->lexer.failed && tn_py_next(&r->lexer) != PY_END) continue;
    if (r->lexer.comments.count) r->at = r->lexer.comments.items[0].hash;
    return fine && !r->lexer.failed;
}

/* The next byte of a comment that is no blank and no '#'; 0 at the end. */
static char next(remarks *r)
{
    while (r->comment < r->lexer.comments.count) {
        const tn_py_comment *comment = &r->lexer.comments.items[r->comment];
        while (r->at < comment->end) {
            char c = r->lexer.begin[r->at++];
            if (!strchr("# \t\r\v\f", c)) return c;
        }
        r->comment++;
        if (r->comment < r->lexer.comments.count) r->at = r->lexer.comments.items[r->comment].hash;
    }
    return '\0';
}

bool tn_comments_same(tunip_str left, tunip_str right, const tunip_allocator *allocator,
                      bool *failed)
{
    remarks l = {.comment = 0}, r = {.comment = 0};
    bool fine = read_all(&l, left, allocator), same = true;
    if (!read_all(&r, right, allocator)) fine = false;
    for (char c = ' '; fine && same && c;) {
        c = next(&l);
        same = c == next(&r);
    }
    tn_py_lexer_free(&l.lexer);
    tn_py_lexer_free(&r.lexer);
    *failed |= !fine;
    return fine && same;
}
