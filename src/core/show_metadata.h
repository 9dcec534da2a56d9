/* show_metadata.h -- the metadata section of a text. */
#ifndef TN_SHOW_METADATA_H
#define TN_SHOW_METADATA_H

#include "printed.h"

/* Writes the metadata section of a print that has one. */
tunip_status tn_show_metadata(tunip_printed *p, tunip_error *error);

#endif
