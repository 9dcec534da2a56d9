/* wasm.c -- the exports and imports of WebAssembly (the "Binary Format" of its specification).
 *
 * Sections have a number, their size and their content. Numbers have as many bytes as they need
 * (LEB128). */
#include "bytes.h"
#include "objects.h"

enum { WASM_IMPORTS = 2, WASM_EXPORTS = 7, WASM_CODE = 10 };

bool in_is_wasm(tunip_str data)
{
    return data.size >= 8 && memcmp(data.data, "\0asm", 4) == 0;
}

static uint64_t take_leb(in_reader *r, const char *what)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        tunip_str byte = in_bytes(r, 1, what);
        if (r->trouble) return 0;
        value |= (uint64_t)(*byte.data & 0x7F) << shift;
        if (!(*byte.data & 0x80)) return value;
    }
    in_fail(r, what);
    return 0;
}

static tunip_str take_wasm_name(in_reader *r)
{
    return in_bytes(r, take_leb(r, "the size of a name"), "a name");
}

static in_reader wasm_sections(tunip_str data)
{
    in_reader r = in_reader_of(data);
    in_bytes(&r, 8, "the header");
    return r;
}

/* False at the end, or if the reader has trouble. */
static bool next_wasm_section(in_reader *r, uint64_t *number, tunip_str *content)
{
    if (!in_left(r)) return false;
    *number = take_leb(r, "the number of a section");
    *content = in_bytes(r, take_leb(r, "the size of a section"), "a section");
    return !r->trouble;
}

/* The content of the first section with a number; empty if there is none. The reader counts from
 * the beginning of the file. */
static in_reader wasm_section(tunip_str data, uint64_t wanted)
{
    uint64_t number;
    tunip_str content;
    for (in_reader r = wasm_sections(data); next_wasm_section(&r, &number, &content);) {
        if (number != wanted) continue;
        in_reader section = in_reader_of((tunip_str){data.data, r.at});
        in_bytes(&section, r.at - content.size, "a section");
        return section;
    }
    return in_reader_of((tunip_str){"", 0});
}

/* Complains if the file ends in the middle of a section. */
static void check_wasm_sections(in_tree *tree, const in_node *node)
{
    uint64_t number;
    tunip_str content;
    in_reader r = wasm_sections(node->data);
    while (next_wasm_section(&r, &number, &content)) continue;
    in_complain_reader(tree, node, &r);
}

static void skip_limits(in_reader *r)
{
    bool has_most = take_leb(r, "limits") & 1;
    take_leb(r, "limits");
    if (has_most) take_leb(r, "limits");
}

/* Skips what an import says about its kind. Returns a word for it. */
static const char *take_import_kind(in_reader *r)
{
    static const char *const words[] = {"function", "table", "memory", "global", "tag"};
    uint64_t kind = take_leb(r, "the kind of an import");
    if (kind == 0) take_leb(r, "a type");
    if (kind == 1) in_bytes(r, 1, "a type");
    if (kind == 1 || kind == 2) skip_limits(r);
    if (kind == 3) in_bytes(r, 2, "a type");
    if (kind == 4) in_bytes(r, 1, "a tag");
    if (kind == 4) take_leb(r, "a type");
    if (kind >= TUNIP_LEN(words)) in_fail(r, "the kind of an import");
    return kind < TUNIP_LEN(words) ? words[kind] : "";
}

/* Adds a line for each import, and returns how many functions are among them. */
static size_t put_wasm_imports(in_reader *r, in_text *out)
{
    size_t functions = 0;
    for (uint64_t left = in_left(r) ? take_leb(r, "imports") : 0; left && !r->trouble; left--) {
        tunip_str module = take_wasm_name(r), name = take_wasm_name(r);
        const char *kind = take_import_kind(r);
        if (r->trouble) break;
        functions += strcmp(kind, "function") == 0;
        in_put_name(out, module);
        in_puts(out, ".");
        in_put_name(out, name);
        in_say(out, " %s\n", kind);
    }
    return functions;
}

static void show_wasm_imports(const in_tree *tree, const in_node *node, in_text *out)
{
    in_reader r = wasm_section(node->parent->data, WASM_IMPORTS);
    (void)tree;
    put_wasm_imports(&r, out);
}

/* The sections become the regions of the node. */
static void list_wasm_sections(in_tree *tree, in_node *node)
{
    static const char *const names[] = {"custom", "type",   "import",    "function", "table",
                                        "memory", "global", "export",    "start",    "element",
                                        "code",   "data",   "data count"};
    tunip_str content;
    uint64_t number;
    size_t room = 1;
    for (in_reader r = wasm_sections(node->data); next_wasm_section(&r, &number, &content);) room++;
    in_symbols *list = tn_arena_array(&tree->arena, 1, sizeof *list);
    in_symbol *items = tn_arena_array(&tree->arena, room, sizeof *items);
    if (!list || !items) return;
    list->items = items;
    for (in_reader r = wasm_sections(node->data); next_wasm_section(&r, &number, &content);) {
        in_reader inside = in_reader_of(content);
        tunip_str name = tunip_str_from(number < TUNIP_LEN(names) ? names[number] : "unknown");
        if (!number) {
            tunip_str own = take_wasm_name(&inside);
            name = tn_arena_say(&tree->arena, "custom %.*s", in_whole(own), own.data);
        }
        items[list->count++] = (in_symbol){.name = name,
                                           .kind = "section",
                                           .size = content.size,
                                           .value = (uint64_t)(content.data - node->data.data),
                                           .content = content};
    }
    node->regions = list;
}

static void show_wasm_sections(const in_tree *tree, const in_node *node, in_text *out)
{
    const in_symbols *all = node->parent->regions;
    (void)tree;
    for (size_t i = 0; all && i < all->count; i++) {
        in_put_name(out, all->items[i].name);
        in_say(out, " %llu at 0x%llx\n", (unsigned long long)all->items[i].size,
               (unsigned long long)all->items[i].value);
    }
}

/* The bodies of the functions that this file defines. */
static tunip_str *wasm_bodies(in_tree *tree, const in_node *node, size_t *count)
{
    in_reader r = wasm_section(node->data, WASM_CODE);
    uint64_t stated = in_left(&r) ? take_leb(&r, "functions") : 0;
    size_t room = stated < in_left(&r) ? (size_t)stated : in_left(&r);
    tunip_str *bodies = tn_arena_array(&tree->arena, room + 1, sizeof *bodies);
    *count = 0;
    while (bodies && *count < room && !r.trouble) {
        tunip_str body = in_bytes(&r, take_leb(&r, "the size of a function"), "a function");
        if (!r.trouble) bodies[(*count)++] = body;
    }
    if (*count < stated) in_fail(&r, "a function");
    in_complain_reader(tree, node, &r);
    return bodies;
}

void in_expand_wasm(in_tree *tree, in_node *node)
{
    enum { FUNCTION = 0, LEAST_EXPORT = 3 };
    in_text imports = {.spans = NULL};
    check_wasm_sections(tree, node);
    in_reader r = wasm_section(node->data, WASM_IMPORTS);
    uint64_t imported = put_wasm_imports(&r, &imports);
    in_complain_reader(tree, node, &r);
    size_t body_count, count = 0;
    tunip_str *bodies = wasm_bodies(tree, node, &body_count);
    r = wasm_section(node->data, WASM_EXPORTS);
    uint64_t left = in_left(&r) ? take_leb(&r, "exports") : 0;
    in_symbol *symbols =
        tn_arena_array(&tree->arena, in_left(&r) / LEAST_EXPORT + 1, sizeof *symbols);
    node->note =
        tn_arena_say(&tree->arena, "WebAssembly %u", (unsigned)tn_le(node->data.data + 4, 2));
    while (symbols && bodies && left-- && !r.trouble) {
        tunip_str name = take_wasm_name(&r);
        uint64_t kind = take_leb(&r, "the kind of an export");
        uint64_t index = take_leb(&r, "the number of an export");
        if (r.trouble) break;
        in_symbol *symbol = &symbols[count++];
        *symbol = (in_symbol){.name = name, .kind = kind == FUNCTION ? "function" : "data"};
        if (kind == FUNCTION && index >= imported && index - imported < body_count)
            symbol->content = bodies[index - imported];
        symbol->size = symbol->content.size;
    }
    in_complain_reader(tree, node, &r);
    if (symbols) in_take_symbols(tree, node, symbols, count, false);
    list_wasm_sections(tree, node);
    in_add_view(tree, node, "sections.txt", show_wasm_sections, NULL);
    if (imports.raw.bytes.count) in_add_view(tree, node, "imports.txt", show_wasm_imports, NULL);
    in_text_free(&imports);
}
