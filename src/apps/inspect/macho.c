/* macho.c -- the symbols of Mach-O files, as in the headers <mach-o/loader.h>, <mach-o/nlist.h> and
 * <mach-o/fat.h> of macOS. A header is followed by load commands; a segment has sections, which
 * symbols refer to by a number that counts all of them from 1. Symbols have no sizes. Files of 32
 * and 64 bits differ in the size of addresses. */
#include "macho.h"

#include "symbols.h"

enum { MOST_SECTIONS = 255 };

typedef struct section {
    uint64_t address;
    tunip_str content; /* empty if the file has none */
    bool is_code;
} section;

typedef struct macho {
    tunip_str data;
    bool is_big;
    size_t word; /* the size of an address */
    section sections[MOST_SECTIONS];
    size_t section_count;
    tunip_str symbols, names;
    bool is_damaged;
    bool has_trie; /* a list of exports, which remains if the symbols were stripped */
} macho;

static uint64_t number(const macho *m, const char *bytes, size_t size)
{
    return (m->is_big ? in_be : in_le)(bytes, size);
}

/* The magic of files of 32 bits is 0xFEEDFACE, of 64 bits 0xFEEDFACF, in the order of the file. */
static bool open_macho(macho *m, tunip_str data)
{
    if (data.size < 4) return false;
    m->data = data;
    m->is_big = data.data[0] == '\xFE';
    uint64_t magic = number(m, data.data, 4);
    m->word = magic == 0xFEEDFACF ? 8 : 4;
    return magic == 0xFEEDFACF || magic == 0xFEEDFACE;
}

bool in_is_macho(tunip_str data)
{
    macho m;
    return open_macho(&m, data);
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
    size_t w = m->word, head = 40 + 4 * w, size = 56 + 3 * w;
    uint64_t count = command.size < head ? 0 : number(m, command.data + 32 + 4 * w, 4);
    m->is_damaged = m->is_damaged || command.size < head;
    for (size_t i = 0; i < count; i++) {
        const char *row = command.data + head + i * size;
        if (command.size - head < (i + 1) * size || m->section_count == MOST_SECTIONS) {
            m->is_damaged = true;
            return;
        }
        uint64_t flags = number(m, row + 48 + 2 * w, 4), type = flags & TYPE;
        section *s = &m->sections[m->section_count++];
        s->address = number(m, row + 32, w);
        s->is_code = (flags & code) != 0;
        if (type == NO_CONTENT || type == NO_CONTENT_LARGE || type == NO_CONTENT_THREAD) continue;
        s->content = in_range(m->data, number(m, row + 32 + 2 * w, 4), number(m, row + 32 + w, w));
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
    for (size_t i = 0; i < 4; i++) place[i] = number(m, command.data + 8 + 4 * i, 4);
    m->symbols = in_range(m->data, place[0], place[1] * (8 + m->word));
    m->names = in_range(m->data, place[2], place[3]);
    m->is_damaged = m->is_damaged || !m->symbols.data || !m->names.data;
}

static void read_commands(macho *m)
{
    enum { SEGMENT_32 = 1, SYMTAB = 2, SEGMENT_64 = 0x19, INFO = 0x22, TRIE = 0x33 };
    static const uint64_t must_know = 0x80000000;
    uint64_t count = number(m, m->data.data + 16, 4);
    in_reader r = in_reader_of(m->data);
    in_bytes(&r, 24 + m->word, "the header");
    for (uint64_t i = 0; i < count && !m->is_damaged; i++) {
        tunip_str rest = in_rest(&r);
        uint64_t size = rest.size < 8 ? 0 : number(m, rest.data + 4, 4);
        tunip_str command = size < 8 ? (tunip_str){NULL, 0} : in_bytes(&r, size, "a command");
        uint64_t kind = command.size ? number(m, command.data, 4) & ~must_know : 0;
        m->is_damaged = !command.size;
        if (kind == (m->word == 8 ? SEGMENT_64 : SEGMENT_32)) read_segment(m, command);
        if (kind == SYMTAB) read_table(m, command);
        m->has_trie = m->has_trie || kind == INFO || kind == TRIE;
    }
}

/* ---- symbols ---- */

/* Only symbols that other files see, and that a section has. C names begin with '_'. */
static bool read_symbol(const macho *m, const char *row, in_symbol *out)
{
    enum { DEBUG = 0xE0, KIND = 0x0E, IN_SECTION = 0x0E, EXTERNAL = 1 };
    unsigned type = (unsigned char)row[4], at_section = (unsigned char)row[5];
    if (type & DEBUG || (type & KIND) != IN_SECTION || !(type & EXTERNAL)) return false;
    if (!at_section || at_section > m->section_count) return false;
    const section *s = &m->sections[at_section - 1];
    *out = (in_symbol){.name = in_string_at(m->names, number(m, row, 4)),
                       .value = number(m, row + 8, m->word)};
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

static const char *kind_of(uint64_t type)
{
    static const char *const kinds[] = {"file", "object file",    "program", "file",  "file",
                                        "file", "shared library", "file",    "bundle"};
    return kinds[type < TUNIP_LEN(kinds) ? type : 0];
}

void in_expand_macho(in_tree *tree, in_node *node)
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
    uint64_t type = number(&m, m.data.data + 12, 4);
    node->note = in_format(&tree->arena, "Mach-O %s for %s", kind_of(type),
                           machine_of(number(&m, m.data.data + 4, 4)));
    read_commands(&m);
    in_symbol *symbols = in_alloc(&tree->arena, m.symbols.size / row + 1, sizeof *symbols);
    for (size_t at = 0; symbols && at < m.symbols.size; at += row)
        count += read_symbol(&m, m.symbols.data + at, &symbols[count]);
    if (m.is_damaged) in_complain(tree, node, 0, "a load command of the Mach-O file is damaged");
    bool is_stripped = !count && m.has_trie && !m.is_damaged && type != OBJECT;
    if (is_stripped)
        in_complain(tree, node, 0, "the file has only the trie of its exports, which is not read");
    if (!count && (m.is_damaged || is_stripped)) in_find_lost_blob(tree, node);
    in_measure_symbols(symbols, count);
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
        in_add(tree, node, IN_CONTAINER, tunip_str_from(machine_of(in_be(row.data, 4))), "binary",
               slice);
    }
}
