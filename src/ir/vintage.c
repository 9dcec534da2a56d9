/* vintage.c -- finds the version of TVM of a graph from the types of its nodes. */
#include "vintage.h"

#include <limits.h>

/* How much floats may differ in the equality of a version that stands apart. */
#define APART_TOLERANCE 1e-9

/* The versions with types of their own, oldest first. */
static const struct {
    unsigned version;
    bool is_apart;
    double tolerance; /* of its equality, for floats */
} known[] = {
#define APART(minor) {minor, true, APART_TOLERANCE},
#define X(minor)     {minor, false, 0},
#include <tunip/vintages.def>
#undef APART
#undef X
};

size_t tn_vintage_shelf(unsigned since)
{
    size_t shelf = 0;
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        shelf += known[i].version > TN_VINTAGE_USUAL && known[i].version <= since;
    return shelf;
}

unsigned tn_vintage_at(size_t index)
{
    return index < TUNIP_LEN(known) ? known[index].version : 0;
}

unsigned tn_vintage_newest(void)
{
    return known[TUNIP_LEN(known) - 1].version;
}

unsigned tn_vintage_from(unsigned since)
{
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version >= since) return known[i].version;
    return since;
}

bool tn_vintage_is_apart(unsigned vintage)
{
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version == vintage) return known[i].is_apart;
    return false;
}

tunip_status tn_vintage_check(unsigned vintage, tunip_error *error)
{
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version == vintage) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "TVM v0.%u is not a known version",
                           vintage);
}

tunip_status tn_vintage_check_file(unsigned vintage, tunip_error *error)
{
    return vintage <= TN_VINTAGE_LAST_LEGACY ? TUNIP_OK : tn_vintage_check(vintage, error);
}

double tn_tolerance_of_type(const tunip_type *type)
{
    unsigned vintage = tn_vintage_of_type(type);
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version == vintage) return known[i].tolerance;
    return 0;
}

/* The version of types that exist since one version and until another; 0 if all have them. Of
 * several versions, it is the usual one, or else the newest known one, or else the first one. */
static unsigned version_between(unsigned since, unsigned until)
{
    unsigned last = 0;
    if (!since && !until) return 0;
    if (since && until) return since;
    for (size_t i = 0; i < TUNIP_LEN(known) && (since || known[i].version <= TN_VINTAGE_USUAL); i++)
        if (!until || known[i].version < until) last = known[i].version;
    return last > since ? last : since;
}

unsigned tn_vintage_of_type(const tunip_type *type)
{
    return version_between(type->since, type->until);
}

/* The first known version after this one; UINT_MAX after the last. */
static unsigned version_after(unsigned version)
{
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].version > version) return known[i].version;
    return UINT_MAX;
}

typedef struct search {
    unsigned since, until; /* of all nodes so far; 0: any */
    unsigned count;        /* of the nodes since the first that not all versions have */
    unsigned visited;
} search;

/* A type without a first version is one of older versions, too, such as a tuple type: the nodes
 * near it may say which. */
enum { MOST_NODES_NEAR = 64 };

/* A graph of another compiler has no version: a large one need not be searched to its end. */
enum { MOST_NODES = 1 << 13 };

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    search *s = user;
    const tunip_type *type = node->type;
    if (type && type->since > s->since) s->since = type->since;
    if (type && type->until && (!s->until || type->until < s->until)) s->until = type->until;
    if (s->since || s->until) s->count++;
    bool is_last = s->since && version_after(s->since) >= (s->until ? s->until : UINT_MAX);
    bool is_sure = is_last || (s->until && s->until <= TN_VINTAGE_USUAL);
    bool is_near = s->since || s->count <= MOST_NODES_NEAR;
    return is_sure || !is_near || ++s->visited > MOST_NODES ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static bool look(const tunip_node *root, const tunip_allocator *allocator, search *s)
{
    *s = (search){.visited = 0};
    tunip_walker walker = {.enter = enter, .user = s, .allocator = allocator};
    return tunip_walk_once(root, &walker) != TUNIP_WALK_NO_MEMORY;
}

unsigned tn_vintage_of(const tunip_node *root, const tunip_allocator *allocator)
{
    search s;
    return look(root, allocator, &s) ? version_between(s.since, s.until) : 0;
}

bool tn_vintage_or(const tunip_node *root, unsigned wanted, const tunip_allocator *allocator,
                   unsigned *out)
{
    search s;
    *out = 0;
    if (!look(root, allocator, &s)) return false;
    bool fits = wanted && wanted >= s.since && (!s.until || wanted < s.until);
    *out = fits ? wanted : version_between(s.since, s.until);
    return true;
}
