/* object.c -- objects of registered types go straight into their structs. */
#include "../../core/ir/visit.h"
#include "reader.h"

/* ---- values of fields ---- */

static bool read_node(tn_reader *r, const tunip_field *field, void *out)
{
    const char *at = r->json.at;
    size_t index;
    if (!tn_read_index(r, "the index of a node", &index)) return false;
    if (index >= r->nodes.count || (r->late.count && tn_read_is_put_off(r->nodes.items[index])))
        return tn_read_defer(r, index, at, out);
    if (!tn_read_check(r, index, field, at)) return false;
    *(tunip_node **)out = r->nodes.items[index];
    return true;
}

static bool read_by_kind(tn_reader *r, const tunip_field *field, void *out)
{
    switch ((tunip_field_kind)field->kind) {
    case TUNIP_KIND_NODE:
        return read_node(r, field, out);
    case TUNIP_KIND_INT:
        return tn_read_int(r, "an integer", out);
    case TUNIP_KIND_FLOAT:
        return tn_read_float(r, "a number", out);
    case TUNIP_KIND_BOOL:
        return tn_read_bool(r, "true or false", out);
    case TUNIP_KIND_DTYPE:
        return tn_read_dtype(r, "the name of a dtype", out);
    }
    return tn_read_unexpected(r, "a field of a known kind");
}

static bool read_field(tn_reader *r, tunip_node *node, const tunip_field *field)
{
    r->field = field;
    r->owner = node->type;
    bool read = read_by_kind(r, field, (char *)node + field->offset);
    r->field = NULL;
    return read;
}

/* ---- fields by name ---- */

/* Which fields were read. */
typedef struct seen {
    uint64_t bits[TN_MOST_FIELDS / 64];
} seen;

enum { NO_FIELD = TN_MOST_FIELDS };

static bool mark(seen *s, size_t i)
{
    uint64_t bit = (uint64_t)1 << i % 64;
    bool fresh = !(s->bits[i / 64] & bit);
    s->bits[i / 64] |= bit;
    return fresh;
}

/* As tunip_str_is, in line: names are short and there are millions. */
static inline bool spells(tunip_str text, const char *name)
{
    size_t i = 0;
    while (i < text.size && name[i] == text.data[i] && name[i]) i++;
    return i == text.size && !name[i];
}

/* The field called `name`: nearly always the next one. */
static size_t find_field(const tn_type_info *info, tunip_str name, size_t guess)
{
    if (guess < info->field_count && spells(name, info->fields[guess]->name)) return guess;
    for (size_t i = 0; i < info->field_count; i++)
        if (spells(name, info->fields[i]->name)) return i;
    return NO_FIELD;
}

static bool read_member(tn_reader *r, const tn_type_info *info, tunip_node *node, seen *s,
                        size_t *next)
{
    const char *at = r->json.at;
    tunip_str name;
    if (!tn_read_string(r, "the name of a field", &name)) return false;
    size_t found = find_field(info, name, *next);
    if (found == NO_FIELD) return tn_read_reject(r, at, "a field of %s", info->type->key);
    if (!mark(s, found))
        return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "field `%s` of %s is given twice",
                            info->fields[found]->name, info->type->key);
    *next = found + 1;
    return tn_read_expect(r, TN_TOKEN_COLON) && read_field(r, node, info->fields[found]);
}

/* The object was closed at `at`: it must have had all fields that have no other value. */
static bool check_missing(tn_reader *r, const tn_type_info *info, seen *s, const char *at)
{
    for (size_t i = 0; i < info->field_count; i++) {
        bool may_lack = info->fields[i]->flags & (TUNIP_FLAG_DEFAULT | TUNIP_FLAG_OPTIONAL);
        if (!may_lack && mark(s, i))
            return tn_read_reject(r, at, "field `%s` of %s", info->fields[i]->name,
                                  info->type->key);
    }
    return true;
}

static bool read_fields(tn_reader *r, const tn_type_info *info, tunip_node *node)
{
    seen s = {{0}};
    size_t count = 0, next = 0;
    if (!tn_read_expect(r, TN_TOKEN_OPEN_OBJECT)) return false;
    const char *close = r->json.at;
    while (tn_read_more(r, count == 0, TN_TOKEN_CLOSE_OBJECT)) {
        if (!read_member(r, info, node, &s, &next)) return false;
        close = r->json.at;
        count++;
    }
    if (r->status != TUNIP_OK) return false;
    return count == info->field_count || check_missing(r, info, &s, close);
}

/* ---- objects ---- */

/* Whether a codec left in a field what may stand there. */
static bool is_kept(const tunip_field *field, void *node)
{
    if (field->kind != TUNIP_KIND_NODE) return true;
    const tunip_node *child = tunip_field_node(node, field);
    return !child || (child->type && tn_may_be(child, field->expects));
}

static bool read_text(tn_reader *r, const tunip_type *type, tunip_node *node)
{
    const char *at = r->json.at;
    tunip_str text;
    tunip_error error = TUNIP_ERROR_INIT;
    if (!tn_read_string(r, "a string", &text)) return false;
    text = tunip_graph_copy(r->graph, text); /* a codec may look for the NUL */
    if (!text.data) return tn_read_fail_memory(r);
    tunip_status status = type->codec->from_text(r->graph, text, node, &error);
    if (status == TUNIP_ERROR_MEMORY) return tn_read_fail_memory(r);
    if (status == TUNIP_OK && node->type == type && tn_each_field(type, 0, is_kept, node))
        return true;
    const char *why = error.message[0] ? error.message : "its codec does not say why";
    if (status == TUNIP_OK) why = "its codec made something else of the node";
    node->type = type;
    return tn_read_fail(r, TUNIP_ERROR_FORMAT, at, "expected the text of a %s: %s", type->key, why);
}

bool tn_read_object(tn_reader *r, const tn_type_info *info, tunip_node **out)
{
    tunip_node *node = tunip_node_new(r->graph, info->type);
    if (!node) return tn_read_fail_memory(r);
    *out = node;
    if (info->type->codec) return read_text(r, info->type, node);
    if (info->field_count <= TN_MOST_FIELDS) return read_fields(r, info, node);
    return tn_read_fail(r, TUNIP_ERROR_LIMIT, r->json.at, "%s has more than %d fields",
                        info->type->key, TN_MOST_FIELDS);
}
