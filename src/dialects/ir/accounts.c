/* accounts.c -- the fields that a text determines although it does not show them. */
#include <float.h>
#include <math.h>
#include <string.h>

#include <tunip/ext/ir_rules.h>

#include "generated/tables.h"
#include "ir.h"
#include "target.h"

/* ======== accounts ======== */

/* The fields of the shared IR that the text shows, and the values that a reader
 * infers for the others. */

static const char *unless(bool is_fine, const char *field)
{
    return is_fine ? NULL : field;
}

/* ---- numbers and ranges ---- */

/* Whether a number of this dtype can have the value. */
static bool has_number(tunip_dtype dtype, int64_t value)
{
    bool is_wide = dtype.bits >= 64;
    if (dtype.code == TUNIP_DTYPE_BOOL) return value == 0 || value == 1;
    if (dtype.code == TUNIP_DTYPE_UINT)
        return value >= 0 && (is_wide || value < INT64_C(1) << dtype.bits);
    if (dtype.code != TUNIP_DTYPE_INT || !dtype.bits) return false;
    return is_wide ||
           (value >= -(INT64_C(1) << (dtype.bits - 1)) && value < INT64_C(1) << (dtype.bits - 1));
}

static const char *lost_of_int(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_ir_int_imm *imm = (const tunip_ir_int_imm *)node;
    (void)d;
    if (imm->base.dtype.lanes != 1) return "dtype";
    return unless(has_number(imm->base.dtype, imm->value), "value");
}

/* The largest number of a dtype that TVM checks, and whether it takes negative ones. */
typedef struct float_bound {
    uint8_t code;
    uint8_t bits;
    bool is_signed;
    double most;
} float_bound;

static const float_bound float_bounds[] = {
    {TUNIP_DTYPE_FLOAT, 16, true, 65504},
    {TUNIP_DTYPE_FLOAT, 32, true, (double)FLT_MAX},
    {TUNIP_DTYPE_BFLOAT, 16, true, 3.895313892515354759e38},
    {TUNIP_DTYPE_FLOAT8_E3M4, 8, true, 31},
    {TUNIP_DTYPE_FLOAT8_E4M3, 8, true, 448},
    {TUNIP_DTYPE_FLOAT8_E4M3B11FNUZ, 8, false, 30},
    {TUNIP_DTYPE_FLOAT8_E4M3FN, 8, true, 448},
    {TUNIP_DTYPE_FLOAT8_E4M3FNUZ, 8, false, 448},
    {TUNIP_DTYPE_FLOAT8_E5M2, 8, true, 57344},
    {TUNIP_DTYPE_FLOAT8_E5M2FNUZ, 8, false, 57344},
    {TUNIP_DTYPE_FLOAT8_E8M0FNU, 8, false, 3.4028236692093846e38},
    {TUNIP_DTYPE_FLOAT6_E2M3FN, 6, true, 7.5},
    {TUNIP_DTYPE_FLOAT6_E3M2FN, 6, true, 28},
    {TUNIP_DTYPE_FLOAT4_E2M1FN, 4, true, 6},
};

static bool is_in_range(tunip_dtype dtype, double value)
{
    if (!isfinite(value)) return true;
    for (size_t i = 0; i < TUNIP_LEN(float_bounds); i++) {
        const float_bound *bound = &float_bounds[i];
        if (bound->code == dtype.code && bound->bits == dtype.bits)
            return value <= bound->most && value >= (bound->is_signed ? -bound->most : 0);
    }
    return dtype.bits != 32 || fabs(value) <= (double)FLT_MAX;
}

static const char *lost_of_float(tunip_docsifier *d, const tunip_node *node)
{
    tunip_dtype dtype = tunip_ir_dtype_of(node);
    (void)d;
    if (!is_in_range(dtype, ((const tunip_ir_float_imm *)node)->value)) return "value";
    bool is_real = dtype.code == TUNIP_DTYPE_FLOAT || dtype.code == TUNIP_DTYPE_BFLOAT ||
                   dtype.code >= TUNIP_DTYPE_FLOAT8_E3M4;
    return unless(is_real && dtype.lanes == 1, "dtype");
}

static const char *lost_of_range(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_ir_range *range = (const tunip_ir_range *)node;
    (void)d;
    if (!range->min) return "min";
    return unless(range->extent, "extent");
}

/* ---- types and attributes ---- */

static const char *lost_of_pointer(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_ir_pointer_type *type = (const tunip_ir_pointer_type *)node;
    (void)d;
    if (!tunip_string_value(type->storage_scope).size) return "storage_scope";
    return unless(tunip_is(type->element_type, &tunip_ir_prim_type_type) ||
                      tunip_is(type->element_type, &tunip_ir_tensor_map_type_type),
                  "element_type");
}

static tunip_walk_action find_variable(const tunip_node *node, void *found)
{
    if (!(node->type->flags & TUNIP_TYPE_VARIABLE)) return TUNIP_WALK_ON;
    *(bool *)found = true;
    return TUNIP_WALK_STOP;
}

/* Whether a value of a dictionary is or contains a variable. A dictionary cannot define
 * variables. */
static bool has_variable(tunip_docsifier *d, const tunip_node *value)
{
    bool found = false;
    tunip_walker walker = {.enter = find_variable, .user = &found};
    tunip_job_walk(d, value, &walker);
    return found;
}

static const char *lost_of_dict(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_map *dict = ((const tunip_ir_dict_attrs *)node)->dict;
    for (size_t i = 0; i < tunip_map_count(dict); i++)
        if (!tunip_is(dict->entries[i].key, &tunip_string_type) ||
            has_variable(d, dict->entries[i].value))
            return "__dict__";
    return NULL;
}

/* ---- modules ---- */

static bool are_infos(const tunip_map *infos)
{
    for (size_t i = 0; i < tunip_map_count(infos); i++) {
        const tunip_array *list = TUNIP_AS(tunip_array, infos->entries[i].value);
        if (!list) return false;
        for (size_t k = 0; k < tunip_array_count(list); k++)
            if (!tunip_is_a(list->items[k], &tunip_ir_global_info_type)) return false;
    }
    return true;
}

/* A parser finds the devices of one list, wherever the text has vdevice="llvm:0:global". */
static bool has_other_devices(const tunip_map *infos)
{
    for (size_t i = 0; i < tunip_map_count(infos); i++) {
        const tunip_map_entry *entry = &infos->entries[i];
        const tunip_array *list = TUNIP_AS(tunip_array, entry->value);
        bool is_usual = tunip_is(entry->key, &tunip_string_type) &&
                        tunip_str_is(tunip_string_value(entry->key), "vdevice");
        if (!is_usual && tunip_array_count(list) &&
            tunip_is(list->items[0], &tunip_ir_vdevice_type))
            return true;
    }
    return false;
}

/* Whether a global variable names a function. Both maps usually have the same order. */
static bool has_function(const tunip_map *functions, const tunip_ir_global_var *var, size_t index)
{
    const tunip_node *key = (const tunip_node *)var;
    return functions->entries[index].key == key || tunip_map_at(functions, key);
}

/* Each function has a variable of its own, which is found by its name. */
static const char *lost_of_module(tunip_docsifier *d, const tunip_node *node)
{
    const tunip_ir_module *module = (const tunip_ir_module *)node;
    const tunip_map *vars = module->global_var_map, *functions = module->functions;
    ir_state *state = tunip_job_state(d, &tunip_dialect_ir);
    if (state) state->module = module; /* accounts of its functions look at it */
    if (tunip_map_count(functions) && !tunip_account_claim(d, functions)) return "functions";
    if (!are_infos(module->global_infos)) return "global_infos";
    if (tunip_map_count(vars) != tunip_map_count(module->functions)) return "global_var_map_";
    for (size_t i = 0; i < tunip_map_count(vars); i++) {
        const tunip_ir_global_var *var = TUNIP_AS(tunip_ir_global_var, vars->entries[i].value);
        tunip_str name = tunip_string_value(var ? var->name_hint : NULL);
        if (!var || !tunip_str_equal(name, tunip_string_value(vars->entries[i].key)) ||
            !has_function(functions, var, i))
            return "global_var_map_";
    }
    bool is_lost = tunip_account_of_text(d) && has_other_devices(module->global_infos);
    return unless(!is_lost, "global_infos");
}

/* ---- the table ---- */

const tunip_account ir_accounts[IR_ACCOUNT_COUNT] = {
#define X(type, shown, implied, lost) {&type##_type, shown, implied, lost},
#include "accounts.def"
#undef X
};

/* ======== account target ======== */

/* Whether TVM makes the same target again from the target's configuration (TVM
 * src/target/target.cc, FromConfig; target_kind.cc; parsers/). TVM's parser adds options that have
 * a default and features that it detects on the machine, and it rejects options that a kind does
 * not have. */

static const ir_target_kind *find_kind(const tunip_ir_target *target)
{
    tunip_str name = tunip_string_value(target->kind ? target->kind->name : NULL);
    return ir_target_kind_find(name, 0); /* v0.24 has another type of targets */
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
