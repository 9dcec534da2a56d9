/* target_kind.c -- looks up kinds of targets and their options (TVM src/target/target_kind.cc). */
#include "target_kind.h"

#include <string.h>

#include <tunip/ext/ir_rules.h>

static const ir_target_kind kinds[] = {
#define X(name, keys, ints, bools, strings, arrays, defaults)                                      \
    {name, keys, ints, bools, strings, arrays, defaults},
#include "target_kinds.def"
#undef X
};

const ir_target_kind *ir_target_kind_find(tunip_str name)
{
    return TUNIP_IR_FIND_ROW(name, kinds);
}

tunip_str ir_next_name(const char **list)
{
    *list += strspn(*list, " ");
    tunip_str name = {*list, strcspn(*list, " ")};
    *list += name.size;
    return name;
}

bool ir_has_name(const char *list, tunip_str name)
{
    for (tunip_str one; (one = ir_next_name(&list)).size;)
        if (tunip_str_equal(one, name)) return true;
    return false;
}

bool ir_starts_with(tunip_str text, const char *start)
{
    size_t size = strlen(start);
    return text.size >= size && memcmp(text.data, start, size) == 0;
}

bool ir_starts_with_one(tunip_str text, const char *const *starts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ir_starts_with(text, starts[i])) return true;
    return false;
}

ir_option_type ir_option_type_of(const ir_target_kind *kind, tunip_str name)
{
    if (ir_has_name("target_device_type from_device", name) || ir_has_name(kind->ints, name))
        return IR_OPTION_INT;
    if (ir_has_name("device model tag", name) || ir_has_name(kind->strings, name))
        return IR_OPTION_STRING;
    if (ir_has_name("keys libs", name) || ir_has_name(kind->arrays, name)) return IR_OPTION_STRINGS;
    return ir_has_name(kind->bools, name) ? IR_OPTION_BOOL : IR_OPTION_UNKNOWN;
}

ir_processor ir_processor_of(const ir_target_kind *kind, tunip_str mcpu, tunip_str mtriple)
{
    static const char *const m_profile[] = {"cortex-m0", "cortex-m3",  "cortex-m55",  "cortex-m4",
                                            "cortex-m7", "cortex-m33", "cortex-m35p", "cortex-m85"};
    if (strcmp(kind->name, "llvm") != 0 && strcmp(kind->name, "c") != 0) return IR_NO_ARM;
    if (ir_starts_with_one(mcpu, m_profile, TUNIP_LEN(m_profile))) return IR_ARM_M;
    bool is_arm = ir_starts_with(mtriple, "arm") && !ir_starts_with(mcpu, "cortex-m");
    return is_arm || ir_starts_with(mtriple, "aarch64") ? IR_ARM_A : IR_NO_ARM;
}
