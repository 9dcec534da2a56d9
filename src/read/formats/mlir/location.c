/* location.c -- locations, `loc(...)`. Two locations are the same if their texts are, with all
 * aliases expanded. Expanded texts may be very long: each caller in a chain of calls has an alias
 * that mentions the next one. So only their hashes are computed, from those of the aliases. */
#include "../../../ir/same.h"
#include "parse.h"

enum { DEEPEST = 200 };

static const mlir_sum nothing = {0, 1};

/* The sum of two lists in a row. */
static mlir_sum join(mlir_sum a, mlir_sum b)
{
    return (mlir_sum){a.hash * b.power + b.hash, a.power * b.power};
}

static mlir_sum sum_of(mlir_parser *p, tunip_str text, int depth);

bool mlir_sum_alias(mlir_parser *p, mlir_alias *alias, int depth, mlir_sum *sum)
{
    if (!alias || alias->is_open || depth == DEEPEST) return false;
    if (!alias->sum.power) {
        alias->is_open = true;
        alias->sum = sum_of(p, alias->text, depth + 1);
        alias->is_open = false;
    }
    *sum = alias->sum;
    return true;
}

static mlir_sum sum_of(mlir_parser *p, tunip_str text, int depth)
{
    static const uint64_t base = 0x9E3779B97F4A7C15; /* any large odd number */
    mlir_sum sum = nothing;
    for (mlir_token t = mlir_lex(text, 0); t.kind != MLIR_END; t = mlir_lex(text, t.end)) {
        tunip_str word = mlir_text_of(text, &t);
        mlir_sum next;
        if (!mlir_is_alias(text, &t) || !mlir_sum_alias(p, mlir_find_alias(p, word), depth, &next))
            next = (mlir_sum){tn_hash_bytes(word.data, word.size), base};
        sum = join(sum, next);
    }
    return sum;
}

tunip_mlir_location *mlir_location(mlir_parser *p, size_t begin, size_t end)
{
    tunip_string *text = mlir_one_line(p, begin, end);
    uint32_t id = text ? mlir_id(p, text->value) : 0;
    if (!text || p->failed) return NULL;
    tunip_mlir_location **known = &p->bindings.items[id].location;
    if (*known) return *known;
    tunip_mlir_location *location = tunip_node_new(p->graph, &tunip_mlir_location_type);
    if (!location || !tn_array_push(&p->located, p->allocator, location)) return NULL;
    location->text = text;
    return *known = location;
}

void mlir_resolve_locations(mlir_parser *p)
{
    enum { MARK = 4, BRACKETS = 5 }; /* loc( ) */
    if (!p->located.count) return;
    for (size_t i = 0; i < p->aliases.count; i++) /* most mention only earlier ones */
        mlir_sum_alias(p, &p->aliases.items[i], 0, &(mlir_sum){0, 0});
    for (size_t i = 0; i < p->located.count; i++) {
        tunip_mlir_location *location = p->located.items[i];
        tunip_str text = location->text->value;
        mlir_sum sum = sum_of(p, (tunip_str){text.data + MARK, text.size - BRACKETS}, 0);
        location->meaning = (int64_t)tn_hash_mix(sum.power, sum.hash);
        p->bindings.items[mlir_id(p, text)].location = NULL;
    }
    p->located.count = 0;
}
