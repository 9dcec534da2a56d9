/* manifest.c -- the list of a saved set, in JSON:
 *
 *     {"tunip_artifacts": 1, "target_key": "", "artifacts": [
 *       {"codegen_id": "c", "loader": "native", "file_name": "a.o", "path": "c/a.o",
 *        "size": 12, "sha256": "..."}]} */
#include "manifest.h"

#include <stdlib.h>
#include <tunip/json.h>

enum { HASH = 65, FORM = 1 };

/* ---- writing ---- */

static int put(const char *data, size_t size, void *user)
{
    in_text *out = user;
    in_put(out, (tunip_str){data, size});
    return out->failed;
}

static void put_text(tunip_json_writer *w, const char *key, tunip_str text)
{
    tunip_json_key(w, key);
    tunip_json_put_string(w, text);
}

static void put_entry(tunip_json_writer *w, const tunip_artifact_set *set, const tunip_artifact *a,
                      const size_t *offset)
{
    char hash[HASH];
    in_text path = {.data = NULL};
    tunip_json_open(w, '{');
    put_text(w, "codegen_id", a->codegen_id);
    put_text(w, "loader", a->loader);
    put_text(w, "file_name", a->file_name);
    if (a->in_memory) {
        tunip_json_key(w, "in_memory");
        tunip_json_put_bool(w, true);
    } else {
        in_hash(a->content, in_set_maps(set, a->content), hash);
        in_put_artifact_path(&path, a);
        put_text(w, "path", in_str(&path));
        if (offset) tunip_json_key(w, "offset");
        if (offset) tunip_json_put_size(w, *offset);
        tunip_json_key(w, "size");
        tunip_json_put_size(w, a->content.size);
        put_text(w, "sha256", tunip_str_from(hash));
    }
    tunip_json_close(w, '}');
    in_text_free(&path);
}

void in_put_manifest(in_text *out, const tunip_artifact_set *set, bool offsets)
{
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    size_t offset = 0;
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, put, out, NULL);
    tunip_json_open(w, '{');
    tunip_json_key(w, "tunip_artifacts");
    tunip_json_put_int(w, FORM);
    put_text(w, "target_key", set->target_key);
    tunip_json_key(w, "artifacts");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < set->count; i++) {
        put_entry(w, set, &set->items[i], offsets ? &offset : NULL);
        offset += set->items[i].content.size;
    }
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    if (tunip_json_writer_end(w, NULL) != TUNIP_OK) out->failed = true;
}

/* ---- reading ---- */

typedef struct reading {
    tunip_json json;
    in_manifest *made;
    tunip_error *error;
    const char *begin;
} reading;

static bool fail(reading *r, const char *what)
{
    tunip_error_set(r->error, TUNIP_ERROR_FORMAT, "%s, byte %zu: expected %s", IN_MANIFEST,
                    (size_t)(r->json.at - r->begin), what);
    return false;
}

static bool expect(reading *r, tunip_json_token token, const char *what)
{
    return tunip_json_next(&r->json) == token || fail(r, what);
}

static bool read_string(reading *r, tunip_str *out)
{
    tunip_json_flaw flaw;
    if (!tunip_json_is_string(tunip_json_next(&r->json))) return fail(r, "a string");
    tunip_str text = tunip_json_text(&r->json);
    char *room = in_alloc(&r->made->arena, text.size + 1, 1);
    size_t size = room ? tunip_json_decode(text, room, &flaw) : SIZE_MAX;
    if (size == SIZE_MAX) return fail(r, "a string without a wrong escape");
    *out = (tunip_str){room, size};
    return true;
}

static bool read_size(reading *r, int64_t *out)
{
    bool fine = tunip_json_next(&r->json) == TUNIP_JSON_INT;
    return (fine && tunip_json_int(tunip_json_text(&r->json), out) && *out >= 0) ||
           fail(r, "a size");
}

static bool read_true(reading *r, bool *out)
{
    tunip_json_token token = tunip_json_next(&r->json);
    *out = token == TUNIP_JSON_TRUE;
    return *out || token == TUNIP_JSON_FALSE || fail(r, "true or false");
}

static bool read_member(reading *r, in_entry *e, tunip_str key)
{
    tunip_artifact *a = &e->artifact;
    if (tunip_str_is(key, "codegen_id")) return read_string(r, &a->codegen_id);
    if (tunip_str_is(key, "loader")) return read_string(r, &a->loader);
    if (tunip_str_is(key, "file_name")) return read_string(r, &a->file_name);
    if (tunip_str_is(key, "path")) return read_string(r, &e->path);
    if (tunip_str_is(key, "sha256")) return read_string(r, &e->sha256);
    if (tunip_str_is(key, "size")) return read_size(r, &e->size);
    if (tunip_str_is(key, "offset")) return read_size(r, &e->offset);
    if (tunip_str_is(key, "in_memory")) return read_true(r, &e->in_memory);
    return fail(r, "a known key");
}

/* Calls `member` for each key of an object, and at the end has read its closing bracket. */
static bool read_object(reading *r, void *user, bool (*member)(reading *, void *, tunip_str))
{
    if (!expect(r, TUNIP_JSON_OPEN_OBJECT, "an object")) return false;
    for (tunip_json_token t = TUNIP_JSON_COMMA; t == TUNIP_JSON_COMMA;) {
        tunip_str key = {"", 0};
        if (!read_string(r, &key) || !expect(r, TUNIP_JSON_COLON, "a colon")) return false;
        if (!member(r, user, key)) return false;
        t = tunip_json_next(&r->json);
        if (t != TUNIP_JSON_COMMA && t != TUNIP_JSON_CLOSE_OBJECT) return fail(r, "a comma");
    }
    return true;
}

static bool read_entry_member(reading *r, void *user, tunip_str key)
{
    return read_member(r, user, key);
}

static in_entry *add_entry(in_manifest *made)
{
    if (made->count == made->room) {
        size_t room = 2 * made->room + 16;
        in_entry *grown = realloc(made->entries, room * sizeof *grown);
        if (!grown) return NULL;
        made->entries = grown;
        made->room = room;
    }
    in_entry *entry = &made->entries[made->count++];
    *entry = (in_entry){.size = 0};
    return entry;
}

static bool read_entries(reading *r)
{
    if (!expect(r, TUNIP_JSON_OPEN_ARRAY, "a list")) return false;
    tunip_json ahead = r->json;
    if (tunip_json_next(&ahead) == TUNIP_JSON_CLOSE_ARRAY) {
        r->json = ahead;
        return true;
    }
    for (tunip_json_token t = TUNIP_JSON_COMMA; t == TUNIP_JSON_COMMA;) {
        in_entry *entry = add_entry(r->made);
        if (!entry) return fail(r, "enough memory");
        if (!read_object(r, entry, read_entry_member)) {
            r->made->count--;
            return false;
        }
        t = tunip_json_next(&r->json);
        if (t != TUNIP_JSON_COMMA && t != TUNIP_JSON_CLOSE_ARRAY) return fail(r, "a comma");
    }
    return true;
}

static bool read_head_member(reading *r, void *user, tunip_str key)
{
    int64_t *form = user;
    if (tunip_str_is(key, "tunip_artifacts"))
        return read_size(r, form) && (*form == FORM || fail(r, "the form 1"));
    if (tunip_str_is(key, "target_key")) return read_string(r, &r->made->target_key);
    if (tunip_str_is(key, "artifacts")) return read_entries(r);
    return fail(r, "a known key");
}

bool in_read_manifest(in_manifest *manifest, tunip_str json, tunip_error *error)
{
    in_text copy = {.data = NULL};
    int64_t form = 0;
    in_put(&copy, json);
    in_put(&copy, (tunip_str){"", 1}); /* the scanner needs a NUL at the end */
    reading r = {.made = manifest, .error = error, .begin = copy.data};
    bool fine = !copy.failed;
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (fine) tunip_json_init(&r.json, (tunip_str){copy.data, copy.size - 1});
    fine = fine && read_object(&r, &form, read_head_member) &&
           expect(&r, TUNIP_JSON_END, "the end of the list") &&
           (form == FORM || fail(&r, "the key tunip_artifacts"));
    in_text_free(&copy);
    return fine;
}

void in_manifest_free(in_manifest *manifest)
{
    free(manifest->entries);
    in_arena_free(&manifest->arena);
}
