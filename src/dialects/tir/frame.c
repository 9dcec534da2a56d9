/* frame.c -- the dialect's frames and their statements, calls with keywords, and the marks of
 * variables. */
#include "frame.h"

#include "../../util/mix.h"
#include "buffer.h"

#include <tunip/tvm/tirx_types_v25.h>

/* ======== frame ======== */

/* The dialect's frames and their statements. */

static tir_state *get_state(tunip_docsifier *d)
{
    return tunip_job_state(d, &tunip_dialect_tir);
}

void tir_frame_enter(tunip_docsifier *d, tir_frame *frame, const void *node)
{
    tir_state *state = get_state(d);
    tunip_frame_enter(d, &frame->base, &tunip_dialect_tir, node);
    frame->at_last = false;
    frame->shared = NULL;
    frame->state = state;
    frame->outer = state->top;
    state->top = frame;
}

void tir_frame_leave(tunip_docsifier *d, tir_frame *frame)
{
    frame->state->top = frame->outer;
    tunip_frame_leave(d, &frame->base);
}

bool tir_is_concise(tunip_docsifier *d)
{
    const tir_frame *frame = get_state(d)->top;
    return frame && &frame->base == tunip_frame_top(d) && frame->at_last;
}

/* ---- statements ---- */

void tir_add_stmt(tunip_docsifier *d, tir_frame *frame, const tunip_doc *doc)
{
    if (tunip_doc_classify(doc) ==
        TUNIP_CLASS_EXPR) /* a node that is not a statement: print it as one */
        doc = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, doc);
    tunip_frame_add(d, &frame->base, doc);
}

void tirx_sequence(tunip_docsifier *d, tir_frame *frame, const tunip_array *seq,
                   const tunip_path *items, const tunip_path *path)
{
    frame->at_last = false;
    for (size_t i = 0; i < tunip_array_count(seq); i++) {
        const tunip_node *first = tirx_first_value(d, seq, i);
        const tunip_doc *doc = tir_docsify(d, seq->items[i], tunip_path_item(d, items, i));
        const tunip_doc_assign *assign = (const tunip_doc_assign *)doc;
        if (first && doc->kind == TUNIP_DOC_ASSIGN && assign->annotation && !assign->rhs) {
            const tunip_path *at = tunip_path_attr(d, tunip_path_item(d, items, ++i), "value");
            const tunip_doc *value = tir_docsify(d, first, at);
            doc = tunip_doc_assign_new(d, TUNIP_ROLE_ALLOC, assign->lhs, value, assign->annotation);
        }
        tir_add_stmt(d, frame, tunip_doc_at(d, doc, path));
    }
}

void tir_body(tunip_docsifier *d, tir_frame *frame, const tunip_node *stmt, const tunip_path *path)
{
    const tunip_tir_seq_stmt *seq = TUNIP_AS(tunip_tir_seq_stmt, stmt);
    if (seq && (tunip_is(stmt, &tunip_tirx_seq_stmt_type) ||
                tunip_is(stmt, &tunip_tirx_seq_stmt_v25_type))) {
        tirx_sequence(d, frame, seq->seq, tunip_path_attr(d, path, "seq"), path);
        return;
    }
    if (seq) {
        const tunip_path *items = tunip_path_attr(d, path, "seq");
        size_t count = tunip_array_count(seq->seq);
        for (size_t i = 0; i < count; i++) {
            frame->at_last = i + 1 == count;
            const tunip_doc *doc = tir_docsify(d, seq->seq->items[i], tunip_path_item(d, items, i));
            tir_add_stmt(d, frame, tunip_doc_at(d, doc, path));
        }
        return;
    }
    frame->at_last = true;
    tir_add_stmt(d, frame, tir_docsify(d, stmt, path));
}

const tunip_doc *tir_scope(tunip_docsifier *d, tir_frame *frame, const tunip_doc *lhs,
                           const tunip_doc *rhs, bool concise)
{
    if (!concise) return tunip_doc_scope_new(d, lhs, rhs, tir_stmts(d, frame));
    const tunip_doc *first = lhs ? tir_assign(d, TUNIP_ROLE_ENTER, lhs, rhs)
                                 : tunip_doc_expr_stmt_new(d, TUNIP_ROLE_ENTER, rhs);
    return tunip_doc_block_new(d, tunip_frame_body(d, &frame->base, first));
}

/* ---- definitions ---- */

static const tunip_doc *define(tunip_docsifier *d, tunip_frame *frame, const void *node,
                               tunip_str name, const char *unnamed)
{
    return tunip_define(d, frame, node, name.size ? name : tunip_str_from(unnamed));
}

const tunip_doc *tir_define_var(tunip_docsifier *d, tunip_frame *frame, const tunip_tir_var *var)
{
    return define(d, frame, var, tunip_string_value(var ? var->name : NULL), "v");
}

static void share(tunip_docsifier *d, const tunip_tirx_buffer_v25 *buffer)
{
    tir_frame *frame = get_state(d)->top;
    tir_shared *shared = frame ? tunip_job_alloc(d, sizeof *shared) : NULL;
    if (!shared) return;
    *shared = (tir_shared){.buffer = buffer, .next = frame->shared};
    frame->shared = shared;
}

const tunip_doc *tir_define_buffer(tunip_docsifier *d, tunip_frame *frame,
                                   const tunip_tir_buffer *buffer)
{
    const tunip_tirx_buffer_v25 *own = TUNIP_AS(tunip_tirx_buffer_v25, buffer);
    if (own) share(d, own);
    return define(d, frame, buffer, tunip_string_value(buffer ? buffer->name : NULL), "buffer");
}

/* ======== docs ======== */

/* Calls with keywords, and names of dtypes. */

const tunip_doc *tir_args_call(tunip_docsifier *d, const tunip_doc *callee, const tir_args *args)
{
    tunip_docs docs = tunip_docs_copy(d, args->count, args->args);
    size_t count = args->key_count;
    tunip_str *keys = count ? tunip_job_alloc(d, count * sizeof *keys) : NULL;
    if (!keys) return tunip_doc_call_new(d, callee, docs, NULL, tunip_docs_none());
    for (size_t i = 0; i < count; i++) keys[i] = args->keys[i];
    return tunip_doc_call_new(d, callee, docs, keys, tunip_docs_copy(d, count, args->values));
}

/* The names of the most common dtypes, which then need no memory. */
static const struct {
    tunip_dtype dtype;
    const char *name;
} common_names[] = {
    {{TUNIP_DTYPE_FLOAT, 32, 1}, "float32"}, {{TUNIP_DTYPE_INT, 64, 1}, "int64"},
    {{TUNIP_DTYPE_INT, 32, 1}, "int32"},     {{TUNIP_DTYPE_BOOL, 8, 1}, "bool"},
    {{TUNIP_DTYPE_FLOAT, 16, 1}, "float16"}, {{TUNIP_DTYPE_HANDLE, 64, 1}, "handle"},
    {{TUNIP_DTYPE_HANDLE, 0, 0}, "void"},    {{TUNIP_DTYPE_INT, 8, 1}, "int8"},
    {{TUNIP_DTYPE_UINT, 8, 1}, "uint8"},     {{TUNIP_DTYPE_FLOAT, 64, 1}, "float64"},
};

const char *tir_dtype_name(tunip_docsifier *d, tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(common_names); i++)
        if (tunip_dtype_equal(common_names[i].dtype, dtype)) return common_names[i].name;
    char name[TUNIP_DTYPE_NAME_SIZE];
    tunip_str text = {name, tunip_dtype_name(dtype, name)};
    text = tunip_doc_text(d, text);
    return text.data ? text.data : "";
}

static bool is_string_node(const tunip_node *node)
{
    const tunip_array *list = TUNIP_AS(tunip_array, node);
    for (size_t i = 0; i < tunip_array_count(list); i++)
        if (tunip_is(list->items[i], &tunip_tir_string_imm_type)) return true;
    return tunip_is(node, &tunip_tir_string_imm_type);
}

const tunip_doc *tir_mark_strings(tunip_docsifier *d, const tunip_doc *call, const tunip_map *map)
{
    for (size_t i = 0; i < tunip_map_count(map); i++)
        if (is_string_node(map->entries[i].value))
            return tunip_doc_partial_new(d, call, "string_node", tunip_doc_bool(d, true, NULL));
    return call;
}

/* Stops at a variable that is not defined, and at a string, which may belong to a node in the
 * metadata section. */
static tunip_walk_action check_named(const tunip_node *node, void *user)
{
    if (node->type->flags & TUNIP_TYPE_VARIABLE)
        return tunip_is_defined(user, node) ? TUNIP_WALK_SKIP : TUNIP_WALK_STOP;
    return tunip_is(node, &tunip_string_type) ? TUNIP_WALK_STOP : TUNIP_WALK_ON;
}

const tunip_doc *tir_omitted(tunip_docsifier *d, const void *node, const tunip_path *path)
{
    tunip_walker walker = {.enter = check_named, .user = d, .skip = TUNIP_FLAG_IGNORE};
    if (tunip_job_walk(d, node, &walker) == TUNIP_WALK_DONE) return tunip_docsify(d, node, path);
    return tunip_doc_raw_new(d, tunip_str_from("..."), path);
}

/* ======== marks ======== */

/* A short list, then a hash table with open addressing and linear probing. Entries are
 * never removed. */

/* The slot of `node`, or the free slot for it. */
static tir_mark *find_slot(const tir_marks *marks, const void *node)
{
    size_t at = (size_t)(tn_mix_address(node) >> 32) & (marks->room - 1);
    while (marks->slots[at].node && marks->slots[at].node != node)
        at = (at + 1) & (marks->room - 1);
    return &marks->slots[at];
}

/* The mark of `node` while there are few; NULL if it has none. */
static inline tir_mark *find_first(const tir_marks *marks, const void *node)
{
    for (size_t i = 0; i < marks->count; i++)
        if (marks->first[i].node == node) return (tir_mark *)(uintptr_t)&marks->first[i];
    return NULL;
}

static bool grow(tunip_docsifier *d, tir_marks *marks)
{
    size_t count = marks->room ? marks->room : marks->count;
    const tir_mark *old = marks->room ? marks->slots : marks->first;
    tir_marks grown = {.room = marks->room ? marks->room * 2 : 16, .count = marks->count};
    grown.slots = tunip_job_alloc(d, grown.room * sizeof *grown.slots);
    if (!grown.slots) return false;
    for (size_t i = 0; i < count; i++)
        if (old[i].node) *find_slot(&grown, old[i].node) = old[i];
    *marks = grown;
    return true;
}

static uint32_t *put_in_table(tunip_docsifier *d, tir_marks *marks, const void *node)
{
    if (marks->count * 2 >= marks->room && !grow(d, marks)) return NULL;
    tir_mark *slot = find_slot(marks, node);
    if (!slot->node) {
        slot->node = node;
        marks->count++;
    }
    return &slot->value;
}

uint32_t *tir_marks_put(tunip_docsifier *d, tir_marks *marks, const void *node)
{
    if (marks->room) return put_in_table(d, marks, node);
    tir_mark *first = find_first(marks, node);
    if (first) return &first->value;
    if (marks->count == TIR_FIRST_MARKS) return put_in_table(d, marks, node);
    first = &marks->first[marks->count++];
    *first = (tir_mark){.node = node};
    return &first->value;
}

uint32_t tir_marks_get(const tir_marks *marks, const void *node)
{
    if (marks->room) return find_slot(marks, node)->value;
    const tir_mark *first = find_first(marks, node);
    return first ? first->value : 0;
}
