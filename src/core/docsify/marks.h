/* marks.h -- the underlines and annotations of the options. */
#ifndef TN_MARKS_H
#define TN_MARKS_H

#include "../ir/path.h"
#include "docsifier.h"

/* The sets hold places in `paths`. */
typedef struct tn_marks {
    tn_path_set paths;
    size_t checked;       /* the first places, of paths that were given as text */
    uint32_t *underlined; /* as many as the options name */
    size_t underlined_count;
    tunip_str *notes; /* of each place, empty for most; NULL when there are none at all */
    size_t note_count;
} tn_marks;

/* Reads the paths the options mark. False, with the job's error set, when one cannot be read. */
bool tn_marks_open(tunip_docsifier *d);

#endif
