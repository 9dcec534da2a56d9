/* dialect.c -- sets of artifacts as IR: they are printed, saved, compared and read back like
 * modules. A node has the size and the hash of a content in its place. */
#include <stdlib.h>
#include <tunip/ext/dialect.h>

#include "set.h"

typedef struct artifact_artifact {
    tunip_node base;
    tunip_string *codegen_id, *loader, *file_name;
    int64_t size;
    tunip_string *sha256; /* empty if it is in memory */
    bool in_memory;
} artifact_artifact;

typedef struct artifact_set {
    tunip_node base;
    tunip_string *target_key;
    tunip_array *artifacts;
} artifact_set;

/* clang-format off */
static const tunip_field artifact_artifact_fields[] = {
    TUNIP_FIELD_NODE(artifact_artifact, codegen_id, tunip_string, 0),
    TUNIP_FIELD_NODE(artifact_artifact, loader, tunip_string, 0),
    TUNIP_FIELD_NODE(artifact_artifact, file_name, tunip_string, 0),
    TUNIP_FIELD_INT(artifact_artifact, size, 0),
    TUNIP_FIELD_NODE(artifact_artifact, sha256, tunip_string, 0),
    TUNIP_FIELD_BOOL(artifact_artifact, in_memory, 0),
};
static TUNIP_TYPE(artifact_artifact, "artifact.Artifact", NULL, TREE, 0, NULL);
static const tunip_field artifact_set_fields[] = {
    TUNIP_FIELD_NODE(artifact_set, target_key, tunip_string, 0),
    TUNIP_FIELD_ARRAY(artifact_set, artifacts, artifact_artifact, 0),
};
static TUNIP_TYPE(artifact_set, "artifact.ArtifactSet", NULL, TREE, 0, NULL);
/* clang-format on */

static tunip_type *const types[] = {&artifact_artifact_type, &artifact_set_type};
static const tunip_rule rules[] = {
    {&artifact_artifact_type, "", TUNIP_RULE_CALL, "Artifact",
     "codegen_id=codegen_id loader=loader file_name=file_name size=size sha256=sha256 "
     "in_memory=in_memory",
     NULL},
    {&artifact_set_type, "", TUNIP_RULE_CALL, "ArtifactSet",
     "target_key=target_key artifacts=artifacts", NULL},
};
static const tunip_dialect dialect = {
    TUNIP_DIALECT_HEAD, .name = "artifact",
    .prefix = "AF",     .import = "import artifact as %s",
    .types = types,     .type_count = TUNIP_LEN(types),
    .rules = rules,     .rule_count = TUNIP_LEN(rules),
};

tunip_status tunip_artifact_register(tunip_context *context, tunip_error *error)
{
    return tunip_context_add_dialect(context, &dialect, error);
}

static tunip_node *make_node(tunip_graph *graph, const tunip_artifact_set *set,
                             const tunip_artifact *a)
{
    char hash[65] = "";
    artifact_artifact *node = tunip_node_new(graph, &artifact_artifact_type);
    if (!node) return NULL;
    if (!a->in_memory) in_hash(a->content, in_set_maps(set, a->content), hash);
    node->codegen_id = tunip_string_new_view(graph, a->codegen_id);
    node->loader = tunip_string_new_view(graph, a->loader);
    node->file_name = tunip_string_new_view(graph, a->file_name);
    node->size = (int64_t)a->content.size;
    node->sha256 = tunip_string_new(graph, hash);
    node->in_memory = a->in_memory;
    return &node->base;
}

tunip_graph *tunip_artifact_set_graph(const tunip_context *context, const tunip_artifact_set *set,
                                      tunip_error *error)
{
    tunip_graph *graph = tunip_graph_new(context, error);
    void **items = calloc(set->count + 1, sizeof *items);
    artifact_set *root = graph ? tunip_node_new(graph, &artifact_set_type) : NULL;
    for (size_t i = 0; root && items && i < set->count; i++)
        items[i] = make_node(graph, set, &set->items[i]);
    if (root && items) {
        root->target_key = tunip_string_new_view(graph, set->target_key);
        root->artifacts = tunip_array_new(graph, set->count, items);
        tunip_graph_set_root(graph, root);
    }
    free(items);
    if (root && items && root->artifacts) return graph;
    tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    tunip_graph_free(graph);
    return NULL;
}
