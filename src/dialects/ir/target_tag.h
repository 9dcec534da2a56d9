/* target_tag.h -- tags: names for targets with all their options. */
#ifndef IR_TARGET_TAG_H
#define IR_TARGET_TAG_H

#include <tunip/ext/dialect.h>

/* The target of a tag, such as "nvidia/nvidia-a100", as a string with its kind and options; NULL if
 * there is no such tag, and when out of memory. */
const char *ir_target_of_tag(tunip_scratch *scratch, tunip_str name);

#endif
