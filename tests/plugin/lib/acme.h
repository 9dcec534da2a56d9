/* acme.h -- shared by the plugins of the tests: a dialect with one type and one rule. Each
 * lib/NAME.c becomes the shared library NAME.so. Of entries.c, dialects.c and backends.c each part
 * `#ifdef PLUGIN_NAME` becomes NAME.so; most have one mistake. */
#ifndef ACME_H
#define ACME_H

#include <tunip/ext/plugin.h>
#include <tunip/tvm/tir.h>

typedef struct acme_tile {
    tunip_ir_prim_expr base;
    tunip_node *value;
    int64_t rows;
} acme_tile;

/* clang-format off */
static const tunip_field acme_tile_fields[] = {
    TUNIP_FIELD_ANY(acme_tile, value, 0),
    TUNIP_FIELD_INT(acme_tile, rows, 0),
};
/* clang-format on */

#define ACME_TYPE(key, base) static TUNIP_TYPE(acme_tile, key, base, TREE, 0, NULL)

#define ACME_DIALECT(ident, its_name, ...)                                                         \
    static tunip_type *const ident##_types[] = {&acme_tile_type};                                  \
    static const tunip_rule ident##_rules[] = {__VA_ARGS__};                                       \
    static const tunip_dialect ident = {                                                           \
        TUNIP_DIALECT_HEAD,     .name = its_name,                                                  \
        .prefix = "A",          .import = "import acme as %s",                                     \
        .types = ident##_types, .type_count = TUNIP_LEN(ident##_types),                            \
        .rules = ident##_rules, .rule_count = TUNIP_LEN(ident##_rules),                            \
    }

#define ACME_TILE_ROW                                                                              \
    {                                                                                              \
        &acme_tile_type, "", TUNIP_RULE_CALL, "tile", "value rows=rows", NULL                      \
    }

/* The dialect `acme` without mistakes. */
#define ACME_USUAL                                                                                 \
    ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);                                              \
    ACME_DIALECT(acme, "acme", ACME_TILE_ROW)

/* `static tunip_status add(...)` that registers one dialect. */
#define ACME_ADD(ident)                                                                            \
    static tunip_status add(tunip_context *context, tunip_error *error)                            \
    {                                                                                              \
        return tunip_context_add_dialect(context, &(ident), error);                                \
    }

#endif
