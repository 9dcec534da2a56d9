/* graph.h -- the members of a graph.json, before they become nodes. */
#ifndef TUNIP_READERS_GRAPH_PARSE_H
#define TUNIP_READERS_GRAPH_PARSE_H

#include <tunip/ext/assemble.h>
#include <tunip/ext/scratch.h>
#include <tunip/json.h>

/* A value and its place in the file. */
typedef struct gj_int {
    int64_t value;
    size_t begin, end;
} gj_int;

typedef struct gj_text {
    tunip_str value;
    size_t begin, end;
} gj_text;

/* A member that is kept as it is: its JSON, without white space. */
typedef struct gj_json {
    gj_text key, value;
} gj_json;

/* [node, index, version]. */
typedef struct gj_entry {
    gj_int node, index;
} gj_entry;

/* A shape: `count` of the integers in `dims`, from `first`. */
typedef struct gj_shape {
    size_t first, count;
    size_t begin, end;
} gj_shape;

typedef struct gj_node {
    gj_text op, name;
    tunip_node *attrs; /* a map, or NULL */
    gj_int output_count;
    size_t first_input, input_count;
    bool has_deps;
    size_t first_dep, dep_count; /* control_deps */
    size_t begin, end;
} gj_node;

/* A list that grows. */
#define GJ_LIST(type)                                                                              \
    struct {                                                                                       \
        type *items;                                                                               \
        size_t count, room;                                                                        \
    }

typedef struct gj_file {
    const tunip_input *input;
    tunip_assembler *assembler;
    tunip_scratch *scratch;
    tunip_json json;
    tunip_json_token token; /* the current one */
    unsigned seen;          /* a bit for each member of the file and of its attrs that was read */
    GJ_LIST(gj_node) nodes;
    GJ_LIST(gj_entry) inputs;
    GJ_LIST(gj_int) deps;
    GJ_LIST(gj_entry) heads;
    GJ_LIST(gj_int) arguments;
    GJ_LIST(gj_int) rows;
    GJ_LIST(gj_text) dtypes;
    GJ_LIST(gj_int) storages;
    GJ_LIST(gj_int) devices;
    GJ_LIST(gj_text) scopes;
    GJ_LIST(gj_int) dims;
    GJ_LIST(gj_shape) shapes;
    GJ_LIST(gj_json) members; /* that the executor does not use */
    GJ_LIST(gj_json) attrs;
} gj_file;

/* The bits of `seen`. ORDER: as the tables in parse.c. */
enum {
    GJ_NODES = 1,
    GJ_ARG_NODES = 2,
    GJ_HEADS = 4,
    GJ_ATTRS = 8,
    GJ_ROWS = 16,
    GJ_DTYPES = 32,
    GJ_SHAPES = 64,
    GJ_STORAGES = 128,
    GJ_DEVICES = 256,
    GJ_SCOPES = 512
};

/* Parses the whole file. False after an error. */
bool gj_parse(gj_file *file);

#endif
