/* version.c -- the version of TVM that wrote a file. A file of another version may have other types
 * and fields, so errors of reading say so. */
#include <stdio.h>

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

/* The value of the last member "tvm_version", which is near the end of a file. The file may be no
 * JSON. */
static tunip_str find_version(tunip_str text)
{
    static const tunip_str key = TUNIP_STR("\"tvm_version\"");
    enum { LONGEST = 40 };
    for (size_t at = text.size; at-- > key.size;) {
        size_t begin = at - key.size, size;
        if (text.data[at] != ':' && text.data[at] != ' ') continue;
        if (memcmp(text.data + begin, key.data, key.size) != 0) continue;
        at += strspn(text.data + at, ": \"");
        size = strcspn(text.data + at, "\"\\\n");
        return (tunip_str){text.data + at, size < LONGEST ? size : 0};
    }
    return (tunip_str){NULL, 0};
}

unsigned tn_read_stated_vintage(tunip_str text)
{
    unsigned minor = 0;
    tunip_str version = find_version(text);
    return version.size && sscanf(version.data, "0.%u", &minor) == 1 ? minor : 0;
}

void tn_read_note_version(const tunip_input *input, tunip_status status)
{
    tunip_error *error = input->error;
    char note[160];
    if (status != TUNIP_ERROR_SYNTAX && status != TUNIP_ERROR_FORMAT) return;
    tunip_str version = find_version(tunip_source_text(input->source));
    if (!version.size || is_read(version)) return;
    size_t used = (size_t)snprintf(note, sizeof note, "written by TVM %.*s; tunip reads",
                                   (int)version.size, version.data);
    for (size_t i = 0; i < TUNIP_LEN(versions) && used < sizeof note; i++)
        used +=
            (size_t)snprintf(note + used, sizeof note - used, "%s %s", i ? "," : "", versions[i]);
    tunip_diagnostic *d =
        tunip_diagnostics_add(input->diagnostics, TUNIP_SEVERITY_ERROR, NULL, error->message);
    if (error->line)
        tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, error->offset, error->end, NULL);
    tunip_diagnostic_note(d, TUNIP_SEVERITY_NOTE, note);
    size_t at = strlen(error->message), most = sizeof error->message - sizeof note - 4;
    if (at > most) at = most;
    snprintf(error->message + at, sizeof error->message - at, " (%s)", note);
}
