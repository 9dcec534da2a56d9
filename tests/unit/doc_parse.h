/* doc_parse.h -- reads what the doc backend wrote, and compares trees of Docs. */
#ifndef DOC_PARSE_H
#define DOC_PARSE_H

#include "core/docsify/job.h"

/* The tree that `text` is of, made by the public constructors, in memory of `d`. NULL when it is
 * none, and *line says where. */
const tunip_doc *doc_parse(tunip_docsifier *d, tunip_str text, size_t *line);

/* Whether two trees, of two jobs, are the same: kinds, values, roles, comments and the texts of all
 * paths. If not, *differs is where in the first one. */
bool doc_same(const tunip_docsifier *d, const tunip_doc *a, const tunip_docsifier *e,
              const tunip_doc *b, const tunip_doc **differs);

#endif
