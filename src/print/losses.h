/* losses.h -- whether reading the text of a print gives the same IR, and the reasons if it
 * does not. */
#ifndef TN_LOSSES_H
#define TN_LOSSES_H

#include "print.h"

/* ======== losses ======== */

/* Whether reading the text of a print gives the same IR, and the reasons if it does
 * not. */

/* Reads the text of a finished print whose spans are kept, compares the result with the root, and
 * stores the verdict. If they differ, adds the reasons to the report, as TUNIP_ISSUE_LOST. If no
 * format reads the text, the reasons alone decide the verdict. False, with the job's error set,
 * when out of memory. */
bool tn_losses_find(tunip_printed *printed);
/* Whether the text has what no format reads: line numbers, carets, or only some of its lines. */
bool tn_is_decorated(const tunip_print_options *options);
/* The same without reading the text: reports what the Docs and the accounts of dialects show. */
bool tn_losses_look(tunip_printed *printed);

/* ======== read back ======== */

/* Reads the text of a print, and compares the result with the root. */

/* A difference is a text such as "the text does not determine the dtype of the tir.Var". */
typedef struct tn_read_back {
    tn_verdict verdict;
    const tunip_path *path; /* of the first difference, in memory of the print; or NULL */
    char message[400];      /* the difference, or the reader's error; empty for the same IR */
} tn_read_back;

/* False, with the job's error set, when out of memory. */
bool tn_read_back_text(tunip_printed *printed, tn_read_back *out);

#endif
