/* pe.c -- the exported symbols of PE files of 32 and 64 bits, and the external symbols of COFF
 * object files, as in Microsoft's "PE Format". A PE file begins with the header of MS-DOS, which
 * has the place of the PE header at 0x3C. Addresses are relative to the place at
 * which the file is loaded, and sections say which part of the file has them. Symbols have no
 * sizes. */
#include "pe.h"

#include "symbols.h"

enum { COFF = 24, SECTION = 40 }; /* with the signature */

typedef struct pe {
    tunip_str data;
    tunip_str sections; /* all rows */
} pe;

static size_t header_of(tunip_str data)
{
    if (data.size < 64 || memcmp(data.data, "MZ", 2) != 0) return SIZE_MAX;
    size_t at = (size_t)in_le(data.data + 0x3C, 4);
    tunip_str head = in_range(data, at, COFF);
    return head.data && memcmp(head.data, "PE\0\0", 4) == 0 ? at : SIZE_MAX;
}

bool in_is_pe(tunip_str data)
{
    return header_of(data) != SIZE_MAX;
}

static bool is_code_section(const char *row)
{
    static const uint64_t code = 0x20000020; /* executable, or contains code */
    return (in_le(row + 36, 4) & code) != 0;
}

/* The bytes from an address to the end of its section. */
static tunip_str bytes_at(const pe *p, uint64_t address, bool *is_code)
{
    for (size_t at = 0; at < p->sections.size; at += SECTION) {
        const char *row = p->sections.data + at;
        uint64_t size = in_le(row + 8, 4), start = in_le(row + 12, 4), saved = in_le(row + 16, 4);
        if (!size) size = saved;
        if (address < start || address - start >= size) continue;
        *is_code = is_code_section(row);
        if (size > saved) size = saved; /* zeros follow, which the file does not have */
        if (address - start >= size) break;
        return in_range(p->data, in_le(row + 20, 4) + (address - start), size - (address - start));
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
    uint64_t magic = optional.size < 2 ? 0 : in_le(optional.data, 2);
    size_t at = magic == PE_64 ? 112 : 96;
    if ((magic != PE_64 && magic != PE_32) || optional.size < at) {
        *trouble = "expected the optional header of a PE file";
        return false;
    }
    if (!in_le(optional.data + at - 4, 4) || optional.size < at + 8) return false;
    uint64_t address = in_le(optional.data + at, 4);
    if (!address) return false;
    tunip_str head = bytes_at(p, address, &is_code);
    *trouble = "the list of exports is not in the file";
    if (head.size < HEAD) return false;
    for (size_t i = 0; i < EXPORT_FIELDS; i++) e->fields[i] = in_le(head.data + 20 + 4 * i, 4);
    e->functions = bytes_at(p, e->fields[FUNCTION_TABLE], &is_code);
    e->names = bytes_at(p, e->fields[NAME_TABLE], &is_code);
    e->numbers = bytes_at(p, e->fields[NUMBER_TABLE], &is_code);
    if (e->functions.size / 4 < e->fields[FUNCTIONS] || e->names.size / 4 < e->fields[NAMES] ||
        e->numbers.size / 2 < e->fields[NAMES])
        return false;
    *trouble = NULL;
    return true;
}

static bool read_symbol(const pe *p, const exports *e, size_t index, in_symbol *out)
{
    bool is_code = false, ignored;
    uint64_t number = in_le(e->numbers.data + 2 * index, 2);
    tunip_str name = bytes_at(p, in_le(e->names.data + 4 * index, 4), &ignored);
    if (number >= e->fields[FUNCTIONS]) return false;
    *out = (in_symbol){.name = in_string_at(name, 0),
                       .value = in_le(e->functions.data + 4 * number, 4)};
    out->content = bytes_at(p, out->value, &is_code);
    out->kind = in_symbol_kind(out->name, is_code);
    return out->name.size != 0;
}

/* NULL: an unknown one. */
static const char *machine_of(uint64_t number)
{
    static const struct {
        unsigned number;
        const char *name;
    } rows[] = {{0x8664, "x86-64"}, {0xAA64, "AArch64"}, {0x14C, "x86"}, {0x1C4, "ARM"}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (rows[i].number == number) return rows[i].name;
    return NULL;
}

void in_expand_pe(in_tree *tree, in_node *node)
{
    enum { DLL = 0x2000 };
    pe p = {.data = node->data};
    exports e = {.fields = {0}};
    const char *head = node->data.data + header_of(node->data), *trouble = NULL;
    size_t behind = (size_t)(head - node->data.data) + COFF;
    uint64_t count = in_le(head + 6, 2), optional = in_le(head + 20, 2);
    const char *machine = machine_of(in_le(head + 4, 2));
    node->note = in_format(&tree->arena, "PE %s for %s",
                           in_le(head + 22, 2) & DLL ? "shared library" : "program",
                           machine ? machine : "an unknown machine");
    tunip_str rows = in_range(node->data, behind, optional);
    p.sections = in_range(node->data, behind + optional, count * SECTION);
    if (!rows.data || !p.sections.data) trouble = "the sections of the PE file are not there";
    bool has = !trouble && read_exports(&p, rows, &e, &trouble);
    if (trouble) {
        in_complain(tree, node, 0, "%s", trouble);
        in_find_lost_blob(tree, node);
        return;
    }
    size_t found = 0, names = has ? (size_t)e.fields[NAMES] : 0;
    in_symbol *symbols = in_alloc(&tree->arena, names + 1, sizeof *symbols);
    for (size_t i = 0; symbols && i < names; i++) found += read_symbol(&p, &e, i, &symbols[found]);
    in_measure_symbols(symbols, found);
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
    if (data.size < HEAD || !machine_of(in_le(data.data, 2)) || in_le(data.data + 16, 2))
        return false;
    uint64_t place = in_le(data.data + 8, 4), size = in_le(data.data + 12, 4) * SYMBOL;
    c->data = data;
    c->sections = in_range(data, HEAD, in_le(data.data + 2, 2) * SECTION);
    c->symbols = in_range(data, place, size);
    tunip_str length = in_range(data, place + size, 4);
    if (!place || !c->sections.data || !c->symbols.data || !length.data) return false;
    c->names = in_range(data, place + size, in_le(length.data, 4));
    c->has_underscores = in_le(data.data, 2) == X86;
    return c->names.data != NULL;
}

bool in_is_coff(tunip_str data)
{
    coff c;
    return open_coff(&c, data);
}

/* Sections begin at address 0: the place of a symbol in the file tells where it is. */
static bool read_coff_symbol(const coff *c, const char *row, in_symbol *out)
{
    enum { EXTERNAL = 2 };
    uint64_t index = in_le(row + 12, 2), value = in_le(row + 8, 4);
    if ((unsigned char)row[16] != EXTERNAL || !index || index > c->sections.size / SECTION)
        return false;
    const char *section = c->sections.data + (index - 1) * SECTION;
    uint64_t place = in_le(section + 20, 4), size = in_le(section + 16, 4);
    tunip_str name = {row, strnlen(row, 8)};
    if (!in_le(row, 4)) name = in_string_at(c->names, in_le(row + 4, 4));
    if (c->has_underscores && name.size && *name.data == '_') {
        name.data++;
        name.size--;
    }
    if (!name.size) return false;
    *out = (in_symbol){.name = name,
                       .kind = in_symbol_kind(name, is_code_section(section)),
                       .value = place + value};
    if (place && value <= size) out->content = in_range(c->data, place + value, size - value);
    return true;
}

void in_expand_coff(in_tree *tree, in_node *node)
{
    coff c;
    if (!open_coff(&c, node->data)) return;
    size_t found = 0;
    node->note =
        in_format(&tree->arena, "COFF object file for %s", machine_of(in_le(node->data.data, 2)));
    in_symbol *symbols = in_alloc(&tree->arena, c.symbols.size / SYMBOL + 1, sizeof *symbols);
    for (size_t at = 0; symbols && at < c.symbols.size; at += SYMBOL) {
        const char *row = c.symbols.data + at;
        found += read_coff_symbol(&c, row, &symbols[found]);
        at += (unsigned char)row[17] * (size_t)SYMBOL; /* more about this symbol */
    }
    in_measure_symbols(symbols, found);
    if (symbols) in_take_symbols(tree, node, symbols, found, false);
}
