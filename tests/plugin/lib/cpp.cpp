/* cpp.cpp -- a plugin in C++17: the tables and the composition of structs are the same as in C.
 * Structs without designated initialisers are filled in the order of their members. */
#include <string>

#include <tunip/ext/plugin.h>
#include <tunip/tvm/tir.h>

namespace {

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

extern const tunip_dialect acme; // in a namespace without a name this is no other file's

const tunip_doc *docsify_tile(tunip_docsifier *d, const tunip_node *node, const tunip_path *path)
{
    auto *tile = reinterpret_cast<const acme_tile *>(node);
    const tunip_doc *rows = tunip_doc_int(d, tile->rows, tunip_path_attr(d, path, "rows"));
    const std::string name = std::string("cpp_") + "tile";
    return tunip_prefixed_call(d, &acme, name.c_str(),
                               TUNIP_DOCS(d, TUNIP_CHILD(d, tile, value, path), rows));
}

tunip_type *const types[] = {&acme_tile_type};
const tunip_rule rules[] = {
    {&acme_tile_type, "", TUNIP_RULE_CUSTOM, nullptr, nullptr, docsify_tile},
    {&tunip_tir_add_type, "acme", TUNIP_RULE_CALL, "plus", "a b", nullptr},
};

/* A function sets the members by name, because C++17 has no designated initialisers. */
tunip_dialect make_dialect()
{
    tunip_dialect dialect = {};
    dialect.abi = TUNIP_DIALECT_ABI;
    dialect.size = sizeof dialect;
    dialect.row_sizes = TUNIP_ROW_SIZES;
    dialect.name = "acme";
    dialect.prefix = "A";
    dialect.import = "import acme as %s";
    dialect.types = types;
    dialect.type_count = TUNIP_LEN(types);
    dialect.rules = rules;
    dialect.rule_count = TUNIP_LEN(rules);
    return dialect;
}

const tunip_dialect acme = make_dialect();

tunip_status add(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &acme, error);
}

} // namespace

TUNIP_PLUGIN("acme", "1.0", add);
