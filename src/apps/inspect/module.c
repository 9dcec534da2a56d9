/* module.c -- the modules that TVM embeds in a library, read as their layouts say. */
#include "module.h"

#include <stdio.h>
#include <tunip/json.h>

#include "tensor.h"
#include "vm.h"

typedef struct layout {
    const char *loader, *fields;
} layout;

static const layout layouts[] = {
#define LAYOUT(loader, fields) {loader, fields},
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

static void put_kernel(tunip_json_writer *w, const in_kernel *kernel, unsigned vintage)
{
    in_reader types = in_reader_of(kernel->types), tags = in_reader_of(kernel->tags);
    in_text name = {.data = NULL};
    tunip_json_key_view(w, kernel->name);
    tunip_json_open(w, '{');
    tunip_json_key(w, "arg_types");
    tunip_json_open(w, '[');
    for (uint64_t left = in_u64(&types, "types"); left && in_left(&types); left--) {
        name.size = 0;
        in_put_dtype(&name, in_read_dtype(&types), vintage);
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

static int put_text(const char *data, size_t size, void *user)
{
    in_text *out = user;
    in_put(out, (tunip_str){data, size});
    return out->failed;
}

static void show_kernels(const in_tree *tree, const in_node *node, in_text *out)
{
    const in_kernels *kernels = node->model;
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    style.lines = 3;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, put_text, out, NULL);
    tunip_json_open(w, '{');
    for (size_t i = 0; i < kernels->count; i++) put_kernel(w, &kernels->items[i], tree->vintage);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    if (tunip_json_writer_end(w, NULL) != TUNIP_OK) out->failed = true;
}

static void read_kernels(reading *m)
{
    in_reader *r = &m->r;
    size_t count = in_count(r, 32, "the number of functions");
    in_kernels *kernels = m->tree ? in_alloc(&m->tree->arena, 1, sizeof *kernels) : NULL;
    in_kernel *items = m->tree ? in_alloc(&m->tree->arena, count + 1, sizeof *items) : NULL;
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
    char *head = in_alloc(&tree->arena, names.size + 24, 1);
    if (!part || !head) return part;
    for (size_t i = 0; i < 8; i++) {
        head[i] = (char)(magic >> 8 * i);
        head[16 + names.size + i] = (char)(count >> 8 * i);
    }
    memcpy(head + 16, names.data, names.size);
    part->head = (tunip_str){head, names.size + 24};
    part->note = in_format(&tree->arena, "tensors: %llu", (unsigned long long)count);
    return part;
}

/* Tensors behind their names; the number of tensors is in front of the names or behind them. */
static void read_tensors(reading *m, bool number_first)
{
    in_reader *r = &m->r;
    uint64_t count = number_first ? in_u64(r, "the number of parameters") : 0;
    tunip_str names = in_strings(r, "the names of parameters");
    if (!number_first) count = in_u64(r, "the number of parameters");
    if (!r->trouble && in_le(names.data, 8) != count) in_fail(r, "as many names as parameters");
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

bool in_is_loader(tunip_str data)
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
            if (has_end || !more ? !rest.size : in_is_loader(rest)) return &layouts[i];
        }
    }
    return NULL;
}

size_t in_module_size(tunip_str loader, tunip_str data, bool more)
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

bool in_knows_loader(tunip_str loader)
{
    return layout_of(loader) != NULL;
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
    if (m.properties.size)
        in_add(tree, node, IN_PART, tunip_str_from("properties.txt"), "text",
               in_copy(&tree->arena, in_str(&m.properties)));
    in_text_free(&m.properties);
}
