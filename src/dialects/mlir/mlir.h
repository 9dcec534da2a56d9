/* mlir.h -- what the files of the mlir dialect share. */
#ifndef TUNIP_DIALECTS_MLIR_H
#define TUNIP_DIALECTS_MLIR_H

#include <tunip/ext/dialect.h>
#include <tunip/mlir.h>

enum { MLIR_TYPE_COUNT = 10 };
extern tunip_type *const mlir_types[MLIR_TYPE_COUNT];

typedef struct mlir_settings {
    bool locations;
} mlir_settings;

/* The names of a print. */
typedef struct mlir_name {
    const void *node;
    tunip_str text; /* "0", "bb1": without its mark */
} mlir_name;

typedef struct mlir_state {
    mlir_name *names; /* a hash table; `room` is 0 or a power of two */
    size_t count, room;
} mlir_state;

/* Chooses the names of all values and blocks below `root`, by the rules of MLIR's printer. */
void mlir_names_choose(tunip_docsifier *d, const tunip_node *root);
/* The name of a value or a label, without its mark; empty if it has none yet. */
tunip_str mlir_name_of(tunip_docsifier *d, const void *node);

#endif
