/* objects.c -- files with code, and the symbols in them. */
#include "objects.h"

#include <stdlib.h>

#include "bytes.h"
#include "module.h"
#include "set.h"

/* ======== symbols ======== */

/* Lists of symbols, and the blob among them. */

/* A range of the file; without data if it is not in it. */
static tunip_str in_range(tunip_str file, uint64_t offset, uint64_t size)
{
    if (offset > file.size || size > file.size - offset) return (tunip_str){NULL, 0};
    return (tunip_str){file.data + offset, (size_t)size};
}

/* The string up to a NUL; without data if there is none. */
static tunip_str string_at(tunip_str table, uint64_t at)
{
    if (at >= table.size) return (tunip_str){NULL, 0};
    const char *end = memchr(table.data + at, 0, table.size - (size_t)at);
    if (!end) return (tunip_str){NULL, 0};
    return (tunip_str){table.data + at, (size_t)(end - (table.data + at))};
}

/* ---- kinds and sizes ---- */

/* A system library, and some formats, put a prefix in front of a name. */
static bool is_blob_name(tunip_str name)
{
    return tunip_str_ends(name, "__tvm_dev_mblob") ||
           tunip_str_ends(name, "__tvm_ffi__library_bin");
}

/* "blob", "function" or "data". A name is that of a blob whatever its kind is. */
static const char *symbol_kind(tunip_str name, bool is_code)
{
    return is_blob_name(name) ? "blob" : is_code ? "function" : "data";
}

static bool is_blob(const in_symbol *symbol)
{
    return tunip_str_is(tunip_str_from(symbol->kind), "blob");
}

static int compare_values(const void *a, const void *b)
{
    const in_symbol *l = a, *r = b;
    return (l->value > r->value) - (l->value < r->value);
}

/* For formats without sizes: a symbol reaches to the next one, or to the end of its content, which
 * is that of its section. A blob says itself how long it is. */
static void measure_symbols(in_symbol *symbols, size_t count)
{
    if (count) qsort(symbols, count, sizeof *symbols, compare_values);
    uint64_t next = UINT64_MAX;
    for (size_t i = count; i-- > 0;) {
        in_symbol *s = &symbols[i];
        if (i + 1 < count && symbols[i + 1].value != s->value) next = symbols[i + 1].value;
        if (next - s->value < s->content.size) s->content.size = (size_t)(next - s->value);
        if (is_blob(s) && s->content.size >= 8) {
            uint64_t own = tn_le(s->content.data, 8);
            if (own < s->content.size - 8) s->content.size = 8 + (size_t)own;
        }
        s->size = s->content.size;
    }
}

/* ---- nodes ---- */

static int compare_names(const void *a, const void *b)
{
    const in_symbol *l = a, *r = b;
    size_t size = l->name.size < r->name.size ? l->name.size : r->name.size;
    int order = memcmp(l->name.data, r->name.data, size);
    if (order) return order;
    return (l->name.size > r->name.size) - (l->name.size < r->name.size);
}

static void show_symbols(const in_tree *tree, const in_node *node, in_text *out)
{
    const in_symbols *list = node->model;
    (void)tree;
    for (size_t i = 0; i < list->count; i++) {
        const in_symbol *s = &list->items[i];
        size_t span = in_open_span(out, "symbol", s->content, "symbols[%zu]", i);
        in_put_name(out, s->name);
        in_say(out, " %s %llu", s->kind, (unsigned long long)s->size);
        in_close_span(out, span);
        in_puts(out, "\n");
    }
}

/* Blobs do not overlap: `left` is the size of what has none yet. */
static void add_blob(in_tree *tree, in_node *node, const in_symbol *symbol, size_t *left)
{
    tunip_str data = symbol->content;
    if (!data.data || data.size > *left) {
        in_complain(tree, node, 0, "the blob %.*s is not in the file", in_whole(symbol->name),
                    symbol->name.data);
        return;
    }
    *left -= data.size;
    in_node *blob = in_add(tree, node, IN_CONTAINER, symbol->name, "blob", data);
    if (blob) in_expand_blob(tree, blob, node, node->data);
}

void in_take_symbols(in_tree *tree, in_node *node, in_symbol *symbols, size_t count,
                     bool is_library)
{
    bool has_blob = false;
    size_t left = node->data.size;
    if (count) qsort(symbols, count, sizeof *symbols, compare_names);
    in_symbols *list = tn_arena_array(&tree->arena, 1, sizeof *list);
    if (!list) return;
    *list = (in_symbols){symbols, count};
    node->symbols = list;
    if (!tree->symbols.items) tree->symbols = *list;
    in_add_view(tree, node, "symbols.txt", show_symbols, list);
    for (size_t i = 0; i < count; i++)
        if (tunip_str_ends(symbols[i].name, IN_EMBEDDED)) tree->embedded = symbols[i].content;
    for (size_t i = 0; i < count && !tree->only_symbols; i++) {
        if (!is_blob(&symbols[i])) continue;
        add_blob(tree, node, &symbols[i], &left);
        has_blob = true;
    }
    if (!has_blob && is_library)
        node->note = tn_arena_say(&tree->arena, "%s, without modules of TVM", node->note.data);
}

/* Adds the blob of a file whose symbols cannot be read, if one is found. */
static void find_lost_blob(in_tree *tree, in_node *node)
{
    if (tree->only_symbols) return;
    tunip_str data = in_search_blob(node->data);
    in_node *blob =
        data.data ? in_add(tree, node, IN_CONTAINER, tunip_str_from("blob"), "blob", data) : NULL;
    if (!blob) return;
    in_complain(tree, node, (size_t)(data.data - node->data.data),
                "the blob was found without the symbol table");
    in_expand_blob(tree, blob, node, node->data);
}

/* ======== elf ======== */

/* The symbols of ELF files, of 32 and 64 bits, in both byte orders. Every offset is
 * checked before it is used. A library has its symbols for the dynamic linker (.dynsym), an object
 * file all of its symbols (.symtab). */

/* ---- numbers ---- */

/* The widths of a field in files of 32 and 64 bits, and its offsets. */
typedef struct field {
    unsigned char at32, at64, size32, size64;
} field;

/* ORDER: as in the tables below */
enum {
    E_TYPE,
    E_MACHINE,
    E_PHOFF,
    E_SHOFF,
    E_EHSIZE,
    E_PHENTSIZE,
    E_PHNUM,
    E_SHENTSIZE,
    E_SHNUM,
    E_SHSTRNDX
};
static const field elf_head[] = {{16, 16, 2, 2}, {18, 18, 2, 2}, {28, 32, 4, 8}, {32, 40, 4, 8},
                                 {40, 52, 2, 2}, {42, 54, 2, 2}, {44, 56, 2, 2}, {46, 58, 2, 2},
                                 {48, 60, 2, 2}, {50, 62, 2, 2}};
enum { SH_NAME, SH_TYPE, SH_FLAGS, SH_ADDR, SH_OFFSET, SH_SIZE, SH_LINK, SH_INFO, SH_ENTSIZE };
static const field section_fields[] = {{0, 0, 4, 4},   {4, 4, 4, 4},   {8, 8, 4, 8},
                                       {12, 16, 4, 8}, {16, 24, 4, 8}, {20, 32, 4, 8},
                                       {24, 40, 4, 4}, {28, 44, 4, 4}, {36, 56, 4, 8}};
enum {
    SHT_NULL = 0,
    SHT_SYMTAB = 2,
    SHT_RELA = 4,
    SHT_DYNAMIC = 6,
    SHT_NOBITS = 8,
    SHT_REL = 9,
    SHT_DYNSYM = 11
};
enum { ST_NAME, ST_INFO, ST_SHNDX, ST_VALUE, ST_SIZE };
static const field symbol_fields[] = {
    {0, 0, 4, 4}, {12, 4, 1, 1}, {14, 6, 2, 2}, {4, 8, 4, 8}, {8, 16, 4, 8}};

typedef struct elf {
    in_tree *tree;
    in_node *node;
    tunip_str data;
    bool is_64, is_big;
    tunip_str sections; /* all section headers */
    size_t section_size, section_count;
    bool is_object; /* the values of symbols are offsets into their sections */
    in_symbol *symbols;
    size_t symbol_count;
} elf;

static uint64_t elf_number(const elf *e, const char *record, const field *f)
{
    size_t size = e->is_64 ? f->size64 : f->size32;
    const char *bytes = record + (e->is_64 ? f->at64 : f->at32);
    return (e->is_big ? in_be : tn_le)(bytes, size);
}

static bool is_elf(tunip_str data)
{
    return data.size >= 4 && memcmp(data.data,
                                    "\x7F"
                                    "ELF",
                                    4) == 0;
}

static bool open_elf(elf *e)
{
    e->is_64 = e->data.size > 5 && e->data.data[4] == 2;
    e->is_big = e->data.size > 5 && e->data.data[5] == 2;
    size_t least = e->is_64 ? 64 : 52, row = e->is_64 ? 64 : 40;
    if (e->data.size < least || (!e->is_64 && e->data.data[4] != 1)) {
        in_complain(e->tree, e->node, 0, "expected the header of an ELF file");
        return false;
    }
    uint64_t at = elf_number(e, e->data.data, &elf_head[E_SHOFF]);
    e->section_size = (size_t)elf_number(e, e->data.data, &elf_head[E_SHENTSIZE]);
    e->section_count = (size_t)elf_number(e, e->data.data, &elf_head[E_SHNUM]);
    e->is_object = elf_number(e, e->data.data, &elf_head[E_TYPE]) == 1;
    if (!e->section_count) {
        in_complain(e->tree, e->node, 0, "the ELF file has no section headers");
        return false;
    }
    e->sections = in_range(e->data, at, (uint64_t)e->section_size * e->section_count);
    if (e->section_size >= row && e->sections.data) return true;
    in_complain(e->tree, e->node, 0,
                "the section headers are not in the file: e_shoff is 0x%llx, "
                "e_shnum is %zu",
                (unsigned long long)at, e->section_count);
    return false;
}

static uint64_t elf_section(const elf *e, size_t index, int which)
{
    return elf_number(e, e->sections.data + index * e->section_size, &section_fields[which]);
}

/* ---- symbols ---- */

/* The bytes of a symbol, if they are in the file. A blob without a size reaches to the end of its
 * section. */
static tunip_str content_of(const elf *e, size_t index, uint64_t value, uint64_t size)
{
    if (index >= e->section_count || elf_section(e, index, SH_TYPE) == SHT_NOBITS)
        return (tunip_str){NULL, 0};
    uint64_t start = e->is_object ? 0 : elf_section(e, index, SH_ADDR);
    uint64_t length = elf_section(e, index, SH_SIZE);
    if (value < start || value - start > length || size > length - (value - start))
        return (tunip_str){NULL, 0};
    if (!size) size = length - (value - start);
    return in_range(e->data, elf_section(e, index, SH_OFFSET) + (value - start), size);
}

static bool read_elf_symbol(const elf *e, const char *record, tunip_str names, in_symbol *out)
{
    enum { FUNCTION = 2, OBJECT = 1, RESERVED = 0xFF00, NO_TYPE = 0, IFUNC = 10 };
    uint64_t info = elf_number(e, record, &symbol_fields[ST_INFO]);
    uint64_t index = elf_number(e, record, &symbol_fields[ST_SHNDX]);
    unsigned type = info & 15, binding = (unsigned)(info >> 4);
    if (!index || index >= RESERVED || !binding) return false; /* undefined, absolute, local */
    *out = (in_symbol){.name = string_at(names, elf_number(e, record, &symbol_fields[ST_NAME])),
                       .size = elf_number(e, record, &symbol_fields[ST_SIZE]),
                       .value = elf_number(e, record, &symbol_fields[ST_VALUE])};
    if (!out->name.size) return false;
    bool is_code = type == FUNCTION || type == IFUNC;
    const char *kind = symbol_kind(out->name, is_code);
    bool is_blob = tunip_str_is(tunip_str_from(kind), "blob");
    out->kind = is_code || is_blob || type == OBJECT ? kind : NULL;
    out->content = content_of(e, (size_t)index, out->value, out->size);
    return out->kind != NULL;
}

static void read_symbols(elf *e, size_t table)
{
    size_t row = (size_t)elf_section(e, table, SH_ENTSIZE),
           link = (size_t)elf_section(e, table, SH_LINK);
    tunip_str rows =
        in_range(e->data, elf_section(e, table, SH_OFFSET), elf_section(e, table, SH_SIZE));
    size_t least = e->is_64 ? 24 : 16;
    if (row < least || !rows.data || link >= e->section_count) {
        in_complain(e->tree, e->node, 0, "the symbol table is not in the file");
        return;
    }
    tunip_str names =
        in_range(e->data, elf_section(e, link, SH_OFFSET), elf_section(e, link, SH_SIZE));
    in_symbol *symbols = tn_arena_array(&e->tree->arena, rows.size / row + 1, sizeof *symbols);
    size_t count = 0;
    for (size_t at = 0; symbols && at + row <= rows.size; at += row)
        count += read_elf_symbol(e, rows.data + at, names, &symbols[count]);
    e->symbols = symbols;
    e->symbol_count = count;
}

/* ---- sections, imports, relocations ---- */

static tunip_str section_content(const elf *e, size_t index)
{
    if (index >= e->section_count || elf_section(e, index, SH_TYPE) == SHT_NOBITS)
        return (tunip_str){NULL, 0};
    return in_range(e->data, elf_section(e, index, SH_OFFSET), elf_section(e, index, SH_SIZE));
}

static tunip_str section_name(const elf *e, size_t index)
{
    size_t names = (size_t)elf_number(e, e->data.data, &elf_head[E_SHSTRNDX]);
    return string_at(section_content(e, names), elf_section(e, index, SH_NAME));
}

/* Lists the headers and sections, so that each byte of the file has a name. */
static void list_regions(const elf *e)
{
    enum { HEADERS = 3 };
    uint64_t head[E_SHSTRNDX + 1];
    for (size_t i = 0; i < TUNIP_LEN(head); i++)
        head[i] = elf_number(e, e->data.data, &elf_head[i]);
    in_symbols *list = tn_arena_array(&e->tree->arena, 1, sizeof *list);
    in_symbol *items = tn_arena_array(&e->tree->arena, e->section_count + HEADERS, sizeof *items);
    if (!list || !items) return;
    size_t count = 0;
    items[count++] = (in_symbol){.name = TUNIP_STR("the ELF header"),
                                 .content = in_range(e->data, 0, head[E_EHSIZE])};
    items[count++] =
        (in_symbol){.name = TUNIP_STR("program headers"),
                    .content = in_range(e->data, head[E_PHOFF], head[E_PHENTSIZE] * head[E_PHNUM])};
    items[count++] = (in_symbol){.name = TUNIP_STR("section headers"), .content = e->sections};
    for (size_t i = 0; i < e->section_count; i++) {
        uint64_t type = elf_section(e, i, SH_TYPE);
        if (type == SHT_NULL || type == SHT_NOBITS) continue;
        items[count++] = (in_symbol){.name = section_name(e, i), .content = section_content(e, i)};
    }
    *list = (in_symbols){items, count};
    e->node->regions = list;
}

static void show_sections(const in_tree *tree, const in_node *node, in_text *out)
{
    enum { WRITE = 1, ALLOC = 2, EXECUTE = 4 };
    const elf *e = node->model;
    (void)tree;
    for (size_t i = 1; i < e->section_count; i++) {
        uint64_t flags = elf_section(e, i, SH_FLAGS);
        size_t span = in_open_span(out, "section", section_content(e, i), "sections[%zu]", i);
        in_put_name(out, section_name(e, i));
        in_say(out, " %llu at 0x%llx", (unsigned long long)elf_section(e, i, SH_SIZE),
               (unsigned long long)elf_section(e, i, SH_OFFSET));
        if (flags & ALLOC) in_puts(out, flags & EXECUTE ? " code" : " data");
        if (flags & WRITE) in_puts(out, " writable");
        if (elf_section(e, i, SH_TYPE) == SHT_NOBITS) in_puts(out, " zeros");
        in_close_span(out, span);
        in_puts(out, "\n");
    }
}

/* A table of records of one size, with the section of their strings or symbols. */
typedef struct elf_table {
    tunip_str rows, names;
    size_t row, link;
} elf_table;

static elf_table table_of(const elf *e, size_t index, size_t least)
{
    elf_table t = {.rows = section_content(e, index),
                   .row = (size_t)elf_section(e, index, SH_ENTSIZE),
                   .link = (size_t)elf_section(e, index, SH_LINK)};
    t.names = section_content(e, t.link);
    if (t.row < least) t.rows.size = 0;
    return t;
}

/* Calls `each` for the entries of the dynamic section: a tag and a value. */
static void each_dynamic(const elf *e,
                         void (*each)(void *user, uint64_t tag, uint64_t value, tunip_str names),
                         void *user)
{
    static const field tag = {0, 0, 4, 8}, value = {4, 8, 4, 8};
    for (size_t i = 1; i < e->section_count; i++) {
        if (elf_section(e, i, SH_TYPE) != SHT_DYNAMIC) continue;
        elf_table t = table_of(e, i, e->is_64 ? 16 : 8);
        for (size_t at = 0; t.rows.size && at + t.row <= t.rows.size; at += t.row) {
            uint64_t number = elf_number(e, t.rows.data + at, &tag);
            if (!number) break;
            each(user, number, elf_number(e, t.rows.data + at, &value), t.names);
        }
    }
}

static void put_needed(void *user, uint64_t tag, uint64_t value, tunip_str names)
{
    enum { NEEDED = 1, SONAME = 14, RPATH = 15, RUNPATH = 29 };
    static const struct {
        uint64_t tag;
        const char *words;
    } rows[] = {
        {NEEDED, "needs"}, {SONAME, "is called"}, {RPATH, "searches"}, {RUNPATH, "searches"}};
    in_text *out = user;
    for (size_t i = 0; i < TUNIP_LEN(rows); i++) {
        if (rows[i].tag != tag) continue;
        in_say(out, "%s ", rows[i].words);
        in_put_name(out, string_at(names, value));
        in_puts(out, "\n");
    }
}

static void note_pie(void *user, uint64_t tag, uint64_t value, tunip_str names)
{
    enum { FLAGS_1 = 0x6FFFFFFB, PIE = 0x08000000 };
    bool *is = user;
    (void)names;
    if (tag == FLAGS_1 && value & PIE) *is = true;
}

static bool is_pie(const elf *e)
{
    bool is = false;
    each_dynamic(e, note_pie, &is);
    return is;
}

static bool has_symbols(const elf *e, size_t section)
{
    uint64_t type = elf_section(e, section, SH_TYPE);
    return type == SHT_DYNSYM || (e->is_object && type == SHT_SYMTAB);
}

/* The libraries that a file needs, and the symbols that others must define. */
static void show_imports(const in_tree *tree, const in_node *node, in_text *out)
{
    enum { FUNCTION = 2, OBJECT = 1, WEAK = 2 };
    const elf *e = node->model;
    (void)tree;
    each_dynamic(e, put_needed, out);
    for (size_t i = 1; i < e->section_count; i++) {
        if (!has_symbols(e, i)) continue;
        elf_table t = table_of(e, i, e->is_64 ? 24 : 16);
        for (size_t at = 0; t.rows.size && at + t.row <= t.rows.size; at += t.row) {
            const char *record = t.rows.data + at;
            uint64_t info = elf_number(e, record, &symbol_fields[ST_INFO]);
            tunip_str name = string_at(t.names, elf_number(e, record, &symbol_fields[ST_NAME]));
            if (elf_number(e, record, &symbol_fields[ST_SHNDX]) || !name.size) continue;
            in_put_name(out, name);
            in_puts(out, (info & 15) == FUNCTION ? " function"
                         : (info & 15) == OBJECT ? " data"
                                                 : " symbol");
            in_puts(out, info >> 4 == WEAK ? " weak\n" : "\n");
        }
    }
}

/* The name of a type of relocation in the ABI of a machine; NULL if it has no row. */
static const char *relocation_name(uint64_t machine, uint64_t type)
{
    enum { X86_64 = 62, AARCH64 = 183 };
    static const struct {
        unsigned machine, type;
        const char *name;
    } rows[] = {{X86_64, 1, "64"},           {X86_64, 2, "PC32"},
                {X86_64, 4, "PLT32"},        {X86_64, 5, "COPY"},
                {X86_64, 6, "GLOB_DAT"},     {X86_64, 7, "JUMP_SLOT"},
                {X86_64, 8, "RELATIVE"},     {X86_64, 9, "GOTPCREL"},
                {X86_64, 10, "32"},          {X86_64, 11, "32S"},
                {X86_64, 16, "DTPMOD64"},    {X86_64, 18, "TPOFF64"},
                {X86_64, 24, "PC64"},        {X86_64, 37, "IRELATIVE"},
                {X86_64, 41, "GOTPCRELX"},   {X86_64, 42, "REX_GOTPCRELX"},
                {AARCH64, 257, "ABS64"},     {AARCH64, 258, "ABS32"},
                {AARCH64, 261, "PREL32"},    {AARCH64, 275, "ADR_PREL_PG_HI21"},
                {AARCH64, 282, "JUMP26"},    {AARCH64, 277, "ADD_ABS_LO12_NC"},
                {AARCH64, 283, "CALL26"},    {AARCH64, 286, "LDST64_ABS_LO12_NC"},
                {AARCH64, 1025, "GLOB_DAT"}, {AARCH64, 1026, "JUMP_SLOT"},
                {AARCH64, 1027, "RELATIVE"}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].machine == machine && rows[i].type == type) return rows[i].name;
    return NULL;
}

/* The symbol of a relocation. That of a section has no name of its own. */
static tunip_str relocated_symbol(const elf *e, size_t table, uint64_t index)
{
    if (table >= e->section_count || !index) return (tunip_str){"", 0};
    elf_table t = table_of(e, table, e->is_64 ? 24 : 16);
    if (!t.row || index >= t.rows.size / t.row) return (tunip_str){"?", 1};
    const char *record = t.rows.data + index * t.row;
    tunip_str name = string_at(t.names, elf_number(e, record, &symbol_fields[ST_NAME]));
    size_t section = (size_t)elf_number(e, record, &symbol_fields[ST_SHNDX]);
    return name.size || section >= e->section_count ? name : section_name(e, section);
}

static void put_relocation(const elf *e, const elf_table *t, const char *record, bool has_addend,
                           in_text *out)
{
    static const field place = {0, 0, 4, 8}, about = {4, 8, 4, 8}, addend = {8, 16, 4, 8};
    uint64_t info = elf_number(e, record, &about);
    uint64_t type = info & (e->is_64 ? 0xFFFFFFFF : 0xFF), symbol = info >> (e->is_64 ? 32 : 8);
    const char *name = relocation_name(elf_number(e, e->data.data, &elf_head[E_MACHINE]), type);
    in_say(out, "  0x%llx ", (unsigned long long)elf_number(e, record, &place));
    if (name)
        in_puts(out, name);
    else
        in_say(out, "type %llu", (unsigned long long)type);
    tunip_str target = relocated_symbol(e, t->link, symbol);
    if (target.size) in_puts(out, " ");
    in_put_name(out, target);
    uint64_t bits = has_addend ? elf_number(e, record, &addend) : 0;
    int64_t added = e->is_64 ? (int64_t)bits : (int32_t)(uint32_t)bits;
    if (added) in_say(out, " %+lld", (long long)added);
    in_puts(out, "\n");
}

static bool has_relocations(const elf *e, size_t section)
{
    uint64_t type = elf_section(e, section, SH_TYPE);
    return (type == SHT_RELA || type == SHT_REL) && elf_section(e, section, SH_SIZE);
}

static void show_relocations(const in_tree *tree, const in_node *node, in_text *out)
{
    const elf *e = node->model;
    (void)tree;
    for (size_t i = 1; i < e->section_count; i++) {
        if (!has_relocations(e, i)) continue;
        bool has_addend = elf_section(e, i, SH_TYPE) == SHT_RELA;
        elf_table t = table_of(e, i, (e->is_64 ? 16u : 8u) + (has_addend ? e->is_64 ? 8 : 4 : 0));
        in_put_name(out, section_name(e, i));
        in_puts(out, ":\n");
        for (size_t at = 0; t.rows.size && at + t.row <= t.rows.size; at += t.row)
            put_relocation(e, &t, t.rows.data + at, has_addend, out);
    }
}

static void add_elf_views(const elf *e)
{
    elf *kept = tn_arena_array(&e->tree->arena, 1, sizeof *kept);
    bool has_any = false;
    in_text imports = {.spans = NULL};
    if (!kept) return;
    *kept = *e;
    in_add_view(e->tree, e->node, "sections.txt", show_sections, kept);
    const in_node unnamed = {.model = kept};
    show_imports(e->tree, &unnamed, &imports);
    if (imports.raw.bytes.count) in_add_view(e->tree, e->node, "imports.txt", show_imports, kept);
    in_text_free(&imports);
    for (size_t i = 1; i < e->section_count; i++) has_any = has_any || has_relocations(e, i);
    if (has_any) in_add_view(e->tree, e->node, "relocations.txt", show_relocations, kept);
}

/* ---- the file ---- */

static const char *elf_machine_of(const elf *e)
{
    static const struct {
        unsigned number;
        const char *name;
    } rows[] = {{62, "x86-64"}, {3, "x86"},       {183, "AArch64"},   {40, "ARM"},  {243, "RISC-V"},
                {8, "MIPS"},    {164, "Hexagon"}, {21, "PowerPC 64"}, {22, "S/390"}};
    uint64_t machine = elf_number(e, e->data.data, &elf_head[E_MACHINE]);
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].number == machine) return rows[i].name;
    return "an unknown machine";
}

/* Reads the symbols that an ELF file defines, and adds a node for each blob of TVM. */
static void expand_elf(in_tree *tree, in_node *node)
{
    elf e = {.tree = tree, .node = node, .data = node->data};
    if (!open_elf(&e)) {
        find_lost_blob(tree, node);
        return;
    }
    static const char *const kinds[] = {"", "object file", "program", "shared library"};
    uint64_t type = elf_number(&e, e.data.data, &elf_head[E_TYPE]);
    const char *kind = is_pie(&e) ? "position-independent program"
                       : type < 4 ? kinds[type]
                                  : "file";
    node->note = tn_arena_say(&tree->arena, "ELF %s for %s", kind, elf_machine_of(&e));
    list_regions(&e);
    for (size_t i = 0; i < e.section_count && !e.symbols; i++)
        if (elf_section(&e, i, SH_TYPE) == SHT_DYNSYM) read_symbols(&e, i);
    for (size_t i = 0; i < e.section_count && !e.symbols; i++)
        if (elf_section(&e, i, SH_TYPE) == SHT_SYMTAB) read_symbols(&e, i);
    if (e.symbols) in_take_symbols(tree, node, e.symbols, e.symbol_count, !e.is_object);
    if (!tree->only_symbols) add_elf_views(&e);
}

/* ======== macho ======== */

/* The symbols of Mach-O files, as in the headers <mach-o/loader.h>, <mach-o/nlist.h> and
 * <mach-o/fat.h> of macOS. A header is followed by load commands; a segment has sections, which
 * symbols refer to by a number that counts all of them from 1. Symbols have no sizes. Files of 32
 * and 64 bits differ in the size of addresses. */

enum { MOST_SECTIONS = 255 };

typedef struct macho_section {
    uint64_t address;
    tunip_str content; /* empty if the file has none */
    bool is_code;
} macho_section;

typedef struct macho {
    tunip_str data;
    bool is_big;
    size_t word; /* the size of an address */
    macho_section sections[MOST_SECTIONS];
    size_t section_count;
    tunip_str symbols, names;
    bool is_damaged;
    bool has_trie; /* a list of exports, which remains if the symbols were stripped */
} macho;

static uint64_t macho_number(const macho *m, const char *bytes, size_t size)
{
    return (m->is_big ? in_be : tn_le)(bytes, size);
}

/* The magic of files of 32 bits is 0xFEEDFACE, of 64 bits 0xFEEDFACF, in the order of the file. */
static bool open_macho(macho *m, tunip_str data)
{
    if (data.size < 4) return false;
    m->data = data;
    m->is_big = data.data[0] == '\xFE';
    uint64_t magic = macho_number(m, data.data, 4);
    m->word = magic == 0xFEEDFACF ? 8 : 4;
    return magic == 0xFEEDFACF || magic == 0xFEEDFACE;
}

static bool is_macho(tunip_str data)
{
    macho m;
    return open_macho(&m, data);
}

static const char *macho_machine_of(uint64_t type)
{
    static const struct {
        uint32_t number;
        const char *name;
    } rows[] = {{0x01000007, "x86-64"},
                {0x0100000C, "AArch64"},
                {0x0200000C, "AArch64 of 32 bits"},
                {7, "x86"},
                {12, "ARM"},
                {18, "PowerPC"}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].number == type) return rows[i].name;
    return "an unknown machine";
}

/* ---- load commands ---- */

static void read_segment(macho *m, tunip_str command)
{
    enum { TYPE = 0xFF, NO_CONTENT = 1, NO_CONTENT_LARGE = 12, NO_CONTENT_THREAD = 18 };
    static const uint64_t code = 0x80000400; /* only instructions, or some */
    size_t w = m->word, head = 40 + 4 * w, size = 56 + 3 * w;
    uint64_t count = command.size < head ? 0 : macho_number(m, command.data + 32 + 4 * w, 4);
    m->is_damaged = m->is_damaged || command.size < head;
    for (size_t i = 0; i < count; i++) {
        const char *row = command.data + head + i * size;
        if (command.size - head < (i + 1) * size || m->section_count == MOST_SECTIONS) {
            m->is_damaged = true;
            return;
        }
        uint64_t flags = macho_number(m, row + 48 + 2 * w, 4), type = flags & TYPE;
        macho_section *s = &m->sections[m->section_count++];
        s->address = macho_number(m, row + 32, w);
        s->is_code = (flags & code) != 0;
        if (type == NO_CONTENT || type == NO_CONTENT_LARGE || type == NO_CONTENT_THREAD) continue;
        s->content = in_range(m->data, macho_number(m, row + 32 + 2 * w, 4),
                              macho_number(m, row + 32 + w, w));
        m->is_damaged = m->is_damaged || !s->content.data;
    }
}

static void read_table(macho *m, tunip_str command)
{
    if (command.size < 24) {
        m->is_damaged = true;
        return;
    }
    uint64_t place[4]; /* and size, of the symbols, then of their names */
    for (size_t i = 0; i < 4; i++) place[i] = macho_number(m, command.data + 8 + 4 * i, 4);
    m->symbols = in_range(m->data, place[0], place[1] * (8 + m->word));
    m->names = in_range(m->data, place[2], place[3]);
    m->is_damaged = m->is_damaged || !m->symbols.data || !m->names.data;
}

static void read_commands(macho *m)
{
    enum { SEGMENT_32 = 1, SYMTAB = 2, SEGMENT_64 = 0x19, INFO = 0x22, TRIE = 0x33 };
    static const uint64_t must_know = 0x80000000;
    uint64_t count = macho_number(m, m->data.data + 16, 4);
    in_reader r = in_reader_of(m->data);
    in_bytes(&r, 24 + m->word, "the header");
    for (uint64_t i = 0; i < count && !m->is_damaged; i++) {
        tunip_str rest = in_rest(&r);
        uint64_t size = rest.size < 8 ? 0 : macho_number(m, rest.data + 4, 4);
        tunip_str command = size < 8 ? (tunip_str){NULL, 0} : in_bytes(&r, size, "a command");
        uint64_t kind = command.size ? macho_number(m, command.data, 4) & ~must_know : 0;
        m->is_damaged = !command.size;
        if (kind == (m->word == 8 ? SEGMENT_64 : SEGMENT_32)) read_segment(m, command);
        if (kind == SYMTAB) read_table(m, command);
        m->has_trie = m->has_trie || kind == INFO || kind == TRIE;
    }
}

/* ---- symbols ---- */

/* Only symbols that other files see, and that a section has. C names begin with '_'. */
static bool read_macho_symbol(const macho *m, const char *row, in_symbol *out)
{
    enum { DEBUG = 0xE0, KIND = 0x0E, IN_SECTION = 0x0E, EXTERNAL = 1 };
    unsigned type = (unsigned char)row[4], at_section = (unsigned char)row[5];
    if (type & DEBUG || (type & KIND) != IN_SECTION || !(type & EXTERNAL)) return false;
    if (!at_section || at_section > m->section_count) return false;
    const macho_section *s = &m->sections[at_section - 1];
    *out = (in_symbol){.name = string_at(m->names, macho_number(m, row, 4)),
                       .value = macho_number(m, row + 8, m->word)};
    if (out->name.size && *out->name.data == '_') {
        out->name.data++;
        out->name.size--;
    }
    if (!out->name.size) return false;
    out->kind = symbol_kind(out->name, s->is_code);
    uint64_t at = out->value - s->address;
    if (out->value >= s->address && at < s->content.size)
        out->content = (tunip_str){s->content.data + at, s->content.size - (size_t)at};
    return true;
}

static const char *kind_of(uint64_t type)
{
    static const char *const kinds[] = {"file", "object file",    "program", "file",  "file",
                                        "file", "shared library", "file",    "bundle"};
    return kinds[type < TUNIP_LEN(kinds) ? type : 0];
}

/* Reads the symbols that a Mach-O file defines, and adds a node for each blob of TVM. */
static void expand_macho(in_tree *tree, in_node *node)
{
    enum { OBJECT = 1 };
    macho m = {.word = 0};
    open_macho(&m, node->data);
    size_t row = 8 + m.word, count = 0;
    if (m.data.size < 24 + m.word) {
        in_complain(tree, node, 0, "expected the header of a Mach-O file");
        node->note = tunip_str_from("Mach-O file");
        return;
    }
    uint64_t type = macho_number(&m, m.data.data + 12, 4);
    node->note = tn_arena_say(&tree->arena, "Mach-O %s for %s", kind_of(type),
                              macho_machine_of(macho_number(&m, m.data.data + 4, 4)));
    read_commands(&m);
    in_symbol *symbols = tn_arena_array(&tree->arena, m.symbols.size / row + 1, sizeof *symbols);
    for (size_t at = 0; symbols && at < m.symbols.size; at += row)
        count += read_macho_symbol(&m, m.symbols.data + at, &symbols[count]);
    if (m.is_damaged) in_complain(tree, node, 0, "a load command of the Mach-O file is damaged");
    bool is_stripped = !count && m.has_trie && !m.is_damaged && type != OBJECT;
    if (is_stripped)
        in_complain(tree, node, 0, "the file has only the trie of its exports, which is not read");
    if (!count && (m.is_damaged || is_stripped)) find_lost_blob(tree, node);
    measure_symbols(symbols, count);
    if (symbols && (count || !(m.is_damaged || is_stripped)))
        in_take_symbols(tree, node, symbols, count, type != OBJECT);
}

/* ---- several machines ---- */

enum { FAT_HEAD = 8, MOST_MACHINES = 30 };

/* All numbers are big-endian; those of a place have 64 bits if the magic ends in BF. A class file
 * of Java begins with CAFEBABE, too, and then its version, which is greater than any number of
 * machines. */
bool in_is_fat_macho(tunip_str data)
{
    if (data.size < FAT_HEAD || (in_be(data.data, 4) & ~(uint64_t)1) != 0xCAFEBABE) return false;
    uint64_t count = in_be(data.data + 4, 4);
    return count && count < MOST_MACHINES;
}

/* The slices lie in the file one behind the other: if they overlapped, small files could unfold to
 * huge trees. */
void in_expand_fat_macho(in_tree *tree, in_node *node)
{
    size_t word = node->data.data[3] == '\xBF' ? 8 : 4, row_size = word == 8 ? 32 : 20;
    uint64_t count = in_be(node->data.data + 4, 4), left = node->data.size;
    left -= FAT_HEAD + count * row_size < left ? FAT_HEAD + count * row_size : left;
    node->note = tunip_str_from("Mach-O files for several machines");
    for (uint64_t i = 0; i < count; i++) {
        tunip_str row = in_range(node->data, FAT_HEAD + i * row_size, row_size), slice = row;
        if (row.data)
            slice =
                in_range(node->data, in_be(row.data + 8, word), in_be(row.data + 8 + word, word));
        if (!slice.data || slice.size > left) {
            in_complain(tree, node, 0, "file %d of %d %s", (int)i + 1, (int)count,
                        slice.data ? "lies in another one" : "is not there");
            continue;
        }
        left -= slice.size;
        in_add(tree, node, IN_CONTAINER, tunip_str_from(macho_machine_of(in_be(row.data, 4))),
               "binary", slice);
    }
}

/* ======== pe ======== */

/* The exported symbols of PE files of 32 and 64 bits, and the external symbols of COFF
 * object files, as in Microsoft's "PE Format". A PE file begins with the header of MS-DOS, which
 * has the place of the PE header at 0x3C. Addresses are relative to the place at
 * which the file is loaded, and sections say which part of the file has them. Symbols have no
 * sizes. */

enum { COFF = 24, SECTION = 40 }; /* with the signature */

typedef struct pe {
    tunip_str data;
    tunip_str sections; /* all rows */
} pe;

static size_t header_of(tunip_str data)
{
    if (data.size < 64 || memcmp(data.data, "MZ", 2) != 0) return SIZE_MAX;
    size_t at = (size_t)tn_le(data.data + 0x3C, 4);
    tunip_str head = in_range(data, at, COFF);
    return head.data && memcmp(head.data, "PE\0\0", 4) == 0 ? at : SIZE_MAX;
}

static bool is_pe(tunip_str data)
{
    return header_of(data) != SIZE_MAX;
}

static bool is_code_section(const char *row)
{
    static const uint64_t code = 0x20000020; /* executable, or contains code */
    return (tn_le(row + 36, 4) & code) != 0;
}

/* The bytes from an address to the end of its section. */
static tunip_str bytes_at(const pe *p, uint64_t address, bool *is_code)
{
    for (size_t at = 0; at < p->sections.size; at += SECTION) {
        const char *row = p->sections.data + at;
        uint64_t size = tn_le(row + 8, 4), start = tn_le(row + 12, 4), saved = tn_le(row + 16, 4);
        if (!size) size = saved;
        if (address < start || address - start >= size) continue;
        *is_code = is_code_section(row);
        if (size > saved) size = saved; /* zeros follow, which the file does not have */
        if (address - start >= size) break;
        return in_range(p->data, tn_le(row + 20, 4) + (address - start), size - (address - start));
    }
    return (tunip_str){NULL, 0};
}

/* ORDER: as in the table of the exports, from byte 20 on */
enum { FUNCTIONS, NAMES, FUNCTION_TABLE, NAME_TABLE, NUMBER_TABLE, EXPORT_FIELDS };

typedef struct exports {
    uint64_t fields[EXPORT_FIELDS];
    tunip_str functions, names, numbers;
} exports;

/* The exports are the first directory behind the optional header, whose size depends on its magic.
 * False if there are none. */
static bool read_exports(const pe *p, tunip_str optional, exports *e, const char **trouble)
{
    enum { PE_32 = 0x10B, PE_64 = 0x20B, HEAD = 40 };
    bool is_code;
    uint64_t magic = optional.size < 2 ? 0 : tn_le(optional.data, 2);
    size_t at = magic == PE_64 ? 112 : 96;
    if ((magic != PE_64 && magic != PE_32) || optional.size < at) {
        *trouble = "expected the optional header of a PE file";
        return false;
    }
    if (!tn_le(optional.data + at - 4, 4) || optional.size < at + 8) return false;
    uint64_t address = tn_le(optional.data + at, 4);
    if (!address) return false;
    tunip_str head = bytes_at(p, address, &is_code);
    *trouble = "the list of exports is not in the file";
    if (head.size < HEAD) return false;
    for (size_t i = 0; i < EXPORT_FIELDS; i++) e->fields[i] = tn_le(head.data + 20 + 4 * i, 4);
    e->functions = bytes_at(p, e->fields[FUNCTION_TABLE], &is_code);
    e->names = bytes_at(p, e->fields[NAME_TABLE], &is_code);
    e->numbers = bytes_at(p, e->fields[NUMBER_TABLE], &is_code);
    if (e->functions.size / 4 < e->fields[FUNCTIONS] || e->names.size / 4 < e->fields[NAMES] ||
        e->numbers.size / 2 < e->fields[NAMES])
        return false;
    *trouble = NULL;
    return true;
}

static bool read_pe_symbol(const pe *p, const exports *e, size_t index, in_symbol *out)
{
    bool is_code = false, ignored;
    uint64_t number = tn_le(e->numbers.data + 2 * index, 2);
    tunip_str name = bytes_at(p, tn_le(e->names.data + 4 * index, 4), &ignored);
    if (number >= e->fields[FUNCTIONS]) return false;
    *out =
        (in_symbol){.name = string_at(name, 0), .value = tn_le(e->functions.data + 4 * number, 4)};
    out->content = bytes_at(p, out->value, &is_code);
    out->kind = symbol_kind(out->name, is_code);
    return out->name.size != 0;
}

/* NULL: an unknown one. */
static const char *pe_machine_of(uint64_t number)
{
    static const struct {
        unsigned number;
        const char *name;
    } rows[] = {{0x8664, "x86-64"}, {0xAA64, "AArch64"}, {0x14C, "x86"}, {0x1C4, "ARM"}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].number == number) return rows[i].name;
    return NULL;
}

/* Reads the symbols that a PE file exports, and adds a node for each blob of TVM. */
static void expand_pe(in_tree *tree, in_node *node)
{
    enum { DLL = 0x2000 };
    pe p = {.data = node->data};
    exports e = {.fields = {0}};
    const char *head = node->data.data + header_of(node->data), *trouble = NULL;
    size_t behind = (size_t)(head - node->data.data) + COFF;
    uint64_t count = tn_le(head + 6, 2), optional = tn_le(head + 20, 2);
    const char *machine = pe_machine_of(tn_le(head + 4, 2));
    node->note = tn_arena_say(&tree->arena, "PE %s for %s",
                              tn_le(head + 22, 2) & DLL ? "shared library" : "program",
                              machine ? machine : "an unknown machine");
    tunip_str rows = in_range(node->data, behind, optional);
    p.sections = in_range(node->data, behind + optional, count * SECTION);
    if (!rows.data || !p.sections.data) trouble = "the sections of the PE file are not there";
    bool has = !trouble && read_exports(&p, rows, &e, &trouble);
    if (trouble) {
        in_complain(tree, node, 0, "%s", trouble);
        find_lost_blob(tree, node);
        return;
    }
    size_t found = 0, names = has ? (size_t)e.fields[NAMES] : 0;
    in_symbol *symbols = tn_arena_array(&tree->arena, names + 1, sizeof *symbols);
    for (size_t i = 0; symbols && i < names; i++)
        found += read_pe_symbol(&p, &e, i, &symbols[found]);
    measure_symbols(symbols, found);
    if (symbols) in_take_symbols(tree, node, symbols, found, true);
}

/* ---- object files ---- */

enum { HEAD = 20, SYMBOL = 18 };

typedef struct coff {
    tunip_str data, sections, symbols, names;
    bool has_underscores; /* in front of all names */
} coff;

/* The sections and symbols must be in the file, and behind these their names. */
static bool open_coff(coff *c, tunip_str data)
{
    enum { X86 = 0x14C };
    if (data.size < HEAD || !pe_machine_of(tn_le(data.data, 2)) || tn_le(data.data + 16, 2))
        return false;
    uint64_t place = tn_le(data.data + 8, 4), size = tn_le(data.data + 12, 4) * SYMBOL;
    c->data = data;
    c->sections = in_range(data, HEAD, tn_le(data.data + 2, 2) * SECTION);
    c->symbols = in_range(data, place, size);
    tunip_str length = in_range(data, place + size, 4);
    if (!place || !c->sections.data || !c->symbols.data || !length.data) return false;
    c->names = in_range(data, place + size, tn_le(length.data, 4));
    c->has_underscores = tn_le(data.data, 2) == X86;
    return c->names.data != NULL;
}

static bool is_coff(tunip_str data)
{
    coff c;
    return open_coff(&c, data);
}

/* Sections begin at address 0: the place of a symbol in the file tells where it is. */
static bool read_coff_symbol(const coff *c, const char *row, in_symbol *out)
{
    enum { EXTERNAL = 2 };
    uint64_t index = tn_le(row + 12, 2), value = tn_le(row + 8, 4);
    if ((unsigned char)row[16] != EXTERNAL || !index || index > c->sections.size / SECTION)
        return false;
    const char *section = c->sections.data + (index - 1) * SECTION;
    uint64_t place = tn_le(section + 20, 4), size = tn_le(section + 16, 4);
    tunip_str name = {row, strnlen(row, 8)};
    if (!tn_le(row, 4)) name = string_at(c->names, tn_le(row + 4, 4));
    if (c->has_underscores && name.size && *name.data == '_') {
        name.data++;
        name.size--;
    }
    if (!name.size) return false;
    *out = (in_symbol){
        .name = name, .kind = symbol_kind(name, is_code_section(section)), .value = place + value};
    if (place && value <= size) out->content = in_range(c->data, place + value, size - value);
    return true;
}

/* The same of object files, which have no magic: they begin with the number of a known machine. */
static void expand_coff(in_tree *tree, in_node *node)
{
    coff c;
    if (!open_coff(&c, node->data)) return;
    size_t found = 0;
    node->note = tn_arena_say(&tree->arena, "COFF object file for %s",
                              pe_machine_of(tn_le(node->data.data, 2)));
    in_symbol *symbols = tn_arena_array(&tree->arena, c.symbols.size / SYMBOL + 1, sizeof *symbols);
    for (size_t at = 0; symbols && at < c.symbols.size; at += SYMBOL) {
        const char *row = c.symbols.data + at;
        found += read_coff_symbol(&c, row, &symbols[found]);
        at += (unsigned char)row[17] * (size_t)SYMBOL; /* more about this symbol */
    }
    measure_symbols(symbols, found);
    if (symbols) in_take_symbols(tree, node, symbols, found, false);
}

/* ======== objects ======== */

/* Files with code: the one table of their formats. */

/* In order: the first that fits is used. */
static const in_file_format formats[] = {
    {"elf", is_elf, expand_elf},
    {"macho", is_macho, expand_macho},
    {"pe", is_pe, expand_pe},
    {"coff", is_coff, expand_coff},
};

const in_file_format *in_object_format(tunip_str data)
{
    for (size_t i = 0; i < TUNIP_LEN(formats); i++)
        if (formats[i].is(data)) return &formats[i];
    return NULL;
}

bool in_is_object_file(tunip_str kind)
{
    for (size_t i = 0; i < TUNIP_LEN(formats); i++)
        if (tunip_str_is(kind, formats[i].kind)) return true;
    return false;
}
