/* ffi.c -- the functions of tvm-ffi in this process, and calls of functions that TVM registered. */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "ffi.h"

#include <dlfcn.h>

/* ---- texts and errors ---- */

bool ffi_text(const ffi_any *value, tunip_str *out)
{
    const ffi_string *string = (const ffi_string *)value->as.object;
    if (value->index == FFI_SMALL_STRING || value->index == FFI_SMALL_BYTES)
        *out = (tunip_str){value->as.small, value->small_size};
    else if ((value->index == FFI_STRING || value->index == FFI_BYTES) && string)
        *out = (tunip_str){string->text.data, string->text.size};
    else
        return false;
    bool is_small = !ffi_is_object(value);
    return is_small ? out->size < sizeof value->as.small : out->data || !out->size;
}

bool ffi_raised(const ffi *f, const char *during, tunip_error *error)
{
    void *raised = NULL;
    f->take_error(&raised);
    const ffi_error *e = raised;
    if (e && e->message.data)
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "%s: TVM raised %.*s: %.*s", during,
                        (int)e->kind.size, e->kind.data ? e->kind.data : "",
                        (int)(e->message.size < 200 ? e->message.size : 200), e->message.data);
    else
        tunip_error_set(error, TUNIP_ERROR_FORMAT, "%s: TVM reports a failure without a message",
                        during);
    if (raised) f->release(raised);
    return false;
}

/* ---- calls ---- */

bool ffi_call(const ffi *f, void *function, ffi_any *args, int32_t count, ffi_any *result,
              tunip_error *error)
{
    *result = (ffi_any){.index = FFI_NONE};
    return f->call(function, args, count, result) == 0 ||
           ffi_raised(f, "a call of a function", error);
}

bool ffi_call_named(const ffi *f, const char *name, ffi_any *args, int32_t count, ffi_any *result,
                    tunip_error *error)
{
    void *function = NULL;
    const ffi_bytes bytes = {name, strlen(name)};
    if (f->global(&bytes, &function) != 0) return ffi_raised(f, name, error);
    if (!function) {
        tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "tvm-ffi has no function `%s`", name);
        return false;
    }
    bool called = ffi_call(f, function, args, count, result, error);
    f->release(function);
    return called;
}

/* ---- the functions in the process ---- */

/* Where each is stored. */
static const struct {
    const char *name;
    size_t offset;
} symbols[] = {
    {"TVMFFIGetTypeInfo", offsetof(ffi, type_info)},
    {"TVMFFIGetTypeAttrColumn", offsetof(ffi, column)},
    {"TVMFFIFunctionGetGlobal", offsetof(ffi, global)},
    {"TVMFFIFunctionCall", offsetof(ffi, call)},
    {"TVMFFIObjectDecRef", offsetof(ffi, release)},
    {"TVMFFIErrorMoveFromRaised", offsetof(ffi, take_error)},
};

/* Finds the functions. POSIX allows to store a pointer to a function as a pointer to data. */
static tunip_status find_symbols(ffi *f, void *library, tunip_error *error)
{
    for (size_t i = 0; i < TUNIP_LEN(symbols); i++) {
        void *found = dlsym(library ? library : RTLD_DEFAULT, symbols[i].name);
        if (!found)
            return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                                   "%s has no function `%s`: is TVM with tvm-ffi loaded?",
                                   library ? "the library" : "this process", symbols[i].name);
        memcpy((char *)f + symbols[i].offset, &found, sizeof found);
    }
    return TUNIP_OK;
}

/* ---- the test of the structs ---- */

/* Makes [7, 8] or {7: 8}, and checks the members of the struct. Arrays and maps begin with the same
 * members. */
static bool test(const ffi *f, const char *maker, int32_t index, int64_t count, tunip_error *error)
{
    ffi_any args[] = {{.index = FFI_INT, .as.integer = 7}, {.index = FFI_INT, .as.integer = 8}};
    ffi_any made;
    if (!ffi_call_named(f, maker, args, 2, &made, error)) return false;
    const ffi_array *array = (const ffi_array *)made.as.object;
    bool is_known = made.index == index && array->base.index == index && array->count == count &&
                    array->items && memcmp(array->items, args, sizeof args) == 0;
    if (is_known && index == FFI_MAP)
        is_known = (((const ffi_map *)array)->slots & FFI_FEW_ENTRIES) != 0;
    ffi_release(f, &made);
    if (!is_known)
        tunip_error_set(error, TUNIP_ERROR_FORMAT,
                        "this tvm-ffi has other structs than those of TVM v0.23: %s", maker);
    return is_known;
}

tunip_status ffi_open(ffi *f, void *library, tunip_error *error)
{
    tunip_error unheard = TUNIP_ERROR_INIT;
    if (!error) error = &unheard;
    if (find_symbols(f, library, error) != TUNIP_OK) return TUNIP_ERROR_NOT_FOUND;
    bool is_known =
        test(f, "ffi.Array", FFI_ARRAY, 2, error) && test(f, "ffi.Map", FFI_MAP, 1, error);
    return is_known ? TUNIP_OK : error->code;
}
