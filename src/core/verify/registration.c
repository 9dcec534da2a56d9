/* registration.c -- the checks of a type before it is registered: its description, and the types
 * that it refers to. */
#include "registration.h"

#include "../base/words.h"
#include "type.h"

static const char *printable(const char *key)
{
    return tn_key_fault(key) ? "?" : key;
}

static tunip_status check_base(const tn_registry *registry, const tunip_type *type,
                               const char *owner, tunip_error *error)
{
    const tn_type_info *base =
        type->base ? tn_registry_info(registry, type->base) : NULL;
    if (type->base && !base)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s registers the type %s, whose base %s is not registered", owner,
                               printable(type->key), printable(type->base->key));
    if (base && base->type != type->base)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "%s registers the type %s, whose base is another %s than that of "
                               "%s: is tunip linked in twice?",
                               owner, printable(type->key), type->base->key, base->owner);
    return TUNIP_OK;
}

tunip_status tn_verify_type(const tn_registry *registry, const tunip_type *type, const char *owner,
                            tunip_error *error)
{
    char fault[TN_FAULT_SIZE];
    tunip_str key = tunip_str_from(type->key);
    const tn_type_info *there = tn_registry_info(registry, type);
    if (key.size && there)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "%s and %s both register the type %s",
                               there->owner, owner, type->key);
    tunip_status status = check_base(registry, type, owner, error);
    if (status != TUNIP_OK || tn_type_is_valid(type, fault)) return status;
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "dialect `%s`: type `%s`: %s", owner,
                           printable(type->key), fault);
}

/* ---- types that fields name ---- */

static tunip_status refuse_reference(const tn_registry *registry, const tunip_type *type,
                                     const tunip_field *field, const tunip_type *named,
                                     const char *owner, tunip_error *error)
{
    const tn_type_info *there = tn_registry_info(registry, named);
    if (there)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "dialect `%s`: type `%s`: field `%s` names another `%s` than that "
                               "of %s: is it defined twice?",
                               owner, type->key, field->name, named->key, there->owner);
    return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                           "dialect `%s`: type `%s`: field `%s` names the type `%s`, which is not "
                           "registered",
                           owner, type->key, field->name, printable(named->key));
}

tunip_status tn_verify_references(const tn_registry *registry, const tunip_type *type,
                                  const char *owner, tunip_error *error)
{
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        const tunip_type *const named[] = {field->expects, field->key, field->item};
        for (size_t k = 0; k < TUNIP_LEN(named); k++)
            if (named[k] && named[k] != &tunip_any_type && !tn_registry_has(registry, named[k]))
                return refuse_reference(registry, type, field, named[k], owner, error);
    }
    return TUNIP_OK;
}
