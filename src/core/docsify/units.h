/* units.h -- units of frames, such as the functions of a module. Most prints need only the text of
 * a unit, and then units do not depend on each other. */
#ifndef TN_UNITS_H
#define TN_UNITS_H

#include <tunip/ext/dialect.h>

#include "docsifier.h"

/* The arguments of tunip_frame_add_unit(). */
typedef struct tn_unit {
    tunip_frame *frame;
    const void *node;
    tunip_creator_fn make;
    const void *user;
} tn_unit;

/* Makes the statement of a unit: a Doc of its text, if possible; NULL or an empty block: none. */
const tunip_doc *tn_unit_make(tunip_docsifier *d, const tn_unit *u);

typedef enum tn_unit_end {
    TN_UNIT_MADE,
    TN_UNIT_LATER, /* it depends on units before it and changed nothing: make it again in order */
    TN_UNIT_SPOILS /* it failed, or other units depend on it: the print must begin again */
} tn_unit_end;

/* Makes a unit although units before it were not made, as text. */
tn_unit_end tn_unit_make_ahead(tunip_docsifier *d, const tn_unit *u, const tunip_doc **text);

#endif
