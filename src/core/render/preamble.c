/* preamble.c -- the metadata section. It precedes a text, or follows it, and its lines have no
 * numbers. */
#include "writer.h"

static tunip_status emit(tn_render *section, tunip_str saved, tunip_error *error)
{
    tn_writer writer;
    tn_stack stack;
    tn_stack_init(&stack);
    if (tn_writer_init(&writer, section, &stack, error))
        section->backend->emit_metadata(&writer.base, saved);
    section->size = writer.status == TUNIP_OK ? tn_writer_offset(&writer) : 0;
    if (writer.status == TUNIP_OK && !tn_render_clean(section)) tn_writer_fail_memory(&writer);
    if (writer.status != TUNIP_OK) tn_render_free(section);
    return writer.status;
}

static tunip_status append(tn_render *render, tunip_str section, tunip_error *error)
{
    void *text = render->text;
    size_t size = render->size + section.size;
    if (size + 1 > render->room &&
        !tn_array_grow(&text, &render->room, size + 1, 1, render->allocator))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while rendering");
    render->text = text;
    memcpy(render->text + render->size, section.data, section.size + 1);
    render->size = size;
    return TUNIP_OK;
}

static tunip_status prepend(tn_render *render, tunip_str section, tunip_error *error)
{
    void *text = render->text;
    size_t size = render->size + section.size;
    if (size + 1 > render->room &&
        !tn_array_grow(&text, &render->room, size + 1, 1, render->allocator))
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory while rendering");
    render->text = text;
    memmove(render->text + section.size, render->text, render->size + 1);
    memcpy(render->text, section.data, section.size);
    render->size = size;
    tn_source_map_shift(render, section.size);
    return TUNIP_OK;
}

tunip_status tn_render_metadata(tn_render *render, tunip_str saved, tunip_error *error)
{
    if (!render->backend->emit_metadata) return TUNIP_OK;
    tn_render section = {.backend = render->backend,
                         .settings = render->settings,
                         .allocator = render->allocator,
                         .max_bytes = render->max_bytes,
                         .spent = render->size};
    tunip_status status = emit(&section, saved, error);
    if (status != TUNIP_OK) return status;
    bool is_last = render->backend->flags & TUNIP_BACKEND_METADATA_LAST;
    tunip_str text = {section.text, section.size};
    status = is_last ? append(render, text, error) : prepend(render, text, error);
    tn_render_free(&section);
    return status;
}
