/* value_rules.c -- the rules of the built-in values, as a dialect without a name of its own:
 * literals, lists, dictionaries. */
#include "value_rules.h"

#include <stdio.h>

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

void tn_device_name(const tunip_device *device, char out[TN_DEVICE_NAME])
{
    enum { SESSION = 128 }; /* from here on, the type also has the number of an RPC session */
    int type = device->device_type, session = type > 0 ? type / SESSION : 0;
    size_t used = 0;
    if (session > 0) {
        used = (size_t)snprintf(out, TN_DEVICE_NAME, "remote[%d]-", session - 1);
        type %= SESSION;
    }
    const char *name = type > 0 && type < (int)TUNIP_LEN(device_names) ? device_names[type] : NULL;
    char *end = out + used;
    if (name)
        snprintf(end, TN_DEVICE_NAME - used, "%s:%d", name, device->device_id);
    else
        snprintf(end, TN_DEVICE_NAME - used, "%d:%d", type, device->device_id);
}

static const tunip_doc *docsify_device(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    char name[TN_DEVICE_NAME];
    tn_device_name((const tunip_device *)node, name);
    return tunip_doc_str(d, tunip_doc_text(d, tunip_str_from(name)), path);
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
