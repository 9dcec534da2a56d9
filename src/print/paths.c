/* paths.c -- the paths of Docs, and the places that the options underline or annotate. */
#include "paths.h"

#include <tunip/ext/dialect.h>

#include "../util/memory.h"

/* ======== paths ======== */

/* The paths of a print: the true paths in the graph, and TVM's paths where they
 * differ. */

static const tunip_path root_path = {.parent = NULL};

const tunip_path *tunip_path_root(tunip_docsifier *d)
{
    (void)d;
    return &root_path;
}

/* ---- the paths of TVM ---- */

/* The path that TVM uses for `path`: usually the same path. */
static const tunip_path *as_printed(const tunip_docsifier *d, const tunip_path *path)
{
    const uint64_t *printed =
        d->paths->printed_recorded ? tn_map_get(&d->paths->printed, path) : NULL;
    return printed ? (const tunip_path *)(uintptr_t)*printed : path;
}

static void note_printed(tunip_docsifier *d, const tunip_path *path, const tunip_path *printed)
{
    uint64_t *slot = tn_map_put(&d->paths->printed, path, NULL);
    if (slot)
        *slot = (uintptr_t)printed;
    else
        tn_job_no_memory(d);
}

tn_path_cursor tn_first_printed_path(const tunip_docsifier *d, const tunip_doc *doc)
{
    tn_path_cursor c = {doc->path, doc->more_paths};
    if (!c.path)
        tn_next_printed_path(d, &c);
    else
        c.path = as_printed(d, c.path);
    return c;
}

void tn_next_printed_path(const tunip_docsifier *d, tn_path_cursor *c)
{
    c->path = NULL;
    if (!c->more) return;
    const tn_more_path *entry = &d->paths->more.items[c->more];
    *c = (tn_path_cursor){as_printed(d, entry->path), entry->next};
}

/* ---- extending a path ---- */

/* `parent` extended by `step`; NULL when out of memory. */
static tunip_path *append(tunip_docsifier *d, const tunip_path *parent, tunip_path step)
{
    tn_numbered_path *made = tn_job_memory(d, sizeof *made);
    if (!made) return NULL;
    made->number = 0;
    tunip_path *path = &made->path;
    *path = step;
    path->parent = parent;
    path->depth = parent->depth + 1;
    path->mark = TN_PATH_NUMBERED;
    return path;
}

/* A copy of `path` with another path for TVM. NULL when out of memory. */
static tunip_path *twin(tunip_docsifier *d, const tunip_path *path)
{
    tunip_path *copy = tn_job_memory(d, sizeof *copy);
    if (!copy) return NULL;
    *copy = *path;
    copy->mark &= TN_PATH_MADE;
    return copy;
}

/* Below a node that a rule made, the true path stays the same; only TVM's path is extended. */
static const tunip_path *extend_odd(tunip_docsifier *d, const tunip_path *parent, tunip_path step)
{
    bool is_made = tn_path_is_made(parent);
    const tunip_path *before = as_printed(d, parent);
    const tunip_path *path = is_made ? twin(d, parent) : append(d, parent, step);
    if (!path || before == parent) return path ? path : parent;
    const tunip_path *printed = append(d, before, step);
    if (printed) note_printed(d, path, printed);
    return path;
}

/* Out of line, because most prints record no paths. */
TN_APART static const tunip_path *extend(tunip_docsifier *d, const tunip_path *parent,
                                         tunip_path step)
{
    if (d->paths->printed_recorded) return extend_odd(d, parent, step);
    if (tn_path_is_made(parent)) return parent;
    const tunip_path *path = append(d, parent, step);
    return path ? path : parent;
}

/* Paths may stop being recorded within a print. */
const tunip_path *tunip_path_attr_slow(tunip_docsifier *d, const tunip_path *parent,
                                       const char *name)
{
    if (!d->paths->recorded) return parent;
    return extend(d, parent, (tunip_path){.step = TUNIP_STEP_ATTR, .at.attr = name});
}

const tunip_path *tunip_path_item_slow(tunip_docsifier *d, const tunip_path *parent, size_t index)
{
    if (!d->paths->recorded) return parent;
    return extend(d, parent, (tunip_path){.step = TUNIP_STEP_ITEM, .at.index = (int64_t)index});
}

const tunip_path *tunip_path_key_slow(tunip_docsifier *d, const tunip_path *parent, const void *key)
{
    if (!d->paths->recorded) return parent;
    return extend(d, parent, (tunip_path){.step = TUNIP_STEP_KEY, .at.key = key});
}

const tunip_path *tunip_path_key_missing_slow(tunip_docsifier *d, const tunip_path *parent,
                                              const void *key)
{
    if (!d->paths->recorded) return parent;
    return extend(d, parent, (tunip_path){.step = TUNIP_STEP_KEY_MISSING, .at.key = key});
}

/* ---- paths of nodes that rules made, and TVM's paths ---- */

TN_APART static const tunip_path *note_as(tunip_docsifier *d, const tunip_path *path,
                                          const tunip_path *printed)
{
    note_printed(d, path, as_printed(d, printed));
    return path;
}

const tunip_path *tunip_path_as(tunip_docsifier *d, const tunip_path *path,
                                const tunip_path *printed)
{
    bool is_odd = path != printed && d->paths->printed_recorded;
    return is_odd ? note_as(d, path, printed) : path;
}

const tunip_path *tunip_path_made(tunip_docsifier *d, const tunip_path *path)
{
    if (!d->paths->recorded || !path || tn_path_is_made(path)) return path;
    tunip_path *made = twin(d, path);
    if (!made) return path;
    made->mark = TN_PATH_MADE;
    if (d->paths->printed_recorded) note_printed(d, made, as_printed(d, path));
    return made;
}

const tunip_path *tn_job_next_path(const void *job, uint32_t *more)
{
    tn_path_cursor cursor = {.more = *more};
    tn_next_path(job, &cursor);
    *more = cursor.more;
    return cursor.path;
}

/* ======== marks ======== */

/* The underlines and annotations of the options, as places in one set of paths, so that
 * the time of a lookup does not depend on the number of marks. */

static uint32_t add_place(tunip_docsifier *d, const tunip_path *path)
{
    uint32_t place = tn_path_set_add(&d->marks->paths, path);
    if (place == TN_NO_PLACE) tn_job_no_memory(d);
    return place;
}

/* The place of the path in `text`; on failure sets the job's error and returns TN_NO_PLACE. */
static uint32_t place_of(tunip_docsifier *d, const char *text)
{
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_path *path =
        tn_path_parse(&d->memory.arena, tunip_str_from(text ? text : ""), &error);
    if (path) return add_place(d, path);
    tn_job_fail(d, error.code, "%s", error.message);
    return TN_NO_PLACE;
}

static uint32_t *places_new(tunip_docsifier *d, size_t count)
{
    if (count <= SIZE_MAX / sizeof(uint32_t)) return tn_job_memory(d, count * sizeof(uint32_t));
    tn_job_no_memory(d);
    return NULL;
}

/* Room for the texts and the paths. The texts come first: tn_check_marks() checks them alone. */
static bool open_underlines(tunip_docsifier *d)
{
    size_t count = d->options->underline_count, paths = d->options->underline_path_count;
    if (!count && !paths) return true;
    uint32_t *places = paths <= SIZE_MAX - count ? places_new(d, count + paths) : NULL;
    if (!places) tn_job_no_memory(d);
    for (size_t i = 0; places && i < count && !tn_job_failed(d); i++)
        places[i] = place_of(d, d->options->underline[i]);
    d->marks->underlined = places;
    d->marks->underlined_count = count;
    return !tn_job_failed(d);
}

static bool open_underline_paths(tunip_docsifier *d)
{
    tn_marks *marks = d->marks;
    marks->checked = marks->paths.places.count;
    for (size_t i = 0; i < d->options->underline_path_count && !tn_job_failed(d); i++)
        marks->underlined[marks->underlined_count++] = add_place(d, d->options->underline_paths[i]);
    return !tn_job_failed(d);
}

/* Annotations of one place become several lines. */
static void add_note(tunip_docsifier *d, tunip_str *note, const char *text)
{
    tunip_str added = tunip_str_from(text ? text : "");
    if (note->size)
        added = tunip_doc_format(d, "%.*s\n%s", (int)note->size, note->data, added.data);
    *note = added;
}

/* All places are known before the table of notes is made. */
static bool open_notes(tunip_docsifier *d)
{
    size_t count = d->options->annotate_count;
    if (!count) return true;
    uint32_t *places = places_new(d, count);
    for (size_t i = 0; places && i < count && !tn_job_failed(d); i++)
        places[i] = place_of(d, d->options->annotate[i].path);
    if (tn_job_failed(d)) return false;
    size_t note_count = d->marks->paths.places.count;
    tunip_str *notes = tunip_job_alloc(d, note_count * sizeof *notes);
    if (!notes) return false;
    for (size_t i = 0; i < count; i++) add_note(d, &notes[places[i]], d->options->annotate[i].text);
    d->marks->notes = notes;
    d->marks->note_count = note_count;
    return !tn_job_failed(d);
}

bool tn_marks_open(tunip_docsifier *d)
{
    const tunip_print_options *options = d->options;
    if (!options->underline_count && !options->underline_path_count && !options->annotate_count)
        return true;
    return open_underlines(d) && open_notes(d) && open_underline_paths(d);
}
