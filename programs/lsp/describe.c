/* describe.c -- a node and a word for people: a variable by its type, an operation by its line. */
#include <string.h>
#include <tunip/mlir.h>

#include "server.h"

/* The members that tell the type of a node, by the key of its type; the first one that is there
 * counts. */
typedef struct typed_by {
    const char *key;
    const char *members[2];
} typed_by;

static const typed_by typed[] = {
    {"relax.expr.Var", {"struct_info_", "struct_info"}},
    {"relax.expr.DataflowVar", {"struct_info_", "struct_info"}},
    {"ir.GlobalVar", {"struct_info_", "struct_info"}},
    {"relay.Var", {"type_annotation", "checked_type"}},
    {"tir.Var", {"type_annotation", NULL}},
    {"tir.SizeVar", {"type_annotation", NULL}},
    {"GlobalVar", {"checked_type", NULL}},
};

static const tunip_node *type_of(const tunip_node *node)
{
    for (size_t i = 0; i < TUNIP_LEN(typed); i++) {
        const tunip_type *kin = node->type->kin;
        bool fits = strcmp(node->type->key, typed[i].key) == 0 ||
                    (kin && strcmp(kin->key, typed[i].key) == 0);
        for (size_t k = 0; fits && k < TUNIP_LEN(typed[i].members) && typed[i].members[k]; k++) {
            const tunip_node *type = outline_child(node, typed[i].members[k]);
            if (type) return type;
        }
    }
    return NULL;
}

/* Appends a line of the print of a node: the last one, which is the node itself, because the lines
 * before it define names; or the one that defines `name`. */
static void put_print(const lsp_server *s, const tunip_node *node, tunip_str name, tn_text *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    if (!node || tunip_print(s->options->context, node, NULL, &printed, &error) != TUNIP_OK) return;
    tunip_str text = tn_trim_blanks(tunip_printed_text(printed));
    tunip_str found = {"", 0};
    while (text.size) {
        const char *stop = memchr(text.data, '\n', text.size);
        size_t size = stop ? (size_t)(stop - text.data) : text.size;
        bool has_name = name.size && size > name.size && text.data[name.size] == ' ' &&
                        memcmp(text.data, name.data, name.size) == 0;
        if (has_name || !name.size) found = (tunip_str){text.data, size};
        size += stop != NULL;
        text = (tunip_str){text.data + size, text.size - size};
    }
    tn_text_put_str(out, found);
    tunip_printed_free(printed);
}

void lsp_describe_type(const lsp_server *s, const tunip_node *node, tn_text *out)
{
    put_print(s, type_of(node), (tunip_str){"", 0}, out);
}

void lsp_describe_expr(const lsp_server *s, const tunip_node *node, tn_text *out)
{
    put_print(s, node, (tunip_str){"", 0}, out);
}

void lsp_describe_definition(const lsp_server *s, const tunip_node *node, tunip_str name,
                             tn_text *out)
{
    size_t before = out->bytes.count;
    tn_text_put_str(out, name);
    tn_text_put_word(out, ": ");
    size_t named = out->bytes.count;
    lsp_describe_type(s, node, out);
    if (out->bytes.count > named) return;
    out->bytes.count = before;
    if (!type_of(node)) put_print(s, node, name, out);
}

void lsp_describe_word(const tunip_word_info *word, tunip_str prefix, tn_text *out)
{
    tunip_str params = tunip_str_from(word->params);
    tunip_str name = word->name;
    if (name.size && *name.data == '=') name = (tunip_str){name.data + 1, name.size - 1};
    tn_text_put_str(out, prefix);
    tn_text_put_str(out, name);
    if (!word->params) return;
    tn_text_put_word(out, "(");
    for (size_t i = 0; i < params.size; i++) {
        if (params.data[i] == ' ')
            tn_text_put_word(out, ", ");
        else
            tn_text_put(out, &params.data[i], 1);
    }
    tn_text_put_word(out, ")");
}
