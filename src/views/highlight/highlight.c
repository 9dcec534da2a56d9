/* highlight.c -- colours for a printed text. The innermost Doc around a byte decides its style. For
 * example, letters that belong to a FOR, and to no Doc inside it, are keywords. Comments are the
 * asides of the text. */
#include <tunip/highlight.h>

#include "../../print/print.h"

/* The role of the bytes of a Doc that are in no Doc inside it. */
typedef enum part {
    NOTHING,
    OWN_WORDS, /* its letters are keywords */
    OWN_NAME,  /* its letters are a name; the enclosing Doc decides the style */
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
    size_t at;      /* bytes done; those from `begin` on have the style `current` */
    size_t begin;
    size_t aside; /* the next one */
    tunip_style current;
    tunip_style_fn each;
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

/* The style of a name, or of the name after a dot, from the enclosing Doc. */
static tunip_style style_of_name(const tunip_doc *around, const tunip_doc *doc)
{
    const void *outer = around;
    switch (around ? around->kind : TUNIP_DOC_BLOCK) {
    case TUNIP_DOC_CALL:
        return ((const tunip_doc_call *)outer)->callee == doc ? TUNIP_STYLE_CALLED
                                                              : TUNIP_STYLE_PLAIN;
    case TUNIP_DOC_FUNCTION: {
        const tunip_doc_function *function = outer;
        return function->name == doc                 ? TUNIP_STYLE_DEFINED
               : is_among(function->decorators, doc) ? TUNIP_STYLE_CALLED
                                                     : TUNIP_STYLE_PLAIN;
    }
    case TUNIP_DOC_CLASS: {
        const tunip_doc_class *class_ = outer;
        return class_->name == doc                 ? TUNIP_STYLE_DEFINED
               : is_among(class_->decorators, doc) ? TUNIP_STYLE_CALLED
                                                   : TUNIP_STYLE_PLAIN;
    }
    default:
        return TUNIP_STYLE_PLAIN;
    }
}

static const tunip_doc *open_doc(const highlighter *h, size_t from_top)
{
    if (h->open.count <= from_top) return NULL;
    size_t span = h->open.items[h->open.count - 1 - from_top].begin;
    return h->render->spans.items[span].doc;
}

/* ---- words ----
 *
 * A language without a grammar of its own, such as MLIR, has its words as Docs of text. Their first
 * character, which such a language reserves, says what they are. */

static tunip_str text_of(const highlighter *h, size_t from_top)
{
    if (h->open.count <= from_top) return (tunip_str){"", 0};
    const tunip_span *span =
        &h->render->spans.items[h->open.items[h->open.count - 1 - from_top].begin];
    return (tunip_str){h->render->text + span->begin, span->end - span->begin};
}

/* Whether letters and then digits are all of a text: `i32`, `f64`. */
static bool is_numbered(tunip_str text, const char *letters)
{
    size_t i = strlen(letters);
    if (!tunip_str_begins(text, letters) || i == text.size) return false;
    while (i < text.size && tunip_is_digit(text.data[i])) i++;
    return i == text.size;
}

/* `i32`, `index`, `tensor<4xf32>`; but `dense<0>` and `affine_map<...>` are attributes. */
static tunip_style style_of_type(tunip_str text)
{
    static const char *const numbered[] = {"i", "si", "ui", "f", "bf", "tf"};
    static const char *const names[] = {"index", "none", "f8E", "f6E", "f4E"};
    static const char *const attributes[] = {"dense",    "array<",   "affine_", "sparse<",
                                             "strided<", "distinct", "opaque<"};
    for (size_t i = 0; i < TUNIP_LEN(attributes); i++)
        if (tunip_str_begins(text, attributes[i])) return TUNIP_STYLE_ATTRIBUTE;
    for (size_t i = 0; i < TUNIP_LEN(numbered); i++)
        if (is_numbered(text, numbered[i])) return TUNIP_STYLE_TYPE;
    for (size_t i = 0; i < TUNIP_LEN(names); i++)
        if (tunip_str_begins(text, names[i])) return TUNIP_STYLE_TYPE;
    return memchr(text.data, '<', text.size) ? TUNIP_STYLE_TYPE : TUNIP_STYLE_PLAIN;
}

/* Whether the innermost Doc is in a dictionary, `{key = value}`. */
static bool is_in_dictionary(const highlighter *h)
{
    const tunip_doc *around = open_doc(h, 1);
    return around && around->kind == TUNIP_DOC_TUPLE && tunip_str_begins(text_of(h, 1), "{");
}

static tunip_style style_of_word(const highlighter *h)
{
    tunip_str text = text_of(h, 0);
    if (tunip_str_begins(text, "loc(") || tunip_str_begins(text, "#loc(") ||
        tunip_str_begins(text, "#loc ") ||
        (tunip_str_begins(text, "#loc") && text.size > 4 && tunip_is_digit(text.data[4])))
        return TUNIP_STYLE_LOCATION;
    while (text.size && *text.data == ' ') text.data++, text.size--;
    if (tunip_str_begins(text, "//")) return TUNIP_STYLE_COMMENT;
    switch (text.size ? *text.data : '\0') {
    case '@':
        return TUNIP_STYLE_SYMBOL;
    case '^':
        return TUNIP_STYLE_LABEL;
    case '!':
        return TUNIP_STYLE_TYPE;
    case '#':
        return TUNIP_STYLE_ATTRIBUTE;
    case '"':
        return TUNIP_STYLE_STRING;
    default:
        break;
    }
    if (!text.size) return TUNIP_STYLE_PLAIN;
    size_t sign = *text.data == '-';
    if (text.size > sign && tunip_is_digit(text.data[sign])) return TUNIP_STYLE_NUMBER;
    if (!is_letter(*text.data)) return TUNIP_STYLE_PLAIN;
    tunip_style type = style_of_type(text);
    return type == TUNIP_STYLE_PLAIN && is_in_dictionary(h) ? TUNIP_STYLE_ATTRIBUTE : type;
}

/* The style of a name that such a language marks: a value, a block, or the first word of a
 * statement, which is the name of an operation. Otherwise plain. */
static tunip_style style_of_marked(const highlighter *h)
{
    tunip_str text = text_of(h, 0);
    const tunip_doc *around = open_doc(h, 1), *beyond = open_doc(h, 2);
    if (tunip_str_begins(text, "%")) return TUNIP_STYLE_VALUE;
    if (tunip_str_begins(text, "^")) return TUNIP_STYLE_LABEL;
    if (around && around->kind == TUNIP_DOC_TUPLE && around->sub == TUNIP_TUPLE_JOINED)
        around = beyond;
    return around && around->kind == TUNIP_DOC_EXPR_STMT ? TUNIP_STYLE_OPERATION
                                                         : TUNIP_STYLE_PLAIN;
}

/* The styles of the innermost Doc. */
typedef struct styles {
    tunip_style letters, others;
    bool has_caret; /* the operator ^ */
    bool is_whole;  /* blanks have the style of the others */
} styles;

static styles find_styles(const highlighter *h)
{
    const tunip_doc *doc = open_doc(h, 0);
    if (doc && doc->kind == TUNIP_DOC_ID) {
        tunip_style style = doc->sub == TUNIP_ID_RAW    ? style_of_word(h)
                            : doc->sub == TUNIP_ID_NAME ? style_of_marked(h)
                                                        : TUNIP_STYLE_PLAIN;
        if (style != TUNIP_STYLE_PLAIN) return (styles){style, style, true, true};
    }
    switch (doc && doc->kind < TUNIP_LEN(parts) ? parts[doc->kind] : NOTHING) {
    case OWN_WORDS:
        return (styles){TUNIP_STYLE_KEYWORD, TUNIP_STYLE_PLAIN, doc->kind == TUNIP_DOC_OPERATION,
                        false};
    case OWN_NAME:
        return (styles){style_of_name(open_doc(h, 1), doc), TUNIP_STYLE_PLAIN, false, false};
    case OWN_COMMENT:
        return (styles){TUNIP_STYLE_COMMENT, TUNIP_STYLE_COMMENT, false, false};
    case OWN_LITERAL:
        break;
    case NOTHING:
        return (styles){TUNIP_STYLE_PLAIN, TUNIP_STYLE_PLAIN, false, false};
    }
    tunip_style literal = doc->sub >= TUNIP_LITERAL_STR ? TUNIP_STYLE_STRING : TUNIP_STYLE_NUMBER;
    return (styles){literal, literal, false, literal == TUNIP_STYLE_STRING};
}

/* ---- ranges ---- */

static void end_range(highlighter *h)
{
    if (h->at > h->begin && !h->cancelled)
        h->cancelled = h->each(h->current, h->begin, h->at, h->user) != 0;
    h->begin = h->at;
}

/* The bytes up to `end` have this style. */
static void put(highlighter *h, tunip_style next, size_t end)
{
    if (h->current != next) end_range(h);
    h->current = next;
    h->at = end;
}

/* The style of a byte. Names may contain digits. The carets of underlines are between the lines of
 * statements. */
static tunip_style style_at(char c, const styles *s)
{
    if (c == '\n' || (c == ' ' && !s->is_whole)) return TUNIP_STYLE_PLAIN;
    if (is_letter(c) || (c >= '0' && c <= '9' && s->letters != TUNIP_STYLE_KEYWORD))
        return s->letters;
    return c == '^' && s->others == TUNIP_STYLE_PLAIN && !s->has_caret ? TUNIP_STYLE_CARET
                                                                       : s->others;
}

/* Handles the bytes up to `end`, which are in the innermost Doc. */
static void put_own(highlighter *h, size_t end)
{
    const char *text = h->render->text;
    const styles s = find_styles(h);
    while (h->at < end) {
        size_t next = h->at;
        tunip_style here = style_at(text[next], &s);
        while (++next < end && style_at(text[next], &s) == here) {}
        put(h, here, next);
    }
}

/* Handles a comment, line by line. */
static void put_aside(highlighter *h, size_t end)
{
    while (h->at < end) {
        const char *from = h->render->text + h->at, *feed = memchr(from, '\n', end - h->at);
        size_t size = feed ? (size_t)(feed - from) : end - h->at;
        if (size) put(h, TUNIP_STYLE_COMMENT, h->at + size);
        if (feed) put(h, TUNIP_STYLE_PLAIN, h->at + 1);
    }
}

/* Handles the bytes up to `end`, which may contain asides. */
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
    end_range(h);
    return true;
}

tunip_status tunip_highlight_each(const tunip_printed *printed, tunip_style_fn each, void *user,
                                  tunip_error *error)
{
    highlighter h = {.render = &printed->render, .each = each, .user = user};
    if (!printed->render.keep_spans)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "printed without a source map");
    bool fine = tn_printed_spans(printed) && put_all(&h);
    tn_array_free(&h.open, printed->render.allocator);
    if (!fine) return tn_no_memory(error);
    if (h.cancelled)
        return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "the write callback refused");
    return TUNIP_OK;
}

/* ---- for terminals ---- */

/* ORDER tunip_style */
static const char *const colours[] = {"\33[0m",  "\33[35m", "\33[1m",    "\33[36m", "\33[33m",
                                      "\33[32m", "\33[90m", "\33[1;31m", "\33[36m", "\33[34m",
                                      "\33[1m",  "\33[1m",  "\33[35m",   "\33[33m", "\33[90m"};

typedef struct terminal {
    const char *text;
    tunip_write_fn write;
    void *user;
} terminal;

static int put_coloured(tunip_style style, size_t begin, size_t end, void *user)
{
    const terminal *t = user;
    const char *colour = colours[style], *plain = colours[TUNIP_STYLE_PLAIN];
    if (style == TUNIP_STYLE_PLAIN) return t->write(t->text + begin, end - begin, t->user);
    int stop = t->write(colour, strlen(colour), t->user);
    if (!stop) stop = t->write(t->text + begin, end - begin, t->user);
    return stop ? stop : t->write(plain, strlen(plain), t->user);
}

tunip_status tunip_highlight(const tunip_printed *printed, tunip_write_fn write, void *user,
                             tunip_error *error)
{
    terminal t = {printed->render.text, write, user};
    return tunip_highlight_each(printed, put_coloured, &t, error);
}
