/* bindings.c -- names of functions and modules. */
#include "bindings.h"

#include <tunip/ext/dialect.h>

tunip_str tunip_binding_name(const tunip_docsifier *d)
{
    tunip_str none = {NULL, 0};
    return d->bindings->names.count ? d->bindings->names.items[d->bindings->names.count - 1] : none;
}

void tunip_binding_push(tunip_docsifier *d, tunip_str name)
{
    if (!tn_array_push(&d->bindings->names, tn_job_allocator(d), name)) tn_job_no_memory(d);
}

void tunip_binding_pop(tunip_docsifier *d)
{
    if (d->bindings->names.count) d->bindings->names.count--;
}
