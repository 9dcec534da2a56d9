/* words.c -- words and numbers in IR that TVM does not know: storage scopes and thread tags (TVM
 * src/runtime/thread_storage_scope.h), numbers that became infinite. */
#include <math.h>

#include <tunip/tvm/tir.h>

#include "../util/distance.h"
#include "check.h"

/* ---- words ---- */

/* A scope may go on after its name: "shared.dyn", "global.texture-weight". "tmem" is known to
 * T.decl_buffer of v0.26 (src/tirx/ir/stmt.cc). */
static const char *const scopes[] = {
    "global",
    "shared",
    "local",
    "warp",
    "wmma.matrix_a",
    "wmma.matrix_b",
    "wmma.accumulator",
    "texture",
    "amx.tmm",
    "m16n8k8.matrixA",
    "m16n8k8.matrixB",
    "m16n8k8.matrixC",
    "metal.simdgroup",
    "metal.cooperative_tensor",
    "trn.sbuf",
    "trn.psum",
    "tmem",
};

static const char *const tags[] = {
    "threadIdx.x",
    "threadIdx.y",
    "threadIdx.z",
    "blockIdx.x",
    "blockIdx.y",
    "blockIdx.z",
    "vthread",
    "cthread",
    "clusterCtaIdx.x",
    "clusterCtaIdx.y",
    "clusterCtaIdx.z",
    "preferredClusterCtaIdx.x",
    "preferredClusterCtaIdx.y",
    "preferredClusterCtaIdx.z",
};

/* The words that TVM knows, and the rule of those that it does not know. */
typedef struct vocabulary {
    int rule;
    const char *const *words;
    size_t count;
    const char *noun;
} vocabulary;

static const vocabulary known_scopes = {TN_RULE_STORAGE_SCOPE, scopes, TUNIP_LEN(scopes),
                                        "storage scope"};
static const vocabulary known_tags = {TN_RULE_THREAD_TAG, tags, TUNIP_LEN(tags), "thread"};

/* TVM compares only the beginning. A letter behind it is still a mistake: "sharedd". */
static bool is_known(const vocabulary *v, tunip_str text)
{
    for (size_t i = 0; i < v->count; i++) {
        size_t size = strlen(v->words[i]);
        bool begins = text.size >= size && memcmp(text.data, v->words[i], size) == 0;
        if (begins && (text.size == size || !tunip_is_name_part(text.data[size]))) return true;
    }
    return text.size == 0;
}

static const char *nearest(const vocabulary *v, tunip_str text)
{
    const char *best = NULL;
    size_t least = 1 + (text.size + 2) / 4;
    for (size_t i = 0; i < v->count; i++) {
        size_t d = tn_edit_distance(text, tunip_str_from(v->words[i]), least);
        if (d >= least) continue;
        least = d;
        best = v->words[i];
    }
    return best;
}

/* ---- the walk ---- */

typedef struct walk {
    tn_check *check;
    TN_ARRAY(const tunip_node *) open; /* the nodes around the current one, and it */
} walk;

/* The origins of the nodes around a node are looked up for a finding, not for each node. */
static const tunip_node *place_of(const walk *w, const tunip_node *node)
{
    tunip_origin origin;
    size_t i = w->open.count;
    while (i && !tunip_graph_origin(w->check->graph, w->open.items[i - 1], &origin)) i--;
    return tn_check_place(w->check, node, i ? w->open.items[i - 1] : NULL);
}

static void check_word(walk *w, const vocabulary *v, const tunip_node *node, tunip_str text)
{
    tn_check *c = w->check;
    if (is_known(v, text)) return;
    const char *best = nearest(v, text);
    tn_check_report(c, v->rule, place_of(w, node), "there is no %s `%.*s`", v->noun, (int)text.size,
                    text.data);
    if (best) tn_check_help(c, "did you mean `%s`?", best);
}

/* Whether the text writes a number, and not T.float32("inf") or a computation. */
static bool is_written(const tn_check *c, const tunip_node *node)
{
    tunip_origin origin;
    bool has_digit = false;
    if (!tunip_graph_origin(c->graph, node, &origin)) return false;
    tunip_str text = tunip_source_text(origin.source);
    for (size_t i = origin.begin; i < origin.end && i < text.size; i++) {
        if (strchr("*\"'i/", text.data[i])) return false;
        has_digit = has_digit || (text.data[i] >= '0' && text.data[i] <= '9');
    }
    return has_digit;
}

static void check_number(walk *w, const tunip_node *node)
{
    tn_check *c = w->check;
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (!isinf(((const tunip_ir_float_imm *)node)->value) || !is_written(c, node)) return;
    tunip_dtype_name(tunip_ir_dtype_of(node), name);
    tn_check_report(c, TN_RULE_INFINITE_LITERAL, place_of(w, node),
                    "this number is too large for %s and becomes infinite", name);
    tn_check_help(c, "T.%s(\"inf\") says that it is meant", name);
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    walk *w = user;
    const tunip_ir_pointer_type *pointer = TUNIP_AS(tunip_ir_pointer_type, node);
    const tunip_tir_iter_var *iter = TUNIP_AS(tunip_tir_iter_var, node);
    if (!tn_array_push(&w->open, w->check->allocator, node)) w->check->failed = true;
    if (pointer) check_word(w, &known_scopes, node, tunip_string_value(pointer->storage_scope));
    if (iter) check_word(w, &known_tags, node, tunip_string_value(iter->thread_tag));
    if (tunip_is(node, &tunip_ir_float_imm_type)) check_number(w, node);
    return w->check->failed ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

static void leave(const tunip_node *node, void *user)
{
    (void)node;
    ((walk *)user)->open.count--;
}

void tn_check_words(tn_check *c)
{
    walk w = {.check = c};
    const tunip_walker walker = {
        .enter = enter, .leave = leave, .user = &w, .allocator = c->allocator};
    if (tunip_walk_once(c->root, &walker) == TUNIP_WALK_NO_MEMORY) c->failed = true;
    tn_array_free(&w.open, c->allocator);
}
