/* tar.c -- archives: tar (ustar, pax, GNU) and ar. The members stay where they are in the mapped
 * file: reading an archive copies nothing but names. */
#include "tar.h"

enum { BLOCK = 512, MOST_MEMBERS = 1000000 };

bool in_is_safe_name(tunip_str name)
{
    if (!name.size || name.data[0] == '/') return false;
    for (size_t begin = 0, i = 0; i <= name.size; i++) {
        if (i < name.size &&
            ((unsigned char)name.data[i] < ' ' || name.data[i] == 0x7F || name.data[i] == '\\'))
            return false;
        if (i < name.size && name.data[i] != '/') continue;
        if (i - begin == 2 && name.data[begin] == '.' && name.data[begin + 1] == '.') return false;
        begin = i + 1;
    }
    return true;
}

/* ---- tar ---- */

/* A number in octal digits, or, if the highest bit is set, in base 256. False if it is neither. */
static bool number_of(const char *field, size_t size, uint64_t *out)
{
    *out = 0;
    if (field[0] & 0x80) {
        for (size_t i = size - 8; i < size; i++) *out = *out << 8 | (unsigned char)field[i];
        return field[0] == (char)0x80;
    }
    size_t i = 0;
    while (i < size && field[i] == ' ') i++;
    for (; i < size && field[i] >= '0' && field[i] <= '7'; i++)
        *out = *out << 3 | (uint64_t)(field[i] - '0');
    return i == size || field[i] == 0 || field[i] == ' ';
}

static bool has_checksum(const char *header)
{
    uint64_t stated;
    uint64_t sum = 0;
    for (size_t i = 0; i < BLOCK; i++) sum += i >= 148 && i < 156 ? ' ' : (unsigned char)header[i];
    return number_of(header + 148, 8, &stated) && stated == sum;
}

bool in_is_tar(tunip_str data)
{
    return data.size >= BLOCK && data.data[0] && has_checksum(data.data);
}

static tunip_str text_of(const char *field, size_t size)
{
    const char *end = memchr(field, 0, size);
    return (tunip_str){field, end ? (size_t)(end - field) : size};
}

typedef struct tar {
    in_tree *tree;
    in_node *node;
    in_reader r;
    tunip_str long_name; /* of the next member; or empty */
    tunip_str member;    /* the name of this one */
    uint64_t long_size;  /* of the next member, from pax; or 0 */
} tar;

/* Records of pax: "LENGTH KEY=VALUE\n". */
static void read_pax(tar *t, tunip_str data)
{
    while (data.size) {
        uint64_t length = 0;
        size_t i = 0;
        for (; i < data.size && tunip_is_digit(data.data[i]) && length < data.size; i++)
            length = 10 * length + (uint64_t)(data.data[i] - '0');
        if (i == 0 || i >= data.size || data.data[i] != ' ' || length < i + 2 || length > data.size)
            return;
        tunip_str record = {data.data + i + 1, (size_t)length - i - 2};
        if (record.size > 5 && memcmp(record.data, "path=", 5) == 0)
            t->long_name = (tunip_str){record.data + 5, record.size - 5};
        if (record.size > 5 && memcmp(record.data, "size=", 5) == 0)
            for (size_t k = 5; k < record.size && tunip_is_digit(record.data[k]); k++)
                t->long_size = 10 * t->long_size + (uint64_t)(record.data[k] - '0');
        data.data += length;
        data.size -= (size_t)length;
    }
}

static tunip_str name_of(tar *t, const char *header)
{
    tunip_str name = text_of(header, 100), prefix = text_of(header + 345, 155);
    bool is_ustar = memcmp(header + 257, "ustar", 5) == 0 && header[262] == 0;
    if (t->long_name.size)
        name = t->long_name;
    else if (is_ustar && prefix.size)
        name = in_format(&t->tree->arena, "%.*s/%.*s", (int)prefix.size, prefix.data,
                         (int)name.size, name.data);
    t->long_name = (tunip_str){NULL, 0};
    while (name.size > 2 && name.data[0] == '.' && name.data[1] == '/') {
        name.data += 2;
        name.size -= 2;
    }
    return name;
}

static void refuse(tar *t, const char *why)
{
    in_complain(t->tree, t->node, t->r.at, "the member `%.*s` is refused: %s", in_whole(t->member),
                t->member.data, why);
}

static void read_member(tar *t, char type, tunip_str data)
{
    switch (type) {
    case 'x':
        read_pax(t, data);
        return;
    case 'L':
        t->long_name = data.size ? text_of(data.data, data.size) : data;
        return;
    case 'g':
    case 'K':
    case '5':
        return;
    case 0:
    case '0':
    case '7':
        if (!in_is_safe_name(t->member))
            refuse(t, "its name leads out of the archive");
        else
            in_add(t->tree, t->node, IN_CONTAINER, t->member, "binary", data);
        return;
    case '1':
    case '2':
        refuse(t, "it is a link");
        return;
    default:
        refuse(t, "it is not a regular file");
    }
}

/* A block of zeros ends an archive. */
static bool is_end(const char *block)
{
    size_t i = 0;
    while (i < BLOCK && !block[i]) i++;
    return i == BLOCK;
}

/* Goes on at the next header, wherever it is. */
static void skip_damage(tar *t)
{
    in_complain(t->tree, t->node, t->r.at, "expected the header of a member, with its checksum");
    do t->r.at += BLOCK;
    while (in_left(&t->r) >= BLOCK && !in_is_tar((tunip_str){t->r.data.data + t->r.at, BLOCK}));
}

void in_expand_tar(in_tree *tree, in_node *node)
{
    tar t = {.tree = tree, .node = node, .r = in_reader_of(node->data)};
    node->note = tunip_str_from("tar archive");
    for (size_t members = 0; in_left(&t.r) >= BLOCK; members++) {
        uint64_t size;
        const char *header = t.r.data.data + t.r.at;
        if (is_end(header)) return;
        if (!has_checksum(header)) {
            skip_damage(&t);
            continue;
        }
        in_bytes(&t.r, BLOCK, "a header");
        char type = header[156];
        bool is_meta = type && strchr("xgLK", type);
        if (!is_meta) t.member = name_of(&t, header);
        if (members == MOST_MEMBERS) in_fail(&t.r, "fewer members");
        if (!number_of(header + 124, 12, &size)) in_fail(&t.r, "the size of a member");
        if (!is_meta && t.long_size) size = t.long_size;
        if (!is_meta) t.long_size = 0;
        tunip_str rest = in_rest(&t.r), data = in_bytes(&t.r, size, "the content of a member");
        if (!t.r.trouble || rest.size) read_member(&t, type, t.r.trouble ? rest : data);
        size_t pad = (BLOCK - data.size % BLOCK) % BLOCK;
        in_bytes(&t.r, pad < in_left(&t.r) ? pad : in_left(&t.r), "zeros");
    }
    in_complain_reader(tree, node, &t.r);
}

/* ---- ar ---- */

bool in_is_ar(tunip_str data)
{
    return data.size >= 8 && memcmp(data.data, "!<arch>\n", 8) == 0;
}

static uint64_t decimal(const char *field, size_t size)
{
    uint64_t value = 0;
    for (size_t i = 0; i < size && tunip_is_digit(field[i]); i++)
        value = 10 * value + (uint64_t)(field[i] - '0');
    return value;
}

/* "NAME/", "/OFFSET" in the table of long names, or "NAME" filled with blanks. */
static tunip_str ar_name(const char *field, tunip_str names)
{
    tunip_str name = {field, 16};
    if (field[0] == '/' && tunip_is_digit(field[1])) {
        uint64_t at = decimal(field + 1, 15);
        if (at >= names.size) return (tunip_str){"", 0};
        name = (tunip_str){names.data + at, names.size - (size_t)at};
    }
    const char *end = memchr(name.data, '/', name.size);
    if (end) name.size = (size_t)(end - name.data);
    while (name.size && name.data[name.size - 1] == ' ') name.size--;
    return name;
}

void in_expand_ar(in_tree *tree, in_node *node)
{
    enum { HEAD = 60 };
    in_reader r = in_reader_of(node->data);
    tunip_str names = {"", 0};
    node->note = tunip_str_from("ar archive");
    in_bytes(&r, 8, "the magic of an archive");
    while (in_left(&r) >= HEAD) {
        tunip_str header = in_bytes(&r, HEAD, "a header");
        if (header.data[58] != '`') in_fail(&r, "the header of a member");
        tunip_str rest = in_rest(&r);
        tunip_str data = in_bytes(&r, decimal(header.data + 48, 10), "the content of a member");
        if (r.trouble && !rest.size) break;
        if (r.trouble) data = rest; /* what is there of the last one */
        if (r.at & 1 && in_left(&r)) in_bytes(&r, 1, "a newline");
        if (memcmp(header.data, "// ", 3) == 0) {
            names = data;
            continue;
        }
        tunip_str name = ar_name(header.data, names);
        if (!name.size) continue; /* the index */
        if (in_is_safe_name(name) && !memchr(name.data, '/', name.size))
            in_add(tree, node, IN_CONTAINER, name, "binary", data);
        else
            in_complain(tree, node, r.at, "a member is refused: its name leads out of the archive");
    }
    in_complain_reader(tree, node, &r);
}
