/* layout.c -- the logical lines of a script, from the reader's tokens; the empty lines between
 * them, as Black's EmptyLineTracker sets them; and the new text. */
#include "layout.h"

/* The kinds of logical lines. */
typedef enum line_kind {
    LINE_OTHER,
    LINE_COMMENT,
    LINE_DECORATOR,
    LINE_DEFINITION,
    LINE_CLASS,
    LINE_IMPORT
} line_kind;

/* A line that was written. */
typedef struct written {
    bool any;
    line_kind kind;
    bool opens_block;
    uint32_t depth;
    size_t before, after; /* empty lines around it */
    size_t at;            /* where it begins in the output */
    size_t first_move;
} written;

typedef struct layout {
    tunip_str text;
    size_t end, base; /* of the part; the column of its first line */
    tunip_str indent; /* the blanks or tabs of its first line, which all lines have */
    const tn_layout_options *options;
    tn_py_lexer lexer;
    tn_leaves line, leaves; /* the tokens of a line, and the same with parentheses */
    tn_split split;
    tn_text *out;
    tn_layout_moves *moves;
    size_t last;    /* the end of the last token or comment that was taken */
    size_t empty;   /* the empty lines above the line that is collected */
    size_t comment; /* the first comment that was not taken */
    uint32_t depth;
    TN_ARRAY(uint32_t) columns; /* of the open blocks; columns.items[depth] */
    bool has_begun;
    bool was_quiet; /* the previous line ends a block of one line: `if a: b` */
    bool failed;
    /* ---- empty lines ---- */
    written previous, lead; /* the line above; the first of the comments right above this line */
    written before_lead;    /* the line above `lead` */
    bool has_lead;
    TN_ARRAY(uint32_t) definitions; /* the depths of definitions whose bodies may go on */
} layout;

static const tunip_allocator *allocator_of(const layout *l)
{
    return l->out->allocator;
}

/* ======== empty lines ======== */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The line ends between the last token and `begin`, without the first one. */
static size_t count_empty(const layout *l, size_t begin)
{
    size_t lines = 0;
    for (size_t i = l->last; i < begin; i++) lines += l->text.data[i] == '\n';
    return lines ? lines - 1 : 0;
}

static bool is_head(line_kind kind)
{
    return kind == LINE_DECORATOR || kind == LINE_DEFINITION || kind == LINE_CLASS;
}

/* Adds empty lines in front of a line that was written. */
static void insert_empty(layout *l, const written *line, size_t count)
{
    size_t size = l->out->bytes.count - line->at;
    tn_text_fill(l->out, '\n', count);
    if (l->out->failed) return;
    char *at = l->out->bytes.items + line->at;
    memmove(at + count, at, size);
    memset(at, '\n', count);
    for (size_t i = line->first_move; l->moves && i < l->moves->count; i++)
        l->moves->items[i].to += count;
}

/* Definitions stand apart: by two lines at the outermost level, otherwise by one. Comments right
 * above a definition belong to it. */
static size_t empty_before_head(layout *l, const written *line, size_t before)
{
    const written *above = &l->previous;
    size_t wanted = line->depth ? 1 : 2;
    if (line->kind != LINE_DECORATOR &&
        !tn_array_push(&l->definitions, allocator_of(l), line->depth))
        l->failed = true;
    if (above->kind == LINE_DECORATOR) return 0;
    bool is_block = above->kind == LINE_CLASS || above->kind == LINE_DEFINITION;
    if (above->depth < line->depth && is_block) return 0;
    if (above->kind != LINE_COMMENT || above->depth != line->depth || before) return wanted;
    const written *lead = &l->lead, *outer = &l->before_lead;
    bool may_move = l->has_lead && outer->any && outer->kind != LINE_CLASS && !outer->opens_block &&
                    lead->before <= 1;
    if (may_move && wanted > lead->before + outer->after)
        insert_empty(l, lead, wanted - lead->before - outer->after);
    return 0;
}

static size_t empty_before(layout *l, const written *line, size_t empty, bool is_clause,
                           bool is_text)
{
    const written *above = &l->previous;
    size_t before = smaller(empty, line->depth ? 1 : 2);
    while (l->definitions.count && l->definitions.items[l->definitions.count - 1] >= line->depth) {
        l->definitions.count--;
        before = line->depth || is_clause ? 1 : 2;
    }
    if (!above->any) {
        if (is_head(line->kind)) empty_before_head(l, line, before);
        return 0;
    }
    if (is_head(line->kind)) return empty_before_head(l, line, before);
    if (above->kind == LINE_IMPORT && line->kind != LINE_IMPORT && line->depth == above->depth)
        return before ? before : 1;
    if (above->kind == LINE_CLASS && is_text) return before;
    if (above->opens_block) return 0;
    return before;
}

/* Keeps track of comments that a definition below them may have. */
static void note_line(layout *l, const written *line)
{
    const written *above = &l->previous;
    if (line->kind == LINE_COMMENT) {
        bool is_first = !above->any || (above->kind != LINE_DECORATOR &&
                                        (above->kind != LINE_COMMENT || line->before) &&
                                        (!l->has_lead || line->before));
        if (is_first) {
            l->lead = *line;
            l->before_lead = *above;
            l->has_lead = true;
        }
    } else if (line->kind != LINE_DECORATOR || line->before) {
        l->has_lead = false;
    }
    l->previous = *line;
}

/* ======== output ======== */

static void note_move(layout *l, size_t begin, size_t end)
{
    tn_layout_move move = {begin, end, l->out->bytes.count};
    if (l->moves && !tn_array_push(l->moves, allocator_of(l), move)) l->failed = true;
}

static size_t offset_of(const layout *l, tunip_str token)
{
    return (size_t)(token.data - l->text.data);
}

static bool is_in_text(const layout *l, tunip_str token)
{
    uintptr_t at = (uintptr_t)token.data, begin = (uintptr_t)l->text.data;
    return at >= begin && at < begin + l->text.size;
}

static void put_comment(layout *l, const tn_py_comment *comment)
{
    bool is_tight;
    tunip_str text = tn_comment_text(l->text, comment, &is_tight);
    note_move(l, comment->hash, comment->end);
    tn_text_put(l->out, "#", 1);
    if (is_tight) tn_text_put(l->out, " ", 1);
    tn_text_put(l->out, text.data + 1, text.size - 1);
}

static void put_leaf(layout *l, const tn_leaf *leaf)
{
    tunip_str text = leaf->text;
    if (leaf->is_hidden) return;
    if (leaf->kind == TN_LEAF_COMMENT) {
        put_comment(l, &l->lexer.comments.items[leaf->comment]);
        return;
    }
    if (is_in_text(l, text)) note_move(l, offset_of(l, text), offset_of(l, text) + text.size);
    if (!leaf->quote) {
        tn_text_put_str(l->out, text);
        return;
    }
    tn_text_put_word(l->out, leaf->quote);
    tn_text_put(l->out, text.data + 1, text.size - 2);
    tn_text_put_word(l->out, leaf->quote);
}

/* ---- powers ---- */

/* Whether a name with its attributes, from leaf i on in a direction, is all of an operand. */
static bool is_simple_name(const tn_leaves *leaves, const tn_piece *p, uint32_t i, bool forward)
{
    for (; i >= p->from && i < p->to; i += forward ? 1 : UINT32_MAX) {
        const tn_leaf *leaf = &leaves->items[i];
        if (leaf->is_hidden) return true;
        if (forward ? leaf->kind == PY_OPEN_ROUND || leaf->kind == PY_OPEN_SQUARE
                    : leaf->kind == PY_CLOSE_ROUND || leaf->kind == PY_CLOSE_SQUARE)
            return false;
        if (leaf->kind != PY_NAME && leaf->kind != PY_DOT) return true;
    }
    return true;
}

static bool is_number(const tn_leaf *leaf)
{
    return leaf->kind == PY_INT || leaf->kind == PY_FLOAT || leaf->kind == PY_IMAGINARY;
}

static bool is_simple_operand(const tn_leaves *leaves, const tn_piece *p, uint32_t i, bool forward)
{
    const tn_leaf *leaf = &leaves->items[i];
    if (i < p->from || i >= p->to) return false;
    if (leaf->kind == PY_NAME || is_number(leaf)) return is_simple_name(leaves, p, i, forward);
    bool has_sign = leaf->kind == PY_PLUS || leaf->kind == PY_MINUS || leaf->kind == PY_TILDE;
    if (!has_sign || i + 1 >= p->to) return false;
    const tn_leaf *next = leaf + 1;
    return (next->kind == PY_NAME || is_number(next)) && is_simple_name(leaves, p, i + 1, true);
}

/* A power of simple operands has no blanks: x**2. */
static void close_up(tn_leaves *leaves, const tn_piece *p)
{
    for (uint32_t i = p->from + 1; i + 1 < p->to; i++) {
        tn_leaf *leaf = &leaves->items[i];
        bool is_power = leaf->kind == PY_POWER && !(leaf->role & TN_LEAF_UNARY);
        if (!is_power || !is_simple_operand(leaves, p, i - 1, false) ||
            !is_simple_operand(leaves, p, i + 1, true))
            continue;
        leaf->has_space = false;
        leaf[1].has_space = false;
    }
}

/* ---- lines ---- */

/* Writes the indentation of a column at or behind that of the first line. */
static void put_indent(layout *l, size_t column)
{
    tn_text_put_str(l->out, l->indent);
    tn_text_fill(l->out, ' ', column - l->base);
}

static void put_piece(layout *l, const tn_piece *p)
{
    tn_leaves *leaves = &l->split.leaves;
    close_up(leaves, p);
    put_indent(l, l->split.indent + l->options->step * p->depth);
    for (uint32_t i = p->from; i < p->to; i++) {
        const tn_leaf *leaf = &leaves->items[i];
        if (leaf->has_space && i > p->from) tn_text_put(l->out, " ", 1);
        put_leaf(l, leaf);
    }
    if (p->has_comma) tn_text_put(l->out, ",", 1);
    for (uint32_t i = p->from; i < p->to; i++) {
        const tn_leaf *leaf = &leaves->items[i];
        if (leaf->kind == TN_LEAF_COMMENT) continue;
        for (uint32_t k = leaf->comment; k < leaf->comment_end; k++) {
            tn_text_put(l->out, "  ", 2);
            put_comment(l, &l->lexer.comments.items[k]);
        }
    }
}

/* Ends the line above, and writes the empty lines. */
static void begin_line(layout *l, written *line, size_t before)
{
    size_t after = l->previous.any ? l->previous.after : 0;
    line->before = before > after ? before - after : 0;
    line->at = l->out->bytes.count + (l->previous.any ? 1 : 0);
    line->first_move = l->moves ? l->moves->count : 0;
    if (l->previous.any) tn_text_fill(l->out, '\n', 1 + line->before + after);
    if (l->previous.any) line->at += after;
}

static line_kind kind_of(const tn_leaf *first)
{
    switch (first->kind) {
    case PY_MATRIX:
        return LINE_DECORATOR;
    case PY_DEF:
        return LINE_DEFINITION;
    case PY_CLASS:
        return LINE_CLASS;
    case PY_FROM:
    case PY_IMPORT:
        return LINE_IMPORT;
    default:
        return LINE_OTHER;
    }
}

static bool is_doc_string(const tn_leaf *first)
{
    return first->kind == PY_STRING && first->text.size > 6 &&
           (memcmp(first->text.data, "\"\"\"", 3) == 0 || memcmp(first->text.data, "'''", 3) == 0);
}

/* Clauses that depend on the definition above them. */
static bool is_clause(const layout *l)
{
    static const tn_py_kind apart[] = {PY_WITH, PY_TRY, PY_FOR, PY_WHILE, PY_IF};
    const tn_leaf *first = l->line.items, *last = &l->line.items[l->line.count - 1];
    bool stands_alone = false;
    for (size_t i = 0; i < TUNIP_LEN(apart); i++) stands_alone |= first->kind == apart[i];
    return last->kind == PY_COLON && !stands_alone && !is_head(kind_of(first));
}

static size_t indent_of(const layout *l, uint32_t depth)
{
    return l->base + l->options->step * depth;
}

/* The comment `# fmt: skip` behind the line that was collected; NULL if it has none. */
static const tn_py_comment *find_skip(const layout *l)
{
    const tn_leaf *last = &l->line.items[l->line.count - 1];
    bool is_tight;
    if (last->kind == TN_LEAF_COMMENT || last->comment == last->comment_end) return NULL;
    const tn_py_comment *comment = &l->lexer.comments.items[last->comment_end - 1];
    tunip_str text = tn_comment_text(l->text, comment, &is_tight);
    bool is_skip = tunip_str_is(text, "# fmt: skip") || tunip_str_is(text, "#fmt: skip") ||
                   tunip_str_is(text, "# fmt:skip") || tunip_str_is(text, "#fmt:skip");
    return is_skip ? comment : NULL;
}

/* Writes the line as it is, up to the end of a comment; only its indentation is new. */
static void put_as_it_is(layout *l, const tn_py_comment *comment, uint32_t depth)
{
    size_t at = offset_of(l, l->line.items[0].text);
    put_indent(l, indent_of(l, depth));
    for (size_t i = 0; i < l->line.count; i++) {
        const tn_leaf *leaf = &l->line.items[i];
        size_t begin = offset_of(l, leaf->text);
        tn_text_put(l->out, l->text.data + at, begin - at);
        note_move(l, begin, begin + leaf->text.size);
        tn_text_put_str(l->out, leaf->text);
        at = begin + leaf->text.size;
    }
    tn_text_put(l->out, l->text.data + at, comment->end - at);
}

/* Writes the line that was collected. */
static void end_line(layout *l, uint32_t depth, bool is_outermost)
{
    if (!l->line.count || l->failed) return;
    const tn_leaf *first = l->line.items;
    written line = {.any = true, .kind = kind_of(first), .depth = depth + !is_outermost};
    line.opens_block = l->line.items[l->line.count - 1].kind == PY_COLON;
    bool is_text = is_doc_string(first);
    size_t before = empty_before(l, &line, l->empty, is_clause(l), is_text);
    line.after = l->previous.any && l->previous.kind == LINE_CLASS && is_text;
    begin_line(l, &line, before);
    const tn_py_comment *skip = find_skip(l);
    if (skip) {
        put_as_it_is(l, skip, depth);
        note_line(l, &line);
        l->line.count = 0;
        return;
    }
    tn_split *s = &l->split;
    s->indent = indent_of(l, depth);
    s->comments = l->lexer.comments.items;
    uint8_t *omitted = NULL;
    if (tn_leaves_finish(&l->line, &s->leaves, allocator_of(l)))
        omitted = allocator_of(l)->alloc(allocator_of(l)->ctx, s->leaves.count);
    l->failed |= !omitted;
    if (omitted) {
        memset(omitted, 0, s->leaves.count);
        s->omitted = omitted;
        tn_split_line(s);
        l->failed |= s->failed;
        for (size_t i = 0; i < s->done.count && !l->failed; i++) {
            if (i) tn_text_put(l->out, "\n", 1);
            put_piece(l, &s->done.items[i]);
        }
        allocator_of(l)->free(allocator_of(l)->ctx, omitted, s->leaves.count);
    }
    note_line(l, &line);
    l->line.count = 0;
}

static void put_comment_line(layout *l, const tn_py_comment *comment, uint32_t depth,
                             bool is_outermost)
{
    written line = {.any = true, .kind = LINE_COMMENT, .depth = depth + !is_outermost};
    begin_line(l, &line, empty_before(l, &line, count_empty(l, comment->hash), false, false));
    put_indent(l, indent_of(l, depth));
    put_comment(l, comment);
    note_line(l, &line);
    l->last = comment->end;
}

/* ======== tokens ======== */

/* The quotes of a string become those of the printer, if it has none of them inside. */
static const char *new_quote(tunip_str text)
{
    bool is_plain = text.size > 1 && text.data[0] == '\'' && text.data[text.size - 1] == '\'';
    for (size_t i = 1; is_plain && i + 1 < text.size; i++)
        is_plain = !strchr("'\"\\", text.data[i]);
    return is_plain ? "\"" : NULL;
}

static void add_leaf(layout *l, tn_py_kind kind)
{
    const char *at = l->lexer.at;
    tunip_str text = {at, (size_t)(l->lexer.cursor - at)};
    bool has_lines = kind == PY_STRING && memchr(text.data, '\n', text.size);
    tn_leaf leaf = {.text = text,
                    .quote = kind == PY_STRING ? new_quote(text) : NULL,
                    .width = tn_text_width(text),
                    .match = TN_LEAF_NONE,
                    .kind = (uint16_t)kind,
                    .has_lines = has_lines};
    if (!l->line.count) l->empty = count_empty(l, offset_of(l, text));
    if (!tn_array_push(&l->line, allocator_of(l), leaf)) l->failed = true;
    l->last = offset_of(l, text) + text.size;
}

/* Takes the comments up to `until` that are behind or between tokens of the line. One that follows
 * a token on its line belongs to the token. */
static void take_comments(layout *l, size_t until)
{
    for (; l->comment < l->lexer.comments.count; l->comment++) {
        const tn_py_comment *comment = &l->lexer.comments.items[l->comment];
        if (comment->hash >= until || comment->column != UINT32_MAX || !l->line.count) return;
        uint32_t number = (uint32_t)l->comment;
        tn_leaf *last = &l->line.items[l->line.count - 1];
        bool is_behind = !memchr(l->text.data + l->last, '\n', comment->hash - l->last);
        if (is_behind && last->kind != TN_LEAF_COMMENT) {
            if (last->comment == last->comment_end) last->comment = number;
            last->comment_end = number + 1;
        } else {
            bool is_tight;
            tn_leaf leaf = {.text = tn_comment_text(l->text, comment, &is_tight),
                            .match = TN_LEAF_NONE,
                            .comment = number,
                            .comment_end = number + 1,
                            .kind = TN_LEAF_COMMENT};
            if (!tn_array_push(&l->line, allocator_of(l), leaf)) l->failed = true;
        }
        l->last = comment->end;
    }
}

/* Writes the comments between two lines. Those that are indented as much as the block above belong
 * to it. `until`: where the next line begins. */
static void put_comment_lines(layout *l, uint32_t next, size_t until)
{
    bool is_deeper = next > l->depth;
    uint32_t depth = is_deeper ? next : l->depth;
    for (; l->comment < l->lexer.comments.count && !l->failed; l->comment++) {
        const tn_py_comment *comment = &l->lexer.comments.items[l->comment];
        if (comment->hash >= until) return;
        while (!is_deeper && depth > next && comment->column < l->columns.items[depth]) depth--;
        put_comment_line(l, comment, depth, !l->base);
    }
}

/* ---- lines ---- */

/* Whether the line has a block below it or behind its colon. */
static bool begins_block(tn_py_kind kind)
{
    switch (kind) {
    case PY_IF:
    case PY_ELIF:
    case PY_ELSE:
    case PY_WHILE:
    case PY_FOR:
    case PY_WITH:
    case PY_DEF:
    case PY_CLASS:
    case PY_TRY:
    case PY_EXCEPT:
    case PY_FINALLY:
        return true;
    default:
        return false;
    }
}

static bool note_column(layout *l, uint32_t depth, uint32_t column)
{
    while (l->columns.count <= depth)
        if (!tn_array_push(&l->columns, allocator_of(l), column)) return false;
    l->columns.items[depth] = column;
    return true;
}

/* The tokens of one line of the text, which may be several logical ones: `if a: b; c`. Returns the
 * token after it, PY_NEWLINE or PY_END. */
static tn_py_kind read_line(layout *l, tn_py_kind kind)
{
    size_t brackets = 0, lambdas = 0;
    uint32_t depth = l->depth;
    bool has_block = begins_block(kind);
    for (; kind != PY_NEWLINE && kind != PY_END && !l->failed; kind = tn_py_next(&l->lexer)) {
        take_comments(l, (size_t)(l->lexer.at - l->text.data));
        if (kind == PY_BAD || kind == PY_INDENT || kind == PY_DEDENT) return PY_BAD;
        if (kind == PY_SEMICOLON && !brackets) {
            end_line(l, depth, !l->base);
            l->last = (size_t)(l->lexer.cursor - l->text.data);
            continue;
        }
        if (has_block && l->line.count && l->line.items[l->line.count - 1].kind == PY_COLON &&
            !brackets && !lambdas) {
            end_line(l, depth++, !l->base);
            has_block = false;
        }
        add_leaf(l, kind);
        lambdas += kind == PY_LAMBDA;
        lambdas -= kind == PY_COLON && lambdas;
        tn_leaf leaf = {.kind = (uint16_t)kind};
        brackets += tn_leaf_opens(&leaf);
        brackets -= tn_leaf_closes(&leaf) && brackets;
    }
    take_comments(l, (size_t)(l->lexer.at - l->text.data) + (kind == PY_END));
    end_line(l, depth, !l->base);
    return kind;
}

/* Whether the token at the lexer is behind the part. */
static bool is_behind(const layout *l)
{
    return (size_t)(l->lexer.at - l->text.data) >= l->end;
}

/* Comments below the last line, as long as they are indented more than the first one. */
static void put_last_comments(layout *l)
{
    size_t until = l->last, at = l->comment;
    for (; at < l->lexer.comments.count; at++) {
        const tn_py_comment *comment = &l->lexer.comments.items[at];
        if (l->end < l->text.size && comment->column <= l->base) break;
        until = comment->end;
    }
    if (until > l->last) put_comment_lines(l, 0, until);
}

/* Notes the indentation of the first line. */
static void note_first(layout *l)
{
    const char *end = l->lexer.at, *begin = end;
    while (begin > l->text.data && (begin[-1] == ' ' || begin[-1] == '\t')) begin--;
    l->base = l->lexer.indents.items[l->lexer.indents.count - 1].column;
    l->indent = (tunip_str){begin, (size_t)(end - begin)};
}

static bool read_lines(layout *l)
{
    uint32_t depth = 0;
    for (;;) {
        tn_py_kind kind = tn_py_next(&l->lexer);
        if (l->lexer.failed || l->failed) return false;
        if (kind == PY_BAD && l->has_begun && is_behind(l)) break;
        if (kind == PY_BAD) return false;
        if (kind == PY_INDENT || kind == PY_DEDENT) {
            if (l->has_begun) depth += kind == PY_INDENT ? 1 : UINT32_MAX;
            if (depth != UINT32_MAX) continue;
        }
        if (kind == PY_NEWLINE) continue;
        if (kind == PY_END || depth == UINT32_MAX || is_behind(l)) break;
        if (!l->has_begun) note_first(l);
        uint32_t column = l->lexer.indents.items[l->lexer.indents.count - 1].column;
        put_comment_lines(l, depth, (size_t)(l->lexer.at - l->text.data));
        l->has_begun = true;
        l->depth = depth;
        if (!note_column(l, depth, column)) return false;
        kind = read_line(l, kind);
        if (kind == PY_BAD || l->failed || l->lexer.failed) return false;
        if (kind == PY_END) break;
    }
    put_last_comments(l);
    return !l->failed && !l->lexer.failed;
}

bool tn_layout_text(tunip_str text, size_t begin, size_t end, const tn_layout_options *options,
                    tn_text *out, tn_layout_moves *moves, size_t *used)
{
    layout l = {
        .text = text, .end = end, .options = options, .out = out, .moves = moves, .last = begin};
    const tunip_allocator *a = out->allocator;
    l.split =
        (tn_split){.text = text, .width = options->width, .step = options->step, .allocator = a};
    bool fine = tn_py_lexer_init(&l.lexer, text, a);
    if (begin) l.lexer.cursor = l.lexer.at = text.data + begin;
    fine = fine && read_lines(&l);
    *used = l.last;
    if (l.failed || l.lexer.failed) out->failed = true;
    tn_py_lexer_free(&l.lexer);
    tn_array_free(&l.line, a);
    tn_array_free(&l.columns, a);
    tn_array_free(&l.definitions, a);
    tn_array_free(&l.split.leaves, a);
    tn_array_free(&l.split.done, a);
    tn_array_free(&l.split.queue, a);
    tn_array_free(&l.split.counts, a);
    tn_array_free(&l.split.optional, a);
    return fine && !out->failed;
}
