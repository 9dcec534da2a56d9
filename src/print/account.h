/* account.h -- whether a text determines every field. */
#ifndef TN_ACCOUNT_H
#define TN_ACCOUNT_H

#include <tunip/ext/doc.h>

#include "../util/tables.h"

/* The nodes that a check met, and those that it claimed (tunip_account_claim()). */
typedef struct tn_accounted {
    tn_set met;
    tn_set claimed;
    bool is_text; /* see tunip_account_of_text() */
} tn_accounted;

/* Checks that the text of `root` loses no field. If it does, sets the job's error and returns
 * false. */
bool tn_accounts_check(tunip_docsifier *d, const tunip_node *root);
/* Reports all such fields as TUNIP_ISSUE_LOST. False, with the job's error set, when out of memory.
 */
bool tn_accounts_report(tunip_docsifier *d, const tunip_node *root);

#endif
