/* entries.c -- plugins with a faulty entry or function `add`. CMake builds a library NAME.so of
 * each part `#ifdef PLUGIN_NAME`. */
#include "acme.h"

/* An entry of which every member may be wrong. */
#define ENTRY(its_abi, its_size, its_build, its_name)                                              \
    TUNIP_API const tunip_plugin tunip_plugin_entry;                                               \
    const tunip_plugin tunip_plugin_entry = {                                                      \
        .abi = (its_abi), .size = (its_size), .build = (its_build), .name = (its_name), .add = add}

#ifdef PLUGIN_no_symbol
/* A library that is not a plugin. */
TUNIP_API int tunip_plugin_entrance;
int tunip_plugin_entrance = 1;
#endif

#ifdef PLUGIN_no_add
/* A plugin without a function to register with. */
TUNIP_PLUGIN(.name = "acme");
#endif

#ifdef PLUGIN_no_name
/* A plugin without a name. */
ACME_USUAL;
ACME_ADD(acme)
ENTRY(TUNIP_PLUGIN_ABI, sizeof(tunip_plugin), TUNIP_BUILD_BITS, NULL);
#endif

#ifdef PLUGIN_old_abi
/* A plugin with an ABI that is no longer supported. */
ACME_USUAL;
ACME_ADD(acme)
ENTRY(TUNIP_PLUGIN_ABI - 1, sizeof(tunip_plugin), TUNIP_BUILD_BITS, "acme");
#endif

#ifdef PLUGIN_new_abi
/* A plugin with a later ABI. */
ACME_USUAL;
ACME_ADD(acme)
ENTRY(TUNIP_PLUGIN_ABI + 1, sizeof(tunip_plugin), TUNIP_BUILD_BITS, "acme");
#endif

#ifdef PLUGIN_other_build
/* A plugin built with another layout of structs. */
ACME_USUAL;
ACME_ADD(acme)
ENTRY(TUNIP_PLUGIN_ABI, sizeof(tunip_plugin), 1, "acme");
#endif

#ifdef PLUGIN_too_small
/* A plugin whose description is too short. */
ACME_USUAL;
ACME_ADD(acme)
ENTRY(TUNIP_PLUGIN_ABI, 8, TUNIP_BUILD_BITS, "acme");
#endif

#ifdef PLUGIN_longer
/* A plugin built for a later library, with a longer description. */
ACME_USUAL;
ACME_ADD(acme)

typedef struct later_plugin {
    tunip_plugin plugin;
    const char *address;
} later_plugin;

TUNIP_API const later_plugin tunip_plugin_entry;
const later_plugin tunip_plugin_entry = {
    {
        .abi = TUNIP_PLUGIN_ABI,
        .size = sizeof(later_plugin),
        .build = TUNIP_BUILD_BITS,
        .name = "acme",
        .add = add,
    },
    .address = "somewhere",
};
#endif

#ifdef PLUGIN_hostile_name
/* A plugin whose name could control a terminal. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    (void)error;
    return TUNIP_OK;
}

TUNIP_PLUGIN(.name = "acme\x1b[31m", .version = "1", .add = add);
#endif

#ifdef PLUGIN_hostile_error
/* A plugin that fails with a message that could control a terminal. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    return tunip_error_set(error, TUNIP_ERROR_IO, "no licence\n%s",
                           "\x1b[31m\xc2\x9b\xe2\x80\xae\xff");
}

TUNIP_PLUGIN(.name = "hostile_error", .version = "1", .add = add);
#endif

#ifdef PLUGIN_silent
/* A plugin that fails without a message. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    (void)error;
    return TUNIP_ERROR_RULE;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_unknown_status
/* A plugin that returns a number that is no status. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    (void)context;
    tunip_error_set(error, TUNIP_ERROR_RULE, "the licence has run out");
    return (tunip_status)99;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_fails
/* A plugin that registers one thing and then fails. */
ACME_USUAL;

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    if (status != TUNIP_OK) return status;
    return tunip_error_set(error, TUNIP_ERROR_RULE, "the licence has run out");
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_prints
/* A plugin that prints while it is loaded. */
ACME_USUAL;

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    if (status != TUNIP_OK) return status;
    tunip_text_free(context, tunip_print_module(context, NULL, error));
    return error ? error->code : TUNIP_ERROR_RULE;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif
