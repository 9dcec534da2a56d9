/* value_rules.c -- the rules of the built-in values, as a dialect without a name of its own:
 * literals, lists, dictionaries. */
#include "value_rules.h"

static const tunip_doc *docsify_string(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    tunip_str text = tunip_string_value(node);
    if (text.size && memchr(text.data, '\n', text.size)) return tunip_metadata(d, node, path);
    return tunip_doc_str(d, text, path);
}

static const tunip_doc *docsify_int(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return tunip_doc_int(d, ((const tunip_int *)node)->value, path);
}

static const tunip_doc *docsify_float(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return tunip_doc_float(d, ((const tunip_float *)node)->value, path);
}

static const tunip_doc *docsify_bool(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    return tunip_doc_bool(d, ((const tunip_bool *)node)->value, path);
}

static const tunip_doc *docsify_dtype(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return tunip_doc_dtype(d, ((const tunip_dtype_value *)node)->value, path);
}

/* By DLDeviceType, as TVM's DLDeviceType2Str spells it; NULL where it has no name. */
static const char *const device_names[] = {
    [1] = "cpu",           [2] = "cuda",    [3] = "cuda_host", [4] = "opencl",     [7] = "vulkan",
    [8] = "metal",         [9] = "vpi",     [10] = "rocm",     [11] = "rocm_host", [12] = "ext_dev",
    [13] = "cuda_managed", [14] = "oneapi", [15] = "webgpu",   [16] = "hexagon",
};

static const tunip_doc *docsify_device(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    const tunip_device *device = (const tunip_device *)node;
    size_t type = (size_t)device->device_type;
    const char *name = type < TUNIP_LEN(device_names) ? device_names[type] : NULL;
    tunip_str text = name ? tunip_doc_format(d, "%s:%d", name, device->device_id)
                          : tunip_doc_format(d, "%d:%d", device->device_type, device->device_id);
    return tunip_doc_str(d, text, path);
}

static const tunip_rule rules[] = {
    {&tunip_string_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_string},
    {&tunip_int_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_int},
    {&tunip_float_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_float},
    {&tunip_bool_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_bool},
    {&tunip_dtype_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_dtype},
    {&tunip_device_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_device},
    {&tunip_tensor_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL},
    {&tunip_bytes_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL},
};

const tunip_dialect tn_values_dialect = {
    TUNIP_DIALECT_HEAD,
    .name = "values",
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
};
