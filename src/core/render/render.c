/* render.c -- Doc -> text: one pass of a backend over the Doc tree, and its cleanup. */
#include "writer.h"

void tn_render_free(tn_render *render)
{
    const tunip_allocator *a = render->allocator;
    if (render->text) a->free(a->ctx, render->text, render->room);
    render->text = NULL;
    render->size = render->room = 0;
    tn_array_free(&render->spans, a);
    tn_array_free(&render->counted, a);
    tn_array_free(&render->asides, a);
}

static void clear_results(tn_render *render)
{
    render->text = NULL;
    render->size = render->room = render->plain = 0;
    memset(&render->spans, 0, sizeof render->spans);
    memset(&render->counted, 0, sizeof render->counted);
    memset(&render->asides, 0, sizeof render->asides);
}

/* Whether there was memory for it. */
static bool finish(tn_render *render, size_t size)
{
    if (!render->keep_tail) {
        size = tn_text_trimmed(render, (tunip_str){render->text, size});
        tn_source_map_clip(render, size);
    }
    render->size = size;
    render->text[size] = '\0';
    return !render->is_root || tn_render_clean(render);
}

static void emit(tn_writer *writer, const tunip_doc *doc)
{
    const tn_render *render = writer->render;
    if (render->is_root && render->backend->emit_root)
        tunip_emit_as(&writer->base, doc, render->backend->emit_root);
    else
        tunip_emit(&writer->base, doc);
}

tunip_status tn_render_doc(tn_render *render, const tunip_doc *doc, tunip_error *error)
{
    tn_stack own_stack;
    if (!render->stack) tn_stack_init(&own_stack);
    clear_results(render);
    tn_writer writer;
    if (tn_writer_init(&writer, render, render->stack ? render->stack : &own_stack, error))
        emit(&writer, doc);
    if (writer.status == TUNIP_OK && render->write) tn_writer_drain(&writer, true);
    if (writer.status == TUNIP_OK && !finish(render, tn_writer_offset(&writer)))
        tn_writer_fail_memory(&writer);
    if (writer.status != TUNIP_OK) tn_render_free(render);
    return writer.status;
}
