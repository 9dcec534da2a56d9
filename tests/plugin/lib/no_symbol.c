/* no_symbol.c -- a library that is not a plugin. */
#include <tunip/base.h>

TUNIP_API int tunip_plugin_entrance;
int tunip_plugin_entrance = 1;
