/* compare.c -- compares two dumps: which nodes compute the same, and where their tensors differ. */
#include "compare.h"

#include <math.h>
#include <stdlib.h>

#include "../../src/util/mix.h"
#include "tensor.h"

/* ======== words ======== */

/* Takes the names of fused functions apart, as TVM makes them of the names of operators:
 * "tvmgen_default_fused_nn_conv2d_add_nn_relu_1". */

/* Operators that are the same to a reader of the numbers, in the order in which they are looked
 * for: a longer name comes before a shorter one that begins it. */
static const struct {
    const char *name, *words;
} synonyms[] = {
    {"nn_contrib_depthwise_conv2d_NCHWc", "nn_conv2d"},
    {"nn_contrib_conv2d_NCHWc_int8", "nn_conv2d"},
    {"nn_contrib_conv2d_NCHWc", "nn_conv2d"},
    {"nn_contrib_conv2d_winograd_without_weight_transform", "nn_conv2d"},
    {"nn_contrib_conv2d_gemm_without_weight_transform", "nn_conv2d"},
    {"nn_contrib_dense_pack", "nn_dense"},
    {"nn_bias_add", "add"},
    {"nn_batch_flatten", "reshape"},
    {"contrib_reverse_reshape", "reshape"},
    {"__nop", "reshape"},
    {"zeros_like", "zeros_like"},
    {"ones_like", "ones_like"},
    {"zeros", ""}, /* a constant, as those that are arguments */
    {"ones", ""},
    {"nn_dropout", ""},
    {"__copy", ""},
    {"device_copy", ""},
    {"layout_transform", ""},
    {"copy", ""},
};

/* What TVM moves into weights and biases. */
static const char *const weak[] = {"add", "subtract", "multiply", "divide"};

bool dbg_is_constant_name(tunip_str name)
{
    size_t i = 1;
    while (i < name.size && tunip_is_digit(name.data[i])) i++;
    return name.size > 1 && name.data[0] == 'p' && i == name.size;
}

static tunip_str after(tunip_str name, size_t bytes)
{
    return (tunip_str){name.data + bytes, name.size - bytes};
}

tunip_str dbg_function_plain(tunip_str name)
{
    static const char module[] = "tvmgen_default_", fused[] = "fused_";
    size_t begin = 0;
    while (begin < name.size && !tunip_str_begins(after(name, begin), fused)) begin++;
    if (begin == name.size) begin = tunip_str_begins(name, module) ? sizeof module - 1 : 0;
    return after(name, begin);
}

tunip_str dbg_function_core(tunip_str name)
{
    static const char fused[] = "fused_";
    name = dbg_function_plain(name);
    if (tunip_str_begins(name, fused)) name = after(name, sizeof fused - 1);
    size_t end = name.size;
    while (end && tunip_is_digit(name.data[end - 1])) end--;
    if (end > 1 && end < name.size && name.data[end - 1] == '_') name.size = end - 1;
    return name;
}

/* Whether a text begins with whole words. */
static bool begins(tunip_str text, const char *words, size_t size)
{
    return text.size >= size && memcmp(text.data, words, size) == 0 &&
           (text.size == size || text.data[size] == '_');
}

static void add_word(tunip_str word, dbg_words *out)
{
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    bool is_weak = false;
    for (size_t i = 0; i < TUNIP_LEN(weak); i++) is_weak = is_weak || tunip_str_is(word, weak[i]);
    for (size_t i = 0; i < word.size; i++)
        hash = (hash ^ (unsigned char)word.data[i]) * UINT64_C(0x100000001B3);
    hash = (hash ^ hash >> 31) * UINT64_C(0xD6E8FEB86659FD93);
    out->all += hash;
    if (!is_weak) out->strong += hash;
    out->is_layout = false;
}

static void add_words(tunip_str text, dbg_words *out)
{
    for (size_t begin = 0, i = 0; i <= text.size; i++)
        if (i == text.size || text.data[i] == '_') {
            if (i > begin) add_word((tunip_str){text.data + begin, i - begin}, out);
            begin = i + 1;
        }
}

static void words_count(tunip_str function, dbg_words *out)
{
    tunip_str rest = dbg_function_core(function);
    *out = (dbg_words){0, 0, true};
    while (rest.size) {
        size_t size = 0, row = 0;
        for (; row < TUNIP_LEN(synonyms); row++)
            if (begins(rest, synonyms[row].name, size = strlen(synonyms[row].name))) break;
        if (row < TUNIP_LEN(synonyms)) {
            add_words(tunip_str_from(synonyms[row].words), out);
        } else {
            for (size = 0; size < rest.size && rest.data[size] != '_';) size++;
            add_words((tunip_str){rest.data, size}, out);
        }
        if (size < rest.size) size++;
        rest = (tunip_str){rest.data + size, rest.size - size};
    }
}

/* ======== match ======== */

/* Finds the nodes of two graphs that compute the same.
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
    uint64_t hash = (a ^ tn_mix(b)) + UINT64_C(0xD1B54A32D192ED03);
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
        if (!s->argument[i]) words_count(node->op.size ? node->op : node->name, &s->words[i]);
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
    /* Pairs the constants that nodes take which correspond, if these take equally many of the same
     * types. */
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

static size_t list_pairs(const matcher *m, dbg_pair *out)
{
    const dbg_dump *left = m->sides[0].dump, *right = m->sides[1].dump;
    size_t count = 0;
    for (size_t i = 0; i < left->count; i++) {
        const dbg_dumped *item = &left->items[i], *other = NULL;
        size_t match = m->sides[0].match[item->node];
        if (match) other = dbg_dump_item(right, match - 1, item->output);
        if (other && item->tensor->count == other->tensor->count &&
            tunip_dtype_equal(dbg_dtype_plain(item->tensor->dtype),
                              dbg_dtype_plain(other->tensor->dtype)))
            out[count++] = (dbg_pair){item, other, m->found[item->node]};
    }
    return count;
}

const char *dbg_found_name(dbg_found found)
{
    static const char *const names[] = {
        "", "name", "operators", "consumers", "main operators", "order", "place", "map"};
    return names[found];
}

/* The pairs of references, which say themselves to which output they belong. */
static bool list_references(const dbg_dump *left, const dbg_dump *right, dbg_pair *out,
                            size_t *count)
{
    size_t *of = calloc(left->count + 1, sizeof *of);
    for (size_t i = 0; of && i < right->count; i++)
        if (right->belongs[i]) of[right->belongs[i] - 1] = i + 1;
    for (size_t i = 0; of && i < left->count; i++) {
        if (!of[i]) continue;
        const dbg_dumped *other = &right->items[of[i] - 1];
        dbg_found found = right->by_map[of[i] - 1] ? DBG_FOUND_MAP : DBG_FOUND_NAME;
        out[(*count)++] = (dbg_pair){&left->items[i], other, found};
    }
    free(of);
    return of != NULL;
}

/* Pairs the outputs of two dumps, in the order of the left one. The outputs of a pair have the same
 * dtype and the same number of elements. free() frees *pairs. False when out of memory. */
static bool dbg_match(const dbg_dump *left, const dbg_dump *right, dbg_pair **pairs, size_t *count)
{
    matcher m = {.budget = 0};
    *pairs = calloc(left->count + 1, sizeof **pairs);
    if (right->belongs) return *pairs && list_references(left, right, *pairs, count);
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

/* ======== compare ======== */

/* Compares the tensors of two dumps, which the matching pairs. A tensor in another layout gets
 * the layout of its counterpart first. */

/* ---- numbers ---- */

/* Bits of floats, ordered as the numbers are. */
static int64_t ordered(const dbg_tensor *tensor, size_t index)
{
    size_t bytes = dbg_dtype_bytes(tensor->dtype);
    uint64_t bits = 0;
    memcpy(&bits, (const char *)tensor->data + index * bytes, bytes);
    uint64_t sign = UINT64_C(1) << (bytes * 8 - 1);
    return bits & sign ? -(int64_t)(bits & (sign - 1)) : (int64_t)bits;
}

static uint64_t ulps(const dbg_tensor *left, const dbg_tensor *right, size_t index)
{
    int64_t a = ordered(left, index), b = ordered(right, index);
    return a > b ? (uint64_t)a - (uint64_t)b : (uint64_t)b - (uint64_t)a;
}

/* |a - b|, also for two integers of 64 bits that are the same double. */
static double gap_of(const dbg_tensor *left, const dbg_tensor *right, size_t index, double a,
                     double b)
{
    uint64_t x, y, sign = UINT64_C(1) << 63;
    if (dbg_dtype_is_float(left->dtype) || dbg_dtype_bytes(left->dtype) != sizeof x)
        return fabs(a - b);
    memcpy(&x, (const char *)left->data + index * sizeof x, sizeof x);
    memcpy(&y, (const char *)right->data + index * sizeof y, sizeof y);
    if (left->dtype.code == TUNIP_DTYPE_INT) x ^= sign, y ^= sign;
    return (double)(x > y ? x - y : y - x);
}

static bool within(double a, double b, double gap, uint64_t ulp, const dbg_tolerance *t)
{
    if (isnan(a) || isnan(b)) return isnan(a) && isnan(b);
    if (isinf(a) || isinf(b)) return a == b;
    if (isinf(gap)) /* the distance of two numbers may be more than any double: half of it is not */
        return ulp <= t->ulp || fabs(a / 2 - b / 2) <= t->absolute / 2 + t->relative * fabs(b / 2);
    return gap == 0 || ulp <= t->ulp || gap <= t->absolute + t->relative * fabs(b);
}

static void compare_bytes(const dbg_tensor *left, const dbg_tensor *right, dbg_difference *out)
{
    size_t bytes = dbg_dtype_bytes(left->dtype);
    for (size_t i = 0; i < left->count; i++)
        if (memcmp((const char *)left->data + i * bytes, (const char *)right->data + i * bytes,
                   bytes) != 0 &&
            !out->count++)
            out->first = i;
}

static void tensor_compare(const dbg_tensor *left, const dbg_tensor *right,
                           const dbg_tolerance *tolerance, dbg_difference *out)
{
    dbg_element_fn read = dbg_dtype_reader(left->dtype);
    bool is_float = dbg_dtype_is_float(left->dtype);
    *out = (dbg_difference){0};
    if (!left->bytes || memcmp(left->data, right->data, left->bytes) == 0) return;
    if (!read) {
        compare_bytes(left, right, out);
        return;
    }
    for (size_t i = 0; i < left->count; i++) {
        double a = read(left, i), b = read(right, i), gap = gap_of(left, right, i, a, b);
        bool finite = isfinite(a) && isfinite(b), both_nan = isnan(a) && isnan(b);
        uint64_t ulp = !finite && a != b && !both_nan ? UINT64_MAX
                       : is_float && finite           ? ulps(left, right, i)
                                                      : (uint64_t)(gap > 0);
        if (both_nan || (!finite && a == b)) continue;
        if (finite && gap > out->absolute) out->absolute = gap;
        double most = fmax(fabs(a), fabs(b));
        double ratio = isinf(gap) ? fabs(a / most - b / most) : gap / most;
        if (finite && gap > 0 && ratio > out->relative) out->relative = ratio;
        if (ulp > out->ulp) out->ulp = ulp;
        if (!within(a, b, gap, is_float ? ulp : UINT64_MAX, tolerance) && !out->count++)
            out->first = i;
    }
}

/* ---- pairs ---- */

/* The layout of an output, or of the weights that a parameter is. */
static tunip_str layout_of(const dbg_dump *dump, const dbg_dumped *item)
{
    const dbg_dumped_node *node = &dump->nodes[item->node];
    for (size_t i = item->node + 1; !node->input_count && i < dump->node_count; i++) {
        const dbg_dumped_node *user = &dump->nodes[i];
        if (user->input_count > 1 && dump->inputs[user->first_input + 1] == item->node)
            return user->weight_layout;
    }
    return node->layout;
}

/* A pair that was compared. */
typedef struct compared {
    bool is_clear;    /* it is known which elements correspond */
    dbg_tensor *copy; /* the right tensor in the layout of the left one; NULL: it is so itself */
    dbg_difference difference;
} compared;

/* False when out of memory. free() frees out->copy. */
static bool compare_pair(const dbg_dump *left, const dbg_dump *right, const dbg_pair *pair,
                         const dbg_tolerance *tolerance, compared *out)
{
    const dbg_tensor *a = pair->left->tensor, *b = pair->right->tensor;
    tunip_str a_layout = layout_of(left, pair->left), b_layout = layout_of(right, pair->right);
    *out = (compared){.copy = NULL};
    bool fits = dbg_tensor_fits(a, b) &&
                (!a_layout.size || !b_layout.size || tunip_str_equal(a_layout, b_layout));
    if (!fits && !dbg_layout_convert(b, b_layout, a, a_layout, &out->copy)) return false;
    out->is_clear = fits || out->copy;
    if (out->is_clear) tensor_compare(a, out->copy ? out->copy : b, tolerance, &out->difference);
    return true;
}

/* ---- the report ---- */

static void put_place(tn_text *t, const dbg_tensor *tensor, size_t index)
{
    size_t places[64];
    for (size_t i = tensor->rank; i-- > 0; index /= (size_t)tensor->dims[i])
        if (i < TUNIP_LEN(places)) places[i] = index % (size_t)tensor->dims[i];
    tn_text_say(t, "[");
    for (size_t i = 0; i < tensor->rank && i < TUNIP_LEN(places); i++)
        tn_text_say(t, "%s%zu", i ? ", " : "", places[i]);
    tn_text_say(t, "]");
}

static const char *verdict_name(const compared *c)
{
    if (!c->is_clear) return "unclear";
    return c->difference.count ? "different" : "equal";
}

static void put_pair(tn_text *t, const dbg_pair *p, const compared *c)
{
    char type[DBG_TYPE_SIZE];
    const dbg_difference *d = &c->difference;
    tn_text_say(t, "  %4zu %4zu  %-9s", p->left->node, p->right->node, verdict_name(c));
    if (!c->is_clear)
        tn_text_say(t, " %10s %10s %10s  ", "", "", "");
    else if (d->ulp == UINT64_MAX)
        tn_text_say(t, " %10.4g %10.4g %10s  ", d->absolute, d->relative, "nan/inf");
    else
        tn_text_say(t, " %10.4g %10.4g %10llu  ", d->absolute, d->relative,
                    (unsigned long long)d->ulp);
    tn_text_say(t, "%-14s  ", dbg_found_name(p->found));
    tn_text_put_visible(t, p->left->name);
    if (p->left->output) tn_text_say(t, ".%zu", p->left->output);
    dbg_tensor_type(p->left->tensor, type);
    tn_text_say(t, ": %s", type);
    if (!dbg_tensor_fits(p->left->tensor, p->right->tensor)) {
        dbg_tensor_type(p->right->tensor, type);
        tn_text_say(t, " and %s", type);
    }
    tn_text_say(t, "\n");
}

static void put_first(tn_text *t, const dbg_pair *p, const compared *c)
{
    const dbg_difference *d = &c->difference;
    int digits = p->left->tensor->dtype.bits == 64 ? 17 : 9; /* no two numbers look the same */
    tn_text_say(t, "first difference: node %zu, ", p->left->node);
    tn_text_put_visible(t, p->left->name);
    tn_text_say(t, ", output %zu, element ", p->left->output);
    put_place(t, p->left->tensor, d->first);
    tn_text_say(t, ": ");
    dbg_put_element(t, p->left->tensor, d->first, digits);
    tn_text_say(t, " and ");
    dbg_put_element(t, c->copy ? c->copy : p->right->tensor, d->first, digits);
    tn_text_say(t, "; %zu of %zu elements differ\n", d->count, p->left->tensor->count);
}

typedef struct verdict {
    size_t different, unclear, first, worst; /* the last two are indices of pairs */
    double growth;                           /* of the relative error, at `worst` */
    tn_text text;                            /* about the first difference */
} verdict;

/* False when out of memory. */
static bool put_pairs(tn_text *t, const dbg_dump *const dumps[2], const dbg_pair *pairs,
                      size_t count, const dbg_tolerance *tolerance, bool verbose, verdict *v)
{
    double before = 0;
    for (size_t i = 0; i < count; i++) {
        compared c;
        if (!compare_pair(dumps[0], dumps[1], &pairs[i], tolerance, &c)) return false;
        const dbg_difference *d = &c.difference;
        if (verbose || d->count || !c.is_clear) put_pair(t, &pairs[i], &c);
        if (!c.is_clear) v->unclear++;
        if (d->count && !v->different++) v->first = i, put_first(&v->text, &pairs[i], &c);
        if (d->relative - before > v->growth) v->growth = d->relative - before, v->worst = i;
        if (d->relative > before) before = d->relative;
        free(c.copy);
    }
    return true;
}

/* References that belong to nothing. */
static void put_strangers(tn_text *t, const dbg_dump *right)
{
    size_t count = 0;
    for (size_t i = 0; right->belongs && i < right->count; i++) {
        if (right->belongs[i]) continue;
        if (count < 8) {
            tn_text_say(t, count ? ", " : "no node is called: ");
            tn_text_put_visible(t, right->items[i].name);
        }
        count++;
    }
    if (count) tn_text_say(t, count > 8 ? " and %zu others\n" : "\n", count - 8);
}

static void put_verdict(tn_text *t, const dbg_pair *pairs, size_t count, const verdict *v)
{
    tn_text_put_str(t, tn_text_str(&v->text));
    if (v->different && v->worst != SIZE_MAX && v->worst != v->first) {
        tn_text_say(t, "the error grows most at node %zu, ", pairs[v->worst].left->node);
        tn_text_put_visible(t, pairs[v->worst].left->name);
        tn_text_say(t, ": by %.4g\n", v->growth);
    }
    if (v->unclear)
        tn_text_say(t, "%zu tensors were not compared: their shapes do not tell the layout\n",
                    v->unclear);
    if (v->different)
        tn_text_say(t, "%zu tensors differ\n", v->different);
    else
        tn_text_say(t, "%s\n",
                    count == v->unclear ? "nothing can be compared"
                    : v->unclear        ? "all others are equal"
                                        : "all are equal");
}

tunip_status dbg_compare_write(const dbg_dump *left, const dbg_dump *right,
                               const dbg_tolerance *tolerance, bool verbose, tunip_write_fn write,
                               void *user, bool *same, tunip_error *error)
{
    const dbg_dump *const dumps[2] = {left, right};
    dbg_pair *pairs = NULL;
    tn_text t = {.failed = false};
    verdict v = {.first = SIZE_MAX, .worst = SIZE_MAX};
    size_t count = 0;
    bool fine = dbg_match(left, right, &pairs, &count);
    tn_text_say(&t, "%zu of %zu and %zu tensors correspond\n", count, left->count, right->count);
    put_strangers(&t, right);
    tn_text_say(&t, "  %4s %4s  %-9s %10s %10s %10s  %-14s  %s\n", "left", "node", "", "absolute",
                "relative", "ulp", "found by", "name: type");
    fine = fine && put_pairs(&t, dumps, pairs, count, tolerance, verbose, &v);
    if (fine) put_verdict(&t, pairs, count, &v);
    *same = count > v.unclear && !v.different;
    t.failed = t.failed || v.text.failed;
    tn_text_free(&v.text);
    free(pairs);
    if (fine) return tn_text_end(&t, write, user, error);
    tn_text_free(&t);
    return tn_no_memory(error);
}

/* ---- the report as JSON ---- */

static void put_member(tunip_json_writer *w, const char *key, size_t value)
{
    tunip_json_key(w, key);
    tunip_json_put_size(w, value);
}

static void put_side(tunip_json_writer *w, const char *key, const dbg_dumped *item)
{
    tunip_json_key(w, key);
    tunip_json_open(w, '{');
    tunip_json_key(w, "name");
    tunip_json_put_string(w, item->name);
    put_member(w, "node", item->node);
    put_member(w, "output", item->output);
    tunip_json_close(w, '}');
}

static void put_amount(tunip_json_writer *w, const char *key, double value)
{
    tunip_json_key(w, key);
    if (isfinite(value))
        tunip_json_put_float(w, value);
    else
        tunip_json_put_null(w);
}

static void put_difference(tunip_json_writer *w, const dbg_difference *d, size_t elements)
{
    put_member(w, "elements", elements);
    put_member(w, "differ", d->count);
    if (d->count) put_member(w, "first", d->first);
    put_amount(w, "absolute", d->absolute);
    put_amount(w, "relative", d->relative);
    tunip_json_key(w, "ulp");
    if (d->ulp == UINT64_MAX)
        tunip_json_put_null(w);
    else
        tunip_json_put_size(w, (size_t)d->ulp);
}

static void put_json_pair(tunip_json_writer *w, const dbg_pair *pair, const compared *c)
{
    tunip_json_open(w, '{');
    put_side(w, "left", pair->left);
    put_side(w, "right", pair->right);
    tunip_json_key(w, "found_by");
    tunip_json_put_string(w, tunip_str_from(dbg_found_name(pair->found)));
    tunip_json_key(w, "verdict");
    tunip_json_put_string(w, tunip_str_from(verdict_name(c)));
    if (c->is_clear) put_difference(w, &c->difference, pair->left->tensor->count);
    tunip_json_close(w, '}');
}

tunip_status dbg_compare_write_json(const dbg_dump *left, const dbg_dump *right,
                                    const dbg_tolerance *tolerance, tunip_write_fn write,
                                    void *user, bool *same, tunip_error *error)
{
    tunip_json_style style = TUNIP_JSON_STYLE_INIT;
    dbg_pair *pairs = NULL;
    size_t count = 0, clear = 0, different = 0;
    bool fine = dbg_match(left, right, &pairs, &count);
    style.lines = 2;
    tunip_json_writer *w = tunip_json_writer_new(NULL, &style, write, user, error);
    tunip_json_open(w, '{');
    put_member(w, "version", 1);
    put_member(w, "left", left->count);
    put_member(w, "right", right->count);
    tunip_json_key(w, "pairs");
    tunip_json_open(w, '[');
    for (size_t i = 0; fine && i < count; i++) {
        compared c;
        fine = compare_pair(left, right, &pairs[i], tolerance, &c);
        if (!fine) break;
        put_json_pair(w, &pairs[i], &c);
        clear += c.is_clear;
        different += c.difference.count != 0;
        free(c.copy);
    }
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
    free(pairs);
    *same = clear && !different;
    tunip_status status = tunip_json_writer_end(w, error);
    return fine ? status : tn_no_memory(error);
}

bool dbg_compare_each(const dbg_dump *left, const dbg_dump *right, const dbg_tolerance *tolerance,
                      dbg_counterpart *out)
{
    dbg_pair *pairs = NULL;
    size_t count = 0;
    bool fine = dbg_match(left, right, &pairs, &count);
    for (size_t i = 0; fine && i < count; i++) {
        compared c;
        size_t item = (size_t)(pairs[i].left - left->items);
        fine = compare_pair(left, right, &pairs[i], tolerance, &c);
        if (!fine) break;
        out[item] =
            (dbg_counterpart){pairs[i].found, pairs[i].right->node, c.is_clear, c.difference};
        free(c.copy);
    }
    free(pairs);
    return fine;
}

/* ---- where NaN and infinities come from ---- */

static void count_values(const dbg_dump *dump, size_t *nans, size_t *infs)
{
    for (size_t i = 0; i < dump->count; i++) {
        dbg_stats stats;
        dbg_stats_compute(dump->items[i].tensor, &stats);
        nans[dump->items[i].node] += stats.nans;
        infs[dump->items[i].node] += stats.infs;
    }
}

static size_t put_origins(tn_text *t, const dbg_dump *dump, const char *what, const size_t *counts)
{
    size_t found = 0;
    for (size_t i = 0; i < dump->node_count; i++) {
        const dbg_dumped_node *node = &dump->nodes[i];
        bool inherits = false;
        for (size_t k = 0; k < node->input_count; k++)
            inherits = inherits || counts[dump->inputs[node->first_input + k]];
        if (!counts[i]) continue;
        found++;
        tn_text_say(t, "  node %zu, ", i);
        tn_text_put_visible(t, node->name);
        tn_text_say(t, ", %s %zu %s\n", inherits ? "has" : "makes", counts[i], what);
    }
    return found;
}

tunip_status dbg_origins_write(const dbg_dump *dump, const char *title, tunip_write_fn write,
                               void *user, bool *clean, tunip_error *error)
{
    tn_text t = {.failed = false};
    size_t *nans = calloc(dump->node_count + 1, sizeof *nans);
    size_t *infs = calloc(dump->node_count + 1, sizeof *infs);
    tunip_status status = TUNIP_OK;
    if (nans && infs) {
        count_values(dump, nans, infs);
        tn_text_say(&t, "%s:\n", title);
        size_t found = put_origins(&t, dump, "NaN", nans);
        found += put_origins(&t, dump, "Inf", infs);
        if (!found) tn_text_say(&t, "  no node has a NaN or an Inf\n");
        *clean = !found;
        status = tn_text_end(&t, write, user, error);
    } else {
        status = tn_no_memory(error);
    }
    free(nans);
    free(infs);
    return status;
}
