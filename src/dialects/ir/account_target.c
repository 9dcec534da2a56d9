/* account_target.c -- whether TVM makes the same target again from the target's configuration (TVM
 * src/target/target.cc, FromConfig; target_kind.cc; parsers/). TVM's parser adds options that have
 * a default and features that it detects on the machine, and it rejects options that a kind does
 * not have. */
#include "account_target.h"

#include <tunip/ext/ir_rules.h>

/* The options of a kind of target: lists of names, one list for each type of values. */
typedef struct target_kind {
    const char *name;
    const char *ints;
    const char *bools;
    const char *strings;
    const char *arrays;
    const char *defaults; /* the parser adds these if they are missing */
} target_kind;

static const target_kind kinds[] = {
#define X(name, ints, bools, strings, arrays, defaults)                                            \
    {name, ints, bools, strings, arrays, defaults},
#include "target_kinds.def"
#undef X
};

static const target_kind *find_kind(const tunip_ir_target *target)
{
    tunip_str name = tunip_string_value(target->kind ? target->kind->name : NULL);
    return TUNIP_IR_FIND_ROW(name, kinds);
}

/* ---- words ---- */

/* Returns the next name of a list and advances *list. Empty after the last name. */
static tunip_str next_word(const char **list)
{
    *list += strspn(*list, " ");
    tunip_str word = {*list, strcspn(*list, " ")};
    *list += word.size;
    return word;
}

static bool lists(const char *list, tunip_str name)
{
    for (tunip_str word; (word = next_word(&list)).size;)
        if (tunip_str_equal(word, name)) return true;
    return false;
}

static bool starts_with(tunip_str text, const char *start)
{
    size_t size = strlen(start);
    return text.size >= size && memcmp(text.data, start, size) == 0;
}

static tunip_str option_of(const tunip_ir_target *target, const char *name)
{
    return tunip_string_value((const tunip_string *)tunip_map_get(target->attrs, name));
}

/* ---- options ---- */

static bool are_strings(const tunip_node *value)
{
    const tunip_array *list = TUNIP_AS(tunip_array, value);
    for (size_t i = 0; i < tunip_array_count(list); i++)
        if (!tunip_is(list->items[i], &tunip_string_type)) return false;
    return list;
}

/* The devices of a composite target. Each is checked as a node of its own. */
static bool are_targets(const tunip_node *value)
{
    const tunip_array *list = TUNIP_AS(tunip_array, value);
    for (size_t i = 0; i < tunip_array_count(list); i++)
        if (!tunip_is(list->items[i], &tunip_ir_target_type)) return false;
    return list;
}

/* `from_device` is not an option: the parser removes it. */
static bool is_option(const target_kind *kind, tunip_str name, const tunip_node *value)
{
    if (lists("target_device_type", name) || lists(kind->ints, name))
        return tunip_is(value, &tunip_int_type);
    if (strcmp(kind->name, "composite") == 0 && lists("devices", name)) return are_targets(value);
    if (lists("device model", name) || lists(kind->strings, name))
        return tunip_is(value, &tunip_string_type);
    if (lists("libs", name) || lists(kind->arrays, name)) return are_strings(value);
    return lists(kind->bools, name) && tunip_is(value, &tunip_bool_type);
}

static bool are_options(const target_kind *kind, const tunip_map *attrs)
{
    for (size_t i = 0; i < tunip_map_count(attrs); i++)
        if (!tunip_is(attrs->entries[i].key, &tunip_string_type) ||
            !is_option(kind, tunip_string_value(attrs->entries[i].key), attrs->entries[i].value))
            return false;
    return true;
}

static bool has_defaults(const target_kind *kind, const tunip_map *attrs)
{
    const char *rest = kind->defaults;
    for (tunip_str word; (word = next_word(&rest)).size;) {
        bool is_there = false;
        for (size_t i = 0; !is_there && i < tunip_map_count(attrs); i++)
            is_there = tunip_str_equal(tunip_string_value(attrs->entries[i].key), word);
        if (!is_there) return false;
    }
    return true;
}

/* Whether the target names its processor, so that the parser does not detect it on the machine, and
 * the kind allows this processor. */
static bool has_processor(const tunip_ir_target *target, const target_kind *kind)
{
    if (strcmp(kind->name, "cuda") == 0) return starts_with(option_of(target, "arch"), "sm_");
    if (strcmp(kind->name, "nvptx") == 0)
        return tunip_str_is(option_of(target, "mtriple"), "nvptx64-nvidia-cuda") &&
               starts_with(option_of(target, "mcpu"), "sm_");
    if (strcmp(kind->name, "rocm") == 0)
        return tunip_str_is(option_of(target, "mtriple"), "amdgcn-amd-amdhsa-hcc") &&
               starts_with(option_of(target, "mcpu"), "gfx") && option_of(target, "mcpu").size > 3;
    if (strcmp(kind->name, "llvm") == 0)
        return tunip_map_get(target->attrs, "mtriple") || tunip_map_get(target->attrs, "mcpu");
    return true;
}

/* ---- keys and features ---- */

static bool has_key(const tunip_ir_target *target, tunip_str key, size_t before)
{
    for (size_t i = 0; i < before; i++)
        if (tunip_str_equal(tunip_string_value((const tunip_string *)target->keys->items[i]), key))
            return true;
    return false;
}

typedef enum processor { NO_ARM, ARM_M, ARM_A } processor;

static processor processor_of(const tunip_ir_target *target, const target_kind *kind)
{
    static const char *const m_profile[] = {"cortex-m0", "cortex-m3",  "cortex-m55",  "cortex-m4",
                                            "cortex-m7", "cortex-m33", "cortex-m35p", "cortex-m85"};
    tunip_str cpu = option_of(target, "mcpu"), triple = option_of(target, "mtriple");
    if (strcmp(kind->name, "llvm") != 0 && strcmp(kind->name, "c") != 0) return NO_ARM;
    for (size_t i = 0; i < TUNIP_LEN(m_profile); i++)
        if (starts_with(cpu, m_profile[i])) return ARM_M;
    bool is_arm = starts_with(triple, "arm") && !starts_with(cpu, "cortex-m");
    return is_arm || starts_with(triple, "aarch64") ? ARM_A : NO_ARM;
}

/* The parser removes repeated keys, and adds the keys of the device and of an ARM processor. */
static bool are_keys(const tunip_ir_target *target, processor cpu)
{
    size_t count = tunip_array_count(target->keys);
    tunip_str device = option_of(target, "device");
    for (size_t i = 0; i < count; i++)
        if (!tunip_is(target->keys->items[i], &tunip_string_type) ||
            has_key(target, tunip_string_value((const tunip_string *)target->keys->items[i]), i))
            return false;
    if (tunip_map_get(target->attrs, "device") && !has_key(target, device, count)) return false;
    return cpu == NO_ARM || (has_key(target, tunip_str_from("arm_cpu"), count) &&
                             has_key(target, tunip_str_from("cpu"), count));
}

/* The parser of the kind computes the features. For an ARM A processor it needs LLVM to do so. */
static bool are_features(const tunip_map *features, const target_kind *kind, processor cpu)
{
    static const char *const a_profile[] = {"is_aarch64",  "has_asimd",     "has_sve",
                                            "has_dotprod", "has_matmul_i8", "has_fp16_simd",
                                            "has_sme"};
    size_t count = tunip_map_count(features);
    if (strcmp(kind->name, "test") == 0) {
        const tunip_bool *is_test = TUNIP_AS(tunip_bool, tunip_map_get(features, "is_test"));
        return count == 1 && is_test && is_test->value;
    }
    if (cpu == ARM_M)
        return count == 2 && tunip_map_get(features, "has_dsp") &&
               tunip_map_get(features, "has_mve");
    if (!count) return true;
    for (size_t i = 0; i < TUNIP_LEN(a_profile); i++)
        if (!tunip_map_get(features, a_profile[i])) return false;
    return cpu == ARM_A && count == TUNIP_LEN(a_profile);
}

const char *ir_lost_of_target(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_ir_target *target = (const tunip_ir_target *)node;
    const target_kind *kind = find_kind(target);
    (void)d;
    if (!kind) return "kind";
    if (target->host && !tunip_is(target->host, &tunip_ir_target_type)) return "host";
    if (!tunip_is((const tunip_node *)target->tag, &tunip_string_type)) return "tag";
    if (!are_options(kind, target->attrs) || !has_defaults(kind, target->attrs) ||
        !has_processor(target, kind))
        return "attrs";
    processor cpu = processor_of(target, kind);
    if (!target->keys || !are_keys(target, cpu)) return "keys";
    return are_features(target->features, kind, cpu) ? NULL : "features";
}
