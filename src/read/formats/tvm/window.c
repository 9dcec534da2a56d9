/* window.c -- reads a large file in windows: parts that follow one another and stay in the
 * processor's cache, so that the text takes no memory.
 *
 * A window moves on between two nodes. A node that does not end in its window is read again in a
 * larger one. If a read in windows fails for any other reason, such as a write to the file, the
 * reader reads the file again as a whole, so its messages need no places in windows. */

#include "../../../util/source.h"
#include "tvm.h"

bool tn_window_open(tn_reader *r, const tunip_source *source, tn_worker *worker)
{
    tn_window *w = &r->window;
    *w = (tn_window){.worker = worker, .error = TUNIP_ERROR_INIT};
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
    if (r->window.size) tn_os_close(r->window.file);
    tn_array_free(&r->window.bytes, r->to.allocator);
    tn_array_free(&r->window.ahead.bytes, r->to.allocator);
}

/* The views of the window that the reader keeps. */
static void forget_views(tn_reader *r)
{
    memset(r->types, 0, sizeof r->types);
    memset(r->dtypes, 0, sizeof r->dtypes);
}

/* ---- bytes ---- */

/* The room for the rest of a part before the bytes of the next one. */
static size_t room_before(const tn_window *w)
{
    return w->size / TN_WINDOW_REST;
}

/* The worker's job. */
static void read_next_part(void *opaque)
{
    tn_next_part *next = opaque;
    char *out = next->bytes.items + next->bytes.count;
    next->got = tn_file_read(next->file, next->from, out, next->size, NULL);
}

/* Makes the worker read the bytes after the window. */
static void post_next_part(tn_reader *r)
{
    tn_window *w = &r->window;
    tn_next_part *next = &w->ahead;
    size_t left = w->end - w->next;
    next->job = 0;
    if (!w->worker || !left) return;
    next->file = w->file;
    next->from = w->next;
    next->size = left < w->size ? left : w->size;
    next->bytes.count = 0;
    if (!tn_array_reserve(&next->bytes, r->to.allocator, room_before(w) + next->size + 1)) return;
    next->bytes.count = room_before(w);
    next->job = tn_worker_post(w->worker, read_next_part, next);
}

/* Changes to the part that the worker has read, if it has read one and there is room before it for
 * `kept` bytes, which it copies. */
static bool take_next_part(tn_window *w, const char *rest, size_t kept, tunip_str *part)
{
    tn_next_part *next = &w->ahead;
    if (!next->job) return false;
    tn_worker_wait(w->worker, next->job);
    if (kept > next->bytes.count || next->got != next->size) return false;
    char *begin = next->bytes.items + next->bytes.count - kept;
    if (kept) memcpy(begin, rest, kept);
    *part = (tunip_str){begin, kept + next->got};
    tn_bytes used = w->bytes;
    w->bytes = next->bytes;
    next->bytes = used;
    return true;
}

/* Reads a part of `kept` bytes that are there and `more` others. */
static bool read_part(tn_reader *r, const char *rest, size_t kept, size_t more, tunip_str *part)
{
    tn_window *w = &r->window;
    if (more > w->end - w->next) more = w->end - w->next;
    if (kept) memmove(w->bytes.items, rest, kept);
    w->bytes.count = kept;
    if (!tn_array_reserve(&w->bytes, r->to.allocator, more + 1)) return tn_read_fail_memory(r);
    size_t got = tn_file_read(w->file, w->next, w->bytes.items + kept, more, &w->error);
    if (got == SIZE_MAX) return tn_assemble_fail(&r->to, w->error.code, 0, "%s", w->error.message);
    if (got < more) return tn_assemble_fail(&r->to, TUNIP_ERROR_IO, 0, "the file changed");
    *part = (tunip_str){w->bytes.items, kept + got};
    return true;
}

/* Moves the window on to the current token, and makes it so large that `more` bytes follow what is
 * left of it. */
static bool slide(tn_reader *r, size_t more)
{
    tn_window *w = &r->window;
    tunip_str part;
    size_t kept = (size_t)(r->json.limit - r->json.at);
    if (!take_next_part(w, r->json.at, kept, &part) && !read_part(r, r->json.at, kept, more, &part))
        return false;
    if (!tn_file_is_unchanged(w->noted, w->file))
        return tn_assemble_fail(&r->to, TUNIP_ERROR_IO, 0, "the file changed");
    w->next += part.size - kept;
    ((char *)(uintptr_t)part.data)[part.size] = '\0';
    tunip_json_init(&r->json, part);
    forget_views(r);
    tn_read_advance(r);
    post_next_part(r);
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
