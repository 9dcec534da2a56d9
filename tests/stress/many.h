/* many.h -- dialects made at run time, each with a name, types and rules of its own. */
#ifndef MANY_H
#define MANY_H

#include <stdio.h>

#include <tunip/ext/dialect.h>
#include <tunip/tvm/ir.h>

enum { MANY_TYPES = 100 };

typedef struct many_node {
    tunip_node base;
    tunip_node *value;
} many_node;

static const tunip_field many_fields[] = {TUNIP_FIELD_ANY(many_node, value, 0)};

/* Each type prints as a call. As in a vendor's dialect, integers have a rule under the dialect's
 * token. */
typedef struct many_dialect {
    char name[16], prefix[16], keys[MANY_TYPES][32], calls[MANY_TYPES][16];
    tunip_type types[MANY_TYPES], *list[MANY_TYPES];
    tunip_rule rules[MANY_TYPES + 1];
    tunip_root root;
    tunip_dialect dialect;
} many_dialect;

static const tunip_doc *many_docsify_int(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    return tunip_doc_int(d, ((const tunip_ir_int_imm *)node)->value, path);
}

static inline void many_make_type(many_dialect *m, size_t at)
{
    snprintf(m->keys[at], sizeof m->keys[at], "%s.Node%zu", m->name, at);
    snprintf(m->calls[at], sizeof m->calls[at], "node%zu", at);
    m->types[at] = (tunip_type){.key = m->keys[at],
                                .fields = many_fields,
                                .field_count = TUNIP_LEN(many_fields),
                                .equality = TUNIP_EQ_TREE,
                                .size = sizeof(many_node)};
    m->list[at] = &m->types[at];
    m->rules[at] = (tunip_rule){&m->types[at], "", TUNIP_RULE_CALL, m->calls[at], "value", NULL};
}

/* Dialect "d<number>", prefix "D<number>": its nodes print as D7.node12(value). Must not move. */
static inline void many_make(many_dialect *m, size_t number)
{
    snprintf(m->name, sizeof m->name, "d%zu", number);
    snprintf(m->prefix, sizeof m->prefix, "D%zu", number);
    for (size_t i = 0; i < MANY_TYPES; i++) many_make_type(m, i);
    m->rules[MANY_TYPES] = (tunip_rule){
        &tunip_ir_int_imm_type, m->name, TUNIP_RULE_CUSTOM, NULL, NULL, many_docsify_int};
    m->root = (tunip_root){&m->types[0], m->name, false, NULL};
    m->dialect = (tunip_dialect){TUNIP_DIALECT_HEAD,  .name = m->name,
                                 .prefix = m->prefix, .import = "from many import %s",
                                 .types = m->list,    .type_count = MANY_TYPES,
                                 .rules = m->rules,   .rule_count = TUNIP_LEN(m->rules),
                                 .roots = &m->root,   .root_count = 1};
}

#endif
