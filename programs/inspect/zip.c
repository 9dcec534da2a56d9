/* zip.c -- archives whose members may be packed (zip: .whl, .npz, .pt), packed files (gzip, xz,
 * zstd), and arrays of NumPy. */
#include "zip.h"

#include <stdlib.h>

#include "../../src/util/npy.h"
#include "../../src/util/unpack.h"
#include "../../src/util/zip.h"
#include "files.h"

/* ---- zip ---- */

/* The bytes that may still be unpacked. */
static size_t left_of(const in_tree *tree)
{
    return tree->unpacked < IN_UNPACKED_MOST ? IN_UNPACKED_MOST - tree->unpacked : 0;
}

/* Unpacks to memory of the tree. Returns why it stays packed, or NULL. */
static const char *unpack(in_tree *tree, in_node *node, const tn_zip_member *m)
{
    const char *why = tn_zip_refusal(m);
    if (why || !tn_zip_is_packed(m)) return why;
    if (m->size > left_of(tree) || !tn_zip_fits(m, node->data))
        return "packed: too large to unpack";
    char *room = malloc((size_t)m->size + 1);
    if (!room) return "packed: out of memory";
    tunip_str made;
    const char *trouble = tn_zip_unpack(m, node->data, room, &made);
    if (trouble) in_complain(tree, node, 0, "%s", trouble);
    tree->unpacked += (size_t)m->size;
    made = in_keep_memory(tree, room, made.size);
    if (made.data) node->data = made;
    return NULL;
}

static void add_member(in_tree *tree, in_node *node, tn_zip *zip, const tn_zip_member *m)
{
    tunip_str bytes = tn_zip_stored(zip, m);
    if (zip->trouble)
        in_complain(tree, node, zip->trouble_at, "%s%s", zip->trouble,
                    zip->is_shared ? ": the rest is refused" : "");
    if (zip->is_shared) return;
    zip->trouble = NULL;
    in_node *child = in_add(tree, node, IN_CONTAINER, m->name, "binary", bytes);
    const char *why = child ? unpack(tree, child, m) : NULL;
    if (why) child->kind = tunip_str_from("packed");
    if (why) child->note = tunip_str_from(why);
}

void in_expand_zip(in_tree *tree, in_node *node)
{
    node->note = tunip_str_from("zip archive");
    tn_zip zip = tn_zip_open(node->data);
    tn_zip_member m;
    while (tn_zip_next(&zip, &m) && !zip.is_shared) {
        if (tunip_str_ends(m.name, "/")) continue; /* a folder */
        if (in_take_name(tree, node, zip.at, m.name)) add_member(tree, node, &zip, &m);
    }
    if (zip.trouble && !zip.is_shared) in_complain(tree, node, zip.trouble_at, "%s", zip.trouble);
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
    size_t left = left_of(tree);
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
    if (trouble && !to.size) {
        free(to.data);
        return;
    }
    tree->unpacked += to.size;
    tunip_str data = in_keep_memory(tree, to.data, to.size);
    if (data.data)
        in_add(tree, node, IN_CONTAINER, tn_unpacked_name(u, node->name), "binary", data);
}

/* ---- NumPy ---- */

/* Elements in the order of Fortran, with the other order of bytes, records, and numbers of more
 * than 31 bytes stay bytes: the header says what they are. */
void in_expand_npy(in_tree *tree, in_node *node)
{
    tn_npy n;
    const char *flaw = tn_npy_read(node->data, &n);
    char *dims = tn_arena_array(&tree->arena, 8 * TUNIP_LEN(n.dims), 1);
    node->note = tn_arena_say(&tree->arena, "array of NumPy%s%.*s", n.header.size ? ": " : "",
                              in_short(n.header), n.header.data);
    if (flaw && !n.data.data) in_complain(tree, node, 0, "%s", flaw);
    if (flaw || !dims || !n.bits || n.letter == 'V' || n.order == '>' || (n.fortran && n.rank > 1))
        return;
    uint64_t size = n.bytes;
    for (size_t i = 0; i < n.rank; i++) {
        tn_put_le(dims + 8 * i, (uint64_t)n.dims[i], 8);
        size = n.dims[i] && size > SIZE_MAX / (uint64_t)n.dims[i] ? SIZE_MAX
                                                                  : size * (uint64_t)n.dims[i];
    }
    if (size != n.data.size)
        in_complain(tree, node, 0, "the array has %zu bytes, and its shape is for %llu",
                    n.data.size, (unsigned long long)size);
    in_tensor tensor = {
        tunip_dtype_make(n.code, n.bits, 1), (uint32_t)n.rank, {dims, 8 * n.rank}, n.data};
    in_show_as_tensor(tree, node, &tensor);
}
