/* tree.c -- the nodes of a file, and the tensors in them. */
#include "tree.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "bytes.h"

/* ======== tree ======== */

/* The nodes of a file. */

/* ---- nodes ---- */

static size_t hash_of(const in_node *parent, tunip_str name)
{
    uint64_t hash = 14695981039346656037u ^ (uint64_t)(uintptr_t)parent;
    for (size_t i = 0; i < name.size; i++)
        hash = (hash ^ (unsigned char)name.data[i]) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

/* The slot of a name, or the empty slot where it belongs. */
static in_node **slot_of(const in_tree *tree, const in_node *parent, tunip_str name)
{
    size_t at = hash_of(parent, name) & (tree->name_room - 1);
    for (in_node *node; (node = tree->names[at]); at = (at + 1) & (tree->name_room - 1))
        if (node->parent == parent && tunip_str_equal(node->name, name)) break;
    return &tree->names[at];
}

static bool make_room(in_tree *tree)
{
    if (2 * tree->name_count < tree->name_room) return true;
    size_t old_room = tree->name_room;
    in_node **old = tree->names;
    in_node **names = calloc(old_room ? 2 * old_room : 64, sizeof(in_node *));
    if (!names) {
        tree->arena.failed = true;
        return false;
    }
    tree->names = names;
    tree->name_room = old_room ? 2 * old_room : 64;
    for (size_t i = 0; i < old_room; i++)
        if (old[i]) *slot_of(tree, old[i]->parent, old[i]->name) = old[i];
    free(old);
    return true;
}

/* Gives a node its name. Many siblings may want the same one: the numbers behind it grow in larger
 * and larger steps, so that not all of them are tried. */
static bool name_node(in_tree *tree, in_node *node, tunip_str name)
{
    enum { MOST = 200 };
    if (!make_room(tree)) return false;
    node->name = name = in_copy_name(&tree->arena, name);
    size_t number = 1;
    in_node **slot;
    while (*(slot = slot_of(tree, node->parent, node->name))) {
        number = number < MOST ? number + 1 : number + (size_t)(hash_of(node, name) & 0xFFFF) + 1;
        node->name = tn_arena_say(&tree->arena, "%.*s~%zu",
                                  name.size < MOST ? (int)name.size : MOST, name.data, number);
        node->name = in_copy_name(&tree->arena, node->name); /* the cut may be in a character */
        if (tree->arena.failed) return false;
    }
    *slot = node;
    tree->name_count++;
    return true;
}

in_node *in_add(in_tree *tree, in_node *parent, in_role role, tunip_str name, const char *kind,
                tunip_str data)
{
    in_node *node = tn_arena_array(&tree->arena, 1, sizeof *node);
    if (!node) return NULL;
    node->role = role;
    node->number = tree->name_count;
    node->kind = tunip_str_from(kind);
    node->data = data;
    node->parent = parent;
    if (!name_node(tree, node, name)) return NULL;
    if (!parent) return tree->root = node;
    *(parent->last ? &parent->last->next : &parent->first) = node;
    return parent->last = node;
}

in_node *in_add_view(in_tree *tree, in_node *parent, const char *name, in_show_fn *show,
                     const void *model)
{
    in_node *node = in_add(tree, parent, IN_VIEW, tunip_str_from(name), "text", (tunip_str){"", 0});
    if (!node) return NULL;
    node->show = show;
    node->model = model;
    return node;
}

bool in_keep_module(in_tree *tree, in_node *node)
{
    if (tree->module_count == tree->module_room) {
        size_t room = 2 * tree->module_room + 16;
        in_node **grown = realloc(tree->modules, room * sizeof *grown);
        if (!grown) {
            tree->arena.failed = true;
            return false;
        }
        tree->modules = grown;
        tree->module_room = room;
    }
    node->module->number = tree->module_count;
    tree->modules[tree->module_count++] = node;
    return true;
}

void in_drop(const in_tree *tree, tunip_str bytes)
{
    for (size_t i = 0; i < tree->map_count; i++) {
        uintptr_t begin = (uintptr_t)tree->maps[i].data, at = (uintptr_t)bytes.data;
        if (at < begin || at + bytes.size > begin + tree->maps[i].size) continue;
        in_map_drop(bytes);
        return;
    }
}

tunip_str in_keep_memory(in_tree *tree, char *data, size_t size)
{
    in_memory *kept = tn_arena_array(&tree->arena, 1, sizeof *kept);
    if (!kept) free(data);
    if (!kept) return (tunip_str){NULL, 0};
    *kept = (in_memory){tree->memory, data};
    tree->memory = kept;
    return (tunip_str){data ? data : "", size};
}

void in_tree_free(in_tree *tree)
{
    for (in_memory *kept = tree->memory; kept; kept = kept->next) free(kept->data);
    free(tree->modules);
    free(tree->problems);
    free(tree->names);
    tn_arena_free(&tree->arena);
}

/* ---- problems ---- */

void in_complain(in_tree *tree, const in_node *node, size_t offset, const char *format, ...)
{
    enum { MOST = 100 };
    if (tree->problem_count == MOST) {
        tree->problems_left_out++;
        return;
    }
    if (!tree->problems) tree->problems = calloc(MOST, sizeof *tree->problems);
    if (!tree->problems) {
        tree->arena.failed = true;
        return;
    }
    va_list args;
    va_start(args, format);
    tunip_str sentence = tn_arena_format(&tree->arena, format, args);
    va_end(args);
    tree->problems[tree->problem_count++] = (in_problem){node, offset, sentence};
}

void in_complain_reader(in_tree *tree, const in_node *node, const in_reader *reader)
{
    if (reader->trouble)
        in_complain(tree, node, reader->trouble_at, "expected %s", reader->trouble);
}

/* ---- paths ---- */

void in_put_path(in_text *out, const in_node *node)
{
    if (!node || !node->parent) return;
    in_put_path(out, node->parent);
    if (node->parent->parent) in_puts(out, "/");
    in_put(out, node->name);
}

in_node *in_walk(const in_tree *tree, const in_node *node)
{
    if (!node) return tree->root;
    if (node->first) return node->first;
    while (node && !node->next) node = node->parent;
    return node ? node->next : NULL;
}

static bool ends_with(tunip_str text, tunip_str end)
{
    if (end.size > text.size) return false;
    size_t begin = text.size - end.size;
    if (!tunip_str_equal((tunip_str){text.data + begin, end.size}, end)) return false;
    return begin == 0 || text.data[begin - 1] == '/';
}

bool in_is_called(const in_node *node, tunip_str path, bool *is_whole)
{
    in_text whole = {.spans = NULL};
    in_put_path(&whole, node);
    if (!node->parent) in_put(&whole, node->name);
    *is_whole = tunip_str_equal(in_str(&whole), path);
    bool is_kind = node->role == IN_MODULE && tunip_str_equal(node->kind, path);
    bool is_called = path.size && (is_kind || ends_with(in_str(&whole), path));
    in_text_free(&whole);
    return is_called;
}

in_node *in_find(const in_tree *tree, tunip_str path, size_t *count)
{
    in_node *found = NULL;
    bool is_whole;
    *count = 0;
    for (in_node *node = NULL; (node = in_walk(tree, node));) {
        if (!in_is_called(node, path, &is_whole)) continue;
        found = is_whole || !found ? node : found;
        *count = is_whole ? 1 : *count + 1;
        if (is_whole) break;
    }
    return found;
}

in_node *in_child_called(const in_tree *tree, const in_node *parent, tunip_str name)
{
    return *slot_of(tree, parent, name);
}

in_node *in_child(const in_node *node, const char *name)
{
    for (in_node *child = node ? node->first : NULL; child; child = child->next)
        if (tunip_str_is(child->name, name)) return child;
    return NULL;
}

/* ======== tensor ======== */

/* Saved tensors: their shape, their type, statistics of their elements. */

/* ---- types ---- */

tunip_dtype in_read_dtype(in_reader *r)
{
    uint32_t bits = in_u32(r, "a type");
    return (tunip_dtype){(uint8_t)bits, (uint8_t)(bits >> 8), (int16_t)(bits >> 16)};
}

/* v0.19 spells bool as one bit of uint, void with its name, and has other codes for 8-bit floats.
 * */
static void put_dtype_v19(in_text *out, tunip_dtype dtype)
{
    static const char *const names[] = {"int",    "uint", "float",      "handle",
                                        "bfloat", NULL,   "e4m3_float", "e5m2_float"};
    const char *name = dtype.code < TUNIP_LEN(names) ? names[dtype.code] : NULL;
    if (dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1 && dtype.lanes == 1) {
        in_puts(out, "bool");
        return;
    }
    if (name)
        in_puts(out, name);
    else
        in_say(out, "custom[%d]", dtype.code);
    if (dtype.code == TUNIP_DTYPE_HANDLE) return;
    in_say(out, "%d", dtype.bits);
    if (dtype.lanes > 1) in_say(out, "x%d", dtype.lanes);
    if (dtype.lanes < -1) in_say(out, "xvscalex%d", -dtype.lanes);
}

void in_put_dtype(in_text *out, tunip_dtype dtype, unsigned vintage)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (vintage == 19 && (dtype.bits || dtype.lanes)) {
        put_dtype_v19(out, dtype);
        return;
    }
    size_t size = tunip_dtype_name(dtype, name);
    in_put(out, (tunip_str){name, size});
}

/* "float32[16, 4]" */
static void put_tensor_type(in_text *out, const in_tensor *tensor, unsigned vintage)
{
    in_put_dtype(out, tensor->dtype, vintage);
    in_puts(out, "[");
    for (uint32_t i = 0; i < tensor->ndim; i++)
        in_say(out, "%s%lld", i ? ", " : "", (long long)in_i64_at(tensor->dims, i));
    in_puts(out, "]");
}

/* ---- reading ---- */

in_tensor in_read_tensor(in_reader *r)
{
    static const uint64_t magic = 0xDD5E40F096B4A13F;
    in_tensor tensor = {.ndim = 0};
    in_reader start = *r;
    if (in_u64(r, "a tensor") != magic) {
        r->at = start.at;
        in_fail(r, "the magic number of a tensor");
        return tensor;
    }
    in_u64(r, "a tensor");
    in_u64(r, "the device of a tensor");
    tensor.ndim = in_u32(r, "the dimensions of a tensor");
    tensor.dtype = in_read_dtype(r);
    tensor.dims = in_bytes(r, (uint64_t)tensor.ndim * 8, "the shape of a tensor");
    tensor.data = in_string(r, "the elements of a tensor");
    if (r->trouble) tensor = (in_tensor){.ndim = 0, .dims = {"", 0}, .data = {"", 0}};
    return tensor;
}

void in_show_as_tensor(in_tree *tree, in_node *node, const in_tensor *tensor)
{
    in_tensor *kept = tn_arena_array(&tree->arena, 1, sizeof *kept);
    if (!kept) return;
    *kept = *tensor;
    node->model = kept;
    node->show = in_show_tensor;
    in_text note = {.spans = NULL};
    if (tensor->ndim <= 16) put_tensor_type(&note, tensor, tree->vintage);
    node->note = in_copy(&tree->arena, in_str(&note));
    in_text_free(&note);
}

in_node *in_add_tensor(in_tree *tree, in_node *parent, tunip_str name, const in_tensor *tensor)
{
    in_node *node = in_add(tree, parent, IN_PART, name, "tensor", tensor->data);
    if (node) in_show_as_tensor(tree, node, tensor);
    return node;
}

void in_read_params(in_tree *tree, in_node *parent, in_reader *r, tunip_str names, uint64_t count)
{
    in_reader each = in_reader_of(names);
    uint64_t named = in_u64(&each, "the number of names");
    if (named != count && !r->trouble)
        in_complain(tree, parent, r->at, "there are %llu names for %llu tensors",
                    (unsigned long long)named, (unsigned long long)count);
    for (uint64_t i = 0; i < count && !r->trouble; i++) {
        tunip_str name = i < named ? in_string(&each, "a name") : (tunip_str){"unnamed", 7};
        in_tensor tensor = in_read_tensor(r);
        if (!r->trouble) in_add_tensor(tree, parent, name, &tensor);
    }
}

void in_expand_params(in_tree *tree, in_node *node)
{
    in_reader r = in_reader_of(node->data);
    in_u64(&r, "the magic number of parameters");
    in_u64(&r, "reserved bytes");
    tunip_str names = in_strings(&r, "the names of parameters");
    uint64_t count = in_u64(&r, "the number of parameters");
    if (!r.trouble) in_read_params(tree, node, &r, names, count);
    in_complain_reader(tree, node, &r);
}

/* ---- statistics ---- */

typedef struct statistics {
    double least, most, sum, squares;
    size_t count, zeros, nans, infinities;
} statistics;

static double widen_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

static double element(tunip_dtype dtype, const char *at)
{
    size_t size = dtype.bits / 8;
    switch (dtype.code) {
    case TUNIP_DTYPE_INT:
        return (double)tn_le_int(at, size);
    case TUNIP_DTYPE_BFLOAT:
        return widen_float((uint32_t)tn_le(at, size) << 16);
    case TUNIP_DTYPE_FLOAT:
        return tn_le_real(at, size);
    default:
        return (double)tn_le(at, size);
    }
}

static bool has_numbers(tunip_dtype dtype)
{
    bool whole = dtype.bits == 8 || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64;
    switch (dtype.code) {
    case TUNIP_DTYPE_INT:
    case TUNIP_DTYPE_UINT:
    case TUNIP_DTYPE_BOOL:
        return whole;
    case TUNIP_DTYPE_FLOAT:
        return whole && dtype.bits > 8;
    case TUNIP_DTYPE_BFLOAT:
        return dtype.bits == 16;
    default:
        return false;
    }
}

static void add_element(statistics *s, double value)
{
    s->count++;
    s->zeros += value == 0;
    if (isnan(value)) {
        s->nans++;
        return;
    }
    if (isinf(value)) {
        s->infinities++;
        return;
    }
    bool first = s->count == s->nans + s->infinities + 1;
    s->least = first || value < s->least ? value : s->least;
    s->most = first || value > s->most ? value : s->most;
    s->sum += value;
    s->squares += value * value;
}

static statistics measure(const in_tree *tree, const in_tensor *tensor)
{
    enum { STEP = 1 << 20 };
    statistics s = {.count = 0};
    size_t size = tensor->dtype.bits / 8, done = 0;
    for (size_t at = 0; at + size <= tensor->data.size; at += size) {
        add_element(&s, element(tensor->dtype, tensor->data.data + at));
        if (at - done < STEP) continue;
        in_drop(tree, (tunip_str){tensor->data.data + done, at - done});
        done = at;
    }
    return s;
}

void in_show_tensor(const in_tree *tree, const in_node *node, in_text *out)
{
    const in_tensor *tensor = node->model;
    put_tensor_type(out, tensor, tree->vintage);
    in_say(out, "\n%zu bytes\n", tensor->data.size);
    if (!has_numbers(tensor->dtype)) return;
    statistics s = measure(tree, tensor);
    size_t finite = s.count - s.nans - s.infinities;
    in_say(out, "%zu elements: %zu zeros, %zu NaN, %zu infinite\n", s.count, s.zeros, s.nans,
           s.infinities);
    if (!finite) return;
    double mean = s.sum / (double)finite;
    double variance = s.squares / (double)finite - mean * mean;
    in_say(out, "min %.9g, max %.9g, mean %.9g, standard deviation %.9g\n", s.least, s.most, mean,
           sqrt(variance > 0 ? variance : 0));
    enum { FIRST = 8 };
    size_t size = tensor->dtype.bits / 8;
    in_puts(out, "begins with");
    for (size_t i = 0; i < FIRST && i < s.count; i++)
        in_say(out, " %.9g", element(tensor->dtype, tensor->data.data + i * size));
    in_puts(out, "\n");
}
