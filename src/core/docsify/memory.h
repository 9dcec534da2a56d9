/* memory.h -- the memory and the first error of a print. */
#ifndef TN_MEMORY_H
#define TN_MEMORY_H

#include <tunip/ext/doc.h>

#include "../base/scratch.h"

typedef struct tn_memory {
    tn_arena arena; /* Docs and temporary data, until the text is made */
    tn_arena kept;  /* names, the report and shared Docs, until the print ends */
    tunip_error error;
    tunip_scratch scratch;      /* `arena` and `error` */
    tunip_scratch kept_scratch; /* `kept` and `error` */
    size_t most;                /* bytes in both arenas, by options.max_bytes */
} tn_memory;

/* Records the first error of the job. */
void tn_job_fail(tunip_docsifier *d, tunip_status code, const char *format, ...) TUNIP_PRINTF(3, 4);
TN_COLD void tn_job_no_memory(tunip_docsifier *d);

tunip_str tn_job_kept_text(tunip_docsifier *d, tunip_str text);

#endif
