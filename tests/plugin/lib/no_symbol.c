/* no_symbol.c -- a library that is no plugin. */
#include <tunip/base.h>

TUNIP_API int tunip_plugin_entrance;
int tunip_plugin_entrance = 1;
