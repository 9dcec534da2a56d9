/* macho.c -- the symbols of Mach-O files of 64 bits in little-endian order, as in the headers
 * <mach-o/loader.h>, <mach-o/nlist.h> and <mach-o/fat.h> of macOS. A header is followed by load
 * commands; a segment has sections, which symbols refer to by a number that counts all of them from
 * 1. Symbols have no sizes. */
#include "macho.h"

#include "symbols.h"

enum { HEADER = 32, SECTION = 80, SEGMENT = 72, SYMBOL = 16, MOST_SECTIONS = 255 };

typedef struct section {
    uint64_t address;
    tunip_str content; /* empty if the file has none */
    bool is_code;
} section;

typedef struct macho {
    tunip_str data;
    section sections[MOST_SECTIONS];
    size_t section_count;
    tunip_str symbols, names;
    bool is_damaged;
} macho;

bool in_is_macho(tunip_str data)
{
    if (data.size < 4) return false;
    uint64_t magic = in_le(data.data, 4);
    return magic == 0xFEEDFACF || magic == 0xFEEDFACE || magic == 0xCFFAEDFE || magic == 0xCEFAEDFE;
}

static const char *machine_of(uint64_t type)
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
    if (command.size < SEGMENT) {
        m->is_damaged = true;
        return;
    }
    uint64_t count = in_le(command.data + 64, 4);
    for (size_t i = 0; i < count; i++) {
        const char *row = command.data + SEGMENT + i * SECTION;
        if (command.size - SEGMENT < (i + 1) * SECTION || m->section_count == MOST_SECTIONS) {
            m->is_damaged = true;
            return;
        }
        uint64_t flags = in_le(row + 64, 4), type = flags & TYPE;
        section *s = &m->sections[m->section_count++];
        s->address = in_le(row + 32, 8);
        s->is_code = (flags & code) != 0;
        if (type == NO_CONTENT || type == NO_CONTENT_LARGE || type == NO_CONTENT_THREAD) continue;
        s->content = in_range(m->data, in_le(row + 48, 4), in_le(row + 40, 8));
        m->is_damaged = m->is_damaged || !s->content.data;
    }
}

static void read_table(macho *m, tunip_str command)
{
    if (command.size < 24) {
        m->is_damaged = true;
        return;
    }
    uint64_t count = in_le(command.data + 12, 4);
    m->symbols = in_range(m->data, in_le(command.data + 8, 4), count * SYMBOL);
    m->names = in_range(m->data, in_le(command.data + 16, 4), in_le(command.data + 20, 4));
    m->is_damaged = m->is_damaged || !m->symbols.data || !m->names.data;
}

static void read_commands(macho *m)
{
    enum { SYMTAB = 2, SEGMENT_64 = 0x19 };
    uint64_t count = in_le(m->data.data + 16, 4);
    in_reader r = in_reader_of(m->data);
    in_bytes(&r, HEADER, "the header");
    for (uint64_t i = 0; i < count && !m->is_damaged; i++) {
        tunip_str rest = {m->data.data + r.at, in_left(&r)};
        uint64_t size = rest.size < 8 ? 0 : in_le(rest.data + 4, 4);
        tunip_str command = size < 8 ? (tunip_str){NULL, 0} : in_bytes(&r, size, "a command");
        uint64_t kind = command.size ? in_le(command.data, 4) : 0;
        m->is_damaged = !command.size;
        if (kind == SEGMENT_64) read_segment(m, command);
        if (kind == SYMTAB) read_table(m, command);
    }
}

/* ---- symbols ---- */

/* Only symbols that other files see, and that a section has. C names begin with '_'. */
static bool read_symbol(const macho *m, const char *row, in_symbol *out)
{
    enum { DEBUG = 0xE0, KIND = 0x0E, IN_SECTION = 0x0E, EXTERNAL = 1 };
    unsigned type = (unsigned char)row[4], number = (unsigned char)row[5];
    if (type & DEBUG || (type & KIND) != IN_SECTION || !(type & EXTERNAL)) return false;
    if (!number || number > m->section_count) return false;
    const section *s = &m->sections[number - 1];
    *out = (in_symbol){.name = in_string_at(m->names, in_le(row, 4)), .value = in_le(row + 8, 8)};
    if (out->name.size && *out->name.data == '_') {
        out->name.data++;
        out->name.size--;
    }
    if (!out->name.size) return false;
    out->kind = in_symbol_kind(out->name, s->is_code);
    uint64_t at = out->value - s->address;
    if (out->value >= s->address && at < s->content.size)
        out->content = (tunip_str){s->content.data + at, s->content.size - (size_t)at};
    return true;
}

void in_expand_macho(in_tree *tree, in_node *node)
{
    enum { OBJECT = 1, MOST_KINDS = 9 };
    static const char *const kinds[MOST_KINDS] = {"file",  "object file", "program",        "file",
                                                  "file",  "file",        "shared library", "file",
                                                  "bundle"}; /* by the type of the file */
    tunip_str data = node->data;
    macho m = {.data = data};
    if (data.size < HEADER || in_le(data.data, 4) != 0xFEEDFACF) {
        bool is_short = data.size < HEADER && in_le(data.data, 4) == 0xFEEDFACF;
        in_complain(tree, node, 0, "%s",
                    is_short ? "expected the header of a Mach-O file"
                             : "a Mach-O file of 32 bits or in big-endian order is not read");
        node->note = tunip_str_from("Mach-O file");
        in_find_lost_blob(tree, node);
        return;
    }
    uint64_t type = in_le(data.data + 12, 4);
    node->note = in_format(&tree->arena, "Mach-O %s for %s", kinds[type < MOST_KINDS ? type : 0],
                           machine_of(in_le(data.data + 4, 4)));
    read_commands(&m);
    in_symbol *symbols = in_alloc(&tree->arena, m.symbols.size / SYMBOL + 1, sizeof *symbols);
    size_t count = 0;
    for (size_t at = 0; symbols && at < m.symbols.size; at += SYMBOL)
        count += read_symbol(&m, m.symbols.data + at, &symbols[count]);
    if (m.is_damaged) in_complain(tree, node, 0, "a load command of the Mach-O file is damaged");
    if (!count && m.is_damaged) in_find_lost_blob(tree, node);
    in_measure_symbols(symbols, count);
    if (symbols && (count || !m.is_damaged))
        in_take_symbols(tree, node, symbols, count, type != OBJECT);
}

/* ---- several machines ---- */

/* All numbers are big-endian. A class file of Java has the same magic, and then its version, which
 * is greater than any number of machines. */
bool in_is_fat_macho(tunip_str data)
{
    enum { MOST = 30 };
    return data.size >= 8 && memcmp(data.data, "\xCA\xFE\xBA\xBE\0\0\0", 7) == 0 && data.data[7] &&
           (unsigned char)data.data[7] < MOST;
}

static uint64_t big(const char *bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < 4; i++) value = value << 8 | (unsigned char)bytes[i];
    return value;
}

void in_expand_fat_macho(in_tree *tree, in_node *node)
{
    enum { ROW = 20 };
    node->note = tunip_str_from("Mach-O files for several machines");
    for (uint64_t i = 0, count = big(node->data.data + 4); i < count; i++) {
        tunip_str row = in_range(node->data, 8 + i * ROW, ROW);
        tunip_str slice =
            row.data ? in_range(node->data, big(row.data + 8), big(row.data + 12)) : row;
        if (!slice.data) {
            in_complain(tree, node, 0, "file %d of %d is not there", (int)i + 1, (int)count);
            continue;
        }
        in_add(tree, node, IN_CONTAINER, tunip_str_from(machine_of(big(row.data))), "binary",
               slice);
    }
}
