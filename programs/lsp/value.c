/* value.c -- values of a JSON text: finds them when they are asked for, so that a message needs no
 * tree in memory. */
#include "value.h"

static lsp_value value_at(tunip_json *json, tunip_json_token token)
{
    return (lsp_value){token, tunip_json_text(json), json->limit};
}

const char *lsp_value_parse(tunip_str text, lsp_value *out)
{
    tunip_json json;
    tunip_json_init(&json, text);
    tunip_json_token token = tunip_json_next(&json);
    lsp_value value = value_at(&json, token);
    const char *expected = tunip_json_skip(&json, &token);
    if (!expected && token != TUNIP_JSON_END) expected = "the end";
    if (!expected) *out = value;
    return expected;
}

/* A scanner behind the first token of a value. */
static tunip_json inside(lsp_value value)
{
    const char *end = value.text.data + value.text.size;
    return (tunip_json){value.text.data, end, value.limit, value.text.data};
}

static lsp_value member(lsp_value object, tunip_str name)
{
    lsp_value missing = {TUNIP_JSON_END, {NULL, 0}, NULL};
    if (!lsp_value_is(object, TUNIP_JSON_OPEN_OBJECT)) return missing;
    tunip_json json = inside(object);
    tunip_json_token token = tunip_json_next(&json);
    while (token != TUNIP_JSON_CLOSE_OBJECT) {
        tunip_str key = tunip_json_text(&json);
        bool is_wanted =
            key.size == name.size + 2 && memcmp(key.data + 1, name.data, name.size) == 0;
        tunip_json_next(&json); /* the colon */
        token = tunip_json_next(&json);
        if (is_wanted) return value_at(&json, token);
        if (tunip_json_skip(&json, &token)) return missing;
        if (token == TUNIP_JSON_COMMA) token = tunip_json_next(&json);
    }
    return missing;
}

lsp_value lsp_value_get(lsp_value object, const char *path)
{
    while (*path) {
        size_t size = strcspn(path, ".");
        object = member(object, (tunip_str){path, size});
        path += size + (path[size] == '.');
    }
    return object;
}

void lsp_value_each(lsp_value array, bool (*each)(lsp_value item, void *user), void *user)
{
    if (!lsp_value_is(array, TUNIP_JSON_OPEN_ARRAY)) return;
    tunip_json json = inside(array);
    tunip_json_token token = tunip_json_next(&json);
    while (token != TUNIP_JSON_CLOSE_ARRAY) {
        if (!each(value_at(&json, token), user) || tunip_json_skip(&json, &token)) return;
        if (token == TUNIP_JSON_COMMA) token = tunip_json_next(&json);
    }
}

tunip_str lsp_value_string(lsp_value value, tn_arena *arena)
{
    tunip_json_flaw flaw;
    tunip_str none = {NULL, 0};
    if (!value.limit || !tunip_json_is_string(value.token)) return none;
    char *out = tn_arena_alloc(arena, value.text.size);
    size_t size = out ? tunip_json_decode(value.text, out, &flaw) : SIZE_MAX;
    if (size == SIZE_MAX) return none;
    tunip_str text = {out, size};
    return tunip_utf8_valid(text) == size ? text : none;
}

bool lsp_value_size(lsp_value value, size_t *out)
{
    int64_t number;
    if (!lsp_value_is(value, TUNIP_JSON_INT) || !tunip_json_int(value.text, &number)) return false;
    if (number < 0) return false;
    *out = (size_t)number;
    return true;
}

static void put_string(tunip_json_writer *w, tunip_str token, bool is_key)
{
    tunip_str text = {token.data + 1, token.size - 2}; /* it has no escapes */
    if (is_key)
        tunip_json_key_view(w, text);
    else
        tunip_json_put_string(w, text);
}

void lsp_put_json(tunip_json_writer *w, tunip_str text)
{
    tunip_json json, ahead;
    tunip_json_init(&json, text);
    for (;;) {
        tunip_json_token token = tunip_json_next(&json);
        tunip_str whole = tunip_json_text(&json);
        ahead = json;
        if (token == TUNIP_JSON_END) return;
        if (token == TUNIP_JSON_OPEN_OBJECT || token == TUNIP_JSON_OPEN_ARRAY)
            tunip_json_open(w, *whole.data);
        else if (token == TUNIP_JSON_CLOSE_OBJECT || token == TUNIP_JSON_CLOSE_ARRAY)
            tunip_json_close(w, *whole.data);
        else if (token == TUNIP_JSON_STRING)
            put_string(w, whole, tunip_json_next(&ahead) == TUNIP_JSON_COLON);
        else if (token == TUNIP_JSON_INT)
            tunip_json_put_number(w, whole);
        else if (token == TUNIP_JSON_TRUE || token == TUNIP_JSON_FALSE)
            tunip_json_put_bool(w, token == TUNIP_JSON_TRUE);
    }
}
