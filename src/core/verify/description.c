/* description.c -- the checks of descriptions, as rows: each struct is described as lists of texts,
 * tables and sizes, and a few common rules check them all. */
#include "description.h"

#include "../base/words.h"

/* Larger than the state or settings of any real dialect or backend. */
enum { LARGEST_STATE = 1 << 24 };

/* The description being checked. */
typedef struct owner {
    const char *what; /* "dialect" */
    const char *name;
    tunip_error *error;
} owner;

/* ---- the rules ---- */

typedef struct text_row {
    const char *member;
    const char *text;
    const char *(*fault)(const char *text);
    bool optional; /* may be NULL */
} text_row;

static tunip_status check_texts(const owner *o, const text_row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (rows[i].optional && !rows[i].text) continue;
        const char *fault = rows[i].fault(rows[i].text);
        if (fault)
            return tunip_error_set(o->error, TUNIP_ERROR_ARGUMENT, "%s `%s`: its %s %s", o->what,
                                   o->name, rows[i].member, fault);
    }
    return TUNIP_OK;
}

typedef struct table_row {
    const char *member;
    const void *rows;
    size_t count;
} table_row;

static tunip_status check_tables(const owner *o, const table_row *tables, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tables[i].count && !tables[i].rows)
            return tunip_error_set(o->error, TUNIP_ERROR_ARGUMENT,
                                   "%s `%s`: it has %zu %s and no table of them", o->what, o->name,
                                   tables[i].count, tables[i].member);
    return TUNIP_OK;
}

typedef struct size_row {
    const char *member;
    size_t size;
} size_row;

static tunip_status check_sizes(const owner *o, const size_row *sizes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (sizes[i].size > LARGEST_STATE)
            return tunip_error_set(o->error, TUNIP_ERROR_ARGUMENT,
                                   "%s `%s`: its %s is %zu, at most %d bytes are allowed", o->what,
                                   o->name, sizes[i].member, sizes[i].size, LARGEST_STATE);
    return TUNIP_OK;
}

/* ---- descriptions ---- */

tunip_status tn_check_abi(const char *what, const char *name, uint32_t abi, uint32_t here,
                          bool fits, tunip_error *error)
{
    if (abi != here)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s %s was built for ABI %u, this is ABI %u", what, name, abi, here);
    if (fits) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "%s %s is of another size than in this ABI %u: was it built with other "
                           "headers?",
                           what, name, here);
}

tunip_status tn_verify_name(const char *what, const char *name, tunip_error *error)
{
    const char *fault = tn_name_fault(name);
    if (!fault) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "the name of a %s %s", what, fault);
}

tunip_status tn_verify_dialect(const tunip_dialect *dialect, tunip_error *error)
{
    const owner o = {"dialect", dialect->name, error};
    const text_row texts[] = {{"import", dialect->import, tn_line_fault, true}};
    const table_row tables[] = {
        {"types", dialect->types, dialect->type_count},
        {"rules", dialect->rules, dialect->rule_count},
        {"roots", dialect->roots, dialect->root_count},
        {"settings", dialect->settings, dialect->setting_count},
    };
    const size_row sizes[] = {
        {"settings_size", dialect->settings_size},
        {"state_size", dialect->state_size},
    };
    tunip_status status = check_texts(&o, texts, TUNIP_LEN(texts));
    if (status == TUNIP_OK) status = check_tables(&o, tables, TUNIP_LEN(tables));
    return status == TUNIP_OK ? check_sizes(&o, sizes, TUNIP_LEN(sizes)) : status;
}

static const char *const kind_names[] = {
#define X(KIND, ident, class_) #KIND,
#include <tunip/ext/doc_kinds.def>
#undef X
};

static tunip_status check_kinds(const tunip_backend *backend, tunip_error *error)
{
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++)
        if (i >= backend->kind_count || !backend->emit[i])
            return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "backend %s cannot emit %s",
                                   backend->name, kind_names[i]);
    return TUNIP_OK;
}

static tunip_status check_numbers(const tunip_backend *backend, tunip_error *error)
{
    const uint32_t unknown = backend->flags & ~(uint32_t)TUNIP_BACKEND__KNOWN;
    if (unknown)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "backend `%s`: it has the unknown flag 0x%x", backend->name,
                               (unsigned)unknown);
    if (backend->indent_spaces < 0)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "backend `%s`: its indent_spaces is %d",
                               backend->name, backend->indent_spaces);
    return TUNIP_OK;
}

tunip_status tn_verify_backend(const tunip_backend *backend, tunip_error *error)
{
    const owner o = {"backend", backend->name, error};
    const text_row texts[] = {{"summary", backend->summary, tn_line_fault, true}};
    const table_row tables[] = {
        {"kinds", (const void *)backend->emit, backend->kind_count},
        {"settings", backend->settings, backend->setting_count},
    };
    const size_row sizes[] = {
        {"settings_size", backend->settings_size},
        {"state_size", backend->state_size},
    };
    tunip_status status = check_texts(&o, texts, TUNIP_LEN(texts));
    if (status == TUNIP_OK) status = check_tables(&o, tables, TUNIP_LEN(tables));
    if (status == TUNIP_OK) status = check_kinds(backend, error);
    if (status == TUNIP_OK) status = check_sizes(&o, sizes, TUNIP_LEN(sizes));
    return status == TUNIP_OK ? check_numbers(backend, error) : status;
}

tunip_status tn_verify_format(const tunip_format *format, tunip_error *error)
{
    const owner o = {"format", format->name, error};
    const text_row texts[] = {{"summary", format->summary, tn_line_fault, true}};
    if (!format->read && !format->write)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "format `%s`: it has no function to read or write with",
                               format->name);
    if (format->sniff && !format->read)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "format `%s`: it has a `sniff` but no `read`", format->name);
    return check_texts(&o, texts, TUNIP_LEN(texts));
}

tunip_status tn_verify_plugin(const tunip_plugin *plugin, const char *path, tunip_error *error)
{
    const owner o = {"plugin", path, error};
    const text_row texts[] = {{"name", plugin->name, tn_name_fault, false},
                              {"version", plugin->version, tn_line_fault, true}};
    if (!plugin->name || !plugin->add)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "plugin %s: it has no %s", path,
                               plugin->name ? "function to register with" : "name");
    return check_texts(&o, texts, TUNIP_LEN(texts));
}
