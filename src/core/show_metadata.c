/* show_metadata.c -- the metadata section of a text: the saved graph of the nodes that the text
 * refers to as metadata[...]. */
#include "show_metadata.h"

#include <tunip/read.h>

#include "context.h"
#include "docsify/metadata.h"
#include "docsify/report.h"

typedef TN_ARRAY(char) saved_text;

typedef struct collector {
    saved_text text;
    const tunip_allocator *allocator;
} collector;

static int collect(const char *data, size_t size, void *user)
{
    collector *c = user;
    if (!tn_array_reserve(&c->text, c->allocator, size)) return 1;
    memcpy(c->text.items + c->text.count, data, size);
    c->text.count += size;
    return 0;
}

/* Saves `map` into `c`. */
static tunip_status save(const tunip_docsifier *d, const tunip_map *map, const char *format,
                         collector *c, tunip_error *error)
{
    tunip_error failure = TUNIP_ERROR_INIT;
    tunip_status status =
        tunip_save_as(d->context, format, &map->base, collect, c, &failure);
    if (status == TUNIP_ERROR_CANCELLED)
        return tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    if (status != TUNIP_OK && error && error->code == TUNIP_OK) *error = failure;
    return status;
}

/* A node that cannot be saved does not make the print fail. */
static tunip_status leave_out_metadata(tunip_docsifier *d, const tunip_error *reason,
                                       tunip_error *error)
{
    tunip_report(d, TUNIP_ISSUE_METADATA, NULL, "the metadata section is left out: %s",
                 reason->message);
    return tn_job_failed(d)
               ? tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message)
               : TUNIP_OK;
}

tunip_status tn_show_metadata(tunip_printed *p, tunip_error *error)
{
    tunip_docsifier *d = &p->docsifier;
    collector c = {.allocator = p->render.allocator};
    const tunip_map *map = tn_metadata_map(d);
    if (!map) return tunip_error_set(error, d->memory.error.code, "%s", d->memory.error.message);
    tunip_error failure = TUNIP_ERROR_INIT;
    const char *format = p->render.backend->metadata_format;
    tunip_status status = save(d, map, format ? format : "tvm-json", &c, &failure);
    if (status == TUNIP_OK)
        status = tn_render_metadata(&p->render, (tunip_str){c.text.items, c.text.count}, error);
    else if (status == TUNIP_ERROR_FORMAT || status == TUNIP_ERROR_ARGUMENT)
        status = leave_out_metadata(d, &failure, error);
    else if (error)
        *error = failure;
    tn_array_free(&c.text, c.allocator);
    return status;
}
