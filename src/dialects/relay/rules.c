/* rules.c -- the relay dialect, with the table of its rules. */
#include "generated/tables.h"
#include "primfn/primfn.h"
#include "read/read.h"

/* clang-format off */
#define UNDER(type, ident) \
    {&tunip_##type##_type, "relay", TUNIP_RULE_CUSTOM, NULL, NULL, relay_docsify_##ident}

static const tunip_rule rules[] = {
    UNDER(ir_base_expr, expr),
    UNDER(relay_expr, expr),
    UNDER(ir_op, expr),
    UNDER(ir_type, type),
    UNDER(ir_tuple_type, type),
    UNDER(ir_prim_type, type),
    UNDER(ir_pointer_type, type),
    UNDER(relay_pattern, pattern),
    UNDER(relay_module, module),

    /* schedules of tensor expressions, which are no Relay */
#define PLAIN(type, text, fields) \
    {&tunip_relay_##type##_type, "plain", TUNIP_RULE_TEXT, (text), (fields), NULL}
    PLAIN(schedule,
          "schedule(\n\toutputs={}\n\tstages={}\n\tgroups={}\n\tprimitive_record={}\n)",
          "outputs stages groups primitive_record"),
    PLAIN(stage,
          "\n\tstage(\n\t\t{}\n\t\tleaf_iter_vars={}\n\t\trelations={}\n\t\titer_var_attrs={}\n"
          "\t\tattach_type={}, attach_ivar={}, attach_stage={}, scope={}, is_output={}\n\t)",
          "op leaf_iter_vars relations iter_var_attrs attach_type attach_ivar attach_stage scope "
          "is_output"),
    PLAIN(tensor_compute_op,
          "tensor_compute({}, intrin={}, axis={}, reduce_axis={}, schedulable_ndim={}, inputs={}, "
          "input_regions={}, scalar_inputs={}, tag={})",
          "name intrin axis reduce_axis schedulable_ndim inputs input_regions scalar_inputs tag"),
    PLAIN(hybrid_op, "hybrid({}, axis={}, inputs={}, outputs={}, tag={}, attrs={})",
          "name axis inputs outputs tag attrs"),
    PLAIN(tensor_intrin, "tensor_intrin({}, inputs={}, buffers={})", "name inputs buffers"),
    PLAIN(split, "split({}, outer={}, inner={}, factor={}, nparts={})",
          "parent outer inner factor nparts"),
    PLAIN(fuse, "fuse({}, {}, fused={})", "outer inner fused"),
    PLAIN(rebase, "rebase({}, {})", "parent rebased"),
    PLAIN(singleton, "singleton({})", "iter"),
#undef PLAIN

#define TEXT(type, text, fields) \
    {&tunip_##type##_type, "relay", TUNIP_RULE_TEXT, (text), (fields), NULL},
#define CUSTOM(type, ident) \
    {&tunip_##type##_type, "relay", TUNIP_RULE_CUSTOM, NULL, NULL, primfn_##ident},
#define PART(type, ident) CUSTOM(type, ident)
#include "primfn/rules.def"
#undef TEXT
#undef CUSTOM
#undef PART
};

static tunip_walk_action find_own_type(const tunip_node *node, void *user)
{
    (void)user;
    if (node->type->until == 23) return TUNIP_WALK_STOP;
    bool is_list = node->type == &tunip_array_type || tunip_is(node, &tunip_ir_tuple_type_type);
    return is_list ? TUNIP_WALK_ON : TUNIP_WALK_SKIP;
}

/* Whether a type belongs to Relay. A tuple type does if a type in it does. */
static bool has_own_type(const tunip_node *node)
{
    const tunip_walker walker = {.enter = find_own_type};
    return tunip_walk_once(node, &walker) == TUNIP_WALK_STOPPED;
}

/* An operator and the tensor IR belong to other dialects, too, so they print as Relay only if the
 * user or the file asks for Relay. */
static bool is_never_own(const tunip_node *node)
{
    (void)node;
    return false;
}

#define ROOT(type) {&tunip_relay_##type##_type, "relay", false, NULL}

static const tunip_root roots[] = {
    ROOT(module), ROOT(call), ROOT(function), ROOT(tuple), ROOT(tuple_get_item), ROOT(constant),
    ROOT(var), ROOT(let), ROOT(if), ROOT(match), ROOT(ref_create), ROOT(ref_read),
    ROOT(ref_write), ROOT(global_var), ROOT(constructor),

    ROOT(tensor_type), ROOT(func_type), ROOT(type_call), ROOT(ref_type), ROOT(type_var),
    ROOT(global_type_var), ROOT(type_data), ROOT(incomplete_type), ROOT(type_relation),

    {&tunip_ir_tuple_type_type, "relay", false, has_own_type},
    {&tunip_ir_op_type, "relay", false, is_never_own},
#define TEXT(type, text, fields) CUSTOM(type, fields)
#define CUSTOM(type, ident)      {&tunip_##type##_type, "relay", false, is_never_own},
#define PART(type, ident)
#include "primfn/rules.def"
#undef TEXT
#undef CUSTOM
#undef PART
    ROOT(pattern_wildcard), ROOT(pattern_var), ROOT(pattern_constructor), ROOT(pattern_tuple),
};
/* clang-format on */

static const tunip_setting_row settings[] = {
    TUNIP_SETTING_ROW(relay_settings, show_types, BOOL, "true",
                      "write the types and spans of expressions after them"),
};

/* clang-format off */
static const tunip_noun nouns[] = {
#include "read/nouns.def"
};
/* clang-format on */

static const tunip_vocabulary vocabulary = {
    .size = sizeof(tunip_vocabulary),
    .state_size = sizeof(relay_reading),
    .language = "relay",
    .script = relay_read_script,
    .express = relay_express,
    .placeholder = relay_placeholder,
    .nouns = nouns,
    .noun_count = TUNIP_LEN(nouns),
};

const tunip_dialect tunip_dialect_relay = {
    TUNIP_DIALECT_HEAD,
    .name = "relay",
    TUNIP_ROWS(type, relay_types),
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(root, roots),
    TUNIP_ROWS(setting, settings),
    .settings_size = sizeof(relay_settings),
    .state_size = sizeof(relay_state),
    .vocabulary = &vocabulary,
};
