/* print_module.c -- a print with the default options, as a string, and to stderr. */
#include <stdio.h>

#include <tunip/print.h>

#include "base/text.h"
#include "context.h"

char *tunip_print_module(tunip_context *context, const tunip_node *root, tunip_error *error)
{
    tunip_printed *p;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.no_source_map = true;
    if (tunip_print(context, root, &options, &p, error) != TUNIP_OK) return NULL;
    char *copy = tn_string_new(&context->allocator, tunip_printed_text(p));
    if (!copy) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    tunip_printed_free(p);
    return copy;
}

void tunip_text_free(tunip_context *context, char *text)
{
    tn_string_free(&context->allocator, text);
}

/* Makes a context, because a debugger has none. This is the only function of the library that
 * writes to stderr. */
void tunip_dump(const tunip_node *node)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    char *text = context ? tunip_print_module(context, node, &error) : NULL;
    fprintf(stderr, "%s\n", text ? text : error.message);
    tunip_text_free(context, text);
    tunip_context_free(context);
}
