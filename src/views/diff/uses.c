/* uses.c -- finds the lines into which the definition of a variable without a link was put. A pass
 * that inlines a definition puts it into the lines that use the variable:
 *
 *     D[i] = A[i] * B[i]
 *     E[i] = T.exp(D[i])    ->    E[i] = T.exp(A[i] * B[i])
 *
 * Then the last line comes from both lines. In the other direction, a pass takes the definition of
 * a new variable from the lines that now use it. */
#include "unlinked.h"

#include "../../core/base/map.h"

typedef struct finding {
    const tn_diff_unlinked *of;
    tn_diff_view *view;
    tn_map definitions; /* variable -> the last line without a link that defines it, and how many
                           uses of this definition were seen */
} finding;

enum { MOST_USES = 8, LINE_BITS = 48 };

/* The variable that a line assigns or stores to; NULL if it does neither. */
static const tunip_node *defined_by(finding *f, size_t side, size_t line)
{
    size_t count;
    const tn_line_word *words = tn_line_words_of(f->of->words, side, line, &count);
    for (size_t i = 1; words && i < count; i++)
        if (words[i].kind == TN_WORD_SIGN && words[i].first == '=')
            return words[0].kind == TN_WORD_NAME ? words[0].node : NULL;
    return NULL;
}

static void note_definition(finding *f, size_t line)
{
    const tunip_node *node = defined_by(f, f->of->side, line);
    uint64_t *slot = node ? tn_map_put(&f->definitions, node, NULL) : NULL;
    if (node && !slot) tn_diff_view_fail(f->view);
    if (slot) *slot = line;
}

/* Whether a line has a variable whose name is that of `word`, except for the number. */
static bool has_name(finding *f, size_t side, size_t line, const tn_line_word *word)
{
    size_t count;
    const tn_line_word *words = tn_line_words_of(f->of->words, side, line, &count);
    for (size_t i = 0; words && i < count; i++)
        if (words[i].kind == TN_WORD_NAME && words[i].stem == word->stem) return true;
    return false;
}

/* Reports the definitions of the variables of a line that its partner does not have. */
static void note_uses(finding *f, size_t line)
{
    size_t side = f->of->side, count, other = f->view->sides[side].partner[line];
    const tn_line_word *words = tn_line_words_of(f->of->words, side, line, &count);
    for (size_t i = 0; words && i < count; i++) {
        uint64_t *slot = words[i].kind == TN_WORD_NAME && words[i].node
                             ? tn_map_get(&f->definitions, words[i].node)
                             : NULL;
        size_t from = slot ? (size_t)(*slot & (((uint64_t)1 << LINE_BITS) - 1)) : line;
        if (from == line || *slot >> LINE_BITS == MOST_USES) continue;
        *slot += (uint64_t)1 << LINE_BITS;
        if (!has_name(f, 1 - side, other, &words[i])) tn_diff_report(f->of, from, other);
        if (tn_diff_view_failed(f->view)) return;
    }
}

void tn_diff_find_uses(const tn_diff_unlinked *of)
{
    finding f = {.of = of, .view = of->words->view};
    const tn_diff_side *side = &f.view->sides[of->side];
    tn_map_init(&f.definitions, f.view->allocator);
    for (size_t i = 0; i < side->line_count && !tn_diff_view_failed(f.view); i++) {
        if (!tn_diff_is_mapped(side, i) || side->heads[i]) continue;
        if (side->partner[i] != TN_NO_LINE && f.definitions.count) note_uses(&f, i);
        if (of->origin[of->side][i] == TN_NO_LINE) note_definition(&f, i);
    }
    tn_map_free(&f.definitions);
}
