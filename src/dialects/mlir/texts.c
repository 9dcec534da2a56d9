/* texts.c -- the texts of attributes and locations, by the settings of a print: in local scope,
 * aliases are written out (MLIR's --mlir-print-local-scope); large constants become placeholders
 * (--mlir-elide-elementsattrs-if-larger). */
#include <stdlib.h>

#include "mlir.h"

/* ---- text in the making ---- */

typedef struct text {
    tunip_docsifier *d;
    char *data;
    size_t size, room;
} text;

static void append(text *t, tunip_str more)
{
    if (t->room - t->size < more.size) {
        size_t room = 2 * (t->size + more.size);
        char *data = tunip_job_alloc(t->d, room);
        if (!data) return;
        if (t->size) memcpy(data, t->data, t->size);
        t->data = data;
        t->room = room;
    }
    if (more.size) memcpy(t->data + t->size, more.data, more.size);
    t->size += more.size;
}

static tunip_str part(tunip_str whole, size_t begin, size_t end)
{
    return (tunip_str){whole.data + begin, end - begin};
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '$' || c == '.';
}

/* The end of the string that begins at `i`. */
static size_t skip_string(tunip_str whole, size_t i)
{
    for (i++; i < whole.size && whole.data[i] != '"'; i++)
        if (whole.data[i] == '\\') i++;
    return i < whole.size ? i + 1 : whole.size;
}

/* ---- large constants ---- */

/* The end of what follows `dense<`: the place of its `>`. */
static size_t find_close(tunip_str whole, size_t i)
{
    for (size_t depth = 1; i < whole.size; i++) {
        if (whole.data[i] == '"') {
            i = skip_string(whole, i) - 1;
            continue;
        }
        depth += whole.data[i] == '<';
        depth -= whole.data[i] == '>';
        if (!depth) return i;
    }
    return whole.size;
}

/* The number of elements; of bytes if they are written as a hexadecimal string. */
static size_t count_elements(tunip_str elements)
{
    bool is_hex = elements.size > 4 && memcmp(elements.data, "\"0x", 3) == 0;
    size_t count = 1;
    if (is_hex) return (elements.size - 4) / 2;
    for (size_t i = 0; i < elements.size; i++) {
        if (elements.data[i] == '"')
            i = skip_string(elements, i) - 1;
        else
            count += elements.data[i] == ',';
    }
    return count;
}

/* FNV-1a */
static uint64_t hash(tunip_str bytes)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < bytes.size; i++) h = (h ^ (unsigned char)bytes.data[i]) * 1099511628211u;
    return h;
}

/* `dense_resource<__elided_24_0123456789abcdef__>`, with the size and a hash of the elements. A
 * print with placeholders is not lossless. */
static void put_placeholder(text *t, tunip_str elements, size_t count, const tunip_path *path)
{
    append(t, tunip_doc_format(t->d, "dense_resource<__elided_%zu_%016llx__>", count,
                               (unsigned long long)hash(elements)));
    tunip_report(t->d, TUNIP_ISSUE_LOST, path, "%zu elements are elided", count);
}

static tunip_str elide(tunip_docsifier *d, tunip_str whole, const tunip_path *path, size_t most)
{
    static const char mark[] = "dense<";
    size_t size = sizeof mark - 1, done = 0;
    text t = {.d = d};
    for (size_t i = 0; i + size <= whole.size; i++) {
        if (whole.data[i] == '"') i = skip_string(whole, i) - 1;
        if (i + size > whole.size || memcmp(whole.data + i, mark, size) != 0) continue;
        if (i && is_word(whole.data[i - 1])) continue;
        size_t close = find_close(whole, i + size);
        tunip_str elements = part(whole, i + size, close);
        size_t count = count_elements(elements);
        if (close == whole.size || count <= most) continue;
        append(&t, part(whole, done, i));
        put_placeholder(&t, elements, count, path);
        done = close + 1;
        i = close;
    }
    if (!done) return whole;
    append(&t, part(whole, done, whole.size));
    return (tunip_str){t.data, t.size};
}

/* Whether a reader left a hash in place of an alias, because the alias is too large. */
static bool has_hash(const tunip_mlir_attribute *attr)
{
    tunip_str whole = tunip_string_value(attr->text);
    if (!attr->spelling || !whole.size) return false;
    for (size_t i = 0; i + 1 < whole.size; i++) {
        if (whole.data[i] == '"') i = skip_string(whole, i) - 1;
        if (i + 1 < whole.size && whole.data[i] == '#' && whole.data[i + 1] == '{') return true;
    }
    return false;
}

static tunip_walk_action find_hash(const tunip_node *node, void *user)
{
    (void)user;
    const tunip_mlir_attribute *attr = TUNIP_AS(tunip_mlir_attribute, node);
    return attr && has_hash(attr) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

tunip_str mlir_attribute_text(tunip_docsifier *d, const tunip_mlir_attribute *attr,
                              const tunip_path *path)
{
    const mlir_settings *settings = mlir_settings_of(d);
    tunip_str spelling = tunip_string_value(attr->spelling);
    bool is_local = settings && settings->local_scope;
    if (is_local && has_hash(attr)) {
        tunip_report(d, TUNIP_ISSUE_LOST, path, "an alias is too large to be written out");
        is_local = false;
    }
    tunip_str whole = spelling.size && !is_local ? spelling : tunip_string_value(attr->text);
    if (!settings || settings->elide_elements_if_larger < 0) return whole;
    return elide(d, whole, path, (size_t)settings->elide_elements_if_larger);
}

/* ---- locations ---- */

static const char location_mark[] = " = loc(";

static size_t find_mark(tunip_str alias)
{
    size_t size = sizeof location_mark - 1;
    for (size_t i = 0; i + size <= alias.size && alias.data[i] != '<'; i++)
        if (memcmp(alias.data + i, location_mark, size) == 0) return i;
    return alias.size;
}

bool mlir_is_location_alias(tunip_str alias)
{
    return find_mark(alias) < alias.size;
}

static int compare_names(tunip_str a, tunip_str b)
{
    int order = memcmp(a.data, b.data, a.size < b.size ? a.size : b.size);
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static int by_name(const void *a, const void *b)
{
    return compare_names(((const mlir_alias *)a)->name, ((const mlir_alias *)b)->name);
}

/* Adds `#loc3` and what stands in the brackets of `loc(...)`. */
static size_t note(mlir_alias *aliases, size_t count, const tunip_array *lines)
{
    for (size_t i = 0; i < tunip_array_count(lines); i++) {
        tunip_str line = tunip_string_value(lines->items[i]);
        size_t mark = find_mark(line), begin = mark + sizeof location_mark - 1;
        if (mark == line.size || begin >= line.size) continue;
        aliases[count++] = (mlir_alias){part(line, 0, mark), part(line, begin, line.size - 1)};
    }
    return count;
}

void mlir_note_aliases(tunip_docsifier *d, const tunip_mlir_file *file)
{
    mlir_state *s = tunip_job_state(d, &tunip_dialect_mlir);
    const mlir_settings *settings = mlir_settings_of(d);
    size_t most = tunip_array_count(file->prologue) + tunip_array_count(file->epilogue);
    if (!settings || !settings->local_scope || !most) return;
    const tunip_walker walker = {.enter = find_hash};
    s->keeps_aliases = tunip_job_walk(d, &file->operations->base, &walker) == TUNIP_WALK_STOPPED;
    if (!settings->locations) return;
    mlir_alias *aliases = tunip_job_keep(d, (most + 1) * sizeof *aliases);
    if (!aliases) return;
    s->alias_count = note(aliases, note(aliases, 0, file->prologue), file->epilogue);
    if (s->alias_count) qsort(aliases, s->alias_count, sizeof *aliases, by_name);
    s->aliases = aliases;
}

/* Appends a location with its aliases written out; those of endless ones stay. */
static void expand(text *t, tunip_str location, int depth)
{
    enum { DEEPEST = 32, LARGEST = 1 << 16 };
    const mlir_state *s = tunip_job_state(t->d, &tunip_dialect_mlir);
    size_t done = 0;
    for (size_t i = 0; i < location.size; i++) {
        if (location.data[i] == '"') i = skip_string(location, i) - 1;
        if (i >= location.size || location.data[i] != '#') continue;
        size_t end = i + 1;
        while (end < location.size && is_word(location.data[end])) end++;
        mlir_alias key = {part(location, i, end), {NULL, 0}};
        const mlir_alias *found =
            s->alias_count ? bsearch(&key, s->aliases, s->alias_count, sizeof key, by_name) : NULL;
        if (!found || depth == DEEPEST || t->size > LARGEST) continue;
        append(t, part(location, done, i));
        expand(t, found->body, depth + 1);
        done = end;
        i = end - 1;
    }
    append(t, part(location, done, location.size));
}

tunip_str mlir_location_text(tunip_docsifier *d, tunip_str location)
{
    const mlir_settings *settings = mlir_settings_of(d);
    if (!settings || !settings->local_scope) return location;
    text t = {.d = d};
    expand(&t, location, 0);
    return (tunip_str){t.data, t.size};
}
