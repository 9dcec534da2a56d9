/* thrower.cpp -- a plugin from which a C++ exception leaves, which is not allowed: for tiles of no
 * rows from its rule, and with the environment variable THROW_ADD from its function add(). */
#include <cstdlib>
#include <stdexcept>

#include <tunip/ext/plugin.h>
#include <tunip/tvm/tir.h>

namespace
{

struct acme_tile {
    tunip_ir_prim_expr base;
    tunip_node *value;
    int64_t rows;
};

const tunip_field acme_tile_fields[] = {
    TUNIP_FIELD_ANY(acme_tile, value, 0),
    TUNIP_FIELD_INT(acme_tile, rows, 0),
};
TUNIP_TYPE(acme_tile, "acme.Tile", &tunip_ir_prim_expr_type, TREE, 0, nullptr);

const tunip_doc *docsify_tile(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    const int64_t rows = reinterpret_cast<const acme_tile *>(node)->rows;
    if (!rows) throw std::runtime_error("no rows");
    return tunip_doc_int(d, rows, path);
}

tunip_type *const types[] = {&acme_tile_type};
const tunip_rule rules[] = {
    {&acme_tile_type, "", TUNIP_RULE_CUSTOM, nullptr, nullptr, docsify_tile},
};

tunip_dialect make_dialect()
{
    tunip_dialect dialect = {};
    dialect.abi = TUNIP_DIALECT_ABI;
    dialect.size = sizeof dialect;
    dialect.row_sizes = TUNIP_ROW_SIZES;
    dialect.name = "acme";
    dialect.prefix = "A";
    dialect.types = types;
    dialect.type_count = TUNIP_LEN(types);
    dialect.rules = rules;
    dialect.rule_count = TUNIP_LEN(rules);
    return dialect;
}

const tunip_dialect acme = make_dialect();

tunip_status add(tunip_context *context, tunip_error *error)
{
    if (std::getenv("THROW_ADD")) throw std::runtime_error("no licence");
    return tunip_context_add_dialect(context, &acme, error);
}

} // namespace

TUNIP_PLUGIN("acme", "1.0", add);
