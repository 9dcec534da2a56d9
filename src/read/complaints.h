/* complaints.h -- the changes that repair what the messages of readers are about. */
#ifndef TN_COMPLAINTS_H
#define TN_COMPLAINTS_H

#include <tunip/diagnostic.h>
#include <tunip/source.h>

/* Adds to each diagnostic from number `first` on the change that its advice names: for "did you
 * mean `x`?" the replacement of the word that is most similar to `x` in the place of the
 * diagnostic. */
void tn_diagnostics_add_fixes(tunip_diagnostics *diagnostics, size_t first,
                              const tunip_source *source);

#endif
