/* set.c -- sets of artifacts, their list in JSON, and sets as IR. */
#include "set.h"

#include <stdlib.h>

#include <tunip/ext/dialect.h>
#include <tunip/json.h>

#include "bytes.h"
#include "files.h"

/* ======== set ======== */

/* Sets of artifacts: adding, finding, order. */

tunip_artifact_set *tunip_artifact_set_new(const char *target_key)
{
    tunip_artifact_set *set = calloc(1, sizeof *set);
    if (!set) return NULL;
    set->target_key = in_copy(&set->arena, tunip_str_from(target_key));
    if (!set->arena.failed) return set;
    tunip_artifact_set_free(set);
    return NULL;
}

void tunip_artifact_set_free(tunip_artifact_set *set)
{
    if (!set) return;
    for (size_t i = 0; i < set->map_count; i++) in_unmap(set->maps[i]);
    free(set->maps);
    free(set->items);
    free(set->problems);
    tn_arena_free(&set->arena);
    free(set);
}

tunip_str tunip_artifact_set_target_key(const tunip_artifact_set *set)
{
    return set->target_key;
}

size_t tunip_artifact_set_count(const tunip_artifact_set *set)
{
    return set->count;
}

const tunip_artifact *tunip_artifact_set_get(const tunip_artifact_set *set, size_t index)
{
    return &set->items[index];
}

/* ---- order ---- */

static int compare_text(tunip_str a, tunip_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int compare(const tunip_artifact *a, const tunip_artifact *b)
{
    int order = compare_text(a->codegen_id, b->codegen_id);
    return order ? order : compare_text(a->file_name, b->file_name);
}

/* The place of an artifact, or where it belongs. */
static size_t place_of(const tunip_artifact_set *set, const tunip_artifact *artifact)
{
    size_t low = 0, high = set->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(&set->items[middle], artifact) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static bool is_at(const tunip_artifact_set *set, size_t place, const tunip_artifact *artifact)
{
    return place < set->count && compare(&set->items[place], artifact) == 0;
}

const tunip_artifact *tunip_artifact_set_find(const tunip_artifact_set *set, const char *codegen_id,
                                              const char *file_name)
{
    const tunip_artifact key = {.codegen_id = tunip_str_from(codegen_id),
                                .file_name = tunip_str_from(file_name)};
    size_t place = place_of(set, &key);
    return is_at(set, place, &key) ? &set->items[place] : NULL;
}

typedef struct reference {
    const tunip_artifact *artifact;
    size_t index;
} reference;

static int compare_loaders(const void *a, const void *b)
{
    const reference *l = a, *r = b;
    int order = compare_text(l->artifact->loader, r->artifact->loader);
    return order ? order : (l->index > r->index) - (l->index < r->index);
}

bool tunip_artifact_set_each_by_loader(const tunip_artifact_set *set, tunip_artifact_fn each,
                                       void *user)
{
    reference *order = calloc(set->count + 1, sizeof *order);
    bool fine = order != NULL;
    for (size_t i = 0; fine && i < set->count; i++) order[i] = (reference){&set->items[i], i};
    if (fine && set->count) qsort(order, set->count, sizeof *order, compare_loaders);
    for (size_t i = 0; fine && i < set->count; i++) fine = each(user, order[i].artifact);
    free(order);
    return fine;
}

/* ---- adding ---- */

/* Components such as "" and "." would not come back: the name of a file has none of them. */
static bool has_fine_components(tunip_str name)
{
    char component[IN_COMPONENT];
    tunip_str rest = name;
    while (rest.size) {
        const char *begin = rest.data;
        size_t left = rest.size;
        in_take_component(&rest, component);
        size_t size = strlen(component);
        bool is_last = size == left;
        if (size > left || memcmp(begin, component, size) != 0) return false;
        if (!is_last && begin[size] != '/') return false;
    }
    return name.size && name.data[name.size - 1] != '/';
}

static bool is_utf8(tunip_str text)
{
    return !text.size || tunip_utf8_valid(text) == text.size;
}

static tunip_status check(const tunip_artifact *a, tunip_error *error)
{
    const char *why = NULL;
    if (in_name_flaw(a->file_name) || !has_fine_components(a->file_name))
        why = "its name is no relative path within a folder";
    else if (a->codegen_id.size && !has_fine_components(a->codegen_id))
        why = "its code generator has no name for a folder";
    else if (a->codegen_id.size && memchr(a->codegen_id.data, '/', a->codegen_id.size))
        why = "its code generator has no name for a folder";
    else if (!a->loader.size)
        why = "it has no loader";
    else if (!is_utf8(a->file_name) || !is_utf8(a->codegen_id) || !is_utf8(a->loader))
        why = "its names are not UTF-8";
    else if (a->load && !a->in_memory)
        why = "only an artifact in memory loads itself";
    if (!why) return TUNIP_OK;
    in_text name = {.spans = NULL};
    in_put_name(&name, a->file_name);
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the artifact `%.*s` is refused: %s",
                    in_short(in_str(&name)), name.raw.bytes.count ? name.raw.bytes.items : "", why);
    in_text_free(&name);
    return TUNIP_ERROR_ARGUMENT;
}

static bool make_room(tunip_artifact_set *set)
{
    if (set->count < set->room) return true;
    size_t room = 2 * set->room + 16;
    tunip_artifact *grown = realloc(set->items, room * sizeof *grown);
    if (!grown) return false;
    set->items = grown;
    set->room = room;
    return true;
}

tunip_status tunip_artifact_set_add(tunip_artifact_set *set, const tunip_artifact *artifact,
                                    tunip_error *error)
{
    tunip_status status = check(artifact, error);
    if (status != TUNIP_OK) return status;
    size_t place = place_of(set, artifact);
    if (is_at(set, place, artifact))
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "`%.*s` has an artifact `%.*s` already",
                               in_short(artifact->codegen_id),
                               artifact->codegen_id.size ? artifact->codegen_id.data : "",
                               in_short(artifact->file_name), artifact->file_name.data);
    tunip_artifact copy = *artifact;
    copy.codegen_id = in_copy(&set->arena, artifact->codegen_id);
    copy.loader = in_copy(&set->arena, artifact->loader);
    copy.file_name = in_copy(&set->arena, artifact->file_name);
    if (set->arena.failed || !make_room(set)) return tn_no_memory(error);
    memmove(set->items + place + 1, set->items + place, (set->count - place) * sizeof copy);
    set->items[place] = copy;
    set->count++;
    return TUNIP_OK;
}

bool in_set_own(tunip_artifact_set *set, tunip_str map, tunip_error *error)
{
    if (set->map_count == set->map_room) {
        size_t room = 2 * set->map_room + 8;
        tunip_str *grown = realloc(set->maps, room * sizeof *grown);
        if (!grown) {
            in_unmap(map);
            tn_no_memory(error);
            return false;
        }
        set->maps = grown;
        set->map_room = room;
    }
    set->maps[set->map_count++] = map;
    return true;
}

static bool are_in(const tunip_str *maps, size_t count, tunip_str bytes)
{
    uintptr_t at = (uintptr_t)bytes.data;
    for (size_t i = count; i-- > 0;) { /* the last one first: it was just made */
        uintptr_t begin = (uintptr_t)maps[i].data;
        if (at >= begin && at + bytes.size <= begin + maps[i].size) return true;
    }
    return false;
}

bool in_set_maps(const tunip_artifact_set *set, tunip_str bytes)
{
    return are_in(set->maps, set->map_count, bytes) || are_in(set->lent, set->lent_count, bytes);
}

tunip_status tunip_artifact_set_add_file(tunip_artifact_set *set, const tunip_artifact *artifact,
                                         const char *path, tunip_error *error)
{
    tunip_artifact copy = *artifact;
    tunip_status status = check(artifact, error);
    if (status != TUNIP_OK) return status;
    if (!in_map(path, &copy.content, error)) return TUNIP_ERROR_IO;
    if (!in_set_own(set, copy.content, error)) return TUNIP_ERROR_MEMORY;
    return tunip_artifact_set_add(set, &copy, error);
}

/* ---- problems ---- */

bool in_set_complain(tunip_artifact_set *set, const char *problem)
{
    if (set->problem_count == set->problem_room) {
        size_t room = 2 * set->problem_room + 8;
        const char **grown = realloc(set->problems, room * sizeof *grown);
        if (!grown) return false;
        set->problems = grown;
        set->problem_room = room;
    }
    tunip_str copy = tn_arena_say(&set->arena, "%s", problem);
    if (!copy.size) return false;
    set->problems[set->problem_count++] = copy.data;
    return true;
}

const char *tunip_artifact_set_problem(const tunip_artifact_set *set, size_t index)
{
    return index < set->problem_count ? set->problems[index] : NULL;
}

/* ---- hashes and paths ---- */

void in_hash(tunip_str bytes, bool is_mapped, char out[65])
{
    enum { STEP = 1 << 20 };
    in_sha256 hash;
    in_sha256_begin(&hash);
    while (bytes.size) {
        tunip_str step = {bytes.data, bytes.size < STEP ? bytes.size : STEP};
        in_sha256_add(&hash, step);
        if (is_mapped) in_map_drop(step);
        bytes.data += step.size;
        bytes.size -= step.size;
    }
    in_sha256_end(&hash, out);
}

bool in_is_linked_library(const tunip_artifact *a)
{
    return !a->codegen_id.size && tunip_str_is(a->loader, "_lib") &&
           tunip_str_is(a->file_name, IN_LIBRARY);
}

void in_put_artifact_path(in_text *out, const tunip_artifact *artifact)
{
    in_put(out, artifact->codegen_id);
    if (artifact->codegen_id.size) in_puts(out, "/");
    in_put(out, artifact->file_name);
}

/* ======== manifest ======== */

/* The list of a saved set, in JSON:
 *
 *     {"tunip_artifacts": 1, "target_key": "", "artifacts": [
 *       {"codegen_id": "c", "loader": "native", "file_name": "a.o", "path": "c/a.o",
 *        "size": 12, "sha256": "..."}]} */

enum { HASH = 65, FORM = 1 };

/* ---- writing ---- */

static int put(const char *data, size_t size, void *user)
{
    in_text *out = user;
    in_put(out, (tunip_str){data, size});
    return out->raw.failed;
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
    in_text path = {.spans = NULL};
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

typedef struct listing {
    tunip_json_writer *writer;
    const tunip_artifact_set *set;
    size_t offset;
} listing;

static bool list_content(void *user, const tunip_artifact *artifact)
{
    listing *l = user;
    put_entry(l->writer, l->set, artifact, &l->offset);
    if (!artifact->in_memory) l->offset += artifact->content.size;
    return true;
}

void in_put_manifest(in_text *out, const tunip_artifact_set *set, bool offsets)
{
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, put, out, NULL);
    tunip_json_open(w, '{');
    tunip_json_key(w, "tunip_artifacts");
    tunip_json_put_int(w, FORM);
    put_text(w, "target_key", set->target_key);
    tunip_json_key(w, "artifacts");
    tunip_json_open(w, '[');
    listing l = {w, set, 0};
    if (offsets && !tunip_artifact_set_each_by_loader(set, list_content, &l))
        out->raw.failed = true;
    for (size_t i = 0; i < set->count && !offsets; i++) put_entry(w, set, &set->items[i], NULL);
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    if (tunip_json_writer_end(w, NULL) != TUNIP_OK) out->raw.failed = true;
}

/* ---- reading ---- */

typedef struct reading {
    tunip_json json;
    in_manifest *made;
    tunip_error *error;
    const char *begin;
} reading;

static bool fail_manifest(reading *r, const char *what)
{
    tunip_error_set(r->error, TUNIP_ERROR_FORMAT, "%s, byte %zu: expected %s", IN_MANIFEST,
                    (size_t)(r->json.at - r->begin), what);
    return false;
}

static bool expect(reading *r, tunip_json_token token, const char *what)
{
    return tunip_json_next(&r->json) == token || fail_manifest(r, what);
}

static bool read_string(reading *r, tunip_str *out)
{
    tunip_json_flaw flaw;
    if (!tunip_json_is_string(tunip_json_next(&r->json))) return fail_manifest(r, "a string");
    tunip_str text = tunip_json_text(&r->json);
    char *room = tn_arena_array(&r->made->arena, text.size + 1, 1);
    size_t size = room ? tunip_json_decode(text, room, &flaw) : SIZE_MAX;
    if (size == SIZE_MAX) return fail_manifest(r, "a string without a wrong escape");
    *out = (tunip_str){room, size};
    return true;
}

static bool read_size(reading *r, int64_t *out)
{
    bool fine = tunip_json_next(&r->json) == TUNIP_JSON_INT;
    return (fine && tunip_json_int(tunip_json_text(&r->json), out) && *out >= 0) ||
           fail_manifest(r, "a size");
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
        if (t != TUNIP_JSON_COMMA && t != TUNIP_JSON_CLOSE_OBJECT)
            return fail_manifest(r, "a comma");
    }
    return true;
}

static bool read_entry_member(reading *r, void *user, tunip_str key)
{
    in_entry *e = user;
    tunip_artifact *a = &e->artifact;
    if (tunip_str_is(key, "codegen_id")) return read_string(r, &a->codegen_id);
    if (tunip_str_is(key, "loader")) return read_string(r, &a->loader);
    if (tunip_str_is(key, "file_name")) return read_string(r, &a->file_name);
    if (tunip_str_is(key, "path")) return read_string(r, &e->path);
    if (tunip_str_is(key, "sha256")) return read_string(r, &e->sha256);
    if (tunip_str_is(key, "size")) return read_size(r, &e->size);
    if (tunip_str_is(key, "offset")) return read_size(r, &e->offset);
    if (tunip_str_is(key, "in_memory")) {
        tunip_json_token token = tunip_json_next(&r->json);
        e->in_memory = token == TUNIP_JSON_TRUE;
        return e->in_memory || token == TUNIP_JSON_FALSE || fail_manifest(r, "true or false");
    }
    return fail_manifest(r, "a known key");
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
        if (!entry) return fail_manifest(r, "enough memory");
        if (!read_object(r, entry, read_entry_member)) {
            r->made->count--;
            return false;
        }
        t = tunip_json_next(&r->json);
        if (t != TUNIP_JSON_COMMA && t != TUNIP_JSON_CLOSE_ARRAY)
            return fail_manifest(r, "a comma");
    }
    return true;
}

static bool read_head_member(reading *r, void *user, tunip_str key)
{
    int64_t *form = user;
    if (tunip_str_is(key, "tunip_artifacts"))
        return read_size(r, form) && (*form == FORM || fail_manifest(r, "the form 1"));
    if (tunip_str_is(key, "target_key")) return read_string(r, &r->made->target_key);
    if (tunip_str_is(key, "artifacts")) return read_entries(r);
    return fail_manifest(r, "a known key");
}

bool in_read_manifest(in_manifest *manifest, tunip_str json, tunip_error *error)
{
    in_text copy = {.spans = NULL};
    int64_t form = 0;
    in_put(&copy, json);
    in_put(&copy, (tunip_str){"", 1}); /* the scanner needs a NUL at the end */
    reading r = {.made = manifest, .error = error, .begin = copy.raw.bytes.items};
    bool fine = !copy.raw.failed;
    if (!fine) tn_no_memory(error);
    if (fine) tunip_json_init(&r.json, (tunip_str){copy.raw.bytes.items, copy.raw.bytes.count - 1});
    fine = fine && read_object(&r, &form, read_head_member) &&
           expect(&r, TUNIP_JSON_END, "the end of the list") &&
           (form == FORM || fail_manifest(&r, "the key tunip_artifacts"));
    in_text_free(&copy);
    return fine;
}

void in_manifest_free(in_manifest *manifest)
{
    free(manifest->entries);
    tn_arena_free(&manifest->arena);
}

/* ======== dialect ======== */

/* Sets of artifacts as IR: they are printed, saved, compared and read back like
 * modules. A node has the size and the hash of a content in its place. */

typedef struct artifact_artifact {
    tunip_node base;
    tunip_string *codegen_id, *loader, *file_name;
    int64_t size;
    tunip_string *sha256; /* empty if it is in memory */
    bool in_memory;
} artifact_artifact;

typedef struct artifact_set {
    tunip_node base;
    tunip_string *target_key;
    tunip_array *artifacts;
} artifact_set;

/* clang-format off */
static const tunip_field artifact_artifact_fields[] = {
    TUNIP_FIELD_NODE(artifact_artifact, codegen_id, tunip_string, 0),
    TUNIP_FIELD_NODE(artifact_artifact, loader, tunip_string, 0),
    TUNIP_FIELD_NODE(artifact_artifact, file_name, tunip_string, 0),
    TUNIP_FIELD_INT(artifact_artifact, size, 0),
    TUNIP_FIELD_NODE(artifact_artifact, sha256, tunip_string, 0),
    TUNIP_FIELD_BOOL(artifact_artifact, in_memory, 0),
};
static TUNIP_TYPE(artifact_artifact, "artifact.Artifact", NULL, TREE, 0, NULL);
static const tunip_field artifact_set_fields[] = {
    TUNIP_FIELD_NODE(artifact_set, target_key, tunip_string, 0),
    TUNIP_FIELD_ARRAY(artifact_set, artifacts, artifact_artifact, 0),
};
static TUNIP_TYPE(artifact_set, "artifact.ArtifactSet", NULL, TREE, 0, NULL);
/* clang-format on */

static tunip_type *const types[] = {&artifact_artifact_type, &artifact_set_type};
static const tunip_rule rules[] = {
    {&artifact_artifact_type, "", TUNIP_RULE_CALL, "Artifact",
     "codegen_id=codegen_id loader=loader file_name=file_name size=size sha256=sha256 "
     "in_memory=in_memory",
     NULL},
    {&artifact_set_type, "", TUNIP_RULE_CALL, "ArtifactSet",
     "target_key=target_key artifacts=artifacts", NULL},
};
static const tunip_dialect dialect = {
    TUNIP_DIALECT_HEAD, .name = "artifact",
    .prefix = "AF",     .import = "import artifact as %s",
    .types = types,     .type_count = TUNIP_LEN(types),
    .rules = rules,     .rule_count = TUNIP_LEN(rules),
};

tunip_status tunip_artifact_register(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &dialect, error);
}

static tunip_node *make_node(tunip_graph *graph, const tunip_artifact_set *set,
                             const tunip_artifact *a)
{
    char hash[65] = "";
    artifact_artifact *node = tunip_node_new(graph, &artifact_artifact_type);
    if (!node) return NULL;
    if (!a->in_memory) in_hash(a->content, in_set_maps(set, a->content), hash);
    node->codegen_id = tunip_string_new_view(graph, a->codegen_id);
    node->loader = tunip_string_new_view(graph, a->loader);
    node->file_name = tunip_string_new_view(graph, a->file_name);
    node->size = (int64_t)a->content.size;
    node->sha256 = tunip_string_new(graph, hash);
    node->in_memory = a->in_memory;
    return &node->base;
}

tunip_graph *tunip_artifact_set_graph(const tunip_context *context, const tunip_artifact_set *set,
                                      tunip_error *error)
{
    tunip_graph *graph = tunip_graph_new(context, error);
    void **items = calloc(set->count + 1, sizeof *items);
    artifact_set *root = graph ? tunip_node_new(graph, &artifact_set_type) : NULL;
    for (size_t i = 0; root && items && i < set->count; i++)
        items[i] = make_node(graph, set, &set->items[i]);
    if (root && items) {
        root->target_key = tunip_string_new_view(graph, set->target_key);
        root->artifacts = tunip_array_new(graph, set->count, items);
        tunip_graph_set_root(graph, root);
    }
    free(items);
    if (root && items && root->artifacts) return graph;
    tn_no_memory(error);
    tunip_graph_free(graph);
    return NULL;
}
