/* survey.c -- searches a script without imports before it is read. The words in it show which
 * dialect reads a fragment, and which version of TVM wrote it. */
#include <stdio.h>

#include "elaborate.h"

enum { MOST_DEPTH = 64 };

typedef struct survey {
    tunip_elaborator *e;
    int depth;
} survey;

static void look(survey *s, const tunip_doc *doc);

static void look_at_all(survey *s, tunip_docs docs)
{
    for (size_t i = 0; i < docs.count; i++) look(s, docs.items[i]);
}

/* ---- words ---- */

/* Notes a prefix. Of all dialects whose prefixes occur in a fragment, the last registered one reads
 * it. */
static void note_prefix(tunip_elaborator *e, const tn_script_dialect *found)
{
    const tunip_vocabulary *script = found ? found->lexicon->dialect->vocabulary : NULL;
    if (found > e->outside && script && script->fragment) e->outside = found;
}

/* The dialect whose prefix an ATTR begins with, and the rest of its name in `room`: "axis.spatial"
 * of T.axis.spatial. NULL if there is none. */
static const tn_script_dialect *spelled(tunip_elaborator *e, const tunip_doc *doc, char *room,
                                        size_t size, tunip_str *name)
{
    size_t at = size;
    for (; doc->kind == TUNIP_DOC_ATTR; doc = ((const tunip_doc_attr *)doc)->value) {
        tunip_str step = ((const tunip_doc_attr *)doc)->name;
        if (step.size + 1 > at) return NULL;
        if (at < size) room[--at] = '.';
        memcpy(room + (at -= step.size), step.data, step.size);
    }
    *name = (tunip_str){room + at, size - at};
    return doc->kind == TUNIP_DOC_ID ? tn_elaborator_prefix(e, ((const tunip_doc_id *)doc)->name)
                                     : NULL;
}

/* Records the version of TVM to which a word and its keywords belong. */
static void note_word(tunip_elaborator *e, const tunip_doc *word, const tunip_doc_call *call)
{
    char room[64];
    tunip_str name;
    bool is_known = e->folds || e->since || e->until;
    const tn_script_dialect *dialect = is_known ? NULL : spelled(e, word, room, sizeof room, &name);
    if (!dialect || !name.size) return;
    tn_word_find(e, dialect, name, word);
    for (size_t i = 0; call && i < call->values.count; i++)
        tn_note_keyword(e, dialect, name, call->keys[i], call->values.items[i]);
}

/* ---- Docs ---- */

static void look_at_call(survey *s, const tunip_doc_call *call)
{
    note_word(s->e, call->callee, call);
    look(s, call->callee);
    look_at_all(s, call->args);
    look_at_all(s, call->values);
}

static void look_at_index(survey *s, const tunip_doc_index *index)
{
    look(s, index->value);
    look_at_all(s, index->indices);
}

static void look_at_slice(survey *s, const tunip_doc_slice *slice)
{
    look(s, slice->start);
    look(s, slice->stop);
}

static void look_at_expr(survey *s, const tunip_doc *doc)
{
    switch ((tunip_doc_kind)doc->kind) {
    case TUNIP_DOC_ID:
        note_prefix(s->e, tn_elaborator_prefix(s->e, ((const tunip_doc_id *)doc)->name));
        return;
    case TUNIP_DOC_ATTR:
        note_word(s->e, doc, NULL);
        look(s, ((const tunip_doc_attr *)doc)->value);
        return;
    case TUNIP_DOC_CALL:
        look_at_call(s, (const tunip_doc_call *)doc);
        return;
    case TUNIP_DOC_INDEX:
        look_at_index(s, (const tunip_doc_index *)doc);
        return;
    case TUNIP_DOC_OPERATION:
        look_at_all(s, ((const tunip_doc_operation *)doc)->operands);
        return;
    case TUNIP_DOC_SLICE:
        look_at_slice(s, (const tunip_doc_slice *)doc);
        return;
    case TUNIP_DOC_TUPLE:
    case TUNIP_DOC_LIST:
        look_at_all(s, ((const tunip_doc_tuple *)doc)->elements);
        return;
    default:
        return;
    }
}

static void look_at_stmt(survey *s, const tunip_doc *doc)
{
    if (doc->kind == TUNIP_DOC_ASSIGN) {
        look(s, ((const tunip_doc_assign *)doc)->rhs);
        look(s, ((const tunip_doc_assign *)doc)->annotation);
    } else if (doc->kind == TUNIP_DOC_EXPR_STMT) {
        look(s, ((const tunip_doc_expr_stmt *)doc)->expr);
    } else if (doc->kind == TUNIP_DOC_IF) {
        look_at_all(s, ((const tunip_doc_if *)doc)->then_branch);
        look_at_all(s, ((const tunip_doc_if *)doc)->else_branch);
    } else if (doc->kind == TUNIP_DOC_FOR) {
        look(s, ((const tunip_doc_for *)doc)->rhs);
        look_at_all(s, ((const tunip_doc_for *)doc)->body);
    } else if (doc->kind == TUNIP_DOC_SCOPE) {
        look(s, ((const tunip_doc_scope *)doc)->rhs);
        look_at_all(s, ((const tunip_doc_scope *)doc)->body);
    } else {
        look_at_expr(s, doc);
    }
}

static void look(survey *s, const tunip_doc *doc)
{
    if (!doc || s->depth == MOST_DEPTH) return;
    s->depth++;
    look_at_stmt(s, doc);
    s->depth--;
}

void tn_survey(tunip_elaborator *e, tunip_docs script)
{
    survey s = {.e = e};
    look_at_all(&s, script);
}
