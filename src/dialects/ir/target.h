/* target.h -- targets: their kinds and tags. */
#ifndef TN_TARGET_H
#define TN_TARGET_H

#include <tunip/ext/dialect.h>

/* ======== target kind ======== */

/* The kinds of targets, and the options that they have. */

/* A kind of target. Names are separated by spaces. */
typedef struct ir_target_kind {
    const char *name;
    unsigned since;   /* the first version of TVM with this row */
    const char *keys; /* of a target that names none */
    const char *ints; /* options, by the type of their values */
    const char *bools;
    const char *strings;
    const char *arrays;
    const char *defaults; /* "option=value", which TVM adds if the option is missing */
    const char *implied;  /* "option:other=value", which TVM sets if the first option is true */
} ir_target_kind;

/* The kind in `version` of TVM; NULL if there is none. */
const ir_target_kind *ir_target_kind_find(tunip_str name, unsigned version);

/* Returns the next name of a list and advances *list. Empty after the last name. */
tunip_str ir_next_name(const char **list);
bool ir_has_name(const char *list, tunip_str name);
bool ir_starts_with(tunip_str text, const char *start);
bool ir_starts_with_one(tunip_str text, const char *const *starts, size_t count);

/* The type of an option's values. */
typedef enum ir_option_type {
    IR_OPTION_UNKNOWN,
    IR_OPTION_INT,
    IR_OPTION_BOOL,
    IR_OPTION_STRING,
    IR_OPTION_STRINGS
} ir_option_type;

ir_option_type ir_option_type_of(const ir_target_kind *kind, tunip_str name);

/* Processors for which TVM's parser adds keys and features. */
typedef enum ir_processor { IR_NO_ARM, IR_ARM_M, IR_ARM_A } ir_processor;

ir_processor ir_processor_of(const ir_target_kind *kind, tunip_str mcpu, tunip_str mtriple);

/* ======== target tag ======== */

/* tags: names for targets with all their options. */

/* The target of a tag, such as "nvidia/nvidia-a100", as a string with its kind and options; NULL if
 * there is no such tag, and when out of memory. */
const char *ir_target_of_tag(tunip_scratch *scratch, tunip_str name);

#endif
