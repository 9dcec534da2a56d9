/* forms.h -- what the forms of diagnostics share. */
#ifndef TN_FORMS_H
#define TN_FORMS_H

#include <tunip/diagnostic.h>
#include <tunip/json.h>
#include <tunip/site.h>
#include <tunip/source_map.h>

#include "../../util/memory.h"
#include "../../util/text.h"

/* Findings with the places of their labels. */
typedef struct tn_findings {
    const tunip_findings *given;
    tunip_trace *trace;
    tunip_source_map *map; /* NULL in the file itself */
    tunip_site_map *sites; /* NULL: without places in the user's program */
} tn_findings;

/* The path of the innermost node that is printed where a label begins. NULL if there is none, or if
 * it has very many steps. */
const tunip_path *tn_findings_innermost(const tn_findings *f, const tunip_traced *traced);
/* The span of a label in the user's program; NULL if there is none. */
const tunip_node *tn_findings_span(const tn_findings *f, const tunip_traced *traced);

/* A key and its value. */
static inline void tn_json_str_at(tunip_json_writer *w, const char *key, tunip_str text)
{
    tunip_json_key(w, key);
    tunip_json_put_string(w, text);
}

static inline void tn_json_text_at(tunip_json_writer *w, const char *key, const char *text)
{
    tn_json_str_at(w, key, tunip_str_from(text));
}

static inline void tn_json_number_at(tunip_json_writer *w, const char *key, size_t number)
{
    tunip_json_key(w, key);
    tunip_json_put_size(w, number);
}

/* The member "sites": the places of a span; nothing for NULL. */
void tn_json_sites(tunip_json_writer *w, const tunip_node *span);

/* ---- the forms ---- */

void tn_write_json_lines(tunip_json_writer *w, const tn_findings *f);
/* False when out of memory. */
bool tn_put_text(tn_text *out, const tn_findings *f, const tunip_diagnostic *d,
                 const tunip_diagnostics_options *options);
void tn_put_github(tn_text *out, const tn_findings *f, const tunip_diagnostic *d);

/* A SARIF log. Findings of tunip itself are in one run, whose files and rules are listed at its
 * end. */
typedef struct tn_sarif {
    tunip_json_writer *w;
    const tunip_allocator *allocator;
    bool is_open; /* the run of tunip itself */
    bool has_runs, failed;
    TN_ARRAY(char *) uris;  /* of its files */
    TN_ARRAY(size_t) sizes; /* of these */
    TN_ARRAY(char *) codes; /* its rules, by their first result */
} tn_sarif;

void tn_sarif_begin(tn_sarif *s, tunip_json_writer *w, const tunip_allocator *allocator);
/* False when out of memory. */
bool tn_sarif_add(tn_sarif *s, const tn_findings *f);
void tn_sarif_end(tn_sarif *s);

#endif
