/* buffer.c -- names of variables, buffers and tensors; buffers, regions and ranges. The first use
 * of each shows its definition: "A: Buffer(A_1: Pointer(float32), float32, [16], [])". */
#include <tunip/ext/tir_rules.h>

#include "primfn.h"

#define W(text) relay_word(d, (text), NULL)

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
                            : is_void            ? W("()")
                                                 : primfn_dtype(d, dtype, NULL);
    return PRIMFN_JOINED(d, name, W(": "), type);
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
    const tunip_doc *parts[24] = {name, W(": Buffer(")};
    size_t count = 2;
    parts[count++] = PART_OF(data);
    add(parts, &count, W(", "), primfn_dtype(d, buffer->dtype, tunip_path_attr(d, path, "dtype")));
    add(parts, &count, W(", "), PART_OF(shape));
    add(parts, &count, W(", "), PART_OF(strides));
    if (!tunip_ir_is_int(buffer->elem_offset, 0))
        add(parts, &count, W(", elem_offset="), PART_OF(elem_offset));
    if (tunip_array_count(buffer->axis_separators))
        add(parts, &count, W(", axis_separators="), PART_OF(axis_separators));
    tunip_str scope = tunip_tir_buffer_scope(buffer);
    if (!tunip_str_is(scope, "global"))
        add(parts, &count, W(", scope="), tunip_doc_str(d, scope, NULL));
    if (buffer->data_alignment != ALIGNMENT)
        add(parts, &count, W(", align="), tunip_doc_int(d, buffer->data_alignment, NULL));
    if (buffer->offset_factor != 1)
        add(parts, &count, W(", offset_factor="), tunip_doc_int(d, buffer->offset_factor, NULL));
    if (buffer->buffer_type != TUNIP_TIR_BUFFER_DEFAULT) parts[count++] = W(", type=\"auto\"");
    parts[count++] = W(")");
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

const tunip_doc *primfn_producer(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    const tunip_te_tensor *tensor = TUNIP_AS(tunip_te_tensor, node);
    relay_entry *entry = relay_entry_of(d, node);
    if (!entry || !tensor || entry->is_meta) return relay_meta(d, node, path);
    const tunip_doc *name = name_of(d, entry);
    if (name) return again(d, name, path);
    name = again(d, new_name(d, entry, hint_of(d, node), "tensor_"), path);
    entry->is_bound = true;
    const tunip_doc *dtype = primfn_dtype(d, tensor->dtype, tunip_path_attr(d, path, "dtype"));
    return PRIMFN_JOINED(d, name, W(": DataProducer("), tunip_doc_str(d, hint_of(d, node), NULL),
                         W(", "), dtype, W(", "), TUNIP_CHILD(d, tensor, shape, path), W(")"));
}

const tunip_doc *primfn_producer_load(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const tunip_tir_producer_load *load = (const tunip_tir_producer_load *)node;
    const tunip_doc *name = tunip_doc_raw_new(d, hint_of(d, load->producer),
                                              tunip_path_attr(d, path, "producer"));
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
    return PRIMFN_JOINED(d, min, W(":"), end);
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

const tunip_doc *primfn_iter_var(tunip_docsifier *d, const tunip_node *node,
                                 const tunip_path *path)
{
    const tunip_tir_iter_var *iter = (const tunip_tir_iter_var *)node;
    tunip_str kind = tunip_str_from(tunip_tir_iter_type_name(iter->iter_type));
    const tunip_doc *var = primfn_value(d, iter->var, tunip_path_attr(d, path, "var"));
    const tunip_doc *dom = primfn_value(d, iter->dom, tunip_path_attr(d, path, "dom"));
    const tunip_doc *tag = tunip_doc_str(d, tunip_string_value(iter->thread_tag),
                                         tunip_path_attr(d, path, "thread_tag"));
    return PRIMFN_JOINED(d, W("IterVar("), var, W(iter->dom ? ", [" : ", "), dom,
                         W(iter->dom ? "], " : ", "), tunip_doc_str(d, kind, NULL), W(", "), tag,
                         W(")"));
}
