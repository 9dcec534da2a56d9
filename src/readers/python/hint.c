/* hint.c -- advice for the usual mistakes. */
#include "hint.h"

#include "../../util/distance.h"

/* ---- a word that is nearly a keyword ---- */

enum { LONGEST = 8 };

static const char *const keywords[] = {"for",  "while", "with",   "if",     "elif", "else",
                                       "def",  "class", "return", "assert", "pass", "import",
                                       "from", "break", "lambda", "not"};

static const char *nearest_keyword(tunip_str word)
{
    const char *best = NULL;
    size_t least = 2 + (word.size > 4);
    for (size_t i = 0; i < TUNIP_LEN(keywords) && word.size <= LONGEST; i++) {
        tunip_str keyword = tunip_str_from(keywords[i]);
        if (word.size < 2 || word.size > keyword.size + 1) continue;
        size_t found = tn_edit_distance(word, keyword, least);
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

/* Whether the text before `at`, without trailing blanks, ends with `word`. */
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
    if (kind == PY_ASSIGN) return "`==` compares two values";
    if (kind == PY_IF && follows(lexer->begin, lexer->at, "else")) return "`else if` is `elif`";
    if (kind == PY_AMPERSAND && follows(lexer->begin, lexer->at, "&"))
        return "`and` joins two conditions";
    if (kind == PY_PIPE && follows(lexer->begin, lexer->at, "|"))
        return "`or` joins two conditions";
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
    if (c == '!') return "`not` negates a condition";
    if (c == '?') return "`a if condition else b` chooses a value";
    return NULL;
}
