/* import.c -- the walk over the objects. It keeps its own stack, because IR may be deep. */
#include "import.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- failing ---- */

bool import_fail(import *im, const char *format, ...)
{
    char message[sizeof im->error->message];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    tunip_error_set(im->error, TUNIP_ERROR_FORMAT, "%s", message);
    return false;
}

bool import_fail_memory(import *im)
{
    tunip_error_set(im->error, TUNIP_ERROR_MEMORY, "out of memory");
    return false;
}

/* ---- the memory and the references of an import ---- */

bool import_push(import *im, frame f)
{
    if (!f.left) return true;
    frame *top = store_grow(&im->frames, sizeof *top);
    if (!top) return import_fail_memory(im);
    *top = f;
    return true;
}

bool import_keep(import *im, const ffi_any *value)
{
    if (!ffi_is_object(value)) return true;
    ffi_object **place = store_grow(&im->owned, sizeof *place);
    if (place) {
        *place = value->as.object;
        return true;
    }
    ffi_release(&im->f, value);
    return import_fail_memory(im);
}

static void close_import(import *im)
{
    ffi_object **owned = im->owned.items;
    for (size_t i = im->owned.count; i-- > 0;) im->f.release(owned[i]);
    free(im->owned.items);
    free(im->frames.items);
    free(im->nodes.entries);
    plan_free_all(im);
}

/* ---- objects ---- */

/* Whether other objects may refer to the object: then the import remembers its node. */
static bool is_shared(const ffi_object *object)
{
    return (uint32_t)object->counts != 1;
}

static tunip_node *make(import *im, const ffi_object *object)
{
    const plan *p = plan_find(im, object->index);
    return p ? p->make(im, p, object) : NULL;
}

static bool remember(import *im, const ffi_object *object, tunip_node **out)
{
    memo_entry *entry = memo_find(&im->nodes, object);
    if (!entry) return import_fail_memory(im);
    if (!entry->node) entry->node = make(im, object);
    return (*out = entry->node) != NULL;
}

static bool import_object(import *im, const ffi_object *object, tunip_node **out)
{
    if (is_shared(object)) return remember(im, object, out);
    return (*out = make(im, object)) != NULL;
}

static bool import_value(import *im, const ffi_any *value, tunip_node **out)
{
    if (!ffi_is_object(value)) return value_node(im, value, out);
    return value->as.object ? import_object(im, value->as.object, out)
                            : import_fail(im, "a value is said to be an object, and is NULL");
}

/* ---- fields ---- */

/* ORDER tunip_field_kind */
const import_scalar import_scalars[] = {
    {FFI_NONE, 0},
    {FFI_INT, sizeof(int64_t)},
    {FFI_FLOAT, sizeof(double)},
    {FFI_BOOL, sizeof(bool)},
    {FFI_DTYPE, sizeof(tunip_dtype)},
};

static bool fail_field(import *im, const row *r, const ffi_any *value)
{
    ffi_bytes key = r->owner->info->key;
    return import_fail(im, "field `%.*s` of %.*s has a value of tvm-ffi's kind %d instead of %d",
                       (int)r->name->size, r->name->data, (int)key.size, key.data,
                       (int)value->index, (int)import_scalars[r->kind].index);
}

static bool fail_getter(import *im, const row *r)
{
    char during[sizeof im->error->message];
    ffi_bytes key = r->owner->info->key;
    snprintf(during, sizeof during, "field `%.*s` of %.*s", (int)r->name->size, r->name->data,
             (int)key.size, key.data);
    return ffi_raised(&im->f, during, im->error);
}

/* Learns how the value of a field lies in the object, from one result of the getter. The type of a
 * field is the same in all objects. If the getter returns an object, and the bytes of the field are
 * the address of this object or the same ffi_any, then the field always has this form. A number
 * with the same bytes cannot mislead this test, because the getter returns it as a number. */
static void learn(row *r, const char *from, const ffi_any *value)
{
    if (r->kind != TUNIP_KIND_NODE) return;
    if (r->size == sizeof(void *) && ffi_is_object(value) &&
        memcmp(from, &value->as.object, sizeof(void *)) == 0)
        r->form = FORM_POINTER;
    else if (r->size == sizeof *value && (ffi_is_object(value) || value->index == FFI_SMALL_STRING))
        r->form = memcmp(from, value, sizeof *value) == 0 ? FORM_ANY : FORM_GETTER;
}

static bool import_got(import *im, row *r, const char *from, char *to)
{
    ffi_any value = {.index = FFI_NONE};
    if (r->getter((void *)(uintptr_t)from, &value) != 0) return fail_getter(im, r);
    if (r->form == FORM_UNKNOWN) learn(r, from, &value);
    if (!import_keep(im, &value)) return false;
    if (r->kind == TUNIP_KIND_NODE) return import_value(im, &value, (tunip_node **)(void *)to);
    if (value.index != import_scalars[r->kind].index) return fail_field(im, r, &value);
    memcpy(to, &value.as, import_scalars[r->kind].size);
    return true;
}

static bool import_field(import *im, row *r, const char *object, char *node)
{
    const char *from = object + r->from;
    char *to = node + r->to;
    if (r->form == FORM_POINTER) {
        const ffi_object *child = *(const ffi_object *const *)(const void *)from;
        return !child || import_object(im, child, (tunip_node **)(void *)to);
    }
    if (r->form == FORM_ANY)
        return import_value(im, (const ffi_any *)(const void *)from, (tunip_node **)(void *)to);
    if (r->form != FORM_SCALAR) return import_got(im, r, from, to);
    memcpy(to, from, r->size);
    return true;
}

static bool walk(import *im)
{
    while (im->frames.count) {
        frame *f = (frame *)im->frames.items + im->frames.count - 1;
        if (!f->left) {
            im->frames.count--;
            continue;
        }
        f->left--;
        if (f->rows) {
            if (!import_field(im, f->rows++, f->from, f->to)) return false;
            continue;
        }
        const ffi_any *value = (const ffi_any *)(const void *)f->from;
        tunip_node **slot = (tunip_node **)(void *)f->to;
        f->from += sizeof *value;
        f->to += sizeof *slot;
        if (!import_value(im, value, slot)) return false;
    }
    return true;
}

/* ---- the whole ---- */

/* The version of TVM in the process: the newest version that has one of these functions. */
static unsigned find_vintage(const ffi *f)
{
    static const struct {
        unsigned vintage;
        ffi_bytes function;
    } known[] = {{26, {"tirx.Return", sizeof "tirx.Return" - 1}},
                 {25, {"tirx.Break", sizeof "tirx.Break" - 1}},
                 {24, {"tirx.For", sizeof "tirx.For" - 1}}};
    for (size_t i = 0; i < TUNIP_LEN(known); i++) {
        void *function = NULL;
        if (f->global(&known[i].function, &function) != 0 || !function) continue;
        f->release(function);
        return known[i].vintage;
    }
    return TUNIP_VINTAGE_USUAL;
}

static bool import_roots(import *im, void *const *objects, size_t count, tunip_node **out)
{
    for (size_t i = 0; i < count; i++) {
        if (!objects[i]) {
            tunip_error_set(im->error, TUNIP_ERROR_ARGUMENT, "the object is NULL");
            return false;
        }
        if (!remember(im, objects[i], &out[i]) || !walk(im)) return false;
    }
    return true;
}

/* The node of one object, or an array of those of all. */
static void *import_all(import *im, void *const *objects, size_t count, bool as_array)
{
    tunip_node *one = NULL, **nodes = &one;
    tunip_array *array = as_array ? tunip_node_new(im->graph, &tunip_array_type) : NULL;
    if (as_array) nodes = tunip_graph_alloc(im->graph, (count ? count : 1) * sizeof *nodes);
    if (!nodes || (as_array && !array)) {
        import_fail_memory(im);
        return NULL;
    }
    if (!import_roots(im, objects, count, nodes)) return NULL;
    if (!as_array) return one;
    array->items = nodes;
    array->count = count;
    return array;
}

static bool fill(import *im, void *const *objects, size_t count, bool as_array)
{
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("live objects"), tunip_str_from(""), im->error);
    const tunip_input input = {.size = sizeof input,
                               .context = im->context,
                               .source = source,
                               .graph = im->graph,
                               .error = im->error,
                               .options = &options};
    options.vintage = im->vintage = find_vintage(&im->f);
    im->assembler = source ? tunip_assembler_new(&input) : NULL;
    void *root = im->assembler ? import_all(im, objects, count, as_array) : NULL;
    if (root)
        tunip_assembler_finish(im->assembler, root);
    else
        tunip_assembler_free(im->assembler);
    tunip_source_free(source);
    im->error->line = im->error->column = 0; /* there is no text */
    return im->error->code == TUNIP_OK;
}

static tunip_graph *open_import(const tunip_context *context, void *const *objects, size_t count,
                                bool as_array, const tunip_tvm_options *options, tunip_error *error)
{
    static const tunip_tvm_options defaults = TUNIP_TVM_OPTIONS_INIT;
    tunip_error own = TUNIP_ERROR_INIT;
import im = {.context = context, .error = & own };
    if (!options) options = &defaults;
    if (options->size != sizeof *options || (count && !objects)) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                        objects ? "the options have a wrong size" : "there are no objects");
        return NULL;
    }
    im.borrow_tensors = options->borrow_tensors;
    if (ffi_open(&im.f, options->library, &own) == TUNIP_OK)
        im.graph = tunip_graph_new(context, &own);
    bool filled = im.graph && fill(&im, objects, count, as_array);
    close_import(&im);
    if (filled) return im.graph;
    tunip_graph_free(im.graph);
    if (error && error->code == TUNIP_OK) *error = own;
    return NULL;
}

tunip_graph *tunip_tvm_import(const tunip_context *context, void *object,
                              const tunip_tvm_options *options, tunip_error *error)
{
    return open_import(context, &object, 1, false, options, error);
}

tunip_graph *tunip_tvm_import_all(const tunip_context *context, void *const *objects, size_t count,
                                  const tunip_tvm_options *options, tunip_error *error)
{
    return open_import(context, objects, count, true, options, error);
}
