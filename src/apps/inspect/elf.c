/* elf.c -- the symbols of ELF files, of 32 and 64 bits, in both byte orders. Every offset is
 * checked before it is used. A library has its symbols for the dynamic linker (.dynsym), an object
 * file all of its symbols (.symtab). */
#include "elf.h"

#include <stdlib.h>

#include "blob.h"
#include "spans.h"

/* ---- numbers ---- */

/* The widths of a field in files of 32 and 64 bits, and its offsets. */
typedef struct field {
    unsigned char at32, at64, size32, size64;
} field;

/* ORDER: as in the tables below */
enum { E_TYPE, E_MACHINE, E_SHOFF, E_SHENTSIZE, E_SHNUM };
static const field head[] = {
    {16, 16, 2, 2}, {18, 18, 2, 2}, {32, 40, 4, 8}, {46, 58, 2, 2}, {48, 60, 2, 2}};
enum { SH_TYPE, SH_ADDR, SH_OFFSET, SH_SIZE, SH_LINK, SH_ENTSIZE };
static const field section_fields[] = {{4, 4, 4, 4},   {12, 16, 4, 8}, {16, 24, 4, 8},
                                       {20, 32, 4, 8}, {24, 40, 4, 4}, {36, 56, 4, 8}};
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
} elf;

static uint64_t number(const elf *e, const char *record, const field *f)
{
    size_t size = e->is_64 ? f->size64 : f->size32;
    const char *bytes = record + (e->is_64 ? f->at64 : f->at32);
    if (!e->is_big) return in_le(bytes, size);
    uint64_t value = 0;
    for (size_t i = 0; i < size; i++) value = value << 8 | (unsigned char)bytes[i];
    return value;
}

/* A range of the file; empty if it is not in it. */
static tunip_str range(const elf *e, uint64_t offset, uint64_t size)
{
    if (offset > e->data.size || size > e->data.size - offset) return (tunip_str){NULL, 0};
    return (tunip_str){e->data.data + offset, (size_t)size};
}

bool in_is_elf(tunip_str data)
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
    uint64_t at = number(e, e->data.data, &head[E_SHOFF]);
    e->section_size = (size_t)number(e, e->data.data, &head[E_SHENTSIZE]);
    e->section_count = (size_t)number(e, e->data.data, &head[E_SHNUM]);
    e->is_object = number(e, e->data.data, &head[E_TYPE]) == 1;
    if (!e->section_count) {
        in_complain(e->tree, e->node, 0, "the ELF file has no section headers");
        return false;
    }
    e->sections = range(e, at, (uint64_t)e->section_size * e->section_count);
    if (e->section_size >= row && e->sections.data) return true;
    in_complain(e->tree, e->node, 0,
                "the section headers are not in the file: e_shoff is 0x%llx, "
                "e_shnum is %zu",
                (unsigned long long)at, e->section_count);
    return false;
}

static uint64_t section(const elf *e, size_t index, int which)
{
    return number(e, e->sections.data + index * e->section_size, &section_fields[which]);
}

/* ---- symbols ---- */

static tunip_str string_at(tunip_str table, uint64_t at)
{
    if (at >= table.size) return (tunip_str){NULL, 0};
    const char *end = memchr(table.data + at, 0, table.size - (size_t)at);
    if (!end) return (tunip_str){NULL, 0};
    return (tunip_str){table.data + at, (size_t)(end - (table.data + at))};
}

/* The bytes of a symbol, if they are in the file. A blob without a size reaches to the end of its
 * section. */
static tunip_str content_of(const elf *e, size_t index, uint64_t value, uint64_t size)
{
    enum { NOBITS = 8 };
    if (index >= e->section_count || section(e, index, SH_TYPE) == NOBITS)
        return (tunip_str){NULL, 0};
    uint64_t start = e->is_object ? 0 : section(e, index, SH_ADDR);
    uint64_t length = section(e, index, SH_SIZE);
    if (value < start || value - start > length || size > length - (value - start))
        return (tunip_str){NULL, 0};
    if (!size) size = length - (value - start);
    return range(e, section(e, index, SH_OFFSET) + (value - start), size);
}

static bool is_blob_name(tunip_str name)
{
    static const char *const ends[] = {"__tvm_dev_mblob", "__tvm_ffi__library_bin"};
    for (size_t i = 0; i < TUNIP_LEN(ends); i++) { /* a system library puts a prefix in front */
        size_t size = strlen(ends[i]);
        if (name.size >= size && memcmp(name.data + name.size - size, ends[i], size) == 0)
            return true;
    }
    return false;
}

static bool read_symbol(const elf *e, const char *record, tunip_str names, in_symbol *out)
{
    enum { FUNCTION = 2, OBJECT = 1, RESERVED = 0xFF00, NO_TYPE = 0, IFUNC = 10 };
    uint64_t info = number(e, record, &symbol_fields[ST_INFO]);
    uint64_t index = number(e, record, &symbol_fields[ST_SHNDX]);
    unsigned type = info & 15, binding = (unsigned)(info >> 4);
    if (!index || index >= RESERVED || !binding) return false; /* undefined, absolute, local */
    *out = (in_symbol){.name = string_at(names, number(e, record, &symbol_fields[ST_NAME])),
                       .size = number(e, record, &symbol_fields[ST_SIZE]),
                       .value = number(e, record, &symbol_fields[ST_VALUE])};
    if (!out->name.size) return false;
    out->kind = is_blob_name(out->name)             ? "blob"
                : type == FUNCTION || type == IFUNC ? "function"
                : type == OBJECT                    ? "data"
                                                    : NULL;
    out->content = content_of(e, (size_t)index, out->value, out->size);
    return out->kind != NULL;
}

static int compare(const void *a, const void *b)
{
    const in_symbol *l = a, *r = b;
    size_t size = l->name.size < r->name.size ? l->name.size : r->name.size;
    int order = memcmp(l->name.data, r->name.data, size);
    if (order) return order;
    return (l->name.size > r->name.size) - (l->name.size < r->name.size);
}

static void read_symbols(elf *e, size_t table)
{
    size_t row = (size_t)section(e, table, SH_ENTSIZE), link = (size_t)section(e, table, SH_LINK);
    tunip_str rows = range(e, section(e, table, SH_OFFSET), section(e, table, SH_SIZE));
    size_t least = e->is_64 ? 24 : 16;
    if (row < least || !rows.data || link >= e->section_count) {
        in_complain(e->tree, e->node, 0, "the symbol table is not in the file");
        return;
    }
    tunip_str names = range(e, section(e, link, SH_OFFSET), section(e, link, SH_SIZE));
    in_symbol *symbols = in_alloc(&e->tree->arena, rows.size / row + 1, sizeof *symbols);
    size_t count = 0;
    for (size_t at = 0; symbols && at + row <= rows.size; at += row)
        count += read_symbol(e, rows.data + at, names, &symbols[count]);
    if (symbols && count) qsort(symbols, count, sizeof *symbols, compare);
    e->tree->symbols = symbols;
    e->tree->symbol_count = count;
}

/* ---- the file ---- */

static void show_symbols(const in_tree *tree, const in_node *node, in_text *out)
{
    (void)node;
    for (size_t i = 0; i < tree->symbol_count; i++) {
        const in_symbol *s = &tree->symbols[i];
        size_t span = in_open_span(out, "symbol", s->content, "symbols[%zu]", i);
        in_put(out, s->name);
        in_say(out, " %s %llu", s->kind, (unsigned long long)s->size);
        in_close_span(out, span);
        in_puts(out, "\n");
    }
}

static const char *machine_of(const elf *e)
{
    static const struct {
        unsigned number;
        const char *name;
    } rows[] = {{62, "x86-64"}, {3, "x86"},       {183, "AArch64"},   {40, "ARM"},  {243, "RISC-V"},
                {8, "MIPS"},    {164, "Hexagon"}, {21, "PowerPC 64"}, {22, "S/390"}};
    uint64_t machine = number(e, e->data.data, &head[E_MACHINE]);
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].number == machine) return rows[i].name;
    return "an unknown machine";
}

static void add_blob(elf *e, const in_symbol *symbol)
{
    tunip_str data = symbol->content;
    if (!data.data) {
        in_complain(e->tree, e->node, 0, "the blob %.*s is not in the file", in_whole(symbol->name),
                    symbol->name.data);
        return;
    }
    in_node *node = in_add(e->tree, e->node, IN_CONTAINER, symbol->name, "blob", data);
    if (node) in_expand_blob(e->tree, node, e->node, e->node->data);
}

/* The section headers are at the end of a library, and so the first that is lost when it is cut. */
static void search_blob(elf *e)
{
    tunip_str data = in_search_blob(e->data);
    in_node *node =
        data.data ? in_add(e->tree, e->node, IN_CONTAINER, tunip_str_from("blob"), "blob", data)
                  : NULL;
    if (!node) return;
    in_complain(e->tree, e->node, (size_t)(data.data - e->data.data),
                "the blob was found without the symbol table");
    in_expand_blob(e->tree, node, e->node, e->node->data);
}

void in_expand_elf(in_tree *tree, in_node *node)
{
    enum { SYMTAB = 2, DYNSYM = 11 };
    elf e = {.tree = tree, .node = node, .data = node->data};
    if (!open_elf(&e)) {
        search_blob(&e);
        return;
    }
    static const char *const kinds[] = {"", "object file", "program", "shared library"};
    uint64_t type = number(&e, e.data.data, &head[E_TYPE]);
    node->note =
        in_format(&tree->arena, "ELF %s for %s", type < 4 ? kinds[type] : "file", machine_of(&e));
    if (tree->symbols) return; /* those of the first file count */
    for (size_t i = 0; i < e.section_count && !tree->symbols; i++)
        if (section(&e, i, SH_TYPE) == DYNSYM) read_symbols(&e, i);
    for (size_t i = 0; i < e.section_count && !tree->symbols; i++)
        if (section(&e, i, SH_TYPE) == SYMTAB) read_symbols(&e, i);
    if (!tree->symbols) return;
    in_add_view(tree, node, "symbols.txt", show_symbols, NULL);
    bool has_blob = false;
    for (size_t i = 0; i < tree->symbol_count; i++) {
        if (!tunip_str_is(tunip_str_from(tree->symbols[i].kind), "blob")) continue;
        add_blob(&e, &tree->symbols[i]);
        has_blob = true;
    }
    if (!has_blob && !e.is_object)
        node->note = in_format(&tree->arena, "%s, without modules of TVM", node->note.data);
}
