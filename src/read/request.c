/* request.c -- resolves a read where it comes in: its options and its format are looked up once. */
#include "request.h"

#include <stdio.h>

#include <tunip/vintage.h>

#include "../ir/vintage.h"
#include "../library/context.h"
#include "../util/options.h"
#include "../util/source.h"
#include "../util/unicode.h"
#include "source_file.h"

/* ---- finding the format ---- */

const tunip_format *tn_format_named(const tunip_context *context, const char *name, bool writes,
                                    tunip_error *error)
{
    const tunip_format *format = tn_context_find_format(context, name);
    if (!format)
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "no format is called %s", name);
    else if (writes ? !format->write : !format->read)
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "the format %s cannot be %s", name,
                        writes ? "written" : "read");
    else
        return format;
    return NULL;
}

/* The text after a byte order mark and white space. */
static tunip_str skip_blanks(tunip_str text)
{
    size_t mark = tn_mark_size(text), blanks = mark + strspn(text.data + mark, " \t\r\n");
    return (tunip_str){text.data + blanks, text.size - blanks};
}

/* How well each format fits; the best fit, and how many formats share it. */
typedef struct fit {
    const tunip_format *best;
    tunip_sniff sniff;
    size_t count;
} fit;

/* A plugin may return any number. */
static tunip_sniff sniff_one(const tunip_format *format, tunip_str head)
{
    tunip_sniff found = format->sniff ? format->sniff(head) : TUNIP_SNIFF_NO;
    return (unsigned)found > TUNIP_SNIFF_SURE ? TUNIP_SNIFF_SURE : found;
}

static fit sniff(const tunip_context *context, tunip_str head)
{
    fit found = {.sniff = TUNIP_SNIFF_NO};
    const tunip_format *format;
    for (size_t i = 0; (format = tunip_context_format(context, i)); i++) {
        tunip_sniff one = sniff_one(format, head);
        if (one == TUNIP_SNIFF_NO || one < found.sniff) continue;
        found.count = one == found.sniff ? found.count + 1 : 1;
        if (one > found.sniff) found.best = format;
        found.sniff = one;
    }
    return found;
}

/* Calls `sniff` of all formats. If none fits, calls them again with the whole text, because a text
 * may begin with anything; then only good fits count. */
static fit sniff_all(const tunip_context *context, tunip_str text)
{
    fit found = sniff(context, skip_blanks(text));
    return found.sniff < TUNIP_SNIFF_LIKELY ? (fit){.sniff = TUNIP_SNIFF_NO} : found;
}

/* The names of the formats that can be read, or of those that fit as well as `only`, separated by
 * commas and cut to `size`. */
static void list(const tunip_context *context, tunip_str head, tunip_sniff only, char *out,
                 size_t size)
{
    const tunip_format *format;
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; (format = tunip_context_format(context, i)) && used < size; i++) {
        if (!format->read) continue;
        if (only != TUNIP_SNIFF_NO && sniff_one(format, head) != only) continue;
        used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", format->name);
    }
}

static tunip_str head_of(tunip_str text)
{
    tunip_str rest = skip_blanks(text);
    return (tunip_str){rest.data, rest.size < TUNIP_SNIFF_SIZE ? rest.size : TUNIP_SNIFF_SIZE};
}

/* Whether something stands before the suffix, too: `.py` alone is the name of a hidden file. */
static bool has_suffix(tunip_str name, const char *suffix)
{
    return suffix && name.size > strlen(suffix) && tunip_str_ends(name, suffix);
}

/* The format whose suffix the name of a file has, or NULL. */
static const tunip_format *find_suffix(const tunip_context *context, tunip_str name)
{
    const tunip_format *format;
    for (size_t i = 0; (format = tunip_context_format(context, i)); i++)
        if (format->read && has_suffix(name, format->suffix)) return format;
    return NULL;
}

/* Inputs in no format, by the bytes at a place of theirs. A tar archive has its mark far behind its
 * beginning. */
static const struct {
    size_t at;
    const char *bytes, *what;
} foreign[] = {
    {0, "\x1F\x8B", "it is compressed with gzip: unpack it first"},
    {0, "\3757zXZ", "it is compressed with xz: unpack it first"},
    {0, "\x28\xB5\x2F\xFD", "it is compressed with zstd: unpack it first"},
    {0, "BZh", "it is compressed with bzip2: unpack it first"},
    {0, "PK\x03\x04", "it is a ZIP archive: unpack it first"},
    {257, "ustar", "it is a tar archive: unpack it first, or see tunip inspect"},
    {0, "\177ELF", "it is a compiled library (ELF): see tunip inspect"},
    {0, "\xCF\xFA\xED\xFE", "it is a compiled library (Mach-O): see tunip inspect"},
    {0, "\xCA\xFE\xBA\xBE", "it is a compiled library (Mach-O): see tunip inspect"},
    {0, "\xFF\xFE", "it looks like text in UTF-16: save it as UTF-8"},
    {0, "\xFE\xFF", "it looks like text in UTF-16: save it as UTF-8"},
    {0, "{", "it looks like JSON, but not like a saved graph"},
    {0, "[", "it looks like JSON, but not like a saved graph"},
};

/* Says what the input looks like, and the formats that there are. */
static void fail_foreign(tunip_str head, const char *names, tunip_error *error)
{
    const char *what = memchr(head.data, '\0', head.size) ? "it looks like binary data" : NULL;
    for (size_t i = TUNIP_LEN(foreign); i-- > 0;) {
        size_t at = foreign[i].at, size = strlen(foreign[i].bytes);
        if (at + size <= head.size && memcmp(head.data + at, foreign[i].bytes, size) == 0)
            what = foreign[i].what;
    }
    tunip_error_set(error, TUNIP_ERROR_FORMAT, "in no known format (%s)%s%s", names,
                    what ? ": " : "", what ? what : "");
}

static const tunip_format *find_fitting(const tunip_context *context, const tunip_source *source,
                                        tunip_error *error)
{
    char names[200];
    tunip_str text, head = head_of(tn_source_head(source));
    if (head.size < TUNIP_SNIFF_SIZE) { /* perhaps the rest of the head is still in the file */
        if (tn_source_load(source, &text, error) != TUNIP_OK) return NULL;
        head = head_of(text);
    }
    if (!head.size) {
        tunip_error_set(error, TUNIP_ERROR_SYNTAX, "the input is empty");
        return NULL;
    }
    fit found = sniff(context, head);
    if (!found.count && tn_source_load(source, &text, error) != TUNIP_OK) return NULL;
    if (!found.count) found = sniff_all(context, text);
    const tunip_format *named =
        found.sniff < TUNIP_SNIFF_LIKELY ? find_suffix(context, source->name) : NULL;
    if (named || found.count == 1) return named ? named : found.best;
    list(context, head, found.sniff, names, sizeof names);
    if (found.count)
        tunip_error_set(error, TUNIP_ERROR_CONFLICT, "the formats %s fit equally well: name one",
                        names);
    else
        fail_foreign(head, names, error);
    return NULL;
}

const char *tunip_find_format(const tunip_context *context, const tunip_source *source,
                              tunip_error *error)
{
    tunip_error own = TUNIP_ERROR_INIT;
    const tunip_format *format = find_fitting(context, source, &own);
    if (!format && error && error->code == TUNIP_OK) *error = own;
    return format ? format->name : NULL;
}

/* ---- the whole ---- */

static tunip_status check_constant(const tunip_constant *constant, tunip_error *error)
{
    if (!constant->name)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "a constant has no name");
    if (constant->value) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the constant %s has no value",
                           constant->name);
}

tunip_status tn_read_request_resolve(tn_read_request *r, const tunip_read_options *given,
                                     tunip_error *error)
{
    tunip_read_options *all = &r->options;
    tunip_status status = tn_options_take(all, sizeof *all, given, error);
    if (status == TUNIP_OK) status = tn_vintage_check_file(all->vintage, error);
    if (status == TUNIP_OK)
        status = tn_options_check_table("constants", all->define_count, all->defines, error);
    for (size_t i = 0; status == TUNIP_OK && i < all->define_count; i++)
        status = check_constant(&all->defines[i], error);
    if (status == TUNIP_OK) status = tn_input_needs(r->context, error);
    if (status != TUNIP_OK) return status;
    r->format = all->format ? tn_format_named(r->context, all->format, false, error)
                            : find_fitting(r->context, r->source, error);
    return r->format ? TUNIP_OK : error->code;
}
