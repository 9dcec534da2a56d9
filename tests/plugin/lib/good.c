/* good.c -- a plugin without mistakes. */
#include "acme.h"

ACME_USUAL;
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .version = "1.2", .add = add);
