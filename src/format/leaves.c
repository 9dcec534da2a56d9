/* leaves.c -- what the tokens of a logical line are where they stand: operators in front of an
 * operand, brackets of calls, colons of slices; and with that the blanks between them, the places
 * where the line may break, and the parentheses that may be written. */
#include "layout.h"

/* ======== comments ======== */

tunip_str tn_comment_text(tunip_str text, const tn_py_comment *comment, bool *is_tight)
{
    tunip_str all = {text.data + comment->hash, comment->end - comment->hash};
    while (all.size > 1 && strchr(" \t\f\v\r", all.data[all.size - 1])) all.size--;
    *is_tight = all.size > 1 && !strchr(" !:#'", all.data[1]);
    return all;
}

/* ======== optional parentheses ======== */

/* A line whose parentheses are added. */
typedef struct wrapping {
    const tn_leaf *leaves;
    uint32_t count;
    tn_leaves *out;
    const tunip_allocator *allocator;
    bool failed;
    uint32_t *matches; /* for each leaf: the other bracket */
    uint8_t *added;    /* for each leaf, and for the end: what is added in front of it */
} wrapping;

enum {
    ADD_OPEN = 1,
    ADD_CLOSE = 2,
    ADD_SEEN = 4, /* the parenthesis is written */
    HIDE = 8,     /* the leaf is a parenthesis that need not be written */
    DROP = 16,    /* and another one says so, too */
    ADD_IMPORTED = 32,
    ADD_RESULT = 64
};

static bool is_keyword(const tn_leaf *leaf)
{
    return leaf->kind >= PY_FALSE && leaf->kind <= PY_YIELD;
}

/* Whether an operand ends with the leaf. */
static bool ends_operand(const tn_leaf *leaf)
{
    if (tn_leaf_closes(leaf)) return true;
    switch (leaf->kind) {
    case PY_NAME:
    case PY_INT:
    case PY_FLOAT:
    case PY_IMAGINARY:
    case PY_STRING:
    case PY_ELLIPSIS:
    case PY_FALSE:
    case PY_NONE:
    case PY_TRUE:
        return true;
    default:
        return false;
    }
}

/* The commas between two leaves, outside of brackets, and whether a comprehension is there. */
static size_t count_commas(const wrapping *w, uint32_t from, uint32_t to, bool *is_generator)
{
    size_t commas = 0, lambdas = 0;
    *is_generator = false;
    for (uint32_t i = from; i < to; i++) {
        const tn_leaf *leaf = &w->leaves[i];
        lambdas += leaf->kind == PY_LAMBDA;
        if (leaf->kind == PY_COLON && lambdas) lambdas--;
        commas += leaf->kind == PY_COMMA && !lambdas;
        *is_generator |= leaf->kind == PY_FOR;
        if (tn_leaf_opens(leaf) && w->matches[i] != TN_LEAF_NONE) i = w->matches[i];
    }
    return commas;
}

static bool is_in_parentheses(const wrapping *w, uint32_t from, uint32_t to)
{
    return to > from && w->leaves[from].kind == PY_OPEN_ROUND && w->matches[from] == to - 1;
}

/* Parentheses around parentheses are not written. */
static void drop_inner(wrapping *w, uint32_t from, uint32_t to)
{
    bool is_generator;
    while (is_in_parentheses(w, from, to) && to - from > 2 &&
           !count_commas(w, from + 1, to - 1, &is_generator) && !is_generator &&
           w->leaves[from].comment == w->leaves[from].comment_end &&
           w->leaves[to - 1].comment == w->leaves[to - 1].comment_end) {
        w->added[from] |= DROP;
        w->added[to - 1] |= DROP;
        from++;
        to--;
    }
}

/* Makes the parentheses around the expression from `from` to `to` optional, or adds some. Tuples
 * keep theirs, except the targets of a loop. */
static void wrap(wrapping *w, uint32_t from, uint32_t to, bool is_target)
{
    bool is_generator = false;
    if (from >= to) return;
    if (is_in_parentheses(w, from, to)) {
        size_t commas = count_commas(w, from + 1, to - 1, &is_generator);
        bool is_one = commas == 1 && w->leaves[to - 2].kind == PY_COMMA;
        if (to - from == 2 || is_generator || is_one || (commas && !is_target)) return;
        w->added[from] |= HIDE;
        w->added[to - 1] |= HIDE;
        drop_inner(w, from + 1, to - 1);
        return;
    }
    if (to - from == 1 && w->leaves[from].has_lines) return;
    bool ends_with_comma = w->leaves[to - 1].kind == PY_COMMA;
    bool is_one = ends_with_comma && count_commas(w, from, to, &is_generator) == 1;
    w->added[from] |= is_one ? ADD_OPEN | ADD_SEEN : ADD_OPEN;
    w->added[to] |= is_one ? ADD_CLOSE | ADD_SEEN : ADD_CLOSE;
}

/* The first leaf of the kind from `from` on, outside of brackets and lambdas; `count` if there is
 * none. */
static uint32_t find_kind(const wrapping *w, uint32_t from, tn_py_kind kind)
{
    size_t lambdas = 0;
    uint32_t i = from;
    for (; i < w->count; i++) {
        const tn_leaf *leaf = &w->leaves[i];
        bool ends_lambda = leaf->kind == PY_COLON && lambdas;
        if (leaf->kind == kind && !lambdas) break;
        lambdas += leaf->kind == PY_LAMBDA;
        lambdas -= ends_lambda;
        if (tn_leaf_opens(leaf) && w->matches[i] != TN_LEAF_NONE) i = w->matches[i];
    }
    return i;
}

/* The items of a `with`. */
static void wrap_items(wrapping *w, uint32_t end)
{
    for (uint32_t from = 1, to; from < end; from = to + 1) {
        to = find_kind(w, from, PY_COMMA);
        if (to > end) to = end;
        uint32_t as = find_kind(w, from, PY_AS);
        bool is_generator, has_name = as < to, is_round = is_in_parentheses(w, from, to);
        bool has_comma = is_round && count_commas(w, from + 1, to - 1, &is_generator);
        if (has_name)
            wrap(w, from, as, false);
        else if (to - from == 1 || (is_round && !has_comma && find_kind(w, from + 1, PY_AS) >= to))
            wrap(w, from, to, false);
    }
}

static bool is_assignment(const tn_leaf *leaf)
{
    return leaf->kind == PY_ASSIGN || (leaf->kind >= PY_ADD_ASSIGN && leaf->kind <= PY_XOR_ASSIGN);
}

/* Whether the expression of the whole line is a sum or the like, which may need parentheses. */
static bool is_sum(const wrapping *w)
{
    bool found = false;
    for (uint32_t i = 0; i < w->count; i++) {
        const tn_leaf *leaf = &w->leaves[i];
        bool is_infix = i && ends_operand(&w->leaves[i - 1]);
        if (tn_leaf_opens(leaf) && w->matches[i] != TN_LEAF_NONE) i = w->matches[i];
        if (leaf->kind == PY_COMMA || leaf->kind == PY_PIPE || leaf->kind == PY_COLON ||
            (leaf->kind >= PY_LT && leaf->kind <= PY_GE) ||
            (is_keyword(leaf) && !ends_operand(leaf)))
            return false;
        found |= is_infix && (leaf->kind == PY_PLUS || leaf->kind == PY_MINUS ||
                              leaf->kind == PY_SHIFT_LEFT || leaf->kind == PY_SHIFT_RIGHT ||
                              leaf->kind == PY_CARET || leaf->kind == PY_AMPERSAND);
    }
    return found;
}

static void wrap_expression(wrapping *w)
{
    uint32_t from = 0;
    bool is_generator;
    for (uint32_t i = 0; i < w->count; i++) {
        if (tn_leaf_opens(&w->leaves[i]) && w->matches[i] != TN_LEAF_NONE) i = w->matches[i];
        if (w->leaves[i].kind == PY_LAMBDA) break;
        if (!is_assignment(&w->leaves[i])) continue;
        bool is_tuple =
            !from && count_commas(w, 0, i, &is_generator) && !is_in_parentheses(w, 0, i);
        if (from || is_tuple) wrap(w, from, i, false);
        from = i + 1;
    }
    if (from)
        wrap(w, from, w->count, false);
    else if (is_sum(w))
        wrap(w, 0, w->count, false);
}

static void wrap_imported(wrapping *w)
{
    uint32_t from = find_kind(w, 0, PY_IMPORT) + 1, to = w->count;
    if (from >= to || w->leaves[from].kind == PY_STAR || w->leaves[0].kind != PY_FROM) return;
    if (is_in_parentheses(w, from, to)) {
        w->added[from] |= HIDE;
        w->added[to - 1] |= HIDE;
    } else {
        w->added[from] |= ADD_OPEN | ADD_IMPORTED;
        w->added[to] |= ADD_CLOSE | ADD_IMPORTED;
    }
}

static void wrap_result(wrapping *w)
{
    uint32_t arrow = find_kind(w, 0, PY_ARROW), colon = find_kind(w, arrow, PY_COLON);
    if (arrow + 1 >= colon) return;
    wrap(w, arrow + 1, colon, false);
    w->added[arrow + 1] |= ADD_RESULT;
    w->added[colon] |= ADD_RESULT;
}

/* By the first word of the statement. */
static void wrap_statement(wrapping *w)
{
    uint32_t colon = find_kind(w, 0, PY_COLON), other;
    switch (w->leaves[0].kind) {
    case PY_RETURN:
    case PY_DEL:
        wrap(w, 1, w->count, false);
        break;
    case PY_ASSERT:
        other = find_kind(w, 1, PY_COMMA);
        wrap(w, 1, other, false);
        wrap(w, other + 1, w->count, false);
        break;
    case PY_IF:
    case PY_ELIF:
    case PY_WHILE:
        wrap(w, 1, colon, false);
        break;
    case PY_FOR:
        other = find_kind(w, 1, PY_IN);
        wrap(w, 1, other, true);
        wrap(w, other + 1, colon, false);
        break;
    case PY_WITH:
        wrap_items(w, colon);
        break;
    case PY_DEF:
        wrap_result(w);
        break;
    case PY_FROM:
        wrap_imported(w);
        break;
    case PY_MATRIX:
    case PY_CLASS:
    case PY_IMPORT:
        break;
    default:
        if (!is_keyword(&w->leaves[0]) || ends_operand(&w->leaves[0])) wrap_expression(w);
        break;
    }
}

/* ---- the new list ---- */

static void push(wrapping *w, tn_leaf leaf)
{
    if (!tn_array_push(w->out, w->allocator, leaf)) w->failed = true;
}

static void push_parenthesis(wrapping *w, tn_py_kind kind, unsigned added)
{
    bool is_seen = added & ADD_SEEN;
    unsigned role = TN_LEAF_LIST;
    if (added & ADD_IMPORTED) role |= TN_LEAF_IMPORTED;
    if (added & ADD_RESULT) role |= TN_LEAF_RESULT;
    push(w, (tn_leaf){.text = tunip_str_from(kind == PY_OPEN_ROUND ? "(" : ")"),
                      .width = 1,
                      .match = TN_LEAF_NONE,
                      .kind = (uint16_t)kind,
                      .role = (uint16_t)role,
                      .is_hidden = !is_seen,
                      .is_optional = !is_seen});
}

/* The comment behind a hidden parenthesis that ends a single name belongs to the name. */
static void move_comment(wrapping *w, tn_leaf *close)
{
    tn_leaf *last = w->out->count ? &w->out->items[w->out->count - 1] : NULL;
    bool is_single = w->out->count > 1 && w->out->items[w->out->count - 2].is_hidden &&
                     tn_leaf_opens(&w->out->items[w->out->count - 2]);
    if (!last || !is_single || last->comment < last->comment_end) return;
    last->comment = close->comment;
    last->comment_end = close->comment_end;
    close->comment = close->comment_end = 0;
}

static void copy(wrapping *w)
{
    for (uint32_t i = 0; i <= w->count; i++) {
        unsigned added = w->added[i];
        if (added & ADD_CLOSE) {
            tn_leaf *last = w->out->count ? &w->out->items[w->out->count - 1] : NULL;
            tn_leaf comments = last ? *last : (tn_leaf){.kind = 0};
            bool is_single = w->out->count > 1 && w->out->items[w->out->count - 2].is_hidden;
            if (last && !is_single) last->comment = last->comment_end = 0;
            push_parenthesis(w, PY_CLOSE_ROUND, added);
            tn_leaf *close = w->out->count ? &w->out->items[w->out->count - 1] : NULL;
            if (close && !is_single && !w->failed) {
                close->comment = comments.comment;
                close->comment_end = comments.comment_end;
            }
        }
        if (i == w->count) break;
        if (added & ADD_OPEN) push_parenthesis(w, PY_OPEN_ROUND, added);
        if (added & DROP) continue;
        tn_leaf leaf = w->leaves[i];
        if (added & HIDE) {
            leaf.is_hidden = leaf.is_optional = true;
            leaf.role |= TN_LEAF_LIST;
            if (tn_leaf_closes(&leaf) && leaf.comment < leaf.comment_end) move_comment(w, &leaf);
        }
        push(w, leaf);
    }
}

/* ======== what each leaf is ======== */

/* A bracket that is open. */
typedef struct opened {
    uint32_t at;
    bool is_complex;   /* the item of the index has operators or calls: blanks around its colons */
    bool is_annotated; /* the parameter at hand has an annotation */
    size_t lambdas;    /* that are open in it */
    size_t loops;      /* `for`s without their `in` */
    bool has_loop;     /* a `for` stands in it, */
    uint32_t depth;    /* at this depth */
} opened;

typedef struct reading {
    tn_leaves *leaves;
    TN_ARRAY(opened) stack; /* the first one stands for the line */
    const tunip_allocator *allocator;
    uint32_t depth;
    bool failed;
} reading;

static bool is_call(const tn_leaves *l, uint32_t at)
{
    const tn_leaf *before = at ? &l->items[at - 1] : NULL;
    if (!before || l->items[at].is_optional) return false;
    if (at == 2 && (before[-1].kind == PY_DEF || before[-1].kind == PY_CLASS)) return true;
    return !before->is_optional && ends_operand(before);
}

static void find_bracket_role(const reading *r, uint32_t at)
{
    tn_leaf *leaf = &r->leaves->items[at];
    bool is_trailer = leaf->kind != PY_OPEN_CURLY && is_call(r->leaves, at);
    if (!is_trailer) leaf->role |= TN_LEAF_LIST;
    if (is_trailer && leaf->kind == PY_OPEN_SQUARE) leaf->role |= TN_LEAF_INDEX;
    bool is_import = r->leaves->items[0].kind == PY_FROM;
    if (is_import) leaf->role |= TN_LEAF_IMPORTED;
}

/* Whether the expression from `at` on in an index makes its colons stand apart. */
static bool is_complex_item(const tn_leaves *l, uint32_t at)
{
    size_t depth = 0;
    for (uint32_t i = at; i < l->count; i++) {
        const tn_leaf *leaf = &l->items[i];
        bool is_infix = i > at && ends_operand(&l->items[i - 1]);
        if (tn_leaf_closes(leaf) && !depth) return false;
        if (!depth && leaf->kind == PY_COMMA) return false;
        if (tn_leaf_opens(leaf) && is_infix) return true;
        depth += tn_leaf_opens(leaf);
        depth -= tn_leaf_closes(leaf);
        if (leaf->kind == PY_DOT || leaf->kind == PY_LAMBDA || leaf->kind == PY_IF ||
            leaf->kind == PY_NOT || (is_infix && leaf->kind >= PY_PLUS && leaf->kind <= PY_GE) ||
            leaf->kind == PY_AND || leaf->kind == PY_OR || leaf->kind == PY_IN ||
            leaf->kind == PY_IS)
            return true;
    }
    return false;
}

static const uint8_t breaks[PY__COUNT] = {
    [PY_PIPE] = TN_BREAK_BIT_OR,       [PY_CARET] = TN_BREAK_BIT_XOR,
    [PY_AMPERSAND] = TN_BREAK_BIT_AND, [PY_SHIFT_LEFT] = TN_BREAK_SHIFT,
    [PY_SHIFT_RIGHT] = TN_BREAK_SHIFT, [PY_PLUS] = TN_BREAK_ADD,
    [PY_MINUS] = TN_BREAK_ADD,         [PY_STAR] = TN_BREAK_MUL,
    [PY_SLASH] = TN_BREAK_MUL,         [PY_DOUBLE_SLASH] = TN_BREAK_MUL,
    [PY_PERCENT] = TN_BREAK_MUL,       [PY_MATRIX] = TN_BREAK_MUL,
    [PY_POWER] = TN_BREAK_POWER,       [PY_LT] = TN_BREAK_COMPARE,
    [PY_LE] = TN_BREAK_COMPARE,        [PY_EQ] = TN_BREAK_COMPARE,
    [PY_NE] = TN_BREAK_COMPARE,        [PY_GT] = TN_BREAK_COMPARE,
    [PY_GE] = TN_BREAK_COMPARE,        [PY_IS] = TN_BREAK_COMPARE,
    [PY_AND] = TN_BREAK_LOGIC,         [PY_OR] = TN_BREAK_LOGIC,
};

/* Words whose meaning depends on their place. `before` is the leaf before it, or NULL. */
static unsigned find_word_role(const reading *r, uint32_t at, const opened *in)
{
    const tn_leaf *leaf = &r->leaves->items[at], *before = at ? leaf - 1 : NULL;
    const tn_leaf *next = at + 1 < r->leaves->count ? leaf + 1 : NULL;
    bool is_inside = r->stack.count > 1;
    if (leaf->kind == PY_FOR && at && is_inside) return TN_LEAF_CLAUSE;
    if (leaf->kind == PY_IF && at) { /* the `else` of an `if` before it is not closed */
        bool is_clause = in->has_loop && in->depth == leaf->depth && next && !in->loops;
        return is_clause ? TN_LEAF_CLAUSE : TN_LEAF_TERNARY;
    }
    if (leaf->kind == PY_ELSE && at) return TN_LEAF_TERNARY;
    if (leaf->kind == PY_IN && !in->loops)
        return before && before->kind == PY_NOT ? 0 : TN_LEAF_COMPARE;
    if (leaf->kind == PY_NOT && next && next->kind == PY_IN) return TN_LEAF_COMPARE;
    return 0;
}

static uint8_t find_break(const tn_leaf *leaf, const tn_leaf *before)
{
    if (!before || leaf->role & TN_LEAF_UNARY) return 0;
    if (leaf->kind == PY_DOT) return tn_leaf_closes(before) ? TN_BREAK_DOT : 0;
    if (leaf->kind == PY_STRING && before->kind == PY_STRING) return TN_BREAK_STRING;
    if (leaf->role & TN_LEAF_CLAUSE) return TN_BREAK_CLAUSE;
    if (leaf->role & TN_LEAF_TERNARY) return TN_BREAK_TERNARY;
    if (leaf->role & TN_LEAF_COMPARE) return TN_BREAK_COMPARE;
    return leaf->kind < PY__COUNT ? breaks[leaf->kind] : 0;
}

/* ---- blanks ---- */

static bool is_sliced(const reading *r, const opened *in)
{
    return r->stack.count > 1 && r->leaves->items[in->at].role & TN_LEAF_INDEX && !in->lambdas;
}

/* Whether '=' stands without blanks: of a keyword argument, or of a parameter without a type. */
static bool is_tight_assign(const reading *r, const opened *in)
{
    if (in->lambdas) return true;
    if (r->stack.count == 1) return false;
    const tn_leaf *open = &r->leaves->items[in->at];
    return open->kind == PY_OPEN_ROUND && !open->is_optional && !in->is_annotated;
}

/* Whether a blank stands in front of the colon of a slice. */
static bool is_wide_colon(const opened *in, const tn_leaf *before)
{
    if (tn_leaf_opens(before) || before->kind == PY_COLON) return false;
    return before->kind == PY_COMMA || in->is_complex;
}

static bool find_space(const reading *r, uint32_t at, const opened *in)
{
    const tn_leaf *leaf = &r->leaves->items[at], *before = at ? leaf - 1 : NULL;
    bool is_import = r->leaves->items[0].kind == PY_FROM;
    if (!before || tn_leaf_closes(leaf) || leaf->kind == PY_COMMA || tn_leaf_opens(before) ||
        leaf->kind == TN_LEAF_COMMENT || before->kind == TN_LEAF_COMMENT)
        return false;
    if (leaf->kind == PY_DOT && is_import) return before->kind == PY_FROM;
    if ((before->kind == PY_DOT || before->kind == PY_ELLIPSIS) && is_import)
        return leaf->kind == PY_IMPORT;
    if (leaf->kind == PY_DOT || before->kind == PY_DOT) return false;
    if (leaf->kind == PY_COLON) return is_sliced(r, in) && is_wide_colon(in, before);
    if (before->kind == PY_COLON && is_sliced(r, in)) return in->is_complex;
    if (leaf->kind == PY_ASSIGN || before->kind == PY_ASSIGN) return !is_tight_assign(r, in);
    if (before->role & TN_LEAF_UNARY || (before->kind == PY_MATRIX && at == 1)) return false;
    if (tn_leaf_opens(leaf) && !(leaf->role & TN_LEAF_LIST)) return false;
    return true;
}

/* ---- one leaf after the other ---- */

static bool open_bracket(reading *r, uint32_t at)
{
    find_bracket_role(r, at);
    bool is_index = r->leaves->items[at].role & TN_LEAF_INDEX;
    opened in = {.at = at, .is_complex = is_index && is_complex_item(r->leaves, at + 1)};
    return tn_array_push(&r->stack, r->allocator, in);
}

static void close_bracket(reading *r, uint32_t at)
{
    tn_leaf *leaf = &r->leaves->items[at];
    leaf->match = TN_LEAF_NONE;
    if (r->stack.count < 2) return;
    const opened *in = &r->stack.items[--r->stack.count];
    tn_leaf *open = &r->leaves->items[in->at];
    r->depth -= 1 + (uint32_t)in->lambdas + (uint32_t)in->loops;
    leaf->match = in->at;
    open->match = at;
    leaf->role |= open->role;
}

/* As in Black, names of a loop and parameters of a lambda count as inside of brackets, because a
 * line does not break at their commas. */
static bool read_leaf(reading *r, uint32_t at)
{
    opened *in = &r->stack.items[r->stack.count - 1];
    tn_leaf *leaf = &r->leaves->items[at];
    const tn_leaf *before = at ? leaf - 1 : NULL;
    if (leaf->kind == PY_IN && in->loops) {
        in->loops--;
        r->depth--;
        leaf->role |= TN_LEAF_UNARY; /* it is no comparison */
    }
    bool ends_lambda = leaf->kind == PY_COLON && in->lambdas;
    if (ends_lambda) r->depth--;
    if (tn_leaf_closes(leaf)) close_bracket(r, at);
    in = &r->stack.items[r->stack.count - 1];
    leaf->depth = r->depth;
    bool is_sign = leaf->kind == PY_PLUS || leaf->kind == PY_MINUS || leaf->kind == PY_TILDE ||
                   leaf->kind == PY_STAR || leaf->kind == PY_POWER;
    bool is_prefix = is_sign && !(before && !tn_leaf_opens(before) && ends_operand(before));
    if (is_prefix) leaf->role |= TN_LEAF_UNARY;
    if (is_prefix && (leaf->kind == PY_STAR || leaf->kind == PY_POWER)) leaf->role |= TN_LEAF_STAR;
    if (tn_leaf_opens(leaf) && !open_bracket(r, at)) return false;
    in = &r->stack.items[r->stack.count - 1 - tn_leaf_opens(leaf)];
    bool ends_loop = leaf->kind == PY_IN && leaf->role & TN_LEAF_UNARY;
    if (!ends_loop) leaf->role |= (uint16_t)find_word_role(r, at, in);
    leaf->before = find_break(leaf, before);
    leaf->has_space = find_space(r, at, in);
    if (ends_loop) leaf->role &= (uint16_t)~TN_LEAF_UNARY;
    if (ends_lambda) in->lambdas--;
    if (leaf->kind == PY_COLON) in->is_annotated = true;
    if (leaf->kind == PY_COMMA) {
        in->is_annotated = false;
        bool is_index = r->leaves->items[in->at].role & TN_LEAF_INDEX;
        in->is_complex = is_index && is_complex_item(r->leaves, at + 1);
    }
    bool opens_loop = leaf->kind == PY_FOR, opens_lambda = leaf->kind == PY_LAMBDA;
    if (opens_loop && at > in->at) {
        in->has_loop = true;
        in->depth = leaf->depth;
    }
    in->loops += opens_loop;
    in->lambdas += opens_lambda;
    r->depth += tn_leaf_opens(leaf) || opens_loop || opens_lambda;
    return true;
}

static bool read_all(tn_leaves *leaves, const tunip_allocator *allocator)
{
    reading r = {.leaves = leaves, .allocator = allocator};
    bool fine = tn_array_push(&r.stack, allocator, (opened){.at = 0});
    for (uint32_t i = 0; fine && i < leaves->count; i++) fine = read_leaf(&r, i);
    tn_array_free(&r.stack, allocator);
    return fine;
}

/* ======== all ======== */

/* The bracket that matches each bracket. */
static bool find_matches(const tn_leaves *line, uint32_t *matches, const tunip_allocator *allocator)
{
    TN_ARRAY(uint32_t) open = {.count = 0};
    bool fine = true;
    for (uint32_t i = 0; i < line->count; i++) {
        matches[i] = TN_LEAF_NONE;
        if (tn_leaf_opens(&line->items[i])) fine = fine && tn_array_push(&open, allocator, i);
        if (!tn_leaf_closes(&line->items[i]) || !open.count) continue;
        matches[i] = open.items[--open.count];
        matches[matches[i]] = i;
    }
    tn_array_free(&open, allocator);
    return fine;
}

bool tn_leaves_finish(const tn_leaves *line, tn_leaves *out, const tunip_allocator *allocator)
{
    size_t count = line->count, size = count * sizeof(uint32_t) + count + 1;
    out->count = 0;
    if (!count) return true;
    uint32_t *matches = allocator->alloc(allocator->ctx, size);
    if (!matches) return false;
    wrapping w = {.leaves = line->items,
                  .count = (uint32_t)count,
                  .out = out,
                  .allocator = allocator,
                  .matches = matches,
                  .added = (uint8_t *)(matches + count)};
    memset(w.added, 0, count + 1);
    w.failed = !find_matches(line, matches, allocator);
    if (!w.failed) wrap_statement(&w);
    if (!w.failed) copy(&w);
    allocator->free(allocator->ctx, matches, size);
    return !w.failed && read_all(out, allocator);
}
