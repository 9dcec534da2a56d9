/* zip.c -- archives whose members may be packed (zip: .whl, .npz, .pt), packed files (gzip, xz,
 * zstd), and arrays of NumPy.
 *
 * The directory of a zip archive stands at its end (APPNOTE.TXT of PKWARE), so that only its sizes
 * and places count. */
#include "zip.h"

#include <stdlib.h>

#include "../../src/util/inflate.h"
#include "../../src/util/unpack.h"
#include "files.h"

/* ---- unpacking ---- */

/* Unpacks to memory of the tree. Of all that a file holds, no more than this is unpacked, so that a
 * small file cannot fill the memory. NULL data: it stays packed. */
static tunip_str unpack(in_tree *tree, const in_node *node, tunip_str packed, uint64_t size)
{
    enum { MOST_RATIO = 1100 };
    const char *trouble = NULL;
    size_t used;
    if (size > IN_UNPACKED_MOST - tree->unpacked || size / MOST_RATIO > packed.size)
        return (tunip_str){NULL, 0};
    char *room = tn_arena_array(&tree->arena, (size_t)size + 1, 1);
    if (!room) return (tunip_str){NULL, 0};
    tree->unpacked += (size_t)size;
    size_t done = tn_inflate(packed, &used, room, (size_t)size, &trouble);
    if (!trouble && done < size) trouble = "there are fewer bytes than the archive says";
    if (trouble) in_complain(tree, node, 0, "%s", trouble);
    return (tunip_str){room, done};
}

/* ---- zip ---- */

enum { LOCAL = 30, CENTRAL = 46, END = 22 };

bool in_is_zip(tunip_str data)
{
    return data.size >= END &&
           (tunip_str_begins(data, "PK\x03\x04") || tunip_str_begins(data, "PK\x05\x06"));
}

/* One member, as the directory describes it. */
typedef struct member {
    tunip_str name;
    unsigned flags, method;
    uint32_t crc;
    uint64_t packed, size, at;
} member;

/* The end of the directory: behind it may be a comment. */
static const char *find_end(tunip_str data)
{
    enum { LONGEST = 65535 };
    for (size_t back = END; back <= data.size && back <= END + LONGEST; back++) {
        const char *at = data.data + data.size - back;
        if (memcmp(at, "PK\x05\x06", 4) == 0) return at;
    }
    return NULL;
}

/* Where the directory is. Large archives say it in a record of their own. */
static in_reader directory_of(tunip_str data, const char *end)
{
    enum { LOCATOR = 20, LARGE = 56 };
    uint64_t at = in_le(end + 16, 4), size = in_le(end + 12, 4);
    size_t before = (size_t)(end - data.data);
    if (before >= LOCATOR && memcmp(end - LOCATOR, "PK\x06\x07", 4) == 0) {
        uint64_t record = in_le(end - LOCATOR + 8, 8);
        if (record <= before && before - record >= LARGE) {
            size = in_le(data.data + record + 40, 8);
            at = in_le(data.data + record + 48, 8);
        }
    }
    in_reader r = in_reader_of((tunip_str){data.data, before});
    in_bytes(&r, at, "the directory of the archive");
    r.data.size = r.trouble || size > in_left(&r) ? r.data.size : r.at + (size_t)size;
    return r;
}

/* The numbers of 64 bits of a member stand in a field of their own, if they do not fit. */
static void read_large(member *m, tunip_str extra)
{
    enum { LARGE = 1 };
    const uint64_t elsewhere = UINT32_MAX;
    in_reader r = in_reader_of(extra);
    while (in_left(&r) >= 4) {
        tunip_str head = in_bytes(&r, 4, "a field");
        tunip_str field = in_bytes(&r, in_le(head.data + 2, 2), "a field");
        if (r.trouble || in_le(head.data, 2) != LARGE) continue;
        in_reader numbers = in_reader_of(field);
        if (m->size == elsewhere) m->size = in_u64(&numbers, "a size");
        if (m->packed == elsewhere) m->packed = in_u64(&numbers, "a size");
        if (m->at == elsewhere) m->at = in_u64(&numbers, "a place");
    }
}

static bool read_member(in_reader *r, member *m)
{
    tunip_str head = in_bytes(r, CENTRAL, "a member of the directory");
    if (!r->trouble && !tunip_str_begins(head, "PK\x01\x02"))
        in_fail(r, "a member of the directory");
    if (r->trouble) return false;
    *m = (member){.flags = (unsigned)in_le(head.data + 8, 2),
                  .method = (unsigned)in_le(head.data + 10, 2),
                  .crc = (uint32_t)in_le(head.data + 16, 4),
                  .packed = in_le(head.data + 20, 4),
                  .size = in_le(head.data + 24, 4),
                  .at = in_le(head.data + 42, 4)};
    m->name = in_bytes(r, in_le(head.data + 28, 2), "the name of a member");
    read_large(m, in_bytes(r, in_le(head.data + 30, 2), "the fields of a member"));
    in_bytes(r, in_le(head.data + 32, 2), "the comment of a member");
    return !r->trouble;
}

/* The bytes of a member in the file, as far as they are there. */
static tunip_str stored_bytes(in_tree *tree, const in_node *node, const member *m)
{
    in_reader r = in_reader_of(node->data);
    in_bytes(&r, m->at, "a member");
    tunip_str head = in_bytes(&r, LOCAL, "the header of a member");
    if (!r.trouble && !tunip_str_begins(head, "PK\x03\x04")) in_fail(&r, "the header of a member");
    if (!r.trouble) in_bytes(&r, in_le(head.data + 26, 2) + in_le(head.data + 28, 2), "its name");
    tunip_str rest = in_rest(&r), bytes = in_bytes(&r, m->packed, "the content of a member");
    in_complain_reader(tree, node, &r);
    return r.trouble ? rest : bytes;
}

/* Adds a member, and takes its bytes from those that members may still have. False if they are too
 * few: then members share bytes. An archive that does this, and holds such archives, would become
 * more nodes than memory has. */
static bool add_member(in_tree *tree, in_node *node, const member *m, size_t *left)
{
    enum { ENCRYPTED = 1, STORED = 0, DEFLATED = 8 };
    tunip_str bytes = stored_bytes(tree, node, m);
    if (bytes.size > *left) {
        in_complain(tree, node, m->at, "members overlap: the rest is refused");
        return false;
    }
    *left -= bytes.size;
    in_node *child = in_add(tree, node, IN_CONTAINER, m->name, "binary", bytes);
    if (!child) return false;
    const char *why = m->flags & ENCRYPTED ? "encrypted"
                      : m->method == STORED || m->method == DEFLATED
                          ? NULL
                          : "packed by an unknown method";
    if (!why && m->method == DEFLATED) {
        tunip_str unpacked = unpack(tree, child, bytes, m->size);
        if (!unpacked.data) why = "packed: too large to unpack";
        if (unpacked.data) child->data = unpacked;
    }
    if (why) {
        child->kind = tunip_str_from("packed");
        child->note = tunip_str_from(why);
    } else if (m->method == DEFLATED && tn_crc32(child->data) != m->crc) {
        in_complain(tree, child, 0, "the checksum is wrong");
    }
    return true;
}

void in_expand_zip(in_tree *tree, in_node *node)
{
    node->note = tunip_str_from("zip archive");
    const char *end = find_end(node->data);
    if (!end) {
        in_complain(tree, node, 0, "the directory at the end of the archive is missing");
        return;
    }
    in_reader r = directory_of(node->data, end);
    size_t left = node->data.size;
    member m;
    while (in_left(&r) && read_member(&r, &m)) {
        if (tunip_str_ends(m.name, "/")) continue; /* a folder */
        if (!in_is_safe_name(m.name))
            in_complain(tree, node, r.at, "a member is refused: its name leads out of the archive");
        else if (!add_member(tree, node, &m, &left))
            break;
    }
    in_complain_reader(tree, node, &r);
}

/* ---- gzip, xz, zstd ---- */

bool in_is_packed(tunip_str data)
{
    enum { LEAST = 9 }; /* of zstd; the others have longer heads */
    return data.size >= LEAST && tn_unpacker_of(data);
}

/* The name of what is in it is that of the file without ".gz". */
void in_expand_packed(in_tree *tree, in_node *node)
{
    const tn_unpacker *u = tn_unpacker_of(node->data);
    const char *name = tn_unpacker_name(u), *library = tn_unpacker_lacks(u), *trouble;
    size_t left = IN_UNPACKED_MOST - tree->unpacked;
    size_t most = tn_unpack_most(node->data.size, TN_UNPACK_RATIO);
    node->kind = tunip_str_from(name);
    node->note =
        tn_arena_say(&tree->arena, "packed with %s%s%s", name,
                     library ? "; this tunip was built without " : "", library ? library : "");
    if (library) return;
    tn_unpacked to;
    trouble = left ? tn_unpacker_run(u, node->data, most < left ? most : left, &to) : "";
    if (!left || (trouble && !*trouble)) {
        if (left) free(to.data);
        node->note = tn_arena_say(&tree->arena, "packed with %s: too large to unpack", name);
        return;
    }
    if (trouble) in_complain(tree, node, 0, "cannot unpack %s: %s", name, trouble);
    tree->unpacked += to.size;
    tunip_str data = in_keep_memory(tree, to.data, to.size);
    if (data.data)
        in_add(tree, node, IN_CONTAINER, tn_unpacked_name(u, node->name), "binary", data);
}

/* ---- NumPy ---- */

bool in_is_npy(tunip_str data)
{
    return data.size >= 10 && memcmp(data.data, "\x93NUMPY", 6) == 0;
}

/* The text behind a key of the header, a dictionary of Python. */
static const char *value_of(const char *header, const char *key)
{
    const char *found = strstr(header, key);
    found = found ? strchr(found, ':') : NULL;
    while (found && (*found == ':' || *found == ' ')) found++;
    return found;
}

/* A type such as '<f4'. False if it is none of a tensor. */
static bool read_type(const char *text, tunip_dtype *type)
{
    static const struct {
        char letter;
        unsigned char code;
    } rows[] = {{'i', 0}, {'u', 1}, {'f', 2}, {'b', 1}};
    if (!text || *text != '\'' || !text[1] || strchr("<|", text[1]) == NULL) return false;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        unsigned long bytes = text[2] ? strtoul(text + 3, NULL, 10) : 0;
        if (rows[i].letter != text[2] || !bytes || bytes > 8) continue;
        *type = (tunip_dtype){.code = rows[i].code, .bits = (uint8_t)(8 * bytes), .lanes = 1};
        return true;
    }
    return false;
}

/* A shape such as (2, 3), as numbers of 64 bits. */
static bool read_shape(in_tree *tree, const char *text, in_tensor *tensor)
{
    enum { MOST = 16 };
    char *dims = tn_arena_array(&tree->arena, 8 * MOST, 1);
    if (!text || *text++ != '(' || !dims) return false;
    while (tensor->ndim < MOST) {
        while (*text == ' ' || *text == ',') text++;
        if (*text < '0' || *text > '9') break;
        char *end;
        unsigned long long extent = strtoull(text, &end, 10);
        for (size_t i = 0; i < 8; i++) dims[8 * tensor->ndim + i] = (char)(extent >> 8 * i);
        tensor->ndim++;
        text = end;
    }
    tensor->dims = (tunip_str){dims, 8 * (size_t)tensor->ndim};
    return *text == ')';
}

/* An array in the order of Fortran, and one of records, stay bytes. */
void in_expand_npy(in_tree *tree, in_node *node)
{
    enum { HEAD = 8 };
    in_reader r = in_reader_of(node->data);
    in_tensor tensor = {.ndim = 0};
    size_t width = node->data.data[6] == 1 ? 2 : 4;
    in_bytes(&r, HEAD, "the header");
    tunip_str size = in_bytes(&r, width, "the size of the header");
    tunip_str header = in_bytes(&r, r.trouble ? 0 : in_le(size.data, width), "the header");
    in_complain_reader(tree, node, &r);
    tensor.data = in_rest(&r);
    tunip_str copy = in_copy(&tree->arena, header);
    node->note = tunip_str_from("array of NumPy");
    if (!copy.data || r.trouble) return;
    const char *order = value_of(copy.data, "'fortran_order'");
    if (order && *order == 'F' && read_type(value_of(copy.data, "'descr'"), &tensor.dtype) &&
        read_shape(tree, value_of(copy.data, "'shape'"), &tensor))
        in_show_as_tensor(tree, node, &tensor);
}
