/* report.h -- the issues of a print, and errors that name the running rule. */
#ifndef TN_REPORT_H
#define TN_REPORT_H

#include <tunip/ext/dialect.h>

#include "../base/array.h"
#include "docsifier.h"

typedef struct tn_report {
    TN_ARRAY(tunip_issue) issues;
} tn_report;

/* Fails the print by an error of the running rule: "leaves a frame ...". */
void tn_job_misuse(tunip_docsifier *d, const char *format, ...) TUNIP_PRINTF(2, 3);

#endif
