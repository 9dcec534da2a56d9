/* zoo.h -- types for the tests of reading and saving: a field of each kind, inheritance, containers
 * with declared items, optional fields, data that is not saved by field. */
#ifndef ZOO_H
#define ZOO_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip/ext/dialect.h>
#include <tunip/read.h>

/* Abstract. */
typedef struct zoo_animal {
    tunip_node base;
    tunip_string *name;
} zoo_animal;

typedef struct zoo_bird {
    zoo_animal base;
    int64_t age;
    double speed;
    bool flies;
    tunip_dtype dtype;
} zoo_bird;

typedef struct zoo_fish {
    zoo_animal base;
} zoo_fish;

typedef struct zoo_cage {
    tunip_node base;
    tunip_array *animals; /* of zoo_animal */
    tunip_map *labels;    /* from strings to zoo_animal */
    tunip_node *inside;   /* anything */
    zoo_bird *keeper;     /* or NULL */
    int64_t note;         /* may be missing */
} zoo_cage;

/* A list of birds. */
typedef struct zoo_flock {
    tunip_node base;
    tunip_array *birds;
} zoo_flock;

/* Saved as "#<text>". */
typedef struct zoo_tag {
    tunip_node base;
    tunip_string *text;
} zoo_tag;

extern tunip_type zoo_animal_type, zoo_bird_type, zoo_fish_type;
extern tunip_type zoo_cage_type, zoo_flock_type, zoo_tag_type;

extern const tunip_dialect zoo_dialect;

/* A context with nothing but the zoo; NULL and `error` filled when that fails. */
tunip_context *zoo_context_new(const tunip_allocator *allocator, tunip_error *error);

/* The cmocka fixture of a test. */
typedef struct zoo_world {
    tunip_context *context;
    tunip_graph *graph; /* the graph that was read last */
} zoo_world;

int zoo_open(void **state);
int zoo_close(void **state);

#define ZOO_TEST(test) cmocka_unit_test_setup_teardown(test, zoo_open, zoo_close)

/* A copy of `text` on the heap with " for every ', which keeps JSON in C readable. */
char *zoo_json(const char *text);

/* {"root_index": <the last>, "nodes": [<nodes>], "metadata": {}} on the heap; ' stands for ". */
char *zoo_graph_text(const char *nodes);

/* The root of the graph of these nodes, which must be well-formed. It lives until the next one. */
const void *zoo_read(zoo_world *world, const char *nodes);

#endif
