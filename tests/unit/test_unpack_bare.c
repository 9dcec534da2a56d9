/* test_unpack_bare.c -- the tests of test_unpack.c in a build without zlib, liblzma and libzstd. */
#define TUNIP_IS_BARE
#include "util/unpack.c"

#include "test_unpack.c"
