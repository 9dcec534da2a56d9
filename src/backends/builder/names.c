/* names.c -- which names there are: those Python keeps, those a program keeps, those of the API. */
#include "builder.h"

#include <stdlib.h>

/* ---- Python's ---- */

static const char *const keywords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield",
};

/* What a program calls by these names must be found there. */
static const char *const own[] = {
    "ExitStack", "IRBuilder", "getattr", "metadata", "slice", "tvm",
};

static int compare(const void *key, const void *item)
{
    const tunip_str *text = key;
    const char *name = *(const char *const *)item;
    int order = strncmp(text->data, name, text->size);
    return order ? order : -(name[text->size] != '\0');
}

static bool is_among(tunip_str text, const char *const *names, size_t count)
{
    return text.size && bsearch(&text, names, count, sizeof *names, compare);
}

static bool is_letter(char c)
{
    return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

bool tn_builder_is_name(tunip_str text)
{
    if (!text.size || !is_letter(text.data[0])) return false;
    for (size_t i = 1; i < text.size; i++)
        if (!is_letter(text.data[i]) && !is_digit(text.data[i])) return false;
    return !is_among(text, keywords, TUNIP_LEN(keywords));
}

/* ---- a program's ---- */

/* `stem` with nothing but digits behind. */
static bool is_numbered(tunip_str text, const char *stem)
{
    size_t size = strlen(stem);
    if (text.size < size || memcmp(text.data, stem, size) != 0) return false;
    while (size < text.size && is_digit(text.data[size])) size++;
    return size == text.size;
}

bool tn_builder_is_reserved(tunip_str name)
{
    return !name.size || is_among(name, keywords, TUNIP_LEN(keywords)) ||
           is_among(name, own, TUNIP_LEN(own)) || is_numbered(name, "scope") ||
           is_numbered(name, "frame") || is_numbered(name, "ib");
}

/* ---- the API's ---- */

static const char *const api[] = {
#define X(name) name,
#include "names.def"
#undef X
};

bool tn_builder_has(tunip_str name)
{
    return is_among(name, api, TUNIP_LEN(api));
}
