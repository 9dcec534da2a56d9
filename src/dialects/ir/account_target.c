/* account_target.c -- whether TVM makes the same target again from the target's configuration (TVM
 * src/target/target.cc, FromConfig; target_kind.cc; parsers/). TVM's parser adds options that have
 * a default and features that it detects on the machine, and it rejects options that a kind does
 * not have. */
#include "account_target.h"

#include <string.h>

#include <tunip/ext/ir_rules.h>

#include "target_kind.h"

static const ir_target_kind *find_kind(const tunip_ir_target *target)
{
    return ir_target_kind_find(tunip_string_value(target->kind ? target->kind->name : NULL));
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
static bool is_option(const ir_target_kind *kind, tunip_str name, const tunip_node *value)
{
    if (ir_has_name("from_device keys tag", name)) return false;
    if (strcmp(kind->name, "composite") == 0 && ir_has_name("devices", name))
        return are_targets(value);
    switch (ir_option_type_of(kind, name)) {
    case IR_OPTION_INT:
        return tunip_is(value, &tunip_int_type);
    case IR_OPTION_BOOL:
        return tunip_is(value, &tunip_bool_type);
    case IR_OPTION_STRING:
        return tunip_is(value, &tunip_string_type);
    case IR_OPTION_STRINGS:
        return are_strings(value);
    case IR_OPTION_UNKNOWN:
        break;
    }
    return false;
}

static bool are_options(const ir_target_kind *kind, const tunip_map *attrs)
{
    for (size_t i = 0; i < tunip_map_count(attrs); i++)
        if (!tunip_is(attrs->entries[i].key, &tunip_string_type) ||
            !is_option(kind, tunip_string_value(attrs->entries[i].key), attrs->entries[i].value))
            return false;
    return true;
}

static bool has_defaults(const ir_target_kind *kind, const tunip_map *attrs)
{
    const char *rest = kind->defaults;
    for (tunip_str word; (word = ir_next_name(&rest)).size;) {
        const char *equals = memchr(word.data, '=', word.size);
        if (equals) word.size = (size_t)(equals - word.data);
        bool is_there = false;
        for (size_t i = 0; !is_there && i < tunip_map_count(attrs); i++)
            is_there = tunip_str_equal(tunip_string_value(attrs->entries[i].key), word);
        if (!is_there) return false;
    }
    return true;
}

/* Whether the target names its processor, so that the parser does not detect it on the machine, and
 * the kind allows this processor. */
static bool has_processor(const tunip_ir_target *target, const ir_target_kind *kind)
{
    if (strcmp(kind->name, "cuda") == 0) return ir_starts_with(option_of(target, "arch"), "sm_");
    if (strcmp(kind->name, "nvptx") == 0)
        return tunip_str_is(option_of(target, "mtriple"), "nvptx64-nvidia-cuda") &&
               ir_starts_with(option_of(target, "mcpu"), "sm_");
    if (strcmp(kind->name, "rocm") == 0)
        return tunip_str_is(option_of(target, "mtriple"), "amdgcn-amd-amdhsa-hcc") &&
               ir_starts_with(option_of(target, "mcpu"), "gfx") &&
               option_of(target, "mcpu").size > 3;
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

/* The parser removes repeated keys, and adds the keys of the device and of an ARM processor. */
static bool are_keys(const tunip_ir_target *target, ir_processor cpu)
{
    size_t count = tunip_array_count(target->keys);
    tunip_str device = option_of(target, "device");
    for (size_t i = 0; i < count; i++)
        if (!tunip_is(target->keys->items[i], &tunip_string_type) ||
            has_key(target, tunip_string_value((const tunip_string *)target->keys->items[i]), i))
            return false;
    if (tunip_map_get(target->attrs, "device") && !has_key(target, device, count)) return false;
    return cpu == IR_NO_ARM || (has_key(target, tunip_str_from("arm_cpu"), count) &&
                                has_key(target, tunip_str_from("cpu"), count));
}

/* The parser of the kind computes the features. For an ARM A processor it needs LLVM to do so. */
static bool are_features(const tunip_map *features, const ir_target_kind *kind, ir_processor cpu)
{
    static const char *const a_profile[] = {"is_aarch64",  "has_asimd",     "has_sve",
                                            "has_dotprod", "has_matmul_i8", "has_fp16_simd",
                                            "has_sme"};
    size_t count = tunip_map_count(features);
    if (strcmp(kind->name, "test") == 0) {
        const tunip_bool *is_test = TUNIP_AS(tunip_bool, tunip_map_get(features, "is_test"));
        return count == 1 && is_test && is_test->value;
    }
    if (cpu == IR_ARM_M)
        return count == 2 && tunip_map_get(features, "has_dsp") &&
               tunip_map_get(features, "has_mve");
    if (!count) return true;
    for (size_t i = 0; i < TUNIP_LEN(a_profile); i++)
        if (!tunip_map_get(features, a_profile[i])) return false;
    return cpu == IR_ARM_A && count == TUNIP_LEN(a_profile);
}

const char *ir_lost_of_target(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_ir_target *target = (const tunip_ir_target *)node;
    const ir_target_kind *kind = find_kind(target);
    (void)d;
    if (!kind) return "kind";
    if (target->host && !tunip_is(target->host, &tunip_ir_target_type)) return "host";
    if (!tunip_is((const tunip_node *)target->tag, &tunip_string_type)) return "tag";
    if (!are_options(kind, target->attrs) || !has_defaults(kind, target->attrs) ||
        !has_processor(target, kind))
        return "attrs";
    ir_processor cpu =
        ir_processor_of(kind, option_of(target, "mcpu"), option_of(target, "mtriple"));
    if (!target->keys || !are_keys(target, cpu)) return "keys";
    return are_features(target->features, kind, cpu) ? NULL : "features";
}
