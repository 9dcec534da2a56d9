/* copies.c -- finds the line of which a line without a link is a copy. A pass that unrolls a loop,
 * or takes its first turn out of it, copies statements, and each copy has indices of its own:
 *
 *     for j in T.unroll(2):                                   C[i * 2] = A[i * 2] * T.float32(3)
 *         C[i * 2 + j] = A[i * 2 + j] * T.float32(3)    ->    C[i * 2 + 1] = A[i * 2 + 1] * ...
 *
 * Both have the same *form*: the words of a line without its indices, where variables and whole
 * numbers are alike. */
#include "unlinked.h"

#include <stdlib.h>

#include "../../core/ir/same.h"

/* ---- forms ---- */

typedef struct form {
    uint64_t hash;
    size_t line, side;
    size_t head;           /* the line in which its function begins */
    size_t place;          /* the number of pairs in order before it */
    const uint64_t *names; /* the variables outside of indices, in the order of their hashes */
    size_t name_count;
} form;

typedef struct finding {
    const tn_diff_unlinked *of;
    tn_diff_view *view;
    tn_line_words *words;
    size_t side; /* of the copies */
    TN_ARRAY(form) forms;
    TN_ARRAY(uint64_t) names; /* of the line that is being read */
} finding;

/* The roles of words in a form. */
typedef enum role {
    DROPPED,  /* a part of an index, or a parenthesis */
    WILD,     /* a variable or a whole number */
    OPERATOR, /* dropped beside one of these: arithmetic of indices */
    KEPT
} role;

/* Whether a word is a variable of which nothing is indexed and no member is taken. */
static bool is_scalar(const tn_line_word *words, size_t count, size_t i)
{
    bool is_last = i + 1 == count;
    return words[i].kind == TN_WORD_NAME && (is_last || !strchr("[.", words[i + 1].first));
}

/* The role of a word, where `*depth` brackets of indices are open. A bracket after a name or
 * another bracket opens an index; others open lists. */
static role role_of(const tn_line_word *words, size_t count, size_t i, size_t *depth)
{
    const tn_line_word *word = &words[i];
    bool is_name = word->kind == TN_WORD_NAME, scalar = is_scalar(words, count, i);
    bool is_sign = word->kind == TN_WORD_SIGN;
    bool may_index = i && (words[i - 1].kind != TN_WORD_SIGN || words[i - 1].first == ']');
    bool opens = is_sign && word->first == '[' && (*depth || may_index);
    bool closes = is_sign && word->first == ']' && *depth;
    *depth = *depth + opens - closes;
    if (opens || closes) return DROPPED;
    if (*depth) return is_name && !scalar ? KEPT : DROPPED;
    if (scalar || word->is_whole) return WILD;
    if (!is_sign) return KEPT;
    return strchr("()", word->first) ? DROPPED : strchr("+-*/%", word->first) ? OPERATOR : KEPT;
}

static bool take_name(finding *f, const tn_line_word *word)
{
    bool fine =
        word->kind != TN_WORD_NAME || tn_array_push(&f->names, f->view->allocator, word->stem);
    if (!fine) tn_diff_view_fail(f->view);
    return fine;
}

/* The hash of the form of a line, and in f->names its variables; 0 if it says too little. */
static uint64_t read_form(finding *f, size_t side, size_t line)
{
    enum { LEAST_WORDS = 3, ANY = 2 };
    size_t count, depth = 0, said = 0, kept = 0;
    uint64_t hash = 1, operator= 0;
    bool after_wild = false;
    const tn_line_word *words = tn_line_words_of(f->words, side, line, &count);
    f->names.count = 0;
    for (size_t i = 0; words && i < count; i++) {
        role as = role_of(words, count, i, &depth);
        said += words[i].kind != TN_WORD_SIGN;
        if (as == DROPPED) continue;
        if (as == OPERATOR) {
            operator= after_wild ? 0 : words[i].text;
            continue;
        }
        if (as == WILD && !take_name(f, &words[i])) return 0;
        if (as == KEPT && operator) hash = tn_hash_mix(hash, operator);
        if (as == KEPT || !after_wild) hash = tn_hash_mix(hash, as == KEPT ? words[i].stem : ANY);
        kept += as == KEPT && words[i].kind != TN_WORD_SIGN;
        after_wild = as == WILD;
        operator= 0;
    }
    return said >= LEAST_WORDS && kept ? hash : 0;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Whether all variables of `copy` are also in the other line: a copy has no variables of its
 * own outside of indices. */
static bool may_copy(const form *copy, const form *of)
{
    for (size_t i = 0, k = 0; i < copy->name_count; i++) {
        while (k < of->name_count && of->names[k] < copy->names[i]) k++;
        if (k == of->name_count || of->names[k] != copy->names[i]) return false;
    }
    return true;
}

static bool make_form(finding *f, form *made)
{
    made->hash = read_form(f, made->side, made->line);
    made->name_count = f->names.count;
    uint64_t *names = tn_arena_alloc(&f->words->arena, (f->names.count + 1) * sizeof *names);
    if (!names) tn_diff_view_fail(f->view);
    if (!names || !made->hash) return false;
    if (f->names.count) memcpy(names, f->names.items, f->names.count * sizeof *names);
    qsort(names, f->names.count, sizeof *names, by_number);
    made->names = names;
    return true;
}

/* Whether the next line is a part of this statement. */
static bool has_body(const tn_diff_side *side, size_t line)
{
    if (line + 1 >= side->line_count) return false;
    tunip_str here = tn_diff_line_text(side, line), next = tn_diff_line_text(side, line + 1);
    return next.size - tn_diff_trimmed(next).size > here.size - tn_diff_trimmed(here).size;
}

static void add_forms(finding *f, size_t which)
{
    const tn_diff_side *side = &f->view->sides[which];
    form made = {.side = which};
    for (size_t i = 0; i < side->line_count && !tn_diff_view_failed(f->view); i++) {
        made.line = i;
        if (side->heads[i]) made.head = i;
        bool counts = tn_diff_is_mapped(side, i) && !side->heads[i] && !has_body(side, i) &&
                      (which != f->side || f->of->origin[which][i] == TN_NO_LINE);
        if (counts && make_form(f, &made) && !tn_array_push(&f->forms, f->view->allocator, made))
            tn_diff_view_fail(f->view);
        made.place += side->partner[i] != TN_NO_LINE && !side->moves[i];
    }
}

/* ---- copies ---- */

static int by_hash(const void *a, const void *b)
{
    const form *x = a, *y = b;
    if (x->hash != y->hash) return x->hash < y->hash ? -1 : 1;
    if (x->side != y->side) return x->side < y->side ? -1 : 1;
    return (x->line > y->line) - (x->line < y->line);
}

static unsigned likeness(finding *f, size_t line, size_t other)
{
    return f->side == TN_LHS ? tn_line_words_likeness(f->words, line, other)
                             : tn_line_words_likeness(f->words, other, line);
}

/* Finds the origin of a copy among lines in the order of their places: of those near its own
 * place the one most like it, then the nearest one. */
static void find_origin(finding *f, const form *copy, const form *others, size_t count)
{
    enum { NEAR = 4 };
    const tn_diff_side *side = &f->view->sides[f->side];
    const form *best = NULL;
    unsigned most = 0;
    size_t least = 0;
    size_t at = tn_first_from(others, count, sizeof *others, offsetof(form, place), copy->place);
    for (size_t i = at > NEAR ? at - NEAR : 0; i < count && i < at + NEAR; i++) {
        const form *other = &others[i];
        if (other->head != side->partner[copy->head] || !may_copy(copy, other)) continue;
        unsigned like = likeness(f, copy->line, other->line);
        size_t far =
            other->place > copy->place ? other->place - copy->place : copy->place - other->place;
        if (best && (like < most || (like == most && far >= least))) continue;
        best = other, most = like, least = far;
    }
    if (best) tn_diff_report(f->of, copy->line, best->line);
}

static void match_forms(finding *f)
{
    const form *forms = f->forms.items;
    size_t count = f->forms.count;
    if (count) qsort(f->forms.items, count, sizeof *forms, by_hash);
    for (size_t i = 0, end; i < count && !tn_diff_view_failed(f->view); i = end) {
        size_t right = i;
        for (end = i; end < count && forms[end].hash == forms[i].hash; end++)
            right += forms[end].side == TN_LHS;
        bool from_left = f->side == TN_RHS;
        size_t first = from_left ? right : i, last = from_left ? end : right;
        const form *others = &forms[from_left ? i : right];
        size_t other_count = from_left ? right - i : end - right;
        for (size_t k = first; k < last && other_count; k++)
            find_origin(f, &forms[k], others, other_count);
    }
}

/* A statement with a body is copied if its first statement is. */
static void match_bodies(finding *f)
{
    const tn_diff_side *side = &f->view->sides[f->side];
    for (size_t i = side->line_count; i-- > 0 && !tn_diff_view_failed(f->view);) {
        if (f->of->origin[f->side][i] != TN_NO_LINE || side->heads[i] || !has_body(side, i))
            continue;
        size_t other = f->of->origin[f->side][i + 1];
        form copy = {.line = i, .side = f->side}, of = {.line = other - 1, .side = 1 - f->side};
        if (other == TN_NO_LINE || !other) continue;
        if (make_form(f, &copy) && make_form(f, &of) && copy.hash == of.hash &&
            may_copy(&copy, &of))
            tn_diff_report(f->of, i, other - 1);
    }
}

void tn_diff_find_copies(const tn_diff_unlinked *of)
{
    tn_diff_view *v = of->words->view;
    finding f = {.of = of, .view = v, .words = of->words, .side = of->side};
    add_forms(&f, TN_LHS);
    add_forms(&f, TN_RHS);
    if (!tn_diff_view_failed(v)) match_forms(&f);
    match_bodies(&f);
    tn_array_free(&f.forms, v->allocator);
    tn_array_free(&f.names, v->allocator);
}
