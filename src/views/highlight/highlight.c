/* highlight.c -- colours for a printed text. The innermost Doc around a byte decides: the letters
 * that a `for` writes itself are its keywords. Comments are known as asides. */
#include <tunip/highlight.h>

#include "../../core/printed.h"

typedef enum style { PLAIN, KEYWORD, DEFINED, CALLED, NUMBER, STRING, COMMENT, CARET } style;

/* ORDER style */
static const char *const colours[] = {"\33[0m",  "\33[35m", "\33[1m",  "\33[36m",
                                      "\33[33m", "\33[32m", "\33[90m", "\33[1;31m"};

/* The role of the bytes of a Doc that are in no Doc inside it. */
typedef enum part {
    NOTHING,
    OWN_WORDS, /* its letters are keywords */
    OWN_NAME,  /* they are a name, if the Doc around it says so */
    OWN_LITERAL,
    OWN_COMMENT
} part;

static const part parts[] = {
    [TUNIP_DOC_LITERAL] = OWN_LITERAL,    [TUNIP_DOC_ID] = OWN_NAME,
    [TUNIP_DOC_ATTR] = OWN_NAME,          [TUNIP_DOC_OPERATION] = OWN_WORDS,
    [TUNIP_DOC_LAMBDA] = OWN_WORDS,       [TUNIP_DOC_ASSIGN] = OWN_WORDS,
    [TUNIP_DOC_IF] = OWN_WORDS,           [TUNIP_DOC_WHILE] = OWN_WORDS,
    [TUNIP_DOC_FOR] = OWN_WORDS,          [TUNIP_DOC_SCOPE] = OWN_WORDS,
    [TUNIP_DOC_EXPR_STMT] = OWN_WORDS,    [TUNIP_DOC_ASSERT] = OWN_WORDS,
    [TUNIP_DOC_RETURN] = OWN_WORDS,       [TUNIP_DOC_FUNCTION] = OWN_WORDS,
    [TUNIP_DOC_CLASS] = OWN_WORDS,        [TUNIP_DOC_COMMENT] = OWN_COMMENT,
    [TUNIP_DOC_DOC_STRING] = OWN_COMMENT, [TUNIP_DOC_BLOCK] = NOTHING,
};

typedef struct highlighter {
    const tn_render *render;
    tn_ranges open; /* the spans around the current byte: `begin` is the index, `end` its end */
    size_t at;      /* bytes written */
    size_t aside;   /* the next one */
    style current;
    tunip_write_fn write;
    void *user;
    bool cancelled;
} highlighter;

/* ---- styles ---- */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static bool is_among(tunip_docs docs, const tunip_doc *doc)
{
    for (size_t i = 0; i < docs.count; i++)
        if (docs.items[i] == doc) return true;
    return false;
}

/* The style of a name or of the name behind a dot, from the Doc around it. */
static style style_of_name(const tunip_doc *around, const tunip_doc *doc)
{
    const void *outer = around;
    switch (around ? around->kind : TUNIP_DOC_BLOCK) {
    case TUNIP_DOC_CALL:
        return ((const tunip_doc_call *)outer)->callee == doc ? CALLED : PLAIN;
    case TUNIP_DOC_FUNCTION: {
        const tunip_doc_function *function = outer;
        return function->name == doc                 ? DEFINED
               : is_among(function->decorators, doc) ? CALLED
                                                     : PLAIN;
    }
    case TUNIP_DOC_CLASS: {
        const tunip_doc_class *class_ = outer;
        return class_->name == doc ? DEFINED : is_among(class_->decorators, doc) ? CALLED : PLAIN;
    }
    default:
        return PLAIN;
    }
}

static const tunip_doc *open_doc(const highlighter *h, size_t from_top)
{
    if (h->open.count <= from_top) return NULL;
    size_t span = h->open.items[h->open.count - 1 - from_top].begin;
    return h->render->spans.items[span].doc;
}

/* The styles of the innermost Doc. */
typedef struct styles {
    style letters, others;
    bool has_caret; /* the operator ^ */
} styles;

static styles find_styles(const highlighter *h)
{
    const tunip_doc *doc = open_doc(h, 0);
    switch (doc && doc->kind < TUNIP_LEN(parts) ? parts[doc->kind] : NOTHING) {
    case OWN_WORDS:
        return (styles){KEYWORD, PLAIN, doc->kind == TUNIP_DOC_OPERATION};
    case OWN_NAME:
        return (styles){style_of_name(open_doc(h, 1), doc), PLAIN, false};
    case OWN_COMMENT:
        return (styles){COMMENT, COMMENT, false};
    case OWN_LITERAL:
        break;
    case NOTHING:
        return (styles){PLAIN, PLAIN, false};
    }
    style literal = doc->sub >= TUNIP_LITERAL_STR ? STRING : NUMBER;
    return (styles){literal, literal, false};
}

/* ---- writing ---- */

static void put(highlighter *h, const char *data, size_t size)
{
    if (size && !h->cancelled) h->cancelled = h->write(data, size, h->user) != 0;
}

static void put_style(highlighter *h, style next)
{
    if (h->current == next) return;
    if (h->current != PLAIN) put(h, colours[PLAIN], strlen(colours[PLAIN]));
    if (next != PLAIN) put(h, colours[next], strlen(colours[next]));
    h->current = next;
}

/* The style of a byte. Names have digits, too. The carets of underlines are between the lines of
 * statements. */
static style style_at(char c, const styles *s)
{
    if (c == '\n' || (c == ' ' && s->others != STRING)) return PLAIN;
    if (is_letter(c) || (c >= '0' && c <= '9' && s->letters != KEYWORD)) return s->letters;
    return c == '^' && s->others == PLAIN && !s->has_caret ? CARET : s->others;
}

/* Writes the bytes up to `end`, which are in the innermost Doc. */
static void put_own(highlighter *h, size_t end)
{
    const char *text = h->render->text;
    const styles s = find_styles(h);
    while (h->at < end) {
        size_t begin = h->at;
        style here = style_at(text[begin], &s);
        while (++h->at < end && style_at(text[h->at], &s) == here) {}
        put_style(h, here);
        put(h, text + begin, h->at - begin);
    }
}

/* Writes a comment, line by line. */
static void put_aside(highlighter *h, size_t end)
{
    while (h->at < end) {
        const char *from = h->render->text + h->at, *feed = memchr(from, '\n', end - h->at);
        size_t size = feed ? (size_t)(feed - from) : end - h->at;
        put_style(h, size ? COMMENT : PLAIN);
        put(h, from, size);
        h->at += size;
        if (!feed) continue;
        put_style(h, PLAIN);
        put(h, feed, 1);
        h->at++;
    }
}

/* Writes the bytes up to `end`; asides may be among them. */
static void put_until(highlighter *h, size_t end)
{
    const tn_ranges *asides = &h->render->asides;
    while (h->at < end) {
        while (h->aside < asides->count && asides->items[h->aside].end <= h->at) h->aside++;
        const tn_range *aside = h->aside < asides->count ? &asides->items[h->aside] : NULL;
        bool inside = aside && aside->begin <= h->at;
        size_t stop = !aside ? end : inside ? aside->end : aside->begin;
        if (stop > end) stop = end;
        (inside ? put_aside : put_own)(h, stop);
    }
}

/* ---- all spans ---- */

static bool put_all(highlighter *h)
{
    const tn_spans *spans = &h->render->spans;
    for (size_t i = 0; i <= spans->count && !h->cancelled; i++) {
        size_t begin = i < spans->count ? spans->items[i].begin : h->render->size;
        while (h->open.count && h->open.items[h->open.count - 1].end <= begin) {
            put_until(h, h->open.items[h->open.count - 1].end);
            h->open.count--;
        }
        put_until(h, begin);
        if (i == spans->count) break;
        if (!tn_array_push(&h->open, h->render->allocator, ((tn_range){i, spans->items[i].end})))
            return false;
    }
    put_style(h, PLAIN);
    return true;
}

tunip_status tunip_highlight(const tunip_printed *printed, tunip_write_fn write, void *user,
                             tunip_error *error)
{
    highlighter h = {.render = &printed->render, .write = write, .user = user};
    if (!printed->render.keep_spans)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "printed without a source map");
    bool fine = put_all(&h);
    tn_array_free(&h.open, printed->render.allocator);
    if (!fine) return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (h.cancelled)
        return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
    return TUNIP_OK;
}
