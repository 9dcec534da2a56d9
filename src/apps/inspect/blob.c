/* blob.c -- the blob in which a library of TVM embeds its modules.
 *
 * v0.19: the number of records; each a key and what SaveToBinary() wrote, without a length. The key
 * "_lib" stands for the library itself. The last key is "_import_tree", with the imports of all
 * modules. Without it, the library is the root and imports all modules.
 *
 * v0.23: the imports first; then, for each module, its key and the length and bytes of its content.
 *
 * Imports are two lists of numbers: the children of module i are children[rows[i]] to
 * children[rows[i + 1]], without the last. Both versions begin with the size of the rest. */
#include "blob.h"

#include <stdio.h>
#include <stdlib.h>

#include "module.h"

typedef struct record {
    tunip_str key, data;
    size_t index; /* in the walk from the root; SIZE_MAX: not reached */
    in_node *node;
} record;

typedef struct blob {
    in_tree *tree;
    in_node *node, *home;
    in_reader r;
    tunip_str rows, children; /* 64-bit numbers */
    record *records;
    size_t count;
    size_t failures;
} blob;

/* ---- imports ---- */

static tunip_str read_numbers(in_reader *r, const char *what)
{
    return in_bytes(r, 8 * (uint64_t)in_count(r, 8, what), what);
}

static void read_imports(blob *b)
{
    b->rows = read_numbers(&b->r, "the imports: the row pointers");
    b->children = read_numbers(&b->r, "the imports: the child indices");
}

/* The imports of a module: [begin, end) of the children; empty if they are damaged. */
static void imports_of(const blob *b, size_t index, size_t *begin, size_t *end)
{
    *begin = *end = 0;
    if (b->rows.size / 8 < index + 2) return;
    uint64_t from = (uint64_t)in_i64_at(b->rows, index);
    uint64_t to = (uint64_t)in_i64_at(b->rows, index + 1);
    if (from > to || to > b->children.size / 8) return;
    *begin = (size_t)from;
    *end = (size_t)to;
}

static void check_imports(blob *b)
{
    for (size_t i = 0; i < b->count; i++) {
        size_t begin, end;
        imports_of(b, i, &begin, &end);
        bool has_row = b->rows.size / 8 >= i + 2;
        uint64_t first = has_row ? (uint64_t)in_i64_at(b->rows, i) : 0;
        uint64_t stated = has_row ? (uint64_t)in_i64_at(b->rows, i + 1) - first : 1;
        if (stated != end - begin)
            in_complain(b->tree, b->node, 0, "the imports of module %zu are damaged", i);
        for (size_t k = begin; k < end; k++)
            if ((uint64_t)in_i64_at(b->children, k) >= b->count)
                in_complain(b->tree, b->node, 0, "module %zu imports module %llu of %zu", i,
                            (unsigned long long)in_i64_at(b->children, k), b->count);
    }
}

/* ---- records ---- */

static bool is_lib(tunip_str key)
{
    return tunip_str_is(key, "_lib");
}

static bool begins_with_known(tunip_str data)
{
    if (!in_is_loader(data)) return false;
    in_reader r = in_reader_of(data);
    tunip_str key = in_string(&r, "a key");
    if (is_lib(key) || tunip_str_is(key, "_import_tree")) return true;
    tunip_str rest = {data.data + r.at, data.size - r.at};
    return in_module_size(key, rest, true) != SIZE_MAX ||
           in_module_size(key, rest, false) != SIZE_MAX;
}

/* A record that cannot be read ends where the next one that can begins. */
static size_t find_end(blob *b, tunip_str rest)
{
    enum { MOST_FAILURES = 20 };
    if (++b->failures > MOST_FAILURES) return rest.size;
    for (size_t at = 0; rest.size - at >= 9; at++) {
        if (rest.data[at + 1] || !rest.data[at]) continue;
        if (begins_with_known((tunip_str){rest.data + at, rest.size - at})) return at;
    }
    return rest.size;
}

static void read_v19_record(blob *b, record *out, bool more)
{
    size_t at = b->r.at;
    out->key = in_string(&b->r, "the loader of a module");
    if (b->r.trouble || is_lib(out->key)) return;
    tunip_str rest = {b->r.data.data + b->r.at, in_left(&b->r)};
    size_t size = in_module_size(out->key, rest, more);
    if (size == SIZE_MAX) {
        size = find_end(b, rest);
        in_complain(b->tree, b->node, at,
                    "the module of the loader `%.*s` cannot be read; tunip searched for its end",
                    in_whole(out->key), out->key.data);
    }
    out->data = in_bytes(&b->r, size, "a module");
}

static bool make_records(blob *b, size_t count)
{
    b->records = calloc(count + 1, sizeof *b->records);
    if (!b->records) b->tree->arena.failed = true;
    return b->records != NULL;
}

static void read_v19(blob *b)
{
    size_t count = in_count(&b->r, 9, "the number of records");
    if (!make_records(b, count + 1)) return;
    size_t slot = 1; /* the root, if the library is the root */
    bool has_tree = false;
    for (size_t i = 0; i < count && !b->r.trouble; i++) {
        in_reader ahead = b->r;
        if (tunip_str_is(in_string(&ahead, "a key"), "_import_tree")) {
            b->r = ahead;
            read_imports(b);
            has_tree = !b->r.trouble;
            continue;
        }
        record *out = &b->records[slot];
        read_v19_record(b, out, i + 1 < count);
        slot += !b->r.trouble;
    }
    if (has_tree) {
        memmove(b->records, b->records + 1, slot * sizeof *b->records);
        b->count = slot - 1;
    } else {
        b->records[0].key = tunip_str_from("_lib");
        b->count = slot;
    }
}

static void read_v23(blob *b)
{
    read_imports(b);
    size_t count = b->rows.size / 8 ? b->rows.size / 8 - 1 : 0;
    if (!b->r.trouble && !count) in_fail(&b->r, "one module or more");
    size_t possible = in_left(&b->r) / 8;
    if (!make_records(b, count < possible ? count : possible)) return;
    for (size_t i = 0; i < count && !b->r.trouble; i++) {
        record *out = &b->records[i];
        out->key = in_string(&b->r, "the loader of a module");
        size_t at = b->r.at + 8;
        if (!b->r.trouble && !is_lib(out->key))
            out->data = in_string(&b->r, "the content of a module");
        b->count += !b->r.trouble;
        if (!b->r.trouble || !out->key.size || at >= b->r.data.size) continue;
        out->data =
            (tunip_str){b->r.data.data + at, b->r.data.size - at}; /* as far as it is there */
        b->count++;
    }
}

/* ---- the walk ---- */

static size_t push(size_t *stack, size_t top, const blob *b, size_t module)
{
    size_t begin, end;
    imports_of(b, module, &begin, &end);
    while (end-- > begin) {
        uint64_t child = (uint64_t)in_i64_at(b->children, end);
        if (child < b->count) stack[top++] = (size_t)child;
    }
    return top;
}

/* Numbers the modules in the order of a walk from the root, parents first. */
static void walk(blob *b, size_t *order)
{
    size_t *stack = calloc(b->children.size / 8 + b->count + 1, sizeof *stack);
    size_t top = 0, done = 0;
    if (!stack) b->tree->arena.failed = true;
    for (size_t i = 0; i < b->count; i++) b->records[i].index = SIZE_MAX;
    if (stack && b->count) stack[top++] = 0;
    for (size_t i = 0; stack && !b->rows.size && i + 1 < b->count; i++)
        stack[top++] = b->count - 1 - i;
    if (top > 1) { /* the library imports all others: it comes first */
        size_t root = stack[0];
        memmove(stack, stack + 1, (top - 1) * sizeof *stack);
        stack[top - 1] = root;
    }
    while (top) {
        record *next = &b->records[stack[--top]];
        if (next->index != SIZE_MAX) continue;
        order[done] = (size_t)(next - b->records);
        next->index = done++;
        top = push(stack, top, b, (size_t)(next - b->records));
    }
    for (size_t i = 0; i < b->count; i++)
        if (b->records[i].index == SIZE_MAX) order[done++] = i;
    free(stack);
}

/* ---- nodes ---- */

static void add_module(blob *b, record *from, size_t number, tunip_str library)
{
    in_tree *tree = b->tree;
    tunip_str kind = from->key, data = is_lib(kind) ? library : from->data;
    tunip_str name = in_format(&tree->arena, "%zu-%.*s", number,
                               kind.size < 200 ? (int)kind.size : 200, kind.data);
    for (size_t i = 0; i < name.size; i++) /* a name of a file */
        if (name.data[i] == '/' || name.data[i] == '\\') ((char *)name.data)[i] = '_';
    in_node *node = in_add(tree, b->home, IN_MODULE, name, "", data);
    in_module *module = in_alloc(&tree->arena, 1, sizeof *module);
    if (!node || !module) return;
    node->kind = in_copy_name(&tree->arena, kind);
    node->is_missing = is_lib(kind) && !library.size;
    node->module = module;
    *module = (in_module){
        .index = number, .is_exportable = is_lib(kind), .is_reached = from->index != SIZE_MAX};
    from->node = node;
    if (!is_lib(kind)) in_expand_module(tree, node);
}

static void link_imports(blob *b, size_t index)
{
    size_t begin, end;
    imports_of(b, index, &begin, &end);
    bool is_root = !b->rows.size && index == 0;
    in_node *node = b->records[index].node;
    size_t count = is_root ? b->count - 1 : end - begin;
    in_node **imports = node ? in_alloc(&b->tree->arena, count + 1, sizeof *imports) : NULL;
    if (!imports) return;
    node->module->imports = imports;
    for (size_t i = 0; i < count; i++) {
        uint64_t child = is_root ? i + 1 : (uint64_t)in_i64_at(b->children, begin + i);
        in_node *import = child < b->count ? b->records[child].node : NULL;
        if (import) imports[node->module->import_count++] = import;
    }
}

static void add_modules(blob *b, tunip_str library)
{
    size_t *order = calloc(b->count + 1, sizeof *order);
    if (!order) {
        b->tree->arena.failed = true;
        return;
    }
    walk(b, order);
    for (size_t i = 0; i < b->count; i++) {
        record *from = &b->records[order[i]];
        add_module(b, from, i, library);
        if (from->index == SIZE_MAX)
            in_complain(b->tree, from->node, 0, "no other module imports this one");
    }
    for (size_t i = 0; i < b->count; i++) link_imports(b, i);
    for (size_t i = 0; i < b->count; i++)
        if (b->records[order[i]].node) in_keep_module(b->tree, b->records[order[i]].node);
    free(order);
}

/* ---- the blob ---- */

/* In v0.23, the third number is the first row pointer, 0; in v0.19, it is the size of a key. */
static unsigned vintage_of(tunip_str data)
{
    in_reader r = in_reader_of(data);
    in_u64(&r, "the size of the blob");
    uint64_t count = in_u64(&r, "a number");
    uint64_t third = in_u64(&r, "a number");
    if (r.trouble) return data.size == 16 && !count ? 19 : 0;
    return third ? 19 : 23;
}

bool in_is_blob(tunip_str data)
{
    enum { MOST_BITS = 48 };
    in_reader r = in_reader_of(data);
    uint64_t size = in_u64(&r, "the size of the blob");
    if (r.trouble || size >> MOST_BITS || size < 8) return false; /* it may be cut */
    unsigned vintage = vintage_of(data);
    if (vintage == 19) {
        uint64_t count = in_u64(&r, "the number of records");
        tunip_str rest = {r.data.data + r.at, in_left(&r)};
        return count ? count <= size / 9 && in_is_loader(rest) : data.size == 16;
    }
    if (vintage != 23) return false;
    read_numbers(&r, "row pointers");
    read_numbers(&r, "child indices");
    tunip_str rest = {r.data.data + r.at, in_left(&r)};
    return !r.trouble && in_is_loader(rest);
}

/* The key of the first module, of a blob. */
static tunip_str first_key(tunip_str data)
{
    in_reader r = in_reader_of(data);
    bool is_19 = vintage_of(data) == 19;
    in_u64(&r, "the size of the blob");
    if (is_19) in_u64(&r, "the number of records");
    for (int i = 0; !is_19 && i < 2; i++) read_numbers(&r, "imports");
    return in_string(&r, "a key");
}

tunip_str in_search_blob(tunip_str data)
{
    for (size_t at = 0; data.size - at >= 24; at++) {
        tunip_str rest = {data.data + at, data.size - at};
        if (rest.data[6] || rest.data[7] || !in_is_blob(rest)) continue;
        tunip_str key = first_key(rest);
        if (!is_lib(key) && !in_knows_loader(key)) continue;
        uint64_t size = in_le(rest.data, 8);
        if (size < rest.size - 8) rest.size = 8 + (size_t)size;
        return rest;
    }
    return (tunip_str){NULL, 0};
}

void in_expand_blob(in_tree *tree, in_node *node, in_node *home, tunip_str library)
{
    blob b = {.tree = tree, .node = node, .home = home, .r = in_reader_of(node->data)};
    unsigned vintage = vintage_of(node->data);
    uint64_t size = in_u64(&b.r, "the size of the blob");
    if (size < in_left(&b.r)) {
        in_complain(tree, node, 0, "%zu bytes follow the blob", in_left(&b.r) - (size_t)size);
        b.r.data.size = 8 + (size_t)size;
    } else if (size > in_left(&b.r)) {
        in_complain(tree, node, 0, "the blob ends too early: %zu of %llu bytes are there",
                    in_left(&b.r), (unsigned long long)size);
    }
    if (!tree->vintage) tree->vintage = vintage;
    node->note = in_format(&tree->arena, "TVM v0.%u", vintage);
    if (vintage == 19)
        read_v19(&b);
    else
        read_v23(&b);
    in_complain_reader(tree, node, &b.r);
    if (!b.r.trouble && in_left(&b.r))
        in_complain(tree, node, b.r.at, "%zu bytes follow the last module", in_left(&b.r));
    if (b.records && b.count) {
        if (b.rows.size) check_imports(&b);
        add_modules(&b, library);
    }
    free(b.records);
}
