/* dialects.c -- plugins whose dialect is faulty, or needs another plugin. CMake builds a library
 * NAME.so of each part `#ifdef PLUGIN_NAME`. */
#include "acme.h"

#ifdef PLUGIN_same_name
/* A plugin with the name of another one. */
ACME_TYPE("acme.Slab", &tunip_ir_prim_expr_type);
ACME_DIALECT(other, "other", ACME_TILE_ROW);
ACME_ADD(other)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_taken_dialect
/* A plugin with a dialect with the name of another one. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "tir", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_taken_type
/* A plugin with a type with the key of another one. */
ACME_TYPE("tir.Var", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_taken_rule
/* A plugin with a rule that another dialect has. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW,
             {&tunip_tir_add_type, "", TUNIP_RULE_NAME, "sum", NULL, NULL});
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_taken_root
/* A plugin with a root of a type that another dialect has as a root. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(inner, "acme", ACME_TILE_ROW);

static const tunip_root roots[] = {{&acme_tile_type, "acme", true, NULL},
                                   {&tunip_tir_prim_func_type, "", true, NULL}};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    static tunip_dialect acme;
    acme = inner;
    acme.roots = roots;
    acme.root_count = TUNIP_LEN(roots);
    return tunip_context_add_dialect(context, &acme, error);
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_taken_setting
/* A plugin with a setting that another dialect has. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(inner, "acme", ACME_TILE_ROW);

static const tunip_setting_row rows[] = {
    {"loud", NULL, TUNIP_SETTING_BOOL, 0, "false", "shout"},
    {"dtype", "buffer_dtype", TUNIP_SETTING_DTYPE, 4, "int8", "of buffers"},
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    static tunip_dialect acme;
    acme = inner;
    acme.settings = rows;
    acme.setting_count = TUNIP_LEN(rows);
    acme.settings_size = 8;
    return tunip_context_add_dialect(context, &acme, error);
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_unknown_base
/* A plugin with a type whose base is not registered. */
static tunip_type nowhere_type = {.key = "acme.Nowhere", .size = sizeof(tunip_node)};
ACME_TYPE("acme.Tile", &nowhere_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_other_base
/* A plugin with a second copy of a type of tunip's, as if it had been linked in. */
static tunip_type copy_type = {.key = "ir.PrimExpr", .size = sizeof(tunip_ir_prim_expr)};
ACME_TYPE("acme.Tile", &copy_type);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_unknown_field
/* A plugin with a rule that names a field its type does not have. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
ACME_DIALECT(acme, "acme", {&tunip_tir_add_type, "acme", TUNIP_RULE_CALL, "plus", "a b", NULL},
             {&acme_tile_type, "", TUNIP_RULE_CALL, "tile", "value columns", NULL});
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_half_codec
/* A plugin with a type that can be read from text and not written. */
static tunip_status from_text(tunip_graph *graph, tunip_str text, tunip_node *out,
                              tunip_error *error)
{
    (void)graph;
    (void)text;
    (void)out;
    (void)error;
    return TUNIP_OK;
}

static const tunip_codec codec = {.from_text = from_text};
static TUNIP_TYPE(acme_tile, "acme.Tile", &tunip_ir_prim_expr_type, TREE, 0, &codec);
ACME_DIALECT(acme, "acme", ACME_TILE_ROW);
ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_hostile_field
/* A plugin whose type has a field with a name that could control a terminal. */
static const tunip_field fields[] = {
    TUNIP_FIELD_ROW("rows\xe2\x80\xae", acme_tile, rows, int64_t, TUNIP_KIND_INT, 0, NULL, NULL,
                    NULL),
};
static tunip_type acme_tile_type = {.key = "acme.Tile",
                                    .base = &tunip_ir_prim_expr_type,
                                    .fields = fields,
                                    .field_count = TUNIP_LEN(fields),
                                    .equality = TUNIP_EQ_TREE,
                                    .size = sizeof(acme_tile)};

ACME_DIALECT(acme, "acme", {&acme_tile_type, "", TUNIP_RULE_CALL, "tile", "", NULL});
ACME_ADD(acme)

TUNIP_PLUGIN(.name = "hostile_field", .version = "1", .add = add);
#endif

#ifdef PLUGIN_rules_twice
/* A plugin with a second rule for a type of another plugin. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    static tunip_rule row = {NULL, "", TUNIP_RULE_NAME, "tile", NULL, NULL};
    static const tunip_dialect rival = {TUNIP_DIALECT_HEAD, .name = "rival", .prefix = "RIVAL",
                                        .rules = &row, .rule_count = 1};
    row.type = tunip_context_type(context, tunip_str_from("acme.Tile"));
    return tunip_context_add_dialect(context, &rival, error);
}

TUNIP_PLUGIN(.name = "rival", .add = add);
#endif

#ifdef PLUGIN_second_dialect
/* A plugin whose first dialect is fine and whose second is not. */
ACME_USUAL;

static const tunip_dialect other = {
    .abi = TUNIP_DIALECT_ABI + 1, .size = sizeof(tunip_dialect), .name = "other"};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_status status = tunip_context_add_dialect(context, &acme, error);
    return status == TUNIP_OK ? tunip_context_add_dialect(context, &other, error) : status;
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_old_dialect
/* A plugin compiled when a dialect ended with its rules, and a rule with its fields. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);

typedef struct old_rule {
    const tunip_type *type;
    const char *token;
    tunip_rule_form form;
    const char *name;
    const char *fields;
} old_rule;

static tunip_type *const types[] = {&acme_tile_type};
static const old_rule rules[] = {
    {&acme_tile_type, "", TUNIP_RULE_CALL, "tile", "value rows=rows"},
    {&acme_tile_type, "old", TUNIP_RULE_NAME, "tile", NULL},
};

static const tunip_dialect old = {
    .abi = TUNIP_DIALECT_ABI,
    .size = offsetof(tunip_dialect, roots),
    .row_sizes = {.rule = sizeof(old_rule)},
    .name = "old",
    .prefix = "A",
    .types = types,
    .type_count = TUNIP_LEN(types),
    .rules = (const tunip_rule *)(const void *)rules,
    .rule_count = TUNIP_LEN(rules),
    .roots = (const tunip_root *)1, /* must not be read */
    .root_count = 1,
    .state_size = 1,
    .account_count = 1,
};

ACME_ADD(old)
TUNIP_PLUGIN(.name = "old", .add = add);
#endif

#ifdef PLUGIN_new_dialect
/* A plugin compiled when a dialect and a rule have one member more, which it does not set. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);

typedef struct new_rule {
    tunip_rule rule;
    const char *inverse;
} new_rule;

typedef struct new_dialect {
    tunip_dialect dialect;
    const char *motto;
} new_dialect;

static tunip_type *const types[] = {&acme_tile_type};
static const new_rule rules[] = {
    {ACME_TILE_ROW, NULL},
    {{&acme_tile_type, "new", TUNIP_RULE_NAME, "tile", NULL, NULL}, NULL},
};

#define NEW(motto_)                                                                                \
    {                                                                                              \
        {.abi = TUNIP_DIALECT_ABI,                                                                 \
         .size = sizeof(new_dialect),                                                              \
         .row_sizes = {.rule = sizeof(new_rule)},                                                  \
         .name = "new",                                                                            \
         .prefix = "A",                                                                            \
         .types = types,                                                                           \
         .type_count = TUNIP_LEN(types),                                                           \
         .rules = &rules[0].rule,                                                                  \
         .rule_count = TUNIP_LEN(rules)},                                                          \
            (motto_)                                                                               \
    }

static const new_dialect unset = NEW(NULL);
static const new_dialect set = NEW("unknown");

/* The library cannot heed a member that it does not know. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    tunip_error refusal = TUNIP_ERROR_INIT;
    if (tunip_context_add_dialect(context, &set.dialect, &refusal) != TUNIP_ERROR_ARGUMENT)
        return tunip_error_set(error, TUNIP_ERROR_CONFLICT, "an unknown member was ignored");
    return tunip_context_add_dialect(context, &unset.dialect, error);
}

TUNIP_PLUGIN(.name = "new", .add = add);
#endif

#ifdef PLUGIN_cut_dialect
/* A plugin whose dialect has fewer members than any version had. */
static const tunip_dialect cut = {
    .abi = TUNIP_DIALECT_ABI,
    .size = offsetof(tunip_dialect, rules),
    .name = "cut",
    .types = (tunip_type *const *)1, /* must not be read */
    .type_count = 1,
};

static tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &cut, error);
}

TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_cut_rules
/* A plugin whose dialect does not say how long its rules are. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);

static const tunip_rule rules[] = {ACME_TILE_ROW};

static const tunip_dialect acme = {
    .abi = TUNIP_DIALECT_ABI,
    .size = sizeof(tunip_dialect),
    .name = "acme",
    .prefix = "A",
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
};

ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .add = add);
#endif

#ifdef PLUGIN_ruleless
/* A plugin with a type that has a table of fields and no rule. */
typedef struct bolt_tile {
    tunip_node base;
    tunip_node *value;
    int64_t rows;
    int64_t bolts;
} bolt_tile;

/* clang-format off */
static const tunip_field bolt_tile_fields[] = {
    TUNIP_FIELD_ANY(bolt_tile, value, 0),
    TUNIP_FIELD_INT(bolt_tile, rows, 0),
    TUNIP_FIELD_INT(bolt_tile, bolts, 0),
};
/* clang-format on */
static TUNIP_TYPE(bolt_tile, "bolt.Tile", NULL, TREE, 0, NULL);

static tunip_type *const types[] = {&bolt_tile_type};
static const tunip_dialect bolt = {
    TUNIP_DIALECT_HEAD,
    .name = "bolt",
    .types = types,
    .type_count = TUNIP_LEN(types),
};

ACME_ADD(bolt)
TUNIP_PLUGIN(.name = "bolt", .add = add);
#endif

#ifdef PLUGIN_derived
/* A plugin with a type whose base is from another plugin. */
/* acme.Tile's struct comes first, as in its vendor's header. */
typedef struct bolt_tile {
    acme_tile base;
    int64_t bolts;
} bolt_tile;

static const tunip_field bolt_tile_fields[] = {TUNIP_FIELD_INT(bolt_tile, bolts, 0)};
static TUNIP_TYPE(bolt_tile, "bolt.Tile", NULL, TREE, 0, NULL);

static tunip_type *const types[] = {&bolt_tile_type};
static const tunip_dialect bolt = {
    TUNIP_DIALECT_HEAD,
    .name = "bolt",
    .types = types,
    .type_count = TUNIP_LEN(types),
};

/* Nodes of it print by the rule of their base. */
static tunip_status add(tunip_context *context, tunip_error *error)
{
    bolt_tile_type.base = tunip_context_type(context, tunip_str_from("acme.Tile"));
    if (!bolt_tile_type.base)
        return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND,
                               "acme.Tile is not registered: load the plugin acme before");
    return tunip_context_add_dialect(context, &bolt, error);
}

TUNIP_PLUGIN(.name = "bolt", .add = add);
#endif
