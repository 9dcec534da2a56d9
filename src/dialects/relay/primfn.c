/* primfn.c -- primitive functions as Relay's text shows them. */
#include "primfn.h"

#include <inttypes.h>

#include <tunip/ext/tir_rules.h>

/* ======== function ======== */

/* Functions of the tensor IR, and targets in their attributes. */

#define W(text) relay_word(d, (text), NULL)

/* ---- targets ---- */

/* TVM's text begins with the address of the target, which has no meaning in a file. */
const tunip_doc *primfn_target(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return relay_target(d, (const tunip_ir_target *)node, path);
}

/* ---- functions ---- */

/* A parameter with a buffer. */
typedef struct binding {
    const tunip_node *var;
    const tunip_tir_buffer *buffer;
    const tunip_path *var_at, *buffer_at;
} binding;

typedef struct function {
    const tunip_tir_prim_func *node;
    binding *bindings;
    size_t binding_count;
    const tunip_doc **lines; /* above the body */
    size_t line_count;
} function;

/* Numbers the entries of the buffer map, from 1, in the entries of their variables. */
static void number_keys(tunip_docsifier *d, const tunip_map *map)
{
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        relay_entry *entry = relay_entry_of(d, map->entries[i].key);
        if (!entry) return;
        entry->function = relay_state_of(d)->function;
        entry->uses = (uint32_t)(i + 1);
        entry->doc = NULL;
    }
}

static const tunip_tir_buffer *buffer_of(tunip_docsifier *d, const tunip_map *map,
                                         const tunip_node *var)
{
    const relay_entry *entry = var ? relay_entry_of(d, var) : NULL;
    bool has_buffer = entry && entry->function == relay_state_of(d)->function && entry->uses &&
                      entry->uses <= tunip_map_count(map);
    return has_buffer ? TUNIP_AS(tunip_tir_buffer, map->entries[entry->uses - 1].value) : NULL;
}

/* Gives the buffers of parameters their names, before the parameters get theirs. */
static void find_bindings(tunip_docsifier *d, function *f, const tunip_path *path)
{
    const tunip_array *params = f->node->params;
    const tunip_map *map = f->node->buffer_map;
    size_t count = tunip_array_count(params);
    const tunip_path *params_at = tunip_path_attr(d, path, "params");
    const tunip_path *map_at = tunip_path_attr(d, path, "buffer_map");
    number_keys(d, map);
    f->bindings = tunip_job_alloc(d, (count + 1) * sizeof *f->bindings);
    for (size_t i = 0; f->bindings && i < count; i++) {
        const tunip_tir_buffer *buffer = buffer_of(d, map, params->items[i]);
        if (!buffer) continue;
        primfn_buffer_name(d, buffer, NULL);
        f->bindings[f->binding_count++] =
            (binding){params->items[i], buffer, tunip_path_item(d, params_at, i),
                      tunip_path_key(d, map_at, params->items[i])};
    }
}

/* primfn(a: handle, n: int32) -> () */
static const tunip_doc *signature(tunip_docsifier *d, const tunip_tir_prim_func *node,
                                  const tunip_doc *name, const tunip_path *path)
{
    size_t count = tunip_array_count(node->params);
    const tunip_path *at = tunip_path_attr(d, path, "params");
    const tunip_doc **params = tunip_docs_new(d, count);
    for (size_t i = 0; params && i < count; i++)
        params[i] = primfn_value(d, node->params->items[i], tunip_path_item(d, at, i));
    const tunip_doc *call =
        tunip_doc_call_new(d, W("primfn"), tunip_docs_view(params, count), NULL, tunip_docs_none());
    const tunip_doc *type = primfn_type(d, node->ret_type, tunip_path_attr(d, path, "ret_type"));
    if (!name) return PRIMFN_JOINED(d, call, W(" -> "), type);
    return PRIMFN_JOINED(d, name, W(" = "), call, W(" -> "), type);
}

static void add_attrs(tunip_docsifier *d, function *f, const tunip_path *path)
{
    const tunip_ir_dict_attrs *attrs = f->node->base.attrs;
    const tunip_path *at = tunip_path_attr(d, path, "attrs");
    if (!attrs) return;
    f->lines[f->line_count++] = PRIMFN_JOINED(d, W("attr = "), primfn_map(d, attrs->dict, at));
}

/* Each buffer has a line of its own, below the first one. */
static void add_buffers(tunip_docsifier *d, function *f)
{
    for (size_t i = 0; i < f->binding_count; i++) {
        const binding *b = &f->bindings[i];
        const tunip_doc *name = primfn_buffer_name(d, b->buffer, b->buffer_at);
        const tunip_doc *doc = primfn_buffer_parts(d, name, b->buffer, b->buffer_at);
        f->lines[f->line_count++] = PRIMFN_JOINED(d, W(i ? "           " : "buffers = {"), doc,
                                                  W(i + 1 < f->binding_count ? "," : "}"));
    }
}

static void add_buffer_map(tunip_docsifier *d, function *f)
{
    size_t count = f->binding_count;
    const tunip_doc **keys = tunip_docs_new(d, count), **values = tunip_docs_new(d, count);
    if (!tunip_map_count(f->node->buffer_map) || (count && (!keys || !values))) return;
    for (size_t i = 0; i < count; i++) {
        const binding *b = &f->bindings[i];
        keys[i] = primfn_value(d, b->var, b->var_at);
        values[i] = primfn_value(d, b->buffer, b->buffer_at);
    }
    const tunip_doc *map =
        tunip_doc_dict_new(d, tunip_docs_view(keys, count), tunip_docs_view(values, count));
    f->lines[f->line_count++] = PRIMFN_JOINED(d, W("buffer_map = "), map);
}

/* The lines above the body, with the brace of the body in the last one; then the body. */
static tunip_docs whole_body(tunip_docsifier *d, const function *f, const tunip_doc **head,
                             const tunip_path *path)
{
    tunip_docs body = primfn_body(d, f->node->body, tunip_path_attr(d, path, "body"));
    const tunip_doc **all = tunip_docs_new(d, f->line_count + body.count);
    if (!f->line_count) *head = PRIMFN_JOINED(d, *head, W(" {"));
    if (!all) return body;
    for (size_t i = 0; i < f->line_count; i++) {
        bool is_last = i + 1 == f->line_count;
        const tunip_doc *text = is_last ? PRIMFN_JOINED(d, f->lines[i], W(" {")) : f->lines[i];
        all[i] = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, text);
    }
    for (size_t i = 0; i < body.count; i++) all[f->line_count + i] = body.items[i];
    return tunip_docs_view(all, f->line_count + body.count);
}

const tunip_doc *relay_primfn(tunip_docsifier *d, const tunip_tir_prim_func *node,
                              const tunip_doc *name, const tunip_path *path)
{
    function f = {.node = node};
    const tunip_map *attrs = node->base.attrs ? node->base.attrs->dict : NULL;
    relay_state_of(d)->function++; /* names of variables and buffers are for one function */
    for (size_t i = 0; i < tunip_map_count(attrs); i++)
        relay_collect_meta(d, attrs->entries[i].value);
    find_bindings(d, &f, path);
    f.lines = tunip_docs_new(d, f.binding_count + 2);
    if (!f.lines) return tunip_doc_none(d, path);
    const tunip_doc *head = signature(d, node, name, path);
    add_attrs(d, &f, path);
    add_buffers(d, &f);
    add_buffer_map(d, &f);
    tunip_docs body = whole_body(d, &f, &head, path);
    const tunip_doc *scope = tunip_doc_scope_new(d, head, NULL, body);
    const tunip_doc *end = tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, W("}"));
    return tunip_doc_block_new(d, TUNIP_DOCS(d, scope, end));
}

const tunip_doc *primfn_function(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return relay_primfn(d, (const tunip_tir_prim_func *)node, NULL, path);
}

/* ======== buffer ======== */

/* Names of variables, buffers and tensors; buffers, regions and ranges. The first use
 * of each shows its definition: "A: Buffer(A_1: Pointer(float32), float32, [16], [])". */

#define BUFFER_W(text) relay_word(d, (text), NULL)

/* ---- names ---- */

/* Names of variables and buffers are for one function; names of tensors are for the whole print.
 * NULL: the node has no name yet. */
static const tunip_doc *name_of(tunip_docsifier *d, const relay_entry *entry)
{
    bool is_now = entry->is_bound || entry->function == relay_state_of(d)->function;
    return is_now ? entry->doc : NULL;
}

/* A name has a letter first; `before` precedes another one. */
static const tunip_doc *new_name(tunip_docsifier *d, relay_entry *entry, tunip_str hint,
                                 const char *before)
{
    tunip_str name = relay_joined(d, relay_begins_with_letter(hint) ? "" : before, hint);
    entry->function = relay_state_of(d)->function;
    return entry->doc = tunip_doc_raw_new(d, relay_name_new(d, name, "_"), NULL);
}

/* A use of a name. */
static const tunip_doc *again(tunip_docsifier *d, const tunip_doc *name, const tunip_path *path)
{
    return tunip_doc_raw_new(d, ((const tunip_doc_id *)name)->name, path);
}

/* ---- variables ---- */

static const tunip_doc *new_var(tunip_docsifier *d, relay_entry *entry, const tunip_tir_var *var)
{
    return new_name(d, entry, tunip_string_value(var->name), "v");
}

void primfn_name_var(tunip_docsifier *d, const tunip_tir_var *var)
{
    relay_entry *entry = var ? relay_entry_of(d, var) : NULL;
    if (entry && !name_of(d, entry)) new_var(d, entry, var);
}

const tunip_doc *primfn_var(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_var *var = (const tunip_tir_var *)node;
    relay_entry *entry = relay_entry_of(d, node);
    if (!entry) return tunip_doc_none(d, path);
    if (entry->is_meta) return relay_meta(d, node, path);
    const tunip_doc *name = name_of(d, entry);
    if (name) return again(d, name, path);
    name = again(d, new_var(d, entry, var), path);
    tunip_dtype dtype = var->base.dtype;
    const tunip_path *at = tunip_path_attr(d, path, "type_annotation");
    bool is_void = dtype.code == TUNIP_DTYPE_HANDLE && !dtype.bits;
    const tunip_doc *type = var->type_annotation ? primfn_type(d, var->type_annotation, at)
                            : is_void            ? BUFFER_W("()")
                                                 : primfn_dtype(d, dtype, NULL);
    return PRIMFN_JOINED(d, name, BUFFER_W(": "), type);
}

/* ---- buffers ---- */

const tunip_doc *primfn_buffer_name(tunip_docsifier *d, const tunip_tir_buffer *buffer,
                                    const tunip_path *path)
{
    relay_entry *entry = relay_entry_of(d, buffer);
    if (!entry) return tunip_doc_none(d, path);
    const tunip_doc *name = name_of(d, entry);
    if (!name) name = new_name(d, entry, tunip_string_value(buffer->name), "buf_");
    return again(d, name, path);
}

static void add(const tunip_doc **parts, size_t *count, const tunip_doc *key,
                const tunip_doc *value)
{
    parts[(*count)++] = key;
    parts[(*count)++] = value;
}

const tunip_doc *primfn_buffer_parts(tunip_docsifier *d, const tunip_doc *name,
                                     const tunip_tir_buffer *buffer, const tunip_path *path)
{
    enum { ALIGNMENT = 64 }; /* kAllocAlignment of TVM v0.19 */
#define PART_OF(member) primfn_value(d, buffer->member, tunip_path_attr(d, path, #member))
    const tunip_doc *parts[24] = {name, BUFFER_W(": Buffer(")};
    size_t count = 2;
    parts[count++] = PART_OF(data);
    add(parts, &count, BUFFER_W(", "),
        primfn_dtype(d, buffer->dtype, tunip_path_attr(d, path, "dtype")));
    add(parts, &count, BUFFER_W(", "), PART_OF(shape));
    add(parts, &count, BUFFER_W(", "), PART_OF(strides));
    if (!tunip_ir_is_int(buffer->elem_offset, 0))
        add(parts, &count, BUFFER_W(", elem_offset="), PART_OF(elem_offset));
    if (tunip_array_count(buffer->axis_separators))
        add(parts, &count, BUFFER_W(", axis_separators="), PART_OF(axis_separators));
    tunip_str scope = tunip_tir_buffer_scope(buffer);
    if (!tunip_str_is(scope, "global"))
        add(parts, &count, BUFFER_W(", scope="), tunip_doc_str(d, scope, NULL));
    if (buffer->data_alignment != ALIGNMENT)
        add(parts, &count, BUFFER_W(", align="), tunip_doc_int(d, buffer->data_alignment, NULL));
    if (buffer->offset_factor != 1)
        add(parts, &count, BUFFER_W(", offset_factor="),
            tunip_doc_int(d, buffer->offset_factor, NULL));
    if (buffer->buffer_type != TUNIP_TIR_BUFFER_DEFAULT)
        parts[count++] = BUFFER_W(", type=\"auto\"");
    parts[count++] = BUFFER_W(")");
    return tunip_doc_joined_new(d, tunip_docs_copy(d, count, parts));
#undef PART_OF
}

const tunip_doc *primfn_buffer(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_buffer *buffer = (const tunip_tir_buffer *)node;
    relay_entry *entry = relay_entry_of(d, node);
    if (!entry) return tunip_doc_none(d, path);
    if (entry->is_meta) return relay_meta(d, node, path);
    bool is_known = name_of(d, entry);
    const tunip_doc *name = primfn_buffer_name(d, buffer, path);
    return is_known ? name : primfn_buffer_parts(d, name, buffer, path);
}

/* ---- tensors of tensor expressions ---- */

/* The name of the operation, with the number of the result if it has several. */
static tunip_str hint_of(tunip_docsifier *d, const tunip_node *producer)
{
    const tunip_te_tensor *tensor = TUNIP_AS(tunip_te_tensor, producer);
    const tunip_te_extern_op *external = TUNIP_AS(tunip_te_extern_op, tensor ? tensor->op : NULL);
    if (!tensor) return (tunip_str){"", 0};
    return tunip_tir_output_name(d, tensor->op, tensor->value_index,
                                 external ? external->output_placeholders : NULL);
}

const tunip_doc *primfn_producer(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_te_tensor *tensor = TUNIP_AS(tunip_te_tensor, node);
    relay_entry *entry = relay_entry_of(d, node);
    if (!entry || !tensor || entry->is_meta) return relay_meta(d, node, path);
    const tunip_doc *name = name_of(d, entry);
    if (name) return again(d, name, path);
    name = again(d, new_name(d, entry, hint_of(d, node), "tensor_"), path);
    entry->is_bound = true;
    const tunip_doc *dtype = primfn_dtype(d, tensor->dtype, tunip_path_attr(d, path, "dtype"));
    return PRIMFN_JOINED(d, name, BUFFER_W(": DataProducer("),
                         tunip_doc_str(d, hint_of(d, node), NULL), BUFFER_W(", "), dtype,
                         BUFFER_W(", "), TUNIP_CHILD(d, tensor, shape, path), BUFFER_W(")"));
}

const tunip_doc *primfn_producer_load(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_tir_producer_load *load = (const tunip_tir_producer_load *)node;
    const tunip_doc *name =
        tunip_doc_raw_new(d, hint_of(d, load->producer), tunip_path_attr(d, path, "producer"));
    return PRIMFN_JOINED(d, name, TUNIP_CHILD(d, load, indices, path));
}

/* ---- ranges ---- */

/* min:end */
const tunip_doc *primfn_range(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_ir_range *range = (const tunip_ir_range *)node;
    const tunip_doc *min = primfn_value(d, range->min, tunip_path_attr(d, path, "min"));
    const tunip_doc *end =
        primfn_end(d, range->min, range->extent, tunip_path_attr(d, path, "extent"));
    return PRIMFN_JOINED(d, min, BUFFER_W(":"), end);
}

/* A[i, 0:16]; a range of one element is its index. */
const tunip_doc *primfn_region(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_buffer_region *region = (const tunip_tir_buffer_region *)node;
    const tunip_doc *buffer = TUNIP_CHILD(d, region, buffer, path);
    size_t count = tunip_array_count(region->region);
    const tunip_path *at = tunip_path_attr(d, path, "region");
    const tunip_doc **ranges = tunip_docs_new(d, count);
    for (size_t i = 0; ranges && i < count; i++) {
        const tunip_path *item = tunip_path_item(d, at, i);
        const tunip_ir_range *range = TUNIP_AS(tunip_ir_range, region->region->items[i]);
        bool is_one = range && tunip_ir_is_int(range->extent, 1);
        ranges[i] = is_one ? primfn_value(d, range->min, tunip_path_attr(d, item, "min"))
                           : primfn_value(d, region->region->items[i], item);
    }
    return tunip_doc_index_new(d, buffer, tunip_docs_view(ranges, count));
}

const tunip_doc *primfn_iter_var(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)node;
    tunip_str kind = tunip_str_from(tunip_tir_iter_type_name(iter->iter_type));
    const tunip_doc *var = primfn_value(d, iter->var, tunip_path_attr(d, path, "var"));
    const tunip_doc *dom = primfn_value(d, iter->dom, tunip_path_attr(d, path, "dom"));
    const tunip_doc *tag = tunip_doc_str(d, tunip_string_value(iter->thread_tag),
                                         tunip_path_attr(d, path, "thread_tag"));
    return PRIMFN_JOINED(d, BUFFER_W("IterVar("), var, BUFFER_W(iter->dom ? ", [" : ", "), dom,
                         BUFFER_W(iter->dom ? "], " : ", "), tunip_doc_str(d, kind, NULL),
                         BUFFER_W(", "), tag, BUFFER_W(")"));
}

/* ======== expr ======== */

/* Expressions, types and values of attributes. */

#define EXPR_W(text) relay_word(d, (text), NULL)

/* ---- dtypes and numbers ---- */

const tunip_doc *primfn_dtype(tunip_docsifier *d, tunip_dtype dtype, const tunip_path *path)
{
    return tunip_doc_raw_new(d, relay_dtype_text(d, dtype), path);
}

static bool is_bool(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_BOOL ||
           (dtype.code == TUNIP_DTYPE_UINT && dtype.bits == 1 && dtype.lanes == 1);
}

/* The digits of a number, then its dtype: 5i64, 0.5f32. An int32 is digits only. */
static const tunip_doc *number(tunip_docsifier *d, tunip_str digits, tunip_dtype dtype,
                               const tunip_path *path)
{
    static const char letters[] = {
        [TUNIP_DTYPE_INT] = 'i', [TUNIP_DTYPE_UINT] = 'u', [TUNIP_DTYPE_FLOAT] = 'f'};
    char letter[2] = {dtype.code < sizeof letters ? letters[dtype.code] : '\0', '\0'};
    if (tunip_dtype_equal(dtype, TUNIP_INT(32))) return tunip_doc_raw_new(d, digits, path);
    tunip_str text = tunip_doc_format(d, "%s%s%u", digits.data, letter, (unsigned)dtype.bits);
    if (dtype.lanes != 1)
        text = tunip_doc_format(d, "%s%s%ux%u", digits.data, letter, (unsigned)dtype.bits,
                                (unsigned)dtype.lanes);
    return tunip_doc_raw_new(d, text, path);
}

static const tunip_doc *whole_number(tunip_docsifier *d, int64_t value, tunip_dtype dtype,
                                     const tunip_path *path)
{
    if (is_bool(dtype)) return relay_word(d, value == 1 ? "True" : "False", path);
    return number(d, tunip_doc_format(d, "%" PRId64, value), dtype, path);
}

const tunip_doc *primfn_int(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_ir_int_imm *imm = (const tunip_ir_int_imm *)node;
    return whole_number(d, imm->value, imm->base.dtype, path);
}

const tunip_doc *primfn_float(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_ir_float_imm *imm = (const tunip_ir_float_imm *)node;
    return number(d, tunip_doc_format(d, "%g", imm->value), imm->base.dtype, path);
}

const tunip_doc *primfn_string(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_string_imm *imm = (const tunip_tir_string_imm *)node;
    return tunip_doc_str(d, tunip_string_value(imm->value), path);
}

/* ---- sums ---- */

static bool is_signed_or_not(tunip_dtype dtype)
{
    return dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT;
}

/* The dtype of a sum of integers: the wider one; of two with the same width, the unsigned one. */
static tunip_dtype common_dtype(tunip_dtype a, tunip_dtype b)
{
    if (!is_signed_or_not(a) || !is_signed_or_not(b)) return a;
    if (a.bits != b.bits) return a.bits > b.bits ? a : b;
    return a.code == TUNIP_DTYPE_UINT ? a : b;
}

/* A sum of two numbers wraps around in its dtype. */
static int64_t wrapped(uint64_t value, tunip_dtype dtype)
{
    if (!dtype.bits || dtype.bits >= 64) return (int64_t)value;
    uint64_t sign = UINT64_C(1) << (dtype.bits - 1);
    value &= (sign << 1) - 1;
    return (int64_t)(dtype.code == TUNIP_DTYPE_INT && (value & sign) ? value - (sign << 1) : value);
}

static const tunip_doc *operand(tunip_docsifier *d, const tunip_node *node, tunip_dtype dtype,
                                const tunip_path *path)
{
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, node);
    if (imm) return whole_number(d, imm->value, dtype, path);
    const tunip_doc *doc = tunip_docsify(d, node, path);
    if (tunip_dtype_equal(tunip_ir_dtype_of(node), dtype)) return doc;
    return PRIMFN_JOINED(d, EXPR_W("cast("), primfn_dtype(d, dtype, NULL), EXPR_W(", "), doc,
                         EXPR_W(")"));
}

const tunip_doc *primfn_end(tunip_docsifier *d, const tunip_node *min, const tunip_node *extent,
                            const tunip_path *path)
{
    if (!min || !extent) return EXPR_W("(nullptr)");
    tunip_dtype dtype = common_dtype(tunip_ir_dtype_of(min), tunip_ir_dtype_of(extent));
    const tunip_ir_int_imm *a = TUNIP_AS(tunip_ir_int_imm, min);
    const tunip_ir_int_imm *b = TUNIP_AS(tunip_ir_int_imm, extent);
    if (a && b)
        return whole_number(d, wrapped((uint64_t)a->value + (uint64_t)b->value, dtype), dtype,
                            path);
    if (a && a->value == 0) return operand(d, extent, dtype, path);
    if (b && b->value == 0) return operand(d, min, dtype, path);
    const tunip_doc *left = operand(d, min, dtype, NULL);
    const tunip_doc *right = operand(d, extent, dtype, path);
    return PRIMFN_JOINED(d, EXPR_W("("), left, EXPR_W(" + "), right, EXPR_W(")"));
}

/* ---- calls ---- */

const tunip_doc *primfn_any(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    (void)node;
    return relay_word(d, "?", path);
}

const tunip_doc *primfn_meta(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return relay_meta(d, node, path);
}

const tunip_doc *primfn_cast(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_cast *cast = (const tunip_tir_cast *)node;
    const tunip_doc *dtype = primfn_dtype(d, cast->base.dtype, tunip_path_attr(d, path, "dtype"));
    const tunip_doc *value = TUNIP_CHILD(d, cast, value, path);
    return PRIMFN_JOINED(d, EXPR_W("cast("), dtype, EXPR_W(", "), value, EXPR_W(")"));
}

/* The name of an operator or of a global function. */
static tunip_str callee_name(const tunip_node *callee)
{
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, callee);
    const tunip_relay_global_var *var = TUNIP_AS(tunip_relay_global_var, callee);
    const tunip_ir_global_var *other = TUNIP_AS(tunip_ir_global_var, callee);
    return tunip_string_value(op      ? op->name
                              : var   ? var->name_hint
                              : other ? other->name_hint
                                      : NULL);
}

/* @name(a, b, dtype=int32) */
const tunip_doc *primfn_call(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_call *call = (const tunip_tir_call *)node;
    size_t count = tunip_array_count(call->args), at = 0;
    const tunip_path *args_at = tunip_path_attr(d, path, "args");
    const tunip_doc **parts = tunip_docs_new(d, 2 * count + 5);
    if (!parts) return tunip_doc_none(d, path);
    parts[at++] = tunip_doc_raw_new(d, relay_joined(d, "@", callee_name(call->op)),
                                    tunip_path_attr(d, path, "op"));
    parts[at++] = EXPR_W("(");
    for (size_t i = 0; i < count; i++) {
        if (i) parts[at++] = EXPR_W(", ");
        parts[at++] = primfn_value(d, call->args->items[i], tunip_path_item(d, args_at, i));
    }
    parts[at++] = EXPR_W(", dtype=");
    parts[at++] = primfn_dtype(d, call->base.dtype, tunip_path_attr(d, path, "dtype"));
    parts[at++] = EXPR_W(")");
    return tunip_doc_joined_new(d, tunip_docs_view(parts, at));
}

/* ---- types ---- */

static const tunip_doc *tuple_type(tunip_docsifier *d, const tunip_ir_tuple_type *type,
                                   const tunip_path *path)
{
    size_t count = tunip_array_count(type->fields);
    const tunip_path *at = tunip_path_attr(d, path, "fields");
    const tunip_doc **fields = tunip_docs_new(d, count);
    for (size_t i = 0; fields && i < count; i++)
        fields[i] = primfn_type(d, type->fields->items[i], tunip_path_item(d, at, i));
    return tunip_doc_at(d, tunip_doc_tuple_new(d, tunip_docs_view(fields, count)), path);
}

/* Pointer(float32), Pointer(shared float32) */
static const tunip_doc *pointer_type(tunip_docsifier *d, const tunip_ir_pointer_type *type,
                                     const tunip_path *path)
{
    tunip_str scope = tunip_string_value(type->storage_scope);
    const tunip_doc *element =
        primfn_type(d, type->element_type, tunip_path_attr(d, path, "element_type"));
    const tunip_doc *doc = PRIMFN_JOINED(d, EXPR_W("Pointer("), tunip_doc_raw_new(d, scope, NULL),
                                         EXPR_W(scope.size ? " " : ""), element, EXPR_W(")"));
    return tunip_doc_at(d, doc, path);
}

const tunip_doc *primfn_type(tunip_docsifier *d, const void *type, const tunip_path *path)
{
    const tunip_ir_prim_type *prim = TUNIP_AS(tunip_ir_prim_type, type);
    const tunip_ir_pointer_type *pointer = TUNIP_AS(tunip_ir_pointer_type, type);
    const tunip_ir_tuple_type *tuple = TUNIP_AS(tunip_ir_tuple_type, type);
    if (!type) return relay_word(d, "(nullptr)", path);
    if (prim) return primfn_dtype(d, prim->dtype, path);
    if (pointer) return pointer_type(d, pointer, path);
    return tuple ? tuple_type(d, tuple, path) : relay_meta(d, type, path);
}

/* ---- values ---- */

static bool has_form(const tunip_node *node)
{
    static const tunip_type *const types[] = {
        &tunip_ir_prim_expr_type, &tunip_tir_stmt_type,          &tunip_tir_prim_func_type,
        &tunip_tir_iter_var_type, &tunip_ir_range_type,          &tunip_tir_buffer_type,
        &tunip_ir_target_type,    &tunip_tir_data_producer_type, &tunip_tir_buffer_region_type,
    };
    for (size_t i = 0; i < TUNIP_LEN(types); i++)
        if (tunip_is_a(node, types[i])) return true;
    return false;
}

static const tunip_doc *list(tunip_docsifier *d, const tunip_array *array, const tunip_path *path)
{
    const tunip_doc **items = tunip_docs_new(d, array->count);
    for (size_t i = 0; items && i < array->count; i++)
        items[i] = primfn_value(d, array->items[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(items, array->count));
}

const tunip_doc *primfn_value(tunip_docsifier *d, const void *any, const tunip_path *path)
{
    const tunip_node *node = any;
    if (!node) return relay_word(d, "(nullptr)", path);
    if (tunip_is(node, &tunip_string_type)) return tunip_doc_str(d, tunip_string_value(node), path);
    if (node->type == &tunip_array_type)
        return tunip_doc_at(d, list(d, (const tunip_array *)node, path), path);
    if (tunip_is_a(node, &tunip_ir_type_type)) return primfn_type(d, node, path);
    return has_form(node) ? tunip_docsify(d, node, path) : relay_meta(d, node, path);
}

const tunip_doc *primfn_map(tunip_docsifier *d, const tunip_map *map, const tunip_path *path)
{
    size_t count = tunip_map_count(map);
    const tunip_doc **keys = tunip_docs_new(d, count), **values = tunip_docs_new(d, count);
    for (size_t i = 0; keys && values && i < count; i++) {
        const tunip_path *at = tunip_path_key(d, path, map->entries[i].key);
        keys[i] = tunip_doc_str(d, tunip_string_value(map->entries[i].key), NULL);
        values[i] = primfn_value(d, map->entries[i].value, at);
    }
    return tunip_doc_dict_new(d, tunip_docs_view(keys, count), tunip_docs_view(values, count));
}

/* ======== stmt ======== */

/* Statements. Each is a line, or a few: a head, the body, and a closing brace. */

#define STMT_W(text)      relay_word(d, (text), NULL)
#define OF(ident, member) primfn_value(d, (ident)->member, tunip_path_attr(d, path, #member))

/* ---- lines ---- */

static const tunip_doc *line(tunip_docsifier *d, const tunip_doc *text)
{
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_NONE, text);
}

/* A list of lines. */
typedef struct lines {
    tunip_docsifier *d;
    const tunip_doc **items;
    size_t count, room;
} lines;

static void stmt_add(lines *l, const tunip_doc *doc)
{
    const tunip_doc **items =
        tunip_scratch_grow(tunip_job_scratch(l->d), l->items, l->count, sizeof *items, &l->room);
    if (!items) return;
    l->items = items;
    bool is_stmt = tunip_doc_classify(doc) != TUNIP_CLASS_EXPR;
    items[l->count++] = is_stmt ? doc : line(l->d, doc);
}

static tunip_docs docs_of(const lines *l)
{
    return tunip_docs_view(l->items, l->count);
}

static const tunip_doc *block_of(lines *l)
{
    return tunip_doc_block_new(l->d, docs_of(l));
}

static bool is_seq(const tunip_node *stmt)
{
    return stmt && tunip_is(stmt, &tunip_tir_seq_stmt_type);
}

static void add_items(lines *l, const tunip_tir_seq_stmt *seq, const tunip_path *path)
{
    const tunip_path *at = tunip_path_attr(l->d, path, "seq");
    for (size_t i = 0; i < tunip_array_count(seq->seq); i++)
        stmt_add(l, primfn_value(l->d, seq->seq->items[i], tunip_path_item(l->d, at, i)));
}

/* The braces of a body are also those of a sequence in it. */
tunip_docs primfn_body(tunip_docsifier *d, const tunip_node *stmt, const tunip_path *path)
{
    lines l = {.d = d};
    if (is_seq(stmt))
        add_items(&l, (const tunip_tir_seq_stmt *)stmt, path);
    else
        stmt_add(&l, primfn_value(d, stmt, path));
    return docs_of(&l);
}

/* HEAD {, the indented body */
static void add_scope(lines *l, const tunip_doc *head, const tunip_node *body,
                      const tunip_path *path)
{
    tunip_docsifier *d = l->d;
    tunip_docs docs = primfn_body(d, body, path);
    stmt_add(l, tunip_doc_scope_new(d, PRIMFN_JOINED(d, head, STMT_W(" {")), NULL, docs));
}

/* HEAD { body } */
static const tunip_doc *scope(tunip_docsifier *d, const tunip_doc *head, const tunip_node *body,
                              const tunip_path *path, const char *close)
{
    lines l = {.d = d};
    add_scope(&l, head, body, path);
    stmt_add(&l, STMT_W(close));
    return block_of(&l);
}

/* A line, then a statement that it is about. */
static const tunip_doc *before(tunip_docsifier *d, const tunip_doc *text, const tunip_node *body,
                               const tunip_path *path)
{
    lines l = {.d = d};
    stmt_add(&l, text);
    stmt_add(&l, primfn_value(d, body, path));
    return block_of(&l);
}

/* HEAD { sequence }, or HEAD; and the statement */
static const tunip_doc *head_of(tunip_docsifier *d, const tunip_doc *head, const tunip_node *body,
                                const tunip_path *path)
{
    if (is_seq(body)) return scope(d, head, body, path, "}");
    return before(d, PRIMFN_JOINED(d, head, STMT_W(";")), body, path);
}

/* ---- statements ---- */

const tunip_doc *primfn_seq(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    return scope(d, STMT_W(""), node, path, "}");
}

const tunip_doc *primfn_let_stmt(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_let_stmt *let = (const tunip_tir_let_stmt *)node;
    const tunip_doc *var = OF(let, var);
    const tunip_doc *text = PRIMFN_JOINED(d, STMT_W("let "), var, STMT_W(" = "), OF(let, value));
    return before(d, text, let->body, tunip_path_attr(d, path, "body"));
}

const tunip_doc *primfn_assert(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_assert_stmt *stmt = (const tunip_tir_assert_stmt *)node;
    const tunip_doc *condition = OF(stmt, condition);
    const tunip_doc *text = PRIMFN_JOINED(d, STMT_W("assert("), condition, STMT_W(", "),
                                          OF(stmt, message), STMT_W(")"));
    return before(d, text, stmt->body, tunip_path_attr(d, path, "body"));
}

const tunip_doc *primfn_attr(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_attr_stmt *attr = (const tunip_tir_attr_stmt *)node;
    relay_collect_meta(d, attr->node);
    const tunip_doc *about = OF(attr, node);
    const tunip_doc *key =
        tunip_doc_str(d, tunip_string_value(attr->attr_key), tunip_path_attr(d, path, "attr_key"));
    const tunip_doc *head = PRIMFN_JOINED(d, STMT_W("attr ["), about, STMT_W("] "), key,
                                          STMT_W(" = "), OF(attr, value));
    return head_of(d, head, attr->body, tunip_path_attr(d, path, "body"));
}

static tunip_str pointer_scope(const tunip_tir_var *var)
{
    const tunip_ir_pointer_type *type =
        TUNIP_AS(tunip_ir_pointer_type, var ? var->type_annotation : NULL);
    return tunip_string_value(type ? type->storage_scope : NULL);
}

/* The bracket after the annotations is TVM's. */
const tunip_doc *primfn_allocate(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_allocate *stmt = (const tunip_tir_allocate *)node;
    enum { MOST_PARTS = 13 }; /* with annotations and a condition */
    const tunip_doc *parts[MOST_PARTS] = {STMT_W("allocate("), OF(stmt, buffer_var), STMT_W(", ")};
    size_t count = 3;
    parts[count++] = primfn_dtype(d, stmt->dtype, tunip_path_attr(d, path, "dtype"));
    parts[count++] = STMT_W(", ");
    parts[count++] = OF(stmt, extents);
    parts[count++] = STMT_W("), storage_scope = ");
    parts[count++] = tunip_doc_raw_new(d, pointer_scope(stmt->buffer_var), NULL);
    if (tunip_map_count(stmt->annotations)) {
        const tunip_path *at = tunip_path_attr(d, path, "annotations");
        parts[count++] = STMT_W(", annotations = ");
        parts[count++] = primfn_map(d, stmt->annotations, at);
        parts[count++] = STMT_W(")");
    }
    if (!tunip_ir_is_int(stmt->condition, 1)) {
        parts[count++] = STMT_W(" if ");
        parts[count++] = OF(stmt, condition);
    }
    const tunip_doc *head = tunip_doc_joined_new(d, tunip_docs_copy(d, count, parts));
    return head_of(d, head, stmt->body, tunip_path_attr(d, path, "body"));
}

const tunip_doc *primfn_allocate_const(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    const tunip_tir_allocate_const *stmt = (const tunip_tir_allocate_const *)node;
    const tunip_doc *var = OF(stmt, buffer_var);
    const tunip_doc *dtype = primfn_dtype(d, stmt->dtype, tunip_path_attr(d, path, "dtype"));
    const tunip_doc *head = PRIMFN_JOINED(d, STMT_W("constant("), var, STMT_W(", "), dtype,
                                          STMT_W(", "), OF(stmt, extents), STMT_W(")"));
    return head_of(d, head, stmt->body, tunip_path_attr(d, path, "body"));
}

/* The line ends before the braces or the semicolon, as in TVM. */
const tunip_doc *primfn_decl_buffer(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_tir_decl_buffer *stmt = (const tunip_tir_decl_buffer *)node;
    const tunip_tir_buffer *buffer = stmt->buffer;
    lines l = {.d = d};
    if (buffer) {
        const tunip_path *at = tunip_path_attr(d, path, "buffer");
        const tunip_doc *name = primfn_buffer_name(d, buffer, at);
        const tunip_doc *data = primfn_value(d, buffer->data, tunip_path_attr(d, at, "data"));
        const tunip_doc *dtype = primfn_dtype(d, buffer->dtype, tunip_path_attr(d, at, "dtype"));
        const tunip_doc *shape = primfn_value(d, buffer->shape, tunip_path_attr(d, at, "shape"));
        stmt_add(&l, PRIMFN_JOINED(d, name, STMT_W(" = decl_buffer("), data, STMT_W(", "), dtype,
                                   STMT_W(", "), shape, STMT_W(")")));
    }
    stmt_add(&l, head_of(d, STMT_W(""), stmt->body, tunip_path_attr(d, path, "body")));
    return block_of(&l);
}

const tunip_doc *primfn_realize(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_buffer_realize *stmt = (const tunip_tir_buffer_realize *)node;
    const tunip_doc *buffer = OF(stmt, buffer), *bounds = OF(stmt, bounds);
    const tunip_doc *head = PRIMFN_JOINED(d, STMT_W("realize("), buffer, STMT_W(", "), bounds,
                                          STMT_W(", "), OF(stmt, condition));
    return scope(d, head, stmt->body, tunip_path_attr(d, path, "body"), "})");
}

const tunip_doc *primfn_producer_realize(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    const tunip_relay_producer_realize *stmt = (const tunip_relay_producer_realize *)node;
    const tunip_doc *producer = OF(stmt, producer), *bounds = OF(stmt, bounds);
    const tunip_doc *head = PRIMFN_JOINED(d, STMT_W("producer_realize("), producer, STMT_W(", "),
                                          bounds, STMT_W(", "), OF(stmt, condition), STMT_W(", "));
    return scope(d, head, stmt->body, tunip_path_attr(d, path, "body"), "})");
}

const tunip_doc *primfn_if(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_if_then_else *stmt = (const tunip_tir_if_then_else *)node;
    lines l = {.d = d};
    const tunip_doc *head = PRIMFN_JOINED(d, STMT_W("if "), OF(stmt, condition));
    add_scope(&l, head, stmt->then_case, tunip_path_attr(d, path, "then_case"));
    if (stmt->else_case && !tunip_ir_is_int(stmt->condition, 1))
        add_scope(&l, STMT_W("} else"), stmt->else_case, tunip_path_attr(d, path, "else_case"));
    stmt_add(&l, STMT_W("}"));
    return block_of(&l);
}

const tunip_doc *primfn_for(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    static const char *const kinds[] = {")", ") \"parallel\"", ") \"vectorized\"", ") \"unroll\"",
                                        ") \"thread_binding\""};
    const tunip_tir_for *loop = (const tunip_tir_for *)node;
    bool is_known = loop->kind >= 0 && (uint64_t)loop->kind < TUNIP_LEN(kinds);
    const tunip_doc *var = OF(loop, loop_var), *min = OF(loop, min);
    const tunip_doc *end =
        primfn_end(d, loop->min, loop->extent, tunip_path_attr(d, path, "extent"));
    const tunip_doc *head = PRIMFN_JOINED(d, STMT_W("for ("), var, STMT_W(", "), min, STMT_W(", "),
                                          end, STMT_W(kinds[is_known ? loop->kind : 0]));
    return scope(d, head, loop->body, tunip_path_attr(d, path, "body"), "}");
}

const tunip_doc *primfn_while(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_while *loop = (const tunip_tir_while *)node;
    const tunip_doc *head = PRIMFN_JOINED(d, STMT_W("while ("), OF(loop, condition), STMT_W(")"));
    return scope(d, head, loop->body, tunip_path_attr(d, path, "body"), "}");
}

/* ---- blocks ---- */

/* The domain of a variable of a block: its extent, or a word and its range. */
static const tunip_doc *domain(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    static const char *const words[] = {[TUNIP_TIR_ITER_DATA_PAR] = "tir.range(",
                                        [TUNIP_TIR_ITER_COMM_REDUCE] = "tir.reduce_axis(",
                                        [TUNIP_TIR_ITER_ORDERED] = "tir.scan_axis(",
                                        [TUNIP_TIR_ITER_OPAQUE] = "tir.opaque_axis("};
    const tunip_tir_iter_var *iter = TUNIP_AS(tunip_tir_iter_var, node);
    if (!iter || !iter->dom) return relay_word(d, "(nullptr)", path);
    const tunip_ir_range *dom = iter->dom;
    const tunip_path *at = tunip_path_attr(d, path, "dom");
    const tunip_path *extent_at = tunip_path_attr(d, at, "extent");
    size_t kind = (size_t)iter->iter_type;
    if (kind == TUNIP_TIR_ITER_DATA_PAR && tunip_ir_is_int(dom->min, 0))
        return primfn_value(d, dom->extent, extent_at);
    bool is_known = kind < TUNIP_LEN(words) && words[kind];
    const tunip_doc *min = primfn_value(d, dom->min, tunip_path_attr(d, at, "min"));
    const tunip_doc *end = primfn_end(d, dom->min, dom->extent, extent_at);
    return PRIMFN_JOINED(d, STMT_W(is_known ? words[kind] : words[0]), min, STMT_W(", "), end,
                         STMT_W(")"));
}

static const tunip_tir_iter_var *iter_at(const tunip_tir_block *block, size_t i)
{
    return TUNIP_AS(tunip_tir_iter_var, block->iter_vars->items[i]);
}

/* block([16, tir.reduce_axis(0, 8)], "name") as [i, j] { */
static const tunip_doc *block_head(tunip_docsifier *d, const tunip_tir_block *block,
                                   const tunip_path *path)
{
    size_t count = tunip_array_count(block->iter_vars);
    const tunip_path *at = tunip_path_attr(d, path, "iter_vars");
    const tunip_doc **domains = tunip_docs_new(d, count), **vars = tunip_docs_new(d, count);
    if (count && (!domains || !vars)) return STMT_W("");
    for (size_t i = 0; i < count; i++)
        domains[i] = domain(d, block->iter_vars->items[i], tunip_path_item(d, at, i));
    for (size_t i = 0; i < count; i++) {
        const tunip_tir_iter_var *iter = iter_at(block, i);
        const tunip_path *var_at = tunip_path_attr(d, tunip_path_item(d, at, i), "var");
        if (iter) primfn_name_var(d, iter->var);
        vars[i] = primfn_value(d, iter ? iter->var : NULL, var_at);
    }
    const tunip_doc *name = tunip_doc_str(d, tunip_string_value(block->name_hint),
                                          tunip_path_attr(d, path, "name_hint"));
    return PRIMFN_JOINED(
        d, STMT_W("block("), tunip_doc_list_new(d, tunip_docs_view(domains, count)), STMT_W(", "),
        name, STMT_W(count ? ") as " : ")"),
        count ? tunip_doc_list_new(d, tunip_docs_view(vars, count)) : STMT_W(""), STMT_W(" {"));
}

static void stmt_add_buffers(lines *l, const tunip_tir_block *block, const tunip_path *path)
{
    tunip_docsifier *d = l->d;
    const tunip_path *at = tunip_path_attr(d, path, "alloc_buffers");
    for (size_t i = 0; i < tunip_array_count(block->alloc_buffers); i++) {
        const tunip_tir_buffer *buffer = TUNIP_AS(tunip_tir_buffer, block->alloc_buffers->items[i]);
        const tunip_path *item = tunip_path_item(d, at, i);
        if (!buffer) continue;
        const tunip_doc *name = primfn_buffer_name(d, buffer, item);
        const tunip_doc *dtype = primfn_dtype(d, buffer->dtype, tunip_path_attr(d, item, "dtype"));
        const tunip_doc *shape = primfn_value(d, buffer->shape, tunip_path_attr(d, item, "shape"));
        stmt_add(l, PRIMFN_JOINED(d, name, STMT_W(" = alloc_buffer("), dtype, shape, STMT_W(")")));
    }
    at = tunip_path_attr(d, path, "match_buffers");
    for (size_t i = 0; i < tunip_array_count(block->match_buffers); i++) {
        const tunip_tir_match_buffer_region *match =
            TUNIP_AS(tunip_tir_match_buffer_region, block->match_buffers->items[i]);
        const tunip_path *item = tunip_path_item(d, at, i);
        if (!match || !match->buffer) continue;
        const tunip_doc *name =
            primfn_buffer_name(d, match->buffer, tunip_path_attr(d, item, "buffer"));
        const tunip_doc *source =
            primfn_value(d, match->source, tunip_path_attr(d, item, "source"));
        stmt_add(l, PRIMFN_JOINED(d, name, STMT_W(" = match_buffer("), source, STMT_W(")")));
    }
}

static void add_bindings(lines *l, const tunip_tir_block_realize *stmt, const tunip_path *path)
{
    tunip_docsifier *d = l->d;
    const tunip_path *at = tunip_path_attr(d, path, "iter_values");
    if (!tunip_ir_is_int(stmt->predicate, 1))
        stmt_add(l, PRIMFN_JOINED(d, STMT_W("where("), OF(stmt, predicate), STMT_W(")")));
    for (size_t i = 0; i < tunip_array_count(stmt->block->iter_vars); i++) {
        const tunip_tir_iter_var *iter = iter_at(stmt->block, i);
        bool has_value = i < tunip_array_count(stmt->iter_values);
        const tunip_doc *var = primfn_value(d, iter ? iter->var : NULL, NULL);
        const tunip_doc *value = primfn_value(d, has_value ? stmt->iter_values->items[i] : NULL,
                                              tunip_path_item(d, at, i));
        stmt_add(l, PRIMFN_JOINED(d, STMT_W("bind("), var, STMT_W(", "), value, STMT_W(")")));
    }
}

/* A block has no closing brace in TVM's text. */
const tunip_doc *primfn_block(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const tunip_tir_block_realize *stmt = (const tunip_tir_block_realize *)node;
    const tunip_tir_block *block = stmt->block;
    lines l = {.d = d};
    if (!block) return STMT_W("(nullptr)");
    const tunip_path *at = tunip_path_attr(d, path, "block");
    const tunip_doc *head = block_head(d, block, at);
    add_bindings(&l, stmt, path);
    path = at;
    stmt_add(&l, PRIMFN_JOINED(d, STMT_W("tir.reads("), OF(block, reads), STMT_W(")")));
    stmt_add(&l, PRIMFN_JOINED(d, STMT_W("tir.writes("), OF(block, writes), STMT_W(")")));
    if (tunip_map_count(block->annotations))
        stmt_add(&l, PRIMFN_JOINED(
                         d, STMT_W("tir.attrs("),
                         primfn_map(d, block->annotations, tunip_path_attr(d, path, "annotations")),
                         STMT_W(")")));
    stmt_add_buffers(&l, block, path);
    if (block->init)
        stmt_add(&l, scope(d, STMT_W("with init()"), block->init, tunip_path_attr(d, path, "init"),
                           "}"));
    stmt_add(&l, primfn_value(d, block->body, tunip_path_attr(d, path, "body")));
    return tunip_doc_scope_new(d, head, NULL, docs_of(&l));
}
