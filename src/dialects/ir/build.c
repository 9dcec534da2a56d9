/* build.c -- constructors of this dialect: values, spans, tensors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <tunip/ext/elaborate.h>
#include <tunip/ext/ir_rules.h>
#include <tunip/source.h>
#include <tunip/tvm/ir.h>

#include "../../util/le.h"

/* ======== build ======== */

/* Constructors of nodes of the shared IR. */

bool tunip_ir_takes_dtype(tunip_graph *graph, tunip_dtype dtype)
{
    if (dtype.code <= TUNIP_DTYPE_FLOAT4_E2M1FN) return true;
    tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "there is no dtype with the code %d", dtype.code);
    return false;
}

tunip_ir_int_imm *tunip_ir_int(tunip_graph *graph, tunip_dtype dtype, int64_t value)
{
    if (dtype.code == TUNIP_DTYPE_HANDLE)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "an immediate cannot be a handle");
    if (dtype.code == TUNIP_DTYPE_HANDLE || !tunip_ir_takes_dtype(graph, dtype)) return NULL;
    tunip_ir_int_imm *imm = tunip_node_new(graph, &tunip_ir_int_imm_type);
    if (!imm) return NULL;
    imm->base.dtype = dtype;
    imm->value = value;
    return imm;
}

tunip_ir_float_imm *tunip_ir_float(tunip_graph *graph, tunip_dtype dtype, double value)
{
    if (dtype.code == TUNIP_DTYPE_HANDLE)
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "an immediate cannot be a handle");
    if (dtype.code == TUNIP_DTYPE_HANDLE || !tunip_ir_takes_dtype(graph, dtype)) return NULL;
    tunip_ir_float_imm *imm = tunip_node_new(graph, &tunip_ir_float_imm_type);
    if (!imm) return NULL;
    imm->base.dtype = dtype;
    imm->value = value;
    return imm;
}

tunip_ir_prim_type *tunip_ir_prim_type_new(tunip_graph *graph, tunip_dtype dtype)
{
    if (!tunip_ir_takes_dtype(graph, dtype)) return NULL;
    tunip_ir_prim_type *type = tunip_node_new(graph, &tunip_ir_prim_type_type);
    if (type) type->dtype = dtype;
    return type;
}

tunip_ir_pointer_type *tunip_ir_pointer_type_new(tunip_graph *graph, tunip_dtype element,
                                                 const char *storage_scope)
{
    tunip_ir_pointer_type *type = tunip_node_new(graph, &tunip_ir_pointer_type_type);
    if (!type) return NULL;
    type->element_type = (tunip_node *)tunip_ir_prim_type_new(graph, element);
    type->storage_scope = tunip_string_new(graph, storage_scope);
    return type->element_type && type->storage_scope ? type : NULL;
}

tunip_ir_global_var *tunip_ir_global_var_new(tunip_graph *graph, const char *name)
{
    tunip_ir_global_var *var = tunip_node_new(graph, &tunip_ir_global_var_type);
    if (!var) return NULL;
    var->name_hint = tunip_string_new(graph, name);
    return var->name_hint ? var : NULL;
}

static int compare_names(const void *a, const void *b)
{
    tunip_str x = tunip_string_value(*(const tunip_string *const *)a);
    tunip_str y = tunip_string_value(*(const tunip_string *const *)b);
    int order = memcmp(x.data, y.data, x.size < y.size ? x.size : y.size);
    return order ? order : (x.size > y.size) - (x.size < y.size);
}

/* Whether no two keys of a map are equal strings; if two are, the graph gets an error. */
static bool are_different(tunip_graph *graph, const tunip_map *map, const char *what)
{
    const tunip_string **names = tunip_graph_alloc(graph, map->count * sizeof *names);
    size_t count = 0;
    if (map->count && !names) return false;
    for (size_t i = 0; i < map->count; i++) {
        const tunip_string *name = TUNIP_AS(tunip_string, map->entries[i].key);
        if (name) names[count++] = name;
    }
    if (count) qsort(names, count, sizeof(const tunip_string *), compare_names);
    for (size_t i = 1; i < count; i++) {
        tunip_str name = tunip_string_value(names[i]);
        if (!tunip_str_equal(tunip_string_value(names[i - 1]), name)) continue;
        tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "two %s are called `%.*s`", what,
                         (int)name.size, name.data);
        return false;
    }
    return true;
}

tunip_ir_dict_attrs *tunip_ir_dict_attrs_new(tunip_graph *graph, size_t count, void *const *entries)
{
    tunip_ir_dict_attrs *attrs = tunip_node_new(graph, &tunip_ir_dict_attrs_type);
    if (!attrs) return NULL;
    attrs->dict = tunip_map_new(graph, count, entries);
    return attrs->dict && are_different(graph, attrs->dict, "attributes") ? attrs : NULL;
}

/* Makes a map of `room` zeroed entries, which the caller fills in. */
static tunip_map *map_with_room(tunip_graph *graph, size_t room)
{
    tunip_map *map = tunip_map_new(graph, 0, NULL);
    if (!map || !room) return map;
    map->entries = tunip_graph_alloc(graph, room * sizeof *map->entries);
    map->count = room;
    return map->entries ? map : NULL;
}

static tunip_ir_source_map *empty_source_map(tunip_graph *graph)
{
    tunip_ir_source_map *map = tunip_node_new(graph, &tunip_ir_source_map_type);
    if (!map) return NULL;
    map->source_map = tunip_map_new(graph, 0, NULL);
    return map->source_map ? map : NULL;
}

static tunip_ir_module *empty_module(tunip_graph *graph, size_t room)
{
    tunip_ir_module *module = tunip_node_new(graph, &tunip_ir_module_type);
    if (!module) return NULL;
    module->functions = map_with_room(graph, room);
    module->global_var_map = map_with_room(graph, room);
    module->source_map = empty_source_map(graph);
    module->attrs = tunip_ir_dict_attrs_new(graph, 0, NULL);
    module->global_infos = tunip_map_new(graph, 0, NULL);
    bool whole = module->functions && module->global_var_map && module->source_map &&
                 module->attrs && module->global_infos;
    return whole ? module : NULL;
}

/* NULL, with an error of the graph, if one of the tables is missing; `what` says what the first one
 * holds. */
static tunip_ir_module *module_with(tunip_graph *graph, size_t count, const void *table,
                                    const char *what, const void *functions)
{
    if (!count || (table && functions)) return empty_module(graph, count);
    tunip_graph_fail(graph, TUNIP_ERROR_ARGUMENT, "%zu functions and no table of %s", count,
                     table ? "them" : what);
    return NULL;
}

/* False if there is no variable. */
static bool set_function(tunip_ir_module *module, size_t i, tunip_ir_global_var *var,
                         void *function)
{
    if (!var) return false;
    module->functions->entries[i] = (tunip_map_entry){(tunip_node *)var, function};
    module->global_var_map->entries[i] =
        (tunip_map_entry){(tunip_node *)var->name_hint, (tunip_node *)var};
    return true;
}

static tunip_ir_module *checked(tunip_graph *graph, tunip_ir_module *module)
{
    bool fits = module && are_different(graph, module->global_var_map, "functions");
    return fits ? module : NULL;
}

tunip_ir_module *tunip_ir_module_new(tunip_graph *graph, size_t count, const char *const *names,
                                     void *const *functions)
{
    tunip_ir_module *module = module_with(graph, count, names, "their names", functions);
    for (size_t i = 0; module && i < count; i++)
        if (!set_function(module, i, tunip_ir_global_var_new(graph, names[i]), functions[i]))
            return NULL;
    return checked(graph, module);
}

tunip_ir_module *tunip_ir_module_with_vars_new(tunip_graph *graph, size_t count,
                                               tunip_ir_global_var *const *vars,
                                               void *const *functions)
{
    tunip_ir_module *module = module_with(graph, count, vars, "their variables", functions);
    for (size_t i = 0; module && i < count; i++)
        if (!set_function(module, i, vars[i], functions[i])) return NULL;
    return checked(graph, module);
}

/* ======== grow ======== */

/* Arrays and maps that readers of scripts fill item by item. */

static void *grown(tunip_elaborator *e, const void *items, size_t count, size_t size)
{
    if (count & (count - 1)) return (void *)(uintptr_t)items; /* there is room */
    void *room = tunip_graph_alloc(tunip_elaborator_graph(e), (count ? count * 2 : 1) * size);
    if (room && count) memcpy(room, items, count * size);
    return room;
}

void tunip_ir_append(tunip_elaborator *e, tunip_array *array, void *item)
{
    if (!array) return;
    tunip_node **items = grown(e, array->items, array->count, sizeof *items);
    if (!items) return;
    array->items = items;
    array->items[array->count++] = item;
}

void tunip_ir_put(tunip_elaborator *e, tunip_map *map, void *key, void *value)
{
    if (!map) return;
    tunip_map_entry *entries = grown(e, map->entries, map->count, sizeof *entries);
    if (!entries) return;
    map->entries = entries;
    map->entries[map->count++] = (tunip_map_entry){key, value};
}

/* ======== spans ======== */

/* Spans of nodes, also made from their origins. */

tunip_ir_span *tunip_ir_span_new(tunip_graph *graph, const char *source, int64_t line,
                                 int64_t column, int64_t end_line, int64_t end_column)
{
    tunip_ir_span *span = tunip_node_new(graph, &tunip_ir_span_type);
    if (!span) return NULL;
    span->source_name = tunip_node_new(graph, &tunip_ir_source_name_type);
    if (span->source_name) span->source_name->name = tunip_string_new(graph, source);
    if (!span->source_name || !span->source_name->name) return NULL;
    span->line = line;
    span->column = column;
    span->end_line = end_line;
    span->end_column = end_column;
    return span;
}

typedef struct span_maker {
    tunip_graph *graph;
    tunip_origin last; /* nodes that stand at the same place share a span */
    tunip_ir_span *span;
    tunip_ir_source_name *name;
} span_maker;

static tunip_ir_source_name *new_name(span_maker *m, const tunip_source *source)
{
    tunip_ir_source_name *name = tunip_node_new(m->graph, &tunip_ir_source_name_type);
    if (name) name->name = tunip_string_new_view(m->graph, tunip_source_name(source));
    return name && name->name ? name : NULL;
}

/* Lines and columns are 1-based, and the end is after the last byte, as in spans of TVM. */
static tunip_ir_span *new_span(span_maker *m, const tunip_origin *origin)
{
    size_t line, column, end_line, end_column;
    if (!m->name || origin->source != m->last.source) m->name = new_name(m, origin->source);
    tunip_ir_span *span = m->name ? tunip_node_new(m->graph, &tunip_ir_span_type) : NULL;
    if (!span) return NULL;
    tunip_source_locate(origin->source, origin->begin, &line, &column);
    tunip_source_locate(origin->source, origin->end, &end_line, &end_column);
    span->source_name = m->name;
    span->line = (int64_t)line;
    span->column = (int64_t)column;
    span->end_line = (int64_t)end_line;
    span->end_column = (int64_t)end_column;
    return span;
}

static bool is_same(const tunip_origin *a, const tunip_origin *b)
{
    return a->source == b->source && a->begin == b->begin && a->end == b->end;
}

static bool is_compared(const tunip_type *type)
{
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (strcmp(type->fields[i].name, "span") == 0 &&
                !(type->fields[i].flags & TUNIP_FLAG_IGNORE))
                return true;
    return false;
}

/* The field for a span; NULL if there is none. A node that is saved by its name, such as an
 * operator, has no place of its own. TVM compares the spans of a few types, such as ir.TupleType:
 * with them, equal scripts would be unequal. */
static const tunip_field *span_field(const tunip_type *type)
{
    const tunip_field *field = type->codec ? NULL : tunip_type_field(type, "span");
    bool fits = field && field->expects == &tunip_ir_span_type && !is_compared(type);
    return fits ? field : NULL;
}

static bool set_span(void *user, tunip_node *node, const tunip_origin *origin)
{
    span_maker *m = user;
    const tunip_field *field = span_field(node->type);
    if (!field) return true;
    tunip_node **at = (tunip_node **)((char *)node + field->offset);
    if (*at) return true;
    if (!m->span || !is_same(&m->last, origin)) {
        m->span = new_span(m, origin);
        m->last = *origin;
    }
    *at = (tunip_node *)m->span;
    return m->span != NULL;
}

bool tunip_ir_set_spans(tunip_graph *graph)
{
    span_maker maker = {.graph = graph};
    bool fine = tunip_graph_each_origin(graph, set_span, &maker);
    if (graph) tunip_graph_changed(graph);
    return fine;
}

/* ======== tensor ======== */

/* Tensors of the numbers in a script: R.const([1, 2], "int64"), T.allocate_const. */

enum { CPU = 1, MOST_DIMS = 8 };

/* ---- elements ---- */

/* The encoding of a dtype of real numbers. Its highest bit is the sign. */
typedef struct encoding {
    uint8_t code;
    int bits;
    int digits, bias; /* bits of the fraction; what is added to the exponent */
    uint64_t largest, infinity, nan;
} encoding;

/* Where a dtype has no infinity, ml_dtypes writes NaN for it. */
static const encoding encodings[] = {
    {TUNIP_DTYPE_FLOAT, 16, 10, 15, 0x7bff, 0x7c00, 0x7e00},
    {TUNIP_DTYPE_FLOAT, 32, 23, 127, 0x7f7fffff, 0x7f800000, 0x7fc00000},
    {TUNIP_DTYPE_FLOAT, 64, 52, 1023, UINT64_C(0x7fefffffffffffff), UINT64_C(0x7ff0000000000000),
     UINT64_C(0x7ff8000000000000)},
    {TUNIP_DTYPE_BFLOAT, 16, 7, 127, 0x7f7f, 0x7f80, 0x7fc0},
    {TUNIP_DTYPE_FLOAT8_E3M4, 8, 4, 3, 0x6f, 0x70, 0x78},
    {TUNIP_DTYPE_FLOAT8_E4M3, 8, 3, 7, 0x77, 0x78, 0x7c},
    {TUNIP_DTYPE_FLOAT8_E4M3B11FNUZ, 8, 3, 11, 0x7f, 0x80, 0x80},
    {TUNIP_DTYPE_FLOAT8_E4M3FN, 8, 3, 7, 0x7e, 0x7f, 0x7f},
    {TUNIP_DTYPE_FLOAT8_E4M3FNUZ, 8, 3, 8, 0x7f, 0x80, 0x80},
    {TUNIP_DTYPE_FLOAT8_E5M2, 8, 2, 15, 0x7b, 0x7c, 0x7e},
    {TUNIP_DTYPE_FLOAT8_E5M2FNUZ, 8, 2, 16, 0x7f, 0x80, 0x80},
    {TUNIP_DTYPE_FLOAT8_E8M0FNU, 8, 0, 127, 0xfe, 0xff, 0xff},
};

static const encoding *find_encoding(tunip_dtype dtype)
{
    for (size_t i = 0; i < TUNIP_LEN(encodings); i++)
        if (encodings[i].code == dtype.code && encodings[i].bits == dtype.bits)
            return &encodings[i];
    return NULL;
}

/* The nearest number, of two equally near ones the even one. Because the exponent stands above the
 * fraction, rounding 1.11...1 up carries into the exponent and gives the right number. */
static uint64_t real_bits(const encoding *as, double value)
{
    uint64_t sign = signbit(value) ? UINT64_C(1) << (as->bits - 1) : 0;
    bool has_sign = as->code != TUNIP_DTYPE_FLOAT8_E8M0FNU;
    int exponent;
    if (as->code == TUNIP_DTYPE_BFLOAT) value = (double)(float)value; /* ml_dtypes rounds twice */
    if (isnan(value) || (!has_sign && value <= 0)) return as->nan;
    if (isinf(value)) return as->infinity | sign;
    frexp(value, &exponent);
    /* Numbers below the smallest exponent keep it, and lack the leading one. */
    exponent = exponent - 1 < 1 - as->bias || value == 0 ? 1 - as->bias : exponent - 1;
    uint64_t digits = (uint64_t)nearbyint(ldexp(fabs(value), as->digits - exponent));
    uint64_t bits = digits + ((uint64_t)(exponent + as->bias - 1) << as->digits);
    if (bits > as->largest) return as->infinity | sign;
    bool has_minus_zero = as->nan != UINT64_C(1) << (as->bits - 1); /* not where that is NaN */
    return bits || has_minus_zero ? bits | sign : 0;
}

static bool is_int(tunip_dtype dtype)
{
    return (dtype.code == TUNIP_DTYPE_INT || dtype.code == TUNIP_DTYPE_UINT) &&
           (dtype.bits == 8 || dtype.bits == 16 || dtype.bits == 32 || dtype.bits == 64);
}

static bool has_elements(tunip_dtype dtype)
{
    bool is_bool = dtype.code == TUNIP_DTYPE_BOOL && dtype.bits == 8;
    return dtype.lanes == 1 && (is_bool || is_int(dtype) || find_encoding(dtype));
}

/* The bits of a number as an element of this dtype, as numpy converts it: an integer that is too
 * large loses its upper bits. False if it is no number, or infinite where an integer is needed. */
static bool element_bits(const tunip_value *value, tunip_dtype dtype, uint64_t *out)
{
    bool is_real = value->kind == TUNIP_VALUE_FLOAT, is_bool = value->kind == TUNIP_VALUE_BOOL;
    if (!is_real && !is_bool && value->kind != TUNIP_VALUE_INT) return false;
    int64_t whole = is_real ? 0 : is_bool ? value->boolean : value->integer;
    double real = is_real ? value->real : (double)whole;
    if (dtype.code == TUNIP_DTYPE_BOOL) {
        *out = real != 0;
    } else if (is_int(dtype)) {
        if (is_real && !(fabs(real) < ldexp(1, 63))) return false;
        *out = (uint64_t)(is_real ? (int64_t)real : whole);
    } else {
        *out = real_bits(find_encoding(dtype), real);
    }
    return true;
}

/* ---- tensors ---- */

/* Finds the dimensions of nested lists by their first items. */
static bool find_shape(tunip_tensor *tensor, int64_t *shape, const tunip_value *value)
{
    for (; value->kind == TUNIP_VALUE_LIST; value = value->items.items) {
        if (tensor->ndim == MOST_DIMS) return false;
        shape[tensor->ndim++] = (int64_t)value->items.count;
        if (!value->items.count) break;
    }
    return true;
}

/* Appends the elements to `bytes`. If that is NULL, it only adds up their size: the product of the
 * dimensions may be far larger than the script, because they are those of the first items. */
static bool write_elements(const tunip_tensor *tensor, const tunip_value *value, size_t depth,
                           char *bytes, size_t *size)
{
    uint64_t bits;
    if (depth < tensor->ndim) {
        if (value->kind != TUNIP_VALUE_LIST) return false;
        if ((int64_t)value->items.count != tensor->shape[depth]) return false;
        for (size_t i = 0; i < value->items.count; i++)
            if (!write_elements(tensor, &value->items.items[i], depth + 1, bytes, size))
                return false;
        return true;
    }
    if (!element_bits(value, tensor->dtype, &bits)) return false;
    if (bytes) tn_put_le(bytes + *size, bits, tensor->dtype.bits / 8u);
    *size += tensor->dtype.bits / 8u;
    return true;
}

tunip_tensor *tunip_ir_read_tensor(tunip_elaborator *e, const tunip_value *value, tunip_dtype dtype,
                                   const tunip_doc *doc)
{
    tunip_graph *graph = tunip_elaborator_graph(e);
    tunip_tensor *tensor = tunip_node_new(graph, &tunip_tensor_type);
    int64_t *shape = tunip_graph_alloc(graph, MOST_DIMS * sizeof *shape);
    char name[TUNIP_DTYPE_NAME_SIZE];
    if (!has_elements(dtype)) {
        tunip_dtype_name(dtype, name);
        tunip_complain(e, doc, TUNIP_BREAKS_DTYPE "a constant cannot be of dtype %s", name);
        return NULL;
    }
    if (!tensor || !shape) return NULL;
    tensor->device_type = CPU;
    tensor->dtype = dtype;
    tensor->shape = shape;
    size_t size = 0;
    if (!find_shape(tensor, shape, value) || !write_elements(tensor, value, 0, NULL, &size)) {
        tunip_complain(e, value->doc, "expected a number or lists of numbers of a common length");
        return NULL;
    }
    char *bytes = tunip_graph_alloc(graph, size + 1);
    if (!bytes) return NULL;
    write_elements(tensor, value, 0, bytes, &tensor->data.size);
    tensor->data.data = bytes;
    return tensor;
}
