/* screen.h -- the debugger on a terminal. */
#ifndef DEBUG_SCREEN_H
#define DEBUG_SCREEN_H

#include "commands.h"

/* Runs until the user quits. Fails if this build has no ncurses, or there is no terminal. */
bool dbg_screen_run(dbg_debugger *d, tunip_error *error);

#endif
