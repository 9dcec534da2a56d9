/* screen.c -- the debugger on a terminal. */
#include "screen.h"

bool dbg_screen_run(dbg_debugger *d, tunip_error *error)
{
    (void)d;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "this build has no terminal interface: "
                                                 "use --batch");
    return false;
}
