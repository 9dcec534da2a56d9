/* set.c -- sets of artifacts: adding, finding, order. */
#include "set.h"

#include <stdlib.h>

#include "disk.h"
#include "map.h"
#include "sha256.h"
#include "tar.h"

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
    in_arena_free(&set->arena);
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
    if (!in_is_safe_name(a->file_name) || !has_fine_components(a->file_name))
        why = "its name is no relative path within a folder";
    else if (a->codegen_id.size && !has_fine_components(a->codegen_id))
        why = "its code generator has no name for a folder";
    else if (a->codegen_id.size && memchr(a->codegen_id.data, '/', a->codegen_id.size))
        why = "its code generator has no name for a folder";
    else if (!a->loader.size)
        why = "it has no loader";
    else if (!is_utf8(a->file_name) || !is_utf8(a->codegen_id) || !is_utf8(a->loader))
        why = "its names are not UTF-8";
    if (!why) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the artifact `%.*s` is refused: %s",
                           in_short(a->file_name), a->file_name.size ? a->file_name.data : "", why);
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
    if (copy.in_memory) copy.content = (tunip_str){"", 0};
    if (set->arena.failed || !make_room(set))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
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
            tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
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
    tunip_str copy = in_format(&set->arena, "%s", problem);
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

void in_put_artifact_path(in_text *out, const tunip_artifact *artifact)
{
    in_put(out, artifact->codegen_id);
    if (artifact->codegen_id.size) in_puts(out, "/");
    in_put(out, artifact->file_name);
}
