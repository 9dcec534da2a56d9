/* unpack.h -- compressed input. */
#ifndef TUNIP_CLI_UNPACK_H
#define TUNIP_CLI_UNPACK_H

#include "cli.h"

/* Takes `source` and returns it if its text is not compressed. Otherwise frees it and returns a
 * source of the unpacked text, which keeps the limit of the context for input and `max_ratio` of
 * the options (see cli_loads); NULL after a message. Removes a suffix such as ".gz" from the
 * name of the source, because the rest of the name may show the format. Messages call the source
 * `name`. */
tunip_source *cli_unpack(const tunip_context *context, const cli_loads *loads, tunip_source *source,
                         const char *name);

/* Whether a file must be read into memory before its first bytes show what it is: standard input, a
 * pipe, or a compressed file. */
bool cli_is_packed(const char *path);

/* Writes a line with the compressions that this build can unpack: "unpacks: gzip xz". */
void cli_list_unpackers(FILE *out);

#endif
