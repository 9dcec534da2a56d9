/* folder.h -- folders for the files of a run. */
#ifndef DEBUG_FOLDER_H
#define DEBUG_FOLDER_H

#include <tunip.h>

/* Makes a folder, and those above it, if they are missing. */
bool dbg_folder_make(const char *path, tunip_error *error);

#endif
