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

/* An unexpected token, after a text that tells what was meant. */
static const struct {
    tn_py_kind kind;
    const char *before, *text;
} by_tokens[] = {
    {PY_ASSIGN, "", "`==` compares two values"},
    {PY_WALRUS, "", "`=` assigns a value"},
    {PY_IF, "else", "`else if` is `elif`"},
    {PY_AMPERSAND, "&", "`and` joins two conditions"},
    {PY_PIPE, "|", "`or` joins two conditions"},
    {PY_GT, "=", "`>=` tests for greater or equal"},
    {PY_LT, "=", "`<=` tests for less or equal"},
};

/* A statement whose first word is followed by an unexpected token. */
static const struct {
    const char *word, *message;
} by_words[] = {
    {"print", "a call of `print` needs parentheses"},
    {"match", "match statements are not supported here"},
    {"type", "type statements are not supported here"},
};

static const char *hint_by_tokens(const tn_py_lexer *lexer, tn_py_kind kind)
{
    for (size_t i = 0; i < TUNIP_LEN(by_tokens); i++)
        if (by_tokens[i].kind == kind && follows(lexer->begin, lexer->at, by_tokens[i].before))
            return by_tokens[i].text;
    return NULL;
}

tn_py_hint tn_py_find_hint(const tn_py_lexer *lexer, tn_py_kind kind, const char *statement)
{
    tn_py_hint hint = {.begin = lexer->at, .text = hint_by_tokens(lexer, kind)};
    if (kind == PY_GT && lexer->at > lexer->begin && lexer->at[-1] == '<') {
        hint.message = "`!=` tests whether two values differ";
        hint.begin--;
    }
    if (hint.text || hint.message) return hint;
    tunip_str first = word_at(statement, lexer->limit);
    const char *second = statement + first.size;
    while (second < lexer->at && *second == ' ') second++;
    bool is_alone = *second == ':' && kind == PY_NEWLINE; /* as in `els:` */
    if (second != lexer->at && !is_alone) return hint;
    for (size_t i = 0; i < TUNIP_LEN(by_words); i++) {
        if (is_alone || !tunip_str_is(first, by_words[i].word)) continue;
        hint.message = by_words[i].message;
        hint.begin = statement;
        return hint;
    }
    hint.keyword = nearest_keyword(first);
    return hint;
}

const char *tn_py_character_hint(char c)
{
    if (c == '!') return "`not` negates a condition";
    if (c == '?') return "`a if condition else b` chooses a value";
    return NULL;
}
