/* extends.c -- plugins whose dialect adds words and operators to another one. The first two are
 * fine; each other one has a mistake. CMake builds a library NAME.so of each part
 * `#ifdef PLUGIN_NAME`. */
#include <tunip/ext/elaborate.h>

#include "acme.h"

#define EXTENDS(ident, host, ...)                                                                  \
    static const tunip_dialect ident = {TUNIP_DIALECT_HEAD, .name = #ident, .extends = host,       \
                                        __VA_ARGS__}

#define ADDS(ident) TUNIP_PLUGIN(.name = #ident, .add = add)

#ifdef PLUGIN_extends
/* Operators, an overridden operator of TVM, and a type, all with the prefix T. */
ACME_TYPE("acme.Tile", &tunip_ir_prim_expr_type);
static tunip_type *const types[] = {&acme_tile_type};
static const tunip_rule rules[] = {ACME_TILE_ROW};
static const tunip_op_row ops[] = {
    {"extra.twice", "twice", "x", "arg 0", NULL},
    {"extra.zero", "zero", "dtype", "first", NULL},
    {"extra.last", "at_last", "*args", "last", NULL},
    {"extra.named", "named", "name", "named 0", NULL},
    {"extra.exp", "exp", "x base", "float32", NULL}, /* that of TVM has one argument */
};
EXTENDS(extra, "tir", .overrides = "exp", TUNIP_ROWS(type, types), TUNIP_ROWS(rule, rules),
        TUNIP_ROWS(op, ops));
ACME_ADD(extra)
ADDS(extra);
#endif

#ifdef PLUGIN_extends_again
/* A second dialect that extends the same one, and overrides words of both. */
static const tunip_op_row ops[] = {{"more.twice", "twice", "x factor", "arg 0", NULL}};
static tunip_value read_answer(tunip_elaborator *e, const tunip_word_call *call)
{
    (void)e;
    return (tunip_value){.kind = TUNIP_VALUE_INT, .doc = call->doc, .integer = 42};
}
/* Words that no row lists, and a method of the nodes of the other dialect. */
static bool find_word(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    (void)e;
    *out = (tunip_word){.name = "answer", .params = "", .read = read_answer};
    return tunip_str_is(name, "answer");
}
static const tunip_word words[] = {
    {.name = ".answer", .params = "", .read = read_answer},
};
static const tunip_vocabulary vocabulary = {.size = sizeof(tunip_vocabulary),
                                            .words = words,
                                            .word_count = TUNIP_LEN(words),
                                            .find_word = find_word};
EXTENDS(more, "tir", .overrides = "twice", TUNIP_ROWS(op, ops), .vocabulary = &vocabulary);
ACME_ADD(more)
ADDS(more);
#endif

#ifdef PLUGIN_adds_fields
/* Fields of several kinds in a type of TVM. */
typedef struct ranked {
    tunip_tir_evaluate base;
    int64_t rank;
    bool is_hot;
    tunip_array *tags;
    tunip_node *note;
} ranked;
static const tunip_field ranked_fields[] = {
    TUNIP_FIELD_INT(ranked, rank, 0),
    TUNIP_FIELD_BOOL(ranked, is_hot, 0),
    TUNIP_FIELD_ARRAY(ranked, tags, tunip_string, 0),
    TUNIP_FIELD_ANY(ranked, note, TUNIP_FLAG_OPTIONAL),
};
static TUNIP_ADDED_TYPE(ranked, "ranks.Evaluate", &tunip_tir_evaluate_type, TREE, NULL, 0, 24);
static tunip_type *const types[] = {&ranked_type};
EXTENDS(ranks, "tir", TUNIP_ROWS(type, types));
ACME_ADD(ranks)
ADDS(ranks);
#endif

#if defined(PLUGIN_adds_fields_again) || defined(PLUGIN_adds_fields_alone)
typedef struct timed {
    tunip_tir_evaluate base;
    int64_t cycles;
} timed;
static const tunip_field timed_fields[] = {TUNIP_FIELD_INT(timed, cycles, 0)};
static TUNIP_ADDED_TYPE(timed, "rival.Evaluate", &tunip_tir_evaluate_type, TREE, NULL, 0, 24);
static tunip_type *const types[] = {&timed_type};
#endif
#ifdef PLUGIN_adds_fields_again
/* A field in the same type. */
EXTENDS(rival, "tir", TUNIP_ROWS(type, types));
ACME_ADD(rival)
ADDS(rival);
#endif
#ifdef PLUGIN_adds_fields_alone
/* A field in the type of a dialect that it does not extend. */
static const tunip_dialect rival = {TUNIP_DIALECT_HEAD, .name = "rival", .prefix = "RIVAL",
                                    TUNIP_ROWS(type, types)};
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_same_prefix
/* A dialect with the prefix of another one. */
static const tunip_dialect rival = {TUNIP_DIALECT_HEAD, .name = "rival", .prefix = "T"};
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_extends_nothing
/* A dialect that extends one which nobody has registered. */
EXTENDS(rival, "nosuch", .import = NULL);
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_extends_with_prefix
/* A dialect with two prefixes. */
EXTENDS(rival, "tir", .prefix = "RIVAL");
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_extends_taken_word
/* An operator of TVM, which the dialect does not say that it overrides. */
static const tunip_op_row ops[] = {{"rival.exp", "exp", "x", "arg 0", NULL}};
EXTENDS(rival, "tir", TUNIP_ROWS(op, ops));
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_extends_taken_row
/* A word that is a row of the other dialect. */
static const tunip_op_row ops[] = {{"rival.grid", "grid", "x", "arg 0", NULL}};
EXTENDS(rival, "tir", TUNIP_ROWS(op, ops));
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_extends_rival
/* A word of the plugin `extends`, and one of its operators. */
static const tunip_op_row ops[] = {{"rival.twice", "twice", "x", "arg 0", NULL}};
EXTENDS(rival, "tir", TUNIP_ROWS(op, ops));
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_taken_op
static const tunip_op_row ops[] = {{"extra.twice", "double", "x", "arg 0", NULL}};
EXTENDS(rival, "tir", TUNIP_ROWS(op, ops));
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_op_twice
static const tunip_op_row ops[] = {{"rival.a", "same", "x", "arg 0", NULL},
                                   {"rival.b", "same", "x", "arg 0", NULL}};
EXTENDS(rival, "tir", TUNIP_ROWS(op, ops));
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_op_without_dtype
static const tunip_op_row ops[] = {{"rival.a", "a", "x", "arg x", NULL}};
EXTENDS(rival, "tir", TUNIP_ROWS(op, ops));
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_op_alone
/* Operators of a dialect that extends none. */
static const tunip_op_row ops[] = {{"rival.a", "a", "x", "arg 0", NULL}};
static const tunip_dialect rival = {TUNIP_DIALECT_HEAD, .name = "rival", .prefix = "RIVAL",
                                    TUNIP_ROWS(op, ops)};
ACME_ADD(rival)
ADDS(rival);
#endif

#ifdef PLUGIN_op_of_relax
/* Operators for a dialect that takes none. */
static const tunip_op_row ops[] = {{"rival.a", "a", "x", "arg 0", NULL}};
EXTENDS(rival, "relax", TUNIP_ROWS(op, ops));
ACME_ADD(rival)
ADDS(rival);
#endif
