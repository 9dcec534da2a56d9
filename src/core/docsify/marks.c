/* marks.c -- the underlines and annotations of the options, as places in one set of paths, so that
 * the time of a lookup does not depend on the number of marks. */
#include "marks.h"

#include <tunip/ext/dialect.h>

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
    return open_underlines(d) && open_notes(d) && open_underline_paths(d);
}
