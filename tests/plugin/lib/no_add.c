/* no_add.c -- a plugin without a function to register with. */
#include "acme.h"

TUNIP_PLUGIN(.name = "acme");
