/* zoo.c -- the types of zoo.h and how tests come by nodes of them. */
#include "zoo.h"

/* ---- types ---- */

static tunip_status from_text(tunip_graph *graph, tunip_str text, tunip_node *out,
                              tunip_error *error)
{
    if (!text.size || text.data[0] != '#')
        return tunip_error_set(error, TUNIP_ERROR_FORMAT, "no # in front");
    tunip_string *name = tunip_string_new_view(graph, (tunip_str){text.data + 1, text.size - 1});
    ((zoo_tag *)out)->text = name;
    return name ? TUNIP_OK : tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
}

static tunip_str to_text(tunip_graph *graph, const tunip_node *node)
{
    tunip_str text = tunip_string_value(((const zoo_tag *)node)->text);
    char *saved = tunip_graph_alloc(graph, text.size + 2);
    if (!saved) return (tunip_str){NULL, 0};
    saved[0] = '#';
    memcpy(saved + 1, text.data, text.size);
    return (tunip_str){saved, text.size + 1};
}

static const tunip_codec tag_codec = {.from_text = from_text, .to_text = to_text};

static const tunip_field zoo_animal_fields[] = {
    TUNIP_FIELD_NODE(zoo_animal, name, tunip_string, 0),
};
TUNIP_TYPE(zoo_animal, "zoo.Animal", NULL, TREE, TUNIP_TYPE_ABSTRACT, NULL);

static const tunip_field zoo_bird_fields[] = {
    TUNIP_FIELD_INT(zoo_bird, age, 0),
    TUNIP_FIELD_FLOAT(zoo_bird, speed, 0),
    TUNIP_FIELD_BOOL(zoo_bird, flies, 0),
    TUNIP_FIELD_DTYPE(zoo_bird, dtype, 0),
};
TUNIP_TYPE(zoo_bird, "zoo.Bird", &zoo_animal_type, TREE, 0, NULL);

TUNIP_BARE_TYPE(zoo_fish, "zoo.Fish", &zoo_animal_type, TREE, 0);

static const tunip_field zoo_cage_fields[] = {
    TUNIP_FIELD_ARRAY(zoo_cage, animals, zoo_animal, 0),
    TUNIP_FIELD_MAP(zoo_cage, labels, tunip_string, zoo_animal, 0),
    TUNIP_FIELD_ANY(zoo_cage, inside, 0),
    TUNIP_FIELD_NODE(zoo_cage, keeper, zoo_bird, TUNIP_FLAG_OPTIONAL),
    TUNIP_FIELD_INT(zoo_cage, note, TUNIP_FLAG_DEFAULT),
};
TUNIP_TYPE(zoo_cage, "zoo.Cage", NULL, TREE, 0, NULL);

static const tunip_field zoo_flock_fields[] = {
    TUNIP_FIELD_ARRAY(zoo_flock, birds, zoo_bird, 0),
};
TUNIP_TYPE(zoo_flock, "zoo.Flock", NULL, TREE, 0, NULL);

static const tunip_field zoo_tag_fields[] = {
    TUNIP_FIELD_NODE(zoo_tag, text, tunip_string, 0),
};
TUNIP_TYPE(zoo_tag, "zoo.Tag", NULL, TREE, 0, &tag_codec);

static tunip_type *const types[] = {&zoo_animal_type, &zoo_bird_type,  &zoo_fish_type,
                                    &zoo_cage_type,   &zoo_flock_type, &zoo_tag_type};

const tunip_dialect zoo_dialect = {
    TUNIP_DIALECT_HEAD,
    .name = "zoo",
    .types = types,
    .type_count = TUNIP_LEN(types),
};

/* ---- the world ---- */

tunip_context *zoo_context_new(const tunip_allocator *allocator, tunip_error *error)
{
    tunip_context *context = tunip_context_new_empty(allocator, error);
    if (context && tunip_context_add_dialect(context, &zoo_dialect, error) == TUNIP_OK)
        return context;
    tunip_context_free(context);
    return NULL;
}

int zoo_open(void **state)
{
    zoo_world *world = calloc(1, sizeof *world);
    if (world) world->context = zoo_context_new(NULL, NULL);
    *state = world;
    return world && world->context ? 0 : -1;
}

int zoo_close(void **state)
{
    zoo_world *world = *state;
    tunip_graph_free(world->graph);
    tunip_context_free(world->context);
    free(world);
    return 0;
}

/* ---- text ---- */

char *zoo_json(const char *text)
{
    size_t size = strlen(text);
    char *json = malloc(size + 1);
    assert_non_null(json);
    for (size_t i = 0; i <= size; i++) json[i] = text[i] == '\'' ? '"' : text[i];
    return json;
}

/* Nodes are the objects that begin with their type. */
static size_t count_nodes(const char *nodes)
{
    static const char begin[] = "{\"type\"";
    size_t count = 0;
    for (; *nodes; nodes++) count += *nodes == '{' && strncmp(nodes, begin, sizeof begin - 1) == 0;
    return count;
}

char *zoo_graph_text(const char *nodes)
{
    static const char frame[] = "{\"root_index\": %zu, \"nodes\": [%s], \"metadata\": {}}";
    char *json = zoo_json(nodes);
    size_t room = strlen(json) + sizeof frame + 24;
    char *text = malloc(room);
    assert_non_null(text);
    snprintf(text, room, frame, count_nodes(json) - 1, json);
    free(json);
    return text;
}

const void *zoo_read(zoo_world *world, const char *nodes)
{
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = zoo_graph_text(nodes);
    tunip_graph_free(world->graph);
    world->graph = tunip_read(world->context, tunip_str_from(text), &error);
    free(text);
    assert_string_equal(error.message, "");
    assert_non_null(world->graph);
    return tunip_graph_root(world->graph);
}
