/* source_file.h -- the checks of every input before it is read. */
#ifndef TN_SOURCE_FILE_H
#define TN_SOURCE_FILE_H

#include "../ir/registry.h"

/* Fails with TUNIP_ERROR_LIMIT if an input of `size` bytes exceeds the limit of the context. */
tunip_status tn_input_check(const tunip_context *context, size_t size, tunip_error *error);

/* Fails with TUNIP_ERROR_ARGUMENT if there is no context. */
tunip_status tn_input_needs(const tunip_context *context, tunip_error *error);

/* tunip_source_open_lazily() for saved JSON of more than `window` bytes, of which a reader gets so
 * many at a time. */
tunip_source *tn_source_open_window(const tunip_context *context, const char *path, size_t window,
                                    tunip_error *error);

#endif
