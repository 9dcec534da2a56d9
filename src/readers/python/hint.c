/* hint.c -- advice for the usual mistakes. */
#include "hint.h"

/* ---- a word that is nearly a keyword ---- */

enum { LONGEST = 8 };

static const char *const keywords[] = {"for",  "while", "with",   "if",     "elif", "else",
                                       "def",  "class", "return", "assert", "pass", "import",
                                       "from", "break", "lambda", "not"};

/* The least number of characters to add, remove, replace or swap with their neighbour. */
static size_t distance(tunip_str a, tunip_str b)
{
    size_t rows[3][LONGEST + 2] = {{0}}, *above = rows[0], *row = rows[1], *second = rows[2];
    for (size_t k = 0; k <= b.size; k++) above[k] = k;
    for (size_t i = 1; i <= a.size; i++) {
        row[0] = i;
        for (size_t k = 1; k <= b.size; k++) {
            size_t best = above[k - 1] + (a.data[i - 1] != b.data[k - 1]);
            if (above[k] + 1 < best) best = above[k] + 1;
            if (row[k - 1] + 1 < best) best = row[k - 1] + 1;
            bool swaps =
                i > 1 && k > 1 && a.data[i - 1] == b.data[k - 2] && a.data[i - 2] == b.data[k - 1];
            if (swaps && second[k - 2] + 1 < best) best = second[k - 2] + 1;
            row[k] = best;
        }
        size_t *oldest = second;
        second = above;
        above = row;
        row = oldest;
    }
    return above[b.size];
}

static const char *nearest_keyword(tunip_str word)
{
    const char *best = NULL;
    size_t least = 2 + (word.size > 4);
    for (size_t i = 0; i < TUNIP_LEN(keywords) && word.size <= LONGEST; i++) {
        tunip_str keyword = tunip_str_from(keywords[i]);
        if (word.size < 2 || word.size > keyword.size + 1) continue;
        size_t found = distance(word, keyword);
        if (found >= least || found == 0) continue;
        least = found;
        best = keywords[i];
    }
    return best;
}

/* ---- by the tokens around the error ---- */

static tunip_str word_at(const char *at, const char *limit)
{
    size_t size = 0;
    while (at + size < limit && ((at[size] >= 'a' && at[size] <= 'z') || at[size] == '_')) size++;
    return (tunip_str){at, size};
}

/* Whether the text before `at`, but for blanks, ends with `word`. */
static bool follows(const char *begin, const char *at, const char *word)
{
    size_t size = strlen(word);
    while (at > begin && at[-1] == ' ') at--;
    return (size_t)(at - begin) >= size && memcmp(at - size, word, size) == 0;
}

const char *tn_py_find_hint(const tn_py_lexer *lexer, tn_py_kind kind, const char *statement,
                            const char **keyword)
{
    *keyword = NULL;
    if (kind == PY_ASSIGN) return "'==' compares two values";
    if (kind == PY_IF && follows(lexer->begin, lexer->at, "else")) return "'else if' is 'elif'";
    if (kind == PY_AMPERSAND && follows(lexer->begin, lexer->at, "&"))
        return "'and' joins two conditions";
    if (kind == PY_PIPE && follows(lexer->begin, lexer->at, "|"))
        return "'or' joins two conditions";
    tunip_str first = word_at(statement, lexer->limit);
    const char *second = statement + first.size;
    while (second < lexer->at && *second == ' ') second++;
    if (second != lexer->at) return NULL;
    if (tunip_str_is(first, "print")) return "a call needs parentheses";
    *keyword = nearest_keyword(first);
    return NULL;
}

const char *tn_py_character_hint(char c)
{
    if (c == '!') return "'not' negates a condition";
    if (c == '?') return "'a if condition else b' chooses a value";
    return NULL;
}
