/* memory.c -- the memory, the first error and the options of a print. */
#include "docsifier.h"

#include <stdio.h>

#include <tunip/ext/dialect.h>

void tn_job_fail(tunip_docsifier *d, tunip_status code, const char *format, ...)
{
    if (tn_job_failed(d)) return;
    d->memory.error.code = code;
    va_list args;
    va_start(args, format);
    vsnprintf(d->memory.error.message, sizeof d->memory.error.message, format, args);
    va_end(args);
}

void tn_job_no_memory(tunip_docsifier *d)
{
    tunip_error_set(&d->memory.error, TUNIP_ERROR_MEMORY, "out of memory");
}

void *tn_job_memory_slow(tunip_docsifier *d, size_t size)
{
    void *memory = tn_arena_alloc(&d->memory.arena, size);
    if (!memory) tn_job_no_memory(d);
    return memory;
}

void *tunip_job_alloc(tunip_docsifier *d, size_t size)
{
    void *memory = tn_arena_zalloc(&d->memory.arena, size);
    if (TN_RARELY(!memory)) tn_job_no_memory(d);
    return memory;
}

void *tunip_job_keep(tunip_docsifier *d, size_t size)
{
    void *memory = tn_job_kept_memory(d, size);
    if (memory) memset(memory, 0, size);
    return memory;
}

tunip_scratch *tunip_job_scratch(tunip_docsifier *d)
{
    return &d->memory.scratch;
}

tunip_str tn_job_kept_text(tunip_docsifier *d, tunip_str text)
{
    tunip_str copy = tn_arena_str(&d->memory.kept, text);
    if (!copy.data) tn_job_no_memory(d);
    return copy;
}

const tunip_print_options *tunip_job_options(const tunip_docsifier *d)
{
    return d->options;
}

tunip_walk_end tunip_job_walk(tunip_docsifier *d, const tunip_node *root,
                              const tunip_walker *walker)
{
    tunip_walker own = *walker;
    own.allocator = tn_job_allocator(d);
    tunip_walk_end end = tunip_walk(root, &own);
    if (end == TUNIP_WALK_NO_MEMORY) tn_job_no_memory(d);
    return end;
}
