/* elf.c -- the symbols of ELF files, of 32 and 64 bits, in both byte orders. Every offset is
 * checked before it is used. A library has its symbols for the dynamic linker (.dynsym), an object
 * file all of its symbols (.symtab). */
#include "elf.h"

#include "symbols.h"

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
    in_symbol *symbols;
    size_t symbol_count;
} elf;

static uint64_t number(const elf *e, const char *record, const field *f)
{
    size_t size = e->is_64 ? f->size64 : f->size32;
    const char *bytes = record + (e->is_64 ? f->at64 : f->at32);
    return (e->is_big ? in_be : in_le)(bytes, size);
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
    e->sections = in_range(e->data, at, (uint64_t)e->section_size * e->section_count);
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
    return in_range(e->data, section(e, index, SH_OFFSET) + (value - start), size);
}

static bool read_symbol(const elf *e, const char *record, tunip_str names, in_symbol *out)
{
    enum { FUNCTION = 2, OBJECT = 1, RESERVED = 0xFF00, NO_TYPE = 0, IFUNC = 10 };
    uint64_t info = number(e, record, &symbol_fields[ST_INFO]);
    uint64_t index = number(e, record, &symbol_fields[ST_SHNDX]);
    unsigned type = info & 15, binding = (unsigned)(info >> 4);
    if (!index || index >= RESERVED || !binding) return false; /* undefined, absolute, local */
    *out = (in_symbol){.name = in_string_at(names, number(e, record, &symbol_fields[ST_NAME])),
                       .size = number(e, record, &symbol_fields[ST_SIZE]),
                       .value = number(e, record, &symbol_fields[ST_VALUE])};
    if (!out->name.size) return false;
    bool is_code = type == FUNCTION || type == IFUNC;
    const char *kind = in_symbol_kind(out->name, is_code);
    bool is_blob = tunip_str_is(tunip_str_from(kind), "blob");
    out->kind = is_code || is_blob || type == OBJECT ? kind : NULL;
    out->content = content_of(e, (size_t)index, out->value, out->size);
    return out->kind != NULL;
}

static void read_symbols(elf *e, size_t table)
{
    size_t row = (size_t)section(e, table, SH_ENTSIZE), link = (size_t)section(e, table, SH_LINK);
    tunip_str rows = in_range(e->data, section(e, table, SH_OFFSET), section(e, table, SH_SIZE));
    size_t least = e->is_64 ? 24 : 16;
    if (row < least || !rows.data || link >= e->section_count) {
        in_complain(e->tree, e->node, 0, "the symbol table is not in the file");
        return;
    }
    tunip_str names = in_range(e->data, section(e, link, SH_OFFSET), section(e, link, SH_SIZE));
    in_symbol *symbols = in_alloc(&e->tree->arena, rows.size / row + 1, sizeof *symbols);
    size_t count = 0;
    for (size_t at = 0; symbols && at + row <= rows.size; at += row)
        count += read_symbol(e, rows.data + at, names, &symbols[count]);
    e->symbols = symbols;
    e->symbol_count = count;
}

/* ---- the file ---- */

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

void in_expand_elf(in_tree *tree, in_node *node)
{
    enum { SYMTAB = 2, DYNSYM = 11 };
    elf e = {.tree = tree, .node = node, .data = node->data};
    if (!open_elf(&e)) {
        in_find_lost_blob(tree, node);
        return;
    }
    static const char *const kinds[] = {"", "object file", "program", "shared library"};
    uint64_t type = number(&e, e.data.data, &head[E_TYPE]);
    node->note =
        in_format(&tree->arena, "ELF %s for %s", type < 4 ? kinds[type] : "file", machine_of(&e));
    for (size_t i = 0; i < e.section_count && !e.symbols; i++)
        if (section(&e, i, SH_TYPE) == DYNSYM) read_symbols(&e, i);
    for (size_t i = 0; i < e.section_count && !e.symbols; i++)
        if (section(&e, i, SH_TYPE) == SYMTAB) read_symbols(&e, i);
    if (e.symbols) in_take_symbols(tree, node, e.symbols, e.symbol_count, !e.is_object);
}
