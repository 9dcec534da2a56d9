/* mlir.h -- what the files of the mlir dialect share. */
#ifndef TUNIP_DIALECTS_MLIR_H
#define TUNIP_DIALECTS_MLIR_H

#include <tunip/ext/dialect.h>
#include <tunip/mlir.h>

enum { MLIR_TYPE_COUNT = 13 };
extern tunip_type *const mlir_types[MLIR_TYPE_COUNT];

typedef struct mlir_settings {
    bool locations;
    bool local_scope;
    int64_t elide_elements_if_larger; /* negative: none */
} mlir_settings;

/* The definition of an alias: `#loc3` and `loc("f.py":1:2)`. */
typedef struct mlir_alias {
    tunip_str name, body;
} mlir_alias;

/* A name of a print; or, for a file or a region, the first number in its units. */
typedef struct mlir_name {
    const void *node;
    tunip_str text; /* "0", "bb1": without its mark */
    size_t next;
} mlir_name;

/* A hash table; `room` is a power of two. */
typedef struct mlir_table {
    mlir_name *names;
    size_t count, room;
} mlir_table;

typedef struct mlir_state {
    mlir_table *outer, *unit;  /* names outside of units, and in the unit in hand; or NULL */
    mlir_name *unit_names;     /* the first memory of `unit` */
    bool in_unit;              /* see tunip_frame_add_unit() */
    const mlir_alias *aliases; /* of locations of the file in hand, sorted by name */
    size_t alias_count;
    bool keeps_aliases; /* in local scope, because one is too large to be written out */
} mlir_state;

static inline const mlir_settings *mlir_settings_of(tunip_docsifier *d)
{
    return tunip_job_settings(d, &tunip_dialect_mlir);
}

/* texts.c */
/* The text of an attribute or type, by the settings. */
tunip_str mlir_attribute_text(tunip_docsifier *d, const tunip_mlir_attribute *attr,
                              const tunip_path *path);
/* The text of a location, by the settings. */
tunip_str mlir_location_text(tunip_docsifier *d, tunip_str location);
/* Whether the text is `#loc3 = loc(...)`. */
bool mlir_is_location_alias(tunip_str text);
/* Notes the aliases of a file, for mlir_location_text() and for `keeps_aliases`. */
void mlir_note_aliases(tunip_docsifier *d, const tunip_mlir_file *file);

static inline bool mlir_is_generic(const tunip_mlir_operation *op)
{
    return op->form && op->form->is_generic;
}

/* Whether the operation is printed as a unit, where it is in a file or a block without a label: it
 * defines a symbol, as a function does, and has no operation in its body that does. */
bool mlir_is_unit(const tunip_node *node);

/* Chooses the names of all values and blocks below `root`, by the rules of MLIR's printer, except
 * those in units. */
void mlir_names_choose(tunip_docsifier *d, const tunip_node *root);
/* Those in a unit, which the state is in. `around`: the file or the region that has the unit. */
void mlir_names_choose_unit(tunip_docsifier *d, const tunip_mlir_operation *op, const void *around);
/* The name of a value or a label, without its mark; empty if it has none yet. */
tunip_str mlir_name_of(tunip_docsifier *d, const void *node);

#endif
