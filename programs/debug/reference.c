/* reference.c -- values that another framework computed, to compare a run with. */
#include "reference.h"

#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/memory.h"
#include "../../src/util/npy.h"
#include "../../src/util/os.h"
#include "../../src/util/text.h"
#include "../../src/util/zip.h"

/* A value with a name. */
typedef struct value {
    char *name;
    dbg_tensor *tensor;
} value;

typedef struct values {
    const tunip_context *context;
    const char *path;
    value *items;
    size_t count;
} values;

/* Takes the tensor over. The name loses ".npy". */
static bool add(values *all, tunip_str name, dbg_tensor *tensor, tunip_error *error)
{
    if (!tensor) return false;
    if (tunip_str_ends(name, ".npy")) name.size -= 4;
    value *room = realloc(all->items, (all->count + 1) * sizeof *room);
    char *copy = malloc(name.size + 1);
    if (room) all->items = room;
    if (!room || !copy) {
        free(copy);
        free(tensor);
        return tn_no_memory(error) == TUNIP_OK;
    }
    memcpy(copy, name.data, name.size);
    copy[name.size] = '\0';
    room[all->count++] = (value){copy, tensor};
    return true;
}

/* Unpacks an array of an archive; `name` is for messages. */
static bool add_member(values *all, tn_zip *zip, const tn_zip_member *member, const char *name,
                       tunip_error *error)
{
    tunip_str stored = tn_zip_stored(zip, member), data;
    const char *why = zip->trouble ? zip->trouble : tn_zip_refusal(member);
    if (!why && !tn_zip_fits(member, stored)) why = "its size is damaged";
    bool needs_room = !why && tn_zip_is_packed(member);
    char *room = needs_room ? malloc((size_t)member->size + 1) : NULL;
    if (needs_room && !room) return tn_no_memory(error) == TUNIP_OK;
    if (!why) why = tn_zip_unpack(member, stored, room, &data);
    if (why) tunip_error_set(error, TUNIP_ERROR_FORMAT, "%s: %s", name, why);
    bool fine = !why && add(all, member->name, dbg_npy_read(data, name, error), error);
    free(room);
    return fine;
}

static bool read_zip(values *all, tunip_str file, tunip_error *error)
{
    tn_zip zip = tn_zip_open(file);
    tn_zip_member member;
    while (tn_zip_next(&zip, &member)) {
        char name[300];
        if (!tunip_str_ends(member.name, ".npy")) continue;
        snprintf(name, sizeof name, "%.150s: %.*s", all->path,
                 (int)(member.name.size < 120 ? member.name.size : 120), member.name.data);
        if (!add_member(all, &zip, &member, name, error)) return false;
    }
    if (zip.trouble)
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "%.200s: byte %zu: %s", all->path,
                        zip.trouble_at, zip.trouble);
    else if (!all->count)
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "%.200s: the archive has no .npy files",
                        all->path);
    return !zip.trouble && all->count;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const value *)a)->name, ((const value *)b)->name);
}

static bool read_folder(values *all, tunip_error *error)
{
    tn_folder *folder = tn_folder_open(all->path);
    bool fine = folder != NULL;
    if (!folder) tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot read the folder", all->path);
    for (const char *at; fine && (at = tn_folder_next(folder));) {
        char path[4096];
        tunip_str name = tunip_str_from(at);
        snprintf(path, sizeof path, "%s/%s", all->path, at);
        if (tunip_str_ends(name, ".npy"))
            fine = add(all, name, dbg_npy_load(all->context, path, NULL, error), error);
    }
    tn_folder_close(folder);
    if (fine && !all->count)
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                        "%s: the folder has no dump and no .npy files", all->path);
    if (all->count) qsort(all->items, all->count, sizeof *all->items, by_name);
    return fine && all->count;
}

static bool read_params(values *all, tunip_error *error)
{
    dbg_params params;
    if (!dbg_params_load(all->context, all->path, &params, error)) return false;
    bool fine = true;
    for (size_t i = 0; fine && i < params.count; i++)
        fine = add(all, params.items[i].name, dbg_tensor_copy(&params.items[i].tensor), error);
    dbg_params_free(&params);
    return fine;
}

static bool read_file(values *all, tunip_error *error)
{
    tunip_error why = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_open(all->context, all->path, &why);
    if (!source) {
        tunip_error_set(error, why.code, "%s: %s", all->path, why.message);
        return false;
    }
    tunip_str text = tunip_source_text(source);
    bool fine;
    if (tn_is_npy(text))
        fine = add(all, tunip_str_from(tn_base_name(all->path)),
                   dbg_npy_read(text, all->path, error), error);
    else if (tn_is_zip(text))
        fine = read_zip(all, text, error);
    else
        fine = read_params(all, error);
    tunip_source_free(source);
    return fine;
}

static bool read_values(values *all, tunip_error *error)
{
    return tn_kind_of(all->path) == TN_IS_FOLDER ? read_folder(all, error) : read_file(all, error);
}

/* ---- which node ---- */

static tunip_str name_of(const void *dump, size_t node)
{
    return ((const dbg_dump *)dump)->nodes[node].name;
}

/* The item that a word means (dbg_output_find()); SIZE_MAX: none. The values of TVM's dumps have
 * names such as "relu____topo-index:4____output-num:0". */
static size_t find_item(const dbg_dump *dump, const char *word)
{
    char room[512];
    size_t node, output;
    dbg_dumped key;
    if (dbg_dump_split(tunip_str_from(word), &key) && key.name.size < sizeof room / 2) {
        snprintf(room, sizeof room, "%.*s:%zu", (int)key.name.size, key.name.data, key.output);
        word = room;
    }
    if (!dbg_output_find(word, dump->node_count, name_of, dump, &node, &output)) return SIZE_MAX;
    const dbg_dumped *item = dbg_dump_item(dump, node, output);
    return item ? (size_t)(item - dump->items) : SIZE_MAX;
}

/* The last node that a pattern fits. */
static size_t find_layer(const dbg_dump *dump, const char *pattern)
{
    for (size_t i = dump->count; i-- > 0;) {
        char name[512];
        tunip_str of = dump->items[i].name;
        snprintf(name, sizeof name, "%.*s", (int)(of.size < 500 ? of.size : 500), of.data);
        if (!dump->items[i].output && tn_name_fits(pattern, name)) return i;
    }
    return SIZE_MAX;
}

/* The item to which a value belongs, SIZE_MAX: none, and whether a map says so. */
typedef struct belonging {
    size_t item;
    bool by_map;
} belonging;

/* A row of a map. */
static bool take_row(const values *all, const dbg_dump *left, const char *map, size_t line,
                     char *text, belonging *to, tunip_error *error)
{
    char *rest = NULL;
    char *name = strtok_r(text, " \t\r", &rest), *node = name ? strtok_r(NULL, " \t\r", &rest) : 0;
    const char *flaw = NULL;
    if (!name || *name == '#') return true;
    size_t item = node ? find_item(left, node) : SIZE_MAX;
    if (node && item == SIZE_MAX) item = find_layer(left, node);
    char *more = node ? strtok_r(NULL, " \t\r", &rest) : NULL;
    if (!node || (more && *more != '#'))
        flaw = "expected a name and a node";
    else if (item == SIZE_MAX)
        flaw = "no node is called so";
    if (flaw) {
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "%.150s:%zu: %s: %.100s", map, line, flaw,
                        node ? node : name);
        return false;
    }
    size_t found = 0;
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->items[i].name, name) == 0) to[i] = (belonging){item, true}, found++;
    if (!found)
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                        "%.150s:%zu: the reference has no value %.100s", map, line, name);
    return found > 0;
}

static bool read_map(const values *all, const dbg_dump *left, const char *map, belonging *to,
                     tunip_error *error)
{
    tunip_error why = TUNIP_ERROR_INIT;
    tunip_source *source = tunip_source_open(all->context, map, &why);
    tunip_str text = source ? tunip_source_text(source) : (tunip_str){"", 0};
    char *copy = source ? malloc(text.size + 1) : NULL;
    bool fine = copy != NULL;
    if (!fine)
        tunip_error_set(error, source ? TUNIP_ERROR_MEMORY : why.code, "%s: %s", map,
                        source ? "out of memory" : why.message);
    if (fine) {
        if (text.size) memcpy(copy, text.data, text.size);
        copy[text.size] = '\0';
    }
    char *next = copy;
    for (size_t line = 1; fine && next && *next; line++) {
        char *at = next, *end = strchr(at, '\n');
        if (end) *end = '\0';
        next = end ? end + 1 : NULL;
        fine = take_row(all, left, map, line, at, to, error);
    }
    free(copy);
    tunip_source_free(source);
    return fine;
}

/* ---- the dump ---- */

/* A copy in another dtype; NULL if that has no such numbers, or when out of memory. */
static dbg_tensor *convert(const dbg_tensor *from, const dbg_tensor *like)
{
    dbg_tensor type = *from;
    type.dtype = like->dtype;
    dbg_element_fn read = dbg_dtype_reader(from->dtype);
    dbg_tensor *to = read && dbg_tensor_measure(&type) ? dbg_tensor_new(&type) : NULL;
    for (size_t i = 0; to && i < to->count; i++) {
        if (dbg_put_number(to, i, read(from, i))) continue;
        free(to);
        to = NULL;
    }
    return to;
}

/* Makes a value comparable with its item. */
static bool fit(const values *all, value *of, const dbg_dumped *item, tunip_error *error)
{
    char is[DBG_TYPE_SIZE], should[DBG_TYPE_SIZE];
    dbg_tensor *tensor = of->tensor;
    const dbg_tensor *like = item->tensor;
    if (tensor->count == like->count) {
        if (tunip_dtype_equal(dbg_dtype_plain(tensor->dtype), dbg_dtype_plain(like->dtype)))
            return true;
        dbg_tensor *other = convert(tensor, like);
        if (other) {
            free(tensor);
            of->tensor = other;
            return true;
        }
    }
    dbg_tensor_type(tensor, is);
    dbg_tensor_type(like, should);
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                    "%.100s: the value %.80s is %.100s, and its node, %zu, has %.100s", all->path,
                    of->name, is, item->node, should);
    return false;
}

/* Fills the arrays of a dump, which takes the values over. */
static bool fill(values *all, const dbg_dump *left, const belonging *to, dbg_dump *out,
                 tunip_error *error)
{
    size_t *taken = calloc(left->count + 1, sizeof *taken);
    out->nodes = calloc(all->count + 1, sizeof *out->nodes);
    out->items = calloc(all->count + 1, sizeof *out->items);
    out->belongs = calloc(all->count + 1, sizeof *out->belongs);
    out->by_map = calloc(all->count + 1, sizeof *out->by_map);
    out->owned = calloc(all->count * 2 + 1, sizeof *out->owned);
    bool fine = taken && out->nodes && out->items && out->belongs && out->by_map && out->owned;
    if (!fine) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    for (size_t i = 0; fine && i < all->count; i++) {
        value *of = &all->items[i];
        size_t item = to[i].item;
        if (item != SIZE_MAX) fine = fit(all, of, &left->items[item], error);
        if (fine && item != SIZE_MAX && taken[item]) {
            tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                            "%.100s: %.80s and %.80s both belong to node %zu", all->path,
                            all->items[taken[item] - 1].name, of->name, left->items[item].node);
            fine = false;
        }
        if (!fine) break;
        if (item != SIZE_MAX) taken[item] = i + 1;
        tunip_str name = tunip_str_from(of->name);
        out->nodes[i] = (dbg_dumped_node){.name = name, .op = tunip_str_from("param")};
        out->items[i] = (dbg_dumped){.name = name, .node = i, .tensor = of->tensor};
        out->belongs[i] = item + 1;
        out->by_map[i] = to[i].by_map;
        out->owned[2 * i] = of->name;
        out->owned[2 * i + 1] = of->tensor;
        *of = (value){NULL, NULL};
        out->count = out->node_count = i + 1;
    }
    out->owned_count = 2 * out->count;
    free(taken);
    return fine;
}

bool dbg_reference_read(const tunip_context *context, const char *path, const char *map,
                        const dbg_dump *left, dbg_dump *out, tunip_error *error)
{
    values all = {.context = context, .path = path};
    *out = (dbg_dump){.graph = NULL};
    bool fine = read_values(&all, error);
    belonging *to = calloc(all.count + 1, sizeof *to);
    if (fine && !to) fine = tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory") == TUNIP_OK;
    for (size_t i = 0; fine && i < all.count; i++) to[i].item = find_item(left, all.items[i].name);
    fine = fine && (!map || read_map(&all, left, map, to, error));
    fine = fine && fill(&all, left, to, out, error);
    for (size_t i = 0; i < all.count; i++) {
        free(all.items[i].name);
        free(all.items[i].tensor);
    }
    free(all.items);
    free(to);
    if (!fine) dbg_dump_free(out);
    return fine;
}

bool dbg_reference_or_dump(const tunip_context *context, const char *path, const char *map,
                           const dbg_dump *left, dbg_dump *out, tunip_error *error)
{
    if (!dbg_is_dump(path)) return dbg_reference_read(context, path, map, left, out, error);
    if (!map) return dbg_dump_read(context, path, out, error);
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "%.200s is a dump, which needs no map", path);
    return false;
}
