/* os_own.h -- functions that os.c asks of os_posix.c and os_windows.c. */
#ifndef TN_OS_OWN_H
#define TN_OS_OWN_H

#include "os.h"

/* PATH.XXXXXX, for the next function; NULL when out of memory. The caller frees it. */
char *tn_name_beside(const char *path);
/* A new file beside another one, and like it, as far as others see it. `old` NULL: like any new
 * file. Ends the name with characters that make it unique. */
int tn_os_open_beside(char *name, const char *old);
/* A new file in the folder of a path, for which there is no file yet. It has no name, so nothing of
 * it stays if the process ends. Negative: this system or file system has no such files. */
int tn_os_open_nameless(const char *path);
/* Writes what is left in the stream of such a file, and gives the file its name. */
bool tn_os_give_name(FILE *nameless, const char *path);
/* Whether another file can take the place of this one without any visible change but its content.
 * Others are written in place: devices, pipes, files with several names or of another user. */
bool tn_os_can_be_replaced(const char *path);
/* A copy of standard output or standard error if it is this file; negative: it is not. A standard
 * stream shares its place in the file, so that nothing there is lost. */
int tn_os_copy_of_stream(const char *path);
FILE *tn_os_stream_of(int file);
bool tn_os_replace(const char *made, const char *replaced);

#endif
