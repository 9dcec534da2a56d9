/* relax.h -- the Relax dialect. So far it has its name and prefix, which other dialects' variables
 * must not take; its nodes print generically. */
#ifndef TUNIP_RELAX_H
#define TUNIP_RELAX_H

#include <tunip/base.h>

#ifdef __cplusplus
extern "C" {
#endif

TUNIP_API extern const struct tunip_dialect tunip_dialect_relax;

#ifdef __cplusplus
}
#endif
#endif
