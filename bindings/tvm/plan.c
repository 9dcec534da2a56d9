/* plan.c -- plans: how to make nodes from the objects of one type. A plan is made when the walk
 * first meets a type. It compares the fields that tvm-ffi reports with those of tunip's type. Plans
 * live only as long as the import, because TVM may register more fields later. */
#include "import.h"

#include <stdlib.h>

enum { MOST_TYPES = 1 << 20, MOST_FIELDS = 256, MOST_DEPTH = 64, LONGEST_NAME = 128 };

static tunip_str str(ffi_bytes bytes)
{
    return (tunip_str){bytes.data, bytes.size};
}

/* ---- nodes of objects ---- */

static tunip_node *make_struct(import *im, const plan *p, const ffi_object *object)
{
    tunip_node *node = tunip_node_new(im->graph, p->type);
    const frame parts = {(const char *)object, (char *)node, p->rows, p->row_count};
    if (!node) return import_fail_memory(im), NULL;
    return import_push(im, parts) ? node : NULL;
}

/* Makes slots for the nodes of items, and a frame that fills them. */
static bool make_items(import *im, const ffi_any *items, size_t count, void *out)
{
    if (!count) return true;
    size_t size = count > SIZE_MAX / sizeof(void *) ? SIZE_MAX : count * sizeof(void *);
    tunip_node **slots = tunip_graph_alloc(im->graph, size);
    if (!slots) return import_fail_memory(im);
    memcpy(out, &slots, sizeof slots);
    return import_push(im, (frame){(const char *)items, (char *)slots, NULL, count});
}

static tunip_node *make_array(import *im, const plan *p, const ffi_object *object)
{
    const ffi_array *array = (const ffi_array *)object;
    tunip_array *node = tunip_node_new(im->graph, &tunip_array_type);
    (void)p;
    if (!node) return import_fail_memory(im), NULL;
    if (array->count < 0 || (array->count && !array->items))
        return import_fail(im, "an array of %lld items is malformed", (long long)array->count),
               NULL;
    node->count = (size_t)array->count;
    return make_items(im, array->items, node->count, &node->items) ? &node->base : NULL;
}

/* Stores the keys and values of a hash table in `out`. The functions of tvm-ffi: an iterator that
 * gives the key for 0 and the value for 1, and moves on for 2. */
static bool list_entries(import *im, const ffi_map *map, ffi_any *out)
{
    int32_t index = map->base.index;
    const char *function =
        index == FFI_DICT ? "ffi.DictForwardIterFunctor" : "ffi.MapForwardIterFunctor";
    ffi_any self = {.index = index, .as.object = (ffi_object *)(uintptr_t)map}, iterator, moved;
    if (!ffi_call_named(&im->f, function, &self, 1, &iterator, im->error)) return false;
    if (!import_keep(im, &iterator)) return false;
    if (iterator.index != FFI_FUNCTION) return import_fail(im, "a map has no iterator");
    for (size_t i = 0; i < 2 * map->count; i++) {
        ffi_any command = {.index = FFI_INT, .as.integer = (int64_t)(i % 2)};
        if (!ffi_call(&im->f, iterator.as.object, &command, 1, &out[i], im->error) ||
            !import_keep(im, &out[i]))
            return false;
        command.as.integer = 2;
        if (i % 2 && !ffi_call(&im->f, iterator.as.object, &command, 1, &moved, im->error))
            return false;
    }
    return true;
}

static tunip_node *make_map(import *im, const plan *p, const ffi_object *object)
{
    const ffi_map *map = (const ffi_map *)object;
    const ffi_any *items = map->items;
    tunip_map *node = tunip_node_new(im->graph, &tunip_map_type);
    (void)p;
    if (!node) return import_fail_memory(im), NULL;
    if (map->count > INT32_MAX || (map->count && !items))
        return import_fail(im, "a map of %llu entries is malformed",
                           (unsigned long long)map->count),
               NULL;
    node->count = (size_t)map->count;
    if (node->count && !(map->slots & FFI_FEW_ENTRIES)) {
        ffi_any *listed = tunip_graph_alloc(im->graph, 2 * node->count * sizeof *listed);
        if (!listed) return import_fail_memory(im), NULL;
        if (!list_entries(im, map, listed)) return NULL;
        items = listed;
    }
    return make_items(im, items, 2 * node->count, &node->entries) ? &node->base : NULL;
}

/* The text of a codec: TVM's own, which saving uses, too. Since 0.1.14 the upper half of the count
 * is the first index of the column. */
static tunip_node *make_coded(import *im, const plan *p, const ffi_object *object)
{
    static const ffi_bytes name = {"__data_to_json__", sizeof "__data_to_json__" - 1};
    const ffi_column *column = im->f.column(&name);
    ffi_any self = {.index = object->index, .as.object = (ffi_object *)(uintptr_t)object}, result;
    uint64_t count = column ? (uint32_t)column->count : 0;
    uint64_t at = (uint64_t)object->index - (column ? (uint64_t)column->count >> 32 : 0);
    tunip_str text;
    if (at >= count || column->items[at].index != FFI_FUNCTION)
        return import_fail(im, "TVM saves no text of a %s", p->type->key), NULL;
    if (!ffi_call(&im->f, column->items[at].as.object, &self, 1, &result, im->error)) return NULL;
    tunip_node *node = NULL;
    if (ffi_text(&result, &text))
        node = tunip_assembler_coded(im->assembler, str(p->info->key), text);
    else
        import_fail(im, "the saved text of a %s is not a string", p->type->key);
    ffi_release(&im->f, &result);
    return node;
}

/* The names are copied, because the graph may outlive TVM. */
static tunip_node *make_opaque(import *im, const plan *p, const ffi_object *object)
{
    tunip_assembler_begin(im->assembler, str(p->info->key));
    tunip_opaque *node = (tunip_opaque *)tunip_assembler_end(im->assembler);
    if (!node || !p->row_count) return (tunip_node *)node;
    tunip_opaque_field *fields = tunip_graph_alloc(im->graph, p->row_count * sizeof *node->fields);
    if (!fields) return import_fail_memory(im), NULL;
    for (size_t i = 0; i < p->row_count; i++) {
        fields[i].name = tunip_graph_copy(im->graph, str(*p->rows[i].name));
        fields[i].is_reference = true;
        if (!fields[i].name.data) return import_fail_memory(im), NULL;
    }
    node->fields = fields;
    node->count = p->row_count;
    const frame parts = {(const char *)object, (char *)fields, p->rows, p->row_count};
    return import_push(im, parts) ? &node->base : NULL;
}

/* ---- rows ---- */

/* A plan that is being made. */
typedef struct draft {
    import *im;
    plan *plan;
    row *rows;
    size_t count;
} draft;

/* False with an error, which names the field. */
static bool check_field(import *im, const ffi_type_info *info, const ffi_field_info *field)
{
    bool is_sound = field->name.data && field->name.size && field->name.size < LONGEST_NAME &&
                    field->getter && field->offset >= (int64_t)sizeof(ffi_object) &&
                    field->offset < INT32_MAX && field->size > 0;
    return is_sound || import_fail(im, "tvm-ffi describes a field of %.*s by malformed data",
                                   (int)info->key.size, info->key.data);
}

static bool is_pointer(const ffi_field_info *field)
{
    return field->static_index >= FFI_OBJECT && field->static_index != FFI_STRING &&
           field->static_index != FFI_BYTES && field->size == sizeof(void *) &&
           field->offset % (int64_t)sizeof(void *) == 0;
}

/* Numbers of fewer bytes than the node's are extended by their getters. */
static form form_of_scalar(const ffi_field_info *field, tunip_field_kind kind)
{
    const import_scalar *scalar = &import_scalars[kind];
    bool is_same = field->static_index == scalar->index && field->size == (int64_t)scalar->size;
    return is_same ? FORM_SCALAR : FORM_GETTER;
}

static bool add_row(draft *d, const ffi_type_info *info, const ffi_field_info *field)
{
    row r = {.getter = field->getter,
             .form = is_pointer(field) ? FORM_POINTER : FORM_UNKNOWN,
             .size = (uint8_t)(field->size <= UINT8_MAX ? field->size : 0),
             .from = (uint32_t)field->offset,
             .to = (uint32_t)(d->count * sizeof(tunip_opaque_field) +
                              offsetof(tunip_opaque_field, value)),
             .name = &field->name,
             .owner = d->plan};
    char name[LONGEST_NAME] = "";
    if (!check_field(d->im, info, field)) return false;
    memcpy(name, field->name.data, field->name.size);
    const tunip_type *type = d->plan->type;
    const tunip_field *to = type ? tunip_type_field(type, name) : NULL;
    if (type && !to) return import_fail(d->im, "tunip's %s has no field `%s`", type->key, name);
    if (to) {
        r.to = to->offset;
        r.kind = to->kind;
        if (to->kind != TUNIP_KIND_NODE) r.form = (uint8_t)form_of_scalar(field, to->kind);
    }
    for (size_t i = 0; i < d->count; i++)
        if (d->rows[i].to == r.to) return true; /* inherited, and described again */
    d->rows[d->count++] = r;
    return true;
}

static bool add_rows(draft *d, const ffi_type_info *info)
{
    for (int32_t i = 0; i < info->field_count; i++)
        if (!add_row(d, info, &info->fields[i])) return false;
    return true;
}

/* ---- descriptions of types ---- */

static bool is_sound(const ffi_type_info *info)
{
    return info && info->key.data && info->key.size && info->field_count >= 0 &&
           info->field_count <= MOST_FIELDS && (info->fields || !info->field_count);
}

/* The number of fields of a type and its ancestors; SIZE_MAX with an error. The root has none. */
static size_t count_fields(import *im, const ffi_type_info *info, int32_t index)
{
    bool fits = is_sound(info) && info->depth >= 0 && info->depth <= MOST_DEPTH &&
                (info->ancestors || !info->depth);
    size_t count = fits ? (size_t)info->field_count : 0;
    for (int32_t i = 1; fits && i < info->depth; i++) {
        fits = is_sound(info->ancestors[i]);
        if (fits) count += (size_t)info->ancestors[i]->field_count;
    }
    if (fits && count <= MOST_FIELDS) return count;
    import_fail(im, "tvm-ffi describes the type with index %d by malformed data", (int)index);
    return SIZE_MAX;
}

static bool has_row(const tunip_field *field, void *user)
{
    const draft *d = user;
    if (field->flags & (TUNIP_FLAG_DEFAULT | TUNIP_FLAG_OPTIONAL | TUNIP_FLAG_AGAIN)) return true;
    for (size_t i = 0; i < d->count; i++)
        if (d->rows[i].to == field->offset) return true;
    return import_fail(d->im, "TVM's %s has no field `%s`", d->plan->type->key, field->name);
}

static bool fill_rows(draft *d)
{
    const ffi_type_info *info = d->plan->info;
    for (int32_t i = 1; i < info->depth; i++)
        if (!add_rows(d, info->ancestors[i])) return false;
    if (!add_rows(d, info)) return false;
    d->plan->rows = d->rows;
    d->plan->row_count = d->count;
    return !d->plan->type || tunip_each_field(d->plan->type, 0, has_row, d);
}

/* ---- plans ---- */

/* Types whose structs are known. Lists and dicts are arrays and maps that may change. */
static const struct {
    int32_t index;
    tunip_node *(*make)(import *im, const plan *p, const ffi_object *object);
} known[] = {
    {FFI_STRING, value_string}, {FFI_BYTES, value_bytes}, {FFI_SHAPE, value_shape},
    {FFI_TENSOR, value_tensor}, {FFI_ARRAY, make_array},  {FFI_MAP, make_map},
    {FFI_LIST, make_array},     {FFI_DICT, make_map},
};

/* Fills a zeroed plan, behind which there is room for the rows. */
static bool fill_plan(import *im, plan *p, const ffi_type_info *info, int32_t index)
{
    draft d = {.im = im, .plan = p, .rows = (row *)(p + 1)};
    p->info = info;
    for (size_t i = 0; i < TUNIP_LEN(known); i++)
        if (known[i].index == index) p->make = known[i].make;
    if (p->make) return true;
    p->type = tunip_context_type_in(im->context, str(info->key), im->vintage);
    if (p->type == &tunip_opaque_type) p->type = NULL;
    p->make = p->type ? make_struct : make_opaque;
    if (p->type && p->type->codec) {
        p->make = make_coded;
        return true;
    }
    return fill_rows(&d);
}

static const plan *make_plan(import *im, int32_t index)
{
    const ffi_type_info *info = im->f.type_info(index);
    size_t count = count_fields(im, info, index);
    if (count == SIZE_MAX) return NULL;
    plan *p = calloc(1, sizeof *p + count * sizeof(row));
    if (!p) return import_fail_memory(im), NULL;
    ((plan **)im->plans.items)[index] = p;
    return fill_plan(im, p, info, index) ? p : NULL;
}

const plan *plan_find(import *im, int32_t index)
{
    if (index < FFI_OBJECT || index >= MOST_TYPES)
        return import_fail(im, "%d is not the index of a type of objects", (int)index), NULL;
    while (im->plans.count <= (size_t)index) {
        plan **place = store_grow(&im->plans, sizeof *place);
        if (!place) return import_fail_memory(im), NULL;
        *place = NULL;
    }
    const plan *p = ((plan **)im->plans.items)[index];
    return p ? p : make_plan(im, index);
}

void plan_free_all(import *im)
{
    plan **plans = im->plans.items;
    for (size_t i = 0; i < im->plans.count; i++) free(plans[i]);
    free(plans);
}
