/* language.h -- the check of the fuzz targets that read a language. */
#ifndef FUZZ_LANGUAGE_H
#define FUZZ_LANGUAGE_H

#include "fuzz.h"

/* Reads `data` with the format `language`, prints the graph with the backend of this name, and
 * reads the print again. Returns 0. */
int fuzz_language(const char *language, const uint8_t *data, size_t size);

#endif
