/* expr.c -- variables, tuples, shapes, strings, constants (TVM
 * src/script/printer/relax/expr.cc). */
#include <math.h>

#include "print.h"

/* ==== Variables, tuples, shapes, strings (TVM src/script/printer/relax/expr.cc) ==== */

/* Reports a variable that is neither a parameter of the function nor bound in it. */
static void check_defined(tunip_docsifier *d, const tunip_relax_var *var, const tunip_path *path)
{
    tunip_str name = tunip_relax_var_name(var);
    if (relax_job_state(d)->function)
        tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "variable %.*s is not defined", (int)name.size,
                     name.size ? name.data : "");
}

/* An undefined variable is declared at its first use. */
RELAX_RULE(var)
{
    const tunip_relax_var *var = (const tunip_relax_var *)node;
    check_defined(d, var, path);
    const tunip_doc *annotation =
        tunip_docsify(d, tunip_relax_struct_info_of(var), relax_info_path(d, var, path));
    tunip_frame *frame = tunip_frame_top(d);
    const tunip_doc *name = relax_define_free(d, frame, var);
    const tunip_relax_tuple_struct_info *tuple =
        TUNIP_AS(tunip_relax_tuple_struct_info, tunip_relax_struct_info_of(var));
    bool is_void = tuple && !tunip_array_count(tuple->fields); /* reads back as a tuple */
    if (is_void || tunip_relax_is_dataflow_var(node))          /* only a binding makes one */
        name = relax_define_var(d, frame, var);
    tunip_frame_add(d, frame, tunip_doc_assign_new(d, TUNIP_ROLE_DEFINE, name, NULL, annotation));
    return tunip_variable(d, node);
}

RELAX_RULE(tuple)
{
    const tunip_relax_tuple *tuple = (const tunip_relax_tuple *)node;
    if (!tunip_array_count(tuple->fields))
        return tunip_prefixed_call(d, &tunip_dialect_relax, "tuple", tunip_docs_none());
    const tunip_path *at = tunip_path_attr(d, path, "fields");
    return tunip_doc_tuple_new(d, tunip_docsify_items(d, tuple->fields, at));
}

RELAX_RULE(tuple_get_item)
{
    const tunip_relax_tuple_get_item *item = (const tunip_relax_tuple_get_item *)node;
    const tunip_doc *index = tunip_doc_int(d, item->index, tunip_path_attr(d, path, "index"));
    const tunip_path *at = tunip_path_attr(d, path, "tuple_value");
    at = tunip_path_as(d, at, tunip_path_attr(d, path, "tuple"));
    const tunip_doc *tuple = tunip_docsify_child(d, item->tuple_value, at);
    return tunip_doc_index_new(d, tuple, TUNIP_DOCS(d, index));
}

RELAX_RULE(shape_expr)
{
    const tunip_relax_shape_expr *shape = (const tunip_relax_shape_expr *)node;
    tunip_docs values = relax_shape_values(d, shape->values, tunip_path_attr(d, path, "values"));
    const tunip_doc *list = tunip_doc_list_new(d, values);
    return RELAX_CALL(d, "shape", list);
}

RELAX_RULE(string_imm)
{
    tunip_str text = tunip_string_value(((const tunip_relax_string_imm *)node)->value);
    const tunip_doc *value = tunip_doc_str(d, text, tunip_path_attr(d, path, "value"));
    return RELAX_CALL(d, "str", value);
}

/* ==== Constant tensors: scalars print as their value, all others are in the metadata section (TVM
 * src/script/printer/relax/expr.cc). */

/* DLPack's number of the device type "cpu". */
enum { CPU = 1 };

/* ---- the value of a scalar ---- */

static int64_t sign_extended(uint64_t bits, int width)
{
    uint64_t sign = UINT64_C(1) << (width - 1);
    return (int64_t)((bits ^ sign) - sign);
}

static double half_value(uint64_t bits)
{
    int exponent = (int)(bits >> 10 & 31), fraction = (int)(bits & 1023);
    double value;
    if (exponent == 31)
        value = fraction ? (double)NAN : (double)INFINITY;
    else if (exponent)
        value = ldexp(fraction + 1024, exponent - 25);
    else
        value = ldexp(fraction, -24);
    return bits >> 15 ? value * -1.0 : value;
}

static const tunip_doc *docsify_int(tunip_docsifier *d, uint64_t bits, int width,
                                    const tunip_path *path)
{
    return tunip_doc_int(d, sign_extended(bits, width), path);
}

static const tunip_doc *docsify_float(tunip_docsifier *d, uint64_t bits, int width,
                                      const tunip_path *path)
{
    uint32_t low = (uint32_t)bits;
    float single;
    double value;
    memcpy(&single, &low, sizeof single);
    memcpy(&value, &bits, sizeof value);
    if (width == 16) value = half_value(bits);
    if (width == 32) value = (double)single;
    return tunip_doc_float(d, value, path);
}

static const tunip_doc *docsify_bool(tunip_docsifier *d, uint64_t bits, int width,
                                     const tunip_path *path)
{
    (void)width;
    return tunip_doc_bool(d, bits != 0, path);
}

/* The dtypes whose scalars print as a value, with their readers of bits. */
static const struct {
    tunip_dtype dtype;
    const tunip_doc *(*docsify)(tunip_docsifier *d, uint64_t bits, int width,
                                const tunip_path *path);
} scalars[] = {
    {{TUNIP_DTYPE_INT, 8, 1}, docsify_int},      {{TUNIP_DTYPE_INT, 16, 1}, docsify_int},
    {{TUNIP_DTYPE_INT, 32, 1}, docsify_int},     {{TUNIP_DTYPE_INT, 64, 1}, docsify_int},
    {{TUNIP_DTYPE_FLOAT, 16, 1}, docsify_float}, {{TUNIP_DTYPE_FLOAT, 32, 1}, docsify_float},
    {{TUNIP_DTYPE_FLOAT, 64, 1}, docsify_float}, {{TUNIP_DTYPE_BOOL, 8, 1}, docsify_bool},
};

/* Little-endian. */
static uint64_t element_bits(const tunip_tensor *tensor, size_t size)
{
    uint64_t bits = 0;
    for (size_t i = size; i-- > 0;) bits = bits << 8 | (unsigned char)tensor->data.data[i];
    return bits;
}

/* The value of a tensor without dimensions; NULL for any other tensor, and for a dtype that the
 * table does not list. */
static const tunip_doc *docsify_scalar(tunip_docsifier *d, const tunip_tensor *tensor,
                                       const tunip_path *path)
{
    size_t size = tensor->dtype.bits / 8u;
    if (tensor->ndim || tensor->device_type != CPU || tensor->data.size < size) return NULL;
    for (size_t i = 0; i < TUNIP_LEN(scalars); i++)
        if (tunip_dtype_equal(scalars[i].dtype, tensor->dtype))
            return scalars[i].docsify(d, element_bits(tensor, size), tensor->dtype.bits, path);
    return NULL;
}

/* ---- the rule ---- */

/* R.const(1.0, "float32"), R.dist.const(1.0, R.DTensor(...)) */
RELAX_RULE(constant)
{
    const tunip_relax_constant *constant = (const tunip_relax_constant *)node;
    const tunip_tensor *tensor = constant->data;
    const tunip_path *at = tunip_path_attr(d, path, "data");
    const tunip_doc *value = tensor ? docsify_scalar(d, tensor, at) : NULL;
    if (!value) return tunip_metadata(d, node, path);
    const tunip_node *info = tunip_relax_struct_info_of(constant);
    if (tunip_is(info, &tunip_relax_dtensor_struct_info_type)) {
        const tunip_doc *annotation = tunip_docsify(d, info, relax_info_path(d, constant, path));
        return RELAX_CALL(d, "dist.const", value, annotation);
    }
    at = tunip_path_made(d, at); /* the value is inside a tensor, which has no fields */
    const tunip_doc *dtype = tunip_doc_dtype(d, tensor->dtype, tunip_path_attr(d, at, "dtype"));
    return RELAX_CALL(d, "const", value, dtype);
}
