/* operations.c -- the operations of MLIR on one side of a diff: their lines, values and uses. */
#include "operations.h"

#include <stdlib.h>

#include <tunip/ext/doc.h>

#include "../../ir/same.h"
#include "../../util/tables.h"
#include "../../util/threads.h"

typedef struct walk {
    tn_ops *ops;
    const tn_diff_side *side;
    const tunip_span *spans;
    size_t span_count, at; /* the next span */
    uint32_t parent, unit;
    tn_stack stack;
    bool is_lost; /* the text does not show the operations as expected */
} walk;

static uint64_t hash_text(tunip_str text)
{
    return tn_hash_bytes(text.data, text.size);
}

/* ---- values ---- */

static void push_value(walk *w, const tunip_node *node, tn_op_value value)
{
    bool added;
    uint64_t *slot = tn_map_put(&w->ops->ids, node, &added);
    if (!slot || !tn_array_push(&w->ops->values, w->ops->allocator, value)) {
        w->ops->failed = true;
        return;
    }
    *slot = w->ops->values.count;
}

static void define_results(walk *w, uint32_t op, const tunip_array *results)
{
    tn_ir_op *made = &w->ops->ops.items[op];
    made->first_result = (uint32_t)w->ops->values.count;
    for (size_t i = 0; i < tunip_array_count(results); i++)
        push_value(w, results->items[i], (tn_op_value){op, TN_NO_OP, (uint32_t)i, 0, 0, 0});
    made->result_count = (uint32_t)(w->ops->values.count - made->first_result);
}

static const void *block_key(uint32_t op, uint32_t block)
{
    return (const void *)(uintptr_t)(tn_hash_mix(op + (uint64_t)1, (uint64_t)block << 32) | 1);
}

/* Defines the values among the nodes as arguments of a block of the operation. */
static void define_arguments(walk *w, uint32_t op, uint32_t block, const tunip_array *nodes)
{
    tn_ops *ops = w->ops;
    size_t first = ops->values.count;
    for (size_t i = 0; i < tunip_array_count(nodes); i++)
        if (tunip_is(nodes->items[i], &tunip_mlir_value_type))
            push_value(w, nodes->items[i],
                       (tn_op_value){op, block, (uint32_t)(ops->values.count - first), 0, 0, 0});
    uint32_t count = (uint32_t)(ops->values.count - first);
    uint64_t *slot = count ? tn_map_put(&ops->blocks, block_key(op, block), NULL) : NULL;
    if (slot) *slot = first + 1;
    ops->failed |= count && !slot;
    for (size_t i = first; i < ops->values.count; i++) ops->values.items[i].count = count;
}

uint32_t tn_ops_argument(const tn_ops *self, uint32_t op, const tn_op_value *like)
{
    const uint64_t *first = tn_map_get(&self->blocks, block_key(op, like->block));
    const tn_op_value *value = first ? &self->values.items[*first - 1] : NULL;
    bool fits =
        value && value->op == op && value->block == like->block && value->count == like->count;
    return fits ? (uint32_t)(*first - 1) + like->number : TN_NO_OP;
}

/* ---- lines ---- */

/* Goes to the statement of an operation. */
static const tunip_span *next_statement(walk *w)
{
    for (; w->at < w->span_count; w->at++) {
        const tunip_doc *doc = w->spans[w->at].doc;
        bool is_operation = doc->kind == TUNIP_DOC_EXPR_STMT && doc->role == TUNIP_ROLE_EFFECT;
        if (is_operation || doc->kind == TN_DOC_PRERENDERED) return &w->spans[w->at++];
    }
    w->is_lost = true;
    return NULL;
}

static void set_lines(walk *w, tn_ir_op *op, const tunip_span *span)
{
    size_t end = span->end > span->begin ? span->end - 1 : span->begin;
    op->head = tn_diff_line_of(w->side, span->begin);
    op->end = tn_diff_line_of(w->side, end);
}

/* ---- operations ---- */

static tunip_str suffix_of(tunip_str name)
{
    size_t at = name.size;
    while (at && name.data[at - 1] != '.') at--;
    return (tunip_str){name.data + at, name.size - at};
}

static uint64_t hash_sites(const tunip_node *span);

static bool walk_operations(walk *w, const tunip_array *operations, uint32_t block);
TN_STACK_STEP3(walk_deeper, bool, walk_operations, walk *, const tunip_array *, uint32_t)

static void walk_pieces(walk *w, uint32_t op, const tunip_array *pieces, uint32_t *block)
{
    for (size_t i = 0; i < tunip_array_count(pieces) && !w->is_lost; i++) {
        const tunip_mlir_region *region = TUNIP_AS(tunip_mlir_region, pieces->items[i]);
        const tunip_mlir_dictionary *dict = TUNIP_AS(tunip_mlir_dictionary, pieces->items[i]);
        for (size_t k = 0; dict && k < tunip_map_count(dict->entries); k++)
            walk_pieces(w, op, TUNIP_AS(tunip_array, dict->entries->entries[k].value), block);
        if (!region) continue;
        w->ops->ops.items[op].has_region = true;
        define_arguments(w, op, *block, region->arguments);
        for (size_t k = 0; k < tunip_array_count(region->blocks); k++, ++*block) {
            const tunip_mlir_block *b = TUNIP_AS(tunip_mlir_block, region->blocks->items[k]);
            if (!b) continue;
            define_arguments(w, op, *block, b->pieces);
            walk_operations(w, b->operations, *block);
        }
    }
}

static void walk_operation(walk *w, const tunip_mlir_operation *node, uint32_t block)
{
    const tunip_span *span = next_statement(w);
    uint32_t op = (uint32_t)w->ops->ops.count, parent = w->parent, unit = w->unit, blocks = 0;
    if (!span) return;
    tn_ir_op made = {.node = node,
                     .name = tunip_string_value(node->name),
                     .parent = parent,
                     .block = block,
                     .unit = unit,
                     .sites = hash_sites(tunip_node_span(node))};
    made.suffix = suffix_of(made.name);
    bool is_outer = parent == TN_NO_OP || tunip_mlir_is_module(w->ops->ops.items[parent].node);
    if (is_outer) made.symbol = tunip_mlir_symbol(node);
    if (made.symbol.size || unit == TN_NO_OP) made.unit = op;
    set_lines(w, &made, span);
    if (!tn_array_push(&w->ops->ops, w->ops->allocator, made)) {
        w->ops->failed = w->is_lost = true;
        return;
    }
    define_results(w, op, node->results);
    if (span->doc->kind != TN_DOC_PRERENDERED) {
        w->parent = op;
        w->unit = tunip_mlir_is_module(node) ? TN_NO_OP : made.unit;
        walk_pieces(w, op, node->pieces, &blocks);
        w->parent = parent;
        w->unit = unit;
    }
    w->ops->ops.items[op].after = (uint32_t)w->ops->ops.count;
}

/* Returns false if the text does not show the operations, or out of memory. */
static bool walk_operations(walk *w, const tunip_array *operations, uint32_t block)
{
    if (tn_stack_low(&w->stack)) {
        bool fine = false;
        w->ops->failed |= !walk_deeper(&w->stack, &fine, w, operations, block);
        w->is_lost |= w->ops->failed;
        return fine;
    }
    for (size_t i = 0; i < tunip_array_count(operations) && !w->is_lost; i++) {
        const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, operations->items[i]);
        if (op) walk_operation(w, op, block);
    }
    return !w->is_lost;
}

/* ---- places ---- */

static bool mix_site(void *user, const tunip_site *site)
{
    uint64_t *hash = user;
    uint64_t one = tn_hash_mix(hash_text(site->source), (uint64_t)site->line);
    *hash = tn_hash_mix(*hash, tn_hash_mix(one, (uint64_t)site->column)) | 1;
    return true;
}

static uint64_t hash_sites(const tunip_node *span)
{
    uint64_t hash = 0;
    tunip_each_site(span, mix_site, &hash);
    return hash;
}

/* ---- pieces ---- */

static void push_operand(tn_ops *ops, const tunip_node *node)
{
    const tunip_mlir_result *result = TUNIP_AS(tunip_mlir_result, node);
    const uint64_t *id = tn_map_get(&ops->ids, result ? (const void *)result->value : node);
    uint32_t value = id ? (uint32_t)(*id - 1) : TN_NO_OP;
    if (!tn_array_push(&ops->operands, ops->allocator, value)) ops->failed = true;
}

static void push_token(tn_ops *ops, uint64_t hash)
{
    if (!tn_array_push(&ops->tokens, ops->allocator, hash)) ops->failed = true;
}

static bool is_word(tunip_str text)
{
    char c = text.size ? *text.data : '\0';
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '@' ||
           c == '"' || c == '-' || c == '_' || c == '#' || c == '!';
}

/* Reads the operands, tokens and content among the pieces. Values that the operation itself defines
 * are not operands. */
static uint64_t read_pieces(tn_ops *ops, uint32_t op, const tunip_array *pieces, uint64_t hash)
{
    enum { VALUE = 3, REGION = 5, DICTIONARY = 7 };
    for (size_t i = 0; i < tunip_array_count(pieces); i++) {
        const tunip_node *piece = pieces->items[i];
        const tunip_mlir_attribute *attr = TUNIP_AS(tunip_mlir_attribute, piece);
        const tunip_mlir_dictionary *dict = TUNIP_AS(tunip_mlir_dictionary, piece);
        if (tunip_is(piece, &tunip_mlir_value_type) || tunip_is(piece, &tunip_mlir_result_type)) {
            const uint64_t *id = tn_map_get(&ops->ids, piece);
            bool is_own = id && ops->values.items[*id - 1].op == op;
            if (!is_own) push_operand(ops, piece);
            hash = tn_hash_mix(hash, VALUE);
        } else if (attr || tunip_is(piece, &tunip_string_type)) {
            tunip_str text = tunip_string_value(attr ? &attr->text->base : piece);
            uint64_t one = hash_text(text);
            if (attr || is_word(text)) push_token(ops, one);
            hash = tn_hash_mix(hash, one);
        } else if (dict) {
            uint64_t sum = DICTIONARY;
            for (size_t k = 0; k < tunip_map_count(dict->entries); k++) {
                const tunip_map_entry *entry = &dict->entries->entries[k];
                uint64_t key = hash_text(tunip_string_value(entry->key));
                push_token(ops, key);
                sum += read_pieces(ops, op, TUNIP_AS(tunip_array, entry->value), key);
            }
            hash = tn_hash_mix(hash, sum);
        } else {
            ops->ops.items[op].has_block |= tunip_is(piece, &tunip_mlir_block_type);
            hash = tn_hash_mix(hash, REGION);
        }
    }
    return hash;
}

static int by_number(const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The hash of an operation by its content and by that of its operands. */
static uint64_t hash_computation(const tn_ops *ops, const tn_ir_op *op)
{
    enum { UNKNOWN = 11, ARGUMENT = 13 };
    uint64_t hash = op->content;
    for (uint32_t i = 0; i < op->operand_count; i++) {
        uint32_t id = ops->operands.items[op->first_operand + i];
        const tn_op_value *value = id == TN_NO_OP ? NULL : &ops->values.items[id];
        uint64_t of = UNKNOWN;
        if (value && value->block == TN_NO_OP) of = ops->ops.items[value->op].computes;
        if (value && value->block != TN_NO_OP) {
            const tn_ir_op *around = &ops->ops.items[value->op];
            of = tn_hash_mix(around->symbol.size ? 0 : around->content, ARGUMENT + value->block);
        }
        hash = tn_hash_mix(hash, tn_hash_mix(of, value ? value->number : 0));
    }
    return hash;
}

static void read_operations(tn_ops *ops)
{
    for (uint32_t i = 0; i < ops->ops.count && !ops->failed; i++) {
        tn_ir_op *op = &ops->ops.items[i];
        op->first_operand = (uint32_t)ops->operands.count;
        op->first_token = (uint32_t)ops->tokens.count;
        op->content = read_pieces(ops, i, op->node->pieces, hash_text(op->name));
        op->operand_count = (uint32_t)ops->operands.count - op->first_operand;
        op->token_count = (uint32_t)ops->tokens.count - op->first_token;
        if (op->token_count)
            qsort(ops->tokens.items + op->first_token, op->token_count, sizeof(uint64_t),
                  by_number);
        op->computes = hash_computation(ops, op);
    }
}

/* ---- uses ---- */

static void find_uses(tn_ops *ops)
{
    size_t count = ops->operands.count;
    if (ops->failed || !tn_array_reserve(&ops->uses, ops->allocator, count)) {
        ops->failed = true;
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (ops->operands.items[i] != TN_NO_OP)
            ops->values.items[ops->operands.items[i]].use_count++;
    uint32_t at = 0;
    for (size_t i = 0; i < ops->values.count; i++) {
        ops->values.items[i].first_use = at;
        at += ops->values.items[i].use_count;
        ops->values.items[i].use_count = 0;
    }
    ops->uses.count = at;
    for (uint32_t i = 0; i < ops->ops.count; i++) {
        const tn_ir_op *op = &ops->ops.items[i];
        for (uint32_t k = 0; k < op->operand_count; k++) {
            uint32_t id = ops->operands.items[op->first_operand + k];
            tn_op_value *value = id == TN_NO_OP ? NULL : &ops->values.items[id];
            if (value) ops->uses.items[value->first_use + value->use_count++] = (tn_op_use){i, k};
            if (value) ops->ops.items[value->op].used += tn_hash_mix(op->content, k);
        }
    }
}

/* ---- all ---- */

static void walk_root(walk *w, const tunip_node *root)
{
    const tunip_mlir_file *file = TUNIP_AS(tunip_mlir_file, root);
    const tunip_mlir_parts *parts = TUNIP_AS(tunip_mlir_parts, root);
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, root);
    if (file) walk_operations(w, file->operations, 0);
    if (op) walk_operation(w, op, 0);
    for (size_t i = 0; i < tunip_array_count(parts ? parts->parts : NULL) && !w->is_lost; i++)
        walk_root(w, parts->parts->items[i]);
    if (!file && !op && !parts) w->is_lost = true;
}

bool tn_ops_find(tn_ops *self, const tn_diff_side *side, const tunip_allocator *allocator)
{
    *self = (tn_ops){.allocator = allocator};
    tn_map_init(&self->ids, allocator);
    tn_map_init(&self->blocks, allocator);
    walk w = {.ops = self, .side = side, .parent = TN_NO_OP, .unit = TN_NO_OP};
    tn_stack_init(&w.stack);
    w.spans = tunip_printed_spans(side->printed);
    w.span_count = tunip_printed_span_count(side->printed);
    walk_root(&w, side->root);
    if (!w.is_lost && !self->failed) read_operations(self);
    if (!w.is_lost && !self->failed) find_uses(self);
    return !w.is_lost && !self->failed;
}

void tn_ops_free(tn_ops *self)
{
    tn_array_free(&self->ops, self->allocator);
    tn_array_free(&self->values, self->allocator);
    tn_array_free(&self->uses, self->allocator);
    tn_array_free(&self->operands, self->allocator);
    tn_array_free(&self->tokens, self->allocator);
    tn_map_free(&self->ids);
    tn_map_free(&self->blocks);
}
