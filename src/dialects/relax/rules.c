/* rules.c -- the Relax dialect: its prefix and its import line. */
#include <tunip/dialect.h>
#include <tunip/relax.h>

const tunip_dialect tunip_dialect_relax = {
    .abi = TUNIP_DIALECT_ABI,
    .size = sizeof(tunip_dialect),
    .name = "relax",
    .prefix = "R",
    .import = "from tvm.script import relax as %s",
};
