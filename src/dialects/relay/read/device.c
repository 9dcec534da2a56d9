/* device.c -- devices and targets, of which texts without metadata show the fields. */
#include <tunip/ext/ir_rules.h>

#include "read.h"

/* The value of a keyword; NULL if it is not given. */
static const tunip_doc *keyword(const tunip_doc_call *call, const char *key)
{
    for (size_t i = 0; i < call->values.count; i++)
        if (tunip_str_is(call->keys[i], key)) return call->values.items[i];
    return NULL;
}

static tunip_docs items_of(const tunip_doc *doc)
{
    bool is_list = doc && doc->kind == TUNIP_DOC_LIST;
    return is_list ? ((const tunip_doc_list *)doc)->elements : tunip_docs_none();
}

/* A value: a string, a number, a list. TVM keeps numbers in boxes. */
static void *data_of(tunip_elaborator *e, const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    const tunip_doc_literal *literal = (const tunip_doc_literal *)(const void *)doc;
    if (doc->kind == TUNIP_DOC_LIST) {
        tunip_array *array = tunip_array_new(graph, 0, NULL);
        tunip_docs items = items_of(doc);
        for (size_t i = 0; array && i < items.count; i++)
            tunip_ir_append(e, array, data_of(e, items.items[i]));
        return array;
    }
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_STR)
        return tunip_string_new_view(graph, literal->value.text);
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_INT)
        return tunip_int_new(graph, literal->value.integer);
    if (doc->kind == TUNIP_DOC_LITERAL && doc->sub == TUNIP_LITERAL_BOOL)
        return tunip_bool_new(graph, literal->value.boolean);
    tunip_complain(e, doc, "expected a string, a number or a list");
    return NULL;
}

/* A keyword that is a string; empty if it is not given. */
static tunip_string *text_of(tunip_elaborator *e, const tunip_doc_call *call, const char *key)
{
    const tunip_doc *doc = keyword(call, key);
    tunip_string *text = doc ? relay_if(data_of(e, doc), &tunip_string_type) : NULL;
    if (doc && !text) tunip_complain(e, doc, "`%s` is a string", key);
    return text ? text : tunip_string_new(tunip_elaborator_graph(e), "");
}

/* A keyword that is an integer; -1 if it is not given. */
static int64_t number_of(tunip_elaborator *e, const tunip_doc_call *call, const char *key)
{
    const tunip_doc_literal *literal = (const tunip_doc_literal *)(const void *)keyword(call, key);
    bool is_int = literal && literal->base.kind == TUNIP_DOC_LITERAL &&
                  literal->base.sub == TUNIP_LITERAL_INT;
    if (literal && !is_int) tunip_complain(e, &literal->base, "`%s` is an integer", key);
    return is_int ? literal->value.integer : -1;
}

static tunip_node *target_of(tunip_elaborator *e, const tunip_doc *doc);

/* Target(kind='cuda', keys={'cuda', 'gpu'}, attrs={'arch': "sm_50"}, host=Target(...)) */
static tunip_node *read_target(tunip_elaborator *e, const tunip_doc_call *call)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_ir_target *target = tunip_node_new(graph, &tunip_ir_target_type);
    tunip_ir_target_kind *kind = tunip_node_new(graph, &tunip_ir_target_kind_type);
    const tunip_doc *host = keyword(call, "host");
    tunip_docs keys = items_of(keyword(call, "keys")), attrs = items_of(keyword(call, "attrs"));
    if (!target || !kind) return NULL;
    kind->name = text_of(e, call, "kind");
    target->kind = kind;
    target->tag = text_of(e, call, "tag");
    target->keys = tunip_array_new(graph, 0, NULL);
    target->attrs = tunip_map_new(graph, 0, NULL);
    target->features = tunip_map_new(graph, 0, NULL);
    if (!target->keys || !target->attrs) return NULL;
    for (size_t i = 0; i < keys.count; i++)
        tunip_ir_append(e, target->keys, data_of(e, keys.items[i]));
    for (size_t i = 0; i + 1 < attrs.count; i += 2)
        tunip_ir_put(e, target->attrs, data_of(e, attrs.items[i]), data_of(e, attrs.items[i + 1]));
    if (host) target->host = target_of(e, host);
    return (tunip_node *)target;
}

static tunip_node *target_of(tunip_elaborator *e, const tunip_doc *doc)
{
    if (relay_is_device(doc)) return relay_if(relay_read_device(e, doc), &tunip_ir_target_type);
    tunip_complain(e, doc, "expected Target(...)");
    return NULL;
}

/* VirtualDevice(device_type=1, virtual_device_id=0, target=Target(...), memory_scope='global') */
static tunip_node *read_device(tunip_elaborator *e, const tunip_doc_call *call)
{
    const tunip_doc *target = keyword(call, "target");
    if (!call->values.count) return (tunip_node *)relay_no_device(e);
    tunip_relay_virtual_device *device =
        tunip_node_new(tunip_elaborator_graph(e), &tunip_relay_virtual_device_type);
    if (!device) return NULL;
    device->device_type_int = number_of(e, call, "device_type");
    device->virtual_device_id = number_of(e, call, "virtual_device_id");
    device->memory_scope = text_of(e, call, "memory_scope");
    if (target) device->target = (tunip_ir_target *)(void *)target_of(e, target);
    return (tunip_node *)device;
}

bool relay_is_device(const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)(const void *)doc;
    if (doc->kind != TUNIP_DOC_CALL || call->args.count) return false;
    tunip_str name = relay_id_name(call->callee);
    return tunip_str_is(name, "Target") || tunip_str_is(name, "VirtualDevice");
}

tunip_node *relay_read_device(tunip_elaborator *e, const tunip_doc *doc)
{
    const tunip_doc_call *call = (const tunip_doc_call *)(const void *)doc;
    return tunip_str_is(relay_id_name(call->callee), "Target") ? read_target(e, call)
                                                               : read_device(e, call);
}
