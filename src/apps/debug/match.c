/* match.c -- finds the nodes of two graphs that compute the same.
 *
 * A compiler fuses operators into functions, and each graph has only the outputs of its functions:
 * `conv2d`, `add` and `relu` may be three nodes in one graph and `conv2d_add_relu` one node in the
 * other. The names of functions tell the operators. So a node is described by the operators between
 * it and the nearest nodes whose counterparts are known, which are the inputs of the graph in the
 * beginning:
 *
 *     left:  x -> conv2d -> add -> relu        the words of `relu` and all before it, from x
 *     right: x -> conv2d_add_relu              the same words, from x
 *
 * Two nodes correspond if they have the same description, the same dtypes and numbers of elements,
 * and no other node has this description. They then make the descriptions of later nodes short. The
 * same is done from the results backwards, over the consumers of nodes. Constants, and nodes that
 * take constants alone, do not count, because one of the compilers may have folded them. Changes of
 * the layout do not count, either.
 *
 * Descriptions are sums of hashes; a description goes at most CONE nodes back. So memory and time
 * grow with the nodes, and not with their square. */
#include "match.h"

#include <stdlib.h>

#include <tunip/ext/mix.h>

#include "words.h"

enum { CONE = 256, MOST_ALIKE = 64, BUDGET = 1 << 27 };

/* In the place of a description. */
enum { NO_HASH, FAR_HASH };

/* The nodes before, or behind, each node. */
typedef struct edges {
    size_t *first; /* node_count + 1 */
    size_t *items;
} edges;

typedef struct side {
    const dbg_dump *dump;
    size_t count;
    edges sources, users;
    size_t *match;  /* the node of the other graph, + 1; 0: none yet */
    size_t *anchor; /* the number of the pair: the left node */
    uint64_t *types, *heads;
    dbg_words *words;
    bool *argument, *constant, *far;
    size_t *stamps, stamp, *stack;
} side;

typedef struct described {
    uint64_t hash;
    size_t node;
} described;

typedef struct matcher {
    side sides[2];
    described *described[2];
    size_t described_count[2];
    dbg_found *found; /* of each left node */
    size_t budget;    /* of nodes that are looked at */
    bool weak;        /* without the words of sums and products */
    bool sizes;       /* with the sizes of constants, which tell convolutions apart */
    bool backwards;   /* from the results */
} matcher;

static uint64_t mix(uint64_t a, uint64_t b)
{
    uint64_t hash = (a ^ tunip_mix(b)) + UINT64_C(0xD1B54A32D192ED03);
    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    return hash ^ hash >> 29;
}

/* ---- the two graphs ---- */

static bool add_edges(side *s)
{
    const dbg_dump *dump = s->dump;
    size_t total = 0;
    for (size_t i = 0; i < s->count; i++) {
        total += dump->nodes[i].input_count;
        for (size_t k = 0; k < dump->nodes[i].input_count; k++)
            s->users.first[dump->inputs[dump->nodes[i].first_input + k] + 1]++;
    }
    s->sources.items = calloc(total + 1, sizeof *s->sources.items);
    s->users.items = calloc(total + 1, sizeof *s->users.items);
    if (!s->sources.items || !s->users.items) return false;
    for (size_t i = 0, at = 0; i < s->count; i++) {
        s->users.first[i + 1] += s->users.first[i];
        s->stack[i] = s->users.first[i];
        for (size_t k = 0; k < dump->nodes[i].input_count; k++)
            s->sources.items[at++] = dump->inputs[dump->nodes[i].first_input + k];
        s->sources.first[i + 1] = at;
    }
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = s->sources.first[i]; k < s->sources.first[i + 1]; k++)
            s->users.items[s->stack[s->sources.items[k]]++] = i;
    return true;
}

static void describe_nodes(side *s)
{
    const dbg_dump *dump = s->dump;
    for (size_t i = 0; i < s->count; i++) {
        const dbg_dumped_node *node = &dump->nodes[i];
        s->argument[i] = tunip_str_is(node->op, "param") || !node->input_count;
        if (!s->argument[i]) dbg_words_count(node->op.size ? node->op : node->name, &s->words[i]);
    }
    for (size_t i = 0; i < dump->count; i++) {
        const dbg_tensor *tensor = dump->items[i].tensor;
        tunip_dtype dtype = dbg_dtype_plain(tensor->dtype);
        uint64_t type = (uint64_t)dtype.code << 24 | (uint64_t)dtype.bits << 16 |
                        (uint64_t)(uint16_t)dtype.lanes;
        uint64_t *out = &s->types[dump->items[i].node];
        *out = mix(*out, mix(type + 1, tensor->count + (uint64_t)dump->items[i].output));
    }
}

static bool open_side(side *s, const dbg_dump *dump)
{
    size_t room = dump->node_count + 2;
    *s = (side){.dump = dump, .count = dump->node_count};
    s->sources.first = calloc(room, sizeof *s->sources.first);
    s->users.first = calloc(room, sizeof *s->users.first);
    s->match = calloc(room, sizeof *s->match);
    s->anchor = calloc(room, sizeof *s->anchor);
    s->types = calloc(room, sizeof *s->types);
    s->heads = calloc(room, sizeof *s->heads);
    s->words = calloc(room, sizeof *s->words);
    s->argument = calloc(room, sizeof *s->argument);
    s->constant = calloc(room, sizeof *s->constant);
    s->far = calloc(room, sizeof *s->far);
    s->stamps = calloc(room, sizeof *s->stamps);
    s->stack = calloc(room + CONE, sizeof *s->stack);
    if (!s->sources.first || !s->users.first || !s->match || !s->anchor || !s->types || !s->heads ||
        !s->words || !s->argument || !s->constant || !s->far || !s->stamps || !s->stack ||
        !add_edges(s))
        return false;
    describe_nodes(s);
    return true;
}

static void close_side(side *s)
{
    void *const parts[] = {s->sources.first, s->sources.items, s->users.first, s->users.items,
                           s->match,         s->anchor,        s->types,       s->heads,
                           s->words,         s->argument,      s->constant,    s->far,
                           s->stamps,        s->stack};
    for (size_t i = 0; i < TUNIP_LEN(parts); i++) free(parts[i]);
}

static const dbg_dumped_node *node_of(const side *s, size_t node)
{
    return &s->dump->nodes[node];
}

static bool same_name(const matcher *m, size_t left, size_t right)
{
    return tunip_str_equal(node_of(&m->sides[0], left)->name, node_of(&m->sides[1], right)->name);
}

static void join(matcher *m, size_t left, size_t right, dbg_found found)
{
    m->sides[0].match[left] = right + 1;
    m->sides[1].match[right] = left + 1;
    m->sides[0].anchor[left] = m->sides[1].anchor[right] = left;
    bool named = found != DBG_FOUND_PLACE && same_name(m, left, right);
    m->found[left] = named ? DBG_FOUND_NAME : found;
}

/* ---- arguments ---- */

/* Pairs the inputs by their names, or the only ones. All other arguments are constants then. */
static void match_arguments(matcher *m)
{
    size_t only[2] = {SIZE_MAX, SIZE_MAX}, several[2] = {0, 0}, joined = 0;
    for (size_t n = 0; n < 2; n++)
        for (size_t i = 0; i < m->sides[n].count; i++)
            if (m->sides[n].argument[i] && !dbg_is_constant_name(node_of(&m->sides[n], i)->name))
                only[n] = i, several[n]++;
    for (size_t i = 0; i < m->sides[0].count; i++) {
        bool named =
            m->sides[0].argument[i] && !dbg_is_constant_name(node_of(&m->sides[0], i)->name);
        for (size_t k = 0; named && k < m->sides[1].count; k++) {
            if (!m->sides[1].argument[k] || m->sides[1].match[k] || !same_name(m, i, k)) continue;
            if (m->sides[0].types[i] != m->sides[1].types[k]) continue;
            join(m, i, k, DBG_FOUND_NAME);
            joined++;
            break;
        }
    }
    if (!joined && several[0] == 1 && several[1] == 1 &&
        m->sides[0].types[only[0]] == m->sides[1].types[only[1]])
        join(m, only[0], only[1], DBG_FOUND_ORDER), joined++;
    for (size_t n = 0; joined && n < 2; n++) {
        side *s = &m->sides[n];
        for (size_t i = 0; i < s->count; i++) {
            bool constant = s->argument[i] ? !s->match[i] : true;
            for (size_t k = s->sources.first[i]; k < s->sources.first[i + 1]; k++)
                constant = constant && s->constant[s->sources.items[k]];
            s->constant[i] = constant;
        }
    }
}

/* Results have numbers. */
static void mark_heads(matcher *m)
{
    const dbg_dump *left = m->sides[0].dump, *right = m->sides[1].dump;
    if (left->head_count != right->head_count) return;
    for (size_t n = 0; n < 2; n++)
        for (size_t i = 0; i < left->head_count; i++) {
            size_t node = m->sides[n].dump->heads[i];
            if (node < m->sides[n].count) m->sides[n].heads[node] += mix(i + 1, 77);
        }
}

/* ---- descriptions ---- */

/* The operators of a node; a description from behind has those of known nodes, too. */
static uint64_t own(const matcher *m, const side *s, size_t node)
{
    return m->weak ? s->words[node].strong : s->words[node].all;
}

/* Describes a node: the sum over all nodes up to those that are known. FAR_HASH: there are too many
 * of them. */
static uint64_t describe(matcher *m, side *s, size_t node)
{
    const edges *e = m->backwards ? &s->users : &s->sources;
    uint64_t sum = m->backwards ? s->heads[node] : own(m, s, node), strong = 0;
    size_t depth = 0, seen = 0;
    s->stamps[node] = ++s->stamp;
    s->stack[depth++] = node;
    if (!m->backwards) strong = s->words[node].strong;
    while (depth) {
        size_t at = s->stack[--depth];
        for (size_t i = e->first[at]; i < e->first[at + 1]; i++) {
            size_t next = e->items[i];
            if (s->stamps[next] == s->stamp) continue;
            s->stamps[next] = s->stamp;
            if (s->constant[next] && m->sizes) sum += mix(s->types[next], 9);
            if (s->constant[next]) continue;
            if (++seen > CONE) return FAR_HASH;
            if (s->match[next]) sum += mix(s->anchor[next] + 1, 5);
            if (m->backwards || !s->match[next]) sum += own(m, s, next);
            if (m->backwards || !s->match[next]) strong += s->words[next].strong;
            if (s->match[next]) continue;
            if (m->backwards) sum += s->heads[next];
            s->stack[depth++] = next;
        }
    }
    m->budget -= seen < m->budget ? seen : m->budget;
    return m->weak && !strong ? NO_HASH : sum;
}

/* Whether a node behind which, or before which, this one lies has no description. */
static bool is_far(const matcher *m, const side *s, size_t node)
{
    const edges *e = m->backwards ? &s->users : &s->sources;
    for (size_t i = e->first[node]; i < e->first[node + 1]; i++)
        if (s->far[e->items[i]] && !s->match[e->items[i]]) return true;
    return false;
}

static int by_hash(const void *a, const void *b)
{
    const described *left = a, *right = b;
    if (left->hash != right->hash) return left->hash < right->hash ? -1 : 1;
    return (left->node > right->node) - (left->node < right->node);
}

static void describe_all(matcher *m, size_t n)
{
    side *s = &m->sides[n];
    size_t count = 0;
    for (size_t i = 0; i < s->count && m->budget; i++) {
        size_t node = m->backwards ? s->count - 1 - i : i;
        s->far[node] = false;
        if (s->match[node] || s->constant[node] || s->argument[node]) continue;
        uint64_t hash = is_far(m, s, node) ? FAR_HASH : describe(m, s, node);
        s->far[node] = hash == FAR_HASH;
        m->budget -= m->budget > 0;
        if (hash > FAR_HASH && s->types[node] && !s->words[node].is_layout)
            m->described[n][count++] = (described){mix(hash, s->types[node]), node};
    }
    qsort(m->described[n], count, sizeof(described), by_hash);
    m->described_count[n] = count;
}

/* ---- rounds ---- */

/* Nodes with the same description. */
typedef struct group {
    described *items[2];
    size_t counts[2];
} group;

/* The next group that both graphs have, behind the last one. */
static bool next_group(const matcher *m, group *g)
{
    described *ends[2];
    for (size_t n = 0; n < 2; n++) {
        ends[n] = m->described[n] + m->described_count[n];
        g->items[n] += g->counts[n];
        g->counts[n] = 0;
    }
    while (g->items[0] < ends[0] && g->items[1] < ends[1]) {
        uint64_t left = g->items[0]->hash, right = g->items[1]->hash;
        if (left != right) {
            g->items[left > right]++;
            continue;
        }
        for (size_t n = 0; n < 2; n++)
            while (g->items[n] + g->counts[n] < ends[n] && g->items[n][g->counts[n]].hash == left)
                g->counts[n]++;
        return true;
    }
    return false;
}

/* Without sums and products, several nodes in a row look the same: the last one counts. */
static void keep_last(const matcher *m, size_t n, group *g)
{
    const side *s = &m->sides[n];
    const described *last = &g->items[n][g->counts[n] - 1];
    for (size_t i = 0; i + 1 < g->counts[n]; i++) {
        size_t node = g->items[n][i].node, next = g->items[n][i + 1].node;
        bool feeds = false;
        for (size_t k = s->users.first[node]; k < s->users.first[node + 1]; k++)
            feeds = feeds || s->users.items[k] == next;
        if (!feeds) return;
    }
    g->items[n][0] = *last;
    for (size_t i = 1; i < g->counts[n]; i++) g->items[n][i].node = SIZE_MAX;
}

static bool is_alone(const group *g, size_t n)
{
    return g->counts[n] == 1 || g->items[n][1].node == SIZE_MAX;
}

/* Pairs the nodes of a group whose names only one node of the other graph has. */
static size_t join_names(matcher *m, const group *g, dbg_found found)
{
    size_t joined = 0;
    if (g->counts[0] > MOST_ALIKE || g->counts[1] > MOST_ALIKE) return 0;
    for (size_t i = 0; i < g->counts[0]; i++) {
        size_t left = g->items[0][i].node, right = SIZE_MAX, same = 0;
        for (size_t k = 0; k < g->counts[1]; k++)
            if (!m->sides[1].match[g->items[1][k].node] && same_name(m, left, g->items[1][k].node))
                right = g->items[1][k].node, same++;
        if (same != 1 || m->sides[0].match[left]) continue;
        join(m, left, right, found);
        joined++;
    }
    return joined;
}

/* Pairs nodes whose descriptions only one node of each graph has. Returns how many it found. */
static size_t join_alike(matcher *m, bool backwards, bool sizes)
{
    size_t joined = 0;
    dbg_found found = backwards ? DBG_FOUND_CONSUMERS : DBG_FOUND_OPERATORS;
    m->backwards = backwards;
    m->sizes = sizes;
    m->weak = false;
    for (size_t n = 0; n < 2; n++) describe_all(m, n);
    m->sizes = false;
    group g = {{m->described[0], m->described[1]}, {0, 0}};
    while (next_group(m, &g)) {
        if (g.counts[0] == 1 && g.counts[1] == 1)
            join(m, g.items[0]->node, g.items[1]->node, found), joined++;
        else
            joined += join_names(m, &g, found);
    }
    return joined;
}

/* The same without sums and products, for one pair: the nearest one. Behind it, the descriptions
 * with all operators count again. */
static size_t join_main(matcher *m, bool backwards)
{
    size_t left = SIZE_MAX, right = SIZE_MAX;
    m->backwards = backwards;
    m->weak = true;
    for (size_t n = 0; n < 2; n++) describe_all(m, n);
    group g = {{m->described[0], m->described[1]}, {0, 0}};
    while (next_group(m, &g)) {
        for (size_t n = 0; n < 2; n++) keep_last(m, n, &g);
        if (!is_alone(&g, 0) || !is_alone(&g, 1)) continue;
        size_t node = g.items[0]->node;
        if (left == SIZE_MAX || (backwards ? node > left : node < left))
            left = node, right = g.items[1]->node;
    }
    if (left != SIZE_MAX) join(m, left, right, DBG_FOUND_MAIN);
    return left != SIZE_MAX;
}

/* Pairs the nodes of the first group that has as many in both graphs. */
static size_t join_in_order(matcher *m)
{
    group first = {{NULL, NULL}, {0, 0}}, g = {{m->described[0], m->described[1]}, {0, 0}};
    m->backwards = m->weak = false;
    for (size_t n = 0; n < 2; n++) describe_all(m, n);
    while (next_group(m, &g))
        if (g.counts[0] == g.counts[1] &&
            (!first.counts[0] || g.items[0]->node < first.items[0]->node))
            first = g;
    for (size_t i = 0; i < first.counts[0]; i++)
        join(m, first.items[0][i].node, first.items[1][i].node, DBG_FOUND_ORDER);
    return first.counts[0];
}

/* ---- what is left ---- */

/* Whether inputs at the same place are known to correspond to other nodes. */
static bool contradicts(const matcher *m, size_t left, size_t right)
{
    const edges *a = &m->sides[0].sources, *b = &m->sides[1].sources;
    for (size_t i = a->first[left], k = b->first[right];
         i < a->first[left + 1] && k < b->first[right + 1]; i++, k++) {
        size_t match = m->sides[0].match[a->items[i]];
        if (match ? match != b->items[k] + 1 : m->sides[1].match[b->items[k]] != 0) return true;
    }
    return false;
}

/* Pairs nodes that no description fits, but whose names and types are the same. */
static void match_names(matcher *m)
{
    for (size_t n = 0; n < 2; n++) {
        side *s = &m->sides[n];
        size_t count = 0;
        for (size_t i = 0; i < s->count; i++) {
            uint64_t hash = s->types[i];
            tunip_str name = node_of(s, i)->name;
            if (s->match[i] || s->argument[i] || !hash) continue;
            for (size_t k = 0; k < name.size; k++) hash = mix(hash, (unsigned char)name.data[k]);
            m->described[n][count++] = (described){hash, i};
        }
        qsort(m->described[n], count, sizeof(described), by_hash);
        m->described_count[n] = count;
    }
    group g = {{m->described[0], m->described[1]}, {0, 0}};
    while (next_group(m, &g))
        for (size_t i = 0; g.counts[0] == g.counts[1] && i < g.counts[0]; i++)
            if (!contradicts(m, g.items[0][i].node, g.items[1][i].node))
                join(m, g.items[0][i].node, g.items[1][i].node, DBG_FOUND_NAME);
}

static int by_size(const void *a, const void *b)
{
    size_t left = *(const size_t *)a, right = *(const size_t *)b;
    return (left > right) - (left < right);
}

/* The constants that a node, and those between it and known nodes, take: at most CONE, in order.
 * SIZE_MAX if one of them is computed. */
static size_t list_constants(side *s, size_t node, size_t *out)
{
    size_t depth = 0, seen = 0, count = 0;
    size_t cone[CONE];
    s->stamps[node] = ++s->stamp;
    for (s->stack[depth++] = node; depth;) {
        size_t at = s->stack[--depth];
        if (seen == CONE) return SIZE_MAX;
        cone[seen++] = at;
        for (size_t i = s->sources.first[at]; i < s->sources.first[at + 1]; i++) {
            size_t next = s->sources.items[i];
            if (s->stamps[next] == s->stamp || s->match[next] || s->constant[next]) continue;
            s->stamps[next] = s->stamp;
            if (depth == CONE) return SIZE_MAX;
            s->stack[depth++] = next;
        }
    }
    qsort(cone, seen, sizeof *cone, by_size);
    for (size_t i = 0; i < seen; i++)
        for (size_t k = s->sources.first[cone[i]]; k < s->sources.first[cone[i] + 1]; k++) {
            size_t next = s->sources.items[k];
            if (!s->constant[next]) continue;
            if (!s->argument[next] || count == CONE) return SIZE_MAX;
            out[count++] = next;
        }
    return count;
}

/* Pairs the constants that nodes take which correspond, if these take equally many of the same
 * types. */
static void match_constants(matcher *m)
{
    size_t lists[2][CONE], counts[2];
    for (size_t i = 0; i < m->sides[0].count; i++) {
        size_t nodes[2] = {i, m->sides[0].match[i] - 1};
        bool fine = m->sides[0].match[i] && !m->sides[0].argument[i];
        for (size_t n = 0; fine && n < 2; n++) {
            counts[n] = list_constants(&m->sides[n], nodes[n], lists[n]);
            fine = counts[n] != SIZE_MAX && counts[n] == counts[0];
        }
        for (size_t k = 0; fine && k < counts[0]; k++)
            fine = m->sides[0].types[lists[0][k]] == m->sides[1].types[lists[1][k]];
        for (size_t k = 0; fine && k < counts[0]; k++)
            if (!m->sides[0].match[lists[0][k]] && !m->sides[1].match[lists[1][k]])
                join(m, lists[0][k], lists[1][k], DBG_FOUND_PLACE);
    }
}

/* ---- all ---- */

/* Whether the graphs are the same: then the numbers of nodes say everything. */
static bool same_graphs(const dbg_dump *a, const dbg_dump *b)
{
    bool same = a->node_count == b->node_count;
    for (size_t i = 0; same && i < a->node_count; i++) {
        const dbg_dumped_node *left = &a->nodes[i], *right = &b->nodes[i];
        same = tunip_str_equal(left->name, right->name) && tunip_str_equal(left->op, right->op) &&
               left->input_count == right->input_count;
        for (size_t k = 0; same && k < left->input_count; k++)
            same = a->inputs[left->first_input + k] == b->inputs[right->first_input + k];
    }
    return same;
}

static void match_nodes(matcher *m)
{
    if (same_graphs(m->sides[0].dump, m->sides[1].dump)) {
        for (size_t i = 0; i < m->sides[0].count; i++) join(m, i, i, DBG_FOUND_NAME);
        return;
    }
    match_arguments(m);
    mark_heads(m);
    m->budget = BUDGET;
    while (m->budget &&
           (join_alike(m, false, false) || join_main(m, false) || join_alike(m, false, true) ||
            join_alike(m, true, false) || join_main(m, true) || join_in_order(m)))
        continue;
    match_names(m);
    match_constants(m);
}

/* An output of a node. The items are in the order of nodes and outputs. NULL: there is none. */
static const dbg_dumped *find_item(const dbg_dump *dump, size_t node, size_t output)
{
    size_t low = 0, high = dump->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const dbg_dumped *at = &dump->items[middle];
        if (at->node < node || (at->node == node && at->output < output))
            low = middle + 1;
        else
            high = middle;
    }
    const dbg_dumped *at = &dump->items[low];
    return low < dump->count && at->node == node && at->output == output ? at : NULL;
}

static size_t list_pairs(const matcher *m, dbg_pair *out)
{
    const dbg_dump *left = m->sides[0].dump, *right = m->sides[1].dump;
    size_t count = 0;
    for (size_t i = 0; i < left->count; i++) {
        const dbg_dumped *item = &left->items[i], *other = NULL;
        size_t match = m->sides[0].match[item->node];
        if (match) other = find_item(right, match - 1, item->output);
        if (other && item->tensor->count == other->tensor->count &&
            tunip_dtype_equal(dbg_dtype_plain(item->tensor->dtype),
                              dbg_dtype_plain(other->tensor->dtype)))
            out[count++] = (dbg_pair){item, other, m->found[item->node]};
    }
    return count;
}

const char *dbg_found_name(dbg_found found)
{
    static const char *const names[] = {"",      "name", "operators", "consumers", "main operators",
                                        "order", "place"};
    return names[found];
}

bool dbg_match(const dbg_dump *left, const dbg_dump *right, dbg_pair **pairs, size_t *count)
{
    matcher m = {.budget = 0};
    *pairs = calloc(left->count + 1, sizeof **pairs);
    m.found = calloc(left->node_count + 1, sizeof *m.found);
    m.described[0] = calloc(left->node_count + 1, sizeof(described));
    m.described[1] = calloc(right->node_count + 1, sizeof(described));
    bool fine = *pairs && m.found && m.described[0] && m.described[1];
    fine = open_side(&m.sides[0], left) && open_side(&m.sides[1], right) && fine;
    if (fine) match_nodes(&m);
    if (fine) *count = list_pairs(&m, *pairs);
    close_side(&m.sides[0]);
    close_side(&m.sides[1]);
    free(m.found);
    free(m.described[0]);
    free(m.described[1]);
    return fine;
}
