/* plain.c -- values as TVM's ReprPrinter prints them (src/node/repr_printer.cc). */
#include "plain.h"

#include <stdio.h>

#include <tunip/ext/dialect.h>

#include "../base/escape.h"
#include "value_rules.h"

static const tunip_doc *plain_shape(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_shape *shape = (const tunip_shape *)node;
    const tunip_doc **dims = tunip_docs_new(d, shape->count);
    for (size_t i = 0; dims && i < shape->count; i++)
        dims[i] = tunip_doc_int(d, shape->dims[i], tunip_path_item(d, path, i));
    return tunip_doc_list_new(d, tunip_docs_view(dims, shape->count));
}

/* The locale's decimal point, which may be several bytes, becomes a point. */
static void set_point(char *text)
{
    char *begin = text + strspn(text, "+-0123456789abcdefinx");
    char *end = begin + strcspn(begin, "+-0123456789abcdefinx");
    if (begin == end) return;
    *begin = '.';
    memmove(begin + 1, end, strlen(end) + 1);
}

/* As a C++ stream prints a double. */
const tunip_doc *tn_plain_float(tunip_docsifier *d, double value, const tunip_path *path)
{
    char text[40];
    snprintf(text, sizeof text, "%g", value);
    set_point(text);
    return tunip_doc_raw_new(d, tunip_doc_text(d, tunip_str_from(text)), path);
}

const tunip_doc *tn_plain_dtype(tunip_docsifier *d, tunip_dtype value, const tunip_path *path)
{
    char name[TUNIP_DTYPE_NAME_SIZE];
    size_t size = tunip_dtype_name(value, name);
    return tunip_doc_raw_new(d, tunip_doc_text(d, (tunip_str){name, size}), path);
}

static const tunip_doc *plain_float(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return tn_plain_float(d, ((const tunip_float *)node)->value, path);
}

static const tunip_doc *plain_bool(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    return tunip_doc_int(d, ((const tunip_bool *)node)->value, path);
}

static const tunip_doc *plain_string(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    return tunip_doc_str(d, tunip_string_value(node), path);
}

static const tunip_doc *plain_dtype(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return tn_plain_dtype(d, ((const tunip_dtype_value *)node)->value, path);
}

static const tunip_doc *plain_device(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    char name[TN_DEVICE_NAME];
    tn_device_name((const tunip_device *)node, name);
    return tunip_doc_raw_new(d, tunip_doc_text(d, tunip_str_from(name)), path);
}

static const tunip_doc *plain_bytes(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    tunip_str bytes = ((const tunip_bytes *)node)->value;
    size_t room = sizeof "b\"\"" + bytes.size * (TN_ESCAPED_BYTE - 1);
    char *text = tunip_job_alloc(d, room), *at = text;
    if (!text) return tunip_doc_none(d, path);
    *at++ = 'b';
    *at++ = '"';
    for (size_t i = 0; i < bytes.size; i++) {
        tn_escape_byte(bytes.data[i], at);
        at += strlen(at);
    }
    *at++ = '"';
    return tunip_doc_raw_new(d, (tunip_str){text, (size_t)(at - text)}, path);
}

static const struct {
    const tunip_type *type;
    tunip_rule_fn fn;
} values[] = {
    {&tunip_shape_type, plain_shape}, {&tunip_float_type, plain_float},
    {&tunip_bool_type, plain_bool},   {&tunip_string_type, plain_string},
    {&tunip_dtype_type, plain_dtype}, {&tunip_device_type, plain_device},
    {&tunip_bytes_type, plain_bytes},
};

bool tn_has_plain_value(const tunip_type *type)
{
    for (size_t i = 0; i < TUNIP_LEN(values); i++)
        if (values[i].type == type) return true;
    return false;
}

const tunip_doc *tn_plain_value(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    for (size_t i = 0; i < TUNIP_LEN(values); i++)
        if (values[i].type == node->type) return values[i].fn(d, node, path);
    return NULL;
}
