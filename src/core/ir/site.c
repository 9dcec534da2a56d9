/* site.c -- reads spans by the names of their fields. */
#include <stdio.h>

#include <tunip/site.h>

#include "../base/text.h"
#include "site.h"
#include "visit.h"

/* ---- fields ---- */

static const tunip_field *field_of(const tunip_type *type, const char *name, tunip_field_kind kind)
{
    const tunip_field *field = tn_type_field(type, tunip_str_from(name));
    return field && field->kind == kind ? field : NULL;
}

bool tn_is_span_type(const tunip_type *type)
{
    return type && field_of(type, "source_name", TUNIP_KIND_NODE) &&
           field_of(type, "line", TUNIP_KIND_INT) && field_of(type, "column", TUNIP_KIND_INT) &&
           field_of(type, "end_line", TUNIP_KIND_INT) &&
           field_of(type, "end_column", TUNIP_KIND_INT);
}

const tunip_field *tn_span_field(const tunip_type *type)
{
    const tunip_field *field = field_of(type, "span", TUNIP_KIND_NODE);
    return field && tn_is_span_type(field->expects) ? field : NULL;
}

const tunip_node *tunip_node_span(const void *any)
{
    const tunip_node *node = any;
    const tunip_field *field = node && node->type ? tn_span_field(node->type) : NULL;
    return field ? tunip_field_node(node, field) : NULL;
}

static const tunip_node *child_of(const tunip_node *node, const char *name)
{
    const tunip_field *field =
        node && node->type ? field_of(node->type, name, TUNIP_KIND_NODE) : NULL;
    return field ? tunip_field_node(node, field) : NULL;
}

const tunip_array *tn_span_list(const tunip_node *span)
{
    return TUNIP_AS(tunip_array, child_of(span, "spans"));
}

static int64_t number_of(const tunip_node *span, const char *name)
{
    return *(const int64_t *)tunip_field_at(span, field_of(span->type, name, TUNIP_KIND_INT));
}

/* The name is a string, or in the field `name` of a node. */
static tunip_str name_of(const tunip_node *span)
{
    const tunip_node *source = child_of(span, "source_name");
    if (source && !tunip_is(source, &tunip_string_type)) source = child_of(source, "name");
    bool is_text = source && tunip_is(source, &tunip_string_type);
    return is_text ? tunip_string_value(source) : (tunip_str){"", 0};
}

/* ---- sites ---- */

enum { MOST_SITES = 1 << 16, MOST_LEVELS = 8 };

typedef struct lister {
    tunip_site_fn each;
    void *user;
    size_t left; /* of the spans that may still be looked at */
} lister;

/* TVM's lists have no lists in them. Others are read up to a few levels, because malformed ones may
 * contain themselves. */
static bool list(lister *l, const tunip_node *span, int levels)
{
    if (!span || !tn_is_span_type(span->type) || !l->left) return true;
    l->left--;
    const tunip_array *spans = tn_span_list(span);
    if (spans && !levels) return true;
    for (size_t i = 0; spans && i < spans->count; i++)
        if (!list(l, spans->items[i], levels - 1)) return false;
    if (spans) return true;
    const tunip_site site = {name_of(span), number_of(span, "line"), number_of(span, "column"),
                             number_of(span, "end_line"), number_of(span, "end_column")};
    return l->each(l->user, &site);
}

bool tunip_each_site(const tunip_node *span, tunip_site_fn each, void *user)
{
    return list(&(lister){each, user, MOST_SITES}, span, MOST_LEVELS);
}

size_t tunip_site_text(const tunip_site *site, char *out, size_t size)
{
    char place[48] = "";
    if (site->line > 0 && site->column > 0)
        snprintf(place, sizeof place, ":%lld:%lld", (long long)site->line, (long long)site->column);
    else if (site->line > 0)
        snprintf(place, sizeof place, ":%lld", (long long)site->line);
    size_t more = strlen(place), name = site->source.size;
    if (!size) return name + more;
    size_t kept = name < size - 1 ? name : size - 1;
    if (kept) memcpy(out, site->source.data, kept);
    size_t rest = size - 1 - kept < more ? size - 1 - kept : more;
    memcpy(out + kept, place, rest);
    out[kept + rest] = '\0';
    return name + more;
}
