/* window.c -- reads a large file in windows: parts that follow one another and stay in the
 * processor's cache, so that the text takes no memory.
 *
 * A window moves on between two nodes. A node that does not end in its window is read again in a
 * larger one. If a read in windows fails for any other reason, such as a write to the file, the
 * reader reads the file again as a whole, so its messages need no places in windows. */
#include <unistd.h>

#include "../../core/base/source.h"
#include "reader.h"

bool tn_window_open(tn_reader *r, const tunip_source *source)
{
    tn_window *w = &r->window;
    *w = (tn_window){.error = TUNIP_ERROR_INIT};
    w->file = tn_file_open(&source->late.file, source->name.data, &w->error);
    if (w->file < 0) return false;
    w->size = source->late.window;
    w->noted = &source->late.file;
    w->end = w->noted->size;
    tunip_json_init(&r->json, (tunip_str){"", 0});
    return tn_window_slide(r);
}

void tn_window_close(tn_reader *r)
{
    if (r->window.size) close(r->window.file);
    tn_array_free(&r->window.bytes, r->to.allocator);
}

/* The views of the window that the reader keeps. */
static void forget_views(tn_reader *r)
{
    memset(r->types, 0, sizeof r->types);
    memset(r->dtypes, 0, sizeof r->dtypes);
}

/* Moves the window on to the current token, and makes it so large that `more` bytes follow what is
 * left of it. */
static bool slide(tn_reader *r, size_t more)
{
    tn_window *w = &r->window;
    size_t kept = (size_t)(r->json.limit - r->json.at);
    size_t begin = (size_t)(r->json.at - r->json.begin);
    if (more > w->end - w->next) more = w->end - w->next;
    if (kept) memmove(w->bytes.items, w->bytes.items + begin, kept);
    w->bytes.count = kept;
    if (!tn_array_reserve(&w->bytes, r->to.allocator, more + 1)) return tn_read_fail_memory(r);
    size_t got = tn_file_read(w->file, w->next, w->bytes.items + kept, more, &w->error);
    if (got == SIZE_MAX) return tn_assemble_fail(&r->to, w->error.code, 0, "%s", w->error.message);
    if (got < more || !tn_file_is_unchanged(w->noted, w->file))
        return tn_assemble_fail(&r->to, TUNIP_ERROR_IO, 0, "the file changed");
    w->next += got;
    w->bytes.items[kept + got] = '\0';
    tunip_json_init(&r->json, (tunip_str){w->bytes.items, kept + got});
    forget_views(r);
    tn_read_advance(r);
    return true;
}

bool tn_window_slide(tn_reader *r)
{
    return slide(r, r->window.size);
}

/* Whether the read failed because the window ended. A token that the end cuts off begins or ends
 * near it. */
static bool was_cut(const tn_reader *r)
{
    enum { NEAR = 64 };
    return !tn_window_is_last(r) && r->to.status != TUNIP_ERROR_MEMORY &&
           r->json.limit - r->json.cursor < NEAR;
}

/* The first part of the node may have left things in the graph, and references to later nodes. They
 * do no harm, because nothing refers to the node. */
bool tn_window_retry(tn_reader *r, size_t *at)
{
    if (!was_cut(r)) return false;
    r->to.status = TUNIP_OK;
    *r->to.error = (tunip_error)TUNIP_ERROR_INIT;
    r->to.list.count = r->to.opaque_fields.count = 0;
    r->field = NULL;
    r->json.at = r->json.begin + *at;
    *at = 0;
    size_t kept = (size_t)(r->json.limit - r->json.at);
    return slide(r, kept > r->window.size ? kept : r->window.size);
}
