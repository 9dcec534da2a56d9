/* version.c -- the version of TVM that wrote a file, from its metadata, or else from the types that
 * it has. A file of another version may have other types and fields, so errors of reading say
 * so. */
#include <stdio.h>
#include <unistd.h>

#include "../../core/base/source.h"
#include "../../core/ir/vintage.h"
#include "reader.h"

/* The versions whose graphs are read. The first two numbers count. */
static const char *const versions[] = {"0.23.0", "0.26.0"};

static size_t count_release(tunip_str version)
{
    size_t i = 0;
    for (int dots = 0; i < version.size && (dots += version.data[i] == '.') < 2;) i++;
    return i;
}

static bool is_read(tunip_str version)
{
    size_t size = count_release(version);
    for (size_t i = 0; i < TUNIP_LEN(versions); i++)
        if (size == count_release(tunip_str_from(versions[i])) &&
            memcmp(version.data, versions[i], size) == 0)
            return true;
    return false;
}

/* ---- the version in the metadata ---- */

static const char *skip(const char *at, const char *end, const char *chars)
{
    while (at < end && *at && strchr(chars, *at)) at++;
    return at;
}

static const char *find_one_of(const char *at, const char *end, const char *chars)
{
    while (at < end && (!*at || !strchr(chars, *at))) at++;
    return at;
}

/* The value of the last member "tvm_version", which is near the end of a file. The file may be no
 * JSON. */
static tunip_str find_version(tunip_str text)
{
    static const tunip_str key = TUNIP_STR("\"tvm_version\"");
    enum { LONGEST = 40 };
    const char *end = text.data + text.size;
    for (size_t at = text.size; at-- > key.size;) {
        if (text.data[at] != ':' && text.data[at] != ' ') continue;
        if (memcmp(text.data + at - key.size, key.data, key.size) != 0) continue;
        const char *begin = skip(text.data + at, end, ": \"");
        size_t size = (size_t)(find_one_of(begin, end, "\"\\\n") - begin);
        return (tunip_str){begin, size < LONGEST ? size : 0};
    }
    return (tunip_str){NULL, 0};
}

unsigned tn_read_stated_vintage(tunip_str text)
{
    static const tunip_str major = TUNIP_STR("0.");
    enum { MOST = 1000 };
    tunip_str version = find_version(text);
    unsigned minor = 0;
    if (version.size <= major.size || memcmp(version.data, major.data, major.size) != 0) return 0;
    for (size_t i = major.size; i < version.size && tunip_is_digit(version.data[i]); i++)
        if (minor < MOST) minor = minor * 10 + (unsigned)(version.data[i] - '0');
    return minor;
}

unsigned tn_read_late_vintage(const tunip_source *source)
{
    enum { TAIL = 4096 };
    char tail[TAIL + 1];
    const tn_file *file = &source->late.file;
    size_t begin = file->size > TAIL ? file->size - TAIL : 0;
    int opened = tn_file_open(file, source->name.data, NULL);
    if (opened < 0) return 0;
    size_t size = tn_file_read(opened, begin, tail, TAIL, NULL);
    close(opened);
    if (size == SIZE_MAX) return 0;
    tail[size] = '\0';
    return tn_read_stated_vintage((tunip_str){tail, size});
}

/* ---- the version of the first type that only some versions have ---- */

/* The next key of a type after `*at`; {NULL, 0} if there is none. */
static tunip_str next_key(const char **at, const char *end)
{
    static const tunip_str mark = TUNIP_STR("\"type\"");
    while ((size_t)(end - *at) >= mark.size) {
        const char *found = memchr(*at, '"', (size_t)(end - *at) - mark.size + 1);
        if (!found) break;
        *at = found + 1;
        if (memcmp(found, mark.data, mark.size) != 0) continue;
        const char *begin = skip(found + mark.size, end, " :\n\r\t");
        if (begin == end || *begin++ != '"') continue;
        *at = find_one_of(begin, end, "\"");
        return (tunip_str){begin, (size_t)(*at - begin)};
    }
    return (tunip_str){NULL, 0};
}

/* The version of a key; 0 if several versions have the key, with different fields. */
static unsigned vintage_of_key(const tn_registry *registry, tunip_str key)
{
    const tn_type_info *info = tn_registry_find(registry, key, 0);
    const tunip_type *type = info ? info->type : NULL;
    bool has_later = type && type->until && tn_registry_find(registry, key, type->until);
    return type && !has_later ? tn_vintage_of_type(type) : 0;
}

unsigned tn_read_guessed_vintage(const tn_registry *registry, tunip_str text)
{
    const char *at = text.data, *end = text.data + text.size;
    tunip_str key;
    unsigned vintage = 0;
    while (!vintage && (key = next_key(&at, end)).data) vintage = vintage_of_key(registry, key);
    return vintage;
}

/* ---- messages ---- */

static void list_versions(char *out, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < TUNIP_LEN(versions) && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? ", " : "", versions[i]);
}

void tn_read_note_version(const tunip_input *input, tunip_status status)
{
    tunip_error *error = input->error;
    char note[160], known[80];
    if (status != TUNIP_ERROR_SYNTAX && status != TUNIP_ERROR_FORMAT) return;
    tunip_str text = tunip_source_text(input->source), version = find_version(text);
    unsigned given = input->options ? input->options->vintage : 0;
    bool is_forced = given && given != tn_read_stated_vintage(text);
    if (!version.size || (is_read(version) && !is_forced)) return;
    list_versions(known, sizeof known);
    if (is_forced)
        snprintf(note, sizeof note, "written by TVM %.*s, read as 0.%u", (int)version.size,
                 version.data, given);
    else
        snprintf(note, sizeof note, "written by TVM %.*s; tunip reads %s", (int)version.size,
                 version.data, known);
    tunip_diagnostic *d =
        tunip_diagnostics_add(input->diagnostics, TUNIP_SEVERITY_ERROR, NULL, error->message);
    if (error->line)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, error->offset, error->end, NULL);
    tunip_diagnostic_note(d, TUNIP_SEVERITY_NOTE, note);
    size_t at = strlen(error->message), most = sizeof error->message - sizeof note - 4;
    if (at > most) at = most;
    snprintf(error->message + at, sizeof error->message - at, " (%s)", note);
}
