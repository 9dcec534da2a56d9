/* save.c -- sets of artifacts on disk, and the parts of a file as files. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "bytes.h"
#include "files.h"
#include "objects.h"
#include "pieces.h"
#include "set.h"
#include "show.h"

/* ======== save ======== */

/* Sets of artifacts on disk: a folder, an archive, one file. */

enum { BLOCK = 512, HASH = 65 };

/* ---- checks ---- */

/* A path that is the name of another file's folder, or of the list, cannot be written. The set is
 * in the order of paths, nearly: each is compared with all that could begin with it. */
static tunip_status check_paths(const tunip_artifact_set *set, tunip_error *error)
{
    in_tree seen = {.depth = 0};
    in_node *root = in_add(&seen, NULL, IN_CONTAINER, tunip_str_from("/"), "", (tunip_str){"", 0});
    tunip_status status = TUNIP_OK;
    for (size_t i = 0; root && i < set->count && status == TUNIP_OK; i++) {
        in_text path = {.spans = NULL};
        in_put_artifact_path(&path, &set->items[i]);
        tunip_str name = in_str(&path);
        in_node *node = in_add(&seen, root, IN_PART, name, "", name);
        bool taken = !node || !tunip_str_equal(node->name, name) || tunip_str_is(name, IN_MANIFEST);
        if (taken)
            status = tunip_error_set(error, TUNIP_ERROR_CONFLICT,
                                     "two artifacts would be the file `%.*s`", in_short(name),
                                     name.data);
        in_text_free(&path);
    }
    in_tree_free(&seen);
    return status;
}

/* ---- writing ---- */

/* Writes in steps, and lets go of the pages of a mapped file. */
static bool write_content(int file, tunip_str bytes, bool is_mapped)
{
    enum { STEP = 1 << 20 };
    while (bytes.size) {
        tunip_str step = {bytes.data, bytes.size < STEP ? bytes.size : STEP};
        if (in_write_file(step.data, step.size, &file) != 0) return false;
        if (is_mapped) in_map_drop(step);
        bytes.data += step.size;
        bytes.size -= step.size;
    }
    return true;
}

static tunip_status write_member(in_folder *folder, tunip_str path, tunip_str content,
                                 bool is_mapped, tunip_error *error)
{
    in_text taken = {.spans = NULL};
    int file = in_folder_create(folder, path, &taken, error);
    bool fine = file >= 0 && write_content(file, content, is_mapped);
    if (file >= 0) fine = tn_os_close_written(file) && fine;
    bool same = tunip_str_equal(in_str(&taken), path);
    in_text_free(&taken);
    if (file < 0) return TUNIP_ERROR_IO;
    if (!fine) return in_fail_file(folder->path, error);
    if (same) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s/%.*s exists already", folder->path,
                           (int)path.size, path.data);
}

static tunip_status save_folder(const tunip_artifact_set *set, const char *path, tunip_error *error)
{
    in_folder folder;
    in_text list = {.spans = NULL};
    if (!in_folder_begin(&folder, path, error)) return TUNIP_ERROR_IO;
    in_put_manifest(&list, set, false);
    tunip_status status =
        write_member(&folder, tunip_str_from(IN_MANIFEST), in_str(&list), false, error);
    for (size_t i = 0; i < set->count && status == TUNIP_OK; i++) {
        const tunip_artifact *a = &set->items[i];
        in_text name = {.spans = NULL};
        in_put_artifact_path(&name, a);
        if (!a->in_memory)
            status = write_member(&folder, in_str(&name), a->content, in_set_maps(set, a->content),
                                  error);
        in_text_free(&name);
    }
    in_text_free(&list);
    in_folder_end(&folder, status == TUNIP_OK);
    return status;
}

/* ---- tar ---- */

static void put_octal(char *field, size_t size, uint64_t value)
{
    for (size_t i = size - 1; i-- > 0; value >>= 3) field[i] = (char)('0' + (value & 7));
}

/* A header with a fixed time and owner, so that equal sets give equal bytes. */
static void make_header(char header[BLOCK], tunip_str name, uint64_t size, char type)
{
    enum { NAME = 100 };
    unsigned sum = 0;
    memset(header, 0, BLOCK);
    memcpy(header, name.data, name.size < NAME ? name.size : NAME);
    put_octal(header + 100, 8, 0644);
    put_octal(header + 108, 8, 0);
    put_octal(header + 116, 8, 0);
    put_octal(header + 124, 12, size);
    put_octal(header + 136, 12, 0);
    header[156] = type;
    memcpy(header + 257, "ustar\00000", 8);
    memset(header + 148, ' ', 8);
    for (size_t i = 0; i < BLOCK; i++) sum += (unsigned char)header[i];
    put_octal(header + 148, 7, sum);
}

static bool write_block(int file, tunip_str name, tunip_str content, char type, bool is_mapped)
{
    static const char zeros[BLOCK];
    enum { MOST_OCTAL = 33 };
    char header[BLOCK];
    make_header(header, name, (uint64_t)content.size >> MOST_OCTAL ? 0 : content.size, type);
    size_t pad = (BLOCK - content.size % BLOCK) % BLOCK;
    return in_write_file(header, BLOCK, &file) == 0 && write_content(file, content, is_mapped) &&
           in_write_file(zeros, pad, &file) == 0;
}

/* A record of pax: its length counts its own digits. */
static void put_pax(in_text *out, const char *key, tunip_str value)
{
    size_t rest = strlen(key) + value.size + 3, length = rest + 1;
    for (size_t digits = 1, power = 10; length >= power; power *= 10) length = rest + ++digits;
    in_say(out, "%zu %s=", length, key);
    in_put(out, value);
    in_puts(out, "\n");
}

static bool write_tar_member(int file, tunip_str name, tunip_str content, bool is_mapped)
{
    enum { NAME = 100, MOST_OCTAL = 33 };
    in_text pax = {.spans = NULL};
    char size[32];
    int digits = snprintf(size, sizeof size, "%zu", content.size);
    if (name.size > NAME) put_pax(&pax, "path", name);
    if ((uint64_t)content.size >> MOST_OCTAL)
        put_pax(&pax, "size", (tunip_str){size, (size_t)digits});
    bool fine = !pax.raw.failed;
    if (pax.raw.bytes.count)
        fine = write_block(file, tunip_str_from("pax"), in_str(&pax), 'x', false);
    in_text_free(&pax);
    return fine && write_block(file, name, content, '0', is_mapped);
}

static bool write_tar(int file, const tunip_artifact_set *set, tunip_str list)
{
    static const char zeros[2 * BLOCK];
    bool fine = write_tar_member(file, tunip_str_from(IN_MANIFEST), list, false);
    for (size_t i = 0; i < set->count && fine; i++) {
        const tunip_artifact *a = &set->items[i];
        in_text name = {.spans = NULL};
        in_put_artifact_path(&name, a);
        if (!a->in_memory)
            fine = write_tar_member(file, in_str(&name), a->content, in_set_maps(set, a->content));
        in_text_free(&name);
    }
    return fine && in_write_file(zeros, sizeof zeros, &file) == 0;
}

/* ---- one file ---- */

static const char blob_magic[8] = {'t', 'u', 'n', 'i', 'p', 'a', 'r', 't'};

typedef struct writing {
    const tunip_artifact_set *set;
    int file;
} writing;

static bool write_grouped(void *user, const tunip_artifact *a)
{
    const writing *w = user;
    return a->in_memory || write_content(w->file, a->content, in_set_maps(w->set, a->content));
}

static bool write_blob(int file, const tunip_artifact_set *set, tunip_str list)
{
    char size[8];
    writing w = {set, file};
    tn_put_le(size, list.size, sizeof size);
    bool fine = in_write_file(blob_magic, sizeof blob_magic, &file) == 0 &&
                in_write_file(size, sizeof size, &file) == 0 && write_content(file, list, false);
    return fine && tunip_artifact_set_each_by_loader(set, write_grouped, &w);
}

static tunip_status save_file(const tunip_artifact_set *set, const char *path, bool is_tar,
                              tunip_error *error)
{
    in_text list = {.spans = NULL};
    int file = tn_os_open(path, TN_NEW | TN_NO_LINK);
    if (file < 0) return in_fail_file(path, error);
    in_put_manifest(&list, set, !is_tar);
    bool fine = !list.raw.failed && (is_tar ? write_tar : write_blob)(file, set, in_str(&list));
    tunip_status status = fine ? TUNIP_OK : in_fail_file(path, error);
    if (!tn_os_close_written(file) && fine) status = in_fail_file(path, error);
    if (status != TUNIP_OK) tn_remove(path); /* O_EXCL: it is the file that was made here */
    in_text_free(&list);
    return status;
}

tunip_status tunip_artifact_set_export(const tunip_artifact_set *set, const char *path,
                                       tunip_artifact_form form, size_t *left_out,
                                       tunip_error *error)
{
    tunip_status status = check_paths(set, error);
    size_t missing = 0;
    for (size_t i = 0; i < set->count; i++) missing += set->items[i].in_memory;
    if (left_out) *left_out = missing;
    if (status != TUNIP_OK) return status;
    if (form == TUNIP_ARTIFACT_FOLDER) return save_folder(set, path, error);
    return save_file(set, path, form == TUNIP_ARTIFACT_TAR, error);
}

/* ---- reading ---- */

/* Where the contents of a set are. */
typedef struct store {
    tunip_artifact_set *set;
    const in_folder *folder; /* or */
    in_tree *archive;        /* or */
    tunip_str contents;
    bool recovers; /* takes damaged artifacts, and notes the damage */
} store;

/* Whether to go on after a failure. */
static bool forgive(store *s, const tunip_error *own, tunip_error *error)
{
    if (own->code == TUNIP_OK) return true;
    if (s->recovers && own->code != TUNIP_ERROR_MEMORY && in_set_complain(s->set, own->message))
        return true;
    tunip_error_set(error, own->code, "%s", own->message);
    return false;
}

static bool find_content(store *s, const in_entry *e, tunip_str *out, tunip_error *error)
{
    if (in_name_flaw(e->path)) {
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "a path leads out of the set");
        return false;
    }
    if (s->folder) {
        int file = in_folder_open(s->folder, e->path, error);
        bool fine = file >= 0 && in_map_open(file, s->folder->path, out, error);
        if (file >= 0) tn_os_close(file);
        return fine && in_set_own(s->set, *out, error);
    }
    if (s->archive) {
        const in_node *node = in_child_called(s->archive, s->archive->root, e->path);
        if (node) *out = node->data;
        if (node) return true;
    } else if ((uint64_t)e->offset <= s->contents.size) {
        size_t left = s->contents.size - (size_t)e->offset;
        *out = (tunip_str){s->contents.data + e->offset,
                           (uint64_t)e->size < left ? (size_t)e->size : left};
        return true;
    }
    tunip_error_set(error, TUNIP_ERROR_FORMAT, "the content of `%.*s` is missing",
                    in_short(e->path), e->path.data);
    return false;
}

static void check_content(const store *s, const in_entry *e, tunip_str content, tunip_error *error)
{
    char hash[HASH];
    int size = in_short(e->path);
    if ((uint64_t)e->size != content.size) {
        tunip_error_set(error, TUNIP_ERROR_FORMAT,
                        "`%.*s` is not what was saved: it has %zu bytes instead of %lld", size,
                        e->path.data, content.size, (long long)e->size);
        return;
    }
    in_hash(content, in_set_maps(s->set, content), hash);
    if (tunip_str_is(e->sha256, hash)) return;
    tunip_error_set(error, TUNIP_ERROR_FORMAT, "`%.*s` is not what was saved: its hash is %s", size,
                    e->path.data, hash);
}

static bool add_entry(store *s, const in_entry *e, tunip_error *error)
{
    tunip_artifact artifact = e->artifact;
    tunip_error own = TUNIP_ERROR_INIT;
    artifact.in_memory = e->in_memory;
    bool is_there = e->in_memory || find_content(s, e, &artifact.content, &own);
    if (is_there && !e->in_memory) check_content(s, e, artifact.content, &own);
    if (!forgive(s, &own, error)) return false;
    own = (tunip_error)TUNIP_ERROR_INIT;
    if (is_there) tunip_artifact_set_add(s->set, &artifact, &own);
    return forgive(s, &own, error);
}

static bool load_list(store *s, tunip_str list, tunip_error *error)
{
    in_manifest manifest = {.count = 0};
    tunip_error own = TUNIP_ERROR_INIT;
    in_read_manifest(&manifest, list, &own);
    if (!manifest.count) tunip_error_set(error, own.code, "%s", own.message);
    bool fine = (manifest.count || !own.code) && forgive(s, &own, error);
    if (fine) s->set->target_key = in_copy(&s->set->arena, manifest.target_key);
    for (size_t i = 0; fine && i < manifest.count; i++)
        fine = add_entry(s, &manifest.entries[i], error);
    in_manifest_free(&manifest);
    return fine;
}

static bool load_folder(store *s, const char *path, tunip_error *error)
{
    in_folder folder;
    tunip_str list;
    if (!in_folder_take(&folder, path, error)) return false;
    s->folder = &folder;
    int file = tn_folder_open_file(folder.open, IN_MANIFEST, TN_NO_WAIT);
    if (file < 0 && errno == ENOENT)
        tunip_error_set(error, TUNIP_ERROR_FORMAT,
                        "%s: not a saved set: the folder has no file " IN_MANIFEST, path);
    else if (file < 0)
        file = in_folder_open(&folder, tunip_str_from(IN_MANIFEST), error);
    bool fine = file >= 0 && in_map_open(file, path, &list, error);
    if (file >= 0) tn_os_close(file);
    if (fine) {
        tunip_error own = TUNIP_ERROR_INIT;
        fine = load_list(s, list, &own);
        if (!fine) tunip_error_set(error, own.code, "%s: %s", path, own.message);
        in_unmap(list);
    }
    in_folder_close(&folder);
    return fine;
}

static bool load_tar(store *s, tunip_str bytes, tunip_error *error)
{
    in_tree tree = {.depth = 0};
    in_node *root = in_add(&tree, NULL, IN_CONTAINER, tunip_str_from("/"), "tar", bytes);
    if (root) in_expand_tar(&tree, root);
    const in_node *list = root ? in_child(root, IN_MANIFEST) : NULL;
    bool is_one = !root || !in_child(root, IN_MANIFEST "~2"); /* the name of a second one */
    s->archive = &tree;
    bool fine = list && is_one && load_list(s, list->data, error);
    if (!list)
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "the archive has no file " IN_MANIFEST);
    else if (!is_one)
        tunip_error_set(error, TUNIP_ERROR_CONFLICT, "the archive has several files " IN_MANIFEST);
    in_tree_free(&tree);
    return fine;
}

static bool load_blob(store *s, tunip_str bytes, tunip_error *error)
{
    in_reader r = in_reader_of(bytes);
    tunip_str magic = in_bytes(&r, sizeof blob_magic, "the magic of a set");
    tunip_str list = in_string(&r, "the list");
    if (r.trouble || memcmp(magic.data, blob_magic, sizeof blob_magic) != 0) {
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "not a saved set of artifacts");
        return false;
    }
    s->contents = (tunip_str){bytes.data + r.at, bytes.size - r.at};
    return load_list(s, list, error);
}

/* The set that is embedded in a library; without data if there is none. */
static tunip_str embedded_set(tunip_str library)
{
    in_tree tree = {.only_symbols = true};
    const in_file_format *format = in_object_format(library);
    in_node *root =
        format ? in_add(&tree, NULL, IN_CONTAINER, tunip_str_from("/"), "", library) : NULL;
    if (root) format->expand(&tree, root);
    tunip_str found = tree.embedded;
    in_tree_free(&tree);
    return found;
}

static bool load_bytes(store *s, tunip_str bytes, tunip_error *error)
{
    tunip_str embedded = embedded_set(bytes);
    if (!embedded.data) return (in_is_tar(bytes) ? load_tar : load_blob)(s, bytes, error);
    if (!load_blob(s, embedded, error)) return false;
    for (size_t i = 0; i < s->set->count; i++) {
        tunip_artifact *a = &s->set->items[i];
        if (!a->in_memory || !in_is_linked_library(a)) continue;
        a->in_memory = false;
        a->content = bytes;
    }
    return true;
}

static bool load_file(store *s, const char *path, tunip_error *error)
{
    tunip_str bytes;
    tunip_error own = TUNIP_ERROR_INIT;
    if (tn_kind_of(path) == TN_IS_FOLDER) return load_folder(s, path, error);
    if (!in_map(path, &bytes, error) || !in_set_own(s->set, bytes, error)) return false;
    if (load_bytes(s, bytes, &own)) return true;
    tunip_error_set(error, own.code, "%s: %s", path, own.message);
    return false;
}

bool in_is_saved_set(tunip_str bytes)
{
    static const char list[] = IN_MANIFEST;
    size_t size = sizeof blob_magic;
    if (bytes.size >= size && memcmp(bytes.data, blob_magic, size) == 0) return true;
    if (in_is_tar(bytes)) return memcmp(bytes.data, list, sizeof list) == 0;
    return embedded_set(bytes).data != NULL;
}

/* Of bytes, or, without them, of a file or a folder. */
static tunip_artifact_set *load(store s, const char *path, const tunip_str *bytes,
                                tunip_error *error)
{
    if (!s.set) tn_no_memory(error);
    if (s.set && (bytes ? load_bytes(&s, *bytes, error) : load_file(&s, path, error))) return s.set;
    tunip_artifact_set_free(s.set);
    return NULL;
}

tunip_artifact_set *in_set_recover(tunip_str bytes, const tunip_str *map, tunip_error *error)
{
    store s = {.set = tunip_artifact_set_new(NULL), .recovers = true};
    if (s.set) s.set->lent = map;
    if (s.set) s.set->lent_count = 1;
    return load(s, NULL, &bytes, error);
}

tunip_artifact_set *tunip_artifact_set_load(const char *path, tunip_error *error)
{
    return load((store){.set = tunip_artifact_set_new(NULL)}, path, NULL, error);
}

tunip_artifact_set *tunip_artifact_set_recover(const char *path, tunip_error *error)
{
    store s = {.set = tunip_artifact_set_new(NULL), .recovers = true};
    return load(s, path, NULL, error);
}

/* ======== extract ======== */

/* Everything in a file as files in a folder. */

/* Adds a name as the path of a file. Only the names of members of archives, which were checked, may
 * have folders. */
static void put_as_path(in_text *out, tunip_str name, bool has_folders)
{
    char component[IN_COMPONENT];
    in_text copy = {.spans = NULL};
    in_put(&copy, name);
    for (size_t i = 0; i < copy.raw.bytes.count && !has_folders; i++)
        if (copy.raw.bytes.items[i] == '/') copy.raw.bytes.items[i] = '_';
    tunip_str rest = in_str(&copy);
    do {
        in_take_component(&rest, component);
        if (out->raw.bytes.count) in_puts(out, "/");
        in_puts(out, component);
    } while (rest.size);
    in_text_free(&copy);
}

/* The path of a node's file. A module is a folder. The contents of a member of an archive are
 * beside it, in a folder with ".contents" behind its name. */
static void put_place(in_text *out, const in_node *node)
{
    if (!node->parent) return;
    if (node->role == IN_MODULE && node->artifact) { /* of a set: its folder */
        tunip_str name = node->artifact->file_name;
        while (name.size && name.data[name.size - 1] != '/') name.size--;
        in_put(out, (tunip_str){name.data, name.size ? name.size - 1 : 0});
        return;
    }
    put_place(out, node->parent);
    put_as_path(out, node->name, node->role == IN_CONTAINER);
    if (node->role != IN_MODULE && node->first) in_puts(out, ".contents");
}

/* The path of a node's file without the folder of the code generator. */
static void put_file_name(in_text *out, const in_node *node)
{
    if (!node->parent) {
        put_as_path(out, node->name, false);
        return;
    }
    put_place(out, node);
    if (node->role != IN_MODULE && node->first) out->raw.bytes.count -= strlen(".contents");
    if (node->role == IN_MODULE)
        in_puts(out, node->module->is_exportable ? "/library.so"
                     : in_has_pieces(node)       ? "/" IN_REST
                                                 : "/module.bin");
}

/* The bytes of a node's file. Those of a module with pieces are in `rest`, which the caller
 * frees. */
static tunip_str content_of(const in_node *node, in_text *rest)
{
    if (node->role != IN_MODULE || !in_has_pieces(node)) return node->data;
    in_put_rest(rest, node);
    return in_str(rest);
}

static tunip_status write_text(in_text *text, int file, const in_folder *folder, tunip_error *error)
{
    bool fine = !text->raw.failed &&
                in_write_file(text->raw.bytes.items, text->raw.bytes.count, &file) == 0;
    if (fine) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "%s: %s", folder->path, strerror(errno));
}

static tunip_status write_node(const in_tree *tree, const in_node *node, in_folder *folder,
                               tunip_error *error)
{
    static const tunip_show_options raw = {sizeof raw, .raw = true};
    in_text place = {.spans = NULL}, rest = {.spans = NULL}, name = {.spans = NULL};
    tunip_str codegen = in_codegen(node);
    in_put(&place, codegen);
    if (codegen.size) in_puts(&place, "/");
    put_file_name(&name, node);
    in_put(&place, in_str(&name));
    in_text_free(&name);
    int file = place.raw.failed ? -1 : in_folder_create(folder, in_str(&place), NULL, error);
    in_text_free(&place);
    if (file < 0) return tunip_error_set(error, TUNIP_ERROR_IO, "cannot create a file");
    tunip_error own = TUNIP_ERROR_INIT;
    content_of(node, &rest);
    tunip_status status = rest.raw.bytes.count
                              ? write_text(&rest, file, folder, &own)
                              : in_show_node(tree, node, &raw, in_write_file, &file, &own);
    in_text_free(&rest);
    bool closed = tn_os_close_written(file);
    if (status == TUNIP_ERROR_CANCELLED || !closed) return in_fail_file(folder->path, error);
    return status == TUNIP_OK ? status : tunip_error_set(error, status, "%s", own.message);
}

/* A module names its loader. Other code is linked, a library is opened, and anything else has a
 * loader with the name of its format. */
static tunip_str loader_of(const in_node *node)
{
    const char *extension = in_linkable_extension(node->name);
    bool is_code = in_is_object_file(node->kind), is_text = tunip_str_is(node->kind, "text");
    bool is_library = !extension || strcmp(extension, ".so") == 0;
    if (node->role != IN_MODULE && is_code && is_library) return tunip_str_from("_lib");
    if (node->role != IN_MODULE && (is_code || is_text) && !is_library)
        return tunip_str_from("native");
    return node->kind.size ? node->kind : tunip_str_from("unknown");
}

/* Two names can become the same path: the second one gets the number that its file gets. */
static tunip_status add_artifact(tunip_artifact artifact, in_text *place, tunip_artifact_set *set,
                                 tunip_error *error)
{
    enum { MOST = 1000 };
    size_t size = place->raw.bytes.count;
    tunip_status status = TUNIP_ERROR_CONFLICT;
    tunip_error own = TUNIP_ERROR_INIT;
    for (int i = 1; i < MOST && status == TUNIP_ERROR_CONFLICT; i++) {
        place->raw.bytes.count = size;
        if (i > 1) in_say(place, "~%d", i);
        artifact.file_name = in_str(place);
        own = (tunip_error)TUNIP_ERROR_INIT;
        status = tunip_artifact_set_add(set, &artifact, &own);
    }
    return status == TUNIP_OK ? status : tunip_error_set(error, status, "%s", own.message);
}

/* A module in pieces is several artifacts. */
static tunip_status add_node(const in_node *node, tunip_artifact_set *set, tunip_error *error)
{
    in_text place = {.spans = NULL}, rest = {.spans = NULL};
    bool has_pieces = node->role == IN_MODULE && in_has_pieces(node);
    tunip_artifact artifact = {.codegen_id = in_codegen(node),
                               .loader = loader_of(node),
                               .content = content_of(node, &rest),
                               .in_memory = node->is_missing};
    if (has_pieces) artifact.content = in_copy(&set->arena, artifact.content);
    put_file_name(&place, node);
    tunip_status status = add_artifact(artifact, &place, set, error);
    for (const in_node *part = node->first; has_pieces && part; part = part->next) {
        if (!in_is_piece(part) || status != TUNIP_OK) continue;
        place.raw.bytes.count = 0;
        put_place(&place, node);
        in_puts(&place, "/");
        in_put(&place, part->name);
        artifact.content = part->data;
        status = add_artifact(artifact, &place, set, error);
    }
    in_text_free(&place);
    in_text_free(&rest);
    return status;
}

/* The artifacts of a file are its modules and the members of archives in it that have none. */
static bool is_artifact(const in_tree *tree, const in_node *node)
{
    if (node->role == IN_MODULE) return true;
    if (node->role != IN_CONTAINER || in_is_link(node)) return false;
    static const char *const archives[] = {"tar", "ar", "zip", "gzip", "xz", "zstd"};
    for (size_t i = 0; i < TUNIP_LEN(archives) && !node->parent; i++)
        if (tunip_str_is(node->kind, archives[i])) return false;
    if (!node->parent) return !tree->module_count;
    for (const in_node *child = node->first; child; child = child->next)
        if (child->role == IN_MODULE) return false;
    return !tunip_str_is(node->kind, "blob");
}

static tunip_status fill(const in_tree *tree, tunip_artifact_set *set, tunip_error *error)
{
    tunip_status status = TUNIP_OK;
    if (tree->imports.size) {
        const tunip_artifact imports = {.loader = tunip_str_from("metadata"),
                                        .file_name = tunip_str_from(IN_IMPORTS),
                                        .content = tree->imports};
        status = tunip_artifact_set_add(set, &imports, error);
    }
    for (const in_node *node = NULL; status == TUNIP_OK && (node = in_walk(tree, node));)
        if (is_artifact(tree, node)) status = add_node(node, set, error);
    return status;
}

static bool copy_artifact(void *user, const tunip_artifact *artifact)
{
    return tunip_artifact_set_add(user, artifact, NULL) == TUNIP_OK;
}

tunip_artifact_set *tunip_inspection_artifacts(const tunip_inspection *inspection,
                                               tunip_error *error)
{
    const tunip_artifact_set *saved = inspection->set;
    tunip_artifact_set *set =
        tunip_artifact_set_new(saved ? tunip_artifact_set_target_key(saved).data : NULL);
    tunip_status status = set ? TUNIP_OK : TUNIP_ERROR_MEMORY;
    if (set) {
        set->lent = inspection->tree.maps;
        set->lent_count = inspection->tree.map_count;
    }
    if (set && saved && !tunip_artifact_set_each_by_loader(saved, copy_artifact, set))
        status = TUNIP_ERROR_MEMORY;
    if (set && !saved) status = fill(&inspection->tree, set, error);
    if (status == TUNIP_OK) return set;
    tunip_error_set(error, status, "out of memory");
    tunip_artifact_set_free(set);
    return NULL;
}

/* The list of the artifacts, so that the folder can be read as a set. */
static tunip_status write_list(const tunip_inspection *inspection, in_folder *folder,
                               tunip_error *error)
{
    tunip_artifact_set *set = tunip_inspection_artifacts(inspection, error);
    in_text list = {.spans = NULL};
    if (!set) return TUNIP_ERROR_MEMORY;
    in_put_manifest(&list, set, false);
    tunip_artifact_set_free(set);
    int file =
        list.raw.failed ? -1 : in_folder_create(folder, tunip_str_from(IN_MANIFEST), NULL, error);
    bool fine = file >= 0 && in_write_file(list.raw.bytes.items, list.raw.bytes.count, &file) == 0;
    if (file >= 0) fine = tn_os_close_written(file) && fine;
    in_text_free(&list);
    tunip_str imports = inspection->tree.imports;
    file = fine && imports.size ? in_folder_create(folder, tunip_str_from(IN_IMPORTS), NULL, error)
                                : -1;
    if (file >= 0) fine = in_write_file(imports.data, imports.size, &file) == 0;
    if (file >= 0) fine = tn_os_close_written(file) && fine;
    if (fine) return TUNIP_OK;
    return in_fail_file(folder->path, error);
}

tunip_status tunip_inspection_extract(const tunip_inspection *inspection, const char *path,
                                      tunip_error *error)
{
    in_folder folder;
    const in_tree *tree = &inspection->tree;
    if (!in_folder_begin(&folder, path, error)) return TUNIP_ERROR_IO;
    tunip_status status = write_list(inspection, &folder, error);
    const in_node *node = is_artifact(tree, tree->root) && !tree->root->is_missing
                              ? tree->root
                              : in_walk(tree, tree->root);
    for (; node && status == TUNIP_OK; node = in_walk(tree, node))
        if (!node->is_missing) status = write_node(tree, node, &folder, error);
    in_folder_end(&folder, status == TUNIP_OK);
    return status;
}
