/* pieces.c -- modules as artifacts: one for each piece of code, and one for the rest.
 *
 * The Artifact RFC has an artifact for each output of a code generator: of CUDA the source, the PTX
 * and the metadata. TVM saves a module as one run of bytes. The pieces are cut out of these bytes.
 * The rest is
 *
 *     the text "tunipcut", the number of pieces;
 *     of each piece its place in the module, its size, the size of its name, its name;
 *     the bytes of the module that belong to no piece.
 *
 * Numbers have 64 bits, little-endian. */
#include "pieces.h"

#include "files.h"
#include "module.h"

static const char magic[8] = {'t', 'u', 'n', 'i', 'p', 'c', 'u', 't'};

/* ---- cutting ---- */

tunip_str in_codegen(const in_node *node)
{
    while (node && node->role != IN_MODULE) node = node->parent;
    if (!node) return (tunip_str){"", 0};
    return node->artifact ? node->artifact->codegen_id : in_codegen_of(node->kind);
}

bool in_is_piece(const in_node *part)
{
    if (part->role != IN_PART || !part->data.size || part->head.size || part->first) return false;
    tunip_str whole = part->parent->data;
    uintptr_t begin = (uintptr_t)whole.data, at = (uintptr_t)part->data.data;
    return at >= begin && at - begin <= whole.size && part->data.size <= whole.size - (at - begin);
}

static bool is_rest(const tunip_artifact *artifact)
{
    tunip_str content = artifact->content;
    return content.size >= sizeof magic && memcmp(content.data, magic, sizeof magic) == 0 &&
           tunip_str_ends(artifact->file_name, IN_REST);
}

/* Whether a name is the name of a file as it is. */
static bool is_file_name(tunip_str name)
{
    char component[IN_COMPONENT];
    tunip_str rest = name;
    in_take_component(&rest, component);
    return !rest.size && tunip_str_is(name, component);
}

/* Pieces come one behind the other, and their names are those of files. A module with weights is
 * saved as it is, so that nothing needs to copy it. */
bool in_has_pieces(const in_node *module)
{
    size_t count = 0, end = 0;
    if (module->artifact) return is_rest(module->artifact);
    if (module->role != IN_MODULE || module->is_missing || module->vm) return false;
    if (module->module->is_exportable) return false;
    for (const in_node *part = module->first; part; part = part->next) {
        if (part->role == IN_PART && (part->head.size || part->first)) return false;
        if (!in_is_piece(part)) continue;
        size_t at = (size_t)(part->data.data - module->data.data);
        if (at < end || !is_file_name(part->name)) return false;
        count++;
        end = at + part->data.size;
    }
    return count > 0;
}

static void put_u64(in_text *out, uint64_t number)
{
    char bytes[8];
    tn_put_le(bytes, number, sizeof bytes);
    in_put(out, (tunip_str){bytes, sizeof bytes});
}

void in_put_rest(in_text *out, const in_node *module)
{
    tunip_str data = module->data;
    size_t count = 0, end = 0;
    for (const in_node *part = module->first; part; part = part->next) count += in_is_piece(part);
    in_put(out, (tunip_str){magic, sizeof magic});
    put_u64(out, count);
    for (const in_node *part = module->first; part; part = part->next) {
        if (!in_is_piece(part)) continue;
        put_u64(out, (size_t)(part->data.data - data.data));
        put_u64(out, part->data.size);
        put_u64(out, part->name.size);
        in_put(out, part->name);
    }
    for (const in_node *part = module->first; part; part = part->next) {
        if (!in_is_piece(part)) continue;
        size_t at = (size_t)(part->data.data - data.data);
        in_put(out, (tunip_str){data.data + end, at - end});
        end = at + part->data.size;
    }
    in_put(out, (tunip_str){data.data + end, data.size - end});
}

/* ---- joining ---- */

/* A piece as the rest describes it. */
typedef struct place {
    uint64_t at, size;
    const tunip_artifact *artifact; /* NULL: it is missing */
} place;

/* Reads the places of all pieces. */
typedef struct places {
    in_reader r;
    uint64_t left;
    const tunip_artifact_set *set;
    const tunip_artifact *artifact;
} places;

static places places_of(const tunip_artifact_set *set, const tunip_artifact *rest)
{
    places p = {.r = in_reader_of(rest->content), .set = set, .artifact = rest};
    in_bytes(&p.r, sizeof magic, "the magic of a module");
    p.left = in_count(&p.r, 24, "the number of pieces");
    return p;
}

/* The artifact with a name in the folder of the rest. */
static const tunip_artifact *find(const places *p, tunip_str name)
{
    in_text codegen = {.spans = NULL}, path = {.spans = NULL};
    tunip_str own = p->artifact->file_name;
    in_put(&codegen, p->artifact->codegen_id);
    in_put(&codegen, (tunip_str){"", 1});
    in_put(&path, (tunip_str){own.data, own.size - strlen(IN_REST)});
    in_put(&path, name);
    in_put(&path, (tunip_str){"", 1});
    bool fine = !codegen.raw.failed && !path.raw.failed;
    const tunip_artifact *found =
        fine ? tunip_artifact_set_find(p->set, codegen.raw.bytes.items, path.raw.bytes.items)
             : NULL;
    in_text_free(&codegen);
    in_text_free(&path);
    return found;
}

static bool next_place(places *p, place *out)
{
    if (!p->left || p->r.trouble) return false;
    p->left--;
    out->at = in_u64(&p->r, "the place of a piece");
    out->size = in_u64(&p->r, "the size of a piece");
    out->artifact = find(p, in_string(&p->r, "the name of a piece"));
    return !p->r.trouble;
}

static size_t index_in(const tunip_artifact_set *set, const tunip_artifact *piece)
{
    return (size_t)(piece - tunip_artifact_set_get(set, 0));
}

void in_mark_pieces(const tunip_artifact_set *set, const tunip_artifact *rest, in_piece_mark *marks)
{
    place piece;
    if (!is_rest(rest)) return;
    for (places p = places_of(set, rest); next_place(&p, &piece);)
        if (piece.artifact) marks[index_in(set, piece.artifact)] = IN_PIECE;
}

/* Adds a piece. TVM writes the size of most pieces in front of them: if the piece has changed, so
 * must this number. */
static void put_piece(in_text *out, const place *piece, tunip_str content)
{
    size_t count = out->raw.bytes.count;
    if (content.size != piece->size && count >= 8 && !out->raw.failed) {
        char *number = out->raw.bytes.items + count - 8;
        if (tn_le(number, 8) == piece->size) tn_put_le(number, content.size, 8);
    }
    in_put(out, content);
}

bool in_join_pieces(in_tree *tree, in_node *module, const tunip_artifact_set *set,
                    const tunip_artifact *rest, in_piece_mark *marks)
{
    if (!is_rest(rest)) return false;
    in_text out = {.spans = NULL};
    place piece;
    places p = places_of(set, rest), again = p;
    while (next_place(&p, &piece)) continue;
    tunip_str around = {p.r.data.data + p.r.at, p.r.data.size - p.r.at};
    in_complain_reader(tree, module, &p.r);
    uint64_t end = 0; /* in the module */
    while (next_place(&again, &piece)) {
        uint64_t gap = piece.at - end;
        if (piece.at < end || gap > around.size) {
            in_complain(tree, module, 0, "the place of a piece is wrong");
            break;
        }
        in_piece_mark *mark = piece.artifact ? &marks[index_in(set, piece.artifact)] : NULL;
        if (mark && *mark == IN_PIECE_JOINED) {
            in_complain(tree, module, 0, "a piece is listed twice");
            break;
        }
        if (mark) *mark = IN_PIECE_JOINED;
        in_put(&out, (tunip_str){around.data, (size_t)gap});
        around.data += gap;
        around.size -= (size_t)gap;
        put_piece(&out, &piece, piece.artifact ? piece.artifact->content : (tunip_str){"", 0});
        end = piece.at + piece.size;
    }
    in_put(&out, around);
    module->data = in_copy(&tree->arena, in_str(&out));
    if (out.raw.failed) tree->arena.failed = true;
    in_text_free(&out);
    return true;
}

void in_name_pieces(in_node *module, const tunip_artifact_set *set, const tunip_artifact *rest)
{
    place piece;
    in_node *part = module->first;
    for (places p = places_of(set, rest); next_place(&p, &piece);) {
        if (!piece.artifact || !piece.artifact->content.size) continue;
        while (part && !in_is_piece(part)) part = part->next;
        if (!part) break;
        part->artifact = piece.artifact;
        part = part->next;
    }
}
