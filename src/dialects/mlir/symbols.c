/* symbols.c -- what the names of operations say: the operations that define symbols, dialects. */
#include "mlir.h"

#include <string.h>

static bool is_word(tunip_str text)
{
    char c = text.size ? *text.data : '\0';
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The text of a string in quotes. */
static tunip_str unquote(tunip_str text)
{
    bool is_quoted = text.size > 1 && *text.data == '"';
    return is_quoted ? (tunip_str){text.data + 1, text.size - 2} : text;
}

/* The entry `sym_name` of a dictionary; empty if there is none. */
static tunip_str named_by(const tunip_node *piece)
{
    const tunip_mlir_dictionary *dict = TUNIP_AS(tunip_mlir_dictionary, piece);
    const tunip_node *value = dict ? tunip_map_get(dict->entries, "sym_name") : NULL;
    const tunip_array *pieces = TUNIP_AS(tunip_array, value);
    return tunip_array_count(pieces) ? unquote(tunip_string_value(pieces->items[0]))
                                     : (tunip_str){NULL, 0};
}

tunip_str tunip_mlir_symbol(const tunip_mlir_operation *op)
{
    bool may_follow = !(op->form && op->form->is_generic);
    for (size_t i = 0; i < tunip_array_count(op->pieces); i++) {
        tunip_str text = tunip_string_value(op->pieces->items[i]);
        tunip_str name = named_by(op->pieces->items[i]);
        if (name.size) return name;
        if (may_follow && text.size && *text.data == '@')
            return unquote((tunip_str){text.data + 1, text.size - 1});
        may_follow = may_follow && is_word(text);
    }
    return (tunip_str){NULL, 0};
}

static bool ends_with(const tunip_mlir_operation *op, const char *end)
{
    return tunip_str_ends(tunip_string_value(op->name), end);
}

bool tunip_mlir_is_module(const tunip_mlir_operation *op)
{
    return ends_with(op, "module");
}

bool tunip_mlir_is_function(const tunip_mlir_operation *op)
{
    return ends_with(op, "func");
}

tunip_str tunip_mlir_dialect(const tunip_mlir_operation *op, tunip_str *usual)
{
    tunip_str name = tunip_string_value(op->name), dialect = *usual;
    const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
    if (dot)
        dialect = (tunip_str){name.data, (size_t)(dot - name.data)};
    else if (tunip_str_is(name, "module"))
        dialect = tunip_str_from("builtin");
    if (!tunip_mlir_is_module(op) && tunip_mlir_symbol(op).size) *usual = dialect;
    return dialect;
}
