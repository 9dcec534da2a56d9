/* complaints.h -- the rules that the messages of readers belong to, and the changes that repair
 * what they are about. */
#ifndef TN_COMPLAINTS_H
#define TN_COMPLAINTS_H

#include <tunip/diagnostic.h>
#include <tunip/source.h>

/* The name of the rule (<tunip/rules.h>) of a message about a script. The words of the message
 * decide, so the messages of a vendor's dialect have rules, too. Names in backticks do not
 * count. */
const char *tn_rule_of_message(tunip_str message);

/* Adds to each diagnostic from number `first` on the change that its advice names: for "did you
 * mean `x`?" the replacement of the word that is most similar to `x` in the place of the
 * diagnostic. */
void tn_diagnostics_add_fixes(tunip_diagnostics *diagnostics, size_t first,
                              const tunip_source *source);

#endif
