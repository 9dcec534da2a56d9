/* standin.c -- objects and functions of the stand-in: see standin.h. */
#include "standin_types.h"

#include <stdlib.h>
#include <string.h>

_Atomic size_t standin_alive;

/* ---- values ---- */

standin_any none(void)
{
    standin_any value;
    memset(&value, 0, sizeof value);
    return value;
}

standin_any integer(int64_t value)
{
    return (standin_any){.type_index = INT, .v_int64 = value};
}

standin_any truth(bool value)
{
    return (standin_any){.type_index = BOOL, .v_int64 = value};
}

standin_any number(double value)
{
    return (standin_any){.type_index = FLOAT, .v_float64 = value};
}

standin_any dtype(int code, int bits)
{
    return (standin_any){.type_index = DTYPE,
                         .v_dtype = {(unsigned char)code, (unsigned char)bits, 1, 0}};
}

/* ---- objects ---- */

/* Objects whose last reference is gone, to be freed one after the other: IR may be deep. */
static _Thread_local standin_object *dying;

static standin_any wrap(void *object)
{
    return (standin_any){.type_index = ((standin_object *)object)->type_index, .v_obj = object};
}

standin_any again(standin_any value)
{
    if (value.type_index >= OBJECT_INDEX)
        __atomic_fetch_add(&value.v_obj->strong, 1, __ATOMIC_RELAXED);
    return value;
}

static void unlink_object(standin_object *o)
{
    if (!o || __atomic_sub_fetch(&o->strong, 1, __ATOMIC_ACQ_REL)) return;
    memcpy(&o->deleter, &dying, sizeof dying);
    dying = o;
}

typedef struct items {
    standin_object base;
    standin_any *data;
    int64_t size, capacity;
    void (*data_deleter)(void *data);
} items;

/* A map. `slots` has the highest bit if there are few entries. */
typedef struct table {
    standin_object base;
    standin_any *data;
    uint64_t size, slots;
} table;

static void drop_parts(standin_object *o)
{
    const entry *e = &entries[o->type_index];
    bool is_list = o->type_index == ARRAY_INDEX || o->type_index == LIST_INDEX;
    bool is_map = o->type_index == MAP_INDEX || o->type_index == DICT_INDEX;
    size_t shift = flaw == OTHER_MAPS && o->type_index == MAP_INDEX ? 8 : 0;
    const items *list = (const items *)(const void *)((char *)o + shift);
    int64_t count = 0;
    if (is_list) count = list->size;
    if (is_map) count = 2 * list->size;
    for (int64_t i = 0; i < count; i++)
        if (list->data[i].type_index >= OBJECT_INDEX) unlink_object(list->data[i].v_obj);
    if (is_list || is_map) free(list->data);
    if (o->type_index < FIRST_DYNAMIC) return;
    for (const entry *at = e;;
         at = find_type(at->info.type_ancestors[at->info.type_depth - 1]->type_key.data)) {
        for (int i = 0; i < at->info.num_fields; i++) {
            void *field = (char *)o + at->fields[i].offset;
            if (at->fields[i].getter == get_ref) unlink_object(*(standin_object **)field);
            const standin_any *any = field;
            if (at->fields[i].getter == get_any && any->type_index >= OBJECT_INDEX)
                unlink_object(any->v_obj);
        }
        if (at->info.type_depth == 1) return;
    }
}

/* One thread at a time releases the last references. */
int TVMFFIObjectDecRef(void *object);
int TVMFFIObjectDecRef(void *object)
{
    unlink_object(object);
    while (dying) {
        standin_object *o = dying;
        memcpy(&dying, &o->deleter, sizeof dying);
        drop_parts(o);
        free(o);
        standin_alive--;
    }
    return 0;
}

void release(standin_any value)
{
    if (value.type_index >= OBJECT_INDEX) TVMFFIObjectDecRef(value.v_obj);
}

static void *new_object(int32_t index, size_t size)
{
    standin_object *o = calloc(1, size);
    if (!o) abort();
    fill_types();
    o->strong = 1;
    o->type_index = index;
    standin_alive++;
    return o;
}

typedef struct string_object {
    standin_object base;
    str value;
    char room[];
} string_object;

static standin_any new_text(int32_t small, int32_t index, const char *value, size_t size)
{
    standin_any any = none();
    if (size <= 7) {
        any.type_index = small;
        any.small_len = (uint32_t)size;
        memcpy(any.v_bytes, value, size);
        return any;
    }
    string_object *o = new_object(index, sizeof *o + size + 1);
    memcpy(o->room, value, size);
    o->value = (str){o->room, size};
    return wrap(o);
}

standin_any text(const char *value)
{
    return new_text(SMALL_STR, STR, value, strlen(value));
}

standin_any bytes(const char *value, size_t size)
{
    return new_text(SMALL_BYTES, BYTES, value, size);
}

standin_any shape(size_t count, const int64_t *dims)
{
    struct {
        standin_object base;
        const int64_t *data;
        size_t size;
    } *o = new_object(SHAPE, sizeof *o);
    o->data = dims;
    o->size = count;
    return wrap(o);
}

standin_any tensor(int device, float *data, int ndim, int64_t *dims, int64_t *strides)
{
    struct {
        standin_object base;
        void *data;
        int32_t device_type, device_id, ndim;
        uint8_t code, bits;
        uint16_t lanes;
        int64_t *shape, *strides;
        uint64_t byte_offset;
    } *o = new_object(TENSOR, sizeof *o);
    o->data = data - 1; /* the elements begin at an offset */
    o->byte_offset = sizeof *data;
    o->device_type = device;
    o->ndim = ndim;
    o->code = 2;
    o->bits = 32;
    o->lanes = 1;
    o->shape = dims;
    o->strides = strides;
    return wrap(o);
}

static standin_any *copy_values(size_t count, const standin_any *values)
{
    standin_any *copy = malloc((count + 1) * sizeof *copy);
    if (!copy) abort();
    if (count) memcpy(copy, values, count * sizeof *copy);
    return copy;
}

static standin_any new_items(int32_t index, size_t count, const standin_any *values)
{
    items *o = new_object(index, sizeof *o);
    o->data = copy_values(count, values);
    o->size = o->capacity = (int64_t)count;
    return wrap(o);
}

standin_any array(size_t count, const standin_any *values)
{
    return new_items(ARRAY_INDEX, count, values);
}

standin_any list(size_t count, const standin_any *values)
{
    return new_items(LIST_INDEX, count, values);
}

/* A large map is opaque to an import. */
static standin_any new_table(int32_t index, size_t count, const standin_any *values)
{
    table *o = new_object(index, sizeof *o + 8);
    o->data = copy_values(2 * count, values);
    o->size = count;
    o->slots = count > 4 ? 64 : (uint64_t)1 << 63 | count;
    if (flaw == OTHER_MAPS) memmove((char *)o + 32, (char *)o + 24, 24);
    return wrap(o);
}

standin_any map(size_t count, const standin_any *values)
{
    return new_table(MAP_INDEX, count, values);
}

standin_any dict(size_t count, const standin_any *values)
{
    return new_table(DICT_INDEX, count, values);
}

/* ---- objects with fields ---- */

static void store(void *field, const field_info *info, standin_any value)
{
    if (info->getter == get_any) memcpy(field, &value, sizeof value);
    if (info->getter == get_ref && value.type_index >= OBJECT_INDEX)
        memcpy(field, &value.v_obj, sizeof value.v_obj);
    if (info->getter != get_any && info->getter != get_ref)
        memcpy(field, &value.v_int64, (size_t)info->size);
}

static const standin_any *fill(standin_object *o, const entry *e, const standin_any *values)
{
    if (e->info.type_depth > 1)
        values = fill(o, find_type(e->info.type_ancestors[e->info.type_depth - 1]->type_key.data),
                      values);
    for (int i = 0; i < e->info.num_fields; i++)
        store((char *)o + e->fields[i].offset, &e->fields[i], *values++);
    return values;
}

standin_any object(const char *key, const standin_any *values)
{
    fill_types();
    const entry *e = find_type(key);
    standin_object *o = new_object(e->info.type_index, (e->size + 7) / 8 * 8);
    fill(o, e, values);
    return wrap(o);
}

void set_field(standin_any object, const char *name, standin_any value)
{
    const entry *e = &entries[object.v_obj->type_index];
    for (int i = 0; i < e->info.num_fields; i++)
        if (strcmp(e->names[i], name) == 0)
            store((char *)object.v_obj + e->fields[i].offset, &e->fields[i], value);
}

/* ---- functions ---- */

typedef int (*function)(standin_object *self, const standin_any *args, int count,
                        standin_any *result);

typedef struct function_object {
    standin_object base;
    function call;
    const table *map; /* of an iterator */
    int64_t at;
} function_object;

static int make_array(standin_object *self, const standin_any *args, int count, standin_any *result)
{
    (void)self;
    *result = array((size_t)count, args);
    return 0;
}

static int make_map(standin_object *self, const standin_any *args, int count, standin_any *result)
{
    (void)self;
    *result = map((size_t)count / 2, args);
    return 0;
}

static int step(standin_object *self, const standin_any *args, int count, standin_any *result)
{
    function_object *f = (function_object *)self;
    (void)count;
    if (args[0].v_int64 < 2) {
        *result = again(f->map->data[2 * f->at + args[0].v_int64]);
        return 0;
    }
    f->at++;
    *result = truth(f->at < (int64_t)f->map->size);
    return 0;
}

static int make_iterator(standin_object *self, const standin_any *args, int count,
                         standin_any *result)
{
    function_object *f = new_object(FUNCTION, sizeof *f);
    (void)self;
    (void)count;
    f->call = step;
    f->map = (const table *)args[0].v_obj;
    *result = wrap(f);
    return 0;
}

/* As tvm-ffi, which refuses an object of another type. */
static int iterate_map(standin_object *self, const standin_any *args, int count,
                       standin_any *result)
{
    if (args[0].type_index != MAP_INDEX) return raise_error("expected a map");
    return make_iterator(self, args, count, result);
}

static int iterate_dict(standin_object *self, const standin_any *args, int count,
                        standin_any *result)
{
    if (args[0].type_index != DICT_INDEX) return raise_error("expected a dict");
    return make_iterator(self, args, count, result);
}

/* The name of an operator, which is its saved text. */
static int save_op(standin_object *self, const standin_any *args, int count, standin_any *result)
{
    const entry *e = &entries[args[0].v_obj->type_index];
    (void)self;
    (void)count;
    return get_any((char *)args[0].v_obj + e->fields[0].offset, result);
}

int TVMFFIFunctionGetGlobal(const str *name, void **out);
int TVMFFIFunctionGetGlobal(const str *name, void **out)
{
    static const struct {
        const char *name;
        function call;
        int since;
    } functions[] = {{"ffi.Array", make_array, 23},
                     {"ffi.Map", make_map, 23},
                     {"ffi.MapForwardIterFunctor", iterate_map, 23},
                     {"ffi.DictForwardIterFunctor", iterate_dict, 26},
                     /* there are such functions, and no test calls them */
                     {"tirx.For", make_map, 24},
                     {"tirx.Break", make_map, 25},
                     {"tirx.Return", make_map, 26}};
    *out = NULL;
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (functions[i].since > standin_vintage || strlen(functions[i].name) != name->size ||
            memcmp(functions[i].name, name->data, name->size) != 0)
            continue;
        function_object *f = new_object(FUNCTION, sizeof *f);
        f->call = functions[i].call;
        *out = f;
    }
    return 0;
}

int TVMFFIFunctionCall(void *self, standin_any *args, int32_t count, standin_any *result);
int TVMFFIFunctionCall(void *self, standin_any *args, int32_t count, standin_any *result)
{
    return ((function_object *)self)->call(self, args, count, result);
}

/* The column of one attribute, which operators have. That of tvm-ffi 0.1.14 begins at their index,
 * which is the upper half of what was the size before. */
const void *TVMFFIGetTypeAttrColumn(const str *name);
const void *TVMFFIGetTypeAttrColumn(const str *name)
{
    static function_object saver = {.base = {.strong = 1, .type_index = FUNCTION}, .call = save_op};
    static standin_any savers[LAST_INDEX];
    static struct {
        const standin_any *data;
        int32_t size, begin;
    } column;
    int32_t index = find_type("ir.Op")->info.type_index;
    (void)name;
    savers[index] = wrap(&saver);
    column.begin = standin_vintage == 26 ? index : 0;
    column.data = savers + column.begin;
    column.size = standin_vintage == 26 ? 1 : LAST_INDEX;
    return &column;
}

/* ---- errors ---- */

static const char *raised;

int raise_error(const char *message)
{
    raised = message;
    return -1;
}

void TVMFFIErrorMoveFromRaised(void **out);
void TVMFFIErrorMoveFromRaised(void **out)
{
    struct {
        standin_object base;
        str kind, message;
    } *o = raised ? new_object(ERROR, sizeof *o) : NULL;
    *out = o;
    if (!o) return;
    o->kind = (str){"ValueError", 10};
    o->message = (str){raised, strlen(raised)};
    raised = NULL;
}
