/* read_back.h -- reads the text of a print, and compares the result with the root. */
#ifndef TN_READ_BACK_H
#define TN_READ_BACK_H

#include "printed.h"

/* A difference is a text such as "the text does not determine the dtype of the tir.Var". */
typedef struct tn_read_back {
    tn_verdict verdict;
    const tunip_path *path; /* of the first difference, in memory of the print; or NULL */
    char message[400];      /* the difference, or the reader's error; empty for the same IR */
} tn_read_back;

/* False, with the job's error set, when out of memory. */
bool tn_read_back_text(tunip_printed *printed, tn_read_back *out);

#endif
