/* whole.c -- a plugin with every feature of a dialect: frames with data, a token with a rule for a
 * type of another dialect, metadata, a type that is saved as text, a root. */
#include <stdio.h>

#include "acme.h"

/* acme.Region: a statement around others, in which a variable is defined. */
typedef struct acme_region {
    tunip_tir_stmt base;
    tunip_tir_var *var;
    tunip_node *bound;
    tunip_node *body;
} acme_region;

/* acme.Depth: how many regions are open. */
typedef struct acme_depth {
    tunip_ir_prim_expr base;
} acme_depth;

/* acme.Blob: has no text. */
typedef struct acme_blob {
    tunip_ir_prim_expr base;
    int64_t size;
} acme_blob;

/* acme.Tag: saved as its text, "NAME:NUMBER". */
typedef struct acme_tag {
    tunip_ir_prim_expr base;
    tunip_string *name;
    int64_t number;
} acme_tag;

static tunip_status tag_from_text(tunip_graph *graph, tunip_str text, tunip_node *out,
                                  tunip_error *error)
{
    acme_tag *tag = (acme_tag *)out;
    const char *colon = memchr(text.data, ':', text.size);
    if (!colon)
        return tunip_error_set(error, TUNIP_ERROR_FORMAT, "a tag is NAME:NUMBER, not %s",
                               text.data);
    tag->name = tunip_string_new_view(graph, (tunip_str){text.data, (size_t)(colon - text.data)});
    for (const char *at = colon + 1; *at; at++) tag->number = 10 * tag->number + (*at - '0');
    return tunip_graph_status(graph);
}

static tunip_str tag_to_text(tunip_graph *graph, const tunip_node *node)
{
    const acme_tag *tag = (const acme_tag *)node;
    char text[64];
    tunip_str name = tunip_string_value(tag->name);
    int size =
        snprintf(text, sizeof text, "%.*s:%lld", (int)name.size, name.data, (long long)tag->number);
    return tunip_graph_copy(graph, (tunip_str){text, (size_t)size});
}

static const tunip_codec tag_codec = {.from_text = tag_from_text, .to_text = tag_to_text};

/* clang-format off */
static const tunip_field acme_region_fields[] = {
    TUNIP_FIELD_NODE(acme_region, var, tunip_tir_var, TUNIP_FLAG_DEF),
    TUNIP_FIELD_ABSTRACT(acme_region, bound, tunip_ir_prim_expr, 0),
    TUNIP_FIELD_ABSTRACT(acme_region, body, tunip_tir_stmt, 0),
};
static const tunip_field acme_blob_fields[] = {TUNIP_FIELD_INT(acme_blob, size, 0)};
static const tunip_field acme_tag_fields[] = {
    TUNIP_FIELD_NODE(acme_tag, name, tunip_string, 0),
    TUNIP_FIELD_INT(acme_tag, number, 0),
};
static TUNIP_TYPE(acme_region, "acme.Region", &tunip_tir_stmt_type, TREE, 0, NULL);
static TUNIP_BARE_TYPE(acme_depth, "acme.Depth", &tunip_ir_prim_expr_type, TREE, 0);
static TUNIP_TYPE(acme_blob, "acme.Blob", &tunip_ir_prim_expr_type, TREE, 0, NULL);
static TUNIP_TYPE(acme_tag, "acme.Tag", &tunip_ir_prim_expr_type, TREE, 0, &tag_codec);
/* clang-format on */

static const tunip_dialect acme;

/* A frame with data. */
typedef struct region_frame {
    tunip_frame base;
    int64_t depth;
} region_frame;

static int64_t depth_now(tunip_docsifier *d)
{
    const tunip_frame *frame = tunip_frame_of(d, &acme);
    return frame ? ((const region_frame *)(const void *)frame)->depth : 0;
}

static const tunip_doc *docsify_region(tunip_docsifier *d, const tunip_node *node,
                                       const tunip_path *path)
{
    const acme_region *region = (const acme_region *)node;
    const tunip_doc *bound = TUNIP_CHILD(d, region, bound, path);
    const tunip_doc *call = tunip_prefixed_call(d, &acme, "region", TUNIP_DOCS(d, bound));
    region_frame frame = {.depth = depth_now(d) + 1};
    tunip_frame_enter(d, &frame.base, &acme, node);
    tunip_frame_token(d, &frame.base, "acme");
    tunip_str hint = tunip_string_value(region->var ? region->var->name : NULL);
    const tunip_doc *id = tunip_define(d, &frame.base, region->var, hint);
    tunip_frame_add(d, &frame.base, TUNIP_CHILD(d, region, body, path));
    const tunip_doc *doc = tunip_doc_scope_new(d, id, call, tunip_frame_body(d, &frame.base, NULL));
    tunip_frame_leave(d, &frame.base);
    return doc;
}

static const tunip_doc *docsify_depth(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    (void)node;
    const tunip_doc *depth = tunip_doc_int(d, depth_now(d), path);
    return tunip_prefixed_call(d, &acme, "depth", TUNIP_DOCS(d, depth));
}

static tunip_type *const types[] = {&acme_region_type, &acme_depth_type, &acme_blob_type,
                                    &acme_tag_type};

static const tunip_rule rules[] = {
    {&acme_region_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_region},
    {&acme_depth_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_depth},
    {&acme_blob_type, "", TUNIP_RULE_METADATA, NULL, NULL, NULL},
    {&acme_tag_type, "", TUNIP_RULE_CALL, "tag", "name number", NULL},
    {&tunip_tir_add_type, "acme", TUNIP_RULE_CALL, "plus", "a b", NULL},
};

static const tunip_root roots[] = {{&acme_region_type, "acme", true, NULL}};

static const tunip_dialect acme = {
    TUNIP_DIALECT_HEAD, .name = "acme",
    .prefix = "A",      .import = "import acme as %s",
    .types = types,     .type_count = TUNIP_LEN(types),
    .rules = rules,     .rule_count = TUNIP_LEN(rules),
    .roots = roots,     .root_count = TUNIP_LEN(roots),
};

ACME_ADD(acme)
TUNIP_PLUGIN(.name = "acme", .version = "2.0", .add = add);
