/* names.c -- the reserved names: those of the generated program and of the API. */
#include "builder.h"

#include <stdlib.h>

/* The program uses these names, so variables may not have them. */
static const char *const own[] = {
    "ExitStack", "IRBuilder", "Rootless", "float", "getattr", "metadata", "setattr", "super", "tvm",
};

static int compare(const void *key, const void *item)
{
    const tunip_str *text = key;
    const char *name = *(const char *const *)item;
    int order = strncmp(text->data, name, text->size);
    return order ? order : -(name[text->size] != '\0');
}

static bool is_own(tunip_str name)
{
    return bsearch(&name, own, TUNIP_LEN(own), sizeof *own, compare);
}

bool tn_builder_is_name(tunip_str text)
{
    if (!text.size || !tunip_is_letter(text.data[0])) return false;
    for (size_t i = 1; i < text.size; i++)
        if (!tunip_is_letter(text.data[i]) && !tunip_is_digit(text.data[i])) return false;
    return !tunip_is_keyword(text);
}

/* ---- a program's ---- */

/* Whether `text` is `stem`, followed by any number of digits. */
static bool is_numbered(tunip_str text, const char *stem)
{
    size_t size = strlen(stem);
    if (text.size < size || memcmp(text.data, stem, size) != 0) return false;
    while (size < text.size && tunip_is_digit(text.data[size])) size++;
    return size == text.size;
}

bool tn_builder_is_reserved(tunip_str name)
{
    return !name.size || tunip_is_keyword(name) || is_own(name) || is_numbered(name, "scope") ||
           is_numbered(name, "frame") || is_numbered(name, "global") || is_numbered(name, "ib");
}

/* ---- the API's ---- */

static const tn_builder_row api[] = {
#define X(name, parameters) {name, parameters},
#include "names.def"
#undef X
};

bool tn_builder_is_known(const tunip_namespace *space)
{
    static const char import[] = "from tvm.script import ";
    return space && space->import && strncmp(space->import, import, sizeof import - 1) == 0;
}

const tn_builder_row *tn_builder_find(tunip_str name)
{
    const tn_builder_row *row = NULL;
    if (name.size) row = bsearch(&name, api, TUNIP_LEN(api), sizeof *api, compare);
    while (row && row > api && strcmp(row[-1].name, row->name) == 0) row--;
    return row;
}

const tunip_doc *tn_builder_keyword(const tunip_doc_call *call, tunip_str key)
{
    for (size_t i = 0; i < call->values.count; i++)
        if (tunip_str_equal(call->keys[i], key)) return call->values.items[i];
    return NULL;
}

static bool has_keyword(const tunip_doc_call *call, tunip_str key)
{
    const tunip_doc_partial_call *partial = tn_builder_partial(call);
    return tn_builder_keyword(call, key) || (partial && tunip_str_equal(partial->key, key));
}

/* Whether a call gives each required parameter once, by position or by keyword, and no other
 * argument. */
static bool takes(const char *parameters, const tunip_doc_call *call)
{
    size_t places = 0, given = 0;
    bool any_more = false, any_keywords = false, by_keyword = false;
    for (const char *at = parameters; *at; at += strspn(at, " ")) {
        tunip_str word = {at, strcspn(at, " ")};
        at += word.size;
        any_more |= tunip_str_is(word, "*");
        any_keywords |= tunip_str_is(word, "**");
        by_keyword |= tunip_str_is(word, "/");
        if (memchr("*/", *word.data, 2)) continue;
        bool is_optional = word.data[word.size - 1] == '=';
        word.size -= is_optional;
        bool is_span = tunip_str_is(word, "span"); /* no text has a span as an argument */
        bool is_placed = !by_keyword && !any_more && !is_span && places++ < call->args.count;
        bool is_given = has_keyword(call, word);
        if (is_given == is_placed && (is_given || !is_optional)) return false;
        given += is_given;
    }
    return (any_more || call->args.count <= places) &&
           (any_keywords || given == call->values.count + (tn_builder_partial(call) != NULL));
}

bool tn_builder_takes(const tn_builder_row *row, const tunip_doc_call *call)
{
    const tn_builder_row *end = api + TUNIP_LEN(api);
    for (const tn_builder_row *r = row; r < end && strcmp(r->name, row->name) == 0; r++)
        if (takes(r->parameters, call)) return true;
    return false;
}
