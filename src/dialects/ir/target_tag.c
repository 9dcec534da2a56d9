/* target_tag.c -- looks up tags of targets (TVM v0.23 src/target/tag.cc). */
#include "target_tag.h"

#include <stdio.h>

#include <tunip/ext/ir_rules.h>

static const struct {
    const char *name;
    const char *target; /* NULL: a GPU of CUDA, with the members below */
    const char *arch;
    unsigned registers, cache;
} tags[] = {
#define TAG(name, target)                  {name, target, NULL, 0, 0},
#define CUDA(name, arch, registers, cache) {name, NULL, arch, registers, cache},
#include "target_tags.def"
#undef CUDA
#undef TAG
};

const char *ir_target_of_tag(tunip_scratch *scratch, tunip_str name)
{
    enum { ROOM = 256 };
    char cache[40] = "";
    size_t i = 0;
    while (i < TUNIP_LEN(tags) && !tunip_str_is(name, tags[i].name)) i++;
    if (i == TUNIP_LEN(tags) || tags[i].target) return i < TUNIP_LEN(tags) ? tags[i].target : NULL;
    char *text = tunip_scratch_alloc(scratch, ROOM);
    if (!text) return NULL;
    if (tags[i].cache) snprintf(cache, sizeof cache, " -l2_cache_size_bytes=%u", tags[i].cache);
    snprintf(text, ROOM,
             "cuda -keys=cuda,gpu -arch=%s -max_shared_memory_per_block=49152 "
             "-max_threads_per_block=1024 -thread_warp_size=32 -registers_per_block=%u%s",
             tags[i].arch, tags[i].registers, cache);
    return text;
}
