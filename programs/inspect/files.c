/* files.c -- folders that are written, archives that are read, and other programs. */
#include "files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "../../src/util/os.h"
#include "../child/child.h"

/* ======== disk ======== */

/* A folder to which files are written, and nothing outside of it. Every component of a
 * path is opened below the one before it, and no symbolic link is followed. */

enum { LONGEST = IN_COMPONENT - 16 };

static bool fail_folder(tunip_error *error, const char *folder, tunip_str path, int number)
{
    char why[TN_OS_REASON];
    tunip_error_set(error, TUNIP_ERROR_IO, "%s/%.*s: %s", folder,
                    path.size < LONGEST ? (int)path.size : LONGEST, path.data,
                    tn_os_reason(number, why));
    return false;
}

bool in_folder_take(in_folder *folder, const char *path, tunip_error *error)
{
    *folder = (in_folder){.open = tn_folder_open(path), .path = path};
    return folder->open || in_fail_file(path, error) == TUNIP_OK;
}

static bool folder_make(in_folder *folder, const char *path, tunip_error *error)
{
    *folder = (in_folder){.path = path};
    if (!tn_make_folder(path) && errno != EEXIST) return in_fail_file(path, error) == TUNIP_OK;
    if (!in_folder_take(folder, path, error)) return false;
    errno = 0;
    bool is_empty = !tn_folder_next(folder->open);
    if (is_empty && !errno) return true;
    if (is_empty) in_fail_file(path, error);
    in_folder_close(folder);
    if (!is_empty) tunip_error_set(error, TUNIP_ERROR_IO, "%s: the folder is not empty", path);
    return false;
}

void in_folder_close(in_folder *folder)
{
    tn_folder_close(folder->open);
    folder->open = NULL;
}

void in_take_component(tunip_str *path, char out[IN_COMPONENT])
{
    size_t size = 0;
    while (size < path->size && path->data[size] != '/') size++;
    size_t kept = size < LONGEST ? size : tunip_utf8_valid((tunip_str){path->data, LONGEST});
    for (size_t i = 0; i < kept; i++) {
        char c = path->data[i];
        out[i] = (unsigned char)c < ' ' || c == 0x7F || c == '\\' ? '_' : c;
    }
    out[kept] = 0;
    bool dots = strcmp(out, ".") == 0 || strcmp(out, "..") == 0;
    if (!kept || dots) memcpy(out, "_", 2);
    size_t skip = size < path->size ? size + 1 : size;
    path->data += skip;
    path->size -= skip;
}

/* Creates a file that does not exist yet. */
static int create(const tn_folder *folder, char name[IN_COMPONENT])
{
    enum { MOST = 10000, SUFFIX = 8 };
    size_t size = strlen(name) < LONGEST - SUFFIX ? strlen(name) : LONGEST - SUFFIX;
    int file = tn_folder_open_file(folder, name, TN_NEW);
    for (int i = 2; file < 0 && errno == EEXIST && i < MOST; i++) {
        snprintf(name + size, 16, "~%d", i);
        file = tn_folder_open_file(folder, name, TN_NEW);
    }
    return file;
}

/* Opens the folders on the way to a file, and leaves the name of the file in `name`. The caller
 * closes the last one, unless it is that of `folder`. NULL on failure, with errno. If `taken` is
 * there, missing folders are made, and it receives the way. */
static tn_folder *walk(const in_folder *folder, tunip_str path, char name[IN_COMPONENT],
                       in_text *taken, in_text *made)
{
    tn_folder *at = folder->open;
    for (in_take_component(&path, name); path.size && at; in_take_component(&path, name)) {
        bool is_new = taken && tn_folder_make(at, name);
        tn_folder *next = tn_folder_enter(at, name);
        if (at != folder->open) tn_folder_close(at);
        at = next;
        if (taken) in_puts(taken, name);
        if (taken) in_puts(taken, "/");
        if (is_new) in_put(made, in_str(taken));
        if (is_new) in_put(made, (tunip_str){"", 1});
    }
    return at;
}

static void leave(const in_folder *folder, tn_folder *at)
{
    if (at != folder->open) tn_folder_close(at);
}

int in_folder_create(in_folder *folder, tunip_str path, in_text *taken, tunip_error *error)
{
    char name[IN_COMPONENT];
    in_text way = {.spans = NULL};
    tn_folder *at = walk(folder, path, name, &way, &folder->made);
    int file = at ? create(at, name) : -1, number = errno;
    leave(folder, at);
    in_puts(&way, name);
    if (file >= 0) in_put(&folder->made, in_str(&way));
    if (file >= 0) in_put(&folder->made, (tunip_str){"", 1});
    if (taken) in_put(taken, in_str(&way));
    in_text_free(&way);
    return file < 0 ? fail_folder(error, folder->path, path, number) - 1 : file;
}

int in_folder_open(const in_folder *folder, tunip_str path, tunip_error *error)
{
    char name[IN_COMPONENT];
    tn_folder *at = walk(folder, path, name, NULL, NULL);
    int file = at ? tn_folder_open_file(at, name, TN_NO_WAIT) : -1, number = errno;
    leave(folder, at);
    return file < 0 ? fail_folder(error, folder->path, path, number) - 1 : file;
}

/* ---- all or nothing ---- */

bool in_folder_begin(in_folder *folder, const char *path, tunip_error *error)
{
    tn_about about;
    bool was_there = tn_look_at_link(path, &about);
    bool fine = folder_make(folder, path, error);
    folder->was_there = was_there;
    return fine;
}

static void remove_made(const in_folder *folder, tunip_str path)
{
    char name[IN_COMPONENT];
    bool is_folder = path.data[path.size - 1] == '/';
    path.size -= is_folder;
    tn_folder *at = walk(folder, path, name, NULL, NULL);
    if (at) tn_folder_remove(at, name, is_folder);
    leave(folder, at);
}

void in_folder_end(in_folder *folder, bool keep)
{
    for (size_t end = keep ? 0 : folder->made.raw.bytes.count, begin; end; end = begin) {
        for (begin = end - 1; begin && folder->made.raw.bytes.items[begin - 1];) begin--;
        remove_made(folder, (tunip_str){folder->made.raw.bytes.items + begin, end - 1 - begin});
    }
    in_text_free(&folder->made);
    in_folder_close(folder);
    if (!keep && !folder->was_there) tn_remove_folder(folder->path);
}

int in_write_file(const char *data, size_t size, void *user)
{
    return tn_os_write(*(const int *)user, data, size) ? 0 : -1;
}

/* ======== tar ======== */

/* Archives: tar (ustar, pax, GNU) and ar. The members stay where they are in the mapped
 * file: reading an archive copies nothing but names. */

enum { BLOCK = 512, MOST_MEMBERS = 1000000 };

const char *in_name_flaw(tunip_str name)
{
    if (!name.size) return "it has no name";
    if (name.data[0] == '/') return "its name leads out of the archive";
    for (size_t begin = 0, i = 0; i <= name.size; i++) {
        if (i < name.size && ((unsigned char)name.data[i] < ' ' || name.data[i] == 0x7F))
            return "its name has control characters";
        if (i < name.size && name.data[i] == '\\') return "its name has a backslash";
        if (i < name.size && name.data[i] != '/') continue;
        if (i - begin == 2 && name.data[begin] == '.' && name.data[begin + 1] == '.')
            return "its name leads out of the archive";
        begin = i + 1;
    }
    return NULL;
}

static void refuse(in_tree *tree, const in_node *node, size_t offset, tunip_str name,
                   const char *why)
{
    in_complain(tree, node, offset, "the member `%.*s` is refused: %s", in_whole(name), name.data,
                why);
}

bool in_take_name(in_tree *tree, const in_node *node, size_t offset, tunip_str name)
{
    const char *flaw = in_name_flaw(name);
    if (flaw) refuse(tree, node, offset, name, flaw);
    return !flaw;
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
    tunip_str long_link; /* the same for the file to which it is a link */
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
        if (tunip_str_begins(record, "path="))
            t->long_name = (tunip_str){record.data + 5, record.size - 5};
        if (tunip_str_begins(record, "linkpath="))
            t->long_link = (tunip_str){record.data + 9, record.size - 9};
        if (tunip_str_begins(record, "size="))
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
        name = tn_arena_say(&t->tree->arena, "%.*s/%.*s", (int)prefix.size, prefix.data,
                            (int)name.size, name.data);
    t->long_name = (tunip_str){NULL, 0};
    while (name.size > 2 && name.data[0] == '.' && name.data[1] == '/') {
        name.data += 2;
        name.size -= 2;
    }
    return name;
}

/* Links are shown and never followed, because they may lead anywhere. */
static void add_link(tar *t, const char *header)
{
    tunip_str to = t->long_link.size ? t->long_link : text_of(header + 157, 100);
    in_node *node = in_add(t->tree, t->node, IN_CONTAINER, t->member, "link", to);
    if (!node) return;
    node->is_missing = true;
    node->note = tn_arena_say(&t->tree->arena, "link to %.*s", in_whole(to), to.data);
}

static void read_member(tar *t, const char *header, tunip_str data)
{
    char type = header[156];
    switch (type) {
    case 'x':
        read_pax(t, data);
        return;
    case 'L':
        t->long_name = data.size ? text_of(data.data, data.size) : data;
        return;
    case 'K':
        t->long_link = data.size ? text_of(data.data, data.size) : data;
        return;
    case 'g':
    case '5':
        return;
    case 0:
    case '0':
    case '1':
    case '2':
    case '7':
        if (!in_take_name(t->tree, t->node, t->r.at, t->member)) return;
        if (type == '1' || type == '2')
            add_link(t, header);
        else
            in_add(t->tree, t->node, IN_CONTAINER, t->member, "binary", data);
        return;
    default:
        refuse(t->tree, t->node, t->r.at, t->member, "it is not a regular file");
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
        if (!t.r.trouble || rest.size) read_member(&t, header, t.r.trouble ? rest : data);
        if (!is_meta) t.long_link = (tunip_str){NULL, 0};
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
        if (in_take_name(tree, node, r.at, name))
            in_add(tree, node, IN_CONTAINER, name, "binary", data);
    }
    in_complain_reader(tree, node, &r);
}

/* ======== tool ======== */

/* Other programs, without a shell and with a limit of time. */

static int take_output(const char *data, size_t size, void *user)
{
    in_text *out = user;
    in_put(out, (tunip_str){data, size});
    return out->raw.failed ? -1 : 0;
}

in_tool_result in_tool_run(const char *const *argv, tunip_str input, unsigned seconds,
                           bool messages, in_text *out)
{
    child_result how = child_run(argv, input.data, input.size, seconds, messages, take_output, out);
    if (how.end == CHILD_MISSING || !child_can_start()) return IN_TOOL_MISSING;
    if (how.end == CHILD_LATE) return IN_TOOL_LATE;
    return how.end == CHILD_EXITED && how.number == 0 ? IN_TOOL_DONE : IN_TOOL_FAILED;
}

in_tool_result in_objdump_run(const char *const *argv, tunip_str input, unsigned seconds,
                              in_text *out)
{
    enum { MOST = 16 };
    static const struct {
        const char *own, *of_llvm;
    } rows[] = {{"--no-addresses", "--no-leading-addr"},
                {"--disassemble=", "--disassemble-symbols="}};
    in_text options[2] = {{.spans = NULL}, {.spans = NULL}};
    const char *words[MOST] = {"llvm-objdump"};
    size_t before = out->raw.bytes.count;
    in_tool_result result = in_tool_run(argv, input, seconds, false, out);
    if (out->raw.failed || (result != IN_TOOL_MISSING && result != IN_TOOL_FAILED)) return result;
    out->raw.bytes.count = before;
    for (size_t i = 1; argv[i] && i + 1 < MOST; i++) {
        words[i] = argv[i];
        for (size_t k = 0; k < TUNIP_LEN(rows); k++) {
            if (!tunip_str_begins(tunip_str_from(argv[i]), rows[k].own)) continue;
            options[k].raw.bytes.count = 0;
            in_puts(&options[k], rows[k].of_llvm);
            in_puts(&options[k], argv[i] + strlen(rows[k].own));
            in_put(&options[k], (tunip_str){"", 1});
            words[i] = options[k].raw.bytes.items;
        }
    }
    in_tool_result other = options[0].raw.failed || options[1].raw.failed
                               ? IN_TOOL_FAILED
                               : in_tool_run(words, input, seconds, false, out);
    for (size_t k = 0; k < TUNIP_LEN(rows); k++) in_text_free(&options[k]);
    if (other == IN_TOOL_DONE || (result == IN_TOOL_MISSING && other != IN_TOOL_FAILED))
        return other;
    out->raw.bytes.count = before;
    return result;
}
