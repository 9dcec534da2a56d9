/* module.c -- the modules that TVM embeds in a library, and the blob that holds them. */
#include "module.h"

#include <stdio.h>
#include <stdlib.h>

#include <tunip/json.h>

#include "tree.h"
#include "vm.h"

/* ======== module ======== */

/* The modules that TVM embeds in a library, read as their layouts say. */

typedef struct layout {
    const char *loader, *codegen, *fields;
} layout;

static const layout layouts[] = {
#define LAYOUT(loader, codegen, fields) {loader, codegen, fields},
#include "layouts.def"
#undef LAYOUT
};

static bool fits(const layout *row, tunip_str loader)
{
    tunip_str name = tunip_str_from(row->loader);
    if (*row->loader != '*') return tunip_str_equal(name, loader);
    size_t size = name.size - 1;
    return loader.size > size && memcmp(loader.data + loader.size - size, name.data + 1, size) == 0;
}

/* ---- one walk over the fields ---- */

/* A module while it is read. The same walk finds its size, with `tree` NULL, and adds its parts. */
typedef struct reading {
    in_tree *tree;
    in_node *node;
    in_reader r;
    bool has_tags; /* functions have tags for each argument, since v0.23 */
    tunip_str format;
    tunip_str field; /* the name of the field */
    in_text properties;
} reading;

static in_node *add_part(reading *m, tunip_str name, const char *kind, tunip_str data)
{
    return m->tree && !m->r.trouble ? in_add(m->tree, m->node, IN_PART, name, kind, data) : NULL;
}

static const char *kind_of_file(tunip_str name)
{
    const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
    for (const char *c = dot; c && c < name.data + name.size; c++)
        if (*c == '.') dot = c;
    tunip_str end = {dot, dot ? (size_t)(name.data + name.size - dot) : 0};
    static const char *const sources[] = {".c", ".cc", ".cl", ".cu", ".metal", ".wgsl", ".ptx"};
    if (tunip_str_is(end, ".json")) return "json";
    for (size_t i = 0; i < TUNIP_LEN(sources); i++)
        if (tunip_str_is(end, sources[i])) return "source";
    return "binary";
}

static void read_property(reading *m)
{
    tunip_str text = in_string(&m->r, "a string");
    if (tunip_str_is(m->field, "fmt")) m->format = text;
    if (!m->tree || m->r.trouble) return;
    in_put(&m->properties, m->field);
    in_puts(&m->properties, ": ");
    in_put(&m->properties, text);
    in_puts(&m->properties, "\n");
}

static void read_number(reading *m)
{
    uint32_t value = in_u32(&m->r, "a number");
    in_put(&m->properties, m->field);
    in_say(&m->properties, ": %d\n", (int)value);
}

static void read_list(reading *m)
{
    in_reader each = in_reader_of(in_strings(&m->r, "a list of strings"));
    uint64_t count = in_left(&each) ? in_u64(&each, "a number") : 0;
    if (!m->tree) return;
    in_put(&m->properties, m->field);
    in_puts(&m->properties, ":");
    for (uint64_t i = 0; i < count && !each.trouble; i++) {
        in_puts(&m->properties, " ");
        in_put(&m->properties, in_string(&each, "a string"));
    }
    in_puts(&m->properties, "\n");
}

/* inspect_source() gives the code of C, and graphs. */
static bool is_source(const reading *m, tunip_str name)
{
    if (tunip_str_is(m->node->kind, "GraphExecutorFactory")) return false;
    return tunip_str_is(name, "source.c") || tunip_str_is(name, "graph.json") ||
           tunip_str_is(name, "nodes.json");
}

static in_node *read_file(reading *m, tunip_str name)
{
    tunip_str data = in_string(&m->r, "a file");
    in_node *part = add_part(m, name, kind_of_file(name), data);
    if (part) part->is_source = is_source(m, name);
    return part;
}

/* inspect_source() gives the code of a device if it is text, whatever its format is called: with
 * the format "metallib" it may be the source of Metal. Only Hexagon gives its assembly instead,
 * which is not saved. */
static void read_code(reading *m)
{
    char name[64];
    int format = m->format.size < 32 ? (int)m->format.size : 0;
    int size = snprintf(name, sizeof name, "source.%.*s", format ? format : 3,
                        format ? m->format.data : "bin");
    in_node *part = read_file(m, (tunip_str){name, (size_t)size});
    if (!part || tunip_str_is(m->node->kind, "hexagon") || !in_is_text(part->data)) return;
    part->is_source = true;
    part->kind = tunip_str_from("source");
}

/* ---- functions of devices ---- */

static void read_kernel(reading *m, in_kernel *kernel)
{
    in_reader *r = &m->r;
    kernel->name = in_string(r, "the name of a function");
    in_string(r, "the name of a function"); /* again, or empty */
    size_t begin = r->at;
    size_t types = in_count(r, 4, "the types of arguments");
    in_bytes(r, 4 * (uint64_t)types, "the types of arguments");
    kernel->types = (tunip_str){r->data.data + begin, r->at - begin};
    kernel->tags = in_strings(r, "the tags of launch parameters");
    if (!m->has_tags) return;
    size_t tags = in_count(r, 4, "the tags of arguments");
    in_bytes(r, 4 * (uint64_t)tags, "the tags of arguments");
    if (tags > types) in_fail(r, "as many tags as arguments");
}

static int put_text(const char *data, size_t size, void *user)
{
    in_text *out = user;
    in_put(out, (tunip_str){data, size});
    return out->raw.failed;
}

static void show_kernels(const in_tree *tree, const in_node *node, in_text *out)
{
    const in_kernels *kernels = node->model;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 3;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, put_text, out, NULL);
    tunip_json_open(w, '{');
    for (size_t i = 0; i < kernels->count; i++) {
        const in_kernel *kernel = &kernels->items[i];
        in_reader types = in_reader_of(kernel->types), tags = in_reader_of(kernel->tags);
        in_text name = {.spans = NULL};
        tunip_json_key_view(w, kernel->name);
        tunip_json_open(w, '{');
        tunip_json_key(w, "arg_types");
        tunip_json_open(w, '[');
        for (uint64_t left = in_u64(&types, "types"); left && in_left(&types); left--) {
            name.raw.bytes.count = 0;
            in_put_dtype(&name, in_read_dtype(&types), tree->vintage);
            tunip_json_put_string(w, in_str(&name));
        }
        tunip_json_close(w, ']');
        in_text_free(&name);
        tunip_json_key(w, "launch_param_tags");
        tunip_json_open(w, '[');
        for (uint64_t left = in_u64(&tags, "tags"); left && in_left(&tags); left--)
            tunip_json_put_string(w, in_string(&tags, "a tag"));
        tunip_json_close(w, ']');
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    if (tunip_json_writer_end(w, NULL) != TUNIP_OK) out->raw.failed = true;
}

static void read_kernels(reading *m)
{
    in_reader *r = &m->r;
    size_t count = in_count(r, 32, "the number of functions");
    in_kernels *kernels = m->tree ? tn_arena_array(&m->tree->arena, 1, sizeof *kernels) : NULL;
    in_kernel *items = m->tree ? tn_arena_array(&m->tree->arena, count + 1, sizeof *items) : NULL;
    in_kernel scratch;
    size_t done = 0;
    for (; done < count && !r->trouble; done++) read_kernel(m, items ? &items[done] : &scratch);
    if (!kernels || !items) return;
    *kernels = (in_kernels){items, r->trouble && done ? done - 1 : done};
    in_node *view = in_add_view(m->tree, m->node, "functions.json", show_kernels, kernels);
    if (view) view->kind = tunip_str_from("functions");
}

const in_kernels *in_module_kernels(const in_node *node)
{
    const in_node *view = in_child(node, "functions.json");
    return view && tunip_str_is(view->kind, "functions") ? view->model : NULL;
}

/* ---- maps ---- */

/* The extension of sources in a map, by loader. */
static const char *extension_of(const reading *m)
{
    static const struct {
        const char *loader, *extension;
    } rows[] = {{"webgpu", "wgsl"}, {"vulkan", "spv"}, {"metal", "metal"}, {"opencl", "spv"}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(m->node->kind, rows[i].loader)) return rows[i].extension;
    return "txt";
}

/* inspect_source() of WebGPU gives all sources, one behind the other. */
static void show_sources(const in_tree *tree, const in_node *node, in_text *out)
{
    (void)tree;
    for (const in_node *part = node->parent->first; part; part = part->next)
        if (tunip_str_is(part->note, "source")) in_put(out, part->data);
}

static void add_source(reading *m, tunip_str key, tunip_str data)
{
    char name[256];
    if (!m->tree || m->r.trouble) return;
    int size = snprintf(name, sizeof name, "%.*s.%s", key.size < 200 ? (int)key.size : 200,
                        key.size ? key.data : "", extension_of(m));
    tunip_str file = {name, size < 0 ? 0 : (size_t)size};
    in_node *part = in_add(m->tree, m->node, IN_PART, file, kind_of_file(file), data);
    if (part) part->note = tunip_str_from("source");
}

static void read_sources(reading *m)
{
    size_t count = in_count(&m->r, 16, "the number of sources");
    for (size_t i = 0; i < count && !m->r.trouble; i++) {
        tunip_str key = in_string(&m->r, "the name of a source");
        add_source(m, key, in_string(&m->r, "a source"));
    }
    if (!m->tree || tunip_str_is(m->node->kind, "vulkan")) return;
    char name[64];
    int size = snprintf(name, sizeof name, "source.%s", extension_of(m));
    name[size] = 0;
    in_node *view = in_add_view(m->tree, m->node, name, show_sources, NULL);
    if (view) view->is_source = true;
}

static void read_shaders(reading *m)
{
    in_reader *r = &m->r;
    size_t count = in_count(r, 20, "the number of shaders");
    for (size_t i = 0; i < count && !r->trouble; i++) {
        tunip_str key = in_string(r, "the name of a shader");
        in_u32(r, "the flag of a shader");
        uint64_t words = in_count(r, 4, "the size of a shader");
        add_source(m, key, in_bytes(r, 4 * words, "a shader"));
    }
}

/* ---- parameters and constants ---- */

static void skip_tensors(in_reader *r, uint64_t count)
{
    for (uint64_t i = 0; i < count && !r->trouble; i++) in_read_tensor(r);
}

/* A node for parameters whose content is a file of parameters as TVM writes it: a magic number, the
 * names, the tensors. */
static in_node *add_params(reading *m, tunip_str names, uint64_t count, tunip_str tensors)
{
    static const uint64_t magic = 0xF7E58D4F05049CB7;
    in_tree *tree = m->tree;
    in_node *part = in_add(tree, m->node, IN_PART, tunip_str_from("params.bin"), "params", tensors);
    char *head = tn_arena_array(&tree->arena, names.size + 24, 1);
    if (!part || !head) return part;
    tn_put_le(head, magic, 8);
    memcpy(head + 16, names.data, names.size);
    tn_put_le(head + 16 + names.size, count, 8);
    part->head = (tunip_str){head, names.size + 24};
    part->note = tn_arena_say(&tree->arena, "tensors: %llu", (unsigned long long)count);
    return part;
}

/* Tensors behind their names; the number of tensors is in front of the names or behind them. */
static void read_tensors(reading *m, bool number_first)
{
    in_reader *r = &m->r;
    uint64_t count = number_first ? in_u64(r, "the number of parameters") : 0;
    tunip_str names = in_strings(r, "the names of parameters");
    if (!number_first) count = in_u64(r, "the number of parameters");
    if (!r->trouble && tn_le(names.data, 8) != count) in_fail(r, "as many names as parameters");
    in_reader skip = *r;
    skip_tensors(&skip, count);
    tunip_str tensors = {r->data.data + r->at, skip.at - r->at};
    in_node *part = m->tree && !r->trouble ? add_params(m, names, count, tensors) : NULL;
    if (part) in_read_params(m->tree, part, r, names, count);
    *r = skip;
}

static void read_constants(reading *m)
{
    in_reader *r = &m->r;
    read_tensors(m, false);
    tunip_str symbols = in_strings(r, "the symbols");
    uint64_t count = in_count(r, 8, "the number of symbols");
    in_reader each = in_reader_of(symbols);
    if (in_left(&each) && in_u64(&each, "a number") != count) in_fail(r, "as many symbols");
    for (uint64_t i = 0; i < count && !r->trouble; i++) {
        in_reader needs = in_reader_of(in_strings(r, "the constants of a symbol"));
        if (!m->tree || r->trouble) continue;
        in_put(&m->properties, in_string(&each, "a symbol"));
        in_puts(&m->properties, " needs");
        for (uint64_t k = in_u64(&needs, "a number"); k && in_left(&needs); k--) {
            in_puts(&m->properties, " ");
            in_put(&m->properties, in_string(&needs, "a constant"));
        }
        in_puts(&m->properties, "\n");
    }
}

static void read_executable(reading *m, bool has_length)
{
    size_t begin = m->r.at + (has_length ? 8 : 0);
    tunip_str code = has_length ? in_string(&m->r, "an executable")
                                : in_bytes(&m->r, in_left(&m->r), "an executable");
    if (!m->tree) return;
    if (m->r.trouble && begin < m->r.data.size) /* as far as it is there */
        code = (tunip_str){m->r.data.data + begin, m->r.data.size - begin};
    if (in_is_relay(code))
        in_expand_relay(m->tree, m->node, code);
    else
        in_expand_relax(m->tree, m->node, code);
}

/* ---- layouts ---- */

static void read_field(reading *m, char letter)
{
    switch (letter) {
    case 's':
        read_property(m);
        break;
    case 'c':
        read_file(m, m->field);
        break;
    case 'd':
        read_code(m);
        break;
    case 'l':
        read_list(m);
        break;
    case 'F':
        read_kernels(m);
        break;
    case 'M':
        read_sources(m);
        break;
    case 'S':
        read_shaders(m);
        break;
    case 'P':
        read_tensors(m, true);
        break;
    case 'K':
        read_constants(m);
        break;
    case 'i':
        read_number(m);
        break;
    default:
        read_executable(m, letter == 'X');
    }
}

static void read_fields(reading *m, const layout *row)
{
    for (const char *c = row->fields; *c && !m->r.trouble; c++) {
        const char *colon = strchr(c, ':');
        m->field = (tunip_str){c, (size_t)(colon - c)};
        read_field(m, colon[1]);
        c = colon + 2;
        if (!*c) break;
    }
}

/* How far a module reaches if it has a layout: SIZE_MAX if it does not fit. */
static size_t try_layout(const layout *row, tunip_str data, bool has_tags, in_reader *trouble)
{
    in_node unknown = {.kind = {"", 0}};
    reading m = {.node = &unknown, .r = in_reader_of(data), .has_tags = has_tags};
    read_fields(&m, row);
    in_text_free(&m.properties);
    if (m.r.trouble && (!trouble->trouble || m.r.trouble_at > trouble->trouble_at)) *trouble = m.r;
    return m.r.trouble ? SIZE_MAX : m.r.at;
}

/* Whether `data` begins with the name of a loader. */
static bool is_loader(tunip_str data)
{
    enum { LONGEST = 255 };
    in_reader r = in_reader_of(data);
    uint64_t size = in_u64(&r, "the name of a loader");
    if (!size || size > LONGEST) return false;
    tunip_str name = in_bytes(&r, size, "the name of a loader");
    for (size_t i = 0; i < name.size; i++)
        if ((unsigned char)name.data[i] <= ' ' || (unsigned char)name.data[i] > '~') return false;
    return !r.trouble;
}

/* The layout that fits, and whether its functions have tags. A module of v0.19 ends where the next
 * one begins, others with their data. */
static const layout *choose(tunip_str loader, tunip_str data, bool has_end, bool more, bool *tags,
                            in_reader *trouble)
{
    for (size_t i = 0; i < TUNIP_LEN(layouts); i++) {
        if (!fits(&layouts[i], loader)) continue;
        for (int form = 0; form < 2; form++) {
            *tags = has_end ? !form : form;
            size_t size = try_layout(&layouts[i], data, *tags, trouble);
            if (size == SIZE_MAX) continue;
            tunip_str rest = {data.data + size, data.size - size};
            if (has_end || !more ? !rest.size : is_loader(rest)) return &layouts[i];
        }
    }
    return NULL;
}

/* The number of bytes that a module of v0.19 takes of `data`, which begins with it: SaveToBinary()
 * writes no length. `more` says whether another record follows it. SIZE_MAX if it cannot be read or
 * its loader is unknown. */
static size_t module_size(tunip_str loader, tunip_str data, bool more)
{
    in_reader trouble = in_reader_of(data);
    bool tags;
    const layout *row = choose(loader, data, false, more, &tags, &trouble);
    return row ? try_layout(row, data, tags, &trouble) : SIZE_MAX;
}

static const layout *layout_of(tunip_str loader)
{
    for (size_t i = 0; i < TUNIP_LEN(layouts); i++)
        if (fits(&layouts[i], loader)) return &layouts[i];
    return NULL;
}

/* Whether the layout of a loader is known. */
static bool knows_loader(tunip_str loader)
{
    return layout_of(loader) != NULL;
}

tunip_str in_codegen_of(tunip_str loader)
{
    const layout *row = layout_of(loader);
    tunip_str codegen = tunip_str_from(row ? row->codegen : "");
    if (!tunip_str_is(codegen, "*")) return codegen;
    return (tunip_str){loader.data, loader.size - (strlen(row->loader) - 1)};
}

void in_expand_module(in_tree *tree, in_node *node)
{
    in_reader trouble = in_reader_of(node->data);
    bool tags = false;
    const layout *row = choose(node->kind, node->data, true, false, &tags, &trouble);
    if (!row) {
        row = layout_of(node->kind);
        if (!row)
            in_complain(tree, node, 0, "the loader `%.*s` is unknown: its content is not read",
                        in_whole(node->kind), node->kind.data);
        else if (trouble.trouble)
            in_complain_reader(tree, node, &trouble);
        else
            in_complain(tree, node, 0, "bytes follow the module");
        tags = tree->vintage >= 23;
    }
    if (!row) return;
    reading m = {.tree = tree, .node = node, .r = in_reader_of(node->data), .has_tags = tags};
    read_fields(&m, row);
    if (m.properties.raw.bytes.count)
        in_add(tree, node, IN_PART, tunip_str_from("properties.txt"), "text",
               in_copy(&tree->arena, in_str(&m.properties)));
    in_text_free(&m.properties);
}

/* ======== blob ======== */

/* The blob in which a library of TVM embeds its modules.
 *
 * v0.19: the number of records; each a key and what SaveToBinary() wrote, without a length. The key
 * "_lib" stands for the library itself. The last key is "_import_tree", with the imports of all
 * modules. Without it, the library is the root and imports all modules.
 *
 * v0.23: the imports first; then, for each module, its key and the length and bytes of its content.
 *
 * Imports are two lists of numbers: the children of module i are children[rows[i]] to
 * children[rows[i + 1]], without the last. Both versions begin with the size of the rest. */

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
    if (!is_loader(data)) return false;
    in_reader r = in_reader_of(data);
    tunip_str key = in_string(&r, "a key");
    if (is_lib(key) || tunip_str_is(key, "_import_tree")) return true;
    tunip_str rest = {data.data + r.at, data.size - r.at};
    return module_size(key, rest, true) != SIZE_MAX || module_size(key, rest, false) != SIZE_MAX;
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
        bool more = i + 1 < count;
        size_t at = b->r.at;
        out->key = in_string(&b->r, "the loader of a module");
        if (!b->r.trouble && !is_lib(out->key)) {
            tunip_str rest = {b->r.data.data + b->r.at, in_left(&b->r)};
            size_t size = module_size(out->key, rest, more);
            if (size == SIZE_MAX) {
                size = find_end(b, rest);
                in_complain(
                    b->tree, b->node, at,
                    "the module of the loader `%.*s` cannot be read; tunip searched for its end",
                    in_whole(out->key), out->key.data);
            }
            out->data = in_bytes(&b->r, size, "a module");
        }
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
    tunip_str name = tn_arena_say(&tree->arena, "%zu-%.*s", number,
                                  kind.size < 200 ? (int)kind.size : 200, kind.data);
    for (size_t i = 0; i < name.size; i++) /* a name of a file */
        if (name.data[i] == '/' || name.data[i] == '\\') ((char *)name.data)[i] = '_';
    in_node *node = in_add(tree, b->home, IN_MODULE, name, "", data);
    in_module *module = tn_arena_array(&tree->arena, 1, sizeof *module);
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
    in_node **imports = node ? tn_arena_array(&b->tree->arena, count + 1, sizeof *imports) : NULL;
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
        return count ? count <= size / 9 && is_loader(rest) : data.size == 16;
    }
    if (vintage != 23) return false;
    read_numbers(&r, "row pointers");
    read_numbers(&r, "child indices");
    tunip_str rest = {r.data.data + r.at, in_left(&r)};
    return !r.trouble && is_loader(rest);
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
        if (!is_lib(key) && !knows_loader(key)) continue;
        uint64_t size = tn_le(rest.data, 8);
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
    node->note = tn_arena_say(&tree->arena, "TVM v0.%u", vintage);
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
